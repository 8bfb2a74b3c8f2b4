//! Figures of all rows of a thing, added up before they are compared: "players with more than 600 goals", "canvassers with more
//! than 200 hours".
//!
//! In: the question and a query. Out: the same with sums where it counted rows, or looked for one row that holds so much and
//! none does. Deliberately absent: ages and other figures that nobody adds up, and prices where nobody says "altogether".

use crate::constructions::by::usual_of;
use crate::goods;
use crate::known::{Col, Role};
use crate::link::{Meaning, Text};
use crate::query::{Agg, Cond, Expr, Op, Query};
use crate::words::among;

/// What nobody adds up is called so.
const RATES: &str = "unit per time cost daily weekly monthly yearly annual hourly lap wait waiting";

/// From here on a text is surely meant.
const SURE: f64 = 0.95;

/// "Players with more than 600 goals": the goals of all their seasons, and not 600 seasons.
pub(crate) fn summed(text: &Text<'_>, q: &mut Query) {
    if of_one(text) {
        return;
    }
    let counted = q.having.iter().find_map(|c| match c {
        Cond::Compare(
            figure @ Expr::Agg {
                agg: Agg::Count,
                distinct: false,
                of,
            },
            _,
            Expr::Num(n),
        ) => match **of {
            Expr::Rows(t) => Some((figure.clone(), t, *n)),
            _ => None,
        },
        _ => None,
    });
    let Some((figure, table, n)) = counted else { return };
    let adds = |c: Col| {
        let column = text.known.column(c);
        let whole = column.is_number() && column.role == Role::Measure && !column.is_money();
        c.table == table && whole && usual_of(text.known, c) == Agg::Sum
    };
    let named = (1..text.tokens.len())
        .filter(|at| text.tokens[at - 1].number == Some(n))
        .find_map(|at| {
            // What the rows themselves are called is counted.
            let rows = text
                .at(at)
                .iter()
                .any(|a| a.meaning == Meaning::Table(table) && a.score >= SURE);
            let column = |m: &Meaning| match m {
                Meaning::Column(c) if adds(*c) => Some(*c),
                _ => None,
            };
            text.at(at)
                .iter()
                .filter(|a| a.score >= SURE && !rows)
                .find_map(|a| column(&a.meaning))
        });
    let Some(col) = named else { return };
    goods::replace(q, &figure, &Expr::agg(Agg::Sum, Expr::Col(col)));
}

/// "Canvassers with more than 200 hours", where no row holds so many: all hours of each.
pub(crate) fn beyond(text: &Text<'_>, q: &mut Query) {
    if of_one(text) || !q.group.is_empty() || !q.having.is_empty() || q.over.is_some() || q.limit.is_some() {
        return;
    }
    let known = text.known;
    let all = text
        .tokens
        .iter()
        .any(|t| among("altogether overall total combined", &t.lower));
    let at = q.filter.iter().position(|c| match c {
        Cond::Compare(Expr::Col(c), Op::Gt | Op::Ge, Expr::Num(n)) => {
            let column = known.column(*c);
            let adds = column.role == Role::Measure && usual_of(known, *c) == Agg::Sum;
            // A price, a lap or a wait is that of one row, where nobody says "altogether".
            let rate = column.is_money() || column.words.iter().any(|w| among(RATES, w));
            adds && (!rate || all) && column.max.is_some_and(|max| max < *n)
        }
        _ => false,
    });
    let Some(at) = at else { return };
    let Cond::Compare(Expr::Col(measure), op, bound) = q.filter[at].clone() else {
        return;
    };
    let of = |e: &Expr| match e {
        Expr::Col(c) => Some(*c),
        _ => None,
    };
    let shown: Vec<Col> = q.select.iter().filter_map(of).collect();
    // No row is met twice over a join.
    if q.needed().iter().any(|t| !known.belongs(measure.table, *t)) {
        return;
    }
    let Some(group) = things(text, measure, &shown).filter(|_| shown.len() == q.select.len()) else {
        return;
    };
    let sum = Expr::agg(Agg::Sum, Expr::Col(measure));
    q.filter.remove(at);
    q.select.retain(|e| group.contains(e));
    q.select.push(sum.clone());
    q.group = group;
    q.having = vec![Cond::Compare(sum.clone(), op, bound)];
    q.order = vec![(sum, true)];
    q.distinct = false;
}

/// "In a season", "in one game", "a single order": of one row, and not of all together.
fn of_one(text: &Text<'_>) -> bool {
    let one = |at: usize| among("a an one single any each", text.word(at));
    let within = |at: usize| text.word(at) == "in" && one(at + 1);
    (0..text.tokens.len()).any(|at| within(at) || text.word(at) == "single")
}

/// What the rows are told apart by: the thing that a sheet names on many of them, or one that they belong to.
fn things(text: &Text<'_>, measure: Col, shown: &[Col]) -> Option<Vec<Expr>> {
    let known = text.known;
    let first = *shown.first()?;
    if first.table != measure.table {
        let key = known
            .key(first.table)
            .filter(|_| known.belongs(measure.table, first.table))?;
        let own = shown.iter().filter(|c| c.table == first.table && **c != key);
        return Some([key].iter().chain(own).map(|c| Expr::Col(*c)).collect());
    }
    let thing = shown.iter().find(|c| {
        let column = known.column(**c);
        column.is_text() && column.repeats()
    });
    let named = |c: &Col| (0..text.tokens.len()).any(|at| text.at(at).iter().any(|a| a.meaning == Meaning::Column(*c)));
    thing.filter(|c| named(c)).map(|c| vec![Expr::Col(*c)])
}
