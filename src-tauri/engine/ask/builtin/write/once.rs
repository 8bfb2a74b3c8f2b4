//! Groups of rows that a join repeats, each row taken once a group.
//!
//! In: a [`Query`] whose figures are all of one table. Out: SQL around `SELECT DISTINCT`, the key of that table in it, so
//! that two rows that look alike stay two; `None` where it asks for what such a statement cannot hold.

use askwell_sql::dialect;

use super::Writer;
use crate::ask::builtin::once::key_of;
use crate::ask::builtin::query::{Cond, Expr, Op, Query, Value};

/// Expressions of the inner query with the names they have outside.
type Named = Vec<(Expr, String)>;

impl Writer<'_> {
    pub(super) fn each_row_once(&self, q: &Query, table: usize) -> Option<String> {
        let key = Expr::Column(key_of(self.knowledge, table)?);
        let mut inner: Vec<Expr> = vec![key];
        let mut add = |e: &Expr| {
            if !inner.contains(e) {
                inner.push(e.clone());
            }
        };
        q.group.iter().for_each(&mut add);
        let asked = q.having.iter().filter_map(|cond| match cond {
            Cond::Compare(e, ..) => Some(e),
            _ => None,
        });
        let shown = q.select.iter().chain(q.order.iter().map(|(e, _)| e)).chain(asked);
        shown.for_each(|e| measures(e, &mut add));
        let (from, alone) = self.from(q, &q.needed())?;
        let mut names: Named = Vec::new();
        let mut columns = Vec::new();
        for e in &inner {
            let text = self.expr(e, alone)?;
            let name = self.outer_name(e).filter(|n| names.iter().all(|(_, other)| other != n));
            let name = name.unwrap_or_else(|| format!("column_{}", names.len() + 1));
            let said = dialect::ident(&name, self.dialect());
            let bare = matches!(e, Expr::Column(_)) && text.ends_with(&said);
            columns.push(if bare { text } else { format!("{text} AS {said}") });
            names.push((e.clone(), said));
        }
        let mut sql = format!("SELECT DISTINCT {} FROM {from}", columns.join(", "));
        if !q.filter.is_empty() {
            sql += &format!(" WHERE {}", self.all(&q.filter, alone)?);
        }
        let mut shown = Vec::new();
        for e in &q.select {
            let text = self.outside(e, &names)?;
            shown.push(match self.alias(e).filter(|_| e.is_aggregate()) {
                Some(alias) => format!("{text} AS {}", dialect::ident(&alias, self.dialect())),
                None => text,
            });
        }
        let groups: Option<Vec<String>> = q.group.iter().map(|e| self.outside(e, &names)).collect();
        let mut sql = format!(
            "SELECT {} FROM ({sql}) AS each_once GROUP BY {}",
            shown.join(", "),
            groups?.join(", ")
        );
        let asked: Option<Vec<String>> = q.having.iter().map(|cond| self.asked(cond, &names)).collect();
        if let Some(asked) = asked.filter(|_| !q.having.is_empty()) {
            sql += &format!(" HAVING {}", asked.join(" AND "));
        } else if !q.having.is_empty() {
            return None;
        }
        let sorted = |(e, desc): &(Expr, bool)| {
            let text = self.outside(e, &names)?;
            let missing = if q.limit.is_some() { " NULLS LAST" } else { "" };
            Some(format!("{text}{}{missing}", if *desc { " DESC" } else { "" }))
        };
        let order: Option<Vec<String>> = q.order.iter().map(sorted).collect();
        let order = order?;
        if !order.is_empty() {
            sql += &format!(" ORDER BY {}", order.join(", "));
        }
        if let Some(n) = q.limit {
            sql += &format!(" LIMIT {n}");
        }
        if q.offset > 0 {
            sql += &format!(" OFFSET {}", q.offset);
        }
        Some(sql)
    }

    fn outer_name(&self, e: &Expr) -> Option<String> {
        match e {
            Expr::Column(c) => {
                let table = self.knowledge.catalog.tables.get(c.table)?;
                Some(table.columns.get(c.column)?.name.clone())
            }
            other => self.alias(other),
        }
    }

    /// The same of the names that the inner query gives.
    fn outside(&self, e: &Expr, names: &Named) -> Option<String> {
        if let Some((_, name)) = names.iter().find(|(inner, _)| inner == e) {
            return Some(name.clone());
        }
        match e {
            Expr::Agg {
                agg,
                distinct: false,
                of,
            } => {
                let of = match &**of {
                    Expr::Rows(_) => "*".to_owned(),
                    of => self.outside(of, names)?,
                };
                Some(format!("{}({of})", super::plain_name(*agg)?))
            }
            Expr::Arith(a, op, b) => {
                let (a, b) = (self.outside(a, names)?, self.outside(b, names)?);
                Some(match op {
                    '/' => format!("1.0 * ({a}) / NULLIF({b}, 0)"),
                    _ => format!("({a}) {op} ({b})"),
                })
            }
            Expr::Number(n) => Some(n.clone()),
            _ => None,
        }
    }

    fn asked(&self, cond: &Cond, names: &Named) -> Option<String> {
        let Cond::Compare(e, op, Value::Number(n)) = cond else {
            return None;
        };
        let word = match op {
            Op::Eq => "=",
            Op::Ne => "<>",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::Gt => ">",
            Op::Ge => ">=",
            Op::Like | Op::NotLike => return None,
        };
        Some(format!("{} {word} {n}", self.outside(e, names)?))
    }
}

/// Columns that are added up, averaged or compared.
fn measures(e: &Expr, add: &mut dyn FnMut(&Expr)) {
    match e {
        Expr::Agg { of, .. } => columns(of, add),
        Expr::Arith(a, _, b) => {
            measures(a, add);
            measures(b, add);
        }
        _ => {}
    }
}

fn columns(e: &Expr, add: &mut dyn FnMut(&Expr)) {
    match e {
        Expr::Column(_) => add(e),
        Expr::Arith(a, _, b) => {
            columns(a, add);
            columns(b, add);
        }
        _ => {}
    }
}
