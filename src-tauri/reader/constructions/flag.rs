//! Yes-or-no columns by words that are not their name but made of it: "disqualifications" and "DQs" of `disqualified`,
//! "first-timers" of `first_time`, "hasn't signed consent" of `consent_signed`, "how much was refunded" of `refunded`.

use super::{takings, Edge};
use crate::frame::{Act, Ent, Measure};
use crate::known::{Col, Column};
use crate::lexicon::{self, fields};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Cond};
use crate::words::demonyms::{is_one, stands_for};
use crate::words::{among, stem};

/// Shorter names are short for too much.
const LONG: usize = 7;

pub(super) fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    for (col, c) in text.known.all().filter(|(col, _)| text.is_flag(*col)) {
        // What is called so is no flag.
        let called = |a: &Atom| match a.meaning {
            Meaning::Table(_) | Meaning::Value { .. } => a.score >= 0.9,
            Meaning::Column(other) => a.score >= 0.9 && other != col,
            _ => false,
        };
        let said = match c.stems.as_slice() {
            _ if text.at(at).iter().any(called) => false,
            [one] => noun_of(text, at, one) || letters_of(text, at, col) || is_plural(text, at, one),
            several => runs_through(text.word(at), several),
        };
        if said {
            out.push(Edge::new(
                "idea",
                at,
                at + 1,
                vec![Act::Where(Cond::Yes(col, true))],
                1.2,
            ));
        }
        if let Some(yes) = sex(text.word(at), c) {
            let mut acts = vec![Act::Where(Cond::Yes(col, yes))];
            // "Women who booked a court" are the people of whom it is kept.
            if !text.said(col.table) && among("women men ladies girls boys females males", text.word(at)) {
                acts.insert(0, Act::Thing(Ent::Table(col.table)));
            }
            out.push(Edge::new("idea", at, at + 1, acts, 1.4));
        }
        if let Some(end) = denied(text, at, &c.stems) {
            out.push(Edge::new("idea", at, end, vec![Act::Where(Cond::Yes(col, false))], 1.6));
        }
    }
    meant(text, at, out);
    with(text, at, out);
    can(text, at, out);
    again(text, at, out);
    does(text, at, out);
    summed(text, at, out);
}

/// "PBs by year" of `pb`: the rows that are so are counted.
fn is_plural(text: &Text<'_>, at: usize, one: &str) -> bool {
    const BEHIND: &str = "by per each in at this last for over on since";
    let word = &text.tokens[at];
    at == 0 && word.lower.ends_with('s') && word.stem == *one && among(BEHIND, text.word(at + 1))
}

/// "Women" of `female`, which says no of men.
fn sex(word: &str, column: &Column) -> Option<bool> {
    let words: Vec<&str> = column.words.iter().map(String::as_str).filter(|w| *w != "is").collect();
    let [name] = words.as_slice() else { return None };
    let of = |word: &str| {
        let means = stands_for(word);
        ["M", "F"].into_iter().find(|letter| is_one(means, letter))
    };
    Some(of(word)? == of(name)?)
}

/// "Left us" of `exited`, "didn't quit": what a field of life calls so. Who stayed is not one who is gone.
fn meant(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const AUXILIARY: &[&str] = &["have", "has", "had", "been", "yet", "ever"];
    const STAYED: &str = "stayed stay stays remained remain retained kept still";
    const GONE: [&str; 5] = ["exit", "churn", "attrit", "left", "cancel"];
    let not = lexicon::is_not(text.word(at));
    let from = if not { text.past(at + 1, AUXILIARY) } else { at };
    let word = text.word(from);
    // "By exits", "the departure": a name, and nothing that somebody did.
    let before = at.checked_sub(1).map_or("", |b| text.word(b));
    if among("by per each the a an of", before) || text.at(from).iter().any(|a| a.score >= 0.9 && a.end == from + 1) {
        return;
    }
    for atom in text.at(from).iter().filter(|a| a.loose && a.end == from + 1) {
        let Meaning::Column(col) = atom.meaning else { continue };
        let stems = &text.known.column(col).stems;
        if !text.is_flag(col) || !fields::leads(word, stems) {
            continue;
        }
        let stayed = among(STAYED, word) && stems.iter().any(|s| GONE.contains(&s.as_str()));
        let end = text.past(atom.end, &["us"]);
        let cond = Cond::Yes(col, not == stayed);
        out.push(Edge::new("idea", at, end, vec![Act::Where(cond)], 0.9));
    }
}

/// "With first aid", "no first aid" of `first_aid_trained`: who has it or has not, and not whether.
fn with(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if !matches!(text.word(at), "with" | "has" | "have" | "having" | "had" | "got") {
        return;
    }
    let from = text.past(at + 1, &["a", "an", "the", "any", "their"]);
    let no = text.word(from) == "no";
    let from = from + usize::from(no);
    for atom in text.at(from).iter().filter(|a| a.end > from + 1) {
        if let Meaning::Column(col) = atom.meaning {
            // "Have a first aid course" has something else.
            let more = text.at(atom.end).iter().any(|a| matches!(a.meaning, Meaning::Table(_)));
            if text.is_flag(col) && !more {
                out.push(Edge::new(
                    "idea",
                    at,
                    atom.end,
                    vec![Act::Where(Cond::Yes(col, !no))],
                    1.6,
                ));
            }
        }
    }
}

/// "Rooms you can bring a dog into", "that take dogs": what is so, and not whether.
fn can(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let who = matches!(
        text.word(at),
        "you" | "we" | "they" | "i" | "people" | "that" | "which" | "who"
    );
    let may = matches!(text.word(at + 1), "can" | "could");
    let not = matches!(text.word(at + 1), "can't" | "cant" | "cannot" | "couldn't" | "couldnt");
    let takes = matches!(
        text.word(at + 1),
        "take" | "takes" | "allow" | "allows" | "accept" | "accepts" | "welcome" | "welcomes"
    ) && !matches!(text.word(at), "you" | "we" | "i");
    // "Can you take a dog" asks whether.
    if !who || at == 0 || !(may || not || takes) || matches!(text.word(at - 1), "can" | "could") {
        return;
    }
    let verb = if takes { at + 1 } else { at + 2 };
    let from = text.past(verb + 1, &["a", "an", "the", "your", "our", "in", "with", "up", "by"]);
    for atom in text.at(from) {
        let Meaning::Column(col) = atom.meaning else { continue };
        if text.is_flag(col) && atom.score >= 0.2 && !is_denied(text.known.column(col)) {
            let end = text.past(
                atom.end,
                &["in", "into", "on", "onto", "up", "to", "there", "with", "along"],
            );
            let cond = Cond::Yes(col, !not);
            out.push(Edge::new(
                "idea",
                at,
                end,
                vec![Act::Where(cond)],
                1.6 + atom.score.ln() / 2.0,
            ));
        }
    }
}

/// "Non-smoker", "no dogs" say the opposite of what they name.
fn is_denied(column: &Column) -> bool {
    const WORDS: &str = "no non not never ex former past without";
    column.words.iter().any(|w| among(WORDS, w))
}

/// Whether a flag is called so and nothing more: `has_car` keeps a car, `car_seat` does not.
fn is_just(column: &Column, named: impl Fn(&String) -> bool) -> bool {
    const BESIDE: &str = "is has own owns a holds full driving";
    let beside = |w: &String| among(BESIDE, w);
    column.words.iter().any(&named) && column.words.iter().all(|w| named(w) || beside(w))
}

/// "Would have them again", "wouldn't book again" of `would_rebook`.
fn again(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let yes = match text.word(at) {
        "would" if (at + 1..at + 4).any(|i| matches!(text.word(i), "not" | "never")) => false,
        "would" => true,
        "wouldn't" | "wouldnt" => false,
        _ => return,
    };
    let Some(end) = (at + 2..at + 9).find(|i| text.word(*i) == "again") else {
        return;
    };
    const VERBS: &str = "have use book hire come buy stay choose visit pick go return order recommend employ ask";
    let does = |i: usize| among(VERBS, text.word(i));
    let said = |words: &[String]| {
        let once_more = |w: &String| w.len() > 4 && w.starts_with("re") && w != "recommend" || w == "again";
        words.iter().any(|w| w == "would") && words.iter().any(once_more)
    };
    if !(at + 1..end).any(does) {
        return;
    }
    for (col, _) in text.known.all().filter(|(col, c)| text.is_flag(*col) && said(&c.words)) {
        out.push(Edge::new(
            "idea",
            at,
            end + 1,
            vec![Act::Where(Cond::Yes(col, yes))],
            2.4,
        ));
    }
}

/// "Sitters who drive" of `driver` or `has_car`, "members who smoke" of `smoker`.
fn does(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let next = text.word(at + 1);
    let denied = matches!(text.word(at), "don't" | "dont" | "doesn't" | "doesnt");
    let who = matches!(text.word(at), "who" | "that") || denied && at > 0 && text.word(at - 1) == "who";
    let root = next.strip_suffix('s').unwrap_or(next);
    let root = root.strip_suffix('e').unwrap_or(root);
    if !who || root.len() < 4 || lexicon::is_filler(next) {
        return;
    }
    // "Who drives the bus" does something to something.
    let ends = matches!(
        text.word(at + 2),
        "" | "?" | "," | "." | "and" | "in" | "or" | "by" | "from" | "with"
    );
    for (col, c) in text.known.all().filter(|(col, _)| ends && text.is_flag(*col)) {
        let doer = |w: &String| w.strip_suffix("er").or(w.strip_suffix("or")) == Some(root);
        let car = |w: &String| root == "driv" && matches!(w.as_str(), "car" | "licence" | "license");
        if is_just(c, doer) || is_just(c, car) {
            out.push(Edge::new(
                "idea",
                at,
                at + 2,
                vec![Act::Where(Cond::Yes(col, !denied))],
                1.6,
            ));
        }
    }
}

/// Where "hasn't signed consent" ends: both words of the name, the other way round.
fn denied(text: &Text<'_>, at: usize, named: &[String]) -> Option<usize> {
    let [first, last] = named else { return None };
    let from = text.past(
        at + 1,
        &["yet", "been", "have", "had", "got", "a", "the", "any", "their"],
    );
    let next = text.past(from + 1, &["a", "the", "any", "their"]);
    let is = |at: usize, stem: &String| text.tokens.get(at).is_some_and(|t| t.stem == *stem);
    (lexicon::is_not(text.word(at)) && is(from, last) && is(next, first)).then_some(next + 1)
}

/// Whether a word names what a participle says: "disqualification" of `disqualified`.
fn noun_of(text: &Text<'_>, at: usize, named: &str) -> bool {
    let word = text.word(at);
    let one = word.strip_suffix('s').unwrap_or(word);
    let root = ["ication", "ation", "ment"]
        .iter()
        .find_map(|end| one.strip_suffix(end));
    let ends = |root: &str| {
        named
            .strip_prefix(root)
            .is_some_and(|rest| matches!(rest, "" | "e" | "i" | "y" | "l"))
    };
    root.is_some_and(|root| root.len() > 3 && ends(root))
}

/// Whether capitals are short for the column's one name: "DQs" of `disqualified`.
fn letters_of(text: &Text<'_>, at: usize, col: Col) -> bool {
    let Some(token) = text.tokens.get(at) else { return false };
    let short = token.text.strip_suffix('s').unwrap_or(&token.text);
    // These are short for something else everywhere.
    const KNOWN: [&str; 22] = [
        "id", "us", "usa", "uk", "eu", "cd", "dvd", "pc", "pm", "am", "pe", "pt", "it", "hr", "tv", "ct", "pr", "vat",
        "pdf", "ceo", "ad", "url",
    ];
    if KNOWN.contains(&short.to_lowercase().as_str()) {
        return false;
    }
    let capitals = (2..=3).contains(&short.len()) && short.chars().all(|c| c.is_ascii_uppercase());
    let [name] = text.known.column(col).words.as_slice() else {
        return false;
    };
    let short = short.to_lowercase();
    let mut rest = name.chars();
    let runs = short.chars().all(|c| rest.any(|r| r == c));
    capitals && runs && name.len() >= LONG && name.chars().next() == short.chars().next()
}

/// Whether a word with a hyphen says the name, as who is so: "first-timers" of `first_time`.
fn runs_through(word: &str, named: &[String]) -> bool {
    let parts: Vec<&str> = word.split('-').collect();
    let is = |(part, named): (&&str, &String)| {
        let doer = part.strip_suffix("rs").or(part.strip_suffix('r'));
        stem(part) == *named || doer.is_some_and(|d| stem(d) == *named)
    };
    parts.len() > 1 && parts.len() == named.len() && parts.iter().zip(named).all(is)
}

/// "How much have we refunded", "how much money went on refunds": the money of the rows that are flagged so.
fn summed(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if (text.word(at), text.word(at + 1)) != ("how", "much") {
        return;
    }
    let end = text.past(at + 2, &["money", "cash", "in", "total"]);
    // "How much stock is discontinued" asks for stock.
    let led = end > at + 2
        || matches!(
            text.word(end),
            "have" | "has" | "did" | "do" | "was" | "were" | "is" | "went"
        );
    if !led || !super::measures(text, end).is_empty() {
        return;
    }
    for (col, c) in text.known.all().filter(|(col, _)| text.is_flag(*col)) {
        let [one] = c.stems.as_slice() else { continue };
        let said = text.tokens[end.min(text.tokens.len())..].iter().any(|t| t.stem == *one);
        if let Some(money) = takings::own(text, col.table).filter(|_| said) {
            out.push(Edge::new(
                "idea",
                at,
                end,
                vec![Act::Figure(Agg::Sum, Measure::Col(money))],
                1.0,
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use askwell_contract::TypeKind::Text as Words;

    use super::*;
    use crate::constructions::tests::column;
    use crate::known::Role::Flag;

    #[test]
    fn a_flag_is_meant_by_its_whole_name() {
        let just = |name: &str, word: &str| is_just(&column(name, Words, Flag), |w| w == word);
        for (name, word) in [
            ("has_car", "car"),
            ("driver", "driver"),
            ("full_driving_licence", "licence"),
        ] {
            assert!(just(name, word), "{name}");
        }
        for (name, word) in [
            ("car_seat", "car"),
            ("key_worker", "worker"),
            ("licence_expired", "licence"),
        ] {
            assert!(!just(name, word), "{name}");
        }
        assert!(is_denied(&column("non_smoker", Words, Flag)));
        assert!(!is_denied(&column("smoker", Words, Flag)));
    }
}
