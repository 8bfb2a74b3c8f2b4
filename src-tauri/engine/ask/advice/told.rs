//! What of the question's words is worth telling a model, which reads English itself.
//!
//! In: the plan, what was found. Out: the question as it was asked, and the values that help more than they
//! mislead. The built-in engine has all of them: it weighs each against every other reading, and a model takes each for a
//! fact. Deliberately absent: any list of words of a database.

use askwell_contract::profile::Disguise;
use askwell_contract::run::{Plan, Span, ValueMatch};
use askwell_reader::lexicon;

use crate::gates::UNITS;
use crate::prepare::Knowledge;
use crate::words::lexicon::is_function_word;
use crate::words::{is_word, singular, split_name, stem, tokenise, Token, TokenKind};

/// A match of this likeness is the stored value but for its spelling.
const SAME: f64 = 0.95;
/// Below this likeness of letters a value that was found by way of a synonym or a slip is another word.
const LIKE: f64 = 0.6;
/// Words that say how to calculate, and never name a thing by themselves.
const COMPUTED: [&str; 28] = [
    "max",
    "min",
    "sum",
    "avg",
    "count",
    "total",
    "average",
    "mean",
    "median",
    "number",
    "percentage",
    "percent",
    "ratio",
    "rate",
    "share",
    "difference",
    "highest",
    "lowest",
    "most",
    "least",
    "top",
    "bottom",
    "first",
    "last",
    "maximum",
    "minimum",
    "case",
    "divide",
];
/// Behind these a number is a factor.
const FACTOR: [char; 4] = ['*', '×', '·', '/'];

/// The question without the sentence in which a formula of its hints was said for the built-in engine: of "(a + b) / c" the
/// words keep what a model would rather read as it stands.
pub fn question(plan: &Plan) -> &str {
    const TIE: &str = " is defined as ";
    let whole = plan.question.as_str();
    let Some(at) = whole.rfind(TIE).filter(|_| !plan.evidence.is_empty()) else {
        return whole;
    };
    let Some(begins) = whole[..at].rfind(['.', '?', '!']) else {
        return whole;
    };
    let name = whole[begins + 1..at].trim();
    match !name.is_empty() && plan.evidence.to_lowercase().contains(&name.to_lowercase()) {
        true => &whole[..=begins],
        false => whole,
    }
}

/// Values that the question names, and not merely words that some cell happens to be like.
pub fn values(knowledge: &Knowledge, plan: &Plan, values: &[ValueMatch]) -> Vec<ValueMatch> {
    let worth: Vec<&ValueMatch> = values.iter().filter(|v| names_it(knowledge, plan, v)).collect();
    let silenced = |v: &ValueMatch| worth.iter().any(|other| silences(other, v));
    worth.iter().filter(|v| !silenced(v)).map(|v| (*v).clone()).collect()
}

/// A word in more texts than these tells nothing.
const TEXTS: usize = 24;
/// Of them so many are told.
const TOLD: usize = 4;
/// Shorter words stand in too many texts.
const SHORTEST: usize = 4;

/// Stored texts with a word of the question in them, where the word is no value, no name and no plain English that data is
/// spoken of with: "whitby" in names of airfields. People write names without capitals.
pub fn within(knowledge: &Knowledge, plan: &Plan, told: &[ValueMatch]) -> Vec<ValueMatch> {
    let question = question(plan);
    let plain = |token: &Token| {
        let lower = token.lower.as_str();
        is_function_word(lower)
            || is_word(lower)
            || is_word(&token.stem)
            || lexicon::is_filler(lower)
            || lexicon::is_not(lower)
            || lexicon::is_scale(lower)
            || !lexicon::outcomes(&token.stem).is_empty()
            || !lexicon::concept(lower).is_empty()
            || COMPUTED.contains(&lower)
            || is_in_a_name(knowledge, token)
    };
    let mut out = Vec::new();
    for token in tokenise(question) {
        let covered = |v: &ValueMatch| (v.span.start as usize) < token.end && token.start < v.span.end as usize;
        let name = token.kind == TokenKind::Word && token.lower.chars().count() >= SHORTEST;
        if !name || plain(&token) || told.iter().any(covered) {
            continue;
        }
        let texts = knowledge.values.texts_with(&token.lower, TEXTS);
        let span = Span {
            start: token.start as u32,
            end: token.end as u32,
        };
        out.extend(texts.into_iter().take(TOLD).map(|hit| hit.found_by(span, &token.text)));
    }
    out
}

/// A word of any name is no name of a thing: "device" of `device_id`. Where the schema is too large for the reader, letters do.
fn is_in_a_name(knowledge: &Knowledge, token: &Token) -> bool {
    match knowledge.reader() {
        Some(known) => known.is_named(&token.stem),
        None => {
            let holds = |name: &str| name.to_lowercase().contains(&token.lower);
            let mut tables = knowledge.catalog.tables.iter();
            tables.any(|t| holds(&t.name) || t.columns.iter().any(|c| holds(&c.name)))
        }
    }
}

fn words_of(v: &ValueMatch) -> usize {
    v.words.split_whitespace().count()
}

/// What is stored as it was said, in several words, leaves no meaning to its parts nor to what is only like it; in one
/// word it leaves none to what is only like it.
fn silences(sure: &ValueMatch, other: &ValueMatch) -> bool {
    if sure.similarity < SAME || sure.part || std::ptr::eq(sure, other) {
        return false;
    }
    let nowhere = |s: Span| s.start == s.end;
    let (a, b) = (sure.span, other.span);
    let within = match nowhere(a) || nowhere(b) {
        // What only the hints hold has no place: its words tell.
        true => nowhere(a) == nowhere(b) && has_words(&sure.words, &other.words),
        false => a.start <= b.start && b.end <= a.end,
    };
    let same_place = within && words_of(sure) == words_of(other);
    match same_place {
        true => other.similarity < SAME,
        false => within && words_of(sure) > words_of(other),
    }
}

/// Whether the words are some of these, one after the other.
fn has_words(all: &str, some: &str) -> bool {
    let lower = |text: &str| {
        format!(
            " {} ",
            text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
        )
    };
    lower(all).contains(&lower(some))
}

fn names_it(knowledge: &Knowledge, plan: &Plan, v: &ValueMatch) -> bool {
    let word = v.words.trim_matches(['\'', '"', '`']).to_lowercase();
    let text = match v.span.start == v.span.end {
        true => plan.evidence.as_str(),
        false => plan.question.as_str(),
    };
    let at = match v.span.start == v.span.end {
        true => text.to_lowercase().find(&word),
        false => Some(v.span.start as usize),
    };
    let before = at.and_then(|at| text.get(..at)).unwrap_or_default().trim_end();
    let opens = at.and_then(|at| text.get(at..)).unwrap_or_default();
    let marks = ['\'', '"', '`', '\u{201c}', '\u{2018}'];
    let quoted = opens.starts_with(marks) || before.ends_with(marks);
    if quoted {
        return true;
    }
    if word.parse::<f64>().is_ok() && before.ends_with(FACTOR) {
        return false;
    }
    // "Top 10" is no discount of 10%, and "the top 5" and "1 April" no rain of 5 mm.
    if word.parse::<f64>().is_ok() && (v.value.trim() != word || is_measured(knowledge, v) && !says_column(plan, v)) {
        return false;
    }
    let single = !word.contains(char::is_whitespace);
    // A plain English word is no slip of a name: "sales" for the town of Salem.
    if single && v.similarity < SAME && is_word(&word) {
        return false;
    }
    // "MAX(", "the driver": a word of computation, and one that a table is called by.
    if single && (COMPUTED.contains(&word.as_str()) || is_table(knowledge, &word)) {
        return false;
    }
    // "A good film" is none called Good, and "the day of the week" no airport of the code DAY.
    let lower = opens.starts_with(char::is_lowercase);
    if single && lower && (lexicon::is_scale(&word) || lexicon::is_filler(&word) || UNITS.contains(&word.as_str())) {
        return false;
    }
    // A column's own name is a value only where it is stored so.
    if single && v.similarity < 1.0 && is_column(knowledge, &word) {
        return false;
    }
    // "scored" for the name Mark, "victories" for the code WIN.
    v.similarity >= SAME || v.part || askwell_sql::near::likeness(&word, &v.value.to_lowercase()) >= LIKE
}

/// Whether the column holds numbers that measure something, as texts: any number may stand there.
fn is_measured(knowledge: &Knowledge, v: &ValueMatch) -> bool {
    let profile = knowledge.profile(&v.table, &v.column);
    profile.is_some_and(|p| {
        p.view.as_ref().is_some_and(|view| !view.is_date()) || p.disguises.contains(&Disguise::NumberInText)
    })
}

/// Whether the question has a word of the column's name.
fn says_column(plan: &Plan, v: &ValueMatch) -> bool {
    let called: Vec<String> = split_name(&v.column).iter().map(|word| stem(word)).collect();
    tokenise(&plan.question).iter().any(|t| called.contains(&t.stem))
}

fn is_table(knowledge: &Knowledge, word: &str) -> bool {
    let one = singular(word);
    let called = |name: &str| matches!(split_name(name).as_slice(), [only] if singular(only) == one);
    knowledge.catalog.tables.iter().any(|t| called(&t.name))
}

fn is_column(knowledge: &Knowledge, word: &str) -> bool {
    let one = singular(word);
    let called = |name: &str| matches!(split_name(name).as_slice(), [only] if singular(only) == one);
    let mut columns = knowledge.catalog.tables.iter().flat_map(|t| &t.columns);
    columns.any(|c| called(&c.name))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::ask::ground;
    use crate::prepare::fake::{catalog, table};
    use crate::prepare::values::ColumnValues;

    pub fn races() -> Knowledge {
        let catalog = catalog(vec![
            table(
                "driver",
                &["id int", "forename text", "surname text", "q3 text", "may text"],
            ),
            table(
                "result",
                &["id int", "driver_id int", "mark text", "code text", "laps int"],
            ),
        ]);
        let column = |table: &str, column: &str, values: &[&str]| {
            ColumnValues::new(
                table,
                column,
                values.iter().map(|v| ((*v).into(), 1)).collect(),
                true,
                None,
            )
        };
        let values = vec![
            column("driver", "forename", &["Max", "Mark", "Lewis", "San"]),
            column("driver", "surname", &["Driver", "Hamilton", "San Marino", "Marino"]),
            column("result", "code", &["WIN", "DNF", "100"]),
        ];
        Knowledge::build(catalog, "1".into(), Vec::new(), values)
    }

    fn told(question: &str, evidence: &str) -> Vec<String> {
        let knowledge = races();
        let plan = Plan {
            question: question.into(),
            evidence: evidence.into(),
            follows: None,
            parts: Vec::new(),
            tells: None,
        };
        let mut found = ground::find(&knowledge.values, question).values;
        for mut value in ground::find(&knowledge.values, evidence).values {
            value.span = Span { start: 0, end: 0 };
            found.push(value);
        }
        values(&knowledge, &plan, &found).into_iter().map(|v| v.value).collect()
    }

    #[test]
    fn a_value_of_several_words_leaves_none_to_its_parts_or_neighbours() {
        assert_eq!(told("Who won at San Marino?", ""), ["San Marino"]);
        assert_eq!(
            told("Did Hamilton win?", "")
                .iter()
                .filter(|v| *v == "Hamilton")
                .count(),
            1
        );
    }

    #[test]
    fn words_of_computation_and_names_of_tables_are_no_values() {
        assert_eq!(
            told("Which driver has the most laps?", "MAX(laps) * 100"),
            Vec::<String>::new()
        );
        assert_eq!(told("Who scored the most?", ""), Vec::<String>::new());
        assert_eq!(told("How many victories are there?", ""), Vec::<String>::new());
        assert_eq!(
            told("What are the marks of driver 100?", "")
                .iter()
                .filter(|v| *v == "Mark")
                .count(),
            0
        );
        // In quotation marks a word is what it is.
        assert_eq!(told("Laps of 'Max'", ""), ["Max"]);
    }

    #[test]
    fn plain_words_name_nothing_and_a_name_without_capitals_is_looked_for_in_texts() {
        let catalog = catalog(vec![
            table("films", &["id int", "title text"]),
            table("airports", &["code text", "name text"]),
        ]);
        let column = |table: &str, column: &str, values: &[&str]| {
            let values = values.iter().map(|v| ((*v).into(), 1)).collect();
            ColumnValues::new(table, column, values, true, None)
        };
        let stored = vec![
            column("films", "title", &["Good", "Up", "Lost At Sea"]),
            column("airports", "code", &["DAY", "ORD"]),
            column(
                "airports",
                "name",
                &["Whitby North Field", "Whitby Harbour", "Dunmere Field"],
            ),
        ];
        let knowledge = Knowledge::build(catalog, "1".into(), Vec::new(), stored);
        let told = |question: &str| {
            let plan = crate::scripted::plan(question);
            let mut told = values(&knowledge, &plan, &ground::find(&knowledge.values, question).values);
            told.extend(within(&knowledge, &plan, &told));
            told.into_iter().map(|v| v.value).collect::<Vec<_>>()
        };
        for question in [
            "is there a good film on",
            "which day has fewest landings",
            "films that lost a fortune",
        ] {
            assert_eq!(told(question), Vec::<String>::new(), "{question}");
        }
        assert_eq!(told("landings at whitby"), ["Whitby Harbour", "Whitby North Field"]);
        assert_eq!(told("films called 'Good'"), ["Good"]);
    }

    #[test]
    fn the_question_is_told_as_it_was_asked() {
        let plan = |question: &str, evidence: &str| Plan {
            question: question.into(),
            evidence: evidence.into(),
            follows: None,
            parts: Vec::new(),
            tells: None,
        };
        let asked = "What is the yield per field?";
        let said = "What is the yield per field? yield is defined as ( harvest times 2 plus seeds ) divided by area.";
        assert_eq!(question(&plan(said, "yield = (harvest * 2 + seeds) / area")), asked);
        assert_eq!(question(&plan(said, "")), said, "the person's own words stay");
        assert_eq!(question(&plan(asked, "yield = harvest / area")), asked);
    }
}
