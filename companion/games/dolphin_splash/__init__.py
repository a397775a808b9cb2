"""SPLASH! (1993), the dolphins: four of a kind, a grab, and letters on the pad.

What the game says of itself. Pure, like everything below it.
"""

from companion.games.dolphin_splash.sounds import SOUNDS
from companion.games.game import Boxless, Game, Option

GAME = Game(
    kind="dolphin_splash",
    package=__name__,
    title="SPLASH!",
    ages="5 years and up",
    seats=(3, 6),
    variants=(
        ("standard", "The classic: PASS is called"),
        ("alternate", "For grown-ups: the whole deck, five cards each"),
    ),
    options=(
        Option("bonus_in_tiebreak", "A bonus letter counts in overtime, too"),
        Option("announce_first_touch", "The first touch is announced"),
        Option("everybody_rules", "Everybody may settle a grab"),
        Option("one_foul_award_per_round", "Only the first foul of a round gives letters"),
        Option("bonus_breaks_tie", "A bonus letter past the sixth breaks a tie"),
        Option("keep_calling", "Grown-ups' way: PASS goes on after the first call"),
        Option("shuffle_discards", "Grown-ups' way: discards are shuffled"),
        Option(
            "mercy_ms",
            "A quick brush is forgiven",
            "choice",
            values=(("0", "no"), ("50", "yes"), ("120", "yes, and a slower one")),
        ),
        Option(
            "cards",
            "The cards",
            "choice",
            values=(
                ("box", "those of the box"),
                ("aces", "a pack: aces are worth a letter more"),
                ("kings", "a pack: kings are worth a letter more"),
                ("queens", "a pack: queens are worth a letter more"),
                ("jacks", "a pack: jacks are worth a letter more"),
                ("phones", "none: each hand is on a phone"),
            ),
            drawn=True,
        ),
        Option("waits_for_choice", "Cards on phones: a call waits a beat for who is slow"),
    ),
    boxless=Boxless("Grab the Dolphin", "an ordinary pack of cards", "cards", "aces"),
    on_phones=Boxless(
        "Pocket Dolphins", "nothing but a phone for each of you", "cards", "phones", "standard"
    ),
    robots=("Robot Pip", "Robot Coral", "Robot Finn", "Robot Luna", "Robot Otto"),
    recalls="cards",
    sounds=SOUNDS,
    draws=("claim",),
    guests=("bonus",),
    minutes=20,
)
