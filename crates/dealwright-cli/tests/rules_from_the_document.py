"""Solvers written from docs/rules.md alone, compared with dealwright on random challenges of every game and switch.

    rules_from_the_document.py DEALWRIGHT [CHALLENGES OF EACH KIND]

Verdict, length of a shortest solution, number of positions that can be reached, dead ends, lost positions and number of shortest
solutions must be the same. Positions are strings or tuples as a reader of the document would write them; nothing is fast.
"""

import json
import random
import subprocess
import sys

RANKS, SUITS = "A23456789TJQK", "SHDCEFGI"


class BoxOff:
    def __init__(self, switches, layout):
        self.start = tuple(layout.split("/"))

    def is_solved(self, board):
        return all(square == "." for row in board for square in row)

    def after_each_move(self, board):
        pieces = [(r, c) for r, row in enumerate(board) for c, square in enumerate(row) if square != "."]
        for n, (r, c) in enumerate(pieces):
            for r2, c2 in pieces[n + 1 :]:
                in_the_box = [
                    (y, x) for y, x in pieces if min(r, r2) <= y <= max(r, r2) and min(c, c2) <= x <= max(c, c2)
                ]
                if board[r][c] == board[r2][c2] and len(in_the_box) == 2:
                    gone = {(r, c), (r2, c2)}
                    yield tuple(
                        "".join("." if (y, x) in gone else square for x, square in enumerate(row))
                        for y, row in enumerate(board)
                    )


class Pretzel:
    def __init__(self, switches, layout):
        self.free_rows = "free-rows" in switches
        rows = layout.split("/")
        self.start = tuple(tuple(row[i : i + 2] for i in range(0, len(row), 2)) for row in rows)

    def is_solved(self, grid):
        def holds(row, suit):
            return all(card == RANKS[1 + n] + suit for n, card in enumerate(row[:-1])) and row[-1] == "--"

        return all(
            any(holds(row, suit) for suit in (SUITS if self.free_rows else SUITS[number]))
            for number, row in enumerate(grid)
        )

    def after_each_move(self, grid):
        highest = RANKS[len(grid[0]) - 1]
        where = {card: (r, c) for r, row in enumerate(grid) for c, card in enumerate(row) if card != "--"}
        for r, row in enumerate(grid):
            for c, there in enumerate(row):
                if there != "--":
                    continue
                if c == 0:
                    lefts = ["A" + suit for suit in (SUITS[: len(grid)] if self.free_rows else SUITS[r])]
                else:
                    lefts = [row[c - 1]]
                for left in lefts:
                    if left == "--" or left[0] == highest:
                        continue
                    card = RANKS[RANKS.index(left[0]) + 1] + left[1]
                    other = [list(row) for row in grid]
                    y, x = where[card]
                    other[y][x], other[r][c] = "--", card
                    yield tuple(tuple(row) for row in other)


class Fujisan:
    """A position is the set of spaces that are taken: (row from the top, column), columns 0 and 13 are the ground."""

    SUMMIT = (6, 7)

    def __init__(self, switches, layout):
        self.values = [[int(value) for value in row] for row in layout.split("/")]
        self.free = "free" in switches
        self.dice = next((s[len("dice-") :] for s in switches if s.startswith("dice-")), "0000")
        self.start = frozenset([(0, 0), (0, 13), (1, 0), (1, 13)])

    def is_solved(self, taken):
        return taken == {(row, column) for row in (0, 1) for column in self.SUMMIT}

    def after_each_move(self, taken):
        targets = [(priest, to) for priest in taken for to in self.targets(priest, taken)]
        if not targets and taken == self.start:
            for (row, column), die in zip([(0, 0), (0, 13), (1, 0), (1, 13)], map(int, self.dice)):
                if die:
                    targets.append(((row, column), (row, die if column == 0 else 13 - die)))
        for priest, to in targets:
            yield taken - {priest} | {to}

    def targets(self, priest, taken):
        row, column = priest
        if column in self.SUMMIT:
            if self.free:
                yield from (to for to in [(row, 13 - column)] if to not in taken)
        else:
            for way in (range(column - 1, 0, -1), range(column + 1, 13)):
                walked = 0
                for to in way:
                    if (row, to) not in taken:
                        walked += 1
                        if self.values[row][to - 1] == walked:
                            yield (row, to)
        if 1 <= column <= 12 and (1 - row, column) not in taken:
            yield (1 - row, column)


def cards_of(stack):
    return tuple(stack[i : i + 2] for i in range(0, len(stack), 2))


def rank_of(card):
    return RANKS.index(card[0]) + 1


class BlackHole:
    """A position is the fans and the rank on the base."""

    def __init__(self, switches, layout):
        fans = tuple(cards_of(fan) for fan in layout.split("/"))
        self.king = max(rank_of(card) for fan in fans for card in fan)
        self.start = (fans, 1)

    def is_solved(self, position):
        return not any(position[0])

    def after_each_move(self, position):
        fans, base = position
        for number, fan in enumerate(fans):
            if fan:
                rank = rank_of(fan[-1])
                if abs(rank - base) == 1 or {rank, base} == {1, self.king}:
                    yield fans[:number] + (fan[:-1],) + fans[number + 1 :], rank


class Golf:
    """A position is the columns, the cards turned up and the rank on the waste."""

    def __init__(self, switches, layout):
        *columns, others = (cards_of(stack) for stack in layout.split("/"))
        self.wrap, self.closed = "wrap" in switches, "kings-closed" in switches
        self.others = others
        self.king = max(rank_of(card) for stack in [*columns, others] for card in stack)
        self.start = (tuple(columns), 1, rank_of(others[0]))

    def is_solved(self, position):
        return not any(position[0])

    def after_each_move(self, position):
        columns, turned, waste = position
        for number, column in enumerate(columns):
            if not column or self.closed and waste == self.king:
                continue
            rank = rank_of(column[-1])
            if abs(rank - waste) == 1 or self.wrap and {rank, waste} == {1, self.king}:
                yield columns[:number] + (column[:-1],) + columns[number + 1 :], turned, rank
        if turned < len(self.others):
            yield columns, turned + 1, rank_of(self.others[turned])


class Klondike:
    """A position is the columns, each with its cards face down and face up, the highest rank on each foundation, the stock, the waste
    and how often it may still be turned over."""

    def __init__(self, switches, layout):
        *columns, stock = (cards_of(stack) for stack in layout.split("/"))
        cards = [card for stack in [*columns, stock] for card in stack]
        self.king = max(rank_of(card) for card in cards)
        self.suits = [suit for suit in SUITS if any(card[1] == suit for card in cards)]
        self.draws = 1 if "draw-1" in switches else 3
        self.no_worry = "no-worry" in switches
        limits = [int(switch[len("redeals-") :]) for switch in switches if switch.startswith("redeals-")]
        columns = tuple((column[:-1], column[-1:]) for column in columns)
        self.start = (columns, (0,) * len(self.suits), stock, (), limits[0] if limits else None)

    def is_solved(self, position):
        return all(rank == self.king for rank in position[1])

    def fits(self, card, column):
        if not column[1]:
            return rank_of(card) == self.king
        below = column[1][-1]
        return rank_of(below) == rank_of(card) + 1 and (below[1] in "HD") != (card[1] in "HD")

    def without(self, columns, number, at):
        down, up = columns[number]
        up = up[:at]
        if not up and down:
            down, up = down[:-1], down[-1:]
        return columns[:number] + ((down, up),) + columns[number + 1 :]

    def onto(self, columns, cards, but=None):
        for number, column in enumerate(columns):
            if number != but and self.fits(cards[0], column):
                yield columns[:number] + ((column[0], column[1] + cards),) + columns[number + 1 :]

    def after_each_move(self, position):
        columns, up, stock, waste, redeals = position
        for number, (_, cards) in enumerate(columns):
            for at in range(len(cards)):
                for there in self.onto(columns, cards[at:], number):
                    # The column of departure is as it was in there, only with its cards still on it.
                    yield self.without(there, number, at), up, stock, waste, redeals
        tops = [(cards[-1], number) for number, (_, cards) in enumerate(columns) if cards]
        for card, number in tops + [(card, None) for card in waste[-1:]]:
            suit = self.suits.index(card[1])
            if up[suit] == rank_of(card) - 1:
                higher = up[:suit] + (up[suit] + 1,) + up[suit + 1 :]
                if number is None:
                    yield columns, higher, stock, waste[:-1], redeals
                else:
                    yield self.without(columns, number, len(columns[number][1]) - 1), higher, stock, waste, redeals
        for card in waste[-1:]:
            for there in self.onto(columns, (card,)):
                yield there, up, stock, waste[:-1], redeals
        for suit, rank in enumerate(up if not self.no_worry else ()):
            if rank:
                for there in self.onto(columns, (RANKS[rank - 1] + self.suits[suit],)):
                    yield there, up[:suit] + (rank - 1,) + up[suit + 1 :], stock, waste, redeals
        if stock:
            yield columns, up, stock[self.draws :], waste + stock[: self.draws], redeals
        elif waste and redeals != 0:
            yield columns, up, waste, (), None if redeals is None else redeals - 1


GAMES = {
    "boxoff": BoxOff,
    "pretzel": Pretzel,
    "fujisan": Fujisan,
    "blackhole": BlackHole,
    "golf": Golf,
    "klondike": Klondike,
}


def explored(challenge_id):
    head, layout = challenge_id.split(":")
    name, *switches = head.split(".")
    game = GAMES[name](switches, layout)
    depth, ways, order, after = {game.start: 0}, {game.start: 1}, [game.start], {}
    for position in order:
        after[position] = []
        if game.is_solved(position):
            continue
        for there in game.after_each_move(position):
            if there not in depth:
                depth[there], ways[there] = depth[position] + 1, 0
                order.append(there)
            if depth[there] == depth[position] + 1:
                ways[there] += ways[position]
            after[position].append(there)
    solved = [position for position in order if game.is_solved(position)]
    before = {position: [] for position in order}
    for position in order:
        for there in after[position]:
            before[there].append(position)
    alive, todo = set(solved), list(solved)
    while todo:
        for position in before[todo.pop()]:
            if position not in alive:
                alive.add(position)
                todo.append(position)
    length = min((depth[position] for position in solved), default=None)
    return {
        "verdict": "solvable" if solved else "unsolvable",
        "moves": length,
        "reachable": len(order),
        "dead_ends": sum(not after[position] and not game.is_solved(position) for position in order),
        "lost": len(order) - len(alive),
        "shortest_count": str(sum(ways[position] for position in solved if depth[position] == length)),
    }


def boxoff(chance):
    rows, columns = chance.choice([(1, 6), (2, 4), (3, 4), (4, 3), (4, 4), (3, 6), (5, 3)])
    cells = []
    while len(cells) + 2 <= rows * columns:
        cells += 2 * ["." if chance.random() < 0.06 else chance.choice("ABCZ"[: chance.randint(2, 4)])]
    cells += ["."] * (rows * columns - len(cells))
    chance.shuffle(cells)
    return "boxoff:" + "/".join("".join(cells[row * columns : (row + 1) * columns]) for row in range(rows))


def pretzel(chance, free_rows):
    sizes = [(1, 1), (1, 5), (2, 2), (2, 4), (3, 3), (3, 4), (2, 6), (8, 2), (5, 3)]
    suits, ranks = chance.choice(sizes[:6] if free_rows else sizes)
    cells = [rank + suit if rank != "A" else "--" for suit in SUITS[:suits] for rank in RANKS[:ranks]]
    chance.shuffle(cells)
    rows = ("".join(cells[row * ranks : (row + 1) * ranks]) for row in range(suits))
    return ("pretzel.free-rows:" if free_rows else "pretzel:") + "/".join(rows)


def fujisan(chance, switches):
    switches = switches.replace("dice", "dice-" + "".join(chance.choice("012345") for _ in range(4)))
    # Dice matter where nobody can begin: the first spaces up to the summit must not be what they are away.
    stuck = "dice" in switches and chance.random() < 0.7
    rows = []
    for _ in range(2):
        row = [chance.randint(0, 5) for _ in range(12)]
        for n in range(5) if stuck else ():
            row[n] = chance.choice([v for v in range(6) if v != n + 1])
            row[11 - n] = chance.choice([v for v in range(6) if v != n + 1])
        rows.append("".join(map(str, row)))
    return f"fujisan{switches}:" + "/".join(rows)


def deck(chance, suits, ranks):
    cards = [rank + suit for suit in SUITS[:suits] for rank in RANKS[:ranks]]
    chance.shuffle(cards)
    return cards


def blackhole(chance):
    suits, ranks, depth = chance.choice([(1, 7, 2), (2, 4, 2), (2, 5, 3), (3, 4, 3), (4, 3, 3), (4, 2, 2), (2, 6, 3)])
    cards = [card for card in deck(chance, suits, ranks) if card != "AS"]
    return "blackhole:" + "/".join("".join(cards[n : n + depth]) for n in range(0, len(cards), depth))


def golf(chance, switches):
    suits, ranks, columns, depth = chance.choice([(1, 8, 3, 2), (2, 5, 3, 2), (2, 6, 3, 3), (3, 4, 3, 3), (4, 3, 4, 2)])
    cards = deck(chance, suits, ranks)
    stacks = [cards[n * depth : (n + 1) * depth] for n in range(columns)] + [cards[columns * depth :]]
    return f"golf{switches}:" + "/".join("".join(stack) for stack in stacks)


def klondike(chance, switches):
    suits, ranks, columns = chance.choice([(1, 4, 2), (1, 5, 2), (2, 3, 2), (2, 4, 3), (3, 2, 2), (3, 3, 3), (2, 5, 4)])
    cards = deck(chance, suits, ranks)
    firsts = [n * (n + 1) // 2 for n in range(columns + 1)]
    stacks = [cards[first:end] for first, end in zip(firsts, firsts[1:])] + [cards[firsts[-1] :]]
    return f"klondike{switches}:" + "/".join("".join(stack) for stack in stacks)


def main():
    program, count = sys.argv[1], int((sys.argv[2:] or ["16"])[0])
    chance = random.Random("rules from the document")
    kinds = {"boxoff": lambda: boxoff(chance)}
    kinds["pretzel"] = lambda: pretzel(chance, False)
    kinds["pretzel.free-rows"] = lambda: pretzel(chance, True)
    for switches in ("", ".free", ".dice", ".free.dice"):
        kinds["fujisan" + switches] = lambda switches=switches: fujisan(chance, switches)
    kinds["blackhole"] = lambda: blackhole(chance)
    for switches in ("", ".wrap", ".kings-closed"):
        kinds["golf" + switches] = lambda switches=switches: golf(chance, switches)
    for switches in ("", ".draw-1", ".no-worry", ".redeals-0", ".draw-1.redeals-1.no-worry"):
        kinds["klondike" + switches] = lambda switches=switches: klondike(chance, switches)
    for kind, deal in kinds.items():
        # Mountains have many positions: fewer of them take as long.
        ids = [deal() for _ in range(max(1, count // 4) if "fujisan" in kind else count)]
        command = [program, "solve", "--graph", "--shortest", "--json", "-"]
        answers = subprocess.run(command, input="\n".join(ids), text=True, capture_output=True, check=True).stdout
        answers = [json.loads(line) for line in answers.splitlines()]
        assert len(answers) == len(ids), kind
        solvable = 0
        for challenge_id, answer in zip(ids, answers):
            here = explored(challenge_id)
            there = {key: answer[key] for key in here}
            assert answer["id"] == challenge_id and here == there, f"{challenge_id}\nhere:  {here}\nthere: {there}"
            solvable += here["verdict"] == "solvable"
        assert 0 < solvable < len(ids) or len(ids) < 20, f"{kind}: {solvable} of {len(ids)} solvable say little"
        print(f"{kind}: {len(ids)} challenges, {solvable} solvable, the same as dealwright says")


if __name__ == "__main__":
    main()
