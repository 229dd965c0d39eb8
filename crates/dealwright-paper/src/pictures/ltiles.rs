//! L-tiles: what is on them, how they are turned, how two of them fill a block.

use super::kits::{colour, setup, tiles};
use dealwright_draw::picture::arrow::{Curve, arrow};
use dealwright_draw::picture::outline::around;
use dealwright_draw::picture::pieces::{centred, token};
use dealwright_draw::svg::{Anchor, INK, PAPER, Svg};

const UNIT: f64 = 44.0;

/// How a tile lies: rows and columns of its corner and its two arms.
type Cells = [(usize, usize); 3];
/// The corner at the top left, and the same after half a turn.
const UPRIGHT: Cells = [(0, 0), (0, 1), (1, 0)];
const TURNED: Cells = [(1, 1), (1, 0), (0, 1)];
/// The second tile of a block of two rows and three columns.
const SECOND: Cells = [(1, 2), (1, 1), (0, 2)];

/// Sample tiles with the line they are flipped along, what hands may do with one, and a block of two.
pub fn ltiles() -> String {
    let Some(setup) = setup("boxoff/ltiles", &[]) else { return String::new() };
    let all = tiles(&setup);
    // One for each doubled colour.
    let samples: Vec<&Vec<String>> = all.iter().step_by(2).take(4).collect();
    let title = "L-tiles: corner and one arm have the same colour. A tile is flipped along the line through its corner, \
                 which exchanges the arms. Two tiles fill a block of two rows and three columns.";
    let mut svg = Svg::new(688.0, 468.0, title);
    let heading = |svg: &mut Svg, y: f64, words: &str| {
        svg.text((24.0, y), 14.0, Anchor::Start, words, &[("font-weight", "bold")]);
    };
    heading(&mut svg, 32.0, "Corner and one arm have the same colour");
    heading(&mut svg, 182.0, "Flipped along the dashed line, the arms change places");
    heading(&mut svg, 332.0, "Two tiles fill a block of 2 × 3, the second after half a turn");
    for (number, faces) in samples.iter().enumerate() {
        let at = (34.0 + 160.0 * number as f64, 56.0);
        tile(&mut svg, at, &UPRIGHT, faces);
        axis(&mut svg, at);
    }
    let (Some(first), Some(second)) = (samples.first(), samples.get(1)) else { return svg.finish() };
    let mut x = 34.0;
    for faces in [first, second] {
        tile(&mut svg, (x, 206.0), &UPRIGHT, faces);
        axis(&mut svg, (x, 206.0));
        sign(&mut svg, (x + 117.0, 206.0 + UNIT), "→");
        tile(&mut svg, (x + 146.0, 206.0), &UPRIGHT, &flipped(faces));
        x += 320.0;
    }
    let y = 352.0;
    tile(&mut svg, (34.0, y), &UPRIGHT, first);
    sign(&mut svg, (146.0, y + UNIT), "+");
    tile(&mut svg, (170.0, y), &UPRIGHT, second);
    sign(&mut svg, (288.0, y + UNIT), "→");
    tile(&mut svg, (312.0, y), &UPRIGHT, first);
    tile(&mut svg, (372.0, y), &TURNED, second);
    sign(&mut svg, (490.0, y + UNIT), "→");
    tile(&mut svg, (516.0, y), &UPRIGHT, first);
    tile(&mut svg, (516.0, y), &SECOND, second);
    svg.finish()
}

/// The other side of a tile.
fn flipped(faces: &[String]) -> Vec<String> {
    [0, 2, 1].iter().filter_map(|face: &usize| faces.get(*face).cloned()).collect()
}

fn tile(svg: &mut Svg, at: (f64, f64), cells: &Cells, faces: &[String]) {
    let gap = UNIT * 0.06;
    svg.begin(&[("class", "tile")]);
    for ((row, column), face) in cells.iter().zip(faces) {
        let (x, y) = (at.0 + UNIT * *column as f64, at.1 + UNIT * *row as f64);
        let rect = (x + gap / 2.0, y + gap / 2.0, UNIT - gap, UNIT - gap);
        token(svg, rect, colour(face), face);
    }
    let corner = |(column, row): (usize, usize)| (at.0 + UNIT * column as f64, at.1 + UNIT * row as f64);
    around(svg, &[cells.to_vec()], corner, 4.0, true);
    svg.end();
}

/// The line through the corner, beyond the tile on both sides.
fn axis(svg: &mut Svg, at: (f64, f64)) {
    let line = |svg: &mut Svg, from: f64, to: f64| {
        let place = |far: f64| (at.0 + UNIT * far, at.1 + UNIT * far);
        for (ink, wide, dash) in [(PAPER, "4.5", "none"), (INK, "2", "6 4")] {
            let look = [("stroke", ink), ("stroke-width", wide), ("stroke-dasharray", dash)];
            svg.line(place(from), place(to), &look);
        }
    };
    // Only outside of the tile, so that the letter in the corner stays readable.
    line(svg, -0.42, -0.06);
    line(svg, 1.06, 1.8);
}

fn sign(svg: &mut Svg, at: (f64, f64), words: &str) {
    if words == "→" {
        let curve = Curve::bowed((at.0 - 13.0, at.1), (at.0 + 13.0, at.1), 0.0);
        arrow(svg, &curve, 2.6, INK);
    } else {
        centred(svg, at, 24.0, words, &[("font-weight", "bold")]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dealwright::setup::deal::Dealer;

    #[test]
    fn a_block_is_laid_as_the_setup_lays_it() {
        let setup = setup("boxoff/ltiles", &[]).unwrap();
        let pieces = Dealer::new(&setup).unwrap().pieces_on_board();
        let places = |piece: usize| -> Vec<(usize, usize)> {
            pieces[piece].iter().map(|s| (s.row_on(4, 6).unwrap() as usize, s.file as usize)).collect()
        };
        assert_eq!((places(0), places(1)), (UPRIGHT.to_vec(), SECOND.to_vec()));
    }

    #[test]
    fn tiles_are_flipped_as_the_kit_says() {
        let setup = setup("boxoff/ltiles", &[]).unwrap();
        let turns = &setup.kit[0].turns;
        assert_eq!(turns.len(), 2);
        let faces: Vec<String> = ["A", "A", "B"].map(String::from).to_vec();
        let other: Vec<String> = turns[1].iter().map(|face| faces[*face].clone()).collect();
        assert_eq!(flipped(&faces), other);
    }

    #[test]
    fn every_tile_shows_three_squares() {
        let text = ltiles();
        let squares = text.matches("stroke-width=\"0.8\"/>").count();
        assert_eq!(text.matches("class=\"tile\"").count(), 14);
        assert!(squares >= 3 * 14, "{squares}");
    }
}
