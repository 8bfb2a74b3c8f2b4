//! The models worth having, and what one needs. In: the list in `models.tsv`, and this computer's figures. Out: expected
//! memory, whether it fits, how fast it can be at most. Deliberately absent: how good a model is; nobody here measured it.

use askwell_contract::model::{Fit, Held, ShelfModel};

/// Bits a weight of the quantisations listed: 4.9 for Q4_K_M and 4.7 for Q4_K_S, by the sizes that their pages tell.
const BITS: f64 = 4.9;
/// Beside the file: the keys and values of 8,192 tokens of a 7B take 0.5 GB (28 layers, 4 heads of 128, two bytes each, both
/// ways), and the arithmetic about as much again.
const BESIDE: u64 = 1_000_000_000;
/// Of memory, what the system and a few other programs want.
const OTHERS: u64 = 4_000_000_000;
/// Below that, everything becomes slow.
const SYSTEM: u64 = 1_500_000_000;

/// As the list has them; what depends on this computer is not filled in yet.
pub fn all() -> Vec<ShelfModel> {
    let lines = include_str!("models.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(row).collect()
}

fn row(line: &str) -> Option<ShelfModel> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [name, title, maker, parameters, quantisation, about, repository, page, licence, leaves_out, says] =
        cells.as_slice()
    else {
        return None;
    };
    let parameters: f64 = parameters.parse().ok()?;
    let about: Option<u64> = about.parse().ok();
    Some(ShelfModel {
        name: (*name).into(),
        title: (*title).into(),
        maker: (*maker).into(),
        says: (*says).into(),
        parameters,
        quantisation: (*quantisation).into(),
        repository: (*repository).into(),
        page: (*page).into(),
        licence: (*licence).into(),
        leaves_out: (*leaves_out != "-").then(|| (*leaves_out).into()),
        about,
        needs: size(about, parameters) + BESIDE,
        fits: Fit::Unknown,
        speed: None,
        held: Held::Nothing,
    })
}

/// Of the file: as its page says, or by its weights.
fn size(about: Option<u64>, parameters: f64) -> u64 {
    about.unwrap_or((parameters * 1e9 * BITS / 8.0) as u64)
}

pub fn fit(needs: u64, memory: Option<u64>) -> Fit {
    match memory {
        None => Fit::Unknown,
        Some(memory) if needs + OTHERS <= memory => Fit::Well,
        Some(memory) if needs + SYSTEM <= memory => Fit::Tight,
        Some(_) => Fit::TooLarge,
    }
}

/// Tokens a second at most: each reads the whole file once.
pub fn speed(model: &ShelfModel, bytes: Option<u64>, reads: Option<u64>) -> Option<f64> {
    let bytes = bytes.unwrap_or_else(|| size(model.about, model.parameters));
    reads.map(|reads| reads as f64 / bytes.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_list_is_read_and_says_all_that_a_person_decides_by() {
        let lines = include_str!("models.tsv").lines().filter(|line| !line.starts_with('#'));
        let all = all();
        assert_eq!(all.len(), lines.count());
        let mut names: Vec<_> = all.iter().map(|model| model.name.as_str()).collect();
        names.dedup();
        assert_eq!(names.len(), all.len());
        for model in &all {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-".contains(c);
            assert!(model.name.chars().all(plain), "{}", model.name);
            assert_eq!(model.repository.split('/').count(), 2, "{}", model.name);
            assert!(model.page.starts_with("https://"), "{}", model.name);
            assert!(model.says.ends_with('.') && !model.licence.is_empty(), "{}", model.name);
            // A licence that is not known to leave nobody out says whom it does.
            assert_eq!(
                model.licence == "Apache 2.0",
                model.leaves_out.is_none(),
                "{}",
                model.name
            );
        }
        assert!(all.windows(2).all(|pair| pair[0].parameters <= pair[1].parameters));
    }

    #[test]
    fn where_a_page_tells_the_size_the_weights_come_to_about_the_same() {
        for model in all() {
            let by_weights = size(None, model.parameters) as f64;
            if let Some(about) = model.about {
                assert!((by_weights / about as f64 - 1.0).abs() < 0.06, "{}", model.name);
            }
        }
    }

    #[test]
    fn a_seven_billion_model_fits_sixteen_gigabytes_well_eight_tightly_and_four_not_at_all() {
        let model = all()
            .into_iter()
            .find(|model| model.name == "qwen2.5-coder-7b")
            .unwrap();
        let fits = |gigabytes: u64| fit(model.needs, Some(gigabytes << 30));
        assert_eq!([4, 8, 16].map(fits), [Fit::TooLarge, Fit::Tight, Fit::Well]);
        assert_eq!(fit(model.needs, None), Fit::Unknown);
        assert_eq!(speed(&model, None, None), None);
        let at_most = speed(&model, None, Some(46_800_000_000)).unwrap();
        assert!((at_most - 10.0).abs() < 0.01);
    }
}
