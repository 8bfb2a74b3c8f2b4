//! Statements joined by UNION, INTERSECT and EXCEPT, changed in each of their parts.
//!
//! In: such a statement. Out: it taken apart, and the changes of [`merge`](super::merge) made to every part. Deliberately
//! absent: an order or a number of rows behind the last part, and brackets; such statements are `None`.

use askwell_contract::Catalog;
use sqlparser::ast::{SetExpr, SetOperator, SetQuantifier};

use super::{merge, parts, Item, Parts, Place, Scene};
use crate::parse;

/// Queries, and what stands between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sets {
    arms: Vec<Parts>,
    between: Vec<String>,
}

/// `None`: it is one query, or a part of it cannot be told apart.
pub fn sets(sql: &str, catalog: &Catalog) -> Option<Sets> {
    let query = parse::query(sql, catalog.dialect).ok()?;
    if query.with.is_some() || query.order_by.is_some() || query.limit_clause.is_some() {
        return None;
    }
    let mut out = Sets {
        arms: Vec::new(),
        between: Vec::new(),
    };
    out.take(&query.body, catalog)?;
    (out.arms.len() > 1).then_some(out)
}

impl Sets {
    fn take(&mut self, body: &SetExpr, catalog: &Catalog) -> Option<()> {
        match body {
            SetExpr::SetOperation {
                op,
                set_quantifier,
                left,
                right,
            } => {
                self.take(left, catalog)?;
                let op = match op {
                    SetOperator::Union => "UNION",
                    SetOperator::Intersect => "INTERSECT",
                    SetOperator::Except | SetOperator::Minus => "EXCEPT",
                };
                let all = match set_quantifier {
                    SetQuantifier::All => " ALL",
                    SetQuantifier::None | SetQuantifier::Distinct => "",
                    _ => return None,
                };
                self.between.push(format!("{op}{all}"));
                // The right side of a chain is one query; what is bracketed would be read in another order.
                match right.as_ref() {
                    SetExpr::Select(select) => self.arms.push(parts(&select.to_string(), catalog)?),
                    _ => return None,
                }
            }
            SetExpr::Select(select) => self.arms.push(parts(&select.to_string(), catalog)?),
            _ => return None,
        }
        Some(())
    }

    /// What its rows are, as its first part lists them.
    pub fn first(&self) -> Option<&Parts> {
        self.arms.first()
    }

    pub fn sql(&self) -> String {
        let mut out = String::new();
        for (at, arm) in self.arms.iter().enumerate() {
            if let Some(between) = at.checked_sub(1).and_then(|b| self.between.get(b)) {
                out += &format!(" {between} ");
            }
            out += &arm.sql();
        }
        out
    }

    /// The same change in each part; `None` where one of them cannot take it, or they no longer fit together.
    fn each(&self, change: impl Fn(&Parts) -> Option<Parts>) -> Option<Self> {
        let arms: Vec<Parts> = self.arms.iter().map(change).collect::<Option<_>>()?;
        let wide = arms.first()?.select.len();
        let fits = arms.iter().all(|arm| arm.select.len() == wide && arm.lists());
        fits.then(|| Self {
            arms,
            between: self.between.clone(),
        })
    }

    pub fn narrowed(&self, turn: &Parts, scene: &Scene<'_>) -> Option<Self> {
        self.each(|arm| merge::narrowed(arm, turn, scene))
    }

    pub fn widened(&self, turn: &Parts, scene: &Scene<'_>) -> Option<Self> {
        self.each(|arm| merge::widened(arm, turn, scene))
    }

    /// What the turn asks, of the rows that were shown.
    pub fn among(&self, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
        let first = self.first()?;
        let own =
            |place: &Place| self.each(|arm| Some(keyed(arm, place, scene)).filter(|a| a.tables.contains(&place.0)));
        // By the key where every part has it, else by the only column that is shown.
        let by_key = merge::key(first, turn, scene).and_then(|place| Some((own(&place)?, place)));
        let shown = || match first.select.as_slice() {
            [Item {
                column: Some(place), ..
            }] => Some((self.clone(), place.clone())),
            _ => None,
        };
        let (inside, place) = by_key.or_else(shown)?;
        merge::one_of(turn, &scene.name(&place), &place.0, &inside.sql(), scene)
    }
}

fn keyed(arm: &Parts, place: &Place, scene: &Scene<'_>) -> Parts {
    Parts {
        select: vec![Item::column(scene, place)],
        distinct: false,
        ..arm.clone()
    }
}
