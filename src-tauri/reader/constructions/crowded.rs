//! More people than there is room for: "overcrowded sessions", "overbooked classes", "rooms that were over capacity".

use super::{Construction, Edge};
use crate::frame::Act;
use crate::known::{Col, Column, Role};
use crate::link::Text;
use crate::query::{Cond, Expr, Op};

pub const CROWDED: Construction = Construction {
    name: "crowded",
    find,
    reads: &[
        "overcrowded rentals",
        "rentals over capacity",
        "which rentals were fully booked",
    ],
    leaves: &["rentals over 20", "full list of rentals", "capacity of the rentals"],
};

/// Words of names for how many came, likeliest first, and for how many there is room for.
const CAME: [&str; 10] = [
    "headcount",
    "attendance",
    "attended",
    "attendees",
    "present",
    "booked",
    "enrolled",
    "occupied",
    "guests",
    "players",
];
const ROOM: [&str; 6] = ["capacity", "seats", "places", "spaces", "max", "maximum"];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let (op, end) = match (text.word(at), text.word(at + 1)) {
        (
            "overcrowded" | "overfull" | "over-full" | "overbooked" | "over-booked" | "oversubscribed" | "overfilled",
            _,
        ) => (Op::Gt, at + 1),
        ("over" | "above" | "beyond", "capacity" | "full") => (Op::Gt, at + 2),
        ("fully" | "completely", "booked" | "full") => (Op::Ge, at + 2),
        _ => return,
    };
    let place = |c: &Column, list: &[&str]| {
        list.iter()
            .position(|w| c.words.concat() == *w || c.words.iter().any(|n| n == w))
    };
    let numbers = || {
        text.known
            .all()
            .filter(|(_, c)| c.is_number() && matches!(c.role, Role::Measure | Role::Number))
    };
    let mut found: Vec<(usize, usize, Col, Col)> = Vec::new();
    for (room, of) in numbers() {
        let Some(far) = place(of, &ROOM) else { continue };
        // The highest age is no room, and seats that are booked are who came.
        let limit = of.words.iter().any(|w| {
            matches!(
                w.as_str(),
                "age" | "price" | "fee" | "cost" | "weight" | "booked" | "taken"
            )
        });
        if limit {
            continue;
        }
        for (came, c) in numbers().filter(|(c, _)| *c != room && text.known.belongs(c.table, room.table)) {
            // One booking alone fills no room; a count of all who came does.
            let part = came.table != room.table
                && c.words
                    .iter()
                    .any(|w| matches!(w.as_str(), "booked" | "enrolled" | "occupied" | "guests" | "players"));
            if part {
                continue;
            }
            let also = place(c, &ROOM).filter(|_| !c.words.iter().any(|w| matches!(w.as_str(), "booked" | "taken")));
            if let (Some(near), None) = (place(c, &CAME), also) {
                found.push((usize::from(came.table != room.table), near + far, came, room));
            }
        }
    }
    found.sort();
    for (i, (_, _, came, room)) in found.into_iter().take(2).enumerate() {
        let cond = Cond::Compare(Expr::Col(came), op, Expr::Col(room));
        out.push(Edge::new(
            "crowded",
            at,
            end,
            vec![Act::Where(cond)],
            1.4 - 0.3 * i as f64,
        ));
    }
}
