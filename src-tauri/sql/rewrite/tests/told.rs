//! What each rule says of its own example, golden; the rules that say less are left out.

pub const TOLD: [(&str, &str); 24] = [
    (
        "count_compared_to_exists",
        "Rows of orders were counted only to see whether there is one; now the search ends at the first.",
    ),
    (
        "count_distinct_in_two_steps",
        "The number of different orders.customer_id was taken group by group; now repeated rows are dropped first and the rest counted.",
    ),
    (
        "cte_inlined",
        "The part paid was worked out whole; now it is written where it is used, and only what is needed of it is worked out.",
    ),
    (
        "differing_pair_to_group",
        "All rows of orders with the same customer_id were compared with each other; now only the least and the greatest shop_id of each customer_id are compared.",
    ),
    (
        "distinct_dropped",
        "Rows of orders that cannot repeat were searched for repetitions; that search is gone.",
    ),
    (
        "either_exists_to_membership",
        "Matching rows of orders were looked for in several ways, row by row; now the keys of all of them are one list.",
    ),
    (
        "extreme_by_limit_to_aggregate",
        "Rows were put in order by orders.total to take the first; now the greatest orders.total is taken without ordering.",
    ),
    (
        "extreme_join_to_window",
        "The table orders was joined with a summary of itself by shop_id; now one pass over it gives the rows and the figures of each shop_id.",
    ),
    (
        "filter_into_subquery",
        "Rows were dropped by customer_id only after the part p had been worked out whole; now they are dropped inside it.",
    ),
    (
        "filter_through_group",
        "All groups of the part t were worked out and then most of them dropped by shop_id; now only the rows of those that stay are read.",
    ),
    (
        "grouping_sets_for_unions",
        "The same rows of orders were read once for each way of grouping them; now one pass makes all groups.",
    ),
    (
        "having_to_where",
        "Groups were worked out and then dropped by orders.status; now their rows are not read at all.",
    ),
    (
        "join_dropped",
        "The table customers was joined, though nothing of it is shown and it drops no row; it is no longer read.",
    ),
    (
        "lookup_to_join",
        "Each customers.name was looked up by itself; now the table customers is joined.",
    ),
    (
        "membership_to_join",
        "Each orders.customer_id was looked up in a list from customers, row by row; now the list is joined.",
    ),
    (
        "not_exists_to_anti_join",
        "Every row was checked for having no match in orders; now the values of customer_id there are listed once.",
    ),
    (
        "or_factored",
        "A condition on customers.id and orders.customer_id was repeated in every branch of an OR; in front of it, it can join the tables or use an index.",
    ),
    (
        "or_to_in",
        "Each orders.shop_id was compared with several values one by one; now with their list.",
    ),
    (
        "outer_to_inner",
        "Rows without a partner in orders were kept and then dropped; as an inner join the tables can be read in any order.",
    ),
    (
        "pair_membership_to_group",
        "The table orders was joined with itself to find each customer_id with two different values of shop_id; now one pass over it finds them.",
    ),
    (
        "repeated_subquery_named",
        "The same part of orders was written, and worked out, several times; now it has a name, shared, and is worked out once.",
    ),
    (
        "scalar_scans_to_one",
        "The table orders was read once for each of 2 figures; now one pass works them all out.",
    ),
    (
        "single_rows_to_one_scan",
        "The table orders was read once for each of 2 figures; now one pass works them all out.",
    ),
    (
        "transitive_filter",
        "A condition on one table of a join was not applied to the other; now orders.customer_id is narrowed down as well.",
    ),
];
