//! A plan on paper: sheets for participants and a consent form, each one HTML file to print.

use super::{Plan, PlanTask};
use crate::rows::CONSENT;
use dealwright_draw::code::Code;
use dealwright_draw::document::document;
use dealwright_draw::svg::Svg;
use maud::{PreEscaped, html};

const STYLE: &str = "body { font: 11pt/1.45 \"DejaVu Sans\", Verdana, Helvetica, Arial, sans-serif; color: #222; max-width: 46rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; }
.sheet { break-after: page; border-bottom: 1px solid #ccc; padding-bottom: 1.5rem; margin-bottom: 1.5rem; }
.sheet:last-child { break-after: auto; border: 0; }
.code svg { width: 45mm; height: 45mm; }
code { overflow-wrap: anywhere; font-size: 0.8rem; }
.line { border-bottom: 1px solid #222; display: inline-block; min-width: 14rem; }
@media print { @page { margin: 15mm; } body { max-width: none; padding: 0; } .sheet { border: 0; } }";
/// Letters of a link that a code on paper is still read with.
const MOST_CODED: usize = 900;

/// What people are told before anything is kept, sentence by sentence. The page says the same.
pub const CONSENT_TEXT: [&str; 7] = [
    "This is a study of physical solitaire puzzles: how long it takes to set them up, and how hard they are.",
    "Kept are: the times of the steps that you tap, mistakes that you mark, and the moves, undos, hints and times of the challenges that you play.",
    "Not kept are: your name, age, address, device, place, date or anything else about you. The file carries a random number that nobody can trace to you.",
    "Everything stays on the device until you save it to a file and hand that file over yourself.",
    "You can delete everything on the device with one tap, at any time and without giving a reason.",
    "Once you have handed the file over, it can be taken out only by its random number: note the number if you may want that.",
    "Taking part is voluntary. You may stop at any time.",
];

/// One sheet for each participant.
pub fn sheets(plan: &Plan) -> String {
    let body = html! {
        @for seat in &plan.seats {
            section.sheet {
                h1 { "Seat " (seat.seat) }
                p { "Please do not write your name on this sheet. The page gives you a random participant number." }
                @if seat.link.len() <= MOST_CODED && let Some(code) = Code::of(&seat.link) {
                    div.code { (PreEscaped(drawn(&code, seat.seat))) }
                }
                p { "Open this address, read the consent screen, and do the tasks in this order:" }
                p { code { (seat.link) } }
                ol { @for task in &seat.tasks { li { (task_words(task)) } } }
                p { "At the end save the file and hand it over. Then you can delete everything on the device." }
            }
        }
    };
    document("Sheets for participants", STYLE, &body.into_string())
}

fn drawn(code: &Code, seat: u32) -> String {
    let mut svg = Svg::new(100.0, 100.0, &format!("The address of seat {seat} as a code"));
    code.draw(&mut svg, (0.0, 0.0), 100.0);
    svg.finish()
}

/// A task for the participant, who is not told the level.
fn task_words(task: &PlanTask) -> String {
    match task {
        PlanTask::Time { title, setup, options, .. } => {
            let chosen: Vec<String> = options.iter().map(|(name, value)| format!("{name} {value}")).collect();
            let chosen = if chosen.is_empty() { String::new() } else { format!(", {}", chosen.join(", ")) };
            format!("Set up {title} ({setup}{chosen}) with the stopwatch")
        }
        PlanTask::Play { title, .. } => format!("Play a challenge of {title}, until you solve it or give up"),
    }
}

/// The consent form.
pub fn consent() -> String {
    let body = html! {
        section.sheet {
            h1 { "Consent" }
            p.soft { "Text " (CONSENT) ". Whoever runs the study fills in the lines before printing copies." }
            p { "Run by " span.line { " " } " · contact " span.line { " " } }
            ul { @for sentence in CONSENT_TEXT { li { (sentence) } } }
            p { "☐ I have read this and agree to take part." }
            p { "☐ I am of age, or the person responsible for me has agreed." }
            p { "Signature, if your institution requires one (keep these forms apart from the files): " span.line { " " } }
        }
    };
    document("Consent", STYLE, &body.into_string())
}
