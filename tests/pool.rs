//! The shipped examples are right: every schema can be made, and every query runs on it and finds something.

use askwell_cli::world;
use askwell_contract::ports::Cancel;
use askwell_contract::Limits;
use askwell_engine::prepare::examples::SOURCES;
use askwell_io::create::create_sqlite;

#[tokio::test]
async fn every_shipped_example_runs_and_finds_something() {
    let dir = tempfile::tempdir().unwrap();
    let world = world::world(Some(dir.path().join("workspace"))).unwrap();
    for source in SOURCES {
        let path = dir.path().join(format!("{}.sqlite", source.name));
        create_sqlite(&path, &mut std::iter::once(source.schema().to_owned())).unwrap();
        let database = world
            .connector
            .open_address(&format!("sqlite:{}", path.display()))
            .await
            .unwrap();
        let examples = source.examples();
        assert!(examples.len() >= 20, "{}: {}", source.name, examples.len());
        for example in examples {
            let asked = format!("{}: {}\n{}", source.name, example.question, example.sql);
            let stream = database.query(&example.sql, Limits::ASK, &Cancel::new()).await.unwrap();
            let rows = stream
                .unwrap_or_else(|finding| panic!("{asked}: {}", finding.message))
                .collect()
                .await;
            assert!(
                !rows
                    .unwrap_or_else(|finding| panic!("{asked}: {}", finding.message))
                    .rows
                    .is_empty(),
                "{asked}"
            );
        }
    }
}
