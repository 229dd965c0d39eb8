//! In which order pieces are moved along a solution.

use super::Moved;

/// How often another piece is moved than by the move before.
pub(super) fn changes(moved: &[Moved]) -> u32 {
    moved.windows(2).filter(|two| two[0].piece != two[1].piece).count() as u32
}

/// Problem decomposition after Jarušek and Pelánek: all groups of pieces are split into two parts, none empty; how often
/// does a solution switch between the parts, at the best split? A problem that falls apart into two is solved with few
/// switches. With fewer than two groups in play there is nothing to switch between: 0.
pub(super) fn fewest_switches(moved: &[Moved]) -> u32 {
    let used = moved.iter().fold(0u32, |set, moved| set | 1 << moved.group);
    // Splits of the groups that move, the lowest of them in the first part. A group that never moves could be put
    // alone into the other part, which says nothing about the solution, so such groups are left out.
    let lowest = used & used.wrapping_neg();
    let others = used & !lowest;
    let mut best = None;
    let mut part = others;
    while part != 0 {
        let switches =
            moved.windows(2).filter(|two| (part >> two[0].group ^ part >> two[1].group) & 1 == 1).count();
        best = Some(best.map_or(switches, |least: usize| least.min(switches)));
        part = (part - 1) & others;
    }
    best.unwrap_or(0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(groups: &str) -> Vec<Moved> {
        groups.bytes().map(|b| Moved { piece: b, group: b - b'a' }).collect()
    }

    #[test]
    fn a_problem_that_falls_apart_needs_one_switch() {
        assert_eq!(fewest_switches(&line("ababacdcdcd")), 1);
        assert_eq!(changes(&line("ababacdcdcd")), 10);
        assert_eq!(changes(&line("aabbba")), 2);
    }

    #[test]
    fn the_best_split_counts() {
        // a against b: five switches; there is no other split.
        assert_eq!(fewest_switches(&line("ababab")), 5);
        // c alone: two switches.
        assert_eq!(fewest_switches(&line("abacbab")), 2);
        assert_eq!(fewest_switches(&line("aaaa")), 0);
        assert_eq!(fewest_switches(&[]), 0);
    }
}
