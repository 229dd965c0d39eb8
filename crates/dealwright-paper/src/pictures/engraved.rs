//! Engraved tiles: what is on them, and how twenty of them make a mountain.

use super::kits::{setup, tiles};
use dealwright::board::{Board, SpaceKind};
use dealwright::setup::deal::Dealer;
use dealwright_draw::picture::View;
use dealwright_draw::picture::mountain::fill_of;
use dealwright_draw::picture::pieces::{TILE, centred};
use dealwright_draw::svg::{Anchor, INK, PAPER, Svg};

/// Tiles of each layer from the ground up.
pub const LAYERS: [usize; 5] = [6, 5, 4, 3, 2];

/// Sample tiles, the layers of a mountain from the side, and the same mountain from above.
pub fn engraved_tiles() -> String {
    let title = "Engraved tiles: two values on each, repeated crosswise. Six, five, four, three and two tiles lie on each \
                 other; from either end one column of each tile shows, and both columns of the two on top.";
    let drawn = setup("fujisan/engraved", &[]).and_then(|setup| {
        let dealer = Dealer::new(&setup).ok()?;
        let challenge = dealer.challenge(&dealer.deal("hello", 0).ok()?).ok()?;
        let board = challenge.board();
        let mut view = View::of(&board);
        view.side = false;
        view.tiles = dealer.pieces_on_board();
        let mut svg = Svg::new(view.size().0 + 76.0, 450.0, title);
        let heading = |svg: &mut Svg, y: f64, words: &str| {
            svg.text((24.0, y), 14.0, Anchor::Start, words, &[("font-weight", "bold")]);
        };
        heading(&mut svg, 30.0, "Two values on a tile, repeated crosswise");
        let all = tiles(&setup);
        for (number, faces) in [0, 7, 13, 17].into_iter().filter_map(|tile| all.get(tile)).enumerate() {
            engraved(&mut svg, (36.0 + 108.0 * number as f64, 46.0), faces);
        }
        let words = [format!("{} tiles: every pair of", all.len()), "values from 0 to 5 but 0:0".into()];
        for (line, words) in words.iter().enumerate() {
            svg.text((474.0, 82.0 + 18.0 * line as f64), 12.5, Anchor::Start, words, &[]);
        }
        heading(&mut svg, 160.0, "Five layers, drawn apart: only the columns with letters are seen");
        layers(&mut svg, (12.0, 170.0), &view, &board);
        heading(&mut svg, 330.0, "The same mountain from above");
        view.draw(&mut svg, (12.0, 338.0));
        Some(svg.finish())
    });
    drawn.unwrap_or_default()
}

/// A tile: values at the top left, bottom left, top right, bottom right.
fn engraved(svg: &mut Svg, at: (f64, f64), faces: &[String]) {
    let unit = 40.0;
    svg.begin(&[("class", "tile")]);
    for ((row, column), face) in [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().zip(faces) {
        let (x, y) = (at.0 + unit * f64::from(column), at.1 + unit * f64::from(row));
        let look = [("fill", TILE), ("stroke", "#6B6252"), ("stroke-width", "1")];
        svg.rect(x, y, unit, unit, &look);
        centred(svg, (x + unit / 2.0, y + unit / 2.0), unit * 0.46, face, &[("font-weight", "bold")]);
    }
    let look = [("rx", "3"), ("fill", "none"), ("stroke", INK), ("stroke-width", "3")];
    svg.rect(at.0, at.1, 2.0 * unit, 2.0 * unit, &look);
    svg.end();
}

/// The layers from the side, pulled apart. Columns stand above those of the board.
fn layers(svg: &mut Svg, at: (f64, f64), view: &View<'_>, board: &Board) {
    let (thick, pitch) = (17.0, 25.0);
    let kind = |column: usize| {
        board.rows.first().and_then(|row| row.get(column)).map_or(SpaceKind::Open, |space| space.kind)
    };
    for (layer, &count) in LAYERS.iter().enumerate() {
        let y = at.1 + pitch * (LAYERS.len() - 1 - layer) as f64 + 8.0;
        let covering = LAYERS.get(layer + 1).copied().unwrap_or(0);
        for tile in 0..count {
            // Each layer begins one column further in than the one below it; column 0 is the ground.
            let first = 1 + layer + 2 * tile;
            for column in [first, first + 1] {
                let (x, _, wide, _) = view.space(0, column);
                let covered = (layer + 2..layer + 2 + 2 * covering).contains(&column);
                let height = board.heights.get(column).copied().unwrap_or(0);
                let fill = if covered { PAPER } else { fill_of(height, kind(column)) };
                let look = [("fill", fill), ("stroke", "#AAAAAA"), ("stroke-width", "0.8")];
                svg.rect(at.0 + x, y, wide, thick, &look);
                let file = board.files.get(column).filter(|_| !covered);
                let middle = (at.0 + x + wide / 2.0, y + thick / 2.0);
                centred(svg, middle, 11.5, file.map_or("", String::as_str), &[("font-weight", "bold")]);
            }
            let (x, _, wide, _) = view.space(0, first);
            let look = [("rx", "2"), ("fill", "none"), ("stroke", INK), ("stroke-width", "1.8")];
            svg.rect(at.0 + x, y, 2.0 * wide, thick, &look);
        }
        let end = view.size().0 + at.0 + 2.0;
        svg.text((end, y + thick - 4.0), 12.5, Anchor::Start, &format!("{count} tiles"), &[]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layers_use_all_tiles_and_show_what_the_setup_shows() {
        let setup = setup("fujisan/engraved", &[]).unwrap();
        assert_eq!(LAYERS.iter().sum::<usize>(), tiles(&setup).len());
        let pieces = Dealer::new(&setup).unwrap().pieces_on_board();
        // Four layers show one column at each end, the top one four columns with two tiles.
        assert_eq!(pieces.len(), 2 * (LAYERS.len() - 1) + 2);
        assert_eq!(pieces.iter().filter(|squares| squares.len() == 4).count(), 2);
        assert_eq!(pieces.iter().map(Vec::len).sum::<usize>(), 24);
    }

    #[test]
    fn the_sample_tiles_repeat_their_values_crosswise() {
        let setup = setup("fujisan/engraved", &[]).unwrap();
        assert!(tiles(&setup).iter().all(|tile| tile[0] == tile[3] && tile[1] == tile[2]));
        assert_eq!(engraved_tiles().matches("class=\"tile\"").count(), 4);
    }
}
