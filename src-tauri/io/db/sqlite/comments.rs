//! Comments that people leave in `CREATE TABLE`, which SQLite keeps word for word.
//!
//! In: such a statement. Out: what is said of the table and of each column. A comment belongs to the column before it on its
//! line, or to the one below where it has a line of its own.

/// What is said of a table and of its columns, by their names in lower case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comments {
    pub table: Option<String>,
    pub columns: Vec<(String, String)>,
}

impl Comments {
    pub fn of(&self, column: &str) -> Option<String> {
        let found = self.columns.iter().find(|c| c.0 == column.to_lowercase());
        found.map(|c| c.1.clone())
    }

    fn say(&mut self, column: Option<&String>, words: &str) {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() {
            return;
        }
        let longer = |before: &mut String| {
            before.push(' ');
            before.push_str(&words);
        };
        match column {
            None => match &mut self.table {
                Some(before) => longer(before),
                None => self.table = Some(words),
            },
            Some(name) => match self.columns.iter_mut().find(|c| c.0 == *name) {
                Some(same) => longer(&mut same.1),
                None => self.columns.push((name.clone(), words)),
            },
        }
    }
}

/// Where the reading of a statement stands.
#[derive(Default)]
struct Place {
    depth: usize,
    /// The column that was named last.
    column: Option<String>,
    /// The next name is that of a column.
    opens: bool,
    /// Something but blanks and comments stands on this line.
    written: bool,
    /// Comments with a line of their own, for what comes below.
    ahead: Vec<String>,
    /// The comment before ended with a comma: the next one goes on with it.
    goes_on: bool,
}

/// What a statement says beside itself.
pub fn comments(sql: &str) -> Comments {
    let chars: Vec<char> = sql.chars().collect();
    let mut out = Comments::default();
    let mut place = Place::default();
    let mut at = 0;
    while let Some(c) = chars.get(at).copied() {
        let next = chars.get(at + 1).copied();
        match (c, next) {
            ('-', Some('-')) => {
                let end = find(&chars, at, |c, _| c == '\n');
                said(&chars[at + 2..end], &mut place, &mut out);
                at = end;
            }
            ('/', Some('*')) => {
                let end = find(&chars, at + 2, |c, next| c == '*' && next == Some('/'));
                said(&chars[at + 2..end], &mut place, &mut out);
                at = (end + 2).min(chars.len());
            }
            ('\'' | '"' | '`' | '[', _) => {
                let close = if c == '[' { ']' } else { c };
                let end = find(&chars, at + 1, |d, _| d == close);
                named(chars[at + 1..end].iter().collect(), &mut place, &mut out);
                at = (end + 1).min(chars.len());
            }
            ('(', _) => {
                place.depth += 1;
                place.opens |= place.depth == 1;
                place.written = true;
                at += 1;
            }
            (')', _) => {
                place.depth = place.depth.saturating_sub(1);
                place.written = true;
                at += 1;
            }
            (',', _) => {
                place.opens |= place.depth == 1;
                place.written = true;
                at += 1;
            }
            ('\n', _) => {
                place.written = false;
                at += 1;
            }
            (c, _) if c.is_alphanumeric() || c == '_' => {
                let end = find(&chars, at, |c, _| !(c.is_alphanumeric() || c == '_' || c == '$'));
                named(chars[at..end].iter().collect(), &mut place, &mut out);
                at = end;
            }
            (c, _) => {
                place.written |= !c.is_whitespace();
                at += 1;
            }
        }
    }
    for words in std::mem::take(&mut place.ahead) {
        out.say(None, &words);
    }
    out
}

/// The first place from here on of which it holds, or the end.
fn find(chars: &[char], from: usize, holds: impl Fn(char, Option<char>) -> bool) -> usize {
    let at = (from..chars.len()).find(|at| holds(chars[*at], chars.get(at + 1).copied()));
    at.unwrap_or(chars.len())
}

fn named(name: String, place: &mut Place, out: &mut Comments) {
    place.written = true;
    place.goes_on = false;
    if !std::mem::take(&mut place.opens) || place.depth != 1 {
        return;
    }
    let name = name.to_lowercase();
    for words in std::mem::take(&mut place.ahead) {
        out.say(Some(&name), &words);
    }
    place.column = Some(name);
}

fn said(words: &[char], place: &mut Place, out: &mut Comments) {
    let words: String = words.iter().collect();
    let more = words.trim_end().ends_with(',');
    match (place.written || place.goes_on, place.depth) {
        // Behind the table's name or its opening bracket.
        (true, _) if place.column.is_none() => out.say(None, &words),
        (_, 0) => out.say(None, &words),
        (true, _) => {
            out.say(place.column.as_ref(), &words);
            place.goes_on = more;
        }
        // What ends with a comma is a column that was taken out.
        (false, _) if more => {}
        (false, _) => place.ahead.push(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_belongs_to_what_stands_before_it_on_its_line() {
        let found = comments(
            "CREATE TABLE lessons ( -- one row a lesson\n id INTEGER PRIMARY KEY, mins INTEGER, status TEXT, -- A attended, C cancelled\n \
             room TEXT, /* free text */ \"paid on\" TEXT DEFAULT '--' -- ISO\n)",
        );
        assert_eq!(found.table.as_deref(), Some("one row a lesson"));
        assert_eq!(found.of("status").as_deref(), Some("A attended, C cancelled"));
        assert_eq!(found.of("Room").as_deref(), Some("free text"));
        assert_eq!(found.of("paid on").as_deref(), Some("ISO"));
        assert_eq!(found.of("mins"), None);
    }

    #[test]
    fn a_comment_with_a_line_of_its_own_belongs_to_what_stands_below() {
        let found =
            comments("CREATE TABLE t (\n  -- in kilograms\n  -- as weighed\n  weight NUMERIC(5, 2),\n  note TEXT\n)");
        assert_eq!(found.of("weight").as_deref(), Some("in kilograms as weighed"));
        assert_eq!(found.of("note"), None);
    }

    #[test]
    fn a_comment_that_ends_with_a_comma_goes_on_below() {
        let found = comments("CREATE TABLE t (\n  status TEXT, -- A attended,\n    -- C cancelled\n  note TEXT\n)");
        assert_eq!(found.of("status").as_deref(), Some("A attended, C cancelled"));
        assert_eq!(found.of("note"), None);
    }

    #[test]
    fn a_column_that_was_taken_out_says_nothing_of_the_next() {
        let found = comments("CREATE TABLE t (\n  -- old TEXT,\n  note TEXT\n)");
        assert_eq!(found, Comments::default());
    }

    #[test]
    fn what_is_cut_off_or_quoted_is_no_trouble() {
        assert_eq!(
            comments("CREATE TABLE t (a TEXT /* open").of("a").as_deref(),
            Some("open")
        );
        assert_eq!(comments("CREATE TABLE 'a -- b' (\"x"), Comments::default());
        assert_eq!(comments("").columns, []);
    }
}
