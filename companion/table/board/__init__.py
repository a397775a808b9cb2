"""The touch board from the companion's side: its port, its talk, its clock, and what it feels.

Must not judge. Everything but `link.py`'s thread and `port.py` is told its time and its bytes.
"""
