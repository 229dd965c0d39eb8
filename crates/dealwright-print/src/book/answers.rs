//! Answers in stages, each on pages of its own: whoever looks up one does not see the next.

use super::choose::Chosen;
use crate::flow::Flow;
use crate::font;
use dealwright::search::Verdict;
use dealwright::text::counted;
use dealwright_draw::svg::Anchor;

const SIZE: f64 = 3.2;

pub fn answer_pages(flow: &mut Flow, chosen: &[Chosen]) {
    flow.break_page();
    flow.heading("Can it be solved?", 5.5);
    let words = |chosen: &Chosen| match chosen.answer.verdict {
        Verdict::Solvable => "yes",
        Verdict::Unsolvable => "no",
        Verdict::Undecided => "nobody knows",
    };
    let wide = font::width("88  nobody knows", SIZE, false) + 6.0;
    let columns = ((flow.width() / wide).floor() as usize).max(1);
    for (n, row) in chosen.chunks(columns).enumerate() {
        let left = flow.left();
        let (svg, y) = flow.take(SIZE * 1.5);
        for (m, chosen) in row.iter().enumerate() {
            let x = left + m as f64 * wide;
            let number = (n * columns + m + 1).to_string();
            svg.text((x + 7.0, y + SIZE), SIZE, Anchor::End, &number, &[("font-weight", "bold")]);
            svg.text((x + 9.0, y + SIZE), SIZE, Anchor::Start, words(chosen), &[]);
        }
    }
    flow.break_page();
    flow.heading("A first hint", 5.5);
    for (n, chosen) in chosen.iter().enumerate() {
        numbered(flow, n + 1, &first_hint(chosen));
    }
    flow.break_page();
    flow.heading("The whole line", 5.5);
    for (n, chosen) in chosen.iter().enumerate() {
        numbered(flow, n + 1, &whole_line(chosen));
    }
}

fn first_hint(chosen: &Chosen) -> String {
    let answer = &chosen.answer;
    match (answer.verdict, answer.line.first()) {
        (Verdict::Solvable, Some(first)) => format!("Begin with {first}."),
        (Verdict::Solvable, None) => "It is solved already.".into(),
        (Verdict::Unsolvable, _) => match &answer.cause {
            Some(cause) => cause.clone(),
            None => "It has no solution: everything was tried.".into(),
        },
        (Verdict::Undecided, _) => "It is not known whether there is a solution.".into(),
    }
}

fn whole_line(chosen: &Chosen) -> String {
    let answer = &chosen.answer;
    match answer.verdict {
        Verdict::Solvable => {
            let moves = counted(answer.line.len() as u64, "move");
            let how = if answer.shortest { format!("{moves}, none is shorter") } else { moves };
            format!("{} ({how})", answer.line.join(" "))
        }
        Verdict::Unsolvable => "None: there is no solution.".into(),
        Verdict::Undecided => "No line is known.".into(),
    }
}

/// An answer with the number of its challenge before it.
fn numbered(flow: &mut Flow, number: usize, words: &str) {
    flow.keep(SIZE * 1.4);
    let left = flow.left();
    let (svg, y) = flow.take(0.0);
    svg.text((left + 7.0, y + SIZE), SIZE, Anchor::End, &number.to_string(), &[("font-weight", "bold")]);
    flow.words(words, SIZE, 9.0, false);
    flow.skip(1.0);
}
