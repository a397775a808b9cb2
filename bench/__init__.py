"""Figures of the companion beside a floor: the least that any such program would take.

Every figure is a ratio of one interleaved run on one machine; a miss is printed as a miss.
"""
