//! How to set a game up and how it is played, on paper.

use super::address::Address;
use super::flow::Flow;
use super::font;
use super::paper::{FINE, Paper, begin_picture};
use dealwright::board::Board;
use dealwright::id::RuleInfo;
use dealwright::setup::deal::Dealer;
use dealwright::setup::tell::tell;
use dealwright::square::Square;
use dealwright_draw::code::Code;
use dealwright_draw::picture::View;
use dealwright_draw::svg::{Anchor, Inks, Svg};

/// The width of a code, and the least width of one of its modules.
const CODE: f64 = 28.0;
const MODULE: f64 = 0.6;
/// The same for a code that holds a whole kit, which has many of them, and the share of a line that it may take.
const FINE_MODULE: f64 = 0.45;
const WIDEST_KIT_CODE: f64 = 0.6;
/// A space of a board is drawn no larger than this.
pub const LARGEST_SPACE: f64 = 14.0;

/// The leaflet of a setup. A code on it leads to an address where there is one.
pub fn leaflet(
    dealer: &Dealer<'_>,
    notes: &[&str],
    paper: Paper,
    inks: Inks,
    address: Option<&Address>,
) -> Result<Vec<Svg>, String> {
    let setup = dealer.setup;
    let info = setup.game.info;
    let title = format!("{} {}", info.title, setup.title);
    let mut flow = Flow::new(paper, inks, &title);
    flow.heading(&title, 7.0);
    flow.words(&setup.about, 3.8, 0.0, false);
    flow.skip(3.0);
    flow.heading("Setting it up", 4.8);
    let steps = tell(dealer);
    let mut number = 0;
    for (n, step) in steps.iter().enumerate() {
        // What is needed and what cannot happen are not things to do.
        if n == 0 || step.starts_with('(') {
            flow.words(step, 3.8, 0.0, false);
        } else {
            number += 1;
            numbered(&mut flow, number, step);
        }
        flow.skip(1.2);
    }
    if !notes.is_empty() {
        flow.skip(2.0);
        flow.heading("Pieces made of paper", 4.8);
        notes.iter().for_each(|note| flow.words(note, 3.8, 0.0, false));
    }
    flow.skip(2.0);
    flow.heading("Playing", 4.8);
    flow.words(info.about, 3.8, 0.0, false);
    for rule in rules_in_force(info.rules, &setup.rules) {
        flow.words(&rule, 3.8, 0.0, false);
    }
    let deal = dealer.deal("leaflet", 0).map_err(|error| error.to_string())?;
    let challenge = dealer.challenge(&deal).map_err(|error| error.to_string())?;
    flow.skip(3.0);
    let board = challenge.board();
    let picture = Picture::new(&board, dealer.pieces_on_board());
    let (width, most) = (flow.width(), flow.height() - 20.0);
    let (_, height) = picture.size_within((width, most));
    // The heading stays with its picture.
    if height + 18.0 < flow.height() {
        flow.keep(height + 18.0);
    }
    flow.heading("A deal", 4.8);
    let left = flow.left();
    let (svg, y) = flow.take(height);
    picture.draw(svg, (left, y), (width, most));
    flow.skip(1.0);
    flow.words(&challenge.id(), 3.2, 0.0, false);
    match address {
        Some(Address::Table(address)) => table_code(&mut flow, address)?,
        Some(Address::Kit(address, page)) => kit_code(&mut flow, address.as_deref(), page),
        None => {}
    }
    Ok(flow.finish(None))
}

/// A code that leads to where the deal on the table is entered, and the same address in letters.
fn table_code(flow: &mut Flow, address: &str) -> Result<(), String> {
    let code = Code::of(address).ok_or("the address is too long for a code")?;
    let across = CODE.max(f64::from(code.modules()) * MODULE);
    let words = "The code opens a page where you enter what lies on your table: it says whether the deal can be solved, and plays \
                 along.";
    beside_code(flow, &code, across, "Can your deal be solved?", &[words, address]);
    Ok(())
}

/// A code that holds the whole kit. Where that is too much for a code that phones can read, it is said.
fn kit_code(flow: &mut Flow, address: Option<&str>, page: &str) {
    let title = "Play it on a screen";
    let code = address.and_then(Code::of).map(|code| (f64::from(code.modules()) * FINE_MODULE, code));
    match code.filter(|(across, _)| *across <= WIDEST_KIT_CODE * flow.width()) {
        Some((across, code)) => {
            let page = format!("It leads to {page}");
            let words = "The code opens deals of exactly this kit, to be played by others too: the whole kit is in it.";
            beside_code(flow, &code, across.max(CODE), title, &[words, &page]);
        }
        None => {
            flow.skip(4.0);
            flow.heading(title, 4.8);
            let words = format!(
                "This kit is too large for a code. Open its setup file under Design on the page {page}, which gives a link for \
                 others that deals exactly this kit."
            );
            flow.words(&words, 3.8, 0.0, false);
        }
    }
}

/// A code with its words at its right.
fn beside_code(flow: &mut Flow, code: &Code, across: f64, title: &str, words: &[&str]) {
    flow.skip(4.0);
    flow.keep(across + 10.0);
    flow.heading(title, 4.8);
    let (left, width) = (flow.left() + across + 4.0, flow.width() - across - 4.0);
    let lines: Vec<String> = words.iter().flat_map(|words| font::lines(words, 3.4, width, false)).collect();
    let x = flow.left();
    let (svg, y) = flow.take(across);
    code.draw(svg, (x, y), across);
    for (n, line) in lines.iter().enumerate() {
        svg.text((left, y + 6.0 + n as f64 * 5.3), 3.4, Anchor::Start, line, &[]);
    }
}

/// A step with its number before it.
fn numbered(flow: &mut Flow, number: usize, step: &str) {
    let size = 3.8;
    let x = flow.left();
    flow.keep(size * 1.4);
    let (svg, y) = flow.take(0.0);
    svg.text((x + 6.0, y + size), size, Anchor::End, &format!("{number}."), &[]);
    flow.words(step, size, 8.0, false);
}

/// The rules that hold, each as a sentence. A default holds unless a rule that contradicts it is given: one without a value.
pub fn rules_in_force(known: &[RuleInfo], given: &[String]) -> Vec<String> {
    let is_given = |rule: &RuleInfo| {
        let word = |text: &String| *text == rule.name || text.starts_with(&format!("{}-", rule.name));
        given.iter().any(word)
    };
    let replaced = known.iter().any(|rule| !rule.default && rule.value.is_none() && is_given(rule));
    let sentence = |rule: &RuleInfo| {
        let mut letters = rule.about.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        format!("{first}{}.", letters.as_str())
    };
    known.iter().filter(|rule| is_given(rule) || (rule.default && !replaced)).map(sentence).collect()
}

/// A board drawn into whatever room there is.
pub struct Picture<'a> {
    board: &'a Board,
    tiles: Vec<Vec<Square>>,
}

impl<'a> Picture<'a> {
    pub fn new(board: &'a Board, tiles: Vec<Vec<Square>>) -> Self {
        Self { board, tiles }
    }

    fn view(&self) -> View<'a> {
        let mut view = View::of(self.board);
        view.tiles.clone_from(&self.tiles);
        view
    }

    /// Millimetres for a unit of the view.
    fn scale(&self, (width, height): (f64, f64)) -> f64 {
        let view = self.view();
        let size = view.size();
        (width / size.0).min(height / size.1).min(LARGEST_SPACE / view.unit)
    }

    /// Its width and height where there is so much room.
    pub fn size_within(&self, room: (f64, f64)) -> (f64, f64) {
        let (scale, (width, height)) = (self.scale(room), self.view().size());
        (width * scale, height * scale)
    }

    pub fn draw(&self, svg: &mut Svg, at: (f64, f64), room: (f64, f64)) {
        begin_picture(svg, at);
        let by = format!("scale({:.5})", self.scale(room) * FINE);
        svg.begin(&[("transform", &by)]);
        self.view().draw(svg, (0.0, 0.0));
        svg.end();
        svg.end();
    }
}
