//! Questions with known answers, from JSON lines, Markdown with SQL blocks, or another set's layout (`layouts.rs`).
//! In: a file. Out: the questions in its order. Deliberately absent: which of them are asked.

use std::path::Path;

use anyhow::{bail, Context, Result};
use askwell_contract::{Problem, ProblemCode};
use serde::Deserialize;
use serde_json::Value;

use super::layouts;

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Question {
    pub id: String,
    /// A path below the root.
    pub db: String,
    pub db_id: String,
    /// `sqlite`, `duckdb`, `postgres` or `any`.
    pub dialect: String,
    pub question: String,
    pub evidence: String,
    pub instructions: String,
    /// Earlier turns of the same conversation.
    pub history: Vec<Value>,
    pub conversation: Option<Value>,
    pub turn: Option<u32>,
    /// Accepted SQL; any of it is right.
    pub gold: Vec<String>,
    /// Accepted answers as rows, in place of SQL.
    pub accept: Vec<Vec<Vec<Value>>>,
    /// Kinds of people's questions; where there are any, the measure is people's own.
    pub kinds: Vec<String>,
    /// `clarify`, `decline`, or nothing: answer it.
    pub expect: Option<String>,
    pub reading_1: Option<String>,
    pub reading_2: Option<String>,
    /// Why the row must not be scored.
    pub flags: Vec<String>,
    pub category: Option<Value>,
    pub kind: Option<Value>,
    /// As the set names it; empty where it does not.
    pub difficulty: String,
    /// The address of the database that its dump was loaded into.
    #[serde(skip)]
    pub loaded: Option<String>,
    /// The turns before it with their accepted SQL.
    #[serde(skip)]
    pub before: Vec<(String, String)>,
    /// It has no answer to be judged by, and stands among questions that are judged as people judge.
    #[serde(skip)]
    pub among: bool,
}

impl Question {
    /// The conversation that it belongs to; `None`: it stands alone.
    pub fn thread(&self) -> Option<String> {
        let conversation = self.conversation.as_ref()?;
        Some(format!("{} {conversation}", self.db_id))
    }

    /// The set it belongs to: its id without the number.
    pub fn set(&self) -> &str {
        self.id.rsplit_once('-').map_or(&self.id, |(set, _)| set)
    }

    /// Whether it is judged as people judge: the figure beside the name is welcome.
    pub fn is_peoples(&self) -> bool {
        !self.accept.is_empty() || !self.kinds.is_empty() || self.among || self.id.starts_with("people")
    }

    /// The file's own kind, else what the answer takes, read off the first accepted SQL.
    pub fn kind(&self) -> String {
        match (&self.category, &self.kind, &self.expect) {
            (Some(Value::String(kind)), ..) | (_, Some(Value::String(kind)), _) => kind.clone(),
            (_, Some(kind), _) => format!("kind {kind}"),
            (.., Some(expect)) => format!("must {expect}"),
            _ => shape(self.gold.first().map_or("", String::as_str)).to_owned(),
        }
    }

    /// What is handed over beside the question.
    pub fn hints(&self) -> String {
        let parts = [self.evidence.trim(), self.instructions.trim()];
        parts
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Statements that make a database; for SQLite a new file is made of them.
    pub fn is_script(&self) -> bool {
        Path::new(&self.db).extension().is_some_and(|ending| ending == "sql")
    }

    /// A dump that has to be loaded into a server first.
    pub fn is_dump(&self) -> bool {
        self.dialect != "sqlite" && self.is_script()
    }

    /// `None` where the database is a dump that was not loaded.
    pub fn url(&self, root: &Path) -> Option<String> {
        if self.loaded.is_some() {
            return self.loaded.clone();
        }
        let scheme = match (self.dialect.as_str(), Path::new(&self.db).extension()?.to_str()?) {
            ("postgres", _) | (_, "sql") => return None,
            (_, "duckdb") => "duckdb",
            (_, "csv" | "tsv" | "parquet" | "xlsx") => "files",
            _ => "sqlite",
        };
        Some(format!("{scheme}:{}", root.join(&self.db).display()))
    }
}

fn shape(sql: &str) -> &'static str {
    let sql = format!(
        " {} ",
        sql.to_uppercase().split_whitespace().collect::<Vec<_>>().join(" ")
    );
    let has = |words: &[&str]| words.iter().any(|word| sql.contains(word));
    match () {
        () if has(&[" INTERSECT ", " UNION ", " EXCEPT "]) => "set operation",
        () if sql.matches("SELECT ").count() > 1 => "nested",
        () if has(&[" JOIN "]) && has(&[" GROUP BY "]) => "join and group",
        () if has(&[" JOIN "]) => "join",
        () if has(&[" GROUP BY "]) => "group",
        () if has(&[
            "COUNT(", "COUNT (", "SUM(", "SUM (", "AVG(", "AVG (", "MIN(", "MIN (", "MAX(", "MAX (",
        ]) =>
        {
            "aggregate"
        }
        () => "plain",
    }
}

/// `root`: where the databases of BIRD's and Spider's questions lie, which do not name their files.
pub fn read_in(path: &Path, root: &Path) -> Result<Vec<Question>> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        Problem::new(
            ProblemCode::NotFound,
            format!("The questions {} cannot be read.", path.display()),
        )
        .hint("Check the path after --questions.")
        .detail(error)
    })?;
    let questions = if path.extension().is_some_and(|ending| ending == "md") {
        markdown(
            &text,
            path.file_name().and_then(|name| name.to_str()).unwrap_or_default(),
        )
    } else if text.trim_start().starts_with('[') {
        let set = path.file_stem().unwrap_or_default().to_string_lossy();
        layouts::read(&text, &set, root)
    } else {
        json_lines(&text)
    };
    questions.with_context(|| format!("{} is no file of questions.", path.display()))
}

pub fn read(path: &Path) -> Result<Vec<Question>> {
    read_in(path, path.parent().unwrap_or(Path::new("")))
}

fn json_lines(text: &str) -> Result<Vec<Question>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = lines
        .map(|(n, line)| serde_json::from_str(line).with_context(|| format!("Line {} cannot be understood", n + 1)));
    let mut questions: Vec<Question> = read.collect::<Result<_>>()?;
    if questions.iter().any(Question::is_peoples) {
        questions.iter_mut().for_each(|q| q.among = q.expect.is_some());
    }
    Ok(questions)
}

/// Front matter `database:` and `dialect:`, then `## 7. The question` with one SQL block for every accepted answer, and
/// before it a line `Hint: ...` where one comes with the question. With `conversations: yes` at the top, each heading
/// `# ...` begins a conversation whose turns are the questions below it, judged as people judge; `Expect: chat` or
/// `Expect: clarify` stands in the place of SQL.
fn markdown(text: &str, name: &str) -> Result<Vec<Question>> {
    let Some((front, body)) = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")) else {
        bail!("It does not begin with a block between two lines of ---, which names the database");
    };
    let field = |key: &str| {
        front
            .lines()
            .find_map(|line| line.split_once(':').filter(|(k, _)| k.trim() == key))
            .map(|(_, v)| v.trim().to_owned())
    };
    let db = field("database").context("The block at its top has no line `database: FILE`")?;
    let set = name.trim_end_matches(".md").trim_end_matches(".questions");
    let talks = field("conversations").as_deref() == Some("yes");
    let (mut conversation, mut turn) = (0u32, 0u32);
    let mut questions: Vec<Question> = Vec::new();
    let mut block: Option<Vec<&str>> = None;
    for line in body.lines() {
        match (&mut block, line.strip_prefix("## "), questions.last_mut()) {
            (None, Some(heading), _) => {
                let (number, question) = heading.split_once(". ").context("A heading has no number")?;
                let number: u32 = number
                    .trim()
                    .parse()
                    .with_context(|| format!("{heading:?} has no number"))?;
                turn += 1;
                let part = if talks {
                    format!("{conversation:02}-")
                } else {
                    String::new()
                };
                questions.push(Question {
                    conversation: talks.then(|| conversation.into()),
                    turn: talks.then_some(turn - 1),
                    kinds: Vec::from_iter(talks.then(|| "conversation".to_owned())),
                    id: format!("{set}-{part}{number:02}"),
                    db: db.clone(),
                    db_id: set.to_owned(),
                    dialect: field("dialect").unwrap_or_else(|| "any".to_owned()),
                    question: question.trim().to_owned(),
                    ..Question::default()
                });
            }
            (None, None, _) if talks && line.starts_with("# ") => {
                (conversation, turn) = (conversation + 1, 0);
            }
            (None, None, Some(question)) if line.starts_with("Expect: ") => {
                question.expect = Some(line["Expect: ".len()..].trim().to_owned());
            }
            (None, None, _) if line.trim() == "```sql" => block = Some(Vec::new()),
            (None, None, Some(question)) if line.starts_with("Hint: ") => {
                line["Hint: ".len()..].trim().clone_into(&mut question.evidence);
            }
            (Some(lines), _, Some(question)) if line.trim() == "```" => {
                question.gold.push(lines.join("\n"));
                block = None;
            }
            (Some(lines), ..) => lines.push(line),
            _ => {}
        }
    }
    if let Some(question) = questions
        .iter()
        .find(|question| question.gold.is_empty() && question.expect.is_none())
    {
        bail!("{:?} has no SQL", question.question);
    }
    Ok(questions)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "---\ndatabase: shop.sqlite\ndialect: sqlite\n---\n\n# Shop\n\n## 1. How many?\n\n```sql\nSELECT\n  COUNT(*) FROM t\n```\n\nA note.\n\n## 2. Who?\n\nHint: a = b / c\n\n```sql\nSELECT a FROM t\n```\n```sql\nSELECT a, b FROM t\n```\n";

    #[test]
    fn markdown_gives_questions_with_every_accepted_answer() {
        let questions = markdown(TEXT, "shop.questions.md").unwrap();
        assert_eq!(questions.len(), 2);
        assert_eq!((questions[0].id.as_str(), questions[0].set()), ("shop-01", "shop"));
        assert_eq!(questions[0].gold, ["SELECT\n  COUNT(*) FROM t"]);
        assert_eq!(questions[1].gold.len(), 2);
        assert_eq!(
            (questions[0].hints(), questions[1].hints()),
            (String::new(), "a = b / c".to_owned())
        );
        assert_eq!(
            questions[1].url(Path::new("/data")).unwrap(),
            "sqlite:/data/shop.sqlite"
        );
        assert_eq!(
            (questions[0].kind().as_str(), questions[1].kind().as_str()),
            ("aggregate", "plain")
        );
    }

    #[test]
    fn what_must_be_declined_is_judged_like_the_questions_beside_it() {
        let impossible = r#"{"id": "b-1", "question": "how heavy is the moon", "expect": "decline"}"#;
        let answered = r#"{"id": "b-2", "question": "how many", "accept": [[[3]]]}"#;
        let plain = r#"{"id": "b-3", "question": "how many", "gold": ["SELECT 3"]}"#;
        let peoples = |lines: &[&str]| {
            let read = json_lines(&lines.join("\n")).unwrap();
            read.iter().map(Question::is_peoples).collect::<Vec<_>>()
        };
        assert_eq!(peoples(&[impossible, answered, plain]), [true, true, false]);
        assert_eq!(peoples(&[impossible, plain]), [false, false]);
    }

    #[test]
    fn a_heading_begins_a_conversation_where_the_file_has_them() {
        let text = "---\ndatabase: shop.sqlite\nconversations: yes\n---\n# One\n\n## 1. How many?\n\n```sql\nSELECT 1\n```\n\n## 2. thanks\n\nExpect: chat\n\n# Two\n\n## 1. Who?\n\n```sql\nSELECT 2\n```\n";
        let questions = markdown(text, "shop.md").unwrap();
        let place = |at: usize| (questions[at].conversation.clone().unwrap(), questions[at].turn.unwrap());
        assert_eq!(
            [place(0), place(1), place(2)],
            [(1.into(), 0), (1.into(), 1), (2.into(), 0)]
        );
        assert_eq!(questions[1].expect.as_deref(), Some("chat"));
        assert_eq!(questions[2].id, "shop-02-01");
        assert!(questions[0].is_peoples());
    }

    #[test]
    fn markdown_without_sql_or_front_matter_is_refused() {
        assert!(markdown("## 1. How many?\n", "x.md").is_err());
        assert!(markdown("---\ndatabase: a.sqlite\n---\n## 1. How many?\n", "x.md").is_err());
    }

    #[test]
    fn json_lines_take_what_they_know_and_name_the_broken_line() {
        let row = r#"{"id":"set-00007","db":"a/b.duckdb","dialect":"duckdb","question":"q","gold":["SELECT 1"],"turn":3,"evidence":"e","instructions":" i "}"#;
        let question = &json_lines(row).unwrap()[0];
        assert_eq!((question.set(), question.hints().as_str()), ("set", "e\ni"));
        assert_eq!(question.url(Path::new("/r")).unwrap(), "duckdb:/r/a/b.duckdb");
        let error = json_lines(&format!("{row}\n{{\"id\":")).unwrap_err();
        assert!(error.to_string().contains("Line 2"), "{error}");
    }

    #[test]
    fn postgres_dumps_have_no_file_to_open() {
        let question = Question {
            db: "x.sql".into(),
            dialect: "any".into(),
            ..Question::default()
        };
        assert_eq!(question.url(Path::new("/r")), None);
    }
}
