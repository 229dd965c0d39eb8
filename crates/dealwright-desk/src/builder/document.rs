//! A setup file that is edited without touching what is not edited: comments, blanks and the way values are written stay.

use dealwright::InvalidInput;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value};

/// A table in either of the two ways to write one.
pub enum Like<'d> {
    /// Lines below a heading.
    Table(&'d mut Table),
    /// Between braces.
    Inline(&'d mut InlineTable),
}

impl<'d> Like<'d> {
    /// An item, if it is a table.
    pub fn of(item: &'d mut Item) -> Option<Self> {
        match item {
            Item::Table(table) => Some(Like::Table(table)),
            Item::Value(Value::InlineTable(table)) => Some(Like::Inline(table)),
            _ => None,
        }
    }

    /// A value.
    pub fn value(&self, key: &str) -> Option<&Value> {
        match self {
            Like::Table(table) => table.get(key).and_then(Item::as_value),
            Like::Inline(table) => table.get(key),
        }
    }

    /// A value to be changed.
    pub fn value_mut(&mut self, key: &str) -> Option<&mut Value> {
        match self {
            Like::Table(table) => table.get_mut(key).and_then(Item::as_value_mut),
            Like::Inline(table) => table.get_mut(key),
        }
    }

    /// A table within.
    pub fn child(&mut self, key: &str) -> Option<Like<'_>> {
        match self {
            Like::Table(table) => table.get_mut(key).and_then(Like::of),
            Like::Inline(table) => table.get_mut(key).and_then(Value::as_inline_table_mut).map(Like::Inline),
        }
    }

    /// The keys in their order.
    pub fn keys(&self) -> Vec<String> {
        match self {
            Like::Table(table) => table.iter().map(|(key, _)| key.to_string()).collect(),
            Like::Inline(table) => table.iter().map(|(key, _)| key.to_string()).collect(),
        }
    }

    /// Puts a value under a key. One that was there keeps the blanks and comments around it.
    pub fn put(&mut self, key: &str, value: Value) {
        if let Some(old) = self.value_mut(key) {
            replace(old, value);
            return;
        }
        match self {
            Like::Table(table) => {
                table.insert(key, Item::Value(value));
            }
            Like::Inline(table) => {
                // The blank before the closing brace stays there.
                let last = table.iter_mut().last().map(|(_, value)| {
                    let suffix = value.decor().suffix().cloned();
                    value.decor_mut().set_suffix("");
                    suffix
                });
                let mut value = value;
                value.decor_mut().set_prefix(" ");
                match last {
                    Some(Some(suffix)) => value.decor_mut().set_suffix(suffix),
                    _ => value.decor_mut().set_suffix(" "),
                }
                table.insert(key, value);
            }
        }
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &str) {
        match self {
            Like::Table(table) => {
                table.remove(key);
            }
            Like::Inline(table) => {
                let last = table
                    .iter()
                    .last()
                    .map(|(key, value)| (key.to_string(), value.decor().suffix().cloned()));
                table.remove(key);
                // The same blank before the closing brace as before.
                if let Some((name, Some(suffix))) = last
                    && name == key
                    && let Some((_, value)) = table.iter_mut().last()
                {
                    value.decor_mut().set_suffix(suffix);
                }
            }
        }
    }
}

/// Another value with the same blanks and comments around it.
pub fn replace(old: &mut Value, mut new: Value) {
    *new.decor_mut() = old.decor().clone();
    *old = new;
}

/// Adds an item to a list, in a line of its own where the others have one.
pub fn insert(array: &mut Array, at: usize, mut value: Value) {
    let at = at.min(array.len());
    let like = array.get(at.min(array.len().saturating_sub(1))).or_else(|| array.get(0));
    let prefix = like.and_then(|like| like.decor().prefix()?.as_str().map(String::from));
    let on_its_line = prefix.filter(|prefix| prefix.contains('\n'));
    let prefix = match on_its_line {
        // Comments belong to the item they stand before.
        Some(prefix) => prefix.rfind('\n').map_or(String::new(), |line| prefix[line..].to_string()),
        None if at == 0 => String::new(),
        None => " ".into(),
    };
    *value.decor_mut() = toml_edit::Decor::new(prefix, "");
    // The blank before the closing bracket stays at the end.
    if at == array.len()
        && let Some(last) = at.checked_sub(1).and_then(|last| array.get_mut(last))
        && let Some(suffix) = last.decor().suffix().cloned()
        && suffix.as_str().is_some_and(|suffix| suffix.trim().is_empty())
    {
        last.decor_mut().set_suffix("");
        value.decor_mut().set_suffix(suffix);
    }
    array.insert_formatted(at, value);
    // What was first had no blank before it.
    if at == 0
        && let Some(second) = array.get_mut(1)
        && second.decor().prefix().and_then(|prefix| prefix.as_str()) == Some("")
    {
        second.decor_mut().set_prefix(" ");
    }
}

/// Takes an item out of a list. A comment that stands before it stays.
pub fn take(array: &mut Array, at: usize) -> Option<Value> {
    if at >= array.len() {
        return None;
    }
    let last = at + 1 == array.len();
    let taken = array.remove(at);
    let text =
        |raw: Option<&toml_edit::RawString>| raw.and_then(|raw| raw.as_str()).unwrap_or_default().to_string();
    let (prefix, suffix) = (text(taken.decor().prefix()), text(taken.decor().suffix()));
    if let Some(next) = array.get_mut(at) {
        let own = text(next.decor().prefix());
        if prefix.contains('#') {
            next.decor_mut().set_prefix(format!("{}{own}", prefix.trim_end_matches([' ', '\t'])));
        } else if at == 0 && !own.contains('#') {
            next.decor_mut().set_prefix(prefix);
        }
    } else if last && let Some(before) = at.checked_sub(1).and_then(|before| array.get_mut(before)) {
        let own = text(before.decor().suffix());
        before.decor_mut().set_suffix(format!("{own}{suffix}"));
        if prefix.contains('#') {
            let trailing = text(Some(array.trailing()));
            array.set_trailing(format!("{}{trailing}", prefix.trim_end()));
        }
    }
    Some(taken)
}

/// The steps of a file, in either of the two ways to write them.
pub enum Steps<'d> {
    /// Each below a heading.
    Tables(&'d mut ArrayOfTables),
    /// A list in brackets.
    List(&'d mut Array),
}

impl<'d> Steps<'d> {
    /// Those of a document; an empty list of them where there are none.
    pub fn of(document: &'d mut DocumentMut) -> Result<Self, InvalidInput> {
        let is_empty = match document.get("step") {
            None => true,
            Some(Item::Value(Value::Array(list))) => list.is_empty(),
            Some(_) => false,
        };
        if is_empty {
            document.insert("step", Item::ArrayOfTables(ArrayOfTables::new()));
        }
        match document.get_mut("step") {
            Some(Item::ArrayOfTables(tables)) => Ok(Steps::Tables(tables)),
            Some(Item::Value(Value::Array(list))) => Ok(Steps::List(list)),
            _ => Err(InvalidInput("the steps of this file are no list: mend that in the file first".into())),
        }
    }

    /// How many.
    pub fn len(&self) -> usize {
        match self {
            Steps::Tables(tables) => tables.len(),
            Steps::List(list) => list.len(),
        }
    }

    /// One of them.
    pub fn get(&mut self, step: usize) -> Option<Like<'_>> {
        match self {
            Steps::Tables(tables) => tables.get_mut(step).map(Like::Table),
            Steps::List(list) => list.get_mut(step).and_then(Value::as_inline_table_mut).map(Like::Inline),
        }
    }

    /// Puts in a step that has these keys.
    pub fn insert(&mut self, at: usize, keys: Vec<(String, Value)>) {
        match self {
            Steps::Tables(tables) => {
                let mut table = Table::new();
                for (key, value) in keys {
                    table.insert(&key, Item::Value(value));
                }
                let at = at.min(tables.len());
                tables.insert(at, table);
            }
            Steps::List(list) => {
                let step: InlineTable = keys.into_iter().collect();
                insert(list, at, Value::InlineTable(step));
            }
        }
    }

    /// Takes a step out, with what stands right above it.
    pub fn remove(&mut self, step: usize) {
        match self {
            Steps::Tables(tables) if step < tables.len() => {
                tables.remove(step);
            }
            Steps::Tables(_) => {}
            Steps::List(list) => {
                take(list, step);
            }
        }
    }

    /// Puts a step elsewhere, with the comments above it.
    pub fn shift(&mut self, from: usize, to: usize) {
        match self {
            Steps::Tables(tables) => {
                let mut all: Vec<Table> = Vec::new();
                while !tables.is_empty() {
                    all.push(tables.remove(0));
                }
                let mut positions: Vec<Option<isize>> = all.iter().map(Table::position).collect();
                positions.sort_unstable();
                let moved = all.remove(from);
                all.insert(to, moved);
                for (mut table, position) in all.into_iter().zip(positions) {
                    table.set_position(position);
                    forget_positions(&mut table);
                    tables.push(table);
                }
            }
            Steps::List(list) => {
                let decors: Vec<toml_edit::Decor> = list.iter().map(|item| item.decor().clone()).collect();
                let mut all: Vec<Value> = Vec::new();
                while !list.is_empty() {
                    all.push(list.remove(0));
                }
                let moved = all.remove(from);
                all.insert(to, moved);
                // Blanks belong to the place; comments inside the list stay where they are.
                for (mut item, decor) in all.into_iter().zip(decors) {
                    *item.decor_mut() = decor;
                    list.push_formatted(item);
                }
            }
        }
    }
}

/// Tables within one that was moved come where it comes.
fn forget_positions(table: &mut Table) {
    for (_, item) in table.iter_mut() {
        if let Item::Table(inner) = item {
            inner.set_position(None);
            forget_positions(inner);
        }
    }
}

/// The position right before the first step, for a table that belongs above the steps.
pub fn before_steps(document: &DocumentMut) -> Option<isize> {
    let steps = document.get("step")?.as_array_of_tables()?;
    steps.iter().filter_map(Table::position).min().map(|first| first - 1)
}

/// JSON as TOML; none for what TOML does not have.
pub fn value_of(json: &serde_json::Value) -> Option<Value> {
    use serde_json::Value as Json;
    Some(match json {
        Json::Null => return None,
        Json::Bool(flag) => (*flag).into(),
        Json::Number(number) => number.as_i64()?.into(),
        Json::String(text) => text.as_str().into(),
        Json::Array(items) => Value::Array(items.iter().map(value_of).collect::<Option<Array>>()?),
        Json::Object(keys) => Value::InlineTable(
            keys.iter()
                .map(|(key, value)| Some((key.as_str(), value_of(value)?)))
                .collect::<Option<InlineTable>>()?,
        ),
    })
}

/// A value of a file as JSON.
pub fn json_of(value: &Value) -> serde_json::Value {
    use serde_json::Value as Json;
    match value {
        Value::String(text) => Json::String(text.value().clone()),
        Value::Integer(number) => (*number.value()).into(),
        Value::Boolean(flag) => Json::Bool(*flag.value()),
        Value::Array(items) => Json::Array(items.iter().map(json_of).collect()),
        Value::InlineTable(keys) => {
            Json::Object(keys.iter().map(|(key, value)| (key.to_string(), json_of(value))).collect())
        }
        other => Json::String(other.to_string().trim().to_string()),
    }
}
