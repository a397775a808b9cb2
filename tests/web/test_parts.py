"""What games bring of pages, and what they leave out."""

from unittest.mock import Mock, patch

import pytest
from flask import Flask
from jinja2 import FileSystemLoader, StrictUndefined, TemplateNotFound
from jinja2.compiler import generate

from companion.games import GAMES
from companion.runtime import Companion
from companion.web.parts import Templates
from tests.web.house import Phone, begin, seated


@pytest.mark.parametrize("kind", GAMES)
def test_a_page_that_is_drawn_again_looks_for_no_file(
    house: Companion, referee: Phone, stranger: Phone, kind: str
) -> None:
    begin(referee, "Ana", "Ben", "Cy", "Dee", kind=kind)
    ana = seated(house, referee, 0)
    pages = ((stranger, "wall"), (ana, "seat"), (referee, "referee"))
    for phone, page in pages:
        phone.get(f"/api/fragment?page={page}")
    house.referee.pause(True)  # a newer picture, which has to be drawn
    house.referee.pause(False)
    with patch.object(FileSystemLoader, "get_source", side_effect=TemplateNotFound("")) as looked:
        for phone, page in pages:
            assert phone.get(f"/api/fragment?page={page}")[0] == 200
    assert looked.mock_calls == []


@pytest.mark.parametrize("written", ["'a' if x", "'a' if x else 'b' if x == 2"])
def test_where_a_condition_fails_nothing_is_made_to_be_nothing(written: str) -> None:
    env = Templates(Flask("pages"), undefined=StrictUndefined, autoescape=True)
    env.parts = Mock()
    shown, kept = f"<{{{{ {written} }}}}>", f"{{% set y = {written} %}}{{{{ y is defined }}}}"
    assert "cond_expr_undefined(" not in generate(env.parse(shown), env, None, None)
    for x, there in ((1, "a"), (0, "")):
        assert env.from_string(shown).render(x=x) == f"<{there}>"
        assert env.from_string(kept).render(x=x) == str(bool(there))
