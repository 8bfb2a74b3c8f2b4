//! A conversation as one page: every turn in its order, how it was understood, and what was answered then.
//!
//! In: the kept events of its runs. Out: HTML or Markdown, a turn at a time. The rows are those that were shown; where there
//! were more, that is said. Deliberately absent: running anything again.

use std::fmt::Write;

use askwell_contract::run::{standing, Answer, Artifact, Event, Plan, Trust};

use super::about::said_at;
use super::{markdown, report};

/// A turn as it is told.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Turn {
    question: String,
    started: u64,
    plan: Option<Plan>,
    outcome: Outcome,
    /// What its parts came to, each with its question.
    parts: Vec<(String, String)>,
}

#[derive(Debug, Clone, Default, PartialEq)]
enum Outcome {
    #[default]
    Nothing,
    Answered(Box<Answer>),
    /// A sentence in the place of an answer, and what was offered.
    Said(String, Vec<String>),
}

impl Turn {
    /// `None`: the run has no beginning.
    pub fn of(events: Vec<Event>) -> Option<Self> {
        let mut out = Self::default();
        let mut begun = false;
        let answer = standing(&events).cloned();
        for event in events {
            match event.artifact {
                Artifact::Started(header) => {
                    begun = true;
                    (out.question, out.started) = (header.question, header.started);
                }
                Artifact::Plan(plan) => out.plan = Some(plan),
                Artifact::Part(part) => {
                    if let Some(turn) = Self::of(part.events) {
                        out.parts.push((turn.question.clone(), turn.sentence()));
                    }
                }
                Artifact::Declined(declined) => out.outcome = Outcome::Said(declined.message, declined.suggestions),
                Artifact::Reply(reply) => {
                    let choices = reply.choices.into_iter().map(|c| c.question).collect();
                    out.outcome = Outcome::Said(reply.message, choices);
                }
                Artifact::Problem(problem) => {
                    out.outcome = Outcome::Said(problem.message, problem.hint.into_iter().collect());
                }
                _ => {}
            }
        }
        if let Some(answer) = answer {
            out.outcome = Outcome::Answered(Box::new(answer));
        }
        begun.then_some(out)
    }

    pub fn question(&self) -> &str {
        &self.question
    }

    fn sentence(&self) -> String {
        match &self.outcome {
            Outcome::Answered(answer) => answer.sentence.clone(),
            Outcome::Said(said, _) => said.clone(),
            Outcome::Nothing => "No answer came.".to_owned(),
        }
    }

    pub fn rows(&self) -> u64 {
        match &self.outcome {
            Outcome::Answered(answer) => answer.result.rows.len() as u64,
            _ => 0,
        }
    }

    /// How it was understood, where that is not as it was typed.
    fn understood(&self) -> Vec<String> {
        let Some(plan) = &self.plan else { return Vec::new() };
        let mut out = Vec::new();
        if plan.question.trim() != self.question.trim() {
            out.push(format!("Understood as: {}", plan.question));
        }
        if let Some(follows) = plan.follows.as_ref().filter(|f| !f.takes.is_empty()) {
            out.push(format!("Kept from before: {}.", follows.takes.join("; ")));
        }
        out
    }
}

/// What is said below the sentence of an answer.
fn notes(answer: &Answer) -> Vec<String> {
    let mut out = answer.notes.clone();
    let skipped = |says: &String| out.iter().any(|note| note.contains(says.as_str()));
    let assumed: Vec<String> = answer
        .assumed
        .iter()
        .filter(|a| a.note.is_none() && !skipped(&a.says))
        .map(|a| format!("Assumed: {}.", a.says))
        .collect();
    out.extend(assumed);
    out.extend(
        answer
            .found
            .iter()
            .map(|f| format!("{} ({})", f.says, f.rests.trim_end_matches('.'))),
    );
    let sure = match answer.trust {
        Trust::High => "high",
        Trust::Medium => "medium",
        Trust::Low => "low",
    };
    out.push(format!(
        "Read as: {}. How sure: {sure}.",
        answer.reading.trim_end_matches('.')
    ));
    out
}

/// How many rows stand there, and whether there were more.
fn counted(answer: &Answer) -> String {
    let rows = answer.result.rows.len();
    let noun = if rows == 1 { "row" } else { "rows" };
    match answer.result.truncated {
        Some(_) => format!("The first {rows} {noun}; there were more."),
        None => format!("{rows} {noun}."),
    }
}

/// The two forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Html,
    Markdown,
}

impl Form {
    /// By the ending of a file's name.
    pub fn of(path: &str) -> Self {
        let ending = path.rsplit('.').next().unwrap_or_default().to_lowercase();
        match ending.as_str() {
            "md" | "markdown" => Self::Markdown,
            _ => Self::Html,
        }
    }

    pub fn head(self, title: &str, database: &str, into: &mut String) {
        match self {
            Self::Html => {
                report::page_head(title, into);
                // Writing to a string cannot fail.
                let _ = writeln!(
                    into,
                    "<p class=\"notes\">A conversation with {}.</p>",
                    report::html(database)
                );
            }
            Self::Markdown => {
                let _ = write!(
                    into,
                    "# {}\n\nA conversation with {}.\n",
                    markdown::cell_text(title),
                    markdown::cell_text(database)
                );
            }
        }
    }

    pub fn turn(self, at: usize, turn: &Turn, into: &mut String) {
        match self {
            Self::Html => html(at, turn, into),
            Self::Markdown => plain(at, turn, into),
        }
    }

    /// `lost`: turns whose records could not be read.
    pub fn foot(self, lost: usize, into: &mut String) {
        let says = match lost {
            0 => None,
            1 => Some("One turn of this conversation could not be read and is left out."),
            _ => Some("Some turns of this conversation could not be read and are left out."),
        };
        match self {
            Self::Html => {
                if let Some(says) = says {
                    let _ = writeln!(into, "<p class=\"notes\">{says}</p>");
                }
                report::page_foot(into);
            }
            Self::Markdown => {
                if let Some(says) = says {
                    let _ = write!(into, "\n{says}\n");
                }
            }
        }
    }
}

fn html(at: usize, turn: &Turn, into: &mut String) {
    let text = report::html;
    let _ = writeln!(into, "<section>\n<h2>{at}. {}</h2>", text(&turn.question));
    let _ = writeln!(into, "<p class=\"notes\">{}</p>", said_at(turn.started));
    for line in turn.understood() {
        let _ = writeln!(into, "<p class=\"notes\">{}</p>", text(&line));
    }
    let items = |list: Vec<String>| list.into_iter().map(|i| text(&i)).collect::<Vec<_>>().into_iter();
    match &turn.outcome {
        Outcome::Answered(answer) => {
            if let Some(figure) = &answer.headline {
                let _ = writeln!(into, "<p class=\"figure\">{}</p>", text(figure));
            }
            let _ = writeln!(into, "<p class=\"says\">{}</p>", text(&answer.sentence));
            report::list(into, "ul class=\"notes\"", "ul", items(notes(answer)));
            let parts: Vec<String> = turn.parts.iter().map(|(q, says)| format!("{q} {says}")).collect();
            report::list(into, "ol", "ol", items(parts));
            report::table_head(&answer.result.columns, into);
            answer.result.rows.iter().for_each(|row| report::cells(row, into));
            report::table_foot(into);
            let _ = writeln!(into, "<p class=\"notes\">{}</p>", counted(answer));
            if !answer.steps.is_empty() {
                into.push_str("<h3>How this was worked out</h3>\n");
                report::list(
                    into,
                    "ol",
                    "ol",
                    items(answer.steps.iter().map(|s| s.text.clone()).collect()),
                );
            }
            let _ = writeln!(into, "<pre><code>{}</code></pre>", text(answer.sql.trim()));
        }
        Outcome::Said(said, offered) => {
            let _ = writeln!(into, "<p class=\"says\">{}</p>", text(said));
            report::list(into, "ul", "ul", items(offered.clone()));
        }
        Outcome::Nothing => {
            let _ = writeln!(into, "<p class=\"says\">{}</p>", turn.sentence());
        }
    }
    into.push_str("</section>\n");
}

fn plain(at: usize, turn: &Turn, into: &mut String) {
    let text = markdown::cell_text;
    let _ = write!(
        into,
        "\n## {at}. {}\n\n{}\n",
        text(&turn.question),
        said_at(turn.started)
    );
    for line in turn.understood() {
        let _ = write!(into, "\n{}\n", text(&line));
    }
    let list = |items: &[String], into: &mut String| {
        if !items.is_empty() {
            into.push('\n');
        }
        for item in items {
            let _ = writeln!(into, "- {}", text(item));
        }
    };
    let _ = write!(into, "\n**{}**\n", text(&turn.sentence()));
    match &turn.outcome {
        Outcome::Answered(answer) => {
            list(&notes(answer), into);
            let parts: Vec<String> = turn.parts.iter().map(|(q, says)| format!("{q} {says}")).collect();
            list(&parts, into);
            into.push('\n');
            markdown::head(&answer.result.columns, into);
            for row in &answer.result.rows {
                markdown::cells(row, into);
            }
            let _ = write!(into, "\n{}\n", counted(answer));
            let steps: Vec<String> = answer.steps.iter().map(|s| s.text.clone()).collect();
            list(&steps, into);
            markdown::statement(&answer.sql, into);
        }
        Outcome::Said(_, offered) => list(offered, into),
        Outcome::Nothing => {}
    }
}
