//! The stages of a question, one verb a file; only `pipeline` calls them and none imports another.

pub mod advice;
pub mod answer;
pub mod builtin;
pub mod converse;
pub mod evaluate;
pub mod generate;
pub mod ground;
pub mod link;
pub mod repair;
pub mod select;

/// How a field is marked that nothing near the word led to.
pub const GUESSED: &str = "guess";

/// How the generators' names begin that models write for, in the order in which they are believed where votes are equal
/// (seed 000, step 9.3).
pub const WRITERS: [&str; 4] = ["reasoning_", "complex_", "icl_", "standard_"];

/// What was fitted: lines `name<TAB>weight`; the first says how they were made and is none.
fn fitted(text: &'static str) -> impl Iterator<Item = (&'static str, f64)> {
    text.lines().filter_map(|line| {
        let (name, weight) = line.split_once('\t')?;
        Some((name, weight.parse().ok()?))
    })
}

#[cfg(test)]
mod tests;
