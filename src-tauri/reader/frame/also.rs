//! What else is asked of the same rows, and of each of them.

/// What else is asked of the same rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Also {
    Who,
    /// Whom it was for, or who paid for it: nobody who works here.
    Whom,
    When,
    Where,
    HowMuch,
    What(About),
}

/// What is wanted of a row where a question asks "what" about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// "What it was."
    Itself,
    /// "What it was for."
    Purpose,
    /// "What it was about."
    Subject,
    /// "What was wrong."
    Trouble,
    /// "What was done."
    Work,
}
