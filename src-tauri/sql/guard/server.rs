//! A statement as a PostgreSQL server will read it: checked a second time, and written anew for sending.
//!
//! In: a statement. Out: what of it has to be looked up in the catalog (tables, types, and every name and sign that could
//! call something), and, once that is known, the text to send: one form for every literal, every table with its schema.
//! It is meant to run with `search_path = pg_catalog`, where a name without a schema can only be the server's own. The
//! text itself is never sent. Deliberately absent: the catalog, and the server's whole grammar: where its reading and
//! that of our parser could differ, the statement is refused.

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::run::Finding;
use askwell_contract::Dialect;

use self::lexer::{Kind, Piece};
use self::marks::{Mark, Marks};
use super::{checked, functions};

mod lexer;
mod marks;
#[cfg(test)]
mod tests;

/// A table or a type, as the statement names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    pub schema: Option<String>,
    pub name: String,
}

/// What has to be put in the place of some pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    first: usize,
    last: usize,
    named: Named,
}

#[derive(Debug)]
pub struct Reading {
    pieces: Vec<Piece>,
    tables: Vec<Place>,
    types: Vec<Place>,
    /// A table's whole row stands where a value does.
    whole_rows: bool,
    calls: BTreeSet<String>,
    parts: BTreeSet<String>,
    kinds: BTreeSet<String>,
}

/// What is sent, and where each part of it stood in the statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    pub sql: String,
    /// Where a piece begins: in what is sent, and in the statement; in characters from 0.
    places: Vec<(usize, usize)>,
}

/// Words in front of a bracket that call nothing: the grammar's own, and types with a length.
const BEFORE_BRACKET: &str = "
    all and any array as between bit by case char character columns cross cube dec decimal distinct else end escape
    except exists filter float following from full group having ilike in inner intersect interval is isnull join lateral
    like limit materialized natural not notnull nulls numeric offset on only or order ordinality over partition passing
    preceding precision range rollup row rows select sets similar some symmetric then time timestamp to union using
    values varbit varchar varying when where with within xmlnamespaces xmltable zone
";

pub fn read(sql: &str) -> Result<Reading, Finding> {
    // The text as it came, too: a statement that our parser reads in two ways is refused, whatever would be sent.
    checked(sql, Dialect::Postgres)?;
    let pieces = lexer::pieces(sql)?;
    let (text, lines) = one_a_line(&pieces);
    let query = checked(&text, Dialect::Postgres)?;
    let marks = marks::marks(&query, &lines, &pieces)?;
    brackets(&pieces, &marks)?;
    dots(&pieces, &marks)?;
    let named = |fits: &dyn Fn(usize) -> bool| -> BTreeSet<String> {
        let fitting = pieces.iter().enumerate().filter(|(i, _)| fits(*i));
        fitting.map(|(_, piece)| piece.name_or_sign().to_string()).collect()
    };
    let is = |i: usize| pieces[i].is_name();
    let next = |i: usize, sign: &str| pieces.get(i + 1).is_some_and(|next| next.is_sign(sign));
    let before_text = |i: usize| {
        pieces
            .get(i + 1)
            .is_some_and(|next| matches!(next.kind, Kind::Text | Kind::Bits))
    };
    let no_type = |i: usize| {
        let mark = marks.of(i);
        matches!(mark, Some(Mark::Table | Mark::Column | Mark::Function | Mark::Named))
    };
    Ok(Reading {
        calls: named(&|i| pieces[i].kind == Kind::Sign || (is(i) && next(i, "("))),
        parts: named(&|i| is(i) && i > 0 && pieces[i - 1].is_sign(".")),
        kinds: named(&|i| is(i) && (before_text(i) || !no_type(i))),
        whole_rows: marks.whole_rows(&pieces),
        tables: marks.tables,
        types: marks.types,
        pieces: without_hints(pieces),
    })
}

/// Each piece on a line of its own, so that the parser's line tells the piece.
fn one_a_line(pieces: &[Piece]) -> (String, BTreeMap<u64, usize>) {
    let (mut text, mut lines, mut line) = (String::new(), BTreeMap::new(), 1);
    for (i, piece) in pieces.iter().enumerate() {
        lines.insert(line, i);
        text.push_str(&piece.text);
        text.push('\n');
        line += 1 + piece.text.matches('\n').count() as u64;
    }
    (text, lines)
}

fn refused(why: String) -> Finding {
    Finding {
        hint: Some("Askwell only reads: it never writes to a database, a file or the network.".to_string()),
        ..Finding::error("not_read_only", why)
    }
}

/// Whatever stands before an opening bracket is a function that was looked at, a name that the statement gives, or a
/// word of the grammar.
fn brackets(pieces: &[Piece], marks: &Marks) -> Result<(), Finding> {
    for (i, pair) in pieces.windows(2).enumerate() {
        let [piece, next] = pair else { continue };
        if !piece.is_name() || !next.is_sign("(") {
            continue;
        }
        let before = i.checked_sub(1).and_then(|i| pieces.get(i));
        let held = match marks.of(i) {
            Some(Mark::Function | Mark::Type) => true,
            Some(Mark::Alias) => {
                before.is_some_and(|before| before.is_name() || before.is_sign(")") || before.is_sign("]"))
            }
            // `WITH a (x) AS (...)`, never `f(x)`.
            Some(Mark::Named) => {
                behind(pieces, i + 1).is_some_and(|end| pieces.get(end).is_some_and(|p| p.is_word("as")))
            }
            // Functions with a form of their own (`EXTRACT`, `TRIM`, `CAST`) have no place in the tree.
            Some(Mark::Column | Mark::Table) | None => {
                let grammar = BEFORE_BRACKET.split_ascii_whitespace().any(|word| word == piece.name);
                piece.kind == Kind::Word && (grammar || functions::is_known(&piece.name, Dialect::Postgres))
            }
        };
        if !held {
            return Err(refused(format!(
                "The function {} is not on the list of functions known to be harmless.",
                piece.name
            )));
        }
    }
    Ok(())
}

/// Behind the bracket that closes the one at `open`.
fn behind(pieces: &[Piece], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (i, piece) in pieces.iter().enumerate().skip(open) {
        if piece.is_sign("(") {
            depth += 1;
        } else if piece.is_sign(")") {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(i + 1);
            }
        }
    }
    None
}

/// A name with a schema may be a table or a column, a type that will be looked up, or the server's own; nothing else,
/// and nowhere else.
fn dots(pieces: &[Piece], marks: &Marks) -> Result<(), Finding> {
    for i in 0..pieces.len() {
        let starts = pieces[i].is_name() && pieces.get(i + 1).is_some_and(|p| p.is_sign("."));
        let before = i.checked_sub(1).map(|i| &pieces[i]);
        if !starts || before.is_some_and(|before| before.is_sign(".")) {
            continue;
        }
        let mut last = i;
        while pieces.get(last + 1).is_some_and(|p| p.is_sign(".")) && pieces.get(last + 2).is_some_and(Piece::is_name) {
            last += 2;
        }
        let own = pieces[i].name == "pg_catalog";
        let next = pieces.get(last + 1);
        let as_type = before.is_some_and(|before| before.is_sign("::") || before.is_word("as"))
            || next.is_some_and(|next| matches!(next.kind, Kind::Text | Kind::Bits));
        let held = match marks.of(i) {
            Some(Mark::Type) => true,
            Some(Mark::Table | Mark::Column) => !as_type,
            Some(Mark::Function) => own,
            Some(Mark::Alias | Mark::Named) | None => own,
        };
        if !held {
            let name: String = pieces[i..=last].iter().map(|piece| piece.name_or_sign()).collect();
            return Err(refused(format!("{name} is not known to be harmless where it stands.")));
        }
    }
    Ok(())
}

/// `NOT MATERIALIZED` changes no row, but lets a short statement unfold into one that fills the server's memory.
fn without_hints(mut pieces: Vec<Piece>) -> Vec<Piece> {
    for i in 0..pieces.len().saturating_sub(1) {
        if pieces[i].is_word("not") && pieces[i + 1].is_word("materialized") {
            pieces[i].text.clear();
            pieces[i + 1].text.clear();
        }
    }
    pieces
}

impl Piece {
    fn name_or_sign(&self) -> &str {
        if self.is_name() {
            &self.name
        } else {
            &self.text
        }
    }
}

impl Reading {
    pub fn tables(&self) -> BTreeSet<&Named> {
        self.tables.iter().map(|place| &place.named).collect()
    }

    pub fn types(&self) -> BTreeSet<&Named> {
        self.types.iter().map(|place| &place.named).collect()
    }

    /// What could call a function or an operator: names before a bracket, and signs.
    pub fn calls(&self) -> &BTreeSet<String> {
        &self.calls
    }

    /// Names behind a dot: a column, or a function of the row before it.
    pub fn parts(&self) -> &BTreeSet<String> {
        &self.parts
    }

    /// Names that could be a type's.
    pub fn kinds(&self) -> &BTreeSet<String> {
        &self.kinds
    }

    /// Whether a text could become a value of a column's type without a word of it: in a list with such values, as a
    /// part of a whole row, or read from JSON.
    pub fn may_make_values(&self) -> bool {
        const MAKES: [&str; 12] = [
            "array",
            "array_agg",
            "array_append",
            "array_fill",
            "array_prepend",
            "json_populate_record",
            "json_populate_recordset",
            "jsonb_populate_record",
            "jsonb_populate_recordset",
            "lag",
            "lead",
            "row",
        ];
        self.whole_rows
            || self
                .pieces
                .iter()
                .any(|piece| MAKES.iter().any(|word| piece.is_name() && piece.name == *word))
    }

    /// The statement as it is sent. `table` and `kind` tell schema and name of a table or a type; `None` leaves it as it
    /// stands, which only the server's own can be.
    pub fn sent(&self, table: impl Fn(&Named) -> Option<Named>, kind: impl Fn(&Named) -> Option<Named>) -> Sent {
        let mut instead: BTreeMap<usize, (usize, Named)> = BTreeMap::new();
        let tables = self
            .tables
            .iter()
            .filter_map(|place| Some((place, table(&place.named)?)));
        let types = self.types.iter().filter_map(|place| Some((place, kind(&place.named)?)));
        for (place, named) in tables.chain(types) {
            instead.insert(place.first, (place.last, named));
        }
        let (mut sql, mut length, mut places) = (String::new(), 0, Vec::new());
        let mut i = 0;
        while let Some(piece) = self.pieces.get(i) {
            let (text, last) = match instead.get(&i) {
                Some((last, named)) => (named.quoted(), *last),
                None => (piece.text.clone(), i),
            };
            i = last + 1;
            if text.is_empty() {
                continue;
            }
            places.push((length, piece.at));
            length += text.chars().count() + 1;
            sql.push_str(&text);
            sql.push(' ');
        }
        sql.pop();
        Sent { sql, places }
    }
}

impl Named {
    fn quoted(&self) -> String {
        let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
        match &self.schema {
            Some(schema) => format!("{}.{}", quoted(schema), quoted(&self.name)),
            None => quoted(&self.name),
        }
    }
}

impl Sent {
    /// Where the piece stood that a place in the sent text lies in; both in characters from 1.
    pub fn place(&self, at: u32) -> Option<u32> {
        let at = usize::try_from(at).ok()?.checked_sub(1)?;
        let (_, origin) = self.places.iter().rev().find(|(start, _)| *start <= at)?;
        u32::try_from(origin + 1).ok()
    }
}
