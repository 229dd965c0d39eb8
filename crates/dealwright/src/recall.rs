//! How much a challenge that was built by hand gives away to whoever built it.
//!
//! The player remembers the last so many placements, and plays everything else at random. Where the piece that was laid last goes first,
//! these are the first moves: they are played back, and random play goes on from there. Where it goes last, they are the last moves: the player
//! leaves their pieces alone until no other move is left, and then plays them back. With nothing remembered it is random play.

use crate::game::{Continued, Game, id_of};
use crate::measure::Chance;
use crate::puzzle::Puzzle;
use crate::rng::Stream;
use crate::search::{self, Limits};
use crate::square::Square;

/// How the chance is found.
#[derive(Debug, Clone)]
pub struct RecallRequest {
    /// Placements that are remembered; more than there were are all.
    pub remembered: usize,
    /// See [`crate::construct::BuildInfo::last_laid_first`].
    pub last_laid_first: bool,
    /// Random plays where the chance cannot be worked out.
    pub plays: u64,
    /// Limits of each search; whole graphs are explored up to these.
    pub limits: Limits,
    /// Names the randomness of sampled plays, with the challenge's ID.
    pub seed: String,
}

/// The chance to win of a player who remembers the last placements of a solution that a challenge was built around; none where the limits
/// allow not a single play.
pub(crate) fn recall<G: Game>(game: &G, line: &[G::Move], request: &RecallRequest) -> Option<Chance> {
    let remembered = request.remembered.min(line.len());
    if request.last_laid_first {
        let mut start = game.start();
        line[..remembered].iter().for_each(|&mv| game.play(&mut start, mv));
        return chance(game, &Continued { game, start }, request);
    }
    chance(game, &Keeping::new(game, line, remembered), request)
}

fn chance<G: Game, P: Puzzle>(game: &G, puzzle: &P, request: &RecallRequest) -> Option<Chance> {
    if puzzle.is_solved(&puzzle.start()) {
        return Some(Chance { win: 1.0, plays: None });
    }
    // Where plays can go round in circles the graph says nothing of them.
    let graph = game.is_finite().then(|| search::graph(puzzle, &request.limits).ok()).flatten();
    if let Some(win) = graph.and_then(|graph| graph.random_win) {
        return Some(Chance { win, plays: None });
    }
    let name = format!("{} {}", request.seed, request.remembered);
    let mut random = Stream::new(&["recall", &name, &id_of(game)], 0);
    let found = search::walks(puzzle, &request.limits, request.plays, &mut random);
    let win = found.wins as f64 / found.plays as f64;
    (found.plays > 0).then_some(Chance { win, plays: Some((found.plays, found.wins)) })
}

/// A challenge whose last moves are known: their pieces stay where they are until nothing else can be moved.
struct Keeping<'a, G: Game> {
    game: &'a G,
    known: &'a [G::Move],
    squares: Vec<Square>,
}

impl<'a, G: Game> Keeping<'a, G> {
    fn new(game: &'a G, line: &'a [G::Move], remembered: usize) -> Self {
        let mut state = game.start();
        let mut squares = Vec::new();
        let from = line.len() - remembered;
        for (n, &mv) in line.iter().enumerate() {
            if n >= from {
                squares.extend(touched(game, &state, mv));
            }
            game.play(&mut state, mv);
        }
        Self { game, known: &line[from..], squares }
    }
}

fn touched<G: Game>(game: &G, state: &G::State, mv: G::Move) -> Vec<Square> {
    let touches = game.touches(state, mv);
    touches.lifted.into_iter().chain(touches.from).chain(touches.to).collect()
}

impl<G: Game> Puzzle for Keeping<'_, G> {
    type State = G::State;
    type Move = G::Move;

    fn start(&self) -> G::State {
        self.game.start()
    }

    fn moves(&self, state: &G::State, out: &mut Vec<G::Move>) {
        let mut legal = Vec::new();
        self.game.moves(state, &mut legal);
        let is_kept =
            |mv: G::Move| touched(self.game, state, mv).iter().any(|square| self.squares.contains(square));
        out.extend(legal.iter().copied().filter(|&mv| !is_kept(mv)));
        if out.is_empty() {
            out.extend(self.known.iter().copied().find(|mv| legal.contains(mv)));
        }
    }

    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.game.play(state, mv);
    }

    fn is_solved(&self, state: &G::State) -> bool {
        self.game.is_solved(state)
    }
}

#[cfg(test)]
mod tests {
    use crate::Registry;
    use crate::search::Limits;

    fn chance(id: &str, line: &[&str], remembered: usize, last_laid_first: bool) -> f64 {
        let challenge = Registry::standard().challenge(id).unwrap();
        let request = super::RecallRequest {
            remembered,
            last_laid_first,
            plays: 10,
            limits: Limits::default(),
            seed: String::new(),
        };
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        challenge.recall(&line, &request).unwrap().unwrap().win
    }

    #[test]
    fn what_is_remembered_is_played_first_or_kept_for_the_end() {
        // Two rows AAB and BAA: whoever takes the two A in the middle column first has lost, the other two moves win.
        let (id, line) = ("boxoff:AAB/BAA", ["a2b2", "b1c1", "a1c2"]);
        let is = |remembered, last_first, wanted: f64| {
            let found = chance(id, &line, remembered, last_first);
            assert!((found - wanted).abs() < 1e-12, "{remembered} {last_first}: {found}, not {wanted}");
        };
        is(0, true, 2.0 / 3.0);
        is(0, false, 2.0 / 3.0);
        // Played back first, one move is enough; kept for the end, the last move alone is no help.
        is(1, true, 1.0);
        is(1, false, 2.0 / 3.0);
        is(2, false, 1.0);
        is(3, true, 1.0);
        is(99, false, 1.0);
    }

    #[test]
    fn a_line_that_is_no_play_is_refused() {
        let challenge = Registry::standard().challenge("boxoff:ABBA").unwrap();
        let request = super::RecallRequest {
            remembered: 1,
            last_laid_first: true,
            plays: 1,
            limits: Limits::default(),
            seed: String::new(),
        };
        assert!(challenge.recall(&["a1d1".into()], &request).is_err());
    }
}
