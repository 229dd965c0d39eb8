//! How many times are enough, and how sure that is.
//!
//! The numbers of times are gone through from the greatest down, and the way ends at the first whose interval of the
//! difference reaches beyond the margin. In such a fixed order no interval has to be widened for the number of looks: to
//! advise too little, the first step that is really too far must be passed, and that happens with the chance of error of
//! one interval (fixed-sequence testing, Maurer, Hothorn and Lehmacher 1995).

use super::{Way, points};
use dealwright::stats::Interval;
use dealwright::summary::{SummaryLine, shares_apart};
use dealwright::text::{grouped, number_in_words};

/// One number of times, beside the perfect shuffle.
pub struct Looked<'a> {
    pub times: u32,
    pub line: &'a SummaryLine,
    /// Its share less the perfect one; none while some are undecided.
    pub difference: Option<f64>,
    /// Where the true difference lies, whatever undecided ones are.
    pub interval: Option<Interval>,
}

impl<'a> Looked<'a> {
    pub fn new(times: u32, line: &'a SummaryLine, perfect: &SummaryLine, confidence: f64) -> Self {
        let (difference, interval, _) = shares_apart(line, perfect, confidence).unwrap_or_default();
        Self { times, line, difference, interval }
    }

    /// "-1.23"; empty while it is not known.
    pub fn difference_in_words(&self) -> String {
        self.difference.map_or(String::new(), |difference| format!("{:+.2}", 100.0 * difference))
    }

    /// "-2.10 to +0.31".
    pub fn interval_in_words(&self) -> String {
        self.interval.map_or(String::new(), |interval| {
            format!("{:+.2} to {:+.2}", 100.0 * interval.low, 100.0 * interval.high)
        })
    }

    /// "-1.23 points, -2.10 to -0.36".
    fn in_words(&self) -> String {
        match self.difference {
            Some(_) => format!("{} points, {}", self.difference_in_words(), self.interval_in_words()),
            None => format!("{} points", self.interval_in_words()),
        }
    }

    fn is_within(&self, margin: f64) -> bool {
        self.interval.is_some_and(|interval| -margin <= interval.low && interval.high <= margin)
    }

    fn is_beyond(&self, margin: f64) -> bool {
        self.interval.is_some_and(|interval| interval.high < -margin || margin < interval.low)
    }

    /// Deals of each way after which the interval would be narrow enough, if the difference stays as it is, or comes down
    /// to half the margin where it is greater. Undecided challenges do not become fewer with more deals.
    fn needed(&self, margin: f64) -> Option<u64> {
        let interval = self.interval?;
        let (middle, half) = ((interval.low + interval.high) / 2.0, (interval.high - interval.low) / 2.0);
        let room = (margin - middle.abs()).max(margin / 2.0);
        let needed = self.line.total() as f64 * (half / room).powi(2);
        if self.difference.is_none() || needed.is_nan() || needed >= 1e15 {
            return None;
        }
        // Two figures, upwards: more would pretend to know more.
        let unit = 10f64.powf(needed.log10().floor() - 1.0);
        Some(((needed / unit).ceil() * unit).round() as u64)
    }
}

/// What a player should do.
#[derive(Debug, PartialEq)]
pub enum Advice {
    /// From this look on every difference is within the margin.
    Enough(usize),
    /// Even after the greatest number of times the difference is beyond the margin.
    TooFew,
    /// The sample does not tell; so many deals of each way might.
    Unsure(Option<u64>),
}

/// The advice that looks at growing numbers of times give.
pub fn advice(looked: &[Looked<'_>], margin: f64) -> Advice {
    let first_good = looked.iter().rposition(|look| !look.is_within(margin)).map_or(0, |bad| bad + 1);
    match looked.last() {
        Some(_) if first_good < looked.len() => Advice::Enough(first_good),
        Some(last) if last.is_beyond(margin) => Advice::TooFew,
        last => Advice::Unsure(last.and_then(|last| last.needed(margin))),
    }
}

impl Advice {
    pub fn needed(&self) -> Option<u64> {
        if let Advice::Unsure(needed) = self { *needed } else { None }
    }

    /// The fewest times that are enough.
    pub fn enough(&self, looked: &[Looked<'_>]) -> Option<u32> {
        if let Advice::Enough(first) = self { Some(looked[*first].times) } else { None }
    }

    pub fn in_words(&self, way: &Way, looked: &[Looked<'_>], margin: f64) -> String {
        let margin_words = points(margin);
        let counted = |times: u32| {
            format!("{} {}", number_in_words(times.into()), if times == 1 { way.one } else { way.many })
        };
        match self {
            Advice::Enough(first) => {
                let (look, most) = (&looked[*first], looked.last().map_or(0, |look| look.times));
                let is = match look.times {
                    0 => format!("No {} are needed", way.many),
                    1 => format!("One {} is enough", way.one),
                    times => format!("{} are enough", capital(&counted(times))),
                };
                let on = if look.times == most {
                    String::new()
                } else {
                    format!(" from there on (up to {most} were tried),")
                };
                let mut words = format!(
                    "{is}:{on} the solvable share is within {margin_words} of a perfect shuffle ({}).",
                    look.in_words()
                );
                if let Some(fewer) = first.checked_sub(1).map(|fewer| &looked[fewer]) {
                    let says = match (fewer.is_beyond(margin), fewer.times) {
                        (true, 1) => "changes it by more",
                        (true, _) => "change it by more",
                        (false, _) => "may change it by more, these deals do not tell",
                    };
                    words.push_str(&format!(
                        " {} {says} ({}).",
                        capital(&counted(fewer.times)),
                        fewer.in_words()
                    ));
                }
                words
            }
            Advice::TooFew => {
                let last = looked
                    .last()
                    .map_or(String::new(), |last| format!("{} ({})", counted(last.times), last.in_words()));
                format!(
                    "Even {last} leave the solvable share more than {margin_words} from a perfect shuffle."
                )
            }
            Advice::Unsure(needed) => {
                let deals = looked.last().map_or(0, |last| last.line.total());
                let help = match needed {
                    Some(needed) => format!("about {} of each way might", grouped(*needed)),
                    None if looked.last().is_some_and(|last| last.difference.is_none()) => {
                        "some are undecided, and higher limits might decide them".into()
                    }
                    None => "a wider margin might".into(),
                };
                format!(
                    "How many {} are enough cannot be told within {margin_words} from {} deals; {help}.",
                    way.many,
                    grouped(deals)
                )
            }
        }
    }
}

fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dealwright::record::Schema;
    use dealwright::setup::shuffle::Shuffle;
    use dealwright::summary::Choice;
    use std::sync::Arc;

    fn line(solvable: u64, of: u64, undecided: u64) -> SummaryLine {
        let mut line = SummaryLine::new("", Choice::Sample, &Arc::new(Schema::of([]).unwrap()), &[]);
        (line.solvable, line.unsolvable, line.undecided) = (solvable, of - solvable - undecided, undecided);
        line
    }

    fn way() -> Way {
        Way { name: "riffle", one: "riffle", many: "riffles", times: Vec::new(), shuffle: Shuffle::Riffle }
    }

    /// The advice from shares in tenths of a per cent, beside one half, of so many deals each.
    fn advised(tenths: &[u64], deals: u64, undecided: u64) -> (Advice, Option<u32>, String) {
        let perfect = line(deals / 2, deals, 0);
        let lines: Vec<SummaryLine> =
            tenths.iter().map(|tenth| line(tenth * deals / 1000, deals, undecided)).collect();
        let looked: Vec<Looked<'_>> =
            (0..).zip(&lines).map(|(times, line)| Looked::new(times, line, &perfect, 0.95)).collect();
        let found = advice(&looked, 0.02);
        let (enough, words) = (found.enough(&looked), found.in_words(&way(), &looked, 0.02));
        (found, enough, words)
    }

    #[test]
    fn the_fewest_times_from_which_on_all_is_well_are_advised() {
        assert_eq!(advised(&[700, 550, 501, 499, 500], 100_000, 0).1, Some(2));
        assert_eq!(advised(&[500, 500, 500], 100_000, 0).1, Some(0));
        // What is near by accident before something far does not count.
        assert_eq!(advised(&[700, 500, 530, 499, 500], 100_000, 0).1, Some(3));
        let (_, _, words) = advised(&[700, 550, 501, 499, 500], 100_000, 0);
        assert_eq!(
            words,
            "Two riffles are enough: from there on (up to 4 were tried), the solvable share is within 2 points of a perfect \
             shuffle (+0.10 points, -0.34 to +0.54). One riffle changes it by more (+5.00 points, +4.56 to +5.44)."
        );
    }

    #[test]
    fn a_sample_that_is_too_small_says_how_many_deals_might_do() {
        let (found, enough, words) = advised(&[600, 505], 1000, 0);
        assert_eq!(enough, None);
        let needed = found.needed().unwrap();
        assert!(words.ends_with(&format!("about {} of each way might.", grouped(needed))), "{words}");
        // With so many, and the same shares, it is settled; with a tenth fewer it is not.
        assert_eq!(advised(&[600, 505], needed, 0).1, Some(1));
        assert_eq!(advised(&[600, 505], needed * 9 / 10, 0).1, None);
        // A difference beyond the margin that may be chance also has its number.
        assert!(advised(&[600, 530], 1000, 0).0.needed().is_some());
    }

    #[test]
    fn shuffles_that_never_come_near_are_said_to_be_too_few() {
        let (found, _, words) = advised(&[700, 600], 10_000, 0);
        assert_eq!(found, Advice::TooFew);
        assert!(words.starts_with("Even one riffle (+10.00 points, "), "{words}");
    }

    #[test]
    fn undecided_deals_are_never_taken_for_unsolvable_ones() {
        // Taken as unsolvable they would make the shares equal.
        let (found, _, words) = advised(&[500, 500], 100_000, 4000);
        assert_eq!(found, Advice::Unsure(None));
        assert!(words.contains("higher limits might decide them"), "{words}");
    }
}
