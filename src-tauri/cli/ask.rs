//! `ask`: one question, one answer; `resume`: the same for a question that was cut off. In: a URL and a question, or a
//! run. Out: a sentence with its table, or every event as it happens, and all rows as a file where one is named. A declined question is an answer, too; only a broken world is an error.

use std::io::Write;

use anyhow::Result;
use askwell_contract::api::{ExportFormat, ExportRequest};
use askwell_contract::run::{Answer, Artifact, Declined, Event, Judged, PartRun, Reply, Selection, Trust};
use askwell_contract::{Problem, ProblemCode};
use askwell_engine::desk::{Asking, Desk};
use askwell_engine::export::by_name;
use askwell_engine::pipeline::{AskOutcome, Asked};
use serde::Serialize;

use crate::{chat, paper, unlock};

#[derive(Debug, Clone, Copy)]
pub struct Show {
    pub json: bool,
    pub sql: bool,
}

/// The last line of `--json`: the answer itself, marked with what kind it is.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Last<'a> {
    Answer(&'a Answer),
    Declined(&'a Declined),
    Reply(&'a Reply),
    Problem(&'a Problem),
}

#[derive(Debug, Clone)]
pub struct Question<'a> {
    pub text: &'a str,
    pub asking: Asking,
    /// Where all rows of the answer go.
    pub export: Option<&'a str>,
}

pub async fn run(desk: &Desk, url: &str, question: Question<'_>, show: Show) -> Result<()> {
    // Before a second of work: a name that says nothing is no place to write to.
    let format = question.export.map(format_of).transpose()?;
    let opened = desk.open(url).await?;
    unlock::keys(desk, &opened.connection, unlock::passphrase).await?;
    let id = &opened.connection.id;
    let asked = desk
        .ask_in_turn(id, question.text, question.asking, None, heard(show))
        .await?;
    if let (Some(path), Some(format), Some(answer)) = (question.export, format, asked.outcome.answer()) {
        let request = ExportRequest {
            sql: answer.sql.clone(),
            path: path.to_string(),
            format,
            asked: Some(asked.header.run.clone()),
            view: None,
        };
        let exported = desk.export(id, "export", &request, |_| {}).await?;
        let rows = if exported.rows == 1 { "row" } else { "rows" };
        // Standard output is the answer's alone.
        let mut err = std::io::stderr().lock();
        writeln!(err, "{} {rows} written to {}", exported.rows, exported.path)?;
        exported.notes.iter().try_for_each(|note| writeln!(err, "{note}"))?;
    }
    ended(&asked, show)
}

fn format_of(path: &str) -> Result<ExportFormat> {
    by_name(path).ok_or_else(|| {
        Problem::new(
            ProblemCode::BadInput,
            format!("\"{path}\" does not end in a form that Askwell writes."),
        )
        .hint("Use .xlsx, .csv, .tsv, .parquet, .json, .jsonl, .md or .html.")
        .into()
    })
}

pub async fn resume(desk: &Desk, run: &str, show: Show) -> Result<()> {
    let asked = desk.resume(run, heard(show)).await?;
    ended(&asked, show)
}

fn heard(show: Show) -> impl Fn(Event) + Send + Sync {
    move |event: Event| match &event.artifact {
        _ if show.json => line(&event),
        Artifact::Recalled(earlier) => {
            let note = format!(
                "Answered from an earlier question: {}\n(--anew asks again.)\n",
                earlier.question
            );
            let _ = std::io::stdout().lock().write_all(note.as_bytes());
        }
        Artifact::Part(part) => {
            let _ = of_part(&mut std::io::stdout().lock(), part);
        }
        _ => {}
    }
}

/// A part's rows; its sentence is in the whole answer's.
fn of_part(out: &mut dyn Write, part: &PartRun) -> Result<()> {
    let (mut question, mut answer) = ("", None);
    for event in &part.events {
        match &event.artifact {
            Artifact::Started(header) => question = &header.question,
            Artifact::Answer(a) => answer = Some(a),
            _ => {}
        }
    }
    writeln!(out, "{}. {question}", part.part + 1)?;
    if let Some(answer) = answer {
        writeln!(out, "{}\n", paper::table(&answer.result))?;
    }
    Ok(())
}

fn ended(asked: &Asked, show: Show) -> Result<()> {
    if let Some(plan) = asked.plan.as_ref().filter(|_| !show.json) {
        chat::understood(&mut std::io::stdout().lock(), plan)?;
    }
    match &asked.outcome {
        AskOutcome::Answered(answer) if show.json => line(&Last::Answer(answer)),
        AskOutcome::Answered(answer) => told(&mut std::io::stdout().lock(), answer, show.sql)?,
        AskOutcome::Declined(declined) if show.json => line(&Last::Declined(declined)),
        AskOutcome::Declined(declined) => refused(&mut std::io::stdout().lock(), declined, asked)?,
        AskOutcome::Replied(reply) if show.json => line(&Last::Reply(reply)),
        AskOutcome::Replied(reply) => asked_back(&mut std::io::stdout().lock(), reply)?,
        AskOutcome::Failed(problem) => {
            if show.json {
                line(&Last::Problem(problem));
            }
            return Err(problem.clone().into());
        }
    }
    Ok(())
}

/// One write a line, so that lines of different threads do not mix. A reader that went away wants no more of them.
fn line(value: &impl Serialize) {
    if let Ok(text) = serde_json::to_string(value) {
        let _ = std::io::stdout().lock().write_all(format!("{text}\n").as_bytes());
    }
}

pub fn told(out: &mut dyn Write, answer: &Answer, sql: bool) -> Result<()> {
    writeln!(out, "{}", answer.sentence)?;
    if answer.headline.is_none() && !answer.result.rows.is_empty() {
        writeln!(out, "\n{}", paper::table(&answer.result))?;
    }
    for note in &answer.notes {
        writeln!(out, "Note: {note}")?;
    }
    if !answer.found.is_empty() {
        writeln!(out, "\nWorth knowing:")?;
    }
    for found in &answer.found {
        writeln!(out, "  {} ({})", found.says, found.rests.trim_end_matches('.'))?;
    }
    let sure = match answer.trust {
        Trust::High => "high",
        Trust::Medium => "medium",
        Trust::Low => "low",
    };
    let because = if answer.reasons.is_empty() {
        String::new()
    } else {
        format!(" ({})", answer.reasons.join("; "))
    };
    writeln!(out, "\nRead as: {}\nHow sure: {sure}{because}", answer.reading)?;
    if !answer.steps.is_empty() {
        writeln!(out, "\nHow I got this:")?;
    }
    for (n, step) in answer.steps.iter().enumerate() {
        let rows = match (step.rows_in, step.rows_out) {
            (Some(from), Some(to)) if from != to => format!("  [{from} rows in, {to} out]"),
            (_, Some(rows)) => format!("  [{rows} {}]", if rows == 1 { "row" } else { "rows" }),
            _ => String::new(),
        };
        writeln!(out, "  {}. {}{rows}", n + 1, step.text)?;
    }
    if sql {
        writeln!(out, "\n{}", answer.sql)?;
    }
    Ok(())
}

/// The refusal, and the readings that come closest; where none does, what could be asked.
pub fn refused(out: &mut dyn Write, declined: &Declined, asked: &Asked) -> Result<()> {
    writeln!(out, "{}", declined.message)?;
    let closest: Vec<String> = asked.selection.iter().flat_map(|s| closest(s, &asked.judged)).collect();
    let (title, lines) = match closest.is_empty() {
        true => ("This database could answer, for example:", &declined.suggestions),
        false => ("The closest answers:", &closest),
    };
    if !lines.is_empty() {
        writeln!(out, "{title}")?;
    }
    for line in lines {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// The readings that are shown in place of an answer, as they are told and with what they found.
fn closest(selection: &Selection, judged: &[Judged]) -> Vec<String> {
    let line = |id: &String| {
        let cluster = selection.clusters.iter().find(|c| c.id == *id)?;
        let first = judged
            .iter()
            .find(|j| cluster.members.first() == Some(&j.candidate.id))?;
        Some(format!("{} ({})", first.candidate.reading, cluster.summary))
    };
    selection.others.iter().filter_map(line).collect()
}

/// The question back with its choices, each a question that can be asked.
pub fn asked_back(out: &mut dyn Write, reply: &Reply) -> std::io::Result<()> {
    writeln!(out, "{}", reply.message)?;
    if let Some(defined) = reply.defines.as_ref().filter(|d| !d.sql.is_empty()) {
        writeln!(out, "{}", defined.sql)?;
    }
    for (n, choice) in reply.choices.iter().enumerate() {
        writeln!(out, "  {}. {}: {}", n + 1, choice.label, choice.question)?;
    }
    Ok(())
}
