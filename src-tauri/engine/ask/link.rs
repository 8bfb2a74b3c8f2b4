//! Link: which tables and columns the words of the question name.
//!
//! In: plan and grounding. Out: field matches with scores, the joins between the tables touched, and the words
//! that name nothing. Scores follow seed 001, 3b (exact 1.0, prefix and part of a name less, minimum 0.5).

use std::collections::BTreeMap;

use askwell_contract::ports::Embedder;
use askwell_contract::run::{FieldMatch, Grounding, Linked, Plan, Span};
use askwell_contract::Result;

use crate::cx::Cx;
use crate::prepare::context;
use crate::prepare::fields::{Field, FieldIndex};
use crate::prepare::glossary::{self, Sense};
use crate::prepare::Knowledge;
use crate::switches::Mechanism;
use crate::words::lexicon::is_function_word;
use crate::words::{split_name, stem, tokenise, Alike, Token, TokenKind};

mod advised;
mod glued;
mod heads;
mod meant;
mod parted;
mod rows;
mod sketch;
mod tables;
mod wary;

/// Longest run of words taken for one name.
const LONGEST: usize = 5;
/// What a name is worth of which only the first words are said, or all but the first, and one of which others are
/// (seed 001, 3b, of prefixes and substrings; all of them are worth 1).
const END: f64 = 0.8;
const PART: f64 = 0.7;
/// Seed 001, 3b.
const MINIMUM: f64 = 0.5;
/// Fields kept in all (seed 000: `faiss_top_k`), a run.
const TOP: usize = 30;

/// Units that a name ends in, by stem: `lead_time_days` is the lead time.
const UNITS: [&str; 16] = [
    "day", "hour", "minut", "second", "month", "year", "kg", "gram", "km", "mile", "meter", "feet", "pct", "percent",
    "usd", "eur",
];

/// Last words of names that people leave out, by stem.
const FILLERS: [&str; 8] = ["code", "name", "number", "type", "detail", "descript", "text", "valu"];

/// How often a table's rows come about: they may stay unsaid.
const PERIODIC: [&str; 6] = ["daily", "weekly", "monthly", "quarterly", "yearly", "annual"];

/// What a plural that is not the last word of a name is worth.
const COUNTED: f64 = 0.6;

/// From here on a name is said whole.
const SURE: f64 = 0.95;

/// Last words of the names of days and times.
const WHEN: [&str; 6] = ["date", "day", "time", "year", "at", "timestamp"];

pub async fn link(cx: &Cx<'_>, plan: &Plan, grounding: &Grounding) -> Result<Linked> {
    let mut linked = find(cx.knowledge, plan, grounding);
    let by_meaning = cx.switches.has(Mechanism::Meaning);
    let near = cx.knowledge.near.as_ref().filter(|_| by_meaning);
    let words = match near {
        Some(_) => meant::words(plan, grounding, &linked),
        None => Vec::new(),
    };
    // The whole question only where there is something to compare it with.
    let whole = by_meaning && cx.knowledge.search.has_vectors();
    let mut vectors = match &cx.embedder {
        Some(embedder) if whole || !words.is_empty() => {
            let question = whole.then(|| plan.question.clone());
            let texts: Vec<String> = words.iter().map(|w| w.text.clone()).chain(question).collect();
            let embedder = embedder.clone();
            let embedded = tokio::task::spawn_blocking(move || embedder.embed(&texts)).await;
            // A model that fails costs the wider net, not the answer.
            embedded.ok().and_then(Result::ok).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let vector = if whole { vectors.pop() } else { None };
    if let Some(near) = near {
        meant::add(cx.knowledge, near, &words, &vectors, &mut linked);
    }
    linked.recall.extend(grounding.references.iter().cloned());
    match cx.switches.has(Mechanism::LinkRecall) {
        true => widen(cx.knowledge, plan, grounding, vector.as_deref(), &mut linked),
        false => linked.recall.clone_from(&linked.precise),
    }
    linked.chosen = advised::choose(cx, plan, grounding, &linked).await?;
    // The built-in engine has no need of what it finds itself.
    if cx.door.is_some() {
        sketch::recall(cx.knowledge, plan, grounding, &mut linked);
    }
    linked.cautions = wary::cautions(cx.knowledge, grounding, &linked);
    Ok(linked)
}

/// What is found by words alone, with the wider net.
pub fn by_rules(knowledge: &Knowledge, plan: &Plan, grounding: &Grounding) -> Linked {
    let mut linked = find(knowledge, plan, grounding);
    widen(knowledge, plan, grounding, None, &mut linked);
    linked.cautions = wary::cautions(knowledge, grounding, &linked);
    linked
}

/// As [`link`], for hosts without a run. Blocking.
pub fn find_by_meaning(
    knowledge: &Knowledge,
    plan: &Plan,
    grounding: &Grounding,
    embedder: Option<&dyn Embedder>,
) -> Linked {
    let mut linked = find(knowledge, plan, grounding);
    if let (Some(near), Some(embedder)) = (&knowledge.near, embedder) {
        let words = meant::words(plan, grounding, &linked);
        let texts: Vec<String> = words.iter().map(|w| w.text.clone()).collect();
        if let Ok(vectors) = embedder.embed(&texts) {
            meant::add(knowledge, near, &words, &vectors, &mut linked);
        }
    }
    linked
}

/// Adds what the whole question speaks of, by words, meaning and keys. These matches have no place in the question, so
/// that no reading is built on them; they widen what a model is given. Tables are weighed by both.
fn widen(knowledge: &Knowledge, plan: &Plan, grounding: &Grounding, vector: Option<&[f32]>, linked: &mut Linked) {
    let asked = context::Asked {
        question: &plan.question,
        vector,
        skeleton: None,
    };
    let hits = context::route(knowledge, asked, &grounding.values, TOP).fields;
    let tables = &knowledge.catalog.tables;
    let searched = hits.iter().map(|hit| (tables[hit.table].name.as_str(), hit.score));
    linked.tables = tables::relevance(&linked.recall, searched);
    for hit in hits {
        let table = &knowledge.catalog.tables[hit.table];
        let column = &table.columns[hit.column].name;
        let known = |m: &FieldMatch| m.table == table.name && m.column.as_ref() == Some(column);
        if !linked.recall.iter().any(known) {
            linked.recall.push(FieldMatch {
                table: table.name.clone(),
                column: Some(column.clone()),
                span: Span { start: 0, end: 0 },
                words: String::new(),
                score: hit.score,
                by: "search".to_owned(),
            });
        }
    }
}

pub fn find(knowledge: &Knowledge, plan: &Plan, grounding: &Grounding) -> Linked {
    let tokens = tokenise(&plan.question);
    let mut recall = rows::with(&tokens, parted::fields(knowledge, &plan.question, &tokens));
    drop_modifiers(&mut recall, &tokens);
    let precise = precise(&recall);
    let mut tables: Vec<String> = Vec::new();
    for name in precise.iter().map(|f| &f.table) {
        if !tables.contains(name) {
            tables.push(name.clone());
        }
    }
    let joins = knowledge.graph.forest(&tables).steps();
    let covered = |t: &Token| {
        let inside = |s: &Span| s.start as usize <= t.start && t.end <= s.end as usize;
        recall.iter().any(|f| inside(&f.span))
            || grounding.values.iter().any(|v| inside(&v.span))
            || grounding.times.iter().any(|t| inside(&t.span))
    };
    let unplaced = tokens
        .iter()
        .filter(|t| t.kind == TokenKind::Word && !is_function_word(&t.lower) && !covered(t))
        .map(|t| t.text.clone())
        .collect();
    Linked {
        precise,
        recall,
        tables: Vec::new(),
        joins,
        unplaced,
        chosen: None,
        cautions: Vec::new(),
        meant: Vec::new(),
    }
}

/// "Sale price" is a price and asks for no `sale_date`: a word before the name of another column says which of them is meant.
fn drop_modifiers(found: &mut Vec<FieldMatch>, tokens: &[Token]) {
    let named: Vec<(u32, String)> = found
        .iter()
        .filter(|f| f.column.is_some() && f.score >= SURE)
        .map(|f| (f.span.start, f.table.clone()))
        .collect();
    let modifies = |f: &FieldMatch| {
        let of_time = f.column.as_deref().is_some_and(|c| {
            let words = split_name(c);
            let last = words.last().is_some_and(|w| WHEN.contains(&w.as_str()));
            last && words.len() > 1 && !WHEN.contains(&f.words.to_lowercase().as_str())
        });
        let one = tokens
            .iter()
            .position(|t| t.start == f.span.start as usize && t.end == f.span.end as usize);
        let next = one.and_then(|at| tokens.get(at + 1));
        f.score < SURE
            && of_time
            && next.is_some_and(|next| {
                named
                    .iter()
                    .any(|(start, table)| *start as usize == next.start && *table == f.table)
            })
    };
    found.retain(|f| !modifies(f));
}

/// Every run of words against every name that shares a word with it.
fn fields(knowledge: &Knowledge, tokens: &[Token]) -> Vec<FieldMatch> {
    let index = &knowledge.fields;
    let known: Vec<BTreeMap<&str, Alike>> = tokens
        .iter()
        .enumerate()
        .map(|(i, t)| match t.kind {
            // "of all time" names no time.
            TokenKind::Word if t.is("time") && i > 0 && tokens[i - 1].is("all") => BTreeMap::new(),
            TokenKind::Word | TokenKind::Number => {
                let plain = is_function_word(&t.lower);
                let found: BTreeMap<&str, Alike> = index
                    .alike(&t.stem)
                    .into_iter()
                    .filter(|(_, a)| !plain || *a == Alike::Same)
                    .collect();
                if !found.is_empty() {
                    return found;
                }
                let doer: BTreeMap<&str, Alike> = agent(&t.lower).map_or_else(BTreeMap::new, |verb| {
                    let found = index.alike(&verb).into_iter();
                    found.filter(|(_, a)| *a != Alike::Typo).collect()
                });
                match doer.is_empty() && !plain {
                    true => index.misspelt(&t.lower).into_iter().collect(),
                    false => doer,
                }
            }
            _ => BTreeMap::new(),
        })
        .collect();
    let mut found: Vec<(FieldMatch, f64)> = Vec::new();
    for start in 0..tokens.len() {
        for end in start + 1..=(start + LONGEST).min(tokens.len()) {
            let run = &known[start..end];
            let ends = run.last().is_none_or(BTreeMap::is_empty) && !FILLERS.contains(&tokens[end - 1].stem.as_str());
            if run.first().is_none_or(BTreeMap::is_empty) || ends {
                continue;
            }
            if tokens[start..end]
                .iter()
                .any(|t| t.kind == TokenKind::Mark || t.kind == TokenKind::Quoted)
            {
                break;
            }
            // Grammar words alone name nothing, but "room count" and "first name" do.
            if tokens[start..end].iter().all(|t| is_function_word(&t.lower)) {
                continue;
            }
            for id in touched(index, run) {
                let field = &index.fields[id];
                if field.column.is_none() && names_own(knowledge, field.table, &tokens[end - 1]) {
                    continue;
                }
                if let Some((score, by)) = score(field, &tokens[start..end], run) {
                    found.push((
                        field_match(knowledge, field, tokens, start, end, score, by),
                        score + 0.02 * (end - start) as f64,
                    ));
                }
            }
        }
    }
    heads::shared(knowledge, tokens, &known, &mut found);
    heads::full_names(knowledge, tokens, &mut found);
    glued::find(knowledge, tokens, &known, &mut found);
    terms(knowledge, tokens, &mut found);
    // Only the best of the places where the same words stand inside a longer match of the same field.
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| width(&b.0).cmp(&width(&a.0))));
    let mut kept: Vec<FieldMatch> = Vec::new();
    for (m, _) in found {
        let same = |k: &FieldMatch| k.table == m.table && k.column == m.column && overlap(&k.span, &m.span);
        let crowd = kept.iter().filter(|k| overlap(&k.span, &m.span)).count();
        if !kept.iter().any(same) && crowd < TOP {
            kept.push(m);
        }
    }
    kept
}

/// "mill type" of a table with a column `type`: the column's word, no filler behind the table's.
fn names_own(knowledge: &Knowledge, table: usize, last: &Token) -> bool {
    let mut columns = 0..knowledge.catalog.tables[table].columns.len();
    FILLERS.contains(&last.stem.as_str())
        && columns.any(|c| knowledge.fields.of_column(table, c).stems == [last.stem.as_str()])
}

/// Words of the glossary, those for values left out: what the person said counts more than any likeness.
fn terms(knowledge: &Knowledge, tokens: &[Token], found: &mut Vec<(FieldMatch, f64)>) {
    for (start, end, at) in glossary::said(&knowledge.terms, tokens) {
        let (table, column) = match &knowledge.terms[at].meaning {
            Sense::Table(table) => (table, None),
            Sense::Column(table, column) => (table, Some(column)),
            // A condition or a figure speaks of its table.
            Sense::Condition { table, .. } | Sense::Figure { table, .. } => (table, None),
            Sense::Value { .. } => continue,
        };
        let span = Span {
            start: tokens[start].start as u32,
            end: tokens[end - 1].end as u32,
        };
        let words: Vec<&str> = tokens[start..end].iter().map(|t| t.text.as_str()).collect();
        let named = FieldMatch {
            table: table.clone(),
            column: column.cloned(),
            span,
            words: words.join(" "),
            score: 1.0,
            by: "glossary".to_owned(),
        };
        // A person who calls orders "deals" does not mean the table `deals`.
        found.retain(|(m, _)| m.span != span);
        found.push((named, 1.1 + 0.02 * (end - start) as f64));
    }
}

/// "scorers": who does what the verb says; its stem.
fn agent(word: &str) -> Option<String> {
    let base = word.strip_suffix("ers").or_else(|| word.strip_suffix("er"))?;
    (base.len() >= 4).then(|| stem(&format!("{base}e")))
}

fn width(m: &FieldMatch) -> u32 {
    m.span.end - m.span.start
}

fn overlap(a: &Span, b: &Span) -> bool {
    a.start < b.end && b.start < a.end
}

fn touched(index: &FieldIndex, run: &[BTreeMap<&str, Alike>]) -> Vec<usize> {
    let mut ids: Vec<usize> = run
        .iter()
        .flat_map(|m| m.keys())
        .flat_map(|s| index.with(s))
        .copied()
        .collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// How well a run of words names a field: all words must be in the name, and the more of the name they say the
/// better. Words that only repeat the table's name may stay unsaid.
fn score(field: &Field, tokens: &[Token], run: &[BTreeMap<&str, Alike>]) -> Option<(f64, &'static str)> {
    let mut used = vec![false; field.stems.len()];
    let mut sum = 0.0;
    let mut worst = Alike::Same;
    let mut spare = 0;
    let mut tied = false;
    let mut counted = false;
    let often = |i: usize| field.column.is_none() && PERIODIC.iter().any(|w| stem(w) == field.stems[i]);
    let last = (0..field.stems.len()).rfind(|i| !often(*i));
    for (token, words) in tokens.iter().zip(run) {
        if words.is_empty() && matches!(token.lower.as_str(), "of" | "the" | "s" | "'s" | "at") {
            tied |= token.is("of");
            continue;
        }
        let best = field
            .stems
            .iter()
            .enumerate()
            .filter(|(i, s)| !used[*i] && words.contains_key(s.as_str()))
            .max_by(|a, b| words[a.1.as_str()].cmp(&words[b.1.as_str()]).then(b.0.cmp(&a.0)));
        let Some(best) = best else {
            // "phone number" for `phone`: people add such a word.
            if sum > 0.0 && FILLERS.contains(&token.stem.as_str()) {
                sum += 0.98;
                spare += 1;
                continue;
            }
            return None;
        };
        let kind = words[best.1.as_str()];
        // "units" is no word for `unit_price`: what stands in front of a name's last word is said in the singular.
        counted |= Some(best.0) != last
            && token.lower.ends_with('s')
            && !token.lower.ends_with("ss")
            && token.stem != token.lower;
        used[best.0] = true;
        sum += kind.weight();
        worst = worst.min(kind);
    }
    // "numbers of customers" is no way to say `customer_id`.
    if tied && worst < Alike::Same {
        return None;
    }
    let said = used.iter().filter(|u| **u).count();
    let unsaid: Vec<&str> = (field.implied..used.len())
        .filter(|i| !used[*i] && !often(*i))
        .map(|i| field.stems[i].as_str())
        .collect();
    let missing = unsaid.len();
    // "is the name" says no more of `is_member` than "is" does.
    let empty = |t: &Token| is_function_word(&t.lower) || FILLERS.contains(&t.stem.as_str());
    if missing > 0 && tokens.iter().all(empty) && !tokens.iter().all(|t| FILLERS.contains(&t.stem.as_str())) {
        return None;
    }
    let head = last.is_some_and(|i| used[i]);
    // A verb form names a column less surely than a noun ("opened" and `opening_year`).
    let verb =
        tokens.len() == 1 && missing > 0 && (tokens[0].lower.ends_with("ing") || tokens[0].lower.ends_with("ed"));
    // But it does say which day is meant: "hired" and `hire_date`.
    let when = verb && unsaid.iter().all(|s| WHEN.contains(s));
    let mean = sum / (said + spare).max(1) as f64 * if verb && !when { 0.6 } else { 1.0 };
    let score = match (missing, head) {
        (0, _) if said == used.len() => mean,
        (0, _) => mean * 0.97,
        // "complaint status" for `complaint_status_code`: the word left out says nothing.
        (1, false) if when || unsaid.iter().all(|s| FILLERS.contains(s)) => mean * 0.9,
        (1, false) if said > 1 && unsaid.iter().all(|s| UNITS.contains(s)) => mean * 0.9,
        (1, true) => mean * END,
        _ if used.iter().take(said).all(|u| *u) => mean * END,
        _ => mean * PART,
    };
    let filled = unsaid.iter().all(|s| FILLERS.contains(s));
    let score = if counted && missing > 0 && !filled {
        score * COUNTED
    } else {
        score
    };
    let by = match worst {
        Alike::Same => "name",
        Alike::Synonym => "synonym",
        Alike::Typo => "similar",
    };
    (score >= MINIMUM).then_some((score, by))
}

fn field_match(
    knowledge: &Knowledge,
    field: &Field,
    tokens: &[Token],
    start: usize,
    end: usize,
    score: f64,
    by: &str,
) -> FieldMatch {
    let table = &knowledge.catalog.tables[field.table];
    let words: Vec<&str> = tokens[start..end].iter().map(|t| t.text.as_str()).collect();
    FieldMatch {
        table: table.name.clone(),
        column: field.column.map(|c| table.columns[c].name.clone()),
        span: Span {
            start: tokens[start].start as u32,
            end: tokens[end - 1].end as u32,
        },
        words: words.join(" "),
        score,
        by: by.to_owned(),
    }
}

/// The best reading of each place: matches within a tenth of the best one there.
fn precise(recall: &[FieldMatch]) -> Vec<FieldMatch> {
    let mut kept: Vec<FieldMatch> = Vec::new();
    for m in recall {
        let better = kept.iter().any(|k| {
            overlap(&k.span, &m.span) && (k.score * f64::from(width(k))) > 1.1 * m.score * f64::from(width(m))
        });
        if !better {
            kept.push(m.clone());
        }
    }
    kept
}
