//! How a person counts time, from the settings into a run.

use std::sync::Mutex;

use askwell_contract::time::{Calendar, WeekStart};

use super::world::{self, Net, Safe};
use super::*;

fn desk(memory: &Arc<Memory>) -> Desk {
    world::desk(memory, &Arc::new(Net::default()), &Arc::new(Safe::default()))
}

fn july() -> Calendar {
    Calendar {
        fiscal_start: 7,
        week_start: WeekStart::Sunday,
        ..Calendar::default()
    }
}

/// The first day that a run takes a fiscal year to have.
async fn first_day(desk: &Desk) -> Option<String> {
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let days = Mutex::new(Vec::new());
    let seen = |event: Event| {
        if let Artifact::Grounding(grounding) = event.artifact {
            days.lock().unwrap().extend(grounding.times);
        }
    };
    desk.ask(&id, "How many customers came in FY2024?", "", None, seen)
        .await
        .unwrap();
    days.into_inner().unwrap().pop().and_then(|time| time.from)
}

#[tokio::test]
async fn what_is_saved_counts_for_the_next_question_and_in_another_sitting() {
    let memory = Arc::default();
    let first = desk(&memory);
    assert_eq!(first.calendar().unwrap(), Calendar::default());
    assert_eq!(first_day(&first).await.as_deref(), Some("2024-01-01"));
    assert_eq!(first.save_calendar(july()).unwrap(), july());
    assert_eq!(first_day(&first).await.as_deref(), Some("2023-07-01"));
    let second = desk(&memory);
    assert_eq!(second.calendar().unwrap(), july());
    assert_eq!(first_day(&second).await.as_deref(), Some("2023-07-01"));
}

#[tokio::test]
async fn a_month_that_is_none_is_refused_and_nothing_changes() {
    let desk = desk(&Arc::default());
    for fiscal_start in [0, 13] {
        let problem = desk.save_calendar(Calendar { fiscal_start, ..july() }).unwrap_err();
        assert_eq!(problem.code, ProblemCode::BadInput);
        assert!(problem.hint.is_some());
    }
    assert_eq!(desk.calendar().unwrap(), Calendar::default());
}

#[tokio::test]
async fn a_record_that_cannot_be_read_is_told_and_stops_no_question() {
    let memory: Arc<Memory> = Arc::default();
    memory.save("times", "calendar", b"{ torn").unwrap();
    let desk = desk(&memory);
    let problem = desk.calendar().unwrap_err();
    assert!(problem.message.contains("times") && problem.hint.is_some());
    assert_eq!(first_day(&desk).await.as_deref(), Some("2024-01-01"));
    desk.save_calendar(july()).unwrap();
    assert_eq!(desk.calendar().unwrap(), july());
}
