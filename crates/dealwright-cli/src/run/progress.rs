//! How far a run is, for who watches.

use super::queue::Queue;
use dealwright::study::{Extent, Study};
use dealwright::text::{counted, grouped};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How far the climbs of a hunt are. One climb can take hours, so their number alone says nothing for a long time.
#[derive(Default)]
pub struct Climbs {
    pub under_way: AtomicU64,
    /// Layouts that were looked at in this run, and all that will be.
    looked_at: AtomicU64,
    all: u64,
}

impl Climbs {
    pub fn step(&self) {
        self.looked_at.fetch_add(1, Ordering::Relaxed);
    }

    fn words(&self, elapsed: Duration) -> String {
        let looked_at = self.looked_at.load(Ordering::Relaxed);
        let under_way = counted(self.under_way.load(Ordering::Relaxed), "climb");
        let mut words =
            format!("{under_way} under way, {} of {} layouts", grouped(looked_at), grouped(self.all));
        // The first layouts take the longest: a hundredth of them is enough to guess by.
        if looked_at > 0 && looked_at >= self.all / 100 {
            let left = elapsed.as_secs_f64() * self.all.saturating_sub(looked_at) as f64 / looked_at as f64;
            let _ = write!(words, ", about {} left", duration(left));
        }
        words
    }
}

/// "40 s", "3 min", "2.5 h".
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

/// How fast it goes and how long it will take; nothing before there is something to guess by.
fn pace(done: u64, all: u64, per_second: f64, left: Duration) -> String {
    if done == 0 || done >= all || per_second <= 0.0 {
        return String::new();
    }
    let each = if per_second < 10.0 { format!("{per_second:.1}") } else { grouped(per_second as u64) };
    format!(", {each}/s, about {} left", duration(left.as_secs_f64()))
}

/// A bar for who watches, and the climbs it shows where challenges are hunted for.
pub fn bar(study: &Study, queue: &Queue, wanted: bool) -> (ProgressBar, Arc<Climbs>) {
    let to_do = queue.challenges_to_do();
    let steps = study.hunt.map_or(0, |hunt| hunt.steps);
    let climbs = Arc::new(Climbs { all: to_do.saturating_mul(steps), ..Climbs::default() });
    if !wanted {
        return (ProgressBar::hidden(), climbs);
    }
    let (bar, template) = match study.extent {
        // How many it will be is not known.
        Extent::Until { .. } => {
            (ProgressBar::new_spinner(), "{spinner} {human_pos} challenges, {per_sec}, {elapsed}  {msg}")
        }
        _ if study.hunt.is_some() => {
            (ProgressBar::new(to_do), "{spinner} {human_pos}/{human_len} climbs done, {climbs}  {msg}")
        }
        _ => (ProgressBar::new(to_do), "{bar:30} {human_pos}/{human_len}{pace}  {msg}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        let shown = climbs.clone();
        let pace = |state: &ProgressState, out: &mut dyn Write| {
            let (done, all) = (state.pos(), state.len().unwrap_or(0));
            let _ = out.write_str(&pace(done, all, state.per_sec(), state.eta()));
        };
        let style = style.with_key("pace", pace);
        bar.set_style(style.with_key("climbs", move |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&shown.words(state.elapsed()));
        }));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    (bar, climbs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_guessed_before_the_first_challenge_is_done() {
        assert_eq!(pace(0, 200, 0.0, Duration::ZERO), "");
        assert_eq!(pace(10, 200, 2.5, Duration::from_secs(76)), ", 2.5/s, about 76 s left");
        assert_eq!(pace(10, 20_000, 1500.2, Duration::from_secs(13)), ", 1,500/s, about 13 s left");
    }

    #[test]
    fn a_hunt_says_what_is_true_before_the_first_climb_is_done() {
        let climbs = Climbs { under_way: 2.into(), looked_at: 0.into(), all: 800_000 };
        let words = |climbs: &Climbs, seconds| climbs.words(Duration::from_secs(seconds));
        assert_eq!(words(&climbs, 60), "2 climbs under way, 0 of 800,000 layouts");
        climbs.looked_at.store(7_999, Ordering::Relaxed);
        assert!(!words(&climbs, 60).contains("left"), "no estimate before there is one");
        climbs.looked_at.store(200_000, Ordering::Relaxed);
        assert_eq!(words(&climbs, 60), "2 climbs under way, 200,000 of 800,000 layouts, about 3 min left");
    }
}
