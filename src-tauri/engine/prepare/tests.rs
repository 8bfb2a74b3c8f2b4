#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::sync::Mutex;

use askwell_contract::{ProblemCode, TableKind};

use super::fake::{catalog, counted, refer, row, table, world, Fake, Memory};
use super::*;
use crate::scripted::Ticking;

const URL: &str = "sqlite:/tmp/shop.db";

fn shop() -> Fake {
    let mut broken = table("broken_view", &["x int"]);
    broken.kind = TableKind::View;
    let mut fake = Fake::new(catalog(vec![broken]))
        .with(
            table("customers", &["id int", "name text"]),
            vec![row(&["1", "Ada"]), row(&["2", "Bo"])],
        )
        .with(
            table("orders", &["id int", "customer_id int"]),
            vec![row(&["1", "2"]), row(&["2", "2"])],
        );
    refer(&mut fake.catalog, "broken_view.x", "customers.id");
    fake
}

async fn get(fake: &Arc<Fake>, memory: &Arc<Memory>) -> (Arc<Knowledge>, bool) {
    let database: Arc<dyn Database> = fake.clone();
    prepare(database, URL, &world(memory.clone()), &Cancel::new(), &|_| {})
        .await
        .unwrap()
}

#[tokio::test]
async fn a_database_is_known_after_preparing() {
    let (knowledge, cached) = get(&Arc::new(shop()), &Arc::default()).await;
    assert!(!cached);
    assert_eq!(knowledge.fingerprint, "1");
    assert_eq!(knowledge.table("Customers").unwrap().rows, 2);
    assert_eq!(knowledge.profile("customers", "NAME").unwrap().distinct, 2);
    assert_eq!(knowledge.profile("customers", "age"), None);
    assert_eq!(knowledge.values.lookup("ada", 1)[0].value, "Ada");
    assert!(knowledge.graph.path("orders", "customers").is_some());
    let keys = &knowledge.catalog.table("orders").unwrap().foreign_keys;
    assert_eq!(keys.len(), 1, "the inferred key is in the catalog");
}

#[tokio::test]
async fn a_view_that_fails_is_left_out_and_said_so() {
    let (knowledge, _) = get(&Arc::new(shop()), &Arc::default()).await;
    assert_eq!(
        knowledge.unread.iter().map(|u| u.table.as_str()).collect::<Vec<_>>(),
        ["broken_view"]
    );
    assert!(knowledge.table("broken_view").is_none());
    assert!(knowledge.catalog.table("broken_view").is_some());
}

#[tokio::test]
async fn a_second_time_comes_from_the_workspace() {
    let (fake, memory) = (Arc::new(shop()), Arc::default());
    let (first, _) = get(&fake, &memory).await;
    let asked = fake.asked().len();
    let (second, cached) = get(&fake, &memory).await;
    assert!(cached);
    assert_eq!(fake.asked().len(), asked, "nothing was read again");
    assert_eq!(
        (&first.catalog, &first.profiles, &first.unread),
        (&second.catalog, &second.profiles, &second.unread)
    );
    assert_eq!(first.graph.edges, second.graph.edges);
    assert_eq!(first.values.lookup("ada", 5), second.values.lookup("ada", 5));
}

#[tokio::test]
async fn a_changed_database_is_read_again_and_the_old_state_forgotten() {
    let memory = Arc::default();
    get(&Arc::new(shop()), &memory).await;
    let changed = Fake {
        fingerprint: "2".into(),
        ..shop()
    };
    let (knowledge, cached) = get(&Arc::new(changed), &memory).await;
    assert!(!cached);
    assert_eq!(knowledge.fingerprint, "2");
    assert_eq!(memory.files.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_torn_or_strange_file_is_rebuilt() {
    let memory: Arc<Memory> = Arc::default();
    get(&Arc::new(shop()), &memory).await;
    let whole = memory.files.lock().unwrap().values().next().unwrap().clone();
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let damaged: [Vec<u8>; 6] = [
        whole[..whole.len() / 2].to_vec(),
        whole[..whole.len() - 1].to_vec(),
        b"{}".to_vec(),
        Vec::new(),
        String::from_utf8(whole.clone())
            .unwrap()
            .replacen(&format!(" {} ", super::store::FORMAT), " 99 ", 1)
            .into_bytes(),
        // A digit within a figure: still JSON, and wrong.
        flipped(whole.windows(8).position(|w| w == b"\"rows\":2").unwrap() + 7),
    ];
    for bytes in damaged {
        for file in memory.files.lock().unwrap().values_mut() {
            file.clone_from(&bytes);
        }
        assert!(!get(&Arc::new(shop()), &memory).await.1);
        assert_eq!(*memory.files.lock().unwrap().values().next().unwrap(), whole);
    }
}

#[tokio::test]
async fn progress_is_told_table_by_table() {
    let told: Mutex<Vec<(String, u32, u32)>> = Mutex::default();
    let database: Arc<dyn Database> = Arc::new(shop());
    let tell = |p: Progress| told.lock().unwrap().push((p.table, p.done, p.of));
    prepare(database, URL, &world(Arc::default()), &Cancel::new(), &tell)
        .await
        .unwrap();
    let told = told.into_inner().unwrap();
    let done: Vec<u32> = told.iter().map(|t| t.1).collect();
    assert!(
        done.is_sorted() && done.contains(&1) && done.last() == Some(&3),
        "{done:?}"
    );
    assert!(told.iter().all(|t| t.2 == 3));
}

#[tokio::test]
async fn a_stop_leaves_nothing_behind() {
    let (stop, memory) = (Cancel::new(), Arc::<Memory>::default());
    let fake = Fake {
        trap: Some(stop.clone()),
        ..shop()
    };
    let got = prepare(Arc::new(fake), URL, &world(memory.clone()), &stop, &|_| {}).await;
    assert_eq!(got.err().unwrap().code, ProblemCode::Cancelled);
    assert!(memory.files.lock().unwrap().is_empty());
}

/// Ends a preparing once a table is done, as a kill would: its future is dropped, and nothing is tidied up.
async fn killed(fake: &Arc<Fake>, memory: &Arc<Memory>) {
    let (cut, clock) = (Cancel::new(), Arc::<Ticking>::default());
    let database: Arc<dyn Database> = fake.clone();
    let world = World {
        clock: clock.clone(),
        ..world(memory.clone())
    };
    let tell = |p: Progress| {
        // Long enough for what is done to be kept.
        clock.advance(3_000);
        if p.done > 0 {
            cut.cancel();
        }
    };
    let stop = Cancel::new();
    let preparing = prepare(database, URL, &world, &stop, &tell);
    assert!(cut.run_until_cancelled(preparing).await.is_none());
}

fn reads(fake: &Fake, table: &str) -> usize {
    let sql = format!("SELECT * FROM {table}");
    fake.asked().iter().filter(|s| **s == sql).count()
}

#[tokio::test]
async fn a_kill_costs_only_the_tables_that_were_not_done() {
    let memory = Arc::default();
    let mut many = Fake::new(catalog(Vec::new()));
    for i in 0..40 {
        many = many.with(counted(table(&format!("t{i:02}"), &["id int"]), i), vec![row(&["1"])]);
    }
    let many = Arc::new(many);
    killed(&many, &memory).await;
    let before = many.asked().len();
    assert!(before < 40, "{before}");
    // Which of those that are read side by side is done first is for the threads to say.
    let begun: Vec<String> = (0..40)
        .map(|i| format!("t{i:02}"))
        .filter(|t| reads(&many, t) == 1)
        .collect();
    let (knowledge, cached) = get(&many, &memory).await;
    assert!(!cached);
    assert!(
        begun.iter().any(|t| reads(&many, t) == 1),
        "a table that was done is not read again"
    );
    assert_eq!(knowledge.profiles.len(), 40);
    let (whole, _) = get(&many, &Arc::default()).await;
    assert_eq!(knowledge.profiles, whole.profiles, "as if nothing had happened");
    assert_eq!(memory.files.lock().unwrap().len(), 1, "what was kept meanwhile is gone");
}

#[tokio::test]
async fn only_changed_tables_are_read_again_where_the_engine_can_tell() {
    let memory = Arc::default();
    let state = |fingerprint: &str, prints: &[(&str, &str)]| {
        let prints = prints.iter().map(|p| (p.0.to_owned(), p.1.to_owned())).collect();
        Arc::new(Fake {
            fingerprint: fingerprint.into(),
            prints,
            ..shop()
        })
    };
    let first = state("1", &[("customers", "a"), ("orders", "a")]);
    let (before, _) = get(&first, &memory).await;
    let second = state("2", &[("customers", "a"), ("orders", "b")]);
    let (after, cached) = get(&second, &memory).await;
    assert!(!cached);
    assert_eq!((reads(&second, "customers"), reads(&second, "orders")), (0, 1));
    assert_eq!((&before.profiles, &before.catalog), (&after.profiles, &after.catalog));
    // A file tells nothing of its tables.
    let third = state("3", &[]);
    get(&third, &memory).await;
    assert_eq!((reads(&third, "customers"), reads(&third, "orders")), (1, 1));
}

#[tokio::test]
async fn a_table_that_has_another_shape_is_read_again_whatever_the_engine_says() {
    let memory = Arc::default();
    let prints: BTreeMap<String, String> = [("t".to_owned(), "a".to_owned())].into();
    let of = |columns: &[&str], fingerprint: &str| {
        Arc::new(Fake {
            prints: prints.clone(),
            fingerprint: fingerprint.into(),
            ..Fake::new(catalog(Vec::new())).with(table("t", columns), vec![row(&["1", "2"])])
        })
    };
    get(&of(&["a int", "b int"], "1"), &memory).await;
    let renamed = of(&["a int", "c int"], "2");
    get(&renamed, &memory).await;
    assert_eq!(reads(&renamed, "t"), 1);
}

#[tokio::test]
async fn what_is_ready_is_known_while_the_rest_is_read() {
    let under_way: Arc<UnderWay> = Arc::default();
    let seen: Mutex<Vec<(usize, Vec<String>)>> = Mutex::default();
    let tell = |_: Progress| {
        let known = under_way.knowledge().unwrap();
        assert_eq!(known.catalog.tables.len(), 3, "names are known at once");
        seen.lock().unwrap().push((known.profiles.len(), known.pending.clone()));
    };
    let database: Arc<dyn Database> = Arc::new(shop());
    let (knowledge, _) = prepare_under_way(database, URL, &world(Arc::default()), &under_way, &Cancel::new(), &tell)
        .await
        .unwrap();
    let seen = seen.into_inner().unwrap();
    assert_eq!(seen.first().unwrap().1.len(), 3);
    assert_eq!(seen.last().unwrap(), &(2, Vec::new()));
    assert_eq!((knowledge.pending.len(), knowledge.unfinished(&[])), (0, None));
}

#[tokio::test]
async fn what_a_row_is_comes_from_all_tables_together() {
    let (knowledge, _) = get(&Arc::new(shop()), &Arc::default()).await;
    assert_eq!(knowledge.table("customers").unwrap().grain, "one row per customer");
}

#[tokio::test]
async fn a_database_without_tables_is_known_too() {
    let (knowledge, _) = get(&Arc::new(Fake::new(catalog(Vec::new()))), &Arc::default()).await;
    assert!(knowledge.profiles.is_empty() && knowledge.values.is_empty() && knowledge.graph.edges.is_empty());
}

#[tokio::test]
async fn a_full_disk_does_not_hold_up_a_question() {
    struct Full;
    impl askwell_contract::ports::Workspace for Full {
        fn load(&self, _: &str, _: &str) -> Result<Option<Vec<u8>>> {
            Ok(None)
        }
        fn save(&self, _: &str, _: &str, _: &[u8]) -> Result<()> {
            Err(Problem::new(ProblemCode::Denied, "The disk is full."))
        }
        fn append(&self, _: &str, _: &str, _: &[u8]) -> Result<()> {
            Ok(())
        }
        fn list(&self, _: &str) -> Result<Vec<String>> {
            Ok(Vec::new())
        }
        fn remove(&self, _: &str, _: &str) -> Result<()> {
            Ok(())
        }
    }
    let world = World {
        workspace: Arc::new(Full),
        ..world(Arc::default())
    };
    let got = prepare(Arc::new(shop()), URL, &world, &Cancel::new(), &|_| {}).await;
    assert_eq!(got.unwrap().0.profiles.len(), 2);
}
