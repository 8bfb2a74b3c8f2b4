//! "In alphabetical order", "sort them descending": the rows shown, in an order of what they show.
//!
//! In: the turn, the earlier query. Out: the same rows in that order. Deliberately absent: an order by what is not shown.

use askwell_contract::run::Change;
use askwell_contract::TypeKind;
use askwell_sql::amend::{Item, Parts};

use super::Ways;
use crate::words::{singular, split_name};

impl Ways<'_> {
    pub(super) fn in_order(&mut self) {
        let (Some(earlier), Some((by_letters, noun))) = (self.before.parts.clone(), self.said.order.clone()) else {
            return;
        };
        // Of the first few others would be shown.
        if earlier.limit.is_some() {
            return;
        }
        let Some(by) = self.shown(&earlier, by_letters, noun.as_deref()) else {
            return;
        };
        let by = Item {
            alias: None,
            ..by.clone()
        };
        let sorted = Parts {
            order: vec![(by, self.said.down.unwrap_or(false))],
            ..earlier.clone()
        };
        self.put(Change::Ordered, sorted.sql(), None);
    }

    /// What the rows are put in order by: the column that the turn names, the first text by letters, else the only column or
    /// the last number.
    fn shown<'a>(&self, earlier: &'a Parts, by_letters: bool, noun: Option<&str>) -> Option<&'a Item> {
        let column = |item: &Item| {
            let (table, name) = item.column.as_ref()?;
            self.knowledge.catalog.table(table)?.column(name).map(|c| c.kind)
        };
        let called = |item: &&Item| {
            let one = noun.map(singular);
            let words = item.column.iter().flat_map(|(_, name)| split_name(name));
            one.is_some_and(|one| words.into_iter().any(|w| singular(&w) == one))
        };
        let items = earlier.select.as_slice();
        let named = items.iter().find(called);
        if named.is_some() || noun.is_some_and(|noun| !self.is_called(earlier, noun)) {
            return named;
        }
        let text = items.iter().find(|i| column(i) == Some(TypeKind::Text));
        match items {
            _ if by_letters => text,
            [only] => Some(only).filter(|i| i.is_figure() || i.column.is_some()),
            _ => items
                .iter()
                .rfind(|i| i.is_figure() || column(i).is_some_and(|kind| kind.is_number()))
                .or(text),
        }
    }
}
