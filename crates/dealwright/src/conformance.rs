//! Laws that every game keeps. [`check`] tries them on challenges of a game; a game of your own has it in a test:
//!
//! ```
//! use dealwright::conformance;
//! use dealwright::games::boxoff::BoxOff;
//!
//! conformance::check::<BoxOff>("boxoff:BBWBBW/BYYYWB/YWWWYY", 20)?;
//! # Ok::<(), String>(())
//! ```

use crate::challenge::{Challenge, split_moves};
use crate::game::{Game, id_of};
use crate::id;
use crate::registry::read_game;
use crate::rng::Stream;
use crate::search::{self, Limits, Verdict, bfs};

/// Moves of a play, and positions of the searches that are compared.
const MOST_MOVES: usize = 200;
const LIMITS: Limits = Limits { states: 5_000, memory: 1 << 28, watch: None };

/// Tries all laws on a challenge, the laws of positions along so many random plays. The error names the law and the place.
pub fn check<G: Game>(text: &str, plays: u64) -> Result<(), String> {
    let fault = |law: String| format!("{}: {text}: {law}", G::INFO.title);
    let parts = id::split(text).map_err(|error| fault(error.to_string()))?;
    let game: G = read_game(&parts).map_err(|error| fault(error.to_string()))?;
    check_texts(&game, text).map_err(fault)?;
    for play in 0..plays {
        check_play(&game, &mut Stream::new(&["conformance", text], play)).map_err(fault)?;
    }
    check_answers(&game).map_err(fault)
}

/// What is written about a challenge.
fn check_texts<G: Game>(game: &G, text: &str) -> Result<(), String> {
    let written = id_of(game);
    if written != text {
        return Err(format!(
            "an ID must read back as it is written, found {written} (see read, layout and rules)"
        ));
    }
    let (given, declared) = (game.parameters().len(), G::INFO.parameters.len());
    if given != declared {
        return Err(format!("INFO declares {declared} parameters, parameters() gives {given}"));
    }
    for (name, value) in game.board_measures() {
        let Some(measure) = G::INFO.measures.iter().find(|measure| measure.name == name) else {
            return Err(format!("board_measures() gives '{name}', which INFO.measures does not declare"));
        };
        if measure.whole && value.fract() != 0.0 {
            return Err(format!("the measure '{name}' is declared as whole, but is {value}"));
        }
    }
    let causes = game.reasons().into_iter().chain(game.patterns());
    let on_squares = |name| G::INFO.structures().any(|cause| cause.name == name && cause.on_squares);
    match causes.into_iter().find(|cause| cause.squares.is_empty() && on_squares(cause.name)) {
        Some(cause) => Err(format!(
            "'{}' is declared to lie on squares, but reasons() or patterns() name none",
            cause.name
        )),
        None => Ok(()),
    }
}

/// Laws of positions and moves, along a random play.
fn check_play<G: Game>(game: &G, random: &mut Stream) -> Result<(), String> {
    let mut state = game.start();
    let mut line = Vec::new();
    while line.len() < MOST_MOVES {
        let moves = check_position(game, &state).map_err(|law| match line.len() {
            0 => law,
            _ => format!("after {}: {law}", line.join(" ")),
        })?;
        let Some(&mv) = random.choose(&moves) else { break };
        game.play(&mut state, mv);
        line.push(mv.to_string());
    }
    let challenge = Challenge::new(game.clone());
    let words: Vec<&str> = line.iter().map(String::as_str).collect();
    match challenge.replay(&words).played == line {
        true => Ok(()),
        false => Err(format!("{} cannot be replayed", line.join(" "))),
    }
}

/// The moves of a position, if it keeps the laws.
fn check_position<G: Game>(game: &G, state: &G::State) -> Result<Vec<G::Move>, String> {
    let (mut moves, mut again) = (Vec::new(), Vec::new());
    game.moves(state, &mut moves);
    game.moves(state, &mut again);
    if moves != again {
        return Err("moves() must list the same moves in the same order each time".into());
    }
    if game.is_solved(state) && !moves.is_empty() {
        return Err("a solved position must have no moves".into());
    }
    let mut sorted: Vec<G::Move> = moves.clone();
    sorted.sort();
    if let Some(twice) = sorted.windows(2).find(|two| two[0] == two[1]) {
        return Err(format!("the move {} is listed twice", twice[0]));
    }
    let mut reached: Vec<G::State> = Vec::new();
    for &mv in &moves {
        let word = mv.to_string();
        if split_moves(&word) != [word.as_str()] {
            return Err(format!("the move '{word}' must be one word that is no number"));
        }
        for text in [word.clone(), word.to_uppercase()] {
            if game.read_move(state, &text) != Ok(mv) {
                return Err(format!("the move {word} must read back, also as {text}"));
            }
        }
        let mut next = state.clone();
        game.play(&mut next, mv);
        if next == *state {
            return Err(format!("the move {word} changes nothing"));
        }
        if reached.contains(&next) {
            return Err(format!("the move {word} leads to the same position as another one"));
        }
        if game.bound(state) > game.bound(&next).saturating_add(1) {
            return Err(format!("bound() must not fall by more than 1 with a move, as it does with {word}"));
        }
        reached.push(next);
    }
    let board = game.board(state);
    let odd =
        |row: &Vec<crate::board::Space>| row.len() != board.files.len() || row.len() != board.heights.len();
    if board.rows.iter().any(odd) {
        return Err("board() must give a file and a height for each space of every row".into());
    }
    Ok(moves)
}

/// Laws that need the answer: the bound is never too high, and symmetric challenges have the same answer.
fn check_answers<G: Game>(game: &G) -> Result<(), String> {
    let outcome = bfs(game, &LIMITS);
    if let Some(solution) = &outcome.solution {
        let mut state = game.start();
        for (made, &mv) in solution.iter().enumerate() {
            if game.bound(&state) as usize > solution.len() - made {
                return Err(format!("bound() is too high after {made} moves of a shortest solution"));
            }
            game.play(&mut state, mv);
        }
        if game.bound(&state) != 0 {
            return Err("bound() must be 0 in a solved position".into());
        }
    }
    if let (Ok((plain, _)), Ok((own, _))) = (search::explore(game, &LIMITS), game.explore(&LIMITS)) {
        if own != plain {
            return Err("explore() must give the map that the general search gives".into());
        }
        let plain = search::random_win(&plain).map(f64::to_bits);
        if let Some(Ok(own)) = game.own_chance(&LIMITS)
            && Some(own.to_bits()) != plain
        {
            return Err("own_chance() must give the chance of the whole graph, to the bit".into());
        }
    }
    let names: Vec<&str> = G::INFO.symmetries.iter().map(|symmetry| symmetry.name).collect();
    for symmetries in [names.clone(), names.iter().copied().take(1).collect()] {
        let twin = game.canonical(&symmetries);
        if twin.canonical(&symmetries) != twin {
            return Err(format!("canonical() of {} must be itself", id_of(&twin)));
        }
        let other = bfs(&twin, &LIMITS);
        let length = |outcome: &crate::search::Outcome<G::Move>| outcome.solution.as_ref().map(Vec::len);
        // What one of them leaves open within the limits says nothing.
        let decided = [other.verdict, outcome.verdict].iter().all(|verdict| *verdict != Verdict::Undecided);
        if decided && (other.verdict != outcome.verdict || length(&other) != length(&outcome)) {
            return Err(format!("its twin {} has another answer, so it is no symmetry", id_of(&twin)));
        }
    }
    Ok(())
}
