use std::sync::{Arc, Mutex};

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

async fn exported(rows: &[&[&str]], options: CsvOptions) -> String {
    let (db, shelf) = (Scripted::shop().gives(SQL, rows), Shelf::default());
    let done = csv(&db, SQL, &shelf, "x.csv", &options, &Cancel::new(), &|_| {})
        .await
        .unwrap();
    let text = String::from_utf8(shelf.done.lock().unwrap().clone().unwrap()).unwrap();
    assert_eq!((done.rows, done.bytes), (rows.len() as u64, text.len() as u64));
    text
}

#[tokio::test]
async fn fields_are_quoted_by_rfc_4180() {
    let rows: &[&[&str]] = &[
        &["a,b", "say \"hi\""],
        &["two\nlines", " edge"],
        &["plain", "NULL"],
        &["12", "1.5"],
    ];
    let text = exported(rows, CsvOptions::default()).await;
    assert_eq!(
        text,
        "c0,c1\r\n\"a,b\",\"say \"\"hi\"\"\"\r\n\"two\nlines\",\" edge\"\r\nplain,\r\n12,1.5\r\n"
    );
}

#[tokio::test]
async fn formulas_are_guarded_and_numbers_are_not() {
    let rows: &[&[&str]] = &[&["=1+1", "@x"], &["-5", "-x"], &["+1 234", "＝A1"]];
    assert_eq!(
        exported(rows, CsvOptions::default()).await,
        "c0,c1\r\n'=1+1,'@x\r\n-5,'-x\r\n'+1 234,'＝A1\r\n"
    );
    let open = CsvOptions {
        guard_formulas: false,
        header: false,
        ..CsvOptions::default()
    };
    assert_eq!(exported(&[&["=1+1", "b"]], open).await, "=1+1,b\r\n");
}

#[tokio::test]
async fn null_and_empty_text_differ() {
    let options = || CsvOptions {
        header: false,
        ..CsvOptions::default()
    };
    assert_eq!(exported(&[&["", "NULL"]], options()).await, "\"\",\r\n");
    let named = CsvOptions {
        null: "NULL".into(),
        ..options()
    };
    assert_eq!(exported(&[&["", "NULL"]], named).await, ",NULL\r\n");
    assert_eq!(exported(&[&["NULL"]], options()).await, "\"\"\r\n");
}

#[tokio::test]
async fn delimiter_and_byte_order_mark_are_as_asked() {
    let options = CsvOptions {
        delimiter: ";".into(),
        bom: true,
        ..CsvOptions::default()
    };
    assert_eq!(
        exported(&[&["a;b", "c,d"]], options).await,
        "\u{feff}c0;c1\r\n\"a;b\";c,d\r\n"
    );
    for wrong in ["", ",,", "\"", "\n"] {
        let options = CsvOptions {
            delimiter: wrong.into(),
            ..CsvOptions::default()
        };
        let (db, shelf) = (Scripted::shop(), Shelf::default());
        let problem = csv(&db, SQL, &shelf, "x", &options, &Cancel::new(), &|_| {})
            .await
            .unwrap_err();
        assert_eq!(problem.code, ProblemCode::BadInput);
    }
}

#[tokio::test]
async fn all_rows_come_and_progress_is_told() {
    let row: &[&str] = &["some text that takes its place", "and more of it"];
    let rows = vec![row; 5_000];
    let (db, shelf) = (Scripted::shop().gives(SQL, &rows), Shelf::default());
    let told = Mutex::new(Vec::new());
    let progress = |p: ExportProgress| told.lock().unwrap().push(p.rows);
    let done = csv(&db, SQL, &shelf, "x", &CsvOptions::default(), &Cancel::new(), &progress)
        .await
        .unwrap();
    assert_eq!(done.rows, 5_000);
    let told = told.into_inner().unwrap();
    assert!(told.len() > 2 && told.windows(2).all(|w| w[0] <= w[1]) && told.last() == Some(&5_000));
    let bytes = shelf.done.lock().unwrap().clone().unwrap();
    assert_eq!(bytes.iter().filter(|b| **b == b'\n').count(), 5_001);
}

#[tokio::test]
async fn cancel_and_failure_leave_nothing() {
    let rows: &[&[&str]] = &[&["a", "b"]];
    let (db, shelf, cancel) = (Scripted::shop().gives(SQL, rows), Shelf::default(), Cancel::new());
    cancel.cancel();
    let problem = csv(&db, SQL, &shelf, "x", &CsvOptions::default(), &cancel, &|_| {})
        .await
        .unwrap_err();
    assert_eq!(problem.code, ProblemCode::Cancelled);
    assert!(shelf.done.lock().unwrap().is_none());
    let db = Scripted::shop().fails(SQL, "type");
    let problem = csv(&db, SQL, &shelf, "x", &CsvOptions::default(), &Cancel::new(), &|_| {})
        .await
        .unwrap_err();
    assert_eq!(problem.code, ProblemCode::BadInput);
    assert!(shelf.done.lock().unwrap().is_none());
}
