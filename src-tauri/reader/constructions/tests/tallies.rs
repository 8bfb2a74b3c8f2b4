//! Records that say how many of a thing each stands for.

use askwell_contract::run::ValueMatch;
use askwell_contract::{Dialect, TypeKind};

use super::asked::found;
use super::{asked, column, table};
use crate::known::{Col, Known, Link, Role};
use crate::rank::Weights;

/// A bird club's records, each of so many birds of one kind at one place.
fn birds() -> Known {
    use Role::{Category, Key, Label, Measure, Reference, Time};
    use TypeKind::{Integer, Text as Words};
    let sightings = vec![
        column("id", Integer, Key),
        column("seen_on", Words, Time),
        column("species", Words, Category),
        column("how_many", Integer, Measure),
        column("site_code", Words, Reference),
        column("observer", Words, Category),
    ];
    let sites = vec![column("code", Words, Key), column("name", Words, Label)];
    let col = |table, column| Col { table, column };
    let known = Known {
        speech: Default::default(),
        dialect: Dialect::Sqlite,
        week: Default::default(),
        tables: vec![table("sightings", sightings, None), table("sites", sites, Some(1))],
        links: vec![Link {
            from: vec![col(0, 4)],
            to: vec![col(1, 0)],
            inferred: false,
            untidy: false,
        }],
    };
    known.ready()
}

/// The first reading, where a word of the question is a stored kind.
fn first(question: &str, kind: Option<(&str, &str)>) -> String {
    let mut asked = asked(question);
    asked.values = kind
        .into_iter()
        .filter_map(|(words, value)| {
            Some(ValueMatch {
                span: found(question, words)?,
                words: words.to_owned(),
                table: "sightings".to_owned(),
                column: "species".to_owned(),
                value: value.to_owned(),
                similarity: 1.0,
                exact: true,
                rows: 10,
                part: false,
            })
        })
        .collect();
    crate::read(&birds(), &asked, Weights::learned())[0].sql.clone()
}

#[test]
fn things_are_added_up_where_each_record_says_how_many_and_records_are_counted() {
    for question in [
        "how many birds were seen",
        "total number of birds counted",
        "how many birds did we count",
    ] {
        assert_eq!(
            first(question, None),
            "SELECT SUM(how_many) AS total_how_many FROM sightings",
            "{question}"
        );
    }
    let sql = first("how many gulls were seen", Some(("gulls", "Gull")));
    assert!(
        sql.starts_with("SELECT SUM(how_many)") && sql.contains("species = 'Gull'"),
        "{sql}"
    );
    let sql = first("average number of gulls per sighting", Some(("gulls", "Gull")));
    assert!(
        sql.starts_with("SELECT AVG(how_many)") && !sql.contains("GROUP BY"),
        "{sql}"
    );
    let sql = first("how many birds did each observer count", None);
    assert!(
        sql.contains("SUM(how_many)") && sql.contains("GROUP BY observer"),
        "{sql}"
    );
    for question in [
        "how many sightings are there",
        "number of sightings",
        "how many sites are there",
    ] {
        let sql = first(question, None);
        assert!(sql.starts_with("SELECT COUNT(*)"), "{question}: {sql}");
    }
    let sql = first("how many different species", None);
    assert!(sql.contains("COUNT(DISTINCT species)"), "{sql}");
}

#[test]
fn a_sheet_of_visitors_says_of_each_day_how_many_there_were() {
    use Role::{Measure, Time};
    use TypeKind::{Integer, Text as Words};
    let columns = vec![column("day", Words, Time), column("visitors", Integer, Measure)];
    let known = Known {
        speech: Default::default(),
        dialect: Dialect::Sqlite,
        week: Default::default(),
        tables: vec![table("visitors", columns, None)],
        links: Vec::new(),
    }
    .ready();
    for question in ["how many visitors came", "What is the total number of visitors?"] {
        let sql = crate::read(&known, &asked(question), Weights::learned())[0].sql.clone();
        assert_eq!(
            sql, "SELECT SUM(visitors) AS total_visitors FROM visitors",
            "{question}"
        );
    }
}
