//! The times of a question: "last month", "Q3 2024", "since 2021", "5 March 2024", "in May", "fiscal year", "this week",
//! "last Monday", "two years ago", "last summer", "per fiscal year".
//!
//! In: the question, today, the data's last day, how the person counts. Out: each time with its days and one sentence
//! that says so. The one place that decides it: the built-in engine, the prompts and the answer all have it from here.
//! Deliberately absent: which column keeps the time.

use askwell_contract::run::Span;
use askwell_contract::time::{CountFrom, TimeKind, TimeMatch};

use crate::calendar::{Date, Now};
use crate::words::{tokenise, Token};

mod dated;
mod each;
mod fiscal;
mod named;
mod past;
mod relative;

use relative::Told;

/// A time before it is a [`TimeMatch`].
struct Said {
    end: usize,
    kind: TimeKind,
    from: Option<Date>,
    to: Option<Date>,
    /// Counted from today: where the data ends earlier, there may be nothing.
    told: Option<Told>,
    why: String,
}

/// Every time that is said, in the order of the question.
pub fn resolve(now: &Now, question: &str) -> Vec<TimeMatch> {
    let tokens = tokenise(question);
    let mut out: Vec<TimeMatch> = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let said = out
            .last()
            .and_then(|before| dated::same(now, &tokens, i, before))
            .or_else(|| dated::at(now, &tokens, i))
            .or_else(|| named::written_day(&tokens, i))
            .or_else(|| each::at(now.calendar, &tokens, i))
            .or_else(|| fiscal::at(now, &tokens, i))
            .or_else(|| relative::at(now, &tokens, i))
            .or_else(|| named::at(now, &tokens, i));
        match said {
            Some(said) => {
                let end = said.end;
                out.push(finished(now, question, &tokens[i..end], said));
                i = end;
            }
            None => i += 1,
        }
    }
    out
}

fn finished(now: &Now, question: &str, tokens: &[Token], said: Said) -> TimeMatch {
    let span = Span {
        start: tokens.first().map_or(0, |t| t.start) as u32,
        end: tokens.last().map_or(0, |t| t.end) as u32,
    };
    let marks = |c: char| "'\"`\u{201c}\u{201d}\u{2018}\u{2019}".contains(c);
    let words = question[span.start as usize..span.end as usize].trim_matches(marks);
    // The data ends before the time that is asked about.
    let ended = now
        .data_end
        .filter(|end| said.told.is_some() && said.from.is_some_and(|from| *end < from));
    let anew = ended
        .zip(said.told)
        .filter(|_| now.calendar.count_from == CountFrom::DataEnd);
    if let Some((end, told)) = anew {
        let (from, to) = told.days(now, end);
        let to = to.or(Some(end));
        return TimeMatch {
            span,
            words: words.to_owned(),
            says: read_as(words, Some(from), to, &format!("counted from {}", end.words())),
            of_data: Some(format!(
                "The data ends on {}, so \"{words}\" is counted from that day and not from today.",
                end.words()
            )),
            from: Some(from.to_string()),
            to: to.map(|d| d.to_string()),
            kind: said.kind,
            relative: true,
            from_data: true,
        };
    }
    TimeMatch {
        span,
        words: words.to_owned(),
        says: read_as(words, said.from, said.to, &said.why),
        of_data: ended.map(|end| {
            format!(
                "The data ends on {}, before \"{words}\" begins. Settings, Times can have it counted from the data's last day.",
                end.words()
            )
        }),
        from: said.from.map(|d| d.to_string()),
        to: said.to.map(|d| d.to_string()),
        kind: said.kind,
        relative: said.told.is_some(),
        from_data: false,
    }
}

fn read_as(words: &str, from: Option<Date>, to: Option<Date>, why: &str) -> String {
    let days = match (from, to) {
        (Some(from), Some(to)) if from == to => from.words(),
        (Some(from), Some(to)) => format!("{} to {}", from.words(), to.words()),
        (Some(from), None) => format!("{} and later", from.words()),
        (None, Some(to)) => format!("up to {}", to.words()),
        _ => return format!("\"{words}\" is read as {why}."),
    };
    let why = if why.is_empty() {
        String::new()
    } else {
        format!(": {why}")
    };
    format!("\"{words}\" is read as {days}{why}.")
}

#[cfg(test)]
mod tests;
