"""Setups, built in, from files and from texts."""

import pathlib
import pickle

import dealwright as dw
import pytest

SETUPS = pathlib.Path(__file__).parents[3] / "crates" / "dealwright" / "setups"


def test_every_built_in_setup_deals():
    assert "fujisan/dominoes" in dw.setups()
    for name in dw.setups():
        setup = dw.Setup(name)
        assert setup.name == name
        assert setup.deal("x").game == setup.game
        assert setup.tell() and setup.effort()["seconds"] > 0


def test_deals_are_those_of_the_command():
    assert dw.Setup("fujisan/dominoes").deal("hello").id == "fujisan:110155001423/033441452204"
    setup = dw.Setup("pretzel/banded", ranks=5)
    assert setup.sizes == {"suits": 4, "ranks": 5}
    deals = setup.deals("hello", 5, start=5)
    assert deals[2] == dw.Challenge("pretzel/banded?ranks=5~hello.7@1") == setup.deal("hello", 7)


def test_counts_are_exact_numbers_however_large():
    count = dw.Setup("boxoff/ltiles").count()
    assert count["distinct"] == {"exact": True, "at_least": 10321920, "at_most": 10321920}
    assert dw.Setup("pretzel/shuffled", ranks=13).count()["physical"] > 2**200


def test_files_and_texts_are_setups_too(tmp_path):
    text = (SETUPS / "pretzel" / "banded.toml").read_text()
    file = tmp_path / "mine.toml"
    file.write_text(text)
    by_file, by_text = dw.Setup(file, ranks=5), dw.Setup.from_text(text, "mine", ranks=5)
    assert by_file.name == by_text.name == "pretzel/mine"
    assert by_file.deals("s", 20) == by_text.deals("s", 20)
    # It can be sent elsewhere, where the file is not.
    sent = pickle.dumps(by_file)
    file.unlink()
    assert pickle.loads(sent).deals("s", 20) == by_text.deals("s", 20)


def test_wrong_setups_are_refused_with_their_place(tmp_path):
    with pytest.raises(dw.WrongInput, match="ranks"):
        dw.Setup("pretzel/banded", ranks=99)
    file = tmp_path / "bad.toml"
    file.write_text('game = "pretzle"\n')
    with pytest.raises(dw.WrongInput, match=r"bad.toml:1:8: 'pretzle' is not a game"):
        dw.Setup(file)
    with pytest.raises(dw.WrongInput, match="nowhere.toml: No such file"):
        dw.Setup(tmp_path / "nowhere.toml")
    with pytest.raises(dw.WrongInput, match="at most"):
        dw.Setup("boxoff/ltiles").deals("s", 10**12)
    with pytest.raises(OverflowError):
        dw.Setup("boxoff/ltiles").deal("s", -1)
