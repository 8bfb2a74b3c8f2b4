//! A condition on a named part of whose values PostgreSQL knows nothing

use std::ops::ControlFlow;

use askwell_contract::Dialect;
use sqlparser::ast::{Cte, CteAsMaterialized, Expr, Query, Select, SetExpr, VisitorMut};

use super::{cte_inlined, settled, shape, told, Context, Rule};
use crate::scope::plain_parts;
use crate::tree;

pub const RULE: Rule = Rule {
    name: "filter_of_named_part_weighed",
    says: "Of a part that is worked out by itself the database knows no values, and reckoned with next to no row that passes the \
           conditions; now it reckons that each of them keeps half.",
    before: "WITH sums AS (SELECT o.shop_id, o.status, SUM(o.total) AS total FROM orders o GROUP BY o.shop_id, o.status) SELECT \
             a.shop_id, b.total FROM sums a, sums b WHERE a.shop_id = b.shop_id AND a.status = 'paid' AND a.total > 1 AND b.status = \
             'open'",
    after: "WITH sums AS (SELECT o.shop_id, o.status, SUM(o.total) AS total FROM orders o GROUP BY o.shop_id, o.status) SELECT \
            a.shop_id, b.total FROM sums a, sums b WHERE a.shop_id = b.shop_id AND COALESCE(a.status = 'paid', false) AND \
            COALESCE(a.total > 1, false) AND COALESCE(b.status = 'open', false)",
    also: &["WITH kinds AS (SELECT o.customer_id AS k, 'order' AS what FROM orders o UNION ALL SELECT c.id, 'customer' FROM customers c) \
             SELECT t.k FROM (SELECT a.k FROM kinds a WHERE a.what = 'order') t, kinds b WHERE b.k = t.k AND b.what = 'customer'"],
    leaves: &[
        "WITH paid AS (SELECT o.customer_id, o.shop_id FROM orders o WHERE o.status = 'paid') SELECT a.shop_id FROM paid a, paid b WHERE \
         a.customer_id = b.customer_id AND a.shop_id = 1",
        "WITH sums AS (SELECT o.shop_id, SUM(o.total) AS total FROM orders o GROUP BY o.shop_id) SELECT s.total FROM sums s WHERE \
         s.shop_id = 1",
        "WITH sums AS (SELECT o.shop_id, SUM(o.total) AS total FROM orders o GROUP BY o.shop_id) SELECT COALESCE(a.total > 1, FALSE) AS \
         more FROM sums a, sums b WHERE a.shop_id = b.shop_id",
    ],
    sound: "WHERE keeps the rows of which a condition is true, and COALESCE(condition, FALSE) is true of exactly these; only the \
            estimate of how many they are is another one.",
    source: "PostgreSQL 15, src/backend/optimizer/path/clausesel.c, clause_selectivity_ext: what no estimator knows is held to be true of \
             half of the rows",
    engines: &[Dialect::Postgres],
    tells: Some(told::filter_of_named_part_weighed),
    apply,
};

fn apply(query: &Query, cx: &Context<'_>) -> Option<Query> {
    let with = query.with.as_ref().filter(|w| !w.recursive)?;
    let apart = |cte: &&Cte| {
        let name = cte.alias.name.value.to_lowercase();
        let by_itself = match cte.materialized {
            Some(CteAsMaterialized::Materialized) => true,
            Some(CteAsMaterialized::NotMaterialized) => false,
            None => cte_inlined::uses(query, &name) > 1,
        };
        let once = cx.named.iter().filter(|(n, _)| *n == name).count() == 1;
        by_itself && once && cte.alias.columns.is_empty() && settled::obstacle(&cte.query, cx.dialect()).is_none()
    };
    let parts: Vec<(String, Vec<String>)> = with
        .cte_tables
        .iter()
        .filter(apart)
        .map(|cte| (cte.alias.name.value.to_lowercase(), unknown(&cte.query)))
        .filter(|(_, columns)| !columns.is_empty())
        .collect();
    let mut done = query.clone();
    let mut weigh = Weigh { parts, changed: false };
    tree::change(&mut done, &mut weigh);
    weigh.changed.then_some(done)
}

/// The outputs whose values are counted nowhere: of groups and of unions all, of other rows what is worked out.
fn unknown(query: &Query) -> Vec<String> {
    let names = shape::output_names(&query.body);
    let stored: Vec<String> = match query.body.as_ref() {
        SetExpr::Select(select) if !shape::is_folded(select) => shape::outputs(select)
            .unwrap_or_default()
            .into_iter()
            .filter(|(expr, _)| shape::col(expr).is_some())
            .filter_map(|(_, name)| Some(name?.value.to_lowercase()))
            .collect(),
        _ => Vec::new(),
    };
    names
        .into_iter()
        .filter(|name| !name.is_empty() && !stored.contains(name))
        .collect()
}

struct Weigh {
    parts: Vec<(String, Vec<String>)>,
    changed: bool,
}

impl VisitorMut for Weigh {
    type Break = ();
    fn post_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        if let Some(conditions) = self.weighed(select) {
            select.selection = shape::all_of(conditions);
            self.changed = true;
        }
        ControlFlow::Continue(())
    }
}

impl Weigh {
    fn weighed(&self, select: &Select) -> Option<Vec<Expr>> {
        let mut conditions = shape::filters(select);
        let mut changed = false;
        for factor in shape::factors(select) {
            let name = shape::table_name(factor).map(plain_parts).unwrap_or_default();
            let [name] = name.as_slice() else { continue };
            let part = self.parts.iter().find(|(part, _)| part.eq_ignore_ascii_case(name));
            let (Some((_, unknown)), Some(alias)) = (part, shape::alias_of(factor)) else {
                continue;
            };
            let (own, _) = shape::of_source(&conditions, &alias);
            for condition in own.iter().filter(|c| guessed(c, unknown)) {
                let at = conditions.iter().position(|c| c == condition)?;
                *conditions.get_mut(at)? = coalesced(condition)?;
                changed = true;
            }
        }
        changed.then_some(conditions)
    }
}

/// A comparison of what is known nowhere.
fn guessed(condition: &Expr, unknown: &[String]) -> bool {
    !matches!(shape::bare(condition), Expr::Function(_))
        && shape::cols(condition)
            .iter()
            .any(|(_, column)| unknown.contains(column))
}

fn coalesced(condition: &Expr) -> Option<Expr> {
    let parser = sqlparser::parser::Parser::new(&sqlparser::dialect::PostgreSqlDialect {});
    parser
        .try_with_sql(&format!("COALESCE({condition}, FALSE)"))
        .ok()?
        .parse_expr()
        .ok()
}
