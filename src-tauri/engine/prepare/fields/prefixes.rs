//! Beginnings that names share and that say nothing: `tblCustomer`, `sbTxAmount` in `sbTransaction`.
//!
//! In: names. Out: how many bytes of them to leave out. Deliberately absent: what the rest of a name means.

use crate::words::{is_word, split_name};

/// A beginning shared by fewer names may be chance.
const FEW: usize = 3;
/// Of ten names, so many must share it: a schema has its exceptions.
const OF_TEN: usize = 8;
/// House prefixes are short (`tbl`, `dim`); anything longer is taken for a word that this list happens not to know.
const LONGEST: usize = 4;
/// Prefixes that are house style wherever they stand, though they are short for something.
const USUAL: [&str; 6] = ["tbl", "tab", "dim", "fact", "vw", "stg"];

/// The beginning of most of a schema's tables, where it is no word; empty where there is none.
pub fn house<'a>(tables: &[&'a str]) -> &'a str {
    let Some(first) = tables.first().filter(|_| tables.len() >= FEW) else {
        return "";
    };
    let shared = |prefix: &&str| {
        let with = tables.iter().filter(|t| cut(t, prefix) > 0).count();
        with * 10 >= tables.len() * OF_TEN
    };
    let begins = (2..first.len()).rev().filter_map(|n| first.get(..n));
    let Some(longest) = begins.into_iter().find(shared) else {
        return "";
    };
    let letters = longest.trim_end_matches('_');
    let usual = USUAL.iter().any(|known| letters.eq_ignore_ascii_case(known));
    // What remains must be words: `customer` does not begin with a prefix because `cut` and `curve` begin alike.
    let rests = tables.iter().map(|t| &t[cut(t, longest)..]);
    let words = rests.filter(|rest| split_name(rest).iter().all(|w| is_word(w))).count();
    if usual || (letters.len() <= LONGEST && !is_word(letters) && words * 2 >= tables.len()) {
        longest
    } else {
        ""
    }
}

/// Bytes of a prefix that a name begins with; 0 where it does not, or where nothing would remain.
pub fn cut(name: &str, prefix: &str) -> usize {
    let begins = name
        .get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    if begins && name.len() > prefix.len() {
        prefix.len()
    } else {
        0
    }
}

/// Bytes that all columns of a table begin with, where they are short for the table's own name: `cust` of `customer`,
/// `tx` of `transaction`. The house prefix counts as part of them.
pub fn short(table: &str, columns: &[&str], house: &str) -> usize {
    let Some(first) = columns.first().filter(|_| columns.len() >= FEW) else {
        return 0;
    };
    let common = columns.iter().skip(1).fold(first.len(), |n, name| {
        let same = first.bytes().zip(name.bytes());
        n.min(same.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count())
    });
    let start = cut(first, house);
    let fits = |n: &usize| {
        columns.iter().all(|c| c.is_char_boundary(*n) && c.len() > *n)
            && first.get(start..*n).is_some_and(|part| stands_for(part, table))
    };
    (start + 2..=common).rev().find(fits).unwrap_or(0)
}

/// The same first letter, and all letters in the same order.
fn stands_for(short: &str, name: &str) -> bool {
    let letters = |text: &str| {
        text.to_lowercase()
            .chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<Vec<_>>()
    };
    if split_name(short) == split_name(name) {
        return true;
    }
    let (short, name) = (letters(short), letters(name));
    let mut rest = name.iter();
    short.len() >= 2 && short.first() == name.first() && short.iter().all(|c| rest.any(|n| n == c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_prefix_is_no_word_and_shared_by_most() {
        assert_eq!(house(&["tblCustomer", "tblOrder", "TBLitem"]), "tbl");
        assert_eq!(house(&["sbcustomer", "sbticker", "sbprice", "sbtx", "version"]), "sb");
        assert_eq!(house(&["orders", "order_lines", "order_notes"]), "");
        assert_eq!(house(&["customer", "cut", "curve"]), "");
        assert_eq!(house(&["ab1", "ab2"]), "");
    }

    #[test]
    fn columns_may_begin_with_what_their_table_is_called_for_short() {
        let short = |table: &str, columns: &[&str]| short(table, columns, "sb");
        assert_eq!(short("customer", &["sbCustId", "sbCustName", "sbCustCity"]), 6);
        assert_eq!(short("transaction", &["sbTxId", "sbTxType", "sbTxAt"]), 4);
        assert_eq!(short("player", &["name", "nationality", "number"]), 0);
        assert_eq!(short("player", &["player_id", "player_name", "age"]), 0);
    }
}
