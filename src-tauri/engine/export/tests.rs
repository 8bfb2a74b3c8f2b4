use std::sync::{Arc, Mutex};

use askwell_contract::api::{CsvOptions, Encoding};
use askwell_contract::ports::{Batch, RowStream, Sink};
use askwell_contract::TypeKind;

use super::*;
use crate::scripted::Scripted;

/// Files in memory: visible once finished.
#[derive(Clone, Default)]
struct Shelf {
    done: Arc<Mutex<Option<Vec<u8>>>>,
}

struct Open {
    bytes: Vec<u8>,
    shelf: Shelf,
}

impl Sink for Open {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }
    fn finish(self: Box<Self>) -> Result<()> {
        *self.shelf.done.lock().unwrap() = Some(self.bytes);
        Ok(())
    }
}

impl Files for Shelf {
    fn create(&self, _: &str) -> Result<Box<dyn Sink>> {
        Ok(Box::new(Open {
            bytes: Vec::new(),
            shelf: self.clone(),
        }))
    }
}

const SQL: &str = "SELECT name, country FROM customers";
const COUNT: &str = "SELECT count(*) FROM (\nSELECT name, country FROM customers\n) AS counted";

fn about() -> About {
    About {
        question: Some("Who is <b>where</b>?".into()),
        answer: None,
        database: "Shop | one".into(),
        engine: "SQLite 3".into(),
        sql: SQL.into(),
        at: 1_700_000_000_000,
    }
}

async fn tried(
    db: &Scripted,
    shelf: &Shelf,
    format: ExportFormat,
    cancel: &Cancel,
    told: &(dyn Fn(ExportProgress) + Send + Sync),
) -> Result<Exported> {
    let what = Export {
        database: db,
        files: shelf,
        sql: SQL,
        path: "x",
        format: &format,
        about: &about(),
    };
    export(what, cancel, told).await
}

async fn bytes(rows: &[&[&str]], format: ExportFormat) -> Vec<u8> {
    let (db, shelf) = (Scripted::shop().gives(SQL, rows), Shelf::default());
    let done = tried(&db, &shelf, format, &Cancel::new(), &|_| {}).await.unwrap();
    let bytes = shelf.done.lock().unwrap().clone().unwrap();
    assert_eq!((done.rows, done.bytes), (rows.len() as u64, bytes.len() as u64));
    bytes
}

async fn text(rows: &[&[&str]], format: ExportFormat) -> String {
    String::from_utf8(bytes(rows, format).await).unwrap()
}

fn csv(options: CsvOptions) -> ExportFormat {
    ExportFormat::Csv { options }
}

#[tokio::test]
async fn fields_are_quoted_by_rfc_4180() {
    let rows: &[&[&str]] = &[
        &["a,b", "say \"hi\""],
        &["two\nlines", " edge"],
        &["plain", "NULL"],
        &["12", "1.5"],
    ];
    assert_eq!(
        text(rows, csv(CsvOptions::default())).await,
        "c0,c1\r\n\"a,b\",\"say \"\"hi\"\"\"\r\n\"two\nlines\",\" edge\"\r\nplain,\r\n12,1.5\r\n"
    );
}

#[tokio::test]
async fn formulas_are_guarded_and_numbers_are_not() {
    let rows: &[&[&str]] = &[&["=1+1", "@x"], &["-5", "-x"], &["+1 234", "＝A1"]];
    assert_eq!(
        text(rows, csv(CsvOptions::default())).await,
        "c0,c1\r\n'=1+1,'@x\r\n-5,'-x\r\n'+1 234,'＝A1\r\n"
    );
    let open = CsvOptions {
        guard_formulas: false,
        header: false,
        ..CsvOptions::default()
    };
    assert_eq!(text(&[&["=1+1", "b"]], csv(open)).await, "=1+1,b\r\n");
}

#[tokio::test]
async fn null_and_empty_text_differ() {
    let options = || CsvOptions {
        header: false,
        ..CsvOptions::default()
    };
    assert_eq!(text(&[&["", "NULL"]], csv(options())).await, "\"\",\r\n");
    let named = CsvOptions {
        null: "NULL".into(),
        ..options()
    };
    assert_eq!(text(&[&["", "NULL"]], csv(named)).await, ",NULL\r\n");
    assert_eq!(text(&[&["NULL"]], csv(options())).await, "\"\"\r\n");
}

#[tokio::test]
async fn delimiter_decimal_and_encoding_are_as_asked() {
    let options = CsvOptions {
        delimiter: ";".into(),
        encoding: Encoding::Utf8Bom,
        decimal_comma: true,
        ..CsvOptions::default()
    };
    assert_eq!(
        text(&[&["a;b", "1.5"]], csv(options)).await,
        "\u{feff}c0;c1\r\n\"a;b\";1,5\r\n"
    );
    let wide = CsvOptions {
        encoding: Encoding::Utf16,
        header: false,
        ..CsvOptions::default()
    };
    assert_eq!(
        bytes(&[&["é", "b"]], csv(wide)).await,
        b"\xff\xfe\xe9\x00,\x00b\x00\r\x00\n\x00"
    );
    let western = || CsvOptions {
        encoding: Encoding::Windows1252,
        header: false,
        ..CsvOptions::default()
    };
    assert_eq!(bytes(&[&["é", "€"]], csv(western())).await, b"\xe9,\x80\r\n");
    let (db, shelf) = (Scripted::shop().gives(SQL, &[&["Łódź", "b"]]), Shelf::default());
    let lost = tried(&db, &shelf, csv(western()), &Cancel::new(), &|_| {})
        .await
        .unwrap_err();
    assert!(lost.message.contains('Ł'), "{lost:?}");
    assert!(shelf.done.lock().unwrap().is_none());
    for wrong in ["", ",,", "\"", "\n"] {
        let options = CsvOptions {
            delimiter: wrong.into(),
            ..CsvOptions::default()
        };
        let problem = tried(&Scripted::shop(), &shelf, csv(options), &Cancel::new(), &|_| {}).await;
        assert_eq!(problem.unwrap_err().code, ProblemCode::BadInput);
    }
}

#[tokio::test]
async fn json_keeps_digits_and_tells_columns_of_one_name_apart() {
    let rows: &[&[&str]] = &[&["a\"b", "NULL"], &["12", "1.50"]];
    let all = text(rows, ExportFormat::Json).await;
    assert_eq!(all, "[\n{\"c0\":\"a\\\"b\",\"c1\":null},\n{\"c0\":12,\"c1\":1.5}\n]\n");
    assert_eq!(text(&[], ExportFormat::Json).await, "[]\n");
    assert_eq!(
        text(rows, ExportFormat::JsonLines).await,
        "{\"c0\":\"a\\\"b\",\"c1\":null}\n{\"c0\":12,\"c1\":1.5}\n"
    );
    let column = |name: &str| ResultColumn {
        name: name.into(),
        kind: TypeKind::Text,
    };
    let names = unique(&[column("total"), column("Total"), column(""), column("total")]);
    assert_eq!(names, ["total", "Total_2", "column_3", "total_3"]);
}

#[tokio::test]
async fn nothing_in_a_cell_is_taken_for_markdown_or_html() {
    let rows: &[&[&str]] = &[&["a|b\nc", "<script>alert(1)</script>"]];
    let markdown = text(rows, ExportFormat::Markdown).await;
    assert!(
        markdown.starts_with("# Who is &lt;b>where&lt;/b>?\n\n| c0 | c1 |\n| --- | --- |\n"),
        "{markdown}"
    );
    assert!(
        markdown.contains("| a\\|b<br>c | &lt;script>alert(1)&lt;/script> |"),
        "{markdown}"
    );
    assert!(
        markdown.contains("1 row from Shop \\| one, 2023-11-14 22:13 UTC."),
        "{markdown}"
    );
    assert!(markdown.ends_with(&format!("```sql\n{SQL}\n```\n")), "{markdown}");
    let chart = Some("<svg onload=\"x()\"><text>é</text></svg>".to_string());
    let report = text(rows, ExportFormat::Report { chart }).await;
    assert!(!report.contains("<script") && !report.contains("<svg"), "{report}");
    assert!(report.contains("&lt;script&gt;"), "{report}");
    assert!(
        report.contains("data:image/svg+xml,%3Csvg onload=%22x()%22"),
        "{report}"
    );
    assert!(report.contains("default-src 'none'"), "{report}");
    assert!(report.contains("<th scope=\"row\">Rows</th><td>1</td>"), "{report}");
}

#[tokio::test]
async fn all_rows_come_and_progress_is_told_with_the_total() {
    let row: &[&str] = &["some text that takes its place", "and more of it"];
    let rows = vec![row; 5_000];
    let (db, shelf) = (
        Scripted::shop().gives(SQL, &rows).gives(COUNT, &[&["5000"]]),
        Shelf::default(),
    );
    let told = Mutex::new(Vec::new());
    let progress = |p: ExportProgress| told.lock().unwrap().push((p.rows, p.of));
    let done = tried(&db, &shelf, csv(CsvOptions::default()), &Cancel::new(), &progress).await;
    assert_eq!(done.unwrap().rows, 5_000);
    let told = told.into_inner().unwrap();
    assert!(told.windows(2).all(|w| w[0].0 <= w[1].0), "{told:?}");
    assert_eq!((told[0], told.last()), ((0, Some(5_000)), Some(&(5_000, Some(5_000)))));
    let bytes = shelf.done.lock().unwrap().clone().unwrap();
    assert_eq!(bytes.iter().filter(|b| **b == b'\n').count(), 5_001);
}

#[tokio::test]
async fn cancel_and_failure_leave_nothing() {
    let rows: &[&[&str]] = &[&["a", "b"]];
    let (db, shelf, cancel) = (Scripted::shop().gives(SQL, rows), Shelf::default(), Cancel::new());
    cancel.cancel();
    for format in [csv(CsvOptions::default()), ExportFormat::Json, ExportFormat::Markdown] {
        let problem = tried(&db, &shelf, format, &cancel, &|_| {}).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::Cancelled);
    }
    let db = Scripted::shop().fails(SQL, "type");
    let problem = tried(&db, &shelf, ExportFormat::JsonLines, &Cancel::new(), &|_| {}).await;
    assert_eq!(problem.unwrap_err().code, ProblemCode::BadInput);
    assert!(shelf.done.lock().unwrap().is_none());
}

/// Keeps how many rows are out at a time.
struct Counting(Arc<Mutex<(usize, usize)>>);

impl Form for Counting {
    fn head(&mut self, _: &[ResultColumn], _: &mut String) {}
    fn row(&mut self, _: &Row, into: &mut String) {
        self.0.lock().unwrap().0 += 1;
        into.push_str("0123456789");
    }
    fn foot(&mut self, _: u64, _: &mut String) {}
}

#[tokio::test]
async fn what_waits_for_the_disk_stays_small_however_many_rows_there_are() {
    let (send, receive) = tokio::sync::mpsc::channel(2);
    let made = Arc::new(Mutex::new((0, 0)));
    let count = made.clone();
    tokio::spawn(async move {
        for _ in 0..2_000 {
            count.lock().unwrap().1 += 100;
            let rows = vec![vec![Cell::Int(1)]; 100];
            if send.send(Batch::Rows(rows)).await.is_err() {
                return;
            }
        }
        let _ = send.send(Batch::End(End::Complete)).await;
    });
    let mut stream = RowStream::new(Vec::new(), receive);
    let sink = Shelf::default().create("x").unwrap();
    let mut out = Out::text(Box::new(Counting(made.clone())), sink, None, &[]);
    let mut most = 0;
    while let Some(rows) = stream.next().await {
        out.rows(rows).await.unwrap();
        let (written, sent) = *made.lock().unwrap();
        most = most.max(sent - written);
    }
    assert_eq!(made.lock().unwrap().0, 200_000);
    assert!(most <= 500, "{most} rows were waiting");
}

#[tokio::test]
async fn several_answers_are_one_page_and_one_that_fails_leaves_no_file() {
    let db = Scripted::shop().gives(SQL, &[&["Ada", "Peru"]]);
    let (shelf, cancel) = (Shelf::default(), Cancel::new());
    let other = About {
        question: Some("And the second?".into()),
        ..about()
    };
    let parts = [(about(), Some("<svg></svg>".to_string())), (other, None)];
    let what = |parts| Several {
        database: &db,
        files: &shelf,
        path: "/all.html",
        title: "Shop",
        parts,
    };
    several(what(&parts), &cancel, &|_| {}).await.unwrap();
    let page = String::from_utf8(shelf.done.lock().unwrap().take().unwrap()).unwrap();
    assert_eq!(page.matches("<!doctype html>").count(), 1);
    assert_eq!(
        (page.matches("<h1>").count(), page.matches("<section>").count()),
        (1, 2)
    );
    assert_eq!(page.matches("</section>").count(), 2);
    assert!(page.contains("<h2>Who is &lt;b&gt;where&lt;/b&gt;?</h2>") && page.contains("<h2>And the second?</h2>"));
    assert!(page.trim_end().ends_with("</html>") && page.matches("<img").count() == 1);

    let broken = About {
        sql: "SELECT nothing FROM customers".into(),
        ..about()
    };
    let second_fails = [(about(), None), (broken, None)];
    let problem = several(what(&second_fails), &cancel, &|_| {}).await.unwrap_err();
    assert!(problem.message.contains("could not be exported"), "{}", problem.message);
    assert!(shelf.done.lock().unwrap().is_none());
    assert!(several(what(&[]), &cancel, &|_| {}).await.is_err());
}
