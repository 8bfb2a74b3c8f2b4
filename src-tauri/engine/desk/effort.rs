//! What a question takes at each effort: how many queries models write, in how many seconds, for how much money.
//!
//! In: the newest calls of the ledger, the models and prompts in use. Out: an [`EffortEstimate`] for each effort, from the
//! calls that the pipeline makes and what such calls took. Deliberately absent: figures of anybody else: where no call of
//! a kind was made yet, nothing is predicted.

use std::collections::BTreeMap;

use askwell_contract::model::{Between, Effort, EffortEstimate, Ended, LedgerEntry, ModelSettings, Tier};
use askwell_contract::Result;

use super::Desk;
use crate::ask::generate::recipes::{counts, purposes, RUNGS};
use crate::ask::select::advised::{most_votes, AT_ONCE};
use crate::prompt::Library;

/// Entries that are looked at, the newest.
const LOOKED_AT: u32 = 500;
/// Calls of one kind that say what the next one takes, the newest.
const LATEST: usize = 15;
/// One after the other, before any query is written.
const BEFORE: [&str; 3] = ["ground", "link_precise", "link_recall"];
const VOTE: &str = "select";
const AFTER: &str = "answer";
/// Votes of one duel follow each other; duels are held side by side, so many at a time.
const VOTES: usize = 2;

impl Desk {
    /// Nothing is sent. Blocking.
    pub fn effort_estimates(&self) -> Result<Vec<EffortEstimate>> {
        let settings = self.model_settings()?;
        let entries = self.models()?.ledger("", None, 0, LOOKED_AT)?.entries;
        let prompts = Library::load(&*self.world.workspace);
        let serves = |purpose: &str| {
            let prompt = prompts.get(purpose)?;
            let to = settings.tiers.serve(prompt.tier)?;
            Some((to.provider.clone(), to.model.clone()))
        };
        Ok(estimates(&settings, &entries, &serves))
    }
}

/// What one call takes in the middle.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Takes {
    seconds: f64,
    dollars: Option<f64>,
}

fn estimates(
    settings: &ModelSettings,
    entries: &[LedgerEntry],
    serves: &dyn Fn(&str) -> Option<(String, String)>,
) -> Vec<EffortEstimate> {
    if settings.tiers.serve(Tier::Fast).is_none() {
        return Vec::new();
    }
    let mut known: BTreeMap<&str, Option<Takes>> = BTreeMap::new();
    let mut takes = |purpose: &'static str| *known.entry(purpose).or_insert_with(|| one(entries, purpose, serves));
    let efforts = [Effort::Auto, Effort::Quick, Effort::Careful, Effort::Thorough];
    efforts
        .into_iter()
        .map(|effort| {
            let (few, many) = counts(effort);
            let said = settings.sentences;
            // One call may do: then nothing is asked before it.
            let before = effort != Effort::Auto;
            let low = round(effort, (few, 0), (before, said), &mut takes);
            let high = round(effort, (many, most_votes(many)), (true, said), &mut takes);
            EffortEstimate {
                effort,
                queries: Between::of(few as f64, many as f64),
                seconds: low.zip(high).map(|(a, b)| Between::of(a.seconds, b.seconds)),
                dollars: low
                    .zip(high)
                    .and_then(|(a, b)| Some(Between::of(a.dollars?, b.dollars?))),
            }
        })
        .collect()
}

/// A question with so many queries of models, and so many votes on their results; whether columns are chosen before, and a
/// model says the result. `None`: a call of a kind that it needs was never made.
fn round(
    effort: Effort,
    (queries, votes): (usize, usize),
    (before, said): (bool, bool),
    takes: &mut dyn FnMut(&'static str) -> Option<Takes>,
) -> Option<Takes> {
    let mut all: Vec<Takes> = Vec::new();
    let mut seconds = 0.0;
    let around = BEFORE
        .into_iter()
        .filter(|_| before)
        .chain([AFTER].into_iter().filter(|_| said));
    for purpose in around {
        let one = takes(purpose)?;
        seconds += one.seconds;
        all.push(one);
    }
    // Side by side: the slowest is waited for; the cascade goes rung by rung.
    let rungs: &[usize] = if effort == Effort::Auto { &RUNGS } else { &[usize::MAX] };
    let mut open = purposes(effort, queries).into_iter();
    for rung in rungs {
        let mut slowest: f64 = 0.0;
        for purpose in open.by_ref().take(*rung) {
            let one = takes(purpose)?;
            slowest = slowest.max(one.seconds);
            all.push(one);
        }
        seconds += slowest;
    }
    if votes > 0 {
        // Nobody had to vote yet: then there is nothing to be added for it.
        if let Some(one) = takes(VOTE) {
            let turns = (votes / VOTES).div_ceil(AT_ONCE) * VOTES;
            seconds += turns as f64 * one.seconds;
            all.extend(std::iter::repeat_n(one, votes));
        }
    }
    let dollars = all.iter().map(|one| one.dollars).sum();
    Some(Takes { seconds, dollars })
}

/// The middle of the newest calls of a kind that the model answered that now serves it; those from our own cache took
/// nothing and say nothing.
fn one(entries: &[LedgerEntry], purpose: &str, serves: &dyn Fn(&str) -> Option<(String, String)>) -> Option<Takes> {
    let to = serves(purpose)?;
    let replied = entries.iter().filter_map(|entry| match &entry.ended {
        Ended::Replied {
            cost,
            ms,
            cached: false,
            ..
        } if entry.purpose == purpose && entry.provider == to.0 && entry.model == to.1 => {
            // What never leaves this computer is paid for with the electricity bill alone.
            Some((*ms, if entry.leaves { *cost } else { Some(0.0) }))
        }
        _ => None,
    });
    let latest: Vec<(f64, Option<f64>)> = replied.take(LATEST).collect();
    let seconds = median(latest.iter().map(|l| l.0 / 1_000.0).collect())?;
    let costs: Vec<f64> = latest.iter().filter_map(|l| l.1).collect();
    Some(Takes {
        seconds,
        dollars: median(costs),
    })
}

fn median(mut all: Vec<f64>) -> Option<f64> {
    all.sort_by(f64::total_cmp);
    let (low, high) = (all.get(all.len().checked_sub(1)? / 2)?, all.get(all.len() / 2)?);
    Some((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use askwell_contract::model::{ModelRef, Privacy, Usage};

    use super::*;

    const ALL: [&str; 16] = [
        "ground",
        "link_precise",
        "link_recall",
        "generate_whole",
        "generate_divide",
        "generate_plan",
        "generate_direct",
        "generate_complex",
        "generate_reasoning",
        "generate_standard",
        "generate_reasoning_steps",
        "generate_chain",
        "generate_step_back",
        "generate_skeleton",
        "select",
        "answer",
    ];

    fn entry(purpose: &str, model: &str, ms: f64, cost: Option<f64>) -> LedgerEntry {
        LedgerEntry {
            number: 1,
            at: 1,
            purpose: purpose.into(),
            provider: "acme".into(),
            model: model.into(),
            destination: "api.acme.example:443".into(),
            leaves: true,
            connection: "shop".into(),
            run: None,
            privacy: Privacy::Names,
            system: String::new(),
            user: String::new(),
            ended: Ended::Replied {
                text: String::new(),
                cut: None,
                usage: Usage::default(),
                cost,
                ms,
                cached: false,
            },
        }
    }

    fn settings() -> ModelSettings {
        let mut settings = ModelSettings {
            sentences: true,
            ..ModelSettings::default()
        };
        settings.tiers.fast = Some(ModelRef {
            provider: "acme".into(),
            model: "m".into(),
        });
        settings
    }

    fn of(entries: &[LedgerEntry]) -> Vec<EffortEstimate> {
        estimates(&settings(), entries, &|_| Some(("acme".into(), "m".into())))
    }

    fn every(ms: f64, cost: Option<f64>) -> Vec<LedgerEntry> {
        ALL.iter().map(|purpose| entry(purpose, "m", ms, cost)).collect()
    }

    #[test]
    fn a_question_takes_what_its_calls_took() {
        let all = of(&every(1_000.0, Some(0.01)));
        let figures: Vec<_> = all.iter().map(|e| (e.queries, e.seconds, e.dollars)).collect();
        // One call and the sentence, or all three rungs, and the choice of columns before where the schema is large: eleven
        // queries have 66 duels.
        let auto = figures[0];
        assert_eq!((auto.0, auto.1), (Between::of(1.0, 11.0), Some(Between::of(2.0, 21.0))));
        let figures = &figures[1..];
        let cents = |from: f64, to: f64| Some(Between::of(from / 100.0, to / 100.0));
        let near = |a: Option<Between>, b: Option<Between>| {
            a.zip(b)
                .is_some_and(|(a, b)| (a.from - b.from).abs() < 1e-9 && (a.to - b.to).abs() < 1e-9)
        };
        // Three before, the slowest query, the sentence; and two votes of each duel where results differ, ten duels at a time.
        let seconds: Vec<_> = figures.iter().map(|f| f.1).collect();
        let until = |to| Some(Between::of(5.0, to));
        assert_eq!(seconds, [until(7.0), until(11.0), until(19.0)]);
        assert_eq!(figures[0].0, Between::of(2.0, 2.0));
        assert_eq!(figures[1].0, Between::of(2.0, 6.0));
        assert_eq!(figures[2].0, Between::of(11.0, 11.0));
        // Four calls beside the queries. With that of the built-in engine two queries have three results at most, and three
        // duels with two votes each; six have 21 duels, eleven 66.
        assert!(near(auto.2, cents(2.0, 147.0)), "{auto:?}");
        assert!(near(figures[0].2, cents(6.0, 12.0)), "{figures:?}");
        assert!(near(figures[1].2, cents(6.0, 52.0)), "{figures:?}");
        assert!(near(figures[2].2, cents(15.0, 147.0)), "{figures:?}");
    }

    #[test]
    fn the_slowest_query_is_waited_for_and_the_middle_call_counts() {
        let mut entries = every(1_000.0, Some(0.0));
        entries.retain(|e| e.purpose != "generate_complex");
        for ms in [9_000.0, 30_000.0, 8_000.0] {
            entries.push(entry("generate_complex", "m", ms, Some(0.0)));
        }
        assert_eq!(of(&entries)[1].seconds.map(|s| s.from), Some(13.0));
    }

    #[test]
    fn what_was_never_measured_is_not_predicted() {
        let mut entries = every(1_000.0, Some(0.01));
        entries.retain(|e| e.purpose != "generate_step_back");
        let all = of(&entries);
        assert!(all[1].seconds.is_some() && all[2].dollars.is_some());
        assert_eq!((all[3].seconds, all[3].dollars), (None, None));
        // Nor is what another model took.
        let other: Vec<LedgerEntry> = ALL.iter().map(|p| entry(p, "another", 1.0, Some(0.0))).collect();
        assert!(of(&other).iter().all(|e| e.seconds.is_none()));
        // A price that is not known is none.
        let unpriced = of(&every(1_000.0, None));
        assert!(unpriced.iter().all(|e| e.seconds.is_some() && e.dollars.is_none()));
    }

    #[test]
    fn on_this_computer_it_costs_nothing() {
        let mut entries = every(1_000.0, None);
        entries.iter_mut().for_each(|e| e.leaves = false);
        assert!(of(&entries).iter().all(|e| e.dollars == Some(Between::of(0.0, 0.0))));
        assert!(estimates(&ModelSettings::default(), &entries, &|_| None).is_empty());
    }
}
