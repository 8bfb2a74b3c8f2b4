//! What leaves the window says where it came from, and only that is opened from it.

use std::sync::Mutex;

use askwell_contract::api::{ExportFormat, ExportRequest, Show};
use askwell_contract::ports::{Files, Sink};

use super::*;

/// Files in memory by their paths, and which were shown.
#[derive(Default, Clone)]
struct Shelf {
    files: Arc<Mutex<BTreeMap<String, String>>>,
    shown: Arc<Mutex<Vec<(String, Show)>>>,
}

struct Paper {
    shelf: Shelf,
    path: String,
    text: Vec<u8>,
}

impl Files for Shelf {
    fn create(&self, path: &str) -> Result<Box<dyn Sink>> {
        Ok(Box::new(Paper {
            shelf: self.clone(),
            path: path.into(),
            text: Vec::new(),
        }))
    }
    fn show(&self, path: &str, how: Show) -> Result<()> {
        self.shown.lock().unwrap().push((path.into(), how));
        Ok(())
    }
}

impl Sink for Paper {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.text.extend_from_slice(bytes);
        Ok(())
    }
    fn finish(self: Box<Self>) -> Result<()> {
        let text = String::from_utf8(self.text).unwrap();
        self.shelf.files.lock().unwrap().insert(self.path, text);
        Ok(())
    }
}

fn desk(shelf: &Shelf) -> Desk {
    let world = World {
        connector: Arc::new(Fakes),
        files: Arc::new(shelf.clone()),
        clock: Arc::new(Ticking::default()),
        ..fake::world(Arc::default())
    };
    Desk::new(world, vec![sample()])
}

#[tokio::test]
async fn an_export_tells_the_question_and_the_answer_only_with_its_own_rows() {
    let shelf = Shelf::default();
    let desk = desk(&shelf);
    let id = desk.open("sqlite:/samples/harbor.db").await.unwrap().connection.id;
    let question = "How many customers are there?";
    let asked = desk.ask(&id, question, "", None, |_| {}).await.unwrap();
    let answer = asked.outcome.answer().unwrap();
    let request = |sql: &str| ExportRequest {
        sql: sql.into(),
        path: "/all.html".into(),
        format: ExportFormat::Report { chart: None },
        asked: Some(asked.header.run.clone()),
        view: None,
    };
    let other = "SELECT * FROM customers";
    for (sql, told) in [(answer.sql.as_str(), Some(answer)), (other, None)] {
        let about = desk.about("Harbor Goods", &request(sql)).unwrap();
        assert_eq!(
            (about.question.as_deref(), about.answer.as_ref()),
            (Some(question), told)
        );
    }
    let exported = desk.export(&id, "run", &request(other), |_| {}).await.unwrap();
    assert_eq!(exported.rows, 12);
    let files = shelf.files.lock().unwrap();
    let page = &files["/all.html"];
    assert!(page.contains(question) && page.contains("Harbor Goods"), "{page}");
    assert!(!page.contains(&answer.sentence), "{page}");
}

#[tokio::test]
async fn only_what_was_exported_is_opened_and_only_a_picture_is_a_picture() {
    let shelf = Shelf::default();
    let desk = desk(&shelf);
    assert_eq!(
        desk.show_exported("/etc/passwd", Show::Open).unwrap_err().code,
        ProblemCode::Denied
    );
    assert!(desk.save_picture("/a.png", b"#!/bin/sh").is_err());
    assert!(shelf.files.lock().unwrap().is_empty());
    desk.save_picture("/a.svg", b"<svg></svg>").unwrap();
    desk.show_exported("/a.svg", Show::Folder).unwrap();
    assert_eq!(*shelf.shown.lock().unwrap(), [("/a.svg".to_string(), Show::Folder)]);
}
