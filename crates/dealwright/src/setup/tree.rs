//! A TOML document with places: every fault can say where it is.

use super::Fault;
use crate::text::{did_you_mean, quoted};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    pub offset: usize,
    value: &'a DeValue<'a>,
}

/// A table whose keys have been looked at.
pub(crate) struct Table<'a> {
    pub offset: usize,
    pub(super) table: &'a DeTable<'a>,
}

/// Reads a document.
pub(crate) fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, Fault> {
    DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        let message = match (error.message(), text.get(span.clone())) {
            ("duplicate key", Some(key)) if !key.is_empty() => {
                format!("{} stands here for the second time: each key once", quoted(key))
            }
            (message, _) => message.replace('\n', ", "),
        };
        Fault::new(span.start, message)
    })
}

impl<'a> Table<'a> {
    pub fn root(document: &'a Spanned<DeTable<'a>>, known: &[&str]) -> Result<Self, Fault> {
        let table = Self { offset: 0, table: document.get_ref() };
        table.check(known)?;
        Ok(table)
    }

    /// Refuses keys that are not known.
    fn check(&self, known: &[&str]) -> Result<(), Fault> {
        for (key, _) in self.table.iter() {
            let word = key.get_ref().as_ref();
            if !known.contains(&word) {
                let hint = did_you_mean(word, known.iter().copied());
                let message = format!("{} is not known here, expected {}{hint}", quoted(word), list(known));
                return Err(Fault::new(key.span().start, message));
            }
        }
        Ok(())
    }

    pub fn get(&self, key: &str) -> Option<Node<'a>> {
        let value: &'a Spanned<DeValue<'a>> = self.table.get(key)?;
        Some(Node { offset: value.span().start, value: value.get_ref() })
    }

    pub fn need(&self, key: &str) -> Result<Node<'a>, Fault> {
        self.get(key).ok_or_else(|| Fault::new(self.offset, format!("'{key}' is missing here")))
    }

    /// The same, and the error says what is expected there.
    pub fn need_as(&self, key: &str, expected: impl FnOnce() -> String) -> Result<Node<'a>, Fault> {
        let missing = || Fault::new(self.offset, format!("'{key}' is missing here, expected {}", expected()));
        self.get(key).ok_or_else(missing)
    }

    /// One of a list of words under a key that must be there.
    pub fn need_word<T: Clone>(&self, key: &str, words: &[(&str, T)]) -> Result<T, Fault> {
        self.need_as(key, || list(&words.iter().map(|(word, _)| *word).collect::<Vec<_>>()))?.word(words)
    }

    /// The only key with its place and value, beside one that may be there too: a step has one verb. An error says which are known.
    pub fn only_beside(&self, other: &str, known: &[&str]) -> Result<(usize, String, Node<'a>), Fault> {
        let mut keys = self.keys();
        keys.retain(|(_, key, _)| key != other);
        keys.sort_by_key(|(offset, ..)| *offset);
        match keys.as_slice() {
            [only] => Ok(only.clone()),
            [] => {
                let message = format!("a step has no verb, expected {}", list(known));
                Err(Fault::new(self.offset, message))
            }
            [_, (offset, key, _), ..] => Err(Fault::new(
                *offset,
                format!("{} is a second verb in one step, begin a new [[step]]", quoted(key)),
            )),
        }
    }

    /// Keys and values with the places of the keys.
    pub fn keys(&self) -> Vec<(usize, String, Node<'a>)> {
        self.table
            .iter()
            .map(|(key, value)| {
                let node = Node { offset: value.span().start, value: value.get_ref() };
                (key.span().start, key.get_ref().to_string(), node)
            })
            .collect()
    }

    /// A text, or a default.
    pub fn text_or(&self, key: &str, default: &str) -> Result<String, Fault> {
        self.get(key).map_or(Ok(default.to_string()), |node| node.text())
    }
}

impl<'a> Node<'a> {
    pub fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.offset, message)
    }

    fn expected(&self, what: &str) -> Fault {
        self.fault(format!("expected {what}, found {}", self.value.type_str()))
    }

    pub fn text(&self) -> Result<String, Fault> {
        self.value.as_str().map(String::from).ok_or_else(|| self.expected("a text in quotes"))
    }

    pub fn is_text(&self) -> bool {
        self.value.is_str()
    }

    pub fn is_array(&self) -> bool {
        self.value.is_array()
    }

    pub fn is_table(&self) -> bool {
        self.value.is_table()
    }

    pub fn number(&self) -> Result<u32, Fault> {
        self.number_or("")
    }

    /// A whole number where something else could stand as well, which an error names: "or the name of a size".
    pub fn number_or(&self, or: &str) -> Result<u32, Fault> {
        let what = format!("a whole number{}{or}", if or.is_empty() { "" } else { " " });
        let integer = self.value.as_integer().ok_or_else(|| self.expected(&what))?;
        u32::from_str_radix(&integer.as_str().replace('_', ""), integer.radix()).map_err(|_| {
            let number = quoted(integer.as_str());
            self.fault(match integer.as_str().starts_with('-') {
                true => format!("{number} is less than nothing, expected {what} from 0 on"),
                false => format!("{number} is too large, expected {what} up to 4,294,967,295"),
            })
        })
    }

    /// A whole number of up to 64 bits.
    pub fn long_number(&self) -> Result<u64, Fault> {
        let integer = self.value.as_integer().ok_or_else(|| self.expected("a whole number"))?;
        u64::from_str_radix(&integer.as_str().replace('_', ""), integer.radix())
            .map_err(|_| self.fault(format!("{} is not a whole number from 0 on", quoted(integer.as_str()))))
    }

    /// True or false.
    pub fn flag(&self) -> Result<bool, Fault> {
        self.value.as_bool().ok_or_else(|| self.expected("true or false"))
    }

    pub fn items(&self) -> Result<Vec<Node<'a>>, Fault> {
        let array = self.value.as_array().ok_or_else(|| self.expected("a list in [ ]"))?;
        Ok(array.iter().map(|item| Node { offset: item.span().start, value: item.get_ref() }).collect())
    }

    pub fn table(&self, known: &[&str]) -> Result<Table<'a>, Fault> {
        if !self.is_table() && !known.is_empty() {
            return Err(self.expected(&format!("a table in {{ }} with {}", list(known))));
        }
        let table = self.any_table()?;
        table.check(known)?;
        Ok(table)
    }

    /// A table with free keys.
    pub fn any_table(&self) -> Result<Table<'a>, Fault> {
        let table = self.value.as_table().ok_or_else(|| self.expected("a table in { }"))?;
        Ok(Table { offset: self.offset, table })
    }

    /// A text, a number or a list of those, as it can be written again.
    pub fn as_toml(&self) -> Result<String, Fault> {
        if self.is_array() {
            let items = self.items()?.iter().map(Node::as_toml).collect::<Result<Vec<_>, _>>()?;
            return Ok(format!("[{}]", items.join(", ")));
        }
        match self.is_text() {
            true => Ok(super::write::quote(&self.text()?)),
            false => Ok(self.number()?.to_string()),
        }
    }

    /// One of a list of words.
    pub fn word<T: Clone>(&self, words: &[(&str, T)]) -> Result<T, Fault> {
        if !self.is_text() {
            return Err(self.expected(&list(&words.iter().map(|(word, _)| *word).collect::<Vec<_>>())));
        }
        let text = self.text()?;
        match words.iter().find(|(word, _)| *word == text) {
            Some((_, meaning)) => Ok(meaning.clone()),
            None => {
                let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                let hint = did_you_mean(&text, names.iter().copied());
                Err(self.fault(format!(
                    "{} is not known here, expected {}{hint}",
                    quoted(&text),
                    list(&names)
                )))
            }
        }
    }
}

/// "'a', 'b' or 'c'".
pub(crate) fn list(words: &[&str]) -> String {
    match words {
        [] => "nothing".into(),
        [word] => format!("'{word}'"),
        [rest @ .., last] => {
            format!("{} or '{last}'", rest.iter().map(|w| format!("'{w}'")).collect::<Vec<_>>().join(", "))
        }
    }
}
