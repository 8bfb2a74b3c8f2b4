//! What Harbor Goods sells: categories, products, suppliers, warehouses and their stock.

use super::super::day::Day;
use super::super::names::{slug, surname, Names};
use super::super::random::Random;
use super::super::statements::{row, Rows, Value};

/// Name, description, price range in whole currency units, materials, things.
type Range = (
    &'static str,
    Option<&'static str>,
    (i64, i64),
    &'static [&'static str],
    &'static [&'static str],
);

const CATEGORIES: &[Range] = &[
    (
        "Kitchenware",
        Some("Pots, pans and tools"),
        (8, 120),
        &["Copper", "Steel", "Cast Iron", "Enamel"],
        &[
            "Saucepan",
            "Frying Pan",
            "Stock Pot",
            "Colander",
            "Grater",
            "Ladle",
            "Whisk",
            "Kettle",
        ],
    ),
    (
        "Tableware",
        Some("Plates, bowls and cups"),
        (4, 48),
        &["Stoneware", "Porcelain", "Speckled", "Indigo"],
        &[
            "Dinner Plate",
            "Soup Bowl",
            "Coffee Cup",
            "Teapot",
            "Serving Dish",
            "Egg Cup",
            "Milk Jug",
        ],
    ),
    (
        "Glassware",
        None,
        (3, 36),
        &["Clear", "Smoked", "Ribbed", "Recycled"],
        &[
            "Wine Glass",
            "Tumbler",
            "Carafe",
            "Beer Glass",
            "Champagne Flute",
            "Water Jug",
        ],
    ),
    (
        "Textiles",
        Some("Linen for table and bed"),
        (6, 95),
        &["Linen", "Cotton", "Wool", "Striped"],
        &[
            "Tablecloth",
            "Napkin Set",
            "Apron",
            "Tea Towel",
            "Throw",
            "Cushion Cover",
            "Bath Towel",
        ],
    ),
    (
        "Lighting",
        Some("Lamps and lanterns"),
        (18, 240),
        &["Brass", "Paper", "Opal", "Rattan"],
        &["Table Lamp", "Pendant Lamp", "Floor Lamp", "Lantern", "Wall Light"],
    ),
    (
        "Garden",
        None,
        (5, 160),
        &["Terracotta", "Zinc", "Teak", "Willow"],
        &[
            "Planter",
            "Watering Can",
            "Bench",
            "Bird Bath",
            "Trellis",
            "Hand Trowel",
        ],
    ),
    (
        "Storage",
        Some("Boxes, baskets and jars"),
        (4, 70),
        &["Seagrass", "Tin", "Oak", "Felt"],
        &[
            "Basket",
            "Bread Bin",
            "Storage Jar",
            "Crate",
            "Laundry Hamper",
            "Spice Rack",
        ],
    ),
    (
        "Candles",
        Some("Candles and scents"),
        (3, 42),
        &["Beeswax", "Cedar", "Fig", "Sea Salt"],
        &[
            "Pillar Candle",
            "Dinner Candle Set",
            "Tealight Box",
            "Scented Candle",
            "Reed Diffuser",
        ],
    ),
    (
        "Stationery",
        None,
        (2, 38),
        &["Kraft", "Cloth-Bound", "Marbled"],
        &["Notebook", "Desk Diary", "Letter Set", "Wrapping Paper", "Pencil Case"],
    ),
    (
        "Bath",
        Some("For the bathroom"),
        (3, 58),
        &["Bamboo", "Marble", "Olive Oil"],
        &["Soap Bar", "Soap Dish", "Bath Mat", "Toothbrush Holder", "Bath Brush"],
    ),
];

const PRODUCTS: usize = 230;
const SUPPLIERS: i64 = 44;

/// City, country, code, pallet places.
const WAREHOUSES: &[(&str, &str, &str, i64)] = &[
    ("Rotterdam", "Netherlands", "RTM1", 5200),
    ("Hamburg", "Germany", "HAM1", 3800),
    ("Gothenburg", "Sweden", "GOT1", 1900),
    ("Felixstowe", "United Kingdom", "FXT1", 2600),
    ("Valencia", "Spain", "VLC1", 1500),
];

pub struct Product {
    pub id: i64,
    /// Cents.
    pub price: i64,
    pub cost: i64,
    pub launched: Day,
    pub discontinued: bool,
    pub category: usize,
}

pub struct Products {
    pub statements: Vec<String>,
    pub items: Vec<Product>,
}

pub fn categories() -> Vec<String> {
    let mut rows = Rows::of("categories");
    for (i, (name, about, ..)) in CATEGORIES.iter().enumerate() {
        rows.add(row![i + 1, *name, *about]);
    }
    rows.into_statements()
}

pub fn products(random: &mut Random) -> Products {
    let mut made: Vec<(usize, String)> = Vec::new();
    for (category, (_, _, _, materials, things)) in CATEGORIES.iter().enumerate() {
        for thing in *things {
            made.extend(
                materials
                    .iter()
                    .map(|material| (category, format!("{material} {thing}"))),
            );
        }
    }
    // Two of a thing may come in a size; those beyond the number wanted fall away evenly over the categories.
    random.shuffle(&mut made);
    let large: Vec<(usize, String)> = made
        .iter()
        .take(60)
        .map(|(c, name)| (*c, format!("{name}, large")))
        .collect();
    made.truncate(PRODUCTS - large.len());
    made.extend(large);
    made.sort();
    let mut rows = Rows::of("products");
    let mut items = Vec::new();
    for (i, (category, name)) in made.into_iter().enumerate() {
        let (low, high) = CATEGORIES[category].2;
        let large = if name.ends_with("large") { 160 } else { 100 };
        let price =
            random.bell(low * 2, high * 2).min(random.between(low * 2, high * 2)) * 50 * large / 100 / 10 * 10 + 95;
        let cost = price * random.between(42, 71) / 100;
        let launched = if random.chance(830) {
            Day::new(2014, 1, 6).plus(random.between(0, 2900))
        } else {
            Day::new(2022, 2, 1).plus(random.between(0, 1200))
        };
        let weight = (!random.chance(120)).then(|| random.bell(40, 4200) / 5 * 5);
        let discontinued = random.chance(85);
        let prefix: String = CATEGORIES[category]
            .0
            .chars()
            .take(3)
            .collect::<String>()
            .to_uppercase();
        let id = i as i64 + 1;
        rows.add(row![
            id,
            format!("{prefix}-{:04}", 1000 + id * 7),
            &name,
            category + 1,
            Value::Cents(price),
            Value::Cents(cost),
            weight,
            i64::from(discontinued),
            launched.compact(),
        ]);
        items.push(Product {
            id,
            price,
            cost,
            launched,
            discontinued,
            category,
        });
    }
    Products {
        statements: rows.into_statements(),
        items,
    }
}

/// Suppliers, and which of them delivers what at which price.
pub fn suppliers(random: &mut Random, names: &mut Names, products: &[Product]) -> Vec<String> {
    const KINDS: &[&str] = &[
        "Works",
        "Potteries",
        "Glass",
        "Textiles",
        "Manufacturing",
        "Imports",
        "Foundry",
        "Crafts",
    ];
    const FROM: &[(&str, u64)] = &[
        ("Germany", 8),
        ("Italy", 7),
        ("Portugal", 6),
        ("China", 8),
        ("India", 6),
        ("Poland", 5),
        ("USA", 4),
        ("U.S.A.", 3),
        ("Denmark", 3),
        ("Turkey", 3),
    ];
    let (mut rows, mut bridge) = (Rows::of("suppliers"), Rows::of("product_suppliers"));
    for id in 1..=SUPPLIERS {
        let name = names.fresh(random, |r| format!("{} {}", surname(r), r.pick(KINDS)));
        let country = random.weighted(FROM);
        let email = (!random.chance(110)).then(|| format!("sales@{}.example", slug(&name)));
        let rating = (!random.chance(160)).then(|| random.bell(1, 6).min(5));
        let far = matches!(country, "China" | "India" | "USA" | "U.S.A.");
        let lead = if far {
            random.between(21, 60)
        } else {
            random.between(4, 24)
        };
        rows.add(row![id, &name, country, email, rating, lead]);
    }
    for product in products {
        let mut from: Vec<i64> = (1..=SUPPLIERS - 2).collect();
        random.shuffle(&mut from);
        from.truncate(random.weighted(&[(1, 40), (2, 35), (3, 20), (4, 5)]));
        for (i, supplier) in from.into_iter().enumerate() {
            let price = product.cost * random.between(90, 112) / 100;
            bridge.add(row![product.id, supplier, Value::Cents(price), i64::from(i == 0)]);
        }
    }
    let mut out = rows.into_statements();
    out.extend(bridge.into_statements());
    out
}

pub fn warehouses(random: &mut Random, keepers: &[i64], products: &[Product]) -> Vec<String> {
    let (mut rows, mut stock) = (Rows::of("warehouses"), Rows::of("stock"));
    for (i, (city, country, code, places)) in WAREHOUSES.iter().enumerate() {
        rows.add(row![i + 1, *code, *city, *country, *places, keepers.get(i).copied()]);
        for product in products {
            if !random.chance(720) {
                continue;
            }
            let level = random.between(2, 16) * 5;
            let hand = if random.chance(60) {
                0
            } else {
                random.bell(0, level * 6)
            };
            let counted = (!random.chance(70)).then(|| Day::new(2025, 6, 1).plus(random.between(0, 212)));
            stock.add(row![i + 1, product.id, hand, level, counted]);
        }
    }
    let mut out = rows.into_statements();
    out.extend(stock.into_statements());
    out
}
