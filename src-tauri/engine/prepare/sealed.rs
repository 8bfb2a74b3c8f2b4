//! Lists of numbers and texts as bytes of a file, and back.
//!
//! In: lists. Out: bytes with a version and a sum over all of them; reading gives nothing where a version is another
//! or a bit has changed, and the caller then builds anew. Deliberately absent: files.

use super::values::mix;

const MAGIC: &[u8; 8] = b"askwell\n";
const HEAD: usize = 8 + 4 + 8;

/// A sum in which every bit counts; no protection against anybody who means to forge it.
pub fn sum(bytes: &[u8]) -> u64 {
    let word = |sum: u64, piece: &[u8]| {
        let mut whole = [0; 8];
        whole[..piece.len()].copy_from_slice(piece);
        (sum ^ u64::from_le_bytes(whole))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    };
    mix(bytes.chunks(8).fold(bytes.len() as u64, word))
}

#[derive(Debug, Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend((bytes.len() as u64).to_le_bytes());
        self.0.extend(bytes);
    }

    pub fn numbers(&mut self, numbers: impl Iterator<Item = u32>) {
        self.list(numbers.map(u32::to_le_bytes));
    }

    pub fn numbers64(&mut self, numbers: impl Iterator<Item = u64>) {
        self.list(numbers.map(u64::to_le_bytes));
    }

    fn list<const N: usize>(&mut self, numbers: impl Iterator<Item = [u8; N]>) {
        let at = self.0.len();
        self.0.extend([0; 8]);
        numbers.for_each(|n| self.0.extend(n));
        let count = ((self.0.len() - at - 8) / N) as u64;
        self.0[at..at + 8].copy_from_slice(&count.to_le_bytes());
    }

    pub fn seal(self, version: u32) -> Vec<u8> {
        let mut out = Vec::with_capacity(HEAD + self.0.len());
        out.extend(MAGIC);
        out.extend(version.to_le_bytes());
        out.extend(sum(&self.0).to_le_bytes());
        out.extend(self.0);
        out
    }
}

#[derive(Debug)]
pub struct Reader<'a>(&'a [u8]);

/// `None`: not one of these files, of another version, or torn.
pub fn open(version: u32, bytes: &[u8]) -> Option<Reader<'_>> {
    let (head, body) = bytes.split_at_checked(HEAD)?;
    let right = head[..8] == *MAGIC && head[8..12] == version.to_le_bytes() && head[12..] == sum(body).to_le_bytes();
    right.then_some(Reader(body))
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn count(&mut self) -> Option<usize> {
        let bytes = self.take(8)?.try_into().ok()?;
        usize::try_from(u64::from_le_bytes(bytes)).ok()
    }

    pub fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let count = self.count()?;
        self.take(count)
    }

    pub fn numbers(&mut self) -> Option<Vec<u32>> {
        let count = self.count()?;
        let bytes = self.take(count.checked_mul(4)?)?;
        let number = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        Some(bytes.chunks_exact(4).map(number).collect())
    }

    pub fn numbers64(&mut self) -> Option<Vec<u64>> {
        let count = self.count()?;
        let bytes = self.take(count.checked_mul(8)?)?;
        let number = |b: &[u8]| Some(u64::from_le_bytes(b.try_into().ok()?));
        bytes.chunks_exact(8).map(number).collect()
    }

    /// Everything was read.
    pub fn is_done(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_a_changed_bit_is_noticed() {
        let mut file = Writer::default();
        file.text("über");
        file.numbers([1, u32::MAX].into_iter());
        file.numbers64([u64::MAX].into_iter());
        let bytes = file.seal(3);
        let mut reader = open(3, &bytes).unwrap();
        assert_eq!(reader.text(), Some("über"));
        assert_eq!(reader.numbers(), Some(vec![1, u32::MAX]));
        assert_eq!(reader.numbers64(), Some(vec![u64::MAX]));
        assert!(reader.is_done());
        assert_eq!(reader.text(), None);
        assert!(open(4, &bytes).is_none());
        for at in 0..bytes.len() {
            let mut torn = bytes.clone();
            torn[at] ^= 1;
            assert!(open(3, &torn).is_none(), "byte {at}");
        }
        assert!(open(3, &bytes[..bytes.len() - 1]).is_none() && open(3, &[]).is_none());
    }
}
