use super::*;
use crate::Registry;
use crate::setup::deal::Dealer;
use crate::setup::read;

fn ltiles() -> Setup {
    Registry::standard().setup("boxoff/ltiles", &[]).unwrap()
}

fn keep(text: &str) -> Vec<Keep> {
    Keep::read(text).unwrap()
}

#[test]
fn neighbours_keep_to_what_is_asked_for_and_read_back_from_their_files() {
    let setup = ltiles();
    let space = Space::new(&setup, &[Part::Faces, Part::Slots], keep("6 of each colour, pattern")).unwrap();
    let mut design = space.own().clone();
    let mut random = Stream::new(&["design"], 0);
    for _ in 0..30 {
        design = space.neighbour(&design, &mut random).unwrap();
        for symbol in 1..=4 {
            assert_eq!(design.pieces.iter().flatten().filter(|&&face| face == symbol).count(), 6);
        }
        assert!(design.pieces.iter().all(|faces| faces[0] == faces[1] || faces[0] == faces[2]), "{design:?}");
        let text = space.file(&design, "A try").unwrap();
        let again = read::read(&Registry::standard(), &text, "ltiles", &[], &|_| Err("none".into())).unwrap();
        let made = space.setup(&design).unwrap();
        let plan = |setup: &Setup| format!("{:?}", Dealer::new(setup).unwrap().plan);
        assert_eq!(plan(&again), plan(&made));
        assert_eq!(again.title, "A try");
    }
}

#[test]
fn designs_that_nobody_can_tell_apart_are_one() {
    let setup = ltiles();
    let space = Space::new(&setup, &[Part::Faces], keep("counts")).unwrap();
    let own = space.canonical(space.own());
    let mut other = space.own().clone();
    other.pieces.reverse();
    other.pieces[3].swap(1, 2);
    // The colours one further.
    other.pieces.iter_mut().flatten().for_each(|face| *face = *face % 4 + 1);
    assert_eq!(space.canonical(&other), own);
    other.pieces[0] = vec![1, 2, 3];
    assert_ne!(space.canonical(&other), own);
}

#[test]
fn a_kit_is_chosen_from_the_pieces_of_the_file_and_renaming_makes_no_others() {
    let text = r#"
        game = "boxoff"
        parameters = { rows = 4, columns = 6, colours = 4 }
        kit.tiles = { shape = "1x2", turns = "half", list = ["AB", "AB", "AB", "AB", "AB", "AB", "CC", "CC", "CC", "DD", "DD", "DD"] }
        board = { block = { rows = 1, columns = 2, slots = ["a1 b1"] } }
        step = [{ shuffle = "all" }, { turn = "by chance" }, { lay = { along = "slots" } }]
    "#;
    let setup = read::read(&Registry::standard(), text, "own", &[], &|_| Err("none".into())).unwrap();
    let space = Space::new(&setup, &[Part::Kit], keep("")).unwrap();
    let mut design = space.own().clone();
    let mut random = Stream::new(&["kit"], 0);
    for _ in 0..100 {
        design = space.neighbour(&design, &mut random).unwrap();
        let known = [vec![1, 2], vec![2, 1], vec![3, 3], vec![4, 4]];
        assert!(design.pieces.iter().all(|piece| known.contains(piece)), "{design:?}");
    }
    // Names that change nothing about which pieces there are may still be exchanged.
    let mut other = space.own().clone();
    for face in other.pieces.iter_mut().flatten() {
        *face = [0, 2, 1, 4, 3][usize::from(*face)];
    }
    assert_eq!(space.canonical(&other), space.canonical(space.own()));
}

#[test]
fn all_designs_of_a_small_space_are_those_that_brute_force_finds() {
    // Two tiles of two cells each in two colours, three of each: AA AB … counted by hand.
    let text = r#"
        game = "boxoff"
        [parameters]
        rows = 2
        columns = 2
        colours = 2
        [kit.tiles]
        shape = "1x2"
        turns = "half"
        list = ["AB", "AB"]
        [board]
        slots = "columns"
        [[step]]
        shuffle = "all"
        [[step]]
        turn = "by chance"
        [[step]]
        lay = { along = "slots" }
    "#;
    let setup = read::read(&Registry::standard(), text, "small", &[], &|_| Err("none".into())).unwrap();
    let space = Space::new(&setup, &[Part::Faces], keep("2 of each colour")).unwrap();
    let all = space.all(100).unwrap();
    let pieces: Vec<&Vec<Vec<u8>>> = all.iter().map(|design| &design.pieces).collect();
    assert_eq!(pieces, [&vec![vec![1, 1], vec![2, 2]], &vec![vec![1, 2], vec![1, 2]]]);
    let places = Space::new(&setup, &[Part::Faces, Part::Slots], keep("counts")).unwrap();
    assert_eq!(places.all(100).unwrap().len(), 4);
    assert!(space.all(1).is_none());
}

#[test]
fn every_design_that_a_walk_meets_is_among_all_of_them() {
    let setup = ltiles();
    let space = Space::new(&setup, &[Part::Faces], keep("6 of each colour, pattern")).unwrap();
    let all: BTreeSet<Design> = space.all(5000).unwrap().into_iter().collect();
    assert!(all.contains(&space.canonical(space.own())));
    let mut random = Stream::new(&["walk"], 0);
    let mut design = space.own().clone();
    let mut met = BTreeSet::new();
    for _ in 0..300 {
        design = space.neighbour(&design, &mut random).unwrap();
        assert!(all.contains(&design), "{}", space.words(&design));
        met.insert(design.clone());
    }
    // There are only few, and a walk soon meets most of them.
    assert!(4 * met.len() > 3 * all.len(), "{} of {}", met.len(), all.len());
}

#[test]
fn boards_are_filled_in_as_many_ways_as_are_known() {
    // L-trominoes on 4 x 6 and 6 x 6: 18 and 162 (OEIS A165791); dominoes on 2 x 12: Fibonacci's 233.
    let setup = ltiles();
    assert_eq!(places::tilings(&setup, Shape::L).unwrap().len(), 18);
    let options = [("rows".to_string(), "6".to_string()), ("colours".to_string(), "6".to_string())];
    let setup = Registry::standard().setup("boxoff/ltiles", &options).unwrap();
    assert_eq!(places::tilings(&setup, Shape::L).unwrap().len(), 162);
    let setup = Registry::standard().setup("fujisan/dominoes", &[]).unwrap();
    assert_eq!(places::tilings(&setup, Shape::PAIR).unwrap().len(), 233);
}

#[test]
fn kits_of_dominoes_are_chosen_from_the_whole_set() {
    let setup = Registry::standard().setup("fujisan/dominoes", &[]).unwrap();
    let space = Space::new(&setup, &[Part::Kit], keep("different, 15 to 17 pieces")).unwrap();
    assert_eq!(space.own().pieces.len(), 15);
    let mut random = Stream::new(&["kit"], 0);
    let mut design = space.own().clone();
    for _ in 0..20 {
        // Doubles would break what the file proves of its kit, so only the size could change: to nothing.
        match space.neighbour(&design, &mut random) {
            Some(next) => design = next,
            None => break,
        }
        assert!((15..=17).contains(&design.pieces.len()));
    }
}

#[test]
fn deals_can_be_opened_for_cards() {
    let setup = Registry::standard().setup("pretzel/banded", &[]).unwrap();
    let space = Space::new(&setup, &[Part::Deal], Vec::new()).unwrap();
    let mut random = Stream::new(&["deal"], 0);
    let next = space.neighbour(space.own(), &mut random).unwrap();
    assert_ne!(next.lay, 0);
    assert!(space.file(&next, "Otherwise").unwrap().contains("deal = {"));
    assert!(Space::new(&setup, &[Part::Faces], Vec::new()).is_err());
    assert!(Space::new(&setup, &[Part::Slots], Vec::new()).is_err());
}

#[test]
fn conditions_are_read_in_words_and_refused_with_a_remedy() {
    assert_eq!(keep("6 of each colour, different"), [Keep::Each(6), Keep::Different]);
    assert_eq!(keep("12 to 18 dominoes"), [Keep::Pieces(12, 18)]);
    for wrong in ["six of each colour", "18 to 12 pieces", "nice", "0 pieces"] {
        assert!(Keep::read(wrong).unwrap_err().contains("expected '6 of each colour'"), "{wrong}");
    }
    let setup = ltiles();
    let error = Space::new(&setup, &[Part::Faces], keep("5 of each colour")).err().unwrap();
    assert_eq!(error, "the file's own pieces do not keep to '5 of each'");
}

/// Eight tiles in two piles of four, one for the upper and one for the lower half of the board.
fn two_piles(lower: &str) -> Setup {
    let text = format!(
        "game = 'boxoff'\n[parameters]\nrows = 4\ncolumns = 6\ncolours = 4\n[kit.upper]\nshape = 'L'\nturns = 'flip'\n\
         list = ['AAA', 'AAB', 'BBC', 'BCC']\n[kit.lower]\nshape = 'L'\n{lower}\n[board]\n\
         block = {{ rows = 2, columns = 3, slots = ['a2 b2 a1', 'c1 b1 c2'] }}\n\
         [[step]]\nshuffle = {{ what = 'upper' }}\n[[step]]\nturn = {{ what = 'upper', how = 'by chance' }}\n\
         [[step]]\nlay = {{ what = 'upper', along = 'slots' }}\n[[step]]\nshuffle = {{ what = 'lower' }}\n\
         [[step]]\nlay = {{ what = 'lower', along = 'slots' }}\n"
    );
    read::read(&Registry::standard(), &text, "two", &[], &|_| Err("none".into())).unwrap()
}

#[test]
fn pieces_of_several_groups_are_designed_together_and_change_places() {
    let setup = two_piles("list = ['ABB', 'CCC', 'DDD', 'DDD']");
    let space = Space::new(&setup, &[Part::Faces], keep("counts")).unwrap();
    assert_eq!(space.words(space.own()), "AAA AAB BBC BCC | ABB CCC DDD DDD");
    let mut design = space.own().clone();
    let mut random = Stream::new(&["groups"], 0);
    let mut lower = BTreeSet::new();
    for _ in 0..60 {
        design = space.neighbour(&design, &mut random).unwrap();
        for symbol in 1..=4 {
            assert_eq!(design.pieces.iter().flatten().filter(|&&face| face == symbol).count(), 6);
        }
        let made = space.setup(&design).unwrap();
        assert_eq!((made.kit[0].pieces.len(), made.kit[1].pieces.len()), (4, 4));
        lower.insert(made.kit[1].pieces.iter().map(|piece| piece.faces.clone()).collect::<Vec<_>>());
    }
    assert!(lower.len() > 20);
    // The order within a group makes no difference, the group does.
    let mut other = space.own().clone();
    other.pieces.swap(0, 3);
    assert_eq!(space.canonical(&other), space.canonical(space.own()));
    other.pieces.swap(0, 7);
    assert_ne!(space.canonical(&other), space.canonical(space.own()));
    for part in [Part::Slots, Part::Deal, Part::Kit] {
        let error = Space::new(&setup, &[Part::Faces, part], Vec::new()).err().unwrap();
        assert!(error.contains("upper, lower"), "{error}");
    }
}

#[test]
fn small_spaces_of_several_groups_are_listed_whole() {
    let text = "game = 'boxoff'\n[parameters]\nrows = 2\ncolumns = 4\ncolours = 2\n[kit.left]\nshape = '1x2'\nturns = 'half'\n\
                list = ['AA', 'BB']\n[kit.right]\nshape = '1x2'\nturns = 'half'\nlist = ['AA', 'BB']\n[board]\n\
                slots = ['a1 a2', 'b1 b2', 'c1 c2', 'd1 d2']\n[[step]]\nshuffle = { what = 'left' }\n[[step]]\n\
                lay = { what = 'left', along = 'slots' }\n[[step]]\nshuffle = { what = 'right' }\n[[step]]\n\
                lay = { what = 'right', along = 'slots' }\n";
    let setup = read::read(&Registry::standard(), text, "small", &[], &|_| Err("none".into())).unwrap();
    let space = Space::new(&setup, &[Part::Faces], keep("counts")).unwrap();
    // Left and right with four squares of each colour, colours named either way, pieces of a side in any order.
    let all = space.all(100).unwrap();
    let words: BTreeSet<String> = all.iter().map(|design| space.words(design)).collect();
    assert_eq!(words.len(), all.len());
    let expected = [
        "AA AA | BB BB",
        "AA AB | AB BB",
        "AA BB | AA BB",
        "AA BB | AB AB",
        "AB AB | AA BB",
        "AB AB | AB AB",
    ];
    assert_eq!(words.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

fn onion() -> Setup {
    Registry::standard().setup("blackhole/onion", &[]).unwrap()
}

#[test]
fn opened_piles_share_out_every_rank_once_and_read_back_from_their_files() {
    let setup = onion();
    let space = Space::new(&setup, &[Part::Piles, Part::Deal], Vec::new()).unwrap();
    assert_eq!(space.words(space.own()), "6 7 8 9 | 4 5 T J | A 2 3 Q K, pile after pile along rounds");
    let mut design = space.own().clone();
    let mut random = Stream::new(&["piles"], 0);
    let mut numbers = BTreeSet::new();
    for _ in 0..100 {
        design = space.neighbour(&design, &mut random).unwrap();
        let mut ranks = design.piles.concat();
        ranks.sort_unstable();
        assert_eq!(ranks, (1..=13).collect::<Vec<u8>>(), "{design:?}");
        assert!(design.piles.len() > 1 && design.piles.iter().all(|pile| !pile.is_empty()), "{design:?}");
        numbers.insert(design.piles.len());
        let text = space.file(&design, "A try").unwrap();
        let again = read::read(&Registry::standard(), &text, "onion", &[], &|_| Err("none".into())).unwrap();
        let dealt = |setup: &Setup| Dealer::new(setup).unwrap().deal("piles", 3).unwrap().cells;
        assert_eq!(dealt(&again), dealt(&space.setup(&design).unwrap()));
    }
    assert!(numbers.len() > 2, "piles are joined and divided: {numbers:?}");
}

#[test]
fn piles_of_the_same_ranks_are_one_design_and_their_order_makes_another() {
    let setup = onion();
    let space = Space::new(&setup, &[Part::Piles], Vec::new()).unwrap();
    let mut other = space.own().clone();
    other.piles[0].reverse();
    assert_eq!(space.canonical(&other), *space.own());
    other.piles.swap(0, 1);
    assert_ne!(space.canonical(&other), *space.own());
}

#[test]
fn piles_that_nobody_makes_cannot_be_opened() {
    let registry = Registry::standard();
    let setup = registry.setup("blackhole/shuffled", &[]).unwrap();
    let error = Space::new(&setup, &[Part::Piles], Vec::new()).err().unwrap();
    assert!(error.contains("add a step such as split"), "{error}");
}
