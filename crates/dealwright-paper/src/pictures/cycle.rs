//! How the colours of L-tiles are connected.

use super::kits::{colour, setup, tiles};
use dealwright_draw::picture::arrow::{Curve, arrow};
use dealwright_draw::picture::pieces::{fill_of, plate};
use dealwright_draw::svg::{Anchor, INK, Svg};
use std::f64::consts::TAU;

/// The colour that a tile shows twice and the one that it shows once; none for other tiles.
pub fn doubled_and_single(faces: &[String]) -> Option<(&str, &str)> {
    let times = |face: &String| faces.iter().filter(|other| *other == face).count();
    let (doubled, single) =
        (faces.iter().find(|face| times(face) == 2)?, faces.iter().find(|face| times(face) == 1)?);
    (faces.len() == 3).then_some((doubled.as_str(), single.as_str()))
}

/// Circles of colours with an arrow for each tile of both sizes of the L-tiles.
pub fn colour_cycle() -> String {
    let title = "The colours of L-tiles in circles: for each tile an arrow from the colour that it shows twice to the \
                 colour that it shows once.";
    let mut svg = Svg::new(700.0, 400.0, title);
    for (x, rows, colours, words) in [
        (180.0, "4", "4", "8 tiles for 4 × 6, four colours"),
        (520.0, "6", "6", "12 tiles for 6 × 6, six colours"),
    ] {
        let Some(setup) = setup("boxoff/ltiles", &[("rows", rows), ("colours", colours)]) else { continue };
        circle(&mut svg, (x, 182.0), 124.0, &tiles(&setup));
        svg.text((x, 356.0), 14.0, Anchor::Middle, words, &[("font-weight", "bold")]);
    }
    let words = "An arrow for each tile: from the colour it shows twice to the colour it shows once.";
    svg.text((350.0, 384.0), 13.0, Anchor::Middle, words, &[]);
    svg.finish()
}

/// One circle of colours, the first on top, and the arrows of these tiles.
fn circle(svg: &mut Svg, centre: (f64, f64), radius: f64, tiles: &[Vec<String>]) {
    let arrows: Vec<(&str, &str)> = tiles.iter().filter_map(|faces| doubled_and_single(faces)).collect();
    let mut letters: Vec<&str> = arrows.iter().flat_map(|(from, to)| [*from, *to]).collect();
    letters.sort_unstable();
    letters.dedup();
    let count = letters.len().max(1);
    let place = |number: usize| {
        let turn = TAU * number as f64 / count as f64;
        (centre.0 + radius * turn.sin(), centre.1 - radius * turn.cos())
    };
    let size = 29.0;
    for (from, to) in arrows {
        let number = |letter: &str| letters.iter().position(|other| *other == letter).unwrap_or(0);
        let (from, to) = (number(from), number(to));
        // Neighbours are joined on the outside, others through the middle, a little to the side of the way back.
        let bow = if (from + 1) % count == to { 0.16 } else { 0.09 };
        let whole = Curve::bowed(place(from), place(to), bow);
        let curve = Curve {
            from: towards(whole.from, whole.bends[0], size + 1.0),
            to: towards(whole.to, whole.bends[1], size + 4.0),
            ..whole
        };
        arrow(svg, &curve, 2.6, INK);
    }
    for (number, letter) in letters.iter().enumerate() {
        let look = [("fill", fill_of(colour(letter))), ("stroke", INK), ("stroke-width", "1")];
        svg.circle(place(number), size, &look);
        plate(svg, place(number), size * 1.45, colour(letter), letter);
    }
}

fn towards(from: (f64, f64), to: (f64, f64), far: f64) -> (f64, f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let part = far / dx.hypot(dy).max(far);
    (from.0 + dx * part, from.1 + dy * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arrows_of_the_built_in_tiles_go_around_as_they_should() {
        for (size, steps) in [("4", [1, 2]), ("6", [1, 4])] {
            let setup = setup("boxoff/ltiles", &[("rows", size), ("colours", size)]).unwrap();
            let tiles = tiles(&setup);
            let count: u8 = size.parse().unwrap();
            assert_eq!(tiles.len(), 2 * count as usize);
            let mut found: Vec<(u8, u8)> = tiles
                .iter()
                .map(|faces| doubled_and_single(faces).unwrap())
                .map(|(doubled, single)| (colour(doubled), colour(single)))
                .collect();
            let mut wanted: Vec<(u8, u8)> =
                (0..count).flat_map(|from| steps.map(|step| (from, (from + step) % count))).collect();
            found.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(found, wanted);
        }
    }

    #[test]
    fn tiles_of_three_colours_have_no_arrow() {
        let faces = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
        assert_eq!(doubled_and_single(&faces("ABC")), None);
        assert_eq!(doubled_and_single(&faces("ABA")), Some(("A", "B")));
        assert_eq!(doubled_and_single(&[]), None);
    }
}
