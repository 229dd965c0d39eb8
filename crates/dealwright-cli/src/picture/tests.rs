use super::*;
use dealwright::board::{Ink, Space};
use dealwright::games::read_challenge;
use dealwright::setup::builtin::read_builtin;
use dealwright::setup::deal::Dealer;
use dealwright::square::Square;

fn board_of(id: &str) -> Board {
    read_challenge(id).unwrap().board()
}

/// A challenge of a setup with the squares of its pieces.
fn dealt(name: &str, options: &[(&str, &str)]) -> (Board, Vec<Vec<Square>>) {
    let options: Vec<(String, String)> =
        options.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    let setup = read_builtin(name, &options).unwrap().unwrap();
    let dealer = Dealer::new(&setup).unwrap();
    let challenge = dealer.challenge(&dealer.deal("hello", 0).unwrap()).unwrap();
    (challenge.board(), dealer.pieces_on_board())
}

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

/// Boards of all kinds and sizes, by a name.
fn samples() -> Vec<(String, String)> {
    let mut all = Vec::new();
    let sizes: [(&str, &[(&str, &str)]); 11] = [
        ("boxoff/ltiles", &[]),
        ("boxoff/ltiles", &[("rows", "6"), ("colours", "6")]),
        ("boxoff/shuffled", &[("rows", "6"), ("columns", "8"), ("colours", "3")]),
        ("boxoff/shuffled", &[("rows", "8"), ("columns", "8"), ("colours", "16")]),
        ("pretzel/shuffled", &[("suits", "4"), ("ranks", "4")]),
        ("pretzel/banded", &[("suits", "4"), ("ranks", "8")]),
        ("pretzel/shuffled", &[("suits", "4"), ("ranks", "13")]),
        ("pretzel/shuffled", &[("suits", "8"), ("ranks", "5")]),
        ("fujisan/shuffled", &[]),
        ("fujisan/dominoes", &[]),
        ("fujisan/engraved", &[]),
    ];
    for (number, (name, options)) in sizes.into_iter().enumerate() {
        let (board, tiles) = dealt(name, options);
        let mut view = View::of(&board);
        view.tiles = tiles;
        all.push((format!("board-{number:02}-{}", name.replace('/', "-")), view.picture(name)));
    }
    all
}

#[test]
fn pictures_are_written_where_they_are_asked_for() {
    let Some(dir) = std::env::var_os("DEALWRIGHT_PICTURES") else { return };
    for (name, text) in samples() {
        std::fs::write(std::path::Path::new(&dir).join(name + ".svg"), text).unwrap();
    }
}
