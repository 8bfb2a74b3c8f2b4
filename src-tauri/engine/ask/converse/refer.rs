//! The turn as sentences that can be read: with what it points at said in full, and with the earlier question's words.
//!
//! In: the turn, the earlier question and its query. Out: texts. Deliberately absent: reading them.

use askwell_contract::run::{Grounding, Linked};
use askwell_contract::{Cell, TypeKind};
use askwell_sql::amend::{Parts, Place};

use super::said::{self, Said};
use super::{Heard, Sentence};
use crate::cx::Earlier;
use crate::prepare::Knowledge;
use crate::words::lexicon::is_function_word;
use crate::words::{plural, singular, split_name, tokenise, Token, TokenKind};

const OF_THINGS: [&str; 6] = ["their", "its", "his", "her", "theirs", "hers"];
const THINGS: [&str; 6] = ["them", "they", "those", "these", "he", "she"];
const SINGLE: [&str; 4] = ["it", "him", "that", "this"];
/// What goes on from a sentence without a comma.
const RUNNING_ON: [&str; 22] = [
    "in", "from", "with", "without", "for", "on", "at", "before", "after", "since", "by", "per", "between", "over",
    "under", "above", "below", "as", "of", "during", "who", "whose",
];
/// On which side of a time, or of how long.
const SIDES: [&str; 7] = ["before", "after", "since", "until", "in", "during", "by"];
/// Verbs whose past has no ending of its own.
const DONE: [&str; 16] = [
    "went", "came", "got", "won", "lost", "made", "took", "cost", "sold", "bought", "grew", "fell", "rose", "paid",
    "left", "brought",
];
/// Names that are shorter are no good nouns.
const SHORTEST: usize = 2;
/// A name is taken for said from here on, as in the rest of the engine.
const NAMED: f64 = 0.7;

/// What the rows of a query are called: one, and several.
pub fn noun(parts: &Parts, knowledge: &Knowledge) -> Option<(String, String)> {
    let by_group = parts
        .group
        .first()
        .and_then(|g| g.column.clone())
        .filter(|_| parts.limit.is_some());
    let words = match by_group {
        Some((table, column)) => match knowledge
            .catalog
            .table(&table)?
            .foreign_keys
            .iter()
            .find(|k| k.columns == [column.clone()])
        {
            Some(key) => split_name(&key.to_table),
            // Whoever groups by the key of a table speaks of its rows.
            None if knowledge.catalog.table(&table)?.primary_key == [column.clone()] => split_name(&table),
            None => split_name(&column),
        },
        None => {
            let shown = parts.select.iter().find_map(|i| i.column.as_ref()).map(|c| c.0.clone());
            split_name(&shown.or_else(|| parts.tables.first().cloned())?)
        }
    };
    let last = words.last().filter(|w| w.chars().count() >= SHORTEST)?;
    let before = words[..words.len() - 1].join(" ");
    let with = |last: String| match before.is_empty() {
        true => last,
        false => format!("{before} {last}"),
    };
    Some((with(singular(last)), with(plural(&singular(last)))))
}

/// The turn with what it points at in words; `None`: it points at nothing.
pub fn pointed(turn: &str, (one, several): &(String, String)) -> Option<String> {
    let tokens = tokenise(turn);
    let mut out = String::new();
    let (mut done, mut some) = (0, false);
    let words = tokens.iter().take_while(|t| t.kind != TokenKind::Mark).count();
    for (at, token) in tokens.iter().enumerate() {
        let lower = token.lower.as_str();
        // "Those three customers": the number only says how many were shown.
        let numbered =
            tokens.get(at + 1).is_some_and(|t| t.kind == TokenKind::Number) && matches!(lower, "those" | "these");
        let next = at + 1 + usize::from(numbered);
        let noun_behind = tokens.get(next).is_some_and(is_noun);
        let before = at.checked_sub(1).and_then(|b| tokens.get(b));
        let by = if OF_THINGS.contains(&lower) && (noun_behind || lower != "her") {
            Some(format!("the {one}'s"))
        } else if matches!(lower, "those" | "these") && noun_behind && !tokens.get(next).is_some_and(is_verb) {
            Some("the".to_owned())
        } else if THINGS.contains(&lower) || lower == "her" {
            Some(format!("the {several}"))
        } else if SINGLE.contains(&lower) && noun_behind && lower != "it" {
            None
        } else if lower == "it" || lower == "him" {
            Some(format!("the {one}"))
        } else if matches!(lower, "one" | "ones")
            && before.is_some_and(|b| b.is_any(&["which", "the", "other", "these", "those"]))
        {
            Some(if lower == "one" { one.clone() } else { several.clone() })
        } else if lower == "there" && at + 1 == words && said::in_place(turn) {
            Some(format!("in the {one}"))
        } else {
            None
        };
        if let Some(by) = by {
            out += turn.get(done..token.start).unwrap_or_default();
            out += &by;
            done = match numbered {
                true => tokens.get(at + 1).map_or(token.end, |t| t.end),
                false => token.end,
            };
            some = true;
        }
    }
    out += turn.get(done..).unwrap_or_default();
    some.then_some(out)
}

/// "When were those rates measured?", behind a list of rates, as "those polls": they are the rows shown.
pub fn of_shown(turn: &str, parts: &Parts, (_, several): &(String, String)) -> Option<String> {
    let tokens = tokenise(turn);
    let shown = |name: &str| {
        let one = singular(&name.to_lowercase());
        let mut columns = parts.select.iter().filter_map(|i| i.column.as_ref());
        columns.any(|(_, column)| split_name(column).last().is_some_and(|w| singular(w) == one))
    };
    let rows = |name: &str| {
        several
            .split(' ')
            .any(|w| singular(w) == singular(&name.to_lowercase()))
    };
    let at = tokens
        .iter()
        .position(|t| t.is_any(&["those", "these"]))
        .filter(|at| *at > 0 && parts.lists())?;
    let behind = tokens[at + 1..].iter().take_while(|t| is_noun(t)).take(3);
    let named: Vec<&Token> = behind.collect();
    // A verb may follow what is shown: "those approval rates measured".
    let last = named.iter().rfind(|t| shown(&t.lower) && !rows(&t.lower))?;
    let (head, tail) = (turn.get(..tokens[at].end)?, turn.get(last.end..)?);
    Some(format!("{head} {several}{tail}"))
}

/// Whether the turn speaks of "the boat" as known.
pub fn names_it(turn: &str, one: &str) -> bool {
    let tokens = tokenise(turn);
    let last = one.rsplit(' ').next().unwrap_or(one).to_lowercase();
    tokens
        .windows(2)
        .any(|pair| pair[0].lower == "the" && pair[1].lower == last)
}

/// Most rows that a question is asked of one by one.
const EACH: usize = 10;

/// The few rows that were shown, by the column that names them.
pub fn names(earlier: &Earlier, shape: Option<&Parts>, knowledge: &Knowledge) -> Option<(Place, Vec<String>)> {
    let result = earlier.result.as_ref().filter(|r| r.truncated.is_none())?;
    if !(2..=EACH).contains(&result.rows.len()) {
        return None;
    }
    let of_text = |(table, column): &Place| {
        let table = knowledge.catalog.table(table)?;
        table
            .columns
            .iter()
            .find(|c| c.name == *column)
            .filter(|c| c.kind == TypeKind::Text)
    };
    let (at, place) = shape?
        .select
        .iter()
        .enumerate()
        .find_map(|(at, item)| item.column.clone().filter(|c| of_text(c).is_some()).map(|c| (at, c)))?;
    let mut names = Vec::new();
    for row in &result.rows {
        match row.get(at)? {
            Cell::Text(name) if !name.is_empty() && !names.contains(name) => names.push(name.clone()),
            _ => return None,
        }
    }
    Some((place, names))
}

/// The turn asked of one of them: "What did they order last?" as "What did Adler order last?"
pub fn of_one(turn: &str, name: &str) -> Option<String> {
    let several = tokenise(turn)
        .iter()
        .any(|t| THINGS[..4].contains(&t.lower.as_str()) || t.lower == "their");
    let text = pointed(turn, &(name.to_owned(), name.to_owned())).filter(|_| several)?;
    Some(
        text.replace(&format!("the {name}"), name)
            .replace(&format!("The {name}"), name),
    )
}

/// "How many of these went to overtime": what stands behind is done by them.
fn is_verb(token: &Token) -> bool {
    token.lower.ends_with("ed") || DONE.contains(&token.lower.as_str())
}

fn is_noun(token: &Token) -> bool {
    token.kind == TokenKind::Word
        && !is_function_word(&token.lower)
        && !matches!(
            token.lower.as_str(),
            "who" | "which" | "that" | "whose" | "where" | "have" | "has" | "had" | "do" | "did"
        )
}

/// What is left out, as rows: "returned ones" as "returned orders", "those in Spain" as "customers in Spain".
pub fn left(left: &str, (_, several): &(String, String)) -> String {
    for ones in ["ones", "those"] {
        if let Some(behind) = left.strip_prefix(ones) {
            return format!("{several}{behind}");
        }
        if let Some(before) = left.strip_suffix(ones) {
            return format!("{before}{several}");
        }
    }
    format!("{left} {several}")
}

/// "How many people have that job", behind a single row, as "how many people have the job Packer".
pub fn valued(turn: &str, earlier: &Earlier, shape: Option<&Parts>) -> Option<String> {
    let result = earlier.result.as_ref()?;
    let [row] = result.rows.as_slice() else { return None };
    let tokens = tokenise(turn);
    tokens.windows(2).find_map(|pair| {
        let [that, noun] = pair else { return None };
        if !that.is_any(&["that", "this"]) || !is_noun(noun) {
            return None;
        }
        let one = singular(&noun.lower);
        let of = shape?.select.iter().position(|item| {
            let words = item.column.as_ref().map(|c| split_name(&c.1));
            words.is_some_and(|words| words.iter().any(|w| singular(&w.to_lowercase()) == one))
        })?;
        let Cell::Text(value) = row.get(of)? else { return None };
        let (head, tail) = (turn.get(..that.start)?, turn.get(noun.end..)?);
        Some(format!("{head}the {one} {value}{tail}"))
    })
}

/// The turn about the things spoken of, where it names none itself: "in Spain" as "the customers in Spain".
pub fn about(said: &Said, (_, several): &(String, String)) -> String {
    let rest = &said.rest;
    let first = rest.split_whitespace().next().unwrap_or_default().to_lowercase();
    match first.as_str() {
        "which" | "who" if said.has("asks") => match rest.split_once(char::is_whitespace) {
            Some((_, behind)) => format!("which {several} {behind}"),
            None => rest.clone(),
        },
        _ if said.has("asks") || said.has("orders") => format!("{rest} of the {several}"),
        "in" | "from" | "with" | "without" | "for" | "on" | "at" | "before" | "after" | "since" | "by" | "between"
        | "over" | "under" | "above" | "below" | "who" | "that" | "which" | "whose" | "where" | "not" => {
            format!("the {several} {rest}")
        }
        _ => format!("the {rest} of the {several}"),
    }
}

/// The earlier question with the turn's words behind it.
pub fn behind(earlier: &str, said: &Said) -> String {
    let stem = earlier.trim_end_matches(['?', '.', '!', ' ']);
    let mark = if earlier.ends_with('?') { "?" } else { "" };
    let rest = said.rest.trim_start_matches("those ").trim_start_matches("the ones ");
    let first = rest.split_whitespace().next().unwrap_or_default().to_lowercase();
    let runs_on = RUNNING_ON.contains(&first.as_str());
    let only = if said.has("lead-only") { "only " } else { "" };
    match runs_on {
        true => format!("{stem} {only}{rest}{mark}"),
        false => format!("{stem}, {only}{rest}{mark}"),
    }
}

/// The earlier question without the words of the grouping that a new query drops: "Orders in 2024" of "Orders by channel in
/// 2024". `None`: it drops none, or the question does not say it so.
pub fn ungrouped(earlier: &str, parts: &Parts, sql: &str) -> Option<String> {
    let [by] = parts.group.as_slice() else { return None };
    if sql.contains(&by.sql) {
        return None;
    }
    let called = match &by.column {
        Some((_, column)) => split_name(column),
        None => ["year", "quarter", "month", "week", "weekday", "day"]
            .map(str::to_owned)
            .to_vec(),
    };
    let words: Vec<&str> = earlier.split_whitespace().collect();
    let bare = |word: &str| singular(&word.trim_matches(['?', '.', '!', ',']).to_lowercase());
    let at = words
        .windows(2)
        .position(|w| matches!(w[0], "by" | "per" | "each") && called.contains(&bare(w[1])))?;
    let from = match words[at] {
        "each" if at > 0 && matches!(words[at - 1], "for" | "in" | "of") => at - 1,
        _ => at,
    };
    let named = words[at + 1..].iter().take_while(|w| called.contains(&bare(w))).count();
    let (_, behind) = words.split_at(at + 1 + named);
    let mark = match behind.is_empty() && earlier.trim_end().ends_with('?') {
        true => "?",
        false => "",
    };
    let rest: Vec<&str> = words[..from].iter().chain(behind).copied().collect();
    Some(format!("{}{mark}", rest.join(" ")))
}

/// Where the word begins that says on which side of a time.
fn side(text: &str, time: u32) -> Option<usize> {
    let head = text.get(..time as usize)?.trim_end();
    let word = head.split_whitespace().next_back()?;
    let at = head.len() - word.len();
    SIDES.contains(&word.to_lowercase().as_str()).then_some(at)
}

/// The earlier question with a value or a name of the turn in the place of its own of the same kind.
pub fn swapped(earlier: &Heard, turn: &Heard) -> Vec<Sentence> {
    let mut out: Vec<Sentence> = Vec::new();
    let mut put = |start: u32, end: u32, words: &str| {
        let (start, end) = (start as usize, end as usize);
        let (Some(head), Some(tail)) = (earlier.text.get(..start), earlier.text.get(end..)) else {
            return;
        };
        let text = format!("{head}{words}{tail}");
        if text != earlier.text && out.iter().all(|s| s.text != text) {
            out.push(Sentence::read("swapped", text));
        }
    };
    let values = |g: &Grounding| {
        let stored = g
            .values
            .iter()
            .filter(|v| v.similarity >= 0.95 && v.span.start < v.span.end);
        stored.cloned().collect::<Vec<_>>()
    };
    for new in values(&turn.grounding) {
        let same = |old: &&askwell_contract::run::ValueMatch| {
            old.table == new.table && old.column == new.column && old.value != new.value
        };
        if let Some(old) = values(&earlier.grounding).iter().find(same) {
            put(old.span.start, old.span.end, &new.words);
        }
    }
    if let (Some(old), Some(new)) = (earlier.grounding.times.first(), turn.grounding.times.first()) {
        // "And after 1980?" takes the place of "before 1960", not of the year alone.
        let at = side(&turn.text, new.span.start);
        match (at, side(&earlier.text, old.span.start)) {
            (Some(at), Some(from)) => {
                let words = turn.text.get(at..new.span.end as usize).unwrap_or(&new.words);
                put(from as u32, old.span.end, words);
            }
            // "In 2024" is a time of the same kind; "after 2024" is not.
            (Some(at), None) if turn.text.get(at..at + 2).is_none_or(|w| !w.eq_ignore_ascii_case("in")) => {}
            _ => put(old.span.start, old.span.end, &new.words),
        }
    }
    let fields = |l: &Linked| {
        let named = l
            .precise
            .iter()
            .filter(|f| f.score >= NAMED && f.column.is_some() && f.span.start < f.span.end);
        named.cloned().collect::<Vec<_>>()
    };
    // "By position" names groups and takes no measure's place.
    let first = turn.text.split_whitespace().next().unwrap_or_default().to_lowercase();
    let groups =
        matches!(first.as_str(), "by" | "per" | "each" | "every") || turn.text.to_lowercase().starts_with("for each");
    if let Some(new) = fields(&turn.linked).first().filter(|_| !groups) {
        if let Some(old) = fields(&earlier.linked)
            .iter()
            .find(|old| (&old.table, &old.column) != (&new.table, &new.column))
        {
            put(old.span.start, old.span.end, &new.words);
        }
    }
    out.truncate(2);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_is_known_is_named_with_the() {
        assert!(names_it("What does the boat weigh?", "boat"));
        assert!(names_it("Who owns the boat?", "fishing boat"));
        assert!(!names_it("What do the boats weigh?", "boat"));
        assert!(!names_it("Is there a boat?", "boat"));
    }

    #[test]
    fn a_grouping_that_is_dropped_is_not_said() {
        let status = askwell_sql::amend::Item {
            sql: "orders.status".into(),
            alias: None,
            column: Some(("orders".into(), "status".into())),
            figure: None,
        };
        let by_status = Parts {
            select: vec![status.clone()],
            distinct: false,
            from: "orders".into(),
            tables: vec!["orders".into()],
            outer: false,
            filter: Vec::new(),
            group: vec![status],
            having: Vec::new(),
            order: Vec::new(),
            limit: None,
            offset: 0,
        };
        let said = |earlier: &str, sql: &str| ungrouped(earlier, &by_status, sql);
        let other = "SELECT id, COUNT(*) FROM orders GROUP BY id";
        for (earlier, want) in [
            ("How many orders by status?", "How many orders?"),
            ("Orders for each status in 2024", "Orders in 2024"),
        ] {
            assert_eq!(said(earlier, other).as_deref(), Some(want));
        }
        assert_eq!(said("How many orders of each kind?", other), None);
        assert_eq!(said("Orders by status", &by_status.sql()), None);
    }

    #[test]
    fn figures_pointed_at_are_the_rows_that_have_them() {
        let polls = ("poll".to_owned(), "polls".to_owned());
        let rates = Parts {
            select: vec![askwell_sql::amend::Item {
                sql: "polls.approval_rate".into(),
                alias: None,
                column: Some(("polls".into(), "approval_rate".into())),
                figure: None,
            }],
            distinct: false,
            from: "polls".into(),
            tables: vec!["polls".into()],
            outer: false,
            filter: Vec::new(),
            group: Vec::new(),
            having: Vec::new(),
            order: Vec::new(),
            limit: None,
            offset: 0,
        };
        let said = |turn: &str| of_shown(turn, &rates, &polls);
        assert_eq!(
            said("On which days were those approval rates measured?").as_deref(),
            Some("On which days were those polls measured?")
        );
        for turn in ["What are the days of those polls?", "Which of those are from May?"] {
            assert_eq!(said(turn), None, "{turn}");
        }
    }

    #[test]
    fn what_is_done_by_those_is_no_name_of_them() {
        let games = ("game".to_owned(), "games".to_owned());
        for (turn, want) in [
            (
                "how many of these went to overtime?",
                "how many of the games went to overtime?",
            ),
            ("which of those ended in a draw?", "which of the games ended in a draw?"),
            (
                "how many of these evenings were sold out?",
                "how many of the evenings were sold out?",
            ),
        ] {
            assert_eq!(pointed(turn, &games).as_deref(), Some(want), "{turn}");
        }
    }
}
