//! Queries that models write (seed 000, operation 7).
//!
//! In: what is grounded and linked, and what the built-in engine reads. Out: candidates, each with its recipe
//! ([`recipes`](super::recipes)); or what models say that the schema lacks, or that they would have to know. At effort
//! "auto" one call is made, and more only where it is not sure ([`cascade`](super::cascade)).

use askwell_contract::beside::ExampleMatch;
use askwell_contract::model::Effort;
use askwell_contract::run::{Artifact, Candidate, Grounding, Linked, Plan, Stage};
use askwell_contract::Result;
use askwell_sql::steps;

use super::cascade;
use super::enough::Watch;
use super::recipes::{count, Examples, Recipe, RANK, RECIPES};
use super::trained;
use crate::ask::advice::{used, Advice, Part};
use crate::cx::Cx;
use crate::prepare::examples;
use crate::prepare::render::Form;
use crate::prepare::Knowledge;
use crate::prompt::{self, Ask, Fitted, Sealed};
use crate::together::together;
use crate::trial::Tried;

/// Calls under way at the same time (seed 000, async architecture: a semaphore of 10).
pub const AT_ONCE: usize = 10;
/// Examples of a recipe that teaches by them (seed 000, sub-operation 7C).
const EXAMPLES: usize = 8;

/// Behind the recipe's name where its model offers another reading.
const OTHER: &str = "_other";
/// A vote of this weight decides nothing.
const ANOTHER: f64 = 0.02;

/// What models gave.
#[derive(Debug, Default)]
pub struct Gave {
    pub candidates: Vec<Candidate>,
    /// Other readings, which are shown and never chosen by vote.
    pub others: Vec<Candidate>,
    /// What the schema lacks, as those say that wrote no query.
    pub missing: Vec<String>,
    /// What those would have to know first that asked back.
    pub asks: Vec<Ask>,
    /// Nothing is left to be compared: the query was checked, or all agree.
    pub settled: bool,
}

impl Gave {
    pub fn take(&mut self, replies: impl IntoIterator<Item = Replied>) {
        for reply in replies {
            self.others.extend(reply.other);
            match (reply.candidate.sql.is_empty(), reply.ask) {
                (false, _) => self.candidates.push(reply.candidate),
                (true, Some(ask)) => self.asks.push(ask),
                (true, None) if reply.missing.is_empty() => {}
                (true, None) => self.missing.push(reply.missing),
            }
        }
    }
}

/// What the built-in engine makes of the same question.
#[derive(Clone, Copy)]
pub struct Beside<'a> {
    /// Its readings, best first.
    pub own: &'a [Candidate],
    /// It would not have answered.
    pub lost: bool,
}

/// `tried` has, afterwards, what those came to that were run to see whether they agree.
pub async fn candidates(
    cx: &Cx<'_>,
    plan: &Plan,
    grounding: &Grounding,
    linked: &Linked,
    beside: Beside<'_>,
    tried: &Tried,
) -> Result<Gave> {
    let Some(advice) = Advice::of(cx, plan, Stage::Generate) else {
        return Ok(Gave::default());
    };
    let first = beside.own.first().filter(|_| !beside.lost).map(|own| own.sql.as_str());
    let mut writing = Writing::new(&advice, grounding, linked, first);
    let mut gave = match advice.door.settings.effort {
        Effort::Auto => cascade::climb(&mut writing, beside, tried).await?,
        effort => {
            let count = count(effort, &plan.question, writing.narrow.tables);
            let watch = Watch::new(cx, plan, count, tried);
            let mut gave = Gave::default();
            let first = writing.first(const { &RECIPES[0] });
            let recipes = std::iter::once(first).chain(RECIPES.iter().skip(1)).take(count);
            gave.take(writing.all(recipes, &watch).await?);
            if let Some(enough) = watch.verdict() {
                cx.trace.emit(Some(Stage::Generate), Artifact::Enough(enough));
            }
            gave
        }
    };
    // Results that as many gave are compared in this order.
    let rank = |c: &Candidate| RANK.iter().position(|start| c.generator.starts_with(start));
    gave.candidates.sort_by_key(rank);
    Ok(gave)
}

/// What the prompts of one question are filled in with. Each part in each form is written once, however many read it.
pub struct Writing<'a> {
    pub advice: &'a Advice<'a>,
    grounding: &'a Grounding,
    linked: &'a Linked,
    narrow: Part,
    wide: Part,
    similar: Similar,
    schemas: Vec<(View, Sealed)>,
}

/// A schema that is written: the wide one or the narrow, its form, how many columns, and whether with samples.
type View = (bool, Form, usize, bool);

impl<'a> Writing<'a> {
    /// `first`: the query that the built-in engine believes in.
    fn new(advice: &'a Advice<'a>, grounding: &'a Grounding, linked: &'a Linked, first: Option<&str>) -> Self {
        let knowledge = advice.cx.knowledge;
        let sketch = first.map(|sql| used(knowledge, sql)).unwrap_or_default();
        let led = |part: Part| part.led_by(sketch.iter().copied());
        Self {
            advice,
            grounding,
            linked,
            narrow: led(Part::precise(knowledge, grounding, linked)),
            wide: led(Part::recall(knowledge, grounding, linked)),
            similar: Similar::of(knowledge, &advice.brief.plan.question, first, &grounding.examples),
            schemas: Vec::new(),
        }
    }

    /// The first call of a question, in the form that its model was trained with where there is one.
    pub fn first(&self, usual: &'static Recipe) -> &'static Recipe {
        let door = self.advice.door;
        let serving = |recipe: &Recipe| door.serving(recipe.purpose).map(|to| to.model.clone());
        trained::form(serving).unwrap_or(usual)
    }

    fn input(&mut self, recipe: &Recipe) -> Fitted<prompt::Generate> {
        let Self {
            advice,
            grounding,
            linked,
            narrow,
            wide,
            similar,
            schemas,
        } = self;
        let whole = if recipe.wide { wide } else { narrow };
        let broad = recipe.wide && !whole.whole;
        let chosen = similar.chosen(recipe.examples);
        advice.fit(recipe.purpose, whole, |part, trim| {
            let view = (broad, recipe.form, part.columns(), trim.samples);
            let written = schemas.iter().find(|(known, _)| *known == view);
            let schema = match written.map(|(_, schema)| schema.clone()) {
                Some(schema) => schema,
                None => {
                    let schema = advice.brief.schema_within(recipe.form, part, trim);
                    schemas.push((view, schema.clone()));
                    schema
                }
            };
            let examples = &chosen[..chosen.len().min(trim.examples)];
            let sealed = advice.brief.examples(examples, recipe.examples);
            let input = advice.brief.generate(schema, part, sealed, grounding, linked);
            (input, examples.len())
        })
    }

    /// Asks for all of them at once, until enough agree.
    pub async fn all(
        &mut self,
        recipes: impl IntoIterator<Item = &'static Recipe>,
        watch: &Watch<'_>,
    ) -> Result<Vec<Replied>> {
        let mut calls = Vec::new();
        for recipe in recipes {
            let fitted = self.input(recipe);
            calls.push(follow(self.advice, recipe, fitted, watch));
        }
        let replies: Vec<Option<Replied>> = together(AT_ONCE, calls.into_iter()).await?;
        Ok(replies.into_iter().flatten().collect())
    }
}

/// Examples for a question.
pub struct Similar {
    /// By the question, the person's own first.
    likest: Vec<ExampleMatch>,
    /// By the question and the query that the built-in engine has for it.
    near: Vec<ExampleMatch>,
}

impl Similar {
    pub fn of(knowledge: &Knowledge, question: &str, first: Option<&str>, likest: &[ExampleMatch]) -> Self {
        let built = first.map(|sql| examples::shape(sql, knowledge.catalog.dialect));
        let near = examples::near(question, built.as_ref(), &knowledge.catalog.name, &knowledge.values);
        Self {
            likest: prompt::fitting(&likest[..likest.len().min(EXAMPLES)]).to_vec(),
            near: near.unwrap_or_default().into_iter().map(ExampleMatch::from).collect(),
        }
    }

    /// Those that a recipe shows.
    pub fn chosen(&self, which: Examples) -> Vec<ExampleMatch> {
        let own = self.likest.iter().filter(|e| e.verified);
        let count = match which {
            Examples::Nearest | Examples::Skeletons => examples::NEAREST,
            Examples::Own => examples::NEAREST.max(own.clone().count()),
            Examples::All => return self.likest.clone(),
        };
        own.chain(&self.near).take(count).cloned().collect()
    }
}

/// A model's reply to a recipe.
#[derive(Debug)]
pub struct Replied {
    /// Without SQL where it wrote none.
    pub candidate: Candidate,
    pub missing: String,
    pub ask: Option<Ask>,
    pub second: String,
    /// Its query for another reading.
    pub other: Option<Candidate>,
}

async fn follow(
    advice: &Advice<'_>,
    recipe: &Recipe,
    fitted: Fitted<prompt::Generate>,
    watch: &Watch<'_>,
) -> Result<Option<Replied>> {
    let answered = match watch.stop.is_cancelled() {
        true => None,
        false => advice.ask_until(recipe.purpose, &fitted, 0, &watch.stop).await?,
    };
    let Some(answered) = answered else {
        watch.spared();
        return Ok(None);
    };
    let prompt::Written {
        sql,
        reading,
        missing,
        ask,
        second,
        other,
    } = answered.value;
    let candidate = candidate(advice.cx, recipe.name, sql, &reading);
    watch.weigh(&candidate).await?;
    Ok(Some(Replied {
        candidate,
        missing,
        ask,
        second,
        other: other.map(|(says, sql)| another(recipe.name, sql, says)),
    }))
}

/// What a model offers as another reading is nobody's vote: it stands beside the answer.
fn another(recipe: &str, sql: String, says: String) -> Candidate {
    Candidate {
        id: String::new(),
        generator: format!("{recipe}{OTHER}"),
        sql,
        reading: says,
        belief: ANOTHER,
        uses: Vec::new(),
        unplaced: Vec::new(),
        times: Vec::new(),
    }
}

pub(super) fn candidate(cx: &Cx<'_>, generator: &str, sql: String, reading: &str) -> Candidate {
    let reading = match reading.trim() {
        "" => steps::told(&sql, cx.knowledge.catalog.dialect),
        said => said.to_owned(),
    };
    Candidate {
        id: String::new(),
        generator: generator.to_owned(),
        sql,
        reading,
        belief: 1.0,
        uses: Vec::new(),
        unplaced: Vec::new(),
        times: Vec::new(),
    }
}
