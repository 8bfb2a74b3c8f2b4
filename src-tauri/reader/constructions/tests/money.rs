//! What was spent and what came in, of a sheet by itself.

use askwell_contract::{Dialect, TypeKind};

use super::asked::{few, stored};
use super::joined::{day, key, label, linked, reads, refers};
use super::published::{known, number, table};
use super::{asked, column, shop};
use crate::known::{Column, Known, Role};
use crate::rank::Weights;

#[test]
fn what_was_spent_is_told_from_what_came_in() {
    let known = {
        let mut known = shop();
        known.tables = vec![known.tables.remove(4)];
        known.links.clear();
        known
    };
    let first = |question: &str| crate::read(&known, &asked(question), Weights::learned())[0].sql.clone();
    let spent = "SUM(CASE WHEN amount < 0 THEN -amount END)";
    let sql = first("how much did we spend in 2024");
    assert!(sql.contains(spent) && sql.contains("2024"), "{sql}");
    let sql = first("how much money came in in 2024");
    assert!(sql.contains("SUM(CASE WHEN amount > 0 THEN amount END)"), "{sql}");
    let sql = first("what did we spend most on");
    assert!(sql.contains(spent) && sql.contains("GROUP BY purpose"), "{sql}");
    let sql = first("what do we spend a month on average");
    assert!(sql.starts_with("SELECT AVG(") && sql.contains(spent), "{sql}");
}

#[test]
fn money_that_is_kept_apart_already_is_told_by_the_names_of_its_columns() {
    let first = |out: &str, into: &str| {
        let mut known = shop();
        known.tables = vec![known.tables.remove(4)];
        known.links.clear();
        let columns = &mut known.tables[0].columns;
        columns.truncate(4);
        (columns[2], columns[3]) = (
            column(out, TypeKind::Real, Role::Measure),
            column(into, TypeKind::Real, Role::Measure),
        );
        let known = known.ready();
        let readings = crate::read(&known, &asked("how much did we spend in 2024"), Weights::learned());
        readings.first().map_or_else(String::new, |r| r.sql.clone())
    };
    let sql = first("paid_out", "paid_in");
    assert!(sql.contains("SUM(paid_out)"), "{sql}");
    let sql = first("goods_out", "goods_in");
    assert!(!sql.contains("SUM(goods_out)"), "{sql}");
}

#[test]
fn what_sells_best_is_told_by_what_was_sold_and_not_by_what_is_in_stock() {
    use crate::known::{Col, Link};

    let mut known = shop();
    let mut stock = known.tables[1].clone();
    (stock.name, stock.sql, stock.words) = ("stock".into(), "stock".into(), vec!["stock".into()]);
    known.tables.push(stock);
    let col = |table, column| Col { table, column };
    known.links.push(Link {
        from: vec![col(known.tables.len() - 1, 2)],
        to: vec![col(2, 0)],
        inferred: false,
        untidy: false,
    });
    let known = known.ready();
    let sql = |question: &str| -> Vec<String> {
        let found = crate::read(&known, &asked(question), Weights::learned());
        found.into_iter().map(|r| r.sql).collect()
    };
    let found = sql("best selling products in 2024");
    assert!(
        !found.is_empty() && found.iter().all(|s| !s.contains("stock")),
        "{found:?}"
    );
    let found = sql("best selling products in stock");
    assert!(found.iter().any(|s| s.contains("stock")), "{found:?}");
}

/// Jobs with a deposit, what they come to and what has been paid of it.
fn jobs() -> Known {
    known(vec![table(
        "jobs",
        vec![
            label("customer"),
            day("job_date"),
            Column {
                role: Role::Flag,
                nulls: 20,
                ..few("deposit_paid", &["Y", "N"])
            },
            number("total_due", 80.0, 990.0),
            number("paid_so_far", 0.0, 990.0),
        ],
        Some(0),
    )])
}

#[test]
fn what_is_owed_is_what_is_due_less_what_was_paid() {
    let known = jobs();
    let left = "SUM((total_due - COALESCE(paid_so_far, 0)))";
    for question in [
        "how much is still owed",
        "total outstanding",
        "outstanding balance by customer",
    ] {
        reads(&known, question, vec![], &[left]);
    }
    let open = "WHERE (total_due - COALESCE(paid_so_far, 0)) > 0";
    reads(
        &known,
        "who still owes me money",
        vec![],
        &[left, open, "GROUP BY customer"],
    );
    reads(&known, "which customer owes the most", vec![], &[left, "LIMIT 1"]);
    reads(&known, "how many jobs have not been paid", vec![], &["COUNT(*)", open]);
    let paid = reads(
        &known,
        "total paid by customer",
        vec![],
        &["SUM(paid_so_far)", "GROUP BY customer"],
    );
    assert!(!paid.contains("total_due"), "{paid}");
}

#[test]
fn a_deposit_is_asked_for_by_its_name() {
    let sql = reads(
        &jobs(),
        "who hasn't paid their deposit",
        vec![],
        &["deposit_paid = 'N'"],
    );
    assert!(!sql.contains("total_due - "), "{sql}");
    let sql = reads(&jobs(), "who still owes us money", vec![], &["customer"]);
    assert!(!sql.contains("deposit_paid ="), "{sql}");
}

/// Bookings of a hall with the payments for them, of which some pay a part.
fn hall() -> Known {
    let tables = vec![
        table("customers", vec![key("id"), label("name")], Some(1)),
        table(
            "bookings",
            vec![
                key("id"),
                refers("customer_id"),
                day("booked_for"),
                number("total", 40.0, 120.0),
                few("status", &["confirmed", "cancelled"]),
            ],
            None,
        ),
        table(
            "payments",
            vec![
                key("id"),
                refers("booking_id"),
                day("paid_on"),
                number("amount", 20.0, 120.0),
            ],
            None,
        ),
    ];
    linked(
        tables,
        &[
            ("bookings", "customer_id", "customers"),
            ("payments", "booking_id", "bookings"),
        ],
    )
}

#[test]
fn payments_of_a_table_of_their_own_are_taken_off_what_is_due() {
    let known = hall();
    let left = "total - COALESCE((SELECT SUM(part.amount) FROM payments AS part WHERE part.booking_id = ";
    let open = "status <> 'cancelled'";
    let sql = reads(&known, "who still owes us money", vec![], &[left, open, "GROUP BY"]);
    assert!(sql.contains("name"), "{sql}");
    reads(&known, "which bookings are not fully paid", vec![], &[left, "> 0"]);
    reads(&known, "total owed by customer", vec![], &[left, "GROUP BY"]);
    reads(&known, "how much is still to be paid", vec![], &[left]);
    // What came in is in the payments.
    let sql = reads(&known, "how much have we been paid", vec![], &["SUM(", "amount"]);
    assert!(!sql.contains("bookings"), "{sql}");
    let sql = reads(&known, "bookings with no payment", vec![], &["bookings"]);
    assert!(!sql.contains("COALESCE"), "{sql}");
}

#[test]
fn payments_that_would_take_too_long_are_left_to_engines_that_join_them() {
    let made = |dialect, rows| {
        let mut known = hall();
        known.dialect = dialect;
        for table in &mut known.tables {
            table.columns.retain(|c| !c.is_made());
            table.rows = rows;
        }
        crate::dues::of(&known, 1).is_some()
    };
    assert!(made(Dialect::Sqlite, 6_000) && made(Dialect::Duckdb, 60_000));
    assert!(!made(Dialect::Sqlite, 60_000));
}

/// Invoices and payments of customers, with nothing that says which invoice a payment is for.
#[test]
fn customers_owe_what_they_were_billed_less_what_they_paid() {
    let tables = vec![
        table("customers", vec![key("id"), label("name")], Some(1)),
        table(
            "invoices",
            vec![
                key("id"),
                refers("customer_id"),
                day("sent_on"),
                number("total", 40.0, 900.0),
                few("status", &["paid", "unpaid", "cancelled"]),
            ],
            None,
        ),
        table(
            "payments",
            vec![
                key("id"),
                refers("customer_id"),
                day("paid_on"),
                number("amount", 20.0, 900.0),
                few("status", &["paid", "failed"]),
            ],
            None,
        ),
    ];
    let known = linked(
        tables,
        &[
            ("invoices", "customer_id", "customers"),
            ("payments", "customer_id", "customers"),
        ],
    );
    let made = known.tables[0].columns.iter().find_map(|c| c.view.as_deref());
    let sql = made.unwrap_or_default();
    // An invoice that nobody has paid yet is what they owe.
    assert!(
        sql.contains(
            "FROM invoices AS part WHERE part.customer_id = {#0} AND COALESCE(part.status, '') NOT IN ('cancelled')"
        ),
        "{sql}"
    );
    assert!(
        sql.contains(
            "FROM payments AS part WHERE part.customer_id = {#0} AND COALESCE(part.status, '') NOT IN ('failed')"
        ),
        "{sql}"
    );
    reads(
        &known,
        "who still owes us money",
        vec![],
        &["invoices", "payments", "GROUP BY"],
    );
}

#[test]
fn a_balance_that_is_kept_is_what_is_owed() {
    let known = known(vec![table(
        "jobs",
        vec![
            label("customer"),
            day("job_date"),
            number("total", 80.0, 990.0),
            number("paid", 0.0, 990.0),
            number("balance", 0.0, 990.0),
        ],
        Some(0),
    )]);
    reads(&known, "how much is still owed", vec![], &["SUM(balance)"]);
}

/// Bills as they come, without a column called a total.
fn bills() -> Known {
    known(vec![table(
        "bills",
        vec![
            few("supplier", &["British Gas", "BT", "Screwfix"]),
            day("bill_date"),
            number("amount", 20.0, 400.0),
            day("due_date"),
        ],
        None,
    )])
}

#[test]
fn a_total_by_something_is_of_the_money_of_a_sheet() {
    let known = bills();
    for question in ["total by supplier", "total per supplier", "totals for each supplier"] {
        reads(&known, question, vec![], &["SUM(amount)", "GROUP BY supplier"]);
    }
    reads(&known, "monthly total", vec![], &["SUM(amount)", "GROUP BY"]);
    // Bills are counted where they are named.
    let sql = reads(&known, "total bills by supplier", vec![], &["GROUP BY supplier"]);
    assert!(!sql.contains("MAX("), "{sql}");
}

#[test]
fn whom_was_paid_may_follow_at_once() {
    let question = "how much did i pay british gas in 2024";
    let gas = vec![stored(question, "british gas", ("bills", "supplier"), "British Gas")];
    reads(
        &bills(),
        question,
        gas,
        &["SUM(amount)", "supplier = 'British Gas'", "2024"],
    );
}

#[test]
fn whoever_has_not_been_seen_has_no_row_of_that_time() {
    let known = jobs();
    for question in [
        "which customers have i not seen in 2024",
        "which customers haven't been heard from in 2024",
        "which customers haven't we seen in 2024",
    ] {
        reads(&known, question, vec![], &["NOT IN", "2024"]);
    }
    let sql = reads(&known, "which customers have i seen in 2024", vec![], &["2024"]);
    assert!(!sql.contains("NOT IN"), "{sql}");
}

#[test]
fn a_job_over_an_amount_is_by_what_it_comes_to() {
    let known = jobs();
    reads(&known, "jobs over 500", vec![], &["total_due > 500"]);
    reads(
        &known,
        "how many jobs are over 500 pounds",
        vec![],
        &["COUNT(*)", "total_due > 500"],
    );
}

/// Washes of a car wash, by whom and for how much.
fn washes() -> Known {
    known(vec![table(
        "wash_log",
        vec![
            day("date"),
            few("wash_type", &["Basic", "Mini Valet"]),
            few("washed_by", &["Marek", "Danny"]),
            number("mins_taken", 10.0, 180.0),
            number("price", 8.0, 90.0),
            number("deposit", 0.0, 20.0),
            few("paid_by", &["Card", "Cash"]),
        ],
        None,
    )])
}

#[test]
fn what_makes_the_most_money_is_by_what_came_in() {
    let known = washes();
    for question in [
        "which wash type makes the most money",
        "which wash type brings us in the most money",
    ] {
        let sql = reads(
            &known,
            question,
            vec![],
            &["SUM(price)", "GROUP BY wash_type", "LIMIT 1"],
        );
        assert!(!sql.contains("COUNT"), "{sql}");
    }
    reads(&known, "how much deposit money do we hold", vec![], &["SUM(deposit)"]);
    reads(
        &known,
        "total price by payment method",
        vec![],
        &["SUM(price)", "GROUP BY paid_by"],
    );
}

#[test]
fn who_did_it_stands_in_the_column_of_that_verb() {
    let sql = reads(&washes(), "who washed the most", vec![], &["GROUP BY washed_by"]);
    assert!(!sql.contains("paid_by"), "{sql}");
    reads(&washes(), "who paid the most", vec![], &["GROUP BY paid_by"]);
}

#[test]
fn an_average_time_is_how_long_and_not_when() {
    let sql = reads(
        &washes(),
        "average time per wash type",
        vec![],
        &["AVG(mins_taken)", "GROUP BY wash_type"],
    );
    assert!(!sql.contains("date"), "{sql}");
}
