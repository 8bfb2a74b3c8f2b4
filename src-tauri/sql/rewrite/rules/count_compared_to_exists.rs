//! Rows counted to see whether there is one

use sqlparser::ast::{BinaryOperator, Expr, FunctionArg, FunctionArgExpr, FunctionArguments, Query};

use super::{shape, tied, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "count_compared_to_exists",
    says: "Rows were counted only to see whether there is one; now the search ends at the first.",
    before: "SELECT c.name FROM customers c WHERE (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.id) > 0",
    after: "SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)",
    also: &["SELECT c.name FROM customers c WHERE 0 = (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.id AND o.total \
             > 4) AND c.id > 1"],
    leaves: &[
        "SELECT c.name FROM customers c WHERE (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.id) > 1",
        "SELECT c.name FROM customers c WHERE (SELECT COUNT(o.total) FROM orders o WHERE o.customer_id = c.id) > 0",
    ],
    sound: "COUNT(*) without groups is never NULL, and it is above 0 exactly where a row exists.",
    source: "ISO/IEC 9075-2, 10.9 <aggregate function>",
    engines: ALL,
    tells: Some(told::count_compared_to_exists),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    let mut count = shape::replace_here(&mut select.selection, &|e| exists(e, cx));
    count += shape::replace_here(&mut select.having, &|e| exists(e, cx));
    (count > 0).then_some(done)
}

fn exists(expr: &Expr, cx: &Context<'_>) -> Option<Expr> {
    use BinaryOperator as B;
    let Expr::BinaryOp { left, op, right } = expr else {
        return None;
    };
    let (sub, op, number) = match (shape::bare(left), shape::bare(right)) {
        (Expr::Subquery(sub), number) => (sub, op.clone(), number),
        (number, Expr::Subquery(sub)) => (sub, turned(op), number),
        _ => return None,
    };
    let negated = match (op, number.to_string().as_str()) {
        (B::Gt | B::NotEq, "0") | (B::GtEq, "1") => false,
        (B::Eq | B::LtEq, "0") | (B::Lt, "1") => true,
        _ => return None,
    };
    let inner = shape::select(sub).filter(|_| shape::is_body_only(sub))?;
    let counted = matches!(tied::value(inner), Some(Expr::Function(f)) if counts_rows(f));
    if !counted || shape::is_grouped(inner) || inner.having.is_some() || inner.distinct.is_some() {
        return None;
    }
    let mut inside = inner.clone();
    inside.projection = vec![sqlparser::ast::SelectItem::UnnamedExpr(cx.expr("1")?)];
    cx.expr(&format!("{}EXISTS ({inside})", if negated { "NOT " } else { "" }))
}

fn turned(op: &BinaryOperator) -> BinaryOperator {
    use BinaryOperator as B;
    match op {
        B::Lt => B::Gt,
        B::LtEq => B::GtEq,
        B::Gt => B::Lt,
        B::GtEq => B::LtEq,
        other => other.clone(),
    }
}

pub fn counts_rows(function: &sqlparser::ast::Function) -> bool {
    let star = matches!(&function.args, FunctionArguments::List(l)
        if matches!(l.args.as_slice(), [FunctionArg::Unnamed(FunctionArgExpr::Wildcard)]));
    star && shape::function_name(function) == "count" && function.filter.is_none() && function.over.is_none()
}
