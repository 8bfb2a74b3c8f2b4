//! A query's rows sorted, filtered and summed up, by a query around it.
//!
//! In: a checked query, its columns, how the grid shows them. Out: queries that pass the guard as any other does. The
//! columns are named anew by their place, so that two of one name, and one of none, can be told apart.
//! Deliberately absent: running anything.

use askwell_contract::grid::{GridFilter, GridTest, GridView};
use askwell_contract::run::Finding;
use askwell_contract::{Dialect, Problem, ProblemCode, ResultColumn, TypeKind};

use crate::{dialect, guard};

/// The query and its columns, whose places are the names within.
pub struct Grid<'a> {
    sql: &'a str,
    dialect: Dialect,
    columns: &'a [ResultColumn],
    /// What no name in the query begins with.
    own: String,
}

/// A value typed into a filter that its column cannot be compared with is the person's; a query that cannot be read is
/// a finding.
type Made<T> = Result<T, Problem>;

impl<'a> Grid<'a> {
    pub fn new(sql: &'a str, dialect: Dialect, columns: &'a [ResultColumn]) -> Result<Self, Finding> {
        guard::checked(sql, dialect)?;
        let mut own = "grid".to_string();
        let taken = |own: &str| {
            let start = format!("{own}_");
            sql.to_lowercase().contains(&start) || columns.iter().any(|c| c.name.to_lowercase().contains(&start))
        };
        while taken(&own) {
            own.push('x');
        }
        let sql = sql.trim().trim_end_matches(|c: char| c == ';' || c.is_whitespace());
        Ok(Self {
            sql,
            dialect,
            columns,
            own,
        })
    }

    /// All rows of the view, in its order; rows that sort alike stay in the query's.
    pub fn rows(&self, view: &GridView) -> Made<String> {
        let own = &self.own;
        let sort = match view.sort {
            None => String::new(),
            Some(sort) => {
                let way = if sort.descending { "DESC" } else { "ASC" };
                self.order(sort.column)?
                    .iter()
                    .map(|key| format!("{key} {way} NULLS LAST, "))
                    .collect()
            }
        };
        Ok(format!(
            "{}SELECT {} FROM {own}_rows{} ORDER BY {sort}{own}_place",
            self.named(),
            self.shown().join(", "),
            self.filtered(&view.filters)?,
        ))
    }

    /// How many rows pass the filters, and how many there are.
    pub fn counts(&self, filters: &[GridFilter]) -> Made<String> {
        let own = &self.own;
        let tests = self.tests(filters)?;
        let passed = if tests.is_empty() {
            "count(*)".to_string()
        } else {
            format!("count(CASE WHEN {} THEN 1 END)", tests.join(" AND "))
        };
        Ok(format!("{}SELECT {passed}, count(*) FROM {own}_rows", self.named()))
    }

    /// Rows, empty ones, distinct values, the least, the greatest and the mean.
    pub fn facts(&self, filters: &[GridFilter], column: u32) -> Made<String> {
        let own = &self.own;
        let key = self.comparable(column)?;
        let filled = format!("CASE WHEN NOT ({}) THEN {key} END", self.empty(column)?);
        let mean = match (self.dialect, self.kind(column)?) {
            (Dialect::Sqlite, TypeKind::Integer | TypeKind::Decimal | TypeKind::Real | TypeKind::Other) => {
                let name = self.name(column)?;
                format!("avg(CASE WHEN typeof({name}) IN ('integer', 'real') THEN {name} END)")
            }
            (_, kind) if kind.is_number() => format!("avg({})", self.name(column)?),
            _ => "NULL".into(),
        };
        Ok(format!(
            "{}SELECT count(*), count(CASE WHEN {} THEN 1 END), count(DISTINCT {filled}), min({filled}), max({filled}), \
             {mean} FROM {own}_rows{}",
            self.named(),
            self.empty(column)?,
            self.filtered(filters)?,
        ))
    }

    /// The commonest values that are not empty, and how often each is there.
    pub fn common(&self, filters: &[GridFilter], column: u32, most: u32) -> Made<String> {
        let own = &self.own;
        let mut tests = self.tests(filters)?;
        tests.push(format!("NOT ({})", self.empty(column)?));
        Ok(format!(
            "{}, {own}_keys AS (SELECT {} AS {own}_key, {own}_place FROM {own}_rows WHERE {}) SELECT {own}_key, \
             count(*) FROM {own}_keys GROUP BY {own}_key ORDER BY count(*) DESC, min({own}_place) LIMIT {most}",
            self.named().trim_end(),
            self.comparable(column)?,
            tests.join(" AND "),
        ))
    }

    /// The query under names of its own, each row with its place.
    fn named(&self) -> String {
        let Self { own, sql, .. } = self;
        let names = self.names().join(", ");
        format!(
            "WITH {own}_query({names}) AS (\n{sql}\n), {own}_rows AS (SELECT {names}, row_number() OVER () AS \
             {own}_place FROM {own}_query) "
        )
    }

    fn names(&self) -> Vec<String> {
        (0..self.columns.len()).map(|at| format!("{}_{at}", self.own)).collect()
    }

    /// The columns under the names that the query gives them.
    fn shown(&self) -> Vec<String> {
        let own = self.names().into_iter().zip(self.columns);
        own.map(|(own, column)| match column.name.as_str() {
            "" => own,
            name => format!("{own} AS {}", dialect::ident(name, self.dialect)),
        })
        .collect()
    }

    fn name(&self, column: u32) -> Made<String> {
        self.kind(column).map(|_| format!("{}_{column}", self.own))
    }

    fn kind(&self, column: u32) -> Made<TypeKind> {
        let found = self.columns.get(column as usize);
        found
            .map(|c| c.kind)
            .ok_or_else(|| Problem::new(ProblemCode::BadInput, "The result has no such column."))
    }

    /// As text.
    fn text(&self, column: u32) -> Made<String> {
        Ok(format!("CAST({} AS TEXT)", self.name(column)?))
    }

    /// In a form that the engine can compare with others of its column.
    fn comparable(&self, column: u32) -> Made<String> {
        use TypeKind as K;
        match (self.dialect, self.kind(column)?) {
            (Dialect::Sqlite, _) => self.name(column),
            (Dialect::Postgres, K::Text | K::Boolean | K::Json | K::Blob | K::List | K::Struct | K::Other)
            | (Dialect::Duckdb, K::Json | K::Blob | K::List | K::Struct | K::Other) => self.text(column),
            _ => self.name(column),
        }
    }

    /// What it is sorted by: texts without case, and then with it.
    fn order(&self, column: u32) -> Made<Vec<String>> {
        let key = self.comparable(column)?;
        Ok(match (self.dialect, self.kind(column)?) {
            (Dialect::Sqlite, _) => vec![format!("{key} COLLATE NOCASE"), key],
            (_, TypeKind::Text) => vec![format!("lower({key})"), key],
            _ => vec![key],
        })
    }

    fn filtered(&self, filters: &[GridFilter]) -> Made<String> {
        let tests = self.tests(filters)?;
        Ok(if tests.is_empty() {
            String::new()
        } else {
            format!(" WHERE {}", tests.join(" AND "))
        })
    }

    fn tests(&self, filters: &[GridFilter]) -> Made<Vec<String>> {
        filters.iter().map(|filter| self.test(filter)).collect()
    }

    fn test(&self, GridFilter { column, test }: &GridFilter) -> Made<String> {
        let column = *column;
        match test {
            GridTest::Empty => Ok(format!("({})", self.empty(column)?)),
            GridTest::NotEmpty => Ok(format!("NOT ({})", self.empty(column)?)),
            GridTest::Contains { value } => {
                let pattern = |text: &str| format!("%{}%", escaped(text));
                self.like(column, value, pattern)
            }
            GridTest::Equals { value } => self.equal(column, value),
            GridTest::NotEquals { value } => Ok(format!("({} IS NOT TRUE)", self.equal(column, value)?)),
            GridTest::Less { value } => self.compared(column, "<", &self.value(column, value)?),
            GridTest::More { value } => self.compared(column, ">", &self.value(column, value)?),
            GridTest::Between { low, high } => Ok(format!(
                "({} AND {})",
                self.compared(column, ">=", &self.value(column, low)?)?,
                self.compared(column, "<=", &self.value(column, high)?)?
            )),
        }
    }

    fn equal(&self, column: u32, typed: &str) -> Made<String> {
        let kind = self.kind(column)?;
        let exact = |text: String| format!("({text} = {})", dialect::text(typed));
        if kind.is_time() && self.dialect != Dialect::Sqlite && is_moment(typed.trim()) {
            let zone = if typed.contains(['+', 'Z']) {
                "TIMESTAMP WITH TIME ZONE"
            } else {
                "TIMESTAMP"
            };
            let moment = dialect::text(typed.trim());
            return Ok(format!("({} = CAST({moment} AS {zone}))", self.name(column)?));
        }
        if kind.is_number() || kind.is_time() {
            let value = match self.value(column, typed) {
                // A column of any declaration may hold texts there.
                Err(_) if self.dialect == Dialect::Sqlite => return Ok(exact(self.text(column)?)),
                value => value?,
            };
            let same = self.compared(column, "=", &value)?;
            return Ok(match kind {
                // Of half the digits, such as 0.1, no number of all the digits is the same.
                TypeKind::Real if self.dialect != Dialect::Sqlite => {
                    format!("({same} OR {})", exact(self.text(column)?))
                }
                _ => format!("({same})"),
            });
        }
        // Beside it the text as it is: engines and Rust do not fold every letter alike.
        let text = format!(
            "{} OR {}",
            self.like(column, typed, escaped)?,
            exact(self.text(column)?)
        );
        // A postal code is a text of digits; only what has no type may be either.
        if self.dialect == Dialect::Sqlite && kind == TypeKind::Other && is_number(typed.trim()) {
            let number = self.compared(column, "=", &self.value(column, typed)?)?;
            return Ok(format!("({text} OR {number})"));
        }
        Ok(format!("({text})"))
    }

    fn empty(&self, column: u32) -> Made<String> {
        Ok(format!("{} IS NULL OR {} = ''", self.name(column)?, self.text(column)?))
    }

    /// Without case. SQLite folds the letters of English alone, so it is also asked for both forms of other letters.
    fn like(&self, column: u32, value: &str, pattern: impl Fn(&str) -> String) -> Made<String> {
        let text = self.text(column)?;
        let mut forms = vec![value.to_lowercase()];
        if self.dialect == Dialect::Sqlite && !value.is_ascii() {
            forms.extend([value.to_uppercase(), value.to_string()]);
        }
        let tests: Vec<String> = forms
            .iter()
            .map(|form| {
                let pattern = dialect::text(&pattern(form));
                match self.dialect {
                    Dialect::Sqlite => format!("{text} LIKE {pattern} ESCAPE '!'"),
                    _ => format!("lower({text}) LIKE {pattern} ESCAPE '!'"),
                }
            })
            .collect();
        Ok(format!("({})", tests.join(" OR ")))
    }

    /// What was typed, as the column can be compared with it.
    fn value(&self, column: u32, typed: &str) -> Made<Value> {
        let typed = typed.trim();
        let kind = self.kind(column)?;
        let number = is_number(typed).then(|| Value::Number(typed.trim_start_matches('+').to_string()));
        let day = is_day(typed).then(|| Value::Day(typed.to_string()));
        let fits = match (self.dialect, kind) {
            (_, kind) if kind.is_number() => number,
            (_, kind) if kind.is_time() => day,
            // In SQLite a column of any declaration holds anything.
            (Dialect::Sqlite, _) => number.or(day),
            (_, TypeKind::Text) => day,
            _ => None,
        };
        fits.ok_or_else(|| {
            let name = self.columns.get(column as usize).map_or("It", |c| c.name.as_str());
            let (holds, hint) = if kind.is_number() {
                ("numbers", "Write a number such as 1234.5, without separators.")
            } else if kind.is_time() {
                ("dates", "Write a day such as 2024-02-29.")
            } else {
                ("text", "Look for what it contains.")
            };
            let said = format!("“{name}” holds {holds}, which cannot be compared with “{typed}”.");
            Problem::new(ProblemCode::BadInput, said).hint(hint)
        })
    }

    fn compared(&self, column: u32, with: &str, value: &Value) -> Made<String> {
        let name = self.name(column)?;
        Ok(match (self.dialect, value) {
            // A text is greater than every number there; it is no number, so it does not pass.
            (Dialect::Sqlite, Value::Number(n)) => {
                format!("(typeof({name}) IN ('integer', 'real') AND {name} {with} {n})")
            }
            (_, Value::Number(n)) => format!("{name} {with} {n}"),
            (_, Value::Day(day)) if self.dialect != Dialect::Sqlite && self.kind(column)?.is_time() => {
                format!("CAST({name} AS DATE) {with} DATE {}", dialect::text(day))
            }
            (_, Value::Day(day)) => {
                let text = self.text(column)?;
                let day = dialect::text(day);
                format!("({text} LIKE '____-__-__%' AND substr({text}, 1, 10) {with} {day})")
            }
        })
    }
}

enum Value {
    Number(String),
    Day(String),
}

fn escaped(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}

/// Digits with at most one point, a sign and a power of ten.
fn is_number(text: &str) -> bool {
    let (text, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let power = power.strip_prefix(['-', '+']).unwrap_or(power);
    if power.is_empty() || power.len() > 3 || !power.bytes().all(|b| b.is_ascii_digit()) {
        return false;
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let mut parts = digits.splitn(2, '.');
    let (whole, part) = (parts.next().unwrap_or_default(), parts.next());
    let all = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    !whole.is_empty() && all(whole) && part.is_none_or(|part| !part.is_empty() && all(part))
}

/// A day that there is.
fn is_day(text: &str) -> bool {
    text.len() == 10 && text.is_ascii() && calendar_day(text).is_some()
}

/// A day and a time of it, perhaps with a zone.
fn is_moment(text: &str) -> bool {
    let Some((day, time)) = text.split_once([' ', 'T']) else {
        return false;
    };
    let shape = |b: u8| b.is_ascii_digit() || b":.+-Z".contains(&b);
    is_day(day) && time.contains(':') && time.bytes().all(shape)
}

fn calendar_day(text: &str) -> Option<()> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || (year.len(), month.len(), day.len()) != (4, 2, 2) {
        return None;
    }
    let (year, month, day): (u32, u32, u32) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let last = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (year > 0 && (1..=last).contains(&day)).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_and_days_are_compared() {
        for yes in ["1", "-12.5", "+3", "1e3", "2.5E-7"] {
            assert!(is_number(yes), "{yes}");
        }
        for no in ["", "1,000", "1.", "--1", "1e", "1e3.5", "1e9999", "0x1", "1 OR 1"] {
            assert!(!is_number(no), "{no}");
        }
        assert!(is_day("2024-02-29"));
        for no in [
            "2023-02-29",
            "2024-13-01",
            "2024-2-9",
            "29.02.2024",
            "2024-02-29'",
            "0000-01-01",
        ] {
            assert!(!is_day(no), "{no}");
        }
        assert!(is_moment("2024-02-29 13:05:00.25+00"));
        for no in ["2024-02-29", "2024-02-30 13:05", "2024-02-29 13:05' OR", "now 13:05"] {
            assert!(!is_moment(no), "{no}");
        }
    }

    #[test]
    fn a_value_that_does_not_fit_is_told_in_words() {
        let columns = [ResultColumn {
            name: "price".into(),
            kind: TypeKind::Decimal,
        }];
        let grid = Grid::new("SELECT price FROM t", Dialect::Postgres, &columns).unwrap();
        let less = |value: &str| GridFilter {
            column: 0,
            test: GridTest::Less { value: value.into() },
        };
        assert!(grid.counts(&[less("12")]).is_ok());
        let problem = grid.counts(&[less("1; DROP TABLE t")]).unwrap_err();
        assert_eq!(problem.code, ProblemCode::BadInput);
        assert!(problem.message.contains("“price” holds numbers"), "{}", problem.message);
        let far = GridFilter {
            column: 7,
            test: GridTest::Empty,
        };
        assert!(grid.counts(&[far]).is_err());
    }

    #[test]
    fn names_of_its_own_are_nobody_elses() {
        let columns = [ResultColumn {
            name: "a".into(),
            kind: TypeKind::Integer,
        }];
        let grid = Grid::new("SELECT grid_0 AS a FROM grid_rows -- all", Dialect::Sqlite, &columns).unwrap();
        let sql = grid.rows(&GridView::default()).unwrap();
        assert!(
            sql.starts_with("WITH gridx_query(gridx_0) AS (\nSELECT grid_0"),
            "{sql}"
        );
        guard::check(&sql, Dialect::Sqlite).unwrap();
    }
}
