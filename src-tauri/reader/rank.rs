//! Which reading is meant: one learned, linear ranker over whole readings.
//!
//! In: readings with their features. Out: their order, and belief as a softmax of scores. Learned list-wise on training
//! databases, judged on others (see `docs`). Deliberately absent: any word of a database.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::asked::Style;
use crate::build::Built;
use crate::chart::Cover;
use crate::constructions::Edge;
use crate::frame::{Frame, Key};
use crate::known::Role;
use crate::lexicon::Opener;
use crate::link::{Meaning, Text};
use crate::query::{Cond, Expr, Query};
use crate::read::Reading;
use crate::words::TokenKind;

mod agree;

/// Lines `feature<TAB>weight`, sorted.
const LEARNED: &str = include_str!("weights.txt");

#[derive(Debug, Default, Clone)]
pub struct Weights {
    of: BTreeMap<String, f64>,
}

impl Weights {
    pub fn learned() -> &'static Self {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(|| Self::parse(LEARNED))
    }

    /// Lines that are no weights are passed over.
    pub fn parse(text: &str) -> Self {
        let lines = text.lines().filter_map(|l| l.split_once('\t'));
        let of = lines
            .filter_map(|(name, w)| Some((name.to_owned(), w.trim().parse().ok()?)))
            .collect();
        Self { of }
    }

    fn score(&self, features: &[(String, f64)]) -> f64 {
        features
            .iter()
            .filter_map(|(name, value)| Some(self.of.get(name)? * value))
            .sum()
    }
}

/// Sorts readings, most believed first.
pub fn rank(readings: &mut [Reading], weights: &Weights) {
    for r in readings.iter_mut() {
        r.score = if weights.of.is_empty() {
            r.score
        } else {
            weights.score(&r.features)
        };
    }
    readings.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.sql.cmp(&b.sql)));
    let best = readings.first().map_or(0.0, |r| r.score);
    let total: f64 = readings.iter().map(|r| (r.score - best).exp()).sum();
    for r in readings.iter_mut() {
        r.belief = (r.score - best).exp() / total;
    }
}

/// What is seen of a reading.
pub fn features(
    text: &Text<'_>,
    edges: &[Edge],
    cover: &Cover,
    frame: &Frame,
    built: &Built,
    q: &Query,
) -> Vec<(String, f64)> {
    let flat = q.flat();
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
    let figures = q.select.iter().filter(|e| e.is_figure()).count();
    let shape = format!(
        "{}{}{}{}{}",
        if figures > 0 { "f" } else { "l" },
        if q.group.is_empty() { "" } else { "g" },
        if q.limit.is_some() { "t" } else { "" },
        if q.having.is_empty() { "" } else { "h" },
        if q.distinct { "d" } else { "" }
    );
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
    agree::features(text, q, &mut add);
    // The most of what the conditions already say.
    let words = text.tokens.iter().filter(|t| t.kind == TokenKind::Word).count();
    add("skipped share".into(), cover.skipped.len() as f64 / words.max(1) as f64);
    let used: Vec<usize> = needed.clone();
    let home = used.first().copied().unwrap_or(0);
    add(
        "home is target".into(),
        f64::from(u8::from(spoken.first() == Some(&home))),
    );
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
