//! Seed 000, operation 9: its tests 1 to 6, 8, 9, 11 and 12 by name, and what weighing adds.

use askwell_contract::run::{Candidate, Finding, Judged, Method, Outcome, Selection};
use askwell_contract::{Cell, ResultColumn, ResultSet, TypeKind};

use super::*;
use crate::scripted::{candidate, plan, run, Scripted};

fn judged(id: &str, sql: &str, belief: f64, cells: &[i64]) -> Judged {
    let columns = vec![ResultColumn {
        name: "n".into(),
        kind: TypeKind::Integer,
    }];
    let rows: Vec<_> = cells.iter().map(|n| vec![Cell::Int(*n)]).collect();
    let result = ResultSet {
        columns,
        rows,
        truncated: None,
    };
    Judged {
        candidate: Candidate {
            id: id.into(),
            belief,
            ..candidate(sql)
        },
        findings: vec![],
        outcome: Outcome::Ran {
            rows: result.rows.len() as u64,
            result,
            ms: 1.0,
        },
        score: 100.0,
        parts: vec![],
        confidence: if cells.is_empty() { 0.0 } else { 1.0 },
        repairs: vec![],
    }
}

fn failed(id: &str, sql: &str, belief: f64) -> Judged {
    let outcome = Outcome::Failed {
        finding: Finding::error("syntax", "No."),
        ms: 1.0,
    };
    Judged {
        outcome,
        confidence: 0.0,
        ..judged(id, sql, belief, &[])
    }
}

fn selection(pool: Vec<Judged>) -> Selection {
    asked("Which customers?", pool)
}

fn asked(question: &str, pool: Vec<Judged>) -> Selection {
    let mut out = None;
    run(Scripted::shop(), async |cx| {
        out = Some(select(cx, &plan(question), &pool).await.unwrap())
    });
    out.unwrap()
}

const NAME: &str = "SELECT name FROM customers";
const ID: &str = "SELECT id FROM customers";
const COUNTRY: &str = "SELECT country FROM customers";

#[test]
fn unanimous_takes_fast_path() {
    let pool = (1..=5).map(|i| judged(&format!("c{i}"), NAME, 0.2, &[1, 2])).collect();
    let s = selection(pool);
    assert_eq!((s.method, s.duels.len(), s.clusters.len()), (Method::FastPath, 0, 1));
    assert_eq!(s.why, "All 5 queries give the same result.");
}

#[test]
fn fast_path_selects_shortest_sql() {
    let long = "SELECT customers.name FROM customers";
    let s = selection(vec![judged("c1", long, 0.5, &[1]), judged("c2", NAME, 0.5, &[1])]);
    assert_eq!((s.method, s.winner.as_str()), (Method::FastPath, "c2"));
    assert_eq!(s.clusters[0].members, ["c2", "c1"]);
}

#[test]
fn a_long_shot_does_not_represent_a_believed_reading() {
    let long = "SELECT customers.name FROM customers";
    let s = selection(vec![judged("c1", long, 0.9, &[1]), judged("c2", NAME, 0.1, &[1])]);
    assert_eq!(s.winner, "c1");
}

#[test]
fn two_clusters_triggers_tournament() {
    let s = selection(vec![judged("c1", NAME, 0.5, &[1]), judged("c2", ID, 0.5, &[2])]);
    assert_eq!((s.method, s.clusters.len(), s.duels.len()), (Method::Tournament, 2, 1));
    assert!(s.duels[0].reasons.iter().all(|r| !r.says.is_empty()));
}

#[test]
fn tournament_winner_has_most_wins() {
    let s = selection(vec![
        judged("c1", NAME, 0.2, &[1]),
        judged("c2", ID, 0.7, &[2]),
        judged("c3", COUNTRY, 0.1, &[3]),
    ]);
    assert_eq!(s.winner, "c2");
    let wins: Vec<u32> = s.standings.iter().map(|x| x.wins).collect();
    assert_eq!(wins.iter().sum::<u32>(), 3);
    let winner = s
        .clusters
        .iter()
        .find(|c| c.members.contains(&"c2".to_string()))
        .unwrap();
    assert_eq!(s.standings.iter().find(|x| x.cluster == winner.id).unwrap().wins, 2);
}

#[test]
fn of_peoples_questions_the_result_with_the_figure_beside_the_name_wins() {
    let pool = |generator: &str| {
        let mut both = judged("c2", "SELECT id, count(*) FROM customers GROUP BY id", 0.45, &[1, 2]);
        if let Outcome::Ran { result, .. } = &mut both.outcome {
            result.columns.push(result.columns[0].clone());
            result
                .rows
                .iter_mut()
                .zip([7, 9])
                .for_each(|(row, n)| row.push(Cell::Int(n)));
        }
        let mut pool = vec![judged("c1", ID, 0.55, &[1, 2]), both];
        pool.iter_mut().for_each(|j| j.candidate.generator = generator.into());
        pool
    };
    assert_eq!(selection(pool("grammar")).winner, "c1");
    let people = selection(pool("reader"));
    assert_eq!(people.winner, "c2");
    let says = &people.duels[0].reasons[0].says;
    assert!(says.contains("55% of the votes show a part of it"), "{says}");
}

#[test]
fn candidate_reorganization_order() {
    let s = selection(vec![
        judged("c1", COUNTRY, 0.34, &[3]),
        judged("c2", NAME, 0.33, &[1]),
        judged("c3", ID, 0.33, &[1]),
    ]);
    assert_eq!(s.clusters[0].members.len(), 2);
    assert_eq!(s.clusters.iter().map(|c| c.id.as_str()).collect::<Vec<_>>(), ["A", "B"]);
}

#[test]
fn generator_ranking_as_tiebreaker() {
    // The built-in generators rank by belief; of equal groups the more believed stands first.
    let s = selection(vec![judged("c1", NAME, 0.2, &[1]), judged("c2", ID, 0.8, &[2])]);
    assert_eq!(s.clusters[0].members, ["c2"]);
    assert_eq!(s.winner, "c2");
}

#[test]
fn pairwise_comparison_count() {
    let pool = (1..=4).map(|i| judged(&format!("c{i}"), NAME, 0.25, &[i])).collect();
    let s = selection(pool);
    assert_eq!((s.clusters.len(), s.duels.len()), (4, 6));
    assert!(s.duels.iter().all(|d| d.judge == "rules"));
}

#[test]
fn fallback_on_no_executable_candidates() {
    let s = selection(vec![
        failed("c1", "SELECT a FROM x", 0.5),
        failed("c2", "SELECT b FROM x", 0.2),
        failed("c3", "select b  from X", 0.3),
    ]);
    assert_eq!((s.method, s.winner.as_str()), (Method::Fallback, "c3"));
    assert!(s.clusters.is_empty());
}

#[test]
fn the_only_one_that_ran_wins() {
    let s = selection(vec![failed("c1", NAME, 0.9), judged("c2", ID, 0.1, &[1])]);
    assert_eq!((s.method, s.winner.as_str()), (Method::Fallback, "c2"));
    assert_eq!(s.why, "Only one of 2 queries could be run.");
    assert_eq!(selection(vec![]).winner, "");
}

#[test]
fn result_equivalence_clustering() {
    let s = selection(vec![
        judged("c1", NAME, 0.5, &[1, 2, 3]),
        judged("c2", ID, 0.5, &[3, 1, 2]),
    ]);
    assert_eq!((s.clusters.len(), s.method), (1, Method::FastPath));
}

#[test]
fn empty_result_cluster_deprioritized() {
    let pool = vec![
        judged("c1", NAME, 0.3, &[]),
        judged("c2", ID, 0.3, &[]),
        judged("c3", COUNTRY, 0.4, &[1]),
    ];
    let s = selection(pool);
    assert_eq!(s.method, Method::Tournament);
    assert!(!s.clusters[0].empty && s.clusters[1].empty);
    assert_eq!(s.winner, "c3");
}

#[test]
fn sixty_percent_of_the_votes_end_it_and_less_does_not() {
    let pool = |a: f64, b: f64, c: f64| {
        vec![
            judged("c1", NAME, a, &[1]),
            judged("c2", ID, b, &[1]),
            judged("c3", COUNTRY, c, &[2]),
        ]
    };
    assert_eq!(selection(pool(0.3, 0.3, 0.4)).method, Method::FastPath);
    assert_eq!(selection(pool(0.3, 0.25, 0.45)).method, Method::Tournament);
    // Two long shots that agree do not outvote the reading that is believed in.
    let s = selection(pool(0.1, 0.1, 0.8));
    assert_eq!((s.method, s.winner.as_str()), (Method::Tournament, "c3"));
}

#[test]
fn one_alone_agrees_with_nobody() {
    let s = selection(vec![
        judged("c1", NAME, 0.9, &[1]),
        judged("c2", ID, 0.05, &[2]),
        judged("c3", COUNTRY, 0.05, &[3]),
    ]);
    assert_eq!((s.method, s.winner.as_str()), (Method::Tournament, "c1"));
}

#[test]
fn unused_words_and_missing_values_weigh() {
    let mut vague = judged("c1", NAME, 0.5, &[1]);
    vague.candidate.unplaced = vec!["expensive".into()];
    let s = selection(vec![vague, judged("c2", ID, 0.5, &[2])]);
    assert_eq!(s.winner, "c2");
    assert!(s.duels[0]
        .reasons
        .iter()
        .any(|r| r.name == "coverage" && r.says.contains("expensive not used")));

    let lost = "SELECT id FROM customers WHERE country = 'Peru'";
    let kept = "SELECT id FROM customers WHERE country = 'France'";
    let s = selection(vec![judged("c1", lost, 0.5, &[1]), judged("c2", kept, 0.5, &[2])]);
    assert_eq!(s.winner, "c2");
    assert!(s.duels[0].reasons.iter().any(|r| r.name == "values"));
}

#[test]
fn the_number_of_rows_asked_for_outweighs_belief() {
    let most = "SELECT MAX(total) FROM orders";
    let first = "SELECT id FROM orders ORDER BY total DESC LIMIT 5";
    let s = asked(
        "What are the top 5 orders?",
        vec![
            judged("c1", most, 0.65, &[9]),
            judged("c2", first, 0.35, &[1, 2, 3, 4, 5]),
        ],
    );
    assert_eq!(s.winner, "c2");
    assert!(s.duels[0]
        .reasons
        .iter()
        .any(|r| r.name == "rows" && r.says.contains("1 where 5 were asked for")));
}

#[test]
fn the_same_pool_gives_the_same_selection() {
    let pool = || {
        vec![
            judged("c1", NAME, 0.5, &[1]),
            judged("c2", ID, 0.5, &[2]),
            judged("c3", COUNTRY, 0.5, &[3]),
        ]
    };
    assert_eq!(selection(pool()), selection(pool()));
}

#[test]
fn what_another_query_uses_and_this_one_leaves_out_speaks_against_it() {
    let both = "SELECT name, country FROM customers";
    let s = asked(
        "Which customers are in which country?",
        vec![judged("c1", NAME, 0.6, &[1]), judged("c2", both, 0.4, &[2])],
    );
    let reason = s.duels[0].reasons.iter().find(|r| r.name == "unsaid").unwrap();
    assert!(reason.says.contains("leaves out country"), "{}", reason.says);
    assert_eq!(s.winner, "c2");
}

#[test]
fn a_column_that_is_there_twice_speaks_against_a_result_however_many_give_it() {
    let doubled = |id: &str, belief| {
        let mut judged = judged(id, "SELECT name, name FROM customers", belief, &[1, 2]);
        if let Outcome::Ran { result, .. } = &mut judged.outcome {
            result.columns.push(result.columns[0].clone());
            result.rows.iter_mut().for_each(|row| row.push(row[0].clone()));
        }
        judged
    };
    let s = selection(vec![
        doubled("c1", 0.4),
        doubled("c2", 0.3),
        judged("c3", NAME, 0.3, &[1, 2]),
    ]);
    assert_eq!((s.method, s.winner.as_str()), (Method::Tournament, "c3"));
    assert!(s.duels[0].reasons.iter().any(|r| r.name == "twice"));
}

#[test]
fn a_query_that_answers_something_else_gives_way_to_one_that_is_believed_nearly_as_much() {
    let sum = "SELECT SUM(customer_id) FROM orders";
    let count = "SELECT COUNT(*) FROM orders";
    let pool = |belief| {
        vec![
            judged("c1", sum, 1.0 - belief, &[70]),
            judged("c2", count, belief, &[9]),
        ]
    };
    let s = asked("How many orders are there?", pool(0.4));
    assert_eq!(s.winner, "c2");
    assert!(s.why.starts_with("Another result was passed over: "), "{}", s.why);
    // One that hardly anything speaks for takes nobody's place.
    let alone = vec![judged("c1", sum, 0.9, &[70]), judged("c3", sum, 0.9, &[70])];
    let far = [alone, vec![judged("c2", count, 0.1, &[9])]].concat();
    assert_eq!(asked("How many orders are there?", far).winner, "c1");
}

#[test]
fn the_weights_say_how_they_were_made_and_leave_alone_what_is_set() {
    for text in [include_str!("judge.txt"), include_str!("judge_people.txt")] {
        assert!(text.starts_with("# askwell-cli eval"), "{text}");
        for line in text.lines().skip(1) {
            let (name, weight) = line.split_once('\t').unwrap();
            assert!(weight.parse::<f64>().is_ok() && SET.iter().all(|(set, _)| *set != name));
        }
    }
}
