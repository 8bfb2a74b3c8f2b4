//! The same condition in every branch of an OR

use sqlparser::ast::{BinaryOperator, Expr, Query};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "or_factored",
    says: "A condition was repeated in every branch of an OR; in front of it, it can join the tables or use an index.",
    before: "SELECT o.id FROM orders o, customers c WHERE (c.id = o.customer_id AND o.total > 5) OR (c.id = o.customer_id AND \
             c.country = 'Peru')",
    after: "SELECT o.id FROM orders o, customers c WHERE c.id = o.customer_id AND (o.total > 5 OR c.country = \
            'Peru')",
    also: &["SELECT l.product FROM orders o, lines l WHERE o.id = l.order_id AND ((o.status = 'paid' AND l.quantity > 1) OR \
             (o.status = 'paid' AND l.quantity IS NULL AND o.total > 2) OR (l.price < 4 AND o.status = 'paid'))"],
    leaves: &["SELECT o.id FROM orders o WHERE (o.status = 'paid' AND o.total > 5) OR (o.status = 'open' AND o.total > 7)"],
    sound: "AND distributes over OR in three-valued logic, too.",
    source: "ISO/IEC 9075-2, 6.39 <boolean value expression>",
    engines: ALL,
    tells: Some(told::or_factored),
    apply,
};

fn apply(query: &Query, _: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let mut conditions = Vec::new();
    let mut changed = false;
    for condition in shape::filters(select) {
        match factored(&condition) {
            Some(mut parts) => {
                changed = true;
                conditions.append(&mut parts);
            }
            None => conditions.push(condition),
        }
    }
    let mut done = query.clone();
    shape::select_mut(&mut done)?.selection = shape::all_of(conditions);
    changed.then_some(done)
}

fn factored(condition: &Expr) -> Option<Vec<Expr>> {
    let branches: Vec<Vec<Expr>> = shape::disjuncts(condition).iter().map(shape::conjuncts).collect();
    let (first, others) = branches.split_first().filter(|(_, others)| !others.is_empty())?;
    let common = |c: &&Expr| others.iter().all(|b| b.iter().any(|d| same(c, d)));
    let mut parts: Vec<Expr> = first.iter().filter(common).cloned().collect();
    if parts.is_empty() {
        return None;
    }
    let shared = parts.clone();
    let rest = branches.iter().map(|branch| {
        let own = branch.iter().filter(|c| !shared.iter().any(|s| same(s, c)));
        shape::all_of(own.cloned().collect())
    });
    // A branch with nothing of its own makes the OR true wherever the shared conditions are.
    if let Some(rest) = rest.collect::<Option<Vec<Expr>>>() {
        parts.extend(shape::any_of(rest));
    }
    Some(parts)
}

/// Written alike, or the same equality turned round.
fn same(a: &Expr, b: &Expr) -> bool {
    let (a, b) = (shape::bare(a), shape::bare(b));
    let turned = |e: &Expr| match e {
        Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right,
        } => shape::equal((**right).clone(), (**left).clone()),
        other => other.clone(),
    };
    a == b || turned(a) == *b
}
