//! Words of English that a turn is known by. Deliberately absent: what they do to it.

/// Words that point at things spoken of.
pub const POINTING: [&str; 15] = [
    "them", "they", "those", "these", "their", "theirs", "it", "its", "he", "him", "his", "she", "her", "hers", "same",
];
/// In front of a noun they point, too: "that customer".
pub const BEFORE_A_NOUN: [&str; 2] = ["that", "this"];
/// Words that "that" points behind, where it is not a relative pronoun.
pub const BEFORE_THAT: [&str; 18] = [
    "of", "for", "in", "to", "about", "from", "is", "are", "was", "were", "has", "have", "by", "does", "did", "do",
    "with", "at",
];
/// "Which ones", "the other one".
pub const ONES: [&str; 2] = ["one", "ones"];
/// How people go on; what stands behind is the change.
pub const LEADS: [(&str, &str); 41] = [
    ("filter this list to show only", "only"),
    ("filter this list to show", "only"),
    ("filter this list to", "only"),
    ("filter that list to show only", "only"),
    ("filter that list to show", "only"),
    ("filter the list to show", "only"),
    ("update this list to include", "too"),
    ("update this list to show", "too"),
    ("update the list to include", "too"),
    ("update the list to show", "too"),
    ("and leave out", "denies"),
    ("leave out", "denies"),
    ("add another column showing", "too"),
    ("add a column showing", "too"),
    ("add another column with", "too"),
    ("add a column with", "too"),
    ("add", "too"),
    ("also include", "too"),
    ("include", "too"),
    ("and what about", "about"),
    ("and how about", "about"),
    ("what about", "about"),
    ("how about", "about"),
    ("and what of", "about"),
    ("what of", "about"),
    ("and the same for", "about"),
    ("the same for", "about"),
    ("same for", "about"),
    ("now only", "only"),
    ("and only", "only"),
    ("but only", "only"),
    ("only", "only"),
    ("just", "only"),
    ("of those", "of"),
    ("of these", "of"),
    ("of them", "of"),
    ("among them", "of"),
    ("among those", "of"),
    ("and", "and"),
    ("but", "and"),
    ("now", "and"),
];
/// Said for manners.
pub const MANNERS: [&str; 42] = [
    "can you",
    "could you",
    "would you",
    "will you",
    "can i",
    "could i",
    "may i",
    "i would like to",
    "i'd like to",
    "i want to",
    "i need to",
    "let me",
    "let us",
    "let's",
    "do you know",
    "kindly",
    "yes",
    "yeah",
    "sure",
    "alright",
    "perfect",
    "nice",
    "cool",
    "hmm",
    "well",
    "ok",
    "okay",
    "please",
    "thank you so much",
    "thank you very much",
    "thank you for that",
    "thank you",
    "thanks",
    "great",
    "good",
    "right",
    "then",
    "so",
    "also",
    "hi",
    "hello",
    "hey",
];
pub const ASKING: [&str; 9] = ["what", "which", "who", "whose", "when", "where", "how", "why", "whom"];
pub const BEING: [&str; 8] = ["is", "are", "was", "were", "do", "does", "did", "have"];
pub const ORDERING: [&str; 12] = [
    "want", "need", "show", "list", "give", "find", "tell", "return", "get", "display", "count", "provide",
];
pub const TOO: [&str; 4] = ["also", "too", "additionally", "plus"];
pub const DENYING: [&str; 9] = [
    "not",
    "without",
    "except",
    "excluding",
    "exclude",
    "no",
    "other",
    "never",
    "isn't",
];
pub const SORTING: [&str; 6] = ["sort", "sorted", "order", "ordered", "rank", "ranked"];
pub const EACH: [&str; 4] = ["by", "per", "each", "every"];
pub const FREEING: [&str; 5] = ["all", "any", "regardless", "everything", "everyone"];
pub const LOW: [&str; 14] = [
    "lowest",
    "least",
    "fewest",
    "smallest",
    "cheapest",
    "worst",
    "bottom",
    "last",
    "shortest",
    "youngest",
    "earliest",
    "ascending",
    "minimum",
    "slowest",
];
pub const HIGH: [&str; 14] = [
    "highest",
    "most",
    "largest",
    "biggest",
    "best",
    "top",
    "longest",
    "oldest",
    "latest",
    "descending",
    "maximum",
    "dearest",
    "greatest",
    "fastest",
];
pub const FIGURES: [(&str, &str); 15] = [
    ("median", "median"),
    ("average", "avg"),
    ("mean", "avg"),
    ("total", "sum"),
    ("sum", "sum"),
    ("altogether", "sum"),
    ("overall", "sum"),
    ("maximum", "max"),
    ("max", "max"),
    ("highest", "max"),
    ("minimum", "min"),
    ("min", "min"),
    ("lowest", "min"),
    ("most", "max"),
    ("least", "min"),
];
pub const ORDINALS: [&str; 10] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
];
/// A count that names nothing.
pub const COUNTING: [&str; 14] = [
    "how",
    "many",
    "are",
    "there",
    "is",
    "tell",
    "me",
    "show",
    "give",
    "in",
    "total",
    "all",
    "altogether",
    "overall",
];
