//! `eval --model` as a person runs it: the program itself, against a server on the loopback.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use askwell_cli::eval::log::whole;
use askwell_cli::eval::Line;
use askwell_contract::model::{Budget, ModelSettings, Price};
use serde_json::Value;

#[path = "measured/server.rs"]
mod server;
#[path = "measured/sets.rs"]
mod sets;

use server::{messages, Server};

const INPUT: f64 = 2.0;
const OUTPUT: f64 = 10.0;

struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    /// With a price for the model, since one on this computer costs nothing otherwise.
    fn new() -> Self {
        Self::limited(None)
    }

    /// With a budget for each question.
    fn limited(per_question: Option<f64>) -> Self {
        let place = Self {
            dir: tempfile::tempdir().unwrap(),
        };
        let desk = askwell_cli::world::desk(Some(place.at("workspace"))).unwrap();
        let settings = ModelSettings {
            prices: vec![Price {
                model: "small".into(),
                input: INPUT,
                cached: 0.5,
                output: OUTPUT,
                of: "2026-11-01".into(),
            }],
            budget: Budget {
                per_question,
                per_day: None,
            },
            ..ModelSettings::default()
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(desk.save_models(settings)).unwrap();
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn eval(&self, server: &Server, more: &[&str]) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_askwell-cli"));
        program
            .arg("--workspace")
            .arg(self.at("workspace"))
            .args([
                "eval",
                "--model",
                "here/small",
                "--effort",
                "quick",
                "--privacy",
                "rows",
            ])
            .args(["--jobs", "2", "--base-url", &server.address])
            .arg("--questions")
            .arg(self.at("dev.json"))
            .args(more)
            // Meaning has no part in this, and its model is slow where nothing is optimised.
            .env("ASKWELL_NATIVE", self.at("none"))
            .stdin(Stdio::null())
            .stderr(Stdio::null());
        program
    }
}

fn said(program: &mut Command) -> String {
    let out = program.stderr(Stdio::piped()).output().unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(out.status.success(), "{text}{}", String::from_utf8_lossy(&out.stderr));
    text
}

/// Waits until a run has written so many lines, and kills it.
fn killed_behind(mut program: Child, file: &Path, lines: usize) {
    let began = Instant::now();
    let written = || std::fs::read_to_string(file).unwrap_or_default().lines().count();
    while written() < lines {
        assert!(program.try_wait().unwrap().is_none(), "it ended before it was killed");
        assert!(began.elapsed() < Duration::from_secs(400), "it never got so far");
        std::thread::sleep(Duration::from_millis(20));
    }
    program.kill().unwrap();
    program.wait().unwrap();
}

/// What the file of replies has: each request that was answered, with its cost; and those that were cut off.
fn replies(file: &Path) -> (BTreeMap<String, f64>, usize) {
    let (mut known, mut under_way) = (BTreeMap::new(), BTreeSet::new());
    for line in std::fs::read_to_string(file).unwrap().lines() {
        // The kill may have torn the last line.
        let Ok(entry) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        let request = entry["request"].as_str().unwrap().to_owned();
        if entry["end"] == "sent" {
            under_way.insert(request);
            continue;
        }
        under_way.remove(&request);
        if let Some(cost) = entry["end"]["reply"]["cost"].as_f64() {
            assert!(known.insert(request, cost).is_none(), "a request was answered twice");
        }
    }
    (known, under_way.len())
}

fn cost(lines: &[Line]) -> f64 {
    lines
        .iter()
        .flat_map(|line| &line.calls)
        .filter_map(|call| call.cost)
        .sum()
}

fn dollars((input, output): (u64, u64)) -> f64 {
    (input as f64 * INPUT + output as f64 * OUTPUT) / 1e6
}

#[test]
fn killed_in_the_middle_it_goes_on_asks_nothing_twice_and_adds_up_to_the_cent() {
    let place = Place::new();
    let written = sets::write(place.dir.path(), 4, 50);
    let server = Server::start(written, 5, true);
    let (out, tape) = (place.at("run.jsonl"), place.at("kept/replies.jsonl"));
    let (out_text, kept) = (out.display().to_string(), place.at("kept").display().to_string());
    let arguments = ["--workers", "8", "--out", &out_text, "--record", &kept];
    killed_behind(
        place.eval(&server, &arguments).stdout(Stdio::null()).spawn().unwrap(),
        &out,
        70,
    );
    // What was on its way then is answered, or not, before the program is started again.
    std::thread::sleep(Duration::from_millis(300));
    let (before, cut_off) = replies(&tape);
    let heard_before = server.heard().len();
    assert!(!before.is_empty() && whole_lines(&out) < 200);

    let text = said(&mut place.eval(&server, &[&arguments[..], &["--resume"]].concat()));
    let (after, _) = replies(&tape);
    let (_, lines) = whole(&out).unwrap();
    assert_eq!(lines.len(), 200, "every question has a line");
    let heard = server.heard();
    let failed = heard.iter().filter(|one| !one.answered).count();
    assert!(
        failed * 6 > heard.len(),
        "one in five failed: {failed} of {}",
        heard.len()
    );

    // Nothing that was answered is asked again, but what the kill met on its way.
    let mut answered: BTreeMap<&str, usize> = BTreeMap::new();
    for one in heard.iter().filter(|one| one.answered) {
        *answered.entry(one.text.as_str()).or_default() += 1;
    }
    let twice: usize = answered.values().map(|times| times - 1).sum();
    assert!(twice <= cut_off, "{twice} answered twice, {cut_off} were on their way");
    assert_eq!(answered.len(), after.len(), "every reply is kept, once");

    // To the cent: what the server charged for each reply, the file of replies, and the lines say the same.
    let charged: f64 = answered
        .keys()
        .filter_map(|text| heard.iter().find(|one| one.answered && one.text == **text))
        .map(|one| dollars(one.tokens))
        .sum();
    let kept_sum: f64 = after.values().sum();
    assert!((charged - kept_sum).abs() < 1e-9, "{charged} {kept_sum}");
    let told = cost(&lines);
    assert!((told - kept_sum).abs() < 1e-9, "{told} {kept_sum}");
    assert!(text.contains(&format!("{kept_sum:.4}")), "{kept_sum}: {text}");
    assert!(
        text.contains("by difficulty") && text.contains("calls to models"),
        "{text}"
    );
    assert!(text.contains(&format!("{cut_off} cut off by the end of the program")) || cut_off == 0);
    let right = lines.iter().filter(|line| line.ex == Some(true)).count();
    println!(
        "{} requests, {failed} failed; {heard_before} before the kill, {cut_off} on their way; {right} of 200 right, ${kept_sum:.4}",
        heard.len()
    );

    // From the recording, with no server to reach: the same queries, the same verdicts, the same cost.
    let again = place.at("again.jsonl");
    let replayed = ["--replay", &kept, "--out", &again.display().to_string()].map(str::to_owned);
    let replayed: Vec<&str> = replayed.iter().map(String::as_str).collect();
    let text = said(&mut place.eval(&server, &replayed));
    assert_eq!(server.heard().len(), heard.len(), "nothing was sent");
    let (_, twin) = whole(&again).unwrap();
    let verdicts = |lines: &[Line]| -> BTreeMap<String, (Option<bool>, Option<String>)> {
        lines
            .iter()
            .map(|line| (line.id.clone(), (line.ex, line.sql.clone())))
            .collect()
    };
    assert_eq!(verdicts(&twin), verdicts(&lines));
    assert!((cost(&twin) - kept_sum).abs() < 1e-9);
    assert!(text.contains("nothing was sent"), "{text}");
    let mut compare = Command::new(env!("CARGO_BIN_EXE_askwell-cli"));
    let text = said(compare.args(["eval", "--compare"]).arg(&out).arg(&again));
    assert!(text.contains("won 0, lost 0: no question changed"), "{text}");
}

fn whole_lines(file: &Path) -> usize {
    std::fs::read_to_string(file).unwrap().lines().count().saturating_sub(1)
}

#[test]
fn a_budget_is_never_passed_and_the_rest_goes_on_with_a_higher_one() {
    let free = Place::new();
    let without = Server::start(sets::write(free.dir.path(), 1, 24), 0, true);
    said(&mut free.eval(&without, &["--workers", "4"]));
    let charged = |server: &Server| -> f64 { server.heard().iter().map(|one| dollars(one.tokens)).sum() };
    let budget = 0.6 * charged(&without);

    let place = Place::new();
    let server = Server::start(sets::write(place.dir.path(), 1, 24), 0, true);
    let out = place.at("run.jsonl");
    let run = |budget: f64, more: &[&str]| {
        let mut program = place.eval(&server, more);
        program.arg("--out").arg(&out).args(["--budget", &budget.to_string()]);
        said(&mut program)
    };
    let text = run(budget, &["--workers", "4"]);
    let (_, lines) = whole(&out).unwrap();
    assert!(
        text.contains("stopped: $") && (1..24).contains(&lines.len()),
        "{} {text}",
        lines.len()
    );
    let spent = charged(&server);
    assert!(spent <= budget && spent > 0.2 * budget, "{spent} of {budget}");
    run(50.0, &["--workers", "4", "--resume"]);
    let (_, lines) = whole(&out).unwrap();
    assert_eq!(lines.len(), 24);
    assert!(
        (cost(&lines) - charged(&server)).abs() < 1e-9,
        "{} {}",
        cost(&lines),
        charged(&server)
    );
    assert!(
        (charged(&server) - charged(&without)).abs() < 1e-9,
        "no more than an unbroken run"
    );
}

#[test]
fn replies_beside_a_run_are_kept_and_replayed_and_a_questions_budget_ends_it_alone() {
    let place = Place::new();
    let server = Server::start(sets::write(place.dir.path(), 1, 6), 0, true);
    let out = place.at("run.jsonl");
    let named = |path: &Path| path.display().to_string();
    said(&mut place.eval(&server, &["--out", &named(&out)]));
    let heard = server.heard().len();
    let again = place.at("again.jsonl");
    for replies in [out.clone(), place.at("run.jsonl.replies")] {
        let text = said(&mut place.eval(&server, &["--replay", &named(&replies), "--out", &named(&again)]));
        assert!(text.contains("nothing was sent"), "{text}");
        let (lines, twin) = (whole(&out).unwrap().1, whole(&again).unwrap().1);
        assert!(twin
            .iter()
            .zip(&lines)
            .all(|(b, a)| (&b.id, b.ex, &b.sql) == (&a.id, a.ex, &a.sql)));
    }
    // Without --resume nothing that was paid for is written over: neither the replies nor the run.
    let before = std::fs::read(&out).unwrap();
    let refused = place
        .eval(&server, &["--out", &named(&out)])
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && text.contains("--resume"), "{text}");
    assert_eq!(std::fs::read(&out).unwrap(), before);
    assert_eq!(server.heard().len(), heard);

    let poor = Place::limited(Some(0.000_001));
    let server = Server::start(sets::write(poor.dir.path(), 1, 6), 0, true);
    let out = poor.at("run.jsonl");
    let text = said(&mut poor.eval(&server, &["--out", &named(&out)]));
    assert!(!text.contains("stopped"), "{text}");
    assert_eq!(whole(&out).unwrap().1.len(), 6, "each question has its line");
    assert_eq!(server.heard().len(), 0);
}

/// How much of what is sent begins as an earlier request did: that a provider's cache could serve. Providers keep prefixes
/// of 1,024 tokens and more.
#[test]
fn over_forty_questions_on_one_database_prompts_share_their_beginnings() {
    let place = Place::new();
    let server = Server::start(sets::write(place.dir.path(), 1, 40), 0, true);
    said(&mut place.eval(&server, &[]));
    let texts: Vec<String> = server.heard().iter().map(|one| messages(&one.body)).collect();
    let (mut all, mut shared, mut long) = (0, 0, 0);
    for (at, text) in texts.iter().enumerate() {
        let common = |other: &String| other.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        let most = texts[..at].iter().map(common).max().unwrap_or(0);
        all += text.len();
        shared += most;
        long += if most >= 4 * 1_024 { most } else { 0 };
    }
    let share = |part: usize| 100.0 * part as f64 / all.max(1) as f64;
    println!(
        "{} requests, about {} tokens in; {:.1}% begin as an earlier request did, {:.1}% with 1,024 tokens and more",
        texts.len(),
        all / 4,
        share(shared),
        share(long)
    );
    assert!(texts.len() >= 40 && share(shared) > 20.0, "{:.1}%", share(shared));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persons_own_question_is_measured_as_right_on_a_real_database() {
    let dir = tempfile::tempdir().unwrap();
    sets::write(dir.path(), 1, 1);
    let desk = askwell_cli::world::desk(Some(dir.path().join("workspace"))).unwrap();
    let url = format!(
        "sqlite:{}",
        dir.path().join("dev_databases/shops_0/shops_0.sqlite").display()
    );
    let id = desk.open(&url).await.unwrap().connection.id;
    let asked = desk
        .ask(&id, "How many shops are there?", "", None, |_| {})
        .await
        .unwrap();
    desk.verify(&asked.header.run, true).unwrap();
    let latest = desk.measure(&id, "m1", |_| {}).await.unwrap().latest.unwrap();
    assert_eq!((latest.right, latest.of), (1, 1), "{latest:?}");
    assert_eq!(latest.questions[0].right, Some(true));
}
