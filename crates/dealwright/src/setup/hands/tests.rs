use super::*;
use crate::Registry;
use crate::setup::enumerate::Outcomes;
use crate::setup::read::read;
use crate::setup::shuffle::Shuffling;
use crate::stats::chi_squared_above;
use num_traits::ToPrimitive;
use std::collections::{HashMap, HashSet};

fn builtin(name: &str, options: &[(&str, &str)]) -> Setup {
    let options: Vec<_> = options.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    Registry::standard().setup(name, &options).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn own(text: &str) -> Setup {
    read(&Registry::standard(), text, "own", &[], &|_| Err("none".into())).unwrap_or_else(|e| panic!("{e}"))
}

fn pretzel(suits: usize, ranks: usize, steps: &str) -> Setup {
    own(&format!(
        "game = 'pretzel'\n[parameters]\nsuits = {suits}\nranks = {ranks}\n[kit]\ncards = {{ deck = 'french' }}\n{steps}\n\
         [[step]]\nmove = {{ what = 'aces', to = 'left edge' }}"
    ))
}

/// Steps that many of them share.
const STEPS: [&str; 5] = [
    "[[step]]\nsplit = { by = 'suit' }\n",
    "[[step]]\nshuffle = 'each pile'\n",
    "[[step]]\nshuffle = 'all'\n",
    "[[step]]\ndeal = { along = 'rows' }\n",
    "[[step]]\ndeal = { piles = 'in turn', at_a_time = 2, along = 'columns', from = 'right' }\n",
];

/// Small enough that every outcome can be expected often; each does something that could be simulated wrongly.
fn miniatures() -> Vec<Setup> {
    let [split, each, all, rows, in_turn] = STEPS;
    let rounds =
        "[[step]]\ndeal = { piles = 'in turn', round = 'shuffled', along = 'rows', from = 'right' }\n";
    let mut setups = vec![
        pretzel(2, 3, &format!("{all}{all}{rows}")),
        pretzel(2, 3, &format!("{split}{each}{all}{rows}")),
        pretzel(2, 3, &format!("{all}{split}{in_turn}")),
        pretzel(2, 3, &format!("{split}{each}{rounds}")),
        // Only the rounds are shuffled: the order within a suit stays.
        pretzel(3, 2, &format!("{split}{rounds}")),
        own(
            "game = 'boxoff'\n[parameters]\nrows = 3\ncolumns = 2\ncolours = 3\n[kit.tiles]\nshape = '1x2'\nturns = 'half'\n\
             list = ['AA', 'AA', 'BB', 'CC', 'CC']\n[board]\nslots = 'rows'\n[[step]]\nremove = { where = 'with a B' }\n\
             [[step]]\nshuffle = 'all'\n[[step]]\nturn = 'by chance'\n[[step]]\nkeep = 3\n[[step]]\nlay = { along = 'slots' }",
        ),
        own(
            "game = 'boxoff'\n[parameters]\nrows = 2\ncolumns = 2\ncolours = 5\n[kit.tiles]\nshape = '1x2'\nturns = 'half'\n\
             list = ['AA', 'AA', 'BB', 'CC', 'CC', 'CC']\n[board]\nslots = 'rows'\n[[step]]\nshuffle = 'all'\n[[step]]\n\
             keep = 4\n[[step]]\nshuffle = 'all'\n[[step]]\nkeep = 2\n[[step]]\nlay = { along = 'slots' }",
        ),
        own(
            "game = 'fujisan'\n[kit.fixed]\nshape = 'single'\nlist = ['1','2','3','4','5','1','2','3','4','5',\
             '0','1','2','3','4','5','0','1','2','3']\n[kit.tiles]\nshape = '2x2'\nturns = 'quarter'\n\
             list = ['0110', '0220', '3333']\n[board]\nslots = ['f2 f1 - -', '- - - -', '- - h2 h1']\n[[step]]\n\
             shuffle = { what = 'tiles' }\n[[step]]\nturn = { what = 'tiles', how = 'by chance' }\n[[step]]\n\
             lay = { what = 'tiles', along = 'slots' }\n[[step]]\nlay = { what = 'fixed', along = 'rows' }",
        ),
        builtin("boxoff/shuffled", &[("rows", "2"), ("columns", "4"), ("colours", "2")]),
    ];
    setups.extend(of_pieces_in_order());
    for name in ["pretzel/shuffled", "pretzel/sequential", "pretzel/banded", "pretzel/random-suits"] {
        setups.push(builtin(name, &[("suits", "2"), ("ranks", "3")]));
    }
    setups
}

/// The same for steps that put pieces in order, or one by one onto places, or right by hand.
fn of_pieces_in_order() -> Vec<Setup> {
    let [split, each, all, rows, in_turn] = STEPS;
    let suits = |steps: &str| pretzel(2, 3, &format!("{split}{steps}"));
    let step = |words: &str| format!("[[step]]\n{words}\n");
    let place = step("place = { piece = '3H', at = 'a2' }");
    let tokens = |rows: u8, more: &str| {
        own(&format!(
            "game = 'boxoff'\n[parameters]\nrows = {rows}\ncolumns = 2\ncolours = 3\n[kit]\ntokens = {{ colours = 3, each = 2 }}\n\
             {more}"
        ))
    };
    vec![
        // A piece that is found before or after shuffling, and in a shuffled pile.
        pretzel(2, 3, &format!("{place}{all}{rows}")),
        pretzel(2, 3, &format!("{all}{place}{rows}")),
        suits(&format!("{each}{place}{in_turn}")),
        // Pieces in a stated order, and one pile of several.
        suits(&format!(
            "{}{}{in_turn}",
            step("arrange = { order = 'reversed' }"),
            step("shuffle = { piles = 'hearts' }")
        )),
        pretzel(
            2,
            3,
            &format!(
                "{}{split}{}{rows}",
                step("arrange = { order = 'by rank' }"),
                step("shuffle = { piles = 1 }")
            ),
        ),
        pretzel(2, 2, &format!("{}{rows}", step("arrange = { order = ['2H', 'AS', '2S', 'AH'] }"))),
        // Some laid first, and the rest shuffled.
        pretzel(2, 3, &format!("{all}{}{all}{rows}", step("deal = { to = 'bottom row', from = 'right' }"))),
        suits(&format!("{each}{}{in_turn}", step("deal = { count = 2, face = 'down' }"))),
        // What is put right by hand.
        tokens(
            3,
            &format!(
                "{all}{rows}{}",
                step("require = { what = 'no equal neighbours', by = 'swapping', with = 'next' }")
            ),
        ),
        tokens(
            3,
            &format!(
                "{all}{rows}{}",
                step(
                    "require = { what = 'none', of = 'A', at = 'top row', by = 'swapping', with = 'below', tries = 2 }"
                )
            ),
        ),
        own(
            "game = 'boxoff'\n[parameters]\nrows = 3\ncolumns = 2\ncolours = 3\n[kit.tiles]\nshape = '1x2'\nturns = 'half'\n\
             list = ['AB', 'AC', 'BC']\n[board]\nslots = 'rows'\n[[step]]\nshuffle = 'all'\n[[step]]\nlay = { along = 'slots' }\n\
             [[step]]\nrequire = { what = 'no equal neighbours', along = 'columns', by = 'turning' }",
        ),
    ]
}

#[test]
fn with_perfect_shuffling_the_hands_deal_what_the_plan_says_as_often() {
    for (number, setup) in miniatures().iter().enumerate() {
        let dealer = Dealer::new(setup).unwrap();
        let hands = Hands::new(setup, &dealer.plan);
        let mut weights: HashMap<Vec<u8>, f64> = HashMap::new();
        for outcome in Outcomes::new(&dealer).unwrap().iter().filter(|outcome| outcome.accepted) {
            let seen: Vec<u8> = outcome.cells.iter().map(|&symbol| (setup.game.seen)(symbol)).collect();
            *weights.entry(seen).or_default() += outcome.weight.to_f64().unwrap();
        }
        let total: f64 = weights.values().sum();
        let deals = 100 * weights.len();
        let mut random = Stream::new(&["hands"], number as u64);
        let mut seen: HashMap<Vec<u8>, f64> = HashMap::new();
        for _ in 0..deals {
            let mut dealt = hands.once(&dealer, Shuffle::Perfect, hands.sorted.clone(), &mut random);
            while dealer.settle(&mut dealt.laid).is_none() {
                dealt = hands.once(&dealer, Shuffle::Perfect, hands.sorted.clone(), &mut random);
            }
            let cells: Vec<u8> = dealt.laid.cells.iter().map(|&symbol| (setup.game.seen)(symbol)).collect();
            *seen.entry(cells).or_default() += 1.0;
        }
        assert!(
            seen.keys().all(|cells| weights.contains_key(cells)),
            "miniature {number} deals the impossible"
        );
        if weights.len() == 1 {
            continue;
        }
        let chi: f64 = weights
            .iter()
            .map(|(cells, weight)| {
                let expected = deals as f64 * weight / total;
                (seen.get(cells).copied().unwrap_or(0.0) - expected).powi(2) / expected
            })
            .sum();
        let p = chi_squared_above(chi, weights.len() as f64 - 1.0).unwrap();
        assert!(p > 0.001, "miniature {number}, {} outcomes: p = {p}", weights.len());
    }
}

#[test]
fn hands_that_shuffle_badly_after_a_game_deal_nothing_that_the_plan_does_not() {
    for (number, mut setup) in of_pieces_in_order().into_iter().enumerate() {
        setup.shuffling = Shuffling { shuffle: Shuffle::Riffle(1), last: Last::Played };
        let dealer = Dealer::new(&setup).unwrap();
        let seen = |cells: &[u8]| cells.iter().map(|&symbol| (setup.game.seen)(symbol)).collect::<Vec<u8>>();
        let all: HashSet<Vec<u8>> = Outcomes::new(&dealer)
            .unwrap()
            .iter()
            .filter(|outcome| outcome.accepted)
            .map(|outcome| seen(&outcome.cells))
            .collect();
        for index in 0..40 {
            let deal = dealer.deal("badly", index).unwrap();
            assert!(all.contains(&seen(&deal.cells)), "miniature {number} deals {:?}", deal.cells);
        }
    }
}

#[test]
fn unshuffled_pieces_are_dealt_in_the_order_of_the_kit() {
    for (name, sizes, expected) in [
        ("pretzel/shuffled", vec![("suits", "2"), ("ranks", "3")], "pretzel:--2S3S/--2H3H"),
        ("pretzel/banded", vec![("suits", "2"), ("ranks", "3")], "pretzel:--3S2H/2S--3H"),
        ("boxoff/shuffled", vec![("rows", "2"), ("columns", "4"), ("colours", "2")], "boxoff:AAAA/BBBB"),
        ("fujisan/shuffled", vec![], "fujisan:012345012345/012345012345"),
    ] {
        for shuffle in ["riffle:0", "overhand:0"] {
            let setup =
                builtin(name, &[sizes.clone(), vec![("shuffle", shuffle), ("last", "sorted")]].concat());
            let dealer = Dealer::new(&setup).unwrap();
            let deal = dealer.deal("x", 3).unwrap();
            assert_eq!(dealer.challenge(&deal).unwrap().id(), expected);
        }
    }
}

#[test]
fn pieces_that_do_not_move_are_gathered_as_they_were_laid() {
    for name in ["fujisan/shuffled", "fujisan/dominoes", "fujisan/engraved", "boxoff/ltiles"] {
        let setup = builtin(name, &[]);
        let dealer = Dealer::new(&setup).unwrap();
        let hands = Hands::new(&setup, &dealer.plan);
        let dealt = hands.once(&dealer, Shuffle::Perfect, hands.sorted.clone(), &mut Stream::new(&["x"], 0));
        let gathered = hands.gather(&dealer, &dealt, Some(&PATIENCE)).unwrap();
        let laid: Vec<Number> = dealt.table.laid.iter().map(|(_, number)| *number).collect();
        assert_eq!(gathered.concat(), [laid, dealt.table.left_over.concat()].concat(), "{name}");
    }
    // Dealt down the columns from the right, two of a suit each time, but taken up row by row.
    let setup = builtin("fujisan/piecepack", &[]);
    let dealer = Dealer::new(&setup).unwrap();
    let hands = Hands::new(&setup, &dealer.plan);
    let dealt = hands.once(&dealer, Shuffle::Riffle(0), hands.sorted.clone(), &mut Stream::new(&["x"], 0));
    let gathered = hands.gather(&dealer, &dealt, None).unwrap();
    assert_eq!(gathered[0][..6], [22, 16, 10, 4, 20, 14]);
}

#[test]
fn a_solved_pretzel_is_gathered_suit_by_suit_and_a_dead_one_as_it_lay() {
    let setup = builtin("pretzel/shuffled", &[("suits", "2"), ("ranks", "3")]);
    let dealer = Dealer::new(&setup).unwrap();
    let hands = Hands::new(&setup, &dealer.plan);
    let mut random = Stream::new(&["pretzel"], 0);
    let mut solved = 0;
    for _ in 0..200 {
        let dealt = hands.once(&dealer, Shuffle::Perfect, hands.sorted.clone(), &mut random);
        let gathered = hands.gather(&dealer, &dealt, Some(&PATIENCE)).unwrap();
        let challenge = setup.build(&dealt.laid.cells, &Default::default()).unwrap();
        let solvable = challenge.solve("bfs", &Limits::default()).unwrap().solution.is_some();
        let expected: Vec<Number> = if solvable {
            solved += 1;
            vec![0, 1, 2, 3, 4, 5]
        } else {
            // The aces lie at the left of their rows; pieces 0 and 3 are the aces.
            let laid: Vec<Number> = dealt.table.laid.iter().map(|(_, number)| *number).collect();
            let row = |ace: Number, row: &[Number]| {
                [vec![ace], row.iter().copied().filter(|number| number % 3 != 0).collect()].concat()
            };
            [row(0, &laid[..3]), row(3, &laid[3..])].concat()
        };
        assert_eq!(gathered[0], expected, "{}", challenge.id());
    }
    assert!((1..200).contains(&solved), "{solved}");
}

#[test]
fn boxoff_is_gathered_pair_by_pair() {
    let setup = builtin("boxoff/shuffled", &[("rows", "2"), ("columns", "4"), ("colours", "4")]);
    let dealer = Dealer::new(&setup).unwrap();
    let hands = Hands::new(&setup, &dealer.plan);
    let mut random = Stream::new(&["boxoff"], 0);
    let mut pairs = [0, 0];
    for _ in 0..100 {
        let dealt = hands.once(&dealer, Shuffle::Perfect, hands.sorted.clone(), &mut random);
        let gathered = hands.gather(&dealer, &dealt, Some(&PATIENCE)).unwrap();
        let challenge = setup.build(&dealt.laid.cells, &Default::default()).unwrap();
        let colour = |number: &Number| number / 2;
        let in_pairs = gathered[0].chunks(2).all(|pair| colour(&pair[0]) == colour(&pair[1]));
        if challenge.solve("bfs", &Limits::default()).unwrap().solution.is_some() {
            assert!(in_pairs, "{}", challenge.id());
            pairs[0] += 1;
        } else {
            let laid: Vec<Number> = dealt.table.laid.iter().map(|(_, number)| *number).collect();
            assert_eq!(gathered[0], laid, "{}", challenge.id());
            pairs[1] += 1;
        }
    }
    assert!(pairs[0] > 0 && pairs[1] > 0, "{pairs:?}");
}

#[test]
fn refused_deals_are_shuffled_again_and_good_ones_come_out() {
    let setup = builtin("fujisan/unique", &[("shuffle", "riffle:2")]);
    let dealer = Dealer::new(&setup).unwrap();
    let deals: Vec<Deal> = (0..30).map(|index| dealer.deal("x", index).unwrap()).collect();
    assert!(deals.iter().all(|deal| dealer.accepts(&deal.cells, &deal.dice)));
    assert!(deals.iter().any(|deal| deal.redeals > 0));
}

#[test]
fn every_way_to_shuffle_has_deals_of_its_own_that_are_the_same_for_ever() {
    let id = |options: &[(&str, &str)]| {
        let setup = builtin("pretzel/shuffled", options);
        let dealer = Dealer::new(&setup).unwrap();
        dealer.challenge(&dealer.deal("hands", 1).unwrap()).unwrap().id()
    };
    assert_eq!(id(&[("shuffle", "perfect"), ("last", "sorted")]), id(&[]));
    assert_eq!(id(&[("shuffle", "riffle:2")]), GOLDEN[0]);
    assert_eq!(id(&[("shuffle", "riffle:2"), ("last", "sorted")]), GOLDEN[1]);
    assert_eq!(id(&[("shuffle", "overhand:2"), ("last", "played")]), GOLDEN[2]);
    // The pairs lie as the solver removed them.
    let setup = builtin("boxoff/shuffled", &[("shuffle", "riffle:1")]);
    let dealer = Dealer::new(&setup).unwrap();
    let ids = [0, 1, 2].map(|index| dealer.challenge(&dealer.deal("hands", index).unwrap()).unwrap().id());
    assert_eq!(ids, PAIRS);
}

const GOLDEN: [&str; 3] = [
    "pretzel:2D3S----/4S2S3D--/--4C2C4H/3H3C2H4D",
    "pretzel:4H------/2S4D3S2C/3C4S--2H/3H2D3D4C",
    "pretzel:3S4S2C3C/4C--2D3D/4D--4H2H/3H----2S",
];

const PAIRS: [&str; 3] = [
    "boxoff:CBACAC/DDBDCD/AABBDB/CDBCAA",
    "boxoff:CABBAD/BABABD/CBADCA/CCDDDC",
    "boxoff:DDBBAD/CCDCAA/CAAADC/BBCBDB",
];
