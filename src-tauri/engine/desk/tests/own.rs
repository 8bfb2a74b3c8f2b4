//! What Askwell keeps, as a whole: shown, limited, erased.

use askwell_contract::api::Bounds;
use askwell_contract::connect::{Keep, Keychain, Powers, Secret};
use askwell_contract::ports::{Ran, RowStream, Vault};
use askwell_contract::run::Explain;
use askwell_contract::Catalog;

use super::world::{self, Net, Safe};
use super::*;
use crate::desk::own::ROOMS;

const QUESTION: &str = "How many customers are there?";

fn rooms_of(memory: &Memory) -> Vec<String> {
    let files = memory.files.lock().unwrap();
    let rooms: BTreeSet<String> = files.keys().map(|key| key.0.clone()).collect();
    rooms.into_iter().collect()
}

async fn asked(memory: &Arc<Memory>) -> (Desk, String) {
    let desk = desk_over(memory, vec![]);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let asked = desk.ask(&id, QUESTION, "", None, |_| {}).await.unwrap();
    desk.verify(&asked.header.run, true).unwrap();
    desk.pin(&asked.header.run, true).await.unwrap();
    (desk, id)
}

#[tokio::test]
async fn every_room_that_is_written_is_erased() {
    let memory = Arc::new(Memory::default());
    let (desk, id) = asked(&memory).await;
    let before = rooms_of(&memory);
    assert!(before.len() > 5, "{before:?}");
    for room in &before {
        assert!(ROOMS.contains(&room.as_str()), "{room} would stay");
    }
    let own = desk.own_files().unwrap();
    assert_eq!((own.questions, own.connections), (1, 1));
    assert!(own.bytes > 100, "{own:?}");
    assert_eq!(desk.erase().unwrap(), Vec::<String>::new());
    assert_eq!(rooms_of(&memory), Vec::<String>::new());
    assert_eq!(desk.own_files().unwrap().bytes, 0);
    assert!(desk.history(&id).unwrap().is_empty());
    assert!(desk.connections().unwrap().is_empty());
}

#[tokio::test]
async fn nothing_is_erased_while_a_question_runs() {
    let memory = Arc::new(Memory::default());
    let (desk, id) = asked(&memory).await;
    let (_cancel, under_way) = desk.begin("r1");
    let problem = desk.erase().unwrap_err();
    assert_eq!(problem.code, ProblemCode::Locked);
    assert!(problem.hint.unwrap().contains("Nothing was erased"));
    assert_eq!(desk.history(&id).unwrap().len(), 1);
    drop(under_way);
    desk.erase().unwrap();
    assert!(desk.history(&id).unwrap().is_empty());
}

/// A keychain that gives nothing back.
struct Stuck;

impl Vault for Stuck {
    fn keychain(&self) -> Keychain {
        Keychain {
            available: true,
            says: String::new(),
        }
    }
    fn save(&self, _: &str, _: &Secret) -> Result<()> {
        Ok(())
    }
    fn load(&self, _: &str) -> Result<Option<Secret>> {
        Ok(None)
    }
    fn remove(&self, _: &str) -> Result<()> {
        Err(Problem::new(ProblemCode::Denied, "The keychain is locked."))
    }
    fn seal(&self, _: &Secret, _: &Secret) -> Result<Vec<u8>> {
        Err(Problem::internal("nothing is sealed"))
    }
    fn unseal(&self, _: &[u8], _: &Secret) -> Result<Secret> {
        Err(Problem::internal("nothing is sealed"))
    }
}

#[tokio::test]
async fn passwords_in_the_keychain_are_erased_and_one_that_stays_is_named() {
    let memory = Arc::new(Memory::default());
    let safe = Arc::new(Safe::default());
    let desk = world::desk(&memory, &Arc::new(Net::default()), &safe);
    let opened = desk.connect(super::connecting::request(Keep::Keychain)).await.unwrap();
    assert_eq!(opened.connection.keep, Keep::Keychain);
    let before = memory.files.lock().unwrap().clone();
    assert_eq!(desk.erase().unwrap(), Vec::<String>::new());
    let place = format!("{}.database", opened.connection.id);
    assert!(safe.load(&place).unwrap().is_none());

    *memory.files.lock().unwrap() = before;
    let world = World {
        vault: Arc::new(Stuck),
        ..fake::world(memory.clone())
    };
    let left = Desk::new(world, vec![]).erase().unwrap();
    assert_eq!(
        left,
        [format!(
            "The password of {} is still in the system’s keychain.",
            opened.connection.name
        )]
    );
    assert_eq!(rooms_of(&memory), Vec::<String>::new());
}

/// Notes the limits that it is asked under.
struct Watched {
    shop: Fake,
    seen: Arc<Mutex<Vec<Limits>>>,
}

#[async_trait]
impl Database for Watched {
    fn dialect(&self) -> Dialect {
        self.shop.dialect()
    }
    async fn describe(&self) -> Result<Catalog> {
        self.shop.describe().await
    }
    async fn fingerprint(&self) -> Result<String> {
        self.shop.fingerprint().await
    }
    async fn query(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        self.seen.lock().unwrap().push(limits);
        self.shop.query(sql, limits, cancel).await
    }
    async fn explain(&self, sql: &str, cancel: &Cancel) -> Ran<Explain> {
        self.shop.explain(sql, cancel).await
    }
    async fn powers(&self) -> Result<Powers> {
        self.shop.powers().await
    }
}

struct Watching(Arc<Mutex<Vec<Limits>>>);

#[async_trait]
impl Connector for Watching {
    async fn understand(&self, address: &str) -> Result<Understood> {
        Fakes.understand(address).await
    }
    fn address(&self, place: &Place) -> String {
        Fakes.address(place)
    }
    async fn open(&self, _: &Target, _: &Secrets) -> Result<Arc<dyn Database>> {
        Ok(Arc::new(Watched {
            shop: shop(),
            seen: self.0.clone(),
        }))
    }
    async fn test(&self, _: &Target, _: &Secrets, _: &(dyn Fn(Step) + Send + Sync)) -> bool {
        true
    }
}

#[tokio::test]
async fn a_question_keeps_to_the_limits_that_were_set() {
    let memory = Arc::new(Memory::default());
    let seen = Arc::new(Mutex::new(Vec::new()));
    let world = World {
        connector: Arc::new(Watching(seen.clone())),
        ..fake::world(memory.clone())
    };
    let desk = Desk::new(world, vec![]);
    assert_eq!(
        desk.bounds().unwrap(),
        Bounds {
            seconds: 30,
            rows: 1_000
        }
    );
    for (seconds, rows) in [(0, 1_000), (3_601, 1_000), (30, 9), (30, 50_001)] {
        let refused = desk.save_bounds(Bounds { seconds, rows }).unwrap_err();
        assert_eq!(refused.code, ProblemCode::BadInput, "{seconds} {rows}");
    }
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let asked_under = async |desk: &Desk| {
        seen.lock().unwrap().clear();
        desk.ask(&id, QUESTION, "", None, |_| {}).await.unwrap();
        let rows: BTreeSet<u64> = seen.lock().unwrap().iter().map(|limits| limits.rows).collect();
        rows
    };
    let first = asked_under(&desk).await;
    assert!(first.contains(&1_000) && !first.contains(&77), "{first:?}");
    desk.save_bounds(Bounds { seconds: 90, rows: 77 }).unwrap();
    let then = asked_under(&desk).await;
    assert!(then.contains(&77) && !then.contains(&1_000), "{then:?}");
    assert_eq!(desk.bounds_of_run().await.milliseconds, 90_000);
    // A record that cannot be read is told to the settings, and no reason not to answer.
    memory.save("bounds", "asking", b"?").unwrap();
    assert!(desk.bounds().is_err());
    assert!(asked_under(&desk).await.contains(&1_000));
}
