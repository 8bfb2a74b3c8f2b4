//! A model file, run inside this program. In: the path of a GGUF file. Out: what answers a call with it.
//!
//! Only where the program was built with the feature `local-llm`; elsewhere it says so.
//! Deliberately absent: files of any other format.

use std::sync::Arc;

use askwell_contract::model::{Failure, FailureKind, Provider};

use super::call::Call;

#[cfg(any(feature = "local-llm", test))]
mod grammar;
#[cfg(feature = "local-llm")]
mod run;
#[cfg(all(feature = "local-llm", test))]
mod tests;

/// What answers with this file; loaded when it is first asked.
#[cfg(feature = "local-llm")]
pub fn open(provider: &Provider) -> Result<Arc<dyn Call>, Failure> {
    look(provider)?;
    run::open(provider)
}

#[cfg(not(feature = "local-llm"))]
pub fn open(_provider: &Provider) -> Result<Arc<dyn Call>, Failure> {
    Err(Failure::new(
        FailureKind::BadRequest,
        "This build of Askwell cannot run model files itself.",
    )
    .hint("Run the file with a program such as Ollama or LM Studio, and choose that as the provider."))
}

/// Whether the file is there and is a model: what it says of itself.
pub fn look(provider: &Provider) -> Result<String, Failure> {
    use std::io::Read;
    let path = provider.address.as_deref().map(str::trim).unwrap_or_default();
    if path.is_empty() {
        return Err(
            Failure::new(FailureKind::BadRequest, "No model file is chosen.").hint("Choose a file that ends in .gguf.")
        );
    }
    let unreadable = |error: std::io::Error| {
        Failure::new(
            FailureKind::BadRequest,
            format!("The model file \"{path}\" cannot be read."),
        )
        .hint("Check that it is still there and that it may be read.")
        .detail(error)
    };
    let mut file = std::fs::File::open(path).map_err(unreadable)?;
    let bytes = file.metadata().map_err(unreadable)?.len();
    let mut magic = [0_u8; 4];
    if file.read_exact(&mut magic).is_err() || &magic != b"GGUF" {
        return Err(
            Failure::new(FailureKind::BadRequest, format!("\"{path}\" is not a model file."))
                .hint("Choose a file in the GGUF format; its name usually ends in .gguf."),
        );
    }
    Ok(format!("A model file of {:.1} GB.", bytes as f64 / 1e9))
}
