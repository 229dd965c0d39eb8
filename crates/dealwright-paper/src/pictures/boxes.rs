//! The rule of BoxOff: what may go, and what stands in the way.

use dealwright::Registry;
use dealwright::square::Square;
use dealwright_draw::picture::View;
use dealwright_draw::picture::arrow::label;
use dealwright_draw::picture::outline::frame;
use dealwright_draw::picture::pieces::{Rect, around, middle};
use dealwright_draw::svg::{Anchor, INK, PAPER, Svg};

/// Deal 0 of `boxoff/shuffled?rows=6&columns=8&colours=3~pictures@1`.
pub const CHALLENGE: &str = "boxoff:CABCBCAB/ABCBBCCA/ABCACABB/ACCBBABA/BBBCACCA/CACCBAAA";
/// Moves that were made before.
pub const PLAYED: [&str; 9] = ["a3a4", "c1d1", "f1g1", "d5e5", "h2h3", "b3c3", "g4h4", "b2c2", "f2g2"];
/// Two neighbours, two squares with nothing between them, two that are held apart, and by what.
pub const NEIGHBOURS: &str = "f5f6";
pub const CLEAR: &str = "a2b4";
pub const HELD: &str = "f3h1";
pub const HOLDER: &str = "g3";

/// A line around two squares.
struct Frame {
    moves: &'static str,
    dash: &'static str,
    words: [&'static str; 2],
}

const FRAMES: [Frame; 3] = [
    Frame { moves: NEIGHBOURS, dash: "none", words: ["Neighbours of one colour", "can always go."] },
    Frame {
        moves: CLEAR,
        dash: "9 5",
        words: ["Nothing else is left in the", "box around them: they can go."],
    },
    Frame {
        moves: HELD,
        dash: "0.1 7",
        words: ["g3, crossed, is still in the", "box: they must stay for now."],
    },
];

/// A game under way with two pairs that can go and one that cannot.
pub fn boxoff_boxes() -> String {
    let Ok(challenge) = Registry::standard().challenge(CHALLENGE) else { return String::new() };
    let board = challenge.replay(&PLAYED).board;
    let view = View::of(&board);
    let (width, height) = view.size();
    let margin = 14.0;
    let title = "BoxOff: two neighbours of one colour can go; so can two squares with nothing else in the box \
                 around them; a square left in the box holds a pair apart.";
    let mut svg = Svg::new(width + 290.0 + 2.0 * margin, height + 2.0 * margin, title);
    view.draw(&mut svg, (margin, margin));
    let on_board = |rect: Rect| (rect.0 + margin, rect.1 + margin, rect.2, rect.3);
    if let Some(rect) = Square::read_prefix(HOLDER).and_then(|(square, _)| view.place(square)) {
        cross(&mut svg, on_board(rect));
    }
    for (number, shown) in FRAMES.iter().enumerate() {
        let name = (number + 1).to_string();
        let Some((from, to)) = Square::read_two(shown.moves) else { continue };
        let Some((a, b)) = view.place(from).zip(view.place(to)) else { continue };
        let rect = on_board(around(a, b));
        frame(&mut svg, rect, 4.0, shown.dash);
        label(&mut svg, (rect.0 + 1.0, rect.1 + 1.0), 13.0, &name);
        let (x, y) = (margin + width + 24.0, margin + 36.0 + 92.0 * number as f64);
        frame(&mut svg, (x, y, 40.0, 30.0), 4.0, shown.dash);
        label(&mut svg, (x, y), 13.0, &name);
        for (line, words) in shown.words.iter().enumerate() {
            svg.text((x + 54.0, y + 11.0 + 18.0 * line as f64), 13.5, Anchor::Start, words, &[]);
        }
    }
    svg.finish()
}

/// A cross over a square.
fn cross(svg: &mut Svg, rect: Rect) {
    let (x, y) = middle(rect);
    let arm = rect.2 * 0.34;
    for (ink, wide) in [(PAPER, "10"), (INK, "5")] {
        let look = [("stroke", ink), ("stroke-width", wide), ("stroke-linecap", "round")];
        svg.line((x - arm, y - arm), (x + arm, y + arm), &look);
        svg.line((x - arm, y + arm), (x + arm, y - arm), &look);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pairs_are_what_the_picture_says_they_are() {
        let challenge = Registry::standard().challenge(CHALLENGE).unwrap();
        let replay = challenge.replay(&PLAYED);
        assert_eq!(replay.stopped, None);
        let legal = challenge.moves_after(&PLAYED).unwrap();
        let is_legal = |text: &str| legal.iter().any(|mv| mv.text == text);
        assert!(is_legal(NEIGHBOURS) && is_legal(CLEAR) && !is_legal(HELD));
        let line: Vec<&str> = PLAYED.into_iter().chain([HELD]).collect();
        let (_, why) = challenge.replay(&line).stopped.unwrap();
        assert_eq!(why.to_string(), "g3 is still in the box around f3 and h1");
    }

    #[test]
    fn one_square_alone_holds_the_pair_apart() {
        let board = Registry::standard().challenge(CHALLENGE).unwrap().replay(&PLAYED).board;
        let (from, to) = Square::read_two(HELD).unwrap();
        let inside: Vec<String> = (from.file.min(to.file)..=from.file.max(to.file))
            .flat_map(|file| {
                (from.rank.min(to.rank)..=from.rank.max(to.rank)).map(move |rank| Square { file, rank })
            })
            .filter(|square| *square != from && *square != to)
            .filter(|square| {
                let row = square.row_on(board.rows.len() as u8, board.files.len() as u8).unwrap();
                !board.rows[row as usize][square.file as usize].face.is_empty()
            })
            .map(|square| square.to_string())
            .collect();
        assert_eq!(inside, [HOLDER]);
    }

    #[test]
    fn every_kind_of_line_is_drawn_on_the_board_and_in_the_legend() {
        let text = boxoff_boxes();
        for dash in ["9 5", "0.1 7"] {
            assert_eq!(text.matches(&format!("stroke-dasharray=\"{dash}\"")).count(), 2);
        }
    }
}
