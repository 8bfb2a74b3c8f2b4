//! Language models. In: calls of the engine and what the person set up. Out: replies, or why there are none.
//!
//! Deliberately absent: what a prompt says, and what is done with a reply.

mod able;
mod address;
mod book;
pub mod call;
pub mod client;
mod day;
pub mod discover;
mod fault;
pub mod find;
mod gguf;
pub mod layers;
mod link;
pub mod local;
pub mod prices;
mod providers;
#[cfg(test)]
mod scripted;
mod shelf;
#[cfg(test)]
mod tests;
pub mod web;

pub use providers::Providers;
