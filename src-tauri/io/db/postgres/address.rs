//! Addresses of PostgreSQL servers. In: a URL as libpq reads it. Out: a [`Server`] and, apart from it, the password;
//! and back again without it. Deliberately absent: several hosts in one URL, and reaching any of them.

use askwell_contract::connect::{Place, Secret, Server, TlsMode, Understood};
use askwell_contract::{Problem, ProblemCode, Result};

const PORT: u16 = 5432;

/// What follows `postgres:` or `postgresql:`.
pub fn read(rest: &str) -> Result<Understood> {
    let rest = rest
        .strip_prefix("//")
        .ok_or_else(|| bad("After postgres: there must be two slashes."))?;
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, database) = rest.split_once('/').unwrap_or((rest, ""));
    // A password that was pasted as it is may hold an @; a host cannot.
    let (login, at) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (user, password) = login.split_once(':').unwrap_or((login, ""));
    let (host, port) = place(at)?;
    let mut found = Found {
        host: decoded(host)?,
        port: port.map(str::to_string),
        database: decoded(database)?,
        user: decoded(user)?,
        password: Secret::new(decoded(password)?),
        ..Found::default()
    };
    for part in query.split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        found.parameter(name, decoded(value)?)?;
    }
    found.understood()
}

/// `read` gives the same server back. Never with a password: a server holds none.
pub fn write(server: &Server) -> String {
    let host = if server.host.contains(':') {
        format!("[{}]", encoded(&server.host).replace("%3A", ":"))
    } else {
        encoded(&server.host)
    };
    let mut url = format!(
        "postgres://{}@{host}:{}/{}",
        encoded(&server.user),
        server.port,
        encoded(&server.database)
    );
    let mode = (server.tls != TlsMode::default()).then(|| mode_name(server.tls).to_string());
    let parameters = [
        ("sslmode", mode),
        ("sslrootcert", server.authorities.clone()),
        ("search_path", server.schema.clone()),
    ];
    let given = parameters.into_iter().filter_map(|(name, value)| Some((name, value?)));
    for (i, (name, value)) in given.enumerate() {
        let mark = if i == 0 { '?' } else { '&' };
        url.push_str(&format!("{mark}{name}={}", encoded(&value)));
    }
    url
}

#[derive(Default)]
struct Found {
    host: String,
    port: Option<String>,
    database: String,
    user: String,
    password: Secret,
    tls: TlsMode,
    authorities: Option<String>,
    schema: Option<String>,
}

impl Found {
    /// Parameters that only tune a connection change nothing here and are passed over.
    fn parameter(&mut self, name: &str, value: String) -> Result<()> {
        match name {
            "host" | "hostaddr" => self.host = value,
            "port" => self.port = Some(value),
            "dbname" => self.database = value,
            "user" => self.user = value,
            "password" => self.password = Secret::new(value),
            "sslmode" => self.tls = mode(&value)?,
            // As the drivers of Java have it.
            "ssl" if value != "false" => self.tls = TlsMode::Require,
            "sslrootcert" if value != "system" && !value.is_empty() => self.authorities = Some(value),
            "search_path" | "currentSchema" => self.schema = first_schema(&value),
            "options" => self.schema = search_path(&value).and_then(first_schema).or(self.schema.take()),
            _ => {}
        }
        Ok(())
    }

    fn understood(self) -> Result<Understood> {
        let or = |given: String, other: &dyn Fn() -> String| if given.is_empty() { other() } else { given };
        let user = or(self.user, &system_user);
        let port = match self.port.filter(|port| !port.is_empty()) {
            None => PORT,
            Some(port) => port.parse().map_err(|_| {
                bad("The port of the server is not a number between 0 and 65535.").hint(
                    "If the password holds one of the characters / ? % @ # it must be written with % and two digits, \
                     for example %2F for a slash; or leave it out and give it in its own field.",
                )
            })?,
        };
        let server = Server {
            host: or(self.host, &|| "localhost".into()),
            port,
            database: or(self.database, &|| user.clone()),
            user,
            tls: self.tls,
            authorities: self.authorities,
            schema: self.schema,
        };
        let texts = [Some(&server.host), Some(&server.database), Some(&server.user)];
        let more = [server.authorities.as_ref(), server.schema.as_ref()];
        if texts.into_iter().chain(more).flatten().any(|text| text.contains('\0')) {
            return Err(bad("The address holds a character that no name can have."));
        }
        Ok(Understood {
            place: Place::Postgres(server),
            password: Some(self.password).filter(|password| !password.is_empty()),
        })
    }
}

/// Host and port, both still encoded.
fn place(at: &str) -> Result<(&str, Option<&str>)> {
    if at.contains(',') {
        return Err(bad("The address names several servers; name one."));
    }
    if let Some(inside) = at.strip_prefix('[') {
        let (host, after) = inside
            .split_once(']')
            .ok_or_else(|| bad("The address opens a bracket [ and does not close it."))?;
        return Ok((host, after.strip_prefix(':')));
    }
    Ok(at
        .rsplit_once(':')
        .map_or((at, None), |(host, port)| (host, Some(port))))
}

fn mode(value: &str) -> Result<TlsMode> {
    Ok(match value {
        "disable" => TlsMode::Disable,
        // `allow` encrypts only a server that insists, which `prefer` does as well.
        "allow" | "prefer" | "" => TlsMode::Prefer,
        "require" => TlsMode::Require,
        "verify-ca" => TlsMode::VerifyCa,
        "verify-full" => TlsMode::VerifyFull,
        _ => {
            return Err(bad("The address asks for an sslmode that there is not.")
                .hint("There are disable, prefer, require, verify-ca and verify-full."));
        }
    })
}

fn mode_name(mode: TlsMode) -> &'static str {
    match mode {
        TlsMode::Disable => "disable",
        TlsMode::Prefer => "prefer",
        TlsMode::Require => "require",
        TlsMode::VerifyCa => "verify-ca",
        TlsMode::VerifyFull => "verify-full",
    }
}

/// Of `-c search_path=a,b` or `-csearch_path=a`.
fn search_path(options: &str) -> Option<&str> {
    let (_, rest) = options.split_once("search_path=")?;
    rest.split_whitespace().next()
}

/// The whole value, where it is one name: a name may hold anything.
fn first_schema(value: impl AsRef<str>) -> Option<String> {
    Some(value.as_ref().to_string()).filter(|name| !name.is_empty())
}

/// libpq's default: who runs the program.
fn system_user() -> String {
    ["USER", "USERNAME", "LOGNAME"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|user| !user.is_empty()))
        .unwrap_or_else(|| "postgres".into())
}

/// RFC 3986: everything but the unreserved characters.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let encode = |byte: u8| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(encode).collect()
}

/// A % that begins no code stands for itself, as people paste it.
fn decoded(text: &str) -> Result<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let code = after
            .get(..2)
            .and_then(|code| std::str::from_utf8(code).ok())
            .filter(|code| *byte == b'%' && code.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(*byte));
        rest = if code.is_some() {
            after.get(2..).unwrap_or_default()
        } else {
            after
        };
    }
    String::from_utf8(bytes).map_err(|_| bad("The address holds % codes that are no text."))
}

/// What was pasted may hold a password, so it is not repeated.
fn bad(what: &str) -> Problem {
    Problem::new(ProblemCode::BadInput, what).hint("Give it as postgres://user@host:5432/database.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn server(url: &str) -> (Server, Option<String>) {
        let understood = read(url.split_once(':').unwrap().1).unwrap();
        let Place::Postgres(server) = understood.place else {
            panic!("not a server")
        };
        (server, understood.password.map(|p| p.expose().to_string()))
    }

    #[test]
    fn what_people_paste_is_understood() {
        let (s, password) =
            server("postgres://me:s3cr%40t@db.example.org:6000/shop?sslmode=verify-full&connect_timeout=9");
        assert_eq!(
            (s.host.as_str(), s.port, s.database.as_str()),
            ("db.example.org", 6000, "shop")
        );
        assert_eq!((s.user.as_str(), s.tls), ("me", TlsMode::VerifyFull));
        assert_eq!(password.as_deref(), Some("s3cr@t"));
        let (s, password) = server("postgresql://me:a@b:c%@[::1]/x");
        assert_eq!(
            (s.host.as_str(), s.port, password.as_deref()),
            ("::1", PORT, Some("a@b:c%"))
        );
        let (s, password) = server("postgres://%2Frun%2Fpg/db?user=me&search_path=my%20schema");
        assert_eq!((s.host.as_str(), s.user.as_str()), ("/run/pg", "me"));
        assert_eq!((s.schema.as_deref(), password), (Some("my schema"), None));
        assert_eq!(
            server("postgres://h/d?options=-csearch_path%3Dworld")
                .0
                .schema
                .as_deref(),
            Some("world")
        );
        let (s, _) = server("postgres://me@");
        assert_eq!(
            (s.host.as_str(), s.port, s.database.as_str()),
            ("localhost", PORT, "me")
        );
        assert!(!server("postgres://").0.user.is_empty());
    }

    #[test]
    fn what_cannot_be_understood_is_refused_without_repeating_the_password() {
        for url in [
            "//me:hidden/secret@h/d",
            "//a,b/d",
            "//me:hidden@h/d?sslmode=maybe",
            "//me:hidden@[::1",
            "h/d",
        ] {
            let problem = read(url).unwrap_err();
            assert_eq!(problem.code, ProblemCode::BadInput);
            assert!(!format!("{problem:?}").contains("hidden"), "{problem:?}");
            assert!(problem.hint.is_some());
        }
    }

    proptest! {
        #[test]
        fn an_address_says_again_where_it_leads(
            host in "[^\0]{1,12}", user in "[^\0]{1,12}", database in "[^\0]{1,12}", port in 0..=u16::MAX,
            tls in prop::sample::select(vec![TlsMode::Disable, TlsMode::Prefer, TlsMode::Require, TlsMode::VerifyCa,
                TlsMode::VerifyFull]),
            authorities in prop::option::of("/[^\0]{1,12}"), schema in prop::option::of("[^\0]{1,12}"),
        ) {
            let before = Server { host, port, database, user, tls, authorities, schema };
            let understood = read(write(&before).split_once(':').unwrap().1).unwrap();
            prop_assert_eq!(understood.place, Place::Postgres(before));
            prop_assert_eq!(understood.password, None);
        }
    }
}
