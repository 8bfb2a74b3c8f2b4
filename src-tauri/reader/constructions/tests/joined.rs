//! Databases of several tables, as firms and clubs keep them: people with a manager, rentals of copies, lines of orders, bookings
//! of courts, tournaments that repeat their name.

use askwell_contract::run::ValueMatch;
use askwell_contract::TypeKind;

use super::asked::{few, stored};
use super::column;
use super::published::{first, number, table, whole};
use crate::asked::{Asked, Style};
use crate::known::{Column, Known, Role, Table};

pub(super) fn key(name: &str) -> Column {
    column(name, TypeKind::Integer, Role::Key)
}

pub(super) fn refers(name: &str) -> Column {
    column(name, TypeKind::Integer, Role::Reference)
}

pub(super) fn label(name: &str) -> Column {
    column(name, TypeKind::Text, Role::Label)
}

pub(super) fn day(name: &str) -> Column {
    column(name, TypeKind::Date, Role::Time)
}

/// Tables with links from a column to the key of a table, by their names.
pub(super) fn linked(tables: Vec<Table>, links: &[(&str, &str, &str)]) -> Known {
    let at = |name: &str| tables.iter().position(|t| t.name == name).unwrap();
    let place = |table: usize, name: &str| tables[table].columns.iter().position(|c| c.name == name).unwrap();
    let link = |(table, column, to): &(&str, &str, &str)| ((at(table), place(at(table), column)), (at(to), 0));
    let links: Vec<_> = links.iter().map(link).collect();
    super::air::known(tables, &links)
}

pub(super) fn people(question: &str, values: Vec<ValueMatch>) -> Asked {
    Asked {
        values,
        style: Style::People,
        ..super::asked(question)
    }
}

#[track_caller]
pub(super) fn reads(known: &Known, question: &str, values: Vec<ValueMatch>, parts: &[&str]) -> String {
    let sql = first(known, &people(question, values));
    for part in parts {
        assert!(sql.contains(part), "{question}: {sql}");
    }
    sql
}

/// Staff with a manager among themselves, whose jobs are a list of their own.
fn staff() -> Known {
    let mut commission = number("commission", 0.1, 0.4);
    commission.nulls = 700;
    let mut department = table(
        "departments",
        vec![key("department_id"), label("department_name")],
        Some(1),
    );
    department.rows = 20;
    let mut jobs = table(
        "jobs",
        vec![key("job_id"), label("job_title"), number("min_salary", 100.0, 900.0)],
        Some(1),
    );
    jobs.rows = 19;
    let employees = vec![
        key("employee_id"),
        label("first_name"),
        label("last_name"),
        day("hire_date"),
        refers("job_id"),
        number("salary", 100.0, 9000.0),
        commission,
        refers("manager_id"),
        refers("department_id"),
    ];
    linked(
        vec![table("employees", employees, Some(1)), department, jobs],
        &[
            ("employees", "job_id", "jobs"),
            ("employees", "manager_id", "employees"),
            ("employees", "department_id", "departments"),
        ],
    )
}

#[test]
fn the_best_of_each_is_somebody_and_the_highest_of_each_a_figure() {
    let known = staff();
    for question in [
        "who is the best paid person in each department",
        "which employee has the best salary in each department",
        "for each department, which employee has the highest salary",
    ] {
        reads(&known, question, vec![], &["RANK() OVER (PARTITION BY", "last_name"]);
    }
    let figure = reads(
        &known,
        "the highest salary in each department",
        vec![],
        &["MAX(employees.salary)"],
    );
    assert!(!figure.contains("RANK"), "{figure}");
}

#[test]
fn who_is_above_somebody_is_compared_and_named_in_full() {
    let known = staff();
    let above = "(SELECT others.salary FROM employees AS others WHERE others.employee_id = employees.manager_id)";
    for question in [
        "who earns more salary than their boss",
        "employees with a higher salary than their manager",
    ] {
        reads(&known, question, vec![], &["salary > ", above]);
    }
    reads(
        &known,
        "employees with a hire date before their manager",
        vec![],
        &["hire_date < (SELECT others.hire_date"],
    );
    reads(
        &known,
        "number of employees for each manager",
        vec![],
        &["others.first_name", "others.last_name"],
    );
}

#[test]
fn what_is_kept_as_text_is_compared_as_the_number_that_it_is() {
    let mut known = staff();
    let salary = known.tables[0].columns.iter_mut().find(|c| c.name == "salary");
    salary.unwrap().view = Some("pounds({})".to_owned());
    let question = "employees with a higher salary than their manager";
    reads(
        &known,
        question,
        vec![],
        &["pounds(salary) > (SELECT pounds(others.salary) FROM"],
    );
}

#[test]
fn who_gets_something_has_it_and_who_has_a_job_is_somebody() {
    let known = staff();
    let sql = reads(
        &known,
        "how many people get commission",
        vec![],
        &["COUNT(*)", "commission IS NOT NULL"],
    );
    assert!(sql.contains("FROM employees"), "{sql}");
    let question = "how many accountants are there";
    let job = stored(question, "accountants", ("jobs", "job_title"), "Accountant");
    reads(
        &known,
        question,
        vec![job],
        &["COUNT(*)", "FROM employees JOIN jobs", "Accountant"],
    );
}

/// A firm that lends copies of films in two shops, and keeps what was paid for it.
fn rentals() -> Known {
    let mut length = whole("length", Role::Measure, 46.0, 185.0);
    length.kind = TypeKind::Integer;
    let tables = vec![
        table("shop", vec![key("shop_id"), label("street")], Some(1)),
        table(
            "customer",
            vec![
                key("customer_id"),
                label("first_name"),
                label("last_name"),
                refers("shop_id"),
            ],
            Some(1),
        ),
        table(
            "film",
            vec![
                key("film_id"),
                label("title"),
                length,
                number("replacement_cost", 9.0, 30.0),
            ],
            Some(1),
        ),
        table("copy", vec![key("copy_id"), refers("film_id"), refers("shop_id")], None),
        table(
            "rental",
            vec![
                key("rental_id"),
                day("rental_date"),
                refers("copy_id"),
                refers("customer_id"),
            ],
            None,
        ),
        table(
            "payment",
            vec![key("payment_id"), refers("customer_id"), number("amount", 0.0, 12.0)],
            None,
        ),
    ];
    linked(
        tables,
        &[
            ("customer", "shop_id", "shop"),
            ("copy", "film_id", "film"),
            ("copy", "shop_id", "shop"),
            ("rental", "copy_id", "copy"),
            ("rental", "customer_id", "customer"),
            ("payment", "customer_id", "customer"),
        ],
    )
}

#[test]
fn films_of_a_customer_are_those_that_were_lent() {
    let sql = reads(&rentals(), "how many films did each customer have", vec![], &["rental"]);
    assert!(!sql.contains("shop"), "{sql}");
}

#[test]
fn what_was_paid_is_kept_with_the_payments() {
    reads(
        &rentals(),
        "which customers paid us the most",
        vec![],
        &["SUM(payment.amount)"],
    );
}

#[test]
fn hours_of_a_length_without_a_unit_are_the_minutes_that_it_can_have() {
    let hours = |question: &str, part: &str| reads(&rentals(), question, vec![], &[part]);
    hours("how many films are longer than 2 hours", "length > 120");
    hours("how many films are longer than 100 minutes", "length > 100");
}

/// Products in stock, and lines of orders with a price and a quantity.
fn wholesaler() -> Known {
    let products = vec![
        key("product_id"),
        label("product_name"),
        few("product_line", &["Cars", "Ships"]),
        whole("quantity_in_stock", Role::Measure, 0.0, 900.0),
        number("buy_price", 5.0, 100.0),
    ];
    let lines = vec![
        key("line_id"),
        refers("order_id"),
        refers("product_id"),
        whole("quantity", Role::Measure, 1.0, 90.0),
        number("price_each", 5.0, 200.0),
    ];
    let tables = vec![
        table(
            "customers",
            vec![
                key("customer_id"),
                label("company"),
                label("contact_first_name"),
                label("contact_last_name"),
            ],
            Some(1),
        ),
        table(
            "orders",
            vec![key("order_id"), day("order_date"), refers("customer_id")],
            None,
        ),
        table("products", products, Some(1)),
        table("order_details", lines, None),
    ];
    linked(
        tables,
        &[
            ("orders", "customer_id", "customers"),
            ("order_details", "order_id", "orders"),
            ("order_details", "product_id", "products"),
        ],
    )
}

#[test]
fn sales_are_what_was_ordered_and_the_stock_is_what_is_left() {
    let known = wholesaler();
    for question in ["sales by product line", "which product line brings in the most money"] {
        let sql = reads(
            &known,
            question,
            vec![],
            &["order_details.quantity * order_details.price_each"],
        );
        assert!(!sql.contains("quantity_in_stock"), "{question}: {sql}");
    }
    reads(
        &known,
        "value of our stock",
        vec![],
        &["SUM(quantity_in_stock * buy_price)"],
    );
}

#[test]
fn a_firm_is_not_called_as_whom_to_ask_for_there() {
    let sql = reads(
        &wholesaler(),
        "top 5 customers by sales",
        vec![],
        &["SELECT customers.company"],
    );
    assert!(!sql.contains("contact"), "{sql}");
}

/// Members who book courts.
fn club() -> Known {
    let members = vec![
        key("member_id"),
        label("first_name"),
        label("last_name"),
        day("join_date"),
    ];
    let tables = vec![
        table("members", members, Some(1)),
        table("courts", vec![key("court_id"), label("court_name")], Some(1)),
        table(
            "bookings",
            vec![
                key("booking_id"),
                refers("court_id"),
                refers("member_id"),
                day("start_day"),
            ],
            None,
        ),
    ];
    linked(
        tables,
        &[("bookings", "court_id", "courts"), ("bookings", "member_id", "members")],
    )
}

#[test]
fn who_booked_did_so_on_the_day_of_the_booking() {
    let question = "how many different members had the Tennis Court in 2024";
    let court = stored(question, "Tennis Court", ("courts", "court_name"), "Tennis Court");
    let sql = reads(&club(), question, vec![court], &["bookings.start_day"]);
    assert!(!sql.contains("join_date"), "{sql}");
}

/// Tournaments that are all called so, their matches and players.
fn cups() -> Known {
    let mut name = label("tournament_name");
    (name.rows, name.distinct) = (30, 30);
    name.top = (1..=8).map(|n| format!("{} World Cup", 1926 + 4 * n)).collect();
    let mut tournaments = table("tournaments", vec![key("tournament_id"), name], Some(1));
    tournaments.rows = 30;
    let mut female = column("female", TypeKind::Integer, Role::Flag);
    (female.top, female.min, female.max) = (vec!["0".into(), "1".into()], Some(0.0), Some(1.0));
    let tables = vec![
        tournaments,
        table(
            "matches",
            vec![key("match_id"), refers("tournament_id"), label("stadium")],
            None,
        ),
        table("players", vec![key("player_id"), label("player_name"), female], Some(1)),
    ];
    linked(tables, &[("matches", "tournament_id", "tournaments")])
}

/// The words as a part of the name of so many tournaments.
fn part(question: &str, words: &str, rows: u64) -> ValueMatch {
    ValueMatch {
        similarity: 0.8,
        exact: false,
        part: true,
        rows,
        ..stored(question, words, ("tournaments", "tournament_name"), words)
    }
}

#[test]
fn words_that_every_row_holds_are_no_condition() {
    let known = cups();
    let ask = |question: &str, rows: u64| first(&known, &people(question, vec![part(question, "world cup", rows)]));
    let all = ask("which stadium had the most world cup matches", 30);
    assert!(all.contains("COUNT(*)") && !all.contains("tournament_name"), "{all}");
    let some = ask("which stadium had the most world cup matches", 12);
    assert!(
        some.contains("LIKE '%world cup%'") || some.contains("LIKE '%World Cup%'"),
        "{some}"
    );
    let question = "how many world cups are there";
    let counted = first(&known, &people(question, vec![part(question, "world", 30)]));
    assert!(counted.ends_with("FROM tournaments"), "{counted}");
}

#[test]
fn women_are_those_of_whom_it_is_so() {
    reads(
        &cups(),
        "how many women players are there",
        vec![],
        &["FROM players WHERE female = 1"],
    );
    reads(
        &cups(),
        "number of male players",
        vec![],
        &["FROM players WHERE female = 0"],
    );
}

#[test]
fn all_values_of_a_column_stand_beside_each_other() {
    let members = vec![key("id"), label("name"), few("level", &["gold", "silver", "regular"])];
    let known = linked(vec![table("members", members, Some(1))], &[]);
    let question = "how many gold silver and regular members are there";
    let level = |word: &str| stored(question, word, ("members", "level"), word);
    let values = ["gold", "silver", "regular"].map(level).to_vec();
    reads(&known, question, values, &["GROUP BY level"]);
}

#[test]
fn a_word_of_money_is_none_of_a_thousand_titles() {
    let mut title = label("title");
    title.distinct = 1000;
    let books = table(
        "books",
        vec![key("book_id"), title, number("price", 5.0, 50.0)],
        Some(1),
    );
    let known = linked(vec![books], &[]);
    let question = "how much money are the books worth";
    let sql = first(
        &known,
        &people(question, vec![stored(question, "money", ("books", "title"), "Money")]),
    );
    assert!(!sql.contains("'Money'"), "{sql}");
    // In capitals it is a title all the same.
    let question = "price of the book Money";
    reads(
        &known,
        question,
        vec![stored(question, "Money", ("books", "title"), "Money")],
        &["title = 'Money'"],
    );
}
