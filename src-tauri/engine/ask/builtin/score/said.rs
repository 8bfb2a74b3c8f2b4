//! The words of a question that the judge may know: a closed list of grammar words and words for calculating, and of
//! the few words for names and numbers that every database has.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::words::{Token, TokenKind};

const WORDS: &str = "a an the this that these those of in on at to from for by with without within into and or and/or not no nor \
    but both either neither than then as if so such it its they them their there here he him his she her we us our you your i me my \
    who whom whose which what when where why how is are was were be been being am do does did done doing has have had having \
    can could will would shall should may might must any all each every some many much more most less least few fewer very also \
    only just please give show list find tell return display get provide count calculate compute report identify describe see \
    know like want need many number numbers amount amounts total sum average avg mean maximum max minimum min highest lowest \
    high low higher lower top bottom first second third last oldest youngest older younger old young largest smallest larger \
    smaller large small biggest bigger longest shortest longer shorter tallest heaviest earliest latest recent recently newest \
    early late earlier later best worst better worse good bad common popular frequent frequently often cheapest expensive \
    greater greatest great fastest slowest above below over under between before after since until during per across along \
    among about through via another other others different distinct unique various same own respective respectively \
    corresponding together as well order ordered sort sorted rank ranked arrange arranged ascending descending increasing \
    decreasing alphabetical alphabetically lexicographical lexicographically reverse group grouped percentage percent share \
    ratio proportion difference name names named called title titles id ids identifier identifiers code codes type types kind \
    kinds description descriptions detail details information info data record records row rows column columns table date dates \
    year years month months day days time times exactly least except excluding including include includes contain contains \
    containing start starts starting begin begins end ends ending letter word substring prefix missing null empty unknown \
    never ever still yet once twice one two three zero none least up out off don't doesn't didn't isn't aren't wasn't \
    weren't haven't hasn't can't using used use uses make made made belong belongs associated related available current \
    currently existing exist exists least involved consist one's sure every overall altogether combined enough list lists \
    both followed along next previous whether case equal equals won own owns owned own held hold work works living live lives \
    born located offer offered offers";

/// Whether the judge may know a word.
pub fn is_cue(word: &str) -> bool {
    static SET: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    SET.get_or_init(|| WORDS.split_whitespace().collect()).contains(word)
}

/// A token as far as the judge may know it: a listed word, a mark, a number, a quotation; anything else is `_`.
pub(crate) fn seen(token: Option<&Token>) -> &str {
    match token {
        None => "^",
        Some(t) => match t.kind {
            TokenKind::Number => "#",
            TokenKind::Quoted => "\"",
            TokenKind::Mark if matches!(t.lower.as_str(), "," | "?" | "." | ";" | ":") => &t.lower,
            TokenKind::Word if is_cue(&t.lower) => &t.lower,
            _ => "_",
        },
    }
}

/// The cues of a question, each once: listed words, pairs of neighbours that are both listed, and what it begins with.
pub fn cues(tokens: &[Token]) -> Vec<String> {
    let listed = |t: &Token| t.kind == TokenKind::Word && is_cue(&t.lower);
    let mut out: BTreeSet<String> = tokens.iter().filter(|t| listed(t)).map(|t| t.lower.clone()).collect();
    let known = |t: &Token| seen(Some(t)) != "_";
    for pair in tokens.windows(2).filter(|pair| pair.iter().all(known)) {
        out.insert(format!("{} {}", seen(pair.first()), seen(pair.last())));
    }
    if tokens.iter().any(|t| t.kind == TokenKind::Number) {
        out.insert("#".into());
    }
    out.insert(format!("^ {}", seen(tokens.first())));
    out.into_iter().collect()
}
