//! Which way a turn is meant: one linear model over what was noticed.
//!
//! In: a way. Out: its signals, and their score. `scripts/train/turns.py` learned the weights from conversations and from
//! questions that stand alone whatever was asked before them; those of a bare word or two are set by hand. Deliberately absent: any word of a database.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use askwell_contract::run::{Candidate, Change, Span};
use askwell_sql::amend::{merge, Cond, Figure, Parts};

use super::rewrite::Before;
use super::said::{self, Said};
use super::Heard;
use crate::prepare::Knowledge;
use crate::words::{singular, split_name};

/// Lines `signal<TAB>weight`, in logarithms of odds; the first says how they were made.
const LEARNED: &str = include_str!("turns.txt");

/// The same for turns of a bare word: "gross", "by customer", "top 5 please".
const BARE: &str = include_str!("bare.txt");

pub fn score(said: &Said, signals: &BTreeMap<String, f64>) -> f64 {
    static TURNS: OnceLock<BTreeMap<&'static str, f64>> = OnceLock::new();
    static WORDS: OnceLock<BTreeMap<&'static str, f64>> = OnceLock::new();
    let (of, text) = if said.is_bare() {
        (&WORDS, BARE)
    } else {
        (&TURNS, LEARNED)
    };
    let weights = of.get_or_init(|| crate::ask::fitted(text).collect());
    signals
        .iter()
        .map(|(name, value)| weights.get(name.as_str()).copied().unwrap_or(0.0) * value)
        .sum()
}

/// A turn with more things than this is taken for one with so many.
const MOST_THINGS: usize = 3;

/// How many names, values and times a turn speaks of, each place in it once.
fn things(heard: &Heard) -> usize {
    let named = heard.linked.precise.iter().filter(|f| f.score >= 0.7).map(|f| f.span);
    let stored = heard
        .grounding
        .values
        .iter()
        .filter(|v| v.similarity >= 0.8)
        .map(|v| v.span);
    let times = heard.grounding.times.iter().map(|t| t.span);
    let mut spans: Vec<Span> = named.chain(stored).chain(times).filter(|s| s.start < s.end).collect();
    spans.sort_by_key(|s| (s.start, std::cmp::Reverse(s.end)));
    let mut end = 0;
    let fresh = spans.iter().filter(|s| {
        let fresh = s.start >= end;
        end = end.max(s.end);
        fresh
    });
    fresh.count()
}

pub fn signals(
    said: &Said,
    before: &Before<'_>,
    change: Change,
    sql: &str,
    of: Option<(&Heard, usize, &Candidate, Option<&Parts>)>,
    knowledge: &Knowledge,
) -> BTreeMap<String, f64> {
    let mut out = BTreeMap::new();
    let name = format!("{change:?}").to_lowercase();
    let mut on = |signal: String| {
        out.insert(signal, 1.0);
    };
    on(name.clone());
    // By these the training knows the turns that are not ranked by what it learns.
    if said.is_bare() {
        on("bare".to_owned());
    }
    for cue in &said.cues {
        on(format!("{name} & {cue}"));
    }
    if let Some(earlier) = before.shape() {
        for (shape, holds) in [
            ("filtered", !earlier.filter.is_empty()),
            ("cut", earlier.limit.is_some()),
            ("grouped", !earlier.group.is_empty()),
            ("condensed", earlier.condenses()),
            ("lists", earlier.lists()),
        ] {
            if holds {
                on(format!("{name} & before {shape}"));
            }
        }
        let keeps = |sql: &str| earlier.group.iter().all(|by| sql.contains(&by.sql));
        if change == Change::Grouped && !earlier.group.is_empty() && keeps(sql) {
            let further = if said.has("by too") {
                "grouped further"
            } else {
                "grouped beside"
            };
            on(further.to_owned());
        }
        // What was shown beside a name is what the turn ranks by.
        let amounts = |f: &Figure| matches!(f.name.as_str(), "sum" | "total" | "avg");
        let of_amounts = || earlier.select.iter().any(|i| i.figure.as_ref().is_some_and(amounts));
        if (said.has("top alone") || said.has("top amount") && of_amounts()) && ranks(said, earlier) {
            on(format!("{name} & top of groups"));
        }
        if let Some((_, _, _, Some(turn))) = of {
            let held = |c: &&Cond| turn.filter.iter().any(|t| t.column == c.column);
            let drops = earlier.filter.iter().filter(|c| c.column.is_some()).any(|c| !held(&c));
            if drops && !said.has("frees") {
                on(format!("{name} & drops"));
                if said.has("which alone") && change == Change::Alone {
                    on("which of what".to_owned());
                }
            }
            if !earlier.group.is_empty() && turn.group.is_empty() {
                on(format!("{name} & ungroups"));
            }
        }
    } else {
        on(format!("{name} & before whole"));
    }
    if let Some((heard, rank, reading, turn)) = of {
        on(format!("{name} by {}", heard.by));
        let named = heard
            .linked
            .precise
            .iter()
            .any(|f| f.column.is_none() && f.score >= 0.7);
        let column = heard
            .linked
            .precise
            .iter()
            .any(|f| f.column.is_some() && f.score >= 0.7);
        let value = heard.grounding.values.iter().any(|v| v.similarity >= 0.95);
        for (cue, holds) in [("table", named), ("column", column), ("value", value)] {
            if holds {
                on(format!("{name} & names {cue}"));
            }
        }
        // "Revenue by month" asks for all that it needs.
        let whole = reading.unplaced.is_empty() && !said.goes_on() && said.content > 1;
        if change == Change::Alone && heard.by == "turn" && whole {
            let form = if said.has("fragment") { "phrase" } else { "sentence" };
            on(format!("alone & whole {form} of {}", things(heard).min(MOST_THINGS)));
        }
        // Its rows, where it is the group at the top.
        let at_the_top = before.shape().is_some_and(|p| p.limit.is_some() && !p.group.is_empty());
        if named && at_the_top && said.has("lists of it") {
            on(format!("{name} & of the top"));
        }
        if named && said.has("names what") {
            on(format!("{name} & stands"));
        }
        if let (Some(turn), Some(earlier)) = (turn, before.shape()) {
            let same = turn.tables.iter().all(|t| earlier.tables.contains(t));
            let apart = turn.tables.iter().all(|t| !earlier.tables.contains(t));
            let shows = turn
                .select
                .iter()
                .all(|i| earlier.select.iter().any(|e| e.sql == i.sql));
            for (cue, holds) in [
                ("same tables", same),
                ("other tables", apart),
                ("same columns", shows),
                ("turn filters", !turn.filter.is_empty()),
                ("turn condenses", turn.condenses()),
                ("turn orders", !turn.order.is_empty()),
                ("turn groups", !turn.group.is_empty()),
                ("swaps", merge::swapped(earlier, turn) > 0),
            ] {
                if holds {
                    on(format!("{name} & {cue}"));
                }
            }
            // Time and place are grouped by where they stand in what was asked, before another table comes in.
            if change == Change::Grouped && same && said.has("fragment") {
                on("grouped in place".to_owned());
            }
            let again = turn
                .filter
                .iter()
                .filter(|c| earlier.filter.iter().any(|e| e.sql == c.sql))
                .count();
            if again > 0 {
                on(format!("{name} & repeats"));
            }
        }
        out.insert("rank".into(), rank as f64);
        out.insert("belief".into(), reading.belief.clamp(0.0, 1.0));
        out.insert("left out".into(), reading.unplaced.len().min(4) as f64);
        if heard.by != "turn" {
            out.insert("left out of more".into(), reading.unplaced.len().min(4) as f64);
        }
    }
    if of.is_none() && change == Change::Within {
        out.insert("within of rows".into(), 1.0);
    }
    if of.is_none() && change == Change::Narrowed {
        out.insert("narrowed by echo".into(), 1.0);
    }
    // "What about cash?" is no sentence that another word could stand in.
    if change == Change::Said && said::said(&before.earlier.question).has("lead-about") {
        out.insert("said of half".into(), 1.0);
    }
    if of.is_none() && change == Change::Ordered {
        out.insert("ordered in place".into(), 1.0);
    }
    if change == Change::Alone && (said.has("points") || said.has("ones") || said.has("lead-of")) {
        // Who points at some rows speaks of no others.
        let held = |c: &Cond| {
            of.and_then(|of| of.3)
                .is_some_and(|turn| turn.filter.iter().any(|t| t.column == c.column))
        };
        let narrow = |p: &Parts| p.picks() || p.filter.iter().any(|c| !held(c));
        let own = of.and_then(|of| of.3).is_some_and(|turn| !turn.filter.is_empty());
        if !own && (before.sets.is_some() || before.shape().is_some_and(narrow)) {
            out.insert("forgets".into(), 1.0);
        }
    }
    if said.has("which alone") {
        match of.map(|of| of.0.by) {
            Some("about") => drop(out.insert("which of them".into(), 1.0)),
            Some("turn") => drop(out.insert("which of what".into(), 1.0)),
            _ => {}
        }
    }
    // A word of the turn alone does not say what the rest of a sentence asks.
    if of.is_none() && said.has("asks") && (said.content >= 2 || said.content == 1 && said.has("of those")) {
        out.insert(format!("{name} & wordy"), 1.0);
    }
    let tables = knowledge.catalog.tables.iter();
    let touched = tables.filter(|t| sql.contains(t.name.as_str())).count();
    out.insert("tables".into(), touched.min(5) as f64);
    out.insert("length".into(), (sql.len() as f64 / 100.0).min(5.0));
    out
}

/// Whether the rows are groups with a figure, all of them shown or the first in the turn's own direction, and called what
/// the turn calls them.
fn ranks(said: &Said, earlier: &Parts) -> bool {
    let [by] = earlier.group.as_slice() else {
        return earlier.condenses() && !earlier.group.is_empty() && said.noun.is_none();
    };
    let down = earlier.order.first().map(|(_, down)| *down);
    let reached = earlier.limit.is_none_or(|n| n > 1 && said.down == down);
    let named = said.noun.as_ref().is_none_or(|noun| {
        let one = singular(noun);
        let of_time = [("month", "%Y-%m"), ("year", "%Y"), ("day", "%d")];
        let stands = of_time.iter().any(|(word, form)| one == *word && by.sql.contains(form));
        let words = by.column.iter().flat_map(|(_, column)| split_name(column));
        stands || words.into_iter().any(|w| singular(&w) == one)
    });
    earlier.condenses() && reached && named
}
