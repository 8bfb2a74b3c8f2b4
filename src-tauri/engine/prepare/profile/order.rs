//! Order and identity of cells, the same in every dialect: numbers by value, then everything else by its text.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

use askwell_contract::Cell;

/// Doubles count whole numbers exactly up to here, 2^53.
const WHOLE: f64 = 9_007_199_254_740_992.0;

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

/// Equal for values that the engines hold to be equal: 1, 1.0 and the decimal 1.00.
pub fn hash(cell: &Cell) -> u64 {
    let mut hasher = DefaultHasher::new();
    match cell {
        Cell::Int(v) => (2u8, v).hash(&mut hasher),
        Cell::Real(v) => number(*v, &mut hasher),
        Cell::Decimal(v) => match v.parse::<f64>() {
            Ok(n) if n.fract() == 0.0 && n.abs() < WHOLE => number(n, &mut hasher),
            _ => (4u8, decimal(v)).hash(&mut hasher),
        },
        Cell::Bool(v) => (1u8, v).hash(&mut hasher),
        Cell::Blob { size, head } => (5u8, size, head).hash(&mut hasher),
        Cell::Text(v) => (3u8, v).hash(&mut hasher),
        other => (6u8, other.to_string()).hash(&mut hasher),
    }
    hasher.finish()
}

fn number(v: f64, hasher: &mut DefaultHasher) {
    if v.fract() == 0.0 && v.abs() < WHOLE {
        (2u8, v as i64).hash(hasher);
    } else {
        (4u8, v.to_string()).hash(hasher);
    }
}

/// Without the zeros behind the last digit that says something.
fn decimal(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_have_one_hash() {
        let one = hash(&Cell::Int(1));
        assert_eq!(hash(&Cell::Real(1.0)), one);
        assert_eq!(hash(&Cell::Decimal("1.00".into())), one);
        assert_ne!(hash(&Cell::Text("1".into())), one);
        assert_eq!(hash(&Cell::Real(0.5)), hash(&Cell::Decimal("0.50".into())));
        assert_ne!(hash(&Cell::Int(i64::MAX)), hash(&Cell::Int(i64::MAX - 1)));
    }

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
