//! The numbers of possible challenges.

use super::Judged;
use crate::finding::{Finding, Rule, Verdict};
use crate::found::Found;
use crate::judge::is_about_power;
use dealwright::Registry;
use dealwright::setup::count::{Number, count};
use dealwright::setup::load::dealer;
use dealwright::text::listed;
use dealwright_lab::files::load_setup;

/// One number of the paper.
struct Printed {
    setup: &'static str,
    options: &'static [(&'static str, &'static str)],
    title: &'static str,
    /// The formula as it is printed, and what it comes to.
    formula: &'static str,
    value: f64,
    /// The power of ten that is printed.
    power: i32,
}

fn factorial(n: u32) -> f64 {
    (1..=n).map(f64::from).product()
}

fn choose(n: u32, k: u32) -> f64 {
    factorial(n) / (factorial(k) * factorial(n - k))
}

fn printed() -> Vec<Printed> {
    let engraved: f64 =
        (5..=10).map(|i| choose(15, i) * choose(5, 10 - i) * 2f64.powi(i as i32) * factorial(10)).sum();
    vec![
        Printed {
            setup: "boxoff/shuffled",
            options: &[],
            title: "BoxOff (4,6,4) Shuffled",
            formula: "(hw)!/c!^k with k = hw/c: 24!/4!^6",
            value: factorial(24) / factorial(4).powi(6),
            power: 11,
        },
        Printed {
            setup: "boxoff/ltiles",
            options: &[],
            title: "BoxOff (4,6,4) L-Tiles",
            formula: "2^t t! with t = hw/3: 2^8 8!",
            value: 2f64.powi(8) * factorial(8),
            power: 6,
        },
        Printed {
            setup: "pretzel/shuffled",
            options: &[("ranks", "4")],
            title: "Pretzel (4,4) Shuffled",
            formula: "(kn)! = 16!",
            value: factorial(16),
            power: 13,
        },
        Printed {
            setup: "pretzel/sequential",
            options: &[("ranks", "4")],
            title: "Pretzel (4,4) Sequential",
            formula: "n!^k = 4!^4",
            value: factorial(4).powi(4),
            power: 5,
        },
        Printed {
            setup: "pretzel/banded",
            options: &[("ranks", "4")],
            title: "Pretzel (4,4) Banded",
            formula: "n!^k = 4!^4",
            value: factorial(4).powi(4),
            power: 5,
        },
        Printed {
            setup: "fujisan/shuffled",
            options: &[],
            title: "Fujisan Shuffled",
            formula: "24!/4!^6",
            value: factorial(24) / factorial(4).powi(6),
            power: 14,
        },
        Printed {
            setup: "fujisan/piecepack",
            options: &[],
            title: "Fujisan Piecepack",
            formula: "6!^4",
            value: factorial(6).powi(4),
            power: 10,
        },
        Printed {
            setup: "fujisan/engraved",
            options: &[],
            title: "Fujisan Engraved",
            formula: "sum over i of C(15,i) C(5,10-i) 2^i 10!",
            value: engraved,
            power: 13,
        },
        Printed {
            setup: "fujisan/dominoes",
            options: &[],
            title: "Fujisan Dominoes",
            formula: "C(15,12) 2^12 12!",
            value: choose(15, 12) * 2f64.powi(12) * factorial(12),
            power: 14,
        },
    ]
}

/// Boards that are not square, and mountains, look the same in four ways.
const QUARTER: &str = "a quarter, for symmetry";
const WAYS: f64 = 4.0;

/// The printed power of ten is about the number of different challenges, whatever the formula beside it comes to.
fn power_verdict(value: f64, power: i32, has_symmetries: bool) -> Verdict {
    match () {
        () if is_about_power(value, power) => Verdict::Agrees,
        () if has_symmetries && is_about_power(value / WAYS, power) => Verdict::OnlyUnder(QUARTER),
        () => Verdict::Differs,
    }
}

fn exact_of(number: &Number) -> Option<u64> {
    if let Number::Exact(n) = number { n.to_string().parse().ok() } else { None }
}

pub fn counts(_: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    let (mut formula_off, mut power_off, mut by_quarter) = (Vec::new(), Vec::new(), Vec::new());
    for paper in printed() {
        let options: Vec<(String, String)> =
            paper.options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let setup = load_setup(&Registry::standard(), paper.setup, &options).ok()?;
        let dealer = dealer(&setup).ok()?;
        // Turning and mirroring the board, not renaming its colours or suits.
        let symmetries: Vec<&str> = setup
            .game
            .info
            .symmetries
            .iter()
            .map(|symmetry| symmetry.name)
            .filter(|name| !["colours", "suits"].contains(name))
            .collect();
        let count = count(&dealer, &symmetries);
        let value = exact_of(&count.distinct)? as f64;
        let formula_fits = (paper.value / value - 1.0).abs() < 1e-9;
        let power = power_verdict(value, paper.power, !symmetries.is_empty());
        let title = paper.title.to_string();
        if !formula_fits {
            formula_off.push(title.clone());
        }
        match power {
            Verdict::OnlyUnder(_) => by_quarter.push(title.clone()),
            Verdict::Differs => power_off.push(title.clone()),
            _ => {}
        }
        let number = exact_of(&count.distinct)?;
        let different = format!("{} different challenges", count.distinct.in_words());
        judged.findings.push(
            Finding::new(
                &format!("{title}: formula"),
                Rule::Fact,
                paper.formula,
                different,
                Verdict::of(formula_fits),
                &[],
            )
            .exactly(value, Some(paper.value), number)
            .more(format!("it comes to {:.3e}", paper.value)),
        );
        let symmetric = match symmetries.is_empty() {
            true if power == Verdict::Differs && is_about_power(paper.value, paper.power) => {
                format!("the formula beside it comes to {:.1e}, which does have this power", paper.value)
            }
            true => String::new(),
            false => format!(
                "a quarter of it is {:.1e}; up to {}: {}",
                value / WAYS,
                symmetries.join(", "),
                count.up_to_symmetry.in_words()
            ),
        };
        judged.findings.push(
            Finding::new(
                &format!("{title}: power of ten"),
                Rule::PowerOfTen,
                &format!("about 10^{}", paper.power),
                format!("{value:.1e}, 10^{:.2}", value.log10()),
                power,
                &[],
            )
            .exactly(value, Some(10f64.powi(paper.power)), number)
            .numbers(&[("formula", paper.value)])
            .more(symmetric),
        );
    }
    judged.findings.push(
        Finding::new(
            "what symmetry changes",
            Rule::Fact,
            "less than an order of magnitude",
            "a mountain or a board that is not square has four symmetries: at most a factor of 4".into(),
            Verdict::of(WAYS < 10.0),
            &[],
        )
        .exactly(WAYS, Some(10.0), printed().len() as u64),
    );
    let mut words = vec![format!(
        "The printed formula gives another number than the setup for {}: BoxOff's exponents are interchanged (24!/6!^4 is meant), and \
         Pretzel's counts deals that differ only in which ace leaves which hole (16!/4! are left).",
        listed(&formula_off)
    )];
    if !by_quarter.is_empty() {
        words.push(format!(
            "The printed powers of ten fit {} only when the count is divided by four symmetries, which the formulas are not.",
            listed(&by_quarter)
        ));
    }
    if !power_off.is_empty() {
        words.push(format!(
            "The printed power is not that of the number of different challenges of {}, by either way of rounding.",
            listed(&power_off)
        ));
    }
    judged.words = words.join(" ");
    Some(judged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_is_that_of_the_challenges_not_of_the_formula_beside_it() {
        // 16! is about 10^13, but only 16!/4! challenges are different.
        assert_eq!(power_verdict(871_782_912_000.0, 13, false), Verdict::Differs);
        assert_eq!(power_verdict(331_776.0, 5, false), Verdict::Agrees);
        assert_eq!(power_verdict(10_321_920.0, 6, true), Verdict::OnlyUnder(QUARTER));
        assert_eq!(
            power_verdict(10_321_920.0, 6, false),
            Verdict::Differs,
            "what has no symmetries is not divided"
        );
    }
}
