//! "How many X" gives a count, and counts X.

use askwell_contract::TypeKind;
use askwell_sql::acts::{Act, Output, Place};

use super::facts::{ADVERBS, UNITS};
use super::{Facts, Fault, Gate};
use crate::prepare::fields::stems;
use crate::words::{among, one_of, split_name, stem};

pub const GATE: Gate = Gate {
    name: "count",
    about: "A question for how many gives a count or a stored number, and counts what it asks about.",
    heavy: true,
    flags: &[
        ("How many flights are there?", "SELECT SUM(flight) FROM flights"),
        ("How many customers are there?", "SELECT name FROM customers"),
        ("how many orders were placed", "SELECT SUM(total) FROM orders"),
        ("How many customers are there?", "SELECT COUNT(*) FROM films"),
        ("how many different ones were seen", "SELECT COUNT(*) FROM rights"),
        ("how many fees are there", "SELECT SUM(fee) FROM rights"),
        (
            "how many orders came in by phone",
            "SELECT customer_id, COUNT(*) FROM orders GROUP BY customer_id",
        ),
    ],
    leaves: &[
        ("How many flights are there?", "SELECT COUNT(*) FROM flights"),
        (
            "How many customers have ordered?",
            "SELECT COUNT(DISTINCT customer_id) FROM orders",
        ),
        ("How many customers are there?", "SELECT COUNT(*) * 1.0 FROM customers"),
        (
            "How many people work in our shops?",
            "SELECT SUM(staff_count) FROM shops",
        ),
        (
            "How many staff does each shop have?",
            "SELECT name, staff_count FROM shops",
        ),
        (
            "how many different names do we have",
            "SELECT COUNT(DISTINCT name) FROM customers",
        ),
        ("How many orders are there on average?", "SELECT AVG(total) FROM orders"),
        (
            "How many customers are there?",
            "SELECT n FROM (SELECT COUNT(*) AS n FROM customers)",
        ),
        (
            "how many orders by status",
            "SELECT status, COUNT(*) FROM orders GROUP BY status",
        ),
        (
            "how many orders in France and Germany",
            "SELECT country, COUNT(*) FROM customers JOIN orders ON orders.customer_id = customers.id GROUP BY country",
        ),
        (
            "How many carriers are there?",
            "SELECT COUNT(DISTINCT carrier) FROM flights",
        ),
    ],
    check,
};

/// Stems of the names of stored counts.
const COUNTS: &str = "number count quantity num unit size capacity";

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let acts = facts.acts;
    let at = facts.how(&["many"])? + 2;
    let unsure = |o: &Output| o.derived || o.nested;
    let average = facts.says(&["average", "avg", "mean", "median"]);
    if acts.outputs.is_empty() || acts.outputs.iter().any(unsure) || average {
        return None;
    }
    let fault = |says: String| {
        Some(Fault {
            says,
            unused: Vec::new(),
        })
    };
    let figure = |o: &Output| !o.calls.is_empty() || o.of.is_empty() || o.of.iter().any(|p| is_figure(facts, p));
    if facts.does(&[Act::Groups]) && facts.rows > 1 && !several(facts) {
        return fault("The question asks how many, and the answer gives a number for each of several.".to_owned());
    }
    if !acts.outputs.iter().any(figure) {
        return fault("The question asks how many, and the answer gives no count.".to_owned());
    }
    if let Some(says) = repeated(facts, at).or_else(|| adds_money(facts, at)) {
        return fault(says);
    }
    let word = facts.words.get(at)?;
    let table = |t: &&askwell_contract::Table| stems(&t.name) == [word.stem.clone()];
    let table = facts.knowledge.catalog.tables.iter().find(table)?;
    let read = acts.tables.iter().any(|t| t.eq_ignore_ascii_case(&table.name));
    let other = |p: &Place| {
        let names = stems(&p.column);
        let one = one_of(&p.column, &table.name) && p.table.eq_ignore_ascii_case(&table.name);
        let stored = names.contains(&word.stem) || COUNTS.split(' ').any(|c| names.contains(&stem(c)));
        one || !stored
    };
    let wrong = |o: &Output| sums(o) && !o.of.is_empty() && o.of.iter().all(other);
    let counted = acts.outputs.iter().any(|o| o.calls.iter().any(|c| c == "count"));
    if read && !counted && acts.outputs.iter().any(wrong) {
        return fault(format!(
            "The question asks how many {}, and the answer adds up something else.",
            word.text
        ));
    }
    // "Train stations": the word only says of which kind the things are.
    let kind = facts.words.get(at + 1).is_some_and(|next| facts.in_names(&next.stem));
    if !read && counted && !kind && !linked(facts, table, &word.stem) {
        return fault(format!(
            "The question asks how many {}, and something else is counted.",
            word.text
        ));
    }
    None
}

/// "How many different": rows that nothing tells apart, and those of a join, may stand for one thing several times.
fn repeated(facts: &Facts<'_>, at: usize) -> Option<String> {
    let said = (at..at + 2).any(|at| ["different", "distinct", "unique"].contains(&facts.word(at)));
    let apart = match facts.acts.tables.as_slice() {
        [only] => facts.knowledge.tells_rows_apart(only),
        _ => false,
    };
    (said && facts.counts_rows() && !apart && !facts.does(&[Act::Groups]))
        .then(|| "The question asks how many different ones there are, and the answer counts every row.".to_owned())
}

/// "How many bills" asks for no sum of money.
fn adds_money(facts: &Facts<'_>, at: usize) -> Option<String> {
    const SUMS: &str = "bill price amount cost fare fee pay salary wage revenue income spend spending";
    let word = facts.words.get(at)?;
    let money = |p: &Place| {
        let names = stems(&p.column);
        names.contains(&word.stem) && names.iter().any(|n| among(SUMS, n))
    };
    let adds = |o: &Output| sums(o) && !o.of.is_empty() && o.of.iter().all(money);
    facts.acts.outputs.iter().any(adds).then(|| {
        format!(
            "The question asks how many {}, and the answer adds up money.",
            word.text
        )
    })
}

fn sums(o: &Output) -> bool {
    !o.calls.is_empty() && o.calls.iter().all(|c| c == "sum" || c == "total")
}

/// Whether the question asks for more numbers than one. "By phone" does not, where nothing is grouped by phones.
fn several(facts: &Facts<'_>) -> bool {
    const EACH: &[&str] = &[
        "per",
        "each",
        "every",
        "for",
        "which",
        "who",
        "what",
        "split",
        "broken",
        "across",
        "vs",
        "versus",
        "and",
        "or",
        ",",
        "/",
        "compared",
        "against",
        "than",
        "respective",
        "respectively",
        "different",
        "times",
        "most",
        "at",
    ];
    let by = |at: usize| {
        facts.word(at) == "by"
            && facts
                .words
                .get(at + 1)
                .is_some_and(|t| facts.in_names(&t.stem) || UNITS.contains(&t.lower.as_str()) || t.is("what"))
    };
    facts.says(EACH) || facts.says(ADVERBS) || (0..facts.words.len()).any(by)
}

fn is_figure(facts: &Facts<'_>, place: &Place) -> bool {
    let word = matches!(
        facts.column(place).map(|c| c.kind),
        Some(TypeKind::Text | TypeKind::Date | TypeKind::Timestamp)
    );
    // A number that is kept as text has the name of one.
    let named = || {
        let names = split_name(&place.column);
        names.iter().any(|w| among(COUNTS, w))
    };
    let said = || facts.words.iter().any(|t| stems(&place.column).contains(&t.stem));
    !word || named() || said()
}

/// Whether anything of the query names the table's things or refers to them.
fn linked(facts: &Facts<'_>, table: &askwell_contract::Table, stem: &str) -> bool {
    let acts = facts.acts;
    let refers = |name: &String| {
        let to = |k: &askwell_contract::ForeignKey| k.to_table.eq_ignore_ascii_case(&table.name);
        let has = |t: &askwell_contract::Table| t.foreign_keys.iter().any(to);
        facts.table(name).is_none_or(has)
    };
    // A column of the table that is read tells them apart, or the things refer to it.
    let tells = |name: &String| {
        let called = |t: &askwell_contract::Table| t.columns.iter().any(|c| stems(&c.name).iter().any(|s| s == stem));
        let to = |k: &askwell_contract::ForeignKey| k.to_table.eq_ignore_ascii_case(name);
        facts.table(name).is_some_and(called) || table.foreign_keys.iter().any(to)
    };
    let shared = |name: &String| {
        let own = |c: &String| facts.table(name).is_some_and(|t| t.column(c).is_some());
        table.primary_key.iter().any(|c| c != "id" && own(c))
    };
    let about = |p: &Place| facts.in_names(stem) || p.column.to_lowercase().contains(stem);
    facts.in_names(stem)
        || facts.in_texts(stem)
        || acts.columns.iter().any(about)
        || acts
            .tables
            .iter()
            .any(|t| refers(t) || tells(t) || shared(t) || t.contains(stem))
}
