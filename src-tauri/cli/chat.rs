//! `chat`: a conversation on the terminal, the same cards as text. In: a database and lines. Out: answers; a line goes on
//! from the one before it. Deliberately absent: editing of lines, which terminals do themselves.

use std::io::{BufRead, IsTerminal, Write};

use anyhow::Result;
use askwell_contract::explore::Term;
use askwell_contract::run::{Choice, Plan};
use askwell_engine::desk::{Asking, Desk};
use askwell_engine::pipeline::AskOutcome;

use crate::{ask, unlock};

const HELP: &str = "Type a question. A number asks what stands behind it in a list.
:examples lists questions to start with.
:new begins another topic, :sql shows the SQL of answers or hides it, :quit ends.
:report FILE writes this conversation as a page, .html or .md.
:keep keeps the definition that was just shown, :glossary lists what is kept, :forget WORD takes a word out.";

/// What the next line goes on from.
#[derive(Default)]
struct Talk {
    after: Option<String>,
    choices: Vec<Choice>,
    sql: bool,
    /// A definition that was shown and not kept yet.
    defined: Option<Term>,
}

pub async fn run(desk: &Desk, url: &str, after: Option<String>) -> Result<()> {
    let opened = desk.open(url).await?;
    unlock::keys(desk, &opened.connection, unlock::passphrase).await?;
    let id = opened.connection.id;
    let mut talk = Talk {
        after,
        ..Talk::default()
    };
    let terminal = std::io::stdin().is_terminal();
    if terminal {
        writeln!(std::io::stdout(), "{HELP}")?;
    }
    loop {
        if terminal {
            write!(std::io::stdout(), "\n> ")?;
            std::io::stdout().flush()?;
        }
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line)? == 0 {
            return Ok(());
        }
        let line = line.trim();
        match line {
            "" => {}
            ":quit" => return Ok(()),
            ":new" => {
                talk = Talk {
                    sql: talk.sql,
                    ..Talk::default()
                }
            }
            ":sql" => talk.sql = !talk.sql,
            ":keep" => keep(desk, &id, &mut talk).await?,
            ":examples" => examples(desk, &id).await?,
            ":glossary" => glossary(desk, &id).await?,
            _ if line.starts_with(":report ") => report(desk, line, &talk)?,
            _ if line.starts_with(":forget ") => forget(desk, &id, line).await?,
            _ if line.starts_with(':') => writeln!(std::io::stdout(), "{HELP}")?,
            _ => turn(desk, &id, line, &mut talk).await?,
        }
    }
}

/// What was shown goes into the glossary, in the place of a word of the same name.
async fn keep(desk: &Desk, id: &str, talk: &mut Talk) -> Result<()> {
    let mut out = std::io::stdout();
    let Some(term) = talk.defined.take() else {
        writeln!(
            out,
            "No definition was shown. Say for example: By big I mean orders over 500"
        )?;
        return Ok(());
    };
    let name = term.name.clone();
    let mut terms = desk.glossary(id).await?;
    terms.retain(|t| !t.name.eq_ignore_ascii_case(&name));
    terms.push(term);
    let refused = desk.save_glossary(id, terms).await?;
    match refused.iter().find(|r| r.name == name) {
        Some(refused) => writeln!(out, "It was not kept: {}", refused.why)?,
        None => writeln!(out, "Kept, and used from now on. “:forget {name}” takes it back.")?,
    }
    Ok(())
}

/// The conversation so far; what is wrong with the file is said, and the conversation goes on.
fn report(desk: &Desk, line: &str, talk: &Talk) -> Result<()> {
    let mut out = std::io::stdout();
    let path = line.strip_prefix(":report ").unwrap_or_default().trim();
    let Some(run) = &talk.after else {
        writeln!(out, "Nothing has been answered yet.")?;
        return Ok(());
    };
    match desk.export_thread(run, path) {
        Ok(done) => writeln!(out, "Written to {}.", done.path)?,
        Err(problem) => writeln!(out, "{}", problem.message)?,
    }
    Ok(())
}

/// Questions to start with, as the window offers them.
async fn examples(desk: &Desk, id: &str) -> Result<()> {
    let questions = desk.examples(id).await?;
    let mut out = std::io::stdout();
    if questions.is_empty() {
        writeln!(out, "No question was found whose answer is sure. Type one of your own.")?;
    }
    for question in questions {
        writeln!(out, "{question}")?;
    }
    Ok(())
}

async fn glossary(desk: &Desk, id: &str) -> Result<()> {
    let mut out = std::io::stdout();
    let terms = desk.glossary(id).await?;
    if terms.is_empty() {
        writeln!(out, "The glossary is empty.")?;
    }
    for term in terms {
        writeln!(out, "{}: {}", term.name, term.definition)?;
    }
    Ok(())
}

async fn forget(desk: &Desk, id: &str, line: &str) -> Result<()> {
    let name = line.trim_start_matches(":forget ").trim();
    let mut terms = desk.glossary(id).await?;
    let before = terms.len();
    terms.retain(|t| !t.name.eq_ignore_ascii_case(name));
    let gone = terms.len() < before;
    if gone {
        desk.save_glossary(id, terms).await?;
    }
    let said = if gone {
        "It is no longer in the glossary."
    } else {
        "The glossary has no such word."
    };
    writeln!(std::io::stdout(), "{said}")?;
    Ok(())
}

async fn turn(desk: &Desk, id: &str, line: &str, talk: &mut Talk) -> Result<()> {
    let chosen = line
        .parse::<usize>()
        .ok()
        .and_then(|n| talk.choices.get(n.checked_sub(1)?));
    let question = chosen.map_or(line, |choice| choice.question.as_str()).to_owned();
    let asking = Asking {
        after: talk.after.clone(),
        ..Asking::default()
    };
    let asked = desk.ask_in_turn(id, &question, asking, None, |_| {}).await?;
    let mut out = std::io::stdout();
    if let Some(plan) = &asked.plan {
        understood(&mut out, plan)?;
    }
    talk.choices.clear();
    match &asked.outcome {
        AskOutcome::Answered(answer) => {
            ask::told(&mut out, answer, talk.sql)?;
            talk.choices = desk.follow_ups(id, &asked.header.run).await?;
            if !talk.choices.is_empty() {
                writeln!(out, "\nGo on with:")?;
            }
            for (n, choice) in talk.choices.iter().enumerate() {
                writeln!(out, "  {}. {}", n + 1, choice.label)?;
            }
        }
        AskOutcome::Declined(declined) => ask::refused(&mut out, declined, &asked)?,
        AskOutcome::Replied(reply) => {
            ask::asked_back(&mut out, reply)?;
            talk.choices = reply.choices.clone();
            if let Some(defined) = &reply.defines {
                talk.defined = Some(defined.term.clone());
                writeln!(out, "Type :keep to keep it.")?;
            }
            // What is asked then stands where this question stood.
            return Ok(());
        }
        // The conversation goes on after a question that failed.
        AskOutcome::Failed(problem) => {
            writeln!(out, "{}", problem.message)?;
            if let Some(hint) = &problem.hint {
                writeln!(out, "{hint}")?;
            }
            return Ok(());
        }
    }
    talk.after = Some(asked.header.run);
    Ok(())
}

/// What a turn was taken for; nothing for a question that stands alone.
pub fn understood(out: &mut dyn Write, plan: &Plan) -> std::io::Result<()> {
    let Some(follows) = &plan.follows else { return Ok(()) };
    writeln!(out, "Understood as: {}", plan.question)?;
    if !follows.takes.is_empty() {
        writeln!(out, "Kept from before: {}.", follows.takes.join("; "))?;
    }
    writeln!(out)
}
