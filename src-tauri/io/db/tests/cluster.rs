//! A PostgreSQL server of the tests' own. One for all test processes of a run: the first that needs it makes it, in a
//! folder of temporary files and on a port that is free, and a watch ends it and removes its folder a few seconds after
//! the last test process is gone, however that ended.
//!
//! `ASKWELL_POSTGRES_BIN` names the folder of initdb where the newest one of the system is not the one to test.

use std::fs::{self, File};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

pub struct Cluster {
    pub port: u16,
    pub data: PathBuf,
    bin: PathBuf,
    /// Held, shared, for as long as this process lives.
    _users: Option<File>,
}

/// A login that owns what it makes and is no superuser; with it every sample is made and opened.
pub const USER: &str = "asker";
/// Logs in by password only.
pub const WITH_PASSWORD: (&str, &str) = ("guarded", "correct horse/battery@staple%");
/// Is let in unencrypted only.
pub const PLAIN: &str = "plain";

/// `None`, once said, where the system has no PostgreSQL to start.
pub fn cluster() -> Option<&'static Cluster> {
    static CLUSTER: LazyLock<Option<Cluster>> = LazyLock::new(|| {
        let bin = binaries();
        if bin.is_none() {
            eprintln!("SKIPPED: no PostgreSQL server is installed (no initdb); scripts/setup.sh installs one");
        }
        bin.map(shared)
    });
    CLUSTER.as_ref()
}

fn binaries() -> Option<PathBuf> {
    if !cfg!(unix) {
        return None;
    }
    if let Some(bin) = std::env::var_os("ASKWELL_POSTGRES_BIN") {
        return Some(bin.into());
    }
    let beside_path = std::env::split_paths(&std::env::var_os("PATH")?)
        .find(|dir| dir.join("initdb").is_file() && dir.join("pg_ctl").is_file());
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .filter(|(_, bin)| bin.join("initdb").is_file())
        .collect();
    found.sort();
    found.pop().map(|(_, bin)| bin).or(beside_path)
}

fn shared(bin: PathBuf) -> Cluster {
    let name: String = bin.to_string_lossy().chars().filter(|c| c.is_alphanumeric()).collect();
    let me = run(Command::new("id").arg("-un"));
    let home = std::env::temp_dir().join(format!("askwell-tests-{}-{name}", me.trim()));
    fs::create_dir_all(&home).unwrap();
    let lock = File::create(home.join("lock")).unwrap();
    lock.lock().unwrap();
    let users = File::create(home.join("users")).unwrap();
    users.lock_shared().unwrap();
    let state = home.join("state");
    let running = fs::read_to_string(&state).ok().and_then(|text| {
        let (port, data) = text.split_once(' ')?;
        let port = port.parse().ok()?;
        TcpStream::connect(("127.0.0.1", port)).ok()?;
        Some((port, PathBuf::from(data)))
    });
    let (port, data) = running.unwrap_or_else(|| {
        let (port, data) = start(&bin, &home);
        fs::write(&state, format!("{port} {}", data.display())).unwrap();
        watch(&bin, &home, &data);
        (port, data)
    });
    Cluster {
        port,
        data,
        bin,
        _users: Some(users),
    }
}

/// A server that a test may stop; it is stopped in any case when dropped.
pub struct Private(pub Cluster, #[allow(dead_code)] tempfile::TempDir);

pub fn private() -> Option<Private> {
    let bin = cluster()?.bin.clone();
    let home = tempfile::tempdir().unwrap();
    let (port, data) = start(&bin, home.path());
    let cluster = Cluster {
        port,
        data,
        bin,
        _users: None,
    };
    Some(Private(cluster, home))
}

impl Private {
    pub fn stop(&self) {
        let cluster = &self.0;
        let mut stop = as_server(&cluster.bin.join("pg_ctl"));
        let _ = stop.arg("-D").arg(&cluster.data).args(["-m", "fast", "stop"]).output();
    }
    pub fn start(&self) {
        run(&mut begin(&self.0.bin, &self.0.data, self.0.port));
    }
}

impl Drop for Private {
    fn drop(&mut self) {
        self.stop();
    }
}

fn start(bin: &Path, home: &Path) -> (u16, PathBuf) {
    let data = home.join(format!("data-{}", std::process::id()));
    let _ = fs::remove_dir_all(&data);
    fs::create_dir(&data).unwrap();
    #[cfg(unix)]
    if let Some((user, group)) = server_user() {
        use std::os::unix::fs::PermissionsExt;
        // Its parents only have to be passed through.
        fs::set_permissions(home, fs::Permissions::from_mode(0o711)).unwrap();
        std::os::unix::fs::chown(&data, Some(user), Some(group)).unwrap();
    }
    let mut init = as_server(&bin.join("initdb"));
    init.arg("-D").arg(&data);
    init.args(["-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"]);
    run(&mut init);
    let tls = certificates(&data);
    let hba = format!(
        "local all all trust\nhostssl all {PLAIN} all reject\nhost all {} all scram-sha-256\nhost all all all trust\n",
        WITH_PASSWORD.0
    );
    fs::write(data.join("pg_hba.conf"), hba).unwrap();
    let mut settings = fs::read_to_string(data.join("postgresql.conf")).unwrap();
    settings.push_str(&format!(
        "\nfsync = off\nfull_page_writes = off\nsynchronous_commit = off\nmax_connections = 200\n\
         listen_addresses = '127.0.0.1'\nunix_socket_directories = '{}'\nssl = {}\npassword_encryption = \
         'scram-sha-256'\nautovacuum = off\n",
        data.display(),
        if tls { "on" } else { "off" }
    ));
    fs::write(data.join("postgresql.conf"), settings).unwrap();
    // Between asking for a free port and taking it another may have it; then there is another one.
    for attempt in 0.. {
        let port = TcpListener::bind(("127.0.0.1", 0))
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let began = begin(bin, &data, port).output().unwrap();
        if began.status.success() {
            let roles = format!(
                "CREATE ROLE {USER} LOGIN CREATEDB; CREATE ROLE {} LOGIN PASSWORD '{}'; CREATE ROLE {PLAIN} LOGIN",
                WITH_PASSWORD.0, WITH_PASSWORD.1
            );
            super::execute(&address(port, "postgres", "postgres"), &roles);
            return (port, data);
        }
        assert!(attempt < 5, "{}", String::from_utf8_lossy(&began.stderr));
    }
    unreachable!()
}

fn begin(bin: &Path, data: &Path, port: u16) -> Command {
    let mut begin = as_server(&bin.join("pg_ctl"));
    begin.arg("-D").arg(data).arg("-o").arg(format!("-p {port}"));
    begin.arg("-l").arg(data.join("log")).args(["-w", "start"]);
    // The server inherits them and would keep the test's pipes open.
    begin.stdin(Stdio::null());
    begin
}

/// An authority and a certificate for `localhost` by it; false where there is no openssl to make them with.
fn certificates(data: &Path) -> bool {
    let script = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=Authority' -keyout ca.key -out ca.crt \
          -addext basicConstraints=critical,CA:TRUE -addext keyUsage=keyCertSign \
        && openssl req -newkey rsa:2048 -nodes -subj '/CN=localhost' -keyout server.key -out server.csr \
        && printf 'subjectAltName=DNS:localhost\\nbasicConstraints=CA:FALSE\\n' >ext \
        && openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile ext -out server.crt \
        && chmod 600 server.key";
    let mut make = as_server(Path::new("sh"));
    make.arg("-c").arg(format!("cd '{}' && {script}", data.display()));
    make.output().is_ok_and(|made| made.status.success())
}

/// A process of its own that outlives the tests by a few seconds.
fn watch(bin: &Path, home: &Path, data: &Path) {
    let stop: Vec<String> = {
        let mut stop = as_server(&bin.join("pg_ctl"));
        stop.arg("-D").arg(data).args(["-m", "immediate", "stop"]);
        let words = std::iter::once(stop.get_program()).chain(stop.get_args());
        words.map(|word| format!("'{}'", word.to_str().unwrap())).collect()
    };
    let script = format!(
        "cd / && while sleep 4; do exec 8>'{home}/lock' && flock 8 && if flock -n -x '{home}/users' true; then \
         {stop}; rm -rf '{data}' '{home}/state'; exit; fi; exec 8>&-; done",
        home = home.display(),
        data = data.display(),
        stop = stop.join(" ")
    );
    let mut watch = Command::new("setsid");
    watch.args(["sh", "-c", &script]);
    watch.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // It outlives this process on purpose, and ends with the last one that uses the server.
    #[allow(clippy::zombie_processes)]
    watch.spawn().unwrap();
}

/// PostgreSQL refuses to run as the user who may do everything; the package's own user is there for that.
fn as_server(program: &Path) -> Command {
    if server_user().is_none() {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(program);
    command
}

fn server_user() -> Option<(u32, u32)> {
    static USER: LazyLock<Option<(u32, u32)>> = LazyLock::new(|| {
        let id = |args: &[&str]| run(Command::new("id").args(args)).trim().parse::<u32>().ok();
        if id(&["-u"]) != Some(0) {
            return None;
        }
        Some((id(&["-u", "postgres"])?, id(&["-g", "postgres"])?))
    });
    *USER
}

fn run(command: &mut Command) -> String {
    let done = command.output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{command:?}: {said}");
    String::from_utf8_lossy(&done.stdout).into_owned()
}

pub fn address(port: u16, user: &str, database: &str) -> String {
    let server = super::Server {
        host: "127.0.0.1".into(),
        port,
        database: database.into(),
        user: user.into(),
        tls: Default::default(),
        authorities: None,
        schema: None,
    };
    super::address::write(&super::Place::Postgres(server))
}

/// Waits until something is so; fails after a time that no machine needs.
pub fn until(what: &str, so: impl Fn() -> bool) {
    let began = Instant::now();
    while !so() {
        assert!(began.elapsed() < Duration::from_secs(15), "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
