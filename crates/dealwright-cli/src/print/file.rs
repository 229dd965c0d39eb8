//! Pages and pictures as files: SVG as it is, PDF with its words as words, PNG.

use super::font::FONTS;
use anyhow::{Context, Result, anyhow};
use dealwright::InvalidInput;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::path::{Path, PathBuf};

/// The longest side of a picture in pixels.
pub const MOST_PIXELS: u32 = 8192;
/// Points of a PDF in a pixel of a picture without millimetres, as browsers have it.
const POINTS: f32 = 72.0 / 96.0;

/// Forms of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Svg,
    Png,
    Pdf,
}

impl Format {
    /// The form that a file's name asks for.
    pub fn of(path: &Path, known: &[Format]) -> Result<Self> {
        let all = [("svg", Format::Svg), ("png", Format::Png), ("pdf", Format::Pdf)];
        let end = path.extension().map(|end| end.to_string_lossy().to_lowercase()).unwrap_or_default();
        let found = all.iter().find(|(name, format)| *name == end && known.contains(format));
        found.map(|(_, format)| *format).ok_or_else(|| {
            let names: Vec<String> = all
                .iter()
                .filter(|(_, format)| known.contains(format))
                .map(|(name, _)| format!(".{name}"))
                .collect();
            InvalidInput(format!("{}: expected a name that ends in {}", path.display(), names.join(" or ")))
                .into()
        })
    }
}

/// A file to be written: its place is tried before the work, so that a bad one is noticed at once, and it is put there whole.
pub struct Target {
    path: PathBuf,
    hidden: PathBuf,
}

impl Target {
    pub fn new(path: &Path) -> Result<Self> {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let wrong = |error: std::io::Error| InvalidInput(format!("{}: {error}", path.display()));
        if path.is_dir() {
            return Err(wrong(std::io::Error::other("is a directory, expected the name of a file")).into());
        }
        let hidden = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
        // Whoever interrupts the work finds nothing left lying about.
        std::fs::File::create(&hidden).and_then(|_| std::fs::remove_file(&hidden)).map_err(wrong)?;
        Ok(Self { path: path.into(), hidden })
    }

    pub fn write(self, bytes: &[u8]) -> Result<()> {
        let done =
            std::fs::write(&self.hidden, bytes).and_then(|()| std::fs::rename(&self.hidden, &self.path));
        if done.is_err() {
            let _ = std::fs::remove_file(&self.hidden);
        }
        done.with_context(|| format!("writing {}", self.path.display()))
    }
}

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
