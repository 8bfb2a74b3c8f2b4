//! IN over a subquery as a join with its distinct values

use sqlparser::ast::{Distinct, Query, TableFactor};

use super::{shape, tied, told, Context, Rule, ALL};

pub const RULE: Rule = Rule {
    name: "membership_to_join",
    says: "The values of a list were looked up row by row; now the list is joined.",
    before: "SELECT o.id FROM orders o WHERE o.customer_id IN (SELECT c.id FROM customers c WHERE c.country = 'France')",
    after: "SELECT o.id FROM orders o, (SELECT DISTINCT c.id AS key1 FROM customers c WHERE c.country = \
            'France') AS listed WHERE listed.key1 = o.customer_id",
    also: &["SELECT SUM(o.total) AS total FROM orders o WHERE o.shop_id IN (SELECT p.shop_id FROM orders p WHERE p.total > \
             10 AND p.status = 'paid')"],
    leaves: &[
        "SELECT o.id FROM orders o WHERE o.customer_id NOT IN (SELECT c.id FROM customers c)",
        "SELECT o.id FROM orders o WHERE o.customer_id IN (SELECT c.id FROM customers c) OR o.total > 5",
    ],
    sound: "The list is made distinct and both columns have one type, so each row meets at most one entry; a NULL on \
            either side meets none, and WHERE would drop the row as well.",
    source: "Pirahesh, Hellerstein and Hasan, Extensible/Rule Based Query Rewrite Optimization in Starburst, SIGMOD 1992",
    engines: ALL,
    tells: Some(told::membership_to_join),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let select = shape::select(query)?;
    let outside = shape::factors(select);
    let mut conditions = shape::filters(select);
    let alias = cx.fresh("listed");
    let (at, source, outer) = conditions.iter().enumerate().find_map(|(at, condition)| {
        let (expr, list, inner) = shape::membership(condition)?;
        if !shape::free(list).is_empty() {
            return None;
        }
        let inside: Vec<&TableFactor> = shape::factors(inner);
        let value = tied::value(inner)?;
        let alike = cx.alike(&inside, &shape::col(value)?, &outside, &shape::col(expr)?);
        let mut list = inner.clone();
        list.distinct = (!shape::is_grouped(inner))
            .then_some(Distinct::Distinct)
            .or(inner.distinct.clone());
        list.projection = vec![shape::named(value.clone(), "key1")];
        // Several groups may have one value among the outputs.
        let grouped = shape::is_grouped(inner) && shape::group_by(inner) != Some(std::slice::from_ref(value));
        (alike && !grouped).then_some((at, cx.derived(&list.to_string(), &alias)?, expr.clone()))
    })?;
    *conditions.get_mut(at)? = shape::equal(shape::column(&alias, "key1"), outer);
    let mut done = query.clone();
    let select = shape::select_mut(&mut done)?;
    select.from.push(shape::from_one(source));
    select.selection = shape::all_of(conditions);
    Some(done)
}
