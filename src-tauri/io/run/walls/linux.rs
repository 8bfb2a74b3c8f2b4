//! Linux's walls: limits of the process, Landlock, a list of system calls. In: what a runner may reach. Out: which of them
//! stand. Deliberately absent: cgroups, which a desktop's user may rarely make.

use std::path::Path;

use landlock::{
    path_beneath_rules, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, RulesetStatus, Scope, ABI,
};
use rustix::process::{setrlimit, Resource, Rlimit};

use super::{calls, Room, Standing};

/// The newest of Landlock that the rules below were written for; older kernels take what they know.
const LANDLOCK: ABI = ABI::V6;
/// One file in the scratch folder: what DuckDB may spill.
const SPILLED: u64 = 8 << 30;
/// What an engine reads of the system: time zones for local times, chance, and how much of the computer it may use;
/// DuckDB breaks down where it cannot read that.
const SYSTEM: [&str; 6] = [
    "/etc/localtime",
    "/usr/share/zoneinfo",
    "/dev/urandom",
    "/dev/null",
    "/proc/self/cgroup",
    "/sys/fs/cgroup",
];

pub fn raise(room: &Room) -> Standing {
    // Where memory runs out, the kernel ends this process rather than the window.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    let limit = |what, bytes| {
        let most = Some(bytes);
        setrlimit(
            what,
            Rlimit {
                current: most,
                maximum: most,
            },
        )
        .is_ok()
    };
    limit(Resource::Core, 0);
    limit(Resource::Fsize, SPILLED);
    let memory = limit(Resource::Data, room.memory);
    // Landlock first: the list of calls holds none that would make a new one.
    let files = files(room).unwrap_or(false);
    Standing {
        memory,
        files,
        calls: calls::allow_only_what_an_engine_needs(),
    }
}

fn files(room: &Room) -> Result<bool, RulesetError> {
    let read = AccessFs::ReadFile;
    let change = read | AccessFs::WriteFile;
    let scratch = AccessFs::from_all(LANDLOCK) & !AccessFs::Execute;
    // A file that is not there gets no rule.
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(LANDLOCK))?
        .handle_access(AccessNet::from_all(LANDLOCK))?
        .scope(Scope::from_all(LANDLOCK))?
        .create()?
        .add_rules(path_beneath_rules(&room.read, read))?
        .add_rules(path_beneath_rules(&room.change, change))?
        .add_rules(path_beneath_rules(&room.list, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(SYSTEM.map(Path::new), read | AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(&room.scratch, scratch))?
        .restrict_self()?;
    Ok(status.ruleset != RulesetStatus::NotEnforced)
}
