//! What the names of a table and of its columns tell of each other.

use crate::known::{Column, Role, Table};
use crate::words::{among, is_word, stem};

/// Puts a table's own name first among its labels.
pub(crate) fn settle(table: &mut Table) {
    let stems = |words: &[String]| words.iter().map(|w| stem(w)).collect::<Vec<String>>();
    let called = stems(&table.words);
    // A player goes by `player_name`, whoever has given the `sponsor_name`.
    let own: Vec<bool> = table
        .columns
        .iter()
        .map(|c| {
            let name = c.words.last().is_some_and(|w| among("name description title", w));
            name && stems(&c.words).iter().any(|s| called.contains(s))
        })
        .collect();
    called_by(table);
    without_letter(table);
    table.labels.sort_by_key(|l| !own.get(*l).copied().unwrap_or_default());
    others(table, &own);
    // "Series 4" of `series.series` goes by its number, whoever won it.
    if let [key] = table.key[..] {
        if stems(&table.columns[key].words) == called {
            table.labels = vec![key];
        }
    }
}

/// A part goes by its description and not by the name of its supplier, which several parts share.
fn others(table: &mut Table, own: &[bool]) {
    const OF_A_PERSON: &str = "first last full given family middle nick maiden";
    let columns = &table.columns;
    let tells = |at: usize| columns[at].distinct * 10 >= columns[at].rows.saturating_sub(columns[at].nulls) * 9;
    let of_another = |at: usize| match columns[at].words.as_slice() {
        [whose, name] => {
            name == "name" && !among(OF_A_PERSON, whose) && !own[at] && columns[at].distinct * 10 < columns[at].rows * 7
        }
        _ => false,
    };
    if table.labels.iter().any(|l| own[*l] && tells(*l)) {
        table.labels.retain(|l| !of_another(*l));
    }
}

/// Few enough values for a kind, a class or a floor.
const FEW: u64 = 30;

/// A letter before a word tells several of a kind apart, and says nothing where there is one: `zclass` is a class.
fn without_letter(table: &mut Table) {
    for at in 0..table.columns.len() {
        let column = &table.columns[at];
        let [one] = column.words.as_slice() else { continue };
        let word = one.char_indices().nth(1).map_or("", |(at, _)| &one[at..]).to_owned();
        let few = (2..=FEW).contains(&column.distinct) && column.told.is_none();
        let led = few && word.len() > 3 && !is_word(one) && is_word(&word);
        if led && !table.columns.iter().any(|c| c.words.contains(&word)) {
            table.columns[at].words = vec![word];
        }
    }
}

/// Where no column is called a name, rows go by the text that tells most of them apart: homes by their address, firms by
/// `firm`. A job title that dozens share is no name of an application.
fn called_by(table: &mut Table) {
    let columns = &table.columns;
    let shared =
        |c: &Column| c.words.len() > 1 && c.words.last().is_some_and(|w| w == "title") && c.distinct * 4 < c.rows;
    if table.labels.iter().any(|l| !shared(&columns[*l])) || table.key.is_empty() {
        return;
    }
    // People know their own references.
    if table.key.iter().any(|k| columns[*k].is_text()) {
        return;
    }
    if let Some(own) = table.reference().filter(|_| table.labels.is_empty()) {
        table.labels = vec![own];
        return;
    }
    const PROSE: &str =
        "comment comments note notes remark remarks description postcode reason text body message summary bio \
        content password hash token iban allergies";
    let noted = |w: &String| among(PROSE, w);
    let names = |c: &Column| {
        let kept = c.rows.saturating_sub(c.nulls);
        let apart = c.distinct * 2 >= kept && c.nulls * 10 <= c.rows && kept > 1;
        let kind = matches!(c.role, Role::Text | Role::Category | Role::Label);
        kind && apart && c.is_text() && !c.is_time() && !c.clock && !c.is_contact() && !c.words.iter().any(noted)
    };
    let found = (0..columns.len()).filter(|at| names(&columns[*at]));
    // A shared title stays where nothing stands for it.
    if let Some(name) = found.max_by_key(|at| (columns[*at].distinct, std::cmp::Reverse(*at))) {
        table.labels = vec![name];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructions::tests::{column, table};
    use askwell_contract::TypeKind::{Integer, Text};

    #[test]
    fn a_table_goes_by_its_own_name() {
        let columns = vec![
            column("sponsor_name", Text, Role::Label),
            column("player_name", Text, Role::Label),
        ];
        let mut players = table("player", columns, None);
        players.labels = vec![0, 1];
        settle(&mut players);
        assert_eq!(players.labels, [1, 0]);
    }

    #[test]
    fn a_part_goes_by_its_description_and_not_by_its_suppliers_name() {
        let mut columns = vec![
            column("supplier_name", Text, Role::Label),
            column("part_description", Text, Role::Label),
        ];
        (columns[0].distinct, columns[1].distinct) = (columns[0].rows / 2, columns[1].rows);
        let mut parts = table("part", columns, None);
        parts.labels = vec![0, 1];
        settle(&mut parts);
        assert_eq!(parts.labels, [1]);
        // Where the supplier's name tells the rows apart as well, both stay.
        parts.columns[0].distinct = parts.columns[0].rows;
        parts.labels = vec![0, 1];
        settle(&mut parts);
        assert_eq!(parts.labels, [1, 0]);
    }

    #[test]
    fn rows_go_by_what_tells_them_apart_unless_people_know_their_references() {
        let mut columns = [
            ("id", Role::Key),
            ("job_title", Role::Label),
            ("candidate", Role::Text),
            ("notes", Role::Text),
        ]
        .map(|(n, r)| column(n, if r == Role::Key { Integer } else { Text }, r))
        .to_vec();
        columns[2].distinct = 700;
        columns[3].distinct = 1000;
        let mut applications = table("applications", columns, Some(1));
        applications.key = vec![0];
        let mut referred = applications.clone();
        settle(&mut applications);
        assert_eq!(
            applications.labels,
            [2],
            "many share a title, and nobody is called by a note"
        );
        referred.columns[0].kind = Text;
        settle(&mut referred);
        assert_eq!(referred.labels, [1]);
        // Where nothing else tells them apart, the title is better than a number.
        let mut titled = applications.clone();
        titled.labels = vec![1];
        titled.columns[2].distinct = 5;
        settle(&mut titled);
        assert_eq!(titled.labels, [1]);
    }
}
