//! What people would hardly want, whatever the training questions say: set by judgement, because those questions were
//! written by people who knew the columns.
//!
//! In: a reading. Out: what its score loses, as a logarithm. Deliberately absent: anything that is learned.

use askwell_contract::TypeKind;

use super::super::mentions::{Kind, Meaning, SURE};
use super::super::once;
use super::super::query::{Agg, Col, Cond, Expr, Query, Value};
use super::super::write::stored;
use super::shape::class;
use super::{promised, Asked};
use crate::trial::asked::{part_of_name, KEY_WORDS};

/// Half a person's name where the other half is stored, too, and the question asks for no half.
const HALF_A_NAME: f64 = 1.5;
/// A key where the rows have a name and the question asks for no key.
const KEY_FOR_A_NAME: f64 = 0.7;
/// The number that stands for a row of a table whose rows have a name, and the question asks for no key.
const NUMBER_FOR_A_NAME: f64 = 1.5;
/// Groups by what differs from row to row in another table than the one that is counted: by the customers' phone numbers.
const GROUPS_BY_LABEL: f64 = 1.0;
/// "Who" is asked and no text is shown: a day or a number is nobody.
const NOBODY: f64 = 2.0;
/// Rows are asked for, and only the highest or lowest figure is shown.
const FIGURE_FOR_ROWS: f64 = 2.0;
/// A thing with a name is asked for, or one of each group, and only the highest or lowest figure is shown.
const FIGURE_FOR_A_THING: f64 = 4.0;
/// An average is said and nothing is calculated, though no column is called so.
const NO_AVERAGE: f64 = 2.0;

pub(super) fn loses(asked: &Asked<'_>, q: &Query) -> f64 {
    let shown: Vec<Col> = q
        .select
        .iter()
        .filter_map(|e| match e {
            Expr::Column(c) => Some(*c),
            _ => None,
        })
        .collect();
    let columns = |t: usize| &asked.knowledge.catalog.tables[t].columns;
    let part = |c: &Col| part_of_name(&columns(c.table)[c.column].name);
    let parts_of = |t: usize| columns(t).iter().filter(|c| part_of_name(&c.name)).count();
    let says = |words: &[&str]| asked.tokens.iter().any(|t| t.is_any(words));
    let mut lost = 0.0;
    let halves: Vec<&Col> = shown.iter().filter(|c| part(c)).collect();
    if let [one] = halves.as_slice() {
        let asks = says(&[
            "first",
            "last",
            "given",
            "family",
            "middle",
            "surname",
            "surnames",
            "forename",
            "forenames",
        ]);
        if parts_of(one.table) == 2 && !asks {
            lost += HALF_A_NAME;
        }
    }
    let named = |t: usize| {
        let name = |column| class(asked, Col { table: t, column }) == "name";
        parts_of(t) == 2 || (0..columns(t).len()).any(name)
    };
    let keys = |c: &&Col| once::key_of(asked.knowledge, c.table) == Some(**c);
    let key = shown.iter().find(keys);
    if key.is_some_and(|k| !shown.iter().any(|c| c.table == k.table && c != k) && !says(KEY_WORDS) && named(k.table)) {
        lost += KEY_FOR_A_NAME;
    }
    // "Which airlines fly most": the number that `flights` keeps for one is nobody's name for it.
    if let ([one], false) = (shown.as_slice(), says(KEY_WORDS)) {
        let number = columns(one.table)[one.column].kind.is_number();
        let of = refers_to(asked, *one).filter(|t| number && (named(*t) || called_as_itself(asked, *t)));
        if of.is_some() {
            lost += NUMBER_FOR_A_NAME;
        }
    }
    let counted = q.select.iter().find_map(|e| match e {
        Expr::Agg {
            agg: Agg::Count, of, ..
        } => match **of {
            Expr::Rows(t) => Some(t),
            _ => None,
        },
        _ => None,
    });
    let label = |e: &Expr| match e {
        Expr::Column(c) => {
            Some(c.table) != counted
                && !part(c)
                && once::tells(asked.knowledge, *c)
                && !matches!(class(asked, *c), "key" | "foreign" | "name" | "id")
        }
        _ => false,
    };
    let exprs = q.select.iter().chain(q.order.iter().map(|o| &o.0));
    let calculates = exprs.into_iter().any(Expr::is_aggregate) || !q.having.is_empty() || q.filter.iter().any(nested);
    if !calculates && says(&["average", "averages", "mean", "avg"]) && !uses_average(asked, q) {
        lost += NO_AVERAGE;
    }
    let text = |c: &Col| columns(c.table)[c.column].kind == TypeKind::Text && stored(asked.knowledge, *c).is_none();
    if asked.tokens.first().is_some_and(|t| t.is("who")) && !shown.iter().any(text) {
        lost += NOBODY;
    }
    let rows = match asked.tokens {
        [first, ..] if first.is_any(&["which", "who"]) => true,
        [what, are, ..] => what.is("what") && are.is("are"),
        _ => false,
    };
    let only = |of: &[Agg]| matches!(q.select.as_slice(), [Expr::Agg { agg, .. }] if of.contains(agg));
    // "Which product has the highest price in each category": the category and the price are no product.
    let noun = thing(asked);
    let which = asked.tokens.first().is_some_and(|t| t.is_any(&["which", "what"]));
    // The largest payment is a figure; the cheapest product has a name.
    let another = |t: &usize| !shown.iter().any(|c| c.table == *t) && (!q.group.is_empty() || named(*t));
    if which && q.select.iter().any(Expr::is_extreme) && noun.as_ref().is_some_and(another) {
        lost += FIGURE_FOR_A_THING;
    }
    if rows && q.group.is_empty() && only(&[Agg::Min, Agg::Max]) {
        lost += FIGURE_FOR_ROWS;
    }
    if counted.is_some() && q.group.len() == 1 && q.group.iter().any(label) {
        lost += GROUPS_BY_LABEL;
    }
    lost + promised::loses(asked, q)
}

/// A text column that repeats the table's own name: `country.Country`.
fn called_as_itself(asked: &Asked<'_>, t: usize) -> bool {
    let fields = &asked.knowledge.fields;
    let own = fields.of_table(t).stems.last();
    let mut columns = asked.knowledge.catalog.tables[t].columns.iter().enumerate();
    columns.any(|(c, column)| column.kind == TypeKind::Text && fields.of_column(t, c).stems.last() == own)
}

/// The table whose rows a column stands for.
fn refers_to(asked: &Asked<'_>, c: Col) -> Option<usize> {
    let tables = &asked.knowledge.catalog.tables;
    let table = &tables[c.table];
    let column = &table.columns[c.column].name;
    let edges = &asked.knowledge.graph.edges;
    let edge = edges
        .iter()
        .find(|e| e.from_table == table.name && e.from_column == *column)?;
    tables.iter().position(|t| t.name == edge.to_table)
}

/// The table that the first thing of the question is, and no owner of what follows: "the product's highest price".
fn thing(asked: &Asked<'_>) -> Option<usize> {
    let mentions = |k: usize| match asked.items.get(k).map(|i| &i.kind) {
        Some(Kind::Mention(readings)) => Some(readings),
        _ => None,
    };
    let (at, readings) = (0..asked.items.len()).find_map(|k| Some((k, mentions(k)?)))?;
    let end = asked.items[at].end;
    // A possessive may be a mark of its own, or be left out between two words.
    let last = &asked.tokens[end - 1];
    let owns = last.end - last.start > last.text.len()
        || asked
            .tokens
            .get(end)
            .is_some_and(|t| t.is_any(&["'", "’"]) || t.start > last.end + 1);
    let joined = mentions(at + 1).is_some() && asked.items[at + 1].start == end;
    let best = readings.iter().map(|r| r.1).fold(0.0, f64::max);
    readings.iter().find_map(|(m, score)| match m {
        Meaning::Table(t) if !owns && !joined && *score >= best.min(SURE) => Some(*t),
        _ => None,
    })
}

fn nested(c: &Cond) -> bool {
    match c {
        Cond::In(..) | Cond::Compare(_, _, Value::Query(_)) => true,
        Cond::Any(list) | Cond::All(list) => list.iter().any(nested),
        _ => false,
    }
}

/// A column that keeps an average itself.
fn uses_average(asked: &Asked<'_>, q: &Query) -> bool {
    let mut found = false;
    q.columns(&mut |c| {
        let stems = &asked.knowledge.fields.of_column(c.table, c.column).stems;
        found |= stems.iter().any(|s| matches!(s.as_str(), "averag" | "avg" | "mean"));
    });
    found
}
