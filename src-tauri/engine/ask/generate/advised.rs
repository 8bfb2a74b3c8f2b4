//! Queries that models write (seed 000, operation 7).
//!
//! In: what is grounded and linked. Out: candidates, each with its recipe. A recipe is a prompt, a part of the schema
//! and its form: different views of the schema give more variety a call than a higher temperature does.

use askwell_contract::beside::ExampleMatch;
use askwell_contract::model::Effort;
use askwell_contract::run::{Artifact, Candidate, Grounding, Linked, Plan, Stage};
use askwell_contract::Result;
use askwell_sql::steps;

use super::enough::Watch;
use crate::ask::advice::{Advice, Part};
use crate::cx::Cx;
use crate::prepare::render::Form;
use crate::prompt::{
    self, Purpose, Sealed, GENERATE_CHAIN, GENERATE_COMPLEX, GENERATE_DIRECT, GENERATE_REASONING,
    GENERATE_REASONING_STEPS, GENERATE_STANDARD, GENERATE_STEP_BACK,
};
use crate::together::together;
use crate::trial::Tried;

/// Calls under way at the same time (seed 000, async architecture: a semaphore of 10).
const AT_ONCE: usize = 10;
/// Examples, and how many are kept where all of them are too long (seed 000, sub-operation 7C).
const EXAMPLES: usize = 8;
const FEWER: usize = 6;
const EXAMPLES_TOKENS: usize = 6_000;
const LETTERS_A_TOKEN: usize = 4;

pub struct Recipe {
    /// The candidate's generator.
    pub name: &'static str,
    purpose: &'static Purpose<prompt::Generate>,
    /// S2 rather than S1.
    wide: bool,
    form: Form,
    examples: bool,
}

const fn recipe(name: &'static str, purpose: &'static Purpose<prompt::Generate>, wide: bool, form: Form) -> Recipe {
    Recipe {
        name,
        purpose,
        wide,
        form,
        examples: false,
    }
}

const fn in_context(name: &'static str, purpose: &'static Purpose<prompt::Generate>) -> Recipe {
    Recipe {
        examples: true,
        ..recipe(name, purpose, true, Form::Markdown)
    }
}

/// In the order in which they are called on: the first few differ the most from each other.
pub const RECIPES: [Recipe; 11] = [
    in_context("icl_c1", &GENERATE_DIRECT),
    recipe("complex_b2a", &GENERATE_COMPLEX, false, Form::Markdown),
    recipe("reasoning_a3", &GENERATE_REASONING, true, Form::Ddl),
    recipe("standard_b1a", &GENERATE_STANDARD, false, Form::Markdown),
    recipe("reasoning_a2", &GENERATE_REASONING_STEPS, false, Form::Ddl),
    in_context("icl_c2", &GENERATE_CHAIN),
    recipe("complex_b2b", &GENERATE_COMPLEX, true, Form::Markdown),
    recipe("reasoning_a1", &GENERATE_REASONING, false, Form::Ddl),
    recipe("standard_b1b", &GENERATE_STANDARD, true, Form::Markdown),
    recipe("reasoning_a4", &GENERATE_REASONING_STEPS, true, Form::Ddl),
    in_context("icl_c3", &GENERATE_STEP_BACK),
];

/// Who is believed more where votes are equal (seed 000, step 9.3).
const RANK: [&str; 4] = ["reasoning_", "complex_", "icl_", "standard_"];

/// What models gave.
#[derive(Debug, Default)]
pub struct Gave {
    pub candidates: Vec<Candidate>,
    /// What the schema lacks, as those say that wrote no query.
    pub missing: Vec<String>,
}

/// `tried` has, afterwards, what those came to that were run to see whether they agree.
pub async fn candidates(
    cx: &Cx<'_>,
    plan: &Plan,
    grounding: &Grounding,
    linked: &Linked,
    tried: &Tried,
) -> Result<Gave> {
    let Some(advice) = Advice::of(cx, plan, Stage::Generate) else {
        return Ok(Gave::default());
    };
    let knowledge = cx.knowledge;
    let (narrow, wide) = (
        Part::precise(knowledge, grounding, linked),
        Part::recall(knowledge, grounding, linked),
    );
    let similar = fitting(grounding.examples.clone());
    let count = count(advice.door.settings.effort, &plan.question, narrow.tables);
    let watch = Watch::new(cx, plan, count, tried);
    let mut calls = Vec::with_capacity(count);
    // Each part in each form is written once, however many recipes read it.
    let mut schemas: Vec<((bool, Form), Sealed)> = Vec::new();
    for recipe in RECIPES.iter().take(count) {
        let (part, view) = (if recipe.wide { &wide } else { &narrow }, (recipe.wide, recipe.form));
        let written = schemas
            .iter()
            .find(|(known, _)| *known == view)
            .map(|(_, schema)| schema.clone());
        let schema = written.unwrap_or_else(|| {
            let schema = advice.brief.schema(recipe.form, part);
            schemas.push((view, schema.clone()));
            schema
        });
        let examples = match recipe.examples {
            true => Sealed::examples(&similar, &knowledge.catalog),
            false => Sealed::absent(),
        };
        let input = advice.brief.generate(schema, part, examples, grounding, linked);
        calls.push(follow(&advice, recipe, input, part.tables, &watch));
    }
    let written: Vec<Option<(Candidate, String)>> = together(AT_ONCE, calls.into_iter()).await?;
    if let Some(enough) = watch.verdict() {
        cx.trace.emit(Some(Stage::Generate), Artifact::Enough(enough));
    }
    let mut gave = Gave::default();
    for (candidate, missing) in written.into_iter().flatten() {
        match candidate.sql.is_empty() {
            true => gave.missing.push(missing),
            false => gave.candidates.push(candidate),
        }
    }
    gave.missing.retain(|what| !what.is_empty());
    // Results that as many gave are compared in this order.
    let rank = |c: &Candidate| RANK.iter().position(|start| c.generator.starts_with(start));
    gave.candidates.sort_by_key(rank);
    Ok(gave)
}

/// What a model wrote, and what it says is missing where it wrote nothing.
async fn follow(
    advice: &Advice<'_>,
    recipe: &Recipe,
    input: prompt::Generate,
    tables: usize,
    watch: &Watch<'_>,
) -> Result<Option<(Candidate, String)>> {
    let answered = match watch.stop.is_cancelled() {
        true => None,
        false => advice.ask_until(recipe.purpose, &input, tables, 0, &watch.stop).await?,
    };
    let Some(answered) = answered else {
        watch.spared();
        return Ok(None);
    };
    let missing = answered.value.missing.clone();
    let candidate = candidate(advice.cx, recipe.name, answered.value);
    watch.weigh(&candidate).await?;
    Ok(Some((candidate, missing)))
}

fn candidate(cx: &Cx<'_>, generator: &str, written: prompt::Written) -> Candidate {
    let dialect = cx.knowledge.catalog.dialect;
    let reading = match written.reading.trim() {
        "" => steps::told(&written.sql, dialect),
        said => said.to_owned(),
    };
    Candidate {
        id: String::new(),
        generator: generator.to_owned(),
        sql: written.sql,
        reading,
        belief: 1.0,
        uses: Vec::new(),
        unplaced: Vec::new(),
        times: Vec::new(),
    }
}

/// The form of the schema, and the examples, that a prompt is given: what its first recipe says.
pub fn shown(purpose: &str) -> Option<(bool, Form, bool)> {
    let recipe = RECIPES.iter().find(|recipe| recipe.purpose.name == purpose)?;
    Some((recipe.wide, recipe.form, recipe.examples))
}

/// The eight likest, or six where these are too long together.
pub fn fitting(mut similar: Vec<ExampleMatch>) -> Vec<ExampleMatch> {
    similar.truncate(EXAMPLES);
    let letters: usize = similar.iter().map(|s| s.question.len() + s.sql.len()).sum();
    if letters > EXAMPLES_TOKENS * LETTERS_A_TOKEN {
        similar.truncate(FEWER);
    }
    similar
}

/// How many recipes a question is worth, the easiest first (seed 001: 2, 4 or 6 by difficulty).
const WORTH: [usize; 3] = [2, 4, 6];

fn count(effort: Effort, question: &str, tables: usize) -> usize {
    let [easy, middling, hard] = WORTH;
    match effort {
        Effort::Quick => easy,
        Effort::Thorough => RECIPES.len(),
        Effort::Careful => match difficulty(question, tables) {
            0..=1 => easy,
            2..=3 => middling,
            _ => hard,
        },
    }
}

/// The fewest and the most queries that models write at an effort.
pub fn counts(effort: Effort) -> (usize, usize) {
    let [easy, _, hard] = WORTH;
    match effort {
        Effort::Quick => (easy, easy),
        Effort::Careful => (easy, hard),
        Effort::Thorough => (RECIPES.len(), RECIPES.len()),
    }
}

/// The prompts of the first so many recipes.
pub fn purposes(count: usize) -> impl Iterator<Item = &'static str> {
    RECIPES.iter().take(count).map(|recipe| recipe.purpose.name)
}

/// Words that ask for more than a list or a figure.
const HARD: [&str; 22] = [
    "each",
    "per",
    "every",
    "average",
    "most",
    "least",
    "highest",
    "lowest",
    "more",
    "fewer",
    "less",
    "never",
    "without",
    "not",
    "both",
    "either",
    "percentage",
    "share",
    "ratio",
    "growth",
    "between",
    "compared",
];

/// Tables beyond the first, and words that ask for grouping, comparing or leaving out.
fn difficulty(question: &str, tables: usize) -> usize {
    let words = question.split(|c: char| !c.is_alphanumeric());
    let hard = words.filter(|w| HARD.contains(&w.to_lowercase().as_str())).count();
    hard + tables.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::ask::advice::WRITERS;

    #[test]
    fn the_recipes_are_those_of_the_seed() {
        let names: BTreeSet<&str> = RECIPES.iter().map(|r| r.name).collect();
        assert_eq!(names.len(), 11, "each has a name of its own");
        assert!(names.iter().all(|n| WRITERS.iter().any(|start| n.starts_with(start))));
        let of = |start: &str| RECIPES.iter().filter(|r| r.name.starts_with(start)).collect::<Vec<_>>();
        let wide = |all: &[&Recipe]| all.iter().filter(|r| r.wide).count();
        // Four reasoning, half on each schema, as DDL; four plain and complex, half on each, in Markdown.
        assert_eq!((of("reasoning_").len(), wide(&of("reasoning_"))), (4, 2));
        assert!(of("reasoning_").iter().all(|r| matches!(r.form, Form::Ddl)));
        assert_eq!((of("standard_b1").len(), wide(&of("standard_b1"))), (2, 1));
        assert_eq!((of("complex_b2").len(), wide(&of("complex_b2"))), (2, 1));
        // In context: the wide schema and examples, always.
        assert!(of("icl_c").iter().all(|r| r.wide && r.examples) && of("icl_c").len() == 3);
        assert!(RECIPES
            .iter()
            .filter(|r| r.examples)
            .all(|r| r.name.starts_with("icl_")));
    }

    #[test]
    fn a_question_is_worth_two_four_or_six_by_how_hard_it_looks() {
        let careful = [
            ("How many customers are there?", 1, 2),
            ("Which customers live in Peru?", 2, 2),
            ("How many orders does each customer have?", 2, 4),
            ("What is the average total per country?", 2, 4),
            ("Which customers have the most orders in each country?", 3, 6),
            (
                "Which products were never ordered, and which not in the most countries?",
                1,
                4,
            ),
        ];
        for (question, tables, worth) in careful {
            assert_eq!(count(Effort::Careful, question, tables), worth, "{question}");
            assert_eq!(count(Effort::Quick, question, tables), 2);
            assert_eq!(count(Effort::Thorough, question, tables), RECIPES.len());
            let (few, many) = counts(Effort::Careful);
            assert!((few..=many).contains(&worth));
        }
        assert_eq!(counts(Effort::Thorough), (11, 11));
        assert_eq!(purposes(2).collect::<Vec<_>>(), ["generate_direct", "generate_complex"]);
    }

    #[test]
    fn long_examples_are_fewer() {
        let similar = |letters: usize| -> Vec<ExampleMatch> {
            let one = |n: usize| ExampleMatch {
                database: "elsewhere".into(),
                question: format!("{n}"),
                sql: "x".repeat(letters - 1),
                similarity: 1.0 - n as f64 / 100.0,
                verified: false,
            };
            (0..9).map(one).collect()
        };
        let kept = |letters: usize| -> Vec<String> {
            let all = fitting(similar(letters));
            all.into_iter().map(|s| s.question).collect()
        };
        let room = EXAMPLES_TOKENS * LETTERS_A_TOKEN / EXAMPLES;
        assert_eq!(kept(room).len(), EXAMPLES, "as many letters as there is room for");
        assert_eq!(kept(room + 1), ["0", "1", "2", "3", "4", "5"], "the likest of them");
        assert_eq!(fitting(Vec::new()), []);
    }

    #[test]
    fn a_question_that_looks_harder_gets_more_queries() {
        let easy = difficulty("How many customers are there?", 1);
        let hard = difficulty(
            "For each country, which customers have more orders than the average?",
            3,
        );
        assert!(easy <= 1 && hard > 3, "{easy} {hard}");
    }
}
