//! What a study directory is about: the same bytes for every part of one study.

use super::columns::FileColumns;
use super::dir::Block;
use crate::files::{load_setup_with_files, read_limited, setup_from_files};
use crate::store::sha256;
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::game::GameInfo;
use dealwright::hunt::{Hunt, Quarry};
use dealwright::record::{Column, ColumnKind, Role, Schema};
use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::setup::deal::{Dealer, GENERATOR};
use dealwright::setup::fingerprint::fingerprint;
use dealwright::setup::load::dealer;
use dealwright::study::independent::{Origin, check_independent};
use dealwright::study::source::challenges;
use dealwright::study::{
    Extent, LARGEST_BLOCK, MOST_BLOCKS, ONLY_VERDICT, Study, StudyLine, Wording, ask, blocks_of_part,
    measure_words,
};
use dealwright::text::grouped;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Version of the directory's layout and of the records' columns.
const FORMAT: u32 = 2;
/// The oldest that is still read.
const OLDEST: u32 = 1;
/// Longest manifest that is read on its own: a long study with long setup files.
pub const MOST_BYTES: usize = 64 << 20;

/// What a study consists of, as its manifest.json says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the format.
    pub format: u32,
    /// Version of the program.
    pub dealwright: String,
    /// Version of the deal generator.
    pub generator: u32,
    /// What is studied.
    pub study: StudyKeys,
    /// The columns that the games of the study declare; they follow those that every study has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<ColumnKeys>,
    /// A line for each setup with each choice of sizes.
    pub lines: Vec<LineKeys>,
}

/// A column that a game declares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ColumnKeys {
    /// Its name.
    pub name: String,
    /// text, int, real or flag.
    pub kind: String,
    /// parameter or measure.
    pub role: String,
    /// The unit of its values.
    pub unit: String,
    /// What it means.
    pub about: String,
}

impl ColumnKeys {
    fn of(column: &Column) -> Self {
        Self {
            name: column.name.to_string(),
            kind: column.kind.word().into(),
            role: column.role.word().into(),
            unit: column.unit.to_string(),
            about: column.about.to_string(),
        }
    }

    fn column(&self) -> Result<Column> {
        let wrong = |what: &str| InvalidInput(format!("column '{}' of the manifest: {what}", self.name));
        let role = [Role::Parameter, Role::Measure].into_iter().find(|role| role.word() == self.role);
        Ok(Column {
            name: self.name.clone().into(),
            kind: ColumnKind::read(&self.kind).ok_or_else(|| wrong("its kind is not known"))?,
            role: role.ok_or_else(|| wrong("its role is not known"))?,
            unit: self.unit.clone().into(),
            about: self.about.clone().into(),
        })
    }
}

/// The study, as the manifest says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StudyKeys {
    /// Its title.
    pub title: String,
    /// The question behind it.
    pub question: String,
    /// What is expected.
    pub expectation: String,
    /// The text that the deals come from.
    pub seed: String,
    /// Challenges of each line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
    /// How narrow the interval has to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// The most challenges of a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u64>,
    /// Whether every outcome is looked at.
    pub census: bool,
    /// Trials into which a sample is divided.
    pub trials: u32,
    /// What is measured.
    pub measures: Vec<String>,
    /// Random plays for a chance that cannot be worked out.
    pub plays: u64,
    /// Positions up to which whole graphs are explored.
    pub graph_states: u64,
    /// Positions that one search may keep.
    pub max_states: u64,
    /// Bytes that the searches may use together.
    pub max_memory: u64,
    /// What is hunted for, where it is a hunt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hunt: Option<HuntKeys>,
}

/// What is hunted for, where challenges are not dealt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HuntKeys {
    /// The measure.
    pub measure: String,
    /// The most challenges of a line.
    pub most: bool,
    /// Layouts that a climb looks at.
    pub steps: u64,
}

impl HuntKeys {
    fn hunt(&self) -> Result<Hunt> {
        let quarry = Quarry::new(&self.measure, self.most).map_err(InvalidInput)?;
        Ok(Hunt { quarry, steps: self.steps })
    }
}

/// A line of the study, as the manifest says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LineKeys {
    /// GAME/SETUP, or the name of a file.
    pub setup: String,
    /// What was chosen of the setup.
    pub options: Vec<(String, String)>,
    /// GAME/SETUP.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Rules that are switched.
    pub rules: Vec<String>,
    /// Of what the hands do, so that a file changed in between is noticed.
    pub plan_sha256: String,
    /// Challenges or outcomes; the most there may be where the study ends by itself.
    pub challenges: u64,
    /// Challenges in a block.
    pub block: u64,
    /// For a setup from a file, that file and those it names: a study needs nothing from outside.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    #[serde(skip)]
    loaded: Loaded,
}

/// A setup that is read once, for whoever asks for it. It follows from the rest of its line, so it makes no difference between
/// two lines.
#[derive(Clone, Default)]
struct Loaded(OnceLock<Arc<Setup>>);

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.get().is_some() { "read" } else { "not read yet" })
    }
}

impl PartialEq for Loaded {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Manifest {
    /// The manifest of a study.
    pub fn new(registry: &Registry, study: &Study) -> Result<Self> {
        Self::worded(registry, study, Wording::Flags).map_err(|(_, error)| error)
    }

    /// The same with errors worded so, and with the key of a study file that they are about.
    pub fn worded(
        registry: &Registry,
        study: &Study,
        wording: Wording,
    ) -> Result<Self, (Option<&'static str>, anyhow::Error)> {
        let (mut lines, mut origins) = (Vec::new(), Vec::new());
        let mut games: Vec<&'static GameInfo> = Vec::new();
        for line in &study.lines {
            let (setup, files) =
                load_setup_with_files(registry, &line.setup, &line.options).map_err(|error| (None, error))?;
            let dealer = dealer(&setup).map_err(|error| (None, error.into()))?;
            if !games.iter().any(|game| game.name == setup.game.info.name) {
                games.push(setup.game.info);
            }
            let challenges = challenges(study, &dealer, &line.setup).map_err(|error| {
                let message = format!("{error} with {}", wording.name("samples"));
                (Some("census"), InvalidInput(message).into())
            })?;
            origins.push(Origin::new(&dealer, &study.seed, &line.setup));
            let block = study.block_rows(challenges);
            check_blocks(study, &line.setup, (challenges, block), wording)?;
            lines.push(LineKeys {
                setup: match files.is_empty() {
                    true => line.setup.clone(),
                    false => Path::new(&line.setup).file_name().unwrap_or_default().to_string_lossy().into(),
                },
                options: line.options.clone(),
                name: setup.full_name(),
                title: setup.title.clone(),
                rules: setup.rules.clone(),
                plan_sha256: plan_sha256(&dealer),
                challenges,
                block,
                files,
                loaded: Loaded(Arc::new(setup).into()),
            });
        }
        check_independent(&origins).map_err(|why| (Some("setups"), InvalidInput(why).into()))?;
        let (samples, until, most) = match study.extent {
            Extent::Samples(samples) => (Some(samples), None, None),
            Extent::Until { within, most } => (None, Some(within), Some(most)),
            Extent::Census => (None, None, None),
        };
        let schema = Schema::of(games).map_err(|error| (None, InvalidInput(error).into()))?;
        Ok(Self {
            format: FORMAT,
            dealwright: env!("CARGO_PKG_VERSION").into(),
            generator: GENERATOR,
            columns: schema.game_columns().iter().map(ColumnKeys::of).collect(),
            study: StudyKeys {
                title: study.title.clone(),
                question: study.question.clone(),
                expectation: study.expectation.clone(),
                seed: study.seed.clone(),
                samples,
                until,
                most,
                census: study.extent == Extent::Census,
                trials: study.trials,
                measures: measure_words(&study.request).iter().map(ToString::to_string).collect(),
                plays: study.request.plays,
                graph_states: study.request.graph_states,
                max_states: study.limits.states,
                max_memory: study.limits.memory,
                hunt: study.hunt.map(|Hunt { quarry, steps }| HuntKeys {
                    measure: quarry.measure().into(),
                    most: quarry.most,
                    steps,
                }),
            },
            lines,
        })
    }

    /// The same study of other deals: another seed, and so many of each line.
    pub fn with_deals(&self, seed: &str, samples: u64) -> Result<Self> {
        let study = Study { extent: Extent::Samples(samples), block: None, ..self.study()? };
        let mut other = self.clone();
        other.study.seed = seed.into();
        other.study.samples = Some(samples);
        for line in &mut other.lines {
            (line.challenges, line.block) = (samples, study.block_rows(samples));
            let counts = (line.challenges, line.block);
            check_blocks(&study, &line.setup, counts, Wording::Flags).map_err(|(_, error)| error)?;
        }
        Ok(other)
    }

    /// The study it was made from.
    pub fn study(&self) -> Result<Study> {
        let keys = &self.study;
        let mut request = ONLY_VERDICT;
        for word in &keys.measures {
            ask(&mut request, word).map_err(InvalidInput)?;
        }
        (request.plays, request.graph_states) = (keys.plays, keys.graph_states);
        let extent = match (keys.samples, keys.until, keys.most) {
            (Some(samples), ..) => Extent::Samples(samples),
            (None, Some(within), Some(most)) => Extent::Until { within, most },
            _ => Extent::Census,
        };
        let line = |line: &LineKeys| StudyLine { setup: line.setup.clone(), options: line.options.clone() };
        Ok(Study {
            title: keys.title.clone(),
            question: keys.question.clone(),
            expectation: keys.expectation.clone(),
            lines: self.lines.iter().map(line).collect(),
            seed: keys.seed.clone(),
            extent,
            trials: keys.trials,
            request,
            limits: Limits { states: keys.max_states, memory: keys.max_memory, watch: None },
            block: self.lines.first().map(|line| line.block),
            hunt: keys.hunt.as_ref().map(HuntKeys::hunt).transpose()?,
        })
    }

    /// Refuses records of another format.
    fn check_format(&self) -> Result<()> {
        if self.format != FORMAT {
            let message = format!(
                "it was begun by Dealwright {} and has records of format {}, this version writes format {FORMAT}: it can be \
                 read and summarised here, but not resumed; finish it with that version, or start again",
                self.dealwright, self.format
            );
            return Err(InvalidInput(message).into());
        }
        Ok(())
    }

    /// Refuses to resume what another version began, or what is another study than the one that is wanted; `place` is
    /// where it lies.
    pub fn check_resumed(&self, wanted: Option<&Self>, place: &Path) -> Result<()> {
        self.check_format().map_err(|error| InvalidInput(format!("{}: {error:#}", place.display())))?;
        let place = place.display();
        let this = env!("CARGO_PKG_VERSION");
        let message = match wanted {
            _ if self.dealwright != this => format!(
                "{place}: begun with dealwright {}, this is {this}; finish it with that version, or start again in another \
                 directory (summary, export and bundle read it here too)",
                self.dealwright
            ),
            Some(wanted) if wanted != self => format!(
                "{place} holds another study; give the same command as before to resume it, or choose another directory"
            ),
            _ => return Ok(()),
        };
        Err(InvalidInput(message).into())
    }

    /// Refuses what cannot be run here: everything that a run would stumble over, before a directory is made for it.
    pub fn check(&self, registry: &Registry) -> Result<()> {
        self.check_format()?;
        let study = self.study()?;
        study.check().map_err(InvalidInput)?;
        if self.generator != GENERATOR {
            let message = format!(
                "its deals are those of generator {}, this version deals by generator {GENERATOR}",
                self.generator
            );
            return Err(InvalidInput(message).into());
        }
        for line in &self.lines {
            let setup = line.load(registry)?;
            let dealer = dealer(&setup)?;
            if plan_sha256(&dealer) != line.plan_sha256 {
                let message = format!(
                    "{} is not the setup that this study was begun with: its pieces or steps were changed since, so its deals \
                     would differ",
                    line.setup
                );
                return Err(InvalidInput(message).into());
            }
            let planned =
                challenges(&study, &dealer, &line.setup).map_err(|error| InvalidInput(error.to_string()))?;
            if planned != line.challenges {
                let message = format!(
                    "{} has {} challenges in the manifest, but {} by its study",
                    line.setup,
                    grouped(line.challenges),
                    grouped(planned)
                );
                return Err(InvalidInput(message).into());
            }
        }
        Ok(())
    }

    /// What the deals of its lines come from; nothing for lines of games that are not known here.
    pub fn origins(&self, registry: &Registry) -> Vec<Origin> {
        let origin = |line: &LineKeys| {
            let setup = line.load(registry).ok()?;
            Some(Origin::new(&dealer(&setup).ok()?, &self.study.seed, &line.setup))
        };
        self.lines.iter().filter_map(origin).collect()
    }

    /// The columns of its records.
    pub fn schema(&self) -> Result<Arc<Schema>> {
        Ok(Arc::clone(&self.file_columns()?.schema))
    }

    /// The columns of its records as they stand in its files.
    pub fn file_columns(&self) -> Result<FileColumns> {
        if self.format == 1 {
            return Ok(FileColumns::format_1());
        }
        let columns = self.columns.iter().map(ColumnKeys::column).collect::<Result<Vec<_>>>()?;
        Ok(FileColumns::new(Arc::new(Schema::with(columns).map_err(InvalidInput)?)))
    }

    /// All blocks of all lines, in their order.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        blocks_of_part(self.lines.iter().map(LineKeys::blocks), (0, 1))
    }

    /// Blocks of all lines.
    pub fn block_count(&self) -> u64 {
        self.lines.iter().map(LineKeys::blocks).sum()
    }

    /// Challenges of all lines; the most there may be where the study ends by itself.
    pub fn challenges(&self) -> u64 {
        self.lines.iter().map(|line| line.challenges).fold(0, u64::saturating_add)
    }

    /// Its text.
    pub fn to_json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The manifest in a file.
    pub fn open(file: &Path) -> Result<Self> {
        Self::read(&read_limited(file, MOST_BYTES)?, &file.display().to_string())
    }

    /// Reads its text; errors name the place.
    pub fn read(text: &str, place: &str) -> Result<Self> {
        let manifest: Self = serde_json::from_str(text)
            .map_err(|error| InvalidInput(format!("{place}: not a manifest of this version: {error}")))?;
        if !(OLDEST..=FORMAT).contains(&manifest.format) {
            let message =
                format!("{place}: has format {}, this version reads {OLDEST} to {FORMAT}", manifest.format);
            return Err(InvalidInput(message).into());
        }
        let blocks = manifest.lines.iter().map(|line| line.challenges.checked_div(line.block));
        let blocks = blocks.map(|blocks| blocks.filter(|blocks| *blocks <= MOST_BLOCKS)).sum::<Option<u64>>();
        let too_large = manifest.lines.iter().any(|line| line.block > LARGEST_BLOCK);
        if manifest.lines.is_empty() || too_large || blocks.is_none_or(|blocks| blocks > MOST_BLOCKS) {
            return Err(InvalidInput(format!("{place}: damaged, its contents make no sense")).into());
        }
        Ok(manifest)
    }
}

impl LineKeys {
    /// The setup of this line.
    pub fn load(&self, registry: &Registry) -> Result<Arc<Setup>> {
        if let Some(setup) = self.loaded.0.get() {
            return Ok(Arc::clone(setup));
        }
        let setup = Arc::new(setup_from_files(registry, &self.setup, &self.options, &self.files)?);
        Ok(Arc::clone(self.loaded.0.get_or_init(|| setup)))
    }

    /// The same without the texts of files.
    pub fn without_files(&self) -> Self {
        Self { files: BTreeMap::new(), ..self.clone() }
    }

    /// Blocks of this line.
    pub fn blocks(&self) -> u64 {
        self.challenges.div_ceil(self.block)
    }

    /// Challenges in a block.
    pub fn rows_of(&self, block: u64) -> u64 {
        self.block.min(self.challenges.saturating_sub(block.saturating_mul(self.block)))
    }

    /// "pretzel/banded suits=4 ranks=9".
    pub fn words(&self) -> String {
        let options = self.options.iter().map(|(name, value)| format!(" {name}={value}"));
        format!("{}{}", self.name, options.collect::<String>())
    }
}

/// Refuses a line that would make too many files.
fn check_blocks(
    study: &Study,
    setup: &str,
    (challenges, block): (u64, u64),
    wording: Wording,
) -> Result<(), (Option<&'static str>, anyhow::Error)> {
    if challenges.div_ceil(block) <= MOST_BLOCKS / study.lines.len() as u64 {
        return Ok(());
    }
    let message = format!(
        "{setup}: {} challenges in blocks of {} are too many files; take fewer, or larger blocks with {}",
        grouped(challenges),
        grouped(block),
        wording.name("block")
    );
    let key = match study.extent {
        Extent::Samples(_) => "samples",
        Extent::Until { .. } => "most",
        Extent::Census => "census",
    };
    Err((Some(key), InvalidInput(message).into()))
}

/// The checksum of everything that deals depend on.
pub(crate) fn plan_sha256(dealer: &Dealer<'_>) -> String {
    sha256(fingerprint(dealer).as_bytes())
}
