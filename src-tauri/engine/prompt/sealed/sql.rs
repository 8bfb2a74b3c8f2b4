//! A candidate's SQL. Its literals may come from the data; those that the question does not hold are hidden below
//! `Values`, and put back in the reply.

use askwell_contract::model::Privacy;
use askwell_contract::run::RepairAttempt;
use askwell_contract::Catalog;

use super::{Piece, Sealed, Voice};

/// Numbers that say how a query is built, not what is in the data.
const STRUCTURAL: [&str; 8] = ["0", "1", "2", "10", "100", "0.0", "1.0", "100.0"];

impl Sealed {
    /// `said`: the question and its evidence.
    pub fn sql(sql: &str, catalog: &Catalog, said: &str) -> Self {
        Self::absent()
            .with(Privacy::Names, Voice::Data, pieces(sql, catalog, said))
            .data(Privacy::Values, sql)
    }
}

impl Sealed {
    /// Statements that were tried and did not help, each once.
    pub fn tried(repairs: &[RepairAttempt], catalog: &Catalog, said: &str) -> Self {
        let mut seen: Vec<&str> = Vec::new();
        for sql in repairs
            .iter()
            .filter(|r| !r.worked)
            .flat_map(|r| [r.before.as_str(), r.after.as_str()])
        {
            if !sql.is_empty() && !seen.contains(&sql) {
                seen.push(sql);
            }
        }
        let write = |hide: bool| {
            let mut out: Vec<Piece> = Vec::new();
            for sql in &seen {
                match hide {
                    true => out.extend(pieces(sql, catalog, said)),
                    false => out.push(Piece::Plain((*sql).to_owned())),
                }
                out.push(Piece::Plain("\n\n".into()));
            }
            out
        };
        Self::absent()
            .with(Privacy::Names, Voice::Data, write(true))
            .with(Privacy::Values, Voice::Data, write(false))
    }
}

/// The statement with each literal that is not in `said` hidden, and without its comments. It need not be valid:
/// what is not understood is hidden.
pub(super) fn pieces(sql: &str, catalog: &Catalog, said: &str) -> Vec<Piece> {
    let said = said.to_lowercase();
    let mut out = Out::default();
    let mut rest = sql;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '\'' => {
                let length = quoted(rest, '\'');
                let inner = rest[1..length].strip_suffix('\'').unwrap_or(&rest[1..length]);
                out.plain("'");
                out.value(&inner.replace("''", "'"), &said);
                out.plain("'");
                length
            }
            '"' | '`' | '[' => {
                let close = if c == '[' { ']' } else { c };
                let length = quoted(rest, close);
                let inner = rest[1..length].strip_suffix(close).unwrap_or(&rest[1..length]);
                if is_name(catalog, inner) {
                    out.plain(&rest[..length]);
                } else {
                    out.plain(&c.to_string());
                    out.value(inner, &said);
                    out.plain(&close.to_string());
                }
                length
            }
            '$' if rest[1..].starts_with(|c: char| c == '$' || c.is_alphabetic()) => {
                let tag = rest[1..].find('$').map_or(rest.len(), |at| at + 2);
                let body = &rest[tag..];
                let length = body.find(&rest[..tag]).map_or(rest.len(), |at| 2 * tag + at);
                out.plain("'");
                out.value(body.get(..length.saturating_sub(2 * tag)).unwrap_or(body), &said);
                out.plain("'");
                length
            }
            '-' if rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |at| at + 2),
            c if c.is_ascii_digit() || (c == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit())) => {
                let number = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
                let length = rest.find(|c| !number(c)).unwrap_or(rest.len());
                match STRUCTURAL.contains(&&rest[..length]) {
                    true => out.plain(&rest[..length]),
                    false => out.value(&rest[..length], &said),
                }
                length
            }
            c if c.is_alphanumeric() || c == '_' => {
                let length = rest
                    .find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
                    .unwrap_or(rest.len());
                out.plain(&rest[..length]);
                length
            }
            c => {
                out.plain(&rest[..c.len_utf8()]);
                c.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    out.0
}

/// Bytes up to and with the closing mark, a doubled one inside; to the end where there is none.
fn quoted(text: &str, close: char) -> usize {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        if c == close {
            match chars.peek() {
                Some((_, next)) if *next == close && close != ']' => {
                    chars.next();
                }
                _ => return at + c.len_utf8(),
            }
        }
    }
    text.len()
}

fn is_name(catalog: &Catalog, name: &str) -> bool {
    let same = |other: &str| other.eq_ignore_ascii_case(name);
    same(&catalog.name)
        || catalog.tables.iter().any(|table| {
            same(&table.name)
                || table.name.split('.').any(same)
                || table.schema.as_deref().is_some_and(same)
                || table.columns.iter().any(|c| same(&c.name))
        })
}

/// Whether the person said it: whole words of what they said.
fn is_said(said: &str, value: &str) -> bool {
    let value = value.trim().trim_matches(['%', '_']).to_lowercase();
    if value.is_empty() {
        return true;
    }
    let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    said.match_indices(&value)
        .any(|(at, found)| !inside(said[..at].chars().next_back()) && !inside(said[at + found.len()..].chars().next()))
}

#[derive(Default)]
struct Out(Vec<Piece>);

impl Out {
    fn plain(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(Piece::Plain(last)) => last.push_str(text),
            _ => self.0.push(Piece::Plain(text.to_owned())),
        }
    }

    fn value(&mut self, text: &str, said: &str) {
        if is_said(said, text) {
            self.plain(&text.replace('\'', "''"));
        } else {
            self.0.push(Piece::Hidden(text.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake;

    fn shown(sql: &str, said: &str) -> String {
        let catalog = fake::catalog(vec![fake::table("orders", &["id int", "Order Status text"])]);
        let show = |piece: Piece| match piece {
            Piece::Plain(text) => text,
            Piece::Hidden(text) => format!("<{text}>"),
        };
        pieces(sql, &catalog, said).into_iter().map(show).collect()
    }

    #[test]
    fn literals_that_nobody_said_are_hidden() {
        for (sql, said, seen) in [
            ("SELECT 1 FROM orders", "", "SELECT 1 FROM orders"),
            ("WHERE x = 'O''Brien'", "", "WHERE x = '<O'Brien>'"),
            ("WHERE x = 'O''Brien'", "what of O'Brien?", "WHERE x = 'O''Brien'"),
            ("WHERE x LIKE '%paid%'", "all Paid ones", "WHERE x LIKE '%paid%'"),
            ("WHERE x = 'paid'", "the unpaid ones", "WHERE x = '<paid>'"),
            ("WHERE \"Order Status\" > 4711", "", "WHERE \"Order Status\" > <4711>"),
            ("WHERE \"secret\" = t1.y2", "", "WHERE \"<secret>\" = t1.y2"),
            (
                "SELECT 5 -- of secret\nFROM x /* secret */",
                "top 5",
                "SELECT 5 \nFROM x ",
            ),
            ("SELECT $a$secret$a$ + $$x$$", "", "SELECT '<secret>' + '<x>'"),
            ("WHERE a = 'secret", "", "WHERE a = '<secret>'"),
            ("WHERE a = /* secret", "", "WHERE a = "),
            ("LIMIT 10 OFFSET 1.5e3", "", "LIMIT 10 OFFSET <1.5e3>"),
            ("X'53414d'", "", "X'<53414d>'"),
        ] {
            assert_eq!(shown(sql, said), seen);
        }
    }
}
