//! What was learned belongs to the reader that is here, and does what it was learned for.

use super::{rivals, Trees, Weights, LINEAR, RANKING, REFUSAL};
use crate::constructions::tests::{asked, shop};
use crate::constructions::CONSTRUCTIONS;

const QUESTION: &str = "which country has the most orders in 2024";

/// Names that a learned file asks for.
fn names(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|l| l.split_once('\t'))
        .filter(|(kind, _)| *kind != "tree")
        .map(|(kind, name)| if kind == "name" { name } else { kind })
        .collect()
}

#[test]
fn what_was_learned_of_a_construction_names_one_that_there_is() {
    for text in [LINEAR, RANKING] {
        for name in names(text) {
            let named = name.strip_prefix("by ").or_else(|| name.strip_prefix("score "));
            if let Some(construction) = named {
                let there = CONSTRUCTIONS.iter().any(|c| c.name == construction);
                assert!(
                    there,
                    "{construction} was renamed or is gone: learn anew (scripts/train/learn)"
                );
            }
        }
    }
}

#[test]
fn every_learned_feature_of_rivals_is_still_seen() {
    let none: &[(String, f64)] = &[];
    let seen = rivals::rivals(&[[0; rivals::PARTS.len()]], &[0.0], &[none]);
    let seen: Vec<&str> = seen[0].iter().map(|f| f.0).collect();
    let of_rivals = |n: &&str| n.starts_with("same ") || n.starts_with("gap ") || n.ends_with(" as first");
    for name in names(RANKING).into_iter().filter(of_rivals) {
        assert!(
            seen.contains(&name),
            "{name} is no longer seen: learn anew (scripts/train/learn)"
        );
    }
    assert!(!Trees::parse(RANKING).is_empty() && !Trees::parse(REFUSAL).is_empty());
}

#[test]
fn trees_decide_between_readings_that_the_linear_score_puts_side_by_side() {
    let first = |trees: &str| {
        let found = crate::read(&shop(), &asked(QUESTION), &Weights::parse("", trees, ""));
        (found[0].sql.clone(), found[0].query.limit)
    };
    let (plain, _) = first("");
    let (few, _) = first("name\tplace\ntree\t0:0.5 -50 50\n");
    assert_ne!(plain, few, "the second comes first where the first is struck down");
    let (_, limit) = first("name\tshape fgt\ntree\t0:0.5 50 -50\n");
    assert_ne!(limit, Some(1), "no top of groups where those are struck down");
}

#[test]
fn a_question_about_something_else_is_believed_less() {
    let possible = |question: &str| {
        let found = crate::find(&shop(), &asked(question), Weights::learned());
        found.possible.unwrap_or_else(|| panic!("nothing was learned"))
    };
    let own = possible("how many orders are there");
    for strange in ["which volcanoes erupted near the glacier", "why did the pilots strike"] {
        let strange = possible(strange);
        assert!(strange < 0.5 && strange < own, "{strange} {own}");
    }
    assert!(own > 0.5, "{own}");
}

#[test]
fn a_word_that_nothing_takes_is_seen() {
    let found = crate::find(&shop(), &asked("average glacier of customers"), &Weights::default());
    let of = |name: &str| found.seen.iter().find(|f| f.0 == name).map_or(0.0, |f| f.1);
    assert_eq!(of("unused"), 1.0, "{:?}", found.seen);
    assert_eq!(of("unused thing"), 1.0, "{:?}", found.seen);
    assert_eq!(found.possible, None, "nothing was learned");
    let whole = crate::find(&shop(), &asked("how many customers are there"), &Weights::default());
    assert!(whole.seen.iter().all(|f| f.0 != "unused"), "{:?}", whole.seen);
}
