//! More or less than the row that a row refers to in its own table: "employees who earn more than their manager",
//! "hired before their boss".

use crate::constructions::{columns, Edge};
use crate::frame::Act;
use crate::known::{Col, Role};
use crate::link::Text;
use crate::query::{Cond, Expr, Op};
use crate::words::{among, stem};

/// Other words for a manager.
const SUPERIORS: &str = "boss bosses manager managers supervisor supervisors superior superiors lead leader";

pub(super) fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let (op, role) = match text.word(at) {
        "more" | "higher" | "bigger" | "larger" | "greater" | "better" => (Op::Gt, Role::Measure),
        "less" | "fewer" | "lower" | "smaller" => (Op::Lt, Role::Measure),
        "after" | "later" => (Op::Gt, Role::Time),
        "before" | "earlier" => (Op::Lt, Role::Time),
        _ => return,
    };
    // "A higher salary than their manager": what is more may be said in between.
    let than = match text.word(at) {
        "after" | "before" => Some(at),
        _ => (at + 1..at + 4).find(|i| matches!(text.word(*i), "than" | "then")),
    };
    let Some(than) = than else { return };
    let noun = text.past(than + 1, &["their", "his", "her", "its", "own", "direct", "line"]);
    if noun == than + 1 {
        return;
    }
    let links = text
        .known
        .links
        .iter()
        .filter(|l| l.tables().is_some_and(|(a, b)| a == b));
    for link in links {
        let ([from], [to]) = (link.from.as_slice(), link.to.as_slice()) else {
            continue;
        };
        let named = text.known.column(*from).stems.contains(&stem(text.word(noun)));
        let above = among(SUPERIORS, text.word(noun)) && text.known.is_human(from.table);
        if !named && !above {
            continue;
        }
        if let Some((measure, score)) = measure(text, from.table, role, than) {
            let theirs = Expr::Linked(*from, *to, measure);
            let acts = vec![Act::Where(Cond::Compare(Expr::Col(measure), op, theirs))];
            out.push(Edge::new("than", at, noun + 1, acts, 2.0 + score));
        }
    }
}

/// The number or the day of the table that is spoken of before, the likeliest.
fn measure(text: &Text<'_>, table: usize, role: Role, until: usize) -> Option<(Col, f64)> {
    let found = (0..until).flat_map(|at| columns(text, at));
    let own = found.filter(|(c, ..)| c.table == table && text.known.column(*c).role == role);
    own.map(|(c, _, score)| (c, score)).max_by(|a, b| a.1.total_cmp(&b.1))
}
