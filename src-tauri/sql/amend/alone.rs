//! A query changed by a word: counted, averaged, turned round, cut.
//!
//! In: a query taken apart, or its text. Out: the new one, or `None` where the change makes no sense.

use super::{Cond, Figure, Holds, Item, Parts, Scene};
use crate::parse;
use askwell_contract::Dialect;

/// "How many are they?"
pub fn counted(sql: &str, earlier: Option<&Parts>, dialect: Dialect) -> Option<String> {
    if let Some(parts) = earlier {
        if parts.condenses() && parts.group.is_empty() {
            return None;
        }
        // The one at the top is one: asked is how many rows it has.
        let ranked = parts.order.first().map(|(by, _)| by).filter(|by| by.is_figure());
        if let (Some(_), Some(by), false) = (parts.limit, ranked, parts.condenses()) {
            let mut out = parts.clone();
            out.select.push(by.clone());
            return Some(out.sql());
        }
        if parts.lists() && parts.limit.is_none() && !parts.distinct {
            let mut out = parts.clone();
            out.select = vec![rows()];
            out.order.clear();
            return Some(out.sql());
        }
    }
    parse::query(sql, dialect).ok()?;
    let inner = sql.trim().trim_end_matches(';');
    Some(format!("SELECT COUNT(*) FROM ({inner}) AS listed"))
}

/// A count of rows.
pub fn rows() -> Item {
    Item {
        sql: "COUNT(*)".into(),
        alias: None,
        column: None,
        figure: Some(Figure {
            name: "count".into(),
            distinct: false,
            of: None,
        }),
    }
}

/// "The average instead": another figure of what was figured, or of the only number that was listed.
pub fn figured(earlier: &Parts, name: &str, scene: &Scene<'_>) -> Option<Parts> {
    // Only one engine has it as a function of a column.
    if name == "median" && scene.dialect() != Dialect::Duckdb {
        return None;
    }
    let mut out = earlier.clone();
    let place = |item: &Item| item.figure.as_ref().and_then(|f| f.of.clone());
    if earlier.condenses() {
        let mut some = false;
        for item in out.select.iter_mut().chain(out.order.iter_mut().map(|(item, _)| item)) {
            let Some(of) = place(item) else { continue };
            let new = of_column(&of, name, scene);
            some |= new.sql != item.sql;
            *item = new;
        }
        // The highest and the lowest both became the average.
        let mut seen = std::collections::BTreeSet::new();
        out.select.retain(|item| seen.insert(item.sql.clone()));
        return some.then_some(out);
    }
    let number = |item: &&Item| {
        let (table, column) = item.column.as_ref()?;
        let column = scene.catalog.table(table)?.columns.iter().find(|c| c.name == *column)?;
        column.kind.is_number().then_some(())
    };
    // The highest of a column may be asked for as the first row in its order.
    let top = out.order.first().map(|(by, _)| by).filter(|_| earlier.limit == Some(1));
    let listed = match (earlier.limit, top) {
        (None, _) => out.select.iter().rfind(|i| number(i).is_some())?.column.clone()?,
        (Some(_), Some(by)) => number(&by).and(by.column.clone())?,
        (Some(_), None) => return None,
    };
    out.select = vec![of_column(&listed, name, scene)];
    (out.limit, out.offset) = (None, 0);
    (out.order, out.distinct) = (Vec::new(), false);
    Some(out)
}

/// "highest_price", where the column's name may stand so.
fn alias(name: &str, column: &str) -> Option<String> {
    let word = match name {
        "max" => "highest",
        "min" => "lowest",
        "avg" => "average",
        "sum" => "total",
        other => other,
    };
    let plain = column.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    plain.then(|| format!("{word}_{column}"))
}

fn of_column(of: &super::Place, name: &str, scene: &Scene<'_>) -> Item {
    Item {
        sql: format!("{}({})", name.to_uppercase(), scene.name(of)),
        alias: alias(name, &of.1),
        column: None,
        figure: Some(Figure {
            name: name.into(),
            distinct: false,
            of: Some(of.clone()),
        }),
    }
}

/// "Not those": the last condition denied, all others kept.
pub fn denied(earlier: &Parts) -> Option<Parts> {
    let mut out = earlier.clone();
    let last = out.filter.pop()?;
    let sql = match last.sql.strip_prefix("NOT ") {
        Some(bare) if last.denied => bare.to_owned(),
        _ => format!("NOT ({})", last.sql),
    };
    out.filter.push(Cond {
        sql,
        denied: !last.denied,
        holds: Holds::Other,
        ..last
    });
    Some(out)
}

/// "For all of them": without the condition on a column, or without any.
pub fn freed(earlier: &Parts, of: Option<&super::Place>) -> Option<Parts> {
    let mut out = earlier.clone();
    out.filter.retain(|c| of.is_some() && c.column.as_ref() != of);
    (out.filter.len() < earlier.filter.len()).then_some(out)
}

/// The turn with the figure that was shown where it names none: a sum is only how a column is read by itself.
pub fn same_figure(earlier: &Parts, turn: &Parts) -> Parts {
    let mut shown = earlier.select.iter().filter_map(|i| i.figure.as_ref());
    let mut out = turn.clone();
    let (Some(was), None) = (shown.next(), shown.next()) else {
        return out;
    };
    if !matches!(was.name.as_str(), "avg" | "min" | "max") {
        return out;
    }
    for item in &mut out.select {
        if let Some(figure) = item.figure.as_mut().filter(|f| f.name == "sum" && !f.distinct) {
            // Only a sum by itself: "ROUND(SUM(price), 2)" stays what it is.
            let whole = item.sql.to_uppercase().starts_with("SUM(") && item.sql.matches(['(', ')']).count() == 2;
            if whole && item.sql.ends_with(')') {
                item.sql.replace_range(.."sum".len(), &was.name.to_uppercase());
                figure.name.clone_from(&was.name);
            }
        }
    }
    out
}

/// "On average", of the first few in an order: one figure of what they are ordered by.
fn over_first(earlier: &Parts, name: &str, scene: &Scene<'_>) -> Option<String> {
    let ([(by, _)], Some(_), true) = (earlier.order.as_slice(), earlier.limit, earlier.lists()) else {
        return None;
    };
    // Days have no average, and equal prices must not fall together.
    let column = (by.column.as_ref()).and_then(|(table, name)| scene.catalog.table(table)?.column(name));
    let number = column.is_none_or(|c| c.kind.is_number());
    let shown = number && !earlier.distinct && earlier.select.iter().any(|i| i.sql == by.sql);
    let mut inside = earlier.clone();
    inside.select = vec![Item {
        alias: Some("figure".into()),
        ..by.clone()
    }];
    shown.then(|| {
        let function = name.to_uppercase();
        format!("SELECT {function}(figure) AS {name} FROM ({}) AS listed", inside.sql())
    })
}

/// "The average", of figures of groups or of the first few: one figure of all that were shown.
pub fn over(earlier: &Parts, name: &str, scene: &Scene<'_>) -> Option<String> {
    if name == "median" && scene.dialect() != Dialect::Duckdb {
        return None;
    }
    if earlier.group.is_empty() {
        return over_first(earlier, name, scene);
    }
    let mut inside = earlier.clone();
    let [figure] = &mut inside.select.iter_mut().filter(|i| i.is_figure()).collect::<Vec<_>>()[..] else {
        return None;
    };
    figure.alias = Some("figure".into());
    if inside.limit.is_none() {
        inside.order.clear();
    }
    let function = name.to_uppercase();
    Some(format!(
        "SELECT {function}(figure) AS {name} FROM ({}) AS listed",
        inside.sql()
    ))
}

/// "Show me those", of a figure: the rows that it was made of.
pub fn rows_of(earlier: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    if !earlier.condenses() || earlier.picks() {
        return None;
    }
    let figure = earlier.select.iter().find_map(|i| i.figure.as_ref());
    let each_once = figure.is_some_and(|f| f.distinct);
    let of = earlier.select.iter().find_map(|i| i.figure.as_ref()?.of.clone());
    let table = of.map_or_else(|| earlier.tables.first().cloned(), |(table, _)| Some(table))?;
    let known = scene.catalog.table(&table)?;
    let columns = known.columns.iter();
    Some(Parts {
        select: columns
            .map(|c| Item::column(scene, &(table.clone(), c.name.clone())))
            .collect(),
        distinct: each_once || earlier.distinct,
        group: Vec::new(),
        order: Vec::new(),
        ..earlier.clone()
    })
}

/// "The five lowest": another number of rows, another direction. What has no order is ordered by its figure, else by the
/// last number that it shows. `figures`: so are groups that stand by name or by month.
pub fn ranked(
    earlier: &Parts,
    limit: Option<u64>,
    down: Option<bool>,
    figures: bool,
    scene: &Scene<'_>,
) -> Option<Parts> {
    let mut out = earlier.clone();
    let by_name = |(item, _): &(Item, bool)| out.group.iter().any(|g| g.sql == item.sql);
    if figures && earlier.limit.is_none() && out.order.iter().all(by_name) {
        out.order.clear();
    }
    if out.order.is_empty() {
        let number = |item: &&Item| {
            item.is_figure()
                || item.column.as_ref().is_some_and(|(table, column)| {
                    let table = scene.catalog.table(table);
                    let column = table.and_then(|t| t.columns.iter().find(|c| c.name == *column));
                    column.is_some_and(|c| c.kind.is_number() && !is_key(table, &c.name))
                })
        };
        if out.condenses() && out.group.is_empty() {
            return None;
        }
        let by = out.select.iter().rfind(|i| number(i))?.clone();
        out.order = vec![(Item { alias: None, ..by }, down.unwrap_or(true))];
    } else if let Some(down) = down {
        let first = out.order.first().map(|(_, d)| *d);
        let turn = first.is_some_and(|d| d != down);
        out.order.iter_mut().for_each(|(_, d)| *d ^= turn);
    }
    out.limit = limit.or(out.limit);
    out.offset = 0;
    (out != *earlier).then_some(out)
}

fn is_key(table: Option<&askwell_contract::Table>, column: &str) -> bool {
    let Some(table) = table else { return false };
    table.primary_key.iter().any(|k| k == column)
        || table.foreign_keys.iter().any(|k| k.columns.iter().any(|c| c == column))
}

/// "The other way round."
pub fn turned(earlier: &Parts) -> Option<Parts> {
    let mut out = earlier.clone();
    out.order.iter_mut().for_each(|(_, down)| *down = !*down);
    (!out.order.is_empty()).then_some(out)
}

/// What a share is called.
pub(super) const SHARE: &str = "share_in_percent";

/// A group's figure in percent of all groups'.
pub(super) fn of_all(figure: &str) -> String {
    format!("100.0 * {figure} / SUM({figure}) OVER ()")
}

/// "As a share": each group's figure in percent of all groups'.
pub fn shared(earlier: &Parts) -> Option<String> {
    let figure = earlier.select.iter().find(|i| i.is_figure())?;
    let adds = matches!(figure.figure.as_ref()?.name.as_str(), "count" | "sum" | "total");
    if earlier.group.is_empty() || !adds || figure.figure.as_ref().is_some_and(|f| f.distinct) {
        return None;
    }
    let mut out = earlier.clone();
    for item in &mut out.select {
        if item.is_figure() && item.sql == figure.sql {
            item.sql = of_all(&figure.sql);
            item.alias = Some(SHARE.into());
        }
    }
    Some(out.sql())
}

/// The query whose figures [`shared`] made shares of.
pub fn unshared(sql: &str) -> Option<String> {
    let sql = sql.split_whitespace().collect::<Vec<_>>().join(" ");
    let tail = format!(" OVER () AS {SHARE}");
    let start = sql.find("100.0 * ")?;
    let end = start + sql[start..].find(&tail)?;
    let (figure, total) = sql[start + "100.0 * ".len()..end].split_once(" / SUM(")?;
    (total.strip_suffix(')')? == figure).then(|| format!("{}{figure}{}", &sql[..start], &sql[end + tail.len()..]))
}

/// "What percentage is that", of a count: its rows in percent of those without the last condition, or without any.
pub fn part(earlier: &Parts, of_all: bool) -> Option<String> {
    let [item] = earlier.select.as_slice() else { return None };
    let counts = item
        .figure
        .as_ref()
        .is_some_and(|f| f.name == "count" && f.of.is_none());
    if !counts || !earlier.group.is_empty() || earlier.limit.is_some() {
        return None;
    }
    let mut out = earlier.clone();
    let last = out.filter.iter().rposition(|c| !c.denied)?;
    let kept: Vec<Cond> = match of_all {
        true => out.filter.drain(..).collect(),
        false => vec![out.filter.remove(last)],
    };
    let held: Vec<&str> = kept.iter().map(|c| c.sql.as_str()).collect();
    out.select = vec![Item {
        sql: format!(
            "100.0 * SUM(CASE WHEN {} THEN 1 ELSE 0 END) / COUNT(*)",
            held.join(" AND ")
        ),
        alias: Some(SHARE.into()),
        column: None,
        figure: None,
    }];
    Some(out.sql())
}

/// "The third": one of the rows that were shown, counted from 1.
pub fn row(earlier: &Parts, at: u64) -> Option<Parts> {
    let at = at.checked_sub(1)?;
    // Behind the one at the top stands the second, although it was not shown.
    let below = earlier.limit == Some(1) && !earlier.order.is_empty();
    if earlier.condenses() && earlier.group.is_empty() || earlier.limit.is_some_and(|limit| at >= limit && !below) {
        return None;
    }
    let mut out = earlier.clone();
    (out.limit, out.offset) = (Some(1), earlier.offset + at);
    Some(out)
}

/// Everything about the rows that were shown: "tell me more about them".
pub fn whole(earlier: &Parts, scene: &Scene<'_>) -> Option<Parts> {
    if !earlier.lists() {
        return None;
    }
    let table = earlier
        .select
        .iter()
        .find_map(|i| i.column.as_ref())
        .map_or_else(|| earlier.tables.first().cloned(), |c| Some(c.0.clone()))?;
    let known = scene.catalog.table(&table)?;
    let mut out = earlier.clone();
    out.select = known
        .columns
        .iter()
        .map(|c| Item::column(scene, &(table.clone(), c.name.clone())))
        .collect();
    (out.select != earlier.select).then_some(out)
}

/// "Different ones": each only once.
pub fn once(earlier: &Parts) -> Option<Parts> {
    let mut out = earlier.clone();
    out.distinct = true;
    (!earlier.distinct && earlier.lists() && earlier.limit.is_none()).then_some(out)
}
