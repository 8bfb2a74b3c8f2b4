use askwell_engine::ask::builtin::score::{Feature, Weights};

use super::*;

/// In questions with cue "a" the first feature makes a reading right, in questions with "b" the second.
fn raw(cue: &str, n: usize) -> examples::Example {
    let reading = |name: &str| examples::Reading {
        right: name == cue,
        features: vec![
            Feature {
                name: PRIOR.into(),
                value: if name == "a" { -0.5 } else { -1.0 },
                meets: false,
            },
            Feature {
                name: format!("is {name}"),
                value: 1.0,
                meets: true,
            },
            Feature {
                name: format!("noise {}", n % 7),
                value: 1.0,
                meets: false,
            },
        ],
    };
    examples::Example {
        cues: vec![cue.to_owned(), "the".to_owned()],
        readings: vec![reading("a"), reading("b")],
    }
}

fn examples_of(names: &mut Names, n: usize) -> (Vec<Example>, Vec<bool>) {
    let examples: Vec<Example> = (0..n)
        .map(|i| names.example(i % 5, raw(if i % 3 == 0 { "a" } else { "b" }, i)))
        .collect();
    let meets = names.features.list.iter().map(|f| names.meets.contains(f)).collect();
    (examples, meets)
}

#[test]
fn it_learns_what_a_cue_means_and_the_engine_reads_it() {
    let mut names = Names::default();
    let (examples, meets) = examples_of(&mut names, 200);
    let fitted = fit::fit(&examples.iter().collect::<Vec<_>>(), &meets, FIT);
    assert!(examples.iter().all(|e| fit::place(e, &fitted, &meets) == Some(0)));
    let text = names.text(&fitted);
    let weights = Weights::parse(&text);
    let weight = |feature: &str, cue: &str| weights.weight(feature, &[cue.to_owned()]);
    assert!(weight("is b", "b") > weight("is b", "a"));
    assert!(weight("is a", "a") > weight("is a", "b"));
    // What all readings of a question share tells nothing.
    assert!(!text.contains("noise"));
    let mut sorted: Vec<&str> = text.lines().collect();
    sorted.sort_unstable();
    assert_eq!(sorted, text.lines().collect::<Vec<_>>());
}

#[test]
fn the_same_examples_give_the_same_weights() {
    let text = || {
        let mut names = Names::default();
        let (examples, meets) = examples_of(&mut names, 60);
        names.text(&fit::fit(&examples.iter().collect::<Vec<_>>(), &meets, FIT))
    };
    assert!(!text().is_empty());
    assert_eq!(text(), text());
}

#[test]
fn a_question_without_right_or_without_wrong_readings_teaches_nothing() {
    let mut names = Names::default();
    let (mut examples, meets) = examples_of(&mut names, 60);
    for (i, example) in examples.iter_mut().enumerate() {
        example.readings.iter_mut().for_each(|r| r.right = i % 2 == 0);
    }
    let fitted = fit::fit(&examples.iter().collect::<Vec<_>>(), &meets, FIT);
    assert!(fitted.alone.is_empty() && fitted.joint.is_empty());
    assert_eq!(fit::place(&examples[1], &fitted, &meets), None);
    assert!(
        figures("x", &[None, Some(0), Some(3), Some(12)]).ends_with("right first 25.0 %, in ten 50.0 %, at all 75.0 %")
    );
}

#[test]
fn a_limit_takes_questions_from_everywhere_and_flagged_ones_never() {
    let question = |i: usize| Question {
        id: format!("q-{i}"),
        gold: vec!["SELECT 1".into()],
        flags: if i % 10 == 9 { vec!["wrong".into()] } else { Vec::new() },
        ..Question::default()
    };
    let all: Vec<Question> = (0..100).map(question).collect();
    assert_eq!(chosen(all.clone(), None).len(), 90);
    let some = chosen(all.clone(), Some(30));
    assert_eq!(some.len(), 30);
    assert!(some.iter().all(|q| q.flags.is_empty()));
    assert!(some[29].id.as_str() > "q-9");
    assert_eq!(chosen(all, Some(1000)).len(), 90);
}
