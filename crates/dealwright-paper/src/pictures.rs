//! Pictures that explain a rule or a setup of the paper.

mod boxes;
mod cycle;
mod engraved;
mod kits;
mod ltiles;
mod opening;

pub use boxes::boxoff_boxes;
pub use cycle::colour_cycle;
pub use engraved::engraved_tiles;
pub use ltiles::ltiles;
pub use opening::fujisan_opening;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_whole_and_share_no_names() {
        let pictures = [boxoff_boxes(), fujisan_opening(), ltiles(), engraved_tiles(), colour_cycle()];
        for (number, text) in pictures.iter().enumerate() {
            let count = |part: &str| text.matches(part).count();
            assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"), "{number}");
            assert!(!text.contains(" id=") && !text.contains("NaN") && !text.contains("inf"), "{number}");
            assert_eq!(count("<g"), count("</g>"), "{number}");
        }
    }
}
