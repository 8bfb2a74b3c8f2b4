//! Which tables keep people, and what people call a row.

use super::{Col, Column, Known, Link};
use crate::lexicon;

impl Known {
    /// Whether the rows of a table are people.
    pub fn is_human(&self, t: usize) -> bool {
        let table = &self.tables[t];
        if table.stems.last().is_some_and(|last| self.only_mentions(t, last)) {
            return false;
        }
        let said = |words: &[String]| words.iter().any(|w| lexicon::is_person(w));
        // The orders of customers are no people.
        let ends_so = |t: usize| self.tables[t].words.last().is_some_and(|w| lexicon::is_of_people(w));
        let whole = |t: usize| self.full_name(t).is_some() || said(&self.tables[t].words) && !ends_so(t);
        let up = || {
            self.links
                .iter()
                .filter_map(Link::tables)
                .any(|l| l.0 == t && l.1 != t && whole(l.1))
        };
        let other = ends_so(t) && up();
        // A sheet keeps people where it has a name beside a number of the employee, or beside a sex and an age.
        let named = || table.labels.iter().any(|l| table.columns[*l].words == ["name"]);
        let words = table.columns.iter().flat_map(|c| &c.words);
        let has = |names: &[&str]| words.clone().any(|w| names.contains(&w.as_str()));
        let numbered = table.columns.iter().any(|c| c.unique && said(&c.words));
        let aged = has(&["sex", "gender"]) && has(&["age", "birthday", "birthdate", "dob", "born"]);
        let people = numbered || aged && !has(&["species", "breed", "animal"]);
        self.full_name(t).is_some() || said(&table.words) && !other || people && named()
    }

    /// Whether a table called after people only mentions them, each as often as may be: the rows of `awards_players` are awards
    /// where `playerID` tells the rows of another table apart.
    pub fn only_mentions(&self, t: usize, stem: &str) -> bool {
        let numbers = |c: &Column| {
            c.stems.len() == 2
                && c.stems[0] == stem
                && matches!(c.stems[1].as_str(), "id" | "no" | "number" | "key" | "code")
        };
        let all = &self.tables;
        let Some(own) = all[t].columns.iter().find(|c| numbers(c) && !c.unique) else {
            return false;
        };
        let whose = |c: &Column| c.unique && c.name.eq_ignore_ascii_case(&own.name);
        let mut others = all.iter().enumerate().filter(|(o, _)| *o != t);
        all[t].stems.len() > 1 && others.any(|(_, o)| o.columns.iter().any(whose))
    }

    /// Whether its rows are those who work here.
    pub fn is_staff(&self, t: usize) -> bool {
        self.tables[t].words.iter().any(|w| lexicon::is_staff(w))
    }

    /// First and last name, where a table keeps both.
    pub fn full_name(&self, table: usize) -> Option<[Col; 2]> {
        // Whom to ask for at a firm is not the firm, where that has a name.
        let contact = |c: &Column| c.words.iter().any(|w| w == "contact");
        let firm = |l: &usize| {
            let c = &self.tables[table].columns[*l];
            let named = |w: &String| matches!(w.as_str(), "name" | "company" | "firm" | "business");
            !contact(c) && c.words.iter().any(named)
        };
        let firm = self.tables[table].labels.iter().any(firm);
        let own = |c: &Column| !(firm && contact(c));
        let part = |words: [&str; 4]| {
            let short = self
                .columns(table)
                .filter(|(_, c)| c.is_text() && c.words.len() <= 3 && own(c));
            let mut named = short.filter(|(_, c)| c.words.iter().any(|w| words.contains(&w.as_str())));
            named.next().map(|(c, _)| c.column)
        };
        let first = part(["first", "forename", "personal", "given"])?;
        let last = part(["last", "surname", "family", "lname"])?;
        (first != last).then(|| [first, last].map(|column| Col { table, column }))
    }

    /// What a person calls a row by, in full: both names, or a number where many have no name.
    pub fn full_label(&self, table: usize) -> Vec<Col> {
        if let Some(name) = self.full_name(table) {
            return name.to_vec();
        }
        let label = self.label(table);
        // Not every engine has a name, but each has its number.
        let unnamed = label.is_some_and(|l| self.column(l).nulls * 10 > self.column(l).rows);
        let number = self.tables[table].reference().filter(|_| unnamed);
        let number = number.map(|column| Col { table, column }).filter(|n| label != Some(*n));
        number.into_iter().chain(label).collect()
    }
}
