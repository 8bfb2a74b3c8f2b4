//! Sentence vectors on this machine (all-MiniLM-L6-v2, 8 bits, through ONNX Runtime). In: texts. Out: unit vectors.
//! Deliberately absent: downloading; files that are not there are a problem, and the program goes on without vectors.
//!
//! The model is read when the first text comes, and let go of when none has come for a while: it takes 140 MB, and a
//! database that is known already needs it for questions alone.

use std::fs;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use askwell_contract::ports::Embedder;
use askwell_contract::{Problem, ProblemCode, Result};
use fastembed::{
    InitOptionsUserDefined, Pooling, QuantizationMode, TextEmbedding, TokenizerFiles, UserDefinedEmbeddingModel,
};

use crate::db::worker::spawn;

/// The model was trained on 256 word pieces; the rest of a text is not read.
const MAX_TOKENS: usize = 256;
/// Measured: 231 texts a second at 32, fewer at 8 and at 128.
const BATCH: usize = 32;
/// Of a batch, each text counted as long as its longest: about a tenth of a second on two cores.
const LETTERS: usize = 4_000;
/// Between two looks whether those that go first are done.
const PAUSE: Duration = Duration::from_millis(1);

/// How long it stays in memory unused: longer than a person takes for an answer and the next question. Reading it again
/// takes a third of a second.
const REST: Duration = Duration::from_secs(60);
const MODEL: &str = "model.onnx";
const TOKENIZER: [&str; 4] = [
    "tokenizer.json",
    "config.json",
    "special_tokens_map.json",
    "tokenizer_config.json",
];

pub struct MiniLm {
    dir: PathBuf,
    onnxruntime: PathBuf,
    rest: Duration,
    held: Arc<Mutex<Held>>,
    /// Requests of few texts that are not done yet; they go first.
    waiting: AtomicUsize,
}

struct Held {
    model: Option<TextEmbedding>,
    used: Instant,
    /// What does not fit once will not fit the next time.
    unusable: Option<Problem>,
}

impl MiniLm {
    /// `dir` holds `model.onnx` and the tokenizer's four files; `onnxruntime` is the library itself. Nothing is read yet.
    pub fn found(dir: &Path, onnxruntime: &Path) -> Result<Self> {
        let files = TOKENIZER.iter().chain([&MODEL]).map(|name| dir.join(name));
        match files.chain([onnxruntime.to_path_buf()]).find(|file| !file.is_file()) {
            Some(file) => Err(missing(&file)),
            None => Ok(Self {
                dir: dir.into(),
                onnxruntime: onnxruntime.into(),
                rest: REST,
                held: Arc::new(Mutex::new(Held {
                    model: None,
                    used: Instant::now(),
                    unusable: None,
                })),
                waiting: AtomicUsize::new(0),
            }),
        }
    }

    fn batch(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        let mut held = locked(&self.held);
        if let Some(problem) = &held.unusable {
            return Err(problem.clone());
        }
        let model = match held.model.take() {
            Some(model) => held.model.insert(model),
            None => {
                let model =
                    load(&self.dir, &self.onnxruntime).inspect_err(|problem| held.unusable = Some(problem.clone()))?;
                let (weak, rest) = (Arc::downgrade(&self.held), self.rest);
                // Without the thread that would let go of it, it stays.
                let _ = spawn("embed-rest", move || let_go_when_unused(&weak, rest));
                held.model.insert(model)
            }
        };
        let made = model.embed(texts, Some(BATCH));
        held.used = Instant::now();
        made.map_err(|error| unusable(error.to_string()))
    }
}

fn locked(held: &Mutex<Held>) -> MutexGuard<'_, Held> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

fn let_go_when_unused(held: &Weak<Mutex<Held>>, rest: Duration) {
    let mut left = rest;
    loop {
        std::thread::sleep(left);
        let Some(held) = held.upgrade() else { return };
        let mut held = locked(&held);
        left = rest.saturating_sub(held.used.elapsed());
        if left.is_zero() {
            held.model = None;
            return;
        }
    }
}

fn load(dir: &Path, onnxruntime: &Path) -> Result<TextEmbedding> {
    let read = |name: &str| {
        let path = dir.join(name);
        fs::read(&path).map_err(|error| missing(&path).detail(error))
    };
    let [tokenizer_file, config_file, special_tokens_map_file, tokenizer_config_file] = TOKENIZER.map(read);
    let tokenizer = TokenizerFiles {
        tokenizer_file: tokenizer_file?,
        config_file: config_file?,
        special_tokens_map_file: special_tokens_map_file?,
        tokenizer_config_file: tokenizer_config_file?,
    };
    let model = UserDefinedEmbeddingModel::new(read(MODEL)?, tokenizer)
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
        Ok(Ok(model)) => Ok(model),
        Ok(Err(error)) => Err(unusable(error)),
        Err(_) => Err(unusable("the library does not fit this program".into())),
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
            vectors.extend(self.batch(batch)?);
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
        let code = || MiniLm::found(dir.path(), &library).err().map(|p| p.code);
        assert_eq!(code(), Some(ProblemCode::NotFound));
        fs::write(&library, "not a library").unwrap();
        assert_eq!(code(), Some(ProblemCode::NotFound));
        for name in TOKENIZER.into_iter().chain([MODEL]) {
            fs::write(dir.path().join(name), "{}").unwrap();
        }
        let model = MiniLm::found(dir.path(), &library).unwrap();
        for _ in 0..2 {
            let problem = model.embed(&["customer".to_string()]).unwrap_err();
            assert_eq!(problem.code, ProblemCode::Lost);
        }
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
        let mut model = MiniLm::found(&dir, &library).unwrap();
        model.rest = Duration::from_millis(50);
        let is_held = |model: &MiniLm| locked(&model.held).model.is_some();
        assert!(!is_held(&model), "it is read before there is a text");
        let texts = ["customer", "client", "volcano"].map(String::from);
        let vectors = model.embed(&texts).unwrap();
        let dot = |a: usize, b: usize| vectors[a].iter().zip(&vectors[b]).map(|(x, y)| x * y).sum::<f32>();
        assert_eq!(vectors[0].len(), 384);
        assert!((dot(0, 0) - 1.0).abs() < 1e-3);
        assert!(dot(0, 1) > dot(0, 2) + 0.1, "{} {}", dot(0, 1), dot(0, 2));
        let began = Instant::now();
        while is_held(&model) {
            assert!(began.elapsed() < Duration::from_secs(20), "it stays in memory");
            std::thread::sleep(Duration::from_millis(5));
        }
        // It is read again. Each text keeps its place, whatever it is embedded beside.
        let mixed = model
            .embed(&["a customer who buys often".to_string(), texts[1].clone()])
            .unwrap();
        let same: f32 = mixed[1].iter().zip(&vectors[1]).map(|(x, y)| x * y).sum();
        assert!(same > 0.999, "{same}");
    }
}
