//! Codes that a table of codes of several kinds explains.
//!
//! In: the tables with their columns' texts, and the rows of such a table. Out: the columns with what their texts stand for.

use askwell_reader::known;

use super::TOP;
use crate::prepare::{codebook, Knowledge};

impl Knowledge {
    pub(super) fn explain(&self, tables: &mut [known::Table]) {
        let book = |t: &known::Table| {
            let names: Vec<Vec<String>> = t.columns.iter().map(|c| c.words.clone()).collect();
            codebook::book(&names, self.finds.examples.get(&t.name)?)
        };
        let Some((at, book)) = tables.iter().enumerate().find_map(|(at, t)| Some((at, book(t)?))) else {
            return;
        };
        for table in tables.iter_mut().enumerate().filter(|t| t.0 != at).map(|t| t.1) {
            let words = table.words.clone();
            for column in table
                .columns
                .iter_mut()
                .filter(|c| c.told.is_none() && c.means.is_empty())
            {
                if column.distinct <= TOP as u64 {
                    column.means = book.explains(&words, &column.words, &column.top);
                }
            }
        }
    }
}
