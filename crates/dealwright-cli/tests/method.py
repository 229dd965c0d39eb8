"""The statistics of Dealwright, written from docs/methods.md alone, with NumPy and SciPy. No code is shared with the program."""

import math

import numpy as np
from scipy import optimize, stats


class Curve:
    """Mean of some values with random weights that add up to 1, every split equally likely."""

    def __init__(self, values, added):
        table = dict(values)
        table[added] = table.get(added, 0) + 1
        self.values = np.array(sorted(table), dtype=float)
        self.weights = np.array([table[value] for value in sorted(table)], dtype=float)

    def below(self, means):
        """Chance that the weighted mean is at most this, for each of the means.

        With exponential weights G the mean is above t when the sum of G (value - t) is above 0, whose chance follows from
        the characteristic function (Gil-Pelaez 1951).
        """
        means = np.atleast_1d(np.asarray(means, dtype=float))
        if len(self.values) == 1:
            return (means >= self.values[0]).astype(float)
        if len(self.values) == 2:
            place = (means - self.values[0]) / (self.values[1] - self.values[0])
            return stats.beta.cdf(np.clip(place, 0, 1), self.weights[1], self.weights[0])
        spread = math.sqrt((self.weights * (self.values - np.average(self.values, weights=self.weights)) ** 2).sum())
        x = np.arange(-22, 30, 0.04)
        u = np.exp(x) / spread
        found = np.empty(len(means))
        for number, mean in enumerate(means):
            logs = np.zeros(len(u), dtype=complex)
            for value, weight in zip(self.values, self.weights):
                logs -= weight * np.log1p(-1j * u * (value - mean))
            found[number] = 0.5 - np.exp(logs).imag.sum() * 0.04 / math.pi
        found[means >= self.values[-1]] = 1
        found[means <= self.values[0]] = 0
        return found

    def quantile(self, share):
        if len(self.values) == 1:
            return self.values[0]
        return optimize.brentq(lambda mean: self.below(mean)[0] - share, self.values[0], self.values[-1], xtol=1e-12)


class Sample:
    """Values between 0 and 1 with their counts."""

    def __init__(self, values):
        found, counts = np.unique(np.asarray(values, dtype=float), return_counts=True)
        self.table = {float(value): float(count) for value, count in zip(found, counts)}
        self.mean = float(np.mean(values))

    @classmethod
    def share(cls, successes, of):
        sample = cls.__new__(cls)
        sample.table = {value: weight for value, weight in [(0.0, of - successes), (1.0, successes)] if weight > 0}
        sample.mean = successes / of
        return sample

    def interval(self, confidence):
        error = (1 - confidence) / 2
        return Curve(self.table, 0.0).quantile(error), Curve(self.table, 1.0).quantile(1 - error)


def melded(one, two):
    """How likely a difference of at most d is: first curve less second, for d in an array."""
    low, high = two.values[0], two.values[-1]
    grid = np.linspace(low, high, 1201) if high > low else np.array([low])
    chances = np.diff(two.below(grid)) if high > low else np.array([1.0])
    middles = (grid[1:] + grid[:-1]) / 2 if high > low else grid
    keep = chances > 1e-12
    ends = np.linspace(one.values[0], one.values[-1], 1201)
    known = one.below(ends)
    return lambda d: float((np.interp(d + middles[keep], ends, known, left=0.0, right=1.0) * chances[keep]).sum())


def difference(a, b, confidence):
    """Interval of the difference of two means, and the p value of there being none."""
    error = (1 - confidence) / 2
    lower = melded(Curve(a.table, 0.0), Curve(b.table, 1.0))
    upper = melded(Curve(b.table, 0.0), Curve(a.table, 1.0))

    def end(chance):
        if chance(-1.0) >= error:
            return -1.0
        return optimize.brentq(lambda d: chance(d) - error, -1.0, 1.0, xtol=1e-9)

    return end(lower), -end(upper), min(1.0, 2 * min(lower(0.0), upper(0.0)))


def fisher(k1, n1, k2, n2):
    """Twice the smaller tail."""
    table = (n1 + n2, k1 + k2, n1)
    return min(1.0, 2 * min(stats.hypergeom.cdf(k1, *table), stats.hypergeom.sf(k1 - 1, *table)))


def reach(counts, plays, total, confidence, census=False):
    """What sampled plays of challenges that come up again leave open. Counts: (weight, chance) of each challenge."""
    parts = [((w if census else math.sqrt(w * w - w)) / total, chance) for w, chance in counts]
    whole = sum(part for part, _ in parts)
    if whole == 0:
        return 0.0, 0.0
    mean = sum(part * chance for part, chance in parts) / whole
    single = plays * whole / max(part for part, _ in parts)
    low, high = Sample.share(mean * single, single).interval(confidence)
    return whole * (mean - low), whole * (high - mean)


def ranks(a, b):
    """p of Mann and Whitney, exact for small samples."""
    a, b = list(a), list(b)
    n, k = len(a) + len(b), min(len(a), len(b))
    if 2 * (k * n) ** 2 <= 10_000_000:
        small = a if len(a) <= len(b) else b
        doubled = [round(2 * rank) for rank in stats.rankdata(a + b)]
        own = sum(doubled[: len(a)]) if small is a else sum(doubled[len(a):])
        ways = [{} for _ in range(k + 1)]
        ways[0][0] = 1
        for rank in doubled:
            for taken in range(k, 0, -1):
                for total, count in ways[taken - 1].items():
                    ways[taken][total + rank] = ways[taken].get(total + rank, 0) + count
        every = math.comb(n, k)
        below = sum(count for total, count in ways[k].items() if total <= own)
        above = sum(count for total, count in ways[k].items() if total >= own)
        return min(1.0, 2 * min(below, above) / every)
    return stats.mannwhitneyu(a, b, method="asymptotic", use_continuity=True).pvalue


def superiority(a, b):
    """How often a value of the first is greater than one of the second, ties counted half."""
    return sum((x > y) + (x == y) / 2 for x in a for y in b) / (len(a) * len(b))


def hoeffding(n1, n2, error):
    """How far superiority can be from the true one, for any distributions."""
    return math.sqrt(math.log(2 / error) / (2 * min(n1, n2)))


def level_by_chance(chance):
    """BoxOff and Pretzel."""
    return "gentle" if chance >= 1 / 3 else "steady" if chance >= 1 / 10 else "tricky" if chance >= 1 / 100 else "fiendish"


def level_by_length(length, counter_least):
    """Fujisan: one level harder if every shortest solution has three or more counter-intuitive moves."""
    levels = ["gentle", "steady", "tricky", "fiendish"]
    place = 0 if length <= 11 else 1 if length <= 14 else 2 if length <= 19 else 3
    return levels[min(3, place + (counter_least >= 3))]


def fit(lengths):
    """AIC of Poisson and of normal lengths, and variance / mean."""
    lengths = np.asarray(lengths, dtype=float)
    mean, sd = lengths.mean(), lengths.std()
    poisson = 2 - 2 * stats.poisson.logpmf(lengths, mean).sum()
    cells = stats.norm.cdf(lengths + 0.5, mean, sd) - stats.norm.cdf(lengths - 0.5, mean, sd)
    return poisson, 4 - 2 * np.log(cells).sum(), lengths.var(ddof=1) / mean
