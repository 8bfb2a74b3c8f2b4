//! Northern League, a basketball league: DuckDB, five seasons.
//! In: a seed. Out: the statements that make the database. Deliberately absent: any real team, player or result.
//!
//! The scores add up: a team's points are the sum of its players' box scores, the champion won the final that was
//! played, the scoring champion scored most, and an injured player has no box score.

mod clubs;
mod game;
mod honours;
mod roster;
mod season;

use super::names::Names;
use super::random::Random;
use super::statements::{row, Rows};

pub const FILE: &str = "northern-league.duckdb";
/// A season is named by the year it ends in.
pub const SEASONS: std::ops::RangeInclusive<i64> = 2021..=2025;

pub fn statements(seed: u64) -> Vec<String> {
    let mut names = Names::default();
    let mut league = roster::League::found(&mut Random::new(seed, "players"), &mut names);
    let mut seasons = Rows::of("seasons");
    let mut books = season::Books::default();
    let mut honours = honours::Honours::default();
    for year in SEASONS {
        let mut random = Random::new(seed, &format!("season {year}"));
        if year > *SEASONS.start() {
            league.new_season(&mut random, &mut names, year);
        }
        let injuries = roster::injuries(&mut random, &league, year);
        league.sign(&mut random, year);
        let played = season::play(&mut random, &mut books, &league, &injuries, year);
        let (starts, ends) = season::dates(year);
        seasons.add(row![year, starts, ends, played.champion + 1]);
        honours.give(&league, &played, year);
        league.note_injuries(&injuries);
    }
    let mut out = super::schema(include_str!("schema.sql"));
    out.extend(clubs::statements(&mut Random::new(seed, "clubs"), &mut names));
    out.extend(seasons.into_statements());
    out.extend(league.into_statements());
    out.extend(books.games.into_statements());
    out.extend(books.scores.into_statements());
    out.extend(honours.into_statements());
    out
}
