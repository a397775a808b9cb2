"""Code Words: two teams, and everybody has a word that nobody else may see."""

from companion.games.game import Game, Option

GAME = Game(
    kind="code_words",
    package=__name__,
    title="Code Words",
    ages="8 years and up",
    seats=(4, 6),
    never=(5,),
    sides=((4, 2), (6, 2)),
    options=(Option("goal", "So many rounds win", "number", 1, 9),),
)
