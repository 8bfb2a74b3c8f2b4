//! Rows that came to nothing, cancelled orders and withdrawn claims, where a figure counts them with the others.
//!
//! In: a query taken apart. Out: the state that such rows have, in words and as a condition, and how many of the counted rows
//! have it. Deliberately absent: leaving them
//! out, which the person decides; of money that was taken the reader does (`reader/lost.rs`).

use askwell_contract::{Cell, Limits};
use askwell_reader::known::{Column, Link};
use askwell_reader::link::came_to_nothing;
use askwell_sql::amend::{alone, Cond, Holds, Parts, Scene};

use crate::cx::Cx;
use crate::prepare::Knowledge;

/// Rows of a list of states, at most.
const STATES: u64 = 12;
/// What counting may take: nobody waits for a remark.
const LIMITS: Limits = Limits {
    milliseconds: 1_000,
    rows: 1,
    bytes: 1 << 20,
};

/// A state in which rows came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nothing {
    /// "cancelled"
    pub word: String,
    /// What such rows are, several of them: "orders".
    pub rows: String,
    /// Counts those that the query counts.
    pub sql: String,
}

/// `None`: the query condenses no rows that could have such a state, or says something of the state itself.
pub fn nothing(knowledge: &Knowledge, parts: &Parts) -> Option<Nothing> {
    if !parts.condenses() || parts.outer {
        return None;
    }
    let main = parts.tables.first()?;
    let known = knowledge.reader()?;
    let at = known.tables.iter().position(|t| t.name == *main)?;
    let refers = known
        .links
        .iter()
        .filter_map(Link::tables)
        .filter(|(from, _)| *from == at);
    let joins = |tables: &[String]| knowledge.graph.connect(tables);
    let scene = Scene {
        catalog: &knowledge.catalog,
        joins: &joins,
    };
    // A state may be told by the row itself, or by a list of states that it refers to.
    std::iter::once(at).chain(refers.map(|(_, to)| to)).find_map(|of| {
        let table = &known.tables[of];
        let told = |column: &Column| of == at && !column.unique || of != at && table.rows <= STATES;
        let mut columns = table.columns.iter().filter(|c| told(c));
        columns.find_map(|column| {
            let (values, word) = came_to_nothing(column)?;
            let place = (table.name.clone(), column.name.clone());
            let name = scene.name(&place);
            let list: Vec<String> = values.iter().map(|v| askwell_sql::dialect::text(v)).collect();
            let mut counting = parts.clone();
            let reached = counting.reach(std::slice::from_ref(&table.name), &scene);
            counting.select = vec![alone::rows()];
            counting.filter.push(Cond {
                sql: format!("{name} IN ({})", list.join(", ")),
                column: Some(place),
                holds: Holds::Equal,
                denied: false,
            });
            (counting.group, counting.having, counting.order) = (Vec::new(), Vec::new(), Vec::new());
            (counting.limit, counting.offset, counting.distinct) = (None, 0, false);
            let said = parts.sql().contains(&name);
            (!said && reached).then(|| Nothing {
                word,
                rows: known.speech.rows(&known.tables[at].name, &known.tables[at].words),
                sql: counting.sql(),
            })
        })
    })
}

/// How many there are; 0 where that could not be counted, for which no answer is given up. Err: the person pressed Stop.
pub async fn among(cx: &Cx<'_>, nothing: &Nothing) -> askwell_contract::Result<u64> {
    let asked = cx.database.query(&nothing.sql, LIMITS, cx.cancel).await;
    cx.check()?;
    let Ok(Ok(stream)) = asked else { return Ok(0) };
    let rows = stream.collect().await.map(|set| set.rows).unwrap_or_default();
    Ok(match rows.first().and_then(|row| row.first()) {
        Some(Cell::Int(n)) => u64::try_from(*n).unwrap_or_default(),
        _ => 0,
    })
}
