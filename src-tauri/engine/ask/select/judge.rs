//! The judge that needs no model: two results side by side, every reason weighed and written out.
//!
//! In: two groups. Out: a [`Duel`]. Reasons that do not tell the two apart are left out; the sum of the rest
//! decides, and a tie goes to the group that stands first.

use askwell_contract::run::{Duel, Judged, Plan, Reason, Severity};
use askwell_sql::features;

use super::clusters::Group;
use crate::ask::advice::account;
use crate::prepare::Knowledge;
use crate::trial::{self, asked, score, wants};

/// What each reason may weigh, in points. Belief, shape, columns, found and joins are fitted: softmax regression
/// over the groups of 603 tournaments on spider-train, scaled to belief = 60, then rounded (found from 25 down to 20,
/// because the benchmark leaves out questions whose right answer is empty). Coverage, values and rows hardly vary
/// among the built-in generator's candidates; they and `missing` are set by judgement.
struct Weights {
    /// Votes: the belief of all candidates that gave the result.
    belief: f64,
    /// Words of the question that the query uses.
    coverage: f64,
    /// Texts that it looks for and that are stored.
    values: f64,
    /// The form of the result.
    shape: f64,
    /// As many rows as the question names: "the 5 most ...".
    rows: f64,
    /// Each column that is shown and was not asked for.
    unasked: f64,
    /// Each thing that the question lists and no column is left for.
    missing: f64,
    /// It found something.
    found: f64,
    /// Each join more.
    join: f64,
    /// Each lint error; a warning counts a fifth (seed 001, 5d: 25 to 5).
    lint: f64,
}

const WEIGHTS: Weights = Weights {
    belief: 60.0,
    coverage: 30.0,
    values: 20.0,
    shape: 10.0,
    rows: 25.0,
    unasked: 12.0,
    missing: 20.0,
    found: 20.0,
    join: 10.0,
    lint: 15.0,
};

/// Missing columns beyond this many cost no more.
const MOST_MISSING: usize = 2;

/// Joins beyond this many cost no more: by then the path is as doubtful as it can be.
const MOST_JOINS: f64 = 4.0;

/// Unasked columns beyond this many cost no more.
const MOST_UNASKED: f64 = 3.0;

/// The judge's name on screen.
const NAME: &str = "rules";

pub fn duel(knowledge: &Knowledge, plan: &Plan, a: &Group<'_>, b: &Group<'_>) -> Duel {
    let (pa, pb) = (points(knowledge, plan, a), points(knowledge, plan, b));
    let mut reasons: Vec<Reason> = pa
        .into_iter()
        .zip(pb)
        .filter(|(x, y)| (x.points - y.points).abs() > 1e-9)
        .map(|(x, y)| {
            let (ahead, behind, label) = if x.points > y.points {
                (&x, &y, &a.cluster.id)
            } else {
                (&y, &x, &b.cluster.id)
            };
            let says = format!("{label} is ahead: {} against {}.", ahead.says, behind.says);
            Reason {
                name: x.name.to_string(),
                a: round(x.points),
                b: round(y.points),
                says,
            }
        })
        .collect();
    reasons.sort_by(|x, y| (y.a - y.b).abs().total_cmp(&(x.a - x.b).abs()));
    let (sum_a, sum_b) = reasons.iter().fold((0.0, 0.0), |(sa, sb), r| (sa + r.a, sb + r.b));
    let winner = if sum_b > sum_a { &b.cluster.id } else { &a.cluster.id };
    if reasons.is_empty() {
        let says = "Nothing tells the two apart; the result that stands first is kept.".to_string();
        reasons.push(Reason {
            name: "order".to_string(),
            a: 0.0,
            b: 0.0,
            says,
        });
    }
    Duel {
        a: a.cluster.id.clone(),
        b: b.cluster.id.clone(),
        winner: winner.clone(),
        judge: NAME.to_string(),
        reasons,
    }
}

struct Points {
    name: &'static str,
    points: f64,
    says: String,
}

fn points(knowledge: &Knowledge, plan: &Plan, group: &Group<'_>) -> Vec<Points> {
    let judged = group.best;
    let f = features::of(&judged.candidate.sql, knowledge.catalog.dialect).unwrap_or_default();
    let (covered, words) = coverage(group);
    let (stored, values) = match score::stored_share(knowledge, &judged.candidate.sql) {
        Some((share, found)) if found.missing.is_empty() => (share, "every value it looks for is stored".to_string()),
        Some((share, found)) => (share, format!("{} is stored nowhere", found.missing.join(", "))),
        None => (1.0, "it looks for no stored value".to_string()),
    };
    let wants = wants::of(&plan.question);
    let (fit, form) = score::shape(&wants, &f, group.result);
    let (counted, count) = rows(wants.first, f.limit, group);
    let (unasked, columns) = asked::unasked(&plan.question, &f);
    let (listed, shown) = (asked::listed(&plan.question), group.result.columns.len());
    let missing = listed.saturating_sub(shown).min(MOST_MISSING);
    let hollow = trial::found_nothing(group.result);
    // Wrong queries agree on nothing found as easily as right ones; such a group counts as its best member alone.
    let votes = if hollow { group.highest } else { group.votes };
    let joins = (f.joins as f64).min(MOST_JOINS);
    let (lint, doubts) = lint(judged);
    vec![
        Points {
            name: "belief",
            points: WEIGHTS.belief * votes,
            says: format!("{:.0}% of the votes", 100.0 * votes),
        },
        Points {
            name: "coverage",
            points: WEIGHTS.coverage * covered,
            says: words,
        },
        Points {
            name: "values",
            points: WEIGHTS.values * stored,
            says: values,
        },
        Points {
            name: "rows",
            points: WEIGHTS.rows * counted,
            says: count,
        },
        Points {
            name: "shape",
            points: WEIGHTS.shape * fit,
            says: lower_first(form.trim_end_matches('.')),
        },
        Points {
            name: "columns",
            points: 0.0 - WEIGHTS.unasked * unasked.min(MOST_UNASKED),
            says: columns,
        },
        Points {
            name: "listed",
            points: 0.0 - WEIGHTS.missing * missing as f64,
            says: match listed {
                0 => String::new(),
                listed => format!("{} of the {listed} things that are listed", shown.min(listed)),
            },
        },
        Points {
            name: "found",
            points: if hollow { 0.0 } else { WEIGHTS.found },
            says: if hollow {
                "it found nothing".into()
            } else {
                "it found something".into()
            },
        },
        Points {
            name: "joins",
            points: 0.0 - WEIGHTS.join * joins,
            says: match f.joins {
                0 => "no join".into(),
                1 => "one join".into(),
                n => format!("{n} joins"),
            },
        },
        Points {
            name: "doubts",
            points: 0.0 - WEIGHTS.lint * lint,
            says: doubts,
        },
    ]
}

/// Whether there are as many rows as the question names, or a query that would take as many.
fn rows(wanted: Option<u64>, limit: Option<u64>, group: &Group<'_>) -> (f64, String) {
    let given = group.cluster.rows;
    match wanted {
        Some(wanted) if wanted > 1 && limit != Some(wanted) && given != wanted => {
            (0.0, format!("{given} where {wanted} were asked for"))
        }
        Some(wanted) if wanted > 1 => (1.0, format!("the {wanted} that were asked for")),
        _ => (1.0, String::new()),
    }
}

/// Share of the question's content words that the query uses.
/// Half where it is not known which words were used.
fn coverage(group: &Group<'_>) -> (f64, String) {
    let members = group.members.iter().map(|j| &j.candidate);
    let Some(account) = account(&group.best.candidate, members) else {
        return (0.5, "it is not known which words of the question are used".to_string());
    };
    let (used, left) = (account.uses.len(), &account.unplaced);
    if left.is_empty() {
        return (1.0, "every word of the question is used".to_string());
    }
    let share = used as f64 / (used + left.len()) as f64;
    (share, format!("{} not used", left.join(", ")))
}

fn lint(judged: &Judged) -> (f64, String) {
    let count = |s: Severity| judged.findings.iter().filter(|f| f.severity == s).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let first = judged
        .findings
        .iter()
        .max_by_key(|f| f.severity)
        .map(|f| lower_first(f.message.trim_end_matches('.')));
    let says = first.unwrap_or_else(|| "no doubts about the query".to_string());
    ((errors as f64 + warnings as f64 / 5.0).min(2.0), says)
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars
        .next()
        .map(|c| c.to_lowercase().collect::<String>())
        .unwrap_or_default();
    // A name in capitals (LIMIT, SELECT) keeps them.
    if chars.clone().next().is_some_and(char::is_uppercase) {
        return text.to_string();
    }
    first + chars.as_str()
}

fn round(points: f64) -> f64 {
    (points * 10.0).round() / 10.0
}
