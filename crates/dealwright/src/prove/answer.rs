//! What trying came to, in words: what is proved, and never more.

use super::Proof;
use crate::setup::count::{LOOK_AT_ALL, Number, count_with, with_power};
use crate::text::{counted, group_digits, grouped};
use num_bigint::BigUint;

/// What was tried so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Challenges.
    pub tried: u64,
    /// Different challenges that these stand for.
    pub different: u64,
    /// Those that stayed undecided.
    pub undecided: u64,
}

impl Tally {
    /// Adds what a block came to.
    pub fn add(&mut self, tried: u64, different: u64, undecided: u64) {
        self.tried += tried;
        self.different += different;
        self.undecided += undecided;
    }
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The setup with everything that was chosen.
    pub setup: String,
    /// Whether every deal can be solved; none where that is not known.
    pub always: Option<bool>,
    /// Challenges that were tried.
    pub tried: u64,
    /// Those that stayed undecided.
    pub undecided: u64,
    /// Different challenges of the setup, where that is known.
    pub different: Option<BigUint>,
    /// Physical arrangements.
    pub physical: BigUint,
    /// The ID of a challenge without a solution.
    pub counterexample: Option<String>,
    /// What was tried.
    scope: Scope,
    /// Whether some boards are dealt again.
    deals_again: bool,
    is_built: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Scope {
    /// Every different challenge, of those that symmetries make equal one.
    All { symmetries: Vec<String> },
    /// Deals by chance; different challenges in words.
    Samples { different: String },
    /// A part of the work.
    Part,
}

/// What is known of deals that are built up, beside what was tried.
const BY_CONSTRUCTION: &str = "Each deal is built around a solution, so that it can be solved follows from the way it is built; what was tried here does \
                               not rely on that.";

impl Answer {
    /// The answer after everything was tried, or everything up to a dead challenge; `symmetries` are those that were used.
    pub fn new(proof: &Proof<'_>, tally: Tally, dead: Option<String>, symmetries: &[String]) -> Self {
        let dealer = proof.dealer;
        let mut found = count_with(dealer, &[], 0);
        let always = match (&dead, tally.undecided, proof.is_whole()) {
            (Some(_), ..) => Some(false),
            (None, 0, true) => Some(true),
            _ => None,
        };
        let complete = proof.is_whole() && dead.is_none();
        // Where nothing else says how many there are, they are counted as `count` does it.
        if !complete && proof.different().is_none() && !matches!(found.distinct, Number::Exact(_)) {
            found = count_with(dealer, &[], LOOK_AT_ALL);
        }
        let different = match (&found.distinct, proof.different()) {
            (_, Some(different)) => Some(BigUint::from(different)),
            (Number::Exact(different), _) => Some(different.clone()),
            _ if complete => Some(BigUint::from(tally.different)),
            _ => None,
        };
        let scope = match proof.is_whole() {
            true => Scope::All { symmetries: symmetries.to_vec() },
            false => Scope::Samples { different: found.distinct.in_words() },
        };
        Self {
            setup: dealer.setup.name_with_choices(),
            always,
            tried: tally.tried,
            undecided: tally.undecided,
            different,
            physical: found.physical,
            counterexample: dead,
            scope,
            deals_again: dealer.setup.deals_again(),
            is_built: dealer.plan.build.is_some(),
        }
    }

    /// The same where only a part was tried: it proves nothing unless a dead challenge was found.
    pub fn of_part(self) -> Self {
        let always = self.always.filter(|always| !always);
        let different = self.different.filter(|_| !self.deals_again);
        Self { always, different, scope: Scope::Part, ..self }
    }

    /// The answer in sentences. What a dead challenge is dead of is not told here.
    pub fn in_words(&self) -> Vec<String> {
        if self.counterexample.is_some() {
            return vec![self.not_always()];
        }
        match &self.scope {
            Scope::All { symmetries } => self.of_all(symmetries),
            Scope::Samples { different } => self.of_samples(different),
            Scope::Part => {
                vec![format!(
                    "No dead deal among {} of this part{}.",
                    self.tried_deals(),
                    self.but_undecided()
                )]
            }
        }
    }

    fn tried_deals(&self) -> String {
        counted(self.tried, "deal")
    }

    fn but_undecided(&self) -> String {
        match self.undecided {
            0 => String::new(),
            n => format!(
                ", but {} undecided",
                if n == 1 { "1 is".into() } else { format!("{} are", grouped(n)) }
            ),
        }
    }

    fn not_always(&self) -> String {
        let kind = match self.scope {
            Scope::Samples { .. } => "random deal",
            _ => "different deal",
        };
        let solved = self.tried.saturating_sub(1 + self.undecided);
        let undecided = match self.undecided {
            0 => String::new(),
            n => format!(", {} undecided", grouped(n)),
        };
        match self.tried {
            1 => "Not always solvable: the first deal that was tried is dead.".into(),
            tried => format!(
                "Not always solvable: of {} tried, {} solved{undecided}, and the last one is dead.",
                counted(tried, kind),
                if solved == 1 { "1 was".into() } else { format!("{} were", grouped(solved)) }
            ),
        }
    }

    fn of_all(&self, symmetries: &[String]) -> Vec<String> {
        let different = self.different.as_ref().map_or(String::new(), |n| group_digits(&n.to_string()));
        let physical = group_digits(&self.physical.to_string());
        let arrangements = if physical == "1" { "arrangement" } else { "arrangements" };
        let stand_for = match self.deals_again {
            false => format!("stand for {physical} physical {arrangements}"),
            true => format!("are all that {physical} physical {arrangements} leave after dealing again"),
        };
        let solved = match different.as_str() {
            "1" => format!(
                "the only deal there is was solved. It {}",
                stand_for.replacen("stand", "stands", 1).replacen("are all", "is all", 1)
            ),
            different => format!("all {different} different deals were solved, which {stand_for}"),
        };
        let mut told = vec![match self.undecided {
            0 => format!("Always solvable: {solved}."),
            n => format!(
                "Not known: no deal is dead, but {} of {} undecided, because a limit ran out (--max-states, --max-memory). \
                 All others were solved.",
                grouped(n),
                if n == 1 {
                    format!("{} different deals is", grouped(self.tried))
                } else {
                    format!("{} different deals are", grouped(self.tried))
                }
            ),
        }];
        if !symmetries.is_empty() {
            told.push(format!(
                "{} tried: one for all that {} equal.",
                match self.tried {
                    1 => "1 of them was".to_string(),
                    n => format!("{} of them were", grouped(n)),
                },
                match symmetries {
                    [one] => format!("the symmetry '{one}' makes"),
                    several => format!("the symmetries {} make", several.join(", ")),
                }
            ));
        }
        told
    }

    fn of_samples(&self, different: &str) -> Vec<String> {
        let found = match self.undecided {
            0 => format!("Not proved: all of {} by chance were solved.", self.tried_deals()),
            _ => format!(
                "Not proved: no dead deal among {} by chance{}.",
                self.tried_deals(),
                self.but_undecided()
            ),
        };
        let most = at_most(self.undecided);
        let bound = match self.undecided {
            0 => format!(
                "With 95% confidence, fewer than 3 in {} deals are dead (rule of three).",
                grouped(self.tried)
            ),
            _ => format!(
                "With 95% confidence, fewer than {most:.1} in {} deals are dead, if the undecided ones are counted as dead.",
                grouped(self.tried)
            ),
        };
        let lower = different.replacen("At most", "at most", 1).replacen("Between", "between", 1);
        let mut words = vec![
            found,
            // A handful of deals says nothing.
            if most >= self.tried as f64 {
                "So few solved deals say nothing about the others.".into()
            } else {
                bound
            },
            format!("There are {lower} different deals; the others were not looked at."),
        ];
        if self.is_built {
            words.push(BY_CONSTRUCTION.into());
        }
        words
    }

    /// Physical arrangements with the power of ten where it helps.
    pub fn physical_in_words(&self) -> String {
        with_power(&self.physical)
    }
}

/// How many dead ones there would be among as many deals, if as many were seen as are undecided: the greatest number that is
/// not refuted at 95%. It is 3 where none is undecided, by the Poisson distribution, which errs on the safe side.
pub fn at_most(undecided: u64) -> f64 {
    if undecided == 0 {
        return 3.0;
    }
    let n = undecided as f64;
    // Chance of seeing no more than n where so many are expected.
    let chance = |expected: f64| {
        let mut term = -expected;
        let mut greatest = f64::NEG_INFINITY;
        let mut terms = Vec::new();
        for k in 0..=undecided.min(1_000_000) {
            if k > 0 {
                term += expected.ln() - (k as f64).ln();
            }
            greatest = greatest.max(term);
            terms.push(term);
        }
        terms.iter().map(|term| (term - greatest).exp()).sum::<f64>().ln() + greatest
    };
    let (mut low, mut high) = (n, n + 10.0 + 4.0 * n.sqrt());
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if chance(middle) > 0.05_f64.ln() {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::at_most;

    #[test]
    fn the_bound_is_that_of_the_poisson_distribution() {
        // scipy.stats.chi2.ppf(0.95, 2 * (u + 1)) / 2
        for (undecided, bound) in
            [(1, 4.743_864_518_390_579), (2, 6.295_793_621_871_99), (10, 16.962_219_235_721_9)]
        {
            assert!((at_most(undecided) - bound).abs() < 1e-6, "{undecided}: {}", at_most(undecided));
        }
        assert_eq!(at_most(0), 3.0);
    }
}
