"""Opens the rows of a session of simulated people with pandas, and works weights out again with SciPy.

Usage: read_people.py DEALWRIGHT
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
from scipy.optimize import nnls

TABLES = ["runs", "steps", "games", "moves", "challenges"]
SETUPS = ["boxoff/shuffled", "boxoff/ltiles", "boxoff/abc", "pretzel/banded?ranks=4", "pretzel/shuffled", "fujisan/dominoes"]
# Seconds that are true of people without noise: other than those that are assumed, and one kind that takes no time.
OVERHEAD = 2.5
FREE_OF_TIME = "shuffle"


def dealwright(*words):
    return subprocess.run([sys.argv[1], *map(str, words)], check=True, capture_output=True, text=True).stdout


def lines_of(folder):
    return {path: [json.loads(line) for line in path.read_text().splitlines()] for path in sorted(folder.glob("*.jsonl"))}


def tables(fitted, simulated):
    """Parquet and CSV hold the same, with the right types."""
    found = {}
    for name in TABLES:
        rows = pd.read_parquet(fitted / f"{name}.parquet")
        csv = pd.read_csv(fitted / f"{name}.csv", float_precision="round_trip")
        assert list(rows.columns) == list(csv.columns) and len(rows) == len(csv), name
        for column in rows.columns:
            ours, theirs = rows[column], csv[column]
            assert (ours.isna() == theirs.isna()).all(), (name, column)
            assert all(a == b for a, b in zip(ours.dropna(), theirs.dropna())), (name, column)
        assert (rows["simulated"] == simulated).all(), name
        said = pq.read_metadata(fitted / f"{name}.parquet").metadata
        assert said[b"simulated"] == str(simulated).lower().encode(), (name, said)
        found[name] = rows
    assert found["steps"]["seconds"].dtype == "float64" and found["steps"]["step"].dtype == "int64"
    assert found["games"]["solved_alone"].dtype == "bool"
    return found


def nothing_is_lost(exports, found):
    """Every row of the people's files is in the tables, and no other."""
    rows = [(file[0]["participant"], row) for file in exports.values() for row in file[1:]]
    for kind, name in [("run", "runs"), ("step", "steps"), ("game", "games"), ("move", "moves")]:
        ours = [(who, row) for who, row in rows if row["row"] == kind]
        table = found[name]
        assert len(ours) == len(table) > 0, (name, len(ours), len(table))
        for (who, row), (_, other) in zip(sorted_by_person(ours), table.sort_values("participant", kind="stable").iterrows()):
            assert (who, row["task"], row["seconds"]) == (other["participant"], other["task"], other["seconds"]), (name, row)
    played = {row["id"] for _, row in rows if row["row"] == "game"}
    assert played == set(found["challenges"]["id"])


def sorted_by_person(rows):
    return sorted(rows, key=lambda row: row[0])


def without_noise(exports, steps, kinds, truth, folder):
    """The same session, in which every step takes exactly what is true, by people of different speed."""
    folder.mkdir()
    speeds = np.linspace(0.7, 1.3, len(exports))
    by_person = dict(tuple(steps.groupby("participant", sort=False)))
    for speed, (path, rows) in zip(speeds, exports.items()):
        # Who went home at once has no steps.
        own = iter(by_person.get(rows[0]["participant"], steps[:0]).to_dict("records"))
        sums = {}
        for row in rows:
            if row["row"] == "step":
                step = next(own)
                assert (step["task"], step["pass"], step["step"]) == (row["task"], row["pass"], row["step"])
                row["seconds"] = speed * (OVERHEAD + sum(step[f"actions_{kind}"] * truth[kind] for kind in kinds))
                sums[row["task"]] = sums.get(row["task"], 0.0) + row["seconds"]
        for row in rows:
            if row["row"] == "run":
                row["seconds"] = sums.get(row["task"], 0.0)
        (folder / path.name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return dict(zip((rows[0]["participant"] for rows in exports.values()), speeds))


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        dealwright("people", "plan", *SETUPS, "--participants", 10, "--challenges", "boxoff/ltiles", "--level", "gentle,steady", "--each", 1,
                   "--out", folder / "session")
        dealwright("people", "simulate", folder / "session" / "plan.json", "--out", folder / "exports")
        dealwright("people", "fit", folder / "exports", "--resamples", 100, "--date", "2026-01-31", "--out", folder / "fitted")
        exports = lines_of(folder / "exports")
        assert len(exports) == 10
        found = tables(folder / "fitted", True)
        nothing_is_lost(exports, found)

        # The weights' file says what the answer says.
        fit = json.loads((folder / "fitted" / "fit.json").read_text())
        weights = json.loads((folder / "fitted" / "weights.json").read_text())
        assert weights["simulated"] is True and weights["date"] == "2026-01-31" and weights["people"] == fit["time"]["participants"]
        for kind, entry in weights["seconds"].items():
            assert abs(entry["seconds"] - fit["time"]["weights"][kind]["seconds"]) <= 0.0005, kind

        # Without noise: SciPy and Dealwright both find what is true.
        kinds = list(fit["time"]["weights"])
        known = fit["time"]["weights"]
        measured = [kind for kind in kinds if known[kind]["standing"] == "measured"]
        assert FREE_OF_TIME in measured and len(measured) >= 5, measured
        truth = {kind: known[kind]["assumed"] for kind in kinds}
        truth.update({kind: known[kind]["assumed"] * (0.6 + 0.2 * number) for number, kind in enumerate(measured)})
        truth[FREE_OF_TIME] = 0.0
        speeds = without_noise(exports, found["steps"], kinds, truth, folder / "exact")
        again = json.loads(dealwright("people", "fit", folder / "exact", "--resamples", 100, "--out", folder / "exact-fitted", "--json"))
        steps = tables(folder / "exact-fitted", True)["steps"]
        steps = steps[steps["run_outcome"] == "finished"]
        columns = np.column_stack([steps[f"actions_{kind}"] for kind in kinds] + [np.ones(len(steps))])
        theirs, left = nnls(columns, steps["seconds"] / steps["participant"].map(speeds))
        assert left < 1e-6, left
        # The mean of those who finished anything is 1.
        mean = np.mean([speeds[who] for who in steps["participant"].unique()])
        for number, kind in enumerate(kinds):
            if kind in measured:
                ours = again["time"]["weights"][kind]["seconds"] / mean
                assert math.isclose(theirs[number], truth[kind], rel_tol=1e-6, abs_tol=1e-6), (kind, theirs[number], truth[kind])
                assert math.isclose(ours, theirs[number], rel_tol=1e-4, abs_tol=1e-4), (kind, ours, theirs[number])
        assert math.isclose(again["time"]["overhead"]["value"] / mean, theirs[-1], rel_tol=1e-4), (again["time"]["overhead"], theirs[-1])
        assert abs(again["time"]["practice"]["value"]) < 1e-4 and abs(again["time"]["tiring"]["value"]) < 1e-4
    print("rows of people read by pandas, weights worked out again by SciPy: all the same")


main()
