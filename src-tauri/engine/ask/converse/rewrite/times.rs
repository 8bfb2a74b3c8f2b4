//! "And in 2022", "and in May": a stretch of time in the place of another.

use askwell_contract::run::Change;

use super::Ways;
use crate::ask::converse::stretch;
use crate::calendar::Date;

impl Ways<'_> {
    /// The year takes the place of the earlier one, and is no further condition beside it; a month is one of the year that
    /// was spoken of.
    pub(super) fn other_time(&mut self, today: Date) {
        let Some(earlier) = self.before.parts.clone() else {
            return;
        };
        let (Some(named), Some(was)) = (stretch::alone(&self.said.rest, today), stretch::year(&earlier)) else {
            return;
        };
        if self.said.has("compares") || self.said.has("either") {
            return;
        }
        if let Some(month) = named.month {
            let made = match stretch::month_of(&earlier) {
                Some(before) => stretch::shifted(&earlier, month - before),
                None => stretch::cut(&earlier, month),
            };
            if let Some(made) = made {
                self.put(Change::Shifted, made.sql(), None);
            }
        }
        let Some(is) = named.year.filter(|is| *is != was) else {
            return;
        };
        let adds = |change: Change| {
            matches!(
                change,
                Change::Narrowed | Change::Added | Change::Within | Change::Among | Change::Grouped | Change::Measured
            )
        };
        let both = |sql: &str| {
            let years = stretch::years(sql);
            years.contains(&was) && years.contains(&is)
        };
        self.out.retain(|way| !(adds(way.change) && both(&way.sql)));
        if let Some(moved) = stretch::shifted(&earlier, (is - was) * 12) {
            self.put(Change::Shifted, moved.sql(), None);
        }
    }
}
