"""Figures and pictures of what was played: pure functions, which know no game and no page."""
