//! A grammar by which a small model can write only queries of a given schema, in the notation of llama.cpp (GBNF).
//!
//! In: tables with their columns, a dialect. Out: rules that begin with `root`. Every name in a query that they allow is a
//! table, a column of the table before its dot, or one of a few names for what a query makes itself. Deliberately absent: what
//! no such grammar can say; whether a table that is named is also in FROM is left to the rules of [`crate::lint`].

use std::collections::BTreeSet;
use std::fmt::Write;

use askwell_contract::{Dialect, Table};

use crate::dialect::{self, ident};

#[cfg(test)]
mod tests;

/// Names for what is shown, and for queries within the query: as many as questions need.
const SHOWN: usize = 6;
const STEPS: usize = 3;

/// What is the same for every schema.
const COMMON: &str = r#"root ::= reading? (with " ")? set
reading ::= "-- reading: " [^\x00-\x1F]{1,200} "\n"
with ::= "WITH " step " AS (" set ")" (", " step " AS (" set ")"){0,2}
set ::= select ((" UNION " | " UNION ALL " | " INTERSECT " | " EXCEPT ") select){0,2} order? limit?
select ::= "SELECT " "DISTINCT "? item (", " item){0,9} " FROM " source join{0,6} where? group?
item ::= expr (" AS " shown)?
source ::= table | step | "(" set ") AS " step
join ::= (" JOIN " | " LEFT JOIN ") source " ON " cond
where ::= " WHERE " cond
group ::= " GROUP BY " expr (", " expr){0,4} (" HAVING " cond)?
order ::= " ORDER BY " key (", " key){0,2}
key ::= (expr | shown) (" DESC" | " ASC")?
limit ::= " LIMIT " [1-9] [0-9]{0,3}
cond ::= test ((" AND " | " OR ") test){0,7}
test ::= "NOT "? ("(" cond ")" | "EXISTS (" set ")" | expr (compared | " IS NULL" | " IS NOT NULL" | " NOT"? among))
compared ::= (" = " | " <> " | " < " | " <= " | " > " | " >= ") expr
among ::= " IN (" (set | value (", " value){0,19}) ")" | " BETWEEN " expr " AND " expr | " LIKE " text
expr ::= unit ((" + " | " - " | " * " | " / " | " || ") unit){0,4}
unit ::= column | value | call | case | "(" expr ")" | "(" set ")"
call ::= "COUNT(*)" over? | aggregate "(" "DISTINCT "? expr ")" | aggregate "(" expr ")" over | rank "()" over | cast | function
cast ::= "CAST(" expr " AS " type ")"
over ::= " OVER (" ("PARTITION BY " expr (", " expr){0,2})? (" ORDER BY " key)? ")"
case ::= "CASE" (" WHEN " cond " THEN " expr){1,4} (" ELSE " expr)? " END"
aggregate ::= "COUNT" | "SUM" | "AVG" | "MIN" | "MAX"
rank ::= "ROW_NUMBER" | "RANK" | "DENSE_RANK"
value ::= text | number
text ::= "'" ([^'\x00-\x1F] | "''"){0,80} "'"
number ::= "-"? [0-9]{1,12} ("." [0-9]{1,6})?
"#;

/// Functions and types by which the engines differ.
fn own(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => {
            r#"type ::= "INTEGER" | "REAL" | "TEXT"
function ::= one "(" expr ")" | "ROUND(" expr ", " [0-9] ")" | "COALESCE(" expr ", " expr ")" | "NULLIF(" expr ", " expr ")" | "SUBSTR(" expr ", " number ", " number ")" | "STRFTIME(" text ", " expr ")"
one ::= "ABS" | "LENGTH" | "LOWER" | "UPPER" | "TRIM" | "DATE" | "JULIANDAY"
"#
        }
        Dialect::Duckdb | Dialect::Postgres => {
            r#"type ::= "INTEGER" | "DOUBLE PRECISION" | "NUMERIC" | "TEXT" | "DATE" | "TIMESTAMP"
function ::= one "(" expr ")" | "ROUND(" expr ", " [0-9] ")" | "COALESCE(" expr ", " expr ")" | "NULLIF(" expr ", " expr ")" | "SUBSTRING(" expr ", " number ", " number ")" | "EXTRACT(" part " FROM " expr ")" | "DATE_TRUNC(" span ", " expr ")"
one ::= "ABS" | "LENGTH" | "LOWER" | "UPPER" | "TRIM"
part ::= "YEAR" | "QUARTER" | "MONTH" | "DAY" | "DOW" | "HOUR"
span ::= "'year'" | "'quarter'" | "'month'" | "'week'" | "'day'"
"#
        }
    }
}

/// `shown`: tables with those of their columns that may be written. `None` where there is no table with a column: nothing could
/// be written.
pub fn grammar(shown: &[(&Table, Vec<&str>)], dialect: Dialect) -> Option<String> {
    let tables: Vec<&(&Table, Vec<&str>)> = shown.iter().filter(|(_, columns)| !columns.is_empty()).collect();
    if tables.is_empty() {
        return None;
    }
    let taken: BTreeSet<String> = tables.iter().map(|(table, _)| table.name.to_lowercase()).collect();
    let free = |start: &str, count: usize| -> Vec<String> {
        let names = (1..).map(|n| format!("{start}_{n}"));
        names.filter(|name| !taken.contains(name)).take(count).collect()
    };
    let (shown, steps) = (free("shown", SHOWN), free("step", STEPS));
    let mut sources: Vec<String> = Vec::new();
    let mut rules = String::new();
    let mut columns: Vec<String> = Vec::new();
    for (n, (table, own)) in tables.iter().enumerate() {
        let name = dialect::table(table, dialect);
        // Met a second time, it plays another part.
        let second = format!("{}_2", table.name.replace('.', "_"));
        let mut roles = vec![literal(&name)];
        sources.push(literal(&name));
        if !taken.contains(&second.to_lowercase()) {
            let second = ident(&second, dialect);
            sources.push(literal(&format!("{name} AS {second}")));
            roles.push(literal(&second));
        }
        let own = own.iter().map(|column| literal(&ident(column, dialect)));
        // Writing to a string cannot fail.
        let _ = writeln!(
            rules,
            "column{n} ::= ({}) \".\" ({})",
            alternatives(roles),
            alternatives(own)
        );
        columns.push(format!("column{n}"));
    }
    columns.push("step \".\" shown".to_owned());
    let names = |names: &[String]| alternatives(names.iter().map(|name| literal(name)));
    let _ = writeln!(rules, "table ::= {}", alternatives(sources));
    let _ = writeln!(rules, "column ::= {}", alternatives(columns));
    let _ = writeln!(rules, "step ::= {}\nshown ::= {}", names(&steps), names(&shown));
    Some(format!("{COMMON}{}{rules}", own(dialect)))
}

fn alternatives(rules: impl IntoIterator<Item = String>) -> String {
    rules.into_iter().collect::<Vec<_>>().join(" | ")
}

/// A text as it is, in the grammar's quotes.
fn literal(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}
