//! `context`: what a model would be given of a database for a question. In: a URL and a question. Out: modules, columns
//! and examples. Deliberately absent: a model; nothing is sent.

use std::io::Write;

use anyhow::Result;
use askwell_engine::Desk;

pub async fn run(desk: &Desk, url: &str, question: &str, out: &mut dyn Write) -> Result<()> {
    let opened = desk.open(url).await?;
    let context = desk.model_context(&opened.connection.id, question).await?;
    if !context.modules.is_empty() {
        writeln!(out, "Modules: {}\n", context.modules.join(", "))?;
    }
    writeln!(out, "{}", context.schema)?;
    for similar in &context.examples {
        let whose = if similar.verified { ", verified" } else { "" };
        writeln!(out, "{:.2}{whose}  {}", similar.similarity, similar.example.question)?;
        writeln!(out, "      {}", similar.example.sql)?;
    }
    writeln!(out, "\nAbout {} tokens", context.tokens())?;
    Ok(())
}
