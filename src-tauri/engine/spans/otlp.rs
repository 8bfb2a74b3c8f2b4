//! Spans as OpenTelemetry's file exporter writes them: one JSON object a line, its form that of the protocol.
//!
//! In: spans. Out: JSON. Source: the specification of the OTLP file exporter, and the protocol's JSON mapping (ids in
//! hexadecimal digits, whole numbers of 64 bits as texts, enumerations as numbers).

use askwell_contract::run::Header;
use serde_json::{json, Map, Value};

use super::value_of;

pub type Attributes = Vec<(&'static str, Value)>;

#[derive(Debug, Clone, PartialEq)]
pub enum Status {
    Unset,
    Ok,
    Error(String),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    pub id: String,
    pub parent: Option<String>,
    pub name: String,
    /// A call to something else, rather than work of our own.
    pub client: bool,
    pub start: u64,
    pub end: u64,
    pub status: Status,
    pub attributes: Attributes,
    /// Name, nanoseconds since 1970, attributes.
    pub events: Vec<(&'static str, u64, Attributes)>,
}

const INTERNAL: u8 = 1;
const CLIENT: u8 = 3;

pub fn line(spans: &[Span], trace: &str, header: &Header) -> Value {
    let resource = [
        ("service.name", json!("askwell")),
        ("service.version", json!(header.askwell)),
    ];
    let spans: Vec<Value> = spans.iter().map(|span| written(span, trace)).collect();
    json!({
        "resourceSpans": [{
            "resource": { "attributes": listed(&resource) },
            "scopeSpans": [{
                "scope": { "name": "askwell.ask", "version": header.askwell },
                "spans": spans,
            }],
        }],
    })
}

fn written(span: &Span, trace: &str) -> Value {
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| out.insert(name.to_owned(), value);
    put("traceId", json!(trace));
    put("spanId", json!(span.id));
    if let Some(parent) = &span.parent {
        put("parentSpanId", json!(parent));
    }
    put("name", json!(span.name));
    put("kind", json!(if span.client { CLIENT } else { INTERNAL }));
    put("startTimeUnixNano", json!(span.start.to_string()));
    put("endTimeUnixNano", json!(span.end.max(span.start).to_string()));
    put("attributes", listed(&span.attributes));
    let events: Vec<Value> = span
        .events
        .iter()
        .map(|(name, at, told)| json!({ "timeUnixNano": at.to_string(), "name": name, "attributes": listed(told) }))
        .collect();
    if !events.is_empty() {
        put("events", json!(events));
    }
    let status = match &span.status {
        Status::Unset => json!({}),
        Status::Ok => json!({ "code": 1 }),
        Status::Error(why) => json!({ "code": 2, "message": why }),
    };
    put("status", status);
    Value::Object(out)
}

fn listed(attributes: &[(&'static str, Value)]) -> Value {
    let each = attributes
        .iter()
        .map(|(key, value)| json!({ "key": key, "value": value_of(value) }));
    Value::Array(each.collect())
}

/// An attribute of a line's first span, which is the run's.
pub fn attribute(line: &str, name: &str) -> Option<String> {
    let line: Value = serde_json::from_str(line).ok()?;
    let all = line
        .pointer("/resourceSpans/0/scopeSpans/0/spans/0/attributes")?
        .as_array()?;
    let value = all.iter().find(|one| one["key"] == name)?.get("value")?;
    let value = value.as_object()?.values().next()?;
    value.as_str().map(str::to_owned).or_else(|| Some(value.to_string()))
}
