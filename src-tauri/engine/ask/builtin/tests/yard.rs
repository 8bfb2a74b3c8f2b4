//! A boatyard for the tests of single mechanisms: hulls, jobs on them, bills, and the parts that went into each job.
#![allow(clippy::unwrap_used)]

use askwell_contract::profile::{ColumnProfile, TableProfile};
use askwell_contract::run::{Candidate, Plan};
use askwell_contract::{Catalog, Dialect, ForeignKey, KeyOrigin};

use super::super::candidates;
use super::super::score::Weights;
use crate::ask::{ground, link};
use crate::calendar::Now;
use crate::prepare::fake;
use crate::prepare::values::ColumnValues;
use crate::prepare::Knowledge;

/// Parts of a job are told apart by the job and a number; a claim is about one of them.
pub fn catalog(dialect: Dialect) -> Catalog {
    let mut catalog = fake::catalog(vec![
        fake::table(
            "hulls",
            &[
                "hid int",
                "name text",
                "first_name text",
                "last_name text",
                "length real",
                "launch_date date",
                "refit_date date",
            ],
        ),
        fake::table(
            "jobs",
            &[
                "job_id int",
                "hid int",
                "ordered_on date",
                "required_on date",
                "delivered_on date",
                "hours real",
            ],
        ),
        fake::table("bills", &["bill_id int", "job_id int", "paid_on date", "amount real"]),
        fake::table("parts", &["job_id int", "part_no int", "wood text", "price real"]),
        fake::table(
            "claims",
            &["claim_id int", "job_id int", "part_no int", "grievance text"],
        ),
    ]);
    catalog.dialect = dialect;
    for (from, to) in [
        ("jobs.hid", "hulls.hid"),
        ("bills.job_id", "jobs.job_id"),
        ("parts.job_id", "jobs.job_id"),
    ] {
        fake::refer(&mut catalog, from, to);
    }
    let keys: [&[&str]; 5] = [
        &["hid"],
        &["job_id"],
        &["bill_id"],
        &["job_id", "part_no"],
        &["claim_id"],
    ];
    for (table, key) in catalog.tables.iter_mut().zip(keys) {
        table.primary_key = key.iter().map(|k| (*k).to_owned()).collect();
    }
    let both = || vec!["job_id".to_owned(), "part_no".to_owned()];
    catalog.tables[4].foreign_keys.push(ForeignKey {
        columns: both(),
        to_table: "parts".into(),
        to_columns: both(),
        origin: KeyOrigin::Declared,
    });
    catalog
}

/// `lacking`: columns, as `table.column`, that have no value in some rows.
pub fn knowledge(dialect: Dialect, lacking: &[&str]) -> Knowledge {
    of(catalog(dialect), lacking)
}

pub fn of(catalog: Catalog, lacking: &[&str]) -> Knowledge {
    let profile = |table: &askwell_contract::Table| TableProfile {
        table: table.name.clone(),
        rows: 12,
        read: 12,
        columns: table
            .columns
            .iter()
            .filter(|c| lacking.contains(&format!("{}.{}", table.name, c.name).as_str()))
            .map(|c| lacks(&table.name, &c.name))
            .collect(),
        grain: String::new(),
        freshness: None,
    };
    let profiles = catalog.tables.iter().map(profile).collect();
    let values = |table: &str, column: &str, values: [&str; 2]| {
        let values = values.map(|v| (v.to_owned(), 3)).to_vec();
        ColumnValues::new(table, column, values, true, None)
    };
    let known = vec![
        values("hulls", "name", ["Gannet", "Skua"]),
        values("parts", "wood", ["larch", "teak"]),
        values("claims", "grievance", ["warped", "split"]),
    ];
    Knowledge::build(catalog, "1".into(), profiles, known)
}

fn lacks(table: &str, column: &str) -> ColumnProfile {
    ColumnProfile {
        nulls: 2,
        ..fake::profile(table, column, 12, 9)
    }
}

pub fn asked(knowledge: &Knowledge, question: &str) -> Vec<Candidate> {
    let plan = Plan {
        question: question.into(),
        evidence: String::new(),
        follows: None,
        parts: Vec::new(),
        tells: None,
    };
    let grounding = ground::by_rules(knowledge, &plan.question, &Now::on("2024-10-05"));
    let linked = link::find(knowledge, &plan, &grounding);
    candidates(knowledge, &plan, &grounding, &linked, Weights::learned(), true)
}

pub fn first(question: &str) -> String {
    let found = asked(&knowledge(Dialect::Sqlite, &[]), question);
    found.first().map(|c| c.sql.clone()).unwrap_or_default()
}
