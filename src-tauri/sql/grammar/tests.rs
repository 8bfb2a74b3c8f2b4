//! The rules are read back by a reader of the notation, which writes queries by them at random and says whether they allow
//! one. What it writes has to parse and to name nothing that is not there.

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::{Dialect, Table};

use super::grammar;
use crate::features::of_query;
use crate::parse;

const DIALECTS: [Dialect; 3] = [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres];

/// What a rule is made of.
#[derive(Debug, Clone)]
enum Part {
    Text(String),
    /// Ranges of characters; `true`: all but these.
    Class(bool, Vec<(char, char)>),
    Rule(String),
    All(Vec<Part>),
    Any(Vec<Part>),
    Times(Box<Part>, usize, usize),
}

struct Rules(BTreeMap<String, Part>);

impl Rules {
    fn read(text: &str) -> Self {
        let rule = |line: &str| {
            let (name, body) = line.split_once(" ::= ").unwrap_or_else(|| panic!("{line}"));
            let mut reader = Reader { rest: body };
            let part = reader.any();
            assert_eq!(reader.rest.trim(), "", "{line}");
            (name.to_owned(), part)
        };
        let rules: Vec<(String, Part)> = text.lines().map(rule).collect();
        let count = rules.len();
        let read = Self(rules.into_iter().collect());
        assert_eq!(read.0.len(), count, "a rule stands twice");
        read.0.values().for_each(|part| read.known(part));
        read
    }

    fn known(&self, part: &Part) {
        match part {
            Part::Rule(name) => assert!(self.0.contains_key(name), "no rule {name}"),
            Part::All(parts) | Part::Any(parts) => parts.iter().for_each(|part| self.known(part)),
            Part::Times(part, ..) => self.known(part),
            Part::Text(_) | Part::Class(..) => {}
        }
    }

    /// The least number of rules that have to be opened to come to an end, for each.
    fn depths(&self) -> BTreeMap<String, usize> {
        let mut depths: BTreeMap<String, usize> = BTreeMap::new();
        loop {
            let before = depths.clone();
            for (name, part) in &self.0 {
                if let Some(depth) = depth(part, &depths) {
                    depths.insert(name.clone(), depth + 1);
                }
            }
            if depths == before {
                assert_eq!(depths.len(), self.0.len(), "a rule never ends");
                return depths;
            }
        }
    }

    /// Whether the rules allow this text, whole.
    fn allow(&self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        let mut known = BTreeMap::new();
        self.ends("root", 0, &text, &mut known).contains(&text.len())
    }

    fn ends(&self, rule: &str, at: usize, text: &[char], known: &mut Known) -> BTreeSet<usize> {
        if let Some(ends) = known.get(&(rule.to_owned(), at)) {
            return ends.clone();
        }
        let ends = self.part(&self.0[rule], at, text, known);
        known.insert((rule.to_owned(), at), ends.clone());
        ends
    }

    fn part(&self, part: &Part, at: usize, text: &[char], known: &mut Known) -> BTreeSet<usize> {
        match part {
            Part::Text(own) => {
                let own: Vec<char> = own.chars().collect();
                let fits = text[at..].starts_with(&own);
                fits.then_some(at + own.len()).into_iter().collect()
            }
            Part::Class(not, ranges) => {
                let fits = |c: &char| ranges.iter().any(|(from, to)| (from..=to).contains(&c)) != *not;
                text.get(at).filter(|c| fits(c)).map(|_| at + 1).into_iter().collect()
            }
            Part::Rule(name) => self.ends(name, at, text, known),
            Part::Any(parts) => parts.iter().flat_map(|part| self.part(part, at, text, known)).collect(),
            Part::All(parts) => parts.iter().fold(BTreeSet::from([at]), |from, part| {
                from.into_iter()
                    .flat_map(|at| self.part(part, at, text, known))
                    .collect()
            }),
            Part::Times(part, least, most) => {
                let (mut all, mut now) = (BTreeSet::new(), BTreeSet::from([at]));
                for times in 0..=*most {
                    if times >= *least {
                        all.extend(now.iter().copied());
                    }
                    now = now
                        .into_iter()
                        .flat_map(|at| self.part(part, at, text, known))
                        .collect();
                    if now.is_empty() {
                        break;
                    }
                }
                all
            }
        }
    }
}

type Known = BTreeMap<(String, usize), BTreeSet<usize>>;

fn depth(part: &Part, depths: &BTreeMap<String, usize>) -> Option<usize> {
    match part {
        Part::Text(_) | Part::Class(..) => Some(0),
        Part::Rule(name) => depths.get(name).copied(),
        Part::Any(parts) => parts.iter().filter_map(|part| depth(part, depths)).min(),
        Part::All(parts) => parts
            .iter()
            .try_fold(0, |most, part| Some(most.max(depth(part, depths)?))),
        Part::Times(_, 0, _) => Some(0),
        Part::Times(part, ..) => depth(part, depths),
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn any(&mut self) -> Part {
        let mut parts = vec![self.all()];
        while self.eat("|") {
            parts.push(self.all());
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => Part::Any(parts),
        }
    }

    fn all(&mut self) -> Part {
        let mut parts = Vec::new();
        loop {
            self.rest = self.rest.trim_start_matches(' ');
            if self.rest.is_empty() || self.rest.starts_with(['|', ')']) {
                return Part::All(parts);
            }
            let one = self.one();
            parts.push(self.times(one));
        }
    }

    fn eat(&mut self, mark: &str) -> bool {
        self.rest = self.rest.trim_start_matches(' ');
        match self.rest.strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn one(&mut self) -> Part {
        if self.eat("(") {
            let part = self.any();
            assert!(self.eat(")"), "{}", self.rest);
            return part;
        }
        if self.eat("\"") {
            let mut text = String::new();
            loop {
                match self.next() {
                    '"' => return Part::Text(text),
                    '\\' => text.push(self.escaped()),
                    c => text.push(c),
                }
            }
        }
        if self.eat("[") {
            return self.class();
        }
        let end = self
            .rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        assert!(!name.is_empty(), "{}", self.rest);
        self.rest = rest;
        Part::Rule(name.to_owned())
    }

    fn class(&mut self) -> Part {
        let not = self.rest.starts_with('^');
        self.rest = self.rest.trim_start_matches('^');
        let mut ranges = Vec::new();
        while !self.rest.starts_with(']') {
            let from = self.letter();
            let to = match self.rest.strip_prefix('-') {
                Some(rest) => {
                    self.rest = rest;
                    self.letter()
                }
                None => from,
            };
            ranges.push((from, to));
        }
        self.next();
        Part::Class(not, ranges)
    }

    fn letter(&mut self) -> char {
        match self.next() {
            '\\' => self.escaped(),
            c => c,
        }
    }

    fn escaped(&mut self) -> char {
        match self.next() {
            'n' => '\n',
            'x' => {
                let (code, rest) = self.rest.split_at(2);
                self.rest = rest;
                char::from(u8::from_str_radix(code, 16).unwrap())
            }
            c => c,
        }
    }

    fn next(&mut self) -> char {
        let mut letters = self.rest.chars();
        let next = letters.next().unwrap();
        self.rest = letters.as_str();
        next
    }

    fn times(&mut self, part: Part) -> Part {
        let (least, most) = match self.rest.chars().next() {
            Some('?') => (0, 1),
            Some('*') => (0, 40),
            Some('+') => (1, 40),
            Some('{') => {
                let (inner, _) = self.rest[1..].split_once('}').unwrap();
                let (least, most) = inner.split_once(',').unwrap();
                let bounds = (least.parse().unwrap(), most.parse().unwrap());
                self.rest = &self.rest[inner.len() + 1..];
                bounds
            }
            _ => return part,
        };
        self.next();
        Part::Times(Box::new(part), least, most)
    }
}

/// Letters behind which a query comes to its end by the shortest way, as it does past its depth.
const ENOUGH: usize = 800;

/// Writes by the rules, at random.
struct Writer<'a> {
    rules: &'a Rules,
    depths: BTreeMap<String, usize>,
    state: u64,
}

impl Writer<'_> {
    /// An LCG: the upper half is random enough to choose by.
    fn below(&mut self, count: usize) -> usize {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % count.max(1)
    }

    fn write(&mut self, part: &Part, left: usize, out: &mut String) {
        let left = if out.len() > ENOUGH { 0 } else { left };
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Class(true, _) => out.push(['a', 'Z', ' ', '%'][self.below(4)]),
            Part::Class(false, ranges) => {
                let (from, to) = ranges[self.below(ranges.len())];
                let at = self.below(to as usize - from as usize + 1) as u32;
                out.extend(char::from_u32(from as u32 + at));
            }
            Part::Rule(name) => {
                let rule = &self.rules.0[name];
                self.write(rule, left.saturating_sub(1), out);
            }
            Part::All(parts) => parts.iter().for_each(|part| self.write(part, left, out)),
            Part::Any(parts) => {
                let fits = |part: &&Part| depth(part, &self.depths).is_some_and(|depth| depth <= left);
                let within: Vec<&Part> = parts.iter().filter(fits).collect();
                let part = match within.is_empty() {
                    true => parts.iter().min_by_key(|part| depth(part, &self.depths)).unwrap(),
                    false => within[self.below(within.len())],
                };
                self.write(part, left, out);
            }
            Part::Times(part, least, most) => {
                let most = match depth(part, &self.depths).is_some_and(|depth| depth <= left) {
                    true => (*most).min(least + 2),
                    false => *least,
                };
                let times = least + self.below(most - least + 1);
                (0..times).for_each(|_| self.write(part, left, out));
            }
        }
    }
}

/// A table of the shop under another name, with other columns.
fn table(name: &str, columns: &[&str]) -> Table {
    let mut table = crate::testing::shop().tables.remove(0);
    let column = table.columns[0].clone();
    table.name = name.into();
    table.columns = columns
        .iter()
        .map(|&name| askwell_contract::Column {
            name: name.into(),
            ..column.clone()
        })
        .collect();
    table
}

fn shop() -> Vec<Table> {
    vec![
        table("customers", &["id", "name", "country", "Tracking No"]),
        table("orders", &["id", "customer_id", "total", "placed_on", "group"]),
        table("order lines", &["order_id", "say \"so\""]),
        table("empty", &[]),
    ]
}

fn of(tables: &[Table], dialect: Dialect) -> Option<String> {
    fn whole(table: &Table) -> (&Table, Vec<&str>) {
        (table, table.columns.iter().map(|column| column.name.as_str()).collect())
    }
    grammar(&tables.iter().map(whole).collect::<Vec<_>>(), dialect)
}

#[test]
fn what_is_written_by_the_rules_parses_and_names_only_what_is_there() {
    for dialect in DIALECTS {
        let rules = Rules::read(&of(&shop(), dialect).unwrap());
        let (mut joins, mut nested) = (0, 0);
        for seed in 0..400 {
            let mut writer = Writer {
                rules: &rules,
                depths: rules.depths(),
                state: seed * 7_919 + 1,
            };
            let mut sql = String::new();
            writer.write(&Part::Rule("root".into()), 9 + seed as usize % 6, &mut sql);
            let query = parse::query(&sql, dialect).unwrap_or_else(|f| panic!("{dialect:?} {sql}\n{}", f.message));
            let facts = of_query(&query);
            joins += usize::from(facts.joins > 0);
            nested += usize::from(facts.subqueries > 0);
            let there = |name: &String| {
                let made = ["shown_", "step_"].iter().any(|start| name.starts_with(start));
                let known = |table: &Table| {
                    table.name.eq_ignore_ascii_case(name)
                        || table.columns.iter().any(|c| c.name.eq_ignore_ascii_case(name))
                };
                made || shop().iter().any(known)
            };
            for name in facts.tables.iter().chain(&facts.columns) {
                assert!(there(name), "{dialect:?} {name}: {sql}");
            }
            assert!(!sql.contains("empty"), "{sql}");
        }
        assert!(
            joins > 40 && nested > 20,
            "{dialect:?}: {joins} with joins, {nested} nested"
        );
    }
}

#[test]
fn what_questions_need_can_be_written() {
    let rules = Rules::read(&of(&shop(), Dialect::Sqlite).unwrap());
    for sql in [
        "SELECT COUNT(*) FROM orders",
        "-- reading: orders of each customer\nSELECT customers.name, COUNT(*) AS shown_1 FROM customers JOIN orders ON orders.customer_id = customers.id GROUP BY customers.id, customers.name HAVING COUNT(*) > 3 ORDER BY shown_1 DESC LIMIT 5",
        "SELECT customers.name FROM customers WHERE customers.id NOT IN (SELECT orders.customer_id FROM orders) AND customers.country = 'Côte d''Ivoire'",
        "SELECT 100.0 * SUM(CASE WHEN orders.total > 10 THEN 1 ELSE 0 END) / COUNT(*) FROM orders WHERE STRFTIME('%Y', orders.placed_on) = '2024'",
        "SELECT customers.name, customers_2.name FROM customers JOIN customers AS customers_2 ON customers_2.country = customers.country AND customers_2.id > customers.id",
        "WITH step_1 AS (SELECT orders.customer_id AS shown_1, SUM(orders.total) AS shown_2 FROM orders GROUP BY orders.customer_id) SELECT customers.name FROM customers JOIN step_1 ON step_1.shown_1 = customers.id WHERE step_1.shown_2 > (SELECT AVG(step_1.shown_2) FROM step_1)",
        "SELECT customers.country FROM customers EXCEPT SELECT customers.\"Tracking No\" FROM customers LEFT JOIN orders ON orders.customer_id = customers.id WHERE orders.id IS NULL",
        "SELECT orders.\"group\", RANK() OVER (PARTITION BY orders.customer_id ORDER BY orders.total DESC) FROM orders",
    ] {
        assert!(parse::query(sql, Dialect::Sqlite).is_ok(), "{sql}");
        assert!(rules.allow(sql), "{sql}");
    }
}

#[test]
fn what_is_not_there_or_changes_something_cannot_be_written() {
    let rules = Rules::read(&of(&shop(), Dialect::Sqlite).unwrap());
    for sql in [
        "SELECT customers.age FROM customers",
        "SELECT orders.name FROM orders",
        "SELECT name FROM customers",
        "SELECT clients.name FROM clients",
        "SELECT customers.name FROM customers AS c",
        "SELECT customers.name AS anything FROM customers",
        "DELETE FROM customers",
        "SELECT customers.name FROM customers; SELECT customers.id FROM customers",
        "SELECT LOAD_EXTENSION(customers.name) FROM customers",
        "SELECT",
        "",
    ] {
        assert!(!rules.allow(sql), "{sql}");
    }
}

#[test]
fn names_of_the_schema_are_never_taken_for_what_a_query_makes() {
    assert_eq!(of(&[table("empty", &[])], Dialect::Sqlite), None);
    let sales = Table {
        schema: Some("Sales".into()),
        ..table("Sales.Orders", &["Id"])
    };
    let tables = [
        table("step_1", &["shown_1"]),
        table("customers", &["id"]),
        table("customers_2", &["id"]),
        sales,
    ];
    let text = of(&tables, Dialect::Postgres).unwrap();
    let line = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert_eq!(line("step ::="), r#"step ::= "step_2" | "step_3" | "step_4""#);
    assert_eq!(line("column1 ::="), r#"column1 ::= ("customers") "." ("id")"#);
    assert!(line("table ::=").contains(r#""\"Sales\".\"Orders\"""#), "{text}");
    Rules::read(&text);
}
