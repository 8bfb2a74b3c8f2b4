//! Rewrites that helped, each a file: before, after, why, where not, the engine, the gain as it was measured.
//!
//! In: a statement. Out: the three examples of the same engine that are most like it, for a model's prompt. Each is about the
//! shop of [`rewrite::home`]; `bench --gold` shows again that before and after agree and measures them anew.
//! Deliberately absent: examples of another engine, whatever they look like.

use std::sync::OnceLock;

use askwell_contract::{Catalog, Dialect};
use askwell_sql::parse;
use askwell_sql::rewrite::{self, home::home, vector, Query};

/// Examples in one prompt (seed 004).
pub const SHOWN: usize = 3;

#[derive(Debug, Clone, PartialEq)]
pub struct Gold {
    pub name: &'static str,
    pub engine: Dialect,
    pub why: String,
    pub when_not: String,
    /// How many times as fast, when it was last measured.
    pub gain: f64,
    pub before: String,
    pub after: String,
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        /// Name and text of each.
        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("gold/", $name, ".txt")))),*];
    };
}

files![
    "duckdb/bought_in_two_shops",
    "duckdb/customers_that_have_orders",
    "duckdb/customers_without_orders_by_except",
    "duckdb/date_as_text",
    "duckdb/figures_of_each_shop_side_by_side",
    "duckdb/join_that_only_repeats_a_key",
    "duckdb/named_part_read_twice",
    "duckdb/no_later_order",
    "duckdb/order_within_a_subquery",
    "duckdb/rank_by_counting",
    "duckdb/running_total_of_days",
    "duckdb/sales_of_each_customer",
    "duckdb/single_rows_joined",
    "duckdb/two_lists_of_numbers",
    "duckdb/union_of_what_cannot_meet",
    "duckdb/window_over_all_for_one_figure",
    "duckdb/year_by_a_function",
    "postgres/above_average_of_its_shop",
    "postgres/best_order_by_a_numbered_window",
    "postgres/branches_over_one_table",
    "postgres/counted_only_to_see_whether_there_is_one",
    "postgres/counts_of_several_kinds",
    "postgres/customers_without_orders_by_except",
    "postgres/date_as_text",
    "postgres/different_customers_of_each_status",
    "postgres/figures_of_each_shop_side_by_side",
    "postgres/largest_order_of_each_shop",
    "postgres/named_part_read_twice",
    "postgres/order_within_a_subquery",
    "postgres/orders_counted_beside_each_customer",
    "postgres/rank_by_counting",
    "postgres/running_total_of_days",
    "postgres/single_rows_joined",
    "postgres/two_lists_of_numbers",
    "postgres/union_of_what_cannot_meet",
    "postgres/window_over_all_for_one_figure",
    "sqlite/above_average_of_its_shop",
    "sqlite/best_order_by_a_numbered_window",
    "sqlite/branches_over_one_table",
    "sqlite/counted_only_to_see_whether_there_is_one",
    "sqlite/customers_that_have_orders",
    "sqlite/figures_of_each_shop_side_by_side",
    "sqlite/join_that_only_repeats_a_key",
    "sqlite/largest_order_of_each_shop",
    "sqlite/named_part_read_twice",
    "sqlite/order_within_a_subquery",
    "sqlite/orders_counted_beside_each_customer",
    "sqlite/rank_by_counting",
    "sqlite/running_total_of_days",
    "sqlite/union_of_what_cannot_meet",
    "sqlite/window_over_all_for_one_figure",
    "sqlite/year_by_a_function",
];

/// All of them, in the order of their files' names.
pub fn all() -> &'static [Gold] {
    static ALL: OnceLock<Vec<Gold>> = OnceLock::new();
    ALL.get_or_init(|| FILES.iter().filter_map(|(name, text)| read(name, text)).collect())
}

/// Lines `word: text`, then the two statements under `-- before` and `-- after`.
pub fn read(name: &'static str, text: &str) -> Option<Gold> {
    let (head, rest) = text.split_once("-- before\n")?;
    let (before, after) = rest.split_once("-- after\n")?;
    let field = |word: &str| {
        let line = head.lines().find_map(|l| l.strip_prefix(word)?.strip_prefix(':'));
        line.map(|l| l.trim().to_string())
    };
    let engine = match field("engine")?.as_str() {
        "SQLite" => Dialect::Sqlite,
        "DuckDB" => Dialect::Duckdb,
        "PostgreSQL" => Dialect::Postgres,
        _ => return None,
    };
    Some(Gold {
        name,
        engine,
        why: field("why")?,
        when_not: field("when not")?,
        gain: field("gain")?.parse().ok()?,
        before: before.trim().to_string(),
        after: after.trim().to_string(),
    })
}

/// The same file with another gain.
pub fn with_gain(text: &str, gain: f64) -> String {
    let line = |l: &str| match l.starts_with("gain:") {
        true => format!("gain: {gain:.1}\n"),
        false => format!("{l}\n"),
    };
    text.lines().map(line).collect()
}

/// Most like the statement first; two of one shape are near, whatever their tables are called.
pub fn nearest(query: &Query, catalog: &Catalog, count: usize) -> Vec<&'static Gold> {
    let index = index(catalog.dialect);
    let asked = index.scale.scaled(&vector::vector(query, catalog));
    let near = index.examples.iter().map(|(gold, own)| (cosine(&asked, own), *gold));
    let mut near: Vec<(f32, &Gold)> = near.collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.name.cmp(b.1.name)));
    near.into_iter().take(count).map(|(_, g)| g).collect()
}

/// The examples of one engine by their scaled figures. They are few, so that looking at each is quicker than an index that
/// spares looking; what takes its time, to read them, is done once.
struct Index {
    scale: Scale,
    examples: Vec<(&'static Gold, Vec<f32>)>,
}

fn index(engine: Dialect) -> &'static Index {
    static OF_SQLITE: OnceLock<Index> = OnceLock::new();
    static OF_DUCKDB: OnceLock<Index> = OnceLock::new();
    static OF_POSTGRES: OnceLock<Index> = OnceLock::new();
    let of_engine = match engine {
        Dialect::Sqlite => &OF_SQLITE,
        Dialect::Duckdb => &OF_DUCKDB,
        Dialect::Postgres => &OF_POSTGRES,
    };
    of_engine.get_or_init(|| {
        let known: Vec<(&Gold, [f32; vector::SIZE])> = all()
            .iter()
            .filter(|g| g.engine == engine)
            .filter_map(|g| Some((g, of(&g.before, g.engine)?)))
            .collect();
        let scale = Scale::of(known.iter().map(|k| &k.1));
        let examples = known.iter().map(|(gold, own)| (*gold, scale.scaled(own)));
        Index {
            examples: examples.collect(),
            scale,
        }
    })
}

fn of(sql: &str, engine: Dialect) -> Option<[f32; vector::SIZE]> {
    let catalog = home(engine);
    let query = parse::query(sql, engine).ok()?;
    let query = rewrite::qualify(&query, &catalog).unwrap_or(query);
    Some(vector::vector(&query, &catalog))
}

/// Mean and spread of each figure over the examples of an engine.
struct Scale([(f32, f32); vector::SIZE]);

impl Scale {
    fn of<'v>(vectors: impl Iterator<Item = &'v [f32; vector::SIZE]> + Clone) -> Self {
        let count = vectors.clone().count().max(1) as f32;
        let mut scale = [(0.0, 1.0); vector::SIZE];
        for (at, (mean, spread)) in scale.iter_mut().enumerate() {
            let each = || vectors.clone().filter_map(|v| v.get(at));
            *mean = each().sum::<f32>() / count;
            let variance = each().map(|x| (x - *mean).powi(2)).sum::<f32>() / count;
            // A figure that is the same everywhere tells nothing apart and must not drown the others.
            *spread = variance.sqrt().max(0.1);
        }
        Self(scale)
    }

    fn scaled(&self, vector: &[f32; vector::SIZE]) -> Vec<f32> {
        let scaled = vector
            .iter()
            .zip(&self.0)
            .map(|(x, (mean, spread))| (x - mean) / spread);
        scaled.collect()
    }
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt().max(f32::EPSILON)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_can_be_read_and_every_engine_has_enough() {
        let count = |engine| all().iter().filter(|g| g.engine == engine).count();
        assert_eq!(all().len(), FILES.len());
        assert!(count(Dialect::Duckdb) >= 16 && count(Dialect::Postgres) >= 12 && count(Dialect::Sqlite) >= 12);
        for gold in all() {
            assert!(gold.gain >= 1.1, "{} gains {}", gold.name, gold.gain);
            assert!(gold.why.ends_with('.') && gold.when_not.ends_with('.'), "{}", gold.name);
            assert!(
                askwell_sql::guard::check(&gold.before, gold.engine).is_ok(),
                "{}",
                gold.name
            );
            assert!(
                askwell_sql::guard::check(&gold.after, gold.engine).is_ok(),
                "{}",
                gold.name
            );
        }
    }

    #[test]
    fn an_example_is_nearest_to_itself_under_other_names_and_never_of_another_engine() {
        for gold in all() {
            let catalog = home(gold.engine);
            let other = gold.before.replace("'paid'", "'open'").replace("2024", "2023");
            let query = parse::query(&other, gold.engine).unwrap();
            let query = rewrite::qualify(&query, &catalog).unwrap_or(query);
            let near = nearest(&query, &catalog, SHOWN);
            assert_eq!(near[0].name, gold.name);
            assert!(near.len() == SHOWN && near.iter().all(|g| g.engine == gold.engine));
        }
    }
}
