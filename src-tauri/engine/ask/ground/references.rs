//! Tables and columns that a question or its hints name outright (seed 000, step 5.1: schema references).
//!
//! In: a text and the catalog. Out: the fields whose names stand in it as they are spelt, in the order of the text.
//! Deliberately absent: likeness and synonyms, which `link` has for the words of a question.

use std::collections::BTreeSet;

use askwell_contract::run::{FieldMatch, Plan, Span};
use askwell_contract::Catalog;

use crate::words::lexicon::is_function_word;

/// Tables that may have a column of one name for the bare name to bring them all; `id` and `name` say too little.
const SHARED: usize = 3;

/// What stands between back quotes in the question, and all that the hints name.
pub fn outright(catalog: &Catalog, plan: &Plan) -> Vec<FieldMatch> {
    let quoted: Vec<&str> = plan.question.split('`').skip(1).step_by(2).collect();
    named(catalog, &format!("{}; {}", quoted.join("; "), plan.evidence))
}

/// The fields whose names stand in the text as whole words; of names within names the longest.
pub fn named(catalog: &Catalog, text: &str) -> Vec<FieldMatch> {
    // One kind of quotes, around a qualified name as around a bare one.
    let text = text.replace(['"', '[', ']'], "`").replace("`.`", ".").to_lowercase();
    if !text.chars().any(char::is_alphanumeric) {
        return Vec::new();
    }
    // Nearly all names of a large schema are ruled out by one look-up.
    let words: BTreeSet<&str> = text.split(|c| !part(c)).collect();
    let known = |word: &str| word.is_empty() || words.contains(word.to_lowercase().as_str());
    let may = |name: &str| name.split(|c| !part(c)).all(known);
    let mut found: Vec<(usize, usize, FieldMatch)> = Vec::new();
    for table in &catalog.tables {
        let mut add = |name: &str, column: Option<&String>, bare: bool| {
            if !may(name) {
                return;
            }
            for (start, end) in places(&text, &name.to_lowercase(), bare) {
                let field = FieldMatch {
                    table: table.name.clone(),
                    column: column.cloned(),
                    span: Span { start: 0, end: 0 },
                    words: name.to_owned(),
                    score: 1.0,
                    by: "hint".to_owned(),
                };
                found.push((start, end, field));
            }
        };
        add(&table.name, None, true);
        for column in table.columns.iter().filter(|c| may(&c.name)) {
            add(&format!("{}.{}", table.name, column.name), Some(&column.name), false);
            add(&column.name, Some(&column.name), true);
        }
    }
    let inside = |a: &(usize, usize, FieldMatch), b: &(usize, usize, FieldMatch)| {
        b.0 <= a.0 && a.1 <= b.1 && (a.0, a.1) != (b.0, b.1)
    };
    let longest = |one: &&(usize, usize, FieldMatch)| !found.iter().any(|other| inside(one, other));
    let crowd = |one: &&(usize, usize, FieldMatch)| {
        let same = found.iter().filter(|other| (other.0, other.1) == (one.0, one.1));
        same.count() <= SHARED
    };
    let mut kept: Vec<&(usize, usize, FieldMatch)> = found.iter().filter(longest).filter(crowd).collect();
    kept.sort_by_key(|(start, ..)| *start);
    let mut out: Vec<FieldMatch> = Vec::new();
    for (.., field) in kept {
        if !out.iter().any(|f| f.table == field.table && f.column == field.column) {
            out.push(field.clone());
        }
    }
    out
}

/// Where a name stands as a whole word, and a word of the language ("total") between quotes. A bare name does not stand
/// behind a point, where another table's column would.
fn places(text: &str, name: &str, bare: bool) -> Vec<(usize, usize)> {
    if name.is_empty() {
        return Vec::new();
    }
    let common = is_function_word(name);
    let hits = text.match_indices(name).filter(|(at, _)| {
        let before = text[..*at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        let whole = !before.is_some_and(|c| part(c) || bare && c == '.') && !after.is_some_and(part);
        whole && (!common || before == Some('`') && after == Some('`'))
    });
    hits.map(|(at, _)| (at, at + name.len())).collect()
}

/// Part of a name that needs no quotes.
fn part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake;

    fn canteen() -> Catalog {
        fake::catalog(vec![
            fake::table(
                "schools",
                &["id int", "name text", "Enrollment int", "Meal int", "total int"],
            ),
            fake::table(
                "meals",
                &["id int", "name text", "Free Meal Count (K-12) int", "school_id int"],
            ),
            fake::table("towns", &["id int", "name text"]),
            fake::table("cooks", &["id int", "name text"]),
        ])
    }

    fn found(question: &str, evidence: &str) -> Vec<String> {
        let plan = Plan {
            question: question.into(),
            evidence: evidence.into(),
            follows: None,
            parts: Vec::new(),
            tells: None,
        };
        let all = outright(&canteen(), &plan);
        assert!(all.iter().all(|f| f.span.start == f.span.end && f.by == "hint"));
        let name = |f: &FieldMatch| match &f.column {
            Some(column) => format!("{}.{column}", f.table),
            None => f.table.clone(),
        };
        all.iter().map(name).collect()
    }

    #[test]
    fn names_that_the_hints_say_are_found_as_they_are_spelt() {
        assert_eq!(
            found("x", "eligible rate = `Free Meal Count (K-12)` / `Enrollment`"),
            ["meals.Free Meal Count (K-12)", "schools.Enrollment"],
            "and not the Meal within"
        );
        assert_eq!(
            found("x", "a meal is free; so are all meals"),
            ["schools.Meal", "meals"]
        );
        assert_eq!(found("x", "the total is `total`"), ["schools.total"]);
        assert_eq!(found("x", "the total is given"), Vec::<String>::new());
        assert_eq!(found("x", "use meals.school_id"), ["meals.school_id"]);
        assert_eq!(found("x", "\"meals\".[name] of the towns"), ["meals.name", "towns"]);
        assert_eq!(found("x", "schoolsid, recount, Enrolment"), Vec::<String>::new());
    }

    #[test]
    fn a_name_that_half_the_tables_have_says_nothing_by_itself() {
        assert_eq!(found("x", "the name and the id"), Vec::<String>::new());
        assert_eq!(found("x", "the name in cooks.name"), ["cooks.name"]);
    }

    #[test]
    fn of_the_question_only_what_stands_between_back_quotes() {
        assert_eq!(found("Which towns have `school_id`?", ""), ["meals.school_id"]);
        assert_eq!(found("Which towns have an enrollment?", ""), Vec::<String>::new());
    }
}
