//! The columns of a study as they stand in its files.

use super::old::FORMAT_1;
use dealwright::record::{Column, Schema};
use std::sync::Arc;

/// The columns of a study's records, and their order in files.
#[derive(Debug, Clone, PartialEq)]
pub struct FileColumns {
    /// The columns by name.
    pub schema: Arc<Schema>,
    /// Numbers of the schema's columns, in the order of the file.
    order: Vec<usize>,
    /// Columns that no file lacks; those after them came later.
    pub fewest: usize,
}

impl FileColumns {
    /// Files of this version: all columns of the schema, in its order.
    pub fn new(schema: Arc<Schema>) -> Self {
        let all = schema.columns().len();
        Self { schema, order: (0..all).collect(), fewest: all }
    }

    /// Files of format 1.
    pub fn format_1() -> Self {
        let schema = Schema::format_1();
        let order: Vec<usize> = FORMAT_1.iter().filter_map(|name| schema.number(name)).collect();
        Self { schema: Arc::new(schema), fewest: order.len() - 1, order }
    }

    /// Leaves out the last columns of the file.
    #[cfg(test)]
    pub fn cut(&mut self, lacking: usize) {
        self.order.truncate(self.order.len() - lacking);
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// The columns in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Column> {
        self.order.iter().map(|&number| &self.schema.columns()[number])
    }

    /// The numbers of the schema's columns in the order of the file.
    pub fn numbers(&self) -> &[usize] {
        &self.order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_format_1_have_all_columns_of_their_schema() {
        let old = FileColumns::format_1();
        assert_eq!(old.len(), old.schema.columns().len());
        assert_eq!(old.len(), FORMAT_1.len());
    }
}
