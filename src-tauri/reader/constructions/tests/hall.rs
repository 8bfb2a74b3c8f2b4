//! A climbing hall: bookings made before the day that they are for, tickets sold several at once, members whose pass runs out,
//! and names with letters left out.

use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{asked, column, read_first, shop, table};
use crate::asked::{Asked, Style};
use crate::known::Role::{Category, Key, Measure, Reference, Text, Time};
use crate::known::{Col, Known, Link};
use crate::rank::Weights;

fn hall() -> Known {
    let mut kit = column("kit_notes", Words, Text);
    kit.gaps = vec![String::new()];
    let mut rating = column("rating", Integer, Measure);
    rating.nulls = 50;
    let mut mbrs = vec![
        column("id", Integer, Key),
        column("firm", Words, Category),
        column("twn", Words, Category),
        column("joined_on", Words, Time),
        column("pass_expires", Words, Time),
        kit,
        rating,
    ];
    (mbrs[1].distinct, mbrs[1].unique) = (980, false);
    mbrs[2].distinct = 9;
    let bookings = vec![
        column("id", Integer, Key),
        column("holder_id", Integer, Reference),
        column("booked_on", Words, Time),
        column("climb_date", Words, Time),
        column("amount", Real, Measure),
    ];
    let tickets = vec![
        column("id", Integer, Key),
        column("holder_id", Integer, Reference),
        column("sold_on", Words, Time),
        column("kind", Words, Category),
        column("quantity", Integer, Measure),
    ];
    let mut known = shop();
    known.tables = vec![
        table("mbrs", mbrs, None),
        table("bookings", bookings, None),
        table("tickets", tickets, None),
    ];
    let link = |from| Link {
        from: vec![Col { table: from, column: 1 }],
        to: vec![Col { table: 0, column: 0 }],
        inferred: false,
        untidy: false,
    };
    known.links = vec![link(1), link(2)];
    known.ready()
}

fn people(question: &str) -> Asked {
    Asked {
        style: Style::People,
        ..asked(question)
    }
}

#[track_caller]
fn first(question: &str) -> String {
    read_first(&hall(), question)
}

#[test]
fn bookings_are_of_the_day_that_they_are_for_unless_it_is_asked_when_they_were_made() {
    let sql = first("how many bookings in 2024");
    assert!(sql.contains("climb_date") && !sql.contains("booked_on"), "{sql}");
    let sql = first("amount of bookings by month");
    assert!(sql.contains("climb_date"), "{sql}");
    let sql = first("how many bookings made in 2024");
    assert!(sql.contains("booked_on"), "{sql}");
}

#[test]
fn what_a_booking_is_for_is_its_day_and_a_row_may_have_no_other_than_when_it_was_made() {
    let mut known = hall();
    let rename = |c: &mut crate::known::Column, name: &str| {
        let words: Vec<String> = name.split('_').map(str::to_owned).collect();
        (c.name, c.stems) = (name.to_owned(), words.iter().map(|w| crate::words::stem(w)).collect());
        c.words = words;
    };
    rename(&mut known.tables[1].columns[2], "made_on");
    rename(&mut known.tables[1].columns[3], "booked_for");
    let of = |known: &Known| {
        let found = crate::read(known, &people("how many bookings in 2024"), Weights::learned());
        found.into_iter().next().map(|r| r.sql).unwrap_or_default()
    };
    assert!(of(&known).contains("booked_for"), "{}", of(&known));
    rename(&mut known.tables[1].columns[2], "booked_on");
    rename(&mut known.tables[1].columns[3], "created_at");
    assert!(of(&known).contains("booked_on"), "{}", of(&known));
}

#[test]
fn a_reason_for_asking_binds_nothing() {
    let plain = first("how many bookings in 2024");
    for question in [
        "The bank charges us on tickets, so how many bookings in 2024",
        "Because the kit is getting old, how many bookings in 2024",
        "We're thinking of closing: how many bookings in 2024",
    ] {
        assert_eq!(first(question), plain, "{question}");
    }
}

#[test]
fn a_word_stands_for_the_name_that_leaves_its_letters_out() {
    let sql = first("number of members by town");
    assert!(sql.contains("GROUP BY twn"), "{sql}");
    // No letters are left out of another word.
    let sql = first("number of members by tower");
    assert!(!sql.contains("GROUP BY twn"), "{sql}");
}

#[test]
fn pieces_are_added_up_and_events_are_counted() {
    let sql = first("how many tickets have we sold by month");
    assert!(sql.contains("SUM(quantity)"), "{sql}");
    let sql = first("how many bookings by month");
    assert!(sql.contains("COUNT(*)"), "{sql}");
    // Sales are counted, and different ones are told apart.
    for question in [
        "how many sales of tickets in 2024",
        "which mbrs bought 3 different tickets",
        "number of tickets by kind",
    ] {
        let sql = first(question);
        let pieces = question.starts_with("number of tickets");
        assert_eq!(
            sql.contains("SUM(") && sql.contains("quantity)"),
            pieces,
            "{question}: {sql}"
        );
    }
    let sql = first("how many different kinds of tickets have we sold");
    assert!(!sql.contains("SUM(quantity)"), "{sql}");
}

#[test]
fn what_nobody_put_down_is_empty() {
    let sql = first("how many members did nobody give a rating for");
    assert!(sql.contains("rating IS NULL"), "{sql}");
    let sql = first("unrated members");
    assert!(sql.contains("rating IS NULL"), "{sql}");
}

#[test]
fn a_pass_runs_out_on_its_own_day() {
    let mut question = people("how many members lapsed in 2024");
    let sql = crate::read(&hall(), &question, Weights::learned())[0].sql.clone();
    assert!(sql.contains("pass_expires"), "{sql}");
    question = people("members whose pass has run out");
    question.today = Some("2026-11-28".to_owned());
    let sql = crate::read(&hall(), &question, Weights::learned())[0].sql.clone();
    assert!(sql.contains("pass_expires") && sql.contains("2026-11-28"), "{sql}");
}

#[test]
fn which_of_two_years_had_more_is_a_figure_for_each_and_no_difference() {
    let sql = first("were there more bookings in 2023 or in 2024");
    assert!(sql.contains("GROUP BY") && !sql.contains(" - "), "{sql}");
    let sql = first("how many more bookings in 2024 than in 2023");
    assert!(sql.contains(" - "), "{sql}");
}

#[test]
fn members_without_a_name_go_by_what_tells_them_apart() {
    let sql = first("member with the most bookings");
    assert!(sql.contains("firm"), "{sql}");
}

#[test]
fn a_figure_on_average_ranks_averages() {
    let sql = first("which town has the highest rating on average");
    assert!(sql.contains("AVG(") && sql.contains("GROUP BY"), "{sql}");
}
