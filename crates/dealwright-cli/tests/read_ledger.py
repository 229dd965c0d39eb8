"""Works the claim ledger out again from the records, with docs/methods.md alone: values, intervals, p values, verdicts.

Usage: read_ledger.py DEALWRIGHT [DIR]

Without DIR the claims below are put to the test first. Studies of the paper's size are drawn by another generator here,
so their shares are compared within the error of both draws.
"""

import collections
import csv
import functools
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import pandas as pd
from scipy import stats

CLAIMS = ["boxoff-464-shuffled", "boxoff-464-abc", "boxoff-pairs", "pretzel-44", "pretzel-solvability", "pretzel-length",
          "pretzel-blockades", "fujisan-solvability", "fujisan-random", "fujisan-length", "fujisan-connectivity",
          "fujisan-poisson", "counts"]
RULES = ["printed share", "printed mean", "printed value", "significance", "no significance", "direction", "bound", "fact",
         "power of ten", "fit"]
PAPER = 1000
Z = 1.959964
# Studies drawn here, and by the program; shares drawn by both may be this many standard errors apart.
SHARE_STUDIES, VALUE_STUDIES, THEIRS, ERRORS = 20_000, 400, 1000, 4.5
SIZES = {"boxoff": ["rows", "columns", "colours"], "pretzel": ["suits", "ranks"], "fujisan": ["steps"]}
random = np.random.default_rng(20_000)


def rounded(value):
    """To the nearest whole number, halves up."""
    return math.floor(value + 0.5)


class Line:
    """The records of one setup at one size under one set of rules."""

    def __init__(self, folder, name):
        part, words = name.split(": ")
        setup, sizes, rules = re.fullmatch(r"(\S+) \(([\d,]+)\) ?(.*)", words).groups()
        game = setup.split("/")[0]
        rows = study(folder / "records" / part)
        chosen = (rows["setup"] == setup) & (rows["rules"].fillna("") == rules)
        for column, size in zip(SIZES[game], sizes.split(",")):
            chosen &= rows[column] == int(size)
        self.rows = rows[chosen]
        assert len(self.rows) > 0, name
        assert (self.rows["verdict"] != "undecided").all(), name
        self.exact = json.loads((folder / "records" / part / "manifest.json").read_text())["study"]["census"]
        self.is_solvable = self.rows["verdict"] == "solvable"
        self.total = int(self.rows["weight"].sum())
        self.solvable = int(self.rows["weight"][self.is_solvable].sum())
        self.share = self.solvable / self.total
        # A census has no error.
        self.interval = (self.share, self.share) if self.exact else wilson(self.solvable, self.total)
        self.paper_solvable = rounded(PAPER * self.share)

    def values(self, column, solvable=None):
        """One value for each physical outcome; of solvable ones, of unsolvable ones, or of all."""
        chosen = slice(None) if solvable is None else self.is_solvable == solvable
        rows = self.rows[chosen]
        return np.repeat(rows[column].to_numpy(dtype=float), rows["weight"])

    def mean(self, column, solvable=None):
        """A mean with its interval."""
        values = self.values(column, solvable)
        error = 0 if self.exact else Z * values.std(ddof=1) / math.sqrt(len(values))
        return values.mean(), values.mean() - error, values.mean() + error


COLUMNS = ["setup", "rules", "rows", "columns", "colours", "suits", "ranks", "steps", "weight", "verdict", "length", "chance",
           "pair_equality", "ducking_crabs", "duelling_deuces", "blockade", "connectivity"]


@functools.cache
def study(folder):
    # A study has the columns of its own games; what it lacks is missing in all its rows.
    rows = pd.read_parquet(folder / "records")
    return rows.reindex(columns=COLUMNS)


@functools.cache
def line(folder, name):
    return Line(folder, name)


def wilson(k, n):
    interval = stats.binomtest(k, n).proportion_ci(method="wilson")
    return interval.low, interval.high


def close(ours, theirs, what, tolerance=1e-9):
    assert theirs is not None and math.isclose(ours, theirs, rel_tol=tolerance, abs_tol=1e-12), (what, ours, theirs)


def same(row, verdict):
    assert row["verdict"] in (verdict, "not judged"), (row["claim"], row["statement"], row["reading"], row["verdict"], verdict)


def check_interval(row, value, low, high):
    close(value, row["value"], row["statement"])
    # z has seven digits in one place and all of them in another.
    close(low, row["low"], row["statement"], 1e-6)
    close(high, row["high"], row["statement"], 1e-6)


def check_sizes(row, ours, paper):
    assert row["n"] == list(ours) and row["paper_n"] == list(paper), (row["statement"], row["n"], ours, row["paper_n"], paper)


def check_studies(row, share, studies):
    """A share that was drawn twice."""
    theirs = row["found_in_studies"]
    middle = (share * studies + theirs * THEIRS) / (studies + THEIRS)
    error = math.sqrt(middle * (1 - middle) * (1 / studies + 1 / THEIRS))
    assert abs(share - theirs) <= ERRORS * error + 1e-12, (row["claim"], row["statement"], row["reading"], share, theirs)


def by_studies(share):
    return "agrees" if share >= 0.5 else "possible but lucky" if share >= 0.05 else "differs"


def by_direction(low, high):
    return "agrees" if low > 0 else "differs" if high < 0 or low == high == 0 else "cannot tell"


def printed(words):
    """The least and the greatest share that is printed like this."""
    if words == "almost 10%":
        return 0.09, 0.10
    number = words.rstrip("%")
    half = 0.5 * 10.0 ** -(len(number.split(".")[1]) if "." in number else 0)
    return (float(number) - half) / 100, (float(number) + half) / 100


def nearest(words, value):
    low, high = printed(words)
    return min(max(value, low), high)


def is_share(words, part, whole, exact, size):
    share = part / whole
    theirs = nearest(words, share)
    if exact:
        return abs(theirs - share) <= Z * math.sqrt(share * (1 - share) / size)
    k = rounded(theirs * size)
    pooled = (k + part) / (size + whole)
    error = math.sqrt(pooled * (1 - pooled) * (1 / size + 1 / whole))
    return 2 * stats.norm.sf(abs(k / size - share) / error) >= 0.05


def difference(a, b):
    """Newcombe's interval; against a census, the other's own."""
    value = a.share - b.share
    (a_low, a_high), (b_low, b_high) = a.interval, b.interval
    if a.exact or b.exact:
        return value, a_low - b_high, a_high - b_low
    return value, value - math.hypot(a.share - a_low, b_high - b.share), value + math.hypot(a_high - a.share, b.share - b_low)


def apart(a, b):
    """The difference of two means."""
    half = math.hypot((a[2] - a[1]) / 2, (b[2] - b[1]) / 2)
    return a[0] - b[0], a[0] - b[0] - half, a[0] - b[0] + half


def share_studies(a, b):
    """Shares of studies that find a above b, and below."""
    trials = [random.binomial(100, line.share, size=(SHARE_STUDIES, 10)) / 100 for line in (a, b)]
    means = trials[0].mean(axis=1) - trials[1].mean(axis=1)
    with warnings.catch_warnings():
        # Trials that are all alike are seen to below.
        warnings.simplefilter("ignore")
        p = stats.ttest_ind(*trials, axis=1).pvalue
    flat = (trials[0].std(axis=1) == 0) & (trials[1].std(axis=1) == 0)
    p = np.where(flat, np.where(means == 0, 1.0, 0.0), p)
    return ((p < 0.05) & (means > 0)).mean(), ((p < 0.05) & (means < 0)).mean()


def whitney(a, b):
    test = stats.mannwhitneyu(a, b, method="asymptotic")
    return test.statistic / (len(a) * len(b)), test.pvalue


def rank_studies(a, b, sizes):
    """Share of studies whose test finds the first values smaller."""
    found = 0
    for _ in range(VALUE_STUDIES):
        superiority, p = whitney(random.choice(a, sizes[0]), random.choice(b, sizes[1]))
        found += p < 0.05 and superiority < 0.5
    return found / VALUE_STUDIES


def check_share(row, lines):
    line, = lines
    if "8 or 9 moves" in row["statement"]:
        lengths = line.values("length", True)
        part, whole = int(np.isin(lengths, [8, 9]).sum()), len(lengths)
        size, interval = rounded(PAPER * whole / line.total), wilson(part, whole)
        check_sizes(row, [whole], [size])
    else:
        part, whole, size, interval = line.solvable, line.total, PAPER, line.interval
        check_sizes(row, [len(line.rows)], [PAPER])
    check_interval(row, part / whole, *interval)
    same(row, "agrees" if is_share(row["paper"], part, whole, line.exact, size) else "differs")


def check_mean(row, lines):
    line, = lines
    kind = re.search(r"(all|solvable|unsolvable) boards", row["statement"])[1]
    solvable = {"all": None, "solvable": True, "unsolvable": False}[kind]
    values = line.values("pair_equality", solvable)
    size = rounded(PAPER * len(values) / line.total)
    check_sizes(row, [len(values)], [size])
    value, low, high = line.mean("pair_equality", solvable)
    check_interval(row, value, low, high)
    error = Z * values.std(ddof=1) * math.sqrt(1 / size + 1 / len(values))
    same(row, "agrees" if abs(nearest(row["paper"], value) - value) <= error else "differs")


def check_value(row, lines):
    """Medians, and p values of the test between the four setups."""
    samples = [line.values("length", True) for line in lines]
    check_sizes(row, map(len, samples), [line.paper_solvable for line in lines])
    if "median" in row["statement"]:
        values, n = np.sort(samples[0]), len(samples[0])
        # The r-th smallest and the r-th largest: fewer than r below the median with a chance of at most 2.5%.
        rank = int(stats.binom.ppf(0.025, n, 0.5))
        rank = rank if stats.binom.cdf(rank - 1, n, 0.5) <= 0.025 else rank - 1
        check_interval(row, np.median(values), values[rank - 1], values[n - rank])
        drawn = [np.median(random.choice(values, lines[0].paper_solvable)) for _ in range(4 * VALUE_STUDIES)]
        least, most = row["paper_value"] - 0.5, row["paper_value"] + 0.5
        is_found = [least <= value <= most for value in drawn]
    else:
        drawn = [stats.kruskal(*(random.choice(s, line.paper_solvable) for s, line in zip(samples, lines))).pvalue
                 for _ in range(VALUE_STUDIES)]
        least, most = 6.35e-9, 6.45e-9
        is_found = [p <= 6.4e-9 for p in drawn]
    check_studies(row, np.mean(is_found), len(drawn))
    low, high = row["numbers"]["studies_low"], row["numbers"]["studies_high"]
    # The 2.5th percentile of theirs lies between the 0.5th and the 6th of ours.
    lowest, low_end, high_end, highest = np.quantile(drawn, [0.005, 0.06, 0.94, 0.995])
    assert lowest <= low <= low_end and high_end <= high <= highest, (row["statement"], low, high, lowest, highest)
    same(row, "agrees" if low <= most and high >= least else "differs")


def ranked(row, lines):
    """Two samples for a test on ranks, the sizes that the paper's have, and whether the first is said to be greater."""
    if len(lines) == 2:
        return [line.values("length", True) for line in lines], [line.paper_solvable for line in lines], False
    column = "pair_equality" if "equal pairs" in row["statement"] else "connectivity"
    samples = [lines[0].values(column, True), lines[0].values(column, False)]
    return samples, [lines[0].paper_solvable, PAPER - lines[0].paper_solvable], True


def check_ranks(row, lines):
    """Gives what our own test says, as an interval that is above or below 0 or around it."""
    samples, sizes, greater = ranked(row, lines)
    check_sizes(row, map(len, samples), sizes)
    superiority, p = whitney(*samples)
    close(superiority, row["value"], row["statement"])
    close(p, row["numbers"]["p"], row["statement"], 1e-7)
    close(2 * superiority - 1, row["numbers"]["rank_biserial"], row["statement"])
    order = (1, 0) if greater else (0, 1)
    check_studies(row, rank_studies(samples[order[0]], samples[order[1]], (sizes[order[0]], sizes[order[1]])), VALUE_STUDIES)
    if p >= 0.05:
        return -1, 1
    return (1, 1) if (superiority > 0.5) == greater else (-1, -1)


def check_significance(row, lines):
    if len(lines) == 4:
        samples = [line.values("length", True) for line in lines]
        sizes = [line.paper_solvable for line in lines]
        check_sizes(row, map(len, samples), sizes)
        test = stats.kruskal(*samples)
        close(test.pvalue, row["numbers"]["p"], row["statement"], 1e-7)
        close(test.statistic / (sum(map(len, samples)) - 1), row["value"], row["statement"])
        found = [stats.kruskal(*map(random.choice, samples, sizes)).pvalue < 0.05 for _ in range(VALUE_STUDIES)]
        check_studies(row, np.mean(found), VALUE_STUDIES)
        low, high = (1, 1) if test.pvalue < 0.05 else (-1, 1)
    elif "Banded above" in row["statement"] or "above Shuffled" in row["statement"] or "above Piecepack" in row["statement"]:
        check_sizes(row, [len(line.rows) for line in lines], [PAPER, PAPER])
        value, low, high = difference(*lines)
        check_interval(row, value, low, high)
        check_studies(row, share_studies(*lines)[0], SHARE_STUDIES)
    else:
        low, high = check_ranks(row, lines)
    ours = by_direction(low, high)
    same(row, by_studies(row["found_in_studies"]) if ours == "agrees" else ours)


def check_no_significance(row, lines):
    value, low, high = difference(*lines)
    check_interval(row, value, low, high)
    above, below = share_studies(*lines)
    check_studies(row, 1 - above - below, SHARE_STUDIES)
    verdict = by_studies(row["found_in_studies"])
    same(row, verdict if verdict == "agrees" or low > 0 or high < 0 else "cannot tell")


def check_direction(row, lines):
    if row["paper"] in ("helps", "hinders", "much worse"):
        value, low, high = difference(*lines)
        check_interval(row, value, low, high)
        above, below = share_studies(*lines)
        check_studies(row, above if row["paper"] == "helps" else below, SHARE_STUDIES)
        low, high = (low, high) if row["paper"] == "helps" else (-high, -low)
    elif "dip" in row["statement"]:
        two, three, four, five = lines
        value, low, high = min((difference(two, three), difference(four, three), difference(four, five)), key=lowest)
        check_interval(row, value, low, high)
    elif len(lines) == 4:
        shuffled, piecepack, engraved, dominoes = (line.mean("connectivity") for line in lines)
        pairs = [apart(more, less) for more in (piecepack, dominoes) for less in (shuffled, engraved)]
        value, low, high = min(pairs, key=lowest)
        check_interval(row, value, low, high)
    else:
        low, high = check_ranks(row, lines)
    same(row, by_direction(low, high))


def lowest(step):
    return not step[2] < 0, step[1]


def check_bound(row, lines):
    if "random play" in row["statement"]:
        value, low, high = lines[0].mean("chance")
        check_interval(row, value, low, high)
        same(row, "agrees" if high < 0.003 else "differs" if low >= 0.003 else "cannot tell")
    else:
        column = "ducking_crabs" if "Crab" in row["statement"] else "blockade"
        share = (lines[0].values(column) > 0).mean()
        check_exact(row, lines, share)
        same(row, "agrees" if share >= 1 / 3 else "differs")


def check_exact(row, lines, value):
    assert row["exact"] is True and row["low"] == row["high"] == row["value"], row
    close(value, row["value"], row["statement"])
    assert row["n"] == [len(line.rows) for line in lines], row


def check_fact(row, lines):
    if row["claim"] == "counts":
        check_count(row)
    elif row["statement"] == "adjacent pairs on 4x6":
        assert row["value"] == 4 * 5 + 3 * 6 and row["exact"]
        same(row, "agrees")
    elif "Ducking Crab" in row["statement"]:
        value = lines[0].values("ducking_crabs").mean() / 2
        check_exact(row, lines, value)
        same(row, "agrees" if abs(value - 1 / 6) < 1e-12 else "differs")
    elif "Duelling" in row["statement"]:
        value = (lines[0].values("duelling_deuces") > 0).mean()
        check_exact(row, lines, value)
        same(row, "agrees" if abs(value - 1 / 9) < 1e-12 else "differs")
    elif row["paper"] == "identical":
        check_exact(row, lines, 0)
        assert lines[0].solvable == lines[1].solvable
        same(row, "agrees")
    elif row["paper"] == "impossible":
        greatest = max(line.values(column).max() for line in lines for column in ("ducking_crabs", "duelling_deuces"))
        close(greatest, row["value"], row["statement"])
        same(row, "agrees" if greatest == 0 else "differs")
    elif row["statement"] == "L-Tiles: fewest equal pairs":
        least = lines[0].values("pair_equality").min()
        close(least, row["value"], row["statement"])
        same(row, "agrees" if least >= 0.205 else "differs")
    else:
        return False
    return True


F = math.factorial
# What is different on the table: equal tokens and coins are not told apart, nor are holes; engraved tiles show themselves or not.
COUNTS = {
    "BoxOff (4,6,4) Shuffled": F(24) // F(6) ** 4, "BoxOff (4,6,4) L-Tiles": 2 ** 8 * F(8),
    "Pretzel (4,4) Shuffled": F(16) // F(4), "Pretzel (4,4) Sequential": F(4) ** 4, "Pretzel (4,4) Banded": F(4) ** 4,
    "Fujisan Shuffled": F(24) // F(4) ** 6, "Fujisan Piecepack": F(6) ** 4,
    "Fujisan Engraved": sum(math.comb(15, i) * math.comb(5, 10 - i) * 2 ** i * F(10) for i in range(5, 11)),
    "Fujisan Dominoes": math.comb(15, 12) * 2 ** 12 * F(12),
}


def check_count(row):
    if row["statement"] == "what symmetry changes":
        assert row["value"] == 4 and row["exact"]
        return same(row, "agrees")
    number = COUNTS[row["statement"].split(":")[0]]
    assert row["exact"] and row["n"] == [number] and row["value"] == row["low"] == row["high"] == float(number), row
    if row["judged_by"] == "fact":
        return same(row, "agrees" if math.isclose(row["paper_value"], number, rel_tol=1e-9) else "differs")
    power = int(row["paper"].removeprefix("about 10^"))

    def fits(value):
        return 10 ** (power - 0.5) <= value < 10 ** (power + 1)
    quarter = "agrees only under a quarter, for symmetry" if fits(number / 4) and "Pretzel" not in row["statement"] else "differs"
    same(row, "agrees" if fits(number) else quarter)


def check_fit(row, lines):
    lengths = lines[0].values("length", True)
    least = 8 if "beyond 8" in row["statement"] else 0
    mean, sd = lengths.mean(), lengths.std()
    # On the upper side of the mean, where tails keep their digits.
    far = np.abs(lengths - mean)
    normal = np.log(stats.norm.sf((far - 0.5) / sd) - stats.norm.sf((far + 0.5) / sd)).sum()
    poisson = stats.poisson.logpmf(lengths - least, mean - least).sum()
    value = (2 * 2 - 2 * normal) - (2 * 1 - 2 * poisson)
    close(value, row["value"], row["statement"], 1e-6)
    same(row, "agrees" if value > 0 else "differs")


CHECKS = {"printed share": check_share, "printed mean": check_mean, "printed value": check_value,
          "significance": check_significance, "no significance": check_no_significance, "direction": check_direction,
          "bound": check_bound, "fact": check_fact, "power of ten": lambda row, _: check_count(row), "fit": check_fit}


def check_claim(claim):
    """The verdict on a claim, from its statements."""
    def under(reading):
        return [s for s in claim["statements"] if s["verdict"] != "not judged" and s["reading"] in ("", reading)]

    def weakest(statements):
        order = ["differs", "cannot tell", "agrees only", "possible but lucky", "agrees"]
        return min((s["verdict"] for s in statements), key=lambda v: next(n for n, word in enumerate(order) if v.startswith(word)))
    verdict, decides = weakest(under("column")), "column"
    other = under("free")
    if verdict == "differs" and any(s["reading"] == "free" for s in other) and weakest(other) == "agrees":
        verdict, decides = "agrees only under free", "free"
    assert claim["verdict"] == verdict, (claim["name"], claim["verdict"], verdict)
    shares = [s["found_in_studies"] for s in under(decides) if s["judged_by"] in ("significance", "no significance")]
    assert claim["found_in_studies"] == min(shares, default=None), claim["name"]


def check_csv(ledger, path):
    """The same keys and values in both files, and a value and a size in every row."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    statements = [statement for claim in ledger["claims"] for statement in claim["statements"]]
    assert ledger["format"] == 2 and len(rows) == len(statements)
    for row, statement in zip(rows, statements):
        assert list(row) == list(statement)
        for key, text in row.items():
            value = statement[key]
            if value is None:
                assert text == "", (key, text)
            elif isinstance(value, bool):
                assert text == str(value).lower(), (key, text)
            elif isinstance(value, float):
                assert float(text) == value, (key, text)
            elif isinstance(value, list):
                assert text == "; ".join(map(str, value)), (key, text)
            elif isinstance(value, dict):
                pairs = dict(pair.split("=") for pair in text.split("; ") if pair)
                assert {name: float(number) for name, number in pairs.items()} == value, (key, text)
            else:
                assert text == value, (key, text)
        assert statement["value"] is not None and statement["n"], statement
        by_studies_only = statement["judged_by"] in ("significance", "no significance", "printed value")
        assert not by_studies_only or statement["found_in_studies"] is not None, statement


def check(folder):
    ledger = json.loads((folder / "claims.json").read_text(encoding="utf-8"))
    check_csv(ledger, folder / "claims.csv")
    checked = collections.Counter()
    for claim in ledger["claims"]:
        if claim["name"] not in CLAIMS:
            continue
        check_claim(claim)
        for row in claim["statements"]:
            lines = [line(folder, name) for name in row["records"]]
            if CHECKS[row["judged_by"]](row, lines) is not False:
                checked[row["judged_by"]] += 1
    assert all(checked[rule] > 0 for rule in RULES), checked
    print(f"{sum(checked.values())} rows of the ledger worked out again: all the same ({dict(checked)})")


def main():
    if len(sys.argv) > 2:
        return check(pathlib.Path(sys.argv[2]))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[1], "reproduce", *CLAIMS, "--quick", "--out", folder], check=True, capture_output=True)
        check(pathlib.Path(folder))


main()
