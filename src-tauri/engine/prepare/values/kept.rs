//! The index of very many values as a file of the workspace, so that a start does not build it again.
//!
//! In: the values. Out: their index, read where it was kept for exactly these values, else built and kept. Small
//! indexes are built faster than read and have no file.

use askwell_contract::ports::Workspace;

use super::bands::Bands;
use super::fuzzy::{Fuzzy, BANDS_FROM};
use super::slips::Slips;
use super::texts::Texts;
use super::triples::Postings;
use super::{ColumnValues, ValueIndex};
use crate::prepare::sealed::{self, Reader, Writer};

const ROOM: &str = "values";
/// Raised whenever folding, triples, sketches or the order of the parts below change.
const FORMAT: u32 = 2;

/// The index of these values, from the file `key` where it holds them.
pub fn kept(workspace: &dyn Workspace, key: &str, columns: Vec<ColumnValues>) -> ValueIndex {
    let count: usize = columns.iter().map(|c| c.values.len()).sum();
    if count < BANDS_FROM {
        return ValueIndex::build(columns);
    }
    let stamp = stamp(&columns);
    if let Some(index) = load(workspace, key, stamp) {
        return index;
    }
    let index = ValueIndex::build(columns);
    // An index that cannot be kept is built again next time.
    let _ = workspace.save(ROOM, key, &index.write(stamp));
    forget(workspace, key);
    index
}

fn load(workspace: &dyn Workspace, key: &str, stamp: u64) -> Option<ValueIndex> {
    let bytes = workspace.load(ROOM, key).ok()??;
    ValueIndex::read(sealed::open(FORMAT, &bytes)?, stamp)
}

/// Indexes of former states of the same database: what stands before the dash names it.
fn forget(workspace: &dyn Workspace, key: &str) {
    let Some((database, _)) = key.split_once('-') else {
        return;
    };
    for old in workspace.list(ROOM).unwrap_or_default() {
        if old != key && old.split_once('-').is_some_and(|(of, _)| of == database) {
            let _ = workspace.remove(ROOM, &old);
        }
    }
}

/// A sum over everything the index is built from.
fn stamp(columns: &[ColumnValues]) -> u64 {
    let mut parts: Vec<u8> = Vec::new();
    for column in columns {
        let name = [&column.table, &column.column].map(|n| sealed::sum(n.as_bytes()));
        let skipped = sealed::sum(column.skipped.as_deref().unwrap_or_default().as_bytes());
        let values = column.values.iter().fold(0u64, |sum, (value, rows)| {
            super::mix(sum ^ sealed::sum(value.as_bytes())).wrapping_add(*rows)
        });
        for number in [name[0], name[1], skipped, values] {
            parts.extend(number.to_le_bytes());
        }
    }
    sealed::sum(&parts)
}

impl ValueIndex {
    fn write(&self, stamp: u64) -> Vec<u8> {
        let mut to = Writer::default();
        to.numbers64([stamp].into_iter());
        let mut names = Texts::default();
        for (table, column) in &self.columns {
            [table, column].into_iter().for_each(|n| names.push(n));
        }
        let mut skipped = Texts::default();
        for (table, column, why) in &self.skipped {
            [table, column, why].into_iter().for_each(|n| skipped.push(n));
        }
        for texts in [&names, &skipped, &self.values, &self.keys] {
            let (letters, ends) = texts.parts();
            to.text(letters);
            to.numbers(ends.iter().copied());
        }
        to.numbers(self.column_of.iter().copied());
        to.numbers(self.first.iter().copied());
        for list in [&self.rows, &self.spelt, &self.squashed, &self.stems] {
            to.numbers64(list.iter().copied());
        }
        let [starts, keys] = self.fuzzy.postings.parts();
        let [hashes, filed] = self.fuzzy.slips.parts();
        for list in [starts, keys, hashes, filed] {
            to.numbers(list.iter().copied());
        }
        for [starts, keys] in self.fuzzy.bands.parts() {
            to.numbers(starts.iter().copied());
            to.numbers(keys.iter().copied());
        }
        to.seal(FORMAT)
    }

    fn read(mut from: Reader<'_>, stamp: u64) -> Option<Self> {
        if from.numbers64()? != [stamp] {
            return None;
        }
        let mut texts = || Texts::of_parts(from.text()?.to_owned(), from.numbers()?);
        let (names, skipped, values, keys) = (texts()?, texts()?, texts()?, texts()?);
        let (column_of, first) = (from.numbers()?, from.numbers()?);
        let (rows, spelt, squashed, stems) = (
            from.numbers64()?,
            from.numbers64()?,
            from.numbers64()?,
            from.numbers64()?,
        );
        let columns = names.len() / 2;
        let fits = column_of.len() == values.len()
            && rows.len() == values.len()
            && first.len() == keys.len()
            && first.is_sorted()
            && first.last().is_none_or(|&f| (f as usize) < values.len())
            && column_of.iter().all(|&c| (c as usize) < columns);
        let filed = |list: &[u64]| list.is_sorted() && list.iter().all(|&e| (e as u32 as usize) < keys.len());
        if !fits || ![&spelt, &squashed, &stems].into_iter().all(|l| filed(l)) {
            return None;
        }
        let postings = Postings::of_parts(from.numbers()?, from.numbers()?)?;
        let slips = Slips::of_parts(from.numbers()?, from.numbers()?, &keys)?;
        let mut tables = Vec::new();
        while !from.is_done() {
            tables.push((from.numbers()?, from.numbers()?));
        }
        let bands = Bands::of_parts(tables, keys.len())?;
        let at = |texts: &Texts, at: usize| texts.get(at).to_owned();
        Some(Self {
            columns: (0..columns)
                .map(|c| (at(&names, 2 * c), at(&names, 2 * c + 1)))
                .collect(),
            values,
            column_of,
            rows,
            keys,
            first,
            spelt,
            squashed,
            stems,
            fuzzy: Fuzzy { postings, bands, slips },
            skipped: (0..skipped.len() / 3)
                .map(|s| (at(&skipped, 3 * s), at(&skipped, 3 * s + 1), at(&skipped, 3 * s + 2)))
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake::Memory;

    fn many() -> Vec<ColumnValues> {
        let syllables = ["bar", "ten", "lo", "mi", "sku", "gra", "vel", "dor", "ish", "un"];
        let name = |i: usize| (0..5).map(|p| syllables[i / 10usize.pow(p) % 10]).collect::<String>();
        let values = (0..BANDS_FROM + 5)
            .map(|i| (format!("{} {}", name(i), name(i * 7)), i as u64))
            .collect();
        let skipped = ColumnValues::new("t", "notes", Vec::new(), false, Some(200.0));
        vec![ColumnValues::new("t", "name", values, true, Some(12.0)), skipped]
    }

    #[test]
    fn a_large_index_is_read_back_as_it_was_and_built_again_when_torn_or_outdated() {
        let workspace = Memory::default();
        let built = kept(&workspace, "a-1", many());
        assert!(!built.fuzzy.bands.is_empty());
        let read = load(&workspace, "a-1", stamp(&many())).unwrap();
        assert_eq!(read, built);
        assert_eq!(read.lookup("bartenlomisku", 5), built.lookup("bartenlomisku", 5));

        let whole = workspace.load(ROOM, "a-1").unwrap().unwrap();
        workspace.save(ROOM, "a-1", &whole[..whole.len() / 2]).unwrap();
        assert!(load(&workspace, "a-1", stamp(&many())).is_none());
        assert_eq!(kept(&workspace, "a-1", many()), built);
        assert_eq!(workspace.load(ROOM, "a-1").unwrap().unwrap(), whole);

        let mut changed = many();
        changed[0].values[0].1 += 1;
        assert!(load(&workspace, "a-1", stamp(&changed)).is_none());
        kept(&workspace, "a-2", changed);
        assert_eq!(workspace.list(ROOM).unwrap(), ["a-2"]);
    }

    #[test]
    fn a_small_index_has_no_file() {
        let workspace = Memory::default();
        let small = vec![ColumnValues::new("t", "c", vec![("x".into(), 1)], true, None)];
        assert_eq!(kept(&workspace, "a-1", small).len(), 1);
        assert!(workspace.list(ROOM).unwrap().is_empty());
    }
}
