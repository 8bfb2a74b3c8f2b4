//! Statements that a model writes beside those that rules make.
//!
//! In: a statement with its graph, its plan and what was tried before. Out: further statements for the same query, which
//! then pass the same gate, the same proof and the same race. Deliberately absent: any trust in them.

use askwell_contract::optimise::{self, Alteration, Hurdle, Status, Variant};
use askwell_contract::ports::Cancel;
use askwell_contract::run::{Artifact, Explain};
use askwell_contract::{Problem, Result};
use askwell_sql::rewrite::{self, Query};
use askwell_sql::{format, guard};
use serde::{Deserialize, Serialize};

use super::gold;
use crate::ask::advice::Part;
use crate::prepare::render::Form;
use crate::prepare::Knowledge;
use crate::prompt::{Call, Door, Optimise, Sealed, OPTIMISE};
use crate::together::together;

/// A model that may be asked, and what it is told besides the statement.
pub struct Asking<'a> {
    pub door: &'a Door,
    pub knowledge: &'a Knowledge,
    /// Calls side by side, each a draw of its own: 5 to discover, 1 to refine (seed 004).
    pub workers: usize,
    /// Attempts of earlier states.
    pub history: Vec<Tried>,
    pub analysis: String,
    pub on_call: &'a (dyn Fn(Artifact) + Send + Sync),
    /// Told which worker wrote a statement.
    pub on_written: &'a (dyn Fn(u32, &str) + Send + Sync),
}

/// An earlier attempt, as a later one is told of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    pub sql: String,
    pub status: Status,
    /// How many times as fast, where it was measured.
    pub speedup: Option<f64>,
    pub turned_down: Option<Hurdle>,
    /// The rules that made it; none where somebody wrote it.
    #[serde(default)]
    pub rules: Vec<String>,
}

impl Tried {
    pub fn of(attempt: &Variant) -> Self {
        Self {
            sql: attempt.sql.clone(),
            status: attempt.status,
            speedup: attempt.gain.map(|g| g.speedup),
            turned_down: attempt.turned_down,
            rules: attempt
                .changes
                .iter()
                .filter(|c| c.rule != BY_MODEL)
                .map(|c| c.rule.clone())
                .collect(),
        }
    }

    pub fn says(&self) -> String {
        let came = match (self.turned_down, self.speedup) {
            (Some(Hurdle::Gate), _) => "cannot be run, or gives other columns".to_string(),
            (Some(Hurdle::Data), _) => "gives other rows on the data".to_string(),
            (Some(Hurdle::MadeUp), _) => "not shown to give the same rows on small databases".to_string(),
            (_, Some(speedup)) => format!("the same rows, {speedup:.2} times as fast"),
            (Some(Hurdle::Race), None) => "the same rows, and not faster".to_string(),
            (None, None) => "not measured".to_string(),
        };
        let by = match self.rules.as_slice() {
            [] => String::new(),
            rules => format!(", by {}", rules.join(", ")),
        };
        format!("{}{by}: {came}", self.status.name())
    }
}

/// What a prompt is made of besides the database.
pub struct About<'a> {
    pub sql: &'a str,
    pub plan: Option<&'a Explain>,
    /// The statement's parts, weighed; none: they are looked for, and have no cost.
    pub parts: &'a [optimise::Part],
    pub tried: &'a [Tried],
    pub analysis: &'a str,
}

/// More earlier attempts than this would crowd out the statement.
const MOST_TRIED: usize = 12;

pub fn input(knowledge: &Knowledge, about: &About<'_>) -> Optimise {
    let catalog = &knowledge.catalog;
    let query = guard::checked(about.sql, catalog.dialect).ok();
    let told = query
        .as_ref()
        .map(|q| rewrite::qualify(q, catalog).unwrap_or_else(|| q.clone()));
    let (mut parts, mut near, mut places) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(query) = &told {
        parts = match about.parts {
            [] => rewrite::annotated(query, catalog),
            weighed => weighed.to_vec(),
        };
        near = gold::nearest(query, catalog, gold::SHOWN);
        let read = rewrite::tables(query, catalog);
        let read = catalog
            .tables
            .iter()
            .enumerate()
            .filter(|(_, t)| read.iter().any(|r| r.name == t.name));
        places = read
            .flat_map(|(at, t)| (0..t.columns.len()).map(move |c| (at, c)))
            .collect();
    }
    // What helped most stands first; of the rest, the latest.
    let mut tried: Vec<Tried> = about.tried.to_vec();
    tried.reverse();
    tried.sort_by(|a, b| b.speedup.unwrap_or(0.0).total_cmp(&a.speedup.unwrap_or(0.0)));
    let left_out = tried.len().saturating_sub(MOST_TRIED);
    tried.truncate(MOST_TRIED);
    Optimise {
        dialect: Sealed::dialect(catalog.dialect),
        rules: Sealed::rules(catalog.dialect),
        schema: Sealed::schema(knowledge, Form::Bare, &Part::of(knowledge, places).subset),
        sql: Sealed::sql(about.sql, catalog, ""),
        parts: Sealed::parts(&parts, catalog),
        plan: about
            .plan
            .map_or_else(Sealed::absent, |plan| Sealed::plan(plan, catalog)),
        examples: Sealed::rewrites(&near),
        tried: Sealed::attempts(&tried, left_out, catalog),
        analysis: Sealed::analysis(about.analysis),
    }
}

/// A statement with what its writer says of it.
pub struct Written {
    pub by: String,
    pub sql: String,
    pub changes: Vec<Alteration>,
}

/// What the workers write, each statement once. A call that fails costs its own statement and is told by its artifact.
pub async fn written(asking: &Asking<'_>, about: &About<'_>, query: &Query, cancel: &Cancel) -> Result<Vec<Written>> {
    let input = input(asking.knowledge, about);
    let calls = (0..u32::try_from(asking.workers).unwrap_or(u32::MAX)).map(|sample| {
        let call = Call {
            sample,
            tables: rewrite::tables(query, &asking.knowledge.catalog).len(),
            ..Call::new(&OPTIMISE, &input)
        };
        async move { Ok::<_, Problem>(asking.door.call(&call, cancel, asking.on_call).await.ok()) }
    });
    let replies = together(asking.workers, calls).await?;
    let dialect = asking.knowledge.catalog.dialect;
    let mut all: Vec<Written> = Vec::new();
    for (worker, answered) in (0..).zip(replies) {
        let Some(answered) = answered else { continue };
        // Laid out as a rule's own are; what cannot be read is left for the gate to turn down with its reason.
        let sql = answered.value.sql.trim().trim_end_matches(';').to_string();
        let sql = match guard::check(&sql, dialect) {
            Ok(_) => format::format(&sql, dialect),
            Err(_) => sql,
        };
        (asking.on_written)(worker, &sql);
        if sql.is_empty() || all.iter().any(|known| known.sql == sql) {
            continue;
        }
        let says = answered.value.reading;
        all.push(Written {
            by: answered.to.model,
            sql,
            changes: (!says.is_empty())
                .then(|| Alteration {
                    rule: BY_MODEL.into(),
                    says,
                })
                .into_iter()
                .collect(),
        });
    }
    Ok(all)
}

/// In the place of a rule's name.
pub const BY_MODEL: &str = "model";
