"""What the simulation calls is what the shipped threads call: each is a thin loop round it."""

import ast
import inspect
import textwrap
from collections.abc import Callable

import pytest

from companion.referee.work_queue import WorkQueue
from companion.table.board.link import Link
from companion.table.board.table import BoardTable
from companion.web import events

# Each loop, and all that it calls; what is more would be seen by no simulated evening.
LOOPS: dict[Callable[..., object], set[str]] = {
    WorkQueue._run: {"step", "_next", "_sleep_s", "_last"},
    Link._run: {"step", "more", "_note", "is_set", "wait"},
    BoardTable.start: {"start"},  # the link's, with what is done each time it comes round
    BoardTable.step: {"step", "_watch_now"},
    # In a simulated evening a picture is drawn at once: tests/web/test_events.py has what waits.
    events.stream: {"take", "is_drawn", "_at_once", "wait_s", "told", "monotonic"},
}


def called(loop: Callable[..., object]) -> set[str]:
    """The names of all that is called in a function."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(loop)))
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {call.attr if isinstance(call, ast.Attribute) else ast.unparse(call) for call in calls}


@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop.__qualname__)
def test_a_thread_is_a_loop_round_what_is_simulated(loop: Callable[..., object]) -> None:
    assert called(loop) == LOOPS[loop]
