//! A small library: what goes out is lent, whatever else its readers may have with its books.

use askwell_contract::TypeKind::{Integer, Text as Words};

use super::{asked, column, shop, table};
use crate::known::Role::{Category, Key, Label, Reference, Time};
use crate::known::{Col, Known, Link};
use crate::rank::Weights;

fn library() -> Known {
    let members = vec![column("id", Integer, Key), column("name", Words, Label)];
    let books = vec![
        column("id", Integer, Key),
        column("title", Words, Label),
        column("genre", Words, Category),
    ];
    let loans = vec![
        column("id", Integer, Key),
        column("member_id", Integer, Reference),
        column("book_id", Integer, Reference),
        column("lent_on", Words, Time),
    ];
    let reservations = vec![
        column("id", Integer, Key),
        column("member_id", Integer, Reference),
        column("book_id", Integer, Reference),
        column("placed_on", Words, Time),
    ];
    let link = |from: usize, place: usize, to: usize| Link {
        from: vec![Col {
            table: from,
            column: place,
        }],
        to: vec![Col { table: to, column: 0 }],
        inferred: false,
        untidy: false,
    };
    let mut known = shop();
    known.tables = vec![
        table("members", members, Some(1)),
        table("books", books, Some(1)),
        table("loans", loans, None),
        table("reservations", reservations, None),
    ];
    known.links = vec![link(2, 1, 0), link(2, 2, 1), link(3, 1, 0), link(3, 2, 1)];
    known.ready()
}

fn readings(question: &str) -> Vec<crate::Reading> {
    crate::read(&library(), &asked(question), Weights::learned())
}

#[test]
fn what_goes_out_is_lent() {
    let sql = readings("which genres go out most")[0].sql.clone();
    assert!(sql.contains("loans"), "{sql}");
    let sql = readings("how many members have never taken a book out")[0].sql.clone();
    assert!(sql.contains("NOT IN (SELECT") && sql.contains("loans"), "{sql}");
}

#[test]
fn a_verb_that_names_none_of_several_tables_is_not_understood() {
    let found = readings("members who have never zorbed");
    assert!(
        found.iter().all(|r| r.unused.iter().any(|w| w == "zorbed")),
        "{:?}",
        found[0].sql
    );
}
