//! Fujisan games in Portable Piecepack Notation (PPN), as the R package ppgames reads and writes it.
//!
//! A header in YAML between `---` and `...` names the game, its coins (`n` for 0, `a` for 1) and dice; the moves
//! follow, numbered. PPN has no word for the summit rule: a file without our top-level key `Summit` is read under the
//! original rule (`free`), as ppgames plays it.

use super::Fujisan;
use crate::challenge::split_moves;
use crate::game::{Game, GameFile};
use crate::id::RuleText;
use crate::text::{TextError, quoted};

/// Moves on a line of movetext.
const MOVES_PER_LINE: usize = 8;

/// Reads one game. Text after the header is moves; `{…}` and `;` to the end of a line are comments.
pub fn read(text: &str) -> Result<GameFile<Fujisan>, TextError> {
    let (header, movetext) = split_header(text)?;
    // A name that stands before the game type is somebody else's.
    let from_type = header.find("GameType").map_or("", |at| &header[at..]);
    let name = value_of(from_type, "GameType").or_else(|| value_of(from_type, "Name"));
    match name.map(|n| n.to_ascii_lowercase()) {
        Some(name) if matches!(name.as_str(), "fujisan" | "fuji-san" | "fuji san") => {}
        Some(other) => {
            return Err(TextError::at(
                "header",
                format!("the game is {}, only Fujisan is read", quoted(&other)),
            ));
        }
        None => return Err(TextError::at("header", "names no game, expected GameType with Name: Fujisan")),
    }
    let Some(coins) = value_of(header, "Coins") else {
        return Err(TextError::at("header", "has no Coins, expected Coins: \"44452n24n3aa/a25335325ann\""));
    };
    let coins = digits(&coins);
    let dice = value_of(header, "Dice").map(|dice| digits(&dice).replace('/', ""));
    let free = match value_of(header, "Summit").map(|s| s.to_ascii_lowercase()).as_deref() {
        None | Some("free") => true,
        Some("column") => false,
        Some(other) => {
            let message = format!("Summit is {}, expected free or column", quoted(other));
            return Err(TextError::at("header", message));
        }
    };
    let mut rules = Vec::new();
    if free {
        rules.push(RuleText { name: "free", value: "" });
    }
    if let Some(dice) = &dice {
        rules.push(RuleText { name: "dice", value: dice });
    }
    let challenge = Fujisan::read(&rules, &coins)
        .map_err(|e| TextError::at(format!("header, Coins or Dice, {}", e.place), e.message))?;
    let movetext = without_comments(movetext);
    if movetext.lines().any(|line| line.trim_end() == "---") {
        return Err(TextError::whole("the file holds several games, give each a file of its own"));
    }
    let moves = split_moves(&movetext).into_iter().map(String::from).collect();
    Ok(GameFile { challenge, moves })
}

/// Writes one game.
pub fn write(challenge: &Fujisan, moves: &[String]) -> String {
    let [top, bottom] = challenge.values().map(|row| coins_of(&row));
    let mut text = format!("---\nGameType:\n  Name: Fujisan\n  Coins: \"{top}/{bottom}\"\n");
    if let Some([a, b, c, d]) = challenge.dice() {
        text += &format!("  Dice: \"{}/{}\"\n", coins_of(&[a, b]), coins_of(&[c, d]));
    }
    text += &format!("Summit: {}\n...\n", if challenge.free_summit() { "free" } else { "column" });
    for (line, group) in moves.chunks(MOVES_PER_LINE).enumerate() {
        let numbered =
            group.iter().enumerate().map(|(n, mv)| format!("{}. {mv}", line * MOVES_PER_LINE + n + 1));
        text += &numbered.collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
    text
}

fn coins_of(values: &[u8]) -> String {
    let coin = |v: &u8| match v {
        0 => 'n',
        1 => 'a',
        v => (b'0' + v) as char,
    };
    values.iter().map(coin).collect()
}

fn digits(coins: &str) -> String {
    let digit = |c| match c {
        'n' | 'N' => '0',
        'a' | 'A' => '1',
        c => c,
    };
    coins.chars().map(digit).collect()
}

fn split_header(text: &str) -> Result<(&str, &str), TextError> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let Some(rest) = text.strip_prefix("---") else {
        return Err(TextError::at("line 1", "a PPN file begins with a line ---"));
    };
    let mut length = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "..." {
            return Ok((&rest[..length], &rest[length + line.len()..]));
        }
        length += line.len();
    }
    Err(TextError::whole("the PPN header has no end, expected a line ... before the moves"))
}

/// The value of a key in the header, in block (`Coins: "…"`) or flow (`{Name: Fujisan, Coins: "…"}`) style. The few
/// keys a Fujisan game has do not ask for a whole YAML reader.
fn value_of(header: &str, key: &str) -> Option<String> {
    header.lines().flat_map(|line| line.split(['{', '}', ','])).find_map(|part| {
        let (found, value) = part.split_once(':')?;
        let value = value.split(" #").next().unwrap_or_default().trim().trim_matches(['"', '\'']).trim();
        (found.trim().eq_ignore_ascii_case(key) && !value.is_empty()).then(|| value.to_string())
    })
}

fn without_comments(movetext: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in movetext.lines() {
        for c in line.chars() {
            match c {
                '{' => inside = true,
                '}' => inside = false,
                ';' if !inside => break,
                c if !inside => out.push(c),
                _ => {}
            }
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::id_of;

    const GAME: &str = "---\nGameType:\n  Name: Fujisan\n  Coins: \"44452n24n3aa/a25335325ann\"\n...\n\
                        1. a1-b1 2. n2-k2 {a comment\nover lines} 3. b1-e1 ; the rest is lost\n4.e1-j1\n";

    #[test]
    fn a_game_of_another_program_is_read_under_the_original_rule() {
        let game = read(GAME).unwrap();
        assert_eq!(id_of(&game.challenge), "fujisan.free:444520240311/125335325100");
        assert_eq!(game.moves, ["a1-b1", "n2-k2", "b1-e1", "e1-j1"]);
        let flow =
            "---\nGameType: {Name: Fujisan, Coins: \"44452n24n3aa/a25335325ann\", Dice: \"3a/5n\"}\n...\n";
        assert_eq!(id_of(&read(flow).unwrap().challenge), "fujisan.free.dice-3150:444520240311/125335325100");
    }

    #[test]
    fn what_is_written_reads_back_with_its_rules() {
        for rules in ["", ".free", ".dice-3150", ".free.dice-0000"] {
            let id = format!("fujisan{rules}:444520240311/125335325100");
            let challenge: Fujisan = crate::registry::read_game(&crate::id::split(&id).unwrap()).unwrap();
            let moves: Vec<String> = (0..20).map(|_| "a1-b1".to_string()).collect();
            let back = read(&write(&challenge, &moves)).unwrap();
            assert_eq!(back, GameFile { challenge, moves });
        }
    }

    #[test]
    fn broken_files_are_refused_by_name() {
        for (text, expected) in [
            ("", "begins with a line ---"),
            (&format!("{GAME}{GAME}"), "several games"),
            ("---\nGameType: Fujisan\n", "has no end"),
            ("---\nGameType: Chess\n...\n", "the game is 'chess'"),
            ("---\nEvent: x\n...\n", "names no game"),
            ("---\nGameType: Fujisan\n...\n", "has no Coins"),
            ("---\nGameType: Fujisan\nCoins: \"12/34\"\n...\n", "2 values, expected 12"),
            ("---\nGameType: Fujisan\nCoins: \"12\"\nSummit: high\n...\n", "Summit is 'high'"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
