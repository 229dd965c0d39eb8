//! Every edit on every setup there is: what is edited reads, what is not edited stays, and comments stay.

use super::edit::{At, Edit, apply, outlined};
use crate::budget::Budget;
use crate::questions::answer;
use dealwright::Registry;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// The text of every built-in setup and of every worked example.
fn texts() -> Vec<(String, String)> {
    let registry = Registry::standard();
    let mut texts: Vec<(String, String)> = Vec::new();
    for name in registry.setup_names() {
        texts.push((name.clone(), registry.setup_text(&name).unwrap().to_string()));
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/setups");
    for file in std::fs::read_dir(folder).unwrap().flatten() {
        if file.path().extension().is_some_and(|end| end == "toml") {
            let text = std::fs::read_to_string(file.path()).unwrap();
            texts.push((file.file_name().to_string_lossy().into_owned(), text));
        }
    }
    assert!(texts.len() > 50, "{}", texts.len());
    texts
}

fn edit(text: &str, edit: Edit) -> String {
    apply(&Registry::standard(), text, &BTreeMap::new(), &[edit]).unwrap()
}

fn try_edit(text: &str, edit: &Edit) -> Result<String, String> {
    apply(&Registry::standard(), text, &BTreeMap::new(), std::slice::from_ref(edit)).map_err(|error| error.0)
}

fn faults(text: &str) -> Vec<String> {
    let found = outlined(&Registry::standard(), text, &BTreeMap::new());
    found.wrong.into_iter().map(|wrong| wrong.error.message).collect()
}

fn show(text: &str) -> Json {
    let body = json!({ "text": text }).to_string();
    serde_json::from_str(&answer(&Registry::standard(), "builder", &body, &Budget::whole()).unwrap()).unwrap()
}

fn comments(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.split_once('#').map(|(_, words)| words.trim().to_string())).collect()
}

fn at(group: &str, piece: usize, cell: usize) -> At {
    At { group: group.into(), piece, back: false, cell }
}

/// Edits of every kind that make sense for a file, from its model.
fn edits_for(model: &Json) -> Vec<Edit> {
    let mut edits = vec![
        Edit::Set { key: "title".into(), value: "Another \"title\"".into() },
        Edit::Set { key: "about".into(), value: "".into() },
        Edit::Set { key: "open".into(), value: json!(["faces"]) },
        Edit::AddStep { at: 0, verb: "require".into() },
    ];
    for kind in model["kinds"].as_array().unwrap() {
        edits.push(Edit::AddGroup { kind: kind["kind"].as_str().unwrap().into() });
    }
    for verb in model["verbs"].as_array().unwrap() {
        let verb = verb["verb"].as_str().unwrap().to_string();
        edits.push(Edit::AddStep { at: 1, verb: verb.clone() });
        edits.push(Edit::SetVerb { step: 0, verb });
    }
    for size in model["sizes"].as_array().unwrap() {
        let (name, value) =
            (size["name"].as_str().unwrap().to_string(), size["value"].as_u64().unwrap() as u32);
        edits.push(Edit::Size { name: name.clone(), value });
        edits.push(Edit::OpenSize { name, from: 1, to: value + 1 });
    }
    let mut symbols =
        model["symbols"].as_array().unwrap().iter().map(|symbol| symbol["symbol"].as_str().unwrap());
    let symbol = symbols.next().unwrap_or("A").to_string();
    for group in model["groups"].as_array().unwrap() {
        let name = group["name"].as_str().unwrap();
        edits.push(Edit::RemoveGroup { group: name.into() });
        edits.push(Edit::RenameGroup { group: name.into(), name: "other things".into() });
        for field in group["fields"].as_array().unwrap() {
            let key = field["key"].as_str().unwrap().to_string();
            let written = field["written"].as_str().unwrap();
            let toml = (!written.is_empty()).then(|| written.to_string());
            edits.push(Edit::SetGroup { group: name.into(), key, value: field["value"].clone(), toml });
        }
        if group["can_be_listed"] == true {
            edits.push(Edit::ListPieces { group: name.into() });
        }
        if group["counted"] == true {
            edits.push(Edit::AddPiece { group: name.into(), symbol: None });
            edits.push(Edit::RemovePiece { at: at(name, 0, 0) });
            edits.push(Edit::CopyPiece { at: at(name, 0, 0) });
        }
        if group["listed"] == true {
            let last = group["pieces"].as_array().unwrap().len() - 1;
            edits.push(Edit::AddPiece { group: name.into(), symbol: Some(symbol.clone()) });
            edits.push(Edit::Paint { at: at(name, last, 0), symbol: symbol.clone() });
            edits.push(Edit::Swap { one: at(name, 0, 0), other: at(name, last, 0) });
            edits.push(Edit::MovePiece { at: at(name, 0, 0), to: last });
            edits.push(Edit::Turn { at: at(name, 0, 0) });
            edits.push(Edit::Shape { group: name.into(), drawing: vec!["XX".into(), ".X".into()] });
            edits.push(Edit::Sides { group: name.into(), two: true });
            edits.push(Edit::Sides { group: name.into(), two: false });
        }
    }
    if let Some(first) = model["board"]["cells"].as_array().and_then(|cells| cells.first()) {
        let cell = first["name"].as_str().unwrap().to_string();
        edits.push(Edit::AddPlace { cells: vec![cell.clone()] });
        edits.push(Edit::ToggleEmpty { cell });
        edits.push(Edit::Places { value: "rows".into() });
        edits.push(Edit::Places { value: Json::Null });
        edits.push(Edit::RemovePlace { place: 0 });
        edits.push(Edit::MovePlace { from: 0, to: 1 });
        for group in model["board"]["wide"].as_array().unwrap() {
            edits.push(Edit::FillPlaces { group: group.as_str().unwrap().into() });
        }
    }
    let steps = model["steps"].as_array().unwrap();
    for (number, step) in steps.iter().enumerate() {
        edits.push(Edit::CopyStep { step: number });
        edits.push(Edit::MoveStep { from: number, to: steps.len() - 1 - number });
        edits.push(Edit::RemoveStep { step: number });
        for field in step["fields"].as_array().unwrap() {
            let key = field["key"].as_str().unwrap().to_string();
            edits.push(Edit::SetStep {
                step: number,
                key: key.clone(),
                value: field["value"].clone(),
                toml: None,
            });
            for option in field["options"].as_array().unwrap().iter().take(2) {
                let value = option["value"].clone();
                edits.push(Edit::SetStep { step: number, key: key.clone(), value, toml: None });
            }
        }
    }
    edits
}

#[test]
fn after_any_edit_of_any_setup_the_file_is_toml_and_comments_stay_but_those_of_what_was_taken_out() {
    let mut tried = 0;
    for (name, text) in texts() {
        let shown = show(&text);
        assert_eq!(shown["text"], text, "{name}: nothing was edited, so nothing changes");
        assert_eq!(shown["model"]["valid"], true, "{name}");
        for edit in edits_for(&shown["model"]) {
            let edited = match try_edit(&text, &edit) {
                Ok(edited) => edited,
                // A refusal is a sentence about this edit.
                Err(why) => {
                    assert!(why.len() > 10, "{name}: {edit:?}: {why}");
                    continue;
                }
            };
            tried += 1;
            let parsed = edited.parse::<toml_edit::DocumentMut>();
            assert!(parsed.is_ok(), "{name}: {edit:?}\n{edited}");
            let takes_out = matches!(
                edit,
                Edit::RemoveGroup { .. }
                    | Edit::RemoveStep { .. }
                    | Edit::ListPieces { .. }
                    | Edit::Places { .. }
                    | Edit::SetVerb { .. }
                    | Edit::AddPlace { .. }
                    | Edit::FillPlaces { .. }
                    | Edit::RemovePlace { .. }
                    | Edit::MovePlace { .. }
                    | Edit::SetGroup { .. }
                    | Edit::SetStep { .. }
                    | Edit::Size { .. }
                    | Edit::Set { .. }
                    | Edit::OpenSize { .. }
            );
            if !takes_out {
                let (before, mut after) = (comments(&text), comments(&edited));
                for comment in before {
                    let found = after.iter().position(|other| *other == comment);
                    assert!(found.is_some(), "{name}: {edit:?} lost '{comment}'\n{edited}");
                    found.map(|found| after.remove(found));
                }
            }
        }
    }
    assert!(tried > 3000, "{tried}");
}

#[test]
fn an_edit_that_says_what_is_there_already_changes_no_byte() {
    for (name, text) in texts() {
        let model = &show(&text)["model"];
        for (number, step) in model["steps"].as_array().unwrap().iter().enumerate() {
            for field in step["fields"].as_array().unwrap().iter().filter(|field| !field["value"].is_null()) {
                let key = field["key"].as_str().unwrap().to_string();
                let toml = Some(field["written"].as_str().unwrap().to_string());
                let same = edit(&text, Edit::SetStep { step: number, key, value: Json::Null, toml });
                assert_eq!(same, text, "{name}: step {number}, {field}");
            }
            let verb = step["verb"].as_str().unwrap().to_string();
            assert_eq!(edit(&text, Edit::SetVerb { step: number, verb }), text, "{name}");
            assert_eq!(edit(&text, Edit::MoveStep { from: number, to: number }), text, "{name}");
        }
        for group in model["groups"].as_array().unwrap().iter().filter(|group| group["listed"] == true) {
            let group_name = group["name"].as_str().unwrap();
            for piece in group["pieces"].as_array().unwrap() {
                let place = at(group_name, piece["number"].as_u64().unwrap() as usize, 0);
                let symbol = piece["front"][0].as_str().unwrap().to_string();
                assert_eq!(edit(&text, Edit::Paint { at: place.clone(), symbol }), text, "{name}");
                assert_eq!(edit(&text, Edit::Swap { one: place.clone(), other: place }), text, "{name}");
            }
        }
    }
}

#[test]
fn painting_changes_one_letter_and_swapping_two() {
    let text = Registry::standard().setup_text("boxoff/ltiles").unwrap();
    let painted = edit(text, Edit::Paint { at: at("tiles", 0, 2), symbol: "D".into() });
    assert_eq!(painted, text.replacen("\"AAB\"", "\"AAD\"", 1));
    let swapped = edit(text, Edit::Swap { one: at("tiles", 0, 2), other: at("tiles", 2, 2) });
    assert_eq!(swapped, text.replacen("\"AAB\"", "\"AAC\"", 1).replacen("\"BBC\"", "\"BBB\"", 1));
    let removed = edit(text, Edit::RemovePiece { at: at("tiles", 0, 0) });
    assert_eq!(removed, text.replacen("[\"AAB\", ", "[", 1));
    let last = edit(text, Edit::RemovePiece { at: at("tiles", 7, 0) });
    assert_eq!(last, text.replacen(", \"DDB\"]", "]", 1));
    let copied = edit(text, Edit::CopyPiece { at: at("tiles", 7, 0) });
    assert_eq!(copied, text.replacen("\"DDB\"]", "\"DDB\", \"DDB\"]", 1));
    let added = edit(text, Edit::AddPiece { group: "tiles".into(), symbol: Some("C".into()) });
    assert_eq!(added, text.replacen("\"DDB\"]", "\"DDB\", \"CCC\"]", 1));
    let turned = edit(text, Edit::Turn { at: at("tiles", 0, 0) });
    assert_eq!(turned, text.replacen("\"AAB\"", "\"ABA\"", 1));
    assert_eq!(edit(&turned, Edit::Turn { at: at("tiles", 0, 0) }), text, "all looks are met in turn");
}

#[test]
fn pieces_of_the_variant_in_force_are_changed() {
    let text = Registry::standard().setup_text("boxoff/ltiles").unwrap();
    let options: BTreeMap<String, String> =
        [("rows", "6"), ("colours", "6")].map(|(a, b)| (a.into(), b.into())).into();
    let paint = Edit::Paint { at: at("tiles", 11, 2), symbol: "A".into() };
    let edited = apply(&Registry::standard(), text, &options, &[paint]).unwrap();
    assert_eq!(edited, text.replacen("\"FFD\"", "\"FFA\"", 1));
}

#[test]
fn steps_move_with_their_comments() {
    let text = "game = 'boxoff'\n[parameters]\nrows = 2\ncolumns = 2\ncolours = 2\n[kit]\ntokens = { colours = 2 }\n\n# mix\n\
                [[step]]\nshuffle = \"all\" # well\n\n# and down\n[[step]]\nlay = { along = \"rows\" }\n";
    let moved = edit(text, Edit::MoveStep { from: 1, to: 0 });
    let (mix, down) = (moved.find("# mix").unwrap(), moved.find("# and down").unwrap());
    assert!(down < moved.find("lay").unwrap() && moved.find("lay").unwrap() < mix, "{moved}");
    assert!(mix < moved.find("shuffle").unwrap(), "{moved}");
    assert_eq!(edit(&moved, Edit::MoveStep { from: 0, to: 1 }), text, "and back again");
    let longer = edit(text, Edit::AddStep { at: 1, verb: "turn".into() });
    assert_eq!(
        edit(&longer, Edit::RemoveStep { step: 1 }),
        text,
        "a step that is taken out again leaves nothing"
    );
    assert_eq!(comments(&longer), ["mix", "well", "and down"]);
}

#[test]
fn an_empty_tray_becomes_a_kit_by_edits_and_remedies_alone() {
    let registry = Registry::standard();
    for game in registry.games().filter(|game| !game.info.setups.is_empty()) {
        let text =
            apply(&registry, "", &BTreeMap::new(), &[Edit::New { game: game.info.name.into() }]).unwrap();
        let shown = show(&text);
        assert_eq!(shown["model"]["editable"], true, "{}: {text}", game.info.name);
        assert!(!shown["model"]["kinds"].as_array().unwrap().is_empty());
        for kind in shown["model"]["kinds"].as_array().unwrap() {
            let kind = kind["kind"].as_str().unwrap();
            let added = edit(&text, Edit::AddGroup { kind: kind.into() });
            let model = &show(&added)["model"];
            assert_eq!(model["groups"].as_array().unwrap().len(), 1, "{} {kind}: {added}", game.info.name);
            assert!(
                !model["groups"][0]["pieces"].as_array().unwrap().is_empty(),
                "{} {kind}: {added}",
                game.info.name
            );
        }
    }
    // A whole kit of dominoes of one's own.
    let mut text = edit("", Edit::New { game: "boxoff".into() });
    text = edit(&text, Edit::Size { name: "rows".into(), value: 2 });
    text = edit(&text, Edit::Size { name: "columns".into(), value: 4 });
    text = edit(&text, Edit::Size { name: "colours".into(), value: 2 });
    text = edit(&text, Edit::AddGroup { kind: "tiles".into() });
    for _ in 0..3 {
        text = edit(&text, Edit::AddPiece { group: "tiles".into(), symbol: Some("B".into()) });
    }
    let remedy = |text: &str| -> Vec<Edit> {
        let model = &show(text)["model"];
        let first = &model["problems"][0]["remedies"][0]["edits"];
        serde_json::from_value(first.clone())
            .unwrap_or_else(|_| panic!("no remedy: {}\n{text}", model["problems"]))
    };
    text = apply(&registry, &text, &BTreeMap::new(), &remedy(&text)).unwrap();
    assert_eq!(faults(&text), Vec::<String>::new(), "{text}");
    assert!(text.contains("slots = ["), "{text}");
}

#[test]
fn remedies_alone_lead_from_one_piece_of_a_kind_to_a_kit_that_can_be_dealt() {
    let registry = Registry::standard();
    for (game, kind) in [
        ("boxoff", "tiles"),
        ("boxoff", "single"),
        ("boxoff", "tokens"),
        ("boxoff", "coins"),
        ("pretzel", "cards"),
        ("pretzel", "single"),
        ("fujisan", "dominoes"),
        ("fujisan", "piecepack"),
        ("fujisan", "dice"),
        ("fujisan", "tiles"),
        ("fujisan", "tokens"),
        ("blackhole", "cards"),
        ("golf", "cards"),
        ("klondike", "cards"),
    ] {
        let mut text = edit("", Edit::New { game: game.into() });
        text = edit(&text, Edit::AddGroup { kind: kind.into() });
        let mut done: Vec<String> = Vec::new();
        while !faults(&text).is_empty() {
            let problem = &show(&text)["model"]["problems"][0];
            let remedy = &problem["remedies"][0];
            assert!(!remedy.is_null() && done.len() < 8, "{game} {kind}: {problem} after {done:?}\n{text}");
            done.push(remedy["words"].as_str().unwrap().into());
            let edits: Vec<Edit> = serde_json::from_value(remedy["edits"].clone()).unwrap();
            text = apply(&registry, &text, &BTreeMap::new(), &edits).unwrap();
        }
    }
}

#[test]
fn odd_colours_are_marked_on_the_pieces_with_changes_that_mend_them() {
    let text = Registry::standard().setup_text("boxoff/ltiles").unwrap();
    let broken = edit(text, Edit::Paint { at: at("tiles", 0, 2), symbol: "A".into() });
    let model = &show(&broken)["model"];
    assert_eq!(model["valid"], false);
    let odd: Vec<&str> = model["symbols"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|symbol| !symbol["problem"].is_null())
        .map(|symbol| symbol["symbol"].as_str().unwrap())
        .collect();
    assert_eq!(odd, ["A", "B"]);
    let remedies = model["problems"][0]["remedies"].as_array().unwrap();
    let on_pieces: Vec<&Json> = remedies.iter().filter(|remedy| !remedy["at"].is_null()).collect();
    assert!(on_pieces.len() >= 12, "{remedies:#?}");
    for remedy in remedies.iter().filter(|remedy| remedy["mends"] == true) {
        let edits: Vec<Edit> = serde_json::from_value(remedy["edits"].clone()).unwrap();
        let mended = apply(&Registry::standard(), &broken, &BTreeMap::new(), &edits).unwrap();
        assert_eq!(faults(&mended), Vec::<String>::new(), "{remedy}");
    }
}

#[test]
fn what_cannot_be_edited_is_refused_with_a_sentence() {
    let text = Registry::standard().setup_text("boxoff/ltiles").unwrap();
    for (edit, words) in [
        (Edit::Paint { at: at("tiles", 99, 0), symbol: "A".into() }, "there is no piece 100"),
        (Edit::Paint { at: at("tiles", 0, 9), symbol: "A".into() }, "has no such square"),
        (Edit::Paint { at: at("stones", 0, 0), symbol: "A".into() }, "there is no group 'stones'"),
        (Edit::Paint { at: at("tiles", 0, 0), symbol: "77".into() }, "is no symbol of this game"),
        (Edit::AddGroup { kind: "tile".into() }, "did you mean 'tiles'"),
        (Edit::AddStep { at: 0, verb: "shufle".into() }, "did you mean 'shuffle'"),
        (
            Edit::SetStep { step: 9, key: "along".into(), value: "rows".into(), toml: None },
            "there is no step 10",
        ),
        (
            Edit::SetStep { step: 2, key: "along".into(), value: Json::Null, toml: Some("[[".into()) },
            "is no value as files have it",
        ),
        (
            Edit::AddPlace { cells: vec!["a1".into(), "c3".into(), "d4".into()] },
            "no piece of the kit has the form",
        ),
        (Edit::ToggleEmpty { cell: "z9".into() }, "is no place of this board"),
        (Edit::RenameGroup { group: "tiles".into(), name: " ".into() }, "1 to 40 letters"),
        (Edit::Shape { group: "tiles".into(), drawing: vec!["X.X".into()] }, "must touch each other"),
        (Edit::New { game: "chess".into() }, "chess"),
        (Edit::OpenSize { name: "columns".into(), from: 6, to: 4 }, "no range of sizes"),
        (Edit::OpenSize { name: "columns".into(), from: 0, to: 4 }, "no range of sizes"),
    ] {
        let why = try_edit(text, &edit).unwrap_err();
        assert!(why.contains(words), "{edit:?}: {why}");
    }
    // What would change nothing is said, not done in silence.
    let tokens = text.replacen("\n[[step]]", "\n[kit.rest]\ncolours = { A = 2, B = 2 }\n\n[[step]]", 1);
    let swap = Edit::Swap { one: at("rest", 0, 0), other: at("rest", 3, 0) };
    assert!(try_edit(&tokens, &swap).unwrap_err().contains("nothing to swap"));
    let alike = text.replacen("\"AAB\"", "\"AAA\"", 1);
    let turn = Edit::Turn { at: at("tiles", 0, 0) };
    assert!(try_edit(&alike, &turn).unwrap_err().contains("looks the same whichever way"));
    assert!(
        try_edit("game = [", &Edit::AddStep { at: 0, verb: "lay".into() })
            .unwrap_err()
            .contains("mend it in the file")
    );
}

#[test]
fn sets_are_listed_piece_by_piece_and_deal_the_same_challenges() {
    let registry = Registry::standard();
    for name in ["pretzel/shuffled", "boxoff/shuffled", "fujisan/dominoes"] {
        let text = registry.setup_text(name).unwrap();
        let group = show(text)["model"]["groups"][0]["name"].as_str().unwrap().to_string();
        let listed = edit(text, Edit::ListPieces { group });
        assert!(listed.contains("list"), "{listed}");
        let count = |text: &str| -> String {
            let body = json!({ "text": text }).to_string();
            let found = answer(&registry, "design", &body, &Budget::whole()).unwrap();
            let found: Json = serde_json::from_str(&found).unwrap();
            found["setup"]["different"].as_str().unwrap_or_else(|| panic!("{found}\n{text}")).to_string()
        };
        assert_eq!(count(&listed), count(text), "{name}\n{listed}");
    }
}

#[test]
fn hands_lay_every_piece_once() {
    for (name, text) in texts() {
        let model = &show(&text)["model"];
        let laid = model["laying"]["laid"].as_array().unwrap_or_else(|| panic!("{name}"));
        let mut cells: Vec<u64> = laid
            .iter()
            .flat_map(|piece| piece["cells"].as_array().unwrap())
            .map(|cell| cell.as_u64().unwrap())
            .collect();
        let all = cells.len();
        cells.sort_unstable();
        cells.dedup();
        // Pieces of a mountain lie on each other; everywhere else a square is filled once.
        if !text.contains("-\"") {
            assert_eq!(cells.len(), all, "{name}");
        }
    }
}
