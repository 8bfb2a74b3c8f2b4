//! Sentences about named parts, first rows of groups, lists and orderings.

use sqlparser::ast::{Expr, Function, Query, SetExpr, TableFactor, WindowType};

use super::super::{shape, tied};
use super::sources::{lost, lost_query, one_table};
use super::{and, capital, column, distinct, name, names};

pub fn cte_materialised(before: &Query, after: &Query) -> Option<String> {
    use sqlparser::ast::CteAsMaterialized as M;
    let said = |q: &Query, how: M| -> Vec<String> {
        let all = q.with.iter().flat_map(|w| &w.cte_tables);
        let so = all.filter(|cte| cte.materialized == Some(how));
        so.map(|cte| cte.alias.name.value.clone()).collect()
    };
    let new = |how: M| -> Vec<String> {
        let had = said(before, how);
        said(after, how)
            .into_iter()
            .filter(|name| !had.contains(name))
            .collect()
    };
    let (apart, together) = (new(M::Materialized), new(M::NotMaterialized));
    let parts = |names: &[String]| match names {
        [one] => format!("the part {one}"),
        more => format!("the parts {}", and(more)),
    };
    let were = |names: &[String]| if names.len() == 1 { "was" } else { "were" };
    let mut told = Vec::new();
    if !together.is_empty() {
        told.push(format!(
            "{} {} worked out whole, for all uses; now each use works out only what it needs.",
            capital(&parts(&together)),
            were(&together)
        ));
    }
    if !apart.is_empty() {
        told.push(format!(
            "{} {} worked out together with what is around; now by itself, first and once.",
            capital(&parts(&apart)),
            were(&apart)
        ));
    }
    (!told.is_empty()).then(|| told.join(" "))
}

pub fn filter_of_named_part_weighed(before: &Query, _: &Query) -> Option<String> {
    let all = before.with.iter().flat_map(|w| &w.cte_tables);
    let parts: Vec<&String> = all.map(|cte| &cte.alias.name.value).collect();
    let [part] = parts.as_slice() else { return None };
    Some(format!(
        "Of the part {part} the database knows no values, and reckoned with next to no row that passes the conditions; now it reckons \
         that each of them keeps half."
    ))
}

pub fn membership_as_filter(before: &Query, after: &Query) -> Option<String> {
    let left = shape::filters(shape::select(after)?);
    let was = shape::filters(shape::select(before)?).into_iter();
    let lists: Vec<Expr> = was.filter(|c| !left.contains(c)).collect();
    let [Expr::InSubquery { subquery, .. }] = lists.as_slice() else {
        return None;
    };
    let select = shape::select(subquery)?;
    let listed = shape::col(tied::value(select)?)?;
    Some(format!(
        "Rows were joined with a list of {}; now the list is worked out once and each row is looked up in it.",
        column(&listed, select)
    ))
}

pub fn subquery_worked_out_apart(before: &Query, _: &Query) -> Option<String> {
    let factors = shape::factors(shape::select(before)?);
    let parts: Vec<&TableFactor> = factors
        .into_iter()
        .filter(|f| matches!(f, TableFactor::Derived { lateral: false, .. }))
        .collect();
    let names = names(&parts)?;
    Some(match names.as_slice() {
        [one] => format!("The part {one} was worked out together with what is around; now by itself, first and once."),
        more => format!(
            "The parts {} were worked out together with what is around; now each by itself, first and once.",
            and(more)
        ),
    })
}

pub fn dimension_first(before: &Query, after: &Query) -> Option<String> {
    let (had, has) = (
        shape::factors(shape::select(before)?),
        shape::factors(shape::select(after)?),
    );
    let changed: Vec<&TableFactor> = had.iter().copied().filter(|f| !has.contains(f)).collect();
    let small = match changed.is_empty() {
        true => names(has.get(..1)?)?,
        false => names(&changed)?,
    };
    let others: Vec<&TableFactor> = had
        .into_iter()
        .filter(|f| !name(f).is_some_and(|n| small.contains(&n)))
        .collect();
    Some(format!(
        "Rows of {} were read before {} had said which of them matter; now {} read first.",
        and(&names(&others)?),
        and(&small),
        match small.as_slice() {
            [one] => format!("{one} is"),
            more => format!("{} are", and(more)),
        }
    ))
}

pub fn first_of_group_to_key(before: &Query, after: &Query) -> Option<String> {
    let (table, groups) = first_of_group(before, after)?;
    Some(format!(
        "All rows of {table} were put in order and numbered to keep the first of each {groups}; now its key alone is looked for, in one \
         pass."
    ))
}

pub fn first_of_group_distinct_on(before: &Query, after: &Query) -> Option<String> {
    let (table, groups) = first_of_group(before, after)?;
    Some(format!(
        "All rows of {table} were numbered to keep the first of each {groups}; now it is kept without numbering."
    ))
}

/// The table whose rows were numbered, and by what they were grouped.
fn first_of_group(before: &Query, after: &Query) -> Option<(String, String)> {
    let left = shape::factors(shape::select(after)?);
    let gone = shape::factors(shape::select(before)?)
        .into_iter()
        .find(|f| !left.contains(f))?;
    let TableFactor::Derived { subquery, .. } = gone else {
        return None;
    };
    let spec = shape::outputs(shape::select(subquery)?)?
        .into_iter()
        .find_map(|(expr, _)| match expr {
            Expr::Function(Function {
                over: Some(WindowType::WindowSpec(spec)),
                ..
            }) => Some(spec),
            _ => None,
        })?;
    let groups: Option<Vec<String>> = spec.partition_by.iter().map(|e| shape::col(e).map(|c| c.1)).collect();
    Some((one_table(subquery)?, and(&groups?)))
}

pub fn keys_into_group(before: &Query, after: &Query) -> Option<String> {
    let left = shape::factors(shape::select(after)?);
    let part = shape::factors(shape::select(before)?)
        .into_iter()
        .find(|f| !left.contains(f))?;
    Some(format!(
        "All groups of the part {} were worked out, and most of them dropped by the join; now only those are worked out that it keeps.",
        name(part)?
    ))
}

pub fn constants_folded(before: &Query, after: &Query) -> Option<String> {
    let (first, second) = (shape::select(before)?, shape::select(after)?);
    let lost = lost(before, after)?;
    let columns = distinct(lost.iter().flat_map(shape::cols).map(|c| column(&c, first)));
    let always = shape::filters(second).len() < shape::filters(first).len();
    Some(match (columns.as_slice(), always) {
        ([], true) => "Conditions that always hold were asked of every row; they are gone.".into(),
        ([], false) => return None,
        (some, false) => format!("What {} is compared with is worked out beforehand.", and(some)),
        (some, true) => format!(
            "What {} is compared with is worked out beforehand, and conditions that always hold are gone.",
            and(some)
        ),
    })
}

pub fn distinct_in_membership_dropped(before: &Query, after: &Query) -> Option<String> {
    let sub = lost_query(before, after)?;
    let SetExpr::Select(select) = sub.body.as_ref() else {
        return None;
    };
    let tables = and(&names(&shape::factors(select))?);
    let what = match (select.distinct.is_some(), sub.order_by.is_some()) {
        (true, true) => "searched for repetitions and put in order",
        (true, false) => "searched for repetitions",
        _ => "put in order",
    };
    Some(format!(
        "The list from {tables}, in which values are only looked up, was {what} first; it no longer is."
    ))
}

pub fn join_in_list_to_list(before: &Query, after: &Query) -> Option<String> {
    let (lost, new) = (lost(before, after)?, lost(after, before)?);
    let ((_, _, had), (_, _, has)) = (shape::membership(lost.first()?)?, shape::membership(new.first()?)?);
    let left = shape::factors(has);
    let gone: Vec<&TableFactor> = shape::factors(had).into_iter().filter(|f| !left.contains(f)).collect();
    let [table] = names(&gone)?.try_into().ok()?;
    Some(format!(
        "A join with {table} repeated entries of a list once for each partner; now the keys of {table} are a list themselves."
    ))
}

pub fn list_of_named_part(before: &Query, after: &Query) -> Option<String> {
    let sub = lost_query(before, after)?;
    let select = shape::select(&sub)?;
    let [part] = names(&shape::factors(select))?.try_into().ok()?;
    let key = shape::col(tied::value(select)?)?.1;
    Some(format!(
        "The part {part} was worked out whole for a list of its {key}; now {key} is read where it comes from."
    ))
}

pub fn not_in_to_anti_join(before: &Query, after: &Query) -> Option<String> {
    let sub = lost_query(before, after)?;
    let select = shape::select(&sub)?;
    let value = column(&shape::col(tied::value(select)?)?, select);
    Some(format!(
        "NOT IN had to allow for missing values of {value}, and there are none; now it is a plain \"no such row\"."
    ))
}

pub fn order_in_subquery_dropped(before: &Query, after: &Query) -> Option<String> {
    let left = shape::factors(shape::select(after)?);
    let changed: Vec<&TableFactor> = shape::factors(shape::select(before)?)
        .into_iter()
        .filter(|f| !left.contains(f))
        .collect();
    Some(format!(
        "Rows of the part {} were put in an order that nothing asks for afterwards; that ordering is gone.",
        and(&names(&changed)?)
    ))
}

pub fn union_to_union_all(before: &Query, _: &Query) -> Option<String> {
    fn sources(body: &SetExpr, into: &mut Vec<String>) {
        match body {
            SetExpr::Select(select) => into.extend(names(&shape::factors(select)).unwrap_or_default()),
            SetExpr::SetOperation { left, right, .. } => {
                sources(left, into);
                sources(right, into);
            }
            _ => {}
        }
    }
    let mut tables = Vec::new();
    sources(&before.body, &mut tables);
    match distinct(tables.into_iter()).as_slice() {
        [] => None,
        [one] => Some(format!(
            "Two parts of {one} that cannot share a row were searched for repetitions; that search is gone."
        )),
        some => Some(format!(
            "Rows from {} that cannot be the same were searched for repetitions; that search is gone.",
            and(some)
        )),
    }
}
