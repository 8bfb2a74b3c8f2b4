//! What an expression comes to: a value that is looked for, one that is known, or nothing that is understood.
//!
//! In: an expression and the rows around it. Out: a term. Deliberately absent: the conditions between terms (`conditions`).

use sqlparser::ast::{
    BinaryOperator, DateTimeField, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, Interval,
    UnaryOperator, Value,
};

use super::{Around, Is, Known, Of, Walk};
use crate::rewrite::shape;

impl Is {
    /// Whether it holds of two values that stand to each other like this.
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Other => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::Most => order.is_le(),
            Self::More => order.is_gt(),
            Self::Least => order.is_ge(),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Term {
    /// `times` what is there, and `plus`.
    Cell {
        at: usize,
        of: Of,
        times: f64,
        plus: f64,
    },
    Known(Known),
    /// How many rows a SELECT reads.
    Count(usize),
    Ratio(Box<Term>, Box<Term>),
    /// NULL for certain.
    Missing,
    Open,
}

impl Term {
    pub(super) fn whole(at: usize) -> Self {
        Self::Cell {
            at,
            of: Of::Whole,
            times: 1.0,
            plus: 0.0,
        }
    }

    fn part(self, part: Of) -> Self {
        match self {
            Self::Cell {
                at,
                of: Of::Whole,
                times,
                plus,
            } => Self::Cell {
                at,
                of: part,
                times,
                plus,
            },
            Self::Known(Known::Text(text)) => match part {
                Of::Start(n) => Self::Known(Known::Text(text.chars().take(n).collect())),
                _ => Self::Open,
            },
            other => other,
        }
    }
}

impl Known {
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(n) => Some(*n),
            Self::Text(text) => text.trim().parse().ok(),
            Self::Truth(yes) => Some(f64::from(u8::from(*yes))),
            Self::Day(..) => None,
        }
    }
}

/// Whether it is so; `None`: the two cannot be compared here.
pub(super) fn so(a: &Known, is: Is, b: &Known) -> Option<bool> {
    let order = match (a, b) {
        (Known::Text(a), Known::Text(b)) => a.cmp(b),
        (Known::Day(a, n), Known::Day(b, m)) if a == b => n.cmp(m),
        _ => a.number()?.partial_cmp(&b.number()?)?,
    };
    Some(is.holds(order))
}

impl Walk<'_> {
    pub(super) fn term<'q>(&mut self, expr: &'q Expr, here: &Around<'q>) -> Term {
        match expr {
            Expr::Nested(inner) | Expr::Cast { expr: inner, .. } => self.term(inner, here),
            Expr::Ceil { expr: inner, .. } | Expr::Floor { expr: inner, .. } | Expr::Trim { expr: inner, .. } => {
                self.term(inner, here)
            }
            Expr::CompoundIdentifier(_) => match shape::col(expr) {
                Some((source, column)) => self.find(&source, &column, here),
                None => Term::Open,
            },
            Expr::Value(value) if matches!(value.value, Value::Null) => Term::Missing,
            Expr::Value(_) | Expr::TypedString(_) => literal(expr).map_or(Term::Open, Term::Known),
            Expr::Interval(interval) => days(interval).map_or(Term::Open, |n| Term::Known(Known::Number(n))),
            Expr::UnaryOp {
                op: UnaryOperator::Minus,
                expr,
            } => scaled(self.term(expr, here), -1.0),
            Expr::BinaryOp { left, op, right } if shape::is_arithmetic(op) => {
                let (left, right) = (self.term(left, here), self.term(right, here));
                worked_out(left, op, right)
            }
            Expr::Substring {
                expr,
                substring_from: Some(from),
                substring_for: Some(length),
                ..
            } => {
                let text = self.term(expr, here);
                start(text, &self.term(from, here), &self.term(length, here))
            }
            Expr::Extract { field, expr, .. } => {
                let whole = self.term(expr, here);
                match field {
                    DateTimeField::Year => whole.part(Of::Year),
                    DateTimeField::Month => whole.part(Of::Month),
                    DateTimeField::Day => whole.part(Of::Day),
                    _ => Term::Open,
                }
            }
            Expr::Case {
                operand: None,
                conditions,
                else_result,
                ..
            } => self.case(conditions, else_result.as_deref(), here),
            Expr::Subquery(query) => self.value(query, here),
            Expr::Function(function) => self.function(function, here),
            _ => Term::Open,
        }
    }

    /// Where it has to come out so, one of its conditions is made to hold; else it is not known which does.
    fn case<'q>(
        &mut self,
        conditions: &'q [sqlparser::ast::CaseWhen],
        otherwise: Option<&'q Expr>,
        here: &Around<'q>,
    ) -> Term {
        let at = (self.draw)(conditions.len());
        let Some(chosen) = conditions.get(at) else {
            return Term::Open;
        };
        if !self.firm {
            let all = conditions.iter().map(|c| &c.result).chain(otherwise);
            let column = all.filter(|e| shape::col(e).is_some()).collect::<Vec<_>>();
            return self.first_of(&column, here);
        }
        // A value for NULL and zero stands first as a guard; what is meant stands after it.
        match (otherwise, shape::literal(&chosen.result)) {
            (Some(otherwise), true) => {
                self.holds(&chosen.condition, here, false);
                self.term(otherwise, here)
            }
            _ => {
                self.holds(&chosen.condition, here, true);
                self.term(&chosen.result, here)
            }
        }
    }

    fn function<'q>(&mut self, function: &'q Function, here: &Around<'q>) -> Term {
        let name = shape::function_name(function);
        let args = arguments(function);
        match (name.as_str(), function.over.is_some()) {
            ("count", false) => Term::Count(here.block),
            // Of one row there is no spread.
            (spread, _) if spread.starts_with("stddev") || spread.starts_with("var") => {
                self.made.repeats.entry(here.block).or_insert(3);
                Term::Open
            }
            ("min" | "max" | "avg" | "sum" | "any_value" | "first", _)
            | (
                "coalesce" | "ifnull" | "nullif" | "round" | "abs" | "ceil" | "floor" | "lower" | "upper" | "trim"
                | "date" | "datetime",
                false,
            ) => self.first_of(&args, here),
            ("date_trunc", false) => self.first_of(args.get(1..).unwrap_or_default(), here),
            ("substr" | "substring", false) => match args.as_slice() {
                [text, from, length] => {
                    let text = self.term(text, here);
                    start(text, &self.term(from, here), &self.term(length, here))
                }
                _ => Term::Open,
            },
            ("left", false) => match args.as_slice() {
                [text, length] => {
                    let text = self.term(text, here);
                    start(text, &Term::Known(Known::Number(1.0)), &self.term(length, here))
                }
                _ => Term::Open,
            },
            ("year", false) => self.first_of(&args, here).part(Of::Year),
            ("month", false) => self.first_of(&args, here).part(Of::Month),
            ("day", false) => self.first_of(&args, here).part(Of::Day),
            ("strftime", false) => match args.as_slice() {
                [a, b] => {
                    let (format, day) = match self.term(a, here) {
                        Term::Known(Known::Text(format)) => (format, b),
                        _ => match self.term(b, here) {
                            Term::Known(Known::Text(format)) => (format, a),
                            _ => return Term::Open,
                        },
                    };
                    let part = match format.as_str() {
                        "%Y" => Of::Year,
                        "%m" => Of::Month,
                        "%d" => Of::Day,
                        "%Y-%m" => Of::Start(7),
                        _ => return Term::Open,
                    };
                    self.term(day, here).part(part)
                }
                _ => Term::Open,
            },
            _ => Term::Open,
        }
    }
}

pub(super) fn literal(expr: &Expr) -> Option<Known> {
    let value = match shape::bare(expr) {
        Expr::Cast { expr, .. } => return literal(expr),
        Expr::Value(value) => value,
        Expr::TypedString(typed) => &typed.value,
        _ => return None,
    };
    Some(match &value.value {
        Value::Number(number, _) => Known::Number(number.to_string().parse().ok()?),
        Value::SingleQuotedString(text) => Known::Text(text.clone()),
        Value::Boolean(yes) => Known::Truth(*yes),
        _ => return None,
    })
}

fn arguments(function: &Function) -> Vec<&Expr> {
    let FunctionArguments::List(list) = &function.args else {
        return Vec::new();
    };
    let plain = |arg| match arg {
        &FunctionArg::Unnamed(FunctionArgExpr::Expr(ref expr)) => Some(expr),
        _ => None,
    };
    list.args.iter().filter_map(plain).collect()
}

fn start(text: Term, from: &Term, length: &Term) -> Term {
    match (from, length) {
        (Term::Known(Known::Number(from)), Term::Known(Known::Number(length))) if *from == 1.0 => {
            text.part(Of::Start(*length as usize))
        }
        _ => Term::Open,
    }
}

fn scaled(term: Term, by: f64) -> Term {
    match term {
        Term::Cell { at, of, times, plus } => Term::Cell {
            at,
            of,
            times: times * by,
            plus: plus * by,
        },
        Term::Known(Known::Number(n)) => Term::Known(Known::Number(n * by)),
        _ => Term::Open,
    }
}

fn worked_out(left: Term, op: &BinaryOperator, right: Term) -> Term {
    use BinaryOperator as B;
    let sign = if *op == B::Minus { -1.0 } else { 1.0 };
    match (left, op, right) {
        (Term::Missing, _, _) | (_, _, Term::Missing) => Term::Missing,
        (Term::Known(Known::Number(a)), B::Plus | B::Minus, Term::Known(Known::Number(b))) => {
            Term::Known(Known::Number(a + sign * b))
        }
        (Term::Known(Known::Text(day)), B::Plus | B::Minus, Term::Known(Known::Number(n))) => {
            Term::Known(Known::Day(day, (sign * n) as i64))
        }
        (Term::Known(Known::Day(day, m)), B::Plus | B::Minus, Term::Known(Known::Number(n))) => {
            Term::Known(Known::Day(day, m.saturating_add((sign * n) as i64)))
        }
        (Term::Cell { at, of, times, plus }, B::Plus | B::Minus, Term::Known(Known::Number(n))) => Term::Cell {
            at,
            of,
            times,
            plus: plus + sign * n,
        },
        (Term::Known(Known::Number(n)), B::Plus, Term::Cell { at, of, times, plus }) => Term::Cell {
            at,
            of,
            times,
            plus: plus + n,
        },
        (Term::Known(Known::Number(n)), B::Multiply, term) | (term, B::Multiply, Term::Known(Known::Number(n))) => {
            scaled(term, n)
        }
        (term, B::Divide, Term::Known(Known::Number(n))) if n != 0.0 => scaled(term, 1.0 / n),
        (left @ Term::Cell { .. }, B::Divide, right @ Term::Cell { .. }) => {
            Term::Ratio(Box::new(left), Box::new(right))
        }
        _ => Term::Open,
    }
}

/// A month counts thirty days and a year 365: near enough for a day that lies inside.
fn days(interval: &Interval) -> Option<f64> {
    let text = interval.value.to_string().replace('\'', "");
    let mut words = text.split_whitespace();
    let number: f64 = words.next()?.parse().ok()?;
    let unit = match (words.next(), &interval.leading_field) {
        (Some(word), _) => word.to_lowercase(),
        (None, Some(field)) => field.to_string().to_lowercase(),
        _ => return None,
    };
    let each = match unit.trim_end_matches('s') {
        "day" => 1.0,
        "week" => 7.0,
        "month" => 30.0,
        "year" => 365.0,
        _ => return None,
    };
    Some(number * each)
}
