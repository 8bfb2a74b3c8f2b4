//! How alike two words are: the same stem, synonyms, or a slip of the pen.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::names::stem;

/// Groups of words that people use for one another when they speak of data; one group a line.
const SYNONYMS: &str = include_str!("synonyms.txt");

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alike {
    /// One or two letters apart.
    Typo,
    Synonym,
    Same,
}

impl Alike {
    /// How much a match of this kind is worth, 0..=1. Chosen on spider-train: a synonym must lose to a name.
    pub fn weight(self) -> f64 {
        match self {
            Self::Same => 1.0,
            Self::Synonym => 0.72,
            Self::Typo => 0.65,
        }
    }
}

/// One group each.
fn lines() -> &'static [&'static str] {
    static LINES: OnceLock<Vec<&'static str>> = OnceLock::new();
    LINES.get_or_init(|| {
        let lines = SYNONYMS.lines().map(str::trim);
        lines.filter(|l| !l.is_empty() && !l.starts_with('#')).collect()
    })
}

/// Group numbers of every stem in the synonym list.
fn groups() -> &'static BTreeMap<String, Vec<usize>> {
    static MAP: OnceLock<BTreeMap<String, Vec<usize>>> = OnceLock::new();
    MAP.get_or_init(|| {
        let mut map: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (group, line) in lines().iter().enumerate() {
            for word in line.split_whitespace() {
                map.entry(stem(word)).or_default().push(group);
            }
        }
        map
    })
}

pub fn synonyms(a: &str, b: &str) -> bool {
    match (groups().get(a), groups().get(b)) {
        (Some(x), Some(y)) => x.iter().any(|g| y.contains(g)),
        _ => false,
    }
}

/// The other words of every group that a word stands in, in the list's order.
pub fn others(word: &str) -> Vec<&'static str> {
    let own = stem(&word.to_lowercase());
    let Some(numbers) = groups().get(&own) else {
        return Vec::new();
    };
    let words = numbers.iter().flat_map(|at| lines()[*at].split_whitespace());
    let mut out = Vec::new();
    for other in words.filter(|w| stem(w) != own) {
        if !out.contains(&other) {
            out.push(other);
        }
    }
    out
}

/// Compares two stems.
pub fn alike(a: &str, b: &str) -> Option<Alike> {
    if a == b {
        return Some(Alike::Same);
    }
    if synonyms(a, b) {
        return Some(Alike::Synonym);
    }
    let (la, lb) = (a.chars().count(), b.chars().count());
    // A slip: one edit in words of five letters, two from nine on; never in the first letter.
    let allowed = match la.min(lb) {
        0..=4 => return None,
        5..=8 => 1,
        _ => 2,
    };
    let typo = la.abs_diff(lb) <= allowed && a.chars().next() == b.chars().next() && edits(a, b, allowed) <= allowed;
    typo.then_some(Alike::Typo)
}

/// Optimal string alignment distance (Damerau 1964, adjacent swaps count one), or `bound + 1` when it is more.
pub fn edits(a: &str, b: &str, bound: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > bound {
        return bound + 1;
    }
    let mut rows = vec![vec![0usize; b.len() + 1]; 3];
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        let (now, before, two) = (i % 3, (i - 1) % 3, (i + 1) % 3);
        rows[now][0] = i;
        let mut least = i;
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut d = (rows[before][j] + 1)
                .min(rows[now][j - 1] + 1)
                .min(rows[before][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                d = d.min(rows[two][j - 2] + 1);
            }
            rows[now][j] = d;
            least = least.min(d);
        }
        if least > bound {
            return bound + 1;
        }
    }
    rows[a.len() % 3][b.len()].min(bound + 1)
}

/// Words that carry grammar, not content; alone they name nothing in a database.
const FUNCTION_WORDS: &str = "a an the this that these those of in on at to from for by with without within into onto \
    and or not no nor but both either neither than then as if so such it its they them their he him his she her we us our \
    you your i me my who whom whose which what when where why how is are was were be been being am do does did done doing \
    has have had having can could will would shall should may might must there here any all each every some many much more \
    most less least few fewer very also only just please give show list find tell return display get provide count many \
    number total average first last top above below over under between before after since until during per about out up \
    down off own same other another one along across among through via ever never still yet";

pub fn is_function_word(lower: &str) -> bool {
    static SET: OnceLock<std::collections::BTreeSet<&'static str>> = OnceLock::new();
    SET.get_or_init(|| FUNCTION_WORDS.split_whitespace().collect())
        .contains(lower)
}

/// Beginnings that turn a word into its opposite.
const OPPOSITES: &[&str] = &["in", "un", "non", "dis"];

/// Stems of what a word may be the opposite of: "activ" of "inactive". Whether it is one, the caller must know.
pub fn opposite_of(lower: &str) -> impl Iterator<Item = String> + '_ {
    // "In-stock" is no opposite of "stock".
    let rest = |p: &&str| {
        let rest = lower.strip_prefix(p)?;
        Some(if **p == *"in" {
            rest
        } else {
            rest.trim_start_matches('-')
        })
    };
    OPPOSITES
        .iter()
        .filter_map(rest)
        .filter(|rest| rest.len() > 3)
        .map(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_alike_by_stem_synonym_or_slip() {
        assert_eq!(alike("custom", "custom"), Some(Alike::Same));
        assert_eq!(alike(&stem("staff"), &stem("employees")), Some(Alike::Synonym));
        assert_eq!(alike("customre", "customer"), Some(Alike::Typo));
        assert_eq!(alike("cat", "car"), None);
        assert_eq!(alike("table", "order"), None);
    }

    #[test]
    fn distance_counts_a_swap_once() {
        assert_eq!(edits("untied", "united", 3), 1);
        assert_eq!(edits("abc", "xyz", 1), 2);
        assert_eq!(edits("", "ab", 2), 2);
    }
}
