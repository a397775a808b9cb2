"""An evening over all of its games: who stands where, what to play next, and its poster. Pure."""
