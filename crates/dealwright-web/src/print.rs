//! Paper: what is asked for is answered with a PDF, or with why there is none in JSON. A PDF begins with %, JSON with {.

use crate::MEMORY;
use dealwright::search::Limits;
use dealwright::{InvalidInput, Registry};
use dealwright_desk::budget::limits;
use std::cell::RefCell;

thread_local! {
    static ROOM: RefCell<Room> = const { RefCell::new(Room { given: Vec::new(), result: Vec::new() }) };
}

struct Room {
    /// What was written in from outside: a name and a body, a line each.
    given: Vec<u8>,
    /// What is read from outside.
    result: Vec<u8>,
}

impl Room {
    fn print(&self) -> anyhow::Result<Vec<u8>> {
        let text = std::str::from_utf8(&self.given).map_err(InvalidInput::because)?;
        let question = text.split_once('\n');
        let (name, body) =
            question.ok_or_else(|| InvalidInput("expected a name, a line feed and a body".into()))?;
        let limits = Limits { memory: MEMORY, ..limits() };
        dealwright_print::request::print(&Registry::standard(), name, body, &limits)
    }
}

/// The functions of the module.
#[allow(unsafe_code, reason = "names that are seen from outside are declared with this word")]
mod doors {
    use super::ROOM;

    /// Room for a question of so many bytes; where it begins.
    #[unsafe(no_mangle)]
    pub extern "C" fn reserve(bytes: u32) -> *mut u8 {
        ROOM.with_borrow_mut(|room| {
            room.given.clear();
            room.given.resize(bytes as usize, 0);
            room.given.as_mut_ptr()
        })
    }

    /// Where the last answer begins.
    #[unsafe(no_mangle)]
    pub extern "C" fn result() -> *const u8 {
        ROOM.with_borrow(|room| room.result.as_ptr())
    }

    /// Prints what the room asks for; how many bytes the answer has.
    #[unsafe(no_mangle)]
    pub extern "C" fn print() -> u32 {
        ROOM.with_borrow_mut(|room| {
            let why = |error: anyhow::Error| {
                serde_json::json!({ "error": format!("{error:#}") }).to_string().into_bytes()
            };
            room.result = room.print().unwrap_or_else(why);
            room.result.len() as u32
        })
    }
}
