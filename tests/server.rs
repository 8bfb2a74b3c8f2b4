//! A PostgreSQL server for tests: the one of the drivers' own suite, which starts it, shares it among all test processes
//! and stops it; `ASKWELL_POSTGRES_BIN` says which version.

use askwell_contract::connect::{Place, Server};

// The suite's file, not a copy: a lock in it holds only among those who do exactly the same.
#[path = "../src-tauri/io/db/tests/cluster.rs"]
#[allow(dead_code)]
mod cluster;

/// What the suite's file finds beside it there.
mod address {
    use askwell_contract::connect::Place;
    use askwell_contract::ports::Connector;

    pub fn write(place: &Place) -> String {
        askwell_io::db::Opener.address(place)
    }
}

/// A new database filled by a script; `None`, once said, where no server is installed. It goes away with the value.
pub struct Filled {
    name: String,
    port: u16,
}

impl Filled {
    pub fn new(name: &str, script: &str) -> Option<Self> {
        let port = cluster::cluster()?.port;
        let name = format!("{name} {}", std::process::id());
        let whole = cluster::address(port, cluster::USER, "postgres");
        execute(&whole, &format!("CREATE DATABASE \"{name}\""));
        let filled = Self { name, port };
        execute(&filled.url(), script);
        Some(filled)
    }

    pub fn url(&self) -> String {
        cluster::address(self.port, cluster::USER, &self.name)
    }
}

impl Drop for Filled {
    fn drop(&mut self) {
        // A test that failed has said why; this must not hide it.
        if !std::thread::panicking() {
            let url = cluster::address(self.port, "postgres", "postgres");
            execute(&url, &format!("DROP DATABASE \"{}\" WITH (FORCE)", self.name));
        }
    }
}

fn execute(url: &str, sql: &str) {
    // A thread of its own: the test is on a runtime already.
    let talk = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.unwrap().block_on(async {
            let connector = askwell_io::db::Opener;
            let understood = askwell_contract::ports::Connector::understand(&connector, url).await;
            let Place::Postgres(server) = understood.unwrap().place else {
                panic!("{url}")
            };
            let stream = tokio::net::TcpStream::connect((server.host.as_str(), server.port)).await;
            let mut config = tokio_postgres::Config::new();
            config.user(&server.user).dbname(&server.database);
            config.ssl_mode(tokio_postgres::config::SslMode::Disable);
            let (client, connection) = config
                .connect_raw(stream.unwrap(), tokio_postgres::NoTls)
                .await
                .unwrap();
            tokio::spawn(connection);
            client.batch_execute(sql).await.unwrap();
        });
    };
    std::thread::scope(|scope| scope.spawn(talk).join().unwrap());
}
