use super::*;
use crate::prepare::fake;

/// Three departments of twelve tables, each around a table of its own, all referring to one hub.
fn large() -> Catalog {
    let parts = ["order", "ticket", "salary"];
    let mut tables = vec![fake::table("company", &["id int", "name text"])];
    let mut keys = Vec::new();
    for part in parts {
        tables.push(fake::table(part, &["id int", "company_id int", "label text"]));
        keys.push((format!("{part}.company_id"), "company.id".to_owned()));
        for i in 0..11 {
            let name = format!("{part}_detail{i}");
            let of = format!("{part}_id");
            let spec = ["id int".to_owned(), format!("{of} int"), format!("amount{i} real")];
            tables.push(fake::table(&name, &spec.iter().map(String::as_str).collect::<Vec<_>>()));
            keys.push((format!("{name}.{of}"), format!("{part}.id")));
        }
    }
    let mut catalog = fake::catalog(tables);
    for (from, to) in &keys {
        fake::refer(&mut catalog, from, to);
    }
    catalog
}

fn modules(catalog: &Catalog) -> Modules {
    Modules::build(catalog, &JoinGraph::build(catalog), None)
}

fn at(catalog: &Catalog, name: &str) -> usize {
    catalog.tables.iter().position(|t| t.name == name).unwrap()
}

#[test]
fn tables_that_are_joined_and_named_alike_are_one_module_named_by_their_words() {
    let catalog = large();
    let modules = modules(&catalog);
    assert_eq!(modules.all.len(), 3, "{:?}", modules.all);
    for part in ["order", "ticket", "salary"] {
        let own = modules.of(at(&catalog, part)).unwrap();
        assert!(own.name.to_lowercase().contains(part), "{}", own.name);
        for i in 0..11 {
            assert_eq!(modules.of(at(&catalog, &format!("{part}_detail{i}"))), Some(own));
        }
    }
    assert_eq!(modules, self::modules(&catalog));
}

#[test]
fn a_small_schema_has_no_modules() {
    let small = fake::catalog(vec![fake::table("a", &["id int"]), fake::table("b", &["id int"])]);
    let modules = modules(&small);
    assert!(modules.all.is_empty() && modules.of(0).is_none());
    let hit = FieldHit {
        table: 1,
        column: 0,
        score: 0.1,
    };
    let route = modules.route(vec![hit], 30);
    assert_eq!((route.modules, route.fields), (vec![], vec![hit]));
}

#[test]
fn a_question_is_routed_to_few_modules_and_the_best_columns_stay_wherever_they_are() {
    let catalog = large();
    let modules = modules(&catalog);
    let hit = |name: &str, column: usize, score: f64| FieldHit {
        table: at(&catalog, name),
        column,
        score,
    };
    let mut hits: Vec<FieldHit> = (0..11).map(|i| hit(&format!("ticket_detail{i}"), 2, 0.05)).collect();
    hits.insert(4, hit("salary", 2, 0.03));
    hits.push(hit("order", 2, 0.01));
    let route = modules.route(hits, 30);
    let names: Vec<&str> = route.modules.iter().map(|m| modules.all[*m].name.as_str()).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    assert!(route.fields.iter().any(|f| f.table == at(&catalog, "salary")));
    assert!(!route.fields.iter().any(|f| f.table == at(&catalog, "order")));
}

#[test]
fn a_question_that_names_nothing_is_looked_for_everywhere() {
    let catalog = large();
    let modules = modules(&catalog);
    let fields: Vec<FieldHit> = (0..20)
        .map(|table| FieldHit {
            table,
            column: 0,
            score: 0.0,
        })
        .collect();
    let route = modules.route(fields.clone(), 30);
    assert_eq!((route.modules, route.fields), (vec![], fields));
}
