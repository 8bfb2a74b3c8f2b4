//! Words of one field of life, and what the figures and texts of a file are and are not.

use askwell_contract::profile::Disguise;
use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{asked, column, few, shop, stored, table};
use crate::known::Role::{Flag, Key, Label, Measure, Reference, Time};
use crate::known::{Column, Known};
use crate::lexicon::{self, fields, Degree};
use crate::rank::Weights;

fn read(known: &Known, question: &str) -> Vec<String> {
    let found = crate::read(known, &asked(question), Weights::learned());
    found.into_iter().map(|r| r.sql).collect()
}

fn first(known: &Known, question: &str) -> String {
    read(known, question).into_iter().next().unwrap_or_default()
}

fn sheet(name: &str, mut columns: Vec<Column>) -> Known {
    let mut known = shop();
    let names = columns.iter_mut().filter(|c| c.role == Label);
    names.for_each(|c| (c.distinct, c.unique) = (1000, true));
    let label = columns.iter().position(|c| c.role == Label);
    known.tables = vec![table(name, columns, label)];
    known.links.clear();
    known.ready()
}

/// Ales of breweries in several states.
fn ales() -> Known {
    let mut abv = column("abv", Real, Measure);
    let mut ibu = column("ibu", Real, Measure);
    (abv.distinct, ibu.distinct) = (70, 90);
    sheet(
        "ales",
        vec![
            column("ale", Words, Label),
            abv,
            ibu,
            few("style", &["Stout", "Porter", "Cider"]),
            few("state", &["CO", "OR", "MI"]),
            few("city", &["Denver", "Bend", "Michigan City"]),
        ],
    )
}

#[test]
fn every_line_of_every_field_can_be_read() {
    let mut forms = 0;
    for (line, text) in fields::all() {
        let parts: Vec<&str> = text.split('|').map(str::trim).collect();
        assert!(
            matches!(parts.len(), 2 | 3) && parts.iter().all(|p| !p.is_empty()),
            "{line}: {text}"
        );
        assert!(parts.len() == 2 || matches!(parts[1], "up" | "down"), "{line}: {text}");
        assert_eq!(text, text.to_lowercase(), "{line}");
        let words = parts[0].split_whitespace().map(|w| w.split('-').count());
        assert!(
            parts.len() == 3 || words.max() <= Some(fields::LONGEST),
            "{line}: {text}"
        );
        forms += parts[0].split_whitespace().count();
    }
    assert!(forms > 8_000, "{forms}");
}

#[test]
fn a_scale_of_any_kind_knows_the_columns_of_fields_and_keeps_its_own_first() {
    let (strong, degree) = lexicon::scale("strongest").expect("a superlative");
    assert_eq!(degree, Degree::Superlative);
    assert!(!strong.columns.is_empty() && strong.of_field[0].contains(&vec!["abv".to_owned()]));
    // Said of one field alone, it is no word of the grammar.
    assert!(lexicon::scale("hoppy").is_none_or(|s| s.0.columns.is_empty()) && !lexicon::is_scale("bitter"));
    assert!(lexicon::is_scale("strong") && lexicon::scale("bitter").is_some());
}

#[test]
fn what_a_field_calls_its_columns_is_asked_for_in_everyday_words() {
    let known = ales();
    let sql = first(&known, "average bitterness for each style");
    assert!(sql.starts_with("SELECT style, AVG(ibu)"), "{sql}");
    let sql = first(&known, "the strongest ale");
    assert!(sql.contains("ORDER BY abv DESC LIMIT 1"), "{sql}");
    let sql = first(&known, "ales weaker than 3 percent");
    assert!(sql.contains("abv < 3"), "{sql}");
}

#[test]
fn the_word_of_a_column_asks_for_it_by_itself_and_an_adjective_for_what_is_kept() {
    let tickets = sheet(
        "tickets",
        vec![
            column("number", Integer, Key),
            few("priority", &["Low", "Urgent"]),
            few("reject_reason", &["spam", "twice"]),
        ],
    );
    // An urgent ticket is no priority, and one that was refused no reason for it.
    assert!(!read(&tickets, "how many tickets were refused").is_empty());
    let sql = first(&tickets, "number of urgent tickets");
    assert!(
        !sql.contains("DISTINCT priority") && !sql.contains("priority,"),
        "{sql}"
    );
    let all = read(&tickets, "how many tickets were refused");
    assert!(all.iter().all(|sql| !sql.contains("DISTINCT reject_reason")), "{all:?}");
}

#[test]
fn a_state_is_no_part_of_the_name_of_a_town() {
    let known = ales();
    let mut question = asked("how many ales from michigan");
    let mut part = stored(&question.question, "michigan", ("ales", "city"), "michigan");
    (part.part, part.exact, part.similarity) = (true, false, 0.8);
    question.values.push(part);
    let all = crate::read(&known, &question, Weights::learned());
    assert!(all[0].sql.contains("state = 'MI'"), "{}", all[0].sql);
    assert!(all.iter().all(|r| !r.sql.contains("city")), "{all:?}");
}

#[test]
fn two_things_are_set_beside_each_other_by_what_a_comparative_measures() {
    let known = ales();
    let mut question = asked("who makes stronger ales, colorado or oregon");
    for (word, value) in [("colorado", "CO"), ("oregon", "OR")] {
        let state = stored(&question.question, word, ("ales", "state"), value);
        question.values.push(state);
    }
    let all = crate::read(&known, &question, Weights::learned());
    let sql = &all[0].sql;
    assert!(sql.contains("AVG(abv)") && sql.contains("state IN"), "{sql}");
}

#[test]
fn goals_are_more_than_own_goals() {
    let mut own = column("own_goal", Words, Flag);
    own.top = vec!["TRUE".into(), "FALSE".into()];
    let known = sheet(
        "scorers",
        vec![column("id", Integer, Key), column("scorer", Words, Label), own],
    );
    let sql = first(&known, "how many goals were there");
    assert!(sql.contains("COUNT(*)") && !sql.contains("own_goal = "), "{sql}");
    let sql = first(&known, "how many own goals were there");
    assert!(sql.contains("own_goal = 'TRUE'"), "{sql}");
}

#[test]
fn days_are_not_the_different_figures_of_a_column() {
    let mut date = column("date", Words, Time);
    (date.days_only, date.unique, date.distinct) = (true, true, 1000);
    let mut fares = column("fares_of_normal_day", Real, Measure);
    fares.distinct = 120;
    let known = sheet("riding", vec![date, fares, column("ridership", Integer, Measure)]);
    let counts = |sql: &String| sql.contains("DISTINCT fares_of") || sql.contains("GROUP BY fares_of");
    for question in ["how many days had a ridership over 4000", "busiest day by ridership"] {
        let all = read(&known, question);
        assert!(!all.is_empty() && !all.iter().any(counts), "{all:?}");
    }
}

#[test]
fn what_the_texts_call_themselves_is_counted_once_each() {
    let provider = few(
        "provider",
        &["City Hospital", "St. Mary Hospital", "Lake Hospital", "Hill Clinic"],
    );
    let known = sheet(
        "hospitals",
        vec![
            provider,
            few("treatment", &["Heart", "Knee"]),
            column("charges", Real, Measure),
        ],
    );
    let all = read(&known, "how many hospitals are there");
    assert!(
        all.iter().any(|sql| sql.contains("COUNT(DISTINCT provider)")),
        "{all:?}"
    );
    let sql = first(&known, "average charges for each hospital");
    assert!(sql.contains("GROUP BY provider"), "{sql}");
}

#[test]
fn where_something_lies_is_never_added_up() {
    let mut name = column("volcano", Words, Label);
    name.distinct = 900;
    let known = sheet(
        "volcanoes",
        vec![
            name,
            few("country", &["Chile", "Japan"]),
            column("elevation", Integer, Measure),
            column("latitude", Real, Measure),
        ],
    );
    for question in [
        "highest volcano",
        "volcanoes by elevation",
        "total elevation by country",
    ] {
        let all = read(&known, question);
        let adds = |sql: &String| sql.contains("SUM(elevation)") || sql.contains("SUM(latitude)");
        assert!(!all.is_empty(), "{question}");
        assert!(!all.iter().any(adds), "{question}: {all:?}");
    }
}

#[test]
fn averages_and_percentages_are_never_added_up_and_what_is_called_like_its_table_is_its_number() {
    let mut number = column("series", Integer, Key);
    number.distinct = 1000;
    let known = sheet(
        "series",
        vec![
            number,
            column("winner", Words, Label),
            column("average_viewers", Real, Measure),
            column("percent_british", Real, Measure),
        ],
    );
    let all = read(&known, "viewers by series");
    assert!(
        !all.iter()
            .any(|sql| sql.contains("SUM(average_") || sql.contains("SUM(percent_")),
        "{all:?}"
    );
    let sql = first(&known, "which series had the highest average viewers");
    assert!(sql.contains("SELECT series") && !sql.contains("winner"), "{sql}");
}

#[test]
fn how_high_asks_for_what_height_is_measured_by() {
    let known = sheet(
        "volcanoes",
        vec![
            column("volcano", Words, Label),
            column("elevation", Integer, Measure),
            column("eruptions", Integer, Measure),
        ],
    );
    let mut question = asked("how high is Ararat");
    let exact = stored(&question.question, "Ararat", ("volcanoes", "volcano"), "Ararat");
    let mut slip = stored(&question.question, "Ararat", ("volcanoes", "volcano"), "Arayat");
    (slip.exact, slip.similarity) = (false, 0.82);
    question.values.extend([exact, slip]);
    let all = crate::read(&known, &question, Weights::learned());
    assert!(
        all[0].sql.contains("elevation") && !all[0].sql.contains("eruptions"),
        "{}",
        all[0].sql
    );
    assert!(all.iter().all(|r| !r.sql.contains("Arayat")), "{all:?}");
    let sql = first(&known, "how high are the volcanoes on average");
    assert!(sql.contains("AVG(elevation)"), "{sql}");
}

#[test]
fn what_one_climbs_is_added_up() {
    let known = sheet(
        "rides",
        vec![
            column("ride", Words, Label),
            few("kind", &["Road", "Trail"]),
            column("elevation_gain", Integer, Measure),
        ],
    );
    let sql = first(&known, "total elevation gain by kind");
    assert!(sql.contains("SUM(elevation_gain)"), "{sql}");
}

#[test]
fn who_never_visited_one_is_asked_of_others() {
    let known = sheet(
        "visits",
        vec![
            few("client", &["Cobalt plc", "Zinc Ltd", "Tin Ltd"]),
            few("rep", &["Ann", "Bob"]),
            column("day", Words, Time),
        ],
    );
    let mut question = asked("which clients never visited Cobalt plc");
    let client = stored(&question.question, "Cobalt plc", ("visits", "client"), "Cobalt plc");
    question.values.push(client);
    let all = crate::read(&known, &question, Weights::learned());
    let itself = |sql: &str| sql.contains("client NOT IN (SELECT client");
    assert!(all.iter().all(|r| !itself(&r.sql)), "{all:?}");
}

#[test]
fn the_dearest_goes_by_its_price_and_how_tall_by_height_alone() {
    let goods = sheet(
        "goods",
        vec![
            column("product", Words, Label),
            column("price", Real, Measure),
            column("postage", Real, Measure),
        ],
    );
    let sql = first(&goods, "most expensive product");
    assert!(sql.contains("ORDER BY price DESC"), "{sql}");
    let members = sheet(
        "members",
        vec![
            column("name", Words, Label),
            column("height", Real, Measure),
            column("fee", Real, Measure),
        ],
    );
    let sql = first(&members, "how tall are members on average");
    assert!(sql.contains("AVG(height)") && !sql.contains("fee"), "{sql}");
}

#[test]
fn public_schools_are_those_that_are_not_private() {
    let mut private = column("private", Words, Flag);
    private.top = vec!["Yes".into(), "No".into()];
    let known = sheet(
        "schools",
        vec![
            column("school", Words, Label),
            private,
            column("pupils", Integer, Measure),
        ],
    );
    let sql = first(&known, "how many public schools are there");
    assert!(
        sql.contains("private <> 'Yes'") || sql.contains("private = 'No'"),
        "{sql}"
    );
}

#[test]
fn a_numbered_thing_is_found_by_no_word_of_its_field() {
    // A reference is no figure: "mileage" is none of `mpg_id`.
    let known = sheet(
        "cars",
        vec![
            column("id", Integer, Key),
            column("mpg_id", Integer, Reference),
            column("weight", Real, Measure),
        ],
    );
    let all = read(&known, "average mileage of the cars");
    assert!(!all.is_empty());
    assert!(all.iter().all(|sql| !sql.contains("AVG(mpg_id)")), "{all:?}");
}

#[test]
fn who_never_went_there_has_no_row_of_it() {
    let known = sheet(
        "campaign_stops",
        vec![
            few("candidate", &["Ann Hill", "Bob Reed"]),
            few("state", &["Ohio", "Iowa"]),
            column("day", Words, Time),
        ],
    );
    for question in [
        "which candidates never went to Ohio",
        "candidates who have not been to Ohio",
    ] {
        let mut question = asked(question);
        let state = stored(&question.question, "Ohio", ("campaign_stops", "state"), "Ohio");
        question.values.push(state);
        let all = crate::read(&known, &question, Weights::learned());
        assert!(
            all[0].sql.contains("candidate NOT IN (SELECT candidate"),
            "{}",
            all[0].sql
        );
    }
}

#[test]
fn a_column_of_years_is_called_by_its_word_once() {
    let year = |name: &str| {
        let mut year = column(name, Integer, Time);
        year.disguises = vec![Disguise::Year];
        year
    };
    let says = |years: Vec<Column>| {
        let columns = [vec![column("storm", Words, Label)], years].concat();
        let all = crate::read(
            &sheet("storms", columns),
            &asked("number of storms by year"),
            Weights::learned(),
        );
        all[0].says.clone()
    };
    for years in [vec![year("year")], vec![year("year"), year("reported")]] {
        let said = says(years);
        assert!(said.contains("each year") && !said.contains("year of year"), "{said}");
    }
}
