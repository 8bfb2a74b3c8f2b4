//! Abbreviations that stand for several words, written out by what stands around them: `doc` is a doctor where there is a table
//! of doctors and else a document, `st` of two capital letters is a state and of other codes a status.
//!
//! In: the words of a column's name, and what is known of the column. Out: the same words, better chosen. Deliberately absent:
//! abbreviations that stand for one word wherever they are (`vocabulary.txt`).

use super::names::{pieces, split_name, stem};
use super::singular;

/// What the column around the name is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Around<'a> {
    /// The stems of the names of all tables, with the words themselves.
    pub tables: &'a [(String, String)],
    pub day: bool,
    pub number: bool,
    /// Short texts that stand for something.
    pub code: bool,
    /// It tells rows apart, or refers to what does.
    pub key: bool,
    /// Such texts are those of states of a country.
    pub states: bool,
    /// Its table keeps what was won beside what was lost, a letter for each: `W` and `L`.
    pub scores: bool,
}

/// Whether names that are else alike end with a `W` and an `L`, and none with an `H`: a box has a length, a width and a height.
pub fn keeps_scores<'a>(names: impl Iterator<Item = &'a str>) -> bool {
    let ends = |all: &Vec<String>, letter: &str| all.last().is_some_and(|last| last == letter);
    let names: Vec<Vec<String>> = names.map(pieces).collect();
    let won = |w: &Vec<String>, l: &Vec<String>| ends(l, "l") && w[..w.len() - 1] == l[..l.len() - 1];
    let mut wins = names.iter().filter(|n| ends(n, "w"));
    wins.any(|w| names.iter().any(|l| won(w, l))) && !names.iter().any(|n| ends(n, "h"))
}

/// A name without a remark of several words in brackets at its end: `Company (as registered)`. One word there is a unit.
fn plain(name: &str) -> &str {
    let parts = name.trim_end().strip_suffix(')').and_then(|n| n.rsplit_once('('));
    match parts {
        Some((plain, remark)) if remark.split_whitespace().count() > 1 && plain.chars().any(char::is_alphabetic) => {
            plain
        }
        _ => name,
    }
}

/// What an abbreviation says in the name of a day.
const OF_DAYS: &[(&str, &str)] = &[
    ("rep", "reported"),
    ("reg", "registered"),
    ("inst", "installed"),
    ("pub", "published"),
    ("ret", "returned"),
    ("rel", "released"),
    ("req", "required"),
    ("rec", "received"),
    ("op", "opened"),
    ("conf", "confirmed"),
    ("inv", "invoiced"),
    ("del", "delivered"),
    ("exp", "expiry"),
    ("st", "start"),
    ("act", "actual"),
];
/// Names of what lasts: the minutes beside them are no minimum.
const LASTS: &[&str] = &[
    "wait", "duration", "runtime", "length", "delay", "time", "stay", "session", "play",
];
/// What is short for a figure wherever it stands: `disc_pct` beside products is a percentage.
const FIGURES: &str = "pct perc qty amt avg max min tot cnt num nbr std hrs mins wks mths yrs";
/// Shorter abbreviations begin too many words.
const SHORTEST: usize = 3;

/// The words of a column's name.
pub fn written_out(name: &str, around: Around<'_>) -> Vec<String> {
    let name = plain(name);
    let all = pieces(name);
    let mut changed = false;
    let mut out = Vec::new();
    for (at, piece) in all.iter().enumerate() {
        let short = split_name(piece);
        let is_short = short.first() != Some(piece) || !super::is_word(piece);
        match meant(&all, at, around).filter(|_| is_short) {
            Some(word) => {
                changed = true;
                out.extend(word.split(' ').map(str::to_owned));
            }
            None => out.extend(short),
        }
    }
    // Letters before "name" are seen in the whole name alone.
    if changed {
        out
    } else {
        split_name(name)
    }
}

fn meant(all: &[String], at: usize, around: Around<'_>) -> Option<String> {
    let piece = all[at].as_str();
    let beside = |word: &str| all.iter().any(|p| p == word);
    // The day of an expense is no day of expiry.
    let of_day = OF_DAYS.iter().find(|d| d.0 == piece && around.day && all.len() > 1);
    if let Some((_, word)) = of_day {
        return Some(of_table(piece, around.tables).unwrap_or_else(|| (*word).to_owned()));
    }
    let said = match piece {
        "hr" if around.number
            && ["avg", "average", "max", "min", "rest", "resting", "peak"]
                .iter()
                .any(|w| beside(w)) =>
        {
            Some("heart rate")
        }
        "st" if around.states => Some("state"),
        "w" if around.scores && around.number => Some("wins"),
        "l" if around.scores && around.number => Some("losses"),
        "d" if around.scores && around.number => Some("draws"),
        "t" if around.scores && around.number => Some("ties"),
        "reg" if around.scores && around.number => Some("regular"),
        "sub"
            if ["cat", "category", "type", "group", "region", "dept", "department"]
                .iter()
                .any(|w| beside(w)) =>
        {
            Some("sub")
        }
        "sub" if beside("total") => Some("sub"),
        "st" if around.code => Some("status"),
        "pr" | "prc" if around.number => Some("price"),
        "sp" | "spp" if around.code => Some("species"),
        "reg" if around.key || beside("no") || beside("number") || beside("plate") => Some("registration"),
        "pub" if beside("yr") || beside("year") || beside("date") => Some("published"),
        "min" | "mins" if around.number && at > 0 && all.iter().any(|p| LASTS.contains(&p.as_str())) => Some("minutes"),
        _ => None,
    };
    said.map(str::to_owned).or_else(|| of_table(piece, around.tables))
}

/// The thing that a table keeps, where the piece is short for its name and for no other's.
fn of_table(piece: &str, tables: &[(String, String)]) -> Option<String> {
    let short = |word: &&(String, String)| {
        piece.len() >= SHORTEST
            && word.1.len() > piece.len() + 1
            && word.1.starts_with(piece)
            && !is_form(piece, &word.1)
            || piece.len() >= SHORTEST && runs_through(piece, &singular(&word.1))
    };
    if super::among(FIGURES, piece) || tables.iter().any(|t| t.0 == stem(piece)) {
        return None;
    }
    let mut found = tables.iter().filter(short);
    let first = found.next()?;
    found.all(|f| f.0 == first.0).then(|| singular(&first.1))
}

/// "Leavers" and "leaving" are made of "leave", which is not short for them.
fn is_form(piece: &str, word: &str) -> bool {
    const ENDINGS: [&str; 7] = ["r", "rs", "er", "ers", "ing", "ings", "ed"];
    let rest = word.strip_prefix(piece).unwrap_or_default();
    // "Sitters" are made of "sit".
    let rest = piece
        .chars()
        .last()
        .and_then(|last| rest.strip_prefix(last))
        .filter(|r| !r.is_empty())
        .unwrap_or(rest);
    ENDINGS.contains(&rest) || rest.is_empty()
}

/// A word without its vowels, whole or to its last letter: `mbr` of "member".
fn runs_through(piece: &str, word: &str) -> bool {
    let vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u');
    if piece.chars().any(vowel)
        || piece.chars().next() != word.chars().next()
        || piece.chars().last() != word.chars().last()
    {
        return false;
    }
    let mut letters = word.chars();
    word.len() > piece.len() + 1 && piece.chars().all(|c| letters.any(|l| l == c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn out(name: &str, around: Around<'_>) -> String {
        written_out(name, around).join(" ")
    }

    #[test]
    fn an_abbreviation_is_what_a_table_is_called_that_it_begins() {
        let tables = ["doctors", "members"].map(|t| (stem(t), t.to_owned()));
        let around = Around {
            tables: &tables,
            ..Around::default()
        };
        assert_eq!(out("doc_nm", around), "doctor name");
        assert_eq!(out("doc_nm", Around::default()), "document name");
        assert_eq!(out("mbr_no", around), "member number");
        assert_eq!(out("member_id", around), "member id");
        assert_eq!(out("LName", around), "last name");
        let products = [(stem("products"), "products".to_owned())];
        let around = Around {
            tables: &products,
            ..Around::default()
        };
        assert_eq!(out("disc_pct", around), "discount percent");
        assert_eq!(out("Sub-Cat", around), "sub category");
        assert_eq!(out("prdct_no", around), "product number");
    }

    #[test]
    fn a_word_is_not_short_for_what_is_made_of_it_and_the_day_of_an_expense_is_no_expiry() {
        let tables = ["leavers", "expenses", "sitters"].map(|t| (stem(t), t.to_owned()));
        let around = Around {
            tables: &tables,
            day: true,
            ..Around::default()
        };
        assert_eq!(out("Leave date", around), "leave date");
        assert_eq!(out("sit_date", around), "sit date");
        assert_eq!(out("exp_date", around), "expense date");
        assert_eq!(out("exp_date", Around { tables: &[], ..around }), "expiry date");
    }

    #[test]
    fn letters_of_what_was_won_and_lost_are_written_out() {
        assert!(keeps_scores(["School", "Reg. W", "Reg. L"].into_iter()));
        assert!(!keeps_scores(["L", "W", "H"].into_iter()) && !keeps_scores(["Home W", "Away L"].into_iter()));
        let around = Around {
            scores: true,
            number: true,
            ..Around::default()
        };
        assert_eq!(out("Reg. W", around), "regular wins");
        assert_eq!(out("tourney_l", around), "tournament losses");
        assert_eq!(out("W", Around::default()), "w");
    }

    #[test]
    fn a_remark_in_brackets_is_no_part_of_a_name_and_a_unit_is() {
        assert_eq!(out("Company (as registered)", Around::default()), "company");
        assert_eq!(out("Weight (lbs)", Around::default()), "weight lbs");
        assert_eq!(out("(see notes below)", Around::default()), "see notes below");
    }

    #[test]
    fn the_day_the_code_and_the_length_around_it_say_what_it_is_short_for() {
        let day = Around {
            day: true,
            ..Around::default()
        };
        let code = Around {
            code: true,
            ..Around::default()
        };
        let number = Around {
            number: true,
            ..Around::default()
        };
        assert_eq!(out("dt_rep", day), "date reported");
        assert_eq!(out("st_dt", day), "start date");
        assert_eq!(out("act_end", day), "actual end");
        assert_eq!(out("sales_rep", Around::default()), "sales representative");
        assert_eq!(out("car_st", code), "car status");
        assert_eq!(out("addr_st", Around::default()), "address street");
        assert_eq!(out("Wait (min)", number), "wait minutes");
        assert_eq!(out("price_min", number), "price minimum");
        assert_eq!(out("reg_no", Around::default()), "registration number");
        assert_eq!(out("unit_pr", number), "unit price");
        assert_eq!(out("sp", code), "species");
        let key = Around {
            key: true,
            ..Around::default()
        };
        assert_eq!(out("reg", key), "registration");
        assert_eq!(out("reg", Around::default()), "region");
    }
}
