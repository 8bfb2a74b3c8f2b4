#![allow(clippy::all)]
use askwell_reader::{link::Text, Asked, Known};
use std::io::BufRead;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let mut known: Option<Known> = None;
    for line in std::io::BufReader::new(std::fs::File::open(path).unwrap()).lines() {
        let mut line: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        if line.get("known").is_some() {
            let k: Known = serde_json::from_value(line["known"].take()).unwrap();
            known = Some(k.ready());
            continue;
        }
        let asked: Asked = serde_json::from_value(line["asked"].take()).unwrap();
        let k = known.as_ref().unwrap();
        let text = Text::new(k, &asked);
        for at in 0..text.tokens.len() {
            println!("{at} {} [{}]", text.tokens[at].lower, text.tokens[at].stem);
            for a in text.at(at) {
                println!("    {:?} {:.2} {} {:?}", a.meaning, a.score, a.loose, a.start..a.end);
            }
        }
        if std::env::args().nth(2).is_some() {
            for e in askwell_reader::constructions::edges(&text) {
                println!("{}..{} {} {:.2} {:?}", e.start, e.end, e.by, e.score, e.acts);
            }
        }
    }
}
