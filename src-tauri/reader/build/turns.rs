//! Comings, goings and ends: the verb before a time says which day of a thing is meant. "Who left in May" asks for the day on
//! which they left, and "who joined in May and has left since" for the one on which they joined.

use super::Builder;
use crate::known::Column;
use crate::lexicon;
use crate::link::Meaning;
use crate::words::among;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    Came,
    Went,
    Ends,
}

const CAME: &str = "joined join joins joining joiners registered enrolled recruited hired acquired new newly";
const WENT: &str = "left leave leaves leaving leavers quit withdrew withdrawn resigned retired departed";
const ENDS: &str = "finish finishes finishing finished complete completes completing completed end ends ending ended";
const CAME_ON: &str = "joined join joining registered registration enrolled enrolment started start hired acquired signup since added opened";
const WENT_ON: &str = "left leave leaving leaver end ended departed resigned withdrawn quit finished stopped retired";
const ENDS_ON: &str = "end ends ended finish finished completed complete completion";

impl Builder<'_> {
    /// What the verb nearest to the first time tells of.
    pub(super) fn turn(&self) -> Option<Turn> {
        let first = self.frame.whens.first()?.0;
        let time = |at: &usize| self.text.at(*at).iter().any(|a| a.meaning == Meaning::Time(first));
        let count = self.text.tokens.len();
        let at = (0..count).find(time)?;
        (0..at).rev().chain(at + 1..count).find_map(|i| self.turn_at(i))
    }

    fn turn_at(&self, at: usize) -> Option<Turn> {
        let word = self.text.word(at);
        let then = self.text.word(at + 1);
        let before = at.checked_sub(1).map_or("", |i| self.text.word(i));
        // "The end of 2024" is a time of its own.
        let time = then == "of" || matches!(before, "the" | "year" | "month");
        let turn = match (word, then) {
            ("sign" | "signs" | "signed" | "signing", "up") | ("taken" | "took", "on") => Turn::Came,
            ("drop" | "drops" | "dropped" | "dropping", "out") => Turn::Went,
            _ if among(CAME, word) => Turn::Came,
            _ if among(WENT, word) => Turn::Went,
            _ if among(ENDS, word) && !time => Turn::Ends,
            _ => return None,
        };
        // "Sick leave" as it is stored, "high end", "new cars did we sell" tell of no turn.
        let stored = (at.saturating_sub(3)..=at).any(|i| {
            let value = |m: &Meaning| matches!(m, Meaning::Value { .. });
            self.text
                .at(i)
                .iter()
                .any(|a| a.end > at && a.score >= 0.9 && value(&a.meaning))
        });
        let other = match word {
            "new" | "newly" => self.says(&["did", "do", "does", "sold", "bought", "sell", "buy"]),
            "left" => matches!(
                then,
                "hand" | "handed" | "side" | "over" | "out" | "off" | "in" | "foot"
            ),
            "leave" | "leaves" => matches!(
                before,
                "sick" | "annual" | "maternity" | "paternity" | "parental" | "unpaid"
            ),
            "end" | "ends" => matches!(before, "high" | "low" | "front" | "back" | "dead" | "top" | "week"),
            "complete" => self.text.at(at + 1).iter().any(|a| a.meaning.thing().is_some()),
            _ => false,
        };
        (!stored && !other).then_some(turn)
    }

    /// How much a day is that of the turn. What has ended is so by a day that not all have, what is to end by one that was
    /// set before.
    pub(super) fn turned(&self, turn: Turn, c: &Column) -> Option<f64> {
        let says = |list: &str| c.words.iter().any(|w| among(list, w));
        let open = c.has_gaps();
        let set = c
            .words
            .iter()
            .any(|w| lexicon::is_ahead(w) || matches!(w.as_str(), "expected" | "planned"));
        match turn {
            Turn::Came => (says(CAME_ON) && !open).then_some(1.0),
            Turn::Went => (says(WENT_ON) && open && !set).then_some(1.0),
            Turn::Ends => {
                let ahead = self.is_ahead_of_today();
                let fits = if ahead { set || !open } else { open && !set };
                says(ENDS_ON).then_some(if fits { 1.0 } else { 0.4 })
            }
        }
    }

    fn is_ahead_of_today(&self) -> bool {
        let time = self.frame.whens.first().and_then(|w| self.text.times.get(w.0));
        let from = time.and_then(|t| t.from.as_deref());
        from.zip(self.text.asked.today.as_deref())
            .is_some_and(|(from, today)| from > today)
    }

    /// Whether something of a table's rows happens on a day that it keeps: nobody comes by the day of their birth, or by one
    /// that is still ahead.
    pub(super) fn keeps_event(&self, table: usize) -> bool {
        let other = |w: &String| lexicon::is_ahead(w) || is_of_life(w);
        self.known
            .columns(table)
            .any(|(_, c)| c.is_time() && !c.is_number() && !c.words.iter().any(other))
    }
}

/// Birth and death.
pub(super) fn is_of_life(word: &str) -> bool {
    lexicon::is_birth(word) || is_death(word)
}

pub(super) fn is_death(word: &str) -> bool {
    matches!(word, "died" | "death" | "deceased" | "dod")
}
