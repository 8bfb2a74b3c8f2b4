//! Made-up databases with questions, laid out as BIRD's are.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::json;

const TOWNS: [&str; 10] = [
    "Alden", "Brook", "Carrow", "Dunmere", "Eastley", "Fenwick", "Garth", "Holloway", "Inver", "Juniper",
];

/// So many databases with so many questions each, in `dev.json` and `dev_databases`. Out: the accepted SQL by question.
pub fn write(root: &Path, databases: usize, questions: usize) -> BTreeMap<String, String> {
    let (mut rows, mut gold) = (Vec::new(), BTreeMap::new());
    for n in 0..databases {
        let id = format!("shops_{n}");
        let folder = root.join("dev_databases").join(&id);
        std::fs::create_dir_all(&folder).unwrap();
        let statements = statements(n);
        askwell_io::create::create_sqlite(&folder.join(format!("{id}.sqlite")), &mut statements.into_iter()).unwrap();
        for q in 0..questions {
            let town = TOWNS[q % TOWNS.len()];
            let floor = 100 + 10 * (q / TOWNS.len());
            let (question, sql) = match q % 3 {
                0 => (
                    format!("In set {n}, how many shops in {town} have more than {floor} square metres?"),
                    format!("SELECT COUNT(*) FROM shops JOIN towns ON towns.id = shops.town_id WHERE towns.name = '{town}' AND shops.area > {floor}"),
                ),
                1 => (
                    format!("In set {n}, what were the sales over {floor} in {town} together?"),
                    format!("SELECT SUM(amount) FROM sales JOIN shops ON shops.id = sales.shop_id JOIN towns ON towns.id = shops.town_id WHERE towns.name = '{town}' AND amount > {floor}"),
                ),
                _ => (
                    format!("In set {n}, which shops of {town} are above {floor} square metres?"),
                    format!("SELECT shops.name FROM shops JOIN towns ON towns.id = shops.town_id WHERE towns.name = '{town}' AND area > {floor}"),
                ),
            };
            let difficulty = if q % 3 == 1 { "moderate" } else { "simple" };
            rows.push(json!({
                "question_id": rows.len(), "db_id": id, "question": question, "evidence": "", "SQL": sql,
                "difficulty": difficulty,
            }));
            // Every fourth is written wrong: it counts what it should list, or lists what it should count.
            let written = if q % 4 == 3 {
                "SELECT name FROM towns".to_owned()
            } else {
                sql
            };
            gold.insert(question, written);
        }
    }
    std::fs::write(root.join("dev.json"), serde_json::to_string(&rows).unwrap()).unwrap();
    gold
}

fn statements(n: usize) -> Vec<String> {
    let mut out = vec![
        "CREATE TABLE towns (id INTEGER PRIMARY KEY, name TEXT NOT NULL, county TEXT)".to_owned(),
        "CREATE TABLE shops (id INTEGER PRIMARY KEY, name TEXT, area INTEGER, opened TEXT, town_id INTEGER REFERENCES towns(id))"
            .to_owned(),
        "CREATE TABLE sales (id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shops(id), amount REAL, day TEXT)"
            .to_owned(),
    ];
    for (at, town) in TOWNS.iter().enumerate() {
        out.push(format!(
            "INSERT INTO towns VALUES ({at}, '{town}', 'County {}')",
            at % 3
        ));
    }
    for shop in 0..60 {
        let area = 60 + (shop * 37 + n * 11) % 240;
        out.push(format!(
            "INSERT INTO shops VALUES ({shop}, 'Shop {shop}', {area}, '20{:02}-03-01', {})",
            10 + shop % 12,
            shop % TOWNS.len()
        ));
        for sale in 0..4 {
            let amount = 20 + (shop * 53 + sale * 71 + n * 7) % 400;
            out.push(format!(
                "INSERT INTO sales VALUES ({}, {shop}, {amount}.5, '2024-0{}-11')",
                shop * 4 + sale,
                1 + sale
            ));
        }
    }
    out
}
