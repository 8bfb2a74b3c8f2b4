//! Rows on their way into `INSERT` statements. In: rows of values. Out: SQL text that SQLite and DuckDB both read.
//! Deliberately absent: any database; the text is the product, and the same text makes the same database.

use super::day::Day;

/// Rows a statement: long enough that parsing, not round trips, is the cost.
const BATCH: usize = 1000;

/// A value as SQL writes it.
pub enum Value {
    Null,
    Int(i64),
    /// Hundredths: `1234` is written `12.34`.
    Cents(i64),
    Bool(bool),
    Text(String),
}

impl From<i64> for Value {
    fn from(v: i64) -> Self {
        Self::Int(v)
    }
}
impl From<usize> for Value {
    fn from(v: usize) -> Self {
        Self::Int(v as i64)
    }
}
impl From<bool> for Value {
    fn from(v: bool) -> Self {
        Self::Bool(v)
    }
}
impl From<&str> for Value {
    fn from(v: &str) -> Self {
        Self::Text(v.to_owned())
    }
}
impl From<String> for Value {
    fn from(v: String) -> Self {
        Self::Text(v)
    }
}
impl From<&String> for Value {
    fn from(v: &String) -> Self {
        Self::Text(v.clone())
    }
}
/// ISO text, which DuckDB reads as a DATE where the column is one.
impl From<Day> for Value {
    fn from(v: Day) -> Self {
        Self::Text(v.iso())
    }
}
impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(v: Option<T>) -> Self {
        v.map_or(Self::Null, Into::into)
    }
}

/// One table's rows, gathered into statements of [`BATCH`] rows.
pub struct Rows {
    table: &'static str,
    packed: bool,
    pending: String,
    columns: usize,
    count: usize,
    done: Vec<String>,
}

impl Rows {
    /// `table` as SQL must write it.
    pub fn of(table: &'static str) -> Self {
        Self {
            table,
            packed: false,
            pending: String::new(),
            columns: 0,
            count: 0,
            done: Vec::new(),
        }
    }
    /// For a long DuckDB table of numbers and truth values without NULLs: the rows travel as one text that the engine takes
    /// apart. It plans every literal of a VALUES list by itself, which for 141,000 box scores takes 9.7 s
    /// instead of 1.2 s (measured with DuckDB 1.5.5).
    pub fn packed(table: &'static str) -> Self {
        Self {
            packed: true,
            ..Self::of(table)
        }
    }
    pub fn add<const N: usize>(&mut self, values: [Value; N]) {
        let (open, between, close) = if self.packed { ("", ";", "") } else { ("(", ",\n(", ")") };
        self.pending
            .push_str(if self.pending.is_empty() { open } else { between });
        for (i, value) in values.iter().enumerate() {
            if i > 0 {
                self.pending.push(',');
            }
            write(&mut self.pending, value);
        }
        self.pending.push_str(close);
        self.columns = N;
        self.count += 1;
        if self.count.is_multiple_of(BATCH) {
            self.flush();
        }
    }
    /// Rows so far.
    pub fn count(&self) -> usize {
        self.count
    }
    pub fn into_statements(mut self) -> Vec<String> {
        self.flush();
        self.done
    }
    fn flush(&mut self) {
        if !self.pending.is_empty() {
            let rows = std::mem::take(&mut self.pending);
            self.done.push(if self.packed {
                let fields: Vec<String> = (1..=self.columns).map(|i| format!("field[{i}]")).collect();
                format!(
                    "INSERT INTO {} SELECT {} FROM (SELECT string_split(unnest(string_split('{rows}', ';')), ',') AS field)",
                    self.table,
                    fields.join(", "),
                )
            } else {
                format!("INSERT INTO {} VALUES\n{rows}", self.table)
            });
        }
    }
}

fn write(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("NULL"),
        Value::Int(v) => out.push_str(&v.to_string()),
        Value::Cents(v) => {
            let sign = if *v < 0 { "-" } else { "" };
            out.push_str(&format!("{sign}{}.{:02}", v.abs() / 100, v.abs() % 100));
        }
        Value::Bool(v) => out.push_str(if *v { "TRUE" } else { "FALSE" }),
        Value::Text(v) => {
            out.push('\'');
            out.push_str(&v.replace('\'', "''"));
            out.push('\'');
        }
    }
}

/// A row of values of different kinds.
macro_rules! row {
    ($($value:expr),* $(,)?) => { [$($crate::sample::statements::Value::from($value)),*] };
}
pub(crate) use row;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_batched_and_values_written_as_sql() {
        let mut rows = Rows::of("t");
        rows.add([
            Value::Null,
            Value::Cents(-5),
            Value::from("it's"),
            Value::from(true),
            Value::from(Day::new(2024, 1, 2)),
        ]);
        for i in 0..BATCH {
            rows.add([Value::from(i)]);
        }
        let statements = rows.into_statements();
        assert_eq!(statements.len(), 2);
        assert!(statements[0].starts_with("INSERT INTO t VALUES\n(NULL,-0.05,'it''s',TRUE,'2024-01-02'),\n(0),\n"));
        assert_eq!(statements[1], format!("INSERT INTO t VALUES\n({})", BATCH - 1));
    }

    #[test]
    fn packed_rows_travel_as_one_text() {
        let mut rows = Rows::packed("t");
        rows.add([Value::from(1_i64), Value::from(true)]);
        rows.add([Value::from(2_i64), Value::from(false)]);
        assert_eq!(
            rows.into_statements(),
            ["INSERT INTO t SELECT field[1], field[2] FROM (SELECT string_split(unnest(string_split('1,TRUE;2,FALSE', ';')), ',') AS field)"]
        );
    }
}
