//! A planted key is searched for everywhere afterwards.

use std::path::Path;

use super::*;

/// Repeats the key in all it says.
struct Telltale;

#[async_trait]
impl Call for Telltale {
    async fn call(&self, request: &Request, _: &Cancel) -> Result<Reply, Failure> {
        if request.user[0].text == "fail" {
            let failure = Failure::new(FailureKind::Key, format!("Incorrect key {KEY}"));
            return Err(failure
                .hint(format!("Is it {KEY}?"))
                .detail(format!("{{\"key\":\"{KEY}\"}}")));
        }
        let mut reply = crate::llm::scripted::reply(&format!("My key is {KEY}."));
        reply.thinking = Some(format!("The key, {KEY}"));
        reply.value = Some(serde_json::json!({ "key": [format!("it is {KEY}")] }));
        Ok(reply)
    }
}

fn files(folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push((path.display().to_string(), std::fs::read(&path).unwrap()));
        }
    }
}

#[tokio::test]
async fn a_planted_key_is_nowhere() {
    let world = World::over(Arc::new(Telltale), &settings());
    let reply = world.ask(request("tell")).await.unwrap();
    let failure = world.ask(request("fail")).await.unwrap_err();
    let key = Secret::new(KEY);
    let probes = Mutex::new(Vec::new());
    let told = |probe: Probe| probes.lock().unwrap().push(probe);
    world.providers.probe(&acme(), Some(&key), "m", &told).await;
    let said = [
        format!(
            "{reply:?} {failure:?} {failure} {:?} {key:?}",
            probes.into_inner().unwrap()
        ),
        format!("{:?}", world.entries()),
        serde_json::to_string(&world.providers.ledger("", None, 0, 99).unwrap()).unwrap(),
        format!("{:?}", askwell_contract::Problem::from(failure.clone())),
    ];
    for text in &said {
        assert!(!text.contains(KEY), "{text}");
        assert!(
            text.contains("***") || text.contains("Secret"),
            "nothing was there to hide in {text}"
        );
    }
    let mut found = Vec::new();
    files(world.dir.path(), &mut found);
    assert!(found.len() >= 2, "the ledger and a kept reply");
    for (path, bytes) in found {
        assert!(!bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes()), "{path}");
    }
}
