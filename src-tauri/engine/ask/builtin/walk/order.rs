//! What the rows are sorted by: "sorted by price in descending order", "in alphabetical order of name".

use super::{Key, Walk};
use crate::ask::builtin::adjectives::ADJECTIVES;
use crate::ask::builtin::choose::Chooser;
use crate::ask::builtin::cues::{Adjective, Cue};
use crate::ask::builtin::mentions::Kind;
use crate::ask::builtin::query::{Agg, Expr};
use crate::words::Token;

impl Walk<'_> {
    /// "sorted by price in descending order", "in alphabetical order of name".
    pub(super) fn order(&mut self, ch: &mut Chooser) {
        for i in 0..self.items.len() {
            match self.cue(i) {
                Some(Cue::OrderBy) => {
                    self.take(i, "order");
                    let along = matches!(self.cue(i + 1), Some(Cue::Ascending | Cue::Descending));
                    if along && self.measured_by(i + 1) {
                        self.take(i + 1, "order");
                        continue;
                    }
                    let ends = (i + 1..self.items.len().min(i + 3)).find_map(|j| match self.cue(j) {
                        Some(Cue::Superlative(desc, Some(a))) => Some((j, desc, a)),
                        _ => None,
                    });
                    if ends.is_some_and(|(j, desc, a)| self.end_to_end(j, desc, a)) {
                        continue;
                    }
                    // "Sort the names by age": the key stands behind a later word.
                    let later = |c: Option<Cue>| {
                        matches!(
                            c,
                            Some(Cue::OrderBy | Cue::Ascending | Cue::Descending | Cue::Alphabetical | Cue::By)
                        )
                    };
                    // "Order the countries by number of airports."
                    let whole = self.tokens[self.items[i].end - 1].is("the")
                        && (i + 1..self.items.len().min(i + 4)).any(|j| self.cue(j) == Some(Cue::By));
                    if whole || i == 0 && (i + 1..self.items.len()).any(|j| later(self.cue(j))) {
                        if let Some(by) = (i + 1..self.items.len()).find(|j| matches!(self.cue(*j), Some(Cue::By))) {
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
                    if self.parts.order.is_empty() && self.measured_by(i) {
                        continue;
                    }
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

    /// "Sorted from most expensive to cheapest": every row, and none picked.
    pub(super) fn end_to_end(&mut self, i: usize, desc: bool, adjective: &Adjective) -> bool {
        let after = |at: usize, word: &str| self.items[at].start > 0 && self.tokens[self.items[at].start - 1].is(word);
        let other =
            |j: &usize| matches!(self.cue(*j), Some(Cue::Superlative(up, Some(_))) if up != desc) && after(*j, "to");
        let Some(j) = (i + 1..self.items.len().min(i + 3))
            .find(other)
            .filter(|_| after(i, "from"))
        else {
            return false;
        };
        let Some((c, back)) = self.hinted(adjective, None) else {
            return false;
        };
        self.take(i, "order");
        self.take(j, "order");
        self.parts.order.push((Key::Expr(Expr::Column(c)), desc != back));
        true
    }

    /// "From longest to shortest": by what makes one thing longer than another.
    fn measured_by(&mut self, i: usize) -> bool {
        let tokens = &self.tokens[self.items[i].start..self.items[i].end];
        let said = |a: &&'static Adjective| a.of_one() && tokens.iter().any(|t| t.is(a.superlative));
        let first = tokens
            .iter()
            .find_map(|t| ADJECTIVES.iter().find(|a| t.is(a.superlative)).filter(said));
        let Some((adjective, (c, back))) = first.and_then(|a| Some((a, self.hinted(a, None)?))) else {
            return false;
        };
        self.parts
            .order
            .push((Key::Expr(Expr::Column(c)), adjective.up != back));
        true
    }

    /// "birth dates, from old to young": the older, the earlier.
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
        let mut measured = false;
        let mut keys: Vec<Key> = Vec::new();
        let mut agg: Option<Agg> = None;
        let mut j = from;
        while j < self.items.len() {
            match (&self.items[j].kind, self.cue(j)) {
                (_, Some(Cue::Descending)) => {
                    desc = true;
                    measured |= self.says_amounts(j);
                    self.take(j, "descending");
                }
                (_, Some(Cue::Ascending | Cue::Alphabetical)) => {
                    desc = false;
                    measured |= self.says_amounts(j);
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
                    // "by driver name, lorry model": whose it is.
                    None if self.column_at(j + 1).is_some() && (self.table_at(j).is_some() || self.used[j]) => {}
                    None => break,
                },
                (_, Some(Cue::Of | Cue::In | Cue::And | Cue::By | Cue::From)) | (Kind::Word(_), _) => {}
                // "ordered by name, title, then finally rating".
                (Kind::Mark, _) if !keys.is_empty() && self.key_follows(j) => {}
                _ => break,
            }
            j += 1;
        }
        if keys.is_empty() {
            keys.push(if measured || given.is_some() && !self.alphabetical(from) {
                Key::Measure
            } else {
                Key::Shown
            });
        }
        self.parts.order.extend(keys.into_iter().map(|k| (k, desc)));
    }

    /// "from most to least".
    fn says_amounts(&self, j: usize) -> bool {
        let said = &self.tokens[self.items[j].start..self.items[j].end];
        said.iter().any(|t| {
            t.is_any(&[
                "most", "least", "highest", "lowest", "largest", "smallest", "fewest", "greatest",
            ])
        })
    }

    /// Whether a comma goes on with one more column.
    fn key_follows(&self, mark: usize) -> bool {
        let next = (mark + 1..self.items.len())
            .find(|k| !matches!(self.items[*k].kind, Kind::Word(_)) && self.cue(*k) != Some(Cue::And));
        let key = |k: usize| self.column_at(k).is_some() || self.column_at(k + 1).is_some();
        let noun = |k: usize| matches!(self.items[k].kind, Kind::Mention(_));
        self.tokens[self.items[mark].start].is(",") && next.is_some_and(|k| noun(k) && key(k))
    }

    /// Whether the words before an item say that texts are sorted.
    fn alphabetical(&self, after: usize) -> bool {
        let said = after.checked_sub(1).and_then(|at| self.items.get(at));
        said.is_some_and(|x| {
            let letters = |t: &Token| t.is_any(&["alphabetical", "lexicographical"]);
            x.kind == Kind::Cue(Cue::Alphabetical) || self.tokens[x.start..x.end].iter().any(letters)
        })
    }
}
