//! Logs, records and formulas made by a machine: a start of the program reads what it can and loses nothing that is whole.

use askwell_fuzz::Machine;

use super::*;
use crate::desk::{faster, runs};
use crate::pipeline::kept::Kept;
use crate::prepare::{examples, sealed};

fn log() -> Vec<u8> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let memory = Arc::new(Memory::default());
        let desk = desk_over(&memory, vec![]);
        let id = desk.open("sqlite:/a.db").await.unwrap().connection.id;
        let question = "How many customers are there?";
        desk.ask(&id, question, "", Some("r".into()), |_| {}).await.unwrap();
        memory.load("runs", "r").unwrap().unwrap()
    })
}

#[test]
fn a_log_of_any_bytes_is_replayed_as_far_as_it_is_whole() {
    let whole = log();
    let lines: Vec<Vec<u8>> = whole.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
    let machine = Machine {
        name: "logs of runs",
        corpus: "",
        seeds: lines.iter().cloned().chain([lines[..3].concat()]).collect(),
        words: &[
            "\n",
            "{",
            "}",
            "null",
            "\"seq\":",
            "\"at\":",
            "\"artifact\":",
            "[]",
            "\\",
            "\"",
            "-1",
            "\"kind\":\"finished\"",
        ],
    };
    machine.run(|bytes| {
        let memory = Memory::default();
        // Behind the first lines of a real run, as a torn write leaves it.
        for (key, before) in [("a", 0), ("b", 2)] {
            memory
                .save("runs", key, &[lines[..before].concat(), bytes.to_vec()].concat())
                .unwrap();
        }
        memory.save("faster", "x", bytes).unwrap();
        memory.save("examples", "x", bytes).unwrap();
        let _ = faster::kept(&memory, "x");
        let _ = examples::verified(&memory, "x");
        let alone = runs::replay(&memory, "a").unwrap();
        let behind = runs::replay(&memory, "b").unwrap();
        assert!(behind.len() >= 2 || bytes.is_empty(), "what was whole is there");
        for events in [&alone, &behind] {
            let _ = Kept::of(events);
        }
        let known = runs::history(&memory, "nobody", &[], None, &mut runs::Index::new()).unwrap();
        (alone.len(), behind.len().min(6), known.len())
    });
}

#[test]
fn what_is_kept_sealed_is_opened_only_as_it_was_sealed() {
    let mut sealed = sealed::Writer::default();
    sealed.text("a text");
    sealed.numbers([1, 2, 3].into_iter());
    sealed.numbers64([u64::MAX].into_iter());
    sealed.bytes(b"bytes");
    let whole = sealed.seal(7);
    let machine = Machine {
        name: "sealed files",
        corpus: "",
        seeds: vec![whole.clone()],
        words: &["\0\0\0\0", "\u{1}\0\0\0", "\u{7f}"],
    };
    machine.run(|bytes| {
        // Past the sum, too, as if a fault of ours had sealed it.
        let body = bytes.get(20..).unwrap_or_default();
        let head = whole.get(..12).unwrap_or_default();
        let summed = [head, &sealed::sum(body).to_le_bytes(), body].concat();
        let mut read = 0;
        for bytes in [bytes, summed.as_slice()] {
            let Some(mut reader) = sealed::open(7, bytes) else {
                continue;
            };
            read += usize::from(reader.text().is_some());
            read += usize::from(reader.numbers().is_some());
            read += usize::from(reader.numbers64().is_some());
            read += usize::from(reader.bytes().is_some());
        }
        (read, sealed::open(7, bytes).is_some() && bytes != whole)
    });
}
