"""Work at low right: a thread that does much rests often, and a touch waits a millisecond for it.

A lower priority would not do: one lock lets Python's threads on one by one, and who holds it and is
not let on by the machine holds up all others.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

SLICE_S = 0.001
T = TypeVar("T")


def paced(items: Iterable[T], rest: Callable[[float], object] = time.sleep) -> Iterator[T]:
    """The same; between two of them whoever works on them rests, as `rest` makes of the time."""
    began_s = time.thread_time()
    for item in items:
        yield item
        worked_s = time.thread_time() - began_s
        if worked_s >= SLICE_S:
            rest(worked_s)
            began_s = time.thread_time()
