//! How an answer was reached, step by step.
//!
//! In: nothing. Out: the type of a step, and how a log of any version is read.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::Span;

/// One step of how an answer was reached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct TraceStep {
    pub text: String,
    /// Places in the question that this step answers to.
    pub words: Vec<Span>,
    /// Rows that went into the step and came out of it; `None` where they were not counted.
    #[specta(type = Option<f64>)]
    pub rows_in: Option<u64>,
    #[specta(type = Option<f64>)]
    pub rows_out: Option<u64>,
}

/// Steps as a log holds them: earlier versions kept the texts alone.
pub fn kept<'de, D: serde::Deserializer<'de>>(log: D) -> Result<Vec<TraceStep>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Kept {
        Text(String),
        Whole(TraceStep),
    }
    let whole = |kept| match kept {
        Kept::Whole(step) => step,
        Kept::Text(text) => TraceStep {
            text,
            words: Vec::new(),
            rows_in: None,
            rows_out: None,
        },
    };
    Ok(Vec::<Kept>::deserialize(log)?.into_iter().map(whole).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Log {
        #[serde(deserialize_with = "kept")]
        steps: Vec<TraceStep>,
    }

    #[test]
    fn steps_of_earlier_versions_are_their_texts() {
        let read = |text: &str| {
            serde_json::from_str::<Log>(text)
                .map(|log| log.steps)
                .unwrap_or_default()
        };
        let before = read(r#"{"steps":["Counted the rows."]}"#);
        assert_eq!(
            (before[0].text.as_str(), before[0].rows_out),
            ("Counted the rows.", None)
        );
        let now = read(r#"{"steps":[{"text":"Counted the rows.","words":[],"rows_in":4,"rows_out":1}]}"#);
        assert_eq!((now[0].rows_in, now[0].rows_out), (Some(4), Some(1)));
    }
}
