//! Sentence vectors on this machine (all-MiniLM-L6-v2, 8 bits, through ONNX Runtime). In: texts. Out: unit vectors.
//! Deliberately absent: downloading; files that are not there are a problem, and the program goes on without vectors.

use std::fs;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use askwell_contract::ports::Embedder;
use askwell_contract::{Problem, ProblemCode, Result};
use fastembed::{
    InitOptionsUserDefined, Pooling, QuantizationMode, TextEmbedding, TokenizerFiles, UserDefinedEmbeddingModel,
};

/// The model was trained on 256 word pieces; the rest of a text is not read.
const MAX_TOKENS: usize = 256;
/// Measured: 231 texts a second at 32, fewer at 8 and at 128.
const BATCH: usize = 32;
/// Of a batch, each text counted as long as its longest: about a tenth of a second on two cores.
const LETTERS: usize = 4_000;
/// Between two looks whether those that go first are done.
const PAUSE: Duration = Duration::from_millis(1);

pub struct MiniLm {
    model: Mutex<TextEmbedding>,
    /// Requests of few texts that are not done yet; they go first.
    waiting: AtomicUsize,
}

impl MiniLm {
    /// `dir` holds `model.onnx` and the tokenizer's four files; `onnxruntime` is the library itself.
    pub fn load(dir: &Path, onnxruntime: &Path) -> Result<Self> {
        if !onnxruntime.is_file() {
            return Err(missing(onnxruntime));
        }
        let read = |name: &str| {
            let path = dir.join(name);
            fs::read(&path).map_err(|error| missing(&path).detail(error))
        };
        let tokenizer = TokenizerFiles {
            tokenizer_file: read("tokenizer.json")?,
            config_file: read("config.json")?,
            special_tokens_map_file: read("special_tokens_map.json")?,
            tokenizer_config_file: read("tokenizer_config.json")?,
        };
        let model = UserDefinedEmbeddingModel::new(read("model.onnx")?, tokenizer)
            .with_pooling(Pooling::Mean)
            .with_quantization(QuantizationMode::None);
        // The library of a wrong version makes its binding panic.
        let loaded = catch_unwind(AssertUnwindSafe(|| {
            // Loads the library for the whole process; fastembed makes the environment.
            drop(ort::init_from(onnxruntime).map_err(|error| error.to_string())?);
            let options = InitOptionsUserDefined::new().with_max_length(MAX_TOKENS);
            TextEmbedding::try_new_from_user_defined(model, options).map_err(|error| error.to_string())
        }));
        match loaded {
            Ok(Ok(model)) => Ok(Self {
                model: Mutex::new(model),
                waiting: AtomicUsize::new(0),
            }),
            Ok(Err(error)) => Err(unusable(error)),
            Err(_) => Err(unusable("the library does not fit this program".into())),
        }
    }
}

/// Texts that go together: at most [`BATCH`], and fewer long ones, so that nobody waits long for one batch to end.
fn batches<'t>(sorted: &'t [&'t str]) -> impl Iterator<Item = &'t [&'t str]> {
    let mut rest = sorted;
    std::iter::from_fn(move || {
        let fits = |n: &usize| rest.get(n - 1).is_some_and(|text| n * text.len() <= LETTERS);
        let many = (2..=BATCH).take_while(fits).last().unwrap_or(1).min(rest.len());
        let (batch, left) = rest.split_at(many);
        rest = left;
        (!batch.is_empty()).then_some(batch)
    })
}

/// Counted as waiting as long as it lives.
struct Waits<'a>(&'a AtomicUsize);

impl<'a> Waits<'a> {
    fn new(waiting: &'a AtomicUsize) -> Self {
        waiting.fetch_add(1, Ordering::SeqCst);
        Self(waiting)
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Embedder for MiniLm {
    fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        // A batch takes as long as its longest text, so texts of one length go together.
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by_key(|&at| texts[at].len());
        let sorted: Vec<&str> = order.iter().map(|&at| texts[at].as_str()).collect();
        let few = texts.len() <= BATCH;
        let _waits = few.then(|| Waits::new(&self.waiting));
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in batches(&sorted) {
            // Thousands of descriptions are embedded in the background; a question in between need not wait for all.
            while !few && self.waiting.load(Ordering::SeqCst) > 0 {
                std::thread::sleep(PAUSE);
            }
            let mut model = self.model.lock().unwrap_or_else(PoisonError::into_inner);
            let made = model.embed(batch, Some(BATCH));
            vectors.extend(made.map_err(|error| unusable(error.to_string()))?);
        }
        let mut placed: Vec<(usize, Vec<f32>)> = order.into_iter().zip(vectors).collect();
        placed.sort_unstable_by_key(|(at, _)| *at);
        Ok(placed.into_iter().map(|(_, vector)| vector).collect())
    }
}

fn missing(path: &Path) -> Problem {
    Problem::new(
        ProblemCode::NotFound,
        "The language model for similar words is not installed.",
    )
    .hint("Askwell works without it, by the words alone. To install it, run: make setup")
    .detail(path.display())
}

fn unusable(detail: String) -> Problem {
    Problem::new(
        ProblemCode::Lost,
        "The language model for similar words could not be loaded.",
    )
    .hint("Askwell works without it, by the words alone. To install it again, run: make setup")
    .detail(detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_files_are_a_problem_and_no_panic() {
        let dir = tempfile::tempdir().unwrap();
        let library = dir.path().join("libonnxruntime.so");
        let code = |r: Result<MiniLm>| r.err().map(|p| p.code);
        assert_eq!(code(MiniLm::load(dir.path(), &library)), Some(ProblemCode::NotFound));
        fs::write(&library, "not a library").unwrap();
        assert_eq!(code(MiniLm::load(dir.path(), &library)), Some(ProblemCode::NotFound));
        for name in [
            "model.onnx",
            "tokenizer.json",
            "config.json",
            "special_tokens_map.json",
            "tokenizer_config.json",
        ] {
            fs::write(dir.path().join(name), "{}").unwrap();
        }
        assert_eq!(code(MiniLm::load(dir.path(), &library)), Some(ProblemCode::Lost));
    }

    #[test]
    fn long_texts_go_in_smaller_batches_and_none_is_lost() {
        let (long, short) = ("x".repeat(1_500), "x".repeat(20));
        let texts: Vec<&str> = vec![&*short; 40].into_iter().chain(vec![&*long; 5]).collect();
        let sizes: Vec<usize> = batches(&texts).map(<[&str]>::len).collect();
        assert_eq!(sizes, [32, 8, 2, 2, 1]);
        let giant = "x".repeat(9_000);
        assert_eq!(batches(&[&giant, &giant]).count(), 2);
        assert_eq!(batches(&[]).count(), 0);
    }

    /// With the native files of `make setup`; without them there is nothing to test here.
    #[test]
    fn similar_words_lie_closer_than_others() {
        let native = Path::new(env!("CARGO_MANIFEST_DIR")).join("../native");
        let (dir, library) = (native.join("minilm"), native.join("lib/libonnxruntime.so"));
        if !dir.join("model.onnx").is_file() || !library.is_file() {
            return;
        }
        let model = MiniLm::load(&dir, &library).unwrap();
        let texts = ["customer", "client", "volcano"].map(String::from);
        let vectors = model.embed(&texts).unwrap();
        let dot = |a: usize, b: usize| vectors[a].iter().zip(&vectors[b]).map(|(x, y)| x * y).sum::<f32>();
        assert_eq!(vectors[0].len(), 384);
        assert!((dot(0, 0) - 1.0).abs() < 1e-3);
        assert!(dot(0, 1) > dot(0, 2) + 0.1, "{} {}", dot(0, 1), dot(0, 2));
        // Each text keeps its place, whatever it is embedded beside.
        let mixed = model
            .embed(&["a customer who buys often".to_string(), texts[1].clone()])
            .unwrap();
        let same: f32 = mixed[1].iter().zip(&vectors[1]).map(|(x, y)| x * y).sum();
        assert!(same > 0.999, "{same}");
    }
}
