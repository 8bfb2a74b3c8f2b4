//! A rowing club: members with a birthday, heats with places, and dues with a state and a day.

use askwell_contract::run::ValueMatch;
use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{asked, column, found, shop, table};
use crate::known::Role::{Category, Code, Flag, Key, Label, Measure, Reference, Time};
use crate::known::{Col, Column, Known, Link};
use crate::rank::Weights;

fn few(name: &str, texts: &[&str]) -> Column {
    let mut one = column(name, Words, Category);
    (one.distinct, one.top) = (texts.len() as u64, texts.iter().map(|t| (*t).to_owned()).collect());
    one
}

fn open(name: &str) -> Column {
    let mut one = column(name, Words, Time);
    one.nulls = 90;
    one
}

fn club() -> Known {
    let mut sex = few("gndr", &["F", "M"]);
    sex.role = Code;
    let mut ladder = column("ladder_position", Integer, Measure);
    (ladder.min, ladder.max, ladder.distinct) = (Some(1.0), Some(900.0), 900);
    let members = vec![
        column("member_id", Integer, Key),
        column("member_name", Words, Label),
        sex,
        column("born_on", Words, Time),
        column("joined_on", Words, Time),
        open("died_on"),
        column("arrears", Real, Measure),
        column("consent_signed", Words, Flag),
        ladder,
        column("first_aid_trained", Words, Flag),
    ];
    let mut place = column("place", Integer, Measure);
    (place.min, place.max, place.distinct) = (Some(1.0), Some(6.0), 6);
    let heats = vec![
        column("heat_id", Integer, Key),
        column("member_id", Integer, Reference),
        column("heat_date", Words, Time),
        place,
        column("disqualified", Words, Flag),
        column("turned_up", Words, Flag),
        few("call", &["attended", "no answer"]),
        few("verdict", &["No fault seen", "Late", "Smooth"]),
    ];
    let dues = vec![
        column("due_id", Integer, Key),
        column("member_id", Integer, Reference),
        column("amount", Real, Measure),
        column("due_on", Words, Time),
        open("paid_on"),
        few("status", &["Paid", "Waived", "Overdue"]),
        column("refunded", Words, Flag),
    ];
    let mut known = shop();
    known.tables = vec![
        table("members", members, Some(1)),
        table("heats", heats, None),
        table("dues", dues, None),
    ];
    let link = |from| Link {
        from: vec![Col { table: from, column: 1 }],
        to: vec![Col { table: 0, column: 0 }],
        inferred: false,
        untidy: false,
    };
    known.links = vec![link(1), link(2)];
    known.ready()
}

/// The readings of a question, with the stored texts that ground would find in it.
fn read(known: &Known, question: &str, stored: &[(&str, &str, &str)]) -> Vec<String> {
    let mut asked = asked(question);
    asked.values = stored
        .iter()
        .filter_map(|(table, column, value)| {
            Some(ValueMatch {
                span: found(question, value)?,
                words: (*value).to_owned(),
                table: (*table).to_owned(),
                column: (*column).to_owned(),
                value: (*value).to_owned(),
                similarity: 1.0,
                exact: true,
                rows: 10,
                part: false,
            })
        })
        .collect();
    let found = crate::read(known, &asked, Weights::learned());
    found.into_iter().map(|r| r.sql).collect()
}

#[track_caller]
fn first(question: &str, sql: &str) {
    let found = read(&club(), question, &[]);
    assert!(found.first().is_some_and(|f| f.contains(sql)), "{question}: {found:#?}");
}

#[track_caller]
fn never(question: &str, sql: &str) {
    let found = read(&club(), question, &[]);
    assert!(!found.iter().any(|f| f.contains(sql)), "{question}: {found:#?}");
}

#[test]
fn women_and_men_are_found_where_both_are_kept_whatever_the_column_is_called() {
    first("how many ladies are there", "gndr = 'F'");
    first("members who are gents", "gndr = 'M'");
    // Letters that are no sexes.
    let mut known = club();
    known.tables[0].columns[2].top = vec!["F".into(), "M".into(), "T".into()];
    let found = read(&known, "how many ladies are there", &[]);
    assert!(!found.iter().any(|f| f.contains("gndr")), "{found:#?}");
}

#[test]
fn who_did_not_turn_up_is_flagged_so() {
    first("how many no-shows per year", "turned_up = 'no'");
    first("no-shows in 2024", "COUNT(*)");
    never(
        "no-shows in 2024 by member name",
        "SELECT COUNT(*) AS number_of_heats FROM heats WHERE turned_up = 'no'",
    );
    first("which members didn't turn up", "turned_up = 'no'");
    first("which members stood us up", "turned_up = 'no'");
    never("members who didn't show their joined on date", "turned_up = 'no'");
    first("which members didn't pick up the phone", "call = 'no answer'");
    never("which members didn't pick up their dues", "no answer");
}

#[test]
fn an_age_is_that_of_a_birthday() {
    first("average age of members", "born_on");
    never("average age of the members", "joined_on)) / 365.25");
    first(
        "how old is everyone on average",
        "AVG(((julianday('2026-06-15') - julianday(date(born_on)",
    );
    first("the under-21s", "< 21");
    first("over 60s", "/ 365.25) > 60");
    first("oldest member", "ORDER BY born_on");
    never("oldest member", "joined_on");
    // What is no person is old by its own day.
    first("oldest heat", "heat_date");
    first("members under 18", "< 18");
    first("average age of the living members", "died_on IS NULL");
}

#[test]
fn who_came_first_is_a_place() {
    first("number of wins per member", "place = 1");
    first("members who came second", "place = 2");
    first("members who came second in 2024", "heat_date");
    first("members who joined in 2024 and came second", "joined_on");
    first("firsts, seconds and thirds per member", "place = 3");
    first("top 5 on the ladder", "ORDER BY ladder_position NULLS");
    never("most heats on the ladder", "ORDER BY ladder_position NULLS");
    never("first names of members", "place = 1");
    // Where wins are kept by name they are those.
    let mut known = club();
    known.tables[1].columns[4] = column("won", Words, Flag);
    let found = read(&known.ready(), "number of wins per member", &[]);
    assert!(!found.iter().any(|f| f.contains("place = 1")), "{found:#?}");
}

#[test]
fn a_flag_is_named_by_what_is_made_of_its_name() {
    first("how many disqualifications per member", "disqualified = 'yes'");
    first("how many DQs per member", "disqualified = 'yes'");
    first("who hasn't signed consent", "consent_signed <> 'yes'");
    first("members with first aid", "first_aid_trained = 'yes'");
    never("members with a first name", "first_aid_trained");
    first("how much money went on refunds", "refunded = 'yes'");
    first("how much money went on refunds", "SUM(amount)");
    never("how many heats in the UK", "disqualified");
}

#[test]
fn what_is_stored_needs_no_reckoning_by_days() {
    let stored = [("dues", "status", "overdue")];
    let found = read(&club(), "how many dues are overdue", &stored);
    assert!(found[0].contains("status = 'overdue'"), "{found:#?}");
    assert!(!found.iter().any(|f| f.contains("due_on >= ")), "{found:#?}");
    let mut known = club();
    known.tables[2].columns.remove(5);
    let found = read(&known.ready(), "how many dues are overdue", &[]);
    assert!(found[0].contains("paid_on IS NULL"), "{found:#?}");
    // Who owes has something overdue; what was waived is not owed.
    let found = read(&club(), "who still owes us money", &[]);
    assert!(found.iter().any(|f| f.contains("status = 'Overdue'")), "{found:#?}");
    assert!(!found.iter().any(|f| f.contains("status <> 'Paid'")), "{found:#?}");
}

#[test]
fn those_who_are_behind_owe_something() {
    first("average arrears of those in arrears", "arrears > 0");
    never("average arrears of members behind the desk", "arrears > 0");
}

#[test]
fn words_that_are_a_whole_text_say_nothing_one_by_one() {
    let stored = [("heats", "verdict", "no fault seen"), ("heats", "verdict", "late")];
    let found = read(&club(), "heats with no fault seen", &stored);
    assert!(found[0].contains("verdict = 'no fault seen'"), "{found:#?}");
    assert!(!found.iter().any(|f| f.contains("NOT ")), "{found:#?}");
    // A denial that is no part of a text denies.
    let found = read(&club(), "heats that were not late", &stored);
    assert!(found[0].contains("verdict <> 'late'"), "{found:#?}");
}

/// A yard's jobs, in a state and ended on a day, at sites of which several are called alike.
fn yard() -> Known {
    let mut marks = column("satisfaction", Integer, Measure);
    (marks.min, marks.max, marks.distinct) = (Some(1.0), Some(5.0), 5);
    let jobs = vec![
        column("job_no", Integer, Key),
        few("site", &["Pop-up 1", "Pop-up 2", "Quayside"]),
        few("state", &["Open", "Completed", "Withdrawn", "DNC"]),
        column("begun_on", Words, Time),
        open("closed_on"),
        marks,
        column("hours", Real, Measure),
        few("hall", &["Clubroom", "Annexe"]),
        few("job_group", &["Big jobs", "Small jobs"]),
    ];
    let mut known = shop();
    known.tables = vec![table("jobs", jobs, None)];
    known.links.clear();
    known.ready()
}

#[test]
fn how_things_stand_is_what_is_stored() {
    let stored = [("jobs", "state", "open")];
    let found = read(&yard(), "how many jobs are still open", &stored);
    assert!(found[0].contains("state = 'open'"), "{found:#?}");
    let mut known = yard();
    known.tables[0].columns.remove(2);
    let known = known.ready();
    let found = read(&known, "how many jobs are still open", &[]);
    assert!(found[0].contains("closed_on IS NULL"), "{found:#?}");
    // What ended was completed or withdrawn, where both are told.
    let found = read(&yard(), "which jobs are finished", &[]);
    assert!(found[0].contains("state = 'Completed'"), "{found:#?}");
    let found = read(&known, "which jobs are finished", &[]);
    assert!(found[0].contains("closed_on IS NOT NULL"), "{found:#?}");
    let found = read(&yard(), "how many jobs were pulled", &[]);
    assert!(found[0].contains("state = 'Withdrawn'"), "{found:#?}");
    let found = read(&yard(), "could you pull out the jobs", &[]);
    assert!(!found.iter().any(|f| f.contains("Withdrawn")), "{found:#?}");
}

#[test]
fn the_longest_in_hours_is_so_by_the_hours_that_are_kept() {
    let found = read(&yard(), "longest job in hours", &[]);
    assert!(!found.iter().any(|f| f.contains("julianday")), "{found:#?}");
    let mut known = yard();
    known.tables[0].columns.remove(6);
    let found = read(&known.ready(), "longest job in hours", &[]);
    assert!(found.iter().any(|f| f.contains("julianday")), "{found:#?}");
}

#[test]
fn parts_and_initials_of_texts_are_found() {
    let any = |question: &str, sql: &str| {
        let found = read(&yard(), question, &[]);
        found.iter().any(|f| f.contains(sql))
    };
    assert!(any("how many jobs at the pop-ups", "site LIKE '%Pop-up%'"));
    assert!(!any("how many jobs at the pop-downs", "Pop-up"));
    assert!(any("how many jobs are do not call", "state = 'DNC'"));
    assert!(!any("how many jobs do not work", "state = 'DNC'"));
    assert!(any("jobs with one star", "satisfaction = 1"));
    assert!(!any("jobs with one start", "satisfaction = 1"));
    // A group of jobs is named by more than "jobs".
    assert!(!any("how many jobs are there", "LIKE"));
}

#[test]
fn a_word_that_is_only_spelt_like_a_text_is_another() {
    let of = |question: &str, word: &str, value: &str| {
        let mut asked = asked(question);
        asked.meant.values = vec![ValueMatch {
            span: found(question, word).unwrap(),
            words: word.to_owned(),
            table: "jobs".to_owned(),
            column: "hall".to_owned(),
            value: value.to_owned(),
            similarity: 0.64,
            exact: false,
            rows: 10,
            part: false,
        }];
        let found = crate::read(&yard(), &asked, Weights::learned());
        found.iter().any(|r| r.sql.contains("hall = "))
    };
    assert!(!of("how many jobs at the club", "club", "Clubroom"));
    assert!(!of("how many jobs for companies", "companies", "Annexe"));
    assert!(of("how many jobs at the extension", "extension", "Annexe"));
}
