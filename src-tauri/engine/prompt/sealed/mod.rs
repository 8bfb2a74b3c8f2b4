//! Texts that carry the level of privacy they need.
//!
//! In: what is known of a database, a question, a candidate. Out: [`Sealed`] values, which nothing but the rendering of
//! a prompt can open, and that only up to the level it is allowed. Deliberately absent: any way to seal a text of
//! unknown origin; each builder says what it takes and gives each level its own text.

use askwell_contract::model::Privacy;
use askwell_contract::Dialect;
use askwell_reader::Style;

use super::count;

mod dialects;
pub mod examples;
mod faster;
mod finding;
mod result;
mod said;
mod schema;
mod sql;
mod values;

/// One text for each level at which there is more to say; below the lowest there is none.
#[derive(Clone, Default)]
pub struct Sealed(Vec<Text>);

/// Whose words a text is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Voice {
    /// The person's, or Askwell's own: they may stand among the instructions.
    Told,
    /// The database's, or a model's: they stand within a fence.
    Data,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Plain(String),
    /// Stands for itself on this computer alone; a placeholder goes out.
    Hidden(String),
}

#[derive(Debug, Clone)]
pub(super) struct Text {
    pub level: Privacy,
    pub voice: Voice,
    pub pieces: Vec<Piece>,
}

impl Sealed {
    /// Nothing, at any level.
    pub fn absent() -> Self {
        Self::default()
    }

    pub fn dialect(dialect: Dialect) -> Self {
        let name = match dialect {
            Dialect::Sqlite => "SQLite",
            Dialect::Duckdb => "DuckDB",
            Dialect::Postgres => "PostgreSQL",
        };
        Self::absent().told(Privacy::Names, name)
    }

    /// What this engine does otherwise than others, as far as it makes queries wrong.
    pub fn rules(dialect: Dialect) -> Self {
        Self::absent().told(Privacy::Names, dialects::rules(dialect))
    }

    /// How the answer should look.
    pub fn style(style: Style) -> Self {
        Self::absent().told(Privacy::Names, dialects::style(style))
    }

    /// A field that is only asked whether it is there.
    pub fn mark(there: bool) -> Self {
        match there {
            true => Self::absent().told(Privacy::Names, "yes"),
            false => Self::absent(),
        }
    }

    /// Whether there is nothing to say at this level.
    pub fn is_absent(&self, level: Privacy) -> bool {
        self.at(level).is_none()
    }

    /// The same as a lower level would have it, as far as that has anything.
    #[must_use]
    pub fn up_to(mut self, level: Privacy) -> Self {
        self.0.retain(|text| text.level <= level);
        self
    }

    /// Of the text at a level.
    pub(super) fn tokens(&self, level: Privacy) -> usize {
        let pieces = self.at(level).into_iter().flat_map(|text| &text.pieces);
        pieces.map(|piece| count::tokens(piece.text())).sum()
    }

    /// The text at a level, cut to so many tokens at the end of a line where there is one.
    pub(super) fn shortened(&self, level: Privacy, tokens: usize) -> Self {
        let Some(text) = self.at(level) else {
            return Self::absent();
        };
        let mut left = tokens;
        let mut pieces = Vec::new();
        for piece in &text.pieces {
            match count::tokens(piece.text()) {
                length if length <= left => {
                    left -= length;
                    pieces.push(piece.clone());
                }
                // Half a value would be another value.
                _ => {
                    if let Piece::Plain(plain) = piece {
                        pieces.push(Piece::Plain(count::head(plain, left).to_owned()));
                    }
                    break;
                }
            }
        }
        let (level, voice) = (text.level, text.voice);
        Self(vec![Text { level, voice, pieces }])
    }

    /// The fullest text that the level allows.
    pub(super) fn at(&self, level: Privacy) -> Option<&Text> {
        self.0
            .iter()
            .filter(|text| text.level <= level)
            .max_by_key(|text| text.level)
    }

    fn told(self, level: Privacy, text: impl Into<String>) -> Self {
        self.with(level, Voice::Told, vec![Piece::Plain(text.into())])
    }

    fn data(self, level: Privacy, text: impl Into<String>) -> Self {
        self.with(level, Voice::Data, vec![Piece::Plain(text.into())])
    }

    /// A text without content is left out.
    fn with(mut self, level: Privacy, voice: Voice, pieces: Vec<Piece>) -> Self {
        let blank = |piece: &Piece| matches!(piece, Piece::Plain(text) if text.trim().is_empty());
        if level > Privacy::Nothing && !pieces.iter().all(blank) {
            self.0.push(Text { level, voice, pieces });
        }
        self
    }
}

impl Piece {
    fn text(&self) -> &str {
        match self {
            Self::Plain(text) | Self::Hidden(text) => text,
        }
    }
}

/// Says how much there is, never what.
impl std::fmt::Debug for Sealed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|text| text.level)).finish()
    }
}
