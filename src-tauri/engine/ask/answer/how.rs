//! How I got this: the query step by step, with the words of the question that each answers to, and its rows.
//!
//! In: the winner, and the reading that says what the words were taken for. Out: steps made by rule from the statement.
//! Rows are counted by one more query, under a short limit and only where the answer itself came fast; without it the
//! steps are the same and their rows are not told. Deliberately absent: the sentence; what the steps say (`sql::steps`).

use askwell_contract::run::{Candidate, Judged, Outcome, Span, TraceStep, WordUse};
use askwell_contract::{Cell, Limits, ProblemCode, Result, Table};
use askwell_sql::features;
use askwell_sql::steps::worded::{self, Names};
use askwell_sql::steps::{self, Kind, Step};

use crate::cx::Cx;
use crate::prepare::glossary::{Known, Sense};
use crate::prepare::Knowledge;
use crate::words::{singular, split_name};

/// A query that took longer is not worth counting again, ms.
const FAST: f64 = 500.0;

/// Rows that are counted in no time: where a query over so few took long, it waited for its turn.
const FEW: u64 = 250_000;

/// What counting may take.
const LIMITS: Limits = Limits {
    milliseconds: 1_000,
    rows: 1,
    bytes: 1 << 20,
};

/// Err: the person pressed Stop.
pub(super) async fn how(cx: &Cx<'_>, winner: &Judged, account: Option<&Candidate>) -> Result<Vec<TraceStep>> {
    let (sql, dialect) = (&winner.candidate.sql, cx.knowledge.catalog.dialect);
    let called = Called::of(cx.knowledge, sql);
    let steps = worded::worded(sql, dialect, &called);
    let Outcome::Ran { result, ms, .. } = &winner.outcome else {
        return Ok(Vec::new());
    };
    let whole = result.truncated.is_none().then_some(result.rows.len() as u64);
    let counting = steps::counting(sql, dialect, &steps).filter(|_| *ms <= FAST || called.few());
    let counts = match counting {
        Some(counting) => counted(cx, &counting).await?,
        None => Some(Vec::new()),
    };
    let flow = match counts {
        Some(counts) => steps::flow(&steps, &counts, whole),
        None => vec![(None, None); steps.len()],
    };
    let mut words = tied(&steps, account.map_or(&[][..], |a| &a.uses));
    let told = steps.into_iter().zip(flow).enumerate();
    let told = told.map(|(i, (step, (rows_in, rows_out)))| TraceStep {
        text: step.text,
        words: std::mem::take(&mut words[i]),
        rows_in,
        rows_out,
    });
    Ok(told.collect())
}

/// What the tables and columns of a query are called.
struct Called<'a> {
    knowledge: &'a Knowledge,
    /// Those that it reads.
    tables: Vec<String>,
}

impl<'a> Called<'a> {
    fn of(knowledge: &'a Knowledge, sql: &str) -> Self {
        let read = features::of(sql, knowledge.catalog.dialect).unwrap_or_default();
        Self {
            knowledge,
            tables: read.tables,
        }
    }

    /// Whether all that it reads is known, and little.
    fn few(&self) -> bool {
        let profiles = &self.knowledge.profiles;
        let rows = |table: &String| {
            profiles
                .iter()
                .find(|p| p.table.eq_ignore_ascii_case(table))
                .map(|p| p.rows)
        };
        let all: Option<u64> = self.tables.iter().map(rows).sum();
        !self.tables.is_empty() && all.is_some_and(|rows| rows <= FEW)
    }

    fn found(&self, table: &str) -> Option<&Table> {
        let mut tables = self.knowledge.catalog.tables.iter();
        tables.find(|t| t.name.eq_ignore_ascii_case(table))
    }
}

impl Names for Called<'_> {
    fn table(&self, table: &str) -> String {
        match self.knowledge.speech() {
            speech if speech.foreign() => speech.table(table, &[]),
            _ => split_name(table).join(" "),
        }
    }

    fn column(&self, table: Option<&str>, column: &str) -> String {
        let speech = self.knowledge.speech();
        if speech.foreign() {
            return speech.column(column, &[]);
        }
        let mut words = split_name(column);
        let owner = || {
            let mut words = split_name(table?);
            let last = words.pop()?;
            words.push(singular(&last));
            Some(words)
        };
        if words.last().is_some_and(|word| word == "id") {
            words.pop();
            if words.is_empty() {
                words.extend(owner().unwrap_or_default());
            }
            words.push("number".to_owned());
            return words.join(" ");
        }
        // Of several tables with a name, it is said whose name it is.
        let shared = self.tables.iter().filter(|t| self.has(t, column)).count() > 1;
        let bare =
            matches!(words.as_slice(), [one] if matches!(one.as_str(), "name" | "title")) && self.tables.len() > 1;
        if shared || bare {
            if let Some(mut owner) = owner().filter(|owner| !words.starts_with(owner)) {
                owner.append(&mut words);
                words = owner;
            }
        }
        words.join(" ")
    }

    fn has(&self, table: &str, column: &str) -> bool {
        let found = self.found(table);
        found.is_some_and(|t| t.columns.iter().any(|c| c.name.eq_ignore_ascii_case(column)))
    }

    fn is_key(&self, table: &str, column: &str) -> bool {
        self.found(table).is_some_and(|t| {
            let same = |c: &String| c.eq_ignore_ascii_case(column);
            t.primary_key.iter().any(same) || t.foreign_keys.iter().any(|k| k.columns.iter().any(same))
        })
    }

    fn amount(&self, sql: &str) -> Option<String> {
        let dialect = self.knowledge.catalog.dialect;
        let added = |term: &&Known| match &term.meaning {
            Sense::Figure { sql: piece, .. } => piece.each.as_ref().is_some_and(|each| {
                each.function == "SUM" && worded::bare_text(&each.alone, dialect).as_deref() == Some(sql)
            }),
            _ => false,
        };
        // A person's own word before those that the names suggest.
        let mut terms: Vec<&Known> = self.knowledge.terms.iter().filter(added).collect();
        terms.sort_by_key(|term| term.implied);
        terms.first().map(|term| format!("the {}", term.name))
    }
}

/// The counts, column by column; `None` where the database did not give them in time.
async fn counted(cx: &Cx<'_>, sql: &str) -> Result<Option<Vec<u64>>> {
    let stream = match cx.database.query(sql, LIMITS, cx.cancel).await {
        Ok(Ok(stream)) => stream,
        Err(problem) if problem.code == ProblemCode::Cancelled => return Err(problem),
        Ok(Err(_)) | Err(_) => return Ok(None),
    };
    let Ok(result) = stream.collect().await else {
        return Ok(None);
    };
    cx.check()?;
    let number = |cell: &Cell| match cell {
        Cell::Int(n) => u64::try_from(*n).ok(),
        _ => None,
    };
    Ok(result.rows.first().and_then(|row| row.iter().map(number).collect()))
}

/// For each step the places of the words that it answers to, from left to right.
fn tied(steps: &[Step], uses: &[WordUse]) -> Vec<Vec<Span>> {
    let mut out = vec![Vec::new(); steps.len()];
    let mut uses: Vec<&WordUse> = uses.iter().collect();
    uses.sort_by_key(|u| u.span.start);
    for used in uses {
        for at in answering(steps, used) {
            if !out[at].contains(&used.span) {
                out[at].push(used.span);
            }
        }
    }
    out
}

/// The steps that answer to some words: of the kind that their meaning asks for, and of what they were taken for.
fn answering(steps: &[Step], used: &WordUse) -> Vec<usize> {
    let kinds = kinds(&used.meaning);
    let (table, column) = match used.of.split_once('.') {
        Some((table, column)) => (table.to_lowercase(), Some(column.to_lowercase())),
        None => (used.of.to_lowercase(), None),
    };
    let value = value(used);
    let speaks = |step: &Step| {
        let has = |name: &String| step.names.contains(name);
        value.as_ref().is_some_and(has) || column.as_ref().is_some_and(has)
    };
    let reads = |step: &Step| {
        matches!(step.kind, Kind::Source | Kind::Join) && !table.is_empty() && step.names.contains(&table)
    };
    let those = |fits: &dyn Fn(&Step) -> bool| -> Vec<usize> {
        let places = steps.iter().enumerate().filter(|(_, s)| fits(s));
        places.map(|(i, _)| i).collect()
    };
    let kind = |step: &Step| kinds.contains(&step.kind);
    // A table is read; a column or a value is spoken of by a step of that kind, else by any; a word of the grammar is
    // answered by the first step of its kind.
    if used.of.is_empty() {
        let exact = those(&|s| kind(s) && speaks(s));
        return match exact.is_empty() {
            true => kinds
                .iter()
                .map(|k| those(&|s| s.kind == *k).into_iter().take(1).collect::<Vec<_>>())
                .find(|t| !t.is_empty())
                .unwrap_or_default(),
            false => exact,
        };
    }
    let exact = those(&|s| kind(s) && (speaks(s) || column.is_none() && reads(s)));
    let loose = || those(&|s| speaks(s) && s.kind != Kind::Join);
    let first = [exact]
        .into_iter()
        .chain(std::iter::once_with(loose))
        .find(|t| !t.is_empty());
    first.unwrap_or_else(|| those(&reads))
}

/// The stored text that words stand for: "Paris" of "city is 'Paris'".
pub(super) fn quoted(used: &WordUse) -> Option<&str> {
    let (_, rest) = used.meaning.split_once('\'')?;
    Some(rest.trim_end_matches('\''))
}

/// What the words stand for as a value: "'France'", "2024".
fn value(used: &WordUse) -> Option<String> {
    let number = |t: &str| !t.is_empty() && t.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-'));
    quoted(used)
        .map(str::to_lowercase)
        .or_else(|| number(&used.meaning).then(|| used.meaning.clone()))
        .or_else(|| number(&used.words).then(|| used.words.clone()))
}

/// Kinds of steps that a meaning speaks of, likeliest first.
fn kinds(meaning: &str) -> &'static [Kind] {
    let says = |words: &[&str]| words.iter().any(|w| meaning.contains(w));
    if says(&["rows of", "whose", "spoken of"]) {
        &[Kind::Source, Kind::Join]
    } else if says(&["shown", "all"]) {
        &[Kind::Show, Kind::Measure, Kind::Source, Kind::Join]
    } else if says(&["for each", "grouped", "groups"]) {
        &[Kind::Group]
    } else if says(&["each once"]) {
        &[Kind::Distinct, Kind::Measure]
    } else if says(&[
        "first", "last", "most", "least", "highest", "lowest", "order", "often", "sorted", "place",
    ]) {
        &[Kind::Sort, Kind::Limit, Kind::Measure, Kind::Filter]
    } else if says(&[
        "counted",
        "added up",
        "averaged",
        "calculated",
        "average",
        "smallest",
        "largest",
        "middle",
        "of the group",
    ]) {
        &[Kind::Measure, Kind::Having, Kind::Sort, Kind::Filter]
    } else {
        &[Kind::Filter, Kind::Having, Kind::Measure]
    }
}

#[cfg(test)]
mod tests {
    use askwell_contract::Dialect;

    use super::*;

    fn used(words: &str, meaning: &str, of: &str) -> WordUse {
        let start = words.len() as u32;
        WordUse {
            span: Span { start, end: start + 1 },
            words: words.into(),
            meaning: meaning.into(),
            of: of.into(),
        }
    }

    fn texts(sql: &str, used: WordUse) -> Vec<String> {
        let steps = steps::steps(sql, Dialect::Sqlite);
        let places = answering(&steps, &used);
        places.into_iter().map(|i| steps[i].text.clone()).collect()
    }

    const SQL: &str = "SELECT c.country, COUNT(*) FROM customers AS c JOIN orders AS o ON o.customer_id = c.id \
                       WHERE o.channel = 'web' AND CAST(strftime('%Y', o.day) AS INTEGER) = 2024 GROUP BY c.country \
                       ORDER BY COUNT(*) DESC LIMIT 3";

    #[test]
    fn words_are_tied_to_the_step_that_does_what_they_ask() {
        for (words, meaning, of, step) in [
            ("clients", "rows of", "customers", "Read the table customers."),
            (
                "bought",
                "rows of",
                "orders",
                "Joined the table orders where o.customer_id is c.id.",
            ),
            (
                "online",
                "'web'",
                "orders.channel",
                "Kept only rows where o.channel is 'web'.",
            ),
            ("2024", "2024", "", "Kept only rows where the year of o.day is 2024."),
            (
                "per nation",
                "for each",
                "customers.country",
                "Made a group for each c.country.",
            ),
            ("how many", "counted", "", "Counted the rows of each group."),
            (
                "the most",
                "the most",
                "",
                "Sorted by the number of rows, highest first.",
            ),
        ] {
            assert_eq!(texts(SQL, used(words, meaning, of)), [step], "{words}");
        }
    }

    /// No name as the database spells it, and no step that only shows what groups are made for.
    #[test]
    fn steps_are_told_in_the_words_of_people() {
        use crate::scripted::{run, Scripted};

        for (sql, want) in [
            (
                "SELECT customers.id, customers.name, SUM(o.total) AS in_all FROM customers JOIN orders AS o ON \
                 o.customer_id = customers.id WHERE customers.since BETWEEN '2024-01-01' AND '2024-12-31' \
                 GROUP BY customers.id, customers.name ORDER BY in_all DESC LIMIT 5",
                &[
                    "Read the table customers.",
                    "Joined the table orders, matched by customer number.",
                    "Kept only rows where since is in 2024.",
                    "Made a group for each customer name.",
                    "Added up total of each group.",
                    "Sorted by in all, highest first.",
                    "Kept the first 5 rows.",
                ][..],
            ),
            (
                "SELECT name FROM customers WHERE since BETWEEN '2024-02-01' AND '2024-02-29' AND since >= '2023-05-09'",
                &[
                    "Read the table customers.",
                    "Kept only rows where since is in February 2024.",
                    "Kept only rows where since is not before 9 May 2023.",
                    "Showed name.",
                ],
            ),
            (
                "SELECT COUNT(*) FROM orders WHERE customer_id IN (SELECT id FROM customers WHERE country = 'Peru')",
                &[
                    "Read the table orders.",
                    "Kept only rows where customer number is among the customer number of the table customers in which \
                     country is 'Peru'.",
                    "Counted the rows.",
                ],
            ),
        ] {
            run(Scripted::shop(), async |cx| {
                let steps = worded::worded(sql, Dialect::Sqlite, &Called::of(cx.knowledge, sql));
                let told: Vec<&str> = steps.iter().map(|s| s.text.as_str()).collect();
                assert_eq!(told, want);
            });
        }
    }

    /// A query that waited long for its turn, over a table that is counted in no time.
    #[test]
    fn rows_of_small_tables_are_counted_however_long_the_query_waited() {
        use crate::scripted::{candidate, plan, run, Scripted};

        let sql = "SELECT COUNT(*) FROM customers WHERE country = 'France'";
        let counting = "SELECT (SELECT COUNT(*) FROM customers) AS rows_1, \
                        (SELECT COUNT(*) FROM customers WHERE (country = 'France')) AS rows_2";
        let shop = Scripted::shop().gives(sql, &[&["7"]]).gives(counting, &[&["12", "7"]]);
        run(shop, async |cx| {
            let question = plan("How many customers are in France?");
            let mut judged = crate::trial::judge(cx, &question, candidate(sql)).await.unwrap();
            if let Outcome::Ran { ms, .. } = &mut judged.outcome {
                *ms = 1_222.0;
            }
            let steps = how(cx, &judged, None).await.unwrap();
            assert_eq!(steps[1].rows_out, Some(7), "{steps:?}");
        });
    }

    #[test]
    fn words_for_what_the_query_does_not_touch_are_tied_to_nothing() {
        assert_eq!(
            texts(SQL, used("weight", "compared", "products.weight")),
            Vec::<String>::new()
        );
    }
}
