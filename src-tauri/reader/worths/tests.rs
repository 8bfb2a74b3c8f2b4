use askwell_contract::{Dialect, TypeKind};

use crate::constructions::tests::{column, table};
use crate::known::{Col, Column, Known, Link, Role, Table};

/// Lines with a quantity and a discount, and dishes with a price and a cost.
fn bistro(lines: &str, extra: Vec<Column>) -> Known {
    let mut discount = column("discount", TypeKind::Real, Role::Measure);
    discount.max = Some(0.5);
    let mut columns = vec![
        column("id", TypeKind::Integer, Role::Key),
        column("item_id", TypeKind::Integer, Role::Reference),
        column("qty", TypeKind::Integer, Role::Measure),
        discount,
    ];
    columns.extend(extra);
    let dishes = vec![
        column("item_id", TypeKind::Integer, Role::Key),
        column("price", TypeKind::Real, Role::Measure),
        column("cost", TypeKind::Real, Role::Measure),
    ];
    let at = |table, column| Col { table, column };
    Known {
        speech: Default::default(),
        dialect: Dialect::Sqlite,
        week: askwell_contract::time::WeekStart::Monday,
        tables: vec![table(lines, columns, None), table("menu_items", dishes, None)],
        links: vec![Link {
            from: vec![at(0, 1)],
            to: vec![at(1, 0)],
            inferred: false,
            untidy: false,
        }],
    }
    .ready()
}

fn made(known: &Known) -> Vec<(&str, &str)> {
    let made = known.tables[0].columns.iter().filter(|c| c.is_made());
    made.map(|c| (c.name.as_str(), c.view.as_deref().unwrap_or_default()))
        .collect()
}

#[test]
fn the_price_of_the_goods_is_what_a_line_is_worth() {
    let price = "(SELECT goods.price FROM menu_items AS goods WHERE goods.item_id = {#1}) * (1 - COALESCE({#3}, 0))";
    let cost = "(SELECT goods.cost FROM menu_items AS goods WHERE goods.item_id = {#1})";
    let known = bistro("order_lines", vec![]);
    assert_eq!(
        made(&known),
        [
            ("revenue", format!("({{#2}} * {price})").as_str()),
            ("profit", format!("({{#2}} * ({price} - {cost}))").as_str())
        ]
    );
    let says = super::meaning(&known.tables[0], "revenue");
    assert_eq!(says.as_deref(), Some("quantity times price, less the discount"));
}

#[test]
fn a_price_of_the_line_itself_comes_first() {
    let known = bistro("order_lines", vec![column("unit_price", TypeKind::Real, Role::Measure)]);
    assert_eq!(made(&known)[0], ("revenue", "({#2} * {#4} * (1 - COALESCE({#3}, 0)))"));
}

#[test]
fn what_keeps_a_total_or_sells_nothing_is_given_nothing() {
    let total = bistro("order_lines", vec![column("total", TypeKind::Real, Role::Measure)]);
    assert!(made(&total).is_empty());
    assert!(made(&bistro("ingredients", vec![])).is_empty());
}

#[test]
fn pieces_sold_are_worth_their_price_and_pieces_baked_are_not() {
    let mut lines = bistro(
        "order_lines",
        vec![column("qty_sold", TypeKind::Integer, Role::Measure)],
    );
    lines.tables[0].columns.retain(|c| !c.is_made());
    let made = super::of(&lines, 0);
    assert!(
        made[0].view.as_deref().is_some_and(|v| v.starts_with("({#4} *")),
        "{made:?}"
    );
}

#[test]
fn what_parts_cost_is_no_revenue_where_invoices_say_what_was_billed() {
    let parts = vec![
        column("qty", TypeKind::Integer, Role::Measure),
        column("unit_cost", TypeKind::Real, Role::Measure),
    ];
    let invoices = vec![column("amount", TypeKind::Real, Role::Measure)];
    let mut known = bistro("order_lines", vec![]);
    known.links.clear();
    known.tables = vec![table("lines", parts, None)];
    assert_eq!(super::of(&known, 0).len(), 1);
    known.tables.push(table("invoices", invoices, None));
    assert!(super::of(&known, 0).is_empty());
}

/// Lines without a quantity, of an order and of a book each.
#[test]
fn a_line_without_a_quantity_is_worth_its_price() {
    let lines = |more: Option<Column>| {
        let mut columns = vec![
            column("id", TypeKind::Integer, Role::Key),
            column("order_id", TypeKind::Integer, Role::Reference),
            column("book_id", TypeKind::Integer, Role::Reference),
            column("price", TypeKind::Real, Role::Measure),
        ];
        columns.extend(more);
        let key = |name: &str| vec![column(name, TypeKind::Integer, Role::Key)];
        let link = |column: usize, to: usize| Link {
            from: vec![Col { table: 0, column }],
            to: vec![Col { table: to, column: 0 }],
            inferred: false,
            untidy: false,
        };
        Known {
            speech: Default::default(),
            dialect: Dialect::Sqlite,
            week: askwell_contract::time::WeekStart::Monday,
            tables: vec![
                Table {
                    words: vec!["order".to_owned(), "lines".to_owned()],
                    ..table("order_lines", columns, None)
                },
                table("orders", key("order_id"), None),
                table("books", key("book_id"), None),
            ],
            links: vec![link(1, 1), link(2, 2)],
        }
        .ready()
    };
    assert_eq!(made(&lines(None)), [("revenue", "({#3})")]);
    let says = super::meaning(&lines(None).tables[0], "revenue");
    assert_eq!(says.as_deref(), Some("the price of each line"));
    // A number of pieces says what the price is of.
    let pieces = lines(Some(column("quantity", TypeKind::Integer, Role::Measure)));
    assert_eq!(made(&pieces), [("revenue", "({#4} * {#3})")]);
}
