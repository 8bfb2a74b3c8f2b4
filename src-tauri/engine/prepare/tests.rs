#![allow(clippy::unwrap_used)]

use std::sync::Mutex;

use askwell_contract::{ProblemCode, TableKind};

use super::fake::{catalog, refer, row, table, world, Fake, Memory};
use super::*;

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
    let text = String::from_utf8(whole.clone()).unwrap();
    let damaged: [Vec<u8>; 4] = [
        whole[..whole.len() / 2].to_vec(),
        b"{}".to_vec(),
        Vec::new(),
        text.replacen("\"format\":", "\"format\":99", 1).into_bytes(),
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
    assert_eq!(told.iter().map(|t| t.1).collect::<Vec<_>>(), [0, 1, 2, 3]);
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
