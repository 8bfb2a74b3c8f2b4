//! Countries spelt out in questions and kept as codes: "Spain" and "Spanish" of `ESP`, `ES` or `es`.
//!
//! In: columns of two or three letters of which nearly all are codes of countries. Out: the code as it is stored. Deliberately
//! absent: names kept in full, which are looked up like any text.

use std::sync::OnceLock;

use super::{Atom, Meaning, Text};
use crate::known::{Col, Column, Role};
use crate::words::{among, demonyms};

const SCORE: f64 = 0.92;
/// Words of a country's name.
const LONGEST: usize = 5;
/// What is left of a text that another column has, too, where a column of countries has it.
const OTHER: f64 = 0.5;

struct Country {
    codes: [&'static str; 3],
    names: Vec<&'static str>,
}

fn countries() -> &'static [Country] {
    static ALL: OnceLock<Vec<Country>> = OnceLock::new();
    ALL.get_or_init(|| {
        let lines = include_str!("countries.txt").lines().filter(|l| !l.starts_with('#'));
        let one = |line: &'static str| {
            let mut parts = line.splitn(4, ' ');
            let codes = [parts.next()?, parts.next()?, parts.next()?];
            let names = parts.next()?.split("; ").collect();
            Some(Country { codes, names })
        };
        lines.filter_map(one).collect()
    })
}

/// Which of a country's codes a column keeps.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Three,
    Two,
    Olympic,
}

/// Where the commonest texts are at hand, nearly all of them are codes; where they are not, the name says so.
fn kind(column: &Column) -> Option<Kind> {
    let said: Vec<String> = (column.top.iter().filter(|v| !column.gaps.contains(v)))
        .map(|v| v.trim().to_uppercase())
        .filter(|v| !v.is_empty())
        .collect();
    let called = |names: &[&str]| column.stems.iter().any(|s| names.contains(&s.as_str()));
    // Groups of countries may stand among them: `EU27_2020`.
    let short = said.iter().filter(|v| v.len() <= 3).count() * 2 >= said.len();
    if !short || !column.is_text() || !matches!(column.role, Role::Code | Role::Category | Role::Reference | Role::Text)
    {
        return None;
    }
    if said.is_empty() {
        let two = column.words.iter().any(|w| w.contains('2'));
        let coded =
            matches!(column.role, Role::Code | Role::Reference) && called(&["countri", "nation", "iso"]) && !two;
        return coded.then_some(Kind::Three);
    }
    let codes = |at: usize| {
        said.iter()
            .filter(|v| countries().iter().any(|c| c.codes[at] == **v))
            .count()
    };
    let placed = called(&[
        "countri",
        "nation",
        "iso",
        "locat",
        "territori",
        "noc",
        "geo",
        "origin",
        "flag",
        "abbrevi",
    ]);
    // Two letters are a language, a state or a unit as often.
    let enough = |n: usize, of: usize| n >= 3 && n * 10 >= of * 8 || placed && n * 10 >= of * 5 && n > 1;
    let (three, two) = (codes(0), codes(1));
    let olympic = said.iter().filter(|v| {
        let is = |c: &Country| c.codes[0] == **v && c.codes[2] == "-" || c.codes[2] == **v;
        countries().iter().any(is)
    });
    let olympic = olympic.count();
    match () {
        () if olympic > three && enough(olympic, said.len()) => Some(Kind::Olympic),
        () if enough(three, said.len()) => Some(Kind::Three),
        () if placed && enough(two, said.len()) && two >= 3 => Some(Kind::Two),
        () => None,
    }
}

fn code(country: &Country, kind: Kind) -> &'static str {
    let [three, two, olympic] = country.codes;
    match kind {
        Kind::Two => two,
        Kind::Olympic if olympic != "-" => olympic,
        Kind::Three | Kind::Olympic => three,
    }
}

impl Text<'_> {
    /// The country that words from a token on name, and where they end.
    fn country(&self, at: usize) -> Option<(&'static Country, usize)> {
        let named = (1..=LONGEST).rev().find_map(|len| {
            let words: Vec<&str> = (at..at + len).map(|i| self.word(i)).collect();
            let said = words.join(" ");
            let is = |c: &&Country| c.names.contains(&said.as_str());
            Some((countries().iter().find(is)?, at + len))
        });
        // "Us" are we; the country is told by its capitals (slips.rs).
        if self.word(at) == "us" {
            return None;
        }
        let adjective = || {
            let of = demonyms::stands_for(self.word(at));
            let is = |c: &&Country| of.iter().any(|v| c.names.contains(&v.to_lowercase().as_str()));
            Some((countries().iter().find(is)?, at + 1))
        };
        named.or_else(adjective)
    }

    /// A country that stands in a column called so is hardly a firm or a ship of that name.
    fn own_name(&mut self, at: usize, end: usize) {
        let known = self.known;
        let is_country = |col: Col| {
            matches!(
                known.column(col).stems.last().map(String::as_str),
                Some("countri" | "nation")
            )
        };
        let of = |a: &Atom| match &a.meaning {
            Meaning::Value { col, part: false, .. } if a.end == end => Some(*col),
            _ => None,
        };
        let is_one = |a: &Atom| !a.loose && of(a).is_some_and(is_country);
        // "How many did Jordan serve" is a person all the same.
        let before = at.checked_sub(1).map_or("", |b| self.word(b));
        if !self.atoms[at].iter().any(is_one) || among("did does by has had", before) {
            return;
        }
        let tokens = &self.tokens;
        let said = |col: Col| {
            known
                .column(col)
                .stems
                .iter()
                .any(|s| tokens.iter().any(|t| t.stem == *s))
        };
        let other = |a: &&mut Atom| of(a).is_some_and(|c| !is_country(c) && !said(c));
        self.atoms[at].iter_mut().filter(other).for_each(|a| a.score *= OTHER);
    }

    pub(super) fn countries(&mut self) {
        let known = self.known;
        let named = (0..self.tokens.len()).filter_map(|at| self.country(at).map(|(country, end)| (at, country, end)));
        let named: Vec<_> = named.collect();
        // Most questions name none, and need not look at what all columns keep.
        if named.is_empty() {
            return;
        }
        for (at, _, end) in &named {
            self.own_name(*at, *end);
        }
        let kept: Vec<_> = known.all().filter_map(|(col, c)| Some((col, c, kind(c)?))).collect();
        if kept.is_empty() {
            return;
        }
        for (at, country, end) in named {
            // "The united states" are no states of anything.
            for within in at + 1..end {
                let thing = |a: &Atom| matches!(a.meaning, Meaning::Table(_) | Meaning::Column(_)) && a.end <= end;
                self.atoms[within].retain(|a| !thing(a));
            }
            // Where the name itself is stored, or in a table beside, nobody means the code.
            let named: Vec<usize> = (self.atoms[at].iter().filter(|a| a.end == end && !a.loose))
                .filter_map(|a| match a.meaning {
                    Meaning::Value { col, part: false, .. } => Some(col.table),
                    _ => None,
                })
                .collect();
            let beside = |a: usize, b: usize| {
                let mut joined = known.links.iter().filter_map(|l| l.tables());
                a == b || joined.any(|l| l == (a, b) || l == (b, a))
            };
            for (col, column, kind) in &kept {
                if named.iter().any(|t| beside(*t, col.table)) {
                    continue;
                }
                let code = code(country, *kind);
                let stored = column.top.iter().find(|v| v.trim().eq_ignore_ascii_case(code));
                // All texts are at hand, and this is none of them.
                if stored.is_none() && column.top.len() as u64 >= column.distinct {
                    continue;
                }
                let small = column.top.iter().any(|v| v.chars().any(char::is_lowercase));
                let written = if small { code.to_lowercase() } else { code.to_owned() };
                let value = stored.cloned().unwrap_or(written);
                self.add(Atom {
                    start: at,
                    end,
                    meaning: Meaning::Value {
                        col: *col,
                        value,
                        part: false,
                    },
                    score: SCORE,
                    loose: true,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::TypeKind;

    fn column(name: &str, top: &[&str]) -> Column {
        let mut column = Column::made(name, 100, 0, top.len() as u64, String::new());
        (column.role, column.kind, column.view) = (Role::Code, TypeKind::Text, None);
        column.top = top.iter().map(|v| (*v).to_owned()).collect();
        column.stems = vec![crate::words::stem(name)];
        column
    }

    #[test]
    fn codes_are_told_by_what_most_of_them_are() {
        assert_eq!(
            kind(&column("place", &["ESP", "DEU", "OECD", "GRC", "FRA", "ITA"])),
            Some(Kind::Three)
        );
        assert_eq!(
            kind(&column("country", &["prt", "gbr", "cn", "deu"])),
            Some(Kind::Three)
        );
        assert_eq!(kind(&column("noc", &["GER", "NED", "FRA", "USA"])), Some(Kind::Olympic));
        assert_eq!(kind(&column("country", &["DE", "FR", "GB"])), Some(Kind::Two));
        // States of the union, units and grades are no countries.
        assert_eq!(kind(&column("state", &["CA", "TX", "AL", "DE"])), None);
        assert_eq!(kind(&column("size", &["SML", "MED", "LRG"])), None);
    }

    #[test]
    fn every_country_has_its_codes_and_a_name() {
        assert!(countries().len() > 230);
        let whole = |c: &Country| c.codes[0].len() == 3 && c.codes[1].len() == 2 && !c.names.is_empty();
        assert!(countries().iter().all(whole));
    }
}
