//! The phrases that are grammar words, and what each of them is.
//!
//! In: words separated by blanks. Out: their cue. Deliberately absent: adjectives, which have a table of their own.

use askwell_contract::time::WeekStart;

use super::Cue;
use crate::ask::builtin::adjectives::LATE;
use crate::ask::builtin::query::{Op, Part};

/// Phrases, words separated by blanks. Longer phrases win.
pub(super) fn phrase(text: &str) -> Option<Cue> {
    use Cue::*;
    Some(match text {
        "how many"
        | "count the number of"
        | "count how many"
        | "number of"
        | "the number of"
        | "count of"
        | "count"
        | "numbers of"
        | "how many different kinds of"
        | "the count of"
        | "how often"
        | "how many times"
        | "quantity of"
        | "the total number of"
        | "total number of"
        | "total count of"
        | "counts"
        | "counts of"
        | "the counts"
        | "their count"
        | "their counts"
        | "respective counts"
        | "their respective counts"
        | "the respective counts"
        | "the corresponding counts"
        | "no of"
        | "no . of" => HowMany,
        "how much" => HowMuch,
        "average" | "mean" | "avg" | "on average" | "averages" => Agg(super::Agg::Avg),
        "total" | "sum" | "sum of" | "total amount of" | "in total" | "combined" | "altogether" | "overall"
        | "totals" => Agg(super::Agg::Sum),
        "median" => Agg(super::Agg::Median),
        "maximum" | "max" => Agg(super::Agg::Max),
        "minimum" | "min" => Agg(super::Agg::Min),
        "most"
        | "best-selling"
        | "bestselling"
        | "top-selling"
        | "bestseller"
        | "bestsellers"
        | "best-seller"
        | "best-sellers"
        | "best selling"
        | "top selling"
        | "greatest number of"
        | "largest number of"
        | "highest number of"
        | "maximum number of"
        | "most number of"
        | "the greatest number of"
        | "biggest number of"
        | "top number of" => Superlative(true, None),
        "with the maximum" | "with maximum" | "has the maximum" | "have the maximum" | "having the maximum" => {
            Superlative(true, None)
        }
        "with the minimum" | "with minimum" | "has the minimum" | "have the minimum" | "having the minimum" => {
            Superlative(false, None)
        }
        "least" | "fewest" | "smallest number of" | "lowest number of" | "minimum number of" | "least number of"
        | "fewest number of" => Superlative(false, None),
        "most common"
        | "most common across"
        | "most common among"
        | "most popular"
        | "most frequent"
        | "most frequently"
        | "most often"
        | "most commonly"
        | "most used"
        | "most widely"
        | "most commonly used"
        | "most frequently used"
        | "most often used"
        | "most widely used"
        | "most frequently occurring"
        | "most commonly occurring"
        | "most busy"
        | "busiest"
        | "most active"
        | "most prevalent" => Common(true),
        "least common"
        | "least common across"
        | "least common among"
        | "least popular"
        | "least frequent"
        | "least often"
        | "rarest"
        | "least frequently" => Common(false),
        "more than" | "greater than" | "over" | "above" | "exceeding" | "exceeds" | "exceed" | "exceeded" | ">"
        | "greater" | "in excess of" | "beyond" | "more" => Compare(Op::Gt, None),
        "less than" | "fewer than" | "below" | "under" | "<" | "fewer" => Compare(Op::Lt, None),
        "at least"
        | "no less than"
        | "not less than"
        | "no fewer than"
        | "minimum of"
        | "> ="
        | "a minimum of"
        | "greater than or equal to"
        | "more than or equal to"
        | "higher than or equal to"
        | "bigger than or equal to"
        | "equal to or greater than"
        | "equal or greater than"
        | "equal to or more than"
        | "larger than or equal to" => Compare(Op::Ge, None),
        "at most"
        | "no more than"
        | "not more than"
        | "up to"
        | "maximum of"
        | "< ="
        | "a maximum of"
        | "less than or equal to"
        | "lower than or equal to"
        | "smaller than or equal to"
        | "fewer than or equal to"
        | "equal to or less than"
        | "equal or less than"
        | "not exceeding" => Compare(Op::Le, None),
        "exactly" | "equal to" | "equals" | "=" | "equal" => Compare(Op::Eq, None),
        "other than" | "not equal to" | "different from" | "except for" | "besides" => Compare(Op::Ne, None),
        "after" | "later than" => Compare(Op::Gt, Some(&LATE)),
        "before" | "earlier than" | "prior to" => Compare(Op::Lt, Some(&LATE)),
        "since" | "on or after" | "after or on" | "in or after" | "after or in" | "starting from" => {
            Compare(Op::Ge, Some(&LATE))
        }
        "until" | "on or before" | "before or on" | "in or before" | "before or in" => Compare(Op::Le, Some(&LATE)),
        "or more" | "or above" | "or higher" | "or later" | "or after" | "or greater" | "or over" | "or older"
        | "and above" | "and over" | "or larger" | "or longer" => After(Op::Ge),
        "or less" | "or fewer" | "or below" | "or lower" | "or earlier" | "or before" | "or under" | "or younger"
        | "or smaller" | "or shorter" => After(Op::Le),
        "between" | "in the range of" | "ranging from" | "in the range" => Between,
        "sorted by"
        | "ordered by"
        | "order by"
        | "sort by"
        | "in the order of"
        | "in order of"
        | "order of"
        | "sorted in"
        | "ordered in"
        | "listed in"
        | "ranked by"
        | "rank by"
        | "arranged by"
        | "sorted"
        | "ordered"
        | "listed by"
        | "by order of"
        | "sort"
        | "rank"
        | "arrange"
        | "order them by"
        | "sort them by"
        | "order the"
        | "sort the"
        | "order the results by"
        | "order the result by"
        | "order results by"
        | "sort the results by"
        | "sort the result by"
        | "sort results by"
        | "order it by"
        | "sort it by"
        | "in order by" => OrderBy,
        "descending order of"
        | "decreasing order of"
        | "descending"
        | "decreasing"
        | "desc"
        | "in descending order"
        | "descending order"
        | "decreasing order"
        | "from high to low"
        | "from highest to lowest"
        | "from most to least"
        | "reverse"
        | "from oldest to youngest"
        | "highest first"
        | "from largest to smallest"
        | "in decreasing order"
        | "largest first"
        | "biggest first"
        | "most first"
        | "newest first"
        | "latest first"
        | "from old to young"
        | "from large to small"
        | "from most recent to oldest"
        | "most recent first"
        | "best first"
        | "in descending order of"
        | "in decreasing order of"
        | "in the descending order of"
        | "by descending order of"
        | "by decreasing order of"
        | "by descending"
        | "in the decreasing order of"
        | "from long to short"
        | "from longest to shortest"
        | "from greatest to least"
        | "from greatest to smallest"
        | "from biggest to smallest"
        | "from newest to oldest"
        | "from latest to earliest"
        | "from best to worst"
        | "from most to fewest"
        | "in descending alphabetical order"
        | "in reverse alphabetical order"
        | "descending alphabetical order"
        | "reverse alphabetical order"
        | "in reverse lexicographical order"
        | "in descending lexicographical order" => Descending,
        "ascending order of"
        | "increasing order of"
        | "ascending"
        | "increasing"
        | "asc"
        | "in ascending order"
        | "ascending order"
        | "increasing order"
        | "from low to high"
        | "from lowest to highest"
        | "from least to most"
        | "from youngest to oldest"
        | "lowest first"
        | "smallest first"
        | "oldest first"
        | "earliest first"
        | "in increasing order"
        | "from smallest to largest"
        | "from young to old"
        | "in ascending order of"
        | "in the ascending order of"
        | "by ascending"
        | "in increasing order of"
        | "by ascending order of"
        | "by increasing order of"
        | "from short to long"
        | "from small to large"
        | "from shortest to longest"
        | "from least to greatest"
        | "from smallest to greatest"
        | "from smallest to biggest"
        | "from oldest to newest"
        | "from earliest to latest"
        | "from worst to best"
        | "from fewest to most" => Ascending,
        "alphabetical"
        | "alphabetically"
        | "lexicographical"
        | "lexicographic"
        | "lexicographically"
        | "in alphabetical order"
        | "in alphabetic order"
        | "alphabetic"
        | "in lexicographical order"
        | "alphabetical order of"
        | "in alphabetical order of" => Alphabetical,
        "each"
        | "for each"
        | "in each"
        | "of each"
        | "per"
        | "every"
        | "for every"
        | "to each"
        | "by each"
        | "from each"
        | "on each"
        | "grouped by"
        | "group by"
        | "at each"
        | "with each"
        | "across"
        | "within each"
        | "in every"
        | "of every"
        | "broken down by"
        | "for the different"
        | "for different"
        | "in different"
        | "across different"
        | "each of"
        | "for each of"
        | "corresponding to each" => Each,
        "by" => By,
        "distinct" | "different" | "unique" | "differing" | "various" => Distinct,
        "not" | "no" | "without" | "never" | "don't" | "doesn't" | "didn't" | "do not" | "does not" | "did not"
        | "isn't" | "aren't" | "except" | "excluding" | "neither" | "nor" | "haven't" | "hasn't" | "without any"
        | "not any" | "wasn't" | "weren't" | "has not" | "have not" | "cannot" | "can't" | "outside" | "outside of"
        | "have never" | "has never" | "is not" | "are not" | "not been" | "non" | "apart from" | "have no"
        | "has no" | "not have" | "do not have" | "does not have" | "did not have" | "don't have" | "doesn't have"
        | "didn't have" | "zero" | "not have any" | "nobody" | "no one" | "noone" | "no-one" | "nothing" => Not,
        "and" | "as well as" | "and also" | "also" | "&" | "along with" | "together with" | "and their" | "and its"
        | "plus" | "vs" | "versus" | "compared to" | "compared with" => And,
        "or" | "either" => Or,
        "both" => Both,
        "but not" | "but" | "but do not" | "but does not" | "but no" => But,
        "who" | "that" | "whose" | "which" | "with" | "where" | "having" | "whom" | "when" | "has" | "have" | "had" => {
            Relative
        }
        "of" | "for" | "across all" | "among all" | "of all time" => Of,
        "in" | "on" | "at" | "during" | "within" => In,
        "from" => From,
        "containing"
        | "contains"
        | "contain"
        | "includes the word"
        | "includes"
        | "including"
        | "include"
        | "contains the word"
        | "contain the word"
        | "containing the word"
        | "has the substring"
        | "the substring"
        | "with the word"
        | "the word"
        | "substring"
        | "includes the substring"
        | "contains the substring"
        | "contain the substring"
        | "that include"
        | "has the word"
        | "the phrase"
        | "like"
        | "the letter"
        | "contains the letter"
        | "contain the letter" => Contains,
        "starts with"
        | "start with"
        | "starting with"
        | "begins with"
        | "begin with"
        | "beginning with"
        | "starts with the letter"
        | "start with the letter"
        | "starting with the letter"
        | "beginning with the letter"
        | "begins with the letter"
        | "first letter is"
        | "with prefix"
        | "has prefix"
        | "the prefix" => Starts,
        "ends with"
        | "end with"
        | "ending with"
        | "ends in"
        | "ending in"
        | "end in"
        | "ends with the letter"
        | "end with the letter" => Ends,
        "missing" | "unknown" | "null" | "blank" | "empty" | "not known" | "unspecified" | "no known" => Missing,
        "percentage of" | "percent of" | "share of" | "proportion of" | "fraction of" | "what percentage"
        | "what percent" | "percentage" | "what share" | "what proportion" => Share,
        "difference between" | "difference in" | "gap between" | "difference of" => Calculate('-'),
        "ratio of" | "ratio between" => Calculate('/'),
        "top" | "first" | "bottom" | "last" => Top,
        "times" => Times,
        "per day" | "by day" | "each day" | "every day" => Per(Part::Day),
        "per week" | "by week" | "each week" | "every week" | "week by week" => Per(Part::Week(WeekStart::Monday)),
        "per year" | "by year" | "each year" | "every year" | "yearly" | "annually" | "per calendar year" => {
            Per(Part::Year)
        }
        "per month" | "by month" | "each month" | "every month" | "monthly" | "month by month" | "over time" => {
            Per(Part::YearMonth)
        }
        "per quarter" | "by quarter" | "each quarter" | "quarterly" | "of each quarter" | "every quarter" => {
            Per(Part::Quarter)
        }
        "by weekday"
        | "per weekday"
        | "by day of the week"
        | "by day of week"
        | "each weekday"
        | "each day of the week"
        | "per day of the week" => Per(Part::Weekday),
        // "from the longest to the shortest" is "from longest to shortest".
        _ if text.starts_with("from the ") => return phrase(&text.replace(" the ", " ")),
        // "in each month" is "each month".
        _ => {
            let rest = ["for ", "in ", "on "].iter().find_map(|p| text.strip_prefix(p))?;
            let each = rest.starts_with("each ").then(|| phrase(rest)).flatten();
            return each.filter(|cue| matches!(cue, Per(_)));
        }
    })
}
