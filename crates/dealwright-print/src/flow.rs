//! Words and blocks one below the other, over as many pages as they need.

use super::font;
use super::paper::Paper;
use dealwright_draw::svg::{Anchor, Inks, Svg};

/// The space between lines, in sizes of the letters.
const LEAD: f64 = 1.4;

/// Pages that are being filled.
pub struct Flow {
    paper: Paper,
    inks: Inks,
    title: String,
    margin: f64,
    pages: Vec<Svg>,
    y: f64,
}

impl Flow {
    pub fn new(paper: Paper, inks: Inks, title: &str) -> Self {
        // Small paper has small margins.
        let margin = (paper.width.min(paper.height) * 0.075).clamp(6.0, 15.0);
        Self { paper, inks, title: title.into(), margin, pages: Vec::new(), y: f64::INFINITY }
    }

    /// The width there is for words.
    pub fn width(&self) -> f64 {
        self.paper.width - 2.0 * self.margin
    }

    /// The height of a whole page.
    pub fn height(&self) -> f64 {
        self.bottom() - self.margin
    }

    /// The left edge.
    pub fn left(&self) -> f64 {
        self.margin
    }

    /// Below this there is only the number of the page.
    fn bottom(&self) -> f64 {
        self.paper.height - self.margin - 4.0
    }

    /// Whatever comes next stands on a new page.
    pub fn break_page(&mut self) {
        self.y = f64::INFINITY;
    }

    /// Leaves some space free, but not at the top of a page.
    pub fn skip(&mut self, height: f64) {
        self.y += height;
    }

    /// What comes next stands on a new page unless there is so much room.
    pub fn keep(&mut self, height: f64) {
        if self.y + height > self.bottom() {
            self.break_page();
        }
    }

    /// Takes so much of a page, a new one where it must; the page, and where its part begins.
    pub fn take(&mut self, height: f64) -> (&mut Svg, f64) {
        if self.y + height > self.bottom() + 1e-6 {
            self.pages.push(self.paper.page(&self.title, self.inks));
            self.y = self.margin;
        }
        let y = self.y;
        self.y += height;
        let last = self.pages.len().saturating_sub(1);
        (&mut self.pages[last], y)
    }

    /// Words in lines, from the left edge or further in.
    pub fn words(&mut self, words: &str, size: f64, inset: f64, bold: bool) {
        let lines = font::lines(words, size, self.width() - inset, bold);
        let x = self.margin + inset;
        for line in lines {
            let (svg, y) = self.take(size * LEAD);
            let look: &[(&str, &str)] = if bold { &[("font-weight", "bold")] } else { &[] };
            svg.text((x, y + size), size, Anchor::Start, &line, look);
        }
    }

    /// A heading, kept with what follows it.
    pub fn heading(&mut self, words: &str, size: f64) {
        let lines = font::lines(words, size, self.width(), true).len() as f64;
        self.keep(lines * size * LEAD + 12.0);
        self.words(words, size, 0.0, true);
        self.skip(size * 0.3);
    }

    /// The pages, numbered from a number on at their bottom, or not at all.
    pub fn finish(self, first: Option<usize>) -> Vec<Svg> {
        let Self { mut pages, paper, margin, .. } = self;
        for (n, page) in pages.iter_mut().enumerate() {
            let Some(first) = first else { break };
            let at = (paper.width / 2.0, paper.height - margin + 1.0);
            page.text(at, 2.8, Anchor::Middle, &(first + n).to_string(), &[]);
        }
        pages
    }
}
