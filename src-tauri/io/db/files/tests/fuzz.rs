//! Files made by a machine, read as a runner reads them: whatever is in them, a table or a refusal in words comes of it.

use askwell_fuzz::Machine;
use duckdb::Connection;

use super::super::find::Format;
use super::super::temporary::Temporary;
use super::super::{find, lines, structured, workbook};
use super::*;

/// One place and one engine for all tries: making them takes longer than a file does.
struct Reader {
    drop: Drop,
    room: Temporary,
    connection: Connection,
}

impl Reader {
    fn new() -> Self {
        Self {
            drop: Drop::new(),
            room: Temporary::new().unwrap(),
            connection: Connection::open_in_memory().unwrap(),
        }
    }

    fn read(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.drop.add(name, bytes);
        let room = self.room.path();
        let found = find::find(&[path.to_string_lossy().into_owned()]);
        let made = found.and_then(|set| match set.files[0].format {
            Format::Lines => lines::load(&self.connection, &path, set.files[0].packed, "t", room),
            Format::Json => structured::json(&self.connection, &path, set.files[0].packed, "t", room),
            Format::Workbook => {
                let mut book = workbook::open(&path)?;
                let names = book.names()?;
                let filled = names.into_iter().find(|(_, filled)| *filled);
                let (sheet, _) = filled.ok_or_else(|| Problem::new(Code::BadInput, "No cells."))?;
                book.load(&self.connection, &sheet, "t", room)
            }
            Format::Parquet => panic!("no such file was made"),
        });
        let said = match made {
            Ok(made) => format!("{}", format!("{made:?}").len() / 100),
            Err(problem) => said(&problem),
        };
        self.connection
            .execute_batch("DROP VIEW IF EXISTS t; DROP TABLE IF EXISTS t")
            .or_else(|_| self.connection.execute_batch("DROP TABLE IF EXISTS t"))
            .unwrap();
        said
    }
}

/// A refusal is for a person; what is ours to mend is called internal.
fn said(problem: &Problem) -> String {
    assert_ne!(problem.code, Code::Internal, "{problem:?}");
    let words = problem
        .message
        .split_whitespace()
        .filter(|word| !word.contains(['"', '/']));
    words.take(6).collect()
}

#[test]
fn a_text_file_of_any_bytes_is_a_table_or_refused_in_words() {
    let machine = Machine {
        name: "files of text",
        corpus: include_str!("../../../../fuzz/corpora/tables.txt"),
        seeds: vec![
            "name;price;day\nÄpfel;1.234,50;31.12.2024\n".bytes().collect(),
            "a\tb\n1\t2\n3\t\n".encode_utf16().flat_map(u16::to_le_bytes).collect(),
        ],
        words: &[
            ",",
            ";",
            "\t",
            "|",
            "\n",
            "\r\n",
            "\r",
            "\"",
            "\"\"",
            "'",
            "2024-02-30",
            "31/12/24",
            "12:61",
            "1,5",
            "1.234,5",
            "-",
            "NULL",
            "N/A",
            "€3",
            "50%",
            "true",
            "\u{feff}",
            "é",
            "日本",
            "\0",
            "1e999",
            "NaN",
            "inf",
            "#",
            "a,a",
            "=1+1",
        ],
    };
    let reader = Reader::new();
    machine.run(|bytes| reader.read("t.csv", bytes));
}

#[test]
fn a_file_of_json_of_any_bytes_is_a_table_or_refused_in_words() {
    let machine = Machine {
        name: "files of JSON",
        corpus: include_str!("../../../../fuzz/corpora/json.txt"),
        seeds: Vec::new(),
        words: &[
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"a\"",
            "null",
            "true",
            "1",
            "-0",
            "1e400",
            "\"\\ud800\"",
            "{\"a\":1}",
            "[[[[",
            "\n",
            "\"2024-01-01\"",
            "{\"a\":{\"b\":[1]}}",
            "\"\"",
            "\\",
            "\u{feff}",
            "é",
        ],
    };
    let reader = Reader::new();
    machine.run(|bytes| reader.read("t.json", bytes));
}

/// Bytes within the parts of a real workbook, packed again, so that they get past the packing.
#[test]
fn a_workbook_with_any_sheet_inside_is_a_table_or_refused_in_words() {
    let machine = Machine {
        name: "workbooks",
        corpus: include_str!("../../../../fuzz/corpora/sheets.txt"),
        seeds: Vec::new(),
        words: &[
            "<row r=\"1\">",
            "</row>",
            "<c r=\"A1\" t=\"s\"><v>0</v></c>",
            "<c r=\"XFD1048576\"><v>1</v></c>",
            "<c r=\"A0\">",
            "t=\"inlineStr\"",
            "<is><t>x</t></is>",
            "t=\"e\"",
            "t=\"b\"",
            "t=\"d\"",
            "<v>45000.5</v>",
            "<v>-1</v>",
            "<v>1e300</v>",
            "<v>99999999</v>",
            "<f>1+1</f>",
            "<mergeCell ref=\"A1:B2\"/>",
            "<dimension ref=\"A1:ZZZ999\"/>",
            "&#0;",
            "&lt;",
            "<",
            ">",
            "\"",
            "s=\"1\"",
            "s=\"99\"",
        ],
    };
    let reader = Reader::new();
    machine.run(|bytes| reader.read("t.xlsx", &packed(bytes)));
}

/// The sheet between the brackets is the machine's; the rest is the least that a workbook needs.
fn packed(sheet: &[u8]) -> Vec<u8> {
    let parts: [(&str, Vec<u8>); 5] = [
        (
            "[Content_Types].xml",
            br#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>"#.to_vec(),
        ),
        (
            "_rels/.rels",
            br#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#.to_vec(),
        ),
        (
            "xl/workbook.xml",
            br#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>"#.to_vec(),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            br#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#.to_vec(),
        ),
        (
            "xl/worksheets/sheet1.xml",
            [
                br#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">"#.as_slice(),
                sheet,
                b"</worksheet>",
            ]
            .concat(),
        ),
    ];
    stored(&parts)
}

/// A ZIP file without compression.
fn stored(parts: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let (mut bytes, mut list) = (Vec::new(), Vec::new());
    for (name, body) in parts {
        let mut crc = flate2::Crc::new();
        crc.update(body);
        let size = u32::try_from(body.len()).unwrap().to_le_bytes();
        let length = u16::try_from(name.len()).unwrap().to_le_bytes();
        let same = [
            &[20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0][..],
            &crc.sum().to_le_bytes(),
            &size,
            &size,
            &length,
            &[0, 0],
        ]
        .concat();
        let at = u32::try_from(bytes.len()).unwrap().to_le_bytes();
        list.extend([b"PK\x01\x02\x14\0".as_slice(), &same, &[0; 10], &at, name.as_bytes()].concat());
        bytes.extend([b"PK\x03\x04".as_slice(), &same, name.as_bytes(), body].concat());
    }
    let count = u16::try_from(parts.len()).unwrap().to_le_bytes();
    let (from, size) = (u32::try_from(bytes.len()).unwrap(), u32::try_from(list.len()).unwrap());
    bytes.extend(list);
    let end = [
        b"PK\x05\x06\0\0\0\0".as_slice(),
        &count,
        &count,
        &size.to_le_bytes(),
        &from.to_le_bytes(),
        &[0, 0],
    ];
    bytes.extend(end.concat());
    bytes
}

/// The workbook is one, so that what the machine makes is read at all.
#[test]
fn the_machines_workbook_is_read() {
    let sheet = br#"<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row><row r="2"><c r="A2"><v>3</v></c></row></sheetData>"#;
    let read = Reader::new().read("t.xlsx", &packed(sheet));
    assert!(read.parse::<usize>().is_ok(), "{read}");
}
