//! Columns that a question calls by what they are of their table: its key, its name, a head that two words share.
//!
//! In: mentions as the links give them. Out: the same with such columns among their readings.

use std::collections::BTreeSet;

use askwell_contract::Cell;

use super::{column, position, Grouped, Meaning, READINGS, SURE, TERM};
use crate::ask::builtin::query::Col;
use crate::prepare::glossary::{self, Sense};
use crate::prepare::Knowledge;
use crate::words::lexicon::opposite_of;
use crate::words::{Token, TokenKind};

/// "customer ids" where the column is called `id`, or where only other tables' keys are called so: the table's own key.
pub fn keys(knowledge: &Knowledge, tokens: &[Token], grouped: &mut Grouped) {
    let mut found: Grouped = Vec::new();
    for ((start, end), readings) in grouped.iter() {
        let key = |t: &Token| t.is_any(&["id", "ids", "identifier", "identifiers"]);
        if !tokens.get(*end).is_some_and(key) {
            continue;
        }
        for (meaning, score) in readings {
            let Meaning::Table(t) = meaning else { continue };
            let table = &knowledge.catalog.tables[*t];
            let [one] = table.primary_key.as_slice() else { continue };
            let Some(c) = column(knowledge, *t, one).filter(|_| *score >= 0.9) else {
                continue;
            };
            match found.iter_mut().find(|f| f.0 == (*start, end + 1)) {
                Some(f) => f.1.push((Meaning::Column(c), *score)),
                None => found.push(((*start, end + 1), vec![(Meaning::Column(c), *score)])),
            }
        }
    }
    for (place, readings) in found {
        match grouped.iter_mut().find(|g| g.0 == place) {
            Some(g) => {
                let new: Vec<(Meaning, f64)> = readings
                    .into_iter()
                    .filter(|r| !g.1.iter().any(|known| known.0 == r.0))
                    .collect();
                g.1.splice(0..0, new).for_each(drop);
                g.1.truncate(READINGS);
            }
            None => grouped.push((place, readings)),
        }
    }
    grouped.sort_by_key(|g| g.0);
    bare_ids(knowledge, tokens, grouped);
}

/// What a table's own key is worth where only "id" is said of it.
const ID: f64 = 0.85;

/// "the id and wage of each clerk" where the key is called `cid`.
fn bare_ids(knowledge: &Knowledge, tokens: &[Token], grouped: &mut Grouped) {
    let mut own: Vec<(Meaning, f64)> = Vec::new();
    for (meaning, score) in grouped.iter().flat_map(|g| &g.1) {
        let Meaning::Table(t) = meaning else { continue };
        let [one] = knowledge.catalog.tables[*t].primary_key.as_slice() else {
            continue;
        };
        let key = column(knowledge, *t, one)
            .map(Meaning::Column)
            .filter(|_| *score >= 0.9);
        if let Some(key) = key.filter(|k| !own.iter().any(|o| o.0 == *k)) {
            own.push((key, ID));
        }
    }
    own.truncate(READINGS);
    let spoken = |t: usize| own.iter().any(|o| matches!(o.0, Meaning::Column(c) if c.table == t));
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::Word || !token.is_any(&["id", "ids"]) || own.is_empty() {
            continue;
        }
        match grouped.iter_mut().find(|g| g.0 .0 <= at && at < g.0 .1) {
            None => grouped.push(((at, at + 1), own.clone())),
            // Only keys of tables that nobody spoke of are called so.
            Some((place, readings)) if *place == (at, at + 1) => {
                let foreign = |r: &(Meaning, f64)| matches!(r.0, Meaning::Column(c) if !spoken(c.table));
                if readings.iter().all(foreign) {
                    *readings = own.clone();
                }
            }
            Some(_) => {}
        }
    }
    grouped.sort_by_key(|g| g.0);
}

/// "cinema names" where the column is called `name`: the column, not the table and no key.
pub fn names(knowledge: &Knowledge, tokens: &[Token], grouped: &mut Grouped) {
    let mut found: Vec<((usize, usize), usize, Col)> = Vec::new();
    let is_name = |t: &Token| t.is_any(&["name", "names"]);
    // "the first name middle name": two names, not one.
    grouped.retain(|g| tokens[g.0 .0..g.0 .1].iter().filter(|t| is_name(t)).count() < 2);
    for ((start, end), readings) in grouped.iter() {
        let inside = end - start > 1 && is_name(&tokens[end - 1]);
        let end = &if inside { end - 1 } else { *end };
        if !tokens.get(*end).is_some_and(is_name) {
            continue;
        }
        for (meaning, score) in readings {
            let Meaning::Table(t) = meaning else { continue };
            let columns = knowledge.catalog.tables[*t].columns.len();
            let called = (0..columns).map(|column| Col { table: *t, column }).find(|c| {
                let field = knowledge.fields.of_column(c.table, c.column);
                field.stems.last().is_some_and(|s| s == "name") && field.stems.len() - field.implied <= 1
            });
            let known = readings
                .iter()
                .any(|r| matches!(r.0, Meaning::Column(k) if Some(k) == called));
            let least = if inside { 0.5 } else { 0.9 };
            if let Some(c) = called.filter(|_| *score >= least && !known) {
                found.push(((*start, end + 1), *t, c));
            }
        }
    }
    for (place, t, c) in found {
        let readings = vec![(Meaning::Column(c), 1.0)];
        match grouped.iter_mut().find(|g| g.0 == place) {
            Some(g) => {
                let table = |m: &Meaning| *m == Meaning::Table(t) || matches!(m, Meaning::Column(k) if k.table == t);
                g.1.retain(|r| !table(&r.0));
                g.1.splice(0..0, readings).for_each(drop);
                g.1.truncate(READINGS);
            }
            None => grouped.push((place, readings)),
        }
    }
    grouped.sort_by_key(|g| g.0);
}

/// "first and last names", "start and end date": the word before "and" stands for the column whose name it makes with
/// the last word of the other.
pub fn shared_heads(knowledge: &Knowledge, tokens: &[Token], grouped: &mut Grouped) {
    let mut shared: Grouped = Vec::new();
    for ((start, end), readings) in grouped.iter() {
        let (start, end) = (*start, *end);
        if end - start < 2 || start < 2 || !tokens[start - 1].is_any(&["and", "or", ","]) {
            continue;
        }
        let (word, head) = (&tokens[start - 2], &tokens[end - 1]);
        let made = |c: &Col| {
            let stems = &knowledge.fields.of_column(c.table, c.column).stems;
            let has = |stem: &str| stems.iter().any(|s| crate::words::alike(stem, s).is_some());
            has(&word.stem) && has(&head.stem)
        };
        for (meaning, score) in readings {
            let Meaning::Column(other) = meaning else { continue };
            let columns = knowledge.catalog.tables[other.table].columns.len();
            let found = (0..columns)
                .map(|column| Col {
                    table: other.table,
                    column,
                })
                .find(|c| c != other && made(c));
            if let Some(c) = found {
                let place = (start - 2, start - 1);
                match shared.iter_mut().find(|s| s.0 == place) {
                    Some(s) => s.1.push((Meaning::Column(c), *score)),
                    None => shared.push((place, vec![(Meaning::Column(c), *score)])),
                }
            }
        }
    }
    for (place, readings) in shared {
        match grouped.iter_mut().find(|g| g.0 == place) {
            Some(g) => g.1.splice(0..0, readings).for_each(drop),
            None => grouped.push((place, readings)),
        }
    }
    grouped.sort_by_key(|g| g.0);
}

/// "in the year 2022" speaks of a time, and of no column that only has the word in its name.
pub fn years(knowledge: &Knowledge, tokens: &[Token], grouped: &mut Grouped) {
    grouped.retain_mut(|((start, end), readings)| {
        let year = |t: &Token| t.number.is_some_and(|n| (1700.0..2101.0).contains(&n));
        if *end - *start != 1 || !tokens[*start].is("year") || !tokens.get(*end).is_some_and(year) {
            return true;
        }
        readings.retain(|(meaning, _)| {
            let Meaning::Column(c) = meaning else { return true };
            let field = knowledge.fields.of_column(c.table, c.column);
            field.stems.len() <= 1 + field.implied
        });
        !readings.is_empty()
    });
}

/// "The details of the last 5 orders", "all information about products": details that are not the orders' own are nobody's,
/// and everything about them is meant.
pub(super) fn everything(tokens: &[Token], grouped: &mut Grouped) {
    let all = |t: &Token| t.is_any(&["information", "info", "details", "everything", "data"]);
    let about = |t: &Token| t.is_any(&["about", "of", "on", "for", "regarding"]);
    let heads = |at: usize| {
        let behind = grouped.iter().filter(|g| g.0 .0 > at && g.0 .0 <= at + 5);
        let head = behind.min_by_key(|g| g.0 .0)?;
        let tables = head.1.iter().filter_map(|(m, score)| match m {
            Meaning::Table(t) if *score >= SURE => Some(*t),
            _ => None,
        });
        Some(tables.collect::<Vec<usize>>()).filter(|t| !t.is_empty())
    };
    let said = (0..tokens.len().saturating_sub(1)).filter(|at| all(&tokens[*at]) && about(&tokens[at + 1]));
    let found: Vec<(usize, Vec<usize>)> = said.filter_map(|at| Some((at, heads(at + 1)?))).collect();
    for (at, tables) in found {
        grouped.retain_mut(|(place, readings)| {
            if *place == (at, at + 1) {
                readings.retain(|r| tables.contains(&r.0.table()));
            }
            !readings.is_empty()
        });
    }
}

/// "Inactive" where a column of two values is called `active`.
pub(super) fn opposites(knowledge: &Knowledge, tokens: &[Token], grouped: &mut Grouped) {
    let tables = &knowledge.catalog.tables;
    for (at, token) in tokens.iter().enumerate() {
        let Some(rest) = opposite_of(&token.lower).next() else {
            continue;
        };
        if token.kind != TokenKind::Word || grouped.iter().any(|g| g.0 .0 <= at && at < g.0 .1) {
            continue;
        }
        let columns = (0..tables.len())
            .flat_map(|table| (0..tables[table].columns.len()).map(move |column| Col { table, column }));
        let two = |c: &Col| {
            let profile = knowledge.profile(&tables[c.table].name, &tables[c.table].columns[c.column].name);
            profile.is_some_and(|p| p.distinct <= 2)
        };
        let called = |c: &Col| knowledge.fields.of_column(c.table, c.column).stems == [rest.as_str()];
        let readings: Vec<(Meaning, f64)> = columns
            .filter(|c| called(c) && two(c))
            .map(|c| (Meaning::Column(c), SURE))
            .take(READINGS)
            .collect();
        if !readings.is_empty() {
            grouped.push(((at, at + 1), readings));
        }
    }
}

/// Stems of keys that lead to the row above in the same table.
const ABOVE: &[&str] = &[
    "manag",
    "supervisor",
    "boss",
    "report",
    "lead",
    "leader",
    "head",
    "superior",
];

/// "who report to": the key of the table's own rows, whatever it is called.
pub(super) fn reports(knowledge: &Knowledge, tokens: &[Token], grouped: &mut Grouped) {
    let says = |pair: &[Token]| pair[0].stem == "report" && pair[1].is("to");
    let Some(at) = tokens.windows(2).position(says) else {
        return;
    };
    let above = knowledge.graph.edges.iter().filter(|e| e.from_table == e.to_table);
    let mut readings: Vec<(Meaning, f64)> = above
        .filter_map(|e| column(knowledge, position(knowledge, &e.from_table)?, &e.from_column))
        .filter(|c| {
            let stems = &knowledge.fields.of_column(c.table, c.column).stems;
            stems.iter().any(|s| ABOVE.contains(&s.as_str()))
        })
        .map(|c| (Meaning::Column(c), SURE))
        .collect();
    readings.truncate(READINGS);
    if !readings.is_empty() {
        grouped.retain(|g| g.0 != (at, at + 1));
        grouped.push(((at, at + 1), readings));
    }
}

/// What is sold, where a figure for sales is known: "sold" speaks of its rows, and "units sold" of their quantity, whatever
/// else has one.
pub(super) fn sold(knowledge: &Knowledge, tokens: &[Token], grouped: &mut Grouped) {
    let Some(verb) = tokens.iter().position(|t| t.is_any(&["sell", "sold"])) else {
        return;
    };
    let figure = glossary::sales(&knowledge.terms).map(|i| &knowledge.terms[i].meaning);
    let Some(Sense::Figure { table, .. }) = figure else {
        return;
    };
    let Some(table) = position(knowledge, table) else {
        return;
    };
    let mut over = grouped.iter().filter(|g| g.0 .0 <= verb && verb < g.0 .1);
    if !over.any(|g| g.1.iter().any(|r| r.1 >= SURE)) {
        grouped.retain(|g| g.0 != (verb, verb + 1));
        grouped.push(((verb, verb + 1), vec![(Meaning::Table(table), SURE)]));
    }
    let units = tokens.iter().position(|t| t.is_any(&["units", "pieces"]));
    let columns = 0..knowledge.catalog.tables[table].columns.len();
    let quantity = columns.map(|column| Col { table, column }).find(|c| {
        let stems = &knowledge.fields.of_column(c.table, c.column).stems;
        matches!(stems.as_slice(), [one] if QUANTITY.contains(&one.as_str()))
    });
    if let (Some(at), Some(c)) = (units, quantity) {
        grouped.retain(|g| g.0 != (at, at + 1));
        grouped.push(((at, at + 1), vec![(Meaning::Column(c), TERM)]));
    }
}

/// Stems of columns that say how many pieces a row is of.
const QUANTITY: &[&str] = &["quantiti", "qti", "unit"];

/// Words that make one phrase of the grammar with "number of".
const TAKING: &[&str] = &[
    "total", "greatest", "largest", "biggest", "highest", "maximum", "most", "smallest", "lowest", "minimum", "least",
    "fewest",
];

/// "The total number of rooms" where a column is called `num_of_room`: the grammar takes the front of the name, so its
/// end alone speaks of the column, too.
pub(super) fn numbers_of(knowledge: &Knowledge, tokens: &[Token], grouped: &mut Grouped) {
    let mut more: Grouped = Vec::new();
    for ((from, to), readings) in grouped.iter() {
        let taken = from.checked_sub(1).is_some_and(|at| tokens[at].is_any(TAKING));
        let named = taken && tokens[*from].is("number") && to - from > 2 && tokens[from + 1].is("of");
        if !named || grouped.iter().any(|g| g.0 == (from + 2, *to)) {
            continue;
        }
        let number = |r: &&(Meaning, f64)| match r.0 {
            Meaning::Column(c) => r.1 >= SURE && knowledge.catalog.tables[c.table].columns[c.column].kind.is_number(),
            _ => false,
        };
        let readings: Vec<(Meaning, f64)> = readings.iter().filter(number).cloned().collect();
        if !readings.is_empty() {
            more.push(((from + 2, *to), readings));
        }
    }
    grouped.extend(more);
}

/// "Suppliers in the UK", where none is: `suppliers.country` all the same, not some warehouse's. Only of columns that
/// hold the same sort of values.
pub(super) fn stands_nowhere(knowledge: &Knowledge, spoken: &BTreeSet<usize>, grouped: &mut Grouped) {
    for (_, readings) in grouped.iter_mut() {
        let values = readings.iter().filter_map(|(m, score)| match m {
            Meaning::Value {
                col, text, part: false, ..
            } => Some((*col, text.clone(), *score)),
            _ => None,
        });
        let values: Vec<(Col, String, f64)> = values.collect();
        let near = |c: &Col| spoken.contains(&c.table);
        if values.is_empty() || values.len() < readings.len() || values.iter().any(|v| near(&v.0)) {
            continue;
        }
        let same = spoken.iter().find_map(|t| {
            let (of, text, score) = values.iter().find(|v| alike(knowledge, v.0, *t).is_some())?;
            Some((alike(knowledge, *of, *t)?, text.clone(), *score))
        });
        if let Some((col, text, score)) = same {
            let value = Meaning::Value {
                col,
                text,
                rows: 0,
                part: false,
            };
            *readings = vec![(value, score)];
        }
    }
}

/// The column of a table that has another's name and, as far as its commonest values show, its values.
fn alike(knowledge: &Knowledge, of: Col, table: usize) -> Option<Col> {
    let from = &knowledge.catalog.tables[of.table];
    let name = &from.columns[of.column].name;
    let col = super::column(knowledge, table, name)?;
    let own = &knowledge.catalog.tables[table];
    let profile = knowledge.profile(&own.name, &own.columns[col.column].name)?;
    let texts: Vec<&str> = profile
        .top
        .iter()
        .filter_map(|v| match &v.value {
            Cell::Text(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let there = |text: &&&str| {
        knowledge
            .values
            .lookup_in(&from.name, name, text, 1)
            .iter()
            .any(|h| h.exact)
    };
    (!texts.is_empty() && 2 * texts.iter().filter(there).count() > texts.len()).then_some(col)
}
