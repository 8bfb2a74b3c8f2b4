//! How the person counts time: one record of the workspace.
//!
//! In: what the settings' screen sends. Out: what is kept. Deliberately absent: what a time means (`crate::calendar`).

use askwell_contract::ports::Workspace;
use askwell_contract::time::Calendar;
use askwell_contract::{Problem, ProblemCode, Result};

use super::Desk;

const ROOM: &str = "times";
const RECORD: &str = "calendar";

impl Desk {
    /// Blocking.
    pub fn calendar(&self) -> Result<Calendar> {
        load(&*self.world.workspace)
    }

    /// Blocking. What is kept from now on, for the next question.
    pub fn save_calendar(&self, calendar: Calendar) -> Result<Calendar> {
        if !(1..=12).contains(&calendar.fiscal_start) {
            return Err(Problem::new(
                ProblemCode::BadInput,
                "A fiscal year begins with one of the twelve months.",
            )
            .hint("Choose a month."));
        }
        let bytes = serde_json::to_vec(&calendar).map_err(Problem::internal)?;
        self.world.workspace.save(ROOM, RECORD, &bytes)?;
        Ok(calendar)
    }

    /// A record that cannot be read is no reason not to answer: the answer says how it counted, the settings' screen
    /// why.
    pub(super) async fn calendar_of_run(&self) -> Calendar {
        let kept = self.apart(|set_up| load(&*set_up.world.workspace)).await;
        kept.unwrap_or_default()
    }
}

pub(super) fn load(workspace: &dyn Workspace) -> Result<Calendar> {
    let Some(bytes) = workspace.load(ROOM, RECORD)? else {
        return Ok(Calendar::default());
    };
    serde_json::from_slice(&bytes).map_err(|error| {
        Problem::new(ProblemCode::Lost, "The settings of times cannot be read.")
            .hint("Save them anew. Until then years and weeks are those of the calendar.")
            .detail(error)
    })
}
