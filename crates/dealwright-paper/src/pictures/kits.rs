//! Pieces of built-in setups, to be drawn.

use dealwright::Registry;
use dealwright::kit::PieceKind;
use dealwright::setup::Setup;

/// A built-in setup with its sizes; none when there is none of that name and size.
pub fn setup(name: &str, sizes: &[(&str, &str)]) -> Option<Setup> {
    let sizes: Vec<(String, String)> = sizes.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    Registry::standard().setup(name, &sizes).ok()
}

/// What stands on the tiles of a setup, in the order of their footprint.
pub fn tiles(setup: &Setup) -> Vec<Vec<String>> {
    let tiles = setup.kit.iter().filter(|group| matches!(group.kind, PieceKind::Tiles { .. }));
    let faces = |faces: &[u8]| faces.iter().map(|face| setup.game.faces.write(*face)).collect();
    tiles.flat_map(|group| &group.pieces).map(|piece| faces(&piece.faces)).collect()
}

/// The number of a colour by its letter, 0 for A.
pub fn colour(letter: &str) -> u8 {
    letter.bytes().next().map_or(0, |letter| letter.saturating_sub(b'A'))
}
