//! The headless host: the same engine and the same events as the window, on a terminal.
//!
//! In: a command line. Out: text or JSON lines. Deliberately absent: any rule about questions or SQL. It is a
//! library as well as a program so that the tests can make the sample databases and score questions.

pub mod ask;
pub mod bench;
pub mod chat;
pub mod context;
pub mod describe;
pub mod eval;
pub mod lockcheck;
pub mod models;
pub mod optimise;
pub mod paper;
pub mod prepare;
pub mod recall;
pub mod sample;
pub mod trace;
pub mod train;
pub mod unlock;
pub mod world;
