//! Any setup file is read or refused; what is read can be dealt, told and counted.
#![no_main]

use dealwright::Registry;
use dealwright::setup::count::count_with;
use dealwright::setup::deal::Dealer;
use dealwright::setup::read::read;
use dealwright::setup::tell::tell;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(setup) = read(&Registry::standard(), text, "fuzz", &[], &|_| Err("none".into())) {
        if let Ok(dealer) = Dealer::new(&setup) {
            let (cells, dice) = dealer.once(&mut dealer.streams("x").stream(0));
            assert!(setup.build(&cells, &dice).is_ok());
            tell(&dealer);
            count_with(&dealer, &[], 100);
        }
    }
});
