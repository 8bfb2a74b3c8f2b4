//! Two keys of one table to another, called by what each row is there for.

use askwell_contract::{Cell, Row};

use super::super::super::fake::table;
use super::{inferred, numbered};

#[tokio::test]
async fn two_columns_that_fill_one_numbering_are_keys_to_it() {
    let numbers = |n: i64, step: i64| -> Vec<Row> {
        (1..=200)
            .map(|i| vec![Cell::Int(i), Cell::Int(i % n + 1), Cell::Int((i * step) % n + 1)])
            .collect()
    };
    let games = || {
        (
            table("games", &["id int", "white_id int", "black_id int"]),
            numbers(40, 7),
        )
    };
    let people = || (table("players", &["id int", "age int"]), numbered(40, 2));
    let expected = ["games.white_id->players.id", "games.black_id->players.id"];
    assert_eq!(inferred(vec![people(), games()]).await, expected);
    // Another table of the same numbers leaves it to the words; without words nothing is known.
    let rooms = (table("rooms", &["id int", "floor int"]), numbered(40, 2));
    assert_eq!(inferred(vec![people(), rooms.clone(), games()]).await, expected);
    let pairs = (
        table("pairs", &["id int", "left_id int", "right_id int"]),
        numbers(40, 7),
    );
    assert!(inferred(vec![people(), rooms.clone(), pairs]).await.is_empty());
    // Two columns that take up little of it prove nothing.
    let few = (
        table("games", &["id int", "white_id int", "black_id int"]),
        numbers(12, 7),
    );
    assert!(inferred(vec![people(), few]).await.is_empty());
}

#[tokio::test]
async fn what_all_tables_begin_with_says_nothing_of_one() {
    let tickets: Vec<Row> = (1..=200)
        .map(|i| vec![Cell::Int(i), Cell::Int(i % 40 + 1), Cell::Text(format!("Ticket {i}"))])
        .collect();
    let tables = vec![
        (table("desk_agent_list", &["agent_id int", "age int"]), numbered(40, 2)),
        (
            table(
                "desk_ticket_export",
                &["ticket_no int", "assigned_agent_id int", "subject text"],
            ),
            tickets,
        ),
        (table("desk_room_list", &["room_no int", "floor int"]), numbered(30, 2)),
    ];
    let expected = ["desk_ticket_export.assigned_agent_id->desk_agent_list.agent_id"];
    assert_eq!(inferred(tables).await, expected);
}
