//! The machine's clock. In: nothing. Out: the port [`Clock`]. Deliberately absent: time zones; the screen adds them.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use askwell_contract::ports::Clock;

#[derive(Debug, Clone, Copy)]
pub struct System {
    start: Instant,
}

impl System {
    pub fn new() -> Self {
        Self { start: Instant::now() }
    }
}

impl Default for System {
    fn default() -> Self {
        Self::new()
    }
}

/// A clock that began on a day of its own and goes on at the pace of the machine's.
#[derive(Debug, Clone, Copy)]
pub struct From {
    began: u64,
    since: System,
}

impl From {
    /// `began`: milliseconds since 1970-01-01 UTC.
    pub fn new(began: u64) -> Self {
        Self {
            began,
            since: System::new(),
        }
    }
}

impl Clock for From {
    fn now(&self) -> u64 {
        self.began.saturating_add(self.since.ticks() as u64)
    }

    fn ticks(&self) -> f64 {
        self.since.ticks()
    }
}

impl Clock for System {
    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    fn ticks(&self) -> f64 {
        self.start.elapsed().as_secs_f64() * 1000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_of_its_own_goes_on_from_its_day() {
        let clock = From::new(1_000);
        assert!((1_000..60_000).contains(&clock.now()));
    }

    #[test]
    fn ticks_never_go_back_and_now_is_after_2024() {
        let clock = System::new();
        let first = clock.ticks();
        assert!(clock.ticks() >= first);
        assert!(clock.now() > 1_704_067_200_000);
    }
}
