//! A value planted in the data appears in no prompt below its level.

use super::*;
use crate::prepare::describe::tests::known;
use crate::prepare::told::Told;

/// In cells, and from there in statistics and descriptions; in statements and errors.
const VALUES: [&str; 5] = ["kanarvogel", "918273645", "2031-07-19", "GELBSTUFE", "77.0625"];
/// In rows of results alone.
const ROWS: [&str; 2] = ["reihenvogel", "zweitevogel"];
/// Rows of the table, and what follows from their number.
const COUNTS: [&str; 2] = ["1373", "686"];

async fn planted() -> Full {
    let mut birds = table(
        "birds",
        &[
            "id int",
            "name text",
            "weight int",
            "seen date",
            "stage text",
            "size real",
            "note text",
        ],
    );
    birds.primary_key = vec!["id".into()];
    birds.columns[4].labels = vec!["GELBSTUFE".into(), "B".into()];
    birds.columns[4].declared_type = "ENUM('GELBSTUFE', 'B')".into();
    birds.columns[6].comment = Some("Said by the finder".into());
    let rows = (0..1373).map(|i: i32| {
        let odd = i % 2 == 1;
        row(&[
            &i.to_string(),
            "kanarvogel",
            "918273645",
            "2031-07-19",
            "GELBSTUFE",
            "77.0625",
            if odd { "NULL" } else { "kanarvogel" },
        ])
    });
    let mut places = table("places", &["bird int", "place text"]);
    places.comment = Some("Where birds were seen".into());
    let mut fake = Fake::new(catalog(vec![]))
        .with(birds, rows.collect())
        .with(places, vec![row(&["1", "kanarvogel"])]);
    refer(&mut fake.catalog, "places.bird", "birds.id");
    let knowledge = known(fake).await;
    let mut told = Told::default();
    told.glossary = vec![Term {
        name: "yellow ones".into(),
        definition: String::new(),
        meaning: Meaning::Value {
            table: "birds".into(),
            column: "name".into(),
            value: "kanarvogel".into(),
        },
    }];
    let words = "For example kanarvogel.".to_owned();
    let words = Words {
        short: words.clone(),
        long: words,
    };
    let by = ByModel {
        words,
        level: Privacy::Values,
        of: String::new(),
    };
    told.say_by_model("birds", "name", by);
    let engine = "Conversion Error: Could not convert string 'kanarvogel' to INT32, kanarvogel 918273645 2031-07-19";
    Full {
        knowledge: knowledge.with(told),
        question: "How many yellow ones were seen?".into(),
        sql: "SELECT COUNT(*) FROM birds WHERE name = 'kanarvogel' AND weight > 918273645 AND \"seen\" < DATE '2031-07-19' \
              AND \"kanarvogel\" = size -- GELBSTUFE 77.0625"
            .into(),
        finding: Finding {
            engine: Some(engine.into()),
            engine_code: Some("Conversion".into()),
            hint: Some("Is it kanarvogel?".into()),
            ..Finding::error("type", "The engine cannot read 'kanarvogel' as a number.")
        },
        result: rows_of("zweitevogel", &["reihenvogel"]),
        value: "kanarvogel".into(),
    }
}

/// Without thousands' commas, and without the names of fences, whose digits are chance.
fn plain(ready: &Ready) -> String {
    let text = super::super::scripted::text(&ready.request);
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("data-") {
        out.push_str(&rest[..at]);
        rest = rest.get(at + 17..).unwrap_or_default();
    }
    out.push_str(rest);
    out.replace(',', "")
}

#[tokio::test]
async fn nothing_appears_below_its_level() {
    let full = planted().await;
    for (level, hidden) in [
        (Privacy::Names, [VALUES.as_slice(), &ROWS, &COUNTS].concat()),
        (Privacy::Profile, [VALUES.as_slice(), &ROWS].concat()),
        (Privacy::Values, ROWS[..1].to_vec()),
    ] {
        for (name, ready) in every(&full, level) {
            let text = plain(&ready);
            for canary in &hidden {
                assert!(!text.contains(canary), "{canary} is in {name} at {level:?}:\n{text}");
            }
            assert!(ready.request.privacy <= level);
        }
    }
}

#[tokio::test]
async fn what_is_hidden_is_there_where_it_may_be() {
    let full = planted().await;
    let all = |level| {
        every(&full, level)
            .iter()
            .map(|(_, ready)| plain(ready))
            .collect::<String>()
    };
    let (profile, values, rows) = (all(Privacy::Profile), all(Privacy::Values), all(Privacy::Rows));
    assert!(COUNTS.iter().all(|c| profile.contains(c)));
    assert!(VALUES.iter().all(|c| values.contains(c)));
    assert!(ROWS.iter().all(|c| rows.contains(c)));
    assert!(
        values.contains("For example kanarvogel"),
        "the model's words go out at the level they were made at"
    );
    for (name, ready) in every(&full, Privacy::Names) {
        let text = plain(&ready);
        assert!(!text.contains("For example kanarvogel"), "{name}");
    }
    assert!(all(Privacy::Names).contains("Said by the finder"), "comments are names");
}

#[tokio::test]
async fn at_the_level_nothing_no_prompt_is_made() {
    let full = planted().await;
    let model = Arc::new(ScriptedLlm::default());
    let door = model.door(Privacy::Nothing);
    for shipped in ALL {
        let prompt = door.prompt(shipped.name).unwrap();
        assert!(door.withheld(&prompt).is_some(), "{}", shipped.name);
    }
    let call = full.generate(Form::Ddl);
    let failure = door
        .call(&Call::new(&GENERATE_STANDARD, &call), &Default::default(), &|_| {
            panic!("nothing was sent")
        })
        .await
        .unwrap_err();
    assert_eq!(failure.kind, askwell_contract::model::FailureKind::Privacy);
    assert!(model.asked.lock().unwrap().is_empty());
    for preview in preview(&door, &full.knowledge, (&full.question, ""), &now(&full.knowledge)) {
        assert_eq!(
            (preview.system.as_str(), preview.user.as_str()),
            ("", ""),
            "{}",
            preview.purpose
        );
        assert!(preview.withheld.is_some());
    }
}

#[tokio::test]
async fn previews_keep_to_the_level_too() {
    let full = planted().await;
    let verified = vec![Example {
        database: "shop".into(),
        question: full.question.clone(),
        sql: full.sql.clone(),
    }];
    let all = |level| {
        let mut door = Arc::new(ScriptedLlm::default()).door(level);
        door.verified.clone_from(&verified);
        preview(&door, &full.knowledge, (&full.question, ""), &now(&full.knowledge))
    };
    for level in [Privacy::Names, Privacy::Profile] {
        for preview in all(level) {
            for canary in VALUES {
                assert!(
                    !preview.user.contains(canary),
                    "{canary} in {} at {level:?}",
                    preview.purpose
                );
            }
        }
    }
    let shown = all(Privacy::Rows);
    assert_eq!(shown.len(), ALL.len());
    for preview in &shown {
        assert!(
            preview.withheld.is_none() && preview.tokens > 50 && preview.cost > Some(0.0),
            "{}",
            preview.purpose
        );
        assert_eq!(
            (preview.destination.as_str(), preview.leaves),
            ("scripted.example:443", true)
        );
    }
    let examples = shown.iter().find(|p| p.purpose == "generate_direct").unwrap();
    assert!(examples.user.contains("kanarvogel"));
    assert!(all(Privacy::Values)
        .iter()
        .any(|p| p.purpose == "answer" && p.withheld.is_some() && p.user.is_empty()));
}
