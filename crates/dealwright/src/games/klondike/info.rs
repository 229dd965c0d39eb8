//! What Klondike tells about itself.

use super::reasons::BLOCKED;
use crate::explain::CauseInfo;
use crate::game::{GameInfo, MeasureInfo, ParameterInfo, SetupFile, SymmetryInfo};
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
        about: "cards that can never leave, because all that could bear them and a lower card of their suit lie under them",
        by_eye: false,
    }],
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
    ],
    default_setup: "shuffled",
    ..GameInfo::NONE
};
