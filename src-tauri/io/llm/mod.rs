//! Language models. In: calls of the engine and what the person set up. Out: replies, or why there are none.
//!
//! Deliberately absent: what a prompt says, and what is done with a reply.

mod book;
pub mod call;
mod client;
mod day;
mod discover;
mod find;
pub mod layers;
mod link;
pub mod prices;
mod providers;
#[cfg(test)]
mod scripted;

pub use providers::Providers;
