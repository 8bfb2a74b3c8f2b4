//! PostgreSQL 15: mathematics, text, patterns, dates, JSON, arrays, ranges, networks, geometry, full text search,
//! aggregates, windows, and the few system functions that only describe a value.

pub const KNOWN: &str = "
    abbrev acosd age area array_agg array_append array_cat array_dims array_fill array_length array_lower array_ndims
    array_position array_positions array_prepend array_remove array_replace array_to_json array_to_string array_upper
    asind atan2d atand bit_and bit_count bit_length bit_or bit_xor bool_and bool_or bound_box box broadcast btrim
    cardinality cbrt center circle clock_timestamp convert convert_from convert_to cosd cotd current_catalog
    current_database current_role current_schema current_schemas current_user date date_bin date_part date_trunc
    decode diagonal diameter div encode enum_first enum_last enum_range erf every extract factorial family format
    format_type gcd gen_random_uuid get_bit get_byte getdatabaseencoding has_column_privilege has_table_privilege
    height host hostmask inet_merge inet_same_family initcap isclosed isempty isfinite isopen json_agg
    json_array_length json_build_array json_build_object json_extract_path json_extract_path_text json_object
    json_object_agg json_populate_record json_populate_recordset json_strip_nulls json_typeof jsonb_agg
    jsonb_array_length jsonb_build_array jsonb_build_object jsonb_extract_path jsonb_extract_path_text jsonb_insert
    jsonb_object jsonb_object_agg jsonb_path_exists jsonb_path_match jsonb_path_query_array jsonb_path_query_first
    jsonb_populate_record jsonb_populate_recordset jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_typeof
    justify_days justify_hours justify_interval lcm line log lower_inc lower_inf lseg macaddr8_set7bit make_date
    make_interval make_time make_timestamp make_timestamptz masklen min_scale mode multirange netmask network normalize
    now npoints num_nonnulls num_nulls numnode numeric obj_description col_description overlay parse_ident path
    phraseto_tsquery plainto_tsquery pg_client_encoding pg_column_size pg_size_pretty pg_typeof
    pg_table_is_visible point polygon querytree quote_ident quote_literal quote_nullable radius range_agg
    range_intersect_agg range_merge regexp_count regexp_instr regexp_like regexp_match regexp_split_to_array
    regexp_substr regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy
    row_to_json scale session_user set_bit set_byte set_masklen setweight sha224 sha256 sha384 sha512 similarity sind
    slope split_part starts_with statement_timestamp string_to_array strip strict_word_similarity tand text
    timeofday timezone to_ascii to_char to_date to_hex to_json to_jsonb to_number to_regclass to_regtype to_timestamp
    to_tsquery to_tsvector transaction_timestamp trim_array trim_scale ts_delete ts_filter ts_headline ts_rank
    ts_rank_cd ts_rewrite tsquery_phrase tsvector_to_array unaccent unistr upper_inc upper_inf user version
    websearch_to_tsquery width width_bucket word_similarity xmlagg xmlcomment xmlconcat xmlelement xmlexists xmlforest
    int4range int8range numrange tsrange tstzrange daterange jsonb_path_query_first_tz cast
";
