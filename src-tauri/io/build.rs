//! Where the tests of this package find the prebuilt DuckDB library.

fn main() {
    println!("cargo:rerun-if-env-changed=DUCKDB_LIB_DIR");
    // An absolute path of the machine that builds has no place in a release.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        if let Ok(folder) = std::env::var("DUCKDB_LIB_DIR") {
            println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
        }
    }
}
