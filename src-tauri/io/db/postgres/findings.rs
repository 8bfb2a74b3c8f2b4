//! PostgreSQL's errors. In: the driver's error. Out: a finding about the query, or a problem of the world, in plain
//! words. Deliberately absent: guesses at what the query should have been; repair does that. The server's own words
//! may be in any language, so everything here goes by SQLSTATE (appendix A of PostgreSQL's manual).

use std::error::Error as _;

use askwell_contract::ports::Ran;
use askwell_contract::run::Finding;
use askwell_contract::{Problem, ProblemCode};
use tokio_postgres::error::{DbError, ErrorPosition, SqlState};
use tokio_postgres::Error;

use super::super::spoken;
use super::dial::{Way, PATIENCE};

/// Why something did not come about: the engine's word, ours about the query, or the world's.
pub enum Trouble {
    Engine(Error),
    Refused(Finding),
    World(Problem),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Engine(error)
    }
}

impl From<Finding> for Trouble {
    fn from(finding: Finding) -> Self {
        Self::Refused(finding)
    }
}

impl From<Problem> for Trouble {
    fn from(problem: Problem) -> Self {
        Self::World(problem)
    }
}

impl Trouble {
    pub fn code(&self) -> Option<&SqlState> {
        match self {
            Self::Engine(error) => error.code(),
            Self::Refused(_) | Self::World(_) => None,
        }
    }

    /// Poolers between such as PgBouncer take no `options` unless told to.
    pub fn refuses_options(&self) -> bool {
        self.code() == Some(&SqlState::PROTOCOL_VIOLATION)
    }

    /// The connection is gone: closed, cut off, or ended by the server.
    pub fn is_loss(&self) -> bool {
        match self {
            Self::Engine(error) => match error.as_db_error() {
                Some(e) => lost_codes(e.code()),
                None => error.is_closed() || error.source().is_some_and(|e| e.is::<std::io::Error>()),
            },
            Self::Refused(_) => false,
            Self::World(problem) => problem.code == ProblemCode::Lost,
        }
    }
}

fn lost_codes(code: &SqlState) -> bool {
    code.code().starts_with("08")
        || [
            &SqlState::ADMIN_SHUTDOWN,
            &SqlState::CRASH_SHUTDOWN,
            &SqlState::CANNOT_CONNECT_NOW,
        ]
        .contains(&code)
        || ["57P04", "57P05", "25P03"].contains(&code.code())
}

/// The query's fault is a finding; a connection that went away under it is a problem. `place`: where a character that
/// the server points at stands in the query, both counted from 1.
pub fn sort<T>(trouble: Trouble, sql: &str, place: impl Fn(u32) -> Option<u32>) -> Ran<T> {
    if trouble.is_loss() {
        return Err(lost(trouble));
    }
    match trouble {
        Trouble::World(problem) => Err(problem),
        Trouble::Refused(finding) => Ok(Err(finding)),
        Trouble::Engine(error) => match error.as_db_error() {
            Some(e) if *e.code() == SqlState::LOCK_NOT_AVAILABLE => Err(locked().detail(e)),
            Some(e) => Ok(Err(finding(e, sql, place))),
            None => Err(Problem::internal(error)),
        },
    }
}

/// A text ends at its first NUL in PostgreSQL's protocol.
pub fn sendable(sql: &str) -> std::result::Result<(), Finding> {
    if sql.contains('\0') {
        return Err(Finding::error(
            "syntax",
            "The SQL holds a character of code zero, which PostgreSQL does not take.",
        ));
    }
    Ok(())
}

pub fn lost(trouble: Trouble) -> Problem {
    let problem = Problem::new(ProblemCode::Lost, "The connection to the database server was lost.")
        .hint("Check the network and whether the server is running, then ask again.");
    match trouble {
        Trouble::Engine(error) => problem.detail(error),
        Trouble::World(other) if other.code == ProblemCode::Lost => other,
        Trouble::World(other) => problem.detail(other),
        Trouble::Refused(finding) => problem.detail(finding.message),
    }
}

/// The server was asked to stop and went on as if it had not heard.
pub fn unreachable() -> Problem {
    Problem::new(ProblemCode::Lost, "The database server no longer answers.")
        .hint("Check the network and whether the server is running, then ask again.")
}

/// The connection was lost, and making it again failed for this reason.
pub fn lost_for_good(why: Problem) -> Problem {
    if why.code == ProblemCode::NeedsSecret {
        return why;
    }
    let mut problem = Problem::new(
        ProblemCode::Lost,
        format!(
            "The connection to the database server was lost and could not be made again. {}",
            why.message
        ),
    );
    problem.hint = why.hint;
    problem.detail = why.detail;
    problem
}

/// What another program's lock means to a person.
fn locked() -> Problem {
    Problem::new(
        ProblemCode::Locked,
        "Another program is changing a table that the question needs and holds it locked.",
    )
    .hint("Wait until it has finished, and try again.")
}

// ── login ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Why the server did not let us in.
pub fn login(trouble: Trouble, way: &Way) -> Problem {
    let (host, user, database) = (&way.server.host, &way.server.user, &way.server.database);
    let error = match trouble {
        Trouble::World(problem) => return problem,
        Trouble::Refused(finding) => return Problem::internal(finding.message),
        Trouble::Engine(error) => error,
    };
    let with_password = way.secrets.database.is_some();
    let Some(e) = error.as_db_error() else {
        let words = describe(&error);
        let problem = if words.contains("password missing") {
            Problem::new(
                ProblemCode::NeedsSecret,
                format!("The server asks for the password of \"{user}\"."),
            )
            .hint("Enter the password and try again.")
        } else if words.contains("unsupported authentication") {
            Problem::new(
                ProblemCode::Denied,
                "The server wants a kind of login that Askwell does not have (Kerberos, GSSAPI or SSPI).",
            )
            .hint("Ask for a login with a password.")
        } else {
            Problem::new(
                ProblemCode::Lost,
                format!("{host} closed the connection during the login."),
            )
            .hint("Check the port, and whether the server wants encryption; then try again.")
        };
        return problem.detail(words);
    };
    let denied = |what: String| Problem::new(ProblemCode::Denied, what);
    let problem = match e.code().code() {
        "28P01" if with_password => denied(format!("The server does not accept this password for \"{user}\"."))
            .hint("Check user name and password. Capital letters count."),
        "28P01" => Problem::new(
            ProblemCode::NeedsSecret,
            format!("The server asks for the password of \"{user}\"."),
        )
        .hint("Enter the password and try again."),
        "28000" => denied(format!(
            "The server does not let \"{user}\" into \"{database}\" from this computer."
        ))
        .hint(
            "Check the user name. If it is right, the server's administrator must allow the login (pg_hba.conf), \
             perhaps only with encryption.",
        ),
        "42501" => denied(format!("\"{user}\" may not connect to the database \"{database}\"."))
            .hint("Ask for the right to connect (GRANT CONNECT)."),
        "53300" => denied("The server has no connection left for this login.".into())
            .hint("Close other programs that use it, or try again later."),
        code if lost_codes(e.code()) && code.starts_with("57") => Problem::new(
            ProblemCode::Lost,
            "The server is starting or shutting down and takes no connections.",
        )
        .hint("Try again in a minute."),
        _ => denied("The server refused the login.".into()).hint("The server's own words are in the details below."),
    };
    problem.detail(said(e))
}

pub fn slow_login(way: &Way) -> Problem {
    Problem::new(
        ProblemCode::TimedOut,
        format!(
            "{} took more than {} seconds over the login.",
            way.server.host,
            PATIENCE.as_secs()
        ),
    )
    .hint("The server may be overloaded. Try again later.")
}

pub fn no_such_database(way: &Way, others: &[String]) -> Problem {
    let hint = if others.is_empty() {
        "Check its spelling; capital letters count.".to_string()
    } else {
        let names: Vec<String> = others.iter().map(|name| format!("\"{name}\"")).collect();
        format!(
            "Check its spelling; capital letters count. There are: {}.",
            names.join(", ")
        )
    };
    Problem::new(
        ProblemCode::NotFound,
        format!("The server has no database named \"{}\".", way.server.database),
    )
    .hint(hint)
}

/// The error with what caused it; the driver's own text leaves that out.
fn describe(error: &Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

// ── queries ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// The server's words as psql shows them, without what it adds about its own source code.
fn said(e: &DbError) -> String {
    let more = [("DETAIL", e.detail()), ("HINT", e.hint())];
    let more = more
        .iter()
        .filter_map(|(name, text)| Some(format!("\n{name}: {}", (*text)?)));
    format!("{}: {}{}", e.code().code(), e.message(), more.collect::<String>())
}

fn finding(e: &DbError, sql: &str, place: impl Fn(u32) -> Option<u32>) -> Finding {
    let position = match e.position() {
        Some(ErrorPosition::Original(at)) => place(*at),
        Some(ErrorPosition::Internal { .. }) | None => None,
    };
    let at = position.map(|at| sql.chars().skip(at as usize - 1).collect::<String>());
    let (code, message) = read(e, &name_at(at.as_deref().unwrap_or_default()));
    Finding {
        hint: e.hint().map(str::to_string),
        engine_code: Some(e.code().code().to_string()),
        position,
        ..spoken(code, message, said(e))
    }
}

/// The name that a piece of SQL begins with, as it is written; empty where it begins with something else.
fn name_at(sql: &str) -> String {
    let mut name = String::new();
    let mut quoted = false;
    for c in sql.chars() {
        match c {
            '"' => quoted = !quoted,
            c if quoted || c.is_alphanumeric() || c == '_' || c == '.' || c == '$' => {}
            _ => break,
        }
        name.push(c);
    }
    name
}

/// `name`: what stands where the engine points.
fn read(e: &DbError, name: &str) -> (&'static str, String) {
    let known = |what: &str, otherwise: &str| {
        if name.is_empty() {
            otherwise.to_string()
        } else {
            format!("{what} {name}.")
        }
    };
    match e.code().code() {
        "42601" | "42602" | "42622" | "42P02" | "22025" | "22P06" => ("syntax", "The SQL is not well formed.".into()),
        "42703" => (
            "unknown_column",
            known("There is no column", "The query names a column that is not there."),
        ),
        "42P01" | "3F000" | "42704" => (
            "unknown_table",
            known(
                "There is no table",
                "Something that the query names is not in the database.",
            ),
        ),
        // An operator is told from a function by what stands there.
        "42883" if name.is_empty() => (
            "type",
            "A function or comparison is given values of a type it does not take.".into(),
        ),
        "42883" => (
            "unknown_function",
            format!("PostgreSQL has no function {name} for these values."),
        ),
        "42702" => (
            "ambiguous_column",
            known(
                "More than one table has a column of this name; the query must say which:",
                "More than one table has a column of this name; the query must say which.",
            ),
        ),
        "42803" | "42P20" => (
            "aggregate",
            "A total, a count or a window is mixed with single rows that are not grouped.".into(),
        ),
        "42804" | "42725" | "42846" | "42P18" | "22P02" | "22P03" | "22007" | "22008" | "22018" | "42P21" | "42P22"
        | "22023" => ("type", "A value cannot be read as the type it is used as.".into()),
        "22003" => ("overflow", "A number became too large for its type.".into()),
        "22012" => ("division_by_zero", "A number is divided by zero.".into()),
        "21000" => (
            "arguments",
            "A part of the query that must give one value gives several rows.".into(),
        ),
        "25006" | "25001" => (
            "not_read_only",
            "The database is open for reading only; this was refused.".into(),
        ),
        "42501" => ("denied", "This login may not read what the query asks for.".into()),
        "57014" => ("cancelled", "The server stopped the query.".into()),
        "53100" | "53200" | "53400" | "54000" | "54001" => {
            ("memory", "The query needs more memory or disk than it may have.".into())
        }
        code if code.starts_with("22") => ("value", "A value does not fit where the query uses it.".into()),
        code if code.starts_with("42") => (
            "binding",
            "PostgreSQL could not make sense of a part of the query.".into(),
        ),
        _ => ("engine", "PostgreSQL could not run the query.".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_that_the_engine_points_at_is_read() {
        assert_eq!(name_at("nope FROM t"), "nope");
        assert_eq!(name_at("\"two words\".x, y"), "\"two words\".x");
        assert_eq!(name_at("= 'a'"), "");
    }
}
