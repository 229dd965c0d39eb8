//! Any text is read or refused, and what is read reads back as it is written.
#![no_main]

use dealwright::Registry;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(challenge) = Registry::standard().challenge(text) {
        let id = challenge.id();
        assert_eq!(Registry::standard().challenge(&id).map(|c| c.id()).as_deref(), Ok(id.as_str()));
    }
});
