//! Harbor Goods, a wholesaler of household goods: SQLite, four years of trade.
//! In: a seed. Out: the statements that make the database. Deliberately absent: any truth about a real company.
//!
//! What makes it look like life: a Christmas season and quiet Sundays, few customers that buy most, columns half
//! empty, `USA` beside `U.S.A.`, cities with stray spaces, codes with a table that explains them (`orders.status`)
//! and without (`payments.method`), dates as text, as `YYYYMMDD` and as seconds since 1970, a bridge
//! (`product_suppliers`), a self-reference (`employees.manager_id`), and `shipments`, which declares no keys.

mod goods;
mod parties;
mod trade;

use super::day::Day;
use super::names::Names;
use super::random::Random;

pub const FILE: &str = "harbor-goods.sqlite";
/// Lines of all orders together.
pub const ORDER_LINES: i64 = 60_000;
const FIRST_DAY: (i64, i64, i64) = (2022, 1, 1);
const LAST_DAY: (i64, i64, i64) = (2025, 12, 31);

/// The first and last day of trade.
fn span() -> (Day, Day) {
    let day = |(y, m, d)| Day::new(y, m, d);
    (day(FIRST_DAY), day(LAST_DAY))
}

pub fn statements(seed: u64) -> Vec<String> {
    let mut names = Names::default();
    let mut out = super::schema(include_str!("schema.sql"));
    let staff = parties::employees(&mut Random::new(seed, "employees"), &mut names);
    let customers = parties::customers(&mut Random::new(seed, "customers"), &mut names, &staff);
    let products = goods::products(&mut Random::new(seed, "products"));
    out.extend(parties::regions());
    out.extend(staff.statements);
    out.extend(customers.statements);
    out.extend(goods::categories());
    out.extend(products.statements);
    out.extend(goods::suppliers(
        &mut Random::new(seed, "suppliers"),
        &mut names,
        &products.items,
    ));
    out.extend(goods::warehouses(
        &mut Random::new(seed, "warehouses"),
        &staff.keepers,
        &products.items,
    ));
    out.extend(trade::trade(seed, &customers.items, &staff.sellers, &products.items));
    out
}
