//! The ledger: every claim by name, and what our records say about it.

mod boxoff;
mod counts;
mod fujisan;
mod mountains;
mod pretzel;

use super::finding::{Finding, Verdict};
use super::found::Found;
use super::judge::{FREE, OWN, together};

/// Challenges named where a claim has none of its own.
const EXAMPLES: usize = 3;

/// A claim as it stands in the paper.
pub struct Claim {
    /// Its name.
    pub name: &'static str,
    /// What the paper says, in our words.
    pub says: &'static str,
    /// Studies it needs.
    pub parts: &'static [&'static str],
    /// Figures that show it.
    pub figures: &'static [&'static str],
    judge: fn(&Found) -> Option<Judged>,
}

/// What was found.
#[derive(Default)]
pub struct Judged {
    /// What was found.
    pub findings: Vec<Finding>,
    /// In a sentence or two.
    pub words: String,
    /// Challenges to look at: what they show, and their IDs.
    pub examples: Vec<(String, String)>,
    /// Where the statements together are judged otherwise than each by itself.
    pub verdict: Option<Verdict>,
}

impl Judged {
    /// Adds a statement, if it could be put to the test.
    fn push(&mut self, finding: Option<Finding>) {
        self.findings.extend(finding);
    }

    fn example(&mut self, what: &str, id: Option<&String>) {
        if let Some(id) = id {
            self.examples.push((what.into(), id.clone()));
        }
    }
}

/// A line of the ledger.
pub struct Entry {
    /// The claim.
    pub claim: &'static Claim,
    /// The verdict.
    pub verdict: Verdict,
    /// How it was judged.
    pub judged: Judged,
}

impl Claim {
    /// Judges it by the records there are.
    pub fn judged(&'static self, found: &Found) -> Entry {
        let mut judged = (self.judge)(found).unwrap_or_else(|| Judged {
            words: "The records for it are not there: they are part of a larger run.".into(),
            verdict: Some(Verdict::CannotTell),
            ..Judged::default()
        });
        if judged.examples.is_empty() {
            // The first of every line that was looked at, or of a few.
            let lines = found.lines.iter().filter(|seen| self.parts.contains(&seen.part));
            for seen in lines.take(EXAMPLES) {
                judged.example(&seen.words(), seen.first_id.as_ref());
            }
        }
        let verdict = judged.verdict.unwrap_or_else(|| together(&judged.findings, OWN, &[FREE]));
        Entry { claim: self, verdict, judged }
    }
}

impl Entry {
    /// Of the statements of significance that decide the verdict, the one that the fewest studies of the paper's size find.
    pub fn hardest(&self) -> Option<&Finding> {
        let reading = if let Verdict::OnlyUnder(reading) = self.verdict { reading } else { OWN };
        let findings = self.judged.findings.iter().filter(|finding| {
            finding.rule.is_by_studies()
                && finding.verdict != Verdict::Shown
                && (finding.reading.is_empty() || finding.reading == reading)
        });
        findings
            .filter(|finding| finding.found_in.is_some())
            .min_by(|a, b| a.found_in.unwrap_or(1.0).total_cmp(&b.found_in.unwrap_or(1.0)))
    }

    /// "30% of studies of the paper's size find it (Dominoes above Piecepack)"; nothing for a claim without significance.
    pub fn found_words(&self) -> String {
        let words = |finding: &Finding| {
            let share = finding.found_words();
            format!("{share} of studies of the paper's size find it ({})", finding.statement)
        };
        self.hardest().map_or(String::new(), words)
    }
}

const BOXOFF_464: &[&str] = &["boxoff-464", "boxoff-464-census"];
const BOXOFF_BOTH: &[&str] = &["boxoff-464", "boxoff-464-census", "boxoff-666-shuffled", "boxoff-666-ltiles"];
const PRETZEL: &[&str] = &["pretzel", "pretzel-census", "pretzel-census-shuffled"];
const FUJISAN: &[&str] = &["fujisan"];

/// All claims, in the order of the paper.
pub static CLAIMS: [Claim; 24] = [
    Claim {
        name: "boxoff-464-shuffled",
        says: "On 4x6 with four colours, 27% of shuffled boards are solvable.",
        parts: BOXOFF_464,
        figures: &["boxoff-solvability"],
        judge: boxoff::shuffled_464,
    },
    Claim {
        name: "boxoff-464-ltiles",
        says: "On 4x6 with four colours, 88% of boards from L-tiles are solvable.",
        parts: BOXOFF_464,
        figures: &["boxoff-solvability"],
        judge: boxoff::ltiles_464,
    },
    Claim {
        name: "boxoff-666-shuffled",
        says: "On 6x6 with six colours, 3% of shuffled boards are solvable.",
        parts: &["boxoff-666-shuffled"],
        figures: &["boxoff-solvability"],
        judge: boxoff::shuffled_666,
    },
    Claim {
        name: "boxoff-666-ltiles",
        says: "On 6x6 with six colours, 57% of boards from L-tiles are solvable.",
        parts: &["boxoff-666-ltiles"],
        figures: &["boxoff-solvability"],
        judge: boxoff::ltiles_666,
    },
    Claim {
        name: "boxoff-464-abc",
        says: "With three different colours on each L-tile 8.2% are solvable, far fewer than shuffled.",
        parts: BOXOFF_464,
        figures: &["boxoff-solvability"],
        judge: boxoff::abc_464,
    },
    Claim {
        name: "boxoff-significance",
        says: "L-tiles are significantly above Shuffled at both sizes; Browne and Maire found about 25% for shuffled \
               boards of 4x6 and under 5% for 6x6.",
        parts: BOXOFF_BOTH,
        figures: &["boxoff-solvability"],
        judge: boxoff::significance,
    },
    Claim {
        name: "boxoff-683",
        says: "The game as it is sold (6x8, three colours) is nearly always solvable, and random play seldom wins.",
        parts: &["boxoff-683"],
        figures: &["sample-boxoff-683"],
        judge: boxoff::standard,
    },
    Claim {
        name: "boxoff-interest",
        says: "With L-tiles, solvable boards are 62 points (4x6) and 50 points (6x6) ahead of random play; random play \
               does better on L-tiles than on shuffled boards.",
        parts: BOXOFF_BOTH,
        figures: &["boxoff-solvability"],
        judge: boxoff::interest,
    },
    Claim {
        name: "boxoff-pairs",
        says: "Of 38 adjacent pairs on 4x6, 22% are equal on shuffled boards (26% on solvable ones, 20% on others, a \
               significant difference); on boards of L-tiles at least 21%, 34% and 32%.",
        parts: &["boxoff-464"],
        figures: &["boxoff-pairs"],
        judge: boxoff::pairs,
    },
    Claim {
        name: "pretzel-44",
        says: "45% of shuffled deals with four suits and four ranks are solvable (de Bruijn).",
        parts: PRETZEL,
        figures: &["pretzel-solvability"],
        judge: pretzel::four_by_four,
    },
    Claim {
        name: "pretzel-solvability",
        says: "With four suits and two to nine ranks, Banded is significantly above Shuffled at every number of ranks; \
               Sequential helps or hinders as ranks are even or odd, with a dip at three and a spike at four, where it \
               is the same as Banded.",
        parts: PRETZEL,
        figures: &["pretzel-solvability"],
        judge: pretzel::solvability,
    },
    Claim {
        name: "pretzel-length",
        says: "With eight ranks the median shortest solution has 44 moves for Shuffled and Sequential and 42 for Banded; \
               Banded's decrease becomes significant as ranks grow.",
        parts: PRETZEL,
        figures: &["pretzel-length"],
        judge: pretzel::length,
    },
    Claim {
        name: "pretzel-interest",
        says: "Sequential and Banded are about equally far ahead of random play at four ranks; from five ranks on Banded \
               is ahead of both others.",
        parts: PRETZEL,
        figures: &["pretzel-interest"],
        judge: pretzel::interest,
    },
    Claim {
        name: "pretzel-blockades",
        says: "In Sequential deals of three ranks a Ducking Crab stands in 1 of 6 for spades and as often for diamonds, \
               hence at least 1 of 3 are dead at once; Duelling Deuces stand in 1 of 9. Neither can happen with as many \
               ranks as suits, nor in Banded.",
        parts: &["pretzel-census", "pretzel-squares", "pretzel"],
        figures: &["causes"],
        judge: pretzel::blockades,
    },
    Claim {
        name: "fujisan-solvability",
        says: "Shuffled is solvable in 85%, significantly less than the other three setups; among those only Dominoes \
               is significantly above Piecepack.",
        parts: FUJISAN,
        figures: &["fujisan-solvability"],
        judge: fujisan::solvability,
    },
    Claim {
        name: "fujisan-random",
        says: "A random player wins less than 0.003 of all games.",
        parts: FUJISAN,
        figures: &[],
        judge: fujisan::random,
    },
    Claim {
        name: "fujisan-length",
        says: "Lengths differ between the four setups (Kruskal–Wallis, p = 6.4e-9), Engraved being shorter: almost 10% of \
               its solutions have 8 or 9 moves against 3% for Dominoes. No solution is shorter than 8; the longest known \
               challenge needs 62.",
        parts: FUJISAN,
        figures: &["fujisan-length"],
        judge: fujisan::length,
    },
    Claim {
        name: "fujisan-counter",
        says: "Shortest solutions have 0 to 8 counter-intuitive moves, with no difference between the setups.",
        parts: &["fujisan-counter"],
        figures: &[],
        judge: fujisan::counter,
    },
    Claim {
        name: "fujisan-connectivity",
        says: "Solvable challenges are better connected in every setup; Piecepack and Dominoes are better connected than \
               the others.",
        parts: FUJISAN,
        figures: &["fujisan-connectivity"],
        judge: mountains::connectivity,
    },
    Claim {
        name: "fujisan-unique",
        says: "Shuffled challenges whose twelve steps all differ are solvable in 89%, a significant improvement.",
        parts: &["fujisan", "fujisan-restrictions"],
        figures: &["fujisan-restrictions"],
        judge: mountains::unique,
    },
    Claim {
        name: "fujisan-zeros",
        says: "Engraved Tiles show 2.5 zeros on average.",
        parts: FUJISAN,
        figures: &["engraved-tiles"],
        judge: mountains::zeros,
    },
    Claim {
        name: "fujisan-doubles",
        says: "Two zeros in a summit column make a challenge impossible, and no step with two zeros can be entered; \
               Piecepack never has two equal values on a step; Engraved repeats no pair but through its two topmost tiles.",
        parts: FUJISAN,
        figures: &["fujisan-restrictions"],
        judge: mountains::doubles,
    },
    Claim {
        name: "fujisan-poisson",
        says: "Lengths follow a Poisson rather than a normal distribution.",
        parts: FUJISAN,
        figures: &["fujisan-length"],
        judge: mountains::poisson,
    },
    Claim {
        name: "counts",
        says: "Numbers of possible challenges, by formulas and powers of ten; symmetry changes them by less than an order \
               of magnitude.",
        parts: &[],
        figures: &["counts"],
        judge: counts::counts,
    },
];
