//! What a column is, in one sentence, from its name, its type and its keys: "When the order was shipped."
//!
//! In: words of the names, the column, its profile. Out: a sentence. Deliberately absent: what the values are; see
//! [`super::facts`].

use askwell_contract::profile::{ColumnProfile, Disguise};
use askwell_contract::{Column, KeyOrigin, Table, TypeKind};

use super::names::{ColumnName, TableName};
use crate::words::{among, article, plural, split_name};

/// Ends of names that say "a point in time".
const TIME_WORDS: &str = "date time timestamp datetime day at on dt ts utc when moment";
const PARTICIPLES: &str =
    "sent paid sold made born built bought taken given written read seen lost found done begun closed held met \
    shut cut set put hired fired won drawn hit known laid left led lent let kept run spent taught thrown withdrawn";
/// What happens of itself, so that "was" would be wrong.
const OF_ITSELF: &str =
    "joined expired started ended died happened occurred arrived departed left resigned retired failed finished \
    enrolled subscribed graduated logged";
const FLAG_WORDS: &str = "flag indicator yn bool boolean";
const ASKING: &str = "is are was were has have had can may did does allows needs requires uses";
const ADJECTIVES: &str =
    "active inactive open public private primary secondary default current new late valid invalid available online \
    offline free visible hidden final urgent male female alive dead recent anonymous in out";
const KEY_WORDS: &str = "ID id key code number no fk ref reference UUID uuid guid";
const FREE_TEXT: &str =
    "description note notes comment comments remark remarks text details summary body message content abstract bio";
const COUNTED: &str = "number count";

/// What the sentence is made from.
pub struct About<'a> {
    pub table: &'a Table,
    pub entity: &'a TableName,
    pub column: &'a Column,
    pub name: &'a ColumnName,
    pub profile: Option<&'a ColumnProfile>,
    /// What the column refers to: the other table's row, and whether that is declared.
    pub target: Option<Target<'a>>,
}

#[derive(Clone, Copy)]
pub struct Target<'a> {
    pub entity: &'a TableName,
    pub table: &'a str,
    pub column: &'a str,
    pub origin: &'a KeyOrigin,
}

impl About<'_> {
    pub fn is_key(&self) -> bool {
        matches!(self.table.primary_key.as_slice(), [only] if only.eq_ignore_ascii_case(&self.column.name))
    }

    pub fn disguised(&self, as_what: &[Disguise]) -> bool {
        self.profile
            .is_some_and(|p| p.disguises.iter().any(|d| as_what.contains(d)))
    }

    pub fn is_time(&self) -> bool {
        use Disguise::{CompactDate, IsoDate, SlashDate, UnixSeconds};
        self.column.kind.is_time() || self.disguised(&[IsoDate, SlashDate, CompactDate, UnixSeconds])
    }

    pub fn is_boolean(&self) -> bool {
        let named = || says_yes_or_no(&self.column.name);
        self.column.kind == TypeKind::Boolean
            || self.disguised(&[Disguise::BooleanInText])
            || self.disguised(&[Disguise::BooleanInNumber]) && named()
    }
}

/// Whether the name of a column that holds 0 and 1 says that these are no and yes; stops and goals happen to be as many.
pub fn says_yes_or_no(name: &str) -> bool {
    let words = split_name(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let first = words.first().is_some_and(|first| among(ASKING, first));
    let last = words
        .last()
        .is_some_and(|last| among(ADJECTIVES, last) || is_participle(last) || among(OF_ITSELF, last));
    first || last || words.iter().any(|word| among(FLAG_WORDS, word))
}

pub fn subject(about: &About<'_>) -> String {
    let one = &about.entity.one;
    let words: Vec<&str> = about.name.words.iter().map(String::as_str).collect();
    let text = match &about.target {
        Some(target) => refers(about, target, &words),
        None if about.is_key() => identifies(about, &words),
        None if about.is_boolean() || by_name(about, &words, asks) => whether(&words, one),
        None if about.is_time() || by_name(about, &words, is_moment) => when(about, &words),
        None => named(about, &words),
    };
    let unit = about.name.unit.map(|unit| format!(", in {unit}")).unwrap_or_default();
    sentence(&format!("{text}{unit}"))
}

/// Where nothing is known of the values, the name alone decides.
fn by_name(about: &About<'_>, words: &[&str], says: fn(&[&str]) -> bool) -> bool {
    about.profile.is_none() && says(words)
}

fn asks(words: &[&str]) -> bool {
    matches!(words, [first, _, ..] if among(ASKING, first))
}

fn is_moment(words: &[&str]) -> bool {
    match words {
        ["since"] => true,
        [.., participle, "at" | "on"] => is_participle(participle) || among(OF_ITSELF, participle),
        [_, .., last] => among("date time timestamp datetime", last),
        _ => false,
    }
}

/// Begins with a capital, ends with a full stop.
pub fn sentence(text: &str) -> String {
    let mut chars = text.trim().chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let rest = chars.as_str();
    let stop = if rest.ends_with(['.', '!', '?', '…']) {
        ""
    } else {
        "."
    };
    format!("{first}{rest}{stop}")
}

fn identifies(about: &About<'_>, words: &[&str]) -> String {
    let one = &about.entity.one;
    let what = match about.column.kind {
        TypeKind::Integer | TypeKind::Decimal => "The number that identifies each",
        TypeKind::Text => match words.last() {
            Some(&"name") => "The name, which identifies each",
            _ => "The code that identifies each",
        },
        _ => "What identifies each",
    };
    format!("{what} {one}")
}

fn refers(about: &About<'_>, target: &Target<'_>, words: &[&str]) -> String {
    let one = &about.entity.one;
    let mut role: Vec<&str> = words.to_vec();
    while role.len() > 1 && role.last().is_some_and(|w| among(KEY_WORDS, w)) {
        role.pop();
    }
    let own: Vec<&str> = target.entity.words.iter().map(String::as_str).collect();
    if role.last().is_some_and(|w| among(KEY_WORDS, w)) {
        role.clear();
    }
    let row = target.entity.one.as_str();
    let verb = match target.origin {
        KeyOrigin::Declared => "refers to",
        KeyOrigin::Inferred { .. } => "seems to refer to",
    };
    let verb_to = format!("{verb} {}.{}", target.table, target.column);
    let key = if about.is_key() {
        " It identifies the row, too."
    } else {
        ""
    };
    let who = match role.as_slice() {
        [verb @ .., "to"] if verb.last().is_some_and(|v| v.ends_with('s')) => {
            return format!("The {row} that the {one} {}; {verb_to}.{key}", role.join(" "))
        }
        [.., participle, "by"] if is_participle(participle) => {
            return format!("The {row} that the {one} was {}; {verb_to}.{key}", role.join(" "))
        }
        _ => who(&role, &own, row, one),
    };
    format!("{who}; {verb_to}.{key}")
}

fn who(role: &[&str], own: &[&str], row: &str, one: &str) -> String {
    match () {
        () if role.is_empty() || role == own => format!("The {row} of the {one}"),
        () if role.ends_with(own) || own.ends_with(role) => format!("The {} of the {one}", role.join(" ")),
        () if row == "row" => format!("The {} of the {one}", role.join(" ")),
        () => format!("The {} of the {one}, {} {row}", role.join(" "), article(row)),
    }
}

fn is_participle(word: &str) -> bool {
    among(PARTICIPLES, word) || word.len() > 4 && word.ends_with("ed") && !word.ends_with("eed")
}

fn whether(words: &[&str], one: &str) -> String {
    let mut words: Vec<&str> = words.to_vec();
    while words.len() > 1 && words.last().is_some_and(|w| among(FLAG_WORDS, w)) {
        words.pop();
    }
    if let [verb, rest @ ..] = words.as_slice() {
        if among(ASKING, verb) && !rest.is_empty() {
            return format!("Whether the {one} {verb} {}", rest.join(" "));
        }
    }
    let last = words.last().copied().unwrap_or_default();
    let adjective = is_participle(last)
        || among(ADJECTIVES, last)
        || ["able", "ible", "ful", "ous"].iter().any(|end| last.ends_with(end));
    match words.as_slice() {
        [only] if adjective => format!("Whether the {one} is {only}"),
        _ if adjective => format!("Whether the {one} is {}", words.join(" ")),
        _ => format!("Yes or no: {} of the {one}", words.join(" ")),
    }
}

fn when(about: &About<'_>, words: &[&str]) -> String {
    let one = &about.entity.one;
    let clock = about.column.kind == TypeKind::Timestamp || about.disguised(&[Disguise::UnixSeconds]);
    let date = if clock { "Date and time" } else { "Date" };
    let mut role: Vec<&str> = words.to_vec();
    while role.last().is_some_and(|w| among(TIME_WORDS, w)) {
        role.pop();
    }
    while role.len() > 1 && role.first().is_some_and(|w| among("date time datetime", w)) {
        role.remove(0);
    }
    if role.first() == Some(&"of") {
        role.remove(0);
    }
    let (Some(&last), Some(&first)) = (role.last(), role.first()) else {
        return format!("{date} of the {one}");
    };
    let before = if role.len() > 1 {
        format!("{} ", role[..role.len() - 1].join(" "))
    } else {
        String::new()
    };
    match last {
        "start" | "begin" | "beginning" if role.len() == 1 => format!("When the {one} starts"),
        "end" | "finish" | "ending" if role.len() == 1 => format!("When the {one} ends"),
        "expiry" | "expiration" | "expire" | "expires" => format!("When the {one} expires"),
        "due" => format!("When the {one} is due"),
        "birth" | "birthday" | "born" => format!("Date of birth of the {one}"),
        "death" => format!("Date of death of the {one}"),
        "ship" | "shipping" | "shipment" if role.len() == 1 => format!("When the {one} was shipped"),
        "create" | "creation" | "created" if role.len() == 1 => format!("When the {one} was created"),
        "since" => format!("Since when it has been {} {one}", article(one)),
        "hire" => format!("When the {one} was hired"),
        "update" | "modification" if matches!(role.as_slice(), [_] | ["last", _]) => {
            format!("When the {one} was last changed")
        }
        "updated" | "modified" | "changed" if matches!(role.as_slice(), [_] | ["last", _]) => {
            format!("When the {one} was last changed")
        }
        _ if among(OF_ITSELF, last) => format!("When the {one} {before}{last}"),
        _ if is_participle(last) && first != "is" => format!("When the {one} was {before}{last}"),
        _ => format!("The {} {} of the {one}", role.join(" "), date.to_lowercase()),
    }
}

fn named(about: &About<'_>, words: &[&str]) -> String {
    let one = &about.entity.one;
    let phrase = words.join(" ");
    let number = about.column.kind.is_number() || about.disguised(&[Disguise::NumberInText]);
    let last = words.last().copied().unwrap_or_default();
    if number {
        let counted: Option<&[&str]> = match words {
            ["number", "of", rest @ ..] | ["number", rest @ ..] if !rest.is_empty() => Some(rest),
            [rest @ .., end] if among(COUNTED, end) && *end == "count" && !rest.is_empty() => Some(rest),
            _ => None,
        };
        if let Some(rest) = counted.filter(|rest| rest.len() > 1 || !among(KEY_WORDS, rest[0])) {
            let mut many: Vec<String> = rest.iter().map(|w| (*w).to_owned()).collect();
            if let Some(last) = many.last_mut() {
                *last = plural(last);
            }
            return format!("How many {} the {one} has", many.join(" "));
        }
    }
    if about.disguised(&[Disguise::Year]) {
        let role: Vec<&str> = words.iter().copied().filter(|w| *w != "year").collect();
        return match role.last() {
            None => format!("The year of the {one}"),
            Some(last) if is_participle(last) => format!("The year in which the {one} was {}", role.join(" ")),
            Some(_) => format!("The {} year of the {one}", role.join(" ")),
        };
    }
    if let ([unit], true) = (words, number) {
        match *unit {
            "milliseconds" | "seconds" | "minutes" | "hours" | "days" => {
                return format!("How long the {one} takes, in {unit}")
            }
            "bytes" | "kilobytes" | "megabytes" => return format!("The size of the {one}, in {unit}"),
            _ => {}
        }
    }
    match last {
        "by" if words.len() > 1 && is_participle(words[words.len() - 2]) => {
            format!("By whom the {one} was {}", words[..words.len() - 1].join(" "))
        }
        "email" | "mail" if words.len() == 1 => format!("E-mail address of the {one}"),
        "phone" | "telephone" if words.len() == 1 => format!("Phone number of the {one}"),
        "latitude" | "longitude" => format!("{phrase} of the {one}, in degrees"),
        "zip" => format!("Postal code of the {one}"),
        "type" | "kind" | "category" if words.len() == 1 => format!("What {last} of {one} it is"),
        _ if among(FREE_TEXT, last) && about.column.kind == TypeKind::Text => {
            format!("Free text: the {phrase} of the {one}")
        }
        _ => format!("The {phrase} of the {one}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_whether_0_and_1_are_no_and_yes() {
        for flag in [
            "is_active",
            "hasGarden",
            "discontinued",
            "paid",
            "gift_flag",
            "expired",
            "late",
        ] {
            assert!(says_yes_or_no(flag), "{flag}");
        }
        for count in ["stops", "goals", "number_of_doors", "speed", "rank"] {
            assert!(!says_yes_or_no(count), "{count}");
        }
    }
}
