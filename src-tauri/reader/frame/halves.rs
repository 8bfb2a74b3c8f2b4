//! Where the parts of a question begin that each count something: "how many have no phone, and how many no email".

use super::Frame;

/// How much had been said when something was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Start {
    pub filter: usize,
    compares: usize,
    whens: usize,
    without: usize,
}

impl Frame {
    pub(super) fn start(&self) -> Start {
        Start {
            filter: self.filter.len(),
            compares: self.compares.len(),
            whens: self.whens.len(),
            without: self.without.len(),
        }
    }

    /// What is said before the first number, and of each by itself; none where one of them has nothing of its own. Times that
    /// only some of them have hold for all.
    pub fn halves(&self) -> Option<(Self, Vec<Self>)> {
        let ends = self.starts.iter().skip(1).copied().chain([self.start()]);
        let spans: Vec<(Start, Start)> = self.starts.iter().copied().zip(ends).collect();
        let own = |(a, b): &(Start, Start)| (a.filter, a.compares, a.without) != (b.filter, b.compares, b.without);
        if spans.len() < 2 || !spans.iter().all(own) {
            return None;
        }
        let dated = spans.iter().all(|(a, b)| a.whens < b.whens);
        let mut base = self.between(Start::default(), spans[0].0);
        let halves = spans.iter().map(|(a, b)| {
            let mut half = self.between(*a, *b);
            if !dated {
                half.whens.clear();
            }
            half
        });
        let halves = halves.collect();
        if !dated {
            base.whens = self.whens.clone();
        }
        Some((base, halves))
    }

    fn between(&self, a: Start, b: Start) -> Self {
        let mut part = self.clone();
        part.filter = self.filter[a.filter..b.filter].to_vec();
        part.compares = self.compares[a.compares..b.compares].to_vec();
        part.whens = self.whens[a.whens..b.whens].to_vec();
        part.without = self.without[a.without..b.without].to_vec();
        part.without
            .iter_mut()
            .for_each(|w| w.times = w.times.saturating_sub(a.whens));
        let tied = self.either.iter().filter_map(|(c, with)| {
            let place = c.checked_sub(a.compares).filter(|_| *c < b.compares)?;
            let with = with.map(|w| w.checked_sub(a.filter).filter(|_| w < b.filter));
            with.is_none_or(|w| w.is_some()).then(|| (place, with.flatten()))
        });
        part.either = tied.collect();
        part
    }
}
