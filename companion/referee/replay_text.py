"""A replayed game in words: sentences for a person, or one JSON object for a program.

Decides nothing: it says what the screens say of the same facts.
"""

import json
from typing import Any

from companion.codec import plain
from companion.frozen import replace
from companion.referee.picture import noted
from companion.referee.replay import Replayed, Step
from companion.say import Names, complaint, say, spoken
from companion.words import Hardware


def as_sentences(replayed: Replayed) -> str:
    """Every line with what came of it, and the view at the end as JSON."""
    names = replace(replayed.names, upright=True)  # a shell has lines of its own
    said = [
        f"{step.line:4}  {sentence}" for step in replayed.steps for sentence in _said(step, names)
    ]
    return "\n".join([*said, json.dumps(_view(replayed, names), indent=2)])


def as_json(replayed: Replayed) -> str:
    """View, rulings and refusals. Names nobody and no hour: it is the same of an exported file."""
    names = Names(line=replayed.names.line, upright=True)
    told = {
        "view": _view(replayed, names),
        "rulings": [
            {"line": step.line, "rule": ruling.rule, "text": say(ruling.text, names)}
            for step in replayed.steps
            for ruling in step.rulings
        ],
        "refusals": [
            {"line": step.line, "rule": step.refused.rule, "text": say(step.refused.text, names)}
            for step in replayed.steps
            if step.refused is not None
        ],
    }
    return json.dumps(told)


def _said(step: Step, names: Names) -> list[str]:
    if step.refused is not None:
        return [f"Refused: {complaint(step.refused, names)}"]
    told = not isinstance(step.fact, Hardware)
    rulings = step.rulings or ((noted(step.fact),) if told else ())
    return [
        f"{say(ruling.text, names)} [{ruling.rule}]" if ruling.rule else say(ruling.text, names)
        for ruling in rulings
    ]


def _view(replayed: Replayed, names: Names) -> Any:
    return plain(spoken(replayed.module.view(replayed.state), names))
