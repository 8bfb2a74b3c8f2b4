use askwell_contract::run::Fate;

use super::*;

fn result(columns: &[&str], rows: Vec<Row>) -> ResultSet {
    ResultSet {
        columns: columns
            .iter()
            .map(|name| ResultColumn {
                name: (*name).into(),
                kind: TypeKind::Other,
            })
            .collect(),
        rows,
        truncated: None,
    }
}

fn counts(found: &OverTime) -> (usize, usize, usize, usize) {
    let of = |fate| found.count(fate);
    (of(Fate::New), of(Fate::Gone), of(Fate::Changed), found.same)
}

#[test]
fn one_figure_is_put_beside_what_it_was() {
    let then = result(&["count"], vec![vec![Cell::Int(9)]]);
    let now = result(&["number_of_rows"], vec![vec![Cell::Int(12)]]);
    let found = over_time(&then, &now);
    assert_eq!((found.key.as_deref(), counts(&found)), (Some(&[][..]), (0, 0, 1, 0)));
    assert_eq!(found.rows[0].was[0].cell, Cell::Int(9));
    assert_eq!(counts(&over_time(&then, &then)), (0, 0, 0, 1));
}

#[test]
fn rows_are_the_same_by_what_names_them_and_not_by_their_figures() {
    let row = |name: &str, country: &str, sales: f64| vec![text(name), text(country), Cell::Real(sales)];
    let columns = ["company", "country", "sales"];
    let then = result(
        &columns,
        vec![row("A", "Peru", 5.0), row("B", "Peru", 4.0), row("C", "Chad", 3.0)],
    );
    // B sells more and comes first, C has moved, D is new and A gone.
    let now = result(
        &columns,
        vec![row("B", "Peru", 6.0), row("C", "Mali", 3.0), row("D", "Chad", 1.0)],
    );
    let found = over_time(&then, &now);
    assert_eq!(found.key, Some(vec![0]));
    let fates: Vec<(Fate, String)> = found.rows.iter().map(|r| (r.fate, r.cells[0].to_string())).collect();
    let expected = [
        (Fate::Changed, "B"),
        (Fate::Changed, "C"),
        (Fate::New, "D"),
        (Fate::Gone, "A"),
    ];
    assert_eq!(fates, expected.map(|(fate, name)| (fate, name.to_string())));
    assert_eq!(
        (found.rows[0].was[0].column, &found.rows[0].was[0].cell),
        (2, &Cell::Real(4.0))
    );
    assert_eq!(
        (found.rows[1].was[0].column, &found.rows[1].was[0].cell),
        (1, &text("Chad"))
    );
}

#[test]
fn the_key_is_as_small_as_will_do_and_a_figure_is_none() {
    let key = |columns: &[&str], rows: Vec<Row>| over_time(&result(columns, rows.clone()), &result(columns, rows)).key;
    let i = Cell::Int;
    // Orders by their number, though each company stands there twice.
    let orders = vec![vec![i(7), text("A")], vec![i(8), text("A")]];
    assert_eq!(key(&["order_id", "company"], orders), Some(vec![0]));
    // Two names together.
    let towns = vec![
        vec![text("Peru"), text("Lima"), i(3)],
        vec![text("Peru"), text("Cusco"), i(3)],
        vec![text("Chad"), text("Lima"), i(3)],
    ];
    assert_eq!(key(&["country", "town", "customers"], towns), Some(vec![0, 1]));
    // Years are whole numbers that stay.
    let years = vec![vec![i(2023), Cell::Real(1.5)], vec![i(2024), Cell::Real(1.5)]];
    assert_eq!(key(&["year", "sales"], years), Some(vec![0]));
    let figures = vec![vec![Cell::Real(1.5)], vec![Cell::Real(2.5)]];
    assert_eq!(key(&["sales"], figures), None);
}

#[test]
fn a_count_that_moved_in_every_row_names_none_of_them() {
    let of = |figures: [i64; 3]| result(&["n"], figures.map(|n| vec![Cell::Int(n)]).to_vec());
    let found = over_time(&of([1, 2, 3]), &of([4, 5, 6]));
    assert_eq!((found.key.clone(), counts(&found)), (None, (3, 3, 0, 0)));
}

#[test]
fn columns_that_only_one_result_has_are_told_and_change_no_row() {
    let then = result(
        &["name", "fax"],
        vec![vec![text("A"), text("1")], vec![text("B"), text("2")]],
    );
    let now = result(
        &["NAME", "site"],
        vec![vec![text("A"), text("x")], vec![text("B"), text("y")]],
    );
    let found = over_time(&then, &now);
    assert_eq!(counts(&found), (0, 0, 0, 2));
    assert_eq!(
        (found.columns_new, found.columns_gone),
        (vec!["site".into()], vec!["fax".into()])
    );
}

/// Rows of a name, a second name and a figure; names may come twice.
fn rows() -> impl Strategy<Value = ResultSet> {
    let row = (
        "[a-e]",
        0..3i64,
        prop_oneof![Just(Cell::Null), (0..4i64).prop_map(Cell::Int)],
    );
    prop::collection::vec(row, 0..7).prop_map(|rows| {
        let cells = |(name, place, figure): (String, i64, Cell)| vec![text(&name), text(&format!("p{place}")), figure];
        result(&["name", "place", "figure"], rows.into_iter().map(cells).collect())
    })
}

proptest! {
    #[test]
    fn every_row_has_one_fate(then in rows(), now in rows()) {
        let found = over_time(&then, &now);
        let (new, gone, changed, same) = counts(&found);
        prop_assert_eq!(then.rows.len(), same + changed + gone);
        prop_assert_eq!(now.rows.len(), same + changed + new);
        prop_assert!(found.rows.iter().all(|row| (row.fate == Fate::Changed) != row.was.is_empty()));
    }

    #[test]
    fn nothing_changed_between_a_result_and_itself_in_any_order(then in rows(), by in 0..7usize) {
        let mut now = then.clone();
        let n = now.rows.len().max(1);
        now.rows.rotate_left(by % n);
        let found = over_time(&then, &now);
        prop_assert_eq!(found.rows, vec![]);
        prop_assert_eq!(found.same, then.rows.len());
    }

    #[test]
    fn seen_from_the_other_end_what_was_new_is_gone(then in rows(), now in rows()) {
        let (there, back) = (over_time(&then, &now), over_time(&now, &then));
        prop_assert_eq!(&there.key, &back.key);
        let (new, gone, changed, same) = counts(&there);
        prop_assert_eq!((gone, new, changed, same), counts(&back));
    }

    #[test]
    fn the_earlier_result_and_what_changed_give_the_later_one(then in rows(), now in rows()) {
        let found = over_time(&then, &now);
        let mut rows = then.rows.clone();
        for row in &found.rows {
            let before: Row = match row.fate {
                Fate::New => { rows.push(row.cells.clone()); continue }
                Fate::Gone => row.cells.clone(),
                Fate::Changed => {
                    let mut cells = row.cells.clone();
                    row.was.iter().for_each(|was| cells[was.column as usize] = was.cell.clone());
                    rows.push(row.cells.clone());
                    cells
                }
            };
            let at = rows.iter().position(|r| *r == before);
            prop_assert!(at.is_some(), "{before:?} was not there");
            rows.remove(at.unwrap_or_default());
        }
        prop_assert!(same(&result(&["name", "place", "figure"], rows), &now, false));
    }
}
