//! A shop that sells bicycles by lines of orders with a discount, and a league that keeps the seasons of its players.

use super::asked::{few, stored};
use super::column;
use super::joined::{day, key, label, linked, people, reads, refers};
use super::published::{first as first_of, number, table, whole};
use crate::known::{Known, Role};
use askwell_contract::TypeKind;

fn shop() -> Known {
    let mut made = whole("model_year", Role::Time, 2016.0, 2019.0);
    made.disguises = vec![askwell_contract::profile::Disguise::Year];
    let mut kinds = table(
        "categories",
        vec![
            key("category_id"),
            few(
                "category_name",
                &["Road Bikes", "Mountain Bikes", "Cruiser Bicycles", "Electric Bikes"],
            ),
        ],
        Some(1),
    );
    kinds.rows = 4;
    let goods = vec![
        key("product_id"),
        label("product_name"),
        refers("category_id"),
        number("list_price", 90.0, 5000.0),
        made,
    ];
    let person = |name: &str, id: &str| table(name, vec![key(id), label("first_name"), label("last_name")], Some(1));
    let orders = vec![
        key("order_id"),
        refers("customer_id"),
        refers("staff_id"),
        day("order_date"),
        day("required_date"),
    ];
    let lines = vec![
        refers("order_id"),
        refers("product_id"),
        whole("quantity", Role::Measure, 1.0, 9.0),
        number("list_price", 90.0, 5000.0),
        number("discount", 0.0, 0.2),
    ];
    let stocks = vec![refers("product_id"), whole("quantity", Role::Measure, 0.0, 30.0)];
    linked(
        vec![
            kinds,
            table("products", goods, Some(1)),
            person("customers", "customer_id"),
            person("staffs", "staff_id"),
            table("orders", orders, None),
            table("order_items", lines, None),
            table("stocks", stocks, None),
        ],
        &[
            ("products", "category_id", "categories"),
            ("orders", "customer_id", "customers"),
            ("orders", "staff_id", "staffs"),
            ("order_items", "order_id", "orders"),
            ("order_items", "product_id", "products"),
            ("stocks", "product_id", "products"),
        ],
    )
}

#[test]
fn goods_that_were_sold_or_lie_in_stock_are_counted_by_their_pieces() {
    let known = shop();
    reads(
        &known,
        "how many bikes did we sell",
        vec![],
        &["SUM(order_items.quantity)"],
    );
    reads(&known, "how many bikes are in stock", vec![], &["SUM(stocks.quantity)"]);
    reads(
        &known,
        "on average, how many bikes are in one order",
        vec![],
        &["quantity)", "COUNT(DISTINCT"],
    );
    // People are no goods, and a list that is "ordered by" is not bought.
    for question in [
        "how many customers ordered bikes",
        "number of products per category ordered by category",
    ] {
        let sql = reads(&known, question, vec![], &["COUNT("]);
        assert!(!sql.contains("SUM("), "{question}: {sql}");
    }
}

#[test]
fn what_was_sold_is_worth_its_price_less_the_discount_on_the_day_of_the_order() {
    let known = shop();
    let net = "list_price * (1 - COALESCE(";
    reads(
        &known,
        "total revenue",
        vec![],
        &["SUM((quantity * list_price * (1 - COALESCE(discount, 0))))"],
    );
    reads(&known, "revenue per year", vec![], &["order_date", net]);
    reads(
        &known,
        "how much does the average order come to",
        vec![],
        &["COUNT(DISTINCT", "(1 - COALESCE("],
    );
    let question = "what percentage of our total revenue comes from mountain bikes";
    let kind = stored(
        question,
        "mountain bikes",
        ("categories", "category_name"),
        "Mountain Bikes",
    );
    reads(&known, question, vec![kind], &["100", net, "'Mountain Bikes'"]);
}

#[test]
fn a_number_before_best_selling_is_how_many_unless_it_is_a_year() {
    let known = shop();
    let five = reads(
        &known,
        "our five best selling bikes",
        vec![],
        &["SUM(order_items.quantity)", "product_name"],
    );
    assert!(five.ends_with("LIMIT 5"), "{five}");
    let year = reads(&known, "2017 best selling bikes", vec![], &["product_name"]);
    assert!(!year.contains("LIMIT 2017"), "{year}");
}

#[test]
fn who_sells_is_staff() {
    let known = shop();
    reads(
        &known,
        "which salesperson has the most orders",
        vec![],
        &["staffs.last_name"],
    );
}

/// Players with their seasons and their awards.
fn league() -> Known {
    let mut id = label("playerID");
    (id.words, id.unique) = (vec!["player".into(), "id".into()], true);
    let mut own = id.clone();
    (own.role, own.unique) = (Role::Reference, false);
    let mut place = few("pos", &["G", "D", "C", "L", "R"]);
    place.role = Role::Code;
    let figure = |name: &str| whole(name, Role::Measure, 0.0, 99.0);
    let mut year = whole("year", Role::Time, 1990.0, 2010.0);
    year.disguises = vec![askwell_contract::profile::Disguise::Year];
    let people = vec![
        id,
        label("first_name"),
        label("last_name"),
        place,
        number("height", 60.0, 80.0),
    ];
    let mut seasons = vec![own.clone(), year.clone()];
    seasons.extend(["GP", "G", "A", "Pts", "PIM", "PPG", "SHG"].map(figure));
    let awards = vec![own, label("award"), year];
    linked(
        vec![
            table("master", people, Some(1)),
            table("scoring", seasons, None),
            table("awards_players", awards, None),
        ],
        &[
            ("scoring", "playerID", "master"),
            ("awards_players", "playerID", "master"),
        ],
    )
}

#[test]
fn the_sheets_of_a_sport_are_read_as_it_writes_them() {
    let known = league();
    reads(&known, "total goals in 2005", vec![], &["SUM(G)"]);
    reads(
        &known,
        "who has the most power play goals",
        vec![],
        &["PPG", "last_name"],
    );
    reads(&known, "average height of goalies", vec![], &["AVG(", "pos = 'G'"]);
    reads(
        &known,
        "players with more than 600 goals",
        vec![],
        &["HAVING SUM(scoring.G) > 600"],
    );
    // A table that only mentions players keeps none.
    let players = reads(&known, "how many players are there", vec![], &["COUNT("]);
    assert!(!players.contains("awards_players"), "{players}");
}

#[test]
fn rates_of_two_groups_are_told_apart() {
    let sexes = few("sex", &["female", "male"]);
    let passengers = vec![
        key("passenger_id"),
        label("name"),
        sexes,
        column("survived", TypeKind::Text, Role::Flag),
    ];
    let known = linked(vec![table("passengers", passengers, Some(1))], &[]);
    for question in [
        "what percentage of the women and what percentage of the men survived",
        "what percentage of women and men survived",
    ] {
        let sql = first_of(&known, &people(question, vec![]));
        assert!(
            sql.contains("GROUP BY sex") && sql.contains("survived"),
            "{question}: {sql}"
        );
    }
    let both = "what percentage of the women or the men survived";
    let sql = first_of(&known, &people(both, vec![]));
    assert!(!sql.contains("GROUP BY sex"), "{sql}");
}
