//! Descriptions from files, brought in and taken back.
//!
//! In: files as names and bytes. Out: what of them is kept, and the names that this database does not have. Deliberately
//! absent: reading files from the disk, and any word in the place of a person's.

use askwell_contract::Result;

use crate::desk::Desk;
use crate::prepare::describe::find;
use crate::prepare::describe::imported::{read, Said};
use crate::prepare::told::Imported;

/// What became of the files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Brought {
    pub tables: usize,
    pub columns: usize,
    /// Tables and columns that are described and not there, as the files write them.
    pub unknown: Vec<String>,
}

impl Desk {
    /// Nothing is kept where one of the files cannot be read.
    pub async fn import_descriptions(&self, id: &str, files: &[(String, Vec<u8>)]) -> Result<Brought> {
        let mut said: Vec<Said> = Vec::new();
        for (name, bytes) in files {
            said.extend(read(name, bytes)?);
        }
        let mut brought = Brought::default();
        self.edit(id, |knowledge, told| {
            for one in said {
                let Ok((table, column)) = find(&knowledge.catalog, &one.table, one.column.as_deref()) else {
                    let of = one.column.map(|column| format!(".{column}")).unwrap_or_default();
                    brought.unknown.push(format!("{}{of}", one.table));
                    continue;
                };
                match column {
                    None => brought.tables += 1,
                    Some(_) => brought.columns += 1,
                }
                let (words, name) = (one.words, one.name);
                told.import(&table.name, column, Imported { words, name });
            }
            Ok(())
        })
        .await?;
        Ok(brought)
    }

    /// Takes back what files said; how many descriptions that were.
    pub async fn forget_descriptions(&self, id: &str) -> Result<usize> {
        let mut count = 0;
        self.edit(id, |_, told| {
            count = told.forget_imported();
            Ok(())
        })
        .await?;
        Ok(count)
    }
}
