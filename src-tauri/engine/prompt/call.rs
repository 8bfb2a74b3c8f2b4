//! One call: filled in, sent, read, and asked once more where the reply cannot be read.
//!
//! In: what is asked for and its fields. Out: a typed value with findings, or a failure. Deliberately absent: when to ask,
//! and what to do without an answer; every stage has a path that needs none.

use askwell_contract::model::{Block, Failure, FailureKind, Form, LeftOut, ModelRef, Privacy, Reply, Request, Usage};
use askwell_contract::ports::Cancel;
use askwell_contract::run::{Artifact, Finding, ModelCall};

use super::file::Prompt;
use super::grammar::{grammar, Names, Reply as Forms};
use super::input::Input;
use super::library::Purpose;
use super::read::Raw;
use super::reply::Read;
use super::room::{at_most, Room};
use super::sealed::Sealed;
use super::short;
use super::template::{render, Rendered};
use super::Door;

/// What is asked for.
pub struct Call<'a, I> {
    pub purpose: &'a Purpose<I>,
    pub input: &'a I,
    /// Tables of the schema that is given; more of them need more thought.
    pub tables: usize,
    /// Which of several draws of the same prompt this is.
    pub sample: u32,
    /// Of preparing: its reply is kept for ever.
    pub offline: bool,
    /// What was left out of the fields so that the prompt fits.
    pub left_out: Option<LeftOut>,
    /// What a query may name, where the model can be held to it.
    pub names: Option<&'a Names>,
}

impl<'a, I> Call<'a, I> {
    /// For a question, the first draw.
    pub fn new(purpose: &'a Purpose<I>, input: &'a I) -> Self {
        Self {
            purpose,
            input,
            tables: 1,
            sample: 0,
            offline: false,
            left_out: None,
            names: None,
        }
    }
}

/// A reply that could be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered<T> {
    pub value: T,
    /// What had to be overlooked in the reply.
    pub findings: Vec<Finding>,
    pub thinking: Option<String>,
    pub to: ModelRef,
    pub usage: Usage,
    /// US dollars; `None`: a price is not known.
    pub cost: Option<f64>,
    pub ms: f64,
}

/// Tokens for thinking, by the tables of the schema (seed 000, design adjustment 2).
pub fn thinking(tables: usize) -> u32 {
    match tables {
        0..=2 => 4_000,
        3..=4 => 6_000,
        _ => 8_000,
    }
}

/// An estimate: four characters a token, as for English text and code.
pub fn tokens(blocks: &[Block]) -> u32 {
    let characters: usize = blocks.iter().map(|block| block.text.chars().count()).sum();
    u32::try_from(characters.div_ceil(4)).unwrap_or(u32::MAX)
}

/// A request that may be sent, and what its reply is read with.
pub(super) struct Ready {
    pub request: Request,
    pub rendered: Rendered,
    pub left_out: Option<LeftOut>,
}

impl Door {
    /// Asks a model. `on_call` is told of every request that was sent, as an artifact for the run's events.
    pub async fn call<I: Input>(
        &self,
        call: &Call<'_, I>,
        cancel: &Cancel,
        on_call: &(dyn Fn(Artifact) + Send + Sync),
    ) -> Result<Answered<I::Reply>, Failure> {
        let Ready {
            mut request,
            rendered,
            left_out,
        } = self.ready(call)?;
        let mut spent = Spent::default();
        let mut wrong = String::new();
        // Once more where the reply cannot be read (issue "Models": one corrective retry).
        for again in [false, true] {
            if again {
                request.user.push(Block {
                    text: format!(
                        "Your last reply could not be used: {wrong}. Do the same task again and reply in exactly the \
                         form that was asked for, with nothing around it."
                    ),
                    cache: false,
                });
            }
            if cancel.is_cancelled() {
                return Err(Failure::new(FailureKind::Cancelled, "Stopped."));
            }
            let answered = self.llm.complete(request.clone(), cancel).await;
            on_call(Artifact::Model(self.told(&request, &answered, left_out.clone())));
            let reply = answered?;
            spent.add(&reply);
            match read::<I>(&reply, &request, &rendered) {
                Ok((value, mut findings)) => {
                    if again {
                        let why = format!("The first reply could not be used: {wrong}.");
                        findings.push(Finding::warning("reply_again", why));
                    }
                    return Ok(Answered {
                        value,
                        findings,
                        thinking: reply.thinking.map(|text| rendered.masks.restore(&text)),
                        to: request.to,
                        usage: spent.usage,
                        cost: spent.cost,
                        ms: spent.ms,
                    });
                }
                Err(why) => wrong = why,
            }
        }
        let message = format!("{} gave a reply that cannot be used: {wrong}.", request.to.model);
        Err(Failure::new(FailureKind::BadReply, message)
            .hint("It was asked a second time in vain. A larger model keeps to the form more often."))
    }

    /// The request as it would be sent, or why it may not be; nothing is sent.
    pub fn request<I: Input>(&self, call: &Call<'_, I>) -> Result<Request, Failure> {
        Ok(self.ready(call)?.request)
    }

    /// The request for a call, or why it may not be sent.
    fn ready<I: Input>(&self, call: &Call<'_, I>) -> Result<Ready, Failure> {
        let prompt = self.prompt(call.purpose.name)?;
        if let Some(why) = self.withheld(&prompt) {
            return Err(Failure::new(FailureKind::Privacy, why));
        }
        let Some(to) = self.settings.tiers.serve(prompt.tier) else {
            return Err(Failure::new(FailureKind::UnknownModel, "No model is chosen."));
        };
        self.filled(&prompt, to, call)
    }

    pub(super) fn prompt(&self, name: &str) -> Result<std::sync::Arc<Prompt>, Failure> {
        let missing = || Failure::new(FailureKind::BadRequest, format!("There is no prompt \"{name}\"."));
        self.prompts.get(name).cloned().ok_or_else(missing)
    }

    /// Why the connection's level forbids the call.
    pub(super) fn withheld(&self, prompt: &Prompt) -> Option<String> {
        match self.privacy {
            Privacy::Nothing => Some("Nothing of this database may be sent to a model.".into()),
            level if level < prompt.needs => {
                let needs = match prompt.needs {
                    Privacy::Rows => "rows of results",
                    Privacy::Values => "values of cells",
                    _ => "counts and shapes",
                };
                Some(format!(
                    "This needs {needs}, and they may not be sent from this database."
                ))
            }
            _ => None,
        }
    }

    pub(super) fn filled<I: Input>(
        &self,
        prompt: &Prompt,
        to: &ModelRef,
        call: &Call<'_, I>,
    ) -> Result<Ready, Failure> {
        let window = self.window(to);
        let room = room(prompt, window.tokens, call.tables);
        let mut fields: Vec<(&'static str, Sealed)> =
            call.input.fields().into_iter().map(|(n, s)| (n, s.clone())).collect();
        let mut rendered = self.rendered(prompt, &fields)?;
        let mut left_out = call.left_out.clone();
        // Whoever filled it in made it fit where the schema is what is long; this is for all else.
        if length(&rendered) > room.prompt {
            let fits = |rendered: &Rendered| length(rendered) <= room.prompt;
            let long = room.prompt as usize / 2;
            let parts = short::shorten(&mut fields, self.privacy, long, |fields| {
                let rendered = self.rendered(prompt, fields).ok()?;
                let short = fits(&rendered);
                Some((rendered, short))
            });
            if let Some((short, parts)) = parts {
                rendered = short;
                let left_out = left_out.get_or_insert_with(|| LeftOut::nothing(window));
                left_out.parts.extend(parts.into_iter().map(str::to_owned));
            }
        }
        if length(&rendered) > room.prompt {
            return Err(too_long(to, window.tokens));
        }
        let request = Request {
            purpose: prompt.name.clone(),
            prompt: prompt.hash.clone(),
            to: to.clone(),
            system: rendered.system.clone(),
            user: rendered.user.clone(),
            form: form(prompt, &rendered, call.names.filter(|_| room.thinking.is_none())),
            temperature: room.thinking.is_none().then_some(prompt.temperature),
            thinking: room.thinking,
            max_tokens: room.reply,
            sample: call.sample,
            privacy: rendered.privacy,
            connection: self.connection.clone(),
            run: self.run.clone(),
            offline: call.offline,
            window: Some(window.tokens),
        };
        Ok(Ready {
            request,
            rendered,
            left_out,
        })
    }

    fn rendered(&self, prompt: &Prompt, fields: &[(&'static str, Sealed)]) -> Result<Rendered, Failure> {
        let fields: Vec<(&str, &Sealed)> = fields.iter().map(|(name, sealed)| (*name, sealed)).collect();
        render(prompt, &fields, self.privacy, self.settings.allowed, &self.connection).map_err(|problem| {
            let failure = Failure::new(FailureKind::BadRequest, problem.message);
            Failure {
                hint: problem.hint,
                detail: problem.detail,
                ..failure
            }
        })
    }

    /// Whether the call, as it is filled in, is longer than its model takes in; `None`: it would not be sent at all.
    pub(super) fn is_too_long<I: Input>(&self, call: &Call<'_, I>) -> Option<bool> {
        let prompt = self.prompt(call.purpose.name).ok()?;
        let to = self.settings.tiers.serve(prompt.tier)?;
        let fields: Vec<(&'static str, Sealed)> =
            call.input.fields().into_iter().map(|(n, s)| (n, s.clone())).collect();
        let rendered = self.rendered(&prompt, &fields).ok()?;
        Some(length(&rendered) > room(&prompt, self.window(to).tokens, call.tables).prompt)
    }

    fn told(&self, request: &Request, answered: &Result<Reply, Failure>, left_out: Option<LeftOut>) -> ModelCall {
        let reply = answered.as_ref().ok();
        ModelCall {
            purpose: request.purpose.clone(),
            provider: request.to.provider.clone(),
            model: request.to.model.clone(),
            leaves: self.llm.destination(&request.to).1,
            usage: reply.map(|r| r.usage).unwrap_or_default(),
            cost: reply.and_then(|r| r.cost),
            cached: reply.is_some_and(|r| r.cached),
            ms: reply.map_or(0.0, |r| r.ms),
            failure: answered.as_ref().err().cloned(),
            left_out,
        }
    }
}

/// The prompt's own; of a text that holds a query, by a grammar where there is one. Whoever thinks first is not held to it.
fn form(prompt: &Prompt, rendered: &Rendered, names: Option<&Names>) -> Form {
    match (&prompt.form, names) {
        (Form::Text, Some(names)) if !names.tables.is_empty() => {
            let blocks = rendered.system.iter().chain(&rendered.user);
            let text: Vec<&str> = blocks.map(|block| block.text.as_str()).collect();
            let forms = Forms::asked_by(&text.join("\n"));
            Form::Grammar(grammar(&names.tables, names.dialect, forms))
        }
        (form, _) => form.clone(),
    }
}

fn room(prompt: &Prompt, window: u32, tables: usize) -> Room {
    Room::of(window, prompt.max_tokens, prompt.thinking.then(|| thinking(tables)))
}

fn length(rendered: &Rendered) -> u32 {
    at_most(&rendered.system).saturating_add(at_most(&rendered.user))
}

fn too_long(to: &ModelRef, window: u32) -> Failure {
    Failure::new(
        FailureKind::BadRequest,
        format!("The question is longer than {} can read ({window} tokens).", to.model),
    )
    .hint("Ask it in fewer words, or choose a model that reads more.")
}

fn read<I: Input>(reply: &Reply, request: &Request, rendered: &Rendered) -> Result<(I::Reply, Vec<Finding>), String> {
    let raw = Raw {
        text: &reply.text,
        value: reply.value.as_ref(),
        schema: match &request.form {
            Form::Text | Form::Grammar(_) => None,
            Form::Json { schema, .. } => Some(schema),
        },
    };
    I::Reply::read(&raw, &rendered.masks)
}

/// Over the calls of one answer.
struct Spent {
    usage: Usage,
    cost: Option<f64>,
    ms: f64,
}

impl Default for Spent {
    fn default() -> Self {
        Self {
            usage: Usage::default(),
            cost: Some(0.0),
            ms: 0.0,
        }
    }
}

impl Spent {
    fn add(&mut self, reply: &Reply) {
        self.usage.input += reply.usage.input;
        self.usage.cached += reply.usage.cached;
        self.usage.written += reply.usage.written;
        self.usage.output += reply.usage.output;
        self.cost = self.cost.zip(reply.cost).map(|(a, b)| a + b);
        self.ms += reply.ms;
    }
}
