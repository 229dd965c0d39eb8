//! A summary as JSON. FORMATS describes the keys; null is undefined.

use dealwright::stats::{Counts, Interval, TTest};
use dealwright::summary::{CONFIDENCE, Choice, Group, PairTest, SummaryLine};
use serde_json::{Value, json};

pub fn summary(lines: &[SummaryLine], groups: &[Group]) -> Value {
    let groups: Vec<Value> = groups.iter().map(group).collect();
    json!({ "confidence": CONFIDENCE, "lines": lines.iter().map(line).collect::<Vec<_>>(), "groups": groups })
}

fn interval(interval: Option<Interval>) -> Value {
    interval.map_or(Value::Null, |interval| json!([interval.low, interval.high]))
}

fn line(line: &SummaryLine) -> Value {
    let choice = match line.choice {
        Choice::Sample => "sample",
        Choice::Until => "until",
        Choice::Census => "census",
    };
    let sizes: serde_json::Map<String, Value> =
        line.parameters.iter().map(|(name, size)| (name.to_string(), (*size).into())).collect();
    let mut measures = serde_json::Map::new();
    for measure in line.measures() {
        let test = measure.between_verdicts(line);
        measures.insert(
            measure.name.into(),
            json!({
                "all": counts(measure.all),
                "solvable": counts(measure.solvable),
                "unsolvable": counts(measure.unsolvable),
                "p_between_verdicts": test.as_ref().map(|test| test.p),
                "superiority": test.as_ref().map(|test| test.superiority),
            }),
        );
    }
    let fit = line.length_fit();
    let (can, known) = line.can_be_lost;
    json!({
        "place": line.place,
        "setup": line.setup,
        "game": line.game,
        "rules": line.rules,
        "sizes": sizes,
        "choice": choice,
        "challenges": line.challenges,
        "solvable": line.solvable,
        "unsolvable": line.unsolvable,
        "undecided": line.undecided,
        "dead_start": line.dead_start,
        "share": line.share(),
        "share_range": interval(line.share_range()),
        "interval": interval(line.interval()),
        "trials": line.trial_shares(),
        "chance": line.chance(),
        "chance_interval": interval(line.chance_interval()),
        "chance_sampled": line.chance_sampled,
        "interest": line.interest(),
        "interest_interval": interval(line.interest_interval()),
        "can_be_lost": (known > 0).then(|| can as f64 / known as f64),
        "can_be_lost_known": known,
        "length_fit": fit.map(|fit| json!({
            "dispersion": fit.dispersion,
            "aic_poisson": fit.poisson.map(|model| model.aic),
            "aic_normal": fit.normal.map(|model| model.aic),
        })),
        "measures": measures,
        "causes": line.causes,
        "repairs": line.repairs,
        "levels": {
            "gentle": line.levels[0], "steady": line.levels[1], "tricky": line.levels[2], "fiendish": line.levels[3],
        },
        "shuffle": line.shuffle,
    })
}

fn counts(counts: &Counts) -> Value {
    let median = counts.median_interval(CONFIDENCE);
    json!({
        "n": counts.len(),
        "mean": counts.mean(),
        "sd": counts.sd(),
        "least": counts.min(),
        "lower_quartile": counts.quantile(0.25),
        "median": counts.median(),
        "median_interval": interval(median.map(|median| median.interval)),
        "upper_quartile": counts.quantile(0.75),
        "most": counts.max(),
    })
}

fn group(group: &Group) -> Value {
    json!({
        "title": group.title,
        "lines": group.lines,
        "kruskal_wallis": group.lengths.as_ref().map(|test| json!({
            "h": test.h, "df": test.df, "p": test.p, "epsilon_squared": test.epsilon_squared,
        })),
        "pairs": group.pairs.iter().map(pair).collect::<Vec<_>>(),
    })
}

fn pair(pair: &PairTest) -> Value {
    let t_test = |test: &Option<TTest>, holm: Option<f64>| {
        test.as_ref().map(|test| {
            json!({
                "t": test.t, "df": test.df, "p": test.p, "p_holm": holm, "difference": test.difference,
                "interval": interval(Some(test.interval)), "cohens_d": test.cohens_d,
            })
        })
    };
    json!({
        "first": pair.lines.0,
        "second": pair.lines.1,
        "shares": pair.shares.as_ref().map(|test| json!({
            "difference": test.difference, "interval": interval(Some(test.interval)), "z": test.z, "p": test.p,
            "p_holm": pair.shares_holm, "cohens_h": test.cohens_h,
        })),
        "welch": t_test(&pair.welch, pair.welch_holm),
        "student": t_test(&pair.student, pair.student_holm),
        "lengths": pair.lengths.as_ref().map(|test| json!({
            "u": test.u, "p": test.p, "p_holm": pair.lengths_holm, "superiority": test.superiority,
            "rank_biserial": test.rank_biserial,
        })),
    })
}
