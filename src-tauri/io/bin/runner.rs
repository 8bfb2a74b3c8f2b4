//! A runner alone, for programs that cannot take its role themselves: tests.

fn main() -> std::process::ExitCode {
    askwell_io::run::enter().unwrap_or(std::process::ExitCode::FAILURE)
}
