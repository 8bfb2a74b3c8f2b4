//! A roofer's jobs with offers, clients and crew, a shop's till beside what it buys and throws away, and a hall's bookings.

use askwell_contract::run::{FieldMatch, ValueMatch};
use askwell_contract::time::{TimeKind, TimeMatch};
use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{asked, column, few, found, shop, table};
use crate::asked::Asked;
use crate::known::Role::{Category, Flag, Key, Label, Measure, Reference, Text, Time};
use crate::known::{Col, Column, Known, Link, Table};
use crate::rank::Weights;

fn open(name: &str) -> Column {
    let mut day = column(name, Words, Time);
    day.nulls = 90;
    day
}

fn money(name: &str) -> Column {
    let mut column = column(name, Words, Measure);
    (column.kind, column.view) = (Real, Some("replace({}, '£', '')".to_owned()));
    column
}

fn named(name: &str, columns: Vec<Column>, label: Option<usize>) -> Table {
    let mut one = table(name, columns, label);
    one.words = name.split('_').map(str::to_owned).collect();
    one
}

fn link(from: (usize, usize), to: (usize, usize)) -> Link {
    let col = |(table, column)| Col { table, column };
    Link {
        from: vec![col(from)],
        to: vec![col(to)],
        inferred: false,
        untidy: false,
    }
}

/// Crew, clients, offers to clients, jobs that came of them, and who worked how long at a job.
fn roofer() -> Known {
    let crew = vec![
        column("initials", Words, Key),
        column("first_name", Words, Text),
        column("last_name", Words, Text),
        column("day_rate", Real, Measure),
        column("started", Words, Time),
        open("left_on"),
    ];
    let clients = vec![
        column("client_id", Integer, Key),
        column("client_name", Words, Label),
        column("town", Words, Category),
    ];
    let offers = vec![
        column("offer_no", Integer, Key),
        column("client_id", Integer, Reference),
        column("offer_date", Words, Time),
        column("made_by", Words, Reference),
        few("kind_of_work", &["Tiles", "Gutters", "Chimney"]),
        money("amount"),
        few("outcome", &["Accepted", "Declined", "Pending"]),
    ];
    let jobs = vec![
        column("job_no", Integer, Key),
        column("offer_no", Integer, Reference),
        column("job_date", Words, Time),
        column("foreman", Words, Reference),
        few("job_status", &["Done", "Booked", "Cancelled"]),
        money("price"),
        column("invoice_date", Words, Time),
        open("paid_date"),
        column("fault", Words, Text),
    ];
    let shifts = vec![
        column("job_no", Integer, Reference),
        column("initials", Words, Reference),
        column("slates", Integer, Measure),
    ];
    let mut known = shop();
    known.tables = vec![
        named("crew", crew, Some(1)),
        named("clients", clients, Some(1)),
        named("offers", offers, None),
        named("jobs", jobs, None),
        named("shifts", shifts, None),
    ];
    known.links = vec![
        link((2, 1), (1, 0)),
        link((2, 3), (0, 0)),
        link((3, 1), (2, 0)),
        link((3, 3), (0, 0)),
        link((4, 0), (3, 0)),
        link((4, 1), (0, 0)),
    ];
    known.ready()
}

/// A till's lines, what suppliers were paid, and what was thrown away.
fn kiosk() -> Known {
    let till = vec![
        column("receipt_no", Integer, Reference),
        column("day", Words, Time),
        few("item", &["Latte", "Tea", "BLT", "Scone"]),
        column("qty", Integer, Measure),
        money("price"),
        money("line_total"),
        few("clerk", &["Ada", "Ben", "Cleo"]),
        few("type", &["SALE", "VOID"]),
    ];
    let invoices = vec![
        column("inv_no", Integer, Key),
        column("supplier", Words, Category),
        column("inv_date", Words, Time),
        money("amount"),
    ];
    let waste = vec![
        column("id", Integer, Key),
        column("waste_date", Words, Time),
        column("item", Words, Category),
        column("qty", Integer, Measure),
        column("unit_cost", Real, Measure),
    ];
    let mut known = shop();
    known.tables = vec![
        named("till", till, None),
        named("supplier_invoices", invoices, None),
        named("waste", waste, None),
    ];
    known.links.clear();
    known.ready()
}

/// Members of a club with dues of a year, shows, their evenings, and seats booked for them.
fn club() -> Known {
    let mut dues = column("dues_2024", Words, Flag);
    dues.top = vec!["Y".into(), "N".into()];
    let mut allergies = column("allergies", Words, Text);
    allergies.gaps = vec![String::new()];
    let members = vec![
        column("member_no", Integer, Key),
        column("full_name", Words, Label),
        column("joined", Words, Time),
        open("left_on"),
        dues,
        allergies,
    ];
    let shows = vec![
        column("show_id", Integer, Key),
        column("title", Words, Label),
        few("kind", &["Play", "Musical", "Panto"]),
        column("budget", Real, Measure),
    ];
    let evenings = vec![
        column("evening_id", Integer, Key),
        column("show_id", Integer, Reference),
        column("evening_date", Words, Time),
        few("status", &["Played", "Cancelled"]),
    ];
    let bookings = vec![
        column("ref", Integer, Key),
        column("evening_id", Integer, Reference),
        column("booked_on", Words, Time),
        column("seats", Integer, Measure),
        money("amount"),
        few("status", &["Paid", "Cancelled"]),
    ];
    let mut known = shop();
    known.tables = vec![
        named("members", members, Some(1)),
        named("shows", shows, Some(1)),
        named("evenings", evenings, None),
        named("bookings", bookings, None),
    ];
    known.links = vec![link((2, 1), (1, 0)), link((3, 1), (2, 0))];
    known.ready()
}

/// With stored texts found in it: what is said, and the text, its table and column.
fn with(question: &str, stored: &[(&str, &str, &str, &str)]) -> Asked {
    let mut out = asked(question);
    out.values = stored
        .iter()
        .filter_map(|(said, value, table, column)| {
            Some(ValueMatch {
                span: found(question, said)?,
                words: (*said).to_owned(),
                table: (*table).to_owned(),
                column: (*column).to_owned(),
                value: (*value).to_owned(),
                similarity: 1.0,
                exact: true,
                rows: 10,
                part: false,
            })
        })
        .collect();
    out
}

/// With names found in it as link finds them: what is said, the table and its column.
fn naming(mut asked: Asked, names: &[(&str, &str, Option<&str>)]) -> Asked {
    for (said, table, column) in names {
        asked.fields.extend(found(&asked.question, said).map(|span| FieldMatch {
            table: (*table).to_owned(),
            column: column.map(str::to_owned),
            span,
            words: (*said).to_owned(),
            score: 1.0,
            by: "name".to_owned(),
        }));
    }
    asked
}

/// With a time that its words stand for.
pub(super) fn timed(mut asked: Asked, words: &str, from: &str, to: &str) -> Asked {
    asked.times.extend(found(&asked.question, words).map(|span| TimeMatch {
        span,
        words: words.to_owned(),
        kind: TimeKind::Stretch,
        from: Some(from.to_owned()),
        to: Some(to.to_owned()),
        relative: true,
        says: String::new(),
        of_data: None,
        from_data: false,
    }));
    asked
}

fn first(known: &Known, asked: &Asked) -> String {
    let found = crate::read(known, asked, Weights::learned());
    found.into_iter().next().map(|r| r.sql).unwrap_or_default()
}

#[test]
fn lines_have_the_day_of_their_job_and_each_is_added_up_once() {
    let question = timed(
        asked("crew with the most slates last month"),
        "last month",
        "2026-05-01",
        "2026-05-31",
    );
    let question = naming(
        question,
        &[("slates", "shifts", Some("slates")), ("crew", "crew", None)],
    );
    let sql = first(&roofer(), &question);
    assert!(sql.contains("job_date"), "{sql}");
    assert!(sql.contains("shifts.job_no = jobs.job_no"), "not by the foreman: {sql}");
}

#[test]
fn who_owes_is_nobody_who_works_here_and_each_with_all_of_it() {
    let question = "Who owes us on invoices more than 30 days old, and how much does each of them owe?";
    let question = naming(asked(question), &[("invoices", "jobs", Some("invoice_date"))]);
    let sql = first(&roofer(), &question);
    assert!(sql.contains("client_name") && !sql.contains("crew"), "{sql}");
    assert!(sql.contains("SUM(") && sql.contains("GROUP BY"), "{sql}");
    assert!(
        sql.contains("paid_date IS NULL") && sql.contains("invoice_date"),
        "{sql}"
    );
}

#[test]
fn whom_a_job_was_for_is_the_client_and_who_did_it_the_crew() {
    let sql = first(
        &roofer(),
        &asked("the dearest job ever, who was it for and what was wrong"),
    );
    assert!(sql.contains("client_name") && sql.contains("jobs.fault"), "{sql}");
    assert!(
        sql.contains("ORDER BY jobs.price") || sql.contains("ORDER BY replace(jobs.price"),
        "its own price: {sql}"
    );
}

#[test]
fn pending_offers_say_so_themselves() {
    let question = with(
        "which offers are still pending",
        &[("pending", "Pending", "offers", "outcome")],
    );
    let sql = first(&roofer(), &question);
    assert!(sql.contains("outcome = 'Pending'"), "{sql}");
    assert!(!sql.contains("left_on") && !sql.contains("job_status"), "{sql}");
}

#[test]
fn days_to_pay_run_from_the_invoice_and_once_is_no_number() {
    for question in [
        "on average how many days do people take to pay once weve invoiced them",
        "how many days after the invoice date do we usually pay, on average",
    ] {
        let sql = first(&roofer(), &asked(question));
        assert!(
            sql.contains("AVG(") && sql.contains("paid_date") && sql.contains("invoice_date"),
            "{question}: {sql}"
        );
        assert!(!sql.contains("HAVING"), "{question}: {sql}");
    }
}

#[test]
fn what_was_taken_is_neither_paid_to_suppliers_nor_thrown_away_nor_void() {
    let question = timed(
        asked("How much did we take last month?"),
        "last month",
        "2026-05-01",
        "2026-05-31",
    );
    let sql = first(&kiosk(), &question);
    assert!(sql.contains("line_total") && sql.contains("FROM till"), "{sql}");
    assert!(sql.contains("type <> 'VOID'"), "{sql}");
}

#[test]
fn who_billed_most_did_so_by_money() {
    let question = asked("which supplier has billed us the most");
    let question = naming(
        question,
        &[
            ("billed", "supplier_invoices", None),
            ("supplier", "supplier_invoices", Some("supplier")),
        ],
    );
    let sql = first(&kiosk(), &question);
    assert!(sql.contains("SUM(") && sql.contains("supplier_invoices"), "{sql}");
}

#[test]
fn staff_are_named_by_the_clerk() {
    let question = with(
        "how many lines has each of the staff voided",
        &[("voided", "VOID", "till", "type")],
    );
    let sql = first(&kiosk(), &question);
    assert!(sql.contains("GROUP BY clerk"), "{sql}");
}

#[test]
fn dues_that_are_owed_are_not_paid_and_their_year_is_in_the_name() {
    let question = timed(
        asked("which members still owe their dues for 2024"),
        "2024",
        "2024-01-01",
        "2024-12-31",
    );
    let sql = first(&club(), &question);
    assert!(sql.contains("dues_2024 = 'N'"), "{sql}");
    assert!(!sql.contains("2024-01-01"), "{sql}");
}

#[test]
fn shows_of_a_year_are_listed_once_however_often_they_were_on() {
    let question = asked("title and budget of the shows with evenings in 2024");
    let question = naming(question, &[("shows", "shows", None), ("evenings", "evenings", None)]);
    let found = crate::read(&club(), &question, Weights::learned());
    let lists = |sql: &str| sql.contains("JOIN") && sql.contains("shows.title, shows.budget FROM");
    let sql = found.iter().map(|r| &r.sql).find(|sql| lists(sql));
    assert!(sql.is_some_and(|sql| sql.contains("DISTINCT")), "{found:?}");
}

#[test]
fn what_was_called_off_is_not_called_anything() {
    let question = asked("which shows have had evenings called off");
    let question = naming(
        question,
        &[
            ("shows", "shows", None),
            ("evenings", "evenings", None),
            ("called", "shows", Some("title")),
        ],
    );
    let sql = first(&club(), &question);
    assert!(sql.contains("evenings.status = 'Cancelled'"), "{sql}");
    let mut unread = club();
    unread.tables.truncate(3);
    unread.links.truncate(1);
    unread.tables[2].columns.truncate(3);
    let found = crate::read(&unread.ready(), &question, Weights::learned());
    let silent = found.iter().filter(|r| r.unused.is_empty()).count();
    assert_eq!(silent, 0, "where nothing says so it is not used: {found:?}");
}

#[test]
fn seats_are_tickets_and_things_of_a_kind_are_counted_one_by_one() {
    let question = with(
        "how many tickets have we sold for each panto",
        &[("panto", "Panto", "shows", "kind")],
    );
    let found = crate::read(&club(), &question, Weights::learned());
    let sums = found
        .iter()
        .any(|r| r.sql.contains("SUM(bookings.seats)") && r.sql.contains("GROUP BY shows"));
    assert!(sums, "{found:?}");
    let money = found.iter().any(|r| r.sql.contains("SUM(replace(bookings.amount"));
    assert!(!money, "how many is no money: {found:?}");
}

#[test]
fn even_what_was_cancelled_is_counted() {
    let question = with(
        "how many bookings are there, even the ones that were cancelled",
        &[("cancelled", "Cancelled", "bookings", "status")],
    );
    let sql = first(&club(), &question);
    assert!(!sql.contains("Cancelled"), "{sql}");
}

#[test]
fn whoever_came_first_has_been_here_longest() {
    let sql = first(&club(), &asked("who has been a member the longest"));
    assert!(
        sql.contains("ORDER BY joined") && sql.contains("left_on IS NULL"),
        "{sql}"
    );
}

#[test]
fn to_have_allergies_is_to_have_an_entry() {
    let sql = first(&club(), &asked("which members have allergies"));
    assert!(
        sql.contains("allergies <> ''") || sql.contains("allergies IS NOT NULL"),
        "{sql}"
    );
}

#[test]
fn who_never_missed_an_evening_is_not_without_evenings() {
    let mut known = club();
    let visits = vec![
        column("id", Integer, Key),
        column("member_no", Integer, Reference),
        column("visit_date", Words, Time),
        {
            let mut attended = column("attended", Words, Flag);
            attended.top = vec!["Y".into(), "N".into()];
            attended
        },
    ];
    known.tables.push(named("visits", visits, None));
    known.links.push(link((4, 1), (0, 0)));
    let known = known.ready();
    let question = naming(
        asked("which members havent missed a single visit"),
        &[("members", "members", None), ("visit", "visits", None)],
    );
    let found = crate::read(&known, &question, Weights::learned());
    let sql = found.first().map_or("", |r| r.sql.as_str());
    assert!(sql.contains("NOT IN") && sql.contains("attended = 'N'"), "{found:?}");
}
