//! Other names for the same tables and columns give the same queries with these names, in the same order; and the order in
//! which a database lists its tables changes no query.
//!
//! The names are words that the engine knows nothing of, unlike one another and unlike every other word of the questions:
//! of a name that is nearly "number", or that stands for another, more than its place in the schema is known.

use std::path::Path;

use askwell_engine::words::lexicon::{edits, others};
use askwell_engine::words::names::is_word;
use askwell_engine::words::split_name;

use super::questions::{Chance, ColumnWords, Kind, TableWords, Vocabulary, SHAPES};
use super::schemas::made;
use crate::opened::Opened;

const POOL: &str = "lantern saddle orchard cobbler thimble anvil bramble falcon gravel hamlet juniper lattice mallet ocelot \
    satchel urchin velvet walnut zephyr badger goblet ingot jasper kernel magnet pewter quartet ribbon spindle vessel \
    whistle pebble tunnel canyon cricket pigeon bonnet gherkin chisel turnip parapet cauldron trombone pelican marigold \
    barnacle cormorant dandelion flamingo gondola harpoon icicle javelin kestrel lacquer mandolin nightingale obelisk \
    paddock quagmire rhubarb scaffold tadpole umbrella vineyard wigwam";

/// `⟦0⟧` and so on are the names: tables 0, 5, 9 and 12, and behind each its columns.
const TABLES: [&str; 4] = [
    "CREATE TABLE ⟦0⟧ (⟦0⟧_id INTEGER PRIMARY KEY, ⟦1⟧ TEXT, ⟦2⟧ TEXT, ⟦3⟧ REAL, ⟦4⟧ TEXT);
     INSERT INTO ⟦0⟧ VALUES (1, 'Krelpot', 'duvskor', 10.5, '2021-02-03'), (2, 'Vandrix', 'duvskor', 99, '2022-05-01'),
       (3, 'Moblint', 'hestrup', 42, '2022-11-30'), (4, 'Xarquil', 'hestrup', NULL, '2023-12-24'),
       (5, 'Tolbrune', 'wexmoor', 7, NULL), (6, 'Yimspar', 'duvskor', 12.25, '2024-03-15');",
    "CREATE TABLE ⟦5⟧ (⟦5⟧_id INTEGER PRIMARY KEY, ⟦0⟧_id INTEGER REFERENCES ⟦0⟧(⟦0⟧_id), ⟦6⟧ TEXT, ⟦7⟧ INTEGER, ⟦8⟧ TEXT);
     INSERT INTO ⟦5⟧ VALUES (1, 1, 'plimsol', 3, '2022-01-01'), (2, 1, 'grandu', 8, '2022-01-09'), (3, 2, 'plimsol', 5, '2023-04-05'),
       (4, 3, 'grandu', 40, '2023-07-08'), (5, 3, 'plimsol', NULL, '2024-02-29'), (6, 3, 'fexbin', 11, '2024-03-01');",
    "CREATE TABLE ⟦9⟧ (⟦9⟧_id INTEGER PRIMARY KEY, ⟦10⟧ TEXT, ⟦11⟧ INTEGER);
     INSERT INTO ⟦9⟧ VALUES (1, 'Quorbis', 20), (2, 'Dremlow', 35), (3, 'Pfantus', 2);",
    "CREATE TABLE ⟦12⟧ (⟦5⟧_id INTEGER REFERENCES ⟦5⟧(⟦5⟧_id), ⟦9⟧_id INTEGER REFERENCES ⟦9⟧(⟦9⟧_id), ⟦13⟧ REAL,
       PRIMARY KEY (⟦5⟧_id, ⟦9⟧_id));
     INSERT INTO ⟦12⟧ VALUES (1, 1, 0.5), (1, 2, 4), (2, 1, 6.5), (4, 3, 10), (5, 3, 1);",
];
const NAMES: usize = 14;
const QUESTIONS: usize = 120;

/// The words of the questions, where a name is its mark.
fn vocabulary() -> Vocabulary {
    let column = |n: usize, kind: Kind, values: &[&str]| ColumnWords {
        name: mark(n),
        kind,
        values: values.iter().map(|v| (*v).to_owned()).collect(),
    };
    let table = |n: usize, columns: Vec<ColumnWords>, beside: &[usize]| TableWords {
        name: mark(n),
        columns,
        beside: beside.to_vec(),
    };
    use Kind::{Day, Number, Text};
    Vocabulary {
        tables: vec![
            table(
                0,
                vec![
                    column(1, Text, &["Krelpot", "Vandrix", "Yimspar"]),
                    column(2, Text, &["duvskor", "hestrup"]),
                    column(3, Number, &[]),
                    column(4, Day, &[]),
                ],
                &[1],
            ),
            table(
                5,
                vec![
                    column(6, Text, &["plimsol", "grandu", "fexbin"]),
                    column(7, Number, &[]),
                    column(8, Day, &[]),
                ],
                &[0, 2],
            ),
            table(
                9,
                vec![column(10, Text, &["Quorbis", "Dremlow"]), column(11, Number, &[])],
                &[1],
            ),
            table(12, vec![column(13, Number, &[])], &[1, 2]),
        ],
    }
}

fn mark(n: usize) -> String {
    format!("⟦{n}⟧")
}

/// Words of the pool that are like no other word, in an order of chance.
fn names(chance: &mut Chance) -> Vec<&'static str> {
    let plain: Vec<String> = SHAPES
        .iter()
        .flat_map(|s| s.split(|c: char| !c.is_alphabetic()))
        .map(str::to_lowercase)
        .collect();
    let mut pool: Vec<&str> = POOL.split_whitespace().collect();
    let mut out: Vec<&'static str> = Vec::new();
    while out.len() < NAMES {
        assert!(!pool.is_empty(), "too few words for {NAMES} names");
        let word = pool.swap_remove(chance.below(pool.len()));
        let alike = |w: &str| edits(word, w, 3) < 3 || w.len() > 2 && (w.contains(word) || word.contains(w));
        let unknown = split_name(word) == [word] && !is_word(word) && others(word).is_empty();
        if unknown && !plain.iter().any(|w| alike(w)) && !out.iter().any(|w| alike(w)) {
            out.push(word);
        }
    }
    out
}

fn named(text: &str, names: &[&str]) -> String {
    let put = |text: String, (n, name): (usize, &&str)| text.replace(&mark(n), name);
    names.iter().enumerate().fold(text.to_owned(), put)
}

fn unnamed(text: &str, names: &[&str]) -> String {
    let put = |text: String, (n, name): (usize, &&str)| text.replace(name, &mark(n));
    names.iter().enumerate().fold(text.to_owned(), put)
}

/// The tables in the given order; their rows behind all of them, where every key finds what it refers to.
async fn opened(names: &[&str], tables: &[&str], dir: &Path) -> Opened {
    std::fs::create_dir_all(dir).unwrap();
    let part = |table: &&str, rows: bool| {
        let (make, fill) = table.split_once(';').unwrap();
        if rows {
            fill.to_owned()
        } else {
            format!("{make};")
        }
    };
    let make = tables.iter().map(|t| part(t, false));
    let fill = TABLES.iter().map(|t| part(t, true));
    let script: Vec<String> = make.chain(fill).collect();
    let path = made(&named(&script.join("\n"), names), "sqlite", dir);
    Opened::file(&path, dir).await
}

/// Of every query its statement and its words, names taken out.
async fn told(opened: &Opened, question: &str, names: &[&str]) -> Vec<String> {
    let found = opened.candidates(&named(question, names)).await;
    let both = |c: &askwell_contract::run::Candidate| format!("{}  --  {}", c.sql, c.reading);
    found.iter().map(|c| unnamed(&both(c), names)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_names_give_the_same_queries() {
    let dir = tempfile::tempdir().unwrap();
    let mut chance = Chance::new(11);
    let words = vocabulary();
    let questions: Vec<String> = (0..QUESTIONS).map(|_| words.question(&mut chance)).collect();
    let base = names(&mut chance);
    let first = opened(&base, &TABLES, &dir.path().join("first")).await;
    let (mut wrong, mut written) = (Vec::new(), 0);
    for round in 0..3 {
        let other = names(&mut chance);
        let second = opened(&other, &TABLES, &dir.path().join(format!("other-{round}"))).await;
        for question in &questions {
            let (ours, theirs) = (
                told(&first, question, &base).await,
                told(&second, question, &other).await,
            );
            written += ours.len();
            if ours != theirs {
                let at = ours
                    .iter()
                    .zip(&theirs)
                    .position(|(a, b)| a != b)
                    .unwrap_or(ours.len().min(theirs.len()));
                wrong.push(format!(
                    "{}\n  {}\nat {at} of {} and {}:\n    {:?}\n    {:?}",
                    named(question, &base),
                    named(question, &other),
                    ours.len(),
                    theirs.len(),
                    ours.get(at),
                    theirs.get(at)
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.join("\n"));
    assert!(written > 3 * 3 * QUESTIONS, "{written} queries: this tries too little");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_order_of_the_tables_changes_no_query() {
    let dir = tempfile::tempdir().unwrap();
    let mut chance = Chance::new(12);
    let words = vocabulary();
    let names = names(&mut chance);
    let backwards: Vec<&str> = TABLES.iter().rev().copied().collect();
    let first = opened(&names, &TABLES, &dir.path().join("first")).await;
    let second = opened(&names, &backwards, &dir.path().join("second")).await;
    let listed = |o: &Opened| {
        o.knowledge
            .catalog
            .tables
            .iter()
            .map(|t| t.name.clone())
            .collect::<Vec<_>>()
    };
    assert_ne!(listed(&first), listed(&second), "the catalog sorts its tables");
    let mut wrong = Vec::new();
    for _ in 0..QUESTIONS {
        let question = words.question(&mut chance);
        let (ours, theirs) = (
            told(&first, &question, &names).await,
            told(&second, &question, &names).await,
        );
        if ours.first() != theirs.first() {
            wrong.push(format!(
                "{}\n    {:?}\n    {:?}",
                question,
                ours.first(),
                theirs.first()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.join("\n"));
}
