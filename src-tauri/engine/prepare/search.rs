//! The columns that a question is about: by its words, by its meaning, and by the keys that join them.
//!
//! In: a question, its vector where there is a model, and the columns whose values it names. Out: columns, best
//! first. Deliberately absent: which word names which column (see `ask::link`); this is the wider net beside it.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use askwell_contract::explore::Description;
use askwell_contract::profile::TableProfile;
use askwell_contract::{Catalog, Cell, Column, Table};

use super::bm25::{fuse, Bm25};
use super::describe::Described;
use super::graph::JoinGraph;
use super::semantic::{Cache, Vectors};
use super::{sealed, Knowledge};
use crate::cx::World;
use crate::words::lexicon::{self, is_function_word, Alike};
use crate::words::{split_name, stem, tokenise, TokenKind};

/// Seed 000: `faiss_top_k`.
pub const TOP: usize = 30;
/// Places of the first `TOP` that keys cannot take from what the question says.
const SAID: usize = 20;
/// Tables looked at for keys, those with the best columns.
const TABLES: usize = 6;
/// Of more columns no vectors are made: they would keep a processor busy for minutes. Words find them all the same.
const MOST: usize = 20_000;
/// Words that are changed again within this time are not embedded before.
const SETTLED: Duration = Duration::from_secs(1);
/// What a word of a column counts, by where it stands.
const NAME: f32 = 3.0;
const OF_TABLE: f32 = 1.5;
const GLOSS: f32 = 0.5;
const VALUE: f32 = 0.5;

/// A column by position in the catalog.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FieldHit {
    pub table: usize,
    pub column: usize,
    /// Of the fused lists; 0 for a column that only comes with a key or a table.
    pub score: f64,
}

/// What is written of a column, and words that are no part of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldText {
    pub table: usize,
    pub column: usize,
    /// The long description.
    pub text: String,
    pub values: Vec<String>,
}

/// What a column is found by: its name, its table's, its long description, other words for it, frequent values.
pub fn texts(catalog: &Catalog, profiles: &[TableProfile], described: &Described) -> Vec<FieldText> {
    let mut out = Vec::new();
    for (t, table) in catalog.tables.iter().enumerate() {
        let profile = profiles.iter().find(|p| p.table == table.name);
        for (c, column) in table.columns.iter().enumerate() {
            let about = profile.and_then(|p| p.columns.iter().find(|known| known.column == column.name));
            let values: Vec<String> = about
                .iter()
                .flat_map(|p| &p.top)
                .filter_map(|v| match &v.value {
                    Cell::Text(text) if text.chars().count() <= 40 => Some(text.clone()),
                    _ => None,
                })
                .collect();
            out.push(FieldText {
                table: t,
                column: c,
                text: text(
                    table,
                    column,
                    described.tables.get(t).and_then(|words| words.columns.get(c)),
                ),
                values,
            });
        }
    }
    out
}

fn text(table: &Table, column: &Column, about: Option<&Description>) -> String {
    let mut text = format!(
        "{} of {}",
        split_name(&column.name).join(" "),
        split_name(&table.name).join(" ")
    );
    if let Some(about) = about {
        text.push_str(". ");
        text.push_str(&about.words.long);
        if !about.synonyms.is_empty() {
            text.push_str(" Also: ");
            text.push_str(&about.synonyms.join(", "));
        }
    }
    text.chars().take(1_000).collect()
}

#[derive(Debug, Default)]
pub struct FieldSearch {
    fields: Vec<FieldText>,
    words: Bm25,
    /// Made in the background; until then words alone are searched.
    vectors: Arc<OnceLock<Vectors>>,
    /// Those of the words before these, which serve until there are new ones.
    former: Option<Arc<OnceLock<Vectors>>>,
}

impl FieldSearch {
    pub fn build(catalog: &Catalog, fields: Vec<FieldText>) -> Self {
        let stems_of = |name: &str| split_name(name).iter().map(|w| stem(w)).collect::<Vec<String>>();
        let tables: Vec<Vec<String>> = catalog.tables.iter().map(|t| stems_of(&t.name)).collect();
        let documents: Vec<Vec<(String, f32)>> = fields
            .iter()
            .map(|field| {
                let name = stems_of(&catalog.tables[field.table].columns[field.column].name);
                let weighted = |words: Vec<String>, weight: f32| words.into_iter().map(move |w| (w, weight));
                let mut words: Vec<(String, f32)> = weighted(name, NAME).collect();
                words.extend(weighted(tables[field.table].clone(), OF_TABLE));
                words.extend(weighted(heavy(&field.text), GLOSS));
                words.extend(field.values.iter().flat_map(|v| weighted(heavy(v), VALUE)));
                words
            })
            .collect();
        let words = Bm25::build(
            documents
                .iter()
                .map(|d| d.iter().map(|(w, weight)| (w.as_str(), *weight))),
        );
        Self {
            fields,
            words,
            vectors: Arc::default(),
            former: None,
        }
    }

    /// The same columns in other words. By meaning they are found as before, until their words are embedded.
    pub fn reworded(&self, catalog: &Catalog, fields: Vec<FieldText>) -> Self {
        let same = fields.len() == self.fields.len() && fields.iter().zip(&self.fields).all(|(a, b)| a.text == b.text);
        let built = Self::build(catalog, fields);
        match same {
            true => Self {
                vectors: self.vectors.clone(),
                former: self.former.clone(),
                ..built
            },
            false => Self {
                former: match self.vectors.get() {
                    Some(_) => Some(self.vectors.clone()),
                    None => self.former.clone(),
                },
                ..built
            },
        }
    }

    /// What is to be embedded, in the order of the vectors.
    pub fn to_embed(&self) -> Vec<String> {
        self.fields.iter().map(|f| f.text.clone()).collect()
    }

    /// Once a description; later ones change nothing.
    pub fn embedded(&self, vectors: Vectors) {
        if vectors.len() == self.fields.len() {
            let _ = self.vectors.set(vectors);
        }
    }

    /// What a table is about: the middle of its columns.
    pub fn of_tables(&self, tables: usize, vectors: &[Vec<f32>]) -> Vec<Vec<f32>> {
        let wide = vectors.first().map_or(0, Vec::len);
        let mut sums = vec![vec![0f32; wide]; tables];
        for (field, vector) in self.fields.iter().zip(vectors) {
            sums[field.table].iter_mut().zip(vector).for_each(|(sum, x)| *sum += x);
        }
        for sum in &mut sums {
            let length = sum.iter().map(|x| x * x).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
            sum.iter_mut().for_each(|x| *x /= length);
        }
        sums
    }

    pub fn has_vectors(&self) -> bool {
        self.vectors.get().is_some()
    }

    /// Vectors are being made, or will be, where there is a model.
    pub fn will_have_vectors(&self) -> bool {
        !self.has_vectors() && self.fields.len() <= MOST
    }

    /// At most `k` columns. `named` are the columns whose values the question names.
    pub fn search(
        &self,
        catalog: &Catalog,
        graph: &JoinGraph,
        question: &str,
        vector: Option<&[f32]>,
        named: &[(usize, usize)],
        k: usize,
    ) -> Vec<FieldHit> {
        let only = |found: Vec<(usize, f64)>| found.into_iter().map(|f| f.0).collect::<Vec<usize>>();
        let wanted = self.wanted(question);
        let mut lists = vec![only(self.words.search(&wanted, 2 * k))];
        let former = || self.former.as_ref().and_then(|former| former.get());
        if let (Some(vectors), Some(vector)) = (self.vectors.get().or_else(former), vector) {
            lists.push(only(vectors.nearest(vector, 2 * k)));
        }
        let at = |place: &(usize, usize)| self.fields.iter().position(|f| (f.table, f.column) == *place);
        lists.push(named.iter().filter_map(at).collect());
        let said: Vec<FieldHit> = fuse(&lists)
            .into_iter()
            .map(|(at, score)| FieldHit {
                table: self.fields[at].table,
                column: self.fields[at].column,
                score,
            })
            .collect();
        let tables = best_tables(catalog, &said);
        let (first, rest) = said.split_at(said.len().min(SAID));
        let along = |places: Vec<(usize, usize)>| {
            places.into_iter().map(|(table, column)| FieldHit {
                table,
                column,
                score: 0.0,
            })
        };
        let joins = along(keys(catalog, graph, &tables));
        let ordered = first.iter().copied().chain(joins).chain(rest.iter().copied());
        let mut seen = BTreeSet::new();
        ordered
            .chain(along(others(catalog, &tables)))
            .filter(|hit| seen.insert((hit.table, hit.column)))
            .take(k)
            .collect()
    }

    /// Stems of the question with their weights; those that no column has are replaced by what is like them.
    fn wanted(&self, question: &str) -> Vec<(String, f64)> {
        let mut wanted: Vec<(String, f64)> = Vec::new();
        for token in tokenise(question) {
            let words = match token.kind {
                TokenKind::Quoted => heavy(&token.text),
                TokenKind::Word => vec![token.stem.clone()],
                TokenKind::Number | TokenKind::Mark => continue,
            };
            // "first", "last" and "number" are grammar in most questions and part of some names.
            let weight = if is_function_word(&token.lower) { 0.3 } else { 1.0 };
            for word in words {
                for other in lexicon::others(&word) {
                    wanted.push((stem(other), weight * Alike::Synonym.weight()));
                }
                if !self.words.has(&word) && weight >= 1.0 {
                    let typo = |known: &&str| lexicon::alike(&word, known) == Some(Alike::Typo);
                    let typos = self.words.words().filter(typo);
                    wanted.extend(typos.map(|known| (known.to_owned(), Alike::Typo.weight())));
                }
                wanted.push((word, weight));
            }
        }
        wanted.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        wanted.dedup_by(|a, b| a.0 == b.0);
        wanted
    }
}

fn heavy(text: &str) -> Vec<String> {
    let words = tokenise(text).into_iter().filter(|t| t.kind != TokenKind::Mark);
    words.filter(|t| !is_function_word(&t.lower)).map(|t| t.stem).collect()
}

/// Tables by their two best columns, so that many middling ones do not outweigh a right one.
fn best_tables(catalog: &Catalog, said: &[FieldHit]) -> Vec<usize> {
    let mut scores = vec![(0.0, 0); catalog.tables.len()];
    for hit in said {
        let (score, taken) = &mut scores[hit.table];
        if *taken < 2 {
            *score += hit.score;
            *taken += 1;
        }
    }
    let mut tables: Vec<usize> = (0..scores.len()).filter(|t| scores[*t].0 > 0.0).collect();
    tables.sort_by(|a, b| scores[*b].0.total_cmp(&scores[*a].0).then(a.cmp(b)));
    tables.truncate(TABLES);
    tables
}

/// Columns that join these tables, over others where need be. A hub, with keys to half of the schema, brings only as
/// many further keys as there are tables.
fn keys(catalog: &Catalog, graph: &JoinGraph, tables: &[usize]) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    let mut add = |table: &str, column: &str| {
        let Some(t) = catalog
            .tables
            .iter()
            .position(|known| known.name.eq_ignore_ascii_case(table))
        else {
            return;
        };
        let of = &catalog.tables[t].columns;
        if let Some(c) = of.iter().position(|known| known.name.eq_ignore_ascii_case(column)) {
            if !out.contains(&(t, c)) {
                out.push((t, c));
            }
        }
    };
    let name = |t: usize| catalog.tables[t].name.as_str();
    for pair in tables.iter().skip(1) {
        let nearest = tables.iter().take_while(|t| *t != pair);
        let paths = nearest.filter_map(|from| graph.path(name(*from), name(*pair)));
        for step in paths.min_by_key(Vec::len).into_iter().flatten() {
            add(&step.left_table, &step.left_column);
            add(&step.right_table, &step.right_column);
        }
    }
    let cap = tables.len().max(2);
    for table in tables.iter().map(|t| &catalog.tables[*t]) {
        for key in table.foreign_keys.iter().take(cap) {
            key.columns.iter().for_each(|c| add(&table.name, c));
            key.to_columns.iter().for_each(|c| add(&key.to_table, c));
        }
    }
    out
}

/// The rest of the tables in question, the best table first.
fn others(catalog: &Catalog, tables: &[usize]) -> Vec<(usize, usize)> {
    let all = |t: &usize| {
        (0..catalog.tables[*t].columns.len())
            .map(|c| (*t, c))
            .collect::<Vec<_>>()
    };
    tables.iter().flat_map(all).collect()
}

/// Embeds the descriptions of a database in the background, or takes their vectors from the workspace. Ends early
/// once nobody searches by them any more: what is known in the light of a person's words shares them.
pub fn embed_in_background(knowledge: &Arc<Knowledge>, world: &World, url: &str) {
    let Some(embedder) = world.embedder.clone().filter(|_| knowledge.search.will_have_vectors()) else {
        return;
    };
    let (held, workspace) = (knowledge.clone(), world.workspace.clone());
    let (texts, key) = (
        knowledge.search.to_embed(),
        format!("{:016x}", sealed::sum(url.as_bytes())),
    );
    drop(tokio::task::spawn_blocking(move || {
        let wanted = || Arc::strong_count(&held) > 1 || Arc::strong_count(&held.search) > 1;
        let mut cache = Cache::load(&*workspace, &key);
        // Without vectors questions are answered by words; the next start tries again.
        let Ok(Some((vectors, new))) = cache.vectors(&texts, &*embedder, wanted) else {
            return;
        };
        if new {
            let _ = cache.save(&*workspace, &key, &texts);
        }
        held.embedded(vectors);
    }));
}

/// The same of what somebody is just describing: a model writes table by table, and only what stays is embedded.
pub fn embed_once_settled(knowledge: &Arc<Knowledge>, world: &World, url: &str) {
    if !knowledge.pending.is_empty() || world.embedder.is_none() || !knowledge.search.will_have_vectors() {
        return;
    }
    let (wanted, world, url) = (Arc::downgrade(knowledge), world.clone(), url.to_owned());
    tokio::spawn(async move {
        tokio::time::sleep(SETTLED).await;
        if let Some(knowledge) = wanted.upgrade() {
            embed_in_background(&knowledge, &world, &url);
        }
    });
}

#[cfg(test)]
mod tests;
