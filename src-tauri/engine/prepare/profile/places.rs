//! Rows a value, for the values that are kept. In: hashes. Out: whether a value is kept, and how many rows have it.
//!
//! What is looked at for a value that is not there is eight bytes, so that a column of many values stays near the
//! processor. Deliberately absent: the values, and taking one out again.

/// A table of less than this would only be made larger at once.
const LEAST: usize = 64;
/// The half of a hash that a slot keeps.
const MARK: u64 = !(u32::MAX as u64);

pub struct Places {
    /// The upper half of a hash, and which of `counts` it is, counted from one; zero where nothing is.
    slots: Vec<u64>,
    counts: Vec<Count>,
}

#[derive(Debug, Clone, Copy)]
pub struct Count {
    pub hash: u64,
    pub rows: u64,
}

impl Places {
    pub fn new() -> Self {
        Self {
            slots: vec![0; LEAST],
            counts: Vec::new(),
        }
    }

    /// In the order in which they came.
    pub fn counts(&self) -> &[Count] {
        &self.counts
    }

    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// One row more of a value that is kept; false where it is not.
    pub fn count(&mut self, hash: u64) -> bool {
        let last = self.slots.len() - 1;
        let mut at = hash as usize & last;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return false;
            }
            if (slot ^ hash) & MARK == 0 {
                let count = &mut self.counts[slot as u32 as usize - 1];
                if count.hash == hash {
                    count.rows += 1;
                    return true;
                }
            }
            at = (at + 1) & last;
        }
    }

    /// The first row of a value that is not kept yet.
    pub fn add(&mut self, hash: u64) {
        self.counts.push(Count { hash, rows: 1 });
        if self.counts.len() * 2 > self.slots.len() {
            self.slots = vec![0; self.slots.len() * 4];
            for place in 0..self.counts.len() {
                self.put(place);
            }
        } else {
            self.put(self.counts.len() - 1);
        }
    }

    fn put(&mut self, place: usize) {
        let hash = self.counts[place].hash;
        let last = self.slots.len() - 1;
        let mut at = hash as usize & last;
        while self.slots[at] != 0 {
            at = (at + 1) & last;
        }
        self.slots[at] = hash & MARK | (place as u64 + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::super::hash::spread;
    use super::*;

    #[test]
    fn rows_are_counted_a_value() {
        let mut places = Places::new();
        for round in 0..3u64 {
            for value in 0..10_000 {
                let kept = places.count(spread(value));
                assert_eq!(kept, round > 0);
                if !kept {
                    places.add(spread(value));
                }
            }
        }
        assert_eq!(places.len(), 10_000);
        let counts = places.counts().iter();
        assert!(counts
            .zip(0..)
            .all(|(count, value)| (count.hash, count.rows) == (spread(value), 3)));
    }

    /// Alike where the table is looked into, and in the half that a slot keeps.
    #[test]
    fn hashes_that_fall_on_one_place_are_told_apart() {
        let mut places = Places::new();
        let hashes = [0, 64, 128, 1 << 40, (1 << 40) + 64, u64::MAX];
        for hash in hashes {
            assert!(!places.count(hash));
            places.add(hash);
        }
        assert!(hashes.iter().all(|hash| places.count(*hash)));
        assert!(!places.count(192));
        assert!(places.counts().iter().all(|count| count.rows == 2));
    }
}
