//! All questions by name, for whoever asks in JSON.

use crate::budget::{Budget, Pace, Question, Stream, Streamed};
use crate::{
    builder, code, comparison, deal, design, hunt, json, list, look_back, meter, play, prove, rate, repair,
    table, tune, why,
};
use dealwright::text::{did_you_mean, quoted};
use dealwright::{InvalidInput, Registry};

fn answer_as<Q: Question>(
    registry: &Registry,
    body: &str,
    budget: &Budget<'_>,
) -> Result<String, InvalidInput> {
    let mut question: Q = json::read(body.as_bytes())?;
    loop {
        if let Some(answer) = question.turn(registry, budget)? {
            return serde_json::to_string(&answer).map_err(InvalidInput::because);
        }
    }
}

/// Long work of any kind: tells in JSON.
pub trait AnyStream {
    /// The next piece: what it tells, if there is anything new, and whether nothing more will come.
    fn go_on(&mut self, pace: &Pace<'_>) -> Result<(Option<String>, bool), InvalidInput>;
}

struct InJson<S>(S);

impl<S: Stream> AnyStream for InJson<S> {
    fn go_on(&mut self, pace: &Pace<'_>) -> Result<(Option<String>, bool), InvalidInput> {
        let piece = self.0.go_on(pace)?;
        let told = piece.tell.map(|told| serde_json::to_string(&told).map_err(InvalidInput::because));
        Ok((told.transpose()?, piece.done))
    }
}

fn open_as<Q: Streamed>(registry: &Registry, body: &str) -> Result<Box<dyn AnyStream>, InvalidInput> {
    let question: Q = json::read(body.as_bytes())?;
    Ok(Box::new(InJson(question.begin(registry)?)))
}

macro_rules! questions {
    ($($question:ty),+ $(,)?) => {
        /// The names of all questions that have one answer.
        pub const QUESTIONS: &[&str] = &[$(<$question as Question>::NAME),+];

        /// Answers a question by its name: JSON in, JSON out. Turns follow each other until there is an answer.
        pub fn answer(
            registry: &Registry,
            name: &str,
            body: &str,
            budget: &Budget<'_>,
        ) -> Result<String, InvalidInput> {
            match name {
                $(<$question as Question>::NAME => answer_as::<$question>(registry, body, budget),)+
                _ => Err(unknown(name, QUESTIONS)),
            }
        }

        /// Milliseconds of work after which a question gives what there is, where it can.
        pub fn patience(name: &str) -> u64 {
            match name {
                $(<$question as Question>::NAME => <$question as Question>::PATIENCE,)+
                _ => u64::MAX,
            }
        }
    };
}

macro_rules! streams {
    ($($streamed:ty),+ $(,)?) => {
        /// The names of all questions that are answered by a stream.
        pub const STREAMS: &[&str] = &[$(<$streamed as Streamed>::NAME),+];

        /// Begins a stream by its name.
        pub fn open_stream(
            registry: &Registry,
            name: &str,
            body: &str,
        ) -> Result<Box<dyn AnyStream>, InvalidInput> {
            match name {
                $(<$streamed as Streamed>::NAME => open_as::<$streamed>(registry, body),)+
                _ => Err(unknown(name, STREAMS)),
            }
        }

        /// Seconds after which the time for all of a stream is over.
        pub fn most_seconds(name: &str) -> u64 {
            match name {
                $(<$streamed as Streamed>::NAME => <$streamed as Streamed>::MOST_SECONDS,)+
                _ => 0,
            }
        }
    };
}

questions!(
    list::ListGames,
    list::ListGallery,
    play::ShowPosition,
    look_back::AskHint,
    look_back::FindLoss,
    look_back::ReviewGame,
    deal::DealOne,
    rate::RateChallenge,
    why::AskWhy,
    repair::AskRepair,
    table::ReadTable,
    table::TellLayout,
    builder::BuildKit,
    design::GetSetupFile,
    design::ReadDesign,
    design::DealSamples,
    design::DealIds,
    design::DealOfText,
    meter::ReadMeter,
    code::DrawCode,
);

streams!(
    meter::RunMeter,
    comparison::CompareDesigns,
    tune::TuneDesign,
    prove::ProveDesign,
    hunt::HuntChallenge
);

/// The questions of a first game, for a program that has to be small: to choose, to deal, to play, a hint.
pub mod first {
    use super::{answer_as, unknown};
    use crate::budget::{Budget, Question};
    use crate::{deal, look_back, play};
    use dealwright::{InvalidInput, Registry};

    questions!(play::ShowPosition, look_back::AskHint, look_back::FindLoss, deal::DealOne,);
}

fn unknown(name: &str, known: &[&str]) -> InvalidInput {
    let hint = did_you_mean(name, known.iter().copied());
    InvalidInput(format!("{} is not a question, known are {}{hint}", quoted(name), known.join(", ")))
}
