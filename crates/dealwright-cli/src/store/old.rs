//! Records of earlier formats, which are still read.

/// The columns of format 1 in the order of their files; the last one came later and may be missing.
pub const FORMAT_1: [&str; 54] = [
    "game", "setup", "rules", "rows", "columns", "colours", "suits", "ranks", "steps", "seed", "index", "trial", "redeals", "id",
    "weight", "verdict", "reason", "length", "states", "dead_start", "chance", "chance_exact", "plays", "wins", "reachable",
    "dead_ends", "lost", "can_be_lost", "shortest_count", "pair_equality", "ducking_crabs", "duelling_deuces", "blockade",
    "connectivity", "distinct_pairs", "equal_steps", "zeros", "zero_steps", "double_zeros", "counter", "counter_least",
    "counter_most", "switches", "changes", "walk_moves", "walk_plays", "level", "cause", "repair", "repaired_id", "solver",
    "max_states", "max_memory", "shuffle",
];
