//! Groups by a column that many rows leave blank, where those rows are left out.
//!
//! In: what is known and the query. Out: a sentence, where the answer speaks of the other rows alone. Deliberately absent: another
//! query, since nobody asks which nothing is the most frequent.

use askwell_sql::acts;

use crate::prepare::Knowledge;
use crate::words::split_name;

/// The share of rows without a value from which on the others are not nearly all.
const MANY: f64 = 0.2;

/// What the answer leaves out.
pub fn says(knowledge: &Knowledge, sql: &str) -> Option<String> {
    let acts = acts::of(sql, &knowledge.catalog).filter(|acts| acts.condenses)?;
    let keys = acts.outputs.iter().filter(|o| o.calls.is_empty()).flat_map(|o| &o.of);
    let mut blank = keys.filter(|place| acts.filled.contains(*place)).filter_map(|place| {
        let profile = knowledge.profile(&place.table, &place.column)?;
        let share = profile.nulls as f64 / profile.rows.max(1) as f64;
        (share >= MANY).then(|| {
            let (speech, column) = (knowledge.speech(), &place.column);
            let named = speech.column(column, &split_name(column));
            format!("{:.0}% of all rows have no {named}, and are left out.", 100.0 * share)
        })
    });
    blank.next()
}

#[cfg(test)]
mod tests {
    use askwell_contract::profile::TableProfile;

    use super::*;
    use crate::prepare::fake;

    #[test]
    fn groups_that_many_rows_belong_to_none_of_are_told() {
        let table = fake::table("gifts", &["given_by text", "purpose text", "amount int"]);
        let some = |column: &str, nulls: u64| {
            let mut profile = fake::profile("gifts", column, 40, 8);
            profile.nulls = nulls;
            profile
        };
        let profile = TableProfile {
            table: "gifts".to_owned(),
            rows: 40,
            read: 40,
            columns: vec![some("given_by", 12), some("purpose", 2)],
            grain: String::new(),
            freshness: None,
        };
        let knowledge = Knowledge::build(fake::catalog(vec![table]), "1".into(), vec![profile], Vec::new());
        let by = |column: &str| {
            format!("SELECT {column}, SUM(amount) FROM gifts WHERE {column} IS NOT NULL GROUP BY {column} LIMIT 1")
        };
        assert_eq!(
            says(&knowledge, &by("given_by")).as_deref(),
            Some("30% of all rows have no given by, and are left out.")
        );
        for sql in [
            by("purpose").as_str(),
            "SELECT given_by, SUM(amount) FROM gifts GROUP BY given_by",
            "SELECT COUNT(*) FROM gifts WHERE given_by IS NOT NULL",
            "SELECT given_by FROM gifts WHERE given_by IS NOT NULL",
        ] {
            assert_eq!(says(&knowledge, sql), None, "{sql}");
        }
    }
}
