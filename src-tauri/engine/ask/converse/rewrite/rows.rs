//! The rows that a turn speaks of: "Norway and the third", "the second one".
//!
//! In: the turn, the earlier query and its rows. Out: the earlier query, of those rows alone.

use askwell_sql::amend::{alone, Cond, Holds, Parts, Scene};

use super::Ways;
use crate::words::lexicon::is_function_word;

/// Shorter texts of cells are no names.
const SHORTEST: usize = 3;

impl Ways<'_> {
    /// The rows that the turn speaks of by name or by place.
    pub(super) fn picked(&self, earlier: &Parts) -> Vec<Parts> {
        let named = self.named(earlier);
        let mut out = Vec::new();
        match (named, self.said.rows.as_slice()) {
            (Some((cond, true)), _) => {
                let mut picked = earlier.clone();
                (picked.limit, picked.offset) = (None, 0);
                picked.filter.push(cond);
                out.push(picked);
            }
            (_, [only]) => out.extend(alone::row(earlier, *only)),
            _ => {}
        }
        out
    }

    /// Rows by what they are called: "Norway and the third". True: it is said so that rows must be meant.
    fn named(&self, earlier: &Parts) -> Option<(Cond, bool)> {
        let result = self.before.earlier.result.as_ref()?;
        let at = earlier.select.iter().position(|i| i.column.is_some())?;
        let place = earlier.select.get(at)?.column.clone()?;
        let turn = self.said.rest.to_lowercase();
        let called = |text: &str| {
            let text = text.to_lowercase();
            let found = turn.find(&text)?;
            let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            let whole = edge(turn[..found].chars().next_back()) && edge(turn[found + text.len()..].chars().next());
            (whole && text.chars().count() >= SHORTEST && !is_function_word(&text)).then_some(())
        };
        let texts: Vec<String> = result
            .rows
            .iter()
            .filter_map(|row| row.get(at))
            .map(ToString::to_string)
            .collect();
        let mut some: Vec<&String> = texts.iter().filter(|t| called(t).is_some()).collect();
        let by_name = some.len();
        for row in &self.said.rows {
            some.extend(usize::try_from(*row).ok().and_then(|n| texts.get(n.checked_sub(1)?)));
        }
        some.dedup();
        if some.is_empty() || by_name == 0 {
            return None;
        }
        let list: Vec<String> = some.iter().map(|t| askwell_sql::dialect::text(t)).collect();
        let joins = |_: &[String]| None;
        let scene = Scene {
            catalog: &self.knowledge.catalog,
            joins: &joins,
        };
        let sql = format!("{} IN ({})", scene.name(&place), list.join(", "));
        let cond = Cond {
            sql,
            column: Some(place),
            holds: Holds::Equal,
            denied: false,
        };
        let of_text = self
            .knowledge
            .catalog
            .table(&cond.column.as_ref()?.0)?
            .columns
            .iter()
            .any(|c| Some(&c.name) == cond.column.as_ref().map(|p| &p.1) && c.kind == askwell_contract::TypeKind::Text);
        of_text.then_some((
            cond,
            by_name + self.said.rows.len() > 1 || self.said.has("row") || self.said.has("details"),
        ))
    }
}
