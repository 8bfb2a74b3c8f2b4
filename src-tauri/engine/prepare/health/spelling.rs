//! Values of a column that are one thing written in several ways: 'U.S.A.' and 'USA', 'Müller' and 'Mueller'.
//!
//! In: the distinct texts of columns. Out: groups of spellings, those of most rows first. Deliberately absent: slips
//! of the pen; 'Smith' and 'Smyth' may well be two people.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::super::values::{fold, spelt, ColumnValues};

/// Groups kept of a column.
const GROUPS: usize = 100;
/// Marks that make another thing of the same letters: `C`, `C++` and `C#`; 'Holocene?' is a doubt.
const TELLING: &str = "+#%$€£<>=*@&?";

/// The spellings of one column's values, and all rows that hold another spelling than the commonest of its group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spellings {
    pub table: String,
    pub column: String,
    /// Each with its rows, the commonest spelling of a group first; at most a hundred groups.
    pub groups: Vec<Vec<(String, u64)>>,
    /// Groups there are.
    pub all: u64,
    pub odd_rows: u64,
}

pub fn spellings(columns: &[ColumnValues]) -> Vec<Spellings> {
    columns.iter().filter_map(of_column).collect()
}

fn of_column(column: &ColumnValues) -> Option<Spellings> {
    let worded = |text: &str| text.chars().any(char::is_alphabetic);
    let keys: Vec<(String, &(String, u64))> = column
        .values
        .iter()
        .filter(|v| worded(&v.0))
        .map(|v| (short(&v.0), v))
        .map(|(text, v)| (key(&fold(&text), &text), v))
        .collect();
    let plain: BTreeSet<&str> = keys
        .iter()
        .filter(|k| k.1 .0.is_ascii())
        .map(|k| k.0.as_str())
        .collect();
    let mut groups: BTreeMap<String, Vec<(String, u64)>> = BTreeMap::new();
    for (own, value) in &keys {
        let text = short(&value.0);
        let other = spelt(&text).map(|folded| key(&folded, &text));
        // 'Müller' goes to 'Muller' where there is one, else to 'Mueller'.
        let at = match other {
            Some(other) if !plain.contains(own.as_str()) && plain.contains(other.as_str()) => other,
            _ => own.clone(),
        };
        groups.entry(at).or_default().push((*value).clone());
    }
    let mut several: Vec<Vec<(String, u64)>> = groups.into_values().filter(|g| g.len() > 1).collect();
    for group in &mut several {
        group.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    }
    several.sort_by_key(|g| std::cmp::Reverse(g.iter().map(|s| s.1).sum::<u64>()));
    let odd_rows = several.iter().flat_map(|g| &g[1..]).map(|s| s.1).sum();
    let all = several.len() as u64;
    several.truncate(GROUPS);
    (all > 0).then(|| Spellings {
        table: column.table.clone(),
        column: column.column.clone(),
        groups: several,
        all,
        odd_rows,
    })
}

/// A text in its short form: a nation by its code, a firm or a street as an address has it.
fn short(text: &str) -> String {
    // Not by the code alone: "no" is not Norway.
    nation(text).map_or_else(|| of_firm(&addressed(text)), |code| format!("nation {code}"))
}

/// Nations that sheets call now by name and now by a code (ISO 3166-1, and what people write).
fn nation(text: &str) -> Option<&'static str> {
    const NATIONS: [(&str, &str); 22] = [
        ("UK", "uk|gb|united kingdom|great britain|u.k."),
        ("US", "us|usa|united states|united states of america|u.s.|u.s.a."),
        ("NL", "netherlands|the netherlands|holland"),
        ("UAE", "uae|united arab emirates"),
        ("DE", "germany"),
        ("FR", "france"),
        ("ES", "spain"),
        ("IT", "italy"),
        ("PT", "portugal"),
        ("IE", "ireland"),
        ("BE", "belgium"),
        ("AT", "austria"),
        ("CH", "switzerland"),
        ("PL", "poland"),
        ("SE", "sweden"),
        ("NO", "norway"),
        ("DK", "denmark"),
        ("FI", "finland"),
        ("CA", "canada"),
        ("AU", "australia"),
        ("NZ", "new zealand"),
        ("JP", "japan"),
    ];
    let plain = text.trim();
    let lower = plain.to_lowercase();
    let is = |n: &&(&'static str, &str)| plain == n.0 || n.1.split('|').any(|name| name == lower);
    NATIONS.iter().find(is).map(|n| n.0)
}

/// "Market Road" is "Mkt Rd"; "St" is short for a street behind a name alone, elsewhere for a saint.
fn addressed(text: &str) -> String {
    const WORDS: [(&str, &str); 12] = [
        ("market", "Mkt"),
        ("road", "Rd"),
        ("avenue", "Ave"),
        ("square", "Sq"),
        ("lane", "Ln"),
        ("saint", "St"),
        ("mount", "Mt"),
        ("department", "Dept"),
        ("university", "Univ"),
        ("hospital", "Hosp"),
        ("international", "Intl"),
        ("brothers", "Bros"),
    ];
    let words: Vec<&str> = text.split(' ').collect();
    let last = words.len().saturating_sub(1);
    let of = |(at, word): (usize, &&str)| {
        let bare = word.trim_end_matches(['.', ',']);
        let known = WORDS.iter().find(|w| w.0.eq_ignore_ascii_case(bare));
        match known {
            Some((_, short)) => (*short).to_owned(),
            None if at > 0 && at == last && bare.eq_ignore_ascii_case("street") => "St".to_owned(),
            None => (*word).to_owned(),
        }
    };
    words.iter().enumerate().map(of).collect::<Vec<_>>().join(" ")
}

/// "Limited" behind a name is "Ltd", and "&" between words is "and".
fn of_firm(text: &str) -> String {
    const FORMS: [(&str, &str); 4] = [
        ("limited", "Ltd"),
        ("incorporated", "Inc"),
        ("corporation", "Corp"),
        ("company", "Co"),
    ];
    let text = text.trim_end().replace(" & ", " and ");
    let Some((name, last)) = text.rsplit_once(' ') else {
        return text;
    };
    match FORMS
        .iter()
        .find(|f| last.trim_end_matches('.').eq_ignore_ascii_case(f.0))
    {
        Some((_, short)) => format!("{name} {short}"),
        None => text,
    }
}

/// Letters count, and digits with what parts them; blanks between letters do not.
fn key(folded: &str, text: &str) -> String {
    let joined = match folded.chars().any(char::is_numeric) {
        true => folded.to_owned(),
        false => folded.replace(' ', ""),
    };
    let marks: String = text.chars().filter(|c| TELLING.contains(*c)).collect();
    // A grade: `A-` is no `A`.
    let less = if text.trim_end().ends_with('-') { "-" } else { "" };
    format!("{joined}{marks}{less}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(values: &[(&str, u64)]) -> Vec<Vec<String>> {
        let values = values.iter().map(|(v, n)| ((*v).to_owned(), *n)).collect();
        let column = ColumnValues::new("t", "c", values, true, None);
        let found = spellings(&[column]);
        found
            .iter()
            .flat_map(|s| &s.groups)
            .map(|g| g.iter().map(|s| s.0.clone()).collect())
            .collect()
    }

    #[test]
    fn a_grade_with_a_sign_behind_it_is_another_grade() {
        assert!(groups(&[("A", 3), ("A-", 2), ("B", 4), ("B+", 1)]).is_empty());
    }

    #[test]
    fn a_doubt_is_no_spelling() {
        assert!(groups(&[("Holocene", 9), ("Holocene?", 2)]).is_empty());
    }

    #[test]
    fn one_thing_in_several_spellings_is_found() {
        assert_eq!(
            groups(&[("U.S.A.", 3), ("USA", 9), ("usa", 1), ("UK", 2)]),
            [["USA", "U.S.A.", "usa"]]
        );
        assert_eq!(groups(&[("Müller", 1), ("Mueller", 2)]), [["Mueller", "Müller"]]);
        assert_eq!(groups(&[("Zürich", 1), ("Zurich", 2)]), [["Zurich", "Zürich"]]);
        assert_eq!(
            groups(&[("e-mail", 1), ("email", 5), ("E Mail", 2)]),
            [["email", "E Mail", "e-mail"]]
        );
        assert_eq!(groups(&[(" open", 1), ("open", 5)]), [["open", " open"]]);
        let firms = [
            ("Mill Lane Ltd", 4),
            ("Mill Lane Limited", 2),
            ("Ash & Elm", 3),
            ("Ash and Elm", 1),
        ];
        assert_eq!(
            groups(&firms),
            [["Mill Lane Ltd", "Mill Lane Limited"], ["Ash & Elm", "Ash and Elm"]]
        );
    }

    #[test]
    fn all_names_of_a_column_of_states_are_found() {
        let names: Vec<(String, u64)> = (0..60)
            .flat_map(|n| [(format!("State {n}"), 9), (format!("STATE {n}"), 1)])
            .collect();
        let names: Vec<(&str, u64)> = names.iter().map(|(name, rows)| (name.as_str(), *rows)).collect();
        assert_eq!(groups(&names).len(), 60);
    }

    #[test]
    fn a_name_and_its_short_form_are_one_thing() {
        assert_eq!(
            groups(&[("UK", 5), ("United Kingdom", 2), ("GB", 1), ("France", 3)]),
            [["UK", "United Kingdom", "GB"]]
        );
        assert_eq!(
            groups(&[("Farmers Mkt", 5), ("Farmers Market", 2)]),
            [["Farmers Mkt", "Farmers Market"]]
        );
        assert_eq!(
            groups(&[("High Street", 5), ("High St", 2), ("Street", 1), ("St", 1)]),
            [["High Street", "High St"]]
        );
        // Initials, and a code of something else.
        assert!(groups(&[("de", 1), ("Germany", 2), ("no", 3), ("Norway", 1)]).is_empty());
    }

    #[test]
    fn different_things_are_left_alone() {
        assert!(groups(&[("C", 1), ("C++", 1), ("C#", 1)]).is_empty());
        assert!(groups(&[("Limited", 1), ("Ltd", 1), ("Mill Lane", 1), ("Mill Lane Ltd", 1)]).is_empty());
        assert!(groups(&[("A-1-2", 1), ("A-12", 1)]).is_empty());
        assert!(groups(&[("1.5", 1), ("15", 1), ("Smith", 1), ("Smyth", 1)]).is_empty());
    }
}
