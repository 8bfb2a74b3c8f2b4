//! What the hub says of a file before it is fetched. In: the listing of a repository's folder. Out: the file's name, size
//! and sum. Deliberately absent: sums of our own; a file whose sum the hub does not tell is not fetched.

use askwell_contract::model::{Failure, FailureKind, Wanted};
use serde::Deserialize;

/// The Hub's `/api/models/OWNER/NAME/tree/main`: one object a file; large ones have `lfs` with the SHA-256 as `oid`.
#[derive(Deserialize)]
struct Row {
    #[serde(default, rename = "type")]
    kind: String,
    path: String,
    lfs: Option<Lfs>,
}

#[derive(Deserialize)]
struct Lfs {
    oid: String,
    size: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub file: String,
    pub bytes: u64,
    /// Lower case.
    pub sha256: String,
}

pub fn pick(text: &str, wanted: &Wanted) -> Result<Listed, Failure> {
    let rows: Vec<Row> = serde_json::from_str(text).map_err(|error| {
        Failure::new(FailureKind::BadReply, "The hub's list of files cannot be read.")
            .hint("The address may be that of something else than a hub of models.")
            .detail(error)
    })?;
    let end = format!("{}.gguf", wanted.quantisation.to_lowercase());
    let fits = |row: &&Row| {
        let path = row.path.to_lowercase();
        // A letter before it would make another quantisation of it: `IQ4_XS` ends with `Q4_XS`.
        let apart = path
            .strip_suffix(&end)
            .is_some_and(|head| head.ends_with(['.', '-', '_']));
        row.kind != "directory" && apart && plain(&row.path)
    };
    // "model-Q4_K_M.gguf" rather than "model-imatrix-Q4_K_M.gguf".
    let row = rows.iter().filter(fits).min_by_key(|row| row.path.len());
    let row = row.ok_or_else(|| {
        Failure::new(
            FailureKind::UnknownModel,
            format!("{} has no file of the kind {}.", wanted.repository, wanted.quantisation),
        )
        .hint("It may have been renamed or withdrawn. Choose another model.")
    })?;
    let unsummed = || {
        Failure::new(
            FailureKind::BadReply,
            format!(
                "The hub does not tell the sum of {}, so it was not downloaded.",
                row.path
            ),
        )
        .hint("Without its SHA-256 nobody could tell whether the right file came.")
    };
    let lfs = row.lfs.as_ref().ok_or_else(unsummed)?;
    let sha256 = lfs.oid.strip_prefix("sha256:").unwrap_or(&lfs.oid).to_lowercase();
    if sha256.len() != 64 || !sha256.bytes().all(|byte| byte.is_ascii_hexdigit()) || lfs.size == 0 {
        return Err(unsummed());
    }
    Ok(Listed {
        file: row.path.clone(),
        bytes: lfs.size,
        sha256,
    })
}

/// It becomes the name of a file here.
fn plain(path: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
    path.len() <= 200 && !path.starts_with('.') && path.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted() -> Wanted {
        Wanted {
            name: "small".into(),
            repository: "maker/small-GGUF".into(),
            quantisation: "Q4_K_M".into(),
        }
    }

    fn row(path: &str, sum: &str) -> String {
        format!(
            r#"{{"type":"file","oid":"1f","size":7,"path":"{path}","lfs":{{"oid":"{sum}","size":7,"pointerSize":135}}}}"#
        )
    }

    #[test]
    fn the_file_of_the_quantisation_is_taken_with_its_sum_and_size() {
        let sum = "AB".repeat(32);
        let rows = [
            r#"{"type":"file","oid":"aa","size":12,"path":"README.md"}"#.to_string(),
            r#"{"type":"directory","oid":"aa","size":0,"path":"old.Q4_K_M.gguf"}"#.to_string(),
            row("small-IQ4_K_M.gguf", &sum),
            row("small-Q4_K_S.gguf", &sum),
            row("small-imatrix-Q4_K_M.gguf", &sum),
            row("small-q4_k_m.gguf", &sum),
            row("../../small-Q4_K_M.gguf", &sum),
            row("parts/small-Q4_K_M.gguf", &sum),
        ];
        let found = pick(&format!("[{}]", rows.join(",")), &wanted()).unwrap();
        assert_eq!((found.file.as_str(), found.bytes), ("small-q4_k_m.gguf", 7));
        assert_eq!(found.sha256, "ab".repeat(32));
    }

    #[test]
    fn without_a_sum_or_a_file_there_is_nothing_to_fetch() {
        let kind = |text: &str| pick(text, &wanted()).unwrap_err().kind;
        assert_eq!(kind("<html>"), FailureKind::BadReply);
        assert_eq!(kind("[]"), FailureKind::UnknownModel);
        let other = format!("[{}]", row("small-Q8_0.gguf", &"ab".repeat(32)));
        assert_eq!(kind(&other), FailureKind::UnknownModel);
        let bare = r#"[{"type":"file","oid":"1f","size":7,"path":"small-Q4_K_M.gguf"}]"#;
        assert_eq!(kind(bare), FailureKind::BadReply);
        for sum in ["", "ab", &"zz".repeat(32)] {
            assert_eq!(
                kind(&format!("[{}]", row("small-Q4_K_M.gguf", sum))),
                FailureKind::BadReply
            );
        }
    }
}
