//! The page of the docs that says what the built-in engine reads.

use super::CONSTRUCTIONS;

/// The table of constructions as a page: what each reads, in the words of its own file.
#[expect(clippy::disallowed_methods, reason = "the page is made from the sources")]
fn page() -> String {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/constructions");
    let about = |name: &str| -> String {
        let path = format!("{own}/{}.rs", name.replace(' ', "_"));
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.lines().map_while(|l| l.strip_prefix("//!"));
        let first: Vec<&str> = lines.map(str::trim).take_while(|l| !l.is_empty()).collect();
        first.join(" ").replace('|', "\\|")
    };
    let list = |of: &[&str]| of.iter().map(|q| format!("*{q}*")).collect::<Vec<_>>().join("<br>");
    let mut out = String::from(
        "# What the built-in engine reads\n\n\
         Each construction is a pattern of English in a file of its own, `src-tauri/reader/constructions`. A test puts its\n\
         examples and its near-misses to it, over a small shop; another keeps this page (`ASKWELL_WRITE_DOCS=1 cargo test -p\n\
         askwell-reader page` writes it anew).\n\n\
         | construction | what it reads | read | left alone |\n|---|---|---|---|\n",
    );
    for c in CONSTRUCTIONS {
        let row = [c.name.to_owned(), about(c.name), list(c.reads), list(c.leaves)];
        out += &format!("| {} |\n", row.join(" | "));
    }
    out
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the page is made from the sources")]
fn the_page_of_the_docs_says_what_the_table_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/constructions.md");
    if std::env::var_os("ASKWELL_WRITE_DOCS").is_some() {
        std::fs::write(path, page()).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), page());
}
