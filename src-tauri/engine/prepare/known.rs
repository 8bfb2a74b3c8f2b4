//! What the reader may know of a database, from what preparing found.
//!
//! In: [`Knowledge`]. Out: [`Known`]: names as words, what each column is for, how tables join. Deliberately absent: values
//! of cells, but for the commonest texts of columns that have few.

use askwell_contract::profile::{ColumnProfile, Disguise};
use askwell_contract::view::{DateOrder, Stretch, View, ViewKind};
use askwell_contract::{Cell, Column, Dialect, ForeignKey, KeyOrigin, Table, TypeKind};
use askwell_reader::known::{self, Col, Known, Link, Role, Told};
use askwell_sql::dialect;

mod clock;
mod explained;
mod labels;
pub mod packed;

use super::codebook;
use super::glossary::{self, Sense};
use super::identifies::{identifies, Identifies};
use super::Knowledge;
use crate::calendar::Date;
use crate::words::{is_part_of_name, split_name, Speech};

/// More different texts than this are no kinds of something.
const KINDS: u64 = 60;
/// Larger schemas are left to the older engine.
const COLUMNS: usize = 2_000;
/// Where texts are no longer than this on average, a short one is a code like the others.
const SHORT: f64 = 3.2;
/// Texts that stand where nothing is known; "unknown" and "other" are answers.
const GAPS: [&str; 14] = [
    "-", "--", "—", "–", ".", "?", "n/a", "n.a.", "na", "#n/a", "none", "null", "nil", "nan",
];
/// What rows are called that add up the others, and the most that a sheet has of them: a few, or one below every other two.
const TOTALS: [&str; 5] = ["total", "totals", "grand total", "subtotal", "sub total"];
const FEW: usize = 5;
const BELOW: u64 = 3;
/// More different texts than this are names of single things, which may well differ in a blank alone.
const SPELT: u64 = 500;
/// Commonest texts that are handed over.
const TOP: usize = 10;
/// Characters of a day as text; a time of day makes it longer.
const DAY: u64 = 10;
/// Characters that a description has on average where it is a name.
const NAME: f64 = 30.0;

impl Knowledge {
    /// For the reader; `None` where the schema is too large for it to look at every name for every question.
    pub fn reader(&self) -> Option<&Known> {
        let columns: usize = self.catalog.tables.iter().map(|t| t.columns.len()).sum();
        (columns <= COLUMNS).then(|| self.reader.get_or_init(|| self.for_reader().ready()))
    }

    /// How its names are spoken of.
    pub fn speech(&self) -> Speech {
        // Once for a database: a reading asks for it, and a warehouse has tens of thousands of names.
        *self.speech.get_or_init(|| {
            let tables = &self.catalog.tables;
            let columns = tables.iter().flat_map(|t| &t.columns).map(|c| c.name.as_str());
            Speech::of(tables.len(), tables.iter().map(|t| t.name.as_str()).chain(columns))
        })
    }

    fn for_reader(&self) -> Known {
        let tables: Vec<known::Table> = self.catalog.tables.iter().map(|t| table(self, t)).collect();
        let mut links = Vec::new();
        for (at, t) in self.catalog.tables.iter().enumerate() {
            links.extend(t.foreign_keys.iter().filter_map(|key| link(self, at, key)));
        }
        // What others refer to tells rows apart, where no key is declared.
        let mut tables = tables;
        for l in &links {
            if let ([_], [to]) = (l.from.as_slice(), l.to.as_slice()) {
                let table: &mut known::Table = &mut tables[to.table];
                if table.key.is_empty() && table.columns[to.column].unique {
                    table.key = vec![to.column];
                }
            }
        }
        self.explain(&mut tables);
        // A sheet's rows may be numbered.
        for table in tables.iter_mut().filter(|t| t.key.is_empty()) {
            table.key.extend(labels::number(&table.columns));
        }
        Known {
            dialect: self.catalog.dialect,
            week: askwell_contract::time::WeekStart::Monday,
            tables,
            links,
            speech: Default::default(),
        }
    }
}

fn link(knowledge: &Knowledge, from: usize, key: &ForeignKey) -> Option<Link> {
    let tables = &knowledge.catalog.tables;
    let to = tables.iter().position(|t| t.name.eq_ignore_ascii_case(&key.to_table))?;
    let place = |table: usize, name: &String| {
        let column = tables[table]
            .columns
            .iter()
            .position(|c| c.name.eq_ignore_ascii_case(name))?;
        Some(Col { table, column })
    };
    let all = |table: usize, names: &[String]| names.iter().map(|n| place(table, n)).collect::<Option<Vec<Col>>>();
    let link = Link {
        from: all(from, &key.columns)?,
        to: all(to, &key.to_columns)?,
        inferred: matches!(key.origin, KeyOrigin::Inferred { .. }),
        untidy: key.is_untidy(),
    };
    (!link.from.is_empty() && link.from.len() == link.to.len()).then_some(link)
}

fn table(knowledge: &Knowledge, t: &Table) -> known::Table {
    let profiled = knowledge.table(&t.name);
    let mut columns: Vec<known::Column> = t.columns.iter().map(|c| column(knowledge, t, c)).collect();
    let key = t
        .primary_key
        .iter()
        .filter_map(|k| t.columns.iter().position(|c| c.name.eq_ignore_ascii_case(k)))
        .collect();
    let short = |c: &known::Column| {
        let profile = knowledge.profile(&t.name, &c.name);
        profile.is_some_and(|p| p.unique && p.mean_length.is_some_and(|m| m <= NAME))
    };
    let labels = labels::labels(&columns, short);
    let rows = profiled.map_or(0, |p| p.rows);
    let own = knowledge.terms.iter().filter(|term| !term.implied);
    columns.extend(own.filter_map(|term| own_word(term, &t.name, rows)));
    let totals = totals(knowledge, t, &columns);
    known::Table {
        totals,
        sql: dialect::table(t, knowledge.catalog.dialect),
        name: t.name.clone(),
        words: table_words(&t.name),
        stems: Vec::new(),
        rows,
        columns,
        key,
        labels,
    }
}

/// The words for a table's rows, without a modeller's jargon: `OrderHeader` keeps orders, `dim_customer` customers.
fn table_words(name: &str) -> Vec<String> {
    let mut words = split_name(name);
    let last = |w: &String| matches!(w.as_str(), "header" | "headers" | "hdr" | "master" | "mst");
    let first = |w: &String| matches!(w.as_str(), "tbl" | "tb" | "dim" | "fact");
    if words.len() > 1 && words.last().is_some_and(last) {
        words.pop();
    }
    if words.len() > 1 && words.first().is_some_and(first) {
        words.remove(0);
    }
    words
}

/// Texts by which rows are known that add up the others. A table with a key of its own is no sheet; nor does a total stand in
/// more than a few rows, subtotals apart, or more than once in a column that only sorts rows into kinds.
fn totals(knowledge: &Knowledge, t: &Table, columns: &[known::Column]) -> Vec<(usize, Vec<String>)> {
    if !t.primary_key.is_empty() || !columns.iter().any(known::Column::is_number) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (at, c) in columns.iter().enumerate() {
        if c.told.is_some() || c.kind != TypeKind::Text {
            continue;
        }
        let sorts = c.distinct * 2 <= c.rows.saturating_sub(c.nulls);
        // The row of a total says nothing of what its rows have: "total" may be a kind, too.
        let blank = |o: &known::Column| o.name != c.name && o.kind == TypeKind::Text && o.has_gaps();
        if sorts && !columns.iter().any(blank) {
            continue;
        }
        let plain = |text: &str| text.trim().trim_end_matches(':').to_lowercase().replace('-', " ");
        let most = |text: &str| match (sorts, plain(text).starts_with("sub")) {
            (true, _) => 1,
            (false, true) => (c.rows / BELOW).max(FEW as u64),
            (false, false) => FEW as u64,
        };
        let hits = TOTALS
            .iter()
            .flat_map(|word| knowledge.values.lookup_in(&t.name, &c.name, word, FEW));
        let mut texts: Vec<String> = hits
            .filter(|hit| TOTALS.contains(&plain(&hit.value).as_str()))
            .filter(|hit| hit.rows <= most(&hit.value))
            .map(|hit| hit.value)
            .collect();
        texts.sort();
        texts.dedup();
        if !texts.is_empty() {
            out.push((at, texts));
        }
    }
    out
}

/// A term of the glossary that is SQL over the table.
fn own_word(term: &glossary::Known, table: &str, rows: u64) -> Option<known::Column> {
    let told = match &term.meaning {
        Sense::Condition { table: of, sql } if of == table => Told::Condition {
            alone: sql.alone.clone(),
            joined: sql.joined.clone(),
        },
        Sense::Figure { table: of, sql } if of == table => Told::Figure {
            alone: sql.alone.clone(),
            joined: sql.joined.clone(),
            each: sql.each.as_ref().map(|each| known::Each {
                function: each.function.clone(),
                alone: each.alone.clone(),
                joined: each.joined.clone(),
            }),
        },
        _ => return None,
    };
    let words = split_name(&term.name);
    Some(known::Column::of_word(&term.name, words, rows, told))
}

fn column(knowledge: &Knowledge, t: &Table, c: &Column) -> known::Column {
    let p = knowledge.profile(&t.name, &c.name);
    let words = split_name(&c.name);
    // Texts that other ways of reading already know how to write stay with them; SQLite's own knows `1978-08-01` alone,
    // whatever the column is declared as.
    let sqlite = knowledge.catalog.dialect == Dialect::Sqlite;
    let view = p
        .and_then(|p| p.view.as_ref())
        .filter(|v| c.kind == TypeKind::Text || sqlite && is_untidy(v));
    let stretch = view.map(View::stretch).unwrap_or_default();
    let packed = p.and_then(|p| packed::view(c.kind, p, knowledge.catalog.dialect));
    let number = |cell: &Cell| match cell {
        Cell::Int(n) => Some(*n as f64),
        Cell::Real(n) => Some(*n),
        Cell::Decimal(digits) => digits.parse().ok(),
        _ => None,
    };
    let text = |cell: &Cell| match cell {
        Cell::Text(t) => Some(t.clone()),
        _ => None,
    };
    let top = match p.filter(|p| p.distinct <= KINDS) {
        Some(p) => p.top.iter().filter_map(|v| text(&v.value)).take(TOP).collect(),
        None => Vec::new(),
    };
    let seen = p
        .into_iter()
        .flat_map(|p| p.top.iter().map(|v| &v.value).chain([&p.min, &p.max]));
    let timed = seen.filter_map(text).any(|t| t.contains(':'));
    let words_of = knowledge.described.words_of(&knowledge.catalog, &t.name, &c.name);
    let means = words_of.map(|d| codebook::codes(d, &top)).unwrap_or_default();
    known::Column {
        name: c.name.clone(),
        role: role(t, c, p, &words),
        words,
        stems: Vec::new(),
        kind: c.kind,
        disguises: p.map(|p| p.disguises.clone()).unwrap_or_default(),
        rows: p.map_or(0, |p| p.rows),
        nulls: p.map_or(0, |p| p.nulls),
        distinct: p.map_or(0, |p| p.distinct),
        unique: p.is_some_and(|p| p.unique),
        min: p.and_then(|p| number(&p.min)),
        max: p.and_then(|p| number(&p.max)),
        low: p.and_then(|p| p.quantiles.first().and_then(number)),
        top,
        gaps: p.map(|p| gaps(c, p)).unwrap_or_default(),
        means,
        spellings: match p.is_some_and(|p| p.distinct <= SPELT) {
            true => spellings(knowledge, &t.name, &c.name),
            false => Vec::new(),
        },
        parts: Vec::new(),
        units: view.map_or_else(Vec::new, units),
        view: view
            .map(|v| askwell_sql::view::expr(v, "{}", knowledge.catalog.dialect))
            .or_else(|| packed.clone()),
        view_is_day: view.is_some_and(View::is_date) || packed.is_some(),
        days_only: c.kind == TypeKind::Date
            || packed.is_some()
            || view.is_some_and(View::is_date) && !timed
            || stretch != Stretch::Day
            || p.is_some_and(|p| (1..=DAY).contains(&p.max_length)),
        stretch,
        minutes: view.is_some_and(View::is_minutes),
        clock: view.is_none() && p.is_some_and(|p| clock::is_clock(p, c.kind)),
        minutes_of_day: p.and_then(|p| clock::minutes_of_day(p, c.kind, knowledge.catalog.dialect)),
        latest: p
            .and_then(|p| Date::parse(&p.max.to_string()))
            .map(|day| day.to_string()),
        told: None,
    }
}

/// Of several spellings those that differ in capitals and blanks alone, together: Luis and Luís are two persons.
fn persons(texts: Vec<String>) -> Vec<Vec<String>> {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let mut same: Vec<Vec<String>> = Vec::new();
    for text in texts {
        match same.iter_mut().find(|g| plain(&g[0]) == plain(&text)) {
            Some(group) => group.push(text),
            None => same.push(vec![text]),
        }
    }
    same.retain(|g| g.len() > 1);
    same
}

/// Whether a column keeps a part of people's names.
fn personal(name: &str) -> bool {
    split_name(name).iter().any(|w| is_part_of_name(w))
}

/// What its numbers are told in; money is told in by every sheet.
fn units(view: &View) -> Vec<String> {
    match &view.kind {
        ViewKind::Number { figures } => figures.units.clone(),
        ViewKind::Duration { .. } => vec![known::MINUTES.to_owned()],
        ViewKind::Money { .. } | ViewKind::Percent { .. } | ViewKind::Date { .. } => Vec::new(),
    }
}

/// Texts of a column that are one thing in several spellings; none where there are more groups than are kept.
fn spellings(knowledge: &Knowledge, table: &str, column: &str) -> Vec<Vec<String>> {
    let mut found = knowledge.finds.spellings.iter();
    let of = found.find(|s| s.table == table && s.column == column && s.all as usize == s.groups.len());
    let groups = of.into_iter().flat_map(|s| &s.groups);
    groups
        .map(|g| g.iter().map(|spelling| spelling.0.clone()).collect::<Vec<String>>())
        .flat_map(|texts| if personal(column) { persons(texts) } else { vec![texts] })
        .map(|mut texts| {
            // Stable: the commonest of those that are as well written stays first.
            texts.sort_by_key(|text| slovenly(text));
            texts
        })
        .collect()
}

/// How ill a spelling is fit to be shown for the others: blanks around it, no capital, nothing but capitals.
fn slovenly(text: &str) -> u8 {
    let (upper, lower) = (
        text.chars().any(char::is_uppercase),
        text.chars().any(char::is_lowercase),
    );
    match () {
        () if text.trim() != text => 3,
        () if lower && !upper => 2,
        // `USA` is written so.
        () if upper && !lower && text.chars().filter(|c| c.is_alphabetic()).count() > 4 => 1,
        () => 0,
    }
}

/// Texts of a column in which nothing is said. Short codes are left alone: `NA` is Namibia.
fn gaps(c: &Column, p: &ColumnProfile) -> Vec<String> {
    // Beside yes and no what says neither says nothing.
    let asks = p.disguises.contains(&Disguise::BooleanInText);
    let short = p.mean_length.is_some_and(|m| m <= SHORT) && !asks;
    let texts = p.top.iter().filter_map(|v| match &v.value {
        Cell::Text(text) => Some(text),
        _ => None,
    });
    let says_nothing = |text: &&String| {
        let text = text.trim();
        text.is_empty() || !short && GAPS.iter().any(|gap| gap.eq_ignore_ascii_case(text))
    };
    match c.kind {
        TypeKind::Text => texts.filter(says_nothing).cloned().collect(),
        _ => Vec::new(),
    }
}

/// Days without a time, of which some lack a zero or have another order.
fn is_untidy(view: &View) -> bool {
    let ViewKind::Date { formats } = &view.kind else {
        return false;
    };
    formats.iter().any(|f| f.order != DateOrder::Iso) && formats.iter().all(|f| !f.timed)
}

fn role(t: &Table, c: &Column, p: Option<&ColumnProfile>, words: &[String]) -> Role {
    let is = |d: Disguise| p.is_some_and(|p| p.disguises.contains(&d));
    let refers = t
        .foreign_keys
        .iter()
        .any(|k| k.columns.iter().any(|n| n.eq_ignore_ascii_case(&c.name)));
    let key = t.primary_key.len() == 1 && t.primary_key[0].eq_ignore_ascii_case(&c.name);
    let distinct = p.map_or(0, |p| p.distinct);
    let last = words.last().map_or("", String::as_str);
    if refers {
        return Role::Reference;
    }
    if c.kind == TypeKind::Boolean || is(Disguise::BooleanInNumber) || is(Disguise::BooleanInText) {
        return Role::Flag;
    }
    if dialect::stored(c.kind, p.map_or(&[][..], |p| &p.disguises)).is_some() {
        return Role::Time;
    }
    let view = p.and_then(|p| p.view.as_ref()).filter(|_| c.kind == TypeKind::Text);
    if view.is_some_and(View::is_date) || p.is_some_and(|p| packed::newest(c.kind, p).is_some()) {
        return Role::Time;
    }
    if c.kind.is_number() || view.is_some() {
        return match identifies(t, c, p) {
            Some(Identifies::Key) if key => Role::Key,
            Some(_) => Role::Number,
            None => Role::Measure,
        };
    }
    match c.kind {
        TypeKind::Text if key => Role::Code,
        TypeKind::Text if is(Disguise::Code) => Role::Code,
        TypeKind::Text
            if p.is_some_and(|p| p.mean_length.is_some_and(|m| m <= 3.2) && p.max_length <= 4 && distinct > 2) =>
        {
            Role::Code
        }
        TypeKind::Text if matches!(last, "name" | "title") => Role::Label,
        TypeKind::Text if p.is_some_and(|p| p.unique) => Role::Label,
        TypeKind::Text if distinct > 0 && distinct <= KINDS => Role::Category,
        _ => Role::Text,
    }
}

#[cfg(test)]
mod tests {
    use askwell_contract::profile::TableProfile;

    use crate::prepare::values::ColumnValues;
    use crate::prepare::{fake, Knowledge};

    /// What rows of totals are known by, in a sheet of so many rows whose centres and headings have these texts.
    fn totals(rows: u64, centres: &[(&str, u64)], headings: &[(&str, u64)], blanks: u64) -> Vec<(usize, Vec<String>)> {
        let profile = |name: &str, of: &[(&str, u64)]| {
            let mut profile = fake::profile("budget", name, rows, of.len() as u64);
            profile.nulls = blanks;
            profile.unique = false;
            profile
        };
        let profiled = TableProfile {
            table: "budget".into(),
            rows,
            read: rows,
            columns: vec![
                profile("centre", centres),
                profile("heading", headings),
                fake::profile("budget", "spent", rows, rows),
            ],
            grain: String::new(),
            freshness: None,
        };
        let values = |name: &str, of: &[(&str, u64)]| {
            let of = of.iter().map(|(text, n)| ((*text).to_owned(), *n)).collect();
            ColumnValues::new("budget", name, of, true, None)
        };
        let sheet = fake::table("budget", &["centre text", "heading text", "spent real"]);
        let knowledge = Knowledge::build(
            fake::catalog(vec![sheet]),
            "1".into(),
            vec![profiled],
            vec![values("centre", centres), values("heading", headings)],
        );
        knowledge
            .reader()
            .map(|known| known.tables[0].totals.clone())
            .unwrap_or_default()
    }

    #[test]
    fn subtotals_and_the_one_total_of_a_sheet_add_up_its_other_rows() {
        let headings: Vec<String> = (0..18).map(|i| format!("Heading {i}")).collect();
        let mut headings: Vec<(&str, u64)> = headings.iter().map(|h| (h.as_str(), 1)).collect();
        headings.push(("Sub-total", 6));
        let centres = [("Hall", 8), ("Grants", 8), ("Office", 8), ("TOTAL", 1)];
        let found = totals(25, &centres, &headings, 1);
        let of = |column: usize, text: &str| (column, vec![text.to_owned()]);
        assert_eq!(found, [of(0, "TOTAL"), of(1, "Sub-total")]);
        // A kind of things that is called so has many rows, or says what else it is.
        assert_eq!(totals(25, &[("Hall", 12), ("Total", 13)], &headings[..3], 1), []);
        assert_eq!(totals(25, &centres, &headings[..18], 0), []);
    }

    #[test]
    fn a_spelling_that_is_well_written_stands_for_the_others() {
        let mut texts = ["keighley", "KEIGHLEY", "Keighley", "Keighley "];
        texts.sort_by_key(|t| super::slovenly(t));
        assert_eq!(texts, ["Keighley", "KEIGHLEY", "keighley", "Keighley "]);
        assert_eq!(super::slovenly("USA"), 0);
    }

    #[test]
    fn names_of_persons_are_one_in_other_capitals_and_blanks_but_not_in_other_letters() {
        let texts = ["Luis Mar", "luis  mar", "Luís Mar", "LUIS MAR "]
            .map(str::to_owned)
            .to_vec();
        assert_eq!(super::persons(texts), [["Luis Mar", "luis  mar", "LUIS MAR "]]);
    }
}
