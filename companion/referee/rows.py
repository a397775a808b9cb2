"""What the journal keeps of a fact, of an answer, and of a word that changes earlier ones.

Pure; the referee writes it.
"""

from collections.abc import Sequence

from companion import codec
from companion.frozen import replace
from companion.journal import Op, Row
from companion.referee.answers import Counts, Teller
from companion.referee.fold import Fact

RULES_VERSION = "1"


def row_of(fact: Fact, by: str, at_us: int, nonce: str = "") -> Row:
    """The row of a fact that nobody was asked for."""
    return Row(Op.FACT, codec.dumps([fact]), by, at_us, nonce=nonce or None, rules=RULES_VERSION)


def answer_row(counts: Counts, nonce: str, teller: Teller, at_us: int) -> Row:
    """The row of an answer, with its question."""
    row = row_of(counts.fact, teller.by, at_us, nonce)
    return replace(row, screen=teller.screen, ask=counts.ask, asked=counts.asked)


def change_row(
    op: Op,
    of: int,
    nonce: str,
    teller: Teller,
    at_us: int,
    facts: Sequence[Fact] = (),
    drops: tuple[int, ...] = (),
) -> Row:
    """The row of a word about row `of`: it is undone, redone, or amended by these facts."""
    row = Row(op, codec.dumps(facts), teller.by, at_us, of, drops)
    return replace(row, screen=teller.screen, nonce=nonce or None, rules=RULES_VERSION)
