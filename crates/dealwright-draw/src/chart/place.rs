//! Where labels go so that they do not hide each other.

/// Shifts things along a line so that they do not overlap, each as near as possible to where it wants its middle; `things`
/// are pairs of a wanted middle and a length. All stay between the ends if they fit at all.
pub fn spread(things: &[(f64, f64)], low: f64, high: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..things.len()).collect();
    order.sort_by(|a, b| things[*a].0.total_cmp(&things[*b].0));
    // Things that would overlap become a heap that moves as one: its start, its length, how many are in it, and the sum of
    // the starts that would suit each of them best.
    let mut heaps: Vec<(f64, f64, usize, f64)> = Vec::new();
    let settled =
        |length: f64, count: usize, wishes: f64| (wishes / count as f64).min(high - length).max(low);
    for index in &order {
        let (middle, length) = things[*index];
        let wish = middle - length / 2.0;
        let mut heap = (settled(length, 1, wish), length, 1, wish);
        while let Some(before) = heaps.pop_if(|before| before.0 + before.1 > heap.0) {
            let (length, count) = (before.1 + heap.1, before.2 + heap.2);
            let wishes = before.3 + heap.3 - before.1 * heap.2 as f64;
            heap = (settled(length, count, wishes), length, count, wishes);
        }
        heaps.push(heap);
    }
    let mut middles = vec![0.0; things.len()];
    let mut rest = order.into_iter();
    for (start, _, count, _) in heaps {
        let mut start = start;
        for index in rest.by_ref().take(count) {
            middles[index] = start + things[index].1 / 2.0;
            start += things[index].1;
        }
    }
    middles
}

/// A rectangle by its edges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    pub fn around(middle: (f64, f64), half_width: f64, half_height: f64) -> Self {
        let (x, y) = middle;
        Self { left: x - half_width, top: y - half_height, right: x + half_width, bottom: y + half_height }
    }

    pub fn middle(&self) -> (f64, f64) {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    fn size(&self) -> f64 {
        (self.right - self.left).max(0.0) * (self.bottom - self.top).max(0.0)
    }

    /// How much of both is in the same place.
    pub fn overlap(&self, other: &Area) -> f64 {
        let common = Area {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        common.size()
    }

    /// The point of it nearest to another.
    pub fn nearest(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (x.clamp(self.left, self.right), y.clamp(self.top, self.bottom))
    }
}

/// Something that wants a label beside it.
#[derive(Debug, Clone, Copy)]
pub struct Labelled {
    pub at: (f64, f64),
    /// How far it reaches from its middle.
    pub reach: f64,
    /// The size of its label.
    pub size: (f64, f64),
}

/// The places around a thing, best first: the eight directions, then above and below but shifted to a side.
const AROUND: [(f64, f64); 12] = [
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.0, -1.0),
    (0.0, 1.0),
    (0.75, -0.75),
    (0.75, 0.75),
    (-0.75, -0.75),
    (-0.75, 0.75),
    (0.5, -1.0),
    (0.5, 1.0),
    (-0.5, -1.0),
    (-0.5, 1.0),
];

/// How far labels may be away: those beyond the first need a line that leads to them.
const DISTANCES: [f64; 6] = [3.0, 12.0, 22.0, 34.0, 48.0, 64.0];

/// How often all labels choose: later ones know where the others went.
const SWEEPS: usize = 3;

/// What a step further away costs: less than any overlap that can be seen.
const STEP_COST: f64 = 0.01;

/// Places a label for each thing, inside of `bounds`, off all `obstacles`, off all things, off each other and off each other's
/// leading lines as far as that is possible. Says also whether the label needs a line that leads to it.
pub fn labels(things: &[Labelled], obstacles: &[Area], bounds: Area) -> Vec<(Area, bool)> {
    let mut fixed: Vec<Area> = obstacles.to_vec();
    fixed.extend(things.iter().map(|thing| Area::around(thing.at, thing.reach, thing.reach)));
    let mut order: Vec<usize> = (0..things.len()).collect();
    // Those in the thick of it choose first.
    let crowd = |index: usize| {
        let (x, y) = things[index].at;
        let distance = |other: &Labelled| ((other.at.0 - x).abs() + (other.at.1 - y).abs()).max(10.0);
        things.iter().map(|other| 1.0 / distance(other)).sum::<f64>()
    };
    order.sort_by(|a, b| crowd(*b).total_cmp(&crowd(*a)));
    let mut placed: Vec<Option<(Area, bool)>> = vec![None; things.len()];
    for _ in 0..SWEEPS {
        for index in &order {
            let mut taken = fixed.clone();
            for (other, place) in placed.iter().enumerate().filter(|(other, _)| other != index) {
                let Some((label, is_far)) = place else { continue };
                taken.push(*label);
                taken.extend(along_leader(&things[other], label).filter(|_| *is_far));
            }
            placed[*index] = Some(best_place(&things[*index], &taken, bounds));
        }
    }
    placed.into_iter().flatten().collect()
}

/// The cheapest place for a label, and whether it needs a leading line.
fn best_place(thing: &Labelled, taken: &[Area], bounds: Area) -> (Area, bool) {
    let mut best = (f64::MAX, (Area::around(thing.at, 0.0, 0.0), false));
    for (round, distance) in DISTANCES.iter().enumerate() {
        let step_cost = STEP_COST * round as f64;
        for direction in AROUND {
            let area = beside(thing, direction, *distance);
            let cost = step_cost + cost(&area, taken, bounds) + leader_cost(thing, &area, taken, round);
            if cost < best.0 {
                best = (cost, (area, round > 0));
            }
        }
        if best.0 <= step_cost {
            break;
        }
    }
    best.1
}

fn beside(thing: &Labelled, (dx, dy): (f64, f64), distance: f64) -> Area {
    let (half_width, half_height) = (thing.size.0 / 2.0, thing.size.1 / 2.0);
    let away = thing.reach + distance;
    // A label at a side ends there; one above or below is only shifted.
    let reach = |part: f64, half: f64| {
        if part.abs() > 0.5 { part * away + half * part.signum() } else { part * half }
    };
    let (x, y) = (thing.at.0 + reach(dx, half_width), thing.at.1 + reach(dy, half_height));
    Area::around((x, y), half_width, half_height)
}

/// What it costs to hide things, more than any line over them, or to leave the bounds.
fn cost(area: &Area, taken: &[Area], bounds: Area) -> f64 {
    let outside = area.size() - area.overlap(&bounds);
    40.0 * outside + 20.0 * taken.iter().map(|other| area.overlap(other)).sum::<f64>()
}

/// The line that leads from the edge of a thing to its label.
pub fn leader(thing: &Labelled, label: &Area) -> ((f64, f64), (f64, f64)) {
    let (x, y) = thing.at;
    let to = label.nearest(thing.at);
    let length = (to.0 - x).hypot(to.1 - y).max(0.01);
    let part = (thing.reach * 0.85 / length).min(1.0);
    ((x + (to.0 - x) * part, y + (to.1 - y) * part), to)
}

/// Small areas along the line that leads to a label.
fn along_leader(thing: &Labelled, label: &Area) -> impl Iterator<Item = Area> {
    let (from, to) = leader(thing, label);
    (1..20).map(move |step| {
        let part = f64::from(step) / 20.0;
        Area::around((from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part), 1.0, 1.0)
    })
}

/// What it costs that the leading line runs over other things; where it is still in the thing itself it costs nothing.
fn leader_cost(thing: &Labelled, label: &Area, taken: &[Area], round: usize) -> f64 {
    if round == 0 {
        return 0.0;
    }
    let own = Area::around(thing.at, thing.reach, thing.reach);
    let free = along_leader(thing, label).filter(|point| point.overlap(&own) == 0.0);
    free.map(|point| 5.0 * taken.iter().map(|other| point.overlap(other)).sum::<f64>()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_along_a_line_are_moved_apart_as_little_as_possible() {
        assert_eq!(spread(&[(50.0, 10.0), (20.0, 10.0)], 0.0, 100.0), [50.0, 20.0]);
        assert_eq!(spread(&[(50.0, 10.0), (50.0, 10.0)], 0.0, 100.0), [45.0, 55.0]);
        assert_eq!(spread(&[(99.0, 10.0), (98.0, 10.0), (80.0, 10.0)], 0.0, 100.0), [95.0, 85.0, 75.0]);
        assert_eq!(spread(&[(1.0, 10.0), (2.0, 20.0)], 0.0, 100.0), [5.0, 20.0]);
        assert!(spread(&[], 0.0, 1.0).is_empty());
    }

    #[test]
    fn labels_of_crowded_points_do_not_overlap() {
        let at = |index: usize| (100.0 + 9.0 * (index % 4) as f64, 100.0 + 11.0 * (index / 4) as f64);
        let things: Vec<Labelled> =
            (0..8).map(|index| Labelled { at: at(index), reach: 4.0, size: (50.0, 14.0) }).collect();
        let bounds = Area { left: 0.0, top: 0.0, right: 250.0, bottom: 250.0 };
        let placed = labels(&things, &[], bounds);
        for (index, (one, _)) in placed.iter().enumerate() {
            assert!(one.overlap(&bounds) > 699.0, "{one:?}");
            for (other, _) in &placed[..index] {
                assert_eq!(one.overlap(other), 0.0, "{one:?} {other:?}");
            }
        }
    }
}
