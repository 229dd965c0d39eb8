//! What there is: games with their rules, sizes and setups, and the gallery of extremes.

use crate::budget::{Budget, Question};
use dealwright::gallery::{Entry as GalleryEntry, entries};
use dealwright::game::{Lesson, MeasureInfo};
use dealwright::kit::PieceKind;
use dealwright::measure::Level;
use dealwright::registry::Entry;
use dealwright::setup::Setup;
use dealwright::{InvalidInput, Registry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which games are there?
#[derive(Deserialize)]
pub struct ListGames {}

impl Question for ListGames {
    type Answer = Listing;
    const NAME: &'static str = "games";

    fn turn(&mut self, registry: &Registry, _: &Budget<'_>) -> Result<Option<Listing>, InvalidInput> {
        listing(registry).map(Some)
    }
}

/// Which are the longest and hardest challenges that are known?
#[derive(Deserialize)]
pub struct ListGallery {}

impl Question for ListGallery {
    type Answer = Vec<EntryKeys>;
    const NAME: &'static str = "gallery";

    fn turn(&mut self, _: &Registry, _: &Budget<'_>) -> Result<Option<Vec<EntryKeys>>, InvalidInput> {
        Ok(Some(entries().iter().map(EntryKeys::from).collect()))
    }
}

/// Everything there is.
#[derive(Serialize)]
pub struct Listing {
    /// The games.
    pub games: Vec<GameListing>,
}

/// A game.
#[derive(Serialize)]
pub struct GameListing {
    /// Its name.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it means.
    pub about: &'static str,
    /// An ID to begin with.
    pub example: &'static str,
    /// Rules that are switched.
    pub rules: Vec<RuleListing>,
    /// Its sizes.
    pub parameters: Vec<Named>,
    /// Its symmetries.
    pub symmetries: Vec<Named>,
    /// Its built-in setups.
    pub setups: Vec<SetupListing>,
    /// The setup to begin with.
    pub default_setup: Option<String>,
    /// What is measured.
    pub measures: Vec<MeasureListing>,
    /// Its named dead ends.
    pub causes: Vec<Named>,
    /// Its levels, from the easiest on.
    pub levels: Vec<LevelListing>,
    /// What a hunt for a hard challenge looks for.
    pub hunted: Hunted,
    /// Its rules one by one, each shown on a position; none where it has only its description.
    pub lessons: Vec<LessonListing>,
}

/// A rule, shown on a position.
#[derive(Serialize)]
pub struct LessonListing {
    /// The rule in a few words.
    pub title: &'static str,
    /// The rule in a sentence or two.
    pub words: &'static str,
    /// The challenge.
    pub id: &'static str,
    /// The moves that lead to the position.
    pub before: &'static [&'static str],
    /// The moves that show the rule.
    pub moves: &'static [&'static str],
    /// Two squares between which no move leads.
    pub refused: Option<[&'static str; 2]>,
}

impl From<&Lesson> for LessonListing {
    fn from(&Lesson { title, words, id, before, moves, refused }: &Lesson) -> Self {
        Self { title, words, id, before, moves, refused }
    }
}

/// A measure of a game.
#[derive(Serialize)]
pub struct MeasureListing {
    /// Its name.
    pub name: &'static str,
    /// Whether its values are whole numbers.
    pub whole: bool,
    /// The unit of its values.
    pub unit: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// A level of difficulty.
#[derive(Serialize)]
pub struct LevelListing {
    /// The word for it.
    pub level: &'static str,
    /// What it means in this game.
    pub meaning: &'static str,
}

/// What a hunt for a hard challenge looks for.
#[derive(Serialize)]
pub struct Hunted {
    /// The measure.
    pub measure: &'static str,
    /// The most challenges of a line.
    pub most: bool,
}

/// A built-in setup.
#[derive(Serialize)]
pub struct SetupListing {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it means.
    pub about: String,
    /// Sizes that can be chosen: their values.
    pub open: BTreeMap<String, Vec<u32>>,
    /// The values that these have by default.
    pub defaults: BTreeMap<String, u32>,
    /// What somebody must have to lay it out: cards, dominoes, piecepack, tiles, dice.
    pub needs: Vec<&'static str>,
}

/// A rule switch.
#[derive(Serialize)]
pub struct RuleListing {
    /// Its name.
    pub name: &'static str,
    /// The value.
    pub value: Option<&'static str>,
    /// Whether it is in force by default.
    pub default: bool,
    /// What it means.
    pub about: &'static str,
}

/// Something with a name and a meaning.
#[derive(Serialize)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
}

fn game_listing(registry: &Registry, entry: &Entry) -> Result<GameListing, InvalidInput> {
    let game = entry.info;
    let measure =
        |m: &MeasureInfo| MeasureListing { name: m.name, whole: m.whole, unit: m.unit, about: m.about };
    Ok(GameListing {
        name: game.name,
        title: game.title,
        about: game.about,
        example: game.example,
        rules: game
            .rules
            .iter()
            .map(|r| RuleListing { name: r.name, value: r.value, default: r.default, about: r.about })
            .collect(),
        parameters: game.parameters.iter().map(|p| Named { name: p.name, about: p.about }).collect(),
        measures: game.measures.iter().map(measure).collect(),
        causes: game.causes.iter().map(|c| Named { name: c.name, about: c.about }).collect(),
        symmetries: game.symmetries.iter().map(|s| Named { name: s.name, about: s.about }).collect(),
        levels: Level::ALL
            .map(|level| LevelListing { level: level.word(), meaning: game.scale.meaning(level) })
            .into(),
        hunted: Hunted { measure: game.scale.measure(), most: game.scale.most_is_hard() },
        lessons: game.lessons.iter().map(LessonListing::from).collect(),
        default_setup: entry.default_setup(),
        setups: setups_of(registry, entry)?,
    })
}

fn setups_of(registry: &Registry, entry: &Entry) -> Result<Vec<SetupListing>, InvalidInput> {
    let names = entry.info.setups.iter().map(|setup| format!("{}/{}", entry.info.name, setup.name));
    names
        .map(|name| {
            let setup = registry.setup(&name, &[])?;
            Ok(SetupListing {
                name: setup.full_name(),
                title: setup.title.clone(),
                about: setup.about.clone(),
                needs: needs(&setup),
                defaults: setup.open.iter().map(|open| (open.name.clone(), open.default)).collect(),
                open: setup.open.into_iter().map(|open| (open.name, open.values)).collect(),
            })
        })
        .collect()
}

/// The kinds of things that somebody must have to lay it out.
fn needs(setup: &Setup) -> Vec<&'static str> {
    let kind = |kind: &PieceKind| match kind {
        PieceKind::Cards => "cards",
        PieceKind::Dominoes => "dominoes",
        PieceKind::Coins => "piecepack",
        PieceKind::Tokens | PieceKind::Tiles { .. } => "tiles",
        PieceKind::Dice { .. } => "dice",
        // Anything will do for a pawn.
        PieceKind::Pawns { .. } => "",
    };
    let mut kinds: Vec<&str> = setup.kit.iter().map(|group| kind(&group.kind)).collect();
    kinds.retain(|kind| !kind.is_empty());
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// All games.
pub fn listing(registry: &Registry) -> Result<Listing, InvalidInput> {
    let games = registry.games().map(|entry| game_listing(registry, entry));
    Ok(Listing { games: games.collect::<Result<_, _>>()? })
}

/// A challenge of the gallery, for programs.
#[derive(Serialize)]
pub struct EntryKeys {
    /// The setup.
    pub setup: &'static str,
    /// What it is the most or least of.
    pub extreme: String,
    /// The value.
    pub value: f64,
    /// The challenge.
    pub id: &'static str,
    /// How it was found.
    pub evidence: &'static str,
    /// Its shortest length by plain search, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plain_length: Option<u32>,
}

impl From<&GalleryEntry> for EntryKeys {
    fn from(entry: &GalleryEntry) -> Self {
        Self {
            setup: entry.setup,
            extreme: entry.quarry.words(),
            value: entry.value,
            id: entry.id,
            evidence: entry.evidence,
            plain_length: None,
        }
    }
}
