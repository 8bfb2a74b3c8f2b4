//! Numbers with units: what they are in a column's own unit, and which column they fit.

use super::Builder;
use crate::frame::Compare;
use crate::known::Col;
use crate::words::among;

/// What columns are called that keep how long something lasts or how old it is.
const LASTING: &str = "hour hours minute minutes min mins second seconds sec secs day days week weeks month months year years age \
    duration length time term terms tenure stay wait delay runtime experience service notice period lead span late overdue";
const HOURS: [&str; 9] = [
    "hour", "hours", "hrs", "minute", "minutes", "min", "mins", "second", "seconds",
];
const DAYS: [&str; 4] = ["day", "days", "week", "weeks"];

/// Numbers of a length without a unit that go beyond are seconds, and no minutes.
const MINUTES: f64 = 600.0;

impl Builder<'_> {
    /// Whether a column keeps a stretch of time.
    fn lasts(&self, col: Col) -> bool {
        let column = self.known.column(col);
        let named = |w: &String| among(LASTING, w);
        column.is_time() || column.words.iter().chain(&column.units).any(named)
    }

    /// Whether a stretch of time, "two hours or more", is held against a column that keeps none.
    pub(super) fn is_timeless(&self, col: Col, unit: Option<&str>) -> bool {
        unit.is_some_and(|u| HOURS.contains(&u) || DAYS.contains(&u)) && !self.lasts(col)
    }

    /// What a number with a unit is times in the column's own unit, which its name or its texts say.
    pub(super) fn converted(&self, col: Col, unit: Option<&str>, number: f64) -> f64 {
        let column = self.known.column(col);
        let all = column.words.iter().filter(|_| !column.minutes).chain(&column.units);
        let words: Vec<String> = all.map(|w| w.to_lowercase()).collect();
        let named = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
        // Kept in billions: "over 20 billion" is over 20.
        let kept = [("billions", 1e9), ("millions", 1e6), ("thousands", 1e3)];
        if let Some((_, each)) = kept
            .iter()
            .find(|(w, each)| number >= *each && named(&[w, &w[..w.len() - 1]]))
        {
            return 1.0 / each;
        }
        let minutes = named(&["min", "mins", "minute", "minutes"]);
        let seconds = named(&["second", "seconds", "sec", "secs"]);
        let millis = named(&["millisecond", "milliseconds", "ms"]);
        let hours = named(&["hour", "hours", "hrs", "hr", "h"]);
        let days = named(&["day", "days", "night", "nights"]);
        // A `month` or a `year` is a place in the calendar, `months` are a length.
        let months = named(&["months"]);
        let years = named(&["years"]);
        // A `length` from 46 to 185: two hours are among them as 120 minutes alone.
        let unnamed = ![minutes, seconds, millis, hours, days, months, years].contains(&true);
        let most = column.max.unwrap_or(0.0);
        let fits = |times: f64| {
            let range = column.min.zip(column.max).filter(|_| unnamed && self.lasts(col));
            range.is_some_and(|(least, most)| {
                let within = |n: f64| (least..=most).contains(&n);
                !within(number) && within(number * times)
            })
        };
        match unit.unwrap_or_default() {
            "hour" | "hours" | "hrs" if minutes => 60.0,
            "hour" | "hours" | "hrs" if seconds => 3600.0,
            "hour" | "hours" | "hrs" if millis => 3_600_000.0,
            "minute" | "minutes" | "min" | "mins" if seconds => 60.0,
            "minute" | "minutes" | "min" | "mins" if millis => 60_000.0,
            "minute" | "minutes" | "min" | "mins" if hours => 1.0 / 60.0,
            "second" | "seconds" if millis => 1000.0,
            "second" | "seconds" if minutes => 1.0 / 60.0,
            "day" | "days" if minutes => 1440.0,
            "week" | "weeks" if minutes => 10_080.0,
            "day" | "days" if hours => 24.0,
            "week" | "weeks" if hours => 168.0,
            "month" | "months" if hours => 24.0 * 365.25 / 12.0,
            "year" | "years" if hours => 24.0 * 365.25,
            "hour" | "hours" if days => 1.0 / 24.0,
            "week" | "weeks" if days => 7.0,
            "fortnight" | "fortnights" if days => 14.0,
            "month" | "months" if days => 365.25 / 12.0,
            "year" | "years" if days => 365.25,
            "year" | "years" if months => 12.0,
            "month" | "months" if years => 1.0 / 12.0,
            "hour" | "hours" | "hrs" if most <= MINUTES && fits(60.0) => 60.0,
            "minute" | "minutes" | "min" | "mins" if most > MINUTES && fits(60.0) => 60.0,
            // Shares kept as fractions.
            "percent" if self.known.column(col).max.is_some_and(|m| m <= 1.0) => 0.01,
            _ => 1.0,
        }
    }

    /// Whether a table keeps a weight.
    fn weighs(&self, table: usize) -> bool {
        let weight = |w: &String| matches!(w.as_str(), "weight" | "mass" | "lbs" | "lb" | "kg");
        self.known.columns(table).any(|(_, c)| c.words.iter().any(weight))
    }

    /// How well a number with its unit fits a column.
    pub(super) fn fits(&self, col: Col, c: &Compare) -> f64 {
        let column = self.known.column(col);
        let named = |list: &[&str]| column.words.iter().any(|w| list.contains(&w.as_str()));
        let money = [
            "price", "cost", "amount", "sales", "revenue", "gross", "budget", "total", "fee", "salary", "profit",
            "value", "balance",
        ];
        let unit = match c.unit.as_deref() {
            Some("money" | "dollar" | "dollars" | "euro" | "euros" | "bucks" | "quid" | "usd" | "eur") => {
                Some(named(&money))
            }
            Some(unit) if HOURS.contains(&unit) => Some(self.lasts(col)),
            // Of what nobody weighs, pounds are money.
            Some("pounds" | "pound") if !self.weighs(col.table) => Some(column.is_money()),
            Some("kg" | "kilo" | "kilos" | "g" | "grams" | "lb" | "lbs" | "pounds" | "kilograms") => {
                Some(named(&["weight", "mass"]))
            }
            Some("km" | "mile" | "miles" | "kilometers" | "kilometres") => {
                Some(named(&["distance", "length", "mileage", "miles", "km"]))
            }
            Some("mph" | "kmh" | "kph" | "knots") => Some(named(&["speed", "velocity", "mph", "kmh", "kph", "pace"])),
            Some("percent") => Some(named(&["percent", "rate", "share", "discount", "margin", "percentage"])),
            Some("stars" | "star") => Some(named(&["rating", "stars", "score"])),
            Some("points") => Some(named(&["points", "score"])),
            Some("years" | "year") => Some(named(&["age", "years", "experience"])),
            Some(unit) if DAYS.contains(&unit) => Some(self.lasts(col)),
            _ => None,
        };
        let scaled = c.number * self.converted(col, c.unit.as_deref(), c.number);
        let inside = match (column.min, column.max) {
            (Some(min), Some(max)) if scaled < min || scaled > max => -1.2,
            _ => 0.0,
        };
        // "Jobs over 500": by what a job comes to, and not by what was paid of it.
        let main = unit != Some(false) && crate::constructions::money(self.text, col.table) == Some(col);
        inside
            + if main { 0.3 } else { 0.0 }
            + match unit {
                Some(true) => 0.0,
                Some(false) => -2.0,
                None => -1.0,
            }
    }
}

#[cfg(test)]
mod tests {
    use askwell_contract::TypeKind;

    use crate::asked::Style;
    use crate::constructions::tests::{asked, shop};
    use crate::known::{Known, MINUTES};
    use crate::rank::Weights;

    /// A shop whose delays are texts such as `1h 25m`.
    fn delayed() -> Known {
        let mut known = shop();
        let columns = known.tables.iter_mut().flat_map(|t| &mut t.columns);
        for c in columns.filter(|c| c.name == "delay") {
            c.kind = TypeKind::Text;
            c.view = Some("minutes({})".to_owned());
            c.units = vec![MINUTES.to_owned()];
            (c.minutes, c.min, c.max) = (true, None, None);
        }
        known.ready()
    }

    fn first(question: &str) -> (String, String) {
        let mut question = asked(question);
        question.style = Style::People;
        let readings = crate::read(&delayed(), &question, Weights::learned());
        readings.into_iter().next().map(|r| (r.sql, r.says)).unwrap_or_default()
    }

    #[test]
    fn what_is_asked_in_any_unit_is_compared_in_minutes() {
        for (question, minutes) in [
            ("orders with a delay over 2 hours", "> 120"),
            ("orders with a delay over 90 minutes", "> 90"),
            ("orders with a delay over 90 mins", "> 90"),
            ("orders with a delay of more than 3 days", "> 4320"),
            ("orders with a delay of more than an hour", "> 60"),
        ] {
            let (sql, _) = first(question);
            assert!(sql.contains(&format!("minutes(delay) {minutes}")), "{question}: {sql}");
        }
    }

    #[test]
    fn the_longest_is_what_lasted_longest_whatever_its_column_is_called() {
        let mut known = delayed();
        for c in known
            .tables
            .iter_mut()
            .flat_map(|t| &mut t.columns)
            .filter(|c| c.minutes)
        {
            (c.name, c.words) = ("on_site".to_owned(), vec!["on".to_owned(), "site".to_owned()]);
        }
        let readings = crate::read(&known.ready(), &asked("the 3 longest orders"), Weights::learned());
        assert!(
            readings[0].sql.contains("ORDER BY minutes(on_site) DESC"),
            "{}",
            readings[0].sql
        );
    }

    #[test]
    fn a_figure_of_minutes_is_called_so_and_rows_show_their_own_text() {
        let (sql, said) = first("average delay of orders");
        assert!(sql.contains("AVG(minutes(delay)) AS average_delay_minutes"), "{sql}");
        assert!(said.contains("average delay in minutes"), "{said}");
        let (sql, _) = first("orders with a delay over 2 hours");
        assert!(
            !sql.split(" FROM ").next().unwrap_or_default().contains("minutes("),
            "{sql}"
        );
    }
}
