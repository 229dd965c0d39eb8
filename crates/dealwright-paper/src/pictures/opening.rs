//! A solution of Fujisan move by move, with the rule that each move uses.

use dealwright::{Challenge, Registry};
use dealwright_draw::picture::pieces::middle;
use dealwright_draw::picture::{Step, View};
use dealwright_draw::svg::{Anchor, INK, PAPER, Svg};

/// Deal 847 of `fujisan/dominoes~hello@1`: a shortest solution uses every rule in its first seven moves.
pub const CHALLENGE: &str = "fujisan:044325235220/103541514312";
pub const SOLUTION: [&str; 9] =
    ["n2-l2", "l2-g2", "n1-j1", "j1-e1", "g2-g1", "a1-h1", "e1-e2", "a2-g2", "e2-h2"];

/// A whole shortest solution that shows all rules of movement.
pub fn fujisan_opening() -> String {
    let Ok(challenge) = Registry::standard().challenge(CHALLENGE) else { return String::new() };
    let title = "Fujisan: a shortest solution in nine moves, each with its rule.";
    fujisan_moves(&challenge, &SOLUTION, title)
}

/// Moves of a challenge, one small board for each: the position before it, and the move as an arrow. Dots are the spaces
/// that are counted. The last board is the position in the end.
pub fn fujisan_moves(challenge: &Challenge, moves: &[&str], title: &str) -> String {
    let start = challenge.board();
    let sized = small(&start);
    let (width, height) = sized.size();
    let (caption, gap, margin) = (22.0, 26.0, 16.0);
    let panels = moves.len() + 1;
    let down = panels.div_ceil(2);
    let (across, along) = (width + gap, height + caption + 10.0);
    let mut svg =
        Svg::new(2.0 * width + gap + 2.0 * margin, down as f64 * along + 12.0 + 2.0 * margin, title);
    for number in 0..panels {
        let at = (margin + (number / down) as f64 * across, margin + (number % down) as f64 * along);
        let replay = challenge.replay(&moves[..number]);
        let mut view = small(&replay.board);
        let (base, left) = (at.1 + 14.0, at.0 + view.unit * 0.5);
        let heading = [("font-weight", "bold")];
        let below = (at.0, at.1 + caption);
        let Some(text) = moves.get(number) else {
            let words = if replay.solved { "All four priests are on the summit." } else { "And so on." };
            svg.text((left, base), 13.0, Anchor::Start, words, &heading);
            view.draw(&mut svg, below);
            continue;
        };
        svg.text((left, base), 13.0, Anchor::Start, &format!("{}. {text}", number + 1), &heading);
        let legal = challenge.moves_after(&moves[..number]).unwrap_or_default();
        let Some(touched) = legal.into_iter().find(|mv| mv.text == *text).map(|mv| mv.touches) else {
            continue;
        };
        view.steps.extend(Step::of(&touched, ""));
        view.draw(&mut svg, below);
        let plural = if touched.rules.len() > 1 { "rules" } else { "rule" };
        let words = format!("{plural} {}: {}", touched.rules.join(", "), touched.words);
        svg.text((left + 76.0, base), 12.0, Anchor::Start, &words, &[]);
        for square in touched.counted {
            let Some(rect) = view.place(square) else { continue };
            let side = if square.rank == 2 { -0.37 } else { 0.37 };
            let (x, y) = middle(rect);
            let dot = (below.0 + x, below.1 + y + side * view.unit);
            let look = [("fill", PAPER), ("stroke", INK), ("stroke-width", "1.2")];
            svg.circle(dot, view.unit * 0.085, &look);
        }
    }
    let words = "Small circles are the free spaces on the way; the space at the arrow's head counts too.";
    svg.text(
        (margin + sized.unit * 0.5, margin + down as f64 * along + 8.0),
        12.0,
        Anchor::Start,
        words,
        &[],
    );
    svg.finish()
}

fn small(board: &dealwright::board::Board) -> View<'_> {
    let mut view = View::of(board);
    (view.unit, view.side) = (30.0, false);
    view
}

#[cfg(test)]
mod tests {
    use super::*;
    use dealwright::search::Limits;

    #[test]
    fn the_solution_is_a_shortest_one_and_uses_every_rule() {
        let challenge = Registry::standard().challenge(CHALLENGE).unwrap();
        let replay = challenge.replay(&SOLUTION);
        assert!(replay.solved && replay.stopped.is_none());
        let shortest = challenge.solve(challenge.default_solver(true), &Limits::default()).unwrap();
        assert_eq!(shortest.solution.unwrap().len(), SOLUTION.len());
        let mut used = Vec::new();
        for (played, text) in SOLUTION.iter().enumerate() {
            let legal = challenge.moves_after(&SOLUTION[..played]).unwrap();
            used.extend(legal.into_iter().find(|mv| mv.text == *text).unwrap().touches.rules);
        }
        for rule in ["2", "2a", "3", "4", "4a"] {
            assert!(used[..8].contains(&rule), "{rule} in {used:?}");
        }
    }

    #[test]
    fn every_move_has_a_board_and_one_more_shows_the_end() {
        let text = fujisan_opening();
        assert_eq!(text.matches("class=\"board\"").count(), SOLUTION.len() + 1);
        assert_eq!(text.matches(">rule ").count() + text.matches(">rules ").count(), SOLUTION.len());
    }
}
