//! Adjectives with their degrees and the columns they speak of.

/// An adjective with the columns it speaks of, by stem, best first. `up`: more of the column is more of it.
#[derive(Debug, PartialEq)]
pub struct Adjective {
    pub positive: &'static str,
    pub comparative: &'static str,
    pub superlative: &'static str,
    pub up: bool,
    pub columns: &'static [&'static str],
    /// Columns that run the other way: an older person has an earlier birth date.
    pub reversed: &'static [&'static str],
}

/// What adjectives say of one thing and of no sum.
const OF_ONE: &[&str] = &[
    "old",
    "young",
    "tall",
    "short",
    "heavy",
    "light",
    "long",
    "fast",
    "slow",
    "new",
    "early",
    "late",
    "recent",
    "cheap",
    "expensive",
];

impl Adjective {
    /// Whether it is said of one thing, and of no sum and no number of things.
    pub fn of_one(&self) -> bool {
        OF_ONE.contains(&self.positive)
    }
}

const fn adj(
    positive: &'static str,
    comparative: &'static str,
    superlative: &'static str,
    up: bool,
    columns: &'static [&'static str],
) -> Adjective {
    Adjective {
        positive,
        comparative,
        superlative,
        up,
        columns,
        reversed: &[],
    }
}

const BORN: &[&str] = &[
    "birth",
    "birthday",
    "born",
    "found",
    "open",
    "built",
    "construct",
    "establish",
    "year",
    "date",
];
const SIZE: &[&str] = &[
    "area", "popul", "size", "capac", "squar", "acreag", "enrol", "amount", "total", "number", "quantiti",
];
const LENGTH: &[&str] = &[
    "length", "durat", "distanc", "runtim", "minut", "time", "hour", "mileag",
];
const HIGH: &[&str] = &[
    "height", "elev", "altitud", "rate", "score", "price", "salari", "point", "rank", "amount",
];
const PRICE: &[&str] = &["price", "cost", "fee", "rate", "amount", "charg", "valu", "total"];
const TIME: &[&str] = &[
    "date",
    "time",
    "year",
    "day",
    "month",
    "start",
    "open",
    "season",
    "found",
    "establish",
    "built",
    "launch",
    "releas",
    "publish",
];
/// "The newest customer" has been one since a day; "since 2024" speaks of no such column.
const NEW: &[&str] = &[
    "date",
    "time",
    "year",
    "day",
    "month",
    "start",
    "open",
    "season",
    "found",
    "establish",
    "built",
    "launch",
    "releas",
    "publish",
    "sinc",
    "join",
];
const GOOD: &[&str] = &["rate", "score", "grade", "star", "rank", "point", "review", "win"];
const MONEY: &[&str] = &[
    "salari", "incom", "wealth", "money", "revenu", "budget", "balanc", "earn", "worth", "asset",
];

/// "after" and "before" compare times.
pub static LATE: Adjective = adj("late", "later", "latest", true, TIME);

pub static ADJECTIVES: &[Adjective] = &[
    Adjective {
        positive: "old",
        comparative: "older",
        superlative: "oldest",
        up: true,
        columns: &["age"],
        reversed: BORN,
    },
    Adjective {
        positive: "old",
        comparative: "elder",
        superlative: "eldest",
        up: true,
        columns: &["age"],
        reversed: BORN,
    },
    Adjective {
        positive: "young",
        comparative: "younger",
        superlative: "youngest",
        up: false,
        columns: &["age"],
        reversed: BORN,
    },
    adj("large", "larger", "largest", true, SIZE),
    adj("big", "bigger", "biggest", true, SIZE),
    adj("great", "greater", "greatest", true, SIZE),
    adj("small", "smaller", "smallest", false, SIZE),
    adj("long", "longer", "longest", true, LENGTH),
    adj(
        "short",
        "shorter",
        "shortest",
        false,
        &["height", "length", "durat", "distanc", "runtim", "time"],
    ),
    adj("tall", "taller", "tallest", true, &["height"]),
    adj("heavy", "heavier", "heaviest", true, &["weight"]),
    adj("light", "lighter", "lightest", false, &["weight"]),
    adj("high", "higher", "highest", true, HIGH),
    adj("low", "lower", "lowest", false, HIGH),
    adj("expensive", "more expensive", "most expensive", true, PRICE),
    adj("costly", "costlier", "costliest", true, PRICE),
    adj("expensive", "cost more", "cost the most", true, PRICE),
    adj("expensive", "costs more", "costs the most", true, PRICE),
    adj("cheap", "cost less", "cost the least", false, PRICE),
    adj("cheap", "costs less", "costs the least", false, PRICE),
    adj("cheap", "cheaper", "cheapest", false, PRICE),
    adj("expensive", "less expensive", "least expensive", false, PRICE),
    adj("fast", "faster", "fastest", true, &["speed", "veloc"]),
    adj("slow", "slower", "slowest", false, &["speed", "veloc"]),
    adj("recent", "more recent", "most recent", true, NEW),
    adj("recent", "more recently", "most recently", true, NEW),
    adj("late", "later", "latest", true, TIME),
    adj("new", "newer", "newest", true, NEW),
    adj("early", "earlier", "earliest", false, TIME),
    adj("good", "better", "best", true, GOOD),
    adj("bad", "worse", "worst", false, GOOD),
    adj("rich", "richer", "richest", true, MONEY),
    adj("wealthy", "wealthier", "wealthiest", true, MONEY),
    adj("poor", "poorer", "poorest", false, MONEY),
    adj("populous", "more populous", "most populous", true, &["popul"]),
    adj("populated", "more populated", "most populated", true, &["popul"]),
    adj("wide", "wider", "widest", true, &["width"]),
    adj("deep", "deeper", "deepest", true, &["depth"]),
    adj("close", "closer", "closest", false, &["distanc"]),
    adj("near", "nearer", "nearest", false, &["distanc"]),
    adj("far", "farther", "farthest", true, &["distanc"]),
    adj(
        "strong",
        "stronger",
        "strongest",
        true,
        &["power", "strength", "magnitud"],
    ),
    adj(
        "experienced",
        "more experienced",
        "most experienced",
        true,
        &["experi", "year"],
    ),
    adj("powerful", "more powerful", "most powerful", true, &["power"]),
];
