//! Every query that a turn may mean, behind the turn before it.
//!
//! In: the turn as it was heard, the earlier query. Out: [`Way`]s, each a query with what it changes and the signals that
//! the ranking goes by. Continuing and standing alone are ways like others. Deliberately absent: choosing one.

mod asked;
pub mod echo;
mod order;
mod rows;
mod shaped;
mod times;
mod unplaced;

use std::collections::BTreeMap;

use askwell_contract::run::{Candidate, Change};
use askwell_reader::lexicon;
use askwell_sql::amend::alone::shared;
use askwell_sql::amend::{alone, beside, each, merge, parts, top, Cond, Item, Parts, Scene, Sets};
use askwell_sql::normal::normal;

use super::said::Said;
use super::{compare, rank, refer, Heard};
use crate::cx::{Cx, Earlier};
use crate::prepare::Knowledge;
use crate::words::among;

/// Readings of each sentence that are tried on the earlier query.
const READINGS: usize = 3;
/// Words of a turn that does nothing but take a condition back or point at rows.
const FREES: usize = 2;

/// Whether a turn asks for all of something: "and the revenue", "how much did they spend".
fn sums(turn: &str) -> bool {
    const ALL: &str = "total totals sales sum altogether spent pay paid take took earn earned much";
    let mut words = turn.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.any(|w| lexicon::is_money(&w) || among(ALL, &w))
}

/// Whether the figures stay as they were shown.
fn keeps_figures(change: Change) -> bool {
    matches!(
        change,
        Change::Narrowed
            | Change::Added
            | Change::Without
            | Change::Denied
            | Change::Freed
            | Change::Grouped
            | Change::Shifted
            | Change::Ranked
            | Change::Row
    )
}

/// A query that the turn may mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    pub change: Change,
    pub sql: String,
    /// The turn in words that stand alone.
    pub text: String,
    pub unplaced: Vec<String>,
    pub times: Vec<String>,
    pub signals: BTreeMap<String, f64>,
    pub belief: f64,
}

/// The earlier turn and its query, taken apart where that can be done.
pub struct Before<'a> {
    pub earlier: &'a Earlier,
    pub parts: Option<Parts>,
    /// Where it is several queries joined.
    pub sets: Option<Sets>,
    /// Its figures were shown as shares, and stay shares; `parts` has the figures.
    pub shared: bool,
}

impl Before<'_> {
    /// What its rows are.
    pub fn shape(&self) -> Option<&Parts> {
        self.parts.as_ref().or_else(|| self.sets.as_ref()?.first())
    }
}

pub fn ways(cx: &Cx<'_>, said: &Said, before: &Before<'_>, heard: &[Heard]) -> Vec<Way> {
    let knowledge = cx.knowledge;
    let joins = |tables: &[String]| knowledge.graph.connect(tables);
    let scene = Scene {
        catalog: &knowledge.catalog,
        joins: &joins,
    };
    let mut all = Ways {
        said,
        before,
        knowledge,
        out: Vec::new(),
    };
    for sentence in heard {
        for (rank, reading) in sentence.readings.iter().take(READINGS).enumerate() {
            all.read(sentence, rank, reading, &scene);
        }
    }
    all.by_words(heard, &scene);
    all.compared(cx.earlier, heard, &scene);
    all.by_shape(heard, &scene);
    all.asked(&scene);
    all.uncut();
    all.in_order();
    all.echoed(heard);
    all.other_end();
    all.other_time(cx.now().today);
    all.out
}

struct Ways<'a> {
    said: &'a Said,
    before: &'a Before<'a>,
    knowledge: &'a Knowledge,
    out: Vec<Way>,
}

impl Ways<'_> {
    /// A reading of the turn alone, and what it makes of the earlier query.
    fn read(&mut self, sentence: &Heard, rank: usize, reading: &Candidate, scene: &Scene<'_>) {
        let turn = parts(&reading.sql, scene.catalog);
        match sentence.by {
            "each" => return self.each(sentence, rank, reading, scene),
            // Read for what is done with them below.
            "left" | "worth" | "amount" | "topped" => return,
            _ => {}
        }
        let own = match sentence.by {
            "turn" | "pointed" | "about" | "valued" => Change::Alone,
            _ => Change::Said,
        };
        // "And the average depth?" behind the greatest length: the earlier words had another figure.
        let other = self
            .said
            .figure
            .filter(|_| own == Change::Said && !self.said.has("superlative"));
        if other
            .zip(turn.as_ref())
            .is_some_and(|(figure, turn)| shaped::figures_else(turn, figure))
        {
            return;
        }
        self.put(own, reading.sql.clone(), Some((sentence, rank, reading, turn.as_ref())));
        let Some(turn) = turn.as_ref().filter(|_| own != Change::Said) else {
            return;
        };
        let of = Some((sentence, rank, reading, Some(turn)));
        if let Some(sets) = &self.before.sets {
            for (change, made) in [
                (Change::Among, sets.among(turn, scene).map(|p| p.sql())),
                (Change::Narrowed, sets.narrowed(turn, scene).map(|s| s.sql())),
                (Change::Widened, sets.widened(turn, scene).map(|s| s.sql())),
            ] {
                if let Some(made) = made {
                    self.put(change, made, of);
                }
            }
        }
        let Some(earlier) = &self.before.parts else {
            return;
        };
        if self.said.has("either") {
            if let Some(made) = merge::either(earlier, turn, scene) {
                self.put(Change::Widened, made.sql(), of);
            }
        }
        let denies = self.said.has("denies");
        // A number of rows is asked for in words: "what about Bluebird" is no other measure.
        let measures = self.said.has("counts") || !shaped::counts(turn);
        let other = merge::unwrapped(earlier, turn, &|column| shaped::says(self.said, column), scene);
        let same_figure = match self.said.figure {
            None if !sums(&sentence.text) => alone::same_figure(earlier, &other),
            _ => other.clone(),
        };
        let measured = merge::measured(earlier, &same_figure, scene).filter(|_| measures);
        for (change, made) in [
            (Change::Narrowed, merge::narrowed(earlier, &other, scene)),
            (Change::Added, merge::added(earlier, &other, scene)),
            (Change::Measured, measured),
        ] {
            if let Some(made) = made {
                self.put(change, made.sql(), Some((sentence, rank, reading, Some(&other))));
            }
        }
        let made = [
            (Change::Within, merge::within(earlier, turn, scene)),
            (Change::Row, top::holding(earlier, turn, scene)),
            (Change::Among, self.among(earlier, turn, scene)),
            (Change::Without, merge::without(earlier, turn, scene).filter(|_| denies)),
            (
                Change::Ordered,
                merge::ordered(earlier, turn, scene).or_else(|| self.sorted(earlier, turn, scene)),
            ),
            (Change::Widened, merge::widened(earlier, turn, scene)),
            (Change::Grouped, merge::grouped(earlier, turn, scene)),
            (Change::Grouped, beside::beside(earlier, turn, scene)),
        ];
        for (change, made) in made {
            if let Some(made) = made {
                self.put(change, made.sql(), of);
            }
        }
    }

    /// The same in the turn's order: "sort by rent" may be read as a list or as groups, of what it names.
    fn sorted(&self, earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
        let of_rows = |i: &&Item| !i.is_figure() && i.sql != "*";
        let by = turn
            .select
            .iter()
            .find(of_rows)
            .filter(|_| earlier.lists() && self.said.has("sorts"))?;
        let rows = Parts {
            order: vec![(
                Item {
                    alias: None,
                    ..by.clone()
                },
                self.said.down.unwrap_or(false),
            )],
            group: Vec::new(),
            limit: None,
            ..turn.clone()
        };
        merge::ordered(earlier, &rows, scene)
    }

    /// The turn asked of the groups shown; "how many of those" are those that were counted, and not all that the group has.
    fn among(&self, earlier: &Parts, turn: &Parts, scene: &Scene<'_>) -> Option<Parts> {
        let mut out = merge::among(earlier, turn, scene)?;
        let counted = earlier.condenses() && earlier.tables.first().is_some_and(|t| out.tables.contains(t));
        let held = |c: &&Cond| out.filter.iter().any(|o| o.column.is_some() && o.column == c.column);
        if self.said.has("of those") && counted {
            let kept: Vec<Cond> = earlier.filter.iter().filter(|c| !held(c)).cloned().collect();
            out.filter.extend(kept);
        }
        Some(out)
    }

    /// What was asked of one of the rows shown, asked of each.
    fn each(&mut self, sentence: &Heard, rank: usize, reading: &Candidate, scene: &Scene<'_>) {
        let turn = parts(&reading.sql, scene.catalog);
        let of = refer::names(self.before.earlier, self.before.shape(), self.knowledge);
        let (Some(turn), Some((place, names))) = (turn, of) else {
            return;
        };
        if !reading.unplaced.is_empty() {
            return;
        }
        if let Some(sql) = each::each(&turn, &place, &names, scene) {
            self.put(Change::Among, sql, Some((sentence, rank, reading, Some(&turn))));
        }
    }

    /// What a word of the turn does to the earlier query.
    fn by_words(&mut self, heard: &[Heard], scene: &Scene<'_>) {
        let said = self.said;
        let sql = &self.before.earlier.sql;
        if said.has("counts") {
            if let Some(sql) = alone::counted(sql, self.before.parts.as_ref(), scene.dialect()) {
                self.put(Change::Counted, sql, None);
            }
        }
        let Some(earlier) = self.before.parts.clone() else {
            return;
        };
        let mut put = |change: Change, made: Option<Parts>| {
            if let Some(made) = made {
                self.put(change, made.sql(), None);
            }
        };
        // "What was the largest?", behind an average: of what was averaged.
        let end = said
            .down
            .filter(|_| said.has("top alone") && earlier.condenses() && earlier.group.is_empty());
        let end = end.map(|down| if down { "max" } else { "min" });
        if let Some(figure) = said.figure.or(end) {
            put(Change::Figured, alone::figured(&earlier, figure, scene));
        }
        // "And those who did not?", behind those who did not, is no other question.
        let again = said.has("elliptic") && earlier.filter.last().is_some_and(|last| last.denied);
        if said.has("denies") && !again {
            put(Change::Denied, alone::denied(&earlier));
        }
        // "All the members of the chess club" frees nothing: it says of whom.
        if said.has("frees") && said.content <= FREES {
            put(Change::Freed, alone::freed(&earlier, None));
            for place in earlier.filter.iter().filter_map(|c| c.column.as_ref()) {
                put(Change::Freed, alone::freed(&earlier, Some(place)));
            }
        }
        if said.number.is_some() || said.down.is_some() {
            // "Which is the highest" is one; "the five lowest" are five.
            let limit = said.number.or(Some(1)).filter(|_| !said.has("sorts"));
            let ranked = shaped::ordered_so(said, &earlier, scene.catalog)
                .and_then(|earlier| alone::ranked(&earlier, limit, said.down, !said.has("by time"), scene));
            put(Change::Ranked, ranked.map(|ranked| shaped::somebody(said, ranked)));
        }
        if said.has("turned") {
            put(Change::Turned, alone::turned(&earlier));
        }
        // "What do these boats weigh altogether" asks for more than the boats.
        if said.has("details") || said.has("points") && said.content <= FREES {
            put(Change::Whole, alone::whole(&earlier, scene));
        }
        if said.has("different") {
            put(Change::Once, alone::once(&earlier));
        }
        if let Some(months) = said.shift {
            put(Change::Shifted, super::stretch::shifted(&earlier, months));
        }
        for picked in self.picked(&earlier) {
            let whole = said.has("details").then(|| alone::whole(&picked, scene)).flatten();
            self.put(Change::Row, whole.unwrap_or_else(|| picked.clone()).sql(), None);
            // "The average price of the first one": what the turn asks, of that row alone.
            let asks_of_it = |h: &&Heard| matches!(h.by, "turn" | "pointed" | "about") && !said.has("row alone");
            for sentence in heard.iter().filter(asks_of_it) {
                for (rank, reading) in sentence.readings.iter().take(1).enumerate() {
                    let turn = parts(&reading.sql, scene.catalog);
                    let made = turn.as_ref().and_then(|turn| {
                        merge::within(&picked, turn, scene).or_else(|| merge::among(&picked, turn, scene))
                    });
                    if let Some(made) = made {
                        self.put(Change::Row, made.sql(), Some((sentence, rank, reading, turn.as_ref())));
                    }
                }
            }
        }
        if said.has("share") {
            let of_all = said.has("frees");
            if let Some(sql) = alone::shared(&earlier).or_else(|| alone::part(&earlier, of_all)) {
                self.put(Change::Shared, sql, None);
            }
        }
    }

    /// The earlier figure beside the one that the turn names, else beside the one of the turn before.
    fn compared(&mut self, turns: &[Earlier], heard: &[Heard], scene: &Scene<'_>) {
        let Some(earlier) = self
            .before
            .parts
            .clone()
            .filter(|p| self.said.has("compares") && compare::is_figure(p))
        else {
            return;
        };
        if let Some(months) = self.said.shift {
            let other = super::stretch::shifted(&earlier, months);
            if let Some(sql) = other.and_then(|other| compare::compared(&earlier, &other, scene.dialect())) {
                self.put(Change::Compared, sql, None);
            }
        }
        for sentence in heard
            .iter()
            .filter(|h| matches!(h.by, "turn" | "pointed" | "about" | "swapped" | "other"))
        {
            for (rank, reading) in sentence.readings.iter().take(READINGS).enumerate() {
                let turn = parts(&reading.sql, scene.catalog);
                let other = turn.as_ref().and_then(|turn| match sentence.by {
                    "swapped" => Some(turn.clone()),
                    _ if merge::swapped(&earlier, turn) > 0 => merge::narrowed(&earlier, turn, scene),
                    _ => None,
                });
                if let Some(sql) = other.and_then(|other| compare::compared(&earlier, &other, scene.dialect())) {
                    self.put(Change::Compared, sql, Some((sentence, rank, reading, turn.as_ref())));
                }
            }
        }
        let before = turns.len().checked_sub(2).and_then(|at| turns.get(at));
        let before = before.and_then(|turn| parts(&turn.sql, scene.catalog));
        if let Some(sql) = before.and_then(|other| compare::compared(&earlier, &other, scene.dialect())) {
            self.put(Change::Compared, sql, None);
        }
    }

    /// The figures of a changed query as the shares that were shown. A group that is picked keeps its share of them all.
    fn as_shares(&self, sql: &str) -> Option<String> {
        let made = parts(sql, &self.knowledge.catalog)?;
        let earlier = self.before.parts.as_ref()?;
        let of_group = |c: &&Cond| {
            let by = earlier.group.first().and_then(|g| g.column.as_ref());
            by.is_some() && c.column.as_ref() == by && !earlier.filter.contains(c)
        };
        match (made.filter.iter().find(of_group), earlier.group.first()) {
            (Some(cond), Some(by)) => {
                let called = by.sql.rsplit('.').next()?;
                let picks = cond.sql.replace(&by.sql, &format!("shown.{called}"));
                Some(format!(
                    "SELECT * FROM ({}) AS shown WHERE {picks}",
                    self.before.earlier.sql
                ))
            }
            _ => shared(&made),
        }
    }

    fn put(&mut self, change: Change, sql: String, of: Option<(&Heard, usize, &Candidate, Option<&Parts>)>) {
        let dialect = self.knowledge.catalog.dialect;
        let sql = match self.before.shared && keeps_figures(change) {
            true => self.as_shares(&sql).unwrap_or(sql),
            false => sql,
        };
        let key = normal(&sql, dialect);
        // Whoever goes on asks for something else than before.
        let again = |turn: &Parts| self.before.parts.as_ref().is_some_and(|p| p.sql() == turn.sql());
        if change == Change::Said && of.and_then(|(.., turn)| turn).is_some_and(again) {
            return;
        }
        let signals = rank::signals(self.said, self.before, change, &sql, of, self.knowledge);
        let way = Way {
            change,
            text: of.map_or_else(String::new, |(heard, ..)| heard.text.clone()),
            unplaced: match of {
                Some((_, _, reading, _)) => self.unplaced(change, reading),
                None => self.unsaid(change),
            },
            times: of.map_or_else(Vec::new, |(_, _, reading, _)| reading.times.clone()),
            belief: rank::score(self.said, &signals),
            signals,
            sql,
        };
        match self.out.iter_mut().find(|w| normal(&w.sql, dialect) == key) {
            // The same query by another way: it is what the better of them says it is.
            Some(same) if same.belief >= way.belief => {}
            Some(same) => *same = way,
            None => self.out.push(way),
        }
    }
}
