//! Who works when. Nobody can tell beforehand how much a question takes, so each gets a small turn first. What is not
//! answered by then goes back into the queue and gets four times as much later; how long that will take is guessed from
//! what it took so far. Long turns leave threads for shorter ones: one for what has used less than a second, some for
//! what takes a moment, one for the shortest. So quick questions do not wait for heavy ones, however long those have
//! waited; and among the turns that a thread may take, whoever has waited long enough comes first, so that nobody starves.

use super::ask::Refused;
use axum::http::StatusCode;
use dealwright::Registry;
use dealwright::search::Limits;
use dealwright_desk::budget::{Budget, MEMORY, Question, STATES, Weight};
use dealwright_lab::machine::cores;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Questions that wait at most.
const MOST_WAITING: usize = 200;

/// How much may be done before others come first again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turn(u8);

impl Turn {
    /// Every question's first.
    pub const FIRST: Self = Self(0);
    /// For what takes a moment and cannot be interrupted.
    pub const MIDDLE: Self = Self(2);
    /// For the first piece of what goes on and on: it comes before the later ones of others.
    pub const BEGIN: Self = Self(3);
    /// For what is known to take its time, and for what goes on and on.
    pub const LONG: Self = Self(4);
    /// All that there is.
    pub const LAST: Self = Self(5);

    /// 0 for the shortest, 1 for those that take a moment, 2 for long ones, 3 for those of heavy questions.
    fn class(self, so_far: &SoFar) -> usize {
        if self < Self::MIDDLE {
            return 0;
        }
        match so_far.guess() {
            None => 1 + usize::from(self > Self::MIDDLE),
            // Some questions do nothing in small turns, so that what those took says little of the great ones.
            Some(guess) if guess < MOMENT && self < Self::LONG => 1,
            Some(guess) if guess < HEAVY && so_far.used < HEAVY => 2,
            Some(_) => 3,
        }
    }

    fn after(self) -> Self {
        Self(self.0 + 1).min(Self::LAST)
    }

    /// The limits of one search. What is decided within them is decided in the same way by any greater ones.
    pub fn limits(self) -> Limits {
        let states = if self == Self::LAST { STATES } else { 1000 << (2 * self.0) };
        Limits { states, memory: MEMORY, watch: None }
    }

    /// How long work that can be interrupted goes on.
    pub fn time(self) -> Duration {
        Duration::from_millis(if self <= Self::MIDDLE { 20 } else { 250 })
    }

    /// How much longer than a first turn this one may be kept waiting.
    fn patience(self) -> Duration {
        Duration::from_millis([0, 1000, 4000, 8000, 12_000, 20_000][usize::from(self.0)])
    }
}

/// What a turn in the lane for moments may take, and what makes a question a heavy one.
const MOMENT: Duration = Duration::from_millis(250);
const HEAVY: Duration = Duration::from_secs(1);
/// How many times as long as it is guessed to take a turn of a question that is not heavy may be kept waiting.
const PATIENCE: u32 = 60;

/// What a question has used of the processor.
#[derive(Debug, Clone, Copy, Default)]
struct SoFar {
    used: Duration,
    /// By its last turn; none before the first.
    last: Option<Duration>,
}

impl SoFar {
    fn and(self, took: Duration) -> Self {
        Self { used: self.used + took, last: Some(took) }
    }

    /// How long the next turn takes, four times as large as the last.
    fn guess(&self) -> Option<Duration> {
        self.last.map(|last| 4 * last)
    }
}

/// Time that the processors have spent on this thread.
#[cfg(unix)]
fn thread_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// Time that has passed: other systems are not asked.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}

/// A turn that waits or is taken.
struct Waiting {
    turn: Turn,
    so_far: SoFar,
    class: usize,
    job: Job,
}

/// Works until its turn is over; true when nothing is left to do.
type Job = Box<dyn FnMut(Turn) -> bool + Send>;

/// Turns that wait, by class, in the order in which they are due.
#[derive(Default)]
struct Queue {
    waiting: [BTreeMap<(Duration, u64), Waiting>; 4],
    pushed: u64,
    /// Threads, and the turns of each class that they are at.
    threads: usize,
    working: [usize; 4],
}

impl Queue {
    fn push(&mut self, now: Duration, turn: Turn, so_far: SoFar, job: Job) {
        self.pushed += 1;
        let class = turn.class(&so_far);
        let patience = match so_far.guess() {
            // Who has used nothing yet may be quick.
            None => turn.patience() / 4,
            Some(guess) if class == 1 || class == 2 => PATIENCE * guess,
            Some(_) => turn.patience(),
        };
        self.waiting[class].insert((now + patience, self.pushed), Waiting { turn, so_far, class, job });
    }

    fn waiting(&self) -> usize {
        self.waiting.iter().map(BTreeMap::len).sum()
    }

    /// The turn that is due first, among those that leave a thread for shorter ones.
    fn next(&mut self, cores: usize) -> Option<Waiting> {
        let [_, moments, long, heavy] = self.working;
        let allowed = [true, moments + long + heavy <= 2 * cores, long + heavy <= cores, heavy < cores];
        let classes = (0..4).filter(|&class| allowed[class]);
        let due = classes.filter_map(|class| Some((*self.waiting[class].first_key_value()?.0, class)));
        let (_, class) = due.min()?;
        self.waiting[class].pop_first().map(|(_, next)| next)
    }
}

struct Shared {
    queue: Mutex<Queue>,
    begun: Instant,
    cores: usize,
}

/// The queue and the threads that work it off.
#[derive(Clone)]
pub struct Work(Arc<Shared>);

impl Work {
    /// Heavy questions get as many threads as there are cores, long turns of others one more, moments as many again as
    /// there are cores, and the shortest one more.
    pub fn new() -> Self {
        Self(Arc::new(Shared { queue: Mutex::default(), begun: Instant::now(), cores: cores() }))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, turn: Turn, so_far: SoFar, job: Job) {
        let mut queue = self.queue();
        queue.push(self.0.begun.elapsed(), turn, so_far, job);
        if queue.threads <= 2 * self.0.cores + 1 {
            queue.threads += 1;
            drop(queue);
            let work = self.clone();
            tokio::task::spawn_blocking(move || work.work_off());
        }
    }

    /// Takes turn after turn until none is left for this thread.
    fn work_off(&self) {
        loop {
            let mut queue = self.queue();
            let Some(Waiting { turn, so_far, class, mut job }) = queue.next(self.0.cores) else {
                queue.threads -= 1;
                return;
            };
            queue.working[class] += 1;
            drop(queue);
            let begun = thread_time();
            // A job that fails is dropped, which tells whoever waits for it.
            let done = catch_unwind(AssertUnwindSafe(|| job(turn))).unwrap_or(true);
            let mut queue = self.queue();
            queue.working[class] -= 1;
            drop(queue);
            if !done {
                self.push(turn.after(), so_far.and(thread_time().saturating_sub(begun)), job);
            }
        }
    }

    /// Does something in as many turns as it takes: none asks for another. Whoever has left is not worked for.
    pub async fn run<T: Send + 'static>(
        &self,
        first: Turn,
        job: impl FnMut(Turn) -> Result<Option<T>, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        if self.queue().waiting() >= MOST_WAITING {
            let why = format!("{MOST_WAITING} questions are waiting already; try again in a few seconds");
            return Err(Refused::busy(why, 5));
        }
        self.run_surely(first, job).await
    }

    async fn run_surely<T: Send + 'static>(
        &self,
        first: Turn,
        mut job: impl FnMut(Turn) -> Result<Option<T>, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let mut sender = Some(sender);
        let in_turns = move |turn: Turn| {
            if sender.as_ref().is_none_or(tokio::sync::oneshot::Sender::is_closed) {
                return true;
            }
            let answer = job(turn).transpose();
            let done = answer.is_some();
            if let (Some(sender), Some(answer)) = (sender.take_if(|_| done), answer) {
                // Nobody may be there any more.
                let _ = sender.send(answer);
            }
            done
        };
        self.push(first, SoFar::default(), Box::new(in_turns));
        let failed =
            |_| Refused::because(StatusCode::INTERNAL_SERVER_ERROR, "internal error, please report it");
        receiver.await.map_err(failed)?
    }

    /// Does something that takes one turn.
    pub async fn once<T: Send + 'static>(
        &self,
        turn: Turn,
        job: impl FnOnce() -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        self.run(turn, one_turn(job)).await
    }

    /// Answers a question of the desk in as many turns as it takes.
    pub async fn ask<Q: Question>(&self, registry: Registry, mut question: Q) -> Result<Q::Answer, Refused> {
        let first = match Q::WEIGHT {
            Weight::Quick => Turn::FIRST,
            Weight::Moment => Turn::MIDDLE,
            Weight::Long => Turn::LONG,
        };
        let patience = Duration::from_millis(Q::PATIENCE);
        let mut worked = Duration::ZERO;
        let job = move |turn: Turn| {
            let begun = Instant::now();
            let budget = Budget {
                limits: turn.limits(),
                is_large: turn >= Turn::LONG,
                is_last: turn == Turn::LAST,
                pause: &|| begun.elapsed() > turn.time(),
                give_up: &|| worked + begun.elapsed() > patience,
            };
            let answer = question.turn(&registry, &budget);
            worked += begun.elapsed();
            Ok(answer?)
        };
        self.run(first, job).await
    }

    /// The same for a piece of what has been let in already.
    pub async fn next_piece<T: Send + 'static>(
        &self,
        turn: Turn,
        job: impl FnOnce() -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        self.run_surely(turn, one_turn(job)).await
    }
}

fn one_turn<T>(job: impl FnOnce() -> Result<T, Refused>) -> impl FnMut(Turn) -> Result<Option<T>, Refused> {
    let mut job = Some(job);
    move |_| job.take().map(|job| job()).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    /// Works a queue off in one thread, with a clock of its own: each turn takes as many milliseconds as it may look at
    /// thousands of positions. `needs` is how many thousands each question takes, and when it comes.
    fn order(needs: &[(u64, u64)]) -> Vec<usize> {
        let mut queue = Queue::default();
        let (sender, receiver) = mpsc::channel();
        let mut now = 0;
        let mut coming = (0..needs.len()).peekable();
        let mut order = Vec::new();
        loop {
            while let Some(n) = coming.next_if(|&n| needs[n].1 <= now) {
                let (need, sender) = (needs[n].0, sender.clone());
                let job = move |turn: Turn| {
                    let thousands = turn.limits().states / 1000;
                    let done = need <= thousands;
                    sender.send((n, need.min(thousands), done)).unwrap();
                    done
                };
                queue.push(Duration::from_millis(now), Turn::FIRST, SoFar::default(), Box::new(job));
            }
            let Some(Waiting { turn, so_far, mut job, .. }) = queue.next(1) else { return order };
            let done = job(turn);
            let (n, took, _) = receiver.recv().unwrap();
            now += took;
            if done {
                order.push(n);
            } else {
                let so_far = so_far.and(Duration::from_millis(took));
                queue.push(Duration::from_millis(now), turn.after(), so_far, job);
            }
        }
    }

    #[test]
    fn a_simple_question_comes_before_forty_heavy_ones_that_were_asked_earlier() {
        let mut needs = vec![(900, 0); 40];
        needs.push((1, 30));
        needs.push((4, 30));
        let order = order(&needs);
        assert_eq!(order[..2], [40, 41]);
        // Among equals it is first come, first served.
        assert!(order[2..].is_sorted(), "{order:?}");
    }

    #[test]
    fn a_heavy_question_is_answered_though_simple_ones_never_end() {
        let mut needs = vec![(900, 0)];
        needs.extend((0..60_000).map(|n| (1, n)));
        let order = order(&needs);
        let place = order.iter().position(|&n| n == 0).unwrap();
        assert!(place < 50_000, "answered after {place} others");
    }

    #[test]
    fn a_thread_is_left_for_short_turns_when_long_ones_have_all_of_theirs() {
        let mut queue = Queue::default();
        let nothing = || -> Job { Box::new(|_| true) };
        let seconds = Duration::from_secs;
        for _ in 0..3 {
            queue.push(Duration::ZERO, Turn::LAST, SoFar::default().and(seconds(1)), nothing());
        }
        queue.push(seconds(40), Turn::LONG, SoFar::default(), nothing());
        queue.push(seconds(50), Turn::MIDDLE, SoFar::default(), nothing());
        queue.push(seconds(60), Turn::FIRST, SoFar::default(), nothing());
        let mut next = |working| {
            queue.working = working;
            queue.next(2).map(|next| next.turn)
        };
        assert_eq!(next([0, 2, 1, 2]), Some(Turn::FIRST));
        assert_eq!(next([0, 2, 1, 2]), None, "what is left is for other threads");
        assert_eq!(next([1, 1, 1, 2]), Some(Turn::MIDDLE));
        assert_eq!(next([0, 0, 1, 2]), None, "what is left is long");
        // Heavy questions have waited for longer, and yet one thread is not for them.
        assert_eq!(next([0, 0, 0, 2]), Some(Turn::LONG));
        assert_eq!(next([0, 0, 0, 2]), None, "what is left is heavy");
        assert_eq!(next([1, 2, 0, 1]), Some(Turn::LAST));
    }

    #[test]
    fn a_turn_is_of_the_class_that_its_question_has_shown_itself_to_be_of() {
        let after = |millis: u64| SoFar::default().and(Duration::from_millis(millis));
        let fresh = SoFar::default();
        assert_eq!(
            [Turn::FIRST, Turn::MIDDLE, Turn::BEGIN, Turn::LONG].map(|turn| turn.class(&fresh)),
            [0, 1, 2, 2]
        );
        assert_eq!([5, 100, 300].map(|millis| Turn::BEGIN.class(&after(millis))), [1, 2, 3]);
        assert_eq!([5, 100, 300].map(|millis| Turn::LAST.class(&after(millis))), [2, 2, 3]);
        assert_eq!(Turn::LAST.class(&after(1000).and(Duration::from_millis(1))), 3, "it has had its second");
    }

    #[test]
    fn a_question_of_a_moment_comes_before_greater_ones_that_have_waited_for_seconds() {
        let mut queue = Queue::default();
        let mut push = |now: u64, took: u64| {
            let so_far = SoFar::default().and(Duration::from_millis(took));
            queue.push(Duration::from_millis(now), Turn::BEGIN, so_far, Box::new(|_| true));
        };
        (0..40).for_each(|_| push(0, 50));
        push(8000, 4);
        push(12_000, 4);
        assert_eq!(queue.next(2).unwrap().so_far.used, Duration::from_millis(4));
        assert_eq!(queue.next(2).unwrap().so_far.used, Duration::from_millis(50), "nobody waits for ever");
    }

    fn in_runtime<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(work)
    }

    #[test]
    fn a_simple_question_is_answered_while_heavy_ones_hold_all_their_threads() {
        in_runtime(async {
            let work = Work::new();
            let (started, mut seen) = tokio::sync::mpsc::unbounded_channel();
            let (release, held) = mpsc::channel::<()>();
            let held = Arc::new(Mutex::new(held));
            let mut heavy = Vec::new();
            for _ in 0..work.0.cores + 5 {
                let (work, started, held) = (work.clone(), started.clone(), held.clone());
                heavy.push(tokio::spawn(async move {
                    let job = move || {
                        let _ = started.send(());
                        // Held until the simple question has been answered.
                        let _ = held.lock().unwrap().recv();
                        Ok(())
                    };
                    work.once(Turn::LONG, job).await.unwrap();
                }));
            }
            for _ in 0..=work.0.cores {
                seen.recv().await;
            }
            assert_eq!(work.once(Turn::FIRST, || Ok(5)).await.unwrap(), 5);
            assert!(heavy.iter().all(|heavy| !heavy.is_finished()));
            drop(release);
            for heavy in heavy {
                heavy.await.unwrap();
            }
        });
    }

    #[test]
    fn a_question_that_fails_inside_is_refused_and_the_next_one_answered() {
        in_runtime(async {
            let work = Work::new();
            let failed = work.once(Turn::FIRST, || Ok("no number".parse::<u32>().unwrap())).await;
            assert_eq!(failed.unwrap_err().status, StatusCode::INTERNAL_SERVER_ERROR);
            assert_eq!(work.once(Turn::FIRST, || Ok(1)).await.unwrap(), 1);
            while work.queue().threads > 0 {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            assert_eq!(work.queue().working, [0; 4]);
        });
    }

    #[test]
    fn whoever_has_left_is_not_worked_for() {
        in_runtime(async {
            let work = Work::new();
            let turns = Arc::new(Mutex::new(0));
            let counted = turns.clone();
            let (begun, wait) = tokio::sync::oneshot::channel();
            let mut begun = Some(begun);
            let job = move |_| {
                *counted.lock().unwrap() += 1;
                begun.take().map(|begun| begun.send(()));
                std::thread::sleep(Duration::from_millis(5));
                Ok(None::<()>)
            };
            let asking = tokio::spawn({
                let work = work.clone();
                async move { work.run(Turn::FIRST, job).await }
            });
            wait.await.unwrap();
            asking.abort();
            while work.queue().threads > 0 {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            let after = *turns.lock().unwrap();
            tokio::time::sleep(Duration::from_millis(30)).await;
            assert_eq!(*turns.lock().unwrap(), after);
        });
    }

    #[test]
    fn a_queue_that_is_full_says_so_and_when_to_come_again() {
        in_runtime(async {
            let work = Work::new();
            for _ in 0..MOST_WAITING {
                work.queue().push(Duration::ZERO, Turn::LONG, SoFar::default(), Box::new(|_| true));
            }
            let refused = work.once(Turn::FIRST, || Ok(())).await.unwrap_err();
            assert_eq!((refused.status, refused.again), (StatusCode::TOO_MANY_REQUESTS, Some(5)));
        });
    }
}
