//! The steps in the words of the people whose data it is: "matched by customer number", and no name as the database spells it.
//!
//! In: SQL text, and what things are called. Out: the same steps with other texts. Deliberately absent: where the words come
//! from.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use askwell_contract::Dialect;
use sqlparser::ast::{
    BinaryOperator, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, GroupByExpr, Ident,
    JoinConstraint, JoinOperator, ObjectName, ObjectNamePart, Query, Select, SelectItem, SetExpr, TableFactor, Value,
    Visitor, VisitorMut,
};

use super::{of, Kind, Step};
use crate::scope::plain_parts;
use crate::{parse, tree};

pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// What things are called.
pub trait Names {
    /// "order lines"
    fn table(&self, table: &str) -> String;
    /// "customer number"; no table: the statement names none.
    fn column(&self, table: Option<&str>, column: &str) -> String;
    fn has(&self, table: &str, column: &str) -> bool;
    /// Whether a column only tells rows apart.
    fn is_key(&self, table: &str, column: &str) -> bool;
    /// What is added up, in the spelling of [`bare`]: "revenue".
    fn amount(&self, sql: &str) -> Option<String>;
}

/// The steps of a statement, told with these names.
pub fn worded(sql: &str, dialect: Dialect, names: &dyn Names) -> Vec<Step> {
    let Ok(query) = parse::query(sql, dialect) else {
        return Vec::new();
    };
    let (mut steps, mut said) = (of(&query), query);
    let mut found = Found::default();
    let _ = tree::read(&said, &mut found);
    let mut says = Says {
        names,
        outputs: found.0,
        scopes: Vec::new(),
    };
    tree::change(&mut said, &mut says);
    let texts = of(&said);
    // The words change no step; where they did, the names are left as they are.
    let same = steps.len() == texts.len() && steps.iter().zip(&texts).all(|(a, b)| a.kind == b.kind);
    if same {
        steps
            .iter_mut()
            .zip(texts)
            .for_each(|(step, told)| step.text = told.text);
    }
    shown_once(steps)
}

/// What groups are made for need not be shown again.
fn shown_once(steps: Vec<Step>) -> Vec<Step> {
    let mut grouped: BTreeSet<String> = BTreeSet::new();
    let mut out: Vec<Step> = Vec::new();
    for step in steps {
        match step.kind {
            Kind::Group => grouped.extend(step.names.iter().cloned()),
            Kind::Show if !grouped.is_empty() && step.names.iter().all(|n| grouped.contains(n)) => continue,
            _ => {}
        }
        out.push(step);
    }
    out
}

/// An expression without the tables of its columns, in one spelling.
pub fn bare(expr: &Expr) -> String {
    let mut expr = expr.clone();
    tree::change(&mut expr, &mut Strips);
    expr.to_string().to_lowercase()
}

/// The same from text; `None`: it does not parse.
pub fn bare_text(sql: &str, dialect: Dialect) -> Option<String> {
    let query = parse::query(&format!("SELECT {sql}"), dialect).ok()?;
    let SetExpr::Select(select) = query.body.as_ref() else {
        return None;
    };
    match select.projection.as_slice() {
        [SelectItem::UnnamedExpr(expr)] => Some(bare(expr)),
        _ => None,
    }
}

struct Strips;

impl VisitorMut for Strips {
    type Break = ();
    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        if let Expr::CompoundIdentifier(parts) = expr {
            if let Some(last) = parts.pop() {
                *expr = Expr::Identifier(Ident::new(last.value));
            }
        }
        ControlFlow::Continue(())
    }
}

/// What queries call their own columns, and themselves.
#[derive(Default)]
struct Found(BTreeSet<String>);

impl Visitor for Found {
    type Break = ();
    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
        let named = select.projection.iter().filter_map(|item| match item {
            SelectItem::ExprWithAlias { alias, .. } => Some(alias.value.to_lowercase()),
            _ => None,
        });
        self.0.extend(named);
        ControlFlow::Continue(())
    }
    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        let ctes = query.with.iter().flat_map(|w| &w.cte_tables);
        self.0.extend(ctes.map(|c| c.alias.name.value.to_lowercase()));
        ControlFlow::Continue(())
    }
}

/// The tables of a query, as they are called and as they are named.
fn tables(body: &SetExpr, out: &mut Vec<(String, String)>) {
    match body {
        SetExpr::Select(select) => {
            let joins = select
                .from
                .iter()
                .flat_map(|from| &from.joins)
                .map(|join| &join.relation);
            for factor in select.from.iter().map(|from| &from.relation).chain(joins) {
                if let TableFactor::Table { name, alias, .. } = factor {
                    if let Some(table) = plain_parts(name).pop() {
                        let called = alias.as_ref().map_or(&table, |a| &a.name.value).to_lowercase();
                        out.push((called, table));
                    }
                }
            }
        }
        SetExpr::SetOperation { left, right, .. } => {
            tables(left, out);
            tables(right, out);
        }
        _ => {}
    }
}

struct Says<'a> {
    names: &'a dyn Names,
    outputs: BTreeSet<String>,
    /// Of the query that is looked at, and before it of those around it.
    scopes: Vec<Vec<(String, String)>>,
}

impl Says<'_> {
    fn table(&self, called: &str) -> Option<&str> {
        let called = called.to_lowercase();
        let found = self.scopes.iter().rev().flatten().find(|(name, _)| *name == called);
        found.map(|(_, table)| table.as_str())
    }

    /// A column as it stands: its table, and its name.
    fn column<'e>(&self, expr: &'e Expr) -> Option<(Option<&str>, &'e str)> {
        match expr {
            Expr::CompoundIdentifier(parts) => match parts.as_slice() {
                [.., table, column] => Some((self.table(&table.value), &column.value)),
                _ => None,
            },
            Expr::Identifier(name) if self.outputs.contains(&name.value.to_lowercase()) => Some((None, &name.value)),
            Expr::Identifier(name) => {
                let here = self.scopes.last().map_or(&[][..], Vec::as_slice);
                let has = |(_, table): &&(String, String)| here.len() == 1 || self.names.has(table, &name.value);
                Some((here.iter().find(has).map(|(_, table)| table.as_str()), &name.value))
            }
            _ => None,
        }
    }

    fn words(&self, expr: &Expr) -> Option<String> {
        let (table, column) = self.column(expr)?;
        Some(self.names.column(table, column))
    }

    /// "customer number" of `orders.customer_id = customers.id`: the side whose name says more.
    fn matched(&self, on: &Expr) -> Option<String> {
        let Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right,
        } = on
        else {
            return None;
        };
        let (left, right) = (self.column(inside(left))?, self.column(inside(right))?);
        let (table, column) = if left.1.len() >= right.1.len() { left } else { right };
        Some(self.names.column(table, column))
    }

    fn join(&self, join: &mut JoinOperator) {
        use JoinOperator as J;
        let (J::Join(c) | J::Inner(c) | J::Left(c) | J::LeftOuter(c) | J::Right(c) | J::RightOuter(c)) = join else {
            return;
        };
        let words = match c {
            JoinConstraint::On(on) => self.matched(on),
            JoinConstraint::Using(columns) => match columns.as_slice() {
                [one] => plain_parts(one).pop().map(|column| self.names.column(None, &column)),
                _ => None,
            },
            _ => None,
        };
        if let Some(words) = words {
            *c = JoinConstraint::Using(vec![called(words)]);
        }
    }
}

/// The column of a key that untidy data makes one compare without its capitals and blanks.
fn inside(expr: &Expr) -> &Expr {
    match expr {
        Expr::Nested(of) | Expr::Cast { expr: of, .. } | Expr::Trim { expr: of, .. } => inside(of),
        Expr::Function(f) => match plain_parts(&f.name).pop().map(|n| n.to_lowercase()).as_deref() {
            Some("lower" | "upper" | "replace" | "trim") => first(f).map_or(expr, inside),
            _ => expr,
        },
        _ => expr,
    }
}

fn first(function: &Function) -> Option<&Expr> {
    let FunctionArguments::List(list) = &function.args else {
        return None;
    };
    match list.args.first()? {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(of)) => Some(of),
        _ => None,
    }
}

fn called(words: String) -> ObjectName {
    ObjectName(vec![ObjectNamePart::Identifier(Ident::new(words))])
}

/// A year, a month and a day.
pub type Day = (u32, u32, u32);

/// "2024-03-05", also with a time of nought.
pub fn day_of(text: &str) -> Option<Day> {
    let text = text.strip_suffix(" 00:00:00").unwrap_or(text);
    let mut parts = text.split('-').map(|part| (part.len(), part.parse::<u32>().ok()));
    match (parts.next()?, parts.next()?, parts.next()?, parts.next()) {
        ((4, Some(y)), (2, Some(m)), (2, Some(d)), None) if (1..=12).contains(&m) && (1..=31).contains(&d) => {
            Some((y, m, d))
        }
        _ => None,
    }
}

pub(crate) fn day(expr: &Expr) -> Option<Day> {
    match expr {
        Expr::Value(value) => match &value.value {
            Value::SingleQuotedString(text) => day_of(text),
            _ => None,
        },
        Expr::TypedString(typed) => day(&Expr::Value(typed.value.clone())),
        Expr::Cast { expr, .. } => day(expr),
        // One that is said already.
        Expr::Identifier(said) => read_day(&said.value),
        _ => None,
    }
}

pub fn day_words((y, m, d): Day) -> String {
    let month = MONTHS.get(m as usize - 1).copied().unwrap_or_default();
    format!("{d} {month} {y}")
}

/// What [`day_words`] wrote.
pub fn read_day(words: &str) -> Option<Day> {
    let mut words = words.split(' ');
    let (d, month, y) = (words.next()?.parse().ok()?, words.next()?, words.next()?.parse().ok()?);
    let m = MONTHS.iter().position(|name| *name == month)?;
    Some((y, m as u32 + 1, d))
}

/// "in 2024", "in March 2024", "from 3 March 2024 to 9 April 2024".
pub fn stretch(low: Day, high: Day) -> String {
    let last = match low.1 {
        2 if low.0.is_multiple_of(4) && (!low.0.is_multiple_of(100) || low.0.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let month = MONTHS.get(low.1 as usize - 1).copied().unwrap_or_default();
    match (low, high) {
        ((y, 1, 1), (to, 12, 31)) if y == to => format!("in {y}"),
        ((y, m, 1), (to, n, d)) if y == to && m == n && d == last => format!("in {month} {y}"),
        _ => format!("from {} to {}", day_words(low), day_words(high)),
    }
}

pub(crate) fn compared(op: &BinaryOperator, day: String) -> Option<String> {
    Some(match op {
        BinaryOperator::Eq => day,
        BinaryOperator::NotEq => format!("not {day}"),
        BinaryOperator::Lt => format!("before {day}"),
        BinaryOperator::LtEq => format!("not after {day}"),
        BinaryOperator::Gt => format!("after {day}"),
        BinaryOperator::GtEq => format!("not before {day}"),
        _ => return None,
    })
}

impl VisitorMut for Says<'_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        let mut own = Vec::new();
        tables(&query.body, &mut own);
        self.scopes.push(own);
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, _: &mut Query) -> ControlFlow<()> {
        self.scopes.pop();
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        for from in &mut select.from {
            from.joins
                .iter_mut()
                .for_each(|join| self.join(&mut join.join_operator));
        }
        // A group is called by its name, and not by its number as well.
        if let GroupByExpr::Expressions(by, _) = &mut select.group_by {
            let place = |expr: &Expr| match self.column(expr) {
                Some((Some(table), column)) => Some((table.to_owned(), self.names.is_key(table, column))),
                _ => None,
            };
            let places: Vec<_> = by.iter().map(place).collect();
            let named = |table: &String| places.iter().flatten().any(|(t, key)| t == table && !key);
            let mut stays = places
                .iter()
                .map(|p| !p.as_ref().is_some_and(|(t, key)| *key && named(t)));
            by.retain(|_| stays.next().unwrap_or(true));
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<()> {
        if let TableFactor::Table { name, .. } = factor {
            if let Some(table) = plain_parts(name).pop() {
                *name = called(self.names.table(&table));
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        let said = match &*expr {
            Expr::Between {
                expr: of,
                negated: false,
                low,
                high,
            } => match (day(low), day(high)) {
                (Some(low), Some(high)) => self.words(of).map(|of| format!("{of} is {}", stretch(low, high))),
                _ => None,
            },
            Expr::BinaryOp { left, op, right } => match (self.words(left), self.words(right), day(right)) {
                (Some(of), _, Some(day)) => compared(op, day_words(day)).map(|held| format!("{of} is {held}")),
                (Some(one), Some(other), _) if *op == BinaryOperator::Eq && one == other => {
                    Some(format!("{one} is the same"))
                }
                _ => self.names.amount(&bare(expr)),
            },
            Expr::Identifier(_) | Expr::CompoundIdentifier(_) => self.words(expr),
            Expr::Value(_) | Expr::TypedString(_) => day(expr).map(day_words),
            _ => None,
        };
        if let Some(said) = said {
            *expr = Expr::Identifier(Ident::new(said));
        }
        ControlFlow::Continue(())
    }
}
