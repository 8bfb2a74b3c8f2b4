//! Plain questions over links, ends and days, however politely they are put.

use super::asked::{few, stored};
use super::joined::{day, key, label, linked, people, reads, refers};
use super::published::{number, table};
use crate::known::Known;

/// A boatyard: owners, their boats, and what was mended.
fn yard() -> Known {
    let owners = vec![
        key("owner_id"),
        label("owner_name"),
        few("owner_type", &["Private", "Charter", "Club"]),
        day("birth_date"),
    ];
    let boats = vec![
        key("boat_id"),
        refers("owner_id"),
        label("boat_name"),
        few("hull", &["Steel", "Wood", "Carbon"]),
        number("length", 5.0, 30.0),
        number("weekly_rent", 40.0, 400.0),
        few("state", &["Active", "Sold"]),
        {
            let mut sold = day("sold_on");
            sold.nulls = 600;
            sold
        },
    ];
    let repairs = vec![
        key("repair_id"),
        refers("boat_id"),
        day("repair_date"),
        few("status", &["Done", "Booked", "Dropped"]),
        number("cost", 20.0, 4000.0),
    ];
    linked(
        vec![
            table("owners", owners, Some(1)),
            table("boats", boats, Some(2)),
            table("repairs", repairs, None),
        ],
        &[("boats", "owner_id", "owners"), ("repairs", "boat_id", "boats")],
    )
}

#[test]
fn those_that_have_some_are_counted_once_each() {
    let known = yard();
    for question in ["how many owners have boats", "how many owners with a boat"] {
        reads(&known, question, vec![], &["COUNT(DISTINCT", "JOIN boats"]);
    }
    let all = reads(&known, "how many owners are there", vec![], &["COUNT(*)"]);
    assert!(!all.contains("boats"), "{all}");
}

#[test]
fn what_one_has_on_average_is_divided_by_those_that_have_some() {
    let known = yard();
    for question in [
        "how many boats does an owner have on average",
        "on average, how many boats does an owner have?",
        "how many boats does the average owner have",
    ] {
        reads(&known, question, vec![], &["COUNT(*)", "/ NULLIF(COUNT(DISTINCT"]);
    }
    let each = reads(
        &known,
        "how many boats does each owner have",
        vec![],
        &["owner_name", "GROUP BY"],
    );
    assert!(!each.contains('/'), "{each}");
}

#[test]
fn the_ends_of_a_scale_are_figures() {
    let known = yard();
    let both = reads(&known, "lowest and highest cost", vec![], &["MIN(cost)", "MAX(cost)"]);
    assert!(!both.contains("LIMIT"), "{both}");
    let each = reads(
        &known,
        "highest length by hull",
        vec![],
        &["MAX(length)", "GROUP BY hull"],
    );
    assert!(!each.contains("LIMIT"), "{each}");
    let total = reads(
        &known,
        "which owner has the highest total cost",
        vec![],
        &["SUM(repairs.cost)"],
    );
    assert!(total.contains("LIMIT 1"), "{total}");
}

#[test]
fn a_date_asked_for_is_that_of_the_rows_named() {
    let known = yard();
    for question in [
        "date of the latest repair",
        "what is the date of the most recent repair",
        "most recent repair date",
    ] {
        let sql = reads(&known, question, vec![], &["SELECT MAX("]);
        assert!(sql.contains("repair_date") && !sql.contains("birth_date"), "{sql}");
    }
}

#[test]
fn the_first_of_each_group_is_a_row() {
    let known = yard();
    for question in [
        "which boat has the highest length in each hull",
        "the boat with the highest length for each hull",
    ] {
        let sql = reads(
            &known,
            question,
            vec![],
            &["PARTITION BY hull ORDER BY length DESC", "boat_name"],
        );
        assert!(!sql.contains("SUM("), "{sql}");
    }
}

#[test]
fn what_each_row_has_is_listed() {
    let known = yard();
    for question in ["show the length of each boat", "list all boats with their length"] {
        let sql = reads(&known, question, vec![], &["boat_name", "length"]);
        assert!(!sql.contains("GROUP BY") && !sql.contains("WHERE"), "{sql}");
    }
}

#[test]
fn how_many_is_told_once() {
    let known = yard();
    let question = "how many repairs of boats with hull steel";
    let steel = vec![stored(question, "steel", ("boats", "hull"), "Steel")];
    let sql = reads(&known, question, steel, &["COUNT(*)", "'Steel'"]);
    assert!(!sql.contains("GROUP BY"), "{sql}");
    for question in ["number of boats", "number of boats with length over 20"] {
        let sql = reads(&known, question, vec![], &["COUNT(*)"]);
        assert!(!sql.contains("boat_name"), "{sql}");
    }
}

#[test]
fn what_is_stored_word_for_word_is_meant_before_what_it_lets_one_conclude() {
    let known = yard();
    let question = "total weekly rent of active boats";
    let active = vec![stored(question, "active", ("boats", "state"), "Active")];
    let sql = reads(&known, question, active, &["state = 'Active'"]);
    assert!(!sql.contains("sold_on IS NULL"), "{sql}");
    for (question, is) in [
        ("how many repairs are done", "status = 'Done'"),
        ("how many repairs are not done", "status <> 'Done'"),
    ] {
        let done = vec![stored(question, "done", ("repairs", "status"), "Done")];
        reads(&known, question, done, &[is]);
    }
}

#[test]
fn a_thing_is_no_kind_of_it() {
    let known = yard();
    let sql = reads(
        &known,
        "which owner has the most boats",
        vec![],
        &["owner_name", "LIMIT 1"],
    );
    assert!(!sql.contains("owner_type"), "{sql}");
    let rent = reads(
        &known,
        "top 5 boats by weekly rent",
        vec![],
        &["boat_name", "weekly_rent", "LIMIT 5"],
    );
    assert!(!rent.contains("strftime"), "{rent}");
}

#[test]
fn a_question_reads_the_same_however_politely_it_is_put() {
    let known = yard();
    let plain = reads(
        &known,
        "what different hulls are there",
        vec![],
        &["SELECT DISTINCT hull"],
    );
    for question in [
        "can you tell me what different hulls are there",
        "Hi, what different hulls are there?",
        "I'd like to know what different hulls are there please",
    ] {
        assert_eq!(reads(&known, question, vec![], &[]), plain, "{question}");
    }
    // A courtesy alone asks for nothing, and is no reason to fail.
    for question in ["you", "please", "hi", "can you", "thank you", "tell me", ", thank you"] {
        crate::read(&known, &people(question, vec![]), crate::rank::Weights::learned());
    }
}

#[test]
fn the_first_of_each_group_may_be_asked_for_by_an_adjective() {
    let mut known = yard();
    known.tables[1].columns[5] = number("price", 40.0, 400.0);
    let known = known.ready();
    for question in [
        "which boat in each hull is the cheapest",
        "the cheapest boat in each hull",
        "cheapest boat by hull",
    ] {
        let sql = reads(
            &known,
            question,
            vec![],
            &["PARTITION BY hull ORDER BY price", "boat_name"],
        );
        assert!(!sql.contains("SUM(") && !sql.contains("price DESC"), "{sql}");
    }
}

#[test]
fn a_figure_of_those_that_are_so_is_told_once() {
    let known = yard();
    for (question, figure) in [
        ("average cost for steel boats", "AVG(repairs.cost)"),
        ("total cost of steel boats", "SUM(repairs.cost)"),
        ("highest length of steel boats", "MAX(length)"),
    ] {
        let steel = vec![stored(question, "steel", ("boats", "hull"), "Steel")];
        let sql = reads(&known, question, steel, &[figure, "'Steel'"]);
        assert!(!sql.contains("GROUP BY"), "{sql}");
    }
    let question = "ratio of steel to wood boats";
    let both = vec![
        stored(question, "steel", ("boats", "hull"), "Steel"),
        stored(question, "wood", ("boats", "hull"), "Wood"),
    ];
    let ratio = reads(&known, question, both, &["COUNT(", "/"]);
    assert!(!ratio.contains("SUM("), "{ratio}");
}

#[test]
fn from_one_end_to_the_other_is_an_order() {
    let known = yard();
    let down = reads(
        &known,
        "list boats from highest to lowest length",
        vec![],
        &["ORDER BY length DESC"],
    );
    assert!(!down.contains("MAX(") && !down.contains("LIMIT"), "{down}");
    let up = reads(
        &known,
        "boats from lowest to highest length",
        vec![],
        &["ORDER BY length"],
    );
    assert!(!up.contains("DESC"), "{up}");
}

#[test]
fn a_name_may_be_said_by_its_initials() {
    let mut known = yard();
    known.tables[2].name = "tbl_wo".to_owned();
    known.tables[2].sql = "tbl_wo".to_owned();
    known.tables[2].words = vec!["table".to_owned(), "wo".to_owned()];
    let known = known.ready();
    let sql = reads(
        &known,
        "how many work orders are there",
        vec![],
        &["COUNT(*)", "tbl_wo"],
    );
    assert!(!sql.contains("boats"), "{sql}");
}

#[test]
fn those_who_have_at_least_one_are_a_share_of_all() {
    let known = yard();
    for question in [
        "what share of boats have at least one repair",
        "what percentage of boats have repairs",
    ] {
        reads(
            &known,
            question,
            vec![],
            &["100.0 *", "IN (SELECT boat_id FROM repairs"],
        );
    }
}

#[test]
fn days_of_a_life_are_not_those_of_what_is_counted() {
    let mut known = yard();
    known.tables[0].columns.push(day("joined_on"));
    let known = known.ready();
    let question = "how many owners in 2024";
    let asked = people(question, vec![]);
    let asked = super::firm::timed(asked, "2024", "2024-01-01", "2024-12-31");
    let found = crate::read(&known, &asked, crate::rank::Weights::learned());
    assert!(!found[0].sql.contains("birth_date"), "{found:?}");
    assert!(found[0].unused.contains(&"2024".to_owned()), "{found:?}");
}

#[test]
fn from_one_month_to_another_is_one_stretch() {
    let known = yard();
    let question = people("how many repairs from April 2024 to June 2024", vec![]);
    let april = super::firm::timed(question, "April 2024", "2024-04-01", "2024-04-30");
    let asked = super::firm::timed(april, "June 2024", "2024-06-01", "2024-06-30");
    let found = crate::read(&known, &asked, crate::rank::Weights::learned());
    assert!(
        found[0].sql.contains("BETWEEN '2024-04-01' AND '2024-06-30'"),
        "{found:?}"
    );
}

#[test]
fn an_age_is_told_by_a_year_of_birth() {
    let mut known = yard();
    let mut born = super::published::year(1940.0, 2005.0);
    born.name = "birth_year".to_owned();
    born.words = vec!["birth".to_owned(), "year".to_owned()];
    born.role = crate::known::Role::Time;
    known.tables[0].columns[3] = born;
    let known = known.ready();
    let mut asked = people("average age of the owners", vec![]);
    asked.today = Some("2026-11-27".to_owned());
    let found = crate::read(&known, &asked, crate::rank::Weights::learned());
    assert!(found[0].sql.contains("2026 - birth_year"), "{found:?}");
}

#[test]
fn who_has_left_is_active_no_longer_unless_something_was_left() {
    let mut known = yard();
    let mut active = few("active", &["Y", "N"]);
    active.role = crate::known::Role::Flag;
    known.tables[0].columns.push(active);
    let known = known.ready();
    reads(&known, "which owners have left", vec![], &["active <> 'Y'"]);
    let sql = reads(&known, "which owners have left a boat", vec![], &[]);
    assert!(!sql.contains("active <>"), "{sql}");
}

/// What a charity was given, and what its shows sold.
fn charity() -> Known {
    let mut aid = few("gift_aid", &["Y", "N"]);
    aid.role = crate::known::Role::Flag;
    let donations = vec![
        key("donation_id"),
        label("donor_name"),
        number("card_fee", 0.0, 30.0),
        number("amount", 5.0, 2000.0),
        few("payment_method", &["Cash", "Card"]),
        aid,
    ];
    let shows = vec![
        key("show_id"),
        label("title"),
        day("show_date"),
        number("seats_sold", 5.0, 300.0),
    ];
    let tables = vec![
        table("donations_export", donations, Some(1)),
        table("shows", shows, Some(1)),
    ];
    linked(tables, &[])
}

#[test]
fn the_average_of_one_is_of_its_money() {
    let known = charity();
    for question in [
        "average donation per payment method",
        "average donation by payment method",
    ] {
        let sql = reads(&known, question, vec![], &["AVG(amount)", "GROUP BY payment_method"]);
        assert!(!sql.contains("COUNT("), "{sql}");
    }
}

#[test]
fn a_bound_in_money_is_on_what_the_rows_came_to() {
    let known = charity();
    for (question, bound) in [
        ("donations over £25", "amount > 25"),
        ("how many donations over £25", "amount > 25"),
        ("donations under a tenner", "amount < 10"),
        ("how many donations over a grand", "amount > 1000"),
    ] {
        let sql = reads(&known, question, vec![], &[bound]);
        assert!(!sql.contains("card_fee >") && !sql.contains("card_fee <"), "{sql}");
    }
    // A bound that no row meets is one all the same.
    reads(&yard(), "how many repairs under £10", vec![], &["cost < 10"]);
}

#[test]
fn both_sides_of_more_or_have_a_figure() {
    let known = yard();
    let question = "do we have more steel or wood boats";
    let both = vec![
        stored(question, "steel", ("boats", "hull"), "Steel"),
        stored(question, "wood", ("boats", "hull"), "Wood"),
    ];
    let found = crate::read(&known, &people(question, both), crate::rank::Weights::learned());
    assert!(found.iter().all(|r| r.sql.contains("COUNT(")), "{found:?}");
    assert!(found[0].unused.is_empty(), "{found:?}");
}

#[test]
fn what_sold_out_is_not_all_of_it() {
    let asked = people("how many shows sold out in 2024", vec![]);
    let asked = super::firm::timed(asked, "2024", "2024-01-01", "2024-12-31");
    let found = crate::read(&charity(), &asked, crate::rank::Weights::learned());
    assert!(found[0].unused.contains(&"sold out".to_owned()), "{found:?}");
}
