//! What no cut of a large schema may lose.
//!
//! In: the columns that a question is about. Out: of their tables the days, where the question has a time, and the other
//! parts of a name. Deliberately absent: keys, which are added to whatever is chosen.

use askwell_contract::profile::Disguise;
use askwell_contract::run::Grounding;
use askwell_contract::{Table, TypeKind};

use crate::prepare::Knowledge;
use crate::words::{is_part_of_name, split_name};

/// Words of columns that hold a time, whatever their type.
const TIMES: [&str; 7] = ["date", "day", "year", "quarter", "month", "season", "week"];
/// Columns of times of one table, and of all: a word may name a hundred tables.
const FEW: usize = 6;
const MOST: usize = 60;
/// These besides, in the order of the tables.
pub fn besides(knowledge: &Knowledge, grounding: &Grounding, places: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let tables = &knowledge.catalog.tables;
    let mut out: Vec<(usize, usize)> = Vec::new();
    let mut days: Vec<(usize, usize)> = Vec::new();
    let mut seen: Vec<usize> = Vec::new();
    for (t, c) in places {
        let Some(table) = tables.get(*t) else { continue };
        if table.columns.get(*c).is_some_and(|column| names_a_part(&column.name)) {
            let parts = table.columns.iter().enumerate().filter(|(_, o)| names_a_part(&o.name));
            out.extend(parts.map(|(other, _)| (*t, other)));
        }
        if !grounding.times.is_empty() && !seen.contains(t) {
            seen.push(*t);
            days.extend(times(knowledge, table).into_iter().map(|column| (*t, column)));
        }
    }
    days.truncate(MOST);
    out.extend(days);
    out.retain(|at| !places.contains(at));
    out.sort_unstable();
    out.dedup();
    out
}

/// "first_name" and "surname"; "last_login" and "first_order" are no names.
fn names_a_part(name: &str) -> bool {
    let words = split_name(name);
    let (first, rest) = match words.split_first() {
        Some((first, rest)) => (first.as_str(), rest),
        None => return false,
    };
    let named = rest.last().is_some_and(|last| last == "name");
    is_part_of_name(first) && (named || rest.is_empty())
        || words.last().is_some_and(|w| w == "surname" || w == "forename")
}

fn times(knowledge: &Knowledge, table: &Table) -> Vec<usize> {
    let holds = |(_, column): &(usize, &askwell_contract::Column)| {
        let profile = knowledge.profile(&table.name, &column.name);
        let days = [
            Disguise::IsoDate,
            Disguise::SlashDate,
            Disguise::CompactDate,
            Disguise::UnixSeconds,
        ];
        let seems = profile.is_some_and(|p| {
            p.view.as_ref().is_some_and(|view| view.is_date()) || p.disguises.iter().any(|d| days.contains(d))
        });
        let typed = matches!(column.kind, TypeKind::Date | TypeKind::Timestamp);
        let words = split_name(&column.name);
        typed || seems || words.last().is_some_and(|last| TIMES.contains(&last.as_str()))
    };
    let all = table.columns.iter().enumerate().filter(holds);
    all.map(|(at, _)| at).take(FEW).collect()
}
