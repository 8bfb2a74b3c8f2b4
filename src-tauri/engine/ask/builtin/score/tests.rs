#![allow(clippy::unwrap_used)]

mod counted;
mod made;
mod promised;

use askwell_contract::profile::TableProfile;
use askwell_contract::run::{Grounding, Linked, Plan};

use super::super::{interpret, mentions, Interpretation};
use super::*;
use crate::ask::{ground, link};
use crate::calendar::Now;
use crate::prepare::fake;
use crate::prepare::values::ColumnValues;
use crate::scripted::Scripted;
use crate::words::tokenise;

/// The database's names and values are words that no list of ours holds.
fn strange() -> Knowledge {
    let mut catalog = fake::catalog(vec![
        fake::table("zorblax", &["zorblax_id int", "quuxel text", "wibnar real"]),
        fake::table("frindle", &["frindle_id int", "zorblax_id int", "plovis text"]),
    ]);
    fake::refer(&mut catalog, "frindle.zorblax_id", "zorblax.zorblax_id");
    for table in &mut catalog.tables {
        table.primary_key = vec![format!("{}_id", table.name)];
    }
    let values = |table: &str, column: &str, values: &[&str]| {
        ColumnValues::new(
            table,
            column,
            values.iter().map(|v| ((*v).to_owned(), 3)).collect(),
            true,
            None,
        )
    };
    let profiles = catalog.tables.iter().map(|t| TableProfile {
        table: t.name.clone(),
        rows: 9,
        read: 9,
        columns: Vec::new(),
        grain: String::new(),
        freshness: None,
    });
    let profiles = profiles.collect();
    let known = vec![
        values("zorblax", "quuxel", &["Krelpot", "Vandry"]),
        values("frindle", "plovis", &["skorn", "duvet"]),
    ];
    Knowledge::build(catalog, "1".into(), profiles, known)
}

const STRANGE: [&str; 8] = ["zorb", "quux", "wibn", "frind", "plov", "krel", "vandr", "skorn"];

fn seen(knowledge: &Knowledge, question: &str) -> (Vec<Token>, Vec<mentions::Item>, Vec<Interpretation>) {
    let plan = Plan {
        question: question.into(),
        evidence: String::new(),
        follows: None,
        parts: Vec::new(),
        tells: None,
    };
    let grounding: Grounding = ground::by_rules(knowledge, question, &Now::on("2024-10-05"));
    let linked: Linked = link::find(knowledge, &plan, &grounding);
    let tokens = tokenise(question);
    let items = mentions::items(knowledge, &tokens, &grounding, &linked);
    (
        tokens,
        items,
        interpret(knowledge, &plan, &grounding, &linked, Weights::learned()),
    )
}

const QUESTIONS: [&str; 6] = [
    "What is the average wibnar of every zorblax with quuxel Krelpot?",
    "How many frindles with plovis skorn does each zorblax have?",
    "Which zorblaxes have no frindle?",
    "Show the quuxel and wibnar of the zorblax with the most frindles.",
    "Which quuxels have more than 2 frindles whose plovis is \"skorn\" or \"duvet\"?",
    "List the different plovises of frindles of Vandry, ordered by wibnar.",
];

#[test]
fn features_hold_no_word_of_the_database() {
    let knowledge = strange();
    for question in QUESTIONS {
        let (tokens, items, readings) = seen(&knowledge, question);
        assert!(!readings.is_empty(), "{question}");
        let asked = Asked {
            knowledge: &knowledge,
            tokens: &tokens,
            items: &items,
        };
        let features = readings.iter().flat_map(|r| features(&asked, r)).map(|f| f.name);
        for name in features.chain(cues(&tokens)) {
            let lower = name.to_lowercase();
            assert!(!STRANGE.iter().any(|word| lower.contains(word)), "{name}");
            assert!(!name.contains(['\t', '\n']) && !name.contains(JOINT), "{name}");
        }
    }
}

#[test]
fn without_weights_the_choices_order_stands_and_belief_sums_to_one() {
    let knowledge = Scripted::shop().knowledge();
    for question in [
        "Which customers are from France?",
        "Show the names of customers with orders",
        "total of open orders",
    ] {
        let (tokens, items, mut readings) = seen(&knowledge, question);
        assert!(readings.len() > 1, "{question}");
        readings.reverse();
        rank(
            &Weights::default(),
            &Asked {
                knowledge: &knowledge,
                tokens: &tokens,
                items: &items,
            },
            &mut readings,
        );
        assert!(readings.windows(2).all(|w| w[0].prior >= w[1].prior), "{question}");
        let total: f64 = readings.iter().map(|r| r.belief).sum();
        assert!((total - 1.0).abs() < 1e-9);
        let ratio = (readings[0].prior - readings[1].prior).exp();
        assert!((readings[0].belief / readings[1].belief - ratio).abs() < 1e-6 * ratio);
    }
}

#[test]
fn a_weight_lifts_the_readings_that_have_its_feature_where_the_cue_is_said() {
    let knowledge = Scripted::shop().knowledge();
    let first = |question: &str, weights: &str| {
        let (tokens, items, mut readings) = seen(&knowledge, question);
        rank(
            &Weights::parse(weights),
            &Asked {
                knowledge: &knowledge,
                tokens: &tokens,
                items: &items,
            },
            &mut readings,
        );
        (readings[0].query.distinct, readings.iter().any(|r| r.query.distinct))
    };
    let asked = "Show the names of customers with orders";
    assert_eq!(first(asked, "every row\t50\n"), (false, true));
    assert_eq!(first(asked, "distinct\t50\n"), (true, true));
    assert_eq!(first(asked, "every row\t50\ndistinct & names\t90\n"), (true, true));
    assert_eq!(first(asked, "every row\t50\ndistinct & how many\t90\n"), (false, true));
}

#[test]
fn nothing_to_rank_is_no_trouble() {
    let knowledge = Scripted::shop().knowledge();
    let (tokens, items, _) = seen(&knowledge, "hello");
    rank(
        Weights::learned(),
        &Asked {
            knowledge: &knowledge,
            tokens: &tokens,
            items: &items,
        },
        &mut [],
    );
}

#[test]
fn learned_weights_are_sorted_numbers_of_listed_words() {
    let text = include_str!("weights.txt");
    assert!(text.len() < 1 << 20);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > 100);
    assert!(lines.windows(2).all(|w| w[0] < w[1]));
    for line in lines {
        let (name, weight) = line.split_once('\t').unwrap();
        assert!(weight.parse::<f64>().unwrap().is_finite(), "{line}");
        if let Some((_, cue)) = name.split_once(JOINT) {
            let listed = |word: &str| is_cue(word) || !word.contains(char::is_alphanumeric);
            assert!(cue.split(' ').all(listed), "{line}");
        }
    }
}
