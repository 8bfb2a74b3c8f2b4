//! Two tables of the question that can be joined in several ways.
//!
//! In: the tables and the graph of keys. Out: the ways, where they mean different things: by several keys, and over other
//! tables. Deliberately absent: which way is meant (the join planner and the model decide).

use askwell_contract::beside::{Caution, Trap};
use askwell_contract::run::{Grounding, JoinStep, Linked};

use super::{caution, MOST, STORED};
use crate::prepare::Knowledge;

/// Ways that are looked for; of many, some are longer than anybody means.
const LOOKED_AT: usize = 4;
/// Ways that are told.
const TOLD: usize = 3;
/// Tables between whose pairs ways over others are looked for.
const PAIRED: usize = 4;
/// A way may be longer than the shortest by so many joins and still be meant.
const LONGER: usize = 1;

pub fn cautions(knowledge: &Knowledge, grounding: &Grounding, linked: &Linked, tables: &[&str]) -> Vec<Caution> {
    let spoken = spoken(grounding, linked, tables);
    let mut out = Vec::new();
    for (n, a) in tables.iter().enumerate() {
        for b in &tables[n + 1..] {
            let edges = knowledge.graph.edges_between(a, b);
            let mut ways: Vec<String> = Vec::new();
            if edges.len() > 1 {
                let by = |e: &&_| edge(e);
                ways.extend(edges.iter().map(by));
            } else if spoken.contains(a) && spoken.contains(b) {
                ways.extend(over_others(knowledge, a, b));
            }
            if ways.len() > 1 {
                out.push(caution(
                    Trap::Ways,
                    [*a, *b],
                    format!(
                        "{a} and {b} join in {} ways, which mean different things: {}.",
                        ways.len(),
                        ways.join("; ")
                    ),
                ));
            }
        }
    }
    out.truncate(MOST);
    out
}

fn edge(e: &crate::prepare::graph::Edge) -> String {
    format!("{}.{} = {}.{}", e.from_table, e.from_column, e.to_table, e.to_column)
}

/// Tables that the question names themselves, or by a value: of the others only a column's name is like a word.
fn spoken<'t>(grounding: &Grounding, linked: &Linked, tables: &[&'t str]) -> Vec<&'t str> {
    let named = |t: &&&str| {
        let table = linked.precise.iter().any(|f| f.table == **t && f.column.is_none());
        table
            || grounding
                .values
                .iter()
                .any(|v| v.table == **t && v.similarity >= STORED)
    };
    tables.iter().filter(named).take(PAIRED).copied().collect()
}

fn over_others(knowledge: &Knowledge, a: &str, b: &str) -> Vec<String> {
    let ways = knowledge.graph.paths(a, b, LOOKED_AT);
    let means = |way: &Vec<JoinStep>| !shares(knowledge, way) && !hollow(knowledge, way);
    let ways: Vec<Vec<JoinStep>> = ways.into_iter().filter(means).collect();
    let joins = |way: &[JoinStep]| hops(way).len();
    let Some(shortest) = ways.iter().map(|way| joins(way)).min() else {
        return Vec::new();
    };
    let meant = ways.iter().filter(|way| joins(way) <= shortest + LONGER);
    let told = |way: &Vec<JoinStep>| {
        let step = |s: &JoinStep| {
            format!(
                "{}.{} = {}.{}",
                s.left_table, s.left_column, s.right_table, s.right_column
            )
        };
        way.iter().map(step).collect::<Vec<_>>().join(" and ")
    };
    meant.take(TOLD).map(told).collect()
}

/// The first step of each join; a key of several columns has more.
fn hops(way: &[JoinStep]) -> Vec<&JoinStep> {
    let mut out: Vec<&JoinStep> = Vec::new();
    for step in way {
        if out.last().is_none_or(|l| l.right_table != step.right_table) {
            out.push(step);
        }
    }
    out
}

/// Whether it goes by a table without rows, where nothing is found.
fn hollow(knowledge: &Knowledge, way: &[JoinStep]) -> bool {
    let hops = hops(way);
    let between = hops.split_last().map_or(&[][..], |(_, before)| before);
    let mut tables = between.iter().filter_map(|step| knowledge.table(&step.right_table));
    tables.any(|profile| profile.rows == 0)
}

/// Whether it goes by what two tables merely refer to: the lines and the orders of one store have no more in common.
fn shares(knowledge: &Knowledge, way: &[JoinStep]) -> bool {
    let refers = |s: &JoinStep| {
        let edges = knowledge.graph.edges_between(&s.left_table, &s.right_table);
        let is = |e: &&crate::prepare::graph::Edge| e.from_table == s.left_table && e.from_column == s.left_column;
        edges.iter().any(is)
    };
    hops(way).windows(2).any(|two| refers(two[0]) && !refers(two[1]))
}
