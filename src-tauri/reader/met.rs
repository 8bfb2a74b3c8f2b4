//! Whether what a word was taken for stands in the query: where "order" is read as the table of orders, and the query is of
//! customers alone, the word was not used.

use crate::frame::Ent;
use crate::known::Known;

/// Whether a statement reads the column; or the table, or a column that refers to it.
pub(crate) fn stands_in(known: &Known, thing: Ent, sql: &str) -> bool {
    let table = match thing {
        Ent::Table(table) => table,
        Ent::Column(c) => return mentions(sql, &known.column(c).name),
    };
    let reads = |t: usize| mentions(sql, &known.tables[t].sql);
    let refers = |from: usize| {
        let keys = known.links.iter().filter(|l| l.tables() == Some((from, table)));
        keys.flat_map(|l| &l.from)
            .any(|c| mentions(sql, &known.column(*c).name))
    };
    reads(table) || (0..known.tables.len()).any(|t| reads(t) && refers(t))
}

/// Whether a name stands there by itself.
fn mentions(sql: &str, name: &str) -> bool {
    let within = |c: char| c.is_alphanumeric() || c == '_';
    sql.match_indices(name).any(|(at, _)| {
        let before = sql[..at].chars().next_back();
        let behind = sql[at + name.len()..].chars().next();
        !before.is_some_and(within) && !behind.is_some_and(within)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructions::tests::shop;
    use crate::known::Col;

    #[test]
    fn a_table_is_read_itself_or_by_what_refers_to_it() {
        let known = shop();
        let [customers, orders] = [0, 1].map(Ent::Table);
        assert!(stands_in(&known, customers, "SELECT COUNT(*) FROM customers"));
        assert!(!stands_in(&known, orders, "SELECT COUNT(*) FROM customers"));
        assert!(stands_in(
            &known,
            customers,
            "SELECT customer_id FROM orders GROUP BY customer_id"
        ));
        assert!(!stands_in(&known, customers, "SELECT COUNT(*) FROM orders"));
        assert!(!stands_in(&known, orders, "SELECT COUNT(*) FROM reorders"));
        let country = Ent::Column(Col { table: 0, column: 2 });
        assert!(stands_in(
            &known,
            country,
            "SELECT COUNT(*) FROM customers WHERE country = 'Peru'"
        ));
        assert!(!stands_in(&known, country, "SELECT COUNT(*) FROM customers"));
    }
}
