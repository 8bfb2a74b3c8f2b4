//! Every rule on generated schemas and data: before and after agree.

use super::*;

/// Made-up databases a rule, of both engines and all its statements together.
const INSTANCES: u32 = 2_000;
const OF_DUCKDB: u32 = 300;
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
    for dialect in [Dialect::Sqlite, Dialect::Duckdb]
        .into_iter()
        .filter(|d| rule.engines.contains(d))
    {
        for catalog in variations(dialect) {
            for sql in std::iter::once(&rule.before).chain(rule.also) {
                let Some(query) = parse::query(sql, dialect)
                    .ok()
                    .and_then(|q| rewrite::qualify(&q, &catalog))
                else {
                    continue;
                };
                for step in rewrite::steps_of(rule, &query, &catalog) {
                    pairs.push((catalog.clone(), (*sql).to_string(), step.query.to_string()));
                }
            }
        }
    }
    let of = |dialect| u32::try_from(pairs.iter().filter(|(c, ..)| c.dialect == dialect).count()).unwrap_or(0);
    // DuckDB takes many times as long for a few rows, so it has the smaller share where there are two.
    let (sqlite, duckdb) = match of(Dialect::Sqlite) {
        0 => (0, INSTANCES),
        _ => (INSTANCES - OF_DUCKDB, OF_DUCKDB),
    };
    let (mut all, mut with_rows) = (0, 0);
    for (seed, (catalog, before, after)) in pairs.iter().enumerate() {
        let each = match catalog.dialect {
            Dialect::Sqlite => sqlite.div_ceil(of(Dialect::Sqlite).max(1)),
            other => duckdb.div_ceil(of(other).max(1)),
        };
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
