//! Ground: which words of the question are values in the data, and which are times.
//!
//! In: the plan. Out: value matches and times with their place in the question, the same of its hints without a place, the
//! names that question and hints say, and questions like it. Without a model, as seed 000 (operation 5) asks of the path
//! that has none: quoted text, numbers, and every run of words the value index knows.

use askwell_contract::run::{Grounding, Plan, Span, ValueMatch};
use askwell_contract::Result;

use crate::calendar::Now;
use crate::cx::Cx;
use crate::prepare::glossary::{self, Sense};
use crate::prepare::values::{fold, ValueIndex};
use crate::prepare::Knowledge;
use crate::switches::Mechanism;
use crate::words::english::{is_common, is_english, is_form};
use crate::words::lexicon::{is_function_word, others};
use crate::words::{demonyms, is_word, singular, split_name, stem, tokenise, Token, TokenKind};

mod advised;
mod examples;
mod given;
mod hints;
mod parts;
mod references;
mod times;

pub use examples::like;
pub use times::resolve;

/// Longest run of words looked up as one value.
const LONGEST: usize = 7;
/// Matches kept of one literal, in however many ways it was found (seed 000: `lsh_top_k`).
const TOP: usize = 5;
/// Hits looked through for the few that a people's or a sex's name stands for.
const LOOKED_THROUGH: usize = 4 * TOP;
/// Below this, a run that is not in quotation marks is not taken for a misspelt value.
const FUZZY: f64 = 0.8;

/// The same for a single lower-case word, which may be any word at all.
const SLIP: f64 = 0.8;

/// How surely a synonym of a value is meant.
const SYNONYM: f64 = 0.8;

/// Shorter words are no synonyms of values.
const SHORTEST: usize = 3;

/// A value as alike is the word itself, in another spelling.
const SAME: f64 = 0.95;

pub async fn ground(cx: &Cx<'_>, plan: &Plan) -> Result<Grounding> {
    // They are looked for while the model reads the question.
    let like = examples::Looking::begin(cx, plan);
    let mut grounding = by_rules(cx.knowledge, &plan.question, &cx.now());
    hints::add(cx.knowledge, plan, &cx.now(), &mut grounding);
    if !cx.switches.has(Mechanism::Values) {
        grounding.values.clear();
    }
    grounding.references = references::outright(&cx.knowledge.catalog, plan);
    advised::add(cx, plan, &mut grounding).await?;
    grounding.examples = like.end(cx, plan).await;
    Ok(grounding)
}

/// What is found in the question without asking anybody.
pub fn by_rules(knowledge: &Knowledge, question: &str, now: &Now) -> Grounding {
    let mut grounding = find(&knowledge.values, question);
    let said = terms(knowledge, question);
    grounding.values.retain(|v| said.iter().all(|s| s.span != v.span));
    grounding.values.extend(said);
    grounding.times = times::resolve(&now.of_the_asked(knowledge, question), question);
    grounding
}

/// The same with what the hints hold.
pub fn hinted(knowledge: &Knowledge, plan: &Plan, now: &Now) -> Grounding {
    let mut grounding = by_rules(knowledge, &plan.question, now);
    hints::add(knowledge, plan, now, &mut grounding);
    grounding.references = references::outright(&knowledge.catalog, plan);
    grounding
}

/// Words of the glossary that stand for a value.
pub fn terms(knowledge: &Knowledge, question: &str) -> Vec<ValueMatch> {
    let tokens = tokenise(question);
    let said = glossary::said(&knowledge.terms, &tokens).into_iter();
    let value = |(start, end, at): (usize, usize, usize)| {
        let Sense::Value { table, column, value } = &knowledge.terms[at].meaning else {
            return None;
        };
        let span = Span {
            start: tokens[start].start as u32,
            end: tokens[end - 1].end as u32,
        };
        let hits = knowledge.values.lookup_in(table, column, value, TOP);
        Some(ValueMatch {
            words: question[span.start as usize..span.end as usize].to_owned(),
            span,
            table: table.clone(),
            column: column.clone(),
            value: value.clone(),
            similarity: 1.0,
            exact: false,
            rows: hits.iter().find(|h| h.value == *value).map_or(0, |h| h.rows),
            part: false,
        })
    };
    said.filter_map(value).collect()
}

/// The pure half: spans, longest first at each place, with their matches.
pub fn find(values: &ValueIndex, question: &str) -> Grounding {
    let tokens = tokenise(question);
    let odd: Vec<bool> = tokens.iter().map(|t| is_odd(values, t)).collect();
    let mut found = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        if token.kind == TokenKind::Quoted {
            matches(values, question, &tokens[i..=i], 0.5, &mut found);
            continue;
        }
        stood_for(values, token, &mut found);
        synonyms(
            values,
            i.checked_sub(1).map(|before| &tokens[before]),
            token,
            &mut found,
        );
        let run = tokens[i..].iter().take(LONGEST).take_while(|t| joins(t)).count();
        for n in (1..=run).rev() {
            let words = &tokens[i..i + n];
            if words.iter().all(|t| is_function_word(&t.lower)) || words.len() > 1 && edge(words) {
                continue;
            }
            let named = words
                .iter()
                .any(|t| t.text.chars().next().is_some_and(char::is_uppercase))
                && i > 0;
            let long = n >= 3 && words.iter().filter(|t| !is_function_word(&t.lower)).count() >= 3;
            let slip = n == 1
                && token.lower.chars().count() >= 5
                && !token.lower.ends_with("ed")
                && !token.lower.ends_with("ing");
            let floor = match () {
                () if (named && n <= 3) || long => FUZZY,
                () if slip => SLIP,
                () => 0.95,
            };
            matches(values, question, words, floor, &mut found);
            written_out(values, words, &mut found);
            misspelt(values, words, &odd[i..i + n], &mut found);
        }
    }
    let mut found = each_once(found);
    parts::find(values, question, &tokens, &mut found);
    Grounding {
        values: found,
        times: Vec::new(),
        references: Vec::new(),
        examples: Vec::new(),
    }
}

/// A word may find a value in several ways ("Lithuanian" as a people and as a slip): the surest is told, and of each literal
/// the [`TOP`] surest values.
fn each_once(found: Vec<ValueMatch>) -> Vec<ValueMatch> {
    let mut out: Vec<ValueMatch> = Vec::with_capacity(found.len());
    for one in found {
        let same = |v: &&mut ValueMatch| {
            v.span == one.span && v.value == one.value && v.table == one.table && v.column == one.column
        };
        match out.iter_mut().find(same) {
            Some(before) if before.similarity < one.similarity => *before = one,
            Some(_) => {}
            None => out.push(one),
        }
    }
    surest(out)
}

/// The [`TOP`] likest values of each place, in the order in which they were found.
fn surest(found: Vec<ValueMatch>) -> Vec<ValueMatch> {
    let keeps = |at: usize| {
        let one = &found[at];
        let before = |(n, v): &(usize, &ValueMatch)| {
            let likelier = v.similarity > one.similarity || v.similarity == one.similarity && *n < at;
            v.span == one.span && likelier
        };
        found.iter().enumerate().filter(before).count() < TOP
    };
    let kept: Vec<bool> = (0..found.len()).map(keeps).collect();
    let both = found.into_iter().zip(kept).filter(|(_, kept)| *kept);
    both.map(|(one, _)| one).collect()
}

/// "French" finds France, "female" finds F where a column of sexes holds it.
fn stood_for(values: &ValueIndex, token: &Token, found: &mut Vec<ValueMatch>) {
    // "Tell us" names no country.
    if token.lower == "us" && token.text != "US" {
        return;
    }
    for value in demonyms::stands_for(&token.lower) {
        let short = value.len() == 1;
        let hits = values.lookup(value, LOOKED_THROUGH);
        let fits = |column: &str| {
            !short
                || split_name(column)
                    .iter()
                    .any(|w| matches!(w.as_str(), "gender" | "sex"))
        };
        for hit in hits.into_iter().filter(|h| h.exact && fits(&h.column)) {
            let span = Span {
                start: token.start as u32,
                end: token.end as u32,
            };
            found.push(ValueMatch {
                similarity: 0.96,
                exact: false,
                ..hit.found_by(span, &token.text)
            });
        }
    }
}

/// "Puppies" finds `dog`, where nothing is called a puppy.
fn synonyms(values: &ValueIndex, before: Option<&Token>, token: &Token, found: &mut Vec<ValueMatch>) {
    // What somebody does is nothing's name: "the shop that sells".
    let does = before.is_some_and(|t| t.is_any(&["that", "who", "which", "to", "we", "they", "you"]));
    // A name has no synonyms: "Inn".
    let name = before.is_some() && token.text.starts_with(char::is_uppercase);
    if does
        || name
        || token.kind != TokenKind::Word
        || is_function_word(&token.lower)
        || token.lower.chars().count() < SHORTEST
    {
        return;
    }
    let span = Span {
        start: token.start as u32,
        end: token.end as u32,
    };
    let exact = |text: &str| {
        values
            .lookup(text, TOP)
            .into_iter()
            .filter(|h| h.exact)
            .collect::<Vec<_>>()
    };
    if !exact(&token.lower).is_empty() || !exact(&singular(&token.lower)).is_empty() {
        return;
    }
    for hit in others(&token.lower).into_iter().flat_map(exact) {
        found.push(ValueMatch {
            similarity: SYNONYM,
            exact: false,
            ..hit.found_by(span, &token.text)
        });
    }
}

fn joins(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Word | TokenKind::Number) || token.is_any(&["&", ".", "/", "(", ")", ","])
}

/// A run must not begin or end with a mark.
fn edge(words: &[Token]) -> bool {
    let mark = |t: Option<&Token>| t.is_some_and(|t| t.kind == TokenKind::Mark);
    mark(words.first()) || mark(words.last())
}

fn matches(values: &ValueIndex, question: &str, words: &[Token], floor: f64, found: &mut Vec<ValueMatch>) {
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return;
    };
    let text = match first.kind {
        TokenKind::Quoted => first.text.as_str(),
        _ => &question[first.start..last.end],
    };
    let text = text.trim_end_matches("'s").trim_end_matches("’s");
    // "Older" is spelt right, and no slip of 'Olver'; "delivery" may be 'Delivered'.
    let spelt = words.len() == 1 && first.text.starts_with(char::is_lowercase) && is_english(&first.lower);
    for hit in values.lookup(text, TOP) {
        let other = spelt && hit.similarity < SAME && !is_form(&first.lower, &hit.value.to_lowercase());
        if hit.similarity < floor || other {
            continue;
        }
        let span = Span {
            start: first.start as u32,
            end: last.end as u32,
        };
        found.push(hit.found_by(span, text));
    }
}

/// Whether a word is neither common English nor in any text that is stored.
fn is_odd(values: &ValueIndex, token: &Token) -> bool {
    let word = token.lower.as_str();
    let known = || is_common(word) || is_word(word) || !values.holding(word, 1).is_empty();
    token.kind == TokenKind::Word && word.chars().count() >= 5 && !known()
}

/// "sweet chessnut" for `Sweet chestnut`: one word of several is odd, and the others stand in the text.
fn misspelt(values: &ValueIndex, words: &[Token], odd: &[bool], found: &mut Vec<ValueMatch>) {
    let content = |t: &Token| t.kind == TokenKind::Word && !is_function_word(&t.lower);
    let one = odd.iter().filter(|odd| **odd).count() == 1;
    if !one || !(2..=3).contains(&words.len()) || !words.iter().all(content) {
        return;
    }
    let typed = words.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ");
    let span = Span {
        start: words[0].start as u32,
        end: words[words.len() - 1].end as u32,
    };
    for hit in values.lookup(&typed, TOP).into_iter().filter(|h| h.similarity >= SLIP) {
        let stored = fold(&hit.value);
        let stands = |t: &Token| stored.split(' ').any(|w| stem(w) == t.stem);
        let right = words.iter().zip(odd).filter(|(_, odd)| !**odd);
        if right.map(|(t, _)| t).all(stands) && stored.split(' ').count() == words.len() {
            found.push(hit.found_by(span, &typed));
        }
    }
}

/// "sales reps" for `Sales Representative`.
fn written_out(values: &ValueIndex, words: &[Token], found: &mut Vec<ValueMatch>) {
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return;
    };
    if words.len() < 2 || words.iter().any(|t| t.kind != TokenKind::Word) {
        return;
    }
    let said: Vec<String> = words.iter().map(|t| singular(&t.lower)).collect();
    let full: Vec<String> = said.iter().flat_map(|w| split_name(w)).collect();
    if full == said {
        return;
    }
    let span = Span {
        start: first.start as u32,
        end: last.end as u32,
    };
    let typed = words.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ");
    let hits = values.lookup(&full.join(" "), TOP).into_iter();
    found.extend(hits.filter(|h| h.similarity >= 0.95).map(|hit| ValueMatch {
        similarity: 0.96,
        exact: false,
        ..hit.found_by(span, &typed)
    }));
}
