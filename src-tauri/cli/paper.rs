//! A result as a small table of text. In: a result. Out: aligned lines that say what they leave out.

use askwell_contract::{Cell, ResultSet};

/// What fits a terminal without scrolling; `--json` has all that was read.
const ROWS: usize = 20;
const WIDTH: usize = 40;

pub fn table(result: &ResultSet) -> String {
    let shown = &result.rows[..result.rows.len().min(ROWS)];
    let cells: Vec<Vec<String>> = shown.iter().map(|row| row.iter().map(text).collect()).collect();
    let widths: Vec<usize> = result
        .columns
        .iter()
        .enumerate()
        .map(|(i, column)| {
            let longest = cells
                .iter()
                .filter_map(|row| row.get(i))
                .map(|cell| cell.chars().count())
                .max();
            longest.unwrap_or(0).max(column.name.chars().count()).min(WIDTH)
        })
        .collect();
    let numbers: Vec<bool> = result.columns.iter().map(|column| column.kind.is_number()).collect();
    let line = |cells: &[String]| {
        let fields: Vec<String> = cells
            .iter()
            .enumerate()
            .map(|(i, cell)| field(cell, widths[i], numbers[i]))
            .collect();
        fields.join("  ").trim_end().to_owned()
    };
    let names: Vec<String> = result.columns.iter().map(|column| column.name.clone()).collect();
    let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    let mut out = vec![line(&names), rule.join("  ")];
    out.extend(cells.iter().map(|row| line(row)));
    let more = if result.truncated.is_some() { " or more" } else { "" };
    if result.rows.len() > ROWS {
        out.push(format!("(first {ROWS} of {}{more} rows)", result.rows.len()));
    } else if result.truncated.is_some() {
        out.push("(there are more rows)".to_owned());
    }
    out.join("\n")
}

fn text(cell: &Cell) -> String {
    if cell.is_null() {
        return "NULL".to_owned();
    }
    // A line break inside a value would break the table.
    cell.to_string()
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

fn field(text: &str, width: usize, right: bool) -> String {
    let length = text.chars().count();
    if length > width {
        return text.chars().take(width - 1).chain(['…']).collect();
    }
    let pad = " ".repeat(width - length);
    if right {
        format!("{pad}{text}")
    } else {
        format!("{text}{pad}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::{ResultColumn, Truncation, TypeKind};

    fn result(rows: usize, truncated: Option<Truncation>) -> ResultSet {
        let column = |name: &str, kind| ResultColumn {
            name: name.into(),
            kind,
        };
        ResultSet {
            columns: vec![column("city", TypeKind::Text), column("n", TypeKind::Integer)],
            rows: (0..rows)
                .map(|i| vec![Cell::Text("Łódź\n".into()), Cell::Int(i as i64)])
                .collect(),
            truncated,
        }
    }

    #[test]
    fn columns_are_aligned_and_breaks_shown_as_spaces() {
        assert_eq!(table(&result(2, None)), "city   n\n-----  -\nŁódź   0\nŁódź   1");
    }

    #[test]
    fn what_is_left_out_is_said() {
        assert!(table(&result(30, Some(Truncation::Rows))).ends_with("(first 20 of 30 or more rows)"));
        assert!(table(&result(3, Some(Truncation::Rows))).ends_with("(there are more rows)"));
    }

    #[test]
    fn long_values_are_cut_visibly() {
        assert_eq!(field(&"x".repeat(50), 5, false), "xxxx…");
    }
}
