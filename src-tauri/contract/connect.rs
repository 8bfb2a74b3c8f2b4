//! How a person reaches a database: where it is, what opens it, and what each step on the way came to.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::catalog::Dialect;
use crate::problem::Problem;

/// Where a database is. Holds no secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Place {
    Sqlite {
        path: String,
    },
    Duckdb {
        path: String,
    },
    /// CSV, TSV, Parquet, JSON and XLSX files, and folders of them, read together as one DuckDB database.
    Files {
        paths: Vec<String>,
    },
    Postgres(Server),
}

impl Place {
    pub fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite { .. } => Dialect::Sqlite,
            Self::Duckdb { .. } | Self::Files { .. } => Dialect::Duckdb,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }
}

/// A PostgreSQL server and the database on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Server {
    /// A name, an IP address, or the folder of a Unix socket.
    pub host: String,
    pub port: u16,
    pub database: String,
    pub user: String,
    pub tls: TlsMode,
    /// PEM file of the authorities trusted for `VerifyCa` and `VerifyFull`; `None`: those of the system.
    pub authorities: Option<String>,
    /// Put first on the search path, so that its tables need no schema in front; `None`: as the server has it.
    pub schema: Option<String>,
}

/// libpq's `sslmode`, without `allow`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum TlsMode {
    /// Never encrypted.
    Disable,
    /// Encrypted where the server can; its identity is not checked.
    #[default]
    Prefer,
    /// Encrypted or not at all; its identity is not checked.
    Require,
    /// Encrypted, and the server's certificate comes from a trusted authority.
    VerifyCa,
    /// As `VerifyCa`, and the certificate is for this host.
    VerifyFull,
}

/// A way through an SSH server to a database that is not reachable from here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Tunnel {
    pub host: String,
    pub port: u16,
    pub user: String,
    pub login: TunnelLogin,
    /// The fingerprint (`SHA256:...`) of the server's key that the person accepted, for a server that their list of
    /// known hosts does not have. The problem about such a server is `Denied`, and its detail is the fingerprint alone.
    pub trust: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TunnelLogin {
    Password,
    /// A private key file; its passphrase is the tunnel's secret.
    Key {
        path: String,
    },
    /// The keys that the SSH agent holds.
    Agent,
}

/// All that is needed to reach a database except secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Target {
    pub place: Place,
    pub tunnel: Option<Tunnel>,
}

impl From<Place> for Target {
    fn from(place: Place) -> Self {
        Self { place, tunnel: None }
    }
}

/// A password or a passphrase. Never printed, never serialised, wiped when dropped.
#[derive(Clone, PartialEq, Eq, Default, Deserialize, Type, zeroize::ZeroizeOnDrop)]
#[serde(transparent)]
pub struct Secret(#[specta(type = String)] String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
    pub fn expose(&self) -> &str {
        &self.0
    }
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

/// The secrets of one connection; `None`: none is needed, or none is known yet.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Type)]
pub struct Secrets {
    pub database: Option<Secret>,
    pub tunnel: Option<Secret>,
}

/// Where a connection's secrets are between starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Keep {
    /// Nowhere: there is none, or it lasts until the program ends.
    #[default]
    Run,
    /// In the operating system's keychain.
    Keychain,
    /// In the workspace, encrypted under a passphrase that the person chose.
    Passphrase,
}

/// What the dialog hands over.
#[derive(Debug, Clone, Deserialize, Type)]
pub struct ConnectRequest {
    /// `None`: a new connection.
    pub id: Option<String>,
    /// Empty: the database's own name.
    pub name: String,
    pub colour: Option<Colour>,
    pub target: Target,
    /// Of a connection that is known already, a secret that is `None` stays as it is, and an empty one is removed.
    pub secrets: Secrets,
    pub keep: Keep,
    /// For `Keep::Passphrase`; also opens what was kept under it before.
    pub passphrase: Option<Secret>,
}

/// A mark beside a connection's name, so that production and test are not taken for each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    Red,
    Orange,
    Yellow,
    Green,
    Teal,
    Blue,
    Violet,
    Grey,
}

/// A pasted address, understood. The password of a URL goes into its own field and nowhere else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Understood {
    pub place: Place,
    pub password: Option<Secret>,
}

/// What the screen gets of a pasted address. The password that the person pasted is handed back once, for its field.
#[derive(Clone, Serialize, Type)]
pub struct Pasted {
    pub place: Place,
    pub password: Option<String>,
}

impl std::fmt::Debug for Pasted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let password = self.password.as_ref().map(|_| "Secret");
        f.debug_struct("Pasted")
            .field("place", &self.place)
            .field("password", &password)
            .finish()
    }
}

/// A step on the way to a database, in the order in which they are taken; a kind of place skips those it has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// The file is there and may be read.
    File,
    /// The SSH server let us in.
    Tunnel,
    /// The host's name has an address.
    Name,
    /// Something listens there.
    Port,
    /// The connection is encrypted as asked.
    Tls,
    /// The server accepted the login.
    Login,
    /// The database exists (a server) or the file is one.
    Database,
    /// Its tables may be listed and read.
    Read,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StepResult {
    /// What was found, in a few words: `192.0.2.7`, `TLS 1.3`, `14 tables`.
    Passed { found: String },
    /// What it means and one thing to try. No later step is taken.
    Failed { problem: Problem },
}

/// One step of "Test", reported as soon as it is over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Step {
    pub step: StepKind,
    pub result: StepResult,
    pub ms: f64,
}

/// What the login itself could do, whatever Askwell does. For a file: whether this user may write it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Powers {
    pub can_write: bool,
    /// One sentence: "This login could change 14 tables; Askwell will not."
    pub says: String,
    /// Of a server, which other people use, too.
    pub server: Option<ServerPowers>,
}

/// What only a server's administrator can do about queries on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ServerPowers {
    /// What Askwell cannot bound from its side, in plain words.
    pub unbounded: String,
    /// SQL that makes a login which can only read. To be copied; Askwell never runs it.
    pub reader: String,
}

/// Whether secrets can be kept by the operating system, and why not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Keychain {
    pub available: bool,
    /// One sentence for the dialog.
    pub says: String,
}

/// Which lock held an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Lock {
    /// The statement was refused before it reached the database.
    Statement,
    /// The connection refused it.
    Connection,
    /// A limit on time, rows or memory ended it.
    Limits,
    /// The operating system refused it to the process in which queries run.
    Walls,
}

/// One attempt of the self-test to write, to reach outside or to hang.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Attempt {
    /// What it tries, in a person's words: "delete all rows of a table".
    pub name: String,
    pub sql: String,
    /// `None`: it got through.
    pub held: Option<Lock>,
    /// The words of what refused it.
    pub says: String,
}

/// What the process in which queries run can do with the other locks off.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Walls {
    /// `sql` is the call of the system.
    pub attempts: Vec<Attempt>,
    /// Which walls this system does not have, in a sentence.
    pub missing: Option<String>,
}

/// The self-test of one connection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct LockCheck {
    pub engine: String,
    pub attempts: Vec<Attempt>,
    pub through: u32,
    /// Which of the system's walls are missing here, in a sentence.
    pub missing: Option<String>,
    /// The database's fingerprint is the same after as before.
    pub unchanged: bool,
    pub ms: f64,
}
