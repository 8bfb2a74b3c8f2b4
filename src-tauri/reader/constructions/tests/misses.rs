//! What the rules for the first questions of an evening must leave alone.

use super::asked::{few, stored};
use super::evening::{cellar, deliveries, leave, members, parcels};
use super::joined::{day, key, label, people, reads};
use super::published::{known, number, table, texts};
use crate::known::{Column, Role};
use crate::rank::Weights;

#[test]
fn what_bottles_come_from_is_counted_by_itself() {
    let sql = reads(
        &cellar(),
        "how many countries do my bottles come from",
        vec![],
        &["COUNT(DISTINCT country)"],
    );
    assert!(!sql.contains("SUM"), "{sql}");
}

#[test]
fn days_in_a_bound_are_not_what_is_asked_for() {
    let question = "how many sickness records have days over 5";
    let sick = vec![stored(
        question,
        "sickness",
        ("holiday_sickness_log", "leave_type"),
        "Sickness",
    )];
    let sql = reads(&leave(), question, sick, &["COUNT("]);
    assert!(!sql.contains("SUM"), "{sql}");
}

#[test]
fn customers_of_parcels_are_no_parcels() {
    let question = "which customers had parcels that got lost";
    let lost = vec![stored(question, "lost", ("parcels_sent", "status"), "Lost")];
    let sql = reads(&parcels(), question, lost, &["customer_name"]);
    assert!(!sql.contains("carrier"), "{sql}");
}

#[test]
fn kinds_that_are_asked_for_are_counted_themselves() {
    let question = "how many parcel kinds are called family parcels";
    let family = vec![stored(
        question,
        "family parcels",
        ("parcel_kinds", "kind_name"),
        "Family parcels",
    )];
    let sql = reads(&deliveries(), question, family, &["FROM parcel_kinds"]);
    assert!(!sql.contains("JOIN"), "{sql}");
}

#[test]
fn a_code_without_a_meaning_explains_nothing() {
    let mut known = members();
    known.tables[0].columns[2].means[0].1.clear();
    let found = crate::read(
        &known,
        &people("how many members are there", vec![]),
        Weights::learned(),
    );
    assert!(found[0].sql.contains("COUNT(*)"), "{}", found[0].sql);
}

#[test]
fn what_ends_does_so_on_its_last_day() {
    let contracts = known(vec![table(
        "contracts",
        vec![key("contract_id"), label("firm"), day("start_date"), day("end_date")],
        Some(1),
    )]);
    for verb in ["expire", "end", "finish"] {
        let sql = reads(
            &contracts,
            &format!("how many contracts {verb} in 2024"),
            vec![],
            &["end_date"],
        );
        assert!(!sql.contains("start_date"), "{sql}");
    }
}

#[test]
fn a_letter_before_a_place_is_a_letter() {
    let people = known(vec![table(
        "guests",
        vec![key("guest_id"), label("name"), few("town", &["Leeds", "York"])],
        Some(1),
    )]);
    let question = "guests whose name starts with a from Leeds";
    let leeds = vec![stored(question, "Leeds", ("guests", "town"), "Leeds")];
    reads(&people, question, leeds, &["LIKE 'a%'", "town = 'Leeds'"]);
}

#[test]
fn stock_that_is_counted_is_a_number() {
    let parts = known(vec![table(
        "parts",
        vec![key("part_id"), label("part_name"), number("in_stock", 0.0, 90.0)],
        Some(1),
    )]);
    reads(
        &parts,
        "which parts have fewer than 3 in stock",
        vec![],
        &["in_stock < 3"],
    );
    let toys = known(vec![table(
        "toys",
        vec![
            key("toy_id"),
            label("toy_name"),
            Column {
                role: Role::Flag,
                ..few("in_stock", &["Yes", "No"])
            },
        ],
        Some(1),
    )]);
    let sql = reads(&toys, "how many toys are out of stock", vec![], &["in_stock"]);
    assert!(!sql.contains("= 'Yes'"), "{sql}");
}

#[test]
fn what_was_paid_is_no_part_of_a_total() {
    let bills = known(vec![table(
        "bills",
        vec![
            texts("bill_no", Role::Code, &["B1"]),
            day("billed_on"),
            number("paid_amount", 1.0, 90.0),
            number("total_amount", 1.0, 90.0),
        ],
        None,
    )]);
    reads(&bills, "how much was paid", vec![], &["paid_amount"]);
}

#[test]
fn births_are_told_by_the_month_of_the_year() {
    let members = known(vec![table(
        "members",
        vec![key("member_id"), label("name"), day("birth_date")],
        Some(1),
    )]);
    let found = crate::read(
        &members,
        &people("how many members were born each month", vec![]),
        Weights::learned(),
    );
    assert!(found.iter().any(|r| r.says.contains("month of the year")), "{found:?}");
}
