//! What was asked of one thing, asked of each of several: "What did they order last?" behind three customers.
//!
//! In: the query about one of them, taken apart, the column that names them, their names. Out: a statement whose rows say
//! whose they are; the first few of an order are the first few of each. Deliberately absent: who they are.

use crate::dialect;

use super::{Cond, Holds, Item, Parts, Place, Scene};

/// `None`: the query does not hold the column to one name.
pub fn each(turn: &Parts, of: &Place, names: &[String], scene: &Scene<'_>) -> Option<String> {
    let held = |c: &Cond| c.column.as_ref() == Some(of) && c.holds == Holds::Equal && !c.denied;
    let at = turn.filter.iter().position(held)?;
    if turn.filter.iter().filter(|c| held(c)).count() > 1 || turn.offset > 0 || !turn.having.is_empty() {
        return None;
    }
    let mut all = turn.clone();
    let list: Vec<String> = names.iter().map(|name| dialect::text(name)).collect();
    all.filter[at].sql = format!("{} IN ({})", scene.name(of), list.join(", "));
    let name = Item::column(scene, of);
    // Who it is stands first, and no second time.
    all.select.retain(|item| item.column.as_ref() != Some(of));
    if all.condenses() || !all.group.is_empty() {
        all.group.retain(|g| g.column.as_ref() != Some(of));
        all.group.insert(0, name.clone());
    }
    all.select.insert(0, name.clone());
    let Some(limit) = turn.limit else {
        all.order = vec![(name, false)]
            .into_iter()
            .chain(turn.order.iter().cloned())
            .collect();
        return Some(all.sql());
    };
    if turn.order.is_empty() || turn.distinct {
        return None;
    }
    let by: Vec<String> = turn
        .order
        .iter()
        .map(|(item, down)| format!("{}{}", item.sql, if *down { " DESC" } else { "" }))
        .collect();
    let shown: Vec<String> = all
        .select
        .iter()
        .map(|item| item.alias.clone().unwrap_or_else(|| called(item, scene)))
        .collect();
    for (n, item) in all.select.iter_mut().enumerate() {
        item.alias = Some(format!("c{n}"));
    }
    all.select.push(Item {
        sql: format!("RANK() OVER (PARTITION BY {} ORDER BY {})", name.sql, by.join(", ")),
        alias: Some("place".into()),
        column: None,
        figure: None,
    });
    (all.order, all.limit) = (Vec::new(), None);
    let columns: Vec<String> = shown
        .iter()
        .enumerate()
        .map(|(n, name)| format!("of_each.c{n} AS {name}"))
        .collect();
    Some(format!(
        "SELECT {} FROM ({}) AS of_each WHERE of_each.place <= {limit} ORDER BY of_each.c0, of_each.place",
        columns.join(", "),
        all.sql()
    ))
}

fn called(item: &Item, scene: &Scene<'_>) -> String {
    let name = match (&item.column, &item.figure) {
        (Some((_, column)), _) => column.clone(),
        (None, Some(figure)) => match &figure.of {
            Some((_, column)) => format!("{}_{column}", figure.name),
            None => figure.name.clone(),
        },
        (None, None) => "value".to_owned(),
    };
    dialect::ident(&name, scene.dialect())
}
