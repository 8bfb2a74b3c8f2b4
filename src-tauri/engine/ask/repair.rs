//! Repair: what a rule can put right is put right and tried again.
//!
//! In: judged candidates and the values found in the question. Out: the same candidates, the repaired ones with
//! their new statement and result, every attempt kept. A candidate that runs and finds is only touched where a rule
//! is certain. What no rule puts right is shown
//! to a model, where there is one. Deliberately absent: rules (they live in `askwell-sql`).

use askwell_contract::run::{Candidate, Grounding, Judged, Linked, Outcome, Plan, RepairAttempt, Severity, Stage};
use askwell_contract::{Result, ResultSet};
use askwell_sql::repair::{self as rules, Context, Near};
use askwell_sql::{near, normal};

use super::advice::{is_written, Advice};
use crate::compare;
use crate::cx::Cx;
use crate::together::together;
use crate::trial::{self, values};

mod advised;
pub(crate) use advised::asked;

/// Candidates that models are asked about at the same time.
const AT_ONCE: usize = 4;

/// Queries of models that are enough where they agree, as while they are written.
const AGREED: usize = 3;

/// Rounds a candidate gets (seed 000, step 8.3: beta = 2).
const ROUNDS: usize = 2;

pub async fn repair(
    cx: &Cx<'_>,
    plan: &Plan,
    grounding: &Grounding,
    linked: &Linked,
    pool: Vec<Judged>,
) -> Result<Vec<Judged>> {
    let mut out = Vec::with_capacity(pool.len());
    for judged in pool {
        out.push(one(cx, plan, grounding, judged).await?);
    }
    if let Some(advice) = Advice::of(cx, plan, Stage::Repair).filter(|_| !agreed(cx, &out)) {
        let mended = out
            .into_iter()
            .map(|judged| advised::mend(&advice, grounding, linked, judged));
        out = together(AT_ONCE, mended).await?;
    }
    trial::settle(cx, &mut out);
    Ok(out)
}

fn rows(judged: &Judged) -> Option<&ResultSet> {
    match &judged.outcome {
        Outcome::Ran { result, .. } => Some(result),
        Outcome::Failed { .. } | Outcome::NotRun => None,
    }
}

/// Whether models have said enough without those that failed: all that ran come to the same, and there are several.
fn agreed(cx: &Cx<'_>, pool: &[Judged]) -> bool {
    let written = pool.iter().filter(|j| is_written(&j.candidate)).filter_map(rows);
    let found: Vec<&ResultSet> = written.filter(|result| !trial::found_nothing(result)).collect();
    let alike = |result: &&ResultSet| compare::alike(found[0], result, cx.switches.style);
    found.len() >= AGREED && found.iter().all(alike)
}

async fn one(cx: &Cx<'_>, plan: &Plan, grounding: &Grounding, mut judged: Judged) -> Result<Judged> {
    let dialect = cx.knowledge.catalog.dialect;
    let near = |table: &str, column: &str, text: &str| nearby(cx, grounding, table, column, text);
    // A statement with two faults still fails where one is mended: the next round goes on from there.
    let mut half: Option<String> = None;
    for _ in 0..ROUNDS {
        cx.check()?;
        let hollow = matches!(&judged.outcome, Outcome::Ran { result, .. } if trial::found_nothing(result));
        let context = Context {
            catalog: &cx.knowledge.catalog,
            failed: !judged.ran(),
            found_nothing: hollow,
            values: &near,
        };
        let Some(repaired) = rules::first(half.as_ref().unwrap_or(&judged.candidate.sql), &context) else {
            break;
        };
        let seen = normal::normal(&repaired.sql, dialect);
        if judged
            .repairs
            .iter()
            .any(|r| normal::normal(&r.before, dialect) == seen)
        {
            break;
        }
        let (sql, ran) = (repaired.sql.clone(), judged.ran());
        let tried = attempt(cx, plan, judged, half, repaired.rule, repaired.sql, repaired.why).await?;
        let worked = tried.refused.is_none();
        judged = tried.kept;
        // What ran before is not put at stake for more.
        if ran && !worked {
            break;
        }
        half = (!worked).then_some(sql);
    }
    Ok(judged)
}

/// What became of trying another statement.
struct Attempt {
    kept: Judged,
    /// The other statement, where it did not help.
    refused: Option<Judged>,
}

/// Tries another statement in a candidate's place, and keeps it where that helped; the attempt is kept either way. `from`:
/// the statement that was changed, where it is not the candidate's.
async fn attempt(
    cx: &Cx<'_>,
    plan: &Plan,
    mut judged: Judged,
    from: Option<String>,
    rule: String,
    after: String,
    why: String,
) -> Result<Attempt> {
    let candidate = Candidate {
        sql: after.clone(),
        ..judged.candidate.clone()
    };
    let tried = trial::judge(cx, plan, candidate).await?;
    let worked = better(&judged, &tried);
    let mut repairs = std::mem::take(&mut judged.repairs);
    repairs.push(RepairAttempt {
        candidate: judged.candidate.id.clone(),
        rule,
        before: from.unwrap_or_else(|| judged.candidate.sql.clone()),
        after,
        why,
        worked,
    });
    let (mut kept, refused) = if worked { (tried, None) } else { (judged, Some(tried)) };
    kept.repairs = repairs;
    Ok(Attempt { kept, refused })
}

/// Whether the change is kept: it runs where the old did not, finds where the old found nothing, or is sounder.
fn better(old: &Judged, new: &Judged) -> bool {
    let rank = |j: &Judged| match &j.outcome {
        Outcome::Ran { result, .. } if !trial::found_nothing(result) => 3,
        Outcome::Ran { result, .. } if !result.rows.is_empty() => 2,
        Outcome::Ran { .. } => 1,
        Outcome::Failed { .. } | Outcome::NotRun => 0,
    };
    let errors = |j: &Judged| j.findings.iter().filter(|f| f.severity == Severity::Error).count();
    let (before, after) = (rank(old), rank(new));
    // A spelling put right may rightly find as little as before (no orders from Peru); it is kept when both ran.
    after > 0 && after >= before && errors(new) <= errors(old)
}

/// Stored values near a text: those the question was grounded on first, then the look-up.
fn nearby(cx: &Cx<'_>, grounding: &Grounding, table: &str, column: &str, text: &str) -> Vec<Near> {
    let mut out = values::near(cx.knowledge, table, column, text);
    let here = |t: &str, c: &str| t.eq_ignore_ascii_case(table) && c.eq_ignore_ascii_case(column);
    for value in grounding.values.iter().filter(|v| !v.part && here(&v.table, &v.column)) {
        let about = near::likeness(&value.words, text) >= 0.999;
        if about && !out.iter().any(|n| n.value == value.value) {
            out.push(Near {
                value: value.value.clone(),
                similarity: value.similarity,
            });
        }
    }
    out.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::{candidate, plan, run, Scripted};

    const NOTHING: Grounding = Grounding {
        times: Vec::new(),
        references: Vec::new(),
        values: Vec::new(),
        examples: Vec::new(),
    };

    fn unlinked() -> Linked {
        Linked {
            precise: Vec::new(),
            recall: Vec::new(),
            tables: Vec::new(),
            joins: Vec::new(),
            unplaced: Vec::new(),
            chosen: None,
            cautions: Vec::new(),
            meant: Vec::new(),
        }
    }

    async fn all(cx: &Cx<'_>, sqls: &[&str]) -> Vec<Judged> {
        let question = plan("How many customers are in germany?");
        let mut pool = Vec::new();
        for sql in sqls {
            pool.push(trial::judge(cx, &question, candidate(sql)).await.unwrap());
        }
        repair(cx, &question, &NOTHING, &unlinked(), pool).await.unwrap()
    }

    async fn repaired(cx: &Cx<'_>, sql: &str) -> Judged {
        all(cx, &[sql]).await.remove(0)
    }

    #[test]
    fn a_value_is_spelt_as_it_is_stored_and_found() {
        let db = Scripted::shop()
            .gives("SELECT COUNT(*) FROM customers WHERE country = 'germany'", &[&["0"]])
            .gives("SELECT COUNT(*) FROM customers WHERE country = 'Germany'", &[&["7"]]);
        run(db, async |cx| {
            let judged = repaired(cx, "SELECT COUNT(*) FROM customers WHERE country = 'germany'").await;
            assert_eq!(
                judged.candidate.sql,
                "SELECT COUNT(*) FROM customers WHERE country = 'Germany'"
            );
            let [attempt] = judged.repairs.as_slice() else {
                panic!("{:?}", judged.repairs)
            };
            assert!(attempt.worked);
            assert_eq!(attempt.rule, "value_spelling");
            assert_eq!(
                attempt.why,
                "customers.country holds no 'germany'; the nearest stored value is 'Germany'."
            );
        });
    }

    #[test]
    fn a_column_that_does_not_exist_is_replaced_by_the_nearest() {
        let db = Scripted::shop()
            .fails("SELECT nmae FROM customers", "unknown_column")
            .gives("SELECT name FROM customers", &[&["Ada"]]);
        run(db, async |cx| {
            let judged = repaired(cx, "SELECT nmae FROM customers").await;
            assert!(judged.ran() && judged.repairs[0].worked && judged.repairs[0].rule == "nearest_column");
        });
    }

    #[test]
    fn two_faults_are_mended_one_after_the_other() {
        let db = Scripted::shop()
            .fails("SELECT nmae FROM custmers", "unknown_table")
            .fails("SELECT nmae FROM customers", "unknown_column")
            .gives("SELECT name FROM customers", &[&["Ada"]]);
        run(db, async |cx| {
            let judged = repaired(cx, "SELECT nmae FROM custmers").await;
            assert!(judged.ran() && judged.candidate.sql == "SELECT name FROM customers");
            let told: Vec<(&str, &str, bool)> = judged
                .repairs
                .iter()
                .map(|r| (r.rule.as_str(), r.before.as_str(), r.worked))
                .collect();
            assert_eq!(
                told,
                [
                    ("nearest_table", "SELECT nmae FROM custmers", false),
                    ("nearest_column", "SELECT nmae FROM customers", true)
                ]
            );
        });
    }

    #[test]
    fn what_runs_and_finds_is_left_alone() {
        let db = Scripted::shop().gives("SELECT name FROM customers", &[&["Ada"]]);
        run(db, async |cx| {
            assert_eq!(repaired(cx, "SELECT name FROM customers").await.repairs, []);
        });
    }

    #[test]
    fn a_repair_that_does_not_run_is_told_and_undone() {
        let db = Scripted::shop()
            .fails("SELECT nmae FROM customers", "x")
            .fails("SELECT name FROM customers", "x");
        run(db, async |cx| {
            let judged = repaired(cx, "SELECT nmae FROM customers").await;
            assert_eq!(judged.candidate.sql, "SELECT nmae FROM customers");
            assert_eq!(judged.repairs.len(), 1);
            assert!(!judged.repairs[0].worked);
        });
    }

    #[test]
    fn at_most_two_rounds() {
        let db = Scripted::shop();
        let asked = db.asked.clone();
        run(db, async |cx| {
            let sql = "SELECT cuntry, COUNT(*) FROM custmers WHERE country = 'germany'";
            let judged = repaired(cx, sql).await;
            assert!(judged.repairs.len() <= ROUNDS);
        });
        assert!(asked.lock().unwrap().len() <= 1 + ROUNDS);
    }

    #[test]
    fn repaired_candidates_are_less_trusted_than_clean_ones() {
        let db = Scripted::shop()
            .fails("SELECT nmae FROM customers", "unknown_column")
            .gives("SELECT name FROM customers", &[&["Ada"]]);
        run(db, async |cx| {
            let pool = all(cx, &["SELECT nmae FROM customers", "SELECT name FROM customers"]).await;
            assert!(pool[0].ran() && pool[0].confidence < pool[1].confidence);
        });
    }
}
