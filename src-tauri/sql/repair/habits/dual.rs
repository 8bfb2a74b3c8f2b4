//! `SELECT 1 FROM dual`

use std::ops::ControlFlow;

use askwell_contract::Dialect;
use sqlparser::ast::{Query, Select, TableFactor, VisitorMut};

use super::{Habit, Scene};
use crate::scope::plain_parts;
use crate::tree;

pub const HABIT: Habit = Habit {
    name: "dual",
    examples: &[(Dialect::Postgres, "SELECT 1 FROM dual", "SELECT 1")],
    safe: "There is no table of that name; it stands for one row without columns.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    if scene.catalog.table("dual").is_some() {
        return Vec::new();
    }
    let mut drop = Drop(false);
    tree::change(query, &mut drop);
    if drop.0 {
        vec!["No table is needed to work out a value.".to_string()]
    } else {
        Vec::new()
    }
}

struct Drop(bool);

impl VisitorMut for Drop {
    type Break = ();

    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        let dual = |factor: &TableFactor| {
            matches!(factor, TableFactor::Table { name, .. }
                if matches!(plain_parts(name).as_slice(), [one] if one.eq_ignore_ascii_case("dual")))
        };
        if let [only] = select.from.as_slice() {
            if only.joins.is_empty() && dual(&only.relation) {
                select.from.clear();
                self.0 = true;
            }
        }
        ControlFlow::Continue(())
    }
}
