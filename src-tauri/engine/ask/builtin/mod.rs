//! The built-in engine: a question to ranked SQL with no model, no key and no network.
//!
//! Follow a question through it: [`mentions`] (words to items) -> [`walk`] (items to parts, one reading at a
//! time, under a [`choose::Chooser`]) -> [`assemble`] (parts to a query) -> [`write`] (query to SQL, with its
//! joins) -> [`reading`] (query to words) -> belief (the product of the choices). No question, table name or
//! value of any benchmark is in here; what the words mean comes from the grammar in [`cues`] and from the database.

pub mod adjectives;
pub mod assemble;
pub mod choose;
pub mod cues;
pub mod days;
mod ignored;
pub mod mentions;
mod once;
pub mod present;
pub mod query;
mod reachable;
pub mod reading;
pub mod score;
#[cfg(test)]
mod tests;
pub mod walk;
mod when;
pub mod write;

use std::collections::BTreeSet;

use askwell_contract::run::{Candidate, Grounding, Linked, Plan, Span, WordUse};

use crate::prepare::Knowledge;
use crate::words::{tokenise, Token};

/// Choice sequences tried for one question.
const PATHS: usize = 160;
/// How much less a reading is believed for every table it joins without the question naming it (spider-train).
const UNNAMED_TABLE: f64 = 0.45;
/// And for a person's name whose words it looks for in different tables: set by judgement, the training questions hold few.
const TORN: f64 = 0.05;
/// Interpretations handed on by belief, and at most (issue "The built-in engine": 4 to 12).
const KEPT: usize = 8;
const MOST: usize = 11;

/// One reading, before it is a candidate.
pub struct Interpretation {
    pub query: query::Query,
    pub sql: String,
    pub belief: f64,
    /// Logarithm of the belief that the choices alone give.
    pub prior: f64,
    pub choices: Vec<choose::Made>,
    pub uses: Vec<Taken>,
    /// Content words that nothing used.
    pub unplaced: Vec<String>,
    /// The same with words of the grammar that ask for something, told to the person.
    pub ignored: Vec<String>,
}

/// Tokens that a reading used.
#[derive(Debug, Clone)]
pub struct Taken {
    pub start: usize,
    pub end: usize,
    pub meaning: String,
    /// The table or the column they were taken for; empty: a word of the grammar.
    pub of: String,
}

/// Distinct readings, most believed first.
pub fn interpret(
    knowledge: &Knowledge,
    plan: &Plan,
    grounding: &Grounding,
    linked: &Linked,
    weights: &score::Weights,
) -> Vec<Interpretation> {
    let tokens = tokenise(&plan.question);
    let mut items = mentions::items(knowledge, &tokens, grounding, linked);
    let times = mentions::timed(&tokens, &grounding.times);
    let mut found = read(knowledge, &tokens, &items, &times);
    if found.is_empty() {
        // What no key joins to the rest was no mention of it.
        items = reachable::kept(knowledge, items);
        found = read(knowledge, &tokens, &items, &times);
    }
    let mut out: Vec<Interpretation> = Vec::new();
    for (log, (query, sql, uses, prior), choices) in found {
        let belief = log.exp() * prior;
        match out.iter_mut().find(|o| o.sql == sql) {
            Some(same) => same.belief += belief,
            None => {
                let joined = query.needed().len() > 1;
                let unplaced = ignored::content(&tokens, &uses, joined);
                let ignored = ignored::words(&tokens, &items, &uses, &query);
                out.push(Interpretation {
                    query,
                    sql,
                    belief,
                    prior: 0.0,
                    choices,
                    uses,
                    unplaced,
                    ignored,
                });
            }
        }
    }
    out.iter_mut()
        .for_each(|o| o.prior = o.belief.max(f64::MIN_POSITIVE).ln());
    score::rank(
        weights,
        &score::Asked {
            knowledge,
            tokens: &tokens,
            items: &items,
        },
        &mut out,
    );
    out
}

/// Every reading of the items that can be written, with the logarithm of the belief that its choices give.
type Read = (f64, (query::Query, String, Vec<Taken>, f64), Vec<choose::Made>);

fn read(knowledge: &Knowledge, tokens: &[Token], items: &[mentions::Item], times: &[mentions::Timed<'_>]) -> Vec<Read> {
    let writer = write::Writer { knowledge };
    choose::explore(PATHS, |ch| {
        let walked = walk::walk(knowledge, tokens, items, times, ch);
        let query = assemble::assemble(&walked, ch)?;
        let sql = writer.statement(&query)?;
        let uses: Vec<Taken> = walked
            .uses
            .iter()
            .map(|u| Taken {
                start: items[u.item].start,
                end: items[u.item].end,
                meaning: u.meaning.clone(),
                of: object(knowledge, walked.meaning[u.item].as_ref()),
            })
            .collect();
        let named = |t: &usize| {
            walked
                .meaning
                .iter()
                .flatten()
                .any(|m| *m == mentions::Meaning::Table(*t))
        };
        let unnamed = query.needed().iter().skip(1).filter(|t| !named(t)).count();
        let joins = sql
            .matches(" JOIN ")
            .count()
            .saturating_sub(query.needed().len().saturating_sub(1));
        let whole = if score::torn_apart(knowledge, items, &query) {
            TORN
        } else {
            1.0
        };
        Some((query, sql, uses, whole * UNNAMED_TABLE.powi((unnamed + joins) as i32)))
    })
}

/// The name of what a mention means, as the catalog writes it.
fn object(knowledge: &Knowledge, meaning: Option<&mentions::Meaning>) -> String {
    let Some(meaning) = meaning else { return String::new() };
    let table = &knowledge.catalog.tables[meaning.table()];
    match meaning {
        mentions::Meaning::Table(_) => table.name.clone(),
        mentions::Meaning::Column(c) | mentions::Meaning::Value { col: c, .. } => {
            format!("{}.{}", table.name, table.columns[c.column].name)
        }
    }
}

/// The built-in engine's candidates, ids left to the stage. Where a value of the data is spelt otherwise than in
/// the question, one more candidate keeps the person's spelling: if the data has it so, it wins; if not, the repair
/// stage shows what it was changed to. `guard`: what a join repeats is counted once.
pub fn candidates(
    knowledge: &Knowledge,
    plan: &Plan,
    grounding: &Grounding,
    linked: &Linked,
    weights: &score::Weights,
    guard: bool,
) -> Vec<Candidate> {
    let guarded = |q: &query::Query| guarded(knowledge, q).filter(|_| guard);
    let tokens = tokenise(&plan.question);
    let mut found = interpret(knowledge, plan, grounding, linked, weights);
    present::settle(knowledge, &mut found);
    spread(&mut found);
    let total: f64 = found.iter().map(|f| f.belief).sum();
    let mut out: Vec<Candidate> = found
        .iter()
        .map(|f| (f, guarded(&f.query)))
        .map(|(f, once)| Candidate {
            id: String::new(),
            generator: strategy(&f.query).to_owned(),
            reading: once
                .as_ref()
                .map_or_else(|| reading::reading(knowledge, &f.query), |o| o.1.clone()),
            sql: once.map_or_else(|| f.sql.clone(), |o| o.0),
            belief: if total > 0.0 { f.belief / total } else { 0.0 },
            uses: f
                .uses
                .iter()
                .map(|used| {
                    let (start, end) = (tokens[used.start].start, tokens[used.end - 1].end);
                    WordUse {
                        span: Span {
                            start: start as u32,
                            end: end as u32,
                        },
                        words: plan.question[start..end].to_owned(),
                        meaning: used.meaning.clone(),
                        of: used.of.clone(),
                    }
                })
                .collect(),
            unplaced: f.ignored.clone(),
            times: when::told(&f.query, &grounding.times),
        })
        .collect();
    if let Some(first) = found.first() {
        let spelt = as_spelt(knowledge, &first.query, grounding);
        let written = spelt.and_then(|q| {
            guarded(&q).or_else(|| {
                let sql = write::Writer { knowledge }.statement(&q)?;
                Some((sql, reading::reading(knowledge, &q)))
            })
        });
        if let Some((sql, reading)) = written {
            if !out.iter().any(|c| c.sql == sql) {
                let literal = Candidate {
                    generator: "as written".into(),
                    reading,
                    sql,
                    belief: LITERAL * out[0].belief,
                    ..out[0].clone()
                };
                out.push(literal);
            }
        }
    }
    out
}

/// The statement and its words, where a join would count what is added up several times.
fn guarded(knowledge: &Knowledge, query: &query::Query) -> Option<(String, String)> {
    let (safe, table) = once::once(knowledge, query)?;
    let sql = write::Writer { knowledge }.statement(&safe)?;
    let name = &knowledge.catalog.tables.get(table)?.name;
    let reading = reading::reading(knowledge, query);
    Some((sql, format!("{reading}, each row of {name} counted once")))
}

/// Keeps the most believed, and behind them those that read a word as a part of the database that no other one shows,
/// so that a person whose word fits two things finds both.
fn spread(found: &mut Vec<Interpretation>) {
    let mut seen: BTreeSet<query::Col> = BTreeSet::new();
    let mut keep: Vec<bool> = Vec::new();
    let mut kept = 0;
    for (at, f) in found.iter().enumerate() {
        let mut new = false;
        f.query.columns(&mut |c| new |= !seen.contains(&c));
        let wanted = at < KEPT || kept < MOST && new;
        if wanted {
            f.query.columns(&mut |c| {
                seen.insert(c);
            });
            kept += 1;
        }
        keep.push(wanted);
    }
    // Places that are left go to the next most believed.
    for wanted in keep.iter_mut().filter(|k| !**k).take(MOST.saturating_sub(kept)) {
        *wanted = true;
    }
    let mut keep = keep.into_iter();
    found.retain(|_| keep.next().unwrap_or_default());
}

/// Belief of the candidate that keeps the person's spelling, as a part of the first one's: the value index has
/// already said that the data spells it otherwise.
const LITERAL: f64 = 0.1;

/// What kind of query it is; the word on its card.
fn strategy(q: &query::Query) -> &'static str {
    let nested = q.filter.iter().any(|c| {
        matches!(
            c,
            query::Cond::In(..) | query::Cond::Compare(_, _, query::Value::Query(_))
        )
    });
    match () {
        () if nested => "nested",
        () if !q.group.is_empty() && q.limit.is_some() => "ranked groups",
        () if !q.group.is_empty() => "groups",
        () if q.limit.is_some() => "ranking",
        () if q.select.iter().any(query::Expr::is_aggregate) => "figure",
        () if q.distinct => "list, each once",
        () => "list",
    }
}

/// The query with values as the question spells them; `None` where it spells them as the data does.
fn as_spelt(knowledge: &Knowledge, q: &query::Query, grounding: &Grounding) -> Option<query::Query> {
    let mut out = q.clone();
    let mut changed = false;
    for cond in &mut out.filter {
        respell(knowledge, cond, grounding, &mut changed);
    }
    changed.then_some(out)
}

fn respell(knowledge: &Knowledge, cond: &mut query::Cond, grounding: &Grounding, changed: &mut bool) {
    // No other text is a label, and engines refuse to look for one.
    let labelled = |e: &query::Expr| match e {
        query::Expr::Column(c) => !knowledge.catalog.tables[c.table].columns[c.column].labels.is_empty(),
        _ => false,
    };
    match cond {
        query::Cond::Compare(e, query::Op::Eq, query::Value::Text(_)) if labelled(e) => {}
        query::Cond::Compare(_, query::Op::Eq, query::Value::Text(text)) => {
            let typed = grounding.values.iter().find(|v| v.value == *text && v.words != *text);
            let same = grounding.values.iter().any(|v| v.value == *text && v.words == *text);
            if let Some(v) = typed.filter(|_| !same) {
                *text = v.words.clone();
                *changed = true;
            }
        }
        query::Cond::Any(list) | query::Cond::All(list) => {
            list.iter_mut().for_each(|c| respell(knowledge, c, grounding, changed))
        }
        query::Cond::In(_, inner, _) => {
            let conds = inner.filter.iter_mut();
            conds.for_each(|c| respell(knowledge, c, grounding, changed));
        }
        _ => {}
    }
}
