//! Four years of orders, and what follows from each: lines, shipments, payments, returns.

use super::super::day::Day;
use super::super::random::{Random, Skew};
use super::super::statements::{row, Rows, Value};
use super::goods::Product;
use super::parties::Customer;

/// Trade of a month against an average month, in per cent: the year ends with Christmas.
const MONTHS: [u64; 12] = [70, 74, 90, 96, 104, 110, 86, 80, 104, 121, 151, 132];
/// Monday to Sunday.
const WEEKDAYS: [u64; 7] = [122, 116, 110, 108, 98, 31, 9];
/// A fall in the second year, then growth.
const YEARS: [u64; 4] = [92, 88, 104, 119];

const STATUSES: &[(&str, &str)] = &[
    ("P", "Pending"),
    ("S", "Shipped"),
    ("D", "Delivered"),
    ("C", "Cancelled"),
];
const CHANNELS: &[(&str, u64)] = &[("web", 54), ("phone", 27), ("email", 13), ("trade fair", 6)];
const COUPONS: &[&str] = &["SPRING10", "WELCOME", "LOYAL5", "XMAS"];
const CARRIERS: &[(&str, u64)] = &[
    ("Blue Gull Freight", 34),
    ("Swiftline", 28),
    ("Peregrine Post", 22),
    ("Harrow Haulage", 16),
];
/// No table says what these mean: card, bank transfer, direct debit, cheque.
const METHODS: &[(&str, u64)] = &[("BT", 46), ("CC", 31), ("DD", 19), ("CH", 4)];
const REASONS: &[(&str, u64)] = &[
    ("damaged", 41),
    ("wrong item", 22),
    ("not as described", 15),
    ("late delivery", 12),
    ("Damaged", 4),
    ("changed mind", 6),
];

/// Every twentieth customer has an account and has not yet bought; so have some products not been sold.
const IDLE_CUSTOMERS: usize = 20;
const IDLE_PRODUCTS: usize = 33;

struct Books {
    orders: Rows,
    lines: Rows,
    shipments: Rows,
    payments: Rows,
    returns: Rows,
}

pub fn trade(seed: u64, customers: &[Customer], sellers: &[(i64, Day)], products: &[Product]) -> Vec<String> {
    let mut statuses = Rows::of("order_statuses");
    for (code, label) in STATUSES {
        statuses.add(row![*code, *label]);
    }
    let mut books = Books {
        orders: Rows::of("orders"),
        lines: Rows::of("order_lines"),
        shipments: Rows::of("shipments"),
        payments: Rows::of("payments"),
        returns: Rows::of("returns"),
    };
    let mut random = Random::new(seed, "orders");
    let mut buyers: Vec<&Customer> = every_but(customers, IDLE_CUSTOMERS);
    let mut sold: Vec<&Product> = every_but(products, IDLE_PRODUCTS);
    random.shuffle(&mut buyers);
    random.shuffle(&mut sold);
    let market = Market {
        by_rank: Skew::new(buyers.len(), 9),
        wanted: Skew::new(sold.len(), 14),
        buyers,
        sold,
        sellers,
    };
    let (first, last) = super::span();
    let weight = |day: Day| {
        MONTHS[day.month() as usize - 1]
            * WEEKDAYS[day.weekday() as usize]
            * YEARS[(day.year() - first.year()) as usize]
    };
    let total: u64 = (first.0..=last.0).map(|d| weight(Day(d))).sum();
    let mut reached = 0;
    for d in first.0..=last.0 {
        reached += weight(Day(d));
        let due = (u128::from(reached) * super::ORDER_LINES as u128 / u128::from(total)) as i64;
        while (books.lines.count() as i64) < due {
            order(&mut books, &mut random, &market, Day(d), due);
        }
    }
    [
        statuses,
        books.orders,
        books.lines,
        books.shipments,
        books.payments,
        books.returns,
    ]
    .into_iter()
    .flat_map(Rows::into_statements)
    .collect()
}

struct Market<'a> {
    buyers: Vec<&'a Customer>,
    by_rank: Skew,
    sold: Vec<&'a Product>,
    wanted: Skew,
    sellers: &'a [(i64, Day)],
}

fn every_but<T>(items: &[T], nth: usize) -> Vec<&T> {
    items
        .iter()
        .enumerate()
        .filter(|(i, _)| i % nth != nth - 1)
        .map(|(_, item)| item)
        .collect()
}

/// One order with all that follows; at most so many lines that the day's share is met exactly.
fn order(books: &mut Books, random: &mut Random, market: &Market<'_>, day: Day, due: i64) {
    let customer = loop {
        let customer = market.buyers[market.by_rank.draw(random)];
        if customer.since <= day {
            break customer;
        }
    };
    let id = books.orders.count() as i64 + 1;
    let wanted = random.weighted(&[(1, 22), (2, 27), (3, 21), (4, 14), (5, 9), (7, 7)]);
    let room = due - books.lines.count() as i64;
    let mut total = 0;
    let mut lines: Vec<(i64, i64)> = Vec::new();
    let mut taken: Vec<i64> = Vec::new();
    while (lines.len() as i64) < wanted.min(room) {
        let product = product(random, market, day);
        if taken.contains(&product.id) {
            continue;
        }
        taken.push(product.id);
        let most = if customer.segment == "Retail" { 48 } else { 24 };
        let quantity = random.bell(1, most).min(random.between(1, most));
        // Prices rose by about 3% a year; the list shows today's.
        let price = product.price * (100 - 3 * (2025 - day.year())) / 100;
        let discount = random
            .chance(230)
            .then(|| random.weighted(&[(5, 50), (10, 35), (15, 10), (20, 5)]));
        let line = lines.len() as i64 + 1;
        books
            .lines
            .add(row![id, line, product.id, quantity, Value::Cents(price), discount]);
        total += quantity * price * (100 - discount.unwrap_or(0)) / 100;
        lines.push((line, quantity));
    }
    let status = status(random, day);
    let seller = (!random.chance(70)).then(|| seller(random, market.sellers, day));
    let required = (!random.chance(240)).then(|| day.plus(random.between(4, 21)));
    let freight = if total > 150_000 { 0 } else { 900 + random.bell(0, 5200) };
    let coupon = random.chance(65).then(|| *random.pick(COUPONS));
    books.orders.add(row![
        id,
        customer.id,
        seller,
        day,
        required,
        status,
        random.weighted(CHANNELS),
        Value::Cents(freight),
        coupon,
    ]);
    if matches!(status, "S" | "D") {
        ship(books, random, id, day, status);
    }
    if status != "C" {
        pay(books, random, id, day, total + freight);
    }
    if status == "D" {
        for (line, quantity) in lines {
            if random.chance(24) {
                give_back(books, random, id, line, quantity, day);
            }
        }
    }
}

/// Not before its launch; a discontinued product sells on for the first three years. Garden sells in spring,
/// candles and lighting before Christmas: a draw out of season is taken back half of the time.
fn product<'a>(random: &mut Random, market: &Market<'a>, day: Day) -> &'a Product {
    loop {
        let product = market.sold[market.wanted.draw(random)];
        let season = match product.category {
            5 => matches!(day.month(), 3..=7),
            4 | 7 => matches!(day.month(), 10..=12),
            _ => true,
        };
        let listed = product.launched <= day && !(product.discontinued && day.year() == 2025);
        if listed && (season || random.chance(500)) {
            return product;
        }
    }
}

fn seller(random: &mut Random, sellers: &[(i64, Day)], day: Day) -> i64 {
    loop {
        let (id, hired) = *random.pick(sellers);
        if hired <= day {
            return id;
        }
    }
}

fn status(random: &mut Random, day: Day) -> &'static str {
    let age = super::span().1 .0 - day.0;
    match (random.below(100), age) {
        (0..=4, _) => "C",
        (_, 0..=5) => "P",
        (0..=55, 6..=14) => "S",
        (56..=70, 6..=14) => "P",
        (5, 15..=60) => "S",
        _ => "D",
    }
}

fn ship(books: &mut Books, random: &mut Random, order: i64, day: Day, status: &str) {
    let parcels = if random.chance(80) { 2 } else { 1 };
    for _ in 0..parcels {
        let id = books.shipments.count() as i64 + 1;
        let shipped = day.plus(random.bell(0, 6)).unix(random.between(6 * 3600, 19 * 3600));
        let travel = random.bell(1, 9) * 86_400 + random.between(-9_000, 9_000);
        // Some deliveries were never scanned.
        let delivered = (status == "D" && !random.chance(25)).then_some(shipped + travel);
        let tracking = (!random.chance(90)).then(|| format!("HG{}{:07}", day.year() % 100, random.below(10_000_000)));
        let warehouse: i64 = random.weighted(&[(1, 36), (2, 27), (3, 12), (4, 16), (5, 9)]);
        books.shipments.add(row![
            id,
            order,
            warehouse,
            random.weighted(CARRIERS),
            shipped,
            delivered,
            tracking
        ]);
    }
}

/// Most pay at once, some in two parts, few not at all.
fn pay(books: &mut Books, random: &mut Random, order: i64, day: Day, total: i64) {
    let method = random.weighted(METHODS);
    let parts = random.weighted(&[(1, 90), (2, 7), (0, 3)]);
    for part in 0..parts {
        let id = books.payments.count() as i64 + 1;
        let amount = if parts == 1 {
            total
        } else if part == 0 {
            total / 2
        } else {
            total - total / 2
        };
        let paid = day.plus(random.bell(0, 44) + 30 * part);
        books
            .payments
            .add(row![id, order, paid.compact(), Value::Cents(amount), method]);
    }
}

fn give_back(books: &mut Books, random: &mut Random, order: i64, line: i64, quantity: i64, day: Day) {
    let id = books.returns.count() as i64 + 1;
    let reason = (!random.chance(110)).then(|| random.weighted(REASONS));
    let returned = day.plus(random.between(5, 40));
    books.returns.add(row![
        id,
        order,
        line,
        returned,
        random.between(1, quantity),
        reason,
        i64::from(!random.chance(150))
    ]);
}
