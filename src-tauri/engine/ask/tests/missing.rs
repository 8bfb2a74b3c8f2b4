//! Models that see no way to an answer, and questions that the built-in engine would not have answered.
#![allow(clippy::unwrap_used)]

use askwell_contract::model::{Effort, Privacy};
use askwell_contract::run::Candidate;

use super::{door, found, COUNT, OWN, QUESTION};
use crate::ask::advice::is_written;
use crate::ask::generate::{self, Refused};
use crate::prompt::scripted::ScriptedLlm;
use crate::scripted::{plan, run_advised, Scripted};

const LACKS: &str = "-- missing: when a customer moved there";
const STRANGE: &str = "How many customers sing loud opera near snowy volcanoes?";

/// What comes of two replies.
fn replies(question: &str, direct: &str, complex: &str) -> Result<Vec<Candidate>, Refused> {
    let llm = ScriptedLlm::default()
        .expects("generate_direct", &[question], direct)
        .expects("generate_complex", &[question], complex);
    let (mut door, _llm) = door(llm, Privacy::Values);
    door.settings.effort = Effort::Quick;
    let mut out = Ok(Vec::new());
    run_advised(Scripted::shop(), &door, async |cx| {
        let (grounding, linked) = found(cx, question).await;
        let all = generate::generate(cx, &plan(question), &grounding, &linked)
            .await
            .unwrap();
        out = all.map(|generated| generated.candidates);
    });
    out
}

#[test]
fn where_all_models_say_what_is_missing_the_question_is_declined_with_their_words() {
    let declined = replies(
        QUESTION,
        LACKS,
        "Nothing here says so.\n```sql\n-- missing: a day of moving\n```",
    );
    let message = declined.unwrap_err().declined.message;
    assert!(message.contains("It lacks when a customer moved there."), "{message}");
    assert!(message.contains("The nearest it has: "), "{message}");
}

#[test]
fn one_model_that_sees_no_way_does_not_silence_the_others() {
    let all = replies(QUESTION, LACKS, COUNT).unwrap();
    assert!(
        all.iter().any(is_written) && all.iter().any(|c| c.sql == OWN),
        "{all:?}"
    );
    assert!(all.iter().all(|c| !c.sql.is_empty()));
}

#[test]
fn the_built_in_engine_has_a_candidate_always_and_next_to_no_vote_where_it_would_decline() {
    let all = replies(STRANGE, COUNT, COUNT).unwrap();
    let own: Vec<&Candidate> = all.iter().filter(|c| !is_written(c)).collect();
    let most = all
        .iter()
        .filter(|c| is_written(c))
        .map(|c| c.belief)
        .fold(0.0, f64::max);
    assert_eq!(own.len(), 1, "{all:?}");
    assert!(own[0].belief < 0.05 * most, "{all:?}");
}

#[test]
fn what_is_asked_for_by_name_and_is_not_here_is_declined() {
    let asked = |question: &'static str| {
        let mut out = None;
        crate::scripted::run(Scripted::shop(), async |cx| {
            let (grounding, linked) = found(cx, question).await;
            let all = generate::generate(cx, &plan(question), &grounding, &linked)
                .await
                .unwrap();
            out = Some(all.map(|generated| generated.candidates));
        });
        out.unwrap()
    };
    assert!(asked(QUESTION).is_ok());
    let declined = asked("How many miles did customers from Germany travel?")
        .unwrap_err()
        .declined;
    assert!(declined.missing.iter().any(|word| word == "miles"), "{declined:?}");
}
