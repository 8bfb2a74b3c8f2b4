//! The invariants of the house that no compiler checks. Each claim is a test; each failure names the file and line.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Lines a file may have, tests included (house rule).
const CAP: usize = 500;
const GENERATED: [&str; 2] = ["ui/src/contract.ts", "ui/src/settings/licences.json"];
/// What is not ours or not kept.
const SKIPPED: [&str; 8] = [
    ".git",
    "target",
    "node_modules",
    "dist",
    "gen",
    "src-tauri/native",
    "docs",
    ".cache",
];

struct Source {
    /// From the root, with `/`.
    path: String,
    text: String,
}

impl Source {
    fn is(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.path.ends_with(ending))
    }
    fn within(&self, folder: &str) -> bool {
        self.path.starts_with(folder)
    }
    /// The code in front of the file's test module; files of tests have none.
    fn product(&self) -> &str {
        if self.path.ends_with("/tests.rs") || self.path.contains("/tests/") {
            return "";
        }
        self.text.split("#[cfg(test)]").next().unwrap_or_default()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every text file of the working tree, in the order of its path.
fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    collect(root(), &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(found.len() > 100, "the walk over the tree finds the tree");
    found
}

fn collect(folder: &Path, found: &mut Vec<Source>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        let name = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        if SKIPPED
            .iter()
            .any(|skipped| name == *skipped || name.ends_with(&format!("/{skipped}")))
        {
            continue;
        }
        if path.is_dir() {
            collect(&path, found);
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            found.push(Source { path: name, text });
        }
    }
}

/// Fails with every offence in one message.
fn none(claim: &str, offences: impl IntoIterator<Item = String>) {
    let mut list = String::new();
    for offence in offences {
        writeln!(list, "  {offence}").unwrap();
    }
    assert!(list.is_empty(), "{claim}:\n{list}");
}

/// `path:line: text` of each line that holds one of the words; comments do not count.
fn lines_with<'a>(path: &'a str, text: &'a str, words: &'a [&'a str]) -> impl Iterator<Item = String> + 'a {
    text.lines().enumerate().filter_map(move |(i, line)| {
        let code = line.split("//").next().unwrap_or_default();
        words
            .iter()
            .any(|word| code.contains(word))
            .then(|| format!("{path}:{}: {}", i + 1, line.trim()))
    })
}

#[test]
fn files_stay_short() {
    let long = sources().into_iter().filter_map(|file| {
        let lines = file.text.lines().count();
        let counted = file.is(&[".rs", ".ts", ".tsx", ".mjs"]) && !GENERATED.contains(&file.path.as_str());
        (counted && lines > CAP).then(|| format!("{}: {lines} lines", file.path))
    });
    none("a file has more than 500 lines", long);
}

/// A disk that ignores case would take `calls.ts` for `Calls.tsx`, which are both imported without their ends.
#[test]
fn modules_differ_in_more_than_case() {
    let mut seen: std::collections::BTreeMap<String, String> = std::collections::BTreeMap::new();
    let twins = sources().into_iter().filter_map(|file| {
        let stem = file
            .path
            .strip_suffix(".tsx")
            .or(file.path.strip_suffix(".ts"))?
            .to_owned();
        let other = seen.insert(stem.to_lowercase(), stem.clone())?;
        (other != stem).then(|| format!("{other} and {stem}"))
    });
    none("two modules are told apart by case alone", twins);
}

#[test]
fn rust_files_say_what_they_are_for() {
    let silent = sources().into_iter().filter(|file| {
        let helper = file.path.contains("/tests") || file.path.ends_with("/testing.rs");
        file.is(&[".rs"]) && !helper && !file.text.starts_with("//!")
    });
    none("a file has no header", silent.map(|file| file.path));
}

#[test]
fn every_stage_is_a_file_and_none_imports_another() {
    use askwell_contract::run::Stage::{Answer, Converse, Evaluate, Generate, Ground, Link, Repair, Select};
    let stages = [Converse, Ground, Link, Generate, Evaluate, Repair, Select, Answer]
        .map(|stage| serde_json::to_value(stage).unwrap().as_str().unwrap().to_owned());

    let files = sources();
    for stage in &stages {
        let own = |file: &Source| {
            file.path == format!("src-tauri/engine/ask/{stage}.rs")
                || file.within(&format!("src-tauri/engine/ask/{stage}/"))
        };
        assert!(files.iter().any(own), "the stage {stage} has no file of its name");
        let others: Vec<String> = stages.iter().filter(|other| *other != stage).cloned().collect();
        let offences = files.iter().filter(|file| own(file)).flat_map(|file| {
            let beside = file.path == format!("src-tauri/engine/ask/{stage}.rs");
            let forms: Vec<String> = others
                .iter()
                .flat_map(|other| {
                    let up = if beside {
                        format!("super::{other}")
                    } else {
                        format!("super::super::{other}")
                    };
                    [format!("ask::{other}"), up]
                })
                .collect();
            let words: Vec<&str> = forms.iter().map(String::as_str).collect();
            lines_with(&file.path, file.product(), &words).collect::<Vec<_>>()
        });
        none(
            "a stage imports another stage; what it needs comes in its argument",
            offences,
        );
    }
}

#[test]
fn only_the_pipeline_calls_stages() {
    let calls = [
        "converse", "ground", "link", "evaluate", "repair", "select", "answer", "grade",
    ]
    .map(|s| format!("{s}::{s}("));
    let words: Vec<&str> = calls.iter().map(String::as_str).collect();
    let offences = sources().into_iter().filter(|file| {
        file.is(&[".rs"]) && file.within("src-tauri/") && !file.path.starts_with("src-tauri/engine/pipeline")
    });
    none(
        "a stage is called from outside the pipeline",
        offences.flat_map(|file| lines_with(&file.path, file.product(), &words).collect::<Vec<_>>()),
    );
}

#[test]
fn tauri_lives_in_the_shell_alone() {
    let files = sources();
    let crates = ["contract", "sql", "io", "engine", "cli"].map(|name| format!("src-tauri/{name}/"));
    let rust = files
        .iter()
        .filter(|file| crates.iter().any(|folder| file.within(folder)) && file.is(&[".rs", ".toml"]));
    let screen = files.iter().filter(|file| {
        file.within("ui/src/") && !file.within("ui/src/backend/") && !GENERATED.contains(&file.path.as_str())
    });
    let words = ["tauri::", "tauri =", "tauri-", "use tauri"];
    let offences = rust
        .flat_map(|file| lines_with(&file.path, &file.text, &words))
        .chain(screen.flat_map(|file| lines_with(&file.path, &file.text, &["@tauri-apps"])));
    none("Tauri is named outside the shell and ui/src/backend", offences);
}

/// An engine that hangs, crashes or takes all memory must never do so in the window's own process.
#[test]
fn engines_are_opened_by_a_runner_alone() {
    let opens = [
        "sqlite::open(",
        "sqlite::connect(",
        "duckdb::open(",
        "driver::over(",
        "files::over(",
    ];
    let io = sources()
        .into_iter()
        .filter(|file| file.is(&[".rs"]) && file.within("src-tauri/"));
    let elsewhere =
        io.filter(|file| !["src-tauri/io/run/inside.rs", "src-tauri/io/db/files.rs"].contains(&file.path.as_str()));
    let found = elsewhere.flat_map(|file| lines_with(&file.path, file.product(), &opens).collect::<Vec<_>>());
    none("a database is opened outside of a runner", found);
}

#[test]
fn the_core_has_no_world_of_its_own() {
    let banned = [
        "std::fs",
        "std::env",
        "std::net",
        "std::process",
        "SystemTime",
        "Instant::now",
        "tokio::fs",
        "tokio::net",
        "tokio::process",
        "rusqlite",
        "duckdb::Connection",
        "reqwest",
        "askwell_io",
        "rand::",
    ];
    let core = ["contract", "sql", "reader", "engine"].map(|name| format!("src-tauri/{name}/"));
    let files = sources();
    let code = files
        .iter()
        .filter(|file| file.is(&[".rs"]) && core.iter().any(|folder| file.within(folder)))
        // A program to learn with, not a part of the product.
        .filter(|file| !file.path.contains("/examples/"));
    none(
        "the core reaches into the world",
        code.flat_map(|file| lines_with(&file.path, file.product(), &banned)),
    );

    let allowed: [(&str, &[&str]); 4] = [
        ("contract", &[]),
        ("sql", &["askwell-contract"]),
        ("reader", &["askwell-contract", "askwell-sql"]),
        ("engine", &["askwell-contract", "askwell-reader", "askwell-sql"]),
    ];
    for (name, may) in allowed {
        let manifest = std::fs::read_to_string(root().join(format!("src-tauri/{name}/Cargo.toml"))).unwrap();
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap();
        let dependencies = dependencies.split("[dev-dependencies]").next().unwrap();
        let ours = dependencies.lines().filter(|line| line.starts_with("askwell-"));
        none(
            &format!("{name} depends on a part of the house it must not know"),
            ours.filter(|line| !may.iter().any(|ok| line.starts_with(ok)))
                .map(str::to_owned),
        );
    }
}

#[test]
fn no_rule_file_is_forgotten() {
    for (folder, table) in [
        ("src-tauri/sql/repair", "const RULES"),
        ("src-tauri/sql/repair/habits", "const HABITS"),
        ("src-tauri/sql/lint", "const RULES"),
        ("src-tauri/sql/rewrite/rules", "const RULES"),
    ] {
        let list = std::fs::read_to_string(root().join(format!("{folder}.rs"))).unwrap();
        let rules = list
            .split(table)
            .nth(1)
            .expect("the folder's parent lists its rules")
            .split("];")
            .next()
            .unwrap();
        let beside = |path: &str| {
            path.strip_prefix(&format!("{folder}/"))
                .is_some_and(|rest| !rest.contains('/'))
        };
        let files = sources().into_iter().filter(|file| beside(&file.path));
        let names: Vec<String> = files
            .filter_map(|file| Some(Path::new(&file.path).file_stem()?.to_str()?.to_owned()))
            .filter(|name| name != "tests" && name != "habits")
            .collect();
        assert!(!names.is_empty(), "{folder} holds no rule");
        none(
            "a rule has a file but no place in RULES",
            names.into_iter().filter(|name| !rules.contains(name.as_str())),
        );
    }
}

#[test]
fn every_prompt_is_used() {
    let files = sources();
    let engine: String = files
        .iter()
        .filter(|file| file.within("src-tauri/engine/"))
        .map(|file| file.text.as_str())
        .collect();
    let prompts = files
        .iter()
        .filter(|file| file.within("prompts/") && file.is(&[".md"]) && !file.is(&["README.md"]));
    none(
        "no code uses a prompt",
        prompts
            .filter(|file| !engine.contains(&file.path))
            .map(|file| file.path.clone()),
    );
}

/// "Erase everything" goes by a list, for the folder may be shared with the web view.
#[test]
fn every_room_of_the_workspace_can_be_erased() {
    let files = sources();
    let own = files
        .iter()
        .find(|file| file.path == "src-tauri/engine/desk/own.rs")
        .unwrap();
    let mut named = 0;
    let mut kept = Vec::new();
    for file in files
        .iter()
        .filter(|file| file.within("src-tauri/") && file.is(&[".rs"]))
    {
        for line in file.product().lines() {
            let room = [
                "const ROOM: &str = \"",
                "const ONLINE: &str = \"",
                "const OFFLINE: &str = \"",
            ]
            .iter()
            .find_map(|start| line.trim_start_matches("pub ").strip_prefix(start));
            let Some(room) = room.and_then(|rest| rest.strip_suffix("\";")) else {
                continue;
            };
            named += 1;
            if !own.text.contains(&format!("    \"{room}\",\n")) {
                kept.push(format!("{}: {room}", file.path));
            }
        }
    }
    assert!(named > 20, "the rooms are found: {named}");
    none("a room of the workspace would outlast erasing everything", kept);
}

/// `make licences` writes the list that the settings show.
#[test]
fn the_list_of_licences_is_current() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let listed: Vec<[String; 3]> = serde_json::from_str(&read("ui/src/settings/licences.json")).unwrap();
    let lock = read("Cargo.lock");
    let mut wanted: BTreeSet<(String, String)> = BTreeSet::new();
    for package in lock.split("[[package]]").filter(|text| text.contains("\nsource = ")) {
        let of = |field: &str| {
            let start = format!("{field} = \"");
            let line = package.lines().find_map(|line| line.strip_prefix(start.as_str()));
            line.unwrap().trim_end_matches('"').to_owned()
        };
        wanted.insert((of("name"), of("version")));
    }
    let npm: serde_json::Value = serde_json::from_str(&read("ui/package-lock.json")).unwrap();
    for (path, about) in npm["packages"].as_object().unwrap() {
        if path.is_empty() || about["dev"] == true {
            continue;
        }
        let name = path.rsplit("node_modules/").next().unwrap();
        wanted.insert((name.to_owned(), about["version"].as_str().unwrap().to_owned()));
    }
    let here: BTreeSet<(String, String)> = listed.iter().map(|one| (one[0].clone(), one[1].clone())).collect();
    let missing = wanted.iter().filter(|one| !here.contains(*one));
    none(
        "`make licences` was not run: a package is not in the list of licences",
        missing.map(|(name, version)| format!("{name} {version}")),
    );
    // The native files are no packages of either.
    let more = here.len() - wanted.len();
    assert!(
        (1..=5).contains(&more),
        "`make licences` was not run: {more} packages are gone"
    );
    none(
        "a package names no licence",
        listed.iter().filter(|one| one[2].is_empty()).map(|one| one[0].clone()),
    );
}

#[test]
fn nothing_points_at_one_machine_or_registry() {
    // In pieces, so that this file passes its own test.
    let words = [
        concat!("registry.", "npmjs"),
        concat!("py", "pi.org"),
        concat!("pythonhosted", ".org"),
        concat!("index.crates", ".io"),
        concat!("static.crates", ".io"),
        concat!("/wo", "rk/"),
        concat!("/ro", "ot/"),
        concat!("/Use", "rs/"),
    ];
    let offences = sources().into_iter().flat_map(|file| {
        let hits = file
            .text
            .lines()
            .enumerate()
            .filter(|(_, line)| words.iter().any(|word| line.contains(word)));
        hits.map(|(i, line)| format!("{}:{}: {}", file.path, i + 1, line.trim()))
            .collect::<Vec<_>>()
    });
    none("a file names a registry's address or a path of one machine", offences);
}

#[test]
fn locked_packages_carry_no_address() {
    let lock = std::fs::read_to_string(root().join("ui/package-lock.json")).unwrap();
    none(
        "ui/package-lock.json names a server",
        lines_with("package-lock.json", &lock, &["\"resolved\""]),
    );
}

#[test]
fn native_files_are_pinned_by_hash() {
    let table = std::fs::read_to_string(root().join("scripts/native.tsv")).unwrap();
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    let sound = |row: &Vec<&str>| {
        row.len() == 7
            && (row[2] == "npm" || row[2] == "pypi")
            && row[3].contains(if row[2] == "npm" { "@1" } else { "==" })
            && row[6].len() == 64
            && row[6].bytes().all(|b| b.is_ascii_hexdigit())
    };
    none(
        "a row of scripts/native.tsv is not whole",
        rows.iter().filter(|row| !sound(row)).map(|row| row.join(" ")),
    );
    for platform in ["linux-x64", "linux-arm64", "macos-arm64", "macos-x64", "windows-x64"] {
        let duckdb = rows.iter().any(|row| row[0] == platform && row[1].contains("duckdb"));
        assert!(duckdb, "{platform} has no DuckDB library");
    }
}

#[test]
fn every_claim_has_its_test() {
    let files = sources();
    let table = files.iter().find(|file| file.path == "tests/CLAIMS.md").unwrap();
    let rows = table
        .text
        .lines()
        .enumerate()
        .filter(|(_, line)| line.starts_with("| ") && !line.starts_with("| claim |") && !line.starts_with("|---"));
    let mut named = 0;
    let mut wrong = Vec::new();
    for (at, row) in rows {
        let proof = row.trim_end_matches([' ', '|']).rsplit(" | ").next().unwrap();
        // What has no test says why.
        if proof.strip_prefix("none: ").is_some_and(|why| why.len() > 20) {
            continue;
        }
        let mut tests = proof.split('`').skip(1).step_by(2).peekable();
        if tests.peek().is_none() {
            wrong.push(format!("line {}: no test and no reason", at + 1));
        }
        for test in tests {
            named += 1;
            let (path, name) = test.rsplit_once(' ').unwrap_or(("", test));
            let path = if path.starts_with("tests/") {
                path.to_owned()
            } else {
                format!("src-tauri/{path}")
            };
            let there = files
                .iter()
                .any(|file| file.path == path && file.text.contains(&format!("fn {name}(")));
            if !there {
                wrong.push(format!("line {}: {test}", at + 1));
            }
        }
    }
    assert!(named > 50, "the table is read: {named}");
    none("a claim of tests/CLAIMS.md has no such test", wrong);
}
