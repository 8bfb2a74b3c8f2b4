//! Names of tables and columns. In: names as files, sheets and headers have them. Out: names that are all different,
//! upper and lower case alike. Deliberately absent: quoting; a name of a column may hold anything but control
//! characters.

use std::collections::BTreeSet;

/// Each wish with where it comes from: a second `data` is `data_folder`, a third one `data_2`.
pub fn tables(wishes: &[(String, String)]) -> Vec<String> {
    let cleaned: Vec<(String, String)> = wishes
        .iter()
        .map(|(name, from)| (unlike_a_file(&clean(name, "table")), unlike_a_file(&clean(from, ""))))
        .collect();
    let same = |i: usize, name: &str| {
        let others = cleaned.iter().enumerate().filter(move |(j, _)| *j != i);
        others.into_iter().any(|(_, (other, _))| fold(other) == fold(name))
    };
    let longer = cleaned.iter().enumerate().map(|(i, (name, from))| {
        if same(i, name) && !from.is_empty() {
            format!("{name}_{from}")
        } else {
            name.clone()
        }
    });
    different(longer)
}

/// Of one table, in order; an empty one gets its place in the row.
pub fn columns(names: impl IntoIterator<Item = String>) -> Vec<String> {
    different(
        names
            .into_iter()
            .enumerate()
            .map(|(i, name)| clean(&name, &format!("column{}", i + 1))),
    )
}

fn different(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let names: Vec<String> = names.into_iter().collect();
    let wished: BTreeSet<String> = names.iter().map(|name| fold(name)).collect();
    let mut taken = BTreeSet::new();
    names
        .into_iter()
        .map(|name| {
            if taken.insert(fold(&name)) {
                return name;
            }
            // Never a name that another one has of its own.
            let numbered = (2_u64..).map(|n| format!("{name}_{n}"));
            let free = numbered
                .into_iter()
                .find(|name| !wished.contains(&fold(name)) && !taken.contains(&fold(name)));
            let free = free.unwrap_or(name);
            taken.insert(fold(&free));
            free
        })
        .collect()
}

fn clean(name: &str, otherwise: &str) -> String {
    let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        otherwise.to_string()
    } else {
        name
    }
}

/// DuckDB reads `FROM "a.csv"` as a file where there is no such table, and has tables about itself; a name that may be
/// one of these is refused as a way out of the database.
fn unlike_a_file(name: &str) -> String {
    const INNER: [&str; 5] = ["pragma_", "duckdb_", "sqlite_", "pg_", "information_schema"];
    let name: String = name
        .chars()
        .map(|c| if "/\\*?.:".contains(c) { '_' } else { c })
        .collect();
    if INNER.iter().any(|inner| fold(&name).starts_with(inner)) {
        format!("table_{name}")
    } else {
        name
    }
}

/// DuckDB compares names without regard to the case of ASCII letters; other letters may be folded as well.
fn fold(name: &str) -> String {
    name.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_all_different() {
        let of = |names: &[&str]| columns(names.iter().map(ToString::to_string));
        assert_eq!(of(&["a", "A", "", "a", "a_2"]), ["a", "A_3", "column3", "a_4", "a_2"]);
        assert_eq!(of(&[" x\ty ", "select"]), ["x y", "select"]);
        assert_eq!(of(&["", "column1"]), ["column1", "column1_2"]);
    }

    #[test]
    fn tables_of_one_name_are_told_apart_by_where_they_are() {
        let of = |wishes: &[(&str, &str)]| {
            let wishes: Vec<_> = wishes.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
            tables(&wishes)
        };
        assert_eq!(
            of(&[("sales", "2023"), ("sales", "2024")]),
            ["sales_2023", "sales_2024"]
        );
        assert_eq!(of(&[("data", "x"), ("Data", "x")]), ["data_x", "Data_x_2"]);
        assert_eq!(of(&[("a", "x"), ("b", "x")]), ["a", "b"]);
        assert_eq!(of(&[("a.b*", "x"), ("pg_class", "x")]), ["a_b_", "table_pg_class"]);
        assert_eq!(of(&[("", "x"), ("\u{1F600} שלום", "x")]), ["table", "\u{1F600} שלום"]);
    }
}
