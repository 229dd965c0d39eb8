//! Checks that a setup can be dealt, and proves what it claims of its kit.

use super::deal::Dealer;
use super::plan::DealPlan;
use super::{By, Fault, Setup, Verb};
use crate::dealing::{Requirement, Variation};
use crate::rng::Stream;

/// Refuses setups whose deals are no challenges, and claims about the kit that do not hold.
pub(super) fn check(setup: &Setup) -> Result<(), Fault> {
    let dealer = Dealer::new(setup)?;
    let last_lay = setup.steps.iter().rev().find(|s| matches!(s.verb, Verb::Lay { .. } | Verb::Roll { .. }));
    let at = last_lay.map_or(0, |step| step.offset);
    check_pieces(setup, &dealer.plan).map_err(|message| Fault::new(at, message))?;
    // Whatever differs between deals was looked at above, so one deal stands for all.
    let (cells, dice) = dealer.once(&mut Stream::new(&["check"], 0));
    dealer.build(&cells, &dice).map_err(|error| Fault::new(at, error.message))?;
    for step in &setup.steps {
        if let Verb::Require { what, by: By::Kit } = step.verb {
            prove(setup, &dealer.plan, what).map_err(|message| Fault::new(step.offset, message))?;
        }
    }
    Ok(())
}

/// The pieces that end up on the board may differ from deal to deal only as far as the game allows.
fn check_pieces(setup: &Setup, plan: &DealPlan) -> Result<(), String> {
    match setup.game.variation {
        Variation::Any => Ok(()),
        _ if !plan.varies() => Ok(()),
        Variation::Never => Err(format!(
            "{} needs every card of its deck on the board, but here they differ from deal to deal",
            setup.game.info.title
        )),
        Variation::EvenCounts => {
            if plan.hides() || !plan.rolls.is_empty() {
                return Err(
                    "colours could come out in odd numbers, which can never be cleared in pairs".into()
                );
            }
            // Mixes that are laid whole bring the same pieces every time; the trial deal shows whether those are even.
            for mix in plan.mixes.iter().filter(|mix| mix.take < mix.places.len()) {
                for &place in &mix.places {
                    let faces = &plan.looks[plan.table[place as usize] as usize][0];
                    let odd = faces.iter().find(|&face| faces.iter().filter(|f| *f == face).count() % 2 == 1);
                    if let Some(odd) = odd {
                        return Err(format!(
                            "not all pieces are laid, and one shows {} an odd number of times: a deal could have an odd \
                             number of them, which can never be cleared in pairs",
                            setup.game.faces.write(*odd)
                        ));
                    }
                }
            }
            Ok(())
        }
    }
}

/// Proves that every deal fulfils a requirement, by trying everything that can lie on each group of cells.
fn prove(setup: &Setup, plan: &DealPlan, what: &Requirement) -> Result<(), String> {
    for scope in (what.scopes)(&setup.parameters) {
        let mut proof =
            Proof { plan, scope: &scope, values: vec![0; scope.len()], used: Vec::new(), tried: 0 };
        let seats: Vec<usize> = (0..plan.seats.len())
            .filter(|&n| plan.seats[n].cells.iter().any(|(_, cell)| scope.contains(cell)))
            .collect();
        if let Some(example) = proof.broken(&seats, what)? {
            let squares: Vec<String> = scope.iter().map(|&cell| setup.square(cell).to_string()).collect();
            let values: Vec<String> = example.iter().map(|&value| setup.game.faces.write(value)).collect();
            return Err(format!(
                "the kit does not ensure '{}': {} can show {}; enforce it by dealing again",
                what.name,
                squares.join(" "),
                values.join(" ")
            ));
        }
    }
    Ok(())
}

struct Proof<'a> {
    plan: &'a DealPlan,
    scope: &'a [usize],
    values: Vec<u8>,
    /// Pieces that lie on the seats looked at before.
    used: Vec<u16>,
    tried: u32,
}

/// A proof that needs more tries than this is not attempted.
const MOST_TRIES: u32 = 5_000_000;

impl Proof<'_> {
    /// Symbols that break the requirement, if any can lie on the remaining seats.
    fn broken(&mut self, seats: &[usize], what: &Requirement) -> Result<Option<Vec<u8>>, String> {
        let Some((&seat, rest)) = seats.split_first() else { return self.broken_by_dice(0, what) };
        let seat = &self.plan.seats[seat];
        let touching: Vec<_> =
            self.plan.mixes.iter().filter(|mix| mix.places.contains(&seat.place)).collect();
        let places = match touching.as_slice() {
            [] => vec![seat.place],
            [mix] if mix.known => mix.places.clone(),
            _ => {
                return Err(
                    "what the kit ensures cannot be proved where shuffled pieces are shuffled again".into()
                );
            }
        };
        for place in places {
            let piece = self.plan.table[place as usize];
            if self.used.contains(&piece) {
                continue;
            }
            self.used.push(piece);
            self.tried += 1;
            if self.tried > MOST_TRIES {
                let message = "there are too many possibilities to prove what the kit ensures; enforce it by dealing again";
                return Err(message.into());
            }
            for look in self.plan.looks[piece as usize].iter().take(seat.turns) {
                for &(of_piece, of_board) in &seat.cells {
                    if let Some(at) = self.scope.iter().position(|&cell| cell == of_board) {
                        self.values[at] = look[of_piece];
                    }
                }
                if let Some(found) = self.broken(rest, what)? {
                    return Ok(Some(found));
                }
            }
            self.used.pop();
        }
        Ok(None)
    }

    /// The same for cells of the scope that are rolled.
    fn broken_by_dice(&mut self, from: usize, what: &Requirement) -> Result<Option<Vec<u8>>, String> {
        let rolled = self.plan.rolls.iter().skip(from).position(|(cell, _)| self.scope.contains(cell));
        let Some(number) = rolled.map(|n| n + from) else {
            return Ok((!(what.holds)(&self.values)).then(|| self.values.clone()));
        };
        let (cell, faces) = &self.plan.rolls[number];
        for &face in faces {
            if let Some(at) = self.scope.iter().position(|c| c == cell) {
                self.values[at] = face;
            }
            if let Some(found) = self.broken_by_dice(number + 1, what)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}
