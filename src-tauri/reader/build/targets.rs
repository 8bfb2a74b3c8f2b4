//! What a question is about: the thing that is listed, counted or ranked.

use super::Builder;
use crate::frame::Ent;
use crate::known::{Col, Column};
use crate::lexicon::{self, Opener};
use crate::query::Cond;
use crate::words::among;

impl Builder<'_> {
    /// What the question is about, and what else its first value may stand for, most likely first.
    pub(super) fn wanted(&self) -> Vec<(Option<Ent>, f64)> {
        let mut out = self.targets();
        for t in self.heads() {
            if !out.iter().any(|o| o.0 == Some(Ent::Table(t))) {
                out.push((Some(Ent::Table(t)), -0.6));
            }
        }
        out
    }

    /// Tables whose rows a value stands for where no thing is named: its own, those that it tells the kind of ("proof
    /// readers" are employees of that role), and for "both A and B" those that have several.
    fn heads(&self) -> Vec<usize> {
        let f = self.frame;
        let Some(head) = f
            .head
            .filter(|_| f.counts.is_empty() && f.figures.is_empty() && f.top.is_none())
        else {
            return Vec::new();
        };
        if f.things.iter().any(|(e, asked)| *asked || e.table() == head) && !f.both {
            return Vec::new();
        }
        let mut out = vec![head];
        if f.both {
            let near: Vec<usize> = f.things.iter().map(|t| t.0.table()).chain([head]).collect();
            out.extend(self.others_of(&near));
        }
        if f.things.is_empty() {
            // A code, a name and a description are all that a list of kinds has.
            let kinds = self.known.tables[head].columns.len() <= 3;
            let rows = |t: usize| self.known.tables[t].rows;
            let refers = self.known.links.iter().filter_map(|l| l.tables());
            let refers = refers.filter(|l| kinds && l.1 == head && l.0 != head && rows(l.0) > rows(head));
            out.extend(refers.map(|l| l.0).take(2));
            out.extend(self.others_of(&[head]).into_iter().filter(|_| kinds).take(1));
        }
        out.truncate(4);
        out
    }

    /// Tables at the other end of a list that refers to one of these and to them.
    fn others_of(&self, near: &[usize]) -> Vec<usize> {
        let links: Vec<(usize, usize)> = self.known.links.iter().filter_map(|l| l.tables()).collect();
        let mut out = Vec::new();
        for (list, _) in links.iter().filter(|l| near.contains(&l.1)) {
            for (_, other) in links.iter().filter(|l| l.0 == *list && !near.contains(&l.1)) {
                if !out.contains(other) {
                    out.push(*other);
                }
            }
        }
        out
    }

    /// What the question is about, most likely first.
    fn targets(&self) -> Vec<(Option<Ent>, f64)> {
        let f = self.frame;
        if let Some((Some(ent), _)) = f.counts.first() {
            return vec![(Some(*ent), 0.0)];
        }
        if let Some((ent, _)) = f.things.iter().find(|(e, asked)| *asked && self.is_thing(*e)) {
            return vec![(Some(*ent), 0.0)];
        }
        // Boys are the rows that are so, be they cats.
        let sexed = f.filter.iter().find_map(|c| match c {
            Cond::Is { col, not: false, .. } if self.known.column(*col).keeps_sexes() => Some(Ent::Table(col.table)),
            _ => None,
        });
        let one = f.things.is_empty() && self.says(&["girl", "girls", "boy", "boys", "women", "men"]);
        if let (Some(ent), true, None) = (sexed, one, f.opener()) {
            return vec![(Some(ent), 0.0)];
        }
        if f.opener() == Some(Opener::Who)
            || f.things.is_empty()
                && self.says(&[
                    "who", "whom", "whose", "people", "person", "anyone", "everyone", "somebody", "someone", "kids",
                    "folks", "folk", "guys", "girls", "boys", "women", "men", "children", "persons",
                ])
        {
            let found = self.people();
            if !found.is_empty() {
                return found;
            }
        }
        if let Some(people) = self
            .holders()
            .filter(|_| f.things.is_empty() && f.opener() == Some(Opener::HowMany))
        {
            return vec![(Some(Ent::Table(people)), 0.0)];
        }
        let table = f.things.iter().find(|(e, _)| matches!(e, Ent::Table(_))).map(|t| t.0);
        let column = f
            .things
            .iter()
            .find(|(e, _)| matches!(e, Ent::Column(_)) && self.is_thing(*e))
            .map(|t| t.0);
        match (table, column) {
            // "Names of customers": the customers.
            (Some(t), _) => {
                let mut out = vec![(Some(t), 0.0)];
                // Or what the next one is called: "name of the courier of the last order".
                let next = f
                    .things
                    .iter()
                    .filter(|(e, _)| matches!(e, Ent::Table(_)) && *e != t)
                    .map(|(e, _)| (Some(*e), -1.1));
                out.extend(next.take(1));
                out
            }
            // What is never so of a thing is so of none of its rows, and no row by itself is meant.
            (None, Some(Ent::Column(c))) if self.never_of(c) => vec![(Some(Ent::Column(c)), 0.0)],
            (None, Some(c)) => vec![(Some(c), 0.0), (Some(Ent::Table(c.table())), -0.9)],
            (None, None) => {
                let spoken = self.spoken();
                let mut out: Vec<(Option<Ent>, f64)> = spoken
                    .first()
                    .map(|t| (Some(Ent::Table(*t)), -0.2))
                    .into_iter()
                    .collect();
                if out.is_empty() && self.known.tables.len() == 1 {
                    out.push((Some(Ent::Table(0)), -0.3));
                } else if out.is_empty() {
                    // Nothing is named: what happens is kept in the longest tables that refer to others.
                    let refers = |t: &usize| self.known.links.iter().filter_map(|l| l.tables()).any(|l| l.0 == *t);
                    let mut facts: Vec<usize> = (0..self.known.tables.len()).filter(refers).collect();
                    // What happens is kept where it is kept when; the lines of it are not.
                    let dated = |t: usize| self.known.columns(t).any(|(_, c)| c.is_time());
                    // Sheets that nothing ties together stand for what happened, too.
                    if facts.is_empty() {
                        facts = (0..self.known.tables.len()).filter(|t| dated(*t)).collect();
                    }
                    facts.sort_by_key(|t| (!dated(*t), std::cmp::Reverse(self.known.tables[*t].rows)));
                    out.extend(
                        facts
                            .into_iter()
                            .take(2)
                            .enumerate()
                            .map(|(i, t)| (Some(Ent::Table(t)), -0.8 - 0.2 * i as f64)),
                    );
                }
                out.push((None, -0.1));
                out
            }
        }
    }

    /// Who has the job that is named, where jobs are a list of their own: programmers are employees.
    fn holders(&self) -> Option<usize> {
        const JOBS: &str = "title job position role occupation profession rank post";
        let job = |cond: &Cond| match cond {
            Cond::Is { col, not: false, .. } | Cond::Holds { col, not: false, .. } => {
                let named = self.known.column(*col).words.iter().any(|w| among(JOBS, w));
                Some(col.table).filter(|t| named && !self.known.is_human(*t) && !self.text.said(*t))
            }
            _ => None,
        };
        let jobs = self.frame.filter.iter().find_map(job)?;
        let links = self.known.links.iter().filter_map(|l| l.tables());
        let mut people = links.filter(|l| l.1 == jobs && self.known.is_human(l.0)).map(|l| l.0);
        people.next()
    }

    /// Whether something is said never to be so of what the column names, in rows of the column's own table.
    fn never_of(&self, c: Col) -> bool {
        let denied = |cond: &Cond| match cond {
            Cond::Is { col, not: true, .. } | Cond::Holds { col, not: true, .. } | Cond::Yes(col, false) => {
                col.table == c.table && *col != c
            }
            _ => false,
        };
        let any = |cond: &Cond| matches!(cond, Cond::Any(any) if any.first().is_some_and(denied)) || denied(cond);
        self.says(&["never"])
            && !self.known.column(c).unique
            && self.frame.without.is_empty()
            && self.frame.filter.iter().any(any)
    }

    /// The column that says by whom it was done: "who washed" asks for "Washed By".
    fn named_doer(&self) -> Option<Col> {
        let text = self.text;
        let who = (0..text.tokens.len()).find(|i| matches!(text.word(*i), "who" | "whos" | "who's"))?;
        let verb = text.past(who + 1, &["has", "have", "had", "usually", "mostly", "always", "also"]);
        let verb = &text.tokens.get(verb)?.stem;
        let by = |c: &Column| match c.stems.as_slice() {
            [.., done, by] => by == "by" && done == verb && c.is_text(),
            _ => false,
        };
        let mut found = self.known.all().filter(|(_, c)| by(c));
        found.next().map(|(c, _)| c).filter(|_| found.next().is_none())
    }

    /// Whom "who" asks for: the people spoken of, else those that what is spoken of belongs to, else those named in it.
    pub(super) fn people(&self) -> Vec<(Option<Ent>, f64)> {
        if let Some(c) = self.named_doer() {
            return vec![(Some(Ent::Column(c)), 0.0)];
        }
        let human = |t: usize| self.known.is_human(t);
        let mut spoken = self.spoken();
        spoken.extend(self.frame.without.iter().map(|w| w.table));
        let mut out: Vec<(Option<Ent>, f64)> = Vec::new();
        for t in spoken.iter().filter(|t| human(**t)) {
            out.push((Some(Ent::Table(*t)), -0.2 * out.len() as f64));
        }
        for (from, to) in self.known.links.iter().filter_map(|l| l.tables()) {
            for (near, far) in [(from, to), (to, from)] {
                let new = !out.iter().any(|o| o.0 == Some(Ent::Table(far)));
                if spoken.contains(&near) && new && human(far) {
                    out.push((Some(Ent::Table(far)), -0.4 - 0.2 * out.len() as f64));
                }
            }
        }
        // Who pays or owes may be several steps away: invoices of jobs of customers.
        if self.is_from_outside() {
            for t in spoken.iter().flat_map(|t| self.known.up(*t)) {
                if human(t) && !self.known.is_staff(t) && !out.iter().any(|o| o.0 == Some(Ent::Table(t))) {
                    out.push((Some(Ent::Table(t)), -0.4 - 0.2 * out.len() as f64));
                }
            }
            let staff = |e: &Option<Ent>| matches!(e, Some(Ent::Table(t)) if self.known.is_staff(*t));
            if out.iter().any(|o| !staff(&o.0)) {
                out.retain(|o| !staff(&o.0));
            }
        }
        // Prescriptions of a visit are for the patient, unless the rows name somebody: a name on many rows may be that of
        // whoever did the work.
        let named = |t: usize| {
            self.known.tables[t]
                .labels
                .iter()
                .any(|l| self.known.tables[t].columns[*l].repeats())
        };
        if out.is_empty() && !spoken.iter().any(|t| named(*t) || !self.named_in(*t).is_empty()) {
            let up = spoken.iter().flat_map(|t| self.known.up(*t)).find(|t| human(*t));
            out.extend(up.map(|t| (Some(Ent::Table(t)), -0.4)));
        }
        // Over a table between: who was at an event is kept in a list of both.
        for over in self.others_of(&spoken) {
            if !out.iter().any(|o| o.0 == Some(Ent::Table(over))) && human(over) {
                out.push((Some(Ent::Table(over)), -0.6 - 0.2 * out.len() as f64));
            }
        }
        // Nobody else is known by name: households, teams.
        if out.is_empty() && self.frame.opener() == Some(Opener::Who) {
            out.extend(
                self.others_of(&spoken)
                    .into_iter()
                    .take(2)
                    .map(|t| (Some(Ent::Table(t)), -0.7)),
            );
        }
        for t in spoken.iter().filter(|t| !human(**t)) {
            let cols = self.named_in(*t).into_iter().take(2).enumerate();
            out.extend(cols.map(|(i, c)| (Some(Ent::Column(c)), -0.5 - 0.4 * i as f64)));
        }
        let said = self.frame.things.iter().find(|(e, _)| self.is_thing(*e)).map(|t| t.0);
        if let Some(e) = said.filter(|e| !out.iter().any(|o| o.0 == Some(*e))) {
            // "Who are our top customers": whatever column they stand in.
            let called = (0..self.text.tokens.len()).any(|at| {
                lexicon::is_person(self.text.word(at)) && self.text.at(at).iter().any(|a| a.meaning.thing() == Some(e))
            });
            match called {
                true => {
                    out.iter_mut().for_each(|o| o.1 -= 0.4);
                    out.insert(0, (Some(e), 0.0));
                }
                false => out.push((Some(e), if out.is_empty() { 0.0 } else { -0.8 })),
            }
        }
        out.truncate(4);
        out
    }

    /// Whether the question is about what those do who come from outside: who buys, pays or owes is no staff.
    pub(super) fn is_from_outside(&self) -> bool {
        (0..self.text.tokens.len()).any(|at| self.comes_from_outside(at))
    }

    /// Whether a word is a verb of theirs: "the biggest order" and "most visits" are things, "who did they order from" is not.
    pub(super) fn comes_from_outside(&self, at: usize) -> bool {
        const VERBS: &str = "buy buys bought purchased ordered spend spends spent pay pays paid complained visited donated gave give \
            gives owe owes owed owing returned booked rented borrowed attended subscribed signed cancelled raised requested";
        const EITHER: &str = "complain order book visit return rent borrow attend donate cancel raise request";
        const ACTS: &str = "who they to we i you he she people did didnt didn't does do never";
        let word = self.text.word(at);
        let one = word.strip_suffix('s').unwrap_or(word);
        among(VERBS, word) || among(EITHER, one) && at > 0 && among(ACTS, self.text.word(at - 1))
    }

    /// Columns of a sheet that name people. Those who work are its staff, others come in the order of the columns.
    pub(super) fn named_in(&self, t: usize) -> Vec<Col> {
        let person = |words: &[String]| words.iter().any(|w| lexicon::is_person(w));
        let works = !self.is_from_outside();
        let by = |c: &Column| c.words.len() > 1 && matches!(c.words.last().map(String::as_str), Some("to" | "by"));
        let staff = |c: &Column| by(c) || c.words.iter().any(|w| lexicon::is_staff(w));
        let columns = self
            .known
            .columns(t)
            .filter(|(_, c)| c.is_text() && !c.is_numbering() && (person(&c.words) || by(c)));
        let mut columns: Vec<(bool, Col)> = columns.map(|(col, c)| (works != staff(c), col)).collect();
        columns.sort();
        columns.into_iter().map(|c| c.1).collect()
    }
}
