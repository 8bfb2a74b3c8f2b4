//! What the answer takes for granted, each in a few words, so that it can be looked at and put right.
//!
//! In: the winner, whose account of the question's words holds, the other results, the notes. Out: times, spellings, joins,
//! words of business and skipped words. Deliberately absent: how sure the answer is (`trust`).

use askwell_contract::run::{Assumed, Assumption, Candidate, Judged, Outcome, Selection, WordUse};
use askwell_sql::features;

use super::how;
use super::trust::Note;
use crate::gates::Failed;
use crate::prepare::Knowledge;
use crate::words::split_name;

pub fn assumed(
    knowledge: &Knowledge,
    pool: &[Judged],
    selection: &Selection,
    winner: &Judged,
    account: Option<&Candidate>,
    notes: &[Note],
    failed: &[Failed],
) -> Vec<Assumed> {
    let mut out = Vec::new();
    let plain = |kind, says: String| Assumed {
        kind,
        says,
        note: None,
        weighs: false,
    };
    for (place, note) in notes.iter().enumerate() {
        let place = u32::try_from(place).ok();
        match &note.of {
            Some(Assumption::Skipped) => out.extend(note.words.iter().map(|word| Assumed {
                kind: Assumption::Skipped,
                says: word.clone(),
                note: place,
                weighs: weighs(word, pool, selection, winner, failed),
            })),
            Some(kind) => out.push(Assumed {
                note: place,
                ..plain(*kind, note.says.clone())
            }),
            None => {}
        }
    }
    let spelt = account.map_or(&[][..], |a| &a.uses).iter().filter_map(respelt);
    out.extend(spelt.map(|says| plain(Assumption::Spelling, says)));
    let f = features::of(&winner.candidate.sql, knowledge.catalog.dialect).unwrap_or_default();
    let joined = f.join_pairs.iter().filter_map(|(a, b)| matched(a, b));
    out.extend(joined.map(|says| plain(Assumption::Join, says)));
    out.sort_by_key(|a| (!a.weighs, a.kind));
    out.dedup_by(|a, b| a == b);
    out
}

/// A word that a gate misses in the query, or that another result used: with it, the answer would be another one.
fn weighs(word: &str, pool: &[Judged], selection: &Selection, winner: &Judged, failed: &[Failed]) -> bool {
    if failed
        .iter()
        .any(|f| f.fault.unused.iter().any(|unused| unused == word))
    {
        return true;
    }
    let with_winner = |id: &String| {
        let cluster = selection.clusters.iter().find(|c| c.members.contains(id));
        cluster.is_none_or(|c| c.members.contains(&winner.candidate.id))
    };
    pool.iter().any(|other| {
        let ran = matches!(other.outcome, Outcome::Ran { .. });
        // A query without an account says of no word that it used it.
        let accounted = !other.candidate.uses.is_empty();
        ran && accounted
            && !with_winner(&other.candidate.id)
            && !other.candidate.unplaced.iter().any(|unplaced| unplaced == word)
    })
}

/// "“pariss” taken as “Paris”"; nothing where only the case differs.
fn respelt(used: &WordUse) -> Option<String> {
    let value = how::quoted(used)?;
    let same = value.to_lowercase() == used.words.to_lowercase();
    (!same).then(|| format!("“{}” taken as “{value}”", used.words))
}

/// "orders matched with customers by customer number"; a pair is `table.column` on either side.
fn matched(a: &str, b: &str) -> Option<String> {
    let ((table, column), (other, other_column)) = (a.split_once('.')?, b.split_once('.')?);
    let words = |name: &str| split_name(name).join(" ").to_lowercase();
    // The side whose column says more: `customer_id` rather than `id`.
    let by = if column.len() >= other_column.len() {
        column
    } else {
        other_column
    };
    let mut by = split_name(by);
    if by.len() > 1 && by.last().is_some_and(|w| w.eq_ignore_ascii_case("id")) {
        by.pop();
        by.push("number".into());
    }
    Some(format!(
        "{} matched with {} by {}",
        words(table),
        words(other),
        by.join(" ").to_lowercase()
    ))
}

#[cfg(test)]
mod tests {
    use askwell_contract::run::Span;

    use super::*;

    fn used(words: &str, meaning: &str) -> WordUse {
        WordUse {
            span: Span { start: 0, end: 1 },
            words: words.into(),
            meaning: meaning.into(),
            of: "customers.city".into(),
        }
    }

    #[test]
    fn a_value_written_in_another_way_is_an_assumption_and_case_is_none() {
        assert_eq!(
            respelt(&used("pariss", "city is 'Paris'")).as_deref(),
            Some("“pariss” taken as “Paris”")
        );
        assert_eq!(
            respelt(&used("zurich", "'Zürich'")).as_deref(),
            Some("“zurich” taken as “Zürich”")
        );
        assert_eq!(respelt(&used("paris", "city is 'Paris'")), None);
        assert_eq!(respelt(&used("2024", "2024")), None);
    }

    #[test]
    fn tables_are_matched_by_a_key_in_words() {
        assert_eq!(
            matched("customers.id", "orders.customer_id").as_deref(),
            Some("customers matched with orders by customer number")
        );
        assert_eq!(
            matched("cities.code", "order_lines.cityCode").as_deref(),
            Some("cities matched with order lines by city code")
        );
    }
}
