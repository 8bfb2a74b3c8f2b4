//! The prompts: those that come with Askwell, and a person's own in their place.
//!
//! In: the files of `prompts/`, built in, and the room `prompts` of the workspace. Out: for each call the prompt in use.
//! A person's own that is broken is not used, and it is said why.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use askwell_contract::model::{Privacy, PromptFile};
use askwell_contract::ports::Workspace;
use askwell_contract::{Problem, ProblemCode, Result};

use super::file::{parse, Broken, Prompt};
use super::input::{
    Again, Answer, Describe, Generate, Grade, Ground, Input, Link, Optimise, Plain, Planner, Repair, Select,
};

const ROOM: &str = "prompts";
/// Characters of a person's own prompt.
const LONGEST: usize = 100_000;

/// A kind of call, filled in from an `I`.
pub struct Purpose<I> {
    pub name: &'static str,
    text: &'static str,
    of: PhantomData<fn(I)>,
}

/// The same without the type of what fills it in.
#[derive(Debug, Clone, Copy)]
pub struct Shipped {
    pub name: &'static str,
    pub text: &'static str,
    pub fields: &'static [(&'static str, Privacy)],
}

impl<I: Input> Purpose<I> {
    const fn new(name: &'static str, text: &'static str) -> Self {
        Self {
            name,
            text,
            of: PhantomData,
        }
    }
    const fn shipped(&self) -> Shipped {
        Shipped {
            name: self.name,
            text: self.text,
            fields: I::FIELDS,
        }
    }
}

macro_rules! prompts {
    ($($name:ident: $input:ty = $file:literal, $path:literal;)*) => {
        $(pub const $name: Purpose<$input> = Purpose::new($file, include_str!(concat!("../../../", $path)));)*
        /// In the order of a question's way.
        pub const ALL: &[Shipped] = &[$($name.shipped()),*];
    };
}

prompts! {
    DESCRIBE: Describe = "describe", "prompts/describe.md";
    PLAN: Planner = "plan", "prompts/plan.md";
    GROUND: Ground = "ground", "prompts/ground.md";
    LINK_PRECISE: Link = "link_precise", "prompts/link_precise.md";
    LINK_RECALL: Link = "link_recall", "prompts/link_recall.md";
    GENERATE_WHOLE: Generate = "generate_whole", "prompts/generate_whole.md";
    GENERATE_REASONING: Generate = "generate_reasoning", "prompts/generate_reasoning.md";
    GENERATE_REASONING_STEPS: Generate = "generate_reasoning_steps", "prompts/generate_reasoning_steps.md";
    GENERATE_STANDARD: Generate = "generate_standard", "prompts/generate_standard.md";
    GENERATE_COMPLEX: Generate = "generate_complex", "prompts/generate_complex.md";
    GENERATE_DIRECT: Generate = "generate_direct", "prompts/generate_direct.md";
    GENERATE_CHAIN: Generate = "generate_chain", "prompts/generate_chain.md";
    GENERATE_STEP_BACK: Generate = "generate_step_back", "prompts/generate_step_back.md";
    GENERATE_DIVIDE: Generate = "generate_divide", "prompts/generate_divide.md";
    GENERATE_PLAN: Generate = "generate_plan", "prompts/generate_plan.md";
    GENERATE_SKELETON: Generate = "generate_skeleton", "prompts/generate_skeleton.md";
    GENERATE_OMNISQL: Generate = "generate_omnisql", "prompts/generate_omnisql.md";
    GENERATE_XIYAN: Generate = "generate_xiyan", "prompts/generate_xiyan.md";
    REPAIR_SYNTAX: Repair = "repair_syntax", "prompts/repair_syntax.md";
    REPAIR_SCHEMA: Repair = "repair_schema", "prompts/repair_schema.md";
    REPAIR_TYPE: Repair = "repair_type", "prompts/repair_type.md";
    REPAIR_EMPTY: Repair = "repair_empty", "prompts/repair_empty.md";
    REPAIR_SLOW: Repair = "repair_slow", "prompts/repair_slow.md";
    SELECT: Select = "select", "prompts/select.md";
    ANSWER: Answer = "answer", "prompts/answer.md";
    GRADE: Grade = "grade", "prompts/grade.md";
    GENERATE_AGAIN: Again = "generate_again", "prompts/generate_again.md";
    PLAIN: Plain = "plain", "prompts/plain.md";
    OPTIMISE: Optimise = "optimise", "prompts/optimise.md";
}

struct Entry {
    prompt: Arc<Prompt>,
    text: String,
    overridden: bool,
    refused: Option<String>,
}

pub struct Library(BTreeMap<&'static str, Entry>);

impl Library {
    /// Those that come with Askwell, read once.
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: OnceLock<Arc<Library>> = OnceLock::new();
        SHIPPED.get_or_init(|| Arc::new(Self::with(|_| None))).clone()
    }

    /// With the person's own. What cannot be loaded counts as not there. Blocking.
    pub fn load(workspace: &dyn Workspace) -> Arc<Self> {
        Arc::new(Self::with(|name| {
            let bytes = workspace.load(ROOM, &key(name)).ok()??;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        }))
    }

    fn with(own: impl Fn(&str) -> Option<String>) -> Self {
        let entry = |shipped: &Shipped| {
            let prompt = Arc::new(parse(shipped.name, shipped.text).ok()?);
            let ours = Entry {
                prompt: prompt.clone(),
                text: shipped.text.to_owned(),
                overridden: false,
                refused: None,
            };
            let Some(text) = own(shipped.name) else {
                return Some((shipped.name, ours));
            };
            let entry = match usable(shipped, &prompt, &text) {
                Ok(own) => Entry {
                    prompt: Arc::new(own),
                    text,
                    overridden: true,
                    refused: None,
                },
                Err(why) => Entry {
                    refused: Some(why.to_string()),
                    ..ours
                },
            };
            Some((shipped.name, entry))
        };
        Self(ALL.iter().filter_map(entry).collect())
    }

    pub fn get(&self, name: &str) -> Option<&Arc<Prompt>> {
        self.0.get(name).map(|entry| &entry.prompt)
    }

    /// In the order of a question's way.
    pub fn files(&self) -> Vec<PromptFile> {
        let file = |shipped: &Shipped| {
            let entry = self.0.get(shipped.name)?;
            Some(PromptFile {
                name: shipped.name.to_owned(),
                about: entry.prompt.about.clone(),
                text: entry.text.clone(),
                overridden: entry.overridden,
                refused: entry.refused.clone(),
            })
        };
        ALL.iter().filter_map(file).collect()
    }
}

/// The prompts with what the person put in their place. Blocking.
pub fn files(workspace: &dyn Workspace) -> Vec<PromptFile> {
    Library::load(workspace).files()
}

/// The person's own text for a prompt from now on; `None`: the shipped one again. Blocking.
pub fn save_override(workspace: &dyn Workspace, name: &str, text: Option<String>) -> Result<PromptFile> {
    let gone = || Problem::new(ProblemCode::NotFound, format!("There is no prompt \"{name}\"."));
    let shipped = ALL.iter().find(|s| s.name == name).ok_or_else(gone)?;
    match text {
        None => workspace.remove(ROOM, &key(name))?,
        Some(text) => {
            let ours = parse(shipped.name, shipped.text).map_err(Problem::internal)?;
            usable(shipped, &ours, &text).map_err(|why| {
                Problem::new(ProblemCode::BadInput, format!("This prompt cannot be used. {why}"))
                    .hint("Nothing was changed; the prompt in use stays.")
            })?;
            workspace.save(ROOM, &key(name), text.as_bytes())?;
        }
    }
    let files = files(workspace);
    files.into_iter().find(|file| file.name == name).ok_or_else(gone)
}

fn key(name: &str) -> String {
    format!("{name}.md")
}

/// A person's own prompt asks for nothing that the call lacks, for no field below its level, and for the same reply.
fn usable(shipped: &Shipped, ours: &Prompt, text: &str) -> std::result::Result<Prompt, Broken> {
    let broken = |line: usize, reason: String| Err(Broken { line, reason });
    if text.len() > LONGEST {
        return broken(1, format!("the text has more than {LONGEST} characters."));
    }
    let own = parse(shipped.name, text)?;
    let line = |word: &str| {
        text.lines()
            .position(|l| l.trim_start().starts_with(word))
            .map_or(1, |at| at + 1)
    };
    for (name, level) in &own.input {
        match shipped.fields.iter().find(|(field, _)| field == name) {
            None => {
                let known: Vec<&str> = shipped.fields.iter().map(|f| f.0).collect();
                return broken(
                    line(name),
                    format!("there is no field \"{name}\" here, but {}.", known.join(", ")),
                );
            }
            Some((_, least)) if level < least => {
                return broken(
                    line(name),
                    format!("the field \"{name}\" needs a higher level of privacy."),
                );
            }
            Some(_) => {}
        }
    }
    if own.form != ours.form {
        return broken(
            line("output"),
            "the output has to stay as it is in the shipped prompt: the reply is read by it.".into(),
        );
    }
    let lost = ours
        .input
        .iter()
        .find(|(name, _)| ours.uses(name) && name == "question" && !own.uses(name));
    if lost.is_some() {
        return broken(
            own.sections.last().map_or(1, |s| s.after),
            "no template asks for the field \"question\".".into(),
        );
    }
    Ok(own)
}
