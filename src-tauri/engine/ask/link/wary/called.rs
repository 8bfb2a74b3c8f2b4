//! Whether two tables are called nearly the same.
//!
//! In: their names, cut into words. Out: how alike these are. Deliberately absent: what the tables hold.

use std::collections::BTreeSet;

use crate::prepare::fields::Field;
use crate::words::{lexicon, singular, split_name, Alike};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    /// Taken for each other at a glance: `order` and `orders`, `sales_orders` and `salesorders`, `contracts` and `contacts`.
    Nearly,
    /// A word more, or another number: `orders` and `orders_archive`, `sales_2019` and `sales_2020`.
    Akin,
}

/// `names`: as the tables are called, for what word stems do not show.
pub fn alike(a: &Field, b: &Field, names: (&str, &str)) -> Option<Likeness> {
    let (a, b) = (&a.stems, &b.stems);
    // Most pairs of a large schema end here.
    if a.is_empty() || b.is_empty() || a.len().abs_diff(b.len()) > 1 {
        return None;
    }
    if a.len() == b.len() {
        let mut differ = (0..a.len()).filter(|at| a[*at] != b[*at]);
        match (differ.next(), differ.next()) {
            (None, _) => return Some(Likeness::Nearly),
            (Some(at), None) if slip(at, a.len(), names) => return Some(Likeness::Nearly),
            (Some(at), None) if a.len() > 1 && number(&a[at]) && number(&b[at]) => return Some(Likeness::Akin),
            _ => {}
        }
    }
    let letters = |name: &str| name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    let set = |words: &[String]| words.iter().cloned().collect::<BTreeSet<_>>();
    let same = match a.len() == b.len() {
        true => set(a) == set(b),
        false => letters(names.0) == letters(names.1),
    };
    if same {
        return Some(Likeness::Nearly);
    }
    let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    few.iter().all(|w| many.contains(w)).then_some(Likeness::Akin)
}

/// Whether the words at one place differ by one edit in words of five letters, by two from nine on (Damerau 1964), as for the
/// words of a question. A stem can hide a slip or make one.
fn slip(at: usize, of: usize, names: (&str, &str)) -> bool {
    let word = |name: &str| {
        let words = split_name(name);
        (words.len() == of).then(|| singular(&words[at]))
    };
    let (Some(x), Some(y)) = (word(names.0), word(names.1)) else {
        return false;
    };
    lexicon::alike(&x, &y) == Some(Alike::Typo)
}

fn number(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake::{catalog, table};
    use crate::prepare::fields::FieldIndex;

    #[test]
    fn names_are_compared_word_by_word_and_letter_by_letter() {
        use Likeness::{Akin, Nearly};
        for (a, b, likeness) in [
            ("order", "orders", Some(Nearly)),
            ("customers", "custmers", Some(Nearly)),
            ("contracts", "contacts", Some(Nearly)),
            ("SalesOrders", "sales_orders", Some(Nearly)),
            ("salesorders", "sales_orders", Some(Nearly)),
            ("order_sales", "sales_orders", Some(Nearly)),
            ("customers", "customer_archive", Some(Akin)),
            ("sales_2019", "sales_2020", Some(Akin)),
            ("orders", "customers", None),
            ("ships", "shops", None),
            ("order_lines", "order_notes", None),
            ("sales", "sales_orders_archive", None),
        ] {
            let index = FieldIndex::build(&catalog(vec![table(a, &["x int"]), table(b, &["y int"])]));
            let (one, other) = (index.of_table(0), index.of_table(1));
            assert_eq!(alike(one, other, (a, b)), likeness, "{a} {b}");
            assert_eq!(alike(other, one, (b, a)), likeness, "{b} {a}");
        }
    }
}
