//! Where each row says how many of a thing it stands for, its rows are not how many there are.

use askwell_reader::constructions::tally::tally;
use askwell_sql::acts::Output;

use super::{Facts, Fault, Gate};

pub const GATE: Gate = Gate {
    name: "tally",
    about: "\"How many birds\" counts no records of which each says how many birds there were.",
    heavy: true,
    flags: &[
        ("how many birds were seen", "SELECT COUNT(*) FROM sightings"),
        (
            "number of birds by site",
            "SELECT site, COUNT(*) FROM sightings GROUP BY site",
        ),
    ],
    leaves: &[
        ("how many birds were seen", "SELECT SUM(how_many) FROM sightings"),
        ("how many sightings are there", "SELECT COUNT(*) FROM sightings"),
        ("how many sites are there", "SELECT COUNT(DISTINCT site) FROM sightings"),
        ("how many orders were placed", "SELECT COUNT(*) FROM orders"),
    ],
    check,
};

fn check(facts: &Facts<'_>) -> Option<Fault> {
    let number = || (0..facts.words.len()).find(|at| facts.word(*at) == "number" && facts.word(at + 1) == "of");
    let at = facts.how(&["many"]).or_else(number)? + 2;
    let word = facts.words.get(at)?;
    let counted = |o: &Output| o.calls.iter().any(|c| c == "count");
    if !facts.acts.outputs.iter().any(counted) {
        return None;
    }
    // What the rows, or the things of a column, are called by their name is counted itself.
    if facts.in_names(&word.stem) {
        return None;
    }
    let known = facts.knowledge.reader()?;
    let read = |name: &str| facts.acts.tables.iter().any(|t| t.eq_ignore_ascii_case(name));
    let mut tables = known.tables.iter().filter(|t| read(&t.name));
    let (table, column) = tables.find_map(|t| Some((t, tally(t)?)))?;
    Some(Fault {
        says: format!(
            "Rows of {} are counted; each of them says in {} how many it stands for.",
            table.name, table.columns[column].name
        ),
        unused: Vec::new(),
    })
}
