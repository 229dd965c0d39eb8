//! Any PPN text is read or refused, and what is read can be written and read again.
#![no_main]

use dealwright::games::fujisan::ppn;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(game) = ppn::read(text) {
        assert_eq!(ppn::read(&ppn::write(&game.challenge, &game.moves)), Ok(game));
    }
});
