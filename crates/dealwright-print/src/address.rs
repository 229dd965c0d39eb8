//! Where the code on a leaflet leads.

use base64_url::written;
use dealwright::Registry;
use dealwright::setup::Setup;
use dealwright::setup::read::read;
use dealwright::setup::write::write;
use dealwright_desk::link::{Link, deal_the_same};
use miniz_oxide::deflate::compress_to_vec;

/// How well the setup is compressed: best.
const LEVEL: u8 = 10;

/// Where the code on a leaflet leads.
pub enum Address {
    /// To where a deal that lies on a table is entered.
    Table(String),
    /// To deals of exactly this kit, since the whole setup is in the address (none where that cannot be done); and the page's start.
    Kit(Option<String>, String),
}

impl Address {
    /// Built-in setups have a table on the page; any other setup goes along in the address.
    pub fn of(link: &Link, registry: &Registry, setup: &Setup) -> Self {
        match link.table(registry, setup) {
            Some(address) => Self::Table(address),
            None => Self::Kit(packed(registry, setup).map(|part| link.kit(&part)), link.start()),
        }
    }
}

/// A setup as the part of an address that the page reads; none for one that a file cannot say.
fn packed(registry: &Registry, setup: &Setup) -> Option<String> {
    let text = write(setup);
    // Sizes are written as they were chosen, so only shuffling is left to say.
    let options = setup.shuffling.options();
    let none = |_: &str| Err("no files beside this one".into());
    let again = read(registry, &text, &setup.name, &options, &none).ok()?;
    let chosen: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let question = if chosen.is_empty() { "" } else { "?" };
    let data = written(&compress_to_vec(text.as_bytes(), LEVEL));
    deal_the_same(&again, setup).then(|| format!("z.{data}{question}{}", chosen.join("&")))
}

mod base64_url {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    /// Bytes as letters that stand in an address as they are (RFC 4648, section 5), without `=`.
    pub fn written(bytes: &[u8]) -> String {
        let letter = |bits: u32| char::from(LETTERS[(bits & 63) as usize]);
        let mut text = String::new();
        for three in bytes.chunks(3) {
            let at = |n: usize| u32::from(three.get(n).copied().unwrap_or(0));
            let bits = at(0) << 16 | at(1) << 8 | at(2);
            text.extend((0..=three.len()).map(|n| letter(bits >> (18 - 6 * n))));
        }
        text
    }

    #[test]
    fn bytes_are_written_as_the_standard_has_it() {
        for (bytes, text) in [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(written(bytes.as_bytes()), text);
        }
        assert_eq!(written(&[0xfb, 0xff]), "-_8");
    }
}
