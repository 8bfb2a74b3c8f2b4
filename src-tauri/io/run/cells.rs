//! Rows as bytes and back. In: rows or strips. Out: the same values, in the same types. Deliberately absent: any trust
//! in the bytes: what was not written here is `None`, never a panic.

use askwell_contract::strip::{Strip, Strips, Texts, Values, Written};
use askwell_contract::{Cell, Row};

/// Lists within lists; deeper than any engine nests.
const DEEPEST: u8 = 64;

pub fn write_rows(to: &mut Vec<u8>, rows: &[Row]) {
    count(to, rows.len());
    count(to, rows.first().map_or(0, Vec::len));
    for cell in rows.iter().flatten() {
        write_cell(to, cell);
    }
}

pub fn read_rows(bytes: &[u8]) -> Option<Vec<Row>> {
    let mut from = Bytes(bytes);
    let (rows, width) = (from.count()?, from.count()?);
    if width == 0 && rows > 0 {
        return None;
    }
    let mut out = Vec::with_capacity(from.room(rows));
    for _ in 0..rows {
        let mut row = Vec::with_capacity(from.room(width));
        for _ in 0..width {
            row.push(from.cell(DEEPEST)?);
        }
        out.push(row);
    }
    from.0.is_empty().then_some(out)
}

pub fn write_strips(to: &mut Vec<u8>, strips: &Strips) {
    count(to, strips.rows);
    count(to, strips.columns.len());
    for Strip { values, nulls } in &strips.columns {
        count(to, nulls.len());
        to.extend(nulls.iter().map(|null| u8::from(*null)));
        match values {
            Values::Ints(ints) => {
                to.push(0);
                count(to, ints.len());
                to.reserve(8 * ints.len());
                ints.iter().for_each(|v| to.extend_from_slice(&v.to_le_bytes()));
            }
            Values::Reals(reals) => {
                to.push(1);
                count(to, reals.len());
                to.reserve(8 * reals.len());
                reals.iter().for_each(|v| to.extend_from_slice(&v.to_le_bytes()));
            }
            Values::Texts(Texts { written, text, ends }) => {
                to.push(2);
                to.push(*written as u8);
                bytes(to, text.as_bytes());
                count(to, ends.len());
                ends.iter().for_each(|end| count(to, *end));
            }
            Values::Cells(cells) => {
                to.push(3);
                count(to, cells.len());
                cells.iter().for_each(|cell| write_cell(to, cell));
            }
        }
    }
}

pub fn read_strips(bytes: &[u8]) -> Option<Strips> {
    let mut from = Bytes(bytes);
    let (rows, width) = (from.count()?, from.count()?);
    let mut columns = Vec::with_capacity(from.room(width));
    for _ in 0..width {
        let nulls = from.count()?;
        let nulls = from.take(nulls)?.iter().map(|null| *null != 0).collect();
        let values = match from.byte()? {
            0 => Values::Ints(from.eights()?.map(i64::from_le_bytes).collect()),
            1 => Values::Reals(from.eights()?.map(f64::from_le_bytes).collect()),
            2 => {
                let written = *WRITTEN.get(usize::from(from.byte()?))?;
                let text = from.text()?;
                let ends = from.count()?;
                let ends = (0..ends).map(|_| from.count()).collect::<Option<_>>()?;
                Values::Texts(Texts { written, text, ends })
            }
            3 => {
                let cells = from.count()?;
                Values::Cells((0..cells).map(|_| from.cell(DEEPEST)).collect::<Option<_>>()?)
            }
            _ => return None,
        };
        if length(&values) != rows {
            return None;
        }
        columns.push(Strip { values, nulls });
    }
    (from.0.is_empty() && (width > 0 || rows == 0)).then_some(Strips { rows, columns })
}

fn length(values: &Values) -> usize {
    match values {
        Values::Ints(v) => v.len(),
        Values::Reals(v) => v.len(),
        Values::Texts(v) => v.ends.len(),
        Values::Cells(v) => v.len(),
    }
}

/// In the order of their numbers.
const WRITTEN: [Written; 7] = [
    Written::Text,
    Written::Decimal,
    Written::Date,
    Written::Time,
    Written::Timestamp,
    Written::Interval,
    Written::Json,
];

fn write_cell(to: &mut Vec<u8>, cell: &Cell) {
    let mut text = |kind: u8, text: &str| {
        to.push(kind);
        bytes(to, text.as_bytes());
    };
    match cell {
        Cell::Null => to.push(0),
        Cell::Bool(v) => to.push(1 + u8::from(*v)),
        Cell::Int(v) => {
            to.push(3);
            to.extend_from_slice(&v.to_le_bytes());
        }
        Cell::Real(v) => {
            to.push(4);
            to.extend_from_slice(&v.to_le_bytes());
        }
        Cell::Text(v) => text(5, v),
        Cell::Decimal(v) => text(6, v),
        Cell::Date(v) => text(7, v),
        Cell::Time(v) => text(8, v),
        Cell::Timestamp(v) => text(9, v),
        Cell::Interval(v) => text(10, v),
        Cell::Json(v) => text(11, v),
        Cell::Blob { size, head } => {
            to.push(12);
            to.extend_from_slice(&size.to_le_bytes());
            bytes(to, head);
        }
        Cell::List(v) => {
            to.push(13);
            count(to, v.len());
            v.iter().for_each(|cell| write_cell(to, cell));
        }
    }
}

fn bytes(to: &mut Vec<u8>, bytes: &[u8]) {
    count(to, bytes.len());
    to.extend_from_slice(bytes);
}

/// What does not fit is longer than a frame, which is refused when it is sent.
fn count(to: &mut Vec<u8>, n: usize) {
    to.extend_from_slice(&u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes());
}

/// What is left to read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(head)
    }
    fn byte(&mut self) -> Option<u8> {
        let (head, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*head)
    }
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }
    fn count(&mut self) -> Option<usize> {
        self.array().map(|n| u32::from_le_bytes(n) as usize)
    }
    fn eights(&mut self) -> Option<impl Iterator<Item = [u8; 8]> + 'a> {
        let n = self.count()?;
        let all = self.take(n.checked_mul(8)?)?;
        Some(all.chunks_exact(8).map(|eight| eight.try_into().unwrap_or_default()))
    }
    fn text(&mut self) -> Option<String> {
        let n = self.count()?;
        std::str::from_utf8(self.take(n)?).ok().map(str::to_owned)
    }
    /// No more room is set aside than bytes are left to fill it.
    fn room(&self, n: usize) -> usize {
        n.min(self.0.len())
    }
    fn cell(&mut self, depth: u8) -> Option<Cell> {
        Some(match self.byte()? {
            0 => Cell::Null,
            1 => Cell::Bool(false),
            2 => Cell::Bool(true),
            3 => Cell::Int(i64::from_le_bytes(self.array()?)),
            4 => Cell::Real(f64::from_le_bytes(self.array()?)),
            5 => Cell::Text(self.text()?),
            6 => Cell::Decimal(self.text()?),
            7 => Cell::Date(self.text()?),
            8 => Cell::Time(self.text()?),
            9 => Cell::Timestamp(self.text()?),
            10 => Cell::Interval(self.text()?),
            11 => Cell::Json(self.text()?),
            12 => {
                let size = u64::from_le_bytes(self.array()?);
                let head = self.count()?;
                Cell::Blob {
                    size,
                    head: self.take(head)?.to_vec(),
                }
            }
            13 => {
                let (n, depth) = (self.count()?, depth.checked_sub(1)?);
                let mut cells = Vec::with_capacity(self.room(n));
                for _ in 0..n {
                    cells.push(self.cell(depth)?);
                }
                Cell::List(cells)
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cell() -> impl Strategy<Value = Cell> {
        let text = || any::<String>();
        let flat = prop_oneof![
            Just(Cell::Null),
            any::<bool>().prop_map(Cell::Bool),
            any::<i64>().prop_map(Cell::Int),
            (-1e300..1e300).prop_map(Cell::Real),
            text().prop_map(Cell::Text),
            text().prop_map(Cell::Decimal),
            text().prop_map(Cell::Date),
            text().prop_map(Cell::Time),
            text().prop_map(Cell::Timestamp),
            text().prop_map(Cell::Interval),
            text().prop_map(Cell::Json),
            (any::<u64>(), any::<[u8; 16]>()).prop_map(|(size, head)| Cell::Blob {
                size,
                head: head.to_vec()
            }),
        ];
        flat.prop_recursive(3, 12, 4, |inner| {
            prop::collection::vec(inner, 0..4).prop_map(Cell::List)
        })
    }

    proptest! {
        #[test]
        fn rows_come_out_as_they_went_in(rows in (1usize..5).prop_flat_map(|w| prop::collection::vec(prop::collection::vec(cell(), w), 0..8))) {
            let mut bytes = Vec::new();
            write_rows(&mut bytes, &rows);
            prop_assert_eq!(read_rows(&bytes), Some(rows));
        }

        #[test]
        fn strips_come_out_as_they_went_in(rows in prop::collection::vec((any::<i64>(), cell(), ".*"), 0..9)) {
            let ints: Vec<i64> = rows.iter().map(|row| row.0).collect();
            let cells = rows.iter().map(|row| row.1.clone()).collect();
            let texts: Vec<&String> = rows.iter().map(|row| &row.2).collect();
            let mut strip = Texts::new(Written::Timestamp, texts.len());
            for text in texts {
                strip.text.push_str(text);
                strip.end();
            }
            let nulls: Vec<bool> = ints.iter().map(|v| v % 2 == 0).collect();
            let reals = ints.iter().map(|v| *v as f64).collect();
            let of = |values, nulls| Strip { values, nulls };
            let strips = Strips {
                rows: rows.len(),
                columns: vec![
                    of(Values::Ints(ints), nulls),
                    of(Values::Reals(reals), vec![]),
                    of(Values::Texts(strip), vec![]),
                    of(Values::Cells(cells), vec![]),
                ],
            };
            let mut bytes = Vec::new();
            write_strips(&mut bytes, &strips);
            prop_assert_eq!(read_strips(&bytes), Some(strips));
        }

        #[test]
        fn other_bytes_are_nothing_and_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = (read_rows(&bytes), read_strips(&bytes));
        }

        #[test]
        fn a_piece_of_a_batch_is_no_batch(rows in prop::collection::vec(prop::collection::vec(cell(), 3), 1..4), at in any::<prop::sample::Index>()) {
            let mut bytes = Vec::new();
            write_rows(&mut bytes, &rows);
            bytes.truncate(at.index(bytes.len()));
            prop_assert_eq!(read_rows(&bytes), None);
        }
    }

    #[test]
    fn a_length_alone_takes_no_memory() {
        let mut bytes = vec![0xff; 8];
        assert_eq!(read_rows(&bytes), None);
        bytes.push(13);
        bytes.extend([0xff; 4]);
        assert_eq!(read_rows(&bytes), None);
    }

    #[test]
    fn a_written_kind_keeps_its_number() {
        for (at, written) in WRITTEN.iter().enumerate() {
            assert_eq!(*written as usize, at);
        }
    }
}
