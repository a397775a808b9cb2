"""Ctrl+C before a command was read ends it without a word: nothing has begun that could be left.

Imported by `companion.cli` before all else, which says when it is over; from then on whoever works
hears of it. Must import nothing of ours.
"""

import signal
import threading

_IS_PYTHON_S = signal.getsignal(signal.SIGINT) is signal.default_int_handler
_IS_MINE = _IS_PYTHON_S and threading.current_thread() is threading.main_thread()
if _IS_MINE:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def over() -> None:
    """From now on Ctrl+C is what it was, to be called once."""
    if _IS_MINE:
        signal.signal(signal.SIGINT, signal.default_int_handler)
