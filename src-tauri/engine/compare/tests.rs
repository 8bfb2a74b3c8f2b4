use askwell_contract::{Cell, ResultColumn, ResultSet, Row, Truncation, TypeKind};
use proptest::prelude::*;

use super::*;

mod fuzz;
mod over_time;

fn set(rows: Vec<Row>) -> ResultSet {
    let width = rows.first().map_or(1, Vec::len);
    let columns = (0..width)
        .map(|i| ResultColumn {
            name: format!("c{i}"),
            kind: TypeKind::Other,
        })
        .collect();
    ResultSet {
        columns,
        rows,
        truncated: None,
    }
}

fn one(cell: Cell) -> ResultSet {
    set(vec![vec![cell]])
}

fn text(s: &str) -> Cell {
    Cell::Text(s.into())
}

#[test]
fn of_a_result_that_is_cut_nobody_knows_what_it_holds() {
    let whole = set(vec![vec![text("a"), Cell::Int(1)]]);
    let part = one(text("a"));
    assert!(holds(&whole, &part));
    let cut = |result: &ResultSet| ResultSet {
        truncated: Some(Truncation::Rows),
        ..result.clone()
    };
    assert!(!holds(&cut(&whole), &part) && !holds(&whole, &cut(&part)));
}

#[test]
fn lists_are_told_apart_by_their_parts() {
    let list = |parts: &[&str]| one(Cell::List(parts.iter().map(|p| text(p)).collect()));
    assert!(same(&list(&["a", "b"]), &list(&["a", "b"]), false));
    assert!(!same(&list(&["a,'b"]), &list(&["a", "b"]), false));
    assert!(!same(&list(&["a\\,'b"]), &list(&["a", "b"]), false));
}

#[test]
fn values_are_compared_after_normalisation() {
    let equal = [
        (Cell::Int(1), Cell::Real(1.0)),
        (Cell::Int(1), Cell::Bool(true)),
        (Cell::Int(0), Cell::Real(-0.0)),
        (Cell::Decimal("1.50".into()), Cell::Real(1.5)),
        (Cell::Decimal("007.0".into()), Cell::Int(7)),
        (Cell::Decimal("-0.00".into()), Cell::Int(0)),
        (Cell::Null, Cell::Null),
        (Cell::Date("2024-02-29".into()), text("2024-02-29")),
        (Cell::Real(0.1 + 0.2), Cell::Real(0.3)),
        (Cell::Real(12_345_678_901.000_002), Cell::Int(12_345_678_901)),
        (Cell::Real(f64::NAN), Cell::Real(f64::NAN)),
    ];
    for (a, b) in equal {
        assert!(same(&one(a.clone()), &one(b.clone()), true), "{a:?} {b:?}");
        assert_eq!(signature(&one(a)), signature(&one(b)));
    }
    let different = [
        (text("a "), text("a")),
        (text("1"), Cell::Int(1)),
        (text(""), Cell::Null),
        (text("a"), text("A")),
        (Cell::Int(9_007_199_254_740_993), Cell::Int(9_007_199_254_740_992)),
        (Cell::Int(12_345_678_901), Cell::Int(12_345_678_902)),
        (Cell::Real(1.0001), Cell::Real(1.0002)),
    ];
    for (a, b) in different {
        assert!(!same(&one(a.clone()), &one(b.clone()), false), "{a:?} {b:?}");
        assert_ne!(signature(&one(a)), signature(&one(b)));
    }
}

#[test]
fn rows_count_as_often_as_they_come() {
    let a = set(vec![vec![Cell::Int(1)], vec![Cell::Int(1)], vec![Cell::Int(2)]]);
    let b = set(vec![vec![Cell::Int(1)], vec![Cell::Int(2)], vec![Cell::Int(2)]]);
    assert!(!same(&a, &b, false));
    assert!(same_set(&a, &b));
}

#[test]
fn order_counts_only_when_asked_for() {
    let a = set(vec![vec![Cell::Int(1)], vec![Cell::Int(2)]]);
    let b = set(vec![vec![Cell::Int(2)], vec![Cell::Int(1)]]);
    assert!(same(&a, &b, false));
    assert!(!same(&a, &b, true));
}

#[test]
fn columns_may_change_places_as_a_whole_only() {
    let a = set(vec![vec![Cell::Int(1), Cell::Int(2)], vec![Cell::Int(3), Cell::Int(4)]]);
    let swapped = set(vec![vec![Cell::Int(2), Cell::Int(1)], vec![Cell::Int(4), Cell::Int(3)]]);
    let torn = set(vec![vec![Cell::Int(2), Cell::Int(1)], vec![Cell::Int(3), Cell::Int(4)]]);
    assert!(same(&a, &swapped, true));
    assert!(!same(&a, &torn, false));
    assert!(!same_set(&a, &swapped));
    // Each column and each row alone would fit here; only together they do not.
    let x = set(vec![vec![Cell::Int(0), Cell::Int(0)], vec![Cell::Int(1), Cell::Int(1)]]);
    let y = set(vec![vec![Cell::Int(0), Cell::Int(1)], vec![Cell::Int(1), Cell::Int(0)]]);
    assert!(!same(&x, &y, false));
}

#[test]
fn empty_results_are_the_same_and_truncated_ones_are_not() {
    let empty = |n: usize| ResultSet {
        columns: vec![
            ResultColumn {
                name: "x".into(),
                kind: TypeKind::Text
            };
            n
        ],
        rows: vec![],
        truncated: None,
    };
    assert!(same(&empty(1), &empty(3), true) && same_set(&empty(1), &empty(3)));
    assert_eq!(signature(&empty(1)), signature(&empty(3)));
    let whole = one(Cell::Int(1));
    let cut = ResultSet {
        truncated: Some(Truncation::Rows),
        ..whole.clone()
    };
    assert!(!same(&whole, &cut, false));
    assert_ne!(signature(&whole), signature(&cut));
}

#[test]
fn many_equal_columns_do_not_hang() {
    let rows: Vec<Row> = (0..200).map(|_| vec![Cell::Null; 20]).collect();
    assert!(same(&set(rows.clone()), &set(rows), false));
}

fn cell() -> impl Strategy<Value = Cell> {
    prop_oneof![
        Just(Cell::Null),
        (0..3i64).prop_map(Cell::Int),
        (0..3i64).prop_map(|n| Cell::Real(n as f64)),
        any::<bool>().prop_map(Cell::Bool),
        "[ab]{0,1}".prop_map(Cell::Text),
    ]
}

fn table() -> impl Strategy<Value = ResultSet> {
    (1..4usize)
        .prop_flat_map(|width| prop::collection::vec(prop::collection::vec(cell(), width), 0..5))
        .prop_map(set)
}

proptest! {
    #[test]
    fn it_is_reflexive_and_symmetric(a in table(), b in table(), ordered: bool) {
        prop_assert!(same(&a, &a, ordered));
        prop_assert!(same_set(&a, &a));
        prop_assert_eq!(same(&a, &b, ordered), same(&b, &a, ordered));
        prop_assert_eq!(same_set(&a, &b), same_set(&b, &a));
        if same(&a, &b, ordered) {
            prop_assert_eq!(signature(&a), signature(&b));
        }
    }

    #[test]
    fn it_is_transitive(rows in prop::collection::vec(prop::collection::vec(cell(), 2), 0..3), seed in 0..64usize) {
        // Three tables near each other, so that "same" happens often.
        let a = set(rows);
        let turned = |t: &ResultSet, by: usize| {
            let mut rows: Vec<Row> = t.rows.clone();
            let n = rows.len().max(1);
            let len = rows.len().max(1);
            rows.rotate_left(by % n % len);
            if by % 2 == 1 {
                rows.iter_mut().for_each(|r| r.reverse());
            }
            if by % 5 == 4 {
                if let Some(row) = rows.first_mut() {
                    row[0] = Cell::Int(1);
                }
            }
            set(rows)
        };
        let (b, c) = (turned(&a, seed % 8), turned(&a, seed / 8));
        if same(&a, &b, false) && same(&b, &c, false) {
            prop_assert!(same(&a, &c, false));
        }
        if same(&a, &b, true) && same(&b, &c, true) {
            prop_assert!(same(&a, &c, true));
        }
    }

    #[test]
    fn any_order_of_rows_and_columns_is_the_same(a in table(), by in 0..5usize, flip: bool) {
        let mut rows = a.rows.clone();
        if !rows.is_empty() {
            let n = rows.len();
            rows.rotate_left(by % n);
        }
        let mut b = ResultSet { rows, ..a.clone() };
        if flip {
            b.rows.iter_mut().for_each(|r| r.reverse());
            b.columns.reverse();
        }
        prop_assert!(same(&a, &b, false));
        prop_assert_eq!(signature(&a), signature(&b));
    }
}
