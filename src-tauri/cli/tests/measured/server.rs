//! A server on the loopback that speaks as OpenAI's does, fails as often as it is told to, and keeps what it heard.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{json, Map, Value};

/// A request in the order in which it came, and whether it was answered.
#[derive(Clone)]
pub struct Heard {
    pub body: Value,
    pub text: String,
    pub answered: bool,
    /// Tokens that were charged, in and out.
    pub tokens: (u64, u64),
}

pub struct Server {
    pub address: String,
    heard: Arc<Mutex<Vec<Heard>>>,
}

impl Server {
    /// `sql`: what is written for a question. Every `fails`-th request is refused; 0: none. `keeps`: the texts of the requests
    /// are kept; over hours they would be the memory that grows.
    pub fn start(sql: BTreeMap<String, String>, fails: usize, keeps: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://127.0.0.1:{}/v1", listener.local_addr().unwrap().port());
        let heard = Arc::new(Mutex::new(Vec::new()));
        let (log, sql) = (heard.clone(), Arc::new(sql));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, sql) = (log.clone(), sql.clone());
                std::thread::spawn(move || serve(stream, &log, &sql, (fails, keeps)));
            }
        });
        Self { address, heard }
    }

    pub fn heard(&self) -> Vec<Heard> {
        self.heard.lock().unwrap().clone()
    }
}

fn serve(
    stream: TcpStream,
    log: &Mutex<Vec<Heard>>,
    sql: &BTreeMap<String, String>,
    (fails, keeps): (usize, bool),
) -> Option<()> {
    let text = read(&stream)?;
    let body: Value = serde_json::from_str(&text).ok()?;
    let reply = reply(&body, sql);
    let tokens = (text.len() as u64 / 4, reply.len() as u64 / 4 + 1);
    let answered = {
        let mut heard = log.lock().unwrap();
        let answered = fails == 0 || !(heard.len() + 1).is_multiple_of(fails);
        let (body, text) = if keeps {
            (body, text)
        } else {
            (Value::Null, String::new())
        };
        heard.push(Heard {
            body,
            text,
            answered,
            tokens,
        });
        answered
    };
    let (status, said) = match answered {
        false => ("503 Service Unavailable", json!({"error": {"message": "overloaded"}})),
        true => (
            "200 OK",
            json!({
                "id": "1", "object": "chat.completion", "created": 1, "model": "small",
                "choices": [{"index": 0, "finish_reason": "stop",
                             "message": {"role": "assistant", "content": reply}}],
                "usage": {"prompt_tokens": tokens.0, "completion_tokens": tokens.1,
                          "total_tokens": tokens.0 + tokens.1},
            }),
        ),
    };
    let said = said.to_string();
    let head = format!(
        "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        said.len()
    );
    let mut stream = stream;
    stream.write_all((head + &said).as_bytes()).ok()?;
    stream.flush().ok()
}

fn read(stream: &TcpStream) -> Option<String> {
    let mut stream = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).ok()?;
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    String::from_utf8(body).ok()
}

/// A query where text is wanted; of a form, what fills it least.
fn reply(body: &Value, sql: &BTreeMap<String, String>) -> String {
    match body["response_format"]["json_schema"].get("schema") {
        Some(schema) => filled(schema).to_string(),
        None => {
            let asked = messages(body);
            let question = sql
                .keys()
                .filter(|question| asked.contains(*question))
                .max_by_key(|q| q.len());
            let query = question.and_then(|question| sql.get(question));
            format!(
                "-- reading: as it was asked\n{}",
                query.map_or("SELECT 1", String::as_str)
            )
        }
    }
}

pub fn messages(body: &Value) -> String {
    let contents = body["messages"].as_array().into_iter().flatten();
    let texts: Vec<&str> = contents.filter_map(|message| message["content"].as_str()).collect();
    texts.join("\n")
}

fn filled(schema: &Value) -> Value {
    if let Some(first) = schema["enum"].get(0) {
        return first.clone();
    }
    match schema["type"].as_str() {
        Some("object") => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            Value::Object(
                fields
                    .map(|(name, of)| (name.clone(), filled(of)))
                    .collect::<Map<_, _>>(),
            )
        }
        Some("array") => json!([]),
        Some("number" | "integer") => json!(0),
        Some("boolean") => json!(false),
        _ => json!("A"),
    }
}
