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
pub const PAPER: &str = "#FFFFFF";

/// A number with at most two decimals, without needless zeros.
pub fn number(value: f64) -> String {
    let text = format!("{:.2}", if value == 0.0 { 0.0 } else { value });
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Text inside of elements and attributes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Where a text begins, ends or is centred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture that is being drawn, in units of about a pixel.
pub struct Svg {
    width: f64,
    height: f64,
    title: String,
    definitions: BTreeMap<String, String>,
    body: String,
}

impl Svg {
    /// An empty picture; the title is what those hear who do not see it.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        Self { width, height, title: title.into(), definitions: BTreeMap::new(), body: String::new() }
    }

    /// An element: attributes are pairs of a name and a value.
    pub fn element(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.body.push('<');
        self.body.push_str(name);
        for (name, value) in attributes {
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
        for (name, value) in look {
            let _ = write!(self.body, " {name}=\"{}\"", escaped(value));
        }
        let _ = writeln!(self.body, ">{}</text>", escaped(words));
    }

    /// Begins a group with attributes; [`Svg::end`] ends it.
    pub fn begin(&mut self, attributes: &[(&str, &str)]) {
        self.body.push_str("<g");
        for (name, value) in attributes {
            let _ = write!(self.body, " {name}=\"{}\"", escaped(value));
        }
        self.body.push_str(">\n");
    }

    /// Ends a group.
    pub fn end(&mut self) {
        self.body.push_str("</g>\n");
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
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" font-family=\"{font}\" \
             fill=\"{INK}\">\n<title>{title}</title>\n{definitions}\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n{body}</svg>\n",
            font = escaped(FONT),
            body = self.body
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
