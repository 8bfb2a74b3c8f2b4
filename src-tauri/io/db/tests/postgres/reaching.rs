//! "Test", step by step; logins and encryption.

use std::sync::Mutex;

use askwell_contract::connect::{Secret, Step, StepResult, TlsMode, TunnelLogin};
use askwell_contract::ProblemCode;

use super::super::*;
use super::{cluster, on_a_server};
use crate::tunnel::tests as ssh;

fn server(user: &str) -> Server {
    Server {
        host: "127.0.0.1".into(),
        port: cluster().unwrap().port,
        database: "postgres".into(),
        user: user.into(),
        tls: TlsMode::Disable,
        authorities: None,
        schema: None,
    }
}

type Told = Vec<(StepKind, std::result::Result<String, Problem>)>;

async fn tested(server: Server, password: Option<&str>) -> Told {
    let secrets = Secrets {
        database: password.map(Secret::new),
        tunnel: None,
    };
    told(&Place::Postgres(server).into(), &secrets).await
}

async fn told(target: &Target, secrets: &Secrets) -> Told {
    let steps: Mutex<Vec<Step>> = Mutex::default();
    let passed = Opener
        .test(target, secrets, &|step| steps.lock().unwrap().push(step))
        .await;
    let steps = steps.into_inner().unwrap();
    assert!(!steps.is_empty());
    let told: Vec<_> = steps
        .into_iter()
        .map(|step| match step.result {
            StepResult::Passed { found } => (step.step, Ok(found)),
            StepResult::Failed { problem } => (step.step, Err(problem)),
        })
        .collect();
    assert_eq!(passed, told.iter().all(|(_, result)| result.is_ok()));
    told
}

/// The step that failed, and why; every step before it passed.
async fn failed(server: Server, password: Option<&str>) -> (StepKind, Problem) {
    let (step, result) = tested(server, password).await.pop().unwrap();
    let problem = result.unwrap_err();
    assert!(problem.hint.is_some(), "{problem:?}");
    assert!(!format!("{problem:?}").contains("correct horse"), "{problem:?}");
    (step, problem)
}

fn kinds(steps: &Told) -> Vec<StepKind> {
    steps.iter().map(|(kind, _)| *kind).collect()
}

use StepKind as S;

#[tokio::test]
async fn every_step_says_what_it_found() {
    on_a_server!();
    let mut by_name = server(cluster::USER);
    by_name.host = "localhost".into();
    by_name.tls = TlsMode::Prefer;
    let steps = tested(by_name, None).await;
    assert_eq!(
        kinds(&steps),
        [S::Name, S::Port, S::Tls, S::Login, S::Database, S::Read]
    );
    let found: Vec<&String> = steps.iter().map(|(_, found)| found.as_ref().unwrap()).collect();
    assert!(found[0].contains("127.0.0.1") && found[1].contains(':'), "{found:?}");
    assert!(
        found[3].contains("asker") && found[4].contains("PostgreSQL 1"),
        "{found:?}"
    );
    assert_eq!(
        kinds(&tested(server(cluster::USER), None).await),
        [S::Port, S::Login, S::Database, S::Read]
    );
    let mut socket = server(cluster::USER);
    socket.host = cluster().unwrap().data.display().to_string();
    let steps = tested(socket, None).await;
    // The folder belongs to the server's own user, who may not be ours.
    assert!(
        [vec![S::Port, S::Login, S::Database, S::Read], vec![S::Port]].contains(&kinds(&steps)),
        "{steps:?}"
    );
}

#[tokio::test]
async fn the_step_that_fails_says_what_to_try() {
    on_a_server!();
    let with = |change: &dyn Fn(&mut Server)| {
        let mut server = server(cluster::USER);
        change(&mut server);
        server
    };
    let (step, problem) = failed(with(&|s| s.host = "no.such.host.invalid".into()), None).await;
    assert_eq!((step, problem.code), (S::Name, ProblemCode::NotFound));
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    // Something listens there that is no PostgreSQL server.
    std::thread::spawn(move || {
        for stream in free.incoming().take(2) {
            use std::io::Write;
            let _ = stream.unwrap().write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let (step, problem) = failed(
        with(&|s| {
            s.port = port;
            s.tls = TlsMode::Prefer;
        }),
        None,
    )
    .await;
    assert_eq!((step, problem.code), (S::Tls, ProblemCode::NotADatabase), "{problem:?}");
    let closed = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let (step, problem) = failed(with(&|s| s.port = closed), None).await;
    assert_eq!((step, problem.code), (S::Port, ProblemCode::NotFound), "{problem:?}");
    assert!(problem.message.contains("Nothing listens"), "{problem:?}");
    let (step, problem) = failed(with(&|s| s.user = "nobody here".into()), None).await;
    assert_eq!((step, problem.code), (S::Login, ProblemCode::Denied), "{problem:?}");
    let (step, problem) = failed(with(&|s| s.database = "nope".into()), None).await;
    assert_eq!(
        (step, problem.code),
        (S::Database, ProblemCode::NotFound),
        "{problem:?}"
    );
    assert!(problem.hint.unwrap().contains("\"postgres\""));
    let (step, problem) = failed(with(&|s| s.host = "/no/such/folder".into()), None).await;
    assert_eq!((step, problem.code), (S::Port, ProblemCode::NotFound), "{problem:?}");
}

#[tokio::test]
async fn a_password_is_asked_for_and_checked() {
    on_a_server!();
    let (user, password) = cluster::WITH_PASSWORD;
    let (step, problem) = failed(server(user), None).await;
    assert_eq!(
        (step, problem.code),
        (S::Login, ProblemCode::NeedsSecret),
        "{problem:?}"
    );
    let (step, problem) = failed(server(user), Some("wrong")).await;
    assert_eq!((step, problem.code), (S::Login, ProblemCode::Denied), "{problem:?}");
    assert!(problem.message.contains("password"), "{problem:?}");
    assert_eq!(tested(server(user), Some(password)).await.len(), 4);
    // In an address it is understood and never written again.
    let url = address::write(&Place::Postgres(server(user)));
    let with = url.replace("guarded@", "guarded:correct%20horse%2Fbattery%40staple%25@");
    let understood = address::read(&with).unwrap();
    assert_eq!(understood.password, Some(Secret::new(password)));
    assert_eq!(address::write(&understood.place), url);
    assert!(Opener.open_address(&with).await.is_ok());
}

#[tokio::test]
async fn encryption_is_as_asked() {
    on_a_server!();
    let cluster = cluster().unwrap();
    if std::fs::metadata(cluster.data.join("ca.crt")).is_err() {
        return eprintln!("SKIPPED: there is no openssl to make certificates with");
    }
    // The server's folder is closed to others; a copy is what a person would have.
    let dir = tempfile::tempdir().unwrap();
    let authority = dir.path().join("authority.pem");
    std::fs::copy(cluster.data.join("ca.crt"), &authority).unwrap();
    let own = dir.path().join("own.pem");
    std::fs::copy(cluster.data.join("server.crt"), &own).unwrap();
    let as_text = |path: &std::path::Path| Some(path.display().to_string());
    let with = |host: &str, tls, authorities: Option<String>| Server {
        host: host.into(),
        tls,
        authorities,
        ..server(cluster::USER)
    };
    use TlsMode::{Prefer, Require, VerifyCa, VerifyFull};
    for (host, tls, authorities, outcome) in [
        ("127.0.0.1", Prefer, None, "TLS 1.3"),
        ("127.0.0.1", Require, None, "TLS 1.3"),
        ("127.0.0.1", VerifyCa, None, "no authority that is trusted"),
        ("127.0.0.1", VerifyCa, as_text(&authority), "TLS 1.3"),
        ("127.0.0.1", VerifyCa, as_text(&own), "TLS 1.3"),
        ("127.0.0.1", VerifyFull, as_text(&authority), "not for the name"),
        ("127.0.0.1", VerifyFull, as_text(&own), "not for the name"),
        ("localhost", VerifyFull, as_text(&authority), "TLS 1.3"),
        ("localhost", VerifyFull, as_text(&own), "TLS 1.3"),
        ("localhost", VerifyFull, None, "no authority that is trusted"),
        ("localhost", VerifyFull, Some("/no/such.pem".into()), "cannot be read"),
    ] {
        let about = format!("{host} {tls:?} {authorities:?}");
        let steps = tested(with(host, tls, authorities), None).await;
        let (_, result) = steps.iter().find(|(step, _)| *step == S::Tls).unwrap();
        let said = result
            .as_ref()
            .map_or_else(|problem| problem.message.clone(), Clone::clone);
        assert!(said.contains(outcome), "{about}: {said}");
        assert_eq!(result.is_ok(), outcome.starts_with("TLS"), "{about}");
    }
    let encrypted = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    for (tls, is) in [(TlsMode::Disable, false), (Prefer, true)] {
        let place = Place::Postgres(with("127.0.0.1", tls, None));
        let database = reach(
            &place.into(),
            &Secrets::default(),
            Locks::ConnectionOnly,
            &Steps::silent(),
        )
        .await
        .unwrap();
        assert_eq!(ran(&*database, encrypted).await.rows, [[Cell::Bool(is)]]);
        // The request to stop goes the same way.
        let cancel = Cancel::new();
        let stop = cancel.clone();
        tokio::spawn(async move {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            stop.cancel();
        });
        let finding = database
            .query("SELECT pg_sleep(60)", Limits::ASK, &cancel)
            .await
            .unwrap()
            .err()
            .unwrap();
        assert_eq!(finding.code, "cancelled");
    }
    // This login is let in only unencrypted; `prefer` finds that out as libpq does, `require` does not give in.
    let plain = |tls| Server {
        user: cluster::PLAIN.into(),
        ..with("127.0.0.1", tls, None)
    };
    assert!(tested(plain(Prefer), None)
        .await
        .iter()
        .all(|(_, result)| result.is_ok()));
    assert_eq!(failed(plain(Require), None).await.0, S::Login);
}

#[tokio::test]
async fn a_server_behind_a_tunnel_is_reached_through_it() {
    on_a_server!();
    let gate = ssh::server(ssh::Door::default()).await;
    let mut target = Target {
        place: Place::Postgres(Server {
            host: "localhost".into(),
            tls: TlsMode::Prefer,
            ..server(cluster::USER)
        }),
        tunnel: Some(gate.trusted(TunnelLogin::Password)),
    };
    let secrets = Secrets {
        database: None,
        tunnel: Some(ssh::password()),
    };
    let steps = told(&target, &secrets).await;
    assert_eq!(
        kinds(&steps),
        [S::Tunnel, S::Port, S::Tls, S::Login, S::Database, S::Read],
        "{steps:?}"
    );
    assert!(steps[1].1.as_ref().unwrap().contains("through the tunnel"), "{steps:?}");

    let database = Opener.open(&target, &secrets).await.unwrap();
    let both = tokio::join!(
        ran(&*database, "SELECT 1 + 1"),
        ran(&*database, "SELECT count(*) FROM pg_class")
    );
    assert_eq!(both.0.rows, [[Cell::Int(2)]]);
    // A stop takes the same way.
    let stop = Cancel::new();
    let sleeping = "SELECT count(*) FROM generate_series(1, 2000000000) AS a(x)";
    let (stream, ()) = tokio::join!(database.query(sleeping, Limits::ASK, &stop), async {
        // Long enough for the query to be at it.
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        stop.cancel();
    });
    let ended = match stream {
        Ok(Ok(stream)) => stream.collect().await.unwrap_err(),
        Ok(Err(finding)) => finding,
        Err(problem) if problem.code == ProblemCode::Cancelled => Finding::error("cancelled", problem.message),
        Err(problem) => panic!("{problem:?}"),
    };
    assert_eq!(ended.code, "cancelled", "{ended:?}");
    // One login for the test, one for the database and all of its connections.
    assert_eq!(gate.logins(), 2);

    // What the SSH server cannot reach is said as its own words.
    if let Place::Postgres(server) = &mut target.place {
        server.port = 1;
    }
    let (step, result) = told(&target, &secrets).await.pop().unwrap();
    assert_eq!(step, S::Port);
    assert!(result.unwrap_err().message.contains("SSH server could not reach"));
    let (step, result) = told(&target, &Secrets::default()).await.pop().unwrap();
    assert_eq!(step, S::Tunnel);
    assert_eq!(result.unwrap_err().code, ProblemCode::NeedsSecret);
}
