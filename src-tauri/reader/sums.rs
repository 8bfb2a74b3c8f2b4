//! What a row keeps in parts that make a whole: home goals and away goals, adults and children.
//!
//! In: a table. Out: columns that add the parts up, called as the whole is. Deliberately absent: tables that keep the whole
//! already, and numbers that nobody adds up, such as prices and temperatures.

use askwell_contract::TypeKind;

use crate::constructions::by::usual;
use crate::known::{place, Column, Role, Table};
use crate::query::Agg;

/// Words that divide a whole; each stands beside the name of what is divided: `home_goals`, `away_goals`.
const DIVIDE: &[&[&str]] = &[
    &["home", "away"],
    &["home", "visitor"],
    &["home", "visiting"],
    &["home", "guest"],
    &["male", "female"],
    &["men", "women"],
    &["boys", "girls"],
    &["adult", "child"],
    &["weekday", "weekend"],
    &["day", "night"],
    &["morning", "afternoon"],
    &["morning", "afternoon", "evening"],
    &["online", "offline"],
    &["indoor", "outdoor"],
    &["domestic", "international"],
    &["domestic", "foreign"],
    &["urban", "rural"],
    &["winner", "loser"],
];

/// Names that make a whole by themselves, and what that is called.
const WHOLES: &[(&[&str], &str)] = &[
    (&["gold", "silver", "bronze"], "medals"),
    (&["adults", "children"], "guests"),
    (&["adults", "kids"], "guests"),
    (&["male", "female"], "people"),
    (&["males", "females"], "people"),
    (&["men", "women"], "people"),
    (&["boys", "girls"], "children"),
    (&["cash", "card"], TAKINGS),
    (&["cash", "card", "cheque"], TAKINGS),
];
/// What tables of them are called.
const CALLED: [&str; 8] = [
    "visitors",
    "guests",
    "attendees",
    "admissions",
    "attendances",
    "spectators",
    "passengers",
    "visits",
];
/// What is taken in any way.
pub(crate) const TAKINGS: &str = "takings";
/// Kinds of people that come, where each has a column of its own; three of them make a whole.
const COMERS: [&str; 20] = [
    "adult",
    "adults",
    "child",
    "children",
    "concession",
    "concessions",
    "senior",
    "seniors",
    "student",
    "students",
    "infant",
    "infants",
    "family",
    "families",
    "member",
    "members",
    "pensioner",
    "pensioners",
    "guest",
    "guests",
];

/// The columns that a table is given.
pub(crate) fn of(table: &Table) -> Vec<Column> {
    let mut out: Vec<Column> = Vec::new();
    for (name, parts) in wholes(table) {
        let columns: Vec<&Column> = parts.iter().map(|p| &table.columns[*p]).collect();
        // A day without a school group has its other visitors all the same.
        let patchy = name == [TAKINGS] || parts.len() > 3;
        let part = |p: &usize| {
            let column = &table.columns[*p];
            match patchy && (column.nulls > 0 || column.view.is_some()) {
                true => format!("COALESCE({}, 0)", column.written(*p)),
                false => column.written(*p),
            }
        };
        let sql: Vec<String> = parts.iter().map(part).collect();
        let nulls = columns.iter().map(|c| c.nulls).max().unwrap_or(0);
        let distinct = columns.iter().map(|c| c.distinct).sum();
        let mut made = Column::made(
            &name.join("_"),
            table.rows,
            nulls,
            distinct,
            format!("({})", sql.join(" + ")),
        );
        made.words = name;
        out.push(made);
    }
    out
}

/// What such a column is made of, in words; `None` for any other column.
pub fn meaning(table: &Table, name: &str) -> Option<String> {
    let made = table.columns.iter().position(|c| c.is_made() && c.name == name)?;
    let said: Vec<String> = parts(table, made)?
        .into_iter()
        .map(|p| table.columns[p].words.join(" "))
        .collect();
    Some(said.join(" plus "))
}

/// The places of the columns that a column adds up; `None` where it adds up none.
pub(crate) fn parts(table: &Table, column: usize) -> Option<Vec<usize>> {
    let view = table.columns[column]
        .view
        .as_deref()
        .filter(|_| table.columns[column].is_made())?;
    let parts: Vec<usize> = (0..table.columns.len()).filter(|p| view.contains(&place(*p))).collect();
    let name = &table.columns[column].words;
    wholes(table).contains(&(name.clone(), parts.clone())).then_some(parts)
}

/// Names of wholes with the places of their parts.
fn wholes(table: &Table) -> Vec<(Vec<String>, Vec<usize>)> {
    let adds_up = |c: &Column| c.is_number() && c.role == Role::Measure && c.told.is_none() && !c.is_made();
    let counted: Vec<(usize, &Column)> = table.columns.iter().enumerate().filter(|(_, c)| adds_up(c)).collect();
    let mut out: Vec<(Vec<String>, Vec<usize>)> = Vec::new();
    let mut add = |name: Vec<String>, parts: Vec<usize>| {
        let kept =
            |c: &&Column| !c.is_made() && (c.words == name || c.words.len() == name.len() + 1 && is_total(c, &name));
        if !table.columns.iter().any(|c| kept(&c)) && !out.iter().any(|o| o.0 == name) {
            out.push((name, parts));
        }
    };
    for words in DIVIDE {
        for (_, first) in &counted {
            let Some(at) = first.words.iter().position(|w| w == words[0]) else {
                continue;
            };
            let with = |word: &str| {
                let mut said = first.words.clone();
                said[at] = word.to_owned();
                counted.iter().find(|(_, c)| c.words == said).map(|(p, _)| *p)
            };
            let name: Vec<String> = first.words.iter().filter(|w| *w != words[0]).cloned().collect();
            let all: Option<Vec<usize>> = words.iter().map(|w| with(w)).collect();
            let sum = usual(&name) == Agg::Sum || name.iter().any(|w| w == "score");
            if let (Some(mut parts), false, true) = (all, name.is_empty(), sum) {
                parts.sort_unstable();
                add(name, parts);
            }
        }
    }
    for (words, name) in WHOLES {
        let named = |word: &&str| {
            counted
                .iter()
                .find(|(_, c)| c.words.as_slice() == [*word])
                .map(|(p, _)| *p)
        };
        if let Some(mut parts) = words.iter().map(named).collect::<Option<Vec<usize>>>() {
            parts.sort_unstable();
            add(vec![(*name).to_owned()], parts);
        }
    }
    // "Visitors": adults, concessions, children and whoever else is counted for a day.
    let comers = counted
        .iter()
        .filter(|(_, c)| matches!(c.words.as_slice(), [only] if COMERS.contains(&only.as_str())));
    let whole = table.words.last().filter(|w| CALLED.contains(&w.as_str()));
    if let (Some(whole), true) = (whole, comers.count() > 2) {
        let parts = counted
            .iter()
            .filter(|(_, c)| c.kind == TypeKind::Integer && c.words.iter().all(|w| is_comer(w)))
            .map(|(at, _)| *at);
        add(vec![whole.clone()], parts.collect());
    }
    out
}

/// Whether a word says who came: "adults", "under 5", "school groups".
fn is_comer(word: &str) -> bool {
    let beside = matches!(
        word,
        "under"
            | "over"
            | "group"
            | "groups"
            | "school"
            | "schools"
            | "party"
            | "free"
            | "carer"
            | "carers"
            | "baby"
            | "babies"
    );
    beside || COMERS.contains(&word) || word.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a column is called as the whole is, with a word such as "total".
fn is_total(column: &Column, name: &[String]) -> bool {
    let total = |w: &String| matches!(w.as_str(), "total" | "all" | "overall" | "sum");
    column.words.iter().any(total) && name.iter().all(|w| column.words.contains(w))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructions::tests::{column, table};
    use askwell_contract::TypeKind::Integer;

    fn sheet(names: &[&str]) -> Table {
        let columns = names.iter().map(|n| column(n, Integer, Role::Measure)).collect();
        table("games", columns, None)
    }

    fn made(names: &[&str]) -> Vec<(String, String)> {
        let found = of(&sheet(names)).into_iter();
        found.map(|c| (c.name, c.view.unwrap_or_default())).collect()
    }

    #[test]
    fn what_stands_in_two_columns_makes_a_whole() {
        let goals = ("goals".to_owned(), "({#0} + {#1})".to_owned());
        assert_eq!(made(&["home_goals", "away_goals"]), [goals]);
        let visitors = |names: &[&str]| {
            let mut day = sheet(names);
            day.words = vec!["daily".into(), "visitors".into()];
            of(&day)
                .into_iter()
                .map(|c| (c.name, c.view.unwrap_or_default()))
                .collect::<Vec<_>>()
        };
        let whole = ("visitors".to_owned(), "({#0} + {#1} + {#2})".to_owned());
        assert_eq!(visitors(&["adult", "child", "member", "dogs"]), [whole]);
        assert!(made(&["adult", "child", "member"]).is_empty());
        let takings = ("takings".to_owned(), "({#0} + {#1})".to_owned());
        assert_eq!(made(&["cash", "card"]), [takings]);
        let guests = ("guests".to_owned(), "({#0} + {#1})".to_owned());
        assert_eq!(made(&["adults", "children"]), [guests]);
    }

    #[test]
    fn what_is_kept_whole_or_never_added_up_is_left() {
        assert!(made(&["home_goals", "away_goals", "total_goals"]).is_empty());
        assert!(made(&["day_price", "night_price"]).is_empty());
        assert!(made(&["home_goals", "guest_list"]).is_empty());
    }

    #[test]
    fn a_whole_says_what_it_is_made_of() {
        let mut games = sheet(&["home_goals", "away_goals"]);
        games.columns.extend(of(&games));
        assert_eq!(meaning(&games, "goals").as_deref(), Some("home goals plus away goals"));
        assert_eq!(meaning(&games, "home_goals"), None);
    }
}
