"""Writes the folder of a new game: the smallest whole one, to be changed into yours."""
