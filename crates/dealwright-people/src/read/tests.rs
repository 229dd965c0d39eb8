use super::*;

const GOOD: &str = r#"{"row":"participant","dealwright":"people","version":1,"participant":"7K3M-Q2XA","consent":1,"simulated":false}
{"row":"run","task":1,"setup":"boxoff/ltiles","options":{},"fingerprint":"0123456789abcdef","outcome":"finished","seconds":9.5}
{"row":"step","task":1,"pass":1,"step":1,"seconds":4.25,"corrections":1,"swaps":0,"turns":0}
{"row":"step","task":1,"pass":1,"step":2,"seconds":5,"corrections":0,"swaps":0,"turns":0}
{"row":"game","task":2,"id":"boxoff:AABB","outcome":"gave_up","seconds":8}
{"row":"move","task":2,"number":1,"what":"move","move":"a1b1","seconds":2.5}
{"row":"move","task":2,"number":2,"what":"back","keep":0,"seconds":3}
{"row":"move","task":2,"number":3,"what":"hint","seconds":3}
"#;

#[test]
fn what_is_written_is_read_again() {
    let export = read("me.jsonl", GOOD).unwrap();
    assert_eq!(export.who.participant, "7K3M-Q2XA");
    assert_eq!(export.tasks.len(), 2);
    let again = read("me.jsonl", &export.text().unwrap()).unwrap();
    assert_eq!(again, export);
}

#[test]
fn every_fault_is_told_with_its_line_and_with_what_is_allowed() {
    let cases = [
        ("\"version\":1", "\"version\":2", 1, "version 2 is not known, expected 1"),
        ("7K3M-Q2XA", "Jane Doe", 1, "is no random number"),
        ("\"consent\":1", "\"consent\":0", 1, "consent 0"),
        (
            "\"dealwright\":\"people\"",
            "\"dealwright\":\"people\",\"name\":\"Jane\"",
            1,
            "unknown field `name`",
        ),
        ("\"row\":\"run\"", "\"row\":\"runs\"", 2, "expected run, step, game or move"),
        ("\"task\":1,\"setup\"", "\"task\":0,\"setup\"", 2, "expected a number from 1 to 1000"),
        ("\"task\":1,\"setup\"", "\"task\":9999,\"setup\"", 2, "expected a number from 1 to 1000"),
        ("\"outcome\":\"finished\"", "\"outcome\":\"done\"", 2, "expected `finished` or `dropped`"),
        ("\"seconds\":9.5", "\"seconds\":1", 2, "the steps take 9.2 seconds together"),
        ("\"seconds\":9.5", "\"seconds\":99999", 2, "expected a number from 0 to 14400"),
        ("\"seconds\":4.25", "\"seconds\":-4.25", 3, "-4.25 seconds: expected a number from 0"),
        ("\"seconds\":4.25", "\"seconds\":NaN", 3, "expected"),
        ("\"seconds\":4.25", "\"seconds\":1e999", 3, "number out of range"),
        ("\"seconds\":4.25", "\"seconds\":4.25,\"seconds\":1", 3, "duplicate field `seconds`"),
        ("\"corrections\":1,", "", 3, "missing field `corrections`"),
        ("\"corrections\":1", "\"corrections\":5000", 3, "expected 0 to 1000"),
        (
            "\"task\":1,\"pass\":1,\"step\":2",
            "\"task\":1,\"pass\":3,\"step\":2",
            4,
            "pass 3, step 2: expected a later step of pass 1",
        ),
        (
            "\"task\":1,\"pass\":1,\"step\":2",
            "\"task\":2,\"pass\":1,\"step\":2",
            4,
            "expected its run directly before",
        ),
        ("\"task\":2,\"id\"", "\"task\":1,\"id\"", 5, "expected a number from 2"),
        (
            "\"outcome\":\"gave_up\",\"seconds\":8",
            "\"outcome\":\"gave_up\",\"seconds\":1",
            5,
            "the last move is at 3.0 seconds",
        ),
        ("\"number\":1,\"what\":\"move\"", "\"number\":2,\"what\":\"move\"", 6, "expected 1"),
        ("\"move\":\"a1b1\",", "", 6, "'move' belongs to what = move"),
        ("\"keep\":0,\"seconds\":3", "\"keep\":0,\"seconds\":1", 7, "before the row above it"),
        ("\"what\":\"hint\"", "\"what\":\"peek\"", 8, "unknown variant `peek`"),
    ];
    for (from, to, line, expected) in cases {
        assert!(GOOD.contains(from), "{from}");
        let error = read("me.jsonl", &GOOD.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("me.jsonl:{line}: ")) && error.contains(expected),
            "{to}: {error}"
        );
    }
    for (text, expected) in [
        ("", "the file is empty"),
        ("{}", "missing field"),
        ("[1", "me.jsonl:1"),
        ("\u{0}\u{1}", "me.jsonl:1"),
    ] {
        assert!(read("me.jsonl", text).unwrap_err().to_string().contains(expected));
    }
    let twice = format!("{GOOD}{}", GOOD.lines().next().unwrap());
    assert!(read("me.jsonl", &twice).unwrap_err().to_string().contains("me.jsonl:9: a second person"));
    let long = GOOD.replacen("boxoff:AABB", &"A".repeat(30_000), 1);
    assert!(read("me.jsonl", &long).unwrap_err().to_string().contains("me.jsonl:5: a line of"));
}

#[test]
fn no_line_cut_anywhere_makes_the_reader_panic() {
    for end in 0..GOOD.len() {
        if let Some(text) = GOOD.get(..end) {
            let _ = read("me.jsonl", text);
        }
    }
}
