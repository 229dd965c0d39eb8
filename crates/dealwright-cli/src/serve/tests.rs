//! The whole server on a port of its own, asked over real connections.

use super::access::{Access, is_for_this_computer};
use super::net::{self, Options, answer};
use super::{App, make_app};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

const SOLVABLE: &str = "boxoff:BBWBBW/BYYYWB/YWWWYY";

struct Server {
    address: SocketAddr,
    runtime: Option<Runtime>,
    stop: Option<oneshot::Sender<()>>,
    stopped: std::sync::mpsc::Receiver<()>,
    app: App,
    access: Access,
    _folder: tempfile::TempDir,
}

impl Server {
    fn start(bind: &str, options: Options) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind((bind, 0))).unwrap();
        let address = listener.local_addr().unwrap();
        let access = Access::new(address, None).unwrap();
        let app = App::new(dealwright::Registry::standard(), folder.path().into(), options, access.clone());
        let (stop, stopping) = oneshot::channel();
        let (done, stopped) = std::sync::mpsc::channel();
        let serving = make_app(app.clone());
        runtime.spawn(async move {
            let stopping = async {
                let _ = stopping.await;
            };
            answer(listener, serving, options, stopping).await.unwrap();
            done.send(()).unwrap();
        });
        Self { address, runtime: Some(runtime), stop: Some(stop), stopped, app, access, _folder: folder }
    }

    fn usual() -> Self {
        Self::start("127.0.0.1", Options::default())
    }

    fn folder(&self) -> &Path {
        self._folder.path()
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    fn host(&self) -> String {
        format!("localhost:{}", self.address.port())
    }

    /// Sends a request, on a connection that is kept open until the whole answer has come.
    fn send(&self, head: &str, host: &str, body: &str) -> (u16, String, String) {
        let mut stream = self.connect();
        let length = body.len();
        let request = format!(
            "{head} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = Vec::new();
        stream.read_to_end(&mut text).unwrap();
        let text = String::from_utf8_lossy(&text).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head.to_ascii_lowercase(), body.to_string())
    }

    /// Sends a question to one of the addresses of this machine, with more lines in its head.
    fn post_at(&self, address: SocketAddr, lines: &str, path: &str, body: &Value) -> (u16, Value) {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let body = body.to_string();
        let length = body.len();
        let request = format!(
            "POST /api/{path} HTTP/1.1\r\nhost: {address}\r\n{lines}content-type: application/json\r\ncontent-length: {length}\r\n\
             connection: close\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or_else(|_| panic_with(body)))
    }

    fn send_index(&self) -> (u16, String, String) {
        self.send("GET /", &self.host(), "")
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, _, text) = self.send(&format!("POST /api/{path}"), &self.host(), &body.to_string());
        (status, serde_json::from_str(&text).unwrap_or_else(|_| panic_with(&text)))
    }

    /// Opens a stream of events, and waits for its first.
    fn stream(&self, path: &str, body: &Value) -> (u16, TcpStream) {
        let mut stream = self.connect();
        let (host, body) = (self.host(), body.to_string());
        let length = body.len();
        let head = format!(
            "POST /api/{path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        (String::from_utf8_lossy(&first[9..]).parse().unwrap(), stream)
    }
}

fn panic_with(text: &str) -> Value {
    json!({ "not JSON": text })
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Whether the server has closed a connection within some time.
fn is_closed_within(stream: &mut TcpStream, time: Duration) -> bool {
    stream.set_read_timeout(Some(time)).unwrap();
    let begun = Instant::now();
    let mut buffer = [0; 1000];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return true,
            Ok(_) if begun.elapsed() < time => {}
            Ok(_) => return false,
            Err(error) => return error.kind() == std::io::ErrorKind::ConnectionReset,
        }
    }
}

const SHORT: Options = Options {
    connections: 8,
    read: Duration::from_millis(300),
    write: Duration::from_millis(300),
    grace: Duration::from_millis(300),
};

#[test]
fn half_sent_requests_and_idle_connections_are_closed_and_others_are_answered_meanwhile() {
    let server = Server::start("127.0.0.1", SHORT);
    let host = server.host();
    let halves = [
        String::new(),
        "POST /api/position HT".into(),
        format!("GET / HTTP/1.1\r\nhost: {host}\r\n"),
        format!("POST /api/position HTTP/1.1\r\nhost: {host}\r\ncontent-length: 50\r\n\r\n{{\"id\""),
        format!("GET /api/games HTTP/1.1\r\nhost: {host}\r\n\r\n"),
    ];
    let mut open: Vec<TcpStream> = halves
        .iter()
        .map(|half| {
            let mut stream = server.connect();
            stream.write_all(half.as_bytes()).unwrap();
            stream
        })
        .collect();
    assert_eq!(server.post("position", &json!({ "id": SOLVABLE })).0, 200);
    for (stream, half) in open.iter_mut().zip(&halves) {
        assert!(is_closed_within(stream, Duration::from_secs(20)), "{half:?}");
    }
}

#[test]
fn a_head_that_is_sent_byte_by_byte_is_not_waited_for() {
    let server = Server::start("127.0.0.1", SHORT);
    let mut stream = server.connect();
    let begun = Instant::now();
    // Each byte comes in time, the whole of them never does.
    while begun.elapsed() < Duration::from_secs(20) {
        if stream.write_all(b"G").is_err() || is_closed_within(&mut stream, Duration::from_millis(50)) {
            return;
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(20), "it is still open");
}

#[test]
fn more_connections_than_there_are_places_are_answered_when_places_are_free_again() {
    let server = Server::start("127.0.0.1", SHORT);
    let lazy: Vec<TcpStream> = (0..20).map(|_| server.connect()).collect();
    assert_eq!(server.post("position", &json!({ "id": SOLVABLE })).0, 200);
    drop(lazy);
}

#[test]
fn a_server_stops_at_once_with_requests_half_sent_streams_open_and_a_study_at_work() {
    let mut server = Server::start("127.0.0.1", Options { grace: SHORT.grace, ..Options::default() });
    let mut half = server.connect();
    half.write_all(b"POST /api/position HT").unwrap();
    let (status, _hunt) = server.stream(
        "hunt",
        &json!({ "setup": "fujisan/dominoes", "seed": "x", "measure": "length", "most": true }),
    );
    assert_eq!(status, 200);
    let plan =
        json!({ "setups": ["fujisan/dominoes"], "samples": 100_000, "measures": ["length"], "seed": "x" });
    assert_eq!(server.post("study/start", &json!({ "path": "mine", "plan": plan })).0, 200);
    server.stop.take().unwrap().send(()).unwrap();
    server.stopped.recv_timeout(Duration::from_secs(20)).unwrap();
    let runtime = server.runtime.take().unwrap();
    runtime.block_on(server.app.stop(Duration::from_secs(20)));
    assert!(!server.app.studies.is_any_at_work(), "the study ends after the blocks at work");
    runtime.shutdown_background();
    assert!(TcpStream::connect(server.address).is_err(), "nobody answers any more");
}

#[test]
fn a_page_is_answered_under_the_address_it_is_bound_to_and_under_no_strange_name() {
    for bind in ["127.0.0.1", "127.0.0.2", "0.0.0.0"] {
        let server = Server::start(bind, Options::default());
        let port = server.address.port();
        let own = if bind == "0.0.0.0" { "127.0.0.1" } else { bind };
        assert_eq!(server.send("GET /", &format!("{own}:{port}"), "").0, 200, "{bind}");
        assert_eq!(server.send("GET /", &format!("localhost:{port}"), "").0, 200, "{bind}");
        for strange in
            ["evil.example".to_string(), format!("evil.example:{port}"), format!("10.1.2.3:{port}")]
        {
            assert_eq!(server.send("GET /", &strange, "").0, 403, "{strange} at {bind}");
        }
    }
    if let Ok(listener) = std::net::TcpListener::bind("[::1]:0") {
        drop(listener);
        let server = Server::start("::1", Options::default());
        let port = server.address.port();
        assert_eq!(server.send("GET /", &format!("[::1]:{port}"), "").0, 200);
    }
}

#[test]
fn other_devices_may_read_and_play_but_change_something_only_with_the_token() {
    let server = Server::start("0.0.0.0", Options::default());
    let port = server.address.port();
    // This machine under the address that others use is as far away as they are. Where there is no network, a proxy is.
    let far = net::urls(server.address)
        .iter()
        .find(|url| url.contains("http://") && !is_for_this_computer(url))
        .cloned();
    let far = far.and_then(|url| url.trim_start_matches("http://").trim_end_matches('/').parse().ok());
    let here = SocketAddr::from(([127, 0, 0, 1], port));
    let (address, lines) = far.map_or((here, "x-forwarded-for: 10.1.2.3\r\n"), |far| (far, ""));
    let token = format!("x-dealwright-token: {}\r\n{lines}", server.access.token.words());
    let wrong = format!("x-dealwright-token: aaaa-bbbb-cccc\r\n{lines}");
    assert_eq!(server.post_at(address, lines, "position", &json!({ "id": SOLVABLE })).0, 200);
    let plan = json!({ "setups": ["fujisan/dominoes"], "samples": 100_000, "measures": [], "seed": "x" });
    let begin = json!({ "path": "mine", "plan": plan });
    for (lines, words) in [(lines, "needs the token"), (wrong.as_str(), "not the token")] {
        for (path, body) in
            [("study/start", &begin), ("study/stop", &json!({ "path": "mine" })), ("study/start", &json!({}))]
        {
            let (status, refused) = server.post_at(address, lines, path, body);
            assert_eq!(status, 401, "{path}: {refused}");
            assert!(refused["error"].as_str().unwrap().contains(words), "{path}: {refused}");
        }
    }
    assert!(!server.folder().join("mine").exists(), "nothing was begun");
    assert_eq!(server.post_at(address, &token, "study/start", &begin).0, 200);
    assert_eq!(
        server.post_at(address, lines, "study", &json!({ "path": "mine" })).0,
        200,
        "everybody may look on"
    );
    assert_eq!(server.post_at(address, &token, "study/stop", &json!({ "path": "mine" })).0, 200);
    // This computer itself needs none.
    assert_eq!(server.post_at(here, "", "study/stop", &json!({ "path": "mine" })).0, 200);
}

#[test]
fn a_page_of_another_host_can_make_no_browser_ask_here() {
    let server = Server::usual();
    let question = json!({ "id": SOLVABLE });
    let own = format!("origin: http://{}\r\n", server.address);
    assert_eq!(server.post_at(server.address, &own, "position", &question).0, 200);
    for origin in ["http://evil.example", "null", "http://localhost"] {
        let (status, refused) = server.post_at(
            server.address,
            &format!("origin: {origin}\r\n"),
            "study/stop",
            &json!({ "path": "x" }),
        );
        assert_eq!(
            (status, &refused["error"]),
            (403, &json!("pages of other hosts are not answered here")),
            "{origin}"
        );
    }
    // Nor does it get leave to ask with a token or in JSON.
    let ask = format!(
        "OPTIONS /api/study/start HTTP/1.1\r\nhost: {}\r\norigin: http://evil.example\r\nconnection: close\r\n\r\n",
        server.host()
    );
    let mut stream = server.connect();
    stream.write_all(ask.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(
        text.starts_with("HTTP/1.1 403") && !text.to_lowercase().contains("access-control-allow"),
        "{text}"
    );
}

#[test]
fn links_of_a_page_lead_to_where_others_can_open_it() {
    let link = |page: &str| {
        page.split("name=\"dealwright-link\" content=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .to_string()
    };
    let server = Server::start("0.0.0.0", Options::default());
    let port = server.address.port();
    let (_, _, page) = server.send("GET /", &format!("localhost:{port}"), "");
    assert_eq!(link(&page), server.access.reachable.clone().unwrap_or_default());
    assert!(!link(&page).contains("localhost") && !link(&page).contains("127.0.0.1"));
    let (_, _, page) = Server::usual().send_index();
    assert_eq!(link(&page), "", "a server for this computer alone cannot be reached by others");
}

#[test]
fn every_refusal_is_json_with_a_sentence() {
    let server = Server::usual();
    let host = server.host();
    let cases = [
        ("GET /nowhere", "", 404, "there is nothing here"),
        ("GET /page/%ff", "", 404, "there is no such file"),
        ("GET /api/position", "", 405, "GET or POST"),
        ("POST /api/position", "{", 400, "the body is not JSON"),
        ("POST /api/position", "{}", 400, "'id' is missing"),
        ("POST /api/position", r#"{"id":7}"#, 400, "'id': expected a text, found the number 7"),
        ("POST /api/compare", r#"{"text":1,"against":"x"}"#, 400, "'text': expected a text"),
        ("POST /api/print/kit", r#"{"text":"","ink":3}"#, 400, "'ink': expected a text"),
        ("POST /api/position", &" ".repeat(70_000), 413, "longer than 64 kB"),
    ];
    for (head, body, status, words) in cases {
        let (found, _, text) = server.send(head, &host, body);
        let error: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(found, status, "{head} {error}");
        assert!(error["error"].as_str().unwrap().contains(words), "{head}: {error}");
    }
    let mut stream = server.connect();
    let plain = format!(
        "POST /api/position HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{{}}"
    );
    stream.write_all(plain.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.starts_with("HTTP/1.1 415") && text.contains("application/json"), "{text}");
}

#[test]
fn the_last_deal_of_a_seed_keeps_its_number_and_none_comes_after_it() {
    let server = Server::usual();
    let last = json!({ "setup": "boxoff/ltiles", "seed": "x", "solvable": false, "start": u64::MAX });
    let (status, found) = server.post("deal", &last);
    assert_eq!((status, &found["next"]), (200, &Value::Null));
    assert!(found["seed_id"].as_str().unwrap().contains(&format!("~x.{}@1", u64::MAX)), "{found}");
    let dead = json!({ "setup": "pretzel/shuffled", "options": { "ranks": "2", "suits": "1" }, "seed": "x",
        "level": "fiendish", "start": u64::MAX });
    let (status, refused) = server.post("deal", &dead);
    assert_eq!(status, 400, "{refused}");
    assert!(refused["error"].as_str().unwrap().contains("no deals after number"), "{refused}");
}

/// Every step would have to differ, and all pieces are alike.
fn impossible() -> String {
    let unique = dealwright::Registry::standard().setup_text("fujisan/unique").unwrap();
    let alike = format!("list = [{}], shape = \"single\"", ["\"1\""; 24].join(", "));
    unique.replace("piecepack = \"coins\"", &alike)
}

#[test]
fn streams_about_a_setup_that_cannot_be_dealt_are_refused_with_a_sentence() {
    let server = Server::usual();
    for text in [impossible(), "game = \"boxoff\"".into(), String::new()] {
        for (path, more) in [
            ("compare", json!({ "against": "boxoff/ltiles" })),
            ("tune", json!({ "open": ["faces"] })),
            ("meter", json!({ "seed": "x" })),
        ] {
            let mut body = more;
            body["text"] = text.clone().into();
            let (status, refused) = server.post(path, &body);
            assert_eq!(status, 400, "{path}: {refused}");
            assert!(refused["error"].as_str().is_some_and(|words| words.len() > 10), "{path}: {refused}");
        }
    }
}

#[test]
fn hunts_that_make_no_sense_are_refused_with_a_sentence() {
    let server = Server::usual();
    let good = json!({ "setup": "pretzel/shuffled", "options": { "ranks": "4" }, "seed": "x",
        "measure": "length", "most": true });
    let long = "x".repeat(101);
    let cases = [
        ("measure", json!("lenght"), "'lenght' cannot be hunted for"),
        ("measure", json!("lenght"), "did you mean 'length'"),
        ("measure", json!("counter"), "the measure counter is not defined for Pretzel"),
        ("setup", json!("pretzel/nothing"), "pretzel/shuffled"),
        ("setup", json!("nothing/shuffled"), "pretzel"),
        ("setup", json!("mine.toml"), "expected a built-in setup such as"),
        ("options", json!({ "ranks": "99" }), "ranks"),
        ("options", json!({ "ranks": "many" }), "ranks"),
        ("options", json!({ "rows": "3" }), "rows"),
        (
            "options",
            json!({ "rules": "none" }),
            "rule 'none': is not a rule of this game; known are free-rows",
        ),
        ("seed", json!(long), "'seed': expected at most 100 letters, found 101"),
        ("most", json!(1), "'most': expected true or false, found the number 1"),
    ];
    for (key, value, words) in cases {
        let mut body = good.clone();
        body[key] = value;
        let (status, refused) = server.post("hunt", &body);
        assert_eq!(status, 400, "{body}: {refused}");
        let said = refused["error"].as_str().unwrap();
        assert!(said.contains(words) && !said.contains('{'), "{body}: {said}");
    }
    for key in ["setup", "seed", "measure", "most"] {
        let mut body = good.clone();
        body.as_object_mut().unwrap().remove(key);
        let (status, refused) = server.post("hunt", &body);
        assert_eq!((status, refused["error"].as_str()), (400, Some(format!("'{key}' is missing").as_str())));
    }
    // Nothing of these keeps a place, and a hunt that makes sense begins.
    assert_eq!(server.stream("hunt", &good).0, 200);
}

#[test]
fn seeds_that_nobody_would_type_are_refused_wherever_one_is_taken() {
    let server = Server::usual();
    let seed = "ü".repeat(101);
    let text = dealwright::Registry::standard().setup_text("boxoff/ltiles").unwrap();
    let plan = json!({ "setups": ["boxoff/ltiles"], "samples": 10, "seed": seed });
    for (path, body) in [
        ("deal", json!({ "setup": "boxoff/ltiles", "seed": seed })),
        ("samples", json!({ "text": text, "seed": seed })),
        ("ids", json!({ "text": text, "seed": seed, "count": 3 })),
        ("meter", json!({ "text": text, "seed": seed })),
        ("study/start", json!({ "path": "mine", "plan": plan })),
    ] {
        let (status, refused) = server.post(path, &body);
        assert_eq!(status, 400, "{path}: {refused}");
        assert_eq!(refused["error"], "'seed': expected at most 100 letters, found 101", "{path}");
    }
    assert!(!server.folder().join("mine").exists());
}

#[test]
fn streams_beyond_the_cap_are_refused_with_a_sentence_and_simple_questions_still_answered() {
    let server = Server::usual();
    // Full decks: none of these meters comes to its end while the others are opened, however busy the machine is.
    let text = dealwright::Registry::standard().setup_text("pretzel/shuffled").unwrap();
    let body = json!({ "text": text, "options": { "ranks": "13" }, "seed": "x" });
    let open: Vec<(u16, TcpStream)> = (0..16).map(|_| server.stream("meter", &body)).collect();
    assert!(open.iter().all(|(status, _)| *status == 200));
    let (status, head, text) = server.send("POST /api/meter", &server.host(), &body.to_string());
    assert_eq!(status, 429);
    assert!(head.contains("retry-after: 30") && text.contains("16 meters and searches"), "{head} {text}");
    assert_eq!(server.post("hint", &json!({ "id": SOLVABLE })).1["verdict"], "solvable");
    // Places are free again once their streams are left.
    drop(open);
    let begun = Instant::now();
    while server.stream("meter", &body).0 != 200 {
        assert!(begun.elapsed() < Duration::from_secs(30), "no place became free");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_game_looked_back_on_in_pieces_names_every_crossroads() {
    let server = Server::usual();
    let hint = server.post("hint", &json!({ "id": SOLVABLE })).1;
    let moves = hint["line"].as_array().unwrap().clone();
    let whole = server.post("game", &json!({ "id": SOLVABLE, "moves": moves })).1;
    assert_eq!(whole["next"], Value::Null);
    assert_eq!(whole["positions"], moves.len());
    assert_eq!(whole["shortest"], moves.len());
    // The same, move by move, from the plain verdicts.
    let mut expected = Vec::new();
    for after in 0..moves.len() {
        let line = &moves[..after];
        let legal = server.post("position", &json!({ "id": SOLVABLE, "moves": line })).1["legal"].clone();
        let legal: Vec<Value> = legal.as_array().unwrap().iter().map(|legal| legal["move"].clone()).collect();
        let is_lost = |mv: &&Value| {
            let line: Vec<Value> = line.iter().cloned().chain([(*mv).clone()]).collect();
            server.post("hint", &json!({ "id": SOLVABLE, "moves": line })).1["verdict"] == "unsolvable"
        };
        let losing: Vec<Value> = legal.iter().filter(is_lost).cloned().collect();
        if !losing.is_empty() {
            let choices = legal.len();
            expected.push(json!({ "after": after, "choices": choices, "losing": losing, "undecided": [] }));
        }
    }
    assert!(!expected.is_empty());
    assert_eq!(whole["crossroads"], Value::Array(expected));
    // Going on gives the rest and nothing else.
    let rest = server.post("game", &json!({ "id": SOLVABLE, "moves": moves, "from": { "after": 3 } })).1;
    let later =
        whole["crossroads"].as_array().unwrap().iter().filter(|road| road["after"].as_u64() >= Some(3));
    assert_eq!(rest["crossroads"], Value::Array(later.cloned().collect()));
    let (status, _) =
        server.post("game", &json!({ "id": SOLVABLE, "moves": moves, "from": { "after": 99 } }));
    assert_eq!(status, 400);
    assert_eq!(server.post("game", &json!({ "id": SOLVABLE, "moves": ["zz"] })).0, 400);
}

#[test]
fn a_study_that_fails_says_why_until_it_is_gone_on_with() {
    let server = Server::usual();
    let plan =
        json!({ "setups": ["fujisan/dominoes"], "samples": 100_000, "measures": ["length"], "seed": "x" });
    assert_eq!(server.post("study/start", &json!({ "path": "mine", "plan": plan })).0, 200);
    // The records cannot be written any more: a file lies where their directory was.
    let records = server.folder().join("mine/records");
    let begun = Instant::now();
    let known = loop {
        let _ = std::fs::remove_dir_all(&records);
        let _ = std::fs::write(&records, "");
        let known = server.post("study", &json!({ "path": "mine" })).1;
        if known["at_work"] == false {
            break known;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{known}");
        std::thread::sleep(Duration::from_millis(50));
    };
    assert!(known["failed"].as_str().is_some_and(|why| why.contains("records")), "{known}");
    std::fs::remove_file(&records).unwrap();
    assert_eq!(server.post("study/start", &json!({ "path": "mine" })).0, 200);
    assert_eq!(server.post("study", &json!({ "path": "mine" })).1["failed"], Value::Null);
    server.post("study/stop", &json!({ "path": "mine" }));
}

#[cfg(unix)]
#[test]
fn ledgers_and_figures_are_read_up_to_a_size_and_never_from_outside() {
    use std::os::unix::fs::symlink;
    let server = Server::usual();
    let run = server.folder().join("run");
    std::fs::create_dir_all(run.join("figures")).unwrap();
    std::fs::write(run.join("claims.json"), r#"{"claims":[]}"#).unwrap();
    std::fs::write(run.join("figures/a-1.svg"), "<svg/>").unwrap();
    symlink("/etc/hostname", run.join("figures/out.svg")).unwrap();
    let ledger = server.post("ledger", &json!({ "path": "run" })).1;
    assert_eq!(ledger, json!({ "ledger": { "claims": [] }, "figures": ["a-1", "out"] }));
    assert_eq!(server.post("figure", &json!({ "path": "run", "name": "a-1" })).1["svg"], "<svg/>");
    for name in ["out", "../claims", "none", ""] {
        assert_eq!(server.post("figure", &json!({ "path": "run", "name": name })).0, 400, "{name}");
    }
    std::fs::write(run.join("claims.json"), "{ no JSON").unwrap();
    assert!(
        server.post("ledger", &json!({ "path": "run" })).1["error"].as_str().unwrap().contains("damaged")
    );
    std::fs::File::create(run.join("claims.json")).unwrap().set_len(9 << 20).unwrap();
    let refused = server.post("ledger", &json!({ "path": "run" }));
    assert!(refused.0 == 400 && refused.1["error"].as_str().unwrap().contains("8 MB"), "{}", refused.1);
}
