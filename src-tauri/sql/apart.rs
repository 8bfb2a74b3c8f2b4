//! What one statement asks that another does not.
//!
//! In: two statements. Out: for each, its parts that the other lacks, in plain words. Names of tables count, not their
//! aliases; the order of conditions and tables does not. Parts of queries inside are not looked into: a query inside is
//! one thing, the same or another. Deliberately absent: what to say of it, and whether it matters for the result.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use askwell_contract::Dialect;
use sqlparser::ast::{
    Distinct, Expr, FunctionArg, FunctionArgExpr, FunctionArguments, GroupByExpr, Ident, JoinConstraint, JoinOperator,
    LimitClause, OrderByKind, OrderBySort, Query, Select, SelectItem, SetExpr, TableFactor, VisitorMut,
};

use crate::features::Shown;
use crate::plain::{conjuncts, measure, plain};
use crate::scope::plain_parts;
use crate::{features, normal, parse, tree};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A table whose rows are asked for: without a match there, a row is left out.
    Match,
    /// A table that is read.
    Table,
    /// How tables are joined.
    Join,
    Condition,
    Group,
    /// A column that is shown; the words begin with a verb: "adds up total".
    Shown,
    /// A condition on groups.
    Having,
    Distinct,
    /// "total, highest first".
    Order,
    /// "the first 5 rows".
    Limit,
    /// What has no plain words: queries put together, queries worked out first.
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub kind: Kind,
    pub words: String,
    /// Equal for parts that ask the same.
    key: String,
}

/// One statement beside another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    pub only: Vec<Part>,
    /// The table it reads, where it is one.
    pub table: Option<String>,
    /// It counts rows.
    pub counts: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    pub a: Side,
    pub b: Side,
    /// Both ask for something of the rows, the same.
    pub asked: bool,
}

/// `None` where one of them cannot be read.
pub fn apart(a: &str, b: &str, dialect: Dialect) -> Option<Apart> {
    let (a, b) = (parse::query(a, dialect).ok()?, parse::query(b, dialect).ok()?);
    let (parts_a, parts_b) = (parts(&a, dialect), parts(&b, dialect));
    let asks = |p: &&Part| matches!(p.kind, Kind::Condition | Kind::Having | Kind::Match);
    let shared = parts_a.iter().filter(asks).any(|p| holds(&parts_b, p));
    let (mut only_a, mut only_b) = (lacked(&parts_a, &parts_b), lacked(&parts_b, &parts_a));
    tidy(&mut only_a, &mut only_b);
    let side = |query: &Query, only| Side {
        only,
        table: only_table(query),
        counts: features::of_query(query)
            .shown
            .contains(&Shown::Aggregate("count".to_string())),
    };
    Some(Apart {
        a: side(&a, only_a),
        b: side(&b, only_b),
        asked: shared,
    })
}

/// A match in a table and the table read are the same table.
fn holds(parts: &[Part], part: &Part) -> bool {
    let source = |k: Kind| matches!(k, Kind::Match | Kind::Table);
    parts
        .iter()
        .any(|p| p.key == part.key && (p.kind == part.kind || source(p.kind) && source(part.kind)))
}

fn lacked(parts: &[Part], other: &[Part]) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    for part in parts.iter().filter(|p| !holds(other, p)) {
        if !out.contains(part) {
            out.push(part.clone());
        }
    }
    out
}

/// What follows from another part is not told a second time.
fn tidy(a: &mut Vec<Part>, b: &mut Vec<Part>) {
    let source = |p: &Part| matches!(p.kind, Kind::Match | Kind::Table);
    // Other tables are joined otherwise.
    if a.iter().chain(b.iter()).any(source) {
        a.retain(|p| p.kind != Kind::Join);
        b.retain(|p| p.kind != Kind::Join);
    }
    // Tables that take each other's place are what is read, on both sides.
    if a.iter().any(source) && b.iter().any(source) {
        for part in a.iter_mut().chain(b.iter_mut()).filter(|p| source(p)) {
            part.kind = Kind::Table;
        }
    }
    for side in [a, b] {
        let has = |side: &[Part], kind: Kind| -> BTreeSet<String> {
            side.iter().filter(|p| p.kind == kind).map(|p| p.key.clone()).collect()
        };
        let grouped = has(side, Kind::Group);
        side.retain(|p| p.kind != Kind::Shown || !grouped.contains(&p.key));
        let shown = has(side, Kind::Shown);
        let sorted = |p: &Part| p.key.rsplit_once(' ').is_some_and(|(key, _)| shown.contains(key));
        side.retain(|p| p.kind != Kind::Order || !sorted(p));
    }
}

fn parts(query: &Query, dialect: Dialect) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    let other = |text: String| Part {
        kind: Kind::Other,
        words: String::new(),
        key: normal::words(&text, dialect),
    };
    out.extend(
        query
            .with
            .iter()
            .flat_map(|w| &w.cte_tables)
            .map(|c| other(c.to_string())),
    );
    let SetExpr::Select(select) = query.body.as_ref() else {
        out.push(other(normal::normal(&query.to_string(), dialect)));
        return out;
    };
    let sense = Sense::of(select, dialect);
    sense.select(select, &mut out);
    if let Some(OrderByKind::Expressions(by)) = query.order_by.as_ref().map(|o| &o.kind) {
        for e in by {
            let down = matches!(e.options.sort, Some(OrderBySort::Desc));
            let (key, words) = sense.told(sense.meant(&e.expr, select));
            let words = format!("{words}, {} first", if down { "highest" } else { "lowest" });
            let way = if down { "down" } else { "up" };
            out.push(Part {
                kind: Kind::Order,
                words,
                key: format!("{key} {way}"),
            });
        }
    }
    let limit = match &query.limit_clause {
        Some(LimitClause::LimitOffset { limit, .. }) => limit.as_ref(),
        Some(LimitClause::OffsetCommaLimit { limit, .. }) => Some(limit),
        None => None,
    };
    if let Some(limit) = limit.map(ToString::to_string) {
        let words = if limit == "1" {
            "the first row".to_string()
        } else {
            format!("the first {limit} rows")
        };
        out.push(Part {
            kind: Kind::Limit,
            words,
            key: limit,
        });
    }
    out
}

fn only_table(query: &Query) -> Option<String> {
    let SetExpr::Select(select) = query.body.as_ref() else {
        return None;
    };
    match select.from.as_slice() {
        [only] if only.joins.is_empty() => match &only.relation {
            TableFactor::Table { name, .. } => plain_parts(name).pop(),
            _ => None,
        },
        _ => None,
    }
}

/// What the names of a statement mean.
struct Sense {
    dialect: Dialect,
    /// Name in use to table, lower case; a table that is read twice keeps its aliases.
    tables: BTreeMap<String, String>,
    /// The table of names without one.
    only: Option<String>,
    /// Names that the statement itself gives.
    given: BTreeSet<String>,
}

impl Sense {
    fn of(select: &Select, dialect: Dialect) -> Self {
        let mut names: Vec<(String, String)> = Vec::new();
        for item in &select.from {
            names.extend(
                std::iter::once(&item.relation)
                    .chain(item.joins.iter().map(|j| &j.relation))
                    .map(named),
            );
        }
        let twice = |table: &str| names.iter().filter(|n| n.1 == table).count() > 1;
        let tables = names.iter().filter(|n| !twice(&n.1)).cloned().collect();
        let only = match names.as_slice() {
            [(_, table)] => Some(table.clone()),
            _ => None,
        };
        let given = select.projection.iter().filter_map(|item| match item {
            SelectItem::ExprWithAlias { alias, .. } => Some(alias.value.to_lowercase()),
            _ => None,
        });
        Self {
            dialect,
            tables,
            only,
            given: given.collect(),
        }
    }

    fn part(&self, kind: Kind, expr: &Expr) -> Part {
        let (key, words) = self.told(expr);
        Part { kind, words, key }
    }

    /// The key, and plain words.
    fn told(&self, expr: &Expr) -> (String, String) {
        let mut meant = expr.clone();
        tree::change(&mut meant, &mut Tables(self));
        let mut bare = expr.clone();
        tree::change(&mut bare, &mut Bare);
        (self.key(&meant), plain(&bare))
    }

    fn key(&self, expr: &Expr) -> String {
        match expr {
            Expr::Nested(inner) => self.key(inner),
            Expr::BinaryOp {
                left,
                op: sqlparser::ast::BinaryOperator::Eq,
                right,
            } => {
                let mut sides = [self.key(left), self.key(right)];
                sides.sort();
                sides.join(" = ")
            }
            _ => normal::words(&expr.to_string(), self.dialect),
        }
    }

    fn select(&self, select: &Select, out: &mut Vec<Part>) {
        let inner = |j: &JoinOperator| matches!(j, JoinOperator::Join(_) | JoinOperator::Inner(_));
        let all_inner = select
            .from
            .iter()
            .flat_map(|f| &f.joins)
            .all(|j| inner(&j.join_operator));
        for item in &select.from {
            let joined = !item.joins.is_empty() && all_inner;
            out.push(source(&item.relation, joined, self.dialect));
            for join in &item.joins {
                out.push(source(&join.relation, inner(&join.join_operator), self.dialect));
                if let JoinOperator::Join(c)
                | JoinOperator::Inner(c)
                | JoinOperator::Left(c)
                | JoinOperator::LeftOuter(c) = &join.join_operator
                {
                    match c {
                        JoinConstraint::On(on) => out.extend(split(on).into_iter().map(|e| self.part(Kind::Join, e))),
                        other => out.push(Part {
                            kind: Kind::Other,
                            words: String::new(),
                            key: normal::words(&format!("{other:?}"), self.dialect),
                        }),
                    }
                }
            }
        }
        out.extend(
            select
                .selection
                .iter()
                .flat_map(split)
                .map(|e| self.part(Kind::Condition, e)),
        );
        if let GroupByExpr::Expressions(by, _) = &select.group_by {
            out.extend(by.iter().map(|e| self.part(Kind::Group, self.meant(e, select))));
        }
        for item in &select.projection {
            out.push(match item {
                SelectItem::UnnamedExpr(e) | SelectItem::ExprWithAlias { expr: e, .. } => self.shown(e),
                all => Part {
                    kind: Kind::Shown,
                    words: "shows every column".to_string(),
                    key: normal::words(&all.to_string(), self.dialect),
                },
            });
        }
        out.extend(select.having.iter().flat_map(split).map(|e| self.part(Kind::Having, e)));
        if matches!(select.distinct, Some(Distinct::Distinct | Distinct::On(_))) {
            out.push(Part {
                kind: Kind::Distinct,
                words: String::new(),
                key: "distinct".to_string(),
            });
        }
    }

    fn shown(&self, expr: &Expr) -> Part {
        let (key, words) = self.told(expr);
        let mut bare = within(expr).clone();
        tree::change(&mut bare, &mut Bare);
        let words = match measure(&bare) {
            Some(m) => format!("{} {}", m.does, m.what.replace(" * ", " × ")),
            None => format!("shows {words}"),
        };
        Part {
            kind: Kind::Shown,
            words,
            key,
        }
    }

    /// A name that the statement gave, or the place of a column, as what it stands for.
    fn meant<'e>(&self, expr: &'e Expr, select: &'e Select) -> &'e Expr {
        let given = |name: &str| {
            select.projection.iter().find_map(|item| match item {
                SelectItem::ExprWithAlias { expr, alias } if alias.value.eq_ignore_ascii_case(name) => Some(expr),
                _ => None,
            })
        };
        let found = match expr {
            Expr::Identifier(name) => given(&name.value),
            Expr::Value(place) => {
                let place = place.to_string().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
                match place.and_then(|n| select.projection.get(n)) {
                    Some(SelectItem::UnnamedExpr(e) | SelectItem::ExprWithAlias { expr: e, .. }) => Some(e),
                    _ => None,
                }
            }
            _ => None,
        };
        found.unwrap_or(expr)
    }
}

fn split(filter: &Expr) -> Vec<&Expr> {
    let mut out = Vec::new();
    conjuncts(filter, &mut out);
    out
}

/// What is rounded, or filled in where it is missing.
fn within(expr: &Expr) -> &Expr {
    match expr {
        Expr::Nested(inner) | Expr::Cast { expr: inner, .. } => within(inner),
        Expr::Function(f) => {
            let name = plain_parts(&f.name).pop().unwrap_or_default().to_lowercase();
            match &f.args {
                FunctionArguments::List(list) if matches!(name.as_str(), "round" | "coalesce" | "ifnull") => {
                    match list.args.first() {
                        Some(FunctionArg::Unnamed(FunctionArgExpr::Expr(inner))) => within(inner),
                        _ => expr,
                    }
                }
                _ => expr,
            }
        }
        _ => expr,
    }
}

/// Name in use, and table, lower case.
fn named(factor: &TableFactor) -> (String, String) {
    let (table, alias) = match factor {
        TableFactor::Table { name, alias, .. } => (plain_parts(name).join("."), alias),
        TableFactor::Derived { subquery, alias, .. } => (subquery.to_string(), alias),
        other => (other.to_string(), &None),
    };
    let last = table.rsplit('.').next().unwrap_or_default();
    let used = alias.as_ref().map_or(last, |a| a.name.value.as_str());
    (used.to_lowercase(), table.to_lowercase())
}

fn source(factor: &TableFactor, needed: bool, dialect: Dialect) -> Part {
    match factor {
        TableFactor::Table { name, .. } => {
            let name = plain_parts(name).join(".");
            Part {
                kind: if needed { Kind::Match } else { Kind::Table },
                words: spaced(&name),
                key: name.to_lowercase(),
            }
        }
        other => Part {
            kind: Kind::Other,
            words: String::new(),
            key: normal::words(&other.to_string(), dialect),
        },
    }
}

fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// Puts the table before every column.
struct Tables<'a>(&'a Sense);

impl VisitorMut for Tables<'_> {
    type Break = ();
    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        let bare = |ident: &Ident| Ident::new(ident.value.to_lowercase());
        match expr {
            Expr::CompoundIdentifier(parts) => {
                if let [qualifier, column] = parts.as_mut_slice() {
                    let used = qualifier.value.to_lowercase();
                    *qualifier = Ident::new(self.0.tables.get(&used).cloned().unwrap_or(used));
                    *column = bare(column);
                }
            }
            Expr::Identifier(name) if !self.0.given.contains(&name.value.to_lowercase()) => {
                if let Some(table) = &self.0.only {
                    *expr = Expr::CompoundIdentifier(vec![Ident::new(table.clone()), bare(name)]);
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

/// Leaves a column its name alone, as people write it.
struct Bare;

impl VisitorMut for Bare {
    type Break = ();
    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        let name = match expr {
            Expr::Identifier(name) => Some(&*name),
            Expr::CompoundIdentifier(parts) => parts.last(),
            _ => None,
        };
        if let Some(name) = name.map(|n| spaced(&n.value)) {
            *expr = Expr::Identifier(Ident::new(name));
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;
