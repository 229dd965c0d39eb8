//! Any study file is read or refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(study) = dealwright::study::read::read(text) {
        assert!(!study.lines.is_empty());
        assert!(study.block_rows(1_000_000) > 0);
    }
});
