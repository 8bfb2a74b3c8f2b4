//! Above or below the average: "products above the average price", "older than average", "customers with more orders than
//! average", "pricier than the average of their category", "twice the average price".

use super::share::is_part;
use super::{measures, takings, things, value_cond, Construction, Edge};
use crate::frame::{Act, Ent, Mean, Measure};
use crate::known::Col;
use crate::lexicon::{self, Degree};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Cond, Op};
use crate::words::among;

pub const AVERAGE_OF: Construction = Construction {
    name: "average of",
    find,
    reads: &[
        "products whose price is above the average",
        "products cheaper than average",
        "customers with more orders than average",
        "products cheaper than the average of their category",
        "products with above average profit",
        "orders that came to more than the average",
        "products with more than twice the usual price",
        "products costing more than what we pay on average",
        "products above the shop average",
        "products dearer than the average tea",
    ],
    leaves: &["average price of products"],
};

/// Where "the average" ends, and how many times it is meant.
fn average(text: &Text<'_>, at: usize) -> Option<(usize, f64)> {
    let at = text.past(at, &["than", "then", "that", "of"]);
    let (times, at) = match (text.word(at), text.word(at + 1)) {
        ("twice" | "double", _) => (2.0, at + 1),
        ("half", _) => (0.5, at + 1),
        (_, "times" | "x") => (text.tokens.get(at)?.number?, at + 2),
        _ => (1.0, at),
    };
    let of = text.past(at, &["the", "a", "an", "overall", "our", "its", "their", "your", "my"]);
    // "The club average".
    let noun = of > at && !said(text.word(of)) && said(text.word(of + 1)) && !is_value(text, of);
    let at = if noun { of + 1 } else { of };
    let said = said(text.word(at));
    // "The usual number of places".
    let usual = among("usual typical normal", text.word(at)) && !text.word(at + 1).is_empty();
    if said || usual {
        return Some((at + 1, times));
    }
    paid(text, at).map(|end| (end, times))
}

fn said(word: &str) -> bool {
    among("average averages avg mean avarage averge norm", word)
}

fn is_value(text: &Text<'_>, at: usize) -> bool {
    let value = |a: &Atom| matches!(a.meaning, Meaning::Value { .. });
    text.at(at).iter().any(|a| a.score >= 0.8 && value(a))
}

/// Whether the question compares something with an average, and does not ask for one.
pub(crate) fn is_compared(text: &Text<'_>) -> bool {
    // "Is the average tea dearer than the average coffee?" asks for both.
    let first = text.tokens.first().map_or("", |t| t.lower.as_str());
    let compared = |at: usize| match lexicon::comparison(&text.words(at)) {
        Some((_, taken)) => average(text, at + taken).is_some(),
        None => text.word(at) == "than" && average(text, at).is_some(),
    };
    // "What share of orders were above the average" asks for a part.
    let part = text.tokens.iter().any(|t| is_part(&t.lower));
    !part && !among("is are was were do does did", first) && (0..text.tokens.len()).any(compared)
}

/// "What we pay on average", "what they cost on average": where it ends.
fn paid(text: &Text<'_>, at: usize) -> Option<usize> {
    let says = text.word(at) == "what" && among("we they it i you people", text.word(at + 1));
    let end = (at + 3..at + 5).find(|i| (text.word(*i), text.word(i + 1)) == ("on", "average"))?;
    says.then_some(end + 2)
}

/// Whether what is so many times over is an average: "twice the average".
pub(super) fn is_average(text: &Text<'_>, at: usize) -> bool {
    average(text, at).is_some()
}

/// "Twice as long as the average": where it ends, how many times and the columns that "long" is of.
fn as_much(text: &Text<'_>, at: usize) -> Option<(usize, f64, Vec<Col>)> {
    let (times, at) = match (text.word(at), text.word(at + 1)) {
        ("twice" | "double", "as") => (2.0, at + 2),
        ("half", "as") => (0.5, at + 2),
        (_, "times" | "x") if text.word(at + 2) == "as" => (text.tokens.get(at)?.number?, at + 3),
        _ => return None,
    };
    let atom = text.at(at).iter().find_map(|a| match &a.meaning {
        Meaning::Scale { cols, .. } => Some((a.end, cols.iter().filter(|c| c.1).map(|c| c.0).collect::<Vec<_>>())),
        _ => None,
    });
    let (end, cols) = atom.filter(|a| text.word(a.0) == "as")?;
    let (end, _) = average(text, end + 1)?;
    Some((text.past(end, &["one"]), times, cols))
}

/// "For its genre", "of their category", "in its country": whose average it is.
fn own(text: &Text<'_>, end: usize) -> Vec<(Option<Ent>, usize, f64)> {
    let mut out = vec![(None, end, 0.0)];
    if matches!(text.word(end), "of" | "for" | "in" | "within" | "among") {
        let next = text.past(end + 1, &["the"]);
        let same = matches!(
            text.word(next),
            "its" | "their" | "his" | "her" | "same" | "own" | "each" | "that"
        );
        if same {
            let from = text.past(next, &["its", "their", "his", "her", "same", "own", "each", "that"]);
            out.extend(
                things(text, from)
                    .into_iter()
                    .map(|(e, end, x)| (Some(e), end, 1.0 + x)),
            );
        }
    }
    out
}

/// "The average porter", "the average in the 400m": of which rows it is, where they end, and whether they alone are looked at.
fn among_which(text: &Text<'_>, end: usize) -> Vec<(Cond, usize, bool)> {
    let both = among("in for at on", text.word(end));
    let from = if both {
        text.past(end + 1, &["the", "our", "their", "its"])
    } else {
        end
    };
    let value = |a: &Atom| match &a.meaning {
        Meaning::Value { col, value, part } if a.score >= 0.8 => {
            Some((value_cond(*col, value, *part, false), text.past(a.end, &["one"]), both))
        }
        _ => None,
    };
    text.at(from).iter().filter_map(value).take(2).collect()
}

struct Push<'a, 'b> {
    text: &'a Text<'b>,
    at: usize,
    op: Op,
    out: &'a mut Vec<Edge>,
}

impl Push<'_, '_> {
    /// The comparison with what ends here, and with the average among its like.
    fn mean(&mut self, end: usize, of: Option<Measure>, times: f64, score: f64) {
        let mean = |within, among| Mean {
            of,
            op: self.op,
            times,
            within,
            among,
        };
        for (within, end, more) in own(self.text, end) {
            let acts = vec![Act::Average(mean(within, None))];
            self.out.push(Edge::new("average of", self.at, end, acts, score + more));
        }
        for (cond, end, both) in among_which(self.text, end) {
            let mut acts = vec![Act::Average(mean(None, Some(cond.clone())))];
            acts.extend(both.then_some(Act::Where(cond)));
            self.out.push(Edge::new("average of", self.at, end, acts, score + 1.0));
        }
    }
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // "Cheaper than average".
    for atom in text.at(at) {
        let Meaning::Scale {
            degree: Degree::Comparative,
            cols,
            ..
        } = &atom.meaning
        else {
            continue;
        };
        let than = matches!(text.word(atom.end), "than" | "then");
        let Some((end, times)) = than.then(|| average(text, atom.end)).flatten() else {
            continue;
        };
        for (i, (col, more)) in cols.iter().take(4).enumerate() {
            let op = if *more { Op::Gt } else { Op::Lt };
            let named = measures(text, end).into_iter().find(|m| m.0 == *col);
            let end = named.map_or(text.past(end, &["one"]), |m| m.1);
            let mut push = Push { text, at, op, out };
            push.mean(end, Some(Measure::Col(*col)), times, 0.8 - 0.3 * i as f64);
        }
    }
    many(text, at, out);
    came_to(text, at, out);
    let words = text.words(at);
    let Some((op, taken)) = lexicon::comparison(&words) else {
        return with_column(text, at, out);
    };
    if let Some((end, times, cols)) = as_much(text, at + taken) {
        let mut push = Push { text, at, op, out };
        for (i, col) in cols.into_iter().take(3).enumerate() {
            push.mean(end, Some(Measure::Col(col)), times, 1.2 - 0.3 * i as f64);
        }
        return;
    }
    let Some((end, times)) = average(text, at + taken) else {
        return;
    };
    let mut push = Push { text, at, op, out };
    for (col, end, score) in measures(text, end) {
        push.mean(end, Some(Measure::Col(col)), times, 1.0 + score);
    }
    let from = text.past(end, &["number", "count", "of"]);
    // "The average number of places", where each row keeps how many.
    for (col, last, score) in measures(text, from).into_iter().filter(|_| from > end) {
        push.mean(last, Some(Measure::Col(col)), times, 1.1 + score);
    }
    for (ent, last, score) in things(text, from) {
        let counted = if from > end { 1.2 } else { 0.3 };
        push.mean(last, Some(Measure::Count(ent)), times, counted + score);
    }
    push.mean(end, None, times, 0.0);
}

/// "More orders than average", "spent more than the average".
fn many(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let op = match text.word(at) {
        "more" | "higher" | "bigger" | "larger" | "greater" => Op::Gt,
        "less" | "fewer" | "lower" | "smaller" => Op::Lt,
        _ => return,
    };
    let counted = things(text, at + 1)
        .into_iter()
        .map(|(e, end, x)| (Measure::Count(e), end, x));
    let summed = measures(text, at + 1)
        .into_iter()
        .map(|(c, end, x)| (Measure::Col(c), end, 0.2 + x));
    for (of, end, score) in counted.chain(summed).collect::<Vec<_>>() {
        if !matches!(text.word(end), "than" | "then") {
            continue;
        }
        if let Some((end, times)) = average(text, end) {
            let mut push = Push { text, at, op, out };
            push.mean(end, Some(of), times, 1.1 + score);
        }
    }
}

/// "Came to more than the average": in money.
fn came_to(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some(from) = takings::came(text, at) else { return };
    let Some((op, taken)) = lexicon::comparison(&text.words(from)) else {
        return;
    };
    if let Some((end, times)) = average(text, from + taken) {
        for col in takings::of_before(text, at) {
            let mut push = Push { text, at, op, out };
            push.mean(end, Some(Measure::Col(col)), times, 1.6);
        }
    }
}

/// "Whose price is above the average", "profit below average", "whose average score is below the overall one".
fn with_column(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if lexicon::aggregate(text.word(at)) == Some(Agg::Avg) {
        for (col, end, score) in measures(text, at + 1) {
            let next = text.past(end, &["is", "are", "was", "were"]);
            let compared =
                lexicon::comparison(&text.words(next)).and_then(|(op, taken)| Some((op, average(text, next + taken)?)));
            if let Some((op, (end, times))) = compared {
                let mut push = Push { text, at, op, out };
                push.mean(end, Some(Measure::Figure(Agg::Avg, col)), times, 1.8 + score);
            }
        }
        return;
    }
    for (col, end, score) in measures(text, at) {
        let next = text.past(end, &["is", "are", "was", "were", "that", "which"]);
        let Some((op, taken)) = lexicon::comparison(&text.words(next)) else {
            continue;
        };
        if let Some((end, times)) = average(text, next + taken) {
            let named = measures(text, end).into_iter().find(|m| m.0 == col);
            let mut push = Push { text, at, op, out };
            push.mean(named.map_or(end, |m| m.1), Some(Measure::Col(col)), times, 1.2 + score);
        }
    }
}
