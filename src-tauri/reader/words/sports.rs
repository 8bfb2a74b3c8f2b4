//! What the sheets of a sport write short: `HR` beside `AB` and `RBI` are home runs, `G` beside `GP` and `PIM` goals.
//!
//! In: the names of a table's columns. Out: the sport that they are of, and what each abbreviation says. Deliberately absent:
//! tables with fewer than four such names, in which a letter may stand for anything.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::pieces;

/// How many of a table's names must be abbreviations of a sport, and how many of those telling, before it counts as a sheet of it.
const FEWEST: usize = 4;
const TELLING: usize = 2;

#[derive(Debug, Default)]
struct Sport {
    short: BTreeMap<String, (String, bool)>,
    /// Codes of places on the field, with words for who plays there.
    positions: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Default)]
struct Sports {
    all: Vec<Sport>,
    /// Of whom and when, whatever the sport.
    common: BTreeMap<String, String>,
}

static SPORTS: LazyLock<Sports> = LazyLock::new(|| {
    let mut sports = Sports::default();
    let mut names: Vec<&str> = Vec::new();
    let mut section = "";
    for line in include_str!("sports.txt").lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            section = name;
            continue;
        }
        let Some((short, says)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) else {
            continue;
        };
        let sport = section.strip_suffix(" positions").unwrap_or(section);
        if sport == "all" {
            sports.common.insert(short.to_owned(), says.to_owned());
            continue;
        }
        let at = names.iter().position(|n| *n == sport).unwrap_or_else(|| {
            names.push(sport);
            sports.all.push(Sport::default());
            names.len() - 1
        });
        let of = &mut sports.all[at];
        if sport == section {
            let bare = short.trim_end_matches('*');
            of.short.insert(bare.to_owned(), (says.to_owned(), bare != short));
        } else {
            let words = says.split(' ').map(|w| w.replace('-', " "));
            of.positions.insert(short.to_owned(), words.collect());
        }
    }
    sports
});

/// A sport whose abbreviations a table uses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Abbreviations {
    sport: usize,
    /// Games have a column of their own, so that a lone `G` is goals.
    games: bool,
}

/// The sport of a table with these columns, where it is one.
pub(crate) fn of_table<'a>(names: impl Iterator<Item = &'a str>) -> Option<Abbreviations> {
    let names: Vec<String> = names.map(str::to_lowercase).collect();
    let all = SPORTS.all.iter().enumerate().map(|(at, sport)| {
        let found = names.iter().filter_map(|n| sport.short.get(n));
        let telling = found.clone().filter(|s| s.1).count();
        (telling, found.count(), std::cmp::Reverse(at))
    });
    let (telling, found, sport) = all.max()?;
    (telling >= TELLING && found >= FEWEST).then(|| Abbreviations {
        sport: sport.0,
        games: names.iter().any(|n| matches!(n.as_str(), "gp" | "mp" | "pld" | "mat")),
    })
}

impl Abbreviations {
    /// What a piece of a name stands for.
    fn says(self, piece: &str) -> Option<String> {
        let sport = &SPORTS.all[self.sport];
        match sport.short.get(piece) {
            Some((says, _)) if piece == "g" && says == "goals" && !self.games => Some("games".to_owned()),
            Some((says, _)) => Some(says.clone()),
            None => SPORTS.common.get(piece).cloned(),
        }
    }

    /// The words of a column's name, where it is or ends with an abbreviation.
    pub(crate) fn written_out(self, name: &str) -> Option<Vec<String>> {
        let words = |says: String| says.split(' ').map(str::to_owned).collect::<Vec<_>>();
        if let Some(says) = self.says(&name.to_lowercase()) {
            return Some(words(says));
        }
        if let Some(said) = common(name) {
            return Some(said);
        }
        let all = pieces(name);
        let [first, rest @ ..] = all.as_slice() else {
            return None;
        };
        let last = rest.last().filter(|_| first == "post")?;
        Some([vec!["playoff".to_owned()], words(self.says(last)?)].concat())
    }
}

/// The words of `tmID` or `lg` in any table beside those of a sport.
pub(crate) fn common(name: &str) -> Option<Vec<String>> {
    let all = pieces(name);
    let (first, id) = match all.as_slice() {
        [only] => (only, None),
        [first, id] if id == "id" => (first, Some(id.clone())),
        _ => return None,
    };
    let says = SPORTS.common.get(first)?;
    Some(std::iter::once(says.clone()).chain(id).collect())
}

/// Words for who plays where, by the codes of a column that holds these and no others.
pub(crate) fn positions(codes: &[String]) -> Vec<(String, Vec<String>)> {
    let said: Vec<&String> = codes.iter().filter(|c| !c.trim().is_empty()).collect();
    // "L/C" and "C-F" are two places.
    let parts = |code: &str| -> Vec<String> {
        code.trim()
            .to_lowercase()
            .split(['/', '-'])
            .map(str::to_owned)
            .collect()
    };
    let all_of = |sport: &&Sport| {
        said.iter()
            .all(|c| parts(c).iter().all(|p| sport.positions.contains_key(p)))
    };
    let Some(sport) = SPORTS.all.iter().find(all_of).filter(|_| said.len() > 2) else {
        return Vec::new();
    };
    let single = said.into_iter().filter_map(|code| {
        let words = sport.positions.get(&code.trim().to_lowercase())?;
        Some((code.clone(), words.clone()))
    });
    single.collect()
}

#[cfg(test)]
mod tests {
    use super::{of_table, positions};

    fn said(names: &[&str], name: &str) -> Option<String> {
        let sport = of_table(names.iter().copied())?;
        sport.written_out(name).map(|w| w.join(" "))
    }

    #[test]
    fn a_letter_says_what_it_does_in_the_sport_of_its_table() {
        let batting = ["playerID", "yearID", "G", "AB", "R", "H", "2B", "HR", "RBI"];
        assert_eq!(said(&batting, "HR").as_deref(), Some("home runs"));
        assert_eq!(said(&batting, "G").as_deref(), Some("games"));
        let skaters = ["playerID", "tmID", "GP", "G", "A", "Pts", "PIM", "PPG", "PostG"];
        assert_eq!(said(&skaters, "G").as_deref(), Some("goals"));
        assert_eq!(said(&skaters, "PostG").as_deref(), Some("playoff goals"));
        assert_eq!(said(&skaters, "tmID").as_deref(), Some("team id"));
        // A season of teams counts its games.
        let teams = ["year", "G", "W", "L", "T", "OTL", "PIM", "PPG"];
        assert_eq!(said(&teams, "G").as_deref(), Some("games"));
    }

    #[test]
    fn few_letters_are_no_sport() {
        assert_eq!(said(&["id", "W", "L", "H"], "W"), None);
        assert_eq!(said(&["g", "h", "r", "ab", "note"], "g"), None);
    }

    #[test]
    fn codes_of_places_on_the_field_are_who_plays_there() {
        let codes = |list: &[&str]| list.iter().map(|c| (*c).to_owned()).collect::<Vec<String>>();
        let found = positions(&codes(&["G", "D", "C", "L", "R"]));
        assert_eq!(found[0].1[0], "goalie");
        assert!(positions(&codes(&["A", "B", "C"])).is_empty());
    }
}
