//! A hub on this machine: a listing and a file, with the faults that a test asks for.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

pub const REPOSITORY: &str = "maker/small-GGUF";
pub const FILE: &str = "small-Q4_K_M.gguf";

/// What is done with a request for the file.
#[derive(Debug, Clone)]
pub enum Play {
    /// All that is asked for.
    Serve,
    /// So many bytes of it, and the connection ends.
    Cut(usize),
    /// All of it from the beginning, whatever was asked for.
    Whole,
    /// The same, cut.
    WholeCut(usize),
    /// So many bytes, and then nothing any more.
    Stall(usize),
    /// A little at a time.
    Slow(usize, Duration),
    Status(u16),
    To(String),
    /// More than was listed, with no word on its length.
    More,
    /// The right range in words, but another place of the file.
    Elsewhere,
}

#[derive(Clone)]
pub struct Set {
    pub file: Arc<Vec<u8>>,
    /// `None`: of this file.
    pub listing: Option<String>,
    pub plays: Vec<Play>,
}

pub struct Hub {
    pub address: String,
    heard: Arc<Mutex<Vec<String>>>,
}

/// Bytes that differ from place to place.
pub fn bytes(many: usize) -> Vec<u8> {
    (0..many).map(|at| (at / 7 + at % 251) as u8).collect()
}

pub fn sum(file: &[u8]) -> String {
    Sha256::digest(file).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn listing(sha256: &str, size: usize) -> String {
    format!(
        r#"[{{"type":"file","oid":"2c","size":9,"path":"README.md"}},
            {{"type":"file","oid":"7d","size":{size},"path":"{FILE}","lfs":{{"oid":"{sha256}","size":{size},"pointerSize":134}}}}]"#
    )
}

impl Hub {
    /// Plays one after the other, the last again and again.
    pub async fn start(set: Set) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard: Arc<Mutex<Vec<String>>> = Arc::default();
        let log = heard.clone();
        let plays = Arc::new(Mutex::new(VecDeque::from(set.plays.clone())));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, set.clone(), plays.clone(), log.clone()));
            }
        });
        Self {
            address: format!("http://127.0.0.1:{port}"),
            heard,
        }
    }

    /// Lines of requests with the range that was asked for.
    pub fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }
}

async fn serve(stream: TcpStream, set: Set, plays: Arc<Mutex<VecDeque<Play>>>, log: Arc<Mutex<Vec<String>>>) {
    let mut stream = BufReader::new(stream);
    let (mut line, mut from) = (String::new(), 0);
    stream.read_line(&mut line).await.unwrap();
    let path = line.split(' ').nth(1).unwrap_or_default().to_string();
    loop {
        let mut header = String::new();
        if stream.read_line(&mut header).await.unwrap_or(0) <= 2 {
            break;
        }
        if let Some(range) = header.to_lowercase().strip_prefix("range: bytes=") {
            from = range.trim().trim_end_matches('-').parse().unwrap();
        }
    }
    let range = if from > 0 {
        format!(" from {from}")
    } else {
        String::new()
    };
    log.lock().unwrap().push(format!("{path}{range}"));
    let stream = stream.into_inner();
    if path.starts_with("/api/models/") {
        let whole = set.listing.unwrap_or_else(|| listing(&sum(&set.file), set.file.len()));
        return send(stream, 200, "", whole.as_bytes(), whole.len(), None).await;
    }
    let play = {
        let mut plays = plays.lock().unwrap();
        let play = plays.front().cloned().unwrap_or(Play::Serve);
        if plays.len() > 1 {
            plays.pop_front();
        }
        play
    };
    let file = set.file;
    let rest = &file[from.min(file.len())..];
    let range = format!("content-range: bytes {from}-{}/{}\r\n", file.len() - 1, file.len());
    let part = |status: u16| if from > 0 { (206, range.as_str()) } else { (status, "") };
    match play {
        Play::Serve => send(stream, part(200).0, part(200).1, rest, rest.len(), None).await,
        Play::Cut(many) => send(stream, part(200).0, part(200).1, &rest[..many], rest.len(), None).await,
        Play::Slow(many, pause) => {
            send(stream, part(200).0, part(200).1, rest, rest.len(), Some((many, pause))).await;
        }
        Play::Stall(many) => {
            let forever = Some((many, Duration::from_secs(3_600)));
            send(stream, part(200).0, part(200).1, rest, rest.len(), forever).await;
        }
        Play::Whole => send(stream, 200, "", &file, file.len(), None).await,
        Play::WholeCut(many) => send(stream, 200, "", &file[..many], file.len(), None).await,
        Play::Status(status) => send(stream, status, "", b"no", 2, None).await,
        Play::To(place) => {
            let location = format!("location: {place}\r\n");
            send(stream, 302, &location, b"", 0, None).await;
        }
        Play::More => {
            let mut stream = stream;
            let more = [
                b"HTTP/1.1 200 Said\r\nconnection: close\r\n\r\n",
                file.as_slice(),
                b"more",
            ]
            .concat();
            let _ = stream.write_all(&more).await;
        }
        Play::Elsewhere => {
            let range = format!("content-range: bytes 0-{}/{}\r\n", file.len() - 1, file.len());
            send(stream, 206, &range, rest, rest.len(), None).await;
        }
    }
}

async fn send(
    mut stream: TcpStream,
    status: u16,
    headers: &str,
    body: &[u8],
    length: usize,
    pace: Option<(usize, Duration)>,
) {
    let head = format!("HTTP/1.1 {status} Said\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n");
    if stream.write_all(head.as_bytes()).await.is_err() {
        return;
    }
    let (step, pause) = pace.unwrap_or((body.len().max(1), Duration::ZERO));
    for some in body.chunks(step) {
        if stream.write_all(some).await.is_err() {
            return;
        }
        let _ = stream.flush().await;
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
    }
    let _ = stream.shutdown().await;
}
