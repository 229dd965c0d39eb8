//! What Fujisan tells about itself.

use super::{PRIESTS, STEPS, measures};
use crate::dealing::{DiceInfo, PawnInfo};
use crate::explain::CauseInfo;
use crate::game::{GameFileInfo, GameInfo, Lesson, ParameterInfo, SetupFile, SymmetryInfo};
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
            about: "both spaces of a summit column are 0, so no way ends there",
            under: &[("free", "all four spaces of the summit are 0, so no way ends there")],
            by_eye: true,
            on_squares: true,
        },
        CauseInfo {
            name: "a priest that can never start",
            about: "not even in a game of that priest alone",
            under: &[],
            by_eye: true,
            on_squares: true,
        },
        CauseInfo {
            name: "a priest that never reaches the summit",
            about: "not even in a game of that priest alone",
            under: &[],
            by_eye: false,
            on_squares: true,
        },
    ],
    example: "fujisan:551102224335/244331001054",
    begin_with: &[
        (
            "a priest that can never start",
            "its piece is the one beside it; of several priests begin at the top left",
        ),
        (
            "a priest that never reaches the summit",
            "its pieces are those it can come to; of several priests begin at the top left",
        ),
    ],
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
        SetupFile { name: "sure", text: include_str!("../../../setups/fujisan/sure.toml") },
        SetupFile { name: "built", text: include_str!("../../../setups/fujisan/built.toml") },
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
    lessons: &[
        Lesson {
            title: "Walk",
            words: "A priest walks along its row, either way. It may stop on a space if the number there is the number of spaces it \
                    walked: one space onto a 1, two spaces onto a 2.",
            id: "fujisan:112211100001/100001100001",
            before: &[],
            moves: &["a2-b2", "b2-c2", "c2-e2"],
            refused: None,
        },
        Lesson {
            title: "The number must fit",
            words: "Two spaces onto a 1 is not a move.",
            id: "fujisan:112211100001/100001100001",
            before: &[],
            moves: &[],
            refused: Some(["a2", "c2"]),
        },
        Lesson {
            title: "Change rows",
            words: "On the mountain a priest may step to the other space of its column, whatever the number, if that space is free. \
                    On the ground it cannot.",
            id: "fujisan:112211100001/100001100001",
            before: &["a2-b2", "b2-c2", "a1-b1"],
            moves: &["b1-b2"],
            refused: None,
        },
        Lesson {
            title: "Past other priests",
            words: "Priests on the way are jumped over and not counted. From b2 to e2 only d2 and e2 count: two spaces, onto a 2.",
            id: "fujisan:112211100001/100001100001",
            before: &["a2-b2", "b2-c2", "a1-b1", "b1-b2"],
            moves: &["b2-e2"],
            refused: None,
        },
        Lesson {
            title: "The summit",
            words: "The framed spaces in the middle are the summit. There a priest only changes rows. You win when all four priests \
                    stand on it.",
            id: "fujisan:112211100001/100001100001",
            before: &["a2-b2", "b2-c2", "c2-e2"],
            moves: &["e2-f2", "f2-g2", "g2-g1"],
            refused: None,
        },
    ],
    pawns: Some(PawnInfo { name: PRIESTS, count: 4 }),
    game_file: Some(GameFileInfo { ending: "ppn", name: "PPN" }),
    ..GameInfo::NONE
};
