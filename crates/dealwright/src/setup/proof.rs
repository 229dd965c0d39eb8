//! Checks that a setup can be dealt, and proves what it claims of its kit.

use super::condition::{Condition, Holds, Test};
use super::deal::Dealer;
use super::enumerate::{Outcome, Outcomes};
use super::impossible;
use super::plan::{DealPlan, Fact};
use super::which::piece_in_words;
use super::{By, Fault, Rolled, Setup, Step, Verb};
use crate::dealing::Variation;
use crate::kit::{Group, Piece};
use crate::rng::Stream;

/// Refuses setups whose deals are no challenges, and claims about the kit that do not hold.
pub(super) fn check(setup: &Setup) -> Result<(), Fault> {
    let dealer = Dealer::new(setup)?;
    let last_lay = setup
        .steps
        .iter()
        .rev()
        .find(|s| matches!(s.verb, Verb::Lay { .. } | Verb::Roll { .. } | Verb::Build { .. }));
    let at = last_lay.map_or(0, |step| step.offset);
    check_pieces(setup, &dealer).map_err(|message| Fault::new(at, message))?;
    check_fixed(setup, &dealer)?;
    // Whatever differs between deals was looked at above, so one deal stands for all.
    let mut random = Stream::new(&["check"], 0);
    let mut tries = (0..MOST_BUILT).map(|_| dealer.once(&mut random));
    let laid = tries.find(|laid| !laid.stuck).ok_or_else(|| {
        let takes_moves = dealer.plan.build.as_ref().is_some_and(|build| build.by.takes_moves);
        let remedy = if takes_moves { "ask for fewer moves" } else { "choose other sizes" };
        Fault::new(at, format!("hands got stuck in each of {MOST_BUILT} tries to build a deal; {remedy}"))
    })?;
    if let Some((step, message)) = impossible::first(&dealer, &laid) {
        return Err(Fault::new(step.offset, message));
    }
    dealer.build(&laid.cells, &laid.dice).map_err(|error| Fault::new(at, error.message))?;
    for step in &setup.steps {
        if let Verb::Require { what, by: By::Kit } = &step.verb {
            prove(&dealer, what).map_err(|message| Fault::new(step.offset, message))?;
        }
    }
    check_possible(setup, &dealer)
}

/// Refuses steps that can put another piece onto a cell where the game always has the same one.
fn check_fixed(setup: &Setup, dealer: &Dealer<'_>) -> Result<(), Fault> {
    let plan = &dealer.plan;
    if plan.build.is_some() {
        return Ok(()); // the game itself says what lies where
    }
    for &(cell, symbol) in &plan.fixed {
        let laid = plan.seats.iter().flat_map(|seat| {
            let of_piece = seat.cells.iter().find(|(_, own)| *own == cell).map(|(of_piece, _)| *of_piece);
            let pieces = if of_piece.is_some() { dealer.pieces_for(seat.place) } else { Vec::new() };
            let ways = move |piece: u16| plan.looks[piece as usize].iter().take(seat.turns);
            pieces.into_iter().flat_map(ways).filter_map(move |look| look.get(of_piece?).copied())
        });
        let rolled =
            plan.rolls.iter().filter(|(own, _)| *own == cell).flat_map(|(_, faces)| faces.iter().copied());
        let Some(other) = laid.chain(rolled).find(|shown| *shown != symbol) else { continue };
        let write = |symbol: u8| setup.game.faces.write(symbol);
        let (title, place) = (setup.game.info.title, setup.places.cell_name(cell));
        let shows = |(group, piece): &(&Group, &Piece)| {
            piece.symbols().map(|face| group.counts_as.seen(face)).eq([symbol])
        };
        let mut pieces =
            setup.kit.iter().flat_map(|group| group.pieces.iter().map(move |piece| (group, piece)));
        let remedy = match pieces.find(shows) {
            Some((group, piece)) => format!(
                "put it there before anything is shuffled: place = {{ piece = \"{}\", at = \"{place}\" }}",
                piece_in_words(piece, group, setup)
            ),
            None => "the kit has none".into(),
        };
        let message = format!(
            "{} can come to lie on {place}, where {title} always has {}; {remedy}",
            write(other),
            write(symbol)
        );
        return Err(Fault::new(step_that_fills(setup, dealer, cell).map_or(0, |step| step.offset), message));
    }
    Ok(())
}

/// The step that puts something onto a cell.
fn step_that_fills<'a>(setup: &'a Setup, dealer: &Dealer<'_>, cell: usize) -> Option<&'a Step> {
    let mut steps = setup.steps.iter().zip(&dealer.plan.facts);
    let fills = |(step, fact): &(&Step, &Fact)| match &step.verb {
        Verb::Lay { .. } => {
            let on_slots = || fact.slots.iter().any(|&slot| setup.slots[slot].0.contains(&Some(cell)));
            fact.cells.contains(&cell) || on_slots()
        }
        Verb::Place { at, .. } => {
            let place = setup.places.list().iter().find(|place| place.cells().contains(&cell));
            let is_here = |own: usize| own == cell || place.is_some_and(|place| place.cells().contains(&own));
            at.0.iter().flatten().any(|&own| is_here(own))
        }
        Verb::Roll { into, .. } => *into == Rolled::Spaces,
        _ => false,
    };
    steps.find(fills).map(|(step, _)| step)
}

/// Refuses what no deal can meet, where all of them can be looked at; mostly one of the first meets it.
fn check_possible(setup: &Setup, dealer: &Dealer<'_>) -> Result<(), Fault> {
    let asked = |step: &&Step| matches!(&step.verb, Verb::Require { by, .. } if *by != By::Kit);
    let Some(first) = setup.steps.iter().find(asked) else { return Ok(()) };
    let Some(all) = Outcomes::new(dealer).filter(|all| all.total <= MOST_TRIED) else { return Ok(()) };
    if all.iter().any(|outcome| outcome.accepted) {
        return Ok(());
    }
    let conditions: Vec<String> = setup.asked().map(|(what, _)| what.in_full()).collect();
    Err(Fault::new(
        first.offset,
        format!("no deal can meet what is required ({}): every one was tried", conditions.join("; ")),
    ))
}

/// Tries to build a deal before a setup is refused.
const MOST_BUILT: u32 = 1_000;

/// Outcomes up to which it is found out whether one of them meets the requirements.
const MOST_TRIED: u128 = 5_000;

/// The pieces that end up on the board may differ from deal to deal only as far as the game allows.
fn check_pieces(setup: &Setup, dealer: &Dealer<'_>) -> Result<(), String> {
    let (plan, turned) = (&dealer.plan, dealer.can_turn());
    match setup.game.variation {
        Variation::Any => Ok(()),
        _ if !plan.varies(turned) => Ok(()),
        Variation::Never => Err(format!(
            "{} needs every card of its deck on the board, but here they differ from deal to deal",
            setup.game.info.title
        )),
        Variation::EvenCounts => {
            if plan.hides() {
                return Err(ODD.into());
            }
            // A die whose sides all count as one colour always brings that one.
            if plan.rolls.iter().any(|(_, faces)| faces.iter().any(|face| *face != faces[0])) {
                return Err(ODD.into());
            }
            // A piece that is turned over, by chance or by hand, must not change what is there an odd number of times.
            let mixed = plan.mixes.iter().flat_map(|mix| mix.places.iter().copied());
            let in_play = plan.seats.iter().map(|seat| seat.place).chain(mixed);
            for place in in_play.filter(|_| turned) {
                let looks = &plan.looks[plan.table[place as usize] as usize];
                if let Some(odd) = looks.iter().find_map(|look| differing_parity(look, &looks[0])) {
                    return Err(format!(
                        "a piece has {} an odd number of times on one side, but not on the other: a deal could have an odd \
                         number of them, which can never be cleared in pairs",
                        setup.game.faces.write(odd)
                    ));
                }
            }
            // Mixes that are laid whole bring the same pieces every time; the trial deal shows whether those are even.
            for mix in plan.mixes.iter().filter(|mix| mix.take < mix.places.len()) {
                let looks = |piece: u16| &plan.looks[piece as usize][0];
                let pieces = dealer.pieces_for(mix.places[0]);
                let first = looks(pieces[0]);
                if let Some(odd) = pieces.iter().find_map(|&piece| differing_parity(looks(piece), first)) {
                    return Err(format!(
                        "not all pieces are laid, and some show {} an odd number of times and some do not: a deal could have \
                         an odd number of them, which can never be cleared in pairs",
                        setup.game.faces.write(odd)
                    ));
                }
            }
            Ok(())
        }
    }
}

const ODD: &str = "colours could come out in odd numbers, which can never be cleared in pairs";

/// A symbol that is on one of these an odd number of times and on the other an even number of times.
fn differing_parity(look: &[u8], other: &[u8]) -> Option<u8> {
    let both = || look.iter().chain(other);
    both().copied().find(|face| both().filter(|another| *another == face).count() % 2 == 1)
}

/// Proves that every deal fulfils a requirement, by trying everything that can lie on each group of cells.
fn prove(dealer: &Dealer<'_>, what: &Condition) -> Result<(), String> {
    let (setup, plan) = (dealer.setup, &dealer.plan);
    let Test::Cells { scopes, holds } = &what.test else { return prove_by_looking(dealer, what) };
    if plan.build.is_some() {
        return prove_by_looking(dealer, what);
    }
    for scope in scopes {
        let values = scope.iter().map(|&cell| plan.blank[cell]).collect();
        let mut proof = Proof { dealer, setup, plan, scope, values, used: Vec::new(), tried: 0 };
        let seats: Vec<usize> = (0..plan.seats.len())
            .filter(|&n| plan.seats[n].cells.iter().any(|(_, cell)| scope.contains(cell)))
            .collect();
        if let Some(example) = proof.broken(&seats, holds)? {
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

/// The same for structures that are seen only on a whole board: every deal is looked at.
fn prove_by_looking(dealer: &Dealer<'_>, what: &Condition) -> Result<(), String> {
    let too_many = || {
        format!(
            "that the kit ensures '{}' is proved by looking at every deal, and there are more than {MOST_LOOKED_AT}; enforce it \
             by dealing again",
            what.name
        )
    };
    let all = Outcomes::new(dealer).filter(|all| all.total <= MOST_LOOKED_AT).ok_or_else(too_many)?;
    // What is put right by hand counts as it lies in the end.
    let is_dealt = |outcome: &Outcome| outcome.accepted || !dealer.has_fixes() && dealer.plan.build.is_none();
    for outcome in all.iter().filter(is_dealt) {
        if what.broken_at(dealer, &outcome.cells, &outcome.dice).is_some() {
            let id =
                dealer.build(&outcome.cells, &outcome.dice).map_or(String::new(), |challenge| challenge.id());
            return Err(format!(
                "the kit does not ensure '{}': {id} can be dealt; enforce it by dealing again",
                what.name
            ));
        }
    }
    Ok(())
}

/// Deals up to which a claim about whole boards is proved.
const MOST_LOOKED_AT: u128 = 50_000;

struct Proof<'a> {
    dealer: &'a Dealer<'a>,
    setup: &'a Setup,
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
    fn broken(&mut self, seats: &[usize], holds: &Holds) -> Result<Option<Vec<u8>>, String> {
        let Some((&seat, rest)) = seats.split_first() else { return self.broken_by_dice(0, holds) };
        let seat = &self.plan.seats[seat];
        let touching: Vec<_> =
            self.plan.mixes.iter().filter(|mix| mix.places.contains(&seat.place)).collect();
        let places = match touching.as_slice() {
            // Whoever swaps pieces by hand may bring any of them anywhere.
            _ if self.dealer.can_swap() => self.in_play(),
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
            let looks = &self.plan.looks[piece as usize];
            // A piece that is turned or swapped by hand may lie any way.
            let ways =
                if self.dealer.has_fixes() && self.dealer.can_turn() { looks.len() } else { seat.turns };
            for look in looks.iter().take(ways) {
                for &(of_piece, of_board) in &seat.cells {
                    if let Some(at) = self.scope.iter().position(|&cell| cell == of_board) {
                        self.values[at] =
                            look.get(of_piece).map_or(0, |&symbol| (self.setup.game.seen)(symbol));
                    }
                }
                if let Some(found) = self.broken(rest, holds)? {
                    return Ok(Some(found));
                }
            }
            self.used.pop();
        }
        Ok(None)
    }

    /// Places whose piece can come onto the board.
    fn in_play(&self) -> Vec<u16> {
        let seats = self.plan.seats.iter().map(|seat| seat.place);
        let mixed = self.plan.mixes.iter().flat_map(|mix| mix.places.iter().copied());
        let mut places: Vec<u16> = seats.chain(mixed).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The same for cells of the scope that are rolled.
    fn broken_by_dice(&mut self, from: usize, holds: &Holds) -> Result<Option<Vec<u8>>, String> {
        let rolled = self.plan.rolls.iter().skip(from).position(|(cell, _)| self.scope.contains(cell));
        let Some(number) = rolled.map(|n| n + from) else {
            return Ok((!holds.holds(&self.values, self.setup)).then(|| self.values.clone()));
        };
        let (cell, faces) = &self.plan.rolls[number];
        let of_all: Vec<u8> = match self.dealer.can_swap() {
            true => self.plan.rolls.iter().flat_map(|(_, faces)| faces.iter().copied()).collect(),
            false => faces.clone(),
        };
        for face in of_all {
            if let Some(at) = self.scope.iter().position(|c| c == cell) {
                self.values[at] = face;
            }
            if let Some(found) = self.broken_by_dice(number + 1, holds)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}
