//! The answers of several parts as one: figures in a row, rows side by side, one list.
//!
//! In: the parts and their answers. Out: one answer of one query that holds the parts' queries, and how it was joined.
//! What was joined is checked against what the parts found; where it is not the same, nothing is joined. Deliberately
//! absent: parts that speak of each other's rows, whose condition is in their own query already.

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::run::{Answer, Candidate, Combine, Combined, Judged, Plan, PlanPart, Tells};
use askwell_contract::{Cell, Result, ResultSet, TypeKind};
use askwell_sql::amend::{self, Item, Parts};
use askwell_sql::joined::{self, Follows, List, Side};

use crate::ask;
use crate::cx::Cx;
use crate::trial;

/// Longest name that what differs between two questions is called by, in words.
const NAME: usize = 4;
/// Figures of the same kind may be off by the last digit, added up in another order.
const EXACT: f64 = 1e-9;

/// A statement that joins the parts, and how that is told.
struct Joined {
    by: Combine,
    sql: String,
    how: String,
    tells: Option<Tells>,
    /// Of each part, the column that its rows are joined by.
    keys: Vec<usize>,
}

/// `None`: nothing joins them. Every part was answered, and none speaks of another's rows.
pub async fn combine(cx: &Cx<'_>, plan: &Plan, answers: &[&Answer]) -> Result<Option<Answer>> {
    if answers.iter().any(|a| a.result.truncated.is_some()) {
        return Ok(None);
    }
    let shapes: Vec<Option<Parts>> = answers
        .iter()
        .map(|a| amend::parts(&a.sql, &cx.knowledge.catalog))
        .collect();
    let tries = [
        figures(cx, plan, answers, &shapes),
        beside(cx, &plan.parts, answers, &shapes),
        listed(cx, answers, &shapes),
    ];
    for joined in tries.into_iter().flatten() {
        let plan = Plan {
            tells: joined.tells,
            ..plan.clone()
        };
        let Some(mut answer) = run(cx, &plan, joined.sql.clone(), answers).await? else {
            continue;
        };
        if !holds(&joined, &answer.result, answers) {
            continue;
        }
        if answer.combined.is_none() {
            answer.combined = Some(Combined {
                by: joined.by,
                says: String::new(),
                how: joined.how,
            });
        }
        return Ok(Some(answer));
    }
    Ok(None)
}

/// What is said where the parts stay apart.
pub fn apart(plan: &Plan, answered: usize, cut: bool) -> Combined {
    let behind: Vec<String> = (1..)
        .zip(&plan.parts)
        .filter(|(_, part)| !part.needs.is_empty())
        .map(|(n, part)| {
            let of: Vec<String> = part.needs.iter().map(|n| format!("part {}", n + 1)).collect();
            format!("Part {n} was asked of the rows of {}.", of.join(" and "))
        })
        .collect();
    let behind: Vec<String> = behind.into_iter().chain(super::parts::hang(plan)).collect();
    let (by, how) = match (behind.is_empty(), answered == plan.parts.len()) {
        (false, true) => (Combine::Chain, behind.join(" ")),
        (_, false) => (
            Combine::List,
            "Not all parts were answered, so nothing was joined.".to_owned(),
        ),
        (true, true) if cut => (
            Combine::List,
            "A part has more rows than were read, so the parts are not joined.".to_owned(),
        ),
        (true, true) => (
            Combine::List,
            "Nothing joins the parts row by row, so each has a table of its own; the last one is shown here."
                .to_owned(),
        ),
    };
    Combined {
        by,
        says: String::new(),
        how,
    }
}

/// Single figures: two of one kind with what follows from them, otherwise in one row.
fn figures(cx: &Cx<'_>, plan: &Plan, answers: &[&Answer], shapes: &[Option<Parts>]) -> Option<Joined> {
    let figure = |a: &&Answer| matches!(a.result.rows.as_slice(), [row] if row.len() == 1);
    if !answers.iter().all(figure) {
        return None;
    }
    let dialect = cx.knowledge.catalog.dialect;
    let names = names(&plan.parts, answers);
    let row = Joined {
        by: Combine::Row,
        sql: joined::row(
            &answers
                .iter()
                .map(|a| a.sql.as_str())
                .zip(names.iter().cloned())
                .collect::<Vec<_>>(),
            dialect,
        ),
        how: "The figures stand in one row.".to_owned(),
        tells: None,
        keys: Vec::new(),
    };
    let ([one, two], Some(tells)) = (answers, plan.tells) else {
        return Some(row);
    };
    let of_one_kind = match shapes {
        [Some(a), Some(b)] => alike(a, b),
        _ => one.result.columns.first().map(|c| &c.name) == two.result.columns.first().map(|c| &c.name),
    };
    if !of_one_kind {
        let how = "The figures stand in one row; they count different kinds of things, so they are not set against each other.";
        return Some(Joined {
            how: how.to_owned(),
            ..row
        });
    }
    let follows = match tells {
        Tells::Ratio => Follows::Ratio,
        _ => Follows::Difference,
    };
    let whole = answers
        .iter()
        .all(|a| matches!(a.result.rows.first().and_then(|r| r.first()), Some(Cell::Int(_))));
    Some(Joined {
        by: Combine::Figures,
        sql: joined::figures((&one.sql, &names[0]), (&two.sql, &names[1]), follows, whole, dialect),
        how: String::new(),
        tells: Some(tells),
        keys: Vec::new(),
    })
}

/// Both count rows, or both are figures of the same column or expression.
fn alike(one: &Parts, two: &Parts) -> bool {
    let ([a], [b]) = (one.select.as_slice(), two.select.as_slice()) else {
        return false;
    };
    match (&a.figure, &b.figure) {
        (Some(x), Some(y)) if x.name == "count" && y.name == "count" => true,
        (Some(x), Some(y)) => {
            (x.name == "count") == (y.name == "count") && (x.of == y.of && x.of.is_some() || a.sql == b.sql)
        }
        (None, None) => a.sql == b.sql,
        _ => false,
    }
}

/// What each part's figure is called: what its question alone says, else its column.
fn names(parts: &[PlanPart], answers: &[&Answer]) -> Vec<String> {
    if let [one, two] = parts {
        if let Some((a, b)) = differing(&one.question, &two.question) {
            return vec![a, b];
        }
    }
    let mut names: Vec<String> = Vec::new();
    for answer in answers {
        let first = answer.result.columns.first();
        let name = first.map(|c| c.name.clone()).unwrap_or_default();
        let same = names.iter().filter(|n| **n == name).count();
        names.push(if same == 0 {
            name
        } else {
            format!("{name}_{}", same + 1)
        });
    }
    names
}

/// "2023" and "2024" of two questions that are the same otherwise.
fn differing(one: &str, two: &str) -> Option<(String, String)> {
    fn words(text: &str) -> Vec<&str> {
        let mut words: Vec<&str> = text.trim_end_matches(['?', '.', '!']).split_whitespace().collect();
        // "Are there" and "do we have" name nothing.
        while matches!(
            words.last(),
            Some(&("are" | "were" | "there" | "do" | "did" | "we" | "have"))
        ) {
            words.pop();
        }
        words
    }
    let (a, b) = (words(one), words(two));
    let head = a.iter().zip(&b).take_while(|(x, y)| x.eq_ignore_ascii_case(y)).count();
    let room = a.len().min(b.len()) - head;
    let tail = a
        .iter()
        .rev()
        .zip(b.iter().rev())
        .take(room)
        .take_while(|(x, y)| x.eq_ignore_ascii_case(y))
        .count();
    let middle = |words: &[&str]| {
        let middle = &words[head..words.len() - tail];
        let name = middle.join(" ");
        let name = name.trim_matches(|c: char| !c.is_alphanumeric() && c != '"').to_owned();
        (!name.is_empty() && middle.len() <= NAME).then_some(name)
    };
    (head + tail > 1).then_some(())?;
    Some((middle(&a)?, middle(&b)?))
}

/// Figures for the same things: one row a thing, a column each.
fn beside(cx: &Cx<'_>, parts: &[PlanPart], answers: &[&Answer], shapes: &[Option<Parts>]) -> Option<Joined> {
    let keys: Vec<usize> = answers
        .iter()
        .zip(shapes)
        .map(|(answer, shape)| key(&answer.result, shape.as_ref()))
        .collect::<Option<_>>()?;
    let column = |n: usize| answers[n].result.columns.get(keys[n]);
    let first = column(0)?;
    let same = |n: usize| {
        let place = |n: usize| shapes[n].as_ref().and_then(|s| s.select.get(keys[n])?.column.clone());
        column(n).is_some_and(|c| {
            c.kind == first.kind
                && (c.name.eq_ignore_ascii_case(&first.name) || place(n).is_some() && place(n) == place(0))
        })
    };
    if !(0..answers.len()).all(same) {
        return None;
    }
    let of: Vec<BTreeSet<String>> = answers
        .iter()
        .zip(&keys)
        .map(|(a, key)| {
            a.result
                .rows
                .iter()
                .filter_map(|row| row.get(*key))
                .map(ToString::to_string)
                .collect()
        })
        .collect();
    let once = of.iter().zip(answers).all(|(set, a)| set.len() == a.result.rows.len());
    let shared = of[1..].iter().all(|set| set.intersection(&of[0]).next().is_some());
    if !once || !shared {
        return None;
    }
    let apart = match parts {
        [one, two] => differing(&one.question, &two.question),
        _ => None,
    };
    let mut taken: Vec<String> = vec![first.name.to_lowercase()];
    let sides: Vec<Side<'_>> = answers
        .iter()
        .zip(&keys)
        .enumerate()
        .map(|(n, (answer, key))| {
            let own = apart.as_ref().map(|(a, b)| if n == 0 { a } else { b });
            let one = answer.result.columns.len() == 2;
            let clash = answers.iter().enumerate().any(|(m, other)| {
                m != n
                    && other.result.columns.iter().enumerate().any(|(at, c)| {
                        at != keys[m]
                            && answer
                                .result
                                .columns
                                .iter()
                                .enumerate()
                                .any(|(i, d)| i != *key && d.name == c.name)
                    })
            });
            let names = answer.result.columns.iter().enumerate().map(|(at, c)| {
                let mut name = match own {
                    Some(own) if clash && one => own.clone(),
                    Some(own) if clash => format!("{} {own}", c.name),
                    _ => c.name.clone(),
                };
                while at != *key && taken.contains(&name.to_lowercase()) {
                    name = format!("{name}_{}", n + 1);
                }
                taken.push(name.to_lowercase());
                name
            });
            Side {
                sql: &answer.sql,
                key: *key,
                names: names.collect(),
            }
        })
        .collect();
    let down = shapes[0]
        .as_ref()
        .is_some_and(|s| s.order.first().is_some_and(|(by, down)| by.is_figure() && *down));
    let only = of.iter().any(|set| *set != of[0]);
    let blank = if only {
        "; where only one of them has a row, the other is blank"
    } else {
        ""
    };
    Some(Joined {
        by: Combine::Beside,
        sql: joined::beside(&first.name, &sides, down, cx.knowledge.catalog.dialect),
        how: format!(
            "The parts stand side by side by {}{blank}.",
            first.name.replace('_', " ")
        ),
        tells: None,
        keys,
    })
}

/// The column that says what a row is about: the only one that is no figure.
fn key(result: &ResultSet, shape: Option<&Parts>) -> Option<usize> {
    if result.columns.len() < 2 || result.rows.is_empty() {
        return None;
    }
    let number = |at: usize| {
        let cells = result.rows.iter().filter_map(|row| row.get(at));
        cells.clone().any(|c| !c.is_null()) && cells.into_iter().all(|c| c.is_null() || c.as_f64().is_some())
    };
    let named: Vec<usize> = match shape {
        Some(shape) if shape.condenses() && shape.select.len() == result.columns.len() => (0..shape.select.len())
            .filter(|at| !(shape.select[*at].is_figure() || number(*at) && computed(&shape.select[*at])))
            .collect(),
        _ => (0..result.columns.len()).filter(|at| !number(*at)).collect(),
    };
    match named.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

fn computed(item: &Item) -> bool {
    item.column.is_none() && item.figure.is_none()
}

/// Lists of different things: one below the other, by name and by what they have in common.
fn listed(cx: &Cx<'_>, answers: &[&Answer], shapes: &[Option<Parts>]) -> Option<Joined> {
    let shapes: Vec<&Parts> = shapes.iter().map(Option::as_ref).collect::<Option<_>>()?;
    let fits = shapes
        .iter()
        .zip(answers)
        .all(|(s, a)| s.lists() && s.select.len() == a.result.columns.len() && !a.result.rows.is_empty());
    if !fits || answers.iter().all(|a| a.result.rows.len() == 1) {
        return None;
    }
    let what: Vec<String> = shapes
        .iter()
        .map(|s| ask::converse::called(s, cx.knowledge))
        .collect::<Option<_>>()?;
    if what.iter().collect::<BTreeSet<_>>().len() != what.len() {
        return None;
    }
    // The first text that is not the same in every row: what a condition holds tells nothing apart.
    let named = |a: &&Answer| {
        (0..a.result.columns.len()).find(|at| {
            let of: BTreeSet<String> = a
                .result
                .rows
                .iter()
                .filter_map(|r| r.get(*at))
                .map(ToString::to_string)
                .collect();
            a.result.columns[*at].kind == TypeKind::Text && of.len() == a.result.rows.len()
        })
    };
    let named: Vec<usize> = answers.iter().map(named).collect::<Option<_>>()?;
    let first = &answers.first()?.result.columns;
    let mut names = vec!["name".to_owned()];
    let mut picks: Vec<Vec<usize>> = named.iter().map(|at| vec![*at]).collect();
    for (at, column) in first.iter().enumerate().filter(|(at, _)| *at != named[0]) {
        let places: Option<Vec<usize>> = answers
            .iter()
            .enumerate()
            .map(|(n, a)| {
                let same = |c: &askwell_contract::ResultColumn| {
                    c.name.eq_ignore_ascii_case(&column.name) && c.kind == column.kind
                };
                if n == 0 {
                    Some(at)
                } else {
                    a.result.columns.iter().position(same).filter(|at| *at != named[n])
                }
            })
            .collect();
        if let Some(places) = places.filter(|_| !names.contains(&column.name) && column.name != "what") {
            names.push(column.name.clone());
            picks.iter_mut().zip(places).for_each(|(picks, at)| picks.push(at));
        }
    }
    let lists: Vec<List<'_>> = answers
        .iter()
        .zip(what)
        .zip(picks)
        .map(|((answer, what), picks)| List {
            sql: &answer.sql,
            what,
            width: answer.result.columns.len(),
            picks,
        })
        .collect();
    Some(Joined {
        by: Combine::Union,
        sql: joined::listed(&lists, &names, cx.knowledge.catalog.dialect),
        how: "The parts stand in one list, with the columns that all of them have; the first column says what each row is."
            .to_owned(),
        tells: None,
        keys: Vec::new(),
    })
}

/// Whether the joined rows hold what the parts found, and nothing else.
fn holds(joined: &Joined, result: &ResultSet, answers: &[&Answer]) -> bool {
    if result.truncated.is_some() {
        return false;
    }
    match joined.by {
        Combine::Row | Combine::Figures => result.rows.first().is_some_and(|row| {
            let figures = answers.iter().map(|a| a.result.rows.first().and_then(|r| r.first()));
            figures
                .zip(row)
                .all(|(one, cell)| one.is_some_and(|one| same(one, cell)))
        }),
        Combine::Beside => {
            let rows: BTreeMap<String, &Vec<Cell>> = result
                .rows
                .iter()
                .filter_map(|row| Some((row.first()?.to_string(), row)))
                .collect();
            let mut at = 1;
            let mut seen = BTreeSet::new();
            for (answer, key) in answers.iter().zip(&joined.keys) {
                for row in &answer.result.rows {
                    let of = row.get(*key).map(ToString::to_string).unwrap_or_default();
                    let figures = row.iter().enumerate().filter(|(n, _)| n != key).map(|(_, cell)| cell);
                    let beside = rows.get(&of).map(|row| row.iter().skip(at));
                    if !beside.is_some_and(|beside| figures.zip(beside).all(|(a, b)| same(a, b))) {
                        return false;
                    }
                    seen.insert(of);
                }
                at += answer.result.columns.len() - 1;
            }
            seen.len() == result.rows.len()
        }
        Combine::Union => result.rows.len() == answers.iter().map(|a| a.result.rows.len()).sum::<usize>(),
        Combine::Chain | Combine::List => true,
    }
}

fn same(a: &Cell, b: &Cell) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(x), Some(y)) => (x - y).abs() <= EXACT * x.abs().max(1.0),
        _ => a.to_string() == b.to_string(),
    }
}

/// The statement as an answer of its own; `None`: it does not run.
async fn run(cx: &Cx<'_>, plan: &Plan, sql: String, answers: &[&Answer]) -> Result<Option<Answer>> {
    let candidate = Candidate {
        id: "c1".to_owned(),
        generator: "parts".to_owned(),
        sql,
        reading: answers
            .iter()
            .map(|a| a.reading.as_str())
            .collect::<Vec<_>>()
            .join("; "),
        belief: 1.0,
        uses: Vec::new(),
        unplaced: Vec::new(),
        times: Vec::new(),
    };
    // Its words are those of its parts; no model is asked for others.
    let alone = cx.without_models();
    let mut judged = vec![trial::judge(&alone, plan, candidate).await?];
    if !judged.iter().all(Judged::ran) {
        return Ok(None);
    }
    trial::settle(&alone, &mut judged);
    let selection = ask::select::select(&alone, plan, &judged).await?;
    ask::answer::answer(&alone, plan, &judged, &selection).await.map(Some)
}
