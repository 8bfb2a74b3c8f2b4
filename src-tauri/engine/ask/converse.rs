//! Converse: the question as it will be worked on.
//!
//! In: what the person typed, hints that came with it, and the turns before. Out: [`Plan`]; a formula that the hints give
//! for a word of the question is said behind it, and a turn that goes on from an earlier one says what it takes from
//! there, with the queries that it may mean. Where a question cannot be worked on, a [`Reply`](askwell_contract::run::Reply).
//! A turn is heard in sentences ([`sentences`], [`more`]) that the pipeline has read by the stages behind this one.

pub mod aside;
mod chat;
mod chips;
mod clarify;
mod compare;
pub mod define;
mod hints;
mod plan;
pub mod planner;
mod purpose;
mod rank;
mod refer;
mod restated;
mod rewrite;
mod said;
mod stretch;

use askwell_contract::run::{Candidate, Change, Follow, Grounding, Linked, Plan, PlanPart, Rewritten};
use askwell_contract::{Problem, ProblemCode, Result};
use askwell_sql::amend;

use crate::cx::{Cx, Earlier};

pub use chat::small_talk;
pub use chips::{chips, Chip};
pub use clarify::{near, reply};
pub use plan::{beside, parts};
pub use rewrite::Way;

/// Longest question, in characters: a page of text. Longer input is a paste by mistake.
const LONGEST: usize = 4_000;

pub async fn converse(cx: &Cx<'_>, question: &str, evidence: &str) -> Result<Plan> {
    cx.check()?;
    let question = tidy(question);
    if !question.chars().any(char::is_alphanumeric) {
        return Err(Problem::new(ProblemCode::BadInput, "There is no question yet.")
            .hint("Type a question about the data, for example: How many customers are there?"));
    }
    if question.chars().count() > LONGEST {
        return Err(Problem::new(
            ProblemCode::BadInput,
            format!("The question is longer than {LONGEST} characters."),
        )
        .hint("Ask it in a sentence or two."));
    }
    let people = cx.switches.style == askwell_reader::Style::People;
    // A formula is put behind the question, where a reason would be looked for.
    let question = match people {
        true => purpose::without_reason(&question).unwrap_or(question),
        false => question,
    };
    let question = match hints::formula(&question, evidence) {
        Some(said) if question.ends_with(['.', '?', '!']) => format!("{question} {}", tidy(&said)),
        Some(said) => format!("{question}. {}", tidy(&said)),
        None => question,
    };
    let question = match people {
        true => restated(question, cx.knowledge),
        false => question,
    };
    let (question, tells) = match plan::told(&question) {
        Some((head, tells)) if people => (head, Some(tells)),
        _ => (question, None),
    };
    Ok(Plan {
        question,
        evidence: tidy(evidence),
        tells,
        ..Plan::default()
    })
}

/// What is asked, without the reason for asking, and in the words that the question gives for what it means.
pub fn plainly(question: String, knowledge: &crate::prepare::Knowledge) -> String {
    restated(purpose::without_reason(&question).unwrap_or(question), knowledge)
}

fn restated(question: String, knowledge: &crate::prepare::Knowledge) -> String {
    let named = |stem: &str| knowledge.reader().is_none_or(|known| known.is_named(stem));
    restated::restated(&question, &named).unwrap_or(question)
}

/// A sentence that stands for the turn, or for a part of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sentence {
    /// `turn`: as it is; `pointed`: with what it points at in words; `each`: asked of the first of the rows shown; `about`: with the things spoken of; `behind` and
    /// `swapped`: the earlier question with the turn's words in it; `rest` and `earlier`: only looked up.
    pub by: &'static str,
    pub text: String,
    pub reads: bool,
}

impl Sentence {
    fn read(by: &'static str, text: String) -> Self {
        Self { by, text, reads: true }
    }
    fn looked_up(by: &'static str, text: String) -> Self {
        Self { by, text, reads: false }
    }
}

/// A question about two things as two, where the turn asks what follows from them, or they are stretches of time.
pub fn sides(plan: &Plan) -> Option<[PlanPart; 2]> {
    let sides = plan::sides(&plan.question)?;
    (plan.tells.is_some() || plan::of_years(&sides)).then_some(sides)
}

/// Whether a query has a row for each of two things, and nothing that it leaves out.
pub fn says_both(cx: &Cx<'_>, reading: &Candidate) -> bool {
    let parts = amend::parts(&reading.sql, &cx.knowledge.catalog);
    reading.unplaced.is_empty()
        && parts.is_some_and(|parts| {
            let by = match parts.group.as_slice() {
                [only] => only.column.as_ref(),
                _ => None,
            };
            let held = |c: &amend::Cond| by.is_some() && c.column.as_ref() == by && !c.denied;
            parts.limit.is_none() && parts.filter.iter().any(held)
        })
}

/// Whether a query has a figure for each of two stretches of time: "donations in 2025 vs 2026" asks for no rows of either.
pub fn says_years(cx: &Cx<'_>, reading: &Candidate, plan: &Plan, sides: &[PlanPart; 2]) -> bool {
    let versus = |w: &str| matches!(plan::bare(w).as_str(), "vs" | "versus" | "compare" | "compared");
    let mut words = plan.question.split_whitespace();
    // Of two numbers of rows each is told; of two sums, how far they are apart.
    let asks = plan.tells.is_none() || words.clone().next().is_some_and(versus) && reading.sql.contains("COUNT(");
    if !asks || !words.any(versus) {
        return false;
    }
    let year = |part: &PlanPart| plan::year_of(part).is_some_and(|year| reading.sql.contains(&year));
    let parts = amend::parts(&reading.sql, &cx.knowledge.catalog);
    let figures = |p: &amend::Parts| p.select.iter().filter(|item| item.is_figure()).count();
    let each = |p: amend::Parts| p.group.len() == 1 && p.limit.is_none() && figures(&p) == 1;
    reading.unplaced.iter().all(|w| versus(w)) && sides.iter().all(year) && parts.is_some_and(each)
}

/// Whether a query gives so many figures of the same rows and uses every word.
pub fn says_figures(cx: &Cx<'_>, reading: &Candidate, figures: usize) -> bool {
    let parts = amend::parts(&reading.sql, &cx.knowledge.catalog);
    reading.unplaced.is_empty()
        && parts.is_some_and(|parts| {
            let all = parts.select.iter().all(amend::Item::is_figure);
            all && parts.group.is_empty() && parts.select.len() >= figures
        })
}

/// What the rows of a query are called, one of them.
pub fn called(parts: &amend::Parts, knowledge: &crate::prepare::Knowledge) -> Option<String> {
    refer::noun(parts, knowledge).map(|(one, _)| one)
}

/// What the stages behind this one made of a sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Heard {
    pub by: &'static str,
    pub text: String,
    pub grounding: Grounding,
    pub linked: Linked,
    /// Most believed first; none where it was only looked up.
    pub readings: Vec<Candidate>,
}

/// What has to be heard of a turn; nothing where no turn is before it.
pub fn sentences(cx: &Cx<'_>, plan: &Plan) -> Vec<Sentence> {
    let Some(earlier) = cx.earlier.last() else {
        return Vec::new();
    };
    let turn = said::said(&plan.question);
    let mut out = vec![Sentence::read("turn", plan.question.clone())];
    let before = before(cx, earlier);
    let noun = before.shape().and_then(|p| refer::noun(p, cx.knowledge));
    if let Some(noun) = &noun {
        let rows = before.shape().and_then(|p| refer::of_shown(&plan.question, p, noun));
        match refer::pointed(rows.as_deref().unwrap_or(&plan.question), noun) {
            Some(text) => out.push(Sentence::read("pointed", text)),
            None => out.push(Sentence::read("about", refer::about(&turn, noun))),
        }
    }
    // "Without the returned ones": what is left out, said by itself.
    if let (Some(noun), Some(left)) = (&noun, said::left(&turn.rest)) {
        out.push(Sentence::read("left", refer::left(left, noun)));
    }
    if let (Some((_, several)), true) = (&noun, turn.has("worth")) {
        out.push(Sentence::read("worth", format!("total value of the {several}")));
    }
    // "Who has the most?", behind a number of tickets.
    if let (Some((_, several)), true) = (&noun, turn.has("top alone")) {
        let most = if turn.down == Some(false) { "fewest" } else { "most" };
        let who = match &turn.noun {
            Some(noun) => format!("which {noun}"),
            None => "who".to_owned(),
        };
        out.push(Sentence::read("topped", format!("{who} has the {most} {several}?")));
    }
    // "Km instead", behind a number of trips: their sum.
    if let (Some((_, several)), true) = (&noun, turn.has("instead") && !turn.has("asks")) {
        let what = turn.rest.trim_end_matches("instead").trim();
        out.push(Sentence::read("amount", format!("total {what} of the {several}")));
    }
    if let Some(text) = refer::valued(&plan.question, earlier, before.shape()) {
        out.push(Sentence::read("valued", text));
    }
    if let Some((_, names)) = refer::names(earlier, before.shape(), cx.knowledge) {
        if let Some(text) = refer::of_one(&plan.question, &names[0]) {
            out.push(Sentence::read("each", text));
        }
    }
    if turn.has("short") || turn.has("fragment") {
        out.push(Sentence::read("behind", tidy(&refer::behind(&earlier.question, &turn))));
        out.push(Sentence::looked_up("rest", turn.rest.clone()));
        out.push(Sentence::looked_up("earlier", earlier.question.clone()));
    }
    // "Is that more than in Germany?": what stands behind the comparison is the other figure's.
    if let Some(other) = turn.has("compares").then(|| said::compared(&plan.question)).flatten() {
        out.push(Sentence::read(
            "other",
            tidy(&refer::behind(&earlier.question, &said::said(&other))),
        ));
        out.push(Sentence::looked_up("rest", other));
        out.push(Sentence::looked_up("earlier", earlier.question.clone()));
    }
    out
}

/// What has to be heard once that is known.
pub fn more(heard: &[Heard]) -> Vec<Sentence> {
    let by = |name: &str| heard.iter().find(|h| h.by == name);
    match (by("earlier"), by("rest")) {
        (Some(earlier), Some(rest)) => refer::swapped(earlier, rest),
        _ => Vec::new(),
    }
}

/// Queries handed on.
const MOST: usize = 6;
/// In logarithms of odds.
const LEAST_LIKELY: f64 = -5.0;
/// Queries that are believed so much less than the first are not worth running.
const LEAST: f64 = 0.02;

/// The turn as a question that stands alone, and every way that it may be meant, best first. The plan is as it was where
/// standing alone is what it is most likely to mean.
pub fn follow(cx: &Cx<'_>, plan: Plan, heard: &[Heard]) -> (Plan, Vec<Way>) {
    let Some(earlier) = cx.earlier.last() else {
        return (plan, Vec::new());
    };
    let mut turn = said::said(&plan.question);
    if rewrite::echo::echoes(&earlier.question, &plan.question) {
        turn.cues.insert("echoes");
    }
    let before = before(cx, earlier);
    // "What does the boat weigh?", where one boat was shown.
    let single = before.shape().filter(|parts| parts.limit == Some(1));
    if single
        .and_then(|parts| refer::noun(parts, cx.knowledge))
        .is_some_and(|(one, _)| refer::names_it(&plan.question, &one))
    {
        turn.cues.insert("the one");
    }
    let mut ways = rewrite::ways(cx, &turn, &before, heard);
    // A question that goes on without pointing back has a use for each of its words; "What is the meaning of life?" follows
    // nothing.
    ways.retain(|w| {
        !turn.has("asks")
            || turn.has("points")
            || turn.has("ones")
            || w.change == Change::Alone
            || w.unplaced.is_empty()
    });
    // What hardly anybody would mean is not answered for want of something better.
    ways.retain(|w| w.belief > LEAST_LIKELY || w.change == Change::Alone);
    ways.sort_by(|a, b| b.belief.total_cmp(&a.belief));
    let top = ways.first().map_or(0.0, |w| w.belief);
    let total: f64 = ways.iter().map(|w| (w.belief - top).exp()).sum();
    ways.iter_mut().for_each(|w| w.belief = (w.belief - top).exp() / total);
    // What it points at may have to be said in full although it asks for something of its own.
    let alone = |w: &&Way| w.change == Change::Alone && w.text == plan.question;
    let Some(best) = ways.first().filter(|w| !alone(w)) else {
        return (plan, ways);
    };
    let by = |name: &str| heard.iter().find(|h| h.by == name).map(|h| h.text.clone());
    let narrows = matches!(best.change, Change::Narrowed | Change::Measured | Change::Shifted);
    let in_words = match best.change {
        change if says_itself(change) => best.text.clone(),
        // What the rows are no longer grouped by is not said either.
        Change::Grouped => match before
            .parts
            .as_ref()
            .and_then(|p| refer::ungrouped(&earlier.question, p, &best.sql))
        {
            Some(left) => tidy(&refer::behind(&left, &turn)),
            None => by("behind").unwrap_or_default(),
        },
        _ if narrows => by("swapped").or_else(|| by("behind")).unwrap_or_default(),
        _ => by("behind").unwrap_or_default(),
    };
    let question = match in_words.is_empty() {
        true => tidy(&refer::behind(&earlier.question, &turn)),
        false => in_words,
    };
    let takes = match (&before.parts, best.change) {
        (Some(parts), change) if change != Change::Said => kept(parts, &best.sql, &cx.knowledge.catalog),
        _ => Vec::new(),
    };
    let queries = ways
        .iter()
        .take(MOST)
        .filter(|w| w.belief >= LEAST * best.belief)
        .map(|w| Rewritten {
            change: w.change,
            sql: w.sql.clone(),
            belief: w.belief,
            unplaced: w.unplaced.clone(),
            times: w.times.clone(),
        })
        .collect();
    let follow = Follow {
        run: earlier.run.clone(),
        question: earlier.question.clone(),
        said: plan.question.clone(),
        takes,
        queries,
    };
    let plan = Plan {
        question,
        follows: Some(Box::new(follow)),
        ..plan
    };
    (plan, ways)
}

fn before<'a>(cx: &Cx<'a>, earlier: &'a Earlier) -> rewrite::Before<'a> {
    let catalog = &cx.knowledge.catalog;
    let plain = amend::parts(&earlier.sql, catalog);
    let of_shares = || amend::parts(&amend::alone::unshared(&earlier.sql)?, catalog);
    let shares = plain.is_none().then(of_shares).flatten();
    let shared = shares.is_some();
    let parts = plain.or(shares);
    let sets = parts.is_none().then(|| amend::sets(&earlier.sql, catalog)).flatten();
    rewrite::Before {
        earlier,
        parts,
        sets,
        shared,
    }
}

/// The plan as the query that was chosen has it: another than the first may say other words, and keep less from before.
pub fn settled(cx: &Cx<'_>, plan: &Plan, sql: &str, ways: &[Way]) -> Plan {
    let mut plan = plan.clone();
    let Some(follow) = plan.follows.as_deref_mut() else {
        return plan;
    };
    let made = follow.queries.iter().position(|q| q.sql == sql);
    let says_it_all = made.is_some_and(|at| follow.queries[at].change == Change::Said);
    follow.takes.retain(|_| !says_it_all);
    if made != Some(0) && !says_it_all {
        let earlier = cx.earlier.iter().find(|e| e.run == follow.run);
        let parts = earlier.and_then(|e| amend::parts(&e.sql, &cx.knowledge.catalog));
        follow.takes = parts.map_or_else(Vec::new, |parts| kept(&parts, sql, &cx.knowledge.catalog));
    }
    let other = made
        .filter(|at| *at > 0)
        .and_then(|_| ways.iter().find(|w| w.sql == sql));
    if let Some(way) = other.filter(|w| says_itself(w.change) && !w.text.is_empty()) {
        plan.question.clone_from(&way.text);
    }
    plan
}

/// Whether a change is said by the sentence that it was read from.
fn says_itself(change: Change) -> bool {
    matches!(change, Change::Said | Change::Alone | Change::Within | Change::Among)
}

/// The earlier query's conditions that the new one keeps, in words.
fn kept(earlier: &amend::Parts, sql: &str, catalog: &askwell_contract::Catalog) -> Vec<String> {
    let told = |c: &amend::Cond| amend::told(c, catalog.dialect);
    let stands = |c: &&amend::Cond| sql.contains(&c.sql);
    earlier.filter.iter().filter(stands).map(told).collect()
}

/// One space between words; curly quotation marks and apostrophes straight; invisible characters gone.
fn tidy(text: &str) -> String {
    let straight = text.chars().filter_map(|c| match c {
        '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' | '\u{2032}' => Some('\''),
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{2033}' => Some('"'),
        '\u{200b}' | '\u{2060}' | '\u{feff}' => None,
        c if c.is_whitespace() || c.is_control() => Some(' '),
        c => Some(c),
    });
    straight
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::{run, Scripted};

    #[test]
    fn spaces_and_quotes_are_put_in_order() {
        assert_eq!(
            tidy("  How\tmany\u{a0}\n “big” orders?\u{200b} "),
            "How many \"big\" orders?"
        );
        assert_eq!(tidy("Côte d’Ivoire"), "Côte d'Ivoire");
    }

    #[test]
    fn an_empty_question_is_refused_with_a_hint() {
        run(Scripted::shop(), async |cx| {
            for nothing in ["", "  \n", "???", "\u{200b}"] {
                let problem = converse(cx, nothing, "").await.unwrap_err();
                assert_eq!(problem.code, ProblemCode::BadInput);
                assert!(problem.hint.is_some());
            }
            assert_eq!(
                converse(cx, &"why ".repeat(2_000), "").await.unwrap_err().code,
                ProblemCode::BadInput
            );
            assert_eq!(
                converse(cx, " a  b ", " c ").await.unwrap(),
                Plan {
                    question: "a b".into(),
                    evidence: "c".into(),
                    ..Plan::default()
                }
            );
        });
    }
}
