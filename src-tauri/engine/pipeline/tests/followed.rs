//! Turns of which another reading than the first is the answer.

use askwell_contract::run::{Change, Follow, Rewritten};

use super::*;
use crate::cx::Earlier;

const FIRST: &str = "SELECT name FROM customers WHERE customers.country = 'Germany' AND customers.age > 30";
const OTHER: &str = "SELECT COUNT(*) FROM customers";

fn plans(events: &[Event]) -> Vec<&Plan> {
    let told = events.iter().filter_map(|e| match &e.artifact {
        Artifact::Plan(plan) => Some(plan),
        _ => None,
    });
    told.collect()
}

/// The first reading keeps the country and fails; the one that is answered keeps nothing.
#[test]
fn what_is_said_to_be_kept_is_kept_by_the_query_that_answers() {
    let query = |change, sql: &str, belief| Rewritten {
        change,
        sql: sql.into(),
        belief,
        unplaced: Vec::new(),
        times: Vec::new(),
    };
    let follow = Follow {
        run: "r0".into(),
        question: "Which customers are in Germany?".into(),
        said: "How many customers are there?".into(),
        takes: vec!["country is 'Germany'".into()],
        queries: vec![query(Change::Narrowed, FIRST, 0.6), query(Change::Alone, OTHER, 0.4)],
    };
    let plan = Plan {
        question: "How many customers are there?".into(),
        follows: Some(Box::new(follow)),
        ..Plan::default()
    };
    let earlier = [Earlier {
        run: "r0".into(),
        question: "Which customers are in Germany?".into(),
        sql: "SELECT name FROM customers WHERE country = 'Germany'".into(),
        result: None,
        trust: None,
    }];
    for (first_runs, takes) in [(false, &[][..]), (true, &["country is 'Germany'".to_owned()][..])] {
        let db = Scripted::shop().gives(OTHER, &[&["12"]]);
        let db = match first_runs {
            true => db.gives(FIRST, &[&["Ada"]]),
            false => db.fails(FIRST, "unknown_column"),
        };
        let mut out = None;
        let events = run_with(db, Cancel::new(), async |cx| {
            let cx = Cx {
                earlier: &earlier,
                embedder: None,
                ..*cx
            };
            let kept = Kept {
                header: Some(header()),
                plan: Some(plan.clone()),
                ..Kept::default()
            };
            out = Some(go_on(&cx, header(), kept).await);
        });
        let asked = out.unwrap();
        let answer = asked.outcome.answer().unwrap();
        assert_eq!(answer.sql.contains("Germany"), first_runs, "{}", answer.sql);
        assert_eq!(asked.plan.unwrap().follows.unwrap().takes, takes);
        // Whoever reads the events hears it too, and what was right is not said twice.
        assert_eq!(plans(&events).len(), usize::from(!first_runs));
        assert!(plans(&events)
            .iter()
            .all(|p| p.follows.as_ref().unwrap().takes == takes));
    }
}
