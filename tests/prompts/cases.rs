//! Prompts over schemas that lead astray: a table met in two roles, two tables that tell of the same things, one without
//! rows, a column called like a quarter, hints, and a schema too large to be shown whole.

use std::path::PathBuf;

use askwell_contract::Dialect;
use askwell_io::create::create_sqlite;

use super::*;

/// Races of pilots, whose results and heats are by race and pilot.
fn paddock() -> Vec<String> {
    let mut sql: Vec<String> = [
        "CREATE TABLE colours (colour_id INTEGER PRIMARY KEY, colour TEXT)",
        "CREATE TABLE pilots (pilot_id INTEGER PRIMARY KEY, forename TEXT, surname TEXT, sex TEXT,
            suit_colour_id INTEGER REFERENCES colours, helmet_colour_id INTEGER REFERENCES colours)",
        "CREATE TABLE races (race_id INTEGER PRIMARY KEY, year INTEGER, place TEXT, held_on TEXT, q3 TEXT)",
        "CREATE TABLE states (state_id INTEGER PRIMARY KEY, state TEXT)",
        "CREATE TABLE results (result_id INTEGER PRIMARY KEY, race_id INTEGER REFERENCES races,
            pilot_id INTEGER REFERENCES pilots, position INTEGER, points REAL, state_id INTEGER REFERENCES states)",
        "CREATE TABLE heats (heat_id INTEGER PRIMARY KEY, race_id INTEGER REFERENCES races,
            pilot_id INTEGER REFERENCES pilots, q1 TEXT, q3 TEXT, grade INTEGER)",
        "CREATE TABLE protests (protest_id INTEGER PRIMARY KEY, pilot_id INTEGER REFERENCES pilots,
            state_id INTEGER REFERENCES states)",
    ]
    .map(str::to_owned)
    .to_vec();
    for (at, colour) in ["Amber", "Teal", "Ivory", "Crimson"].iter().enumerate() {
        sql.push(format!("INSERT INTO colours VALUES ({}, '{colour}')", at + 1));
    }
    for (at, state) in ["finished", "retired", "did not start"].iter().enumerate() {
        sql.push(format!("INSERT INTO states VALUES ({}, '{state}')", at + 1));
    }
    let names = ["Ada", "Bruno", "Carla", "Dario", "Edda", "Falk", "Gita", "Hugo"];
    for (at, forename) in names.iter().enumerate() {
        let sex = if at % 2 == 0 { "F" } else { "M" };
        sql.push(format!(
            "INSERT INTO pilots VALUES ({0}, '{forename}', '{forename}sen', '{sex}', {1}, {2})",
            at + 1,
            at % 4 + 1,
            (at + 2) % 4 + 1
        ));
    }
    for race in 1..=6 {
        let year = 2005 + race;
        sql.push(format!(
            "INSERT INTO races VALUES ({race}, {year}, 'Lake {race}', '{year}-0{race}-14', '1:3{race}.5')"
        ));
        for pilot in 1..=8 {
            let (n, place) = (race * 8 + pilot, (race + pilot) % 8 + 1);
            sql.push(format!(
                "INSERT INTO results VALUES ({n}, {race}, {pilot}, {place}, {}, {})",
                10 - place,
                n % 3 + 1
            ));
            sql.push(format!(
                "INSERT INTO heats VALUES ({n}, {race}, {pilot}, '1:3{race}.{pilot}', '1:2{race}.{pilot}', {})",
                n % 4 + 1
            ));
        }
    }
    sql
}

/// Visits of patients beside more columns than a prompt shows.
fn ward() -> Vec<String> {
    let wide = |name: &str| {
        let columns: Vec<String> = (0..130).map(|n| format!("{name}_{n} REAL")).collect();
        format!(
            "CREATE TABLE {name}s ({name}_id INTEGER PRIMARY KEY, {})",
            columns.join(", ")
        )
    };
    let mut sql = vec![
        wide("reading"),
        wide("sample"),
        "CREATE TABLE patients (patient_id INTEGER PRIMARY KEY, forename TEXT, surname TEXT, town TEXT)".to_owned(),
        "CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, patient_id INTEGER REFERENCES patients, seen_on TEXT,
            pressure REAL)"
            .to_owned(),
    ];
    for n in 1..=9 {
        sql.push(format!(
            "INSERT INTO patients VALUES ({n}, 'Given{n}', 'Family{n}', 'Town {n}')"
        ));
        sql.push(format!("INSERT INTO visits VALUES ({n}, {n}, '2024-03-0{n}', {n}0.5)"));
    }
    sql
}

/// A file's name, whether the large schema, the question and its hints.
const CASES: [(&str, bool, &str, &str); 6] = [
    (
        "two_roles",
        false,
        "How many pilots have a teal suit and an amber helmet, by both colours?",
        "",
    ),
    (
        "of_the_same",
        false,
        "For each race and pilot, what are the points of the results and the q3 of the heats?",
        "",
    ),
    (
        "through_nothing",
        false,
        "Which states did the results of each pilot end in?",
        "",
    ),
    (
        "hints",
        false,
        "What share of the heats of 2008 were of the best kind?",
        "the best kind refers to grade = 3; share = COUNT(grade = 3) * 100 / COUNT(heat_id)",
    ),
    (
        "quarter_that_is_a_column",
        false,
        "Which pilot had the shortest q3 in the heats?",
        "the shortest is MIN(q3)",
    ),
    (
        "large",
        true,
        "What was the pressure on 5 March 2024 of each patient, by surname?",
        "",
    ),
];

async fn opened(dir: &Path, name: &str, sql: Vec<String>) -> Arc<Knowledge> {
    let file: PathBuf = dir.join(name);
    create_sqlite(&file, &mut sql.into_iter()).unwrap();
    known(&file, world::world(Some(dir.join("workspace"))).unwrap()).await
}

#[tokio::test]
async fn prompts_over_schemas_that_lead_astray_are_as_kept() {
    let dir = tempfile::tempdir().unwrap();
    let small = opened(dir.path(), "paddock.sqlite", paddock()).await;
    let large = opened(dir.path(), "ward.sqlite", ward()).await;
    let mut differ = Vec::new();
    for (name, is_large, question, hints) in CASES {
        let knowledge = if is_large { &large } else { &small };
        let now = Now::new(knowledge, 0, Calendar::default());
        let all = preview(&door(Privacy::Rows), knowledge, (question, hints), &now);
        let shown = all.iter().find(|p| p.purpose == "generate_whole").unwrap();
        differ.extend(same(&format!("cases/{name}.txt"), &shown.user));
    }
    assert!(
        differ.is_empty(),
        "Run the test with BLESS=1 and look at the diff:\n{}",
        differ.join("\n")
    );
}

/// The same question of each engine: its ways, its quotation marks, and whose examples they are.
#[tokio::test]
async fn prompts_of_every_engine_are_as_kept() {
    let dir = tempfile::tempdir().unwrap();
    let question = "Which pilots finished more than three races?";
    let mut differ = Vec::new();
    for (name, dialect) in [
        ("sqlite", Dialect::Sqlite),
        ("duckdb", Dialect::Duckdb),
        ("postgres", Dialect::Postgres),
    ] {
        let known = opened(dir.path(), &format!("{name}.sqlite"), paddock()).await;
        let mut knowledge = Arc::into_inner(known).unwrap();
        knowledge.catalog.dialect = dialect;
        let now = Now::new(&knowledge, 0, Calendar::default());
        let all = preview(&door(Privacy::Rows), &knowledge, (question, ""), &now);
        let shown = all.iter().find(|p| p.purpose == "generate_direct").unwrap();
        differ.extend(same(&format!("engines/{name}.txt"), &shown.user));
    }
    assert!(
        differ.is_empty(),
        "Run the test with BLESS=1 and look at the diff:\n{}",
        differ.join("\n")
    );
}

/// Every kept prompt, but for what answers and reviews show to a person.
fn kept() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/prompts");
    let mut out = Vec::new();
    for folder in [
        root.clone(),
        root.join("cases"),
        root.join("exact"),
        root.join("engines"),
    ] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "txt") {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                out.push((name, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    out
}

#[test]
fn no_prompt_says_what_the_names_say_nor_writes_numbers_for_readers() {
    let all = kept();
    assert!(all.len() > 25, "{}", all.len());
    // The description of a column is what a person sees, and its model is shown what there was. Of untidy texts the thousands
    // are the data's own.
    let own = ["answer.txt", "untidy.txt"];
    for (name, text) in all.iter().filter(|(name, _)| !own.contains(&name.as_str())) {
        // The template's own words are for whoever reads it, too.
        let shown = text.rsplit("=== user").next().unwrap_or_default();
        for line in shown.lines() {
            assert!(!line.contains(": The country of the customer"), "{name}: {line}");
            assert!(!line.contains("on average"), "{name}: {line}");
            let grouped = line.split(|c: char| !c.is_ascii_digit() && c != ',').any(|run| {
                let mut parts = run.split(',');
                let head = parts.next().unwrap_or_default();
                let rest: Vec<&str> = parts.collect();
                !rest.is_empty() && (1..=3).contains(&head.len()) && rest.iter().all(|p| p.len() == 3)
            });
            assert!(!grouped, "{name}: {line}");
        }
    }
}

#[test]
fn what_is_to_be_copied_multiplies_nothing_and_goes_by_no_empty_table() {
    let of = |name: &str| {
        let all = kept();
        all.into_iter().find(|(kept, _)| kept == name).unwrap().1
    };
    let roles = of("two_roles.txt");
    assert!(
        roles.contains("JOIN colours AS suit_colour ON pilots.suit_colour_id = suit_colour.colour_id")
            && roles.contains("JOIN colours AS helmet_colour ON pilots.helmet_colour_id = helmet_colour.colour_id"),
        "{roles}"
    );
    let both = of("of_the_same.txt");
    let joins: Vec<&str> = both.lines().filter(|l| l.starts_with("FROM ")).collect();
    assert!(
        !joins.is_empty()
            && joins
                .iter()
                .filter(|l| l.contains("heats") && l.contains("results"))
                .all(|l| l.matches("race_id = ").count() >= 2 && l.matches("pilot_id = ").count() >= 2),
        "{joins:?}"
    );
    assert!(!both.contains("results has no q3"), "{both}");
    let through = of("through_nothing.txt");
    let asked = through.rsplit("Joins to copy").next().unwrap_or_default();
    assert!(!asked.contains("protests"), "{asked}");
    assert!(
        through
            .lines()
            .filter(|l| l.starts_with("FROM "))
            .all(|l| !l.contains("protests")),
        "{through}"
    );
    let hints = of("hints.txt");
    assert!(
        hints.contains("heats.grade holds '3'") && hints.contains("races.year holds '2008'"),
        "{hints}"
    );
    let quarter = of("quarter_that_is_a_column.txt");
    assert!(
        !quarter.contains("How words of the question are to be read"),
        "{quarter}"
    );
    let large = of("large.txt");
    for column in ["forename", "surname", "seen_on", "pressure"] {
        assert!(large.contains(&format!("\n  {column} ")), "{column}:\n{large}");
    }
    assert!(!large.contains("reading_129"), "a large schema is cut");
}
