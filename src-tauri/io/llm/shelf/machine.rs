//! This computer, as far as it matters to a model's file. In: nothing, or a folder. Out: its memory, the room on its
//! disk, a folder for models. Deliberately absent: guesses where a system does not say.

use std::path::{Path, PathBuf};

/// In the person's own folder, where they see it.
pub fn folder() -> Option<PathBuf> {
    let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let home = var("HOME").or_else(|| var("USERPROFILE"))?;
    Some(PathBuf::from(home).join("Askwell").join("models"))
}

/// Bytes of memory, used or not.
pub fn memory() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        of_meminfo(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")
    }
    #[cfg(not(target_os = "linux"))]
    {
        None
    }
}

/// Bytes of memory that a program could take now.
pub fn unused() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        of_meminfo(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
    }
    #[cfg(not(target_os = "linux"))]
    {
        None
    }
}

#[cfg(any(target_os = "linux", test))]
fn of_meminfo(text: &str, field: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(field))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes.saturating_mul(1024))
}

/// Bytes free for this user on the disk of a folder, which need not be there yet.
pub fn free(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let there = folder.ancestors().find(|folder| folder.exists())?;
        let room = rustix::fs::statvfs(there).ok()?;
        Some(room.f_bavail.saturating_mul(room.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_from_what_the_kernel_says() {
        let text = "MemTotal:       16309548 kB\nMemFree:  123 kB\nMemAvailable:   8154774 kB\n";
        assert_eq!(of_meminfo(text, "MemTotal:"), Some(16_309_548 * 1024));
        assert_eq!(of_meminfo(text, "MemAvailable:"), Some(8_154_774 * 1024));
        assert_eq!(of_meminfo("MemTotal: many", "MemTotal:"), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_is_not_there_yet_has_the_room_of_the_one_above() {
        let dir = tempfile::tempdir().unwrap();
        assert!(free(&dir.path().join("a/b")).is_some_and(|bytes| bytes > 0));
    }
}
