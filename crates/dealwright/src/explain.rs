//! Why a challenge is dead, and where a living one can be lost.

use crate::game::{Game, GameInfo};
use crate::search::{self, Limits, Map, Verdict};
use crate::square::Square;

/// A named structure that leaves no solution, as a game declares it.
#[derive(Debug, PartialEq, Eq)]
pub struct CauseInfo {
    /// What it is called.
    pub name: &'static str,
    /// What it looks like.
    pub about: &'static str,
    /// What it looks like under a rule that makes it something else.
    pub under: &'static [(&'static str, &'static str)],
    /// Whether one look at the board is enough to see it, without following what leads to what.
    pub by_eye: bool,
    /// Whether it lies on certain squares, so that hands can do something about it there. What is wrong with a board as a whole has none.
    pub on_squares: bool,
}

impl CauseInfo {
    /// What it looks like under these rules, in the words of IDs.
    pub fn about_under(&self, rules: &[String]) -> &'static str {
        let other = self.under.iter().find(|(rule, _)| rules.iter().any(|word| word == rule));
        other.map_or(self.about, |(_, about)| about)
    }
}

/// How the pieces of a game can be relaxed.
#[derive(Debug, PartialEq, Eq)]
pub struct Relaxation {
    /// What such a piece is called.
    pub piece: &'static str,
    /// What it means that all other pieces are relaxed, in words: "even if …".
    pub relaxed: &'static str,
    /// Whether it makes no difference what the relaxed pieces are and where they lie: then a stuck part is stuck on any board
    /// that shows it.
    pub whatever_they_are: bool,
}

/// What every game can be stuck by.
pub const NO_FIRST_MOVE: &str = "no first move";

/// A sentence for games that declare no named structures; none for the others.
pub fn nothing_named(info: &GameInfo) -> Option<String> {
    info.causes.is_empty().then(|| format!("{} has no named dead ends; nothing was looked for.", info.title))
}

/// All named structures; that nothing can be moved at all comes first.
pub fn causes<G: Game>(game: &G) -> Vec<Cause> {
    let mut causes = Vec::new();
    if game.has_dead_start() {
        let words = "Not a single move can be made.".into();
        causes.push(Cause { name: NO_FIRST_MOVE, words, squares: Vec::new() });
    }
    causes.extend(game.reasons());
    causes
}

/// A part of a dead challenge that is stuck by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Core {
    /// The squares of its pieces.
    pub squares: Vec<Square>,
    /// Whether it is proved that each of them is needed: relax any one, and there is a solution.
    pub minimal: bool,
    /// What relaxing means.
    pub relaxed: &'static str,
    /// What a piece is called.
    pub piece: &'static str,
    /// Whether it is stuck on any board that shows it.
    pub whatever_else: bool,
}

/// Questions beyond the limits after which the search for a core is given up: it would not be small.
const MOST_UNDECIDED: u32 = 5;

/// Relaxes piece by piece as long as there is no solution. Otherwise, why there is no such core, in words.
pub fn core<G: Game>(game: &G, limits: &Limits) -> Result<Core, String> {
    const GIVEN_UP: &str = "the search for a part that is stuck by itself was given up at its limits";
    let Some(relaxation) = &G::RELAXATION else {
        let title = G::INFO.title;
        return Err(format!(
            "{title} has no relaxed pieces, so no part that is stuck by itself was looked for"
        ));
    };
    let mut kept = game.pieces();
    if kept.is_empty() {
        return Err("under these rules no part that is stuck by itself is looked for".into());
    }
    match game.is_solvable_with(&kept, limits) {
        Verdict::Unsolvable => {}
        Verdict::Undecided => return Err(GIVEN_UP.into()),
        Verdict::Solvable => return Err("it is not dead".into()),
    }
    let mut undecided = 0;
    let mut next = 0;
    while next < kept.len() {
        let mut fewer = kept.clone();
        fewer.remove(next);
        match game.is_solvable_with(&fewer, limits) {
            // Relaxing never makes a challenge harder, so what was needed once stays needed.
            Verdict::Unsolvable => kept = fewer,
            verdict => {
                undecided += u32::from(verdict == Verdict::Undecided);
                if undecided > MOST_UNDECIDED {
                    return Err(GIVEN_UP.into());
                }
                next += 1;
            }
        }
    }
    Ok(Core {
        squares: kept,
        minimal: undecided == 0,
        relaxed: relaxation.relaxed,
        piece: relaxation.piece,
        whatever_else: relaxation.whatever_they_are,
    })
}

/// A structure that leaves no solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// What it is called.
    pub name: &'static str,
    /// Why it leaves no solution, in sentences.
    pub words: String,
    /// The squares it is about.
    pub squares: Vec<Square>,
}

/// A position of a solution where a wrong move loses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crossroads {
    /// Moves made before it.
    pub after: usize,
    /// Legal moves.
    pub choices: usize,
    /// Those after which no solution is left.
    pub losing: Vec<String>,
}

/// What the whole graph tells about a solvable challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ways {
    /// A solution.
    pub solution: Vec<String>,
    /// Where it can be lost on the way.
    pub crossroads: Vec<Crossroads>,
    /// After so many of its moves it is on a position that every solution passes; the start and the end are left out.
    pub bottlenecks: Vec<usize>,
}

/// Follows a solution through the whole graph; none when there is no solution or a limit runs out.
pub fn ways<G: Game>(game: &G, limits: &Limits) -> Option<Ways> {
    let found = search::bfs(game, limits);
    if found.verdict != Verdict::Solvable {
        return None;
    }
    let line = found.solution?;
    let (map, positions) = game.explore(limits).ok()?;
    let winnable = map.winnable(&map.backward());
    let mut crossroads = Vec::new();
    let mut moves = Vec::new();
    let mut path = Vec::new();
    let mut number = 0;
    for (after, mv) in line.iter().enumerate() {
        path.push(number);
        moves.clear();
        game.moves(positions.get(number), &mut moves);
        let lost = |(_, target): &(&G::Move, &u32)| !winnable[**target as usize];
        let losing: Vec<String> = moves
            .iter()
            .zip(map.successors(number as usize))
            .filter(lost)
            .map(|(mv, _)| mv.to_string())
            .collect();
        if !losing.is_empty() {
            crossroads.push(Crossroads { after, choices: moves.len(), losing });
        }
        let played = moves.iter().position(|other| other == mv)?;
        number = map.successors(number as usize)[played];
    }
    // Every solution passes a bottleneck, this one too: so they are on its way.
    let inner = 1..line.len().max(1);
    let bottlenecks = inner.filter(|&after| !is_solvable_without(&map, path[after])).collect();
    Some(Ways { solution: line.iter().map(ToString::to_string).collect(), crossroads, bottlenecks })
}

fn is_solvable_without(map: &Map, closed: u32) -> bool {
    let mut seen = vec![false; map.solved.len()];
    seen[closed as usize] = true;
    let mut todo = vec![0u32];
    seen[0] = true;
    while let Some(number) = todo.pop() {
        if map.solved[number as usize] {
            return true;
        }
        for &next in map.successors(number as usize) {
            if !std::mem::replace(&mut seen[next as usize], true) {
                todo.push(next);
            }
        }
    }
    false
}
