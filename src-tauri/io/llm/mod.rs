//! Language models. In: calls of the engine and what the person set up. Out: replies, or why there are none.
//!
//! Deliberately absent: what a prompt says, and what is done with a reply.

mod address;
pub mod call;
pub mod client;
pub mod discover;
mod fault;
pub mod find;
pub mod local;
#[cfg(test)]
mod tests;
pub mod web;
