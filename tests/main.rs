//! The one integration binary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

#[cfg(feature = "desktop")]
mod bindings;
mod claims;
mod conversations;
mod dialects;
mod faster;
mod grammar;
mod grid;
mod hostile;
mod joined;
mod killed;
mod knowing;
mod lengths;
mod literate;
mod long_thread;
mod opened;
mod plans;
mod planted_key;
mod pool;
mod profiles;
mod prompts;
mod reads;
mod rungs;
mod server;
mod stages;
mod tidy;
mod times_of_day;
mod views;
