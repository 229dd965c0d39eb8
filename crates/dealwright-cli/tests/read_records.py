"""Opens records with other people's programs and works the summary out again with SciPy.

Usage: read_records.py DEALWRIGHT
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

import duckdb
import pandas as pd
from scipy import stats


def dealwright(*words):
    return subprocess.run([sys.argv[1], *map(str, words)], check=True, capture_output=True, text=True).stdout


def close(ours, theirs, what):
    assert ours is not None and math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-300), (what, ours, theirs)


def main():
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "study"
        dealwright("study", "pretzel/shuffled", "pretzel/sequential", "pretzel/banded", "ranks=5", "--samples", 3000,
                   "--measures", "all", "--seed", "python", "--out", out)
        one = pathlib.Path(folder) / "one.parquet"
        dealwright("export", out, "--format", "parquet", "--out", one)

        # pandas reads the folder of blocks and the single file, with the right types.
        rows = pd.read_parquet(out / "records")
        assert len(rows) == 9000 and rows.equals(pd.read_parquet(one).astype(rows.dtypes))
        assert rows["verdict"].isin(["solvable", "unsolvable"]).all()
        assert rows["length"].notna().equals(rows["verdict"] == "solvable")
        assert rows["weight"].dtype == "int64" and rows["chance"].dtype == "float64"
        assert rows["dead_start"].dtype == "bool"

        # DuckDB counts the same.
        query = f"select setup, count(*), count(*) filter (verdict = 'solvable') from '{out}/records/*.parquet' group by 1"
        counted = {setup: (n, solvable) for setup, n, solvable in duckdb.sql(query).fetchall()}
        lines = json.loads(dealwright("summary", out, "--format", "json"))
        for line in lines["lines"]:
            assert counted[line["setup"]] == (line["challenges"], line["solvable"])

        # So does the CSV export.
        csv = pathlib.Path(folder) / "rows.csv"
        dealwright("export", out, "--format", "csv", "--out", csv)
        assert list(pd.read_csv(csv)["id"]) == list(rows["id"])

        # The summary, worked out again.
        by_setup = {setup: group for setup, group in rows.groupby("setup", sort=False)}
        for line in lines["lines"]:
            group = by_setup[line["setup"]]
            solvable = int((group["verdict"] == "solvable").sum())
            wilson = stats.binomtest(solvable, len(group)).proportion_ci(method="wilson")
            close(line["interval"][0], wilson.low, "Wilson")
            close(line["interval"][1], wilson.high, "Wilson")
            trials = group.groupby("trial")["verdict"].apply(lambda verdicts: (verdicts == "solvable").mean())
            assert len(line["trials"]) == 10
            for ours, theirs in zip(line["trials"], trials):
                close(ours, theirs, "trial")
            close(line["chance"], group["chance"].mean(), "chance")
            close(line["interest"], solvable / len(group) - group["chance"].mean(), "interest")
            for name in ["length", "switches", "walk_moves", "blockade"]:
                known = group[name].dropna()
                ours = line["measures"][name]["all"]
                close(ours["mean"], known.mean(), name)
                close(ours["sd"], known.std(), name)
                close(ours["median"], known.median(), name)
        group = lines["groups"][0]
        setups = [line["setup"] for line in lines["lines"]]
        lengths = [by_setup[setup]["length"].dropna() for setup in setups]
        shares = [line["trials"] for line in lines["lines"]]
        kruskal = stats.kruskal(*lengths)
        close(group["kruskal_wallis"]["h"], kruskal.statistic, "Kruskal-Wallis")
        close(group["kruskal_wallis"]["p"], kruskal.pvalue, "Kruskal-Wallis")
        for pair in group["pairs"]:
            a, b = pair["first"], pair["second"]
            close(pair["welch"]["p"], stats.ttest_ind(shares[a], shares[b], equal_var=False).pvalue, "Welch")
            close(pair["student"]["p"], stats.ttest_ind(shares[a], shares[b]).pvalue, "Student")
            whitney = stats.mannwhitneyu(lengths[a], lengths[b], method="asymptotic")
            close(pair["lengths"]["p"], whitney.pvalue, "Mann-Whitney")
    print("records read by pandas and DuckDB, summary worked out again by SciPy: all the same")


main()
