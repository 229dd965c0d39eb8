//! What Klondike tells about itself.

use super::reasons::BLOCKED;
use crate::explain::CauseInfo;
use crate::game::{GameInfo, Lesson, MeasureInfo, ParameterInfo, SetupFile, SymmetryInfo};
use crate::id::RuleInfo;
use crate::measure::Scale;

/// The description of the game.
pub(super) const INFO: GameInfo = GameInfo {
    name: "klondike",
    title: "Klondike",
    about: "Build columns down in alternating colours and foundations up in suit from the ace. Draw three cards from the stock at a \
            time; all cards are known. Bring all cards onto the foundations.",
    example: "klondike:2S/3H2H/3DAH2D/3SASAD",
    rules: &[
        RuleInfo { name: "draw-1", value: None, about: "one card is drawn at a time", default: false },
        RuleInfo {
            name: "redeals",
            value: Some("a number 0-30"),
            about: "the waste is turned over at most that many times",
            default: false,
        },
        RuleInfo {
            name: "no-worry",
            value: None,
            about: "nothing comes back from a foundation",
            default: false,
        },
    ],
    parameters: &[
        ParameterInfo { name: "suits", unit: "suits", about: "suits of the deck, 1 to 4", fixed: None },
        ParameterInfo { name: "ranks", unit: "ranks", about: "ranks of the deck, 2 to 13", fixed: None },
        ParameterInfo {
            name: "columns",
            unit: "columns",
            about: "columns of one, two … cards, 1 to 8; at least one card is left for the stock",
            fixed: None,
        },
    ],
    measures: &[
        MeasureInfo {
            name: "links",
            whole: true,
            unit: "cards",
            about: "cards that lie on a card that may bear them",
        },
        MeasureInfo {
            name: "on_low",
            whole: true,
            unit: "cards",
            about: "cards on aces and twos in the columns, those on two of them counted twice",
        },
        MeasureInfo { name: "openings", whole: true, unit: "moves", about: "legal moves at the start" },
    ],
    causes: &[CauseInfo {
        name: BLOCKED,
        about: "cards that can never be uncovered, because what lies on them could leave only with the help of cards under it, or cards of \
                the stock that can never be drawn to the top of the waste",
        under: &[],
        by_eye: false,
        on_squares: true,
    }],
    begin_with: &[(
        BLOCKED,
        "its pieces are, in each column, the card right on top of those that can never be uncovered; where there is none, the cards of the \
         stock that can never be drawn",
    )],
    symmetries: &[SymmetryInfo {
        name: "suits",
        about: "the two suits of a colour exchanged, and the colours",
    }],
    scale: Scale::Chance,
    setups: &[
        SetupFile { name: "shuffled", text: include_str!("../../../setups/klondike/shuffled.toml") },
        SetupFile { name: "colours", text: include_str!("../../../setups/klondike/colours.toml") },
        SetupFile { name: "low-last", text: include_str!("../../../setups/klondike/low-last.toml") },
        SetupFile { name: "kings-under", text: include_str!("../../../setups/klondike/kings-under.toml") },
        SetupFile { name: "low-top", text: include_str!("../../../setups/klondike/low-top.toml") },
        SetupFile { name: "built", text: include_str!("../../../setups/klondike/built.toml") },
    ],
    default_setup: "shuffled",
    lessons: &[
        Lesson {
            title: "Down in alternating colours",
            words: "On a column goes a card of the next lower rank and the other colour: the black three onto the \
                    red four, the red two onto the black three.",
            id: "klondike:3S/AS4H/5HAH2H/2S4S3H5S",
            before: &[],
            moves: &["3S-2", "2H-2"],
            refused: None,
        },
        Lesson {
            title: "Aces begin the foundations",
            words: "A card that nothing lies on is turned up. An ace goes to its foundation, then the two of the \
                    same suit, and so on.",
            id: "klondike:3S/AS4H/5HAH2H/2S4S3H5S",
            before: &["3S-2", "2H-2"],
            moves: &["AH-0", "2H-0"],
            refused: None,
        },
        Lesson {
            title: "Empty columns",
            words: "Only the highest rank goes into an empty column, alone or with the cards on it: kings in a full \
                    deck, fives in this small one. So the four has to wait.",
            id: "klondike:3S/AS4H/5HAH2H/2S4S3H5S",
            before: &["3S-2", "2H-2", "AH-0", "2H-0"],
            moves: &[],
            refused: Some(["b12", "a13"]),
        },
        Lesson {
            title: "The stock",
            words: "Draw turns three cards onto the waste. Only the top one can be played, and then the one below \
                    it. When the stock is empty, draw turns the waste over.",
            id: "klondike:3S/AS4H/5HAH2H/2S4S3H5S",
            before: &["3S-2", "2H-2", "AH-0", "2H-0"],
            moves: &["draw", "3H-0", "4S-3"],
            refused: None,
        },
        Lesson {
            title: "Runs move together",
            words: "Here draw turns the last card. The five goes into the empty column, and the four onto it, with \
                    the three that lies on the four.",
            id: "klondike:3S/AS4H/5HAH2H/2S4S3H5S",
            before: &["3S-2", "2H-2", "AH-0", "2H-0", "draw", "3H-0", "4S-3"],
            moves: &["draw", "5S-1", "4H-1"],
            refused: None,
        },
        Lesson {
            title: "Everything home",
            words: "You win when all cards are on their foundations.",
            id: "klondike:3S/AS4H/5HAH2H/2S4S3H5S",
            before: &["3S-2", "2H-2", "AH-0", "2H-0", "draw", "3H-0", "4S-3", "draw", "5S-1", "4H-1"],
            moves: &["AS-0", "2S-0", "3S-0", "4H-0", "4S-0", "5S-0", "5H-0"],
            refused: None,
        },
    ],
    turns_up: true,
    ..GameInfo::NONE
};
