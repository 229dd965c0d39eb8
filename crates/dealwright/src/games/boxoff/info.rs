//! What BoxOff tells about itself.

use crate::explain::CauseInfo;
use crate::game::{GameInfo, Lesson, MeasureInfo, ParameterInfo, SetupFile, SymmetryInfo};
use crate::measure::Scale;

/// The description of the game.
pub(super) const INFO: GameInfo = GameInfo {
    name: "boxoff",
    title: "BoxOff",
    about: "Remove two squares of one colour at a time; the smallest box around them must hold no third square. \
            Empty the board.",
    example: "boxoff:BBWBBW/BYYYWB/YWWWYY",
    parameters: &[
        ParameterInfo {
            name: "rows",
            unit: "rows",
            about: "rows of the board, rows x columns at most 64",
            fixed: None,
        },
        ParameterInfo {
            name: "columns",
            unit: "columns",
            about: "columns of the board, at most 26",
            fixed: None,
        },
        ParameterInfo {
            name: "colours",
            unit: "colours",
            about: "colours, at most 26, an even number of squares of each",
            fixed: None,
        },
    ],
    measures: &[MeasureInfo {
        name: "pair_equality",
        whole: false,
        unit: "0 to 1",
        about: "equal adjacent pairs among adjacent pairs",
    }],
    causes: &[
        CauseInfo {
            name: "blocked colours",
            about: "squares none of which can be the first to go, because the box around it and any partner always \
                    holds another of them",
            under: &[],
            by_eye: true,
            on_squares: true,
        },
        CauseInfo {
            name: "pairs that block each other",
            about: "the same after leaving out every pair whose box cannot be emptied while both squares stand",
            under: &[],
            by_eye: false,
            on_squares: true,
        },
    ],
    symmetries: &[
        SymmetryInfo {
            name: "turn",
            about: "the board turned by quarters; a half turn where it is not square",
        },
        SymmetryInfo { name: "mirror", about: "the board mirrored left to right" },
        SymmetryInfo { name: "colours", about: "colours renamed" },
    ],
    scale: Scale::Chance,
    equal_lengths: true, // every move removes two squares
    setups: &[
        SetupFile { name: "shuffled", text: include_str!("../../../setups/boxoff/shuffled.toml") },
        SetupFile { name: "ltiles", text: include_str!("../../../setups/boxoff/ltiles.toml") },
        SetupFile { name: "abc", text: include_str!("../../../setups/boxoff/abc.toml") },
        SetupFile { name: "plain", text: include_str!("../../../setups/boxoff/plain.toml") },
        SetupFile { name: "built", text: include_str!("../../../setups/boxoff/built.toml") },
    ],
    default_setup: "ltiles",
    clears_squares: true,
    lessons: &[
        Lesson {
            title: "Neighbours",
            words: "Two pieces of one colour that touch, side by side or one above the other, can always be removed.",
            id: "boxoff:ABBC/ACAA/CBBC",
            before: &[],
            moves: &["a2a3", "b3c3"],
            refused: None,
        },
        Lesson {
            title: "Something in the way",
            words: "Draw the smallest box around two pieces of one colour. A third piece in it, whatever its colour, forbids the move.",
            id: "boxoff:ABBC/ACAA/CBBC",
            before: &["a2a3", "b3c3"],
            moves: &[],
            refused: Some(["b2", "d3"]),
        },
        Lesson {
            title: "An empty box",
            words: "Once nothing else stands in the box, both can go, however far apart they are.",
            id: "boxoff:ABBC/ACAA/CBBC",
            before: &["a2a3", "b3c3"],
            moves: &["c2d2", "b2d3"],
            refused: None,
        },
        Lesson {
            title: "Empty the board",
            words: "You win when nothing is left. Think ahead: a pair that goes too early can leave others without a partner.",
            id: "boxoff:ABBC/ACAA/CBBC",
            before: &["a2a3", "b3c3", "c2d2", "b2d3"],
            moves: &["b1c1", "a1d1"],
            refused: None,
        },
    ],
    ..GameInfo::NONE
};
