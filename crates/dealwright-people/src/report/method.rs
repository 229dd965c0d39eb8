//! The report's section on method: enough to work every figure out again from the rows beside it.

use crate::challenges::{GRAPH_STATES, MEASURES};
use crate::difficulty::ERROR;
use crate::math::FEWEST;
use dealwright::text::grouped;
use maud::{Markup, html};

/// The section.
pub fn method() -> Markup {
    html! {
        section id="method" {
            h2 { "Method" }
            h3 { "Setup times" }
            p { "Rows: " code { "steps.csv" } ", those of runs that were finished. " code { "actions_…" } " are the numbers of actions of a step, swaps and turns as they were tapped included, each with another check." }
            p {
                "Model: seconds of a step = speed of the person × course of the session × (overhead + Σ actions × seconds of the action) × noise. "
                "Speeds have mean 1 over people. The course is exp(a (log₂ r − 1) + b t / 10) for the r-th run of this setup by this person after t tasks. "
                "Overhead is reading a step and tapping; it is no part of a setup's time."
            }
            p {
                "Fit: speeds, course and seconds in turn until none changes by more than 10⁻⁷ of the greatest. Each step counts by one over the square of the seconds expected of it (at least 0.1), "
                "first by the assumed weights with an overhead of 2 seconds, then once more by the weights found with them. A person's speed is the sum of seconds × expected seconds over the sum of squared expected seconds, "
                "all counted in that way, seconds divided by the course first. a and b take a Newton step on what is left after each person's mean; seconds of actions and overhead are non-negative least squares (Lawson and Hanson 1974) of seconds divided by speed and course. "
                "An action is measured if more than a thousandth of its square is left after all the others; else its weight stays assumed, or only a sum is known."
            }
            p {
                "Intervals: people are drawn with replacement, everything is fitted again with steps counted as before, and the 95% interval runs between the shares Φ(∓t √(n/(n−1))) of the results, t the 97.5% point of Student's t with n − 1 degrees (Hesterberg 2015). "
                "None with fewer than " (FEWEST) " people, or where one resample in twenty cannot be fitted."
            }
            p {
                "Setups left out: weights are fitted to all other setups, steps counted by the assumed weights; what they say of this one is compared with the mean of its runs, each divided by speed and course. The assumed weights, and the assumed weights multiplied by what fits the other setups best, "
                "get the same seconds for reading and tapping. Errors are means of absolute differences over setups."
            }
            h3 { "Difficulty" }
            p {
                "Rows: " code { "games.csv" } " and " code { "challenges.csv" } ". Left out: games broken off, challenges that the same person played before, challenges without a solution or undecided. "
                "Solved means solved without hints, without the solution and without asking where it was lost. Time is the logarithm of the seconds of those that were solved. "
                "Measures: " (MEASURES.map(|measure| measure.words).join("; ")) ". Positions are followed up to " (grouped(GRAPH_STATES)) "."
            }
            p {
                "Correlations: Kendall's tau-b and Spearman's rho within each person with at least 3 games in which both vary; their mean over people with interval and p value of Student's t for one sample. "
                "Levels: for each pair, the mean over people of the difference between a person's two means, tested in the same way. "
                "p values are adjusted by Holm's method, over all measures and both outcomes of a game, and over all pairs and both outcomes; below " (ERROR) " is called significant."
            }
            p {
                "Models: logistic regression of failure; linear regression of time with both sides less each person's mean. Chance, walk model, dead ends and positions enter as logarithms (0.001 added), all measures standardised where the model is fitted, "
                "half the sum of the squared slopes added to minus the log likelihood, and to half the sum of squared errors. Ten parts: people with such games, in the order of their files, are numbered; each is in the part of its number modulo 10, and predicted by models fitted to the other nine. The best single measure is chosen in those nine. "
                "Losses (minus log likelihood; squared error) are means over a person's games, then over people; differences have intervals of Student's t over people."
            }
            h3 { "Limits" }
            p {
                "People are what is independent. If everybody played the same challenges, all this holds for these challenges only. Undecided and unsolvable challenges never count as failures. "
                "Whether the intervals cover what is true in 95% of sessions was tried with simulated people only (./test people). docs/methods.md, With people, says the same at more length."
            }
        }
    }
}
