use askwell_contract::model::{Allowed, FailureKind, Request, Tier};
use askwell_contract::ports::Cancel;
use askwell_contract::run::{Artifact, ModelCall};
use serde_json::json;
use std::sync::Mutex;

use super::super::scripted::text;
use super::*;
use crate::prepare::describe::tests::{known, shop};

fn ground(question: &str) -> Ground {
    Ground {
        question: Sealed::said(question),
        ..Ground::default()
    }
}

fn generate(schema: Sealed) -> Generate {
    Generate {
        dialect: Sealed::dialect(askwell_contract::Dialect::Sqlite),
        question: Sealed::said("How many orders were paid?"),
        schema,
        ..Generate::default()
    }
}

async fn sent<I: Input>(purpose: &Purpose<I>, input: &I, reply: &str, tables: usize) -> Request
where
    I::Reply: std::fmt::Debug,
{
    let model = Arc::new(ScriptedLlm::default().expects(purpose.name, &[], reply));
    let call = Call {
        tables,
        ..Call::new(purpose, input)
    };
    model
        .door(Privacy::Values)
        .call(&call, &Cancel::new(), &|_| {})
        .await
        .unwrap();
    let asked = model.asked.lock().unwrap();
    asked[0].clone()
}

#[tokio::test]
async fn a_question_is_taken_apart_by_the_fast_model() {
    let model = Arc::new(ScriptedLlm::default().expects(
        "ground",
        &["How many bakeries in the district of Lund?"],
        json!({"literals": ["Lund"], "schema_references": []}),
    ));
    let calls: Mutex<Vec<ModelCall>> = Mutex::default();
    let on_call = |artifact| match artifact {
        Artifact::Model(call) => calls.lock().unwrap().push(call),
        other => panic!("{other:?}"),
    };
    let input = ground("How many bakeries in the district of Lund?");
    let call = Call::new(&GROUND, &input);
    let answered = model
        .door(Privacy::Names)
        .call(&call, &Cancel::new(), &on_call)
        .await
        .unwrap();
    assert_eq!(answered.value.literals, ["Lund"]);
    assert_eq!((answered.cost, answered.usage.input), (Some(0.001), 100));
    let calls = calls.into_inner().unwrap();
    assert_eq!(calls.len(), 1);
    assert_eq!(
        (calls[0].purpose.as_str(), calls[0].model.as_str(), calls[0].leaves),
        ("ground", "small", true)
    );
    let asked = model.asked.lock().unwrap();
    assert_eq!((asked[0].temperature, asked[0].thinking), (Some(0.0), None));
    assert_eq!(asked[0].privacy, Privacy::Names);
    assert!(matches!(&asked[0].form, askwell_contract::model::Form::Json { name, .. } if name == "ground"));
}

#[tokio::test]
async fn thinking_grows_with_the_tables_and_leaves_no_temperature() {
    let input = generate(full_select().await.schema);
    for (tables, budget) in [(1, 4_000), (2, 4_000), (3, 6_000), (4, 6_000), (5, 8_000), (40, 8_000)] {
        for purpose in [&GENERATE_REASONING, &GENERATE_REASONING_STEPS] {
            let request = sent(purpose, &input, "SELECT 1", tables).await;
            assert_eq!((request.thinking, request.temperature), (Some(budget), None));
            assert_eq!(request.to.model, "deep");
        }
    }
}

#[test]
fn each_prompt_goes_to_the_tier_that_its_work_needs() {
    let library = Library::shipped();
    for shipped in ALL {
        let tier = match shipped.name {
            "generate_reasoning"
            | "generate_reasoning_steps"
            | "generate_whole"
            | "generate_omnisql"
            | "generate_xiyan"
            | "plain" => Tier::Reasoning,
            "link_precise" | "link_recall" | "generate_complex" | "generate_direct" | "generate_chain"
            | "generate_step_back" | "generate_divide" | "generate_plan" | "generate_skeleton" | "generate_again"
            | "optimise" => Tier::Powerful,
            _ => Tier::Fast,
        };
        let prompt = library.get(shipped.name).unwrap();
        assert_eq!(prompt.tier, tier, "{}", shipped.name);
        // The one call thinks within its reply, where a cheaper model can, too.
        let thinks = shipped.name.starts_with("generate_reasoning");
        assert_eq!(prompt.thinking, thinks, "{}", shipped.name);
    }
}

#[tokio::test]
async fn schema_fields_and_examples_may_be_kept_by_the_provider() {
    let knowledge = known(shop()).await;
    let full = Full {
        question: "How many orders were paid?".into(),
        sql: "SELECT 1".into(),
        finding: Finding::error("syntax", "x"),
        result: rows_of("a", &["b"]),
        value: "paid".into(),
        knowledge,
    };
    for (name, ready) in every(&full, Privacy::Values) {
        let request = &ready.request;
        let kept: String = request
            .user
            .iter()
            .filter(|b| b.cache)
            .map(|b| b.text.as_str())
            .collect();
        let marks = request.system.iter().chain(&request.user).filter(|b| b.cache).count();
        assert!(marks <= 4, "{name}: a provider takes four marks at most");
        assert!(request.system.iter().all(|b| b.cache));
        let last = request.user.last().unwrap();
        assert!(!last.cache, "{name}: what changes with each question comes last");
        // XiYanSQL was trained with the question before the schema.
        if !["answer", "generate_xiyan"].contains(&name) {
            assert!(kept.contains("customer_id"), "{name} keeps its schema:\n{kept}");
            assert!(!kept.contains("How many orders were paid?"), "{name}");
        }
        if ["generate_direct", "generate_chain", "generate_step_back"].contains(&name) {
            assert!(kept.contains("Example 2") && kept.contains("FROM bakery"), "{name}");
        }
    }
}

#[tokio::test]
async fn the_same_schema_gives_the_same_kept_block_for_another_question() {
    let knowledge = known(shop()).await;
    let schema = || Sealed::schema(&knowledge, Form::Markdown, &Subset::all(&knowledge.catalog));
    let one = sent(&GENERATE_STANDARD, &generate(schema()), "SELECT 1", 1).await;
    let other = Generate {
        question: Sealed::said("Something else, ada@example.org?"),
        ..generate(schema())
    };
    let two = sent(&GENERATE_STANDARD, &other, "SELECT 1", 1).await;
    assert_eq!(one.user[0], two.user[0]);
    assert_ne!(one.user[1], two.user[1]);
    assert_eq!(one, sent(&GENERATE_STANDARD, &generate(schema()), "SELECT 1", 1).await);
}

#[tokio::test]
async fn an_unreadable_reply_is_asked_for_once_more() {
    let says = "Your last reply could not be used: the JSON is not of the form asked for: \"winner\": it is none of [\"A\",\"B\"].";
    let model = Arc::new(
        ScriptedLlm::default()
            .expects("select", &[], "{\"winner\": \"C\", \"reason\": \"x\"}")
            .expects("select", &[says], "{\"winner\": \"B\", \"reason\": \"x\"}"),
    );
    let input = Select {
        question: Sealed::said("Which?"),
        ..full_select().await
    };
    let call = Call::new(&SELECT, &input);
    let answered = model
        .door(Privacy::Names)
        .call(&call, &Cancel::new(), &|_| {})
        .await
        .unwrap();
    assert_eq!(answered.value.winner, Side::B);
    assert_eq!(
        (answered.cost, answered.usage.output),
        (Some(0.002), 20),
        "both calls are counted"
    );
    assert_eq!(answered.findings[0].code, "reply_again");
}

async fn full_select() -> Select {
    let knowledge = known(shop()).await;
    let sql = |text: &str| Sealed::sql(text, &knowledge.catalog, "");
    Select {
        dialect: Sealed::dialect(askwell_contract::Dialect::Sqlite),
        schema: Sealed::schema(&knowledge, Form::Markdown, &Subset::all(&knowledge.catalog)),
        sql_a: sql("SELECT 1"),
        sql_b: sql("SELECT 2"),
        ..Select::default()
    }
}

#[tokio::test]
async fn a_reply_that_stays_unreadable_is_a_failure() {
    let model = Arc::new(
        ScriptedLlm::default()
            .expects("generate_standard", &[], "I cannot say.")
            .expects("generate_standard", &["no SQL query"], ""),
    );
    let input = generate(full_select().await.schema);
    let call = Call::new(&GENERATE_STANDARD, &input);
    let failure = model
        .door(Privacy::Names)
        .call(&call, &Cancel::new(), &|_| {})
        .await
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::BadReply);
    assert!(failure.message.contains("the reply is empty"), "{}", failure.message);
}

#[tokio::test]
async fn a_failure_of_the_door_is_handed_on_and_told() {
    let model = Arc::new(ScriptedLlm::default().expects("ground", &[], FailureKind::Budget));
    let told: Mutex<Vec<Artifact>> = Mutex::default();
    let input = ground("x");
    let call = Call::new(&GROUND, &input);
    let on_call = |artifact| told.lock().unwrap().push(artifact);
    let failure = model
        .door(Privacy::Names)
        .call(&call, &Cancel::new(), &on_call)
        .await
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Budget);
    let told = told.into_inner().unwrap();
    assert!(matches!(&told[0], Artifact::Model(call) if call.failure.as_ref() == Some(&failure)));

    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = Arc::new(ScriptedLlm::default())
        .door(Privacy::Names)
        .call(&call, &cancel, &|_| {})
        .await;
    assert_eq!(stopped.unwrap_err().kind, FailureKind::Cancelled);
}

#[tokio::test]
async fn personal_data_leave_masked_and_come_back() {
    let question = "Which orders has ada@example.org, +44 20 7946 0958?";
    let check = |request: &Request| {
        let text = text(request);
        assert!(!text.contains("ada@") && !text.contains("7946"), "{text}");
        assert!(text.contains("[EMAIL_1], [PHONE_1]"), "{text}");
    };
    let reply = "-- reading: orders of [EMAIL_1]\nSELECT * FROM orders WHERE mail = '[EMAIL_1]';";
    let model = Arc::new(ScriptedLlm::default().checks("generate_standard", check, reply));
    let input = Generate {
        question: Sealed::said(question),
        ..generate(full_select().await.schema)
    };
    let call = Call::new(&GENERATE_STANDARD, &input);
    let mut door = model.door(Privacy::Names);
    let answered = door.call(&call, &Cancel::new(), &|_| {}).await.unwrap();
    assert_eq!(
        answered.value.sql,
        "SELECT * FROM orders WHERE mail = 'ada@example.org'"
    );
    assert_eq!(answered.value.reading, "orders of ada@example.org");
    door.settings.allowed = Allowed {
        emails: true,
        phones: true,
        cards: true,
        identities: true,
    };
    assert!(text(&door.request(&call).unwrap()).contains(question));
}

#[tokio::test]
async fn a_hidden_literal_comes_back_in_the_repaired_statement() {
    let knowledge = known(shop()).await;
    let sql = "SELECT COUNT(*) FROM customers WHERE customer_name = 'O''Hara' AND nation = 'France'";
    let question = "How many from France?";
    let check = |request: &Request| {
        let text = text(request);
        assert!(!text.contains("Hara"), "{text}");
        assert!(
            text.contains("customer_name = '[VALUE_1]' AND nation = 'France'"),
            "{text}"
        );
    };
    let reply = "SELECT COUNT(*) FROM customers WHERE customer_name = '[VALUE_1]' AND country = 'France'";
    let model = Arc::new(ScriptedLlm::default().checks("repair_schema", check, reply));
    let input = Repair {
        dialect: Sealed::dialect(knowledge.catalog.dialect),
        question: Sealed::said(question),
        schema: Sealed::schema(&knowledge, Form::Ddl, &Subset::all(&knowledge.catalog)),
        sql: Sealed::sql(sql, &knowledge.catalog, question),
        ..Repair::default()
    };
    let call = Call::new(&REPAIR_SCHEMA, &input);
    let answered = model
        .door(Privacy::Names)
        .call(&call, &Cancel::new(), &|_| {})
        .await
        .unwrap();
    assert_eq!(answered.value.sql, sql.replace("nation", "country"));
}

#[tokio::test]
async fn without_a_model_nothing_is_asked_and_the_preview_says_so() {
    let knowledge = known(shop()).await;
    let mut door = Arc::new(ScriptedLlm::default()).door(Privacy::Values);
    door.settings.tiers = Default::default();
    let input = ground("x");
    let failure = door
        .call(&Call::new(&GROUND, &input), &Cancel::new(), &|_| {})
        .await
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::UnknownModel);
    for shown in preview(&door, &knowledge, ("How many orders?", ""), &now(&knowledge)) {
        assert!(shown.withheld.is_some() && shown.to.is_none() && shown.cost.is_none());
        assert_eq!(shown.user.is_empty(), shown.purpose == "answer");
    }
}

#[tokio::test]
async fn the_preview_is_the_call() {
    let knowledge = known(shop()).await;
    let question = "How many orders were paid?";
    let model = Arc::new(ScriptedLlm::default());
    let mut door = model.door(Privacy::Values);
    let shown = preview(&door, &knowledge, (question, ""), &now(&knowledge));
    let ground = shown.iter().find(|p| p.purpose == "ground").unwrap();
    let subset = Subset::all(&knowledge.catalog);
    let input = Ground {
        question: Sealed::said(question),
        schema: Sealed::schema(&knowledge, Form::Mschema, &subset),
        ..Ground::default()
    };
    let request = door.request(&Call::new(&GROUND, &input)).unwrap();
    let user: Vec<&str> = request.user.iter().map(|b| b.text.as_str()).collect();
    assert_eq!(ground.user, user.join("\n\n"));
    assert_eq!(ground.tokens, tokens(&request.system) + tokens(&request.user));
    door.settings.airplane = true;
    let shown = preview(&door, &knowledge, (question, ""), &now(&knowledge));
    assert!(shown.iter().all(|p| p.withheld.is_some()));
}

#[test]
fn a_stage_asks_by_its_context_and_goes_on_without_a_model() {
    use crate::cx::Cx;
    use crate::scripted::{kinds, run, Scripted};
    use askwell_contract::run::Stage;
    let model = Arc::new(
        ScriptedLlm::default()
            .expects("ground", &["x?"], json!({"literals": ["x"], "schema_references": []}))
            .expects("ground", &[], FailureKind::Network),
    );
    let door = model.door(Privacy::Names);
    let events = run(Scripted::shop(), async |cx: &Cx<'_>| {
        let input = ground("x?");
        let call = Call::new(&GROUND, &input);
        assert!(cx.ask(Stage::Ground, &call).await.is_none(), "there is no door");
        let cx = Cx {
            door: Some(&door),
            embedder: None,
            ..*cx
        };
        assert_eq!(cx.ask(Stage::Ground, &call).await.unwrap().value.literals, ["x"]);
        assert!(cx.ask(Stage::Ground, &call).await.is_none());
    });
    assert_eq!(kinds(&events), ["model", "model"]);
    assert!(events.iter().all(|e| e.stage == Some(Stage::Ground)));
}

#[tokio::test]
async fn without_examples_a_prompt_that_learns_from_them_is_whole_all_the_same() {
    let schema = full_select().await.schema;
    for purpose in [&GENERATE_DIRECT, &GENERATE_CHAIN, &GENERATE_STEP_BACK] {
        let request = sent(purpose, &generate(schema.clone()), "SELECT 1", 1).await;
        let shown = text(&request);
        assert!(
            !shown.contains("Example 1") && !shown.contains("the likest first"),
            "{shown}"
        );
        assert!(
            shown.contains("customer_id") && shown.contains("How many orders were paid?"),
            "{shown}"
        );
        assert!(request.user.iter().all(|block| !block.text.trim().is_empty()));
    }
}
