//! Names of tables and columns as phrases: `tblOrderLines` is "order line", `weight_kg` is "weight, in kilograms".
//!
//! In: a catalog. Out: words of each name without house prefixes and with abbreviations written out. Deliberately
//! absent: what the words mean.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use askwell_contract::{Catalog, Table};

use super::super::fields::prefixes;
use crate::words::{among, is_word, singular, split_name};

const ABBREVIATIONS: &str = include_str!("abbreviations.txt");

/// Words at the edges of a table's name that say that it is a table.
const TABLE_WORDS: &str = "tbl tb tab table dim dimension fact vw view stg staging ref lkp lookup raw master mst";
/// Pieces that end a name and say what it is measured in.
const UNITS: [(&str, &str); 54] = [
    ("kg", "kilograms"),
    ("kgs", "kilograms"),
    ("g", "grams"),
    ("mg", "milligrams"),
    ("lb", "pounds"),
    ("lbs", "pounds"),
    ("oz", "ounces"),
    ("cm", "centimetres"),
    ("mm", "millimetres"),
    ("km", "kilometres"),
    ("km2", "square kilometres"),
    ("m2", "square metres"),
    ("sqm", "square metres"),
    ("ft", "feet"),
    ("sqft", "square feet"),
    ("mi", "miles"),
    ("miles", "miles"),
    ("usd", "US dollars"),
    ("eur", "euros"),
    ("gbp", "pounds sterling"),
    ("chf", "Swiss francs"),
    ("jpy", "yen"),
    ("pct", "percent"),
    ("percent", "percent"),
    ("percentage", "percent"),
    ("ms", "milliseconds"),
    ("msec", "milliseconds"),
    ("milliseconds", "milliseconds"),
    ("sec", "seconds"),
    ("secs", "seconds"),
    ("seconds", "seconds"),
    ("mins", "minutes"),
    ("minutes", "minutes"),
    ("hrs", "hours"),
    ("hours", "hours"),
    ("days", "days"),
    ("weeks", "weeks"),
    ("months", "months"),
    ("years", "years"),
    ("kwh", "kilowatt hours"),
    ("mwh", "megawatt hours"),
    ("kw", "kilowatts"),
    ("mw", "megawatts"),
    ("celsius", "degrees Celsius"),
    ("fahrenheit", "degrees Fahrenheit"),
    ("bytes", "bytes"),
    ("kb", "kilobytes"),
    ("mb", "megabytes"),
    ("gb", "gigabytes"),
    ("mph", "miles per hour"),
    ("kph", "kilometres per hour"),
    ("kmh", "kilometres per hour"),
    ("bpm", "beats per minute"),
    ("ppm", "parts per million"),
];
/// Written in capitals.
const CAPITALS: &str =
    "id url uri vat isbn issn sku gps http ip usa uk us eu api pdf sms tv dvd cd dna bmi crm erp iso faq ceo cfo hr";

/// One table's words.
#[derive(Debug, Clone, PartialEq)]
pub struct TableName {
    /// What one row is called: "order line".
    pub one: String,
    /// What the rows are called: "order lines".
    pub many: String,
    /// The words of `one`.
    pub words: Vec<String>,
    /// Bytes of a column's name that only repeat a prefix.
    columns: usize,
    house: String,
}

/// One column's words, without those that only repeat the table's name.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnName {
    pub words: Vec<String>,
    pub unit: Option<&'static str>,
}

/// Of every table, in the catalog's order.
pub fn tables(catalog: &Catalog) -> Vec<TableName> {
    let names: Vec<&str> = catalog.tables.iter().map(|t| t.name.as_str()).collect();
    let house = prefixes::house(&names);
    catalog.tables.iter().map(|table| table_name(table, house)).collect()
}

fn table_name(table: &Table, house: &str) -> TableName {
    let bare = &table.name[prefixes::cut(&table.name, house)..];
    let columns: Vec<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
    let short = prefixes::short(bare, &columns, house);
    let last = match &table.schema {
        Some(schema) => bare.strip_prefix(schema.as_str()).and_then(|r| r.strip_prefix('.')),
        None => None,
    };
    let mut words = words_of(last.unwrap_or(bare));
    let kind = |w: Option<&String>| w.is_some_and(|w| among(TABLE_WORDS, w));
    while words.len() > 1 && kind(words.first()) {
        words.remove(0);
    }
    while words.len() > 1 && kind(words.last()) {
        words.pop();
    }
    // "t1", "xq_7": letters that say nothing are not repeated to a person.
    let known = words.iter().any(|w| w.chars().count() > 3 || is_word(w));
    let mut one = words.clone();
    if let Some(last) = one.last_mut() {
        *last = singular(last);
    }
    // "sales by month": a row of it is no "sales by month".
    let plain = known
        && !words
            .iter()
            .any(|w| matches!(w.as_str(), "by" | "per" | "vs" | "for" | "with" | "from"));
    TableName {
        one: if plain { one.join(" ") } else { "row".into() },
        many: words.join(" "),
        words: one,
        columns: short,
        house: house.to_owned(),
    }
}

impl TableName {
    pub fn column(&self, name: &str) -> ColumnName {
        let cut = self.columns.max(prefixes::cut(name, &self.house));
        let bare = name.get(cut..).filter(|rest| !rest.is_empty()).unwrap_or(name);
        let last = bare.rsplit(['_', ' ', '-', '(']).next().unwrap_or_default();
        let last = last.trim_end_matches(')').to_lowercase();
        let unit = UNITS.iter().find(|u| u.0 == last && bare.len() > last.len());
        let mut words = words_of(match unit {
            Some(_) => bare.trim_end_matches(')'),
            None => bare,
        });
        if unit.is_some() {
            let rest = bare[..bare.trim_end_matches(')').len() - last.len()].trim_end_matches(['_', ' ', '-', '(']);
            words = words_of(rest);
        }
        let own = words
            .iter()
            .zip(&self.words)
            .take_while(|(a, b)| a == b || singular(a) == **b)
            .count();
        if own == self.words.len() && own < words.len() {
            words.drain(..own);
        }
        ColumnName {
            words,
            unit: unit.map(|u| u.1),
        }
    }
}

/// The words of a name with abbreviations written out.
pub fn words_of(name: &str) -> Vec<String> {
    let split = split_name(name).into_iter();
    let words: Vec<String> = split
        .flat_map(|word| match abbreviations().get(word.as_str()) {
            Some(long) if !is_word(&word) => long.split(' ').map(str::to_owned).collect(),
            _ => vec![word],
        })
        .map(|word| {
            if among(CAPITALS, &word) {
                word.to_uppercase()
            } else {
                word
            }
        })
        .collect();
    if words.is_empty() {
        vec![name.to_owned()]
    } else {
        words
    }
}

fn abbreviations() -> &'static BTreeMap<&'static str, &'static str> {
    static MAP: OnceLock<BTreeMap<&'static str, &'static str>> = OnceLock::new();
    MAP.get_or_init(|| {
        let lines = ABBREVIATIONS.lines().filter(|l| !l.starts_with('#'));
        lines.filter_map(|l| l.split_once(" = ")).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::fake::{catalog, table};

    #[test]
    fn tables_are_called_by_what_a_row_is() {
        let names = tables(&catalog(vec![
            table("tblOrderLines", &["id int"]),
            table("tblCategories", &["id int"]),
            table("tblStatus", &["id int"]),
            table("tblSalesByMonth", &["id int"]),
        ]));
        let one: Vec<&str> = names.iter().map(|n| n.one.as_str()).collect();
        assert_eq!(one, ["order line", "category", "status", "row"]);
        assert_eq!(names[0].many, "order lines");
    }

    #[test]
    fn columns_lose_prefixes_and_units_and_abbreviations() {
        let t = table("products", &["a int"]);
        let name = &tables(&catalog(vec![t]))[0];
        let of = |column: &str| {
            let c = name.column(column);
            (c.words.join(" "), c.unit)
        };
        assert_eq!(of("product_name"), ("name".into(), None));
        assert_eq!(of("weight_kg"), ("weight".into(), Some("kilograms")));
        assert_eq!(of("Height (cm)"), ("height".into(), Some("centimetres")));
        assert_eq!(of("vend_uom"), ("vendor unit of measure".into(), None));
        assert_eq!(of("prodID"), ("ID".into(), None));
        assert_eq!(of("kg"), ("kg".into(), None));
    }

    #[test]
    fn abbreviations_are_many_and_well_formed() {
        let lines: Vec<&str> = ABBREVIATIONS.lines().filter(|l| !l.starts_with('#')).collect();
        assert_eq!(
            lines.len(),
            abbreviations().len(),
            "no entry twice, none without a meaning"
        );
        assert!(lines.len() > 150);
    }
}
