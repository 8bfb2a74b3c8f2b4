//! What the rows are sorted by: "sorted by age in descending order", "in alphabetical order of name".

use super::{Key, Walk};
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::Kind;
use crate::ask::builtin::query::{Agg, Expr};

impl Walk<'_> {
    /// "sorted by age in descending order", "in alphabetical order of name".
    pub(super) fn order(&mut self, ch: &mut Chooser) {
        for i in 0..self.items.len() {
            match self.cue(i) {
                Some(Cue::OrderBy) => {
                    self.take(i, "order");
                    // "Sort the names by age": the key stands behind a later word.
                    let later = |c: Option<Cue>| {
                        matches!(
                            c,
                            Some(Cue::OrderBy | Cue::Ascending | Cue::Descending | Cue::Alphabetical | Cue::By)
                        )
                    };
                    if i == 0 && (i + 1..self.items.len()).any(|j| later(self.cue(j))) {
                        if let Some(by) = (1..self.items.len()).find(|j| matches!(self.cue(*j), Some(Cue::By))) {
                            self.take(by, "order");
                            self.order_keys(by + 1, None, ch);
                        }
                        continue;
                    }
                    self.order_keys(i + 1, None, ch);
                }
                Some(c @ (Cue::Ascending | Cue::Descending | Cue::Alphabetical)) => {
                    let desc = c == Cue::Descending;
                    self.take(i, if desc { "descending" } else { "ascending" });
                    let stands_behind = !self.parts.order.is_empty();
                    if stands_behind {
                        if let Some(last) = self.parts.order.last_mut() {
                            last.1 = desc;
                        }
                    } else {
                        self.order_keys(i + 1, Some(desc), ch);
                    }
                    self.by_age(i);
                }
                _ => {}
            }
        }
    }

    /// "date of birth, from old to young": the older, the earlier.
    fn by_age(&mut self, i: usize) {
        let aged = ["old", "oldest", "young", "youngest"];
        let item = &self.items[i];
        if !self.tokens[item.start..item.end].iter().any(|t| t.is_any(&aged)) {
            return;
        }
        if let Some((Key::Expr(Expr::Column(c)), desc)) = self.parts.order.last().cloned() {
            if self.is_time(c) {
                if let Some(last) = self.parts.order.last_mut() {
                    last.1 = !desc;
                }
            }
        }
    }

    fn order_keys(&mut self, from: usize, given: Option<bool>, _ch: &mut Chooser) {
        let mut desc = given.unwrap_or(false);
        let mut keys: Vec<Key> = Vec::new();
        let mut agg: Option<Agg> = None;
        let mut j = from;
        while j < self.items.len() {
            match (&self.items[j].kind, self.cue(j)) {
                (_, Some(Cue::Descending)) => {
                    desc = true;
                    self.take(j, "descending");
                }
                (_, Some(Cue::Ascending | Cue::Alphabetical)) => {
                    desc = false;
                    self.take(j, "ascending");
                }
                (_, Some(Cue::Agg(a))) if keys.is_empty() => {
                    agg = Some(a);
                    self.take(j, "order");
                }
                (_, Some(Cue::HowMany)) => {
                    self.take(j, "order by count");
                    let next = (j + 1..self.items.len().min(j + 3)).find(|n| self.mention(*n).is_some());
                    let key = next.and_then(|n| self.counted(n));
                    if let Some(n) = next {
                        self.take(n, "counted");
                    }
                    keys.push(key.unwrap_or(Key::Count(None)));
                    j = next.unwrap_or(j);
                }
                (Kind::Mention(_), _) => match self.column_at(j) {
                    Some(c) => {
                        let e = Expr::Column(c);
                        keys.push(Key::Expr(agg.take().map_or(e.clone(), |a| Expr::agg(a, e))));
                        self.take(j, "order");
                    }
                    None if keys.is_empty() && (self.table_at(j).is_some() || self.used[j]) => {}
                    None => break,
                },
                (_, Some(Cue::Of | Cue::In | Cue::And | Cue::By | Cue::From)) | (Kind::Word(_), _) => {}
                _ => break,
            }
            j += 1;
        }
        if keys.is_empty() {
            keys.push(if given.is_some() && !self.alphabetical(from) {
                Key::Measure
            } else {
                Key::Shown
            });
        }
        self.parts.order.extend(keys.into_iter().map(|k| (k, desc)));
    }

    fn alphabetical(&self, after: usize) -> bool {
        after > 0
            && self
                .items
                .get(after - 1)
                .is_some_and(|x| x.kind == Kind::Cue(Cue::Alphabetical))
    }
}
