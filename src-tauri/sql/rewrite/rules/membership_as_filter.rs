//! A list that rows were joined with, in which each row is looked up

use askwell_contract::Dialect;
use sqlparser::ast::{Expr, Query};

use super::{settled, shape, told, Context, Rule};

pub const RULE: Rule = Rule {
    name: "membership_as_filter",
    says: "A list was joined with the tables, as if it were one of them; now it is worked out once and each row is looked up in it.",
    before: "SELECT o.id FROM orders o WHERE o.total > 1 AND o.customer_id IN (SELECT c.id FROM customers c WHERE c.country = 'Peru')",
    after: "SELECT o.id FROM orders o WHERE o.total > 1 AND COALESCE(o.customer_id IN (SELECT c.id FROM customers c WHERE c.country = \
            'Peru'), false)",
    also: &["WITH listed AS (SELECT o.shop_id AS k FROM orders o WHERE o.status = 'paid' UNION SELECT s.id FROM shops s WHERE s.town = \
             'Lima') SELECT o.status, COUNT(*) AS n FROM orders o WHERE o.shop_id IN (SELECT l.k FROM listed l) AND o.customer_id IN \
             (SELECT c.id FROM customers c) GROUP BY o.status"],
    leaves: &[
        "SELECT o.id FROM orders o WHERE o.customer_id NOT IN (SELECT c.id FROM customers c)",
        "SELECT o.id FROM orders o WHERE o.customer_id IN (SELECT c.id FROM customers c WHERE c.country = o.status)",
        "SELECT o.id, o.customer_id IN (SELECT c.id FROM customers c) AS known FROM orders o",
        "SELECT o.id FROM orders o WHERE o.total > 1 OR o.customer_id IN (SELECT c.id FROM customers c)",
    ],
    sound: "WHERE keeps the rows of which a condition is true, and COALESCE(condition, FALSE) is true of exactly these; a list that \
            reads nothing of the rows is the same for each of them.",
    source: "PostgreSQL 15, src/backend/optimizer/plan/subselect.c: a membership that stands by itself in WHERE becomes a join, one \
             within an expression a list that is hashed once",
    engines: &[Dialect::Postgres],
    tells: Some(told::membership_as_filter),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let mut conditions = shape::filters(shape::select(query)?);
    let mut changed = false;
    for condition in &mut conditions {
        let Expr::InSubquery {
            subquery,
            negated: false,
            ..
        } = shape::bare(condition)
        else {
            continue;
        };
        if shape::free(subquery.as_ref()).is_empty() && settled::obstacle(subquery, cx.dialect()).is_none() {
            *condition = cx.expr(&format!("COALESCE({condition}, FALSE)"))?;
            changed = true;
        }
    }
    let mut done = query.clone();
    shape::select_mut(&mut done)?.selection = shape::all_of(conditions);
    changed.then_some(done)
}
