use askwell_contract::{Catalog, Dialect};

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
         -- No key joins weather to the others."
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
