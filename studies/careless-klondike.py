"""How many Klondike deals a player wins who never thinks ahead.

    dealwright deal klondike/shuffled --seed beyond --samples 200 --ids | python3 studies/careless-klondike.py

The player sends up whatever goes up; else turns up a card; else plays the top card of the waste onto a column; else draws, and
gives up after sixty draws without any of that. The rules are those of the solvers that are written from docs/rules.md.
"""

import importlib.util
import pathlib
import sys

RULES = pathlib.Path(__file__).parent.parent / "crates/dealwright-cli/tests/rules_from_the_document.py"
spec = importlib.util.spec_from_file_location("rules", RULES)
rules = importlib.util.module_from_spec(spec)
spec.loader.exec_module(rules)

MOST_DRAWS = 60


def wins(challenge_id):
    head, layout = challenge_id.split(":")
    game = rules.Klondike(head.split(".")[1:], layout)
    position, idle = game.start, 0
    while idle < MOST_DRAWS:
        if game.is_solved(position):
            return True
        columns, up, stock, waste, _ = position
        down = sum(len(column[0]) for column in columns)
        best = None
        for after in game.after_each_move(position):
            columns, higher, *row, _ = after
            if sum(higher) > sum(up):
                worth = 3
            elif sum(higher) < sum(up):
                continue
            elif sum(len(column[0]) for column in columns) < down:
                worth = 2
            elif sum(map(len, row)) < len(stock) + len(waste):
                worth = 1
            elif row != [stock, waste]:
                worth = 0
            else:
                continue
            if best is None or worth > best[0]:
                best = (worth, after)
        if best is None:
            return False
        idle = 0 if best[0] else idle + 1
        position = best[1]
    return False


won = [wins(line.strip()) for line in sys.stdin]
print(f"{sum(won)} of {len(won)} won")
