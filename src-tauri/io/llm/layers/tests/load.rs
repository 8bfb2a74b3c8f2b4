//! A thousand questions, ten at a time, against a provider that fails one time in five.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::*;
use crate::llm::scripted::{reply, Paper};
use tokio::time::{sleep, Instant};

const QUESTIONS: usize = 1_000;

/// Fails one time in five, by a fixed sequence (a linear congruential generator with the constants of Numerical
/// Recipes); replies after a second.
#[derive(Default)]
struct Shaky {
    chance: Mutex<u32>,
    now: AtomicUsize,
    most: AtomicUsize,
    seen: Mutex<Vec<(String, Instant, bool)>>,
}

#[async_trait]
impl Call for Shaky {
    async fn call(&self, request: &Request, _: &Cancel) -> Result<Reply, Failure> {
        let text = request.user[0].text.clone();
        let fails = {
            let mut chance = self.chance.lock().unwrap();
            *chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (*chance >> 16).is_multiple_of(5)
        };
        self.seen.lock().unwrap().push((text.clone(), Instant::now(), !fails));
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        sleep(Duration::from_secs(1)).await;
        self.now.fetch_sub(1, Ordering::SeqCst);
        if fails {
            return Err(Failure::new(FailureKind::Unavailable, "Overloaded."));
        }
        Ok(reply(&format!("re: {text}")))
    }
}

#[tokio::test(start_paused = true)]
async fn a_thousand_questions_are_all_answered_each_paid_once() {
    let shaky = Arc::new(Shaky::default());
    let providers = Providers::over(Arc::new(Paper::default()), noon(), Arc::new(Fixed(shaky.clone())));
    providers.set(&settings(), BTreeMap::new()).unwrap();
    let llm = providers.llm(Privacy::Rows);
    let next = Arc::new(AtomicUsize::new(0));
    let askers: Vec<_> = (0..10)
        .map(|_| {
            let (llm, next) = (llm.clone(), next.clone());
            tokio::spawn(async move {
                let mut rests = 0;
                loop {
                    let number = next.fetch_add(1, Ordering::SeqCst);
                    if number >= QUESTIONS {
                        return rests;
                    }
                    let text = format!("question {number}");
                    let mut asked = request(&text);
                    asked.run = Some(format!("run-{number}"));
                    // Who is told to rest, or failed five times, comes back later; the pipeline would do without.
                    loop {
                        match llm.complete(asked.clone(), &Cancel::new()).await {
                            Ok(reply) => {
                                assert_eq!(reply.text, format!("re: {text}"));
                                assert!(!reply.cached);
                                break;
                            }
                            Err(failure) => {
                                assert!(
                                    matches!(failure.kind, FailureKind::Resting | FailureKind::Unavailable),
                                    "{failure:?}"
                                );
                                rests += 1;
                                sleep(Duration::from_secs(30)).await;
                            }
                        }
                    }
                }
            })
        })
        .collect();
    let mut rests = 0;
    for asker in askers {
        rests += asker.await.unwrap();
    }

    let seen = shaky.seen.lock().unwrap();
    // None lost, and none sent again after it succeeded.
    let mut answered: BTreeMap<&str, usize> = BTreeMap::new();
    for (text, _, succeeded) in seen.iter() {
        assert!(!answered.contains_key(text.as_str()), "{text} was sent after its reply");
        if *succeeded {
            answered.insert(text, 1);
        }
    }
    assert_eq!(answered.len(), QUESTIONS);
    let failed = seen.iter().filter(|(_, _, succeeded)| !succeeded).count();
    assert!((200..300).contains(&failed), "{failed} of {}", seen.len());
    // The limits: ten at once, sixty in any minute.
    assert_eq!(shaky.most.load(Ordering::SeqCst), 10);
    for (at, (_, time, _)) in seen.iter().enumerate() {
        let minute = seen[at..]
            .iter()
            .take_while(|(_, later, _)| *later - *time < Duration::from_secs(60));
        assert!(minute.count() <= 60);
    }
    // The cost, to the last token: 1,000 tokens at $2 and 100 at $8 a million, a thousand times.
    let spend = providers.spend().unwrap();
    assert!((spend.today - 2.8).abs() < 1e-9 && spend.unpriced == 0, "{spend:?}");
    // The ledger has every call: those that were answered, and those that came to nothing.
    let (mut entries, mut replied) = (0, 0);
    let mut take = |entry: &LedgerEntry| {
        (entries, replied) = (
            entries + 1,
            replied + usize::from(matches!(entry.ended, Ended::Replied { .. })),
        );
        Ok(())
    };
    providers.each_entry(&mut take).unwrap();
    assert_eq!((entries, replied), (QUESTIONS + rests, QUESTIONS));
}
