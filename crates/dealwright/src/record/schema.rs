//! Which columns records have.

use super::CORE;
use crate::game::GameInfo;
use std::borrow::Cow;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text.
    Text,
    /// A whole number of 64 bits.
    Int,
    /// A floating point number of 64 bits.
    Real,
    /// True or false.
    Flag,
}

impl ColumnKind {
    const WORDS: [(&'static str, Self); 4] =
        [("text", Self::Text), ("int", Self::Int), ("real", Self::Real), ("flag", Self::Flag)];

    /// The word for it in files.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize].0
    }

    /// The kind with this word.
    pub fn read(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, kind)| *kind)
    }
}

/// Where a column comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Every study has it.
    Core,
    /// A size of a game's challenges.
    Parameter,
    /// A measure of a game's own.
    Measure,
}

impl Role {
    /// The word for it in files.
    pub fn word(self) -> &'static str {
        match self {
            Role::Core => "core",
            Role::Parameter => "parameter",
            Role::Measure => "measure",
        }
    }
}

/// A column of the records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: Cow<'static, str>,
    /// What it holds.
    pub kind: ColumnKind,
    /// Where it comes from.
    pub role: Role,
    /// What is counted; empty where the meaning says it.
    pub unit: Cow<'static, str>,
    /// What it means.
    pub about: Cow<'static, str>,
}

/// The columns of a study: the core ones, then the parameters and the measures of its games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schema {
    columns: Vec<Column>,
}

impl Schema {
    /// The columns of studies of these games. Games may share a column if they mean the same kind of value by it; else it is
    /// an error.
    pub fn of(games: impl IntoIterator<Item = &'static GameInfo>) -> Result<Self, String> {
        let mut more = Vec::new();
        for game in games {
            let parameter = |role: Role, name, kind, unit, about: &'static str| Column {
                name: Cow::Borrowed(name),
                kind,
                role,
                unit: Cow::Borrowed(unit),
                about: Cow::Owned(format!("{about} ({})", game.title)),
            };
            more.extend(
                game.parameters
                    .iter()
                    .map(|p| parameter(Role::Parameter, p.name, ColumnKind::Int, p.unit, p.about)),
            );
            more.extend(game.measures.iter().map(|m| {
                let kind = if m.whole { ColumnKind::Int } else { ColumnKind::Real };
                parameter(Role::Measure, m.name, kind, m.unit, m.about)
            }));
        }
        Self::with(more)
    }

    /// The core columns and these; a name that stands twice must mean the same kind of thing.
    pub fn with(more: impl IntoIterator<Item = Column>) -> Result<Self, String> {
        let core = CORE.into_iter().map(|(name, kind, about)| Column {
            name: Cow::Borrowed(name),
            kind,
            role: Role::Core,
            unit: Cow::Borrowed(""),
            about: Cow::Borrowed(about),
        });
        let mut schema = Self { columns: core.collect() };
        for column in more {
            match schema.columns.iter().find(|known| known.name == column.name) {
                None => schema.columns.push(column),
                Some(known) if (known.kind, known.role) == (column.kind, column.role) => {}
                Some(known) => {
                    if known.role == Role::Core {
                        return Err(format!(
                            "the {} '{}' needs another name: every study has a column of that name",
                            column.role.word(),
                            column.name
                        ));
                    }
                    return Err(format!(
                        "the column '{}' is a {} ({}) and a {} ({}): one of them needs another name",
                        column.name,
                        known.role.word(),
                        known.kind.word(),
                        column.role.word(),
                        column.kind.word()
                    ));
                }
            }
        }
        // Parameters before measures, each in the order in which the games declare them.
        schema.columns[CORE.len()..].sort_by_key(|column| column.role == Role::Measure);
        Ok(schema)
    }

    /// The columns of records of format 1, which were the same for every study.
    pub fn format_1() -> Self {
        let parameter = |name| (name, ColumnKind::Int, Role::Parameter);
        let count = |name| (name, ColumnKind::Int, Role::Measure);
        let real = |name| (name, ColumnKind::Real, Role::Measure);
        let old = [
            parameter("rows"),
            parameter("columns"),
            parameter("colours"),
            parameter("suits"),
            parameter("ranks"),
            parameter("steps"),
            real("pair_equality"),
            count("ducking_crabs"),
            count("duelling_deuces"),
            count("blockade"),
            real("connectivity"),
            count("distinct_pairs"),
            count("equal_steps"),
            count("zeros"),
            count("zero_steps"),
            count("double_zeros"),
        ];
        let column = |(name, kind, role)| Column {
            name: Cow::Borrowed(name),
            kind,
            role,
            unit: Cow::Borrowed(""),
            about: Cow::Borrowed(""),
        };
        // No two of them have one name, so there is nothing to refuse.
        Self::with(old.map(column)).unwrap_or(Self { columns: Vec::new() })
    }

    /// All columns, in their order; the core ones come first, see [`super::at`].
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The columns that the games declare.
    pub fn game_columns(&self) -> &[Column] {
        &self.columns[CORE.len().min(self.columns.len())..]
    }

    /// The place of a column by name.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// A column by name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MeasureInfo, ParameterInfo};
    use crate::registry::Registry;

    #[test]
    fn the_columns_of_the_old_format_are_those_of_the_games_that_there_were() {
        let old_games = Registry::standard();
        let infos = old_games.infos().filter(|info| ["boxoff", "pretzel", "fujisan"].contains(&info.name));
        let now = Schema::of(infos).unwrap();
        let names =
            |schema: &Schema| schema.columns().iter().map(|c| (c.name.clone(), c.kind)).collect::<Vec<_>>();
        let (mut now, mut old) = (names(&now), names(&Schema::format_1()));
        now.sort_by(|a, b| a.0.cmp(&b.0));
        old.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(now, old);
    }

    #[test]
    fn a_name_that_means_two_things_is_refused() {
        static DEPTH: GameInfo = GameInfo {
            title: "First",
            parameters: &[ParameterInfo { name: "depth", unit: "cards", about: "", fixed: None }],
            ..GameInfo::NONE
        };
        static SHARE: GameInfo = GameInfo {
            title: "Second",
            measures: &[MeasureInfo { name: "depth", whole: false, unit: "0 to 1", about: "" }],
            ..GameInfo::NONE
        };
        static LENGTH: GameInfo = GameInfo {
            title: "Third",
            measures: &[MeasureInfo { name: "length", whole: true, unit: "moves", about: "" }],
            ..GameInfo::NONE
        };
        assert!(Schema::of([&DEPTH, &DEPTH]).is_ok());
        let error = Schema::of([&DEPTH, &SHARE]).unwrap_err();
        assert_eq!(
            error,
            "the column 'depth' is a parameter (int) and a measure (real): one of them needs another name"
        );
        assert_eq!(
            Schema::of([&LENGTH]).unwrap_err(),
            "the measure 'length' needs another name: every study has a column of that name"
        );
    }
}
