//! Flags that had other names in version 0.1. They are understood for one version more, with a note.

use crate::note::note;
use std::ffi::OsString;

/// Command, old flag, new flag. Each old flag is a hidden alias of the new one.
pub const OLD: &[(&str, &str, &str)] = &[
    ("deal", "--count", "--samples"),
    ("rate", "--deals", "--samples"),
    ("book", "--count", "--samples"),
    ("book", "--levels", "--level"),
    ("book", "--most", "--max-deals"),
    ("study", "--most", "--max-samples"),
    ("compare", "--most", "--max-samples"),
    ("tune", "--deals", "--samples"),
];

/// Says which of the words of a command line have a new spelling.
pub fn note_old(command: &str, words: &[OsString]) {
    let given: Vec<&str> =
        words.iter().filter_map(|word| word.to_str()).take_while(|word| *word != "--").collect();
    let is = |word: &str, flag: &str| {
        word.strip_prefix(flag).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    for (_, old, new) in OLD.iter().filter(|(known, ..)| *known == command) {
        if given.iter().any(|word| is(word, old)) {
            note(format_args!("note: {old} is now {new}; the old spelling goes away in the next version"));
        }
    }
}
