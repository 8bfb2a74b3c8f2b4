//! Answer: what the person reads.
//!
//! In: the pool and the selection. Out: [`Answer`]: a sentence, the result, a chart where one fits, how far to trust
//! it and why. Every word is made from the query and its result, so that nothing can be said that they do not say.

use askwell_contract::run::{Answer, Assumed, Assumption, Candidate, Change, Judged, Outcome, Plan, Selection, Trust};
use askwell_contract::{Problem, ProblemCode, Result, ResultSet};
use askwell_sql::{amend, features, format};
use indexmap::IndexSet;

use crate::ask::advice::{account_of, is_verified, is_written, TURN};
use crate::ask::nothing;
use crate::calendar::{last_days, Date};
use crate::cx::Cx;
use crate::gates::{self, Failed};
use crate::prepare::describe::facts::thousands;
use crate::words::singular;

mod advised;
mod analyse;
mod assumed;
mod between;
mod blank;
mod chart;
mod guessed;
mod how;
mod numbers;
pub mod odds;
mod sentence;
mod strays;
pub mod trust;
mod twins;

use trust::Note;

pub async fn answer(cx: &Cx<'_>, plan: &Plan, pool: &[Judged], selection: &Selection) -> Result<Answer> {
    cx.check()?;
    let Some(winner) = pool.iter().find(|j| j.candidate.id == selection.winner) else {
        return Err(Problem::internal("the selection names no candidate"));
    };
    let Outcome::Ran { result, .. } = &winner.outcome else {
        return Err(none_ran(pool));
    };
    let dialect = cx.knowledge.catalog.dialect;
    let f = features::of(&winner.candidate.sql, dialect).unwrap_or_default();
    // What a model says that its query does is no fact of the query.
    let told = sentence::Told {
        reading: if is_written(&winner.candidate) || in_steps(cx, &winner.candidate) {
            ""
        } else {
            &winner.candidate.reading
        },
        features: &f,
        result,
    };
    let account = account_of(pool, selection, &winner.candidate);
    // What a person found right needs no gate.
    let failed = match is_verified(&winner.candidate) {
        true => Vec::new(),
        false => {
            let typed = plan.follows.as_ref().map(|f| f.said.as_str());
            let lost = typed.and_then(|typed| gates::lost_number(cx.knowledge, typed, winner));
            let mut failed = gates::failed(cx.knowledge, &plan.question, winner, account);
            // Where the question that it stands for still has the number, one fault says it.
            failed.retain(|f| lost.as_ref().is_none_or(|lost| lost.gate != f.gate));
            failed.extend(lost);
            failed
        }
    };
    let mut strays = strays::strays(cx.knowledge, &winner.candidate.sql);
    strays.extend(twins::twins(f.group_by, result));
    let (trust, odds, mut reasons) = trust::trust(
        (cx.knowledge, &plan.question),
        pool,
        selection,
        winner,
        &failed,
        &strays,
    );
    let rests = rests_on(cx, plan, &winner.candidate).filter(|before| *before > trust);
    if rests.is_some() {
        reasons.push("It goes on from an answer that was no surer.".to_owned());
    }
    let trust = rests.unwrap_or(trust);
    let said = advised::sentence(cx, plan, winner, result).await?;
    let mut notes = notes(cx, plan, winner, account, result, &failed);
    notes.extend(strays.into_iter().map(|s| Note::of(s.kind, s.says)));
    let combined = plan.tells.and_then(|tells| between::between(result, &f, tells));
    let mut sentence = said.unwrap_or_else(|| told.sentence());
    // It says both figures, and what was asked of them.
    if let Some(combined) = &combined {
        sentence.clone_from(&combined.says);
    }
    let mut assumed = assumed::assumed(cx.knowledge, pool, selection, winner, account, &notes, &failed);
    assumed.extend(counted_too(cx, &winner.candidate.sql).await?);
    Ok(Answer {
        candidate: winner.candidate.id.clone(),
        sentence,
        headline: told.headline(),
        sql: format::format(&winner.candidate.sql, dialect),
        reading: winner.candidate.reading.clone(),
        chart: chart::chart(result, &f, &winner.candidate.reading),
        trust,
        odds,
        reasons,
        steps: how::how(cx, winner, account).await?,
        assumed,
        notes: notes.into_iter().map(|note| note.says).collect(),
        found: analyse::analyse(result, &f, &winner.candidate.sql, newest(cx, &f.tables)),
        result: result.clone(),
        combined,
    })
}

/// Rows that came to nothing and are in the figure all the same.
async fn counted_too(cx: &Cx<'_>, sql: &str) -> Result<Option<Assumed>> {
    let parts = amend::parts(sql, &cx.knowledge.catalog);
    let Some(nothing) = parts.and_then(|parts| nothing::nothing(cx.knowledge, &parts)) else {
        return Ok(None);
    };
    let many = nothing::among(cx, &nothing).await?;
    let (rows, are) = match many {
        1 => (singular(&nothing.rows), "is"),
        _ => (nothing.rows, "are"),
    };
    Ok((many > 0).then(|| Assumed {
        kind: Assumption::Meaning,
        says: format!("{} {} {rows} {are} counted, too", thousands(many), nothing.word),
        note: None,
        weighs: false,
    }))
}

/// How far the answer that a query was made of is trusted: one that goes on from it is no surer.
fn rests_on(cx: &Cx<'_>, plan: &Plan, candidate: &Candidate) -> Option<Trust> {
    let follow = plan.follows.as_ref().filter(|_| candidate.generator == TURN)?;
    let own = |change: Change| matches!(change, Change::Said | Change::Alone);
    let mut made = follow.queries.iter().filter(|q| q.sql == candidate.sql);
    made.next().filter(|q| !own(q.change))?;
    cx.earlier.iter().find(|e| e.run == follow.run)?.trust
}

/// Whether the reading of a turn is told step by step, since no noun phrase says it: no sentence is made around that.
fn in_steps(cx: &Cx<'_>, candidate: &Candidate) -> bool {
    // A query that was mended since keeps what was told of it.
    let told = candidate.reading.starts_with("Read the table ");
    candidate.generator == TURN && (told || amend::phrase(&candidate.sql, &cx.knowledge.catalog).is_none())
}

/// The last day in the tables that a query reads.
fn newest(cx: &Cx<'_>, tables: &[String]) -> Option<Date> {
    let read = last_days(cx.knowledge).filter(|(profile, _)| tables.contains(&profile.table.to_lowercase()));
    read.max_by_key(|(profile, _)| profile.rows).map(|(_, day)| day)
}

/// First how times were read, since every figure hangs on it, and that a hint was not.
fn notes(
    cx: &Cx<'_>,
    plan: &Plan,
    winner: &Judged,
    account: Option<&Candidate>,
    result: &ResultSet,
    failed: &[Failed],
) -> Vec<Note> {
    // A time that is said ten times over is read once.
    let times: IndexSet<&String> = winner.candidate.times.iter().collect();
    let times = times.into_iter().map(|says| Note::of(Assumption::Time, says.clone()));
    let mut notes: Vec<Note> = times.collect();
    // A formula became part of the question; whatever else a hint says only a model reads.
    let read =
        is_written(&winner.candidate) || is_verified(&winner.candidate) || plan.question.contains(" is defined as ");
    if !plan.evidence.is_empty() && !read {
        notes.push(Note::from(
            "The hint was not used: the built-in engine reads only formulas in hints.".to_owned(),
        ));
    }
    notes.extend(trust::notes(cx.knowledge, winner, account, result, failed));
    notes
}

/// No candidate could be run: the queries were wrong, so the defect is ours, unless the clock stopped them all.
fn none_ran(pool: &[Judged]) -> Problem {
    let findings = pool.iter().filter_map(|j| match &j.outcome {
        Outcome::Failed { finding, .. } => Some(finding),
        Outcome::NotRun => j.findings.first(),
        Outcome::Ran { .. } => None,
    });
    let findings: Vec<_> = findings.collect();
    let mut detail: Vec<&str> = findings
        .iter()
        .map(|f| f.engine.as_deref().unwrap_or(&f.message))
        .collect();
    // Candidates that are alike fail alike.
    detail.dedup();
    if !findings.is_empty() && findings.iter().all(|f| f.code == "timeout") {
        return Problem::new(ProblemCode::TimedOut, "Every query took too long and was stopped.")
            .hint("Ask for less: a shorter time, one kind of thing, or the first few.")
            .detail(detail.join("\n"));
    }
    Problem::new(
        ProblemCode::Internal,
        "A query was written for this question, but the database could not run it.",
    )
    .hint("Try to ask in other words. The details show what went wrong.")
    .detail(detail.join("\n"))
}

#[cfg(test)]
mod tests {
    use askwell_contract::run::{Candidate, Method, Trust};

    use super::*;
    use crate::scripted::{candidate, plan, run, Scripted};
    use crate::trial;

    fn chosen(winner: &str) -> Selection {
        Selection {
            method: Method::FastPath,
            clusters: vec![],
            duels: vec![],
            standings: vec![],
            winner: winner.into(),
            why: "Both queries give the same result.".into(),
            others: Vec::new(),
            disagreement: None,
        }
    }

    #[test]
    fn that_a_hint_was_not_read_is_said() {
        let sql = "SELECT COUNT(*) FROM customers";
        run(Scripted::shop().gives(sql, &[&["12"]]), async |cx| {
            for (generator, hint, said) in [
                ("counting", "", false),
                ("counting", "only big ones", true),
                ("counting, reasoning_a1", "only big ones", false),
            ] {
                let question = Plan {
                    evidence: hint.into(),
                    ..plan("How many customers are there?")
                };
                let written = Candidate {
                    generator: generator.into(),
                    ..candidate(sql)
                };
                let pool = [trial::judge(cx, &question, written).await.unwrap()];
                let answer = answer(cx, &question, &pool, &chosen("c1")).await.unwrap();
                let told = answer.notes.iter().any(|n| n.starts_with("The hint was not used"));
                assert_eq!(told, said, "{generator} {hint}");
            }
        });
    }

    #[test]
    fn a_count_is_said_in_a_sentence() {
        let sql = "SELECT COUNT(*) FROM customers WHERE country = 'France'";
        let counting = "SELECT (SELECT COUNT(*) FROM customers) AS rows_1, \
                        (SELECT COUNT(*) FROM customers WHERE (country = 'France')) AS rows_2";
        let shop = Scripted::shop().gives(sql, &[&["1042"]]);
        run(shop.gives(counting, &[&["5000", "1042"]]), async |cx| {
            let question = plan("How many customers are in France?");
            let reading = "number of customers, where country is 'France'".to_string();
            let judged = trial::judge(
                cx,
                &question,
                Candidate {
                    reading,
                    ..candidate(sql)
                },
            )
            .await
            .unwrap();
            let pool = [judged];
            let a = answer(cx, &question, &pool, &chosen("c1")).await.unwrap();
            assert_eq!(a.sentence, "There are 1,042 customers where country is 'France'.");
            assert_eq!(a.headline.as_deref(), Some("1,042"));
            assert_eq!(a.sql, "SELECT COUNT(*)\nFROM customers\nWHERE country = 'France'");
            let steps: Vec<_> = a
                .steps
                .iter()
                .map(|s| (s.text.as_str(), s.rows_in, s.rows_out))
                .collect();
            assert_eq!(
                steps,
                [
                    ("Read the table customers.", None, Some(5000)),
                    ("Kept only rows where country is 'France'.", Some(5000), Some(1042)),
                    ("Counted the rows.", Some(1042), Some(1))
                ]
            );
            assert_eq!((a.chart, a.trust, a.notes.len()), (None, Trust::High, 0));
        });
    }

    #[test]
    fn a_query_that_passes_not_every_gate_is_never_trusted_highly_and_says_why() {
        let asked = [
            (
                "Which customer is the newest?",
                "SELECT DISTINCT name FROM customers",
                Trust::Medium,
                "newest",
            ),
            // All there are, where a word asked for some.
            (
                "Which customer is the newest?",
                "SELECT name FROM customers",
                Trust::Low,
                "newest",
            ),
            (
                "How many customers are there?",
                "SELECT name FROM customers",
                Trust::Low,
                "",
            ),
        ];
        for (question, sql, level, unused) in asked {
            for generator in ["counting", "counting, reasoning_a1"] {
                run(Scripted::shop().gives(sql, &[&["Ada"], &["Bob"]]), async |cx| {
                    let question = plan(question);
                    let written = Candidate {
                        generator: generator.into(),
                        ..candidate(sql)
                    };
                    let pool = [trial::judge(cx, &question, written).await.unwrap()];
                    let answer = answer(cx, &question, &pool, &chosen("c1")).await.unwrap();
                    assert_eq!(answer.trust, level, "{generator} {:?}", answer.reasons);
                    let told = answer.notes.contains(&format!("Not used: {unused}."));
                    assert_eq!(told, !unused.is_empty(), "{:?}", answer.notes);
                    // Good odds are not said beside a low trust; those of a model's query were not measured.
                    let odds = answer.reasons.iter().any(|r| r.starts_with("Of answers like"));
                    let good = answer.odds.is_some_and(|odds| odds >= trust::LOW);
                    assert_eq!(good, generator == "counting", "{:?}", answer.odds);
                    assert_eq!(odds, good && level != Trust::Low, "{:?}", answer.reasons);
                });
            }
        }
    }

    #[test]
    fn a_turn_is_no_surer_than_the_answer_it_goes_on_from() {
        use askwell_contract::run::{Follow, Rewritten};

        use crate::cx::Earlier;

        let sql = "SELECT COUNT(*) FROM customers WHERE country = 'France'";
        run(Scripted::shop().gives(sql, &[&["12"]]), async |cx| {
            for (change, before, level) in [
                (Change::Narrowed, Some(Trust::Low), Trust::Low),
                (Change::Alone, Some(Trust::Low), Trust::High),
                (Change::Narrowed, Some(Trust::High), Trust::High),
                (Change::Narrowed, None, Trust::High),
            ] {
                let query = Rewritten {
                    change,
                    sql: sql.into(),
                    belief: 1.0,
                    unplaced: Vec::new(),
                    times: Vec::new(),
                };
                let question = Plan {
                    follows: Some(Box::new(Follow {
                        run: "r0".into(),
                        question: "How many customers are there?".into(),
                        said: "only France".into(),
                        takes: Vec::new(),
                        queries: vec![query],
                    })),
                    ..plan("How many customers are in France?")
                };
                let earlier = [Earlier {
                    run: "r0".into(),
                    question: "How many customers are there?".into(),
                    sql: "SELECT COUNT(*) FROM customers".into(),
                    result: None,
                    trust: before,
                }];
                let cx = Cx {
                    earlier: &earlier,
                    embedder: None,
                    ..*cx
                };
                let turn = Candidate {
                    generator: TURN.into(),
                    ..candidate(sql)
                };
                let pool = [trial::judge(&cx, &question, turn).await.unwrap()];
                let answer = answer(&cx, &question, &pool, &chosen("c1")).await.unwrap();
                assert_eq!(answer.trust, level, "{change:?} {before:?} {:?}", answer.reasons);
            }
        });
    }

    #[test]
    fn a_figure_of_nothing_is_not_sure() {
        let sql = "SELECT MAX(name) FROM customers WHERE country = 'France'";
        run(Scripted::shop().gives(sql, &[&["Zoe"]]), async |cx| {
            for nothing in [false, true] {
                let question = plan("the last name of customers in France");
                let mut judged = trial::judge(cx, &question, candidate(sql)).await.unwrap();
                if let (true, Outcome::Ran { result, .. }) = (nothing, &mut judged.outcome) {
                    result.rows[0][0] = askwell_contract::Cell::Null;
                }
                let answer = answer(cx, &question, &[judged], &chosen("c1")).await.unwrap();
                assert_eq!(answer.trust == Trust::Low, nothing, "{:?}", answer.reasons);
            }
        });
    }

    #[test]
    fn when_nothing_ran_it_is_a_problem_with_what_to_do() {
        run(
            Scripted::shop().fails("SELECT name FROM customers", "timeout"),
            async |cx| {
                let question = plan("names");
                let pool = [trial::judge(cx, &question, candidate("SELECT name FROM customers"))
                    .await
                    .unwrap()];
                let problem = answer(cx, &question, &pool, &chosen("c1")).await.unwrap_err();
                assert_eq!(problem.code, ProblemCode::TimedOut);
                assert!(problem.hint.is_some());
            },
        );
    }
}
