//! Kept inputs. In: lines of a file. Out: bytes, and back. Deliberately absent: which inputs are worth keeping.

use std::path::Path;

/// As one line: signs that cannot be seen as `\xNN`.
pub fn shown(input: &[u8]) -> String {
    let one = |b: &u8| match b {
        b'\\' => "\\\\".to_string(),
        b' '..=b'~' => char::from(*b).to_string(),
        other => format!("\\x{other:02x}"),
    };
    input.iter().map(one).collect()
}

pub fn lines(text: &str) -> Vec<Vec<u8>> {
    let kept = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    kept.map(read).collect()
}

fn read(line: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), line.as_bytes());
    while let [first, behind @ ..] = rest {
        let number = |hex: &[u8]| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok();
        (rest, bytes) = match (first, behind) {
            (b'\\', [b'\\', behind @ ..]) => (behind, [bytes, vec![b'\\']].concat()),
            (b'\\', [b'n', behind @ ..]) => (behind, [bytes, vec![b'\n']].concat()),
            (b'\\', [b'x', a, b, behind @ ..]) if number(&[*a, *b]).is_some() => {
                (behind, [bytes, number(&[*a, *b]).into_iter().collect()].concat())
            }
            (byte, behind) => (behind, [bytes, vec![*byte]].concat()),
        };
    }
    bytes
}

/// Two hundred short inputs of different outcomes.
pub fn keep(folder: &Path, name: &str, pool: &[Vec<u8>]) {
    let mut short: Vec<&Vec<u8>> = pool.iter().filter(|i| i.len() < 300).collect();
    short.sort_by_key(|i| i.len());
    let kept: Vec<String> = short.into_iter().take(200).map(|i| shown(i)).collect();
    let _ = std::fs::write(folder.join(format!("{name}.txt")), kept.join("\n") + "\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_read_back() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(lines(&shown(&all)), [all]);
        assert_eq!(lines("# a remark\n\na\\nb\n"), [b"a\nb".to_vec()]);
    }
}
