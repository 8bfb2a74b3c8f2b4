//! Closed classes: words that ask, count, compare, group, deny, sort, and those that carry nothing.

use crate::query::{Agg, Op};
use crate::words::among;

/// Words that carry no meaning of their own in a question.
const FILLERS: &str = "a an the of in on at to from for with by and is are was were be been being am do does did done has \
have had having that which who whose whom what when where how it its it's this these those there their them they his her he she i \
me my we our us you your please can could would should will shall may might must tell show give list find get return display \
provide me want wanted need know see let lets also just only any some all every each so than then as if or but about into onto out \
up off over per via within among amongst during hey hi hello thanks thank us's kind go goes went gone going ever overall currently present \
actually really basically simply name names named called call exactly respectively corresponding together along besides within \
many much number count total each whats whos wheres hows im id ive like likes look looks give gives got get gets happen happened \
happens available existing exist exists record records recorded data database table information info details detail value values \
people person ones one thing things stuff listed given whole entire together yet far exactly figure figures come comes came coming lot lots something anything everything anyone \
someone everyone everybody somebody anybody us show shows shown sort now weve theyve youve usually typically normally roughly approximately already around here compare comparing";

/// Whether a word may be passed over without loss.
pub fn is_filler(lower: &str) -> bool {
    among(FILLERS, lower)
}

/// Sayings whose words mean nothing one by one.
const SAYINGS: &[&str] = &[
    "on our books",
    "on the books",
    "on your books",
    "on my books",
    "on record",
    "on file",
    "all time",
    "at some point",
    "at some time",
    "at some stage",
    "at any point",
    "at any time",
    "at any stage",
    "at one time",
    "in the first place",
    "as it happens",
    "for the record",
    "on board",
    "aboard",
    "in the shop",
    "in the data",
    "in this data",
    "in the dataset",
    "in this dataset",
    "in the file",
    "in the records",
    "in the picture",
    "on their way",
    "on its way",
    "on here",
    "in here",
    "at all",
    "all in all",
    "took part",
    "take part",
    "taken part",
    "involved",
];

/// How many words a saying takes that begins at the first of these; 0 where none does.
pub fn saying(words: &[&str]) -> usize {
    let length = |s: &&str| s.split(' ').count();
    let begins = |s: &&&str| length(s) <= words.len() && s.split(' ').zip(words).all(|(said, w)| said == *w);
    SAYINGS.iter().find(begins).map_or(0, length)
}

/// Names of columns that say where something is.
const PLACES: &str =
    "place city town location site venue store branch shop station room address region country county area \
destination hall stadium court depot ward park field";

pub fn is_place(lower: &str) -> bool {
    among(PLACES, lower)
}

/// How a question opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opener {
    Which,
    What,
    Who,
    When,
    Where,
    HowMany,
    HowMuch,
    HowOften,
    HowLong,
    List,
    Whether,
}

/// The opener that begins at the first of these words, and how many of them it takes.
pub fn opener(words: &[&str]) -> Option<(Opener, usize)> {
    let (first, second) = (*words.first()?, words.get(1).copied().unwrap_or(""));
    Some(match (first, second) {
        ("how", "many") => (Opener::HowMany, 2),
        ("how", "much") => (Opener::HowMuch, 2),
        ("how", "often") => (Opener::HowOften, 2),
        ("how", "long") => (Opener::HowLong, 2),
        ("howmany", _) => (Opener::HowMany, 1),
        ("which", _) => (Opener::Which, 1),
        ("what", _) | ("whats", _) | ("what's", _) => (Opener::What, 1),
        ("who", _) | ("whos", _) | ("who's", _) | ("whose", _) => (Opener::Who, 1),
        ("when", _) => (Opener::When, 1),
        ("where", _) | ("wheres", _) | ("where's", _) => (Opener::Where, 1),
        ("show" | "list" | "give" | "find" | "display" | "return" | "get" | "name" | "tell", "me") => (Opener::List, 2),
        ("show" | "list" | "give" | "find" | "display" | "return" | "get" | "name" | "tell", _) => (Opener::List, 1),
        ("is" | "are" | "was" | "were" | "do" | "does" | "did" | "has" | "have", _) => (Opener::Whether, 1),
        _ => return None,
    })
}

/// The function of "average", "total" and the like.
pub fn aggregate(lower: &str) -> Option<Agg> {
    Some(match lower {
        "average" | "avg" | "mean" | "typical" | "averaged" | "averages" => Agg::Avg,
        "total" | "sum" | "combined" | "overall" | "totals" | "summed" | "cumulative" | "aggregate" => Agg::Sum,
        "median" | "middle" => Agg::Median,
        "minimum" | "min" | "minimal" => Agg::Min,
        "maximum" | "max" | "maximal" | "peak" => Agg::Max,
        _ => return None,
    })
}

/// A comparison that begins at the first of these words: its operator, and how many of them it takes.
pub fn comparison(words: &[&str]) -> Option<(Op, usize)> {
    let at = |n: usize| words.get(n).copied().unwrap_or("");
    Some(match (at(0), at(1), at(2)) {
        ("no" | "not", "more" | "greater" | "higher" | "larger", "than") => (Op::Le, 3),
        ("no" | "not", "less" | "fewer" | "lower" | "smaller", "than") => (Op::Ge, 3),
        ("not", "over" | "above" | "exceeding", _) => (Op::Le, 2),
        ("not", "under" | "below", _) => (Op::Ge, 2),
        ("greater" | "more", "than" | "then", "or") if at(3) == "equal" => (Op::Ge, if at(4) == "to" { 5 } else { 4 }),
        ("less" | "fewer", "than" | "then", "or") if at(3) == "equal" => (Op::Le, if at(4) == "to" { 5 } else { 4 }),
        ("more" | "greater" | "higher" | "larger" | "bigger" | "better", "than" | "then", _) => (Op::Gt, 2),
        ("less" | "fewer" | "lower" | "smaller" | "worse", "than" | "then", _) => (Op::Lt, 2),
        ("at", "least", _) => (Op::Ge, 2),
        ("at", "most", _) => (Op::Le, 2),
        ("atleast", ..) => (Op::Ge, 1),
        ("atmost", ..) => (Op::Le, 1),
        ("up", "to", _) => (Op::Le, 2),
        ("as", "many" | "much", "as") => (Op::Ge, 3),
        (
            "over" | "above" | "exceeding" | "exceeds" | "exceed" | "exceeded" | "beyond" | "beat" | "beats" | "topped",
            _,
            _,
        ) => (Op::Gt, 1),
        ("under" | "below" | "beneath", _, _) => (Op::Lt, 1),
        (">", "=", _) => (Op::Ge, 2),
        ("<", "=", _) => (Op::Le, 2),
        (">=", _, _) => (Op::Ge, 1),
        ("<=", _, _) => (Op::Le, 1),
        (">", _, _) => (Op::Gt, 1),
        ("<", _, _) => (Op::Lt, 1),
        ("=", _, _) | ("exactly", _, _) => (Op::Eq, 1),
        ("equals" | "equal", "to", _) => (Op::Eq, 2),
        ("equals" | "equal", _, _) => (Op::Eq, 1),
        ("minimum", "of", _) => (Op::Ge, 2),
        ("maximum", "of", _) => (Op::Le, 2),
        _ => return None,
    })
}

/// A bound said behind its number, "or more": its operator, and how many of the words it takes.
pub fn bound(words: &[&str]) -> Option<(Op, usize)> {
    let at = |n: usize| words.get(n).copied().unwrap_or("");
    Some(match (at(0), at(1)) {
        (
            "or",
            "more" | "above" | "higher" | "over" | "greater" | "better" | "later" | "older" | "longer" | "upwards"
            | "up" | "bigger" | "larger" | "heavier" | "taller" | "deeper" | "wider" | "further" | "hotter" | "dearer",
        ) => (Op::Ge, 2),
        (
            "or",
            "less" | "below" | "lower" | "under" | "fewer" | "smaller" | "shorter" | "earlier" | "younger" | "cheaper"
            | "lighter" | "colder" | "worse",
        ) => (Op::Le, 2),
        ("and", "above" | "over" | "up") => (Op::Ge, 2),
        ("plus", _) => (Op::Ge, 1),
        _ => return None,
    })
}

/// Words that deny, contractions without apostrophes among them.
pub fn is_not(lower: &str) -> bool {
    const NOT: &str = "not no never without none nobody noone nothing neither nor isnt isn't arent aren't wasnt wasn't werent weren't dont don't \
        doesnt doesn't didnt didn't hasnt hasn't havent haven't hadnt hadn't cannot cant can't couldnt couldn't wont won't \
        wouldnt wouldn't aint shouldnt shouldn't excluding except lacking lack lacks zero outside non nowhere";
    among(NOT, lower)
}

/// Whether it is a verb that denies in one word: "didn't", "werent".
pub fn is_denied_verb(lower: &str) -> bool {
    is_not(lower) && (lower.ends_with("n't") || lower.ends_with("nt"))
}

/// Words for how far a thing has come; each leaves some of the rows out.
pub fn is_standing(lower: &str) -> bool {
    const WORDS: &str = "unpaid paid outstanding owed owing overdue open closed active inactive pending late early returned \
        unreturned cancelled canceled finished unfinished sold unsold resolved unresolved delivered undelivered used unused \
        approved rejected refused declined accepted granted denied missed failed passed completed incomplete lapsed expired \
        ongoing current former past";
    among(WORDS, lower)
}

/// Words before what things are grouped by.
pub fn grouping(words: &[&str]) -> Option<usize> {
    let at = |n: usize| words.get(n).copied().unwrap_or("");
    Some(match (at(0), at(1), at(2), at(3)) {
        (
            "broken" | "split" | "grouped" | "group" | "breakdown" | "divided" | "segmented" | "summarised"
            | "summarized",
            "down",
            "by",
            _,
        ) => 3,
        (
            "broken" | "split" | "grouped" | "group" | "breakdown" | "divided" | "segmented" | "summarised"
            | "summarized",
            "by",
            ..,
        ) => 2,
        ("for" | "in" | "of" | "at" | "from" | "on" | "by" | "to" | "with", "each" | "every", ..) => 2,
        ("depending", "on", ..) => 2,
        ("for" | "in" | "of" | "at" | "from" | "by", "the", "different" | "various", _) => 3,
        ("for" | "in" | "of" | "at" | "from" | "by", "different" | "various", ..) => 2,
        ("per" | "each" | "every" | "across" | "by", ..) => 1,
        _ => return None,
    })
}

/// Words after which a stretch of time is meant that rows are grouped by.
pub fn period(lower: &str) -> Option<crate::query::Part> {
    use crate::query::Part;
    Some(match lower {
        "year" | "years" | "yearly" | "annual" | "annually" | "yr" => Part::Year,
        "quarter" | "quarters" | "quarterly" => Part::Quarter,
        "month" | "months" | "monthly" => Part::YearMonth,
        "week" | "weeks" | "weekly" => Part::Week(askwell_contract::time::WeekStart::Monday),
        "day" | "days" | "daily" | "date" => Part::Day,
        "weekday" | "weekdays" => Part::Weekday,
        "hour" | "hours" | "hourly" => Part::Hour,
        "decade" | "decades" => Part::Decade,
        _ => return None,
    })
}

/// Seasons of the northern half of the earth by whole months, as weather services count them: the name, the first month and the
/// last.
pub fn season(lower: &str) -> Option<(&'static str, u32, u32)> {
    const SEASONS: [(&str, u32, u32); 5] = [
        ("spring", 3, 5),
        ("summer", 6, 8),
        ("autumn", 9, 11),
        ("fall", 9, 11),
        ("winter", 12, 2),
    ];
    SEASONS.into_iter().find(|s| s.0 == lower)
}

/// Nouns of money that are added up and never counted.
pub fn is_money(lower: &str) -> bool {
    matches!(
        lower,
        "spending"
            | "spend"
            | "expenditure"
            | "revenue"
            | "turnover"
            | "income"
            | "takings"
            | "earnings"
            | "proceeds"
            | "profit"
    )
}

/// Whether a word of a table's name says only what its rows are kept as: "gig list", `orders_export`.
pub fn is_sheet(lower: &str) -> bool {
    const SHEETS: &str = "list export sheet data table tbl log dump extract report ledger register file";
    among(SHEETS, lower)
}

/// Whether a day called so is still to come when its row is written: due, a deadline.
pub fn is_ahead(lower: &str) -> bool {
    matches!(
        lower,
        "due"
            | "required"
            | "promised"
            | "expected"
            | "deadline"
            | "expires"
            | "expiry"
            | "expiration"
            | "renewal"
            | "target"
    )
}

/// Whether a name says when a row was entered rather than when it happened: `booked_on`.
pub fn is_entry(lower: &str) -> bool {
    matches!(
        lower,
        "booked" | "booking" | "reserved" | "reservation" | "made" | "applied" | "application"
    )
}

/// Whether a name says of whom a day is, or when somebody noted, sent or ended something: no day on which the row happened.
pub fn is_noted(lower: &str) -> bool {
    const NOTED: &str = "birth born dob updated modified created added entered recorded logged changed paid payment invoiced invoice \
        cancelled refunded returned confirmed sent reminder reviewed review end ended ends left leaves closed completed finished \
        delivered shipped dispatched collected decided";
    among(NOTED, lower)
}

/// Whether those called so work here, as against those who come from outside.
pub fn is_staff(lower: &str) -> bool {
    const STAFF: &str =
        "employee staff worker consultant driver agent assignee operator crew mechanic technician engineer clerk cashier salesperson";
    let one = lower.strip_suffix('s').unwrap_or(lower);
    among(STAFF, lower) || among(STAFF, one)
}

/// Words for people by what they do or are.
const PERSONS: &str =
    "customer client person people member staff employee student pupil teacher patient doctor driver player \
author reader guest donor agent user artist singer actor director manager owner worker nurse tutor \
instructor rep waiter trainer volunteer swimmer pilot athlete resident participant tourist passenger visitor \
coach judge candidate voter engineer performer speaker individual contestant subscriber child friend head \
professor buyer observer borrower tenant reviewer faculty scientist physician lawyer rider runner respondent salesperson \
mechanic technician stylist angler";

/// Whether a word says what is measured of each thing: how long it takes, what it costs. Of a count or an amount the things
/// themselves are told.
pub fn is_measure(lower: &str) -> bool {
    const MEASURES: &str = "duration time length distance cost price fee rate percent percentage probability score weight height size age speed";
    among(MEASURES, lower)
}

/// Whether a word of a name stands for people.
pub fn is_person(lower: &str) -> bool {
    // A stem alone would lose "customers", which are stemmed to "custom".
    let one = lower.strip_suffix('s').unwrap_or(lower);
    among(PERSONS, lower) || among(PERSONS, one)
}

/// Whether a table whose name ends so keeps what people did or have, rather than people: the orders of customers.
pub fn is_of_people(lower: &str) -> bool {
    const WORDS: &str = "order booking visit appointment payment purchase rental invoice sale transaction session ticket \
        complaint call trip loan log note review rating score result stat statistic appearance attempt skill feedback history \
        address account card membership registration enrolment enrollment attendance shift absence";
    let one = lower.strip_suffix('s').unwrap_or(lower);
    among(WORDS, lower) || among(WORDS, one) || lower == "addresses"
}

/// Whether a column called so holds what is taken off an amount or put on top of it: "Discount Amount", "Sales Tax".
pub fn is_beside(words: &[String]) -> bool {
    const WORDS: &str =
        "discount discounts tax vat shipping postage refund refunds commission tip tips duty duties surcharge";
    const OF: [&str; 10] = [
        "inc",
        "incl",
        "including",
        "ex",
        "excl",
        "excluding",
        "after",
        "before",
        "with",
        "less",
    ];
    let named = |at: &usize| among(WORDS, &words[*at]);
    // "Total inc VAT" is a total.
    let of = |at: usize| at > 0 && OF.contains(&words[at - 1].as_str());
    (0..words.len()).filter(named).any(|at| !of(at))
}

/// Whether a column called so keeps when something ends that its row goes on without: a laptop outlives its warranty.
pub fn is_cover(words: &[String]) -> bool {
    const COVERS: &str =
        "warranty guarantee insurance cover mot visa licence license certificate certification passport trial";
    words.iter().any(|word| among(COVERS, word))
}

/// The day on which somebody was born.
pub fn is_birth(word: &str) -> bool {
    matches!(word, "birth" | "born" | "dob" | "birthday" | "bdate")
}
