//! Small setups, one for every verb and option and for what could go wrong between them.

mod kits;
mod old_verbs;
pub mod own_games;
mod placing;
mod requiring;
mod stacks;

use dealwright::Registry;
use dealwright::setup::Setup;
use dealwright::setup::read::read;
use own_games::{Stacks, Taking, Triangle};
use std::sync::OnceLock;

/// All of them.
pub fn cases() -> Vec<Case> {
    [old_verbs::cases(), kits::cases(), placing::cases(), requiring::cases(), stacks::cases()]
        .into_iter()
        .flatten()
        .collect()
}

/// The games that they deal.
pub fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(|| Registry::standard().with::<Taking<Stacks>>().with::<Taking<Triangle>>())
}

/// A small setup, and what the formulas ought to know of it.
pub struct Case {
    pub name: &'static str,
    pub text: String,
    /// Whether the number of different challenges follows from a formula.
    pub distinct: bool,
    /// Whether that up to all symmetries does.
    pub up_to: bool,
    /// Whether pieces are shuffled that were shuffled before, so that outcomes may look alike.
    pub shuffled_again: bool,
}

impl Case {
    pub fn new(name: &'static str, text: String) -> Self {
        Self { name, text, distinct: true, up_to: true, shuffled_again: false }
    }

    /// Only looking at all outcomes tells how many there are up to symmetry.
    pub fn bounds_only(self) -> Self {
        Self { up_to: false, ..self }
    }

    /// Only looking at all outcomes tells how many there are.
    pub fn no_formula(self) -> Self {
        Self { distinct: false, up_to: false, ..self }
    }

    pub fn shuffled_again(self) -> Self {
        Self { shuffled_again: true, ..self }
    }

    pub fn setup(&self) -> Setup {
        read(registry(), &self.text, "small", &[], &|_| Err("none".into()))
            .unwrap_or_else(|error| panic!("{}: {error}\n{}", self.name, self.text))
    }
}

pub fn steps(steps: &[&str]) -> String {
    steps.iter().map(|step| format!("[[step]]\n{step}\n")).collect()
}

pub const ALL: &str = "shuffle = 'all'";
pub const EACH: &str = "shuffle = 'each pile'";
pub const SUITS: &str = "split = { by = 'suit' }";
pub const ROWS: &str = "deal = { along = 'rows' }";
pub const SLOTS: &str = "lay = { along = 'slots' }";
pub const TURN: &str = "turn = 'by chance'";

pub fn pretzel(suits: u8, ranks: u8, kit: &str, own: &[&str]) -> String {
    format!(
        "game = 'pretzel'\n[parameters]\nsuits = {suits}\nranks = {ranks}\n[kit]\n{kit}\n{}{}",
        steps(own),
        steps(&["move = { what = 'aces', to = 'left edge' }"])
    )
}

pub const DECK: &str = "cards = { deck = 'french' }";

pub fn boxoff(rows: u8, columns: u8, colours: u8, kit: &str, own: &[&str]) -> String {
    format!(
        "game = 'boxoff'\n[parameters]\nrows = {rows}\ncolumns = {columns}\ncolours = {colours}\n{kit}\n{}",
        steps(own)
    )
}

/// Tiles of two squares that lie one below the other.
pub fn pairs(turns: &str, list: &str) -> String {
    format!("[kit.tiles]\nshape = '1x2'\nturns = '{turns}'\nlist = [{list}]\n[board]\nslots = 'rows'")
}

/// A mountain whose middle is laid by `own`, on the slots; the rest are threes, so that it looks the same from all sides.
pub fn fujisan(kit: &str, slots: &str, middle: usize, own: &[&str]) -> String {
    fujisan_with(&"3".repeat(24 - middle), kit, slots, own)
}

/// The same with other values around the middle.
pub fn fujisan_with(fixed: &str, kit: &str, slots: &str, own: &[&str]) -> String {
    let fixed = fixed.chars().map(|value| format!("'{value}'")).collect::<Vec<_>>().join(", ");
    format!(
        "game = 'fujisan'\n[kit.fixed]\nshape = 'single'\nlist = [{fixed}]\n{kit}\n[board]\nslots = [{slots}]\n{}",
        steps(own)
    )
}

pub const FIXED: &str = "lay = { what = 'fixed', along = 'rows' }";
pub const MIDDLE: &str = "'g2', 'h2', 'g1', 'h1'";

/// Four dice between threes, so that they lie on each other's places when the mountain is turned.
pub fn rolled_in_the_middle(values: &str) -> String {
    let threes = vec!["'3'"; 20].join(", ");
    let around = "bcdefijklm".chars().flat_map(|file| [format!("'{file}2'"), format!("'{file}1'")]);
    format!(
        "game = 'fujisan'\n[kit.fixed]\nshape = 'single'\nlist = [{threes}]\n[kit.dice]\ndice = 4\nvalues = {values}\n\
         [board]\nslots = [{}]\n{}",
        around.collect::<Vec<_>>().join(", "),
        steps(&["lay = { what = 'fixed', along = 'slots' }", "roll = { into = 'spaces', along = 'rows' }"])
    )
}
