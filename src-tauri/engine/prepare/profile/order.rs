//! Order of cells, the same in every dialect: numbers by value, then everything else by its text.

use std::cmp::Ordering;

use askwell_contract::strip::{Value, Written};
use askwell_contract::Cell;

fn rank(cell: &Cell) -> u8 {
    match cell {
        Cell::Null => 0,
        Cell::Bool(_) => 1,
        Cell::Int(_) | Cell::Real(_) | Cell::Decimal(_) => 2,
        _ => 3,
    }
}

pub fn order(a: &Cell, b: &Cell) -> Ordering {
    match (a, b) {
        (Cell::Int(x), Cell::Int(y)) => x.cmp(y),
        (Cell::Text(x), Cell::Text(y))
        | (Cell::Date(x), Cell::Date(y))
        | (Cell::Time(x), Cell::Time(y))
        | (Cell::Timestamp(x), Cell::Timestamp(y)) => x.cmp(y),
        (Cell::Real(x), Cell::Real(y)) => x.total_cmp(y),
        _ if rank(a) != rank(b) => rank(a).cmp(&rank(b)),
        _ => {
            let by_value = match (a.as_f64(), b.as_f64()) {
                (Some(x), Some(y)) => x.total_cmp(&y),
                _ => Ordering::Equal,
            };
            by_value.then_with(|| a.to_string().cmp(&b.to_string()))
        }
    }
}

/// The same, of a value that is no cell yet.
pub fn against(value: Value<'_>, cell: &Cell) -> Ordering {
    match (value, cell) {
        (Value::Int(x), Cell::Int(y)) => x.cmp(y),
        (Value::Real(x), Cell::Real(y)) => x.total_cmp(y),
        (Value::Text(Written::Text, x), Cell::Text(y))
        | (Value::Text(Written::Date, x), Cell::Date(y))
        | (Value::Text(Written::Time, x), Cell::Time(y))
        | (Value::Text(Written::Timestamp, x), Cell::Timestamp(y)) => x.cmp(y.as_str()),
        (Value::Cell(value), cell) => order(value, cell),
        (value, cell) => order(&value.cell(), cell),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_before_texts() {
        let mut cells = vec![
            Cell::Text("10".into()),
            Cell::Real(2.5),
            Cell::Int(10),
            Cell::Int(-1),
            Cell::Null,
        ];
        cells.sort_by(order);
        assert_eq!(
            cells,
            [
                Cell::Null,
                Cell::Int(-1),
                Cell::Real(2.5),
                Cell::Int(10),
                Cell::Text("10".into())
            ]
        );
    }

    #[test]
    fn a_value_has_the_order_of_its_cell() {
        let text = |v: &str| v.to_owned();
        let cells = [
            Cell::Bool(false),
            Cell::Int(2),
            Cell::Real(2.5),
            Cell::Decimal(text("2.25")),
            Cell::Date(text("2024-02-29")),
            Cell::Timestamp(text("2024-02-29 01:00:00")),
            Cell::Text(text("2024")),
            Cell::Text(text("a")),
        ];
        for (a, b) in cells.iter().flat_map(|a| cells.iter().map(move |b| (a, b))) {
            assert_eq!(
                Value::of(a).map(|value| against(value, b)),
                Some(order(a, b)),
                "{a:?} {b:?}"
            );
        }
    }
}
