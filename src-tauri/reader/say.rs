//! A query in plain words, so that a person can check it without reading SQL.
//!
//! In: [`Query`]. Out: one sentence that names every condition. Nothing reads it back.

use std::collections::BTreeSet;

use askwell_sql::amend::worked_out;
use askwell_sql::spelt;
use askwell_sql::steps::worded::{day_of, day_words, stretch, MONTHS};

use crate::known::{Col, Known};
use crate::query::{Agg, Cond, Expr, Op, Part, Query, Spot};

/// "average price of products for each brand, where country is 'France'".
pub fn say(known: &Known, q: &Query) -> String {
    Sayer { known, over: None }.query(q)
}

struct Sayer<'a> {
    known: &'a Known,
    /// The query that the one to be said is made over.
    over: Option<&'a Query>,
}

impl Sayer<'_> {
    /// "Average of the number of orders for each customer"; "total amount for each customer, of each country the first".
    fn over(&self, q: &Query, inner: &Query) -> String {
        let s = Sayer {
            over: Some(inner),
            ..*self
        };
        let ranked = q.filter.iter().find_map(|c| match c {
            Cond::Compare(Expr::Out(at), op, n) => match inner.select.get(*at)? {
                Expr::Place(apart, by, desc) => Some((apart, by, *desc, *op, n)),
                _ => None,
            },
            _ => None,
        });
        if let Some((apart, by, desc, op, n)) = ranked {
            let mut rows = inner.clone();
            rows.select.retain(|e| !matches!(e, Expr::Place(..)));
            let end = if desc { "highest" } else { "lowest" };
            let which = match (op, n) {
                (Op::Eq, n) => format!("number {} from the {end}", self.expr(n)),
                (_, Expr::Num(1.0)) => format!("the {end}"),
                (_, n) => format!("the {} {end}", self.expr(n)),
            };
            let (groups, by) = (self.all_of(apart), self.expr(by));
            return format!("{}; of each {groups} {which} by {by}", self.query(&rows));
        }
        let apart: Vec<Expr> = inner
            .group
            .iter()
            .filter(|e| !inner.select.contains(e))
            .cloned()
            .collect();
        if let [Expr::Agg { agg: Agg::Min, of, .. }] = inner.select.as_slice() {
            let (things, first) = (self.all_of(&inner.group), self.expr(of));
            return format!("number of different {things} by the {first} of their first") + &self.conditions(inner);
        }
        let figures: Vec<String> = q.select.iter().filter(|e| e.is_figure()).map(|e| s.expr(e)).collect();
        let rows = Query {
            select: Vec::new(),
            ..inner.clone()
        };
        let kept: Vec<Expr> = inner.select.iter().filter(|e| !e.is_figure()).cloned().collect();
        let mut text = format!("{} for each {}", list(&figures), self.all_of(&apart));
        if !kept.is_empty() {
            text += &format!(", taken together for each {}", self.all_of(&kept));
        }
        text + &self.conditions(&rows)
    }

    fn all_of(&self, list_of: &[Expr]) -> String {
        list(&list_of.iter().map(|e| self.expr(e)).collect::<Vec<_>>())
    }

    fn query(&self, q: &Query) -> String {
        if let Some(inner) = &q.over {
            return self.over(q, inner);
        }
        let main = q.needed().first().map_or_else(String::new, |t| self.table(*t));
        let beside = |e: &&Expr| !q.group.contains(e) || q.select.iter().all(|s| q.group.contains(s));
        let shown = q.select.iter().filter(beside).map(|e| match e {
            Expr::Col(c) => self.column(*c),
            e => self.expr(e),
        });
        let shown: Vec<String> = shown.collect();
        let counts = q.select.iter().any(|e| matches!(e, Expr::Agg { agg: Agg::Count, .. }));
        let mut text = match counts {
            _ if matches!(q.select.as_slice(), [Expr::Percent(_)]) && !self.known.speech.alone() => {
                self.share(q, &main)
            }
            true => list(&shown),
            false if self.is_whole(q) => main,
            // The only table need not be named.
            false if self.known.speech.alone() => list(&shown),
            false => format!("{} of {main}", list(&shown)),
        };
        if q.distinct {
            text = format!("different {text}");
        }
        text += &self.joined(q);
        let keys: Vec<String> = q
            .group
            .iter()
            .filter(|e| q.select.contains(e))
            .map(|e| self.expr(e))
            .collect();
        if !keys.is_empty() {
            text += &format!(" for each {}", list(&keys));
        }
        text += &self.conditions(q);
        let Some((e, desc)) = q.order.first() else { return text };
        // That months follow each other goes without saying.
        if !desc && q.limit.is_none() && q.group.contains(e) && matches!(e, Expr::Part(..)) {
            return text;
        }
        let end = if *desc { "highest" } else { "lowest" };
        // The only figure shown need not be named again.
        let again = q.select.iter().filter(|e| e.is_figure()).collect::<Vec<_>>() == [e];
        let by = match again {
            true => String::new(),
            false => format!(" by {}", self.expr(e)),
        };
        text += &match (q.limit, q.skip) {
            (Some(1), 0) if again => format!(", the {end}"),
            (Some(1), 0) => format!(", the one with the {end} {}", self.expr(e)),
            (Some(_), 1..) => format!(", number {} from the {end}{by}", q.skip + 1),
            (Some(n), 0) if again => format!(", the {n} {end}"),
            (Some(n), 0) => format!(", the {n} with the {end} {}", self.expr(e)),
            (None, _) => {
                let way = if *desc { "from high to low" } else { "from low to high" };
                let sorted = if again { "" } else { " sorted" };
                format!(",{sorted}{by} {way}")
            }
        };
        text
    }

    /// "percentage of orders where status is 'paid'".
    fn share(&self, q: &Query, main: &str) -> String {
        match q.select.first() {
            Some(Expr::Percent(c)) => format!("percentage of {main} where {}", self.cond(c)),
            _ => String::new(),
        }
    }

    /// Whether whole rows of one table are shown, of so many columns that nobody would read their names out.
    fn is_whole(&self, q: &Query) -> bool {
        const READ: usize = 5;
        let [table] = q.needed()[..] else { return false };
        let own = |c: &crate::known::Column| !c.is_made() && c.told.is_none();
        let all = self.known.columns(table).filter(|(_, c)| own(c)).count();
        let shown = q
            .select
            .iter()
            .filter(|e| matches!(e, Expr::Col(c) if c.table == table))
            .count();
        all > READ && shown >= all && shown == q.select.len() && q.group.is_empty() && !q.distinct
    }

    /// " with jobs": tables of which a row must be there, and no more is said of them.
    fn joined(&self, q: &Query) -> String {
        let bare = Query {
            tables: Vec::new(),
            ..q.clone()
        };
        let (named, all) = (bare.needed(), q.needed());
        let only = all.iter().skip(1).filter(|t| !named.contains(t));
        let rows: Vec<String> = only.map(|t| self.rows(*t)).collect();
        match rows.is_empty() || named.is_empty() {
            true => String::new(),
            false => format!(" with {}", list(&rows)),
        }
    }

    fn conditions(&self, q: &Query) -> String {
        let mut text = String::new();
        if !q.filter.is_empty() {
            text += &format!(", where {}", self.all(&q.filter));
        }
        if !q.having.is_empty() {
            text += &format!(", only those whose {}", self.all(&q.having));
        }
        text
    }

    /// Rows that refer to a key: "matching orders (status is 'paid')". `None`: the query inside asks for more than that.
    fn matching(&self, key: Col, q: &Query) -> Option<String> {
        let [Expr::Col(refers)] = q.select.as_slice() else {
            return None;
        };
        let plain = q.over.is_none() && q.group.is_empty() && q.having.is_empty() && q.limit.is_none();
        if !plain || self.known.key(key.table) != Some(key) || refers.table == key.table {
            return None;
        }
        let rows = self.rows(refers.table);
        Some(match q.filter.is_empty() {
            true => format!("matching {rows}"),
            false => format!("matching {rows} ({})", self.all(&q.filter)),
        })
    }

    /// Whether all that happens is kept in one column, which need not be named.
    fn has_one_day(&self) -> bool {
        self.known.speech.alone()
            && self
                .known
                .columns(0)
                .filter(|(_, c)| c.is_time() && !c.is_made())
                .count()
                == 1
    }

    /// Different keys are rows.
    fn is_key(&self, e: &Expr) -> bool {
        matches!(e, Expr::Col(c) if self.known.key(c.table) == Some(*c))
    }

    fn table(&self, t: usize) -> String {
        let table = &self.known.tables[t];
        self.known.speech.table(&table.name, &table.words)
    }

    fn rows(&self, t: usize) -> String {
        let table = &self.known.tables[t];
        self.known.speech.rows(&table.name, &table.words)
    }

    fn column(&self, c: Col) -> String {
        let column = self.known.column(c);
        self.known.speech.column(&column.name, &column.words)
    }

    fn expr(&self, e: &Expr) -> String {
        match e {
            // What is compared or calculated with are minutes.
            Expr::Col(c) if self.known.column(*c).minutes => format!("{} in minutes", self.column(*c)),
            Expr::Col(c) => self.column(*c),
            Expr::Rows(t) => self.rows(*t),
            Expr::Agg {
                agg: Agg::Count, of, ..
            } if matches!(&**of, Expr::Only(_, one) if **one == Expr::Num(1.0)) => match &**of {
                Expr::Only(c, _) => format!("number where {}", self.cond(c)),
                of => self.expr(of),
            },
            Expr::Agg {
                agg: Agg::Count,
                distinct: true,
                of,
            } if self.is_key(of) => match &**of {
                Expr::Col(c) => format!("number of {}", self.rows(c.table)),
                of => self.expr(of),
            },
            Expr::Agg { agg, distinct, of } => {
                // The keys of people are people.
                let told = match **of {
                    Expr::Col(c) if *distinct => self.known.told_by(c),
                    _ => None,
                };
                // Of days there is a first and a last one.
                let day = matches!(**of, Expr::Col(c) if self.known.column(c).is_time());
                let of = told.map_or_else(|| self.expr(of), |t| self.rows(t));
                let once = if *distinct { "different " } else { "" };
                match agg {
                    Agg::Count => format!("number of {once}{of}"),
                    Agg::Sum => worked_out("total", &of),
                    Agg::Avg => worked_out("average", &of),
                    Agg::Median => format!("median {of}"),
                    Agg::Min if day => format!("earliest {of}"),
                    Agg::Max if day => format!("latest {of}"),
                    Agg::Min => format!("smallest {of}"),
                    Agg::Max => format!("largest {of}"),
                }
            }
            Expr::Part(part, c) => {
                let word = match part {
                    Part::Year => "year",
                    Part::Quarter => "quarter",
                    // Of every year together; a month of one year is what people call a month.
                    Part::Month => "month of the year",
                    Part::Weekday => "weekday",
                    Part::Weekend => "weekend or weekday",
                    Part::Hour => "hour",
                    Part::Decade => "decade",
                    Part::YearMonth => "month",
                    Part::Week(_) => "week",
                    Part::Day => "day",
                };
                match self.has_one_day() && !matches!(part, Part::Weekend) {
                    true => word.to_owned(),
                    // Nobody says "year of year".
                    false if self.column(*c) == word => word.to_owned(),
                    false if *part == Part::Month => format!("month of {} (whatever the year)", self.column(*c)),
                    false => format!("{word} of {}", self.column(*c)),
                }
            }
            Expr::Linked(from, _, shown) => format!("{} of the {}", self.column(*shown), self.column(*from)),
            Expr::Num(n) => n.to_string(),
            e if e.share_of_things().is_some() => e.share_of_things().map_or_else(String::new, |(cond, thing)| {
                let of = self.expr(thing);
                format!(
                    "percentage of the different {of} with some row where {}",
                    self.cond(cond)
                )
            }),
            Expr::Math(a, op, b) => {
                let word = match op {
                    '*' => "times",
                    '/' => "divided by",
                    '-' => "minus",
                    _ => "plus",
                };
                format!("{} {word} {}", self.expr(a), self.expr(b))
            }
            Expr::Only(c, e) => format!("{} where {}", self.expr(e), self.cond(c)),
            Expr::Percent(c) => format!("percentage where {}", self.cond(c)),
            Expr::OfAll(e, apart) => match self.all_of(apart) {
                none if none.is_empty() => format!("{} in percent of all", self.expr(e)),
                keys => format!("{} in percent of all of the same {keys}", self.expr(e)),
            },
            Expr::Running { of, by, .. } => format!("{} up to each {}", self.expr(of), self.expr(by)),
            Expr::Place(_, by, _) => format!("place by {}", self.expr(by)),
            Expr::Out(at) => match self.over.and_then(|q| q.select.get(*at)) {
                Some(e) => self.expr(e),
                None => "value".to_owned(),
            },
            Expr::Peers(agg, c, same) => {
                let of = self.expr(&Expr::agg(*agg, Expr::Col(*c)));
                let keys: Vec<String> = same.iter().map(|c| self.column(*c)).collect();
                format!("the {of} of the same {}", list(&keys))
            }
            Expr::Growth { of, by, percent, .. } => format!(
                "growth of {} from one {} to the next{}",
                self.expr(of),
                self.expr(by),
                if *percent { " in percent" } else { "" }
            ),
            Expr::Days(a, b) => format!("days from {} to {}", self.column(*a), self.column(*b)),
            Expr::Hours(a, b) => format!("hours from {} to {}", self.column(*a), self.column(*b)),
            Expr::Age(c, on, _) => format!("years from {} to {on}", self.column(*c)),
            Expr::Abs(e) => format!("size of {}", self.expr(e)),
            Expr::Bands(e, list) => {
                let names: Vec<&str> = list.iter().map(|b| b.name.as_str()).collect();
                format!("band of {} ({})", self.expr(e), names.join(", "))
            }
            Expr::Sides(list_of) => list_of
                .iter()
                .map(|(name, cond)| format!("{name} ({})", self.cond(cond)))
                .collect::<Vec<_>>()
                .join(" or "),
            Expr::Query(q) => format!("the {}", self.query(q)),
        }
    }

    fn all(&self, conds: &[Cond]) -> String {
        let mut said = BTreeSet::new();
        let conds = conds.iter().map(|c| self.cond(c));
        conds
            .filter(|c| said.insert(c.clone()))
            .collect::<Vec<_>>()
            .join(" and ")
    }

    fn cond(&self, c: &Cond) -> String {
        match c {
            Cond::Compare(a, op, b) => {
                let word = match op {
                    Op::Eq => "is",
                    Op::Ne => "is not",
                    Op::Lt => "is less than",
                    Op::Le => "is at most",
                    Op::Gt => "is more than",
                    Op::Ge => "is at least",
                };
                format!("{} {word} {}", self.expr(a), self.expr(b))
            }
            Cond::Is { col, values, not } => {
                let (values, behind) = spelt::once(values.iter().map(String::as_str));
                let means = &self.known.column(*col).means;
                let told = |v: &str| means.iter().find(|m| m.0 == v.trim()).map(|m| format!(" ({})", m.1));
                let one = |v: &&str| format!("'{v}'{}", told(v).unwrap_or_default());
                let values: Vec<String> = values.iter().map(one).collect();
                let word = if *not { "is not" } else { "is" };
                format!("{} {word} {}{behind}", self.column(*col), values.join(" or "))
            }
            Cond::Holds { col, text, spot, not } => {
                let word = match (spot, not) {
                    (Spot::Anywhere, false) => "contains",
                    (Spot::Anywhere, true) => "does not contain",
                    (Spot::First, false) => "starts with",
                    (Spot::First, true) => "does not start with",
                    (Spot::Last, false) => "ends with",
                    (Spot::Last, true) => "does not end with",
                };
                format!("{} {word} '{text}'", self.column(*col))
            }
            Cond::Between(e, a, b) => format!("{} is between {a} and {b}", self.expr(e)),
            Cond::When { col, from, to, not } => {
                let day = |text: &String| day_of(text).map_or_else(|| text.clone(), day_words);
                let span = match (from, to) {
                    (Some(a), Some(b)) if a == b => format!("on {}", day(a)),
                    (Some(a), Some(b)) => match (day_of(a), day_of(b)) {
                        (Some(a), Some(b)) => stretch(a, b),
                        _ => format!("from {a} to {b}"),
                    },
                    (Some(a), None) => format!("on {} or later", day(a)),
                    (None, Some(b)) => format!("on {} or earlier", day(b)),
                    (None, None) => "at any time".to_owned(),
                };
                format!("{} is {}{span}", self.column(*col), if *not { "not " } else { "" })
            }
            // "From 0 to 9" is heard sooner than ten hours one by one.
            Cond::PartIs(part, c, numbers)
                if *part != Part::Month && numbers.len() > 2 && numbers.windows(2).all(|w| w[0] + 1 == w[1]) =>
            {
                let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
                format!("{} is from {first} to {last}", self.expr(&Expr::Part(*part, *c)))
            }
            Cond::PartIs(Part::Month, c, numbers) => {
                let names = numbers.iter().filter_map(|n| MONTHS.get((*n as usize).checked_sub(1)?));
                let names: Vec<&str> = names.copied().collect();
                format!("{} is in {} (of any year)", self.column(*c), names.join(" or "))
            }
            Cond::PartIs(part, c, numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                format!("{} is {}", self.expr(&Expr::Part(*part, *c)), numbers.join(" or "))
            }
            Cond::Null(e, false) => {
                let gaps = match e {
                    Expr::Col(c) => self.known.column(*c).gaps.as_slice(),
                    _ => &[],
                };
                let said = gaps
                    .iter()
                    .filter(|g| !g.trim().is_empty())
                    .map(|g| format!(" or '{g}'"));
                format!("{} is missing{}", self.expr(e), said.collect::<String>())
            }
            Cond::Null(e, true) => format!("{} is known", self.expr(e)),
            Cond::Among(c, q, not) => {
                if let Some(matching) = self.matching(*c, q) {
                    return format!("there are {}{matching}", if *not { "no " } else { "" });
                }
                format!(
                    "{} is {}among the {}",
                    self.column(*c),
                    if *not { "not " } else { "" },
                    self.query(q)
                )
            }
            Cond::Yes(c, yes) if self.known.column(*c).is_condition() => {
                let name = &self.known.column(*c).name;
                format!("{} is {}“{name}”", self.table(c.table), if *yes { "" } else { "not " })
            }
            Cond::Yes(c, yes) => format!("{} is {}", self.column(*c), if *yes { "yes" } else { "no" }),
            Cond::Any(list) => list.iter().map(|c| self.cond(c)).collect::<Vec<_>>().join(" or "),
            Cond::All(list) => self.all(list),
        }
    }
}

/// "a", "a and b", "a, b and c".
fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}
