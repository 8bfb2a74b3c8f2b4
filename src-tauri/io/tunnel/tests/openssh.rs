//! The same against OpenSSH's own server, where it is installed: a throw-away host key and configuration, 127.0.0.1.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::*;

struct Sshd {
    child: Child,
    port: u16,
    dir: tempfile::TempDir,
}

impl Drop for Sshd {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/sbin", "/sbin"].map(PathBuf::from);
    let mut dirs = std::env::split_paths(&path).chain(usual);
    dirs.find_map(|dir| Some(dir.join(name)).filter(|file| file.is_file()))
}

fn make_key(file: &Path, kind: &str, passphrase: &str) {
    let made = Command::new("ssh-keygen")
        .args(["-q", "-t", kind, "-N", passphrase, "-f"])
        .arg(file)
        .status()
        .unwrap();
    assert!(made.success());
}

/// Err: why there is no server to test with.
async fn sshd() -> std::result::Result<Sshd, String> {
    let (Some(sshd), Some(_)) = (program("sshd"), program("ssh-keygen")) else {
        return Err("sshd or ssh-keygen is not installed".into());
    };
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).display().to_string();
    // Where it separates its privileges; the system's start script makes the folder, which needs root.
    let _ = std::fs::create_dir_all("/run/sshd");
    for kind in ["ed25519", "rsa"] {
        make_key(&dir.path().join(kind), kind, "");
    }
    make_key(&dir.path().join("mine"), "ed25519", "");
    make_key(&dir.path().join("locked"), "rsa", "pass phrase");
    let mine = std::fs::read_to_string(at("mine.pub")).unwrap();
    let locked = std::fs::read_to_string(at("locked.pub")).unwrap();
    std::fs::write(at("authorized"), mine + &locked).unwrap();
    let port = TcpListener::bind("127.0.0.1:0")
        .await
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let config = format!(
        "Port {port}\nListenAddress 127.0.0.1\nHostKey {}\nHostKey {}\nAuthorizedKeysFile {}\nStrictModes no\n\
         UsePAM no\nPidFile none\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n",
        at("ed25519"),
        at("rsa"),
        at("authorized"),
    );
    std::fs::write(at("config"), config).unwrap();
    let log = std::fs::File::create(at("log")).unwrap();
    let child = Command::new(sshd)
        .args(["-D", "-e", "-f", &at("config")])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut server = Sshd { child, port, dir };
    for _ in 0..100 {
        if TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
            return Ok(server);
        }
        if server.child.try_wait().unwrap().is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let log = server.dir.path().join("log");
    Err(format!(
        "it does not start here: {}",
        std::fs::read_to_string(log).unwrap_or_default()
    ))
}

#[tokio::test]
async fn openssh_lets_in_and_forwards() {
    let server = match sshd().await {
        Ok(server) => server,
        Err(why) => {
            eprintln!("SKIPPED (OpenSSH's server): {why}");
            return;
        }
    };
    let path = |name: &str| server.dir.path().join(name);
    let user = Command::new("id").arg("-un").output().unwrap().stdout;
    let tunnel = |key: &str| Tunnel {
        host: "127.0.0.1".into(),
        port: server.port,
        user: String::from_utf8_lossy(&user).trim().into(),
        login: TunnelLogin::Key {
            path: path(key).display().to_string(),
        },
        trust: None,
    };
    // Of the server's two keys only the one that it would not show first is known, and under a hashed name.
    let list = path("known_hosts");
    let key = std::fs::read_to_string(path("rsa.pub")).unwrap();
    std::fs::write(&list, format!("[127.0.0.1]:{} {key}", server.port)).unwrap();
    let hashed = Command::new("ssh-keygen")
        .args(["-q", "-H", "-f"])
        .arg(&list)
        .output()
        .unwrap();
    assert!(hashed.status.success());
    assert!(std::fs::read_to_string(&list).unwrap().starts_with("|1|"));
    let here = Here {
        hosts: Hosts::only(&list),
        agent: None,
    };
    let port = echo().await;
    let session = open_from(here.clone(), &tunnel("mine"), None).await.unwrap();
    tokio::join!(works(&session, port), works(&session, port));
    let session = open_from(here.clone(), &tunnel("locked"), Some(&Secret::new("pass phrase")))
        .await
        .unwrap();
    works(&session, port).await;
    let problem = refused(here.clone(), &tunnel("locked"), Some(&Secret::new("guess"))).await;
    assert!(problem.message.contains("passphrase"), "{problem:?}");
    let problem = refused(here.clone(), &tunnel("ed25519"), None).await;
    assert!(problem.message.contains("does not accept this key"), "{problem:?}");
    let mut password = tunnel("mine");
    password.login = TunnelLogin::Password;
    let problem = refused(here, &password, Some(&Secret::new("x"))).await;
    assert_eq!(problem.detail.as_deref(), Some("the server takes: publickey"));
}
