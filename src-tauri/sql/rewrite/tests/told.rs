//! What each rule says of its own example, golden; those of `tests.rs` are left out.

pub const TOLD: [(&str, &str); 39] = [
    (
        "constants_folded",
        "What orders.customer_id is compared with is worked out beforehand, and conditions that always hold are gone.",
    ),
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
        "cte_materialised",
        "The part sums was worked out whole, for all uses; now each use works out only what it needs.",
    ),
    (
        "differing_pair_to_group",
        "All rows of orders with the same customer_id were compared with each other; now only the least and the greatest shop_id of each customer_id are compared.",
    ),
    (
        "dimension_first",
        "Rows of orders were read before customers had said which of them matter; now customers is read first.",
    ),
    (
        "distinct_dropped",
        "Rows of orders that cannot repeat were searched for repetitions; that search is gone.",
    ),
    (
        "distinct_in_membership_dropped",
        "The list from orders, in which values are only looked up, was searched for repetitions and put in order first; it no longer is.",
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
        "filter_of_named_part_weighed",
        "Of the part sums the database knows no values, and reckoned with next to no row that passes the conditions; now it reckons that each of them keeps half.",
    ),
    (
        "filter_through_group",
        "All groups of the part t were worked out and then most of them dropped by shop_id; now only the rows of those that stay are read.",
    ),
    (
        "first_of_group_distinct_on",
        "All rows of orders were numbered to keep the first of each shop_id; now it is kept without numbering.",
    ),
    (
        "first_of_group_to_key",
        "All rows of orders were put in order and numbered to keep the first of each shop_id; now its key alone is looked for, in one pass.",
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
        "join_in_list_to_list",
        "A join with lines repeated entries of a list once for each partner; now the keys of lines are a list themselves.",
    ),
    (
        "keys_into_group",
        "All groups of the part t were worked out, and most of them dropped by the join; now only those are worked out that it keeps.",
    ),
    (
        "list_of_named_part",
        "The part paid was worked out whole for a list of its customer_id; now customer_id is read where it comes from.",
    ),
    (
        "lookup_to_join",
        "Each customers.name was looked up by itself; now the table customers is joined.",
    ),
    (
        "membership_as_filter",
        "Rows were joined with a list of customers.id; now the list is worked out once and each row is looked up in it.",
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
        "not_in_to_anti_join",
        "NOT IN had to allow for missing values of lines.order_id, and there are none; now it is a plain \"no such row\".",
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
        "order_in_subquery_dropped",
        "Rows of the part t were put in an order that nothing asks for afterwards; that ordering is gone.",
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
        "subquery_worked_out_apart",
        "The parts a and b were worked out together with what is around; now each by itself, first and once.",
    ),
    (
        "transitive_filter",
        "A condition on one table of a join was not applied to the other; now orders.customer_id is narrowed down as well.",
    ),
    (
        "union_to_union_all",
        "Rows from orders and customers that cannot be the same were searched for repetitions; that search is gone.",
    ),
];
