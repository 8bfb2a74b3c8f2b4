//! A grammar of the queries that can be written over the tables and columns that a prompt shows.
//!
//! In: names as a statement has to write them, the dialect, the form of the reply. Out: rules in the notation of llama.cpp
//! (GBNF) by which a model writes only SELECT statements, and in them only tables and columns that it was shown. Names that
//! a statement gives itself are free: aliases, and what a part named by WITH or in brackets after FROM hands on.
//! Deliberately absent: which column belongs to which table, and what else no grammar of this kind can say; a query is
//! bound and checked behind it as any other.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use askwell_contract::model::literal;
use askwell_contract::Dialect;

mod words;

use words::{fields, functions, kinds};

/// A table and its columns, spelt and quoted as a statement has to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub table: String,
    pub columns: Vec<String>,
}

/// All that a query may name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    pub dialect: Dialect,
    pub tables: Vec<Named>,
}

/// What a reply is made of besides the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reply {
    /// Queries stand between ```sql and ```, and thoughts may stand before them.
    pub fenced: bool,
    /// A second query may follow, and one for another reading.
    pub second: bool,
    /// It may say what the schema lacks instead.
    pub missing: bool,
    /// It may ask back instead.
    pub asking: bool,
}

impl Reply {
    /// What a prompt asks for, by the forms that it shows: a person's own may ask for others than ours.
    pub fn asked_by(prompt: &str) -> Self {
        Self {
            // Where the prompt ends with it, the fence is open already.
            fenced: prompt.contains("```sql") && !prompt.trim_end().ends_with("```sql"),
            second: prompt.contains("-- second:"),
            missing: prompt.contains("-- missing:"),
            asking: prompt.contains("-- ask:"),
        }
    }
}

/// The rule to start with is `root`.
pub fn grammar(names: &[Named], dialect: Dialect, reply: Reply) -> String {
    let mut rules = Rules::default();
    rules.add("root", &root(reply));
    rules.text.push_str(FORM);
    rules.text.push_str(COMMON);
    let tables: Vec<String> = names.iter().flat_map(|named| spelt(&named.table)).collect();
    let columns: Vec<String> = names
        .iter()
        .flat_map(|named| &named.columns)
        .flat_map(|c| spelt(c))
        .collect();
    rules.trie("table", tables.iter().map(String::as_str));
    rules.trie("column", columns.iter().map(String::as_str));
    let functions = functions(dialect);
    let lower = functions.iter().map(|name| name.to_lowercase());
    let cased: Vec<String> = functions.iter().map(|name| (*name).to_owned()).chain(lower).collect();
    rules.trie("function", cased.iter().map(String::as_str));
    let list = |words: &[&str]| words.iter().map(|w| format!("\"{w}\"")).collect::<Vec<_>>().join(" | ");
    rules.add("kind", &list(kinds(dialect)));
    rules.add("field", &list(fields(dialect)));
    for scope in [Scope::Plain, Scope::Derived, Scope::With] {
        rules.scope(scope, dialect);
    }
    rules.text
}

/// A name that needs no quotes may have them all the same.
fn spelt(name: &str) -> Vec<String> {
    let bare = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let quoted = bare.then(|| format!("\"{name}\""));
    std::iter::once(name.to_owned()).chain(quoted).collect()
}

fn root(reply: Reply) -> String {
    let mut forms = vec![match (reply.fenced, reply.second) {
        (true, true) => "thoughts fenced second? other?".to_owned(),
        (true, false) => "thoughts fenced".to_owned(),
        (false, _) => "reading? query end".to_owned(),
    }];
    if reply.missing {
        forms.push("\"-- missing: \" line end".to_owned());
    }
    if reply.asking {
        forms.push("\"-- ask: \" line option{2,4} end".to_owned());
    }
    forms.join(" | ")
}

/// Around a query. Blanks are bounded: small models lose themselves in them.
const FORM: &str = r#"thoughts ::= (thought "\n" "\n"?){0,12}
thought ::= [^`\n-] [^`\n]{0,240}
fenced ::= "```sql\n" reading? query "\n```"
second ::= "\n"{1,2} "```sql\n" "-- second: " line "\n" query "\n```" end
other ::= "\n"{1,2} "```sql\n" "-- other: " line "\n" query "\n```" end
reading ::= "-- reading: " line "\n"
option ::= "\n-- option: " line
line ::= [^\n]{1,240}
end ::= "\n"?
query ::= query-p
"#;

/// What is the same in every scope.
const COMMON: &str = r#"s ::= [ \n] [ \n\t]{0,24}
o ::= [ \n\t]{0,24}
own ::= [a-z_] [a-z0-9_]{0,39} | "\"" [^"\n]{1,60} "\""
list-own ::= o "(" o own (o "," o own)* o ")"
alias ::= [a-z_] [a-z0-9_]{0,39} | [A-Z] [0-9]{0,2}
number ::= [0-9]{1,15} ("." [0-9]{1,12})? | "." [0-9]{1,12}
string ::= "'" ([^'\n\x00-\x1F] | "''"){0,160} "'"
compare ::= "=" | "<" ">"? | "<=" | ">=" | ">" | "!="
sort ::= (s ("ASC" | "DESC"))? (s "NULLS" s ("FIRST" | "LAST"))?
limit ::= s "LIMIT" s [0-9]{1,9} (s "OFFSET" s [0-9]{1,9})?
set ::= s ("UNION" (s "ALL")? | "INTERSECT" | "EXCEPT") s
join ::= (s ("LEFT" | "RIGHT" | "FULL") (s "OUTER")? | s "INNER" | s "CROSS")? s "JOIN" s
frame ::= s ("ROWS" | "RANGE") s ("BETWEEN" s bound s "AND" s bound | bound)
bound ::= "UNBOUNDED" s ("PRECEDING" | "FOLLOWING") | "CURRENT" s "ROW" | [0-9]{1,4} s ("PRECEDING" | "FOLLOWING")
"#;

/// Which names a query may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Those of the schema.
    Plain,
    /// And those of columns that a query in brackets after its FROM hands on.
    Derived,
    /// And those that a WITH gives.
    With,
}

impl Scope {
    fn mark(self) -> &'static str {
        match self {
            Self::Plain => "p",
            Self::Derived => "d",
            Self::With => "w",
        }
    }
}

#[derive(Default)]
struct Rules {
    text: String,
}

impl Rules {
    fn add(&mut self, name: &str, body: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{name} ::= {body}");
    }

    /// Words that share a beginning share a rule, so that few rules are open at a time however many words there are.
    fn trie<'a>(&mut self, name: &str, words: impl Iterator<Item = &'a str>) {
        let words: BTreeSet<&str> = words.filter(|word| !word.is_empty()).collect();
        let body = match words.is_empty() {
            // Nothing is written by it.
            true => "\"\\x00\"".to_owned(),
            false => self.branches(name, &words.into_iter().collect::<Vec<_>>(), &mut 0),
        };
        self.add(name, &body);
    }

    fn branches(&mut self, name: &str, words: &[&str], count: &mut usize) -> String {
        let mut starts: BTreeMap<char, Vec<&str>> = BTreeMap::new();
        let mut ends = false;
        for word in words {
            match word.chars().next() {
                Some(first) => starts.entry(first).or_default().push(word),
                None => ends = true,
            }
        }
        let mut out: Vec<String> = Vec::new();
        for group in starts.values() {
            let shared = common(group);
            let rest: Vec<&str> = group.iter().map(|word| &word[shared.len()..]).collect();
            if rest.len() == 1 {
                out.push(literal(shared));
                continue;
            }
            let body = self.branches(name, &rest, count);
            *count += 1;
            let rule = format!("{name}-{count}");
            self.add(&rule, &body);
            out.push(format!("{} {rule}", literal(shared)));
        }
        if ends {
            out.push("\"\"".to_owned());
        }
        out.join(" | ")
    }

    fn scope(&mut self, scope: Scope, dialect: Dialect) {
        let m = scope.mark();
        // What a query within this one may name.
        let inner = match scope {
            Scope::Plain | Scope::Derived => "p",
            Scope::With => "w",
        };
        // A list of formats, and a cast that fails in silence.
        let (lists, cast) = match dialect {
            Dialect::Duckdb => (format!(r#" | "[" o list-{m} o "]""#), r#"("CAST" | "TRY_CAST")"#),
            _ => (String::new(), r#""CAST""#),
        };
        // Whether a text is of a form.
        let formed = match dialect {
            Dialect::Postgres => r#" | s "~" s string"#,
            _ => "",
        };
        let casts = if dialect == Dialect::Sqlite {
            ""
        } else {
            r#" ("::" kind)*"#
        };
        let dated = if dialect == Dialect::Sqlite {
            String::new()
        } else {
            format!(
                r#" | ("DATE" | "TIMESTAMP") s string | "INTERVAL" s (string | [0-9]{{1,4}} s field) | "EXTRACT" o "(" o field s "FROM" s expr-{m} o ")""#
            )
        };
        let like = match dialect {
            Dialect::Sqlite => r#""LIKE" | "GLOB""#,
            Dialect::Duckdb | Dialect::Postgres => r#""LIKE" | "ILIKE""#,
        };
        let column = match scope {
            Scope::Plain => r#"(alias "." | table ".")? column"#,
            Scope::Derived | Scope::With => r#"(alias "." | table ".")? (column | own)"#,
        };
        let within = format!("o query-{inner} o");
        let rules = [
            ("expr", format!(r#"both-{m} (s "OR" s both-{m})*"#)),
            ("both", format!(r#"not-{m} (s "AND" s not-{m})*"#)),
            ("not", format!(r#"("NOT" s)? test-{m}"#)),
            (
                "test",
                format!(
                    r#"sum-{m} (o compare o sum-{m} | s "IS" s ("NOT" s)? ("NULL" | "TRUE" | "FALSE" | "DISTINCT" s "FROM" s sum-{m}) | s ("NOT" s)? ("IN" o "(" ({within} | o list-{m} o) ")" | ({like}) s sum-{m} | "BETWEEN" s sum-{m} s "AND" s sum-{m}){formed})?"#
                ),
            ),
            ("sum", format!(r#"term-{m} (o ("+" | "-" | "||") o term-{m})*"#)),
            ("term", format!(r#"part-{m} (o [*/%] o part-{m})*"#)),
            ("part", format!(r#""-"? one-{m}{casts}"#)),
            (
                "one",
                format!(
                    r#"number | string | "NULL" | "TRUE" | "FALSE" | case-{m} | cast-{m} | "EXISTS" o "(" {within} ")" | "(" ({within} | o list-{m} o) ")" | call-{m} | ref-{m}{dated}{lists}"#
                ),
            ),
            ("ref", column.to_owned()),
            ("list", format!(r#"expr-{m} (o "," o expr-{m})*"#)),
            (
                "call",
                format!(
                    r#"function "(" o ("*" | ("DISTINCT" s)? list-{m} (order-{m})?)? o ")" (s "FILTER" o "(" o "WHERE" s expr-{m} o ")")? (s "OVER" o "(" o ("PARTITION" s "BY" s list-{m})? (order-{m})? (frame)? o ")")?"#
                ),
            ),
            (
                "case",
                format!(
                    r#""CASE" (s expr-{m})? (s "WHEN" s expr-{m} s "THEN" s expr-{m}){{1,12}} (s "ELSE" s expr-{m})? s "END""#
                ),
            ),
            ("cast", format!(r#"{cast} o "(" o expr-{m} s "AS" s kind o ")""#)),
            ("order", format!(r#"(s | o) "ORDER" s "BY" s by-{m} (o "," o by-{m})*"#)),
            ("by", format!("(expr-{m} | own) sort")),
            ("group", format!("expr-{m} | own")),
            (
                "item",
                format!(r#"(alias "." | table ".")? "*" | expr-{m} (s ("AS" s)? own)?"#),
            ),
            (
                "rest",
                format!(
                    r#"(s "WHERE" s expr-{m})? (s "GROUP" s "BY" s group-{m} (o "," o group-{m})* (s "HAVING" s having-{m})?)?"#
                ),
            ),
            // A figure that is shown may be named by its alias.
            ("having", format!("expr-{m} | own o compare o (sum-{m} | own)")),
            (
                "on",
                format!(r#"s "ON" s expr-{m} | s "USING" o "(" o column (o "," o column)* o ")""#),
            ),
            ("base", r#"table (s ("AS" s)? alias)?"#.to_owned()),
            ("sub", format!(r#""(" o query-{inner} o ")" (s ("AS" s)? alias)?"#)),
            (
                "items",
                format!(r#""SELECT" s ("DISTINCT" s)? item-{m} (o "," o item-{m})*"#),
            ),
        ];
        for (name, body) in rules {
            self.add(&format!("{name}-{m}"), &body);
        }
        match scope {
            Scope::Plain => {
                self.add(
                    "select-p",
                    r#"items-p (s "FROM" s base-p (join base-p (on-p)? | o "," o base-p)*)? rest-p | select-d"#,
                );
                self.add("query-p", "select-p (set select-p)* (order-p | order-d)? limit? | with");
            }
            Scope::Derived => {
                self.add(
                    "select-d",
                    r#"items-d s "FROM" s (base-d (join base-d (on-d)? | o "," o base-d)* (join | o "," o))? sub-d (on-d)? (join (base-d | sub-d) (on-d)? | o "," o (base-d | sub-d))* rest-d"#,
                );
            }
            Scope::With => {
                // The first part can only be of the schema.
                self.add(
                    "with",
                    r#""WITH" s own list-own? s "AS" s? "(" o query-p o ")" (o "," o own list-own? s "AS" s? "(" o query-w o ")")* s query-w"#,
                );
                self.add("any-w", r#"base-w | own (s ("AS" s)? alias)? | sub-w"#);
                self.add(
                    "select-w",
                    r#"items-w (s "FROM" s any-w (join any-w (on-w)? | o "," o any-w)*)? rest-w"#,
                );
                self.add("query-w", "select-w (set select-w)* order-w? limit?");
            }
        }
    }
}

/// What all begin with.
fn common<'a>(words: &[&'a str]) -> &'a str {
    let Some(first) = words.first() else { return "" };
    let mut end = first.len();
    for word in words {
        let same = first.char_indices().zip(word.chars()).take_while(|((_, a), b)| a == b);
        let length = same.map(|((at, c), _)| at + c.len_utf8()).last().unwrap_or(0);
        end = end.min(length);
    }
    &first[..end]
}
