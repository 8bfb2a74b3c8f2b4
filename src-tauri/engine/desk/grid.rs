//! The rows behind a grid: a page of them as they are sorted and filtered, where a text is found, what a column holds.
//!
//! In: where the rows come from and how they are shown. Out: what is true of all of them. Nothing is kept: each is a query
//! around the query, so memory does not grow with the rows. Deliberately absent: the queries themselves (`askwell_sql::grid`).

use std::sync::Arc;

use askwell_contract::grid::{GridCounts, GridFacts, GridHit, GridHits, GridPage, GridValue, GridView, RowSource};
use askwell_contract::ports::{Cancel, Database, End};
use askwell_contract::{Cell, Limits, Problem, ProblemCode, Result, ResultColumn, ResultSet};
use askwell_sql::grid::Grid;
use askwell_sql::{dialect, page};

use super::{refused, Desk};
use crate::prepare::describe;

/// As many of what is found as a person would go through; all are counted.
const HITS: usize = 5_000;
const COMMON: u32 = 5;
/// A search sees every row and keeps none.
const SEARCH: Limits = Limits {
    rows: u64::MAX,
    bytes: u64::MAX,
    ..Limits::ASK
};

/// A query that is open for looking at.
struct Looked {
    database: Arc<dyn Database>,
    sql: String,
    columns: Vec<ResultColumn>,
}

impl Desk {
    /// Rows `offset..offset + limit` of the view; `count`: also how many there are.
    pub async fn grid_page(
        &self,
        id: &str,
        source: &RowSource,
        view: &GridView,
        (offset, limit): (u64, u64),
        count: bool,
    ) -> Result<GridPage> {
        let cancel = Cancel::new();
        // As the query gives them: what its columns are makes no difference.
        let (looked, sql, counted) = if *view == GridView::default() {
            let looked = self.source(id, source).await?;
            let counted = page::counted(&looked.sql, looked.database.dialect()).map_err(refused)?;
            let sql = looked.sql.clone();
            (looked, sql, counted)
        } else {
            let looked = self.looked(id, source, &cancel).await?;
            let grid = looked.grid()?;
            let (sql, counted) = (grid.rows(view)?, grid.counts(&view.filters)?);
            (looked, sql, counted)
        };
        let limits = Limits {
            rows: limit.max(1),
            ..Limits::ASK
        };
        // One row more than is shown tells whether there are others.
        let sql = page::page(&sql, looked.database.dialect(), offset, limit.saturating_add(1)).map_err(refused)?;
        let rows = looked.run(&sql, limits, &cancel);
        let (result, counts) = if count {
            let counted = looked.count(counted, &cancel);
            let (result, counts) = tokio::join!(rows, counted);
            (result?, counts)
        } else {
            (rows.await?, None)
        };
        Ok(GridPage { result, counts })
    }

    /// Every cell of the view that has `words` in it, case aside. `stop` with `job` ends it.
    pub async fn grid_find(
        &self,
        id: &str,
        job: &str,
        source: &RowSource,
        view: &GridView,
        words: &str,
    ) -> Result<GridHits> {
        let (cancel, _done) = self.begin(job);
        let looked = self.looked(id, source, &cancel).await?;
        let sql = looked.grid()?.rows(view)?;
        let mut stream = looked.database.query(&sql, SEARCH, &cancel).await?.map_err(refused)?;
        let sought = words.to_lowercase();
        let (mut hits, mut found, mut row) = (Vec::new(), 0, 0);
        while let Some(rows) = stream.next().await {
            for cells in rows {
                for (column, cell) in (0..).zip(&cells) {
                    if sought.is_empty() || !cell.to_string().to_lowercase().contains(&sought) {
                        continue;
                    }
                    found += 1;
                    if hits.len() < HITS {
                        hits.push(GridHit { row, column });
                    }
                }
                row += 1;
            }
        }
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        match stream.end() {
            End::Failed(finding) => Err(refused(finding)),
            end => Ok(GridHits {
                hits,
                found,
                whole: end == End::Complete,
            }),
        }
    }

    /// What a column of the view holds. `stop` with `job` ends it.
    pub async fn grid_facts(
        &self,
        id: &str,
        job: &str,
        source: &RowSource,
        view: &GridView,
        column: u32,
    ) -> Result<GridFacts> {
        let (cancel, _done) = self.begin(job);
        let looked = self.looked(id, source, &cancel).await?;
        let grid = looked.grid()?;
        let facts = grid.facts(&view.filters, column)?;
        let common = grid.common(&view.filters, column, COMMON)?;
        let (facts, common) = tokio::join!(
            looked.run(&facts, Limits::ASK, &cancel),
            looked.run(&common, Limits::ASK, &cancel)
        );
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        let facts = facts?;
        let Some([rows, empty, distinct, least, greatest, mean]) = facts.rows.first().map(Vec::as_slice) else {
            return Err(Problem::new(
                ProblemCode::TimedOut,
                "The time was up before all rows were read.",
            ));
        };
        let common = common.map(|common| common.rows).unwrap_or_default();
        Ok(GridFacts {
            rows: counted(rows),
            empty: counted(empty),
            distinct: counted(distinct),
            least: least.clone(),
            greatest: greatest.clone(),
            mean: mean.as_f64(),
            common: common
                .into_iter()
                .filter_map(|row| {
                    let [value, rows] = <[Cell; 2]>::try_from(row).ok()?;
                    let rows = counted(&rows);
                    Some(GridValue { value, rows })
                })
                .collect(),
        })
    }

    /// The query of a view's rows.
    pub(super) async fn grid_query(&self, id: &str, sql: &str, view: &GridView) -> Result<String> {
        let source = RowSource::Query { sql: sql.to_string() };
        self.looked(id, &source, &Cancel::new()).await?.grid()?.rows(view)
    }

    async fn looked(&self, id: &str, source: &RowSource, cancel: &Cancel) -> Result<Looked> {
        let mut looked = self.source(id, source).await?;
        // One row: where the columns' types are not declared, it says them.
        let first = page::page(&looked.sql, looked.database.dialect(), 0, 1).map_err(refused)?;
        looked.columns = looked.run(&first, Limits::ASK, cancel).await?.columns;
        Ok(looked)
    }

    /// Its columns are not known yet.
    async fn source(&self, id: &str, source: &RowSource) -> Result<Looked> {
        let database = self.opened(id).await?.database.clone();
        let sql = match source {
            RowSource::Query { sql } => sql.clone(),
            RowSource::Table { name } => {
                let knowledge = self.look(id).await?;
                let (table, _) = describe::find(&knowledge.catalog, name, None)?;
                format!("SELECT * FROM {}", dialect::table(table, database.dialect()))
            }
        };
        Ok(Looked {
            database,
            sql,
            columns: Vec::new(),
        })
    }
}

impl Looked {
    fn grid(&self) -> Result<Grid<'_>> {
        Grid::new(&self.sql, self.database.dialect(), &self.columns).map_err(refused)
    }

    async fn run(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Result<ResultSet> {
        let stream = self.database.query(sql, limits, cancel).await?.map_err(refused)?;
        stream.collect().await.map_err(refused)
    }

    /// `None`: not in time. Rows are shown without their number rather than not at all.
    async fn count(&self, sql: String, cancel: &Cancel) -> Option<GridCounts> {
        let counts = self.run(&sql, Limits::ASK, cancel).await.ok()?;
        let (rows, of) = match counts.rows.first()?.as_slice() {
            [Cell::Int(rows)] => (rows, rows),
            [Cell::Int(rows), Cell::Int(of)] => (rows, of),
            _ => return None,
        };
        Some(GridCounts {
            rows: u64::try_from(*rows).ok()?,
            of: u64::try_from(*of).ok()?,
        })
    }
}

fn counted(cell: &Cell) -> u64 {
    match cell {
        Cell::Int(rows) => u64::try_from(*rows).unwrap_or_default(),
        cell => cell.as_f64().unwrap_or_default() as u64,
    }
}
