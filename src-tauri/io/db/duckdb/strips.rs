//! DuckDB's columns, whole. In: Arrow arrays and logical types. Out: strips, whose values are those that `cells` gives
//! one by one. Deliberately absent: types that have no form of their own in a strip; they are cells.

use askwell_contract::strip::{Strip, Texts, Values, Written};
use askwell_contract::TypeKind;
use duckdb::arrow::array::{Array, AsArray, PrimitiveArray, StringArray};
use duckdb::arrow::datatypes::{
    ArrowPrimitiveType, DataType, Date32Type, Float32Type, Float64Type, Int16Type, Int32Type, Int64Type, Int8Type,
    TimeUnit, TimestampMicrosecondType, UInt16Type, UInt32Type, UInt8Type,
};
use duckdb::core::{LogicalTypeHandle, LogicalTypeId};

use super::super::text::write_date;
use super::cells::{cell, kind, wider, write_timestamp};

/// Of a microsecond.
const NANOS: i128 = 1_000;

pub fn strip(array: &dyn Array, logical: &LogicalTypeHandle) -> Strip {
    let text = matches!(logical.id(), LogicalTypeId::Varchar) && kind(logical) == TypeKind::Text;
    let values = match array.data_type() {
        DataType::Int8 => ints::<Int8Type>(array),
        DataType::Int16 => ints::<Int16Type>(array),
        DataType::Int32 => ints::<Int32Type>(array),
        DataType::Int64 => Values::Ints(array.as_primitive::<Int64Type>().values().to_vec()),
        DataType::UInt8 => ints::<UInt8Type>(array),
        DataType::UInt16 => ints::<UInt16Type>(array),
        DataType::UInt32 => ints::<UInt32Type>(array),
        DataType::Float32 => {
            let values = array.as_primitive::<Float32Type>().values();
            Values::Reals(values.iter().map(|v| wider(*v)).collect())
        }
        DataType::Float64 => Values::Reals(array.as_primitive::<Float64Type>().values().to_vec()),
        DataType::Utf8 if text => texts(array.as_string()),
        DataType::Date32 => written::<Date32Type>(array, Written::Date, write_date),
        DataType::Timestamp(TimeUnit::Microsecond, zone) => {
            let zone = zone.is_some();
            written::<TimestampMicrosecondType>(array, Written::Timestamp, |text, ticks| {
                write_timestamp(text, ticks, NANOS, zone);
            })
        }
        _ => Values::Cells((0..array.len()).map(|row| cell(array, row, Some(logical))).collect()),
    };
    let nulls = array.nulls().filter(|nulls| nulls.null_count() > 0);
    Strip {
        values,
        nulls: nulls.map_or(Vec::new(), |nulls| nulls.iter().map(|filled| !filled).collect()),
    }
}

fn ints<T: ArrowPrimitiveType<Native: Into<i64>>>(array: &dyn Array) -> Values {
    let values: &PrimitiveArray<T> = array.as_primitive();
    Values::Ints(values.values().iter().map(|v| (*v).into()).collect())
}

fn texts(array: &StringArray) -> Values {
    let mut texts = Texts::new(Written::Text, array.len());
    let offsets = array.value_offsets();
    let (from, to) = (
        offsets.first().copied().unwrap_or(0),
        offsets.last().copied().unwrap_or(0),
    );
    texts.text.reserve(usize::try_from(to - from).unwrap_or(0));
    for row in 0..array.len() {
        if !array.is_null(row) {
            texts.text.push_str(array.value(row));
        }
        texts.end();
    }
    Values::Texts(texts)
}

fn written<T: ArrowPrimitiveType>(
    array: &dyn Array,
    as_what: Written,
    write: impl Fn(&mut String, T::Native),
) -> Values {
    let values: &PrimitiveArray<T> = array.as_primitive();
    let mut texts = Texts::new(as_what, values.len());
    for row in 0..values.len() {
        if !values.is_null(row) {
            write(&mut texts.text, values.value(row));
        }
        texts.end();
    }
    Values::Texts(texts)
}
