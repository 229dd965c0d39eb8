"""Works every figure of `people fit` out again, from its rows and from what docs/methods.md says of the method, with SciPy.

Usage: people_method.py DEALWRIGHT
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import pandas as pd
from scipy import stats
from scipy.optimize import minimize, nnls

SETUPS = ["boxoff/shuffled", "boxoff/ltiles", "boxoff/abc", "pretzel/banded", "fujisan/dominoes"]
CHALLENGES = ["boxoff/ltiles", "pretzel/banded?ranks=4"]
MEASURES = ["level", "chance", "walk_moves", "length", "counter", "dead_ends", "crossroads", "positions"]
LOGARITHMS = ["chance", "walk_moves", "dead_ends", "positions"]
LEVELS = ["gentle", "steady", "tricky", "fiendish"]
RESAMPLES = 300


def dealwright(*words):
    return subprocess.run([sys.argv[1], *map(str, words)], check=True, capture_output=True, text=True).stdout


class Times:
    """The steps of finished runs, and the fit of seconds, speeds and course in turn."""

    def __init__(self, folder, answer):
        steps = pd.read_csv(folder / "steps.csv")
        runs = pd.read_csv(folder / "runs.csv")
        rows = steps[steps["run_outcome"] == "finished"].merge(runs[["participant", "task", "repeat", "before"]], on=["participant", "task"])
        self.kinds = [column[len("actions_"):] for column in rows.columns if column.startswith("actions_")]
        self.assumed = np.array([answer["time"]["weights"][kind]["assumed"] for kind in self.kinds] + [2.0])
        self.x = np.column_stack([rows[f"actions_{kind}"] for kind in self.kinds] + [np.ones(len(rows))])
        self.y = rows["seconds"].to_numpy()
        self.course = np.column_stack([np.log2(rows["repeat"]) - 1, rows["before"] / 10])
        self.person, who = pd.factorize(rows["participant"])
        self.run = rows["participant"] + ":" + rows["task"].astype(str)
        self.setup = rows["setup"].to_numpy()
        self.people = len(who)

    def counts(self, weights):
        return np.maximum(self.x @ weights, 0.1) ** -2.0

    def fit(self, counts, times, part=slice(None), start=None):
        x, y, course, person, counts = (all_of[part] for all_of in (self.x, self.y, self.course, self.person, counts))
        free = (x**2).sum(axis=0) > 0
        n = self.people
        weights, speeds, slopes = start or (self.assumed, np.ones(n), np.zeros(2))
        total = lambda values: np.bincount(person, values, n)
        for _ in range(200):
            before = np.append(weights, slopes)
            expected = x @ weights
            took, square = total(counts * expected * y / np.exp(course @ slopes)), total(counts * expected**2)
            there = (times > 0) & (took > 0) & (square > 0)
            speeds = np.where(there, took / np.where(square > 0, square, 1), speeds)
            speeds = speeds * times[there].sum() / (times[there] * speeds[there]).sum()
            each = counts * expected**2
            means = np.array([total(each * column) / np.maximum(total(each), 1e-300) for column in course.T])
            left = course - means[:, person].T
            took = counts * expected * y / (speeds[person] * np.exp(course @ slopes))
            often = times[person]
            bend = (left * (often * each)[:, None]).T @ left
            slopes = slopes + np.linalg.solve(bend, left.T @ (often * (took - each)))
            root = np.sqrt(counts * often)
            found, _ = nnls((x * root[:, None])[:, free], y / (speeds[person] * np.exp(course @ slopes)) * root)
            weights = self.assumed.copy()
            weights[free] = found
            if np.abs(np.append(weights, slopes) - before).max() < 1e-9:
                break
        return weights, speeds, slopes

    def held_out(self):
        errors = []
        counts = self.counts(self.assumed)
        for setup in np.unique(self.setup):
            own = self.setup == setup
            weights, speeds, slopes = self.fit(counts, np.ones(self.people), ~own)
            seconds = self.y / (speeds[self.person] * np.exp(self.course @ slopes))
            plain, tapping = self.assumed.copy(), np.zeros(len(self.assumed))
            plain[-1], tapping[-1] = 0.0, weights[-1]
            mean = lambda part, values: pd.Series(values[part]).groupby(self.run[part].to_numpy()).sum().mean()
            says = lambda part, of: mean(part, self.x @ of)
            scale = (mean(~own, seconds) - says(~own, tapping)) / says(~own, plain)
            taps = says(own, tapping)
            found = [says(own, weights), says(own, plain) + taps, scale * says(own, plain) + taps]
            errors.append(np.abs(np.array(found) - mean(own, seconds)))
        return np.mean(errors, axis=0)


def check_times(folder, answer):
    times = Times(folder, answer)
    ones = np.ones(times.people)
    first = times.fit(times.counts(times.assumed), ones)
    counts = times.counts(first[0])
    weights, speeds, slopes = whole = times.fit(counts, ones, start=first)
    said = answer["time"]
    for kind, weight in zip(times.kinds, weights):
        assert abs(said["weights"][kind]["seconds"] - weight) < 1e-5, (kind, said["weights"][kind], weight)
    assert abs(said["overhead"]["value"] - weights[-1]) < 1e-5
    assert np.allclose([said["practice"]["value"], said["tiring"]["value"]], np.expm1(slopes), atol=1e-6)
    held = said["held_out"]
    assert np.allclose([held["error_measured"], held["error_assumed"], held["error_scaled"]], times.held_out(), atol=1e-4)
    # Other resamples: the ends differ by chance, and by no more.
    random, n = np.random.default_rng(1), times.people
    again = [times.fit(counts, np.bincount(random.integers(n, size=n), minlength=n).astype(float), start=whole)[0] for _ in range(RESAMPLES)]
    share = stats.norm.cdf(-stats.t.ppf(0.975, n - 1) * np.sqrt(n / (n - 1)))
    low, high = np.quantile(again, [share, 1 - share], axis=0)
    off = []
    for number, kind in enumerate(times.kinds):
        ends = said["weights"][kind]["interval"]
        if ends:
            width = ends[1] - ends[0]
            off += [abs(ends[0] - low[number]) / width, abs(ends[1] - high[number]) / width]
    assert len(off) >= 10 and max(off) < 0.25, off
    return max(off)


def holm(values):
    adjusted, least = np.empty(len(values)), 0.0
    for rank, number in enumerate(np.argsort(values)):
        least = max(least, min(1.0, values[number] * (len(values) - rank)))
        adjusted[number] = least
    return adjusted


def test(values):
    """Mean, p and ends of the interval over people; only the mean where there are too few or nothing varies."""
    if len(values) < 5 or np.ptp(values) == 0:
        return np.mean(values), None, None
    found = stats.ttest_1samp(values, 0)
    return np.mean(values), found.pvalue, found.confidence_interval()


def same(said, expected, adjusted, bounds):
    mean, p, ends = expected
    assert abs(said["value"] - mean) < 1e-9 and (said["interval"] is None) == (ends is None), (said, expected)
    if ends is not None:
        assert np.allclose(said["interval"], np.clip([ends.low, ends.high], *bounds), atol=1e-9), (said, ends)
        assert abs(said["p"] - p) < 1e-9 and abs(adjusted[0] - adjusted[1]) < 1e-9, (said, p, adjusted)


def check_tests(ours, expected, value, bounds):
    holms = iter(holm([found[1] for found in expected if found[1] is not None]))
    assert len(ours) == len(expected)
    for one, found in zip(ours, expected):
        adjusted = (one["p_holm"], next(holms)) if found[1] is not None else (None, None)
        same(one[value], found, adjusted, bounds(one))


def check_game(games, said):
    people = [games[games["participant"] == who] for who in sorted(games["participant"].unique())]
    found, rhos = [], []
    for outcome in ["failure", "time"]:
        for measure in MEASURES:
            both = [rows.dropna(subset=[measure, outcome]) for rows in people]
            both = [rows for rows in both if len(rows) >= 3 and rows[measure].nunique() > 1 and rows[outcome].nunique() > 1]
            if both:
                found.append(test([stats.kendalltau(rows[measure], rows[outcome]).statistic for rows in both]))
                rhos.append(np.mean([stats.spearmanr(rows[measure], rows[outcome]).statistic for rows in both]))
    check_tests(said["correlations"], found, "kendall", lambda _: (-1, 1))
    assert np.allclose([one["spearman"]["value"] for one in said["correlations"]], rhos, atol=1e-9)
    found = []
    for outcome in ["failure", "time"]:
        for harder in range(4):
            for easier in range(harder):
                mean = lambda rows, level: rows[rows["level"] == level + 1][outcome].mean()
                differences = np.array([mean(rows, harder) - mean(rows, easier) for rows in people])
                if np.isfinite(differences).any():
                    found.append(test(differences[np.isfinite(differences)]))
    check_tests(said["levels"], found, "difference", lambda one: (-1, 1) if one["outcome"] == "failure" else (-np.inf, np.inf))
    for models in said["models"]:
        check_models(people, games, models)
    return len(said["correlations"]), len(said["levels"]), len(said["models"])


def fitted(x, y, outcome):
    """Intercept and slopes, half their sum of squares added to what is minimised."""
    if outcome == "time":
        return np.append(0.0, np.linalg.solve(x.T @ x + np.eye(x.shape[1]), x.T @ y))
    target = lambda beta: np.logaddexp(0, -(2 * y - 1) * (beta[0] + x @ beta[1:])).sum() + (beta[1:] ** 2).sum() / 2
    return minimize(target, np.zeros(x.shape[1] + 1), method="BFGS", options={"gtol": 1e-8}).x


def losses(beta, x, y, outcome):
    sums = beta[0] + x @ beta[1:]
    return (y - sums) ** 2 if outcome == "time" else np.logaddexp(0, -(2 * y - 1) * sums)


def check_models(people, games, said):
    outcome = said["outcome"]
    games = games.dropna(subset=[outcome])
    measures = [m for m in MEASURES if games[m].notna().all() and games[m].nunique() > 1]
    examples = []
    for rows in people:
        rows = rows.dropna(subset=[outcome])
        x = np.column_stack([np.log(rows[m] + 0.001) if m in LOGARITHMS else rows[m] for m in measures]).astype(float)
        y = rows[outcome].to_numpy(dtype=float)
        if outcome == "time":
            if len(y) > 1:
                examples.append((x - x.mean(axis=0), y - y.mean()))
        elif len(y) > 0:
            examples.append((x, y))
    parts, found = min(10, len(examples)), {}
    for part in range(parts):
        x, y = (np.concatenate(both) for both in zip(*[both for number, both in enumerate(examples) if number % parts != part]))
        mean, spread = x.mean(axis=0), x.std(axis=0)
        spread[spread == 0] = 1
        x = (x - mean) / spread
        models = {name: [number] for number, name in enumerate(measures)} | {"none": [], "all": list(range(len(measures)))}
        models = {name: (columns, fitted(x[:, columns], y, outcome)) for name, columns in models.items()}
        models["best_single"] = models[min(measures, key=lambda m: losses(models[m][1], x[:, models[m][0]], y, outcome).sum())]
        for number in range(part, len(examples), parts):
            own, y_own = examples[number]
            own = (own - mean) / spread
            for name, (columns, beta) in models.items():
                found.setdefault(name, []).append(losses(beta, own[:, columns], y_own, outcome).mean())
    assert set(found) == set(said["losses"])
    for name, values in found.items():
        assert abs(np.mean(values) - said["losses"][name]) < 1e-5, (outcome, name, np.mean(values), said["losses"][name])


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        dealwright("people", "plan", *SETUPS, "--challenges", ",".join(CHALLENGES), "--participants", 12, "--out", folder / "session")
        dealwright("people", "simulate", folder / "session" / "plan.json", "--out", folder / "exports")
        answer = json.loads(dealwright("people", "fit", folder / "exports", "--out", folder / "fitted", "--json"))
        off = check_times(folder / "fitted", answer)
        games = pd.read_csv(folder / "fitted" / "games.csv").merge(pd.read_csv(folder / "fitted" / "challenges.csv").drop(columns="simulated"), on="id")
        games = games[(games["outcome"] != "left") & ~games["again"] & (games["verdict"] == "solvable")]
        games["failure"] = 1.0 - games["solved_alone"]
        games["time"] = np.log(games["seconds"].clip(lower=0.1)).where(games["solved_alone"])
        counted = [check_game(games[games["game"] == said["game"]], said) for said in answer["games"]]
    correlations, levels, models = np.sum(counted, axis=0)
    print(f"people fit worked out again by SciPy: weights, {correlations} correlations, {levels} pairs of levels, {models} sets of models the same; intervals of weights off by {off:.0%} of their width at most")


main()
