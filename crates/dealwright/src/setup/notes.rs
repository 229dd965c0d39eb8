//! What is allowed and yet worth a word to whoever writes a setup.

use super::deal::Dealer;
use crate::text::{counted, listed};

/// Places that are named one by one.
const FEW: usize = 4;

/// Remarks on a setup that can be dealt.
pub fn notes(dealer: &Dealer<'_>) -> Vec<String> {
    face_down(dealer).into_iter().collect()
}

/// Pieces that no step turns up again: all games here are played with everything known.
fn face_down(dealer: &Dealer<'_>) -> Option<String> {
    if dealer.setup.game.info.turns_up {
        return None;
    }
    let cells = &dealer.plan.face_down;
    let names: Vec<String> =
        cells.iter().take(FEW).map(|&cell| dealer.setup.places.cell_name(cell)).collect();
    let names = match cells.len() {
        0 => return None,
        n if n > FEW => format!("{} and {} more", names.join(", "), n - FEW),
        _ => listed(&names),
    };
    let pieces = counted(cells.len() as u64, "piece");
    let (stays, it) = if cells.len() == 1 { ("stays", "it") } else { ("stay", "them") };
    Some(format!(
        "note: {pieces} {stays} face down ({names}), though the game is solved with everything known; a step reveal = \"all\" turns {it} up"
    ))
}
