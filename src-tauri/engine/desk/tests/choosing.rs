//! The person chooses between readings.

use askwell_contract::run::{standing, Chosen, Judged, Outcome, Selection, Trust};
use askwell_contract::{Cell, ResultColumn, TypeKind};

use super::world::{self, Net, Safe};
use super::*;

const QUESTION: &str = "How many customers are there?";
/// The fake database cannot answer it: whoever has its answer has it from the log.
const OTHER: &str = "SELECT COUNT(*) FROM customers WHERE country = 'France'";

/// A desk with a run of two readings: the built-in engine's, and one of our own written into its log.
struct Asked {
    desk: Desk,
    memory: Arc<Memory>,
    id: String,
    run: String,
    own: String,
}

async fn asked() -> Asked {
    let (memory, net) = (Arc::<Memory>::default(), Arc::new(Net::default()));
    let desk = world::desk(&memory, &net, &Arc::new(Safe::default()));
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let asked = desk.ask(&id, QUESTION, "", None, |_| {}).await.unwrap();
    let own = asked.outcome.answer().unwrap().sql.clone();
    let run = asked.header.run;
    let mut events = desk.replay(&run).unwrap();
    let first = events
        .iter()
        .find_map(|e| match &e.artifact {
            Artifact::Judged(judged) => Some((**judged).clone()),
            _ => None,
        })
        .unwrap();
    let at = events
        .iter()
        .position(|e| matches!(e.artifact, Artifact::Clusters(_)))
        .unwrap();
    for (n, judged) in [counted(&first, "c8", Some(4)), counted(&first, "c9", None)]
        .into_iter()
        .enumerate()
    {
        let event = Event {
            artifact: Artifact::Judged(Box::new(judged)),
            ..events[at - 1].clone()
        };
        events.insert(at + n, event);
    }
    for event in &mut events {
        if let Artifact::Selection(Selection { clusters, .. }) = &mut event.artifact {
            let mut other = clusters[0].clone();
            (other.id, other.members) = ("Z".into(), vec!["c8".into()]);
            clusters.push(other);
        }
    }
    events.iter_mut().enumerate().for_each(|(n, e)| e.seq = n as u32);
    let lines: Vec<String> = events
        .iter()
        .map(|e| serde_json::to_string(e).unwrap() + "\n")
        .collect();
    memory.save("runs", &run, lines.concat().as_bytes()).unwrap();
    Asked {
        desk,
        memory,
        id,
        run,
        own,
    }
}

fn counted(first: &Judged, id: &str, count: Option<i64>) -> Judged {
    let mut judged = first.clone();
    judged.candidate.id = id.into();
    judged.candidate.sql = OTHER.into();
    judged.candidate.reading = "customers in France, counted".into();
    judged.outcome = count.map_or(Outcome::NotRun, |n| Outcome::Ran {
        result: ResultSet {
            columns: vec![ResultColumn {
                name: "n".into(),
                kind: TypeKind::Integer,
            }],
            rows: vec![vec![Cell::Int(n)]],
            truncated: None,
        },
        rows: 1,
        ms: 1.0,
    });
    judged
}

impl Asked {
    async fn choose(&self, candidate: Option<&str>) -> Chosen {
        match self.desk.choose(&self.id, &self.run, candidate).await.unwrap().artifact {
            Artifact::Chosen(chosen) => *chosen,
            other => panic!("{other:?}"),
        }
    }
    fn standing(&self) -> String {
        let events = self.desk.replay(&self.run).unwrap();
        let seqs: Vec<u32> = events.iter().map(|e| e.seq).collect();
        assert_eq!(seqs, (0..events.len() as u32).collect::<Vec<_>>());
        assert!(events.windows(2).all(|w| w[0].at <= w[1].at));
        let answer = standing(&events).unwrap();
        answer.sql.split_whitespace().collect::<Vec<_>>().join(" ")
    }
    /// SQL of the question's example.
    async fn example(&self) -> Option<String> {
        let examples = self.desk.model_context(&self.id, QUESTION).await.unwrap().examples;
        let sql = examples.into_iter().find(|e| e.verified).map(|e| e.example.sql);
        sql.map(|sql| sql.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

#[tokio::test]
async fn what_was_chosen_is_the_answer_from_then_on_and_an_example() {
    let asked = asked().await;
    let chosen = asked.choose(Some("c8")).await;
    assert_eq!(chosen.candidate.as_deref(), Some("c8"));
    let answer = chosen.answer.unwrap();
    assert_eq!(answer.headline.as_deref(), Some("4"));
    assert_eq!(answer.reasons[0], "You chose this reading.");
    assert_ne!(answer.trust, Trust::Low);
    assert_eq!(asked.standing(), OTHER);
    assert_eq!(asked.example().await.as_deref(), Some(OTHER));
    let saved = &asked.desk.history(&asked.id).unwrap()[0];
    assert_eq!((saved.state, saved.verified), (RunState::Answered, true));
    assert_eq!(saved.sentence, answer.sentence);
    // Another sitting sees the same.
    let again = world::desk(&asked.memory, &Arc::default(), &Arc::new(Safe::default()));
    assert_eq!(
        again.replay(&asked.run).unwrap(),
        asked.desk.replay(&asked.run).unwrap()
    );
}

#[tokio::test]
async fn choosing_again_changes_it_and_taking_it_back_restores_it() {
    let asked = asked().await;
    let own = asked.standing();
    asked.choose(Some("c8")).await;
    asked.choose(Some("c1")).await;
    assert_eq!(asked.standing(), own);
    assert_eq!(asked.example().await, Some(own.clone()));
    asked.choose(Some("c8")).await;
    assert_eq!(asked.standing(), OTHER);
    let back = asked.choose(None).await;
    assert_eq!((back.candidate, back.answer.unwrap().sql), (None, asked.own.clone()));
    assert_eq!(asked.standing(), own);
    assert_eq!(asked.example().await, None);
}

#[tokio::test]
async fn what_cannot_be_chosen_is_refused_and_changes_nothing() {
    let asked = asked().await;
    let before = asked.desk.replay(&asked.run).unwrap();
    for candidate in ["c9", "c77"] {
        let problem = asked
            .desk
            .choose(&asked.id, &asked.run, Some(candidate))
            .await
            .unwrap_err();
        assert_eq!(problem.code, ProblemCode::BadInput, "{problem:?}");
    }
    let other = asked.desk.open("sqlite:/b.db").await.unwrap().connection.id;
    let problem = asked.desk.choose(&other, &asked.run, Some("c8")).await.unwrap_err();
    assert!(problem.message.contains("another database"), "{problem:?}");
    let problem = asked.desk.choose(&asked.id, "nothing", Some("c8")).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::NotFound);
    let declined = asked
        .desk
        .ask(&asked.id, "What is the meaning of life?", "", None, |_| {})
        .await
        .unwrap();
    let problem = asked
        .desk
        .choose(&asked.id, &declined.header.run, Some("c1"))
        .await
        .unwrap_err();
    assert!(problem.message.contains("no answer"), "{problem:?}");
    assert_eq!(asked.desk.replay(&asked.run).unwrap(), before);
    assert_eq!(asked.example().await, None);
}

#[tokio::test]
async fn a_torn_line_does_not_hide_what_is_chosen_after_it() {
    let asked = asked().await;
    asked.memory.append("runs", &asked.run, b"{\"seq\":99,\"ru").unwrap();
    asked.choose(Some("c8")).await;
    assert_eq!(asked.standing(), OTHER);
}

#[tokio::test]
async fn the_closest_reading_of_a_declined_question_is_its_answer_until_that_is_taken_back() {
    const STRANGE: &str = "How many petrol receipts are there?";
    let (memory, net) = (Arc::<Memory>::default(), Arc::new(Net::default()));
    let desk = world::desk(&memory, &net, &Arc::new(Safe::default()));
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let declined = desk.ask(&id, STRANGE, "", None, |_| {}).await.unwrap();
    let state = |of: RunState| assert_eq!(desk.history(&id).unwrap()[0].state, of);
    state(RunState::Declined);
    let run = declined.header.run.clone();
    let selection = declined.selection.unwrap();
    let closest = selection.clusters.iter().find(|c| c.id == selection.others[0]);
    let closest = closest.unwrap().members[0].clone();

    desk.choose(&id, &run, Some(&closest)).await.unwrap();
    state(RunState::Answered);
    let events = desk.replay(&run).unwrap();
    assert_eq!(standing(&events).unwrap().headline.as_deref(), Some("12"));
    // Whoever chose it has it at once next time.
    let again = desk.ask(&id, STRANGE, "", None, |_| {}).await.unwrap();
    assert_eq!(again.outcome.answer().unwrap().headline.as_deref(), Some("12"));

    let back = desk.choose(&id, &run, None).await.unwrap();
    assert!(matches!(back.artifact, Artifact::Chosen(c) if c.answer.is_none()));
    assert_eq!(standing(&desk.replay(&run).unwrap()), None);
    let told = desk.history(&id).unwrap().into_iter().find(|r| r.run == run).unwrap();
    assert_eq!(told.state, RunState::Declined);
    let again = desk.ask(&id, STRANGE, "", None, |_| {}).await.unwrap();
    assert!(again.outcome.answer().is_none(), "{:?}", again.outcome);
}

#[tokio::test]
async fn what_was_cut_off_while_it_looked_for_what_comes_closest_is_declined() {
    let (memory, net) = (Arc::<Memory>::default(), Arc::new(Net::default()));
    let desk = world::desk(&memory, &net, &Arc::new(Safe::default()));
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let asked = desk
        .ask(&id, "How many petrol receipts are there?", "", None, |_| {})
        .await
        .unwrap();
    let run = asked.header.run;
    let events = desk.replay(&run).unwrap();
    let at = events
        .iter()
        .position(|e| matches!(e.artifact, Artifact::Declined(_)))
        .unwrap();
    let lines: String = events[..=at + 1]
        .iter()
        .map(|e| serde_json::to_string(e).unwrap() + "\n")
        .collect();
    memory.save("runs", &run, lines.as_bytes()).unwrap();
    let again = world::desk(&memory, &Arc::default(), &Arc::new(Safe::default()));
    assert_eq!(again.history(&id).unwrap()[0].state, RunState::Declined);
}
