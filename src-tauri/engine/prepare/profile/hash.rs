//! Sixty-four bits that stand for a value, the same in every run and on every machine: sketches of two tables are
//! compared, and are kept between starts.
//!
//! In: cells, bytes. Out: hashes. Deliberately absent: any resistance against values chosen to collide; two values
//! that collide cost a count that is one too low.

use std::hash::{BuildHasherDefault, Hasher};

use askwell_contract::strip::{Value, Written};
use askwell_contract::Cell;

/// Doubles count whole numbers exactly up to here, 2^53.
const WHOLE: f64 = 9_007_199_254_740_992.0;
/// A decimal of so many digits is told apart by its double.
const DIGITS: usize = 15;

// Odd, and with as many bits set as not: the fraction of the golden ratio, and of the roots of 2, 3 and 5.
const A: u64 = 0x9e37_79b9_7f4a_7c15;
const B: u64 = 0x6a09_e667_f3bc_c909;
const C: u64 = 0xbb67_ae85_84ca_a73b;
const D: u64 = 0x3c6e_f372_fe94_f82b;

/// Equal for values that the engines hold to be equal: 1, 1.0 and the decimal 1.00.
pub fn hash(cell: &Cell) -> u64 {
    Value::of(cell).map_or(0, of)
}

pub fn of(value: Value<'_>) -> u64 {
    match value {
        Value::Int(v) => int(v),
        Value::Real(v) => real(v),
        Value::Text(written, v) => text(written, v),
        Value::Cell(cell) => match cell {
            Cell::Bool(v) => spread(u64::from(*v) ^ D),
            Cell::Blob { size, head } => bytes(head, *size),
            cell => bytes(cell.to_string().as_bytes(), D),
        },
    }
}

pub fn text(written: Written, v: &str) -> u64 {
    match written {
        Written::Text => bytes(v.as_bytes(), A),
        Written::Decimal => match v.parse::<f64>() {
            Ok(n) if v.len() <= DIGITS || (n.fract() == 0.0 && n.abs() < WHOLE) => real(n),
            _ => bytes(shortest(v).as_bytes(), C),
        },
        _ => bytes(v.as_bytes(), B),
    }
}

pub fn int(v: i64) -> u64 {
    spread(v as u64)
}

pub fn real(v: f64) -> u64 {
    if v.fract() == 0.0 && v.abs() < WHOLE {
        int(v as i64)
    } else {
        spread(v.to_bits() ^ B)
    }
}

/// Without the zeros behind the last digit that says something.
fn shortest(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}

/// Two words at a time, each pair folded into 64 bits of its 128-bit product.
pub fn bytes(data: &[u8], seed: u64) -> u64 {
    let mut state = seed ^ (data.len() as u64).wrapping_mul(A);
    let mut pairs = data.chunks_exact(16);
    for pair in &mut pairs {
        state = fold(
            word(&pair[..8]) ^ B ^ state,
            word(&pair[8..]) ^ C.rotate_left(17) ^ state,
        );
    }
    let rest = pairs.remainder();
    let (low, high) = rest.split_at(rest.len().min(8));
    spread(fold(word(low) ^ B ^ state, word(high) ^ C ^ state) ^ state)
}

/// Up to eight bytes, the first of them lowest, zeros above. Read in pieces that may overlap: to copy so few bytes by
/// a length that is not known beforehand takes longer than all the rest of the hash.
fn word(bytes: &[u8]) -> u64 {
    let one = |at: usize| u64::from(bytes[at]) << (8 * at);
    let four = |at: usize| {
        let four = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
        u64::from(u32::from_le_bytes(four)) << (8 * at)
    };
    match bytes.len() {
        0 => 0,
        length @ 1..=3 => one(0) | one(length / 2) | one(length - 1),
        length => four(0) | four(length - 4),
    }
}

fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Every bit of the input reaches every bit of the output (the finaliser of SplitMix64; Steele, Lea and Flood 2014).
pub fn spread(v: u64) -> u64 {
    let v = v.wrapping_add(A);
    let v = (v ^ (v >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let v = (v ^ (v >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    v ^ (v >> 31)
}

/// For tables whose keys are hashes already.
#[derive(Default)]
pub struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, data: &[u8]) {
        self.0 = bytes(data, self.0);
    }
    fn write_u64(&mut self, v: u64) {
        self.0 = v;
    }
}

pub type ByHash = BuildHasherDefault<AsItIs>;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn equal_numbers_have_one_hash() {
        let one = hash(&Cell::Int(1));
        assert_eq!(hash(&Cell::Real(1.0)), one);
        assert_eq!(hash(&Cell::Decimal("1.00".into())), one);
        assert_ne!(hash(&Cell::Text("1".into())), one);
        assert_eq!(hash(&Cell::Real(0.5)), hash(&Cell::Decimal("0.50".into())));
        assert_ne!(hash(&Cell::Int(i64::MAX)), hash(&Cell::Int(i64::MAX - 1)));
        let long = |zeros: &str| hash(&Cell::Decimal(format!("0.1234567890123456789{zeros}")));
        assert_eq!(long(""), long("00"));
    }

    #[test]
    fn texts_that_differ_little_differ_in_their_hashes() {
        let mut seen = BTreeSet::new();
        let texts = (0..50_000).flat_map(|i| {
            [
                format!("{i}"),
                format!("customer number {i} of many"),
                "a".repeat(i % 97),
            ]
        });
        let texts: BTreeSet<String> = texts.collect();
        for text in &texts {
            seen.insert(bytes(text.as_bytes(), A));
        }
        assert_eq!(seen.len(), texts.len());
        // A zero byte is not the same as no byte.
        assert_ne!(bytes(b"a", A), bytes(b"a\0", A));
    }

    #[test]
    fn a_word_has_every_byte_in_its_place() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8];
        for length in 0..=8 {
            let mut padded = [0; 8];
            padded[..length].copy_from_slice(&bytes[..length]);
            assert_eq!(word(&bytes[..length]), u64::from_le_bytes(padded), "{length}");
        }
    }

    #[test]
    fn every_bit_is_set_half_the_time() {
        let n = 20_000;
        for bit in 0..64 {
            let set = (0..n)
                .filter(|i| bytes(format!("v{i}").as_bytes(), A) >> bit & 1 == 1)
                .count();
            assert!((9_500..10_500).contains(&set), "bit {bit}: {set} of {n}");
        }
    }
}
