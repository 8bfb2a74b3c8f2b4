//! Tunnels through a real SSH server inside the test, on 127.0.0.1, to a TCP echo.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex as StdMutex;

use askwell_contract::connect::TunnelLogin;
use russh::keys::ssh_key::private::{Ed25519Keypair, KeypairData};
use russh::keys::ssh_key::LineEnding;
use russh::keys::{HashAlg, PrivateKey, PublicKey};
use russh::server::{self, Auth, ChannelOpenHandle, Msg, VerifiedPublicKey};
use russh::{Channel, Disconnect, MethodKind, MethodSet};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;

mod openssh;

const PASSWORD: &str = "correct horse";

/// What the server lets in.
#[derive(Clone, Default)]
pub(crate) struct Door {
    key: Option<PublicKey>,
    /// Takes the password as the answer to a question only.
    asks: bool,
    forbids: bool,
    /// Passwords that reached the server.
    heard: Arc<AtomicUsize>,
}

impl server::Handler for Door {
    type Error = russh::Error;

    async fn auth_password(&mut self, user: &str, password: &str) -> std::result::Result<Auth, russh::Error> {
        self.heard.fetch_add(1, Ordering::SeqCst);
        Ok(if !self.asks && (user, password) == ("ada", PASSWORD) {
            Auth::Accept
        } else {
            let more = [MethodKind::KeyboardInteractive];
            Auth::Reject {
                proceed_with_methods: self.asks.then(|| MethodSet::from(more.as_slice())),
                partial_success: false,
            }
        })
    }

    async fn auth_keyboard_interactive<'a>(
        &'a mut self,
        _: &str,
        _: &str,
        response: Option<server::Response<'a>>,
    ) -> std::result::Result<Auth, russh::Error> {
        let Some(answers) = response else {
            return Ok(Auth::Partial {
                name: "".into(),
                instructions: "".into(),
                prompts: vec![("Password: ".into(), false)].into(),
            });
        };
        let right = answers.map(|answer| answer.to_vec()).eq([PASSWORD.as_bytes().to_vec()]);
        Ok(if right { Auth::Accept } else { Auth::reject() })
    }

    async fn auth_publickey(&mut self, _: &str, key: VerifiedPublicKey<'_>) -> std::result::Result<Auth, russh::Error> {
        let known = self
            .key
            .as_ref()
            .is_some_and(|known| known.key_data() == key.public_key.key_data());
        Ok(if known { Auth::Accept } else { Auth::reject() })
    }

    async fn channel_open_direct_tcpip(
        &mut self,
        channel: Channel<Msg>,
        host: &str,
        port: u32,
        _: &str,
        _: u32,
        reply: ChannelOpenHandle,
        _: &mut server::Session,
    ) -> std::result::Result<(), russh::Error> {
        if self.forbids {
            reply.reject(ChannelOpenFailure::AdministrativelyProhibited).await;
            return Ok(());
        }
        match TcpStream::connect((host, port as u16)).await {
            Ok(mut behind) => {
                reply.accept().await;
                let mut stream = channel.into_stream();
                tokio::spawn(async move { tokio::io::copy_bidirectional(&mut stream, &mut behind).await });
            }
            Err(_) => reply.reject(ChannelOpenFailure::ConnectFailed).await,
        }
        Ok(())
    }
}

pub(crate) struct Server {
    port: u16,
    host_key: PublicKey,
    sessions: Arc<StdMutex<Vec<server::Handle>>>,
    dir: tempfile::TempDir,
}

fn key(seed: u8) -> PrivateKey {
    PrivateKey::new(KeypairData::Ed25519(Ed25519Keypair::from_seed(&[seed; 32])), "").unwrap()
}

/// A server whose key is `key(1)`.
pub(crate) async fn server(door: Door) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let config = Arc::new(server::Config {
        keys: vec![key(1)],
        auth_rejection_time: Duration::ZERO,
        ..server::Config::default()
    });
    let sessions: Arc<StdMutex<Vec<server::Handle>>> = Arc::default();
    let all = sessions.clone();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            let (config, door, all) = (config.clone(), door.clone(), all.clone());
            tokio::spawn(async move {
                let running = server::run_stream(config, socket, door).await?;
                all.lock().unwrap().push(running.handle());
                running.await
            });
        }
    });
    Server {
        port,
        host_key: key(1).public_key().clone(),
        sessions,
        dir: tempfile::tempdir().unwrap(),
    }
}

impl Server {
    fn tunnel(&self, login: TunnelLogin) -> Tunnel {
        Tunnel {
            host: "127.0.0.1".into(),
            port: self.port,
            user: "ada".into(),
            login,
            trust: None,
        }
    }
    /// As `tunnel`, and the person has accepted the server's key.
    pub(crate) fn trusted(&self, login: TunnelLogin) -> Tunnel {
        Tunnel {
            trust: Some(self.host_key.fingerprint(HashAlg::Sha256).to_string()),
            ..self.tunnel(login)
        }
    }
    /// How often somebody logged in.
    pub(crate) fn logins(&self) -> usize {
        self.sessions.lock().unwrap().len()
    }
    /// The list of known hosts has this line for the server.
    fn here(&self, known: Option<&PublicKey>) -> Here {
        let path = self.dir.path().join("known_hosts");
        let line = known.map(|key| format!("[127.0.0.1]:{} {}\n", self.port, key.to_openssh().unwrap()));
        std::fs::write(&path, line.unwrap_or_default()).unwrap();
        Here {
            hosts: Hosts::only(&path),
            agent: None,
        }
    }
    fn known(&self) -> Here {
        self.here(Some(&self.host_key))
    }
    /// A private key as a file.
    fn file(&self, key: &PrivateKey) -> TunnelLogin {
        let path = self.dir.path().join("id_ed25519");
        std::fs::write(&path, key.to_openssh(LineEnding::LF).unwrap().as_bytes()).unwrap();
        TunnelLogin::Key {
            path: path.display().to_string(),
        }
    }
}

pub(crate) fn password() -> Secret {
    Secret::new(PASSWORD)
}

async fn echo() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            tokio::spawn(async move {
                let (mut read, mut write) = socket.split();
                tokio::io::copy(&mut read, &mut write).await
            });
        }
    });
    port
}

/// Sends bytes through and expects the same ones back.
async fn works(session: &Session, port: u16) {
    let mut stream = session.dial("127.0.0.1", port).await.unwrap();
    let sent: Vec<u8> = (0..200_000u32).map(|i| (i * 7 % 251) as u8).collect();
    let mut back = vec![0; sent.len()];
    let (mut read, mut write) = tokio::io::split(&mut stream);
    let (wrote, got) = tokio::join!(write.write_all(&sent), read.read_exact(&mut back));
    wrote.unwrap();
    got.unwrap();
    assert!(sent == back);
}

async fn refused(here: Here, tunnel: &Tunnel, secret: Option<&Secret>) -> Problem {
    match open_from(here, tunnel, secret).await {
        Ok(_) => panic!("it was let in"),
        Err(problem) => problem,
    }
}

#[tokio::test]
async fn a_password_opens_a_way_for_many_streams() {
    let (server, port) = (server(Door::default()).await, echo().await);
    let tunnel = server.tunnel(TunnelLogin::Password);
    let session = open_from(server.known(), &tunnel, Some(&password())).await.unwrap();
    tokio::join!(works(&session, port), works(&session, port), works(&session, port));
    assert_eq!(server.sessions.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_password_is_also_given_as_an_answer() {
    let door = Door {
        asks: true,
        ..Door::default()
    };
    let (server, port) = (server(door).await, echo().await);
    let tunnel = server.tunnel(TunnelLogin::Password);
    let session = open_from(server.known(), &tunnel, Some(&password())).await.unwrap();
    works(&session, port).await;
    let problem = refused(server.known(), &tunnel, Some(&Secret::new("wrong"))).await;
    assert_eq!(problem.code, ProblemCode::Denied, "{problem:?}");
}

#[tokio::test]
async fn a_wrong_password_and_a_missing_one_are_told_apart() {
    let server = server(Door::default()).await;
    let tunnel = server.tunnel(TunnelLogin::Password);
    let problem = refused(server.known(), &tunnel, Some(&Secret::new("hunter2"))).await;
    assert_eq!(problem.code, ProblemCode::Denied);
    assert!(problem.message.contains("does not accept this password"), "{problem:?}");
    assert!(!format!("{problem:?}").contains("hunter2"));
    let problem = refused(server.known(), &tunnel, None).await;
    assert_eq!(problem.code, ProblemCode::NeedsSecret);
}

#[tokio::test]
async fn a_key_file_opens_with_and_without_passphrase() {
    let mine = key(7);
    let door = Door {
        key: Some(mine.public_key().clone()),
        ..Door::default()
    };
    let (server, port) = (server(door).await, echo().await);
    let tunnel = server.tunnel(server.file(&mine));
    let session = open_from(server.known(), &tunnel, None).await.unwrap();
    works(&session, port).await;

    // A few rounds only: the test is about the file, not about how slow its key is.
    let kdf = russh::keys::ssh_key::Kdf::Bcrypt {
        salt: vec![3; 16],
        rounds: 2,
    };
    let locked = mine
        .encrypt_with(russh::keys::ssh_key::Cipher::Aes256Ctr, kdf, 0x1234_5678, "pass phrase")
        .unwrap();
    let tunnel = server.tunnel(server.file(&locked));
    assert_eq!(
        refused(server.known(), &tunnel, None).await.code,
        ProblemCode::NeedsSecret
    );
    let problem = refused(server.known(), &tunnel, Some(&Secret::new("guess"))).await;
    assert_eq!(problem.code, ProblemCode::Denied);
    assert!(problem.message.contains("passphrase"), "{problem:?}");
    let session = open_from(server.known(), &tunnel, Some(&Secret::new("pass phrase")))
        .await
        .unwrap();
    works(&session, port).await;

    let problem = refused(server.known(), &server.tunnel(server.file(&key(8))), None).await;
    assert!(problem.message.contains("does not accept this key"), "{problem:?}");
    let absent = TunnelLogin::Key {
        path: "/nowhere/id".into(),
    };
    let problem = refused(server.known(), &server.tunnel(absent), None).await;
    assert_eq!(problem.code, ProblemCode::NotFound);
}

#[cfg(unix)]
#[tokio::test]
async fn the_agents_keys_are_tried() {
    let mine = key(7);
    let door = Door {
        key: Some(mine.public_key().clone()),
        ..Door::default()
    };
    let (server, port) = (server(door).await, echo().await);
    let socket = server.dir.path().join("agent");
    let listener = tokio::net::UnixListener::bind(&socket).unwrap();
    let streams = futures::stream::unfold(listener, |listener| async {
        let stream = listener.accept().await.map(|(stream, _)| stream);
        Some((stream, listener))
    });
    tokio::spawn(russh::keys::agent::server::serve(Box::pin(streams), ()));
    let tunnel = server.tunnel(TunnelLogin::Agent);
    let here = Here {
        agent: Some(socket.clone()),
        ..server.known()
    };
    let problem = refused(here.clone(), &tunnel, None).await;
    assert!(problem.message.contains("holds no key"), "{problem:?}");
    let mut agent = russh::keys::agent::client::AgentClient::connect_uds(&socket)
        .await
        .unwrap();
    agent.add_identity(&key(8), &[]).await.unwrap();
    let problem = refused(here.clone(), &tunnel, None).await;
    assert!(problem.message.contains("none of the agent's keys"), "{problem:?}");
    agent.add_identity(&mine, &[]).await.unwrap();
    let session = open_from(here, &tunnel, None).await.unwrap();
    works(&session, port).await;

    let problem = refused(server.known(), &tunnel, None).await;
    assert!(problem.message.contains("No SSH agent"), "{problem:?}");
}

#[tokio::test]
async fn an_unknown_server_shows_its_fingerprint_and_can_be_accepted() {
    let (server, port) = (server(Door::default()).await, echo().await);
    let mut tunnel = server.tunnel(TunnelLogin::Password);
    let problem = refused(server.here(None), &tunnel, Some(&password())).await;
    assert_eq!(problem.code, ProblemCode::Denied);
    let shown = server.host_key.fingerprint(HashAlg::Sha256).to_string();
    assert_eq!(problem.detail, Some(shown.clone()));
    tunnel.trust = Some(shown);
    let session = open_from(server.here(None), &tunnel, Some(&password())).await.unwrap();
    works(&session, port).await;
}

#[tokio::test]
async fn a_changed_server_key_is_never_accepted() {
    let door = Door::default();
    let heard = door.heard.clone();
    let server = server(door).await;
    let mut tunnel = server.tunnel(TunnelLogin::Password);
    let other = key(2).public_key().clone();
    let changed = |problem: Problem| {
        assert_eq!(problem.code, ProblemCode::Denied);
        assert!(problem.message.contains("another key than before"), "{problem:?}");
        // The screen offers to accept where the detail is a fingerprint alone.
        assert!(!problem.detail.unwrap().starts_with("SHA256:"));
    };
    changed(refused(server.here(Some(&other)), &tunnel, Some(&password())).await);
    tunnel.trust = Some(server.host_key.fingerprint(HashAlg::Sha256).to_string());
    changed(refused(server.here(Some(&other)), &tunnel, Some(&password())).await);
    tunnel.trust = Some(other.fingerprint(HashAlg::Sha256).to_string());
    changed(refused(server.here(None), &tunnel, Some(&password())).await);

    let here = server.known();
    let list = server.dir.path().join("known_hosts");
    let line = format!("\n@revoked * {}\n", server.host_key.to_openssh().unwrap());
    std::fs::write(&list, std::fs::read_to_string(&list).unwrap() + &line).unwrap();
    let problem = refused(here, &server.tunnel(TunnelLogin::Password), Some(&password())).await;
    assert!(problem.message.contains("revoked"), "{problem:?}");
    assert_eq!(
        heard.load(Ordering::SeqCst),
        0,
        "the password went to a server that is not the right one"
    );
}

#[tokio::test]
async fn a_lost_session_is_opened_once_more() {
    let (server, port) = (server(Door::default()).await, echo().await);
    let tunnel = server.tunnel(TunnelLogin::Password);
    let session = open_from(server.known(), &tunnel, Some(&password())).await.unwrap();
    works(&session, port).await;
    let first = server.sessions.lock().unwrap()[0].clone();
    first
        .disconnect(Disconnect::ByApplication, String::new(), String::new())
        .await
        .unwrap();
    works(&session, port).await;
    assert_eq!(server.sessions.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn what_lies_behind_the_server_has_its_own_words() {
    let open = server(Door::default()).await;
    let tunnel = open.tunnel(TunnelLogin::Password);
    let session = open_from(open.known(), &tunnel, Some(&password())).await.unwrap();
    let closed = TcpListener::bind("127.0.0.1:0")
        .await
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let problem = session.dial("127.0.0.1", closed).await.err().unwrap();
    assert_eq!(problem.code, ProblemCode::NotFound, "{problem:?}");
    assert_eq!(
        open.sessions.lock().unwrap().len(),
        1,
        "a refusal is no reason to log in again"
    );

    let door = Door {
        forbids: true,
        ..Door::default()
    };
    let strict = server(door).await;
    let tunnel = strict.tunnel(TunnelLogin::Password);
    let session = open_from(strict.known(), &tunnel, Some(&password())).await.unwrap();
    let problem = session.dial("127.0.0.1", 1).await.err().unwrap();
    assert_eq!(problem.code, ProblemCode::Denied, "{problem:?}");
}

#[tokio::test]
async fn what_is_no_ssh_server_is_said_to_be_none() {
    let server = server(Door::default()).await;
    let mut tunnel = server.tunnel(TunnelLogin::Password);
    let closed = TcpListener::bind("127.0.0.1:0")
        .await
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    tunnel.port = closed;
    let problem = refused(server.known(), &tunnel, Some(&password())).await;
    assert!(problem.message.contains("Nothing answers"), "{problem:?}");
    let web = TcpListener::bind("127.0.0.1:0").await.unwrap();
    tunnel.port = web.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (mut socket, _) = web.accept().await?;
        socket.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await
    });
    let problem = refused(server.known(), &tunnel, Some(&password())).await;
    assert!(problem.message.contains("not an SSH server"), "{problem:?}");
    tunnel.host = "nowhere.invalid".into();
    let problem = refused(server.known(), &tunnel, Some(&password())).await;
    assert_eq!(problem.code, ProblemCode::NotFound, "{problem:?}");
}
