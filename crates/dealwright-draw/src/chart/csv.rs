//! Data as CSV text: plain numbers with points, text quoted where it must be, lines ended by a line feed.

use dealwright::text::csv_field;

/// What may stand in a cell.
pub enum Cell<'a> {
    Text(&'a str),
    Number(f64),
    Whole(u64),
    Empty,
}

/// A table that is being written.
pub struct Table(String);

impl Table {
    pub fn new(header: &[&str]) -> Self {
        let mut table = Self(String::new());
        table.row(&header.iter().map(|name| Cell::Text(name)).collect::<Vec<_>>());
        table
    }

    pub fn row(&mut self, cells: &[Cell]) {
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                self.0.push(',');
            }
            match cell {
                Cell::Text(text) => self.0.push_str(&csv_field(text)),
                Cell::Number(number) if number.is_finite() => self.0.push_str(&number.to_string()),
                Cell::Whole(number) => self.0.push_str(&number.to_string()),
                Cell::Number(_) | Cell::Empty => {}
            }
        }
        self.0.push('\n');
    }

    pub fn finish(self) -> String {
        self.0
    }
}

/// A value, its lower and its upper end.
pub fn estimate(estimate: Option<super::Estimate>) -> [Cell<'static>; 3] {
    match estimate {
        Some(estimate) => [estimate.value, estimate.low, estimate.high].map(Cell::Number),
        None => [Cell::Empty, Cell::Empty, Cell::Empty],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_quoted_only_when_it_must_be() {
        let mut table = Table::new(&["setup", "share"]);
        table.row(&[Cell::Text("(4,6,4)"), Cell::Number(0.25)]);
        table.row(&[Cell::Text("say \"no\""), Cell::Number(f64::NAN)]);
        table.row(&[Cell::Text("plain"), Cell::Whole(7)]);
        assert_eq!(table.finish(), "setup,share\n\"(4,6,4)\",0.25\n\"say \"\"no\"\"\",\nplain,7\n");
    }
}
