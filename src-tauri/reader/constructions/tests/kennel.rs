//! A kennel: stays of the dogs of owners, how they were paid for, and what reviews gave them out of how many.

use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{asked, column, found, shop, table};
use crate::asked::{Asked, Style};
use crate::known::Role::{Category, Flag, Key, Label, Measure, Reference, Time};
use crate::known::{Col, Known, Link};
use crate::rank::Weights;

fn kennel() -> Known {
    let mut area = column("area", Words, Category);
    area.distinct = 6;
    let owners = vec![column("id", Integer, Key), column("name", Words, Label), area];
    let (mut paid, mut how) = (column("paid_on", Words, Time), column("paid_how", Words, Category));
    (paid.nulls, how.nulls, how.distinct) = (120, 120, 3);
    how.top = ["Card", "Cash", "Cheque"].map(str::to_owned).to_vec();
    let mut breed = column("breed", Words, Category);
    breed.distinct = 4;
    let stays = vec![
        column("id", Integer, Key),
        column("owner_id", Integer, Reference),
        column("arrived_on", Words, Time),
        column("nights", Integer, Measure),
        column("fee", Real, Measure),
        paid,
        how,
        column("vaccinated", Words, Flag),
        breed,
    ];
    let mut stay = column("stay_id", Integer, Reference);
    stay.nulls = 30;
    let reviews = vec![
        column("id", Integer, Key),
        stay,
        column("mark", Integer, Measure),
        column("out_of", Integer, Measure),
    ];
    let mut known = shop();
    known.tables = vec![
        table("owners", owners, Some(1)),
        table("stays", stays, None),
        table("reviews", reviews, None),
    ];
    let link = |from, to| Link {
        from: vec![Col { table: from, column: 1 }],
        to: vec![Col { table: to, column: 0 }],
        inferred: false,
        untidy: false,
    };
    known.links = vec![link(1, 0), link(2, 1)];
    known.ready()
}

fn people(question: &str) -> Asked {
    let mut asked = Asked {
        style: Style::People,
        ..asked(question)
    };
    for value in ["Cash", "Poodle"] {
        let column = if value == "Cash" { "paid_how" } else { "breed" };
        for word in [value.to_lowercase(), format!("{}s", value.to_lowercase())] {
            if let Some(span) = found(question, &word) {
                asked.values.push(askwell_contract::run::ValueMatch {
                    span,
                    words: word,
                    table: "stays".to_owned(),
                    column: column.to_owned(),
                    value: value.to_owned(),
                    similarity: 1.0,
                    exact: true,
                    rows: 40,
                    part: false,
                });
            }
        }
    }
    asked
}

#[track_caller]
fn first(question: &str) -> String {
    let found = crate::read(&kennel(), &people(question), Weights::learned());
    found.into_iter().next().map(|r| r.sql).unwrap_or_default()
}

#[track_caller]
fn holds(question: &str, parts: &[&str], none: &[&str]) {
    let sql = first(question);
    let well = parts.iter().all(|p| sql.contains(p)) && !none.iter().any(|p| sql.contains(p));
    assert!(well, "{question}: {sql}");
}

#[test]
fn an_average_per_thing_is_one_figure_of_those_who_have_any() {
    for question in [
        "average number of stays per owner",
        "number of stays per owner, on average",
    ] {
        holds(
            question,
            &["1.0 * COUNT(*) / NULLIF(COUNT(DISTINCT owner_id), 0)"],
            &["GROUP BY", "LEFT JOIN"],
        );
    }
    holds(
        "average nights booked per owner",
        &["SUM(nights) / NULLIF(COUNT(DISTINCT owner_id)"],
        &["GROUP BY"],
    );
    holds(
        "average nights per owner for each area",
        &["COUNT(DISTINCT stays.owner_id)", "GROUP BY owners.area"],
        &["owners.name"],
    );
    holds("average number of different breeds per owner", &[], &["COUNT(*) /"]);
    // One fee is that of a stay: owners are compared by it.
    holds("average fee per owner", &["AVG(", "GROUP BY owners."], &["DISTINCT"]);
    // Kinds are compared with each other, and every row has a mark of its own.
    holds(
        "average nights per breed",
        &["AVG(nights)", "GROUP BY breed"],
        &["DISTINCT"],
    );
    holds("number of stays per owner", &["GROUP BY"], &["DISTINCT"]);
}

#[test]
fn the_whole_of_a_share_is_told_by_the_words_and_by_the_data() {
    // How something was paid is only known of what was paid.
    holds(
        "what share of stays were paid in cash",
        &["WHERE paid_on IS NOT NULL", "WHEN paid_how = 'Cash'"],
        &[],
    );
    holds(
        "what share of poodles were paid",
        &["WHEN paid_on IS NOT NULL", "WHERE breed = 'Poodle'"],
        &[],
    );
    holds(
        "paid rate for poodles",
        &["WHEN paid_on IS NOT NULL", "WHERE breed = 'Poodle'"],
        &[],
    );
    holds(
        "what percentage of stays got a review",
        &["WHEN id IN (SELECT stay_id FROM reviews)"],
        &[],
    );
    holds(
        "what percentage of reviews have a stay",
        &["WHEN stay_id IS NOT NULL"],
        &[],
    );
    holds(
        "what share of what we charged has been paid",
        &["WHEN paid_on IS NOT NULL THEN fee", "SUM(fee)"],
        &[],
    );
    // What stands behind the verb is one part.
    let question = "what share of stays were poodles and vaccinated";
    let all = crate::read::candidates(&kennel(), &people(question));
    let joint = |r: &crate::Reading| r.sql.contains("WHEN breed = 'Poodle' AND vaccinated = 'yes'");
    assert!(
        all.iter().any(joint),
        "{:?}",
        all.iter().map(|r| &r.sql).collect::<Vec<_>>()
    );
    // A single condition is the part.
    holds(
        "what share of stays are poodles",
        &["WHEN breed = 'Poodle'"],
        &["WHERE"],
    );
}

#[test]
fn marks_beside_what_they_are_out_of_are_percentages() {
    holds("average percentage for each owner", &["AVG(1.0 * (100 * "], &[]);
    holds("average mark", &["AVG(mark)"], &["out_of"]);
}

#[test]
fn what_stands_behind_a_bound_says_that_all_rows_are_meant() {
    holds(
        "owners with fees over 500 in all",
        &["HAVING SUM(stays.fee) > 500"],
        &["WHERE"],
    );
    holds(
        "owners with a fee of over 60 on average",
        &["HAVING AVG(stays.fee) > 60"],
        &["WHERE"],
    );
    holds("stays with a fee over 500", &["fee > 500"], &["HAVING"]);
    holds(
        "which owners have had all four breeds",
        &["HAVING COUNT(DISTINCT stays.breed) >= 4"],
        &[],
    );
    // There are four.
    holds(
        "which owners have had all three breeds",
        &[],
        &["COUNT(DISTINCT stays.breed) >= 3"],
    );
}

#[test]
fn so_much_of_the_rows_of_a_thing() {
    holds(
        "owners where more than a third of the stays were paid",
        &["HAVING 100.0 * SUM(CASE WHEN stays.paid_on IS NOT NULL", "> 33.3"],
        &[],
    );
    holds(
        "owners where at least half the stays were poodles",
        &["WHEN stays.breed = 'Poodle'", ">= 50"],
        &[],
    );
    holds("owners with more than 3 stays", &["COUNT(*) > 3"], &["100.0"]);
}

#[test]
fn units_and_costs_add_up_and_ends_stand_apart() {
    holds(
        "nights of boarding by breed",
        &["SUM(nights)", "GROUP BY breed"],
        &["AVG"],
    );
    holds("average nights by breed", &["AVG(nights)"], &["SUM"]);
    holds(
        "gap between the highest and the lowest fee",
        &["MAX(fee) - MIN(fee)"],
        &[],
    );
    holds(
        "how far apart are the highest and lowest mark",
        &["MAX(mark) - MIN(mark)"],
        &[],
    );
    holds("highest and lowest fee", &["MAX(fee)", "MIN(fee)"], &[" - "]);
}

#[test]
fn different_ones_are_told_apart_also_misspelt() {
    holds("how many diferent breeds have we had", &["COUNT(DISTINCT breed)"], &[]);
    holds(
        "number of different breeds for each area",
        &["COUNT(DISTINCT stays.breed)", "GROUP BY owners.area"],
        &["GROUP BY stays.breed"],
    );
    holds("stays by different breeds", &["GROUP BY breed"], &["DISTINCT"]);
    holds(
        "owners with two or more different breeds",
        &["COUNT(DISTINCT stays.breed) >= 2"],
        &[],
    );
    holds("how many different days did stays arrive on", &["COUNT("], &[]);
}

#[test]
fn both_figures_that_a_question_ties_together_are_given() {
    holds(
        "how many stays were there by breed and what was the average fee",
        &["COUNT(*)", "AVG(fee)"],
        &[],
    );
    // All of the one over all of the other.
    holds(
        "how much fee do we take for every night",
        &["SUM(fee)", "SUM(nights)", " / "],
        &["GROUP BY"],
    );
    holds("how many nights for each breed", &["GROUP BY breed"], &[" / "]);
}
