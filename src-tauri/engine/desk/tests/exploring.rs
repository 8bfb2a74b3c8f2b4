use askwell_contract::explore::{Author, HealthKind, Holds, Meaning, Term, Words};
use askwell_contract::{ForeignKey, KeyOrigin};

use super::*;

/// Opens one shop with orders; counts the statements that it was asked.
struct Shops {
    asked: Arc<Mutex<usize>>,
}

struct Counting {
    fake: Fake,
    asked: Arc<Mutex<usize>>,
}

fn orders_shop() -> Fake {
    let mut customers = table("customers", &["id int", "name text", "country text"]);
    customers.primary_key = vec!["id".into()];
    customers.columns[1].comment = Some("The name on the invoice".into());
    let mut orders = table("orders", &["id int", "customer_id int", "status text", "total real"]);
    orders.primary_key = vec!["id".into()];
    let regions = table("regions", &["id int", "label text"]);
    let people = (0..12).map(|i| row(&[&i.to_string(), &format!("Name {i}"), ["France", "USA", "U.S.A."][i % 3]]));
    let sold = (0..20).map(|i| {
        row(&[
            &i.to_string(),
            &(i % 12).to_string(),
            ["open", "paid"][i % 2],
            &format!("{}.5", i * 10),
        ])
    });
    Fake::new(fake::catalog(vec![]))
        .with(customers, people.collect())
        .with(orders, sold.collect())
        .with(regions, vec![])
}

#[async_trait]
impl Database for Counting {
    fn dialect(&self) -> Dialect {
        self.fake.dialect()
    }
    async fn describe(&self) -> Result<askwell_contract::Catalog> {
        *self.asked.lock().unwrap() += 1;
        self.fake.describe().await
    }
    async fn fingerprint(&self) -> Result<String> {
        self.fake.fingerprint().await
    }
    async fn query(
        &self,
        sql: &str,
        limits: Limits,
        cancel: &Cancel,
    ) -> askwell_contract::ports::Ran<askwell_contract::ports::RowStream> {
        *self.asked.lock().unwrap() += 1;
        self.fake.query(sql, limits, cancel).await
    }
    async fn explain(
        &self,
        sql: &str,
        cancel: &Cancel,
    ) -> askwell_contract::ports::Ran<askwell_contract::run::Explain> {
        self.fake.explain(sql, cancel).await
    }
    async fn powers(&self) -> Result<askwell_contract::connect::Powers> {
        self.fake.powers().await
    }
}

#[async_trait]
impl Connector for Shops {
    async fn understand(&self, address: &str) -> Result<Understood> {
        Fakes.understand(address).await
    }
    fn address(&self, place: &Place) -> String {
        Fakes.address(place)
    }
    async fn open(&self, _: &Target, _: &Secrets) -> Result<Arc<dyn Database>> {
        Ok(Arc::new(Counting {
            fake: orders_shop(),
            asked: self.asked.clone(),
        }))
    }
    async fn test(&self, _: &Target, _: &Secrets, _: &(dyn Fn(Step) + Send + Sync)) -> bool {
        true
    }
}

struct Explorer {
    desk: Desk,
    id: String,
    asked: Arc<Mutex<usize>>,
}

impl Explorer {
    async fn over(memory: &Arc<Memory>) -> Self {
        let asked = Arc::new(Mutex::new(0));
        let world = World {
            connector: Arc::new(Shops { asked: asked.clone() }),
            ..fake::world(memory.clone())
        };
        let desk = Desk::new(world, Vec::new());
        let id = desk.open("sqlite:/shop.db").await.unwrap().connection.id;
        desk.prepare(&id, |_| {}).await.unwrap();
        Self { desk, id, asked }
    }
    fn asked(&self) -> usize {
        *self.asked.lock().unwrap()
    }
    async fn found(&self, search: &str) -> Vec<String> {
        let page = self.desk.explore(&self.id, search, 0, 10).await.unwrap();
        page.tables.into_iter().map(|t| t.name).collect()
    }
    /// The query that most speaks for.
    async fn first(&self, question: &str) -> String {
        let seen = Mutex::new(None);
        let keep = |e: Event| {
            if let Artifact::Candidate(candidate) = e.artifact {
                seen.lock().unwrap().get_or_insert(candidate.sql);
            }
        };
        self.desk.ask(&self.id, question, "", None, keep).await.unwrap();
        seen.into_inner()
            .unwrap()
            .unwrap_or_else(|| format!("nothing for: {question}"))
    }
}

fn words(short: &str) -> Option<Words> {
    Some(Words {
        short: short.into(),
        long: String::new(),
    })
}

fn term(name: &str, meaning: Meaning) -> Term {
    Term {
        name: name.into(),
        definition: String::new(),
        meaning,
    }
}

#[tokio::test]
async fn tables_are_found_by_name_column_synonym_and_description() {
    let explorer = Explorer::over(&Arc::default()).await;
    assert_eq!(explorer.found("").await, ["customers", "orders", "regions"]);
    assert_eq!(explorer.found("order").await[0], "orders");
    assert_eq!(explorer.found("client").await, ["customers"]);
    assert_eq!(explorer.found("nation").await, ["customers"]);
    assert_eq!(explorer.found("invoice").await, ["customers"]);
    assert_eq!(explorer.found("order status").await, ["orders"]);
    assert!(explorer.found("volcano").await.is_empty());
    let page = explorer.desk.explore(&explorer.id, "", 1, 1).await.unwrap();
    assert_eq!(
        (page.total, page.tables.len(), page.tables[0].name.as_str()),
        (3, 1, "orders")
    );
    let status = explorer.desk.explore(&explorer.id, "condition", 0, 10).await.unwrap();
    assert_eq!(status.tables[0].found, ["status"]);
}

#[tokio::test]
async fn a_persons_words_win_last_and_can_be_taken_back() {
    let memory = Arc::new(Memory::default());
    let explorer = Explorer::over(&memory).await;
    let (desk, id) = (&explorer.desk, &explorer.id);
    let before = desk.table_detail(id, "Customers").await.unwrap();
    assert_eq!(before.columns[1].author, Author::Database);
    assert_eq!(before.columns[1].words.short, "The name on the invoice");
    assert_eq!(before.columns[0].author, Author::Rules);
    let read = explorer.asked();
    let said = desk
        .describe(id, "customers", Some("NAME"), words("Who  pays"))
        .await
        .unwrap();
    assert_eq!(
        (said.words.short.as_str(), said.words.long.as_str(), said.author),
        ("Who pays", "Who pays", Author::Person)
    );
    desk.describe(id, "customers", None, words("Our clients"))
        .await
        .unwrap();
    assert_eq!(explorer.asked(), read, "an edit reads nothing from the database");
    assert_eq!(explorer.found("clients").await[0], "customers");

    // Another start of the program.
    let again = Explorer::over(&memory).await;
    let detail = again.desk.table_detail(&again.id, "customers").await.unwrap();
    assert_eq!(detail.description.words.short, "Our clients");
    assert_eq!(detail.columns[1].words.short, "Who pays");
    let back = again
        .desk
        .describe(&again.id, "customers", Some("name"), None)
        .await
        .unwrap();
    assert_eq!(back.author, Author::Database);
}

#[tokio::test]
async fn words_that_do_not_fit_are_refused_and_change_nothing() {
    let explorer = Explorer::over(&Arc::default()).await;
    let (desk, id) = (&explorer.desk, &explorer.id);
    for (table, column, text, code) in [
        ("customers", Some("name"), "x".repeat(201), ProblemCode::BadInput),
        ("customers", Some("name"), "  ".into(), ProblemCode::BadInput),
        ("customers", Some("gone"), "x".into(), ProblemCode::NotFound),
        ("gone", None, "x".into(), ProblemCode::NotFound),
    ] {
        let problem = desk.describe(id, table, column, words(&text)).await.unwrap_err();
        assert_eq!(problem.code, code, "{table} {column:?}");
    }
    let detail = desk.table_detail(id, "customers").await.unwrap();
    assert_eq!(detail.columns[1].author, Author::Database);
}

#[tokio::test]
async fn a_record_that_cannot_be_read_is_never_written_over() {
    let memory = Arc::new(Memory::default());
    let explorer = Explorer::over(&memory).await;
    let key = format!("{}.json", explorer.id);
    memory.save("told", &key, b"{torn").unwrap();
    let again = Explorer::over(&memory).await;
    let problem = again
        .desk
        .describe(&again.id, "orders", None, words("x"))
        .await
        .unwrap_err();
    assert_eq!(problem.code, ProblemCode::BadInput);
    assert_eq!(memory.load("told", &key).unwrap().unwrap(), b"{torn");
    assert_eq!(again.found("").await.len(), 3, "everything else goes on");
}

#[tokio::test]
async fn a_rejected_key_is_used_by_nothing_until_that_is_undone() {
    let memory = Arc::new(Memory::default());
    let explorer = Explorer::over(&memory).await;
    let (desk, id) = (&explorer.desk, &explorer.id);
    let key = desk.table_detail(id, "orders").await.unwrap().keys.remove(0);
    assert!(matches!(key.key.origin, KeyOrigin::Inferred { .. }) && key.decision.is_none());
    let read = explorer.asked();

    desk.decide_key(id, "orders", &key.key, Some(false)).await.unwrap();
    let diagram = desk.diagram(id, None).await.unwrap();
    assert!(diagram.edges.is_empty());
    let detail = desk.table_detail(id, "orders").await.unwrap();
    assert_eq!(detail.keys[0].decision, Some(false), "still there to be taken back");
    assert!(detail.table.foreign_keys.is_empty());

    desk.decide_key(id, "orders", &key.key, Some(true)).await.unwrap();
    let diagram = desk.diagram(id, None).await.unwrap();
    assert!(matches!(diagram.edges[0].key.origin, KeyOrigin::Inferred { confidence, .. } if confidence == 1.0));
    assert!(!diagram.edges[0].single, "a customer has many orders");
    assert_eq!(diagram.nodes[1].keys, ["id", "customer_id"]);
    let again = Explorer::over(&memory).await;
    let kept = again.desk.table_detail(&again.id, "customers").await.unwrap().keys;
    assert_eq!((kept[0].table.as_str(), kept[0].decision), ("orders", Some(true)));

    desk.decide_key(id, "orders", &key.key, None).await.unwrap();
    let undone = desk.table_detail(id, "orders").await.unwrap();
    assert_eq!(undone.keys[0], key);
    assert_eq!(explorer.asked(), read);
    let other = ForeignKey {
        columns: vec!["total".into()],
        ..key.key
    };
    let problem = desk.decide_key(id, "orders", &other, Some(true)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::NotFound);
}

#[tokio::test]
async fn a_diagram_may_stand_around_one_table() {
    let explorer = Explorer::over(&Arc::default()).await;
    let names = |diagram: askwell_contract::explore::Diagram| -> Vec<String> {
        diagram.nodes.into_iter().map(|n| n.table).collect()
    };
    let all = explorer.desk.diagram(&explorer.id, None).await.unwrap();
    assert_eq!(names(all), ["customers", "orders", "regions"]);
    let around = explorer.desk.diagram(&explorer.id, Some("customers")).await.unwrap();
    assert_eq!(names(around), ["customers", "orders"]);
    assert!(explorer.desk.diagram(&explorer.id, Some("gone")).await.is_err());
}

#[tokio::test]
async fn health_is_told_in_the_order_of_its_weight() {
    let explorer = Explorer::over(&Arc::default()).await;
    let notes = explorer.desk.health(&explorer.id).await.unwrap();
    let kinds: Vec<HealthKind> = notes.iter().map(|n| n.kind).collect();
    assert_eq!(kinds, [HealthKind::NearDuplicates, HealthKind::EmptyTable]);
    assert_eq!(notes[0].column.as_deref(), Some("country"));
}

#[tokio::test]
async fn a_glossary_is_checked_kept_and_used_by_questions() {
    let memory = Arc::new(Memory::default());
    let explorer = Explorer::over(&memory).await;
    let (desk, id) = (&explorer.desk, &explorer.id);
    let table = "orders".to_string();
    let refused = desk
        .save_glossary(
            id,
            vec![
                term(
                    "patrons",
                    Meaning::Table {
                        table: "Customers".into(),
                    },
                ),
                term(
                    "Vereinigte Staaten",
                    Meaning::Value {
                        table: "customers".into(),
                        column: "country".into(),
                        value: "usa".into(),
                    },
                ),
                term(
                    "pending deals",
                    Meaning::Filter {
                        table: table.clone(),
                        sql: "status = 'open'".into(),
                    },
                ),
                term(
                    "turnover",
                    Meaning::Formula {
                        table: table.clone(),
                        sql: "SUM(total)".into(),
                    },
                ),
                term(
                    "nonsense",
                    Meaning::Filter {
                        table,
                        sql: "colour = 'red'".into(),
                    },
                ),
                term(
                    "Atlantis",
                    Meaning::Value {
                        table: "customers".into(),
                        column: "country".into(),
                        value: "Atlantis".into(),
                    },
                ),
                term("Turnover", Meaning::Words),
            ],
        )
        .await
        .unwrap();
    let names: Vec<&str> = refused.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names, ["nonsense", "Atlantis", "Turnover"]);
    assert_eq!(desk.glossary(id).await.unwrap().len(), 4);
    let again = Explorer::over(&memory).await;
    assert_eq!(again.desk.glossary(&again.id).await.unwrap()[0].name, "patrons");

    let sql = again.first("How many patrons are there?").await;
    assert_eq!(sql, "SELECT COUNT(*) AS number_of_customers FROM customers");
    let sql = again.first("How many customers are from the Vereinigte Staaten?").await;
    assert!(sql.contains("country IN ('U.S.A.', 'USA')"), "{sql}");

    for (question, sql) in [
        (
            "How many pending deals are there?",
            "SELECT COUNT(*) AS number_of_orders FROM orders WHERE (status = 'open')",
        ),
        (
            "How many orders are not pending deals?",
            "SELECT COUNT(*) AS number_of_orders FROM orders WHERE NOT (status = 'open')",
        ),
        (
            "What is the total turnover?",
            "SELECT SUM(total) AS turnover FROM orders",
        ),
        (
            "What is the turnover for each status?",
            "SELECT status, SUM(total) AS turnover FROM orders GROUP BY status ORDER BY SUM(total) DESC",
        ),
        (
            "What is the turnover of pending deals?",
            "SELECT SUM(total) AS turnover FROM orders WHERE (status = 'open')",
        ),
        (
            "What is the turnover for each country?",
            "SELECT CASE WHEN customers.country = 'USA' THEN 'U.S.A.' ELSE customers.country END AS country, \
             SUM(orders.total) AS turnover FROM orders JOIN customers ON orders.customer_id = customers.id \
             GROUP BY CASE WHEN customers.country = 'USA' THEN 'U.S.A.' ELSE customers.country END \
             ORDER BY SUM(orders.total) DESC",
        ),
    ] {
        assert_eq!(again.first(question).await, sql, "{question}");
    }
}

#[tokio::test]
async fn rows_of_a_term_are_counted_before_it_is_saved_and_its_word_is_read_afterwards() {
    let memory = Arc::new(Memory::default());
    let explorer = Explorer::over(&memory).await;
    let (desk, id) = (&explorer.desk, &explorer.id);
    let rows = |column: &str, holds: Holds, value: &str| Meaning::Rows {
        table: "orders".into(),
        column: column.into(),
        holds,
        value: value.into(),
    };
    let open = rows("status", Holds::Is, "open");
    assert_eq!(desk.term_rows(id, &open).await.unwrap().count, 10);
    let why = desk
        .term_rows(id, &rows("status", Holds::Above, "5"))
        .await
        .unwrap_err();
    assert_eq!(
        why.message,
        "status holds texts, which are neither above nor below anything."
    );

    let refused = desk.save_glossary(id, vec![term("backlog", open)]).await.unwrap();
    assert_eq!(refused, []);
    let sql = explorer
        .first("How many orders are in the backlog for each country?")
        .await;
    assert!(
        sql.contains("orders.status = 'open'") && sql.contains("GROUP BY CASE WHEN customers.country"),
        "{sql}"
    );
}

#[tokio::test]
async fn descriptions_of_a_file_are_read_at_once_behind_a_persons_own_and_can_be_taken_back() {
    let memory = Arc::new(Memory::default());
    let explorer = Explorer::over(&memory).await;
    let (desk, id) = (&explorer.desk, &explorer.id);
    desk.describe(id, "orders", Some("status"), words("Mine"))
        .await
        .unwrap();
    let read = explorer.asked();
    let text = "table,column,description\norders,total,invoice sum\norders,STATUS,theirs\norders,gone,x\n,,\n";
    let brought = desk
        .import_descriptions(id, &[("words.csv".into(), text.into())])
        .await
        .unwrap();
    assert_eq!((brought.tables(), brought.columns()), (0, 2));
    assert_eq!(
        (&*brought.unknown, brought.silent),
        (&["orders.gone".to_owned()][..], 0)
    );
    let own: Vec<Option<&str>> = brought.found.iter().map(|one| one.own.as_deref()).collect();
    assert_eq!(own, [None, Some("Mine")], "a person's words stay, and are shown beside");
    assert_eq!(explorer.asked(), read, "the database is asked nothing");
    let shown = desk.table_detail(id, "orders").await.unwrap();
    let of = |name: &str| {
        let at = shown.table.columns.iter().position(|c| c.name == name).unwrap();
        (shown.columns[at].words.short.clone(), shown.columns[at].author)
    };
    assert_eq!(of("total"), ("invoice sum".to_owned(), Author::File));
    assert_eq!(of("status"), ("Mine".to_owned(), Author::Person));
    let sql = explorer.first("What is the average invoice sum?").await;
    assert!(sql.contains("AVG(total)"), "{sql}");
    // A second import is undone alone: what the first one said stands again.
    let later = "models:\n  - name: orders\n    description: All that was sold\n    columns:\n      - {name: total, description: Gross sum}\n";
    desk.import_descriptions(id, &[("schema.yml".into(), later.into())])
        .await
        .unwrap();
    let short = async || {
        let shown = desk.table_detail(id, "orders").await.unwrap();
        let total = shown.table.columns.iter().position(|c| c.name == "total").unwrap();
        (shown.description.words.short, shown.columns[total].words.short.clone())
    };
    assert_eq!(short().await, ("All that was sold".to_owned(), "Gross sum".to_owned()));
    assert_eq!(desk.undo_import(id).await.unwrap(), 2);
    let (table, column) = short().await;
    assert!(
        table != "All that was sold" && column == "invoice sum",
        "{table} {column}"
    );
    assert_eq!(desk.undo_import(id).await.unwrap(), 0, "once");
    assert_eq!(desk.forget_descriptions(id).await.unwrap(), 2);
    let shown = desk.table_detail(id, "orders").await.unwrap();
    assert!(shown.columns.iter().all(|c| c.author != Author::File));
}

#[tokio::test]
async fn values_are_offered_by_their_beginning_each_once() {
    let explorer = Explorer::over(&Arc::default()).await;
    let before = explorer.asked();
    let offered = |prefix: &'static str| async {
        let found = explorer.desk.complete(&explorer.id, prefix).await.unwrap();
        found.into_iter().map(|v| v.value).collect::<Vec<_>>()
    };
    assert_eq!(offered("fra").await, ["France"]);
    assert_eq!(offered("US").await, ["U.S.A.", "USA"], "neither case nor dots matter");
    assert_eq!(offered("name").await.len(), 8, "no more than can be looked over");
    assert_eq!(offered("u").await, Vec::<String>::new(), "one letter begins too much");
    assert_eq!(offered("zz").await, Vec::<String>::new());
    let place = &explorer.desk.complete(&explorer.id, "pai").await.unwrap()[0];
    assert_eq!((place.table.as_str(), place.column.as_str()), ("orders", "status"));
    assert_eq!(explorer.asked(), before, "nothing is asked of the database");
}
