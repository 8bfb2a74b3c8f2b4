//! Workbooks, written by the library that the export uses and read back.

use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook, Worksheet};

use super::*;

/// The name of a sheet, and what fills it.
type Filled<'a> = (&'a str, &'a dyn Fn(&mut Worksheet));

fn save(drop: &Drop, name: &str, fill: &[Filled<'_>]) -> PathBuf {
    let mut book = Workbook::new();
    for (name, fill) in fill {
        let sheet = book.add_worksheet();
        sheet.set_name(*name).unwrap();
        fill(sheet);
    }
    let path = drop.path(name);
    book.save(&path).unwrap();
    path
}

fn words(sheet: &mut Worksheet, row: u32, words: &[&str]) {
    for (column, word) in words.iter().enumerate().filter(|(_, word)| !word.is_empty()) {
        sheet.write_string(row, column as u16, *word).unwrap();
    }
}

async fn sheet(fill: &dyn Fn(&mut Worksheet)) -> (Table, Vec<Vec<Cell>>) {
    let drop = Drop::new();
    let path = save(&drop, "book.xlsx", &[("Sheet1", fill)]);
    let database = open(&path).await;
    let table = table(&*database).await;
    let rows = ran(&*database, "SELECT * FROM book").await.rows;
    (table, rows)
}

#[tokio::test]
async fn cells_come_through_as_what_they_are() {
    let (table, rows) = sheet(&|sheet| {
        words(
            sheet,
            0,
            &[
                "id", "name", "price", "ok", "day", "at", "clock", "took", "code", "ratio",
            ],
        );
        let format = |code: &str| Format::new().set_num_format(code);
        for row in 1..=2_u32 {
            sheet.write_number(row, 0, f64::from(row)).unwrap();
            sheet.write_string(row, 1, "Łódź \"x\"\ny").unwrap();
            sheet.write_number(row, 2, 1.25 * f64::from(row)).unwrap();
            sheet.write_boolean(row, 3, row == 1).unwrap();
            let moment = |text: &str| ExcelDateTime::parse_from_str(text).unwrap();
            sheet
                .write_datetime_with_format(row, 4, moment("2024-02-29"), &format("dd/mm/yyyy"))
                .unwrap();
            sheet
                .write_datetime_with_format(row, 5, moment("2024-02-29T13:05:30"), &format("yyyy-mm-dd hh:mm:ss"))
                .unwrap();
            sheet
                .write_datetime_with_format(row, 6, moment("13:05:30"), &format("hh:mm:ss"))
                .unwrap();
            sheet
                .write_number_with_format(row, 7, 1.5, &format("[h]:mm:ss"))
                .unwrap();
            sheet.write_string(row, 8, "00123").unwrap();
            sheet.write_number(row, 9, 1.0 / 3.0).unwrap();
        }
    })
    .await;
    let kinds: Vec<&str> = types(&table).iter().map(|(_, kind)| *kind).collect();
    let expected = [
        "BIGINT",
        "VARCHAR",
        "DECIMAL(18,2)",
        "BOOLEAN",
        "DATE",
        "TIMESTAMP",
        "TIME",
        "INTERVAL",
        "VARCHAR",
        "DOUBLE",
    ];
    assert_eq!(kinds, expected);
    assert_eq!(
        rows[0],
        [
            Cell::Int(1),
            text("Łódź \"x\"\ny"),
            decimal("1.25"),
            Cell::Bool(true),
            date("2024-02-29"),
            Cell::Timestamp("2024-02-29 13:05:30".into()),
            Cell::Time("13:05:30".into()),
            Cell::Interval("36:00:00".into()),
            text("00123"),
            Cell::Real(1.0 / 3.0),
        ]
    );
    let source = table.source.unwrap();
    assert_eq!(
        (source.format.as_str(), source.sheet.as_deref(), source.header),
        ("XLSX", Some("Sheet1"), Some(true))
    );
    assert!(source.encoding.is_none() && source.delimiter.is_none());
}

#[tokio::test]
async fn each_sheet_is_a_table_and_empty_ones_are_named() {
    let drop = Drop::new();
    let one = |sheet: &mut Worksheet| {
        words(sheet, 0, &["a", "b"]);
        words(sheet, 1, &["x", "y"]);
    };
    let path = save(
        &drop,
        "shop.xlsx",
        &[("Orders", &one), ("Sheet2", &one), ("Nothing", &|_| {})],
    );
    let database = open(&path).await;
    let catalog = database.describe().await.unwrap();
    assert_eq!(tables(&catalog), ["Orders", "shop Sheet2"]);
    assert!(
        catalog.engine.contains("empty sheets \"Nothing\""),
        "{}",
        catalog.engine
    );
    assert_eq!(
        ran(&*database, "SELECT b FROM \"shop Sheet2\"").await.rows,
        [[text("y")]]
    );
    let other = save(&drop, "other.xlsx", &[("Orders", &one), ("More", &one)]);
    let both = try_open(&[&path, &other]).await.unwrap().describe().await.unwrap();
    assert_eq!(tables(&both), ["Orders_shop", "shop Sheet2", "Orders_other", "More"]);
    let blank = save(&drop, "blank.xlsx", &[("Nothing", &|_| {})]);
    let problem = problem(&[&blank]).await;
    assert!(problem.message.contains("No sheet of \"blank.xlsx\""), "{problem:?}");
}

#[tokio::test]
async fn mixed_columns_are_text_and_errors_no_values() {
    let (table, rows) = sheet(&|sheet| {
        words(sheet, 0, &["n", "mixed", "late"]);
        for row in 1..=300_u32 {
            sheet.write_number(row, 0, f64::from(row)).unwrap();
            sheet.write_number(row, 1, f64::from(row)).unwrap();
            sheet.write_number(row, 2, f64::from(row) + 0.5).unwrap();
        }
        sheet
            .write_formula(5, 0, Formula::new("=NA()").set_result("#N/A"))
            .unwrap();
        sheet.write_string(6, 0, "n/a").unwrap();
        sheet.write_string(300, 1, "three hundred").unwrap();
        sheet.write_string(301, 3, "beside").unwrap();
    })
    .await;
    assert_eq!(
        types(&table)[..3],
        [("n", "BIGINT"), ("mixed", "VARCHAR"), ("late", "DECIMAL(18,1)")]
    );
    assert_eq!((rows.len(), &rows[4][0], &rows[5][0]), (301, &Cell::Null, &Cell::Null));
    assert_eq!(rows[0][1], text("1"));
    assert_eq!(rows[300][3], text("beside"));
    assert!(table.columns[1].comment.as_deref().unwrap().contains("different kinds"));
}

#[tokio::test]
async fn the_table_is_found_below_a_title_and_away_from_the_corner() {
    let (table, rows) = sheet(&|sheet| {
        sheet.merge_range(1, 2, 1, 4, "Sales 2024", &Format::new()).unwrap();
        for (i, name) in ["region", "units", "paid"].iter().enumerate() {
            sheet.write_string(3, 2 + i as u16, *name).unwrap();
        }
        for row in 4..=5_u32 {
            sheet.write_string(row, 2, "north").unwrap();
            sheet.write_number(row, 3, f64::from(row)).unwrap();
            sheet.write_number(row, 4, 0.5).unwrap();
        }
    })
    .await;
    assert_eq!(
        types(&table),
        [("region", "VARCHAR"), ("units", "BIGINT"), ("paid", "DECIMAL(18,1)")]
    );
    assert_eq!(rows.len(), 2);
    assert!(table.comment.unwrap().contains("Sales 2024"));
}

#[tokio::test]
async fn merged_names_over_names_are_joined_and_blank_ones_numbered() {
    let (table, rows) = sheet(&|sheet| {
        words(sheet, 0, &["region", "", "", ""]);
        sheet.merge_range(0, 1, 0, 2, "2023", &Format::new()).unwrap();
        words(sheet, 1, &["", "Q1", "Q2", "note"]);
        words(sheet, 2, &["north"]);
        sheet.write_number(2, 1, 1.0).unwrap();
        sheet.write_number(2, 2, 2.0).unwrap();
        words(sheet, 3, &["south"]);
        sheet.write_number(3, 1, 3.0).unwrap();
    })
    .await;
    let names: Vec<&str> = types(&table).iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["region", "2023 Q1", "2023 Q2", "2023 note"]);
    assert_eq!(rows.len(), 2);
    let (table, rows) = sheet(&|sheet| {
        for row in 0..3_u32 {
            sheet.write_number(row, 0, f64::from(row)).unwrap();
            sheet.write_string(row, 1, "x").unwrap();
        }
    })
    .await;
    assert_eq!(types(&table), [("column1", "BIGINT"), ("column2", "VARCHAR")]);
    assert_eq!((rows.len(), table.source.unwrap().header), (3, Some(false)));
}

#[tokio::test]
async fn a_workbook_behind_a_password_says_so() {
    // The outer form of an encrypted workbook: not a zip archive but an old compound file.
    let drop = Drop::of("a.xlsx", [&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], &[0; 600]].concat());
    let problem = problem(&[&drop.path("a.xlsx")]).await;
    assert_eq!(problem.code, Code::NotADatabase);
    assert!(problem.message.contains("a.xlsx"), "{problem:?}");
}
