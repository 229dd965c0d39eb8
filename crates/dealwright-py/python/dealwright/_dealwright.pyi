from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, Literal, TypedDict, final, overload, type_check_only

__version__: str

_Verdict = Literal["solvable", "unsolvable", "undecided"]
_Given = str | Challenge
_Parameter = int | str | Iterable[int | str]
_Shard = str | tuple[int, int]

class WrongInput(ValueError):
    """What was asked for cannot be read or done; the message names the place and the remedy."""

@type_check_only
class Graph(TypedDict):
    reachable: int
    dead_ends: int
    lost: int
    can_be_lost: bool
    shortest: int | None
    shortest_count: int
    random_win: float | None

@type_check_only
class Bounds(TypedDict):
    exact: bool
    at_least: int | None
    at_most: int

@type_check_only
class Count(TypedDict):
    physical: int
    outcomes: int | None
    distinct: Bounds
    up_to_symmetry: Bounds

@type_check_only
class Effort(TypedDict):
    seconds: float
    deals: float
    each_deal: dict[str, int]

@type_check_only
class GameInfo(TypedDict):
    name: str
    title: str
    about: str
    rules: dict[str, str]
    parameters: dict[str, str]
    symmetries: dict[str, str]
    example: str

@final
class Answer:
    """What a solver found out about a challenge."""

    @property
    def id(self) -> str: ...
    @property
    def verdict(self) -> _Verdict: ...
    @property
    def shortest(self) -> bool: ...
    @property
    def states(self) -> int: ...
    @property
    def reason(self) -> str | None: ...
    @property
    def solver(self) -> str: ...
    @property
    def moves(self) -> int | None: ...
    @property
    def solution(self) -> list[str]: ...
    def as_dict(self) -> dict[str, Any]: ...

@final
class Challenge:
    """A start position of a game, by its ID or its seed ID."""

    def __new__(cls, id: str) -> Challenge: ...
    @property
    def id(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def rules(self) -> list[str]: ...
    @property
    def parameters(self) -> dict[str, int]: ...
    @property
    def board(self) -> list[list[str]]: ...
    def canonical(self) -> str: ...
    def moves(self, line: Sequence[str] | None = None) -> list[str]: ...
    def replay(self, line: Sequence[str]) -> bool: ...
    def solve(
        self,
        *,
        shortest: bool = False,
        solver: str | None = None,
        max_states: int | None = None,
        max_memory: int | None = None,
    ) -> Answer: ...
    def measure(
        self,
        measures: Sequence[str] | None = None,
        *,
        seed: str = "",
        plays: int | None = None,
        graph_states: int | None = None,
        max_states: int | None = None,
        max_memory: int | None = None,
    ) -> dict[str, str | int | float | bool]: ...
    def graph(self, *, max_states: int | None = None, max_memory: int | None = None) -> Graph: ...

@final
class Setup:
    """Pieces and what hands do with them: `GAME/SETUP` or the path of a setup file."""

    def __new__(cls, name: str | PathLike[str], **keywords: _Parameter) -> Setup: ...
    @staticmethod
    def from_text(text: str, name: str = "setup", **keywords: _Parameter) -> Setup: ...
    @property
    def name(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def rules(self) -> list[str]: ...
    @property
    def sizes(self) -> dict[str, int]: ...
    @property
    def open_sizes(self) -> dict[str, list[int]]: ...
    def deal(self, seed: str, index: int = 0) -> Challenge: ...
    def deals(self, seed: str, count: int, start: int = 0, *, threads: int | None = None) -> list[Challenge]: ...
    def tell(self) -> list[str]: ...
    def count(self) -> Count: ...
    def effort(self) -> Effort: ...

@final
class Records:
    """The records of challenges, one row each, as columns in memory."""

    @property
    def columns(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def to_arrow(self) -> Any: ...
    def to_pandas(self) -> Any: ...
    def to_polars(self) -> Any: ...
    def column(self, name: str) -> list[Any]: ...
    def summary(self) -> list[dict[str, Any]]: ...

@final
class Study:
    """Which setups, how many challenges, what is measured of each."""

    def __new__(
        cls,
        *setups: str | PathLike[str] | Setup,
        samples: int | None = None,
        until: float | None = None,
        most: int | None = None,
        census: bool = False,
        trials: int | None = None,
        seed: str | None = None,
        measures: Sequence[str] | None = None,
        plays: int | None = None,
        graph_states: int | None = None,
        max_states: int | None = None,
        max_memory: int | None = None,
        block: int | None = None,
        **parameters: _Parameter,
    ) -> Study: ...
    @staticmethod
    def from_file(path: str | PathLike[str]) -> Study: ...
    @staticmethod
    def from_text(text: str) -> Study: ...
    @property
    def lines(self) -> list[Setup]: ...
    @property
    def challenges(self) -> int: ...
    @property
    def block_count(self) -> int: ...
    def run(self, shard: _Shard | None = None, *, threads: int | None = None) -> Records: ...
    def batches(self, shard: _Shard | None = None, *, threads: int | None = None) -> Batches: ...

@final
class Batches(Iterator[Records]):
    """The records of a study bit by bit."""

    def __iter__(self) -> Batches: ...
    def __next__(self) -> Records: ...

@overload
def solve(  # type: ignore[overload-overlap]  # a text is one challenge, not many letters
    what: _Given,
    *,
    shortest: bool = False,
    solver: str | None = None,
    max_states: int | None = None,
    max_memory: int | None = None,
    threads: int | None = None,
) -> Answer: ...
@overload
def solve(
    what: Iterable[_Given],
    *,
    shortest: bool = False,
    solver: str | None = None,
    max_states: int | None = None,
    max_memory: int | None = None,
    threads: int | None = None,
) -> list[Answer]: ...
@overload
def measure(  # type: ignore[overload-overlap]
    what: _Given,
    measures: Sequence[str] | None = None,
    *,
    seed: str = "",
    plays: int | None = None,
    graph_states: int | None = None,
    max_states: int | None = None,
    max_memory: int | None = None,
    threads: int | None = None,
) -> dict[str, str | int | float | bool]: ...
@overload
def measure(
    what: Iterable[_Given],
    measures: Sequence[str] | None = None,
    *,
    seed: str = "",
    plays: int | None = None,
    graph_states: int | None = None,
    max_states: int | None = None,
    max_memory: int | None = None,
    threads: int | None = None,
) -> Records: ...
def games() -> list[GameInfo]: ...
def setups() -> list[str]: ...
def measures() -> dict[str, str]: ...
def columns() -> list[tuple[str, Literal["text", "int", "float", "bool"], str]]: ...
