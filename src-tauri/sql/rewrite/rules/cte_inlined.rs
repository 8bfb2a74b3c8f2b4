//! A named subquery written out where it is used

use std::ops::ControlFlow;

use sqlparser::ast::{Query, TableAlias, TableFactor, Visitor, VisitorMut};

use super::{shape, told, Context, Rule, ALL};
use crate::scope::plain_parts;
use crate::tree;

pub const RULE: Rule = Rule {
    name: "cte_inlined",
    says: "A named part was worked out whole; now it is written where it is used, and only what is needed of it is worked out.",
    before: "WITH paid AS (SELECT o.customer_id, o.total FROM orders o WHERE o.status = 'paid') SELECT p.total FROM paid p \
             WHERE p.customer_id = 1",
    after: "SELECT p.total FROM (SELECT o.customer_id, o.total FROM orders o WHERE o.status = 'paid') AS p \
            WHERE p.customer_id = 1",
    also: &["WITH sums AS (SELECT o.shop_id AS shop, SUM(o.total) AS total FROM orders o GROUP BY o.shop_id) SELECT a.shop, \
             b.shop AS other FROM sums a, sums b WHERE a.total < b.total AND a.shop = 1"],
    leaves: &["SELECT p.total FROM (SELECT o.customer_id, o.total FROM orders o) p WHERE p.customer_id = 1"],
    sound: "The name stands for the same rows wherever it is used, since nothing in it changes from call to call; it is \
            not recursive, and a subquery in FROM sees nothing of what stands beside it.",
    source: "ISO/IEC 9075-2, 7.17 <query expression>",
    engines: ALL,
    tells: Some(told::cte_inlined),
    apply,
};

/// The same text more often than this would only make the statement long.
const MOST_USES: usize = 6;

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let with = query.with.as_ref().filter(|w| !w.recursive)?;
    let found = with.cte_tables.iter().enumerate().find_map(|(at, cte)| {
        let name = cte.alias.name.value.to_lowercase();
        let uses = uses(query, &name);
        let once = cx.named.iter().filter(|(n, _)| *n == name).count() == 1;
        (once && (1..=MOST_USES).contains(&uses) && super::settled::obstacle(&cte.query, cx.dialect()).is_none())
            .then_some((at, name))
    });
    let (at, name) = found?;
    let mut done = query.clone();
    let with = done.with.as_mut()?;
    let cte = with.cte_tables.remove(at);
    if with.cte_tables.is_empty() {
        done.with = None;
    }
    let mut inline = Inline {
        name,
        query: *cte.query,
        alias: cte.alias,
    };
    tree::change(&mut done, &mut inline);
    Some(done)
}

/// How often a name stands in FROM.
pub fn uses(query: &Query, name: &str) -> usize {
    struct Uses<'a>(&'a str, usize);
    impl Visitor for Uses<'_> {
        type Break = ();
        fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<()> {
            self.1 += usize::from(is(factor, self.0));
            ControlFlow::Continue(())
        }
    }
    let mut uses = Uses(name, 0);
    let _ = tree::read(query, &mut uses);
    uses.1
}

fn is(factor: &TableFactor, name: &str) -> bool {
    shape::table_name(factor)
        .is_some_and(|n| matches!(plain_parts(n).as_slice(), [one] if one.eq_ignore_ascii_case(name)))
}

struct Inline {
    name: String,
    query: Query,
    alias: TableAlias,
}

impl VisitorMut for Inline {
    type Break = ();
    fn post_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<()> {
        if is(factor, &self.name) {
            let own = match factor {
                TableFactor::Table { alias, .. } => alias.take(),
                _ => None,
            };
            let mut alias = own.unwrap_or_else(|| self.alias.clone());
            alias.columns.clone_from(&self.alias.columns);
            alias.explicit = true;
            *factor = TableFactor::Derived {
                lateral: false,
                subquery: Box::new(self.query.clone()),
                alias: Some(alias),
                sample: None,
            };
        }
        ControlFlow::Continue(())
    }
}
