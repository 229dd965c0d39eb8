//! A book of challenges: what is in it, how it is read, and the answers at its back in stages.

pub mod answers;
pub mod block;
pub mod choose;

use super::flow::Flow;
use super::paper::Paper;
use answers::answer_pages;
use block::{Block, GAP};
use choose::Chosen;
use dealwright::game::GameInfo;
use dealwright::measure::Level;
use dealwright::text::{counted, listed};
use dealwright_desk::link::Link;
use dealwright_draw::svg::{Inks, Svg};

/// How a book is made.
#[derive(Debug, Clone)]
pub struct BookOptions {
    /// Its title.
    pub title: String,
    /// What stands on the first page about where the challenges come from.
    pub from: Option<String>,
    /// The paper.
    pub paper: Paper,
    /// The ink.
    pub inks: Inks,
    /// Codes lead to this address instead of holding the ID alone.
    pub link: Option<Link>,
    /// A first page with rules, and answers at the back; without, challenges only.
    pub whole: bool,
}

/// The pages of a book.
pub fn book_pages(chosen: &[Chosen], options: &BookOptions) -> Result<Vec<String>, String> {
    if let Some(chosen) = chosen.iter().find(|chosen| chosen.challenge.board().rows.is_empty()) {
        return Err(format!("{} has no picture, so it cannot be printed", chosen.challenge.info().title));
    }
    let BookOptions { paper, inks, .. } = *options;
    let mut flow = Flow::new(paper, inks, &options.title);
    if options.whole {
        first_page(&mut flow, chosen, options);
        flow.break_page();
    }
    let blocks: Vec<Block<'_>> = chosen
        .iter()
        .enumerate()
        .map(|(n, chosen)| {
            Block::new(chosen, options.whole.then_some(n + 1), options, (flow.width(), flow.height()))
        })
        .collect::<Result<_, String>>()?;
    let mut rest: &[Block<'_>] = &blocks;
    while let Some(first) = rest.first() {
        // Narrow ones stand side by side.
        let alike =
            rest.iter().take(first.columns).take_while(|block| block.columns == first.columns).count();
        let (row, later) = rest.split_at(alike.max(1));
        rest = later;
        let height = row.iter().map(Block::height).fold(0.0, f64::max);
        let left = flow.left();
        let (svg, y) = flow.take(height);
        for (n, block) in row.iter().enumerate() {
            block.draw(svg, (left + n as f64 * (block.width + GAP), y));
        }
        flow.skip(GAP);
    }
    if options.whole {
        answer_pages(&mut flow, chosen);
    }
    let pages = flow.finish(options.whole.then_some(1));
    Ok(pages.into_iter().map(Svg::finish).collect())
}

/// What this is, the rules, and what the levels mean.
fn first_page(flow: &mut Flow, chosen: &[Chosen], options: &BookOptions) {
    let (small, large) = if flow.width() < 120.0 { (3.0, 6.0) } else { (3.8, 8.0) };
    flow.heading(&options.title, large);
    let many = counted(chosen.len() as u64, "challenge");
    flow.words(&format!("{many}. {}", options.from.as_deref().unwrap_or_default()), small, 0.0, false);
    flow.skip(small);
    let code = match &options.link {
        Some(_) => "The square code opens the challenge in the browser.",
        None => "The square code holds the same text.",
    };
    let how = format!(
        "Lay out your pieces as the picture shows them. The line below a picture is the challenge's ID: with it \
         Dealwright can play, solve and explain the challenge. {code} The answers are at the back in three parts, so that you \
         can look up whether a challenge can be solved without seeing more: first that, then a hint, then the whole \
         solution."
    );
    flow.words(&how, small, 0.0, false);
    let mut games: Vec<&'static GameInfo> = Vec::new();
    for info in chosen.iter().map(|chosen| chosen.challenge.info()) {
        if !games.iter().any(|known| known.name == info.name) {
            games.push(info);
        }
    }
    for info in games {
        flow.skip(small);
        flow.heading(info.title, small * 1.3);
        flow.words(info.about, small, 0.0, false);
        let of_game = || chosen.iter().filter(|chosen| chosen.challenge.info().name == info.name);
        for level in Level::ALL {
            let numbers: Vec<String> = chosen
                .iter()
                .enumerate()
                .filter(|(_, chosen)| {
                    chosen.challenge.info().name == info.name && chosen.shown_level() == Some(level)
                })
                .map(|(n, _)| (n + 1).to_string())
                .collect();
            let Some(one) = of_game().find(|chosen| chosen.shown_level() == Some(level)) else { continue };
            let meaning = one.challenge.info().scale.meaning(level);
            let word = level.word();
            flow.words(&format!("{word} ({meaning}): {}", ranges(&numbers)), small, 4.0, false);
        }
        if of_game().any(|chosen| chosen.is_open) {
            flow.words("open: dealt as it came; it may have no solution", small, 4.0, false);
        }
    }
}

/// Numbers in a row as "1 to 5, 9".
fn ranges(numbers: &[String]) -> String {
    let numbers: Vec<usize> = numbers.iter().filter_map(|number| number.parse().ok()).collect();
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => parts.push((number, number)),
        }
    }
    let words = |&(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        _ => format!("{first} to {last}"),
    };
    listed(&parts.iter().map(words).collect::<Vec<_>>())
}
