//! How the window is drawn on Linux. In: what the machine has. Out: a word to WebKit before it starts. Deliberately absent:
//! anything on a machine with a graphics card, where WebKit knows best.

use std::fs;
use std::path::Path;

/// WebKit's own name for drawing without OpenGL.
const PLAIN: &str = "WEBKIT_DISABLE_COMPOSITING_MODE";
const CARDS: &str = "/dev/dri";

/// Without a card OpenGL is played by the processor: the compiler for that took 130 MB in two processes, and the
/// first picture came in twice the time. A person's own choice stands. Before any thread has begun.
pub fn choose() {
    if cfg!(target_os = "linux") && std::env::var_os(PLAIN).is_none() && !has_card(Path::new(CARDS)) {
        std::env::set_var(PLAIN, "1");
    }
}

fn has_card(devices: &Path) -> bool {
    let mut found = fs::read_dir(devices).into_iter().flatten().flatten();
    found.any(|entry| entry.file_name().to_string_lossy().starts_with("renderD"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_that_draws_is_told_from_one_that_only_shows() {
        let devices = tempfile::tempdir().unwrap();
        assert!(!has_card(&devices.path().join("none")));
        fs::write(devices.path().join("card0"), "").unwrap();
        assert!(!has_card(devices.path()));
        fs::write(devices.path().join("renderD128"), "").unwrap();
        assert!(has_card(devices.path()));
    }
}
