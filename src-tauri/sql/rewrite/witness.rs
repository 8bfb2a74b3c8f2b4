//! Rows that together pass all conditions of a query: of which tables, and what their values have to be.
//!
//! In: a qualified query, a source of chance. Out: one row for each source, those of subqueries too; columns that are held
//! equal share one value, and each value knows what it is compared with. Where a condition leaves a choice (OR, a list, the
//! parts of a UNION) chance makes it. An aggregate is read as over one row. Deliberately absent: the values themselves, and
//! any promise: what is not understood is left out, and whether the query then gives rows is for the engine to say.

use std::collections::BTreeMap;

use askwell_contract::Catalog;
use sqlparser::ast::{
    BinaryOperator, Expr, Join, JoinConstraint, JoinOperator, Query, Select, SelectItem, SetExpr, SetOperator,
    TableFactor,
};

use super::shape;
use crate::scope::{find_table, name_of, plain_parts};

mod conditions;
mod terms;

use terms::Term;

/// A value as the query writes it.
#[derive(Debug, Clone, PartialEq)]
pub enum Known {
    Number(f64),
    Text(String),
    /// A day so many days after the one written.
    Day(String, i64),
    Truth(bool),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Is {
    Equal,
    Other,
    Less,
    Most,
    More,
    Least,
}

/// What of a value is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    Whole,
    /// So many of its first letters.
    Start(usize),
    Year,
    Month,
    Day,
}

/// What a value has to be.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Wish {
    pub must: Vec<(Of, Is, Known)>,
    /// LIKE, and whether it has to match.
    pub like: Vec<(String, bool)>,
    pub null: bool,
}

/// `left` is so to `times * right + plus`.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    pub left: usize,
    pub is: Is,
    pub right: usize,
    pub times: f64,
    pub plus: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub table: String,
    /// The SELECT that reads it.
    pub block: usize,
    /// Columns in lower case, and which wish each has.
    pub cells: BTreeMap<String, usize>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Witness {
    pub rows: Vec<Row>,
    pub wishes: Vec<Wish>,
    pub pairs: Vec<Pair>,
    /// SELECTs that have to read more than one row of something.
    pub repeats: BTreeMap<usize, i64>,
}

/// Draws 0 to `n` - 1.
pub type Draw<'a> = &'a mut dyn FnMut(usize) -> usize;

/// Choices that contradict each other are made again, so often.
const TRIES: usize = 12;
/// A statement that asks for more rows than this, subqueries and all, is followed so far alone.
const MOST_ROWS: usize = 80;
const DEEPEST: usize = 16;

pub fn witness(query: &Query, catalog: &Catalog, draw: Draw<'_>) -> Witness {
    let mut last = Witness::default();
    for _ in 0..TRIES {
        let mut walk = Walk {
            catalog,
            draw,
            parents: Vec::new(),
            made: Witness::default(),
            blocks: 0,
            depth: 0,
            firm: true,
            failed: false,
            asked: Vec::new(),
            sources: Vec::new(),
            singles: Vec::new(),
        };
        walk.query(query, &Around::default());
        let failed = walk.failed;
        last = walk.done();
        if !failed {
            break;
        }
    }
    last
}

struct Walk<'c> {
    catalog: &'c Catalog,
    draw: Draw<'c>,
    /// Of each wish, the one that it was made the same as.
    parents: Vec<usize>,
    made: Witness,
    blocks: usize,
    depth: usize,
    /// What is read has to come out so; else it is only shown.
    firm: bool,
    /// Two choices contradict each other.
    failed: bool,
    /// Outputs of the next query that have to have fixed values.
    asked: Vec<(String, Known)>,
    /// The sources of the last SELECT.
    sources: Vec<(String, Source)>,
    /// Subqueries that are one value, by what they read, and their sources.
    singles: Vec<(String, Vec<(String, Source)>)>,
}

/// What a SELECT sees: its own sources, those around it, and the named parts.
#[derive(Default, Clone)]
struct Around<'q> {
    sources: Vec<(String, Source)>,
    named: Vec<(String, &'q Query, Vec<String>)>,
    block: usize,
    /// Fixed values that columns of its sources have to have.
    asked: Vec<(shape::Col, Known)>,
}

#[derive(Clone)]
enum Source {
    Row(usize),
    Part(Vec<(String, Term)>),
    /// The side of an outer join that has no row.
    Missing,
}

type Outputs = Vec<(String, Term)>;

impl<'c> Walk<'c> {
    fn chance(&mut self, of_100: usize) -> bool {
        (self.draw)(100) < of_100
    }

    fn query<'q>(&mut self, query: &'q Query, around: &Around<'q>) -> Outputs {
        if self.depth > DEEPEST || self.made.rows.len() > MOST_ROWS {
            return Vec::new();
        }
        self.depth += 1;
        let mut within = around.clone();
        for part in query.with.iter().flat_map(|with| &with.cte_tables) {
            let columns = part.alias.columns.iter().map(|c| c.name.value.to_lowercase()).collect();
            within
                .named
                .push((part.alias.name.value.to_lowercase(), &part.query, columns));
        }
        let outputs = self.body(&query.body, &within);
        self.depth -= 1;
        outputs
    }

    fn body<'q>(&mut self, body: &'q SetExpr, around: &Around<'q>) -> Outputs {
        match body {
            SetExpr::Select(select) => self.select(select, around),
            SetExpr::Query(query) => self.query(query, around),
            SetExpr::SetOperation { op, left, right, .. } => match op {
                SetOperator::Union => {
                    // Outputs are called as the first part calls them.
                    let names = shape::output_names(left);
                    let mut parts = parts_of(body);
                    parts.retain(|part| self.asked.iter().all(|asked| may_give(part, &names, asked)));
                    let at = (self.draw)(parts.len());
                    self.asked.clear();
                    let outputs = parts.get(at).map_or_else(Vec::new, |of| self.body(of, around));
                    let same = names.len() == outputs.len();
                    let name = |(at, (own, term)): (usize, (String, Term))| {
                        (names.get(at).filter(|_| same).cloned().unwrap_or(own), term)
                    };
                    outputs.into_iter().enumerate().map(name).collect()
                }
                SetOperator::Intersect => {
                    let (first, second) = (self.body(left, around), self.body(right, around));
                    for ((_, a), (_, b)) in first.iter().zip(&second) {
                        self.compare(a, Is::Equal, b);
                    }
                    first
                }
                _ => self.body(left, around),
            },
            SetExpr::Values(values) => {
                let at = (self.draw)(values.rows.len());
                let row = values.rows.get(at).map(|row| row.content.as_slice());
                let mut term = |expr| (String::new(), self.term(expr, around));
                row.unwrap_or_default().iter().map(&mut term).collect()
            }
            _ => Vec::new(),
        }
    }

    fn select<'q>(&mut self, select: &'q Select, around: &Around<'q>) -> Outputs {
        let mut here = around.clone();
        self.blocks += 1;
        here.block = self.blocks;
        self.asked.clear();
        here.asked = select
            .selection
            .iter()
            .flat_map(shape::conjuncts)
            .filter_map(asked)
            .collect();
        for from in &select.from {
            self.source(&from.relation, &mut here);
            from.joins.iter().for_each(|join| self.joined(join, &mut here));
        }
        let conditions = [&select.selection, &select.having, &select.qualify];
        for condition in conditions.into_iter().flatten() {
            self.holds(condition, &here, true);
        }
        let firm = std::mem::replace(&mut self.firm, false);
        let mut outputs = Vec::new();
        for item in &select.projection {
            let (name, expr) = match item {
                SelectItem::UnnamedExpr(expr) => (name_of(expr).map(|n| n.value.to_lowercase()), expr),
                SelectItem::ExprWithAlias { expr, alias } => (Some(alias.value.to_lowercase()), expr),
                _ => continue,
            };
            outputs.push((name.unwrap_or_default(), self.term(expr, &here)));
        }
        self.firm = firm;
        self.sources = here.sources.split_off(around.sources.len());
        outputs
    }

    fn joined<'q>(&mut self, join: &'q Join, here: &mut Around<'q>) {
        use JoinOperator as J;
        let on = match &join.join_operator {
            J::Join(on) | J::Inner(on) | J::CrossJoin(on) | J::Semi(on) | J::LeftSemi(on) => on,
            J::Left(on) | J::LeftOuter(on) | J::FullOuter(on) => {
                if self.chance(20) {
                    let alias = shape::alias_of(&join.relation).unwrap_or_default();
                    here.sources.push((alias, Source::Missing));
                    return;
                }
                on
            }
            J::Right(on) | J::RightOuter(on) => on,
            _ => return,
        };
        self.source(&join.relation, here);
        if let JoinConstraint::On(on) = on {
            self.holds(on, here, true);
        }
    }

    fn source<'q>(&mut self, factor: &'q TableFactor, here: &mut Around<'q>) {
        let alias = shape::alias_of(factor).unwrap_or_default();
        let of_it = here.asked.iter().filter(|((source, _), _)| *source == alias);
        self.asked = of_it
            .map(|((_, column), known)| (column.clone(), known.clone()))
            .collect();
        let (columns, outputs) = match factor {
            TableFactor::NestedJoin { table_with_joins, .. } => {
                self.source(&table_with_joins.relation, here);
                table_with_joins.joins.iter().for_each(|join| self.joined(join, here));
                return;
            }
            TableFactor::Derived { subquery, alias, .. } => {
                let columns = alias.iter().flat_map(|a| &a.columns);
                let columns: Vec<String> = columns.map(|c| c.name.value.to_lowercase()).collect();
                (columns, self.query(subquery, here))
            }
            TableFactor::Table { name, .. } => {
                let parts = plain_parts(name);
                let named = match parts.as_slice() {
                    [one] => here.named.iter().rev().find(|(n, ..)| n.eq_ignore_ascii_case(one)),
                    _ => None,
                };
                match named.cloned() {
                    Some((_, query, columns)) => {
                        let apart = Around {
                            named: here.named.clone(),
                            ..Around::default()
                        };
                        (columns, self.query(query, &apart))
                    }
                    None => {
                        if let Some(table) = find_table(self.catalog, &parts) {
                            self.made.rows.push(Row {
                                table: table.name.clone(),
                                block: here.block,
                                cells: BTreeMap::new(),
                            });
                            here.sources.push((alias, Source::Row(self.made.rows.len() - 1)));
                        }
                        return;
                    }
                }
            }
            _ => return,
        };
        let name = |(at, (own, term)): (usize, (String, Term))| (columns.get(at).cloned().unwrap_or(own), term);
        let outputs = outputs.into_iter().enumerate().map(name).collect();
        here.sources.push((alias, Source::Part(outputs)));
    }

    /// The wish of a row's column.
    fn cell(&mut self, row: usize, column: &str) -> usize {
        if let Some(at) = self.made.rows.get(row).and_then(|r| r.cells.get(column)) {
            return *at;
        }
        let at = self.parents.len();
        self.parents.push(at);
        self.made.wishes.push(Wish::default());
        if let Some(row) = self.made.rows.get_mut(row) {
            row.cells.insert(column.to_string(), at);
        }
        at
    }

    fn root(&self, mut at: usize) -> usize {
        while let Some(parent) = self.parents.get(at).filter(|parent| **parent != at) {
            at = *parent;
        }
        at
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        if let Some(parent) = self.parents.get_mut(b) {
            *parent = a;
        }
        let moved = self.made.wishes.get_mut(b).map(std::mem::take).unwrap_or_default();
        for (of, is, known) in moved.must {
            self.must(a, of, is, known);
        }
        if let Some(wish) = self.made.wishes.get_mut(a) {
            wish.like.extend(moved.like);
            wish.null |= moved.null;
        }
    }

    fn must(&mut self, at: usize, of: Of, is: Is, known: Known) {
        let at = self.root(at);
        let Some(wish) = self.made.wishes.get_mut(at) else {
            return;
        };
        let fixed = wish.must.iter().find(|(o, i, _)| *o == of && *i == Is::Equal);
        let against = fixed.and_then(|(_, _, fixed)| terms::so(fixed, is, &known));
        self.failed |= against == Some(false);
        wish.must.push((of, is, known));
    }

    fn done(mut self) -> Witness {
        let roots: Vec<usize> = (0..self.parents.len()).map(|at| self.root(at)).collect();
        let root = |at: &mut usize| *at = roots.get(*at).copied().unwrap_or(*at);
        self.made
            .rows
            .iter_mut()
            .flat_map(|row| row.cells.values_mut())
            .for_each(root);
        for pair in &mut self.made.pairs {
            root(&mut pair.left);
            root(&mut pair.right);
        }
        self.made
    }

    fn find(&mut self, source: &str, column: &str, here: &Around<'_>) -> Term {
        let found = here.sources.iter().rev().find(|(alias, _)| alias == source);
        match found.map(|(_, source)| source.clone()) {
            Some(Source::Row(row)) => Term::whole(self.cell(row, column)),
            Some(Source::Part(outputs)) => {
                let output = outputs.into_iter().find(|(name, _)| name == column);
                output.map_or(Term::Open, |(_, term)| term)
            }
            Some(Source::Missing) => Term::Missing,
            None => Term::Open,
        }
    }

    /// The one value of a subquery.
    fn value<'q>(&mut self, query: &'q Query, here: &Around<'q>) -> Term {
        let alone = match query.body.as_ref() {
            SetExpr::Select(select) if query.with.is_none() && shape::free(query).is_empty() => Some(select),
            _ => None,
        };
        let read = alone.map(|select| {
            let from: Vec<String> = select.from.iter().map(ToString::to_string).collect();
            let filters = select.selection.as_ref().map(ToString::to_string);
            format!("{} {}", from.join(", "), filters.unwrap_or_default())
        });
        // Where two read the same, a row of its own for each would be one too many for both.
        let known = read
            .as_ref()
            .and_then(|read| self.singles.iter().find(|(text, _)| text == read));
        if let (Some(select), Some((_, sources))) = (alone, known.cloned()) {
            let mut again = here.clone();
            again.sources.extend(sources);
            let shown = select.projection.first();
            return match shown {
                Some(SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. }) => self.term(expr, &again),
                _ => Term::Open,
            };
        }
        let outputs = self.query(query, here);
        if let Some(read) = read {
            self.singles.push((read, std::mem::take(&mut self.sources)));
        }
        outputs.into_iter().next().map_or(Term::Open, |(_, term)| term)
    }

    fn first_of<'q>(&mut self, exprs: &[&'q Expr], here: &Around<'q>) -> Term {
        exprs.first().map_or(Term::Open, |expr| self.term(expr, here))
    }
}

/// `source.column = value`
fn asked(condition: Expr) -> Option<(shape::Col, Known)> {
    let Expr::BinaryOp {
        left,
        op: BinaryOperator::Eq,
        right,
    } = &condition
    else {
        return None;
    };
    let pair = |column: &Expr, value: &Expr| Some((shape::col(column)?, terms::literal(value)?));
    pair(left, right).or_else(|| pair(right, left))
}

fn parts_of(body: &SetExpr) -> Vec<&SetExpr> {
    match body {
        SetExpr::SetOperation {
            op: SetOperator::Union,
            left,
            right,
            ..
        } => [left, right].into_iter().flat_map(|side| parts_of(side)).collect(),
        other => vec![other],
    }
}

/// Not where it gives another fixed value in that column.
fn may_give(part: &SetExpr, names: &[String], (column, value): &(String, Known)) -> bool {
    let at = names.iter().position(|name| name == column);
    let (SetExpr::Select(select), Some(at)) = (part, at) else {
        return true;
    };
    let shown = select.projection.get(at).and_then(|item| match item {
        SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => terms::literal(expr),
        _ => None,
    });
    shown.and_then(|shown| terms::so(&shown, Is::Equal, value)) != Some(false)
}

#[cfg(test)]
mod tests;
