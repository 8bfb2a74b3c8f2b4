//! Opening databases, and remembering how.
//!
//! In: an address, a request of the dialog, or the id of a saved connection. Out: an open database. Deliberately
//! absent: reaching it (the port `Connector`) and where its secrets are (`secrets`).

use std::sync::Arc;

use askwell_contract::api::{Connection, Opened};
use askwell_contract::connect::{ConnectRequest, Keep, Keychain, Pasted, Powers, Secret, Secrets, Step, Target};
use askwell_contract::ports::Database;
use askwell_contract::{Catalog, Problem, ProblemCode, Result};

use super::secrets::{self, Known};
use super::{connections, locked, Desk};

/// A database that was reached, and what it said of itself.
struct Reached {
    database: Arc<dyn Database>,
    catalog: Catalog,
    powers: Powers,
}

impl Desk {
    /// The samples first, then most recently opened first.
    pub fn connections(&self) -> Result<Vec<Connection>> {
        connections::all(&*self.world.workspace, &self.samples)
    }

    /// Opens a database by its address and remembers it. A password in the address lasts until the program ends.
    pub async fn open(&self, url: &str) -> Result<Opened> {
        let url = url.trim();
        if url.is_empty() {
            return Err(Problem::new(ProblemCode::BadInput, "There is no database to open yet.")
                .hint("Choose a file, or give an address such as sqlite:/path/to/file.db."));
        }
        if let Some(known) = self.known_as(url)? {
            return self.reopen(&known.id, Secrets::default(), None, None).await;
        }
        let understood = self.world.connector.understand(url).await?;
        let given = Secrets {
            database: understood.password,
            tunnel: None,
        };
        let target = Target::from(understood.place);
        // As it is kept: in one spelling, and without a password.
        let url = self.url(&target);
        if let Some(known) = self.known_as(&url)? {
            return self.reopen(&known.id, given, None, None).await;
        }
        let known = Known {
            secrets: secrets::given(given),
            trouble: None,
        };
        let reached = self.reach(&target, &known).await?;
        let connection = connections::new(&url, target, &reached.catalog, &self.connections()?);
        self.settle(connection, known.secrets, reached)
    }

    /// Opens a saved connection. `keep` says where its secrets are from now on; `None`: where they were.
    pub async fn reopen(
        &self,
        id: &str,
        given: Secrets,
        passphrase: Option<Secret>,
        keep: Option<Keep>,
    ) -> Result<Opened> {
        let mut connection = self.connection(id)?;
        let passphrase = passphrase.as_ref();
        let known = secrets::known(&self.world, &self.secrets, &connection, given, passphrase).await?;
        if let Some(keep) = keep {
            secrets::possible(&self.world, &known.secrets, keep, passphrase).await?;
        }
        let reached = self.reach(&connection.target, &known).await?;
        if let Some(keep) = keep {
            let moved = (connection.keep, keep);
            connection.keep = secrets::keep(&self.world, id, &known.secrets, moved, passphrase).await?;
        }
        self.settle(connection, known.secrets, reached)
    }

    /// An address, understood without going there.
    pub async fn paste(&self, address: &str) -> Result<Pasted> {
        let understood = self.world.connector.understand(address.trim()).await?;
        Ok(Pasted {
            place: understood.place,
            password: understood.password.map(|secret| secret.expose().to_string()),
        })
    }

    /// What the dialog asks for: opened, and saved with its name, colour and secrets.
    pub async fn connect(&self, request: ConnectRequest) -> Result<Opened> {
        let before = self.before(&request)?;
        let passphrase = request.passphrase.as_ref();
        if let Some(sample) = before.as_ref().filter(|known| known.sample) {
            if request.id.is_some() {
                return Err(Problem::new(ProblemCode::BadInput, "A sample stays as it is.")
                    .hint("Open its file as a connection of your own, from a copy."));
            }
            return self.reopen(&sample.id, Secrets::default(), None, None).await;
        }
        let changed = secrets::any(&request.secrets) || before.as_ref().is_none_or(|known| known.keep != request.keep);
        let removed = [&request.secrets.database, &request.secrets.tunnel]
            .into_iter()
            .any(|secret| secret.as_ref().is_some_and(Secret::is_empty));
        let known = self.secrets_of(&request, before.as_ref()).await?;
        if changed {
            secrets::possible(&self.world, &known.secrets, request.keep, passphrase).await?;
        }
        let reached = self.reach(&request.target, &known).await?;
        let url = self.url(&request.target);
        let mut connection = match before {
            Some(before) => before,
            None => connections::new(&url, request.target.clone(), &reached.catalog, &self.connections()?),
        };
        let name = request.name.trim();
        connection.name = if name.is_empty() {
            reached.catalog.name.clone()
        } else {
            name.to_string()
        };
        connection.url = url;
        connection.dialect = reached.catalog.dialect;
        connection.target = request.target;
        connection.colour = request.colour;
        if changed || removed {
            let moved = (connection.keep, request.keep);
            connection.keep = secrets::keep(&self.world, &connection.id, &known.secrets, moved, passphrase).await?;
        }
        self.settle(connection, known.secrets, reached)
    }

    /// Goes the way to a database step by step, and closes it again. True: all steps passed.
    pub async fn test(&self, request: ConnectRequest, on_step: impl Fn(Step) + Send + Sync) -> Result<bool> {
        let before = self.before(&request)?;
        let known = self.secrets_of(&request, before.as_ref()).await?;
        Ok(self
            .world
            .connector
            .test(&request.target, &known.secrets, &on_step)
            .await)
    }

    /// Whether the system has a keychain. Blocking.
    pub fn keychain(&self) -> Keychain {
        self.world.vault.keychain()
    }

    /// Forgets a connection and its secrets; the database itself is untouched, and the questions asked of it come back
    /// with it when it is opened again. A sample is closed and stays in the list. Blocking.
    pub fn forget(&self, id: &str) -> Result<()> {
        let keep = self.connection(id).ok().map(|connection| connection.keep);
        locked(&self.open).remove(id);
        self.world.workspace.remove(connections::ROOM, id)?;
        secrets::forget(&self.world, &self.secrets, id, keep)
    }

    pub(super) fn connection(&self, id: &str) -> Result<Connection> {
        self.connections()?.into_iter().find(|c| c.id == id).ok_or_else(|| {
            Problem::new(ProblemCode::NotFound, "This database is no longer in the list.").hint("Open it again.")
        })
    }

    fn known_as(&self, url: &str) -> Result<Option<Connection>> {
        Ok(self.connections()?.into_iter().find(|c| c.url == url))
    }

    /// The connection that a request changes: the one it names, or the one to the same place.
    fn before(&self, request: &ConnectRequest) -> Result<Option<Connection>> {
        match &request.id {
            Some(id) => self.connection(id).map(Some),
            None => self.known_as(&self.url(&request.target)),
        }
    }

    async fn secrets_of(&self, request: &ConnectRequest, before: Option<&Connection>) -> Result<Known> {
        let given = request.secrets.clone();
        match before {
            Some(before) => {
                let passphrase = request.passphrase.as_ref();
                secrets::known(&self.world, &self.secrets, before, given, passphrase).await
            }
            None => Ok(Known {
                secrets: secrets::given(given),
                trouble: None,
            }),
        }
    }

    /// The same database through another tunnel is another database.
    fn url(&self, target: &Target) -> String {
        let address = self.world.connector.address(&target.place);
        match &target.tunnel {
            Some(tunnel) => format!("{address} via ssh://{}@{}:{}", tunnel.user, tunnel.host, tunnel.port),
            None => address,
        }
    }

    async fn reach(&self, target: &Target, known: &Known) -> Result<Reached> {
        let database = self.world.connector.open(target, &known.secrets).await;
        let database = database.map_err(|problem| with_trouble(problem, known))?;
        let catalog = database.describe().await?;
        let powers = database.powers().await?;
        Ok(Reached {
            database,
            catalog,
            powers,
        })
    }

    /// Remembers a connection that was reached.
    fn settle(&self, mut connection: Connection, secrets: Secrets, reached: Reached) -> Result<Opened> {
        connection.opened = Some(self.world.clock.now());
        // Going there takes a while, and what may be said of it may have been lowered meanwhile.
        if let Ok(now) = self.connection(&connection.id) {
            connection.privacy = now.privacy;
        }
        connections::save(&*self.world.workspace, &connection)?;
        locked(&self.secrets).insert(connection.id.clone(), secrets.clone());
        self.hold(connection.clone(), secrets, reached.database);
        Ok(Opened {
            connection,
            catalog: reached.catalog,
            powers: reached.powers,
        })
    }

    /// Opens a saved connection that a command needs and nobody opened yet.
    pub(super) async fn open_again(&self, id: &str) -> Result<Arc<super::OpenDatabase>> {
        let connection = self.connection(id)?;
        let known = secrets::known(&self.world, &self.secrets, &connection, Secrets::default(), None).await?;
        let database = self.world.connector.open(&connection.target, &known.secrets).await;
        let database = database.map_err(|problem| with_trouble(problem, &known))?;
        locked(&self.secrets).insert(connection.id.clone(), known.secrets.clone());
        Ok(self.hold(connection, known.secrets, database))
    }
}

/// A password is asked for: says why the kept one did not come.
fn with_trouble(problem: Problem, known: &Known) -> Problem {
    match &known.trouble {
        Some(trouble) if problem.code == ProblemCode::NeedsSecret => {
            let hint = format!("{} Type the password.", trouble.message);
            problem.hint(hint)
        }
        _ => problem,
    }
}
