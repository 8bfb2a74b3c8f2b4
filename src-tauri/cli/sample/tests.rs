//! What the samples promise, checked on the databases that come out.

use std::path::PathBuf;
use std::sync::Arc;

use askwell_contract::ports::{Cancel, Connector, Database};
use askwell_contract::{Cell, Limits};

use super::random::fingerprint;
use super::{build, harbor, league, SEED};

/// Of the data that the questions beside it were checked against.
const HARBOR: u64 = 8_137_235_748_631_487_520;
const LEAGUE: u64 = 11_240_811_413_665_576_672;

fn hash(statements: &[String]) -> u64 {
    fingerprint(statements.join(";\n").as_bytes())
}

#[test]
fn same_seed_gives_the_same_text_on_every_machine() {
    assert_eq!(
        hash(&harbor::statements(SEED)),
        HARBOR,
        "the questions were checked against other data"
    );
    assert_eq!(
        hash(&league::statements(SEED)),
        LEAGUE,
        "the questions were checked against other data"
    );
    assert_ne!(hash(&harbor::statements(SEED + 1)), HARBOR);
    assert_ne!(hash(&league::statements(SEED + 1)), LEAGUE);
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("askwell-sample-{name}-{}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn number(database: &Arc<dyn Database>, sql: &str) -> i64 {
    let result = database
        .query(sql, Limits::ASK, &Cancel::new())
        .await
        .unwrap()
        .unwrap()
        .collect()
        .await
        .unwrap();
    match &result.rows[0][0] {
        Cell::Int(n) => *n,
        Cell::Decimal(n) => n.parse().unwrap(),
        other => panic!("{sql}: {other:?}"),
    }
}

/// Rows whose key has no partner, over all declared foreign keys; and how many keys were looked at.
async fn dangling(database: &Arc<dyn Database>) -> (i64, usize) {
    let (mut rows, mut keys) = (0, 0);
    for table in database.describe().await.unwrap().tables {
        for key in &table.foreign_keys {
            let pairs: Vec<String> = key
                .columns
                .iter()
                .zip(&key.to_columns)
                .map(|(a, b)| format!("p.\"{b}\" = c.\"{a}\""))
                .collect();
            let sql = format!(
                "SELECT COUNT(*) FROM \"{}\" c WHERE c.\"{}\" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \"{}\" p WHERE {})",
                table.name, key.columns[0], key.to_table, pairs.join(" AND ")
            );
            rows += number(database, &sql).await;
            keys += 1;
        }
    }
    (rows, keys)
}

#[tokio::test]
async fn databases_are_whole_and_as_large_as_promised() {
    let dir = Folder::new("whole");
    let paths = build(&dir.0).unwrap();
    let open = |scheme: &str, path: &PathBuf| format!("{scheme}:{}", path.display());

    let harbor = askwell_io::db::Opener
        .open_address(&open("sqlite", &paths[0]))
        .await
        .unwrap();
    assert_eq!(
        number(&harbor, "SELECT COUNT(*) FROM order_lines").await,
        harbor::ORDER_LINES
    );
    assert_eq!(harbor.describe().await.unwrap().tables.len(), 15);
    let (rows, keys) = dangling(&harbor).await;
    assert!(
        rows == 0 && keys >= 15,
        "{rows} rows without a partner over {keys} keys"
    );
    let days = "SELECT COUNT(DISTINCT substr(order_date, 1, 7)) FROM orders";
    assert_eq!(number(&harbor, days).await, 48, "trade in every month of four years");

    let league = askwell_io::db::Opener
        .open_address(&open("duckdb", &paths[1]))
        .await
        .unwrap();
    let catalog = league.describe().await.unwrap();
    assert_eq!(catalog.tables.len(), 11);
    let mut all = 0;
    for table in &catalog.tables {
        all += number(&league, &format!("SELECT COUNT(*) FROM {}", table.name)).await;
    }
    assert!((145_000..=155_000).contains(&all), "{all} rows");
    let (rows, keys) = dangling(&league).await;
    assert!(
        rows == 0 && keys >= 12,
        "{rows} rows without a partner over {keys} keys"
    );
}

#[tokio::test]
async fn scores_of_the_league_add_up() {
    let dir = Folder::new("scores");
    let path = dir.0.join(league::FILE);
    std::fs::create_dir_all(&dir.0).unwrap();
    askwell_io::create::create_duckdb(&path, &mut league::statements(SEED).into_iter()).unwrap();
    let league = askwell_io::db::Opener
        .open_address(&format!("duckdb:{}", path.display()))
        .await
        .unwrap();
    for (claim, wrong) in [
        ("a team's points are its players'",
         "SELECT COUNT(*) FROM games g JOIN (SELECT game_id, team_id, SUM(points) AS points FROM box_scores GROUP BY ALL) b USING (game_id)
          WHERE b.points <> CASE WHEN b.team_id = g.home_team_id THEN g.home_points ELSE g.away_points END"),
        ("every game has two teams in the box", "SELECT COUNT(*) FROM (SELECT game_id FROM box_scores GROUP BY 1 HAVING COUNT(DISTINCT team_id) <> 2)"),
        ("points follow from the shots", "SELECT COUNT(*) FROM box_scores WHERE points <> 2 * (fg_made - three_made) + 3 * three_made + ft_made"),
        ("nobody hits more than he tries", "SELECT COUNT(*) FROM box_scores WHERE fg_made > fg_attempted OR three_made > three_attempted OR ft_made > ft_attempted"),
        ("no game is drawn", "SELECT COUNT(*) FROM games WHERE home_points = away_points"),
        ("48 minutes, five for each overtime", "SELECT COUNT(*) FROM (SELECT SUM(minutes) AS m, g.overtime FROM box_scores JOIN games g USING (game_id) GROUP BY game_id, team_id, g.overtime) WHERE overtime <> (m > 240) OR (m - 240) % 25 <> 0"),
        ("an injured player does not play", "SELECT COUNT(*) FROM injuries i JOIN box_scores b USING (player_id) JOIN games g USING (game_id) WHERE g.game_date >= i.reported_on AND g.game_date < i.returned_on"),
        ("the champion won the last game", "SELECT COUNT(*) FROM seasons s JOIN games g ON g.season = s.season WHERE g.game_id = (SELECT MAX(game_id) FROM games WHERE season = s.season) AND s.champion_team_id <> CASE WHEN g.home_points > g.away_points THEN g.home_team_id ELSE g.away_team_id END"),
        ("nobody plays twice a day", "SELECT COUNT(*) FROM (SELECT b.player_id, g.game_date FROM box_scores b JOIN games g USING (game_id) GROUP BY ALL HAVING COUNT(*) > 1)"),
    ] {
        assert_eq!(number(&league, wrong).await, 0, "{claim}");
    }
}

#[test]
fn files_that_are_there_are_left_alone() {
    let dir = Folder::new("there");
    std::fs::create_dir_all(&dir.0).unwrap();
    for file in [harbor::FILE, league::FILE] {
        std::fs::write(dir.0.join(file), "mine").unwrap();
    }
    build(&dir.0).unwrap();
    assert_eq!(std::fs::read_to_string(dir.0.join(harbor::FILE)).unwrap(), "mine");
}
