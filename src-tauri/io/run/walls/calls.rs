//! The system calls that an engine needs, and no other. In: nothing. Out: a filter of the kernel around this process.
//! Deliberately absent from the list: starting programs, sockets, tracing, signals to others, rights and times of files,
//! mounts, new limits, `io_uring`, which would do all of these unseen, and device controls.
//!
//! What is not listed fails as a call that this kernel does not have, which C libraries have ways around; a refusal they
//! often take for a fault.

use libc::c_long;
use seccompiler::{
    apply_filter, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

pub fn allow_only_what_an_engine_needs() -> bool {
    let Ok(architecture) = std::env::consts::ARCH.try_into() else {
        return false;
    };
    let built = || -> Result<BpfProgram, seccompiler::BackendError> {
        let mut rules: std::collections::BTreeMap<c_long, Vec<SeccompRule>> =
            PLAIN.iter().chain(OLD).map(|call| (*call, Vec::new())).collect();
        let when = |argument, compare, value| {
            let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, compare, value)?;
            SeccompRule::new(vec![condition])
        };
        let thread = libc::CLONE_THREAD as u64;
        let own = u64::from(std::process::id());
        for (call, argument, compare, value) in [
            // Threads, no processes. `clone3` keeps its flags where a filter cannot look.
            (libc::SYS_clone, 0, SeccompCmpOp::MaskedEq(thread), thread),
            // Its own end, in a hurry.
            (libc::SYS_kill, 0, SeccompCmpOp::Eq, own),
            (libc::SYS_tgkill, 0, SeccompCmpOp::Eq, own),
            (libc::SYS_prctl, 0, SeccompCmpOp::Eq, libc::PR_SET_NAME as u64),
        ] {
            rules.insert(call, vec![when(argument, compare, value)?]);
        }
        // To ask for a limit, not to set one. 64 bits: a pointer's lower half may be nothing.
        let asks = SeccompCondition::new(2, SeccompCmpArgLen::Qword, SeccompCmpOp::Eq, 0)?;
        rules.insert(libc::SYS_prlimit64, vec![SeccompRule::new(vec![asks])?]);
        let refused = SeccompAction::Errno(libc::ENOSYS as u32);
        SeccompFilter::new(rules, refused, SeccompAction::Allow, architecture)?.try_into()
    };
    built().is_ok_and(|program| apply_filter(&program).is_ok())
}

/// Whatever their arguments.
const PLAIN: &[c_long] = &[
    // Reading, and writing where Landlock lets a file be opened for it.
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_preadv,
    libc::SYS_pwritev,
    libc::SYS_openat,
    libc::SYS_close,
    libc::SYS_lseek,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_fcntl,
    libc::SYS_flock,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_fadvise64,
    libc::SYS_readahead,
    // The scratch folder.
    libc::SYS_mkdirat,
    libc::SYS_unlinkat,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_ftruncate,
    libc::SYS_fallocate,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_sync_file_range,
    // Memory.
    libc::SYS_brk,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_msync,
    libc::SYS_mincore,
    // Threads.
    libc::SYS_futex,
    libc::SYS_set_robust_list,
    libc::SYS_rseq,
    libc::SYS_set_tid_address,
    libc::SYS_gettid,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_getpriority,
    libc::SYS_membarrier,
    libc::SYS_getcpu,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_exit,
    libc::SYS_exit_group,
    // Time, and who and where this is.
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_times,
    libc::SYS_getrusage,
    libc::SYS_getrandom,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_uname,
    libc::SYS_sysinfo,
    libc::SYS_umask,
    // Waiting for the pipe.
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_eventfd2,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
];

/// What newer architectures have only under another name.
#[cfg(target_arch = "x86_64")]
const OLD: &[c_long] = &[
    libc::SYS_open,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_access,
    libc::SYS_readlink,
    libc::SYS_getdents,
    libc::SYS_dup2,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_getrlimit,
    libc::SYS_arch_prctl,
    libc::SYS_time,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_epoll_wait,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[c_long] = &[];
