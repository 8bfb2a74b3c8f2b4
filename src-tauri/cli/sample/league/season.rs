//! A season: the calendar, the games, the play-offs, and the tallies that awards are given by.

use super::super::day::Day;
use super::super::random::Random;
use super::super::statements::{row, Rows};
use super::clubs::{capacity, conference_of, CLUBS};
use super::game::{play as play_game, Line, Side};
use super::roster::{Injury, League};

/// Rounds of the regular season; every team plays once a round.
const ROUNDS: usize = 80;
/// Wins that decide a play-off series.
const SERIES: u32 = 3;

pub struct Books {
    pub games: Rows,
    pub scores: Rows,
}

impl Default for Books {
    fn default() -> Self {
        Self {
            games: Rows::of("games"),
            scores: Rows::packed("box_scores"),
        }
    }
}

/// What a player did in the regular season.
#[derive(Default, Clone)]
pub struct Tally {
    pub games: i64,
    pub starts: i64,
    pub points: i64,
    pub rebounds: i64,
    pub assists: i64,
    pub defence: i64,
    pub final_points: i64,
}

pub struct Played {
    pub champion: usize,
    /// By player index.
    pub tallies: Vec<Tally>,
    /// By team index.
    pub wins: Vec<i64>,
}

/// The first day of the regular season, and the day after which nothing is played.
pub fn dates(season: i64) -> (Day, Day) {
    (Day::new(season - 1, 10, 14), Day::new(season, 6, 15))
}

struct Table<'a> {
    league: &'a League,
    injuries: &'a [Injury],
    season: i64,
    played: Played,
    margin: Vec<i64>,
}

pub fn play(random: &mut Random, books: &mut Books, league: &League, injuries: &[Injury], season: i64) -> Played {
    let mut table = Table {
        league,
        injuries,
        season,
        played: Played {
            champion: 0,
            tallies: vec![Tally::default(); league.players.len()],
            wins: vec![0; CLUBS.len()],
        },
        margin: vec![0; CLUBS.len()],
    };
    let (starts, _) = dates(season);
    let mut order: Vec<usize> = (0..CLUBS.len()).collect();
    random.shuffle(&mut order);
    for round in 0..ROUNDS {
        // About six months for all rounds, each spread over two days.
        let day = starts.plus((round * 178 / ROUNDS) as i64);
        for (i, (home, away)) in pairs(&order, round).into_iter().enumerate() {
            game(
                random,
                books,
                &mut table,
                day.plus(i64::from(i % 2 == 1)),
                home,
                away,
                Kind::Regular,
            );
        }
    }
    table.played.champion = playoffs(random, books, &mut table);
    table.played
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Regular,
    Playoff,
    Final,
}

/// The circle method: one team stays, the others turn; home and away swap with every turn of the circle.
fn pairs(order: &[usize], round: usize) -> Vec<(usize, usize)> {
    let turning = order.len() - 1;
    let at = |i: usize| {
        if i == 0 {
            order[0]
        } else {
            order[1 + (i - 1 + round) % turning]
        }
    };
    (0..order.len() / 2)
        .map(|i| {
            let (a, b) = (at(i), at(order.len() - 1 - i));
            // Whoever turns changes place, and so side, every round by itself; the one who stays does not.
            let swap = round / turning + if i == 0 { round } else { i };
            if swap.is_multiple_of(2) {
                (a, b)
            } else {
                (b, a)
            }
        })
        .collect()
}

/// Eight of each conference, best against worst, then the two conference winners.
fn playoffs(random: &mut Random, books: &mut Books, table: &mut Table<'_>) -> usize {
    let mut day = Day::new(table.season, 4, 16);
    let mut left: Vec<Vec<usize>> = (0..2).map(|conference| seeds(table, conference)).collect();
    while left[0].len() > 1 {
        for seeds in &mut left {
            let half = seeds.len() / 2;
            let winners: Vec<usize> = (0..half)
                .map(|i| {
                    series(
                        random,
                        books,
                        table,
                        day.plus((i % 2) as i64),
                        (seeds[i], seeds[seeds.len() - 1 - i]),
                        Kind::Playoff,
                    )
                })
                .collect();
            *seeds = winners;
        }
        day = day.plus(14);
    }
    series(random, books, table, day, (left[0][0], left[1][0]), Kind::Final)
}

fn seeds(table: &Table<'_>, conference: usize) -> Vec<usize> {
    let mut teams: Vec<usize> = (0..CLUBS.len()).filter(|t| conference_of(*t) == conference).collect();
    teams.sort_by_key(|t| (-table.played.wins[*t], -table.margin[*t], *t));
    teams.truncate(8);
    teams
}

fn series(
    random: &mut Random,
    books: &mut Books,
    table: &mut Table<'_>,
    first: Day,
    teams: (usize, usize),
    kind: Kind,
) -> usize {
    let (mut upper, mut lower) = (0, 0);
    for n in 0.. {
        // Two at home, two away, the fifth at home.
        let at_upper = matches!(n, 0 | 1 | 4);
        let (home, away) = if at_upper { teams } else { (teams.1, teams.0) };
        let home_won = game(random, books, table, first.plus(2 * n), home, away, kind);
        if home_won == at_upper {
            upper += 1
        } else {
            lower += 1
        }
        if upper == SERIES || lower == SERIES {
            break;
        }
    }
    if upper == SERIES {
        teams.0
    } else {
        teams.1
    }
}

/// Plays and books one game; true if the home team won.
fn game(
    random: &mut Random,
    books: &mut Books,
    table: &mut Table<'_>,
    day: Day,
    home: usize,
    away: usize,
    kind: Kind,
) -> bool {
    let players = &table.league.players;
    let result = play_game(random, players, &fit(table, home, day), &fit(table, away, day));
    let (h, a) = (result.home.points(), result.away.points());
    let id = books.games.count() + 1;
    let playoff = kind != Kind::Regular;
    let crowd = crowd(random, table, day, home, playoff);
    books.games.add(row![
        id,
        table.season,
        day,
        home + 1,
        away + 1,
        h,
        a,
        crowd,
        result.overtime,
        playoff
    ]);
    for (team, side) in [(home, &result.home), (away, &result.away)] {
        book(books, id, team, side);
        tally(&mut table.played.tallies, side, kind);
    }
    let home_won = h > a;
    if kind == Kind::Regular {
        table.played.wins[if home_won { home } else { away }] += 1;
        table.margin[home] += h - a;
        table.margin[away] += a - h;
    }
    home_won
}

/// The twelve best who are not hurt, best first.
fn fit(table: &Table<'_>, team: usize, day: Day) -> Vec<usize> {
    let hurt = |p: usize| {
        table
            .injuries
            .iter()
            .any(|i| i.player == p && i.from <= day && day < i.until)
    };
    let mut squad: Vec<usize> = table.league.squads[team]
        .iter()
        .copied()
        .filter(|p| !hurt(*p))
        .collect();
    squad.sort_by_key(|p| (-table.league.players[*p].skill, *p));
    squad
}

/// Nobody was let in during the first half of the first season, and now and then nobody counted.
fn crowd(random: &mut Random, table: &Table<'_>, day: Day, home: usize, playoff: bool) -> Option<i64> {
    if day < Day::new(2021, 2, 1) || random.chance(12) {
        return None;
    }
    let weekend = if day.weekday() >= 4 { 12 } else { 0 };
    let fame = table.played.wins[home] * 3 / 8;
    let filled = (random.bell(46, 78) + weekend + fame + if playoff { 22 } else { 0 }).min(100);
    let seats = capacity(home);
    Some(if filled == 100 {
        seats
    } else {
        seats * filled / 100 - random.between(0, 59)
    })
}

fn book(books: &mut Books, game: usize, team: usize, side: &Side) {
    for line in &side.lines {
        let Line {
            player,
            starter,
            minutes,
            twos,
            twos_tried,
            threes,
            threes_tried,
            free,
            free_tried,
            ..
        } = *line;
        books.scores.add(row![
            game,
            player + 1,
            team + 1,
            starter,
            minutes,
            line.points(),
            twos + threes,
            twos_tried + threes_tried,
            threes,
            threes_tried,
            free,
            free_tried,
            line.rebounds,
            line.assists,
            line.steals,
            line.blocks,
            line.turnovers,
            line.fouls,
        ]);
    }
}

fn tally(tallies: &mut [Tally], side: &Side, kind: Kind) {
    for line in &side.lines {
        let tally = &mut tallies[line.player];
        match kind {
            Kind::Final => tally.final_points += line.points() + line.assists,
            Kind::Playoff => {}
            Kind::Regular => {
                tally.games += 1;
                tally.starts += i64::from(line.starter);
                tally.points += line.points();
                tally.rebounds += line.rebounds;
                tally.assists += line.assists;
                tally.defence += 2 * line.steals + 2 * line.blocks;
            }
        }
    }
}
