//! What each part of a statement takes, by the engine's own estimate, so that one sees where the time goes.
//!
//! In: the statement's parts. Out: the same, each with its cost, its rows and its share. A part is planned by itself; one
//! that reads columns of what is around it costs what the statement costs less without it. Deliberately absent: a figure
//! for what the engine does not plan, and any run of the statement.

use askwell_contract::optimise::Part;
use askwell_contract::ports::{Cancel, Database};
use askwell_contract::run::Explain;
use askwell_contract::{Catalog, Result};
use askwell_sql::rewrite::{self, Query};

use super::cost::cost;

/// A statement of more parts is planned as a whole alone.
const MOST_PARTS: usize = 24;

pub async fn weigh(
    database: &dyn Database,
    catalog: &Catalog,
    query: &Query,
    parts: &mut [Part],
    cancel: &Cancel,
) -> Result<()> {
    let alone = rewrite::flags::alone(query, catalog);
    if parts.len() > MOST_PARTS || alone.len() != parts.len() {
        return Ok(());
    }
    let planned = async |sql: &str| -> Result<Option<Explain>> { Ok(database.explain(sql, cancel).await?.ok()) };
    let Some(whole) = planned(&query.to_string()).await? else {
        return Ok(());
    };
    let whole = cost(&whole, catalog);
    let mut with_all: Vec<Option<f64>> = Vec::new();
    for (part, alone) in parts.iter_mut().zip(&alone) {
        let of_part = match alone.correlated {
            false => planned(&alone.sql).await?.map(|plan| {
                part.rows = rows(&plan);
                cost(&plan, catalog)
            }),
            true => match alone.left_out_of(query) {
                Some(less) => planned(&less.to_string())
                    .await?
                    .map(|plan| (whole - cost(&plan, catalog)).max(0.0)),
                None => None,
            },
        };
        with_all.push(of_part);
    }
    share(parts, &with_all);
    Ok(())
}

/// Of what a part takes, that of the parts that it holds or reads by name is theirs.
fn share(parts: &mut [Part], with_all: &[Option<f64>]) {
    let own: Vec<Option<f64>> = parts
        .iter()
        .zip(with_all)
        .map(|(part, all)| {
            let of_others = parts.iter().zip(with_all).filter(|(other, _)| {
                let read = part.reads.iter().any(|name| name.eq_ignore_ascii_case(&other.called));
                other.id != part.id && (other.parent == Some(part.id) || read)
            });
            let theirs: f64 = of_others.filter_map(|(_, cost)| *cost).sum();
            all.map(|all| (all - theirs).max(0.0))
        })
        .collect();
    let sum: f64 = own.iter().flatten().sum();
    for (part, own) in parts.iter_mut().zip(own) {
        part.cost = own;
        part.share = own.filter(|_| sum > 0.0).map(|own| own / sum * 100.0);
    }
}

/// Those of the plan's first step that says any.
fn rows(plan: &Explain) -> Option<f64> {
    plan.estimated_rows.or_else(|| plan.children.first().and_then(rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::Dialect;
    use askwell_sql::rewrite::home::home;
    use askwell_sql::{guard, rewrite::qualify};

    #[test]
    fn what_a_part_holds_or_reads_by_name_is_taken_off_and_shares_are_of_a_hundred() {
        let catalog = home(Dialect::Duckdb);
        let sql = "WITH paid AS (SELECT o.id FROM orders o) SELECT p.id FROM paid p WHERE p.id IN (SELECT l.order_id FROM lines l)";
        let query = qualify(&guard::checked(sql, Dialect::Duckdb).unwrap(), &catalog).unwrap();
        let mut parts = rewrite::flags::parts(&query, &catalog);
        let called: Vec<&str> = parts.iter().map(|p| p.called.as_str()).collect();
        assert_eq!(called, ["paid", "main query", "subquery 1 of main query"]);
        share(&mut parts, &[Some(30.0), Some(100.0), Some(50.0)]);
        let costs: Vec<f64> = parts.iter().filter_map(|p| p.cost).collect();
        assert_eq!(costs, [30.0, 20.0, 50.0]);
        assert_eq!(parts.iter().filter_map(|p| p.share).sum::<f64>(), 100.0);
        // One that is not known has none, and one that seems to cost less than what it holds costs nothing itself.
        share(&mut parts, &[Some(30.0), Some(60.0), None]);
        assert_eq!(
            parts.iter().map(|p| p.share).collect::<Vec<_>>(),
            [Some(50.0), Some(50.0), None]
        );
        share(&mut parts, &[Some(80.0), Some(60.0), Some(20.0)]);
        assert_eq!(parts[1].cost, Some(0.0));
        share(&mut parts, &[Some(0.0), Some(0.0), Some(0.0)]);
        assert!(parts.iter().all(|p| p.share.is_none()));
    }
}
