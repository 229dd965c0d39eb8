//! What Pretzel tells about itself.

use crate::dealing::TakenOff;
use crate::explain::CauseInfo;
use crate::game::{GameInfo, Lesson, MeasureInfo, ParameterInfo, SetupFile, SymmetryInfo};
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
            about: "a three on the place of its two, and that two in the last column; the place of a two is the first one in the row of its \
                    ace",
            under: &[],
            by_eye: true,
            on_squares: true,
        },
        CauseInfo {
            name: "Duelling Deuces",
            about: "twos that lie on each other's places, in a circle; the place of a two is the first one in the row of its ace",
            under: &[],
            by_eye: true,
            on_squares: true,
        },
        CauseInfo {
            name: "cyclic blockade",
            about: "cards each of which waits for the next one's cell, in a circle",
            under: &[],
            by_eye: false,
            on_squares: true,
        },
    ],
    patterns: &[
        CauseInfo {
            name: "circle of equals",
            about: "cards of one rank above the two that lie on each other's places, in a circle; the place of a card is in the row of its \
                    ace, a three in the second column, a four in the third and so on",
            under: &[],
            by_eye: true,
            on_squares: true,
        },
        CauseInfo {
            name: "hole after a last card",
            about: "a hole to the right of a card of the highest rank, which nothing can fill",
            under: &[],
            by_eye: true,
            on_squares: true,
        },
    ],
    begin_with: &[
        ("Ducking Crab", "of several, begin with the one in the uppermost row"),
        ("Duelling Deuces", "of several circles, begin with the one in the uppermost row"),
        (
            "circle of equals",
            "of several, begin with the lowest rank, and of one rank with the uppermost row",
        ),
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
        SetupFile { name: "built", text: include_str!("../../../setups/pretzel/built.toml") },
    ],
    default_setup: "banded",
    lessons: &[
        Lesson {
            title: "The next card",
            words: "A hole takes one card: the next one after its left neighbour, of the same suit. Here the three of hearts \
                    lies to the left of the hole, so the four of hearts goes there.",
            id: "pretzel:4D--4S--/4H3H--2S/2H3D2D3S",
            before: &[],
            moves: &["4Hc2"],
            refused: None,
        },
        Lesson {
            title: "Beside the aces",
            words: "The aces stand fixed at the left and never move. Beside an ace goes the two of its suit. The place that a card \
                    leaves is a hole for another one.",
            id: "pretzel:4D--4S--/4H3H--2S/2H3D2D3S",
            before: &["4Hc2"],
            moves: &["2Ha2", "2Da1"],
            refused: None,
        },
        Lesson {
            title: "Nothing follows the highest card",
            words: "A hole to the right of the highest rank stays empty, and so does a hole to the right of another hole.",
            id: "pretzel:4D--4S--/4H3H--2S/2H3D2D3S",
            before: &[],
            moves: &[],
            refused: Some(["d1", "d3"]),
        },
        Lesson {
            title: "Every suit in its row",
            words: "You win when each row runs from its ace to the highest rank.",
            id: "pretzel:4D--4S--/4H3H--2S/2H3D2D3S",
            before: &["4Hc2", "2Ha2", "2Da1"],
            moves: &["4Dc1", "2Sa3", "3Sb3"],
            refused: None,
        },
    ],
    taken_off: Some(TakenOff { what: "aces", to: "left edge" }),
    ..GameInfo::NONE
};
