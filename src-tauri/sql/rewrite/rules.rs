//! The rules of rewriting, one a file.

use super::{numbered, one_scan, settled, shape, tied, told, Context, Rule, ALL};

mod constants_folded;
pub mod count_compared_to_exists;
mod count_distinct_in_two_steps;
mod cte_inlined;
mod cte_materialised;
mod differing_pair_to_group;
mod dimension_first;
pub mod distinct_dropped;
mod distinct_in_membership_dropped;
mod either_exists_to_membership;
mod exists_to_membership;
mod extreme_by_limit_to_aggregate;
mod extreme_join_to_window;
mod filter_into_subquery;
mod filter_of_named_part_weighed;
mod filter_through_group;
mod first_of_group_distinct_on;
mod first_of_group_to_key;
mod function_to_range;
mod grouping_sets_for_unions;
mod having_to_where;
mod join_after_grouping;
mod join_dropped;
mod join_in_list_to_list;
mod keys_into_group;
mod list_of_named_part;
mod lookup_to_join;
mod membership_as_filter;
mod membership_to_join;
mod not_exists_to_anti_join;
mod not_in_to_anti_join;
mod or_factored;
mod or_to_in;
mod or_to_union;
mod order_in_subquery_dropped;
mod outer_to_inner;
mod pair_membership_to_group;
mod preaggregate;
mod repeated_subquery_named;
mod scalar_scans_to_one;
mod scalar_to_join;
mod scalar_to_left_join;
mod scalar_to_window;
mod single_rows_to_one_scan;
mod subquery_worked_out_apart;
mod transitive_filter;
mod union_to_union_all;

/// In no particular order: which of them helps is for the engine to find out.
pub const RULES: &[Rule] = &[
    constants_folded::RULE,
    count_compared_to_exists::RULE,
    count_distinct_in_two_steps::RULE,
    cte_inlined::RULE,
    cte_materialised::RULE,
    differing_pair_to_group::RULE,
    dimension_first::RULE,
    distinct_dropped::RULE,
    distinct_in_membership_dropped::RULE,
    either_exists_to_membership::RULE,
    exists_to_membership::RULE,
    extreme_by_limit_to_aggregate::RULE,
    extreme_join_to_window::RULE,
    filter_into_subquery::RULE,
    filter_of_named_part_weighed::RULE,
    filter_through_group::RULE,
    first_of_group_distinct_on::RULE,
    first_of_group_to_key::RULE,
    function_to_range::RULE,
    grouping_sets_for_unions::RULE,
    having_to_where::RULE,
    join_after_grouping::RULE,
    join_dropped::RULE,
    join_in_list_to_list::RULE,
    keys_into_group::RULE,
    list_of_named_part::RULE,
    lookup_to_join::RULE,
    membership_as_filter::RULE,
    membership_to_join::RULE,
    not_exists_to_anti_join::RULE,
    not_in_to_anti_join::RULE,
    or_factored::RULE,
    or_to_in::RULE,
    or_to_union::RULE,
    order_in_subquery_dropped::RULE,
    outer_to_inner::RULE,
    pair_membership_to_group::RULE,
    preaggregate::RULE,
    repeated_subquery_named::RULE,
    scalar_scans_to_one::RULE,
    scalar_to_join::RULE,
    scalar_to_left_join::RULE,
    scalar_to_window::RULE,
    single_rows_to_one_scan::RULE,
    subquery_worked_out_apart::RULE,
    transitive_filter::RULE,
    union_to_union_all::RULE,
];
