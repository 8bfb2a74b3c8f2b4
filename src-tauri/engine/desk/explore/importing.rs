//! Descriptions from files, brought in and taken back.
//!
//! In: files, by their paths or as names and bytes. Out: what of them is kept, and what not. Deliberately absent: any word in
//! the place of a person's, and any line that is dropped without being told.

use std::sync::Arc;

use askwell_contract::explore::{Brought, BroughtWords};
use askwell_contract::ports::Cancel;
use askwell_contract::Result;

use crate::desk::Desk;
use crate::prepare::describe::find;
use crate::prepare::describe::imported::{read, Read};
use crate::prepare::told::{self, Imported, Told};
use crate::prepare::Knowledge;

impl Desk {
    /// What an import would keep; nothing is kept.
    pub async fn preview_descriptions(&self, id: &str, paths: Vec<String>) -> Result<Brought> {
        let files = self.contents(paths).await?;
        let open = self.opened(id).await?;
        let knowledge = self.ready(&open, &Cancel::new()).await?;
        let told = told::load(&*self.world.workspace, &open.connection.id)?;
        Ok(sorted(said(&files)?, &knowledge, &told).0)
    }

    /// Keeps what files say; nothing is kept where one of them cannot be read.
    pub async fn import_files(&self, id: &str, paths: Vec<String>) -> Result<Brought> {
        let files = self.contents(paths).await?;
        self.import_descriptions(id, &files).await
    }

    /// The same of files that were read already.
    pub async fn import_descriptions(&self, id: &str, files: &[(String, Vec<u8>)]) -> Result<Brought> {
        let said = said(files)?;
        let mut brought = Brought::default();
        self.edit(id, |knowledge, told| {
            let (found, kept) = sorted(said, knowledge, told);
            told.begin_import();
            for (one, said) in found.found.iter().zip(kept) {
                told.import(&one.table, one.column.as_deref(), said);
            }
            brought = found;
            Ok(())
        })
        .await?;
        Ok(brought)
    }

    /// Takes the last import back; how many descriptions it had brought.
    pub async fn undo_import(&self, id: &str) -> Result<u32> {
        let mut count = 0;
        self.edit(id, |_, told| {
            count = told.undo_import();
            Ok(())
        })
        .await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
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

    async fn contents(&self, paths: Vec<String>) -> Result<Vec<(String, Vec<u8>)>> {
        let files = Arc::clone(&self.world.files);
        self.apart(move |_| {
            let content = |path: String| files.read(&path).map(|bytes| (path, bytes));
            paths.into_iter().map(content).collect()
        })
        .await
    }
}

fn said(files: &[(String, Vec<u8>)]) -> Result<Read> {
    let mut all = Read::default();
    for (name, bytes) in files {
        let one = read(name, bytes)?;
        all.said.extend(one.said);
        all.unread.extend(one.unread);
        all.silent += one.silent;
    }
    Ok(all)
}

/// What of it is about this database, and what is to be kept of each description that is.
fn sorted(read: Read, knowledge: &Knowledge, told: &Told) -> (Brought, Vec<Imported>) {
    let mut brought = Brought {
        unread: read.unread,
        silent: read.silent,
        ..Brought::default()
    };
    let mut kept = Vec::new();
    for one in read.said {
        let Ok((table, column)) = find(&knowledge.catalog, &one.table, one.column.as_deref()) else {
            let of = one.column.map(|column| format!(".{column}")).unwrap_or_default();
            brought.unknown.push(format!("{}{of}", one.table));
            continue;
        };
        brought.found.push(BroughtWords {
            table: table.name.clone(),
            column: column.map(str::to_owned),
            words: one.words.clone(),
            own: told.words_of(&table.name, column).map(|own| own.short.clone()),
        });
        kept.push(Imported {
            words: one.words,
            name: one.name,
        });
    }
    (brought, kept)
}
