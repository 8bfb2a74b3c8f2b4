//! What a question word asks for where no column is named: "where" a place, "who" whoever did it.
//!
//! In: the first word, or one behind "and". Out: columns that may be meant, one reading each. Deliberately absent:
//! "where" and "who" in the middle, which begin conditions.

use super::Assembly;
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::query::{Col, Expr};
use crate::words::{split_name, stem};

/// Names of columns that say where something is.
const PLACES: &[&str] = &[
    "place",
    "location",
    "address",
    "city",
    "town",
    "country",
    "state",
    "province",
    "region",
    "county",
    "district",
    "area",
    "street",
    "building",
    "floor",
    "room",
    "hall",
    "terminal",
    "gate",
    "venue",
    "site",
    "campus",
    "office",
    "continent",
    "airport",
    "platform",
    "port",
    "harbor",
    "harbour",
    "shelf",
    "aisle",
    "branch",
    "store",
    "warehouse",
];

/// Words that people are called by although they do not end like "driver" or "actor".
const DOERS: &[&str] = &[
    "studio",
    "company",
    "agency",
    "firm",
    "brand",
    "team",
    "party",
    "club",
    "staff",
    "boss",
    "chef",
    "coach",
    "label",
    "band",
    "organization",
    "organisation",
    "institution",
    "crew",
];

/// Words that end like "driver" and do nothing.
const THINGS: &[&str] = &[
    "number",
    "order",
    "color",
    "floor",
    "sector",
    "power",
    "river",
    "quarter",
    "identifier",
    "letter",
    "paper",
    "poster",
    "other",
    "tower",
    "center",
    "weather",
    "water",
    "gender",
    "register",
    "folder",
    "filter",
    "layer",
    "chapter",
    "semester",
    "character",
    "parameter",
    "container",
    "printer",
    "monitor",
    "error",
    "factor",
    "door",
    "colour",
    "offer",
    "transfer",
    "answer",
    "computer",
    "server",
    "header",
    "border",
    "winter",
    "summer",
    "december",
];

/// Readings weighed for one question word.
const READINGS: usize = 5;

impl Assembly<'_, '_> {
    /// Adds what a question word asks for, in one of several ways, or not.
    pub(super) fn question_word(&self, ch: &mut Chooser, shown: &mut Vec<Expr>) {
        let Some((leads, columns)) = self.wanted() else { return };
        if columns.is_empty() || !shown.is_empty() && leads {
            return;
        }
        // A question that begins with it asks for nothing else.
        let who = leads && self.w.tokens[0].is("who") && !columns.is_empty();
        let weights: Vec<f64> = std::iter::once(if who { 0.1 } else { 1.0 })
            .chain(columns.iter().map(|_| if leads { 0.5 } else { 0.25 }))
            .collect();
        let Some(chosen) = ch.pick("question word", &weights).checked_sub(1) else {
            return;
        };
        if shown.is_empty() && !leads {
            shown.extend(self.w.names(self.entity).into_iter().map(Expr::Column));
        }
        let columns = columns.get(chosen).into_iter().flatten();
        shown.extend(columns.map(|c| Expr::Column(*c)));
    }

    fn wanted(&self) -> Option<(bool, Vec<Vec<Col>>)> {
        let tokens = self.w.tokens;
        let at = |t: usize| {
            let follows = tokens.get(t + 1).is_some_and(|n| {
                n.is_any(&[
                    "is", "are", "was", "were", "can", "do", "does", "did", "it", "they", "the", "to", "you", "i", "we",
                ])
            });
            t == 0 || tokens[t - 1].is_any(&["and", ","]) && follows
        };
        let word = |words: &[&str]| (0..tokens.len()).find(|t| tokens[*t].is_any(words) && at(*t));
        if let Some(t) = word(&["where", "where's", "whereabouts"]) {
            return Some((t == 0, self.near(&|c| self.is_place(c), &is_place_word)));
        }
        let t = word(&["who", "who's", "whom"])?;
        let followed = tokens
            .get(t + 1)
            .is_some_and(|n| n.is_any(&["is", "are", "was", "were", "has", "have"]));
        let doers = || match self.buyers().map(|buyers| self.w.names(buyers)) {
            Some(names) if t == 0 => vec![names],
            _ => self.near(&|c| self.is_doer(c), &is_doer_word),
        };
        (!followed).then(|| (t == 0, doers()))
    }

    /// Columns that fit, of the tables spoken of and of those beside them; a key stands for what its row is called, and
    /// so does a table that is called so.
    fn near(&self, fits: &dyn Fn(Col) -> bool, called: &dyn Fn(&String) -> bool) -> Vec<Vec<Col>> {
        let catalog = &self.w.knowledge.catalog;
        let mut tables = vec![self.entity];
        tables.extend(self.w.scope().into_iter().filter(|t| *t != self.entity));
        let spoken = tables.len();
        let beside = (0..catalog.tables.len()).filter(|t| tables.iter().any(|s| s != t && self.w.adjacent(*s, *t)));
        let beside: Vec<usize> = beside.filter(|t| !tables.contains(t)).collect();
        tables.extend(beside);
        let mut out: Vec<Vec<Col>> = Vec::new();
        for (at, t) in tables.into_iter().enumerate() {
            let mut found: Vec<Vec<Col>> = Vec::new();
            if at >= spoken && split_name(&catalog.tables[t].name).iter().any(called) {
                found.push(self.w.names(t));
            }
            let columns = (0..catalog.tables[t].columns.len()).map(|column| Col { table: t, column });
            for c in columns.filter(|c| fits(*c)) {
                let row = self.parent(c).map(|parent| self.w.names(parent));
                found.push(row.filter(|names| !names.is_empty()).unwrap_or_else(|| vec![c]));
            }
            for named in found {
                let known = out.contains(&named) || named.iter().any(|c| self.filtered(*c));
                if !named.is_empty() && !known && out.len() < READINGS {
                    out.push(named);
                }
            }
        }
        out
    }

    /// Whether the question already says what this column holds.
    fn filtered(&self, c: Col) -> bool {
        self.parts
            .filters
            .iter()
            .any(|f| matches!(&f.cond, crate::ask::builtin::query::Cond::Compare(Expr::Column(x), ..) if *x == c))
    }

    fn parent(&self, c: Col) -> Option<usize> {
        let table = &self.w.knowledge.catalog.tables[c.table].name;
        let column = self.w.name(c);
        let edges = &self.w.knowledge.graph.edges;
        let edge = edges
            .iter()
            .find(|e| e.from_table == *table && e.from_column == column)?;
        crate::ask::builtin::mentions::position(self.w.knowledge, &edge.to_table)
    }

    fn is_place(&self, c: Col) -> bool {
        let words = split_name(self.w.name(c));
        let text = !self.w.is_number(c) || self.w.is_foreign(c) || words.len() > 1;
        text && words.iter().any(is_place_word) && !self.w.is_key(c)
    }

    fn is_doer(&self, c: Col) -> bool {
        let text = !self.w.is_number(c) || self.w.is_foreign(c);
        text && split_name(self.w.name(c)).iter().any(is_doer_word) && !self.w.is_key(c)
    }
}

#[allow(clippy::ptr_arg)]
fn is_place_word(word: &String) -> bool {
    let stemmed = stem(word);
    PLACES.iter().any(|p| stem(p) == stemmed)
}

#[allow(clippy::ptr_arg)]
fn is_doer_word(word: &String) -> bool {
    let word = word.strip_suffix('s').unwrap_or(word);
    let ends = word.len() > 4 && ["er", "or", "ist", "ian"].iter().any(|e| word.ends_with(e));
    DOERS.contains(&word) || ends && !THINGS.contains(&word)
}
