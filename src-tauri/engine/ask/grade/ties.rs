//! A place of a ranking that is shared with rows that the list leaves out.
//!
//! In: a query that cuts a list. Out: one sentence, or nothing. One more read-only query, under a short limit, and only
//! where the answer came fast.

use askwell_contract::run::{Judged, Outcome};
use askwell_contract::{Cell, Limits, ProblemCode, Result, Row};
use askwell_sql::ties::{longer, MORE};

use crate::cx::Cx;

/// A query that took longer is not worth running again, ms.
const FAST: f64 = 500.0;
const LIMITS: Limits = Limits {
    milliseconds: 1_000,
    rows: 1_000,
    bytes: 4 << 20,
};

/// Err: the person pressed Stop.
pub async fn shared(cx: &Cx<'_>, winner: &Judged) -> Result<Option<String>> {
    let Outcome::Ran { result, ms, .. } = &winner.outcome else {
        return Ok(None);
    };
    let Some(longer) = longer(&winner.candidate.sql, cx.knowledge.catalog.dialect) else {
        return Ok(None);
    };
    let rows = result.rows.len();
    if *ms > FAST || rows as u64 != longer.limit || longer.limit + MORE > LIMITS.rows {
        return Ok(None);
    }
    let stream = match cx.database.query(&longer.sql, LIMITS, cx.cancel).await {
        Ok(Ok(stream)) => stream,
        Err(problem) if problem.code == ProblemCode::Cancelled => return Err(problem),
        Ok(Err(_)) | Err(_) => return Ok(None),
    };
    let Ok(all) = stream.collect().await else {
        return Ok(None);
    };
    cx.check()?;
    Ok(said(rows, level(rows, &all.rows)))
}

/// How many rows behind the cut have what the last row before it has, and are not shown before it: a join may give a row
/// several times.
fn level(rows: usize, all: &[Row]) -> usize {
    let (shown, behind) = all.split_at(rows.min(all.len()));
    let Some(Some((last, _))) = shown.last().map(|row| row.split_last()) else {
        return 0;
    };
    let mut seen: Vec<&[Cell]> = shown.iter().filter_map(|row| Some(row.split_last()?.1)).collect();
    let before = seen.len();
    for row in behind {
        let Some((_, cells)) = row.split_last().filter(|(key, _)| *key == last && !key.is_null()) else {
            break;
        };
        if !seen.contains(&cells) {
            seen.push(cells);
        }
    }
    seen.len() - before
}

fn said(rows: usize, level: usize) -> Option<String> {
    let least = if level as u64 >= MORE { "at least " } else { "" };
    let more = if level == 1 {
        "one more".to_owned()
    } else {
        format!("{least}{level} more")
    };
    let is = if level == 1 { "is" } else { "are" };
    match (rows, level) {
        (_, 0) => None,
        (1, _) => Some(format!(
            "The place is shared: {more} {is} level with this one and not shown."
        )),
        _ => Some(format!(
            "The last place is shared: {more} {is} level with it and not shown."
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_level_with_the_last_row_shown_shares_its_place() {
        let rows = |keys: &[&str]| -> Vec<Row> {
            let named = |(at, key): (usize, &&str)| crate::prepare::fake::row(&[&at.to_string(), key]);
            keys.iter().enumerate().map(named).collect()
        };
        assert_eq!(level(1, &rows(&["9", "9", "9", "8"])), 2);
        assert_eq!(level(2, &rows(&["9", "8", "7"])), 0);
        assert_eq!(level(2, &rows(&["9", "NULL", "NULL"])), 0);
        assert_eq!(level(3, &rows(&["9", "8"])), 0);
        let twice = ["Ada", "Ada", "Bob", "Bob"].map(|name| crate::prepare::fake::row(&[name, "9"]));
        assert_eq!(level(1, &twice), 1, "a row that comes twice is one");
        assert_eq!(said(1, 0), None);
        assert_eq!(
            said(1, 1).as_deref(),
            Some("The place is shared: one more is level with this one and not shown.")
        );
        assert_eq!(
            said(5, 10).as_deref(),
            Some("The last place is shared: at least 10 more are level with it and not shown.")
        );
    }
}
