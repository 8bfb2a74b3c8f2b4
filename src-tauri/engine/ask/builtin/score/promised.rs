//! What the words of a question promise and a reading does not keep: set by judgement, as in `taste.rs`.
//!
//! In: a reading, the question's words. Out: what its score loses, as a logarithm. Deliberately absent: anything that is
//! learned, and any word of a database.

use askwell_contract::TypeKind;

use super::super::cues::Cue;
use super::super::mentions::{Item, Kind, Meaning, SURE};
use super::super::query::{Col, Cond, Expr, Op, Query, SetOp, Value};
use super::super::write::stored;
use super::keys::{BEGINS, ENDS};
use super::shape::{class, columns_of};
use super::{counted, lists, Asked};
use crate::trial::asked::KEY_WORDS;
use crate::words::lexicon::opposite_of;
use crate::words::Token;

/// Everything about some rows is asked for, and a part of their columns is shown.
const A_PART: f64 = 10.0;
/// The names of the boats are asked for, and those of something else are shown.
const NAMES_OF_OTHERS: f64 = 1.5;
/// A key that refers to something is shown where its name is asked for.
const KEY_FOR_ITS_NAME: f64 = 1.0;
/// "Which employees", and the numbers that they are kept under are shown.
const KEY_FOR_WHO: f64 = 1.0;
/// "The youngest", and nothing is ranked.
const NOT_THE_MOST: f64 = 1.5;
/// "The most", and the latest are taken.
const LATEST_FOR_MOST: f64 = 1.5;
/// "Not", and nothing is denied.
const NOT_DENIED: f64 = 1.5;
/// "The fairs they attended": a column called attendance is shown.
const VERB_SHOWN: f64 = 1.0;
/// "From Ostend": what arrives there. "In 2008": a column of another kind, beside one of years.
const ANOTHER_END: f64 = 1.5;
/// The same column is to be two things at once.
const TWO_AT_ONCE: f64 = 2.0;
/// "Ordered from largest to smallest", and one is taken.
const ONE_OF_AN_ORDER: f64 = 8.0;
/// A value like the words is looked for, where one is the words themselves.
const ANOTHER_VALUE: f64 = 2.0;
/// "In ascending order of the weight": by something else.
const ORDERED_BY_ANOTHER: f64 = 2.0;
/// "The ids", and no key is there.
const NO_KEY: f64 = 1.5;
/// "The parcel and sender ids", and one of the two is shown.
const ONE_OF_TWO_KEYS: f64 = 2.0;
/// "The name and the weight of the parcel": the sender's own name, where `parcel_name` is there.
const NAME_OF_ANOTHER: f64 = 4.0;
/// "The berth of the smallest": something else is shown.
const NOT_WHAT_IS_ASKED: f64 = 2.0;
/// "Which customer placed the most orders": something else is shown.
const OTHER_THAN_WHICH: f64 = 2.0;
/// "The best-selling product in each category": one category is left.
const ONE_GROUP_OF_ALL: f64 = 3.0;
/// "The top 5 products", ranked by nothing.
const TOP_OF_NOTHING: f64 = 3.0;
/// "The top 2 products by quantity sold": by the largest single sale, the same product twice.
const BEST_BY_ONE_ROW: f64 = 2.0;

pub(super) fn loses(asked: &Asked<'_>, q: &Query) -> f64 {
    let cue = |wanted| cued(asked, wanted);
    let broken = [
        (lists::whole(asked, q) == Some(false), A_PART),
        (lists::names_of_others(asked, q), NAMES_OF_OTHERS),
        (key_for_its_name(asked, q), KEY_FOR_ITS_NAME),
        (key_for_who(asked, q), KEY_FOR_WHO),
        (cue(|c| matches!(c, Cue::Superlative(..))) && !ranks(q), NOT_THE_MOST),
        (latest_for_most(asked, q), LATEST_FOR_MOST),
        (
            cue(|c| matches!(c, Cue::Not)) && !denies(asked, q) && !counted::of_each(asked, q),
            NOT_DENIED,
        ),
        (places(asked, q), ANOTHER_END),
        (two_at_once(q), TWO_AT_ONCE),
        (verb_shown(asked, q), VERB_SHOWN),
        (name_of_another(asked, q), NAME_OF_ANOTHER),
        (lists::not_what_is_asked(asked, q), NOT_WHAT_IS_ASKED),
        (lists::other_than_which(asked, q), OTHER_THAN_WHICH),
        (one_of_an_order(asked, q), ONE_OF_AN_ORDER),
        (another_value(asked, q), ANOTHER_VALUE),
        (ordered_by_another(asked, q), ORDERED_BY_ANOTHER),
        (no_key(asked, q), NO_KEY),
        (one_of_two_keys(asked, q), ONE_OF_TWO_KEYS),
        (one_group_of_all(asked, q), ONE_GROUP_OF_ALL),
        (top_of_nothing(asked, q), TOP_OF_NOTHING),
        (best_by_one_row(q), BEST_BY_ONE_ROW),
    ];
    let lost: f64 = broken.iter().filter(|b| b.0).map(|b| b.1).sum();
    lost + counted::loses(asked, q)
}

/// The first rows of each of something are asked for, and a few groups of all are given.
fn one_group_of_all(asked: &Asked<'_>, q: &Query) -> bool {
    let named = |i: &Item| matches!(&i.kind, Kind::Mention(m) if m.first().is_some_and(|r| !matches!(r.0, Meaning::Value { .. })));
    // "The top 3 branches, and the number of clerks in each branch": its groups are what is ranked.
    let stem = |i: &Item| asked.tokens[i.end - 1].stem.as_str();
    let new = |i: &Item| !asked.items.iter().any(|o| o.start != i.start && stem(o) == stem(i));
    let each = |pair: &[Item]| matches!(pair[0].kind, Kind::Cue(Cue::Each)) && named(&pair[1]) && new(&pair[1]);
    let few = q.limit.is_some() || cued(asked, |c| matches!(c, Cue::Top));
    few && q.each.is_none() && !q.group.is_empty() && asked.items.windows(2).any(each)
}

/// "The top 5 products": all, or the first that happen to come.
fn top_of_nothing(asked: &Asked<'_>, q: &Query) -> bool {
    let top = cued(asked, |c| matches!(c, Cue::Top)) && says(asked, &["top", "bottom"]);
    top && !ranks(q)
}

/// The first of each group by a column of rows that are none of what is shown.
fn best_by_one_row(q: &Query) -> bool {
    let shown = |t: usize| {
        let mut own = false;
        q.select.iter().for_each(|e| e.tables(&mut |x| own |= x == t));
        own
    };
    q.each
        .as_ref()
        .is_some_and(|each| matches!(each.by, Expr::Column(c) if !shown(c.table)))
}

/// Words before an adjective or a noun, not before what somebody did.
const BEFORE_NOUNS: &[&str] = &[
    "the", "a", "an", "which", "what", "of", "and", ",", "their", "its", "each", "all",
];

/// Whether the question has one of these words.
pub(super) fn says(asked: &Asked<'_>, words: &[&str]) -> bool {
    asked.tokens.iter().any(|t| t.is_any(words))
}

/// Whether the question has such a cue.
pub(super) fn cued(asked: &Asked<'_>, wanted: fn(&Cue) -> bool) -> bool {
    let mut kinds = asked.items.iter().map(|i| &i.kind);
    kinds.any(|kind| matches!(kind, Kind::Cue(cue) if wanted(cue)))
}

/// Whether rows are ordered or picked by a highest or lowest figure.
fn ranks(q: &Query) -> bool {
    let inner = |c: &Cond| any(c, &|c| matches!(inside(c), Some(q) if ranks(q)));
    !q.order.is_empty() && q.limit.is_some()
        || q.each.is_some()
        || q.select.iter().any(Expr::is_extreme)
        || q.filter.iter().chain(&q.having).any(inner)
        || q.set.as_ref().is_some_and(|(_, other)| ranks(other))
}

/// Whether something is denied.
fn denies(asked: &Asked<'_>, q: &Query) -> bool {
    let turned = |op: &Op| {
        let said = |cue: &Cue| matches!(cue, Cue::Compare(said, _) | Cue::After(said) if said.opposite() == *op);
        asked
            .items
            .iter()
            .any(|i| matches!(&i.kind, Kind::Cue(cue) if said(cue)))
    };
    let denied = |c: &Cond| {
        any(c, &|c| match c {
            Cond::Compare(_, op, value) => {
                matches!(op, Op::Ne | Op::NotLike)
                    || turned(op)
                    || matches!(value, Value::Number(n) if n == "0" || n == "1")
                    || matches!(value, Value::Text(t) if grudging(asked, t))
                    || matches!(value, Value::Query(q) if denies(asked, q))
            }
            Cond::Null(..) | Cond::In(_, _, true) | Cond::Term(..) => true,
            Cond::In(_, q, false) => denies(asked, q),
            Cond::Between(..) | Cond::Any(_) | Cond::All(_) => false,
        })
    };
    matches!(q.set, Some((SetOp::Except, _))) || q.outer || q.filter.iter().chain(&q.having).any(denied)
}

/// A value that says no by itself: "no", "none", "false", and "unpaid" where the question says "paid".
fn grudging(asked: &Asked<'_>, text: &str) -> bool {
    let said = |stem: String| asked.tokens.iter().any(|t| t.stem == stem);
    let low = text.to_lowercase();
    let mut words = low.split(|c: char| !c.is_alphanumeric());
    words.any(|w| {
        matches!(
            w,
            "n" | "f" | "no" | "not" | "non" | "none" | "never" | "false" | "without"
        ) || opposite_of(w).any(said)
    })
}

fn any(c: &Cond, is: &dyn Fn(&Cond) -> bool) -> bool {
    match c {
        Cond::Any(list) | Cond::All(list) => list.iter().any(|c| any(c, is)),
        c => is(c),
    }
}

fn inside(c: &Cond) -> Option<&Query> {
    match c {
        Cond::In(_, q, _) | Cond::Compare(_, _, Value::Query(q)) => Some(q),
        _ => None,
    }
}

/// Whether what the question says to be the beginning is looked for at the end, or a year where no years are.
fn places(asked: &Asked<'_>, q: &Query) -> bool {
    let stems = |c: &Col| &asked.knowledge.fields.of_column(c.table, c.column).stems;
    let has = |c: &Col, words: &[&str]| stems(c).iter().any(|s| words.contains(&s.as_str()));
    let year = |c: &Col| has(c, &["year"]) || stored(asked.knowledge, *c).is_some();
    let columns = |t: usize| asked.knowledge.catalog.tables[t].columns.len();
    let years = |t: usize| (0..columns(t)).any(|column| year(&Col { table: t, column }));
    let said = |text: &str| {
        let at = asked.tokens.iter().position(|t| t.lower == text.to_lowercase())?;
        at.checked_sub(1).map(|before| &asked.tokens[before])
    };
    let wrong = |c: &Cond| {
        any(c, &|c| match c {
            Cond::Compare(Expr::Column(c), Op::Eq, Value::Text(text) | Value::Number(text)) => {
                said(text).is_some_and(|before| {
                    before.is("from") && has(c, ENDS) && !has(c, BEGINS)
                        || before.is("to") && has(c, BEGINS) && !has(c, ENDS)
                        || before.is_any(&["in", "since", "during", "from"])
                            && a_year(text)
                            && !year(c)
                            && years(c.table)
                })
            }
            _ => false,
        })
    };
    q.filter.iter().any(wrong)
}

fn a_year(text: &str) -> bool {
    text.len() == 4 && text.chars().all(|c| c.is_ascii_digit()) && (text.starts_with("19") || text.starts_with("20"))
}

/// Whether a column must have two values in the same row, here or in an inner query.
fn two_at_once(q: &Query) -> bool {
    fn clash(list: &[Cond]) -> bool {
        let equal = |c: &Cond| match c {
            Cond::Compare(Expr::Column(c), Op::Eq, Value::Text(v) | Value::Number(v)) => Some((*c, v.clone())),
            _ => None,
        };
        let fixed: Vec<(Col, String)> = list.iter().filter_map(equal).collect();
        let twice = fixed.iter().any(|(c, v)| fixed.iter().any(|(d, w)| c == d && v != w));
        twice
            || list.iter().any(|c| match c {
                Cond::All(list) => clash(list),
                Cond::Any(list) => list.iter().any(|c| matches!(c, Cond::All(list) if clash(list))),
                c => inside(c).is_some_and(two_at_once),
            })
    }
    clash(&q.filter)
}

/// "The club with the most members": the club that was joined last.
fn latest_for_most(asked: &Asked<'_>, q: &Query) -> bool {
    let most = |at: usize| {
        let behind = asked.tokens.get(at + 1);
        asked.tokens[at].is("most")
            && !behind.is_some_and(|t| t.is_any(&["recent", "recently", "current", "currently"]))
    };
    let day = |e: &Expr| matches!(e, Expr::Column(c) if stored(asked.knowledge, *c).is_some());
    q.limit.is_some() && q.order.first().is_some_and(|o| day(&o.0)) && (0..asked.tokens.len()).any(most)
}

/// "The name of the broken machine": the key that refers to it.
fn key_for_its_name(asked: &Asked<'_>, q: &Query) -> bool {
    let of = |e: &Expr| match e {
        Expr::Column(c) => class(asked, *c),
        _ => "",
    };
    let kind = |c: &Col| asked.knowledge.catalog.tables[c.table].columns[c.column].kind;
    let numbers = |e: &Expr| matches!(e, Expr::Column(c) if kind(c) != TypeKind::Text);
    says(asked, &["name", "names"])
        && !says(asked, KEY_WORDS)
        && q.select.iter().any(|e| of(e) == "foreign" && numbers(e))
        && !q.select.iter().any(|e| matches!(of(e), "name" | "partname"))
}

/// "The top 3 employees": nothing but their numbers is shown, where they have names and no number is asked for.
fn key_for_who(asked: &Asked<'_>, q: &Query) -> bool {
    let keys = asked.tokens.iter().enumerate().any(|(at, t)| {
        let amount = t.is_any(&["number", "numbers"]) && asked.tokens.get(at + 1).is_some_and(|next| next.is("of"));
        t.is_any(KEY_WORDS) && !amount
    });
    let [Expr::Column(c)] = q.select[..] else { return false };
    let columns = 0..asked.knowledge.catalog.tables[c.table].columns.len();
    let mut others = columns.map(|column| class(asked, Col { table: c.table, column }));
    !keys && class(asked, c) == "key" && others.any(|kind| matches!(kind, "name" | "partname"))
}

/// A column is shown for a word that says what somebody did, and was not asked when or where.
fn verb_shown(asked: &Asked<'_>, q: &Query) -> bool {
    if asked.tokens.first().is_some_and(|t| t.is_any(&["when", "where"])) {
        return false;
    }
    let shown = |col: &Col| q.select.iter().any(|e| matches!(e, Expr::Column(c) if c == col));
    let did = |t: &Token| t.lower.len() > 4 && t.lower.ends_with("ed");
    asked.items.iter().any(|item| {
        let Kind::Mention(readings) = &item.kind else {
            return false;
        };
        let words = &asked.tokens[item.start..item.end];
        let word = &words[0];
        let before = item.start.checked_sub(1).map(|at| &asked.tokens[at]);
        // "Students who have declared a major": the words say what they did, whatever the column is called.
        let have = before.is_some_and(|t| t.is_any(&["have", "has", "had"]));
        if have
            && did(word)
            && readings
                .iter()
                .any(|(m, _)| matches!(m, Meaning::Column(c) if shown(c)))
        {
            return true;
        }
        let verb = words.len() == 1 && before.is_some_and(|t| !t.is_any(BEFORE_NOUNS));
        verb && did(word)
            && readings.iter().any(|(m, _)| {
                matches!(m, Meaning::Column(c) if shown(c) && {
                    let name = asked.knowledge.catalog.tables[c.table].columns[c.column].name.to_lowercase();
                    !name.contains(&word.lower)
                })
            })
    })
}

/// "Ordered from the largest to the smallest": a list, and no single row.
fn one_of_an_order(asked: &Asked<'_>, q: &Query) -> bool {
    let ordered = |pair: &[Token]| {
        pair[0].is_any(&["ordered", "sorted", "ranked", "arranged", "listed", "order", "sort"]) && pair[1].is("from")
    };
    q.limit == Some(1) && asked.tokens.windows(2).any(ordered)
}

fn is_key(asked: &Asked<'_>, c: Col) -> bool {
    let stems = &asked.knowledge.fields.of_column(c.table, c.column).stems;
    matches!(class(asked, c), "key" | "foreign" | "id") || stems.iter().any(|s| s.ends_with("id"))
}

/// The ids of something are asked for, and no key is anywhere in the reading.
fn no_key(asked: &Asked<'_>, q: &Query) -> bool {
    if !asked.tokens.iter().any(|t| t.is_any(&["id", "ids"])) {
        return false;
    }
    let mut found = false;
    q.columns(&mut |c| found |= is_key(asked, c));
    !found
}

/// "The parcel and sender ids": keys of both are called so, and one of them is shown.
fn one_of_two_keys(asked: &Asked<'_>, q: &Query) -> bool {
    let has = |e: &Expr, word: &Token| match e {
        Expr::Column(c) => {
            let stems = &asked.knowledge.fields.of_column(c.table, c.column).stems;
            stems.contains(&word.stem) && stems.iter().any(|s| s == "id")
        }
        _ => false,
    };
    let any = |word: &Token| q.select.iter().any(|e| has(e, word));
    asked.tokens.windows(4).any(|t| {
        t[1].is("and") && t[3].is_any(&["id", "ids"]) && any(&t[2]) != any(&t[0]) && {
            let fields = &asked.knowledge.fields.fields;
            let called = |word: &Token| {
                let both = |stems: &[String]| stems.contains(&word.stem) && stems.iter().any(|s| s == "id");
                fields.iter().any(|f| f.column.is_some() && both(&f.stems))
            };
            called(&t[0]) && called(&t[2])
        }
    })
}

/// Words between a name and what it is the name of, at the most.
const BETWEEN: usize = 6;

/// "The name and the weight of the parcel": a table keeps the parcel's name beside its own, and shows its own.
fn name_of_another(asked: &Asked<'_>, q: &Query) -> bool {
    let tokens = asked.tokens;
    let fields = &asked.knowledge.fields;
    let of = |at: &usize| {
        let end = tokens.len().min(at + BETWEEN);
        let of = (at + 1..end).find(|k| tokens[*k].is("of"))?;
        (of + 1..tokens.len()).find(|k| !tokens[*k].is_any(&["the", "a", "each", "every", "all"]))
    };
    let Some(owner) = (0..tokens.len())
        .filter(|at| tokens[*at].is_any(&["name", "names"]))
        .find_map(|at| of(&at))
    else {
        return false;
    };
    let called = |c: &Col| {
        let stems = &fields.of_column(c.table, c.column).stems;
        stems.len() == 2 && stems[0] == tokens[owner].stem && stems[1] == "name"
    };
    let bare = |c: &Col| fields.of_column(c.table, c.column).stems == ["name"];
    let columns =
        |t: usize| (0..asked.knowledge.catalog.tables[t].columns.len()).map(move |column| Col { table: t, column });
    let shown = |is: &dyn Fn(&Col) -> bool| q.select.iter().any(|e| matches!(e, Expr::Column(c) if is(c)));
    !shown(&called) && shown(&|c| bare(c) && columns(c.table).any(|c| called(&c)))
}

/// "UPS": the value `UP`, where `UPS` is stored, too.
fn another_value(asked: &Asked<'_>, q: &Query) -> bool {
    let looked = |c: &Cond| match c {
        Cond::Compare(Expr::Column(_), Op::Eq, Value::Text(text)) => asked.items.iter().any(|item| {
            let Kind::Mention(readings) = &item.kind else {
                return false;
            };
            let words = asked.tokens[item.start..item.end].iter().map(|t| t.text.as_str());
            let words = words.collect::<Vec<_>>().join(" ");
            let values = || {
                readings.iter().filter_map(|(m, _)| match m {
                    Meaning::Value { text, part: false, .. } => Some(text),
                    _ => None,
                })
            };
            *text != words && values().any(|v| v == text) && values().any(|v| *v == words)
        }),
        _ => false,
    };
    q.filter.iter().any(|c| any(c, &looked))
}

/// "Put in ascending order of the weight": what is said there is what rows are ordered by.
fn ordered_by_another(asked: &Asked<'_>, q: &Query) -> bool {
    let Some((by, _)) = q.order.first() else { return false };
    let direction = |i: &&super::super::mentions::Item| {
        matches!(
            i.kind,
            Kind::Cue(Cue::OrderBy | Cue::Ascending | Cue::Descending | Cue::Alphabetical | Cue::By | Cue::Of)
        )
    };
    let Some(at) = asked
        .items
        .iter()
        .position(|i| matches!(i.kind, Kind::Cue(Cue::OrderBy)))
    else {
        return false;
    };
    let behind = asked.items[at..].iter().find(|i| !direction(i));
    let Some(Kind::Mention(readings)) = behind.map(|i| &i.kind) else {
        return false;
    };
    let columns = || {
        readings.iter().filter_map(|(m, score)| match m {
            Meaning::Column(c) => Some((*c, *score)),
            _ => None,
        })
    };
    let sure = columns().any(|c| c.1 >= SURE) && columns().count() == readings.len();
    let mut used = Vec::new();
    columns_of(by, &mut used);
    sure && !used.iter().any(|u| columns().any(|c| c.0 == *u))
}
