//! Pure SQL: text and trees in, text and findings out.
//!
//! In: SQL text, a dialect, sometimes a catalog or a look-up given by the caller. Out: verdicts ([`guard`]),
//! text ([`dialect`], [`format`], [`normal`], [`skeleton`], [`view`]), facts ([`features`], [`acts`]), findings ([`lint`]) and repaired text
//! ([`repair`]). Deliberately absent: any database, any I/O, any clock.

pub mod acts;
pub mod amend;
pub mod apart;
pub mod attacks;
mod blocks;
pub mod compared;
pub mod dialect;
pub mod edit;
pub mod features;
pub mod format;
pub mod grammar;
pub mod grid;
mod grouping;
pub mod guard;
pub mod joined;
pub mod lint;
pub mod near;
pub mod normal;
pub mod page;
pub mod parse;
mod plain;
pub mod ranked;
pub mod repair;
pub mod rewrite;
pub mod scope;
pub mod skeleton;
pub mod spelt;
pub mod steps;
pub mod term;
pub mod ties;
mod tree;
pub mod view;
mod ways;

#[cfg(test)]
mod testing;
