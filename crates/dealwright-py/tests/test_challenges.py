"""Challenges, one and many."""

import pickle
import threading
import time

import dealwright as dw
import pytest

BOX = "boxoff:BBWBBW/BYYYWB/YWWWYY"
DEAD = "pretzel:3S--2H/--3H2S"


def test_a_challenge_is_read_and_written():
    challenge = dw.Challenge("boxoff:bbwbbw/byyywb/ywwwyy")
    assert challenge.id == BOX == str(challenge)
    assert (challenge.game, challenge.rules) == ("boxoff", [])
    assert challenge.parameters == {"rows": 3, "columns": 6, "colours": 3}
    assert challenge.board[0] == list("BBWBBW")
    assert challenge == dw.Challenge(BOX) and hash(challenge) == hash(dw.Challenge(BOX))
    assert challenge != dw.Challenge(DEAD) and challenge != BOX
    assert pickle.loads(pickle.dumps(challenge)) == challenge
    assert eval(repr(challenge), {"Challenge": dw.Challenge}) == challenge


def test_a_seed_id_is_a_challenge_too():
    assert dw.Challenge("fujisan/dominoes~hello@1").id == "fujisan:110155001423/033441452204"


def test_solving_gives_what_the_command_prints():
    answer = dw.solve(BOX)
    assert (answer.verdict, answer.moves, len(answer.solution)) == ("solvable", 9, 9)
    assert dw.Challenge(BOX).replay(answer.solution) is True
    assert dw.solve(DEAD).as_dict() == {
        "id": DEAD,
        "verdict": "unsolvable",
        "moves": None,
        "shortest": False,
        "states": 1,
        "solution": [],
        "reason": None,
    }
    shortest = dw.solve("fujisan:554344221335/311400512200", shortest=True)
    assert (shortest.moves, shortest.shortest) == (12, True)


def test_undecided_is_not_unsolvable():
    answer = dw.solve("pretzel/shuffled?ranks=9~x@1", max_states=3)
    assert (answer.verdict, answer.moves) == ("undecided", None)
    assert answer.reason == "the limit of 3 states ran out"


def test_many_are_solved_in_their_order():
    deals = dw.Setup("fujisan/dominoes").deals("many", 300)
    answers = dw.solve(deals)
    assert [answer.id for answer in answers] == [deal.id for deal in deals]
    alone = [deal.solve().verdict for deal in deals]
    assert [answer.verdict for answer in answers] == alone
    assert [answer.verdict for answer in dw.solve((deal.id for deal in deals), threads=1)] == alone
    assert dw.solve([]) == []


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("chess:abc", "game: 'chess' is not a game, known are boxoff, pretzel, fujisan, blackhole, golf, klondike"),
        ("boxoff:", "layout: is empty, expected something like"),
        ("fujisan/dominos~x@1", "'fujisan/dominos' is not a setup.*did you mean 'fujisan/dominoes'"),
        ("fujisan/dominoes~x@7", "version: '7' is not a generator version"),
    ],
)
def test_wrong_texts_are_refused_with_the_same_words_as_by_the_command(wrong, message):
    with pytest.raises(dw.WrongInput, match=message):
        dw.Challenge(wrong)
    with pytest.raises(ValueError, match=message):
        dw.solve(wrong)


def test_one_wrong_text_among_many_is_named():
    with pytest.raises(dw.WrongInput, match="challenge 2: game: 'chess' is not a game"):
        dw.solve([BOX, DEAD, "chess:x"])
    with pytest.raises(dw.WrongInput, match="expected a challenge ID or a Challenge, found int"):
        dw.solve([BOX, 7])
    with pytest.raises(dw.WrongInput, match="BoxOff has no solver 'bgs'.*did you mean 'bfs'"):
        dw.solve(BOX, solver="bgs")
    with pytest.raises(dw.WrongInput, match="solver 'dfs' does not prove the shortest solution"):
        dw.solve("fujisan:554344221335/311400512200", solver="dfs", shortest=True)
    with pytest.raises(dw.WrongInput, match="a limit of 0"):
        dw.solve(BOX, max_states=0)
    with pytest.raises(dw.WrongInput, match="threads"):
        dw.solve([BOX], threads=0)


def test_moves_are_played():
    challenge = dw.Challenge(BOX)
    first = challenge.moves()
    assert "a2a3" in first
    assert challenge.replay(["a2a3"]) is False
    assert challenge.moves(["a2a3"]) != first
    with pytest.raises(dw.WrongInput, match="move 1 'a1f3'"):
        challenge.replay(["a1f3"])


def test_the_whole_graph_is_explored():
    graph = dw.Challenge(BOX).graph()
    assert (graph["reachable"], graph["dead_ends"], graph["lost"]) == (307, 22, 231)
    assert graph["shortest_count"] == 2240 and round(graph["random_win"], 6) == 0.082961
    with pytest.raises(dw.WrongInput, match="whole graph: the limit of 5 states ran out"):
        dw.Challenge(BOX).graph(max_states=5)


def test_measures_come_by_the_names_of_their_columns():
    one = dw.Challenge(BOX).measure(["length", "chance"])
    assert one["id"] == BOX and one["length"] == 9 and one["chance_exact"] is True
    assert "setup" not in one and "connectivity" not in one
    many = dw.measure([BOX, DEAD], ["all"])
    assert many.column("id") == [BOX, DEAD] and many.column("cause")[1] == "Ducking Crab"
    with pytest.raises(dw.WrongInput, match="'lenght' is not a measure.*did you mean 'length'"):
        dw.measure(BOX, ["lenght"])
    with pytest.raises(dw.WrongInput, match="measure it in a Study"):
        dw.measure(BOX, ["repair"])
    with pytest.raises(dw.WrongInput, match="'lenght' is not a column of records; did you mean 'length'"):
        many.column("lenght")


def test_other_threads_go_on_while_challenges_are_solved():
    deals = dw.Setup("pretzel/shuffled", ranks=9).deals("gil", 2000)
    done = threading.Event()
    ticks = 0

    def solve():
        dw.solve(deals, threads=1)
        done.set()

    worker = threading.Thread(target=solve)
    begun = time.monotonic()
    worker.start()
    while not done.is_set():
        time.sleep(0.005)
        ticks += 1
    worker.join()
    # Were the interpreter held, no tick would come before the end.
    assert ticks >= 5, (ticks, time.monotonic() - begun)
