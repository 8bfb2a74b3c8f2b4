//! A query as SQL text of one dialect.
//!
//! In: [`Query`] and [`Known`]. Out: SQL, or `None` where tables cannot be joined or a column does not keep what is asked
//! of it. Tables are joined along the fewest links; [`Query::via`] says which, where two tables have several.

use askwell_contract::view::Stretch;
use askwell_contract::{Dialect, TypeKind};
use askwell_sql::dialect::{self, DatePart, Period, Stored};

use crate::asked::Style;
use crate::known::{Col, Known, Link};
use crate::query::{Agg, Cond, Expr, Op, Part, Query, Spot};
use exprs::{function, out};
use joins::folded;

mod exprs;
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

/// What columns of a result are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Names {
    None,
    /// So that a person can read them.
    Read,
    /// After their places, for the query around.
    Places,
}

pub struct Writer<'a> {
    pub known: &'a Known,
    pub style: Style,
}

/// The whole statement.
pub fn statement(known: &Known, style: Style, q: &Query) -> Option<String> {
    Writer { known, style }.query(q, Names::Read)
}

/// Tables in FROM, those that only tie others together among them; none where they cannot be joined.
pub fn joined(known: &Known, style: Style, q: &Query) -> usize {
    let w = Writer { known, style };
    w.steps(q).map_or(0, |steps| steps.len() + 1)
}

impl Writer<'_> {
    fn query(&self, q: &Query, names: Names) -> Option<String> {
        if q.select.iter().any(median::is_median) && self.known.dialect == Dialect::Sqlite {
            return self.middle(q);
        }
        let (from, alone) = self.rows(q)?;
        let mut list = Vec::new();
        let mut taken: Vec<String> = Vec::new();
        for (at, e) in q.select.iter().enumerate() {
            let own = self.own_text(e, q, alone).filter(|_| names == Names::Read);
            if let Some(text) = own {
                list.push(text);
                continue;
            }
            let moment = self
                .first_or_last(e, alone)
                .filter(|_| names == Names::Read && q.over.is_none());
            let text = match moment {
                Some(text) => text,
                None => self.expr(e, alone)?,
            };
            let day = |e: &Expr| matches!(e, Expr::Part(Part::Weekday, _));
            let weekdays = match (e, &q.over) {
                (Expr::Out(at), Some(inner)) => inner.select.get(*at).is_some_and(day),
                (e, _) => day(e),
            };
            let shown = match weekdays && names == Names::Read && self.style == Style::People {
                true => weekday(&text),
                false => text,
            };
            let alias = match names {
                Names::Read => self.called(e, q).map(|name| match taken.contains(&name) {
                    true => format!("{name}_{}", at + 1),
                    false => name,
                }),
                Names::Places => Some(out(at)),
                Names::None => None,
            };
            match alias {
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
        if q.skip > 0 {
            sql += &format!(" OFFSET {}", q.skip);
        }
        Some(sql)
    }

    /// Months, moments and lengths of time are shown as they are written where rows are listed: `Jan 2025`, `1h 25m`.
    fn own_text(&self, e: &Expr, q: &Query, alone: bool) -> Option<String> {
        let listed = q.group.is_empty() && !q.distinct && q.over.is_none();
        match e {
            Expr::Col(c) if listed => {
                let column = self.known.column(*c);
                let moment = self.tells_moments(*c) && column.kind == TypeKind::Text;
                let told = column.view.is_some() && (column.minutes || column.stretch != Stretch::Day || moment);
                told.then(|| self.raw(*c, alone))
            }
            _ => None,
        }
    }

    /// What the rows are taken from, and whether columns need no prefix there.
    fn rows(&self, q: &Query) -> Option<(String, bool)> {
        let Some(inner) = &q.over else { return self.from(q) };
        let plain = Query {
            order: Vec::new(),
            ..(**inner).clone()
        };
        Some((format!("({}) AS one_each", self.query(&plain, Names::Places)?), true))
    }

    /// What is missing is neither the most nor the least.
    fn sorted(&self, e: &Expr, desc: bool, q: &Query, alone: bool) -> Option<String> {
        let text = match self.sorted_moment(e, q, alone) {
            Some(text) => text,
            None => self.expr(e, alone)?,
        };
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
        // What two words say is one condition.
        let fresh = |at: &usize| !conds[..*at].contains(&conds[*at]);
        let items: Option<Vec<String>> = (0..conds.len())
            .filter(fresh)
            .map(|at| &conds[at])
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
            // Within a query of its own the row's columns need their table's name.
            let alone = alone && !view.contains("(SELECT ");
            return (0..table.columns.len()).fold(view.clone(), |text, column| {
                let place = crate::known::place(column);
                match column != c.column && text.contains(&place) {
                    true => text.replace(&place, &self.raw(Col { table: c.table, column }, alone)),
                    false => text,
                }
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

    /// Whether a column is looked for among texts that are its own only once they are tidied up.
    fn is_untidy(&self, c: Col, q: &Query) -> bool {
        let [Expr::Col(d)] = q.select.as_slice() else {
            return false;
        };
        let ends = |l: &Link| matches!((l.from.as_slice(), l.to.as_slice()), ([a], [b]) if (*a, *b) == (c, *d) || (*b, *a) == (c, *d));
        self.known.links.iter().any(|l| l.untidy && ends(l))
    }

    fn cond(&self, cond: &Cond, alone: bool) -> Option<String> {
        Some(match cond {
            // A sum of nothing at all is none, too.
            Cond::Compare(a @ Expr::Agg { agg: Agg::Sum, .. }, Op::Eq, Expr::Num(none)) if *none == 0.0 => {
                format!("COALESCE({}, 0) = 0", self.expr(a, alone)?)
            }
            Cond::Compare(Expr::Col(a), op, Expr::Col(b)) if self.moments(*a, *op, *b, alone).is_some() => {
                self.moments(*a, *op, *b, alone)?
            }
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
                let list: Vec<String> = self.spelt(*col, values).iter().map(literal).collect();
                match (list.as_slice(), not) {
                    ([one], false) => format!("{left} = {one}"),
                    ([one], true) => format!("{left} <> {one}"),
                    (_, false) => format!("{left} IN ({})", list.join(", ")),
                    (_, true) => format!("{left} NOT IN ({})", list.join(", ")),
                }
            }
            Cond::Holds { col, text, spot, not } => {
                let like = if self.known.dialect == Dialect::Sqlite {
                    "LIKE"
                } else {
                    "ILIKE"
                };
                let pattern = dialect::text(&match spot {
                    Spot::Anywhere => format!("%{text}%"),
                    Spot::First => format!("{text}%"),
                    Spot::Last => format!("%{text}"),
                });
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
            Cond::Among(c, q, not) if self.is_untidy(*c, q) => {
                let (texts, text) = (self.query(q, Names::Places)?, out(0));
                format!(
                    "{} {}IN (SELECT {} FROM ({texts}) AS texts WHERE {text} IS NOT NULL)",
                    folded(&self.raw(*c, alone)),
                    if *not { "NOT " } else { "" },
                    folded(&text),
                )
            }
            Cond::Among(c, q, not) => {
                // Both sides in the same spelling: the query shows its column in the commonest.
                format!(
                    "{} {}IN ({})",
                    self.once(*c, self.raw(*c, alone)),
                    if *not { "NOT " } else { "" },
                    self.query(q, Names::None)?
                )
            }
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
