//! Communities of a weighted graph by the Louvain method (Blondel et al. 2008): nodes move to the neighbouring
//! community that raises modularity the most, then communities become nodes, until nothing moves.
//!
//! In: ties between nodes. Out: a group a node. Nodes are visited in their order and ties go to the lower group, so
//! that the same graph always gives the same groups. Written out because the published crates draw their order by
//! chance.

use std::collections::BTreeMap;

/// Rounds over all nodes; a few are enough, and a seesaw must end.
const ROUNDS: usize = 20;
/// A gain below this is rounding.
const GAIN: f64 = 1e-9;

pub fn communities(nodes: usize, ties: &[(usize, usize, f64)]) -> Vec<usize> {
    let mut graph: Vec<BTreeMap<usize, f64>> = vec![BTreeMap::new(); nodes];
    for &(a, b, weight) in ties.iter().filter(|t| t.2 > 0.0) {
        *graph[a].entry(b).or_default() += weight;
        if a != b {
            *graph[b].entry(a).or_default() += weight;
        }
    }
    let mut group: Vec<usize> = (0..nodes).collect();
    loop {
        let moved = settle(&graph);
        let (count, moved) = renumber(&moved);
        group.iter_mut().for_each(|g| *g = moved[*g]);
        if count == graph.len() {
            return group;
        }
        let mut merged: Vec<BTreeMap<usize, f64>> = vec![BTreeMap::new(); count];
        for (from, tied) in graph.iter().enumerate() {
            for (&to, &weight) in tied {
                // Both ends of an inner tie are counted, which is what a tie to oneself weighs here.
                *merged[moved[from]].entry(moved[to]).or_default() += weight;
            }
        }
        graph = merged;
    }
}

fn settle(graph: &[BTreeMap<usize, f64>]) -> Vec<usize> {
    let degree: Vec<f64> = graph.iter().map(|tied| tied.values().sum()).collect();
    let all: f64 = degree.iter().sum();
    let mut group: Vec<usize> = (0..graph.len()).collect();
    let mut weight = degree.clone();
    if all <= 0.0 {
        return group;
    }
    for _ in 0..ROUNDS {
        let mut still = true;
        for node in 0..graph.len() {
            let own = group[node];
            let mut toward: BTreeMap<usize, f64> = BTreeMap::from([(own, 0.0)]);
            for (&other, &tie) in graph[node].iter().filter(|t| *t.0 != node) {
                *toward.entry(group[other]).or_default() += tie;
            }
            weight[own] -= degree[node];
            let gain = |g: usize, tie: f64| tie - weight[g] * degree[node] / all;
            let mut best = (own, gain(own, toward[&own]));
            for (&candidate, &tie) in &toward {
                let gained = gain(candidate, tie);
                if gained > best.1 + GAIN {
                    best = (candidate, gained);
                }
            }
            weight[best.0] += degree[node];
            if best.0 != own {
                group[node] = best.0;
                still = false;
            }
        }
        if still {
            break;
        }
    }
    group
}

/// Groups from 0 on in the order of their first node.
fn renumber(group: &[usize]) -> (usize, Vec<usize>) {
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let numbered = group.iter().map(|g| {
        let next = numbers.len();
        *numbers.entry(*g).or_insert(next)
    });
    let numbered = numbered.collect();
    (numbers.len(), numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cliques_with_a_bridge_are_two_communities() {
        let mut ties = Vec::new();
        for base in [0, 5] {
            for a in base..base + 5 {
                ties.extend((base..a).map(|b| (a, b, 1.0)));
            }
        }
        ties.push((4, 5, 1.0));
        assert_eq!(communities(10, &ties), [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn untied_nodes_stay_alone() {
        assert_eq!(communities(3, &[]), [0, 1, 2]);
        assert_eq!(communities(3, &[(0, 2, 1.0), (1, 1, 4.0)]), [0, 1, 0]);
        assert!(communities(0, &[]).is_empty());
    }

    #[test]
    fn a_ring_of_cliques_falls_apart_into_its_cliques() {
        let mut ties = Vec::new();
        for ring in 0..8usize {
            let base = ring * 6;
            for a in base..base + 6 {
                ties.extend((base..a).map(|b| (a, b, 1.0)));
            }
            ties.push((base, (base + 6) % 48, 1.0));
        }
        let groups = communities(48, &ties);
        assert_eq!(groups.iter().max(), Some(&7));
        assert!(groups.chunks(6).all(|c| c.iter().all(|g| *g == c[0])));
    }
}
