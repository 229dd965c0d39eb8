use super::*;
use dealwright::Registry;
use dealwright::board::{Board, Ink, Space};
use dealwright::game::Touches;
use dealwright::setup::deal::Dealer;
use dealwright::square::Square;

fn board_of(id: &str) -> Board {
    Registry::standard().challenge(id).unwrap().board()
}

/// A challenge of a setup with the squares of its pieces.
fn dealt(name: &str, options: &[(&str, &str)]) -> (Board, Vec<Vec<Square>>) {
    let options: Vec<(String, String)> =
        options.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    let setup = Registry::standard().setup(name, &options).unwrap();
    let dealer = Dealer::new(&setup).unwrap();
    let challenge = dealer.challenge(&dealer.deal("hello", 0).unwrap()).unwrap();
    (challenge.board(), dealer.pieces_on_board())
}

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

/// Boards of all kinds and sizes, by a name.
fn samples() -> Vec<(String, String)> {
    let mut all = Vec::new();
    let sizes: [(&str, &[(&str, &str)]); 14] = [
        ("boxoff/ltiles", &[]),
        ("boxoff/ltiles", &[("rows", "6"), ("colours", "6")]),
        ("boxoff/shuffled", &[("rows", "6"), ("columns", "8"), ("colours", "3")]),
        ("boxoff/shuffled", &[("rows", "8"), ("columns", "8"), ("colours", "16")]),
        ("pretzel/shuffled", &[("suits", "4"), ("ranks", "4")]),
        ("pretzel/banded", &[("suits", "4"), ("ranks", "8")]),
        ("pretzel/shuffled", &[("suits", "4"), ("ranks", "13")]),
        ("pretzel/shuffled", &[("suits", "8"), ("ranks", "5")]),
        ("fujisan/shuffled", &[]),
        ("fujisan/dominoes", &[]),
        ("fujisan/engraved", &[]),
        ("blackhole/shuffled", &[]),
        ("golf/shuffled", &[]),
        ("klondike/shuffled", &[]),
    ];
    for (number, (name, options)) in sizes.into_iter().enumerate() {
        let (board, tiles) = dealt(name, options);
        let mut view = View::of(&board);
        view.tiles = tiles;
        all.push((format!("board-{number:02}-{}", name.replace('/', "-")), view.picture(name)));
    }
    let challenge = Registry::standard().challenge("pretzel:2H4S--3C/4D3H2S--/--4H2D3S/2C3D4C--").unwrap();
    let board = challenge.board();
    let mut view = View::of(&board);
    let moves = challenge.moves_after(&[]).unwrap();
    let steps = moves.iter().zip(1..).filter_map(|(mv, n)| Step::of(&mv.touches, &n.to_string()));
    view.steps = steps.collect();
    assert_eq!(view.steps.len(), moves.len());
    all.push(("moves-pretzel".into(), view.picture("moves")));
    let challenge = Registry::standard().challenge("boxoff:BBWBBW/BYYYWB/YWWWYY").unwrap();
    let board = challenge.board();
    let mut view = View::of(&board);
    let legal = challenge.moves_after(&[]).unwrap();
    let shown = legal.iter().filter(|mv| ["a2a3", "b1c1"].contains(&mv.text.as_str()));
    view.steps = shown.filter_map(|mv| Step::of(&mv.touches, "")).collect();
    assert_eq!(view.steps.len(), 2);
    view.marked = vec![Square { file: 4, rank: 2 }, Square { file: 5, rank: 2 }];
    all.push(("moves-boxoff".into(), view.picture("moves")));
    all
}

#[test]
fn pictures_are_written_where_they_are_asked_for() {
    let Some(dir) = std::env::var_os("DEALWRIGHT_PICTURES") else { return };
    for (name, text) in samples() {
        std::fs::write(std::path::Path::new(&dir).join(name + ".svg"), text).unwrap();
    }
}

#[test]
fn every_piece_is_drawn_once() {
    let pieces = |id: &str| count(&View::of(&board_of(id)).picture("a board"), "class=\"piece\"");
    assert_eq!(pieces("boxoff:BBWBBW/BYYYWB/YWWWYY"), 18);
    assert_eq!(pieces("boxoff:B.WB/W.BB/WBWB"), 10);
    // Twelve cards, and four aces beside them unless rows are free.
    assert_eq!(pieces("pretzel:2H4S--3C/4D3H2S--/--4H2D3S/2C3D4C--"), 16);
    assert_eq!(pieces("pretzel.free-rows:2H4S--3C/4D3H2S--/--4H2D3S/2C3D4C--"), 12);
    assert_eq!(pieces("fujisan:554344221335/311400512200"), 4);
}

#[test]
fn cards_of_a_stack_are_whole_and_cover_each_other_from_the_top_down() {
    let board = board_of("blackhole:5S4S2H/3H4HAH/5H3S2S");
    let view = View::of(&board);
    let text = view.picture("a board");
    assert_eq!(count(&text, "class=\"piece\""), 10, "nine cards and the base");
    let place = |name: &str| text.find(&format!("data-square=\"{name}\"")).unwrap();
    assert!(place("a3") < place("a2") && place("a2") < place("a1"), "the top card is drawn last");
    let [(_, above, _, high), (_, below, _, same)] = [view.space(0, 0), view.space(1, 0)];
    assert!(below - above < 0.5 * high && high == same);
    let (_, height) = view.size();
    let (_, last, _, high) = view.space(2, 0);
    assert!(last + high <= height, "the last card is not cut off");
}

/// A draw is played by pointing at the stock alone.
#[test]
fn a_move_that_ends_nowhere_has_a_frame_where_it_begins() {
    let challenge = Registry::standard().challenge("klondike:2S/3H2H/3DAH2D/3SASAD").unwrap();
    let moves = challenge.moves_after(&[]).unwrap();
    let draw = moves.iter().find(|mv| mv.text == "draw").unwrap();
    let board = challenge.board();
    let mut view = View::of(&board);
    let plain = view.picture("a board");
    view.steps = Step::of(&draw.touches, "1").into_iter().collect();
    assert_eq!(view.steps.len(), 1);
    let shown = view.picture("a board");
    // A frame has a light edge and a dark one; the label has a rectangle too.
    assert_eq!(count(&shown, "<rect"), count(&plain, "<rect") + 3, "{shown}");
    assert_eq!(count(&shown, ">1</text>"), count(&plain, ">1</text>") + 1);
    // The moves of the same board that end somewhere keep their arrows.
    view.steps = moves.iter().filter_map(|mv| Step::of(&mv.touches, "")).collect();
    assert_eq!(view.steps.len(), moves.len());
}

#[test]
fn every_value_of_a_mountain_can_be_read() {
    let text = View::of(&board_of("fujisan:554344221335/311400512200")).picture("a mountain");
    for value in 0..=5 {
        let spaces = count("554344221335311400512200", &value.to_string());
        // 1 and 2 are also names of ranks.
        let ranks = usize::from(value == 1 || value == 2);
        assert_eq!(count(&text, &format!(">{value}</text>")), spaces + ranks, "{value}");
    }
}

#[test]
fn boards_that_are_empty_or_strange_are_drawn_all_the_same() {
    let nothing = Board { rows: Vec::new(), files: Vec::new(), heights: Vec::new() };
    let bare = Board { rows: vec![Vec::new(); 2], files: Vec::new(), heights: Vec::new() };
    let odd = Space { face: "Ж".into(), ink: Ink::Suit(200), pawn: true, ..Space::default() };
    let other = Space { face: "??".into(), ink: Ink::Token(255), ..Space::default() };
    let strange = Board { rows: vec![vec![odd, other]], files: vec!["a".into()], heights: vec![9] };
    for drawn in [nothing, bare, strange] {
        let mut view = View::of(&drawn);
        let (near, far) = (Square { file: 0, rank: 1 }, Square { file: 255, rank: 0 });
        view.marked = vec![near, far];
        view.tiles = vec![vec![near, far], vec![far, far]];
        view.steps = vec![Step { from: near, to: far, label: "x".into(), pair: false }];
        assert!(view.picture("x").starts_with("<svg"));
        assert_eq!(Step::of(&Touches::default(), ""), None);
    }
}

#[test]
fn tiles_are_outlined_and_loose_squares_are_not() {
    let (board, tiles) = dealt("boxoff/ltiles", &[]);
    let plain = View::of(&board).picture("x");
    let mut view = View::of(&board);
    view.tiles = tiles;
    assert_eq!(count(&view.picture("x"), "<path"), count(&plain, "<path") + 2);
    let (board, tiles) = dealt("boxoff/shuffled", &[]);
    let mut view = View::of(&board);
    view.tiles = tiles.clone();
    assert_eq!(tiles.len(), board.rows.iter().map(Vec::len).sum::<usize>());
    assert_eq!(view.picture("x"), View::of(&board).picture("x"));
}

#[test]
fn no_two_of_the_first_twenty_six_colours_look_alike() {
    let mut looks = std::collections::HashSet::new();
    for colour in 0..26 {
        let mut svg = crate::svg::Svg::new(1.0, 1.0, "");
        pieces::token(&mut svg, (0.0, 0.0, 40.0, 40.0), colour, "");
        assert!(looks.insert(svg.finish()), "{colour}");
    }
}

#[test]
fn pictures_share_no_names() {
    for (name, text) in samples() {
        assert!(!text.contains(" id="), "{name}");
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"), "{name}");
        assert_eq!(count(&text, "<g"), count(&text, "</g>"), "{name}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{name}");
    }
}

/// The heights of what fingers can touch of a board's pieces, by square.
fn hits(text: &str) -> Vec<(String, f64)> {
    let part = |text: &str, name: &str| {
        let rest = text.split_once(&format!(" {name}=\"")).map(|(_, rest)| rest)?;
        rest.split_once('"').map(|(value, _)| value.to_string())
    };
    let spaces = text.split("data-square=\"").skip(1).filter(|space| space.contains("class=\"hit\""));
    spaces
        .map(|space| {
            let (square, rest) = space.split_once('"').unwrap();
            let hit = rest.split("<rect").find(|rect| rect.contains("class=\"hit\"")).unwrap();
            (square.to_string(), part(hit, "height").unwrap().parse().unwrap())
        })
        .collect()
}

#[test]
fn fingers_reach_covered_cards_that_can_be_taken_and_no_others() {
    // A run of two on the first column, a card that lies face down in the second, three cards in the stock.
    let challenge = Registry::standard().challenge("klondike:2S/3S3H/2D4SAH/ASAD2H3D4H4D").unwrap();
    let replayed = challenge.replay(&["2S-2"]);
    assert_eq!(replayed.stopped, None);
    let board = replayed.board;
    let mut view = View::of(&board);
    view.screen = true;
    let all = hits(&view.picture("x")).len();
    for (finger, room) in [(44.0, 366.0), (40.0, 296.0), (44.0, 820.0)] {
        let mut view = View::of(&board);
        view.screen = true;
        view.make_narrow();
        view.fit_fingers(finger, room);
        let text = view.picture("x");
        let width: f64 =
            text.split_once("viewBox=\"0 0 ").unwrap().1.split(' ').next().unwrap().parse().unwrap();
        let found = hits(&text);
        assert!(found.len() < all, "what is covered and cannot be taken has nothing of its own");
        for (square, height) in &found {
            assert!(height * room / width > finger - 0.1, "{square}: {height} of {width} on {room}");
        }
        let covered: Vec<_> = board.rows.iter().flatten().filter(|space| space.takes_along).collect();
        assert!(covered.len() > 2, "{covered:?}");
        // Nothing reaches beyond the picture.
        let (_, high) = view.size();
        for (row, spaces) in board.rows.iter().enumerate() {
            for column in (0..spaces.len())
                .filter(|&column| spaces[column].kind != dealwright::board::SpaceKind::Nothing)
            {
                let (_, y, _, height) = view.space(row, column);
                assert!(y + height <= high + 0.1, "{row} {column}");
            }
        }
    }
}
