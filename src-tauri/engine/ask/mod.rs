//! The stages of a question, one verb a file; only `pipeline` calls them and none imports another.

pub mod advice;
pub mod answer;
pub mod builtin;
pub mod converse;
pub mod evaluate;
pub mod generate;
pub mod grade;
pub mod ground;
pub mod link;
pub mod nothing;
pub mod repair;
pub mod select;
pub mod worth_asking;

/// How a field is marked that nothing near the word led to.
pub const GUESSED: &str = "guess";
/// A name that means nearly the same as the words.
pub const MEANING: &str = "meaning";

/// What a word is taken for that ranks by what is sold, the highest first and the lowest.
pub const BY_SALES: [&str; 2] = ["the highest sales", "the lowest sales"];

/// What was fitted: lines `name<TAB>weight`; the first says how they were made and is none.
fn fitted(text: &'static str) -> impl Iterator<Item = (&'static str, f64)> {
    text.lines().filter_map(|line| {
        let (name, weight) = line.split_once('\t')?;
        Some((name, weight.parse().ok()?))
    })
}

#[cfg(test)]
mod tests;
