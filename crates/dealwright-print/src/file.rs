//! Pages and pictures as files: PDF with its words as words, PNG.

use super::font::FONTS;
use anyhow::{Context, Result, anyhow};
use dealwright::InvalidInput;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The longest side of a picture in pixels.
pub const MOST_PIXELS: u32 = 8192;
/// Points of a PDF in a pixel of a picture without millimetres, as browsers have it.
const POINTS: f32 = 72.0 / 96.0;

fn tree(svg: &str) -> Result<Tree> {
    let options = Options { fontdb: FONTS.clone(), font_family: "DejaVu Sans".into(), ..Options::default() };
    Tree::from_str(svg, &options).map_err(|error| anyhow!("a picture that cannot be read: {error}"))
}

/// Pages as one PDF. Nothing in it depends on the time or the machine.
pub fn pdf(pages: &[String], title: &str) -> Result<Vec<u8>> {
    let mut document = krilla::Document::new();
    for page in pages {
        let tree = tree(page)?;
        let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
        let size = Size::from_wh(width, height).ok_or_else(|| anyhow!("a page without a size"))?;
        let mut page = document.start_page_with(PageSettings::new(size));
        let mut surface = page.surface();
        surface.draw_svg(&tree, size, SvgSettings::default());
        surface.finish();
        page.finish();
    }
    let maker = format!("Dealwright {}", env!("CARGO_PKG_VERSION"));
    let metadata = Metadata::new().title(title.into()).creator(maker).language("en".into());
    document.set_metadata(metadata.document_id(pages.concat()));
    document.finish().map_err(|error| anyhow!("the PDF cannot be written: {error:?}"))
}

/// A picture in pixels, so many wide.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>> {
    let tree = tree(svg)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    if !(1..=MOST_PIXELS).contains(&width) || !(1..=MOST_PIXELS).contains(&height) {
        let message = format!("a picture of {width} x {height} pixels: 1 to {MOST_PIXELS} each can be made");
        return Err(InvalidInput(message).into());
    }
    let mut pixels = Pixmap::new(width, height).context("making room for a picture")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}
