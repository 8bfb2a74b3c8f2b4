//! What each kind of call is given, and what it gives back.
//!
//! One struct for the prompts that are filled in alike. Its fields are [`Sealed`]; what is left out (`..Default::default()`)
//! is absent in the template. The level beside a field is the lowest at which it can have anything to say.

use askwell_contract::model::Privacy;

use super::reply::{Chosen, Extracted, Graded, Plainly, Planned, Said, Summaries, Verdict, Written};
use super::sealed::Sealed;
use super::Read;

/// A filled-in struct for a prompt.
pub trait Input: Send + Sync {
    type Reply: Read;
    const FIELDS: &'static [(&'static str, Privacy)];
    fn fields(&self) -> Vec<(&'static str, &Sealed)>;
}

macro_rules! inputs {
    ($($(#[$about:meta])* $name:ident -> $reply:ty { $($(#[$doc:meta])* $field:ident: $level:ident,)* })*) => {
        $($(#[$about])*
        #[derive(Debug, Clone, Default)]
        pub struct $name {
            $($(#[$doc])* pub $field: Sealed,)*
        }

        impl Input for $name {
            type Reply = $reply;
            const FIELDS: &'static [(&'static str, Privacy)] = &[$((stringify!($field), Privacy::$level)),*];
            fn fields(&self) -> Vec<(&'static str, &Sealed)> {
                vec![$((stringify!($field), &self.$field)),*]
            }
        })*
    };
}

inputs! {
    /// The things that a question asks (seed 002, 6.3).
    Planner -> Planned {
        question: Names,
        evidence: Names,
        glossary: Names,
        schema: Names,
    }

    /// Which words of a question are values, and which are names (seed 000, step 5.1).
    Ground -> Extracted {
        question: Names,
        evidence: Names,
        /// Compact; names are enough.
        schema: Names,
    }

    /// Five to eight columns of one table (seed 000, operation 0b).
    Describe -> Summaries {
        /// The same for every batch of a table.
        table: Names,
        glossary: Names,
        columns: Names,
    }

    /// Which columns a question needs, or may need (seed 000, operation 6).
    Link -> Chosen {
        question: Names,
        evidence: Names,
        glossary: Names,
        /// The columns to choose among.
        fields: Names,
        /// Those that were chosen before.
        chosen: Names,
        /// Names of the columns that are in neither.
        beyond: Names,
        values: Values,
    }

    /// A query for a question (seed 000, operation 7).
    Generate -> Written {
        dialect: Names,
        /// What its engine does otherwise than others.
        rules: Names,
        /// How the answer should look.
        style: Names,
        question: Names,
        evidence: Names,
        glossary: Names,
        schema: Names,
        /// There where the schema is given whole: what is not in it the database does not have.
        whole: Names,
        /// Columns that the question points at.
        marked: Names,
        /// There where the model may ask back.
        asking: Names,
        values: Values,
        examples: Names,
        /// There where some of them are the person's own.
        examples_own: Names,
        /// The engine of the examples, where it is another.
        examples_dialect: Names,
        /// There where the examples do not decide what the answer shows.
        examples_style: Names,
        joins: Names,
        /// What in this part of the schema leads astray.
        cautions: Names,
        /// How times and other words were read; see [`Sealed::said`].
        notes: Names,
    }

    /// A statement that failed, and what is known of why (seeds 000, operation 8, and 001, 6f).
    Repair -> Written {
        dialect: Names,
        rules: Names,
        style: Names,
        question: Names,
        evidence: Names,
        schema: Names,
        /// There where the schema is given whole.
        whole: Names,
        values: Values,
        /// How times were read.
        notes: Names,
        sql: Names,
        error: Names,
        /// The columns of the table in question and its neighbours, nothing else.
        whitelist: Names,
        /// The join by which a column that was looked for in the wrong table is reached.
        join: Names,
        /// A column that no table has.
        phantom: Names,
        /// Columns whose names are near.
        candidates: Names,
        /// What the rules of SQL say.
        validator: Names,
        /// In what the statement seems to miss the question.
        semantic: Names,
        /// Statements that were tried before, with what each came to.
        tried: Names,
        /// For each value that the statement looks for in vain, the stored ones that are nearest.
        nearest: Values,
    }

    /// Two statements of which one answers better (seed 000, step 9.4).
    Select -> Verdict {
        dialect: Names,
        rules: Names,
        style: Names,
        question: Names,
        evidence: Names,
        schema: Names,
        values: Values,
        /// How each understood the question, in words.
        reading_a: Values,
        reading_b: Values,
        sql_a: Names,
        result_a: Profile,
        sql_b: Names,
        result_b: Profile,
        /// What tells the two results apart, in words and rows.
        apart: Profile,
    }

    /// The one prompt that an evaluation measures ours against.
    Plain -> Plainly {
        dialect: Names,
        /// As it is declared, with rows.
        schema: Names,
        question: Names,
        evidence: Names,
    }

    /// A statement that gives the same rows faster (seed 004, phase 3).
    Optimise -> Written {
        dialect: Names,
        rules: Names,
        /// The tables that the statement reads.
        schema: Names,
        sql: Names,
        /// The statement as a graph, with what stands out.
        parts: Names,
        /// The engine's plan with its costs.
        plan: Profile,
        /// Rewrites that helped on the same engine.
        examples: Names,
        /// All earlier attempts.
        tried: Names,
        /// What worked before and what to try next.
        analysis: Names,
    }

    /// An answer, to be reviewed before a person reads it (seed 002, 6.8).
    Grade -> Graded {
        dialect: Names,
        rules: Names,
        style: Names,
        question: Names,
        evidence: Names,
        values: Values,
        /// How times were read.
        notes: Names,
        /// What the statement means, in words.
        reading: Values,
        schema: Names,
        sql: Names,
        result: Profile,
        /// The sentence that would be shown.
        answer: Rows,
        /// What rules noticed.
        doubts: Values,
    }

    /// A statement whose answer did not pass, and what was wrong with it (seed 002, 6.5).
    Again -> Written {
        dialect: Names,
        rules: Names,
        style: Names,
        question: Names,
        evidence: Names,
        glossary: Names,
        schema: Names,
        whole: Names,
        joins: Names,
        values: Values,
        notes: Names,
        /// What the statement means, in words, and what it gave.
        reading: Values,
        sql: Names,
        result: Profile,
        issues: Names,
        suggestions: Names,
    }

    /// A sentence for a result.
    Answer -> Said {
        question: Names,
        reading: Names,
        sql: Names,
        result: Profile,
        notes: Names,
    }
}
