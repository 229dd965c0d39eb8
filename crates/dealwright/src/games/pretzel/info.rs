//! What Pretzel tells about itself.

use crate::dealing::TakenOff;
use crate::explain::CauseInfo;
use crate::game::{GameInfo, MeasureInfo, ParameterInfo, SetupFile, SymmetryInfo};
use crate::id::RuleInfo;
use crate::measure::Scale;

/// The description of the game.
pub(super) const INFO: GameInfo = GameInfo {
    name: "pretzel",
    title: "Pretzel",
    about: "Move a card into a hole when the card to the left of the hole is of its suit and one rank lower; the \
            aces stand fixed at the left. Bring every suit into order, one in each row.",
    rules: &[RuleInfo {
        name: "free-rows",
        value: None,
        about: "any two may start a row, and any suit may fill any row (Gaps or Montana without a redeal)",
        default: false,
    }],
    parameters: &[
        ParameterInfo { name: "suits", unit: "suits", about: "suits and rows, 1 to 8", fixed: None },
        ParameterInfo {
            name: "ranks",
            unit: "ranks",
            about: "ranks and columns, 1 to 13, suits x ranks at most 64",
            fixed: None,
        },
    ],
    measures: &[
        MeasureInfo {
            name: "ducking_crabs",
            whole: true,
            unit: "suits",
            about: "suits with a Ducking Crab, fixed rows only",
        },
        MeasureInfo {
            name: "duelling_deuces",
            whole: true,
            unit: "cards",
            about: "twos on circles of twos on each other's places, fixed rows only",
        },
        MeasureInfo {
            name: "blockade",
            whole: true,
            unit: "0 or 1",
            about: "1 if some card can never come home by a cyclic blockade, fixed rows only",
        },
    ],
    causes: &[
        CauseInfo {
            name: "Ducking Crab",
            about: "a three on the place of its two, and the two in the last column",
        },
        CauseInfo { name: "Duelling Deuces", about: "twos that lie on each other's places, in a circle" },
        CauseInfo {
            name: "cyclic blockade",
            about: "cards each of which waits for the next one's cell, in a circle",
        },
    ],
    example: "pretzel:--2S3S/3H--2H/2D3D--",
    symmetries: &[SymmetryInfo {
        name: "suits",
        about: "suits renamed together with their rows; with free rows, suits and rows each by themselves",
    }],
    scale: Scale::Chance,
    setups: &[
        SetupFile { name: "shuffled", text: include_str!("../../../setups/pretzel/shuffled.toml") },
        SetupFile { name: "sequential", text: include_str!("../../../setups/pretzel/sequential.toml") },
        SetupFile { name: "banded", text: include_str!("../../../setups/pretzel/banded.toml") },
        SetupFile { name: "random-suits", text: include_str!("../../../setups/pretzel/random-suits.toml") },
    ],
    default_setup: "banded",
    taken_off: Some(TakenOff { what: "aces", to: "left edge" }),
    ..GameInfo::NONE
};
