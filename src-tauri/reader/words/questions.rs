//! Headings of surveys, which ask: "Do you ever smoke cigarettes?" is a column called by what is asked, "smoke cigarettes".

use super::among;

/// Words that such a question opens with, and those that are behind them.
const OPENS: &str = "do does did have has had are is was were can could would will";
const WHOM: &str = "you they he she it we your their";
const BESIDE: &str = "ever currently usually generally been gone a an any the your to";

/// What a heading asks, as its words; `None`: it asks nothing that yes or no would answer.
pub fn asked(heading: &str, words: &[String]) -> Option<Vec<String>> {
    let [opens, whom, rest @ ..] = words else { return None };
    if !heading.trim_end().ends_with('?') || !among(OPENS, opens) || !among(WHOM, whom) {
        return None;
    }
    let rest = rest.iter().skip_while(|w| among(BESIDE, w));
    let rest: Vec<String> = rest.cloned().collect();
    (!rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::asked;

    #[test]
    fn a_heading_that_asks_is_called_by_what_it_asks() {
        let of = |heading: &str| {
            let words: Vec<String> = heading
                .to_lowercase()
                .trim_end_matches('?')
                .split(' ')
                .map(str::to_owned)
                .collect();
            asked(heading, &words).map(|w| w.join(" "))
        };
        assert_eq!(of("Do you ever ride a bicycle?").as_deref(), Some("ride a bicycle"));
        assert_eq!(of("Have you ever been sailing?").as_deref(), Some("sailing"));
        assert_eq!(of("Winning Team?"), None);
        assert_eq!(of("Do you ride a bicycle"), None);
        assert_eq!(of("How do you travel to work?"), None);
    }
}
