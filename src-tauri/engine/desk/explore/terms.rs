//! The words of the business: kept, and looked at while they are written.

use askwell_contract::explore::{Meaning, Refused, Term};
use askwell_contract::ports::Cancel;
use askwell_contract::{Cell, Limits, Problem, ProblemCode, Result, RowCount};

use super::super::Desk;
use crate::prepare::glossary;

/// A count that is shown while somebody types must not keep the database busy.
const COUNTING: Limits = Limits {
    milliseconds: 3_000,
    rows: 1,
    bytes: 1 << 20,
};

impl Desk {
    pub async fn glossary(&self, id: &str) -> Result<Vec<Term>> {
        Ok(self.look(id).await?.told.glossary.clone())
    }

    /// The glossary from now on. Terms that mean nothing in this database are not saved, and come back with the reason.
    pub async fn save_glossary(&self, id: &str, terms: Vec<Term>) -> Result<Vec<Refused>> {
        let mut refused = Vec::new();
        let refusals = &mut refused;
        self.edit(id, move |knowledge, told| {
            let checked = glossary::check(knowledge, terms);
            told.glossary = checked.kept;
            *refusals = checked.refused;
            Ok(())
        })
        .await?;
        Ok(refused)
    }

    /// How many rows a condition means, saved or not.
    pub async fn term_rows(&self, id: &str, meaning: &Meaning) -> Result<RowCount> {
        let knowledge = self.look(id).await?;
        let sql = glossary::counting(&knowledge, meaning).map_err(|why| Problem::new(ProblemCode::BadInput, why))?;
        let open = self.opened(id).await?;
        let refused = |f: askwell_contract::run::Finding| Problem::new(ProblemCode::BadInput, f.message);
        let stream = open.database.query(&sql, COUNTING, &Cancel::new()).await?;
        let set = stream.map_err(refused)?.collect().await.map_err(refused)?;
        let cell = set.rows.into_iter().next().and_then(|row| row.into_iter().next());
        match cell {
            Some(Cell::Int(n)) => Ok(RowCount {
                count: u64::try_from(n).unwrap_or(0),
                exact: true,
            }),
            _ => Err(Problem::internal("a count that is no number")),
        }
    }
}
