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

/// Every turn in its order, a branch with those that it began behind, and what was said beside what was answered.
#[tokio::test]
async fn a_conversation_is_written_as_a_page() {
    let shelf = Shelf::default();
    let desk = desk(&shelf);
    let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
    let ask = async |question: &str, after: Option<&str>| {
        let asking = Asking {
            after: after.map(str::to_owned),
            ..Asking::default()
        };
        let asked = desk.ask_in_turn(&id, question, asking, None, |_| {}).await.unwrap();
        asked.header.run
    };
    let first = ask("How many customers are there?", None).await;
    let second = ask("How many customers are there in Peru?", Some(&first)).await;
    ask("thanks a lot", Some(&second)).await;
    let branch = ask("How many orders are there?", Some(&first)).await;
    let thread = desk
        .threads(&id)
        .unwrap()
        .into_iter()
        .find(|t| t.runs.len() == 3)
        .unwrap();
    desk.rename_thread(&thread.thread, "Peru <b>now</b>").unwrap();
    for path in ["/talk.html", "/talk.md"] {
        let page = |run: &str| {
            let done = desk.export_thread(run, path).unwrap();
            let page = shelf.files.lock().unwrap()[path].clone();
            assert_eq!(done.bytes, page.len() as u64);
            page
        };
        let whole = page(&second);
        let at = |text: &str| whole.find(text).unwrap_or_else(|| panic!("{text} is not in {whole}"));
        assert!(at("1. How many customers are there?") < at("2. How many customers are there in Peru?"));
        assert!(at("2. How many") < at("3. thanks a lot") && at("3. thanks") < at("You are welcome"));
        assert!(whole.contains("Peru &lt;b") && !whole.contains("<b>"), "{whole}");
        at("COUNT(*)");
        at("How sure: ");
        assert!(!whole.contains("How many orders"), "{whole}");
        let branched = page(&branch);
        assert!(branched.contains("1. How many customers are there?"), "{branched}");
        assert!(
            branched.contains("2. How many orders are there?") && !branched.contains("Peru"),
            "{branched}"
        );
    }
    // A turn that cannot be read is told of, and the others stay.
    desk.world.workspace.save("runs", &second, b"torn").unwrap();
    for path in ["/talk.html", "/talk.md"] {
        desk.export_thread(&first, path).unwrap();
        let page = shelf.files.lock().unwrap()[path].clone();
        assert!(
            page.contains("One turn of this conversation could not be read"),
            "{page}"
        );
        assert!(page.contains("2. thanks a lot"), "{page}");
    }
    let gone = desk.export_thread("nobody", "/talk.md").unwrap_err();
    assert_eq!(gone.code, ProblemCode::NotFound);
}
