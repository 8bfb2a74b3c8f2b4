#![allow(clippy::unwrap_used)]

use super::super::describe::describe;
use super::super::told::Told;
use super::*;
use crate::prepare::fake;
use crate::prepare::values::ColumnValues;

/// sales(amount, date, customer_id) and customers(name, country, age), as in seed 000, operation 1b.
fn shop() -> Catalog {
    let mut catalog = fake::catalog(vec![
        fake::table("sales", &["id int", "amount real", "sold_on date", "customer_id int"]),
        fake::table("customers", &["id int", "name text", "country text", "age int"]),
    ]);
    fake::refer(&mut catalog, "sales.customer_id", "customers.id");
    catalog
}

/// What each column is about, along six directions: money, time, person, place, age, key.
fn meaning(text: &str) -> Vec<f32> {
    let about: [&[&str]; 6] = [
        &["amount", "revenue", "money", "earn", "paid"],
        &["sold on", "when", "date", "month"],
        &["name", "who", "person", "people"],
        &["country", "countries", "where", "nation"],
        &["age", "old", "young"],
        &["id"],
    ];
    let text = format!(" {} ", text.to_lowercase());
    let raw: Vec<f32> = about
        .iter()
        .map(|words| words.iter().filter(|w| text.contains(*w)).count() as f32 + 0.01)
        .collect();
    let length = raw.iter().map(|x| x * x).sum::<f32>().sqrt();
    raw.into_iter().map(|x| x / length).collect()
}

fn search(catalog: &Catalog, semantic: bool) -> FieldSearch {
    let search = FieldSearch::build(catalog, texts(catalog, &[], &describe(catalog, &[], &Told::default())));
    if semantic {
        let vectors = search.to_embed().iter().map(|t| meaning(t)).collect();
        search.embedded(Vectors::build(vectors));
    }
    search
}

fn asked(question: &str, semantic: bool, k: usize) -> Vec<String> {
    let catalog = shop();
    let vector = meaning(question);
    let hits = search(&catalog, semantic).search(
        &catalog,
        &JoinGraph::build(&catalog),
        question,
        semantic.then_some(vector.as_slice()),
        &[],
        k,
    );
    let name = |h: &FieldHit| {
        let table = &catalog.tables[h.table];
        format!("{}.{}", table.name, table.columns[h.column].name)
    };
    hits.iter().map(name).collect()
}

#[test]
fn a_question_over_two_tables_finds_columns_of_both_and_the_key_between() {
    let found = asked("How many sales were made per country?", false, 30);
    for column in ["customers.country", "sales.customer_id", "customers.id"] {
        assert!(found.iter().any(|f| f == column), "{column}: {found:?}");
    }
}

#[test]
fn money_and_places_are_found_by_meaning() {
    assert!(asked("What is the total revenue?", true, 3).contains(&"sales.amount".to_owned()));
    assert_eq!(
        asked("Where do our people come from, which nation?", true, 30)[0],
        "customers.country"
    );
    assert_eq!(
        asked("Which countries have customers?", true, 30)[0],
        "customers.country"
    );
    assert_ne!(asked("revenue", true, 3), asked("nation", true, 3));
}

#[test]
fn without_a_model_words_and_slips_are_enough() {
    assert_eq!(asked("contry of customer", false, 30)[0], "customers.country");
    assert_eq!(asked("amount", false, 3)[0], "sales.amount");
}

#[test]
fn no_more_columns_than_asked_for_none_twice_and_best_first() {
    for k in [1, 3, 8, 30] {
        let found = asked("name and country of customers by amount", true, k);
        assert_eq!(found.len(), k.min(8));
        let distinct: BTreeSet<&String> = found.iter().collect();
        assert_eq!(distinct.len(), found.len());
    }
}

#[test]
fn a_column_whose_value_is_named_comes_in() {
    let catalog = shop();
    let hits = search(&catalog, false).search(
        &catalog,
        &JoinGraph::build(&catalog),
        "How many in France?",
        None,
        &[(1, 2)],
        1,
    );
    assert_eq!((hits[0].table, hits[0].column), (1, 2));
}

#[test]
fn one_column_is_a_schema_too() {
    let catalog = fake::catalog(vec![fake::table("t", &["c int"])]);
    let hits = search(&catalog, true).search(
        &catalog,
        &JoinGraph::build(&catalog),
        "c of t",
        Some(&meaning("c of t")),
        &[],
        30,
    );
    assert_eq!(hits.len(), 1);
}

#[test]
fn a_hub_brings_no_more_keys_than_there_are_tables_in_question() {
    let mut tables = vec![fake::table("fact", &["amount real", "k0 int"])];
    for i in 0..40 {
        tables.push(fake::table(&format!("dim{i}x"), &["id int", "label text"]));
        tables[0]
            .columns
            .push(fake::table("t", &[&format!("ref{i} int")]).columns.remove(0));
    }
    let mut catalog = fake::catalog(tables);
    for i in 0..40 {
        fake::refer(&mut catalog, &format!("fact.ref{i}"), &format!("dim{i}x.id"));
    }
    let brought = keys(&catalog, &JoinGraph::build(&catalog), &[0]);
    assert_eq!(brought.len(), 4, "{brought:?}");
    let more = keys(&catalog, &JoinGraph::build(&catalog), &[0, 38, 39]);
    assert!(more.contains(&(38, 0)) && more.contains(&(39, 0)), "{more:?}");
    assert!(more.len() <= 10, "{more:?}");
}

/// Counts what it embeds.
struct Meaning(std::sync::atomic::AtomicUsize);

impl askwell_contract::ports::Embedder for Meaning {
    fn embed(&self, texts: &[String]) -> askwell_contract::Result<Vec<Vec<f32>>> {
        self.0.fetch_add(texts.len(), std::sync::atomic::Ordering::SeqCst);
        Ok(texts.iter().map(|t| meaning(t)).collect())
    }
}

fn meant() -> (Arc<Meaning>, World) {
    let embedder = Arc::new(Meaning(0.into()));
    let world = World {
        embedder: Some(embedder.clone()),
        ..fake::world(Arc::default())
    };
    (embedder, world)
}

#[tokio::test(flavor = "multi_thread")]
async fn descriptions_are_embedded_in_the_background_and_from_the_workspace_the_next_time() {
    let (embedder, world) = meant();
    for _ in 0..2 {
        let values: Vec<ColumnValues> = Vec::new();
        let knowledge = Arc::new(Knowledge::build(shop(), "1".into(), Vec::new(), values));
        embed_in_background(&knowledge, &world, "sqlite:x");
        while !knowledge.search.has_vectors() {
            tokio::task::yield_now().await;
        }
        assert_eq!(embedder.0.load(std::sync::atomic::Ordering::SeqCst), 8);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_shares_the_search_of_a_database_gets_its_vectors() {
    /// Waits until it is told to go on.
    struct Slow(std::sync::Mutex<std::sync::mpsc::Receiver<()>>);
    impl askwell_contract::ports::Embedder for Slow {
        fn embed(&self, texts: &[String]) -> askwell_contract::Result<Vec<Vec<f32>>> {
            let _ = self.0.lock().unwrap().recv();
            Ok(texts.iter().map(|t| meaning(t)).collect())
        }
    }
    let (go_on, waits) = std::sync::mpsc::channel();
    let world = World {
        embedder: Some(Arc::new(Slow(waits.into()))),
        ..fake::world(Arc::default())
    };
    let built = Arc::new(Knowledge::build(
        shop(),
        "1".into(),
        Vec::new(),
        Vec::<ColumnValues>::new(),
    ));
    embed_in_background(&built, &world, "sqlite:x");
    let kept = Arc::new(built.with(Told::default()));
    drop(built);
    go_on.send(()).unwrap();
    let soon = tokio::time::timeout(std::time::Duration::from_secs(20), async {
        while !kept.search.has_vectors() {
            tokio::task::yield_now().await;
        }
    });
    assert!(soon.await.is_ok(), "whoever shares the search has no vectors");
}

#[tokio::test(flavor = "multi_thread")]
async fn words_that_somebody_tells_are_found_by_meaning_too() {
    let (embedder, world) = meant();
    let ready = async |knowledge: &Arc<Knowledge>| {
        embed_in_background(knowledge, &world, "sqlite:x");
        while !knowledge.search.has_vectors() {
            tokio::task::yield_now().await;
        }
    };
    let before = Arc::new(Knowledge::build(
        shop(),
        "1".into(),
        Vec::new(),
        Vec::<ColumnValues>::new(),
    ));
    ready(&before).await;
    let mut told = Told::default();
    let words = askwell_contract::explore::Words {
        short: "How young they are.".into(),
        long: "How young they are.".into(),
    };
    told.say("customers", Some("country"), Some(words));
    let after = Arc::new(before.with(told));
    let first = |knowledge: &Knowledge| {
        let vector = meaning("young");
        let (catalog, graph) = (&knowledge.catalog, &knowledge.graph);
        let hits = knowledge.search.search(catalog, graph, "zzz", Some(&vector), &[], 2);
        hits.iter().any(|h| (h.table, h.column) == (1, 2))
    };
    assert!(!first(&after), "until the new words are embedded, the former serve");
    assert!(!after.search.has_vectors());
    ready(&after).await;
    assert!(first(&after));
    let texts = embedder.0.load(std::sync::atomic::Ordering::SeqCst);
    assert_eq!(texts, 9, "eight columns, and the one that was described anew");
    // What says nothing new is not embedded again.
    assert!(after.with(after.told.clone()).search.has_vectors());
}
