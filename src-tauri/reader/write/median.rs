//! The median where the engine has none: rows numbered within their group, and the middle of them averaged.

use askwell_sql::dialect;

use super::Writer;
use crate::query::{Agg, Expr, Query};

pub(super) fn is_median(e: &Expr) -> bool {
    matches!(e, Expr::Agg { agg: Agg::Median, .. })
}

impl Writer<'_> {
    /// One median, with groups or without; `None` beside other figures.
    pub(super) fn middle(&self, q: &Query) -> Option<String> {
        let of = q.select.iter().find_map(|e| match e {
            Expr::Agg {
                agg: Agg::Median, of, ..
            } => Some(&**of),
            _ => None,
        })?;
        if q.select.iter().filter(|e| e.is_figure()).count() != 1 || !q.having.is_empty() {
            return None;
        }
        let (from, alone) = self.rows(q)?;
        let shown: Vec<&Expr> = q.select.iter().filter(|e| !e.is_figure()).collect();
        let texts: Option<Vec<String>> = shown.iter().map(|e| self.expr(e, alone)).collect();
        let names: Vec<String> = (1..=shown.len()).map(|i| format!("key_{i}")).collect();
        let value = self.expr(of, alone)?;
        let keys = self.list(&q.group, alone)?;
        let apart = if keys.is_empty() {
            String::new()
        } else {
            format!("PARTITION BY {keys} ")
        };
        let plain = if keys.is_empty() {
            String::new()
        } else {
            format!("PARTITION BY {keys}")
        };
        let mut inner: Vec<String> = texts?.iter().zip(&names).map(|(t, n)| format!("{t} AS {n}")).collect();
        inner.push(format!("{value} AS middle_value"));
        inner.push(format!("ROW_NUMBER() OVER ({apart}ORDER BY {value}) AS place"));
        inner.push(format!("COUNT(*) OVER ({plain}) AS places"));
        let mut filter = vec![format!("{value} IS NOT NULL")];
        if !q.filter.is_empty() {
            filter.push(self.every(&q.filter, alone)?);
        }
        let mut outer: Vec<String> = Vec::new();
        for (e, name) in shown.iter().zip(&names) {
            let called = match e {
                Expr::Col(c) => self.known.column(*c).name.clone(),
                e => self.called(e, q).unwrap_or_else(|| name.clone()),
            };
            outer.push(format!("{name} AS {}", dialect::ident(&called, self.known.dialect)));
        }
        outer.push("AVG(middle_value) AS median".to_owned());
        let mut sql = format!(
            "SELECT {} FROM (SELECT {} FROM {from} WHERE {}) AS numbered WHERE place IN ((places + 1) / 2, (places + 2) / 2)",
            outer.join(", "),
            inner.join(", "),
            filter.join(" AND ")
        );
        if !names.is_empty() {
            sql += &format!(" GROUP BY {}", names.join(", "));
        }
        if let Some((e, desc)) = q.order.first() {
            let by = match shown.iter().position(|s| *s == e) {
                Some(i) => names[i].clone(),
                None => "AVG(middle_value)".to_owned(),
            };
            sql += &format!(" ORDER BY {by}{}", if *desc { " DESC" } else { "" });
        }
        if let Some(n) = q.limit {
            sql += &format!(" LIMIT {n}");
        }
        Some(sql)
    }
}
