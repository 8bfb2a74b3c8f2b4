//! Which column of time the times of a question are about, and what must hold of it.

use super::conditions::Conditions;
use super::turns::{is_death, Turn};
use super::Builder;
use crate::asked::Style;
use crate::frame::Ent;
use crate::known::Col;
use crate::lexicon::{self, Opener};
use crate::link::Meaning;
use crate::query::{Cond, Expr, Part, Query};
use askwell_contract::time::TimeKind;

/// "Did more people join in 2024 or in 2025".
const MORE: &[&str] = &["more", "fewer", "less", "better", "worse", "busier", "most", "fewest"];

/// A day that words of the question name scores so much.
const NAMED: f64 = 0.7;

impl Builder<'_> {
    /// Columns of time of a table, likeliest first.
    pub(super) fn days(&self, table: usize) -> Vec<(Col, f64)> {
        let turn = self.turn();
        let mut out: Vec<(Col, f64)> = Vec::new();
        for (col, c) in self.known.columns(table) {
            if !c.is_time() {
                continue;
            }
            // Bookings are spoken of by the day that they are for; when they were made is asked for by the verb.
            let entered = self.known.is_entry(col);
            // "Customers" are not asked how long they have been one: `customer_since`.
            let human = self.known.is_human(table) && c.stems.len() > 1;
            let own = |stem: &String| human && self.known.tables[table].stems.contains(stem);
            let said = c.stems.iter().filter(|s| !own(s)).any(|stem| {
                self.text.tokens.iter().enumerate().any(|(at, t)| {
                    let is_it = t.lower.len() > 3 && *stem == t.stem;
                    is_it && (self.enters(at) || !entered) && !self.in_time(at)
                })
            });
            // "Decided": the word means the column, though it is no word of its name.
            let means = |a: &crate::link::Atom| {
                let named = (!entered || a.end > a.start + 1 || self.enters(a.start)) && !self.in_time(a.start);
                let alone = a.end == a.start + 1 && own(&self.text.tokens[a.start].stem);
                a.meaning == crate::link::Meaning::Column(col) && a.score >= 0.6 && named && !alone
            };
            // "How many tenants left in each year": in the year that they left.
            let ended = turn != Some(Turn::Came) && self.frame.filter.contains(&Cond::Null(Expr::Col(col), true));
            let turned = turn.and_then(|t| self.turned(t, c));
            let said = said
                || ended
                || self.moves(&c.words)
                || crate::constructions::valid::is_expiry(c) && self.lapses()
                || (0..self.text.tokens.len()).any(|at| self.text.at(at).iter().any(means));
            let noted = c.words.iter().any(|w| matches!(w.as_str(), "updated" | "modified"));
            let born = c.words.iter().any(|w| lexicon::is_birth(w));
            let died = c.words.iter().any(|w| is_death(w));
            // What is still to come when a row is written says nothing of when it happened.
            let ahead = c.words.iter().any(|w| lexicon::is_ahead(w));
            // "Born in the fifties", "a birthday in May": then it is the day asked for.
            let asks = |t: &crate::words::Token| matches!(t.stem.as_str(), "born" | "birth" | "birthday");
            let lost = |at: usize| match self.text.tokens[at].stem.as_str() {
                "die" | "dead" | "death" | "deceas" => true,
                "pass" => matches!(self.text.word(at + 1), "away" | "on"),
                _ => false,
            };
            let birth = born && self.text.tokens.iter().any(asks);
            let life = birth || died && (0..self.text.tokens.len()).any(lost);
            let other = (born || died || noted) && !life;
            let holes = if c.rows > 0 {
                c.nulls as f64 / c.rows as f64
            } else {
                0.0
            };
            let before = out.iter().filter(|(c, _)| !self.known.is_entry(*c)).count();
            // Rows without the day of a turn have not taken it.
            let holes = if turned.is_some() { 0.0 } else { holes };
            let score = turned.unwrap_or(0.0).max(if said || life { 1.0 } else { 0.0 })
                - if other { 1.5 } else { 0.0 }
                - if ahead && !said { 0.3 } else { 0.0 }
                - if entered && !said { 0.6 } else { 0.0 }
                - holes
                - 0.1 * before as f64;
            out.push((col, score));
        }
        out.sort_by(|a, b| b.1.total_cmp(&a.1));
        out
    }

    /// Whether a word only says how long a time is: "this year" names no column of years.
    fn in_time(&self, at: usize) -> bool {
        let around = (at.saturating_sub(4)..=at).flat_map(|i| self.text.at(i));
        lexicon::period(self.text.word(at)).is_some()
            && around
                .into_iter()
                .any(|a| a.end > at && a.end > a.start + 1 && matches!(a.meaning, Meaning::Time(_)))
    }

    /// "Memberships that lapsed this year", "whose check runs out in May".
    fn lapses(&self) -> bool {
        const ENDS: &[&str] = &[
            "lapsed", "lapse", "lapses", "lapsing", "expire", "expires", "expired", "expiring", "renewal",
        ];
        let out = |t: &[crate::words::Token]| t[0].is_any(&["run", "runs", "ran", "running"]) && t[1].is("out");
        self.says(ENDS) || self.text.tokens.windows(2).any(out)
    }

    /// "Booked since May", "bookings made this year", not "booked in for May" and "bookings".
    fn enters(&self, at: usize) -> bool {
        let made = ["made", "placed", "taken", "came"];
        match self.text.word(at) {
            "booked" | "reserved" => !matches!(self.text.word(at + 1), "in" | "on" | "for" | "into" | "onto"),
            "applied" | "application" | "applications" => true,
            "booking" | "bookings" | "reservation" | "reservations" => {
                made.contains(&self.text.word(at + 1)) || made.contains(&self.text.word(at + 2))
            }
            _ => false,
        }
    }

    /// "Who is arriving tomorrow": the day of a stay on which one comes or goes.
    fn moves(&self, words: &[String]) -> bool {
        const COMES: &[&str] = &["arriving", "arrive", "arrives", "arrived", "arrivals"];
        const GOES: &[&str] = &[
            "leaving",
            "leave",
            "leaves",
            "departing",
            "depart",
            "departs",
            "departures",
        ];
        let called = |names: &[&str], way: &str| {
            let checks = words.iter().any(|w| w == "check") && words.iter().any(|w| w == way);
            checks || words.iter().any(|w| names.contains(&w.as_str()))
        };
        // "Jobs coming in", "cars that went out": `date_in`, `date_out`.
        let tokens = &self.text.tokens;
        let goes = |verbs: &[&str], way: &str| {
            let dated =
                words.iter().any(|w| w == way) && words.iter().any(|w| matches!(w.as_str(), "date" | "day" | "time"));
            dated && words.len() == 2 && tokens.windows(2).any(|t| t[0].is_any(verbs) && t[1].is(way))
        };
        if goes(
            &["come", "came", "comes", "coming", "brought", "booked", "checked"],
            "in",
        ) || goes(&["go", "went", "goes", "going", "sent", "checked"], "out")
        {
            return true;
        }
        self.says(COMES) && called(&["checkin", "arrival", "arrive"], "in")
            || self.says(GOES) && called(&["checkout", "departure", "depart", "leave"], "out")
    }

    pub(super) fn dated(&self, ways: Vec<Conditions>, target: Option<Ent>) -> Vec<Conditions> {
        // "Who bought nothing in 2024": the time is that of what is not there.
        let inside = |w: &(usize, bool, Option<usize>)| self.frame.without.iter().any(|t| Some(t.table) == w.2);
        if self.frame.whens.iter().all(inside) {
            return ways;
        }
        let mut tables: Vec<usize> = self.frame.whens.iter().filter_map(|w| w.2).collect();
        // "What is booked in for December": the day is that of what is booked.
        tables.extend(self.frame.filter.iter().filter_map(|c| match c {
            Cond::Is { col, not: false, .. } => {
                let stands = |w: &String| matches!(w.as_str(), "status" | "state" | "stage" | "outcome");
                let says = self.known.column(*col).words.iter().any(stands);
                Some(col.table).filter(|t| says && !self.known.is_human(*t))
            }
            _ => None,
        }));
        tables.extend(target.map(Ent::table));
        tables.extend(self.spoken());
        let near = tables.len().saturating_sub(1);
        let mut of_lines: Vec<usize> = Vec::new();
        // Facts that belong to what is spoken of.
        for t in tables.clone() {
            let around = self
                .known
                .links
                .iter()
                .filter_map(|l| l.tables())
                .filter(|l| l.1 == t || l.0 == t);
            let around: Vec<usize> = around.map(|l| if l.1 == t { l.0 } else { l.1 }).collect();
            // Lines have the day of the order that they are part of.
            let undated = around
                .iter()
                .filter(|a| !self.known.columns(**a).any(|(_, c)| c.is_time()));
            let heads = undated.flat_map(|a| self.known.links.iter().filter_map(|l| l.tables()).filter(|l| l.0 == *a));
            let heads: Vec<usize> = heads.map(|l| l.1).filter(|h| *h != t).collect();
            of_lines.extend(heads.iter().filter(|h| !around.contains(h)));
            tables.extend(around.into_iter().chain(heads));
        }
        let relative = self
            .frame
            .whens
            .iter()
            .any(|w| self.text.times.get(w.0).is_some_and(|t| t.relative));
        let doers = self.done_by();
        let facts = self.facts(&doers);
        // Lines without a day have that of what they are part of.
        let own_day = |t: usize| self.known.columns(t).any(|(_, c)| c.is_time() && !c.is_number());
        let of_facts: Vec<usize> = facts
            .iter()
            .filter(|f| !own_day(**f))
            .filter_map(|f| {
                let dated = |t: &usize| own_day(*t) && !self.known.is_human(*t);
                let up: Vec<usize> = self.known.up(*f).into_iter().filter(dated).collect();
                // The order somebody gave, and not the book that it is for.
                let given = up
                    .iter()
                    .find(|t| self.known.up(**t).into_iter().any(|p| self.known.is_human(p)));
                given.or(up.first()).copied()
            })
            .collect();
        let first: Vec<usize> = of_facts.iter().copied().filter(|t| !tables.contains(t)).collect();
        tables.extend(first);
        let mut days: Vec<(Col, f64)> = Vec::new();
        for (place, t) in tables.into_iter().enumerate() {
            // "Who put in the most hours last month": hours have a day, whenever the person was taken on.
            let whose = facts.iter().any(|f| *f != t && self.known.belongs(*f, t)) && self.known.is_human(t);
            // What is sold is so on the day of the order, before any day on which it was counted or came back.
            let place = match () {
                () if of_facts.contains(&t) => 0,
                () if of_lines.contains(&t) || doers.contains(&t) => place.min(near),
                () => place,
            };
            // Books were sold on the day of the order, and not when they came out.
            let launched = !of_facts.is_empty()
                && !of_facts.contains(&t)
                && facts.iter().any(|f| *f != t && self.known.belongs(*f, t));
            // What is said of their rows happened then, unless the person's own day is named.
            let theirs = doers.iter().any(|f| *f != t && self.known.belongs(*f, t)) && self.known.is_human(t);
            for (col, score) in self.days(t) {
                // "Last year" speaks of when something happened rather than of the year that a thing is of.
                let score = if relative && self.known.column(col).is_number() {
                    score - 0.5
                } else {
                    score
                };
                let score = match () {
                    () if whose && score < NAMED => score - 1.4,
                    () if whose || (theirs || launched) && score < NAMED => score - 1.0,
                    () => score,
                };
                if !days.iter().any(|d| d.0 == col) {
                    days.push((col, score - 0.35 * place.min(6) as f64));
                }
            }
        }
        days.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut out = Vec::new();
        for way in ways {
            for (col, score) in days.iter().take(3) {
                let mut way = way.clone();
                let mut conds = Vec::new();
                for (i, not, _) in &self.frame.whens {
                    let Some(cond) = self.when(*i, *not, *col) else {
                        continue;
                    };
                    conds.push(cond);
                }
                if conds.len() < self.frame.whens.len() {
                    continue;
                }
                // "Bought in 2024 but not in 2025": no row of the thing is of that time.
                let denied = self.frame.whens.iter().any(|w| w.1);
                if denied
                    && (conds.len() > 1
                        || self.says(&["but", "hasnt", "havent", "didnt", "hasn't", "haven't", "didn't"]))
                {
                    out.extend(self.gone(&way, target, *col, score.min(0.5)));
                }
                let mut conds = together(conds);
                // "Q3 this year vs last year": the quarter is that of both.
                let stretch = |c: &Cond| matches!(c, Cond::When { not: false, .. });
                if conds.iter().filter(|c| stretch(c)).count() > 1 {
                    let (whens, parts) = conds.into_iter().partition(stretch);
                    way.filter.extend::<Vec<Cond>>(parts);
                    conds = whens;
                }
                if let Some(each) = self.parts_apart(&conds) {
                    way.versus = true;
                    way.beside.push(each);
                }
                // "This year up to the end of October": the one bounds the other.
                let open = |c: &&Cond| matches!(c, Cond::When { from: None, .. } | Cond::When { to: None, .. });
                let bounded = conds.len() == 2 && conds.iter().filter(open).count() == 1 && within(&conds);
                let stretches = conds.iter().all(|c| matches!(c, Cond::When { .. })) && conds.len() > 1 && !bounded;
                let says = |words: &[&str]| self.text.tokens.iter().any(|t| words.contains(&t.lower.as_str()));
                // "Did more people join in 2024 or in 2025".
                let which = self.either_time() && says(MORE);
                let versus = self.frame.whens.len() > 1 && (which || says(&["vs", "versus", "compare", "compared"]));
                if stretches {
                    way.times.push(Cond::Any(conds));
                    let people = self.style == Style::People;
                    let one = self.frame.opener() != Some(Opener::HowMany) && self.frame.figures.len() == 1;
                    if versus || people && (one || self.times_apart()) {
                        way.versus = true;
                        let part = self.span_part();
                        way.beside.push(self.part(part, *col));
                    }
                } else {
                    way.times.extend(conds);
                }
                way.day = Some(*col);
                way.prior += score.min(0.5);
                out.push(way);
            }
        }
        out
    }

    /// Whether the question sets two times beside each other.
    fn compares_times(&self) -> bool {
        self.says(&["vs", "versus", "compare", "compared", "against"])
            || self.text.tokens.windows(2).any(|t| t[0].is("next") && t[1].is("to"))
    }

    /// "Mondays or Tuesdays, which have more", "spring against autumn": each of those months or weekdays by itself.
    fn parts_apart(&self, conds: &[Cond]) -> Option<Expr> {
        let parts: Vec<&Cond> = conds.iter().filter(|c| matches!(c, Cond::PartIs(..))).collect();
        let [Cond::PartIs(part, col, list)] = parts.as_slice() else {
            return None;
        };
        let of_part = |i: &usize| matches!(self.text.times[*i].kind, TimeKind::Months(..) | TimeKind::Weekdays(_));
        let said: Vec<usize> = self.frame.whens.iter().map(|w| w.0).filter(of_part).collect();
        // "September or October" may be one time.
        let or = said
            .iter()
            .any(|i| self.text.times[*i].words.split(' ').any(|w| w == "or"));
        let which = (or || self.either_time()) && self.says(MORE);
        if list.len() < 2 || !(which || said.len() > 1 && self.compares_times()) {
            return None;
        }
        let sides = said
            .iter()
            .filter_map(|i| Some((self.text.times[*i].words.clone(), self.when(*i, false, *col)?)));
        let mut sides: Vec<(String, Cond)> = sides.collect();
        // "Winter (December to February)" is one.
        sides.dedup_by(|a, b| a.1 == b.1);
        let long = |side: &(String, Cond)| matches!(&side.1, Cond::PartIs(_, _, list) if list.len() > 1);
        Some(match sides.len() > 1 && sides.iter().any(long) {
            true => Expr::Sides(sides),
            false => self.part(*part, *col),
        })
    }

    /// "In 2024 or in 2025", "last year than this": two times with nothing but that between them.
    fn either_time(&self) -> bool {
        let time = |a: &crate::link::Atom| matches!(a.meaning, Meaning::Time(_));
        (0..self.text.tokens.len()).any(|at| {
            let ends = self.text.at(at).iter().filter(|a| time(a)).map(|a| a.end).max();
            ends.is_some_and(|end| {
                let next = self.text.past(end + 1, &["in", "during", "for", "on"]);
                matches!(self.text.word(end), "or" | "than") && self.text.at(next).iter().any(time)
            })
        })
    }

    /// "In 2024 and in 2026": the preposition is said again, so each time is asked for by itself.
    fn times_apart(&self) -> bool {
        let tokens = &self.text.tokens;
        let timed = |at: usize| self.text.at(at).iter().any(|a| matches!(a.meaning, Meaning::Time(_)));
        (0..tokens.len()).any(|at| {
            let again =
                matches!(self.text.word(at), "and" | "&") && matches!(self.text.word(at + 1), "in" | "for" | "during");
            again && timed(at + 2)
        })
    }

    /// Things with a row at the times that are said and none at those that are denied.
    fn gone(&self, way: &Conditions, target: Option<Ent>, col: Col, prior: f64) -> Option<Conditions> {
        let home = col.table;
        let (own, theirs) = match target? {
            Ent::Table(t) if t != home => self.hook(t, home)?,
            Ent::Column(c) if c.table == home => (c, c),
            _ => return None,
        };
        let mut way = way.clone();
        for (i, not, _) in &self.frame.whens {
            let rows = Query {
                select: vec![Expr::Col(theirs)],
                tables: vec![home],
                filter: vec![self.when(*i, false, col)?],
                ..Query::default()
            };
            way.filter.push(Cond::Among(own, Box::new(rows), *not));
        }
        way.prior += prior;
        Some(way)
    }

    /// A time of the question as a condition on a column of time.
    pub(super) fn when(&self, i: usize, not: bool, col: Col) -> Option<Cond> {
        let time = self.text.times.get(i)?;
        Some(match &time.kind {
            TimeKind::Months(a, b) => {
                let months: Vec<u32> = if a <= b {
                    (*a..=*b).collect()
                } else {
                    (*a..=12).chain(1..=*b).collect()
                };
                let months = if not {
                    (1..=12).filter(|m| !months.contains(m)).collect()
                } else {
                    months
                };
                Cond::PartIs(Part::Month, col, months)
            }
            TimeKind::Weekdays(days) => {
                let days = if not {
                    (0..7).filter(|d| !days.contains(d)).collect()
                } else {
                    days.clone()
                };
                Cond::PartIs(Part::Weekday, col, days)
            }
            TimeKind::EachWeek(_) | TimeKind::EachFiscalYear(_) | TimeKind::EachFiscalQuarter(_) => return None,
            _ => {
                if time.from.is_none() && time.to.is_none() {
                    return None;
                }
                Cond::When {
                    col,
                    from: time.from.clone(),
                    to: time.to.clone(),
                    not,
                }
            }
        })
    }
}

/// "On Mondays and Fridays": one part of a day is any of what is said of it.
fn together(conds: Vec<Cond>) -> Vec<Cond> {
    let mut out: Vec<Cond> = Vec::new();
    for cond in conds {
        // "Since the summer, from September on" says the same twice.
        if out.contains(&cond) {
            continue;
        }
        match (out.last_mut(), cond) {
            (Some(Cond::PartIs(part, col, list)), Cond::PartIs(p, c, more)) if *part == p && *col == c => {
                list.extend(more);
                list.sort_unstable();
                list.dedup();
            }
            (_, cond) => out.push(cond),
        }
    }
    out
}

/// Whether the end that one stretch has lies within the other.
fn within(conds: &[Cond]) -> bool {
    let bounds = |c: &Cond| match c {
        Cond::When { from, to, .. } => (from.clone(), to.clone()),
        _ => (None, None),
    };
    let all: Vec<_> = conds.iter().map(bounds).collect();
    let closed = all.iter().find_map(|(from, to)| Some((from.as_ref()?, to.as_ref()?)));
    let end = all.iter().find_map(|b| match b {
        (Some(end), None) | (None, Some(end)) => Some(end),
        _ => None,
    });
    closed
        .zip(end)
        .is_some_and(|((from, to), end)| from <= end && end <= to)
}
