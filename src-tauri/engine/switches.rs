//! Mechanisms of the pipeline that a run can do without, so that what each is worth can be measured.
//!
//! In: names. Out: a set of switches, one set a run. Seeds 001 and 003 name such flags. Deliberately absent: what a
//! mechanism does; it asks for its own switch where it begins.

use askwell_contract::run::Stage;
use askwell_reader::Style;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mechanism {
    /// Words of the question are looked up among the values of the data.
    Values,
    /// Words are compared with names by meaning.
    Meaning,
    /// Besides what is surely meant, what may be meant is linked, too.
    LinkRecall,
    /// Tables are joined over others that the question does not name, and in other ways than the shortest.
    JoinPlanner,
    /// What a join repeats is counted once.
    FanOut,
    /// Readings are ordered by what was learned; without, by the choices that led to them.
    Ranking,
    Repair,
    /// Results that disagree are compared one by one; without, the most votes win.
    Judge,
    /// A query is chosen by what all of them gave; without, the first that runs is the answer.
    Selection,
    /// The reader's readings are among the candidates.
    Reader,
    /// Those of the older engine are.
    Older,
    /// A model may ask back instead of answering.
    AskBack,
    /// A model writes by a grammar of the names that it is shown, where what runs it can hold it to one.
    Grammar,
    /// An answer is reviewed before a person reads it.
    Grade,
}

impl Mechanism {
    pub const ALL: [Self; 14] = [
        Self::Values,
        Self::Meaning,
        Self::LinkRecall,
        Self::JoinPlanner,
        Self::FanOut,
        Self::Ranking,
        Self::Repair,
        Self::Judge,
        Self::Selection,
        Self::Reader,
        Self::Older,
        Self::AskBack,
        Self::Grammar,
        Self::Grade,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Values => "values",
            Self::Meaning => "meaning",
            Self::LinkRecall => "link-recall",
            Self::JoinPlanner => "join-planner",
            Self::FanOut => "fan-out-guard",
            Self::Ranking => "ranking",
            Self::Repair => "repair",
            Self::Judge => "judge",
            Self::Selection => "selection",
            Self::Reader => "reader",
            Self::Older => "older",
            Self::AskBack => "ask-back",
            Self::Grammar => "grammar",
            Self::Grade => "grade",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|m| m.name() == name)
    }

    /// The first stage whose result depends on it; what earlier stages made is the same with it and without.
    pub fn stage(self) -> Stage {
        match self {
            Self::Values => Stage::Ground,
            Self::Meaning | Self::LinkRecall | Self::JoinPlanner => Stage::Link,
            Self::FanOut | Self::Ranking | Self::Reader | Self::Older | Self::AskBack | Self::Grammar => {
                Stage::Generate
            }
            Self::Repair => Stage::Repair,
            Self::Judge | Self::Selection => Stage::Select,
            Self::Grade => Stage::Grade,
        }
    }
}

/// What a run may use; everything, unless said otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Switches {
    off: [bool; Mechanism::ALL.len()],
    /// How answers look.
    pub style: Style,
}

impl Switches {
    #[must_use]
    pub fn without(mut self, mechanism: Mechanism) -> Self {
        if let Some(off) = self.off.get_mut(mechanism as usize) {
            *off = true;
        }
        self
    }

    #[must_use]
    pub fn styled(self, style: Style) -> Self {
        Self { style, ..self }
    }

    pub fn has(self, mechanism: Mechanism) -> bool {
        self.off.get(mechanism as usize).is_none_or(|off| !off)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mechanism_has_a_switch_and_a_name_of_its_own() {
        for (at, mechanism) in Mechanism::ALL.into_iter().enumerate() {
            assert_eq!(mechanism as usize, at);
            assert_eq!(Mechanism::named(mechanism.name()), Some(mechanism));
            let switches = Switches::default().without(mechanism);
            for other in Mechanism::ALL {
                assert_eq!(switches.has(other), other != mechanism, "{other:?}");
            }
        }
        assert_eq!(Mechanism::named("everything"), None);
    }
}
