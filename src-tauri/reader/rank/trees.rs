//! Regression trees, added up.
//!
//! In: a text, as `scripts/train` writes it, and values by name. Out: the sum of the leaves they lead to. Deliberately
//! absent: learning, and what the names mean.

/// A leaf has no feature.
const LEAF: usize = usize::MAX;

#[derive(Debug, Clone, Copy)]
struct Node {
    feature: usize,
    /// Values up to this go left, to the next node; the value of a leaf.
    at: f64,
    right: usize,
}

#[derive(Debug, Clone, Default)]
pub struct Trees {
    names: Vec<String>,
    nodes: Vec<Node>,
    roots: Vec<usize>,
}

impl Trees {
    /// Lines `name<TAB>feature`, in the order of their numbers, and `tree<TAB>nodes`: each node before its left and its
    /// right branch, `3:0.5` for "the third, counted from nought, up to one half", `0.25` for a leaf. A tree that is cut
    /// off is left out.
    pub fn parse(text: &str) -> Self {
        let mut out = Self::default();
        for line in text.lines() {
            match line.split_once('\t') {
                Some(("name", name)) => out.names.push(name.to_owned()),
                Some(("tree", nodes)) => {
                    let root = out.nodes.len();
                    match out.grow(&mut nodes.split_ascii_whitespace()) {
                        Some(()) => out.roots.push(root),
                        None => out.nodes.truncate(root),
                    }
                }
                _ => {}
            }
        }
        out
    }

    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Names of the features that decide anything.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    fn grow<'t>(&mut self, nodes: &mut impl Iterator<Item = &'t str>) -> Option<()> {
        let node = nodes.next()?;
        let here = self.nodes.len();
        let (feature, at) = match node.split_once(':') {
            Some((feature, at)) => (feature.parse().ok().filter(|f| *f < self.names.len())?, at),
            None => (LEAF, node),
        };
        let at = at.parse().ok()?;
        self.nodes.push(Node { feature, at, right: 0 });
        if feature != LEAF {
            self.grow(nodes)?;
            let right = self.nodes.len();
            self.grow(nodes)?;
            self.nodes.get_mut(here)?.right = right;
        }
        Some(())
    }

    /// What is not given is nought.
    pub fn score(&self, given: &dyn Fn(&str) -> Option<f64>) -> f64 {
        let values: Vec<f64> = self.names.iter().map(|n| given(n).unwrap_or_default()).collect();
        self.roots.iter().map(|root| self.walk(*root, &values)).sum()
    }

    fn walk(&self, root: usize, values: &[f64]) -> f64 {
        let mut here = root;
        loop {
            let Some(node) = self.nodes.get(here) else { return 0.0 };
            here = match values.get(node.feature) {
                None => return node.at,
                Some(value) if *value <= node.at => here + 1,
                Some(_) => node.right,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# how it was made\nname\tlength\nname\twidth\ntree\t0:2.5 1:0 1 2 4\ntree\t0.25\ntree\t1:3 7\n";

    fn score(length: f64, width: Option<f64>) -> f64 {
        let given = |name: &str| if name == "length" { Some(length) } else { width };
        Trees::parse(TEXT).score(&given)
    }

    #[test]
    fn values_up_to_the_threshold_go_left_and_what_is_not_given_is_nought() {
        assert_eq!(score(2.5, None), 1.25);
        assert_eq!(score(2.5, Some(0.1)), 2.25);
        assert_eq!(score(2.6, Some(9.0)), 4.25);
    }

    #[test]
    fn a_tree_that_is_cut_off_or_asks_for_an_unknown_feature_is_left_out() {
        assert_eq!(Trees::parse(TEXT).roots.len(), 2);
        assert!(Trees::parse("name\ta\ntree\t1:0 1 2\n").is_empty());
        assert_eq!(Trees::parse("").score(&|_| Some(1.0)), 0.0);
    }
}
