//! The ways in which models are asked for a query: a prompt, a part of the schema and its form each.
//!
//! In: an effort, how hard a question looks. Out: which recipes it is worth. Different views of the schema give more variety a
//! call than a higher temperature does. Deliberately absent: asking.

use askwell_contract::model::Effort;

use super::trained::TRAINED;
use crate::ask::advice::WRITERS;
use crate::prepare::render::Form;
use crate::prompt::{
    self, Purpose, GENERATE_CHAIN, GENERATE_COMPLEX, GENERATE_DIRECT, GENERATE_DIVIDE, GENERATE_PLAN,
    GENERATE_REASONING, GENERATE_REASONING_STEPS, GENERATE_SKELETON, GENERATE_STANDARD, GENERATE_STEP_BACK,
    GENERATE_WHOLE,
};

pub struct Recipe {
    /// The candidate's generator.
    pub name: &'static str,
    pub purpose: &'static Purpose<prompt::Generate>,
    /// S2 rather than S1.
    pub wide: bool,
    pub form: Form,
    pub examples: Examples,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Examples {
    /// The nearest few, where any are near.
    Nearest,
    /// The same, each with how its query is built.
    Skeletons,
    /// These, and what the person found right about this database.
    Own,
    /// As many as there is room for: the prompt teaches by them.
    All,
}

impl Recipe {
    /// What goes about it in the same way: two that agree say less than two of different families do.
    pub fn family(&self) -> &'static str {
        family(self.name)
    }
}

/// Of a candidate's generator.
pub fn family(name: &str) -> &'static str {
    WRITERS
        .into_iter()
        .find(|start| name.starts_with(start))
        .unwrap_or_default()
}

const fn recipe(name: &'static str, purpose: &'static Purpose<prompt::Generate>, wide: bool, form: Form) -> Recipe {
    Recipe {
        name,
        purpose,
        wide,
        form,
        examples: Examples::Nearest,
    }
}

const fn in_context(name: &'static str, purpose: &'static Purpose<prompt::Generate>) -> Recipe {
    Recipe {
        examples: Examples::All,
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

/// The one call that does for most questions: the strongest model, the whole schema as DDL with rows, a second query to
/// check the first by.
pub const FIRST: Recipe = Recipe {
    examples: Examples::Own,
    ..recipe("whole_w1", &GENERATE_WHOLE, true, Form::Ddl)
};

/// Where the first is not sure: one that reasons, one that learns from examples.
pub const SECOND: [Recipe; 2] = [
    recipe("reasoning_a4", &GENERATE_REASONING_STEPS, true, Form::Ddl),
    in_context("icl_c1", &GENERATE_DIRECT),
];

/// Where these do not agree: every other way of going about it, each once. Of a schema that is given whole there are no two
/// parts, so that a second call of the same prompt would only be a twin of the first.
pub const REST: [Recipe; 8] = [
    recipe("steps_d1", &GENERATE_DIVIDE, true, Form::Ddl),
    recipe("complex_b2a", &GENERATE_COMPLEX, false, Form::Markdown),
    recipe("reasoning_a3", &GENERATE_REASONING, true, Form::Ddl),
    recipe("steps_p1", &GENERATE_PLAN, true, Form::Ddl),
    in_context("icl_c2", &GENERATE_CHAIN),
    recipe("standard_b1a", &GENERATE_STANDARD, false, Form::Markdown),
    in_context("icl_c3", &GENERATE_STEP_BACK),
    // The skeleton of a query first, then what it is about: RESDSQL (Li, Zhang, Li, Chen; AAAI 2023).
    Recipe {
        examples: Examples::Skeletons,
        ..recipe("skeleton_f1", &GENERATE_SKELETON, true, Form::Ddl)
    },
];

/// Calls on each rung of the cascade.
pub const RUNGS: [usize; 3] = [1, SECOND.len(), REST.len()];

/// All that the cascade may ask, in its order.
pub fn cascade() -> impl Iterator<Item = &'static Recipe> {
    const FIRST_OF_ALL: [Recipe; 1] = [FIRST];
    const { &FIRST_OF_ALL }
        .iter()
        .chain(const { &SECOND })
        .chain(const { &REST })
}

/// Who is believed more where votes are equal (seed 000, step 9.3).
pub const RANK: [&str; 8] = [
    "whole_",
    "trained_",
    "reasoning_",
    "steps_",
    "skeleton_",
    "complex_",
    "icl_",
    "standard_",
];

/// The form of the schema, and the examples, that a prompt is given: what its first recipe says.
pub fn shown(purpose: &str) -> Option<(bool, Form, Examples)> {
    let recipe = RECIPES
        .iter()
        .chain(cascade())
        .chain(const { &TRAINED }.iter().map(|(_, recipe)| recipe))
        .find(|recipe| recipe.purpose.name == purpose)?;
    Some((recipe.wide, recipe.form, recipe.examples))
}

/// How many recipes a question is worth, the easiest first (seed 001: 2, 4 or 6 by difficulty).
const WORTH: [usize; 3] = [2, 4, 6];

/// Of all but the cascade, which counts as it goes.
pub fn count(effort: Effort, question: &str, tables: usize) -> usize {
    let [easy, middling, hard] = WORTH;
    match effort {
        Effort::Auto => 1,
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
        Effort::Auto => (1, cascade().count()),
        Effort::Quick => (easy, easy),
        Effort::Careful => (easy, hard),
        Effort::Thorough => (RECIPES.len(), RECIPES.len()),
    }
}

/// The prompts of the first so many queries.
pub fn purposes(effort: Effort, count: usize) -> Vec<&'static str> {
    let names =
        |recipes: &mut dyn Iterator<Item = &'static Recipe>| recipes.take(count).map(|r| r.purpose.name).collect();
    match effort {
        Effort::Auto => names(&mut cascade()),
        _ => names(&mut RECIPES.iter()),
    }
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
        assert!(of("icl_c").iter().all(|r| r.wide && r.examples == Examples::All) && of("icl_c").len() == 3);
        assert!(RECIPES
            .iter()
            .filter(|r| r.examples == Examples::All)
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
        assert_eq!(purposes(Effort::Quick, 2), ["generate_direct", "generate_complex"]);
    }

    #[test]
    fn the_cascade_asks_each_prompt_once_and_the_second_rung_in_two_other_ways() {
        let all: Vec<&str> = cascade().map(|r| r.purpose.name).collect();
        let once: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!((all.len(), once.len()), (11, 11));
        let families: BTreeSet<&str> = SECOND.iter().map(Recipe::family).chain([FIRST.family()]).collect();
        assert_eq!(families.len(), 3);
        assert!(cascade().all(|r| !r.family().is_empty()));
        assert_eq!(purposes(Effort::Auto, 1), ["generate_whole"]);
        assert_eq!(counts(Effort::Auto), (1, 11));
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
