//! What goes to the server in place of what was asked. In: a statement, and a connection. Out: a transaction that has
//! begun, and the text to send in it. Deliberately absent: sending it.

use askwell_contract::run::Finding;
use askwell_sql::guard::server::{self, Reading, Sent};

use super::super::Locks;
use super::catalog;
use super::findings::{self, Trouble};
use super::session::Live;

/// What was asked for: the person's text, and what the server will make of it.
pub struct Statement {
    pub sql: String,
    /// Without the lock on statements, which a test opens, the text goes as it came.
    reading: Option<Reading>,
}

pub fn asked(sql: &str, locks: Locks) -> std::result::Result<Statement, Finding> {
    findings::sendable(sql)?;
    let reading = match locks {
        Locks::All => Some(server::read(sql)?),
        #[cfg(test)]
        Locks::ConnectionOnly => None,
    };
    Ok(Statement {
        sql: sql.to_string(),
        reading,
    })
}

/// What is sent, and where a place in it stood in what was asked.
pub struct Text {
    pub sql: String,
    sent: Option<Sent>,
}

impl Text {
    pub fn place(&self, at: u32) -> Option<u32> {
        match &self.sent {
            Some(sent) => sent.place(at),
            None => Some(at).filter(|at| *at > 0),
        }
    }
}

/// Begins the transaction that a statement runs in, and makes the text of it.
pub async fn begin(live: &Live, asked: &Statement, milliseconds: u64) -> std::result::Result<Text, Trouble> {
    let Some(reading) = &asked.reading else {
        live.begin(milliseconds, None).await?;
        return Ok(Text {
            sql: asked.sql.clone(),
            sent: None,
        });
    };
    let ready = match catalog::at_hand(live, reading) {
        Some(ready) => {
            let ready = ready?;
            live.begin(milliseconds, Some(&ready.path)).await?;
            ready
        }
        None => {
            live.begin(milliseconds, Some(catalog::STRICT)).await?;
            let ready = catalog::ready(live, reading).await?;
            if ready.path != catalog::STRICT {
                let path = format!("SET LOCAL search_path = {}", ready.path);
                live.client.batch_execute(&path).await?;
            }
            ready
        }
    };
    Ok(Text {
        sql: ready.sent.sql.clone(),
        sent: Some(ready.sent),
    })
}
