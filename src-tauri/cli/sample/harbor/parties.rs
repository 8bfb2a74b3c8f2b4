//! The people of Harbor Goods: regions, employees, customers.

use super::super::day::Day;
use super::super::names::{slug, surname, Names};
use super::super::random::Random;
use super::super::statements::{row, Rows, Value};

const REGIONS: &[&str] = &[
    "Nordics",
    "British Isles",
    "Western Europe",
    "Southern Europe",
    "Central Europe",
    "North America",
];

/// Country, region, weight, cities.
const COUNTRIES: &[(&str, i64, u64, &[&str])] = &[
    (
        "Germany",
        5,
        17,
        &["Hamburg", "Köln", "München", "Leipzig", "Bremen", "Berlin"],
    ),
    ("France", 3, 14, &["Paris", "Lyon", "Nantes", "Bordeaux", "Lille"]),
    (
        "United Kingdom",
        2,
        13,
        &["London", "Leeds", "Bristol", "Glasgow", "Cardiff"],
    ),
    (
        "Netherlands",
        3,
        10,
        &["Rotterdam", "Utrecht", "Groningen", "Amsterdam"],
    ),
    ("USA", 6, 9, &["Boston", "Portland", "Chicago", "New York"]),
    ("Denmark", 1, 8, &["Aarhus", "Odense", "Copenhagen"]),
    ("Sweden", 1, 8, &["Malmö", "Gothenburg", "Stockholm"]),
    ("Spain", 4, 7, &["Valencia", "Bilbao", "Málaga", "Madrid"]),
    ("Italy", 4, 6, &["Genoa", "Turin", "Bologna"]),
    ("Poland", 5, 5, &["Gdańsk", "Kraków", "Łódź"]),
    ("Ireland", 2, 4, &["Dublin", "Cork", "Galway"]),
    ("Portugal", 4, 3, &["Porto", "Lisbon"]),
];

const SEGMENTS: &[(&str, u64)] = &[
    ("Retail", 38),
    ("Restaurant", 22),
    ("Hotel", 17),
    ("Online shop", 15),
    ("Public sector", 8),
];

const NOTES: &[&str] = &[
    "prefers delivery on Tuesdays",
    "PAYS LATE",
    "pays late",
    " pays late ",
    "call before delivery",
    "Call before delivery.",
    "asks for recycled packaging",
    "new owner since spring",
    "two branches, one invoice",
];

const CUSTOMERS: i64 = 480;

pub struct Staff {
    pub statements: Vec<String>,
    /// Those who take orders, with the day they began.
    pub sellers: Vec<(i64, Day)>,
    /// Those who run a warehouse.
    pub keepers: Vec<i64>,
}

pub struct Customer {
    pub id: i64,
    pub since: Day,
    pub segment: &'static str,
}

pub struct Customers {
    pub statements: Vec<String>,
    pub items: Vec<Customer>,
}

pub fn regions() -> Vec<String> {
    let mut rows = Rows::of("regions");
    for (i, name) in REGIONS.iter().enumerate() {
        rows.add(row![i + 1, *name]);
    }
    rows.into_statements()
}

/// A place in the company: pay and how far it varies, a year.
struct Post {
    title: &'static str,
    manager: Option<i64>,
    region: Option<i64>,
    pay: i64,
    spread: i64,
}

/// A pyramid: one managing director, heads below, teams below them.
pub fn employees(random: &mut Random, names: &mut Names) -> Staff {
    let post = |title, manager, region, pay, spread| Post {
        title,
        manager,
        region,
        pay,
        spread,
    };
    let mut plan = vec![
        post("Managing Director", None, None, 148_000, 12_000),
        post("Head of Sales", Some(1), None, 98_000, 8_000),
        post("Head of Purchasing", Some(1), None, 92_000, 8_000),
        post("Head of Logistics", Some(1), None, 90_000, 8_000),
        post("Head of Finance", Some(1), None, 97_000, 8_000),
    ];
    let regions = REGIONS.len() as i64;
    plan.extend((1..=regions).map(|region| post("Regional Manager", Some(2), Some(region), 70_000, 9_000)));
    for team in 0..24 {
        let region = team % regions + 1;
        plan.push(post(
            "Sales Representative",
            Some(5 + region),
            Some(region),
            46_000,
            11_000,
        ));
    }
    for (count, title, head, pay, spread) in [
        (6, "Buyer", 3, 52_000, 8_000),
        (5, "Warehouse Manager", 4, 56_000, 7_000),
        (5, "Accountant", 5, 54_000, 8_000),
        (4, "Customer Service Agent", 2, 37_000, 4_000),
    ] {
        plan.extend((0..count).map(|_| post(title, Some(head), None, pay, spread)));
    }
    let mut rows = Rows::of("employees");
    let (mut sellers, mut keepers) = (Vec::new(), Vec::new());
    for (
        i,
        Post {
            title,
            manager,
            region,
            pay,
            spread,
        },
    ) in plan.into_iter().enumerate()
    {
        let id = i as i64 + 1;
        let (first, last) = names.person(random);
        let since = if i < 5 {
            Day::new(2012, 1, 1)
        } else {
            Day::new(2015, 1, 1)
        };
        // A third of the sales force joined while the data was already running.
        let hired = match title {
            "Sales Representative" if i % 3 == 0 => Day::new(2022, 2, 1).plus(random.between(0, 1000)),
            _ => since.plus(random.between(0, 2400)),
        };
        let active = i < 11 || !random.chance(90);
        let email = (!random.chance(80)).then(|| format!("{}.{}@harborgoods.example", slug(&first), slug(&last)));
        let salary = (pay + random.bell(-spread, spread)) / 100 * 100;
        rows.add(row![
            id,
            &first,
            &last,
            title,
            hired,
            salary,
            email,
            manager,
            region,
            i64::from(active)
        ]);
        match title {
            "Sales Representative" | "Regional Manager" => sellers.push((id, hired)),
            "Warehouse Manager" => keepers.push(id),
            _ => {}
        }
    }
    Staff {
        statements: rows.into_statements(),
        sellers,
        keepers,
    }
}

pub fn customers(random: &mut Random, names: &mut Names, staff: &Staff) -> Customers {
    let mut rows = Rows::of("customers");
    let mut items = Vec::new();
    let weights: Vec<(usize, u64)> = COUNTRIES.iter().enumerate().map(|(i, c)| (i, c.2)).collect();
    for id in 1..=CUSTOMERS {
        let (country, region, _, cities) = COUNTRIES[random.weighted(&weights)];
        let city = *random.pick(cities);
        let segment: &'static str = random.weighted(SEGMENTS);
        let company = names.fresh(random, |r| company(r, segment, city));
        let (first, last) = names.person(random);
        let since = if random.chance(620) {
            Day::new(2016, 3, 1).plus(random.between(0, 2130))
        } else {
            Day::new(2022, 1, 3).plus(random.between(0, 1300))
        };
        let contact = (!random.chance(60)).then(|| format!("{first} {last}"));
        let phone = (!random.chance(210)).then(|| {
            format!(
                "+{} {} {}",
                30 + region,
                random.between(200, 899),
                random.between(100_000, 999_999)
            )
        });
        let email = (!random.chance(130)).then(|| format!("{}@{}.example", slug(&first), slug(&company)));
        let limit = (!random.chance(180)).then(|| Value::Cents(random.bell(2, 60) * 50_000));
        let manager = (!random.chance(50)).then(|| random.pick(&staff.sellers).0);
        let notes = random.chance(140).then(|| *random.pick(NOTES));
        let city = untidy(random, city);
        rows.add(row![
            id, &company, contact, segment, city, country, region, phone, email, limit, manager, since, notes
        ]);
        items.push(Customer { id, since, segment });
    }
    Customers {
        statements: rows.into_statements(),
        items,
    }
}

/// Three cities in a hundred were typed carelessly.
fn untidy(random: &mut Random, city: &str) -> String {
    match random.below(100) {
        0 => format!("{city} "),
        1 => city.to_lowercase(),
        2 => city.to_uppercase(),
        _ => city.to_owned(),
    }
}

fn company(random: &mut Random, segment: &str, city: &str) -> String {
    const COLOURS: &[&str] = &[
        "Copper", "Silver", "Blue", "Golden", "Old", "Little", "Crooked", "Green", "White", "Quiet",
    ];
    const THINGS: &[&str] = &[
        "Kettle", "Anchor", "Lantern", "Heron", "Orchard", "Mill", "Barrel", "Pigeon", "Oar", "Table",
    ];
    let name = surname(random);
    match segment {
        "Hotel" => match random.below(3) {
            0 => format!("Hotel {name}"),
            1 => format!("{name} Inn"),
            _ => format!("{name} House {city}"),
        },
        "Restaurant" => match random.below(3) {
            0 => format!("The {} {}", random.pick(COLOURS), random.pick(THINGS)),
            1 => format!("Café {name}"),
            _ => format!("{name}'s Kitchen"),
        },
        "Online shop" => match random.below(2) {
            0 => format!(
                "{}{}.example",
                random.pick(COLOURS).to_lowercase(),
                random.pick(THINGS).to_lowercase()
            ),
            _ => format!("{name} Direct"),
        },
        "Public sector" => match random.below(3) {
            0 => format!("{city} Municipal Supplies {}", random.between(1, 9)),
            1 => format!("{name} School"),
            _ => format!("{name} Hospital"),
        },
        _ => match random.below(4) {
            0 => format!("{name} & Sons"),
            1 => format!("{name} Trading"),
            2 => format!("{name} Home"),
            _ => format!("{name} & {}", surname(random)),
        },
    }
}
