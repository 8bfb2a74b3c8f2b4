//! Questions to start with, made from the database itself.
//!
//! In: the catalog and the profiles. Out: a few questions, each of which was asked of the built-in engine and answered
//! with high trust and by one reading. They are asked for behind preparing, by a screen that does not wait for them, and
//! kept: a start that asks eighteen questions anew is busy just when the person begins to type.

use askwell_contract::ports::Workspace;
use askwell_contract::{Column, Limits, Result, Table};
use serde::{Deserialize, Serialize};

use crate::ask::worth_asking;
use crate::cx::Cx;
use crate::pipeline;
use crate::prompt::hash;
use crate::words::split_name;

const ROOM: &str = "examples";

/// As many as fit under the question box.
const OFFERED: usize = 6;
/// With as many, a slow machine does not look for the rest at every start.
const ENOUGH: usize = 3;
/// Tables looked at, the largest first; the first ones of a big schema say enough.
const TABLES: usize = 8;
/// Questions that are asked at most, and milliseconds that all of them may take: an offer is worth no more.
const TRIED: usize = 18;
const TIME: f64 = 10_000.0;
/// Milliseconds that one may take.
const EACH: u64 = 2_000;

/// What they were made from, and what came of it.
#[derive(Serialize, Deserialize)]
struct Kept {
    of: String,
    questions: Vec<String>,
}

/// Those that were found before, as long as nothing has changed that they depend on.
pub async fn examples(cx: &Cx<'_>, workspace: &dyn Workspace, id: &str) -> Result<Vec<String>> {
    let of = scope(cx);
    let kept = workspace.load(ROOM, id).ok().flatten();
    let kept = kept.and_then(|bytes| serde_json::from_slice::<Kept>(&bytes).ok());
    if let Some(kept) = kept.filter(|kept| kept.of == of) {
        return Ok(kept.questions);
    }
    let (questions, in_time) = find(cx).await?;
    // Of a part of the tables, or of a machine that was busy, the next start may find more.
    let enough = in_time || questions.len() >= ENOUGH;
    if enough && cx.knowledge.pending.is_empty() && !cx.knowledge.stopped {
        let bytes = serde_json::to_vec(&Kept {
            of,
            questions: questions.clone(),
        });
        // What cannot be kept is found anew next time.
        let _ = bytes.map(|bytes| workspace.save(ROOM, id, &bytes));
    }
    Ok(questions)
}

/// Everything that changes which questions are answered for sure.
fn scope(cx: &Cx<'_>) -> String {
    let knowledge = cx.knowledge;
    let of = (
        env!("CARGO_PKG_VERSION"),
        &knowledge.fingerprint,
        &knowledge.told,
        cx.calendar,
        cx.verified,
        cx.embedder.is_some(),
    );
    hash(&serde_json::to_string(&of).unwrap_or_default())
}

/// And whether the time was enough to look at all of them.
async fn find(cx: &Cx<'_>) -> Result<(Vec<String>, bool)> {
    let cx = &Cx {
        embedder: cx.embedder.clone(),
        limits: Limits {
            milliseconds: EACH,
            ..cx.limits
        },
        ..*cx
    };
    let began = cx.clock.ticks();
    let mut tried: Vec<String> = Vec::new();
    let mut out: Vec<String> = Vec::new();
    // Round by round over the tables, so that the first questions are not all about one.
    let per_table: Vec<Vec<String>> = tables(cx).into_iter().map(|t| questions(cx, t)).collect();
    let rounds = per_table.iter().map(Vec::len).max().unwrap_or_default();
    for round in 0..rounds {
        for (t, questions) in per_table.iter().enumerate() {
            let Some(question) = questions.get((round + t) % questions.len().max(1)) else {
                continue;
            };
            if out.len() >= OFFERED || tried.len() >= TRIED || tried.contains(question) {
                continue;
            }
            if cx.clock.ticks() - began > TIME {
                return Ok((out, false));
            }
            tried.push(question.clone());
            if pipeline::sure(cx, question).await? {
                out.push(question.clone());
            }
        }
    }
    Ok((out, true))
}

/// Largest first; tables that only tie others together come last.
fn tables<'a>(cx: &'a Cx<'_>) -> Vec<&'a Table> {
    let mut tables: Vec<&Table> = cx
        .knowledge
        .catalog
        .tables
        .iter()
        .filter(|t| !t.columns.is_empty())
        .collect();
    let rows = |t: &Table| cx.knowledge.table(&t.name).map_or(0, |p| p.rows);
    let own = |t: &Table| t.columns.iter().filter(|c| !is_key(t, c)).count();
    tables.retain(|t| rows(t) > 0);
    tables.sort_by(|a, b| {
        (own(b) > 1)
            .cmp(&(own(a) > 1))
            .then(rows(b).cmp(&rows(a)))
            .then(a.name.cmp(&b.name))
    });
    tables.truncate(TABLES);
    tables
}

fn questions(cx: &Cx<'_>, table: &Table) -> Vec<String> {
    let Some(known) = cx.knowledge.reader() else {
        return vec![format!(
            "How many {} are there?",
            cx.knowledge.speech().rows(&table.name, &split_name(&table.name))
        )];
    };
    let place = known.tables.iter().position(|t| t.name == table.name);
    place.map_or(Vec::new(), |t| worth_asking::questions(known, t))
}

fn is_key(table: &Table, column: &Column) -> bool {
    let name = column.name.to_lowercase();
    table.primary_key.contains(&column.name)
        || table.foreign_keys.iter().any(|k| k.columns.contains(&column.name))
        || name == "id"
        || name.ends_with("_id")
}
