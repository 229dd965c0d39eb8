//! Files for the printer, as they come out of the command, measured from outside.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should stop")]

use lopdf::content::Content;
use lopdf::{Document, Object};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Millimetres in a point.
const POINT: f64 = 25.4 / 72.0;

fn dealwright(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dealwright")).args(words).output().unwrap()
}

fn place(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("paper");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// Makes a file and gives its bytes.
fn made(name: &str, words: &[&str]) -> Vec<u8> {
    let path = place(name);
    let text = path.display().to_string();
    let done = dealwright(&[words, &["--out", &text]].concat());
    assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
    std::fs::read(path).unwrap()
}

/// Left, top, right, bottom.
type Bounds = (f64, f64, f64, f64);

fn bounds(points: &[(f64, f64)]) -> Bounds {
    let none = (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
    points.iter().fold(none, |b, p| (b.0.min(p.0), b.1.min(p.1), b.2.max(p.0), b.3.max(p.1)))
}

fn same(a: Bounds, b: Bounds) -> bool {
    near(a.0, b.0) && near(a.1, b.1) && near(a.2, b.2) && near(a.3, b.3)
}

/// A line or area on a page, in millimetres from the top left corner.
#[derive(Debug, Clone)]
struct Drawn {
    points: Vec<(f64, f64)>,
    stroked: bool,
    fill: Vec<f64>,
    /// The window through which it is seen.
    clip: Option<Bounds>,
}

impl Drawn {
    fn bounds(&self) -> Bounds {
        bounds(&self.points)
    }

    fn size(&self) -> (f64, f64) {
        let (left, top, right, bottom) = self.bounds();
        (right - left, bottom - top)
    }
}

type Matrix = [f64; 6];
/// Width and height, and what is drawn.
type Page = ((f64, f64), Vec<Drawn>);

fn times(a: Matrix, b: Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

/// Width and height of each page in millimetres, and what is drawn on it.
fn pages(bytes: &[u8]) -> Vec<Page> {
    let document = Document::load_mem(bytes).unwrap();
    let numbers = |objects: &[Object]| -> Vec<f64> {
        objects.iter().filter_map(|object| object.as_float().ok().map(f64::from)).collect()
    };
    let page = |id| {
        let dictionary = document.get_dictionary(id).unwrap();
        let frame = numbers(dictionary.get(b"MediaBox").unwrap().as_array().unwrap());
        let height = frame[3] - frame[1];
        let content = Content::decode(&document.get_page_content(id)).unwrap();
        let whole = (0.0, 0.0, (frame[2] - frame[0]) * POINT, height * POINT);
        let (mut clip, mut clips) = (None, false);
        let mut stack: Vec<(Matrix, Vec<f64>, Option<Bounds>)> = Vec::new();
        let (mut now, mut fill): (Matrix, Vec<f64>) = ([1.0, 0.0, 0.0, 1.0, 0.0, 0.0], Vec::new());
        let (mut drawn, mut points): (Vec<Drawn>, Vec<(f64, f64)>) = (Vec::new(), Vec::new());
        for operation in &content.operations {
            let n = numbers(&operation.operands);
            let at = |x: f64, y: f64, m: &Matrix| {
                let (px, py) = (x * m[0] + y * m[2] + m[4], x * m[1] + y * m[3] + m[5]);
                (px * POINT, (height - py) * POINT)
            };
            match operation.operator.as_str() {
                "q" => stack.push((now, fill.clone(), clip)),
                "Q" => (now, fill, clip) = stack.pop().unwrap(),
                "W" | "W*" => clips = true,
                "cm" => now = times([n[0], n[1], n[2], n[3], n[4], n[5]], now),
                "sc" | "scn" | "rg" | "g" => fill = n,
                "m" | "l" => points.push(at(n[0], n[1], &now)),
                "c" => points.push(at(n[4], n[5], &now)),
                "v" | "y" => points.push(at(n[2], n[3], &now)),
                "re" => points.extend([at(n[0], n[1], &now), at(n[0] + n[2], n[1] + n[3], &now)]),
                "S" | "s" => drawn.push(Drawn {
                    points: std::mem::take(&mut points),
                    stroked: true,
                    fill: Vec::new(),
                    clip,
                }),
                "f" | "f*" => drawn.push(Drawn {
                    points: std::mem::take(&mut points),
                    stroked: false,
                    fill: fill.clone(),
                    clip,
                }),
                "B" | "B*" | "b" | "b*" => drawn.push(Drawn {
                    points: std::mem::take(&mut points),
                    stroked: true,
                    fill: fill.clone(),
                    clip,
                }),
                "n" => {
                    let window = bounds(&points);
                    // The page itself is no window: what goes beyond it is meant to be noticed.
                    if std::mem::take(&mut clips) && !same(window, whole) {
                        clip = Some(window);
                    }
                    points.clear();
                }
                "Do" => panic!("a page that refers to something drawn elsewhere is not measured"),
                _ => {}
            }
        }
        (((frame[2] - frame[0]) * POINT, height * POINT), drawn)
    };
    document.get_pages().into_values().map(page).collect()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.1
}

/// Where upright crop marks stand, from left to right, and where those across stand, from the top: short straight lines
/// above the ruler.
fn marks(((_, height), drawn): &Page) -> (Vec<f64>, Vec<f64>) {
    let lines =
        drawn.iter().filter(|line| line.stroked && line.points.len() == 2 && line.bounds().3 < height - 9.0);
    let (mut xs, mut ys) = (Vec::new(), Vec::new());
    for line in lines {
        match line.size() {
            (w, h) if w < 0.01 && (1.7..3.6).contains(&h) => xs.push(line.points[0].0),
            (w, h) if h < 0.01 && (1.7..3.6).contains(&w) => ys.push(line.points[0].1),
            _ => {}
        }
    }
    for all in [&mut xs, &mut ys] {
        all.sort_by(f64::total_cmp);
        all.dedup_by(|a, b| (*a - *b).abs() < 0.01);
    }
    (xs, ys)
}

/// Whether every place has another one so far behind it or before it.
fn all_apart(places: &[f64], far: f64) -> bool {
    !places.is_empty() && places.iter().all(|a| places.iter().any(|b| near((a - b).abs(), far)))
}

/// The words of a page, without the spaces between them.
fn words(document: &Document, page: u32) -> String {
    document.extract_text(&[page]).unwrap().split_whitespace().collect()
}

#[test]
fn pieces_have_their_true_size_on_paper() {
    // Cards and dominoes lie edge to edge.
    for (setup, width, height) in [("pretzel/banded", 63.5, 88.9), ("fujisan/dominoes", 24.0, 48.0)] {
        let page = &pages(&made("cards.pdf", &["sheet", setup, "--parts", "pieces"]))[0];
        assert!(near(page.0.0, 210.0) && near(page.0.1, 297.0), "{:?}", page.0);
        let (xs, ys) = marks(page);
        let steps = |places: &[f64], step: f64| places.windows(2).all(|two| near(two[1] - two[0], step));
        assert!(xs.len() > 2 && steps(&xs, width), "{setup} {xs:?}");
        assert!(ys.len() > 2 && steps(&ys, height), "{setup} {ys:?}");
    }
    // Tiles have marks at their corners; the notch of an L is half as wide.
    let tiles = made("tiles.pdf", &["sheet", "boxoff/ltiles", "--parts", "pieces", "--backs", "none"]);
    let (_, mut ys) = marks(&pages(&tiles)[0]);
    // Behind three rows of tiles come round tokens.
    ys.truncate(9);
    assert!(all_apart(&ys, 25.0) && ys.iter().any(|y| near(*y - ys[0], 50.0)), "{ys:?}");
    let engraved = made("engraved.pdf", &["sheet", "fujisan/engraved", "--parts", "pieces"]);
    let (_, ys) = marks(&pages(&engraved)[0]);
    assert!(ys.windows(2).any(|two| near(two[1] - two[0], 50.8)), "{ys:?}");
    let half = made(
        "half.pdf",
        &["sheet", "boxoff/ltiles", "--parts", "pieces", "--backs", "none", "--scale", "0.5"],
    );
    let (_, mut ys) = marks(&pages(&half)[0]);
    ys.truncate(3);
    assert!(all_apart(&ys, 12.5), "{ys:?}");
    // Coins are circles.
    let coins = made("coins.pdf", &["sheet", "fujisan/piecepack", "--parts", "pieces"]);
    let round = |drawn: &&Drawn| {
        drawn.stroked && drawn.points.len() > 4 && near(drawn.size().0, 19.05) && near(drawn.size().1, 19.05)
    };
    assert_eq!(pages(&coins)[0].1.iter().filter(round).count(), 48, "24 fronts and 24 backs");
}

#[test]
fn every_sheet_of_every_kit_has_a_ruler_and_keeps_everything_on_the_paper() {
    let list = dealwright(&["list", "--json"]);
    let list: serde_json::Value = serde_json::from_slice(&list.stdout).unwrap();
    let setups: Vec<&str> = list["games"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|game| game["setups"].as_array().unwrap())
        .map(|setup| setup["name"].as_str().unwrap())
        .collect();
    assert!(setups.len() >= 13);
    for (n, setup) in setups.iter().enumerate() {
        let paper = ["A4", "Letter"][n % 2];
        let parts = ["--parts", "pieces,board,leaflet", "--page", paper];
        let sheet = made("all.pdf", &[&["sheet", setup], &parts[..]].concat());
        let pages = pages(&sheet);
        let mut rulers = 0;
        for ((width, height), drawn) in &pages {
            let ruler = |line: &Drawn| line.stroked && line.size().1 < 0.01 && near(line.size().0, 50.0);
            rulers += usize::from(drawn.iter().any(ruler));
            for line in drawn {
                // Parts of a board are windows onto the whole of it, which goes on behind their edges.
                let (left, top, right, bottom) = line.clip.unwrap_or(line.bounds());
                let inside = left > -0.01 && top > -0.01 && right < width + 0.01 && bottom < height + 0.01;
                assert!(inside, "{setup}: {line:?}");
            }
        }
        // The leaflet of a game with long rules takes two pages.
        let alone = made("leaflet.pdf", &["sheet", setup, "--parts", "leaflet", "--page", paper]);
        let leaflets = Document::load_mem(&alone).unwrap().get_pages().len();
        assert!(leaflets >= 1);
        assert_eq!(rulers, pages.len() - leaflets, "{setup}: every sheet but the leaflet has a ruler");
    }
}

#[test]
fn colours_reach_three_millimetres_over_the_edge_and_match_behind_the_fold() {
    let sheet = made("fold.pdf", &["sheet", "boxoff/ltiles", "--parts", "pieces", "--backs", "fold"]);
    let page = &pages(&sheet)[0];
    let ((width, _), drawn) = page;
    // The grounds of cells: one of them is as large as a square with its bleed on two sides or more.
    let is_ground = |area: &&Drawn| {
        let (w, h) = area.size();
        !area.stroked && (24.9..32.0).contains(&w) && (24.9..32.0).contains(&h)
    };
    let grounds: Vec<&Drawn> = drawn.iter().filter(is_ground).collect();
    assert_eq!(grounds.len(), 24, "four tiles of three cells, from both sides");
    let key = |area: &Drawn, mirrored: bool| {
        let (left, top, right, bottom) = area.bounds();
        let (left, right) = if mirrored { (width - right, width - left) } else { (left, right) };
        let round = |value: f64| (value * 20.0).round() as i64;
        let mut key: Vec<i64> = [left, top, right, bottom].map(round).to_vec();
        key.extend(area.fill.iter().map(|part| (part * 1000.0).round() as i64));
        key
    };
    let half = |area: &&&Drawn| area.bounds().2 < width / 2.0;
    let mut fronts: Vec<Vec<i64>> = grounds.iter().filter(half).map(|area| key(area, false)).collect();
    let mut backs: Vec<Vec<i64>> =
        grounds.iter().filter(|area| !half(area)).map(|area| key(area, true)).collect();
    fronts.sort();
    backs.sort();
    assert_eq!(fronts, backs, "folded, every colour lies behind the same colour");
    let (_, ys) = marks(page);
    let top = grounds.iter().map(|area| area.bounds().1).fold(f64::INFINITY, f64::min);
    assert!(near(ys[0] - top, 3.0), "the first edge is at {}, its colour begins at {top}", ys[0]);
}

#[test]
fn words_are_words_in_fonts_that_come_along() {
    let sheet = made("words.pdf", &["sheet", "fujisan/dominoes", "--parts", "leaflet"]);
    let document = Document::load_mem(&sheet).unwrap();
    let text = words(&document, 1);
    assert!(text.contains("Settingitup") && text.contains("Takeouteverydominowitha6"), "{text}");
    let has = |name: &[u8]| {
        document.objects.values().filter_map(|object| object.as_dict().ok()).any(|entry| entry.has(name))
    };
    assert!(has(b"FontFile2") && has(b"ToUnicode"));
    assert!(!has(b"CreationDate") && !has(b"ModDate"), "no clock");
}

#[test]
fn the_same_words_give_the_same_bytes() {
    let commands: [&[&str]; 4] = [
        &["sheet", "boxoff/abc", "--backs", "long", "--plain-backs"],
        &["book", "boxoff/ltiles", "fujisan/dominoes", "--samples", "4", "--seed", "x", "--page", "A5"],
        &["draw", "boxoff/ltiles~hello@1"],
        &["draw", "pretzel/banded", "--table", "--width", "1000"],
    ];
    for words in commands {
        for end in ["pdf", "png", "svg"] {
            if words[0] != "draw" && end != "pdf" {
                continue;
            }
            let (first, second) = (made(&format!("a.{end}"), words), made(&format!("b.{end}"), words));
            assert!(first == second && !first.is_empty(), "{words:?} {end}");
        }
    }
    let one = made("a.pdf", &["book", "boxoff/ltiles", "--samples", "2", "--seed", "x"]);
    assert!(
        one != made("b.pdf", &["book", "boxoff/ltiles", "--samples", "2", "--seed", "y"]),
        "seeds matter"
    );
}

#[test]
fn wrong_input_is_refused_with_code_2_and_a_remedy_and_leaves_nothing_behind() {
    let missing = "/nowhere/at/all.pdf";
    let cases: [(&[&str], &str); 20] = [
        (&["sheet", "boxoff/ltiles", "--out", missing], "No such file"),
        (&["book", "boxoff/ltiles", "--level", "fiendish:900", "--out", missing], "No such file"),
        (&["sheet", "boxoff/ltiles", "--out", "x.doc"], "ends in .pdf"),
        (&["sheet", "boxoff/ltiles", "--page", "A3", "--out", "x.pdf"], "120x180"),
        (&["sheet", "boxoff/ltiles", "--scale", "0", "--out", "x.pdf"], "0.25 to 4"),
        (&["sheet", "pretzel/banded", "--page", "60x60", "--out", "x.pdf"], "larger paper"),
        (&["sheet", "boxoff/nothing", "--out", "x.pdf"], "is not a setup"),
        (&["book", "boxoff/ltiles", "--level", "gentle", "--out", "x.pdf"], "LEVEL:N"),
        (&["book", "boxoff/ltiles", "--level", "gentel:1", "--out", "x.pdf"], "did you mean 'gentle'"),
        (
            &["book", "boxoff/ltiles", "--level", "gentle:1", "--samples", "2", "--out", "x.pdf"],
            "make them agree",
        ),
        (&["book", "boxoff/ltiles", "--samples", "100000", "--out", "x.pdf"], "1 to 1000"),
        (&["book", "boxoff/ltiles", "--samples", "0", "--out", "x.pdf"], "1 to 1000"),
        (
            &["book", "boxoff/ltiles", "--level", "fiendish:9", "--max-deals", "3", "--out", "x.pdf"],
            "try more deals with --max-deals",
        ),
        (
            &["book", "boxoff/ltiles", "--link", "javascript:1", "--out", "x.pdf"],
            "https://example.org/dealwright",
        ),
        (
            &["sheet", "boxoff/ltiles", "--link", "example.org", "--out", "x.pdf"],
            "https://example.org/dealwright",
        ),
        (&["draw", "boxoff:AABB", "--link", "http://", "--out", "x.svg"], "https://example.org/dealwright"),
        (&["draw", "boxoff/ltiles", "--link", "https://a.b", "--out", "x.svg"], "goes with a challenge"),
        (
            &["draw", "boxoff/ltiles", "--piece", "AAB", "--link", "https://a.b", "--out", "x.svg"],
            "cannot be used with",
        ),
        (&["draw", "boxoff/ltiles", "--out", "x.svg"], "--table"),
        (&["draw", "boxoff/ltiles", "--piece", "AAX", "--out", "x.svg"], "expected one of AAB"),
    ];
    let folder = place("refused");
    std::fs::create_dir_all(&folder).unwrap();
    for (words, remedy) in cases {
        let done =
            Command::new(env!("CARGO_BIN_EXE_dealwright")).args(words).current_dir(&folder).output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(remedy), "{words:?}: {said}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing half done is left");
}
