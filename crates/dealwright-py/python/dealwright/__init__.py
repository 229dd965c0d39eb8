"""Physical solitaire puzzles: deals, verdicts, measures and studies.

A *challenge* is a start position of a game and has a short text, its ID. A *setup* lists the pieces and what hands do
with them, and deals challenges. A *study* deals and measures many of them; its records come as columns.
"""

from ._dealwright import (
    Answer,
    Batches,
    Challenge,
    Records,
    Setup,
    Study,
    WrongInput,
    __version__,
    columns,
    games,
    measure,
    measures,
    setups,
    solve,
)

__all__ = [
    "Answer",
    "Batches",
    "Challenge",
    "Records",
    "Setup",
    "Study",
    "WrongInput",
    "__version__",
    "columns",
    "games",
    "measure",
    "measures",
    "setups",
    "solve",
]
