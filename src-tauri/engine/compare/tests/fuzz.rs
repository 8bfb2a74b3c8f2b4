//! Results made by a machine: sameness is an equivalence that sees neither the order of rows nor that of columns.

use askwell_fuzz::{Chance, Machine};

use super::*;

/// A result of a few columns from any bytes: a byte says which kind a cell is, and the next what it holds.
fn made(bytes: &[u8]) -> ResultSet {
    let width = usize::from(bytes.first().copied().unwrap_or(1) % 4) + 1;
    let texts = [
        "",
        "a",
        "A",
        "1",
        "1.0",
        "2024-01-31",
        "a ",
        "é",
        "e\u{301}",
        "NaN",
        "true",
    ];
    let numbers = ["0", "-0.00", "1.50", "007", "1e3", "99999999999999999999", "0.1"];
    let cells = bytes.get(1..).unwrap_or_default().chunks(2).map(|pair| {
        let n = pair.get(1).copied().unwrap_or_default();
        let pick = |all: &[&str]| {
            all.get(usize::from(n) % all.len())
                .copied()
                .unwrap_or_default()
                .to_string()
        };
        match pair[0] % 8 {
            0 => Cell::Null,
            1 => Cell::Int(i64::from(n) - 3),
            2 => Cell::Real(f64::from(n) / 4.0 - 1.0),
            3 => Cell::Decimal(pick(&numbers)),
            4 => Cell::Bool(n % 2 == 0),
            5 => Cell::Date(pick(&["2024-01-31", "2024-02-01"])),
            6 => Cell::Real([f64::NAN, f64::INFINITY, -0.0, 0.1 + 0.2, 1e300][usize::from(n) % 5]),
            _ => Cell::Text(pick(&texts)),
        }
    });
    let cells: Vec<Cell> = cells.collect();
    set(cells.chunks_exact(width).map(<[Cell]>::to_vec).collect())
}

/// The same rows and columns in another order.
fn shuffled(result: &ResultSet, chance: &mut Chance) -> ResultSet {
    let mut order: Vec<usize> = (0..result.columns.len()).collect();
    let mut rows = result.rows.clone();
    for i in (1..order.len()).rev() {
        order.swap(i, chance.below(i + 1));
    }
    for i in (1..rows.len()).rev() {
        rows.swap(i, chance.below(i + 1));
    }
    let turned = |row: &Row| order.iter().map(|c| row[*c].clone()).collect();
    set(rows.iter().map(turned).collect())
}

#[test]
fn sameness_is_an_equivalence_that_no_order_touches() {
    let machine = Machine {
        name: "compare",
        corpus: include_str!("../../../fuzz/corpora/results.txt"),
        seeds: Vec::new(),
        words: &[
            "\0\0",
            "\u{1}\u{1}",
            "\u{2}\u{4}",
            "\u{7}\u{1}",
            "\u{1}\u{4}\u{1}\u{4}",
            "\u{3}\u{2}",
            "\u{4}\0",
        ],
    };
    let ran = machine.run(|bytes| {
        let (left, right) = bytes.split_at(bytes.len() / 2);
        let (a, b) = (made(left), made(right));
        let mut chance = Chance::new(bytes.iter().map(|b| u64::from(*b)).sum());
        for one in [&a, &b] {
            let other = shuffled(one, &mut chance);
            assert!(same(one, one, true) && same(one, &other, false) && same(&other, one, false));
            assert_eq!(signature(one), signature(&other));
            assert!(one.rows.is_empty() || holds(one, &other));
            let mut fewer = one.clone();
            if fewer.rows.pop().is_some() {
                assert!(!same(one, &fewer, false) && !holds(one, &fewer));
            }
        }
        let is = same(&a, &b, false);
        assert_eq!(is, same(&b, &a, false));
        assert!(is || !same(&a, &b, true), "the same in order, and not without");
        assert!(!is || signature(&a) == signature(&b));
        (is, holds(&a, &b), a.rows.len().min(6), b.rows.len().min(6))
    });
    assert!(ran.kinds > 20, "{ran:?}");
}
