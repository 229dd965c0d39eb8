//! What can lie where, as far as it can be told apart by looking: the board in blocks that do not depend on each other.
//!
//! A block is a pile of pieces and the seats they come to, in any order; a piece that is not shuffled and a die are blocks
//! of one seat. Every choice of what lies on one block goes with every choice on the others, so counts multiply.

use super::super::arrange::sequences;
use super::super::deal::Dealer;
use super::super::plan::{Mix, Place, Seat};
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// All blocks of a board. Dice that are rolled for the game lie on cells of their own after those of the board.
pub(crate) struct Blocks {
    pub blocks: Vec<Block>,
    /// Cells of the board, without the dice.
    pub cells: usize,
}

/// Pieces, and the seats that some or all of them come to.
pub(crate) struct Block {
    pub seats: Vec<BlockSeat>,
    /// How many pieces there are of each kind. Kinds can be told apart by whatever is seen of them.
    pub counts: Vec<usize>,
    /// How many views each kind has, on any seat.
    pub looks: Vec<usize>,
    /// What can be seen of each kind, one list for each sort of seat.
    pub views: Vec<Vec<Views>>,
}

/// A seat of a block.
pub(crate) struct BlockSeat {
    pub cells: Vec<usize>,
    /// Which of the block's lists of views holds here.
    pub sort: usize,
}

/// What can be seen of a piece, symbol by symbol in the order of the seat's cells.
pub(crate) type Views = BTreeSet<Vec<u8>>;

impl Blocks {
    /// The blocks of a setup; none where shuffled pieces are partly shuffled again, or where pieces cannot be told apart
    /// by what is seen of them.
    pub fn of(dealer: &Dealer<'_>) -> Option<Self> {
        let plan = &dealer.plan;
        // Pieces that are built up come to places that depend on each other.
        if plan.build.is_some() {
            return None;
        }
        let mut mixes: Vec<BTreeSet<Place>> = Vec::new();
        // Among pieces that all look the same a shuffle changes nothing.
        let look = |piece: &u16| -> Vec<Vec<u8>> {
            let looks = plan.looks[*piece as usize].iter();
            looks.map(|look| look.iter().map(|&symbol| (dealer.setup.game.seen)(symbol)).collect()).collect()
        };
        // What can lie on each place before a mix.
        let mut lies: Vec<Vec<u16>> = plan.table.iter().map(|&piece| vec![piece]).collect();
        let mut matters = |mix: &&Mix| {
            let mut pieces: Vec<u16> = mix.places.iter().flat_map(|&at| lies[at as usize].clone()).collect();
            pieces.sort_unstable();
            pieces.dedup();
            mix.places.iter().for_each(|&at| lies[at as usize].clone_from(&pieces));
            pieces.iter().any(|piece| look(piece) != look(&pieces[0]))
        };
        for mix in plan.mixes.iter().filter(|mix| matters(mix)) {
            let places: BTreeSet<Place> = mix.places.iter().copied().collect();
            match mixes.iter().rev().find(|earlier| !earlier.is_disjoint(&places)) {
                None => mixes.push(places),
                // Part of a shuffled pile that is shuffled once more: everything that can come out could before.
                Some(earlier) if places.is_subset(earlier) => {}
                Some(_) => return None,
            }
        }
        let seats_of = |places: &BTreeSet<Place>| -> Vec<&Seat> {
            plan.seats.iter().filter(|seat| places.contains(&seat.place)).collect()
        };
        let pieces_of = |places: &BTreeSet<Place>| -> Vec<u16> {
            places.iter().map(|&place| plan.table[place as usize]).collect()
        };
        let mut blocks = Vec::new();
        for places in &mixes {
            blocks.push(Block::of_pieces(dealer, &seats_of(places), &pieces_of(places))?);
        }
        let alone = |seat: &&Seat| !mixes.iter().any(|places| places.contains(&seat.place));
        for seat in plan.seats.iter().filter(alone) {
            blocks.push(Block::of_pieces(dealer, &[seat], &[plan.table[seat.place as usize]])?);
        }
        let cells = dealer.setup.places.cells();
        let seen = dealer.setup.game.seen;
        let rolled =
            plan.rolls.iter().map(|(cell, faces)| Block::of_die(*cell, faces.iter().map(|&f| seen(f))));
        blocks.extend(rolled);
        // What stays empty looks the same in every deal.
        let empty = dealer.setup.game.empty.unwrap_or_default();
        let stays = |&cell: &usize| Block::of_die(cell, std::iter::once(empty));
        blocks.extend(dealer.setup.empty.iter().map(stays));
        // Dice have places of their own after the cells, list by list as the game declares them.
        let mut first = cells;
        for list in dealer.setup.game.info.dice {
            for roll in plan.dice.iter().filter(|roll| roll.list == list) {
                blocks.extend((0..list.count).map(|n| Block::of_die(first + n, roll.faces.iter().copied())));
            }
            first += list.count;
        }
        Some(Self { blocks, cells })
    }

    /// How many boards there are that can be told apart.
    pub fn arrangements(&self) -> BigUint {
        self.blocks.iter().map(|block| sequences(&block.counts, &block.looks, block.seats.len())).product()
    }
}

impl Block {
    /// Whether all pieces are laid, so that the same ones lie there every time.
    pub fn is_whole(&self) -> bool {
        self.counts.iter().sum::<usize>() == self.seats.len()
    }

    fn of_die(cell: usize, faces: impl Iterator<Item = u8>) -> Self {
        let views: Vec<Views> =
            faces.collect::<BTreeSet<u8>>().into_iter().map(|face| Views::from([vec![face]])).collect();
        Self {
            seats: vec![BlockSeat { cells: vec![cell], sort: 0 }],
            counts: vec![1; views.len()],
            looks: vec![1; views.len()],
            views: vec![views],
        }
    }

    fn of_pieces(dealer: &Dealer<'_>, seats: &[&Seat], pieces: &[u16]) -> Option<Self> {
        let mut block = Self { seats: Vec::new(), counts: Vec::new(), looks: Vec::new(), views: Vec::new() };
        let mut members: Option<Vec<Vec<u16>>> = None;
        for seat in seats {
            let mut here: Vec<(Views, Vec<u16>)> = Vec::new();
            for &piece in pieces {
                let seen = views(dealer, seat, piece);
                if let Some(at) = here.iter().position(|(views, _)| *views == seen) {
                    here[at].1.push(piece);
                } else if here.iter().any(|(views, _)| !views.is_disjoint(&seen)) {
                    return None; // kinds that share some views but not all could be taken for each other
                } else {
                    here.push((seen, vec![piece]));
                }
            }
            let (views, kinds): (Vec<Views>, Vec<Vec<u16>>) = here.into_iter().unzip();
            let looks: Vec<usize> = views.iter().map(Views::len).collect();
            // Seats that hide different parts of pieces tell different kinds apart; then the formula does not hold.
            match &members {
                None => (block.looks, block.counts) = (looks, kinds.iter().map(Vec::len).collect()),
                Some(known) if *known == kinds && block.looks == looks => {}
                Some(_) => return None,
            }
            members = Some(kinds);
            let sort = block.views.iter().position(|known| *known == views).unwrap_or_else(|| {
                block.views.push(views);
                block.views.len() - 1
            });
            block.seats.push(BlockSeat { cells: seat.cells.iter().map(|&(_, cell)| cell).collect(), sort });
        }
        Some(block)
    }
}

/// What can be seen of a piece on a seat.
fn views(dealer: &Dealer<'_>, seat: &Seat, piece: u16) -> Views {
    let looks = dealer.plan.looks[piece as usize].iter().take(seat.turns);
    looks
        .map(|look| {
            seat.cells.iter().map(|&(of_piece, _)| (dealer.setup.game.seen)(look[of_piece])).collect()
        })
        .collect()
}
