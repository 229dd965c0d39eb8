//! Pieces: squares of a colour, cards, pawns. Colour never stands alone: letters, shapes and signs say the same in grey.
//!
//! Forms are paths around the middle, 100 units high and wide, and are scaled into place.

use crate::svg::{Anchor, INK, PALETTE, PAPER, Svg, number};
use dealwright::board::Ink;

/// The fill of a space on a tile with values.
pub const TILE: &str = "#F5ECD6";

/// The fill of a white token: a little darker than paper.
const WHITE: &str = "#F0EEE6";

/// Plates on which the letters of coloured squares stand, one form for each colour, and how far a letter is moved down
/// to sit in it.
const PLATES: [(&str, f64); 8] = [
    ("M-34,0 A34,34 0 1 1 34,0 A34,34 0 1 1 -34,0Z", 0.0),
    ("M-31,-31 H31 V31 H-31Z", 0.0),
    ("M0,-50 L52,38 H-52Z", 11.0),
    ("M0,-46 L46,0 L0,46 L-46,0Z", 0.0),
    ("M-18,-42 H18 V-18 H42 V18 H18 V42 H-18 V18 H-42 V-18 H-18Z", 0.0),
    ("M0,50 L52,-38 H-52Z", -11.0),
    ("M-22,-38 H22 L44,0 L22,38 H-22 L-44,0Z", 0.0),
    ("M0,-48 L14,-25 L42,-24 L28,0 L42,24 L14,25 L0,48 L-14,25 L-42,24 L-28,0 L-42,-24 L-14,-25Z", 0.0),
];

/// Signs of the suits in their order: spades, hearts, diamonds, clubs; star, moon, ring and cross for decks of more.
const SUITS: [&str; 8] = [
    "M0,-47 C8,-28 44,-8 44,16 C44,36 18,42 7,25 C8,36 12,42 20,47 H-20 C-12,42 -8,36 -7,25 \
     C-18,42 -44,36 -44,16 C-44,-8 -8,-28 0,-47Z",
    "M0,45 C-10,28 -46,6 -46,-18 C-46,-45 -11,-50 0,-23 C11,-50 46,-45 46,-18 C46,6 10,28 0,45Z",
    "M0,-48 Q14,-20 36,0 Q14,20 0,48 Q-14,20 -36,0 Q-14,-20 0,-48Z",
    "M-20,-26 A20,20 0 1 1 20,-26 A20,20 0 1 1 -20,-26Z M-45,10 A20,20 0 1 1 -5,10 A20,20 0 1 1 -45,10Z \
     M5,10 A20,20 0 1 1 45,10 A20,20 0 1 1 5,10Z M-9,-14 H9 L7,20 C8,34 12,42 20,47 H-20 \
     C-12,42 -8,34 -7,20Z",
    "M0,-48 L12,-15 L47,-14 L19,7 L29,40 L0,20 L-29,40 L-19,7 L-47,-14 L-12,-15Z",
    "M16,-44 A45,45 0 1 0 16,44 A36,44 0 0 1 16,-44Z",
    "M-42,0 A42,42 0 1 1 42,0 A42,42 0 1 1 -42,0Z M-20,0 A20,20 0 1 0 20,0 A20,20 0 1 0 -20,0Z",
    "M-15,-45 H15 V-15 H45 V15 H15 V45 H-15 V15 H-45 V-15 H-15Z",
];

/// Inks of the suits: the red ones are also much lighter in grey.
const SUIT_INKS: [&str; 8] = [INK, "#D23B1E", "#D23B1E", INK, PALETTE[0], PALETTE[2], PALETTE[5], PALETTE[3]];

const PAWN: &str = "M0,-47 A18,18 0 0 1 11,-15 C14,-3 16,12 24,26 H27 Q32,26 32,31 V45 H-32 V31 Q-32,26 -27,26 \
                    H-24 C-16,12 -14,-3 -11,-15 A18,18 0 0 1 0,-47Z";

/// A rectangle on the picture: left, top, width, height.
pub type Rect = (f64, f64, f64, f64);

/// The middle of a rectangle.
pub fn middle((x, y, width, height): Rect) -> (f64, f64) {
    (x + width / 2.0, y + height / 2.0)
}

/// The smallest rectangle around two.
pub fn around(a: Rect, b: Rect) -> Rect {
    let (left, top) = (a.0.min(b.0), a.1.min(b.1));
    let (right, bottom) = ((a.0 + a.2).max(b.0 + b.2), (a.1 + a.3).max(b.1 + b.3));
    (left, top, right - left, bottom - top)
}

/// Puts a form of 100 units at a place in a size.
pub fn form(svg: &mut Svg, path: &str, centre: (f64, f64), size: f64, look: &[(&str, &str)]) {
    let scale = size / 100.0;
    let place = format!("translate({} {}) scale({scale:.4})", number(centre.0), number(centre.1));
    // Lines are as wide as they are asked for: widened here by what the scale takes away.
    let width =
        look.iter().find(|(name, _)| *name == "stroke-width").and_then(|(_, w)| w.parse::<f64>().ok());
    let width = number(width.unwrap_or_default() / scale.max(1e-6));
    let mut all = vec![("transform", place.as_str())];
    all.extend(look.iter().map(|&(name, value)| match name {
        "stroke-width" => (name, width.as_str()),
        _ => (name, value),
    }));
    svg.path(path, &all);
}

/// Words centred on a place in both directions.
pub fn centred(svg: &mut Svg, centre: (f64, f64), size: f64, words: &str, look: &[(&str, &str)]) {
    svg.text((centre.0, centre.1 + size * 0.36), size, Anchor::Middle, words, look);
}

/// The fill of a colour. A ninth begins again; its letter and its plate differ.
pub fn fill_of(colour: u8) -> &'static str {
    if colour == Ink::WHITE { WHITE } else { PALETTE[colour as usize % PALETTE.len()] }
}

/// The form behind a colour's letter: with every round of fills the forms move on, so that no two colours look alike.
fn plate_of(colour: u8) -> (&'static str, f64) {
    PLATES[(colour as usize + colour as usize / PALETTE.len()) % PLATES.len()]
}

/// A square of a colour with its letter.
pub fn token(svg: &mut Svg, (x, y, width, height): Rect, colour: u8, letter: &str) {
    let round = number(width * 0.09);
    let fill = svg.area(fill_of(colour));
    let look = [("rx", round.as_str()), ("fill", fill), ("stroke", INK), ("stroke-width", "0.8")];
    svg.rect(x, y, width, height, &look);
    plate(svg, middle((x, y, width, height)), width.min(height) * 0.8, colour, letter);
}

/// The pale form with a colour's letter in it.
pub fn plate(svg: &mut Svg, centre: (f64, f64), size: f64, colour: u8, letter: &str) {
    let (path, down) = plate_of(colour);
    let look = [("fill", PAPER), ("stroke", INK), ("stroke-width", "0.8"), ("stroke-linejoin", "round")];
    form(svg, path, centre, size, &look);
    let at = (centre.0, centre.1 + size * down / 100.0);
    let look = [("font-weight", "bold"), ("fill", "#000000")];
    centred(svg, at, size * if down == 0.0 { 0.45 } else { 0.4 }, letter, &look);
}

/// The ink of a suit.
pub fn suit_ink(suit: u8) -> &'static str {
    SUIT_INKS[suit as usize % SUIT_INKS.len()]
}

/// The sign of a suit around a place, in its ink.
pub fn suit_sign(svg: &mut Svg, suit: u8, centre: (f64, f64), size: f64) {
    form(svg, SUITS[suit as usize % SUITS.len()], centre, size, &[("fill", suit_ink(suit))]);
}

/// The rank of a card as people write it, and the letter of its suit.
pub fn rank_and_letter(face: &str) -> (String, String) {
    let mut letters = face.chars();
    let letter = letters.next_back().map(String::from).unwrap_or_default();
    (letters.as_str().replace('T', "10"), letter)
}

/// A card; `aside` is for cards that only mark a row and are never moved.
pub fn card(svg: &mut Svg, (x, y, width, height): Rect, suit: u8, face: &str, aside: bool) {
    let ink = suit_ink(suit);
    let short = width.min(height);
    let round = number(short * 0.12);
    let (fill, stroke) = if aside { ("#EFEFEF", "#999999") } else { (PAPER, INK) };
    let class = svg.part(if aside { "card aside" } else { "card" });
    let look =
        [("class", class), ("rx", round.as_str()), ("fill", fill), ("stroke", stroke), ("stroke-width", "1")];
    svg.rect(x, y, width, height, &look);
    let (rank, letter) = rank_and_letter(face);
    let bold = [("font-weight", "bold"), ("fill", ink)];
    // The rank in the corner with its suit below or beside it, as on any card, and the suit again, large.
    let size = short * if rank.len() > 1 { 0.36 } else { 0.42 };
    let lies = width > height;
    let (index, small, large) = match lies {
        true => ((0.16, 0.34), (0.16, 0.73), (0.62, 0.5)),
        false => ((0.28, 0.2), (0.28, 0.47), (0.62, 0.69)),
    };
    let at = |(across, down): (f64, f64)| (x + width * across, y + height * down);
    centred(svg, at(index), size, &rank, &bold);
    suit_sign(svg, suit, at(small), short * 0.28);
    suit_sign(svg, suit, at(large), short * if lies { 0.66 } else { 0.54 });
    if suit >= 4 {
        // Nobody knows these signs by heart: the letter that moves are written with stands beside them.
        centred(svg, at((0.86, 0.2)), short * 0.26, &letter, &[("fill", ink)]);
    }
}

/// A card of a stack: its rank and suit stand at its upper edge, where they are seen when another card lies on it. `turned` is for cards
/// that lie face down and are known all the same.
pub fn stacked_card(svg: &mut Svg, (x, y, width, height): Rect, suit: u8, face: &str, turned: bool) {
    let ink = suit_ink(suit);
    let round = number(width * 0.12);
    let (fill, stroke) = if turned { ("#DADADA", "#777777") } else { (PAPER, INK) };
    let look = [("rx", round.as_str()), ("fill", fill), ("stroke", stroke), ("stroke-width", "1")];
    svg.rect(x, y, width, height, &look);
    let (rank, letter) = rank_and_letter(face);
    let line = y + height * 0.155;
    let size = if rank.len() > 1 { 0.31 } else { 0.38 };
    centred(svg, (x + width * 0.29, line), width * size, &rank, &[("font-weight", "bold"), ("fill", ink)]);
    suit_sign(svg, suit, (x + width * 0.72, line), width * 0.3);
    suit_sign(svg, suit, (x + width * 0.5, y + height * 0.66), width * 0.46);
    if suit >= 4 {
        // Nobody knows these signs by heart: the letter that moves are written with stands beside them.
        centred(svg, (x + width * 0.84, y + height * 0.9), width * 0.26, &letter, &[("fill", ink)]);
    }
}

/// A space where something was taken away for good.
pub fn cleared(svg: &mut Svg, (x, y, width, height): Rect) {
    let round = number(width * 0.09);
    let look = [
        ("class", svg.part("cleared")),
        ("rx", round.as_str()),
        ("fill", "#F4F4F4"),
        ("stroke", "#DDDDDD"),
        ("stroke-width", "0.8"),
    ];
    svg.rect(x, y, width, height, &look);
}

/// A piece or space without a colour of its own that shows something.
pub fn plain(svg: &mut Svg, rect: Rect, face: &str) {
    let (_, _, width, height) = rect;
    let round = number(width * 0.09);
    let look = [("rx", round.as_str()), ("fill", TILE), ("stroke", "#6B6252"), ("stroke-width", "1")];
    svg.rect(rect.0, rect.1, width, height, &look);
    let letters = face.chars().count().max(1) as f64;
    let size = (width.min(height) * 0.5).min(width * 1.3 / letters);
    centred(svg, middle(rect), size, face, &[("font-weight", "bold"), ("fill", INK)]);
}

/// A space where something may be put.
pub fn hole(svg: &mut Svg, (x, y, width, height): Rect) {
    let round = number(width * 0.12);
    let look = [
        ("class", svg.part("hole")),
        ("rx", round.as_str()),
        ("fill", "#F7F7F7"),
        ("stroke", "#999999"),
        ("stroke-dasharray", "3 3"),
    ];
    svg.rect(x, y, width, height, &look);
}

/// A space where cards of a suit may be put.
pub fn hole_of_suit(svg: &mut Svg, rect: Rect, suit: u8) {
    hole(svg, rect);
    form(svg, SUITS[suit as usize % SUITS.len()], middle(rect), rect.2 * 0.4, &[("fill", "#C8C8C8")]);
}

/// A pawn of a height around a place.
pub fn pawn(svg: &mut Svg, centre: (f64, f64), size: f64) {
    let look = [
        ("class", svg.part("pawn")),
        ("fill", INK),
        ("stroke", PAPER),
        ("stroke-width", "1.5"),
        ("paint-order", "stroke"),
    ];
    form(svg, PAWN, centre, size, &look);
}
