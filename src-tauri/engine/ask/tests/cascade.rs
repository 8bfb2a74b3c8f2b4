//! Effort "auto": one call where it is sure, two more where it is not, the rest where these do not agree.
#![allow(clippy::unwrap_used, clippy::panic)]

use askwell_contract::beside::Enough;
use askwell_contract::model::{Effort, Privacy};
use askwell_contract::run::{Artifact, Event, Method};
use askwell_reader::Style;
use serde_json::json;

use super::{calls, door, COUNT, OWN, QUESTION};
use crate::cx::Cx;
use crate::pipeline::{self, AskOutcome, Asked};
use crate::prompt::scripted::{text, ScriptedLlm};
use crate::scripted::{run_advised, Scripted};
use crate::switches::Mechanism;

const ALL: &str = "SELECT COUNT(*) FROM customers";
const BY_ID: &str = "SELECT COUNT(id) FROM customers WHERE country = 'Germany'";
const REST: [&str; 8] = [
    "generate_divide",
    "generate_complex",
    "generate_reasoning",
    "generate_plan",
    "generate_chain",
    "generate_standard",
    "generate_step_back",
    "generate_skeleton",
];

fn shop() -> Scripted {
    super::shop().gives(OWN, &[&["7"]]).gives(BY_ID, &[&["7"]])
}

fn both(first: &str, second: &str) -> String {
    format!("One row.\n```sql\n-- reading: customers in Germany\n{first}\n```\n```sql\n-- second: by their ids\n{second};\n```\n")
}

/// What becomes of a question, with the calls that were made for it.
fn asked_of(db: Scripted, llm: ScriptedLlm, question: &str, anyway: bool) -> (Asked, Vec<String>, Vec<Event>) {
    let (mut door, _llm) = door(llm, Privacy::Values);
    door.settings.effort = Effort::Auto;
    door.settings.sentences = false;
    let mut out = None;
    let events = run_advised(db, &door, async |cx| {
        let header = askwell_contract::run::Header {
            anyway,
            question: question.into(),
            ..pipeline_header(cx.seed)
        };
        // What is asked of the answer is no rung.
        let cx = Cx {
            switches: cx.switches.without(Mechanism::Grade),
            embedder: None,
            ..*cx
        };
        out = Some(pipeline::ask(&cx, header, question, "").await);
    });
    let made = calls(&events).into_iter().map(|(purpose, _)| purpose).collect();
    (out.unwrap(), made, events)
}

pub fn pipeline_header(seed: u64) -> askwell_contract::run::Header {
    askwell_contract::run::Header {
        run: "r1".into(),
        askwell: "0".into(),
        engine: "SQLite".into(),
        dialect: askwell_contract::Dialect::Sqlite,
        database: "shop".into(),
        fingerprint: "1".into(),
        question: String::new(),
        evidence: String::new(),
        seed,
        started: 0,
        thread: String::new(),
        follows: None,
        anyway: false,
    }
}

fn asked(llm: ScriptedLlm) -> (Asked, Vec<String>, Vec<Event>) {
    asked_of(shop(), llm, QUESTION, false)
}

fn headline(asked: &Asked) -> String {
    let AskOutcome::Answered(answer) = &asked.outcome else {
        panic!("{:?}", asked.outcome)
    };
    answer.headline.clone().unwrap_or_default()
}

fn enough(events: &[Event]) -> Vec<Enough> {
    let told = events.iter().filter_map(|e| match e.artifact {
        Artifact::Enough(enough) => Some(enough),
        _ => None,
    });
    told.collect()
}

#[test]
fn one_call_is_enough_where_its_second_query_comes_to_the_same() {
    let llm = ScriptedLlm::default().expects("generate_whole", &[QUESTION], both(COUNT, BY_ID).as_str());
    // The built-in engine's own reading does not run, so that nobody else agrees.
    let (asked, calls, events) = asked_of(super::shop().gives(BY_ID, &[&["7"]]), llm, QUESTION, false);
    assert_eq!(
        (calls, headline(&asked).as_str()),
        (vec!["generate_whole".to_owned()], "7")
    );
    assert_eq!(
        enough(&events),
        [Enough {
            agree: 2,
            ran: 2,
            spared: 10
        }]
    );
    assert_eq!(asked.selection.unwrap().method, Method::FastPath);
}

#[test]
fn another_reading_is_no_doubt_and_stands_beside_the_answer() {
    let reply = format!(
        "{}```sql\n-- other: customers anywhere\n{ALL}\n```\n",
        both(COUNT, BY_ID)
    );
    let llm = ScriptedLlm::default().expects("generate_whole", &[QUESTION], reply.as_str());
    let db = super::shop().gives(BY_ID, &[&["7"]]).gives(ALL, &[&["20"]]);
    let (asked, calls, _) = asked_of(db, llm, QUESTION, false);
    assert_eq!((calls.len(), headline(&asked).as_str()), (1, "7"));
    let selection = asked.selection.unwrap();
    assert_eq!((selection.method, selection.clusters.len()), (Method::FastPath, 2));
    assert!(selection.disagreement.is_some(), "the other reading can be looked at");
}

#[test]
fn another_reading_alone_checks_nothing() {
    let reply =
        format!("```sql\n-- reading: customers in Germany\n{COUNT}\n```\n```sql\n-- other: anywhere\n{ALL}\n```\n");
    let llm = ScriptedLlm::default()
        .expects("generate_whole", &[QUESTION], reply.as_str())
        .expects("generate_reasoning_steps", &[QUESTION], COUNT)
        .expects("generate_direct", &[QUESTION], COUNT);
    let db = super::shop().gives(ALL, &[&["20"]]);
    let (asked, calls, _) = asked_of(db, llm, QUESTION, false);
    assert_eq!((calls.len(), headline(&asked).as_str()), (3, "7"));
}

#[test]
fn one_call_is_enough_where_the_built_in_engine_comes_to_the_same() {
    let llm = ScriptedLlm::default().expects("generate_whole", &[QUESTION], COUNT);
    let (asked, calls, _) = asked(llm);
    assert_eq!((calls.len(), headline(&asked).as_str()), (1, "7"));
    let why = asked.selection.unwrap().why;
    assert_eq!(why, "A model's query and the built-in engine's give this result.");
}

#[test]
fn the_one_call_sees_the_whole_schema_the_values_and_no_model_chose_for_it() {
    let llm = ScriptedLlm::default().checks(
        "generate_whole",
        |request| {
            let shown = text(request);
            for part in [
                "CREATE TABLE orders",
                "total",
                "The schema, whole:",
                "customers.country holds 'Germany'",
            ] {
                assert!(shown.contains(part), "{part}:\n{shown}");
            }
            assert_eq!(request.to.model, "deep", "the strongest model");
        },
        both(COUNT, COUNT).as_str(),
    );
    assert_eq!(asked(llm).1, ["generate_whole"]);
}

#[test]
fn a_query_that_the_gates_refute_goes_higher_until_most_agree() {
    // "How many" and a list of names: its own second query agrees, and that is not enough.
    let names = "SELECT name FROM customers";
    let llm = ScriptedLlm::default()
        .expects("generate_whole", &[QUESTION], both(names, names).as_str())
        .expects("generate_reasoning_steps", &[QUESTION], COUNT)
        .expects("generate_direct", &[QUESTION], COUNT);
    let llm = REST[..2]
        .iter()
        .fold(llm, |llm, purpose| llm.expects(purpose, &[QUESTION], COUNT));
    let (asked, calls, events) = asked(llm);
    // Two that agree are not three; of five four do, and the others are given up.
    assert_eq!((calls.len(), headline(&asked).as_str()), (5, "7"));
    assert_eq!(
        enough(&events),
        [Enough {
            agree: 4,
            ran: 5,
            spared: 6
        }]
    );
}

#[test]
fn an_unsure_first_query_is_settled_by_two_of_other_families() {
    // The second reading differs, and the built-in engine's query does not run.
    let llm = ScriptedLlm::default()
        .expects("generate_whole", &[QUESTION], both(COUNT, ALL).as_str())
        .expects("generate_reasoning_steps", &[QUESTION], BY_ID)
        .expects("generate_direct", &[QUESTION], COUNT);
    let (asked, calls, events) = asked_of(super::shop().gives(BY_ID, &[&["7"]]), llm, QUESTION, false);
    assert_eq!((calls.len(), headline(&asked).as_str()), (3, "7"));
    assert_eq!(
        enough(&events),
        [Enough {
            agree: 3,
            ran: 3,
            spared: 8
        }]
    );
    assert_eq!(asked.selection.unwrap().method, Method::FastPath);
}

#[test]
fn three_that_differ_by_a_column_shown_agree_and_play_no_tournament() {
    const NAMES: &str = "SELECT country FROM customers GROUP BY country";
    const FIGURED: &str = "SELECT country, COUNT(*) FROM customers GROUP BY country";
    const OTHER: &str = "SELECT country, COUNT(id), COUNT(*) FROM customers GROUP BY country";
    let db = super::shop()
        .gives(NAMES, &[&["Germany"], &["France"]])
        .gives(FIGURED, &[&["Germany", "7"], &["France", "5"]])
        .gives(OTHER, &[&["Germany", "7", "7"], &["France", "5", "5"]]);
    let question = "In which countries do customers live?";
    let llm = ScriptedLlm::default()
        .expects("generate_whole", &[question], both(FIGURED, ALL).as_str())
        .expects("generate_reasoning_steps", &[question], NAMES)
        .expects("generate_direct", &[question], OTHER);
    let (mut door, _llm) = door(llm, Privacy::Values);
    door.settings.effort = Effort::Auto;
    door.settings.sentences = false;
    let mut out = None;
    let events = run_advised(db, &door, async |cx| {
        let cx = Cx {
            switches: cx.switches.styled(Style::People),
            embedder: cx.embedder.clone(),
            ..*cx
        };
        let header = pipeline_header(cx.seed);
        out = Some(pipeline::ask(&cx, header, question, "").await);
    });
    assert_eq!(calls(&events).len(), 3);
    assert_eq!(out.unwrap().selection.unwrap().method, Method::FastPath);
}

#[test]
fn the_plain_prompt_is_one_call_without_anything_found_out_and_its_query_the_answer() {
    let (mut door, _llm) = door(
        ScriptedLlm::default().checks(
            "plain",
            |request| {
                let shown = text(request);
                assert!(
                    shown.contains("CREATE TABLE customers") && shown.contains(QUESTION),
                    "{shown}"
                );
                assert!(!shown.contains("customers.country holds"), "{shown}");
            },
            COUNT,
        ),
        Privacy::Values,
    );
    door.settings.sentences = true;
    let mut out = None;
    let events = run_advised(shop(), &door, async |cx| {
        out = Some(pipeline::plain::ask(cx, pipeline_header(cx.seed), QUESTION, "").await);
    });
    let asked = out.unwrap();
    assert_eq!((calls(&events).len(), headline(&asked).as_str()), (1, "7"));
    assert_eq!(asked.judged[0].candidate.generator, pipeline::plain::NAME);
}

#[test]
fn what_is_said_in_place_of_a_plain_query_declines() {
    let (door, _llm) = door(
        ScriptedLlm::default().expects("plain", &[QUESTION], "There are no customers here."),
        Privacy::Values,
    );
    let mut out = None;
    run_advised(shop(), &door, async |cx| {
        out = Some(pipeline::plain::ask(cx, pipeline_header(cx.seed), QUESTION, "").await);
    });
    let AskOutcome::Declined(declined) = out.unwrap().outcome else {
        panic!("answered");
    };
    assert_eq!(declined.message, "There are no customers here.");
}

#[test]
fn what_two_rungs_leave_open_is_asked_of_the_rest_and_played() {
    let llm = ScriptedLlm::default()
        .expects("generate_whole", &[QUESTION], both(COUNT, ALL).as_str())
        .expects("generate_reasoning_steps", &[QUESTION], ALL)
        .expects("generate_direct", &[QUESTION], COUNT);
    // Never three in five that agree.
    let names = "SELECT name FROM customers";
    let reply = |n: usize| [ALL, names, COUNT, ALL, names, COUNT, ALL, names][n];
    let llm = REST
        .iter()
        .enumerate()
        .fold(llm, |llm, (n, purpose)| llm.expects(purpose, &[QUESTION], reply(n)));
    let vote = |winner: &str| json!({"winner": winner, "reason": "It keeps to the country."});
    let llm = llm
        .expects("select", &[QUESTION], vote("B"))
        .expects("select", &[QUESTION], vote("A"));
    let (asked, calls, _) = asked_of(super::shop(), llm, QUESTION, false);
    assert_eq!((calls.len(), calls.iter().filter(|c| *c == "select").count()), (13, 2));
    let selection = asked.selection.as_ref().unwrap();
    assert_eq!(selection.method, Method::Tournament);
    // The list of names is refuted: "how many".
    assert_eq!(selection.duels.iter().filter(|d| d.judge == "small").count(), 1);
    assert!(["7", "12"].contains(&headline(&asked).as_str()));
}

const VAGUE: &str = "How is business?";
const ASKS: &str =
    "-- ask: Which customer do you mean?\n-- option: the newest = Which customer came last?\n-- option: the first";

#[test]
fn a_question_back_becomes_one_on_screen_and_just_answer_forbids_it() {
    let llm = ScriptedLlm::default().expects("generate_whole", &[VAGUE, "-- ask: "], ASKS);
    let (asked, calls, _) = asked_of(shop(), llm, VAGUE, false);
    let AskOutcome::Replied(reply) = &asked.outcome else {
        panic!("{:?}", asked.outcome)
    };
    assert_eq!(
        (calls.len(), reply.message.as_str()),
        (1, "Which customer do you mean?")
    );
    let choices: Vec<(&str, &str)> = reply
        .choices
        .iter()
        .map(|c| (c.label.as_str(), c.question.as_str()))
        .collect();
    assert_eq!(
        choices,
        [
            ("the newest", "Which customer came last?"),
            ("the first", "How is business? (the first)")
        ]
    );
    assert_eq!(reply.anyway.as_deref(), Some(VAGUE));
    let check = |request: &askwell_contract::model::Request| assert!(!text(request).contains("-- ask: "));
    let llm = ScriptedLlm::default().checks("generate_whole", check, both(ALL, ALL).as_str());
    let (asked, calls, _) = asked_of(shop(), llm, VAGUE, true);
    assert_eq!((calls.len(), headline(&asked).as_str()), (1, "12"));
}

#[test]
fn a_clear_question_is_not_asked_back_on_one_models_word() {
    let llm = ScriptedLlm::default()
        .expects(
            "generate_whole",
            &[QUESTION],
            "-- ask: Which Germany? | the old one | the new one",
        )
        .expects("generate_reasoning_steps", &[QUESTION], COUNT)
        .expects("generate_direct", &[QUESTION], COUNT);
    let llm = REST[..3]
        .iter()
        .fold(llm, |llm, purpose| llm.expects(purpose, &[QUESTION], COUNT));
    let (asked, _, _) = asked(llm);
    assert_eq!(headline(&asked), "7");
}

const STRANGE: &str = "How many customers sing loud opera near snowy volcanoes?";

#[test]
fn what_is_missing_is_said_at_once_where_the_built_in_engine_sees_no_way_either() {
    let llm = ScriptedLlm::default().expects("generate_whole", &[STRANGE], "-- missing: what customers sing");
    let (asked, calls, _) = asked_of(shop(), llm, STRANGE, false);
    let AskOutcome::Declined(declined) = &asked.outcome else {
        panic!("{:?}", asked.outcome)
    };
    assert!(
        declined.message.contains("It lacks what customers sing."),
        "{}",
        declined.message
    );
    assert_eq!(calls.len(), 1);
}

#[test]
fn where_the_built_in_engine_knows_an_answer_one_that_sees_no_way_is_not_believed() {
    let llm = ScriptedLlm::default()
        .expects("generate_whole", &[QUESTION], "-- missing: where customers live")
        .expects("generate_reasoning_steps", &[QUESTION], "-- missing: a country")
        .expects("generate_direct", &[QUESTION], "-- missing: a country");
    let (asked, calls, _) = asked(llm);
    assert!(matches!(asked.outcome, AskOutcome::Declined(_)), "three see none");
    assert_eq!(calls.len(), 3);
}

#[test]
fn what_was_measured_without_a_model_is_told_as_an_estimate_beside_one() {
    let answer = |asked: &Asked| match &asked.outcome {
        AskOutcome::Answered(answer) => answer.clone(),
        other => panic!("{other:?}"),
    };
    let told = |reasons: &[String]| reasons.iter().any(|r| r.starts_with("Of answers like this one"));
    let llm = ScriptedLlm::default().expects("generate_whole", &[QUESTION], COUNT);
    let (with, _, _) = asked(llm);
    let with = answer(&with);
    assert_eq!(with.odds, None);
    assert!(!told(&with.reasons), "{:?}", with.reasons);
    assert!(
        with.reasons.iter().any(|r| r.starts_with("An estimate: ")),
        "{:?}",
        with.reasons
    );
    // The same without a model is measured.
    let mut alone = None;
    let (mut door, _llm) = door(ScriptedLlm::default(), Privacy::Nothing);
    door.settings.sentences = false;
    run_advised(shop(), &door, async |cx| {
        let header = askwell_contract::run::Header {
            question: QUESTION.into(),
            ..pipeline_header(cx.seed)
        };
        let cx = Cx {
            door: None,
            embedder: None,
            ..*cx
        };
        alone = Some(pipeline::ask(&cx, header, QUESTION, "").await);
    });
    let alone = answer(&alone.unwrap());
    assert!(alone.odds.is_some() && told(&alone.reasons), "{:?}", alone.reasons);
}
