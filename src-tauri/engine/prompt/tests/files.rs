use super::super::file::parse;
use super::*;
use crate::prepare::fake::Memory;

/// A sound file with one line changed.
fn changed(name: &str, from: &str, to: &str) -> (String, String) {
    let shipped = ALL.iter().find(|s| s.name == name).unwrap();
    assert!(shipped.text.contains(from), "{from}");
    (name.to_owned(), shipped.text.replacen(from, to, 1))
}

#[test]
fn every_prompt_fits_its_struct() {
    let library = Library::shipped();
    for shipped in ALL {
        let prompt = parse(shipped.name, shipped.text).unwrap_or_else(|why| panic!("{}: {why}", shipped.name));
        assert!(library.get(shipped.name).is_some());
        for (name, level) in &prompt.input {
            let field = shipped.fields.iter().find(|f| f.0 == name);
            let (_, least) = field.unwrap_or_else(|| panic!("{}: no field {name}", shipped.name));
            assert_eq!(level, least, "{}: the level of {name}", shipped.name);
            assert!(prompt.uses(name), "{}: {name} is declared and not used", shipped.name);
        }
        if let askwell_contract::model::Form::Json { schema, .. } = &prompt.form {
            every_property_is_required(schema);
        }
        assert!(
            prompt.about.ends_with('.') && prompt.about.len() < 120,
            "{}",
            shipped.name
        );
        assert!(prompt.version >= 1 && prompt.max_tokens >= 100);
        let all: String = prompt.sections.iter().map(|s| s.text.as_str()).collect();
        assert!(!all.contains("{#"), "{}: a comment is for the head", shipped.name);
    }
}

/// Providers that force a form refuse a schema in which a property may be left out.
fn every_property_is_required(schema: &serde_json::Value) {
    if let Some(properties) = schema["properties"].as_object() {
        let required = schema["required"].as_array().unwrap();
        assert!(
            properties.keys().all(|key| required.iter().any(|r| r == key)),
            "{schema}"
        );
        properties.values().for_each(every_property_is_required);
    }
    if schema["items"].is_object() {
        every_property_is_required(&schema["items"]);
    }
}

#[test]
fn every_field_of_a_struct_is_asked_for_by_a_prompt() {
    for shipped in ALL {
        for (field, _) in shipped.fields {
            let same = ALL
                .iter()
                .filter(|s| std::ptr::eq(s.fields, shipped.fields) || s.fields == shipped.fields);
            let used = same.filter_map(|s| parse(s.name, s.text).ok()).any(|p| p.uses(field));
            assert!(used, "no prompt like {} uses {field}", shipped.name);
        }
    }
}

#[test]
fn names_and_hashes_are_all_different() {
    let library = Library::shipped();
    let hashes: std::collections::BTreeSet<&str> =
        ALL.iter().map(|s| library.get(s.name).unwrap().hash.as_str()).collect();
    assert_eq!(hashes.len(), ALL.len());
    let (_, text) = changed("ground", "version: 1", "version: 2");
    assert_ne!(
        parse("ground", &text).unwrap().hash,
        library.get("ground").unwrap().hash
    );
}

#[test]
fn a_broken_file_is_refused_with_line_and_reason() {
    for (name, from, to, reason) in [
        ("ground", "---\n", "", "three hyphens"),
        (
            "ground",
            "tier: fast",
            "tier: huge",
            "tier is fast, powerful or reasoning.",
        ),
        ("ground", "tier: fast", "tire: fast", "\"tire\" means nothing here"),
        ("ground", "thinking: no", "thinking: maybe", "thinking is yes or no."),
        ("ground", "tokens: 800", "tokens: many", "tokens is a number."),
        (
            "ground",
            "  question: names",
            "  question: public",
            "names, profile, values or rows",
        ),
        (
            "ground",
            "  question: names",
            "  riddle: names\n  question: names",
            "no field \"riddle\"",
        ),
        ("ground", "=== system", "=== sistem", "a section is"),
        ("ground", "{% if schema %}", "{% if schema", ""),
        ("ground", "{{ schema }}", "{{ shema }}", "\"shema\" is not declared"),
        (
            "ground",
            "You prepare a question",
            "You prepare {{ question }}",
            "may hold no field",
        ),
        (
            "generate_standard",
            "  values: values",
            "  values: names",
            "needs a higher level",
        ),
    ] {
        let (name, text) = changed(name, from, to);
        let line = text
            .lines()
            .position(|l| !to.is_empty() && l.contains(to.lines().next().unwrap_or_default()));
        refused(&name, &text, line.map_or(1, |at| at + 1), reason);
    }
    let (name, text) = changed("select", "[\"A\", \"B\"]", "[\"A\", \"B\", \"C\"]");
    refused(
        &name,
        &text,
        text.lines().position(|l| l == "output:").unwrap() + 1,
        "has to stay as it is",
    );
    let (name, text) = changed("ground", "\"items\": {", "\"minItems\": 1, \"items\": {");
    refused(
        &name,
        &text,
        text.lines().position(|l| l == "output:").unwrap() + 1,
        "minItems",
    );
    // The comma is missed where the next key stands.
    let (name, text) = changed("ground", "\"type\": \"object\",", "\"type\": \"object\"");
    refused(
        &name,
        &text,
        text.lines().position(|l| l.contains("\"properties\"")).unwrap() + 1,
        "JSON schema",
    );
    let (name, text) = changed("ground", "{{ question }}", "the question");
    refused(
        &name,
        &text,
        text.lines().count() - 5,
        "no template asks for the field \"question\"",
    );
}

fn refused(name: &str, text: &str, line: usize, reason: &str) {
    let memory = Memory::default();
    let problem = save_override(&memory, name, Some(text.to_owned())).unwrap_err();
    assert_eq!(problem.code, askwell_contract::ProblemCode::BadInput, "{reason}");
    assert!(problem.message.contains(reason), "{reason}: {}", problem.message);
    assert!(
        problem.message.contains(&format!("Line {line}:")),
        "{reason}, line {line}: {}",
        problem.message
    );
    assert!(memory.files.lock().unwrap().is_empty(), "nothing is kept");
}

#[test]
fn a_persons_own_prompt_is_used_until_it_is_taken_back() {
    let memory = Memory::default();
    let (_, own) = changed("ground", "You prepare a question", "Take care. You prepare a question");
    let file = save_override(&memory, "ground", Some(own.clone())).unwrap();
    assert!(file.overridden && file.refused.is_none() && file.text == own);
    let library = Library::load(&memory);
    let shipped = Library::shipped();
    assert!(library.get("ground").unwrap().sections[0]
        .text
        .starts_with("Take care."));
    assert_ne!(library.get("ground").unwrap().hash, shipped.get("ground").unwrap().hash);
    assert_eq!(library.get("select"), shipped.get("select"));
    let back = save_override(&memory, "ground", None).unwrap();
    assert!(!back.overridden && back.text == ALL.iter().find(|s| s.name == "ground").unwrap().text);
    assert_eq!(
        save_override(&memory, "nothing", None).unwrap_err().code,
        askwell_contract::ProblemCode::NotFound
    );
}

#[test]
fn a_kept_prompt_that_broke_is_not_used_and_says_why() {
    let memory = Memory::default();
    let (_, text) = changed("ground", "{{ schema }}", "{{ shema }}");
    let key = ("prompts".to_owned(), "ground.md".to_owned());
    memory.files.lock().unwrap().insert(key, text.into_bytes());
    let file = files(&memory).into_iter().find(|f| f.name == "ground").unwrap();
    assert!(!file.overridden);
    let why = file.refused.unwrap();
    assert!(
        why.starts_with("Line 4") && why.contains("the field \"shema\" is not declared"),
        "{why}"
    );
    assert_eq!(Library::load(&memory).get("ground"), Library::shipped().get("ground"));
}

#[test]
fn a_field_cannot_be_taken_apart_by_a_template() {
    // Its fence would be left behind.
    let (_, sliced) = changed("ground", "{{ schema }}", "{{ schema[20:] }}");
    let (_, looped) = changed("ground", "{{ schema }}", "{% for c in schema %}{{ c }}{% endfor %}");
    let (_, bare) = changed(
        "ground",
        "{% if schema %}The schema:\n{{ schema }}{% endif %}",
        "{{ schema }}",
    );
    let catalog = crate::prepare::fake::catalog(vec![table("orders", &["id int"])]);
    let knowledge = Knowledge::build(catalog, "1".into(), Vec::new(), Vec::new());
    let input = Ground {
        question: Sealed::said("x"),
        schema: Sealed::schema(&knowledge, Form::Ddl, &Subset::all(&knowledge.catalog)),
        ..Ground::default()
    };
    for (text, input) in [
        (sliced, &input),
        (looped, &input),
        (
            bare,
            &Ground {
                schema: Sealed::absent(),
                ..input.clone()
            },
        ),
    ] {
        let memory = Memory::default();
        save_override(&memory, "ground", Some(text.clone())).unwrap();
        let mut door = Arc::new(ScriptedLlm::default()).door(Privacy::Names);
        door.prompts = Library::load(&memory);
        let failure = door.request(&Call::new(&GROUND, input)).unwrap_err();
        assert!(
            failure.message.contains("cannot be filled in, at line 4"),
            "{}",
            failure.message
        );
    }
}
