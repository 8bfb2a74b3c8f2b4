//! A clock that jumps: budgets hold, kept replies grow old, and the ledger stays whole.

use super::*;
use crate::llm::scripted::NOON;

const HOUR: u64 = 3_600_000;
const DAY: u64 = 24 * HOUR;

fn limited(per_day: f64) -> ModelSettings {
    let mut settings = settings();
    settings.budget.per_day = Some(per_day);
    settings.cache_hours = 0;
    settings
}

fn set(world: &World, at: u64) {
    *world.clock.0.lock().unwrap() = at;
}

// A call costs $0.0028 and may come to $0.00402: a budget of $0.010 has room for three.

#[tokio::test]
async fn a_clock_that_jumps_a_day_and_back_makes_no_new_budget() {
    for jump in [NOON + DAY, NOON - DAY, NOON + 400 * DAY, 0] {
        let world = World::over(Arc::new(Scripted::new()), &limited(0.010));
        for n in 0..3 {
            assert_eq!(world.kind(request(&n.to_string())).await, None, "{jump}");
        }
        assert_eq!(world.kind(request("4")).await, Some(FailureKind::Budget), "{jump}");
        set(&world, jump);
        assert_eq!(world.kind(request("5")).await, None, "{jump}");
        set(&world, NOON);
        assert_eq!(world.kind(request("6")).await, Some(FailureKind::Budget), "{jump}");
        // The other day's own money was counted, too.
        set(&world, jump);
        for n in 7..9 {
            assert_eq!(world.kind(request(&n.to_string())).await, None, "{jump}");
        }
        assert_eq!(world.kind(request("9")).await, Some(FailureKind::Budget), "{jump}");
    }
}

#[tokio::test]
async fn a_day_that_was_paid_for_before_the_start_is_still_paid_for_after_a_jump() {
    let world = World::over(Arc::new(Scripted::new()), &limited(0.010));
    for n in 0..3 {
        assert_eq!(world.kind(request(&n.to_string())).await, None);
    }
    let again = World::at(world.dir, Arc::new(Scripted::new()), &limited(0.010));
    set(&again, NOON + DAY);
    assert_eq!(again.kind(request("tomorrow")).await, None);
    set(&again, NOON + HOUR);
    assert_eq!(again.kind(request("today")).await, Some(FailureKind::Budget));
}

#[tokio::test]
async fn a_reply_kept_by_a_clock_that_was_ahead_is_not_kept_until_then() {
    let mut settings = settings();
    settings.cache_hours = 24;
    let world = World::over(Arc::new(Scripted::new()), &settings);
    set(&world, NOON + 365 * DAY);
    assert!(!world.ask(request("x")).await.unwrap().cached);
    assert!(world.ask(request("x")).await.unwrap().cached);
    set(&world, NOON);
    assert!(!world.ask(request("x")).await.unwrap().cached);
    // An hour back is no reason to ask again.
    set(&world, NOON - HOUR);
    assert!(world.ask(request("x")).await.unwrap().cached);
}

/// A provider during whose call the clock jumps.
struct Jumping {
    clock: std::sync::OnceLock<Arc<Hands>>,
    to: u64,
}

#[async_trait]
impl Call for Jumping {
    async fn call(&self, request: &Request, _: &Cancel) -> Result<Reply, Failure> {
        *self.clock.get().unwrap().0.lock().unwrap() = self.to;
        Ok(crate::llm::scripted::reply(&request.user[0].text))
    }
}

#[tokio::test]
async fn a_jump_during_a_call_leaves_one_entry_with_its_end_and_its_cost() {
    for to in [0, NOON - DAY, NOON - 40 * DAY, NOON + DAY, NOON + 400 * DAY] {
        let call = Arc::new(Jumping {
            clock: std::sync::OnceLock::new(),
            to,
        });
        let world = World::over(call.clone(), &limited(1.0));
        call.clock.set(world.clock.clone()).ok().unwrap();
        let reply = world.ask(request("x")).await.unwrap();
        assert!(reply.cost.is_some_and(|cost| cost > 0.0) && reply.ms >= 0.0, "{to}");
        let entries = world.entries();
        assert_eq!(entries.len(), 1, "{to}");
        let Ended::Replied { ms, cost, .. } = &entries[0].ended else {
            panic!("{to}: {:?}", entries[0].ended)
        };
        assert!(*ms >= 0.0 && *cost == reply.cost, "{to}: {ms}");
        let page = world.providers.ledger("", None, 0, 10).unwrap();
        assert_eq!(
            page.entries.iter().filter(|one| one.ended == Ended::Sent).count(),
            0,
            "{to}"
        );
    }
}
