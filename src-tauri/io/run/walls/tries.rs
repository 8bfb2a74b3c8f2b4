//! The self-test of the walls, from inside a runner: plain calls of the system, with no statement and no connection in
//! the way. In: the database and which walls stand. Out: one attempt a call, and what held it. Every call is one that does
//! no harm if it gets through: nothing is written into a file that was there before. Deliberately absent: attempts at a
//! wall that this system does not have; the page names it instead.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream, UdpSocket};
use std::path::Path;
use std::process::Command;

use askwell_contract::connect::{Attempt, Lock};

use super::Standing;

/// What came of a call: `Ok` says what it got.
type Came = io::Result<&'static str>;

struct Try<'a> {
    name: &'static str,
    call: String,
    stands: bool,
    made: Box<dyn FnOnce() -> Came + 'a>,
}

pub fn all(database: &Path, memory: u64, walls: Standing) -> Vec<Attempt> {
    let tries = files(database, walls.files).into_iter();
    let tries = tries.chain(calls(walls.calls)).chain(bounds(memory, walls));
    tries.filter(|one| one.stands).map(attempt).collect()
}

fn attempt(one: Try<'_>) -> Attempt {
    let (held, says) = match (one.made)() {
        Err(error) => (Some(Lock::Walls), format!("The system refused it: {}.", plain(&error))),
        Ok(got) => (None, got.to_string()),
    };
    Attempt {
        name: one.name.into(),
        sql: one.call,
        held,
        says,
    }
}

/// Without the number that the standard library adds.
fn plain(error: &io::Error) -> String {
    let words = error.to_string();
    let words = words.split(" (os error").next().unwrap_or(&words);
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_lowercase().chain(letters).collect())
        .unwrap_or_default()
}

fn files(database: &Path, stands: bool) -> Vec<Try<'_>> {
    let folder = database.parent().unwrap_or(database);
    let new = folder.join(format!(".askwell-try-{}", std::process::id()));
    let temporary =
        Path::new(if cfg!(unix) { "/var/tmp" } else { "C:\\Windows\\Temp" }).join(new.file_name().unwrap_or_default());
    let passwords = if cfg!(unix) {
        "/etc/passwd"
    } else {
        "C:\\Windows\\win.ini"
    };
    let program = std::env::current_exe().unwrap_or_default();
    let of = |name, call: String, made: Box<dyn FnOnce() -> Came>| Try {
        name,
        call,
        stands,
        made,
    };
    let create = |at: std::path::PathBuf| -> Box<dyn FnOnce() -> Came> {
        Box::new(move || {
            OpenOptions::new().write(true).create_new(true).open(&at)?;
            let _ = fs::remove_file(&at);
            Ok("It made the file; the file is gone again.")
        })
    };
    let shown = |path: &Path| format!("\"{}\"", path.display());
    let (linked, made, held) = (new.clone(), new.clone(), database.to_path_buf());
    let (listed, written) = (folder.to_path_buf(), database.to_path_buf());
    vec![
        of(
            "read the list of users",
            format!("open(\"{passwords}\", read)"),
            Box::new(move || File::open(passwords).map(|_| "It opened the file.")),
        ),
        of(
            "read a program's file",
            format!("open({}, read)", shown(&program)),
            Box::new(move || File::open(program).map(|_| "It opened the file.")),
        ),
        of(
            "list the folder of the database",
            format!("readdir({})", shown(folder)),
            Box::new(move || fs::read_dir(listed).map(|_| "It listed the folder.")),
        ),
        of(
            "open the database for writing",
            format!("open({}, write)", shown(database)),
            Box::new(move || {
                let opened = OpenOptions::new().write(true).open(written);
                opened.map(|_| "It opened the file for writing; nothing was written.")
            }),
        ),
        of(
            "make a file beside the database",
            format!("open({}, create)", shown(&new)),
            create(new.clone()),
        ),
        of(
            "make a folder beside the database",
            format!("mkdir({})", shown(&new)),
            Box::new(move || {
                fs::create_dir(&made)?;
                let _ = fs::remove_dir(&made);
                Ok("It made the folder; the folder is gone again.")
            }),
        ),
        of(
            "give the database a second name",
            format!("link({}, {})", shown(database), shown(&new)),
            Box::new(move || {
                fs::hard_link(&held, &linked)?;
                let _ = fs::remove_file(&linked);
                Ok("It gave the file a second name, which is gone again.")
            }),
        ),
        of(
            "make a file in a folder of everyone's",
            format!("open({}, create)", shown(&temporary)),
            create(temporary.clone()),
        ),
    ]
}

fn calls(stands: bool) -> Vec<Try<'static>> {
    let of = |name, call: &str, made: Box<dyn FnOnce() -> Came>| Try {
        name,
        call: call.into(),
        stands,
        made,
    };
    let here = (Ipv4Addr::LOCALHOST, 9);
    #[cfg_attr(not(unix), allow(unused_mut))]
    let mut tries = vec![
        of(
            "call a server on this computer",
            "connect(127.0.0.1, 9)",
            Box::new(move || match TcpStream::connect(here) {
                // Nobody listens there, but the call went out.
                Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => Ok("The call went out."),
                other => other.map(|_| "It called a server."),
            }),
        ),
        of(
            "call a server far away",
            "connect(192.0.2.1, 443)",
            Box::new(|| {
                // The address is for documents only; a socket is all that is wanted of it.
                let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
                socket.connect((Ipv4Addr::new(192, 0, 2, 1), 443))?;
                Ok("It found a way to the address.")
            }),
        ),
        of(
            "listen on the network",
            "listen(127.0.0.1, 0)",
            Box::new(|| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map(|_| "It listened.")),
        ),
        of(
            "start a program of the system",
            "execve(\"/bin/true\")",
            Box::new(|| {
                let mut child = Command::new(if cfg!(unix) { "/bin/true" } else { "whoami" }).spawn()?;
                let _ = child.wait();
                Ok("It started the program.")
            }),
        ),
    ];
    #[cfg(unix)]
    tries.push(of(
        "open a channel to another program",
        "socketpair(AF_UNIX)",
        Box::new(|| std::os::unix::net::UnixStream::pair().map(|_| "It opened the channel.")),
    ));
    #[cfg(target_os = "linux")]
    tries.extend(linux::calls(&of));
    tries
}

fn bounds(memory: u64, walls: Standing) -> Vec<Try<'static>> {
    let take = move || {
        let mut taken: Vec<u8> = Vec::new();
        let much = usize::try_from(memory).unwrap_or(usize::MAX / 2);
        taken
            .try_reserve_exact(much)
            .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        Ok("It was given the memory.")
    };
    vec![Try {
        name: "take more memory than it may have",
        call: format!("mmap({memory} bytes)"),
        stands: walls.memory,
        made: Box::new(take),
    }]
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::process::{getppid, setrlimit, test_kill_process, Resource, Rlimit};

    use super::*;

    type Of<'a> = &'a dyn Fn(&'static str, &str, Box<dyn FnOnce() -> Came>) -> Try<'static>;

    pub fn calls(of: Of<'_>) -> Vec<Try<'static>> {
        let parent = getppid().map_or(0, |pid| pid.as_raw_nonzero().get());
        vec![
            of(
                "read the memory of the program that started it",
                &format!("open(\"/proc/{parent}/mem\", read)"),
                Box::new(move || File::open(format!("/proc/{parent}/mem")).map(|_| "It opened the memory.")),
            ),
            of(
                "watch the program that started it",
                "ptrace(SEIZE, parent)",
                Box::new(move || {
                    let parent = nix::unistd::Pid::from_raw(parent);
                    nix::sys::ptrace::seize(parent, nix::sys::ptrace::Options::empty())?;
                    let _ = nix::sys::ptrace::detach(parent, None);
                    Ok("It watched the program.")
                }),
            ),
            of(
                "send a signal to the program that started it",
                "kill(parent, 0)",
                Box::new(|| {
                    let parent = getppid().ok_or(io::ErrorKind::NotFound)?;
                    test_kill_process(parent)?;
                    Ok("It could have sent one.")
                }),
            ),
            of(
                "raise its own limits",
                "setrlimit(RLIMIT_CORE)",
                Box::new(|| {
                    let none = Some(0);
                    setrlimit(
                        Resource::Core,
                        Rlimit {
                            current: none,
                            maximum: none,
                        },
                    )?;
                    Ok("It set a limit.")
                }),
            ),
            of(
                "change the rights of a file",
                "chmod(\"/dev/null\")",
                Box::new(|| {
                    let about = fs::metadata("/dev/null")?;
                    fs::set_permissions("/dev/null", about.permissions())?;
                    Ok("It set the rights, to what they were.")
                }),
            ),
        ]
    }
}
