//! The judge that needs no model: two results side by side, every reason weighed and written out.
//!
//! In: the groups. Out: what speaks for and against each, and a [`Duel`] of two. Reasons that do not tell the two apart
//! are left out; the sum of the rest decides, and a tie goes to the group that stands first.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use askwell_contract::run::{Duel, Judged, Plan, Reason, Severity};
use askwell_sql::features;

use super::clusters::Group;
use super::{beside, looks, said};
use crate::ask::advice::{account, engines};
use crate::prepare::Knowledge;
use crate::trial::{self, asked, score, wants};
use crate::words::tokenise;

/// Lines `signal<TAB>weight`; the first line says how they were made (`askwell-cli eval --judge`): softmax regression
/// over the groups of tournaments, on databases that the ranking of the readings had not seen.
const FITTED: &str = include_str!("judge.txt");

/// The same for people's questions (`scripts/train/judge.py`): there a figure beside the name is welcome.
const PEOPLE: &str = include_str!("judge_people.txt");

/// Hand-set weights, in logarithms of odds. Coverage, values, rows and shape hardly vary among the built-in engine's
/// candidates but matter for what models write. Benchmarks leave out questions whose right answer is empty, so a fit
/// would overrate finding something.
pub const SET: [(&str, f64); 5] = [
    ("coverage", 1.0),
    ("values", 1.0),
    ("rows", 1.0),
    ("shape", 0.5),
    ("found", 2.0),
];

/// Points on screen for a logarithm of odds of 1.
const POINTS: f64 = 20.0;

/// Shares of the votes below this say no more.
const LEAST: f64 = 0.01;

/// Missing columns beyond this many cost no more.
const MOST_MISSING: usize = 2;

/// Things beyond those listed cost no more than this many.
const MOST_SURPLUS: usize = 2;

/// Joins beyond this many cost no more: by then the path is as doubtful as it can be.
const MOST_JOINS: f64 = 4.0;

/// Words left out beyond this many cost no more.
const MOST_UNSAID: usize = 3;

/// The judge's name on screen.
const NAME: &str = "rules";

pub fn duel(a: &Group<'_>, b: &Group<'_>, of_a: &[Signal], of_b: &[Signal]) -> Duel {
    let mut reasons: Vec<Reason> = of_a
        .iter()
        .zip(of_b)
        .filter(|(x, y)| (x.points() - y.points()).abs() > 1e-9)
        .map(|(x, y)| {
            let (ahead, behind, label) = if x.points() > y.points() {
                (x, y, &a.cluster.id)
            } else {
                (y, x, &b.cluster.id)
            };
            let says = apart(label, &ahead.says, &behind.says);
            Reason {
                name: x.name.to_string(),
                a: round(x.points()),
                b: round(y.points()),
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

/// "A is ahead: each row once against rows that are there twice." Two may differ by less than their words do.
fn apart(label: &str, ahead: &str, behind: &str) -> String {
    match (ahead, behind) {
        ("", "") => format!("{label} is a little ahead."),
        ("", behind) => format!("{label} is ahead: the other has {behind}."),
        (ahead, behind) if behind.is_empty() || behind == ahead => format!("{label} is a little ahead: {ahead}."),
        (ahead, behind) => format!("{label} is ahead: {ahead} against {behind}."),
    }
}

/// Something that speaks for or against a group.
pub struct Signal {
    pub name: &'static str,
    pub value: f64,
    /// The same in words.
    pub says: String,
    weight: f64,
}

impl Signal {
    fn points(&self) -> f64 {
        POINTS * self.value * self.weight
    }
}

type Weights = BTreeMap<&'static str, f64>;

/// Of people's questions, which the reader has a part in, or of benchmarks'.
fn weights(people: bool) -> &'static Weights {
    static EXACT: OnceLock<Weights> = OnceLock::new();
    static PEOPLES: OnceLock<Weights> = OnceLock::new();
    let (of, text) = if people { (&PEOPLES, PEOPLE) } else { (&EXACT, FITTED) };
    of.get_or_init(|| crate::ask::fitted(text).chain(SET).collect())
}

/// The signals of every group, in the same order for each.
pub fn signals(knowledge: &Knowledge, plan: &Plan, groups: &[Group<'_>]) -> Vec<Vec<Signal>> {
    let left_out = said::left_out(knowledge, &plan.question, groups);
    let beside = beside::signals(knowledge, plan, groups);
    let read = groups.iter().flat_map(|g| &g.members).any(|j| engines(&j.candidate).0);
    let weights = weights(read);
    let each = groups.iter().zip(left_out).zip(beside);
    each.map(|((group, left_out), beside)| {
        let own = of_group(knowledge, plan, group, &left_out);
        let signal = |(name, (value, says)): (&'static str, Weighed)| Signal {
            name,
            value,
            says,
            weight: weights.get(name).copied().unwrap_or_default(),
        };
        own.into_iter().chain(beside).map(signal).collect()
    })
    .collect()
}

/// Whether a result cannot be what was asked for, however many queries give it.
pub fn contradicted(signals: &[Signal]) -> bool {
    signals
        .iter()
        .any(|s| matches!(s.name, "listed" | "twice") && s.value > 0.0)
}

/// A signal's value and what it says.
pub(super) type Weighed = (f64, String);

fn of_group(
    knowledge: &Knowledge,
    plan: &Plan,
    group: &Group<'_>,
    left_out: &[String],
) -> Vec<(&'static str, Weighed)> {
    let judged = group.best;
    let f = features::of(&judged.candidate.sql, knowledge.catalog.dialect).unwrap_or_default();
    let (stored, values) = match score::stored_share(knowledge, &judged.candidate.sql) {
        Some((share, found)) if found.missing.is_empty() => (share, "every value it looks for is stored".to_string()),
        Some((share, found)) => (share, format!("{} is stored nowhere", found.missing.join(", "))),
        None => (1.0, "it looks for no stored value".to_string()),
    };
    let wants = wants::of(&plan.question);
    let tokens = tokenise(&plan.question);
    let asked_for = asked::listed(&tokens);
    // "The ratio for each product": what the group is called is shown beside it.
    let beside = usize::from(tokens.iter().any(|t| t.is_any(&["each", "every", "per"])));
    let listed = asked_for.filter(|things| *things > 1).unwrap_or_default();
    let shown = group.result.columns.len();
    let things = looks::things(group.result);
    let missing = listed.saturating_sub(shown).min(MOST_MISSING);
    let surplus = asked_for.map_or(0, |listed| things.saturating_sub(listed + beside).min(MOST_SURPLUS));
    let again = looks::copies(group.result);
    let hollow = trial::found_nothing(group.result) || trial::is_nameless(&f, group.result);
    // Wrong queries agree on nothing found as easily as right ones; such a group counts as its best member alone.
    let votes = if hollow { group.highest } else { group.votes };
    let of = |name, weighed: Weighed| (name, weighed);
    let (fit, form) = score::shape(&wants, &f, group.result);
    vec![
        of(
            "belief",
            (votes.max(LEAST).ln(), format!("{:.0}% of the votes", 100.0 * votes)),
        ),
        of("coverage", coverage(group)),
        of("unsaid", unsaid(left_out)),
        of("values", (stored, values)),
        of("rows", rows(wants.first, f.limit, group)),
        of("shape", (fit, lower_first(form.trim_end_matches('.')))),
        of("wide", ((things as f64).max(1.0).ln(), count(shown, "column"))),
        of(
            "listed",
            (
                missing as f64,
                format!("{} of {} that are listed", shown.min(listed), count(listed, "thing")),
            ),
        ),
        of(
            "surplus",
            (
                surplus as f64,
                match surplus {
                    0 => "no more than is listed".to_string(),
                    n => format!("{} more than is listed", count(n, "thing")),
                },
            ),
        ),
        of(
            "ones",
            either(
                looks::ones(group.result, &f.shown),
                "groups of one row each",
                "groups that have something to count",
            ),
        ),
        of("found", either(!hollow, "it found something", "it found nothing")),
        of(
            "repeats",
            either(again > 0.0, "rows that are there twice", "each row once"),
        ),
        of("copies", portion(again, "rows there already", "no row twice")),
        of(
            "twice",
            either(
                looks::same_columns(group.result),
                "a column that is there twice",
                "each column once",
            ),
        ),
        of(
            "echo",
            either(
                looks::echoes(&plan.question, group.result),
                "a column that says again what the question says",
                "columns that say something new",
            ),
        ),
        of(
            "gaps",
            portion(looks::gaps(group.result), "cells empty", "no empty cell"),
        ),
        of("joins", ((f.joins as f64).min(MOST_JOINS), count(f.joins, "join"))),
        of("doubts", lint(judged)),
    ]
}

pub(super) fn either(is: bool, yes: &str, no: &str) -> Weighed {
    (f64::from(u8::from(is)), if is { yes } else { no }.to_string())
}

pub(super) fn count(n: usize, thing: &str) -> String {
    match n {
        0 => format!("no {thing}"),
        1 => format!("one {thing}"),
        n => format!("{n} {thing}s"),
    }
}

/// Words of the question that another group's query uses, and this one's does not.
fn unsaid(left_out: &[String]) -> (f64, String) {
    let says = match left_out {
        [] => "it leaves no word out that another query uses".to_string(),
        words => format!("it leaves out {}", words.join(", ")),
    };
    (left_out.len().min(MOST_UNSAID) as f64, says)
}

/// A share of a result, in words where there is one.
fn portion(share: f64, of: &str, none: &str) -> (f64, String) {
    let says = if share > 0.0 {
        format!("{:.0}% of its {of}", (100.0 * share).max(1.0))
    } else {
        none.to_string()
    };
    (share, says)
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

pub(super) fn lower_first(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::apart;

    #[test]
    fn nothing_is_said_to_be_ahead_of_itself() {
        assert_eq!(apart("B", "one join", "one join"), "B is a little ahead: one join.");
        assert_eq!(
            apart("B", "one join", "2 joins"),
            "B is ahead: one join against 2 joins."
        );
        assert_eq!(
            apart("A", "the 5 that were asked for", ""),
            "A is a little ahead: the 5 that were asked for."
        );
        assert_eq!(
            apart("A", "", "3 where 5 were asked for"),
            "A is ahead: the other has 3 where 5 were asked for."
        );
    }
}
