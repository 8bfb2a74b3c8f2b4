//! What stands beside each other: values and stretches of time with a figure for each, their difference, both ends of a scale.

use super::conditions::Conditions;
use super::{Builder, Built};
use crate::frame::{Ent, Measure};
use crate::known::Col;
use crate::lexicon::{self, Opener};
use crate::link::{Atom, Meaning};
use crate::query::{Agg, Cond, Expr, Op, Query};
use crate::words::TokenKind;

/// One of several is to be told from the others.
const MORE: &[&str] = &[
    "more", "fewer", "less", "better", "worse", "higher", "lower", "bigger", "longer", "split",
];
/// Words that set one side against the other.
const SIDES: &[&str] = &[
    "vs",
    "versus",
    "v",
    "against",
    "compare",
    "compared",
    "comparison",
    "than",
    "difference",
    "gap",
    "split",
    "next",
    "same",
];

impl Builder<'_> {
    /// Whether conditions name every value of a column.
    fn names_all(&self, conds: &Conditions, col: Col) -> bool {
        conds.filter.iter().any(|c| match c {
            Cond::Is { col: of, values, .. } => *of == col && self.known.column(col).distinct <= values.len() as u64,
            _ => false,
        })
    }

    /// The conditions, and where they name several values of a column, those values beside each other.
    pub(super) fn beside(&self, mut conds: Conditions) -> Vec<Conditions> {
        let figures = !self.frame.figures.is_empty() || !self.frame.counts.is_empty() || !self.measures().is_empty();
        let mut out = Vec::new();
        if conds.beside.is_empty() && (figures || self.frame.top.is_some()) {
            let several = conds.filter.iter().find_map(|c| match c {
                Cond::Is {
                    col,
                    values,
                    not: false,
                } if self.known.column(*col).apart(values).len() > 1 && self.says_two(*col) => Some(*col),
                _ => None,
            });
            let or = self.says(&["or"]);
            // "How many members from Leeds or York has each club": either of the two, once for each club.
            let each = self.says(&["each", "vs", "versus", "compare", "compared", "against", "respectively"]);
            let counted = !self.frame.groups.is_empty() && !self.frame.counts.is_empty();
            // "Total fees of those from Leeds or York" is one figure.
            let pooled = or && !self.says(MORE) && (counted || !each && self.frame.top.is_none());
            if let Some(col) = several.filter(|_| !pooled) {
                let and = !self.frame.groups.is_empty() && self.names_two(col);
                // "Gold, silver and regular members", where there are no others: all of them in one figure need no list.
                let all = !or && self.names_all(&conds, col);
                let mut way = conds.clone();
                way.beside.push(Expr::Col(col));
                way.versus = true;
                way.prior += if each {
                    0.2
                } else if or {
                    -0.9
                } else if all {
                    0.2
                } else if and {
                    0.1
                } else {
                    -0.5
                };
                out.push(way);
                // "Men and women in every town": as each town, so each of the two.
                conds.prior -= if and || all { 0.8 } else { 0.0 };
            }
        }
        out.insert(0, conds);
        out
    }

    /// "The men and the women": two values of the column with nothing but "and" between them.
    fn names_two(&self, col: Col) -> bool {
        let of = |a: &Atom| matches!(&a.meaning, Meaning::Value { col: c, .. } if *c == col) && a.score >= 0.8;
        (0..self.text.tokens.len()).any(|at| {
            let ends = self.text.at(at).iter().filter(|a| of(a)).map(|a| a.end);
            let mut ties = ends.filter(|end| self.text.word(*end) == "and");
            ties.any(|end| {
                let next = self.text.past(end + 1, &["the", "our", "their"]);
                self.text.at(next).iter().any(of)
            })
        })
    }

    /// Whether two places of the question speak of the column's values: "paid" alone sets 'Paid' and 'Part paid' beside nothing.
    fn says_two(&self, col: Col) -> bool {
        let of = |a: &Atom| matches!(&a.meaning, Meaning::Value { col: c, .. } if *c == col);
        let said = |at: &usize| self.text.at(*at).iter().any(of);
        (0..self.text.tokens.len()).filter(said).count() > 1
    }

    pub(super) fn says(&self, words: &[&str]) -> bool {
        self.text.tokens.iter().any(|t| words.contains(&t.lower.as_str()))
    }

    /// Both ends of a scale, or an end for each group or beside another figure: "highest and lowest price", "number of
    /// hills and the highest one, by country".
    pub(super) fn extremes(&self, target: Option<Ent>, conds: &Conditions) -> Vec<Built> {
        let f = self.frame;
        let grouped = !f.groups.is_empty() || conds.versus;
        let figures = !f.counts.is_empty() || !f.figures.is_empty();
        let ends: Vec<(Expr, f64)> = f.extremes.iter().flat_map(|(agg, m)| self.figure(*agg, *m)).collect();
        if ends.is_empty() || !(grouped || figures || ends.len() > 1) {
            return Vec::new();
        }
        let mut list: Vec<Expr> = Vec::new();
        list.extend(f.counts.iter().filter_map(|c| Some(self.count(c.0.or(target)?, false))));
        list.extend(ends.into_iter().map(|e| e.0));
        list.extend(
            f.figures
                .iter()
                .flat_map(|(agg, m)| self.figure(*agg, *m).into_iter().take(1))
                .map(|e| e.0),
        );
        list.dedup();
        let prior = if f.extremes.len() > 1 {
            0.4
        } else if grouped && !figures {
            0.0
        } else {
            -0.3
        };
        let mut out = Vec::new();
        let gap = self.says(&["difference", "gap", "spread", "range"]);
        if let ([(Agg::Max, a), (Agg::Min, b)] | [(Agg::Min, b), (Agg::Max, a)], true) = (f.extremes.as_slice(), gap) {
            if a == b {
                let ends = self
                    .figure(Agg::Max, *a)
                    .into_iter()
                    .zip(self.figure(Agg::Min, *b))
                    .next();
                if let Some(((max, _), (min, _))) = ends {
                    out.extend(self.with(vec![Expr::math(max, '-', min)], target, conds, 0.8, "spread"));
                }
            }
        }
        if !grouped && !figures {
            out.extend(self.both_ends(target, conds));
        }
        out.extend(self.with(list, target, conds, prior, "extremes"));
        out
    }

    /// The rows at both ends of a scale: "the oldest and the newest film".
    fn both_ends(&self, target: Option<Ent>, conds: &Conditions) -> Option<Built> {
        let [(one, Measure::Col(c)), (other, Measure::Col(same))] = self.frame.extremes.as_slice() else {
            return None;
        };
        if one == other || c != same || !matches!(target, Some(Ent::Table(_))) {
            return None;
        }
        // "The lowest and highest price" are two figures, and no rows.
        let named = |a: &Atom| a.meaning == Meaning::Column(*c) && !a.loose && a.score >= 0.9;
        if (0..self.text.tokens.len()).any(|at| self.text.at(at).iter().any(named)) {
            return None;
        }
        let end = |agg: Agg| {
            let of = Query {
                select: vec![Expr::agg(agg, Expr::Col(*c))],
                filter: conds.filter.iter().chain(&conds.times).cloned().collect(),
                ..Query::default()
            };
            Cond::Compare(Expr::Col(*c), Op::Eq, Expr::Query(Box::new(of)))
        };
        let mut q = self.listed(target, conds);
        if !q.select.contains(&Expr::Col(*c)) {
            q.select.push(Expr::Col(*c));
        }
        q.filter.push(Cond::Any(vec![end(*one), end(*other)]));
        q.order = vec![(Expr::Col(*c), *one == Agg::Max)];
        Some(Built::new(q, 0.3, "both ends"))
    }

    /// Two values or stretches of time: how much more the one is, how many times, by how much it grew, or both beside
    /// each other in one row.
    pub(super) fn apart(&self, target: Option<Ent>, conds: &Conditions) -> Option<Vec<Built>> {
        let (first, second, rest) = self.pair(conds)?;
        let f = self.frame;
        let mut figures: Vec<(Expr, Expr, f64)> = Vec::new();
        let only = |e: Expr, cond: &Cond| Expr::Only(Box::new(cond.clone()), Box::new(e));
        let mut of = |agg: Agg, m: &Measure, prior: f64| {
            let value = match m {
                Measure::Col(c) | Measure::Figure(_, c) => Expr::Col(*c),
                Measure::Times(a, b) => Expr::math(Expr::Col(*a), '*', Expr::Col(*b)),
                Measure::Days(a, b) => Expr::Days(*a, *b),
                Measure::Hours(a, b) => self.lasting(*a, *b),
                Measure::Age(c) => match self.age(*c, false) {
                    Some(age) => age,
                    None => return,
                },
                _ => return,
            };
            let side = |cond: &Cond| Expr::agg(agg, only(value.clone(), cond));
            figures.push((side(&first), side(&second), prior));
        };
        f.figures.iter().for_each(|(agg, m)| of(*agg, m, 0.0));
        for c in self.measures() {
            self.meant(c)
                .into_iter()
                .for_each(|(agg, p)| of(agg, &Measure::Col(c), p));
        }
        if figures.is_empty() {
            let side = |cond: &Cond| Expr::agg(Agg::Count, only(Expr::Num(1.0), cond));
            // "Fairs in May and June with their dates" are a list: nothing is set against anything.
            let listed = f.counts.is_empty() && !f.others && !conds.versus && !self.says(SIDES);
            figures.push((side(&first), side(&second), if listed { -1.0 } else { 0.0 }));
        }
        let grew = f.growth.is_some()
            || self.says(&[
                "grow",
                "grew",
                "growth",
                "rise",
                "rose",
                "fall",
                "fell",
                "drop",
                "dropped",
                "increase",
                "increased",
                "change",
                "changed",
                "decrease",
                "decreased",
                "improve",
                "improved",
                "improvement",
            ]);
        let percent = self.says(&["%", "percent", "percentage", "pct"]);
        let times = self.says(&["times", "ratio"]);
        let gap = self.says(&["difference", "gap"]) || {
            let by =
                |t: &[crate::words::Token]| t[0].is_any(&["many", "much"]) && t[1].is_any(&["more", "less", "fewer"]);
            self.text.tokens.windows(2).any(by)
        };
        // "Did we sign more in 2023 or in 2024" asks which, not by how much.
        let or = self
            .text
            .tokens
            .windows(3)
            .any(|t| t[1].is("or") && !t[2].is_any(&["less", "more", "fewer"]));
        // "How much more do the French spend than the Germans": by how much.
        let apart = gap && self.says(&["than"]);
        let spoken = f.counts.iter().find_map(|c| c.0).or(target).map(Ent::table);
        let measured = || f.figures.iter().find_map(|(_, m)| m.table()).filter(|_| apart);
        let from = spoken.or_else(measured)?;
        // Nor does "did we sign more in 2023 than in 2024".
        let first_word = self.text.tokens.iter().find(|t| t.kind != TokenKind::Mark);
        let whether = first_word.is_some_and(|t| matches!(lexicon::opener(&[&t.lower]), Some((Opener::Whether, _))));
        // "And by how much" asks for the difference all the same.
        let whether = whether && !self.says(&["much"]);
        let more = gap || !or && !whether && self.says(&["more", "less", "fewer", "higher", "lower"]);
        let back = begins(&first).is_some_and(|a| begins(&second).is_some_and(|b| b < a));
        let mut out = Vec::new();
        // "How many and how much": each figure of both sides.
        if let (false, [(a, b, _)]) = (f.counts.is_empty(), figures.as_slice()) {
            let one = |cond: &Cond| Expr::agg(Agg::Count, only(Expr::Num(1.0), cond));
            let all = vec![one(&first), a.clone(), one(&second), b.clone()];
            let mut alone = rest.clone();
            alone.beside.clear();
            out.extend(self.with(all, Some(Ent::Table(from)), &alone, 0.0, "beside"));
        }
        for (a, b, prior) in figures.into_iter().take(3) {
            // "Higher in 2025 than in 2024": a change goes from the earlier to the later, in whatever order they are named.
            let (was, is) = if back { (&b, &a) } else { (&a, &b) };
            let change = Expr::math(is.clone(), '-', was.clone());
            let rate = Expr::math(Expr::Num(100.0), '*', Expr::math(change.clone(), '/', was.clone()));
            let ways: Vec<(Vec<Expr>, f64, &'static str)> = vec![
                (vec![a.clone(), b.clone()], -0.3, "beside"),
                (
                    vec![Expr::math(a.clone(), '-', b.clone())],
                    match () {
                        () if apart && !grew => 1.2,
                        () if more && !grew => 0.4,
                        () => -1.5,
                    },
                    "first less second",
                ),
                (
                    vec![change],
                    if grew && !percent {
                        0.5
                    } else if more {
                        0.0
                    } else {
                        -1.8
                    },
                    "second less first",
                ),
                (
                    vec![rate],
                    if (grew || more) && percent {
                        0.9
                    } else if grew {
                        0.3
                    } else {
                        -2.0
                    },
                    "percent apart",
                ),
                (vec![Expr::math(a, '/', b)], if times { 0.6 } else { -2.2 }, "times"),
            ];
            for (select, chance, choice) in ways {
                let mut inner = rest.clone();
                inner.beside.clear();
                for groups in self.groups(Some(from), &inner) {
                    let mut q: Query = self.grouped_by(&groups, select.clone(), &inner, vec![from]);
                    if !groups.in_order && !groups.by.is_empty() {
                        q.order.truncate(1);
                    }
                    out.push(Built::new(q, prior + chance + groups.prior, choice));
                }
            }
        }
        // What is so and what is not, each on a row.
        if second == first.clone().denied() {
            let of = match &first {
                Cond::Yes(c, _) => Expr::Col(*c),
                cond => Expr::Sides(vec![
                    (self.side(cond), cond.clone()),
                    (self.side(&second), second.clone()),
                ]),
            };
            let mut each = rest.clone();
            each.beside = vec![of];
            each.versus = true;
            out.extend(match (f.figures.is_empty(), f.counts.is_empty()) {
                (false, _) => self.figures(target, &each),
                (_, false) => self.counts(target, &each),
                _ => self.grouped(target, &each),
            });
        }
        // Rows of one side alone say nothing of the others.
        if apart || f.others || self.own_days().is_some() {
            return Some(out);
        }
        // Or each on a row of its own.
        let rows = match (f.figures.is_empty(), f.counts.is_empty()) {
            (false, _) => self.figures(target, conds),
            (true, false) => self.counts(target, conds),
            _ => self.grouped(target, conds),
        };
        out.extend(rows);
        let plain = f.opener() != Some(Opener::HowMany) && !conds.versus && !grew && !more && !times;
        if plain {
            out.extend(self.lists(target, conds));
        }
        Some(out)
    }

    /// What rows of one side are called.
    fn side(&self, cond: &Cond) -> String {
        let column = |c: &crate::known::Col| self.known.column(*c).words.join(" ");
        match cond {
            Cond::Is { values, not: false, .. } => values.join(" or "),
            Cond::Is { values, .. } => format!("not {}", values.join(" or ")),
            Cond::Holds { text, not: false, .. } => text.clone(),
            Cond::Holds { text, .. } => format!("not {text}"),
            Cond::Null(Expr::Col(c), true) => format!("with {}", column(c)),
            Cond::Null(Expr::Col(c), false) => format!("without {}", column(c)),
            Cond::Compare(Expr::Col(c), op, Expr::Num(n)) => format!("{} {} {n}", column(c), op.sql()),
            Cond::Among(_, _, false) => "those".to_owned(),
            _ => "the others".to_owned(),
        }
    }

    /// Two sides that are told by a column each.
    fn own_days(&self) -> Option<(&Cond, &Cond)> {
        let [a, b] = self.frame.versus.as_slice() else {
            return None;
        };
        let mut of = Vec::new();
        [a, b].iter().for_each(|c| c.visit(&mut |_, c| of.extend(c)));
        (of.len() == 2 && of[0] != of[1]).then_some((a, b))
    }

    /// The two sides, and the conditions that hold for both.
    fn pair(&self, conds: &Conditions) -> Option<(Cond, Cond, Conditions)> {
        let mut rest = conds.clone();
        let grew = self.frame.growth.is_some();
        if let (
            [Cond::When {
                col,
                from: Some(from),
                to: Some(to),
                not: false,
            }],
            true,
        ) = (conds.times.as_slice(), grew)
        {
            // "Growth from 2023 to 2025": its first year and its last.
            let (first, last) = (from.get(..4)?, to.get(..4)?);
            if first != last && from.ends_with("-01-01") && to.ends_with("-12-31") {
                let year = |y: &str| Cond::When {
                    col: *col,
                    from: Some(format!("{y}-01-01")),
                    to: Some(format!("{y}-12-31")),
                    not: false,
                };
                rest.times.clear();
                return Some((year(first), year(last), rest));
            }
        }
        if let Some((a, b)) = self.own_days() {
            return Some((a.clone(), b.clone(), rest));
        }
        if let [Cond::Any(sides)] = conds.times.as_slice() {
            if let [a, b] = sides.as_slice() {
                rest.times.clear();
                return Some((a.clone(), b.clone(), rest));
            }
        }
        // What excludes each other holds for different rows: "paid vs unpaid".
        let apart = |c: &Cond| {
            let other = c.clone().denied();
            other != *c && conds.filter.contains(&other)
        };
        if let Some(first) = conds.filter.iter().find(|c| apart(c)) {
            let second = first.clone().denied();
            rest.filter.retain(|c| c != first && *c != second);
            return Some((first.clone(), second, rest));
        }
        if self.frame.others {
            let said = rest.filter.pop()?;
            return Some((said.clone(), said.denied(), rest));
        }
        let of = |c: &Cond| match c {
            Cond::Holds { col, not: false, .. } => Some(*col),
            _ => None,
        };
        let place = conds.filter.iter().position(|c| match c {
            Cond::Is {
                col,
                values,
                not: false,
            } => self.known.column(*col).apart(values).len() == 2 && self.says_two(*col),
            Cond::Any(sides) => matches!(sides.as_slice(), [a, b] if of(a).is_some() && of(a) == of(b)),
            _ => false,
        })?;
        if self.says(&["or"]) && !conds.versus {
            return None;
        }
        if let Cond::Any(sides) = rest.filter.get(place)? {
            let (a, b) = (sides.first()?.clone(), sides.get(1)?.clone());
            rest.filter.remove(place);
            return Some((a, b, rest));
        }
        let Cond::Is { col, values, .. } = rest.filter.remove(place) else {
            return None;
        };
        let side = |values: &Vec<String>| Cond::Is {
            col,
            values: values.clone(),
            not: false,
        };
        let apart = self.known.column(col).apart(&values);
        Some((side(apart.first()?), side(apart.get(1)?), rest))
    }
}

/// The day that a condition of time begins with.
fn begins(cond: &Cond) -> Option<&str> {
    match cond {
        Cond::When { from, not: false, .. } => from.as_deref(),
        _ => None,
    }
}

pub(super) fn speaks_of(cond: &Cond, c: crate::known::Col) -> bool {
    let mut found = false;
    cond.visit(&mut |_, col| found |= col == Some(c));
    found
}
