//! Nouns and doors: every type that crosses a border of the house, the error, and the ports.
//!
//! In: nothing. Out: plain data (serde, specta) and traits. Deliberately absent: any behaviour beyond
//! construction and printing, any I/O, any dependency on another crate of ours.

pub mod api;
pub mod beside;
pub mod catalog;
pub mod cell;
pub mod connect;
pub mod explore;
pub mod export;
pub mod grid;
pub mod measure;
pub mod model;
pub mod optimise;
pub mod pins;
pub mod ports;
pub mod problem;
pub mod profile;
pub mod run;
pub mod strip;
pub mod time;
pub mod view;

pub use catalog::{Catalog, Column, Dialect, ForeignKey, KeyOrigin, RowCount, Table, TableKind, TypeKind};
pub use cell::{Cell, ResultColumn, ResultSet, Row, Truncation};
pub use ports::Limits;
pub use problem::{Problem, ProblemCode, Result};
