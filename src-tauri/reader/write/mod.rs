//! A query as SQL text of one dialect.
//!
//! In: [`Query`] and [`Known`]. Out: SQL, or `None` where tables cannot be joined or a column does not keep what is asked
//! of it. Tables are joined along the fewest links; [`Query::via`] says which, where two tables have several.

use askwell_contract::{Dialect, TypeKind};
use askwell_sql::dialect::{self, DatePart, Period, Stored};

use crate::asked::Style;
use crate::known::{Col, Known};
use crate::query::{Agg, Band, Cond, Expr, Part, Query};

mod joins;
mod means;
mod median;
mod times;

const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

pub struct Writer<'a> {
    pub known: &'a Known,
    pub style: Style,
}

/// The whole statement.
pub fn statement(known: &Known, style: Style, q: &Query) -> Option<String> {
    let w = Writer { known, style };
    if known.dialect == Dialect::Sqlite && q.select.iter().any(median::is_median) {
        return w.middle(q);
    }
    w.query(q, true)
}

/// Tables in FROM, those that only tie others together among them; none where they cannot be joined.
pub fn joined(known: &Known, style: Style, q: &Query) -> usize {
    let w = Writer { known, style };
    w.steps(q).map_or(0, |steps| steps.len() + 1)
}

impl Writer<'_> {
    fn query(&self, q: &Query, named: bool) -> Option<String> {
        let (from, alone) = self.from(q)?;
        let mut list = Vec::new();
        let mut taken: Vec<String> = Vec::new();
        for e in &q.select {
            let text = self.expr(e, alone)?;
            let shown = match e {
                Expr::Part(Part::Weekday, _) if named && self.style == Style::People => weekday(&text),
                _ => text,
            };
            match self.alias(e).filter(|a| named && !taken.contains(a)) {
                Some(alias) => {
                    list.push(format!("{shown} AS {}", dialect::ident(&alias, self.known.dialect)));
                    taken.push(alias);
                }
                None => list.push(shown),
            }
        }
        if list.is_empty() {
            return None;
        }
        let mut sql = format!(
            "SELECT {}{} FROM {from}",
            if q.distinct { "DISTINCT " } else { "" },
            list.join(", ")
        );
        if !q.filter.is_empty() {
            sql += &format!(" WHERE {}", self.every(&q.filter, alone)?);
        }
        if !q.group.is_empty() {
            sql += &format!(" GROUP BY {}", self.list(&q.group, alone)?);
        }
        if !q.having.is_empty() {
            sql += &format!(" HAVING {}", self.every(&q.having, alone)?);
        }
        if !q.order.is_empty() {
            let keys: Option<Vec<String>> = q
                .order
                .iter()
                .map(|(e, desc)| self.sorted(e, *desc, q, alone))
                .collect();
            sql += &format!(" ORDER BY {}", keys?.join(", "));
        }
        if let Some(n) = q.limit {
            sql += &format!(" LIMIT {n}");
        }
        Some(sql)
    }

    /// What is missing is neither the most nor the least.
    fn sorted(&self, e: &Expr, desc: bool, q: &Query, alone: bool) -> Option<String> {
        let text = self.expr(e, alone)?;
        let lacks = !matches!(e, Expr::Agg { agg: Agg::Count, .. });
        let leads = match self.known.dialect {
            Dialect::Sqlite => !desc && q.limit.is_some(),
            Dialect::Postgres => desc,
            Dialect::Duckdb => false,
        };
        Some(format!(
            "{text}{}{}",
            if desc { " DESC" } else { "" },
            if leads && lacks { " NULLS LAST" } else { "" }
        ))
    }

    fn list(&self, exprs: &[Expr], alone: bool) -> Option<String> {
        let items: Option<Vec<String>> = exprs.iter().map(|e| self.expr(e, alone)).collect();
        Some(items?.join(", "))
    }

    fn every(&self, conds: &[Cond], alone: bool) -> Option<String> {
        let several = conds.len() > 1;
        let items: Option<Vec<String>> = conds
            .iter()
            .map(|c| {
                let text = self.cond(c, alone)?;
                let wide = matches!(c, Cond::Any(l) if l.len() > 1);
                Some(if wide && several { format!("({text})") } else { text })
            })
            .collect();
        Some(items?.join(" AND "))
    }

    /// The column as it is kept.
    fn raw(&self, c: Col, alone: bool) -> String {
        let table = &self.known.tables[c.table];
        let made = table.columns[c.column]
            .view
            .as_ref()
            .filter(|_| table.columns[c.column].is_made());
        if let Some(view) = made {
            let others = (0..table.columns.len()).filter(|column| *column != c.column);
            return others.fold(view.clone(), |text, column| {
                text.replace(
                    &format!("{{{column}}}"),
                    &self.raw(Col { table: c.table, column }, alone),
                )
            });
        }
        if let Some(told) = &table.columns[c.column].told {
            return self.own(told, alone);
        }
        let column = dialect::ident(&table.columns[c.column].name, self.known.dialect);
        match alone {
            true => column,
            false => format!("{}.{column}", table.sql),
        }
    }

    /// The column as what it means: a number or a day read out of its texts.
    fn column(&self, c: Col, alone: bool) -> String {
        let raw = self.raw(c, alone);
        match &self.known.column(c).view {
            Some(_) if self.known.column(c).is_made() => raw,
            Some(view) => view.replace("{}", &raw),
            None => raw,
        }
    }

    fn text(&self, c: Col, alone: bool) -> String {
        let column = self.known.column(c);
        let raw = self.raw(c, alone);
        match self.known.dialect {
            Dialect::Sqlite => raw,
            _ if column.kind == TypeKind::Text => raw,
            Dialect::Duckdb => format!("CAST({raw} AS VARCHAR)"),
            Dialect::Postgres => format!("CAST({raw} AS TEXT)"),
        }
    }

    fn cond(&self, cond: &Cond, alone: bool) -> Option<String> {
        Some(match cond {
            Cond::Compare(a, op, b) => format!("{} {} {}", self.expr(a, alone)?, op.sql(), self.expr(b, alone)?),
            Cond::Between(e, low, high) => format!(
                "{} BETWEEN {} AND {}",
                self.expr(e, alone)?,
                number(*low),
                number(*high)
            ),
            Cond::Is { col, values, not } => {
                let left = self.raw(*col, alone);
                let column = self.known.column(*col);
                let literal = |v: &String| match column.kind {
                    kind if kind.is_number() && v.trim().parse::<f64>().is_ok() => v.trim().to_owned(),
                    _ => dialect::text(v),
                };
                let left = match column.kind {
                    TypeKind::Text => left,
                    kind if kind.is_number() && values.iter().all(|v| v.trim().parse::<f64>().is_ok()) => left,
                    _ => self.text(*col, alone),
                };
                let list: Vec<String> = values.iter().map(literal).collect();
                match (list.as_slice(), not) {
                    ([one], false) => format!("{left} = {one}"),
                    ([one], true) => format!("{left} <> {one}"),
                    (_, false) => format!("{left} IN ({})", list.join(", ")),
                    (_, true) => format!("{left} NOT IN ({})", list.join(", ")),
                }
            }
            Cond::Holds { col, text, not } => {
                let like = if self.known.dialect == Dialect::Sqlite {
                    "LIKE"
                } else {
                    "ILIKE"
                };
                let pattern = dialect::text(&format!("%{text}%"));
                format!(
                    "{} {}{like} {pattern}",
                    self.text(*col, alone),
                    if *not { "NOT " } else { "" }
                )
            }
            Cond::When { col, from, to, not } => {
                let text = self.within(*col, from.as_deref(), to.as_deref(), alone)?;
                if *not {
                    format!("NOT ({text})")
                } else {
                    text
                }
            }
            Cond::PartIs(part, col, numbers) => {
                let left = self.expr(&Expr::Part(*part, *col), alone)?;
                let list: Vec<String> = numbers.iter().map(u32::to_string).collect();
                match list.as_slice() {
                    [one] => format!("{left} = {one}"),
                    _ => format!("{left} IN ({})", list.join(", ")),
                }
            }
            Cond::Null(e, known) => {
                let text = match e {
                    Expr::Col(c) => self.raw(*c, alone),
                    e => self.expr(e, alone)?,
                };
                let gaps = match e {
                    Expr::Col(c) => self.known.column(*c).gaps.as_slice(),
                    _ => &[],
                };
                let list = gaps.iter().map(|g| dialect::text(g)).collect::<Vec<_>>().join(", ");
                match (known, gaps) {
                    (true, []) => format!("{text} IS NOT NULL"),
                    (false, []) => format!("{text} IS NULL"),
                    (true, [one]) if one.is_empty() => format!("{text} <> ''"),
                    (false, [one]) if one.is_empty() => format!("COALESCE({text}, '') = ''"),
                    (true, _) => format!("{text} NOT IN ({list})"),
                    (false, _) => format!("({text} IS NULL OR {text} IN ({list}))"),
                }
            }
            Cond::Among(c, q, not) => {
                format!(
                    "{} {}IN ({})",
                    self.raw(*c, alone),
                    if *not { "NOT " } else { "" },
                    self.query(q, false)?
                )
            }
            Cond::Pair(a, b, q) => format!(
                "({}, {}) IN ({})",
                self.expr(a, alone)?,
                self.expr(b, alone)?,
                self.query(q, false)?
            ),
            Cond::Yes(c, yes) => self.yes(*c, *yes, alone)?,
            Cond::Any(list) => {
                let items: Option<Vec<String>> = list
                    .iter()
                    .map(|c| {
                        let text = self.cond(c, alone)?;
                        Some(if matches!(c, Cond::All(l) if l.len() > 1) {
                            format!("({text})")
                        } else {
                            text
                        })
                    })
                    .collect();
                items?.join(" OR ")
            }
            Cond::All(list) => self.every(list, alone)?,
        })
    }

    fn expr(&self, e: &Expr, alone: bool) -> Option<String> {
        Some(match e {
            Expr::Col(c) if self.known.column(*c).told.is_some() => self.of_row(*c, alone)?,
            Expr::Col(c) => self.once(*c, self.column(*c, alone)),
            Expr::Rows(_) => "*".to_owned(),
            Expr::Num(n) => number(*n),
            Expr::Agg { agg, of, .. } if self.figure(of, *agg).is_some() => self.figure(of, *agg)?.of_rows(alone),
            Expr::Agg {
                agg: Agg::Median, of, ..
            } => {
                let of = self.expr(of, alone)?;
                match self.known.dialect {
                    Dialect::Duckdb => format!("MEDIAN({of})"),
                    Dialect::Postgres => format!("PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY {of})"),
                    // It has none; `median` writes the whole statement.
                    Dialect::Sqlite => return None,
                }
            }
            Expr::Agg { agg, distinct, of } => {
                let counted = match (&**of, agg) {
                    (Expr::Col(c), Agg::Count) if *distinct => self.once(*c, self.raw(*c, alone)),
                    (Expr::Col(c), Agg::Count) => self.raw(*c, alone),
                    (of, _) => self.expr(of, alone)?,
                };
                format!(
                    "{}({}{counted})",
                    function(*agg)?,
                    if *distinct { "DISTINCT " } else { "" }
                )
            }
            Expr::Part(part, c) => self.part(*part, *c, alone)?,
            Expr::Math(a, op, b) => {
                let wrap = |e: &Expr| {
                    let text = self.expr(e, alone)?;
                    Some(if matches!(e, Expr::Math(..)) {
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
            Expr::Only(c, e) => format!("CASE WHEN {} THEN {} END", self.cond(c, alone)?, self.expr(e, alone)?),
            Expr::Percent(c) => {
                format!(
                    "100.0 * SUM(CASE WHEN {} THEN 1 ELSE 0 END) / COUNT(*)",
                    self.cond(c, alone)?
                )
            }
            Expr::OfAll(of) => {
                let of = self.expr(of, alone)?;
                format!("100.0 * {of} / NULLIF(SUM({of}) OVER (), 0)")
            }
            Expr::Growth { of, by, apart, percent } => {
                let (of, by) = (self.expr(of, alone)?, self.expr(by, alone)?);
                let each = match apart.as_slice() {
                    [] => String::new(),
                    keys => format!("PARTITION BY {} ", self.list(keys, alone)?),
                };
                let before = format!("LAG({of}) OVER ({each}ORDER BY {by})");
                match percent {
                    true => format!("100.0 * ({of} - {before}) / NULLIF({before}, 0)"),
                    false => format!("{of} - {before}"),
                }
            }
            Expr::Days(a, b) => self.days(*a, *b, alone)?,
            Expr::Hours(a, b) => self.hours(*a, *b, alone)?,
            Expr::Abs(e) => format!("ABS({})", self.expr(e, alone)?),
            Expr::Bands(of, list) => self.bands(of, list, alone)?,
            Expr::Query(q) => format!("({})", self.query(q, false)?),
        })
    }

    /// Rows that have no number are in no band.
    fn bands(&self, of: &Expr, list: &[Band], alone: bool) -> Option<String> {
        let value = self.expr(of, alone)?;
        let cases = list.iter().map(|b| {
            let name = dialect::text(&b.name);
            match b.to {
                Some((to, true)) => format!("WHEN {value} <= {} THEN {name}", number(to)),
                Some((to, false)) => format!("WHEN {value} < {} THEN {name}", number(to)),
                None => format!("WHEN {value} IS NOT NULL THEN {name}"),
            }
        });
        Some(format!("CASE {} END", cases.collect::<Vec<_>>().join(" ")))
    }

    /// What is calculated gets a name that a person can read.
    fn alias(&self, e: &Expr) -> Option<String> {
        let name = |e: &Expr| match e {
            Expr::Col(c) => self.known.column(*c).name.clone(),
            Expr::Rows(t) => self.known.tables[*t].name.clone(),
            Expr::Days(..) => "days".to_owned(),
            Expr::Hours(..) => "hours".to_owned(),
            _ => "value".to_owned(),
        };
        Some(match e {
            // A figure of the person's own is called as they call it.
            Expr::Agg { agg, of, .. } if self.figure(of, *agg).is_some() => name(of),
            Expr::Agg { agg, of, .. } => {
                let word = match agg {
                    Agg::Count => "number_of",
                    Agg::Sum => "total",
                    Agg::Avg => "average",
                    Agg::Median => "median",
                    Agg::Min => "smallest",
                    Agg::Max => "largest",
                };
                format!("{word}_{}", name(of))
            }
            Expr::Part(part, _) => match part {
                Part::Year => "year",
                Part::Quarter => "quarter",
                Part::Month | Part::YearMonth => "month",
                Part::Weekday => "weekday",
                Part::Weekend => "weekend",
                Part::Hour => "hour",
                Part::Decade => "decade",
                Part::Week(_) => "week",
                Part::Day => "day",
            }
            .to_owned(),
            Expr::Math(_, '-', _) => "difference".to_owned(),
            Expr::Math(_, '/', _) => "ratio".to_owned(),
            Expr::Math(..) | Expr::Only(..) => "result".to_owned(),
            Expr::Percent(_) | Expr::OfAll(_) => "percentage".to_owned(),
            Expr::Growth { percent, .. } => if *percent { "percent_change" } else { "change" }.to_owned(),
            Expr::Days(..) => "days".to_owned(),
            Expr::Hours(..) => "hours".to_owned(),
            Expr::Abs(_) => "difference".to_owned(),
            Expr::Bands(..) => "band".to_owned(),
            Expr::Col(c) if self.known.column(*c).view.is_some() || self.is_mended(*c) => {
                self.known.column(*c).name.clone()
            }
            Expr::Col(_) | Expr::Rows(_) | Expr::Num(_) | Expr::Query(_) => return None,
        })
    }
}

fn weekday(number: &str) -> String {
    let names: Vec<String> = WEEKDAYS
        .iter()
        .enumerate()
        .map(|(n, day)| format!("WHEN {n} THEN '{day}'"))
        .collect();
    format!("CASE {number} {} END", names.join(" "))
}

/// A number without a needless point.
fn number(n: f64) -> String {
    if n.fract() == 0.0 && n.abs() < 1e15 {
        format!("{n:.0}")
    } else {
        format!("{n}")
    }
}

/// The function of an aggregate that all engines have.
fn function(agg: Agg) -> Option<&'static str> {
    Some(match agg {
        Agg::Count => "COUNT",
        Agg::Sum => "SUM",
        Agg::Avg => "AVG",
        Agg::Min => "MIN",
        Agg::Max => "MAX",
        Agg::Median => return None,
    })
}

fn stored_part(part: Part) -> Option<DatePart> {
    Some(match part {
        Part::Year | Part::Decade => DatePart::Year,
        Part::Quarter => DatePart::Quarter,
        Part::Month => DatePart::Month,
        Part::Weekday => DatePart::Weekday,
        _ => return None,
    })
}

fn period_of(part: Part) -> Option<Period> {
    Some(match part {
        Part::YearMonth => Period::Month,
        Part::Week(begins) => Period::Week(begins),
        Part::Day => Period::Day,
        _ => return None,
    })
}

/// How a column keeps days, where it does.
fn stored(known: &Known, c: Col) -> Option<Stored> {
    known.column(c).stored()
}
