use askwell_contract::{Dialect, ResultColumn, Truncation, TypeKind};
use askwell_sql::features;

use super::*;

fn told(sql: &str, reading: &str, rows: Vec<Vec<Cell>>) -> String {
    let width = rows.first().map_or(1, Vec::len);
    let columns = vec![
        ResultColumn {
            name: "x".into(),
            kind: TypeKind::Other
        };
        width
    ];
    let result = ResultSet {
        columns,
        rows,
        truncated: None,
    };
    let f = features::of(sql, Dialect::Sqlite).unwrap();
    Told {
        reading,
        features: &f,
        result: &result,
    }
    .sentence()
}

fn text(s: &str) -> Cell {
    Cell::Text(s.into())
}

#[test]
fn every_shape_of_result_has_its_sentence() {
    let count = "SELECT COUNT(*) FROM orders";
    assert_eq!(
        told(count, "number of orders", vec![vec![Cell::Int(0)]]),
        "There are no orders."
    );
    assert_eq!(
        told(count, "number of orders", vec![vec![Cell::Int(1)]]),
        "The number of orders is 1."
    );
    assert_eq!(
        told(count, "number of orders", vec![vec![Cell::Int(1200)]]),
        "There are 1,200 orders."
    );
    let avg = "SELECT AVG(total) FROM orders WHERE status = 'paid'";
    let reading = "average total of orders, where status is 'paid'";
    assert_eq!(
        told(avg, reading, vec![vec![Cell::Real(12.345)]]),
        "The average total of orders, where status is 'paid', is 12.35."
    );
    assert_eq!(
        told(avg, reading, vec![vec![Cell::Null]]),
        "The data holds no value for this: average total of orders, where status is 'paid'."
    );
    let first = "SELECT name FROM customers ORDER BY since LIMIT 1";
    assert_eq!(
        told(
            first,
            "name of customers, sorted by since, only the first",
            vec![vec![text("Ada")]]
        ),
        "The answer is Ada (name of customers, sorted by since, only the first)."
    );
    let part = "SELECT 100.0 * SUM(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) / COUNT(*) FROM orders";
    assert_eq!(
        told(
            part,
            "percentage of orders where status is 'paid'",
            vec![vec![Cell::Real(4.88)]]
        ),
        "The percentage of orders where status is 'paid' is 4.88%."
    );
    let list = "SELECT name FROM customers";
    assert_eq!(
        told(list, "name of customers", vec![]),
        "Nothing in the data fits: name of customers."
    );
    assert_eq!(
        told(list, "name of customers", vec![vec![text("Ada")], vec![text("Bob")]]),
        "2 rows: name of customers."
    );
    // Years are no figures to be told side by side with what they are of.
    let years = "SELECT year, COUNT(*) FROM orders GROUP BY year";
    let rows = vec![
        vec![Cell::Int(2023), Cell::Int(40)],
        vec![Cell::Int(2024), Cell::Int(55)],
    ];
    let columns = ["year", "number_of_orders"].map(|name| ResultColumn {
        name: name.into(),
        kind: TypeKind::Integer,
    });
    let said = Told {
        reading: "number of orders for each year",
        features: &features::of(years, Dialect::Sqlite).unwrap(),
        result: &ResultSet {
            columns: columns.to_vec(),
            rows,
            truncated: None,
        },
    };
    assert_eq!(
        said.sentence(),
        "2024 is highest with 55, 2023 lowest with 40: number of orders for each year."
    );
    // What a row was chosen by is told, however much stands before it.
    let dearest = "SELECT ref, customer, day, status, quoted FROM jobs ORDER BY quoted DESC LIMIT 1";
    let job = vec![
        text("J5"),
        text("Hill"),
        text("2026-02-09"),
        text("Done"),
        Cell::Int(990),
    ];
    assert_eq!(
        told(dearest, "jobs, the one with the highest quoted", vec![job]),
        "The answer is J5, Hill, 990 (x) (jobs, the one with the highest quoted)."
    );
    // Numbers in a row are told apart by name, and so are those behind one.
    let numbers = |n: i64| vec![(0..n).map(Cell::Int).collect::<Vec<_>>()];
    assert_eq!(
        told(list, "figures", numbers(4)),
        "The answer is 0 (x), 1 (x), 2 (x), 3 (x): figures."
    );
    assert_eq!(
        told(list, "figures", numbers(2)),
        "The answer is 0 (x), 1 (x): figures."
    );
    assert_eq!(
        told(list, "dearest", vec![vec![text("Ada"), Cell::Int(5)]]),
        "The answer is Ada, 5 (x): dearest."
    );
    assert_eq!(
        told(
            list,
            "customers, where city is 'Rome'",
            vec![vec![text("Ada")], vec![text("Bob")]]
        ),
        "2 customers where city is 'Rome'."
    );
    assert_eq!(
        told(
            list,
            "different cafe of orders",
            vec![vec![text("Ada")], vec![text("Bob")]]
        ),
        "2 different cafes of orders."
    );
    let sorted = "SELECT name, id FROM customers ORDER BY name";
    assert_eq!(
        told(
            sorted,
            "name of customers",
            vec![vec![text("Ada"), Cell::Int(5)], vec![text("Bob"), Cell::Null]]
        ),
        "2 rows: name of customers. The first is Ada, 5."
    );
}

#[test]
fn what_groups_are_told_apart_by_is_no_figure() {
    let best = "SELECT year FROM orders GROUP BY year ORDER BY SUM(amount) DESC LIMIT 1";
    let answer = told(best, "year of orders", vec![vec![Cell::Int(2024)]]);
    assert_eq!(answer, "The answer is 2024 (year of orders).");
}

#[test]
fn what_nobody_but_a_model_says_of_a_query_is_not_said() {
    let count = "SELECT COUNT(*) FROM orders";
    assert_eq!(told(count, "", vec![vec![Cell::Int(12)]]), "The answer is 12.");
    assert_eq!(
        told(count, "", vec![vec![Cell::Null]]),
        "The data holds no value for this."
    );
    let list = "SELECT name FROM customers";
    assert_eq!(told(list, "", vec![]), "Nothing in the data fits.");
    assert_eq!(
        told(list, "", vec![vec![text("Ada")], vec![text("Bob")]]),
        "There are 2 rows."
    );
    let flight = "SELECT carrier, flight, origin, dest FROM flights ORDER BY distance DESC LIMIT 1";
    let row = vec![text("Hawaiian"), Cell::Int(51), text("JFK"), text("HNL")];
    assert_eq!(
        told(flight, "", vec![row]),
        "The answer is Hawaiian (x), 51 (x), JFK (x), HNL (x).",
        "all of them, with their columns' names"
    );
    // What the rows themselves show is.
    let row = |kind: &str, n: i64| vec![text(kind), Cell::Int(n)];
    let ranked = "SELECT country, COUNT(*) FROM customers GROUP BY country ORDER BY COUNT(*) DESC";
    assert_eq!(
        told(
            ranked,
            "",
            vec![row("Chad", 9), row("Peru", 7), row("Laos", 2), row("Togo", 1)]
        ),
        "There are 4 rows. Chad comes first with 9, before Peru (7) and Laos (2)."
    );
    let grouped = "SELECT country, COUNT(*) FROM customers GROUP BY country";
    assert_eq!(
        told(grouped, "", vec![row("Chad", 2), row("Peru", 7), row("Laos", 4)]),
        "There are 3 rows. Peru is highest with 7, Chad lowest with 2."
    );
    let sorted = "SELECT name FROM customers ORDER BY name";
    assert_eq!(
        told(sorted, "", vec![vec![text("Ada")], vec![text("Bob")]]),
        "There are 2 rows. The first is Ada."
    );
}

#[test]
fn a_figure_for_each_kind_says_how_far_it_goes() {
    let grouped = "SELECT country, COUNT(*) FROM customers GROUP BY country";
    let reading = "number of customers, for each country";
    let row = |kind: &str, n: i64| vec![text(kind), Cell::Int(n)];
    assert_eq!(
        told(
            grouped,
            reading,
            vec![row("Spain", 33), row("Italy", 1_250), row("Peru", 4)]
        ),
        "Italy is highest with 1,250, Peru lowest with 4: number of customers, for each country."
    );
    assert_eq!(
        told(grouped, reading, vec![row("Spain", 4), row("Italy", 9), row("Peru", 4)]),
        "From 4 to 9 (Italy): number of customers, for each country."
    );
    for same in [
        vec![row("Spain", 4), row("Italy", 4)],
        vec![row("Spain", 4), vec![text("Italy"), Cell::Null]],
    ] {
        assert_eq!(
            told(grouped, reading, same),
            "2 rows: number of customers, for each country."
        );
    }
}

#[test]
fn a_code_beside_its_name_is_not_said() {
    let ranked = "SELECT name, faa, COUNT(*) FROM orders GROUP BY name, faa ORDER BY COUNT(*) DESC LIMIT 3";
    let row = |name: Cell, code: &str, n: i64| vec![name, text(code), Cell::Int(n)];
    let rows = vec![
        row(text("Los Angeles"), "LAX", 9),
        row(Cell::Null, "ORD", 6),
        row(text("Boston"), "BOS", 4),
    ];
    let said = told(ranked, "number of flights for each name, the 3 highest", rows);
    assert!(
        said.starts_with("Los Angeles comes first with 9, before ORD (6) and Boston (4)"),
        "{said}"
    );
}

#[test]
fn who_is_at_the_top_comes_first_in_the_sentence() {
    let ranked = "SELECT name, COUNT(*) FROM orders GROUP BY name ORDER BY COUNT(*) DESC LIMIT 5";
    let row = |kind: &str, n: i64| vec![text(kind), Cell::Int(n)];
    for (rows, reading, want) in [
        (
            vec![row("Halnes", 1_152), row("Alster", 149), row("Nord", 140), row("Kora", 9)],
            "number of orders for each name, where day is from 2024-01-01 to 2024-12-31, the 5 highest",
            "Halnes comes first with 1,152, before Alster (149) and Nord (140): number of orders for each name, where \
             day is in 2024, the 5 highest.",
        ),
        (
            vec![row("Halnes", 9), row("Alster", 9), row("Nord", 4)],
            "number of orders for each name, from high to low",
            "Halnes and Alster come first with 9 each, before Nord (4): number of orders for each name, from high to low.",
        ),
        (
            vec![row("Kora", 2), row("Nord", 4)],
            "number of orders for each name, from 2024-03-01 to 2024-04-09, the 2 lowest",
            "Kora has the lowest, 2, before Nord (4): number of orders for each name, from 1 March 2024 to 9 April 2024, \
             the 2 lowest.",
        ),
        (
            vec![row("Kora", 2)],
            "number of orders for each name, the highest",
            "Kora comes first with 2: number of orders for each name, the highest.",
        ),
        // Three level ones have no first, and an order of names has no top.
        (
            vec![row("Kora", 2), row("Nord", 2), row("Petra", 2)],
            "number of orders for each name, from high to low",
            "3 rows: number of orders for each name, from high to low. The first is Kora, 2.",
        ),
        (
            vec![row("Kora", 2), row("Nord", 9)],
            "number of orders for each name, from high to low",
            "2 rows: number of orders for each name, from high to low. The first is Kora, 2.",
        ),
    ] {
        assert_eq!(told(ranked, reading, rows), want);
    }
}

#[test]
fn months_in_a_row_say_how_far_a_figure_goes_and_money_has_its_cents() {
    let columns = ["month", "total"].map(|name| ResultColumn {
        name: name.into(),
        kind: TypeKind::Other,
    });
    let row = |month: &str, total: f64| vec![text(month), Cell::Real(total)];
    let result = ResultSet {
        columns: columns.to_vec(),
        rows: vec![
            row("2024-01", 28_404.5),
            row("2024-02", 29_214.0),
            row("2024-03", 28_493.0),
        ],
        truncated: None,
    };
    let sql = "SELECT month, SUM(price) AS total FROM orders GROUP BY month ORDER BY month";
    let f = features::of(sql, Dialect::Sqlite).unwrap();
    let told = Told {
        reading: "total price for each month",
        features: &f,
        result: &result,
    };
    assert_eq!(
        told.sentence(),
        "February 2024 is highest with 29,214.00, January 2024 lowest with 28,404.50: total price for each month."
    );
}

#[test]
fn days_are_written_as_people_write_them() {
    for (reading, want) in [
        ("day is 2024-03-05", "day is 5 March 2024"),
        (
            "where day is from 2024-02-01 to 2024-02-29, by name",
            "where day is in February 2024, by name",
        ),
        ("since '2024-03-05'", "since 5 March 2024"),
        ("code is 2024-3-5 or 2024-13-01", "code is 2024-3-5 or 2024-13-01"),
    ] {
        assert_eq!(in_days(reading), want);
    }
}

#[test]
fn a_cut_result_says_so() {
    let columns = vec![ResultColumn {
        name: "x".into(),
        kind: TypeKind::Other,
    }];
    let result = ResultSet {
        columns,
        rows: vec![vec![Cell::Int(1)]; 1000],
        truncated: Some(Truncation::Rows),
    };
    let f = Features::default();
    let told = Told {
        reading: "id of orders",
        features: &f,
        result: &result,
    };
    assert_eq!(
        told.sentence(),
        "The first 1,000 rows, and there are more: id of orders."
    );
    assert_eq!(told.headline(), None);
}
