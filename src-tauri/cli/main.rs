//! Reads the command line, runs one command, and turns what went wrong into a sentence and exit code 2.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use askwell_cli::{
    ask, bench, chat, context, describe, eval, lockcheck, models, optimise, prepare, recall, sample, trace, train,
    world,
};
use askwell_contract::Problem;
use askwell_engine::desk::Asking;
use clap::{Parser, Subcommand};

/// Ask questions of a database in plain language, without a window.
#[derive(Parser)]
#[command(name = "askwell-cli", version, about, subcommand_required = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Where runs and what is known about databases are kept
    #[arg(long, global = true, value_name = "DIR")]
    workspace: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Make the two sample databases in DIR; those already there are left alone
    Sample {
        dir: PathBuf,
        /// And Harbor Goods as a script for psql, to try things on a PostgreSQL server
        #[arg(long)]
        script: bool,
    },
    /// Get to know a database, so that the first question need not wait
    Prepare {
        /// The path of a database, of a data file (CSV, TSV, Parquet, JSON, Excel) or of a folder of them; or sqlite:PATH,
        /// duckdb:PATH, files:PATH;PATH or postgres://...
        #[arg(long, value_name = "URL")]
        database: String,
        /// Write the schema with its descriptions instead of what was learned
        #[arg(long, value_enum)]
        render: Option<prepare::Rendering>,
        /// Only these tables, or columns as table.column, with commas between them
        #[arg(long, value_delimiter = ',', requires = "render")]
        tables: Vec<String>,
    },
    /// Bring in what tables and columns mean: from CSV files of table, column and description, from the files of BIRD's
    /// database_description, from dbt's schema.yml, from folders of them, or by model. Your own words stay before theirs
    Describe {
        /// As for `ask`
        #[arg(long, value_name = "URL")]
        database: String,
        #[command(flatten)]
        how: describe::How,
    },
    /// Answer one question
    Ask {
        /// The path of a database, of a data file (CSV, TSV, Parquet, JSON, Excel) or of a folder of them; or sqlite:PATH,
        /// duckdb:PATH, files:PATH;PATH or postgres://...
        #[arg(long, value_name = "URL")]
        database: String,
        /// One event a line; the last line is the answer
        #[arg(long)]
        json: bool,
        /// Show the SQL below the answer
        #[arg(long)]
        sql: bool,
        /// Work the question out even where an earlier one gave its answer
        #[arg(long)]
        anew: bool,
        /// A hint for this question alone: what a word of it means, how a figure is worked out
        #[arg(long, value_name = "TEXT", default_value = "")]
        evidence: String,
        /// The run that the question comes behind: "and by month?"
        #[arg(long, value_name = "RUN")]
        after: Option<String>,
        /// Write all rows of the answer to FILE; its name says how: .xlsx, .csv, .tsv, .parquet, .json, .jsonl, .md, .html
        #[arg(long, value_name = "FILE")]
        export: Option<String>,
        question: String,
    },
    /// Ask one question after another, each behind the one before
    Chat {
        /// As for `ask`
        #[arg(long, value_name = "URL")]
        database: String,
        /// Go on behind this run
        #[arg(long, value_name = "RUN")]
        after: Option<String>,
    },
    /// Go on with a question whose answering was cut off, behind its last finished stage
    Resume {
        /// The run's name: the events of `ask --json` have it
        run: String,
        /// One event a line, those of before first; the last line is the answer
        #[arg(long)]
        json: bool,
        /// Show the SQL below the answer
        #[arg(long)]
        sql: bool,
    },
    /// Write how questions were answered: stages, times, queries, calls to models, as JSON lines that tools of
    /// OpenTelemetry read; all that are kept, or one run. Nothing is sent anywhere
    Trace {
        /// The run's name: the events of `ask --json` have it
        run: Option<String>,
        #[arg(long, value_name = "FILE")]
        out: Option<String>,
    },
    /// Write a conversation as one page, with every turn as it was answered then
    Report {
        /// A run of it: the events of `ask --json` have its name
        run: String,
        /// Markdown where the name ends in `.md`, else HTML
        #[arg(long, value_name = "FILE")]
        out: String,
    },
    /// Show what a model would be given of a database for a question; nothing is sent
    Context {
        /// As for `ask`
        #[arg(long, value_name = "URL")]
        database: String,
        question: String,
        /// What is known beside the question, as for `ask`
        #[arg(long, default_value = "")]
        evidence: String,
        /// Which prompt; the first call's where none is said
        #[arg(long, default_value = "generate_whole")]
        prompt: String,
        /// What may be sent: names, profile, values or rows
        #[arg(long, value_parser = models::named::<askwell_contract::model::Privacy>, default_value = "rows")]
        level: askwell_contract::model::Privacy,
    },
    /// Count for how many questions of a file every column of the right query is in what a model is given
    Recall {
        /// One JSON object a line: `db`, `question`, `gold`, and `evidence` where there is some
        file: std::path::PathBuf,
        /// The folder that the databases' paths are in
        #[arg(long, value_name = "DIR")]
        databases: std::path::PathBuf,
        /// Only so many, spread over the file
        #[arg(long)]
        sample: Option<usize>,
    },
    /// Say that a run's answer is right; its question then stands among the examples of later ones
    Verify {
        /// The run's name: the events of `ask --json` have it
        run: String,
        /// Take it back
        #[arg(long)]
        undo: bool,
    },
    /// Language models: which, what may be sent to them, what was sent, what it cost
    Models {
        #[command(subcommand)]
        action: models::Action,
    },
    /// Try some hundred ways to write to a database, to reach past it and to hang it, and count which get through
    Lockcheck {
        /// sqlite:PATH, duckdb:PATH or postgres://...
        #[arg(long, value_name = "URL")]
        database: String,
        /// One attempt a line
        #[arg(long)]
        json: bool,
    },
    /// Find a faster way to ask the same, and show that it gives the same rows
    Optimise(optimise::Settings),
    /// Answer a file of questions whose right answers are known, and count
    Eval(eval::Settings),
    /// Measure how fast rows come through, beside each engine's own client
    Bench(bench::Settings),
    /// Learn from a file of questions which reading of a question is meant
    Train(train::Settings),
}

fn main() -> ExitCode {
    // Queries run in another process, which is this program in another role.
    if let Some(ended) = askwell_io::run::enter() {
        return ended;
    }
    let cli = Cli::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error.into()),
    };
    match runtime.block_on(run(cli)) {
        Ok(code) => code,
        Err(error) => failed(&error),
    }
}

async fn run(cli: Cli) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let done = match cli.command {
        Command::Sample { dir, script } => {
            let mut made = sample::build(&dir)?;
            if script {
                made.push(sample::script(&dir)?);
            }
            for path in made {
                writeln!(out, "{}", path.display())?;
            }
            Ok(())
        }
        Command::Prepare {
            database,
            render,
            tables,
        } => {
            let desk = world::desk(cli.workspace)?;
            match render {
                Some(form) => prepare::render(&desk, &database, form, &tables, &mut out).await,
                None => prepare::run(&desk, &database, &mut out).await,
            }
        }
        Command::Ask {
            database,
            json,
            sql,
            anew,
            evidence,
            after,
            export,
            question,
        } => {
            // Events come from several threads; the lock would make them wait for ever.
            drop(out);
            ask::run(
                &world::desk(cli.workspace)?,
                &database,
                ask::Question {
                    text: &question,
                    asking: Asking {
                        evidence,
                        anew,
                        after,
                        anyway: false,
                    },
                    export: export.as_deref(),
                },
                ask::Show { json, sql },
            )
            .await
        }
        Command::Chat { database, after } => {
            drop(out);
            chat::run(&world::desk(cli.workspace)?, &database, after).await
        }
        Command::Resume { run, json, sql } => {
            drop(out);
            ask::resume(&world::desk(cli.workspace)?, &run, ask::Show { json, sql }).await
        }
        Command::Lockcheck { database, json } => {
            let held = lockcheck::run(&world::desk(cli.workspace)?, &database, json, &mut out).await?;
            return Ok(if held { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Context {
            database,
            question,
            evidence,
            prompt,
            level,
        } => {
            let desk = world::desk(cli.workspace)?;
            context::run(&desk, &database, (&question, &evidence), (&prompt, level), &mut out).await
        }
        Command::Recall {
            file,
            databases,
            sample,
        } => recall::run(&world::desk(cli.workspace)?, &file, &databases, sample, &mut out).await,
        Command::Trace { run, out: to } => {
            trace::run(&world::desk(cli.workspace)?, run.as_deref(), to.as_deref(), &mut out)
        }
        Command::Report { run, out: to } => {
            let done = world::desk(cli.workspace)?.export_thread(&run, &to)?;
            Ok(writeln!(out, "Written to {}.", done.path)?)
        }
        Command::Describe { database, how } => {
            describe::run(&world::desk(cli.workspace)?, &database, &how, &mut out).await
        }
        Command::Verify { run, undo } => Ok(world::desk(cli.workspace)?.verify(&run, !undo)?),
        Command::Models { action } => models::run(&world::desk(cli.workspace)?, action, &mut out).await,
        Command::Optimise(settings) => optimise::run(&settings, &world::world(cli.workspace)?, &mut out).await,
        Command::Bench(settings) => bench::run(&settings, &mut out).await,
        Command::Train(settings) => {
            let world = world::on(world::world(cli.workspace)?, settings.today);
            train::run(&world, &settings, &mut out).await
        }
        Command::Eval(settings) => {
            let world = world::on(world::world(cli.workspace)?, settings.today);
            eval::run(&world, &settings, &mut out).await
        }
    };
    done.map(|()| ExitCode::SUCCESS)
}

/// What happened and what to do, on standard error.
fn failed(error: &anyhow::Error) -> ExitCode {
    // `askwell-cli ... | head` has seen enough, which is no failure.
    if error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    {
        return ExitCode::SUCCESS;
    }
    let mut err = std::io::stderr().lock();
    let told = match error.downcast_ref::<Problem>() {
        Some(problem) => {
            let hint = problem
                .hint
                .as_deref()
                .map(|hint| format!("\n{hint}"))
                .unwrap_or_default();
            let detail = problem
                .detail
                .as_deref()
                .map(|detail| format!("\n({detail})"))
                .unwrap_or_default();
            writeln!(err, "{}{hint}{detail}", problem.message)
        }
        None => {
            let causes: String = error.chain().skip(1).map(|cause| format!("\n({cause})")).collect();
            writeln!(err, "{error}{causes}")
        }
    };
    // Nobody reads a closed standard error; the exit code still says it.
    drop(told);
    ExitCode::from(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn command_line_is_the_agreed_one() {
        Cli::command().debug_assert();
        for line in [
            "askwell-cli sample DIR",
            "askwell-cli prepare --database sqlite:x --workspace w",
            "askwell-cli prepare --database sqlite:x --render ddl --tables a,b.c",
            "askwell-cli ask --database sqlite:x --json --anew question",
            "askwell-cli ask --database sqlite:x --after run-1 question",
            "askwell-cli chat --database sqlite:x --after run-1",
            "askwell-cli eval --questions q.jsonl --history gold --ways --out o.jsonl",
            "askwell-cli ask --database sqlite:x --export rows.xlsx question",
            "askwell-cli lockcheck --database sqlite:x --json",
            "askwell-cli eval --questions q.jsonl --root r --out o.jsonl --model builtin --limit 3 --jobs 2 --resume --postgres p",
            "askwell-cli eval --questions dev.json --model settings --effort quick --workers 8 --privacy rows --budget 2.5",
            "askwell-cli eval --questions q.jsonl --model here/qwen --base-url http://127.0.0.1:1234/v1 --privacy names --record d",
            "askwell-cli eval --questions q.jsonl --sample 40 --stratify difficulty,database --seed 7 --model p/m --replay d",
            "askwell-cli eval --questions q.jsonl --style people --ves 100 --json",
            "askwell-cli eval --compare a.jsonl b.jsonl --json",
            "askwell-cli eval --questions q.jsonl --ablation --limit 3",
            "askwell-cli eval --questions q.jsonl --without repair,link-recall --calibrate odds.txt",
            "askwell-cli context --database sqlite:x question",
            "askwell-cli resume run-1 --json --sql",
            "askwell-cli trace",
            "askwell-cli trace run-1 --out t.jsonl",
            "askwell-cli verify run-1 --undo",
            "askwell-cli models list",
            "askwell-cli models add anthropic --key-env KEY --keep keychain",
            "askwell-cli models tier fast anthropic claude-haiku-4-5",
            "askwell-cli models tier fast",
            "askwell-cli models test anthropic claude-haiku-4-5 --key-stdin",
            "askwell-cli models privacy --database sqlite:x values",
            "askwell-cli models airplane on",
            "askwell-cli models traced on",
            "askwell-cli models ledger Paris --limit 3",
            "askwell-cli models spend",
            "askwell-cli optimise --database sqlite:x --sql q.sql --try r.sql --runs 3 --threshold 1.05",
            "askwell-cli optimise --database sqlite:x --queries d --state s --workers 5 --states 2",
            "askwell-cli bench --tpcds duckdb:x --queries d --again duckdb:y",
            "askwell-cli bench --texts 1000 --beside 100",
            "askwell-cli bench --fields q.jsonl --root r --schema sqlite:x",
            "askwell-cli sample d --script",
            "askwell-cli bench --machinery",
            "askwell-cli bench --gold --postgres p",
            "askwell-cli bench --wrong --postgres p",
            "askwell-cli bench --rows 1000 --runs 1 --postgres p",
        ] {
            assert!(Cli::try_parse_from(line.split(' ')).is_ok(), "{line}");
        }
        let hinted = [
            "askwell-cli",
            "ask",
            "--database",
            "x",
            "--evidence",
            "big is over 9",
            "How many big ones?",
        ];
        assert!(Cli::try_parse_from(hinted).is_ok());
        assert!(Cli::try_parse_from(["askwell-cli", "ask", "question"]).is_err());
    }
}
