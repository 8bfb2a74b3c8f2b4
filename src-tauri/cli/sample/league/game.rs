//! One game, minute by minute, so that every column of a box score agrees with the others.

use super::super::random::Random;
use super::roster::Player;

/// Minutes by rank in the squad; together 240, five players for 48 minutes.
const MINUTES: [i64; 12] = [36, 34, 32, 30, 28, 20, 17, 14, 11, 8, 6, 4];

#[derive(Default, Clone)]
pub struct Line {
    pub player: usize,
    pub starter: bool,
    pub minutes: i64,
    pub twos: i64,
    pub twos_tried: i64,
    pub threes: i64,
    pub threes_tried: i64,
    pub free: i64,
    pub free_tried: i64,
    pub rebounds: i64,
    pub assists: i64,
    pub steals: i64,
    pub blocks: i64,
    pub turnovers: i64,
    pub fouls: i64,
}

impl Line {
    pub fn points(&self) -> i64 {
        2 * self.twos + 3 * self.threes + self.free
    }
}

pub struct Side {
    pub lines: Vec<Line>,
}

impl Side {
    pub fn points(&self) -> i64 {
        self.lines.iter().map(Line::points).sum()
    }
}

pub struct Game {
    pub home: Side,
    pub away: Side,
    pub overtime: bool,
}

/// `home` and `away` are the players fit that day, best first.
pub fn play(random: &mut Random, players: &[Player], home: &[usize], away: &[usize]) -> Game {
    // A home team hits about two shots in a hundred more.
    let mut game = Game {
        home: side(random, players, home, 22),
        away: side(random, players, away, 0),
        overtime: false,
    };
    while game.home.points() == game.away.points() {
        game.overtime = true;
        for (side, lift) in [(&mut game.home, 22), (&mut game.away, 0)] {
            for line in side.lines.iter_mut().take(5) {
                line.minutes += 5;
                minutes(random, &players[line.player], line, 5, lift);
            }
        }
    }
    game
}

fn side(random: &mut Random, players: &[Player], fit: &[usize], lift: i64) -> Side {
    let mut minutes_of: Vec<i64> = MINUTES.iter().copied().take(fit.len()).collect();
    // Coaches do not play by the book: minutes move between neighbours, the sum stays.
    for i in 1..minutes_of.len() {
        let moved = random.between(-3, 3).clamp(1 - minutes_of[i], minutes_of[i - 1] - 1);
        minutes_of[i] += moved;
        minutes_of[i - 1] -= moved;
    }
    let short: i64 = 240 - minutes_of.iter().sum::<i64>();
    minutes_of[0] += short;
    let lines = fit
        .iter()
        .take(MINUTES.len())
        .enumerate()
        .map(|(i, player)| {
            let mut line = Line {
                player: *player,
                starter: i < 5,
                minutes: minutes_of[i],
                ..Line::default()
            };
            minutes(random, &players[*player], &mut line, minutes_of[i], lift);
            line
        })
        .collect();
    Side { lines }
}

/// Per position, in 1024ths a minute: rebounds, assists, steals, blocks.
const RATES: [[u64; 4]; 5] = [
    [92, 205, 44, 6],
    [104, 118, 37, 10],
    [146, 90, 33, 18],
    [204, 70, 28, 32],
    [268, 56, 22, 58],
];

fn minutes(random: &mut Random, player: &Player, line: &mut Line, count: i64, lift: i64) {
    let rates = RATES[player.position];
    // The better, the more he shoots and the better he hits; 66 is the middle of the league.
    let over = player.skill - 66;
    let shoots = 345 + over * 5;
    for _ in 0..count {
        // One draw, six throws of ten bits each.
        let dice = random.draw();
        let throw = |n: u32| (dice >> (10 * n)) & 1023;
        line.rebounds += i64::from(throw(0) < rates[0]);
        line.assists += i64::from(throw(1) < rates[1]);
        line.steals += i64::from(throw(2) < rates[2]);
        line.blocks += i64::from(throw(3) < rates[3]);
        line.turnovers += i64::from(throw(4) < 62);
        line.fouls += i64::from(throw(5) < 84 && line.fouls < 6);
        if random.chance(shoots.clamp(120, 720)) {
            if random.chance(player.range) {
                line.threes_tried += 1;
                line.threes += i64::from(random.chance(338 + over + lift));
            } else {
                line.twos_tried += 1;
                line.twos += i64::from(random.chance(492 + 2 * over + lift));
            }
        }
        if random.chance(38 + over / 2) {
            line.free_tried += 2;
            line.free += i64::from(random.chance(752 + over)) + i64::from(random.chance(752 + over));
        }
    }
}
