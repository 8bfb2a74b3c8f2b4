//! DuckDB's values and types. In: Arrow arrays and logical types. Out: the contract's cells and kinds, every digit
//! kept. Deliberately absent: floating point on the way of a decimal, and Arrow beyond this file.

use askwell_contract::{Cell, Row, TypeKind};
use duckdb::arrow::array::{
    Array, ArrayRef, AsArray, FixedSizeBinaryArray, FixedSizeListArray, MapArray, StructArray, UnionArray,
};
use duckdb::arrow::datatypes::{
    DataType, Date32Type, Decimal128Type, Decimal32Type, Decimal64Type, Float32Type, Float64Type, Int16Type, Int32Type,
    Int64Type, Int8Type, IntervalMonthDayNanoType, IntervalUnit, Time64MicrosecondType, Time64NanosecondType, TimeUnit,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt16Type,
    UInt32Type, UInt64Type, UInt8Type,
};
use duckdb::arrow::util::display::array_value_to_string;
use duckdb::core::{LogicalTypeHandle, LogicalTypeId};

use super::super::text::{clock, date, decimal, interval, json, write_clock, write_day};

/// Bytes of a blob that are kept.
const HEAD: usize = 16;

pub fn kind(logical: &LogicalTypeHandle) -> TypeKind {
    if logical
        .get_alias()
        .is_some_and(|alias| alias.eq_ignore_ascii_case("json"))
    {
        return TypeKind::Json;
    }
    use LogicalTypeId as Id;
    match logical.id() {
        Id::Boolean => TypeKind::Boolean,
        Id::Tinyint | Id::Smallint | Id::Integer | Id::Bigint | Id::Hugeint => TypeKind::Integer,
        Id::UTinyint | Id::USmallint | Id::UInteger | Id::UBigint | Id::UHugeint | Id::Bignum => TypeKind::Integer,
        Id::Float | Id::Double => TypeKind::Real,
        Id::Decimal => TypeKind::Decimal,
        Id::Varchar | Id::Enum | Id::Uuid => TypeKind::Text,
        Id::Date => TypeKind::Date,
        Id::Time | Id::TimeTZ => TypeKind::Time,
        Id::Timestamp | Id::TimestampS | Id::TimestampMs | Id::TimestampNs | Id::TimestampTZ => TypeKind::Timestamp,
        Id::Interval => TypeKind::Interval,
        Id::Blob => TypeKind::Blob,
        Id::List | Id::Array => TypeKind::List,
        Id::Struct | Id::Map | Id::Union => TypeKind::Struct,
        _ => TypeKind::Other,
    }
}

/// Types that Arrow carries without their zone, as raw bytes, or not at all.
pub fn only_as_text(logical: &LogicalTypeHandle) -> bool {
    use LogicalTypeId as Id;
    matches!(
        logical.id(),
        Id::TimeTZ | Id::Bignum | Id::Bit | Id::Variant | Id::Geometry
    )
}

/// From the catalog's spelling of a type.
pub fn kind_of_declared(declared: &str) -> TypeKind {
    if declared.ends_with(']') {
        return TypeKind::List;
    }
    match declared.split('(').next().unwrap_or_default().trim() {
        "BOOLEAN" => TypeKind::Boolean,
        "TINYINT" | "SMALLINT" | "INTEGER" | "BIGINT" | "HUGEINT" | "BIGNUM" | "VARINT" => TypeKind::Integer,
        "UTINYINT" | "USMALLINT" | "UINTEGER" | "UBIGINT" | "UHUGEINT" => TypeKind::Integer,
        "FLOAT" | "DOUBLE" => TypeKind::Real,
        "DECIMAL" => TypeKind::Decimal,
        "VARCHAR" | "ENUM" | "UUID" => TypeKind::Text,
        "DATE" => TypeKind::Date,
        "JSON" => TypeKind::Json,
        "INTERVAL" => TypeKind::Interval,
        "BLOB" => TypeKind::Blob,
        "STRUCT" | "MAP" | "UNION" => TypeKind::Struct,
        word if word.starts_with("TIMESTAMP") => TypeKind::Timestamp,
        word if word.starts_with("TIME") => TypeKind::Time,
        _ => TypeKind::Other,
    }
}

/// `logical` is DuckDB's own type where it is known; some of its types share one Arrow type.
pub fn cell(array: &dyn Array, row: usize, logical: Option<&LogicalTypeHandle>) -> Cell {
    if array.is_null(row) {
        return Cell::Null;
    }
    let is_json = || logical.is_some_and(|l| kind(l) == TypeKind::Json);
    let id = logical.map(LogicalTypeHandle::id);
    match array.data_type() {
        DataType::Null => Cell::Null,
        DataType::Boolean => Cell::Bool(array.as_boolean().value(row)),
        DataType::Int8 => Cell::Int(array.as_primitive::<Int8Type>().value(row).into()),
        DataType::Int16 => Cell::Int(array.as_primitive::<Int16Type>().value(row).into()),
        DataType::Int32 => Cell::Int(array.as_primitive::<Int32Type>().value(row).into()),
        DataType::Int64 => Cell::Int(array.as_primitive::<Int64Type>().value(row)),
        DataType::UInt8 => Cell::Int(array.as_primitive::<UInt8Type>().value(row).into()),
        DataType::UInt16 => Cell::Int(array.as_primitive::<UInt16Type>().value(row).into()),
        DataType::UInt32 => Cell::Int(array.as_primitive::<UInt32Type>().value(row).into()),
        DataType::UInt64 => integer(array.as_primitive::<UInt64Type>().value(row).into()),
        DataType::Float32 => Cell::Real(wider(array.as_primitive::<Float32Type>().value(row))),
        DataType::Float64 => Cell::Real(array.as_primitive::<Float64Type>().value(row)),
        DataType::Decimal32(_, scale) => exact(array.as_primitive::<Decimal32Type>().value(row).into(), *scale, id),
        DataType::Decimal64(_, scale) => exact(array.as_primitive::<Decimal64Type>().value(row).into(), *scale, id),
        DataType::Decimal128(_, scale) => exact(array.as_primitive::<Decimal128Type>().value(row), *scale, id),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
            let text = string(array, row).to_string();
            match id {
                Some(LogicalTypeId::TimeTZ) => Cell::Time(text),
                Some(LogicalTypeId::Bignum) => text.parse().map_or(Cell::Decimal(text), Cell::Int),
                _ if is_json() => Cell::Json(text),
                _ => Cell::Text(text),
            }
        }
        DataType::Binary => blob(array.as_binary::<i32>().value(row)),
        DataType::LargeBinary => blob(array.as_binary::<i64>().value(row)),
        DataType::BinaryView => blob(array.as_binary_view().value(row)),
        DataType::FixedSizeBinary(_) => match array.as_any().downcast_ref::<FixedSizeBinaryArray>() {
            Some(array) => blob(array.value(row)),
            None => fallback(array, row),
        },
        DataType::Date32 => Cell::Date(date(array.as_primitive::<Date32Type>().value(row))),
        DataType::Time64(TimeUnit::Microsecond) => Cell::Time(clock(
            i128::from(array.as_primitive::<Time64MicrosecondType>().value(row)) * 1_000,
        )),
        DataType::Time64(TimeUnit::Nanosecond) => {
            Cell::Time(clock(array.as_primitive::<Time64NanosecondType>().value(row).into()))
        }
        DataType::Timestamp(unit, zone) => {
            let (ticks, nanos) = match unit {
                TimeUnit::Second => (array.as_primitive::<TimestampSecondType>().value(row), 1_000_000_000),
                TimeUnit::Millisecond => (array.as_primitive::<TimestampMillisecondType>().value(row), 1_000_000),
                TimeUnit::Microsecond => (array.as_primitive::<TimestampMicrosecondType>().value(row), 1_000),
                TimeUnit::Nanosecond => (array.as_primitive::<TimestampNanosecondType>().value(row), 1),
            };
            timestamp(ticks, nanos, zone.is_some())
        }
        DataType::Interval(IntervalUnit::MonthDayNano) => {
            let value = array.as_primitive::<IntervalMonthDayNanoType>().value(row);
            Cell::Interval(interval(value.months, value.days, value.nanoseconds))
        }
        DataType::List(_) => list(&array.as_list::<i32>().value(row), logical),
        DataType::LargeList(_) => list(&array.as_list::<i64>().value(row), logical),
        DataType::FixedSizeList(..) => match array.as_any().downcast_ref::<FixedSizeListArray>() {
            Some(array) => list(&array.value(row), logical),
            None => fallback(array, row),
        },
        DataType::Dictionary(..) => match array.as_any_dictionary_opt() {
            Some(dictionary) => {
                let key = dictionary.normalized_keys().get(row).copied().unwrap_or_default();
                cell(dictionary.values().as_ref(), key, None)
            }
            None => fallback(array, row),
        },
        DataType::Struct(_) => match array.as_any().downcast_ref::<StructArray>() {
            Some(array) => structure(array, row, logical),
            None => fallback(array, row),
        },
        DataType::Map(..) => match array.as_any().downcast_ref::<MapArray>() {
            Some(array) => map(array, row),
            None => fallback(array, row),
        },
        DataType::Union(..) => match array.as_any().downcast_ref::<UnionArray>() {
            Some(array) => cell(array.value(row).as_ref(), 0, None),
            None => fallback(array, row),
        },
        _ => fallback(array, row),
    }
}

/// 64 bits where they suffice, exact decimal notation beyond.
fn integer(value: i128) -> Cell {
    i64::try_from(value).map_or_else(|_| Cell::Decimal(value.to_string()), Cell::Int)
}

fn exact(value: i128, scale: i8, id: Option<LogicalTypeId>) -> Cell {
    match id {
        Some(LogicalTypeId::Hugeint) => integer(value),
        Some(LogicalTypeId::UHugeint) => {
            // The 128 bits are passed on as they are; the sign is Arrow's reading of them.
            let value = value as u128;
            i64::try_from(value).map_or_else(|_| Cell::Decimal(value.to_string()), Cell::Int)
        }
        _ => Cell::Decimal(decimal(value, scale)),
    }
}

/// By the shortest digits, as the engine prints it: 0.1 stays 0.1.
pub fn wider(value: f32) -> f64 {
    if value.is_finite() {
        value.to_string().parse().unwrap_or_else(|_| value.into())
    } else {
        value.into()
    }
}

fn timestamp(ticks: i64, nanos: i128, zone: bool) -> Cell {
    let mut text = String::with_capacity(29);
    write_timestamp(&mut text, ticks, nanos, zone);
    Cell::Timestamp(text)
}

/// Behind what is there already. `nanos`: of a tick.
pub fn write_timestamp(text: &mut String, ticks: i64, nanos: i128, zone: bool) {
    const NANOS_A_DAY: i128 = 86_400_000_000_000;
    // DuckDB's infinities.
    if ticks == i64::MAX || ticks == -i64::MAX {
        return text.push_str(if ticks > 0 { "infinity" } else { "-infinity" });
    }
    let day_of_ticks = NANOS_A_DAY / nanos;
    let within = i64::try_from(day_of_ticks).unwrap_or(i64::MAX);
    write_day(text, ticks.div_euclid(within));
    let era = text.ends_with(" (BC)");
    if era {
        text.truncate(text.len() - " (BC)".len());
    }
    text.push(' ');
    write_clock(text, i128::from(ticks.rem_euclid(within)) * nanos);
    for (wanted, mark) in [(zone, "+00"), (era, " (BC)")] {
        if wanted {
            text.push_str(mark);
        }
    }
}

/// A cell of the column to each row, the first of them from `from`. What the type is, is asked once for all of them.
pub fn append(array: &dyn Array, logical: &LogicalTypeHandle, from: usize, rows: &mut [Row]) {
    let text = matches!(logical.id(), LogicalTypeId::Varchar) && kind(logical) == TypeKind::Text;
    let filled = |at: &usize| !array.is_null(*at);
    let each = rows.iter_mut().zip(from..);
    match array.data_type() {
        DataType::Int32 => {
            let values = array.as_primitive::<Int32Type>();
            let cell = |at| Cell::Int(values.value(at).into());
            each.for_each(|(row, at)| row.push(Some(at).filter(filled).map_or(Cell::Null, cell)));
        }
        DataType::Int64 => {
            let values = array.as_primitive::<Int64Type>();
            let cell = |at| Cell::Int(values.value(at));
            each.for_each(|(row, at)| row.push(Some(at).filter(filled).map_or(Cell::Null, cell)));
        }
        DataType::Float64 => {
            let values = array.as_primitive::<Float64Type>();
            let cell = |at| Cell::Real(values.value(at));
            each.for_each(|(row, at)| row.push(Some(at).filter(filled).map_or(Cell::Null, cell)));
        }
        DataType::Utf8 if text => {
            let values = array.as_string::<i32>();
            let cell = |at| Cell::Text(values.value(at).to_string());
            each.for_each(|(row, at)| row.push(Some(at).filter(filled).map_or(Cell::Null, cell)));
        }
        _ => each.for_each(|(row, at)| row.push(cell(array, at, Some(logical)))),
    }
}

fn string(array: &dyn Array, row: usize) -> &str {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row),
        DataType::LargeUtf8 => array.as_string::<i64>().value(row),
        _ => array.as_string_view().value(row),
    }
}

fn blob(bytes: &[u8]) -> Cell {
    Cell::Blob {
        size: bytes.len() as u64,
        head: bytes.get(..HEAD).unwrap_or(bytes).to_vec(),
    }
}

fn list(values: &ArrayRef, logical: Option<&LogicalTypeHandle>) -> Cell {
    let nested = logical.filter(|l| matches!(l.id(), LogicalTypeId::List | LogicalTypeId::Array));
    let child = nested.filter(|l| l.num_children() > 0).map(|l| l.child(0));
    Cell::List(
        (0..values.len())
            .map(|i| cell(values.as_ref(), i, child.as_ref()))
            .collect(),
    )
}

fn structure(array: &StructArray, row: usize, logical: Option<&LogicalTypeHandle>) -> Cell {
    let nested = logical.filter(|l| l.id() == LogicalTypeId::Struct && l.num_children() == array.num_columns());
    let fields = array
        .column_names()
        .into_iter()
        .zip(array.columns())
        .enumerate()
        .map(|(i, (name, column))| {
            let child = nested.map(|l| l.child(i));
            (name.to_string(), cell(column.as_ref(), row, child.as_ref()))
        });
    Cell::Json(json::object(fields))
}

fn map(array: &MapArray, row: usize) -> Cell {
    let entries = array.value(row);
    let (keys, values) = (entries.column(0), entries.column(1));
    let pairs = (0..entries.len()).map(|i| (cell(keys.as_ref(), i, None).to_string(), cell(values.as_ref(), i, None)));
    Cell::Json(json::object(pairs))
}

/// A type of a later DuckDB, by its text.
fn fallback(array: &dyn Array, row: usize) -> Cell {
    array_value_to_string(array, row).map_or(Cell::Null, Cell::Text)
}
