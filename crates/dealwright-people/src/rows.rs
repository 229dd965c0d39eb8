//! What the stopwatch and the play log write: a file of lines, each a JSON object. The first says who, every other is one row: a
//! run of a setup or one of its steps, a game or one of its moves. `docs/formats.md` is the promise.

use dealwright::rng::Stream;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the file format.
pub const VERSION: u32 = 1;
/// The version of the text that people agree to before anything is kept.
pub const CONSENT: u32 = 1;
/// Seconds that one row may say: four hours.
pub const MOST_SECONDS: f64 = 14_400.0;
/// Letters and digits of participant numbers: none that are taken for one another.
pub const LETTERS: &[u8; 31] = b"23456789ABCDEFGHJKLMNPQRSTUVWXY";

/// The first line: who this is, by a random number and nothing else.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Who {
    /// `participant`.
    pub row: String,
    /// `people`: what kind of file this is.
    pub dealwright: String,
    /// [`VERSION`].
    pub version: u32,
    /// A random number such as `7K3M-Q2XA`.
    pub participant: String,
    /// Which version of the consent text was agreed to.
    pub consent: u32,
    /// Whether this is no real person.
    pub simulated: bool,
}

/// How a run of a setup ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunOutcome {
    /// All steps were done.
    Finished,
    /// The run was dropped: an interruption, or the wrong pieces.
    Dropped,
}

/// A setup that was laid out once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// `run`.
    pub row: String,
    /// The number of the task in this session: runs and games are counted together.
    pub task: u32,
    /// The setup.
    pub setup: String,
    /// Sizes and rules that were chosen.
    pub options: BTreeMap<String, String>,
    /// What the setup is known by, so that a changed one is noticed.
    pub fingerprint: String,
    /// How it ended.
    pub outcome: RunOutcome,
    /// From the first step to the end.
    pub seconds: f64,
}

/// One step of a run, ended by one tap.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// `step`.
    pub row: String,
    /// The task.
    pub task: u32,
    /// 1, and one more whenever everything had to be gathered and dealt again.
    pub pass: u32,
    /// The number of the step in the setup's instructions.
    pub step: u32,
    /// How long it took.
    pub seconds: f64,
    /// Mistakes that were noticed and put right in this step.
    pub corrections: u32,
    /// Pieces swapped because the setup's requirement asks for it.
    pub swaps: u32,
    /// Pieces turned for the same reason.
    pub turns: u32,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameOutcome {
    /// The challenge was solved.
    Solved,
    /// The player gave up.
    GaveUp,
    /// It was broken off for another reason: neither success nor failure.
    Left,
}

/// A challenge that was played once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// `game`.
    pub row: String,
    /// The number of the task in this session.
    pub task: u32,
    /// The challenge.
    pub id: String,
    /// How it ended.
    pub outcome: GameOutcome,
    /// From the first look to the end.
    pub seconds: f64,
}

/// What a player did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// A move.
    Move,
    /// Back by one in what was done.
    Undo,
    /// Forward by one again.
    Redo,
    /// Back to the position after so many moves of the line: `keep`. Beginning again keeps 0.
    Back,
    /// A hint was asked for.
    Hint,
    /// The solution was asked for. The moves that it plays follow; such a game is not solved alone.
    Solution,
    /// The page was asked where the game was lost.
    Lost,
}

/// One thing that a player did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// `move`.
    pub row: String,
    /// The task.
    pub task: u32,
    /// 1, 2, …
    pub number: u32,
    /// What was done.
    pub what: Deed,
    /// The move, if it was one.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// Moves that are kept, for `back`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<u32>,
    /// Seconds since the first look at the challenge.
    pub seconds: f64,
}

/// A run or game with its rows, and the line of the file where each stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Task {
    /// A setup that was timed.
    Run(Run, Vec<(usize, Step)>),
    /// A challenge that was played.
    Game(Game, Vec<(usize, Move)>),
}

impl Task {
    /// Its number.
    pub fn number(&self) -> u32 {
        match self {
            Task::Run(run, _) => run.task,
            Task::Game(game, _) => game.task,
        }
    }
}

/// One person's file.
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    /// Who.
    pub who: Who,
    /// The tasks in their order, each with the line on which it stands.
    pub tasks: Vec<(usize, Task)>,
}

impl Export {
    /// A file without tasks.
    pub fn new(participant: String, simulated: bool) -> Self {
        let who = Who {
            row: "participant".into(),
            dealwright: "people".into(),
            version: VERSION,
            participant,
            consent: CONSENT,
            simulated,
        };
        Self { who, tasks: Vec::new() }
    }

    /// The file's text.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string(&self.who)? + "\n";
        let mut line = |words: serde_json::Result<String>| -> serde_json::Result<()> {
            text.push_str(&words?);
            text.push('\n');
            Ok(())
        };
        for (_, task) in &self.tasks {
            match task {
                Task::Run(run, steps) => {
                    line(serde_json::to_string(run))?;
                    steps.iter().try_for_each(|(_, step)| line(serde_json::to_string(step)))?;
                }
                Task::Game(game, moves) => {
                    line(serde_json::to_string(game))?;
                    moves.iter().try_for_each(|(_, mv)| line(serde_json::to_string(mv)))?;
                }
            }
        }
        Ok(text)
    }
}

/// A participant number drawn by lot.
pub fn participant_number(random: &mut Stream) -> String {
    let letter = |random: &mut Stream| char::from(LETTERS[random.below(LETTERS.len() as u32) as usize]);
    let half = |random: &mut Stream| (0..4).map(|_| letter(random)).collect::<String>();
    format!("{}-{}", half(random), half(random))
}

/// Whether a text has the form of a participant number.
pub fn is_participant_number(text: &str) -> bool {
    let is_half = |half: &str| half.len() == 4 && half.bytes().all(|letter| LETTERS.contains(&letter));
    text.split_once('-').is_some_and(|(first, second)| is_half(first) && is_half(second))
}
