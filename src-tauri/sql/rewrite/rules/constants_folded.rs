//! `year < 1999 + 1` and `1 = 1 AND ...`

use sqlparser::ast::{BinaryOperator, Expr, Query, Value};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "constants_folded",
    says: "Sums of fixed numbers are worked out beforehand, and conditions that always hold are gone.",
    before: "SELECT o.id FROM orders o WHERE o.customer_id < 1 + 2 AND 1 = 1",
    after: "SELECT o.id FROM orders o WHERE o.customer_id < 3",
    also: &["SELECT o.id FROM orders o WHERE o.shop_id BETWEEN 2 - 1 AND 2 * 2"],
    leaves: &["SELECT 1 + 2 AS three, o.id FROM orders o WHERE o.total < 5 / 2"],
    sound: "Whole numbers below 2^31 are added, subtracted and multiplied exactly by every engine; division is left alone, \
            since engines divide differently. TRUE AND x is x in three-valued logic.",
    source: "ISO/IEC 9075-2, 6.39 <boolean value expression>",
    engines: ALL,
    tells: Some(told::constants_folded),
    apply,
};

fn apply(query: &Query, _: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let mut condition = select.selection.clone()?;
    let folded = shape::replace_here(&mut condition, &fold);
    let conditions = shape::conjuncts(&condition);
    let kept: Vec<Expr> = conditions.iter().filter(|c| !always(c)).cloned().collect();
    if folded == 0 && kept.len() == conditions.len() {
        return None;
    }
    let mut done = query.clone();
    shape::select_mut(&mut done)?.selection = shape::all_of(kept);
    Some(done)
}

fn whole(expr: &Expr) -> Option<i64> {
    match shape::bare(expr) {
        Expr::Value(v) => match &v.value {
            Value::Number(text, false) => text.parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

fn fold(expr: &Expr) -> Option<Expr> {
    let Expr::BinaryOp { left, op, right } = expr else {
        return None;
    };
    let (a, b) = (whole(left)?, whole(right)?);
    let value = match op {
        BinaryOperator::Plus => a.checked_add(b)?,
        BinaryOperator::Minus => a.checked_sub(b)?,
        BinaryOperator::Multiply => a.checked_mul(b)?,
        _ => return None,
    };
    let small = |v: i64| (0..1 << 31).contains(&v);
    (small(value) && small(a) && small(b)).then(|| Expr::value(Value::Number(value.to_string(), false)))
}

fn always(condition: &Expr) -> bool {
    match condition {
        Expr::Value(v) => v.value == Value::Boolean(true),
        Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right,
        } => {
            matches!((whole(left), whole(right)), (Some(a), Some(b)) if a == b)
        }
        _ => false,
    }
}
