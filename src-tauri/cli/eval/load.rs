//! Dumps of PostgreSQL databases, for the questions about them. In: a server, questions that name dumps. Out: a database of
//! the server for each dump, and the questions pointed at it. Deliberately absent: databases that were there before.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use askwell_contract::connect::{Place, Secrets, Step, Target, Understood};
use askwell_contract::ports::{Connector, Database};
use askwell_contract::{Problem, ProblemCode};
use askwell_engine::World;
use async_trait::async_trait;

use super::Question;

/// Makes a SQLite file of a script.
pub fn made_of(script: &Path, file: &Path) -> Result<()> {
    let text =
        std::fs::read_to_string(script).with_context(|| format!("The script {} cannot be read.", script.display()))?;
    let statements = text.split(";\n").map(str::trim).filter(|s| !s.is_empty());
    askwell_io::create::create_sqlite(file, &mut statements.map(str::to_owned))?;
    Ok(())
}

/// Makes a SQLite file of every script that a question names, and points the question at it. The files go with the folder.
pub fn scripts(root: &Path, questions: &mut [Question]) -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    let mut made: BTreeMap<String, String> = BTreeMap::new();
    for question in questions.iter_mut().filter(|q| q.dialect == "sqlite" && q.is_script()) {
        let address = match made.get(&question.db) {
            Some(address) => address.clone(),
            None => {
                let file = folder.path().join(format!("{}.sqlite", made.len()));
                made_of(&root.join(&question.db), &file)?;
                let address = format!("sqlite:{}", file.display());
                made.insert(question.db.clone(), address.clone());
                address
            }
        };
        question.loaded = Some(address);
    }
    Ok(folder)
}

/// A world that knows the server's password, and each question of a dump pointed at its database.
pub async fn dumps(world: &World, url: &str, root: &Path, questions: &mut [Question]) -> Result<World> {
    let understood = world.connector.understand(url).await?;
    let Place::Postgres(server) = understood.place else {
        return Err(
            Problem::new(ProblemCode::BadInput, "--postgres does not name a PostgreSQL server.")
                .hint("Give it as postgres://user:password@host:5432/postgres.")
                .into(),
        );
    };
    let secrets = Secrets {
        database: understood.password,
        tunnel: None,
    };
    let mut loaded: BTreeMap<String, String> = BTreeMap::new();
    for question in questions.iter_mut().filter(|q| q.is_dump() && q.flags.is_empty()) {
        let key = format!("{} {}", question.db, question.db_id);
        let address = match loaded.get(&key) {
            Some(address) => address.clone(),
            None => {
                let path = root.join(&question.db);
                let script = std::fs::read_to_string(&path).map_err(|error| {
                    Problem::new(
                        ProblemCode::NotFound,
                        format!("The dump {} cannot be read.", path.display()),
                    )
                    .hint("Name the folder that the databases lie in with --root DIR.")
                    .detail(error)
                })?;
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                let mut there =
                    askwell_io::create::create_postgres(&server, &secrets, &format!("askwell {stem}"), &script).await?;
                // A dump with a schema of the database's own name is asked about that schema.
                let id = &question.db_id;
                let made = [format!("CREATE SCHEMA {id};"), format!("CREATE SCHEMA \"{id}\";")];
                if made.iter().any(|statement| script.contains(statement)) {
                    there.schema = Some(id.clone());
                }
                let address = world.connector.address(&Place::Postgres(there));
                loaded.insert(key, address.clone());
                address
            }
        };
        question.loaded = Some(address);
    }
    let connector = WithPassword {
        inner: world.connector.clone(),
        secrets,
    };
    Ok(World {
        connector: Arc::new(connector),
        ..world.clone()
    })
}

/// Addresses never hold a password, so it is handed over beside them.
struct WithPassword {
    inner: Arc<dyn Connector>,
    secrets: Secrets,
}

impl WithPassword {
    fn for_place<'a>(&'a self, target: &Target, given: &'a Secrets) -> &'a Secrets {
        match target.place {
            Place::Postgres(_) if given.database.is_none() => &self.secrets,
            _ => given,
        }
    }
}

#[async_trait]
impl Connector for WithPassword {
    async fn understand(&self, address: &str) -> askwell_contract::Result<Understood> {
        self.inner.understand(address).await
    }
    fn address(&self, place: &Place) -> String {
        self.inner.address(place)
    }
    async fn open(&self, target: &Target, secrets: &Secrets) -> askwell_contract::Result<Arc<dyn Database>> {
        self.inner.open(target, self.for_place(target, secrets)).await
    }
    async fn test(&self, target: &Target, secrets: &Secrets, on_step: &(dyn Fn(Step) + Send + Sync)) -> bool {
        self.inner.test(target, self.for_place(target, secrets), on_step).await
    }
}
