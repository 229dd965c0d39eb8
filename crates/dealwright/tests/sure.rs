//! Built-in setups whose every deal can be solved, where there are too many deals to go through them all.
#![allow(clippy::unwrap_used, clippy::panic)]

mod reference;

use dealwright::Registry;
use dealwright::setup::deal::Dealer;
use reference::{Reference, replay};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Left half of a mountain: the ground (column 0), five steps and a column of the summit (6), in two rows. Values of columns 1 to 6.
type Half = [[u8; 6]; 2];
/// Where two priests stand: row and column.
type Two = [(usize, usize); 2];

/// The moves of two priests who never leave the half, by the rules as they are told: along the row as many free spaces as the value of the
/// space where the walk ends, or to the other space of the column; nobody goes to the ground, and from the summit only rows are changed.
fn moves(half: &Half, two: Two) -> Vec<Two> {
    let mut found = Vec::new();
    for mover in 0..2 {
        let ((row, column), other) = (two[mover], two[1 - mover]);
        let mut go = |to: (usize, usize)| {
            let mut next = two;
            next[mover] = to;
            next.sort_unstable();
            found.push(next);
        };
        if column < 6 {
            for way in [(column + 1..=6).collect::<Vec<_>>(), (1..column).rev().collect()] {
                let free = way.into_iter().filter(|&column| (row, column) != other);
                for (walked, column) in (1u8..).zip(free) {
                    if half[row][column - 1] == walked {
                        go((row, column));
                    }
                }
            }
        }
        if column > 0 && (1 - row, column) != other {
            go((1 - row, column));
        }
    }
    found
}

/// A way from both spaces of the ground to both spaces of the summit; none where there is none.
fn way(half: &Half) -> Option<Vec<Two>> {
    let (start, goal) = ([(0, 0), (1, 0)], [(0, 6), (1, 6)]);
    let mut before: BTreeMap<Two, Two> = BTreeMap::from([(start, start)]);
    let mut waiting = VecDeque::from([start]);
    while let Some(two) = waiting.pop_front() {
        if two == goal {
            let mut way = vec![two];
            while way[way.len() - 1] != start {
                way.push(before[&way[way.len() - 1]]);
            }
            way.reverse();
            return Some(way);
        }
        for next in moves(half, two) {
            before.entry(next).or_insert_with(|| {
                waiting.push_back(next);
                two
            });
        }
    }
    None
}

/// Every half that can be laid of some tiles for the third column and some for the others: of each value at most so many.
fn each_half(third: [u8; 6], other: [u8; 6], see: &mut impl FnMut(&Half)) {
    fn fill(
        at: usize,
        half: &mut Half,
        third: &mut [u8; 6],
        other: &mut [u8; 6],
        see: &mut impl FnMut(&Half),
    ) {
        if at == 12 {
            return see(half);
        }
        let (row, column) = (at % 2, at / 2);
        for value in 0..6 {
            let left = if column == 2 { &mut third[value] } else { &mut other[value] };
            if *left == 0 {
                continue;
            }
            *left -= 1;
            half[row][column] = value as u8;
            fill(at + 1, half, third, other, see);
            *(if column == 2 { &mut third[value] } else { &mut other[value] }) += 1;
        }
    }
    fill(0, &mut [[0; 6]; 2], &mut third.clone(), &mut other.clone(), see);
}

fn counts(group: &dealwright::kit::Group) -> [u8; 6] {
    let mut counts = [0; 6];
    group.pieces.iter().for_each(|piece| counts[usize::from(piece.faces[0])] += 1);
    counts
}

/// The proof: whatever lies on one half, its two priests reach its column of the summit without leaving the half. Priests of the other half
/// are never on their way, so both halves can be solved one after the other. Mirrored, the right half is a left one.
#[test]
fn every_half_of_the_sure_mountain_can_be_solved_by_itself() {
    let setup = Registry::standard().setup("fujisan/sure", &[]).unwrap();
    let group = |name: &str| setup.kit.iter().find(|group| group.name == name).unwrap();
    let (third, other) = (counts(group("green")), counts(group("white")));
    assert_eq!((third.iter().sum::<u8>(), other.iter().sum::<u8>()), (4, 20));
    let mut seen = 0;
    each_half(third, other, &mut |half| {
        assert!(way(half).is_some(), "{half:?}");
        seen += 1;
    });
    assert_eq!(seen, 275_616);
    // The halves are what the setup deals: tiles of the one group lie on the third steps from both ends, and nowhere else.
    let dealer = Dealer::new(&setup).unwrap();
    let thirds: BTreeSet<usize> = [2, 9, 14, 21].into();
    for index in 0..200 {
        let cells = dealer.deal("sure", index).unwrap().cells;
        let mut found = [0; 6];
        thirds.iter().for_each(|&cell| found[usize::from(cells[cell])] += 1);
        assert_eq!(found, third);
    }
}

#[test]
fn both_halves_one_after_the_other_solve_the_whole_mountain() {
    let setup = Registry::standard().setup("fujisan/sure", &[]).unwrap();
    let dealer = Dealer::new(&setup).unwrap();
    for index in 0..300 {
        let cells = dealer.deal("halves", index).unwrap().cells;
        let left: Half = [0, 12].map(|first| std::array::from_fn(|n| cells[first + n]));
        let right: Half = [0, 12].map(|first| std::array::from_fn(|n| cells[first + 11 - n]));
        let mut line = Vec::new();
        for (half, mirrored) in [(left, false), (right, true)] {
            let name = |(row, column): (usize, usize)| {
                let file = if mirrored { 13 - column } else { column };
                format!("{}{}", (b'a' + file as u8) as char, 2 - row)
            };
            for step in way(&half).unwrap().windows(2) {
                let gone = |one: Two, two: Two| one.into_iter().find(|at| !two.contains(at)).unwrap();
                line.push(format!("{}-{}", name(gone(step[0], step[1])), name(gone(step[1], step[0]))));
            }
        }
        let id = dealer.build(&cells, &Default::default()).unwrap().id();
        let reference = Reference::new(&id);
        let end = replay(&reference, &line).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert!(reference.solved(&end), "{id}");
    }
}
