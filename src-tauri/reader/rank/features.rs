//! What the ranking sees of one reading by itself.
//!
//! In: the question with its atoms, the cover, the query. Out: features by name. Deliberately absent: other readings
//! (`rivals`), and any word of a database.

use super::{agree, passed, sense};
use crate::asked::Style;
use crate::build::Built;
use crate::chart::Cover;
use crate::constructions::Edge;
use crate::frame::{Frame, Key};
use crate::known::Role;
use crate::lexicon::Opener;
use crate::link::{Meaning, Text};
use crate::query::{Cond, Expr, Query};
use crate::words::TokenKind;

/// What is seen of a reading. `passing`: what it would be to pass over each word.
pub fn features(
    (text, passing): (&Text<'_>, &[&'static str]),
    edges: &[Edge],
    cover: &Cover,
    frame: &Frame,
    built: &Built,
    q: &Query,
) -> Vec<(String, f64)> {
    let (whole, flat) = (q, q.flat());
    let q = &flat;
    let mut f: Vec<(String, f64)> = Vec::with_capacity(48);
    let known = text.known;
    let style = match text.asked.style {
        Style::People => "people",
        Style::Exact => "exact",
    };
    let mut add = |name: String, value: f64| {
        if value != 0.0 {
            f.push((name, value));
        }
    };
    add("cover".into(), cover.score);
    add("prior".into(), built.prior);
    add("skipped".into(), cover.skipped.len() as f64);
    let named = cover
        .skipped
        .iter()
        .filter(|t| text.at(**t).iter().any(|a| a.score >= 0.9))
        .count();
    add("skipped name".into(), named as f64);
    add("edges".into(), cover.edges.len() as f64);
    for e in cover.edges.iter().map(|e| &edges[*e]) {
        add(format!("by {}", e.by), 1.0);
        add(format!("score {}", e.by), e.score);
    }
    for c in &built.choices {
        add(format!("choice {c}"), 1.0);
        add(format!("choice {c} {style}"), 1.0);
    }
    let opener = frame.opener().map_or("none", name_of);
    add(
        format!("opener {opener} choice {}", built.choices.first().unwrap_or(&"")),
        1.0,
    );
    // The query's looks.
    let shape = shape(q);
    add(format!("shape {shape}"), 1.0);
    add(format!("opener {opener} shape {shape}"), 1.0);
    let cues = cues(text);
    for cue in &cues {
        add(format!("cue {cue} shape {shape}"), 1.0);
    }
    add("filters".into(), q.filter.len() as f64);
    add(format!("columns {}", q.select.len().min(5)), 1.0);
    let needed = q.needed();
    add("tables".into(), needed.len() as f64 - 1.0);
    let spoken: Vec<usize> = (0..text.tokens.len())
        .flat_map(|t| text.at(t))
        .filter(|a| a.score >= 0.7)
        .filter_map(|a| match a.meaning {
            Meaning::Table(t) => Some(t),
            _ => None,
        })
        .collect();
    add(
        "table unsaid".into(),
        needed.iter().filter(|t| !spoken.contains(t)).count() as f64,
    );
    let said_not_used = {
        let mut said = spoken.clone();
        said.sort_unstable();
        said.dedup();
        said.iter().filter(|t| !needed.contains(t)).count()
    };
    add("table said unused".into(), said_not_used as f64);
    let mut loose = 0.0;
    let mut atoms = 0.0;
    for e in cover.edges.iter().map(|e| &edges[*e]) {
        for a in text.at(e.start) {
            if a.end <= e.end && a.loose && e.speaks_of(&a.meaning) {
                loose += 1.0;
                atoms += 1.0 - a.score;
            }
        }
    }
    add("loose".into(), loose);
    add("loose score".into(), atoms);
    for e in &q.select {
        match e {
            Expr::Col(c) => {
                let column = known.column(*c);
                add(format!("shows {:?}", column.role), 1.0);
                if q.select.len() == 1 && column.role == Role::Key {
                    add("shows only a key".into(), 1.0);
                }
            }
            Expr::Agg { agg, of, .. } => {
                if let Expr::Col(c) = &**of {
                    add(format!("{agg:?} of {:?}", known.column(*c).role), 1.0);
                }
            }
            _ => {}
        }
    }
    for g in &q.group {
        if let Expr::Col(c) = g {
            let column = known.column(*c);
            add(format!("groups {:?}", column.role), 1.0);
            if column.unique && needed.len() == 1 {
                add("groups of one row".into(), 1.0);
            }
        }
    }
    for c in &q.filter {
        add(format!("filter {}", kind(c)), 1.0);
    }
    if q.group.is_empty() && frame.groups.iter().any(|k| !matches!(k, Key::Part(_))) {
        add("groups dropped".into(), 1.0);
    }
    passed::features(passing, &cover.skipped, &mut add);
    agree::features(text, q, &mut add);
    sense::features(text, &cues, q, &mut add);
    sense::places(text, whole, &mut add);
    // The most of what the conditions already say.
    let words = text.tokens.iter().filter(|t| t.kind == TokenKind::Word).count();
    add("skipped share".into(), cover.skipped.len() as f64 / words.max(1) as f64);
    let used: Vec<usize> = needed.clone();
    let home = used.first().copied().unwrap_or(0);
    add(
        "home is target".into(),
        f64::from(u8::from(spoken.first() == Some(&home))),
    );
    added_up(f)
}

/// Each name once.
fn added_up(mut f: Vec<(String, f64)>) -> Vec<(String, f64)> {
    f.sort_by(|a, b| a.0.cmp(&b.0));
    f.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 += later.1;
        }
        same
    });
    f
}

/// Words of the question that say what its query looks like.
fn cues(text: &Text<'_>) -> Vec<&'static str> {
    const CUES: [&str; 27] = [
        "each",
        "per",
        "by",
        "most",
        "least",
        "average",
        "avg",
        "total",
        "sum",
        "more",
        "number",
        "many",
        "different",
        "distinct",
        "all",
        "both",
        "or",
        "and",
        "not",
        "without",
        "top",
        "highest",
        "lowest",
        "sorted",
        "only",
        "much",
        "maximum",
    ];
    CUES.into_iter()
        .filter(|c| text.tokens.iter().any(|t| t.lower == *c))
        .collect()
}

fn kind(c: &Cond) -> &'static str {
    match c {
        Cond::Compare(_, _, Expr::Query(_)) => "average",
        Cond::Compare(..) => "compare",
        Cond::Is { not: false, .. } => "is",
        Cond::Is { .. } => "is not",
        Cond::Holds { .. } => "holds",
        Cond::Between(..) => "between",
        Cond::When { .. } => "when",
        Cond::PartIs(..) => "part",
        Cond::Null(..) => "null",
        Cond::Among(_, _, true) => "none of",
        Cond::Among(..) => "among",
        Cond::Yes(..) => "yes",
        Cond::Any(_) => "any",
        Cond::All(_) => "all",
    }
}

fn name_of(o: Opener) -> &'static str {
    match o {
        Opener::Which => "which",
        Opener::What => "what",
        Opener::Who => "who",
        Opener::When => "when",
        Opener::Where => "where",
        Opener::HowMany => "how many",
        Opener::HowMuch => "how much",
        Opener::HowOften => "how often",
        Opener::HowLong => "how long",
        Opener::List => "list",
        Opener::Whether => "whether",
    }
}

/// "ft": figures, the top of them.
pub fn shape(q: &Query) -> String {
    let mark = |is: bool, letter: &'static str| if is { letter } else { "" };
    format!(
        "{}{}{}{}{}",
        if q.select.iter().any(Expr::is_figure) { "f" } else { "l" },
        mark(!q.group.is_empty(), "g"),
        mark(q.limit.is_some(), "t"),
        mark(!q.having.is_empty(), "h"),
        mark(q.distinct, "d"),
    )
}
