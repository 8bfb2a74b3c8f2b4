//! What a turn asks of the rows shown without naming anything: the one at the top, their average, their worth, all of them.

use askwell_contract::run::Change;
use askwell_contract::Catalog;
use askwell_reader::lexicon::fields::{is_called, Name};
use askwell_reader::{lexicon, words};
use askwell_sql::amend::{alone, merge, parts, Cond, Holds, Item, Parts, Place, Scene};

use super::Ways;
use crate::ask::converse::said::{self, Said};
use crate::ask::converse::{refer, Heard};
use crate::words::{singular, split_name};

impl Ways<'_> {
    pub(super) fn by_shape(&mut self, heard: &[Heard], scene: &Scene<'_>) {
        let Some(earlier) = self.before.parts.clone() else {
            return;
        };
        let said = self.said;
        if said.has("figure alone") {
            if let Some(sql) = said.figure.and_then(|f| alone::over(&earlier, f, scene)) {
                self.put(Change::Figured, sql, None);
            }
        }
        if said.has("lists them") && self.called_so(&earlier) {
            if let Some(rows) = alone::rows_of(&earlier, scene) {
                self.put(Change::Whole, rows.sql(), None);
            }
        }
        self.by_group(&earlier);
        if said.has("counts each") {
            self.counted_each(&earlier);
        }
        for sentence in heard
            .iter()
            .filter(|h| matches!(h.by, "left" | "worth" | "amount" | "topped"))
        {
            for (rank, reading) in sentence.readings.iter().take(super::READINGS).enumerate() {
                let Some(turn) = parts(&reading.sql, scene.catalog) else {
                    continue;
                };
                let (change, made) = match sentence.by {
                    "left" => (Change::Without, merge::without(&earlier, &turn, scene)),
                    "topped" if earlier.group.is_empty() => {
                        let made = merge::within(&earlier, &turn, scene);
                        (Change::Within, made.map(|made| somebody(said, made)))
                    }
                    "topped" => continue,
                    // Rows are worth an amount, and not their own number.
                    _ if !sums(&turn) => continue,
                    "amount" if !counts(&earlier) => continue,
                    _ if earlier.condenses() => (Change::Measured, merge::measured(&earlier, &turn, scene)),
                    _ => (Change::Within, merge::within(&earlier, &turn, scene)),
                };
                if let Some(made) = made {
                    self.put(change, made.sql(), Some((sentence, rank, reading, Some(&turn))));
                }
            }
        }
    }

    /// "Without phone", "just email", where the groups shown are channels: what groups are called is what is meant.
    fn by_group(&mut self, earlier: &Parts) {
        let ([by], None) = (earlier.group.as_slice(), earlier.limit) else {
            return;
        };
        let (words, denied) = match (said::left(&self.said.rest), self.said.has("denies")) {
            (Some(left), _) => (left, true),
            (None, true) => (self.said.rest.as_str(), true),
            (None, false) if self.said.has("lead-only") || self.said.has("lead-about") => {
                (self.said.rest.as_str(), false)
            }
            _ => return,
        };
        let at = earlier.select.iter().position(|i| i.sql == by.sql);
        let Some((at, result)) = at.zip(self.before.earlier.result.as_ref()) else {
            return;
        };
        let shown: Vec<String> = result
            .rows
            .iter()
            .filter_map(|row| row.get(at))
            .map(ToString::to_string)
            .collect();
        let words = words.to_lowercase().replace(", ", " and ");
        let named: Option<Vec<String>> = words
            .split(" and ")
            .map(|name| shown.iter().find(|s| s.to_lowercase() == name.trim()))
            .map(|name| name.map(|n| askwell_sql::dialect::text(n)))
            .collect();
        let Some(named) = named else { return };
        let mut out = earlier.clone();
        out.filter.push(Cond {
            sql: format!(
                "{}{} IN ({})",
                by.sql,
                if denied { " NOT" } else { "" },
                named.join(", ")
            ),
            column: by.column.clone(),
            holds: Holds::Equal,
            denied,
        });
        self.put(Change::Row, out.sql(), None);
    }

    /// "How many each?": the rows behind each of what was shown.
    fn counted_each(&mut self, earlier: &Parts) {
        let mut out = earlier.clone();
        match (earlier.group.is_empty(), earlier.select.as_slice()) {
            (false, _) if !earlier.condenses() => out.select.push(alone::rows()),
            (false, _) => {}
            // A list has several rows of one name only where a join or its own table gives them.
            (true, [only])
                if earlier.limit.is_none() && only.column.as_ref().is_some_and(|c| self.repeats(c, earlier)) =>
            {
                out.group = vec![only.clone()];
                out.select.push(alone::rows());
                (out.distinct, out.order) = (false, vec![(alone::rows(), true)]);
            }
            _ => return,
        }
        self.put(Change::Grouped, out.sql(), None);
    }

    /// Whether several rows of a query may have the same of a column.
    fn repeats(&self, (table, column): &Place, earlier: &Parts) -> bool {
        let profile = self.knowledge.catalog.table(table);
        let key = profile.is_some_and(|t| t.primary_key.as_slice() == [column.clone()]);
        earlier.tables.len() > 1 || earlier.distinct && !key
    }

    /// Whether the turn's noun is what the earlier rows are called, or it names none.
    fn called_so(&self, earlier: &Parts) -> bool {
        self.said.noun.as_ref().is_none_or(|noun| self.is_called(earlier, noun))
    }

    pub(super) fn is_called(&self, earlier: &Parts, noun: &str) -> bool {
        let called = refer::noun(earlier, self.knowledge);
        called.is_some_and(|(one, _)| one.split(' ').any(|word| word.eq_ignore_ascii_case(&singular(noun))))
    }
}

/// Whether the turn says which of several keys it means: "away" of `away_team_id`.
pub(super) fn says(said: &Said, column: &str) -> bool {
    let mut words = split_name(column);
    words.retain(|word| word != "id");
    words.pop();
    let rest = said.rest.to_lowercase();
    let mut turn = rest.split(|c: char| !c.is_alphanumeric());
    turn.any(|word| words.iter().any(|w| w == word))
}

/// The earlier list in the order of what the turn's superlative measures, where it has none of its own: "the ten cheapest"
/// are so by a price, and not by the last number that is shown. `None`: it shows no such number.
pub(super) fn ordered_so(said: &Said, earlier: &Parts, catalog: &Catalog) -> Option<Parts> {
    let measure = |word: &str| {
        let (scale, degree) = lexicon::scale(word)?;
        (degree == lexicon::Degree::Superlative && !said::is_neutral(word)).then_some(scale)
    };
    let turn = said.rest.to_lowercase();
    let scale = turn.split(|c: char| !c.is_alphanumeric()).find_map(measure);
    let Some(scale) = scale.filter(|_| earlier.lists() && earlier.order.is_empty()) else {
        return Some(earlier.clone());
    };
    let says = |called: &Name, item: &Item| {
        let Some((table, name)) = &item.column else {
            return false;
        };
        let column = catalog.table(table).and_then(|t| t.column(name));
        let stems: Vec<String> = split_name(name).iter().map(|word| words::stem(word)).collect();
        column.is_some_and(|c| c.kind.is_number()) && is_called(&stems, called)
    };
    let by = scale
        .columns
        .iter()
        .find_map(|called| earlier.select.iter().find(|item| says(called, item)))?;
    let by = Item {
        alias: None,
        ..by.clone()
    };
    Some(Parts {
        order: vec![(by, scale.up)],
        ..earlier.clone()
    })
}

/// Who is at the top is somebody: the rows that name nobody do not count.
pub(super) fn somebody(said: &Said, mut ranked: Parts) -> Parts {
    let asks = said.has("top alone") || said.has("top amount");
    if let ([by], true, true) = (
        ranked.group.as_slice(),
        asks,
        said.rest.to_lowercase().starts_with("who"),
    ) {
        if let Some(column) = by.column.clone() {
            ranked.filter.push(Cond {
                sql: format!("{} IS NOT NULL", by.sql),
                column: Some(column),
                holds: Holds::Other,
                denied: true,
            });
        }
    }
    ranked
}

/// Whether it counts rows and does nothing else.
pub(super) fn counts(earlier: &Parts) -> bool {
    let mut figures = earlier.select.iter().filter_map(|i| i.figure.as_ref());
    let only = figures.next().is_some_and(|f| f.name == "count" && f.of.is_none());
    only && figures.next().is_none()
}

/// Whether it has figures of a column, and none of them is the one that was asked for.
pub(super) fn figures_else(turn: &Parts, figure: &str) -> bool {
    let plain = |name: &str| matches!(name, "avg" | "min" | "max" | "sum");
    let mut figures = turn.select.iter().filter_map(|i| i.figure.as_ref()).peekable();
    figures.peek().is_some() && plain(figure) && figures.all(|f| plain(&f.name) && f.name != figure)
}

fn sums(turn: &Parts) -> bool {
    let sum = |name: &str| matches!(name, "sum" | "total");
    turn.group.is_empty()
        && turn
            .select
            .iter()
            .any(|i| i.figure.as_ref().is_some_and(|f| sum(&f.name)))
}
