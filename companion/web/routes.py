"""Routes that a start makes quickly. Knows no page."""

from collections.abc import Callable
from typing import Any

from werkzeug.routing import Rule


class LateRule(Rule):
    """A route that learns to write its address when it is first asked for one.

    Werkzeug compiles two functions for that, for each of a hundred routes at every start, and
    pages ask one route: that of what browsers keep. Should Werkzeug call it otherwise one day,
    each is compiled at once again.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compile_ = super()._compile_builder
        known: list[Callable[..., tuple[str, str]]] = []

        def build(rule: Rule, **values: Any) -> tuple[str, str]:
            if not known:
                known.append(compile_(append_unknown))
            return known[0](rule, **values)

        return build
