//! A model that takes in 4,096 tokens beside schemas of hundreds of tables: no prompt is longer, and none lacks what the
//! question is about.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::{Arc, Mutex};

use askwell_contract::model::{
    Abilities, Effort, Failure, LeftOut, ModelRef, Privacy, Reply, Request, Usage, Window, WindowFrom,
};
use askwell_contract::ports::{Cancel, Llm};
use askwell_contract::run::{Artifact, Event};
use async_trait::async_trait;
use serde_json::{json, Value};

use super::{plan, QUESTION};
use crate::ask::advice::{place, Part};
use crate::ask::{ground, link, select};
use crate::pipeline;
use crate::prepare::fake::{refer, table};
use crate::prompt::scripted::{reply, text, ScriptedLlm};
use crate::prompt::{able, at_most, Door};
use crate::scripted::{run_advised, Scripted};
use crate::trial;

const WINDOW: u32 = 4_096;

const KINDS: [&str; 9] = [
    "ledger", "parcel", "invoice", "machine", "shift", "contract", "visit", "reading", "claim",
];
const PARTS: [&str; 6] = ["entries", "lines", "history", "notes", "status", "archive"];
const COLUMNS: [&str; 9] = [
    "id int",
    "customer_id int",
    "posted_on date",
    "amount_2024_net real",
    "amount_2024_gross real",
    "country_of_origin text",
    "approved_by text",
    "remark text",
    "batch_no int",
];

/// The shop among so many tables of a large firm, each of which has a customer and a country.
fn firm(tables: usize) -> Scripted {
    let mut shop = super::shop();
    let names = (0..tables - shop.catalog.tables.len()).map(|n| {
        let (kind, part) = (KINDS[n % KINDS.len()], PARTS[n / KINDS.len() % PARTS.len()]);
        format!("{kind}_{part}_{n:03}")
    });
    for name in names.collect::<Vec<_>>() {
        let mut made = table(&name, &COLUMNS);
        made.primary_key = vec!["id".into()];
        shop.catalog.tables.push(made);
    }
    for n in 2..40 {
        let from = format!("{}.customer_id", shop.catalog.tables[n].name);
        refer(&mut shop.catalog, &from, "customers.id");
    }
    shop
}

/// Answers everything, differently enough for fixes and duels.
struct Small(Mutex<Vec<Request>>);

#[async_trait]
impl Llm for Small {
    async fn complete(&self, request: Request, _: &Cancel) -> Result<Reply, Failure> {
        let value: Option<Value> = match request.purpose.as_str() {
            "ground" => Some(json!({"literals": ["Germany"], "schema_references": ["customers"]})),
            "select" => Some(json!({"winner": "A", "reason": "It counts."})),
            "grade" => Some(json!({
                "status": "fail", "confidence": 1.0, "issues": ["It counts all of them."],
                "suggestions": ["Count those of Germany."]
            })),
            purpose if purpose.starts_with("link") => Some(json!({
                "fields": [{"table": "customers", "column": "country", "reason": "compared"}],
                "sketch": "SELECT COUNT(*) FROM customers WHERE country = 'Germany'"
            })),
            _ => None,
        };
        let written = match request.purpose.as_str() {
            "generate_direct" => "SELECT age FROM customers",
            "generate_complex" => "SELECT name FROM customers",
            "generate_standard" => "SELECT country FROM customers",
            "generate_reasoning" => "SELECT total FROM customers",
            _ => "SELECT COUNT(*) FROM customers",
        };
        self.0.lock().unwrap().push(request);
        Ok(match value {
            Some(value) => reply(&value.to_string(), Some(value.clone())),
            None => reply(written, None),
        })
    }
    fn price(&self, _: &ModelRef, _: Usage) -> Option<f64> {
        Some(0.0)
    }
    fn destination(&self, _: &ModelRef) -> (String, bool) {
        ("this computer".into(), false)
    }
    async fn abilities(&self, _: &ModelRef) -> Abilities {
        Abilities {
            window: Window::new(WINDOW, WindowFrom::Server),
            grammar: false,
        }
    }
}

fn left_out(events: &[Event]) -> Vec<(String, LeftOut)> {
    let told = events.iter().filter_map(|e| match &e.artifact {
        Artifact::Model(call) => Some((call.purpose.clone(), call.left_out.clone()?)),
        _ => None,
    });
    told.collect()
}

fn asked(tables: usize, effort: Effort, evidence: &str) -> (Vec<Request>, Vec<Event>) {
    let small = Arc::new(Small(Mutex::default()));
    let door = Arc::new(ScriptedLlm::default()).door(Privacy::Rows);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let able = runtime.block_on(able(&*small, &door.settings));
    let mut door = Door {
        llm: small.clone(),
        able,
        ..door
    };
    door.settings.effort = effort;
    let events = run_advised(firm(tables), &door, async |cx| {
        let header = super::cascade::pipeline_header(cx.seed);
        pipeline::ask(cx, header, QUESTION, evidence).await;
    });
    let requests = std::mem::take(&mut *small.0.lock().unwrap());
    (requests, events)
}

fn tokens(request: &Request) -> u32 {
    let prompt = at_most(&request.system) + at_most(&request.user);
    prompt + request.max_tokens + request.thinking.unwrap_or(0)
}

#[test]
fn no_prompt_of_any_recipe_or_fix_is_longer_than_its_model_takes_in() {
    for tables in [486, 776] {
        let mut purposes = Vec::new();
        for effort in [Effort::Auto, Effort::Thorough] {
            let (requests, events) = asked(tables, effort, "");
            assert!(!requests.is_empty());
            for request in &requests {
                let (all, name) = (text(request), &request.purpose);
                assert!(tokens(request) <= WINDOW, "{name}: {} tokens\n{all}", tokens(request));
                assert_eq!(request.window, Some(WINDOW));
                assert!(all.contains(QUESTION), "{name}");
                if name.starts_with("generate") || name.starts_with("repair") {
                    for part in ["customers", "country", "Germany"] {
                        assert!(all.contains(part), "{name} lacks {part}:\n{all}");
                    }
                }
            }
            let told = left_out(&events);
            let of = |start: &str| told.iter().filter(|(name, _)| name.starts_with(start)).count();
            // A search over all tables has no room; whatever says that it lacks something does.
            assert_eq!(of("link_recall"), 1, "{told:?}");
            let lacks = |left: &LeftOut| {
                left.columns < left.of_columns
                    || left.examples < left.of_examples
                    || left.samples
                    || !left.parts.is_empty()
            };
            assert!(told.iter().all(|(_, left)| lacks(left)), "{told:?}");
            assert!(told.iter().all(|(_, left)| left.window.tokens == WINDOW));
            purposes.extend(requests.into_iter().map(|r| r.purpose));
        }
        for kind in [
            "generate_whole",
            "generate_chain",
            "repair_",
            "link_recall",
            "ground",
            "grade",
            "generate_again",
        ] {
            assert!(purposes.iter().any(|p| p.starts_with(kind)), "no {kind}: {purposes:?}");
        }
    }
}

/// What a person reads beforehand is what would be sent: every prompt there is, of every stage.
#[test]
fn every_prompt_of_every_stage_fits_a_small_window_and_keeps_its_question() {
    let knowledge = firm(486).knowledge();
    let now = crate::calendar::Now::new(&knowledge, 0, Default::default());
    for window in [4_096, 8_192] {
        let mut door = Arc::new(ScriptedLlm::default()).door(Privacy::Rows);
        let tiers = door.settings.tiers.clone();
        let all = [tiers.fast, tiers.powerful, tiers.reasoning].into_iter().flatten();
        for to in all {
            let able = Abilities {
                window: Window::new(window, WindowFrom::Server),
                grammar: false,
            };
            door.able.insert(to, able);
        }
        let shown = crate::prompt::preview(&door, &knowledge, (QUESTION, ""), &now);
        assert_eq!(shown.len(), crate::prompt::ALL.len());
        for p in shown {
            let name = &p.purpose;
            assert_eq!(p.withheld, None, "{name}");
            let block = |text: &str| askwell_contract::model::Block {
                text: text.to_owned(),
                cache: false,
            };
            let length = at_most(&[block(&p.system), block(&p.user)]);
            assert!(length < window, "{name}: {length} of {window}");
            if !["describe", "optimise"].contains(&name.as_str()) {
                assert!(p.user.contains(QUESTION), "{name}");
            }
            if name.starts_with("generate") || name.starts_with("repair") {
                assert!(
                    p.user.contains("customers") && p.user.contains("country"),
                    "{name}:\n{}",
                    p.user
                );
            }
        }
    }
}

#[test]
fn a_duel_fits_a_small_window_too() {
    let fits = |request: &Request| {
        assert!(tokens(request) <= WINDOW, "{}", text(request));
        assert!(text(request).contains(QUESTION) && text(request).contains("What tells the two results apart"));
    };
    let vote = |winner: &str| json!({"winner": winner, "reason": "It keeps to the country."});
    let llm = ScriptedLlm::default()
        .checks("select", fits, vote("A"))
        .checks("select", fits, vote("B"));
    let mut door = Arc::new(llm).door(Privacy::Rows);
    let able = Abilities {
        window: Window::new(WINDOW, WindowFrom::Server),
        grammar: false,
    };
    let fast = door.settings.tiers.fast.clone().unwrap();
    door.able.insert(fast, able);
    run_advised(firm(486), &door, async |cx| {
        let question = plan(QUESTION);
        let mut pool = Vec::new();
        for sql in [super::COUNT, "SELECT COUNT(*) FROM customers"] {
            pool.push(trial::judge(cx, &question, super::written(sql)).await.unwrap());
        }
        let selection = select::select(cx, &question, &pool).await.unwrap();
        assert_eq!(selection.duels.len(), 1);
        assert_eq!(selection.duels[0].judge, "small");
    });
}

#[test]
fn evidence_of_any_length_is_cut_and_the_question_stays() {
    let evidence = "An order of 2024 counts where it was paid. ".repeat(400);
    let (requests, events) = asked(486, Effort::Auto, &evidence);
    assert!(!requests.is_empty());
    for request in &requests {
        assert!(tokens(request) <= WINDOW, "{}", request.purpose);
        assert!(text(request).contains(QUESTION));
    }
    let told = left_out(&events);
    assert!(
        told.iter().all(|(_, left)| left.parts.iter().any(|p| p == "evidence")),
        "{told:?}"
    );
}

#[test]
fn what_is_cut_first_is_what_the_question_needs_least() {
    let knowledge = firm(486).knowledge();
    let asked =
        "Which remarks, batches, amounts and approvals of customers in Germany stand in ledger entries, parcel lines, \
                 invoice history, machine notes, shift status and contract archives?";
    let question = plan(asked);
    let grounding = ground::find(&knowledge.values, asked);
    let linked = link::find(&knowledge, &question, &grounding);
    let whole = Part::recall(&knowledge, &grounding, &linked);
    assert!(whole.columns() > 40, "{}", whole.columns());
    let has = |part: &Part, table: &str, column: &str| {
        let (t, c) = place(&knowledge, table, column).unwrap();
        part.subset.has(t, c)
    };
    let one = whole.cut(&knowledge, 1);
    assert!(
        has(&one, "customers", "country"),
        "the value's column stays to the last"
    );
    assert!(has(&one, "customers", "id"), "and the key of its table");
    let sketch = place(&knowledge, "orders", "total").unwrap();
    let led = whole.clone().led_by([sketch]);
    // A column that is not in the part is not brought in by naming it.
    let there = has(&whole, "orders", "total");
    assert_eq!(has(&led.cut(&knowledge, 1), "orders", "total"), there);
    for few in [1, 5, 20, 60] {
        let part = whole.cut(&knowledge, few);
        assert!(part.columns() >= few.min(whole.columns()) && !part.whole);
    }
    assert_eq!(whole.cut(&knowledge, usize::MAX).columns(), whole.columns());
}
