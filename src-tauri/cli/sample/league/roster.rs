//! Players, what they are good at, whom they play for, what they earn, and when they are hurt.

use super::super::day::Day;
use super::super::names::Names;
use super::super::random::Random;
use super::super::statements::{row, Rows, Value};
use super::clubs::CLUBS;

/// Position, height range in cm.
pub const POSITIONS: &[(&str, (i64, i64))] = &[
    ("Point guard", (178, 196)),
    ("Shooting guard", (186, 202)),
    ("Small forward", (194, 208)),
    ("Power forward", (200, 213)),
    ("Center", (205, 221)),
];
/// Places of a squad by position: 14 players, 12 of whom dress for a game.
const SQUAD: [usize; 14] = [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 1, 2, 4, 0];

const NATIONS: &[(&str, u64)] = &[
    ("USA", 21),
    ("Lithuania", 12),
    ("Sweden", 9),
    ("Finland", 8),
    ("Norway", 8),
    ("Denmark", 7),
    ("Latvia", 6),
    ("Estonia", 5),
    ("Poland", 5),
    ("Serbia", 5),
    ("Ireland", 4),
    ("Scotland", 3),
    ("Iceland", 3),
    ("Senegal", 2),
    ("Nigeria", 2),
];

pub struct Player {
    /// Index into [`POSITIONS`].
    pub position: usize,
    /// 35 to 99.
    pub skill: i64,
    /// Share of shots taken from afar, per mille.
    pub range: i64,
    pub born: Day,
    /// The first season he plays in.
    pub debut: i64,
    first: String,
    last: String,
    nation: &'static str,
    height: i64,
    weight: Option<i64>,
    drafted: Option<i64>,
    left_handed: bool,
    mentor: Option<usize>,
}

pub struct Injury {
    pub player: usize,
    pub from: Day,
    /// The first day he plays again, whether or not it was written down.
    pub until: Day,
    recorded: bool,
    part: Option<&'static str>,
}

pub struct League {
    pub players: Vec<Player>,
    /// Player indices by team.
    pub squads: Vec<Vec<usize>>,
    contracts: Rows,
    injuries: Rows,
}

impl League {
    pub fn found(random: &mut Random, names: &mut Names) -> Self {
        let mut league = Self {
            players: Vec::new(),
            squads: vec![Vec::new(); CLUBS.len()],
            contracts: Rows::of("contracts"),
            injuries: Rows::of("injuries"),
        };
        let first = *super::SEASONS.start();
        for team in 0..CLUBS.len() {
            for position in SQUAD {
                let age = random.bell(18, 36);
                let player = league.player(random, names, position, first, age);
                league.squads[team].push(player);
            }
        }
        league
    }

    /// Between seasons a fifth leaves: the old for good, some to another team; newcomers take their places.
    pub fn new_season(&mut self, random: &mut Random, names: &mut Names, season: i64) {
        for player in &mut self.players {
            let age = season - player.born.year();
            let growth = if age < 25 {
                random.between(-2, 5)
            } else if age > 31 {
                random.between(-5, 1)
            } else {
                random.between(-3, 3)
            };
            player.skill = (player.skill + growth).clamp(35, 99);
        }
        let mut free: Vec<(usize, usize)> = Vec::new();
        let mut open: Vec<(usize, usize)> = Vec::new();
        for team in 0..self.squads.len() {
            let (stay, leave): (Vec<usize>, Vec<usize>) = std::mem::take(&mut self.squads[team])
                .into_iter()
                .partition(|p| season - self.players[*p].born.year() < 37 && !random.chance(190));
            for player in leave {
                let position = self.players[player].position;
                open.push((team, position));
                if season - self.players[player].born.year() < 35 && self.players[player].skill > 50 {
                    free.push((player, position));
                }
            }
            self.squads[team] = stay;
        }
        random.shuffle(&mut open);
        for (team, position) in open {
            let signed = free
                .iter()
                .position(|(_, p)| *p == position)
                .filter(|_| random.chance(650));
            let player = match signed {
                Some(i) => free.swap_remove(i).0,
                None => {
                    let age = random.bell(18, 26);
                    self.player(random, names, position, season, age)
                }
            };
            self.squads[team].push(player);
        }
    }

    /// Writes this season's contracts.
    pub fn sign(&mut self, random: &mut Random, season: i64) {
        for team in 0..self.squads.len() {
            let mut shirts: Vec<i64> = (0..=55).collect();
            random.shuffle(&mut shirts);
            for (shirt, player) in shirts.into_iter().zip(self.squads[team].clone()) {
                let over = self.players[player].skill - 34;
                let salary = (90_000 + over * over * over * 18 + random.between(0, 60_000)) / 500 * 500;
                let signed = (!random.chance(40)).then(|| Day::new(season - 1, 6, 20).plus(random.between(0, 95)));
                let id = self.contracts.count() + 1;
                self.contracts.add(row![
                    id,
                    player + 1,
                    team + 1,
                    season,
                    shirt,
                    Value::Cents(salary * 100),
                    signed
                ]);
            }
        }
    }

    pub fn note_injuries(&mut self, injuries: &[Injury]) {
        for injury in injuries {
            let severity = match injury.until.0 - injury.from.0 {
                ..=13 => "minor",
                14..=44 => "moderate",
                _ => "severe",
            };
            let id = self.injuries.count() + 1;
            let back = injury.recorded.then_some(injury.until);
            self.injuries
                .add(row![id, injury.player + 1, injury.from, back, injury.part, severity]);
        }
    }

    pub fn into_statements(self) -> Vec<String> {
        let mut rows = Rows::of("players");
        for (i, p) in self.players.into_iter().enumerate() {
            rows.add(row![
                i + 1,
                p.first,
                p.last,
                POSITIONS[p.position].0,
                p.born,
                p.nation,
                p.height,
                p.weight,
                p.drafted,
                p.left_handed,
                p.mentor.map(|m| m + 1),
            ]);
        }
        [rows, self.contracts, self.injuries]
            .into_iter()
            .flat_map(Rows::into_statements)
            .collect()
    }

    fn player(&mut self, random: &mut Random, names: &mut Names, position: usize, season: i64, age: i64) -> usize {
        let (first, last) = names.player(random);
        let (low, high) = POSITIONS[position].1;
        let height = random.bell(low, high);
        let veterans = self.players.len();
        self.players.push(Player {
            position,
            skill: random.bell(40, 88).max(random.between(35, 80)) + random.below(12) as i64,
            range: [360, 420, 330, 210, 70][position] + random.between(-60, 80),
            born: Day::new(season - age, 1, 1).plus(random.between(0, 364)),
            debut: season,
            nation: random.weighted(NATIONS),
            height,
            weight: (!random.chance(70)).then(|| height - 104 + random.bell(-10, 14)),
            drafted: random
                .chance(610)
                .then(|| season - age + random.between(19, 21))
                .filter(|year| *year < season),
            left_handed: random.chance(105),
            mentor: (age < 23 && veterans > 40 && random.chance(700)).then(|| random.below(veterans as u64) as usize),
            first,
            last,
        });
        self.players.len() - 1
    }
}

pub fn injuries(random: &mut Random, league: &League, season: i64) -> Vec<Injury> {
    const PARTS: &[(&str, u64)] = &[
        ("ankle", 31),
        ("knee", 24),
        ("hamstring", 14),
        ("back", 10),
        ("shoulder", 8),
        ("wrist", 6),
        ("Knee", 3),
        ("concussion", 4),
    ];
    let (starts, ends) = super::season::dates(season);
    let mut out = Vec::new();
    for player in league.squads.iter().flatten() {
        if !random.chance(270) {
            continue;
        }
        let from = starts.plus(random.between(0, ends.0 - starts.0 - 20));
        let days = random.weighted(&[(4, 22), (8, 24), (15, 22), (28, 16), (60, 11), (140, 5)]);
        let until = from.plus(days + random.between(0, days / 2));
        out.push(Injury {
            player: *player,
            from,
            until,
            // Who was still out when the season ended has no day of return.
            recorded: until < ends && !random.chance(25),
            part: (!random.chance(60)).then(|| random.weighted(PARTS)),
        });
    }
    out.sort_by_key(|injury| (injury.from, injury.player));
    out
}
