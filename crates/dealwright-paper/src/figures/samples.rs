//! Deals as they lie on the table, and pictures that explain.

use super::Figure;
use crate::found::Found;
use crate::pictures::{boxoff_boxes, colour_cycle, engraved_tiles, fujisan_opening, ltiles};
use dealwright::Registry;
use dealwright::setup::load::dealer;
use dealwright_draw::picture::View;

pub fn explained() -> Vec<Figure> {
    type Draw = fn() -> String;
    let pictures: [(&'static str, &str, Draw); 5] = [
        (
            "boxoff-boxes",
            "BoxOff: two squares of one colour go together if they touch or if the box around them is otherwise empty; a square \
             in the box forbids it.",
            boxoff_boxes,
        ),
        (
            "ltiles",
            "L-tiles: two squares of one colour and one of another; they can be flipped and turned.",
            ltiles,
        ),
        (
            "colour-cycle",
            "L-tiles: an arrow for each tile, from the colour that it carries twice (S) to the other one (D).",
            colour_cycle,
        ),
        (
            "fujisan-opening",
            "Fujisan: a solution with the rule that each move uses. 2: the value is the number of free spaces walked; 2a: priests \
             on the way are not counted; 3: up or down; 4: so on the summit; 4a: over the summit.",
            fujisan_opening,
        ),
        (
            "engraved-tiles",
            "Engraved tiles: values stand crosswise; tiles overlap so that one column of each shows.",
            engraved_tiles,
        ),
    ];
    let figure =
        |(name, caption, draw): (&'static str, &str, Draw)| Figure::picture(name, caption.into(), draw());
    pictures.into_iter().map(figure).filter(|figure| !figure.svg.is_empty()).collect()
}

/// Setups to be shown: name of the figure, setup, study, sizes, and words.
const SHOWN: [(&str, &str, &str, &str, &str); 14] = [
    ("sample-boxoff-683", "boxoff/shuffled", "boxoff-683", "6,8,3", "BoxOff as it is sold, (6,8,3)"),
    ("sample-boxoff-464-shuffled", "boxoff/shuffled", "boxoff-464", "4,6,4", "BoxOff (4,6,4) Shuffled"),
    ("sample-boxoff-464-ltiles", "boxoff/ltiles", "boxoff-464", "4,6,4", "BoxOff (4,6,4) L-Tiles"),
    ("sample-boxoff-464-abc", "boxoff/abc", "boxoff-464", "4,6,4", "BoxOff (4,6,4) ABC tiles"),
    (
        "sample-boxoff-666-shuffled",
        "boxoff/shuffled",
        "boxoff-666-shuffled",
        "6,6,6",
        "BoxOff (6,6,6) Shuffled",
    ),
    ("sample-boxoff-666-ltiles", "boxoff/ltiles", "boxoff-666-ltiles", "6,6,6", "BoxOff (6,6,6) L-Tiles"),
    ("sample-pretzel-shuffled", "pretzel/shuffled", "pretzel", "4,8", "Pretzel (4,8) Shuffled"),
    ("sample-pretzel-sequential", "pretzel/sequential", "pretzel", "4,8", "Pretzel (4,8) Sequential Suits"),
    ("sample-pretzel-banded", "pretzel/banded", "pretzel", "4,8", "Pretzel (4,8) Banded Suits"),
    ("sample-fujisan-shuffled", "fujisan/shuffled", "fujisan", "12", "Fujisan Shuffled"),
    ("sample-fujisan-piecepack", "fujisan/piecepack", "fujisan", "12", "Fujisan Piecepack"),
    ("sample-fujisan-engraved", "fujisan/engraved", "fujisan", "12", "Fujisan Engraved Tiles"),
    ("sample-fujisan-dominoes", "fujisan/dominoes", "fujisan", "12", "Fujisan Dominoes"),
    ("sample-fujisan-unique", "fujisan/unique", "fujisan", "12", "Fujisan Unique"),
];

/// The first solvable deal of each setup's records.
pub fn samples(found: &Found) -> Vec<Figure> {
    SHOWN
        .into_iter()
        .filter_map(|(name, setup, part, sizes, words)| {
            let seen = found.get(part, setup, sizes, "")?;
            let id = seen.solvable_ids.first().or(seen.dead_ids.first())?;
            let challenge = Registry::standard().challenge(id).ok()?;
            let loaded = seen.setup()?;
            let dealer = dealer(&loaded).ok()?;
            let board = challenge.board();
            let mut view = View::of(&board);
            view.tiles = dealer.pieces_on_board();
            let caption = format!("{words}: {id}");
            let mut figure = Figure::picture(name, caption, view.picture(words));
            figure.parts = vec![seen.part];
            Some(figure)
        })
        .collect()
}
