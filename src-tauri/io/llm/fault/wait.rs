//! How long a provider asks to wait. In: headers and body of its refusal. Out: milliseconds.
//!
//! Deliberately absent: waiting.

use std::time::{SystemTime, UNIX_EPOCH};

use reqwest::header::{HeaderMap, DATE, RETRY_AFTER};
use serde_json::Value;

/// `retry-after-ms`, then `retry-after` in seconds or as a date, then what Google writes into the body.
pub fn asked(headers: &HeaderMap, body: Option<&Value>) -> Option<u64> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    if let Some(exact) = text("retry-after-ms").and_then(|ms| ms.parse::<f64>().ok()) {
        return Some(milliseconds(exact / 1_000.0));
    }
    if let Some(after) = text(RETRY_AFTER.as_str()) {
        if let Ok(seconds) = after.parse::<f64>() {
            return Some(milliseconds(seconds));
        }
        if let Some(until) = date(after) {
            // By the provider's own clock where it tells it: this computer's may be wrong.
            let now = text(DATE.as_str()).and_then(date).unwrap_or_else(|| {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                i64::try_from(since.as_secs()).unwrap_or_default()
            });
            return Some(u64::try_from(until - now).unwrap_or(0).saturating_mul(1_000));
        }
    }
    let details = body?.pointer("/error/details")?.as_array()?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay"))?.as_str()?;
    delay.strip_suffix('s')?.parse::<f64>().ok().map(milliseconds)
}

fn milliseconds(seconds: f64) -> u64 {
    // A cast of a float saturates, and makes nothing of what is no number.
    (seconds.max(0.0) * 1_000.0).ceil() as u64
}

/// Seconds since 1970 of the form that HTTP asks for, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
fn date(text: &str) -> Option<i64> {
    let mut parts = text.split_once(", ")?.1.split(' ');
    let day: i64 = parts.next()?.parse().ok()?;
    let name = parts.next()?;
    let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let month = i64::try_from(months.iter().position(|month| *month == name)?).ok()? + 1;
    let year: i64 = parts.next()?.parse().ok()?;
    let mut time = parts.next()?.split(':').map(str::parse::<i64>);
    let (hour, minute, second) = (time.next()?.ok()?, time.next()?.ok()?, time.next()?.ok()?);
    (parts.next()? == "GMT").then_some(())?;
    // A server may write any number; the form has four digits for the year and two for the rest.
    let formed = (0..=9_999).contains(&year) && [day, hour, minute, second].iter().all(|n| (0..=99).contains(n));
    formed.then_some(())?;
    Some(days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second)
}

/// Days since 1970-01-01 in the Gregorian calendar: years start in March, so that the leap day is the last of its year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in pairs {
            map.insert(*name, reqwest::header::HeaderValue::from_static(value));
        }
        map
    }

    #[test]
    fn every_way_to_ask_for_a_wait_is_understood() {
        let body = serde_json::json!({"error": {"details": [
            {"@type": "type.googleapis.com/google.rpc.QuotaFailure"},
            {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "23.5s"}
        ]}});
        for (pairs, expected) in [
            (vec![("retry-after", "7")], Some(7_000)),
            (vec![("retry-after", "0.25")], Some(250)),
            (vec![("retry-after-ms", "1500"), ("retry-after", "9")], Some(1_500)),
            (
                vec![
                    ("date", "Wed, 21 Oct 2026 07:28:00 GMT"),
                    ("retry-after", "Wed, 21 Oct 2026 07:29:30 GMT"),
                ],
                Some(90_000),
            ),
            (vec![("retry-after", "Wed, 21 Oct 2015 07:28:00 GMT")], Some(0)),
            (vec![("retry-after", "soon")], Some(23_500)),
            (vec![], Some(23_500)),
        ] {
            assert_eq!(asked(&headers(&pairs), Some(&body)), expected, "{pairs:?}");
        }
        assert_eq!(asked(&HeaderMap::new(), None), None);
        assert_eq!(asked(&headers(&[("retry-after", "-3")]), None), Some(0));
    }

    #[test]
    fn dates_count_from_1970() {
        assert_eq!(date("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(date("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(date("Thu, 29 Feb 2024 00:00:00 GMT"), Some(1_709_164_800));
        assert_eq!(date("tomorrow"), None);
    }

    #[test]
    fn a_date_of_numbers_without_end_is_no_date() {
        for wild in [
            "Sun, 06 Nov 9223372036854775807 08:49:37 GMT",
            "Sun, 06 Nov -9223372036854775808 08:49:37 GMT",
            "Sun, 9223372036854775807 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 9223372036854775807:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:-9223372036854775808 GMT",
        ] {
            assert_eq!(date(wild), None, "{wild}");
        }
        let far = headers(&[("retry-after", "Fri, 31 Dec 9999 23:59:59 GMT")]);
        assert!(asked(&far, None).is_some_and(|wait| wait > 1_000_000_000));
    }
}
