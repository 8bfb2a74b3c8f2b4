//! Prompts at the desk: how they would read, a person's own, and describing a database by model.
//!
//! In: what the screens ask. Out: texts, files, what describing came to. Deliberately absent: what is in a prompt and
//! how a reply is read (`crate::prompt`), and what is sent by asking a question.

use askwell_contract::api::{Described, Progress};
use askwell_contract::model::{Estimate, Privacy, PromptFile, PromptPreview};
use askwell_contract::ports::Cancel;
use askwell_contract::{Problem, ProblemCode, Result};
use tokio::sync::mpsc;

use super::{calendar, Desk};
use crate::calendar::Now;
use crate::prepare::describe::by_model;
use crate::prepare::examples;
use crate::prompt::{self, Door, Library};

impl Desk {
    /// Every prompt as it would be sent of this database at a level of privacy. Nothing is sent.
    pub async fn preview_prompts(
        &self,
        id: &str,
        (question, evidence): (&str, &str),
        privacy: Privacy,
    ) -> Result<Vec<PromptPreview>> {
        let llm = self.models()?.llm(privacy);
        let open = self.opened(id).await?;
        let (knowledge, _) = self.knowledge(&open, &Cancel::new(), &|_| {}).await?;
        let (id, question, evidence) = (id.to_string(), question.to_string(), evidence.to_string());
        let settings = self.apart(|set_up| set_up.applied()).await?;
        let able = prompt::able(&*llm, &settings).await;
        self.apart(move |set_up| {
            let workspace = &*set_up.world.workspace;
            let verified = examples::verified(workspace, &id)?;
            let door = Door {
                llm,
                settings,
                able,
                privacy,
                connection: id,
                run: None,
                prompts: Library::load(workspace),
                verified,
            };
            let now = Now::new(
                &knowledge,
                set_up.world.clock.now(),
                calendar::load(workspace).unwrap_or_default(),
            );
            Ok(prompt::preview(&door, &knowledge, (&question, &evidence), &now))
        })
        .await
    }

    /// The prompts in use, and why a person's own is not. Blocking.
    pub fn prompts(&self) -> Result<Vec<PromptFile>> {
        Ok(prompt::files(&*self.world.workspace))
    }

    /// A person's own text for a prompt; `None`: the shipped one again. Blocking.
    pub fn save_prompt(&self, name: &str, text: Option<String>) -> Result<PromptFile> {
        prompt::save_override(&*self.world.workspace, name, text)
    }

    /// What describing this database by model would take. Nothing is sent.
    pub async fn describe_estimate(&self, id: &str) -> Result<Estimate> {
        let open = self.opened(id).await?;
        let (knowledge, _) = self.knowledge(&open, &Cancel::new(), &|_| {}).await?;
        let door = self.door(id, None).await.ok_or_else(|| self.no_door(id))?;
        self.apart(move |_| Ok(by_model::estimate(&door, &knowledge))).await
    }

    /// Describes the columns by model. `stop` with the connection's id ends it; what was described until then is kept.
    pub async fn describe_by_model(&self, id: &str, on_progress: impl Fn(Progress) + Send + Sync) -> Result<Described> {
        let (cancel, _done) = self.begin(id);
        let open = self.opened(id).await?;
        let (knowledge, _) = self.knowledge(&open, &cancel, &|_| {}).await?;
        let door = self.door(id, None).await.ok_or_else(|| self.no_door(id))?;
        let (found, mut waiting) = mpsc::unbounded_channel();
        let (knowledge, progress) = (&knowledge, &on_progress);
        let describing = async {
            // Its end closes the channel, and with it the saving.
            let found = found;
            let on_found = |words| drop(found.send(words));
            by_model::describe(&door, knowledge, &cancel, &|_| {}, &on_found, progress).await
        };
        let saving = async {
            let mut saved = Ok(());
            while let Some(words) = waiting.recv().await {
                let kept = self.edit(id, |_, told| {
                    by_model::keep(told, words);
                    Ok(())
                });
                if let Err(problem) = kept.await {
                    // What cannot be kept is not paid for any longer.
                    cancel.cancel();
                    saved = Err(problem);
                }
            }
            saved
        };
        let (described, saved) = tokio::join!(describing, saving);
        saved.map(|()| described)
    }

    fn no_door(&self, id: &str) -> Problem {
        let level = self.connection(id).map(|connection| connection.privacy);
        let (message, hint) = match level {
            Ok(Privacy::Nothing) => (
                "No model may be told anything of this database.",
                "Say in its privacy settings what may be sent.",
            ),
            _ => (
                "No model is set up.",
                "Add a provider in the settings and choose a model.",
            ),
        };
        Problem::new(ProblemCode::Denied, message).hint(hint)
    }
}
