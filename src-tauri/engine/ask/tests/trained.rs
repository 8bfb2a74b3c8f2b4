//! Models that were trained with a prompt of one form: their first call has it, and is read like any other.

use askwell_contract::model::{Abilities, Effort, Form, ModelRef, Privacy, Window};

use super::{calls, door, shop, COUNT, OWN, QUESTION};
use crate::cx::Cx;
use crate::pipeline;
use crate::prompt::scripted::{text, ScriptedLlm};
use crate::scripted::run_advised;
use crate::switches::Mechanism;

#[test]
fn a_trained_models_first_call_has_the_form_it_was_trained_with() {
    for (model, purpose, reply, says, root) in [
        (
            "omnisql:7b-q4_K_M",
            "generate_omnisql",
            format!("The country decides.\n```sql\n{COUNT}\n```"),
            ["Database Engine:\nSQLite", "CREATE TABLE customers", "Output Format:"],
            "root ::= thoughts fenced",
        ),
        (
            "XiYanSQL-QwenCoder-7B-2504.gguf",
            "generate_xiyan",
            // Its prompt opens the fence.
            format!("{COUNT}\n```"),
            ["【用户问题】\n", "【数据库schema】\n", "# Table: customers"],
            "root ::= reading? query",
        ),
    ] {
        let llm = ScriptedLlm::default().expects(purpose, &says, reply.as_str());
        let (mut door, llm) = door(llm, Privacy::Values);
        door.settings.effort = Effort::Auto;
        door.settings.sentences = false;
        let to = ModelRef {
            provider: "scripted".into(),
            model: model.into(),
        };
        door.settings.tiers.reasoning = Some(to.clone());
        let able = Abilities {
            window: Window::ASSUMED,
            grammar: true,
        };
        door.able.insert(to, able);
        let events = run_advised(shop().gives(OWN, &[&["7"]]), &door, async |cx| {
            let cx = Cx {
                switches: cx.switches.without(Mechanism::Grade),
                embedder: None,
                ..*cx
            };
            let header = super::cascade::pipeline_header(cx.seed);
            pipeline::ask(&cx, header, QUESTION, "").await;
        });
        assert_eq!(calls(&events), [(purpose.to_owned(), true)], "{model}");
        let asked = llm.asked.lock().unwrap();
        let shown = text(&asked[0]);
        let at = |what: &str| shown.find(what).unwrap_or_else(|| panic!("{what}:\n{shown}"));
        assert!(at(says[0]) < at(says[1]) && at(says[1]) < at(says[2]), "{shown}");
        match purpose {
            "generate_xiyan" => {
                assert_eq!(shown.matches(QUESTION).count(), 2, "before the schema and behind it");
                assert!(shown.trim_end().ends_with("```sql"), "{shown}");
            }
            _ => assert_eq!(shown.matches(QUESTION).count(), 1),
        }
        let Form::Grammar(grammar) = &asked[0].form else {
            panic!("{:?}", asked[0].form)
        };
        assert!(grammar.contains(root), "{}", grammar.lines().next().unwrap_or_default());
    }
}

#[test]
fn any_other_model_is_asked_by_our_own_prompt() {
    let llm = ScriptedLlm::default().expects("generate_whole", &[QUESTION], COUNT);
    let (mut door, _llm) = door(llm, Privacy::Values);
    door.settings.effort = Effort::Auto;
    door.settings.sentences = false;
    door.settings.tiers.reasoning = Some(ModelRef {
        provider: "scripted".into(),
        model: "qwen2.5-coder:7b".into(),
    });
    let events = run_advised(shop().gives(OWN, &[&["7"]]), &door, async |cx| {
        let cx = Cx {
            switches: cx.switches.without(Mechanism::Grade),
            embedder: None,
            ..*cx
        };
        let header = super::cascade::pipeline_header(cx.seed);
        pipeline::ask(&cx, header, QUESTION, "").await;
    });
    assert_eq!(calls(&events), [("generate_whole".to_owned(), true)]);
}
