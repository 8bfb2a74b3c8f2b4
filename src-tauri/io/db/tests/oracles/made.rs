//! Tables, conditions and statements made by chance, of what every engine reads alike.

use askwell_fuzz::Chance;

/// Rows of `t`, by id from 1; `u` has more, so that some repeat a partner and some have none.
pub const ROWS: usize = 9;

const NUMBERS: &[&str] = &["-3", "0", "1", "2", "7", "7", "40"];
const HALVES: &[&str] = &["-1.5", "0.0", "0.5", "2.5", "2.5", "100.0"];
const TEXTS: &[&str] = &["''", "'a'", "'A'", "'b'", "'ab'", "'it''s'", "'50%'", "' a'", "'é'"];
const DAYS: &[&str] = &["'2023-12-31'", "'2024-02-29'", "'2024-03-01'", "'2024-12-31'"];

/// The schema and one filling of it.
pub fn tables(chance: &mut Chance) -> String {
    let mut sql = String::from(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, r DOUBLE PRECISION, s TEXT, d DATE, k INTEGER NOT NULL);
         CREATE TABLE u(id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES t(id), m INTEGER, w TEXT);\n",
    );
    for id in 1..=ROWS {
        let [n, r, s, d] = [NUMBERS, HALVES, TEXTS, DAYS].map(|of| value(chance, of));
        let k = chance.below(4);
        sql.push_str(&format!("INSERT INTO t VALUES ({id}, {n}, {r}, {s}, {d}, {k});\n"));
    }
    for id in 1..=ROWS + 4 {
        let partner = match chance.below(4) {
            0 => "NULL".to_string(),
            _ => (1 + chance.below(ROWS)).to_string(),
        };
        let [m, w] = [NUMBERS, TEXTS].map(|of| value(chance, of));
        sql.push_str(&format!("INSERT INTO u VALUES ({id}, {partner}, {m}, {w});\n"));
    }
    sql
}

fn value(chance: &mut Chance, of: &[&'static str]) -> &'static str {
    match chance.below(4) {
        0 => "NULL",
        _ => pick(chance, of),
    }
}

fn pick(chance: &mut Chance, of: &[&'static str]) -> &'static str {
    chance.one(of).copied().unwrap_or_default()
}

/// What is asked, and a condition for its rows.
pub struct Query {
    /// What FROM says.
    pub from: &'static str,
    pub shown: &'static str,
    pub distinct: bool,
    pub condition: String,
}

impl Query {
    pub fn by_chance(chance: &mut Chance) -> Self {
        let (from, joined) = [
            ("t AS a", false),
            ("t AS a", false),
            ("t AS a JOIN u AS b ON b.t_id = a.id", true),
            ("t AS a LEFT JOIN u AS b ON b.t_id = a.id", true),
            (
                "t AS a LEFT JOIN (SELECT t_id, m, w, id FROM u WHERE m > 0) AS b ON b.t_id = a.id",
                true,
            ),
        ][chance.below(5)];
        let shown = match joined {
            true => pick(chance, &["a.id, b.id", "a.s, b.m, a.id", "b.w", "a.n + 1, b.w"]),
            false => pick(chance, &["a.id, a.s", "a.n, a.r, a.d", "a.s", "a.k, a.n * 2"]),
        };
        Self {
            from,
            shown,
            distinct: chance.below(4) == 0,
            condition: condition(chance, joined, 3),
        }
    }

    fn select(&self, condition: &str) -> String {
        let distinct = if self.distinct { "DISTINCT " } else { "" };
        format!("SELECT {distinct}{} FROM {}{condition}", self.shown, self.from)
    }

    pub fn all(&self) -> String {
        self.select("")
    }

    pub fn sql(&self) -> String {
        self.select(&format!(" WHERE {}", self.condition))
    }

    /// The rows for which the condition holds, does not, and is neither.
    pub fn parts(&self) -> [String; 3] {
        let p = &self.condition;
        [p.clone(), format!("NOT ({p})"), format!("({p}) IS NULL")].map(|p| self.select(&format!(" WHERE {p}")))
    }

    /// Rows counted without a filter that could be rewritten.
    pub fn counted(&self) -> String {
        format!(
            "SELECT sum(CASE WHEN {} THEN 1 ELSE 0 END) FROM {}",
            self.condition, self.from
        )
    }
}

/// Of the columns of `t AS a`, and of `u AS b` where it is joined.
fn condition(chance: &mut Chance, joined: bool, depth: usize) -> String {
    let deeper = |chance: &mut Chance| condition(chance, joined, depth - 1);
    if depth > 0 {
        match chance.below(6) {
            0 => return format!("({} AND {})", deeper(chance), deeper(chance)),
            1 => return format!("({} OR {})", deeper(chance), deeper(chance)),
            2 => return format!("NOT ({})", deeper(chance)),
            3 => return format!("{} AND {}", deeper(chance), deeper(chance)),
            _ => {}
        }
    }
    let number = match joined {
        true => pick(chance, &["a.n", "a.k", "b.m", "coalesce(b.m, 0)", "a.id - b.m"]),
        false => pick(chance, &["a.n", "a.k", "a.n + a.k", "coalesce(a.n, 7)", "abs(a.n)"]),
    };
    let text = match joined {
        true => pick(chance, &["a.s", "b.w", "lower(b.w)", "coalesce(b.w, '')"]),
        false => pick(chance, &["a.s", "upper(a.s)", "trim(a.s)"]),
    };
    let sign = pick(chance, &["=", "<>", "<", "<=", ">", ">="]);
    let (one, two) = (pick(chance, NUMBERS), pick(chance, NUMBERS));
    let (word, other) = (pick(chance, TEXTS), pick(chance, TEXTS));
    match chance.below(16) {
        0 | 1 => format!("{number} {sign} {one}"),
        2 => format!("{text} {sign} {word}"),
        3 => format!("a.r {sign} {}", pick(chance, HALVES)),
        4 => format!("a.d {sign} {}", pick(chance, DAYS)),
        5 => format!("{number} BETWEEN {one} AND {two}"),
        6 => format!("{number} NOT BETWEEN {one} AND {two}"),
        7 => format!("{text} IN ({word}, {other})"),
        8 => format!("{number} NOT IN ({one}, {})", value(chance, NUMBERS)),
        9 => format!(
            "{text} LIKE {}",
            pick(chance, &["'a%'", "'%b'", "'%''%'", "'_'", "'%'"])
        ),
        10 => format!("{number} IS NULL"),
        11 => format!("{text} IS NOT NULL"),
        12 => format!("EXISTS (SELECT 1 FROM u AS x WHERE x.t_id = a.id AND x.m {sign} {one})"),
        13 => format!("a.id IN (SELECT x.t_id FROM u AS x WHERE x.w {sign} {word})"),
        14 => format!("a.id NOT IN (SELECT x.t_id FROM u AS x WHERE x.m {sign} {one} AND x.t_id IS NOT NULL)"),
        _ => format!("CASE WHEN {number} {sign} {one} THEN a.n > 1 ELSE {text} = {word} END"),
    }
}
