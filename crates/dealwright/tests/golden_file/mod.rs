//! Golden files in plain text. `UPDATE_GOLDEN=1` writes them anew; look at the difference before you commit it.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

pub fn compare(name: &str, found: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    let lines = golden.lines().count().max(found.lines().count());
    for n in 0..lines {
        let (expected, found) = (golden.lines().nth(n), found.lines().nth(n));
        assert_eq!(found, expected, "{name}, line {}", n + 1);
    }
}
