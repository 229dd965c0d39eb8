//! What Black Hole tells about itself.

use super::reasons::WALLED_OFF;
use crate::explain::CauseInfo;
use crate::game::{GameInfo, Lesson, MeasureInfo, ParameterInfo, SetupFile, SymmetryInfo};
use crate::measure::Scale;

/// The description of the game.
pub(super) const INFO: GameInfo = GameInfo {
    name: "blackhole",
    title: "Black Hole",
    about: "Put the top card of a fan onto the base if it is one rank higher or lower than the card there; king and ace \
            are neighbours. Bring all cards onto the base.",
    example: "blackhole:5S4S2H/3H4HAH/5H3S2S",
    parameters: &[
        ParameterInfo { name: "suits", unit: "suits", about: "suits of the deck, 1 to 8", fixed: None },
        ParameterInfo {
            name: "ranks",
            unit: "ranks",
            about: "ranks of the deck, 2 to 13, suits x ranks at most 64",
            fixed: None,
        },
        ParameterInfo {
            name: "depth",
            unit: "cards",
            about: "cards of a fan, 1 to 8; the last one may have fewer",
            fixed: None,
        },
    ],
    measures: &[
        MeasureInfo {
            name: "links",
            whole: true,
            unit: "cards",
            about: "cards that lie on a card of a neighbouring rank",
        },
        MeasureInfo {
            name: "likes",
            whole: true,
            unit: "cards",
            about: "cards that lie on a card of the same rank",
        },
        MeasureInfo { name: "openings", whole: true, unit: "moves", about: "legal moves at the start" },
    ],
    causes: &[CauseInfo {
        name: WALLED_OFF,
        about: "cards of ranks next to which no card can ever lie on the base, because all such cards are under them",
        under: &[],
        by_eye: false,
        on_squares: true,
    }],
    symmetries: &[
        SymmetryInfo { name: "fans", about: "full fans in another order" },
        SymmetryInfo { name: "suits", about: "cards of one rank exchanged: suits never matter" },
    ],
    scale: Scale::Chance,
    equal_lengths: true,
    setups: &[
        SetupFile { name: "shuffled", text: include_str!("../../../setups/blackhole/shuffled.toml") },
        SetupFile { name: "onion", text: include_str!("../../../setups/blackhole/onion.toml") },
        SetupFile { name: "odd-even", text: include_str!("../../../setups/blackhole/odd-even.toml") },
        SetupFile { name: "quarters", text: include_str!("../../../setups/blackhole/quarters.toml") },
        SetupFile { name: "built", text: include_str!("../../../setups/blackhole/built.toml") },
    ],
    default_setup: "shuffled",
    lessons: &[
        Lesson {
            title: "One step up or down",
            words: "The ace of spades is the base. The top card of a fan goes onto it if it is one rank higher or \
                    lower than the card there. Suits never matter.",
            id: "blackhole:5S4S2H/3H4HAH/5H3S2S",
            before: &[],
            moves: &["2S", "3S"],
            refused: None,
        },
        Lesson {
            title: "Only top cards",
            words: "Of each fan only the card that nothing lies on can go. The four of spades would fit onto the \
                    three, but the two of hearts lies on it.",
            id: "blackhole:5S4S2H/3H4HAH/5H3S2S",
            before: &["2S", "3S"],
            moves: &[],
            refused: Some(["a2", "d3"]),
        },
        Lesson {
            title: "Down again",
            words: "The next step may go the other way. So from the three down to the two, and on to the ace.",
            id: "blackhole:5S4S2H/3H4HAH/5H3S2S",
            before: &["2S", "3S"],
            moves: &["2H", "AH"],
            refused: None,
        },
        Lesson {
            title: "From ace to king",
            words: "The highest rank and the ace are neighbours: the ranks form a circle. In this small deck the \
                    fives are the highest, in a full deck the kings.",
            id: "blackhole:5S4S2H/3H4HAH/5H3S2S",
            before: &["2S", "3S", "2H", "AH"],
            moves: &["5H"],
            refused: None,
        },
        Lesson {
            title: "Everything onto the base",
            words: "You win when all cards are on the base. Think ahead: a rank whose neighbours are used up can \
                    never go.",
            id: "blackhole:5S4S2H/3H4HAH/5H3S2S",
            before: &["2S", "3S", "2H", "AH", "5H"],
            moves: &["4H", "3H", "4S", "5S"],
            refused: None,
        },
    ],
    ..GameInfo::NONE
};
