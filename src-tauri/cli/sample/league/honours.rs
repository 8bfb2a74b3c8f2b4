//! Awards, given by what the season's box scores say.

use super::super::statements::{row, Rows};
use super::roster::League;
use super::season::{Played, Tally};

/// Fewer games than this and nobody is considered.
const ENOUGH: i64 = 50;

/// What a player's season is worth for an award; `None`: not eligible.
type Worth<'a> = Box<dyn Fn(usize, &Tally) -> Option<i64> + 'a>;

pub struct Honours {
    rows: Rows,
    /// Points a game of the season before, in hundredths, by player.
    before: Vec<i64>,
}

impl Default for Honours {
    fn default() -> Self {
        Self {
            rows: Rows::of("awards"),
            before: Vec::new(),
        }
    }
}

impl Honours {
    pub fn give(&mut self, league: &League, played: &Played, season: i64) {
        let mut team_wins = vec![0; league.players.len()];
        for (team, squad) in league.squads.iter().enumerate() {
            for player in squad {
                team_wins[*player] = played.wins[team];
            }
        }
        let before = std::mem::take(&mut self.before);
        let average = |t: &Tally| t.points * 100 / t.games.max(1);
        let awards: [(&str, Worth<'_>); 7] = [
            (
                "Most Valuable Player",
                Box::new(|p, t| enough(t).map(|()| 3 * t.points + 2 * t.rebounds + 3 * t.assists + 30 * team_wins[p])),
            ),
            ("Scoring Champion", Box::new(|_, t| Some(t.points))),
            (
                "Defensive Player of the Year",
                Box::new(|_, t| enough(t).map(|()| 4 * t.defence + t.rebounds)),
            ),
            (
                "Rookie of the Year",
                Box::new(|p, t| {
                    (league.players[p].debut == season && season > *super::SEASONS.start()).then_some(t.points)
                }),
            ),
            (
                "Sixth Player of the Year",
                Box::new(|_, t| (t.games > 2 * t.starts).then_some(t.points)),
            ),
            (
                "Most Improved Player",
                Box::new(|p, t| {
                    enough(t)?;
                    before.get(p).filter(|b| **b > 0).map(|b| average(t) - b)
                }),
            ),
            (
                "Finals MVP",
                Box::new(|p, t| league.squads[played.champion].contains(&p).then_some(t.final_points)),
            ),
        ];
        for (name, worth) in &awards {
            let best = played
                .tallies
                .iter()
                .enumerate()
                .filter_map(|(p, t)| Some((worth(p, t)?, p)))
                .max_by_key(|(w, p)| (*w, std::cmp::Reverse(*p)));
            if let Some((_, player)) = best {
                self.rows.add(row![self.rows.count() + 1, season, *name, player + 1]);
            }
        }
        self.before = played
            .tallies
            .iter()
            .map(|t| if t.games >= ENOUGH { average(t) } else { 0 })
            .collect();
    }

    pub fn into_statements(self) -> Vec<String> {
        self.rows.into_statements()
    }
}

fn enough(tally: &Tally) -> Option<()> {
    (tally.games >= ENOUGH).then_some(())
}
