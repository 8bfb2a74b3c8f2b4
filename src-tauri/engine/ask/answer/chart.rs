//! A chart that suits the result, or none.
//!
//! In: the result. Out: a Vega-Lite specification with its data inside. Bars for a figure by kind, a line for a
//! figure over time, each in several colours where a second kind divides it; nothing where a table says it better. What
//! each field stands for is said in `usermeta`, so that the screen can draw the same data in another way.

use std::collections::BTreeSet;

use askwell_contract::run::Chart;
use askwell_contract::{Cell, ResultSet, Row, TypeKind};
use askwell_sql::amend::undoubled;
use askwell_sql::features::Features;
use serde_json::{json, Value};

use crate::words::{is_word, plural, split_name};

/// More bars than this cannot be told apart at a glance; one bar compares nothing.
const BARS: std::ops::RangeInclusive<usize> = 2..=30;
/// Points of a line: one page of results.
const POINTS: std::ops::RangeInclusive<usize> = 3..=1000;
/// A wider result is read as a table.
const COLUMNS: usize = 3;
/// More colours than this are not told apart.
const SERIES: std::ops::RangeInclusive<usize> = 2..=8;
/// Labels longer than this, or more bars than this, lie on their side.
const LONG_LABEL: usize = 12;
const MANY_BARS: usize = 8;

pub fn chart(result: &ResultSet, features: &Features, reading: &str) -> Option<Chart> {
    if result.columns.len() < 2 || result.columns.len() > COLUMNS || result.truncated.is_some() {
        return None;
    }
    let columns: Vec<usize> = (0..result.columns.len()).collect();
    let time = columns.iter().copied().find(|c| is_time(result, *c));
    let figures: Vec<usize> = columns
        .iter()
        .copied()
        .filter(|c| Some(*c) != time && is_figure(result, *c, features))
        .collect();
    // Along time the figure asked for first is drawn, a count only where there is nothing else; kinds stand in the order of the last.
    let counts = |c: &&usize| result.columns[**c].name.starts_with("number");
    let number = match time {
        Some(_) => *figures.iter().find(|c| !counts(c)).or(figures.first())?,
        None => *figures.last()?,
    };
    let kinds: Vec<usize> = columns
        .iter()
        .copied()
        .filter(|c| *c != number && is_kind(result, *c))
        .collect();
    let roles = |label: usize| Roles {
        label,
        number,
        series: kinds
            .iter()
            .copied()
            .find(|c| *c != label && divides(result, label, *c)),
        other: figures.iter().copied().find(|c| *c != number && *c != label),
    };
    let spec = match time.map(roles) {
        Some(roles) if POINTS.contains(&marks(result, &roles)) => line(result, &roles),
        _ => {
            let roles = roles(*kinds.first()?);
            BARS.contains(&marks(result, &roles)).then(|| bars(result, &roles))?
        }
    };
    Some(Chart {
        title: sentence_case(reading.trim().trim_end_matches('.')),
        spec: spec.to_string(),
    })
}

/// What the columns are in the picture.
struct Roles {
    label: usize,
    number: usize,
    /// The kind that divides each label.
    series: Option<usize>,
    /// A second figure of each label, for whoever wants the one against the other.
    other: Option<usize>,
}

/// Places along the axis; none where a label stands twice and nothing tells the two apart.
fn marks(result: &ResultSet, roles: &Roles) -> usize {
    let labels = different(result, roles.label);
    if labels == result.rows.len() || roles.series.is_some() {
        labels
    } else {
        0
    }
}

/// Each pair of a label and this kind stands once, and some label stands twice.
fn divides(result: &ResultSet, label: usize, kind: usize) -> bool {
    let pairs: BTreeSet<(String, String)> = result
        .rows
        .iter()
        .filter_map(|row| Some((row.get(label)?.to_string(), row.get(kind)?.to_string())))
        .collect();
    let labels = different(result, label);
    pairs.len() == result.rows.len() && labels < result.rows.len() && SERIES.contains(&different(result, kind))
}

fn cells(result: &ResultSet, column: usize) -> impl Iterator<Item = &Cell> {
    result.rows.iter().filter_map(move |row| row.get(column))
}

/// Numbers that measure something: not a key, not a year.
fn is_figure(result: &ResultSet, column: usize, features: &Features) -> bool {
    let name = result
        .columns
        .get(column)
        .map(|c| c.name.to_lowercase())
        .unwrap_or_default();
    let key = (name == "id" || name.ends_with("_id") || name.ends_with("year")) && !name.contains('(');
    let number = |c: &Cell| c.as_f64().is_some_and(f64::is_finite) && !matches!(c, Cell::Bool(_));
    let all = cells(result, column).all(|c| c.is_null() || number(c));
    let some = cells(result, column).filter(|c| number(c)).count() >= 2;
    all && some && (!key || features.aggregates.len() == result.columns.len())
}

fn is_time(result: &ResultSet, column: usize) -> bool {
    let Some(header) = result.columns.get(column) else {
        return false;
    };
    let name = header.name.to_lowercase();
    if matches!(header.kind, TypeKind::Date | TypeKind::Timestamp) {
        return true;
    }
    let year = |c: &Cell| matches!(c, Cell::Int(y) if (1800..=2100).contains(y));
    let named = ["year", "season"].iter().any(|w| name.contains(w));
    let dated = |c: &Cell| match c {
        Cell::Date(_) | Cell::Timestamp(_) => true,
        Cell::Text(t) => is_period(t),
        c => named && year(c),
    };
    !result.rows.is_empty() && cells(result, column).all(dated)
}

/// `2024-02`, `2024-02-29`, perhaps with a time behind; `2024` alone only where the column is named for it.
fn is_period(text: &str) -> bool {
    let shape: String = text
        .chars()
        .take(10)
        .map(|c| if c.is_ascii_digit() { '9' } else { c })
        .collect();
    matches!(shape.as_str(), "9999-99" | "9999-99-99")
}

fn is_kind(result: &ResultSet, column: usize) -> bool {
    let label = |c: &Cell| matches!(c, Cell::Text(_) | Cell::Bool(_) | Cell::Null | Cell::Date(_));
    let label_number = result.columns.get(column).is_some_and(|h| {
        let name = h.name.to_lowercase();
        ["year", "month", "quarter", "day", "season"]
            .iter()
            .any(|w| name.contains(w))
    });
    cells(result, column).all(|c| label(c) || (label_number && matches!(c, Cell::Int(_))))
}

fn different(result: &ResultSet, column: usize) -> usize {
    let seen: BTreeSet<String> = cells(result, column).map(ToString::to_string).collect();
    seen.len()
}

/// Neutral field names: a column may be called `a.b[0]`, which Vega-Lite would read as a path.
fn data(result: &ResultSet, roles: &Roles) -> Vec<Value> {
    let words = |row: &Row, column: usize| {
        let cell = row.get(column)?;
        Some(if cell.is_null() {
            "(none)".to_string()
        } else {
            cell.to_string()
        })
    };
    result
        .rows
        .iter()
        .filter_map(|row| {
            let mut value = json!({ "label": words(row, roles.label)?, "value": row.get(roles.number)?.as_f64() });
            if let Some(series) = roles.series {
                value["series"] = json!(words(row, series));
            }
            if let Some(other) = roles.other {
                value["other"] = json!(row.get(other).and_then(Cell::as_f64));
            }
            Some(value)
        })
        .collect()
}

/// A column's name as words: `number_of_orders` is "Number of orders"; an expression stays as it is.
fn name(result: &ResultSet, column: usize) -> String {
    let name = result.columns.get(column).map_or("", |c| c.name.as_str());
    if let Some(figure) = figured(name) {
        return figure;
    }
    if !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        // "total_Umsatz (€)" is ours as far as its line; "Umsatz (€)" is the person's own.
        return match name.contains('_') {
            true => sentence_case(&name.replace('_', " ")),
            false => name.to_string(),
        };
    }
    let name = &undoubled(&name.replace('_', " ")).replace(' ', "_");
    // A word that the name has with a capital, and that is none of the trade's, keeps it: "total_Umsatz".
    let kept = |word: String| {
        let capital = sentence_case(&word);
        let starts = name.split('_').any(|part| part == capital);
        if starts && !is_word(&word) {
            capital
        } else {
            word
        }
    };
    sentence_case(&split_name(name).into_iter().map(kept).collect::<Vec<_>>().join(" "))
}

/// A figure that no name was given to: `max("Sheet 1".Price)` is "Highest Price".
fn figured(name: &str) -> Option<String> {
    let (function, rest) = name.split_once('(')?;
    let of = rest.strip_suffix(')').filter(|of| !of.contains(['(', ')', ',']))?;
    let (of, different) = match of.split_once(' ') {
        Some((distinct, of)) if distinct.eq_ignore_ascii_case("distinct") => (of, "different "),
        _ => (of, ""),
    };
    // Behind the name of its table.
    let column = match of.strip_suffix('"') {
        Some(quoted) => quoted.rsplit('"').next()?,
        None => of.rsplit('.').next()?,
    };
    let word = match function.to_lowercase().as_str() {
        "count" if column == "*" => return Some("Number of rows".to_owned()),
        "count" => "Number of",
        "sum" => "Total",
        "avg" => "Average",
        "median" => "Median",
        "min" => "Lowest",
        "max" => "Highest",
        _ => return None,
    };
    let column = column.replace('_', " ");
    let column = if word == "Number of" { plural(&column) } else { column };
    Some(format!("{word} {different}{column}"))
}

fn sentence_case(words: &str) -> String {
    let mut rest = words.chars();
    rest.next()
        .map(|first| first.to_uppercase().collect::<String>() + rest.as_str())
        .unwrap_or_default()
}

/// The axis of the figure: few marks, and none between two whole numbers where all are whole.
fn measure(result: &ResultSet, number: usize) -> Value {
    let whole = cells(result, number).all(|c| matches!(c, Cell::Int(_) | Cell::Null));
    let mut axis = json!({ "tickCount": 6, "labelOverlap": true });
    if whole {
        axis["tickMinStep"] = json!(1);
    }
    json!({ "field": "value", "type": "quantitative", "title": name(result, number), "axis": axis })
}

fn bars(result: &ResultSet, roles: &Roles) -> Value {
    let kind = roles.label;
    let longest = cells(result, kind)
        .map(|c| c.to_string().chars().count())
        .max()
        .unwrap_or_default();
    let lying = longest > LONG_LABEL || different(result, kind) > MANY_BARS;
    // `sort: null` keeps the order of the result.
    let label = json!({ "field": "label", "type": "nominal", "sort": null, "title": name(result, kind) });
    let value = measure(result, roles.number);
    let (x, y) = if lying { (value, label) } else { (label, value) };
    spec("bar", x, y, result, roles)
}

fn line(result: &ResultSet, roles: &Roles) -> Value {
    let time = roles.label;
    let years = cells(result, time).all(|c| matches!(c, Cell::Int(_)));
    let x =
        json!({ "field": "label", "type": if years { "ordinal" } else { "temporal" }, "title": name(result, time) });
    spec("line", x, measure(result, roles.number), result, roles)
}

fn spec(mark: &str, x: Value, y: Value, result: &ResultSet, roles: &Roles) -> Value {
    let title = |column: Option<usize>| column.map(|c| name(result, c));
    let mut tooltip = vec![json!({ "field": "label", "type": "nominal", "title": name(result, roles.label) })];
    if let Some(series) = roles.series {
        tooltip.push(json!({ "field": "series", "type": "nominal", "title": name(result, series) }));
    }
    let number = name(result, roles.number);
    tooltip.push(json!({ "field": "value", "type": "quantitative", "title": number, "format": "," }));
    let mut encoding = json!({ "x": x, "y": y, "tooltip": tooltip });
    if let Some(series) = roles.series {
        encoding["color"] = json!({ "field": "series", "type": "nominal", "title": name(result, series) });
    }
    json!({
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "data": { "values": data(result, roles) },
        "mark": { "type": mark, "tooltip": true, "point": mark == "line" },
        "encoding": encoding,
        "usermeta": {
            "label": name(result, roles.label),
            "value": number,
            "series": title(roles.series),
            "other": title(roles.other),
        },
    })
}

#[cfg(test)]
mod tests {
    use askwell_contract::ResultColumn;

    use super::*;

    fn result(names: &[&str], rows: Vec<Vec<Cell>>) -> ResultSet {
        let columns = names
            .iter()
            .map(|n| ResultColumn {
                name: (*n).into(),
                kind: TypeKind::Other,
            })
            .collect();
        ResultSet {
            columns,
            rows,
            truncated: None,
        }
    }

    fn mark(result: &ResultSet) -> Option<String> {
        let chart = chart(result, &Features::default(), "sales for each country.")?;
        assert_eq!(chart.title, "Sales for each country");
        let spec: Value = serde_json::from_str(&chart.spec).unwrap();
        assert_eq!(spec["data"]["values"].as_array().unwrap().len(), result.rows.len());
        Some(spec["mark"]["type"].as_str().unwrap().to_string())
    }

    fn text(s: &str) -> Cell {
        Cell::Text(s.into())
    }

    #[test]
    fn the_shape_of_the_result_decides() {
        let by_kind = |n: i64| {
            result(
                &["country", "COUNT(*)"],
                (0..n).map(|i| vec![text(&format!("k{i}")), Cell::Int(i)]).collect(),
            )
        };
        assert_eq!(mark(&by_kind(5)).as_deref(), Some("bar"));
        assert_eq!(mark(&by_kind(1)), None);
        assert_eq!(mark(&by_kind(31)), None);
        let by_month = result(
            &["month", "total"],
            (1..=6)
                .map(|i| vec![text(&format!("2024-0{i}")), Cell::Real(i as f64)])
                .collect(),
        );
        assert_eq!(mark(&by_month).as_deref(), Some("line"));
        let by_year = result(
            &["order_year", "total"],
            (2020..2024).map(|y| vec![Cell::Int(y), Cell::Int(y * 2)]).collect(),
        );
        assert_eq!(mark(&by_year).as_deref(), Some("line"));
    }

    #[test]
    fn a_figure_without_a_name_is_called_by_what_it_is_and_nouns_keep_their_capitals() {
        let called = |column: &str| name(&result(&[column], Vec::new()), 0);
        for (column, want) in [
            ("max(\"Sheet 1\".Price)", "Highest Price"),
            ("AVG(orders.net_total)", "Average net total"),
            ("COUNT(DISTINCT o.customer)", "Number of different customers"),
            ("COUNT(*)", "Number of rows"),
            ("total_Umsatz", "Total Umsatz"),
            ("number_of_orders", "Number of orders"),
        ] {
            assert_eq!(called(column), want);
        }
    }

    #[test]
    fn axes_are_named_in_words_and_whole_numbers_have_whole_marks() {
        let spec = |cell: Cell| {
            let rows = vec![vec![text("Nordics"), cell.clone()], vec![text("Iberia"), cell]];
            let drawn = chart(
                &result(&["region_name", "number_of_staff"], rows),
                &Features::default(),
                "staff",
            );
            serde_json::from_str::<Value>(&drawn.unwrap().spec).unwrap()["encoding"].clone()
        };
        let whole = spec(Cell::Int(5));
        assert_eq!(whole["y"]["title"], "Number of staff");
        assert_eq!(whole["x"]["title"], "Region name");
        let untidy = result(&["total_Umsatz (€)", "Umsatz (€)"], vec![]);
        assert_eq!([name(&untidy, 0), name(&untidy, 1)], ["Total Umsatz (€)", "Umsatz (€)"]);
        assert_eq!(whole["y"]["axis"]["tickMinStep"], 1);
        assert!(spec(Cell::Real(0.5))["y"]["axis"]["tickMinStep"].is_null());
    }

    #[test]
    fn a_second_kind_divides_each_label_and_a_second_figure_stands_beside_it() {
        let rows = |twice: bool| {
            let region = |n: usize| if twice { "Nordics" } else { ["Nordics", "Iberia"][n % 2] };
            (0..6)
                .map(|n| {
                    vec![
                        text(&format!("2024-0{}", n / 2 + 1)),
                        text(region(n)),
                        Cell::Int(n as i64),
                    ]
                })
                .collect()
        };
        let drawn = |rows| {
            let chart = chart(&result(&["month", "region", "total"], rows), &Features::default(), "x")?;
            serde_json::from_str::<Value>(&chart.spec).ok()
        };
        let divided = drawn(rows(false)).unwrap();
        assert_eq!(divided["mark"]["type"], "line");
        assert_eq!(divided["encoding"]["color"]["field"], "series");
        assert_eq!(
            divided["usermeta"],
            json!({ "label": "Month", "value": "Total", "series": "Region", "other": null })
        );
        assert_eq!(drawn(rows(true)), None, "the same pair twice is no picture");
        let figures = (0..4)
            .map(|n| vec![text(&format!("k{n}")), Cell::Int(n), Cell::Real(n as f64 / 2.0)])
            .collect();
        let two = chart(&result(&["name", "orders", "mean"], figures), &Features::default(), "x").unwrap();
        let two: Value = serde_json::from_str(&two.spec).unwrap();
        assert_eq!(
            (&two["usermeta"]["other"], &two["data"]["values"][1]["other"]),
            (&json!("Orders"), &json!(1.0))
        );
    }

    #[test]
    fn no_chart_where_a_table_says_it_better() {
        let single = result(&["n"], vec![vec![Cell::Int(1)]]);
        let texts = result(
            &["a", "b"],
            vec![vec![text("x"), text("y")], vec![text("z"), text("w")]],
        );
        let keys = result(
            &["name", "customer_id"],
            vec![vec![text("x"), Cell::Int(1)], vec![text("z"), Cell::Int(2)]],
        );
        let twice = result(
            &["a", "n"],
            vec![vec![text("x"), Cell::Int(1)], vec![text("x"), Cell::Int(2)]],
        );
        let empty = result(&["a", "n"], vec![]);
        let nulls = result(
            &["a", "n"],
            vec![vec![text("x"), Cell::Null], vec![text("y"), Cell::Null]],
        );
        for none in [single, texts, keys, twice, empty, nulls] {
            assert_eq!(mark(&none), None, "{none:?}");
        }
    }
}
