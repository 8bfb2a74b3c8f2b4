//! A clock that jumps while a question is answered and between two of them.

use askwell_contract::ports::Clock;

use super::*;

/// Says the next of these times at each look, and the last for good; its ticks go on, as a machine's do.
struct Jumpy {
    times: Mutex<Vec<u64>>,
    ticks: std::sync::atomic::AtomicU64,
}

impl Clock for Jumpy {
    fn now(&self) -> u64 {
        let mut times = self.times.lock().unwrap();
        match times.len() {
            1 => times[0],
            _ => times.remove(0),
        }
    }
    fn ticks(&self) -> f64 {
        self.ticks.fetch_add(1, std::sync::atomic::Ordering::SeqCst) as f64
    }
}

const NOON: u64 = 1_795_262_400_000;
const DAY: u64 = 86_400_000;

fn desk_by(memory: &Arc<Memory>, times: &[u64]) -> Desk {
    let clock = Jumpy {
        times: Mutex::new(times.to_vec()),
        ticks: Default::default(),
    };
    let world = World {
        connector: Arc::new(Fakes),
        clock: Arc::new(clock),
        ..fake::world(memory.clone())
    };
    Desk::new(world, vec![])
}

#[tokio::test]
async fn a_clock_that_jumps_during_a_question_shows_no_time_before_its_beginning() {
    for jumps in [
        vec![NOON, NOON - DAY],
        vec![NOON, NOON + DAY],
        vec![NOON, 0],
        vec![NOON, u64::MAX],
        vec![NOON, NOON, NOON + DAY, NOON - DAY, NOON],
        vec![NOON + DAY, NOON, NOON - DAY, NOON - 400 * DAY],
        vec![0, NOON],
    ] {
        let memory = Arc::new(Memory::default());
        let desk = desk_by(&memory, &jumps);
        let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
        for question in [
            "How many customers are there?",
            "customers added last month",
            "and this year?",
        ] {
            let asked = desk.ask(&id, question, "", None, |_| {}).await.unwrap();
            let events = desk.replay(&asked.header.run).unwrap();
            assert_eq!(
                events
                    .iter()
                    .filter(|e| matches!(e.artifact, Artifact::Finished { .. }))
                    .count(),
                1,
                "{jumps:?}"
            );
            let times: Vec<f64> = events.iter().map(|event| event.at).collect();
            assert!(times[0] >= 0.0 && times.is_sorted(), "{jumps:?}: {times:?}");
            let chosen = desk.choose(&id, &asked.header.run, None).await;
            if let Ok(chosen) = chosen {
                assert!(chosen.at >= *times.last().unwrap(), "{jumps:?}: {}", chosen.at);
            }
        }
        assert_eq!(desk.history(&id).unwrap().len(), 3, "{jumps:?}");
    }
}

#[tokio::test]
async fn a_time_that_comes_again_makes_no_two_questions_one() {
    let memory = Arc::new(Memory::default());
    let mut runs = Vec::new();
    // The same time in two starts of the program, and in one.
    for _ in 0..2 {
        let desk = desk_by(&memory, &[NOON]);
        let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
        for question in ["How many customers are there?", "How many customers are in Peru?"] {
            let asked = desk.ask(&id, question, "", None, |_| {}).await.unwrap();
            runs.push((asked.header.run, question));
        }
        for (run, question) in &runs {
            let events = desk.replay(run).unwrap();
            let begun: Vec<&str> = events
                .iter()
                .filter_map(|event| match &event.artifact {
                    Artifact::Started(header) => Some(header.question.as_str()),
                    _ => None,
                })
                .collect();
            assert_eq!(begun, [*question], "{run}");
        }
    }
    let names: std::collections::BTreeSet<&String> = runs.iter().map(|(run, _)| run).collect();
    assert_eq!(names.len(), 4, "{runs:?}");
}
