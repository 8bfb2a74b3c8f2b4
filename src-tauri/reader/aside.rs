//! What a question says beside what it asks: "The bank charges us on card, so how much comes from owners who pay by card?".
//!
//! In: the question. Out: the clauses that only tell why somebody asks or what they think; what is asked stands by itself
//! without them. A clause that the rest points back to is none. Deliberately absent: any judgement of stored names and times
//! among them, which still count.

use std::ops::Range;

use askwell_contract::run::{Span, ValueMatch};
use askwell_contract::time::TimeMatch;

use crate::asked::Asked;
use crate::words::{among, Token, TokenKind};

/// What a question begins with.
const OPENS: &str =
    "how which what whats what's who whos who's whose when where list show give tell find is are was were has have \
    had do does did any anyone anybody anything can could would please name names number count average total every";
/// The same, never the subject of a statement.
const ASKS: &str =
    "how which what whats what's who whos who's whose when where list show give tell find can could would please";
/// Who says or does something, where a statement begins with it.
const SUBJECTS: &str =
    "i i'm im i've ive i'd we we're we've my our someone somebody people everyone everybody nobody the he he's she \
    she's they they're there there's there've it's its that's this an a mum dad";
/// A clause that gives a reason begins so.
const BECAUSE: &str = "because cos as since now given seeing";
/// What somebody is at who then asks.
const AT: &str =
    "thinking trying wondering planning preparing deciding putting doing writing working sorting tidying checking \
    looking getting making chasing covering updating filling";
/// Finite verbs that need no other word to be seen.
const VERBS: &str =
    "is are am was were has have had will would keeps keep wants want wanted needs need asks ask asked says say said \
    reckons reckon thinks think thought swears insists suspect moan moans complain complains rang phoned emailed \
    charges charge lost got went wonder wonders know knows feel fancy";
/// Words that point at something said before.
const BACK: &str = "he she him her his hers one ones both either neither same those these else";
/// The same, unless the clause itself has said what they stand for.
const NEAR: &str = "they them their theirs it its it's that this there then";
/// Joins a statement to the question.
const JOINTS: &str = "so but now just please well right ok okay";
/// A statement does not begin so; what does is a condition or an order.
const NEVER: &str =
    "if when where once after during in on of at by to from among between without out compare split rank group \
    sort order break count only no not anything everything those leave leaving taking roughly";
/// Words that bound what is asked, in whatever clause they stand.
const BOUNDS: &str = "only excluded excluding exclude ignoring ignore ignored except out interested apart without";
/// What somebody wants who has not asked for anything yet.
const VAGUE: &str = "this it something figure figures numbers number list report reports fact facts answer update comparison table know";
/// A trailing clause with one of these goes on asking.
const ASKING_ON: &str =
    "how which what who when list show give first last top name names date dates amount percentage only by per each \
    with include including leave ignoring ignore excluding except not without please sorted both mean means numbers number";
/// Words of a question without a noun: it is about what was said before.
const ELLIPTIC: &str = "have has had are is was were did do does of and in came went each will by for per";
/// Nobody gives a reason in more words, or after a longer question.
const LONGEST: usize = 60;
/// Fewest words that ask something by themselves.
const LEAST: usize = 4;

struct Word {
    lower: String,
    start: usize,
    end: usize,
    /// The mark right behind it.
    mark: Option<char>,
    capital: bool,
}

fn words(question: &str) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    let mut at = 0;
    for piece in question.split_whitespace() {
        let start = at + question[at..].find(piece).unwrap_or(0);
        at = start + piece.len();
        let bare = piece.trim_matches(|c: char| !c.is_alphanumeric());
        if bare.is_empty() {
            // A dash by itself ends what stands before it.
            if let (Some(last), Some(mark)) = (out.last_mut(), piece.chars().next()) {
                last.mark = last.mark.or(Some(mark));
            }
            continue;
        }
        out.push(Word {
            lower: bare.to_lowercase().replace('\u{2019}', "'"),
            start,
            end: at,
            mark: piece.chars().last().filter(|c| ",;:.?!-\u{2013}\u{2014}".contains(*c)),
            capital: bare.starts_with(char::is_uppercase),
        });
    }
    out
}

/// The clauses, in bytes.
pub(crate) fn asides(question: &str) -> Vec<Range<usize>> {
    let words = words(question);
    let mut out = Vec::new();
    let from = behind(&words);
    if from > 0 {
        out.push(words[0].start..words[from - 1].end);
    }
    if let Some(at) = before(&words[from..]) {
        let first = &words[from + at];
        out.push(first.start..question.len());
    }
    out
}

/// Where the question begins, behind a statement.
fn behind(words: &[Word]) -> usize {
    let mut from = 0;
    // Where the last phrase began.
    let mut part = 0;
    for at in 1..words.len() {
        let so = words[at].lower == "so";
        let asks_so = so
            && words
                .get(at + 1)
                .is_some_and(|w| among(ASKS, &w.lower) || needs(&words[at + 1..]));
        // "The taxman is in tomorrow and he wants ...".
        let next = |n: usize| words.get(at + n).map_or("", |w| w.lower.as_str());
        let wanted = next(0) == "and" && among("he she they", next(1)) && among("want wants need needs", next(2));
        let wanted = wanted && !among("to", next(3));
        let Some(mark) = words[at - 1].mark.or((asks_so || wanted).then_some(',')) else {
            continue;
        };
        if matches!(mark, '?' | '-') || at > LONGEST {
            break;
        }
        let joints = match wanted {
            true => 3,
            false => words[at..].iter().take_while(|w| among(JOINTS, &w.lower)).count(),
        };
        let (clause, last, rest) = (&words[from..at], &words[part.max(from)..at], &words[at + joints..]);
        part = at;
        let firm = matches!(mark, ':' | '.' | '!' | '\u{2013}' | '\u{2014}');
        let opens = |w: &Word| among(ASKS, &w.lower) || !so && among(OPENS, &w.lower);
        let asks = rest.first().is_some_and(opens) || so && needs(rest);
        let to_use = so
            && rest
                .first()
                .is_some_and(|w| among("i we they he she you that", &w.lower))
            && !asks;
        let tells = match clause.len() == last.len() {
            true => states(clause) || so && asks && follows(clause),
            // "I want to know, grade by grade, how many": the phrase before belongs to the question.
            false => states(clause) && (so || states(last)),
        };
        let wants = firm && !so && gets(clause);
        let ends = (so && !to_use || asks || firm || wanted) && !wants;
        match rest.len() >= LEAST && tells && ends && !points_back(rest) {
            true => from = at + joints,
            // What the first sentence says is part of what follows.
            false if firm => break,
            false => {}
        }
    }
    from
}

/// "Staff meeting at four, so which ...", "my sums say more than half, so what ...": "so" tells that it is asked because of this.
fn follows(clause: &[Word]) -> bool {
    is_free_of("which whose how what who each every", clause) && (clause.len() < LEAST || has_verb(clause))
}

/// "So I need fees by month": what is needed is what is asked for.
fn needs(rest: &[Word]) -> bool {
    let word = |n: usize| rest.get(n).map_or("", |w| w.lower.as_str());
    among("i we", word(0)) && among("need want", word(1)) && word(2) != "to" && !among(VAGUE, word(2))
}

/// The end of a scale.
fn is_end(w: &Word) -> bool {
    among("most least", &w.lower) || w.lower.len() > 4 && w.lower.ends_with("est") && w.lower != "interest"
}

/// "I need his permits:": what is wanted is said already.
fn gets(clause: &[Word]) -> bool {
    let wanting = |w: &Word| among("want wants need needs", &w.lower);
    let Some(at) = clause.iter().position(wanting) else {
        return false;
    };
    !clause[at + 1..].iter().take(6).any(|w| among(VAGUE, &w.lower))
}

/// Where a statement begins that stands behind the question.
fn before(words: &[Word]) -> Option<usize> {
    (LEAST.max(words.len().saturating_sub(LONGEST))..words.len()).find(|at| {
        let clause = &words[*at..];
        let Some(mark) = words[at - 1].mark else { return false };
        let because = among("because cos as", &clause[0].lower);
        let first = match because {
            true => clause.get(1),
            false => clause.first(),
        };
        let person = first.is_some_and(|w| {
            among(
                "i i'm im i've ive we we're we've my our somebody someone everyone people",
                &w.lower,
            )
        });
        let named = matches!(mark, '?' | '.') && clause[0].capital && !opens(clause) && !among(NEVER, &clause[0].lower);
        let goes_on = clause[..clause.len() - 1]
            .iter()
            .any(|w| matches!(w.mark, Some(':' | ';' | '.' | '?' | '!')));
        let asks_on = clause.iter().any(|w| among(ASKING_ON, &w.lower));
        let wants = ["i", "we"].contains(&clause[0].lower.as_str())
            && clause
                .get(1)
                .is_some_and(|w| among("want need mean only just", &w.lower));
        // "I think year 11 gets off lightly" is what somebody thinks, whatever it names.
        let thinks = clause[0].lower == "i"
            && clause
                .get(1)
                .is_some_and(|w| among("think suspect reckon bet feel fear guess", &w.lower))
            && clause.len() > 4
            && !clause.iter().any(bounds);
        clause.len() >= 3
            && (person || named)
            && !goes_on
            && !asks_on
            && !wants
            && (thinks || !numbered(clause))
            && has_verb(clause)
    })
}

/// Whether a clause tells something: it has a subject and a verb, and asks nothing.
fn states(clause: &[Word]) -> bool {
    let Some(first) = clause.first() else { return false };
    // "Because the school keeps asking how it compares".
    let reason = among("because cos", &first.lower) && is_free_of("which whose each every", clause);
    if !is_plain(clause) && (!reason || numbered(clause)) {
        return false;
    }
    // "As at 1 May", "since March" are times.
    let because = among(BECAUSE, &first.lower) && has_verb(&clause[1..]);
    let begun = among(AT, &first.lower) && clause.len() > 2;
    let subject = (among(SUBJECTS, &first.lower) || first.capital && clause.len() > 2) && has_verb(clause);
    // "For the gold members" is a condition.
    let occasion = first.lower == "before" && clause.get(1).is_some_and(|w| among("we i", &w.lower));
    because || begun || subject || occasion
}

/// No question, order, number or end of a scale stands in it, and nothing that is told of some rows.
fn is_plain(clause: &[Word]) -> bool {
    is_free_of("which whose how what who that each every", clause) && !numbered(clause)
}

/// Whether it is no question or order, and has none of these words nor any that bounds what is asked: "cancelled ones are
/// excluded".
fn is_free_of(words: &str, clause: &[Word]) -> bool {
    let begins = clause.first().is_none_or(|w| among(NEVER, &w.lower));
    let bound = |w: &Word| among(words, &w.lower) || among(BOUNDS, &w.lower) || is_end(w);
    !begins && !opens(clause) && !clause.iter().any(bound)
}

fn has_verb(clause: &[Word]) -> bool {
    clause.iter().any(|w| {
        let short = ["'m", "'re", "'ve", "'ll", "'d"].iter().any(|s| w.lower.ends_with(s));
        short || among("im ive dont can't cant", &w.lower) || among(VERBS, &w.lower)
    }) || clause.iter().take(3).zip(clause.iter().skip(1)).any(|(a, b)| {
        a.lower.ends_with("'s")
            && (b.lower.ends_with("ing") || among("off back away been got gone after a at in on not", &b.lower))
    })
}

/// Whether it bounds a figure or names a year.
fn bounds(w: &Word) -> bool {
    let year = w.lower.len() == 4 && w.lower.chars().all(|c| c.is_ascii_digit());
    year || among("more less least fewer over under above below than", &w.lower) || w.lower.contains(['£', '$', '€'])
}

/// Whether a number stands in it: that may be a condition.
fn numbered(clause: &[Word]) -> bool {
    let digit = |w: &Word| w.lower.contains(|c: char| c.is_ascii_digit());
    clause.iter().any(|w| {
        digit(w)
            || crate::words::number_of(&w.lower).is_some() && w.lower != "one"
            || among("more less least fewer over under", &w.lower)
    })
}

/// Whether the rest speaks of what the clause before it named.
fn points_back(rest: &[Word]) -> bool {
    let elliptic = among("how", &rest[0].lower)
        && rest.get(1).is_some_and(|w| among("many much", &w.lower))
        && rest.get(2).is_none_or(|w| among(ELLIPTIC, &w.lower))
        // "How many of each kind" names what it counts.
        && !(rest.get(2).is_some_and(|w| w.lower == "of")
            && rest.get(3).is_some_and(|w| among("each every the our my", &w.lower)));
    // "So name and telephone": of those before.
    let elliptic = elliptic
        || among(
            "name names address addresses phone telephone email date dates",
            &rest[0].lower,
        )
        || among("which who", &rest[0].lower) && rest.get(1).is_some_and(|w| w.lower == "of" || w.lower == "ones");
    elliptic
        || rest.iter().enumerate().any(|(i, w)| {
            let next = rest.get(i + 1).map_or("", |w| w.lower.as_str());
            let last = i
                .checked_sub(1)
                .and_then(|i| rest.get(i))
                .map_or("", |w| w.lower.as_str());
            match w.lower.as_str() {
                "those" => !among("who whose with that which in on of from", next),
                "one" => !among("the any no at than only least most", last) && !among("or of", next),
                "ones" | "same" => false,
                "both" => next.is_empty() || i < 4,
                word if among(BACK, word) => true,
                "there" => !among("is are was were have has had", last),
                "this" => {
                    i < 4
                        && !among(
                            "year month week quarter term season spring summer autumn winter time morning weekend",
                            next,
                        )
                }
                "that" => {
                    among("of in on for with at from about", last) || among("way one lot kind", next) || next.is_empty()
                }
                // "Who hasn't paid their fees": theirs is whose it is asked.
                word if among(NEAR, word) => i < 4 && !among("who whose whos who's", &rest[0].lower),
                _ => false,
            }
        })
}

fn opens(words: &[Word]) -> bool {
    words.first().is_some_and(|w| among(OPENS, &w.lower))
}

/// Words beside what is asked say nothing of it, but for stored names and times among them.
pub(crate) fn set_aside(tokens: &mut [Token], asked: &Asked) {
    let asides = asides(&asked.question);
    if asides.is_empty() {
        return;
    }
    let aside = |t: &Token| asides.iter().find(|a| a.start <= t.start && t.end <= a.end);
    let within = |t: &Token, span: Span| span.start as usize <= t.start && t.end <= span.end as usize;
    // "Tonight", "by Friday" is when the answer is wanted.
    let wanted = |t: &TimeMatch| {
        let before = asked.question.get(..t.span.start as usize).unwrap_or_default();
        let by = before
            .split_whitespace()
            .last()
            .is_some_and(|w| w.eq_ignore_ascii_case("by"));
        by || among("today tonight tomorrow now", &t.words.to_lowercase())
    };
    let dated = |t: &Token| asked.times.iter().find(|time| within(t, time.span));
    let again = tokens.iter().any(|t| aside(t).is_none() && dated(t).is_some());
    let time = |t: &Token| !again && dated(t).is_some_and(|time| !wanted(time));
    // "The lower school asks how it compares, so what is the average of each school": of all of them.
    let grouped = |v: &ValueMatch| {
        let called: Vec<String> = crate::words::split_name(&v.column)
            .iter()
            .map(|w| crate::words::stem(w))
            .collect();
        let each = |t: &Token| aside(t).is_none() && among("each every per by across", &t.lower);
        (0..tokens.len()).any(|i| {
            let next = tokens[i + 1..].iter().take(3);
            each(&tokens[i])
                && next
                    .filter(|t| t.kind == TokenKind::Word)
                    .any(|t| called.contains(&t.stem))
        })
    };
    let named: Vec<&ValueMatch> = asked.values.iter().filter(|v| !grouped(v)).collect();
    // Who says something is no row that is asked for.
    let speaks = |v: &ValueMatch, clause: &Range<usize>| {
        let said = asked.question.get(v.span.end as usize..clause.end).unwrap_or_default();
        let mut after = said.split_whitespace().map(str::to_lowercase).take(4);
        v.span.start as usize == clause.start && after.any(|w| among("says say said reckons thinks swears insists", &w))
    };
    // "I'm after refunded orders" names them; nobody gives a condition behind "because".
    let name = |t: &Token, clause: &Range<usize>| {
        let first = asked.question[clause.clone()]
            .split_whitespace()
            .next()
            .unwrap_or_default();
        let because = among(BECAUSE, &first.to_lowercase());
        named.iter().any(|v| {
            let capital = v.words.starts_with(char::is_uppercase);
            v.exact && !v.part && (capital || !because) && within(t, v.span) && !speaks(v, clause)
        })
    };
    for token in tokens.iter_mut() {
        if aside(token).is_some_and(|clause| !(name(token, clause) || time(token))) {
            token.kind = TokenKind::Mark;
            token.lower = ",".to_owned();
            token.stem.clear();
            token.number = None;
        }
    }
}

/// Whether a word was set aside.
pub(crate) fn is_aside(token: &Token) -> bool {
    token.kind == TokenKind::Mark && token.text.starts_with(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::asides;

    #[track_caller]
    fn leaves(question: &str, asked: &str) {
        let mut left = question.to_owned();
        for range in asides(question).into_iter().rev() {
            left.replace_range(range, "");
        }
        assert_eq!(left.trim(), asked, "{question}");
    }

    #[test]
    fn clauses_that_tell_why_are_beside_the_question() {
        leaves(
            "The bank charges us on card, so how much comes from owners who pay by card?",
            "how much comes from owners who pay by card?",
        );
        leaves(
            "Because the club is short of mats, which ten sessions used the most?",
            "which ten sessions used the most?",
        );
        leaves(
            "The auditors are picking a sample, so which bookings came to over £300?",
            "which bookings came to over £300?",
        );
        leaves(
            "Which firms got fined twice? The legal team is after repeat offenders",
            "Which firms got fined twice?",
        );
        leaves(
            "Refund rate for each category, I've a feeling jewellery is worse",
            "Refund rate for each category,",
        );
        leaves(
            "I've the auditor in tomorrow and she wants fees by month for 2025",
            "fees by month for 2025",
        );
        leaves(
            "The treasurer's thinking about fees, so how many of each kind of member are behind?",
            "how many of each kind of member are behind?",
        );
        leaves(
            "Average fee by year group, I reckon Year 9 gets off lightly",
            "Average fee by year group,",
        );
        leaves(
            "We're moving the depot next month so I need customers per town, just the big ones",
            "I need customers per town, just the big ones",
        );
        leaves("Größe zählt, sagt er: wie viele?", "Größe zählt, sagt er: wie viele?");
    }

    #[test]
    fn what_the_question_speaks_of_or_asks_stays() {
        for question in [
            "We lost some members this year, how many of them were new?",
            "Late shows start at nine or after. How many have we run?",
            "Which team joined before 2023, still plays, and has paid?",
            "If every place in every class were taken, what would a term bring in?",
            "With the blue kit, who has scored most goals?",
            "Longest any lorry has been on site, which reg and how many minutes",
            "Compare Leeds and Hull for me would you, number of loads in each",
            "I need his permits due to end in May: ref, street and planned end",
            "Before I order trophies I want to know, grade by grade, how many merits there were",
            "In spring, what were we seeing at which sites? No need for anything that was rejected",
            "How many tickets does a member buy on average? Just those who have bought any",
            "I want to ring the account customers, so name and telephone",
            "Rainfall by month of the year, so we can see when it is wettest",
            "For the gold members, how many bookings were made?",
            "For next month, how many trips are booked?",
            "Cancelled orders are excluded, so what were total sales last month?",
            "I'm only interested in paid invoices, so what is the total?",
            "I'm after refunded orders: how many by month?",
            "I've a box of forms and they need to be counted by month and by site",
            "The boat is full, so how many of them paid?",
            "",
            "so",
            ", , ,",
        ] {
            leaves(question, question.trim());
        }
    }
}
