//! Model files in folders. In: the folders. Out: what is in them, by name.
//!
//! Deliberately absent: following links to folders, which may lead anywhere; a link to a file is followed, for the cache
//! of Hugging Face consists of them.

use std::path::Path;

use askwell_contract::model::{FoundModel, ProviderKind};
use serde_json::Value;

use super::{size, Folders};

/// Deep enough for `hub/models--a--b/snapshots/hash/file`, with some to spare.
const DEPTH: usize = 8;
/// A home folder that holds more is not looked through to its end.
const MOST: usize = 500;

pub fn list(folders: &Folders) -> Vec<FoundModel> {
    let mut found = Vec::new();
    for folder in &folders.ollama {
        manifests(folder, &folder.join("manifests"), &mut Vec::new(), &mut found);
    }
    for folder in &folders.plain {
        plain(folder, 0, &mut found);
    }
    found.sort_by(|a, b| (&a.name, &a.address).cmp(&(&b.name, &b.address)));
    found.dedup_by(|a, b| a.address == b.address);
    found
}

fn plain(folder: &Path, depth: usize, found: &mut Vec<FoundModel>) {
    for (path, is_folder) in entries(folder) {
        if found.len() >= MOST {
            return;
        }
        if is_folder {
            if depth < DEPTH {
                plain(&path, depth + 1, found);
            }
            continue;
        }
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let Some(stem) = name.strip_suffix(".gguf").or_else(|| name.strip_suffix(".GGUF")) else {
            continue;
        };
        // The eyes of a model are no model, and of one in several parts the first stands for all.
        let lower = stem.to_lowercase();
        let later_part = lower.contains("-of-") && !lower.contains("-00001-of-");
        if lower.starts_with("mmproj") || later_part {
            continue;
        }
        push(found, stem.to_string(), &path);
    }
}

/// `manifests/host/namespace/model/tag`, each naming the blob that is the model.
fn manifests(root: &Path, folder: &Path, names: &mut Vec<String>, found: &mut Vec<FoundModel>) {
    for (path, is_folder) in entries(folder) {
        let Some(name) = path.file_name().map(|name| name.to_string_lossy().into_owned()) else {
            continue;
        };
        if is_folder {
            if names.len() < DEPTH {
                names.push(name);
                manifests(root, &path, names, found);
                names.pop();
            }
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let Some(digest) = model_of(&text) else { continue };
        // The library's own names are written without host and namespace.
        let path_of = names.iter().skip(1).filter(|part| *part != "library");
        let model: Vec<&str> = path_of.map(String::as_str).collect();
        push(
            found,
            format!("{}:{name}", model.join("/")),
            &root.join("blobs").join(digest.replace(':', "-")),
        );
    }
}

fn model_of(manifest: &str) -> Option<String> {
    let manifest: Value = serde_json::from_str(manifest).ok()?;
    let layers = manifest.get("layers")?.as_array()?;
    let model = layers
        .iter()
        .find(|layer| layer.get("mediaType").and_then(Value::as_str) == Some("application/vnd.ollama.image.model"))?;
    let digest = model.get("digest")?.as_str()?;
    // It becomes a part of a path.
    digest
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b':')
        .then(|| digest.to_string())
}

fn push(found: &mut Vec<FoundModel>, name: String, path: &Path) {
    let Some(bytes) = size(path) else { return };
    found.push(FoundModel {
        kind: ProviderKind::Gguf,
        name,
        address: path.to_string_lossy().into_owned(),
        bytes: Some(bytes),
    });
}

/// Paths in a folder and whether each is a folder itself, sorted by name; none where it cannot be read.
fn entries(folder: &Path) -> Vec<(std::path::PathBuf, bool)> {
    let Ok(read) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut entries: Vec<_> = read
        .flatten()
        .map(|entry| (entry.path(), entry.file_type().is_ok_and(|kind| kind.is_dir())))
        .collect();
    entries.sort();
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    #[test]
    fn files_are_found_where_other_programs_keep_them() {
        let home = tempfile::tempdir().unwrap();
        let root = home.path();
        let manifest = |digest: &str| {
            format!(
                r#"{{"schemaVersion":2,"layers":[
                    {{"mediaType":"application/vnd.ollama.image.license","digest":"sha256:00","size":1}},
                    {{"mediaType":"application/vnd.ollama.image.model","digest":"{digest}","size":4}}]}}"#
            )
        };
        write(
            root,
            "ollama/manifests/registry.ollama.ai/library/qwen3/8b",
            &manifest("sha256:aa"),
        );
        write(
            root,
            "ollama/manifests/registry.ollama.ai/me/own/latest",
            &manifest("sha256:bb"),
        );
        write(
            root,
            "ollama/manifests/registry.ollama.ai/library/gone/1b",
            &manifest("sha256:cc"),
        );
        write(
            root,
            "ollama/manifests/registry.ollama.ai/library/bad/1b",
            &manifest("../../etc/passwd"),
        );
        write(root, "ollama/manifests/registry.ollama.ai/library/broken/1b", "{");
        write(root, "ollama/blobs/sha256-aa", "GGUF");
        write(root, "ollama/blobs/sha256-bb", "GGUFGGUF");
        write(root, "studio/maker/model/small-Q4.gguf", "GGUF");
        write(root, "studio/maker/model/mmproj-small.gguf", "GGUF");
        write(root, "studio/maker/large/large-00001-of-00002.gguf", "GGUF");
        write(root, "studio/maker/large/large-00002-of-00002.gguf", "GGUF");
        write(root, "studio/maker/large/readme.md", "text");

        let folders = Folders {
            ollama: vec![root.join("ollama"), root.join("nowhere")],
            plain: vec![
                root.join("studio"),
                root.join("nowhere either"),
                root.join("studio/maker"),
            ],
        };
        let found = list(&folders);
        let names: Vec<_> = found.iter().map(|model| (model.name.as_str(), model.bytes)).collect();
        assert_eq!(
            names,
            [
                ("large-00001-of-00002", Some(4)),
                ("me/own:latest", Some(8)),
                ("qwen3:8b", Some(4)),
                ("small-Q4", Some(4))
            ]
        );
        assert!(found[2].address.ends_with("sha256-aa"));
        assert!(found.iter().all(|model| model.kind == ProviderKind::Gguf));
    }
}
