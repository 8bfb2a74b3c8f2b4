//! The earlier question said again with another value: "How many trips ended in Bergen?" behind "How many trips ended in
//! Oslo?"
//!
//! In: both questions, the earlier query, the stored values that the turn names. Out: the earlier query with that value, which
//! stands in the same column. Deliberately absent: reading the turn, which may find its value elsewhere.

use askwell_contract::run::Change;
use askwell_reader::lexicon;
use askwell_sql::amend::{alone, Cond, Holds};

use super::unplaced::stems;
use super::Ways;
use crate::ask::converse::said::{self, Said};
use crate::ask::converse::Heard;
use crate::words::lexicon::is_function_word;
use crate::words::{tokenise, Token, TokenKind};

/// Words with content that both questions share, at least.
const SHARED: usize = 2;
/// Longer stretches are no value.
const LONGEST: usize = 5;

/// Whether most of what the turn says was said by the earlier question.
pub fn echoes(earlier: &str, turn: &str) -> bool {
    let (before, now) = (stems(earlier), stems(turn));
    let again = now.intersection(&before).count();
    again > SHARED && again * 5 >= now.len() * 3
}

/// A question for rows without how it opens, which says nothing of them: "list the boats in Oslo", "what are the boats in Oslo".
fn opened(rest: &str) -> String {
    const OPENINGS: [&str; 10] = [
        "what are the ",
        "what are ",
        "which are the ",
        "show me the ",
        "show the ",
        "list the ",
        "give me the ",
        "tell me the ",
        "find the ",
        "the ",
    ];
    let head = |opening: &&&str| {
        rest.get(..opening.len())
            .is_some_and(|h| h.eq_ignore_ascii_case(opening))
    };
    let opening = OPENINGS.iter().find(head).map_or(0, |opening| opening.len());
    rest[opening..].to_owned()
}

/// The one stretch in which two questions differ, in each of them.
fn differing(earlier: &str, turn: &str) -> Option<(String, String)> {
    let plain = |text: &str| opened(&said::said(text).rest);
    let (earlier, turn) = (plain(earlier), plain(turn));
    let (old, new) = (tokenise(&earlier), tokenise(&turn));
    let same = |a: &Token, b: &Token| a.lower == b.lower;
    let head = old.iter().zip(&new).take_while(|(a, b)| same(a, b)).count();
    let left = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev());
    let tail = tail.take_while(|(a, b)| same(a, b)).take(left).count();
    let words = |tokens: &[Token], text: &str| {
        let article = |t: &&Token| matches!(t.lower.as_str(), "a" | "an" | "the") || t.kind == TokenKind::Mark;
        let inside = tokens.get(head..tokens.len() - tail)?;
        let inside = &inside[inside.iter().take_while(article).count()..];
        let inside = &inside[..inside.len() - inside.iter().rev().take_while(|t| t.kind == TokenKind::Mark).count()];
        let (first, last) = (inside.first()?, inside.last()?);
        let stretch = text.get(first.start..last.end)?.trim_matches(['"', '\'']);
        (inside.len() <= LONGEST).then(|| stretch.to_owned())
    };
    let outside = old[..head].iter().chain(&old[old.len() - tail..]);
    let says = |t: &&Token| t.kind == TokenKind::Word && !is_function_word(&t.lower);
    (outside.filter(says).count() >= SHARED).then(|| Some((words(&old, &earlier)?, words(&new, &turn)?)))?
}

impl Ways<'_> {
    pub(super) fn echoed(&mut self, heard: &[Heard]) {
        let (Some(earlier), Some(turn)) = (&self.before.parts, heard.iter().find(|h| h.by == "turn")) else {
            return;
        };
        let Some((old, new)) = differing(&self.before.earlier.question, &turn.text) else {
            return;
        };
        let stored = |cond: &Cond| {
            let place = cond.column.as_ref()?;
            let values = turn.grounding.values.iter();
            let mut here = values.filter(|v| v.table == place.0 && v.column == place.1 && v.similarity >= 0.95);
            here.find(|v| new.to_lowercase().contains(&v.words.to_lowercase()))
                .map(|v| v.value.clone())
        };
        let mut made = None;
        for (at, cond) in earlier.filter.iter().enumerate() {
            let sql = match (old.parse::<f64>(), new.parse::<f64>()) {
                (Ok(_), Ok(_)) => swapped(&cond.sql, &format!(" {old}"), &format!(" {new}")),
                _ if cond.holds == Holds::Equal && !cond.denied => stored(cond).and_then(|value| {
                    let quoted = askwell_sql::dialect::text(&old);
                    swapped(&cond.sql, &quoted, &askwell_sql::dialect::text(&value))
                }),
                _ => None,
            };
            if let Some(sql) = sql {
                let mut out = earlier.clone();
                out.filter[at].sql = sql;
                made = Some(out.sql());
                break;
            }
        }
        if let Some(sql) = made {
            self.put(Change::Narrowed, sql, None);
        }
    }

    /// "Which boat is the shortest?" behind the longest: the same rows from the other end.
    pub(super) fn other_end(&mut self) {
        let Some(earlier) = &self.before.parts else { return };
        if earlier.limit.is_none() || !turns(&self.before.earlier.question, self.said) {
            return;
        }
        if let Some(turned) = alone::turned(earlier) {
            self.put(Change::Turned, turned.sql(), None);
        }
    }
}

/// Whether a turn asks for the other end of the measure that was asked for, and names nothing new.
fn turns(earlier: &str, turn: &Said) -> bool {
    let was = said::said(earlier);
    let opposite = was.down.zip(turn.down).is_some_and(|(was, is)| was != is);
    let superlative = was.has("superlative") && turn.has("superlative") && was.number == turn.number;
    let other = words(&turn.rest).filter(|w| !said::is_neutral(w) && !words(earlier).any(|b| same_scale(w, &b)));
    let more = stems(&other.collect::<Vec<_>>().join(" "));
    let new = more.difference(&stems(earlier)).next().is_some();
    opposite && superlative && !new && !turn.has("points") && !turn.has("sorts")
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    words.map(str::to_lowercase)
}

/// Whether two superlatives are the ends of one measure, which one of them means first: "longest" and "shortest".
fn same_scale(one: &str, other: &str) -> bool {
    let of = |word: &str| lexicon::scale(word).filter(|(_, degree)| *degree == lexicon::Degree::Superlative);
    let Some(((a, _), (b, _))) = of(one).zip(of(other)) else {
        return false;
    };
    let leads = |a: &lexicon::Scale, b: &lexicon::Scale| a.columns.first().is_some_and(|c| b.columns.contains(c));
    a.up != b.up && (leads(a, b) || leads(b, a))
}

/// A condition with another value at its end, upper and lower case aside.
fn swapped(cond: &str, old: &str, new: &str) -> Option<String> {
    let at = cond.len().checked_sub(old.len())?;
    let ends = cond.get(at..)?.eq_ignore_ascii_case(old);
    ends.then(|| format!("{}{new}", &cond[..at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_differ_in_one_stretch() {
        for (earlier, turn, old, new) in [
            (
                "How many trips ended in Oslo?",
                "How many trips ended in Bergen?",
                "Oslo",
                "Bergen",
            ),
            (
                "Which trips went to \"Oslo\" in May?",
                "Which trips went to \"Bergen\" in May?",
                "Oslo",
                "Bergen",
            ),
            (
                "Which boats are longer than 30 feet?",
                "and which boats are longer than 45 feet?",
                "30",
                "45",
            ),
            (
                "What are the boats in Oslo that are for hire?",
                "How about boats in Bergen that are for hire?",
                "Oslo",
                "Bergen",
            ),
            (
                "Which pupils handed in an essay?",
                "Which pupils handed in a poster?",
                "essay",
                "poster",
            ),
        ] {
            assert_eq!(differing(earlier, turn), Some((old.into(), new.into())), "{turn}");
        }
        for (earlier, turn) in [
            ("How many trips ended in Oslo?", "Which boat is the longest?"),
            ("How many trips ended in Oslo?", "How many trips ended in Oslo in May?"),
        ] {
            assert_eq!(differing(earlier, turn), None, "{turn}");
        }
    }

    #[test]
    fn most_of_a_turn_may_have_been_said() {
        let earlier = "Which students handed in an essay about rivers?";
        assert!(echoes(earlier, "And which students handed in an essay about lakes?"));
        assert!(!echoes(earlier, "How old are those students?"));
    }

    #[test]
    fn the_other_end_is_of_the_same_measure() {
        let turned = |earlier: &str, turn: &str| turns(earlier, &said::said(turn));
        assert!(turned("Which boat is the longest?", "Which boat is the shortest?"));
        assert!(turned(
            "Which town has the most boats?",
            "And the town with the fewest boats?"
        ));
        for (earlier, turn) in [
            ("Which boat is the longest?", "Which boat is the longest?"),
            ("Which boat is the longest?", "Which boat is the cheapest?"),
            ("Which boat is the longest?", "Which boat is the slowest?"),
            ("Which town has the most boats?", "Which town has the fewest crews?"),
            ("Which boats are in Oslo?", "Which boat is the shortest?"),
        ] {
            assert!(!turned(earlier, turn), "{turn}");
        }
    }
}
