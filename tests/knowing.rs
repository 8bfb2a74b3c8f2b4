//! Getting to know a database from its first byte to what is kept of it, with the real drivers, disk and model.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use askwell_cli::world;
use askwell_contract::ports::{Cancel, Embedder};
use askwell_contract::ProblemCode;
use askwell_engine::prepare::render::{render, Form, Subset};
use askwell_engine::prepare::{context, examples, prepare, Knowledge};
use askwell_io::create::create_sqlite;

/// Columns that are called otherwise than the questions below say.
const CLINIC: &str = "
    CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, full_name TEXT, monthly_pay REAL, hired_on TEXT, phone TEXT);
    CREATE TABLE patients (patient_id INTEGER PRIMARY KEY, full_name TEXT, born_on TEXT, country TEXT, weight_kg REAL);
    CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, patient_id INTEGER REFERENCES patients(patient_id),
      staff_id INTEGER REFERENCES staff(staff_id), seen_on TEXT, complaint TEXT, price REAL, minutes INTEGER);";

fn sqlite(path: &Path, sql: &str) -> String {
    create_sqlite(path, &mut std::iter::once(sql.to_owned())).unwrap();
    format!("sqlite:{}", path.display())
}

/// As a host does it; whether it was known from before.
async fn known(workspace: &Path, url: &str) -> (Arc<Knowledge>, bool, Option<Arc<dyn Embedder>>) {
    let world = world::world(Some(workspace.to_owned())).unwrap();
    let database = world.connector.open_address(url).await.unwrap();
    let (knowledge, cached) = prepare(database, url, &world, &Cancel::new(), &|_| {}).await.unwrap();
    // Vectors are made in the background.
    while world.embedder.is_some() && !knowledge.search.has_vectors() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    (knowledge, cached, world.embedder)
}

/// Every file below a folder, by its path in it.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut out = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // What programs hold while they have the workspace open is empty.
            let held = path.file_name().is_some_and(|name| name == ".open");
            if path.is_dir() {
                folders.push(path);
            } else if !held {
                let name = path.strip_prefix(dir).unwrap().display().to_string();
                out.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    out
}

#[tokio::test(flavor = "multi_thread")]
async fn a_small_database_is_known_whole_and_the_same_way_twice() {
    let dir = tempfile::tempdir().unwrap();
    let source = &examples::SOURCES[0];
    let url = sqlite(&dir.path().join("small.sqlite"), source.schema());
    let first = dir.path().join("first");
    let (knowledge, cached, embedder) = known(&first, &url).await;
    assert!(!cached);
    assert_eq!(knowledge.profiles.len(), knowledge.catalog.tables.len());
    assert!(knowledge.unread.is_empty() && knowledge.pending.is_empty());
    for (table, words) in knowledge.catalog.tables.iter().zip(&knowledge.described.tables) {
        assert_eq!(table.columns.len(), words.columns.len());
        assert!(words
            .columns
            .iter()
            .all(|c| !c.words.short.is_empty() && !c.words.long.is_empty()));
    }
    for form in [Form::Ddl, Form::Markdown, Form::Mschema] {
        let text = render(&knowledge, form, &Subset::all(&knowledge.catalog));
        assert!(
            knowledge.catalog.tables.iter().all(|t| text.contains(&t.name)),
            "{text}"
        );
    }
    assert!(!knowledge.values.is_empty());
    let question = &source.examples()[0].question;
    let asked = context::Asked {
        question,
        vector: None,
        skeleton: None,
    };
    let given = context::context(&knowledge, asked, &[], Vec::new()).unwrap();
    assert!(!given.fields.is_empty() && !given.examples.is_empty());

    let kept = files(&first);
    let rooms: BTreeSet<&str> = kept.keys().filter_map(|k| k.split(['/', '\\']).next()).collect();
    let with_model: &[&str] = if embedder.is_some() { &["names", "vectors"] } else { &[] };
    assert_eq!(rooms, with_model.iter().copied().chain(["knowledge"]).collect());
    assert!(kept.values().all(|bytes| !bytes.is_empty()));

    let (again, cached, _) = known(&first, &url).await;
    assert!(cached, "nothing is read twice");
    assert_eq!(again.profiles, knowledge.profiles);
    assert!(files(&first) == kept, "nothing is written twice");
    let second = dir.path().join("second");
    known(&second, &url).await;
    assert!(files(&second) == kept, "another workspace gets the same bytes");
}

#[tokio::test]
async fn a_database_that_is_not_there_is_said_to_be_missing() {
    let dir = tempfile::tempdir().unwrap();
    let world = world::world(Some(dir.path().join("workspace"))).unwrap();
    let url = format!("sqlite:{}", dir.path().join("gone.sqlite").display());
    let problem = world.connector.open_address(&url).await.err().unwrap();
    assert_eq!(problem.code, ProblemCode::NotFound);
    assert!(problem.hint.is_some(), "{problem:?}");
}

/// With the native files of `make setup`.
#[tokio::test(flavor = "multi_thread")]
async fn questions_in_other_words_than_the_names_find_their_column() {
    let dir = tempfile::tempdir().unwrap();
    let url = sqlite(&dir.path().join("clinic.sqlite"), CLINIC);
    let (knowledge, _, embedder) = known(&dir.path().join("workspace"), &url).await;
    let Some(embedder) = embedder else {
        eprintln!("Skipped: the model's files are not in src-tauri/native; `make setup` brings them.");
        return;
    };
    let found = |question: &str, meant: bool| -> Vec<String> {
        let vectors = embedder.embed(&[question.to_owned()]).unwrap();
        let vector = meant.then_some(vectors[0].as_slice());
        let hits = knowledge
            .search
            .search(&knowledge.catalog, &knowledge.graph, question, vector, &[], 3);
        let name = |table: usize, column: usize| {
            let table = &knowledge.catalog.tables[table];
            format!("{}.{}", table.name, table.columns[column].name)
        };
        hits.iter().map(|h| name(h.table, h.column)).collect()
    };
    let mut by_meaning_alone = 0;
    for (question, column) in [
        ("Which employees earn the most?", "staff.monthly_pay"),
        ("How heavy are they?", "patients.weight_kg"),
        ("How can I call somebody?", "staff.phone"),
        ("Which nation does everybody come from?", "patients.country"),
        ("What illness brought people here?", "visits.complaint"),
        ("How long did the appointments take?", "visits.minutes"),
        ("Which ailments do they suffer from?", "visits.complaint"),
        ("How obese is each one?", "patients.weight_kg"),
        ("Whose wages are lowest?", "staff.monthly_pay"),
    ] {
        let meant = found(question, true);
        assert!(meant.contains(&column.to_owned()), "{question}: {meant:?}");
        by_meaning_alone += usize::from(!found(question, false).contains(&column.to_owned()));
    }
    // Names, synonyms and slips bring many; of illness and of being obese no word of theirs says anything.
    assert_eq!(by_meaning_alone, 3);
}
