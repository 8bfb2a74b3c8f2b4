//! What was spent against what was set aside: "over budget", "overspent", "what is left in the budget".

use super::{Construction, Edge};
use crate::frame::{Act, Measure};
use crate::known::{Col, Column};
use crate::link::Text;
use crate::query::{Agg, Cond, Expr, Op};
use crate::words::Token;

pub const BUDGET: Construction = Construction {
    name: "budget",
    find,
    reads: &[
        "projects over budget",
        "which projects overspent",
        "how much is left in the budget",
    ],
    leaves: &[
        "projects over 20",
        "customers who left",
        "projects with a budget over 5",
    ],
};

const SPENT: &[&str] = &["spent", "actual", "spend", "outturn", "cost", "expens"];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let pairs = pairs(text);
    let ranked = || {
        pairs
            .iter()
            .take(4)
            .enumerate()
            .map(|(rank, p)| (*p, 1.2 - 0.2 * rank as f64))
    };
    if let Some((over, end)) = beyond(text, at) {
        // By how much is another question: "underspent most".
        let most = |w: &str| matches!(w, "most" | "least");
        let led = at > 0 && most(text.word(at - 1));
        if led || most(text.word(end)) || most(text.word(end + 1)) {
            return;
        }
        for ((budget, spent), score) in ranked() {
            let op = if over { Op::Gt } else { Op::Lt };
            let cond = Cond::Compare(Expr::Col(spent), op, Expr::Col(budget));
            out.push(Edge::new(
                "budget",
                at,
                of_year(text, end),
                vec![Act::Where(cond)],
                score,
            ));
        }
    }
    if let Some(end) = rest(text, at) {
        for ((budget, spent), score) in ranked() {
            let acts = vec![Act::Figure(Agg::Sum, Measure::Less(budget, spent))];
            out.push(Edge::new("budget", at, of_year(text, end), acts, score + 0.1));
        }
    }
}

/// Past the year of the columns, where it is said: "last year (23/24)".
fn of_year(text: &Text<'_>, end: usize) -> usize {
    let at = text.past(end, &["last", "this", "year", "in", "for", "("]);
    let numbers = |t: &Token| t.lower.split(['/', '-']).map(str::to_owned).collect::<Vec<String>>();
    let names = |c: &Column, t: &Token| {
        let parts = numbers(t);
        parts.len() > 1 && c.words.ends_with(&parts)
    };
    match text.tokens.get(at) {
        Some(t) if text.known.all().any(|(_, c)| names(c, t)) => text.past(at + 1, &[")"]),
        _ => end,
    }
}

/// "Over budget", "overspent": true, with where it ends; "under budget": false.
fn beyond(text: &Text<'_>, at: usize) -> Option<(bool, usize)> {
    let over = match text.word(at) {
        "overspent" | "overspend" | "overspends" | "overspending" => return Some((true, at + 1)),
        "underspent" | "underspend" | "underspends" | "underspending" => return Some((false, at + 1)),
        "over" | "above" | "exceeded" | "exceeding" | "exceeds" => true,
        "under" | "below" | "within" => false,
        _ => return None,
    };
    let next = text.past(at + 1, &["the", "their", "its", "our"]);
    matches!(text.word(next), "budget" | "budgets").then_some((over, next + 1))
}

/// "Left in the budget", "budget left", "remaining budget", with where it ends.
fn rest(text: &Text<'_>, at: usize) -> Option<usize> {
    let left = |w: &str| matches!(w, "left" | "remaining" | "remains" | "unspent");
    let budget = |w: &str| matches!(w, "budget" | "budgets");
    let spoken = text.tokens.iter().any(|t| budget(&t.lower));
    match (text.word(at), text.word(at + 1)) {
        (a, b) if left(a) && budget(b) || budget(a) && left(b) => Some(at + 2),
        (a, _) if left(a) && spoken => Some(text.past(at + 1, &["in", "of", "on", "from", "the"])),
        _ => None,
    }
}

/// Columns of a table that keep what was set aside and what was spent, the likeliest first: of the same year, and of the last.
fn pairs(text: &Text<'_>) -> Vec<(Col, Col)> {
    let counts = |c: &Column| c.is_number() && c.told.is_none();
    let year = |c: &Column| -> Vec<String> {
        let digits = |w: &&String| w.chars().all(|c| c.is_ascii_digit());
        c.words.iter().filter(digits).cloned().collect()
    };
    let said = |year: &[String]| {
        let token = |t: &Token| t.lower.split(['/', '-']).eq(year.iter().map(String::as_str));
        !year.is_empty() && text.tokens.iter().any(token)
    };
    let mut out: Vec<(u8, usize, usize, Col, Col)> = Vec::new();
    for (budget, b) in text.known.all().filter(|(_, c)| counts(c)) {
        if !b.stems.iter().any(|s| s == "budget") {
            continue;
        }
        for (spent, s) in text.known.columns(budget.table).filter(|(_, c)| counts(c)) {
            let place = SPENT.iter().position(|name| s.stems.iter().any(|stem| stem == name));
            let (Some(place), true) = (place, spent != budget) else {
                continue;
            };
            let (of_budget, of_spent) = (year(b), year(s));
            // A figure to date is of the last year that was planned.
            let runs = s.stems.iter().any(|stem| stem == "date");
            let fits = match (of_budget == of_spent, of_spent.is_empty()) {
                (true, _) if said(&of_budget) => 0,
                (false, true) if runs => 1,
                (true, _) => 2,
                (false, true) => 3,
                (false, false) => continue,
            };
            out.push((fits, usize::MAX - budget.column, place, budget, spent));
        }
    }
    out.sort();
    out.into_iter().map(|p| (p.3, p.4)).collect()
}
