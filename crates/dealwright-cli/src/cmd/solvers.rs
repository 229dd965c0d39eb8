//! `dealwright solvers`

use super::write_json;
use anyhow::Result;
use dealwright::Registry;
use dealwright::game::SolverInfo;
use serde::Serialize;
use std::io::Write;

/// List the solvers and what each of them proves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright solvers")]
pub struct Args {
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Listing {
    games: Vec<GameSolvers>,
}

#[derive(Serialize)]
struct GameSolvers {
    game: &'static str,
    /// Used by default.
    verdict: &'static str,
    /// Used with --shortest.
    shortest: &'static str,
    solvers: Vec<Solver>,
}

#[derive(Serialize)]
struct Solver {
    name: &'static str,
    shortest: bool,
    proves_unsolvable: bool,
    about: &'static str,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut listing = Listing { games: Vec::new() };
    for game in registry.games() {
        let solver = |s: SolverInfo| Solver {
            name: s.name,
            shortest: s.shortest,
            proves_unsolvable: s.proves_unsolvable,
            about: s.about,
        };
        listing.games.push(GameSolvers {
            game: game.info.name,
            verdict: (game.default_solver)(false),
            shortest: (game.default_solver)(true),
            solvers: (game.solvers)().into_iter().map(solver).collect(),
        });
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        return write_json(&mut out, &listing);
    }
    let yes_no = |yes: bool| if yes { "yes" } else { "no" };
    for game in &listing.games {
        writeln!(out, "{}: {} by default, {} with --shortest", game.game, game.verdict, game.shortest)?;
        writeln!(out, "  {:<10} {:<9} {:<18} how", "name", "shortest", "proves unsolvable")?;
        for s in &game.solvers {
            let (shortest, proves) = (yes_no(s.shortest), yes_no(s.proves_unsolvable));
            writeln!(out, "  {:<10} {shortest:<9} {proves:<18} {}", s.name, s.about)?;
        }
    }
    Ok(())
}
