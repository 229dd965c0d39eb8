//! Pretzel as setups see it: a symbol is a card's byte; an ace leaves a hole.

use super::{Card, MOST_CELLS, MOST_RANKS, MOST_SUITS, Move, Pretzel, Reading, check_size, read_card};
use crate::games::dealt::{Dealt, Element, Grid, Sizes, Variation, orders};
use crate::id::RuleText;
use crate::puzzle::Puzzle;
use crate::text::TextError;
use num_bigint::BigUint;
use num_traits::One;

/// Groups with more elements than this are not listed.
const MOST_ELEMENTS: usize = 50_000;

impl Dealt for Pretzel {
    const VARIATION: Variation = Variation::Never;
    const FACES: &'static str = "cards such as 3H, one for each cell";

    fn grid(sizes: &Sizes) -> Result<Grid, String> {
        let (suits, ranks) = (sizes.get("suits") as usize, sizes.get("ranks") as usize);
        check_size(suits, ranks).map_err(|_| {
            format!(
                "{suits} suits of {ranks} ranks cannot be: 1 to {MOST_SUITS} suits, 1 to {MOST_RANKS} ranks, at most {MOST_CELLS} cards"
            )
        })?;
        Ok(Grid { rows: suits, columns: ranks, first_file: 0 })
    }

    fn read_faces(text: &str) -> Option<Vec<u8>> {
        let mut faces = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let (Reading::Card(card), behind) = read_card(rest).ok()? else { return None };
            faces.push(card.symbol());
            rest = behind.trim_start();
        }
        Some(faces)
    }

    fn write_face(symbol: u8) -> String {
        Card::from_symbol(symbol).map_or("--".into(), |card| card.to_string())
    }

    fn takes(symbol: u8, sizes: &Sizes) -> bool {
        let fits = |card: Card| {
            u32::from(card.suit()) < sizes.get("suits") && u32::from(card.rank()) <= sizes.get("ranks")
        };
        Card::from_symbol(symbol).is_some_and(fits)
    }

    fn suit_and_value(symbol: u8) -> (Option<u8>, Option<u8>) {
        let card = Card::from_symbol(symbol);
        (card.map(Card::suit), card.map(Card::rank))
    }

    fn seen(symbol: u8) -> u8 {
        // All aces leave a hole, and holes are alike.
        Card::from_symbol(symbol).filter(|card| card.rank() > 1).map_or(0, Card::symbol)
    }

    fn from_cells(
        sizes: &Sizes,
        rules: &[RuleText<'_>],
        cells: &[u8],
        _dice: Option<[u8; 4]>,
    ) -> Result<Self, TextError> {
        let cells: Vec<Option<Card>> =
            cells.iter().map(|&symbol| Card::from_symbol(Self::seen(symbol))).collect();
        let free_rows = rules.iter().any(|rule| rule.name == "free-rows");
        Self::new(sizes.get("suits") as usize, sizes.get("ranks") as usize, free_rows, &cells)
    }

    fn cells(&self) -> Vec<u8> {
        self.start.0[..Pretzel::cells(self)].iter().map(|card| card.map_or(0, Card::symbol)).collect()
    }

    /// Row by row as the cards lie in the end, the ace of each row first.
    fn gathered(&self, dealt: &[u8], moves: &[Move]) -> Vec<usize> {
        let mut grid = self.start();
        moves.iter().for_each(|&mv| self.play(&mut grid, mv));
        let rows = grid.0[..Pretzel::cells(self)].chunks(self.ranks as usize).zip(0..);
        let cards = rows.flat_map(|(row, suit)| {
            std::iter::once(Card::new(1, suit)).chain(row.iter().copied().flatten()).map(Card::symbol)
        });
        cards.filter_map(|symbol| dealt.iter().position(|&other| other == symbol)).collect()
    }

    fn group(
        sizes: &Sizes,
        rules: &[String],
        symmetries: &[&str],
        _: &[(u8, usize)],
    ) -> Option<Vec<Element>> {
        let (suits, ranks) = (sizes.get("suits") as u8, sizes.get("ranks") as u8);
        let orders = if symmetries.contains(&"suits") { orders(suits) } else { vec![(0..suits).collect()] };
        let element = |rows: &Vec<u8>, names: &Vec<u8>| {
            let columns = ranks as usize;
            let cells =
                (0..suits as usize * columns).map(|n| rows[n / columns] as usize * columns + n % columns);
            let renamed = |suit: u8| {
                let name = names[suit as usize];
                (2..=ranks).map(move |rank| (Card::new(rank, suit).symbol(), Card::new(rank, name).symbol()))
            };
            Element {
                cells: cells.collect(),
                symbols: (0..suits).flat_map(renamed).collect(),
                dice: [0, 1, 2, 3],
                count: BigUint::one(),
            }
        };
        if !rules.iter().any(|rule| rule == "free-rows") {
            // Row r of the image shows row rows[r], whose suit is renamed to r.
            let names = |rows: &Vec<u8>| {
                let mut names = vec![0; rows.len()];
                rows.iter().zip(0..).for_each(|(&from, to)| names[from as usize] = to);
                names
            };
            return Some(orders.iter().map(|rows| element(rows, &names(rows))).collect());
        }
        if orders.len() * orders.len() > MOST_ELEMENTS {
            return None;
        }
        Some(orders.iter().flat_map(|rows| orders.iter().map(|names| element(rows, names))).collect())
    }
}
