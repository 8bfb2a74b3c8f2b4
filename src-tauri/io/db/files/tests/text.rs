//! CSV and its kin: marks, headers, encodings, lines that do not fit.

use super::*;

/// Opens one CSV file and gives its description and its rows.
async fn csv(name: &str, bytes: impl AsRef<[u8]>) -> (Table, Vec<Vec<Cell>>) {
    let drop = Drop::of(name, bytes);
    let database = drop.open().await;
    let table = table(&*database).await;
    let rows = ran(&*database, &format!("SELECT * FROM \"{}\"", table.name)).await.rows;
    (table, rows)
}

#[tokio::test]
async fn delimiters_are_found_and_shown() {
    for (name, mark, format) in [
        ("a.csv", ",", "CSV"),
        ("a.csv", ";", "CSV"),
        ("a.tsv", "\t", "TSV"),
        ("a.txt", "|", "CSV"),
        ("a.csv", "\t", "TSV"),
    ] {
        let lines = ["id,name,note", "1,ann,x", "2,bob,\"a,b\""].map(|line| line.replace(',', mark));
        let (table, rows) = csv(name, lines.join("\n")).await;
        let source = table.source.clone().unwrap();
        assert_eq!(
            (source.delimiter.as_deref(), source.format.as_str()),
            (Some(mark), format)
        );
        assert_eq!((source.header, source.encoding.as_deref()), (Some(true), Some("UTF-8")));
        assert_eq!(
            types(&table),
            [("id", "BIGINT"), ("name", "VARCHAR"), ("note", "VARCHAR")]
        );
        assert_eq!(rows[1], [Cell::Int(2), text("bob"), text(&format!("a{mark}b"))]);
    }
}

#[tokio::test]
async fn names_of_columns_are_whole_and_different() {
    let (table, rows) = csv("a.csv", "a,a,,A,select,ä ö\n1,2,3,4,5,6\n").await;
    let names: Vec<&str> = types(&table).iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["a", "a_2", "column3", "A_3", "select", "ä ö"]);
    assert_eq!(rows, [[1, 2, 3, 4, 5, 6].map(Cell::Int)]);
    let (table, rows) = csv("a.csv", "1,2,x\n3,4,y\n").await;
    assert_eq!(table.source.unwrap().header, Some(false));
    assert_eq!(table.columns[2].name, "column3");
    assert_eq!(rows.len(), 2);
}

#[tokio::test]
async fn a_header_alone_is_a_table_without_rows() {
    for bytes in ["a,b,c\n", "a,b,c"] {
        let (table, rows) = csv("a.csv", bytes).await;
        assert_eq!((table.columns.len(), rows.len()), (3, 0));
        assert_eq!(table.rows.unwrap().count, 0);
    }
}

#[tokio::test]
async fn an_empty_file_says_that_it_is_empty() {
    for bytes in ["", "\n\n  \n", "\u{feff}"] {
        let drop = Drop::new();
        let path = drop.add("a.csv", bytes);
        let problem = problem(&[&path]).await;
        assert_eq!(problem.code, Code::NotADatabase);
        assert!(
            problem.message.contains("a.csv") && problem.message.contains("empty"),
            "{problem:?}"
        );
    }
}

#[tokio::test]
async fn empty_and_no_value_differ() {
    let (_, rows) = csv("a.csv", "name,n\n\"\",1\n,2\nx,\n").await;
    assert_eq!(rows[0], [text(""), Cell::Int(1)]);
    assert_eq!(rows[1], [Cell::Null, Cell::Int(2)]);
    assert_eq!(rows[2], [text("x"), Cell::Null]);
}

#[tokio::test]
async fn line_breaks_and_quotes_inside_values_stay() {
    let (_, rows) = csv("a.csv", "id,t\n1,\"x\ny\"\n2,\"say \"\"hi\"\"\"\n3,5\" pipe\n").await;
    assert_eq!(rows[0][1], text("x\ny"));
    assert_eq!(rows[1][1], text("say \"hi\""));
    assert_eq!(rows[2][1], text("5\" pipe"));
    let (_, rows) = csv("a.csv", "id,t\r\n1,\"x\ny\"\r\n2,z\r\n").await;
    assert_eq!((rows.len(), &rows[0][1]), (2, &text("x\ny")));
    for ends in ["a,b\r\n1,x\n2,y\r\n", "a,b\r1,x\r2,y\r", "a,b\n1,x\r\n2,y"] {
        let (_, rows) = csv("a.csv", ends).await;
        assert_eq!(rows, [[Cell::Int(1), text("x")], [Cell::Int(2), text("y")]], "{ends:?}");
    }
}

#[tokio::test]
async fn quotation_marks_that_enclose_nothing_lose_nothing() {
    let (_, rows) = csv("a.csv", "size,n\n\"big\" apples,5\nsmall,6\n").await;
    assert_eq!(rows[0], [text("\"big\" apples"), Cell::Int(5)]);
    assert_eq!(rows[1], [text("small"), Cell::Int(6)]);
}

#[tokio::test]
async fn short_lines_are_filled_up_and_long_ones_are_a_problem_with_their_line() {
    let (_, rows) = csv("a.csv", "a,b,c\n1,2,3\n4,5\n6,7,8\n").await;
    assert_eq!(rows[1], [Cell::Int(4), Cell::Int(5), Cell::Null]);
    assert_eq!(rows.len(), 3);
    let drop = Drop::of("sales.csv", "a,b,c\n1,2,3\n4,5\n6,7,8,9\n");
    let problem = drop.problem().await;
    assert!(problem.message.contains("Line 4 of \"sales.csv\""), "{problem:?}");
    assert!(problem.message.contains("4 fields instead of 3"), "{problem:?}");
    let mut late: String = (0..60_000).map(|i| format!("{i},x\n")).collect();
    late.push_str("1,2,3\n");
    let problem = Drop::of("late.csv", format!("a,b\n{late}")).problem().await;
    assert!(problem.message.contains("Line 60002"), "{problem:?}");
}

#[tokio::test]
async fn lines_above_the_table_are_told_and_lines_of_it_are_not_skipped() {
    let (table, rows) = csv("a.csv", "Report of 2024\n\na,b\n1,2\n3,4\n").await;
    assert_eq!(types(&table), [("a", "BIGINT"), ("b", "BIGINT")]);
    assert_eq!(rows.len(), 2);
    assert!(table.comment.unwrap().contains("Report of 2024"));
    let (_, rows) = csv("a.csv", "a,b\n#1,2\n#3,4\n").await;
    assert_eq!(rows.len(), 2, "a hash begins no remark");
}

#[tokio::test]
async fn a_list_of_sentences_is_one_column() {
    for bytes in ["title\nA, b, c\nd, e | f\n", "Hello, world\nfoo\n"] {
        let (table, rows) = csv("a.csv", bytes).await;
        assert_eq!(
            (table.columns.len(), table.source.unwrap().delimiter),
            (1, None),
            "{bytes}"
        );
        assert_eq!(rows.len(), bytes.lines().count() - 1);
    }
}

#[tokio::test]
async fn encodings_are_found_and_shown() {
    let said = "Stadt;Preis\nKöln;1,50\nŁódź;2,75\n";
    let wide = |little: bool| -> Vec<u8> {
        let bytes = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
        std::iter::once(0xfeff)
            .chain(said.encode_utf16())
            .flat_map(bytes)
            .collect()
    };
    for (bytes, name) in [
        (said.as_bytes().to_vec(), "UTF-8"),
        ([b"\xef\xbb\xbf", said.as_bytes()].concat(), "UTF-8"),
        (wide(true), "UTF-16LE"),
        (wide(false), "UTF-16BE"),
    ] {
        let (table, rows) = csv("a.csv", bytes).await;
        assert_eq!(table.source.clone().unwrap().encoding.as_deref(), Some(name));
        assert_eq!(types(&table), [("Stadt", "VARCHAR"), ("Preis", "DECIMAL(18,2)")]);
        assert_eq!(
            rows,
            [[text("Köln"), decimal("1.50")], [text("Łódź"), decimal("2.75")]],
            "{name}"
        );
    }
    let (western, _, _) = encoding_rs::WINDOWS_1252.encode("Straße;Ort\nGrößenweg 5;München\nCafé;Zürich\n");
    let (table, rows) = csv("a.csv", western).await;
    assert_eq!(table.source.unwrap().encoding.as_deref(), Some("windows-1252"));
    assert_eq!(table.columns[0].name, "Straße");
    assert_eq!(rows[0], [text("Größenweg 5"), text("München")]);
}

#[tokio::test]
async fn packed_files_are_read_as_they_are() {
    use std::io::Write;
    let pack = |bytes: &[u8]| {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    };
    let (table, rows) = csv("sales.csv.gz", pack(b"a,b\n1,x\n")).await;
    assert_eq!((table.name.as_str(), rows.len()), ("sales", 1));
    let (western, _, _) = encoding_rs::WINDOWS_1252.encode("ort,n\nMünchen,1\nKöln,2\nDüsseldorf,3\n");
    let (_, rows) = csv("orte.csv.gz", pack(&western)).await;
    assert_eq!(rows[0][0], text("München"));
    let (_, rows) = csv("lines.jsonl.gz", pack(b"{\"a\":1}\n{\"a\":2}\n")).await;
    assert_eq!(rows.len(), 2);
    let whole = pack(&b"a,b\n1,x\n".repeat(1000));
    let drop = Drop::new();
    let path = drop.add("cut.csv.gz", &whole[..whole.len() / 2]);
    let problem = problem(&[&path]).await;
    assert!(problem.message.contains("unpacked"), "{problem:?}");
}

#[tokio::test]
async fn ten_thousand_columns_are_read() {
    const WIDE: usize = 10_000;
    let line = |f: &dyn Fn(usize) -> String| (0..WIDE).map(f).collect::<Vec<_>>().join(",");
    let mut file = line(&|i| format!("c{i}"));
    for row in 0..5 {
        file.push('\n');
        file.push_str(&line(&|i| (i * row).to_string()));
    }
    let drop = Drop::of("wide.csv", file);
    let database = drop.open().await;
    let table = table(&*database).await;
    assert_eq!(table.columns.len(), WIDE);
    assert!(table.columns.iter().all(|column| column.declared_type == "BIGINT"));
    assert_eq!(
        ran(&*database, "SELECT sum(c9999) FROM wide").await.rows,
        [[Cell::Int(99_990)]]
    );
}
