//! The answer's sentence: the reading with the result put into it.

use askwell_contract::{Cell, ResultSet};
use askwell_sql::features::Features;

use super::numbers::shown;

/// Values of the first row that a sentence names.
const NAMED: usize = 3;

pub struct Told<'a> {
    /// "number of customers, where country is 'France'"; empty: nobody but a model says what the query does.
    pub reading: &'a str,
    pub features: &'a Features,
    pub result: &'a ResultSet,
}

impl Told<'_> {
    pub fn headline(&self) -> Option<String> {
        let cell = self.single()?;
        (!cell.is_null()).then(|| self.value(0, cell))
    }

    pub fn sentence(&self) -> String {
        let reading = self.reading.trim().trim_end_matches('.');
        if reading.is_empty() {
            return self.bare();
        }
        if let Some(cell) = self.single() {
            return self.figure(reading, cell);
        }
        match self.result.rows.as_slice() {
            [] => format!("Nothing in the data fits: {reading}."),
            [row] => {
                let values = self.named(row).unwrap_or_else(|| self.values(row));
                format!("The answer is {values} ({reading}).")
            }
            [first, ..] => {
                let rows = thousands(self.result.rows.len());
                let head = match self.result.truncated {
                    Some(_) => format!("The first {rows} rows, and there are more: {reading}."),
                    None => format!("{rows} rows: {reading}."),
                };
                if self.features.order_by && first.iter().any(|c| !c.is_null()) {
                    format!("{head} The first is {}.", self.values(first))
                } else if let Some(range) = self.range() {
                    format!("{head} {range}")
                } else {
                    head
                }
            }
        }
    }

    /// The result alone.
    fn bare(&self) -> String {
        match self.result.rows.as_slice() {
            [] => "Nothing in the data fits.".to_owned(),
            [row] if row.iter().all(Cell::is_null) => "The data holds no value for this.".to_owned(),
            [row] => format!("The answer is {}.", self.values(row)),
            rows => match self.result.truncated {
                Some(_) => format!("The first {} rows, and there are more.", thousands(rows.len())),
                None => format!("There are {} rows.", thousands(rows.len())),
            },
        }
    }

    /// Of a figure for each of several kinds, all of them there: the least and the most, with their kind where one alone has it.
    fn range(&self) -> Option<String> {
        let whole = self.result.truncated.is_none() && self.result.columns.len() == 2;
        if !whole || self.features.aggregates.is_empty() {
            return None;
        }
        let rows = &self.result.rows;
        let numeric = |at: usize| {
            let number = |row: &Vec<Cell>| {
                row.get(at)
                    .is_some_and(|c| matches!(c, Cell::Int(_) | Cell::Real(_) | Cell::Decimal(_)))
            };
            rows.iter().all(number)
        };
        let figure = match (numeric(0), numeric(1)) {
            (false, true) => 1,
            (true, false) => 0,
            _ => return None,
        };
        let value = |row: &Vec<Cell>| row.get(figure).and_then(Cell::as_f64);
        let end = |wanted: f64| {
            let mut there = rows.iter().filter(|row| value(row) == Some(wanted));
            let row = there.next()?;
            let shown = self.value(figure, row.get(figure)?);
            let kind = row.get(1 - figure).filter(|c| !c.is_null() && there.next().is_none());
            Some(kind.map_or(shown.clone(), |kind| {
                format!("{shown} ({})", self.value(1 - figure, kind))
            }))
        };
        let all = rows.iter().map(value).collect::<Option<Vec<f64>>>()?;
        let least = all.iter().copied().fold(f64::INFINITY, f64::min);
        let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (least < most).then_some(())?;
        Some(format!("They go from {} to {}.", end(least)?, end(most)?))
    }

    fn single(&self) -> Option<&Cell> {
        match self.result.rows.as_slice() {
            [row] => match row.as_slice() {
                [cell] => Some(cell),
                _ => None,
            },
            _ => None,
        }
    }

    fn figure(&self, reading: &str, cell: &Cell) -> String {
        if cell.is_null() {
            return format!("The data holds no value for this: {reading}.");
        }
        let value = self.value(0, cell);
        let computed = self
            .features
            .aggregates
            .first()
            .is_some_and(|a| !matches!(a.as_str(), "group_concat" | "string_agg"));
        let things = reading
            .strip_prefix("number of ")
            .map(|things| things.replacen(", where ", " where ", 1));
        match (things, cell) {
            (Some(things), Cell::Int(0)) => format!("There are no {things}."),
            (Some(things), Cell::Int(n)) if *n > 1 && computed => format!("There are {value} {things}."),
            _ if computed && self.features.outputs == Some(1) && self.features.limit.is_none() => {
                let comma = if reading.contains(", ") { "," } else { "" };
                format!("The {reading}{comma} is {value}.")
            }
            _ => format!("The answer is {value} ({reading})."),
        }
    }

    fn value(&self, column: usize, cell: &Cell) -> String {
        let name = self.result.columns.get(column).map_or("", |c| c.name.as_str());
        // Where anything is computed, a number in a column without a plain name is a computed one; what groups are told
        // apart by is none: the year with the most orders is 2024, not 2,024.
        let alone = self.result.columns.len() == 1 && !self.features.group_by;
        let computed = !self.features.aggregates.is_empty() && (alone || name.contains('('));
        let percent = self.result.columns.len() == 1 && self.reading.starts_with("percentage of ") && !cell.is_null();
        format!("{}{}", shown(cell, name, computed), if percent { "%" } else { "" })
    }

    /// Numbers side by side say nothing without their names.
    fn named(&self, row: &[Cell]) -> Option<String> {
        let numbers = row.iter().all(|c| matches!(c, Cell::Int(_) | Cell::Real(_)));
        (numbers && row.len() > NAMED).then(|| {
            let columns = self.result.columns.iter().map(|c| c.name.replace('_', " "));
            let each = columns.zip(row).enumerate();
            let all: Vec<String> = each
                .map(|(i, (name, cell))| format!("{name} {}", self.value(i, cell)))
                .collect();
            all.join(", ")
        })
    }

    fn values(&self, row: &[Cell]) -> String {
        let all: Vec<String> = row
            .iter()
            .enumerate()
            .filter(|(_, c)| !c.is_null())
            .take(NAMED)
            .map(|(i, c)| self.value(i, c))
            .collect();
        if all.is_empty() {
            "nothing".to_string()
        } else {
            all.join(", ")
        }
    }
}

fn thousands(n: usize) -> String {
    shown(&Cell::Int(n as i64), "rows", true)
}

#[cfg(test)]
mod tests {
    use askwell_contract::{Dialect, ResultColumn, Truncation, TypeKind};
    use askwell_sql::features;

    use super::*;

    fn told(sql: &str, reading: &str, rows: Vec<Vec<Cell>>) -> String {
        let width = rows.first().map_or(1, Vec::len);
        let columns = vec![
            ResultColumn {
                name: "x".into(),
                kind: TypeKind::Other
            };
            width
        ];
        let result = ResultSet {
            columns,
            rows,
            truncated: None,
        };
        let f = features::of(sql, Dialect::Sqlite).unwrap();
        Told {
            reading,
            features: &f,
            result: &result,
        }
        .sentence()
    }

    fn text(s: &str) -> Cell {
        Cell::Text(s.into())
    }

    #[test]
    fn every_shape_of_result_has_its_sentence() {
        let count = "SELECT COUNT(*) FROM orders";
        assert_eq!(
            told(count, "number of orders", vec![vec![Cell::Int(0)]]),
            "There are no orders."
        );
        assert_eq!(
            told(count, "number of orders", vec![vec![Cell::Int(1)]]),
            "The number of orders is 1."
        );
        assert_eq!(
            told(count, "number of orders", vec![vec![Cell::Int(1200)]]),
            "There are 1,200 orders."
        );
        let avg = "SELECT AVG(total) FROM orders WHERE status = 'paid'";
        let reading = "average total of orders, where status is 'paid'";
        assert_eq!(
            told(avg, reading, vec![vec![Cell::Real(12.345)]]),
            "The average total of orders, where status is 'paid', is 12.35."
        );
        assert_eq!(
            told(avg, reading, vec![vec![Cell::Null]]),
            "The data holds no value for this: average total of orders, where status is 'paid'."
        );
        let first = "SELECT name FROM customers ORDER BY since LIMIT 1";
        assert_eq!(
            told(
                first,
                "name of customers, sorted by since, only the first",
                vec![vec![text("Ada")]]
            ),
            "The answer is Ada (name of customers, sorted by since, only the first)."
        );
        let part = "SELECT 100.0 * SUM(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) / COUNT(*) FROM orders";
        assert_eq!(
            told(
                part,
                "percentage of orders where status is 'paid'",
                vec![vec![Cell::Real(4.88)]]
            ),
            "The percentage of orders where status is 'paid' is 4.88%."
        );
        let list = "SELECT name FROM customers";
        assert_eq!(
            told(list, "name of customers", vec![]),
            "Nothing in the data fits: name of customers."
        );
        assert_eq!(
            told(list, "name of customers", vec![vec![text("Ada")], vec![text("Bob")]]),
            "2 rows: name of customers."
        );
        // Four numbers in a row are told apart by name; three have always stood alone.
        let numbers = |n: i64| vec![(0..n).map(Cell::Int).collect::<Vec<_>>()];
        assert_eq!(
            told(list, "figures", numbers(4)),
            "The answer is x 0, x 1, x 2, x 3 (figures)."
        );
        assert_eq!(told(list, "figures", numbers(3)), "The answer is 0, 1, 2 (figures).");
        let sorted = "SELECT name, id FROM customers ORDER BY name";
        assert_eq!(
            told(
                sorted,
                "name of customers",
                vec![vec![text("Ada"), Cell::Int(5)], vec![text("Bob"), Cell::Null]]
            ),
            "2 rows: name of customers. The first is Ada, 5."
        );
    }

    #[test]
    fn what_groups_are_told_apart_by_is_no_figure() {
        let best = "SELECT year FROM orders GROUP BY year ORDER BY SUM(amount) DESC LIMIT 1";
        let answer = told(best, "year of orders", vec![vec![Cell::Int(2024)]]);
        assert_eq!(answer, "The answer is 2024 (year of orders).");
    }

    #[test]
    fn what_nobody_but_a_model_says_of_a_query_is_not_said() {
        let count = "SELECT COUNT(*) FROM orders";
        assert_eq!(told(count, "", vec![vec![Cell::Int(12)]]), "The answer is 12.");
        assert_eq!(
            told(count, "", vec![vec![Cell::Null]]),
            "The data holds no value for this."
        );
        let list = "SELECT name FROM customers";
        assert_eq!(told(list, "", vec![]), "Nothing in the data fits.");
        assert_eq!(
            told(list, "", vec![vec![text("Ada")], vec![text("Bob")]]),
            "There are 2 rows."
        );
    }

    #[test]
    fn a_figure_for_each_kind_says_how_far_it_goes() {
        let grouped = "SELECT country, COUNT(*) FROM customers GROUP BY country";
        let reading = "number of customers, for each country";
        let row = |kind: &str, n: i64| vec![text(kind), Cell::Int(n)];
        assert_eq!(
            told(
                grouped,
                reading,
                vec![row("Spain", 33), row("Italy", 1_250), row("Peru", 4)]
            ),
            "3 rows: number of customers, for each country. They go from 4 (Peru) to 1,250 (Italy)."
        );
        assert_eq!(
            told(grouped, reading, vec![row("Spain", 4), row("Italy", 9), row("Peru", 4)]),
            "3 rows: number of customers, for each country. They go from 4 to 9 (Italy)."
        );
        for same in [
            vec![row("Spain", 4), row("Italy", 4)],
            vec![row("Spain", 4), vec![text("Italy"), Cell::Null]],
        ] {
            assert_eq!(
                told(grouped, reading, same),
                "2 rows: number of customers, for each country."
            );
        }
    }

    #[test]
    fn a_cut_result_says_so() {
        let columns = vec![ResultColumn {
            name: "x".into(),
            kind: TypeKind::Other,
        }];
        let result = ResultSet {
            columns,
            rows: vec![vec![Cell::Int(1)]; 1000],
            truncated: Some(Truncation::Rows),
        };
        let f = Features::default();
        let told = Told {
            reading: "id of orders",
            features: &f,
            result: &result,
        };
        assert_eq!(
            told.sentence(),
            "The first 1,000 rows, and there are more: id of orders."
        );
        assert_eq!(told.headline(), None);
    }
}
