//! Mentions: the question as a row of items, each a grammar word, a number, or a mention of something in the
//! database with all the things it may mean.
//!
//! In: tokens, value matches, field matches. Out: items that do not overlap, chosen so that together they explain
//! as many words as possible (dynamic programming over positions).

mod loose;
mod own;
pub mod remarks;
mod timed;

use std::collections::BTreeSet;

use askwell_contract::run::{FieldMatch, Grounding, Linked, Span};

use super::cues::{self, Cue};
use super::once;
use super::query::Col;
use crate::prepare::glossary::{self, Sense};
use crate::prepare::Knowledge;
use crate::words::{among, Token, TokenKind};

pub use timed::{part_of, timed, Stretch, Timed};

#[derive(Debug, Clone, PartialEq)]
pub enum Meaning {
    Table(usize),
    Column(Col),
    /// The last: the text is a part of longer ones.
    Value {
        col: Col,
        text: String,
        rows: u64,
        part: bool,
    },
}

impl Meaning {
    pub fn table(&self) -> usize {
        match self {
            Self::Table(t) => *t,
            Self::Column(c) | Self::Value { col: c, .. } => c.table,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// What the words may mean, likeliest first, with scores in 0..=1.
    Mention(Vec<(Meaning, f64)>),
    Cue(Cue),
    Number,
    /// Text in quotation marks that no column holds.
    Quoted(String),
    /// A day, as `YYYY-MM-DD`.
    Day(String),
    /// "the last 30 days", "this year", "fiscal year 2023", "last Monday".
    Stretch(Stretch),
    Word(String),
    Mark,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    pub kind: Kind,
    /// Tokens covered.
    pub start: usize,
    pub end: usize,
    /// The number these tokens are, as SQL writes it.
    pub number: Option<String>,
}

/// Words that say nothing here, left out of the items.
const SILENT: &str = "a an the their his her its our your my all any some do does did is are was were be been being there please \
    show list give tell find return display get provide me us we i you which what who's what's s also just only these those this \
    them they it he she if so such would could can will should might must to as information about details named called";

/// Readings kept a mention.
const READINGS: usize = 8;

pub fn items(knowledge: &Knowledge, tokens: &[Token], grounding: &Grounding, linked: &Linked) -> Vec<Item> {
    let mut segments: Vec<(Item, f64)> = Vec::new();
    for (start, end, cue) in cues::find(tokens) {
        let n = (end - start) as f64;
        // "phone numbers of": the number belongs to the noun in front.
        let noun = noun_before(tokens, start) && tokens[start].stem == "number";
        let worth = match end - start > 1 {
            true if noun => 0.6 * n,
            // "total quantity of products" where a column is called so.
            true if holds(tokens, start, end, linked) => 0.5,
            true => 0.83 * n,
            false => 0.8,
        };
        segments.push((
            Item {
                kind: Kind::Cue(cue),
                start,
                end,
                number: None,
            },
            worth,
        ));
        // "the highest number of points" where "number of points" is a name: the superlative stands alone, too.
        let alone = (start..end)
            .take(2)
            .find_map(|at| Some((at, cues::superlative(&tokens[at])?)));
        if let Some((at, cue)) = alone.filter(|_| end - start > 1 && tokens[end - 1].is("of")) {
            segments.push((
                Item {
                    kind: Kind::Cue(cue),
                    start,
                    end: at + 1,
                    number: None,
                },
                0.8,
            ));
        }
    }
    let mut whole = |(start, end), kind| {
        let worth = 1.3 * (end - start) as f64;
        segments.push((
            Item {
                kind,
                start,
                end,
                number: None,
            },
            worth,
        ));
    };
    for (start, end, kind) in timed::kinds(tokens, grounding, linked) {
        whole((start, end), kind);
    }
    let mut mentions = mentions(knowledge, tokens, grounding, linked);
    own::keys(knowledge, tokens, &mut mentions);
    own::names(knowledge, tokens, &mut mentions);
    own::shared_heads(knowledge, tokens, &mut mentions);
    own::years(knowledge, tokens, &mut mentions);
    for ((start, end), readings) in mentions {
        let n = (end - start) as f64;
        let best = readings.iter().map(|r| r.1).fold(0.0, f64::max);
        let number = (end - start == 1 && tokens[start].kind == TokenKind::Number).then(|| number_text(&tokens[start]));
        segments.push((
            Item {
                kind: Kind::Mention(readings),
                start,
                end,
                number,
            },
            best * (n + 0.02 * n * n),
        ));
    }
    let remarks = remarks::find(tokens);
    let kept = |item: &Item| !remarks.iter().any(|r| r.0 < item.end && item.start < r.1);
    segments.retain(|s| kept(&s.0));
    let mut items = best_cover(tokens, segments);
    items.retain(kept);
    items
}

/// Whether a column is called by the word before the last of a cue: "quantity of".
fn holds(tokens: &[Token], start: usize, end: usize, linked: &Linked) -> bool {
    let at = end - 2;
    let called = |f: &FieldMatch| {
        f.column.is_some()
            && f.score >= 0.9
            && f.span.start as usize <= tokens[at].start
            && tokens[at].end <= f.span.end as usize
    };
    tokens[at].stem == "quantiti" && start <= at && linked.recall.iter().any(called)
}

type Grouped = Vec<((usize, usize), Vec<(Meaning, f64)>)>;

fn mentions(knowledge: &Knowledge, tokens: &[Token], grounding: &Grounding, linked: &Linked) -> Grouped {
    let mut grouped: Grouped = Vec::new();
    let mut add = |span: Span, meaning: Meaning, score: f64| {
        let Some(place) = place(tokens, span) else { return };
        match grouped.iter_mut().find(|g| g.0 == place) {
            Some(g) => g.1.push((meaning, score)),
            None => grouped.push((place, vec![(meaning, score)])),
        }
    };
    for f in &linked.recall {
        let Some(table) = position(knowledge, &f.table) else {
            continue;
        };
        match &f.column {
            None => add(f.span, Meaning::Table(table), f.score),
            Some(name) => {
                if let Some(col) = column(knowledge, table, name) {
                    // A table and its column of the same name: the table is meant more often.
                    add(f.span, Meaning::Column(col), f.score * 0.98);
                }
            }
        }
    }
    for v in &grounding.values {
        let Some(col) = position(knowledge, &v.table).and_then(|t| column(knowledge, t, &v.column)) else {
            continue;
        };
        let Some((start, end)) = place(tokens, v.span) else {
            continue;
        };
        let words = &tokens[start..end];
        let quoted = words[0].kind == TokenKind::Quoted;
        let capital = words
            .iter()
            .any(|t| t.text.chars().next().is_some_and(char::is_uppercase))
            && start > 0;
        let digits = words.iter().all(|t| t.kind == TokenKind::Number);
        let col_of = &knowledge.catalog.tables[col.table].columns[col.column].name;
        if !quoted && !capital && loose::is(knowledge, tokens, start, end, v, col_of) {
            continue;
        }
        // "severe" is what `severity` holds, not its name.
        let own = v.exact && {
            let field = knowledge.fields.of_column(col.table, col.column);
            let name = crate::words::split_name(&knowledge.catalog.tables[col.table].columns[col.column].name);
            words.len() == 1 && field.stems.contains(&words[0].stem) && !name.contains(&words[0].lower)
        };
        let trust = match (quoted, capital, digits) {
            (true, ..) => 1.1,
            _ if own => OWN,
            (_, _, true) => 0.45,
            (_, true, _) => 1.0,
            _ if end - start > 1 => 0.9,
            _ => 0.7,
        };
        add(
            v.span,
            Meaning::Value {
                col,
                text: v.value.clone(),
                rows: v.rows,
                part: v.part,
            },
            v.similarity * trust,
        );
    }
    own::numbers_of(knowledge, tokens, &mut grouped);
    own::reports(knowledge, tokens, &mut grouped);
    own::opposites(knowledge, tokens, &mut grouped);
    own::sold(knowledge, tokens, &mut grouped);
    own::everything(tokens, &mut grouped);
    terms(knowledge, tokens, &mut grouped);
    let spoken: BTreeSet<usize> = grouped
        .iter()
        .flat_map(|g| &g.1)
        .filter_map(|(m, score)| match m {
            Meaning::Table(t) if *score >= SURE => Some(*t),
            _ => None,
        })
        .collect();
    own::stands_nowhere(knowledge, &spoken, &mut grouped);
    for g in &mut grouped {
        let own: Vec<Col> =
            g.1.iter()
                .filter(|r| r.1 > OWN - 0.02)
                .filter_map(|r| value_column(&r.0))
                .collect();
        g.1.retain(|r| !matches!(r.0, Meaning::Column(c) if own.contains(&c)));
        // "the number of flights" counts rows; it does not speak of the key `flight_no`.
        let (from, to) = g.0;
        let many = tokens[from].is_any(&["number", "numbers"]) && to - from > 2 && !noun_before(tokens, from);
        // Nor of `card_number`, where each row has its own.
        let number = |c: Col| {
            knowledge
                .fields
                .of_column(c.table, c.column)
                .stems
                .last()
                .is_some_and(|s| s == "number")
        };
        let labels = |c: Col| in_key(knowledge, c) || number(c) && once::tells(knowledge, c);
        g.1.retain(|r| !(many && matches!(r.0, Meaning::Column(c) if labels(c))));
        keys_of_named(knowledge, &tokens[g.0 .0..g.0 .1], &mut g.1);
        // "the id of the product": of a hundred keys called so, the product's.
        let told = |m: &Meaning| !matches!(m, Meaning::Column(c) if spoken.contains(&c.table));
        g.1.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| told(&a.0).cmp(&told(&b.0))));
        g.1.truncate(READINGS);
    }
    grouped.retain(|g| !g.1.is_empty());
    grouped.sort_by_key(|g| g.0);
    grouped
}

/// "flight numbers of": a noun stands in front, which no superlative is.
fn noun_before(tokens: &[Token], start: usize) -> bool {
    start.checked_sub(1).is_some_and(|at| {
        let token = &tokens[at];
        token.kind == TokenKind::Word
            && !crate::words::lexicon::is_function_word(&token.lower)
            && cues::superlative(token).is_none()
    })
}

/// Whether a column is the table's key or a part of it.
fn in_key(knowledge: &Knowledge, c: Col) -> bool {
    let table = &knowledge.catalog.tables[c.table];
    let name = &table.columns[c.column].name;
    table.primary_key.iter().any(|k| k.eq_ignore_ascii_case(name))
}

/// Trust in a value that its own column's name is like.
const OWN: f64 = 1.05;

fn value_column(m: &Meaning) -> Option<Col> {
    match m {
        Meaning::Value { col, .. } => Some(*col),
        _ => None,
    }
}

/// What a key is worth beside the table that it leads to, where only that table's name is said: "each player" means the
/// player, not `player_id`.
const KEY: f64 = 0.55;

fn keys_of_named(knowledge: &Knowledge, words: &[Token], readings: &mut [(Meaning, f64)]) {
    let says_key = |t: &Token| t.is_any(&["id", "ids", "key", "code", "codes", "number", "numbers", "identifier"]);
    if words.iter().any(says_key) {
        return;
    }
    let named: Vec<usize> = readings
        .iter()
        .filter_map(|r| match r.0 {
            Meaning::Table(t) if r.1 >= 0.9 => Some(t),
            _ => None,
        })
        .collect();
    for (meaning, score) in readings.iter_mut() {
        let Meaning::Column(c) = meaning else { continue };
        let table = &knowledge.catalog.tables[c.table];
        let name = &table.columns[c.column].name;
        let leads = knowledge.graph.edges.iter().any(|e| {
            e.from_table == table.name
                && e.from_column == *name
                && named.iter().any(|t| knowledge.catalog.tables[*t].name == e.to_table)
        });
        if leads {
            *score *= KEY;
        }
    }
}

/// A mention by name, not by a part of one, a synonym or a meaning.
pub const SURE: f64 = 0.9;

/// What a person's own word is worth: more than any likeness, so that it is never taken for something else.
pub const TERM: f64 = 1.2;

/// Words of the glossary that stand for SQL speak of their table; together with its name where that follows.
fn terms(knowledge: &Knowledge, tokens: &[Token], grouped: &mut Grouped) {
    for (start, end, index) in glossary::said(&knowledge.terms, tokens) {
        let (Sense::Condition { table, .. } | Sense::Figure { table, .. }) = &knowledge.terms[index].meaning else {
            continue;
        };
        let Some(table) = position(knowledge, table) else {
            continue;
        };
        let of_table = |r: &(Meaning, f64)| r.0 == Meaning::Table(table) && r.1 >= 0.7;
        let noun = grouped.iter().filter(|g| g.0 .0 == end && g.1.iter().any(of_table));
        let end = noun.map(|g| g.0 .1).max().unwrap_or(end);
        grouped.retain(|g| g.0 != (start, end));
        grouped.push(((start, end), vec![(Meaning::Table(table), TERM)]));
    }
}

pub fn position(knowledge: &Knowledge, table: &str) -> Option<usize> {
    knowledge
        .catalog
        .tables
        .iter()
        .position(|t| t.name.eq_ignore_ascii_case(table))
}

pub fn column(knowledge: &Knowledge, table: usize, name: &str) -> Option<Col> {
    let column = knowledge.catalog.tables[table]
        .columns
        .iter()
        .position(|c| c.name.eq_ignore_ascii_case(name))?;
    Some(Col { table, column })
}

/// The tokens of a span of bytes.
fn place(tokens: &[Token], span: Span) -> Option<(usize, usize)> {
    let start = tokens.iter().position(|t| t.start >= span.start as usize)?;
    let end = tokens.iter().rposition(|t| t.end <= span.end as usize)? + 1;
    (start < end).then_some((start, end))
}

/// The cover of highest worth; what no segment covers becomes a number, a quotation, a word or a mark.
fn best_cover(tokens: &[Token], segments: Vec<(Item, f64)>) -> Vec<Item> {
    let n = tokens.len();
    let mut best: Vec<(f64, Option<usize>)> = vec![(0.0, None); n + 1];
    for end in 1..=n {
        best[end] = (best[end - 1].0, None);
        for (i, (item, worth)) in segments.iter().enumerate().filter(|(_, s)| s.0.end == end) {
            let total = best[item.start].0 + worth;
            if total > best[end].0 + 1e-9 {
                best[end] = (total, Some(i));
            }
        }
    }
    let mut out = Vec::new();
    let mut at = n;
    while at > 0 {
        match best[at].1 {
            Some(i) => {
                out.push(segments[i].0.clone());
                at = segments[i].0.start;
            }
            None => {
                at -= 1;
                out.extend(plain(tokens, at));
            }
        }
    }
    out.reverse();
    out
}

fn plain(tokens: &[Token], at: usize) -> Option<Item> {
    let token = &tokens[at];
    // "more than once", "at least twice".
    let compared = at > 0 && tokens[at - 1].is_any(&["than", "least", "most", "exactly", "only"]);
    let times = ["once", "twice", "thrice"].iter().position(|w| compared && token.is(w));
    if let Some(times) = times {
        return Some(Item {
            kind: Kind::Number,
            start: at,
            end: at + 1,
            number: Some((times + 1).to_string()),
        });
    }
    // "major in "600"": a number all the same, where a column of numbers is spoken of.
    let quoted = token.kind == TokenKind::Quoted
        && token.text.starts_with(|c: char| c.is_ascii_digit())
        && token.text.parse::<f64>().is_ok_and(f64::is_finite);
    let number = (token.kind == TokenKind::Number || quoted).then(|| number_text(token));
    let kind = match token.kind {
        TokenKind::Number => Kind::Number,
        TokenKind::Quoted => Kind::Quoted(token.text.clone()),
        TokenKind::Mark => Kind::Mark,
        // "start with A".
        TokenKind::Word if token.text == "A" && at > 0 && tokens[at - 1].is_any(&["with", "letter", "by"]) => {
            Kind::Word(token.lower.clone())
        }
        TokenKind::Word if among(SILENT, &token.lower) => return None,
        TokenKind::Word => Kind::Word(token.lower.clone()),
    };
    Some(Item {
        kind,
        start: at,
        end: at + 1,
        number,
    })
}

/// A number as SQL writes it.
pub fn number_text(token: &Token) -> String {
    token.number.map_or_else(
        || token.text.clone(),
        |n| {
            if n.fract() == 0.0 && n.abs() < 1e15 {
                format!("{n:.0}")
            } else {
                n.to_string()
            }
        },
    )
}
