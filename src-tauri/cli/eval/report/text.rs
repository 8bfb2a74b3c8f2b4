//! Figures as text. In: a report. Out: lines to read. Deliberately absent: any counting.

use std::fmt::Write;

use super::{Calls, Purpose, Report, Share};
use crate::eval::{calibrate, ladder, turns};

// Writing to a String does not fail.
pub fn of(report: &Report) -> String {
    let mut out = String::new();
    say(&mut out, "EX", report.ex);
    say(&mut out, "EX as sets (BIRD's)", report.bird);
    say(&mut out, "any candidate", report.any);
    if let Some(f1) = report.soft_f1 {
        let _ = writeln!(out, "{:<38} {f1:.3}", "soft F1 (BIRD's)");
    }
    if let Some(score) = report.efficiency {
        let _ = writeln!(out, "{:<38} {score:.1}", "reward-based VES (BIRD's)");
    }
    for table in &report.tables {
        let _ = writeln!(out, "\n{}", table.title);
        for (name, share) in &table.rows {
            say(&mut out, &format!("  {name}"), *share);
        }
    }
    if !report.plain.is_empty() {
        let _ = writeln!(out, "\nbeside plainer ways to choose");
        for (name, share) in &report.plain {
            say(&mut out, &format!("  {name}"), *share);
        }
    }
    if !report.reviewed.is_empty() {
        let _ = writeln!(out, "\nthe review of answers");
        for (name, share) in &report.reviewed {
            say(&mut out, &format!("  {name}"), *share);
        }
    }
    out.push_str(&ladder::text(report.ladder.0, &report.ladder.1));
    let _ = writeln!(
        out,
        "\nms a question: p50 {:.0}, p95 {:.0}",
        report.milliseconds.p50, report.milliseconds.p95
    );
    let methods: Vec<String> = report
        .methods
        .iter()
        .map(|(method, count)| format!("{method} {count}"))
        .collect();
    let _ = writeln!(out, "chosen by: {}", methods.join(", "));
    if let Some(sums) = &report.calls {
        calls(&mut out, sums);
    }
    if !report.unmeasured.is_empty() {
        let _ = writeln!(out, "not measured: {}", report.unmeasured.len());
        for (id, why) in &report.unmeasured {
            let _ = writeln!(out, "  {id}: {why}");
        }
    }
    if report.left_out.flagged > 0 {
        let _ = writeln!(out, "left out because they are flagged: {}", report.left_out.flagged);
    }
    if report.left_out.dumps > 0 {
        let _ = writeln!(
            out,
            "left out because they need a server (--postgres URL): {}",
            report.left_out.dumps
        );
    }
    if report.without_turns > 0 {
        let _ = writeln!(
            out,
            "asked without the earlier turns of their conversation: {}",
            report.without_turns
        );
    }
    out.push_str(&report.conversations.as_ref().map(turns::text).unwrap_or_default());
    out.push_str(&report.calibration.as_ref().map(calibrate::text).unwrap_or_default());
    out
}

fn say(out: &mut String, name: &str, share: Share) {
    let Share { right, of, low, high } = share;
    if of == 0 {
        let _ = writeln!(out, "{name:<38} no question was measured");
        return;
    }
    let percent = 100.0 * right as f64 / of as f64;
    let _ = writeln!(
        out,
        "{name:<38} {right:>5} of {of:<5} {percent:>5.1}%  (95%: {:.1} to {:.1})",
        100.0 * low,
        100.0 * high
    );
}

fn calls(out: &mut String, sums: &Calls) {
    let _ = writeln!(
        out,
        "\n{:<24} {:>6} {:>6} {:>6} {:>10} {:>10} {:>9} {:>9} {:>10} {:>8}",
        "calls to models",
        "calls",
        "failed",
        "cache",
        "tokens in",
        "from cache",
        "to cache",
        "out",
        "dollars",
        "seconds"
    );
    let mut row = |name: &str, of: &Purpose| {
        let _ = writeln!(
            out,
            "{name:<24} {:>6} {:>6} {:>6} {:>10} {:>10} {:>9} {:>9} {:>10.4} {:>8.1}",
            of.calls, of.failed, of.cached, of.input, of.read, of.written, of.output, of.dollars, of.seconds
        );
    };
    for (purpose, of) in &sums.by {
        row(&format!("  {purpose}"), of);
    }
    row("all", &sums.all);
    let dollars = sums
        .dollars
        .map(|dollars| format!(", ${dollars:.5}"))
        .unwrap_or_default();
    let _ = writeln!(
        out,
        "a question: {:.0} calls in the middle (p95 {:.0}){dollars}, {:.1} s of calls in the middle (p95 {:.1})",
        sums.calls.p50, sums.calls.p95, sums.seconds.p50, sums.seconds.p95
    );
    if sums.all.unpriced > 0 {
        let _ = writeln!(
            out,
            "calls whose price is not known, which are in no sum of dollars: {}",
            sums.all.unpriced
        );
    }
    if sums.missing.0 > 0 {
        let _ = writeln!(
            out,
            "calls that the recording has no reply to: {}, of {} questions, which are not measured",
            sums.missing.0, sums.missing.1
        );
    }
}
