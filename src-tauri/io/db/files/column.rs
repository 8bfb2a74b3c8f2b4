//! What a column of text values is. In: every value, one after another. Out: how to read the column, so that each
//! value of it fits and none changes its meaning. Deliberately absent: samples and majorities; one value that does not
//! fit makes the column text.

use super::moment::{self, Moment};
use super::number::{self, Digits};

/// How other programs write that there is no value. Only in columns that are something else than text.
pub const MISSING: [&str; 9] = ["NA", "N/A", "n/a", "#N/A", "NULL", "null", "NaN", "nan", "\\N"];
/// Longer than any number or moment.
const LONG: usize = 64;
/// Digits that DuckDB's decimals keep: 18 in 64 bits, 38 in 128.
const NARROW: usize = 18;
const WIDE: usize = 38;
/// Digits after the mark that a measured or paid amount has; beyond it products of two would not fit a decimal.
const SCALE: usize = 6;
/// Digits that a double gives back as they were.
const DOUBLE: usize = 17;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    Plain,
    /// `1.234,50`
    Comma,
    /// `1,234.50`
    Grouped,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Year,
    Day,
    Month,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    Integer(Notation),
    Decimal {
        width: usize,
        scale: usize,
        notation: Notation,
    },
    Real(Notation),
    Boolean,
    Date {
        order: Order,
        mark: u8,
    },
    Timestamp {
        order: Order,
        mark: u8,
        seconds: bool,
        fraction: bool,
    },
    TimestampZone,
    Time,
    Interval,
}

/// How to read one column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    pub kind: Kind,
    /// Spaces around values are not part of them.
    padded: bool,
    /// `""` is among the values.
    empty: bool,
    /// Words that stand for no value.
    missing: Vec<&'static str>,
    /// Why it is text though it looks like something else, or what is not plain to see.
    pub note: Option<&'static str>,
}

impl Reading {
    pub fn text() -> Self {
        Self::plain(Kind::Text)
    }

    pub fn plain(kind: Kind) -> Self {
        Self {
            kind,
            padded: false,
            empty: false,
            missing: Vec::new(),
            note: None,
        }
    }

    pub fn noted(note: &'static str) -> Self {
        Self {
            note: Some(note),
            ..Self::text()
        }
    }

    /// An expression over a text column.
    pub fn sql(&self, column: &str) -> String {
        if self.kind == Kind::Text {
            return column.to_string();
        }
        let mut value = if self.padded {
            format!("trim({column})")
        } else {
            column.to_string()
        };
        // Only where there is something to replace: binding thousands of these takes DuckDB half a minute.
        for word in self.empty.then_some("").iter().chain(&self.missing) {
            value = format!("nullif({value}, '{word}')");
        }
        let unmarked = |notation| match notation {
            Notation::Plain => value.clone(),
            Notation::Comma => format!("replace(replace({value}, '.', ''), ',', '.')"),
            Notation::Grouped => format!("replace({value}, ',', '')"),
        };
        match self.kind {
            Kind::Text => value,
            Kind::Integer(notation) => format!("CAST({} AS BIGINT)", unmarked(notation)),
            Kind::Decimal { width, scale, notation } => {
                format!("CAST({} AS DECIMAL({width},{scale}))", unmarked(notation))
            }
            Kind::Real(notation) => format!("CAST({} AS DOUBLE)", unmarked(notation)),
            Kind::Boolean => format!("CAST({value} AS BOOLEAN)"),
            Kind::Date { order, mark } => format!("CAST({} AS DATE)", parsed(&value, order, mark, "")),
            Kind::Timestamp {
                order,
                mark,
                seconds,
                fraction,
            } => {
                let clock = match (seconds, fraction) {
                    (true, true) => " %H:%M:%S.%f",
                    (true, false) => " %H:%M:%S",
                    _ => " %H:%M",
                };
                format!("CAST({} AS TIMESTAMP)", parsed(&value, order, mark, clock))
            }
            Kind::TimestampZone => format!("CAST({value} AS TIMESTAMPTZ)"),
            Kind::Time => format!("CAST({value} AS TIME)"),
            Kind::Interval => format!("CAST({value} AS INTERVAL)"),
        }
    }

    /// For the person: what was decided about this column.
    pub fn says(&self) -> Option<String> {
        let how = match self.kind {
            Kind::Integer(Notation::Comma)
            | Kind::Decimal {
                notation: Notation::Comma,
                ..
            }
            | Kind::Real(Notation::Comma) => Some("Read with a decimal comma."),
            Kind::Date { order: Order::Day, .. } | Kind::Timestamp { order: Order::Day, .. } => {
                Some("Dates read as day, month, year.")
            }
            Kind::Date {
                order: Order::Month, ..
            }
            | Kind::Timestamp {
                order: Order::Month, ..
            } => Some("Dates read as month, day, year."),
            _ => self.note,
        };
        let missing = (!self.missing.is_empty()).then(|| format!("Read as no value: {}.", self.missing.join(", ")));
        match (how, missing) {
            (None, None) => None,
            (how, missing) => {
                let parts: Vec<String> = how.map(str::to_string).into_iter().chain(missing).collect();
                Some(parts.join(" "))
            }
        }
    }
}

fn parsed(value: &str, order: Order, mark: u8, clock: &str) -> String {
    let mark = char::from(mark);
    let format = match order {
        // The engine's own notation, in all its forms.
        Order::Year => return format!("replace({value}, '/', '-')"),
        Order::Day => format!("%d{mark}%m{mark}%Y{clock}"),
        Order::Month => format!("%m{mark}%d{mark}%Y{clock}"),
    };
    format!("strptime(replace({value}, 'T', ' '), '{format}')")
}

/// What all values so far have in common.
#[derive(Debug, Clone)]
pub struct Facts {
    /// Values that are neither empty nor a word for no value.
    values: u64,
    open: bool,
    padded: bool,
    empty: bool,
    missing: Vec<&'static str>,
    /// `None` once a value was none.
    numbers: Option<Numbers>,
    booleans: bool,
    times: bool,
    moments: Option<Moments>,
    /// Nothing but digits so far, with a plus in front or not.
    codes: bool,
}

#[derive(Debug, Clone, Copy, Default)]
struct Numbers {
    /// Greatest counts of digits; `None` once a value had not this notation.
    plain: Option<Digits>,
    comma: Option<Digits>,
    grouped: Option<Digits>,
    exponent: bool,
    beyond: bool,
    /// A dot or a comma was seen.
    marked: bool,
    begun: bool,
}

#[derive(Debug, Clone, Copy)]
struct Moments {
    first: Moment,
    day_first: bool,
    month_first: bool,
    differs: bool,
    /// With and without time, or seconds, or zone.
    mixed: bool,
    dates: bool,
    times: bool,
    zones: bool,
    locals: bool,
}

impl Default for Facts {
    fn default() -> Self {
        Self {
            values: 0,
            open: true,
            padded: false,
            empty: false,
            missing: Vec::new(),
            numbers: Some(Numbers::default()),
            booleans: true,
            times: true,
            moments: None,
            codes: true,
        }
    }
}

impl Facts {
    pub fn see(&mut self, value: &str) {
        if !self.open {
            return;
        }
        if value.len() > LONG {
            self.open = false;
            return;
        }
        let trimmed = value.trim();
        self.padded |= trimmed.len() != value.len();
        if trimmed.is_empty() {
            self.empty = true;
            return;
        }
        if let Some(word) = MISSING.iter().find(|word| **word == trimmed) {
            if !self.missing.contains(word) {
                self.missing.push(word);
            }
            return;
        }
        let first = self.values == 0;
        self.values += 1;
        if self.numbers.is_some() {
            self.numbers = match number::read(trimmed) {
                Some(number) => self.numbers.and_then(|n| n.with(&number, trimmed)),
                None => None,
            };
        }
        let digits = trimmed.strip_prefix('+').unwrap_or(trimmed);
        self.codes = self.codes && digits.bytes().all(|b| b.is_ascii_digit());
        self.booleans =
            self.booleans && (trimmed.eq_ignore_ascii_case("true") || trimmed.eq_ignore_ascii_case("false"));
        self.times = self.times && moment::time_of_day(trimmed);
        if first {
            self.moments = moment::read(trimmed).map(Moments::begin);
        } else if let Some(moments) = self.moments {
            self.moments = moment::read(trimmed).and_then(|moment| moments.with(moment));
        }
        self.open = self.numbers.is_some() || self.booleans || self.times || self.moments.is_some() || self.codes;
    }

    /// Whether the column proves that its file writes decimals with a comma.
    pub fn has_decimal_comma(&self) -> bool {
        let proves = |n: Numbers| n.comma.is_some() && n.plain.is_none() && n.grouped.is_none();
        self.open && self.values > 0 && self.numbers.is_some_and(proves)
    }

    pub fn reading(&self, decimal_comma: bool) -> Reading {
        if !self.open || self.values == 0 {
            return Reading::text();
        }
        let mut reading = self.decided(decimal_comma);
        if reading.kind != Kind::Text {
            reading.padded = self.padded;
            reading.empty = self.empty;
            reading.missing.clone_from(&self.missing);
        }
        reading
    }

    fn decided(&self, decimal_comma: bool) -> Reading {
        if let Some(numbers) = self.numbers {
            return numbers.reading(decimal_comma);
        }
        if self.booleans {
            return Reading::plain(Kind::Boolean);
        }
        if self.times {
            return Reading::plain(Kind::Time);
        }
        if let Some(moments) = self.moments {
            return moments.reading();
        }
        if self.codes {
            return Reading::noted("Kept as text: digits with a zero or a plus in front.");
        }
        Reading::text()
    }
}

impl Numbers {
    fn with(mut self, number: &number::Number, value: &str) -> Option<Self> {
        let both = |old: Option<Digits>, new: Option<Digits>| match (self.begun, old, new) {
            (false, _, new) => new,
            (true, Some(old), Some(new)) => Some(old.max(new)),
            _ => None,
        };
        let (plain, comma, grouped) = (
            both(self.plain, number.plain),
            both(self.comma, number.comma),
            both(self.grouped, number.grouped),
        );
        self = Self {
            plain,
            comma,
            grouped,
            exponent: self.exponent || number.exponent,
            beyond: self.beyond || number.beyond,
            marked: self.marked || value.contains(['.', ',']),
            begun: true,
        };
        (plain.is_some() || comma.is_some() || grouped.is_some()).then_some(self)
    }

    fn reading(self, decimal_comma: bool) -> Reading {
        const UNCLEAR: &str = "Kept as text: a dot or comma may be a decimal mark or part grouping.";
        let (notation, digits) = match (self.plain, self.comma, self.grouped) {
            (Some(_), Some(_), _) if self.marked && decimal_comma => return Reading::noted(UNCLEAR),
            (Some(digits), ..) => (Notation::Plain, digits),
            (_, Some(_), Some(_)) => return Reading::noted(UNCLEAR),
            (_, Some(digits), _) => (Notation::Comma, digits),
            (.., Some(digits)) => (Notation::Grouped, digits),
            _ => return Reading::text(),
        };
        let total = digits.whole + digits.fraction;
        if digits.fraction == 0 && !self.exponent {
            if self.beyond || digits.whole > 16 {
                return Reading::noted("Kept as text: numbers too long to count with.");
            }
            return Reading::plain(Kind::Integer(notation));
        }
        let decimal = |width| Kind::Decimal {
            width,
            scale: digits.fraction,
            notation,
        };
        Reading::plain(if self.exponent {
            Kind::Real(notation)
        } else if digits.fraction <= SCALE && total <= NARROW {
            decimal(NARROW)
        } else if total <= DOUBLE {
            Kind::Real(notation)
        } else if total <= WIDE {
            decimal(WIDE)
        } else {
            return Reading::noted("Kept as text: more digits than a number may have.");
        })
    }
}

impl Moments {
    fn begin(first: Moment) -> Self {
        Self {
            first,
            day_first: first.day_first,
            month_first: first.month_first,
            differs: first.differs,
            mixed: false,
            dates: first.time.is_none(),
            times: first.time.is_some(),
            zones: first.time.is_some_and(|t| t.zone),
            locals: !first.time.is_some_and(|t| t.zone),
        }
    }

    fn with(mut self, moment: Moment) -> Option<Self> {
        if moment.mark != self.first.mark || moment.year_first != self.first.year_first {
            return None;
        }
        let next = Self::begin(moment);
        self.day_first &= next.day_first;
        self.month_first &= next.month_first;
        self.differs |= next.differs;
        self.mixed |= moment.time != self.first.time;
        self.dates |= next.dates;
        self.times |= next.times;
        self.zones |= next.zones;
        self.locals |= next.locals;
        (moment.year_first || self.day_first || self.month_first).then_some(self)
    }

    fn reading(self) -> Reading {
        let mark = self.first.mark;
        let order = if self.first.year_first {
            Order::Year
        } else {
            match (self.day_first, self.month_first) {
                // Nobody writes the month first with dots.
                (true, _) if mark == b'.' => Order::Day,
                (true, true) if self.differs => {
                    return Reading::noted("Kept as text: day and month cannot be told apart.");
                }
                (true, _) => Order::Day,
                (false, _) => Order::Month,
            }
        };
        if self.zones {
            return if self.locals || order != Order::Year || mark != b'-' {
                Reading::noted("Kept as text: some moments have a time zone.")
            } else {
                Reading::plain(Kind::TimestampZone)
            };
        }
        if !self.times {
            return Reading::plain(Kind::Date { order, mark });
        }
        if self.mixed && order != Order::Year {
            return Reading::noted("Kept as text: dates with and without a time.");
        }
        let time = self.first.time;
        Reading::plain(Kind::Timestamp {
            order,
            mark,
            seconds: time.is_some_and(|t| t.seconds),
            fraction: time.is_some_and(|t| t.fraction),
        })
    }
}

#[cfg(test)]
mod tests;
