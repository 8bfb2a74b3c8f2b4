//! The built-in engine as a reader: a question and what is known of a database in, readings with SQL out.
//!
//! Follow a question through it: [`link`] (words to atoms: tables, columns, values, times, numbers) ->
//! [`constructions`] (atoms to edges, one file a construction) -> [`chart`] (edges to covers of the question, best
//! first) -> [`frame`] (a cover to what is asked) -> [`build`] (that to queries) -> [`rank`] -> [`write`] and [`say`].
//! Deliberately absent: any port, clock or database; values and names are looked up before, by ground and link.

mod added;
mod apart;
pub(crate) mod aside;
pub mod asked;
mod average_one;
mod best_of_each;
pub mod build;
pub mod chart;
pub(crate) mod codes;
pub mod constructions;
mod coordinated;
pub(crate) mod dated;
pub mod dues;
mod each_last;
mod ends;
pub mod flows;
pub mod frame;
mod from_to;
pub(crate) mod goods;
mod heeded;
mod kinds;
pub mod known;
pub(crate) mod lacks;
mod lengths;
pub mod lexicon;
pub mod link;
mod lookups;
pub(crate) mod lost;
pub(crate) mod met;
mod more_or;
pub(crate) mod paired;
mod persons;
mod plainly;
pub mod query;
pub mod rank;
pub(crate) mod reach;
pub mod read;
mod routes;
mod row_by_row;
pub mod say;
pub(crate) mod settle;
pub(crate) mod sound;
pub(crate) mod spread;
mod stored;
pub(crate) mod stretches;
pub mod sums;
pub mod timed;
mod told_once;
pub(crate) mod totals;
mod uncounted;
mod whole_rows;
pub(crate) mod winners;
pub mod words;
pub mod worths;
pub mod write;

pub use asked::{Asked, Style};
pub use known::Known;
pub use read::{find, read, Found, Reading, Used};
