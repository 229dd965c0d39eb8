//! Everything of a setup on paper: pieces to cut out, the board, the leaflet.

use super::address::Address;
use super::board::board_pages;
use super::layout::{Backs, Spot, lay_out, sheet_name};
use super::leaflet::leaflet;
use super::paper::{Paper, SIDE, furnish, hairline};
use dealwright::Registry;
use dealwright::setup::Setup;
use dealwright::setup::deal::Dealer;
use dealwright::setup::load::dealer;
use dealwright::setup::sheet::sheet;
use dealwright_desk::link::Link;
use dealwright_draw::svg::{Anchor, Inks, Svg};

/// Pages beyond which something must be wrong.
const MOST_PAGES: usize = 400;

/// What is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Part {
    /// Pieces to cut out
    Pieces,
    /// The board
    Board,
    /// The instructions
    Leaflet,
}

/// How it is printed.
#[derive(Debug, Clone)]
pub struct KitOptions {
    /// The paper.
    pub paper: Paper,
    /// How backs are printed.
    pub backs: Backs,
    /// Also a pattern on backs that are all alike.
    pub plain_backs: bool,
    /// The ink.
    pub inks: Inks,
    /// 1 is true size.
    pub scale: f64,
    /// None for what such a kit needs.
    pub parts: Option<Vec<Part>>,
    /// A code on the leaflet leads to the page at this address: to where a deal on the table is entered, or, for setups that are not built
    /// in, to deals of exactly this kit.
    pub link: Option<Link>,
}

/// The pages of several setups one after the other, and their names. Where sheets are printed on both sides, each setup
/// begins on a sheet of its own.
pub fn kits_pages(
    registry: &Registry,
    setups: &[Setup],
    options: &KitOptions,
) -> Result<(Vec<String>, String), String> {
    let (mut pages, mut titles): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for setup in setups {
        if matches!(options.backs, Backs::Long | Backs::Short) && pages.len() % 2 == 1 {
            pages.push(empty_back(options.paper, options.inks, &titles.join(", ")).finish());
        }
        let dealer = dealer(setup).map_err(|error| error.to_string())?;
        let (more, title) = kit_pages(registry, &dealer, options)?;
        if pages.len() + more.len() > MOST_PAGES {
            return Err(format!("these are more than {MOST_PAGES} pages: print fewer setups at a time"));
        }
        pages.extend(more);
        titles.push(title);
    }
    Ok((pages, titles.join(", ")))
}

/// The pages of a setup, and its name.
pub fn kit_pages(
    registry: &Registry,
    dealer: &Dealer<'_>,
    options: &KitOptions,
) -> Result<(Vec<String>, String), String> {
    let setup = dealer.setup;
    let title = format!("{} {}", setup.game.info.title, setup.title);
    let KitOptions { paper, backs, inks, scale, .. } = *options;
    let sheet = sheet(setup, scale);
    let usual = |part: Part| part != Part::Board || !sheet.board_is_optional;
    let wanted = |part: Part| options.parts.as_ref().map_or(usual(part), |parts| parts.contains(&part));
    let mut pages: Vec<Svg> = Vec::new();
    if wanted(Part::Pieces) {
        let spots = lay_out(&sheet.cuts, paper, backs, options.plain_backs)?;
        if spots.len() > MOST_PAGES {
            return Err(format!("these are {} pages: choose a smaller --scale or larger paper", spots.len()));
        }
        let all = spots.iter().filter(|spot| !spot.is_back).count();
        let mut number = 0;
        for (n, spot) in spots.iter().enumerate() {
            number += usize::from(!spot.is_back);
            let name = sheet_name(&title, number, all, &spot.name);
            pages.push(piece_page(spot, paper, inks, &name));
            let next_is_back = spots.get(n + 1).is_some_and(|next| next.is_back);
            if !spot.is_back && !next_is_back && matches!(backs, Backs::Long | Backs::Short) {
                pages.push(empty_back(paper, inks, &name));
            }
        }
    }
    if wanted(Part::Board) {
        for page in board_pages(dealer, sheet.space, paper, inks, &title)? {
            let (width, height) = page.size();
            pages.push(page);
            if matches!(backs, Backs::Long | Backs::Short) {
                pages.push(empty_back(Paper { width, height }, inks, &title));
            }
        }
    }
    if wanted(Part::Leaflet) {
        let address = options.link.as_ref().map(|link| Address::of(link, registry, setup));
        pages.extend(leaflet(dealer, &sheet.notes, paper, inks, address.as_ref())?);
    }
    Ok((pages.into_iter().map(Svg::finish).collect(), title))
}

/// A page of pieces. Colours first, then marks: nothing lies over them.
fn piece_page(spot: &Spot<'_>, paper: Paper, inks: Inks, name: &str) -> Svg {
    let mut svg = paper.page(name, inks);
    for piece in &spot.placed {
        piece.draw(&mut svg);
    }
    for piece in &spot.placed {
        piece.draw_outline(&mut svg);
    }
    let mut mark = hairline().to_vec();
    mark.push(("class", "mark"));
    for (from, to) in &spot.marks {
        svg.line(*from, *to, &mark);
    }
    if let Some((from, to)) = spot.fold {
        let mut look = hairline().to_vec();
        look.extend([("stroke-dasharray", "2 1.5"), ("class", "fold")]);
        svg.line(from, to, &look);
    }
    let fold = "Fold along the dashed line in the middle, glue, then cut.";
    furnish(&mut svg, paper, name, if spot.fold.is_some() { fold } else { "" });
    svg
}

/// A page that keeps fronts from coming onto each other's backs.
fn empty_back(paper: Paper, inks: Inks, name: &str) -> Svg {
    let mut svg = paper.page(name, inks);
    let words = "This side stays empty.";
    svg.text((SIDE, 6.4), 2.8, Anchor::Start, words, &[("fill", "#777777")]);
    svg
}
