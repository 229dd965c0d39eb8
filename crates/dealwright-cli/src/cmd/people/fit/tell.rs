//! The answer of `dealwright people fit` in words.

use dealwright::text::counted;
use dealwright_people::SIMULATED;
use dealwright_people::challenges::MEASURES;
use dealwright_people::difficulty::{GameFit, LevelPair, Outcome};
use dealwright_people::report::{change_words, p_words, standing_words, with_interval};
use dealwright_people::time::{NoFit, Standing, TimeFit};
use std::io::Write;

/// Tells everything that was found, and what was not.
pub fn tell(
    out: &mut impl Write,
    simulated: bool,
    times: Result<&TimeFit, NoFit>,
    games: &[GameFit],
) -> std::io::Result<()> {
    if simulated {
        writeln!(out, "{SIMULATED}.")?;
    }
    match times {
        Ok(fit) => tell_times(out, fit)?,
        Err(why) => writeln!(out, "{}", why.words())?,
    }
    games.iter().try_for_each(|game| tell_game(out, game))
}

fn tell_times(out: &mut impl Write, fit: &TimeFit) -> std::io::Result<()> {
    let (runs, people) =
        (counted(fit.runs as u64, "finished run"), counted(fit.people as u64, "participant"));
    writeln!(
        out,
        "Setup times: {runs} of {people}, {} dropped. Seconds for one action (95% intervals):",
        fit.dropped
    )?;
    for kind in &fit.kinds {
        let name = kind.name.replace('_', " ");
        match kind.standing {
            Standing::Measured => {
                let found = with_interval(kind.seconds, kind.interval, 2);
                writeln!(out, "  {name:<16} {found}, assumed {:.2}", kind.assumed)?;
            }
            standing => writeln!(out, "  {name:<16} {:.2}, {}", kind.seconds, standing_words(standing))?,
        }
    }
    if let Some(found) = &fit.practice {
        writeln!(out, "  every doubling of the runs of a setup: {}", change_words(found))?;
    }
    if let Some(found) = &fit.tiring {
        writeln!(out, "  every ten tasks before: {}", change_words(found))?;
    }
    if let Some(held) = &fit.held_out {
        writeln!(
            out,
            "  on setups left out, mean absolute error {:.1} s; assumed weights {:.1} s, scaled {:.1} s",
            held.errors[0], held.errors[1], held.errors[2]
        )?;
        let further = |(value, interval)| with_interval(value, interval, 1);
        writeln!(
            out,
            "    assumed weights are further off by {} s, scaled by {} s",
            further(held.gains[0]),
            further(held.gains[1])
        )?;
    }
    fit.missing.iter().try_for_each(|words| writeln!(out, "  {words}"))
}

fn tell_game(out: &mut impl Write, game: &GameFit) -> std::io::Result<()> {
    let (games, people) = (counted(game.games as u64, "game"), counted(game.people as u64, "participant"));
    writeln!(
        out,
        "\nDifficulty of {}: {games} of {people}, {} solved alone, {} with help.",
        game.game, game.solved, game.with_help
    )?;
    let left = &game.left_out;
    writeln!(
        out,
        "  left out: {} broken off, {} played before, {} without a solution, {} undecided",
        left.left, left.again, left.unsolvable, left.undecided
    )?;
    for outcome in Outcome::ALL {
        let those: Vec<_> = game.correlations.iter().filter(|one| one.outcome == outcome).collect();
        if !those.is_empty() {
            writeln!(
                out,
                "  correlation with {} (Kendall's tau-b within people; adjusted p):",
                outcome.word()
            )?;
        }
        for one in those {
            let tau = with_interval(one.kendall.mean, one.kendall.interval, 2);
            writeln!(out, "    {:<32} {tau}  {}", MEASURES[one.measure].words, p_words(one.p_holm))?;
        }
    }
    for pair in game.pairs.iter().filter(|pair| pair.differs()) {
        let found = with_interval(pair.difference.mean, pair.difference.interval, 2);
        let what = match pair.outcome {
            Outcome::Failure => "share not solved greater",
            Outcome::Time => "logarithm of seconds greater",
        };
        writeln!(
            out,
            "  {} and {} differ significantly: {what} by {found}, adjusted p {}",
            pair.levels[0].word(),
            pair.levels[1].word(),
            p_words(pair.p_holm)
        )?;
    }
    if !game.pairs.iter().any(LevelPair::differs) {
        writeln!(out, "  no two levels differ significantly; that does not show that they are equal")?;
    }
    for models in &game.models {
        let all = with_interval(models.all_over_best.mean, models.all_over_best.interval, 4);
        writeln!(
            out,
            "  model of {}: best single measure {}; all together lose less by {all}",
            models.outcome.word(),
            MEASURES[models.best].words
        )?;
    }
    game.missing.iter().try_for_each(|words| writeln!(out, "  {words}"))
}
