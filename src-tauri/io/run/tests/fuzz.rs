//! What a runner might say that is no runner any more: any bytes in the pipe are an order, a word, rows or an error.

use askwell_fuzz::Machine;

use super::super::wire::{self, Heard, Order, Word};

#[test]
fn any_bytes_in_the_pipe_are_heard_or_refused_on_both_sides() {
    let mut seeds = Vec::new();
    let mut add = |make: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = Vec::new();
        make(&mut bytes);
        seeds.push(bytes);
    };
    let rows = vec![
        vec![super::Cell::Int(-1), super::Cell::Text("é".into()), super::Cell::Null],
        vec![],
    ];
    add(&|to| wire::order(to, &Order::Describe).unwrap());
    add(&|to| wire::word(to, &Word::Complete).unwrap());
    add(&|to| wire::lot(to, &askwell_contract::ports::Lot::Rows(rows.clone()), &mut Vec::new()).unwrap());
    let machine = Machine {
        name: "the pipe",
        corpus: "",
        seeds,
        words: &[
            "\0\0\0\0",
            "\u{1}",
            "\u{2}",
            "{\"Columns\":[]}",
            "\"Complete\"",
            "\u{7f}",
            "{\"Cut\":\"Rows\"}",
        ],
    };
    machine.run(|bytes| {
        let order = wire::next_order(&mut &*bytes).map(|o| o.is_some()).ok();
        // As if the length were right, so that what is behind it is read.
        let mut framed = bytes.to_vec();
        if framed.len() > 5 {
            let body = u32::try_from(framed.len() - 5).unwrap().to_le_bytes();
            framed[..4].copy_from_slice(&body);
            framed[4] %= 3;
        }
        let heard = match wire::hear(&mut framed.as_slice(), &mut Vec::new()) {
            Ok(Some(Heard::Lot(lot))) => lot.into_rows().len().min(20),
            Ok(Some(Heard::Word(_))) => 100,
            Ok(None) => 101,
            Err(_) => 102,
        };
        (order, heard, framed.get(4).copied())
    });
}
