//! Many texts in one piece of memory: a million of them cost their letters and four bytes each.

use std::cmp::Ordering;

#[derive(Debug, Default, Clone, PartialEq)]
pub struct Texts {
    letters: String,
    ends: Vec<u32>,
}

impl Texts {
    /// Of parts that were stored; `None` where they do not belong together.
    pub fn of_parts(letters: String, ends: Vec<u32>) -> Option<Self> {
        let last = ends.last().map_or(0, |&end| end as usize);
        let ordered = ends.is_sorted() && ends.iter().all(|&end| letters.is_char_boundary(end as usize));
        (ordered && last == letters.len()).then_some(Self { letters, ends })
    }

    pub fn parts(&self) -> (&str, &[u32]) {
        (&self.letters, &self.ends)
    }

    pub fn push(&mut self, text: &str) {
        self.letters.push_str(text);
        self.ends.push(self.letters.len() as u32);
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn get(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.letters[start..self.ends[at] as usize]
    }

    pub fn last(&self) -> Option<&str> {
        self.len().checked_sub(1).map(|at| self.get(at))
    }

    /// Where a text is, among texts in order.
    pub fn position(&self, text: &str) -> Option<u32> {
        let at = self.partition(|known| known.cmp(text) == Ordering::Less);
        (at < self.len() && self.get(at) == text).then_some(at as u32)
    }

    /// Those that begin with a text, among texts in order.
    pub fn beginning(&self, start: &str) -> std::ops::Range<usize> {
        let first = self.partition(|known| known < start);
        let last = self.partition(|known| known < start || known.starts_with(start));
        first..last.max(first)
    }

    fn partition(&self, before: impl Fn(&str) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if before(self.get(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Gives back what was kept in reserve.
    pub fn tight(&mut self) {
        self.letters.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_order_are_found_whole_and_by_their_beginning() {
        let mut texts = Texts::default();
        ["", "a", "ab", "abc", "b", "über"].iter().for_each(|t| texts.push(t));
        assert_eq!((texts.position("abc"), texts.position("abd")), (Some(3), None));
        assert_eq!((texts.position(""), texts.last()), (Some(0), Some("über")));
        assert_eq!(texts.beginning("ab"), 2..4);
        assert_eq!(texts.beginning("zz"), 5..5);
        let (letters, ends) = texts.parts();
        assert_eq!(Texts::of_parts(letters.to_owned(), ends.to_vec()), Some(texts.clone()));
        assert_eq!(Texts::of_parts("ü".into(), vec![1, 2]), None);
    }
}
