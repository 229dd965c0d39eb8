use super::answer::{Answer, Tally};
use super::*;
use crate::Registry;
use crate::search::Limits;
use crate::setup::Setup;
use crate::setup::count::{Number, count_with};
use crate::setup::enumerate::Outcomes;
use crate::setup::read::read;
use std::collections::BTreeSet;

fn built_in(name: &str, options: &[(&str, &str)]) -> Setup {
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    Registry::standard().setup(name, &options).unwrap()
}

fn from_text(text: &str) -> Setup {
    read(&Registry::standard(), text, "small", &[], &|_| Err("none".into())).unwrap()
}

/// Pairs of squares laid on a board of 2 x 4 cells.
fn pairs(list: &str, more: &str) -> Setup {
    from_text(&format!(
        "game = 'boxoff'\n[parameters]\nrows = 2\ncolumns = 4\ncolours = 3\n[kit.tiles]\nshape = '1x2'\nturns = 'half'\n\
         list = [{list}]\n[board]\nblock = {{ rows = 1, columns = 2, slots = ['a1 b1'] }}\n[[step]]\nshuffle = 'all'\n{more}\
         [[step]]\nturn = 'by chance'\n[[step]]\nlay = {{ along = 'slots' }}\n"
    ))
}

/// A mountain of threes with four shuffled coins on the summit, dealt again unless no summit column is double zero.
fn summit(require: &str) -> Setup {
    let fixed = vec!["'3'"; 20].join(", ");
    from_text(&format!(
        "game = 'fujisan'\n[kit.fixed]\nshape = 'single'\nlist = [{fixed}]\n[kit.coins]\nshape = 'single'\n\
         list = ['0', '0', '1', '2']\n[board]\nslots = ['g2', 'h2', 'g1', 'h1']\n[[step]]\nshuffle = {{ what = 'coins' }}\n\
         [[step]]\nlay = {{ what = 'coins', along = 'slots' }}\n[[step]]\nlay = {{ what = 'fixed', along = 'rows' }}\n{require}"
    ))
}

const AGAIN: &str = "[[step]]\nrequire = { what = 'no 0:0 summit', by = 'dealing again' }\n";

/// Setups with equal pieces, pieces that look alike when turned, more pieces than places, dice, piles, and rounds that are
/// shuffled again.
fn small_setups() -> Vec<Setup> {
    vec![
        pairs("'AB', 'AB', 'CC', 'AA'", ""),
        pairs("'AA', 'BB', 'CC', 'AA', 'CC', 'BB'", "[[step]]\nkeep = 4\n"),
        summit(""),
        summit(AGAIN),
        built_in("pretzel/shuffled", &[("suits", "2"), ("ranks", "3")]),
        built_in("pretzel/sequential", &[("suits", "3"), ("ranks", "3")]),
        built_in("pretzel/banded", &[("suits", "2"), ("ranks", "4")]),
        built_in("pretzel/random-suits", &[("suits", "2"), ("ranks", "3")]),
        built_in("boxoff/shuffled", &[("rows", "2"), ("columns", "4"), ("colours", "2")]),
    ]
}

/// The boards of outcomes that are followed one by one, as the player sees them.
fn plain_boards(dealer: &Dealer<'_>) -> BTreeSet<Vec<u8>> {
    let seen = dealer.setup.game.seen;
    let outcomes = Outcomes::new(dealer).unwrap();
    outcomes.iter().map(|outcome| outcome.cells.iter().map(|&symbol| seen(symbol)).collect()).collect()
}

fn walked(boards: &Boards<'_>, from: u128, most: usize) -> Vec<Vec<u8>> {
    let seen = boards.dealer.setup.game.seen;
    let mut walk = boards.walk(from);
    let mut found = Vec::new();
    while found.len() < most
        && let Some(board) = walk.next_board()
    {
        assert_eq!(board.number, from + found.len() as u128);
        found.push(board.symbols.iter().map(|&symbol| seen(symbol)).collect());
    }
    found
}

#[test]
fn every_different_board_comes_once_and_a_walk_may_begin_anywhere() {
    for setup in small_setups() {
        let dealer = Dealer::new(&setup).unwrap();
        let boards = Boards::new(&dealer).unwrap();
        let all = walked(&boards, 0, usize::MAX);
        let different: BTreeSet<Vec<u8>> = all.iter().cloned().collect();
        assert_eq!((all.len(), all.len() as u128), (different.len(), boards.total), "{}", setup.name);
        assert_eq!(different, plain_boards(&dealer), "{}", setup.name);
        for from in [1, 7, all.len() / 2, all.len() - 1, all.len()] {
            let there: Vec<_> = all.iter().skip(from).take(9).cloned().collect();
            assert_eq!(walked(&boards, from as u128, 9), there, "{} from {from}", setup.name);
        }
        // The list that is made where numbers are not to be had knows the same boards.
        let listed = Boards::listed(&dealer).unwrap();
        let listed: BTreeSet<Vec<u8>> = walked(&listed, 0, usize::MAX).into_iter().collect();
        assert_eq!(listed, different, "{}", setup.name);
    }
}

#[test]
fn dice_that_are_rolled_for_the_game_belong_to_the_board() {
    let text = "game = 'fujisan'\n[kit]\ncoins = { piecepack = 'coins' }\ndice = { dice = 4, values = '0-2' }\n[[step]]\n\
                lay = { what = 'coins', along = 'rows' }\n[[step]]\nroll = { what = 'dice', into = 'priests' }\n";
    let setup = from_text(text);
    let dealer = Dealer::new(&setup).unwrap();
    let boards = Boards::new(&dealer).unwrap();
    assert_eq!(boards.total, 81);
    let mut walk = boards.walk(0);
    let mut dice = BTreeSet::new();
    while let Some(board) = walk.next_board() {
        let (_, rolled) = boards.cells_and_dice(board.symbols);
        dice.insert(rolled.get("priests").unwrap().to_vec());
    }
    assert_eq!(dice.len(), 81);
}

#[test]
fn of_symmetric_boards_one_stands_for_all() {
    for (setup, names) in [
        (pairs("'AB', 'AB', 'CC', 'AA'", ""), vec!["turn", "mirror", "colours"]),
        (pairs("'AC', 'BB', 'CA', 'BB'", ""), vec!["turn", "mirror", "colours"]),
        (built_in("boxoff/shuffled", &[("rows", "2"), ("columns", "4"), ("colours", "4")]), vec!["colours"]),
        (built_in("pretzel/banded", &[("suits", "3"), ("ranks", "3")]), vec!["suits"]),
        (built_in("pretzel/shuffled", &[("suits", "2"), ("ranks", "3")]), vec!["suits"]),
        (summit(AGAIN), vec!["mirror", "flip"]),
        (summit(AGAIN), vec!["mirror"]),
    ] {
        let dealer = Dealer::new(&setup).unwrap();
        let boards = Boards::new(&dealer).unwrap();
        let symmetry = Symmetry::new(&boards, &names).unwrap();
        let (mut standing, mut all) = (Vec::new(), Vec::new());
        let mut walk = boards.walk(0);
        while let Some(board) = walk.next_board() {
            let (cells, dice) = boards.cells_and_dice(board.symbols);
            if dealer.accepts(cells, &dice) {
                let class = dealer.build(cells, &dice).unwrap().canonical(&names);
                all.push(class.clone());
                if symmetry.stands_for_all(&boards, board.digits) {
                    standing.push(class);
                }
            }
        }
        let classes: BTreeSet<&String> = all.iter().collect();
        let represented: BTreeSet<&String> = standing.iter().collect();
        assert_eq!(represented, classes, "{} {names:?}: every class has a board that is tried", setup.name);
        // Where all symmetries keep the kit, there is one for each class.
        if symmetry.order() > 1 {
            assert!(standing.len() < all.len(), "{} {names:?}", setup.name);
        }
        if let Number::Exact(counted) = count_with(&dealer, &names, 1_000_000).up_to_symmetry
            && setup.game.info.name != "boxoff"
        {
            assert_eq!(standing.len().to_string(), counted.to_string(), "{} {names:?}", setup.name);
        }
    }
}

fn whole(symmetries: &[&str]) -> Extent {
    Extent::All { symmetries: symmetries.iter().map(ToString::to_string).collect() }
}

#[test]
fn blocks_go_through_everything_once() {
    let setup = built_in("pretzel/sequential", &[]);
    let dealer = Dealer::new(&setup).unwrap();
    for extent in [whole(&[]), Extent::Samples { count: 12_345, seed: "x".into() }] {
        let proof = Proof::new(&dealer, &extent).unwrap();
        let mut ranges: Vec<Range<u128>> = (0..proof.blocks()).map(|block| proof.range(block)).collect();
        ranges.sort_by_key(|range| range.start);
        assert_eq!(ranges[0].start, 0);
        assert!(ranges.windows(2).all(|two| two[0].end == two[1].start && !two[0].is_empty()));
        assert_eq!(ranges.last().unwrap().end, proof.total());
    }
    assert!((1..3000).all(|blocks| gcd(leap(blocks), blocks) == 1));
}

fn try_all(proof: &Proof<'_>) -> (Tally, Vec<Tried>, Option<String>) {
    let mut tally = Tally::default();
    let mut blocks = Vec::new();
    for block in 0..proof.blocks() {
        let tried = proof.try_block(block, &Limits::default(), || true).unwrap().unwrap();
        assert_eq!(
            proof.check_block(block, &tried.solutions).unwrap(),
            Tried { solutions: Vec::new(), ..tried.clone() }
        );
        tally.add(tried.tried, tried.different, tried.undecided.len() as u64);
        if tried.dead {
            let id = proof.challenge(block, tried.tried - 1).unwrap().id();
            return (tally, blocks, Some(id));
        }
        blocks.push(tried);
    }
    (tally, blocks, None)
}

#[test]
fn a_kit_that_never_fails_is_proved_and_its_solutions_are_checked() {
    let setup = pairs("'AA', 'BB', 'CC', 'AA'", "");
    let dealer = Dealer::new(&setup).unwrap();
    let proof = Proof::new(&dealer, &whole(&[])).unwrap();
    let (tally, blocks, dead) = try_all(&proof);
    let answer = Answer::new(&proof, tally, dead, &[]);
    assert_eq!((answer.always, answer.tried, answer.different.clone()), (Some(true), 12, Some(12u8.into())));
    assert_eq!(
        answer.in_words(),
        ["Always solvable: all 12 different deals were solved, which stand for 384 physical arrangements."]
    );
    // With symmetries fewer are tried, and the answer is about as many.
    let names = ["turn", "mirror", "colours"];
    let fewer = Proof::new(&dealer, &whole(&names)).unwrap();
    let (tally, _, dead) = try_all(&fewer);
    let answer = Answer::new(&fewer, tally, dead, &names.map(String::from));
    assert!(answer.tried < 12 && answer.different == Some(12u8.into()) && answer.always == Some(true));
    assert!(
        answer.in_words()[1].ends_with("one for all that the symmetries turn, mirror, colours make equal.")
    );
    // Any other list is refused: too short, too long, changed, or of another kit.
    let good = &blocks[0].solutions;
    for bad in
        [&good[..good.len() - 1], &[good.as_slice(), &[2]].concat(), &[good, good.as_slice()].concat(), &[]]
    {
        assert!(proof.check_block(0, bad).is_err());
    }
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 64;
        assert!(proof.check_block(0, &bad).is_err(), "byte {at}");
    }
}

#[test]
fn the_first_dead_deal_ends_the_search_and_is_told() {
    let setup = built_in("pretzel/sequential", &[("suits", "3"), ("ranks", "3")]);
    let dealer = Dealer::new(&setup).unwrap();
    let proof = Proof::new(&dealer, &whole(&[])).unwrap();
    let (tally, _, dead) = try_all(&proof);
    let answer = Answer::new(&proof, tally, dead.clone(), &[]);
    let id = dead.unwrap();
    let challenge = Registry::standard().challenge(&id).unwrap();
    assert_eq!(challenge.solve("bfs", &Limits::default()).unwrap().verdict, Verdict::Unsolvable);
    assert_eq!((answer.always, answer.counterexample.as_ref()), (Some(false), Some(&id)));
    assert!(answer.in_words()[0].starts_with("Not always solvable: "), "{:?}", answer.in_words());
}

#[test]
fn undecided_deals_are_neither_solved_nor_dead() {
    let setup = pairs("'AA', 'BB', 'CC', 'AA'", "");
    let dealer = Dealer::new(&setup).unwrap();
    let limits = Limits { states: 1, ..Limits::default() };
    let always = |extent: Extent| {
        let proof = Proof::new(&dealer, &extent).unwrap();
        let tried = proof.try_block(0, &limits, || true).unwrap().unwrap();
        assert!(!tried.dead && !tried.undecided.is_empty());
        let mut tally = Tally::default();
        tally.add(tried.tried, tried.different, tried.undecided.len() as u64);
        let answer = Answer::new(&proof, tally, None, &[]);
        (answer.always, answer.in_words().join(" "))
    };
    let (known, words) = always(whole(&[]));
    assert!(known.is_none() && words.starts_with("Not known: no deal is dead, but "), "{words}");
    let (known, words) = always(Extent::Samples { count: 900, seed: "a".into() });
    assert!(
        known.is_none() && words.contains("So few solved deals say nothing about the others."),
        "{words}"
    );
    let proof = Proof::new(&dealer, &Extent::Samples { count: 900, seed: "a".into() }).unwrap();
    let answer = Answer::new(&proof, Tally { tried: 900, different: 900, undecided: 2 }, None, &[]);
    assert_eq!(answer.always, None);
    let words = answer.in_words().join(" ");
    assert!(
        words.contains("fewer than 6.3 in 900 deals are dead, if the undecided ones are counted as dead"),
        "{words}"
    );
}

#[test]
fn a_sample_proves_no_more_than_the_rule_of_three() {
    let setup = pairs("'AA', 'BB', 'CC', 'AA'", "");
    let dealer = Dealer::new(&setup).unwrap();
    let words = |count| {
        let proof = Proof::new(&dealer, &Extent::Samples { count, seed: "a".into() }).unwrap();
        let (tally, _, dead) = try_all(&proof);
        let answer = Answer::new(&proof, tally, dead, &[]);
        assert_eq!(answer.always, None);
        answer.in_words().join(" ")
    };
    assert_eq!(
        words(3000),
        "Not proved: all of 3,000 deals by chance were solved. With 95% confidence, fewer than 3 in 3,000 deals are dead \
         (rule of three). There are 12 different deals; the others were not looked at."
    );
    assert!(words(3).contains("So few solved deals say nothing"));
}

#[test]
fn what_is_too_large_is_refused_before_any_work() {
    let setup = built_in("boxoff/shuffled", &[]);
    let dealer = Dealer::new(&setup).unwrap();
    let known = Proof::new(&dealer, &whole(&[])).err();
    assert_eq!(known, Some(NotAll::TooMany(Some(2_308_743_493_056))));
    let nested = built_in("pretzel/random-suits", &[]);
    let dealer = Dealer::new(&nested).unwrap();
    assert!(matches!(Proof::new(&dealer, &whole(&[])), Err(NotAll::TooMany(_))));
}
