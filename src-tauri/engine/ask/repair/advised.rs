//! Statements that a model puts right (seed 000, operation 8; seed 001, 6c to 6f).
//!
//! In: a candidate that did not run, or found nothing. Out: the same, repaired where the change helped; every attempt is
//! kept. Each kind of failure has its prompt, and what the schema says of the failure goes with it: the columns within
//! reach, the join to the table that has the column, the column that nobody has. An empty result is questioned once.

use askwell_contract::run::{Finding, Grounding, JoinStep, Judged, Linked, Outcome, RepairAttempt, Severity};
use askwell_contract::{Result, Table};
use askwell_sql::scope::{self, Meaning};
use askwell_sql::{features, near, normal, parse};

use super::attempt;
use crate::ask::advice::{is_written, place, used, Advice, Brief, Part};
use crate::prepare::Knowledge;
use crate::prompt::{
    self, Purpose, Sealed, Trim, REPAIR_EMPTY, REPAIR_SCHEMA, REPAIR_SLOW, REPAIR_SYNTAX, REPAIR_TYPE,
};
use crate::trial::{self, wants};

/// Rounds of a candidate with a model (seed 000: beta = 2), and of all its repairs (seed 001).
const ROUNDS: usize = 2;
const IN_ALL: usize = 3;
/// Least likeness of a column that is offered instead (seed 001, 3b), and how many are.
const LIKE: f64 = 0.5;
const OFFERED: usize = 5;
/// A column as like as this is what was meant; only of what has none it is said that nothing stands for it.
const MEANT: f64 = 0.7;

pub async fn mend(advice: &Advice<'_>, grounding: &Grounding, linked: &Linked, mut judged: Judged) -> Result<Judged> {
    let (cx, dialect) = (advice.cx, advice.cx.knowledge.catalog.dialect);
    // The built-in engine's own statements have further readings beside them; a model's has nobody else. Most need
    // nothing, so that the schema is written only for those that do.
    if !is_written(&judged.candidate) || wrong(&judged, 0).is_none() {
        return Ok(judged);
    }
    let part = Part::recall(cx.knowledge, grounding, linked);
    // A correction that did not help is corrected in its turn: asked the same again, a model would say the same again.
    let mut failed: Option<Judged> = None;
    for round in 0..ROUNDS {
        let from = failed.as_ref().unwrap_or(&judged);
        let Some((purpose, wrong)) = wrong(from, round) else {
            break;
        };
        if judged.repairs.len() >= IN_ALL {
            break;
        }
        let tried = advice.brief.tried(&others(&judged.repairs, &from.candidate.sql));
        let part = part.clone().led_by(used(cx.knowledge, &from.candidate.sql));
        let besides = missing(cx.knowledge, &from.candidate.sql).named(cx.knowledge);
        let fitted = advice.fit_with(purpose, &part, &besides, |part, trim| {
            let input = prompt::Repair {
                tried: tried.clone(),
                ..asked(&advice.brief, grounding, (part, trim), from, &wrong)
            };
            (input, 0)
        });
        let Some(answered) = advice.ask(purpose, &fitted, 0).await? else {
            break;
        };
        let sql = answered.value.sql;
        let tree = normal::normal(&sql, dialect);
        let same = |other: &str| normal::normal(other, dialect) == tree;
        let seen = |r: &RepairAttempt| same(&r.before) || same(&r.after);
        if sql.is_empty() || tree == normal::normal(&judged.candidate.sql, dialect) || judged.repairs.iter().any(seen) {
            break;
        }
        let why = format!("{} {} wrote it anew.", wrong.message, answered.to.model);
        let before = failed.take().map(|j| j.candidate.sql);
        let tried = attempt(
            cx,
            advice.brief.plan,
            judged,
            before,
            purpose.name.to_string(),
            sql,
            why,
        )
        .await?;
        // What ran, and found nothing, is questioned once.
        let ran = tried.kept.ran();
        judged = tried.kept;
        failed = tried.refused.filter(|_| !ran);
    }
    Ok(judged)
}

/// The attempts without the statement that is shown by itself.
fn others(repairs: &[RepairAttempt], shown: &str) -> Vec<RepairAttempt> {
    let mut out = repairs.to_vec();
    for attempt in &mut out {
        for side in [&mut attempt.before, &mut attempt.after] {
            if side == shown {
                side.clear();
            }
        }
    }
    out
}

/// What is wrong, and the prompt for it.
fn wrong(judged: &Judged, round: usize) -> Option<(&'static Purpose<prompt::Repair>, Finding)> {
    let finding = match &judged.outcome {
        Outcome::Ran { result, .. } if trial::found_nothing(result) && round == 0 => {
            let empty = Finding::warning("empty_result", "The statement ran and found nothing.");
            return Some((&REPAIR_EMPTY, empty));
        }
        Outcome::Ran { .. } => return None,
        Outcome::Failed { finding, .. } => finding.clone(),
        Outcome::NotRun => judged.findings.iter().find(|f| f.severity == Severity::Error)?.clone(),
    };
    let purpose = match finding.code.as_str() {
        "cancelled" => return None,
        // Too much at once is not wrong; there may be a simpler way.
        "timeout" | "memory" => &REPAIR_SLOW,
        "unknown_column" | "unknown_table" | "ambiguous_column" => &REPAIR_SCHEMA,
        "type" => &REPAIR_TYPE,
        _ => &REPAIR_SYNTAX,
    };
    Some((purpose, finding))
}

/// What a model is told of a statement that failed, but for what was tried before.
pub fn asked(
    brief: &Brief<'_>,
    grounding: &Grounding,
    part: (&Part, Trim),
    judged: &Judged,
    wrong: &Finding,
) -> prompt::Repair {
    let knowledge = brief.knowledge;
    let (catalog, sql) = (&knowledge.catalog, &judged.candidate.sql);
    let missing = missing(knowledge, sql);
    let names = |list: &[(String, String)]| Sealed::names(catalog, list.iter().map(|(t, c)| (t.as_str(), c.as_str())));
    let others: Vec<Finding> = judged
        .findings
        .iter()
        .filter(|f| f.code != wrong.code)
        .cloned()
        .collect();
    let f = features::of(sql, catalog.dialect).unwrap_or_default();
    let misses = wants::of(&brief.plan.question).misses(&f);
    prompt::Repair {
        semantic: Sealed::findings(&misses, sql, catalog, &brief.said()),
        whitelist: names(&missing.within_reach),
        join: Sealed::join(knowledge, &missing.join),
        phantom: names(&missing.phantom),
        candidates: names(&missing.near),
        validator: Sealed::findings(&others, sql, catalog, &brief.said()),
        nearest: Sealed::nearest(knowledge, sql),
        ..brief.repair(part, sql, wrong, grounding)
    }
}

/// What the schema knows of columns that the statement looks for in vain.
#[derive(Default)]
struct Missing {
    /// Columns of the tables in question and of those one join away (seed 001, 6c: surgical whitelist).
    within_reach: Vec<(String, String)>,
    /// The way to a table that has the column (6d).
    join: Vec<JoinStep>,
    /// No table has it (6e).
    phantom: Vec<(String, String)>,
    near: Vec<(String, String)>,
}

impl Missing {
    /// Every column that a correction may need.
    fn named(&self, knowledge: &Knowledge) -> Vec<(usize, usize)> {
        let ways = self
            .join
            .iter()
            .flat_map(|s| [(&s.left_table, &s.left_column), (&s.right_table, &s.right_column)]);
        let listed = self.within_reach.iter().chain(&self.near).map(|(t, c)| (t, c));
        listed.chain(ways).filter_map(|(t, c)| place(knowledge, t, c)).collect()
    }

    fn reach(&mut self, knowledge: &Knowledge, table: &Table) {
        let next = knowledge.graph.neighbours(&table.name).into_iter();
        let next = next.filter_map(|n| knowledge.catalog.table(n));
        for table in std::iter::once(table).chain(next) {
            let columns = table.columns.iter().map(|c| (table.name.clone(), c.name.clone()));
            self.within_reach.extend(columns);
        }
    }
}

fn missing(knowledge: &Knowledge, sql: &str) -> Missing {
    let catalog = &knowledge.catalog;
    let mut out = Missing::default();
    let Ok(query) = parse::query(sql, catalog.dialect) else {
        return out;
    };
    let names = scope::names(&query, catalog);
    let joined: Vec<&Table> = names.relations.iter().filter_map(|r| r.table).collect();
    // In the place of a table that is not there, the one whose name is nearest.
    let instead = names.relations.iter().filter(|r| !r.known).filter_map(|r| {
        let all = catalog.tables.iter().map(|t| (t.name.as_str(), t));
        near::nearest(&r.name, all).map(|(table, _)| table)
    });
    for table in instead {
        out.reach(knowledge, table);
    }
    for used in names.uses {
        let tables = match used.meaning {
            Meaning::Unknown(tables) => tables,
            // A prefix that no table has: its column may be one of those that are joined, or of another.
            Meaning::UnknownTable => joined.clone(),
            _ => continue,
        };
        tables.iter().for_each(|table| out.reach(knowledge, table));
        let own = tables.iter().any(|t| t.column(&used.name).is_some());
        let owners = catalog.tables.iter().filter(|t| t.column(&used.name).is_some());
        let ways = owners.flat_map(|owner| {
            let from = tables.iter();
            from.filter_map(|table| knowledge.graph.path(&table.name, &owner.name))
        });
        // Of several tables that have it, the nearest.
        let way = ways.min_by_key(Vec::len);
        let nowhere = way.is_none() && !catalog.tables.iter().any(|t| t.column(&used.name).is_some());
        if let (Some(way), false) = (way, own) {
            out.join = way;
        }
        let all = catalog
            .tables
            .iter()
            .flat_map(|t| t.columns.iter().map(move |c| (t, c)));
        let mut like: Vec<(f64, String, String)> = all
            .map(|(t, c)| (near::likeness(&used.name, &c.name), t.name.clone(), c.name.clone()))
            .filter(|(like, ..)| *like >= LIKE)
            .collect();
        like.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| (&a.1, &a.2).cmp(&(&b.1, &b.2))));
        if let (true, Some(table)) = (nowhere && like.first().is_none_or(|l| l.0 < MEANT), tables.first()) {
            out.phantom.push((table.name.clone(), used.name.clone()));
            continue;
        }
        out.near.extend(like.into_iter().take(OFFERED).map(|(_, t, c)| (t, c)));
    }
    out.within_reach.sort();
    out.within_reach.dedup();
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake::{catalog, refer, table};

    fn trading() -> Knowledge {
        let mut catalog = catalog(vec![
            table("regions", &["id int", "city text"]),
            table("lines", &["id int", "order_id int", "quantity int"]),
            table("orders", &["id int", "customer_id int"]),
            table("customers", &["id int", "city text", "region_id int"]),
        ]);
        refer(&mut catalog, "lines.order_id", "orders.id");
        refer(&mut catalog, "orders.customer_id", "customers.id");
        refer(&mut catalog, "customers.region_id", "regions.id");
        Knowledge::build(catalog, "1".into(), Vec::new(), Vec::new())
    }

    fn pair(table: &str, column: &str) -> (String, String) {
        (table.to_owned(), column.to_owned())
    }

    #[test]
    fn the_join_leads_to_the_nearest_table_that_has_the_column() {
        let found = missing(&trading(), "SELECT city FROM orders");
        let ends: Vec<&str> = found.join.iter().map(|s| s.right_table.as_str()).collect();
        assert_eq!(ends, ["customers"]);
        assert!(found.phantom.is_empty() && !found.near.is_empty());
    }

    #[test]
    fn a_table_that_is_not_there_is_answered_with_the_columns_of_the_nearest() {
        let found = missing(&trading(), "SELECT city FROM custmers");
        assert!(
            found.within_reach.contains(&pair("customers", "city")),
            "{:?}",
            found.within_reach
        );
        assert!(!found.within_reach.iter().any(|(t, _)| t == "lines"));
    }

    #[test]
    fn a_prefix_that_no_table_has_gets_what_is_joined_and_what_is_like_the_column() {
        let found = missing(&trading(), "SELECT c.city FROM orders");
        assert!(found.within_reach.contains(&pair("orders", "customer_id")));
        assert!(found.near.contains(&pair("customers", "city")), "{:?}", found.near);
        assert_eq!(found.join.last().map(|s| s.right_table.as_str()), Some("customers"));
        let nobody = missing(&trading(), "SELECT o.colour FROM orders");
        assert_eq!(nobody.phantom, [pair("orders", "colour")]);
        assert!(nobody.near.is_empty(), "nothing stands for it: {:?}", nobody.near);
    }

    #[test]
    fn what_is_nearly_a_columns_name_is_not_said_to_be_nowhere() {
        let slip = missing(&trading(), "SELECT quantitty FROM lines");
        assert_eq!(slip.near.first(), Some(&pair("lines", "quantity")));
        assert!(slip.phantom.is_empty(), "{:?}", slip.phantom);
    }
}
