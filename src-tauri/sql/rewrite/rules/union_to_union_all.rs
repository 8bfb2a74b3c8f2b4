//! UNION of parts that cannot have a row in common

use sqlparser::ast::{Distinct, Expr, Query, SetExpr, SetOperator, SetQuantifier};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "union_to_union_all",
    says: "Repeated rows were searched for in parts that cannot share any; that search is gone.",
    before: "SELECT o.id, 'order' AS what FROM orders o UNION SELECT c.id, 'customer' FROM customers c",
    after: "SELECT o.id, 'order' AS what FROM orders o UNION ALL SELECT c.id, 'customer' FROM customers c",
    also: &["SELECT 1 AS part, o.status, COUNT(*) AS n FROM orders o GROUP BY o.status UNION SELECT DISTINCT 2, c.country, 0 FROM \
             customers c ORDER BY 1, 2"],
    leaves: &[
        "SELECT o.id FROM orders o UNION SELECT c.id FROM customers c",
        "SELECT o.customer_id, 'order' AS what FROM orders o UNION SELECT c.id, 'customer' FROM customers c",
    ],
    sound: "One column holds another fixed value in each part, so no row is in both; within a part no row repeats, because \
            it is distinct, shows all keys of its groups, or shows a declared key of every table.",
    source: "Paulley and Larson, Exploiting Uniqueness in Query Optimization, ICDE 1994",
    engines: ALL,
    tells: Some(told::union_to_union_all),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let mut done = query.clone();
    let SetExpr::SetOperation {
        left,
        op: SetOperator::Union,
        set_quantifier,
        right,
    } = done.body.as_mut()
    else {
        return None;
    };
    if !matches!(set_quantifier, SetQuantifier::None | SetQuantifier::Distinct) {
        return None;
    }
    let (SetExpr::Select(a), SetExpr::Select(b)) = (left.as_ref(), right.as_ref()) else {
        return None;
    };
    let whole = [a, b].iter().all(|s| {
        let distinct = matches!(s.distinct, Some(Distinct::Distinct));
        shape::ordinary(s) && (distinct || super::distinct_dropped::cannot_repeat(s, cx))
    });
    let (first, second) = (shape::outputs(a)?, shape::outputs(b)?);
    let apart = first.iter().zip(&second).any(|((x, _), (y, _))| differ(x, y));
    if !whole || !apart {
        return None;
    }
    *set_quantifier = SetQuantifier::All;
    Some(done)
}

/// Two texts or two whole numbers that are not the same.
fn differ(a: &Expr, b: &Expr) -> bool {
    use sqlparser::ast::Value as V;
    let (Expr::Value(a), Expr::Value(b)) = (a, b) else {
        return false;
    };
    match (&a.value, &b.value) {
        // Ends in another letter: engines that ignore trailing spaces or case would still tell them apart.
        (V::SingleQuotedString(a), V::SingleQuotedString(b)) => {
            !a.trim_end().eq_ignore_ascii_case(b.trim_end()) && a.is_ascii() && b.is_ascii()
        }
        (V::Number(a, _), V::Number(b, _)) => matches!((a.parse::<i64>(), b.parse::<i64>()), (Ok(a), Ok(b)) if a != b),
        _ => false,
    }
}
