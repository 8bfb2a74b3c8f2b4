//! Values that a word stands for in data: "French" for France, "female" for F.

use std::collections::BTreeMap;
use std::sync::OnceLock;

const LIST: &str = include_str!("demonyms.txt");

/// All words that stand for values.
pub fn words() -> impl Iterator<Item = &'static str> {
    LIST.lines()
        .filter(|l| !l.starts_with('#'))
        .filter_map(|l| Some(l.split_once('=')?.0.trim()))
}

/// The values a lower-case word may stand for, likeliest first.
pub fn stands_for(lower: &str) -> &'static [&'static str] {
    static MAP: OnceLock<BTreeMap<&'static str, Vec<&'static str>>> = OnceLock::new();
    let map = MAP.get_or_init(|| {
        LIST.lines()
            .filter(|l| !l.starts_with('#'))
            .filter_map(|l| l.split_once('='))
            .map(|(word, values)| (word.trim(), values.split(',').map(str::trim).collect()))
            .collect()
    });
    map.get(lower).map_or(&[], Vec::as_slice)
}

/// Whether a value is one of those that a word may stand for.
pub fn is_one(values: &[&str], value: &str) -> bool {
    values.iter().any(|v| v.eq_ignore_ascii_case(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_adjective_stands_for_its_country() {
        assert_eq!(stands_for("french"), ["France"]);
        assert!(stands_for("table").is_empty());
    }
}
