#![allow(clippy::unwrap_used)]

use super::*;
use crate::scripted::{candidate, plan, run, Scripted};

const COUNT: &str = "SELECT COUNT(*) FROM customers";

#[test]
fn twins_of_one_family_end_nothing_until_one_of_another_agrees() {
    run(Scripted::shop().gives(COUNT, &[&["12"]]), async |cx| {
        let (plan, tried) = (plan("How many customers are there?"), Tried::default());
        let watch = Watch::new(cx, &plan, 11, &tried);
        let by = |generator: &str| Candidate {
            generator: generator.into(),
            ..candidate(COUNT)
        };
        for twin in ["icl_c1", "icl_c2", "icl_c3"] {
            watch.weigh(&by(twin)).await.unwrap();
        }
        watch.spared();
        assert!(!watch.stop.is_cancelled());
        assert_eq!(watch.verdict(), None);
        watch.weigh(&by("reasoning_a1")).await.unwrap();
        watch.spared();
        assert!(watch.stop.is_cancelled());
        assert_eq!(
            watch.verdict(),
            Some(Enough {
                agree: 4,
                ran: 4,
                spared: 1
            })
        );
    });
}
