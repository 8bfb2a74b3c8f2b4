//! How things ended, in other words than the data's: "approved" of a column that says 'Granted', "rejected" of 'Refused'.

use super::{Atom, Meaning, Text};
use crate::known::{Col, Column};
use crate::lexicon;
use crate::words::{among, stem, TokenKind};

/// A word that only means the same as the text: less sure than the text itself.
const SURE: f64 = 0.85;
/// Texts of a column that keeps how things stand are few, and short.
const MOST: u64 = 12;
const WORDS: usize = 3;
/// Of a payment they say that no money came.
const FAILED: [&str; 9] = [
    "failed",
    "bounced",
    "declined",
    "rejected",
    "reversed",
    "refunded",
    "chargeback",
    "unsuccessful",
    "void",
];
/// That it did.
const CAME: [&str; 11] = [
    "sale",
    "sold",
    "sales",
    "paid",
    "settled",
    "cleared",
    "successful",
    "succeeded",
    "confirmed",
    "captured",
    "received",
];
/// What happens to a thing first, whatever becomes of it.
pub(crate) const BEGAN: [&str; 6] = ["opened", "logged", "registered", "submitted", "raised", "new"];

impl Text<'_> {
    /// Whether two words that say nothing by themselves say together how something ended: "called off".
    pub(crate) fn plain_pair(&self, at: usize) -> bool {
        let (one, two) = (self.word(at), self.word(at + 1));
        let plain = lexicon::is_filler(one) && lexicon::is_filler(two);
        plain && !lexicon::outcomes(&format!("{one}-{two}")).is_empty()
    }

    /// Where a word says how something ended and stands in no text, the texts that say the same.
    pub(super) fn outcomes(&mut self) {
        for at in 0..self.tokens.len() {
            let token = &self.tokens[at];
            // "Turned down" is one word in two.
            let pair = format!("{}-{}", token.lower, self.word(at + 1));
            let of_pair = lexicon::outcomes(&pair);
            // What is "called off" is not called anything.
            if !of_pair.is_empty() && self.plain_pair(at) {
                for i in [at, at + 1] {
                    self.atoms[i].retain(|a| a.end > a.start + 1);
                }
            }
            let end = at + if of_pair.is_empty() { 1 } else { 2 };
            let means = match of_pair.is_empty() {
                true => lexicon::outcomes(&token.stem),
                false => of_pair,
            };
            // What it takes "to fix" something is no state that it is in, nor is what was done to it first: tickets that
            // were opened or logged may be closed by now; "pull out the figures" is an order.
            let to_do =
                at > 0 && self.word(at - 1) == "to" || token.lower == "pull" || BEGAN.contains(&token.lower.as_str());
            if token.kind != TokenKind::Word || means.is_empty() || to_do || self.stands(at) {
                continue;
            }
            let mut found: Vec<(Col, String)> = Vec::new();
            for (col, column) in self.known.all() {
                if let Some(value) = same(column, &means) {
                    found.push((col, value));
                }
            }
            // "Appeal allowed" is of the appeal, where something is 'Granted' by itself.
            let length = |value: &str| value.split_whitespace().count();
            let shortest = found.iter().map(|f| length(&f.1)).min().unwrap_or(1);
            // Work "starting" on a day is not in progress.
            let starting = token.lower.ends_with("ing");
            let dated = |table: usize| {
                let named = |c: &Column| c.is_time() && !c.is_number() && c.stems.contains(&token.stem);
                starting && self.known.columns(table).any(|(_, c)| named(c))
            };
            found.retain(|f| !dated(f.0.table));
            for (col, value) in found.into_iter().filter(|f| length(&f.1) == shortest) {
                let said = self.said(col.table);
                let meaning = Meaning::Value {
                    col,
                    value,
                    part: false,
                };
                self.add(Atom {
                    start: at,
                    end,
                    meaning,
                    score: if said { SURE } else { SURE - 0.1 },
                    loose: true,
                });
            }
        }
    }

    /// Whether the word itself is a stored text or what a code is known to mean.
    fn stands(&self, at: usize) -> bool {
        let text = |a: &Atom| matches!(a.meaning, Meaning::Value { part: false, .. }) && !a.loose;
        self.at(at).iter().any(text)
    }
}

/// The one text of a column that says how something ended in one of these senses.
fn same(column: &Column, means: &[usize]) -> Option<String> {
    if !keeps_outcomes(column) {
        return None;
    }
    // What a code means by the words about its column says it, too.
    let says = |value: &&String| senses(&meant(column, value)).iter().any(|s| means.contains(s));
    let mut found = column.top.iter().filter(says);
    let first = found.next()?;
    // Two texts that say the same are told apart by something else; two spellings of one are not.
    let spellings = spelt(column, first);
    found.all(|other| spellings.contains(other)).then(|| first.clone())
}

/// Of a column that says who was present, what it says of those who were not.
pub(crate) fn absent(column: &Column) -> Option<Vec<String>> {
    const AWAY: &str =
        "absent absence missed apologies apology excused sick ill holiday away noshow dna unauthorised authorised";
    let plain = |v: &String| v.trim().to_lowercase().replace(['-', ' '], "");
    let there = |v: &String| matches!(plain(v).as_str(), "present" | "attended" | "here" | "there");
    let away = |v: &&String| among(AWAY, &plain(v));
    let marks = keeps_outcomes(column) && column.top.iter().any(there) && column.top.len() as u64 >= column.distinct;
    marks.then(|| column.top.iter().filter(away).cloned().collect())
}

/// Whether a column has few short texts, each of several rows.
pub(crate) fn keeps_outcomes(column: &Column) -> bool {
    has_few(column) && !column.unique
}

/// The same of a list of states, which has one row of each.
fn has_few(column: &Column) -> bool {
    // Spellings of one text are one.
    let again: usize = column.spellings.iter().map(|all| all.len().saturating_sub(1)).sum();
    let texts = column.distinct.saturating_sub(again as u64);
    column.is_text() && !column.is_time() && (2..=MOST).contains(&texts)
}

/// What a stored text says of how something stands; nothing where it is longer than a few words or denies.
pub(crate) fn senses(value: &str) -> Vec<usize> {
    let words: Vec<String> = value
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .collect();
    let whole = lexicon::outcomes(&words.join("-"));
    if !whole.is_empty() {
        return whole;
    }
    if words.len() > WORDS || words.iter().any(|w| lexicon::is_not(w)) {
        return Vec::new();
    }
    words.iter().flat_map(|w| lexicon::outcomes(&stem(w))).collect()
}

/// The texts, all spellings of one, by which a column says that a row came to nothing, and the word for it: cancelled, withdrawn; returned only where
/// other rows say that they were delivered or paid, for a book that was returned is a good one.
pub fn came_to_nothing(column: &Column) -> Option<(Vec<String>, String)> {
    if !has_few(column) || column.top.is_empty() {
        return None;
    }
    let word = |value: &String| meant(column, value);
    let is = |value: &String, kind: &str| is_outcome(&word(value), kind);
    let fulfilled = column.top.iter().any(|v| is(v, "made"));
    let found = column.top.iter().find(|v| is(v, "void"));
    let back = || column.top.iter().find(|v| fulfilled && is(v, "back"));
    let value = found.or_else(back)?;
    Some((spelt(column, value), word(value)))
}

/// The texts, all spellings of each, by which a column says that no money came; only where others of them say that it did.
pub(crate) fn never_paid(column: &Column) -> Option<Vec<String>> {
    if !keeps_outcomes(column) {
        return None;
    }
    let says = |value: &&String, words: &[&str], kind: &str| {
        let word = meant(column, value);
        words.contains(&word.as_str()) || is_outcome(&word, kind)
    };
    let came = column.top.iter().any(|v| says(&v, &CAME, "made"));
    let mut found: Vec<String> = column
        .top
        .iter()
        .filter(|v| came && says(v, &FAILED, "void"))
        .flat_map(|v| spelt(column, v))
        .collect();
    found.sort();
    found.dedup();
    (!found.is_empty()).then_some(found)
}

/// What a text of a column says, or the code that it is means.
fn meant(column: &Column, value: &str) -> String {
    let told = column.means.iter().find(|m| m.0 == value);
    told.map_or(value, |m| m.1.as_str()).trim().to_lowercase()
}

fn is_outcome(word: &str, kind: &str) -> bool {
    senses(word).iter().any(|s| lexicon::is_outcome(*s, kind))
}

/// All spellings of a text.
fn spelt(column: &Column, value: &str) -> Vec<String> {
    let mut all = column.spellings.iter();
    let all = all.find(|all| all.iter().any(|s| s == value)).cloned();
    all.unwrap_or_else(|| vec![value.to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::TypeKind;

    fn state(texts: &[&str]) -> Column {
        Column {
            kind: TypeKind::Text,
            view: None,
            top: texts.iter().map(|t| (*t).to_owned()).collect(),
            ..Column::made("state", 100, 0, texts.len() as u64, String::new())
        }
    }

    #[test]
    fn what_came_to_nothing_is_told_from_what_was_fulfilled() {
        let word = |texts: &[&str]| came_to_nothing(&state(texts)).map(|(_, word)| word);
        assert_eq!(word(&["delivered", "Cancelled", "open"]).as_deref(), Some("cancelled"));
        assert_eq!(word(&["Settled", "Withdrawn"]).as_deref(), Some("withdrawn"));
        assert_eq!(word(&["shipped", "returned"]).as_deref(), Some("returned"));
        // A book that was returned is one of the good ones.
        for texts in [
            &["returned", "on loan"][..],
            &["paid", "overdue"],
            &["declined", "approved"],
        ] {
            assert_eq!(word(texts), None, "{texts:?}");
        }
    }

    #[test]
    fn all_spellings_of_it_are_one() {
        let mut column = state(&["Done", "Void", "VOID"]);
        column.spellings = vec![vec!["Void".into(), "VOID".into()]];
        let found = came_to_nothing(&column);
        assert_eq!(found, Some((vec!["Void".into(), "VOID".into()], "void".into())));
    }
}
