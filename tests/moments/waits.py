"""While somebody says wait every page says so: what is tapped there counts for nothing, and the
table's YES lets it stay.
"""

from typing import Final

from tests.moments.recorded import Moment

SAID: Final = ("says wait!", "Wait a moment!")
# Whether another phone is one's own is asked before anything else, and what this screen shall be.
BEFORE: Final = ('id="claim-', 'data-page="become"')


def silent(html: str, moment: Moment) -> bool:
    """Whether a page of the game says nothing of it."""
    if not moment.picture.review or any(words in html for words in BEFORE):
        return False
    return not any(words in html for words in SAID)


def urges(html: str, moment: Moment) -> bool:
    """Whether it asks somebody for an answer, which would only be refused."""
    return bool(moment.picture.review) and "your answer?" in html
