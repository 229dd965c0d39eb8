//! How fast the desk is on this machine: `cargo run --release -p dealwright-desk --example desk_speed`. `./test measure` asks the
//! WebAssembly the same and compares. Times are those of the processor, so that other programs do not matter.

use dealwright::{InvalidInput, Registry};
use dealwright_desk::{Budget, Pace, answer, open_stream};
use std::error::Error;

#[global_allocator]
static ALLOCATOR: dealwright_alloc::Allocator = dealwright_alloc::Allocator;

/// Setups with their options, and how many deals a meter looks at.
const METERS: [(&str, &str, u64); 3] = [
    ("boxoff/ltiles", "{}", 20_000),
    ("fujisan/dominoes", "{}", 4_000),
    ("pretzel/shuffled", r#"{"ranks":"9"}"#, 400),
];
/// Deals of the full deck that a hint is asked for.
const HINTS: u64 = 20;

/// Seconds that the processor has spent on this process, in hundredths.
fn seconds() -> Result<f64, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/self/stat")?;
    let after = text.rsplit_once(')').ok_or("/proc/self/stat has no name")?.1;
    let ticks = after.split_whitespace().skip(11).take(2).map(str::parse::<u64>).sum::<Result<u64, _>>()?;
    Ok(ticks as f64 / 100.0)
}

fn field(text: &str, name: &str) -> Result<serde_json::Value, InvalidInput> {
    let mut all: serde_json::Value = serde_json::from_str(text).map_err(InvalidInput::because)?;
    Ok(all[name].take())
}

fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard();
    let ask = |name: &str, body: &str| answer(&registry, name, body, &Budget::whole());
    let mut meters = Vec::new();
    for (setup, options, most) in METERS {
        let text = field(&ask("setup", &format!(r#"{{"setup":"{setup}"}}"#))?, "text")?;
        let body = format!(r#"{{"text":{text},"options":{options},"seed":"meter"}}"#);
        let mut work = open_stream(&registry, "meter", &body)?;
        let begun = seconds()?;
        let mut dealt = 0;
        while dealt < most {
            let piece = std::time::Instant::now();
            let pause = || piece.elapsed().as_millis() >= 50;
            let (told, done) = work.go_on(&Pace { pause: &pause, is_late: false })?;
            if let Some(told) = told {
                dealt = field(&told, "dealt")?.as_u64().unwrap_or(0);
            }
            if done {
                break;
            }
        }
        meters.push(serde_json::json!({ "setup": setup, "dealt": dealt, "seconds": seconds()? - begun }));
    }
    let mut ids = Vec::new();
    for start in 0..HINTS {
        let body = format!(
            r#"{{"setup":"pretzel/shuffled","options":{{"ranks":"13"}},"seed":"deck","solvable":false,"start":{start}}}"#
        );
        ids.push(field(&ask("deal", &body)?, "id")?);
    }
    let begun = seconds()?;
    for id in &ids {
        ask("hint", &format!(r#"{{"id":{id},"moves":[]}}"#))?;
    }
    let hints = serde_json::json!({ "count": HINTS, "seconds": seconds()? - begun });
    println!("{}", serde_json::json!({ "meters": meters, "hints": hints }));
    Ok(())
}
