//! A server on this machine that says what a test tells it to, also in the ways in which servers fail.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// What is done with a request.
#[derive(Clone)]
pub enum Play {
    Answer(Answer),
    /// Promises more than it sends, and closes.
    Truncated(Answer),
    /// Sends a part without a promise of its length, and closes.
    Ended(Answer),
    /// Resets the connection before anything is said.
    Reset,
    /// A byte at a time.
    Drip(Answer, Duration),
    /// Half of it, and then nothing.
    Stall(Answer),
    /// Nothing at all.
    Hang,
    /// The first so many bytes of all that would be sent, the head included.
    Cut(Answer, Frame, usize),
}

/// How a reader knows where a body ends.
#[derive(Debug, Clone, Copy)]
pub enum Frame {
    Length,
    Close,
    Chunks,
}

#[derive(Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn json(status: u16, body: &Value) -> Self {
        Self {
            status,
            headers: vec![("content-type".into(), "application/json".into())],
            body: body.to_string(),
        }
    }
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.into(), value.into()));
        self
    }
}

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Heard {
    pub method: String,
    /// With the query.
    pub path: String,
    /// By their names in lower case.
    pub headers: BTreeMap<String, String>,
    pub text: String,
}

impl Heard {
    pub fn body(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }
}

pub struct Server {
    /// `http://127.0.0.1:port`.
    pub address: String,
    pub port: u16,
    heard: Arc<Mutex<Vec<Heard>>>,
}

impl Server {
    /// Plays one after the other, the last again and again.
    pub async fn start(plays: Vec<Play>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let log = heard.clone();
        tokio::spawn(async move {
            let mut at = 0;
            while let Ok((stream, _)) = listener.accept().await {
                let play = plays[at.min(plays.len() - 1)].clone();
                at += 1;
                tokio::spawn(serve(stream, move |_| play, log.clone()));
            }
        });
        Self {
            address: format!("http://127.0.0.1:{port}"),
            port,
            heard,
        }
    }

    /// Plays by what is asked for; 404 for all else.
    pub async fn by_path(plays: Vec<(&'static str, Play)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let log = heard.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let plays = plays.clone();
                let pick = move |heard: &Heard| {
                    let known = plays.into_iter().find(|(path, _)| *path == heard.path);
                    known.map_or_else(|| Play::Answer(Answer::json(404, &Value::Null)), |(_, play)| play)
                };
                tokio::spawn(serve(stream, pick, log.clone()));
            }
        });
        Self {
            address: format!("http://127.0.0.1:{port}"),
            port,
            heard,
        }
    }

    pub fn heard(&self) -> Vec<Heard> {
        self.heard.lock().unwrap().clone()
    }
}

async fn serve(stream: TcpStream, pick: impl FnOnce(&Heard) -> Play, log: Arc<Mutex<Vec<Heard>>>) {
    let mut stream = BufReader::new(stream);
    let Some(heard) = read(&mut stream).await else { return };
    let play = pick(&heard);
    log.lock().unwrap().push(heard);
    let mut stream = stream.into_inner();
    match play {
        Play::Answer(answer) => {
            let _ = stream
                .write_all(
                    &[head(&answer, Some(answer.body.len())), answer.body]
                        .concat()
                        .into_bytes(),
                )
                .await;
            let _ = stream.shutdown().await;
        }
        Play::Truncated(answer) => {
            let half = &answer.body[..answer.body.len() / 2];
            let text = head(&answer, Some(answer.body.len())) + half;
            let _ = stream.write_all(text.as_bytes()).await;
            let _ = stream.shutdown().await;
        }
        Play::Ended(answer) => {
            let half = &answer.body[..answer.body.len() / 2];
            let _ = stream.write_all((head(&answer, None) + half).as_bytes()).await;
            let _ = stream.shutdown().await;
        }
        Play::Reset => {
            let stream = socket2::Socket::from(stream.into_std().unwrap());
            stream.set_linger(Some(Duration::ZERO)).unwrap();
        }
        Play::Drip(answer, pause) => {
            let head = head(&answer, Some(answer.body.len()));
            if stream.write_all(head.as_bytes()).await.is_ok() {
                for byte in answer.body.bytes() {
                    if stream.write_all(&[byte]).await.is_err() {
                        return;
                    }
                    tokio::time::sleep(pause).await;
                }
            }
        }
        Play::Stall(answer) => {
            let half = &answer.body[..answer.body.len() / 2];
            let text = head(&answer, Some(answer.body.len())) + half;
            let _ = stream.write_all(text.as_bytes()).await;
            std::future::pending::<()>().await;
        }
        Play::Hang => std::future::pending().await,
        Play::Cut(answer, frame, at) => {
            let all = wire(&answer, frame);
            let _ = stream.write_all(&all[..at]).await;
            let _ = stream.shutdown().await;
        }
    }
}

/// All bytes of an answer.
pub fn wire(answer: &Answer, frame: Frame) -> Vec<u8> {
    match frame {
        Frame::Length => head(answer, Some(answer.body.len())) + &answer.body,
        Frame::Close => head(answer, None) + &answer.body,
        Frame::Chunks => {
            let chunks = answer.body.as_bytes().chunks(61).map(|chunk| {
                let text = String::from_utf8_lossy(chunk);
                format!("{:x}\r\n{text}\r\n", chunk.len())
            });
            let chunks: String = chunks.collect();
            let answer = answer.clone().with("transfer-encoding", "chunked");
            head(&answer, None) + &chunks + "0\r\n\r\n"
        }
    }
    .into_bytes()
}

fn head(answer: &Answer, length: Option<usize>) -> String {
    let mut head = format!("HTTP/1.1 {} Said\r\nconnection: close\r\n", answer.status);
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if let Some(length) = length {
        head.push_str(&format!("content-length: {length}\r\n"));
    }
    head + "\r\n"
}

async fn read(stream: &mut BufReader<TcpStream>) -> Option<Heard> {
    let mut line = String::new();
    stream.read_line(&mut line).await.ok()?;
    let mut words = line.split(' ');
    let (method, path) = (words.next()?.to_string(), words.next()?.to_string());
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        headers.insert(name.to_lowercase(), value.to_string());
    }
    let length = headers
        .get("content-length")
        .map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    Some(Heard {
        method,
        path,
        headers,
        text: String::from_utf8(body).unwrap(),
    })
}
