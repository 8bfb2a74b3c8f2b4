//! Order of cells, the same in every dialect: numbers by value, then everything else by its text.

use std::cmp::Ordering;

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
        (Cell::Text(x), Cell::Text(y)) => x.cmp(y),
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
}
