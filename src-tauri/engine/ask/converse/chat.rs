//! Small talk: "hello", "thanks a lot". It gets a kind word and no query.
//!
//! In: what the person typed. Out: a [`Reply`] where every word is one of courtesy, and one of them makes it so.

use askwell_contract::run::Reply;

use crate::words::tokenise;

const GREETING: [&str; 6] = ["hello", "hi", "hey", "morning", "afternoon", "evening"];
const THANKING: [&str; 8] = [
    "thanks",
    "thank",
    "thx",
    "thankyou",
    "cheers",
    "appreciate",
    "appreciated",
    "grateful",
];
const LEAVING: [&str; 5] = ["bye", "goodbye", "farewell", "cya", "later"];
const PRAISING: [&str; 16] = [
    "great",
    "perfect",
    "awesome",
    "cool",
    "nice",
    "wonderful",
    "excellent",
    "amazing",
    "brilliant",
    "good",
    "wow",
    "ok",
    "okay",
    "fine",
    "understood",
    "lovely",
];
/// A question that is taken back.
const DROPPING: [&str; 8] = [
    "never mind",
    "nevermind",
    "forget it",
    "forget that",
    "forget about it",
    "never mind that",
    "no matter",
    "scratch that",
];
/// What may stand beside them.
const BESIDE: [&str; 76] = [
    "you",
    "so",
    "much",
    "very",
    "a",
    "lot",
    "for",
    "your",
    "the",
    "help",
    "helping",
    "me",
    "us",
    "this",
    "that",
    "it",
    "is",
    "was",
    "are",
    "were",
    "that's",
    "thats",
    "it's",
    "its",
    "all",
    "i",
    "i'm",
    "need",
    "needed",
    "want",
    "wanted",
    "to",
    "know",
    "and",
    "have",
    "day",
    "see",
    "again",
    "really",
    "many",
    "job",
    "work",
    "well",
    "done",
    "there",
    "information",
    "info",
    "answer",
    "answers",
    "time",
    "now",
    "just",
    "no",
    "more",
    "questions",
    "question",
    "got",
    "one",
    "two",
    "how",
    "helpful",
    "very",
    "everything",
    "today",
    "ahead",
    "too",
    "then",
    "right",
    "here",
    "what",
    "guys",
    "as",
    "always",
    "by",
    "quick",
    "team",
];

pub fn small_talk(question: &str) -> Option<Reply> {
    let tokens = tokenise(question);
    let words: Vec<&str> = tokens
        .iter()
        .map(|t| t.lower.as_str())
        .filter(|w| w.chars().any(char::is_alphanumeric))
        .collect();
    let said = words.join(" ");
    if DROPPING
        .iter()
        .any(|drop| said == *drop || said.strip_prefix("ok ") == Some(drop))
    {
        return Some(Reply::said("All right. Ask on, whenever you like."));
    }
    let any = |list: &[&str]| words.iter().any(|w| list.contains(w));
    let courteous = |w: &&str| {
        GREETING.contains(w)
            || THANKING.contains(w)
            || LEAVING.contains(w)
            || PRAISING.contains(w)
            || BESIDE.contains(w)
    };
    if words.is_empty() || !words.iter().all(courteous) {
        return None;
    }
    let message = match () {
        () if any(&LEAVING) => "Goodbye. This conversation is kept, and you can go on with it whenever you like.",
        () if any(&THANKING) => "You are welcome. Ask on, whenever you like.",
        () if any(&GREETING) => "Hello. What would you like to know about your data?",
        () if any(&PRAISING) => "Good. Ask on, whenever you like.",
        () => return None,
    };
    Some(Reply::said(message))
}

#[cfg(test)]
mod tests {
    use super::small_talk;

    #[test]
    fn courtesy_gets_a_kind_word_and_no_query() {
        for said in [
            "thanks",
            "Thank you so much!",
            "hello",
            "Hi there",
            "Good morning",
            "Great, that's all I needed. Thanks for your help!",
            "ok bye",
            "Perfect.",
            "Never mind",
            "ok forget it",
        ] {
            assert!(small_talk(said).is_some(), "{said}");
        }
    }

    #[test]
    fn a_question_in_courteous_words_is_a_question() {
        for said in [
            "Thanks, and how many customers are there?",
            "Good customers",
            "What is the best day?",
            "How many are there?",
            "Hello Kitty sales",
            "Which one is it?",
            "that's all of the orders",
        ] {
            assert!(small_talk(said).is_none(), "{said}");
        }
    }
}
