//! Every construction on its own examples, over a small shop.
use std::collections::BTreeSet;

use askwell_contract::profile::Disguise;
use askwell_contract::run::ValueMatch;
use askwell_contract::{Dialect, TypeKind};

use super::{edges, CONSTRUCTIONS};
use crate::known::{Col, Column, Each, Known, Link, Role, Table, Told};
use crate::link::Text;
use crate::rank::Weights;

pub(crate) fn column(name: &str, kind: TypeKind, role: Role) -> Column {
    Column {
        name: name.to_owned(),
        words: name.split('_').map(str::to_owned).collect(),
        stems: Vec::new(),
        kind,
        disguises: if role == Role::Time {
            vec![Disguise::IsoDate]
        } else {
            Vec::new()
        },
        role,
        rows: 1000,
        nulls: 0,
        distinct: 40,
        unique: role == Role::Key,
        min: Some(0.0),
        max: Some(5000.0),
        low: None,
        top: if role == Role::Flag {
            vec!["yes".into(), "no".into()]
        } else {
            Vec::new()
        },
        gaps: Vec::new(),
        means: Vec::new(),
        spellings: Vec::new(),
        parts: Vec::new(),
        units: Vec::new(),
        view: None,
        view_is_day: false,
        days_only: false,
        stretch: askwell_contract::view::Stretch::Day,
        minutes: false,
        clock: false,
        minutes_of_day: None,
        latest: None,
        told: None,
    }
}

fn condition(alone: &str, joined: &str) -> Told {
    Told::Condition {
        alone: alone.to_owned(),
        joined: joined.to_owned(),
    }
}

fn takings() -> Told {
    let each = Each {
        function: "SUM".to_owned(),
        alone: "amount * 2".to_owned(),
        joined: "orders.amount * 2".to_owned(),
    };
    Told::Figure {
        alone: "SUM(amount * 2)".to_owned(),
        joined: "SUM(orders.amount * 2)".to_owned(),
        each: Some(each),
    }
}

pub(crate) fn table(name: &str, columns: Vec<Column>, label: Option<usize>) -> Table {
    Table {
        sql: name.to_owned(),
        name: name.to_owned(),
        words: vec![name.to_owned()],
        stems: Vec::new(),
        rows: 1000,
        columns,
        key: vec![0],
        labels: label.into_iter().collect(),
        totals: Vec::new(),
    }
}

/// Customers, what they ordered, the products of the orders, what customers send each other, and the shop's own ledger.
pub(crate) fn shop() -> Known {
    use Role::{Category, Flag, Key, Label, Measure, Reference, Text, Time};
    use TypeKind::{Integer, Real, Text as Words};
    let mut customers = vec![
        column("id", Integer, Key),
        column("name", Words, Label),
        column("country", Words, Category),
        column("email", Words, Text),
        column("active", Words, Flag),
    ];
    customers[3].gaps = vec![String::new()];
    let mut orders = vec![
        column("id", Integer, Key),
        column("customer_id", Integer, Reference),
        column("product_id", Integer, Reference),
        column("order_date", Words, Time),
        column("due_date", Words, Time),
        column("ship_date", Words, Time),
        column("amount", Real, Measure),
        column("quantity", Integer, Measure),
        column("profit", Real, Measure),
        column("delay", Integer, Measure),
        column("unit_price", Real, Measure),
    ];
    // Some are not shipped yet; nobody orders more than a few at once.
    (orders[5].nulls, orders[7].distinct) = (100, 20);
    // Words that the person has told the meaning of.
    let words = [
        (
            "stale",
            condition("due_date < '2024-01-01'", "orders.due_date < '2024-01-01'"),
        ),
        ("big deal", condition("amount > 500", "orders.amount > 500")),
        ("takings", takings()),
    ];
    orders.extend(words.map(|(name, told)| {
        let words = name.split(' ').map(str::to_owned).collect();
        Column::of_word(name, words, 1000, told)
    }));
    let products = vec![
        column("id", Integer, Key),
        column("name", Words, Label),
        column("category", Words, Category),
        column("price", Real, Measure),
        column("cost", Real, Measure),
        column("profit", Real, Measure),
    ];
    let parcels = vec![
        column("id", Integer, Key),
        column("sender_id", Integer, Reference),
        column("receiver_id", Integer, Reference),
        column("reason", Words, Category),
        column("cover_until", Words, Time),
        column("how_many", Integer, Measure),
        column("sent_by", Words, Category),
    ];
    let mut ledger = vec![
        column("id", Integer, Key),
        column("day", Words, Time),
        column("amount", Real, Measure),
        column("purpose", Words, Category),
    ];
    let projects = vec![
        column("id", Integer, Key),
        column("name", Words, Label),
        column("budget", Real, Measure),
        column("actual", Real, Measure),
        column("stage", Words, Category),
        column("paid", Words, Flag),
    ];
    let mut projects = projects;
    projects[4].top = ["Pending", "Running", "Granted", "Completed"]
        .map(str::to_owned)
        .to_vec();
    projects[4].distinct = 4;
    // What was spent has a minus.
    ledger[2].min = Some(-900.0);
    let col = |table, column| Col { table, column };
    let link = |from, to| Link {
        from: vec![from],
        to: vec![to],
        inferred: false,
        untidy: false,
    };
    let known = Known {
        dialect: Dialect::Sqlite,
        week: Default::default(),
        tables: vec![
            table("customers", customers, Some(1)),
            table("orders", orders, None),
            table("products", products, Some(1)),
            table("parcels", parcels, None),
            table("ledger", ledger, None),
            table("projects", projects, Some(1)),
            table(
                "rentals",
                vec![
                    column("id", Integer, Key),
                    column("due", Words, Time),
                    column("guests", Integer, Measure),
                    column("seats", Integer, Measure),
                ],
                None,
            ),
        ],
        speech: Default::default(),
        links: vec![
            link(col(1, 1), col(0, 0)),
            link(col(1, 2), col(2, 0)),
            link(col(3, 1), col(0, 0)),
            link(col(3, 2), col(0, 0)),
        ],
    };
    known.ready()
}

pub(crate) use asked::{asked, few, found, stored};
mod ages;
mod air;
mod answered;
mod apiece;
mod asked;
mod called;
mod clauses;
mod club;
mod comings;
mod dates;
mod evening;
mod export;
mod facing;
mod fields;
mod firm;
mod flat;
mod hall;
mod joined;
mod kennel;
mod lasting;
mod lent;
mod misses;
mod money;
mod near;
mod nested;
mod page;
mod people;
mod phrases;
mod plain;
mod published;
mod registers;
mod rescue;
mod sets;
mod sheets;
mod shops;
mod standing;
mod stays;
mod tallies;
mod tied;
mod ties;
mod trade;
mod untidy;
mod ward;
mod weighed;
mod yard;

#[test]
fn spellings_of_one_text_are_one_group_one_thing_and_one_condition() {
    let mut known = shop();
    let texts = ["France", "FRANCE ", "france"].map(str::to_owned);
    known.tables[0].columns[2].spellings = vec![texts.to_vec()];
    let first = |question: &str| {
        crate::read(&known, &asked(question), &Weights::default())[0]
            .sql
            .clone()
    };
    let one = "CASE WHEN country IN ('FRANCE ', 'france') THEN 'France' ELSE country END";
    let sql = first("number of customers by country");
    assert!(sql.contains(&format!("GROUP BY {one}")), "{sql}");
    let sql = first("how many different countries are there");
    assert!(sql.contains(&format!("COUNT(DISTINCT {one})")), "{sql}");
    let sql = first("how many customers are from France");
    assert!(
        sql.ends_with("WHERE country IN ('FRANCE ', 'France', 'france')"),
        "{sql}"
    );
}

#[test]
fn a_number_before_the_ranked_things_says_how_many() {
    let first = |question: &str| crate::read(&shop(), &asked(question), Weights::learned())[0].clone();
    for question in [
        "which 5 customers have the most orders",
        "name 5 customers with the highest number of orders",
        "what are the 5 customers with the most orders",
    ] {
        let reading = first(question);
        assert_eq!(reading.query.flat().limit, Some(5), "{question}: {}", reading.sql);
        assert_eq!(reading.unused, Vec::<String>::new(), "{question}");
    }
    let reading = first("customers with at least 5 orders");
    assert_ne!(reading.query.flat().limit, Some(5), "{}", reading.sql);
}

#[test]
fn every_construction_reads_its_examples_and_leaves_its_near_misses() {
    let known = shop();
    let mut wrong = Vec::new();
    for c in CONSTRUCTIONS {
        let finds = |question: &&&str| {
            let asked = asked(question);
            let text = Text::new(&known, &asked);
            edges(&text).iter().any(|e| e.by == c.name)
        };
        wrong.extend(
            c.reads
                .iter()
                .filter(|q| !finds(q))
                .map(|q| format!("{} must read {q:?}", c.name)),
        );
        wrong.extend(
            c.leaves
                .iter()
                .filter(finds)
                .map(|q| format!("{} must leave {q:?}", c.name)),
        );
        assert!(
            !c.reads.is_empty() && !c.leaves.is_empty(),
            "{} has no examples",
            c.name
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_of_constructions_are_their_own() {
    let names: BTreeSet<&str> = CONSTRUCTIONS.iter().map(|c| c.name).collect();
    assert_eq!(names.len(), CONSTRUCTIONS.len());
}

/// The first reading for a person, by what was learned.
#[track_caller]
fn read_first(known: &Known, question: &str) -> String {
    let people = crate::asked::Asked {
        style: crate::asked::Style::People,
        ..asked(question)
    };
    let found = crate::read(known, &people, Weights::learned());
    found.into_iter().next().map(|r| r.sql).unwrap_or_default()
}

/// The first reading of a question.
fn first(question: &str) -> String {
    let readings = crate::read(&shop(), &asked(question), &Weights::default());
    readings.first().map_or_else(String::new, |r| r.sql.clone())
}

/// Every reading, as SQL.
fn all(question: &str) -> Vec<String> {
    let readings = crate::read(&shop(), &asked(question), &Weights::default());
    readings.into_iter().map(|r| r.sql).collect()
}

#[test]
fn things_are_counted_by_rows_of_their_table() {
    assert_eq!(
        first("how many customers are there"),
        "SELECT COUNT(*) AS number_of_customers FROM customers"
    );
}

#[test]
fn a_ranking_shows_its_figure() {
    let sql = first("top 3 customers by amount");
    assert!(sql.contains("SUM(orders.amount)") && sql.ends_with("LIMIT 3"), "{sql}");
    assert!(sql.starts_with("SELECT customers.name, SUM("), "{sql}");
}

#[test]
fn a_column_of_days_has_no_hours() {
    let hours = |days_only: bool| {
        let mut known = shop();
        for table in &mut known.tables {
            table.columns.iter_mut().for_each(|c| c.days_only = days_only);
        }
        let readings = crate::read(&known, &asked("orders by hour of the day"), Weights::learned());
        readings.iter().any(|r| r.sql.contains("'%H'"))
    };
    assert!(hours(false) && !hours(true));
}

#[test]
fn so_many_times_is_a_number_of_rows_and_no_age() {
    let sql = first("customers who ordered more than 15 times");
    assert!(sql.contains("COUNT(") && sql.contains("> 15"), "{sql}");
}

#[test]
fn what_is_not_there_is_a_set_difference() {
    let sql = first("customers without orders");
    assert!(sql.contains("id NOT IN (SELECT customer_id FROM orders"), "{sql}");
}

#[test]
fn figures_stand_for_each_group() {
    let sql = first("average price per category");
    assert!(sql.contains("AVG(price)") && sql.contains("GROUP BY category"), "{sql}");
}

#[test]
fn the_same_question_gives_the_same_readings() {
    let of = |q: &str| {
        crate::read(&shop(), &asked(q), Weights::learned())
            .into_iter()
            .map(|r| (r.sql, r.belief.to_bits()))
    };
    let question = "which country has the most orders in 2024";
    assert!(of(question).eq(of(question)));
}

#[test]
fn bands_share_their_ends_and_hold_every_number() {
    let sql = first("products by price: below 10, 10 to 20, above 20");
    assert!(sql.contains("CASE WHEN price < 10 THEN 'under 10'"), "{sql}");
    assert!(sql.contains("WHEN price <= 20 THEN '10 to 20'"), "{sql}");
}

#[test]
fn what_is_there_several_times_is_grouped_and_counted() {
    let sql = first("prices that appear more than twice");
    assert!(sql.contains("GROUP BY price HAVING COUNT(*) > 2"), "{sql}");
}

#[test]
fn weekends_stand_beside_the_other_days() {
    let sql = first("weekend vs weekday orders");
    assert!(sql.contains("IN (0, 6) THEN 'weekend' ELSE 'weekday' END"), "{sql}");
}

/// The first reading of a question of which a word was found to mean nearly a stored text.
fn first_meant(question: &str, word: &str, value: &str) -> String {
    let mut asked = asked(question);
    asked.meant.values.push(ValueMatch {
        span: found(question, word).unwrap(),
        words: word.to_owned(),
        table: "products".to_owned(),
        column: "category".to_owned(),
        value: value.to_owned(),
        similarity: 0.6,
        exact: false,
        rows: 10,
        part: false,
    });
    let readings = crate::read(&shop(), &asked, &Weights::default());
    readings.first().map_or_else(String::new, |r| r.sql.clone())
}

#[test]
fn a_word_that_names_nothing_is_taken_for_the_stored_text_that_it_means() {
    let sql = first_meant("how many espresso products are there", "espresso", "Coffee");
    assert!(sql.contains("category = 'Coffee'"), "{sql}");
}

#[test]
fn a_guess_takes_no_word_that_stands_in_the_data_and_none_of_the_grammar() {
    let sql = first_meant("how many tea products are there", "tea", "Coffee");
    assert!(sql.contains("'Tea'") && !sql.contains("'Coffee'"), "{sql}");
    let sql = first_meant("how many products are there", "many", "Coffee");
    assert_eq!(sql, "SELECT COUNT(*) AS number_of_products FROM products");
}

#[test]
fn how_many_is_no_list() {
    for r in crate::read(&shop(), &asked("how many customers are there"), &Weights::default()) {
        assert!(r.sql.contains("COUNT("), "{}", r.sql);
    }
}

#[test]
fn a_word_that_the_person_told_stands_for_their_condition() {
    let sql = first("how many stale orders are there");
    assert_eq!(
        sql,
        "SELECT COUNT(*) AS number_of_orders FROM orders WHERE (due_date < '2024-01-01')"
    );
    let sql = first("how many big deals are there");
    assert!(
        sql.contains("COUNT(*)") && sql.ends_with("WHERE (amount > 500)"),
        "{sql}"
    );
    let sql = first("customers with the most big deals");
    assert!(
        sql.contains("WHERE (orders.amount > 500)") && sql.contains("GROUP BY"),
        "{sql}"
    );
    let sql = first("average quantity of orders that are not stale");
    assert!(sql.ends_with("WHERE NOT (due_date < '2024-01-01')"), "{sql}");
}

#[test]
fn a_figure_that_the_person_told_is_taken_as_they_wrote_it() {
    let sql = first("takings by country");
    assert!(
        sql.contains("SUM(orders.amount * 2)") && sql.contains("GROUP BY customers.country"),
        "{sql}"
    );
    let sql = first("average takings of orders");
    assert!(sql.contains("AVG(amount * 2)"), "{sql}");
    let sql = first("top 3 customers by takings");
    assert!(
        sql.contains("SUM(orders.amount * 2)") && sql.ends_with("DESC LIMIT 3"),
        "{sql}"
    );
}
