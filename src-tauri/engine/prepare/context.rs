//! What a model is to be given of a database for one question.
//!
//! In: knowledge, a question, its vectors where there is a model for them. Out: the modules it was routed to, the
//! columns chosen, rendered compactly within a bound, and examples. Deliberately absent: the model.

use askwell_contract::run::ValueMatch;
use askwell_contract::Result;

use super::examples::{self, Example, Similar};
use super::modules::Route;
use super::search::{FieldHit, TOP};
use super::Knowledge;

/// Issue "Prepare": a question's context stays under 8,000 tokens; the rest is for the question and the examples.
pub const TOKENS: usize = 6_000;
/// The usual estimate of English text and code.
const LETTERS_A_TOKEN: usize = 4;
/// Columns looked at before the route is taken, so that the right module is among them.
const WIDE: usize = 10 * TOP;
/// Columns kept within the modules, several tables' worth.
pub const KEPT: usize = 8 * TOP;

#[derive(Debug, Clone)]
pub struct Context {
    /// Names; empty where the schema is small enough to be looked at whole.
    pub modules: Vec<String>,
    /// Best first.
    pub fields: Vec<FieldHit>,
    pub schema: String,
    pub examples: Vec<Similar>,
}

impl Context {
    /// An estimate.
    pub fn tokens(&self) -> usize {
        let examples = self
            .examples
            .iter()
            .map(|e| e.example.question.len() + e.example.sql.len() + 2);
        (self.schema.len() + examples.sum::<usize>()).div_ceil(LETTERS_A_TOKEN)
    }
}

/// A question with its vectors, that of its words and that of its skeleton.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    pub question: &'a str,
    pub vector: Option<&'a [f32]>,
    pub skeleton: Option<&'a [f32]>,
}

/// The columns for a question, over all modules it may be about.
pub fn route(knowledge: &Knowledge, asked: Asked<'_>, values: &[ValueMatch], k: usize) -> Route {
    let catalog = &knowledge.catalog;
    let place = |v: &ValueMatch| {
        let table = catalog
            .tables
            .iter()
            .position(|t| t.name.eq_ignore_ascii_case(&v.table))?;
        let mut columns = catalog.tables[table].columns.iter();
        Some((table, columns.position(|c| c.name.eq_ignore_ascii_case(&v.column))?))
    };
    let mut named: Vec<(usize, usize)> = values.iter().filter_map(place).collect();
    let mut seen = std::collections::BTreeSet::new();
    named.retain(|p| seen.insert(*p));
    let wide = if knowledge.modules().all.is_empty() {
        k
    } else {
        WIDE.max(k)
    };
    let search = &knowledge.search;
    let hits = search.search(catalog, &knowledge.graph, asked.question, asked.vector, &named, wide);
    knowledge.modules().route(hits, k)
}

pub fn context(
    knowledge: &Knowledge,
    asked: Asked<'_>,
    values: &[ValueMatch],
    verified: Vec<Example>,
) -> Result<Context> {
    let mut route = route(knowledge, asked, values, KEPT);
    let mut schema = render(knowledge, &route.fields);
    // The least likely columns go first.
    while schema.len() > TOKENS * LETTERS_A_TOKEN && !route.fields.is_empty() {
        route.fields.truncate(route.fields.len() * 9 / 10);
        schema = render(knowledge, &route.fields);
    }
    let name = &knowledge.catalog.name;
    Ok(Context {
        modules: route
            .modules
            .iter()
            .map(|m| knowledge.modules().all[*m].name.clone())
            .collect(),
        fields: route.fields,
        schema,
        examples: examples::for_question(asked.question, name, &knowledge.values, verified, asked.skeleton)?,
    })
}

/// A line a table with the chosen columns and their types, the table of the best column first, then the keys between.
fn render(knowledge: &Knowledge, fields: &[FieldHit]) -> String {
    let mut tables: Vec<(usize, Vec<usize>)> = Vec::new();
    for hit in fields {
        match tables.iter_mut().find(|t| t.0 == hit.table) {
            Some(known) => known.1.push(hit.column),
            None => tables.push((hit.table, vec![hit.column])),
        }
    }
    let mut out = String::new();
    for (table, columns) in &mut tables {
        columns.sort_unstable();
        let table = &knowledge.catalog.tables[*table];
        let column = |c: &usize| {
            let column = &table.columns[*c];
            format!("{} {}", column.name, column.declared_type).trim().to_owned()
        };
        let columns: Vec<String> = columns.iter().map(column).collect();
        out.push_str(&format!("{}({})\n", table.name, columns.join(", ")));
    }
    for (table, columns) in &tables {
        let table = &knowledge.catalog.tables[*table];
        let chosen = |name: &String| {
            columns
                .iter()
                .any(|c| table.columns[*c].name.eq_ignore_ascii_case(name))
        };
        for key in table.foreign_keys.iter().filter(|k| k.columns.iter().all(chosen)) {
            let sides = [(&table.name, &key.columns), (&key.to_table, &key.to_columns)];
            let sides = sides.map(|(table, columns)| format!("{table}({})", columns.join(", ")));
            out.push_str(&format!("{}\n", sides.join(" = ")));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::Scripted;

    #[test]
    fn a_question_gets_its_columns_keys_and_examples() {
        let knowledge = Scripted::shop().knowledge();
        let asked = Asked {
            question: "How many orders were placed by customers from France?",
            vector: None,
            skeleton: None,
        };
        let values = crate::ask::ground::find(&knowledge.values, asked.question).values;
        let context = context(&knowledge, asked, &values, Vec::new()).unwrap();
        assert!(context.schema.contains("country"), "{}", context.schema);
        assert!(
            context.schema.contains("orders(customer_id) = customers(id)"),
            "{}",
            context.schema
        );
        assert!(context.modules.is_empty());
        assert_eq!(context.examples.len(), examples::TOP);
        assert!(context.tokens() < TOKENS);
    }
}
