//! A workload's states: what each query came to, what is carried on, what was learned.
//!
//! In: optimisations of named queries. Out: entries of the leaderboard, its page, promotions with their analysis, records of
//! learning and their summary, as seed document 004 lays them out. Deliberately absent: files and folders, which a host has.

use std::collections::BTreeMap;

pub use askwell_contract::optimise::Entry;
use askwell_contract::optimise::{Optimisation, Status};
use serde::{Deserialize, Serialize};

/// What is said to the next state of a query that was carried on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Promotion {
    pub query_id: String,
    pub from_state: u32,
    pub speedup: f64,
    pub worked: Vec<String>,
    /// What was tried in vain, and what has not been tried.
    pub did_not_help: Vec<String>,
    pub to_try: Vec<String>,
}

/// What one query taught.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Lesson {
    pub query_id: String,
    pub state: u32,
    pub status: Status,
    pub speedup: f64,
    pub rules: Vec<String>,
    pub attempts: usize,
    /// Attempts by the step that turned them down.
    pub turned_down: BTreeMap<String, usize>,
}

/// What all lessons say of a rule: how often it stood in what was offered, and its mean gain there.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct OfRule {
    pub offered: usize,
    pub mean_speedup: f64,
}

pub fn entry(id: &str, done: &Optimisation) -> Entry {
    let (status, speedup, sql, explanation) = match done.best() {
        Some(best) => {
            let said: Vec<&str> = best.changes.iter().map(|c| c.says.as_str()).collect();
            (
                best.status,
                best.gain.map_or(1.0, |g| g.speedup),
                best.sql.clone(),
                said.join(" "),
            )
        }
        None if !done.refused.is_empty() => (Status::Error, 1.0, done.before.clone(), done.refused.clone()),
        None => {
            let tried = done.attempts.len();
            (
                Status::Neutral,
                1.0,
                done.before.clone(),
                match tried {
                    0 => "Nothing faster was found, and no other way to ask it is known.".to_string(),
                    1 => "Nothing faster was found; one other way was tried.".to_string(),
                    _ => format!("Nothing faster was found; {tried} other ways were tried."),
                },
            )
        }
    };
    Entry {
        query_id: id.into(),
        status,
        speedup,
        sql,
        baseline_sql: done.before.clone(),
        explanation,
    }
}

/// From the threshold on a query's new statement is where the next state begins.
pub fn promotion(entry: &Entry, done: &Optimisation, state: u32, threshold: f64) -> Option<Promotion> {
    let best = done.best().filter(|_| entry.speedup >= threshold)?;
    let worked: Vec<String> = best.changes.iter().map(|c| c.rule.clone()).collect();
    let mut tried: Vec<String> = done
        .attempts
        .iter()
        .flat_map(|a| &a.changes)
        .map(|c| c.rule.clone())
        .collect();
    tried.sort_unstable();
    tried.dedup();
    let mut targets: Vec<&String> = done.parts.iter().flat_map(|p| &p.may_change).map(|t| &t.rule).collect();
    targets.sort_unstable();
    targets.dedup();
    Some(Promotion {
        query_id: entry.query_id.clone(),
        from_state: state,
        speedup: entry.speedup,
        to_try: targets.into_iter().filter(|t| !tried.contains(t)).cloned().collect(),
        did_not_help: tried.into_iter().filter(|t| !worked.contains(t)).collect(),
        worked,
    })
}

/// A promotion in words, for the next round's prompt. It names rules and holds no text of a model or a database.
pub fn analysis(promotion: &Promotion) -> String {
    let mut said = format!(
        "State {} made it {:.2} times as fast, and the query above is what came of it.",
        promotion.from_state, promotion.speedup
    );
    for (what, rules) in [
        ("What worked", &promotion.worked),
        ("Tried in vain", &promotion.did_not_help),
        ("Not tried yet", &promotion.to_try),
    ] {
        if !rules.is_empty() {
            said.push_str(&format!(" {what}: {}.", rules.join(", ")));
        }
    }
    said
}

pub fn lesson(entry: &Entry, done: &Optimisation, state: u32) -> Lesson {
    let mut turned_down: BTreeMap<String, usize> = BTreeMap::new();
    for step in done.attempts.iter().filter_map(|a| a.turned_down) {
        *turned_down.entry(format!("{step:?}").to_lowercase()).or_default() += 1;
    }
    Lesson {
        query_id: entry.query_id.clone(),
        state,
        status: entry.status,
        speedup: entry.speedup,
        rules: done
            .best()
            .map(|b| b.changes.iter().map(|c| c.rule.clone()).collect())
            .unwrap_or_default(),
        attempts: done.attempts.len(),
        turned_down,
    }
}

pub fn summary(lessons: &[Lesson]) -> BTreeMap<String, OfRule> {
    let mut rules: BTreeMap<String, OfRule> = BTreeMap::new();
    for lesson in lessons {
        for rule in &lesson.rules {
            let of = rules.entry(rule.clone()).or_default();
            let all = of.mean_speedup * of.offered as f64 + lesson.speedup;
            of.offered += 1;
            of.mean_speedup = all / of.offered as f64;
        }
    }
    rules
}

/// The leaderboard as a page, best first.
pub fn page(title: &str, entries: &[Entry]) -> String {
    let mut sorted: Vec<&Entry> = entries.iter().collect();
    sorted.sort_by(|a, b| b.speedup.total_cmp(&a.speedup).then(a.query_id.cmp(&b.query_id)));
    let count = |status| entries.iter().filter(|e| e.status == status).count();
    let mut lines = vec![format!("# {title}"), String::new()];
    let counts = Status::ALL.map(|s| format!("{} {}", s.name(), count(s)));
    lines.push(counts.join(", "));
    lines.push(String::new());
    lines.push("| query | status | times faster | what was changed |".into());
    lines.push("|---|---|---:|---|".into());
    for entry in sorted {
        lines.push(format!(
            "| {} | {} | {:.2} | {} |",
            entry.query_id,
            entry.status.name(),
            entry.speedup,
            entry.explanation.replace('|', "\\|")
        ));
    }
    lines.push(String::new());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::optimise::{Alteration, Gain, Variant};

    fn done(speedup: f64) -> Optimisation {
        let gain = Gain {
            speedup,
            low: speedup,
            high: speedup,
            runs: 3,
            before_ms: 10.0,
            after_ms: 5.0,
        };
        let change = Alteration {
            rule: "or_to_in".into(),
            says: "Now a list.".into(),
        };
        Optimisation {
            before: "SELECT 1".into(),
            parts: vec![],
            attempts: vec![Variant {
                sql: "SELECT 2".into(),
                changes: vec![change],
                by: "rules".into(),
                status: Status::of(speedup),
                turned_down: None,
                why: String::new(),
                counter_example: None,
                proof: None,
                gain: Some(gain),
                first_ms: None,
            }],
            best: (speedup >= 1.05).then_some(0),
            refused: String::new(),
            stopped: false,
            plan_before: None,
            plan_after: None,
            advice: vec![],
        }
    }

    #[test]
    fn only_what_gains_enough_is_carried_on() {
        let (win, neutral) = (done(2.0), done(1.01));
        let (a, b) = (entry("q1", &win), entry("q2", &neutral));
        assert_eq!(
            (a.status, a.sql.as_str(), a.baseline_sql.as_str()),
            (Status::Win, "SELECT 2", "SELECT 1")
        );
        assert_eq!((b.status, b.sql.as_str()), (Status::Neutral, "SELECT 1"));
        assert_eq!(promotion(&a, &win, 0, 1.05).unwrap().worked, ["or_to_in"]);
        assert!(promotion(&b, &neutral, 0, 1.05).is_none());
        assert!(promotion(&a, &win, 0, 2.5).is_none());
    }

    #[test]
    fn lessons_add_up_by_rule_and_the_page_shows_the_best_first() {
        let lessons: Vec<Lesson> = [2.0, 4.0]
            .iter()
            .map(|s| lesson(&entry("q", &done(*s)), &done(*s), 0))
            .collect();
        assert_eq!(
            summary(&lessons)["or_to_in"],
            OfRule {
                offered: 2,
                mean_speedup: 3.0
            }
        );
        let page = page("All", &[entry("q1", &done(1.0)), entry("q2", &done(2.0))]);
        assert!(page.contains("WIN 1, IMPROVED 0, NEUTRAL 1"));
        assert!(page.find("q2").unwrap() < page.find("| q1").unwrap());
    }

    #[test]
    fn statuses_begin_where_the_seed_says() {
        let of = |s: f64| Status::of(s).name();
        assert_eq!(
            [of(1.10), of(1.05), of(0.95), of(0.949)],
            ["WIN", "IMPROVED", "NEUTRAL", "REGRESSION"]
        );
    }
}
