//! Near-misses of today's rules: words that look like theirs and mean something else.

use askwell_contract::TypeKind::{Integer, Text as Words};

use super::{column, read_first, shop, table};
use crate::known::Known;
use crate::known::Role::{Category, Flag, Key, Measure, Text, Time};

fn clinic() -> Known {
    let flag = |name: &str| {
        let mut c = column(name, Words, Flag);
        c.top = vec!["no".to_owned(), "yes".to_owned()];
        c.distinct = 2;
        c
    };
    let mut ended = column("ended_on", Words, Time);
    ended.nulls = 300;
    let treatments = vec![
        column("id", Integer, Key),
        column("kind", Words, Category),
        column("begun_on", Words, Time),
        ended,
        flag("treated"),
        flag("insured"),
        flag("no_show"),
        column("minutes", Integer, Measure),
        column("notes", Words, Text),
    ];
    let mut known = shop();
    known.tables = vec![table("treatments", treatments, None)];
    known.links.clear();
    known.ready()
}

#[track_caller]
fn first(question: &str) -> String {
    read_first(&clinic(), question)
}

#[test]
fn what_a_table_is_called_is_no_flag_and_neither_are_known_short_forms() {
    let sql = first("how many treatments are there");
    assert!(sql.contains("COUNT(*)") && !sql.contains("WHERE"), "{sql}");
    let sql = first("how many treatments have IDs");
    assert!(!sql.contains("insured"), "{sql}");
}

#[test]
fn a_flag_of_absence_says_yes_of_who_did_not_come() {
    let sql = first("how many no-shows were there");
    assert!(
        sql.contains("no_show") && !sql.contains("NOT IN") && !sql.contains("<>"),
        "{sql}"
    );
    assert!(sql.contains("'yes'"), "{sql}");
}

#[test]
fn a_name_in_another_script_opens_like_any_other() {
    let mut known = shop();
    let column = column("клиент", Integer, Key);
    known.tables = vec![table("клиенты", vec![column], None)];
    known.links.clear();
    assert_eq!(known.ready().tables.len(), 1);
}
