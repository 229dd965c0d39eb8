//! A setup file as far as it can be understood: for programs in which a person puts one together and has not finished yet.
//!
//! [`read`](super::read) stops at the first fault and gives no setup then. An outline goes on: it has every part that can be read
//! by itself, all faults, and where each of them is. Where it has no faults, `read` has none either, and the other way round.

use super::super::tree::{Node, Table};
use super::super::{Fault, Setup, SetupError, Step};
use super::{Beside, Invalid, Kit, Reader, kit, read_whole, steps};
use crate::dealing::Parameters;
use crate::registry::{Entry, Registry};
use crate::text::counted;

/// A part of a setup file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The file as a whole: it cannot be read as TOML, or something is missing.
    File,
    /// The sizes.
    Sizes,
    /// A group of pieces, by name.
    Group(String),
    /// The board.
    Board,
    /// A step, counted from 0.
    Step(usize),
}

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// In which part.
    pub part: Part,
    /// Where in the text, and what.
    pub error: SetupError,
}

/// What can be understood of a file.
#[derive(Clone, Default)]
pub struct Outline {
    /// The game, if it is known.
    pub game: Option<&'static Entry>,
    /// The sizes as far as the file gives them.
    pub parameters: Parameters,
    /// Everything that could be read. Groups and steps with faults are left out of it. None without a game and a board.
    pub setup: Option<Setup>,
    /// The names of all groups in the order of the file, and their numbers in the setup; none for those with faults.
    pub groups: Vec<(String, Option<usize>)>,
    /// For each step of the file its number in the setup; none for those with faults.
    pub steps: Vec<Option<usize>>,
    /// All faults, in the order in which they were found. Empty for a file that can be used.
    pub wrong: Vec<Wrong>,
}

/// Reads as much of a setup file as can be read. Takes what [`super::read`] takes.
pub fn outline(
    registry: &Registry,
    text: &str,
    name: &str,
    options: &[(String, String)],
    beside: Beside<'_>,
) -> Outline {
    let mut reader = Outlining { text, found: Outline::default() };
    match read_whole(&mut reader, registry, text, name, options, beside) {
        Ok(setup) => reader.found.setup = setup,
        Err(why) => reader.wrong(Part::File, why.fault()),
    }
    reader.found
}

/// Keeps faults and goes on.
struct Outlining<'t> {
    text: &'t str,
    found: Outline,
}

impl Outlining<'_> {
    fn wrong(&mut self, part: Part, fault: Fault) {
        self.found.wrong.push(Wrong { part, error: fault.in_text(self.text) });
    }

    /// The steps of the file; none where they are no list of steps.
    fn listed<'d>(&mut self, root: &Table<'d>) -> Option<Vec<Node<'d>>> {
        let fault = match root.get("step").map(|node| node.items()) {
            Some(Ok(items)) if items.len() > steps::MOST_STEPS => {
                let count = counted(items.len() as u64, "step");
                let message = format!("{count} are too many, at most {}", steps::MOST_STEPS);
                Fault::new(items[0].offset, message)
            }
            Some(Ok(items)) if !items.is_empty() => return Some(items),
            Some(Err(fault)) => fault,
            _ => Fault::new(0, "there are no steps yet, so nothing is laid"),
        };
        self.wrong(Part::File, fault);
        None
    }
}

impl Reader for Outlining<'_> {
    fn fault(&mut self, part: Part, why: Invalid) -> Result<(), Invalid> {
        self.wrong(part, why.fault());
        Ok(())
    }

    fn know(&mut self, game: &'static Entry, parameters: &Parameters) {
        self.found.game = Some(game);
        self.found.parameters = parameters.clone();
    }

    /// The groups without faults.
    fn kit(&mut self, root: &Table<'_>, board: &kit::Board<'_>) -> Result<Kit, Invalid> {
        let node = match root.get("kit") {
            Some(node) => node,
            None => {
                self.wrong(Part::File, Fault::new(0, "'kit' is missing here: there are no pieces yet"));
                return Ok(Kit::default());
            }
        };
        let mut keys = match node.any_table().map(|table| table.keys()) {
            Ok(keys) => keys,
            Err(fault) => {
                self.wrong(Part::File, fault);
                return Ok(Kit::default());
            }
        };
        if keys.is_empty() {
            self.wrong(Part::File, node.fault("the kit is empty: it has no pieces yet"));
        }
        keys.sort_by_key(|(offset, ..)| *offset);
        let mut groups = Vec::new();
        for (_, name, node) in keys {
            match kit::read_named(&name, &node, board) {
                Ok((group, _)) => {
                    self.found.groups.push((name, Some(groups.len())));
                    groups.push(group);
                }
                Err(fault) => {
                    self.found.groups.push((name.clone(), None));
                    self.wrong(Part::Group(name), fault);
                }
            }
        }
        // What variants are for other sizes does not matter for these.
        Ok((groups, Vec::new()))
    }

    /// The steps without faults. A step that is about a group with a fault has one for that reason alone, which is not told.
    fn steps(&mut self, root: &Table<'_>, setup: &mut Setup) -> Result<(), Invalid> {
        let Some(items) = self.listed(root) else { return Ok(()) };
        let kit_is_whole =
            self.found.groups.iter().all(|(_, number)| number.is_some()) && !setup.kit.is_empty();
        for (number, item) in items.iter().enumerate() {
            match steps::read_step(item, setup) {
                Ok(step) => {
                    self.found.steps.push(Some(setup.steps.len()));
                    setup.steps.push(step);
                }
                Err(fault) => {
                    self.found.steps.push(None);
                    if kit_is_whole {
                        self.wrong(Part::Step(number), fault);
                    }
                }
            }
        }
        if self.found.wrong.is_empty()
            && let Err(fault) = super::super::proof::check(setup)
        {
            let part = part_of(&fault, setup);
            self.wrong(part, fault);
        }
        Ok(())
    }
}

/// The part of a file that a fault of the whole setup belongs to: the step whose place it names, or the group.
fn part_of(fault: &Fault, setup: &Setup) -> Part {
    let is_of = |step: &Step| {
        fault.offset == step.offset || step.keys.iter().any(|(_, offset)| *offset == fault.offset)
    };
    if let Some(step) = setup.steps.iter().position(is_of) {
        return Part::Step(step);
    }
    let group = setup.kit.iter().find(|group| group.listed_at.contains(&fault.offset));
    group.map_or(Part::File, |group| Part::Group(group.name.clone()))
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    fn outlined(text: &str) -> Outline {
        outline(&Registry::standard(), text, "mine", &[], &|_| Err("none".into()))
    }

    #[test]
    fn a_file_that_can_be_used_has_an_outline_without_faults() {
        let registry = Registry::standard();
        for name in registry.setup_names() {
            let text = registry.setup_text(&name).unwrap();
            let found = outlined(text);
            assert_eq!(found.wrong, [], "{name}");
            let setup = registry.setup(&name, &[]).unwrap();
            let own = found.setup.unwrap();
            assert_eq!((own.kit, own.steps.len()), (setup.kit, setup.steps.len()), "{name}");
        }
    }

    #[test]
    fn what_has_faults_is_left_out_and_all_else_is_there() {
        let text = "game = 'boxoff'\n[parameters]\nrows = 2\ncolumns = 2\ncolours = 1\n[kit.good]\nshape = 'single'\n\
                    list = ['A', 'A']\n[kit.bad]\nshape = 'single'\nlist = ['AB']\n[[step]]\nshufle = 'all'\n[[step]]\n\
                    lay = { what = 'good', along = 'rows' }";
        let found = outlined(text);
        assert_eq!(found.groups, [("good".to_string(), Some(0)), ("bad".to_string(), None)]);
        assert_eq!(found.steps, [None, Some(0)]);
        let parts: Vec<&Part> = found.wrong.iter().map(|wrong| &wrong.part).collect();
        assert_eq!(parts, [&Part::Group("bad".into())], "steps wait until the pieces can be read");
        assert_eq!((found.wrong[0].error.line, found.wrong[0].error.column), (11, 9));
        let mended = outlined(&text.replace("'AB'", "'A', 'A'"));
        assert_eq!(mended.wrong[0].part, Part::Step(0));
        assert!(mended.wrong[0].error.message.contains("did you mean 'shuffle'"), "{:?}", mended.wrong);
    }

    #[test]
    fn an_outline_and_the_reader_agree_on_which_files_can_be_used() {
        let registry = Registry::standard();
        let good = registry.setup_text("boxoff/ltiles").unwrap();
        for (from, to, part) in [
            ("\"AAB\"", "\"AAA\"", Part::Step(2)),
            ("columns = 6", "columns = 99", Part::Sizes),
            ("[board]", "[bord]", Part::File),
            ("slots = [\"a2 b2 a1\"", "slots = [\"a2 b9 a1\"", Part::Board),
            ("lay = { along", "lay = { allong", Part::Step(2)),
            ("\"AAB\", ", "", Part::Step(2)),
            ("game  = \"boxoff\"", "game = [", Part::File),
        ] {
            let text = good.replacen(from, to, 1);
            assert_ne!(text, good);
            let own = outlined(&text);
            assert!(read(&registry, &text, "mine", &[], &|_| Err("none".into())).is_err(), "{to}");
            assert_eq!(own.wrong.first().map(|wrong| &wrong.part), Some(&part), "{to}: {:?}", own.wrong);
        }
    }
}
