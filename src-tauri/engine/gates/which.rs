//! "Which X" is answered with an X.

use askwell_contract::TypeKind;
use askwell_sql::acts::{Output, Place};

use super::{Facts, Fault, Gate};
use crate::prepare::fields::stems;
use crate::words::lexicon::{alike, is_function_word, Alike};
use crate::words::TokenKind;

pub const GATE: Gate = Gate {
    name: "which",
    about: "A question for which thing is answered with that thing: its name, its key or another text of its table.",
    heavy: false,
    flags: &[
        ("Which customer has paid most?", "SELECT MAX(total) FROM orders"),
        (
            "which country has the most customers",
            "SELECT COUNT(*) FROM customers GROUP BY country ORDER BY 1 DESC LIMIT 1",
        ),
        (
            "In which country are most customers?",
            "SELECT name FROM customers LIMIT 1",
        ),
    ],
    leaves: &[
        (
            "Which customer has paid most?",
            "SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id ORDER BY o.total DESC LIMIT 1",
        ),
        (
            "Which customer has paid most?",
            "SELECT customer_id FROM orders ORDER BY total DESC LIMIT 1",
        ),
        (
            "Which customer has paid most?",
            "SELECT * FROM orders ORDER BY total DESC LIMIT 1",
        ),
        (
            "Which carrier flies farthest?",
            "SELECT carrier, MAX(distance) FROM flights GROUP BY carrier ORDER BY 2 DESC LIMIT 1",
        ),
        (
            "Which carriers have no flights?",
            "SELECT name FROM airlines WHERE carrier NOT IN (SELECT carrier FROM flights)",
        ),
        (
            "Which airline flies farthest?",
            "SELECT carrier FROM flights ORDER BY distance DESC LIMIT 1",
        ),
        (
            "What year had the most films?",
            "SELECT year FROM films GROUP BY year ORDER BY COUNT(*) DESC LIMIT 1",
        ),
        ("Which of them is best?", "SELECT MAX(score) FROM films"),
        (
            "Show films which score high",
            "SELECT title FROM films ORDER BY score DESC",
        ),
    ],
    check,
};

/// Words between "which" and the thing that is asked for.
const LITTLE: &[&str] = &["of", "the", "these", "those", "our", "my", "different", "other", "two"];

/// A thing's name has at most so many words.
const LONGEST: usize = 3;

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let acts = facts.acts;
    let unsure = |o: &Output| o.derived || o.nested || o.of.is_empty() && o.calls.is_empty();
    if acts.outputs.is_empty() || acts.outputs.iter().any(unsure) {
        return None;
    }
    let opens = ["which", "what"];
    let preposition = ["in", "on", "at", "from", "for", "by", "with", "to"].contains(&facts.word(0));
    let at = (0..=usize::from(preposition)).find(|at| opens.contains(&facts.word(*at)))? + 1;
    let at = at + (at..).take_while(|i| LITTLE.contains(&facts.word(*i))).count();
    let noun = facts.words[at.min(facts.words.len())..].iter().take(LONGEST);
    let noun: Vec<_> = noun
        .take_while(|t| t.kind == TokenKind::Word && !is_function_word(&t.lower))
        .collect();
    let (things, length) = (1..=noun.len()).rev().find_map(|n| {
        let said: Vec<&String> = noun.iter().take(n).map(|t| &t.stem).collect();
        let things = things(facts, &said);
        (!things.is_empty()).then_some((things, n))
    })?;
    let head = noun.get(length - 1)?;
    let is = |place: &Place| things.iter().any(|thing| names(facts, place, thing, &head.stem));
    let kept = |o: &Output| {
        o.calls
            .iter()
            .all(|c| !matches!(c.as_str(), "count" | "sum" | "avg" | "total"))
    };
    if acts.outputs.iter().any(|o| kept(o) && o.of.iter().any(is)) {
        return None;
    }
    let thing: Vec<&str> = noun.iter().take(length).map(|t| t.text.as_str()).collect();
    Some(Fault {
        says: format!("The question asks for {}, and the answer names none.", thing.join(" ")),
        unused: Vec::new(),
    })
}

/// Tables of this name, and columns as places.
fn things(facts: &Facts<'_>, said: &[&String]) -> Vec<Place> {
    let same = |name: &str| stems(name).iter().eq(said.iter().copied());
    let mut out = Vec::new();
    for table in &facts.knowledge.catalog.tables {
        if same(&table.name) {
            out.push(Place {
                table: table.name.clone(),
                column: String::new(),
            });
        }
        out.extend(table.columns.iter().filter(|c| same(&c.name)).map(|c| Place {
            table: table.name.clone(),
            column: c.name.clone(),
        }));
    }
    out
}

/// Whether what a column holds names the thing.
fn names(facts: &Facts<'_>, shown: &Place, thing: &Place, head: &str) -> bool {
    let alike = |s: &String| matches!(alike(s, head), Some(Alike::Same | Alike::Synonym));
    if stems(&shown.column).iter().any(alike) {
        return true;
    }
    let Some(table) = facts.table(&thing.table).filter(|_| thing.column.is_empty()) else {
        return shown.column.eq_ignore_ascii_case(&thing.column) || described(facts, shown, thing);
    };
    let own = shown.table.eq_ignore_ascii_case(&table.name);
    let tells = |kind: TypeKind| !matches!(kind, TypeKind::Decimal | TypeKind::Real | TypeKind::Boolean);
    let key = |name: &String| name.eq_ignore_ascii_case(&shown.column);
    let refers = facts.table(&shown.table).is_some_and(|t| {
        let to = |k: &&askwell_contract::ForeignKey| k.to_table.eq_ignore_ascii_case(&table.name);
        t.foreign_keys.iter().filter(to).any(|k| k.columns.iter().any(key))
    });
    own && facts.column(shown).is_none_or(|c| tells(c.kind)) || refers || !own && table.column(&shown.column).is_some()
}

/// Whether the thing is a code by which several tables are linked, and what is shown is a text beside it.
fn described(facts: &Facts<'_>, shown: &Place, thing: &Place) -> bool {
    let linked = facts
        .knowledge
        .catalog
        .tables
        .iter()
        .filter(|t| t.column(&thing.column).is_some())
        .count()
        > 1;
    let beside = facts
        .table(&shown.table)
        .is_some_and(|t| t.column(&thing.column).is_some());
    linked && beside && facts.column(shown).is_some_and(|c| c.kind == TypeKind::Text)
}
