//! What the data itself says of keys and NULLs, where no declaration does.
//!
//! In: a query and the catalog. Out: a catalog that also has the keys and NOT NULLs that hold in the data now, each counted
//! over the whole table; and which of them a rewrite needs. A proof names them, since the next row may end them.
//! Deliberately absent: anything from a sample or an estimate, and keys of several columns.

use std::collections::BTreeSet;

use askwell_contract::{Catalog, Cell, Limits, Result, Table, TypeKind};
use askwell_sql::dialect;
use askwell_sql::rewrite::{self, Query};

use super::Work;

/// Counting different values of a longer table takes longer than most of what it could save.
const LONGEST: u64 = 20_000_000;
const LIMITS: Limits = Limits {
    milliseconds: 20_000,
    rows: 1,
    bytes: 1 << 20,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    table: String,
    column: String,
    /// No value comes twice; else only that none is missing.
    unique: bool,
}

impl Fact {
    pub fn says(&self) -> String {
        let Self { table, column, unique } = self;
        match unique {
            true => format!("As your data is today: no two rows of {table} have the same {column}, and none lacks it."),
            false => format!("As your data is today: no row of {table} lacks {column}."),
        }
    }
}

#[derive(Debug, Clone, Default)]
pub struct Facts(Vec<Fact>);

impl Facts {
    /// Counts, for each table that the query reads, the columns by which it is joined, until it is `late` or stopped.
    pub async fn of(work: &Work<'_>, query: &Query, late: &(dyn Fn() -> bool + Sync)) -> Result<Self> {
        let domains = rewrite::domains::domains(&[query]);
        let meets = |name: &str| {
            let mut all = domains.domains.iter();
            all.any(|d| d.columns.len() > 1 && d.columns.contains(name))
        };
        let mut facts = Vec::new();
        for table in rewrite::tables(query, work.catalog) {
            if late() || work.enough.is_cancelled() {
                break;
            }
            let named = |c: &&askwell_contract::Column| domains.columns.contains(&c.name.to_lowercase());
            let joined: Vec<&str> = table
                .columns
                .iter()
                .filter(named)
                .filter(|c| meets(&c.name.to_lowercase()) && countable(c.kind) && !is_key(table, &c.name))
                .map(|c| c.name.as_str())
                .collect();
            let long = table.rows.is_some_and(|rows| rows.count > LONGEST);
            if joined.is_empty() || long {
                continue;
            }
            facts.extend(counted(work, table, &joined).await?);
        }
        Ok(Self(facts))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn all(&self) -> BTreeSet<usize> {
        (0..self.0.len()).collect()
    }

    pub fn says(&self, which: &BTreeSet<usize>) -> Vec<String> {
        which.iter().filter_map(|at| self.0.get(*at)).map(Fact::says).collect()
    }

    /// The catalog as if these had been declared.
    pub fn declared(&self, which: &BTreeSet<usize>, catalog: &Catalog) -> Catalog {
        let mut catalog = catalog.clone();
        for fact in which.iter().filter_map(|at| self.0.get(*at)) {
            let Some(table) = catalog.tables.iter_mut().find(|t| t.name == fact.table) else {
                continue;
            };
            if fact.unique {
                table.unique.push(vec![fact.column.clone()]);
            }
            for column in table.columns.iter_mut().filter(|c| c.name == fact.column) {
                column.nullable = false;
            }
        }
        catalog
    }

    /// The least of them with which `makes` is true, as far as leaving one out after the other tells.
    pub fn needed(&self, catalog: &Catalog, makes: &dyn Fn(&Catalog) -> bool) -> BTreeSet<usize> {
        let mut needed = self.all();
        for at in self.all() {
            let mut fewer = needed.clone();
            fewer.remove(&at);
            if makes(&self.declared(&fewer, catalog)) {
                needed = fewer;
            }
        }
        needed
    }
}

/// One reading of the table; a table that cannot be counted in time says nothing.
async fn counted(work: &Work<'_>, table: &Table, columns: &[&str]) -> Result<Vec<Fact>> {
    let dialect = work.catalog.dialect;
    let each = columns.iter().map(|name| {
        let name = dialect::ident(name, dialect);
        format!("COUNT({name}), COUNT(DISTINCT {name})")
    });
    let each: Vec<String> = each.collect();
    let sql = format!(
        "SELECT COUNT(*), {} FROM {}",
        each.join(", "),
        dialect::table(table, dialect)
    );
    let Ok(stream) = work.database.query(&sql, LIMITS, work.enough).await? else {
        return Ok(Vec::new());
    };
    let Ok(result) = stream.collect().await else {
        return Ok(Vec::new());
    };
    let Some(row) = result.rows.first().filter(|_| result.truncated.is_none()) else {
        return Ok(Vec::new());
    };
    let numbers: Vec<f64> = row.iter().map(|cell: &Cell| cell.as_f64().unwrap_or(-1.0)).collect();
    let (Some(all), counts) = (numbers.first(), numbers.get(1..).unwrap_or_default()) else {
        return Ok(Vec::new());
    };
    let facts = columns.iter().zip(counts.chunks_exact(2)).filter_map(|(name, pair)| {
        let [filled, different] = pair else { return None };
        (filled == all).then(|| Fact {
            table: table.name.clone(),
            column: (*name).to_string(),
            unique: different == all,
        })
    });
    // A NOT NULL that is declared needs no counting.
    let said = |fact: &Fact| fact.unique || table.column(&fact.column).is_some_and(|c| c.nullable);
    Ok(facts.filter(said).collect())
}

/// A key in its own right already. SQLite lets a primary key be NULL.
fn is_key(table: &Table, column: &str) -> bool {
    let keys = std::iter::once(&table.primary_key).chain(&table.unique);
    let filled = table.column(column).is_some_and(|c| !c.nullable);
    filled
        && keys
            .into_iter()
            .any(|key| matches!(key.as_slice(), [one] if one.eq_ignore_ascii_case(column)))
}

fn countable(kind: TypeKind) -> bool {
    use TypeKind as K;
    matches!(kind, K::Integer | K::Decimal | K::Text | K::Date)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use askwell_contract::optimise::{Lab, Scratch};
    use askwell_contract::ports::Cancel;
    use askwell_contract::{Dialect, Problem};
    use askwell_sql::guard;
    use askwell_sql::rewrite::home::home;

    use super::*;
    use crate::optimise::Settings;
    use crate::prepare::fake::Fake;
    use crate::scripted::Ticking;

    fn fact(table: &str, column: &str, unique: bool) -> Fact {
        Fact {
            table: table.into(),
            column: column.into(),
            unique,
        }
    }

    struct NoLab;

    impl Lab for NoLab {
        fn open(&self, _: Dialect) -> Result<Box<dyn Scratch>> {
            Err(Problem::internal("no lab"))
        }
    }

    /// How many tables are counted, where it is late or enough before or while one is.
    async fn tables_counted(late_after: usize, stopped: bool) -> usize {
        let catalog = home(Dialect::Sqlite);
        let database = Fake::new(catalog.clone());
        let (cancel, enough, clock) = (Cancel::new(), Cancel::new(), Ticking::default());
        if stopped {
            enough.cancel();
        }
        let work = Work {
            database: &database,
            catalog: &catalog,
            lab: Arc::new(NoLab),
            clock: &clock,
            cancel: &cancel,
            enough: &enough,
            settings: Settings::default(),
            on_progress: &|_| {},
            others: &[],
            asking: None,
        };
        let sql =
            "SELECT lines.product FROM lines JOIN orders ON lines.quantity = orders.customer_id JOIN customers ON \
                   customers.name = orders.status";
        let query = guard::checked(sql, Dialect::Sqlite).unwrap();
        let query = rewrite::qualify(&query, &catalog).unwrap();
        Facts::of(&work, &query, &|| database.asked().len() >= late_after)
            .await
            .unwrap();
        database.asked().len()
    }

    #[tokio::test]
    async fn no_further_table_is_counted_once_it_is_late_or_enough() {
        let all = tables_counted(usize::MAX, false).await;
        assert!(all >= 2, "{all}");
        assert_eq!(tables_counted(1, false).await, 1);
        assert_eq!(tables_counted(0, false).await, 0);
        assert_eq!(tables_counted(usize::MAX, true).await, 0);
    }

    #[test]
    fn only_the_facts_that_a_rewrite_needs_are_named() {
        let facts = Facts(vec![
            fact("lines", "order_id", false),
            fact("orders", "customer_id", true),
            fact("shops", "town", true),
        ]);
        let bare = home(Dialect::Sqlite);
        let makes = |c: &Catalog| {
            c.table("orders")
                .is_some_and(|t| t.unique.contains(&vec!["customer_id".to_string()]))
        };
        let needed = facts.needed(&bare, &makes);
        assert_eq!(needed, BTreeSet::from([1]));
        assert_eq!(
            facts.says(&needed),
            ["As your data is today: no two rows of orders have the same customer_id, and none lacks it."]
        );
        let with = facts.declared(&facts.all(), &bare);
        assert!(!with.table("shops").unwrap().column("town").unwrap().nullable);
        assert!(bare.table("shops").unwrap().unique.is_empty());
    }
}
