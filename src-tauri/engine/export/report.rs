//! A whole answer as one page that any browser opens: question, answer, chart, steps, all rows, and where they came from.
//!
//! In: the answer, the picture of its chart, rows. Out: HTML in one file, without a script and without anything from
//! elsewhere. Deliberately absent: numbers in a person's own format; they are as they are in the database.

use std::fmt::Write;

use askwell_contract::{Cell, ResultColumn, Row};

use super::{About, Form};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;color:#1d2433;background:#fff;max-width:60rem;margin:2.5rem \
auto;padding:0 1.25rem}h1{font-size:1.6rem;line-height:1.25;margin:0 0 .75rem}h2{font-size:1.05rem;margin:2rem 0 \
.5rem}.figure{font-size:2.6rem;font-weight:650;line-height:1.1;margin:.25rem 0}.says{font-size:1.1rem;margin:.25rem 0 \
1rem}.notes{color:#4b5568}img{max-width:100%;margin:1rem 0}table{border-collapse:collapse;font-size:.9rem}.rows{overflow-x:\
auto}th,td{padding:.3rem .75rem;border-bottom:1px solid #e3e7ee;text-align:left;vertical-align:top}th{border-bottom:2px \
solid #c5ccd8}.n{text-align:right;font-variant-numeric:tabular-nums}.none{color:#6b7484}pre{background:#f5f7fa;padding:1rem;\
overflow-x:auto;font-size:.85rem}.from th{font-weight:600;white-space:nowrap}@media print{body{margin:0;max-width:none}pre{\
white-space:pre-wrap}}section{border-top:2px solid #c5ccd8;margin-top:2.5rem;padding-top:.5rem}section h2{font-size:1.3rem;\
margin:1rem 0 .5rem}h3{font-size:1rem;margin:1.5rem 0 .5rem}";

pub struct Report {
    about: About,
    chart: Option<String>,
    /// One of several on a page, under the page's own heading.
    part: bool,
}

impl Report {
    pub fn new(about: &About, chart: Option<&str>) -> Self {
        Self {
            about: about.clone(),
            chart: chart.map(str::to_string),
            part: false,
        }
    }

    pub fn part(about: &About, chart: Option<&str>) -> Self {
        Self {
            part: true,
            ..Self::new(about, chart)
        }
    }

    fn title(&self) -> &str {
        self.about.question.as_deref().unwrap_or(&self.about.database)
    }

    /// A heading inside the answer.
    fn heading(&self, text: &str) -> String {
        let level = if self.part { 3 } else { 2 };
        format!("<h{level}>{text}</h{level}>\n")
    }
}

impl Form for Report {
    fn head(&mut self, columns: &[ResultColumn], into: &mut String) {
        // Writing to a string cannot fail.
        if self.part {
            let _ = writeln!(into, "<section>\n<h2>{}</h2>", html(self.title()));
        } else {
            page_head(self.title(), into);
        }
        if let Some(answer) = &self.about.answer {
            if let Some(figure) = &answer.headline {
                let _ = writeln!(into, "<p class=\"figure\">{}</p>", html(figure));
            }
            let _ = writeln!(into, "<p class=\"says\">{}</p>", html(&answer.sentence));
            list(
                into,
                "ul class=\"notes\"",
                "ul",
                answer.notes.iter().map(|note| html(note)),
            );
        }
        if let Some(chart) = &self.chart {
            let title = self.about.answer.as_ref().and_then(|a| a.chart.as_ref());
            let alt = title.map_or("Chart of the rows below", |chart| chart.title.as_str());
            let _ = writeln!(
                into,
                "<img alt=\"{}\" src=\"data:image/svg+xml,{}\">",
                html(alt),
                percent(chart)
            );
        }
        if let Some(answer) = self.about.answer.as_ref().filter(|a| !a.steps.is_empty()) {
            into.push_str(&self.heading("How this was worked out"));
            list(into, "ol", "ol", answer.steps.iter().map(|step| html(&step.text)));
        }
        into.push_str(&self.heading("Rows"));
        table_head(columns, into);
    }

    fn row(&mut self, row: &Row, into: &mut String) {
        cells(row, into);
    }

    fn foot(&mut self, rows: u64, into: &mut String) {
        table_foot(into);
        into.push_str(&self.heading("Where this came from"));
        into.push_str("<table class=\"from\">\n");
        let told = ["Question", "Answer", "Notes", "SQL"];
        for (name, value) in self
            .about
            .lines(rows)
            .iter()
            .filter(|(name, _)| !told.contains(&name.as_str()))
        {
            let _ = writeln!(into, "<tr><th scope=\"row\">{name}</th><td>{}</td></tr>", html(value));
        }
        let _ = writeln!(into, "</table>\n<pre><code>{}</code></pre>", html(&self.about.sql));
        if self.part {
            into.push_str("</section>\n");
        } else {
            page_foot(into);
        }
    }
}

pub(super) fn table_head(columns: &[ResultColumn], into: &mut String) {
    into.push_str("<div class=\"rows\"><table>\n<thead><tr>");
    for column in columns {
        let class = if column.kind.is_number() { " class=\"n\"" } else { "" };
        let _ = write!(into, "<th scope=\"col\"{class}>{}</th>", html(&column.name));
    }
    into.push_str("</tr></thead>\n<tbody>\n");
}

pub(super) fn cells(row: &Row, into: &mut String) {
    into.push_str("<tr>");
    for cell in row {
        let number = matches!(cell, Cell::Int(_) | Cell::Real(_) | Cell::Decimal(_));
        let class = if number { " class=\"n\"" } else { "" };
        let _ = match cell {
            Cell::Null => write!(into, "<td class=\"none\">NULL</td>"),
            cell => write!(into, "<td{class}>{}</td>", html(&cell.to_string())),
        };
    }
    into.push_str("</tr>\n");
}

pub(super) fn table_foot(into: &mut String) {
    into.push_str("</tbody>\n</table></div>\n");
}

/// Up to the page's heading.
pub(super) fn page_head(title: &str, into: &mut String) {
    let title = html(title);
    into.push_str("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    into.push_str(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src \
         data:\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
    );
    let _ = write!(
        into,
        "<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
}

pub(super) fn page_foot(into: &mut String) {
    into.push_str("</body>\n</html>\n");
}

pub(super) fn list(into: &mut String, open: &str, close: &str, items: impl ExactSizeIterator<Item = String>) {
    if items.len() == 0 {
        return;
    }
    let items: String = items.map(|item| format!("<li>{item}</li>\n")).collect();
    let _ = writeln!(into, "<{open}>\n{items}</{close}>");
}

pub(super) fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// For an address: a picture in an `<img>` runs nothing, whatever it holds.
fn percent(svg: &str) -> String {
    let mut out = String::with_capacity(svg.len() * 3 / 2);
    for byte in svg.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~ =:/,;()".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
