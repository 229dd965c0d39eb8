//! Rows as a Parquet file and back.

use super::bounds::{self, Expected};
use super::columns::FileColumns;
use super::quiet::without_panic;
use anyhow::{Context, Result, bail};
use bytes::Bytes;
use dealwright::record::{Column, ColumnKind, Value};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_typed_column_reader};
use parquet::data_type::{BoolType, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::io::Write;
use std::sync::Arc;

/// A row, in the order of the schema's columns.
pub type Row = Vec<Value>;

fn parquet_schema<'a>(columns: impl Iterator<Item = &'a Column>) -> Result<Arc<Type>> {
    let mut fields = Vec::new();
    for column in columns {
        let (physical, logical) = match column.kind {
            ColumnKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnKind::Int => (Physical::INT64, None),
            ColumnKind::Real => (Physical::DOUBLE, None),
            ColumnKind::Flag => (Physical::BOOLEAN, None),
        };
        let field = Type::primitive_type_builder(&column.name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build()?;
        fields.push(Arc::new(field));
    }
    Ok(Arc::new(Type::group_type_builder("record").with_fields(fields).build()?))
}

/// A file being written, in groups of rows.
pub struct TableWriter<W: Write + Send> {
    columns: Arc<FileColumns>,
    file: SerializedFileWriter<W>,
}

impl<W: Write + Send> TableWriter<W> {
    /// Begins a file with a description.
    pub fn new(columns: &Arc<FileColumns>, file: W, description: &[(&str, String)]) -> Result<Self> {
        let pair = |(key, value): &(&str, String)| KeyValue::new(key.to_string(), value.clone());
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
            .set_created_by(concat!("dealwright ", env!("CARGO_PKG_VERSION")).to_string())
            .set_key_value_metadata(Some(description.iter().map(pair).collect()))
            .build();
        let schema = parquet_schema(columns.iter())?;
        let file = SerializedFileWriter::new(file, schema, Arc::new(properties))?;
        Ok(Self { columns: Arc::clone(columns), file })
    }

    /// Adds rows.
    pub fn add(&mut self, rows: &[Row]) -> Result<()> {
        let mut group = self.file.next_row_group()?;
        let mut numbers = self.columns.numbers().iter();
        while let Some(mut column) = group.next_column()? {
            let number = *numbers.next().context("there is a column too many")?;
            write_column(&mut column, self.columns.schema.columns()[number].kind, number, rows)?;
            column.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Writes what is left.
    pub fn finish(self) -> Result<()> {
        self.file.close()?;
        Ok(())
    }
}

fn write_column(
    column: &mut SerializedColumnWriter<'_>,
    kind: ColumnKind,
    number: usize,
    rows: &[Row],
) -> Result<()> {
    let cells = rows.iter().map(|row| &row[number]);
    match kind {
        ColumnKind::Text => put::<ByteArrayType>(column, cells, |cell| match cell {
            Value::Text(text) => Some(text.as_bytes().to_vec().into()),
            _ => None,
        }),
        ColumnKind::Int => put::<Int64Type>(column, cells, |cell| match cell {
            Value::Int(number) => Some(*number),
            _ => None,
        }),
        ColumnKind::Real => put::<DoubleType>(column, cells, |cell| match cell {
            Value::Real(number) => Some(*number),
            _ => None,
        }),
        ColumnKind::Flag => put::<BoolType>(column, cells, |cell| match cell {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }),
    }
}

fn put<'a, T: DataType>(
    column: &mut SerializedColumnWriter<'_>,
    cells: impl Iterator<Item = &'a Value> + Clone,
    value: impl Fn(&Value) -> Option<T::T>,
) -> Result<()> {
    let present: Vec<i16> = cells.clone().map(|cell| i16::from(*cell != Value::Missing)).collect();
    let values: Vec<T::T> = cells.filter_map(value).collect();
    column.typed::<T>().write_batch(&values, Some(&present), None)?;
    Ok(())
}

/// A file of these rows: the same bytes for the same rows and description.
pub fn write(columns: &Arc<FileColumns>, rows: &[Row], description: &[(&str, String)]) -> Result<Vec<u8>> {
    let mut file = Vec::new();
    let mut writer = TableWriter::new(columns, &mut file, description)?;
    writer.add(rows)?;
    writer.finish()?;
    Ok(file)
}

/// The rows of a file that is as expected. Everything that reads records comes through here: no bytes make it panic, or
/// take more memory than so many rows can need.
pub fn read(bytes: Vec<u8>, expected: &Expected) -> Result<Vec<Row>> {
    bounds::check(&bytes, expected)?;
    without_panic(|| decode(bytes, expected))
}

fn decode(bytes: Vec<u8>, expected: &Expected) -> Result<Vec<Row>> {
    let reader = SerializedFileReader::new(Bytes::from(bytes)).context("not a Parquet file")?;
    let there = reader.metadata().file_metadata().schema_descr().num_columns();
    let mut rows: Vec<Row> = Vec::new();
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group)?;
        let count = group.metadata().num_rows() as usize;
        let first = rows.len();
        let columns = &expected.columns;
        rows.resize_with(first + count, || vec![Value::Missing; columns.len()]);
        // Columns that came later are missing in older files.
        for (at, (column, &number)) in columns.iter().zip(columns.numbers()).enumerate().take(there) {
            let reader = group.get_column_reader(at)?;
            let into = &mut rows[first..];
            match column.kind {
                ColumnKind::Text => {
                    // One long text may stand for many rows.
                    let mut room = expected.column_bytes();
                    fill::<ByteArrayType>(reader, into, number, |text| {
                        let left = room.checked_sub(text.len() as u64);
                        room = left.context("its texts are longer than they can be")?;
                        let text = std::str::from_utf8(text.data()).context("a text is not UTF-8")?;
                        Ok(Value::Text(text.to_string().into()))
                    })?
                }
                ColumnKind::Int => fill::<Int64Type>(reader, into, number, |value| Ok(Value::Int(*value)))?,
                ColumnKind::Real => {
                    fill::<DoubleType>(reader, into, number, |value| Ok(Value::Real(*value)))?
                }
                ColumnKind::Flag => fill::<BoolType>(reader, into, number, |flag| Ok(Value::Flag(*flag)))?,
            }
        }
    }
    Ok(rows)
}

fn fill<T: DataType>(
    reader: ColumnReader,
    rows: &mut [Row],
    number: usize,
    mut value: impl FnMut(&T::T) -> Result<Value>,
) -> Result<()> {
    let mut reader: ColumnReaderImpl<T> = get_typed_column_reader(reader);
    let mut filled = 0;
    while filled < rows.len() {
        let (mut present, mut values) = (Vec::new(), Vec::new());
        let (records, ..) =
            reader.read_records(rows.len() - filled, Some(&mut present), None, &mut values)?;
        if records == 0 {
            bail!("it has fewer values than rows");
        }
        let mut values = values.iter();
        for present in &present {
            let row = rows.get_mut(filled).context("it has more values than rows")?;
            if *present != 0 {
                row[number] = value(values.next().context("it has fewer values than rows")?)?;
            }
            filled += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dealwright::Registry;
    use dealwright::record::{Schema, at};

    fn expected(columns: &Arc<FileColumns>, rows: u64) -> Expected {
        Expected { columns: Arc::clone(columns), rows, exactly: true, description: 100 }
    }

    fn of_all_games() -> Arc<FileColumns> {
        let schema = Schema::of(Registry::standard().infos()).unwrap();
        Arc::new(FileColumns::new(Arc::new(schema)))
    }

    fn row(columns: &FileColumns, n: i64) -> Row {
        columns
            .schema
            .columns()
            .iter()
            .enumerate()
            .map(|(number, column)| match column.kind {
                _ if (number as i64 + n) % 3 == 0 => Value::Missing,
                ColumnKind::Text => Value::Text(format!("text {n} ä").into()),
                ColumnKind::Int => Value::Int(n - 50),
                ColumnKind::Real => Value::Real(n as f64 / 7.0),
                ColumnKind::Flag => Value::Flag(n % 2 == 0),
            })
            .collect()
    }

    #[test]
    fn rows_come_back_as_they_were_and_bytes_are_the_same() {
        for columns in [of_all_games(), Arc::new(FileColumns::format_1())] {
            for count in [0, 1, 2500] {
                let rows: Vec<Row> = (0..count).map(|n| row(&columns, n)).collect();
                let file = write(&columns, &rows, &[("study", "x".into())]).unwrap();
                assert_eq!(file, write(&columns, &rows, &[("study", "x".into())]).unwrap());
                assert_eq!(read(file, &expected(&columns, count as u64)).unwrap(), rows);
            }
            assert!(read(b"PAR1 nothing".to_vec(), &expected(&columns, 0)).is_err());
        }
    }

    #[test]
    fn files_from_before_a_column_was_added_are_read_and_no_others() {
        let columns = Arc::new(FileColumns::format_1());
        let rows: Vec<Row> = (0..3).map(|n| row(&columns, n)).collect();
        let without_last = |mut columns: FileColumns, lacking: usize| {
            let rows: Vec<Row> = (0..3).map(|n| row(&columns, n)).collect();
            columns.cut(lacking);
            write(&Arc::new(columns), &rows, &[]).unwrap()
        };
        let mut wanted = rows.clone();
        wanted.iter_mut().for_each(|row| row[at::SHUFFLE] = Value::Missing);
        let file = without_last(FileColumns::format_1(), 1);
        assert_eq!(read(file, &expected(&columns, 3)).unwrap(), wanted);
        let file = without_last(FileColumns::format_1(), 2);
        assert!(read(file, &expected(&columns, 3)).is_err());
        // A study of this version has all its columns in every file.
        let file = without_last((*of_all_games()).clone(), 1);
        assert!(read(file, &expected(&of_all_games(), 3)).is_err());
    }
}
