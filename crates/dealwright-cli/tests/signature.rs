//! The solvers do exactly what they did: the sum of states on the bench sets.

use std::process::Command;

/// Changes whenever a solver looks at other positions than before, or deals change. Say so in the commit message.
const SIGNATURE: &str = "4973903";

#[test]
fn the_bench_signature_has_not_changed() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_dealwright")).args(["bench", "--signature"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), SIGNATURE);
}
