//! Whether a prompt fits what its model takes in, and what has to go where it does not.
//!
//! In: a window, texts. Out: how long a prompt and its reply may be, how long a text is, and a filled-in prompt made
//! shorter step by step until it fits. Deliberately absent: which columns matter, which is for whoever fills it in.

use std::collections::BTreeMap;

use askwell_contract::model::{Abilities, Block, LeftOut, ModelRef, ModelSettings, Tier, Window};
use askwell_contract::ports::Llm;

use super::{count, Call, Door, Input, Names, Purpose};

/// What is known of each model that may be asked.
pub type Able = BTreeMap<ModelRef, Abilities>;

/// Of the models that serve a tier; asked once, before a run.
pub async fn able(llm: &dyn Llm, settings: &ModelSettings) -> Able {
    let mut out = Able::new();
    for to in Tier::ALL.into_iter().filter_map(|tier| settings.tiers.serve(tier)) {
        if !out.contains_key(to) {
            out.insert(to.clone(), llm.abilities(to).await);
        }
    }
    out
}

/// A reply gets at least a part of a small window, and no more of it: a query is shorter than its schema.
const REPLY: u32 = 4;
/// What a schema with its samples and the reply take comes before any thinking.
const SCHEMA: u32 = 8_192;
/// Thinking in less is not worth asking for.
const LEAST_THINKING: u32 = 1_024;
/// For the marks around a talk, and for what is added where a reply has to be asked for again.
const SPARE: u32 = 128;

/// How a window is shared out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    pub prompt: u32,
    pub reply: u32,
    pub thinking: Option<u32>,
}

impl Room {
    /// `reply` and `thinking`: what the prompt's file asks for.
    pub fn of(window: u32, reply: u32, thinking: Option<u32>) -> Self {
        let share = (window / REPLY).max(1);
        let reply = reply.min(share);
        let thinking = thinking.map(|tokens| tokens.min(window.saturating_sub(SCHEMA) / 3));
        let thinking = thinking.filter(|tokens| *tokens >= LEAST_THINKING);
        let taken = reply.saturating_add(thinking.unwrap_or(0)).saturating_add(SPARE);
        Self {
            prompt: window.saturating_sub(taken),
            reply,
            thinking,
        }
    }
}

/// Tokens of a prompt, each block with the marks around it ([`count`]).
pub fn at_most(blocks: &[Block]) -> u32 {
    let of = |block: &Block| count::tokens(&block.text) + 4;
    u32::try_from(blocks.iter().map(of).sum::<usize>()).unwrap_or(u32::MAX)
}

/// How much of a schema, its samples and the examples a prompt shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trim {
    pub columns: usize,
    pub examples: usize,
    pub samples: bool,
}

impl Trim {
    /// Nothing is left out.
    pub const WHOLE: Self = Self {
        columns: usize::MAX,
        examples: usize::MAX,
        samples: true,
    };
}

/// What goes first, next and last: columns that the question hardly needs, most examples, samples, then columns again.
const STEPS: [(usize, usize, bool); 6] = [
    (48, usize::MAX, true),
    (32, 3, true),
    (24, 1, true),
    (24, 1, false),
    (16, 0, false),
    (1, 0, false),
];

/// A prompt that is filled in as far as there is room.
#[derive(Debug, Clone)]
pub struct Fitted<I> {
    pub input: I,
    /// Tables of its schema.
    pub tables: usize,
    pub left_out: Option<LeftOut>,
    /// What a query may name, where the model can be held to it.
    pub names: Option<Names>,
}

impl<I> Fitted<I> {
    /// Without a schema that could be shortened.
    pub fn whole(input: I, tables: usize) -> Self {
        Self {
            input,
            tables,
            left_out: None,
            names: None,
        }
    }
}

/// What a prompt shows at a [`Trim`].
pub struct Filled<I> {
    pub input: I,
    pub tables: usize,
    pub columns: usize,
    pub examples: usize,
    pub names: Option<Names>,
}

impl<I> Filled<I> {
    /// Of one table that is not told by columns.
    pub fn new(input: I, examples: usize) -> Self {
        Self {
            input,
            tables: 1,
            columns: 0,
            examples,
            names: None,
        }
    }

    fn whole(self) -> Fitted<I> {
        Fitted {
            names: self.names,
            ..Fitted::whole(self.input, self.tables)
        }
    }
}

impl Door {
    /// What a model takes in.
    pub fn window(&self, to: &ModelRef) -> Window {
        self.able.get(to).map_or(Window::ASSUMED, |able| able.window)
    }

    /// The model that a prompt goes to.
    pub fn serving<I: Input>(&self, purpose: &Purpose<I>) -> Option<&ModelRef> {
        let prompt = self.prompt(purpose.name).ok()?;
        self.settings.tiers.serve(prompt.tier)
    }

    /// Whether the model of a prompt can be held to a grammar.
    pub fn holds<I: Input>(&self, purpose: &Purpose<I>) -> bool {
        let able = self.serving(purpose).and_then(|to| self.able.get(to));
        able.is_some_and(|able| able.grammar)
    }

    /// Filled in so that it fits, with as many columns as there is room for. A prompt of which even the least does not fit
    /// is shortened by [`Door::request`].
    pub fn fit<I: Input>(&self, purpose: &Purpose<I>, mut fill: impl FnMut(Trim) -> Filled<I>) -> Fitted<I> {
        let whole = fill(Trim::WHOLE);
        if self.fits(purpose, &whole) {
            return whole.whole();
        }
        for (floor, examples, samples) in STEPS {
            let trim = |columns| Trim {
                columns,
                examples,
                samples,
            };
            let (mut least, mut most) = (floor.min(whole.columns).max(1), whole.columns);
            let mut best = fill(trim(least));
            if !self.fits(purpose, &best) && floor > 1 {
                continue;
            }
            // As many columns as fit lie between one number that does and one that does not.
            while most > least + 1 {
                let middle = least + (most - least) / 2;
                let more = fill(trim(middle));
                match self.fits(purpose, &more) {
                    true => (least, best) = (middle, more),
                    false => most = middle,
                }
            }
            return self.fitted(purpose, whole, best, samples);
        }
        whole.whole()
    }

    fn fitted<I: Input>(&self, purpose: &Purpose<I>, whole: Filled<I>, best: Filled<I>, samples: bool) -> Fitted<I> {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let to = self.serving(purpose);
        let shortened = best.columns < whole.columns;
        let fewer = best.examples < whole.examples;
        let of = |is: bool, n: usize| if is { number(n) } else { 0 };
        let left_out = to.map(|to| LeftOut {
            window: self.window(to),
            columns: of(shortened, best.columns),
            of_columns: of(shortened, whole.columns),
            examples: of(fewer, best.examples),
            of_examples: of(fewer, whole.examples),
            samples: !samples,
            parts: Vec::new(),
        });
        Fitted {
            input: best.input,
            tables: best.tables,
            left_out,
            names: best.names,
        }
    }

    /// What cannot be filled in at all is told when it is asked.
    fn fits<I: Input>(&self, purpose: &Purpose<I>, filled: &Filled<I>) -> bool {
        let call = Call {
            tables: filled.tables,
            ..Call::new(purpose, &filled.input)
        };
        !self.is_too_long(&call).unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_window_leaves_the_prompt_s_own_figures_and_a_small_one_shares_out_what_there_is() {
        let large = Room::of(200_000, 3_000, Some(8_000));
        assert_eq!((large.reply, large.thinking), (3_000, Some(8_000)));
        let small = Room::of(4_096, 3_000, Some(8_000));
        assert_eq!((small.reply, small.thinking), (1_024, None), "too little to think in");
        let middling = Room::of(16_384, 3_000, Some(8_000));
        assert_eq!((middling.reply, middling.thinking), (3_000, Some(2_730)));
        let assumed = Room::of(Window::ASSUMED.tokens, 3_000, Some(8_000));
        assert_eq!((assumed.reply, assumed.thinking), (3_000, Some(8_000)));
        for window in [0, 1, 100, 2_048, 4_096, 8_192, 32_768, 1_000_000] {
            let room = Room::of(window, 3_000, Some(8_000));
            let all = room.prompt + room.reply + room.thinking.unwrap_or(0);
            assert!(all <= window.max(1), "{window}: {room:?}");
        }
    }
}
