//! The first questions of an evening, over sheets and registers as people keep them.

use askwell_contract::run::ValueMatch;

use super::asked::{few, stored};
use super::joined::{day, key, label, linked, people, reads, refers};
use super::published::{known, number, table, texts};
use crate::known::{Column, Known, Role};
use crate::rank::Weights;

fn flag(name: &str) -> Column {
    Column {
        role: Role::Flag,
        ..few(name, &["Y", "N"])
    }
}

fn log() -> Known {
    known(vec![table(
        "training_log",
        vec![
            day("date"),
            few("run_type", &["Easy", "Tempo", "Race"]),
            number("miles", 1.0, 26.0),
            number("average_heart_rate", 100.0, 190.0),
            few("ran_with", &["Katie", "Club"]),
        ],
        None,
    )])
}

#[test]
fn headers_say_what_rows_are() {
    let known = log();
    let question = "how often did I run with Katie";
    let katie = vec![stored(question, "Katie", ("training_log", "ran_with"), "Katie")];
    let sql = reads(&known, question, katie, &["COUNT(*)", "ran_with = 'Katie'"]);
    assert!(!sql.contains("GROUP BY"), "{sql}");
    let long = reads(&known, "runs over 16 miles", vec![], &["miles > 16", "ran_with"]);
    assert!(!long.contains("GROUP BY"), "{long}");
    reads(&known, "miles by run type", vec![], &["GROUP BY run_type"]);
}

#[test]
fn a_figure_is_not_counted_where_nobody_asks_how_many() {
    let sql = reads(
        &log(),
        "average heart rate by type of run",
        vec![],
        &["AVG(average_heart_rate)"],
    );
    assert!(!sql.contains("COUNT"), "{sql}");
}

/// What a small shop has sent, under the name of who got it.
pub(super) fn parcels() -> Known {
    known(vec![table(
        "parcels_sent",
        vec![
            Column {
                unique: true,
                ..texts("order_no", Role::Code, &["A1"])
            },
            day("date_sent"),
            label("customer_name"),
            few("carrier", &["Parcelforce", "Royal Mail"]),
            few("status", &["Lost", "Delivered"]),
        ],
        Some(2),
    )])
}

#[test]
fn rows_that_nothing_names_are_told_whole() {
    let known = parcels();
    let question = "which parcels got lost";
    let lost = |question| vec![stored(question, "lost", ("parcels_sent", "status"), "Lost")];
    reads(
        &known,
        question,
        lost(question),
        &["order_no", "date_sent", "customer_name", "status = 'Lost'"],
    );
    let question = "customer name and date sent of lost parcels";
    let sql = reads(&known, question, lost(question), &["customer_name, date_sent"]);
    assert!(!sql.contains("carrier"), "{sql}");
}

#[test]
fn a_text_that_only_begins_as_the_rows_are_called_is_none_of_them() {
    let question = "parcels per month";
    let like = ValueMatch {
        similarity: 0.64,
        exact: false,
        ..stored(question, "parcels", ("parcels_sent", "carrier"), "Parcelforce")
    };
    let sql = reads(&parcels(), question, vec![like], &["COUNT(*)", "%Y-%m"]);
    assert!(!sql.contains("carrier"), "{sql}");
}

#[test]
fn by_month_is_month_by_month() {
    let read = |question: &str| crate::read(&parcels(), &people(question, vec![]), Weights::learned());
    let says = |question: &str| read(question).iter().any(|r| r.says.contains("month of the year"));
    assert!(!says("parcels by month") && says("parcels by month of the year"));
}

/// Deliveries of parcels of some kinds, and how each went.
pub(super) fn deliveries() -> Known {
    let kinds = vec![key("kind_id"), {
        let mut name = label("kind_name");
        name.unique = true;
        name
    }];
    let states = vec![key("state_id"), few("state_name", &["Closed", "Open", "Waiting"])];
    let mut tables = vec![
        table(
            "deliveries",
            vec![
                key("delivery_id"),
                refers("kind_id"),
                refers("state_id"),
                day("sent_on"),
            ],
            None,
        ),
        table("parcel_kinds", kinds, Some(1)),
        table("states", states, Some(1)),
    ];
    tables[1].rows = 5;
    tables[2].rows = 3;
    linked(
        tables,
        &[
            ("deliveries", "kind_id", "parcel_kinds"),
            ("deliveries", "state_id", "states"),
        ],
    )
}

#[test]
fn the_one_row_of_a_name_is_not_what_is_counted() {
    let known = deliveries();
    let question = "how many family parcels have gone out";
    let family = vec![stored(
        question,
        "family parcels",
        ("parcel_kinds", "kind_name"),
        "Family parcels",
    )];
    reads(
        &known,
        question,
        family,
        &["COUNT(*)", "FROM deliveries JOIN parcel_kinds"],
    );
    let question = "how many deliveries are not closed yet";
    let closed = vec![stored(question, "closed", ("states", "state_name"), "Closed")];
    reads(&known, question, closed, &["COUNT(*)", "FROM deliveries JOIN states"]);
}

pub(super) fn members() -> Known {
    let mut status = few("account_status", &["A", "S", "L"]);
    status.means = [("A", "active"), ("S", "suspended"), ("L", "left")]
        .map(|(code, means)| (code.to_owned(), means.to_owned()))
        .to_vec();
    let codes = vec![
        few("code_type", &["ACCOUNT", "PLAN"]),
        few("code", &["A", "S", "L"]),
        few("meaning", &["Active", "Suspended", "Left"]),
    ];
    let mut tables = vec![
        table("members", vec![key("member_id"), label("member_name"), status], Some(1)),
        table("lookup_codes", codes, None),
    ];
    tables[1].rows = 12;
    linked(tables, &[])
}

#[test]
fn codes_are_meant_by_what_a_table_of_codes_says() {
    let known = members();
    let question = "how many active members do we have";
    let active = vec![stored(question, "active", ("lookup_codes", "meaning"), "Active")];
    let found = crate::read(&known, &people(question, active), Weights::learned());
    let first = &found[0];
    assert!(
        first.sql.contains("account_status = 'A'") && !first.sql.contains("lookup"),
        "{}",
        first.sql
    );
    assert!(first.says.contains("'A' (active)"), "{}", first.says);
}

pub(super) fn cellar() -> Known {
    known(vec![table(
        "cellar",
        vec![
            label("wine"),
            few("color", &["Red", "White"]),
            few("country", &["France", "Italy"]),
            number("qty", 0.0, 24.0),
            day("date_bought"),
        ],
        Some(0),
    )])
}

#[test]
fn bottles_are_added_up_where_each_row_has_several() {
    let known = cellar();
    reads(&known, "how many bottles do I have", vec![], &["SUM(qty)"]);
    reads(
        &known,
        "how many bottles of each color",
        vec![],
        &["SUM(qty)", "GROUP BY color"],
    );
    let question = "what percent of my bottles are from France";
    let france = vec![stored(question, "France", ("cellar", "country"), "France")];
    reads(
        &known,
        question,
        france,
        &["SUM(CASE WHEN country = 'France' THEN qty END)", "SUM(qty)"],
    );
    let kinds = reads(&known, "how many different wines do I have", vec![], &["COUNT("]);
    assert!(!kinds.contains("SUM"), "{kinds}");
    let found = crate::read(
        &known,
        &people("how many bottles do I have", vec![]),
        Weights::learned(),
    );
    assert!(found[0].unused.is_empty(), "{:?}", found[0].unused);
}

/// Days off of a firm, under a name made of their kinds.
pub(super) fn leave() -> Known {
    known(vec![table(
        "holiday_sickness_log",
        vec![
            texts("employee", Role::Category, &["Ann Lee", "Bo Finch"]),
            few("leave_type", &["Holiday", "Sickness", "Unpaid"]),
            day("first_day"),
            day("last_day"),
            Column {
                words: ["number", "of", "days"].map(str::to_owned).to_vec(),
                ..number("no_days", 0.5, 20.0)
            },
        ],
        None,
    )])
}

#[test]
fn the_kept_number_of_days_is_added_up() {
    let known = leave();
    let question = "how many sickness days did we have in 2024";
    let sick = || {
        vec![stored(
            question,
            "sickness",
            ("holiday_sickness_log", "leave_type"),
            "Sickness",
        )]
    };
    reads(&known, question, sick(), &["SUM(no_days)", "leave_type = 'Sickness'"]);
    let question = "total holiday days by employee in 2024";
    let holiday = vec![stored(
        question,
        "holiday",
        ("holiday_sickness_log", "leave_type"),
        "Holiday",
    )];
    let sql = reads(
        &known,
        question,
        holiday,
        &["SUM(no_days)", "leave_type = 'Holiday'", "first_day"],
    );
    assert!(!sql.contains("last_day"), "{sql}");
}

/// Lessons, what was paid for them, and what a garage billed.
fn money() -> Known {
    let mut tables = vec![
        table(
            "lessons",
            vec![
                key("lesson_id"),
                day("lesson_date"),
                number("hours", 1.0, 3.0),
                number("price", 30.0, 120.0),
            ],
            None,
        ),
        table(
            "payments",
            vec![
                key("payment_id"),
                day("paid_on"),
                number("amount", 5.0, 900.0),
                few("method", &["card", "cash"]),
            ],
            None,
        ),
    ];
    tables[1].rows = 4000;
    linked(tables, &[])
}

#[test]
fn a_price_beside_hours_is_what_they_came_to() {
    let sql = reads(&money(), "total income from lessons", vec![], &["SUM(price)"]);
    assert!(!sql.contains('*'), "{sql}");
}

#[test]
fn a_share_of_payments_is_of_so_many() {
    let question = "what percentage of payments are made by card";
    let card = vec![stored(question, "card", ("payments", "method"), "card")];
    let sql = reads(&money(), question, card, &["method = 'card'", "COUNT(*)"]);
    assert!(!sql.contains("amount"), "{sql}");
}

#[test]
fn a_total_stands_before_its_parts() {
    let jobs = table(
        "jobs",
        vec![
            key("job_id"),
            day("date_in"),
            number("labour_amount", 1.0, 99.0),
            number("parts_amount", 1.0, 99.0),
            number("total_amount", 1.0, 99.0),
        ],
        None,
    );
    let known = known(vec![jobs]);
    reads(&known, "average amount", vec![], &["AVG(total_amount)"]);
    reads(&known, "average labour amount", vec![], &["AVG(labour_amount)"]);
}

#[test]
fn takings_are_what_was_taken_and_kinds_of_tickets_no_tickets() {
    let days = known(vec![table(
        "daily_takings",
        vec![
            day("date"),
            number("cash", 1.0, 900.0),
            number("total_takings", 1.0, 900.0),
        ],
        None,
    )]);
    reads(&days, "takings by month", vec![], &["SUM(total_takings)", "%Y-%m"]);
    let mut tables = vec![
        table(
            "ticket_types",
            vec![key("type_id"), few("type_name", &["Adult", "Child"])],
            Some(1),
        ),
        table(
            "box_office_sales",
            vec![
                key("sale_id"),
                refers("type_id"),
                day("sold_on"),
                number("paid", 1.0, 90.0),
            ],
            None,
        ),
    ];
    tables[0].rows = 4;
    let known = linked(tables, &[("box_office_sales", "type_id", "ticket_types")]);
    let sql = reads(&known, "how many tickets do people buy", vec![], &["box_office_sales"]);
    assert!(!sql.contains("FROM ticket_types"), "{sql}");
    reads(
        &known,
        "how many ticket types are there",
        vec![],
        &["FROM ticket_types"],
    );
}

#[test]
fn states_are_told_in_everyday_words() {
    let cars = table(
        "stock",
        vec![
            few("make", &["Ford", "Kia"]),
            label("model"),
            number("asking_price", 900.0, 30000.0),
            few("status", &["Sold", "Available"]),
        ],
        None,
    );
    let cars = known(vec![cars]);
    let question = "how many Fords do we have in stock";
    let ford = vec![stored(question, "Fords", ("stock", "make"), "Ford")];
    reads(&cars, question, ford, &["make = 'Ford'", "status = 'Available'"]);
    let guests = known(vec![table(
        "guest_list",
        vec![label("guest_name"), few("rsvp", &["Yes", "No", "Maybe"]), flag("hotel")],
        Some(0),
    )]);
    reads(
        &guests,
        "how many people are coming",
        vec![],
        &["COUNT(*)", "rsvp = 'Yes'"],
    );
    reads(&guests, "how many guests said no", vec![], &["rsvp = 'No'"]);
}

#[test]
fn what_was_never_booked_has_no_booking_whatever_its_state() {
    let known = linked(
        vec![
            table("treatments", vec![key("treatment_id"), label("name")], Some(1)),
            table(
                "bookings",
                vec![
                    key("booking_id"),
                    refers("treatment_id"),
                    day("made_on"),
                    few("status", &["booked", "done"]),
                ],
                None,
            ),
        ],
        &[("bookings", "treatment_id", "treatments")],
    );
    let question = "which treatments have never been booked";
    let booked = vec![stored(question, "booked", ("bookings", "status"), "booked")];
    let sql = reads(&known, question, booked, &["NOT IN", "FROM bookings"]);
    assert!(!sql.contains("status"), "{sql}");
}

#[test]
fn what_was_not_paid_may_be_said_of_a_fee() {
    let teams = known(vec![table(
        "teams",
        vec![key("team_id"), label("team_name"), flag("fee_paid")],
        Some(1),
    )]);
    let sql = reads(
        &teams,
        "which teams haven't paid their fee",
        vec![],
        &["WHERE fee_paid <> 'Y'"],
    );
    assert!(!sql.contains("GROUP BY"), "{sql}");
    let members = known(vec![table(
        "members",
        vec![label("full_name"), flag("subs_paid"), day("joined")],
        Some(0),
    )]);
    let sql = reads(
        &members,
        "who hasn't paid their subs yet",
        vec![],
        &["full_name", "subs_paid"],
    );
    assert!(!sql.contains("AND"), "{sql}");
}

#[test]
fn use_is_what_was_used() {
    let readings = known(vec![table(
        "meter_readings",
        vec![
            day("date_read"),
            few("building", &["Hall", "Depot"]),
            few("utility", &["Gas", "Water"]),
            number("usage", 1.0, 900.0),
        ],
        None,
    )]);
    let question = "gas use by building";
    let gas = vec![stored(question, "gas", ("meter_readings", "utility"), "Gas")];
    reads(&readings, question, gas, &["SUM(usage)", "GROUP BY building"]);
}

#[test]
fn to_end_in_a_no_show_is_no_spelling() {
    let bookings = known(vec![table(
        "bookings",
        vec![
            texts("booking_ref", Role::Code, &["B1"]),
            day("booking_date"),
            few("status", &["No Show", "Done"]),
        ],
        None,
    )]);
    let question = "what percentage of bookings end in a no show";
    let missed = vec![stored(question, "no show", ("bookings", "status"), "No Show")];
    let sql = reads(&bookings, question, missed, &["status = 'No Show'"]);
    assert!(!sql.contains("LIKE"), "{sql}");
}
