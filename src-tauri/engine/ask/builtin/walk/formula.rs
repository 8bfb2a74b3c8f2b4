//! Arithmetic said in words: "margin is defined as price minus cost", "quantity times unit price", "ratio of hotels to
//! restaurants".
//!
//! In: items. Out: expressions; what a definition is called is remembered, so that "the highest margin" finds it.

use std::ops::Range;

use super::Walk;
use crate::ask::builtin::cues::Cue;
use crate::ask::builtin::mentions::{Kind, Meaning, SURE, TERM};
use crate::ask::builtin::query::{Agg, Col, Cond, Expr, Op};
use crate::words::lexicon::is_function_word;
use crate::words::Token;

/// What a word of the question is said to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    pub expr: Expr,
    pub at: usize,
    /// Items that speak of it by its name.
    pub items: Vec<usize>,
}

/// The conditions in a phrase, each with its column, and the table that it names.
type Phrase = (Vec<(Col, Cond)>, Option<usize>);

/// Words behind which a definition stands, before "as" or "by".
const DEFINES: &[&str] = &["defined", "calculated", "computed", "measured", "given", "expressed"];

/// The words that a definition gives a meaning to, up to "defined" itself: "the margin of a product is".
pub fn defined(tokens: &[Token]) -> Option<Range<usize>> {
    let end = (1..tokens.len())
        .find(|d| tokens[*d].is_any(DEFINES) && tokens.get(d + 1).is_some_and(|t| t.is_any(&["as", "by"])))?;
    let begins = |t: &Token| t.is_any(&[".", "?", "!", ";", ",", "(", "where", "with", "if"]);
    let begin = (0..end).rev().find(|t| begins(&tokens[*t])).map_or(0, |t| t + 1);
    Some(begin..end)
}

impl Walk<'_> {
    pub(super) fn formula(&mut self) {
        match defined(self.tokens) {
            Some(name) => self.definition(&name),
            None => self.said_in_line(),
        }
        for i in 0..self.items.len() {
            if self.cue(i) == Some(Cue::Calculate('/')) {
                self.ratio(i);
            }
        }
    }

    fn definition(&mut self, name: &Range<usize>) {
        let d = name.end;
        let Some(from) = self.items.iter().position(|x| x.start > d + 1) else {
            return;
        };
        let mut used = Vec::new();
        let Some(expr) = self.sum(from, &mut used) else { return };
        // What is surely called so here keeps its meaning: "the margin of a product" defines no product.
        let sure = |w: &Self, k: usize| match &w.items[k].kind {
            Kind::Word(_) => false,
            Kind::Mention(r) => r.iter().any(|r| (SURE..TERM).contains(&r.1)),
            _ => true,
        };
        let said = |w: &Self, k: usize| {
            let mut words = w.tokens[w.items[k].start..w.items[k].end].iter();
            words.any(|t| !is_function_word(&t.lower) && w.tokens[name.clone()].iter().any(|n| n.stem == t.stem))
        };
        let named = |w: &Self, k: usize| !sure(w, k) && said(w, k);
        let items: Vec<usize> = (0..self.items.len()).filter(|k| named(self, *k)).collect();
        for k in items.iter().copied().chain(used) {
            self.meaning[k] = self.meaning[k].take().filter(|_| k >= from);
            self.take(k, "calculated");
        }
        // "defined" itself, and words between it and the formula.
        for k in 0..from {
            if self.items[k].start >= d
                && !self.used[k]
                && matches!(self.items[k].kind, Kind::Word(_) | Kind::Cue(Cue::By))
            {
                self.take(k, "calculated");
            }
        }
        let agg = items
            .iter()
            .flat_map(|k| (k.saturating_sub(2)..*k).rev())
            .find_map(|k| match self.cue(k) {
                Some(Cue::Agg(agg)) => Some((k, agg)),
                _ => None,
            });
        let expr = match agg.filter(|_| !expr.is_aggregate()) {
            Some((k, agg)) => {
                self.take(k, Self::aggregate_name(agg));
                Expr::agg(agg, expr)
            }
            None => expr,
        };
        self.parts.formula = Some(Formula { expr, at: from, items });
    }

    /// "quantity times unit price", "points minus fouls": two columns with an operation between.
    fn said_in_line(&mut self) {
        for i in 1..self.items.len() {
            let column = self
                .column_at(i - 1)
                .is_some_and(|c| self.measurable(c) && self.is_number(c));
            if !column || self.operation(i).is_none() {
                continue;
            }
            let first = match i.checked_sub(2).and_then(|k| self.cue(k)) {
                Some(Cue::Agg(_)) => i - 2,
                _ => i - 1,
            };
            let mut used = Vec::new();
            let Some(expr @ Expr::Arith(..)) = self.sum(i - 1, &mut used) else {
                continue;
            };
            used.iter().for_each(|k| self.take(*k, "calculated"));
            let expr = match self.cue(first) {
                Some(Cue::Agg(agg)) if first + 2 == i => {
                    self.take(first, Self::aggregate_name(agg));
                    Expr::agg(agg, expr)
                }
                _ => expr,
            };
            self.parts.select.push((expr, i));
            return;
        }
    }

    fn sum(&self, from: usize, used: &mut Vec<usize>) -> Option<Expr> {
        let mut left = self.product(from, used)?;
        while let Some((op @ ('+' | '-'), width)) = used.last().and_then(|k| self.operation(k + 1)) {
            let at = used.last().map_or(from, |k| k + 1);
            let mut more: Vec<usize> = (at..at + width).collect();
            let Some(right) = self.product(at + width, &mut more) else {
                break;
            };
            used.append(&mut more);
            left = Expr::Arith(Box::new(left), op, Box::new(right));
        }
        Some(left)
    }

    fn product(&self, from: usize, used: &mut Vec<usize>) -> Option<Expr> {
        let mut left = self.operand(from, used)?;
        while let Some((op @ ('*' | '/'), width)) = used.last().and_then(|k| self.operation(k + 1)) {
            let at = used.last().map_or(from, |k| k + 1);
            let mut more: Vec<usize> = (at..at + width).collect();
            let Some(right) = self.operand(at + width, &mut more) else {
                break;
            };
            used.append(&mut more);
            left = Expr::Arith(Box::new(left), op, Box::new(right));
        }
        Some(left)
    }

    /// The operation that an item says, and how many items say it.
    fn operation(&self, k: usize) -> Option<(char, usize)> {
        let item = self.items.get(k).filter(|_| !self.used[k])?;
        let by = usize::from(self.cue(k + 1) == Some(Cue::By));
        Some(match self.tokens[item.start].lower.as_str() {
            "minus" => ('-', 1),
            "plus" => ('+', 1),
            "times" => ('*', 1),
            "multiplied" => ('*', 1 + by),
            "divided" => ('/', 1 + by),
            "/" => ('/', 1),
            _ => return None,
        })
    }

    /// A column, an aggregate of one, a number of rows, a number, or "the ratio of" two of these.
    fn operand(&self, from: usize, used: &mut Vec<usize>) -> Option<Expr> {
        let mut k = from;
        let (mut agg, mut many, mut once) = (None, false, false);
        while let Some(item) = self.items.get(k).filter(|_| !self.used[k]) {
            match self.cue(k) {
                Some(Cue::Agg(a)) if agg.is_none() => agg = Some(a),
                Some(Cue::HowMany) => many = true,
                Some(Cue::Distinct) => once = true,
                Some(Cue::Of) => {}
                Some(Cue::Calculate(op)) if agg.is_none() => {
                    used.push(k);
                    let a = self.operand(k + 1, used)?;
                    let next = used.last().map_or(k, |k| k + 1);
                    let tie = usize::from(self.cue(next) == Some(Cue::And));
                    (next..next + tie).for_each(|k| used.push(k));
                    let b = self.operand(next + tie, used)?;
                    return Some(Expr::Arith(Box::new(a), op, Box::new(b)));
                }
                Some(_) => return None,
                None if self.is_mark(k, "(") => return self.bracket(k, agg, used),
                None if matches!(item.kind, Kind::Number) => {
                    used.push(k);
                    return item.number.clone().map(Expr::Number);
                }
                None => break,
            }
            used.push(k);
            k += 1;
        }
        let meaning = self.mention(k)?.clone();
        used.push(k);
        Some(match (meaning, agg, many) {
            (Meaning::Column(c), Some(agg), _) if self.is_number(c) => Expr::agg(agg, Expr::Column(c)),
            (Meaning::Column(c), None, false) if self.is_number(c) => Expr::Column(c),
            (Meaning::Column(c), None, true) if self.measurable(c) && self.is_number(c) => {
                Expr::agg(Agg::Sum, Expr::Column(c))
            }
            (Meaning::Column(c), ..) => Expr::Agg {
                agg: Agg::Count,
                distinct: once || !self.is_key(c),
                of: Box::new(Expr::Column(c)),
            },
            (Meaning::Table(t), Some(agg), false) => match self.amount(t) {
                Some(c) => Expr::agg(agg, Expr::Column(c)),
                None => Expr::count(t),
            },
            (Meaning::Table(t), ..) => Expr::count(t),
            (Meaning::Value { .. }, ..) => return None,
        })
    }

    /// "(price minus cost)", and "the sum of (price times quantity)".
    fn bracket(&self, open: usize, agg: Option<Agg>, used: &mut Vec<usize>) -> Option<Expr> {
        let mut inner = vec![open];
        let expr = self.sum(open + 1, &mut inner)?;
        let close = inner.last().map(|k| k + 1).filter(|k| self.is_mark(*k, ")"))?;
        used.append(&mut inner);
        used.push(close);
        Some(match agg {
            Some(agg) => Expr::agg(agg, expr),
            None => expr,
        })
    }

    fn is_mark(&self, k: usize, mark: &str) -> bool {
        let item = self.items.get(k).filter(|item| matches!(item.kind, Kind::Mark));
        item.is_some_and(|item| self.tokens[item.start].is(mark))
    }

    /// "the ratio of cancelled orders to delivered orders": rows that fit one condition by rows that fit another.
    fn ratio(&mut self, i: usize) {
        let ends = |k: &usize| {
            matches!(self.cue(*k), Some(Cue::Each | Cue::Per(_) | Cue::By | Cue::OrderBy))
                || matches!(self.items[*k].kind, Kind::Mark)
        };
        let stop = (i + 1..self.items.len()).find(ends).unwrap_or(self.items.len());
        let end = self.items.get(stop).map_or(self.tokens.len(), |x| x.start);
        let Some(split) = (self.items[i].end..end).find(|t| {
            self.tokens[*t].is_any(&["to", "versus", "vs", "over"])
                || self.tokens[*t].is("of") && self.tokens[*t - 1].is("out")
        }) else {
            return;
        };
        let middle = (i + 1..stop).find(|k| self.items[*k].start >= split).unwrap_or(stop);
        // "the ratio of dogs to cats that ...": of both. "of dogs that ... to cats that ...": of each.
        let relative = |k: &usize| self.cue(*k) == Some(Cue::Relative);
        let stop = match (i + 1..middle).any(|k| relative(&k)) {
            true => stop,
            false => (middle..stop).find(relative).unwrap_or(stop),
        };
        let (a, b) = (self.conditions_in(i + 1, middle), self.conditions_in(middle, stop));
        let (Some((ours, table)), Some((mut theirs, second))) = (a, b) else {
            return;
        };
        // "... in New York" behind the second phrase is a condition on both.
        let mut both: Vec<(Col, Cond)> = Vec::new();
        if !ours.is_empty() && theirs.len() > 1 {
            let shared = |c: &(Col, Cond)| !ours.iter().any(|o| o.0 == c.0);
            if let Some(last) = theirs.pop_if(|c| shared(c)) {
                both.push(last);
            }
        }
        // Numbers of two columns or two tables: each table's rows once.
        let counted = ours.is_empty();
        if let (true, true, Some(a), Some(b)) = (counted, theirs.is_empty(), table, second) {
            return self.tables_apart(i, stop, a, b);
        }
        let elsewhere = table.is_some() && second.is_some() && table != second && theirs.is_empty();
        let (Some(one), Some(other)) = (rows_with(ours, table), rows_with(theirs, second.or(table))) else {
            return;
        };
        if counted || elsewhere {
            return;
        }
        for k in i..stop {
            if !self.used[k] && (self.mention(k).is_some() || self.cue(k).is_some()) {
                self.take(k, "ratio");
            }
        }
        for (_, cond) in both {
            self.filter(cond, i);
        }
        let t = table.or(second);
        self.parts.tables.extend(t.map(|t| (t, i)));
        self.parts.counted = self.parts.counted.or(t);
        self.parts
            .select
            .push((Expr::Arith(Box::new(one), '/', Box::new(other)), i));
    }

    /// "the ratio of orders to customers": however their rows are joined, each is counted once.
    fn tables_apart(&mut self, i: usize, stop: usize, a: usize, b: usize) {
        if a == b {
            return;
        }
        let (Some(ours), Some(theirs)) = (self.each_row(a), self.each_row(b)) else {
            return;
        };
        for k in i..stop {
            if !self.used[k] && (self.mention(k).is_some() || self.cue(k).is_some()) {
                self.take(k, "ratio");
            }
        }
        self.parts.tables.extend([(a, i), (b, i)]);
        self.parts
            .select
            .push((Expr::Arith(Box::new(ours), '/', Box::new(theirs)), i));
    }

    fn each_row(&self, t: usize) -> Option<Expr> {
        let columns = self.knowledge.catalog.tables[t].columns.len();
        let single = |c: &Col| self.profile(*c).is_some_and(|p| p.unique && p.nulls == 0);
        let key = match self.knowledge.catalog.tables[t].primary_key.as_slice() {
            [key] => crate::ask::builtin::mentions::column(self.knowledge, t, key)?,
            _ => {
                let mut columns = (0..columns).map(|column| Col { table: t, column }).filter(single);
                let named = columns.clone().find(|c| self.name(*c).to_lowercase().ends_with("id"));
                named.or_else(|| columns.next())?
            }
        };
        Some(Expr::Agg {
            agg: Agg::Count,
            distinct: true,
            of: Box::new(Expr::Column(key)),
        })
    }

    /// What a phrase says of rows; `None`: it is about a number, not about rows.
    fn conditions_in(&self, from: usize, to: usize) -> Option<Phrase> {
        let mut conds: Vec<(Col, Cond)> = Vec::new();
        let mut table = None;
        let mut column: Option<Col> = None;
        let negated = |k: usize| k > from && (from..k).rev().take(2).any(|n| self.cue(n) == Some(Cue::Not));
        for k in from..to {
            if let Some(Cue::Compare(op, _)) = self.cue(k) {
                let number = (k + 1..to.min(k + 3)).find_map(|n| self.number_at(n));
                let behind = || (k + 1..to.min(k + 4)).find_map(|n| self.column_at(n).filter(|c| self.is_number(*c)));
                let c = column.or_else(behind)?;
                conds.retain(|x| x.0 != c);
                conds.push((c, self.number_condition(c, op, number?, false)));
                continue;
            }
            match self.mention(k) {
                Some(Meaning::Value { col, text, part, .. }) => {
                    let is = Cond::text(*col, text.clone(), *part);
                    conds.push((*col, if negated(k) { is.denied() } else { is }));
                }
                Some(Meaning::Table(t)) => table = table.or(Some(*t)),
                Some(Meaning::Column(c)) if self.is_flag(*c) => {
                    let op = if negated(k) { Op::Ne } else { Op::Eq };
                    conds.push((*c, Cond::Compare(Expr::Column(*c), op, self.truth(*c)?)));
                }
                Some(Meaning::Column(c)) if self.is_number(*c) && self.measurable(*c) => column = Some(*c),
                Some(Meaning::Column(c)) => table = table.or(Some(c.table)),
                None => {}
            }
        }
        // A number that nothing is compared with is added up, not counted.
        let compared = column.is_none_or(|c| conds.iter().any(|x| x.0 == c));
        compared.then_some((conds, table))
    }
}

/// The rows that fit all of the conditions, counted; without any, all rows.
fn rows_with(conds: Vec<(Col, Cond)>, table: Option<usize>) -> Option<Expr> {
    let mut conds: Vec<Cond> = conds.into_iter().map(|c| c.1).collect();
    Some(match conds.len() {
        0 => Expr::count(table?),
        1 => Expr::RowsWith(Box::new(conds.swap_remove(0))),
        _ => Expr::RowsWith(Box::new(Cond::All(conds))),
    })
}
