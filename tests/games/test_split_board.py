"""SPLIT's board: paths against networkx, data that is checked, and nothing shown under chips."""

import hashlib
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import codec
from companion.games.split import rules as split
from companion.games.split.board import board_of, faults
from companion.games.split.facts import Dealt, Fixed, Setup
from companion.games.split.path import (
    NORTH_SOUTH,
    SPACES,
    WEST_EAST,
    Pair,
    closes,
    connected,
    shortest,
    spaces_in,
)
from companion.games.split.practice import PRACTICE
from companion.say import Names, say
from companion.words import Seat

GRID = nx.grid_2d_graph(10, 10)
PAIRS = ((NORTH_SOUTH,), (WEST_EAST,), (NORTH_SOUTH, WEST_EAST))


def bits_of(spaces: set[int]) -> int:
    return sum(1 << space for space in spaces)


def graph_of(spaces: set[int]) -> nx.Graph:
    return GRID.subgraph(divmod(space, 10) for space in spaces)


def edges_of(pair: Pair, spaces: set[int]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The chips on the two sides of a pair, by rows and columns."""
    axis = 0 if pair == NORTH_SOUTH else 1
    cells = [divmod(space, 10) for space in sorted(spaces)]
    return [c for c in cells if c[axis] == 0], [c for c in cells if c[axis] == 9]


def lengths(spaces: set[int], pairs: tuple[Pair, ...]) -> list[int]:
    """How many chips the shortest paths take, by networkx; none where nothing is joined."""
    found = []
    for pair in pairs:
        graph = graph_of(spaces).copy()
        one, other = edges_of(pair, spaces)
        graph.add_edges_from(("from", cell) for cell in one)
        graph.add_edges_from(("to", cell) for cell in other)
        if one and other and nx.has_path(graph, "from", "to"):
            found.append(nx.shortest_path_length(graph, "from", "to") - 1)
    return found


def some_chips() -> st.SearchStrategy[set[int]]:
    """Any chips, from a few to so many that they hang together."""

    def sprinkled(seed: int, share: float) -> set[int]:
        rng = Random(seed)
        return {space for space in range(SPACES) if rng.random() < share}

    return st.builds(sprinkled, st.integers(0, 2**32), st.floats(0.3, 0.9))


@given(some_chips(), st.sampled_from(PAIRS))
def test_a_path_is_there_when_networkx_finds_one(spaces: set[int], pairs: tuple[Pair, ...]) -> None:
    found = shortest(bits_of(spaces), pairs)
    wanted = lengths(spaces, pairs)
    assert len(found) == min(wanted, default=0)
    assert set(found) <= spaces
    cells = [divmod(space, 10) for space in found]
    assert all(GRID.has_edge(a, b) for a, b in zip(cells, cells[1:], strict=False))
    if found:
        ends = {cells[0], cells[-1]}
        sides = [edges_of(pair, spaces) for pair in pairs]
        assert any(ends & set(one) and ends & set(other) for one, other in sides)


@given(some_chips(), st.integers(0, 99), st.sampled_from(PAIRS))
def test_a_chip_closes_a_path_when_networkx_says_so(
    spaces: set[int], space: int, pairs: tuple[Pair, ...]
) -> None:
    spaces |= {space}
    group = nx.node_connected_component(graph_of(spaces), divmod(space, 10))
    mine = {10 * row + column for row, column in group}
    assert set(spaces_in(connected(bits_of(spaces), space))) == mine
    assert closes(bits_of(spaces), space, pairs) == bool(lengths(mine, pairs))


@given(some_chips(), st.sampled_from(PAIRS))
def test_chips_of_which_none_closes_a_path_have_none(
    spaces: set[int], pairs: tuple[Pair, ...]
) -> None:
    """Looking at the newest chip alone is enough: a path is seen at the chip that closes it."""
    chips, joined = 0, False
    for space in Random(len(spaces)).sample(sorted(spaces), len(spaces)):
        chips |= 1 << space
        joined = joined or closes(chips, space, pairs)
        assert joined == bool(shortest(chips, pairs))


# --- the board as data ------------------------------------------------------------------------


def test_the_practice_board_plays_evenly() -> None:
    board = board_of(())
    shows = [sum(suits >> suit & 1 for suits in board.suits) for suit in range(4)]
    assert shows == [30, 30, 30, 30]
    assert sum(suits.bit_count() == 2 for suits in board.suits) == 20
    for one, other in GRID.edges:
        assert not board.suits[10 * one[0] + one[1]] & board.suits[10 * other[0] + other[1]]


def test_the_practice_board_never_changes() -> None:
    """Games on record name no board and mean this one."""
    digest = hashlib.sha256("/".join(PRACTICE).encode()).hexdigest()
    assert digest.startswith("46fc0fa9a8e93d1e")


def test_a_board_goes_through_json() -> None:
    setup = Setup(2, board=PRACTICE)
    assert codec.loads(Setup, codec.dumps(setup)) == setup


FAULTY = (
    (PRACTICE[:9], "A board has 10 rows of spaces; this one has 9."),
    ((*PRACTICE, PRACTICE[0]), "A board has 10 rows of spaces; this one has 11."),
    ((*PRACTICE[:9], "S H D C S H D C S"), "Row 10 has 9 spaces, not 10."),
    ((*PRACTICE[:9], "S H D C S H D C S x"),
     'Row 10, space 10 says "x"; a space is one or two of S, H, D, C.'),
    ((*PRACTICE[:9], "S H D C S H D C S SS"),
     'Row 10, space 10 says "SS"; a space is one or two of S, H, D, C.'),
    (tuple(row.replace("C", "S").replace("SS", "S") for row in PRACTICE), "No space shows clubs."),
)  # fmt: skip


@pytest.mark.parametrize(("rows", "sentence"), FAULTY)
def test_a_faulty_board_is_told_in_words(rows: tuple[str, ...], sentence: str) -> None:
    assert sentence in [say(fault, Names()) for fault in faults(rows)]


def test_a_board_without_faults_has_none() -> None:
    assert not faults(PRACTICE)


# --- nothing under chips ----------------------------------------------------------------------


@given(st.sets(st.integers(0, 99), min_size=1, max_size=40), st.randoms(use_true_random=False))
def test_boards_that_differ_under_chips_alone_look_alike(covered: set[int], rng: Random) -> None:
    """No view and no question tells what suits lie under chips."""
    entries = [row.split() for row in PRACTICE]
    for space in covered:
        entries[space // 10][space % 10] = rng.choice(("S", "H", "D", "C", "SH", "DC"))
    other = tuple(" ".join(row) for row in entries)
    shown = []
    for board in (PRACTICE, other):
        state = split.start(Setup(3, board=board))
        for fact in (Dealt(Seat(0)), *(Fixed(s, Seat(s % 3)) for s in sorted(covered))):
            state = split.judge(state, fact).state
        shown.append((split.view(state), split.asks(state)))
    assert shown[0] == shown[1]
