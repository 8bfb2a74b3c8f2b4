//! How long a question's query may run and how many rows its first page has: one record of the workspace.
//!
//! In: what the settings' screen sends. Out: what is kept. Deliberately absent: bytes in memory, which no screen offers.

use askwell_contract::api::Bounds;
use askwell_contract::ports::Workspace;
use askwell_contract::{Limits, Problem, ProblemCode, Result};

use super::Desk;

const ROOM: &str = "bounds";
const RECORD: &str = "asking";

/// A minute short of an hour is as long as anybody waits; a second is the least that a disk may need.
const SECONDS: std::ops::RangeInclusive<u32> = 1..=3_600;
/// More rows than this the first page could not hold within its bytes.
const ROWS: std::ops::RangeInclusive<u32> = 10..=50_000;

impl Desk {
    /// Blocking.
    pub fn bounds(&self) -> Result<Bounds> {
        load(&*self.world.workspace)
    }

    /// Blocking. Kept from now on, for the next question.
    pub fn save_bounds(&self, bounds: Bounds) -> Result<Bounds> {
        let wrong = |what: &str, range: std::ops::RangeInclusive<u32>| {
            let (least, most) = range.into_inner();
            Problem::new(ProblemCode::BadInput, format!("{what} from {least} to {most}."))
        };
        if !SECONDS.contains(&bounds.seconds) {
            return Err(wrong("A query may take a whole number of seconds", SECONDS));
        }
        if !ROWS.contains(&bounds.rows) {
            return Err(wrong("The first page has a whole number of rows", ROWS));
        }
        let bytes = serde_json::to_vec(&bounds).map_err(Problem::internal)?;
        self.world.workspace.save(ROOM, RECORD, &bytes)?;
        Ok(bounds)
    }

    /// A record that cannot be read is no reason not to answer; the settings' screen says so.
    pub(super) async fn bounds_of_run(&self) -> Limits {
        let kept = self.apart(|set_up| load(&*set_up.world.workspace)).await;
        kept.map_or(Limits::ASK, |bounds| Limits {
            milliseconds: u64::from(bounds.seconds) * 1_000,
            rows: bounds.rows.into(),
            ..Limits::ASK
        })
    }
}

fn load(workspace: &dyn Workspace) -> Result<Bounds> {
    let Some(bytes) = workspace.load(ROOM, RECORD)? else {
        return Ok(Bounds {
            seconds: (Limits::ASK.milliseconds / 1_000) as u32,
            rows: Limits::ASK.rows as u32,
        });
    };
    serde_json::from_slice(&bytes).map_err(|error| {
        Problem::new(ProblemCode::Lost, "The settings of limits cannot be read.")
            .hint("Save them anew. Until then a query may take 30 seconds.")
            .detail(error)
    })
}
