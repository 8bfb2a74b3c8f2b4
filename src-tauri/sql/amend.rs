//! A statement taken apart, changed, and put together again: how a turn of a conversation edits the query before it.
//!
//! In: a statement and the catalog. Out: [`Parts`], which print as a statement; the changes are in [`merge`] (with the
//! query of the turn) and [`alone`] (with a word of it). Every column carries its table's name, so that parts of two
//! statements fit together. Set operations are [`Sets`]. Deliberately absent: statements that cannot be told apart so, which
//! give `None`: queries in FROM, the same table twice, windows; and which change is meant.

use std::ops::ControlFlow;

use askwell_contract::run::JoinStep;
use askwell_contract::{Catalog, Dialect};
use sqlparser::ast::{visit_expressions_mut, Expr, Ident, SetExpr};

use crate::{dialect, parse, plain};

pub mod alone;
pub mod beside;
pub mod each;
pub mod merge;
mod say;
mod sets;
mod take;
pub mod top;
mod within;

pub use say::{beside, phrase, say, undoubled, worked_out};
pub use sets::{sets, Sets};
pub use take::parts;

/// A table and one of its columns, as the catalog names them.
pub type Place = (String, String);

/// An aggregate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Lower case.
    pub name: String,
    pub distinct: bool,
    /// `None`: rows, or an expression.
    pub of: Option<Place>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub sql: String,
    pub alias: Option<String>,
    /// Where it is a column and nothing else.
    pub column: Option<Place>,
    pub figure: Option<Figure>,
}

/// How a condition holds its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// To one value or several.
    Equal,
    /// From below: `>`, `>=`.
    Above,
    Below,
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cond {
    pub sql: String,
    /// Where it speaks of one column.
    pub column: Option<Place>,
    pub holds: Holds,
    pub denied: bool,
}

/// What a statement of one SELECT is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    pub select: Vec<Item>,
    pub distinct: bool,
    pub from: String,
    /// In the order of FROM.
    pub tables: Vec<String>,
    /// Some rows stay without a partner: no more tables may come in.
    pub outer: bool,
    pub filter: Vec<Cond>,
    pub group: Vec<Item>,
    pub having: Vec<String>,
    /// `true`: from high to low.
    pub order: Vec<(Item, bool)>,
    pub limit: Option<u64>,
    pub offset: u64,
}

/// What changes need to know of the database.
pub struct Scene<'a> {
    pub catalog: &'a Catalog,
    /// The keys that join tables.
    pub joins: &'a dyn Fn(&[String]) -> Option<Vec<JoinStep>>,
}

impl Item {
    pub fn column(scene: &Scene<'_>, place: &Place) -> Self {
        Self {
            sql: scene.name(place),
            alias: None,
            column: Some(place.clone()),
            figure: None,
        }
    }
    pub fn is_figure(&self) -> bool {
        self.figure.is_some()
    }
    fn shown(&self) -> String {
        match &self.alias {
            Some(alias) => format!("{} AS {alias}", self.sql),
            None => self.sql.clone(),
        }
    }
}

impl Cond {
    /// The column is this text.
    pub fn is(scene: &Scene<'_>, place: &Place, text: &str) -> Self {
        Self {
            sql: format!("{} = {}", scene.name(place), dialect::text(text)),
            column: Some(place.clone()),
            holds: Holds::Equal,
            denied: false,
        }
    }
}

impl Scene<'_> {
    pub fn dialect(&self) -> Dialect {
        self.catalog.dialect
    }
    /// A column behind its table's name, as SQL writes both.
    pub fn name(&self, place: &Place) -> String {
        format!("{}.{}", self.table(&place.0), dialect::ident(&place.1, self.dialect()))
    }
    fn table(&self, name: &str) -> String {
        match self.catalog.table(name) {
            Some(table) => dialect::table(table, self.dialect()),
            None => dialect::ident(name, self.dialect()),
        }
    }
}

/// A condition in plain words, columns without their tables.
pub fn told(cond: &Cond, dialect: Dialect) -> String {
    said(&cond.sql, dialect).unwrap_or_else(|| cond.sql.clone())
}

/// An expression in plain words, columns without their tables.
pub(crate) fn said(sql: &str, dialect: Dialect) -> Option<String> {
    let mut query = parse::query(&format!("SELECT 1 WHERE {sql}"), dialect).ok()?;
    let SetExpr::Select(select) = query.body.as_mut() else {
        return None;
    };
    let expr = select.selection.as_mut()?;
    let _ = visit_expressions_mut(expr, |e| {
        let last = match e {
            Expr::CompoundIdentifier(parts) => parts.last(),
            Expr::Identifier(name) => Some(&*name),
            _ => None,
        };
        if let Some(name) = last {
            *e = Expr::Identifier(Ident::new(name.value.replace('_', " ")));
        }
        ControlFlow::<()>::Continue(())
    });
    Some(plain::plain(expr))
}

impl Parts {
    /// A list of rows rather than figures.
    pub fn lists(&self) -> bool {
        !self.condenses() && self.group.is_empty()
    }
    pub fn condenses(&self) -> bool {
        self.select.iter().any(Item::is_figure)
    }
    /// Shown are certain rows: the first few of an order, or groups that fulfil something.
    pub fn picks(&self) -> bool {
        self.limit.is_some() || !self.having.is_empty()
    }

    pub fn sql(&self) -> String {
        let list = |items: &[Item]| items.iter().map(|i| i.sql.clone()).collect::<Vec<_>>().join(", ");
        let shown = self.select.iter().map(Item::shown).collect::<Vec<_>>().join(", ");
        let mut out = format!(
            "SELECT {}{shown} FROM {}",
            if self.distinct { "DISTINCT " } else { "" },
            self.from
        );
        let filter: Vec<&str> = self.filter.iter().map(|c| c.sql.as_str()).collect();
        if !filter.is_empty() {
            out += &format!(" WHERE {}", filter.join(" AND "));
        }
        if !self.group.is_empty() {
            out += &format!(" GROUP BY {}", list(&self.group));
        }
        if !self.having.is_empty() {
            out += &format!(" HAVING {}", self.having.join(" AND "));
        }
        if !self.order.is_empty() {
            let by = self.order.iter().map(|(item, down)| {
                let down = if *down { " DESC" } else { "" };
                format!("{}{down}", item.sql)
            });
            out += &format!(" ORDER BY {}", by.collect::<Vec<_>>().join(", "));
        }
        if let Some(limit) = self.limit {
            out += &format!(" LIMIT {limit}");
        }
        if self.offset > 0 {
            out += &format!(" OFFSET {}", self.offset);
        }
        out
    }

    /// Brings tables in by the keys that join them; `false`: there is no way.
    pub fn reach(&mut self, tables: &[String], scene: &Scene<'_>) -> bool {
        let missing = |have: &[String]| tables.iter().any(|t| !have.contains(t));
        if !missing(&self.tables) {
            return true;
        }
        if self.outer {
            return false;
        }
        let mut all = self.tables.clone();
        all.extend(tables.iter().filter(|t| !self.tables.contains(t)).cloned());
        let Some(mut steps) = (scene.joins)(&all) else {
            return false;
        };
        // A key of a table that is in already says nothing new.
        while missing(&self.tables) {
            let ready = |s: &JoinStep| self.tables.contains(&s.left_table) != self.tables.contains(&s.right_table);
            let Some(at) = steps.iter().position(ready) else {
                return false;
            };
            let step = steps.remove(at);
            let new = match self.tables.contains(&step.left_table) {
                true => step.right_table.clone(),
                false => step.left_table.clone(),
            };
            self.from += &format!(
                " JOIN {} ON {} = {}",
                scene.table(&new),
                scene.name(&(step.left_table, step.left_column)),
                scene.name(&(step.right_table, step.right_column))
            );
            self.tables.push(new);
        }
        true
    }
}

#[cfg(test)]
mod tests;
