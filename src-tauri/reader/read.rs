//! The whole way from a question to readings.

use crate::asked::Asked;
use crate::build;
use crate::chart::{self, Cover};
use crate::constructions::{edges, is_unsold, of_done, told_apart, Edge};
use crate::frame::{ties, Ent, Frame};
use crate::known::{Col, Known, Role};
use crate::link::{Meaning, Text};
use crate::query::{Agg, Cond, Expr, Op, Query};
use crate::rank::{self, refuse, Weights};
use crate::words::TokenKind;
use crate::{
    added, apart, average_one, best_of_each, coordinated, dated, dues, each_last, ends, from_to, goods, heeded, kinds,
    lacks, lengths, lexicon, lookups, lost, met, more_or, paired, persons, plainly, reach, routes, row_by_row, say,
    sound, spread, stored, timed, told_once, totals, uncounted, whole_rows, winners, write,
};

/// Covers of the question that are built on.
const COVERS: usize = 80;
/// What each table only joined over costs, and each that no word of the question names.
const BETWEEN: f64 = 0.15;
const UNSAID: f64 = 0.2;
/// Readings that are believed so much less than the first are not worth a query.
const LEAST: f64 = 0.06;
/// Readings handed on.
const MOST: usize = 12;

/// Words of the question and what they were taken for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Used {
    /// Bytes of the question, end exclusive.
    pub start: usize,
    pub end: usize,
    /// The construction, or the value or name.
    pub meaning: String,
    /// `table` or `table.column`; empty for words of the grammar.
    pub of: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    pub query: Query,
    pub sql: String,
    pub says: String,
    /// Share of the belief in all readings, 0..=1.
    pub belief: f64,
    pub uses: Vec<Used>,
    /// Words with content that the reading leaves out.
    pub unused: Vec<String>,
    /// Places among the times of the question that it uses.
    pub times: Vec<usize>,
    /// What the ranking saw, by name.
    pub features: Vec<(String, f64)>,
    pub score: f64,
    /// Place of its cover.
    cover: usize,
}

/// What a question was read as.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// Distinct, most believed first, at most twelve.
    pub readings: Vec<Reading>,
    /// How likely it is that the database can answer; `None`: nothing was learned of it.
    pub possible: Option<f64>,
    /// What that was told by, by name.
    pub seen: Vec<(String, f64)>,
}

/// Distinct readings, most believed first, at most twelve.
pub fn read(known: &Known, asked: &Asked, weights: &Weights) -> Vec<Reading> {
    find(known, asked, weights).readings
}

/// The same, and whether the database can answer at all.
pub fn find(known: &Known, asked: &Asked, weights: &Weights) -> Found {
    let chart = Chart::new(known, asked);
    let mut all = chart.readings();
    rank::rank(&mut all, weights);
    let mut all = together(all);
    let cover = |r: &Reading| chart.covers.get(r.cover);
    let seen = refuse::features(&chart.text, &chart.edges, all.first().and_then(cover), &all);
    all.truncate(MOST);
    let least = all.first().map_or(0.0, |r| r.belief * LEAST);
    all.retain(|r| r.belief >= least);
    // Words are only made of what is handed on.
    for r in &mut all {
        r.says = say::say(known, &r.query);
        let all = cover(r).map_or_else(Vec::new, |c| uses(&chart.text, &chart.edges, c));
        let (met, unmet): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|(_, thing)| thing.is_none_or(|thing| met::stands_in(known, thing, &r.sql)));
        r.uses = met.into_iter().map(|(used, _)| used).collect();
        let acts = cover(r)
            .into_iter()
            .flat_map(|c| &c.edges)
            .flat_map(|e| &chart.edges[*e].acts);
        let acts: Vec<_> = acts.collect();
        r.unused.extend(lacks::lacks(&chart.text, &acts, &r.query));
        for (used, _) in unmet {
            let words = asked.question[used.start..used.end]
                .split_whitespace()
                .map(str::to_owned);
            let said = |word: &String| {
                !lexicon::is_filler(&word.to_lowercase()) && !goods::are_added_up(&chart.text, word, &r.query)
            };
            r.unused.extend(words.filter(said));
        }
    }
    Found {
        readings: all,
        possible: weights.possible(&seen),
        seen,
    }
}

/// What was read in several ways is believed as much as all of them.
fn together(all: Vec<Reading>) -> Vec<Reading> {
    let mut out: Vec<Reading> = Vec::new();
    for r in all {
        match out.iter_mut().find(|o| o.sql == r.sql) {
            Some(same) => same.belief += r.belief,
            None => out.push(r),
        }
    }
    out.sort_by(|a, b| b.belief.total_cmp(&a.belief));
    out
}

/// Every reading that can be written, unranked.
pub fn candidates(known: &Known, asked: &Asked) -> Vec<Reading> {
    Chart::new(known, asked).readings()
}

/// A question with its edges and the ways to tile it with them.
struct Chart<'a> {
    text: Text<'a>,
    edges: Vec<Edge>,
    covers: Vec<Cover>,
}

impl<'a> Chart<'a> {
    fn new(known: &'a Known, asked: &'a Asked) -> Self {
        let text = Text::new(known, asked);
        let edges = edges(&text);
        let mut covers = match text.tokens.is_empty() || known.tables.is_empty() {
            true => Vec::new(),
            false => chart::covers(&text, &edges, COVERS),
        };
        let clear: Vec<Cover> = (covers.iter().filter(|c| !ties::clash(&text, &edges, c)).cloned()).collect();
        if !clear.is_empty() {
            covers = clear;
        }
        Self { text, edges, covers }
    }

    fn readings(&self) -> Vec<Reading> {
        let Self { text, edges, covers } = self;
        let (known, asked) = (text.known, text.asked);
        let passing = rank::passing(text);
        let states = lost::states(text);
        let mut out: Vec<Reading> = Vec::new();
        for (at, cover) in covers.iter().enumerate() {
            let acts = cover.edges.iter().flat_map(|e| &edges[*e].acts);
            let frame = Frame::of(acts);
            for built in build::queries(text, &frame) {
                let mut query = built.query.clone();
                lookups::counted(text, &mut query);
                routes::route(text, &mut query);
                let amiss = |q: &Query| {
                    is_unsold(text, q)
                        || counts_alone(text, q)
                        || lists_alone(text, q)
                        || says_nothing(known, q)
                        || sound::is_amiss(text, q)
                };
                if !sound::sound(known, &mut query) || amiss(&query) {
                    continue;
                }
                // What two words say is one condition.
                let mut said: Vec<Cond> = Vec::new();
                query.filter.retain(|c| {
                    let new = !said.contains(c);
                    said.extend(new.then(|| c.clone()));
                    new
                });
                undone(text, &mut query.filter);
                // Pieces are ranked as the rows that they stand for.
                let asks = query.clone();
                goods::counted(text, &mut query);
                lengths::kept(text, &mut query);
                heeded::each(text, &mut query);
                heeded::whole(text, &mut query);
                added::summed(text, &mut query);
                added::beyond(text, &mut query);
                persons::once(text, &mut query);
                kinds::each_once(text, &mut query);
                of_done(text, &mut query);
                lost::left_out(text, &states, &mut query);
                totals::left_out(known, &mut query);
                each_last::keep(text, &mut query);
                let Some(sql) = write::statement(known, asked.style, &query) else {
                    continue;
                };
                let features = rank::features((text, &passing), edges, cover, &frame, &built, &asks);
                let score = cover.score + built.prior - detours(text, &asks) - idle(known, &asks);
                match out.iter_mut().find(|r| r.sql == sql) {
                    Some(same) if same.score >= score => {}
                    found => {
                        let reading = Reading {
                            unused: unused(text, cover, &query),
                            query,
                            sql,
                            says: String::new(),
                            belief: 0.0,
                            uses: Vec::new(),
                            times: frame.whens.iter().filter_map(|w| text.source(w.0)).collect(),
                            features,
                            score,
                            cover: at,
                        };
                        match found {
                            Some(same) => *same = reading,
                            None => out.push(reading),
                        }
                    }
                }
            }
        }
        dated::settle(text, &mut out);
        each_last::settle(text, &mut out);
        timed::settle(text, &mut out);
        apart::settle(text, &mut out);
        spread::settle(text, &mut out);
        paired::settle(text, &mut out);
        winners::settle(text, &mut out);
        heeded::settle(text, &mut out);
        plainly::settle(text, &mut out);
        ends::settle(text, &mut out);
        from_to::settle(text, &mut out);
        average_one::settle(text, &mut out);
        reach::settle(text, &mut out);
        more_or::settle(text, &mut out);
        told_once::settle(text, &mut out);
        best_of_each::settle(text, &mut out);
        row_by_row::settle(text, &mut out);
        stored::settle(text, &mut out);
        kinds::settle(text, &mut out);
        whole_rows::settle(text, &mut out);
        uncounted::settle(text, &mut out);
        dues::settle(text, &mut out);
        coordinated::settle(text, &mut out);
        out
    }
}

/// "Who hasn't paid their subs": what is denied of a column of yes and no is not said of it by its name as well; and what is out of
/// stock is not in stock.
fn undone(text: &Text<'_>, filter: &mut Vec<Cond>) {
    let known = text.known;
    let out = (2..text.tokens.len())
        .any(|at| (text.word(at - 2), text.word(at - 1), text.word(at)) == ("out", "of", "stock"));
    for cond in filter.iter_mut().filter(|_| out) {
        let stock = |col: &Col| known.column(*col).words.iter().any(|w| w == "stock");
        if let Cond::Yes(col, yes) = cond {
            *yes = *yes && !stock(col);
        }
    }
    let denies = |c: &Cond| match c {
        Cond::Yes(col, false) => Some(*col),
        Cond::Is {
            col,
            values,
            not: false,
        } if !values.is_empty() && *values == known.column(*col).noes() => Some(*col),
        _ => None,
    };
    let denied: Vec<Col> = filter.iter().filter_map(denies).collect();
    filter.retain(|c| !matches!(c, Cond::Yes(col, true) if denied.contains(col)));
}

/// Keeps the readings that are so, where any is.
pub(crate) fn keep_better(readings: &mut Vec<Reading>, is_better: impl Fn(&Reading) -> bool) {
    if readings.iter().any(&is_better) {
        readings.retain(is_better);
    }
}

/// Takes out the readings that a rule finds worse than the others.
pub(crate) fn drop_worse(readings: &mut Vec<Reading>, is_worse: impl Fn(&[Reading], &Reading) -> bool) {
    let worse: Vec<bool> = readings.iter().map(|r| is_worse(readings, r)).collect();
    let mut worse = worse.into_iter();
    readings.retain(|_| !worse.next().unwrap_or(false));
}

/// Whether it gives a number alone where the question asks which or who, or to see them, and no number, or one only beside them:
/// "which bills are unpaid", "who came late, and how many times", "list the late ones".
fn counts_alone(text: &Text<'_>, q: &Query) -> bool {
    let first = text.tokens.iter().find(|t| t.kind != TokenKind::Mark);
    let lists = first.is_some_and(|t| t.is_any(&["list", "show", "display"]));
    let asked = lists || first.is_some_and(|t| t.is_any(&["which", "who", "whos", "who's"]));
    let counted = |at: usize| match text.word(at) {
        "many" => lists || at < 2 || !matches!(text.word(at - 2), "and" | "," | "with"),
        word => matches!(word, "number" | "count" | "total"),
    };
    let count = |e: &Expr| matches!(e, Expr::Agg { agg: Agg::Count, .. });
    let alone = !q.select.is_empty() && q.select.iter().all(count);
    asked && alone && q.group.is_empty() && !(0..text.tokens.len()).any(counted)
}

/// Whether it only lists rows where the question begins by asking for their number, and no number of theirs is called so.
fn lists_alone(text: &Text<'_>, q: &Query) -> bool {
    const OPENS: [&str; 12] = [
        "what", "whats", "what's", "is", "are", "was", "the", "give", "me", "show", "total", "find",
    ];
    let at = text.past(0, &OPENS);
    let asked = matches!(
        (text.word(at), text.word(at + 1)),
        ("number" | "count", "of") | ("how", "many")
    );
    // "Number of pages": what each row says; "number of teams with 20 goals" are teams.
    let head = text.past(at + 2, &["the", "our", "all", "different", "total"]);
    let said = |stem: &String| (head..head + 2).any(|at| text.tokens.get(at).is_some_and(|t| t.stem == *stem));
    let of_rows = |e: &Expr| match e {
        Expr::Col(c) => {
            let column = text.known.column(*c);
            !(column.is_number() && column.role == Role::Measure && column.stems.iter().any(said))
        }
        Expr::Linked(..) => true,
        _ => false,
    };
    asked && q.over.is_none() && !q.select.is_empty() && q.select.iter().all(of_rows)
}

/// Whether each row is a group of its own, and all that is told of it is that there is one.
pub(crate) fn says_nothing(known: &Known, q: &Query) -> bool {
    // The average class of those in the first class is the first.
    let fixed = |c: &Col| {
        let is = |f: &Cond| matches!(f, Cond::Compare(Expr::Col(col), Op::Eq, Expr::Num(_)) if col == c);
        q.filter.iter().any(is)
    };
    let of_one = |e: &Expr| match e {
        Expr::Agg { agg, of, .. } => {
            *agg != Agg::Count && *agg != Agg::Sum && matches!(&**of, Expr::Col(c) if fixed(c))
        }
        _ => false,
    };
    if q.select.iter().any(of_one) {
        return true;
    }
    let one = |e: &Expr| match e {
        Expr::Agg {
            agg: Agg::Count,
            distinct: false,
            of,
        } => matches!(**of, Expr::Rows(_)),
        Expr::Percent(_) => true,
        _ => false,
    };
    let mut figures = q.select.iter().filter(|e| e.is_figure()).peekable();
    q.over.is_none() && q.having.is_empty() && has_own_rows(known, q) && figures.peek().is_some() && figures.all(one)
}

/// Whether a group is made by what only one row has.
fn has_own_rows(known: &Known, q: &Query) -> bool {
    let needed = q.needed();
    let alone = |e: &Expr| matches!(e, Expr::Col(c) if known.column(*c).unique && needed.iter().all(|t| known.belongs(c.table, *t)));
    q.group.iter().any(alone)
}

/// What it costs to put each row into a group of its own: there is one of each, and nothing to add up.
fn idle(known: &Known, q: &Query) -> f64 {
    let counts = |e: &Expr| matches!(e, Expr::Agg { agg: Agg::Count, .. });
    match has_own_rows(known, q) {
        true if q.select.iter().chain(q.order.iter().map(|o| &o.0)).any(counts) => 1.8,
        true => 0.3,
        false => 0.0,
    }
}

/// What it costs to go over tables that the question does not speak of.
fn detours(text: &Text<'_>, q: &Query) -> f64 {
    let needed = q.needed();
    let joined = write::joined(text.known, text.asked.style, q);
    let between = joined.saturating_sub(needed.len());
    let named = |t: &usize| {
        let all = (0..text.tokens.len()).flat_map(|at| text.at(at));
        all.filter(|a| a.score >= 0.6).any(|a| a.meaning == Meaning::Table(*t))
    };
    let unsaid = if needed.len() > 1 {
        needed.iter().filter(|t| !named(t)).count()
    } else {
        0
    };
    BETWEEN * between as f64 + UNSAID * unsaid as f64
}

fn unused(text: &Text<'_>, cover: &Cover, q: &Query) -> Vec<String> {
    // "Different" says what is so: each stands there once.
    let met = |at: usize| q.distinct && told_apart(text, at) || goods::are_added_up(text, text.word(at), q);
    let skipped = cover.skipped.iter().filter(|at| !met(**at));
    skipped.map(|t| text.tokens[*t].text.clone()).collect()
}

/// What words were taken for, and what the query must read for that.
fn uses(text: &Text<'_>, edges: &[Edge], cover: &Cover) -> Vec<(Used, Option<Ent>)> {
    let used = |start: usize, end: usize, meaning: String, of: String| Used {
        start: text.tokens[start].start,
        end: text.tokens[end - 1].end,
        meaning,
        of,
    };
    let mut out = Vec::new();
    for e in cover.edges.iter().map(|e| &edges[*e]) {
        let mut named = false;
        for at in e.start..e.end {
            let said = text.at(at).iter().find(|a| a.end <= e.end && e.speaks_of(&a.meaning));
            let Some((atom, thing)) = said.and_then(|a| Some((a, a.meaning.thing()?))) else {
                continue;
            };
            let meaning = match &atom.meaning {
                Meaning::Value { value, .. } => value.clone(),
                Meaning::Table(_) => "table".to_owned(),
                Meaning::Column(c) if text.known.column(*c).told.is_some() => text.known.column(*c).name.clone(),
                _ => "column".to_owned(),
            };
            named = true;
            // "Norway" is like a country and names no column: it is used where the column is.
            let own = |c: &Col| text.known.column(*c).told.is_none() && !text.known.column(*c).is_made();
            let held = match thing {
                Ent::Column(c) if atom.loose && own(&c) => thing,
                thing => Ent::Table(thing.table()),
            };
            out.push((used(at, atom.end, meaning, object(text, thing)), Some(held)));
        }
        if !named {
            out.push((used(e.start, e.end, e.by.to_owned(), String::new()), None));
        }
    }
    out
}

fn object(text: &Text<'_>, thing: Ent) -> String {
    let table = &text.known.tables[thing.table()].name;
    match thing {
        Ent::Table(_) => table.clone(),
        // A person's own word is no column of it.
        Ent::Column(c) if text.known.column(c).told.is_some() => table.clone(),
        Ent::Column(c) => format!("{table}.{}", text.known.column(c).name),
    }
}
