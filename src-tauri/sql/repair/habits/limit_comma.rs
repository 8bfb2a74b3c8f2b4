//! `LIMIT 5, 10`

use askwell_contract::Dialect;
use sqlparser::ast::{LimitClause, Offset, OffsetRows, Query};

use super::top::for_each;
use super::{Habit, Scene};

pub const HABIT: Habit = Habit {
    name: "limit_comma",
    examples: &[(
        Dialect::Postgres,
        "SELECT name FROM customers ORDER BY name LIMIT 5, 10",
        "SELECT name FROM customers ORDER BY name LIMIT 10 OFFSET 5",
    )],
    safe: "The target cannot read the comma; the first number says how many rows are left out.",
    rewrite,
};

fn rewrite(query: &mut Query, scene: &Scene<'_>) -> Vec<String> {
    if scene.dialect == Dialect::Sqlite {
        return Vec::new();
    }
    let mut said = Vec::new();
    for_each(query, &mut |query| {
        let Some(LimitClause::OffsetCommaLimit { offset, limit }) = query
            .limit_clause
            .take_if(|l| matches!(l, LimitClause::OffsetCommaLimit { .. }))
        else {
            return;
        };
        said.push(format!(
            "LIMIT {offset}, {limit} is written LIMIT {limit} OFFSET {offset} here."
        ));
        query.limit_clause = Some(LimitClause::LimitOffset {
            limit: Some(limit),
            offset: Some(Offset {
                value: offset,
                rows: OffsetRows::None,
            }),
            limit_by: Vec::new(),
        });
    });
    said
}
