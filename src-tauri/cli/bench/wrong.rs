//! `bench --wrong`: rewrites as a hurried person or a model would make them, wrong in NULLs, repetitions, ties or bounds, and
//! the step that turns each down.
//!
//! In: the statements below, a PostgreSQL server where there is one. Out: a line a fault and the counts of each engine. The
//! data are a tidy shop, on which many of them are right. One that no step turns down is an error.

use std::io::Write;

use anyhow::{bail, Result};
use askwell_contract::ports::{Cancel, Connector};
use askwell_contract::ResultSet;
use askwell_engine::optimise::agree::columns_differ;
use askwell_engine::optimise::validate::{self, Pair, Verdict};
use askwell_engine::optimise::{same_on, Settings as Search};
use askwell_io::create::{create_duckdb, create_sqlite};
use askwell_io::db::Opener;
use askwell_sql::guard;

use super::{name, tables};
use crate::optimise::{open, Opened};

/// Before, after, and where the fault is. All three engines can read them.
pub const WRONG: &[(&str, &str, &str)] = &[
    ("NOT IN over a column with NULLs", "SELECT c.id FROM customers c WHERE c.id NOT IN (SELECT o.customer_id FROM orders o)", "SELECT c.id FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)"),
    ("NOT EXISTS as NOT IN", "SELECT c.id FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)", "SELECT c.id FROM customers c WHERE c.id NOT IN (SELECT o.customer_id FROM orders o)"),
    ("IN as a join repeats rows", "SELECT c.name FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o)", "SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id"),
    ("EXISTS as a join repeats rows", "SELECT c.id FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)", "SELECT c.id FROM customers c, orders o WHERE o.customer_id = c.id"),
    ("the count bug", "SELECT c.id FROM customers c WHERE 0 = (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.id)", "SELECT c.id FROM customers c, (SELECT o.customer_id AS k, COUNT(*) AS n FROM orders o GROUP BY o.customer_id) g WHERE g.k = c.id AND g.n = 0"),
    ("a count that should be 0 is NULL", "SELECT c.id, (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.id) AS n FROM customers c", "SELECT c.id, g.n FROM customers c LEFT JOIN (SELECT o.customer_id AS k, COUNT(*) AS n FROM orders o GROUP BY o.customer_id) g ON g.k = c.id"),
    ("inner join loses rows without a partner", "SELECT c.id, (SELECT MAX(o.total) FROM orders o WHERE o.customer_id = c.id) AS m FROM customers c", "SELECT c.id, g.m FROM customers c JOIN (SELECT o.customer_id AS k, MAX(o.total) AS m FROM orders o GROUP BY o.customer_id) g ON g.k = c.id"),
    ("COUNT of a column in place of rows", "SELECT o.status, COUNT(*) AS n FROM orders o GROUP BY o.status", "SELECT o.status, COUNT(o.total) AS n FROM orders o GROUP BY o.status"),
    ("counting the joined row that is not there", "SELECT c.id, COUNT(o.id) AS n FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id", "SELECT c.id, COUNT(*) AS n FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id"),
    ("UNION ALL that repeats", "SELECT o.id FROM orders o WHERE o.shop_id = 1 UNION SELECT o.id FROM orders o WHERE o.customer_id = 2", "SELECT o.id FROM orders o WHERE o.shop_id = 1 UNION ALL SELECT o.id FROM orders o WHERE o.customer_id = 2"),
    ("OR as UNION ALL without keeping the branches apart", "SELECT o.id FROM orders o WHERE o.shop_id = 1 OR o.customer_id = 2", "SELECT o.id FROM orders o WHERE o.shop_id = 1 UNION ALL SELECT o.id FROM orders o WHERE o.customer_id = 2"),
    ("OR kept apart by <> loses NULLs", "SELECT o.id FROM orders o WHERE o.shop_id = 1 OR o.customer_id = 2", "SELECT o.id FROM orders o WHERE o.shop_id = 1 UNION ALL SELECT o.id FROM orders o WHERE o.customer_id = 2 AND o.shop_id <> 1"),
    ("OR as UNION loses repetitions", "SELECT o.total FROM orders o WHERE o.shop_id = 1 OR o.customer_id = 2", "SELECT o.total FROM orders o WHERE o.shop_id = 1 UNION SELECT o.total FROM orders o WHERE o.customer_id = 2"),
    ("DISTINCT dropped over a column that repeats", "SELECT DISTINCT o.customer_id FROM orders o", "SELECT o.customer_id FROM orders o"),
    ("DISTINCT added", "SELECT o.status, o.total FROM orders o", "SELECT DISTINCT o.status, o.total FROM orders o"),
    ("GROUP BY loses repetitions", "SELECT o.status FROM orders o WHERE o.total > 2", "SELECT o.status FROM orders o WHERE o.total > 2 GROUP BY o.status"),
    ("a condition of ON moved to WHERE", "SELECT c.id, o.id AS o FROM customers c LEFT JOIN orders o ON o.customer_id = c.id AND o.status = 'paid'", "SELECT c.id, o.id AS o FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.status = 'paid'"),
    ("a condition of WHERE moved to ON", "SELECT c.id, o.id AS o FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.status IS NULL", "SELECT c.id, o.id AS o FROM customers c LEFT JOIN orders o ON o.customer_id = c.id AND o.status IS NULL"),
    ("LEFT JOIN as JOIN under IS NULL", "SELECT c.id FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.total IS NULL", "SELECT c.id FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.total IS NULL"),
    ("BETWEEN with an open end", "SELECT o.id FROM orders o WHERE o.total BETWEEN 2 AND 5", "SELECT o.id FROM orders o WHERE o.total >= 2 AND o.total < 5"),
    ("> in place of >=", "SELECT o.id FROM orders o WHERE o.total >= 5", "SELECT o.id FROM orders o WHERE o.total > 5"),
    ("the last day of a month left out", "SELECT o.id FROM orders o WHERE o.placed >= '2024-01-01' AND o.placed < '2024-02-01'", "SELECT o.id FROM orders o WHERE o.placed BETWEEN '2024-01-01' AND '2024-01-30'"),
    ("the first day of the next month let in", "SELECT o.id FROM orders o WHERE o.placed >= '2024-01-01' AND o.placed < '2024-02-01'", "SELECT o.id FROM orders o WHERE o.placed BETWEEN '2024-01-01' AND '2024-02-01'"),
    ("NOT (x = y) as x <> y or NULL", "SELECT o.id FROM orders o WHERE NOT (o.status = 'paid')", "SELECT o.id FROM orders o WHERE o.status <> 'paid' OR o.status IS NULL"),
    ("COALESCE hides NULL", "SELECT o.id FROM orders o WHERE o.total < 5", "SELECT o.id FROM orders o WHERE COALESCE(o.total, 0) < 5"),
    ("an average of averages", "SELECT AVG(o.total) AS a FROM orders o", "SELECT AVG(g.a) AS a FROM (SELECT AVG(o.total) AS a FROM orders o GROUP BY o.shop_id) g"),
    ("an average over rows without a value", "SELECT AVG(o.total) AS a FROM orders o", "SELECT SUM(o.total) * 1.0 / COUNT(*) AS a FROM orders o"),
    ("sums before a join that repeats", "SELECT o.status, SUM(o.total) AS t FROM orders o GROUP BY o.status", "SELECT o.status, SUM(o.total) AS t FROM orders o JOIN lines l ON l.order_id = o.id GROUP BY o.status"),
    ("COUNT(DISTINCT) as COUNT", "SELECT o.shop_id, COUNT(DISTINCT o.customer_id) AS n FROM orders o GROUP BY o.shop_id", "SELECT o.shop_id, COUNT(o.customer_id) AS n FROM orders o GROUP BY o.shop_id"),
    ("COUNT(DISTINCT) counts NULL", "SELECT COUNT(DISTINCT o.customer_id) AS n FROM orders o", "SELECT COUNT(*) AS n FROM (SELECT DISTINCT o.customer_id FROM orders o) t"),
    ("HAVING on a sum moved to WHERE", "SELECT o.status, SUM(o.total) AS t FROM orders o GROUP BY o.status HAVING SUM(o.total) > 5", "SELECT o.status, SUM(o.total) AS t FROM orders o WHERE o.total > 5 GROUP BY o.status"),
    ("a filter moved into a sum's input", "SELECT g.t FROM (SELECT o.shop_id, SUM(o.total) AS t FROM orders o GROUP BY o.shop_id) g WHERE g.t > 2", "SELECT g.t FROM (SELECT o.shop_id, SUM(o.total) AS t FROM orders o WHERE o.total > 2 GROUP BY o.shop_id) g"),
    ("the latest row of each group, ties lost", "SELECT o.id FROM orders o WHERE o.placed = (SELECT MAX(p.placed) FROM orders p WHERE p.shop_id = o.shop_id)", "SELECT t.id FROM (SELECT o.id, o.shop_id, ROW_NUMBER() OVER (PARTITION BY o.shop_id ORDER BY o.placed DESC) AS n FROM orders o WHERE o.placed IS NOT NULL) t WHERE t.n = 1 AND t.shop_id IS NOT NULL"),
    ("the latest row of each group, NULL keys kept", "SELECT o.id FROM orders o WHERE o.placed = (SELECT MAX(p.placed) FROM orders p WHERE p.shop_id = o.shop_id)", "SELECT t.id FROM (SELECT o.id, o.placed, MAX(o.placed) OVER (PARTITION BY o.shop_id) AS m FROM orders o) t WHERE t.placed = t.m"),
    ("a running total over ties", "SELECT o.id, SUM(o.total) OVER (ORDER BY o.placed) AS t FROM orders o", "SELECT o.id, SUM(o.total) OVER (ORDER BY o.placed ROWS UNBOUNDED PRECEDING) AS t FROM orders o"),
    ("RANK as DENSE_RANK", "SELECT o.id, RANK() OVER (ORDER BY o.total) AS r FROM orders o", "SELECT o.id, DENSE_RANK() OVER (ORDER BY o.total) AS r FROM orders o"),
    ("one scan without its filter", "SELECT a.n, b.m FROM (SELECT COUNT(*) AS n FROM orders o WHERE o.total > 5) a, (SELECT COUNT(*) AS m FROM orders o WHERE o.status = 'paid') b", "SELECT COUNT(*) FILTER (WHERE o.total > 5) AS n, COUNT(*) AS m FROM orders o WHERE o.total > 5 OR o.status = 'paid'"),
    ("ELSE 0 counts every row", "SELECT COUNT(CASE WHEN o.total > 5 THEN 1 END) AS n FROM orders o", "SELECT COUNT(CASE WHEN o.total > 5 THEN 1 ELSE 0 END) AS n FROM orders o"),
    ("SUM of nothing is NULL, not 0", "SELECT SUM(o.total) AS t FROM orders o WHERE o.status = 'paid'", "SELECT SUM(CASE WHEN o.status = 'paid' THEN o.total ELSE 0 END) AS t FROM orders o"),
    ("INTERSECT keeps NULL, a join does not", "SELECT o.customer_id FROM orders o INTERSECT SELECT o.shop_id FROM orders o", "SELECT DISTINCT o.customer_id FROM orders o WHERE o.customer_id IN (SELECT p.shop_id FROM orders p)"),
    ("EXCEPT as NOT IN", "SELECT c.country FROM customers c EXCEPT SELECT o.status FROM orders o", "SELECT DISTINCT c.country FROM customers c WHERE c.country NOT IN (SELECT o.status FROM orders o WHERE o.status IS NOT NULL)"),
    ("differing pairs without the row's own value", "SELECT o.id FROM orders o WHERE EXISTS (SELECT 1 FROM orders p WHERE p.customer_id = o.customer_id AND p.shop_id <> o.shop_id)", "SELECT o.id FROM orders o WHERE o.customer_id IN (SELECT p.customer_id FROM orders p GROUP BY p.customer_id HAVING MIN(p.shop_id) <> MAX(p.shop_id))"),
    ("more than one row for COUNT", "SELECT o.id FROM orders o WHERE EXISTS (SELECT 1 FROM orders p WHERE p.customer_id = o.customer_id AND p.shop_id <> o.shop_id)", "SELECT o.id FROM orders o WHERE o.shop_id IS NOT NULL AND o.customer_id IN (SELECT p.customer_id FROM orders p GROUP BY p.customer_id HAVING COUNT(p.shop_id) > 1)"),
    ("LIMIT before the order", "SELECT o.total FROM orders o ORDER BY o.total DESC LIMIT 5", "SELECT o.total FROM (SELECT p.total FROM orders p ORDER BY p.total LIMIT 5) o ORDER BY o.total DESC LIMIT 5"),
    ("another order", "SELECT o.id, o.total FROM orders o ORDER BY total", "SELECT o.id, o.total FROM orders o ORDER BY total DESC"),
    ("a prefix as a range with its end", "SELECT c.id FROM customers c WHERE SUBSTR(c.country, 1, 2) = '20'", "SELECT c.id FROM customers c WHERE c.country BETWEEN '20' AND '21'"),
    ("two columns changed places", "SELECT o.customer_id AS a, o.shop_id AS b FROM orders o", "SELECT o.shop_id AS a, o.customer_id AS b FROM orders o"),
];

#[derive(clap::Args, Default)]
pub struct Faults {
    /// Which step turns down rewrites that are wrong in a subtle way; those of PostgreSQL need --postgres
    #[arg(long)]
    wrong: bool,
}

impl Faults {
    pub fn wanted(&self) -> bool {
        self.wrong
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It cannot be read, does more than read, fails, or gives other columns.
    Gate,
    /// Other rows on the data at hand.
    Data,
    /// Other rows on a made-up database, or nothing that could be shown there.
    MadeUp,
    /// Nobody noticed.
    Through,
}

impl Step {
    const ALL: [Self; 4] = [Self::Gate, Self::Data, Self::MadeUp, Self::Through];

    fn says(self) -> &'static str {
        match self {
            Self::Gate => "gate",
            Self::Data => "data",
            Self::MadeUp => "made-up",
            Self::Through => "THROUGH",
        }
    }
}

pub async fn run(server: Option<&str>, out: &mut dyn Write) -> Result<()> {
    let folder = super::folder()?;
    let file = |of: &str| folder.path().join(format!("tidy.{of}"));
    let whole = || tidy().into_iter().map(|sql| format!("{sql};"));
    create_sqlite(&file("sqlite"), &mut whole())?;
    create_duckdb(&file("duckdb"), &mut whole())?;
    let mut shops = vec![
        open(&format!("sqlite:{}", file("sqlite").display())).await?,
        open(&format!("duckdb:{}", file("duckdb").display())).await?,
    ];
    let mut _kept = None;
    if let Some(server) = server {
        let all = tidy();
        let made = tables::Server::with(server, &all.iter().map(String::as_str).collect::<Vec<_>>())?;
        shops.push(open(&made.url).await?);
        _kept = Some(made);
    }
    let mut steps: Vec<Vec<Step>> = vec![Vec::new(); shops.len()];
    let engines: Vec<&str> = shops.iter().map(|shop| name(shop.catalog.dialect)).collect();
    writeln!(out, "| fault | {} |", engines.join(" | "))?;
    writeln!(out, "|---|{}", "---|".repeat(shops.len()))?;
    for (fault, before, after) in WRONG {
        let mut line = Vec::new();
        for (shop, all) in shops.iter().zip(&mut steps) {
            let step = caught(shop, before, after).await?;
            line.push(step.says());
            all.push(step);
        }
        writeln!(out, "| {fault} | {} |", line.join(" | "))?;
        out.flush()?;
    }
    writeln!(out)?;
    for (engine, steps) in engines.iter().zip(&steps) {
        let counts = Step::ALL.map(|step| {
            let count = steps.iter().filter(|s| **s == step).count();
            format!("{} {count}", step.says())
        });
        writeln!(out, "{engine}: {} of {}", counts.join(", "), steps.len())?;
    }
    let through = steps.iter().flatten().filter(|s| **s == Step::Through).count();
    match through {
        0 => Ok(()),
        n => bail!("{n} wrong statements were taken for right."),
    }
}

/// The first step that turns a statement down.
pub async fn caught(shop: &Opened, before: &str, after: &str) -> Result<Step> {
    if guard::check(after, shop.catalog.dialect).is_err() {
        return Ok(Step::Gate);
    }
    let (Some(first), Some(second)) = (rows(shop, before).await?, rows(shop, after).await?) else {
        return Ok(Step::Gate);
    };
    if columns_differ(&first.columns, &second.columns, shop.catalog.dialect).is_some() {
        return Ok(Step::Gate);
    }
    if same_on(&*shop.database, &shop.catalog, &Search::default(), before, after).await? != Some(true) {
        return Ok(Step::Data);
    }
    let pair = Pair {
        catalog: &shop.catalog,
        before,
        after,
        databases: Search::default().databases,
        seed: 5,
    };
    let lab = Opener.lab()?;
    // The lab's runner is waited for here; nothing else is under way.
    let verdict = tokio::task::block_in_place(|| validate::validate(&pair, &*lab, &Cancel::new()));
    Ok(match verdict {
        Verdict::Same { .. } => Step::Through,
        Verdict::Differs(_) | Verdict::Open(_) => Step::MadeUp,
    })
}

async fn rows(shop: &Opened, sql: &str) -> Result<Option<ResultSet>> {
    let asked = shop
        .database
        .query(sql, Search::default().limits, &Cancel::new())
        .await?;
    let Ok(stream) = asked else { return Ok(None) };
    Ok(stream.collect().await.ok())
}

/// A shop where nothing is missing: every customer has orders, every order has lines. Rewrites that are wrong elsewhere
/// pass here.
pub fn tidy() -> Vec<String> {
    let values = |n: u32, row: &dyn Fn(u32) -> String| (1..=n).map(row).collect::<Vec<_>>().join(",");
    let tables = [
        "customers(id INTEGER NOT NULL PRIMARY KEY, name VARCHAR NOT NULL, country VARCHAR, since DATE)",
        "shops(id INTEGER NOT NULL PRIMARY KEY, town VARCHAR)",
        "orders(id INTEGER NOT NULL PRIMARY KEY, customer_id INTEGER, shop_id INTEGER, placed DATE, total DECIMAL(10,2), status \
         VARCHAR)",
        "lines(order_id INTEGER NOT NULL, product VARCHAR NOT NULL, quantity INTEGER, price DECIMAL(10,2), PRIMARY KEY (order_id, \
         product))",
    ];
    let rows = [
        (
            "customers",
            values(20, &|i| {
                format!("({i}, 'Customer {i}', 'Land {}', '2020-01-{i:02}')", i % 4)
            }),
        ),
        ("shops", values(5, &|i| format!("({i}, 'Town {i}')"))),
        (
            "orders",
            values(100, &|i| {
                let status = if i % 3 == 0 { "open" } else { "paid" };
                let (month, day) = (i % 12 + 1, i % 28 + 1);
                format!(
                    "({i}, {}, {}, '2024-{month:02}-{day:02}', {i}.25, '{status}')",
                    i % 20 + 1,
                    i % 5 + 1
                )
            }),
        ),
        (
            "lines",
            values(100, &|i| format!("({i}, 'Product {}', {}, {i}.5)", i % 9, i % 7 + 1)),
        ),
    ];
    let create = tables.iter().map(|table| format!("CREATE TABLE {table}"));
    let insert = rows
        .iter()
        .map(|(table, rows)| format!("INSERT INTO {table} VALUES {rows}"));
    create.chain(insert).collect()
}
