//! A query as SQL text of one dialect.
//!
//! In: [`Query`] and knowledge. Out: SQL, or `None` where tables cannot be joined or a date cannot be written.
//! Tables are joined along the shortest key path; `Query::route` picks among this and other good ones.

use askwell_contract::run::JoinStep;
use askwell_contract::{Dialect, TypeKind};
use askwell_sql::dialect::{self, DatePart, Period, Stored};

use super::query::{Agg, Col, Cond, Expr, Op, Part, Query, SetOp, Term, Value};
use crate::calendar::{capital, WEEKDAYS};
use crate::prepare::glossary::Sense;
use crate::prepare::{skeleton, Knowledge};

mod nested;
mod once;

/// The name of a day of the week, instead of its number: nobody knows which day 0 is.
fn weekday_name(number: &str) -> String {
    let sunday_first = WEEKDAYS.iter().cycle().skip(6).take(7).enumerate();
    let names: Vec<String> = sunday_first
        .map(|(n, name)| format!("WHEN {n} THEN {}", dialect::text(&capital(name))))
        .collect();
    format!("CASE {number} {} END", names.join(" "))
}

pub struct Writer<'a> {
    pub knowledge: &'a Knowledge,
}

impl Writer<'_> {
    fn dialect(&self) -> Dialect {
        self.knowledge.catalog.dialect
    }

    /// The whole statement, what is calculated named for people.
    pub fn statement(&self, q: &Query) -> Option<String> {
        match q.set {
            Some(_) => self.query(q),
            None if q.each.is_some() => self.first_of_each(q),
            None if q.once.is_some() => self.each_row_once(q, q.once?),
            None if self.dialect() == Dialect::Sqlite && q.select.iter().any(nested::is_median) => self.middle(q),
            None => self.select(q, true),
        }
    }

    /// A query that stands inside another one.
    fn query(&self, q: &Query) -> Option<String> {
        let mut sql = self.select(q, false)?;
        if let Some((op, right)) = &q.set {
            let word = match op {
                SetOp::Union => "UNION",
                SetOp::Intersect => "INTERSECT",
                SetOp::Except => "EXCEPT",
            };
            sql = format!("{sql} {word} {}", self.select(right, false)?);
        }
        Some(sql)
    }

    fn select(&self, q: &Query, named: bool) -> Option<String> {
        let needed = q.needed();
        let (from, alone) = self.from(q, &needed)?;
        let list = if named {
            self.named_list(&q.select, alone)?
        } else {
            self.list(&q.select, alone)?
        };
        let mut sql = format!("SELECT {}{list} FROM {from}", if q.distinct { "DISTINCT " } else { "" });
        if !q.filter.is_empty() {
            sql += &format!(" WHERE {}", self.all(&q.filter, alone)?);
        }
        if !q.group.is_empty() {
            sql += &format!(" GROUP BY {}", self.list(&q.group, alone)?);
        }
        if !q.having.is_empty() {
            sql += &format!(" HAVING {}", self.all(&q.having, alone)?);
        }
        if !q.order.is_empty() {
            let first = q.limit.is_some();
            let keys: Option<Vec<String>> = q
                .order
                .iter()
                .map(|(e, desc)| self.sorted(e, *desc, first, alone))
                .collect();
            sql += &format!(" ORDER BY {}", keys?.join(", "));
        }
        if let Some(n) = q.limit {
            sql += &format!(" LIMIT {n}");
        }
        if q.offset > 0 {
            sql += &format!(" OFFSET {}", q.offset);
        }
        Some(sql)
    }

    fn name(&self, table: usize) -> String {
        dialect::table(&self.knowledge.catalog.tables[table], self.dialect())
    }

    fn column(&self, c: Col, alone: bool) -> String {
        let table = &self.knowledge.catalog.tables[c.table];
        let column = dialect::ident(&table.columns[c.column].name, self.dialect());
        if alone {
            column
        } else {
            format!("{}.{column}", self.name(c.table))
        }
    }

    /// FROM, and whether it is a single table, so that columns need no prefix.
    fn from(&self, q: &Query, needed: &[usize]) -> Option<(String, bool)> {
        let (first, rest) = needed.split_first()?;
        if rest.is_empty() {
            return Some((self.name(*first), true));
        }
        let steps = self.joins(q, needed)?;
        let kind = if q.outer { "LEFT JOIN" } else { "JOIN" };
        let (sql, joined) = skeleton::from(&self.knowledge.catalog, *first, steps, kind)?;
        needed.iter().all(|t| joined.contains(t)).then_some((sql, false))
    }

    /// The join steps between the needed tables; where there are several ways, `route` picks one.
    pub(super) fn joins(&self, q: &Query, needed: &[usize]) -> Option<Vec<JoinStep>> {
        let catalog = &self.knowledge.catalog;
        let names: Vec<String> = needed.iter().map(|t| catalog.tables[*t].name.clone()).collect();
        Some(self.knowledge.graph.routes(&names)?.pick(q.route))
    }

    fn list(&self, exprs: &[Expr], alone: bool) -> Option<String> {
        let items: Option<Vec<String>> = exprs.iter().map(|e| self.expr(e, alone)).collect();
        Some(items?.join(", "))
    }

    /// The columns of the result; what is calculated gets a name that a person can read.
    fn named_list(&self, exprs: &[Expr], alone: bool) -> Option<String> {
        let mut taken: Vec<String> = Vec::new();
        let mut items = Vec::new();
        for e in exprs {
            let text = match e {
                Expr::Part(Part::Weekday, _) => weekday_name(&self.expr(e, alone)?),
                _ => self.expr(e, alone)?,
            };
            match self.alias(e).filter(|a| !taken.contains(a)) {
                Some(alias) => {
                    items.push(format!("{text} AS {}", dialect::ident(&alias, self.dialect())));
                    taken.push(alias);
                }
                None => items.push(text),
            }
        }
        Some(items.join(", "))
    }

    fn alias(&self, e: &Expr) -> Option<String> {
        let name = |e: &Expr| match e {
            Expr::Column(c) => self.knowledge.catalog.tables[c.table].columns[c.column].name.clone(),
            Expr::Rows(t) => self.knowledge.catalog.tables[*t].name.clone(),
            Expr::Arith(a, '-', b) if days(a, b).is_some() => "days".to_owned(),
            _ => "value".to_owned(),
        };
        Some(match e {
            Expr::Agg { agg, of, distinct } => {
                let word = match agg {
                    Agg::Count => "number_of",
                    Agg::Sum => "total",
                    Agg::Avg => "average",
                    Agg::Median => "median",
                    Agg::Min => "smallest",
                    Agg::Max => "largest",
                };
                match **of {
                    // Counting its keys counts the rows of the table.
                    Expr::Column(c) if *distinct && super::once::key_of(self.knowledge, c.table) == Some(c) => {
                        format!("{word}_{}", name(&Expr::Rows(c.table)))
                    }
                    _ => format!("{word}_{}", name(of)),
                }
            }
            Expr::Part(part, _) => match part {
                Part::Year => "year",
                Part::Quarter => "quarter",
                Part::Month | Part::YearMonth => "month",
                Part::Weekday => "weekday",
                Part::Week(_) => "week",
                Part::FiscalYear(_) => "fiscal_year",
                Part::FiscalQuarter(_) => "fiscal_quarter",
                Part::Day => "day",
            }
            .to_owned(),
            Expr::Arith(_, '-', _) => "difference".to_owned(),
            Expr::Arith(_, '/', _) => "ratio".to_owned(),
            Expr::Arith(..) => "result".to_owned(),
            Expr::Running(..) => "running_total".to_owned(),
            Expr::Change(_, _, percent) => if *percent { "percent_change" } else { "change" }.to_owned(),
            Expr::Share(_, percent) | Expr::ShareOfAll(_, percent) => {
                if *percent { "percentage" } else { "share" }.to_owned()
            }
            Expr::Term(term) => self
                .knowledge
                .terms
                .get(term.index)?
                .name
                .to_lowercase()
                .replace(' ', "_"),
            _ => return None,
        })
    }

    fn all(&self, conds: &[Cond], alone: bool) -> Option<String> {
        let items: Option<Vec<String>> = conds
            .iter()
            .map(|c| {
                let text = self.cond(c, alone)?;
                Some(if matches!(c, Cond::Any(l) if l.len() > 1) && conds.len() > 1 {
                    format!("({text})")
                } else {
                    text
                })
            })
            .collect();
        Some(items?.join(" AND "))
    }

    fn cond(&self, cond: &Cond, alone: bool) -> Option<String> {
        Some(match cond {
            Cond::Compare(left, op, value) => {
                let word = match op {
                    Op::Eq => "=",
                    Op::Ne => "<>",
                    Op::Lt => "<",
                    Op::Le => "<=",
                    Op::Gt => ">",
                    Op::Ge => ">=",
                    Op::Like if self.dialect() == Dialect::Sqlite => "LIKE",
                    Op::Like => "ILIKE",
                    Op::NotLike if self.dialect() == Dialect::Sqlite => "NOT LIKE",
                    Op::NotLike => "NOT ILIKE",
                };
                let like = matches!(op, Op::Like | Op::NotLike);
                let left_side = if like {
                    self.as_text(left, alone)?
                } else {
                    self.expr(left, alone)?
                };
                format!("{left_side} {word} {}", self.value(value, left, alone)?)
            }
            Cond::Between(left, low, high) => format!(
                "{} BETWEEN {} AND {}",
                self.expr(left, alone)?,
                self.value(low, left, alone)?,
                self.value(high, left, alone)?
            ),
            Cond::Null(e, true) => format!("{} IS NOT NULL", self.expr(e, alone)?),
            Cond::Null(e, false) => format!("{} IS NULL", self.expr(e, alone)?),
            Cond::In(e, q, not) => {
                format!(
                    "{} {}IN ({})",
                    self.expr(e, alone)?,
                    if *not { "NOT " } else { "" },
                    self.query(q)?
                )
            }
            Cond::Any(list) => {
                let items: Option<Vec<String>> = list.iter().map(|c| self.cond(c, alone)).collect();
                items?.join(" OR ")
            }
            Cond::All(list) => self.all(list, alone)?,
            Cond::Term(term, not) => {
                let not = if *not { "NOT " } else { "" };
                format!("{not}({})", self.term(*term, alone)?)
            }
        })
    }

    /// Engines other than SQLite compare only texts with a pattern: no numbers, days or labels.
    fn as_text(&self, e: &Expr, alone: bool) -> Option<String> {
        let text = self.expr(e, alone)?;
        let plain = match e {
            Expr::Column(c) => {
                let column = &self.knowledge.catalog.tables[c.table].columns[c.column];
                column.kind == TypeKind::Text && column.labels.is_empty()
            }
            _ => true,
        };
        Some(match self.dialect() {
            Dialect::Sqlite => text,
            _ if plain => text,
            Dialect::Duckdb => format!("CAST({text} AS VARCHAR)"),
            Dialect::Postgres => format!("CAST({text} AS TEXT)"),
        })
    }

    fn term(&self, term: Term, alone: bool) -> Option<&str> {
        let sql = match &self.knowledge.terms.get(term.index)?.meaning {
            Sense::Condition { sql, .. } | Sense::Figure { sql, .. } => sql,
            _ => return None,
        };
        Some(if alone { &sql.alone } else { &sql.joined })
    }

    fn value(&self, value: &Value, left: &Expr, alone: bool) -> Option<String> {
        Some(match value {
            Value::Text(t) => dialect::text(t),
            Value::Number(n) => self.number(n, left)?,
            Value::Date(iso) => dialect::date_literal(
                iso,
                self.stored(*column_of(left)?).unwrap_or(Stored::Iso),
                self.dialect(),
            )?,
            Value::Expr(e) => self.expr(e, alone)?,
            Value::Query(q) => format!("({})", self.query(q)?),
        })
    }

    /// A number beside a text column is written as text where the engine would not compare them; only SQLite
    /// compares one with a day.
    fn number(&self, n: &str, left: &Expr) -> Option<String> {
        let kind = match left {
            Expr::Column(c) => self.knowledge.catalog.tables[c.table].columns[c.column].kind,
            _ => TypeKind::Other,
        };
        match kind {
            TypeKind::Text => Some(dialect::text(n)),
            kind if kind.is_time() && self.dialect() != Dialect::Sqlite => None,
            _ => Some(n.to_owned()),
        }
    }

    pub fn stored(&self, c: Col) -> Option<Stored> {
        stored(self.knowledge, c)
    }

    fn expr(&self, e: &Expr, alone: bool) -> Option<String> {
        Some(match e {
            Expr::Column(c) => self.column(*c, alone),
            Expr::Rows(_) => "*".to_owned(),
            Expr::Number(n) => n.clone(),
            Expr::Running(of, by) => {
                let (of, by) = (self.expr(of, alone)?, self.expr(by, alone)?);
                format!("SUM({of}) OVER (ORDER BY {by})")
            }
            Expr::Change(of, by, percent) => {
                let (of, by) = (self.expr(of, alone)?, self.expr(by, alone)?);
                let before = format!("LAG({of}) OVER (ORDER BY {by})");
                match percent {
                    true => format!("100.0 * ({of} - {before}) / NULLIF({before}, 0)"),
                    false => format!("{of} - {before}"),
                }
            }
            Expr::Term(term) => self.term(*term, alone)?.to_owned(),
            Expr::Agg {
                agg: Agg::Median, of, ..
            } => {
                let of = self.expr(of, alone)?;
                match self.dialect() {
                    Dialect::Duckdb => format!("MEDIAN({of})"),
                    Dialect::Postgres => format!("PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY {of})"),
                    // It has none; `middle` writes the whole statement.
                    Dialect::Sqlite => return None,
                }
            }
            Expr::Agg { agg, distinct, of } => {
                format!(
                    "{}({}{})",
                    plain_name(*agg)?,
                    if *distinct { "DISTINCT " } else { "" },
                    self.expr(of, alone)?
                )
            }
            Expr::Part(part, c) => {
                let stored = self.stored(*c)?;
                let text = self.column(*c, alone);
                let part = match part {
                    Part::Year => DatePart::Year,
                    Part::Quarter => DatePart::Quarter,
                    Part::Month => DatePart::Month,
                    Part::Weekday => DatePart::Weekday,
                    Part::YearMonth => return dialect::period(Period::Month, &text, stored, self.dialect()),
                    Part::Week(begins) => return dialect::period(Period::Week(*begins), &text, stored, self.dialect()),
                    Part::FiscalYear(begins) => {
                        return dialect::fiscal_part(DatePart::Year, *begins, &text, stored, self.dialect())
                    }
                    Part::FiscalQuarter(begins) => {
                        return dialect::fiscal_part(DatePart::Quarter, *begins, &text, stored, self.dialect())
                    }
                    Part::Day => return dialect::period(Period::Day, &text, stored, self.dialect()),
                };
                dialect::date_part(part, &text, stored, self.dialect())?
            }
            Expr::Share(cond, percent) => {
                let unit = if *percent { "100.0" } else { "1.0" };
                format!(
                    "{unit} * SUM(CASE WHEN {} THEN 1 ELSE 0 END) / COUNT(*)",
                    self.cond(cond, alone)?
                )
            }
            Expr::RowsWith(cond) => format!("SUM(CASE WHEN {} THEN 1 ELSE 0 END)", self.cond(cond, alone)?),
            Expr::ShareOfAll(of, percent) => {
                let unit = if *percent { "100.0" } else { "1.0" };
                let of = self.expr(of, alone)?;
                format!("{unit} * {of} / NULLIF(SUM({of}) OVER (), 0)")
            }
            Expr::Arith(a, '-', b) if days(a, b).is_some() => {
                let (a, b) = days(a, b)?;
                let date = |c: Col| {
                    let date = dialect::as_date(&self.column(c, alone), self.stored(c)?, self.dialect())?;
                    Some(match self.dialect() {
                        Dialect::Sqlite => format!("julianday({date})"),
                        Dialect::Duckdb | Dialect::Postgres => format!("CAST({date} AS DATE)"),
                    })
                };
                format!("{} - {}", date(a)?, date(b)?)
            }
            Expr::Arith(a, op, b) => {
                let wrap = |e: &Expr| {
                    let text = self.expr(e, alone)?;
                    Some(if matches!(e, Expr::Arith(..)) {
                        format!("({text})")
                    } else {
                        text
                    })
                };
                match op {
                    // Whole numbers must not be cut off by an integer division, and nothing divided by zero.
                    '/' => format!("1.0 * {} / NULLIF({}, 0)", wrap(a)?, wrap(b)?),
                    _ => format!("{} {op} {}", wrap(a)?, wrap(b)?),
                }
            }
        })
    }
}

/// The function of an aggregate that all engines have; none for the median.
fn plain_name(agg: Agg) -> Option<&'static str> {
    Some(match agg {
        Agg::Count => "COUNT",
        Agg::Sum => "SUM",
        Agg::Avg => "AVG",
        Agg::Min => "MIN",
        Agg::Max => "MAX",
        Agg::Median => return None,
    })
}

/// The columns of two days whose difference is days.
pub fn days(a: &Expr, b: &Expr) -> Option<(Col, Col)> {
    match (a, b) {
        (Expr::Part(Part::Day, a), Expr::Part(Part::Day, b)) => Some((*a, *b)),
        _ => None,
    }
}

fn column_of(e: &Expr) -> Option<&Col> {
    match e {
        Expr::Column(c) | Expr::Part(_, c) => Some(c),
        Expr::Agg { of, .. } => column_of(of),
        _ => None,
    }
}

/// How a column keeps dates, by its type and its profile.
pub fn stored(knowledge: &Knowledge, c: Col) -> Option<Stored> {
    let table = &knowledge.catalog.tables[c.table];
    let column = &table.columns[c.column];
    let disguises = knowledge
        .profile(&table.name, &column.name)
        .map_or(&[][..], |p| &p.disguises);
    dialect::stored(column.kind, disguises)
}
