//! Plans at the desk, as the window asks for them: in words, measured where the engine measures, and through the locks.

use askwell_cli::world::world;
use askwell_contract::run::{PlanStep, Planned};
use askwell_contract::ProblemCode;
use askwell_engine::Desk;
use askwell_io::create::{create_duckdb, create_sqlite};

fn statements() -> impl Iterator<Item = String> {
    let tables = [
        "CREATE TABLE growers (id INTEGER PRIMARY KEY, name TEXT)",
        "CREATE TABLE pears (id INTEGER PRIMARY KEY, grower_id INTEGER, weight INTEGER)",
    ];
    let growers = (0..5).map(|n| format!("INSERT INTO growers VALUES ({n}, 'Grower {n}')"));
    let pears = (0..250).map(|n| format!("INSERT INTO pears VALUES ({n}, {}, {})", n % 5, 100 + n));
    tables.map(str::to_string).into_iter().chain(growers).chain(pears)
}

const SQL: &str = "SELECT g.name, SUM(p.weight) AS weight FROM pears AS p JOIN growers AS g ON g.id = p.grower_id \
                   WHERE p.weight > 120 GROUP BY g.name ORDER BY weight DESC";

async fn planned(desk: &Desk, id: &str) -> Planned {
    // While the tables are read, their rows are not known yet.
    desk.prepare(id, |_| {}).await.unwrap();
    desk.plan(id, "plan", SQL).await.unwrap()
}

fn each<'a>(steps: &'a [PlanStep], out: &mut Vec<&'a PlanStep>) {
    for step in steps {
        out.push(step);
        each(&step.children, out);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_says_what_is_read_and_has_figures_only_where_the_engine_gives_them() {
    let dir = tempfile::tempdir().unwrap();
    let desk = Desk::new(world(Some(dir.path().join("workspace"))).unwrap(), Vec::new());

    let path = dir.path().join("pears.sqlite");
    create_sqlite(&path, &mut statements()).unwrap();
    let sqlite = desk.open(&format!("sqlite:{}", path.display())).await.unwrap();
    let id = sqlite.connection.id.as_str();
    let plan = planned(&desk, id).await;
    let mut steps = Vec::new();
    each(&plan.steps, &mut steps);
    let says: Vec<&str> = steps.iter().map(|step| step.says.as_str()).collect();
    assert!(says.contains(&"Reads all 250 rows of pears"), "{says:?}");
    assert!(
        says.contains(&"For each of these rows, looks up growers by its key"),
        "{says:?}"
    );
    assert!(!plan.measured && plan.ms.is_none() && !plan.timed_out);
    assert!(steps.iter().all(|step| step.rows.is_none() && step.ms.is_none()));
    for wrong in ["DELETE FROM pears", "SELECT nothing FROM pears"] {
        let problem = desk.plan(id, "plan", wrong).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::BadInput, "{wrong}");
    }

    let path = dir.path().join("pears.duckdb");
    create_duckdb(&path, &mut statements()).unwrap();
    let duckdb = desk.open(&format!("duckdb:{}", path.display())).await.unwrap();
    let plan = planned(&desk, &duckdb.connection.id).await;
    let mut steps = Vec::new();
    each(&plan.steps, &mut steps);
    let says: Vec<&str> = steps.iter().map(|step| step.says.as_str()).collect();
    assert!(plan.measured, "{says:?}");
    assert!(
        says.iter().any(|s| s.starts_with("Reads all 250 rows of pears")),
        "{says:?}"
    );
    assert!(says.iter().any(|s| s.starts_with("Joins rows where ")), "{says:?}");
    let scan = steps.iter().find(|s| s.says.starts_with("Reads all 5 rows")).unwrap();
    assert_eq!(scan.rows, Some(5.0));
    assert!(steps.iter().all(|step| step.rows.is_some() && step.ms.is_some()));
}
