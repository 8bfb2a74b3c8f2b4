//! Every form of text and name that the server has.

use super::*;

fn sent(sql: &str) -> String {
    let texts: Vec<String> = pieces(sql).expect(sql).into_iter().map(|piece| piece.text).collect();
    texts.join(" ")
}

#[test]
fn every_form_of_text_becomes_the_plain_one() {
    for (sql, plain) in [
        ("SELECT E'it\\'s', E'\\x41\\102\\u0043'", "SELECT 'it''s' , 'ABC'"),
        ("SELECT E'a\\\\', 'b\\'", "SELECT 'a\\' , 'b\\'"),
        ("SELECT 'a' -- on\n 'b'", "SELECT 'ab'"),
        ("SELECT E'a'\n'\\'', f(1) --'", "SELECT 'a''' , f ( 1 )"),
        ("SELECT U&'\\0041\\+000042\\\\'", "SELECT 'AB\\'"),
        ("SELECT $$it's$$, $x$ $$ $x$", "SELECT 'it''s' , ' $$ '"),
        ("SELECT b'01', X'fF'\n'0'", "SELECT B'01' , X'fF0'"),
    ] {
        assert_eq!(sent(sql), plain, "{sql}");
    }
}

#[test]
fn names_numbers_and_signs_are_cut_as_the_server_cuts_them() {
    for (sql, plain) in [
        ("SELECT \"a\"\"b\", A$b, ünï;", "SELECT \"a\"\"b\" , A$b , ünï"),
        ("SELECT 1.5e-3,.5,a[1:2]", "SELECT 1.5e-3 , .5 , a [ 1 : 2 ]"),
        ("SELECT a<-1, b@>-1, c>=-d", "SELECT a < - 1 , b @>- 1 , c >= - d"),
        ("SELECT a+--x\n1 */* /* y */ */2", "SELECT a + 1 * 2"),
        (
            "SELECT a::text, b->>'c', f(x=>1)",
            "SELECT a :: text , b ->> 'c' , f ( x => 1 )",
        ),
    ] {
        assert_eq!(sent(sql), plain, "{sql}");
    }
    let long = "é".repeat(40);
    assert_eq!(
        sent(&format!("SELECT \"{long}\"")),
        format!("SELECT \"{}\"", "é".repeat(31))
    );
    assert_eq!(pieces("SELECT \"A\", Bc").unwrap()[3].name, "bc");
}

#[test]
fn what_could_be_read_in_two_ways_is_refused() {
    for sql in [
        "SELECT 'a' 'b'",
        "SELECT 'a' /* x */ 'b'",
        "SELECT $$a$$ 'b'",
        "SELECT N'a'",
        "SELECT U&\"\\0061\"",
        "SELECT U&'!0061' UESCAPE '!'",
        "SELECT E'\\xe9'",
        "SELECT E'\\000'",
        "SELECT E'\\ud83d\\ude00'",
        "SELECT 0x1F",
        "SELECT 1_000",
        "SELECT 1a",
        "SELECT 1..2",
        "SELECT $1",
        "SELECT $a",
        "SELECT 'a",
        "SELECT \"\"",
        "SELECT 1 /* /* */",
        "SELECT 1; SELECT 2",
        "SELECT {a}",
        "SELECT a\u{b}b",
    ] {
        assert!(pieces(sql).is_err(), "{sql}");
    }
}

#[test]
fn what_is_sent_is_read_as_it_was() {
    for sql in [
        "SELECT E'a\\'b', $$c$$ FROM \"T\" WHERE a->>'b' <> 'c' -- end",
        "SELECT a-(-1)",
    ] {
        let once = sent(sql);
        assert_eq!(sent(&once), once);
    }
}
