//! Any text is read or refused, and what is read reads back as it is written.
#![no_main]

use dealwright::games::read_challenge;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(challenge) = read_challenge(text) {
        let id = challenge.id();
        assert_eq!(read_challenge(&id).map(|c| c.id()).as_deref(), Ok(id.as_str()));
    }
});
