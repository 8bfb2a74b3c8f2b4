//! Whom "who" asks for: a table of people near what is spoken of.
//!
//! In: the question's words and the tables spoken of. Out: a table. Deliberately absent: what is shown of them (`show`).

use super::Assembly;
use crate::ask::builtin::mentions::Meaning;
use crate::words::stem;

/// Who somebody is: a table that is called so is one of people.
const PEOPLE: &[&str] = &[
    "customer",
    "client",
    "employee",
    "person",
    "people",
    "user",
    "member",
    "student",
    "teacher",
    "patient",
    "player",
    "author",
    "artist",
    "guest",
    "driver",
    "doctor",
    "buyer",
    "seller",
    "owner",
    "staff",
    "passenger",
    "visitor",
    "subscriber",
    "donor",
    "volunteer",
    "agent",
    "coach",
    "candidate",
    "contact",
    "singer",
    "actor",
    "director",
];

/// What somebody does who buys, and who that is.
const BOUGHT: &[&str] = &["placed", "ordered", "bought", "purchased", "spent"];
const BUYERS: &[&str] = &["customer", "client", "buyer"];

impl Assembly<'_, '_> {
    /// "Who won the award": people are asked for, so a table of people near what is spoken of.
    pub(super) fn who(&self) -> Option<usize> {
        let who = self.w.tokens.first().is_some_and(|t| t.is("who"));
        if !who || self.parts.count.is_some() || !self.parts.group.is_empty() {
            return None;
        }
        // "Who are our top customers": the people are named.
        let first = self.w.meaning.iter().flatten().next();
        if matches!(first, Some(Meaning::Table(t)) if !self.w.names(*t).is_empty())
            && self
                .w
                .tokens
                .get(1)
                .is_some_and(|t| t.is_any(&["are", "is", "were", "was"]))
        {
            return None;
        }
        let scope = self.w.scope();
        let people = |t: &usize| self.w.names(*t).len() == 2;
        // Those with one name are known by what they are called.
        let person = |t: &usize| self.w.names(*t).len() == 1 && self.called(*t, PEOPLE);
        let beside = |t: &usize| scope.iter().any(|s| self.w.adjacent(*s, *t));
        let said = scope.iter().copied();
        let near = || (0..self.w.knowledge.catalog.tables.len()).filter(beside);
        self.buyers()
            .or_else(|| said.clone().find(people))
            .or_else(|| said.clone().find(person))
            .or_else(|| near().find(people))
            .or_else(|| near().find(person))
    }

    /// "Who bought the most": those who buy, among the tables spoken of and those beside them.
    pub(super) fn buyers(&self) -> Option<usize> {
        if !self.w.tokens.iter().any(|t| t.is_any(BOUGHT)) {
            return None;
        }
        let scope = self.w.scope();
        let near = |t: &usize| scope.contains(t) || scope.iter().any(|s| self.w.adjacent(*s, *t));
        let mut tables = (0..self.w.knowledge.catalog.tables.len()).filter(near);
        tables.find(|t| self.called(*t, BUYERS))
    }

    fn called(&self, t: usize, nouns: &[&str]) -> bool {
        let noun = self.w.knowledge.fields.of_table(t).stems.last();
        noun.is_some_and(|n| nouns.iter().any(|p| stem(p) == *n))
    }
}
