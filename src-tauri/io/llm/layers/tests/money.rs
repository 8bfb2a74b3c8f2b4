//! Costs, and budgets that hold.

use std::time::Duration;

use askwell_contract::model::{Price, Usage};

use super::*;
use crate::llm::scripted::NOON;

fn with(per_question: Option<f64>, per_day: Option<f64>) -> ModelSettings {
    let mut settings = settings();
    settings.budget = Budget { per_question, per_day };
    settings.cache_hours = 0;
    settings
}

fn of(run: &str, text: &str) -> Request {
    Request {
        run: Some(run.into()),
        ..request(text)
    }
}

// Of `request`: at most 500 tokens back at $8 a million, and a few in; then 1,000 in at $2 and 100 back: $0.0028.

#[tokio::test]
async fn a_question_stops_at_its_budget_and_the_next_one_has_its_own() {
    let world = World::over(Arc::new(Scripted::new()), &with(Some(0.010), None));
    let mut sent = 0;
    while world.kind(of("one", &sent.to_string())).await.is_none() {
        sent += 1;
        assert!(sent < 10);
    }
    // 2 x 0.0028 + 0.00402 fits; 3 x 0.0028 + 0.00402 does not.
    assert_eq!(sent, 3);
    let refused = world.kind(of("one", "again")).await;
    assert_eq!(refused, Some(FailureKind::QuestionBudget));
    assert_eq!(world.kind(of("two", "x")).await, None);
    let mut preparing = request("x");
    preparing.run = None;
    assert_eq!(world.kind(preparing).await, None);
}

#[tokio::test]
async fn a_day_stops_at_its_budget_also_after_a_new_start() {
    let world = World::over(Arc::new(Scripted::new()), &with(None, Some(0.010)));
    for n in 0..3 {
        assert_eq!(world.kind(of(&n.to_string(), "x")).await, None);
    }
    let failure = world.ask(of("3", "x")).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Budget);
    assert!(
        failure.message.contains("the day's budget of $0.01"),
        "{}",
        failure.message
    );
    // What was spent is in the ledger: closing the program gives no new budget.
    let again = World::at(world.dir, Arc::new(Scripted::new()), &with(None, Some(0.010)));
    assert_eq!(again.kind(of("4", "x")).await, Some(FailureKind::Budget));
    *again.clock.0.lock().unwrap() = NOON + 86_400_000;
    assert_eq!(again.kind(of("5", "x")).await, None);
}

#[tokio::test(start_paused = true)]
async fn calls_at_the_same_time_do_not_spend_the_same_money() {
    let provider = Arc::new(Scripted::new().taking(Duration::from_secs(1)));
    let world = Arc::new(World::over(provider.clone(), &with(None, Some(0.010))));
    let calls: Vec<_> = (0..10)
        .map(|n| {
            let world = world.clone();
            tokio::spawn(async move { world.kind(of(&n.to_string(), &n.to_string())).await })
        })
        .collect();
    let mut refused = 0;
    for call in calls {
        refused += usize::from(call.await.unwrap() == Some(FailureKind::Budget));
    }
    // Each may come to $0.00402: two are promised, a third would be too many.
    assert_eq!((provider.texts().len(), refused), (2, 8));
    // The rest of their promises is free again: $0.0056 were spent.
    assert_eq!(world.kind(of("later", "x")).await, None);
}

#[tokio::test]
async fn what_a_failed_call_was_promised_is_free_again() {
    let steps = (0..20).map(|_| Step::Fails(FailureKind::Refused)).collect();
    let world = World::over(Arc::new(Scripted::new().then(steps)), &with(Some(0.005), Some(0.005)));
    for _ in 0..20 {
        assert_eq!(world.kind(of("one", "x")).await, Some(FailureKind::Refused));
    }
    assert_eq!(world.kind(of("one", "x")).await, None);
}

#[tokio::test]
async fn a_stopped_call_counts_as_what_it_may_have_cost() {
    let stopped = vec![Step::Fails(FailureKind::Cancelled)];
    let world = World::over(Arc::new(Scripted::new().then(stopped)), &with(Some(0.005), None));
    assert_eq!(world.kind(of("one", "x")).await, Some(FailureKind::Cancelled));
    // $0.00402 may be gone, and as much again does not fit.
    assert_eq!(world.kind(of("one", "y")).await, Some(FailureKind::QuestionBudget));
    assert_eq!(world.kind(of("two", "y")).await, None);
}

#[tokio::test]
async fn an_unknown_price_is_unknown_and_no_budget_is_kept_with_it() {
    let unknown = || {
        let mut asked = request("x");
        asked.to.model = "gpt-9".into();
        asked
    };
    let world = World::over(Arc::new(Scripted::new()), &with(None, None));
    assert_eq!(world.ask(unknown()).await.unwrap().cost, None);
    let spend = world.providers.spend().unwrap();
    assert_eq!((spend.today, spend.unpriced), (0.0, 1));
    world.set(&with(None, Some(100.0)));
    let failure = world.ask(unknown()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Budget);
    assert!(failure.message.contains("the price of gpt-9 is not known"));
    let mut told = with(None, Some(100.0));
    told.prices.push(Price {
        model: "gpt-9".into(),
        input: 1.0,
        cached: 0.0,
        output: 10.0,
        of: "2026-11-21".into(),
    });
    world.set(&told);
    assert_eq!(world.ask(unknown()).await.unwrap().cost, Some(0.002));
}

#[tokio::test]
async fn a_model_on_this_computer_costs_nothing_and_one_handed_on_is_not_on_it() {
    let mut here = with(Some(0.0), Some(0.0));
    here.providers[0].kind = ProviderKind::Ollama;
    here.providers[0].address = Some("127.0.0.1:11434".into());
    let world = World::over(Arc::new(Scripted::new()), &here);
    assert_eq!(world.ask(request("x")).await.unwrap().cost, Some(0.0));
    let llm = world.providers.llm(Privacy::Rows);
    let mut to = request("x").to;
    assert_eq!(llm.destination(&to), ("127.0.0.1:11434".into(), false));
    assert_eq!(llm.price(&to, Usage::default()), Some(0.0));
    to.model = "gpt-oss:120b-cloud".into();
    assert_eq!(
        llm.destination(&to),
        ("ollama.com, through 127.0.0.1:11434".into(), true)
    );
    assert_eq!(llm.price(&to, Usage::default()), None);
    let page = world.providers.ledger("", None, 0, 1).unwrap();
    assert_eq!((page.of, page.left), (1, 0));
}

#[tokio::test]
async fn listed_models_carry_the_prices_that_are_known() {
    let world = World::over(Arc::new(Scripted::new()), &settings());
    let listed = world.providers.list(&acme(), None).await.unwrap();
    let prices: Vec<Option<f64>> = listed.iter().map(|m| m.price.as_ref().map(|p| p.input)).collect();
    assert_eq!(prices, [Some(2.0), None]);
}
