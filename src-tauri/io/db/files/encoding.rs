//! Encodings of text files. In: a file, packed with gzip or not. Out: which encoding it is in, and a copy in UTF-8
//! where DuckDB could not read the file itself. Deliberately absent: what the text says.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use askwell_contract::{Problem, ProblemCode, Result};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{CoderResult, Encoding, UTF_16BE, UTF_16LE, UTF_8, WINDOWS_1252};

use super::super::file;

/// Bytes read at a time.
const CHUNK: usize = 1 << 18;
/// What the detector looks at; its authors found no gain in more.
const DETECT: usize = 4 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    pub encoding: &'static Encoding,
    /// Both `\r\n` and `\n`, or a lone `\r`, somewhere.
    pub mixed_ends: bool,
    /// Something besides white space.
    pub filled: bool,
    /// Begins with a mark of its encoding.
    pub marked: bool,
    pub packed: bool,
}

impl Text {
    pub fn is_utf8(self) -> bool {
        self.encoding == UTF_8
    }
    pub fn name(self) -> String {
        self.encoding.name().to_string()
    }
}

/// Looks at the whole file: the only byte that is no UTF-8 may be its last.
pub fn examine(path: &Path, packed: bool) -> Result<Text> {
    let mut reader = reader(path, packed)?;
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let mut buffer = vec![0; CHUNK];
    let (mut kept, mut seen) = (0, 0_usize);
    let (mut utf8, mut any, mut filled, mut marked) = (true, false, false, false);
    // Zero bytes at even and at odd places: UTF-16 without a mark has many at one of them.
    let mut zeros = [0_usize; 2];
    let (mut pairs, mut lines, mut returns) = (0_usize, 0_usize, 0_usize);
    let mut last = 0;
    loop {
        let read = fill(&mut reader, &mut buffer[kept..]).map_err(|error| broken(path, packed, &error))?;
        let bytes = &buffer[..kept + read];
        if !any {
            any = true;
            if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
                marked = true;
                if encoding != UTF_8 {
                    return Ok(Text {
                        encoding,
                        mixed_ends: true,
                        filled: bytes.len() > mark + 2,
                        marked,
                        packed,
                    });
                }
            }
        }
        let new = &bytes[kept..];
        for byte in new {
            match byte {
                b'\n' if last == b'\r' => pairs += 1,
                b'\n' => lines += 1,
                b'\r' => returns += 1,
                0 => zeros[seen % 2] += 1,
                b' ' | b'\t' | 0xef | 0xbb | 0xbf => {}
                _ => filled = true,
            }
            last = *byte;
            seen += 1;
        }
        if seen <= DETECT {
            detector.feed(new, read == 0);
        }
        let mut rest = 0;
        if utf8 {
            if let Err(error) = std::str::from_utf8(bytes) {
                // A character may be cut at the end of what was read.
                let cut = error.error_len().is_none() && read > 0;
                utf8 = cut;
                rest = if cut { bytes.len() - error.valid_up_to() } else { 0 };
            }
        }
        if read == 0 {
            break;
        }
        let end = kept + read;
        buffer.copy_within(end - rest..end, 0);
        kept = rest;
    }
    if zeros != [0, 0] {
        let encoding = match zeros {
            [even, odd] if even * 3 > seen && odd * 64 < seen => UTF_16BE,
            [even, odd] if odd * 3 > seen && even * 64 < seen => UTF_16LE,
            _ => {
                let name = file::name(path);
                let what = format!("\"{name}\" holds bytes that no text has.");
                return Err(Problem::new(ProblemCode::NotADatabase, what)
                    .hint("Perhaps its ending is wrong. Save it again as CSV from the program that made it."));
            }
        };
        return Ok(Text {
            encoding,
            mixed_ends: true,
            filled: true,
            marked,
            packed,
        });
    }
    let kinds = [pairs > 0, lines > 0, returns > pairs];
    Ok(Text {
        encoding: if utf8 {
            UTF_8
        } else {
            detector.guess(None, Utf8Detection::Deny)
        },
        mixed_ends: kinds.into_iter().filter(|kind| *kind).count() > 1,
        filled,
        marked,
        packed,
    })
}

/// A copy in UTF-8, without a mark, every line ended by `\n`.
pub fn copy(path: &Path, text: Text, to: &Path) -> Result<()> {
    let made = decode(path, text, text.encoding, to)?;
    // A byte that the guessed encoding does not have; this one has them all.
    if made || text.encoding == UTF_8 || text.encoding == UTF_16LE || text.encoding == UTF_16BE {
        return Ok(());
    }
    decode(path, text, WINDOWS_1252, to).map(|_| ())
}

/// True: every byte had a meaning.
fn decode(path: &Path, text: Text, encoding: &'static Encoding, to: &Path) -> Result<bool> {
    let mut reader = reader(path, text.packed)?;
    let written = |error: io::Error| crate::disk::problem(&error, to);
    let mut out = BufWriter::new(File::create(to).map_err(written)?);
    let mut decoder = encoding.new_decoder_with_bom_removal();
    let mut buffer = vec![0; CHUNK];
    let mut decoded = String::with_capacity(CHUNK * 3 + 16);
    let (mut sound, mut after_return) = (true, false);
    loop {
        let read = fill(&mut reader, &mut buffer).map_err(|error| broken(path, text.packed, &error))?;
        let mut rest = &buffer[..read];
        loop {
            decoded.clear();
            let (result, used, wrong) = decoder.decode_to_string(rest, &mut decoded, read == 0);
            sound &= !wrong;
            rest = &rest[used..];
            ends(&mut out, &decoded, &mut after_return).map_err(written)?;
            if result == CoderResult::InputEmpty {
                break;
            }
        }
        if read == 0 {
            break;
        }
    }
    out.flush().map_err(written)?;
    Ok(sound)
}

/// `\r\n` and `\r` become `\n`.
fn ends(out: &mut impl Write, text: &str, after_return: &mut bool) -> io::Result<()> {
    for (i, part) in text.split('\r').enumerate() {
        if i > 0 {
            out.write_all(b"\n")?;
            *after_return = true;
        }
        let bytes = part.as_bytes();
        let bytes = match bytes.strip_prefix(b"\n") {
            Some(rest) if *after_return => rest,
            _ => bytes,
        };
        if !part.is_empty() {
            *after_return = false;
        }
        out.write_all(bytes)?;
    }
    Ok(())
}

pub fn reader(path: &Path, packed: bool) -> Result<Box<dyn Read>> {
    let file = File::open(path).map_err(|error| broken(path, false, &error))?;
    Ok(if packed {
        Box::new(flate2::read::MultiGzDecoder::new(io::BufReader::new(file)))
    } else {
        Box::new(file)
    })
}

/// As much as fits, so that a character is cut only at the end of a chunk.
fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

fn broken(path: &Path, packed: bool, error: &io::Error) -> Problem {
    let name = file::name(path);
    if packed {
        return Problem::new(ProblemCode::NotADatabase, format!("\"{name}\" could not be unpacked."))
            .hint("Perhaps it was not copied or downloaded to its end. Get it again from where it came from.")
            .detail(error);
    }
    file::broken(path, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(bytes: &[u8]) -> (String, String) {
        let dir = tempfile::tempdir().unwrap();
        let (from, to) = (dir.path().join("from"), dir.path().join("to"));
        std::fs::write(&from, bytes).unwrap();
        let text = examine(&from, false).unwrap();
        copy(&from, text, &to).unwrap();
        (text.name(), std::fs::read_to_string(&to).unwrap())
    }

    #[test]
    fn encodings_are_told_apart_and_every_character_kept() {
        let said = "Größe;Straße\nKöln;Čeština\n";
        assert_eq!(through(said.as_bytes()), ("UTF-8".into(), said.into()));
        let marked = [b"\xef\xbb\xbf", said.as_bytes()].concat();
        assert_eq!(through(&marked), ("UTF-8".into(), said.into()));
        let wide = |mark: bool, little: bool| -> Vec<u8> {
            let bytes = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
            let mark = mark.then_some(0xfeff);
            mark.into_iter().chain(said.encode_utf16()).flat_map(bytes).collect()
        };
        assert_eq!(through(&wide(true, true)), ("UTF-16LE".into(), said.into()));
        assert_eq!(through(&wide(true, false)), ("UTF-16BE".into(), said.into()));
        assert_eq!(through(&wide(false, true)), ("UTF-16LE".into(), said.into()));
        let (western, _, _) = WINDOWS_1252.encode("Größe;Straße\nMünchen;5 €\n");
        assert_eq!(
            through(&western),
            ("windows-1252".into(), "Größe;Straße\nMünchen;5 €\n".into())
        );
    }

    #[test]
    fn the_last_byte_counts() {
        let mut bytes = vec![b'a'; 3 * CHUNK + 1];
        bytes.push(0xe9);
        assert_eq!(through(&bytes).0, "windows-1252");
        // A character over the border of two chunks is still one.
        let mut whole = vec![b'a'; CHUNK - 1];
        whole.extend("é".as_bytes());
        assert_eq!(through(&whole).0, "UTF-8");
    }

    #[test]
    fn line_ends_become_one_kind() {
        assert_eq!(through(b"a\r\nb\rc\n\nd\r\r\n").1, "a\nb\nc\n\nd\n\n");
        let mut long = vec![b'x'; CHUNK - 1];
        long.extend(b"\r\ny");
        assert!(through(&long).1.ends_with("x\ny"));
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.csv");
        std::fs::write(&path, b"a,b\n1,\x00\x00\x002\n").unwrap();
        assert!(examine(&path, false).unwrap_err().message.contains("no text"));
    }
}
