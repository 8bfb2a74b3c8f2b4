//! Tells the linker where the DuckDB library lies, and hands the rest to Tauri.

fn main() {
    println!("cargo:rerun-if-changed=src-tauri/build.rs");
    link_paths();
    #[cfg(feature = "desktop")]
    desktop();
}

/// Debug binaries find the library in the working tree, installed ones beside themselves. A release binary carries no
/// path of the machine that built it.
fn link_paths() {
    println!("cargo:rerun-if-env-changed=DUCKDB_LIB_DIR");
    let windows = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "windows");
    if windows {
        return; // Windows looks beside the program by itself; see tauri.windows.conf.json.
    }
    if let (Ok("debug"), Ok(dir)) = (std::env::var("PROFILE").as_deref(), std::env::var("DUCKDB_LIB_DIR")) {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{dir}");
    }
    for place in [
        "$ORIGIN/../lib/Askwell/native/lib",
        "@executable_path/../Resources/native/lib",
    ] {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{place}");
    }
}

#[cfg(feature = "desktop")]
fn desktop() {
    // The front end becomes part of the program; Tauri's macro does not watch the folder.
    println!("cargo:rerun-if-changed=ui/dist");
    // A debug program reads its resources from the working tree. Copying a hundred megabytes of them beside it on every
    // change of the front end is all that this switches off.
    if std::env::var("PROFILE").as_deref() == Ok("debug") && std::env::var_os("TAURI_CONFIG").is_none() {
        std::env::set_var("TAURI_CONFIG", r#"{"bundle":{"resources":null}}"#);
    }
    if let Err(error) = tauri_build::try_build(tauri_build::Attributes::new()) {
        println!("cargo:error={error:#}");
        std::process::exit(1);
    }
}
