"""What a game says of itself on the shelf is what its rules take."""

from typing import Any

import pytest

from companion import codec
from companion.games import GAMES
from companion.referee.opening import NewGame, set_up
from companion.words import SEATS_MOST

each_kind = pytest.mark.parametrize("kind", GAMES)


def takes(kind: str, people: int, options: dict[str, Any]) -> bool:
    try:
        set_up(NewGame(kind, tuple(map(str, range(people))), options), 5)
    except ValueError:
        return False
    return True


@each_kind
@pytest.mark.parametrize("people", range(SEATS_MOST + 3))
def test_so_many_may_play_as_it_says(kind: str, people: int) -> None:
    game = GAMES[kind]
    least, most = game.seats
    assert takes(kind, people, {}) == (least <= people <= most and people not in game.never)
    if game.few:
        option, few = game.few
        assert takes(kind, people, {option: True}) == (few <= people <= most) or game.never


@each_kind
def test_each_house_option_is_one_that_it_takes(kind: str) -> None:
    game = GAMES[kind]
    usual = codec.encode(set_up(NewGame(kind, ("x",) * game.seats[1], {}), 5))
    for option in game.options:
        plain = int if type(usual[option.key]) is int else str
        values: tuple[Any, ...] = tuple(plain(one) for one, _ in option.values) or (False, True)
        if option.kind == "number":
            values = (option.least, option.most)
            for beyond in (option.least - 1, option.most + 1):
                assert not takes(kind, game.seats[1], {option.key: beyond}), option
        for value in values:
            some = range(game.seats[0], game.seats[1] + 1)
            assert any(takes(kind, people, {option.key: value}) for people in some), option
    for variant, _ in game.variants:
        assert takes(kind, game.seats[0], {"variant": variant})
    assert {effort.variant for effort in game.efforts} <= {word for word, _ in game.variants}
