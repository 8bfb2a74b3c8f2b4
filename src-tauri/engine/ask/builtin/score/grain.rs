//! What a reading does to rows: whether its groups are of one row each, its joins repeat what is shown, its sums add up
//! labels, and its conditions fall apart.
//!
//! In: a reading, the profile, the keys. Out: features. Deliberately absent: any result; the comparison of results has
//! signals of its own (`select/judge.rs`).

use std::collections::BTreeSet;

use super::super::mentions::{Item, Kind, Meaning};
use super::super::once;
use super::super::query::{Agg, Col, Cond, Expr, Op, Query, Value};
use super::shape::{class, columns_of};
use super::{Asked, Features};
use crate::prepare::Knowledge;
use crate::trial::asked::part_of_name;
use crate::words::{one_of, stem};

/// Last words of names whose numbers tell apart and are not added up.
const LABELS: &str =
    "number num no nr code phone year grade section level rank ranking zip id class floor season month day";

/// Counts above this are told as this.
const MANY: usize = 3;

/// Of so few rows nearly all differ by chance.
const FEW: u64 = 20;

/// Share of rows with a value of their own from which a column nearly tells them apart.
const NEARLY: f64 = 0.8;

pub(super) fn features(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    groups(asked, q, out);
    repeats(asked, q, out);
    measures(asked, q, out);
    same(asked, q, out);
    torn(asked, q, out);
}

/// Whether no two rows of what is joined have the same there.
fn tells_rows(asked: &Asked<'_>, q: &Query, c: Col) -> bool {
    once::tells(asked.knowledge, c)
        && (q.needed().len() == 1 || once::repeating(asked.knowledge, q, c.table).is_some_and(|by| by.is_empty()))
}

/// Whether hardly any two rows of its table have the same there.
fn nearly_tells(asked: &Asked<'_>, c: Col) -> bool {
    let table = &asked.knowledge.catalog.tables[c.table];
    let profile = asked.knowledge.profile(&table.name, &table.columns[c.column].name);
    profile.is_some_and(|p| p.rows > FEW) && once::tells_of(asked.knowledge, c, NEARLY)
}

/// A group of one row has nothing to be counted or added up.
fn groups(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    let columns = q.group.iter().filter_map(|e| match e {
        Expr::Column(c) => Some(*c),
        _ => None,
    });
    let columns: Vec<Col> = columns.collect();
    let single = columns.iter().any(|c| tells_rows(asked, q, *c));
    if q.needed().len() == 1 && !single && columns.iter().any(|c| nearly_tells(asked, *c)) {
        out.fact("groups of hardly more than one row");
    }
    for c in &columns {
        let class = class(asked, *c);
        if !matches!(class, "key" | "foreign" | "name") && once::tells(asked.knowledge, *c) {
            out.fact(format!("groups by unique {class}"));
        }
    }
    if for_each_of_nothing(asked, q) {
        out.fact("for each, of nothing");
    }
    if single {
        out.fact("groups of one row");
        if !q.having.is_empty() {
            out.fact("groups of one row, chosen");
        }
        if q.select
            .iter()
            .chain(q.order.iter().map(|o| &o.0))
            .any(Expr::is_aggregate)
        {
            out.fact("groups of one row, calculated");
        }
    }
}

/// Whether rows are counted in groups of which each is one row of the only table.
pub(super) fn counts_ones(asked: &Asked<'_>, q: &Query) -> bool {
    let counts = |e: &Expr| matches!(e, Expr::Agg { agg: Agg::Count, of, .. } if matches!(**of, Expr::Rows(_)));
    let chosen = |c: &Cond| matches!(c, Cond::Compare(e, ..) if counts(e));
    q.needed().len() == 1
        && q.group
            .iter()
            .any(|e| matches!(e, Expr::Column(c) if class(asked, *c) == "key"))
        && (q.select.iter().chain(q.order.iter().map(|o| &o.0)).any(counts) || q.having.iter().any(chosen))
}

/// Whether a figure is asked for of each, or of the different ones, and the reading gives a single one.
pub(super) fn for_each_of_nothing(asked: &Asked<'_>, q: &Query) -> bool {
    let each = |at: usize| {
        let after = |words: &[&str]| at > 0 && asked.tokens[at - 1].is_any(words);
        let all = asked.tokens[at].is_any(&["each", "every", "per"]) && after(&["for", "in", "by", "of", "per"]);
        let different =
            asked.tokens[at].is_any(&["different", "various"]) && after(&["for", "by", "across", "between"]);
        all || different || asked.tokens[at].is("per")
    };
    // "Orders per customer on average" are all of them by how many customers there are.
    let divided = q.select.iter().any(|e| matches!(e, Expr::Arith(_, '/', _)));
    q.group.is_empty()
        && q.select.iter().any(Expr::is_aggregate)
        && (0..asked.tokens.len()).any(|at| each(at) && !(divided && asked.tokens[at].is("per")))
}

/// Whether the rows of a list come several times, and whether "each once" would change anything.
fn repeats(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    if !q.group.is_empty() || q.set.is_some() || q.select.iter().any(Expr::is_aggregate) {
        return;
    }
    let mut columns = Vec::new();
    q.select.iter().for_each(|e| columns_of(e, &mut columns));
    let joined = q.needed().len() > 1;
    let how = match () {
        () if columns.iter().any(|c| tells_rows(asked, q, *c)) => "each row once",
        () if joined && columns.iter().any(|c| once::tells(asked.knowledge, *c)) => "repeated by a join",
        () if joined => "values of a join",
        () => "values of rows",
    };
    out.fact(format!("{how} {}", if q.distinct { "distinct" } else { "as it is" }));
}

/// What kind of number is added up, averaged or counted.
fn measures(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    let exprs = q.select.iter().chain(q.order.iter().map(|o| &o.0));
    let having = q.having.iter().filter_map(|c| match c {
        Cond::Compare(e, ..) | Cond::Between(e, ..) => Some(e),
        _ => None,
    });
    let mut told = BTreeSet::new();
    for e in exprs.chain(having) {
        let Expr::Agg { agg, distinct, of } = e else { continue };
        match (agg, &**of) {
            (Agg::Count, Expr::Rows(t)) => {
                let tally = tally(asked, *t);
                told.insert(if tally { "counts rows of a tally" } else { "counts rows" }.to_owned());
            }
            (_, Expr::Column(c)) => {
                let way = match agg {
                    Agg::Count if *distinct => "counts different",
                    Agg::Count => "counts",
                    Agg::Sum => "adds",
                    Agg::Avg | Agg::Median => "averages",
                    Agg::Min | Agg::Max => "picks",
                };
                told.insert(format!("{way} {}", quantity(asked, *c)));
            }
            _ => {}
        }
    }
    told.into_iter().for_each(|name| out.fact(name));
}

/// Whether a table keeps a number that is called as the table itself: "staff", a row a year, with the number of staff.
pub(super) fn tally(asked: &Asked<'_>, table: usize) -> bool {
    let names = &asked.knowledge.fields.of_table(table).stems;
    let columns = &asked.knowledge.catalog.tables[table].columns;
    (0..columns.len()).any(|column| {
        let field = asked.knowledge.fields.of_column(table, column);
        let one = one_of(&columns[column].name, &asked.knowledge.catalog.tables[table].name);
        columns[column].kind.is_number() && field.stems == *names && !one
    })
}

/// Keys, and numbers whose name says that they tell apart and are not added up.
pub(super) fn labels(asked: &Asked<'_>, c: Col) -> bool {
    let kind = class(asked, c);
    matches!(kind, "key" | "foreign" | "id" | "name" | "partname" | "text")
        || kind == "number" && called_label(asked, c)
}

fn called_label(asked: &Asked<'_>, c: Col) -> bool {
    let last = asked.knowledge.fields.of_column(c.table, c.column).stems.last();
    last.is_some_and(|last| LABELS.split(' ').any(|l| stem(l) == *last))
}

fn quantity(asked: &Asked<'_>, c: Col) -> &'static str {
    let field = asked.knowledge.fields.of_column(c.table, c.column);
    match class(asked, c) {
        "number" if once::tells(asked.knowledge, c) => "unique numbers",
        "number" if called_label(asked, c) => "labels",
        "number" if field.stems == asked.knowledge.fields.of_table(c.table).stems => "a tally",
        other => other,
    }
}

/// Columns that say what the conditions say already, and columns that stand in several of the tables.
fn same(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    let fixed: BTreeSet<Col> = q
        .filter
        .iter()
        .filter_map(|c| match c {
            Cond::Compare(Expr::Column(c), Op::Eq, Value::Text(_) | Value::Number(_)) => Some(*c),
            _ => None,
        })
        .collect();
    if q.select
        .iter()
        .any(|e| matches!(e, Expr::Column(c) if fixed.contains(c)))
    {
        out.fact("shows what is given");
    }
    let needed = q.needed();
    let tables = &asked.knowledge.catalog.tables;
    let name = |c: Col| tables[c.table].columns[c.column].name.to_lowercase();
    let mut shown = BTreeSet::new();
    q.select.iter().for_each(|e| {
        e.tables(&mut |t| {
            shown.insert(t);
        })
    });
    for c in &fixed {
        let twin = needed.iter().any(|t| {
            *t != c.table
                && tables[*t]
                    .columns
                    .iter()
                    .any(|other| other.name.to_lowercase() == name(*c))
        });
        if twin {
            let place = if shown.contains(&c.table) { "shown" } else { "other" };
            out.fact(format!("where of a twin, {place} table"));
        }
    }
    let used: BTreeSet<usize> = {
        let mut used = BTreeSet::new();
        q.columns(&mut |c| {
            used.insert(c.table);
        });
        used
    };
    let bare = needed.iter().filter(|t| !used.contains(t)).count();
    out.fact(format!("bare tables {}", bare.min(MANY)));
}

/// Whether two words of a person's name that stand side by side are looked for in different tables: a customer's first name
/// and an employee's last name.
pub fn torn_apart(knowledge: &Knowledge, items: &[Item], q: &Query) -> bool {
    let name = |c: &Col| part_of_name(&knowledge.catalog.tables[c.table].columns[c.column].name);
    let mut side_by_side = side_by_side(items, q);
    side_by_side.any(|(a, b)| a.table != b.table && name(&a) && name(&b))
}

/// Columns in which the query looks for two neighbouring words of the question.
fn side_by_side<'a>(items: &'a [Item], q: &'a Query) -> impl Iterator<Item = (Col, Col)> + 'a {
    let looked_for = move |item: &Item| {
        let Kind::Mention(readings) = &item.kind else {
            return None;
        };
        readings.iter().find_map(|(m, _)| {
            let (col, whole) = match m {
                Meaning::Value { col, text, part, .. } if !part => (*col, text.clone()),
                _ => return None,
            };
            q.filter.contains(&Cond::eq(col, Value::Text(whole))).then_some(col)
        })
    };
    let neighbours = items.windows(2).filter(|pair| pair[0].end == pair[1].start);
    neighbours.filter_map(move |pair| Some((looked_for(&pair[0])?, looked_for(&pair[1])?)))
}

fn torn(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    for (a, b) in side_by_side(asked.items, q) {
        out.local(format!(
            "values side by side, {}",
            if a.table == b.table { "one table" } else { "apart" }
        ));
    }
}
