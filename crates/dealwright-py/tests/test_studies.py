"""Studies: the same records as the command's, taken as columns by other libraries."""

import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time

import dealwright as dw
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest

DEALWRIGHT = os.environ.get("DEALWRIGHT")


def small():
    return dw.Study("pretzel/shuffled", "pretzel/banded", ranks=[4, 5], samples=500, block=100, seed="t", measures=["all"])


def test_columns_are_taken_without_a_copy():
    records = dw.Study("fujisan/dominoes", samples=500, seed="t").run()
    table = pa.table(records)
    assert table.num_rows == len(records) == 500 and table.column_names == records.columns
    again = pa.table(records)
    for name in ["index", "id", "connectivity", "dead_start"]:
        ours, theirs = table[name].chunk(0).buffers(), again[name].chunk(0).buffers()
        assert [b and b.address for b in ours] == [b and b.address for b in theirs], "they share one memory"
    frame = pl.DataFrame(records)
    assert frame["id"].to_list() == records.column("id") == table["id"].to_pylist()
    pandas = records.to_pandas()
    assert pandas["index"].tolist() == list(range(500)) and pandas["connectivity"].dtype == "float64"
    # The columns outlive the records.
    del records
    assert table["id"][0].as_py().startswith("fujisan:")
    assert pa.schema(dw.measure([], [])).field("verdict").metadata[b"about"] == b"solvable, unsolvable or undecided"


@pytest.mark.skipif(not DEALWRIGHT, reason="needs the command: DEALWRIGHT=path")
@pytest.mark.parametrize("shard", [None, (2, 3)])
def test_records_are_those_of_the_command(tmp_path, shard):
    out = tmp_path / "study"
    words = ["study", "pretzel/shuffled", "pretzel/banded", "ranks=4,5", "--samples", "500", "--block", "100", "--seed", "t"]
    words += ["--measures", "all", "--out", str(out)] + (["--shard", "2/3"] if shard else [])
    subprocess.run([DEALWRIGHT, *words], check=True, capture_output=True)
    theirs = pa.concat_tables(pa.parquet.read_table(file) for file in sorted((out / "records").glob("*.parquet")))
    ours = small().run(shard).to_arrow()
    assert ours.replace_schema_metadata(None).cast(theirs.schema).equals(theirs)


def test_parts_make_the_whole():
    whole = small().run().to_pandas()
    parts = pd.concat([small().run(shard=(part, 3)).to_pandas() for part in (1, 2, 3)])
    order = ["setup", "ranks", "index"]
    pd.testing.assert_frame_equal(
        parts.sort_values(order).reset_index(drop=True), whole.sort_values(order).reset_index(drop=True)
    )
    assert small().run("2/3").column("id") == small().run((2, 3)).column("id")
    assert len(pickle.loads(pickle.dumps(small())).run("2/3")) == len(small().run("2/3"))


def test_batches_come_bit_by_bit():
    study = dw.Study("boxoff/ltiles", samples=50_000, measures=["verdict"])
    sizes, shares = [], []
    for records in study.batches():
        sizes.append(len(records))
        shares.append(records.summary()[0]["challenges"])
    assert sum(sizes) == 50_000 and len(sizes) > 1 and shares[-1] == 50_000
    assert "batches()" in str(pytest.raises(dw.WrongInput, dw.Study("boxoff/ltiles", samples=10**9).run).value)


def test_a_census_is_exact_and_a_study_may_end_by_itself():
    census = dw.Study("pretzel/sequential", "pretzel/banded", ranks=3, census=True).run().summary()
    assert [line["solvable"] for line in census] == [524, 992]
    assert census[0]["low"] == census[0]["high"] == 524 / 1296
    until = dw.Study("pretzel/banded", ranks=4, until=0.02, block=250, measures=["verdict"], seed="u").run().summary()[0]
    assert until["high"] - until["share"] <= 0.02 and until["challenges"] % 250 == 0
    with pytest.raises(dw.WrongInput, match="shard and until cannot be combined"):
        dw.Study("pretzel/banded", until=0.02).run("1/2")


def test_a_study_file_says_the_same(tmp_path):
    text = 'setups = ["pretzel/shuffled", "pretzel/banded"]\nsamples = 500\nblock = 100\nseed = "t"\nmeasures = ["all"]\n'
    text += "[parameters]\nranks = [4, 5]\n"
    (tmp_path / "study.toml").write_text(text)
    ids = small().run().column("id")
    assert dw.Study.from_file(tmp_path / "study.toml").run().column("id") == ids == dw.Study.from_text(text).run().column("id")
    (tmp_path / "study.toml").write_text(text.replace("seed", "sead"))
    with pytest.raises(dw.WrongInput, match=r"study.toml:4:1: 'sead' is not known here"):
        dw.Study.from_file(tmp_path / "study.toml")


def test_lines_and_choices():
    study = dw.Study("fujisan/shuffled", rules=["column", "free"], samples=10)
    assert [line.rules for line in study.lines] == [["column"], ["free"]] and study.challenges == 20
    assert len(dw.Study("pretzel/banded", ranks="2..9").lines) == len(dw.Study("pretzel/banded", ranks=range(2, 10)).lines) == 8
    setups = [dw.Setup("pretzel/banded", ranks=5), dw.Setup("boxoff/ltiles")]
    assert [line.name for line in dw.Study(*setups, samples=10).lines] == ["pretzel/banded", "boxoff/ltiles"]
    ids = dw.Study(*setups, samples=10, seed="s").run().column("id")
    assert ids[:10] == [deal.id for deal in setups[0].deals("s", 10)]


@pytest.mark.parametrize(
    ("setups", "keywords", "message"),
    [
        ([], {}, "a study needs at least one setup"),
        (["pretzel/banded"], {"samples": 0}, "--samples 0 leaves nothing to do"),
        (["pretzel/banded"], {"samples": 5}, "5 challenges do not make 10 trials"),
        (["pretzel/banded"], {"samples": 10, "census": True}, "exclude each other"),
        (["pretzel/banded"], {"most": 10}, "most needs until"),
        (["pretzel/banded"], {"until": 7.0}, "expected a share"),
        (["pretzel/banded"], {"ranks": "9..2"}, "ranks=9..2: expected a range that goes up"),
        (["fujisan/shuffled"], {"census": True}, "a census would examine"),
        (["boxoff/ltiles"], {"samples": 10**15}, "too many blocks"),
        ([dw.Setup("pretzel/banded")], {"ranks": 5}, "Setups have their sizes already"),
    ],
)
def test_what_cannot_be_done_is_refused_before_the_work(setups, keywords, message):
    with pytest.raises(dw.WrongInput, match=message):
        dw.Study(*setups, **keywords)


@pytest.mark.parametrize("wrong", ["0/4", "5/4", "x", (3, 2)])
def test_wrong_parts_are_refused(wrong):
    with pytest.raises(dw.WrongInput, match="expected a part such as 3/16"):
        small().run(wrong)


def test_ctrl_c_ends_a_study():
    study = dw.Study("fujisan/dominoes", samples=1_000_000)
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        study.run()
    assert time.monotonic() - begun < 20


@pytest.mark.skipif(not DEALWRIGHT, reason="needs the command: DEALWRIGHT=path")
def test_the_package_has_the_version_of_the_command():
    said = subprocess.run([DEALWRIGHT, "--version"], check=True, capture_output=True, text=True).stdout
    # The command also names its commit.
    assert said.split()[:2] == ["dealwright", dw.__version__]


def test_every_column_and_measure_is_described():
    names = [name for name, _, _ in dw.columns()]
    assert names == dw.measure([], []).columns
    assert set(dw.measures()) == {"verdict", "length", "chance", "graph", "difficulty", "cause", "repair"}
    assert [game["name"] for game in dw.games()] == ["boxoff", "pretzel", "fujisan", "blackhole", "golf", "klondike"]


def test_the_type_stubs_say_what_is_there(tmp_path):
    assert (pathlib.Path(dw.__file__).parent / "py.typed").exists()
    command = [sys.executable, "-m", "mypy.stubtest", "dealwright", "--ignore-missing-stub"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert said.returncode == 0, said.stdout
