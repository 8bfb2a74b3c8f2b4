//! Generate: candidate queries for the question, from every generator there is.
//!
//! In: plan, grounding, links. Out: distinct candidates, most believed first, or why the database cannot answer.

use askwell_contract::model::Effort;
use askwell_contract::run::{Candidate, Choice, Declined, Grounding, Linked, Plan, Reply, ValueMatch};
use askwell_contract::{Dialect, Result};
use askwell_reader::Style;
use askwell_sql::normal::normal;
use askwell_sql::{ranked, steps};

use super::advice::{is_written, VERIFIED};
use super::builtin::score::Weights;
use super::builtin::{self, days};
use super::BY_SALES;
use crate::cx::Cx;
use crate::gates;
use crate::prepare::examples::{with_hint, Example};
use crate::prompt::Ask;
use crate::switches::Mechanism;
use crate::trial::Tried;

mod about;
pub mod advised;
mod again;
mod blind;
mod cascade;
mod compounds;
mod enough;
mod followed;
mod nearest;
pub mod reader;
pub mod recipes;
mod refused;
mod trained;

pub use again::again;
use reader::Lead;
use refused::refused;
pub use refused::Refused;

/// The reader's readings that the older engine's first is held against.
const LOOKED_AT: usize = 5;

/// The candidates, and what those of them came to that had to be run already.
#[derive(Debug, Default)]
pub struct Generated {
    pub candidates: Vec<Candidate>,
    pub tried: Tried,
    /// Instead of candidates: what models would have to know first.
    pub reply: Option<Reply>,
}

pub async fn generate(
    cx: &Cx<'_>,
    plan: &Plan,
    grounding: &Grounding,
    linked: &Linked,
) -> Result<std::result::Result<Generated, Refused>> {
    cx.check()?;
    if cx.knowledge.catalog.tables.is_empty() {
        let declined = Declined {
            message: "This database has no tables, so there is nothing to ask about.".into(),
            missing: Vec::new(),
            suggestions: Vec::new(),
        };
        return Ok(Err(Refused {
            declined,
            closest: Vec::new(),
        }));
    }
    // A turn's queries were made of the one before it; a model is told the question as it was understood.
    if let (Some(follow), None) = (&plan.follows, cx.door) {
        let candidates = followed::candidates(follow, &cx.knowledge.catalog);
        return Ok(Ok(Generated {
            candidates,
            ..Generated::default()
        }));
    }
    let weights = match cx.switches.has(Mechanism::Ranking) {
        true => cx.weights,
        false => Weights::none(),
    };
    let guard = cx.switches.has(Mechanism::FanOut);
    let older = match cx.switches.has(Mechanism::Older) {
        true => builtin::candidates(cx.knowledge, plan, grounding, linked, weights, guard),
        false => Vec::new(),
    };
    // Beside a fixed number of a model's queries stand those of the older engine alone.
    let alone = cx.door.is_none_or(|door| door.settings.effort == Effort::Auto);
    let reads = cx.switches.has(Mechanism::Reader) && alone && reader::is_asked(cx.switches);
    let read = match reads {
        true => reader::read(cx, plan, grounding, linked),
        false => reader::Read::default(),
    };
    let possible = read.possible;
    let dialect = cx.knowledge.catalog.dialect;
    let older = match cx.switches.style {
        Style::People => {
            // Where the reader has a reading, a query that finds one spelling of several finds too little.
            let whole = |c: &Candidate| read.candidates.is_empty() || !blind::misses_spellings(cx.knowledge, c);
            older.into_iter().filter(whole).map(|c| figured(c, dialect)).collect()
        }
        Style::Exact => older,
    };
    let guessed = linked.precise.iter().any(|f| f.by == SIMILAR && f.score < NAMED);
    // A word was taken for a name that only looks like it, or the query leaves out what one of the reader's has.
    let sure = reader::is_sure(&older)
        && !guessed
        && !blind::is_blind(cx.knowledge, &older, &read.candidates)
        && !leaves_out(
            cx,
            plan,
            &older,
            &read.candidates[..read.candidates.len().min(LOOKED_AT)],
        );
    // Where the reader passes over what the older engine has, it only says whether both agree.
    let lead = match (sure, sure && leaves_out(cx, plan, &read.candidates, &older[..1])) {
        (false, _) => Lead::Reader,
        (true, false) => Lead::Both,
        (true, true) => Lead::Older,
    };
    let own = reader::beside(older, read.candidates, lead, dialect);
    let own = match &plan.follows {
        Some(follow) => {
            let lead = if reader::is_sure(&own) {
                Lead::Both
            } else {
                Lead::Reader
            };
            reader::beside(own, followed::candidates(follow, &cx.knowledge.catalog), lead, dialect)
        }
        None => own,
    };
    // Names are no answer to a question for a figure, nor is the figure of something else.
    let people = cx.switches.style == Style::People;
    let no_answer = |c: &Candidate| {
        gates::shows_no_figure(cx.knowledge, &plan.question, c)
            || people && gates::lacks_what_is_asked(&plan.question, c)
    };
    let (names, own): (Vec<Candidate>, Vec<Candidate>) = own.into_iter().partition(no_answer);
    // A model may find a way where the built-in engine sees none.
    let lost = own.is_empty()
        || match possible {
            Some(possible) => possible < reader::least(&own),
            None => about::strange(about::words(plan, grounding, linked)) || !about(linked, grounding, &own),
        };
    let tried = Tried::default();
    let beside = advised::Beside { own: &own, lost };
    let advised::Gave {
        candidates: written,
        others,
        missing,
        asks,
        settled,
    } = advised::candidates(cx, plan, grounding, linked, beside, &tried).await?;
    // Several models that see no way outweigh what words alone have found, but not what the person chose before.
    if written.is_empty() && missing.len() >= NO_WAY && chosen_before(cx, plan).is_none() {
        let closest = numbered(own.into_iter().chain(names).collect());
        let over = linked.unplaced.clone();
        return Ok(Err(refused(cx, plan, linked, over, missing.first(), closest)));
    }
    let asked_back = asks.len() > written.len() && cx.switches.has(Mechanism::AskBack);
    if let Some(ask) = asks.into_iter().next().filter(|_| asked_back) {
        return Ok(Ok(Generated {
            reply: Some(back(plan, ask)),
            ..Generated::default()
        }));
    }
    // What the likeliest reading has no use for is what is missing.
    let over = own
        .first()
        .or(names.first())
        .map(|c| c.unplaced.clone())
        .filter(|words| !words.is_empty());
    let over = over.unwrap_or_else(|| linked.unplaced.clone());
    let (own, closest) = match lost {
        true if written.is_empty() => (Vec::new(), own.into_iter().chain(names).collect()),
        // Of what the built-in engine would not have answered with, the first stands behind what a model wrote.
        true => (own.into_iter().take(1).map(doubted).collect(), Vec::new()),
        // What was checked, and agreed with, is not put to the vote again.
        false if settled => (own.into_iter().map(doubted).collect(), Vec::new()),
        false => (own, Vec::new()),
    };
    let own = confirmed(cx, plan, grounding, own, &closest);
    if written.is_empty() && own.is_empty() {
        let closest = numbered(closest);
        return Ok(Err(refused(cx, plan, linked, over, missing.first(), closest)));
    }
    // Where nothing else is to be compared, another reading takes no vote from any.
    let others = others.into_iter().filter(|_| settled);
    let mut candidates = numbered(merged(own, written, others, cx.knowledge.catalog.dialect));
    for c in candidates.iter_mut().filter(|c| is_written(c)) {
        told_of_times(c, grounding);
    }
    Ok(Ok(Generated {
        candidates,
        tried,
        reply: None,
    }))
}

fn numbered(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    for (i, c) in candidates.iter_mut().enumerate() {
        c.id = format!("c{}", i + 1);
    }
    candidates
}

/// A model's question back, with questions that can be pressed.
fn back(plan: &Plan, ask: Ask) -> Reply {
    let choice = |(label, whole): (String, String)| Choice {
        question: match whole.is_empty() {
            true => format!("{} ({label})", plan.question),
            false => whole,
        },
        label,
    };
    Reply {
        message: ask.question,
        choices: ask.options.into_iter().map(choice).collect(),
        anyway: Some(plan.question.clone()),
        defines: None,
    }
}

/// People want the figure of a ranking beside its names.
fn figured(candidate: Candidate, dialect: Dialect) -> Candidate {
    match ranked::with_figure(&candidate.sql, dialect) {
        Some(sql) => Candidate { sql, ..candidate },
        None => candidate,
    }
}

fn doubted(candidate: Candidate) -> Candidate {
    Candidate {
        belief: candidate.belief * DOUBTED,
        ..candidate
    }
}

/// The reading of the same question that the person said is right gets nearly all votes.
///
/// "Last month" was another month then: the reading is the one that differs in its days only, and where there is none, the
/// old days are nobody's answer.
/// `closest`: what was not believed, and may be it all the same.
fn confirmed(
    cx: &Cx<'_>,
    plan: &Plan,
    grounding: &Grounding,
    mut own: Vec<Candidate>,
    closest: &[Candidate],
) -> Vec<Candidate> {
    let Some(example) = chosen_before(cx, plan) else {
        return own;
    };
    let dialect = cx.knowledge.catalog.dialect;
    let moves = grounding.times.iter().any(|time| time.relative);
    let form = |sql: &str| match moves {
        true => without_days(&normal(sql, dialect)),
        false => normal(sql, dialect),
    };
    let key = form(&example.sql);
    let is_it = |c: &Candidate| form(&c.sql) == key;
    let found = match own.iter().position(is_it) {
        Some(at) => Some(own.remove(at)),
        None => closest.iter().find(|c| is_it(c)).cloned(),
    };
    if found.is_none() && key != normal(&example.sql, dialect) {
        return own;
    }
    own.iter_mut().for_each(|c| c.belief *= 1.0 - CONFIRMED);
    let mut chosen = match found {
        Some(found) => Candidate {
            belief: found.belief * (1.0 - CONFIRMED),
            ..found
        },
        None => Candidate {
            id: String::new(),
            generator: String::new(),
            sql: example.sql.clone(),
            reading: steps::told(&example.sql, dialect),
            belief: 0.0,
            uses: Vec::new(),
            unplaced: Vec::new(),
            times: Vec::new(),
        },
    };
    chosen.belief += CONFIRMED;
    chosen.generator = match chosen.generator.as_str() {
        "" => VERIFIED.to_owned(),
        made => format!("{VERIFIED}, {made}"),
    };
    own.insert(0, chosen);
    own
}

/// What the person said is right of the same question, the last time that they did.
fn chosen_before<'a>(cx: &Cx<'a>, plan: &Plan) -> Option<&'a Example> {
    let asked = |question: &str| question.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let this = asked(&with_hint(&plan.question, &plan.evidence));
    cx.verified.iter().rfind(|e| asked(&e.question) == this)
}

/// A statement with a question mark for each day and year that is written out, in whatever way a column keeps it.
fn without_days(sql: &str) -> String {
    let of_number = |c: char| c.is_ascii_digit() || c == '-';
    let mut out = String::with_capacity(sql.len());
    let mut rest = sql;
    while let Some(first) = rest.chars().next() {
        let run = rest.find(|c| !of_number(c)).unwrap_or(rest.len());
        let word = &rest[..run];
        let year = matches!(word.len(), 4 | 8) && (word.starts_with("19") || word.starts_with("20"));
        let day = days::iso(word).is_some() || year && !word.contains('-');
        let passed = if run == 0 { first.len_utf8() } else { run };
        out.push_str(if day { "?" } else { &rest[..passed] });
        rest = &rest[passed..];
    }
    out
}

/// How the times were read that a model was told of: which it used, it does not say.
fn told_of_times(candidate: &mut Candidate, grounding: &Grounding) {
    for time in grounding.times.iter().filter(|time| !time.plain()) {
        for said in time.said() {
            if !candidate.times.contains(said) {
                candidate.times.push(said.clone());
            }
        }
    }
}

/// All candidates, each statement once: its believers are added up, and all who wrote it are named.
///
/// The built-in engine's candidates share one vote between them; a model's query has one of its own.
fn merged(
    own: Vec<Candidate>,
    written: Vec<Candidate>,
    others: impl Iterator<Item = Candidate>,
    dialect: Dialect,
) -> Vec<Candidate> {
    if written.is_empty() {
        return own;
    }
    let all = each_once(own.into_iter().chain(written).chain(others), dialect);
    let most = all.iter().map(|c| c.belief).fold(f64::MIN_POSITIVE, f64::max);
    let scaled = all.into_iter().map(|c| Candidate {
        belief: c.belief / most,
        ..c
    });
    scaled.collect()
}

/// Each statement once, with the belief of all who wrote it and their names.
fn each_once(candidates: impl Iterator<Item = Candidate>, dialect: Dialect) -> Vec<Candidate> {
    let mut all: Vec<(String, Candidate)> = Vec::new();
    for candidate in candidates {
        let key = normal(&candidate.sql, dialect);
        match all.iter_mut().find(|(known, _)| *known == key) {
            Some((_, same)) => {
                same.belief += candidate.belief;
                same.generator = format!("{}, {}", same.generator, candidate.generator);
            }
            None => all.push((key, candidate)),
        }
    }
    all.into_iter().map(|a| a.1).collect()
}

/// Whether a candidate stands on anything: something is named, and not most content words are unused.
fn about(linked: &Linked, grounding: &Grounding, candidates: &[Candidate]) -> bool {
    let Some(best) = candidates.first() else { return false };
    // What only the hints hold is no word of the question.
    let stored = |v: &ValueMatch| v.similarity >= 0.95 && v.span.start < v.span.end;
    // A word that is only near a name will do where no other is left over: "the top scorers" of `box_scores`.
    let near = best.unplaced.is_empty() && linked.precise.iter().any(|f| f.score > 0.5 && f.column.is_none());
    // "Our best month": what is sold is known of, whatever it is called.
    let sold = best.uses.iter().any(|u| BY_SALES.contains(&u.meaning.as_str()));
    let named = linked.precise.iter().any(|f| f.score >= 0.7) || grounding.values.iter().any(stored) || near || sold;
    let placed = best.uses.len();
    named && placed > 0 && best.unplaced.len() <= 2 * placed
}

/// Whether the first query fails more gates than one of the others.
fn leaves_out(cx: &Cx<'_>, plan: &Plan, first: &[Candidate], others: &[Candidate]) -> bool {
    let faults = |c: &Candidate| gates::would_fail(cx.knowledge, &plan.question, c);
    let fewest = others.iter().take(LOOKED_AT).map(faults).min();
    first
        .first()
        .map(faults)
        .zip(fewest)
        .is_some_and(|(own, fewest)| own > fewest)
}

/// A name that a word is like is meant from here on.
const NAMED: f64 = 0.7;
/// Links of words that are near to a name in their letters.
const SIMILAR: &str = "similar";
/// So many models that say what is missing, and none that writes a query, decline for the built-in engine, too.
const NO_WAY: usize = 2;
/// What is left of the belief in a reading that the built-in engine would not have answered with.
const DOUBTED: f64 = 0.01;
/// Share of the votes for a reading that the person said is right.
const CONFIRMED: f64 = 0.95;
