//! A part of the questions that stands for all of them. In: questions, how many, by what, a seed. Out: so many of them, in
//! the order of the file; the same for the same seed. Deliberately absent: chance that cannot be had again.

use std::collections::BTreeMap;

use askwell_engine::prompt::hash;

use super::questions::Question;

// The name of the struct would be the group's, and the other struct of this name is flattened beside it.
#[derive(Debug, Clone, Default, clap::Args)]
#[group(skip)]
pub struct Options {
    /// Ask so many of the questions, drawn by chance
    #[arg(long, value_name = "N", conflicts_with = "limit")]
    pub sample: Option<usize>,
    /// In the sample, keep each part's share: difficulty, database, kind, set
    #[arg(long, value_enum, value_name = "BY", value_delimiter = ',', requires = "sample")]
    pub stratify: Vec<By>,
    /// What the draw begins with; the same seed draws the same questions
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum By {
    Difficulty,
    Database,
    Kind,
    Set,
}

impl By {
    fn of(self, question: &Question) -> String {
        match self {
            Self::Difficulty => question.difficulty.clone(),
            Self::Database => question.db_id.clone(),
            Self::Kind => question.kind(),
            Self::Set => question.set().to_owned(),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Difficulty => "difficulty",
            Self::Database => "database",
            Self::Kind => "kind",
            Self::Set => "set",
        }
    }
}

struct Stratum {
    count: usize,
    /// What the whole number leaves of its share.
    lost: f64,
    /// By lot, each with its place in the file.
    members: Vec<(String, usize)>,
}

/// Every stratum gets its share; what is left over after whole numbers goes to those that lost most (Hamilton's method).
pub fn drawn(questions: Vec<Question>, options: &Options) -> Vec<Question> {
    let Some(wanted) = options.sample.filter(|wanted| *wanted < questions.len()) else {
        return questions;
    };
    let mut strata: BTreeMap<Vec<String>, Vec<(String, usize)>> = BTreeMap::new();
    for (at, question) in questions.iter().enumerate() {
        let key = options.stratify.iter().map(|by| by.of(question)).collect();
        let lot = hash(&format!("{} {} {at}", options.seed, question.id));
        strata.entry(key).or_default().push((lot, at));
    }
    let mut shares: Vec<Stratum> = Vec::new();
    for (_, mut members) in strata {
        members.sort();
        let share = wanted as f64 * members.len() as f64 / questions.len() as f64;
        shares.push(Stratum {
            count: share.floor() as usize,
            lost: share.fract(),
            members,
        });
    }
    let given: usize = shares.iter().map(|share| share.count).sum();
    let mut left = wanted.saturating_sub(given);
    shares.sort_by(|a, b| b.lost.total_cmp(&a.lost).then_with(|| a.members.cmp(&b.members)));
    let mut taken = vec![false; questions.len()];
    for share in shares {
        let more = usize::from(left > 0 && share.count < share.members.len());
        left -= more;
        let drawn = share.members.iter().take(share.count + more);
        drawn.for_each(|(_, at)| taken[*at] = true);
    }
    questions
        .into_iter()
        .zip(taken)
        .filter_map(|(question, taken)| taken.then_some(question))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Question> {
        let one = |n: usize| Question {
            id: format!("set-{n:03}"),
            db_id: ["a", "a", "a", "b"][n % 4].into(),
            difficulty: if n.is_multiple_of(10) { "hard" } else { "simple" }.into(),
            ..Question::default()
        };
        (0..200).map(one).collect()
    }

    fn ids(options: &Options) -> Vec<String> {
        drawn(all(), options).into_iter().map(|q| q.id).collect()
    }

    #[test]
    fn a_sample_keeps_each_stratums_share_and_the_order_of_the_file() {
        let options = Options {
            sample: Some(40),
            stratify: vec![By::Difficulty, By::Database],
            seed: 1,
        };
        let drawn = drawn(all(), &options);
        let of = |hard: bool, db: &str| {
            let hard = if hard { "hard" } else { "simple" };
            drawn.iter().filter(|q| q.difficulty == hard && q.db_id == db).count()
        };
        // 200 questions: 20 hard ones, all of database a (every 20th is none of b); 50 of b.
        assert_eq!(drawn.len(), 40);
        assert_eq!((of(true, "a"), of(true, "b"), of(false, "b")), (4, 0, 10));
        assert!(drawn.windows(2).all(|pair| pair[0].id < pair[1].id));
    }

    #[test]
    fn the_seed_decides_which_are_drawn_and_nothing_else_does() {
        let options = |seed| Options {
            sample: Some(40),
            stratify: vec![],
            seed,
        };
        assert_eq!(ids(&options(1)), ids(&options(1)));
        assert_ne!(ids(&options(1)), ids(&options(2)));
        let more = Options {
            sample: Some(500),
            ..options(1)
        };
        assert_eq!(ids(&more).len(), 200, "no more than there are");
    }
}
