//! A query told step by step, in the order in which it works.
//!
//! In: SQL text. Out: plain sentences, made from the statement itself, so that they cannot say what it does not do; what
//! each speaks of; and one statement that counts the rows behind each. Deliberately absent: running it, and the words of
//! the question.

use std::ops::ControlFlow;

use askwell_contract::Dialect;
use sqlparser::ast::{
    Distinct, Expr, Function, GroupByExpr, JoinConstraint, JoinOperator, LimitClause, OrderByExpr, OrderByKind,
    OrderBySort, Query, Select, SelectItem, SetExpr, SetOperator, TableFactor, Visitor, WindowType,
};

use crate::features::is_aggregate;
use crate::parse;
use crate::plain::{conjuncts, measure, plain, source};
use crate::scope::plain_parts;
use crate::tree;

pub mod worded;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Source,
    Join,
    Filter,
    Group,
    /// Something is counted, added up or worked out.
    Measure,
    Having,
    Distinct,
    Show,
    Sort,
    Limit,
    Other,
}

/// Rows that come out of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Rows {
    /// What this statement counts.
    Counted(String),
    /// As many as went in.
    Same,
    One,
    /// Those of the result.
    Result,
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub kind: Kind,
    pub text: String,
    /// Tables, columns (without their table) and values that the step speaks of, lower case.
    pub names: Vec<String>,
    rows: Rows,
}

/// No steps for a text that does not parse.
pub fn steps(sql: &str, dialect: Dialect) -> Vec<Step> {
    parse::query(sql, dialect).map_or_else(|_| Vec::new(), |query| of(&query))
}

fn of(query: &Query) -> Vec<Step> {
    let mut out = Vec::new();
    of_query(query, true, &mut out);
    // The last step that changes rows leaves those of the result.
    if let Some(last) = out.iter_mut().rev().find(|s| s.rows != Rows::Same) {
        if !matches!(last.rows, Rows::One) {
            last.rows = Rows::Result;
        }
    }
    out
}

/// The steps in one paragraph.
pub fn told(sql: &str, dialect: Dialect) -> String {
    let texts: Vec<String> = steps(sql, dialect).into_iter().map(|s| s.text).collect();
    texts.join(" ")
}

/// One statement that counts what comes out of each step, a column each; `None` where there is nothing to count.
pub fn counting(sql: &str, dialect: Dialect, steps: &[Step]) -> Option<String> {
    let query = parse::query(sql, dialect).ok()?;
    let with = query.with.as_ref().map(|w| format!("{w} ")).unwrap_or_default();
    let counts: Vec<String> = counted(steps)
        .enumerate()
        .map(|(i, sql)| format!("({sql}) AS rows_{}", i + 1))
        .collect();
    (!counts.is_empty()).then(|| format!("{with}SELECT {}", counts.join(", ")))
}

fn counted(steps: &[Step]) -> impl Iterator<Item = &str> {
    steps.iter().filter_map(|s| match &s.rows {
        Rows::Counted(sql) => Some(sql.as_str()),
        _ => None,
    })
}

/// Rows into and out of each step, from what [`counting`] gave, column by column, and the number of rows of the result.
/// `None` where a step's rows are not known; nothing goes into a step that reads.
pub fn flow(steps: &[Step], counts: &[u64], result: Option<u64>) -> Vec<(Option<u64>, Option<u64>)> {
    let mut counts = counts.iter().copied();
    let mut last = None;
    let rows = steps.iter().map(|step| {
        let into = if step.kind == Kind::Source { None } else { last };
        let out = match &step.rows {
            Rows::Counted(_) => counts.next(),
            Rows::Same => into,
            Rows::One => Some(1),
            Rows::Result => result,
            Rows::Unknown => None,
        };
        last = out;
        (into, out)
    });
    rows.collect()
}

fn step(kind: Kind, text: String, rows: Rows, of: &[&Expr]) -> Step {
    let mut named = Named(Vec::new());
    for expr in of {
        let _ = tree::read(*expr, &mut named);
    }
    let mut names = named.0;
    names.dedup();
    Step {
        kind,
        text,
        names,
        rows,
    }
}

/// Names and values in an expression.
struct Named(Vec<String>);

impl Visitor for Named {
    type Break = ();
    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        match expr {
            Expr::Identifier(i) => self.0.push(i.value.to_lowercase()),
            Expr::CompoundIdentifier(parts) => self.0.extend(parts.last().map(|p| p.value.to_lowercase())),
            Expr::Value(v) => self.0.push(v.to_string().trim_matches('\'').to_lowercase()),
            _ => {}
        }
        ControlFlow::Continue(())
    }
    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<()> {
        self.0.extend(table(factor));
        ControlFlow::Continue(())
    }
}

fn table(factor: &TableFactor) -> Option<String> {
    match factor {
        TableFactor::Table { name, .. } => plain_parts(name).pop().map(|n| n.to_lowercase()),
        _ => None,
    }
}

/// `outer`: what it shows is the result.
fn of_query(query: &Query, outer: bool, out: &mut Vec<Step>) {
    for cte in query.with.iter().flat_map(|w| &w.cte_tables) {
        let text = format!("Worked out {} first.", cte.alias.name.value);
        out.push(step(Kind::Other, text, Rows::Unknown, &[]));
    }
    body(&query.body, outer, out);
    let shown = shown(&query.body);
    if let Some(OrderByKind::Expressions(by)) = query.order_by.as_ref().map(|o| &o.kind) {
        let keys: Vec<&Expr> = by.iter().map(|e| pointed(&e.expr, shown)).collect();
        let text = format!("Sorted by {}.", sorted(by, shown));
        out.push(step(Kind::Sort, text, Rows::Same, &keys));
    }
    let mut cut = |text: String| out.push(step(Kind::Limit, text, Rows::Unknown, &[]));
    match &query.limit_clause {
        Some(LimitClause::LimitOffset { limit, offset, .. }) => {
            if let Some(offset) = offset {
                cut(format!("Skipped the first {}.", offset.value));
            }
            if let Some(limit) = limit {
                cut(kept(&limit.to_string()));
            }
        }
        Some(LimitClause::OffsetCommaLimit { offset, limit }) => {
            cut(format!("Skipped the first {offset}."));
            cut(kept(&limit.to_string()));
        }
        None => {}
    }
}

fn sorted(by: &[OrderByExpr], shown: &[SelectItem]) -> String {
    let keys = by.iter().map(|e| {
        let down = matches!(e.options.sort, Some(OrderBySort::Desc));
        let by = plain(pointed(&e.expr, shown));
        let first = match (of_time(&by), down) {
            (true, true) => "latest",
            (true, false) => "earliest",
            (false, true) => "highest",
            (false, false) => "lowest",
        };
        format!("{by}, {first} first")
    });
    keys.collect::<Vec<_>>().join("; then by ")
}

/// "the month of day": earlier and later, not lower and higher.
fn of_time(said: &str) -> bool {
    let part = said.strip_prefix("the ").and_then(|rest| rest.split_once(" of "));
    part.is_some_and(|(part, _)| matches!(part, "year" | "quarter" | "month" | "week" | "day"))
}

fn kept(limit: &str) -> String {
    if limit == "1" {
        "Kept only the first row.".to_string()
    } else {
        format!("Kept the first {limit} rows.")
    }
}

fn body(body: &SetExpr, outer: bool, out: &mut Vec<Step>) {
    match body {
        SetExpr::Select(s) => select(s, outer, out),
        SetExpr::Query(q) => of_query(q, outer, out),
        SetExpr::SetOperation { left, op, right, .. } => {
            self::body(left, outer, out);
            let text = match op {
                SetOperator::Union => "Added the rows of a second query:",
                SetOperator::Intersect => "Kept only rows that a second query gives, too:",
                _ => "Took away the rows of a second query:",
            };
            out.push(step(Kind::Other, text.to_string(), Rows::Unknown, &[]));
            self::body(right, outer, out);
            out.push(step(
                Kind::Other,
                "Put the two together.".to_string(),
                Rows::Unknown,
                &[],
            ));
        }
        _ => {}
    }
}

fn select(select: &Select, outer: bool, out: &mut Vec<Step>) {
    let mut from = String::new();
    let rows = |from: &str| Rows::Counted(format!("SELECT COUNT(*) FROM {from}"));
    for (i, item) in select.from.iter().enumerate() {
        let name = source(&item.relation);
        from += if i == 0 { "" } else { ", " };
        from += &item.relation.to_string();
        match &item.relation {
            // What a query inside does is told instead of its name.
            TableFactor::Derived { subquery, .. } if i == 0 => of_query(subquery, false, out),
            relation => {
                let (kind, text) = match i {
                    0 => (Kind::Source, format!("Read {name}.")),
                    _ => (Kind::Join, format!("Put {name} beside it.")),
                };
                let mut read = step(kind, text, rows(&from), &[]);
                read.names.extend(table(relation));
                out.push(read);
            }
        }
        for join in &item.joins {
            from += &format!(" {}", join.to_string().trim_start());
            let text = joined(&source(&join.relation), &join.join_operator);
            let mut more = step(Kind::Join, text, rows(&from), &[]);
            more.names.extend(table(&join.relation));
            out.push(more);
        }
    }
    let mut conditions = Vec::new();
    if let Some(filter) = &select.selection {
        conjuncts(filter, &mut conditions);
    }
    let mut so_far = Vec::new();
    for condition in conditions {
        so_far.push(match condition {
            Expr::BinaryOp { .. } => format!("({condition})"),
            other => other.to_string(),
        });
        let text = format!("Kept only rows where {}.", plain(condition));
        let rows = match from.is_empty() {
            true => Rows::Unknown,
            false => rows(&format!("{from} WHERE {}", so_far.join(" AND "))),
        };
        out.push(step(Kind::Filter, text, rows, &[condition]));
    }
    groups(select, out);
    if outer {
        let shown: Vec<&Expr> = select.projection.iter().filter_map(of_item).collect();
        let columns: Vec<&&Expr> = shown.iter().filter(|e| !calculates(e)).collect();
        if !columns.is_empty() {
            let list: Vec<String> = columns.iter().map(|e| plain(e)).collect();
            let text = format!("Showed {}.", listed(&list));
            let columns: Vec<&Expr> = columns.into_iter().copied().collect();
            out.push(step(Kind::Show, text, Rows::Same, &columns));
        }
    }
    if matches!(select.distinct, Some(Distinct::Distinct | Distinct::On(_))) {
        let rows = Rows::Counted(format!("SELECT COUNT(*) FROM ({select}) AS counted"));
        out.push(step(Kind::Distinct, "Left out repeated rows.".to_string(), rows, &[]));
    }
}

/// Groups, what is worked out of them or of all rows, and conditions on them.
fn groups(select: &Select, out: &mut Vec<Step>) {
    let by: Vec<&Expr> = match &select.group_by {
        GroupByExpr::All(_) => Vec::new(),
        GroupByExpr::Expressions(by, _) => by.iter().map(|e| pointed(e, &select.projection)).collect(),
    };
    let grouped = !by.is_empty() || matches!(select.group_by, GroupByExpr::All(_));
    let bare = Select {
        having: None,
        distinct: None,
        ..select.clone()
    };
    if grouped {
        let list = match by.is_empty() {
            true => "everything that is not added up".to_owned(),
            false => {
                let each = by.iter().map(|e| plain(e));
                let each = each.map(|text| text.strip_prefix("the ").map(str::to_owned).unwrap_or(text));
                each.collect::<Vec<_>>().join(" and ")
            }
        };
        let rows = Rows::Counted(format!("SELECT COUNT(*) FROM ({bare}) AS counted"));
        out.push(step(Kind::Group, format!("Made a group for each {list}."), rows, &by));
    }
    for expr in select.projection.iter().filter_map(of_item) {
        if let Some(text) = worked_out(expr, grouped) {
            let rows = if grouped || numbers(expr).is_some() {
                Rows::Same
            } else {
                Rows::One
            };
            let kind = if numbers(expr).is_some() {
                Kind::Sort
            } else {
                Kind::Measure
            };
            // Of several figures over all rows the first makes one row of them.
            let rows = match out.last() {
                Some(before) if before.rows == Rows::One => Rows::Same,
                _ => rows,
            };
            out.push(step(kind, text, rows, &[expr]));
        }
    }
    if let Some(having) = &select.having {
        let chosen = Select {
            distinct: None,
            ..select.clone()
        };
        let rows = Rows::Counted(format!("SELECT COUNT(*) FROM ({chosen}) AS counted"));
        let text = format!("Kept only groups where {}.", plain(having));
        out.push(step(Kind::Having, text, rows, &[having]));
    }
}

fn of_item(item: &SelectItem) -> Option<&Expr> {
    match item {
        SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => Some(expr),
        _ => None,
    }
}

fn listed(words: &[String]) -> String {
    match words {
        [front @ .., last] if !front.is_empty() => format!("{} and {last}", front.join(", ")),
        _ => words.join(""),
    }
}

fn worked_out(expr: &Expr, grouped: bool) -> Option<String> {
    let of = if grouped { " of each group" } else { "" };
    if let Some(m) = measure(expr) {
        return Some(format!("{} {}{of}.", m.did, m.what));
    }
    if let Some(numbered) = numbers(expr) {
        return Some(numbered);
    }
    let beyond = grouped && expr.to_string().contains(" OVER (");
    calculates(expr).then(|| match beyond {
        true => format!("Worked out for each group {}.", plain(expr)),
        false => format!("Worked out {}{of}.", plain(expr)),
    })
}

/// "ROW_NUMBER() OVER (PARTITION BY category ORDER BY price DESC)".
fn numbers(expr: &Expr) -> Option<String> {
    let Expr::Function(Function {
        name,
        over: Some(WindowType::WindowSpec(spec)),
        ..
    }) = expr
    else {
        return None;
    };
    let name = plain_parts(name).pop()?.to_lowercase();
    if !matches!(name.as_str(), "row_number" | "rank" | "dense_rank") {
        return None;
    }
    let within: Vec<String> = spec.partition_by.iter().map(plain).collect();
    let within = match within.is_empty() {
        true => String::new(),
        false => format!(" within each {}", within.join(" and ")),
    };
    Some(format!("Numbered the rows{within} by {}.", sorted(&spec.order_by, &[])))
}

/// Whether rows are added up, counted or numbered somewhere inside.
fn calculates(expr: &Expr) -> bool {
    struct Finds;
    impl Visitor for Finds {
        type Break = ();
        fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
            match expr {
                Expr::Function(f) if is_aggregate(f) || f.over.is_some() => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }
    }
    tree::read(expr, &mut Finds).is_break()
}

fn joined(name: &str, join: &JoinOperator) -> String {
    use JoinOperator as J;
    let (constraint, every) = match join {
        J::Left(c) | J::LeftOuter(c) => (Some(c), ", keeping rows that have none"),
        J::FullOuter(c) => (Some(c), ", keeping rows of both that have none"),
        J::Right(c) | J::RightOuter(c) => (Some(c), ", keeping all its rows"),
        J::Join(c) | J::Inner(c) | J::CrossJoin(c) => (Some(c), ""),
        _ => (None, ""),
    };
    match constraint {
        Some(JoinConstraint::On(on)) => format!("Joined {name} where {}{every}.", plain(on)),
        Some(JoinConstraint::Using(columns)) => {
            let columns: Vec<String> = columns.iter().map(|c| plain_parts(c).join(".")).collect();
            format!("Joined {name}, matched by {}{every}.", columns.join(" and "))
        }
        _ => format!("Put {name} beside it."),
    }
}

/// What a query shows; of several put together, the first.
fn shown(body: &SetExpr) -> &[SelectItem] {
    match body {
        SetExpr::Select(select) => &select.projection,
        SetExpr::Query(query) => shown(&query.body),
        SetExpr::SetOperation { left, .. } => shown(left),
        _ => &[],
    }
}

/// "ORDER BY 2" points at the second thing that is shown.
fn pointed<'e>(expr: &'e Expr, shown: &'e [SelectItem]) -> &'e Expr {
    let Expr::Value(value) = expr else { return expr };
    let place = value.to_string().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    match place.and_then(|n| shown.get(n)) {
        Some(SelectItem::UnnamedExpr(of) | SelectItem::ExprWithAlias { expr: of, .. }) => of,
        _ => expr,
    }
}

#[cfg(test)]
mod tests;
