//! Rows as tables that pandas and R open: Parquet and CSV.

use crate::challenges::{MEASURES, Measures};
use crate::check::Session;
use dealwright::setup::effort::SECONDS;
use dealwright::text::csv_field;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{BoolType, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::sync::Arc;

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A whole number.
    Int(i64),
    /// A number.
    Real(f64),
    /// Yes or no.
    Flag(bool),
    /// Nothing is known.
    Missing,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Words.
    Text,
    /// Whole numbers.
    Int,
    /// Numbers.
    Real,
    /// Yes or no.
    Flag,
}

/// A table with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The name of its files.
    pub name: &'static str,
    /// Columns.
    pub columns: Vec<(String, Kind)>,
    /// Rows, each with a cell for every column.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    fn new(name: &'static str, columns: &[(&str, Kind)]) -> Self {
        let columns = columns.iter().map(|(name, kind)| (name.to_string(), *kind)).collect();
        Self { name, columns, rows: Vec::new() }
    }

    /// As CSV: a header line, missing values empty.
    pub fn csv(&self) -> String {
        let header: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        let mut text = header.join(",") + "\n";
        for row in &self.rows {
            let cells: Vec<String> = row
                .iter()
                .map(|cell| match cell {
                    Cell::Text(words) => csv_field(words).into_owned(),
                    Cell::Int(number) => number.to_string(),
                    Cell::Real(number) => number.to_string(),
                    Cell::Flag(flag) => flag.to_string(),
                    Cell::Missing => String::new(),
                })
                .collect();
            text += &(cells.join(",") + "\n");
        }
        text
    }

    /// As Parquet: the same bytes for the same rows.
    pub fn parquet(&self, simulated: bool) -> Result<Vec<u8>> {
        let fields = self.columns.iter().map(|(name, kind)| {
            let (physical, logical) = match kind {
                Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
                Kind::Int => (Physical::INT64, None),
                Kind::Real => (Physical::DOUBLE, None),
                Kind::Flag => (Physical::BOOLEAN, None),
            };
            let field = Type::primitive_type_builder(name, physical)
                .with_repetition(Repetition::OPTIONAL)
                .with_logical_type(logical);
            Ok(Arc::new(field.build()?))
        });
        let fields = fields.collect::<Result<Vec<_>>>()?;
        let schema = Arc::new(Type::group_type_builder("people").with_fields(fields).build()?);
        let said = KeyValue::new("simulated".to_string(), simulated.to_string());
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
            .set_created_by(concat!("dealwright ", env!("CARGO_PKG_VERSION")).to_string())
            .set_key_value_metadata(Some(vec![said]))
            .build();
        let mut bytes = Vec::new();
        let mut file = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties))?;
        let mut group = file.next_row_group()?;
        let mut number = 0;
        while let Some(mut column) = group.next_column()? {
            write(&mut column, self.columns[number].1, self.rows.iter().map(|row| &row[number]))?;
            column.close()?;
            number += 1;
        }
        group.close()?;
        file.close()?;
        Ok(bytes)
    }
}

fn write<'a>(
    column: &mut SerializedColumnWriter<'_>,
    kind: Kind,
    cells: impl Iterator<Item = &'a Cell> + Clone,
) -> Result<()> {
    match kind {
        Kind::Text => put::<ByteArrayType>(column, cells, |cell| match cell {
            Cell::Text(text) => Some(text.as_bytes().to_vec().into()),
            _ => None,
        }),
        Kind::Int => put::<Int64Type>(column, cells, |cell| match cell {
            Cell::Int(number) => Some(*number),
            _ => None,
        }),
        Kind::Real => put::<DoubleType>(column, cells, |cell| match cell {
            Cell::Real(number) => Some(*number),
            _ => None,
        }),
        Kind::Flag => put::<BoolType>(column, cells, |cell| match cell {
            Cell::Flag(flag) => Some(*flag),
            _ => None,
        }),
    }
}

fn put<'a, T: DataType>(
    column: &mut SerializedColumnWriter<'_>,
    cells: impl Iterator<Item = &'a Cell> + Clone,
    value: impl Fn(&Cell) -> Option<T::T>,
) -> Result<()> {
    let found: Vec<Option<T::T>> = cells.map(value).collect();
    let present: Vec<i16> = found.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = found.into_iter().flatten().collect();
    column.typed::<T>().write_batch(&values, Some(&present), None)?;
    Ok(())
}

/// A word of the file format.
fn word(value: &impl serde::Serialize) -> Cell {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => Cell::Text(word),
        _ => Cell::Missing,
    }
}

/// All rows of a session: runs, steps, games, moves, challenges.
pub fn tables(session: &Session, measured: &[Measures]) -> Vec<Table> {
    vec![runs(session), steps(session), games(session), moves(session), challenges(session, measured)]
}

fn person(session: &Session, person: usize) -> [Cell; 2] {
    [Cell::Text(session.people[person].clone()), Cell::Flag(session.simulated)]
}

fn int(number: impl Into<i64>) -> Cell {
    Cell::Int(number.into())
}

const WHO: [(&str, Kind); 3] = [("participant", Kind::Text), ("simulated", Kind::Flag), ("task", Kind::Int)];

fn runs(session: &Session) -> Table {
    let own = [
        ("setup", Kind::Text),
        ("fingerprint", Kind::Text),
        ("before", Kind::Int),
        ("repeat", Kind::Int),
        ("outcome", Kind::Text),
        ("seconds", Kind::Real),
    ];
    let mut table = Table::new("runs", &[WHO.as_slice(), &own].concat());
    for run in &session.runs {
        let setup = &session.setups[run.setup];
        let rest = [
            int(run.task),
            Cell::Text(setup.name.clone()),
            Cell::Text(setup.stopwatch.fingerprint.clone()),
            int(run.before),
            int(run.repeat),
            word(&run.outcome),
            Cell::Real(run.seconds),
        ];
        table.rows.push(person(session, run.person).into_iter().chain(rest).collect());
    }
    table
}

fn steps(session: &Session) -> Table {
    let own = [
        ("setup", Kind::Text),
        ("run_outcome", Kind::Text),
        ("pass", Kind::Int),
        ("step", Kind::Int),
        ("seconds", Kind::Real),
        ("corrections", Kind::Int),
        ("swaps", Kind::Int),
        ("turns", Kind::Int),
    ];
    let kinds: Vec<String> = SECONDS.iter().map(|(name, _)| format!("actions_{name}")).collect();
    let kinds: Vec<(&str, Kind)> = kinds.iter().map(|name| (name.as_str(), Kind::Real)).collect();
    let mut table = Table::new("steps", &[WHO.as_slice(), &own, &kinds].concat());
    for run in &session.runs {
        for row in &run.steps {
            let step = &row.step;
            let rest = [
                int(run.task),
                Cell::Text(session.setups[run.setup].name.clone()),
                word(&run.outcome),
                int(step.pass),
                int(step.step),
                Cell::Real(step.seconds),
                int(step.corrections),
                int(step.swaps),
                int(step.turns),
            ];
            let actions = row.actions.map(Cell::Real);
            table.rows.push(person(session, run.person).into_iter().chain(rest).chain(actions).collect());
        }
    }
    table
}

fn games(session: &Session) -> Table {
    let own = [
        ("id", Kind::Text),
        ("before", Kind::Int),
        ("again", Kind::Flag),
        ("outcome", Kind::Text),
        ("solved_alone", Kind::Flag),
        ("seconds", Kind::Real),
        ("moves", Kind::Int),
        ("undos", Kind::Int),
        ("hints", Kind::Int),
        ("was_told", Kind::Flag),
    ];
    let mut table = Table::new("games", &[WHO.as_slice(), &own].concat());
    for game in &session.games {
        let rest = [
            int(game.task),
            Cell::Text(session.challenges[game.challenge].clone()),
            int(game.before),
            Cell::Flag(game.is_again),
            word(&game.outcome),
            Cell::Flag(game.is_solved_alone()),
            Cell::Real(game.seconds),
            int(game.moves),
            int(game.undos),
            int(game.hints),
            Cell::Flag(game.was_told),
        ];
        table.rows.push(person(session, game.person).into_iter().chain(rest).collect());
    }
    table
}

fn moves(session: &Session) -> Table {
    let own = [
        ("id", Kind::Text),
        ("number", Kind::Int),
        ("what", Kind::Text),
        ("move", Kind::Text),
        ("keep", Kind::Int),
        ("seconds", Kind::Real),
    ];
    let mut table = Table::new("moves", &[WHO.as_slice(), &own].concat());
    for game in &session.games {
        for deed in &game.deeds {
            let rest = [
                int(game.task),
                Cell::Text(session.challenges[game.challenge].clone()),
                int(deed.number),
                word(&deed.what),
                deed.played.clone().map_or(Cell::Missing, Cell::Text),
                deed.keep.map_or(Cell::Missing, int),
                Cell::Real(deed.seconds),
            ];
            table.rows.push(person(session, game.person).into_iter().chain(rest).collect());
        }
    }
    table
}

fn challenges(session: &Session, measured: &[Measures]) -> Table {
    let measures: Vec<(&str, Kind)> = MEASURES.iter().map(|measure| (measure.name, Kind::Real)).collect();
    let own = [("id", Kind::Text), ("simulated", Kind::Flag), ("game", Kind::Text), ("verdict", Kind::Text)];
    let mut table = Table::new("challenges", &[own.as_slice(), &measures].concat());
    for one in measured {
        let own = [
            Cell::Text(one.id.clone()),
            Cell::Flag(session.simulated),
            Cell::Text(one.game.clone()),
            Cell::Text(one.verdict.word().into()),
        ];
        let values = one.values.map(|value| value.map_or(Cell::Missing, Cell::Real));
        table.rows.push(own.into_iter().chain(values).collect());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_values_and_commas_survive_in_csv() {
        let mut table = Table::new("t", &[("a", Kind::Text), ("b", Kind::Real), ("c", Kind::Flag)]);
        table.rows.push(vec![Cell::Text("x,\"y\"".into()), Cell::Missing, Cell::Flag(true)]);
        table.rows.push(vec![Cell::Missing, Cell::Real(1.5), Cell::Missing]);
        assert_eq!(table.csv(), "a,b,c\n\"x,\"\"y\"\"\",,true\n,1.5,\n");
        let bytes = table.parquet(true).unwrap();
        assert_eq!(&bytes[..4], b"PAR1");
        assert_eq!(bytes, table.parquet(true).unwrap(), "the same bytes");
        assert!(Table::new("empty", &[("a", Kind::Int)]).parquet(false).is_ok());
    }
}
