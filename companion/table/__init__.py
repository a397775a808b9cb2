"""The table: what hardware feels, as signals in time, and what it shows and sounds.

Must not judge, and must not know of games, people, the journal or pages.
"""
