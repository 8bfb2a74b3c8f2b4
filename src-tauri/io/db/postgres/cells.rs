//! PostgreSQL's values and types. In: types as the catalog names them, values in the binary form of the protocol. Out:
//! the contract's cells and kinds, every digit kept. Deliberately absent: floating point on the way of a decimal, and
//! the binary form of types that are mostly looked at: those the server writes as text itself.

use askwell_contract::{Cell, TypeKind};
use tokio_postgres::types::{FromSql, Kind, Type};

use super::super::text::{clock, day_of, interval};

/// Bytes of a blob that are kept.
const HEAD: usize = 16;
/// Days from 1970-01-01 to 2000-01-01, where PostgreSQL counts from.
const EPOCH: i64 = 10_957;
const MICROS_A_DAY: i64 = 86_400_000_000;

/// How the values of a column travel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    Bool,
    Int2,
    Int4,
    Int8,
    Unsigned4,
    Unsigned8,
    Float4,
    Float8,
    Numeric,
    Text,
    /// `char(n)`, filled up with blanks that PostgreSQL itself takes for nothing: it compares and casts without them.
    Padded,
    Byte,
    Json,
    Jsonb,
    Uuid,
    Bytea,
    Date,
    Time,
    TimeTz,
    Timestamp,
    TimestampTz,
    Interval,
    Net,
    Mac,
    Bits,
    Void,
    List(Box<Form>),
    /// In a form that the server is asked to give instead.
    Asked(Asked),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// As psql shows it.
    Text,
    Texts,
    /// An amount of money, whose text depends on the server's language, as a number.
    Number,
    Numbers,
    /// A row with named fields.
    Json,
}

pub fn form(kind: &Type) -> Form {
    match kind.kind() {
        Kind::Domain(base) => return form(base),
        Kind::Enum(_) => return Form::Text,
        Kind::Composite(_) => return Form::Asked(Asked::Json),
        Kind::Array(element) => {
            return match form(element) {
                Form::Asked(Asked::Json) => Form::Asked(Asked::Json),
                Form::Asked(Asked::Number) => Form::Asked(Asked::Numbers),
                Form::Asked(_) | Form::List(_) => Form::Asked(Asked::Texts),
                element => Form::List(Box::new(element)),
            };
        }
        Kind::Pseudo if *kind == Type::RECORD => return Form::Asked(Asked::Json),
        _ => {}
    }
    match *kind {
        Type::BOOL => Form::Bool,
        Type::INT2 => Form::Int2,
        Type::INT4 => Form::Int4,
        Type::INT8 => Form::Int8,
        Type::OID | Type::XID | Type::CID => Form::Unsigned4,
        Type::XID8 => Form::Unsigned8,
        Type::FLOAT4 => Form::Float4,
        Type::FLOAT8 => Form::Float8,
        Type::NUMERIC => Form::Numeric,
        Type::TEXT | Type::VARCHAR | Type::NAME | Type::UNKNOWN | Type::XML | Type::CSTRING => Form::Text,
        Type::BPCHAR => Form::Padded,
        Type::CHAR => Form::Byte,
        Type::JSON => Form::Json,
        Type::JSONB => Form::Jsonb,
        Type::UUID => Form::Uuid,
        Type::BYTEA => Form::Bytea,
        Type::DATE => Form::Date,
        Type::TIME => Form::Time,
        Type::TIMETZ => Form::TimeTz,
        Type::TIMESTAMP => Form::Timestamp,
        Type::TIMESTAMPTZ => Form::TimestampTz,
        Type::INTERVAL => Form::Interval,
        Type::INET | Type::CIDR => Form::Net,
        Type::MACADDR | Type::MACADDR8 => Form::Mac,
        Type::BIT | Type::VARBIT => Form::Bits,
        Type::VOID => Form::Void,
        Type::MONEY => Form::Asked(Asked::Number),
        _ if kind.name() == "citext" => Form::Text,
        _ => Form::Asked(Asked::Text),
    }
}

pub fn kind(of: &Type) -> TypeKind {
    match of.kind() {
        Kind::Domain(base) => return kind(base),
        Kind::Array(_) => return TypeKind::List,
        _ => {}
    }
    match form(of) {
        Form::Bool => TypeKind::Boolean,
        Form::Int2 | Form::Int4 | Form::Int8 | Form::Unsigned4 | Form::Unsigned8 => TypeKind::Integer,
        Form::Float4 | Form::Float8 => TypeKind::Real,
        Form::Numeric | Form::Asked(Asked::Number) => TypeKind::Decimal,
        Form::Text | Form::Padded | Form::Byte | Form::Uuid => TypeKind::Text,
        Form::Json | Form::Jsonb => TypeKind::Json,
        Form::Bytea => TypeKind::Blob,
        Form::Date => TypeKind::Date,
        Form::Time | Form::TimeTz => TypeKind::Time,
        Form::Timestamp | Form::TimestampTz => TypeKind::Timestamp,
        Form::Interval => TypeKind::Interval,
        Form::List(_) | Form::Asked(Asked::Texts | Asked::Numbers) => TypeKind::List,
        Form::Asked(Asked::Json) => TypeKind::Struct,
        Form::Net | Form::Mac | Form::Bits | Form::Void | Form::Asked(Asked::Text) => TypeKind::Other,
    }
}

/// The bytes of a value as they came.
pub struct Raw<'a>(&'a [u8]);

impl<'a> FromSql<'a> for Raw<'a> {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Self(raw))
    }
    fn accepts(_: &Type) -> bool {
        true
    }
}

/// `None`: the bytes are not what the type says.
pub fn cell(form: &Form, raw: Option<Raw<'_>>) -> Option<Cell> {
    match raw {
        Some(Raw(bytes)) => value(form, bytes),
        None => Some(Cell::Null),
    }
}

fn value(form: &Form, bytes: &[u8]) -> Option<Cell> {
    let text = || std::str::from_utf8(bytes).ok().map(str::to_string);
    Some(match form {
        Form::Bool => Cell::Bool(bytes != [0]),
        Form::Int2 => Cell::Int(i16::from_be_bytes(bytes.try_into().ok()?).into()),
        Form::Int4 => Cell::Int(i32::from_be_bytes(bytes.try_into().ok()?).into()),
        Form::Int8 => Cell::Int(i64::from_be_bytes(bytes.try_into().ok()?)),
        Form::Unsigned4 => Cell::Int(u32::from_be_bytes(bytes.try_into().ok()?).into()),
        Form::Unsigned8 => {
            let number = u64::from_be_bytes(bytes.try_into().ok()?);
            i64::try_from(number).map_or_else(|_| Cell::Decimal(number.to_string()), Cell::Int)
        }
        Form::Float4 => Cell::Real(wider(f32::from_be_bytes(bytes.try_into().ok()?))),
        Form::Float8 => Cell::Real(f64::from_be_bytes(bytes.try_into().ok()?)),
        Form::Numeric | Form::Asked(Asked::Number) => Cell::Decimal(numeric(bytes)?),
        Form::Text | Form::Asked(Asked::Text) => Cell::Text(text()?),
        Form::Padded => Cell::Text(std::str::from_utf8(bytes).ok()?.trim_end_matches(' ').to_string()),
        Form::Byte => Cell::Text(bytes.iter().filter(|b| **b != 0).map(|b| char::from(*b)).collect()),
        Form::Json | Form::Asked(Asked::Json) => Cell::Json(text()?),
        // One byte in front says which binary form it is; there is only the text so far.
        Form::Jsonb => Cell::Json(std::str::from_utf8(bytes.strip_prefix(&[1])?).ok()?.to_string()),
        Form::Uuid => Cell::Text(uuid(bytes)?),
        Form::Bytea => Cell::Blob {
            size: bytes.len() as u64,
            head: bytes.get(..HEAD).unwrap_or(bytes).to_vec(),
        },
        Form::Date => Cell::Date(date(i32::from_be_bytes(bytes.try_into().ok()?))),
        Form::Time => Cell::Time(clock(i128::from(i64::from_be_bytes(bytes.try_into().ok()?)) * 1_000)),
        Form::TimeTz => {
            let (time, zone) = bytes.split_at_checked(8)?;
            let time = clock(i128::from(i64::from_be_bytes(time.try_into().ok()?)) * 1_000);
            Cell::Time(time + &offset(i32::from_be_bytes(zone.try_into().ok()?)))
        }
        Form::Timestamp => Cell::Timestamp(timestamp(i64::from_be_bytes(bytes.try_into().ok()?), "")),
        Form::TimestampTz => Cell::Timestamp(timestamp(i64::from_be_bytes(bytes.try_into().ok()?), "+00")),
        Form::Interval => Cell::Interval(span(bytes)?),
        Form::Net => Cell::Text(net(bytes)?),
        Form::Mac => Cell::Text(bytes.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().join(":")),
        Form::Bits => {
            let (count, bits) = bytes.split_at_checked(4)?;
            let count = usize::try_from(i32::from_be_bytes(count.try_into().ok()?)).ok()?;
            let bits: String = bits.iter().map(|byte| format!("{byte:08b}")).collect();
            Cell::Text(bits.get(..count)?.to_string())
        }
        Form::Void => Cell::Text(String::new()),
        Form::List(element) => list(element, bytes)?,
        Form::Asked(Asked::Texts) => list(&Form::Text, bytes)?,
        Form::Asked(Asked::Numbers) => list(&Form::Numeric, bytes)?,
    })
}

/// By the shortest digits, as the engine prints it: 0.1 stays 0.1.
fn wider(value: f32) -> f64 {
    if value.is_finite() {
        value.to_string().parse().unwrap_or_else(|_| value.into())
    } else {
        value.into()
    }
}

/// Digits to the base of 10,000, the first of them worth 10,000 to the power of `weight`, and how many decimals to show.
fn numeric(bytes: &[u8]) -> Option<String> {
    let mut words = bytes.chunks_exact(2).map(|w| u16::from_be_bytes([w[0], w[1]]));
    let (count, weight) = (words.next()?, words.next()? as i16);
    let (sign, scale) = (words.next()?, usize::from(words.next()?));
    let digits: Vec<u16> = words.collect();
    if digits.len() != usize::from(count) {
        return None;
    }
    let sign = match sign {
        0xc000 => return Some("NaN".into()),
        0xd000 => return Some("Infinity".into()),
        0xf000 => return Some("-Infinity".into()),
        0x4000 => "-",
        _ => "",
    };
    // Digits that are zero at either end are not sent.
    let digit = |place: i32| {
        usize::try_from(place)
            .ok()
            .and_then(|i| digits.get(i))
            .copied()
            .unwrap_or(0)
    };
    let mut text = String::from(sign);
    if weight < 0 {
        text.push('0');
    }
    for place in 0..=i32::from(weight) {
        let digit = digit(place);
        text.push_str(&if place == 0 {
            digit.to_string()
        } else {
            format!("{digit:04}")
        });
    }
    if scale > 0 {
        let places = i32::from(weight) + 1..;
        let fraction: String = places
            .take(scale.div_ceil(4))
            .map(|place| format!("{:04}", digit(place)))
            .collect();
        text.push('.');
        text.push_str(fraction.get(..scale)?);
    }
    Some(text)
}

fn uuid(bytes: &[u8]) -> Option<String> {
    let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
    let parts = [
        hex.get(..8)?,
        hex.get(8..12)?,
        hex.get(12..16)?,
        hex.get(16..20)?,
        hex.get(20..32)?,
    ];
    Some(parts.join("-"))
}

fn date(days: i32) -> String {
    match days {
        i32::MAX => "infinity".into(),
        i32::MIN => "-infinity".into(),
        // As PostgreSQL writes and reads it.
        days => day_of(i64::from(days) + EPOCH).replace(" (BC)", " BC"),
    }
}

fn timestamp(micros: i64, zone: &str) -> String {
    match micros {
        i64::MAX => return "infinity".into(),
        i64::MIN => return "-infinity".into(),
        _ => {}
    }
    let day = day_of(micros.div_euclid(MICROS_A_DAY) + EPOCH);
    let time = clock(i128::from(micros.rem_euclid(MICROS_A_DAY)) * 1_000);
    match day.strip_suffix(" (BC)") {
        Some(day) => format!("{day} {time}{zone} BC"),
        None => format!("{day} {time}{zone}"),
    }
}

/// Seconds west of Greenwich, as `+02` or `-03:30`.
fn offset(west: i32) -> String {
    let (sign, seconds) = (if west > 0 { '-' } else { '+' }, west.unsigned_abs());
    let mut text = format!("{sign}{:02}", seconds / 3_600);
    if seconds % 3_600 > 0 {
        text.push_str(&format!(":{:02}", seconds / 60 % 60));
    }
    if seconds % 60 > 0 {
        text.push_str(&format!(":{:02}", seconds % 60));
    }
    text
}

fn span(bytes: &[u8]) -> Option<String> {
    let (micros, rest) = bytes.split_at_checked(8)?;
    let (days, months) = rest.split_at_checked(4)?;
    let micros = i64::from_be_bytes(micros.try_into().ok()?);
    let days = i32::from_be_bytes(days.try_into().ok()?);
    let months = i32::from_be_bytes(months.try_into().ok()?);
    Some(match (micros, days, months) {
        // Since version 17.
        (i64::MAX, i32::MAX, i32::MAX) => "infinity".into(),
        (i64::MIN, i32::MIN, i32::MIN) => "-infinity".into(),
        _ => match micros.checked_mul(1_000) {
            Some(nanos) => interval(months, days, nanos),
            None => {
                let sign = if micros < 0 { "-" } else { "" };
                let rest = format!("{sign}{}", clock(i128::from(micros).abs() * 1_000));
                if months == 0 && days == 0 {
                    rest
                } else {
                    format!("{} {rest}", interval(months, days, 0))
                }
            }
        },
    })
}

/// Family, bits of the network, whether it is a network, and the address.
fn net(bytes: &[u8]) -> Option<String> {
    let (head, address) = bytes.split_at_checked(4)?;
    let address = match address.len() {
        4 => std::net::IpAddr::from(<[u8; 4]>::try_from(address).ok()?),
        _ => std::net::IpAddr::from(<[u8; 16]>::try_from(address).ok()?),
    };
    let whole = if address.is_ipv4() { 32 } else { 128 };
    let (bits, is_network) = (*head.get(1)?, *head.get(2)? != 0);
    Some(if bits == whole && !is_network {
        address.to_string()
    } else {
        format!("{address}/{bits}")
    })
}

/// Dimensions, whether there are NULLs, the element's type, the length and first index of each dimension, the elements.
fn list(element: &Form, bytes: &[u8]) -> Option<Cell> {
    fn word(bytes: &mut &[u8]) -> Option<i32> {
        let (word, rest) = bytes.split_at_checked(4)?;
        *bytes = rest;
        Some(i32::from_be_bytes(word.try_into().ok()?))
    }
    fn nested(element: &Form, lengths: &[usize], bytes: &mut &[u8]) -> Option<Cell> {
        let Some((length, inner)) = lengths.split_first() else {
            let size = word(bytes)?;
            let Ok(size) = usize::try_from(size) else {
                return Some(Cell::Null);
            };
            let (own, rest) = bytes.split_at_checked(size)?;
            *bytes = rest;
            return value(element, own);
        };
        (0..*length)
            .map(|_| nested(element, inner, bytes))
            .collect::<Option<_>>()
            .map(Cell::List)
    }
    let mut rest = bytes;
    let dimensions = word(&mut rest)?;
    word(&mut rest)?;
    word(&mut rest)?;
    let mut lengths = Vec::new();
    for _ in 0..dimensions {
        lengths.push(usize::try_from(word(&mut rest)?).ok()?);
        word(&mut rest)?;
    }
    if lengths.is_empty() {
        return Some(Cell::List(Vec::new()));
    }
    nested(element, &lengths, &mut rest)
}
