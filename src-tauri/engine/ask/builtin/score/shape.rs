//! What a reading's query looks like, told without a name of the database.

use std::collections::BTreeSet;

use askwell_contract::TypeKind;

use super::super::mentions::{Kind, Meaning};
use super::super::query::{Agg, Col, Cond, Expr, Op, Part, Query, Value};
use super::super::Interpretation;
use super::{Asked, Features};

/// Counts above this are told as this.
const MANY: usize = 4;

pub(super) fn features(asked: &Asked<'_>, reading: &Interpretation, out: &mut Features) {
    choices(reading, out);
    whole(asked, &reading.query, out);
    let joins = reading.sql.matches(" JOIN ").count();
    out.fact(format!("joins {}", joins.min(MANY)));
    out.amount(
        "bridges",
        (joins + 1).saturating_sub(reading.query.needed().len()).min(MANY) as f64,
    );
    out.fact(format!("unplaced {}", reading.unplaced.len().min(MANY)));
    out.amount("unplaced words", reading.unplaced.len() as f64);
    out.amount(
        "placed words",
        reading.uses.iter().map(|u| (u.end - u.start) as f64).sum(),
    );
}

fn choices(reading: &Interpretation, out: &mut Features) {
    for made in &reading.choices {
        let option = made.option.min(MANY);
        let name = format!("choice {} = {option}", made.label);
        match made.label {
            // Its options are in no order that means the same twice.
            "meaning" => out.local(name),
            _ => out.fact(name),
        }
        let best = made.logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        out.amount(
            format!("log {}", made.label),
            made.logs.get(made.option).copied().unwrap_or(0.0),
        );
        out.amount(
            format!("gap {}", made.label),
            made.logs.get(made.option).map_or(0.0, |log| log - best),
        );
    }
}

fn whole(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    let shown: Vec<String> = q.select.iter().map(|e| expr(asked, e)).collect();
    out.fact(format!("shows {}", shown.len().min(MANY)));
    for text in &shown {
        out.fact(format!("show {text}"));
    }
    let list = if shown.len() > MANY {
        "many".to_owned()
    } else {
        shown.join(", ")
    };
    out.fact(format!("list {list}"));
    let mut sources: BTreeSet<usize> = BTreeSet::new();
    q.select.iter().for_each(|e| {
        e.tables(&mut |t| {
            sources.insert(t);
        })
    });
    out.fact(format!("sources {}", sources.len().min(MANY)));
    out.fact(if q.distinct { "distinct" } else { "every row" });
    let group = grouping(asked, q);
    out.fact(format!("group {group}"));
    let order = ordering(asked, q);
    out.fact(format!("order {order}"));
    let limit = match q.limit {
        None => "all",
        Some(1) => "one",
        Some(_) => "some",
    };
    out.fact(format!("limit {limit}"));
    out.fact(format!("filters {}", q.filter.len().min(MANY)));
    for c in &q.filter {
        out.fact(format!("where {}", cond(asked, c, 0)));
        inner(asked, c, out);
    }
    out.fact(format!("havings {}", q.having.len().min(MANY)));
    for c in &q.having {
        out.fact(format!("having {}", cond(asked, c, 0)));
    }
    let filters: Vec<String> = q.filter.iter().map(|c| cond(asked, c, 1)).collect();
    out.fact(format!(
        "frame {list} | {group} | {order} | {limit} | {}",
        q.having.len().min(MANY)
    ));
    out.local(format!(
        "plan {list} | {} | {group} | {order} | {limit}",
        filters.join(", ")
    ));
    from(asked, q, out);
    support(asked, q, out);
    if q.outer {
        out.fact("outer");
    }
    if q.route > 0 {
        out.fact("other route");
    }
    if let Some((op, _)) = &q.set {
        out.fact(format!("set {op:?}"));
    }
}

fn grouping(asked: &Asked<'_>, q: &Query) -> String {
    if q.group.is_empty() {
        return "none".into();
    }
    let parts: Vec<String> = q
        .group
        .iter()
        .take(MANY)
        .map(|e| {
            format!(
                "{} {}",
                expr(asked, e),
                if q.select.contains(e) { "shown" } else { "hidden" }
            )
        })
        .collect();
    parts.join(", ")
}

fn ordering(asked: &Asked<'_>, q: &Query) -> String {
    if q.order.is_empty() {
        return "none".into();
    }
    let parts: Vec<String> = q
        .order
        .iter()
        .take(MANY)
        .map(|(e, desc)| {
            let place = if q.select.contains(e) { "shown" } else { "hidden" };
            format!("{} {} {place}", expr(asked, e), if *desc { "desc" } else { "asc" })
        })
        .collect();
    parts.join(", ")
}

/// Tables in FROM, by why they are there.
fn from(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    let needed = q.needed();
    out.fact(format!("tables {}", needed.len().min(MANY)));
    let said = |t: usize, tables_only: bool| {
        asked.items.iter().any(|item| match &item.kind {
            Kind::Mention(readings) => readings
                .iter()
                .any(|(m, score)| *score >= 0.5 && m.table() == t && (!tables_only || matches!(m, Meaning::Table(_)))),
            _ => false,
        })
    };
    let unnamed = needed.iter().filter(|t| !said(**t, true)).count();
    let strange = needed.iter().filter(|t| !said(**t, false)).count();
    out.amount("unnamed tables", unnamed as f64);
    out.amount("strange tables", strange as f64);
    out.fact(format!("unnamed {}", unnamed.min(2)));
    let named: BTreeSet<usize> = asked
        .items
        .iter()
        .filter_map(|item| match &item.kind {
            Kind::Mention(readings) => match readings.first() {
                Some((Meaning::Table(t), score)) if *score >= 0.7 => Some(*t),
                _ => None,
            },
            _ => None,
        })
        .collect();
    let mut used: BTreeSet<usize> = needed.iter().copied().collect();
    q.filter.iter().for_each(|c| inner_tables(c, &mut used));
    let left = named.difference(&used).count();
    out.amount("named tables left out", left as f64);
    out.fact(format!("left out {}", left.min(2)));
}

fn inner_tables(c: &Cond, used: &mut BTreeSet<usize>) {
    match c {
        Cond::In(_, q, _) | Cond::Compare(_, _, Value::Query(q)) => {
            used.extend(q.needed());
            q.filter.iter().for_each(|c| inner_tables(c, used));
        }
        Cond::Any(list) | Cond::All(list) => list.iter().for_each(|c| inner_tables(c, used)),
        _ => {}
    }
}

/// How well the words of the question support the columns of the query.
fn support(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    let mut told = |role: &str, cols: Vec<Col>| {
        for c in cols {
            let score = supported(asked, c);
            out.amount(format!("support {role}"), score);
            if score < 0.5 {
                out.fact(format!("unsaid {role} {}", class(asked, c)));
            } else if score < 0.95 {
                out.local(format!("half said {role}"));
            }
        }
    };
    let columns = |e: &Expr| {
        let mut found = Vec::new();
        columns_of(e, &mut found);
        found
    };
    told(
        "show",
        q.select
            .iter()
            .filter(|e| !e.is_aggregate())
            .flat_map(columns)
            .collect(),
    );
    told(
        "calculate",
        q.select.iter().filter(|e| e.is_aggregate()).flat_map(columns).collect(),
    );
    told("group", q.group.iter().flat_map(columns).collect());
    told("order", q.order.iter().flat_map(|o| columns(&o.0)).collect());
    told(
        "where",
        q.filter
            .iter()
            .flat_map(|c| match c {
                Cond::Compare(e, ..) | Cond::Between(e, ..) | Cond::Null(e, _) => columns(e),
                _ => Vec::new(),
            })
            .collect(),
    );
}

fn supported(asked: &Asked<'_>, c: Col) -> f64 {
    let scores = asked.items.iter().filter_map(|item| match &item.kind {
        Kind::Mention(readings) => readings.iter().find(|(m, _)| match m {
            Meaning::Column(x) => *x == c,
            Meaning::Value { col, .. } => *col == c,
            Meaning::Table(_) => false,
        }),
        _ => None,
    });
    scores.map(|r| r.1).fold(0.0, f64::max)
}

pub(super) fn columns_of(e: &Expr, out: &mut Vec<Col>) {
    match e {
        Expr::Column(c) | Expr::Part(_, c) => out.push(*c),
        Expr::Agg { of, .. } | Expr::ShareOfAll(of, _) => columns_of(of, out),
        Expr::Arith(a, _, b) => {
            columns_of(a, out);
            columns_of(b, out);
        }
        Expr::Running(of, _) | Expr::Change(of, ..) => columns_of(of, out),
        Expr::Rows(_) | Expr::Share(..) | Expr::RowsWith(_) | Expr::Term(_) | Expr::Number(_) => {}
    }
}

/// Facts about a subquery of a condition.
fn inner(asked: &Asked<'_>, c: &Cond, out: &mut Features) {
    match c {
        Cond::In(_, q, _) | Cond::Compare(_, _, Value::Query(q)) => {
            out.fact(format!("inner group {}", grouping(asked, q)));
            out.fact(format!("inner tables {}", q.needed().len().min(MANY)));
            for c in &q.filter {
                out.fact(format!("inner where {}", cond(asked, c, 0)));
            }
            for c in &q.having {
                out.fact(format!("inner having {}", cond(asked, c, 0)));
            }
        }
        Cond::Any(list) | Cond::All(list) => list.iter().for_each(|c| inner(asked, c, out)),
        _ => {}
    }
}

fn expr(asked: &Asked<'_>, e: &Expr) -> String {
    match e {
        Expr::Column(c) => class(asked, *c).into(),
        Expr::Rows(_) => "rows".into(),
        Expr::Agg { agg, distinct, of } => {
            let name = match agg {
                Agg::Count => "count",
                Agg::Sum => "sum",
                Agg::Avg => "avg",
                // Seldom asked for, and in the same words as an average.
                Agg::Median => "avg",
                Agg::Min => "min",
                Agg::Max => "max",
            };
            format!("{name}{} {}", if *distinct { " distinct" } else { "" }, expr(asked, of))
        }
        Expr::Part(part, _) => match part {
            Part::Year | Part::FiscalYear(_) => "part year",
            Part::Quarter | Part::FiscalQuarter(_) => "part quarter",
            Part::Month | Part::YearMonth => "part month",
            Part::Weekday => "part weekday",
            Part::Week(_) | Part::Day => "part day",
        }
        .into(),
        Expr::Share(..) => "share".into(),
        Expr::RowsWith(_) => "rows with".into(),
        Expr::ShareOfAll(..) => "share of all".into(),
        Expr::Arith(_, op, _) => format!("arith {op}"),
        Expr::Number(_) => "number".into(),
        Expr::Running(..) => "running".into(),
        Expr::Change(..) => "change".into(),
        // To the ranking, which was learned without glossaries, a sum.
        Expr::Term(_) => "sum number".into(),
    }
}

/// `short`: 1 leaves out what is compared.
fn cond(asked: &Asked<'_>, c: &Cond, short: usize) -> String {
    match c {
        Cond::Compare(e, op, value) => {
            let op = match op {
                Op::Eq => "=",
                Op::Ne => "<>",
                Op::Lt => "<",
                Op::Le => "<=",
                Op::Gt => ">",
                Op::Ge => ">=",
                Op::Like => "like",
                Op::NotLike => "not like",
            };
            if short > 0 {
                return op.into();
            }
            let value = match value {
                Value::Text(_) => "text",
                Value::Number(_) => "number",
                Value::Date(_) => "date",
                Value::Expr(_) => "column",
                Value::Query(_) => "query",
            };
            format!("{} {op} {value}", expr(asked, e))
        }
        Cond::Between(..) => "between".into(),
        Cond::Null(_, not) => if *not { "not null" } else { "null" }.into(),
        Cond::In(_, q, not) => {
            let rows = if q.filter.is_empty() { "" } else { " some" };
            let counted = if q.having.is_empty() { "" } else { " counted" };
            format!("{}in{rows}{counted}", if *not { "not " } else { "" })
        }
        Cond::Any(list) => format!("any {}", list.len().min(MANY)),
        Cond::All(list) => format!("both {}", list.len().min(MANY)),
        Cond::Term(..) if short > 0 => "=".into(),
        // To the ranking a named value.
        Cond::Term(..) => "text = text".into(),
    }
}

/// What kind of column it is: its part in keys first, then being a name, then its type.
pub(super) fn class(asked: &Asked<'_>, c: Col) -> &'static str {
    let table = &asked.knowledge.catalog.tables[c.table];
    let column = &table.columns[c.column];
    if table.primary_key.len() == 1 && table.primary_key[0].eq_ignore_ascii_case(&column.name) {
        return "key";
    }
    if asked
        .knowledge
        .graph
        .edges
        .iter()
        .any(|e| e.from_table == table.name && e.from_column == column.name)
    {
        return "foreign";
    }
    let field = asked.knowledge.fields.of_column(c.table, c.column);
    match field.stems.last().map(String::as_str) {
        Some("name" | "titl") => {
            return if field.stems.len() - field.implied <= 1 {
                "name"
            } else {
                "partname"
            }
        }
        Some("id") => return "id",
        _ => {}
    }
    match column.kind {
        TypeKind::Text => "text",
        kind if kind.is_number() => "number",
        TypeKind::Boolean => "flag",
        _ if super::super::write::stored(asked.knowledge, c).is_some() => "time",
        _ => "other",
    }
}
