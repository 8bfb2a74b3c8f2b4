//! "How many visits did the carers of the north team make": one number, and not one for each of them.
//!
//! In: the readings of one question. Out: the same without groups that it does not ask for, where another reading counts the
//! same rows together. Deliberately absent: questions for which or who, and any word that may ask for groups.

use crate::lexicon::period;
use crate::link::Text;
use crate::query::{Agg, Cond, Expr, Query};
use crate::read::{drop_worse, Reading};
use crate::words::{among, TokenKind};

/// What may ask for one number of each.
const EACH: &str =
    "each every per which who whose where when what across between among breakdown split respectively individually \
    vs versus compared compare most least more fewer top and or all different various";
/// "Grouped by class" asks for groups, "made by carers" does not.
const GROUPED: &str = "grouped sorted listed ordered split divided shared counted ranked arranged separated displayed";

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    if asked(text) {
        drop_worse(readings, |all, r| {
            counts(&r.query) && is_split(&r.query) && all.iter().any(|o| is_same(&o.query, &r.query))
        });
    }
}

/// Whether the question begins by asking how many, and nothing in it asks for several numbers.
fn asked(text: &Text<'_>) -> bool {
    let at = text.past(
        0,
        &[
            "what", "whats", "what's", "is", "the", "total", "show", "give", "me", "find",
        ],
    );
    let opens = matches!(
        (text.word(at), text.word(at + 1)),
        ("how", "many") | ("number" | "count", "of")
    );
    let mut words = (at + 2..text.tokens.len()).filter(|at| text.tokens[*at].kind != TokenKind::Mark);
    let by = |at: usize| text.word(at) == "by" && !is_done(text.word(at - 1));
    // "Monthly", "a month".
    let timed = |at: usize| {
        let word = text.word(at);
        // "Hourly rate" is a name.
        let adverb = word.ends_with("ly") && !text.is_rhythm(at);
        period(word).is_some() && (adverb || matches!(text.word(at - 1), "a" | "an"))
    };
    opens && !words.any(|at| among(EACH, text.word(at)) || by(at) || timed(at))
}

/// "Made by carers": who did it.
fn is_done(word: &str) -> bool {
    word.ends_with("ed") && !among(GROUPED, word)
        || among(
            "made done given taken sent bought sold run won written led paid put built",
            word,
        )
}

fn counts(q: &Query) -> bool {
    matches!(q.select.last(), Some(Expr::Agg { agg: Agg::Count, .. }))
}

/// Whether there is one number for each thing, all of them shown.
fn is_split(q: &Query) -> bool {
    !q.group.is_empty() && q.having.is_empty() && q.limit.is_none() && q.over.is_none()
}

/// Whether one number is told of the same rows; that whose rows they are is known changes nothing.
fn is_same(whole: &Query, split: &Query) -> bool {
    let known = |c: &&Cond| !matches!(c, Cond::Null(_, true));
    let one = matches!(whole.select.as_slice(), [Expr::Agg { agg: Agg::Count, .. }]);
    let held = |q: &Query| q.filter.iter().filter(known).cloned().collect::<Vec<_>>();
    one && whole.group.is_empty() && whole.over.is_none() && held(whole) == held(split)
}
