//! What BoxOff tells about itself.

use crate::explain::CauseInfo;
use crate::game::{GameInfo, MeasureInfo, ParameterInfo, SetupFile, SymmetryInfo};
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
        },
        CauseInfo {
            name: "pairs that block each other",
            about: "the same after leaving out every pair whose box cannot be emptied while both squares stand",
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
    ],
    default_setup: "ltiles",
    clears_squares: true,
    ..GameInfo::NONE
};
