//! The score of a candidate and its confidence: the seeds' tables, with a reason for every point.
//!
//! In: a candidate that has been run (or refused) and what the question wants. Out: parts that add up to the score.

use askwell_contract::run::{Judged, Outcome, ScorePart, Severity};
use askwell_contract::{Dialect, ResultSet};
use askwell_sql::features::{self, Features};
use askwell_sql::{parse, scope};

use super::values;
use super::wants::{Form, Wants};
use crate::prepare::Knowledge;

/// Seed 001, table 5d.
const BASE: f64 = 100.0;
const LINT_ERROR: f64 = -25.0;
const LINT_WARNING: f64 = -5.0;
const EXPLAIN_FAILED: f64 = -50.0;
const GROUPS_AS_ASKED: f64 = 10.0;
const RANKS_AS_ASKED: f64 = 10.0;
const DISTINCT_AS_ASKED: f64 = 5.0;
const JOINS_AS_ASKED: f64 = 5.0;
/// Seed 001, 5e: the most that each signal of the reranker adds. Tables weigh 0.4 and columns 0.6 of adherence.
const ADHERENCE: f64 = 15.0;
const ADHERENCE_TABLES: f64 = 0.4;
const JOIN_MATCH: f64 = 20.0;
const SHAPE: f64 = 10.0;

/// Seed 000, step 8.5.
const RAN_AND_FOUND: f64 = 1.0;
const PLAUSIBLE: f64 = 0.5;
const REPAIRED: f64 = -0.5;
const PLAUSIBLE_ROWS: std::ops::RangeInclusive<usize> = 1..=100;

/// Seed 001, 5d and 5e. The seed throws away what its guard refuses before it scores; here that stays in the pool, so that
/// a person sees why it was not run, and the refusal counts as an error of lint.
pub fn parts(knowledge: &Knowledge, wants: &Wants, judged: &Judged, plan_failed: bool) -> Vec<ScorePart> {
    let mut out = Parts(vec![part("base", BASE, "Every candidate starts here.")]);
    for finding in &judged.findings {
        match finding.severity {
            Severity::Error => out.add("lint error", LINT_ERROR, &finding.message),
            Severity::Warning => out.add("lint warning", LINT_WARNING, &finding.message),
            Severity::Note => {}
        }
    }
    if let (Outcome::Failed { finding, .. }, true) = (&judged.outcome, plan_failed) {
        out.add("plan failed", EXPLAIN_FAILED, &finding.message);
    }
    let dialect = knowledge.catalog.dialect;
    let Some(f) = features::of(&judged.candidate.sql, dialect) else {
        return out.0;
    };
    if wants.grouping && f.group_by {
        out.add(
            "groups",
            GROUPS_AS_ASKED,
            "The question asks for groups, and the query makes them.",
        );
    }
    if wants.ranking && f.order_by && f.limit.is_some() {
        out.add(
            "ranks",
            RANKS_AS_ASKED,
            "The question asks for the first few, and the query sorts and cuts.",
        );
    }
    if wants.distinct && (f.distinct || judged.candidate.sql.to_uppercase().contains("COUNT(DISTINCT")) {
        out.add(
            "distinct",
            DISTINCT_AS_ASKED,
            "The question asks for different ones, and repeats are left out.",
        );
    }
    if wants.relation && f.joins > 0 {
        out.add(
            "joins",
            JOINS_AS_ASKED,
            "The question ties two things together, and so does the query.",
        );
    }
    let (adherence, why) = adherence(knowledge, &judged.candidate.sql);
    out.add("schema", ADHERENCE * adherence, &why);
    let (matched, why) = join_match(knowledge, &f);
    out.add("join keys", JOIN_MATCH * matched, &why);
    if let Outcome::Ran { result, .. } = &judged.outcome {
        let (fit, why) = shape(wants, &f, result);
        out.add("shape", SHAPE * fit, &why);
    }
    out.0
}

/// Seed 000, step 8.5, before it is normalised over the pool.
pub fn confidence(judged: &Judged, dialect: Dialect) -> f64 {
    let Outcome::Ran { result, .. } = &judged.outcome else {
        return 0.0;
    };
    if result.rows.is_empty() {
        return 0.0;
    }
    let figure =
        features::of(&judged.candidate.sql, dialect).is_some_and(|f| !f.aggregates.is_empty() && f.single_row());
    let plausible = if figure {
        result.rows.len() == 1
    } else {
        PLAUSIBLE_ROWS.contains(&result.rows.len())
    };
    let repaired = judged.repairs.iter().any(|r| r.worked);
    RAN_AND_FOUND + if plausible { PLAUSIBLE } else { 0.0 } + if repaired { REPAIRED } else { 0.0 }
}

/// How well the form of a result fits the question, 0..=1, and why. Seed 001, 5e.3 reads the form from the SQL alone;
/// here the query has run, so that its rows and columns count, too. How the points divide the seed leaves open; the shares
/// are ours. Where the question's words say nothing, every query has the middle, which favours none.
pub fn shape(wants: &Wants, f: &Features, result: &ResultSet) -> (f64, String) {
    let (rows, columns) = (result.rows.len(), result.columns.len());
    let calls = |a: &str| f.aggregates.iter().any(|x| x == a || (a == "sum" && x == "total"));
    let wanted = wants.aggregates.iter().filter(|a| calls(a)).count();
    let computed = if wants.aggregates.is_empty() {
        1.0
    } else {
        wanted as f64 / wants.aggregates.len() as f64
    };
    match wants.form {
        Form::One => {
            let one = rows == 1 && columns == wants.aggregates.len().max(1);
            let fit = 0.5 * f64::from(u8::from(one)) + 0.5 * computed;
            (
                fit,
                format!("The question asks for one figure; the result is {}.", size(result)),
            )
        }
        Form::Groups => {
            let grouped = f.group_by && columns > 1;
            let fit = 0.6 * f64::from(u8::from(grouped)) + 0.4 * computed;
            (
                fit,
                format!(
                    "The question asks for a figure for each group; the result is {}.",
                    size(result)
                ),
            )
        }
        Form::Ranking => {
            let wanted = wants.first.unwrap_or(1) as usize;
            let cut = f.order_by && f.limit.is_some();
            let extreme = calls("max") || calls("min") || f.subqueries > 0;
            let fits = if wants.first.is_some() {
                rows <= wanted
            } else {
                rows <= 100
            };
            let fit =
                0.7 * f64::from(u8::from(cut || (extreme && wants.first.is_none()))) + 0.3 * f64::from(u8::from(fits));
            (
                fit,
                format!(
                    "The question asks for the first {wanted}; the result is {}.",
                    size(result)
                ),
            )
        }
        Form::List => {
            let bare_figure = f.single_row() && !f.aggregates.is_empty();
            let fit = if bare_figure { 0.3 } else { 1.0 };
            (
                fit,
                format!("The question asks for a list; the result is {}.", size(result)),
            )
        }
        Form::Unknown => (
            0.5,
            "The question's words do not say what form the answer has.".to_string(),
        ),
    }
}

fn size(result: &ResultSet) -> String {
    let n = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    format!(
        "{} of {}",
        n(result.rows.len(), "row"),
        n(result.columns.len(), "column")
    )
}

/// Share of the names of a query that the catalog has. Seed 001, 5e.1 counts against the tables that a model was shown;
/// here most candidates come from the built-in generator, which is shown none, and a name that exists is no invention.
fn adherence(knowledge: &Knowledge, sql: &str) -> (f64, String) {
    let Ok(query) = parse::query(sql, knowledge.catalog.dialect) else {
        return (0.0, "The statement cannot be read.".to_string());
    };
    let names = scope::names(&query, &knowledge.catalog);
    let share = |good: usize, all: usize| if all == 0 { 1.0 } else { good as f64 / all as f64 };
    let tables = share(
        names.relations.iter().filter(|r| r.known).count(),
        names.relations.len(),
    );
    let wrong = |u: &&scope::Use<'_>| matches!(u.meaning, scope::Meaning::Unknown(_) | scope::Meaning::UnknownTable);
    let lost = names.uses.iter().filter(wrong).count();
    let columns = share(names.uses.len() - lost, names.uses.len());
    let value = ADHERENCE_TABLES * tables + (1.0 - ADHERENCE_TABLES) * columns;
    let why = if value >= 1.0 {
        "Every table and column exists."
    } else {
        "Some of its names do not exist."
    };
    (value, why.to_string())
}

/// Share of the join conditions that follow a known key, whichever side is written first. Seed 001, 5e.2 compares with
/// the plan of joins for the question; here the known keys, of which such plans are made, also judge queries of other
/// generators. A query without a join has all the points, or one with a join would win by them whatever is asked.
fn join_match(knowledge: &Knowledge, f: &Features) -> (f64, String) {
    if f.joins == 0 {
        return (1.0, "No join is needed.".to_string());
    }
    let follows = |(a, b): &(String, String)| {
        let split = |side: &str| side.rsplit_once('.').map(|(t, c)| (t.to_string(), c.to_string()));
        let (Some((ta, ca)), Some((tb, cb))) = (split(a), split(b)) else {
            return false;
        };
        let edges = knowledge.graph.edges_between(&ta, &tb);
        edges.iter().any(|e| {
            let is = |t1: &str, c1: &str, t2: &str, c2: &str| {
                t1.eq_ignore_ascii_case(&e.from_table)
                    && c1.eq_ignore_ascii_case(&e.from_column)
                    && t2.eq_ignore_ascii_case(&e.to_table)
                    && c2.eq_ignore_ascii_case(&e.to_column)
            };
            is(&ta, &ca, &tb, &cb) || is(&tb, &cb, &ta, &ca)
        })
    };
    let good = f.join_pairs.iter().filter(|pair| follows(pair)).count();
    let all = f.joins.max(f.join_pairs.len());
    let why = format!("{good} of {all} join conditions follow a known key.");
    (good as f64 / all as f64, why)
}

/// Share of the texts looked for that are stored; `None` where none is looked for, or nothing is known.
pub fn stored_share(knowledge: &Knowledge, sql: &str) -> Option<(f64, values::Found)> {
    let found = values::found(knowledge, sql);
    let all = found.stored.len() + found.missing.len();
    (all > 0).then(|| (found.stored.len() as f64 / all as f64, found))
}

struct Parts(Vec<ScorePart>);

impl Parts {
    fn add(&mut self, name: &str, points: f64, why: &str) {
        self.0.push(part(name, points, why));
    }
}

fn part(name: &str, points: f64, why: &str) -> ScorePart {
    ScorePart {
        name: name.to_string(),
        points,
        why: why.to_string(),
    }
}
