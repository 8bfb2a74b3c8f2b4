//! Several sums over the same rows, each with conditions of its own, as sums of one pass.
//!
//! In: SELECTs without groups that read the same sources. Out: one SELECT with FILTER, and the name of each output.

use sqlparser::ast::{Expr, Query, Select, SelectItem};

use super::{shape, tied, Context};

/// A SELECT that gives exactly one row, of sums alone.
pub fn one_row(query: &Query) -> Option<&Select> {
    let select = shape::select(query).filter(|_| shape::is_body_only(query))?;
    let sums = shape::outputs(select)?.iter().all(|(expr, _)| tied::sums_up(expr));
    let bare = !shape::is_grouped(select) && select.having.is_none() && select.distinct.is_none();
    (sums && bare && shape::flat(select).is_some() && shape::free(query).is_empty()).then_some(select)
}

/// Whether two read the same sources by the same names.
pub fn same_sources(a: &Select, b: &Select) -> bool {
    let names =
        |s: &Select| -> Option<Vec<String>> { Some(shape::flat(s)?.sources.iter().map(ToString::to_string).collect()) };
    names(a).is_some_and(|sources| names(b) == Some(sources))
}

/// The one pass, as a source, and for each SELECT the columns of its outputs.
pub fn merged(
    selects: &[&Select],
    alias: &str,
    cx: &Context<'_>,
) -> Option<(sqlparser::ast::TableFactor, Vec<Vec<Expr>>)> {
    let flats: Vec<shape::Flat> = selects.iter().map(|s| shape::flat(s)).collect::<Option<_>>()?;
    let first = flats.first()?;
    let common: Vec<Expr> = first
        .conditions
        .iter()
        .filter(|c| flats.iter().all(|f| f.conditions.contains(c)))
        .cloned()
        .collect();
    let (mut shown, mut columns, mut own) = (Vec::new(), Vec::new(), Vec::new());
    for (select, flat) in selects.iter().zip(&flats) {
        let rest: Vec<Expr> = flat
            .conditions
            .iter()
            .filter(|c| !common.contains(c))
            .cloned()
            .collect();
        if !rest.iter().all(shape::is_plain) {
            return None;
        }
        let only = shape::all_of(rest);
        let mut names = Vec::new();
        for (mut expr, _) in shape::outputs(select)? {
            if let Some(only) = &only {
                shape::replace_here(&mut expr, &|e| filtered(e, only));
            }
            let name = format!("f{}", shown.len() + 1);
            names.push(shape::column(alias, &name));
            shown.push(shape::named(expr, &name));
        }
        columns.push(names);
        own.push(only);
    }
    let mut select = (*selects.first()?).clone();
    select.from = first.from();
    select.projection = shown;
    let mut conditions = common;
    // Where one of them reads all rows, all are read.
    if let Some(own) = own.into_iter().collect::<Option<Vec<Expr>>>() {
        let mut distinct: Vec<Expr> = Vec::new();
        for condition in own {
            if !distinct.contains(&condition) {
                distinct.push(condition);
            }
        }
        conditions.extend(shape::any_of(distinct));
    }
    select.selection = shape::all_of(conditions);
    Some((cx.derived(&select.to_string(), alias)?, columns))
}

fn filtered(expr: &Expr, only: &Expr) -> Option<Expr> {
    let Expr::Function(function) = expr else { return None };
    if !crate::features::is_aggregate(function) {
        return None;
    }
    let mut new = function.clone();
    let both = function.filter.iter().map(|f| (**f).clone()).chain([only.clone()]);
    new.filter = Some(Box::new(shape::all_of(both.collect())?));
    Some(Expr::Function(new))
}

/// An output keeps its name though its expression changes.
pub fn keep_names(before: &Select, after: &mut Select) {
    let Some(outputs) = shape::outputs(before) else { return };
    for ((_, name), item) in outputs.into_iter().zip(&mut after.projection) {
        if let (Some(name), SelectItem::UnnamedExpr(expr)) = (name, &*item) {
            if crate::scope::name_of(expr).is_none_or(|now| now.value != name.value) {
                *item = SelectItem::ExprWithAlias {
                    expr: expr.clone(),
                    alias: name,
                };
            }
        }
    }
}
