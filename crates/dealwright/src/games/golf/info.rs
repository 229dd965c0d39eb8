//! What Golf tells about itself.

use super::reasons::{CROWDED, WALLED_OFF};
use crate::explain::CauseInfo;
use crate::game::{GameInfo, Lesson, MeasureInfo, ParameterInfo, SetupFile, SymmetryInfo};
use crate::id::RuleInfo;
use crate::measure::Scale;

/// The description of the game.
pub(super) const INFO: GameInfo = GameInfo {
    name: "golf",
    title: "Golf",
    about: "Put the top card of a column onto the waste if it is one rank higher or lower than the top card there, or turn up the \
            next card of the stock. Clear the columns.",
    example: "golf:2H3H/3SAS/4S2S/4H5H5SAH",
    rules: &[
        RuleInfo { name: "wrap", value: None, about: "king and ace are neighbours", default: false },
        RuleInfo {
            name: "kings-closed",
            value: None,
            about: "nothing goes onto a king but a card of the stock",
            default: false,
        },
    ],
    parameters: &[
        ParameterInfo { name: "suits", unit: "suits", about: "suits of the deck, 1 to 8", fixed: None },
        ParameterInfo {
            name: "ranks",
            unit: "ranks",
            about: "ranks of the deck, 2 to 13, suits x ranks at most 64",
            fixed: None,
        },
        ParameterInfo { name: "columns", unit: "columns", about: "columns, 1 to 12", fixed: None },
        ParameterInfo {
            name: "depth",
            unit: "cards",
            about: "cards of a column, 1 to 8; 1 to 25 cards are not in columns",
            fixed: None,
        },
    ],
    measures: &[
        MeasureInfo {
            name: "links",
            whole: true,
            unit: "cards",
            about: "cards that lie on a card that may follow them",
        },
        MeasureInfo {
            name: "likes",
            whole: true,
            unit: "cards",
            about: "cards that lie on a card of the same rank",
        },
        MeasureInfo { name: "openings", whole: true, unit: "moves", about: "legal moves at the start" },
    ],
    causes: &[
        CauseInfo {
            name: WALLED_OFF,
            about: "cards that fit onto nothing that can ever be on the waste, because all such cards are under them",
            under: &[],
            by_eye: false,
            on_squares: true,
        },
        CauseInfo {
            name: CROWDED,
            about: "ranks of which there are too many for the cards that they could follow",
            under: &[],
            by_eye: false,
            on_squares: false,
        },
    ],
    symmetries: &[
        SymmetryInfo { name: "columns", about: "columns in another order" },
        SymmetryInfo { name: "suits", about: "cards of one rank exchanged: suits never matter" },
    ],
    scale: Scale::Chance,
    setups: &[
        SetupFile { name: "shuffled", text: include_str!("../../../setups/golf/shuffled.toml") },
        SetupFile { name: "ends", text: include_str!("../../../setups/golf/ends.toml") },
        SetupFile { name: "odd-even", text: include_str!("../../../setups/golf/odd-even.toml") },
        SetupFile { name: "even", text: include_str!("../../../setups/golf/even.toml") },
        SetupFile { name: "built", text: include_str!("../../../setups/golf/built.toml") },
    ],
    default_setup: "shuffled",
    lessons: &[
        Lesson {
            title: "One step up or down",
            words: "The top card of a column goes onto the waste if it is one rank higher or lower than the card \
                    there. Suits never matter.",
            id: "golf:4S5H/3S2S/AS2H/AH3H4H5S",
            before: &[],
            moves: &["2S", "3S"],
            refused: None,
        },
        Lesson {
            title: "Only top cards",
            words: "Of each column only the card that nothing lies on can go. The four of spades would fit onto the \
                    three, but the five of hearts lies on it.",
            id: "golf:4S5H/3S2S/AS2H/AH3H4H5S",
            before: &["2S", "3S"],
            moves: &[],
            refused: Some(["a6", "a1"]),
        },
        Lesson {
            title: "The ranks end",
            words: "Nothing steps from the ace to the highest rank: onto an ace goes only a two. In this small deck \
                    the fives are the highest, in a full deck the kings.",
            id: "golf:4S5H/3S2S/AS2H/AH3H4H5S",
            before: &["2S", "3S", "2H", "AS"],
            moves: &[],
            refused: Some(["a5", "a1"]),
        },
        Lesson {
            title: "The stock",
            words: "When nothing fits, or whenever you like, turn up the next card of the stock. It goes onto the \
                    waste whatever its rank.",
            id: "golf:4S5H/3S2S/AS2H/AH3H4H5S",
            before: &["2S", "3S", "2H", "AS"],
            moves: &["draw", "draw"],
            refused: None,
        },
        Lesson {
            title: "Clear the columns",
            words: "You win when the columns are empty. The stock need not be used up, but it is not dealt again.",
            id: "golf:4S5H/3S2S/AS2H/AH3H4H5S",
            before: &["2S", "3S", "2H", "AS", "draw", "draw"],
            moves: &["5H", "4S"],
            refused: None,
        },
    ],
    turns_up: true,
    ..GameInfo::NONE
};
