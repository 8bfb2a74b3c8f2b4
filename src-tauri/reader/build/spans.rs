//! By what compared times are told apart.

use askwell_contract::time::{TimeKind, TimeMatch};

use super::Builder;
use crate::query::Part;

impl Builder<'_> {
    /// The stretch that two compared times are: years, else months.
    pub(super) fn span_part(&self) -> Part {
        // The first quarter against the second is told apart by no year.
        let starts = self
            .frame
            .whens
            .iter()
            .filter_map(|w| self.text.times[w.0].from.as_deref()?.get(..4));
        let mut starts: Vec<&str> = starts.collect();
        starts.sort_unstable();
        starts.dedup();
        let apart = starts.len() == self.frame.whens.len();
        let years = self.frame.whens.iter().all(|(i, ..)| {
            let t = &self.text.times[*i];
            // Months of any year say nothing of how long the compared stretches are.
            let any_year = matches!(t.kind, TimeKind::Months(..) | TimeKind::Weekdays(_));
            let over = |t: &TimeMatch| {
                let ends = t.from.as_deref().zip(t.to.as_deref());
                ends.is_some_and(|(from, to)| from.get(..4) == to.get(..4) && from.get(..7) != to.get(..7))
            };
            any_year || over(t) && apart || matches!(t.kind, TimeKind::Year | TimeKind::Years) || t.words.len() == 4
        });
        if years {
            Part::Year
        } else {
            Part::YearMonth
        }
    }
}
