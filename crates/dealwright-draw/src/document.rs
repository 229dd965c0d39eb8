//! HTML files that need nothing else: reports, and sheets to print.

use crate::svg::escaped;

/// The look of reports, on screen and on paper.
pub const REPORT: &str = include_str!("report.css");

/// An HTML file. `body` is markup; the title is plain text.
pub fn document(title: &str, style: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title><style>{style}</style></head><body>{body}</body></html>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_plain_text() {
        let text = document("a < b", "p {}", "<p>x</p>");
        assert!(text.starts_with("<!DOCTYPE html>") && text.contains("<title>a &lt; b</title>"), "{text}");
        assert!(text.ends_with("<style>p {}</style></head><body><p>x</p></body></html>"), "{text}");
    }

    #[test]
    fn nothing_is_fetched_from_elsewhere() {
        assert!(!REPORT.contains("url(") && !REPORT.contains("@import") && !REPORT.contains("</style"));
    }
}
