//! Is an answer right? In: accepted SQL, candidates, an open database. Out: verdicts. "The same result" is the
//! engine's own definition. Deliberately absent: how the answer came about.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use askwell_contract::ports::{Cancel, Clock, Database};
use askwell_contract::run::{Judged, Outcome};
use askwell_contract::{Limits, ResultSet};
use askwell_engine::compare::{same, same_set};

use super::{bird, people};

/// Results are compared whole; a question with more rows than this is not measured.
const LIMITS: Limits = Limits {
    milliseconds: 60_000,
    rows: 200_000,
    bytes: 1 << 30,
};

/// Runs SQL for scoring and remembers the results of one database's accepted answers, which paraphrases share.
pub struct Scorer {
    database: Arc<dyn Database>,
    golds: BTreeMap<String, Result<Arc<ResultSet>, String>>,
}

/// One accepted answer.
pub struct Gold {
    result: Arc<ResultSet>,
    ordered: bool,
    /// Its rows as people compare them, where that is the measure.
    people: Option<people::Rows>,
}

impl Gold {
    /// Rows that stand in the file of questions.
    pub fn rows(rows: &[Vec<serde_json::Value>]) -> Self {
        let result = Arc::new(ResultSet {
            columns: Vec::new(),
            rows: Vec::new(),
            truncated: None,
        });
        Self {
            result,
            ordered: false,
            people: Some(people::of_json(rows)),
        }
    }

    pub fn by_people(self) -> Self {
        Self {
            people: Some(people::of_result(&self.result)),
            ..self
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    pub ex: bool,
    pub ex_set: bool,
}

const WRONG: Verdict = Verdict {
    ex: false,
    ex_set: false,
};

fn beside(result: &ResultSet, golds: &[Gold]) -> Verdict {
    if golds.iter().any(|g| g.people.is_some()) {
        let got = people::of_result(result);
        let right = golds
            .iter()
            .filter_map(|g| g.people.as_ref())
            .any(|gold| people::right(gold, &got));
        return Verdict {
            ex: right,
            ex_set: right,
        };
    }
    Verdict {
        ex: golds.iter().any(|gold| same(&gold.result, result, gold.ordered)),
        ex_set: golds.iter().any(|gold| same_set(&gold.result, result)),
    }
}

impl Scorer {
    pub fn new(database: Arc<dyn Database>) -> Self {
        Self {
            database,
            golds: BTreeMap::new(),
        }
    }

    /// The accepted results; those that do not run are left out, and if none runs, why.
    pub async fn golds(&mut self, accepted: &[String]) -> Result<Vec<Gold>, String> {
        let (mut golds, mut why) = (Vec::new(), "there is no accepted SQL".to_owned());
        for sql in accepted {
            let result = match self.golds.get(sql) {
                Some(known) => known.clone(),
                None => {
                    let result = self.run(sql).await.map(Arc::new);
                    self.golds.insert(sql.clone(), result.clone());
                    result
                }
            };
            match result {
                Ok(result) => golds.push(Gold {
                    result,
                    ordered: orders_rows(sql),
                    people: None,
                }),
                Err(error) => why = error,
            }
        }
        if golds.is_empty() {
            Err(why)
        } else {
            Ok(golds)
        }
    }

    /// Right if it equals any of them.
    pub async fn verdict(&self, candidate: &Judged, golds: &[Gold]) -> Verdict {
        match self.whole(candidate).await {
            Some(result) => beside(&result, golds),
            None => WRONG,
        }
    }

    /// The same of the query that joins the answers of several parts.
    pub async fn verdict_of(&self, sql: &str, golds: &[Gold]) -> Verdict {
        match self.run(sql).await {
            Ok(result) => beside(&result, golds),
            Err(_) => WRONG,
        }
    }

    /// BIRD's soft F1 with the accepted answer that is nearest; `None` where people's own measure counts.
    pub async fn soft_f1(&self, answer: Option<&Judged>, golds: &[Gold]) -> Option<f64> {
        if golds.is_empty() || golds.iter().any(|gold| gold.people.is_some()) {
            return None;
        }
        let result = match answer {
            Some(answer) => self.whole(answer).await,
            None => None,
        };
        let Some(result) = result else { return Some(0.0) };
        let each = golds.iter().map(|gold| bird::soft_f1(&result, &gold.result));
        each.max_by(f64::total_cmp)
    }

    /// BIRD's reward for an answer that is right as it counts them: both queries run by turns, `times` times.
    pub async fn reward(&self, sql: &str, accepted: &[String], times: u32, clock: &dyn Clock) -> Option<f64> {
        let answer = self.run(sql).await.ok()?;
        let mut equal = None;
        for one in accepted {
            if self.run(one).await.is_ok_and(|gold| same_set(&gold, &answer)) {
                equal = Some(one);
                break;
            }
        }
        let Some(accepted) = equal else { return Some(0.0) };
        let mut took = Vec::new();
        for _ in 0..times {
            let mut each = [0.0, 0.0];
            for (at, statement) in [accepted.as_str(), sql].into_iter().enumerate() {
                let began = clock.ticks();
                self.run(statement).await.ok()?;
                each[at] = clock.ticks() - began;
            }
            took.push((each[0], each[1]));
        }
        bird::ratio(&took).map(bird::reward)
    }

    /// The run kept the first page only; where there is more, it is read again.
    async fn whole<'j>(&self, candidate: &'j Judged) -> Option<Cow<'j, ResultSet>> {
        let Outcome::Ran { result, .. } = &candidate.outcome else {
            return None;
        };
        match result.truncated {
            None => Some(Cow::Borrowed(result)),
            Some(_) => self.run(&candidate.candidate.sql).await.ok().map(Cow::Owned),
        }
    }

    pub async fn run(&self, sql: &str) -> Result<ResultSet, String> {
        let stream = self
            .database
            .query(sql, LIMITS, &Cancel::new())
            .await
            .map_err(|problem| problem.message)?;
        let stream = stream.map_err(|finding| finding.engine.unwrap_or(finding.message))?;
        let result = stream
            .collect()
            .await
            .map_err(|finding| finding.engine.unwrap_or(finding.message))?;
        match result.truncated {
            None => Ok(result),
            Some(why) => Err(format!("its result is too large to compare ({why:?} limit)").to_lowercase()),
        }
    }
}

/// Does the order of the rows belong to the answer: is there an ORDER BY outside all parentheses and quotes?
pub(crate) fn orders_rows(sql: &str) -> bool {
    let (mut depth, mut quote, mut outer) = (0, None, String::new());
    for c in sql.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"' | '`') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, _) if depth == 0 => outer.push(c),
            _ => {}
        }
    }
    outer
        .to_uppercase()
        .split_whitespace()
        .collect::<Vec<_>>()
        .windows(2)
        .any(|pair| pair == ["ORDER", "BY"])
}

/// A question with two readings is answered right when the candidates show both: each reading is a name of the
/// schema, and some candidate uses it.
pub fn shows_both(candidates: &[String], readings: [&str; 2]) -> bool {
    readings
        .iter()
        .all(|reading| candidates.iter().any(|sql| mentions(sql, reading)))
}

fn mentions(sql: &str, name: &str) -> bool {
    let (sql, name) = (sql.to_lowercase(), name.to_lowercase());
    let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    sql.match_indices(&name)
        .any(|(at, _)| !word(sql[..at].chars().next_back()) && !word(sql[at + name.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_outer_order_counts() {
        assert!(orders_rows("SELECT a FROM t order\n by a"));
        assert!(orders_rows("SELECT a FROM (SELECT 1) ORDER BY a LIMIT 3"));
        assert!(!orders_rows("SELECT a FROM (SELECT a FROM t ORDER BY a LIMIT 3)"));
        assert!(!orders_rows("SELECT 'order by' FROM t"));
        assert!(!orders_rows("SELECT \"order by\" FROM t"));
    }

    #[test]
    fn both_readings_must_be_used_as_whole_names() {
        let candidates = [
            "SELECT base_pay FROM jobs".to_owned(),
            "SELECT Benefits FROM jobs".to_owned(),
        ];
        assert!(shows_both(&candidates, ["Base_Pay", "benefits"]));
        assert!(!shows_both(&candidates, ["pay", "benefits"]));
    }
}
