//! People agree to one text, wherever they are asked.

use dealwright_people::plan::paper::CONSENT_TEXT;
use dealwright_people::rows::CONSENT;

/// The script of the page that shows the text. Nothing of it is in the published package of this crate.
fn page() -> Option<String> {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../dealwright-cli/page/people-log.js")).ok()
}

#[test]
fn the_page_and_the_form_on_paper_have_the_same_text() {
    let page = page().expect("the page's script is beside this crate");
    let (_, list) = page.split_once("export const CONSENT_TEXT = [\n").expect("the page has a consent text");
    let (list, _) = list.split_once("\n];").expect("the text ends");
    let sentences: Vec<&str> = list
        .lines()
        .map(|line| line.trim().strip_prefix('\'').and_then(|line| line.strip_suffix("',")).expect(line))
        .collect();
    assert_eq!(sentences, CONSENT_TEXT);
    assert!(page.contains(&format!("export const CONSENT = {CONSENT};")), "the same version of the text");
}
