//! Texts found by their meaning, as sentence vectors.
//!
//! In: unit vectors of an [`Embedder`]. Out: the texts nearest to a vector. Vectors are kept in the workspace by the
//! text they were made of, so that a text is embedded once. Deliberately absent: the model; without one there are no
//! vectors, and words alone are searched.

use std::collections::BTreeMap;

use askwell_contract::ports::{Embedder, Workspace};
use askwell_contract::Result;
use instant_distance::{Builder, HnswMap, Search};

use super::sealed;

/// Issue "Prepare": exact search to 1,000 fields, a graph (HNSW; Malkov and Yashunin 2016) beyond.
const EXACT: usize = 1_000;
/// The graph is drawn with this seed, on one thread: the same vectors give the same graph (law 6).
const SEED: u64 = 1;
/// Measured on 100,000 vectors: 0.995 of the true ten nearest are found at 100, 0.92 at 40.
const EFFORT: usize = 100;
/// Texts embedded between two looks whether anybody still wants them; 231 texts a second at 32.
pub const BATCH: usize = 32;
const ROOM: &str = "vectors";
const FORMAT: u32 = 1;

#[derive(Clone)]
struct Point(Vec<f32>);

impl instant_distance::Point for Point {
    fn distance(&self, other: &Self) -> f32 {
        1.0 - dot(&self.0, &other.0)
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    // Eight sums at once, which the compiler lays side by side.
    let mut sums = [0f32; 8];
    let (left, right) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = left.remainder().iter().zip(right.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in left.zip(right) {
        for i in 0..8 {
            sums[i] += x[i] * y[i];
        }
    }
    sums.iter().sum::<f32>() + rest
}

enum Shape {
    Exact(Vec<Vec<f32>>),
    Graph(HnswMap<Point, u32>),
}

pub struct Vectors(Shape);

impl std::fmt::Debug for Vectors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} vectors", self.len())
    }
}

impl Vectors {
    pub fn build(vectors: Vec<Vec<f32>>) -> Self {
        Self::build_with(vectors, EXACT)
    }

    fn build_with(vectors: Vec<Vec<f32>>, exact: usize) -> Self {
        if vectors.len() <= exact {
            return Self(Shape::Exact(vectors));
        }
        let numbers: Vec<u32> = (0..vectors.len() as u32).collect();
        let points: Vec<Point> = vectors.into_iter().map(Point).collect();
        let draw = || {
            Builder::default()
                .seed(SEED)
                .ef_search(EFFORT)
                .build(points.clone(), numbers.clone())
        };
        match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
            Ok(alone) => Self(Shape::Graph(alone.install(draw))),
            // No thread to be had: exact search is slower and right.
            Err(_) => Self(Shape::Exact(points.into_iter().map(|p| p.0).collect())),
        }
    }

    pub fn len(&self) -> usize {
        match &self.0 {
            Shape::Exact(vectors) => vectors.len(),
            Shape::Graph(graph) => graph.values.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nearest with their cosine, 0 where it is negative; best first, ties by their order.
    pub fn nearest(&self, to: &[f32], k: usize) -> Vec<(usize, f64)> {
        let near = |vector: &[f32]| f64::from(dot(vector, to)).clamp(0.0, 1.0);
        let mut found: Vec<(usize, f64)> = match &self.0 {
            Shape::Exact(vectors) => vectors.iter().map(|v| near(v)).enumerate().collect(),
            Shape::Graph(graph) => {
                let (mut search, to) = (Search::default(), Point(to.to_vec()));
                let items = graph.search(&to, &mut search).take(k.max(EFFORT));
                items.map(|item| (*item.value as usize, near(&item.point.0))).collect()
            }
        };
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found.truncate(k);
        found
    }
}

/// Vectors by the hash of their text, as the workspace keeps them for one database.
#[derive(Debug, Default)]
pub struct Cache(BTreeMap<u64, Vec<f32>>);

impl Cache {
    /// What is kept; nothing where the file is torn or of another version.
    pub fn load(workspace: &dyn Workspace, key: &str) -> Self {
        let bytes = workspace.load(ROOM, key).ok().flatten();
        let parts = bytes.and_then(|bytes| Self::read(sealed::open(FORMAT, &bytes)?));
        parts.unwrap_or_default()
    }

    fn read(mut from: sealed::Reader<'_>) -> Option<Self> {
        let hashes = from.numbers64()?;
        let floats: Vec<f32> = from.numbers()?.into_iter().map(f32::from_bits).collect();
        let wide = floats.len().checked_div(hashes.len()).unwrap_or(0);
        (floats.len() == wide * hashes.len()).then(|| {
            let vectors = floats.chunks(wide.max(1)).map(<[f32]>::to_vec);
            Self(hashes.into_iter().zip(vectors).collect())
        })
    }

    /// Only the vectors of these texts: those of former texts are not kept.
    pub fn save(&self, workspace: &dyn Workspace, key: &str, texts: &[String]) -> Result<()> {
        let kept: BTreeMap<u64, &Vec<f32>> = texts
            .iter()
            .filter_map(|t| Some((hash(t), self.0.get(&hash(t))?)))
            .collect();
        let mut file = sealed::Writer::default();
        file.numbers64(kept.keys().copied());
        file.numbers(kept.values().flat_map(|v| v.iter().map(|f| f.to_bits())));
        workspace.save(ROOM, key, &file.seal(FORMAT))
    }

    /// The vectors of all texts, in their order. Embeds those that are new, and stops without any once `wanted` says
    /// no. The flag tells whether anything was embedded.
    pub fn vectors(
        &mut self,
        texts: &[String],
        embedder: &dyn Embedder,
        wanted: impl Fn() -> bool,
    ) -> Result<Option<(Vec<Vec<f32>>, bool)>> {
        let mut new: Vec<&String> = texts.iter().filter(|t| !self.0.contains_key(&hash(t))).collect();
        new.sort_unstable();
        new.dedup();
        for batch in new.chunks(BATCH) {
            if !wanted() {
                return Ok(None);
            }
            let batch: Vec<String> = batch.iter().map(|t| (*t).clone()).collect();
            let vectors = embedder.embed(&batch)?;
            self.0.extend(batch.iter().map(|t| hash(t)).zip(vectors));
        }
        let all: Option<Vec<Vec<f32>>> = texts.iter().map(|t| self.0.get(&hash(t)).cloned()).collect();
        Ok(all.map(|all| (all, !new.is_empty())))
    }
}

fn hash(text: &str) -> u64 {
    sealed::sum(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::prepare::fake::Memory;

    struct Counting(AtomicUsize);

    impl Embedder for Counting {
        fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
            self.0.fetch_add(texts.len(), Ordering::SeqCst);
            Ok(texts.iter().map(|t| spread(t.len() as u64)).collect())
        }
    }

    fn spread(seed: u64) -> Vec<f32> {
        let draw = |i: u64| (sealed::sum(&(seed * 64 + i).to_le_bytes()) % 2_000) as f32 / 1_000.0 - 1.0;
        let raw: Vec<f32> = (0..16).map(draw).collect();
        let length = dot(&raw, &raw).sqrt();
        raw.into_iter().map(|x| x / length).collect()
    }

    fn texts(lengths: &[usize]) -> Vec<String> {
        lengths.iter().map(|&n| "x".repeat(n)).collect()
    }

    #[test]
    fn the_nearest_come_first_with_scores_between_nothing_and_one() {
        let vectors = Vectors::build((0..300).map(spread).collect());
        let found = vectors.nearest(&spread(42), 30);
        assert_eq!(found.len(), 30);
        assert_eq!(found[0].0, 42);
        assert!(found.windows(2).all(|w| w[0].1 >= w[1].1));
        assert!(found.iter().all(|f| (0.0..=1.0).contains(&f.1)));
    }

    #[test]
    fn one_text_or_none_is_an_index_too() {
        assert_eq!(Vectors::build(vec![spread(1)]).nearest(&spread(1), 5).len(), 1);
        let none = Vectors::build(Vec::new());
        assert!(none.is_empty() && none.nearest(&spread(1), 5).is_empty());
    }

    #[test]
    fn the_graph_finds_what_exact_search_finds_and_is_drawn_the_same_way_twice() {
        let all: Vec<Vec<f32>> = (0..200).map(spread).collect();
        let (one, two) = (
            Vectors::build_with(all.clone(), 100),
            Vectors::build_with(all.clone(), 100),
        );
        assert!(matches!(one.0, Shape::Graph(_)));
        let exact = Vectors(Shape::Exact(all));
        let mut same = 0;
        for seed in 5_000..5_040 {
            let to = spread(seed);
            assert_eq!(one.nearest(&to, 10), two.nearest(&to, 10));
            let right: Vec<usize> = exact.nearest(&to, 10).into_iter().map(|f| f.0).collect();
            same += one.nearest(&to, 10).iter().filter(|f| right.contains(&f.0)).count();
        }
        assert!(same >= 390, "{same} of 400");
    }

    #[test]
    fn a_text_is_embedded_once_and_its_vector_kept() {
        let (workspace, embedder) = (Memory::default(), Counting(AtomicUsize::new(0)));
        let mut cache = Cache::load(&workspace, "k");
        let (first, new) = cache
            .vectors(&texts(&[1, 2, 2, 3]), &embedder, || true)
            .unwrap()
            .unwrap();
        assert!(new);
        assert_eq!((first.len(), embedder.0.load(Ordering::SeqCst)), (4, 3));
        cache.save(&workspace, "k", &texts(&[1, 2, 2, 3])).unwrap();
        let mut again = Cache::load(&workspace, "k");
        let (second, new) = again
            .vectors(&texts(&[1, 2, 2, 3]), &embedder, || true)
            .unwrap()
            .unwrap();
        assert!(!new);
        assert_eq!((first, embedder.0.load(Ordering::SeqCst)), (second, 3));
        let mut bytes = workspace.load(ROOM, "k").unwrap().unwrap();
        bytes[40] ^= 1;
        workspace.save(ROOM, "k", &bytes).unwrap();
        assert!(Cache::load(&workspace, "k").0.is_empty());
    }

    #[test]
    fn embedding_stops_when_nobody_wants_it() {
        let embedder = Counting(AtomicUsize::new(0));
        let stopped = Cache::default().vectors(&texts(&[1, 2]), &embedder, || false).unwrap();
        assert!(stopped.is_none() && embedder.0.load(Ordering::SeqCst) == 0);
    }
}
