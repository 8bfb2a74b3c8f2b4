//! What the outermost SELECT shows, and whether it shows what it is ordered by.

use sqlparser::ast::{Expr, OrderByKind, Query, Select, SelectItem, SetExpr};

use super::{place, Acts, Output};
use crate::features::{grouped, is_aggregate};
use crate::lint;
use crate::scope::{name_of, plain_parts, Names};

/// The SELECT whose columns the query shows.
fn shown(query: &Query) -> Option<&Select> {
    let mut body = query.body.as_ref();
    loop {
        match body {
            SetExpr::Select(select) => return Some(select),
            SetExpr::SetOperation { left, .. } => body = left,
            SetExpr::Query(inner) => body = inner.body.as_ref(),
            _ => return None,
        }
    }
}

pub(super) fn top(query: &Query, names: &Names<'_>, found: &mut Acts) {
    let Some(select) = shown(query) else { return };
    let star = |item: &SelectItem| matches!(item, SelectItem::Wildcard(_) | SelectItem::QualifiedWildcard(..));
    found.all_columns = select.projection.iter().any(star);
    if !found.all_columns {
        found.outputs = select.projection.iter().map(|item| output(item, names)).collect();
    }
    found.condenses = grouped(select) || found.outputs.iter().any(|o| !o.calls.is_empty());
    if let Some(OrderByKind::Expressions(by)) = query.order_by.as_ref().map(|o| &o.kind) {
        found.keys_shown = by.iter().map(|e| is_shown(&e.expr, names, found)).collect();
    }
}

fn output(item: &SelectItem, names: &Names<'_>) -> Output {
    match item {
        SelectItem::UnnamedExpr(expr) => made_of(expr, names),
        SelectItem::ExprWithAlias { expr, alias } => Output {
            alias: Some(alias.value.to_lowercase()),
            ..made_of(expr, names)
        },
        _ => Output {
            derived: true,
            ..Output::default()
        },
    }
}

fn made_of(expr: &Expr, names: &Names<'_>) -> Output {
    let mut out = Output {
        text: bare(expr),
        ..Output::default()
    };
    lint::each_expr(expr, |e| match e {
        Expr::Identifier(_) | Expr::CompoundIdentifier(_) => match place(names, e) {
            Some(place) => out.of.push(place),
            None => out.derived = true,
        },
        Expr::Function(function) if is_aggregate(function) => {
            let name = plain_parts(&function.name).pop().unwrap_or_default();
            out.calls.push(name.to_lowercase());
        }
        Expr::Subquery(_) => out.nested = true,
        _ => {}
    });
    out
}

/// An expression's text without qualifiers and quotation marks, to see whether two are the same.
fn bare(expr: &Expr) -> String {
    let text: String = expr.to_string().to_lowercase();
    let text: String = text.chars().filter(|c| !matches!(c, '"' | '`' | '(' | ')')).collect();
    let words = text.split(' ').map(|w| match w.rsplit_once('.') {
        Some((_, name)) if !name.starts_with(|c: char| c.is_ascii_digit()) => name,
        _ => w,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether what a query is ordered by is among what it shows.
fn is_shown(expr: &Expr, names: &Names<'_>, found: &Acts) -> bool {
    if found.all_columns || matches!(expr, Expr::Value(_)) {
        return true;
    }
    let key = made_of(expr, names);
    let name = name_of(expr).map(|i| i.value.to_lowercase());
    found.outputs.iter().any(|o| {
        let called = o.alias.is_some() && o.alias == name;
        // COUNT(*) and COUNT(id) are one figure.
        let counts = key.calls == ["count"] && o.calls == ["count"];
        let within = !key.of.is_empty() && key.calls == o.calls && key.of.iter().all(|p| o.of.contains(p));
        called || counts || within || o.text == key.text
    })
}
