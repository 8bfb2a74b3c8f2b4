//! Names and kinds of things by what they mean: `staff` is near `employee`, though no letter says so.
//!
//! In: the names' words, the texts of columns that have few, and an embedder. Out: for the vector of a word, the fields
//! whose names are nearest, and the stored texts. Vectors are kept in the workspace by the texts they are of, so that a
//! change of data costs nothing. Deliberately absent: descriptions, and any word of a question.

use std::collections::BTreeMap;

use askwell_contract::ports::{Embedder, Workspace};
use askwell_contract::profile::{ColumnProfile, TableProfile};
use askwell_contract::{Cell, Result};

use super::fields::FieldIndex;
use super::sealed::{self, Writer};

/// Numbers a vector (all-MiniLM-L6-v2).
pub const WIDTH: usize = 384;
/// More names are not compared: their vectors take the embedder about four seconds a thousand (measured on 2 cores).
const NAMES: usize = 20_000;
const ROOM: &str = "names";
/// Raised whenever the meaning of the bytes changes.
const FORMAT: u32 = 2;

/// A column of more different texts than this keeps names, not kinds.
const KINDS: u64 = 30;
/// Texts of a database whose vectors are made, those of the columns with the fewest first.
const TEXTS: usize = 600;
/// Longer texts are sentences.
const LONGEST: usize = 40;

#[derive(Debug, Default)]
pub struct Near {
    names: Vectors,
    values: Vectors,
    stored: Vec<Stored>,
}

/// A text of a column that has few.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    pub table: String,
    pub column: String,
    pub value: String,
    pub rows: u64,
}

impl Near {
    /// From the workspace where the same texts were met before. Blocking, and slow where they were not.
    pub fn build(
        index: &FieldIndex,
        profiles: &[TableProfile],
        embedder: &dyn Embedder,
        workspace: &dyn Workspace,
    ) -> Result<Self> {
        let stored = stored(profiles);
        let words: Vec<String> = stored.iter().map(|s| plain(&s.value)).collect();
        Ok(Self {
            names: Vectors::build(index.fields.iter().map(|f| f.words.as_str()), embedder, workspace)?,
            values: Vectors::build(words.iter().map(String::as_str), embedder, workspace)?,
            stored,
        })
    }

    /// Fields by the cosine of their name to `word`, nearest first, those below `least` left out.
    pub fn find(&self, word: &[f32], least: f64) -> Vec<(usize, f64)> {
        self.names.find(word, least)
    }

    /// Stored texts in the same way.
    pub fn values(&self, word: &[f32], least: f64) -> Vec<(&Stored, f64)> {
        let found = self.values.find(word, least).into_iter();
        found
            .filter_map(|(at, cosine)| Some((self.stored.get(at)?, cosine)))
            .collect()
    }
}

/// Words, as an embedder takes them.
fn plain(text: &str) -> String {
    text.replace(['_', '-', '/'], " ").to_lowercase()
}

fn stored(profiles: &[TableProfile]) -> Vec<Stored> {
    let kinds = |c: &&ColumnProfile| (1..=KINDS).contains(&c.distinct) && !c.unique;
    let mut columns: Vec<&ColumnProfile> = profiles.iter().flat_map(|t| &t.columns).filter(kinds).collect();
    columns.sort_by_key(|c| c.distinct);
    let texts = columns.into_iter().flat_map(|c| {
        c.top.iter().filter_map(move |v| match &v.value {
            // Two letters are a code, and numbers mean nothing.
            Cell::Text(text) if says(text) => Some(Stored {
                table: c.table.clone(),
                column: c.column.clone(),
                value: text.clone(),
                rows: v.rows,
            }),
            _ => None,
        })
    });
    texts.take(TEXTS).collect()
}

fn says(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    letters > 2 && text.chars().count() <= LONGEST && letters * 2 > text.chars().count()
}

#[derive(Debug, Default)]
struct Vectors {
    /// One a different text, rounded to a signed byte a number.
    vectors: Vec<[i8; WIDTH]>,
    /// Places among the texts given of those that are the same.
    places: Vec<Vec<usize>>,
}

impl Vectors {
    fn build<'t>(
        texts: impl Iterator<Item = &'t str>,
        embedder: &dyn Embedder,
        workspace: &dyn Workspace,
    ) -> Result<Self> {
        let mut names: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, text) in texts.enumerate() {
            names.entry(text).or_default().push(at);
        }
        names.remove("");
        if names.is_empty() || names.len() > NAMES {
            return Ok(Self::default());
        }
        let texts: Vec<String> = names.keys().map(|name| (*name).to_owned()).collect();
        let key = format!("{:016x}.vectors", sealed::sum(texts.join("\n").as_bytes()));
        let kept = workspace.load(ROOM, &key).ok().flatten();
        let vectors = match kept.and_then(|bytes| read(&bytes, texts.len())) {
            Some(vectors) => vectors,
            None => {
                let vectors: Vec<[i8; WIDTH]> = embedder.embed(&texts)?.iter().map(|v| rounded(v)).collect();
                // Vectors that cannot be kept are made again next time.
                let _ = workspace.save(ROOM, &key, &written(&vectors));
                vectors
            }
        };
        Ok(Self {
            vectors,
            places: names.into_values().collect(),
        })
    }

    fn find(&self, word: &[f32], least: f64) -> Vec<(usize, f64)> {
        let mut found: Vec<(f64, &Vec<usize>)> = self
            .vectors
            .iter()
            .map(|vector| cosine(vector, word))
            .zip(&self.places)
            .filter(|(cosine, _)| *cosine >= least)
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        found
            .into_iter()
            .flat_map(|(cosine, places)| places.iter().map(move |place| (*place, cosine)))
            .collect()
    }
}

fn rounded(vector: &[f32]) -> [i8; WIDTH] {
    let mut out = [0; WIDTH];
    for (o, v) in out.iter_mut().zip(vector) {
        *o = (v * 127.0).round() as i8;
    }
    out
}

/// `word` has length 1; the rounded vector nearly.
fn cosine(vector: &[i8; WIDTH], word: &[f32]) -> f64 {
    let (mut dot, mut length) = (0.0f32, 0.0f32);
    for (v, w) in vector.iter().zip(word) {
        let v = f32::from(*v);
        dot += v * w;
        length += v * v;
    }
    if length == 0.0 {
        return 0.0;
    }
    f64::from(dot / length.sqrt())
}

fn written(vectors: &[[i8; WIDTH]]) -> Vec<u8> {
    let mut file = Writer::default();
    let body: Vec<u8> = vectors.iter().flatten().map(|v| v.to_le_bytes()[0]).collect();
    file.bytes(&body);
    file.seal(FORMAT)
}

/// `None`: of another format, torn, or of other names.
fn read(bytes: &[u8], names: usize) -> Option<Vec<[i8; WIDTH]>> {
    let body = sealed::open(FORMAT, bytes)?.bytes()?;
    let vector = |chunk: &[u8]| {
        let mut vector = [0; WIDTH];
        for (v, b) in vector.iter_mut().zip(chunk) {
            *v = i8::from_le_bytes([*b]);
        }
        vector
    };
    (body.len() == names * WIDTH).then(|| body.chunks_exact(WIDTH).map(vector).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use askwell_contract::profile::ValueCount;

    use super::*;
    use crate::prepare::fake::{catalog, profile, table, Memory};

    /// Each text is a direction of its own, except that `staff` lies beside `employee`.
    #[derive(Default)]
    struct Directions(AtomicUsize);

    impl Embedder for Directions {
        fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
            self.0.fetch_add(texts.len(), Ordering::SeqCst);
            Ok(texts.iter().map(|text| direction(text)).collect())
        }
    }

    fn direction(text: &str) -> Vec<f32> {
        let mut vector = vec![0.0; WIDTH];
        if text == "staff" {
            (vector[0], vector[1]) = (0.8, 0.6);
        } else {
            let at = ["employee", "salary", "first name"].iter().position(|t| *t == text);
            vector[at.unwrap_or(WIDTH - 1)] = 1.0;
        }
        vector
    }

    fn index() -> FieldIndex {
        FieldIndex::build(&catalog(vec![
            table("employee", &["id int", "employee_first_name text", "salary real"]),
            table("payment", &["salary real"]),
        ]))
    }

    #[test]
    fn a_word_finds_the_fields_that_mean_nearly_the_same() {
        let (index, embedder, memory) = (index(), Directions::default(), Memory::default());
        let near = Near::build(&index, &[], &embedder, &memory).unwrap();
        let found = near.find(&direction("staff"), 0.5);
        let names: Vec<(usize, Option<usize>)> = found
            .iter()
            .map(|(at, _)| (index.fields[*at].table, index.fields[*at].column))
            .collect();
        // The table, then both columns that are called `salary`.
        assert_eq!(names, [(0, None), (0, Some(2)), (1, Some(0))]);
        assert!(
            (found[0].1 - 0.8).abs() < 0.01 && (found[1].1 - 0.6).abs() < 0.01,
            "{found:?}"
        );
        assert_eq!(near.find(&direction("staff"), 0.7).len(), 1);
    }

    #[test]
    fn a_word_finds_the_stored_texts_that_mean_nearly_the_same() {
        let count = |value: &str| ValueCount {
            value: Cell::Text(value.into()),
            rows: 7,
        };
        let kinds = ColumnProfile {
            top: vec![count("Employee"), count("XS"), count("12-31")],
            ..profile("payment", "payee", 100, 3)
        };
        let names = ColumnProfile {
            top: vec![count("employee")],
            ..profile("payment", "note", 100, 90)
        };
        let profiles = [TableProfile {
            table: "payment".into(),
            rows: 100,
            read: 100,
            columns: vec![kinds, names],
            grain: String::new(),
            freshness: None,
        }];
        let (index, embedder, memory) = (index(), Directions::default(), Memory::default());
        let near = Near::build(&index, &profiles, &embedder, &memory).unwrap();
        let staff = direction("staff");
        let found = near.values(&staff, 0.5);
        // A code and a date say nothing, and a column of many texts keeps names.
        let texts: Vec<(&str, &str)> = found.iter().map(|(s, _)| (&*s.column, &*s.value)).collect();
        assert_eq!(texts, [("payee", "Employee")]);
        assert_eq!(near.values(&direction("salary"), 0.5), []);
    }

    #[test]
    fn names_met_before_are_not_embedded_again_unless_the_file_is_torn() {
        let (index, embedder, memory) = (index(), Directions::default(), Memory::default());
        Near::build(&index, &[], &embedder, &memory).unwrap();
        let once = embedder.0.load(Ordering::SeqCst);
        assert!(once > 0);
        let again = Near::build(&index, &[], &embedder, &memory).unwrap();
        assert_eq!(embedder.0.load(Ordering::SeqCst), once);
        assert_eq!(again.find(&direction("salary"), 0.9).len(), 2);
        let key = memory.list(ROOM).unwrap().remove(0);
        let mut bytes = memory.load(ROOM, &key).unwrap().unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        memory.save(ROOM, &key, &bytes).unwrap();
        Near::build(&index, &[], &embedder, &memory).unwrap();
        assert_eq!(embedder.0.load(Ordering::SeqCst), 2 * once);
    }
}
