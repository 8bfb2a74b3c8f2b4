//! What a condition asks of the values of a witness.
//!
//! In: a condition that has to hold, or has to fail. Out: wishes, pairs and rows of subqueries. Deliberately absent: a way
//! back; where two choices contradict each other, the whole witness is made again.

use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator, Value};

use super::terms::{so, Term};
use super::{Around, Is, Known, Of, Pair, Walk};
use crate::rewrite::shape;

impl Is {
    fn of(op: &BinaryOperator) -> Option<Self> {
        use BinaryOperator as B;
        Some(match op {
            B::Eq => Self::Equal,
            B::NotEq => Self::Other,
            B::Lt => Self::Less,
            B::LtEq => Self::Most,
            B::Gt => Self::More,
            B::GtEq => Self::Least,
            _ => return None,
        })
    }

    fn denied(self) -> Self {
        match self {
            Self::Equal => Self::Other,
            Self::Other => Self::Equal,
            Self::Less => Self::Least,
            Self::Least => Self::Less,
            Self::Most => Self::More,
            Self::More => Self::Most,
        }
    }

    /// With the sides exchanged.
    fn turned(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::More => Self::Less,
            Self::Most => Self::Least,
            Self::Least => Self::Most,
            same => same,
        }
    }
}

impl Walk<'_> {
    /// Makes the condition come out as `wanted`.
    pub(super) fn holds<'q>(&mut self, condition: &'q Expr, here: &Around<'q>, wanted: bool) {
        match condition {
            Expr::Nested(inner) => self.holds(inner, here, wanted),
            Expr::UnaryOp {
                op: UnaryOperator::Not,
                expr,
            } => self.holds(expr, here, !wanted),
            Expr::BinaryOp {
                left,
                op: op @ (BinaryOperator::And | BinaryOperator::Or),
                right,
            } => {
                // All of AND, one of OR; denied, the other way round.
                if (*op == BinaryOperator::And) == wanted {
                    self.holds(left, here, wanted);
                    self.holds(right, here, wanted);
                } else {
                    let sides = some_of(condition, op);
                    let at = (self.draw)(sides.len());
                    if let Some(side) = sides.get(at) {
                        self.holds(side, here, wanted);
                    }
                }
            }
            Expr::BinaryOp { left, op, right } => {
                let Some(is) = Is::of(op) else { return };
                let is = if wanted { is } else { is.denied() };
                let (left, right) = (self.term(left, here), self.term(right, here));
                self.compare(&left, is, &right);
            }
            Expr::Between {
                expr,
                negated,
                low,
                high,
            } => {
                let value = self.term(expr, here);
                let (low, high) = (self.term(low, here), self.term(high, here));
                if *negated != wanted {
                    self.compare(&value, Is::Least, &low);
                    self.compare(&value, Is::Most, &high);
                } else if self.chance(50) {
                    self.compare(&value, Is::Less, &low);
                } else {
                    self.compare(&value, Is::More, &high);
                }
            }
            Expr::InList { expr, list, negated } => {
                let value = self.term(expr, here);
                if *negated != wanted {
                    let at = (self.draw)(list.len());
                    if let Some(one) = list.get(at) {
                        let one = self.term(one, here);
                        self.compare(&value, Is::Equal, &one);
                    }
                } else {
                    for one in list {
                        let one = self.term(one, here);
                        self.compare(&value, Is::Other, &one);
                    }
                }
            }
            Expr::InSubquery {
                expr,
                subquery,
                negated,
            } => {
                let value = self.term(expr, here);
                // What is not in the list may be so for the list being empty.
                let inside = *negated != wanted;
                if inside || self.chance(40) {
                    let other = self.value(subquery, here);
                    let is = if inside { Is::Equal } else { Is::Other };
                    self.compare(&value, is, &other);
                }
            }
            Expr::Exists { subquery, negated } if *negated != wanted => {
                self.query(subquery, here);
            }
            Expr::AnyOp {
                left,
                compare_op,
                right,
                ..
            }
            | Expr::AllOp {
                left,
                compare_op,
                right,
            } => {
                let Some(is) = Is::of(compare_op) else { return };
                let value = self.term(left, here);
                if let Expr::Subquery(query) = shape::bare(right) {
                    let other = self.value(query, here);
                    self.compare(&value, if wanted { is } else { is.denied() }, &other);
                }
            }
            Expr::Like {
                expr, negated, pattern, ..
            }
            | Expr::ILike {
                expr, negated, pattern, ..
            } => {
                let (value, pattern) = (self.term(expr, here), self.term(pattern, here));
                if let (Term::Cell { at, of: Of::Whole, .. }, Term::Known(Known::Text(pattern))) = (value, pattern) {
                    let at = self.root(at);
                    if let Some(wish) = self.made.wishes.get_mut(at) {
                        wish.like.push((pattern, *negated != wanted));
                    }
                }
            }
            Expr::IsNull(inner) | Expr::IsNotNull(inner) => {
                let null = matches!(condition, Expr::IsNull(_)) == wanted;
                match self.term(inner, here) {
                    Term::Cell { at, of: Of::Whole, .. } if null => {
                        let at = self.root(at);
                        if let Some(wish) = self.made.wishes.get_mut(at) {
                            wish.null = true;
                        }
                    }
                    Term::Missing => self.failed |= !null,
                    _ => {}
                }
            }
            Expr::Value(value) => self.failed |= matches!(value.value, Value::Boolean(yes) if yes != wanted),
            _ => {}
        }
    }

    pub(super) fn compare(&mut self, left: &Term, is: Is, right: &Term) {
        match (left, right) {
            (Term::Missing, _) | (_, Term::Missing) => self.failed = true,
            (
                Term::Cell {
                    at: a,
                    of: Of::Whole,
                    times: ta,
                    plus: pa,
                },
                Term::Cell {
                    at: b,
                    of: Of::Whole,
                    times: tb,
                    plus: pb,
                },
            ) => {
                let (a, b) = (self.root(*a), self.root(*b));
                let (times, plus) = (tb / ta, (pb - pa) / ta);
                let same = times == 1.0 && plus == 0.0;
                if same && is == Is::Equal {
                    self.unite(a, b);
                } else if a == b {
                    // Two aggregates over one row; over more rows they differ.
                } else {
                    let is = if *ta < 0.0 { is.turned() } else { is };
                    self.made.pairs.push(Pair {
                        left: a,
                        is,
                        right: b,
                        times,
                        plus,
                    });
                }
            }
            // Parts of two values are alike where the values are.
            (Term::Cell { at: a, of, .. }, Term::Cell { at: b, of: other, .. }) if of == other && is == Is::Equal => {
                self.unite(*a, *b);
            }
            (Term::Cell { at, of, times, plus }, Term::Known(known)) => {
                let is = if *times < 0.0 { is.turned() } else { is };
                let known = match known {
                    Known::Number(n) => Known::Number((n - plus) / times),
                    Known::Text(day) if *plus != 0.0 => Known::Day(day.clone(), -*plus as i64),
                    Known::Day(day, days) => Known::Day(day.clone(), days.saturating_sub(*plus as i64)),
                    same => same.clone(),
                };
                self.must(*at, *of, is, known);
            }
            (Term::Ratio(over, under), Term::Known(Known::Number(n))) => {
                self.compare(under, Is::More, &Term::Known(Known::Number(0.0)));
                if let Term::Cell { at, of, times, plus } = under.as_ref() {
                    let bound = Term::Cell {
                        at: *at,
                        of: *of,
                        times: times * n,
                        plus: plus * n,
                    };
                    self.compare(over, is, &bound);
                }
            }
            (Term::Count(block), Term::Known(known)) => {
                let Some(n) = known.number() else { return };
                let rows = match is {
                    Is::Equal | Is::Least => n,
                    Is::More => n + 1.0,
                    _ => return,
                };
                let wanted = self.made.repeats.entry(*block).or_insert(1);
                *wanted = (*wanted).max(rows.min(1e6) as i64);
            }
            (Term::Known(a), Term::Known(b)) => self.failed |= so(a, is, b) == Some(false),
            (Term::Known(_), Term::Cell { .. } | Term::Count(_) | Term::Ratio(..)) => {
                self.compare(right, is.turned(), left);
            }
            _ => {}
        }
    }
}

/// The sides of `a OR b OR c`, or of `a AND b AND c`.
fn some_of<'q>(condition: &'q Expr, by: &BinaryOperator) -> Vec<&'q Expr> {
    match condition {
        Expr::Nested(inner) => some_of(inner, by),
        Expr::BinaryOp { left, op, right } if op == by => {
            let mut all = some_of(left, by);
            all.append(&mut some_of(right, by));
            all
        }
        other => vec![other],
    }
}
