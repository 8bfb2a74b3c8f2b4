//! Names that nobody bears: first names from a list, surnames put together from syllables.
//! In: draws. Out: names, each full name once. Deliberately absent: real people and real companies.

use std::collections::BTreeSet;

use super::random::Random;

const FIRST: &[&str] = &[
    "Ada", "Aino", "Aksel", "Alma", "Anders", "Anouk", "Arne", "Astrid", "Ben", "Birgit", "Bruno", "Carla", "Cedric",
    "Chloe", "Clara", "Dario", "Dagny", "Daniel", "Elena", "Elias", "Elin", "Emil", "Erik", "Esther", "Eva", "Fatima",
    "Felix", "Fiona", "Freya", "Gareth", "Greta", "Gustav", "Hana", "Hanna", "Harald", "Hugo", "Ida", "Imran", "Ines",
    "Ingrid", "Isak", "Ivan", "Jan", "Jasmin", "Joana", "Jonas", "Kaisa", "Karim", "Karl", "Katya", "Kenji", "Lars",
    "Lea", "Leon", "Liam", "Lina", "Lukas", "Maeve", "Maja", "Malik", "Marta", "Mateo", "Maya", "Mikko", "Nadia",
    "Nils", "Noor", "Olga", "Oskar", "Otto", "Paula", "Pavel", "Petra", "Rafael", "Rosa", "Runa", "Samir", "Sanna",
    "Sofia", "Stefan", "Sven", "Tara", "Theo", "Tomas", "Ulla", "Vera", "Viktor", "Wanda", "Yara", "Zoe",
];
const PLAYERS: &[&str] = &[
    "Aaron", "Adem", "Aksel", "Amadou", "Anders", "Andre", "Anton", "Arvid", "Boris", "Caleb", "Cheikh", "Dario",
    "Darius", "Deon", "Devin", "Dragan", "Elias", "Emil", "Erik", "Filip", "Gabriel", "Goran", "Gustav", "Hakon",
    "Hugo", "Ibrahim", "Isaac", "Ivan", "Jaden", "Jalen", "Jamal", "Jonas", "Jordan", "Julian", "Karl", "Kofi",
    "Lamar", "Lars", "Leon", "Lukas", "Malik", "Marcus", "Marko", "Mateo", "Matas", "Mikko", "Milan", "Moses",
    "Nikola", "Nils", "Noah", "Oskar", "Oumar", "Pavel", "Quincy", "Rasmus", "Rokas", "Samir", "Sander", "Simon",
    "Stefan", "Sven", "Terrell", "Theo", "Tomas", "Trevon", "Tyrell", "Viktor", "Vincent", "Xavier", "Yusuf", "Zoran",
];
const START: &[&str] = &[
    "Alder", "Bel", "Bran", "Bren", "Cal", "Dor", "Dun", "Ell", "Fal", "Fen", "Gar", "Hal", "Hav", "Ister", "Jor",
    "Kal", "Kas", "Kel", "Kors", "Lan", "Lind", "Lov", "Mal", "Mor", "Nor", "Oder", "Ost", "Pel", "Quen", "Ras", "Ros",
    "Sel", "Skar", "Sol", "Stor", "Tal", "Thorn", "Tol", "Ul", "Var", "Vel", "Vin", "Wes", "Wil", "Yar", "Zan",
];
const END: &[&str] = &[
    "aker", "and", "ani", "by", "dahl", "dale", "ek", "enko", "er", "feld", "gard", "holt", "ic", "ini", "ley", "mark",
    "mere", "mond", "nes", "nik", "orn", "ova", "quist", "sen", "ski", "ström", "sund", "ton", "vik", "wick", "worth",
    "zen",
];

/// Gives out names and remembers them.
#[derive(Default)]
pub struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// First name and surname.
    pub fn person(&mut self, random: &mut Random) -> (String, String) {
        self.full(random, FIRST)
    }
    pub fn player(&mut self, random: &mut Random) -> (String, String) {
        self.full(random, PLAYERS)
    }
    /// Whatever `make` gives, drawn again until it is new.
    pub fn fresh(&mut self, random: &mut Random, make: impl Fn(&mut Random) -> String) -> String {
        loop {
            let name = make(random);
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
    fn full(&mut self, random: &mut Random, first: &[&str]) -> (String, String) {
        loop {
            let (given, family) = ((*random.pick(first)).to_owned(), surname(random));
            if self.taken.insert(format!("{given} {family}")) {
                return (given, family);
            }
        }
    }
}

pub fn surname(random: &mut Random) -> String {
    format!("{}{}", random.pick(START), random.pick(END))
}

/// For e-mail addresses: lower-case ASCII letters and digits, nothing else.
pub fn slug(name: &str) -> String {
    name.to_lowercase()
        .chars()
        .filter_map(|c| match c {
            'á' | 'å' | 'ä' => Some('a'),
            'ö' | 'ø' | 'ó' => Some('o'),
            'é' => Some('e'),
            'í' => Some('i'),
            'ü' => Some('u'),
            c => c.is_ascii_alphanumeric().then_some(c),
        })
        .collect()
}
