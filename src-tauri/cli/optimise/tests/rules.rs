//! Every rule on generated schemas and data: before and after agree.

use super::schemas::{made, Made};
use super::*;

/// Schemas from seeds, on each engine, besides those that are written down; other ones for each rule.
const SCHEMAS: [(Dialect, u64); 3] = [(Dialect::Sqlite, 8), (Dialect::Duckdb, 2), (Dialect::Postgres, 2)];
/// For a rule that looks at one engine alone.
const OF_ONE_ENGINE: u64 = 4;
/// Of these, those on which a rule has to find something to change.
const WITH_CHANGES: usize = 3;

/// Made-up databases a rule, of all engines and all its statements together.
const INSTANCES: u32 = 2_000;
const OF_DUCKDB: u32 = 200;
/// In PostgreSQL's dialect; its databases are made in DuckDB.
const OF_POSTGRES: u32 = 200;
/// Databases on which a rule's statements have to give rows, all together.
const WITH_ROWS: u32 = 150;

/// The home with other declarations: columns that may be NULL or not, further keys. A rule that rests on one must see it.
fn variations(dialect: Dialect) -> Vec<Catalog> {
    let change = |with: &dyn Fn(&mut Catalog)| {
        let mut catalog = home(dialect);
        with(&mut catalog);
        catalog
    };
    vec![
        home(dialect),
        change(&|c| {
            for column in c.tables.iter_mut().flat_map(|t| &mut t.columns) {
                column.nullable = false;
            }
        }),
        change(&|c| {
            for table in &mut c.tables {
                table.primary_key.clear();
                table.columns.iter_mut().for_each(|column| column.nullable = true);
            }
        }),
        change(&|c| {
            for table in &mut c.tables {
                let pairs: Vec<String> = table
                    .columns
                    .iter()
                    .skip(1)
                    .take(2)
                    .map(|column| column.name.clone())
                    .collect();
                table.unique.push(pairs);
            }
        }),
    ]
}

/// Tries all that one rule makes; the number of databases on which it agreed and of those with rows.
fn agreed(rule: &'static rewrite::Rule, faults: &mut Vec<String>) -> (u32, u32) {
    let mut pairs: Vec<(Catalog, String, String)> = Vec::new();
    let mut with_changes = 0;
    for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres]
        .into_iter()
        .filter(|d| rule.engines.contains(d))
    {
        let from_seeds =
            SCHEMAS
                .iter()
                .filter(|(of, _)| *of == dialect)
                .flat_map(|(_, count)| match rule.engines.len() {
                    1 => 0..OF_ONE_ENGINE,
                    _ => 0..*count,
                });
        let of_rule: u64 = rule.name.bytes().map(u64::from).sum();
        let schemas = variations(dialect).into_iter().map(Made::as_it_is);
        for schema in schemas.chain(from_seeds.map(|n| made(dialect, of_rule * 100 + n))) {
            let before = pairs.len();
            for sql in std::iter::once(&rule.before).chain(rule.also) {
                let sql = schema.said(sql);
                let read = parse::query(&sql, dialect).ok();
                let Some(query) = read.and_then(|q| rewrite::qualify(&q, &schema.catalog)) else {
                    continue;
                };
                for step in rewrite::steps_of(rule, &query, &schema.catalog) {
                    pairs.push((schema.catalog.clone(), sql.clone(), step.query.to_string()));
                }
            }
            with_changes += usize::from(schema.is_from_a_seed() && pairs.len() > before);
        }
    }
    if with_changes < WITH_CHANGES {
        faults.push(format!(
            "{} found something to change on {with_changes} schemas alone",
            rule.name
        ));
    }
    let of = |dialect| u32::try_from(pairs.iter().filter(|(c, ..)| c.dialect == dialect).count()).unwrap_or(0);
    // DuckDB takes many times as long for a few rows, so it has the smaller shares where SQLite has one.
    let postgres = match of(Dialect::Sqlite) + of(Dialect::Duckdb) {
        0 => INSTANCES,
        _ => OF_POSTGRES * of(Dialect::Postgres).min(1),
    };
    let duckdb = match of(Dialect::Sqlite) {
        0 => INSTANCES - postgres,
        _ => OF_DUCKDB * of(Dialect::Duckdb).min(1),
    };
    let share = |dialect: Dialect| match dialect {
        Dialect::Sqlite => INSTANCES - duckdb - postgres,
        Dialect::Duckdb => duckdb,
        Dialect::Postgres => postgres,
    };
    let (mut all, mut with_rows) = (0, 0);
    for (seed, (catalog, before, after)) in pairs.iter().enumerate() {
        let each = share(catalog.dialect).div_ceil(of(catalog.dialect).max(1));
        match verdict(catalog, before, after, each, seed as u64) {
            Verdict::Same { databases, telling, .. } => {
                all += databases;
                with_rows += telling;
            }
            other => faults.push(format!(
                "{} ({:?})\n  {before}\n  {after}\n  {other:?}",
                rule.name, catalog.dialect
            )),
        }
    }
    (all, with_rows)
}

#[test]
fn every_rule_gives_the_same_rows_on_two_thousand_made_up_databases() {
    let halves = RULES.split_at(RULES.len() / 2);
    let tried = |rules: &'static [rewrite::Rule]| {
        let (mut faults, mut table) = (Vec::new(), Vec::new());
        for rule in rules {
            let (all, with_rows) = agreed(rule, &mut faults);
            if all < INSTANCES || with_rows < WITH_ROWS {
                faults.push(format!(
                    "{} was tried on {all} databases, {with_rows} with rows",
                    rule.name
                ));
            }
            table.push(format!("{} {all} {with_rows}", rule.name));
        }
        (faults, table)
    };
    let (first, second) = std::thread::scope(|scope| {
        let other = scope.spawn(|| tried(halves.1));
        (tried(halves.0), other.join().unwrap())
    });
    println!("{}\n{}", first.1.join("\n"), second.1.join("\n"));
    let faults: Vec<String> = first.0.into_iter().chain(second.0).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
