//! A setup file as far as it can be understood: for programs in which a person puts one together and has not finished yet.
//!
//! [`read`](super::read) stops at the first fault and gives no setup then. An outline goes on: it has every part that can be read
//! by itself, all faults, and where each of them is. Where it has no faults, `read` has none either, and the other way round.

use super::super::design::Part as Tunable;
use super::super::shuffle::Shuffling;
use super::super::tree::{Node, Table, parse};
use super::super::{Fault, Setup, SetupError, Step};
use super::{Beside, MOST_BYTES, board, kit, steps};
use super::{apply_option, read_game, read_open, read_parameters, read_rules};
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
    let mut found = Outlining { text, found: Outline::default() };
    if text.len() > MOST_BYTES {
        found.wrong(Part::File, Fault::new(0, format!("the file is longer than {MOST_BYTES} bytes")));
    } else if let Err(fault) = found.read(registry, name, options, beside) {
        found.wrong(Part::File, fault);
    }
    found.found
}

/// An outline at work.
struct Outlining<'t> {
    text: &'t str,
    found: Outline,
}

impl Outlining<'_> {
    fn wrong(&mut self, part: Part, fault: Fault) {
        self.found.wrong.push(Wrong { part, error: fault.in_text(self.text) });
    }

    /// What was read, or its default where there is a fault, which is kept.
    fn or_default<T: Default>(&mut self, part: Part, read: Result<T, Fault>) -> T {
        read.unwrap_or_else(|fault| {
            self.wrong(part, fault);
            T::default()
        })
    }

    /// An error is a fault after which nothing more can be read.
    fn read(
        &mut self,
        registry: &Registry,
        name: &str,
        options: &[(String, String)],
        beside: Beside<'_>,
    ) -> Result<(), Fault> {
        let document = parse(self.text)?;
        let keys = ["game", "title", "about", "rules", "parameters", "kit", "board", "step", "open"];
        let root = match Table::root(&document, &keys) {
            Ok(root) => root,
            Err(fault) => {
                self.wrong(Part::File, fault);
                Table { offset: 0, table: document.get_ref() }
            }
        };
        let games = || registry.games().map(|game| game.info.name).collect::<Vec<_>>().join(", ");
        let game = read_game(registry, &root.need_as("game", games)?)?;
        self.found.game = Some(game);
        let (mut parameters, open) = match read_parameters(&root, game) {
            Ok(sizes) => sizes,
            Err(fault) => {
                self.wrong(Part::Sizes, fault);
                return Ok(());
            }
        };
        let mut rules = self.or_default(Part::File, read_rules(&root, game));
        let mut shuffling = Shuffling::default();
        for (key, value) in options {
            let read = match key.as_str() {
                "shuffle" => value.parse().map(|shuffle| shuffling.shuffle = shuffle),
                "last" => value.parse().map(|last| shuffling.last = last),
                _ => apply_option(key, value, game, &mut parameters, &open, &mut rules)
                    .map_err(|why| why.words()),
            };
            if let Err(words) = read {
                self.wrong(Part::Sizes, Fault::new(0, words));
            }
        }
        self.found.parameters = parameters.clone();
        let places = (game.places)(&parameters).and_then(|places| match places.cells() {
            0 => Err("a board of these sizes has no place for a piece".into()),
            _ => Ok(places),
        });
        let places = match places {
            Ok(places) => places,
            Err(message) => {
                let (at, message) = super::no_board(&root, game, &parameters, message);
                self.wrong(Part::Sizes, Fault::new(at, message));
                return Ok(());
            }
        };
        let empty = self.or_default(Part::Board, board::read_empty(root.get("board"), game, &places));
        let kit =
            self.read_kit(&root, game, &parameters, (places.cells() - empty.len(), empty.len()), beside);
        let (slots, block) = self.or_default(Part::Board, board::read(root.get("board"), &places, &empty));
        let tunable: Vec<Tunable> = self.or_default(Part::File, read_open(&root));
        let title = self.or_default(Part::File, root.text_or("title", name));
        let about = self.or_default(Part::File, root.text_or("about", ""));
        let mut setup = Setup {
            game,
            name: name.to_string(),
            title,
            about,
            parameters,
            open,
            variants: Vec::new(),
            rules,
            kit,
            places,
            empty,
            slots,
            block,
            steps: Vec::new(),
            tunable,
            shuffling,
            weights: registry.weights().clone(),
        };
        self.read_steps(&root, &mut setup);
        if self.found.wrong.is_empty()
            && let Err(fault) = super::super::proof::check(&setup)
        {
            let part = part_of(&fault, &setup);
            self.wrong(part, fault);
        }
        self.found.setup = Some(setup);
        Ok(())
    }

    /// The groups without faults.
    fn read_kit(
        &mut self,
        root: &Table<'_>,
        game: &Entry,
        parameters: &Parameters,
        cells: (usize, usize),
        beside: Beside<'_>,
    ) -> Vec<crate::kit::Group> {
        let mut kit = Vec::new();
        let node = match root.get("kit") {
            Some(node) if node.any_table().is_ok_and(|table| !table.keys().is_empty()) => node,
            Some(node) => {
                let fault = match node.any_table() {
                    Ok(_) => node.fault("the kit is empty: it has no pieces yet"),
                    Err(fault) => fault,
                };
                self.wrong(Part::File, fault);
                return kit;
            }
            None => {
                self.wrong(Part::File, Fault::new(0, "'kit' is missing here: there are no pieces yet"));
                return kit;
            }
        };
        let mut keys = node.any_table().map(|table| table.keys()).unwrap_or_default();
        keys.sort_by_key(|(offset, ..)| *offset);
        for (_, name, node) in keys {
            match kit::read_named(&name, &node, game, parameters, cells, beside) {
                Ok((group, _)) => {
                    self.found.groups.push((name, Some(kit.len())));
                    kit.push(group);
                }
                Err(fault) => {
                    self.found.groups.push((name.clone(), None));
                    self.wrong(Part::Group(name), fault);
                }
            }
        }
        kit
    }

    /// The steps without faults. A step that is about a group with a fault has one for that reason alone, which is not told.
    fn read_steps(&mut self, root: &Table<'_>, setup: &mut Setup) {
        let items = root.get("step").map(|node| node.items());
        let items: Vec<Node<'_>> = match items {
            Some(Ok(items)) if !items.is_empty() => items,
            Some(Err(fault)) => return self.wrong(Part::File, fault),
            _ => {
                return self.wrong(Part::File, Fault::new(0, "there are no steps yet, so nothing is laid"));
            }
        };
        if items.len() > steps::MOST_STEPS {
            let message = format!(
                "{} are too many, at most {}",
                counted(items.len() as u64, "step"),
                steps::MOST_STEPS
            );
            return self.wrong(Part::File, Fault::new(items[0].offset, message));
        }
        let kit_is_whole =
            self.found.groups.iter().all(|(_, number)| number.is_some()) && !setup.kit.is_empty();
        for (number, item) in items.iter().enumerate() {
            match steps::read_step(item, setup) {
                Ok(step) => {
                    let place = Fault::new(step.offset, "").in_text(self.text);
                    self.found.steps.push(Some(setup.steps.len()));
                    setup.steps.push(Step { place: (place.line, place.column), ..step });
                }
                Err(fault) => {
                    self.found.steps.push(None);
                    if kit_is_whole {
                        self.wrong(Part::Step(number), fault);
                    }
                }
            }
        }
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
