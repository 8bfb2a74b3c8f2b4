//! From a template and sealed fields to the blocks that are sent.
//!
//! In: a prompt, its fields, the level of privacy. Out: [`Rendered`]: blocks, the highest level in them, and the masks to
//! put values back with. Deliberately absent: any field that is not sealed; a field above the level is not there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use askwell_contract::model::{Allowed, Block, Privacy};
use askwell_contract::{Problem, ProblemCode, Result};
use minijinja::value::{Object, ObjectRepr, Value};
use minijinja::{AutoEscape, Environment, UndefinedBehavior};

use super::fence::{visible, Fence};
use super::file::Prompt;
use super::mask::Masks;
use super::sealed::{Piece, Sealed, Voice};

#[derive(Clone)]
pub struct Rendered {
    pub system: Vec<Block>,
    pub user: Vec<Block>,
    /// Of what is in it.
    pub privacy: Privacy,
    pub masks: Masks,
}

/// A field as templates see it: it can be asked whether it is there, and be written; no part of it can be had.
#[derive(Debug)]
struct Shown(String);

impl Object for Shown {
    fn repr(self: &std::sync::Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }
    fn render(self: &std::sync::Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn environment<'a>() -> Environment<'a> {
    let mut environment = Environment::empty();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.set_formatter(|out, state, value| {
        if value.is_none() {
            let kind = minijinja::ErrorKind::UndefinedError;
            return Err(minijinja::Error::new(
                kind,
                "a field is not there; ask with {% if %} first",
            ));
        }
        minijinja::escape_formatter(out, state, value)
    });
    environment
}

/// The fields that a template asks for, and the line where each first stands; or the line and reason why it cannot be read.
pub fn fields(text: &str) -> std::result::Result<Vec<(String, usize)>, (usize, String)> {
    let environment = environment();
    let template = environment.template_from_str(text).map_err(|why| {
        let reason = why.detail().unwrap_or("the template cannot be read");
        (why.line().unwrap_or(1), format!("{reason}."))
    })?;
    let names: BTreeSet<String> = template.undeclared_variables(false).into_iter().collect();
    let place = |name: String| {
        let line = text.lines().position(|l| l.contains('{') && l.contains(&name));
        (name, line.map_or(1, |at| at + 1))
    };
    Ok(names.into_iter().map(place).collect())
}

/// `seed`: what the fence's name is made of, the same for calls that share a beginning.
pub fn render(
    prompt: &Prompt,
    fields: &[(&str, &Sealed)],
    level: Privacy,
    allowed: Allowed,
    seed: &str,
) -> Result<Rendered> {
    let given = |name: &str| fields.iter().find(|(n, _)| *n == name).map(|(_, sealed)| *sealed);
    let wanted = prompt.input.iter().filter(|(_, needs)| *needs <= level);
    let texts: Vec<_> = wanted
        .filter_map(|(name, _)| Some((name.as_str(), given(name)?.at(level)?)))
        .filter(|(name, _)| prompt.uses(name))
        .collect();
    let raw = texts
        .iter()
        .flat_map(|(_, text)| &text.pieces)
        .map(|piece| match piece {
            Piece::Plain(text) | Piece::Hidden(text) => text.as_str(),
        });
    let mut masks = Masks::new(allowed, raw);
    let mut shown: Vec<(&str, Voice, String)> = Vec::new();
    for (name, text) in &texts {
        let mut out = String::new();
        for piece in &text.pieces {
            match piece {
                Piece::Plain(plain) => out.push_str(&masks.mask(plain)),
                Piece::Hidden(value) => out.push_str(&masks.hide(value)),
            }
        }
        let (out, exchanged) = visible(&out);
        masks.spelt(exchanged);
        shown.push((name, text.voice, out));
    }
    let fence = Fence::around(
        &format!("{seed}\n{}", prompt.hash),
        shown.iter().map(|(_, _, text)| text.as_str()),
    );
    let mut context: BTreeMap<String, Value> = prompt
        .input
        .iter()
        .map(|(name, _)| (name.clone(), Value::from(())))
        .collect();
    for (name, voice, text) in &shown {
        let text = match voice {
            Voice::Told => text.clone(),
            Voice::Data => fence.put(text),
        };
        context.insert((*name).to_owned(), Value::from_object(Shown(text)));
    }
    let context = Value::from(context);
    let nothing = Value::from(BTreeMap::<String, Value>::new());
    let environment = environment();
    let (mut system, mut user) = (Vec::new(), Vec::new());
    for section in &prompt.sections {
        let filled = environment.template_from_str(&section.text).and_then(|template| {
            template.render(if section.system {
                nothing.clone()
            } else {
                context.clone()
            })
        });
        let text = filled.map_err(|why| failed(prompt, section.after + why.line().unwrap_or(1), &why))?;
        let mut text = text.trim().to_owned();
        if section.system && system.is_empty() {
            text = format!("{text}\n\n{}", fence.rule(masks.count() > 0));
        }
        if text.is_empty() {
            continue;
        }
        let block = Block {
            text,
            cache: section.cached,
        };
        if section.system {
            system.push(block);
        } else {
            user.push(block);
        }
    }
    let privacy = texts.iter().map(|(_, text)| text.level).max().unwrap_or(Privacy::Names);
    Ok(Rendered {
        system,
        user,
        privacy,
        masks,
    })
}

fn failed(prompt: &Prompt, line: usize, why: &minijinja::Error) -> Problem {
    Problem::new(
        ProblemCode::BadInput,
        format!("The prompt \"{}\" cannot be filled in, at line {line}.", prompt.name),
    )
    .hint("Put the shipped prompt back, or mend that line.")
    .detail(why.detail().unwrap_or("the template fails"))
}
