//! Questions that are not specific enough: what is asked back.
//!
//! In: the question, what its words were linked to, and how the built-in engine read it. Out: a [`Reply`] with questions
//! that can be pressed. Asked back is for a superlative that names no measure ("Who is the best player?") and for a word
//! that points at nothing ("How did they do?"). Deliberately absent: readings that lie near each other, which are shown
//! beside the answer, where both can be seen.

use askwell_contract::run::{Candidate, Choice, Linked, Plan, Reply};
use askwell_reader::known::{Role, Table};
use askwell_reader::worths::REVENUE;

use super::said::said;
use crate::ask::BY_SALES;
use crate::cx::Cx;
use crate::prepare::Knowledge;
use crate::words::lexicon::is_function_word;
use crate::words::{singular, split_name, tokenise, TokenKind};

/// Praise that says nothing of what it is measured by, and whether more is better.
const VAGUE: [(&str, &str); 4] = [
    ("best", "highest"),
    ("greatest", "highest"),
    ("worst", "lowest"),
    ("poorest", "lowest"),
];
/// Words that point at persons or things and stand for nothing else.
const POINTING: [&str; 6] = ["they", "them", "he", "she", "him", "it"];
/// Words that say nothing of their own about what is pointed at.
const EMPTY: [&str; 8] = [
    "do",
    "did",
    "doing",
    "perform",
    "performing",
    "going",
    "fare",
    "happened",
];
/// Choices offered.
const MOST: usize = 4;
/// A name that counts as said.
const NAMED: f64 = 0.7;

/// What could be asked back, each choice still to be tried; `None`: the question is specific enough.
pub fn reply(cx: &Cx<'_>, plan: &Plan, linked: &Linked, readings: &[Candidate]) -> Option<Reply> {
    if plan.follows.is_some() {
        return None;
    }
    to_nothing(cx.knowledge, plan, linked)
        .or_else(|| of_nothing(cx.knowledge, plan, linked))
        .or_else(|| without_a_measure(cx.knowledge, plan, linked, readings))
}

/// Choices that turned out to be read in every word, at least two.
pub fn near(reply: Reply, whole: &[bool]) -> Option<Reply> {
    let tried = reply.choices.into_iter().zip(whole);
    let choices: Vec<Choice> = tried.filter(|(_, whole)| **whole).map(|(c, _)| c).take(MOST).collect();
    (choices.len() >= 2).then_some(Reply { choices, ..reply })
}

/// "How did they do?" with nothing before it.
fn to_nothing(knowledge: &Knowledge, plan: &Plan, linked: &Linked) -> Option<Reply> {
    let tokens = tokenise(&plan.question);
    let points = tokens.iter().any(|t| t.is_any(&POINTING));
    let content = tokens.iter().filter(|t| {
        t.kind != TokenKind::Mark && !is_function_word(&t.lower) && !t.is_any(&POINTING) && !t.is_any(&EMPTY)
    });
    if !points || content.count() > 0 || linked.precise.iter().any(|f| f.score >= NAMED) {
        return None;
    }
    let counted = |table: &str| format!("How many {table} are there?");
    Some(Reply {
        message: "Nothing has been asked yet that this could refer to. What is it about?".to_owned(),
        choices: of_each(knowledge, counted),
        anyway: Some(plan.question.clone()),
        defines: None,
    })
}

/// A question about each of the first tables that hold more than names for codes.
fn of_each(knowledge: &Knowledge, question: impl Fn(&str) -> String) -> Vec<Choice> {
    let tables = knowledge.catalog.tables.iter().filter(|t| t.columns.len() > 2);
    let choices = tables.take(MOST).map(|t| {
        let several = knowledge.speech().rows(&t.name, &split_name(&t.name));
        Choice {
            question: question(&several),
            label: several,
        }
    });
    choices.collect()
}

/// "Which one is the best?": neither what is judged nor by what.
fn of_nothing(knowledge: &Knowledge, plan: &Plan, linked: &Linked) -> Option<Reply> {
    let tokens = tokenise(&plan.question);
    let (word, _) = VAGUE.iter().find(|(word, _)| tokens.iter().any(|t| t.is(word)))?;
    let content = tokens.iter().filter(|t| {
        let plain = is_function_word(&t.lower) || askwell_reader::lexicon::is_filler(&t.lower);
        t.kind != TokenKind::Mark && !plain && !t.is(word) && !t.is_any(&EMPTY)
    });
    let named = linked.precise.iter().any(|f| f.score >= NAMED) || is_defined(knowledge, plan);
    (content.count() == 0 && !named).then(|| Reply {
        message: format!("The {word} of what? The question does not say."),
        choices: of_each(knowledge, |table| format!("Which of the {table} is the {word}?")),
        anyway: Some(plan.question.clone()),
        defines: None,
    })
}

/// "Who is the best player?"
fn without_a_measure(knowledge: &Knowledge, plan: &Plan, linked: &Linked, readings: &[Candidate]) -> Option<Reply> {
    let tokens = tokenise(&plan.question);
    let (word, end) = VAGUE.iter().find(|(word, _)| tokens.iter().any(|t| t.is(word)))?;
    // What is sold is what people mean by their best customer, where it is known.
    let by_sales = readings
        .first()
        .is_some_and(|c| c.uses.iter().any(|u| BY_SALES.contains(&u.meaning.as_str())));
    if by_sales || is_defined(knowledge, plan) {
        return None;
    }
    let table = linked.precise.iter().find(|f| f.column.is_none() && f.score >= NAMED)?;
    let of_table = |start: usize, end: usize| {
        let over = |s: askwell_contract::run::Span| (s.start as usize) < end && start < s.end as usize;
        linked
            .precise
            .iter()
            .any(|f| f.column.is_none() && f.score >= NAMED && over(f.span))
    };
    let more = tokens.iter().filter(|t| {
        let content =
            t.kind == TokenKind::Word && !is_function_word(&t.lower) && !askwell_reader::lexicon::is_filler(&t.lower);
        content && !t.is(word) && !of_table(t.start, t.end)
    });
    if more.count() > 0 || said(&plan.question).has("each") {
        return None;
    }
    let one = singular(&split_name(&table.table).join(" "));
    let choices: Vec<Choice> = measures(knowledge, &table.table)
        .into_iter()
        .map(|(label, total)| Choice {
            question: format!("Which {one} has the {end} {total}{label}?"),
            label: format!("by {label}"),
        })
        .collect();
    Some(Reply {
        message: format!("The {word} by what? This database does not say what makes a {one} the {word}."),
        choices,
        anyway: Some(plan.question.clone()),
        defines: None,
    })
}

/// Whether the question has a word that the person explained.
fn is_defined(knowledge: &Knowledge, plan: &Plan) -> bool {
    let question = plan.question.to_lowercase();
    let mut told = knowledge.terms.iter().filter(|t| !t.implied);
    told.any(|t| question.contains(&t.name.to_lowercase()))
}

/// What its sales brought in; then figures of the tables whose rows belong to it, the largest first, added up; then its own.
/// Twice as many as are offered, since some may turn out not to be read.
fn measures(knowledge: &Knowledge, table: &str) -> Vec<(String, &'static str)> {
    let Some(known) = knowledge.reader() else {
        return Vec::new();
    };
    let at = |name: &str| known.tables.iter().position(|t| t.name == name);
    let Some(place) = at(table) else {
        return Vec::new();
    };
    let of = |table: &Table| {
        let figures = table.columns.iter().filter(|c| c.role == Role::Measure);
        figures.map(|c| c.words.join(" ")).collect::<Vec<_>>()
    };
    let sold = known
        .all()
        .any(|(c, column)| column.is_made() && column.name == REVENUE && known.belongs(c.table, place));
    let linked = knowledge
        .catalog
        .tables
        .iter()
        .filter(|t| t.foreign_keys.iter().any(|k| k.to_table == table));
    let mut lines: Vec<&Table> = linked.filter_map(|t| known.tables.get(at(&t.name)?)).collect();
    lines.sort_by_key(|t| std::cmp::Reverse(t.rows));
    let brought = sold.then(|| (REVENUE.to_owned(), "total "));
    let theirs = lines.into_iter().flat_map(of).map(|label| (label, "total "));
    let own = of(&known.tables[place]).into_iter().map(|label| (label, ""));
    let mut out: Vec<(String, &'static str)> = Vec::new();
    for (label, total) in brought.into_iter().chain(theirs).chain(own) {
        if out.iter().all(|(l, _)| *l != label) && out.len() < 2 * MOST {
            out.push((label, total));
        }
    }
    out
}
