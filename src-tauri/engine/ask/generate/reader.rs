//! The reader's candidates: what it is given of the question, and what its readings are as candidates.
//!
//! In: plan, grounding, links. Out: candidates beside those of the older engine. Deliberately absent: how a question is
//! read; the crate `askwell-reader` knows.

use askwell_contract::run::{Candidate, FieldMatch, Grounding, Linked, Plan, Span, ValueMatch, WordUse};
use askwell_contract::time::CountFrom;
use askwell_contract::Dialect;
use askwell_reader::asked::Meant;
use askwell_reader::link::GLOSSARY;
use askwell_reader::{lexicon, Asked, Reading, Style};

use super::compounds;
use crate::ask::advice::READER;
use crate::ask::MEANING;
use crate::calendar::{Date, Now};
use crate::cx::Cx;
use crate::prepare::glossary::{self, Sense};
use crate::prepare::Knowledge;
use crate::switches::{Mechanism, Switches};
use crate::words::english::is_verb_or_adverb;
use crate::words::lexicon::is_function_word;
use crate::words::{is_word, tokenise, Token, TokenKind};

/// Columns looked through for a word that stands within their texts.
const COLUMNS: usize = 4;
/// Shorter words stand in too many texts.
const SHORTEST: usize = 3;
/// What a word within longer texts is worth beside a value that is the words themselves.
const PART: f64 = 0.8;
/// The reader's part of the votes; where the older engine leads, or the reader passes over two words and the older engine over
/// fewer; and where both have a reading of every word: where they differ, the reader's stands first.
const MOST_VOTES: f64 = 0.9;
const LITTLE: f64 = 0.3;
const EVEN: f64 = 0.55;
const TWO: usize = 2;
const SURE: f64 = 0.8;
/// Candidates of both handed on.
const MOST: usize = 14;
/// A name that is said so leaves no doubt.
const NAMED: f64 = 0.95;

/// A question as the reader takes it.
pub fn asked(
    knowledge: &Knowledge,
    plan: &Plan,
    grounding: &Grounding,
    linked: &Linked,
    now: &Now,
    style: Style,
) -> Asked {
    let mut values = grounding.values.clone();
    let tokens = tokenise(&plan.question);
    for run in [3, 2, 1] {
        for words in tokens.windows(run) {
            if words.iter().all(content) {
                parts(knowledge, plan, linked, words, &mut values);
            }
        }
    }
    compounds::find(&knowledge.values, &plan.question, &tokens, &linked.precise, &mut values);
    let mut meant = Meant {
        fields: linked.recall.iter().filter(|f| f.by == MEANING).cloned().collect(),
        values: linked.meant.clone(),
    };
    let mut fields = linked.precise.clone();
    own_words(knowledge, &plan.question, &tokens, &mut fields, &mut values, &mut meant);
    Asked {
        question: plan.question.clone(),
        values,
        times: grounding.times.clone(),
        fields,
        meant,
        style,
        today: Some(counted_on(knowledge, plan, now).to_string()),
    }
}

/// The day that ages are counted on: today, or the data's last day where the person has times counted from there.
fn counted_on(knowledge: &Knowledge, plan: &Plan, now: &Now) -> Date {
    let now = now.of_the_asked(knowledge, &plan.question);
    let ended = now.data_end.filter(|_| now.calendar.count_from == CountFrom::DataEnd);
    ended.unwrap_or(now.today)
}

/// What the person said a word stands for is all that it can mean; a term that is SQL is named as a column of its table.
fn own_words(
    knowledge: &Knowledge,
    question: &str,
    tokens: &[Token],
    fields: &mut Vec<FieldMatch>,
    values: &mut Vec<ValueMatch>,
    meant: &mut Meant,
) {
    for (start, end, at) in glossary::said(&knowledge.terms, tokens) {
        let term = &knowledge.terms[at];
        let (Sense::Condition { table, .. } | Sense::Figure { table, .. }) = &term.meaning else {
            continue;
        };
        if term.implied {
            continue;
        }
        let span = Span {
            start: tokens[start].start as u32,
            end: tokens[end - 1].end as u32,
        };
        let apart = |s: Span| s.end <= span.start || span.end <= s.start;
        fields.retain(|f| apart(f.span));
        values.retain(|v| apart(v.span));
        meant.fields.retain(|f| apart(f.span));
        meant.values.retain(|v| apart(v.span));
        fields.push(FieldMatch {
            table: table.clone(),
            column: Some(term.name.clone()),
            span,
            words: question[span.start as usize..span.end as usize].to_owned(),
            score: 1.0,
            by: GLOSSARY.to_owned(),
        });
    }
}

fn content(t: &Token) -> bool {
    t.kind == TokenKind::Word
        && t.lower.chars().count() >= SHORTEST
        && !is_function_word(&t.lower)
        && !lexicon::is_filler(&t.lower)
}

/// Names within longer texts, whatever the case they are written in: "delta" of "Delta Air Lines Inc.".
fn parts(knowledge: &Knowledge, plan: &Plan, linked: &Linked, words: &[Token], found: &mut Vec<ValueMatch>) {
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return;
    };
    let span = Span {
        start: first.start as u32,
        end: last.end as u32,
    };
    let over = |s: Span| s.start < span.end && span.start < s.end;
    let known = found.iter().any(|v| over(v.span) && (v.similarity >= NAMED || v.part));
    let named = linked.precise.iter().any(|f| f.score >= NAMED && over(f.span));
    let english = |t: &Token| is_word(&t.lower) || is_word(&t.stem) || !lexicon::concept(&t.lower).is_empty();
    let capital = first.text.starts_with(char::is_uppercase) && first.start > 0;
    let grammar = words.len() == 1
        && (lexicon::is_scale(&first.lower)
            || lexicon::aggregate(&first.lower).is_some()
            || (english(first) || is_verb_or_adverb(&first.lower)) && !capital);
    if known || named || grammar {
        return;
    }
    let text = &plan.question[first.start..last.end];
    let hits = knowledge.values.holding(text, COLUMNS).into_iter();
    found.extend(hits.map(|hit| ValueMatch {
        span,
        words: text.to_owned(),
        table: hit.table,
        column: hit.column,
        value: text.to_owned(),
        similarity: PART,
        exact: false,
        rows: hit.rows,
        part: true,
    }));
}

/// What the reader made of a question.
#[derive(Debug, Default)]
pub struct Read {
    /// Ids are left to the stage.
    pub candidates: Vec<Candidate>,
    /// How likely it is that the database can answer; `None` where the reader was not asked.
    pub possible: Option<f64>,
}

pub fn read(cx: &Cx<'_>, plan: &Plan, grounding: &Grounding, linked: &Linked) -> Read {
    let Some(known) = cx.knowledge.reader() else {
        return Read::default();
    };
    let asked = asked(cx.knowledge, plan, grounding, linked, &cx.now(), cx.switches.style);
    let found = askwell_reader::find(known, &asked, cx.ranking);
    let candidates = found.readings.into_iter().map(|r| candidate(r, &asked, grounding));
    Read {
        candidates: candidates.collect(),
        possible: found.possible,
    }
}

/// Whether the reader is asked beside the older engine. Benchmarks' style is what the older engine was made for: on 300
/// training questions it is right for 235, the reader for 90.
pub fn is_asked(switches: Switches) -> bool {
    !switches.has(Mechanism::Older) || switches.style == Style::People
}

/// Whether the older engine believes in one reading of every word.
pub fn is_sure(older: &[Candidate]) -> bool {
    older.first().is_some_and(|c| c.belief >= SURE && c.unplaced.is_empty())
}

/// Whose reading stands first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lead {
    Reader,
    Older,
    /// The older engine believes in one reading of every word; the reader's first stands before it if it uses every word, too.
    Both,
}

/// Candidates of both engines, each statement once; belief adds up to one.
pub fn beside(older: Vec<Candidate>, read: Vec<Candidate>, lead: Lead, dialect: Dialect) -> Vec<Candidate> {
    if older.is_empty() || read.is_empty() {
        return if older.is_empty() { read } else { older };
    }
    let left = |list: &[Candidate]| list.first().map_or(0, |c| c.unplaced.len());
    let mut read = read;
    if lead != Lead::Reader {
        // What the reader believes most says whether both read it the same way.
        read.truncate(1);
    }
    let share = match lead {
        Lead::Both if left(&read) == 0 => {
            // It stands for all of the reader's.
            read.iter_mut().for_each(|c| c.belief = 1.0);
            EVEN
        }
        Lead::Both | Lead::Older => LITTLE,
        Lead::Reader if left(&read) >= TWO && left(&older) < left(&read) => LITTLE,
        Lead::Reader => MOST_VOTES,
    };
    let scaled = |c: Candidate, by: f64| Candidate {
        belief: c.belief * by,
        ..c
    };
    let both = read
        .into_iter()
        .map(|c| scaled(c, share))
        .chain(older.into_iter().map(|c| scaled(c, 1.0 - share)));
    let mut out = super::each_once(both, dialect);
    out.sort_by(|a, b| b.belief.total_cmp(&a.belief));
    out.truncate(MOST);
    out
}

fn candidate(r: Reading, asked: &Asked, grounding: &Grounding) -> Candidate {
    let uses = r.uses.iter().map(|u| WordUse {
        span: Span {
            start: u.start as u32,
            end: u.end as u32,
        },
        words: asked.question[u.start..u.end].to_owned(),
        meaning: u.meaning.clone(),
        of: u.of.clone(),
    });
    let mut times: Vec<String> = Vec::new();
    for time in r
        .times
        .iter()
        .filter_map(|i| grounding.times.get(*i))
        .filter(|t| !t.plain())
    {
        times.extend(time.said().filter(|s| !times.contains(s)).cloned().collect::<Vec<_>>());
    }
    Candidate {
        id: String::new(),
        generator: READER.to_owned(),
        uses: uses.collect(),
        sql: r.sql,
        reading: r.says,
        belief: r.belief,
        unplaced: r.unused,
        times,
    }
}

/// Questions that the database can answer less likely than this are declined. `scripts/train/refuse.py` puts one half where
/// 10 in 100 questions that can be answered are declined, five in six of which would have got a wrong first reading.
const POSSIBLE: f64 = 0.5;
/// The same where the first reading leaves no word of the question out: 12 such questions lay between the two among 480 of
/// people's over twelve databases, of which 15 ask for what is not there, and 2,200 of the corpus that can all be answered. One
/// of the 12 asked for what is not there.
const UNLIKELY: f64 = 0.3;

/// How likely it has to be that the database can answer, 0..=1.
pub(super) fn least(own: &[Candidate]) -> f64 {
    match own.first().is_some_and(|c| c.unplaced.is_empty()) {
        true => UNLIKELY,
        false => POSSIBLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted;

    fn candidate(sql: &str, belief: f64, unplaced: &[&str]) -> Candidate {
        Candidate {
            belief,
            unplaced: unplaced.iter().map(|w| (*w).to_owned()).collect(),
            ..scripted::candidate(sql)
        }
    }

    fn first(read: Vec<Candidate>, lead: Lead) -> (String, usize) {
        let older = vec![
            candidate("SELECT a FROM t", 0.9, &[]),
            candidate("SELECT b FROM t", 0.1, &[]),
        ];
        let both = beside(older, read, lead, Dialect::Sqlite);
        (both[0].sql.clone(), both.len())
    }

    #[test]
    fn less_is_declined_where_no_word_is_left_out() {
        let whole = least(&[candidate("SELECT a FROM t", 0.9, &[])]);
        assert!(whole < least(&[candidate("SELECT a FROM t", 0.9, &["plays"])]));
        assert!(whole < least(&[]));
    }

    #[test]
    fn where_both_read_every_word_the_readers_first_stands_first() {
        let read = |unplaced: &[&str]| {
            vec![
                candidate("SELECT c FROM t", 0.4, unplaced),
                candidate("SELECT d FROM t", 0.3, &[]),
            ]
        };
        assert_eq!(first(read(&[]), Lead::Both), ("SELECT c FROM t".into(), 3));
        assert_eq!(first(read(&["by"]), Lead::Both), ("SELECT a FROM t".into(), 3));
        assert_eq!(first(read(&[]), Lead::Older), ("SELECT a FROM t".into(), 3));
        assert_eq!(first(read(&[]), Lead::Reader), ("SELECT c FROM t".into(), 4));
        assert_eq!(first(read(&["by", "post"]), Lead::Reader).0, "SELECT a FROM t");
    }
}
