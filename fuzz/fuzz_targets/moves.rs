//! Any move list is played as far as it goes.
#![no_main]

use dealwright::Registry;
use dealwright::challenge::split_moves;

const IDS: [&str; 4] = [
    "boxoff:BBWBBW/BYYYWB/YWWWYY",
    "pretzel:--2S3S/3H--2H/2D3D--",
    "pretzel.free-rows:--2S3S/3H--2H/2D3D--",
    "fujisan:551102224335/244331001054",
];

libfuzzer_sys::fuzz_target!(|text: &str| {
    let moves = split_moves(text);
    for challenge in IDS.iter().filter_map(|id| Registry::standard().challenge(id).ok()) {
        let replay = challenge.replay(&moves);
        assert_eq!(replay.played.len() < moves.len(), replay.stopped.is_some());
    }
});
