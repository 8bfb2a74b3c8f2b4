//! The files in which dbt describes models, seeds, snapshots and sources (`schema.yml`).
//!
//! In: YAML. Out: what it says of tables and columns. Deliberately absent: blocks of words in other files, which are told as
//! unread, and everything in these files that describes nothing.

use serde_json::Value;

use super::{Read, Said};

const NODES: [&str; 3] = ["models", "seeds", "snapshots"];
const SOURCES: &str = "sources";

pub fn read(text: &str) -> std::result::Result<Read, String> {
    let all: Value = serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
    if NODES.iter().chain([&SOURCES]).all(|name| all.get(name).is_none()) {
        return Err(format!("It has none of {}, {SOURCES}.", NODES.join(", ")));
    }
    let mut out = Read::default();
    for name in NODES {
        list(&all, name).for_each(|node| table(node, name, &mut out));
    }
    for source in list(&all, SOURCES) {
        list(source, "tables").for_each(|node| table(node, SOURCES, &mut out));
    }
    Ok(out)
}

fn list<'a>(of: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    of.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn text<'a>(of: &'a Value, name: &str) -> Option<&'a str> {
    of.get(name)
        .and_then(Value::as_str)
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

fn table(node: &Value, kind: &str, out: &mut Read) {
    let alias = text(node, "identifier").or_else(|| text(node, "alias"));
    let alias = alias.or_else(|| node.get("config").and_then(|config| text(config, "alias")));
    let Some(name) = alias.or_else(|| text(node, "name")) else {
        out.unread.push(format!("One of the {kind} has no name."));
        return;
    };
    say(name, None, text(node, "description"), out);
    for column in list(node, "columns") {
        match text(column, "name") {
            Some(own) => say(name, Some(own), text(column, "description"), out),
            None => out.unread.push(format!("A column of {name} has no name.")),
        }
    }
}

fn say(table: &str, column: Option<&str>, words: Option<&str>, out: &mut Read) {
    let Some(words) = words else {
        out.silent += 1;
        return;
    };
    // A reference: the words themselves stand in another file.
    if words.contains("{{") || words.contains("{%") {
        let of = column.map(|column| format!(".{column}")).unwrap_or_default();
        out.unread
            .push(format!("{table}{of}: its words stand in another file: {words}"));
        return;
    }
    // A column may be written in the quotes that its database wants.
    let bare = column.map(|column| column.trim_matches(|c| matches!(c, '"' | '`' | '[' | ']')));
    out.add(Said::new(table, bare, "", &[words]));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const FILE: &str = r#"
version: 2
models:
  - name: fct_orders
    description: >
      One row for each order,
      whatever became of it.
    config: {alias: orders}
    columns:
      - name: status
        description: "Where the order is: open, sent or returned"
        tests: [not_null, {accepted_values: {values: [open, sent]}}]
      - name: '"Total"'
        description: Sum in euros
      - name: note
      - name: kind
        description: "{{ doc('kinds') }}"
      - description: nobody's
  - name: empty
    columns:
sources:
  - name: shop
    tables:
      - name: customers
        identifier: raw_customers
        description: People who bought something
seeds:
  - description: lost
"#;

    #[test]
    fn tables_and_columns_are_read_by_the_names_that_the_database_has() {
        let read = read(FILE).unwrap();
        let of = |said: &Said| (said.table.clone(), said.column.clone(), said.words.long.clone());
        let row = |table: &str, column: Option<&str>, words: &str| {
            (table.to_owned(), column.map(str::to_owned), words.to_owned())
        };
        assert_eq!(
            read.said.iter().map(of).collect::<Vec<_>>(),
            [
                row("orders", None, "One row for each order, whatever became of it."),
                row("orders", Some("status"), "Where the order is: open, sent or returned"),
                row("orders", Some("Total"), "Sum in euros"),
                row("raw_customers", None, "People who bought something"),
            ]
        );
    }

    #[test]
    fn what_says_nothing_is_counted_and_what_cannot_be_used_is_told() {
        let read = read(FILE).unwrap();
        assert_eq!(read.silent, 2, "a column and a table without words");
        assert_eq!(
            read.unread,
            [
                "orders.kind: its words stand in another file: {{ doc('kinds') }}",
                "A column of orders has no name.",
                "One of the seeds has no name.",
            ]
        );
    }

    #[test]
    fn other_yaml_and_broken_yaml_are_refused_with_a_reason() {
        assert!(read("a: 1").unwrap_err().contains("models"));
        assert!(!read("models:\n  - name: 'x\n").unwrap_err().is_empty());
        assert!(read("just words").is_err());
        // A few lines that would grow to millions are refused instead of filling the memory.
        let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for n in 1..12 {
            let before = format!("*a{}, ", n - 1).repeat(10);
            bomb.push_str(&format!("a{n}: &a{n} [{}]\n", before.trim_end_matches(", ")));
        }
        bomb.push_str("models: *a11\n");
        assert!(read(&bomb).is_err());
    }
}
