//! What ends a fetch for good, and what is left then.

use super::*;

async fn ended(plays: Vec<Play>) -> (Scene, Problem, server::Hub) {
    let (scene, from) = (scene(), hub(plays).await);
    let problem = scene.fetch(&from).await.unwrap_err();
    (scene, problem, from)
}

#[tokio::test]
async fn a_wrong_sum_keeps_nothing_and_says_so() {
    let file = Arc::new(bytes(SIZE));
    let listing = Some(listing(&"ab".repeat(32), SIZE));
    let from = server::Hub::start(Set {
        file,
        listing,
        plays: vec![Play::Serve],
    })
    .await;
    let scene = scene();
    let problem = scene.fetch(&from).await.unwrap_err();
    assert!(
        problem.message.contains("its SHA-256 differs. Nothing of it was kept."),
        "{problem:?}"
    );
    assert_eq!(scene.names(), Vec::<String>::new());
}

#[tokio::test]
async fn a_full_disk_is_said_and_what_came_is_taken_up_when_there_is_room() {
    let (mut scene, from) = (scene(), hub(vec![Play::Serve]).await);
    scene.hub.means.pen = |file| Box::new(Full(file, 0));
    let problem = scene.fetch(&from).await.unwrap_err();
    assert!(problem.message.starts_with("There is no room left in"), "{problem:?}");
    assert!(problem
        .hint
        .as_deref()
        .unwrap()
        .starts_with("What came so far is kept."));
    assert_eq!(scene.part(), Some(1_500_000));
    scene.hub.means.pen = MEANS.pen;
    scene.fetch(&from).await.unwrap();
    assert_eq!(scene.held(), bytes(SIZE));
    assert!(from.heard().last().unwrap().ends_with(" from 1500000"));
}

#[tokio::test]
async fn too_little_room_is_said_before_the_file_is_asked_for() {
    let (mut scene, from) = (scene(), hub(vec![Play::Serve]).await);
    scene.hub.means.free = |_| Some(2_000_000);
    let problem = scene.fetch(&from).await.unwrap_err();
    assert!(
        problem.message.contains("0.3 GB are needed and 0.0 GB are free"),
        "{problem:?}"
    );
    assert_eq!(from.heard().len(), 1);
    scene.hub.means.free = |_| Some(1 << 40);
    scene.fetch(&from).await.unwrap();
}

#[tokio::test]
async fn in_airplane_mode_no_socket_is_opened_and_a_fetch_under_way_ends() {
    let (scene, from) = (
        scene(),
        hub(vec![Play::Slow(300_000, Duration::from_millis(30)), Play::Serve]).await,
    );
    scene.airplane.store(true, Ordering::SeqCst);
    let refused = scene.fetch(&from).await.unwrap_err();
    assert_eq!(
        (refused.code, from.heard().len(), scene.entries().len()),
        (ProblemCode::Denied, 0, 0)
    );
    assert_eq!(refused.message, "Airplane mode is on, so nothing is downloaded.");
    scene.airplane.store(false, Ordering::SeqCst);
    let on = scene.airplane.clone();
    let told = move |step| {
        if matches!(step, Fetching::Fetching { done, .. } if done > 0) {
            on.store(true, Ordering::SeqCst);
        }
    };
    let ended = scene.fetch_until(&from, &Cancel::new(), &told).await.unwrap_err();
    assert_eq!(ended.code, ProblemCode::Denied);
    let part = scene.part().unwrap();
    assert!(part > 0 && part < SIZE as u64);
    scene.airplane.store(false, Ordering::SeqCst);
    scene.fetch(&from).await.unwrap();
    assert_eq!(scene.held(), bytes(SIZE));
}

#[tokio::test]
async fn a_connection_that_never_brings_anything_is_given_up() {
    let (scene, problem, from) = ended(vec![Play::Cut(0)]).await;
    assert_eq!(problem.code, ProblemCode::Lost);
    // The listing, and the tries in a row.
    assert_eq!(from.heard().len(), 6);
    assert!(scene.names().len() <= 1 && scene.part().unwrap_or(0) == 0);
    let (_, busy, from) = ended(vec![Play::Status(503)]).await;
    assert_eq!(busy.message, "The hub is out of order for now.");
    assert_eq!(from.heard().len(), 6);
}

#[tokio::test]
async fn what_is_not_the_listed_file_is_refused() {
    let (scene, problem, _) = ended(vec![Play::More]).await;
    assert!(problem.message.contains("there is more of it"), "{problem:?}");
    assert!(!scene.models().join(FILE).exists());
    let (_, problem, _) = ended(vec![Play::Cut(1_000_000), Play::Elsewhere]).await;
    assert!(problem.message.contains("it begins at another place"), "{problem:?}");
}

#[tokio::test]
async fn a_status_is_told_in_words_and_not_tried_again() {
    for (status, words) in [
        (404, "has no maker/small-GGUF"),
        (403, "only to people with an account"),
        (418, "does not hand out"),
    ] {
        let (_, problem, from) = ended(vec![Play::Status(status)]).await;
        assert!(problem.message.contains(words), "{problem:?}");
        assert_eq!(from.heard().len(), 2);
    }
}

#[tokio::test]
async fn a_listing_that_cannot_be_read_fetches_nothing() {
    for text in [
        "<html>hello</html>",
        "[]",
        r#"[{"type":"file","path":"small-Q4_K_M.gguf"}]"#,
    ] {
        let set = Set {
            file: Arc::default(),
            listing: Some(text.into()),
            plays: vec![Play::Serve],
        };
        let (scene, from) = (scene(), server::Hub::start(set).await);
        assert!(scene.fetch(&from).await.is_err(), "{text}");
        assert_eq!((from.heard().len(), scene.names().len()), (1, 0));
        assert!(matches!(scene.entries()[0].ended, Ended::Failed { .. }));
    }
}

#[tokio::test]
async fn a_redirect_off_this_computer_without_encryption_is_refused() {
    for place in ["http://hub.example/stored", "ftp://127.0.0.1/x", "http://["] {
        let (scene, problem, from) = ended(vec![Play::To(place.into())]).await;
        assert!(problem.message.starts_with("The hub sends on to"), "{problem:?}");
        assert_eq!(from.heard().len(), 2);
        assert_eq!(scene.entries().len(), 2);
    }
    let around = ended(vec![Play::To("/maker/small-GGUF/again".into())]).await;
    assert!(around.1.message.contains("on and on"));
    assert_eq!(around.2.heard().len(), 6);
}

#[tokio::test]
async fn another_program_at_the_same_file_and_a_stranger_of_the_same_name_are_left_alone() {
    let (scene, from) = (scene(), hub(vec![Play::Serve]).await);
    std::fs::create_dir_all(scene.models()).unwrap();
    let part = scene.models().join(part_name("small", &sum(&bytes(SIZE))));
    let other = File::create(&part).unwrap();
    other.lock().unwrap();
    let locked = scene.fetch(&from).await.unwrap_err();
    assert_eq!(locked.code, ProblemCode::Locked);
    drop(other);
    std::fs::write(scene.models().join(FILE), "mine").unwrap();
    let refused = scene.fetch(&from).await.unwrap_err();
    assert!(refused.message.ends_with("is there already and is not this model."));
    assert_eq!(scene.held(), b"mine");
}

#[tokio::test]
async fn what_was_begun_of_a_file_that_the_hub_replaced_goes() {
    let (scene, from) = (scene(), hub(vec![Play::Serve]).await);
    std::fs::create_dir_all(scene.models()).unwrap();
    for name in ["small.0123456789ab.part", "other.0123456789ab.part"] {
        std::fs::write(scene.models().join(name), "old").unwrap();
    }
    scene.fetch(&from).await.unwrap();
    assert_eq!(scene.names(), ["other.0123456789ab.part", FILE]);
}
