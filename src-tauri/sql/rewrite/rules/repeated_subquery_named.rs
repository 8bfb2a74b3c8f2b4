//! The same subquery written several times, named once

use std::ops::ControlFlow;

use sqlparser::ast::{Query, TableFactor, Visitor, VisitorMut};

use super::{shape, told, Context, Rule, ALL};
use crate::tree;

pub const RULE: Rule = Rule {
    name: "repeated_subquery_named",
    says: "The same part was written, and worked out, several times; now it has a name and is worked out once.",
    before: "SELECT a.shop_id FROM (SELECT o.shop_id, SUM(o.total) AS total FROM orders o GROUP BY o.shop_id) a, (SELECT \
             o.shop_id, SUM(o.total) AS total FROM orders o GROUP BY o.shop_id) b WHERE a.total > b.total",
    after: "WITH shared AS (SELECT o.shop_id, SUM(o.total) AS total FROM orders o GROUP BY o.shop_id) SELECT \
            a.shop_id FROM shared a, shared b WHERE a.total > b.total",
    also: &["SELECT c.name FROM customers c WHERE c.id IN (SELECT t.k FROM (SELECT o.customer_id AS k FROM orders o GROUP BY \
             o.customer_id HAVING COUNT(*) > 1) t) OR c.id + 1 IN (SELECT u.k FROM (SELECT o.customer_id AS k FROM orders o \
             GROUP BY o.customer_id HAVING COUNT(*) > 1) u)"],
    leaves: &["SELECT a.shop_id FROM (SELECT o.shop_id FROM orders o GROUP BY o.shop_id) a, (SELECT o.shop_id FROM orders o \
               WHERE o.total > 1 GROUP BY o.shop_id) b"],
    sound: "Equal subqueries that read nothing of what is around them give equal rows, since nothing in them changes from \
            call to call.",
    source: "ISO/IEC 9075-2, 7.17 <query expression>",
    engines: ALL,
    tells: Some(told::repeated_subquery_named),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    struct Seen(Vec<Query>);
    impl Visitor for Seen {
        type Break = ();
        fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<()> {
            if let TableFactor::Derived {
                lateral: false,
                subquery,
                ..
            } = factor
            {
                self.0.push((**subquery).clone());
            }
            ControlFlow::Continue(())
        }
    }
    let mut seen = Seen(Vec::new());
    let _ = tree::read(query, &mut seen);
    let twice = |sub: &&Query| seen.0.iter().filter(|q| q == sub).count() > 1;
    let repeated = seen.0.iter().filter(twice).find(|sub| {
        let folded = shape::select(sub).is_none_or(shape::is_folded);
        folded && shape::free(*sub).is_empty() && super::settled::obstacle(sub, cx.dialect()).is_none()
    })?;
    // What a name of WITH within the subquery stands for may be out of reach up here.
    let reads_a_name = cx
        .named
        .iter()
        .any(|(name, _)| super::cte_inlined::uses(repeated, name) > 0);
    if reads_a_name {
        return None;
    }
    let name = cx.fresh("shared");
    let mut put = Put {
        name: name.clone(),
        query: repeated.clone(),
    };
    let mut done = query.clone();
    tree::change(&mut done, &mut put);
    let made = cx.query(&format!("WITH {name} AS ({repeated}) SELECT 1"))?.with?;
    match &mut done.with {
        Some(with) => with.cte_tables.splice(0..0, made.cte_tables).for_each(drop),
        none => *none = Some(made),
    }
    Some(done)
}

struct Put {
    name: String,
    query: Query,
}

impl VisitorMut for Put {
    type Break = ();
    fn pre_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<()> {
        let TableFactor::Derived { subquery, alias, .. } = factor else {
            return ControlFlow::Continue(());
        };
        if **subquery == self.query {
            *factor = TableFactor::Table {
                name: vec![shape::ident(&self.name)].into(),
                alias: alias.take(),
                args: None,
                with_hints: vec![],
                version: None,
                with_ordinality: false,
                partitions: vec![],
                json_path: None,
                sample: None,
                index_hints: vec![],
            };
        }
        ControlFlow::Continue(())
    }
}
