//! Whole runs on databases in files.

use askwell_contract::optimise::{Flag, Hurdle, Optimisation, Part, Status};
use askwell_contract::{Limits, ProblemCode};
use askwell_engine::optimise::{shares, Settings as Search};
use askwell_engine::Desk;

use super::*;
use crate::optimise::{open, states::Workload, Opened};

/// Twelve thousand orders without an index on what they are joined by: a subquery a row takes its time.
pub fn slow(path: &Path) {
    let tables = "CREATE TABLE shops(id INTEGER NOT NULL PRIMARY KEY, town TEXT);
        CREATE TABLE orders(id INTEGER NOT NULL PRIMARY KEY, shop_id INTEGER, total DECIMAL(10,2), status TEXT);";
    let shops: Vec<String> = (1..=40).map(|i| format!("({i}, 'Town {}')", i % 7)).collect();
    let order = |i: u32| match i % 50 {
        0 => format!("({i}, NULL, NULL, 'open')"),
        _ => format!(
            "({i}, {}, {}.5, '{}')",
            i * 7 % 40 + 1,
            i * 31 % 500,
            if i.is_multiple_of(3) { "paid" } else { "open" }
        ),
    };
    let orders: Vec<String> = (1..=12_000).map(order).collect();
    let mut sql = vec![
        tables.to_string(),
        format!("INSERT INTO shops VALUES {};", shops.join(",")),
        format!("INSERT INTO orders VALUES {};", orders.join(",")),
    ]
    .into_iter();
    askwell_io::create::create_sqlite(path, &mut sql).unwrap();
}

/// The part that runs for every row takes the most, and the shares are of a hundred.
fn most_is_correlated(parts: &[Part]) {
    let most = parts
        .iter()
        .max_by(|a, b| a.share.unwrap_or(0.0).total_cmp(&b.share.unwrap_or(0.0)))
        .unwrap();
    assert!(most.flags.contains(&Flag::Correlated), "{parts:#?}");
    let all: f64 = parts.iter().filter_map(|p| p.share).sum();
    assert!(most.share.unwrap() > 50.0 && (99.9..100.1).contains(&all), "{parts:#?}");
}

pub const ABOVE_AVERAGE: &str =
    "SELECT o.id FROM orders o WHERE o.total > 1.5 * (SELECT AVG(p.total) FROM orders p WHERE p.shop_id = \
                             o.shop_id) AND o.id < 400 ORDER BY id";

fn search() -> Search {
    Search {
        runs: 3,
        most_runs: 4,
        databases: 60,
        ..Search::default()
    }
}

async fn done(opened: &Opened, sql: &str) -> Optimisation {
    opened.optimise(sql, search(), &[], &Cancel::new()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_query_is_made_faster_with_its_proof_and_its_gain() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("shop.sqlite");
    slow(&path);
    let before = std::fs::read(&path).unwrap();
    let opened = open(&format!("sqlite:{}", path.display())).await.unwrap();
    let done = done(&opened, ABOVE_AVERAGE).await;
    let best = done.best().expect("something faster");
    assert_eq!(best.status, Status::Win);
    let (gain, proof) = (best.gain.unwrap(), best.proof.clone().unwrap());
    assert!(
        gain.speedup > 2.0 && gain.low <= gain.speedup && gain.speedup <= gain.high,
        "{gain:?}"
    );
    assert!(proof.databases >= 60 && proof.telling >= 10 && proof.engine == "SQLite");
    assert!(!best.changes.is_empty() && best.changes.iter().all(|c| c.says.ends_with('.')));
    assert!(!proof.normal, "an average of each shop is no other wording");
    most_is_correlated(&done.parts);
    assert!(done.plan_before.is_some() && done.plan_after.is_some());
    // What was not shown to be equal has no gain and is not offered.
    for attempt in &done.attempts {
        assert!(attempt.gain.is_none() || attempt.proof.is_some());
        assert_eq!(attempt.turned_down.is_some(), !attempt.why.is_empty());
    }
    assert!(std::fs::read(&path).unwrap() == before, "the database is as it was");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_depends_on_chance_and_what_writes_is_refused_and_what_is_fast_is_left() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("shop.sqlite");
    slow(&path);
    let opened = open(&format!("sqlite:{}", path.display())).await.unwrap();
    assert!(done(&opened, "SELECT random() AS r FROM shops")
        .await
        .refused
        .contains("random"));
    let cut = done(&opened, "SELECT t.id FROM (SELECT id FROM shops LIMIT 3) t").await;
    assert!(!cut.refused.is_empty() && cut.attempts.is_empty());
    assert!(opened
        .optimise("DELETE FROM shops", search(), &[], &Cancel::new())
        .await
        .is_err());
    let fast = done(&opened, "SELECT town FROM shops WHERE id = 3").await;
    assert!(fast.best.is_none() && fast.refused.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn another_writers_wrong_statement_is_turned_down_by_the_step_that_sees_it() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("shop.sqlite");
    slow(&path);
    let opened = open(&format!("sqlite:{}", path.display())).await.unwrap();
    let sql = "SELECT s.town, COUNT(*) AS n FROM shops s JOIN orders o ON o.shop_id = s.id GROUP BY s.town";
    let others: Vec<(String, String)> = [
        "DELETE FROM shops",
        "SELECT s.town, COUNT(*) AS m FROM shops s JOIN orders o ON o.shop_id = s.id GROUP BY s.town",
        "SELECT s.town, COUNT(*) AS n FROM shops s LEFT JOIN orders o ON o.shop_id = s.id AND o.status = 'paid' GROUP BY s.town",
        // Right on these data, where every shop has orders, and wrong where one has none.
        "SELECT s.town, COUNT(o.id) AS n FROM orders o, shops s WHERE o.shop_id = s.id GROUP BY s.town UNION ALL SELECT s.town, 0 \
         FROM shops s WHERE NOT EXISTS (SELECT 1 FROM orders o JOIN shops t ON t.id = o.shop_id WHERE t.town = s.town)",
    ]
    .iter()
    .map(|sql| ("a model".to_string(), (*sql).to_string()))
    .collect();
    let settings = Search {
        candidates: 0,
        ..search()
    };
    let done = opened.optimise(sql, settings, &others, &Cancel::new()).await.unwrap();
    let steps: Vec<Option<Hurdle>> = done.attempts.iter().map(|a| a.turned_down).collect();
    assert_eq!(steps[..3], [Some(Hurdle::Gate), Some(Hurdle::Gate), Some(Hurdle::Data)]);
    // The last one is turned down as slow or as different, and is never offered.
    assert!(
        matches!(steps[3], Some(Hurdle::MadeUp | Hurdle::Race)),
        "{:?}",
        done.attempts[3]
    );
    assert!(done.best.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_what_is_far_behind_the_fastest() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("shop.sqlite");
    slow(&path);
    let opened = open(&format!("sqlite:{}", path.display())).await.unwrap();
    let settings = Search {
        candidates: 0,
        ..search()
    };
    // 48 million pairs, which the second statement spares itself and the third does not.
    let pairs = |sum: &str| {
        format!(
            "SELECT s.town FROM shops s WHERE s.id = 3 AND (SELECT COUNT(*) FROM orders a, orders b WHERE a.id <= 4000 AND {sum} > 3) > 0"
        )
    };
    let others = [
        (
            "a quick hand".to_string(),
            "SELECT s.town FROM shops s WHERE s.id = 3".to_string(),
        ),
        ("a slow one".to_string(), pairs("b.total + a.total")),
    ];
    let done = opened
        .optimise(&pairs("a.total + b.total"), settings, &others, &Cancel::new())
        .await
        .unwrap();
    let told: Vec<(bool, &str)> = done
        .attempts
        .iter()
        .map(|a| (a.first_ms.is_some(), a.why.as_str()))
        .collect();
    assert_eq!(told[1], (false, "It was far behind the fastest and was stopped."));
    assert!(told[0].0);
    assert_eq!(done.attempts[1].status, Status::Neutral);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_far_longer_is_stopped_and_what_is_too_long_or_too_large_itself_is_left() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("shop.sqlite");
    slow(&path);
    let opened = open(&format!("sqlite:{}", path.display())).await.unwrap();
    // Right, and it looks at 144 million pairs first.
    let pairs = "SELECT s.town FROM shops s WHERE s.id = 3 AND (SELECT COUNT(*) FROM orders a, orders b WHERE a.total + b.total > 3) > 0";
    let settings = Search {
        candidates: 0,
        ..search()
    };
    let others = [("somebody".to_string(), pairs.to_string())];
    let sql = "SELECT s.town FROM shops s WHERE s.id = 3";
    let done = opened.optimise(sql, settings, &others, &Cancel::new()).await.unwrap();
    let attempt = &done.attempts[0];
    assert_eq!(
        (attempt.turned_down, attempt.status, attempt.why.as_str()),
        (
            Some(Hurdle::Race),
            Status::Regression,
            "It took much longer and was stopped."
        )
    );
    assert!(done.best.is_none() && attempt.proof.is_none());

    let short = Limits {
        milliseconds: 50,
        ..settings.limits
    };
    let few = Limits {
        rows: 10,
        ..settings.limits
    };
    let small = Limits {
        bytes: 1_000,
        ..settings.limits
    };
    for (sql, limits) in [
        (pairs, short),
        ("SELECT o.id FROM orders o", few),
        ("SELECT o.id FROM orders o", small),
        // Five rows are shown, and what they are chosen from is too much to compare.
        ("SELECT o.id FROM orders o ORDER BY o.id LIMIT 5", few),
    ] {
        let settings = Search { limits, ..settings };
        let done = opened.optimise(sql, settings, &others, &Cancel::new()).await.unwrap();
        assert!(!done.refused.is_empty(), "{sql}");
        assert!(done.attempts.is_empty() && done.best.is_none(), "{sql}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workload_goes_through_its_states_and_goes_on_where_it_was_cut_off() {
    let dir = tempfile::tempdir().unwrap();
    let (path, queries, folder) = (
        dir.path().join("shop.sqlite"),
        dir.path().join("queries"),
        dir.path().join("state"),
    );
    slow(&path);
    std::fs::create_dir(&queries).unwrap();
    std::fs::write(queries.join("above.sql"), ABOVE_AVERAGE).unwrap();
    std::fs::write(queries.join("broken.sql"), "SELEC 1").unwrap();
    std::fs::write(queries.join("town.sql"), "SELECT town FROM shops WHERE id = 3").unwrap();
    let opened = open(&format!("sqlite:{}", path.display())).await.unwrap();
    let workload = Workload {
        opened: &opened,
        queries: &queries,
        folder: &folder,
        threshold: 1.05,
        door: None,
    };
    let mut out = Vec::new();
    workload.run(&|_| search(), &mut out).await.unwrap();
    let board = std::fs::read_to_string(folder.join("leaderboard.json")).unwrap();
    let entries: Vec<serde_json::Value> = serde_json::from_str(&board).unwrap();
    assert_eq!(entries.len(), 3);
    for key in ["query_id", "status", "speedup", "sql", "baseline_sql", "explanation"] {
        assert!(entries[0].get(key).is_some(), "{key}");
    }
    assert_eq!(
        (entries[0]["status"].as_str(), entries[1]["status"].as_str()),
        (Some("WIN"), Some("ERROR"))
    );
    for file in [
        "config.json",
        "leaderboard.md",
        "queries/above.sql",
        "state_0/leaderboard.json",
        "state_0/validation/town.json",
        "state_0/above/worker_00/optimized.sql",
        "state_0/above/worker_00/validation.json",
        "state_1/above_promoted.sql",
        "state_1/promotion_context/above.json",
        "learning/summary.json",
    ] {
        assert!(folder.join(file).is_file(), "{file}");
    }
    // As if the second state had been killed behind its first query: what is done is not done again.
    let kept = folder.join("state_1/validation/above.json");
    std::fs::create_dir_all(kept.parent().unwrap()).unwrap();
    std::fs::copy(folder.join("state_0/validation/above.json"), &kept).unwrap();
    let stamp = std::fs::metadata(&kept).unwrap().modified().unwrap();
    let desk = Desk::new(
        crate::world::world(Some(dir.path().join("workspace"))).unwrap(),
        Vec::new(),
    );
    let place = folder.to_string_lossy().into_owned();
    let read = |desk: &Desk| desk.workload(&place).unwrap();
    let half = read(&desk);
    assert_eq!((half.database.as_str(), half.overall.len()), ("shop", 3));
    let told: Vec<(u32, bool, usize, usize)> = half
        .states
        .iter()
        .map(|s| (s.number, s.finished, s.entries.len(), s.waiting.len()))
        .collect();
    assert_eq!(told, [(0, true, 3, 0), (1, false, 1, 2)]);
    workload.run(&|_| search(), &mut out).await.unwrap();
    let whole = read(&desk);
    assert!(whole.states.iter().all(|s| s.finished && s.entries.len() == 3) && whole.states.len() == 2);
    // A later state that finds nothing takes nothing from what an earlier one found.
    assert_eq!(
        desk.workload_query(&place, 0, "above").unwrap().best().map(|b| &b.sql),
        Some(&whole.states[0].entries[0].sql)
    );
    for (state, query) in [(7, "above"), (0, "nothing"), (0, "../validation/above")] {
        let gone = desk.workload_query(&place, state, query).unwrap_err();
        assert_eq!(gone.code, ProblemCode::NotFound, "{query}");
    }
    assert_eq!(std::fs::metadata(&kept).unwrap().modified().unwrap(), stamp);
    assert!(folder.join("state_1/validation/town.json").is_file() && folder.join("state_1/leaderboard.json").is_file());
    assert!(!folder.join("state_2/town_promoted.sql").exists());
    // A folder of something else, one that has only begun, one whose files are broken.
    let elsewhere = desk.workload(&queries.to_string_lossy()).unwrap_err();
    assert_eq!(elsewhere.code, ProblemCode::NotFound);
    let begun = dir.path().join("begun");
    std::fs::create_dir(&begun).unwrap();
    std::fs::copy(folder.join("config.json"), begun.join("config.json")).unwrap();
    let none = desk.workload(&format!("{}/", begun.display())).unwrap();
    assert!(none.states.is_empty() && none.overall.is_empty());
    std::fs::write(begun.join("leaderboard.json"), "[{").unwrap();
    let broken = desk.workload(&begun.to_string_lossy()).unwrap_err();
    assert!(
        broken.code == ProblemCode::BadInput && broken.message.contains("leaderboard.json"),
        "{broken:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn on_duckdb_the_part_that_runs_for_every_row_has_the_most_too_and_each_branch_has_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("shop.duckdb");
    let mut tables = [
        "CREATE TABLE shops AS SELECT i AS id, 'Town' AS town FROM range(40) t(i);".to_string(),
        "CREATE TABLE orders AS SELECT i AS id, i % 40 AS shop_id, i % 500 AS total FROM range(12000) t(i);"
            .to_string(),
    ]
    .into_iter();
    askwell_io::create::create_duckdb(&path, &mut tables).unwrap();
    let opened = open(&format!("duckdb:{}", path.display())).await.unwrap();
    let weighed = async |sql: &str| {
        let query = guard::checked(sql, Dialect::Duckdb).unwrap();
        let query = rewrite::qualify(&query, &opened.catalog).unwrap();
        let mut parts = rewrite::annotated(&query, &opened.catalog);
        shares::weigh(&*opened.database, &opened.catalog, &query, &mut parts, &Cancel::new())
            .await
            .unwrap();
        parts
    };
    most_is_correlated(
        &weighed(
            "SELECT o.id FROM orders o WHERE o.total > (SELECT AVG(p.total) FROM orders p WHERE p.shop_id = o.shop_id)",
        )
        .await,
    );
    let parts = weighed("SELECT s.id FROM shops s UNION ALL SELECT o.id FROM orders o").await;
    let rows: Vec<Option<f64>> = parts.iter().map(|p| p.rows).collect();
    assert_eq!(rows[1..], [Some(40.0), Some(12_000.0)], "{parts:#?}");
    assert!(parts[2].share > parts[1].share, "{parts:#?}");
}
