//! The verbs: `prepare` a database once, `ask` it questions.
//!
//! In: ports of the contract. Out: events and answers. Deliberately absent: files, sockets, clocks and drivers;
//! the world comes in as `&dyn` ports, so that the same engine runs in the window, the command line and tests.

pub mod ask;
pub mod calendar;
pub mod chance;
pub mod compare;
pub mod cx;
pub mod desk;
pub mod export;
pub mod gates;
pub mod lockcheck;
pub mod optimise;
pub mod pipeline;
mod plan;
pub mod prepare;
pub mod prompt;
#[cfg(test)]
mod scripted;
pub mod spans;
pub mod switches;
mod together;
pub mod trial;
pub use askwell_reader::words;

pub use cx::{Cx, Trace, World};
pub use desk::Desk;
pub use prepare::{prepare, Knowledge};
