"""Our `replace` is the standard one, only quicker."""

import dataclasses
from random import Random

import pytest

from companion.frozen import replace
from companion.games import GAMES
from companion.games.dolphin_splash.facts import Setup
from companion.games.dolphin_splash.robot.family import Family
from companion.words import Pads, Touched
from tests.robots.playing import play


def test_it_answers_what_the_standard_one_does() -> None:
    state = play(GAMES["dolphin_splash"], Family(Setup(4), Random(2))).state
    changes = {"winner": None, "calls": 7}
    assert replace(state, **changes) == dataclasses.replace(state, **changes) != state
    assert replace(state) == state


def test_the_old_one_stays_as_it_was() -> None:
    touch = Touched(1, 20, 300)
    assert replace(touch, pad=2).pad == 2
    assert touch == Touched(1, 20, 300)


def test_a_class_of_one_field() -> None:
    assert replace(Pads((1,)), of=(2,)) == Pads((2,))
    assert replace(Pads((1,))) == Pads((1,))


def test_a_field_that_is_none_is_refused() -> None:
    with pytest.raises(TypeError, match="colour"):
        replace(Touched(1, 20, 300), colour="red")
