"""The simulated touch board: the program that ships, run step by step on pretend pads.

Must not know the protocol. It needs what `make -C firmware all sim` builds.
"""
