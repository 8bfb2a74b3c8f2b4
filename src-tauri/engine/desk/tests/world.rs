//! A network with one PostgreSQL-like server that wants a password, and a keychain in memory.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use askwell_contract::connect::{Keychain, Place, Powers, Secret, Server, StepKind, StepResult, TlsMode, Understood};
use askwell_contract::ports::{Ran, RowStream, Vault};
use askwell_contract::run::Explain;
use askwell_contract::Catalog;

use super::*;

pub const PASSWORD: &str = "hunter2";

/// Files open for everybody; the server wants [`PASSWORD`].
#[derive(Default)]
pub struct Net {
    opened: AtomicUsize,
    closed: AtomicUsize,
    /// Calls that still work, and then calls that find the connection lost.
    losses: Mutex<(usize, usize)>,
    /// Lines opened up to here no longer work.
    cut: AtomicUsize,
    down: AtomicBool,
}

impl Net {
    pub fn openings(&self) -> usize {
        self.opened.load(Ordering::SeqCst)
    }
    /// Databases that are open right now.
    pub fn open_now(&self) -> usize {
        self.openings() - self.closed.load(Ordering::SeqCst)
    }
    pub fn lose(&self, after: usize, calls: usize) {
        *self.losses.lock().unwrap() = (after, calls);
    }
    /// Breaks every connection there is.
    pub fn cut(&self) {
        self.cut.store(self.openings(), Ordering::SeqCst);
    }
    pub fn take_down(&self, down: bool) {
        self.down.store(down, Ordering::SeqCst);
    }
}

/// The connector over a shared network.
pub struct Wire(pub Arc<Net>);

#[async_trait]
impl Connector for Wire {
    async fn understand(&self, address: &str) -> Result<Understood> {
        let file = |place| Ok(Understood { place, password: None });
        if let Some(path) = address.strip_prefix("sqlite:") {
            return file(Place::Sqlite { path: path.into() });
        }
        if let Some(path) = address.strip_prefix("duckdb:") {
            return file(Place::Duckdb { path: path.into() });
        }
        let rest = address.strip_prefix("postgres://").expect("a postgres address");
        let (login, at) = rest.split_once('@').unwrap();
        let (at, database) = at.split_once('/').unwrap();
        let (host, port) = at.split_once(':').unwrap();
        let (user, password) = match login.split_once(':') {
            Some((user, password)) => (user, Some(Secret::new(password))),
            None => (login, None),
        };
        let server = Server {
            host: host.into(),
            port: port.parse().unwrap(),
            database: database.into(),
            user: user.into(),
            tls: TlsMode::Prefer,
            authorities: None,
            schema: None,
        };
        Ok(Understood {
            place: Place::Postgres(server),
            password,
        })
    }
    fn address(&self, place: &Place) -> String {
        match place {
            Place::Sqlite { path } => format!("sqlite:{path}"),
            Place::Duckdb { path } => format!("duckdb:{path}"),
            Place::Files { paths } => format!("files:{}", paths.join(";")),
            Place::Postgres(s) => format!("postgres://{}@{}:{}/{}", s.user, s.host, s.port, s.database),
        }
    }
    async fn open(&self, target: &Target, secrets: &Secrets) -> Result<Arc<dyn Database>> {
        if self.0.down.load(Ordering::SeqCst) {
            return Err(Problem::new(ProblemCode::NotFound, "Nothing answers at db.example.").hint("Check the VPN."));
        }
        if matches!(target.place, Place::Postgres(_)) {
            match &secrets.database {
                None => {
                    return Err(Problem::new(
                        ProblemCode::NeedsSecret,
                        "The server asks for a password.",
                    ))
                }
                Some(secret) if secret.expose() != PASSWORD => {
                    return Err(Problem::new(
                        ProblemCode::Denied,
                        "The server does not accept the password.",
                    ));
                }
                Some(_) => {}
            }
        }
        Ok(Arc::new(Line {
            number: self.0.opened.fetch_add(1, Ordering::SeqCst) + 1,
            shop: shop(),
            net: self.0.clone(),
        }))
    }
    async fn test(&self, target: &Target, secrets: &Secrets, on_step: &(dyn Fn(Step) + Send + Sync)) -> bool {
        let opened = self.open(target, secrets).await;
        let passed = opened.is_ok();
        let result = match opened {
            Ok(_) => StepResult::Passed { found: "ada".into() },
            Err(problem) => StepResult::Failed { problem },
        };
        on_step(Step {
            step: StepKind::Login,
            result,
            ms: 1.0,
        });
        passed
    }
}

/// A database at the end of a connection that can be lost.
struct Line {
    number: usize,
    shop: Fake,
    net: Arc<Net>,
}

impl Line {
    async fn check(&self) -> Result<()> {
        // The others get to where this one is.
        tokio::task::yield_now().await;
        match &mut *self.net.losses.lock().unwrap() {
            (_, 0) if self.number > self.net.cut.load(Ordering::SeqCst) => return Ok(()),
            (_, 0) => {}
            (0, left) => *left -= 1,
            (works, _) => {
                *works -= 1;
                return Ok(());
            }
        }
        Err(Problem::new(ProblemCode::Lost, "The connection was lost.").detail("reset by peer"))
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.net.closed.fetch_add(1, Ordering::SeqCst);
    }
}

#[async_trait]
impl Database for Line {
    fn dialect(&self) -> Dialect {
        self.shop.dialect()
    }
    async fn describe(&self) -> Result<Catalog> {
        self.check().await?;
        self.shop.describe().await
    }
    async fn fingerprint(&self) -> Result<String> {
        self.check().await?;
        self.shop.fingerprint().await
    }
    async fn query(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        self.check().await?;
        self.shop.query(sql, limits, cancel).await
    }
    async fn explain(&self, sql: &str, cancel: &Cancel) -> Ran<Explain> {
        self.check().await?;
        self.shop.explain(sql, cancel).await
    }
    async fn powers(&self) -> Result<Powers> {
        self.shop.powers().await
    }
}

/// A keychain in memory. What is sealed is the secret turned round with its passphrase mixed in: unlike, and no
/// cipher.
#[derive(Default)]
pub struct Safe {
    entries: Mutex<BTreeMap<String, Secret>>,
    locked: AtomicBool,
    absent: AtomicBool,
}

impl Safe {
    pub fn keys(&self) -> Vec<String> {
        self.entries.lock().unwrap().keys().cloned().collect()
    }
    pub fn lock(&self, locked: bool) {
        self.locked.store(locked, Ordering::SeqCst);
    }
    pub fn take_away(&self) {
        self.absent.store(true, Ordering::SeqCst);
    }
    fn usable(&self) -> Result<()> {
        if self.locked.load(Ordering::SeqCst) || self.absent.load(Ordering::SeqCst) {
            return Err(Problem::new(ProblemCode::Denied, "The system's keychain is locked."));
        }
        Ok(())
    }
}

fn mixed(bytes: &[u8], passphrase: &Secret) -> Vec<u8> {
    let key = passphrase.expose().bytes().cycle();
    bytes.iter().zip(key).map(|(byte, key)| byte ^ key ^ 0x80).collect()
}

impl Vault for Safe {
    fn keychain(&self) -> Keychain {
        Keychain {
            available: !self.absent.load(Ordering::SeqCst),
            says: "This system has no keychain running.".into(),
        }
    }
    fn save(&self, key: &str, secret: &Secret) -> Result<()> {
        self.usable()?;
        self.entries.lock().unwrap().insert(key.into(), secret.clone());
        Ok(())
    }
    fn load(&self, key: &str) -> Result<Option<Secret>> {
        self.usable()?;
        Ok(self.entries.lock().unwrap().get(key).cloned())
    }
    fn remove(&self, key: &str) -> Result<()> {
        self.usable()?;
        self.entries.lock().unwrap().remove(key);
        Ok(())
    }
    fn seal(&self, secret: &Secret, passphrase: &Secret) -> Result<Vec<u8>> {
        Ok(mixed(format!("ok{}", secret.expose()).as_bytes(), passphrase))
    }
    fn unseal(&self, sealed: &[u8], passphrase: &Secret) -> Result<Secret> {
        let text = String::from_utf8(mixed(sealed, passphrase)).unwrap_or_default();
        match text.strip_prefix("ok") {
            Some(secret) => Ok(Secret::new(secret)),
            None => Err(Problem::new(ProblemCode::Denied, "This is not the passphrase.")),
        }
    }
}

pub fn desk(memory: &Arc<Memory>, net: &Arc<Net>, safe: &Arc<Safe>) -> Desk {
    let world = World {
        connector: Arc::new(Wire(net.clone())),
        vault: safe.clone(),
        clock: Arc::new(Ticking::default()),
        ..fake::world(memory.clone())
    };
    Desk::new(world, Vec::new())
}
