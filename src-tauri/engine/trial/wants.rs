//! What form of answer the words of a question ask for.
//!
//! In: the question. Out: [`Wants`]. Read from the question alone, so that it can judge queries of any generator.
//! English only; in another language nothing is wanted and nothing is held against a query.

use askwell_contract::run::Finding;
use askwell_sql::features::Features;

use crate::words::{tokenise, Token, TokenKind};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// "How many ...", "what is the average ...": one number.
    One,
    /// "... for each country".
    Groups,
    /// "The 5 most expensive ...".
    Ranking,
    /// "Which ...", "list ...".
    List,
    Unknown,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Wants {
    pub form: Form,
    /// `count`, `sum`, `avg`, `min`, `max`; several for "average and maximum".
    pub aggregates: Vec<&'static str>,
    pub grouping: bool,
    pub ranking: bool,
    /// How many rows a ranking asks for; 1 for "the oldest ...".
    pub first: Option<u64>,
    pub distinct: bool,
    /// Words that tie two kinds of thing together: "their", "whose".
    pub relation: bool,
}

const RANKING: &[&str] = &[
    "top", "bottom", "highest", "lowest", "largest", "smallest", "biggest", "greatest", "most", "least", "fewest",
    "best", "worst", "oldest", "youngest", "newest", "latest", "earliest", "cheapest", "longest", "shortest",
    "heaviest", "lightest", "fastest", "slowest", "tallest",
];

/// After these, "most" and "least" are no ranking: "at most 5".
const BOUNDS: &[&str] = &["at"];

impl Wants {
    /// What the question asks for and a statement does not do (seed 001, 6: semantic mismatch).
    pub fn misses(&self, f: &Features) -> Vec<Finding> {
        let counts = |a: &str| f.aggregates.iter().any(|x| x == a || (a == "sum" && x == "total"));
        let told = [
            (
                self.grouping && !f.group_by,
                "The question asks for groups, and the query makes none.",
            ),
            (
                self.ranking && f.limit.is_none() && !f.window && f.subqueries == 0 && !counts("max") && !counts("min"),
                "The question asks for the first few, and the query does not cut.",
            ),
            (
                self.distinct && !f.distinct && !f.group_by && !counts("count"),
                "The question asks for different ones, and repeats are not left out.",
            ),
            (
                self.relation && f.joins == 0 && f.subqueries == 0,
                "The question ties two things together, and the query reads one table.",
            ),
        ];
        let mut out: Vec<Finding> = told
            .iter()
            .filter(|t| t.0)
            .map(|t| Finding::warning("semantic_mismatch", t.1))
            .collect();
        out.extend(self.aggregates.iter().filter(|a| !counts(a)).map(|a| {
            let says = format!("The question asks for a figure ({a}), and the query does not work it out.");
            Finding::warning("semantic_mismatch", says)
        }));
        out
    }
}

pub fn of(question: &str) -> Wants {
    let tokens: Vec<Token> = tokenise(question)
        .into_iter()
        .filter(|t| t.kind != TokenKind::Quoted)
        .collect();
    let at = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    let any = |words: &[&str]| tokens.iter().any(|t| t.is_any(words));
    let mut aggregates: Vec<&'static str> = Vec::new();
    let mut add = |a: &'static str| {
        if !aggregates.contains(&a) {
            aggregates.push(a);
        }
    };
    let (mut grouping, mut ranking, mut first) = (false, false, None);
    for (i, token) in tokens.iter().enumerate() {
        match token.lower.as_str() {
            "many" if i > 0 && at(i - 1) == "how" => add("count"),
            "number" if at(i + 1) == "of" => add("count"),
            "count" => add("count"),
            "total" if at(i + 1) != "number" => add("sum"),
            "sum" => add("sum"),
            "much" if i > 0 && at(i - 1) == "how" => add("sum"),
            "average" | "mean" | "avg" => add("avg"),
            "maximum" => add("max"),
            "minimum" => add("min"),
            "each" | "per" | "every" => grouping = true,
            "by" if !tokens.iter().take(i).rev().take(2).any(|t| t.is_any(&SORTED)) && breaks_down(&tokens, i) => {
                grouping = true;
            }
            word if RANKING.contains(&word) && !(i > 0 && BOUNDS.contains(&at(i - 1))) => {
                ranking = true;
                let near = [i.checked_sub(1), Some(i + 1)]
                    .into_iter()
                    .flatten()
                    .filter_map(|j| tokens.get(j));
                first = near
                    .filter_map(|t| t.number)
                    .map(|n| n as u64)
                    .find(|n| *n > 0)
                    .or(first);
            }
            _ => {}
        }
    }
    let listed = any(&[
        "which", "list", "show", "what", "who", "find", "give", "names", "display", "tell",
    ]);
    let form = match (ranking, grouping, aggregates.is_empty()) {
        (true, _, _) => Form::Ranking,
        (false, true, _) => Form::Groups,
        (false, false, false) => Form::One,
        (false, false, true) if listed => Form::List,
        _ => Form::Unknown,
    };
    Wants {
        form,
        aggregates,
        grouping,
        ranking,
        first,
        distinct: any(&["different", "distinct", "unique"]),
        relation: any(&[
            "their",
            "whose",
            "who",
            "each",
            "per",
            "with",
            "have",
            "has",
            "placed",
            "made",
            "belonging",
        ]),
    }
}

const SORTED: [&str; 6] = ["ordered", "order", "sorted", "sort", "made", "ranked"];

/// "Sales by country": a noun follows, and no verb form that makes it "written by".
fn breaks_down(tokens: &[Token], by: usize) -> bool {
    let before = by
        .checked_sub(1)
        .and_then(|i| tokens.get(i))
        .is_some_and(|t| !t.lower.ends_with("ed") && !t.lower.ends_with("en"));
    let after = tokens
        .get(by + 1)
        .is_some_and(|t| t.kind == TokenKind::Word && !t.text.starts_with(char::is_uppercase));
    before && after && !tokens.get(by + 1).is_some_and(|t| t.is_any(&["the", "a", "an"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(question: &str) -> Form {
        of(question).form
    }

    #[test]
    fn forms_are_read_from_the_words() {
        assert_eq!(form("How many customers are there?"), Form::One);
        assert_eq!(form("What is the average weight of parcels?"), Form::One);
        assert_eq!(form("How many customers do we have in each country?"), Form::Groups);
        assert_eq!(form("Total sales by region"), Form::Groups);
        assert_eq!(form("Which products were made by Acme?"), Form::List);
        assert_eq!(form("Show customers ordered by name"), Form::List);
        assert_eq!(form("What are the 5 most expensive products?"), Form::Ranking);
        assert_eq!(form("Which orders have at most 3 lines?"), Form::List);
        assert_eq!(form("Combien de clients ?"), Form::Unknown);
    }

    #[test]
    fn numbers_and_aggregates_are_read() {
        assert_eq!(of("the top 3 players").first, Some(3));
        assert_eq!(of("the three oldest teams").first, Some(3));
        assert_eq!(of("the oldest team").first, None);
        assert_eq!(of("the average and maximum price").aggregates, ["avg", "max"]);
        assert_eq!(of("total number of orders").aggregates, ["count"]);
        assert!(of("How many different countries?").distinct);
    }
}
