//! Pictures as SVG text: the same bytes everywhere, readable on paper and on screen.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Fonts that are nearly everywhere, alike in width; signs that fonts may lack are drawn as paths.
pub const FONT: &str = "'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif";

/// Colours of Okabe and Ito, which people with any kind of colour vision tell apart; ordered so that neighbours also differ
/// in brightness when printed in grey.
pub const PALETTE: [&str; 8] =
    ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#F0E442", "#000000"];

/// Black on white would be too hard; these are for words and frames, and for backgrounds.
pub const INK: &str = "#222222";
/// Backgrounds.
pub const PAPER: &str = "#FFFFFF";

/// A number with at most two decimals, without needless zeros.
pub fn number(value: f64) -> String {
    let text = format!("{:.2}", if value == 0.0 { 0.0 } else { value });
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Text inside of elements and attributes, without what no XML may hold.
pub fn escaped(text: &str) -> String {
    let text = text.replace(|c: char| c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}'), " ");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// How much ink there is, and which.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Inks {
    /// All colours
    #[default]
    Full,
    /// Areas stay white: lines, letters and signs only
    Low,
    /// Shades of grey
    Grey,
}

impl Inks {
    /// All of them with the words they are chosen by.
    pub const NAMES: [(&str, Self); 3] = [("full", Self::Full), ("low", Self::Low), ("grey", Self::Grey)];
}

impl std::str::FromStr for Inks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::NAMES.iter().find(|(name, _)| *name == text);
        found.map(|(_, inks)| *inks).ok_or_else(|| "expected full, low or grey".into())
    }
}

/// Where a text begins, ends or is centred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// A picture that is being drawn, in units of about a pixel, or a page in millimetres.
pub struct Svg {
    width: f64,
    height: f64,
    /// "mm" for a page, nothing for a picture.
    unit: &'static str,
    inks: Inks,
    /// Whether it is shown on a screen that may be dark: then areas have classes, so that a style sheet can change their colours.
    screen: bool,
    title: String,
    definitions: BTreeMap<String, String>,
    body: String,
}

impl Svg {
    /// An empty picture; the title is what those hear who do not see it.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        let (unit, inks) = ("", Inks::Full);
        Self {
            width,
            height,
            unit,
            inks,
            screen: false,
            title: title.into(),
            definitions: BTreeMap::new(),
            body: String::new(),
        }
    }

    /// An empty page: one unit is a millimetre.
    pub fn page(width: f64, height: f64, title: &str, inks: Inks) -> Self {
        Self { unit: "mm", inks, ..Self::new(width, height, title) }
    }

    /// Makes the picture larger, to the right and below.
    pub fn grow(&mut self, (width, height): (f64, f64)) {
        (self.width, self.height) = (width, height);
    }

    /// The same picture in other inks.
    pub fn in_inks(self, inks: Inks) -> Self {
        Self { inks, ..self }
    }

    /// The same picture for a screen.
    pub fn for_screen(self, screen: bool) -> Self {
        Self { screen, ..self }
    }

    /// Whether it is for a screen.
    pub fn is_for_screen(&self) -> bool {
        self.screen
    }

    /// The class of an area whose colours a screen may change; nothing elsewhere.
    pub fn part(&self, name: &'static str) -> &'static str {
        if self.screen { name } else { "" }
    }

    /// Width and height.
    pub fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// Whether areas stay white, so that their edges have to be drawn.
    pub fn spares_ink(&self) -> bool {
        self.inks == Inks::Low
    }

    /// What an area of a colour is filled with: nothing where ink is spared.
    pub fn area(&self, fill: &'static str) -> &'static str {
        if self.spares_ink() { PAPER } else { fill }
    }

    /// An element: attributes are pairs of a name and a value; those without a value are left out.
    pub fn element(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.body.push('<');
        self.body.push_str(name);
        for (name, value) in attributes.iter().filter(|(_, value)| !value.is_empty()) {
            let _ = write!(self.body, " {name}=\"{}\"", escaped(value));
        }
        self.body.push_str("/>\n");
    }

    /// A rectangle; `look` holds further attributes such as fill and stroke.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, look: &[(&str, &str)]) {
        let place = [number(x), number(y), number(width), number(height)];
        let mut attributes: Vec<(&str, &str)> =
            ["x", "y", "width", "height"].into_iter().zip(place.iter().map(String::as_str)).collect();
        attributes.extend(look);
        self.element("rect", &attributes);
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), look: &[(&str, &str)]) {
        let place = [number(from.0), number(from.1), number(to.0), number(to.1)];
        let mut attributes: Vec<(&str, &str)> =
            ["x1", "y1", "x2", "y2"].into_iter().zip(place.iter().map(String::as_str)).collect();
        attributes.extend(look);
        self.element("line", &attributes);
    }

    /// A circle.
    pub fn circle(&mut self, centre: (f64, f64), radius: f64, look: &[(&str, &str)]) {
        let place = [number(centre.0), number(centre.1), number(radius)];
        let mut attributes: Vec<(&str, &str)> =
            ["cx", "cy", "r"].into_iter().zip(place.iter().map(String::as_str)).collect();
        attributes.extend(look);
        self.element("circle", &attributes);
    }

    /// A path in SVG's own notation.
    pub fn path(&mut self, path: &str, look: &[(&str, &str)]) {
        let mut attributes = vec![("d", path)];
        attributes.extend(look);
        self.element("path", &attributes);
    }

    /// A line through points.
    pub fn polyline(&mut self, points: &[(f64, f64)], look: &[(&str, &str)]) {
        let words: Vec<String> =
            points.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect();
        let words = words.join(" ");
        let mut attributes = vec![("points", words.as_str())];
        attributes.extend(look);
        self.element("polyline", &attributes);
    }

    /// Words; the place is that of the base line.
    pub fn text(&mut self, at: (f64, f64), size: f64, anchor: Anchor, words: &str, look: &[(&str, &str)]) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = write!(
            self.body,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\"",
            number(at.0),
            number(at.1),
            number(size)
        );
        for (name, value) in look.iter().filter(|(_, value)| !value.is_empty()) {
            let _ = write!(self.body, " {name}=\"{}\"", escaped(value));
        }
        let _ = writeln!(self.body, ">{}</text>", escaped(words));
    }

    /// Begins a group with attributes; [`Svg::end`] ends it.
    pub fn begin(&mut self, attributes: &[(&str, &str)]) {
        self.begin_element("g", attributes);
    }

    fn begin_element(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.body.push('<');
        self.body.push_str(name);
        for (name, value) in attributes {
            let _ = write!(self.body, " {name}=\"{}\"", escaped(value));
        }
        self.body.push_str(">\n");
    }

    /// Ends a group.
    pub fn end(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// Begins a window through which a part of a picture of its own is seen; [`Svg::end_window`] ends it.
    pub fn begin_window(&mut self, attributes: &[(&str, &str)]) {
        self.begin_element("svg", attributes);
    }

    /// Ends a window.
    pub fn end_window(&mut self) {
        self.body.push_str("</svg>\n");
    }

    /// Something to be referred to, such as a pattern; it is written once, however often it is defined. Pictures may share
    /// one page, so equal ids must mean equal content: make the id from the content.
    pub fn define(&mut self, id: &str, content: String) {
        self.definitions.insert(id.into(), content);
    }

    /// The whole picture, white behind it, with a size of its own and a view box so that it can be scaled.
    pub fn finish(self) -> String {
        let (width, height, title) = (number(self.width), number(self.height), escaped(&self.title));
        let mut definitions: String = self.definitions.into_values().map(|content| content + "\n").collect();
        if !definitions.is_empty() {
            definitions = format!("<defs>\n{definitions}</defs>\n");
        }
        let (unit, inks) = (self.unit, self.inks);
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}{unit}\" height=\"{height}{unit}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" font-family=\"{font}\" \
             fill=\"{INK}\">\n<title>{title}</title>\n{definitions}\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"{paper}/>\n{body}</svg>\n",
            paper = if self.screen { " class=\"paper\"" } else { "" },
            font = escaped(FONT),
            body = self.body
        );
        if inks == Inks::Grey { in_grey(&text) } else { text }
    }
}

/// A picture with every colour as the grey that is as bright.
fn in_grey(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\"#") {
        let (before, from) = rest.split_at(at + 2);
        out.push_str(before);
        let digits = from.get(..6).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let part = |n: usize| digits.and_then(|d| u8::from_str_radix(d.get(2 * n..2 * n + 2)?, 16).ok());
        rest = from;
        if let (Some(red), Some(green), Some(blue)) = (part(0), part(1), part(2)) {
            let grey = 0.2126 * f64::from(red) + 0.7152 * f64::from(green) + 0.0722 * f64::from(blue);
            let _ = write!(out, "{0:02X}{0:02X}{0:02X}", grey.round() as u8);
            rest = &from[6..];
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grey_pictures_have_no_colour_and_keep_their_words() {
        let mut svg = Svg::page(10.0, 10.0, "#FF0000", Inks::Grey);
        svg.rect(0.0, 0.0, 1.0, 1.0, &[("fill", "#FF0000"), ("stroke", "#FFFFFF")]);
        svg.text((0.0, 0.0), 1.0, Anchor::Start, "\"#FF0000", &[("fill", "#00FF00")]);
        let text = svg.finish();
        assert!(
            text.contains("fill=\"#363636\" stroke=\"#FFFFFF\"") && text.contains("fill=\"#B6B6B6\""),
            "{text}"
        );
        assert!(text.contains("&quot;#FF0000") && text.contains("width=\"10mm\""), "{text}");
    }

    #[test]
    fn numbers_are_short_and_text_is_escaped() {
        assert_eq!(number(1.0), "1");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(2.345), "2.35");
        let mut svg = Svg::new(10.0, 20.5, "a < b & \"c\"");
        svg.text((1.0, 2.0), 12.0, Anchor::End, "<x>", &[("font-weight", "bold")]);
        svg.define("dots", "<pattern id=\"dots\"/>".into());
        svg.define("dots", "<pattern id=\"dots\"/>".into());
        let text = svg.finish();
        assert_eq!(text.matches("<pattern").count(), 1, "{text}");
        assert!(text.contains("height=\"20.5\"") && text.contains("a &lt; b &amp; &quot;c&quot;"), "{text}");
        assert!(text.contains(">&lt;x&gt;</text>"), "{text}");
    }
}
