//! Whether a table's first row holds the names of its columns. In: the first rows. Out: yes or no. Deliberately
//! absent: rows above the table.

use super::{moment, number};

type Cell = Option<String>;

/// Names are words. A number among them is a year, and what stands below it is not.
pub fn is_header(first: &[Cell], rest: &[Vec<Cell>]) -> bool {
    let mut words = 0;
    for (i, cell) in first.iter().enumerate() {
        let Some(value) = cell.as_deref().map(str::trim).filter(|value| !value.is_empty()) else {
            continue;
        };
        if !is_value(value) {
            words += 1;
            continue;
        }
        let below = rest.iter().filter_map(|row| row.get(i)?.as_deref()).map(str::trim);
        let mut below = below.filter(|value| !value.is_empty()).peekable();
        if !is_year(value) || below.peek().is_none() || below.all(is_year) {
            return false;
        }
    }
    words > 0
}

fn is_year(value: &str) -> bool {
    value.len() == 4 && value.parse().is_ok_and(|year: u32| (1900..=2100).contains(&year))
}

/// A number, a moment, a truth value: no name of a column.
fn is_value(value: &str) -> bool {
    number::read(value).is_some()
        || moment::read(value).is_some()
        || moment::time_of_day(value)
        || value.trim_start_matches('+').bytes().all(|byte| byte.is_ascii_digit())
        || ["true", "false"].iter().any(|word| value.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(lines: &[&str]) -> bool {
        let row = |line: &&str| -> Vec<Cell> {
            let cells = line.split(',').map(str::to_string);
            cells.map(|cell| (!cell.is_empty()).then_some(cell)).collect()
        };
        let rows: Vec<Vec<Cell>> = lines.iter().map(row).collect();
        is_header(&rows[0], &rows[1..])
    }

    #[test]
    fn names_are_told_from_values() {
        assert!(held(&["id,name", "1,x"]));
        assert!(held(&["name,city", "x,y"]));
        assert!(held(&["name,city"]));
        assert!(held(&["a,a,,a", "1,2,3,4"]));
        assert!(!held(&["1,2,x", "3,4,y"]));
        assert!(!held(&["7", "8"]));
        assert!(!held(&["x,2024-01-02", "y,2024-01-03"]));
        assert!(!held(&["x,00123", "y,00124"]));
        assert!(!held(&["x,true", "y,false"]));
        // A year is a name above amounts, and a value above years.
        assert!(held(&["region,2023,2024", "north,10.5,11"]));
        assert!(!held(&["north,2023", "south,2024"]));
        assert!(!held(&[",", "a,b"]));
    }
}
