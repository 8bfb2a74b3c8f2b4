//! What people call a figure that no column is named after: "revenue", "sales" and "turnover" of a table of order lines.
//!
//! In: catalog and profiles. Out: terms as a glossary has them, for words that nothing of the database is called by.
//! A person's own glossary and every name of the database come before them. Deliberately absent: figures that take
//! more than one table; from lines upwards no join repeats a row.

use askwell_contract::profile::TableProfile;
use askwell_contract::{Catalog, Column, Table, TypeKind};
use askwell_reader::worths;
use askwell_sql::dialect;
use askwell_sql::term::{self, Kind};

use super::glossary::{stems, Known, Sense};
use crate::words::{split_name, tokenise};

/// Each of them alone; of "sales representative" the first word is no figure, see [`super::glossary::said`].
const REVENUE: [&str; 4] = ["revenue", "sales", "turnover", "sales revenue"];

const QUANTITY: [&str; 3] = ["quantity", "qty", "units"];
const PRICE: [&str; 2] = ["price", "unitprice"];
/// Prices that are not asked of a customer.
const NOT_ASKED: [&str; 8] = ["cost", "purchase", "old", "list", "standard", "msrp", "min", "max"];
const DISCOUNT: [&str; 2] = ["discount", "disc"];
/// Tables whose rows are sales, the surest first.
const SOLD: [&str; 5] = ["invoice", "order", "sale", "transaction", "payment"];
/// What the worth of such a row is called, the surest first.
const TOTAL: [&str; 4] = ["total amount", "grand total", "total", "amount"];

/// Terms for what nothing in the database and nothing in `own` is called.
pub fn terms(catalog: &Catalog, profiles: &[TableProfile], own: &[Known]) -> Vec<Known> {
    let Some((table, sql, definition)) = lines(catalog, profiles).or_else(|| totals(catalog)) else {
        return Vec::new();
    };
    let Ok(piece) = term::check(&sql, Kind::Figure, table, catalog) else {
        return Vec::new();
    };
    let named = |stems: &[String]| own.iter().any(|k| k.stems == stems) || called(catalog, stems);
    let known = REVENUE.iter().filter_map(|name| {
        let stems = stems(&tokenise(name));
        (!named(&stems)).then(|| Known {
            name: (*name).to_owned(),
            definition: definition.clone(),
            meaning: Sense::Figure {
                table: table.name.clone(),
                sql: piece.clone(),
            },
            stems,
            implied: true,
        })
    });
    known.collect()
}

/// Whether a table or a column is called so: all of its name, or its last words.
fn called(catalog: &Catalog, words: &[String]) -> bool {
    let ends = |name: &str| stems(&tokenise(&split_name(name).join(" "))).ends_with(words);
    catalog
        .tables
        .iter()
        .any(|t| ends(&t.name) || t.columns.iter().any(|c| ends(&c.name)))
}

/// Quantity times price, less a discount whose scale is known.
fn lines<'a>(catalog: &'a Catalog, profiles: &[TableProfile]) -> Option<(&'a Table, String, String)> {
    let mut found: Vec<(&Table, &Column, &Column)> = Vec::new();
    for table in catalog.tables.iter().filter(|t| sold(t)) {
        let quantity = one(table, |words| QUANTITY.iter().any(|q| words.iter().any(|w| w == q)));
        let price = one(table, |words| {
            let last = words.iter().any(|w| PRICE.contains(&w.as_str()));
            last && !words.iter().any(|w| NOT_ASKED.contains(&w.as_str()))
        });
        if let (Some(quantity), Some(price)) = (quantity, price) {
            found.push((table, quantity, price));
        }
    }
    // Two tables of lines: which of them is meant, nobody said.
    let [(table, quantity, price)] = found[..] else {
        return None;
    };
    let name = |column: &Column| dialect::ident(&column.name, catalog.dialect);
    let plain = |column: &Column| split_name(&column.name).join(" ");
    let product = format!("{} * {}", name(quantity), name(price));
    let definition = format!("{} times {}", plain(quantity), plain(price));
    let discount = one(table, |words| words.iter().any(|w| DISCOUNT.contains(&w.as_str())));
    let share = discount.and_then(|d| Some((d, scale(table, d, profiles)?)));
    Some(match share {
        Some((d, Scale::Percent)) => (
            table,
            format!("SUM({product} * (1 - COALESCE({}, 0) / 100.0))", name(d)),
            format!("{definition}, less the discount"),
        ),
        Some((d, Scale::Fraction)) => (
            table,
            format!("SUM({product} * (1 - COALESCE({}, 0)))", name(d)),
            format!("{definition}, less the discount"),
        ),
        None => (table, format!("SUM({product})"), definition),
    })
}

/// The one column that says what a sale came to.
fn totals(catalog: &Catalog) -> Option<(&Table, String, String)> {
    let of = |table: &Table, words: &str| {
        table
            .columns
            .iter()
            .position(|c| numeric(c) && split_name(&c.name).join(" ") == words)
    };
    for kind in SOLD {
        let is = |t: &&Table| {
            sold(t)
                && split_name(&t.name)
                    .last()
                    .is_some_and(|w| w.trim_end_matches('s') == kind)
        };
        let mut with = catalog.tables.iter().filter(is).filter_map(|t| {
            let at = TOTAL.iter().find_map(|words| of(t, words))?;
            Some((t, &t.columns[at]))
        });
        match (with.next(), with.next()) {
            (Some((table, column)), None) => {
                let sql = format!("SUM({})", dialect::ident(&column.name, catalog.dialect));
                let plain = split_name(&column.name).join(" ");
                return Some((
                    table,
                    sql,
                    format!("{plain} of {}, added up", split_name(&table.name).join(" ")),
                ));
            }
            (None, _) => {}
            _ => return None,
        }
    }
    None
}

fn sold(table: &Table) -> bool {
    worths::is_sold(&split_name(&table.name))
}

fn numeric(column: &Column) -> bool {
    matches!(column.kind, TypeKind::Integer | TypeKind::Decimal | TypeKind::Real)
}

/// The only numeric column whose words are such.
fn one(table: &Table, is: impl Fn(&[String]) -> bool) -> Option<&Column> {
    let mut fits = table.columns.iter().filter(|c| numeric(c) && is(&split_name(&c.name)));
    fits.next().filter(|_| fits.next().is_none())
}

enum Scale {
    Percent,
    Fraction,
}

/// How a discount is kept; `None` where its name and its values do not say.
fn scale(table: &Table, column: &Column, profiles: &[TableProfile]) -> Option<Scale> {
    let profile = profiles.iter().find(|p| p.table == table.name)?;
    let profile = profile.columns.iter().find(|c| c.column == column.name)?;
    let (least, most) = (profile.min.as_f64()?, profile.max.as_f64()?);
    let words = split_name(&column.name);
    let percent = words
        .iter()
        .any(|w| matches!(w.as_str(), "pct" | "percent" | "percentage" | "rate"));
    match () {
        () if least < 0.0 || most > 100.0 => None,
        () if most <= 1.0 => Some(Scale::Fraction),
        () => percent.then_some(Scale::Percent),
    }
}

#[cfg(test)]
mod tests;
