//! What Fujisan tells about itself.

use super::{PRIESTS, STEPS, measures};
use crate::dealing::{DiceInfo, PawnInfo};
use crate::explain::CauseInfo;
use crate::game::{GameFileInfo, GameInfo, ParameterInfo, SetupFile, SymmetryInfo};
use crate::id::RuleInfo;
use crate::measure::Scale;

/// The description of the game.
pub(super) const INFO: GameInfo = GameInfo {
    name: "fujisan",
    title: "Fujisan",
    about: "Four priests climb a mountain of two rows and twelve steps. A priest moves along its row onto a free \
            space whose value is the number of free spaces it walks, or changes rows on its step. Bring all four \
            to the summit in the middle.",
    rules: &[
        RuleInfo {
            name: "column",
            value: None,
            about: "a priest on the summit moves only within its column",
            default: true,
        },
        RuleInfo {
            name: "free",
            value: None,
            about: "a priest on the summit may also step sideways to the other summit column (the original rule)",
            default: false,
        },
        RuleInfo {
            name: "dice",
            value: Some("four digits 0-5, for the top left, top right, bottom left and bottom right priest"),
            about: "when no priest has a first move, one die may move its own priest that many spaces",
            default: false,
        },
    ],
    parameters: &[ParameterInfo {
        name: "steps",
        unit: "columns",
        about: "columns of the mountain, always 12",
        fixed: Some(STEPS as u32),
    }],
    measures: measures::MEASURES,
    causes: &[
        CauseInfo {
            name: "double zero on the summit",
            about: "both spaces of a summit column are 0, so no way ends there; under 'free' only if all four are",
        },
        CauseInfo { name: "a priest that can never start", about: "not even in a game of that priest alone" },
        CauseInfo {
            name: "a priest that never reaches the summit",
            about: "not even in a game of that priest alone",
        },
    ],
    example: "fujisan:551102224335/244331001054",
    symmetries: &[
        SymmetryInfo { name: "mirror", about: "the mountain seen from the other side: columns reversed" },
        SymmetryInfo { name: "flip", about: "the two rows exchanged" },
    ],
    scale: Scale::Length,
    setups: &[
        SetupFile { name: "shuffled", text: include_str!("../../../setups/fujisan/shuffled.toml") },
        SetupFile { name: "piecepack", text: include_str!("../../../setups/fujisan/piecepack.toml") },
        SetupFile { name: "engraved", text: include_str!("../../../setups/fujisan/engraved.toml") },
        SetupFile { name: "dominoes", text: include_str!("../../../setups/fujisan/dominoes.toml") },
        SetupFile { name: "rolled", text: include_str!("../../../setups/fujisan/rolled.toml") },
        SetupFile { name: "unique", text: include_str!("../../../setups/fujisan/unique.toml") },
    ],
    default_setup: "dominoes",
    dice: &[DiceInfo {
        name: PRIESTS,
        count: 4,
        rule: "dice",
        told: "Roll a die for each priest: top left, top right, bottom left, bottom right. The dice serve only when no \
               priest has a first move; then one of them may move its priest that many spaces.",
        twice: "the priests have their dice already",
    }],
    pawns: Some(PawnInfo { name: PRIESTS, count: 4 }),
    game_file: Some(GameFileInfo { ending: "ppn", name: "PPN" }),
    ..GameInfo::NONE
};
