//! A formula in signs, said in words: "(price - cost) / price" is "( price minus cost ) divided by price".
//!
//! In: the right side of a definition. Out: the same in words, with brackets where the order of the operations needs
//! them; `None` where a part of it cannot be said so, for half a formula is another formula. Deliberately absent: what
//! the names mean.

/// Functions that stand for many rows.
const GATHERS: [&str; 9] = [
    "avg", "average", "count", "max", "maximum", "mean", "min", "minimum", "sum",
];

/// The highest power that is written as a product.
const POWERS: u32 = 4;
/// Brackets that may be open at once, and names and numbers that may be said, powers written out; beyond them it is no
/// formula that a person wrote.
const DEPTH: usize = 30;
const LONGEST: usize = 200;

#[derive(Debug, Clone, PartialEq)]
enum Part {
    /// A name or a number.
    Word(String),
    Pair(Box<Part>, char, Box<Part>),
    Gather(String, Box<Part>),
}

#[derive(Debug, Clone, PartialEq)]
enum Sign {
    Word(String),
    One(char),
}

/// Whether there is a sign of arithmetic or a bracket in it at all.
pub fn has_signs(text: &str) -> bool {
    let alone = text
        .split_whitespace()
        .any(|word| word == "-" || word == "–" || word == "−");
    alone
        || text.trim_start().starts_with('-')
        || text.contains(['+', '*', '/', '×', '÷', '^', '%', '(', ')', '[', ']'])
}

pub fn said(text: &str) -> Option<String> {
    let signs = signs(text)?;
    if signs.len() > 4 * LONGEST {
        return None;
    }
    let mut reader = Reader { signs, at: 0, open: 0 };
    let whole = reader.sum()?;
    if reader.at < reader.signs.len() || !matches!(whole, Part::Pair(..)) || leaves(&whole) > LONGEST {
        return None;
    }
    Some(words(&whole))
}

/// Words, numbers and signs; a hyphen within a word belongs to the word.
fn signs(text: &str) -> Option<Vec<Sign>> {
    let chars: Vec<char> = text.replace('`', " ").chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    let in_word = |i: usize| {
        chars
            .get(i)
            .is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '\'' | '’'))
    };
    while let Some(&c) = chars.get(at) {
        let start = at;
        if in_word(at) {
            while in_word(at) || (matches!(chars.get(at), Some('-' | '.' | ',')) && in_word(at + 1)) {
                at += 1;
            }
            found.push(Sign::Word(chars[start..at].iter().collect()));
            continue;
        }
        at += 1;
        let sign = match c {
            c if c.is_whitespace() => continue,
            '*' if chars.get(at) == Some(&'*') => {
                at += 1;
                '^'
            }
            '×' => '*',
            '÷' => '/',
            '–' | '−' => '-',
            '[' => '(',
            ']' => ')',
            '+' | '-' | '*' | '/' | '^' | '%' | '(' | ')' | ',' => c,
            _ => return None,
        };
        found.push(Sign::One(sign));
    }
    Some(found)
}

/// Names and numbers in it.
fn leaves(part: &Part) -> usize {
    match part {
        Part::Word(_) => 1,
        Part::Pair(a, _, b) => leaves(a) + leaves(b),
        Part::Gather(_, of) => leaves(of),
    }
}

struct Reader {
    signs: Vec<Sign>,
    at: usize,
    /// Brackets and signs in front that are open.
    open: usize,
}

impl Reader {
    fn next(&self) -> Option<&Sign> {
        self.signs.get(self.at)
    }

    fn takes(&mut self, sign: char) -> bool {
        let is = self.next() == Some(&Sign::One(sign));
        self.at += usize::from(is);
        is
    }

    fn word(&self, ahead: usize) -> Option<String> {
        match self.signs.get(self.at + ahead)? {
            Sign::Word(word) => Some(word.to_lowercase()),
            Sign::One(_) => None,
        }
    }

    /// An operation as a sign or in words, and how many words say it.
    fn operation(&self) -> Option<(char, usize)> {
        if let Some(Sign::One(sign @ ('+' | '-' | '*' | '/'))) = self.next() {
            return Some((*sign, 1));
        }
        let by = usize::from(self.word(1).as_deref() == Some("by"));
        Some(match self.word(0)?.as_str() {
            "plus" => ('+', 1),
            "minus" => ('-', 1),
            "times" => ('*', 1),
            "multiplied" => ('*', 1 + by),
            "divided" => ('/', 1 + by),
            _ => return None,
        })
    }

    fn sum(&mut self) -> Option<Part> {
        let mut left = self.product()?;
        while let Some((sign @ ('+' | '-'), width)) = self.operation() {
            self.at += width;
            left = pair(left, sign, self.product()?);
        }
        Some(left)
    }

    fn product(&mut self) -> Option<Part> {
        let mut left = self.power()?;
        while let Some((sign @ ('*' | '/'), width)) = self.operation() {
            self.at += width;
            left = pair(left, sign, self.power()?);
        }
        Some(left)
    }

    /// Powers that are few enough to write out; a sign in front counts after them.
    fn power(&mut self) -> Option<Part> {
        if self.takes('-') {
            let of = self.inside(Self::power)?;
            return Some(pair(Part::Word("0".into()), '-', of));
        }
        let base = self.operand()?;
        if !self.takes('^') {
            return Some(base);
        }
        let times = self.word(0)?.parse().ok().filter(|n| (1..=POWERS).contains(n))?;
        self.at += 1;
        if times as usize * leaves(&base) > LONGEST {
            return None;
        }
        Some((1..times).fold(base.clone(), |product, _| pair(product, '*', base.clone())))
    }

    /// One level deeper, as far as that goes.
    fn inside(&mut self, read: fn(&mut Self) -> Option<Part>) -> Option<Part> {
        if self.open == DEPTH {
            return None;
        }
        self.open += 1;
        let part = read(self);
        self.open -= 1;
        part
    }

    fn operand(&mut self) -> Option<Part> {
        if self.takes('(') {
            let inner = self.inside(Self::sum)?;
            return self.takes(')').then_some(inner);
        }
        let mut name: Vec<String> = Vec::new();
        while let Some(Sign::Word(word)) = self.next().filter(|_| self.operation().is_none()) {
            name.push(word.clone());
            self.at += 1;
        }
        let called = name.last()?.to_lowercase();
        if self.takes('(') {
            return (name.len() == 1).then(|| self.call(&called))?;
        }
        let name = name.join(" ");
        if self.takes('%') {
            let number = name.parse::<f64>().is_ok();
            return number.then(|| pair(Part::Word(name), '/', Part::Word("100".into())));
        }
        Some(Part::Word(name))
    }

    /// A function behind whose opening bracket the reader stands.
    fn call(&mut self, name: &str) -> Option<Part> {
        let first = self.inside(Self::sum);
        match name {
            "cast" => {
                // The name of the column has taken "AS REAL" for a part of it.
                let Part::Word(column) = first? else { return None };
                let (column, _) = column.to_lowercase().find(" as ").map(|at| column.split_at(at))?;
                let column = column.to_string();
                self.takes(')').then_some(Part::Word(column))
            }
            "divide" | "multiply" | "subtract" | "add" => {
                let sign = match name {
                    "divide" => '/',
                    "multiply" => '*',
                    "subtract" => '-',
                    _ => '+',
                };
                let first = first?;
                let second = self.takes(',').then(|| self.inside(Self::sum))??;
                self.takes(')').then(|| pair(first, sign, second))
            }
            _ if GATHERS.contains(&name) => {
                let of = Part::Gather(name.to_string(), Box::new(first?));
                self.takes(')').then_some(of)
            }
            _ => None,
        }
    }
}

fn pair(left: Part, sign: char, right: Part) -> Part {
    Part::Pair(Box::new(left), sign, Box::new(right))
}

fn words(part: &Part) -> String {
    let bracket = |part: &Part, needed: bool| {
        let said = words(part);
        if needed {
            format!("( {said} )")
        } else {
            said
        }
    };
    match part {
        Part::Word(word) => word.clone(),
        Part::Gather(name, of) => format!("{name} of {}", bracket(of, matches!(**of, Part::Pair(..)))),
        Part::Pair(left, sign, right) => {
            let name = match sign {
                '+' => "plus",
                '-' => "minus",
                '*' => "times",
                _ => "divided by",
            };
            let mine = rank(*sign);
            let looser = |part: &Part, by: u8| matches!(part, Part::Pair(_, sign, _) if rank(*sign) < mine + by);
            // "a minus b minus c" goes from left to right, and so does "a divided by b times c".
            let firm = u8::from(matches!(sign, '-' | '/'));
            format!(
                "{} {name} {}",
                bracket(left, looser(left, 0)),
                bracket(right, looser(right, firm))
            )
        }
    }
}

fn rank(sign: char) -> u8 {
    u8::from(matches!(sign, '*' | '/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_stay_where_the_order_needs_them() {
        for (signs, words) in [
            ("(price - cost) / price", "( price minus cost ) divided by price"),
            ("price - (cost / price)", "price minus cost divided by price"),
            ("a - (b - c)", "a minus ( b minus c )"),
            ("a - (b + c) * 2", "a minus ( b plus c ) times 2"),
            ("a / (b * c)", "a divided by ( b times c )"),
            ("(a * b) + (c * d)", "a times b plus c times d"),
            ("[unit price × quantity] ÷ 2", "unit price times quantity divided by 2"),
            ("`unit_price`*`quantity`", "unit_price times quantity"),
            ("price minus cost / 2", "price minus cost divided by 2"),
        ] {
            assert_eq!(said(signs).as_deref(), Some(words), "{signs}");
        }
    }

    #[test]
    fn minus_in_front_powers_and_percent_are_said_too() {
        for (signs, words) in [
            ("-cost + price", "0 minus cost plus price"),
            ("price * -cost", "price times ( 0 minus cost )"),
            ("width ^ 2 * height", "width times width times height"),
            ("(a + b)**2", "( a plus b ) times ( a plus b )"),
            ("price * 19%", "price times 19 divided by 100"),
        ] {
            assert_eq!(said(signs).as_deref(), Some(words), "{signs}");
        }
    }

    #[test]
    fn functions_of_many_rows_keep_what_they_gather() {
        for (signs, words) in [
            (
                "SUM(price * quantity) / COUNT(orders)",
                "sum of ( price times quantity ) divided by count of orders",
            ),
            ("CAST(wins AS REAL) / games * 100", "wins divided by games times 100"),
            ("DIVIDE(SUM(a), SUM(b))", "sum of a divided by sum of b"),
        ] {
            assert_eq!(said(signs).as_deref(), Some(words), "{signs}");
        }
    }

    /// Each would take all memory or the stack, and the window with it.
    #[test]
    fn a_formula_without_measure_is_none() {
        let nested = |n: usize| format!("{}a{}", "(".repeat(n), ") ^ 4".repeat(n));
        assert!(said(&nested(3)).is_some());
        for n in [4, 20, 20_000] {
            assert_eq!(said(&nested(n)), None, "{n}");
        }
        let many = 100_000;
        for signs in [
            "a + ".repeat(many) + "a",
            "(".repeat(many) + "a",
            "- ".repeat(many) + "a",
            "sum(".repeat(many),
        ] {
            assert_eq!(said(&signs), None);
        }
        assert!(said(&("a + ".repeat(100) + "a")).is_some());
    }

    #[test]
    fn half_a_formula_is_none() {
        for signs in [
            "price - cost (both in euros)",
            "(price - cost / price",
            "price - cost) / price",
            "price ^ cost",
            "price ^ 9",
            "price % cost",
            "price %",
            "ROUND(price / cost)",
            "price - ",
            "price & cost / 2",
            "year-end",
        ] {
            assert_eq!(said(signs), None, "{signs}");
        }
    }
}
