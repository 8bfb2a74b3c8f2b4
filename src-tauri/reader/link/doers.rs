//! Those who do something on a day of the data: "leavers" are rows with a day on which somebody left, "joiners" those with one on
//! which somebody joined.
//!
//! In: tokens. Out: the same, with the stem that the column of the day has.

use crate::known::Known;
use crate::words::{stem, Token};

pub(super) fn named(tokens: &mut [Token], known: &Known) {
    for token in tokens {
        let Some(root) = token.lower.strip_suffix("ers").filter(|r| r.len() >= 4) else {
            continue;
        };
        // A sheet called "starters leavers" names neither.
        let table = |t: &crate::known::Table| t.stems.as_slice() == [token.stem.as_str()];
        let column = known.all().any(|(_, c)| c.stems.contains(&token.stem));
        if column || known.tables.iter().any(table) {
            continue;
        }
        let mut roots = vec![stem(root), stem(&format!("{root}e"))];
        if root == "leav" {
            roots.push("left".to_owned());
        }
        let days = known.all().filter(|(_, c)| c.is_time()).flat_map(|(_, c)| &c.stems);
        let found = days.into_iter().find(|s| roots.contains(s)).cloned();
        if let Some(found) = found {
            token.stem = found;
        }
    }
}
