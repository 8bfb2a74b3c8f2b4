//! The plainest questions that a person begins with: kinds, totals, averages, tops, people, kinds of payment.

use super::asked::{few, stored};
use super::joined::{day, key, label, linked, reads, refers};
use super::published::{number, table, whole};
use crate::known::{Known, Role};
use askwell_contract::TypeKind;

/// A school of music: teachers, pupils, their lessons and bills, and the rooms.
fn school() -> Known {
    let person = |name: &str, id: &str| {
        let born = day("birth_date");
        table(
            name,
            vec![key(id), label("first_name"), label("last_name"), born],
            Some(1),
        )
    };
    let mut by = few("paid_by", &["Card", "Cash", "Cheque"]);
    by.gaps = vec![String::new()];
    let mut pb = super::column("pb", TypeKind::Text, Role::Flag);
    pb.top = vec!["Y".into(), "N".into()];
    pb.distinct = 2;
    let lessons = vec![
        key("lesson_id"),
        refers("pupil_id"),
        day("lesson_date"),
        few("lesson_type", &["Piano", "Violin", "Theory"]),
        number("hours", 0.5, 3.0),
        pb,
    ];
    let bills = vec![
        key("bill_id"),
        refers("pupil_id"),
        day("bill_date"),
        few("card_message", &["Thanks", "Best wishes", "With love"]),
        by,
        number("total", 5.0, 400.0),
        number("annual_fee", 50.0, 900.0),
        number("price_per_hour", 20.0, 60.0),
    ];
    let rooms = vec![
        key("room_id"),
        label("room_name"),
        few("room_type", &["Hall", "Studio", "Booth"]),
        whole("seats", Role::Measure, 1.0, 90.0),
        number("rent", 100.0, 900.0),
        few("genre", &["Fiction", "Science Fiction", "Poetry"]),
    ];
    linked(
        vec![
            person("pupils", "pupil_id"),
            table("lessons", lessons, None),
            table("bills", bills, None),
            table("rooms", rooms, Some(1)),
        ],
        &[("lessons", "pupil_id", "pupils"), ("bills", "pupil_id", "pupils")],
    )
}

#[test]
fn kinds_are_listed_once_each() {
    let known = school();
    for question in [
        "what lesson types are there",
        "list the lesson types",
        "what different lesson types do we have",
    ] {
        let sql = reads(&known, question, vec![], &["SELECT DISTINCT lesson_type FROM lessons"]);
        assert!(!sql.contains("lesson_id"), "{question}: {sql}");
    }
    // More than the kinds is asked for.
    reads(
        &known,
        "which lesson types have more than 20 lessons",
        vec![],
        &["COUNT("],
    );
    reads(&known, "lesson types by month", vec![], &["COUNT(", "GROUP BY"]);
}

#[test]
fn what_is_called_so_in_full_is_meant() {
    let known = school();
    let total = reads(&known, "total by paid by", vec![], &["SUM(total)"]);
    assert!(!total.contains("COUNT("), "{total}");
    reads(&known, "what is the average total", vec![], &["AVG(total)"]);
    let fee = reads(&known, "what is the highest annual fee", vec![], &["annual_fee"]);
    assert!(!fee.contains("strftime"), "{fee}");
    let price = reads(
        &known,
        "what is the average price per hour",
        vec![],
        &["AVG(price_per_hour)"],
    );
    assert!(!price.contains('/') && !price.contains("GROUP BY"), "{price}");
}

#[test]
fn the_top_of_things_are_things() {
    let known = school();
    let top = reads(
        &known,
        "top 5 rooms by seats",
        vec![],
        &["room_name", "ORDER BY", "LIMIT 5"],
    );
    assert!(!top.contains("GROUP BY"), "{top}");
    let rent = reads(
        &known,
        "which room has the highest rent",
        vec![],
        &["room_name", "LIMIT 1"],
    );
    assert!(!rent.contains("room_type"), "{rent}");
    reads(
        &known,
        "average rent by number of seats",
        vec![],
        &["AVG(rent)", "GROUP BY seats"],
    );
}

#[test]
fn people_are_counted_once_each() {
    let known = school();
    for question in [
        "how many different people had a lesson in 2025",
        "how many people had lessons",
    ] {
        reads(&known, question, vec![], &["COUNT(DISTINCT"]);
    }
    reads(&known, "how many lessons were there in 2025", vec![], &["COUNT(*)"]);
    // How old they are is a mean, and no list.
    let old = reads(&known, "how old are our pupils on average", vec![], &["AVG("]);
    assert!(!old.contains("first_name"), "{old}");
}

#[test]
fn what_is_so_is_counted_where_its_name_is_a_noun() {
    let known = school();
    reads(&known, "PBs by year", vec![], &["pb", "COUNT(", "lesson_date"]);
    let most = reads(&known, "who has the most PBs", vec![], &["last_name", "COUNT("]);
    assert!(most.contains("pb") && !most.contains("GROUP BY pb"), "{most}");
}

#[test]
fn how_it_was_paid_is_the_stored_text_and_a_share_is_one_of_those_who_paid() {
    let known = school();
    let question = "how many paid by card";
    let card = |q: &str| vec![stored(q, "card", ("bills", "paid_by"), "Card")];
    let many = reads(&known, question, card(question), &["paid_by = 'Card'"]);
    assert!(!many.contains("card_message"), "{many}");
    let question = "what percentage paid by card";
    reads(&known, question, card(question), &["100", "paid_by = 'Card'", "WHERE"]);
    let question = "how much came from card payments";
    reads(&known, question, card(question), &["SUM(total)", "'Card'"]);
}

#[test]
fn both_halves_of_a_question_are_answered() {
    let known = school();
    reads(
        &known,
        "how many bills were there in 2025, and how much did they pay in all",
        vec![],
        &["COUNT(*)", "SUM(total)"],
    );
    let question = "how many lessons were there in 2025 and what percentage were piano";
    let piano = vec![stored(question, "piano", ("lessons", "lesson_type"), "Piano")];
    reads(&known, question, piano, &["COUNT(*) AS", "100"]);
}

#[test]
fn a_text_beside_the_name_of_its_column_is_that_text() {
    let known = school();
    let question = "how many rooms have genre fiction";
    let values = vec![stored(question, "fiction", ("rooms", "genre"), "Fiction")];
    let sql = reads(&known, question, values, &["genre = 'Fiction'"]);
    assert!(!sql.contains("LIKE"), "{sql}");
}

#[test]
fn more_than_any_row_holds_is_what_all_of_them_hold() {
    let rounds = vec![
        key("round_id"),
        few("walker", &["Rosa", "Iwan", "Petra"]),
        day("date_out"),
        day("date_paid"),
        number("hours_walked", 0.5, 9.0),
        number("fee", 5.0, 40.0),
    ];
    let known = linked(vec![table("rounds", rounds, None)], &[]);
    reads(
        &known,
        "walkers with more than 200 hours",
        vec![],
        &["GROUP BY walker", "SUM(hours_walked) > 200"],
    );
    // A fee is that of one round.
    let fee = reads(&known, "walkers with a fee over 100", vec![], &["fee > 100"]);
    assert!(!fee.contains("SUM(fee)"), "{fee}");
}

#[test]
fn above_an_average_is_no_average() {
    let known = school();
    let above = reads(
        &known,
        "rooms above the average rent",
        vec![],
        &["room_name", "rent > (SELECT AVG(rent)"],
    );
    assert!(!above.starts_with("SELECT AVG"), "{above}");
    let question = "rooms dearer than the average hall";
    let hall = vec![stored(question, "hall", ("rooms", "room_type"), "Hall")];
    reads(&known, question, hall, &["(SELECT AVG(rent)", "room_type = 'Hall')"]);
}
