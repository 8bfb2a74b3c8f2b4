//! How conditions that follow on each other are tied: by "and", by "or", and as values of one column.

use super::Act;
use crate::chart::Cover;
use crate::constructions::Edge;
use crate::known::Col;
use crate::link::Text;
use crate::query::Cond;
use crate::words::{among, TokenKind};

/// What may stand between two values of one column.
const TIES: &str = "and or nor vs versus v against compared plus than to with from both but not & / + \
    well per for every each instead minus alongside over into then";

/// Whether two values of one column are said of the same rows with nothing between that ties them: "men who found us" are not
/// the women, too.
pub(crate) fn clash(text: &Text<'_>, edges: &[Edge], cover: &Cover) -> bool {
    let value = |e: &Edge| match e.acts.as_slice() {
        [Act::Where(Cond::Is {
            col,
            values,
            not: false,
        })] => Some((*col, values.clone())),
        _ => None,
    };
    let ties = |at: usize| {
        let token = &text.tokens[at];
        token.kind == TokenKind::Mark || among(TIES, &token.lower)
    };
    let mut said: Vec<(usize, Col, Vec<String>)> = Vec::new();
    for e in cover.edges.iter().map(|e| &edges[*e]) {
        let Some((col, values)) = value(e) else { continue };
        let before = said.iter().find(|s| s.1 == col && !(s.0..e.end).any(ties));
        if let Some((_, _, first)) = before {
            let both = [first.as_slice(), values.as_slice()].concat();
            let apart = |v: &[String]| text.known.column(col).apart(v).len();
            if apart(&both) > apart(first).max(apart(&values)) {
                return true;
            }
        }
        said.push((e.end, col, values));
    }
    false
}

/// Values of one column stand for any of them; "or" ties a condition to the one before.
pub(super) fn add(list: &mut Vec<Cond>, cond: Cond, or: bool) {
    if let Cond::Is { col, values, not } = &cond {
        let same = list.iter_mut().rev().find_map(|c| match c {
            // "Not in A or B" is in neither.
            Cond::Is {
                col: c,
                values: v,
                not: n,
            } if c == col && (n == not || *n && or) => Some(v),
            _ => None,
        });
        if let Some(known) = same {
            values
                .iter()
                .filter(|v| !known.contains(v))
                .cloned()
                .collect::<Vec<_>>()
                .into_iter()
                .for_each(|v| known.push(v));
            return;
        }
    }
    // Two parts of one column's texts hardly ever stand in the same one.
    let own = |c: &Cond| match c {
        Cond::Holds { col, not: false, .. } => Some(*col),
        Cond::Is { col, not: false, .. } => Some(*col),
        _ => None,
    };
    let beside = |c: &Cond| match c {
        Cond::Any(any) => any.iter().all(|c| own(c).is_some() && own(c) == own(&cond)),
        c => own(c).is_some() && own(c) == own(&cond),
    };
    let or = or || list.last().is_some_and(beside);
    match list.pop() {
        Some(Cond::Any(mut any)) if or => {
            any.push(cond);
            list.push(Cond::Any(any));
        }
        Some(before) if or => list.push(Cond::Any(vec![before, cond])),
        before => {
            list.extend(before);
            list.push(cond);
        }
    }
}
