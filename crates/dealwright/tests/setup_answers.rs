//! Deal, enumerate and count agree with each other and with brute force that knows nothing of plans.
#![allow(clippy::unwrap_used, clippy::panic)]

mod golden_file;

use dealwright::Challenge;
use dealwright::Registry;
use dealwright::search::{Limits, Verdict};
use dealwright::setup::count::{Number, count, count_with};
use dealwright::setup::deal::Dealer;
use dealwright::setup::enumerate::Outcomes;
use dealwright::setup::read::read;
use dealwright::setup::tell::tell;
use dealwright::setup::{Setup, effort};
use num_bigint::BigUint;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

fn builtin(name: &str, options: &[(&str, &str)]) -> Setup {
    let options: Vec<_> = options.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    Registry::standard().setup(name, &options).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn own(text: &str) -> Setup {
    read(&Registry::standard(), text, "own", &[], &|_| Err("none".into())).unwrap_or_else(|e| panic!("{e}"))
}

/// A setup file of the tests.
fn file(name: &str) -> String {
    std::fs::read_to_string(format!("{}/tests/setups/{name}.toml", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn id(dealer: &Dealer<'_>, cells: &[u8]) -> String {
    dealer.setup.build(cells, &Default::default()).unwrap().id()
}

/// Weight of every challenge by enumeration.
fn enumerated(setup: &Setup) -> BTreeMap<String, BigUint> {
    let dealer = Dealer::new(setup).unwrap();
    let mut weights = BTreeMap::new();
    let all = Outcomes::new(&dealer).unwrap();
    for outcome in all.iter() {
        *weights.entry(id(&dealer, &outcome.cells)).or_insert(BigUint::ZERO) += outcome.weight;
    }
    assert_eq!(
        weights.values().sum::<BigUint>(),
        dealer.plan.physical,
        "weights add up to the physical outcomes"
    );
    weights
}

/// Every order of the items, each as different from the others.
fn orders<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for n in 0..items.len() {
        let mut rest = items.to_vec();
        let first = rest.remove(n);
        all.extend(orders(&rest).into_iter().map(|mut order| {
            order.insert(0, first.clone());
            order
        }));
    }
    all
}

/// Counts physical outcomes by challenge.
fn tally(ids: impl Iterator<Item = String>) -> BTreeMap<String, BigUint> {
    let mut counts = BTreeMap::new();
    for id in ids {
        *counts.entry(id).or_insert(BigUint::ZERO) += 1u8;
    }
    counts
}

fn pretzel_id(cells: &[String], ranks: usize) -> String {
    let shown: Vec<String> =
        cells.iter().map(|c| if c.starts_with('A') { "--".to_string() } else { c.clone() }).collect();
    format!("pretzel:{}", shown.chunks(ranks).map(|row| row.concat()).collect::<Vec<_>>().join("/"))
}

fn suit(letter: char, ranks: usize) -> Vec<String> {
    "A23456789".chars().take(ranks).map(|rank| format!("{rank}{letter}")).collect()
}

#[test]
fn shuffled_pretzels_are_all_orders_of_the_deck() {
    for (suits, ranks) in [(2, 3), (2, 2), (3, 2), (1, 4)] {
        let deck: Vec<String> = "SHD".chars().take(suits).flat_map(|s| suit(s, ranks)).collect();
        let brute = tally(orders(&deck).iter().map(|cells| pretzel_id(cells, ranks)));
        let sizes = [("suits", suits.to_string()), ("ranks", ranks.to_string())];
        let sizes: Vec<(&str, &str)> = sizes.iter().map(|(n, v)| (*n, v.as_str())).collect();
        assert_eq!(enumerated(&builtin("pretzel/shuffled", &sizes)), brute, "{suits} {ranks}");
    }
}

/// Every way to shuffle each suit by itself, for two suits.
fn two_suits(ranks: usize) -> Vec<(Vec<String>, Vec<String>)> {
    let (spades, hearts) = (orders(&suit('S', ranks)), orders(&suit('H', ranks)));
    spades.iter().flat_map(|s| hearts.iter().map(move |h| (s.clone(), h.clone()))).collect()
}

#[test]
fn suits_in_turn_in_bands_and_in_shuffled_rounds_are_dealt_as_told() {
    for ranks in [2, 3, 4] {
        let sizes = [("suits", "2".to_string()), ("ranks", ranks.to_string())];
        let sizes: Vec<(&str, &str)> = sizes.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let in_turn = |(s, h): &(Vec<String>, Vec<String>)| -> Vec<String> {
            s.iter().zip(h).flat_map(|(s, h)| [s.clone(), h.clone()]).collect()
        };
        let brute = tally(two_suits(ranks).iter().map(|piles| pretzel_id(&in_turn(piles), ranks)));
        assert_eq!(enumerated(&builtin("pretzel/sequential", &sizes)), brute, "sequential {ranks}");

        let brute = tally(two_suits(ranks).iter().map(|(s, h)| {
            // Two rows: down a column, then the next one.
            let dealt: Vec<String> = s.iter().chain(h).cloned().collect();
            let cells: Vec<String> = (0..2)
                .flat_map(|row| dealt.iter().skip(row).step_by(2).cloned().collect::<Vec<_>>())
                .collect();
            pretzel_id(&cells, ranks)
        }));
        assert_eq!(enumerated(&builtin("pretzel/banded", &sizes)), brute, "banded {ranks}");

        let brute = tally(two_suits(ranks).iter().flat_map(|piles| {
            let dealt = in_turn(piles);
            (0..1usize << ranks).map(move |swaps| {
                let mut cells = dealt.clone();
                (0..ranks)
                    .filter(|round| swaps >> round & 1 == 1)
                    .for_each(|round| cells.swap(2 * round, 2 * round + 1));
                pretzel_id(&cells, ranks)
            })
        }));
        assert_eq!(enumerated(&builtin("pretzel/random-suits", &sizes)), brute, "random-suits {ranks}");
    }
}

#[test]
fn tokens_tiles_and_hidden_pieces_are_enumerated_with_their_weights() {
    let tokens = builtin("boxoff/shuffled", &[("rows", "2"), ("columns", "3"), ("colours", "3")]);
    let brute = tally(orders(&"AABBCC".chars().collect::<Vec<_>>()).iter().map(|cells| {
        format!(
            "boxoff:{}",
            cells.chunks(3).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
        )
    }));
    assert_eq!(enumerated(&tokens), brute);

    // Three of four pair tiles, two of them alike, one double, each this way round or the other.
    let tiles = own(
        "game = 'boxoff'\n[parameters]\nrows = 3\ncolumns = 2\ncolours = 2\n[kit.tiles]\nshape = '1x2'\nturns = 'half'\n\
         list = ['AA', 'AA', 'BB', 'BB']\n[board]\nslots = 'rows'\n[[step]]\nshuffle = 'all'\n[[step]]\nturn = 'by chance'\n\
         [[step]]\nkeep = 3\n[[step]]\nlay = { along = 'slots' }",
    );
    let mut brute = BTreeMap::new();
    for order in orders(&["AA", "AA", "BB", "BB"]) {
        *brute.entry(format!("boxoff:{}", order[..3].join("/"))).or_insert(BigUint::ZERO) += 16u8; // 2^4 ways round
    }
    assert_eq!(enumerated(&tiles), brute);
}

/// A mountain of fixed values in which three square tiles are mixed, turned and partly covered.
const COVERED: &str = "game = 'fujisan'\n[kit.fixed]\nshape = 'single'\nlist = ['1','2','3','4','5','1','2','3','4','5',\
    '0','1','2','3','4','5','0','1','2','3']\n[kit.tiles]\nshape = '2x2'\nturns = 'quarter'\nlist = ['0110', '0220', '3333']\n\
    [board]\nslots = ['f2 f1 - -', '- - - -', '- - h2 h1']\n[[step]]\nshuffle = { what = 'tiles' }\n[[step]]\n\
    turn = { what = 'tiles', how = 'by chance' }\n[[step]]\nlay = { what = 'tiles', along = 'slots' }\n[[step]]\n\
    lay = { what = 'fixed', along = 'rows' }";

#[test]
fn covered_parts_of_tiles_do_not_count() {
    let setup = own(COVERED);
    let brute = {
        let tiles = [[0, 1, 1, 0], [0, 2, 2, 0], [3, 3, 3, 3]];
        // A square's quarter turns, written out: top left, bottom left, top right, bottom right.
        let turned = |t: [u8; 4], n: usize| match n {
            0 => t,
            1 => [t[1], t[3], t[0], t[2]],
            2 => [t[3], t[2], t[1], t[0]],
            _ => [t[2], t[0], t[3], t[1]],
        };
        let fixed = "12345123450123450123";
        let mut counts: BTreeMap<String, BigUint> = BTreeMap::new();
        for order in orders(&tiles) {
            for turns in 0..64 {
                let first = turned(order[0], turns % 4);
                let last = turned(order[2], turns / 16);
                let mut rest = fixed.chars();
                let mut row = |row: usize| -> String {
                    (0..12)
                        .map(|column| match column {
                            4 => (b'0' + first[row]) as char,
                            6 => (b'0' + last[2 + row]) as char,
                            _ => rest.next().unwrap(),
                        })
                        .collect()
                };
                let id = format!("fujisan:{}/{}", row(0), row(1));
                *counts.entry(id).or_insert(BigUint::ZERO) += 1u8;
            }
        }
        counts
    };
    assert_eq!(enumerated(&setup), brute);
    let dealer = Dealer::new(&setup).unwrap();
    assert_eq!(count(&dealer, &[]).distinct, Number::Exact(BigUint::from(brute.len())));
}

/// Small setups of every kind, some with pieces that are alike.
fn miniatures() -> Vec<Setup> {
    let mut all = vec![own(COVERED)];
    // Not all tiles are laid, so that colours are not equally frequent from deal to deal.
    for (list, keep) in [("'AA', 'AA', 'BB', 'CC', 'CC', 'CC'", 2), ("'AA', 'BB', 'CC', 'DD', 'EE'", 3)] {
        all.push(own(&format!(
            "game = 'boxoff'\n[parameters]\nrows = {keep}\ncolumns = 2\ncolours = 5\n[kit.tiles]\nshape = '1x2'\n\
             turns = 'half'\nlist = [{list}]\n[board]\nslots = 'rows'\n[[step]]\nshuffle = 'all'\n[[step]]\n\
             shuffle = 'all'\n[[step]]\nturn = 'by chance'\n[[step]]\nkeep = {keep}\n[[step]]\nlay = {{ along = 'slots' }}"
        )));
    }
    for (rows, columns, colours) in
        [("2", "4", "2"), ("3", "4", "3"), ("4", "4", "2"), ("2", "2", "1"), ("1", "8", "4")]
    {
        all.push(builtin("boxoff/shuffled", &[("rows", rows), ("columns", columns), ("colours", colours)]));
    }
    for name in ["pretzel/shuffled", "pretzel/sequential", "pretzel/banded", "pretzel/random-suits"] {
        for (suits, ranks) in [("2", "3"), ("3", "2"), ("2", "4"), ("3", "3"), ("4", "2")] {
            for rules in ["", "free-rows"] {
                let setup = builtin(name, &[("suits", suits), ("ranks", ranks), ("rules", rules)]);
                let small = Outcomes::new(&Dealer::new(&setup).unwrap()).unwrap().total <= 100_000;
                if small {
                    all.push(setup);
                }
            }
        }
    }
    all
}

#[test]
fn counts_by_formula_are_the_counts_of_all_outcomes() {
    let mut exact_by_formula = 0;
    for setup in miniatures() {
        let dealer = Dealer::new(&setup).unwrap();
        let names: Vec<&str> = setup.game.info.symmetries.iter().map(|s| s.name).collect();
        for symmetries in [names.clone(), names.iter().copied().take(1).collect(), Vec::new()] {
            let all = count_with(&dealer, &symmetries, u128::MAX);
            let formula = count_with(&dealer, &symmetries, 0);
            let what = format!("{} {:?} {symmetries:?}", setup.full_name(), setup.options());
            for (looked, computed) in
                [(&all.distinct, &formula.distinct), (&all.up_to_symmetry, &formula.up_to_symmetry)]
            {
                let Number::Exact(truth) = looked else { panic!("{what}") };
                match computed {
                    Number::Exact(n) => {
                        exact_by_formula += 1;
                        assert_eq!(n, truth, "{what}");
                    }
                    Number::AtMost(n) => assert!(n >= truth, "{what}"),
                    Number::Between(a, b) => assert!(a <= truth && truth <= b, "{what}: {a} {truth} {b}"),
                }
            }
        }
    }
    assert!(exact_by_formula > 100, "{exact_by_formula}");
}

#[test]
fn many_colours_and_fixed_dice_are_counted_right() {
    // Worked out by another program.
    let many = builtin("boxoff/shuffled", &[("rows", "2"), ("columns", "26"), ("colours", "26")]);
    let found = count(&Dealer::new(&many).unwrap(), &["turn", "mirror", "colours"]).up_to_symmetry;
    assert_eq!(found, Number::Exact("745056978435828537348629738832507".parse().unwrap()));
    // Mirroring and flipping exchange the dice, so that no two challenges with these dice are twins.
    let dice = builtin("fujisan/shuffled", &[("rules", "dice-3152")]);
    let found = count(&Dealer::new(&dice).unwrap(), &["mirror", "flip"]);
    assert_eq!(found.up_to_symmetry, found.distinct);
    let alike = builtin("fujisan/shuffled", &[("rules", "dice-3333")]);
    let found = count(&Dealer::new(&alike).unwrap(), &["mirror", "flip"]);
    assert_eq!(found.up_to_symmetry, Number::Exact(811_667_639_890_800u64.into()));
}

#[test]
fn dice_coins_dominoes_and_tiles_are_counted_up_to_symmetry() {
    let up_to = |name: &str, options: &[(&str, &str)]| {
        let setup = builtin(name, options);
        let names: Vec<&str> = setup.game.info.symmetries.iter().map(|s| s.name).collect();
        match count(&Dealer::new(&setup).unwrap(), &names).up_to_symmetry {
            Number::Exact(n) => n,
            other => panic!("{name}: {other:?}"),
        }
    };
    let power = |base: u32, exponent: u32| BigUint::from(base).pow(exponent);
    // A mountain of dice that looks the same from the other side has 12 free values, whichever side that is.
    let rolled = "1184595336212990976".parse::<BigUint>().unwrap();
    assert_eq!(rolled, (power(6, 24) + 3u32 * power(6, 12)) / 4u32);
    assert_eq!(up_to("fujisan/rolled", &[]), rolled);
    // Four alike dice of the priests change nothing, dice of which two differ leave no symmetry.
    assert_eq!(up_to("fujisan/rolled", &[("rules", "dice-2222")]), rolled);
    assert_eq!(up_to("fujisan/rolled", &[("rules", "dice-0123")]), power(6, 24));
    // Coins of a suit come to the places of another suit when the mountain is mirrored; no coin of a suit is there twice, so
    // none of them looks the same with its rows exchanged.
    assert_eq!(up_to("fujisan/piecepack", &[]), (power(720, 4) + 2u32 * power(720, 2)) / 4u32);
    // No domino is there twice, and none is a double: all four views of a mountain differ. So do those of engraved tiles.
    let distinct = |name: &str| match count(&Dealer::new(&builtin(name, &[])).unwrap(), &[]).distinct {
        Number::Exact(n) => n,
        other => panic!("{name}: {other:?}"),
    };
    assert_eq!(up_to("fujisan/dominoes", &[]), distinct("fujisan/dominoes") / 4u32);
    assert_eq!(up_to("fujisan/engraved", &[]), distinct("fujisan/engraved") / 4u32);
    // In bands no suit can take the place of another.
    assert_eq!(up_to("pretzel/banded", &[("ranks", "8")]), distinct_banded(8));
}

/// Every suit shuffled by itself.
fn distinct_banded(ranks: u32) -> BigUint {
    (1..=ranks).map(BigUint::from).product::<BigUint>().pow(4)
}

#[test]
fn the_priests_dice_move_with_the_mountain() {
    let text = Registry::standard().setup_text("fujisan/rolled").unwrap();
    let setup = own(&text.replace("[kit]", "[kit]\nfirst = { dice = 4, values = \"0-5\" }").replace(
        "[[step]]\nroll = {",
        "[[step]]\nroll = { what = \"first\", into = \"priests\" }\n[[step]]\nroll = { what = \"dice\",",
    ));
    let found = count(&Dealer::new(&setup).unwrap(), &["mirror", "flip"]);
    let power = |exponent: u32| BigUint::from(6u32).pow(exponent);
    assert_eq!(found.distinct, Number::Exact(power(28)));
    assert_eq!(found.up_to_symmetry, Number::Exact((power(28) + 3u32 * power(14)) / 4u32));
}

#[test]
fn only_pieces_in_hand_are_turned() {
    // 20 of the 55 dominoes are shuffled, 12 of them turned and laid.
    let setup = own(&file("fujisan-nine"));
    let dealer = Dealer::new(&setup).unwrap();
    let shuffled: BigUint = (1..=20u32).map(BigUint::from).product();
    assert_eq!(dealer.plan.physical, shuffled * BigUint::from(2u32).pow(12));
    assert_eq!(effort::effort(&dealer).each.turn, 12);
}

#[test]
fn aces_that_were_taken_out_before_leave_no_hole() {
    let setup = own(&file("pretzel-fixed"));
    let dealer = Dealer::new(&setup).unwrap();
    let told = tell(&dealer);
    assert!(told.last().unwrap().ends_with("They leave 4 holes."), "{told:?}");
    let each = effort::effort(&dealer).each;
    assert_eq!(each.lay, 16 + 4, "every card, and four aces once more");
}

#[test]
fn cards_are_split_by_rank() {
    let text =
        Registry::standard().setup_text("pretzel/banded").unwrap().replace("by = \"suit\"", "by = \"rank\"");
    let setup = own(&text);
    let dealer = Dealer::new(&setup).unwrap();
    assert!(tell(&dealer)[1].ends_with("by rank into 4 piles: aces, 2s, 3s, 4s."), "{}", tell(&dealer)[1]);
    // Each column holds one rank; the aces are alike as holes.
    assert_eq!(count(&dealer, &[]).distinct, Number::Exact(BigUint::from(24u32 * 24 * 24)));
}

#[test]
fn deals_are_as_frequent_as_their_weights_say() {
    for setup in [
        builtin("pretzel/shuffled", &[("suits", "2"), ("ranks", "3")]),
        builtin("pretzel/random-suits", &[("suits", "2"), ("ranks", "3")]),
        builtin("boxoff/shuffled", &[("rows", "2"), ("columns", "4"), ("colours", "2")]),
        own(COVERED),
    ] {
        let weights = enumerated(&setup);
        let dealer = Dealer::new(&setup).unwrap();
        let total: f64 = dealer.plan.physical.to_string().parse().unwrap();
        let deals = 400 * weights.len() as u64;
        let mut seen: HashMap<String, u64> = HashMap::new();
        for index in 0..deals {
            *seen.entry(id(&dealer, &dealer.deal("frequencies", index).unwrap().cells)).or_default() += 1;
        }
        assert!(seen.keys().all(|id| weights.contains_key(id)));
        let chi: f64 = weights
            .iter()
            .map(|(id, weight)| {
                let expected = deals as f64 * weight.to_string().parse::<f64>().unwrap() / total;
                (seen.get(id).copied().unwrap_or(0) as f64 - expected).powi(2) / expected
            })
            .sum();
        // Four standard deviations of chi-square above its mean; the seed is fixed.
        let freedom = weights.len() as f64 - 1.0;
        assert!(chi < freedom + 4.0 * (2.0 * freedom).sqrt(), "{}: {chi} for {freedom}", setup.full_name());
    }
}

#[test]
fn any_outcome_can_be_had_by_number() {
    for name in &Registry::standard().setup_names() {
        let setup = builtin(name, &[]);
        let dealer = Dealer::new(&setup).unwrap();
        let Some(all) = Outcomes::new(&dealer) else {
            let is_too_many = dealer.plan.build.is_some() || dealer.plan.physical.bits() > 127;
            assert!(
                is_too_many,
                "{name}: only rolls of built deals and whole decks have more outcomes than numbers"
            );
            continue;
        };
        for number in [0, 1, all.total / 3, all.total / 2, all.total - 1] {
            let outcome = all.get(number).unwrap();
            assert!(setup.build(&outcome.cells, &outcome.dice).is_ok(), "{name} {number}");
        }
        assert_eq!(all.get(all.total), None);
    }
    let setup = builtin("pretzel/shuffled", &[("ranks", "13")]);
    assert!(Outcomes::new(&Dealer::new(&setup).unwrap()).is_none(), "52! outcomes cannot be numbered");
}

/// Challenges of a census that can be solved.
fn solvable(setup: &Setup) -> (u64, u64) {
    let dealer = Dealer::new(setup).unwrap();
    let all = Outcomes::new(&dealer).unwrap();
    let mut solved = 0;
    for outcome in all.iter() {
        assert_eq!(outcome.weight, BigUint::from(1u8));
        let challenge: Challenge = setup.build(&outcome.cells, &Default::default()).unwrap();
        solved += u64::from(challenge.solve("dfs", &Limits::default()).unwrap().verdict == Verdict::Solvable);
    }
    (solved, all.total as u64)
}

#[test]
fn the_known_exact_shares_come_out() {
    assert_eq!(solvable(&builtin("pretzel/sequential", &[("ranks", "3")])), (524, 1296));
    assert_eq!(solvable(&builtin("pretzel/banded", &[("ranks", "3")])), (992, 1296));
    assert_eq!(solvable(&builtin("pretzel/banded", &[])), (273_552, 331_776));
}

#[test]
fn deals_never_change() {
    let mut out = String::new();
    let sizes: [(&str, &[(&str, &str)]); 6] = [
        ("boxoff/ltiles", &[("rows", "6"), ("colours", "6")]),
        ("boxoff/ltiles", &[("rows", "6")]),
        ("boxoff/shuffled", &[("rows", "6"), ("columns", "8"), ("colours", "3")]),
        ("pretzel/shuffled", &[("ranks", "13")]),
        ("pretzel/banded", &[("ranks", "9")]),
        ("fujisan/dominoes", &[("rules", "free")]),
    ];
    let names = Registry::standard().setup_names();
    let all = names.iter().map(|name| (name.as_str(), [].as_slice())).chain(sizes);
    for (name, options) in all {
        let setup = builtin(name, options);
        let dealer = Dealer::new(&setup).unwrap();
        for (seed, index) in [("golden", 0), ("golden", 1), ("golden", 4711), ("ünï ☀", u64::MAX)] {
            let challenge = dealer.challenge(&dealer.deal(seed, index).unwrap()).unwrap();
            writeln!(out, "{name} {options:?} {seed:?} {index}\n    {}", challenge.id()).unwrap();
        }
    }
    golden_file::compare("deals.txt", &out);
}

#[test]
fn the_same_pieces_lie_there_under_every_rule() {
    let (column, free) =
        (builtin("fujisan/dominoes", &[]), builtin("fujisan/dominoes", &[("rules", "free")]));
    let (column, free) = (Dealer::new(&column).unwrap(), Dealer::new(&free).unwrap());
    assert_eq!(column.deal("x", 7), free.deal("x", 7));
}

#[test]
fn the_instructions_read_as_they_did() {
    let mut out = String::new();
    let own_files = [
        "boxoff-1x2",
        "pretzel-merged",
        "fujisan-outward",
        "pretzel-fixed",
        "pretzel-rounds",
        "boxoff-two-kinds",
        "boxoff-one-sided",
        "fujisan-nine",
    ]
    .map(|name| own(&file(name)));
    let large = builtin("boxoff/ltiles", &[("rows", "6"), ("colours", "6")]);
    let names = Registry::standard().setup_names();
    let setups = names.iter().map(|name| builtin(name, &[])).chain([large]).chain(own_files);
    for setup in setups {
        writeln!(
            out,
            "{} ({})\n    {}\n",
            setup.title,
            setup.full_name(),
            tell(&Dealer::new(&setup).unwrap()).join("\n    ")
        )
        .unwrap();
    }
    golden_file::compare("instructions.txt", &out);
}

#[test]
fn three_setups_that_the_paper_does_not_have_work_by_editing_a_file() {
    // Pair tiles: every row consists of three tiles with two different colours.
    let setup = own(&file("boxoff-1x2"));
    let dealer = Dealer::new(&setup).unwrap();
    for index in 0..200 {
        let deal = dealer.deal("own", index).unwrap();
        assert!(deal.cells.chunks(2).all(|two| two[0] != two[1]));
        assert!(dealer.challenge(&deal).is_ok());
    }
    // 12 tiles, 6 kinds of two, each with two looks: 12! / 2^6 * 2^12.
    let expected: BigUint = (1..=12u32).map(BigUint::from).product::<BigUint>() * 64u8;
    assert_eq!(count(&dealer, &[]).distinct, Number::Exact(expected));

    // Two suits to a pile: spades and clubs fill the left half.
    let setup = own(&file("pretzel-merged"));
    let dealer = Dealer::new(&setup).unwrap();
    for index in 0..200 {
        let deal = dealer.deal("own", index).unwrap();
        let black = |symbol: u8| symbol >> 4 == 0 || symbol >> 4 == 3;
        assert!(deal.cells.iter().enumerate().all(|(cell, &symbol)| black(symbol) == (cell % 4 < 2)));
    }
    // Each half: 8 cards of which two aces are alike.
    assert_eq!(count(&dealer, &[]).distinct, Number::Exact(BigUint::from(20_160u32 * 20_160)));

    // Dominoes outward: no double on a step is met by dealing again.
    let setup = own(&file("fujisan-outward"));
    let dealer = Dealer::new(&setup).unwrap();
    let redeals: u32 = (0..300)
        .map(|index| {
            let deal = dealer.deal("own", index).unwrap();
            assert!((0..12).all(|column| deal.cells[column] != deal.cells[12 + column]));
            deal.redeals
        })
        .sum();
    assert!(redeals > 300, "most of the first deals hold a double");
    assert!(effort::effort(&dealer).deals.expected() > 2.0);
}

#[test]
fn tiles_can_come_from_a_file_beside_the_setup() {
    let text = "game = 'boxoff'\n[parameters]\nrows = 2\ncolumns = 4\ncolours = 2\n[kit.tiles]\nshape = '1x2'\nfile = 'tiles.csv'\n\
                [board]\nblock = { rows = 1, columns = 2, slots = ['a1 b1'] }\n[[step]]\nshuffle = 'all'\n[[step]]\nlay = { along = 'slots' }";
    let read_with = |csv: &'static str| {
        read(&Registry::standard(), text, "own", &[], &|name| match name {
            "tiles.csv" => Ok(csv.to_string()),
            _ => Err("not there".into()),
        })
    };
    let setup = read_with("faces,count\nAB,2\n# a comment\n\"AA\",1\nBB\n").unwrap();
    assert_eq!(setup.kit[0].pieces.len(), 4);
    for (csv, expected) in [
        ("AB,2\nAXY\n", "tiles.csv, line 2: 'AXY' has 3 cells, tiles of this shape have 2"),
        ("AB,many\n", "tiles.csv, line 1: 'many' is not a number of tiles"),
        ("A1,4\n", "tiles.csv, line 1: 'A1' is not a tile"),
        ("AB,3\n", "fill only 6 of 8 cells"),
    ] {
        let error = read_with(csv).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn large_groups_of_symmetries_are_counted_exactly() {
    let count_of = |suits: &str, ranks: &str| {
        let options = [("suits", suits), ("ranks", ranks), ("rules", "free-rows")];
        let options: Vec<_> =
            options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let setup = Registry::standard().setup("pretzel/shuffled", &options).unwrap();
        let dealer = Dealer::new(&setup).unwrap();
        let counted = count(&dealer, &["suits"]);
        let Number::Exact(distinct) = counted.distinct else { panic!("{suits} {ranks}") };
        let Number::Exact(classes) = counted.up_to_symmetry else { panic!("{suits} {ranks}: bounds only") };
        (distinct, classes)
    };
    // Of one rank there are only aces, so one board of holes.
    assert_eq!(count_of("8", "1"), (1u8.into(), 1u8.into()));
    // Of two ranks each suit has one card beside its ace, so to rename suits makes all cards alike. What is left is how many
    // rows have no card, one and two: with 6 suits as many of two as of none, so 0 to 3; and of rows with one card, those where
    // it is on the left and on the right.
    let classes: u32 = (0..=3u32).map(|both| 6 - 2 * both + 1).sum();
    assert_eq!(count_of("6", "2").1, classes.into());
    // Hardly any board of a large deck looks the same after a change, so there are nearly as many as division says.
    for (suits, orders) in [("6", 720u64 * 720), ("7", 5040 * 5040), ("8", 40_320 * 40_320)] {
        let (distinct, classes) = count_of(suits, "4");
        let least = &distinct / orders;
        assert!(classes >= least && &classes - &least <= &least / 1000u32, "{suits}: {classes} {least}");
    }
}
