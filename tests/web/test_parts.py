"""What games bring of pages, and what they leave out."""

from unittest.mock import patch

import pytest
from jinja2 import FileSystemLoader, TemplateNotFound

from companion.games import GAMES
from companion.runtime import Companion
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
