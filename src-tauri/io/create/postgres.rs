//! New databases on a PostgreSQL server from SQL text. In: a server, a name, a script. Out: a database of that name which
//! holds what the script makes; one that was made of the same script before is taken as it is. Deliberately absent: any
//! way to touch a database that was not made here, and any part in opening one for questions.

use askwell_contract::connect::{Secrets, Server};
use askwell_contract::{Problem, ProblemCode, Result};
use tokio_postgres::{Client, Config, NoTls};

use crate::db::hash;
use crate::db::postgres::dial::{self, Way};

/// In the database's comment, with the script's hash behind it.
const MARK: &str = "Made by Askwell from a script: ";

/// The server with the database as its database.
pub async fn create_postgres(server: &Server, secrets: &Secrets, name: &str, script: &str) -> Result<Server> {
    let there = Server {
        database: name.to_string(),
        schema: None,
        ..server.clone()
    };
    let (server, secrets, script) = (server.clone(), secrets.clone(), script.to_string());
    dial::on_network(async move {
        let mark = format!("{MARK}{:016x}", hash(script.as_bytes()));
        let client = connect(&server, &secrets).await?;
        let name = &there.database;
        match made_of(&client, name).await? {
            Some(found) if found == mark => return Ok(there),
            Some(found) if found.starts_with(MARK) => run(&client, &format!("DROP DATABASE {}", quoted(name))).await?,
            Some(_) => {
                return Err(Problem::new(
                    ProblemCode::BadInput,
                    format!("The server has a database \"{name}\" that Askwell did not make."),
                )
                .hint("Rename or remove it, or use another server."));
            }
            None => {}
        }
        run(
            &client,
            &format!("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'", quoted(name)),
        )
        .await?;
        let filled = async {
            run(&connect(&there, &secrets).await?, &script).await?;
            // Only now is it whole.
            run(&client, &format!("COMMENT ON DATABASE {} IS '{mark}'", quoted(name))).await
        };
        if let Err(problem) = filled.await {
            // What remains has no mark and must not stay.
            let _ = run(&client, &format!("DROP DATABASE {}", quoted(name))).await;
            return Err(problem);
        }
        Ok(there)
    })
    .await
}

async fn connect(server: &Server, secrets: &Secrets) -> Result<Client> {
    let way = Way::new(server, None, secrets);
    let routes = dial::routes(&way).await?;
    let (mut wire, route) = dial::open(&way, &routes).await?;
    if way.may_encrypt() {
        wire = dial::encrypted(&way, wire, &route).await?.0;
    }
    let mut config = Config::new();
    config
        .user(&server.user)
        .dbname(&server.database)
        .application_name("Askwell");
    config.ssl_mode(tokio_postgres::config::SslMode::Disable);
    if let Some(password) = &secrets.database {
        config.password(password.expose());
    }
    let (client, connection) = config.connect_raw(wire, NoTls).await.map_err(refused)?;
    tokio::spawn(connection);
    Ok(client)
}

/// The comment of a database; empty where it has none, `None` where there is no such database.
async fn made_of(client: &Client, name: &str) -> Result<Option<String>> {
    let sql = "SELECT coalesce(pg_catalog.shobj_description(oid, 'pg_database'), '') FROM pg_catalog.pg_database \
        WHERE datname = $1";
    let row = client.query_opt(sql, &[&name]).await.map_err(refused)?;
    row.map(|row| row.try_get(0)).transpose().map_err(Problem::internal)
}

async fn run(client: &Client, sql: &str) -> Result<()> {
    client.batch_execute(sql).await.map_err(refused)
}

fn refused(error: tokio_postgres::Error) -> Problem {
    let problem = Problem::new(ProblemCode::Denied, "The server did not make the database.")
        .hint("The login needs the right to make databases (CREATEDB), and the script must fit this server.");
    match error.as_db_error() {
        Some(e) => problem.detail(format!("{}: {}", e.code().code(), e.message())),
        None => problem.detail(error),
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
