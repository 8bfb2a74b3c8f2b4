//! Models that were trained to write SQL from a prompt of one form, and are asked in that form first.
//!
//! In: a model's name. Out: the recipe of its form. What the person is to see of an answer, the engine's ways and the values
//! found stand where the form has a place for knowledge; a question back and a second query have none, so that such a model
//! is followed by the others' prompts as any other is. Deliberately absent: models of which no page names a form.
//! Qwen2.5-Coder is such a one: its page (<https://github.com/QwenLM/Qwen2.5-Coder>, `examples/Qwen2.5-Coder-Instruct.md`) asks
//! it as any chat model and names no form for SQL, so that it gets our own prompts.

use super::recipes::{Examples, Recipe};
use crate::prepare::render::Form;
use crate::prompt::{GENERATE_OMNISQL, GENERATE_XIYAN};

/// By a part of the model's name, in small letters.
pub const TRAINED: [(&str, Recipe); 2] = [
    // <https://github.com/RUCKBReasoning/OmniSQL>, "Prompt Template": task, engine, schema as CREATE TABLE with values and
    // descriptions in comments, the question with knowledge before it, instructions, the form of the reply, thinking first.
    (
        "omnisql",
        Recipe {
            name: "trained_o1",
            purpose: &GENERATE_OMNISQL,
            wide: true,
            form: Form::Ddl,
            examples: Examples::Nearest,
        },
    ),
    // <https://github.com/XGenerationLab/XiYanSQL-QwenCoder>, "Quickstart": Chinese headings, the schema as M-Schema, reference
    // information, and the question both before and after them.
    (
        "xiyan",
        Recipe {
            name: "trained_x1",
            purpose: &GENERATE_XIYAN,
            wide: true,
            form: Form::Mschema,
            examples: Examples::Nearest,
        },
    ),
];

/// The recipe of a model's form; `None`: it has none of its own.
pub fn form(model: impl Fn(&Recipe) -> Option<String>) -> Option<&'static Recipe> {
    let all: &'static [(&str, Recipe)] = const { &TRAINED };
    let trained = all.iter().find(|(name, recipe)| {
        let asked = model(recipe).unwrap_or_default().to_lowercase();
        asked.contains(name)
    });
    trained.map(|(_, recipe)| recipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_goes_by_the_models_name_whoever_serves_it() {
        let of = |name: &str| form(|_| Some(name.to_owned())).map(|recipe| recipe.name);
        for (name, recipe) in [
            ("seeklhy/OmniSQL-7B", Some("trained_o1")),
            ("omnisql:7b-q4_K_M", Some("trained_o1")),
            ("XiYanSQL-QwenCoder-7B-2504.Q4_K_M.gguf", Some("trained_x1")),
            ("qwen2.5-coder:7b", None),
            ("claude-opus-4", None),
        ] {
            assert_eq!(of(name), recipe, "{name}");
        }
        assert!(form(|_| None).is_none());
    }
}
