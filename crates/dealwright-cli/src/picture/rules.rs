//! Which rules of Fujisan a move uses, told from the board alone. The numbers are those of the game's description by its
//! authors; a priest on the summit stays in its column.

use dealwright::board::{Board, Kind, Space};
use dealwright::square::Square;

/// A rule of movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Along the row onto a value equal to the number of spaces walked.
    Walk,
    /// The same, with priests on the way, whose spaces do not count.
    PastPriests,
    /// To the other space of a step.
    OtherSpace,
    /// To the other space of a column of the summit.
    OnSummit,
    /// Over the summit and down again.
    OverSummit,
}

impl Rule {
    /// Its number.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Walk => "2",
            Rule::PastPriests => "2a",
            Rule::OtherSpace => "3",
            Rule::OnSummit => "4",
            Rule::OverSummit => "4a",
        }
    }
}

/// What a move is made by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Used {
    pub rules: Vec<Rule>,
    /// The spaces that were counted, the last one included; none when nothing is counted.
    pub counted: Vec<Square>,
    /// Priests on the way.
    pub passed: usize,
}

impl Used {
    /// The numbers of the rules: "2a, 4a".
    pub fn names(&self) -> String {
        self.rules.iter().map(|rule| rule.name()).collect::<Vec<_>>().join(", ")
    }

    /// What happens, in a few words.
    pub fn words(&self) -> String {
        let walked = self.counted.len();
        let mut words = match walked {
            0 => String::new(),
            1 => "1 free space, onto a 1".to_string(),
            _ => format!("{walked} free spaces, onto a {walked}"),
        };
        for rule in &self.rules {
            words += &match rule {
                Rule::Walk => String::new(),
                Rule::PastPriests if self.passed == 1 => ", a priest not counted".into(),
                Rule::PastPriests => format!(", {} priests not counted", self.passed),
                Rule::OtherSpace => "up or down on a step".into(),
                Rule::OnSummit => "up or down on the summit".into(),
                Rule::OverSummit => ", over the summit".into(),
            };
        }
        words
    }
}

/// The rules of a priest's move; none when no rule allows it.
pub fn rules_of(board: &Board, from: Square, to: Square) -> Option<Used> {
    let (rows, columns) = (board.rows.len() as u8, board.files.len() as u8);
    let at = |square: Square| -> Option<&Space> {
        let row = square.row_on(rows, columns)?;
        board.rows.get(row as usize)?.get(square.file as usize)
    };
    let (start, end) = (at(from)?, at(to)?);
    if !start.pawn || end.pawn || end.kind == Kind::Edge {
        return None;
    }
    if from.file == to.file {
        let rule = if start.kind == Kind::Goal { Rule::OnSummit } else { Rule::OtherSpace };
        return Some(Used { rules: vec![rule], counted: Vec::new(), passed: 0 });
    }
    if from.rank != to.rank || start.kind == Kind::Goal {
        return None;
    }
    let mut way: Vec<Square> = (from.file.min(to.file)..=from.file.max(to.file))
        .filter(|file| *file != from.file)
        .map(|file| Square { file, rank: from.rank })
        .collect();
    if to < from {
        way.reverse();
    }
    let is = |test: fn(&Space) -> bool| move |square: &Square| at(*square).is_some_and(test);
    let over_summit = end.kind != Kind::Goal && way.iter().any(is(|space| space.kind == Kind::Goal));
    let counted: Vec<Square> = way.iter().copied().filter(is(|space| !space.pawn)).collect();
    let passed = way.len() - counted.len();
    if end.face != counted.len().to_string() {
        return None;
    }
    let mut rules = vec![if passed > 0 { Rule::PastPriests } else { Rule::Walk }];
    if over_summit {
        rules.push(Rule::OverSummit);
    }
    Some(Used { rules, counted, passed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dealwright::Registry;

    /// Every move from anywhere to anywhere that some rule allows.
    fn allowed(board: &Board) -> Vec<String> {
        let squares = || (0..14).flat_map(|file| (1..=2).map(move |rank| Square { file, rank }));
        let all = squares().flat_map(|from| squares().map(move |to| (from, to)));
        all.filter(|(from, to)| rules_of(board, *from, *to).is_some())
            .map(|(from, to)| format!("{from}-{to}"))
            .collect()
    }

    #[test]
    fn the_rules_allow_exactly_the_legal_moves() {
        let lines = [
            (
                "fujisan:554344221335/311400512200",
                "n2-k2 k2-i2 a1-e1 i2-i1 n1-h1 e1-e2 i1-i2 i2-c2 a2-g2 e2-h2 g2-g1 c2-g2",
            ),
            ("fujisan:044325235220/103541514312", "n2-l2 l2-g2 n1-j1 j1-e1 g2-g1 a1-h1 e1-e2 a2-g2 e2-h2"),
        ];
        for (id, line) in lines {
            let challenge = registry.challenge(id).unwrap();
            let line: Vec<&str> = line.split(' ').collect();
            for played in 0..=line.len() {
                let mut legal = challenge.moves_after(&line[..played]).unwrap();
                let mut found = allowed(&challenge.replay(&line[..played]).board);
                legal.sort();
                found.sort();
                assert_eq!(found, legal, "{id} after {played} moves");
            }
        }
    }

    #[test]
    fn moves_are_named_after_the_rules_they_use() {
        let challenge = registry.challenge("fujisan:554344221335/311400512200").unwrap();
        let line = "n2-k2 k2-i2 a1-e1 i2-i1 n1-h1 e1-e2 i1-i2 i2-c2 a2-g2 e2-h2 g2-g1 c2-g2";
        let line: Vec<&str> = line.split(' ').collect();
        let name = |(played, mv): (usize, &&str)| {
            let (from, to) = Square::read_two(mv).unwrap();
            rules_of(&challenge.replay(&line[..played]).board, from, to).unwrap().names()
        };
        let names: Vec<String> = line.iter().enumerate().map(name).collect();
        assert_eq!(names, ["2", "2", "2", "3", "2a", "3", "3", "2a, 4a", "2a", "2a", "4", "2"]);
    }
}
