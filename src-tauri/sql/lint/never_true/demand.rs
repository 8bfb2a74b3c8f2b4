//! What a condition demands of a value, and which demands no value meets.
//!
//! In: an expression. Out: its subject and its demand; whether two demands shut each other out. When in doubt they do not:
//! a text may be a number or a day to the engine, spaces at its end and its case may not count.

use askwell_contract::TypeKind;
use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator, Value};

/// From here on a number in a float may stand for its neighbour (2^53).
const EXACT: f64 = 9_007_199_254_740_992.0;

/// How texts are compared with a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// As they are.
    Text,
    /// As what they stand for: numbers and days.
    Other,
}

impl From<TypeKind> for Kind {
    fn from(kind: TypeKind) -> Self {
        match kind {
            // Labels, and whatever SQLite is told to keep.
            TypeKind::Text | TypeKind::Other => Self::Text,
            _ => Self::Other,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum Literal<'q> {
    Number(f64),
    Text(&'q str, Kind),
}

/// A bound, and whether it is itself within.
#[derive(Debug, Clone, PartialEq)]
pub struct Bound<'q>(Literal<'q>, bool);

#[derive(Debug, Clone, PartialEq)]
pub enum Demand<'q> {
    Null,
    /// Anything but NULL.
    Known,
    /// One of these.
    Is(Vec<Literal<'q>>),
    /// None of these, and known.
    IsNot(Vec<Literal<'q>>),
    Within(Option<Bound<'q>>, Option<Bound<'q>>),
}

impl Demand<'_> {
    /// A span that ends before it begins.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Within(Some(low), Some(high)) if apart(low, high))
    }
}

/// The subject of a condition, as `subject` calls it, and what is demanded of it.
pub fn demand<'q>(expr: &'q Expr, subject: &dyn Fn(&Expr) -> Option<(String, Kind)>) -> Option<(String, Demand<'q>)> {
    use BinaryOperator as B;
    match expr {
        Expr::Nested(inner) => demand(inner, subject),
        Expr::IsNull(of) => Some((subject(of)?.0, Demand::Null)),
        Expr::IsNotNull(of) => Some((subject(of)?.0, Demand::Known)),
        Expr::Like { expr, .. } | Expr::ILike { expr, .. } => Some((subject(expr)?.0, Demand::Known)),
        Expr::InList { expr, list, negated } => {
            let (name, kind) = subject(expr)?;
            let all: Option<Vec<Literal<'q>>> = list.iter().map(|item| literal(item, kind)).collect();
            match (all, negated) {
                (Some(all), false) => Some((name, Demand::Is(all))),
                (Some(all), true) => Some((name, Demand::IsNot(all))),
                // Of what is not written down it is only known that it is there.
                (None, _) => Some((name, Demand::Known)),
            }
        }
        Expr::Between {
            expr,
            negated,
            low,
            high,
        } => {
            let (name, kind) = subject(expr)?;
            let bound = |of: &'q Expr| literal(of, kind).map(|l| Bound(l, true));
            match negated {
                true => Some((name, Demand::Known)),
                false => Some((name, Demand::Within(bound(low), bound(high)))),
            }
        }
        Expr::BinaryOp { left, op, right } => {
            let (of, value, op) = match (subject(left), subject(right)) {
                (Some(of), None) => (of, right, op.clone()),
                (None, Some(of)) => (of, left, flipped(op)),
                _ => return None,
            };
            let value = literal(value, of.1);
            let demand = match (op, value) {
                (B::Eq, Some(value)) => Demand::Is(vec![value]),
                (B::NotEq, Some(value)) => Demand::IsNot(vec![value]),
                (B::Lt, Some(value)) => Demand::Within(None, Some(Bound(value, false))),
                (B::LtEq, Some(value)) => Demand::Within(None, Some(Bound(value, true))),
                (B::Gt, Some(value)) => Demand::Within(Some(Bound(value, false)), None),
                (B::GtEq, Some(value)) => Demand::Within(Some(Bound(value, true)), None),
                (B::Eq | B::NotEq | B::Lt | B::LtEq | B::Gt | B::GtEq, None) => Demand::Known,
                _ => return None,
            };
            Some((of.0, demand))
        }
        _ => None,
    }
}

fn flipped(op: &BinaryOperator) -> BinaryOperator {
    use BinaryOperator as B;
    match op {
        B::Lt => B::Gt,
        B::LtEq => B::GtEq,
        B::Gt => B::Lt,
        B::GtEq => B::LtEq,
        other => other.clone(),
    }
}

fn literal(expr: &Expr, kind: Kind) -> Option<Literal<'_>> {
    match expr {
        Expr::Nested(inner) => literal(inner, kind),
        Expr::UnaryOp {
            op: UnaryOperator::Minus,
            expr,
        } => match literal(expr, kind)? {
            Literal::Number(n) => Some(Literal::Number(-n)),
            Literal::Text(..) => None,
        },
        Expr::Value(value) => of_value(&value.value, kind),
        Expr::TypedString(typed) => of_value(&typed.value.value, Kind::Other),
        _ => None,
    }
}

fn of_value(value: &Value, kind: Kind) -> Option<Literal<'_>> {
    match value {
        Value::Number(n, _) => {
            let n: f64 = n.parse().ok()?;
            (n.abs() < EXACT).then_some(Literal::Number(n))
        }
        Value::Boolean(yes) => Some(Literal::Number(f64::from(u8::from(*yes)))),
        Value::SingleQuotedString(text) => Some(Literal::Text(text, kind)),
        _ => None,
    }
}

/// Whether no value meets both.
pub fn clash(a: &Demand<'_>, b: &Demand<'_>) -> bool {
    use Demand as D;
    match (a, b) {
        (D::Null, D::Null) => false,
        (D::Null, _) | (_, D::Null) => true,
        (D::Known, _) | (_, D::Known) | (D::IsNot(_), D::IsNot(_)) => false,
        (D::Is(one), D::Is(other)) => none(one, |x| other.iter().all(|y| differ(x, y))),
        (D::Is(one), D::IsNot(not)) | (D::IsNot(not), D::Is(one)) => none(one, |x| not.iter().any(|y| same(x, y))),
        (D::Is(one), D::Within(low, high)) | (D::Within(low, high), D::Is(one)) => none(one, |x| {
            let at = Bound(x.clone(), true);
            low.as_ref().is_some_and(|low| apart(low, &at)) || high.as_ref().is_some_and(|high| apart(&at, high))
        }),
        (D::Within(l1, h1), D::Within(l2, h2)) => {
            let over = |low: &Option<Bound<'_>>, high: &Option<Bound<'_>>| {
                low.as_ref()
                    .zip(high.as_ref())
                    .is_some_and(|(low, high)| apart(low, high))
            };
            over(l1, h2) || over(l2, h1)
        }
        (D::Within(low, high), D::IsNot(not)) | (D::IsNot(not), D::Within(low, high)) => {
            // BETWEEN 5 AND 5 is one value.
            low.as_ref().zip(high.as_ref()).is_some_and(|(low, high)| {
                same(&low.0, &high.0) && low.1 && high.1 && not.iter().any(|y| same(&low.0, y))
            })
        }
    }
}

/// Whether each is ruled out, of at least one.
fn none<'q>(all: &[Literal<'q>], out: impl Fn(&Literal<'q>) -> bool) -> bool {
    !all.is_empty() && all.iter().all(out)
}

/// Surely the same value.
fn same(a: &Literal<'_>, b: &Literal<'_>) -> bool {
    match (a, b) {
        (Literal::Number(a), Literal::Number(b)) => a == b,
        (Literal::Text(a, _), Literal::Text(b, _)) => a == b,
        _ => false,
    }
}

/// Surely two values.
fn differ(a: &Literal<'_>, b: &Literal<'_>) -> bool {
    match (a, b) {
        (Literal::Number(a), Literal::Number(b)) => a != b,
        (Literal::Text(a, kind), Literal::Text(b, _)) => {
            let (a, b) = (a.trim().to_lowercase(), b.trim().to_lowercase());
            let numbers = a.parse::<f64>().ok().zip(b.parse::<f64>().ok());
            match (numbers, kind) {
                (Some((a, b)), _) => a != b && a.abs().max(b.abs()) < EXACT,
                // "2024-01-01" may be midnight of that day.
                (None, _) if a.starts_with(&b) || b.starts_with(&a) => *kind == Kind::Text && a != b && !is_day(&a),
                (None, Kind::Text) => true,
                (None, Kind::Other) => is_day(&a) && is_day(&b) && a.get(..10) != b.get(..10),
            }
        }
        _ => false,
    }
}

/// Whether nothing lies between: the low end above the high one, or both the same and one of them outside.
fn apart(low: &Bound<'_>, high: &Bound<'_>) -> bool {
    match (&low.0, &high.0) {
        (Literal::Number(l), Literal::Number(h)) => l > h || l == h && !(low.1 && high.1),
        // Letters have an order of their own in each database; days have one.
        (Literal::Text(l, _), Literal::Text(h, _)) if is_day(l) && is_day(h) => {
            l.get(..10) > h.get(..10) || l == h && !(low.1 && high.1)
        }
        _ => false,
    }
}

/// `2024-05-01`, and whatever time behind it.
fn is_day(text: &str) -> bool {
    let shape = |(at, byte): (usize, u8)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    text.len() >= 10 && text.is_char_boundary(10) && text.bytes().take(10).enumerate().all(shape)
}
