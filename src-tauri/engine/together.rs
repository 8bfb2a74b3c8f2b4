//! Several futures at once on one task, which lets them borrow.
//!
//! In: futures. Out: their results in the same order, or the first error. Written here because the house has no
//! need of a futures library but for this.

use std::future::{poll_fn, Future};
use std::pin::Pin;
use std::task::Poll;

type Boxed<'f, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'f>>;

/// At most `at_once` are under way at any time.
pub async fn together<'f, T, E>(
    at_once: usize,
    futures: impl Iterator<Item = impl Future<Output = Result<T, E>> + Send + 'f>,
) -> Result<Vec<T>, E> {
    let mut waiting: Vec<Boxed<'f, T, E>> = futures.map(|f| Box::pin(f) as Boxed<'f, T, E>).collect();
    waiting.reverse();
    let mut done: Vec<Option<T>> = (0..waiting.len()).map(|_| None).collect();
    let mut under_way: Vec<(usize, Boxed<'f, T, E>)> = Vec::new();
    let mut next = 0;
    poll_fn(|context| loop {
        while under_way.len() < at_once.max(1) {
            let Some(future) = waiting.pop() else { break };
            under_way.push((next, future));
            next += 1;
        }
        let mut finished = false;
        let mut still = Vec::with_capacity(under_way.len());
        for (place, mut future) in under_way.drain(..) {
            match future.as_mut().poll(context) {
                Poll::Ready(Ok(value)) => {
                    finished = true;
                    if let Some(slot) = done.get_mut(place) {
                        *slot = Some(value);
                    }
                }
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => still.push((place, future)),
            }
        }
        under_way = still;
        if under_way.is_empty() && waiting.is_empty() {
            return Poll::Ready(Ok(()));
        }
        // A finished one makes room: start the next now, or nobody would wake us for it.
        if !finished {
            return Poll::Pending;
        }
    })
    .await?;
    Ok(done.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn results_keep_their_order_and_the_bound_holds() {
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (now, most) = (&now, &most);
        let futures = (0..20usize).map(|i| async move {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            for _ in 0..(20 - i) {
                tokio::task::yield_now().await;
            }
            now.fetch_sub(1, Ordering::SeqCst);
            Ok::<_, ()>(i)
        });
        assert_eq!(together(4, futures).await, Ok((0..20).collect()));
        assert_eq!(most.load(Ordering::SeqCst), 4);
    }

    #[tokio::test]
    async fn the_first_error_ends_it() {
        let futures = [Ok(1), Err("no"), Ok(3)].into_iter().map(|r| async move { r });
        assert_eq!(together(2, futures).await, Err("no"));
        let none: [std::future::Ready<Result<u8, ()>>; 0] = [];
        assert_eq!(together(2, none.into_iter()).await, Ok(vec![]));
    }
}
