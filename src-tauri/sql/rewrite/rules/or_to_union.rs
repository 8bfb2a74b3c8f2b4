//! An OR over different columns, of which no index serves both

use sqlparser::ast::{Expr, Query, Select, SetExpr, SetOperator, SetQuantifier};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "or_to_union",
    says: "An OR over different columns made the database read everything; now each branch is looked up by itself.",
    before: "SELECT o.id, o.total FROM orders o WHERE o.customer_id = 1 OR o.shop_id = 2",
    after: "SELECT o.id, o.total FROM orders o WHERE o.customer_id = 1 UNION ALL SELECT o.id, o.total FROM \
            orders o WHERE o.shop_id = 2 AND (o.customer_id = 1) IS NOT TRUE",
    also: &["SELECT c.name, o.id AS number FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.total > 1 AND (c.country = \
             'Peru' OR o.status = 'paid' OR o.shop_id IS NULL) ORDER BY number, name"],
    leaves: &[
        "SELECT o.status, COUNT(*) AS n FROM orders o WHERE o.customer_id = 1 OR o.shop_id = 2 GROUP BY o.status",
        "SELECT o.id FROM orders o WHERE o.customer_id = 1 AND o.shop_id = 2",
    ],
    sound: "Each further branch leaves out the rows that an earlier one has already given (IS NOT TRUE, so that NULL counts \
            as not given), so every row comes exactly once.",
    source: "Own; disjunctive normal form made disjoint",
    engines: ALL,
    tells: Some(told::or_to_union),
    apply,
};

const MOST: usize = 4;

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    if shape::is_folded(select) || !by_outputs(query) {
        return None;
    }
    let conditions = shape::filters(select);
    let (at, branches) = conditions.iter().enumerate().find_map(|(at, condition)| {
        let branches = shape::disjuncts(condition);
        let fits = (2..=MOST).contains(&branches.len()) && branches.iter().all(shape::is_plain);
        (fits && differ(&branches)).then_some((at, branches))
    })?;
    let mut union: Option<SetExpr> = None;
    for (i, branch) in branches.iter().enumerate() {
        let mut own = conditions.clone();
        *own.get_mut(at)? = branch.clone();
        for earlier in branches.get(..i)? {
            own.push(cx.expr(&format!("({earlier}) IS NOT TRUE"))?);
        }
        let part = SetExpr::Select(Box::new(Select {
            selection: shape::all_of(own),
            ..select.clone()
        }));
        union = Some(match union {
            None => part,
            Some(left) => SetExpr::SetOperation {
                left: Box::new(left),
                op: SetOperator::Union,
                set_quantifier: SetQuantifier::All,
                right: Box::new(part),
            },
        });
    }
    let mut done = query.clone();
    *done.body = union?;
    Some(done)
}

/// Of a union, ORDER BY can only name outputs.
fn by_outputs(query: &Query) -> bool {
    query.order_by.is_none()
        || shape::order(query).is_some_and(|by| {
            by.iter()
                .all(|o| matches!(o.expr, Expr::Identifier(_) | Expr::Value(_)))
        })
}

/// Branches over one column are a list, which engines look up by themselves.
fn differ(branches: &[Expr]) -> bool {
    let mut columns: Vec<Vec<shape::Col>> = branches.iter().map(shape::cols).collect();
    columns.dedup();
    columns.len() > 1
}
