//! Men and women in a column that keeps both and nothing else, whatever it is called: "ladies" of 'F' and 'M' in `gndr`.
//!
//! In: words for men and women, texts of columns. Out: atoms. Deliberately absent: a column of which one side alone is known,
//! for an F by itself may be anything.

use crate::link::{Atom, Meaning, Text};
use crate::words::demonyms::{is_one, stands_for};
use crate::words::TokenKind;

const SURE: f64 = 0.96;

impl Text<'_> {
    pub(super) fn sexes(&mut self) {
        let known = self.known;
        let kept: Vec<_> = known.all().filter(|(_, c)| c.keeps_sexes()).collect();
        for at in 0..self.tokens.len() {
            let means = stands_for(self.word(at));
            if self.tokens[at].kind != TokenKind::Word || !(is_one(means, "M") || is_one(means, "F")) {
                continue;
            }
            for (col, column) in &kept {
                let said = column.top.iter().filter(|v| is_one(means, column.bare(v)));
                let values: Vec<String> = said.cloned().collect();
                for value in values {
                    self.add(Atom {
                        start: at,
                        end: at + 1,
                        meaning: Meaning::Value {
                            col: *col,
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
