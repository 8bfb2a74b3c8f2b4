//! What a query shows, compares and counts, as SQL, and what its columns are called.

use askwell_contract::Dialect;
use askwell_sql::dialect;

use super::{number, Names, Writer};
use crate::known::{Col, Table};
use crate::lexicon;
use crate::query::{Agg, Band, Cond, Expr, Part, Query};
use crate::words::plurals;

impl Writer<'_> {
    pub(super) fn expr(&self, e: &Expr, alone: bool) -> Option<String> {
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
                let known = matches!(**b, Expr::Num(n) if n != 0.0);
                let (a, b) = (self.operand(a, alone)?, self.operand(b, alone)?);
                match op {
                    '/' if known => format!("1.0 * {a} / {b}"),
                    // Whole numbers must not be cut off by an integer division, and nothing divided by zero.
                    '/' => format!("1.0 * {a} / NULLIF({b}, 0)"),
                    _ => format!("{a} {op} {b}"),
                }
            }
            Expr::Only(c, e) => format!("CASE WHEN {} THEN {} END", self.cond(c, alone)?, self.expr(e, alone)?),
            Expr::Sides(list) => {
                let sides = list.iter().map(|(name, cond)| {
                    let cond = self.cond(cond, alone)?;
                    Some(format!("WHEN {cond} THEN {}", dialect::text(name)))
                });
                format!("CASE {} END", sides.collect::<Option<Vec<_>>>()?.join(" "))
            }
            Expr::Percent(c) => {
                format!(
                    "100.0 * SUM(CASE WHEN {} THEN 1 ELSE 0 END) / COUNT(*)",
                    self.cond(c, alone)?
                )
            }
            Expr::OfAll(of, apart) => {
                let (of, each) = (self.operand(of, alone)?, self.apart(apart, alone)?);
                format!("100.0 * {of} / NULLIF(SUM({of}) OVER ({}), 0)", each.trim_end())
            }
            Expr::Running { of, by, apart } => format!(
                "SUM({}) OVER ({}ORDER BY {})",
                self.expr(of, alone)?,
                self.apart(apart, alone)?,
                self.expr(by, alone)?
            ),
            Expr::Place(apart, by, desc) => format!(
                "RANK() OVER ({}ORDER BY {}{})",
                self.apart(apart, alone)?,
                self.expr(by, alone)?,
                match (desc, self.known.dialect) {
                    (true, Dialect::Postgres) => " DESC NULLS LAST",
                    (true, _) => " DESC",
                    (false, _) => " NULLS LAST",
                }
            ),
            Expr::Out(at) => out(*at),
            Expr::Linked(from, to, shown) => {
                let table = &self.known.tables[to.table].sql;
                let own = |c: &Col| dialect::ident(&self.known.column(*c).name, self.known.dialect);
                // A figure or a day kept as text is read there as it is read here.
                let name = format!("others.{}", own(shown));
                let column = self.known.column(*shown);
                let value = match column
                    .view
                    .as_deref()
                    .filter(|_| !column.is_made() && !column.is_text())
                {
                    Some(view) => view.replace("{}", &name),
                    None => name,
                };
                format!(
                    "(SELECT {value} FROM {table} AS others WHERE others.{} = {})",
                    own(to),
                    self.raw(*from, false)
                )
            }
            Expr::Peers(agg, c, same) => {
                let table = &self.known.tables[c.table];
                let own = |c: &Col| dialect::ident(&self.known.column(*c).name, self.known.dialect);
                if same
                    .iter()
                    .chain([c])
                    .any(|c| c.table != same[0].table || self.known.column(*c).view.is_some())
                {
                    return None;
                }
                let alike: Vec<String> = same
                    .iter()
                    .map(|c| format!("peers.{0} = {1}.{0}", own(c), table.sql))
                    .collect();
                format!(
                    "(SELECT {}(peers.{}) FROM {} AS peers WHERE {})",
                    function(*agg)?,
                    own(c),
                    table.sql,
                    alike.join(" AND ")
                )
            }
            Expr::Growth { of, by, apart, percent } => {
                let (of, by, each) = (
                    self.operand(of, alone)?,
                    self.expr(by, alone)?,
                    self.apart(apart, alone)?,
                );
                let before = format!("LAG({of}) OVER ({each}ORDER BY {by})");
                match percent {
                    true => format!("100.0 * ({of} - {before}) / NULLIF({before}, 0)"),
                    false => format!("{of} - {before}"),
                }
            }
            Expr::Days(a, b) => self.days(*a, *b, alone)?,
            Expr::Hours(a, b) => self.hours(*a, *b, alone)?,
            Expr::Age(c, on, whole) => self.age(*c, on, *whole, alone)?,
            Expr::Abs(e) => format!("ABS({})", self.expr(e, alone)?),
            Expr::Bands(of, list) => self.bands(of, list, alone)?,
            Expr::Query(q) => format!("({})", self.query(q, Names::None)?),
        })
    }

    /// In brackets where the order of calculation needs them; what a person wrote may be any calculation.
    fn operand(&self, e: &Expr, alone: bool) -> Option<String> {
        let text = self.expr(e, alone)?;
        let told = |e: &Expr| matches!(e, Expr::Col(c) if self.known.column(*c).told.is_some());
        let open = match e {
            Expr::Math(..) | Expr::Percent(_) | Expr::OfAll(..) | Expr::Growth { .. } => true,
            Expr::Agg { of, .. } => told(of) && is_calculated(&text),
            e => told(e) && is_calculated(&text),
        };
        Some(if open { format!("({text})") } else { text })
    }

    /// What keeps windows apart.
    fn apart(&self, keys: &[Expr], alone: bool) -> Option<String> {
        match keys {
            [] => Some(String::new()),
            keys => Some(format!("PARTITION BY {} ", self.list(keys, alone)?)),
        }
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
            Expr::Col(c) => self.named(*c),
            Expr::Rows(t) => rows_of(&self.known.tables[*t]),
            Expr::Days(..) => "days".to_owned(),
            Expr::Hours(..) => "hours".to_owned(),
            Expr::Age(..) => "age".to_owned(),
            Expr::Math(of, '/', by) if matches!(**of, Expr::Days(..)) => match **by {
                Expr::Num(n) if n < 8.0 => "weeks",
                Expr::Num(n) if n < 40.0 => "months",
                _ => "years",
            }
            .to_owned(),
            _ => "value".to_owned(),
        };
        Some(match e {
            // A figure of the person's own is called as they call it.
            Expr::Agg { agg, of, .. } if self.figure(of, *agg).is_some() => name(of),
            Expr::Agg { agg, distinct, of } => match (&**of, agg) {
                (Expr::Only(part, one), Agg::Count) if **one == Expr::Num(1.0) => format!("number{}", apart(part)),
                (Expr::Col(c), Agg::Count) if *distinct && self.known.told_by(*c).is_some() => {
                    let table = self.known.told_by(*c).unwrap_or(c.table);
                    format!("number_of_{}", rows_of(&self.known.tables[table]))
                }
                (Expr::Col(c), Agg::Count) if *distinct && self.known.key(c.table) == Some(*c) => {
                    format!("number_of_{}", rows_of(&self.known.tables[c.table]))
                }
                // The first of several periods is one of them.
                (Expr::Part(..), Agg::Min) => self.alias(of)?,
                // Of a part of the rows: what they have in common names it, too.
                (Expr::Only(part, of), agg) => format!("{}_{}{}", word(*agg), name(of), apart(part)),
                (of @ Expr::Col(c), Agg::Max | Agg::Min) if self.known.column(*c).is_time() => {
                    let end = if *agg == Agg::Max { "latest" } else { "earliest" };
                    format!("{end}_{}", name(of))
                }
                (of, agg) => format!("{}_{}", word(*agg), name(of)),
            },
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
            e if e.share_of_things().is_some() => "percentage".to_owned(),
            Expr::Math(_, '/', _) => "ratio".to_owned(),
            Expr::Math(..) | Expr::Only(..) => "result".to_owned(),
            Expr::Percent(_) | Expr::OfAll(..) => "percentage".to_owned(),
            Expr::Running { .. } => "running_total".to_owned(),
            Expr::Place(..) => "place".to_owned(),
            Expr::Peers(..) => "of_its_like".to_owned(),
            Expr::Growth { percent, .. } => if *percent { "percent_change" } else { "change" }.to_owned(),
            Expr::Days(..) => "days".to_owned(),
            Expr::Hours(..) => "hours".to_owned(),
            Expr::Age(..) => "age".to_owned(),
            Expr::Abs(_) => "difference".to_owned(),
            Expr::Bands(..) => "band".to_owned(),
            Expr::Sides(_) => "side".to_owned(),
            Expr::Linked(from, _, shown) => {
                let name = |c: &Col| self.known.column(*c).name.clone();
                let part = name(from);
                let part = part.trim_end_matches("_id").trim_end_matches("Id");
                let whole = format!("{part}_{}", name(shown));
                // `cat_name` of cats says whose it is, unless the row has one of its own.
                let own = self.known.columns(from.table).any(|(_, c)| c.name == name(shown));
                let said = name(shown).to_lowercase().starts_with(&part.to_lowercase());
                if said && !own {
                    name(shown)
                } else {
                    whole
                }
            }
            Expr::Col(c) if self.known.column(*c).view.is_some() || self.is_mended(*c) => self.named(*c),
            Expr::Col(_) | Expr::Rows(_) | Expr::Num(_) | Expr::Query(_) | Expr::Out(_) => return None,
        })
    }

    /// What is read as minutes is called so.
    fn named(&self, c: Col) -> String {
        let column = self.known.column(c);
        match column.minutes {
            true => format!("{}_minutes", column.name),
            false => column.name.clone(),
        }
    }

    /// What a column of the result is called: that of an inner query as there.
    pub(super) fn called(&self, e: &Expr, q: &Query) -> Option<String> {
        let inner = |at: &usize| q.over.as_ref()?.select.get(*at);
        let plain = |e: &Expr| match e {
            Expr::Col(c) => Some(self.known.column(*c).name.clone()),
            e => self.alias(e),
        };
        match e {
            Expr::Out(at) => plain(inner(at)?),
            Expr::Agg { agg, of, .. } => match &**of {
                Expr::Out(at) => Some(format!("{}_{}", word(*agg), plain(inner(at)?)?)),
                _ => self.beside(e, q),
            },
            // Several shares side by side are told apart by whose they are.
            Expr::Percent(part) if q.select.iter().filter(|o| matches!(o, Expr::Percent(_))).count() > 1 => {
                Some(format!("percentage{}", apart(part)))
            }
            e => self.alias(e),
        }
    }

    /// Two figures of one time, each by its own day, are told apart by what the days are called: `number_2026_start`.
    fn beside(&self, e: &Expr, q: &Query) -> Option<String> {
        let name = self.alias(e)?;
        let same = |o: &&Expr| *o != e && self.alias(o).as_ref() == Some(&name);
        match told_by(e).filter(|_| q.select.iter().any(|o| same(&o))) {
            Some(day) => Some(format!("{name}_{}", self.known.column(day).words.first()?)),
            None => Some(name),
        }
    }
}

/// The column that says which rows a figure is of.
fn told_by(e: &Expr) -> Option<Col> {
    let Expr::Agg { of, .. } = e else { return None };
    let Expr::Only(part, _) = &**of else { return None };
    match &**part {
        Cond::When { col, .. } | Cond::Null(Expr::Col(col), _) => Some(*col),
        _ => None,
    }
}

/// What a column of an inner query is called.
pub(super) fn out(at: usize) -> String {
    format!("out_{}", at + 1)
}

/// What the rows of a part have in common, behind the name of its figure: `_France`, `_2025`, `_2025-03`.
fn apart(part: &Cond) -> String {
    match part {
        // Spellings of one text are called as the best written one.
        Cond::Is { values, not: false, .. } => {
            let plain = |v: &String| v.trim().to_lowercase();
            let one = values.iter().all(|v| plain(v) == plain(&values[0]));
            let neat =
                |v: &&String| v.trim() == *v && v.chars().any(char::is_lowercase) && v.chars().any(char::is_uppercase);
            let best = values.iter().find(neat).or(values.first()).filter(|_| one);
            best.map(|v| format!("_{v}")).unwrap_or_default()
        }
        Cond::When {
            from: Some(from),
            to: Some(to),
            not: false,
            ..
        } => match (from.get(..7), to.get(..7)) {
            (Some(a), Some(b)) if a == b => format!("_{a}"),
            (Some(a), Some(b)) if a.get(..4) == b.get(..4) => format!("_{}", a.get(..4).unwrap_or_default()),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// What the rows of a table are called: a sheet "gig_list" keeps gigs.
fn rows_of(table: &Table) -> String {
    let keeps = |w: &&String| !lexicon::is_sheet(w) && !w.chars().all(|c| c.is_ascii_digit());
    let words: Vec<&String> = table.words.iter().filter(keeps).collect();
    match words.split_last() {
        Some((last, before)) if words.len() < table.words.len() => {
            // "Staff" and "stock" are many already.
            let many = match last.as_str() {
                "staff" | "stock" => (*last).clone(),
                one => plurals::plural(&plurals::singular(one)),
            };
            before
                .iter()
                .map(|w| w.as_str())
                .chain([many.as_str()])
                .collect::<Vec<_>>()
                .join("_")
        }
        _ => table.name.clone(),
    }
}

fn word(agg: Agg) -> &'static str {
    match agg {
        Agg::Count => "number_of",
        Agg::Sum => "total",
        Agg::Avg => "average",
        Agg::Median => "median",
        Agg::Min => "smallest",
        Agg::Max => "largest",
    }
}

/// The function of an aggregate that all engines have.
pub(super) fn function(agg: Agg) -> Option<&'static str> {
    Some(match agg {
        Agg::Count => "COUNT",
        Agg::Sum => "SUM",
        Agg::Avg => "AVG",
        Agg::Min => "MIN",
        Agg::Max => "MAX",
        Agg::Median => return None,
    })
}

/// Whether SQL is more than one name, number or call: `SUM(a) - SUM(b)`.
fn is_calculated(sql: &str) -> bool {
    let (mut depth, mut quote) = (0, None);
    sql.trim().chars().any(|c| {
        match (quote, c) {
            (Some(q), _) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"' | '`') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, c) => return depth == 0 && !(c.is_alphanumeric() || matches!(c, '_' | '.' | '$')),
        }
        false
    })
}
