use askwell_contract::strip::Strip;

use super::*;

/// A feed whose reader has not read yet and whose channel takes no more.
fn full(cancel: &Cancel) -> (Feed, Reply, usize) {
    let (mut feed, reply) = feed(Limits::EXPORT, cancel);
    feed.columns(vec![Heading {
        name: "a".into(),
        kind: Some(TypeKind::Integer),
    }]);
    let mut rows = 0;
    while feed.batches.capacity() > 0 {
        assert!(feed.row(vec![Cell::Int(1)]));
        rows += 1;
    }
    (feed, reply, rows)
}

/// No watch runs here: the feed notices the stop before anyone has told it why.
#[tokio::test]
async fn a_batch_that_was_not_handed_over_is_never_called_complete() {
    for rows in [BATCH, 1] {
        let cancel = Cancel::new();
        let (mut feed, reply, waiting) = full(&cancel);
        cancel.cancel();
        let engine = std::thread::spawn(move || {
            for _ in 0..rows {
                feed.row(vec![Cell::Int(1)]);
            }
            feed.end(Ok(()));
        });
        engine.join().unwrap();
        let mut stream = reply.stream(&Cancel::new()).await.unwrap().unwrap();
        let mut read = 0;
        while let Some(batch) = stream.next().await {
            read += batch.len();
        }
        assert_eq!(
            (read, stream.end()),
            (waiting, End::Cut(Truncation::Cancelled)),
            "{rows}"
        );
    }
}

fn strips(values: std::ops::Range<i64>) -> Strips {
    let values: Vec<i64> = values.collect();
    Strips {
        rows: values.len(),
        columns: vec![Strip {
            values: Values::Ints(values),
            nulls: Vec::new(),
        }],
    }
}

/// What a reader gets of ten rows in two batches, within `limits`.
async fn read_of_ten(limits: Limits) -> (Vec<Row>, Option<Truncation>) {
    let (mut feed, reply) = feed(limits, &Cancel::new());
    feed.columns(vec![Heading {
        name: "a".into(),
        kind: Some(TypeKind::Integer),
    }]);
    let _ = feed.strips(strips(0..6)) && feed.strips(strips(6..10));
    feed.end(Ok(()));
    let set = reply
        .stream(&Cancel::new())
        .await
        .unwrap()
        .unwrap()
        .collect()
        .await
        .unwrap();
    (set.rows, set.truncated)
}

#[tokio::test]
async fn columns_keep_the_limits_that_rows_keep() {
    let first = |n: i64| (0..n).map(|v| vec![Cell::Int(v)]).collect::<Vec<Row>>();
    let rows = |rows| Limits { rows, ..Limits::EXPORT };
    assert_eq!(read_of_ten(Limits::EXPORT).await, (first(10), None));
    assert_eq!(read_of_ten(rows(10)).await, (first(10), None));
    assert_eq!(read_of_ten(rows(8)).await, (first(8), Some(Truncation::Rows)));
    assert_eq!(read_of_ten(rows(6)).await, (first(6), Some(Truncation::Rows)));
    let bytes = Limits {
        bytes: 60,
        ..Limits::EXPORT
    };
    assert_eq!(read_of_ten(bytes).await, (first(6), Some(Truncation::Bytes)));
}
