"""Works comparisons, intervals and levels out again from the records, with the statistics of method.py.

Usage: read_comparison.py DEALWRIGHT
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

import pandas as pd
from scipy import stats

import method


def dealwright(*words):
    return subprocess.run([sys.argv[1], *map(str, words)], check=True, capture_output=True, text=True).stdout


def close(ours, theirs, what, error=1e-9):
    assert ours is not None and math.isclose(ours, theirs, rel_tol=error, abs_tol=error), (what, ours, theirs)


def pairs_close(ours, theirs, what, error):
    for one, other in zip(ours, theirs):
        close(one, other, what, error)


def gains(rows):
    return (rows["verdict"] == "solvable").astype(float) - rows["chance"]


def widened(value, interval, down, up, least):
    low = value - math.hypot(value - interval[0], down)
    high = value + math.hypot(interval[1] - value, up)
    return max(low, least), min(high, 1.0)


def plays_of(rows, confidence):
    """Sampled plays of challenges that came up more than once."""
    sampled = rows[rows["chance_exact"] == False]  # noqa: E712 (missing is neither)
    if sampled.empty:
        return 0.0, 0.0
    counts = [(len(group), group["chance"].iloc[0]) for _, group in sampled.groupby("id")]
    return method.reach(counts, sampled["plays"].min(), len(rows), confidence)


def check(folder, words, samples):
    out = pathlib.Path(folder) / "look"
    report = json.loads(dealwright("compare", *words, "--samples", samples, "--seed", "method", "--json", "--out", out))
    rows = pd.read_parquet(out / "records")
    lines = [group for _, group in rows.groupby("setup", sort=False)]
    assert len(lines) == len(report["lines"])
    for line, found in zip(lines, report["lines"]):
        solvable = int((line["verdict"] == "solvable").sum())
        wilson = stats.binomtest(solvable, len(line)).proportion_ci(method="wilson")
        pairs_close(found["solvable_interval"], (wilson.low, wilson.high), "Wilson", 1e-9)
        down, up = plays_of(line, 0.95)
        chance = method.Sample(line["chance"])
        interval = widened(chance.mean, chance.interval(0.95), down, up, 0.0)
        pairs_close(found["chance_interval"], interval, "chance", 2e-4)
        interest = method.Sample(gains(line))
        interval = widened(interest.mean, interest.interval(0.95), up, down, 0.0)
        pairs_close(found["interest_interval"], interval, "interest", 2e-4)
        # Levels follow from chances or lengths.
        for _, row in line[line["verdict"] == "solvable"].iterrows():
            if row["game"] == "fujisan":
                assert row["level"] == method.level_by_length(row["length"], row["counter_least"]), row["id"]
            else:
                assert row["level"] == method.level_by_chance(row["chance"]), row["id"]
        for place, level in enumerate(["gentle", "steady", "tricky", "fiendish"]):
            assert found["levels"][place] == int((line["level"] == level).sum())
    m = len(report["differences"])
    error = 0.05 / m
    names = [line["setup"] for line in report["lines"]]
    p_values = []
    for found in report["differences"]:
        # Titles tell the lines apart; lines come in the order of their setups.
        first, second = (report_names(report).index(found[key]) for key in ("first", "second"))
        a, b = lines[first], lines[second]
        what = found["what"]
        if what in ("levels", "lengths"):
            of = "length" if what == "lengths" else "level"
            order = {"gentle": 0, "steady": 1, "tricky": 2, "fiendish": 3}
            values = [x[of].dropna().map(order) if of == "level" else x[of].dropna() for x in (a, b)]
            p, sizes = method.ranks(*values), [len(x) for x in values]
            close(found["p"], p, what, 1e-6)
            answer = "real" if p < error else None
            ahead = method.superiority(*values)
            close(found["superiority"], ahead, what)
            directed = p < error and abs(ahead - 0.5) > method.hoeffding(*sizes, error)
            assert found["direction"] == directed, found
        else:
            assert found["direction"] is None
            if what in ("solvable", "repaired by one change"):
                if what == "solvable":
                    counts = [(int((x["verdict"] == "solvable").sum()), len(x)) for x in (a, b)]
                else:
                    dead = [x[x["verdict"] == "unsolvable"]["repair"] for x in (a, b)]
                    counts = [(int((x != "none").sum()), len(x)) for x in dead]
                one, two = (method.Sample.share(*count) for count in counts)
                close(found["p"], method.fisher(*counts[0], *counts[1]), what, 2e-3)
                reaches = ((0.0, 0.0), (0.0, 0.0))
                sizes = [count[1] for count in counts]
            else:
                values = [x["chance"] if what == "chance win" else gains(x) for x in (a, b)]
                one, two = (method.Sample(x) for x in values)
                reaches = [plays_of(x, 1 - error) for x in (a, b)]
                if what == "interest":
                    reaches = [(up, down) for down, up in reaches]
                sizes = [len(x) for x in values]
            low, high, _ = method.difference(one, two, 1 - error)
            (down_a, up_a), (down_b, up_b) = reaches
            value = one.mean - two.mean
            low, high = widened(value, (low, high), math.hypot(down_a, up_b), math.hypot(up_a, down_b), -1.0)
            close(found["difference"], value, what)
            pairs_close(found["interval"], (low, high), what, 3e-3)
            low, high = found["interval"]
            answer = "real" if low > 0 or high < 0 else "small" if -0.01 <= low and high <= 0.01 else None
        if answer is None:
            answer = "too few" if 2 / math.comb(sum(sizes), sizes[0]) >= error else "open"
        assert found["answer"] == answer, (what, found, answer)
        if found["p"] is not None:
            p_values.append((found["p"], found["p_holm"]))
    # Holm: the k-th smallest times the number that is left, never falling.
    largest = 0.0
    for place, (p, holm) in enumerate(sorted(p_values)):
        largest = max(largest, min(1.0, p * (len(p_values) - place)))
        close(holm, largest, "Holm", 1e-6)
    assert names
    summary = json.loads(dealwright("summary", out, "--format", "json"))
    for line, found in zip(lines, summary["lines"]):
        lengths = line["length"].dropna()
        if lengths.nunique() > 1:
            poisson, normal, dispersion = method.fit(lengths)
            close(found["length_fit"]["aic_poisson"], poisson, "AIC")
            close(found["length_fit"]["aic_normal"], normal, "AIC")
            close(found["length_fit"]["dispersion"], dispersion, "var/mean")


def report_names(report):
    """The names that differences use, in the order of the lines: every one is first or second somewhere."""
    names = []
    for found in report["differences"]:
        for key in ("first", "second"):
            if found[key] not in names:
                names.append(found[key])
    return names


def main():
    for words, samples in [
        (["boxoff/ltiles", "boxoff/abc"], 2),
        (["boxoff/ltiles", "boxoff/abc"], 40),
        (["pretzel/shuffled", "pretzel/banded", "pretzel/sequential", "ranks=3", "suits=3"], 12),
        (["fujisan/dominoes", "fujisan/shuffled"], 25),
    ]:
        with tempfile.TemporaryDirectory() as folder:
            check(folder, words, samples)
    print("comparisons, intervals and levels worked out again from METHOD: all the same")


main()
