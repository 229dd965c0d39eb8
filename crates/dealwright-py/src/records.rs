//! Records as columns, handed over by the Arrow C interface: nobody copies, nobody needs our types.

use crate::wrong_input;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, SchemaRef};
use dealwright::record::{ColumnKind, Schema, Value};
use dealwright::summary::SummaryLine;
use dealwright::text::{did_you_mean, quoted};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};
use std::collections::HashMap;
use std::sync::Arc;

/// A row, in the order of the columns.
pub type Row = Vec<Value>;

/// The records of challenges, one row each, as columns in memory.
///
/// pyarrow, polars and pandas take it as it is: `pyarrow.table(records)`, `polars.DataFrame(records)`,
/// `records.to_pandas()`.
#[pyclass(frozen, module = "dealwright")]
pub struct Records {
    schema: Arc<Schema>,
    batches: Vec<RecordBatch>,
    lines: Vec<SummaryLine>,
}

impl Records {
    pub fn new(schema: Arc<Schema>, batches: Vec<RecordBatch>, lines: Vec<SummaryLine>) -> Self {
        Self { schema, batches, lines }
    }
}

fn as_arrow(schema: &Schema) -> SchemaRef {
    let field = |column: &dealwright::record::Column| {
        let kind = match column.kind {
            ColumnKind::Text => DataType::Utf8,
            ColumnKind::Int => DataType::Int64,
            ColumnKind::Real => DataType::Float64,
            ColumnKind::Flag => DataType::Boolean,
        };
        let about = HashMap::from([("about".to_string(), column.about.to_string())]);
        Field::new(column.name.as_ref(), kind, true).with_metadata(about)
    };
    Arc::new(arrow_schema::Schema::new(schema.columns().iter().map(field).collect::<Vec<_>>()))
}

/// Rows as columns.
pub fn batch(schema: &Schema, rows: &[Row]) -> PyResult<RecordBatch> {
    let column = |number: usize| -> ArrayRef {
        let cells = rows.iter().map(|row| &row[number]);
        match schema.columns()[number].kind {
            ColumnKind::Text => Arc::new(StringArray::from_iter(cells.map(|cell| match cell {
                Value::Text(text) => Some(text.as_ref()),
                _ => None,
            }))),
            ColumnKind::Int => Arc::new(Int64Array::from_iter(cells.map(|cell| match cell {
                Value::Int(number) => Some(*number),
                _ => None,
            }))),
            ColumnKind::Real => Arc::new(Float64Array::from_iter(cells.map(|cell| match cell {
                Value::Real(number) => Some(*number),
                _ => None,
            }))),
            ColumnKind::Flag => Arc::new(BooleanArray::from_iter(cells.map(|cell| match cell {
                Value::Flag(flag) => Some(*flag),
                _ => None,
            }))),
        }
    };
    let batch = RecordBatch::try_new(as_arrow(schema), (0..schema.columns().len()).map(column).collect());
    batch.map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// The values of a row that are there, by the names of their columns.
pub fn as_dict<'py>(py: Python<'py>, schema: &Schema, row: &Row) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (column, value) in schema.columns().iter().zip(row) {
        match value {
            Value::Missing => {}
            Value::Text(text) => dict.set_item(column.name.as_ref(), text.as_ref())?,
            Value::Int(number) => dict.set_item(column.name.as_ref(), number)?,
            Value::Real(number) => dict.set_item(column.name.as_ref(), number)?,
            Value::Flag(flag) => dict.set_item(column.name.as_ref(), flag)?,
        }
    }
    Ok(dict)
}

#[pymethods]
impl Records {
    /// Names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.schema.columns().iter().map(|column| column.name.as_ref()).collect()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        format!("<dealwright.Records of {} challenges>", self.__len__())
    }

    /// The Arrow stream that other libraries ask for; the columns are shared, not copied.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Whoever wants other types casts by himself: the interface leaves that to him.
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let stream =
            FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new(batches, as_arrow(&self.schema))));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The Arrow schema that other libraries ask for.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(as_arrow(&self.schema).as_ref());
        let schema = schema.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// A pyarrow Table; its columns are these.
    fn to_arrow<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))
    }

    /// A pandas DataFrame, by pyarrow.
    fn to_pandas<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_arrow(slf)?.call_method0("to_pandas")
    }

    /// A polars DataFrame.
    fn to_polars<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("polars")?.call_method1("DataFrame", (slf,))
    }

    /// The values of one column as a list, None where there is none.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let number = self.schema.number(name).ok_or_else(|| {
            let hint = did_you_mean(name, self.columns());
            wrong_input(format!("{} is not a column of records{hint}", quoted(name)))
        })?;
        let list = PyList::empty(py);
        for batch in &self.batches {
            let array = batch.column(number).as_any();
            if let Some(texts) = array.downcast_ref::<StringArray>() {
                texts.iter().try_for_each(|text| list.append(text))?;
            } else if let Some(numbers) = array.downcast_ref::<Int64Array>() {
                numbers.iter().try_for_each(|number| list.append(number))?;
            } else if let Some(numbers) = array.downcast_ref::<Float64Array>() {
                numbers.iter().try_for_each(|number| list.append(number))?;
            } else if let Some(flags) = array.downcast_ref::<BooleanArray>() {
                flags.iter().try_for_each(|flag| list.append(flag))?;
            }
        }
        Ok(list)
    }

    /// What the records of each line of the study come to: for each a dict with the setup, its sizes, the number of
    /// challenges, how many are solvable, unsolvable and undecided, the share and its 95% interval.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.lines.iter().map(|line| summed_up(py, line)).collect()
    }
}

fn summed_up<'py>(py: Python<'py>, line: &SummaryLine) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("setup", &line.setup)?;
    dict.set_item("game", &line.game)?;
    dict.set_item("rules", &line.rules)?;
    for (name, size) in &line.parameters {
        dict.set_item(name, size)?;
    }
    dict.set_item("challenges", line.challenges)?;
    dict.set_item("solvable", line.solvable)?;
    dict.set_item("unsolvable", line.unsolvable)?;
    dict.set_item("undecided", line.undecided)?;
    dict.set_item("share", line.share())?;
    // Undecided challenges widen it; in a census there is nothing to estimate.
    let interval = line.interval();
    dict.set_item("low", interval.map(|interval| interval.low))?;
    dict.set_item("high", interval.map(|interval| interval.high))?;
    dict.set_item("chance", line.chance())?;
    dict.set_item("interest", line.interest())?;
    let means = PyDict::new(py);
    for measure in line.measures() {
        means.set_item(measure.name, measure.all.mean())?;
    }
    dict.set_item("means", means)?;
    Ok(dict)
}
