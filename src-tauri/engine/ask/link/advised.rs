//! The columns that a question needs, chosen by a model in two rounds: surely, and perhaps (seed 000, operation 6).
//!
//! In: of what the rules linked the thirty most relevant columns. Out: S1 and S2, S1 a part of S2, both with the keys that
//! join their tables, and the query that the model jotted down. Names that do not exist are dropped and reported.

use askwell_contract::run::{FieldName, Grounding, Linked, Picked, Plan, Stage};
use askwell_contract::Result;

use super::TOP;
use crate::ask::advice::{found, place, referenced, with_keys, Advice};
use crate::cx::Cx;
use crate::prompt::{self, Filled, Fitted, Purpose, LINK_PRECISE, LINK_RECALL};

pub async fn choose(cx: &Cx<'_>, plan: &Plan, grounding: &Grounding, linked: &Linked) -> Result<Option<Picked>> {
    let Some(advice) = Advice::of(cx, plan, Stage::Link).filter(Advice::prepares) else {
        return Ok(None);
    };
    let knowledge = cx.knowledge;
    let mut fields = found(knowledge, grounding, linked);
    fields.truncate(TOP);
    // A value of the question stands in its column, and what the hints name is needed, whatever anybody chooses.
    let valued = grounding
        .values
        .iter()
        .filter_map(|v| place(knowledge, &v.table, &v.column));
    let hinted = referenced(knowledge, grounding);
    let mut chosen = Choice {
        precise: valued.chain(hinted).filter(|at| fields.contains(at)).collect(),
        dropped: Vec::new(),
        sketch: String::new(),
    };
    let fitted = advice.door.fit(&LINK_PRECISE, |trim| {
        let open = &fields[..fields.len().min(trim.columns)];
        filled(advice.brief.link(open, &[], &grounding.values), open.len())
    });
    let surely = chosen.round(&advice, &LINK_PRECISE, &fitted).await?;
    let Some(surely) = surely else { return Ok(None) };
    chosen.precise.extend(surely);
    let precise = with_keys(knowledge, std::mem::take(&mut chosen.precise));
    let open: Vec<(usize, usize)> = fields.iter().filter(|at| !precise.contains(at)).copied().collect();
    let perhaps = match open.is_empty() {
        true => None,
        false => {
            let fitted = advice.door.fit(&LINK_RECALL, |trim| {
                let (input, shown) = advice
                    .brief
                    .link_wider(&open, &precise, &grounding.values, trim.columns);
                filled(input, shown)
            });
            chosen.round(&advice, &LINK_RECALL, &fitted).await?
        }
    };
    // Without a second answer the net is as wide as what was found.
    let recall = precise.iter().copied().chain(perhaps.unwrap_or(open)).collect();
    let names = |places: Vec<(usize, usize)>| places.into_iter().filter_map(|at| name(cx, at)).collect();
    Ok(Some(Picked {
        recall: names(with_keys(knowledge, recall)),
        precise: names(precise),
        dropped: chosen.dropped,
        sketch: chosen.sketch,
    }))
}

fn filled(input: prompt::Link, columns: usize) -> Filled<prompt::Link> {
    Filled {
        columns,
        ..Filled::new(input, 0)
    }
}

struct Choice {
    precise: Vec<(usize, usize)>,
    dropped: Vec<String>,
    sketch: String,
}

impl Choice {
    async fn round(
        &mut self,
        advice: &Advice<'_>,
        purpose: &Purpose<prompt::Link>,
        fitted: &Fitted<prompt::Link>,
    ) -> Result<Option<Vec<(usize, usize)>>> {
        let knowledge = advice.cx.knowledge;
        let Some(answered) = advice.ask(purpose, fitted, 0).await? else {
            return Ok(None);
        };
        self.sketch = answered.value.sketch.trim().to_owned();
        let mut out = Vec::new();
        for field in answered.value.fields {
            match place(knowledge, &field.table, &field.column) {
                Some(at) => out.push(at),
                None => {
                    let name = format!("{}.{}", field.table, field.column);
                    if !self.dropped.contains(&name) {
                        self.dropped.push(name);
                    }
                }
            }
        }
        Ok(Some(out))
    }
}

fn name(cx: &Cx<'_>, (t, c): (usize, usize)) -> Option<FieldName> {
    let table = cx.knowledge.catalog.tables.get(t)?;
    Some(FieldName {
        table: table.name.clone(),
        column: table.columns.get(c)?.name.clone(),
    })
}
