//! "Who was it from?", "when was that?", "where was it seen?": what the rows shown say of a person, a time or a place.
//!
//! In: the turn, the earlier query, what is known of its tables. Out: the same rows with the columns that say so; behind a
//! highest figure the row that has it, behind a number of rows those who stand in them. Where no column answers, nothing:
//! a day of another kind would be a wrong answer.

use askwell_contract::run::Change;
use askwell_reader::known::{Col, Column, Known, Role};
use askwell_reader::lexicon;
use askwell_reader::words::stem;
use askwell_sql::amend::{alone, Cond, Holds, Item, Parts, Place, Scene};

use super::Ways;
use crate::ask::converse::said::{Asked, What};
use crate::words::singular;

/// Columns that may answer beside each other.
const MOST: usize = 3;
/// A stem is no shorter.
const STEM: usize = 4;
/// What is done to begin with, whatever a row is.
const BEGUN: [&str; 8] = [
    "placed", "made", "created", "taken", "entered", "done", "issued", "logged",
];
/// They end as those who do something, and do nothing.
const NO_PERSON: [&str; 48] = [
    "weather",
    "number",
    "order",
    "quarter",
    "letter",
    "water",
    "power",
    "sector",
    "floor",
    "colour",
    "color",
    "door",
    "other",
    "paper",
    "error",
    "offer",
    "header",
    "folder",
    "computer",
    "printer",
    "meter",
    "counter",
    "voucher",
    "after",
    "sensor",
    "tower",
    "river",
    "center",
    "motor",
    "flower",
    "trailer",
    "container",
    "server",
    "router",
    "tractor",
    "boiler",
    "parameter",
    "chapter",
    "poster",
    "layer",
    "filter",
    "ledger",
    "register",
    "transfer",
    "charger",
    "locker",
    "answer",
    "corridor",
];

impl Ways<'_> {
    pub(super) fn asked(&mut self, scene: &Scene<'_>) {
        let (Some(asked), Some(known)) = (self.said.asked.clone(), self.knowledge.reader()) else {
            return;
        };
        let Some(earlier) = self.before.parts.clone() else {
            return;
        };
        let earlier = match self.said.rows.as_slice() {
            [only] => alone::row(&earlier, *only).unwrap_or(earlier),
            _ => earlier,
        };
        let answering = Answering {
            known,
            scene,
            asked: &asked,
        };
        let Some(made) = answering.of(&earlier) else { return };
        let sql = made.sql();
        self.put(Change::Within, sql.clone(), None);
        // Who did what no column says is a guess, and said to be one.
        if let (Some(verb), Some(way)) = (answering.unsaid(&earlier), self.out.iter_mut().find(|w| w.sql == sql)) {
            way.unplaced.push(verb);
        }
    }

    /// All rows, where the first few were shown.
    pub(super) fn uncut(&mut self) {
        let Some(earlier) = self.before.parts.clone().filter(|p| p.limit.is_some()) else {
            return;
        };
        let named = match &self.said.all {
            Some(Some(noun)) => self.is_called(&earlier, noun),
            Some(None) => true,
            None => false,
        };
        if named {
            let all = Parts {
                limit: None,
                offset: 0,
                ..earlier
            };
            self.put(Change::Ranked, all.sql(), None);
        }
    }
}

struct Answering<'a> {
    known: &'a Known,
    scene: &'a Scene<'a>,
    asked: &'a Asked,
}

impl Answering<'_> {
    fn of(&self, earlier: &Parts) -> Option<Parts> {
        if let Some(last) = self.asked.of_each {
            return self.of_each(earlier, last);
        }
        let home = self.home(earlier)?;
        let places = self.columns(home)?;
        let items: Vec<Item> = places.iter().map(|p| Item::column(self.scene, p)).collect();
        let tables: Vec<String> = places.into_iter().map(|p| p.0).collect();
        let mut out = earlier.clone();
        if earlier.lists() {
            let first = earlier.select.first().filter(|i| i.sql != "*").cloned();
            let other = |i: &Item| first.as_ref().is_none_or(|f| f.sql != i.sql);
            let items: Vec<Item> = items.into_iter().filter(other).collect();
            out.select = first.into_iter().chain(items).collect();
        } else if earlier.group.is_empty() {
            let [item] = earlier.select.as_slice() else { return None };
            let figure = item.figure.as_ref()?;
            match figure.name.as_str() {
                // The row that has it.
                name @ ("max" | "min") => {
                    let inside = item.sql.get(4..item.sql.len().checked_sub(1)?)?.to_owned();
                    let by = Item {
                        sql: inside.clone(),
                        alias: None,
                        column: figure.of.clone(),
                        figure: None,
                    };
                    let held = Cond {
                        sql: format!("{inside} IS NOT NULL"),
                        column: None,
                        holds: Holds::Other,
                        denied: true,
                    };
                    out.filter.push(held);
                    out.select = items;
                    out.select.push(by.clone());
                    (out.order, out.limit) = (vec![(by, name == "max")], Some(1));
                }
                "count" if self.asked.what != What::When => self.by(&mut out, items),
                _ => return None,
            }
        } else {
            if self.asked.what == What::When || earlier.group.len() != 1 {
                return None;
            }
            let by = earlier.group.first()?.clone();
            if earlier.limit.is_some() {
                let mut inside = earlier.clone();
                inside.select = vec![by.clone()];
                out.filter.push(Cond {
                    sql: format!("{} IN ({})", by.sql, inside.sql()),
                    column: None,
                    holds: Holds::Other,
                    denied: false,
                });
            }
            (out.limit, out.offset, out.having) = (None, 0, Vec::new());
            self.by(&mut out, std::iter::once(by).chain(items).collect());
        }
        out.reach(&tables, self.scene).then_some(out)
    }

    /// The rows counted by what they say.
    fn by(&self, out: &mut Parts, items: Vec<Item>) {
        let count = alone::rows();
        out.group.clone_from(&items);
        out.select = items;
        out.select.push(count.clone());
        out.order = vec![(count, true)];
    }

    /// "When was each last seen?": the last day on which it was, of each row.
    fn of_each(&self, earlier: &Parts, last: bool) -> Option<Parts> {
        // Behind a number of rows they are asked about one by one, too.
        let counted = earlier.condenses() && earlier.group.is_empty();
        let (shown, own) = match earlier.select.iter().find(|i| i.column.is_some()) {
            Some(shown) => (shown.clone(), self.table(&shown.column.as_ref()?.0)?),
            None => {
                let own = self.table(earlier.tables.first().filter(|_| counted)?)?;
                (Item::column(self.scene, &self.place(self.known.label(own)?)), own)
            }
        };
        let done = self.asked.verb.as_ref()?;
        let mut days = self.known.all().filter(|(c, column)| {
            column.is_time() && !column.is_made() && says(column, done) && self.known.belongs(c.table, own)
        });
        let (col, column) = days.next().filter(|_| days.next().is_none())?;
        let place = self.place(col);
        let name = self.scene.name(&place);
        let day = match &column.view {
            Some(view) if column.view_is_day && !view.contains("{#") => view.replace("{}", &name),
            Some(_) => return None,
            None => name,
        };
        let function = if last { "MAX" } else { "MIN" };
        let figure = Item {
            sql: format!("{function}({day})"),
            alias: Some(if last { "last" } else { "first" }.to_owned()),
            column: None,
            figure: None,
        };
        let mut out = earlier.clone();
        if earlier.limit.is_some() || counted && earlier.select.len() != 1 {
            return None;
        }
        out.group = vec![Item {
            alias: None,
            ..shown.clone()
        }];
        out.select = vec![shown, figure];
        (out.order, out.distinct) = (Vec::new(), false);
        out.reach(&[place.0], self.scene).then_some(out)
    }

    /// The table that has a row for each row of the query.
    fn home(&self, earlier: &Parts) -> Option<usize> {
        let tables: Vec<usize> = earlier.tables.iter().filter_map(|t| self.table(t)).collect();
        let whole = |t: &&usize| {
            tables
                .iter()
                .all(|other| *t == other || self.known.belongs(**t, *other))
        };
        tables.iter().find(whole).copied()
    }

    fn table(&self, name: &str) -> Option<usize> {
        self.known.tables.iter().position(|t| t.name == name)
    }

    fn place(&self, col: Col) -> Place {
        (
            self.known.tables[col.table].name.clone(),
            self.known.column(col).name.clone(),
        )
    }

    /// The columns that answer: those that say what was done, then the people or the place that a row refers to, then what the
    /// nearest table says of them.
    fn columns(&self, home: usize) -> Option<Vec<Place>> {
        let verb = self.asked.verb.as_deref().filter(|v| !BEGUN.contains(v));
        let up = self.known.up(home);
        let of = |table: usize| -> Vec<Col> {
            let all = self
                .known
                .columns(table)
                .filter(|(_, c)| !c.is_made() && self.answers(c));
            all.map(|(col, _)| col).collect()
        };
        let name = |found: Vec<Col>| Some(found.into_iter().take(MOST).map(|c| self.place(c)).collect());
        if let Some(verb) = verb {
            let own: Vec<Col> = of(home)
                .into_iter()
                .filter(|c| says(self.known.column(*c), verb))
                .collect();
            if !own.is_empty() {
                return name(own);
            }
            // What happened has a day of its own.
            if self.asked.what == What::When {
                return None;
            }
        }
        let people = || {
            up[1..]
                .iter()
                .find(|t| self.stands_for(**t))
                .and_then(|t| self.known.label(*t))
        };
        if let (What::Who, Some(label)) = (self.asked.what, people()) {
            return name(vec![label]);
        }
        let mut found = up.iter().find_map(|t| match self.stands_for(*t) && *t != home {
            true => self.known.label(*t).map(|label| vec![label]),
            false => Some(of(*t)).filter(|found| !found.is_empty()),
        })?;
        if verb.is_some() && self.asked.what == What::Who {
            // Of several people none is known to have done it, and what was done by somebody is said.
            found.retain(|c| self.known.column(*c).words.last().is_none_or(|w| w != "by"));
            found = Some(found).filter(|found| found.len() == 1)?;
        }
        if self.asked.what == What::When && found.len() > 1 {
            let table = &self.known.tables[home].stems;
            let first = |c: &&Col| self.known.column(**c).stems.iter().any(|s| table.contains(s));
            if let Some(begun) = found.iter().find(first).copied() {
                found = vec![begun];
            }
        }
        name(found)
    }

    /// What somebody did that neither a column's name nor what its rows are says.
    fn unsaid(&self, earlier: &Parts) -> Option<String> {
        let verb = self.asked.verb.as_deref().filter(|v| !BEGUN.contains(v))?;
        let home = self.home(earlier)?;
        let own = self.known.tables[home].stems.contains(&stem(verb));
        let said = |(_, c): (Col, &Column)| self.answers(c) && says(c, verb);
        let silent = self.asked.what == What::Who && !own && !self.known.columns(home).any(said);
        silent.then(|| verb.to_owned())
    }

    /// Whether a table's rows are people, or places.
    fn stands_for(&self, table: usize) -> bool {
        let words = &self.known.tables[table].words;
        match self.asked.what {
            What::Who => words.iter().any(|w| is_doer(&singular(w))),
            What::Where => words.iter().any(|w| is_place(w)),
            What::When => false,
        }
    }

    fn answers(&self, column: &Column) -> bool {
        let text = column.is_text() && !column.is_time() && !matches!(column.role, Role::Key | Role::Reference);
        match self.asked.what {
            What::When => column.is_time(),
            What::Where => text && column.words.iter().any(|w| is_place(w)),
            What::Who => text && column.words.last().is_some_and(|w| is_doer(w)),
        }
    }
}

fn is_place(word: &str) -> bool {
    let one = word.strip_suffix('s').unwrap_or(word);
    lexicon::is_place(word) || lexicon::is_place(one)
}

/// Whether a column called so holds people: "customer", "recorded by", "handler".
fn is_doer(word: &str) -> bool {
    let does = word.len() > STEM && (word.ends_with("er") || word.ends_with("or")) && !NO_PERSON.contains(&word);
    lexicon::is_person(word) || word == "by" || does
}

/// Whether a column's name says what was done: "seen on" of "seen", "handler" of "handling".
fn says(column: &Column, verb: &str) -> bool {
    let done = stem(verb);
    let doer = |w: &String| {
        let root = w.strip_suffix("er").or_else(|| w.strip_suffix("or"));
        done.len() >= STEM && root.is_some_and(|root| root.len() >= STEM && stem(root) == done)
    };
    column.stems.contains(&done) || column.words.iter().any(doer)
}
