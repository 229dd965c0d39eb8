//! `dealwright solve ID… | -`

use super::write_json;
use crate::args::{LimitArgs, parse_count};
use crate::input::{Given, IdArgs, each_id, read_given};
use crate::note::note;
use crate::progress::Progress;
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::challenge::DEFAULT_PLAYS;
use dealwright::search::{Graph, Verdict};
use dealwright::text::{counted, grouped};
use serde::Serialize;
use std::io::Write;

/// Decide whether challenges can be solved, and how
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright solve boxoff:BBWBBW/BYYYWB/YWWWYY
  dealwright solve --shortest fujisan:551102224335/244331001054
  dealwright deal pretzel/shuffled ranks=9 -n 20 --seed a --ids | dealwright solve - --json")]
pub struct Args {
    #[command(flatten)]
    ids: IdArgs,
    /// Prove the shortest solution; by default any solution will do, which is faster
    #[arg(long)]
    shortest: bool,
    /// Explore every position that can be reached: dead ends, lost positions, chance of random play
    #[arg(long)]
    graph: bool,
    /// The solver, by name: see dealwright solvers
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// Plays of --solver walk [default: 1000]
    #[arg(long, value_name = "N", requires = "solver", value_parser = parse_count)]
    plays: Option<u64>,
    /// Seed of --solver walk, any text [default: empty]
    #[arg(short, long, value_name = "TEXT", requires = "solver")]
    seed: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object for each challenge, one per line
    #[arg(short, long)]
    json: bool,
    /// Write Fujisan solutions as PPN games
    #[arg(long, conflicts_with = "json")]
    ppn: bool,
}

#[derive(Serialize)]
struct Answer {
    id: String,
    verdict: String,
    moves: Option<usize>,
    shortest: bool,
    states: u64,
    solution: Vec<String>,
    reason: Option<String>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    graph: Option<GraphKeys>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    plays: Option<PlayKeys>,
    #[serde(skip)]
    solver: String,
}

#[derive(Serialize, Default)]
struct GraphKeys {
    reachable: Option<u64>,
    dead_ends: Option<u64>,
    lost: Option<u64>,
    can_be_lost: Option<bool>,
    shortest_count: Option<String>,
    random_win: Option<f64>,
}

impl From<&Graph> for GraphKeys {
    fn from(graph: &Graph) -> Self {
        Self {
            reachable: Some(graph.reachable),
            dead_ends: Some(graph.dead_ends),
            lost: Some(graph.lost),
            can_be_lost: Some(graph.can_be_lost()),
            shortest_count: Some(graph.shortest_count.to_string()),
            random_win: graph.random_win,
        }
    }
}

#[derive(Serialize)]
struct PlayKeys {
    plays: u64,
    wins: u64,
    circles: u64,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if (args.plays.is_some() || args.seed.is_some()) && args.solver.as_deref() != Some("walk") {
        return Err(InvalidInput("--plays and --seed need --solver walk".into()).into());
    }
    let progress = Progress::new("solving");
    let (mut asked, mut written) = (0, 0);
    // While it waits for the next line of standard input it does nothing.
    each_id(
        &args.ids.ids,
        args.json,
        || progress.pause(),
        |text| {
            asked += 1;
            let given = read_given(registry, text)?;
            let answer = answer(&given, args, asked, &progress)?;
            written += 1;
            progress.aside(|| write_answer(&mut out, &answer, &given, args, written == 1))
        },
    )?;
    drop(progress);
    out.flush()?;
    Ok(())
}

fn answer(given: &Given, args: &Args, number: u64, progress: &Progress) -> Result<Answer> {
    let challenge = &given.challenge;
    let limits = progress.watched(args.limits.limits());
    let of_many = || if number == 1 { String::new() } else { format!("challenge {}: ", grouped(number)) };
    let solver = challenge.solver_for(args.solver.as_deref(), args.shortest);
    let solver = solver.map_err(|error| InvalidInput(error.to_string()))?;
    progress.say(|| format!("{}{solver} searches for a solution", of_many()));
    let (mut outcome, plays) = if solver == "walk" {
        let plays = args.plays.unwrap_or(DEFAULT_PLAYS);
        let found = challenge.walks(&limits, plays, args.seed.as_deref().unwrap_or_default());
        let keys = PlayKeys { plays: found.plays, wins: found.wins, circles: found.circles };
        (found.outcome, Some(keys))
    } else {
        (challenge.solve(&solver, &limits).map_err(|e| InvalidInput(e.to_string()))?, None)
    };
    if args.ppn && challenge.game_file(&[]).is_none() {
        return Err(InvalidInput("PPN is written for Fujisan only".into()).into());
    }
    let mut no_graph = None;
    if args.graph {
        let verdict = outcome.verdict;
        progress.say(|| format!("{}{verdict}; exploring every position", of_many()));
    }
    let graph = match args.graph.then(|| challenge.graph(&limits)) {
        None => None,
        Some(Ok(graph)) => {
            // A player that lost proves nothing, but the whole graph does.
            if outcome.verdict == Verdict::Undecided {
                outcome = challenge.solve("bfs", &limits).map_err(|e| InvalidInput(e.to_string()))?;
            }
            // Whoever has seen every position knows whether a solution is a shortest one.
            let length = outcome.solution.as_ref().map(|line| line.len() as u64);
            outcome.shortest |= length.is_some() && length == graph.shortest.map(u64::from);
            Some(GraphKeys::from(&graph))
        }
        Some(Err(limit)) => {
            no_graph = Some(format!("whole graph: {limit}"));
            Some(GraphKeys::default())
        }
    };
    let reasons: Vec<String> =
        outcome.reason.as_ref().map(ToString::to_string).into_iter().chain(no_graph).collect();
    let solution = outcome.solution.unwrap_or_default();
    Ok(Answer {
        id: challenge.id(),
        verdict: outcome.verdict.to_string(),
        moves: (outcome.verdict == Verdict::Solvable).then_some(solution.len()),
        shortest: outcome.shortest,
        states: outcome.states,
        solution,
        reason: (!reasons.is_empty()).then(|| reasons.join("; ")),
        graph,
        plays,
        solver,
    })
}

fn write_answer(
    out: &mut impl Write,
    answer: &Answer,
    given: &Given,
    args: &Args,
    first: bool,
) -> Result<()> {
    if args.json {
        return write_json(out, answer);
    }
    if args.ppn {
        return write_ppn(out, answer, given);
    }
    if !first {
        writeln!(out)?;
    }
    writeln!(out, "{}", in_words(answer, args.graph))?;
    writeln!(out, "  {}", answer.id)?;
    for line in answer.solution.chunks(12) {
        writeln!(out, "  {}", line.join(" "))?;
    }
    if let Some(plays) = &answer.plays {
        let circles = if plays.circles == 0 {
            String::new()
        } else {
            format!(", {} ended by repeating a position", grouped(plays.circles))
        };
        writeln!(out, "  {} of {} random plays won{circles}", grouped(plays.wins), grouped(plays.plays))?;
    }
    if let Some(graph) = &answer.graph {
        write_graph(out, graph, given)?;
    }
    writeln!(out, "  {} looked at by {}", counted(answer.states, "state"), answer.solver)?;
    Ok(())
}

fn in_words(answer: &Answer, graph: bool) -> String {
    let first = match (answer.verdict.as_str(), answer.moves) {
        ("solvable", Some(0)) => "Solved already: no move is needed.".to_string(),
        ("solvable", Some(moves)) if answer.shortest => {
            format!("Solvable: the shortest solution has {}.", counted(moves as u64, "move"))
        }
        ("solvable", moves) => {
            format!(
                "Solvable: a solution of {} (not proved shortest).",
                counted(moves.unwrap_or(0) as u64, "move")
            )
        }
        ("unsolvable", _) => "Unsolvable: there is no solution.".to_string(),
        _ => "Undecided.".to_string(),
    };
    match &answer.reason {
        Some(reason) if answer.verdict == "undecided" => format!("Undecided: {reason}."),
        Some(reason) if graph => format!("{first} ({reason})"),
        _ => first,
    }
}

fn write_graph(out: &mut impl Write, graph: &GraphKeys, given: &Given) -> Result<()> {
    let (Some(reachable), Some(dead_ends), Some(lost)) = (graph.reachable, graph.dead_ends, graph.lost)
    else {
        return Ok(());
    };
    writeln!(
        out,
        "  {} can be reached, {} of them dead ends",
        counted(reachable, "position"),
        grouped(dead_ends)
    )?;
    if lost == 0 {
        writeln!(out, "  it cannot be lost")?;
    } else {
        writeln!(out, "  no solution is left in {} of them", grouped(lost))?;
    }
    if let Some(count) = graph.shortest_count.as_deref().filter(|count| *count != "0") {
        writeln!(out, "  {count} shortest solution{}", if count == "1" { "" } else { "s" })?;
    }
    match graph.random_win {
        Some(chance) => writeln!(out, "  random play wins with a chance of {chance:.6}")?,
        None => writeln!(
            out,
            "  random play may never end in {}; --solver walk samples it",
            given.challenge.info().title
        )?,
    }
    Ok(())
}

fn write_ppn(out: &mut impl Write, answer: &Answer, given: &Given) -> Result<()> {
    match given.challenge.game_file(&answer.solution).filter(|_| answer.moves.is_some()) {
        Some(text) => out.write_all(text.as_bytes())?,
        None => note(format_args!("{}: {}, so there is no game to write", answer.id, answer.verdict)),
    }
    Ok(())
}
