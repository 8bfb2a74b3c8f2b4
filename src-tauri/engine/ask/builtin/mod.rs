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
pub mod mentions;
pub mod query;
pub mod reading;
pub mod score;
pub mod walk;
pub mod write;

use askwell_contract::run::{Candidate, Grounding, Linked, Plan, Span, WordUse};

use crate::prepare::Knowledge;
use crate::words::lexicon::is_function_word;
use crate::words::{tokenise, Token, TokenKind};

/// Choice sequences tried for one question.
const PATHS: usize = 160;
/// How much less a reading is believed for every table it joins without the question naming it (spider-train).
const UNNAMED_TABLE: f64 = 0.45;
/// Interpretations handed on at most (issue "The built-in engine": 4 to 12).
const KEPT: usize = 10;

/// One reading, before it is a candidate.
pub struct Interpretation {
    pub query: query::Query,
    pub sql: String,
    pub belief: f64,
    /// Logarithm of the belief that the choices alone give.
    pub prior: f64,
    pub choices: Vec<choose::Made>,
    pub uses: Vec<(usize, usize, String)>,
    /// Content words that nothing used.
    pub unplaced: Vec<String>,
}

/// Distinct readings, most believed first.
pub fn interpret(knowledge: &Knowledge, plan: &Plan, grounding: &Grounding, linked: &Linked) -> Vec<Interpretation> {
    let tokens = tokenise(&plan.question);
    let items = mentions::items(knowledge, &tokens, grounding, linked);
    let writer = write::Writer { knowledge };
    let found = choose::explore(PATHS, |ch| {
        let walked = walk::walk(knowledge, &tokens, &items, ch);
        let query = assemble::assemble(&walked, ch)?;
        let sql = writer.query(&query)?;
        let uses: Vec<(usize, usize, String)> = walked
            .uses
            .iter()
            .map(|u| (items[u.item].start, items[u.item].end, u.meaning.clone()))
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
        Some((query, sql, uses, UNNAMED_TABLE.powi((unnamed + joins) as i32)))
    });
    let mut out: Vec<Interpretation> = Vec::new();
    for (log, (query, sql, uses, prior), choices) in found {
        let belief = log.exp() * prior;
        match out.iter_mut().find(|o| o.sql == sql) {
            Some(same) => same.belief += belief,
            None => {
                let unplaced = unplaced(&tokens, &uses);
                out.push(Interpretation {
                    query,
                    sql,
                    belief,
                    prior: 0.0,
                    choices,
                    uses,
                    unplaced,
                });
            }
        }
    }
    out.iter_mut()
        .for_each(|o| o.prior = o.belief.max(f64::MIN_POSITIVE).ln());
    score::rank(
        &score::Asked {
            knowledge,
            tokens: &tokens,
            items: &items,
        },
        &mut out,
    );
    out
}

fn unplaced(tokens: &[Token], uses: &[(usize, usize, String)]) -> Vec<String> {
    tokens
        .iter()
        .enumerate()
        .filter(|(i, t)| {
            matches!(t.kind, TokenKind::Word | TokenKind::Quoted | TokenKind::Number)
                && !is_function_word(&t.lower)
                && !uses.iter().any(|u| u.0 <= *i && *i < u.1)
        })
        .map(|(_, t)| t.text.clone())
        .collect()
}

/// The built-in engine's candidates, ids left to the stage.
pub fn candidates(knowledge: &Knowledge, plan: &Plan, grounding: &Grounding, linked: &Linked) -> Vec<Candidate> {
    let tokens = tokenise(&plan.question);
    let mut found = interpret(knowledge, plan, grounding, linked);
    found.truncate(KEPT);
    let total: f64 = found.iter().map(|f| f.belief).sum();
    found
        .into_iter()
        .map(|f| Candidate {
            id: String::new(),
            generator: "built-in".into(),
            reading: reading::reading(knowledge, &f.query),
            sql: f.sql,
            belief: if total > 0.0 { f.belief / total } else { 0.0 },
            uses: f
                .uses
                .iter()
                .map(|(a, b, meaning)| WordUse {
                    span: Span {
                        start: tokens[*a].start as u32,
                        end: tokens[*b - 1].end as u32,
                    },
                    words: plan.question[tokens[*a].start..tokens[*b - 1].end].to_owned(),
                    meaning: meaning.clone(),
                })
                .collect(),
            unplaced: f.unplaced,
        })
        .collect()
}
