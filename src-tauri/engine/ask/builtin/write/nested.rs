//! Statements around a numbered inner query: the first rows of each group, and the median where the engine has none.
//!
//! In: a [`Query`]. Out: SQL, or `None` where it asks for what such a statement cannot hold.

use askwell_contract::Dialect;
use askwell_sql::dialect;

use super::Writer;
use crate::ask::builtin::query::{Agg, Expr, Query};

/// The name of the column that numbers rows within their group.
const PLACE: &str = "place_in_group";

impl Writer<'_> {
    /// What rows are sorted by. What is missing is neither the most nor the least: it comes last where an engine would have
    /// it first, and where `first` says that only the first rows are shown or the engine has it first from high to low.
    pub(super) fn sorted(&self, e: &Expr, desc: bool, first: bool, alone: bool) -> Option<String> {
        let leads = match self.dialect() {
            Dialect::Sqlite => !desc && first,
            Dialect::Postgres => desc,
            Dialect::Duckdb => false,
        };
        let nulls = leads && self.lacks(e);
        Some(format!(
            "{}{}{}",
            self.expr(e, alone)?,
            if desc { " DESC" } else { "" },
            if nulls { " NULLS LAST" } else { "" }
        ))
    }

    /// Whether some rows have no value there, as far as is known.
    fn lacks(&self, e: &Expr) -> bool {
        match e {
            Expr::Column(c) | Expr::Part(_, c) => {
                let table = &self.knowledge.catalog.tables[c.table];
                let profile = self.knowledge.profile(&table.name, &table.columns[c.column].name);
                profile.is_some_and(|p| p.nulls > 0)
            }
            Expr::Agg { agg, of, .. } => *agg != Agg::Count && self.lacks(of),
            Expr::Arith(a, op, b) => *op == '/' || self.lacks(a) || self.lacks(b),
            _ => false,
        }
    }

    /// Rows numbered within their group, and the first of them.
    pub(super) fn first_of_each(&self, q: &Query) -> Option<String> {
        let each = q.each.as_ref()?;
        let (from, alone) = self.from(q, &q.needed())?;
        let mut names: Vec<String> = Vec::new();
        let mut inner = Vec::new();
        for (i, e) in q.select.iter().enumerate() {
            let said = match e {
                Expr::Column(c) => Some(self.knowledge.catalog.tables[c.table].columns[c.column].name.clone()),
                other => self.alias(other),
            };
            let name = said
                .filter(|n| !names.contains(n) && n != PLACE)
                .unwrap_or_else(|| format!("column_{}", i + 1));
            inner.push(format!(
                "{} AS {}",
                self.expr(e, alone)?,
                dialect::ident(&name, self.dialect())
            ));
            names.push(name);
        }
        let shown: Vec<String> = names.iter().map(|n| dialect::ident(n, self.dialect())).collect();
        // Of several that share the first place, all are "the most".
        let number = if each.rows == 1 { "RANK" } else { "ROW_NUMBER" };
        let mut sql = format!(
            "SELECT {} FROM (SELECT {}, {number}() OVER (PARTITION BY {} ORDER BY {}) AS {PLACE} FROM {from}",
            shown.join(", "),
            inner.join(", "),
            self.list(&each.of, alone)?,
            self.sorted(&each.by, each.desc, true, alone)?,
        );
        if !q.filter.is_empty() {
            sql += &format!(" WHERE {}", self.all(&q.filter, alone)?);
        }
        if !q.group.is_empty() {
            sql += &format!(" GROUP BY {}", self.list(&q.group, alone)?);
        }
        if !q.having.is_empty() {
            sql += &format!(" HAVING {}", self.all(&q.having, alone)?);
        }
        // Group by group, the first of each first.
        let whose = |e: &Expr| match e {
            Expr::Column(c) => each
                .of
                .iter()
                .any(|of| matches!(of, Expr::Column(o) if o.table == c.table)),
            _ => false,
        };
        let exactly = q.select.iter().position(|e| each.of.contains(e));
        let group = exactly.or_else(|| q.select.iter().position(whose));
        let order = group.map_or(PLACE, |at| shown[at].as_str());
        let then = if group.is_some() {
            format!(", {PLACE}")
        } else {
            String::new()
        };
        let rows = each.rows;
        Some(format!(
            "{sql}) AS ranked WHERE {PLACE} <= {rows} ORDER BY {order}{then}"
        ))
    }

    /// The middle one of the sorted values, or the mean of the two in the middle, for an engine without a median.
    pub(super) fn middle(&self, q: &Query) -> Option<String> {
        let medians = q.select.iter().filter(|e| e.is_aggregate()).count();
        let of = q.select.iter().find_map(|e| match e {
            Expr::Agg {
                agg: Agg::Median, of, ..
            } => Some((e, of)),
            _ => None,
        });
        let ((e, of), 1) = (of?, medians) else { return None };
        if !q.having.is_empty() || !q.order.is_empty() || q.limit.is_some() {
            return None;
        }
        let (from, alone) = self.from(q, &q.needed())?;
        let of = self.expr(of, alone)?;
        let groups: Option<Vec<String>> = q.group.iter().map(|g| self.expr(g, alone)).collect();
        let groups = groups?;
        let named: Vec<String> = (1..=groups.len()).map(|i| format!("group_{i}")).collect();
        let part = match groups.is_empty() {
            true => String::new(),
            false => format!("PARTITION BY {}", groups.join(", ")),
        };
        let mut inner: Vec<String> = groups.iter().zip(&named).map(|(g, n)| format!("{g} AS {n}")).collect();
        inner.push(format!("{of} AS middle_value"));
        let ordered = format!("{part} ORDER BY {of}");
        inner.push(format!("ROW_NUMBER() OVER ({}) AS place", ordered.trim()));
        inner.push(format!("COUNT(*) OVER ({part}) AS number"));
        let mut filters: Vec<String> = vec![format!("{of} IS NOT NULL")];
        if !q.filter.is_empty() {
            filters.push(self.all(&q.filter, alone)?);
        }
        let shown = q.select.iter().map(|s| match q.group.iter().position(|g| g == s) {
            Some(i) => Some(format!("group_{}", i + 1)),
            None => Some(format!(
                "AVG(middle_value) AS {}",
                dialect::ident(&self.alias(e).unwrap_or_else(|| "median".into()), self.dialect())
            )),
        });
        let shown: Option<Vec<String>> = shown.collect();
        let by = match named.is_empty() {
            true => String::new(),
            false => format!(" GROUP BY {}", named.join(", ")),
        };
        Some(format!(
            "SELECT {} FROM (SELECT {} FROM {from} WHERE {}) AS sorted WHERE place IN ((number + 1) / 2, (number + 2) / 2){by}",
            shown?.join(", "),
            inner.join(", "),
            filters.join(" AND "),
        ))
    }
}

pub(super) fn is_median(e: &Expr) -> bool {
    matches!(e, Expr::Agg { agg: Agg::Median, .. })
}
