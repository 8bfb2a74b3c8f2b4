//! Files of one table, whose name says little and whose rows nothing numbers.

use askwell_contract::run::{FieldMatch, ValueMatch};
use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::asked::found;
use super::{asked, column, shop, table};
use crate::codes::code;
use crate::known::Role::{Category, Label, Measure, Number, Text, Time};
use crate::known::{Column, Known};
use crate::rank::Weights;

fn file(name: &str, columns: Vec<Column>, label: Option<usize>) -> Known {
    let mut known = shop();
    let mut only = table(name, columns, label);
    only.key = Vec::new();
    known.tables = vec![only];
    known.links.clear();
    known.ready()
}

/// Boats of a harbour, in a file called after nothing.
fn boats() -> Known {
    let mut kind = column("rig", Words, Category);
    (kind.distinct, kind.rows) = (3, 90);
    kind.top = ["Gaff Rig", "Lug Rig", "Junk Rig"].map(String::from).to_vec();
    let mut class = column("class", Words, Category);
    (class.distinct, class.rows) = (3, 90);
    class.top = ["Boat, racing", "Boat, working", "Boat, old"]
        .map(String::from)
        .to_vec();
    let day = column("launched_on", Words, Time);
    let mut year = column("year", Integer, Time);
    year.disguises = vec![askwell_contract::profile::Disguise::Year];
    let columns = vec![
        column("name", Words, Label),
        kind,
        class,
        column("weight", Real, Measure),
        day,
        year,
    ];
    file("hbrx", columns, Some(0))
}

fn read(known: &Known, question: &str) -> Vec<String> {
    let found = crate::read(known, &asked(question), Weights::learned());
    found.into_iter().map(|r| r.sql).collect()
}

#[test]
fn a_noun_that_nothing_is_called_by_means_the_rows_of_a_file_without_a_name() {
    let known = boats();
    let first = &read(&known, "top 5 heaviest ships")[0];
    assert!(first.contains("ORDER BY weight DESC LIMIT 5"), "{first}");
    let used = crate::read(&known, &asked("which ship is the heaviest"), Weights::learned());
    assert!(used[0].unused.is_empty(), "{:?}", used[0].unused);
    assert!(known.is_guess("ship"));
    for word in ["row", "boat", "rig"] {
        assert!(!known.is_guess(word), "{word}");
    }
}

#[test]
fn a_file_called_after_its_rows_has_no_other() {
    let columns = vec![column("name", Words, Label), column("weight", Real, Measure)];
    let known = file("horses", columns, Some(0));
    let seen = crate::read(&known, &asked("how many visitors are there"), Weights::learned());
    assert!(
        seen.iter().all(|r| r.uses.iter().all(|u| u.meaning != "table")),
        "{seen:?}"
    );
}

#[test]
fn a_word_that_all_texts_share_means_every_row() {
    let (known, question) = (boats(), "average weight of boats");
    let mut asked = asked(question);
    asked.values = vec![ValueMatch {
        span: found(question, "boats").unwrap(),
        words: "boats".into(),
        table: "hbrx".into(),
        column: "class".into(),
        value: "boats".into(),
        similarity: 1.0,
        exact: false,
        rows: 90,
        part: true,
    }];
    let read = crate::read(&known, &asked, Weights::learned());
    assert!(!read[0].sql.contains("WHERE"), "{}", read[0].sql);
}

#[test]
fn rows_that_nothing_tells_apart_make_no_groups() {
    let columns = vec![
        column("rig", Words, Category),
        column("class", Words, Category),
        column("remarks", Words, Text),
    ];
    let found = read(
        &file("moorings", columns, None),
        "which moorings have the most moorings",
    );
    assert!(
        found.iter().all(|sql| !sql.contains("GROUP BY rig, class")),
        "{found:?}"
    );
}

#[test]
fn the_year_is_the_column_that_keeps_it() {
    let first = &read(&boats(), "in what year were the most rows launched")[0];
    assert!(
        first.contains("GROUP BY year ") || first.ends_with("GROUP BY year"),
        "{first}"
    );
}

#[test]
fn what_is_numbered_first_is_counted() {
    let found = read(&shop(), "number of products nobody has ever ordered");
    assert!(
        found.iter().all(|sql| sql.contains("COUNT(") || sql.contains("SUM(")),
        "{found:?}"
    );
}

#[test]
fn both_ends_of_a_named_figure_are_figures() {
    let first = &read(&shop(), "lowest and highest amount of orders")[0];
    assert!(
        first.contains("MIN(") && first.contains("MAX(") && !first.contains("WHERE"),
        "{first}"
    );
}

#[test]
fn letters_that_follow_each_other_are_grades() {
    let mut grade = column("grade", Words, Category);
    grade.distinct = 4;
    grade.top = ["D", "E", "F", "G"].map(String::from).to_vec();
    assert_eq!(code(&grade, "grapes"), None);
    grade.top = ["D", "G"].map(String::from).to_vec();
    assert!(code(&grade, "grapes").is_some());
}

#[test]
fn people_are_kept_by_name_sex_and_age() {
    let sex = column("sex", Words, Category);
    let columns = |last: &str| {
        vec![
            column("name", Words, Label),
            sex.clone(),
            column("age", Integer, Measure),
            column(last, Words, Category),
        ]
    };
    assert!(file("voyage", columns("berth"), Some(0)).is_human(0));
    assert!(!file("voyage", columns("breed"), Some(0)).is_human(0));
}

#[test]
fn what_only_tells_things_apart_is_not_added_up() {
    let columns = vec![
        column("name", Words, Label),
        column("rig", Words, Category),
        column("berth", Integer, Number),
    ];
    let found = read(&file("hbrx", columns, Some(0)), "top 5 berths by rig");
    assert!(
        !found.is_empty() && found.iter().all(|sql| !sql.contains("SUM(berth)")),
        "{found:?}"
    );
}

#[test]
fn what_is_asked_for_is_no_part_of_a_name() {
    let part = |question: &str| {
        let mut asked = asked(question);
        asked.values = vec![ValueMatch {
            span: found(question, "sencha").unwrap(),
            words: "sencha".into(),
            table: "products".into(),
            column: "name".into(),
            value: "sencha".into(),
            similarity: 1.0,
            exact: false,
            rows: 4,
            part: true,
        }];
        let known = shop();
        let found = crate::read(&known, &asked, Weights::learned());
        found.iter().any(|r| r.sql.contains("%sencha%"))
    };
    assert!(!part("which sencha has the most orders"));
    assert!(part("which orders were for sencha"));
}

#[test]
fn a_number_and_its_noun_in_front_of_a_thing_choose_among_them() {
    let (mut masts, mut distance) = (column("masts", Integer, Measure), column("distance", Real, Measure));
    (masts.max, distance.max) = (Some(4.0), Some(90.0));
    let columns = vec![column("name", Words, Label), masts, distance];
    let known = file("hbrx", columns, Some(0));
    let first = &read(&known, "how many 3 mast ships are there")[0];
    assert!(first.contains("COUNT(*)") && first.contains("masts = 3"), "{first}");
    let first = &read(&known, "which ship is the closest")[0];
    assert!(
        first.contains("ORDER BY distance ") && !first.contains("DESC"),
        "{first}"
    );
}

#[test]
fn what_an_abbreviation_stands_for_is_no_name_of_rows() {
    let columns = || vec![column("name", Words, Label), column("weight", Real, Measure)];
    let mut known = file("kmh", columns(), Some(0));
    known.tables[0].words = ["kilometres", "per", "hour"].map(String::from).to_vec();
    let used = crate::read(&known.ready(), &asked("top 5 heaviest ships"), Weights::learned());
    assert!(used[0].unused.is_empty(), "{:?}", used[0].unused);
}

#[test]
fn what_is_kept_in_short_is_shown_by_its_name() {
    let columns = vec![
        column("port", Words, Category),
        column("port_name", Words, Label),
        column("weight", Real, Measure),
    ];
    let first = &read(&file("hbrx", columns.clone(), None), "which port has the most rows")[0];
    assert!(first.contains("GROUP BY port_name, port"), "{first}");
    let mut columns = columns;
    columns[1].distinct += 1;
    let first = &read(&file("hbrx", columns, None), "which port has the most rows")[0];
    assert!(!first.contains("GROUP BY port_name, port"), "{first}");
}

#[test]
fn a_state_is_its_letters_though_others_are_commoner() {
    let mut state = column("state", Words, Category);
    (state.distinct, state.rows) = (48, 900);
    state.top = ["OH", "TX", "CA"].map(String::from).to_vec();
    let known = file("hbrx", vec![column("name", Words, Label), state], Some(0));
    let first = &read(&known, "how many rows in vermont")[0];
    assert!(first.contains("state = 'VT'"), "{first}");
}

#[test]
fn over_time_is_told_by_the_stretch_that_is_said() {
    let first = &read(&boats(), "number of rows launched per year over time")[0];
    assert!(!first.to_lowercase().contains("month"), "{first}");
}

#[test]
fn people_are_no_column_that_only_means_nearly_the_same() {
    let columns = vec![
        column("name", Words, Label),
        column("berth", Words, Category),
        column("weight", Real, Measure),
    ];
    let (known, question) = (file("hbrx", columns, Some(0)), "passengers by weight");
    let meant = |name: &str| {
        let mut asked = asked(question);
        asked.meant.fields = vec![FieldMatch {
            table: "hbrx".into(),
            column: Some(name.into()),
            span: found(question, "passengers").unwrap(),
            words: "passengers".into(),
            score: 0.55,
            by: "meaning".into(),
        }];
        let found = crate::read(&known, &asked, Weights::learned());
        found
            .iter()
            .any(|r| r.uses.iter().any(|u| u.of == format!("hbrx.{name}") && u.start == 0))
    };
    assert!(!meant("berth"));
    assert!(meant("name"));
}
