//! How much work an answer may take, and how long work is cut into pieces.

use dealwright::search::Limits;
use dealwright::{InvalidInput, Registry};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Positions that one search may look at in the end, and the memory for them.
pub const STATES: u64 = 1_000_000;
/// Memory of one search.
pub const MEMORY: u64 = 1 << 30;

/// The limits of one search when all is allowed.
pub fn limits() -> Limits {
    Limits { states: STATES, memory: MEMORY, watch: None }
}

fn never() -> bool {
    false
}

/// What one turn of a question may use.
pub struct Budget<'a> {
    /// Limits of one search. What is decided within them is decided in the same way by any greater ones.
    pub limits: Limits,
    /// Whether this is a large turn: what can only be done as a whole is done now.
    pub is_large: bool,
    /// Whether no greater turn will come: what stays open now stays open.
    pub is_last: bool,
    /// Asked between searches: whether the turn is over, and the rest waits for the next one.
    pub pause: &'a dyn Fn() -> bool,
    /// Asked between searches: whether to give what there is, and say where to go on.
    pub give_up: &'a dyn Fn() -> bool,
}

impl Budget<'static> {
    /// Everything in one turn, without a pause.
    pub fn whole() -> Self {
        Self { limits: limits(), is_large: true, is_last: true, pause: &never, give_up: &never }
    }
}

/// How much a question takes before anything of it can be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Next to nothing, or it pauses whenever it is asked to.
    Quick,
    /// A moment that cannot be interrupted.
    Moment,
    /// It takes its time.
    Long,
}

/// A question that has one answer. What is known between two turns is kept in the question itself.
pub trait Question: DeserializeOwned + Send + 'static {
    /// What is answered.
    type Answer: Serialize + Send + 'static;
    /// The name it is asked by.
    const NAME: &'static str;
    /// What it takes.
    const WEIGHT: Weight = Weight::Quick;
    /// Milliseconds of work after which it gives what there is, where it can.
    const PATIENCE: u64 = u64::MAX;

    /// Works until there is an answer or the turn is over: none asks for another, greater turn.
    fn turn(
        &mut self,
        registry: &Registry,
        budget: &Budget<'_>,
    ) -> Result<Option<Self::Answer>, InvalidInput>;
}

/// How a piece of long work is done.
pub struct Pace<'a> {
    /// Asked again and again: whether this piece is over.
    pub pause: &'a dyn Fn() -> bool,
    /// Whether the time for all of it is over: what there is is told now.
    pub is_late: bool,
}

/// What a piece of long work brought.
pub struct Piece<T> {
    /// What is told, if there is anything new.
    pub tell: Option<T>,
    /// Whether nothing more will come.
    pub done: bool,
}

/// Long work that is done piece by piece.
pub trait Stream: Send + 'static {
    /// What is told.
    type Told: Serialize + Send + 'static;

    /// Goes on until it is asked to pause.
    fn go_on(&mut self, pace: &Pace<'_>) -> Result<Piece<Self::Told>, InvalidInput>;
}

/// A question that is answered by a stream.
pub trait Streamed: DeserializeOwned + Send + 'static {
    /// The work.
    type Work: Stream;
    /// The name it is asked by.
    const NAME: &'static str;
    /// Seconds after which the time for all of it is over.
    const MOST_SECONDS: u64 = 90;

    /// Refuses what cannot be done, or begins.
    fn begin(self, registry: &Registry) -> Result<Self::Work, InvalidInput>;
}
