//! Hints made by a machine of signs and words of arithmetic. In: any text. Out: a formula in words, or none. Deliberately
//! absent: whether the words are the right ones, which the tests beside it say.

use askwell_fuzz::Machine;

use super::formula;

#[test]
fn a_formula_of_any_signs_is_said_or_left() {
    let machine = Machine {
        name: "formulas",
        corpus: include_str!("../../../../fuzz/corpora/formulas.txt"),
        seeds: Vec::new(),
        words: &[
            "(",
            ")",
            " + ",
            " - ",
            " * ",
            " / ",
            "price",
            "cost_price",
            "100",
            "%",
            " is ",
            " = ",
            "defined as ",
            "minus",
            "times",
            "\u{d7}",
            "\u{2212}",
            "`a b`",
            "\"x\"",
            ";",
            ". ",
            "\n",
            "margin",
            "((((",
            "1.5",
            "SUM(a)",
            "^",
            "{",
            "é",
        ],
    };
    machine.run_text(|text| {
        let said = formula("What is the margin of each product?", text);
        said.map(|said| {
            assert!(said.ends_with('.'), "{said}");
            said.split_whitespace().count().min(30)
        })
    });
}
