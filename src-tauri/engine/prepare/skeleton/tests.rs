use askwell_contract::{Catalog, Dialect, KeyOrigin};

use super::*;
use crate::prepare::{fake, values::ValueIndex};

fn knowledge(catalog: Catalog) -> Knowledge {
    Knowledge::with_index(catalog, "1".into(), Vec::new(), ValueIndex::build(Vec::new()))
}

fn names(tables: &[&str]) -> Vec<String> {
    tables.iter().map(|t| (*t).to_owned()).collect()
}

fn school(dialect: Dialect) -> Knowledge {
    let mut catalog = fake::catalog(vec![
        fake::table("Student", &["id int", "name text"]),
        fake::table("course", &["id int", "teacher int", "substitute int"]),
        fake::table("enrolment", &["student int", "course int"]),
        fake::table("teacher", &["id int"]),
        fake::table("weather", &["day text"]),
    ]);
    catalog.dialect = dialect;
    for (from, to) in [
        ("enrolment.student", "Student.id"),
        ("enrolment.course", "course.id"),
        ("course.teacher", "teacher.id"),
        ("course.substitute", "teacher.id"),
    ] {
        fake::refer(&mut catalog, from, to);
    }
    knowledge(catalog)
}

#[test]
fn rows_without_a_partner_are_told_of() {
    let mut known = school(Dialect::Sqlite);
    let tables = names(&["course", "enrolment"]);
    assert!(!of(&known, &tables).contains("LEFT JOIN"));
    std::sync::Arc::make_mut(&mut known.finds)
        .orphans
        .push(crate::prepare::graph::Orphans {
            table: "enrolment".into(),
            column: "course".into(),
            to_table: "course".into(),
            to_column: "id".into(),
            compared: 40,
            lost: 3,
            exact: true,
            rows: None,
            examples: Vec::new(),
        });
    let written = of(&known, &tables);
    assert!(
        written.contains("-- Some rows of enrolment have no row of course: LEFT JOIN keeps them."),
        "{written}"
    );
}

#[test]
fn joins_are_written_as_a_statement_has_them_with_what_they_repeat() {
    let known = school(Dialect::Postgres);
    assert_eq!(
        of(&known, &names(&["Student", "course"])),
        "FROM \"Student\" JOIN enrolment ON \"Student\".id = enrolment.student JOIN course ON enrolment.course = course.id\n\
         -- Each row of Student comes once for each of its rows of enrolment."
    );
    assert_eq!(of(&known, &names(&["Student"])), "");
    assert_eq!(of(&known, &[]), "");
}

#[test]
fn other_ways_and_tables_left_apart_are_told() {
    let known = school(Dialect::Sqlite);
    assert_eq!(
        of(&known, &names(&["course", "weather", "teacher"])),
        "FROM course JOIN teacher ON course.teacher = teacher.id\n\
         -- Or:\n\
         FROM course JOIN teacher ON course.substitute = teacher.id\n\
         -- Or, where both are meant:\n\
         FROM course JOIN teacher AS teacher ON course.teacher = teacher.id \
         JOIN teacher AS substitute ON course.substitute = substitute.id\n\
         -- No key joins weather to the others."
    );
}

#[test]
fn a_key_that_two_tables_write_in_their_own_way_joins_them() {
    let mut catalog = fake::catalog(vec![
        fake::table("field", &["code text"]),
        fake::table("harvest", &["fld text", "worker int"]),
        fake::table("worker", &["id int"]),
    ]);
    fake::refer(&mut catalog, "harvest.worker", "worker.id");
    fake::refer(&mut catalog, "harvest.fld", "field.code");
    let why = "the same texts".to_owned();
    catalog.tables[1].foreign_keys[1].origin = KeyOrigin::Inferred {
        confidence: 0.9,
        why,
        untidy: true,
    };
    let known = knowledge(catalog);
    let on = "-- harvest and field join ON LOWER(REPLACE(harvest.fld, ' ', '')) = LOWER(REPLACE(field.code, ' ', ''))";
    assert_eq!(
        of(&known, &names(&["worker", "harvest", "field"])),
        format!(
            "FROM worker JOIN harvest ON worker.id = harvest.worker\n\
             -- Each row of worker comes once for each of its rows of harvest.\n{on}"
        )
    );
    assert_eq!(of(&known, &names(&["harvest", "field"])), on);
    assert_eq!(
        of(&known, &names(&["worker", "field"])),
        "",
        "neither refers to the other"
    );
}

#[test]
fn a_key_of_which_there_is_one_a_row_repeats_nothing() {
    let mut catalog = fake::catalog(vec![
        fake::table("person", &["id int"]),
        fake::table("badge", &["person int"]),
    ]);
    fake::refer(&mut catalog, "badge.person", "person.id");
    catalog.tables[1].unique.push(vec!["person".into()]);
    assert_eq!(
        of(&knowledge(catalog), &names(&["person", "badge"])),
        "FROM person JOIN badge ON person.id = badge.person"
    );
}

#[test]
fn a_step_out_of_its_module_says_over_how_many_keys_it_could_go() {
    let mut tables = Vec::new();
    for part in ["sale", "staff"] {
        tables.extend((0..16).map(|n| fake::table(&format!("{part}_{n}"), &["id int", "of int", "by int"])));
    }
    let mut catalog = fake::catalog(tables);
    for part in ["sale", "staff"] {
        (1..16).for_each(|n| fake::refer(&mut catalog, &format!("{part}_{n}.of"), &format!("{part}_0.id")));
    }
    fake::refer(&mut catalog, "sale_0.by", "staff_0.id");
    let known = knowledge(catalog);
    let says = "-- From sale_0 to staff_0 leads the only key between the modules Sale and Staff.";
    let written = of(&known, &names(&["sale_3", "staff_4"]));
    assert!(written.contains(says), "{written}");
    assert!(!of(&known, &names(&["sale_3", "sale_4"])).contains("modules"));
}

/// Races and pilots, with results and heats of both, and a table of both that has no rows.
fn races(dialect: Dialect) -> Catalog {
    let mut catalog = fake::catalog(vec![
        fake::table("pilot", &["id int", "suit_colour_id int", "helmet_colour_id int"]),
        fake::table("race", &["id int"]),
        fake::table("result", &["id int", "race_id int", "pilot_id int", "state_id int"]),
        fake::table("heat", &["id int", "race_id int", "pilot_id int"]),
        fake::table("colour", &["id int"]),
        fake::table("state", &["id int"]),
        fake::table("protest", &["id int", "pilot_id int", "state_id int"]),
    ]);
    catalog.dialect = dialect;
    for (from, to) in [
        ("pilot.suit_colour_id", "colour.id"),
        ("pilot.helmet_colour_id", "colour.id"),
        ("result.race_id", "race.id"),
        ("result.pilot_id", "pilot.id"),
        ("result.state_id", "state.id"),
        ("heat.race_id", "race.id"),
        ("heat.pilot_id", "pilot.id"),
        ("protest.pilot_id", "pilot.id"),
        ("protest.state_id", "state.id"),
    ] {
        fake::refer(&mut catalog, from, to);
    }
    catalog
}

#[test]
fn a_table_in_two_roles_stands_twice_under_names_of_its_own() {
    for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
        let known = knowledge(races(dialect));
        let lines = of(&known, &names(&["colour", "pilot", "race"]));
        let last = lines.lines().last().unwrap_or_default();
        assert!(
            last.starts_with("FROM pilot JOIN ")
                && last.ends_with(
                    "JOIN colour AS suit_colour ON pilot.suit_colour_id = suit_colour.id \
                     JOIN colour AS helmet_colour ON pilot.helmet_colour_id = helmet_colour.id"
                ),
            "{lines}"
        );
        let read = askwell_sql::parse::query(&format!("SELECT 1 {last}"), dialect);
        assert!(read.is_ok(), "{last}");
    }
}

#[test]
fn two_tables_of_the_same_things_are_joined_on_all_of_them() {
    let known = knowledge(races(Dialect::Sqlite));
    let first = |tables: &[&str]| {
        let lines = of(&known, &names(tables));
        lines.lines().next().unwrap_or_default().to_owned()
    };
    for tables in [
        ["pilot", "race", "result", "heat"],
        ["heat", "result", "race", "pilot"],
        ["race", "heat", "pilot", "result"],
    ] {
        let from = first(&tables);
        for key in ["race_id", "pilot_id"] {
            assert!(from.matches(key).count() >= 2, "{from}");
        }
    }
    // Of whom a row is, is not said: whoever writes the statement decides.
    let apart = of(&known, &names(&["race", "result", "heat"]));
    assert!(
        apart.contains("-- result and heat have more in common") && apart.contains("result.pilot_id = heat.pilot_id"),
        "{apart}"
    );
    // A row for each pair is said by a key.
    let mut catalog = races(Dialect::Sqlite);
    catalog.tables[3].unique.push(vec!["race_id".into(), "pilot_id".into()]);
    let keyed = of(&knowledge(catalog), &names(&["race", "result", "heat"]));
    assert!(
        keyed.starts_with("FROM race JOIN")
            && keyed.contains("result.pilot_id = heat.pilot_id")
            && !keyed.contains("in common"),
        "{keyed}"
    );
}

#[test]
fn no_way_goes_by_a_table_without_rows() {
    use askwell_contract::profile::TableProfile;
    let with = |rows: u64| {
        let profile = |name: &str, rows: u64| TableProfile {
            table: name.into(),
            rows,
            read: rows,
            columns: Vec::new(),
            grain: String::new(),
            freshness: None,
        };
        let profiles = vec![profile("protest", rows), profile("result", 9)];
        Knowledge::with_index(
            races(Dialect::Sqlite),
            "1".into(),
            profiles,
            ValueIndex::build(Vec::new()),
        )
    };
    let asked = names(&["pilot", "state"]);
    assert!(of(&with(9), &asked).contains("protest"));
    let without = of(&with(0), &asked);
    assert!(
        without.starts_with("FROM pilot JOIN result") && !without.contains("protest"),
        "{without}"
    );
    // Asked for, it is there.
    assert!(of(&with(0), &names(&["pilot", "protest"])).contains("JOIN protest"));
    // Where nothing else leads there, that is what is said.
    let mut only = races(Dialect::Sqlite);
    only.tables[2].foreign_keys.retain(|k| k.to_table != "state");
    let profiles = with(0).profiles.as_ref().clone();
    let known = Knowledge::with_index(only, "1".into(), profiles, ValueIndex::build(Vec::new()));
    assert_eq!(
        of(&known, &asked),
        "-- protest has no rows: by way of it nothing is found."
    );
}
