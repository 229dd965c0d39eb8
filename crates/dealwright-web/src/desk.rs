//! Questions and answers.

use dealwright::{InvalidInput, Registry};
#[cfg(not(feature = "whole"))]
use dealwright_desk::first::{answer, patience};
use dealwright_desk::{AnyStream, Budget, Pace};
#[cfg(feature = "whole")]
use dealwright_desk::{answer, patience};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Streams that may be open at once.
const MOST_STREAMS: usize = 16;

/// The first part knows some games only: what it refuses, the page asks the whole desk.
fn known_games() -> Registry {
    if cfg!(feature = "whole") { Registry::standard() } else { Registry::of_the_paper() }
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::new());
}

struct Desk {
    registry: Registry,
    /// What was written in from outside.
    given: Vec<u8>,
    /// What is read from outside.
    result: Vec<u8>,
    streams: BTreeMap<u32, Box<dyn AnyStream>>,
    opened: u32,
}

impl Desk {
    fn new() -> Self {
        let (given, result, streams) = (Vec::new(), Vec::new(), BTreeMap::new());
        Self { registry: known_games(), given, result, streams, opened: 0 }
    }

    /// The name of a question and its body: a line each.
    fn question(&self) -> Result<(&str, &str), InvalidInput> {
        let text = std::str::from_utf8(&self.given).map_err(InvalidInput::because)?;
        text.split_once('\n').ok_or_else(|| InvalidInput("expected a name, a line feed and a body".into()))
    }

    fn put(&mut self, answer: Result<String, InvalidInput>) -> u32 {
        let text = answer.unwrap_or_else(|error| serde_json::json!({ "error": error.0 }).to_string());
        self.result = text.into_bytes();
        self.result.len() as u32
    }

    fn answer(&mut self, budget: &Budget<'_>) -> u32 {
        let found = self
            .question()
            .and_then(|(name, body)| answer(&self.registry, name, body, budget))
            .map(|answer| format!(r#"{{"answer":{answer}}}"#));
        self.put(found)
    }

    fn open(&mut self) -> u32 {
        let found = match self.streams.len() >= MOST_STREAMS {
            true => Err(InvalidInput(format!("{MOST_STREAMS} streams are open, which is the most"))),
            false => self.question().and_then(|(name, body)| self.begin(name, body)),
        };
        let found = found.map(|(stream, seconds)| {
            self.opened += 1;
            self.streams.insert(self.opened, stream);
            format!(r#"{{"stream":{},"seconds":{seconds}}}"#, self.opened)
        });
        self.put(found)
    }

    /// A stream, and the seconds after which the time for all of it is over.
    #[cfg(feature = "whole")]
    fn begin(&self, name: &str, body: &str) -> Result<(Box<dyn AnyStream>, u64), InvalidInput> {
        let stream = dealwright_desk::open_stream(&self.registry, name, body)?;
        Ok((stream, dealwright_desk::most_seconds(name)))
    }

    #[cfg(not(feature = "whole"))]
    fn begin(&self, _: &str, _: &str) -> Result<(Box<dyn AnyStream>, u64), InvalidInput> {
        Err(InvalidInput("this part of the desk has no streams".into()))
    }

    fn patience(&self) -> u32 {
        let millis = self.question().map_or(0, |(name, _)| patience(name));
        u32::try_from(millis).unwrap_or(u32::MAX)
    }

    fn go_on(&mut self, stream: u32, pace: &Pace<'_>) -> u32 {
        let unknown = || InvalidInput(format!("there is no stream {stream}"));
        let piece = self.streams.get_mut(&stream).ok_or_else(unknown).and_then(|work| work.go_on(pace));
        if !matches!(piece, Ok((_, false))) {
            self.streams.remove(&stream);
        }
        let told = piece
            .map(|(told, done)| format!(r#"{{"told":{},"done":{done}}}"#, told.as_deref().unwrap_or("null")));
        self.put(told)
    }
}

/// The functions of the module.
#[allow(
    unsafe_code,
    reason = "names that are seen from outside, and one that is asked for, are declared with this word"
)]
mod doors {
    use super::{Budget, DESK, Pace};
    use crate::MEMORY;

    #[link(wasm_import_module = "caller")]
    unsafe extern "C" {
        /// Whether the piece of work should pause now; 0 if not.
        safe fn should_pause() -> i32;
    }

    fn pause() -> bool {
        should_pause() != 0
    }

    /// Room for a question of so many bytes; where it begins.
    #[unsafe(no_mangle)]
    pub extern "C" fn reserve(bytes: u32) -> *mut u8 {
        DESK.with_borrow_mut(|desk| {
            desk.given.clear();
            desk.given.resize(bytes as usize, 0);
            desk.given.as_mut_ptr()
        })
    }

    /// Where the last answer begins.
    #[unsafe(no_mangle)]
    pub extern "C" fn result() -> *const u8 {
        DESK.with_borrow(|desk| desk.result.as_ptr())
    }

    /// Answers the question in the room; how many bytes the answer has. Searches keep to so many positions. What can give
    /// less when time is over does so when the caller says pause.
    #[unsafe(no_mangle)]
    pub extern "C" fn answer(positions: u32) -> u32 {
        let whole = Budget::whole();
        let limits = dealwright::search::Limits { states: positions.into(), memory: MEMORY, ..whole.limits };
        DESK.with_borrow_mut(|desk| desk.answer(&Budget { limits, give_up: &pause, ..whole }))
    }

    /// Milliseconds after which the caller should say pause to the question in the room.
    #[unsafe(no_mangle)]
    pub extern "C" fn patience() -> u32 {
        DESK.with_borrow(|desk| desk.patience())
    }

    /// Begins the stream that is asked for in the room; how many bytes the answer has.
    #[unsafe(no_mangle)]
    pub extern "C" fn open() -> u32 {
        DESK.with_borrow_mut(|desk| desk.open())
    }

    /// Goes on with a stream until the caller says pause; how many bytes the answer has.
    #[unsafe(no_mangle)]
    pub extern "C" fn go_on(stream: u32, is_late: u32) -> u32 {
        let pace = Pace { pause: &pause, is_late: is_late != 0 };
        DESK.with_borrow_mut(|desk| desk.go_on(stream, &pace))
    }

    /// Ends a stream before it is done.
    #[unsafe(no_mangle)]
    pub extern "C" fn close(stream: u32) {
        DESK.with_borrow_mut(|desk| {
            desk.streams.remove(&stream);
        });
    }
}
