//! What the records of studies come to, line by line.

use crate::store::dir::StudyDir;
use anyhow::Result;
use dealwright::study::independent::Origin;
use dealwright::study::is_within;
use dealwright::summary::{Choice, SummaryLine};

/// The lines of a study, each summed up. `place` tells it from other studies.
pub fn lines_of(dir: &StudyDir, place: &str) -> Result<Vec<SummaryLine>> {
    lines_of_all(std::slice::from_ref(dir), place)
}

/// The same for studies of the same lines, summed up as one.
pub fn lines_of_all(dirs: &[StudyDir], place: &str) -> Result<Vec<SummaryLine>> {
    let mut lines: Vec<Option<SummaryLine>> =
        vec![None; dirs.first().map_or(0, |dir| dir.manifest.lines.len())];
    for dir in dirs {
        let choice = match &dir.manifest.study {
            study if study.census => Choice::Census,
            study if study.until.is_some() => Choice::Until,
            _ => Choice::Sample,
        };
        dir.each_block(
            "summing up",
            |block, rows| {
                let first = rows.first()?;
                let mut line = SummaryLine::new(place, choice, &dir.columns.schema, first);
                rows.iter().for_each(|row| line.add(row));
                Some((block.0, line))
            },
            |part| {
                if let Some((number, part)) = part
                    && let Some(line) = lines.get_mut(number)
                {
                    match line {
                        Some(line) => line.add_all(part),
                        None => *line = Some(part),
                    }
                }
            },
        )?;
    }
    Ok(lines.into_iter().flatten().collect())
}

/// Lines of a study that ends by itself which have not come to their end.
pub fn open_lines(dir: &StudyDir, lines: &[SummaryLine]) -> usize {
    let Some(within) = dir.manifest.study.until else { return 0 };
    let ended = |line: &SummaryLine| {
        is_within(line.solvable, line.unsolvable, line.undecided, within)
            || Some(line.challenges) >= dir.manifest.study.most
    };
    dir.manifest.lines.len() - lines.iter().filter(|line| ended(line)).count()
}

/// What somebody should know before using the records of a study: damage and missing blocks.
pub fn warnings(dir: &StudyDir) -> Vec<String> {
    let place = dir.path.display();
    let mut warnings: Vec<String> = dir
        .unknown_games
        .iter()
        .chain(&dir.damaged)
        .map(|what| format!("warning: {place}: {what}"))
        .collect();
    match dir.missing() {
        0 => {}
        missing => {
            warnings.push(format!(
                "warning: {place} lacks {missing} of its blocks; run its command again to make them"
            ));
        }
    }
    warnings
}

/// The same for its lines: those that have not come to their end, and climbs, which are no deals.
pub fn warnings_of_lines(dir: &StudyDir, lines: &[SummaryLine]) -> Vec<String> {
    let place = dir.path.display();
    let mut warnings = Vec::new();
    if dir.manifest.study.hunt.is_some() {
        let what = "the best challenges of climbs, not deals: their shares say nothing about the setup";
        warnings.push(format!("note: {place}: {what}"));
    }
    let open = open_lines(dir, lines);
    if open > 0 {
        let all = dir.manifest.lines.len();
        let warning = format!("warning: {place}: {open} of {all} lines have not reached their --until yet");
        warnings.push(format!("{warning}; run its command again to resume"));
    }
    warnings
}

/// Warns of setups of the same name in different studies that were dealt from the same seed: their samples are not
/// independent. Within one study that is refused.
pub fn warnings_of_all(dirs: &[StudyDir]) -> Vec<String> {
    let origins: Vec<_> = dirs.iter().map(|dir| dir.manifest.origins(&dir.lab.registry)).collect();
    let mut warnings = Vec::new();
    for (second, later) in origins.iter().enumerate() {
        for (first, earlier) in origins[..second].iter().enumerate() {
            let shares = |b: &Origin| earlier.iter().any(|a| a.shares_chance_with(b));
            if later.iter().any(shares) {
                warnings.push(format!(
                    "warning: {} and {} have different setups of the same name, dealt from the same seed: tests between them \
                     are not valid; study one of them again with another --seed",
                    dirs[first].path.display(),
                    dirs[second].path.display()
                ));
            }
        }
    }
    warnings
}

/// Why nothing can be said of studies without a single record.
pub fn no_records(dirs: &[StudyDir]) -> anyhow::Error {
    let places: Vec<String> = dirs.iter().map(|dir| dir.path.display().to_string()).collect();
    let begun = dirs.iter().all(|dir| dir.damaged.is_empty());
    let what = if begun { "there are no records yet" } else { "no records are left" };
    anyhow::anyhow!("{}: {what}; run the command again to make them", places.join(", "))
}
