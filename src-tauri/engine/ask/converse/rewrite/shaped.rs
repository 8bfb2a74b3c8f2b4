//! What a turn asks of the rows shown without naming anything: the one at the top, their average, their worth, all of them.

use askwell_contract::run::Change;
use askwell_sql::amend::{alone, merge, parts, Parts, Scene};

use super::Ways;
use crate::ask::converse::{refer, Heard};
use crate::words::singular;

impl Ways<'_> {
    pub(super) fn by_shape(&mut self, heard: &[Heard], scene: &Scene<'_>) {
        let Some(earlier) = self.before.parts.clone() else {
            return;
        };
        let said = self.said;
        if said.has("figure alone") {
            if let Some(sql) = said.figure.and_then(|f| alone::over(&earlier, f, scene.dialect())) {
                self.put(Change::Figured, sql, None);
            }
        }
        if said.has("lists them") && self.called_so(&earlier) {
            if let Some(rows) = alone::rows_of(&earlier, scene) {
                self.put(Change::Whole, rows.sql(), None);
            }
        }
        for sentence in heard.iter().filter(|h| matches!(h.by, "left" | "worth")) {
            for (rank, reading) in sentence.readings.iter().take(super::READINGS).enumerate() {
                let Some(turn) = parts(&reading.sql, scene.catalog) else {
                    continue;
                };
                let (change, made) = match sentence.by {
                    "left" => (Change::Without, merge::without(&earlier, &turn, scene)),
                    // Rows are worth an amount, and not their own number.
                    _ if !sums(&turn) => continue,
                    _ if earlier.condenses() => (Change::Measured, merge::measured(&earlier, &turn, scene)),
                    _ => (Change::Within, merge::within(&earlier, &turn, scene)),
                };
                if let Some(made) = made {
                    self.put(change, made.sql(), Some((sentence, rank, reading, Some(&turn))));
                }
            }
        }
    }

    /// Whether the turn's noun is what the earlier rows are called, or it names none.
    fn called_so(&self, earlier: &Parts) -> bool {
        let Some(noun) = &self.said.noun else { return true };
        let called = refer::noun(earlier, self.knowledge);
        called.is_some_and(|(one, _)| one.split(' ').any(|word| word.eq_ignore_ascii_case(&singular(noun))))
    }
}

fn sums(turn: &Parts) -> bool {
    let sum = |name: &str| matches!(name, "sum" | "total");
    turn.group.is_empty()
        && turn
            .select
            .iter()
            .any(|i| i.figure.as_ref().is_some_and(|f| sum(&f.name)))
}
