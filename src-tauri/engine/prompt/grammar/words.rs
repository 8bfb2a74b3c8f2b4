//! The words of each dialect that a query may use besides names.

use askwell_contract::Dialect;

/// Functions; each may also be written in lower case.
pub fn functions(dialect: Dialect) -> Vec<&'static str> {
    const ALL: [&str; 37] = [
        "COUNT",
        "SUM",
        "AVG",
        "MIN",
        "MAX",
        "ABS",
        "ROUND",
        "COALESCE",
        "NULLIF",
        "LOWER",
        "UPPER",
        "LENGTH",
        "TRIM",
        "LTRIM",
        "RTRIM",
        "REPLACE",
        "SUBSTR",
        "SIGN",
        "POWER",
        "SQRT",
        "FLOOR",
        "CEIL",
        "MOD",
        "LN",
        "EXP",
        "ROW_NUMBER",
        "RANK",
        "DENSE_RANK",
        "PERCENT_RANK",
        "NTILE",
        "LAG",
        "LEAD",
        "FIRST_VALUE",
        "LAST_VALUE",
        "NTH_VALUE",
        "CUME_DIST",
        "CONCAT",
    ];
    const SQLITE: [&str; 14] = [
        "STRFTIME",
        "DATE",
        "TIME",
        "DATETIME",
        "JULIANDAY",
        "UNIXEPOCH",
        "PRINTF",
        "FORMAT",
        "INSTR",
        "IFNULL",
        "IIF",
        "GROUP_CONCAT",
        "TOTAL",
        "TYPEOF",
    ];
    const DUCKDB: [&str; 29] = [
        "DATE_TRUNC",
        "DATE_PART",
        "DATE_DIFF",
        "DATE_ADD",
        "STRFTIME",
        "STRPTIME",
        "YEAR",
        "QUARTER",
        "MONTH",
        "WEEK",
        "DAY",
        "HOUR",
        "DAYNAME",
        "MONTHNAME",
        "DAYOFWEEK",
        "ISODOW",
        "MEDIAN",
        "MODE",
        "QUANTILE_CONT",
        "STDDEV",
        "STRING_AGG",
        "LIST",
        "ARG_MAX",
        "ARG_MIN",
        "STRPOS",
        "SUBSTRING",
        "LEFT",
        "CURRENT_DATE",
        "GREATEST",
    ];
    const POSTGRES: [&str; 20] = [
        "DATE_TRUNC",
        "DATE_PART",
        "TO_CHAR",
        "TO_DATE",
        "AGE",
        "NOW",
        "STRING_AGG",
        "ARRAY_AGG",
        "PERCENTILE_CONT",
        "STDDEV",
        "VARIANCE",
        "STRPOS",
        "SUBSTRING",
        "LEFT",
        "RIGHT",
        "SPLIT_PART",
        "INITCAP",
        "GREATEST",
        "LEAST",
        "MAKE_DATE",
    ];
    let own: &[&str] = match dialect {
        Dialect::Sqlite => &SQLITE,
        Dialect::Duckdb => &DUCKDB,
        Dialect::Postgres => &POSTGRES,
    };
    ALL.iter().chain(own).copied().collect()
}

/// Types to cast to.
pub fn kinds(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Sqlite => &["INTEGER", "INT", "REAL", "TEXT", "NUMERIC", "FLOAT"],
        Dialect::Duckdb => &[
            "INTEGER",
            "INT",
            "BIGINT",
            "DOUBLE",
            "FLOAT",
            "VARCHAR",
            "TEXT",
            "DATE",
            "TIMESTAMP",
            "BOOLEAN",
            "DECIMAL(18,2)",
        ],
        Dialect::Postgres => &[
            "integer",
            "bigint",
            "numeric",
            "text",
            "date",
            "timestamp",
            "boolean",
            "double precision",
            "INTEGER",
            "BIGINT",
            "NUMERIC",
            "TEXT",
            "DATE",
            "TIMESTAMP",
            "FLOAT",
        ],
    }
}

/// Parts of a moment.
pub fn fields(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Sqlite => &["YEAR"],
        _ => &[
            "YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "DOW", "ISODOW", "DOY", "EPOCH", "year",
            "quarter", "month", "week", "day", "hour", "minute", "dow", "isodow", "doy", "epoch",
        ],
    }
}
