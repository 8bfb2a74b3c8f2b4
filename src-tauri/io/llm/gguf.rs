//! What a model file says of itself. In: the file's beginning. Out: the numbers among its metadata, by name.
//!
//! The form is GGUF's, versions 2 and 3: magic, version, counts, then names with typed values. Nothing behind the metadata is
//! read, and no count of the file is believed before as much was read.
//! Deliberately absent: the vocabulary, and whatever runs a model.

use std::collections::BTreeMap;
use std::io::{self, Read};

/// Longer than any name or architecture there is; a vocabulary's words are passed over and not kept.
const LONGEST: u64 = 1 << 16;
/// Bytes of metadata that are read: the longest vocabularies take a tenth of it.
const MOST: u64 = 256 << 20;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    pub architecture: String,
    pub numbers: BTreeMap<String, u64>,
}

impl Facts {
    /// `llama.context_length`, by its last part.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.numbers.get(&format!("{}.{name}", self.architecture)).copied()
    }
}

/// Err: it is no such file, or it ends too early. What was read until a damaged place counts.
pub fn facts(file: impl Read) -> io::Result<Facts> {
    let mut read = Reading(file.take(MOST));
    if &read.bytes::<4>()? != b"GGUF" {
        return Err(unlike("it does not begin as a model file does"));
    }
    // Version 1 had shorter counts; no program has written it since 2023.
    if !(2..=3).contains(&read.u32()?) {
        return Err(unlike("its version is unknown"));
    }
    let (_tensors, entries) = (read.u64()?, read.u64()?);
    let mut out = Facts::default();
    for _ in 0..entries {
        let name = read.text()?;
        let kind = read.u32()?;
        match read.value(kind)? {
            Value::Number(number) => {
                out.numbers.insert(name, number);
            }
            Value::Text(text) if name == "general.architecture" => out.architecture = text,
            Value::Text(_) | Value::Other => {}
        }
        // All that is wanted of the file stands before its vocabulary in most; reading on costs little in the others.
        if out.number("context_length").is_some() && is_enough(&out) {
            break;
        }
    }
    Ok(out)
}

/// Whether the numbers are there by which memory is reckoned.
fn is_enough(facts: &Facts) -> bool {
    [
        "block_count",
        "embedding_length",
        "attention.head_count",
        "attention.head_count_kv",
    ]
    .iter()
    .all(|name| facts.number(name).is_some())
}

enum Value {
    Number(u64),
    Text(String),
    Other,
}

struct Reading<R>(R);

impl<R: Read> Reading<R> {
    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0_u8; N];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }
    fn u32(&mut self) -> io::Result<u32> {
        Ok(u32::from_le_bytes(self.bytes()?))
    }
    fn u64(&mut self) -> io::Result<u64> {
        Ok(u64::from_le_bytes(self.bytes()?))
    }
    fn text(&mut self) -> io::Result<String> {
        let length = self.u64()?;
        if length > LONGEST {
            self.pass(length)?;
            return Ok(String::new());
        }
        let mut bytes = vec![0_u8; usize::try_from(length).map_err(io::Error::other)?];
        self.0.read_exact(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
    fn pass(&mut self, bytes: u64) -> io::Result<()> {
        let passed = io::copy(&mut self.0.by_ref().take(bytes), &mut io::sink())?;
        match passed == bytes {
            true => Ok(()),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    fn value(&mut self, kind: u32) -> io::Result<Value> {
        Ok(match kind {
            // Whole numbers of one, two, four and eight bytes, a sign with the odd ones.
            0 => Value::Number(u64::from(self.bytes::<1>()?[0])),
            2 => Value::Number(u64::from(u16::from_le_bytes(self.bytes()?))),
            4 => Value::Number(u64::from(self.u32()?)),
            5 => u64::try_from(i32::from_le_bytes(self.bytes()?)).map_or(Value::Other, Value::Number),
            10 => Value::Number(self.u64()?),
            11 => u64::try_from(i64::from_le_bytes(self.bytes()?)).map_or(Value::Other, Value::Number),
            8 => Value::Text(self.text()?),
            9 => {
                let (of, count) = (self.u32()?, self.u64()?);
                self.list(of, count)?
            }
            other => {
                self.pass(width(other)?)?;
                Value::Other
            }
        })
    }

    /// Of a list of numbers, one for each layer, the largest: memory is reckoned by it.
    fn list(&mut self, of: u32, count: u64) -> io::Result<Value> {
        match of {
            8 => {
                for _ in 0..count {
                    let length = self.u64()?;
                    self.pass(length)?;
                }
                Ok(Value::Other)
            }
            4 | 5 if count <= 4_096 => {
                let mut most = 0;
                for _ in 0..count {
                    most = most.max(self.u32()?);
                }
                Ok(Value::Number(u64::from(most)))
            }
            of => {
                let bytes = width(of)?
                    .checked_mul(count)
                    .ok_or_else(|| unlike("a list has no end"))?;
                self.pass(bytes)?;
                Ok(Value::Other)
            }
        }
    }
}

/// Bytes of a value that is not kept.
fn width(kind: u32) -> io::Result<u64> {
    match kind {
        0 | 1 | 7 => Ok(1),
        2 | 3 => Ok(2),
        4..=6 => Ok(4),
        10..=12 => Ok(8),
        _ => Err(unlike("it holds a kind of value that is unknown")),
    }
}

fn unlike(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn text(out: &mut Vec<u8>, text: &str) {
        out.extend((text.len() as u64).to_le_bytes());
        out.extend(text.as_bytes());
    }

    /// The beginning of a model file of these numbers, its vocabulary before them.
    pub fn file(architecture: &str, numbers: &[(&str, u32)]) -> Vec<u8> {
        let mut out = b"GGUF".to_vec();
        out.extend(3_u32.to_le_bytes());
        out.extend(1_u64.to_le_bytes());
        out.extend((numbers.len() as u64 + 3).to_le_bytes());
        text(&mut out, "general.architecture");
        out.extend(8_u32.to_le_bytes());
        text(&mut out, architecture);
        text(&mut out, "tokenizer.ggml.tokens");
        out.extend(9_u32.to_le_bytes());
        out.extend(8_u32.to_le_bytes());
        out.extend(3_u64.to_le_bytes());
        ["a", "b", "longer"].iter().for_each(|word| text(&mut out, word));
        text(&mut out, "tokenizer.ggml.scores");
        out.extend(9_u32.to_le_bytes());
        out.extend(6_u32.to_le_bytes());
        out.extend(2_u64.to_le_bytes());
        out.extend([0; 8]);
        for (name, number) in numbers {
            text(&mut out, &format!("{architecture}.{name}"));
            out.extend(4_u32.to_le_bytes());
            out.extend(number.to_le_bytes());
        }
        out
    }

    #[test]
    fn a_file_s_numbers_are_read_wherever_they_stand() {
        let bytes = file("qwen2", &[("context_length", 32_768), ("block_count", 28)]);
        let facts = facts(&*bytes).unwrap();
        assert_eq!(facts.number("context_length"), Some(32_768));
        assert_eq!(facts.number("block_count"), Some(28));
        assert_eq!(facts.number("rope"), None);
    }

    #[test]
    fn a_damaged_file_is_an_error_at_every_byte_and_takes_no_memory() {
        let bytes = file("qwen2", &[("context_length", 32_768)]);
        for cut in 0..bytes.len() {
            assert!(facts(&bytes[..cut]).is_err(), "{cut}");
        }
        let mut endless = b"GGUF".to_vec();
        endless.extend(3_u32.to_le_bytes());
        endless.extend([0xff; 16]);
        endless.extend([0xff; 64]);
        assert!(facts(&*endless).is_err());
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 0xff;
            let _ = facts(&*other);
        }
    }
}
