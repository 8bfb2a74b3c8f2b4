//! The value index over very many texts, beside datasketch. In: how many texts. Out: seconds, memory, and how many
//! misspelt texts are found again. Deliberately absent: slips in digits; another digit is another value.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{ensure, Context, Result};
use askwell_engine::prepare::values::{ColumnValues, ValueIndex};
use serde::Deserialize;

use super::memory::Gauge;
use crate::sample::random::Random;

/// Issue "Prepare": 2,000 generated typos of 1 and 2 edits, recall among the first five.
const TYPOS: usize = 2_000;
const FIRST: usize = 5;
const SEED: u64 = 4;

/// What a person would use instead: MinHash of character 3-grams, 128 permutations, threshold 0.5 (seed 000, 1a), the
/// nearest five of what it finds by their exact similarity. Reads two files, prints one line of JSON.
const DATASKETCH: &str = r#"
import json, re, sys, time
from datasketch import MinHash, MinHashLSH

def most():
    # What was held at most since this program began; unlike getrusage not the parent's.
    try:
        return int(re.search(r'VmHWM:\s*(\d+)', open('/proc/self/status').read()).group(1)) * 1024
    except (OSError, AttributeError):
        return None

def grams(text):
    text = text.lower()
    return {text[i:i + 3].encode() for i in range(max(1, len(text) - 2))}

def sketch(text):
    m = MinHash(num_perm=128)
    m.update_batch(list(grams(text)))
    return m

values = open(sys.argv[1], encoding='utf-8').read().split('\n')
before = most()
began = time.perf_counter()
lsh = MinHashLSH(threshold=0.5, num_perm=128)
for at, value in enumerate(values):
    lsh.insert(at, sketch(value), check_duplication=False)
built = time.perf_counter() - began
memory = most() - before if before else None

found, times = 0, []
for line in open(sys.argv[2], encoding='utf-8').read().split('\n'):
    typo, value = line.split('\t')
    began = time.perf_counter()
    wanted = grams(typo)
    def near(at):
        own = grams(values[at])
        return len(own & wanted) / len(own | wanted)
    best = sorted(lsh.query(sketch(typo)), key=near, reverse=True)[:5]
    times.append(time.perf_counter() - began)
    found += any(values[at] == value for at in best)
times.sort()
print(json.dumps({'build': built, 'memory': memory, 'recall': found / len(times), 'p95': times[len(times) * 95 // 100]}))
"#;

#[derive(Debug, Clone, Copy, Deserialize)]
struct Figures {
    build: f64,
    memory: Option<f64>,
    recall: f64,
    p95: f64,
}

pub fn run(count: usize, beside: Option<usize>, folder: &Path, out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "Value index, {TYPOS} typos of one and two letters, found among the first {FIRST}"
    )?;
    writeln!(
        out,
        "{:<28} {:>9} {:>9} {:>9} {:>10} {:>9}",
        "", "texts", "build", "memory", "p95", "recall"
    )?;
    let texts = texts(count);
    let typos = typos(&texts);
    let ours = ours(&texts, &typos)?;
    line(out, "Askwell", count, ours)?;
    let beside = beside.unwrap_or(count).min(count);
    match datasketch(&texts[..beside], &typos_of(&typos, beside), folder)? {
        Some(theirs) => {
            line(out, "datasketch MinHashLSH", beside, theirs)?;
            if beside == count {
                let memory = theirs.memory.zip(ours.memory).map(|(t, o)| t / o);
                writeln!(
                    out,
                    "built {:.0} times faster, in {} of the memory",
                    theirs.build / ours.build,
                    memory.map_or("an unknown part".into(), |m| format!("1/{m:.1}"))
                )?;
            }
        }
        None => writeln!(
            out,
            "datasketch is not measured: python3 with the package datasketch is not installed"
        )?,
    }
    Ok(())
}

fn line(out: &mut dyn Write, name: &str, count: usize, figures: Figures) -> Result<()> {
    let memory = figures
        .memory
        .map_or("unknown".into(), |m| format!("{:.0} MB", m / 1e6));
    writeln!(
        out,
        "{name:<28} {count:>9} {:>8.2}s {memory:>9} {:>8.2}ms {:>8.1}%",
        figures.build,
        figures.p95 * 1e3,
        figures.recall * 100.0
    )?;
    Ok(())
}

fn ours(texts: &[String], typos: &[(String, usize)]) -> Result<Figures> {
    let gauge = Gauge::start();
    let began = Instant::now();
    // Four columns of a table, each within what one column may hold.
    let quarter = texts.len().div_ceil(4).max(1);
    let columns = texts.chunks(quarter).zip(["a", "b", "c", "d"]).map(|(part, name)| {
        let values = part.iter().map(|t| (t.clone(), 1)).collect();
        ColumnValues::new("t", name, values, true, Some(16.0))
    });
    let index = ValueIndex::build(columns.collect());
    let build = began.elapsed().as_secs_f64();
    let memory = gauge.peak().map(|bytes| bytes as f64);
    ensure!(
        index.len() == texts.len(),
        "{} of {} texts are in the index",
        index.len(),
        texts.len()
    );
    let (mut found, mut times) = (0, Vec::with_capacity(typos.len()));
    for (typo, of) in typos {
        let began = Instant::now();
        let hits = index.lookup(typo, FIRST);
        times.push(began.elapsed().as_secs_f64());
        found += usize::from(hits.iter().any(|hit| hit.value == texts[*of]));
    }
    Ok(Figures {
        build,
        memory,
        recall: found as f64 / typos.len().max(1) as f64,
        p95: super::p95(&mut times),
    })
}

fn typos_of(typos: &[(String, usize)], count: usize) -> Vec<(String, usize)> {
    typos.iter().filter(|t| t.1 < count).cloned().collect()
}

fn datasketch(texts: &[String], typos: &[(String, usize)], folder: &Path) -> Result<Option<Figures>> {
    let (values, asked) = (folder.join("values.txt"), folder.join("typos.txt"));
    std::fs::write(&values, texts.join("\n"))?;
    let lines: Vec<String> = typos.iter().map(|(t, of)| format!("{t}\t{}", texts[*of])).collect();
    std::fs::write(&asked, lines.join("\n"))?;
    let ran = Command::new("python3")
        .args(["-c", DATASKETCH])
        .args([&values, &asked])
        .stderr(Stdio::null())
        .output();
    match ran {
        Ok(ran) if ran.status.success() => Ok(Some(serde_json::from_slice(&ran.stdout).context("no figures")?)),
        _ => Ok(None),
    }
}

/// Distinct names of people, companies, streets and products, put together from syllables.
fn texts(count: usize) -> Vec<String> {
    const STARTS: [&str; 40] = [
        "al", "an", "bar", "bel", "bri", "cal", "car", "chan", "dan", "del", "dor", "ed", "el", "fer", "fran", "gar",
        "gil", "har", "hol", "is", "jan", "jor", "kel", "kor", "lan", "lin", "mar", "mel", "nor", "ol", "pat", "per",
        "quin", "ros", "sal", "ste", "tor", "val", "wil", "yan",
    ];
    const MIDDLES: [&str; 36] = [
        "a", "ba", "bo", "ca", "ci", "da", "de", "do", "e", "fi", "ga", "go", "i", "ka", "ke", "la", "le", "li", "lo",
        "ma", "mi", "na", "ne", "no", "pe", "ra", "re", "ri", "ro", "sa", "se", "ta", "te", "to", "va", "zu",
    ];
    const ENDS: [&str; 36] = [
        "bach", "berg", "by", "dale", "dez", "er", "ez", "feld", "ford", "ham", "hoff", "ic", "idis", "ini", "ion",
        "ley", "man", "mann", "mond", "nen", "ner", "o", "ov", "per", "quist", "rick", "rup", "sen", "ski", "son",
        "stad", "stein", "ton", "vic", "wood", "worth",
    ];
    const COMPANIES: [&str; 8] = [
        "Trading",
        "Holdings",
        "Logistics",
        "Foods",
        "Systems",
        "Partners",
        "Group",
        "Works",
    ];
    const STREETS: [&str; 6] = ["Street", "Avenue", "Road", "Lane", "Square", "Park"];
    const GOODS: [&str; 8] = [
        "Lamp", "Chair", "Kettle", "Notebook", "Jacket", "Bottle", "Speaker", "Blanket",
    ];
    let mut random = Random::new(SEED, "texts");
    let mut seen = std::collections::BTreeSet::new();
    let mut out = Vec::with_capacity(count);
    while out.len() < count {
        let mut word = |least: i64, most: i64| {
            let mut word = random.pick::<&str>(&STARTS).to_string();
            for _ in 0..random.between(least, most) {
                word.push_str(random.pick::<&str>(&MIDDLES));
            }
            word.push_str(random.pick::<&str>(&ENDS));
            let first = word.remove(0).to_ascii_uppercase();
            format!("{first}{word}")
        };
        let (one, two) = (word(0, 1), word(0, 2));
        let text = match random.below(8) {
            0..=3 => format!("{one} {two}"),
            4 => format!("{two} {}", random.pick(&COMPANIES)),
            5 => format!("{two} {}", random.pick(&STREETS)),
            6 => format!("{one} {}", random.pick(&GOODS)),
            _ => two,
        };
        if seen.insert(text.clone()) {
            out.push(text);
        }
    }
    out
}

/// Misspelt texts, each with the number of the right one; half of them with two slips.
fn typos(texts: &[String]) -> Vec<(String, usize)> {
    let known: std::collections::BTreeSet<&str> = texts.iter().map(String::as_str).collect();
    let mut random = Random::new(SEED, "typos");
    let mut out = Vec::with_capacity(TYPOS);
    while out.len() < TYPOS {
        let of = random.below(texts.len() as u64) as usize;
        let mut letters: Vec<char> = texts[of].chars().collect();
        for _ in 0..=out.len() % 2 {
            slip(&mut letters, &mut random);
        }
        let typo: String = letters.into_iter().collect();
        if !known.contains(typo.as_str()) {
            out.push((typo, of));
        }
    }
    out
}

fn slip(letters: &mut Vec<char>, random: &mut Random) {
    let at = random.below(letters.len() as u64) as usize;
    let new = char::from(b'a' + random.below(26) as u8);
    match random.below(4) {
        0 => letters[at] = new,
        1 => letters.insert(at, new),
        2 if letters.len() > 1 => drop(letters.remove(at)),
        _ if at + 1 < letters.len() => letters.swap(at, at + 1),
        _ => letters.push(new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_distinct_and_typos_differ_from_all_of_them() {
        let texts = texts(5_000);
        let distinct: std::collections::BTreeSet<&String> = texts.iter().collect();
        assert_eq!(distinct.len(), 5_000);
        let typos = typos(&texts);
        assert_eq!(typos.len(), TYPOS);
        assert!(typos
            .iter()
            .all(|(typo, of)| *typo != texts[*of] && !distinct.contains(typo)));
    }
}
