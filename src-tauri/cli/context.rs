//! `context`: what a model would be given of a database for a question. In: a URL, a question with its hints, a prompt's name, a level of
//! privacy. Out: the prompt as it would be sent, in its parts. Deliberately absent: a model; nothing is sent.

use std::io::Write;

use anyhow::Result;
use askwell_contract::model::Privacy;
use askwell_contract::{Problem, ProblemCode};
use askwell_engine::Desk;

pub async fn run(
    desk: &Desk,
    url: &str,
    asked: (&str, &str),
    (prompt, level): (&str, Privacy),
    out: &mut dyn Write,
) -> Result<()> {
    let opened = desk.open(url).await?;
    let all = desk.preview_prompts(&opened.connection.id, asked, level).await?;
    let names = || all.iter().map(|p| p.purpose.as_str()).collect::<Vec<_>>().join(", ");
    let Some(shown) = all.iter().find(|p| p.purpose == prompt) else {
        let problem = Problem::new(ProblemCode::BadInput, format!("There is no prompt \"{prompt}\"."));
        return Err(problem.hint(format!("They are {}.", names())).into());
    };
    if shown.system.is_empty() && shown.user.is_empty() {
        writeln!(out, "{}", shown.withheld.as_deref().unwrap_or("Nothing of it is sent."))?;
        return Ok(());
    }
    writeln!(out, "=== system\n{}\n\n=== user\n{}\n", shown.system, shown.user)?;
    writeln!(out, "About {} tokens", shown.tokens)?;
    Ok(())
}
