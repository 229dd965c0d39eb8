"""The guide and the example do what they say."""

import contextlib
import io
import pathlib
import re
import subprocess
import sys

import matplotlib
import pytest

PACKAGE = pathlib.Path(__file__).parents[1]
GUIDE = PACKAGE.parents[1] / "docs" / "python.md"


def blocks():
    """Every piece of Python in the guide, with what is printed below it."""
    text = GUIDE.read_text()
    found = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", text, flags=re.S)
    assert len(found) == text.count("```python") > 5
    return found


def test_the_guide_prints_what_is_written_there(tmp_path, monkeypatch):
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    names = {}
    for code, expected in blocks():
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(GUIDE), "exec"), names)
        assert printed.getvalue() == expected, code
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_a_plotted_curve_takes_ten_lines():
    code = next(code for code, _ in blocks() if "savefig" in code)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10


def test_parts_on_a_dask_cluster_make_the_whole(tmp_path):
    import dealwright as dw

    check = f"""
import sys
sys.path.insert(0, {str(PACKAGE / "examples")!r})
import dask_parts
import pyarrow.parquet

if __name__ == "__main__":
    pyarrow.parquet.write_table(dask_parts.main(), {str(tmp_path / "parts.parquet")!r})
"""
    (tmp_path / "check.py").write_text(check)
    said = subprocess.run([sys.executable, tmp_path / "check.py"], capture_output=True, text=True, timeout=300)
    assert said.returncode == 0, said.stderr
    assert said.stdout.count("of 1000 solvable") == 4
    import pyarrow.parquet

    parts = pyarrow.parquet.read_table(tmp_path / "parts.parquet")
    whole = dw.Study(
        "pretzel/shuffled", "pretzel/banded", ranks=[4, 5], samples=1000, block=100, seed="dask", measures=["length"]
    )
    whole = whole.run().to_arrow().sort_by([(name, "ascending") for name in ("ranks", "setup", "index")])
    assert parts.equals(whole.combine_chunks())


if __name__ == "__main__":
    pytest.main([__file__])
