//! The standing part of the league: conferences, arenas, teams and their coaches.

use super::super::day::Day;
use super::super::names::{surname, Names};
use super::super::random::Random;
use super::super::statements::{row, Rows};

const CONFERENCES: &[&str] = &["Atlantic", "Baltic"];

/// City, country, nickname, short name; the first half plays in the Atlantic conference.
pub const CLUBS: &[(&str, &str, &str, &str)] = &[
    ("Bergen", "Norway", "Lanterns", "BER"),
    ("Trondheim", "Norway", "Tide", "TRO"),
    ("Tromsø", "Norway", "Auroras", "TSO"),
    ("Stavanger", "Norway", "Petrels", "STA"),
    ("Reykjavík", "Iceland", "Geysers", "REY"),
    ("Aberdeen", "Scotland", "Granite", "ABE"),
    ("Edinburgh", "Scotland", "Lamplighters", "EDI"),
    ("Galway", "Ireland", "Currents", "GAL"),
    ("Cork", "Ireland", "Ferrymen", "COR"),
    ("Belfast", "Northern Ireland", "Shipwrights", "BEL"),
    ("Tórshavn", "Faroe Islands", "Puffins", "TOR"),
    ("Newcastle", "England", "Keelmen", "NEW"),
    ("Liverpool", "England", "Cormorants", "LIV"),
    ("Kristiansand", "Norway", "Skippers", "KRI"),
    ("Stockholm", "Sweden", "Islanders", "STO"),
    ("Gothenburg", "Sweden", "Anchors", "GOT"),
    ("Malmö", "Sweden", "Cranes", "MAL"),
    ("Uppsala", "Sweden", "Scholars", "UPP"),
    ("Helsinki", "Finland", "Icebreakers", "HEL"),
    ("Turku", "Finland", "Archers", "TUR"),
    ("Tampere", "Finland", "Weavers", "TAM"),
    ("Tallinn", "Estonia", "Towers", "TAL"),
    ("Riga", "Latvia", "Lynx", "RIG"),
    ("Vilnius", "Lithuania", "Bisons", "VIL"),
    ("Kaunas", "Lithuania", "Ambers", "KAU"),
    ("Gdańsk", "Poland", "Mariners", "GDA"),
    ("Copenhagen", "Denmark", "Herons", "COP"),
    ("Aarhus", "Denmark", "Ravens", "AAR"),
];

pub fn conference_of(team: usize) -> usize {
    team * CONFERENCES.len() / CLUBS.len()
}

/// Seats of a team's arena; drawn without `Random`, because crowds need it long before the arena is written.
pub fn capacity(team: usize) -> i64 {
    5_200 + (team as i64 * 7_919 % 93) * 120
}

pub fn statements(random: &mut Random, names: &mut Names) -> Vec<String> {
    const HALLS: &[&str] = &["Arena", "Hall", "Dome", "Garden", "Center", "Sports Palace"];
    let mut conferences = Rows::of("conferences");
    for (i, name) in CONFERENCES.iter().enumerate() {
        conferences.add(row![i + 1, *name]);
    }
    let (mut arenas, mut teams, mut coaches) = (Rows::of("arenas"), Rows::of("teams"), Rows::of("coaches"));
    for (i, (city, country, nickname, abbr)) in CLUBS.iter().enumerate() {
        let hall = names.fresh(random, |r| format!("{} {}", surname(r), r.pick(HALLS)));
        arenas.add(row![
            i + 1,
            hall,
            *city,
            *country,
            capacity(i),
            random.between(1968, 2019)
        ]);
        teams.add(row![
            i + 1,
            format!("{city} {nickname}"),
            *abbr,
            *city,
            conference_of(i) + 1,
            i + 1,
            random.between(1949, 2006),
        ]);
        coach(random, names, &mut coaches, i);
    }
    [conferences, arenas, teams, coaches]
        .into_iter()
        .flat_map(Rows::into_statements)
        .collect()
}

/// The coaches of one team since before the first season, the last of them still there.
fn coach(random: &mut Random, names: &mut Names, rows: &mut Rows, team: usize) {
    let mut hired = Day::new(2016, 6, 1).plus(random.between(0, 1400));
    loop {
        let (first, last) = names.player(random);
        let left = hired.plus(random.between(300, 2600));
        let gone = left < Day::new(2025, 6, 30);
        rows.add(row![
            rows.count() + 1,
            first,
            last,
            team + 1,
            hired,
            gone.then_some(left),
            random.chance(390)
        ]);
        if !gone {
            return;
        }
        hired = left.plus(random.between(2, 40));
    }
}
