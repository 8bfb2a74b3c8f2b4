//! Whether a turn says by a word or two all that it asks, and whether it goes on from another at all.

use super::Said;

impl Said {
    /// Whether a word of it points back or opens what goes on.
    pub fn goes_on(&self) -> bool {
        const CUES: [&str; 13] = [
            "points",
            "ones",
            "there",
            "too",
            "instead",
            "lead-about",
            "lead-only",
            "lead-of",
            "lead-and",
            "of those",
            "by too",
            "which alone",
            "echoes",
        ];
        CUES.iter().any(|cue| self.has(cue))
    }

    /// Whether a word or two say all that the turn asks: "gross", "where was it", "in order".
    pub fn is_bare(&self) -> bool {
        let asks = self.asked.is_some() || self.all.is_some() || self.order.is_some();
        let alone = ["figure alone", "top alone", "counts alone", "which alone", "lists them"];
        asks || self.has("fragment") && self.content < 2 || alone.iter().any(|cue| self.has(cue))
    }
}

#[cfg(test)]
mod tests {
    use crate::ask::converse::said::said;

    #[test]
    fn a_word_or_two_are_bare_and_whole_phrases_go_on_from_nothing() {
        for turn in [
            "gross",
            "by customer",
            "where was it seen",
            "show me those",
            "the average",
        ] {
            assert!(said(turn).is_bare(), "{turn}");
        }
        for turn in ["takings by branch", "average rent by town", "top 10 street names"] {
            assert!(!said(turn).is_bare() && !said(turn).goes_on(), "{turn}");
        }
        for turn in [
            "what about tea?",
            "and by month?",
            "only those from France",
            "how many of them are there",
        ] {
            assert!(said(turn).goes_on(), "{turn}");
        }
    }
}
