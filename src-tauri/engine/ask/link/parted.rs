//! Words with a hyphen, which a name may write as two words or as one: "round-trip fares" for `round_trip_fare`.
//!
//! In: the question and its tokens. Out: the fields that its words name, those with a hyphen read as a whole and in
//! parts. Deliberately absent: values, which keep their hyphens.

use askwell_contract::run::FieldMatch;

use super::overlap;
use crate::prepare::Knowledge;
use crate::words::{tokenise, Token, TokenKind};

pub(super) fn fields(knowledge: &Knowledge, question: &str, tokens: &[Token]) -> Vec<FieldMatch> {
    let mut found = super::fields(knowledge, tokens);
    let hyphened = |t: &&Token| t.kind == TokenKind::Word && t.text.contains('-');
    if !tokens.iter().any(|t| hyphened(&t)) {
        return found;
    }
    let mut parted = question.to_owned();
    for token in tokens.iter().filter(hyphened) {
        let blank = token.text.replace('-', " ");
        parted.replace_range(token.start..token.end, &blank);
    }
    // Only what a whole word with a hyphen has a part in: the rest has been found.
    let whole = |m: &FieldMatch| {
        let inside = |at: usize| tokens.iter().any(|t| t.start < at && at < t.end);
        !inside(m.span.start as usize) && !inside(m.span.end as usize)
    };
    let touches = |m: &FieldMatch| {
        let over = |t: &Token| (m.span.start as usize) < t.end && t.start < m.span.end as usize;
        tokens.iter().filter(hyphened).any(over)
    };
    for new in super::fields(knowledge, &tokenise(&parted)) {
        let known = |k: &FieldMatch| k.table == new.table && k.column == new.column && overlap(&k.span, &new.span);
        if !whole(&new) || !touches(&new) {
            continue;
        }
        match found.iter().position(known) {
            Some(at) if found[at].score < new.score => found[at] = new,
            Some(_) => {}
            None => found.push(new),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::ask::{ground, link};
    use crate::prepare::fake;
    use crate::scripted::{plan, Scripted};

    #[test]
    fn a_word_with_a_hyphen_names_what_its_parts_name() {
        let mut shop = Scripted::shop();
        let trips = fake::table("trips", &["id int", "round_trip_fare real", "checkin text"]);
        shop.catalog.tables.push(trips);
        let knowledge = shop.knowledge();
        let columns = |question: &str| -> Vec<String> {
            let plan = plan(question);
            let linked = link::find(&knowledge, &plan, &ground::find(&knowledge.values, &plan.question));
            let sure = linked.recall.into_iter().filter(|m| m.score >= 0.9);
            sure.filter_map(|m| Some(format!("{}: {}", m.words, m.column?)))
                .collect()
        };
        assert_eq!(
            columns("What is the average round-trip fare?"),
            ["round trip fare: round_trip_fare"]
        );
        assert_eq!(
            columns("What is the average round_trip_fare?"),
            ["round trip fare: round_trip_fare"]
        );
    }
}
