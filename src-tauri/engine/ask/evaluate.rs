//! Evaluate: every candidate is checked, run within limits, and scored.
//!
//! In: candidates, and what some of them came to already. Out: one [`Judged`] each, in the same order. Deliberately absent: choosing between them.

use askwell_contract::run::{Candidate, Judged, Outcome, Plan};
use askwell_contract::{Limits, Result};

use crate::cx::Cx;
use crate::together::together;
use crate::trial::{self, Tried};

/// Candidates run at the same time; a driver with one connection queues them, and more would only hold memory.
const AT_ONCE: usize = 4;

/// What a candidate may take at first, in milliseconds. A join over tables without keys may take the whole limit, and the
/// answer would wait for a reading that nobody means.
const AT_FIRST: u64 = 3_000;

/// Whoever runs into the first, short limit gets the whole one only if it is believed more than every candidate that ran.
pub async fn evaluate(cx: &Cx<'_>, plan: &Plan, candidates: Vec<Candidate>, tried: &Tried) -> Result<Vec<Judged>> {
    let brief = Cx {
        limits: Limits {
            milliseconds: cx.limits.milliseconds.min(AT_FIRST),
            ..cx.limits
        },
        embedder: cx.embedder.clone(),
        ..*cx
    };
    let judging = candidates
        .into_iter()
        .map(|c| trial::judge_once(&brief, plan, c, tried));
    let mut pool = together(AT_ONCE, judging).await?;
    if brief.limits.milliseconds < cx.limits.milliseconds {
        let ran = pool.iter().filter(|j| j.ran()).map(|j| j.candidate.belief);
        let most = ran.fold(0.0, f64::max);
        let again: Vec<&mut Judged> = pool
            .iter_mut()
            .filter(|j| is_slow(j) && j.candidate.belief > most)
            .collect();
        let candidates: Vec<Candidate> = again.iter().map(|j| j.candidate.clone()).collect();
        let judging = candidates.into_iter().map(|c| trial::judge(cx, plan, c));
        for (place, judged) in again.into_iter().zip(together(AT_ONCE, judging).await?) {
            *place = judged;
        }
    }
    trial::settle(cx, &mut pool);
    Ok(pool)
}

fn is_slow(judged: &Judged) -> bool {
    matches!(&judged.outcome, Outcome::Failed { finding, .. } if finding.code == "timeout")
}

#[cfg(test)]
mod tests {
    use askwell_contract::run::{Outcome, Severity};
    use askwell_contract::ProblemCode;

    use super::*;
    use crate::scripted::{candidate, plan, run, Scripted};

    async fn all(cx: &Cx<'_>, question: &str, candidates: Vec<Candidate>) -> Result<Vec<Judged>> {
        evaluate(cx, &plan(question), candidates, &Tried::default()).await
    }

    fn shop() -> Scripted {
        Scripted::shop()
            .gives("SELECT COUNT(*) FROM customers", &[&["3"]])
            .gives("SELECT name FROM customers WHERE country = 'Peru'", &[])
            .gives("SELECT name FROM customers", &[&["Ada"], &["Bob"], &["Cy"]])
            .fails("SELECT broken FROM customers", "unknown_column")
    }

    #[test]
    fn each_candidate_comes_to_what_it_is() {
        run(shop(), async |cx| {
            let sqls = [
                "SELECT COUNT(*) FROM customers",
                "SELECT broken FROM customers",
                "DROP TABLE customers",
                "SELECT name FROM customers WHERE country = 'Peru'",
            ];
            let pool = all(cx, "How many customers are there?", sqls.map(candidate).to_vec())
                .await
                .unwrap();
            assert!(pool[0].ran() && matches!(&pool[0].outcome, Outcome::Ran { rows: 1, .. }));
            assert!(matches!(&pool[1].outcome, Outcome::Failed { finding, .. } if finding.code == "unknown_column"));
            assert_eq!(pool[2].outcome, Outcome::NotRun);
            assert_eq!(pool[2].findings[0].code, "not_read_only");
            assert!(pool[3].ran());
            let confidences: Vec<f64> = pool.iter().map(|j| j.confidence).collect();
            assert_eq!(confidences, [1.0, 0.0, 0.0, 0.0]);
        });
    }

    #[test]
    fn a_refused_statement_never_reaches_the_database() {
        let db = shop();
        let asked = db.asked.clone();
        run(db, async |cx| {
            let wrong = [
                "SELECT load_extension('x')",
                "SELECT 1; SELECT 2",
                "How many customers?",
                "SELECT COUNT(*) FROM custmers",
            ];
            let pool = all(cx, "x", wrong.map(candidate).to_vec()).await.unwrap();
            for judged in &pool {
                assert_eq!(judged.outcome, Outcome::NotRun, "{}", judged.candidate.sql);
                assert!(judged.findings[0].severity == Severity::Error, "{:?}", judged.findings);
            }
            let hint = pool[3].findings[0].hint.as_deref();
            assert!(hint.is_some_and(|h| h.contains("customers")), "{hint:?}");
        });
        assert!(asked.lock().unwrap().is_empty());
    }

    #[test]
    fn the_score_is_the_sum_of_its_parts_and_each_says_why() {
        run(shop(), async |cx| {
            let sqls = ["SELECT COUNT(*) FROM customers", "SELECT name FROM customers"];
            let pool = all(cx, "How many customers are there?", sqls.map(candidate).to_vec())
                .await
                .unwrap();
            for judged in &pool {
                assert_eq!(judged.score, judged.parts.iter().map(|p| p.points).sum::<f64>());
                assert!(judged.parts.iter().all(|p| !p.why.is_empty()));
            }
            assert!(
                pool[0].score > pool[1].score,
                "a count answers how many: {:?}",
                pool[1].parts
            );
            // Seed 001, 5d and 5e: 100 + 15 (schema) + 20 (no join needed) + 10 (shape).
            assert_eq!(pool[0].score, 145.0);
        });
    }

    /// Every candidate with its belief, and those that ran within the whole limit of 30 s.
    fn of_slow(believed: &[(&str, f64)], slow: &[&str]) -> (Vec<bool>, usize) {
        let mut db = shop();
        for sql in slow {
            db = db.slow(sql);
        }
        let asked = db.asked.clone();
        let mut ran = Vec::new();
        run(db, async |cx| {
            let with = |(sql, belief): &(&str, f64)| Candidate {
                belief: *belief,
                ..candidate(sql)
            };
            let pool = all(cx, "x", believed.iter().map(with).collect()).await.unwrap();
            ran = pool.iter().map(Judged::ran).collect();
        });
        let asked = asked.lock().unwrap().len();
        (ran, asked)
    }

    const COUNT: &str = "SELECT COUNT(*) FROM customers";
    const NAMES: &str = "SELECT name FROM customers";

    #[test]
    fn a_slow_query_that_is_believed_less_is_not_waited_for() {
        assert_eq!(of_slow(&[(COUNT, 0.7), (NAMES, 0.3)], &[NAMES]), (vec![true, false], 2));
    }

    #[test]
    fn the_most_believed_query_gets_the_whole_time() {
        assert_eq!(of_slow(&[(COUNT, 0.7), (NAMES, 0.3)], &[COUNT]), (vec![true, true], 3));
    }

    #[test]
    fn where_all_are_slow_all_get_the_whole_time() {
        assert_eq!(
            of_slow(&[(COUNT, 0.7), (NAMES, 0.3)], &[COUNT, NAMES]),
            (vec![true, true], 4)
        );
    }

    #[test]
    fn stop_is_an_error_at_once() {
        run(shop(), async |cx| {
            cx.cancel.cancel();
            let stopped = all(cx, "x", vec![candidate("SELECT name FROM customers")]).await;
            assert_eq!(stopped.unwrap_err().code, ProblemCode::Cancelled);
        });
    }
}
