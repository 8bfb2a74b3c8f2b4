//! One flat sheet of a wildlife rescue: texts that share their last word, yes and no by its opposite, what nobody knows.

use askwell_contract::run::{Span, ValueMatch};
use askwell_contract::{Dialect, TypeKind};

use super::{asked, column, read_first, table};
use crate::known::{Column, Known, Role};
use crate::rank::Weights;

fn kinds(name: &str, texts: &[&str]) -> Column {
    let mut of = column(name, TypeKind::Text, Role::Category);
    of.top = texts.iter().map(|t| (*t).to_owned()).collect();
    of.distinct = texts.len() as u64;
    of
}

fn rescue() -> Known {
    use TypeKind::{Integer, Real, Text};
    let mut lived = column("survived", Integer, Role::Flag);
    (lived.top, lived.distinct, lived.max) = (Vec::new(), 2, Some(1.0));
    let mut pen = column("pen", Text, Role::Text);
    pen.nulls = 200;
    let mut speed = column("wing_velocity", Real, Role::Measure);
    (speed.nulls, speed.max) = (50, Some(150.0));
    let mut class = column("zclass", Integer, Role::Measure);
    (class.distinct, class.min, class.max) = (3, Some(1.0), Some(3.0));
    let mut intake = table(
        "intake",
        vec![
            column("id", Integer, Role::Key),
            column("name", Text, Role::Label),
            kinds("temper", &["Calm Animals", "Shy Animals", "Bad Animals"]),
            kinds("sx", &["Male Animals", "Female Animals"]),
            kinds("age_group", &["Adult", "Juvenile"]),
            lived,
            pen,
            speed,
            column("fee", Real, Role::Measure),
            column("backs_from", TypeKind::Boolean, Role::Flag),
            column("backing", TypeKind::Boolean, Role::Flag),
            class,
            column("stay_seconds", Integer, Role::Measure),
            column("keeper_log", Text, Role::Text),
            column("came_on", Text, Role::Time),
        ],
        Some(1),
    );
    intake.key = vec![0];
    Known {
        speech: Default::default(),
        dialect: Dialect::Sqlite,
        week: Default::default(),
        tables: vec![intake],
        links: Vec::new(),
    }
    .ready()
}

#[track_caller]
fn reads(question: &str, sql: &str) {
    let found = read_first(&rescue(), question);
    assert!(found.ends_with(sql), "{question}: {found}");
}

#[test]
fn texts_that_share_their_last_word_are_said_without_it() {
    reads("how many animals are there", "FROM intake");
    reads("how many animals are shy", "WHERE temper = 'Shy Animals'");
    reads("how many bad guys are there", "WHERE temper = 'Bad Animals'");
    reads("how many ladies are there", "WHERE sx = 'Female Animals'");
    reads("how many baddies are there", "WHERE temper = 'Bad Animals'");
    reads("how many badides are there", "WHERE temper = 'Bad Animals'");
}

#[test]
fn what_did_not_survive_died() {
    reads("how many animals died", "WHERE survived = 0");
    reads("how many animals got out alive", "WHERE survived = 1");
    reads("how many shy animals didn't make it", "survived = 0");
    reads("how many animals lost their lives", "WHERE survived = 0");
}

#[test]
fn what_nobody_knows_is_blank() {
    reads("for how many animals do we not know the pen", "WHERE pen IS NULL");
    reads("how many animals have no speed recorded", "WHERE wing_velocity IS NULL");
    reads("how many animals whose pen was not recorded", "WHERE pen IS NULL");
}

#[test]
fn a_unit_of_speed_is_held_against_the_speed() {
    reads("how many animals over 90 mph", "WHERE wing_velocity > 90");
}

#[test]
fn who_paid_nothing_has_a_fee_of_nought() {
    reads("how many animals paid nothing", "WHERE fee = 0");
    reads("how many animals cost them nothing", "WHERE fee = 0");
}

#[test]
fn where_everything_is_says_nothing() {
    reads(
        "how many shy animals are in the dataset",
        "WHERE temper = 'Shy Animals'",
    );
}

#[test]
fn a_verb_and_its_particle_are_one_name() {
    reads("how many animals back away from dogs", "WHERE backs_from = 1");
}

#[test]
fn who_lived_stands_beside_who_did_not() {
    let found = read_first(
        &rescue(),
        "average fee of those who survived compared with those who didn't",
    );
    assert!(
        found.contains("survived = 1") && found.contains("survived = 0"),
        "{found}"
    );
}

#[test]
fn minutes_are_made_of_seconds() {
    let found = read_first(&rescue(), "how many minutes did the shy animals last");
    assert!(found.contains("stay_seconds / 60.0"), "{found}");
    let found = read_first(&rescue(), "average stay seconds of shy animals");
    assert!(found.contains("AVG(stay_seconds)"), "{found}");
}

#[test]
fn a_letter_before_the_only_class_says_nothing() {
    reads("how many animals in second class", "WHERE zclass = 2");
    reads("how many animals in second clas", "WHERE zclass = 2");
    // The average class of those in the second class is no news.
    let question = asked("how many second class animals died and what had they paid on average");
    let found = crate::read(&rescue(), &question, Weights::learned());
    let fixed = |sql: &str| sql.contains("AVG(zclass)") && sql.contains("zclass = 2");
    assert!(!found.is_empty() && found.iter().all(|r| !fixed(&r.sql)));
}

#[test]
fn a_range_that_rows_lie_outside_of() {
    reads("how many animals outside fees 10 to 20", "WHERE fee < 10 OR fee > 20");
}

#[test]
fn a_colour_is_what_its_column_is_called() {
    let known = rescue();
    let found = crate::read(
        &known,
        &asked("how many animals of each temper colour"),
        Weights::learned(),
    );
    assert!(found[0].unused.is_empty(), "{:?}", found[0].unused);
    assert!(found[0].sql.contains("GROUP BY temper"), "{}", found[0].sql);
}

#[test]
fn that_rows_came_to_be_says_no_more_than_when() {
    let found = crate::read(
        &rescue(),
        &asked("how many shy animals were introduced in 2024"),
        Weights::learned(),
    );
    assert!(found[0].unused.is_empty(), "{:?}", found[0].unused);
}

#[test]
fn what_somebody_wrote_down_stands_in_the_text() {
    let mut asked = asked("in how many cases did the keeper write down that it was limping");
    asked.values = vec![ValueMatch {
        span: Span { start: 57, end: 64 },
        words: "limping".into(),
        table: "intake".into(),
        column: "keeper_log".into(),
        value: "limping".into(),
        similarity: 0.8,
        exact: false,
        rows: 12,
        part: true,
    }];
    let found = crate::read(&rescue(), &asked, Weights::learned());
    assert!(found[0].unused.is_empty(), "{:?}", found[0].unused);
    let first = found.first().map(|r| r.sql.clone()).unwrap_or_default();
    assert!(
        first.ends_with("FROM intake WHERE keeper_log LIKE '%limping%'"),
        "{first}"
    );
}
