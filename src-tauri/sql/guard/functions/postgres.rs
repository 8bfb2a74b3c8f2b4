//! PostgreSQL 12 to 18: what the server calls immutable, functions that read only the clock, chance, or the catalog's
//! description of tables, and those of its everyday extensions (trigrams, phonetics, accents). Functions that only
//! stand behind an operator are left out; nobody calls them.

pub const KNOWN: &str = "
    abbrev acosd age akeys anytextcat area array_agg array_append array_cat array_dims array_fill array_length
    array_lower array_ndims array_position array_positions array_prepend array_remove array_replace
    array_reverse array_sample array_shuffle array_sort array_to_json array_to_string array_to_tsvector
    array_upper asind atan2d atand avals bit bit_and bit_count bit_length bit_or bit_xor bool bool_and bool_or
    bound_box box bpchar broadcast btrim cardinality casefold cash_words cast cbrt center char cidr circle
    clock_timestamp col_description collation convert convert_from convert_to cosd cotd crc32 crc32c
    current_catalog current_database current_query current_role current_schema current_schemas current_user date
    date_add date_bin date_part date_subtract date_trunc datemultirange daterange daterange_canonical
    daterange_subdiff decode dexp diagonal diameter difference digest div dlog1 dlog10 dmetaphone dmetaphone_alt
    dround dtrunc earth_distance encode enum_first enum_last enum_range erf erfc every extract factorial family
    float4 float8 format format_type gamma gcd gen_random_uuid generate_series generate_subscripts get_bit
    get_byte get_current_ts_config getdatabaseencoding getpgusername has_any_column_privilege
    has_column_privilege has_database_privilege has_foreign_data_wrapper_privilege has_function_privilege
    has_language_privilege has_parameter_privilege has_schema_privilege has_sequence_privilege
    has_server_privilege has_table_privilege has_tablespace_privilege has_type_privilege height host hostmask
    hstore_to_json hstore_to_jsonb icu_unicode_version inet_client_addr inet_client_port inet_merge
    inet_same_family inet_server_addr inet_server_port initcap int2 int4 int4inc int4multirange int4range
    int4range_canonical int4range_subdiff int8 int8_sum int8multirange int8range int8range_canonical
    int8range_subdiff interval is_normalized isclosed isempty isfinite ishorizontal isopen isparallel isperp
    isvertical json_agg json_array json_array_elements json_array_elements_text json_array_length json_arrayagg
    json_build_array json_build_object json_each json_each_text json_exists json_extract_path
    json_extract_path_text json_object json_object_agg json_object_keys json_objectagg json_populate_record
    json_populate_recordset json_query json_scalar json_serialize json_strip_nulls json_table json_to_record
    json_to_recordset json_to_tsvector json_typeof json_value jsonb_agg jsonb_array_elements
    jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text
    jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_agg jsonb_object_keys
    jsonb_path_exists jsonb_path_exists_tz jsonb_path_match jsonb_path_match_tz jsonb_path_query
    jsonb_path_query_array jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz
    jsonb_path_query_tz jsonb_populate_record jsonb_populate_recordset jsonb_pretty jsonb_set jsonb_set_lax
    jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_to_tsvector jsonb_typeof justify_days
    justify_hours justify_interval lcm levenshtein levenshtein_less_equal lgamma like like_escape line
    ll_to_earth lower_inc lower_inf lseg macaddr macaddr8 macaddr8_set7bit make_date make_interval make_time
    make_timestamp make_timestamptz masklen metaphone min_scale mode money multirange mxid_age name
    nameconcatoid netmask network normalize notlike now npoints num_nonnulls num_nulls numeric numeric_div_trunc
    numeric_exp numeric_inc numeric_ln numeric_log numeric_sqrt nummultirange numnode numrange numrange_subdiff
    obj_description oid oidvectortypes overlaps overlay parse_ident path pclose pg_backend_pid pg_basetype
    pg_char_to_encoding pg_client_encoding pg_collation_for pg_collation_is_visible pg_column_compression
    pg_column_is_updatable pg_column_size pg_conversion_is_visible pg_database_size pg_describe_object
    pg_encoding_max_length pg_encoding_to_char pg_function_is_visible pg_get_constraintdef pg_get_expr
    pg_get_function_arg_default pg_get_function_arguments pg_get_function_identity_arguments
    pg_get_function_result pg_get_function_sqlbody pg_get_functiondef pg_get_indexdef pg_get_keywords
    pg_get_partition_constraintdef pg_get_partkeydef pg_get_ruledef pg_get_serial_sequence
    pg_get_statisticsobjdef pg_get_statisticsobjdef_columns pg_get_statisticsobjdef_expressions
    pg_get_triggerdef pg_get_userbyid pg_get_viewdef pg_has_role pg_identify_object
    pg_identify_object_as_address pg_index_column_has_property pg_index_has_property pg_indexam_has_property
    pg_indexes_size pg_input_error_info pg_input_is_valid pg_is_in_recovery pg_is_other_temp_schema pg_lsn
    pg_my_temp_schema pg_opclass_is_visible pg_operator_is_visible pg_opfamily_is_visible pg_partition_ancestors
    pg_partition_root pg_partition_tree pg_postmaster_start_time pg_relation_is_updatable pg_relation_size
    pg_sequence_parameters pg_size_bytes pg_size_pretty pg_snapshot_xip pg_snapshot_xmax pg_snapshot_xmin
    pg_stat_get_live_tuples pg_statistics_obj_is_visible pg_table_is_visible pg_table_size pg_timezone_abbrevs
    pg_timezone_names pg_total_relation_size pg_trigger_depth pg_ts_config_is_visible pg_ts_dict_is_visible
    pg_ts_parser_is_visible pg_ts_template_is_visible pg_type_is_visible pg_typeof pg_visible_in_snapshot
    pg_wal_lsn_diff phraseto_tsquery plainto_tsquery point polygon popen postgresql_fdw_validator querytree
    quote_ident quote_literal quote_nullable radius random_normal range_agg range_intersect_agg range_merge
    regclass regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_split_to_array
    regexp_split_to_table regexp_substr regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope
    regr_sxx regr_sxy regr_syy row_security_active row_to_json satisfies_hash_partition scale session_user
    set_bit set_byte set_masklen setweight sha224 sha256 sha384 sha512 shobj_description show_trgm
    similar_escape similar_to_escape similarity sind slope soundex split_part starts_with statement_timestamp
    strict_word_similarity string_to_array string_to_table strip system_user tand text textlen time timeofday
    timestamp timestamptz timetz timezone to_ascii to_bin to_char to_date to_hex to_json to_jsonb to_number
    to_oct to_regclass to_regcollation to_regnamespace to_regoper to_regoperator to_regproc to_regprocedure
    to_regrole to_regtype to_regtypemod to_timestamp to_tsquery to_tsvector transaction_timestamp trim_array
    trim_scale ts_debug ts_delete ts_filter ts_headline ts_lexize ts_parse ts_rank ts_rank_cd ts_token_type
    tsmultirange tsquery_phrase tsrange tsrange_subdiff tstzmultirange tstzrange tstzrange_subdiff
    tsvector_to_array txid_snapshot_xip txid_snapshot_xmax txid_snapshot_xmin txid_visible_in_snapshot unaccent
    unicode_assigned unicode_version unistr unnest upper_inc upper_inf user uuid_extract_timestamp
    uuid_extract_version uuidv4 uuidv7 varbit varchar version websearch_to_tsquery width width_bucket
    word_similarity xid xml xml_is_well_formed xml_is_well_formed_content xml_is_well_formed_document xmlagg
    xmlcomment xmlconcat xmlelement xmlexists xmlforest xmlparse xmlpi xmlroot xmlserialize xmltext xmlvalidate
    xpath xpath_exists
";
