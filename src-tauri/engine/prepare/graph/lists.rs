//! The words that names of keys and tables are made of.

use crate::words::lexicon::synonyms;
use crate::words::{among, split_name, stem};

/// Words that make a name the name of a key, some only at its end (`num_semesters` is a count).
const KEY: &str = "id key code ref uid uuid guid fk pk identifier";
const KEY_AT_END: &str = "number no nr";
/// Words before or behind a table's name that say what kind of table it is.
const TABLE: &str = "tbl tb t table dim dimension fact ref lookup lkp master list export extract dump";
/// What a row of a table may be to another row of it.
const ROLE: &str =
    "parent manager supervisor boss super superior report reports lead leader head predecessor previous next \
    referred referrer referral mentor chief original replaces replaced";
/// Names that so many tables have that sharing one says nothing.
const COMMON: &str =
    "name title date year month day time type kind status description value amount price rank position score \
    level note comment label category order sort index version";

/// Those who do or get something (`sender_id`, `created_by`), where a table of people has no closer name.
const DOER: &str =
    "sender receiver recipient owner author creator buyer seller payer payee assignee approver requester \
    reviewer reporter uploader follower borrower tenant holder";
/// Tables of all the people that a database knows.
const PEOPLE: &str = "user customer person people member account employee client contact staff profile";

pub fn is_role(word: &str) -> bool {
    among(ROLE, word)
}

/// Whether a key named after `word` may lead to the rows of a table called `table` (stems).
pub fn may_mean(word: &str, table: &str) -> bool {
    let listed = |list: &str, word: &str| list.split(' ').any(|w| stem(w) == word);
    synonyms(word, table) || listed(DOER, word) && listed(PEOPLE, table)
}

/// Whether a row of `table` (stem) may be there as a `role`: home and away are teams, white and black are players.
pub fn may_stand_for(role: &str, table: &str) -> bool {
    const SIDES: [(&str, &str); 3] = [
        ("home away host visitor guest opponent", "team club side squad"),
        (
            "white black winner loser champion opponent",
            "player member competitor contestant athlete person",
        ),
        (
            "from to origin dest destination departure arrival start end",
            "airport station stop port depot site place location",
        ),
    ];
    let listed = |list: &str, word: &str| list.split(' ').any(|w| w == word || stem(w) == word);
    SIDES
        .iter()
        .any(|(roles, tables)| listed(roles, role) && listed(tables, table))
}

pub fn is_common(word: &str) -> bool {
    among(COMMON, word)
}

/// `city_name` names a city; `first_name` no thing of its own.
pub fn is_thing_name(words: &[String]) -> bool {
    const PARTS: &str = "first last full middle given family user nick short long display other common";
    matches!(words, [thing, name] if name == "name" && !among(PARTS, thing))
}

pub fn raw(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

pub fn last_piece(table: &str) -> &str {
    table.rsplit('.').next().unwrap_or(table)
}

/// The word that makes a name the name of a key.
pub fn key_word(words: &[String]) -> Option<String> {
    let at_end = words.last().filter(|word| among(KEY_AT_END, word));
    at_end
        .or_else(|| words.iter().rev().find(|word| among(KEY, word)))
        .cloned()
}

/// Stems of a table's name without words for the kind of table, and the numbers in it.
pub fn table_words(name: &str) -> (Vec<String>, Vec<String>) {
    let words = split_name(last_piece(name));
    let (edition, rest): (Vec<String>, Vec<String>) =
        words.into_iter().partition(|w| w.chars().all(|c| c.is_ascii_digit()));
    let own: Vec<String> = rest.iter().filter(|w| !among(TABLE, w)).map(|w| stem(w)).collect();
    let stems = if own.is_empty() {
        rest.iter().map(|w| stem(w)).collect()
    } else {
        own
    };
    (stems, edition)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_known_by_a_word_of_its_name() {
        let of = |name| key_word(&split_name(name));
        assert_eq!(of("customer_id").as_deref(), Some("id"));
        assert_eq!(of("team_id_home").as_deref(), Some("id"));
        assert_eq!(of("house_number").as_deref(), Some("number"));
        assert_eq!(of("num_semesters"), None);
        assert_eq!(of("population"), None);
    }

    #[test]
    fn tables_are_named_by_what_they_hold() {
        let of = |name| table_words(name);
        let words = |w: &[&str]| w.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
        assert_eq!(of("dim_customers"), (words(&["custom"]), words(&[])));
        assert_eq!(of("sales.orders_2023"), (words(&["order"]), words(&["2023"])));
        assert_eq!(of("list"), (words(&["list"]), words(&[])));
    }

    #[test]
    fn a_thing_has_a_name_and_a_person_parts_of_one() {
        assert!(is_thing_name(&split_name("city_name")));
        assert!(!is_thing_name(&split_name("last_name")) && !is_thing_name(&split_name("name")));
    }
}
