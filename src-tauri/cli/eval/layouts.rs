//! Questions as BIRD and Spider lay them out: one JSON list, and a folder with a folder for each database. In: the list.
//! Out: questions of ours. Deliberately absent: descriptions of columns, which are read when a database is prepared.

use std::path::Path;

use anyhow::{bail, Context, Result};
use serde::Deserialize;
use serde_json::Value;

use super::questions::Question;

/// Folders beside the list that hold the databases, of both sets in all their parts.
const FOLDERS: [&str; 8] = [
    "dev_databases",
    "database",
    "test_databases",
    "test_database",
    "train_databases",
    "databases",
    "mini_dev_databases",
    "",
];

/// A row of either: BIRD has its SQL under `SQL`, Spider under `query`.
#[derive(Deserialize)]
struct Row {
    question_id: Option<Value>,
    db_id: String,
    question: String,
    #[serde(default)]
    evidence: String,
    #[serde(default)]
    difficulty: String,
    #[serde(rename = "SQL")]
    sql: Option<String>,
    query: Option<String>,
}

pub fn read(text: &str, set: &str, root: &Path) -> Result<Vec<Question>> {
    let rows: Vec<Row> = serde_json::from_str(text).context("It is no list of questions as BIRD's or Spider's is")?;
    let mut known: std::collections::BTreeMap<String, String> = std::collections::BTreeMap::new();
    let mut questions = Vec::with_capacity(rows.len());
    for (at, row) in rows.into_iter().enumerate() {
        let gold = row.sql.or(row.query).with_context(|| {
            format!(
                "Row {} has neither `SQL`, as BIRD's have, nor `query`, as Spider's have",
                at + 1
            )
        })?;
        let db = match known.get(&row.db_id) {
            Some(db) => db.clone(),
            None => {
                let db = file(&row.db_id, root)?;
                known.insert(row.db_id.clone(), db.clone());
                db
            }
        };
        let number = match row.question_id {
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::String(name)) => name,
            _ => at.to_string(),
        };
        questions.push(Question {
            id: format!("{set}-{number:0>5}"),
            db,
            db_id: row.db_id,
            dialect: "sqlite".to_owned(),
            question: row.question,
            evidence: row.evidence,
            difficulty: row.difficulty,
            gold: vec![gold],
            ..Question::default()
        });
    }
    Ok(questions)
}

/// Below the root.
fn file(db_id: &str, root: &Path) -> Result<String> {
    let inside = |folder: &str| {
        let parts = [folder, db_id, db_id].join("/");
        format!("{}.sqlite", parts.trim_start_matches('/'))
    };
    match FOLDERS.iter().map(|folder| inside(folder)).find(|path| root.join(path).is_file()) {
        Some(path) => Ok(path),
        None => bail!(
            "The database {db_id} is in none of the usual folders of {} (looked for {}); --root names the folder above them",
            root.display(),
            inside(FOLDERS[0])
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_out(folder: &str) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        let place = root.path().join(folder).join("shop");
        std::fs::create_dir_all(&place).unwrap();
        std::fs::write(place.join("shop.sqlite"), "").unwrap();
        root
    }

    #[test]
    fn birds_list_is_read_with_its_evidence_difficulty_and_folder() {
        let root = laid_out("dev_databases");
        let text = r#"[{"question_id": 7, "db_id": "shop", "question": "How many?", "evidence": "all of them", "SQL": "SELECT 1", "difficulty": "moderate"}]"#;
        let question = &read(text, "dev", root.path()).unwrap()[0];
        assert_eq!((question.id.as_str(), question.set()), ("dev-00007", "dev"));
        assert_eq!(
            (question.hints().as_str(), question.difficulty.as_str()),
            ("all of them", "moderate")
        );
        assert_eq!(question.gold, ["SELECT 1"]);
        let url = question.url(root.path()).unwrap();
        assert!(
            url.starts_with("sqlite:") && url.ends_with("dev_databases/shop/shop.sqlite"),
            "{url}"
        );
        assert!(!question.is_peoples());
    }

    #[test]
    fn spiders_list_is_read_with_its_folder() {
        let root = laid_out("database");
        let text = r#"[{"db_id": "shop", "query": "SELECT 1", "query_toks": ["SELECT"], "question": "a?", "sql": {}},
                       {"db_id": "shop", "query": "SELECT 2", "question": "b?"}]"#;
        let questions = read(text, "dev", root.path()).unwrap();
        assert_eq!(
            (questions[1].id.as_str(), questions[1].gold[0].as_str()),
            ("dev-00001", "SELECT 2")
        );
        assert_eq!(questions[0].db, "database/shop/shop.sqlite");
        assert_eq!(questions[0].difficulty, "");
    }

    #[test]
    fn a_database_that_is_not_there_and_a_row_without_sql_are_said() {
        let root = laid_out("dev_databases");
        let missing = r#"[{"db_id": "bank", "question": "a?", "SQL": "SELECT 1"}]"#;
        assert!(read(missing, "dev", root.path())
            .unwrap_err()
            .to_string()
            .contains("bank"));
        let none = r#"[{"db_id": "shop", "question": "a?"}]"#;
        assert!(read(none, "dev", root.path())
            .unwrap_err()
            .to_string()
            .starts_with("Row 1"));
    }
}
