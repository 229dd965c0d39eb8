use super::book::choose::{Chosen, EntryKind, choose};
use super::book::{BookOptions, book_pages};
use super::cut::{BLEED, Outline, Placed, Point};
use super::file::png;
use super::kit::{KitOptions, Part, kit_pages};
use super::layout::{Backs, Spot, lay_out};
use super::paper::{EDGE, Paper, SIDE};
use super::table::{MOST, piece, tables};
use dealwright::Registry;
use dealwright::search::{Limits, Verdict};
use dealwright::setup::Setup;
use dealwright::setup::sheet::{Cut, Face, Form, sheet};
use dealwright_draw::picture::{Mirror, cells_of};
use dealwright_draw::svg::Inks;
use resvg::tiny_skia::Pixmap;

const A4: Paper = Paper { width: 210.0, height: 297.0 };
const LETTER: Paper = Paper { width: 215.9, height: 279.4 };
const MODES: [Backs; 3] = [Backs::Fold, Backs::Long, Backs::Short];

fn setup(name: &str) -> Setup {
    Registry::standard().setup(name, &[]).unwrap()
}

/// All pieces of all built-in kits.
fn kits() -> Vec<(String, Vec<Cut>)> {
    let names = Registry::standard().setup_names().into_iter();
    names.map(|name| (name.clone(), sheet(&setup(&name), 1.0).cuts)).collect()
}

/// Corners in a fixed order, rounded to a thousandth of a millimetre; a circle as its four outermost points.
fn corners(outline: &Outline, mirrored: impl Fn(Point) -> Point) -> Vec<(i64, i64)> {
    let points = match outline {
        Outline::Corners(points) => points.clone(),
        Outline::Circle { centre: (x, y), radius: r } => {
            vec![(x - r, *y), (x + r, *y), (*x, y - r), (*x, y + r)]
        }
    };
    let round = |value: f64| (value * 1000.0).round() as i64;
    let mut all: Vec<(i64, i64)> =
        points.into_iter().map(mirrored).map(|(x, y)| (round(x), round(y))).collect();
    all.sort_unstable();
    all
}

/// What stands in the middle of each cell of a piece.
fn symbols(placed: &Placed<'_>, mirrored: impl Fn(Point) -> Point) -> Vec<((i64, i64), String)> {
    let face = if placed.mirror == Mirror::No { Some(&placed.cut.front) } else { placed.cut.back.as_ref() };
    let (Form::Cells { shape, cell }, Some(Face::Cells(symbols))) = (placed.cut.form, face) else {
        return Vec::new();
    };
    let cells = cells_of(shape, placed.mirror);
    let mut all: Vec<((i64, i64), String)> = cells
        .iter()
        .zip(symbols)
        .map(|((row, column), symbol)| {
            let middle = |n: usize| (n as f64 + 0.5) * cell;
            let (x, y) = mirrored((placed.at.0 + middle(*column), placed.at.1 + middle(*row)));
            (((x * 1000.0).round() as i64, (y * 1000.0).round() as i64), symbol.face.clone())
        })
        .collect();
    all.sort();
    all
}

/// What a place on one side is on the other.
type Reflection = Box<dyn Fn(Point) -> Point>;
/// A front, its back, and the mirror between them.
type Pair<'a, 'b> = (&'b Placed<'a>, &'b Placed<'a>, Reflection);

/// Pairs of a front and its back with the mirror between them.
fn pairs<'a, 'b>(pages: &'b [Spot<'a>], paper: Paper, backs: Backs) -> Vec<Pair<'a, 'b>> {
    let mut pairs: Vec<Pair<'a, 'b>> = Vec::new();
    for (n, page) in pages.iter().enumerate() {
        let sideways = move |(x, y): Point| (paper.width - x, y);
        let upwards = move |(x, y): Point| (x, paper.height - y);
        if let Some((from, to)) = page.fold {
            let (fronts, behind) = page.placed.split_at(page.placed.len() / 2);
            for pair in fronts.iter().zip(behind) {
                let mirror: Reflection = if from.0 == to.0 { Box::new(sideways) } else { Box::new(upwards) };
                pairs.push((pair.0, pair.1, mirror));
            }
        } else if page.is_back {
            for pair in pages[n - 1].placed.iter().zip(&page.placed) {
                let mirror: Reflection =
                    if backs == Backs::Long { Box::new(sideways) } else { Box::new(upwards) };
                pairs.push((pair.0, pair.1, mirror));
            }
        }
    }
    pairs
}

#[test]
fn backs_lie_exactly_behind_their_fronts() {
    let mut checked = 0;
    for (name, cuts) in kits() {
        for (paper, backs) in [A4, LETTER].into_iter().flat_map(|paper| MODES.map(|backs| (paper, backs))) {
            let pages = lay_out(&cuts, paper, backs, true).unwrap();
            for (front, back, mirror) in pairs(&pages, paper, backs) {
                assert!(front.mirror == Mirror::No && back.mirror != Mirror::No);
                assert_eq!(front.cut, back.cut);
                assert_eq!(
                    corners(&front.outline(), |point| point),
                    corners(&back.outline(), &mirror),
                    "{name} {backs:?}"
                );
                if front.cut.back != Some(Face::Plain) {
                    assert_eq!(symbols(front, |point| point), symbols(back, &mirror), "{name} {backs:?}");
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn an_l_is_turned_over_as_the_kit_says() {
    let setup = setup("boxoff/ltiles");
    let cuts = sheet(&setup, 1.0).cuts;
    let turn = &setup.kit[0].turns[1];
    let Face::Cells(faces) = &cuts[0].front else { unreachable!("tiles have cells") };
    let placed = Placed { cut: &cuts[0], mirror: Mirror::Columns, at: (0.0, 0.0), turned: false };
    // From behind the corner is at the top right. A quarter turn to the left brings it to the top left.
    let back: Vec<String> = [(0, 0), (0, 1), (1, 0)]
        .into_iter()
        .map(|(row, column): (usize, usize)| {
            let (row, column) = (column, 1 - row);
            let middle = |n: usize| (n as i64 * 2 + 1) * 12_500;
            let found = symbols(&placed, |point| point);
            found.iter().find(|(at, _)| *at == (middle(column), middle(row))).unwrap().1.clone()
        })
        .collect();
    let wanted: Vec<String> = turn.iter().map(|&n| faces[n].face.clone()).collect();
    assert_eq!(back, wanted);
}

/// Whether a point is inside an outline, or nearer to it than so much.
fn is_near(outline: &Outline, (x, y): Point, far: f64) -> bool {
    match outline {
        Outline::Circle { centre, radius } => (x - centre.0).hypot(y - centre.1) < radius + far,
        Outline::Corners(corners) => {
            let sides = || corners.iter().zip(corners.iter().cycle().skip(1));
            let crossings = sides().filter(|((ax, ay), (bx, by))| {
                (ay > &y) != (by > &y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
            });
            let inside = crossings.count() % 2 == 1;
            let distance = sides().map(|(a, b)| {
                let (dx, dy) = (b.0 - a.0, b.1 - a.1);
                let part = ((x - a.0) * dx + (y - a.1) * dy) / (dx * dx + dy * dy);
                let part = part.clamp(0.0, 1.0);
                (x - a.0 - part * dx).hypot(y - a.1 - part * dy)
            });
            inside || distance.fold(f64::INFINITY, f64::min) < far
        }
    }
}

#[test]
fn crop_marks_stay_outside_of_pieces_and_their_bleed_and_everything_stays_on_the_page() {
    for (name, cuts) in kits() {
        for (paper, backs) in [A4, LETTER].into_iter().flat_map(|paper| MODES.map(|backs| (paper, backs))) {
            for page in lay_out(&cuts, paper, backs, false).unwrap() {
                let on_page = |(x, y): Point| {
                    (SIDE - 1e-6..=paper.width - SIDE + 1e-6).contains(&x)
                        && (EDGE - 1e-6..=paper.height - EDGE + 1e-6).contains(&y)
                };
                for (from, to) in &page.marks {
                    assert!(on_page(*from) && on_page(*to), "{name} {backs:?} {from:?} {to:?}");
                    for part in 0..=10 {
                        let part = f64::from(part) / 10.0;
                        let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
                        for piece in &page.placed {
                            let coloured = matches!(piece.cut.form, Form::Cells { .. });
                            let clear = if coloured { BLEED } else { 1.0 };
                            let near = is_near(&piece.outline(), at, clear - 1e-6);
                            assert!(!near, "{name} {backs:?}: mark at {at:?}, {:?}", piece.outline());
                        }
                    }
                }
                for (n, piece) in page.placed.iter().enumerate() {
                    let (width, height) = piece.size();
                    assert!(
                        on_page(piece.at) && on_page((piece.at.0 + width, piece.at.1 + height)),
                        "{name}"
                    );
                    let apart = |other: &Placed<'_>| {
                        let (w, h) = other.size();
                        let ((ax, ay), (bx, by)) = (piece.at, other.at);
                        ax + width <= bx + 1e-6
                            || bx + w <= ax + 1e-6
                            || ay + height <= by + 1e-6
                            || by + h <= ay + 1e-6
                    };
                    assert!(page.placed[n + 1..].iter().all(apart), "{name}: two pieces on one place");
                }
            }
        }
    }
}

#[test]
fn every_piece_is_printed_once_however_it_is_printed() {
    for (name, cuts) in kits() {
        for backs in [Backs::Fold, Backs::Long, Backs::Short, Backs::None] {
            let pages = lay_out(&cuts, A4, backs, true).unwrap();
            let fronts: usize =
                pages.iter().flat_map(|page| &page.placed).filter(|piece| piece.mirror == Mirror::No).count();
            assert_eq!(fronts, cuts.iter().map(|cut| cut.count).sum::<usize>(), "{name} {backs:?}");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_with_a_remedy() {
    let cuts = sheet(&setup("pretzel/banded"), 4.0).cuts;
    let error = lay_out(&cuts, A4, Backs::Fold, false).unwrap_err();
    assert!(error.contains("254.0 x 355.6 mm") && error.contains("--scale"), "{error}");
}

#[test]
fn sheets_for_digital_tables_have_seventy_fields_and_at_most_4096_pixels() {
    for (name, cuts) in kits() {
        for table in tables(&cuts, MOST) {
            let (width, height) = table.size();
            assert!(width <= MOST && height <= MOST && width > 2000, "{name}: {width} x {height}");
            assert_eq!((width % 10, height % 7), (0, 0));
        }
    }
    let deck = Registry::standard()
        .setup("pretzel/shuffled", &[("suits".into(), "4".into()), ("ranks".into(), "13".into())]);
    let cuts = sheet(&deck.unwrap(), 1.0).cuts;
    let sheets = tables(&cuts, MOST);
    assert_eq!((sheets.len(), sheets[0].size()), (1, (4090, 4004)));
    // 256 tokens are more than one sheet holds.
    let many = vec![Cut { count: 256, ..sheet(&setup("boxoff/shuffled"), 1.0).cuts[0].clone() }];
    assert_eq!(tables(&many, MOST).len(), 4);
}

fn pixels(svg: &str, width: u32) -> Pixmap {
    Pixmap::decode_png(&png(svg, width).unwrap()).unwrap()
}

#[test]
fn no_two_pieces_look_alike_in_grey_or_with_little_ink() {
    for (name, cuts) in kits() {
        for inks in [Inks::Low, Inks::Grey] {
            let mut looks = std::collections::HashMap::new();
            for cut in &cuts {
                // Coins of one value are alike in front, so both sides count.
                let back = cut.back.as_ref().map(|_| piece(cut, true, inks)).unwrap_or_default();
                let drawn = [piece(cut, false, inks), back].map(|side| match side.as_str() {
                    "" => Vec::new(),
                    side => pixels(side, 120).data().to_vec(),
                });
                let greys = drawn.iter().flat_map(|side| side.chunks(4)).filter(|_| inks == Inks::Grey);
                assert!(
                    greys.into_iter().all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]),
                    "{name}"
                );
                // Two groups of a kit may have the same piece; nobody needs to tell one from the other.
                let other = looks.insert(drawn, cut);
                let is_same = other.is_none_or(|other| other.front == cut.front && other.back == cut.back);
                assert!(is_same, "{name}: {:?}", cut.front);
            }
        }
    }
}

#[test]
fn little_ink_is_much_less_ink() {
    let cuts = sheet(&setup("boxoff/ltiles"), 1.0).cuts;
    let ink = |inks: Inks| {
        let drawn = pixels(&piece(&cuts[0], false, inks), 200);
        drawn
            .data()
            .chunks(4)
            .map(|pixel| 765 - pixel[..3].iter().map(|c| u64::from(*c)).sum::<u64>())
            .sum::<u64>()
    };
    assert!(ink(Inks::Low) * 4 < ink(Inks::Full), "{} {}", ink(Inks::Low), ink(Inks::Full));
}

fn options(link: Option<&str>) -> BookOptions {
    BookOptions {
        title: "Challenges".into(),
        from: None,
        paper: A4,
        inks: Inks::Full,
        link: link.map(|link| link.parse().unwrap()),
        whole: true,
    }
}

/// The texts of all codes on a page.
fn codes(page: &str) -> Vec<String> {
    codes_at(page, 2000)
}

/// Codes with many small squares need more pixels across the page.
fn codes_at(page: &str, width: u32) -> Vec<String> {
    let drawn = pixels(page, width);
    let grey = |x: usize, y: usize| {
        drawn
            .pixel(x as u32, y as u32)
            .map_or(255, |p| ((u32::from(p.red()) + u32::from(p.green())) / 2) as u8)
    };
    let (width, height) = (drawn.width() as usize, drawn.height() as usize);
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(width, height, grey);
    let mut found: Vec<String> =
        image.detect_grids().iter().filter_map(|grid| Some(grid.decode().ok()?.1)).collect();
    found.sort();
    found
}

#[test]
fn codes_in_a_book_hold_the_ids_of_its_challenges_or_links_to_them() {
    let ids = [
        "boxoff:BBWBBW/BYYYWB/YWWWYY",
        "fujisan.free:551102224335/244331001054",
        "pretzel:2H4S--3C/4D3H2S--/--4H2D3S/2C3D4C--",
    ];
    let chosen: Vec<Chosen> = ids
        .iter()
        .map(|id| {
            Chosen::new(
                Registry::standard().challenge(id).unwrap(),
                String::new(),
                Vec::new(),
                &Limits::default(),
            )
        })
        .collect();
    for (link, before) in [(None, ""), (Some("https://example.org/dw/"), "https://example.org/dw/#play/")] {
        let pages = book_pages(&chosen, &options(link)).unwrap();
        let mut found: Vec<String> = pages.iter().flat_map(|page| codes(page)).collect();
        found.sort();
        assert_eq!(found, ids.map(|id| format!("{before}{id}")));
        assert!(pages.iter().any(|page| page.contains("A priest on the summit may also step sideways")));
    }
}

#[test]
fn the_code_on_a_leaflet_opens_the_table_of_its_setup_and_without_an_address_there_is_none() {
    let registry = Registry::standard();
    let nine = registry.setup("pretzel/banded", &[("ranks".into(), "9".into())]).unwrap();
    for (setup, wanted) in [
        (setup("boxoff/ltiles"), "https://example.org/dw/#table/boxoff/ltiles"),
        (nine, "https://example.org/dw/#table/pretzel/banded?ranks=9"),
    ] {
        let dealer = dealwright::setup::load::dealer(&setup).unwrap();
        for paper in [A4, Paper { width: 105.0, height: 148.0 }] {
            let mut kit = KitOptions {
                paper,
                backs: Backs::None,
                plain_backs: false,
                inks: Inks::Low,
                scale: 1.0,
                parts: Some(vec![Part::Leaflet]),
                link: Some("https://example.org/dw".parse().unwrap()),
            };
            let (pages, _) = kit_pages(&registry, &dealer, &kit).unwrap();
            assert_eq!(pages.iter().flat_map(|page| codes(page)).collect::<Vec<_>>(), [wanted]);
            kit.link = None;
            let (pages, _) = kit_pages(&registry, &dealer, &kit).unwrap();
            assert!(pages.iter().all(|page| !page.contains("class=\"code\"")));
        }
    }
}

/// The bytes of base64url, read in another way than they are written.
fn base64(text: &str) -> Vec<u8> {
    let bits: String = text
        .bytes()
        .map(|letter| match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'-' => 62,
            _ => 63,
        })
        .map(|value| format!("{value:06b}"))
        .collect();
    bits.as_bytes()
        .chunks_exact(8)
        .map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap())
        .collect()
}

#[test]
fn the_code_on_the_leaflet_of_a_kit_of_ones_own_holds_exactly_this_kit() {
    let registry = Registry::standard();
    let none = |_: &str| Err(String::new());
    let read = |text: &str, options: &[(String, String)]| {
        dealwright::setup::read::read(&registry, text, "mine", options, &none).unwrap()
    };
    let own = registry.setup_text("boxoff/ltiles").unwrap().replacen("\"AAB\"", "\"ABA\"", 1);
    let cards =
        registry.setup_text("pretzel/banded").unwrap().replacen("along = \"columns\"", "along = \"rows\"", 1);
    let shuffled = [("ranks".to_string(), "6".to_string()), ("shuffle".to_string(), "riffle:3".to_string())];
    let mut kit = KitOptions {
        paper: A4,
        backs: Backs::None,
        plain_backs: false,
        inks: Inks::Low,
        scale: 1.0,
        parts: Some(vec![Part::Leaflet]),
        link: Some("https://example.org/dw".parse().unwrap()),
    };
    for setup in [read(&own, &[]), read(&cards, &shuffled)] {
        let dealer = dealwright::setup::load::dealer(&setup).unwrap();
        for paper in [A4, Paper { width: 148.0, height: 210.0 }] {
            kit.paper = paper;
            let (pages, _) = kit_pages(&registry, &dealer, &kit).unwrap();
            let found = pages.iter().flat_map(|page| codes_at(page, 4000)).collect::<Vec<_>>();
            let [address] = found.as_slice() else { panic!("{found:?}") };
            let part = address.strip_prefix("https://example.org/dw/#kit/z.").unwrap();
            let (data, chosen) = part.split_once('?').unwrap_or((part, ""));
            let bytes = miniz_oxide::inflate::decompress_to_vec(&base64(data)).unwrap();
            let options: Vec<(String, String)> = chosen
                .split('&')
                .filter_map(|pair| pair.split_once('='))
                .map(|(name, value)| (name.into(), value.into()))
                .collect();
            let again = read(std::str::from_utf8(&bytes).unwrap(), &options);
            assert!(dealwright_desk::link::deal_the_same(&again, &setup), "{address}");
        }
    }
    // A kit that no code can hold is printed all the same, and says how others get it.
    let mut random = 1_u32;
    let mut letter = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'A' + (random >> 16) as u8 % 26)
    };
    let about: String = (0..2500).map(|_| letter()).collect();
    let large = format!("about = '{about}'\n{}", own.replacen("about", "# about", 1));
    let setup = read(&large, &[]);
    let dealer = dealwright::setup::load::dealer(&setup).unwrap();
    let (pages, _) = kit_pages(&registry, &dealer, &kit).unwrap();
    assert!(pages.iter().all(|page| !page.contains("class=\"code\"")));
    assert!(pages.concat().contains("This kit is too large for a code."));
}

#[test]
fn a_code_below_a_board_is_read_from_the_picture() {
    for id in
        ["boxoff:AABB", "fujisan:554344221335/311400512200", "pretzel:2H4S--3C/4D3H2S--/--4H2D3S/2C3D4C--"]
    {
        let challenge = Registry::standard().challenge(id).unwrap();
        let board = challenge.board();
        let view = dealwright_draw::picture::View::of(&board);
        let link: dealwright_desk::link::Link = "https://example.org/a/long/way/to/the/page".parse().unwrap();
        let mut page = view.page_in(id, Inks::Full);
        dealwright_draw::code::Code::of(&link.play(id)).unwrap().draw_below(&mut page, view.unit / 12.0);
        assert_eq!(codes(&page.finish()), [link.play(id)]);
    }
}

#[test]
fn requests_of_a_page_are_printed_or_refused_with_a_sentence() {
    let registry = Registry::standard();
    let ask = |name: &str, body: &str| crate::request::print(&registry, name, body, &Limits::default());
    let challenge =
        ask("challenge", r#"{"id":"boxoff:AABB","page":"A5","link":"https://example.org"}"#).unwrap();
    assert!(challenge.starts_with(b"%PDF-"));
    assert_eq!(
        challenge,
        ask("challenge", r#"{"id":"boxoff:AABB","page":"A5","link":"https://example.org"}"#).unwrap()
    );
    assert_ne!(challenge, ask("challenge", r#"{"id":"boxoff:AABB","page":"A5","link":""}"#).unwrap());
    for (name, body, words) in [
        ("book", "{}", "expected challenge or kit"),
        ("challenge", "{}", "'id' is missing"),
        ("challenge", r#"{"id":"nothing"}"#, "nothing"),
        ("challenge", r#"{"id":"boxoff:AABB","page":"1x1"}"#, "expected A4, Letter, A5"),
        ("challenge", r#"{"id":"boxoff:AABB","ink":"gold"}"#, "'ink': expected full, low or grey"),
        ("challenge", r#"{"id":"boxoff:AABB","link":"nowhere"}"#, "'link': expected the address of a page"),
        ("kit", r#"{"text":"","backs":"x"}"#, "line 1"),
        ("kit", r#"{"text":7}"#, "'text': expected a text"),
    ] {
        let error = ask(name, body).unwrap_err().to_string();
        assert!(error.contains(words), "{name} {body}: {error}");
    }
}

#[test]
fn a_book_holds_what_was_asked_for_and_its_answers_are_right() {
    let setups = [setup("boxoff/ltiles"), setup("pretzel/shuffled")];
    let wanted = vec![
        ("gentle".parse().unwrap(), 3),
        ("tricky".parse().unwrap(), 2),
        ("open".parse::<EntryKind>().unwrap(), 8),
    ];
    let limits = Limits::default();
    let chosen = choose(&setups, &wanted, "test", 2000, &limits, &|_| {}).unwrap();
    let words: Vec<String> = chosen.iter().map(Chosen::level_in_words).collect();
    assert_eq!(words, [vec!["gentle"; 3], vec!["tricky"; 2], vec!["open"; 8]].concat());
    let mut ids: Vec<String> = chosen.iter().map(|chosen| chosen.challenge.id()).collect();
    assert!(chosen.iter().any(|chosen| chosen.answer.verdict == Verdict::Unsolvable));
    for chosen in &chosen {
        let line: Vec<&str> = chosen.answer.line.iter().map(String::as_str).collect();
        let solves = chosen.challenge.replay(&line).solved;
        assert_eq!(solves, chosen.answer.verdict == Verdict::Solvable, "{}", chosen.challenge.id());
    }
    let again = choose(&setups, &wanted, "test", 2000, &limits, &|_| {}).unwrap();
    assert_eq!(ids, again.iter().map(|chosen| chosen.challenge.id()).collect::<Vec<_>>());
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 13, "no challenge stands in a book twice");
    let few = choose(&setups, &vec![("fiendish".parse().unwrap(), 50)], "test", 20, &limits, &|_| {});
    let error = few.err().unwrap().to_string();
    assert!(error.contains("20 deals of boxoff/ltiles") && error.contains("--max-deals"), "{error}");
}

#[test]
fn answers_come_in_stages_on_pages_of_their_own() {
    let id = "boxoff:BBWBBW/BYYYWB/YWWWYY";
    let chosen = [Chosen::new(
        Registry::standard().challenge(id).unwrap(),
        String::new(),
        Vec::new(),
        &Limits::default(),
    )];
    let pages = book_pages(&chosen, &options(None)).unwrap();
    let page = |words: &str| pages.iter().position(|page| page.contains(words)).unwrap();
    let (first, second, third) = (page("Can it be solved?"), page("Begin with"), page("9 moves"));
    assert!(page(id) < first && first < second && second < third);
    let bare = book_pages(&chosen, &BookOptions { whole: false, ..options(None) }).unwrap();
    assert_eq!(bare.len(), 1);
    let wide = Registry::standard().challenge(&format!("boxoff:{}", "A".repeat(26))).unwrap();
    let wide = [Chosen::new(wide, String::new(), Vec::new(), &Limits::default())];
    let tiny = Paper { width: 60.0, height: 60.0 };
    let error = book_pages(&wide, &BookOptions { paper: tiny, ..options(None) }).unwrap_err();
    assert!(error.contains("larger paper"), "{error}");
}
