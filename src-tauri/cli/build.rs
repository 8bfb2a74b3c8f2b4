//! Tells the linker where the DuckDB library lies, and the program which commit it was made from.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=DUCKDB_LIB_DIR");
    // In release builds, too: this program is built where it is used; the installable packages do not carry it.
    if let Ok(folder) = std::env::var("DUCKDB_LIB_DIR") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
    println!("cargo:rustc-link-arg=-Wl,-rpath,$ORIGIN/../lib/Askwell/native/lib");
    // Every commit appends to this log, so the name below is never an old one.
    println!("cargo:rerun-if-changed=../../.git/logs/HEAD");
    println!("cargo:rustc-env=ASKWELL_COMMIT={}", commit().unwrap_or_default());
}

/// Empty where the sources are not a git checkout.
fn commit() -> Option<String> {
    let git = Command::new("git")
        .args(["rev-parse", "HEAD"])
        .output()
        .ok()
        .filter(|out| out.status.success())?;
    Some(String::from_utf8(git.stdout).ok()?.trim().to_owned())
}
