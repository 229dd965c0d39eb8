//! Answers that go on and on, as server-sent events: pieces of work that take their turns among all others. One that waits
//! takes no thread, and only so many are open at once.

use super::App;
use super::ask::{JsonBody, Refused, RefusedKeys};
use super::net::Ends;
use super::work::Turn;
use axum::extract::{Extension, State};
use axum::response::sse::{Event, Sse};
use dealwright_desk::{Pace, Piece, Stream, Streamed};
use serde::Serialize;
use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio_stream::wrappers::ReceiverStream;

/// How long a piece of work goes on before others come first; the first one is soon there.
const PIECE: Duration = Duration::from_millis(250);
const FIRST_PIECE: Duration = Duration::from_millis(100);
/// Open at once, for all and for one address.
const MOST_OPEN: usize = 48;
const MOST_OF_ONE: usize = 16;

pub type Events = Result<Sse<ReceiverStream<Result<Event, Infallible>>>, Refused>;

/// Streams that are open, by address.
#[derive(Clone, Default)]
pub struct Streams(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// The right to keep one open, until it is dropped.
struct Seat(Streams, IpAddr);

impl Streams {
    fn open(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seat(&self, address: IpAddr) -> Result<Seat, Refused> {
        let mut open = self.open();
        let own = open.get(&address).copied().unwrap_or(0);
        let refused =
            |what: String| Refused::busy(format!("{what}; stop one, or try again in half a minute"), 30);
        if own >= MOST_OF_ONE {
            return Err(refused(format!(
                "{own} meters and searches of yours are running, which is the limit"
            )));
        }
        if open.values().sum::<usize>() >= MOST_OPEN {
            return Err(refused(format!("{MOST_OPEN} meters and searches are running, which is the limit")));
        }
        open.insert(address, own + 1);
        drop(open);
        Ok(Seat(self.clone(), address))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut open = self.0.open();
        if let Some(own) = open.get_mut(&self.1) {
            *own -= 1;
        }
        open.retain(|_, own| *own > 0);
    }
}

fn event(told: &impl Serialize) -> Option<Event> {
    Event::default().json_data(told).ok()
}

/// Begins the work; does its first piece, so that what is wrong is said at once, and the others as long as somebody
/// listens.
pub async fn streamed<Q: Streamed>(
    State(app): State<App>,
    Extension(ends): Extension<Ends>,
    JsonBody(question): JsonBody<Q>,
) -> Events {
    let registry = app.registry.clone();
    let seat = app.streams.seat(ends.peer.ip().to_canonical())?;
    let work = app.work.once(Turn::LONG, move || Ok(question.begin(&registry)?)).await?;
    let end = Instant::now() + Duration::from_secs(Q::MOST_SECONDS);
    let (mut work, mut piece) = next(&app, Turn::BEGIN, FIRST_PIECE, end, work).await?;
    let (sender, receiver) = tokio::sync::mpsc::channel(2);
    tokio::spawn(async move {
        let _seat = seat;
        loop {
            if let Some(event) = piece.tell.as_ref().and_then(event) {
                // Somebody who does not read is waited for, until the connection is closed.
                if sender.send(Ok(event)).await.is_err() {
                    return;
                }
            }
            if piece.done || sender.is_closed() {
                return;
            }
            match next(&app, Turn::LONG, PIECE, end, work).await {
                Ok(found) => (work, piece) = found,
                Err(refused) => {
                    if let Some(event) = event(&RefusedKeys { error: refused.why }) {
                        let _ = sender.send(Ok(event)).await;
                    }
                    return;
                }
            }
        }
    });
    Ok(Sse::new(ReceiverStream::new(receiver)))
}

async fn next<S: Stream>(
    app: &App,
    turn: Turn,
    time: Duration,
    end: Instant,
    mut work: S,
) -> Result<(S, Piece<S::Told>), Refused> {
    let job = move || {
        let begun = Instant::now();
        let pause = || begun.elapsed() >= time;
        let piece = work.go_on(&Pace { pause: &pause, is_late: begun >= end })?;
        Ok((work, piece))
    };
    app.work.next_piece(turn, job).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_capped_for_one_and_for_all_and_a_seat_is_free_again_when_it_is_left() {
        let streams = Streams::default();
        let address = |n: u8| IpAddr::from([10, 0, 0, n]);
        let mut seats: Vec<Seat> = (0..MOST_OF_ONE).map(|_| streams.seat(address(0)).ok().unwrap()).collect();
        let refused = streams.seat(address(0)).err().unwrap();
        assert_eq!((refused.status.as_u16(), refused.again), (429, Some(30)));
        assert!(refused.why.contains("16 meters and searches of yours"), "{}", refused.why);
        seats.extend((MOST_OF_ONE..MOST_OPEN).map(|n| streams.seat(address(n as u8)).ok().unwrap()));
        let refused = streams.seat(address(200)).err().unwrap();
        assert!(refused.why.contains("48 meters and searches are running"), "{}", refused.why);
        seats.pop();
        assert!(streams.seat(address(200)).is_ok());
        seats.clear();
        assert!(streams.open().is_empty());
    }
}
