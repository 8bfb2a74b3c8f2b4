//! Rows out of the window.
//!
//! In: what to export, where to. Out: a file, and later the file opened or shown. Deliberately absent: the forms
//! themselves (`export`), and opening anything that was not exported here.

use askwell_contract::api::{ExportProgress, ExportRequest, Exported, Show};
use askwell_contract::run::{standing, Artifact};
use askwell_contract::{Problem, ProblemCode, Result};

use super::{locked, runs, Desk};
use crate::export::{self, About, Export};

impl Desk {
    /// All rows of a query as a file. `run` is the caller's name for it; `stop` stops it.
    pub async fn export(
        &self,
        id: &str,
        run: &str,
        request: &ExportRequest,
        on_progress: impl Fn(ExportProgress) + Send + Sync,
    ) -> Result<Exported> {
        let run = runs::name(
            &*self.world.workspace,
            Some(run.to_string()),
            self.world.clock.now(),
            &locked(&self.running),
        )?;
        let (cancel, _done) = self.begin(&run);
        let open = self.opened(id).await?;
        let mut about = self.about(&open.connection.name, request)?;
        let shown = match &request.view {
            Some(view) => Some(self.grid_query(id, &request.sql, view).await?),
            None => None,
        };
        if let (Some(view), Some(sql)) = (&request.view, &shown) {
            about.sql.clone_from(sql);
            // The answer's words are said of all its rows.
            about.answer = about.answer.filter(|_| view.filters.is_empty());
        }
        let what = Export {
            database: &*open.database,
            files: &*self.world.files,
            sql: shown.as_deref().unwrap_or(&request.sql),
            path: &request.path,
            format: &request.format,
            about: &about,
        };
        let exported = export::export(what, &cancel, &on_progress).await?;
        locked(&self.exported).insert(exported.path.clone());
        Ok(exported)
    }

    /// A picture of a chart, as it is on screen: PNG or SVG. Blocking.
    pub fn save_picture(&self, path: &str, picture: &[u8]) -> Result<Exported> {
        if !(picture.starts_with(b"\x89PNG\r\n") || picture.starts_with(b"<svg")) {
            return Err(Problem::internal("neither PNG nor SVG"));
        }
        let mut sink = self.world.files.create(path)?;
        sink.write(picture)?;
        sink.finish()?;
        locked(&self.exported).insert(path.to_string());
        Ok(Exported {
            path: path.to_string(),
            rows: 0,
            bytes: picture.len() as u64,
            notes: Vec::new(),
        })
    }

    /// Opens a file that was exported since the start, or shows it in its folder. Blocking.
    pub fn show_exported(&self, path: &str, how: Show) -> Result<()> {
        if !locked(&self.exported).contains(path) {
            return Err(Problem::new(
                ProblemCode::Denied,
                "Only a file that was exported in this window can be opened from it.",
            ));
        }
        self.world.files.show(path, how)
    }

    pub(super) fn about(&self, database: &str, request: &ExportRequest) -> Result<About> {
        let mut about = About {
            question: None,
            answer: None,
            database: database.to_string(),
            engine: String::new(),
            sql: request.sql.clone(),
            at: self.world.clock.now(),
        };
        let Some(asked) = &request.asked else {
            return Ok(about);
        };
        let events = self.replay(asked)?;
        // The words of an answer are not said of the rows of another query.
        about.answer = standing(&events).filter(|answer| answer.sql == request.sql).cloned();
        for event in events {
            if let Artifact::Started(header) = event.artifact {
                (about.question, about.engine) = (Some(header.question), header.engine);
            }
        }
        Ok(about)
    }
}
