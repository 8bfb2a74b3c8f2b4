//! Men and women in a column that keeps both and nothing else, whatever it is called: "ladies" of 'F' and 'M' in `gndr`.
//!
//! In: words for men and women, texts of columns. Out: atoms. Deliberately absent: a column of which one side alone is known,
//! for an F by itself may be anything.

use crate::known::Column;
use crate::link::{Atom, Meaning, Text};
use crate::words::demonyms::stands_for;
use crate::words::TokenKind;

const SURE: f64 = 0.96;
/// What such a column says of neither.
const NEITHER: &str = "x u o unknown other none n/a na - non-binary nonbinary nb";

impl Text<'_> {
    pub(super) fn sexes(&mut self) {
        let known = self.known;
        let kept = || known.all().filter(|(_, c)| keeps_both(c));
        for at in 0..self.tokens.len() {
            let means = stands_for(self.word(at));
            if self.tokens[at].kind != TokenKind::Word || !(is_one(means, "M") || is_one(means, "F")) {
                continue;
            }
            for (col, column) in kept() {
                let said = column.top.iter().filter(|v| is_one(means, v.trim()));
                let values: Vec<String> = said.cloned().collect();
                for value in values {
                    self.add(Atom {
                        start: at,
                        end: at + 1,
                        meaning: Meaning::Value {
                            col,
                            value,
                            part: false,
                        },
                        score: SURE,
                        loose: false,
                    });
                }
            }
        }
    }
}

fn is_one(means: &[&str], value: &str) -> bool {
    means.iter().any(|m| m.eq_ignore_ascii_case(value))
}

/// Whether each of its texts is men, women or neither, and both are there.
fn keeps_both(column: &Column) -> bool {
    let is_of = |words: [&str; 2], v: &str| words.iter().any(|w| is_one(stands_for(w), v));
    let (man, woman) = (
        |v: &str| is_of(["man", "boy"], v),
        |v: &str| is_of(["woman", "girl"], v),
    );
    let said: Vec<&str> = column.top.iter().map(|v| v.trim()).filter(|v| !v.is_empty()).collect();
    let neither = |v: &str| NEITHER.split(' ').any(|n| n.eq_ignore_ascii_case(v));
    column.is_text()
        && said.iter().any(|v| man(v))
        && said.iter().any(|v| woman(v))
        && said.iter().all(|v| man(v) || woman(v) || neither(v))
}
