//! Chance, and small changes of an input. In: an input, another one, words. Out: the input, changed. Deliberately absent:
//! any judgement of what is worth changing.

/// SplitMix64 (Steele, Lea and Flood 2014): the same seed makes the same inputs.
pub struct Chance(u64);

/// Numbers at which something ends.
const EDGES: [&str; 14] = [
    "0",
    "-1",
    "1",
    "127",
    "256",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "1e308",
    "0.1",
];

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.number() % (n.max(1) as u64)) as usize
    }

    pub fn one<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }

    /// A stretch that often begins and ends where a word does.
    fn stretch(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        let from = self.below(bytes.len() + 1);
        let to = match self.below(3) {
            0 => from + self.below(4),
            1 => from + self.below(bytes.len() + 1 - from),
            _ => {
                let begins = |at: &usize| *at > 0 && !bytes[*at - 1].is_ascii_alphanumeric();
                let from = (0..=from).rev().find(begins).unwrap_or(0);
                let ends = bytes[from..].iter().position(|b| !b.is_ascii_alphanumeric());
                return from..ends.map_or(bytes.len(), |n| from + n.max(1));
            }
        };
        from..to.min(bytes.len())
    }

    pub fn change(&mut self, input: &mut Vec<u8>, other: &[u8], words: &[&str]) {
        let part = self.stretch(input);
        match self.below(10) {
            0 => {
                let at = self.below(input.len());
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << (self.0 % 8);
                }
            }
            1 => {
                let byte = self.number() as u8;
                input.insert(part.start, byte);
            }
            2 => drop(input.drain(part)),
            3 => {
                let again = input[part.clone()].to_vec();
                input.splice(part.end..part.end, again);
            }
            4 | 5 => {
                let word = self.one(words).copied().unwrap_or(" ");
                input.splice(part, word.bytes());
            }
            6 => {
                let word = self.one(words).copied().unwrap_or(" ");
                input.splice(part.start..part.start, word.bytes());
            }
            7 => {
                let theirs = self.stretch(other);
                input.splice(part, other[theirs].iter().copied());
            }
            8 => {
                let theirs = self.stretch(other);
                input.splice(part.start..part.start, other[theirs].iter().copied());
            }
            _ => {
                let edge = EDGES[self.below(EDGES.len())];
                input.splice(part, edge.bytes());
            }
        }
    }
}
