//! The figures: each from our records, beside its data.

mod beyond;
mod paper;
mod samples;

use super::claims::Entry;
use super::found::Found;
use dealwright_draw::chart::Chart;

/// A picture for the report.
pub struct Figure {
    pub name: &'static str,
    pub caption: String,
    pub svg: String,
    /// Its data; none for pictures that explain.
    pub csv: Option<String>,
    /// Studies whose records it is drawn from.
    pub parts: Vec<&'static str>,
}

impl Figure {
    fn chart(name: &'static str, caption: &str, chart: &dyn Chart, parts: &[&'static str]) -> Self {
        Self {
            name,
            caption: caption.into(),
            svg: chart.svg(),
            csv: Some(chart.csv()),
            parts: parts.to_vec(),
        }
    }

    fn picture(name: &'static str, caption: String, svg: String) -> Self {
        Self { name, caption, svg, csv: None, parts: Vec::new() }
    }
}

/// A group of figures under a heading.
pub struct Plate {
    pub heading: &'static str,
    pub figures: Vec<Figure>,
}

/// All figures that the records allow for.
pub fn plates(found: &Found, ledger: &[Entry]) -> Vec<Plate> {
    let mut plates = vec![
        Plate { heading: "BoxOff", figures: paper::boxoff(found) },
        Plate { heading: "Pretzel", figures: paper::pretzel(found) },
        Plate { heading: "Fujisan", figures: paper::fujisan(found) },
        Plate { heading: "Beyond the paper", figures: beyond::figures(found, ledger) },
        Plate { heading: "Pieces and rules", figures: samples::explained() },
        Plate { heading: "One deal of each setup", figures: samples::samples(found) },
    ];
    plates.retain(|plate| !plate.figures.is_empty());
    plates
}
