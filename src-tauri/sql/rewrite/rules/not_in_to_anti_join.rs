//! NOT IN over columns that are never NULL, which engines otherwise answer with care for NULLs

use sqlparser::ast::{Expr, Query};

use super::{shape, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "not_in_to_anti_join",
    says: "NOT IN has to care for missing values that cannot be there; now it is a plain \"no such row\".",
    before: "SELECT c.name FROM customers c WHERE c.id NOT IN (SELECT l.order_id FROM lines l)",
    after: "SELECT c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM lines l WHERE l.order_id = c.id)",
    also: &["SELECT o.id FROM orders o WHERE o.id NOT IN (SELECT DISTINCT l.order_id FROM lines l WHERE l.quantity > 2)"],
    leaves: &[
        "SELECT c.name FROM customers c WHERE c.id NOT IN (SELECT o.customer_id FROM orders o)",
        "SELECT o.status FROM orders o WHERE o.customer_id NOT IN (SELECT l.order_id FROM lines l)",
    ],
    sound: "Both columns are declared NOT NULL and come from inner joins, so NOT IN is never NULL and says what NOT EXISTS \
            says.",
    source: "Date, An Introduction to Database Systems, 8th edition, on NOT IN and NULL",
    engines: ALL,
    tells: Some(told::not_in_to_anti_join),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let outside = shape::flat(select)?;
    let mut conditions = shape::filters(select);
    let (at, new) = conditions.iter().enumerate().find_map(|(at, condition)| {
        let Expr::InSubquery {
            expr,
            subquery,
            negated: true,
        } = shape::bare(condition)
        else {
            return None;
        };
        let inner = shape::select(subquery).filter(|_| shape::is_body_only(subquery))?;
        let flat = shape::flat(inner).filter(|_| shape::free(&**subquery).is_empty())?;
        let (outer_column, inner_column) = (shape::col(expr)?, shape::col(super::tied::value(inner)?)?);
        let folded =
            shape::is_grouped(inner) || inner.having.is_some() || !shape::aggregates(&inner.projection).is_empty();
        // The subquery's names must not hide the one that is compared with it.
        let hidden = shape::aliases(&subquery.body).contains(&outer_column.0);
        if folded || hidden || !filled(&outside, &outer_column, cx) || !filled(&flat, &inner_column, cx) {
            return None;
        }
        let mut inside = inner.clone();
        inside.distinct = None;
        let mut within = shape::filters(&inside);
        within.push(shape::equal(super::tied::value(inner)?.clone(), (**expr).clone()));
        inside.selection = shape::all_of(within);
        inside.projection = vec![sqlparser::ast::SelectItem::UnnamedExpr(cx.expr("1")?)];
        Some((at, cx.expr(&format!("NOT EXISTS ({inside})"))?))
    })?;
    *conditions.get_mut(at)? = new;
    let mut done = query.clone();
    shape::select_mut(&mut done)?.selection = shape::all_of(conditions);
    Some(done)
}

fn filled(flat: &shape::Flat, column: &shape::Col, cx: &Context<'_>) -> bool {
    let source = flat
        .sources
        .iter()
        .find(|f| shape::alias_of(f).as_deref() == Some(column.0.as_str()));
    source.is_some_and(|source| cx.filled_source(source, &column.1))
}
