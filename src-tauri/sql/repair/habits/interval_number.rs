//! `INTERVAL 1 YEAR` in PostgreSQL

use askwell_contract::Dialect;
use sqlparser::ast::{Expr, Query, Value};

use super::{each_expr, made, Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "interval_number",
    examples: &[(
        Dialect::Postgres,
        "SELECT since + INTERVAL 1 YEAR FROM customers",
        "SELECT since + INTERVAL '1 year' FROM customers",
    )],
    safe: "PostgreSQL reads an interval only between quotes.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    if scene.dialect != Dialect::Postgres {
        return Vec::new();
    }
    each_expr(query, |expr| {
        let Expr::Interval(interval) = expr else { return None };
        let (Expr::Value(value), Some(field)) = (&*interval.value, &interval.leading_field) else {
            return None;
        };
        let Value::Number(n, _) = &value.value else { return None };
        let new = format!("INTERVAL '{n} {}'", field.to_string().to_lowercase());
        Some((made(&new)?, format!("{expr} is written {new} here.")))
    })
}
