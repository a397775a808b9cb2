"""What the dolphins' sensors mean in SPLASH!: touches, lifts, dolphins that come home.

Nothing here is ever refused: where a signal means nothing, it is noted or left aside.
"""

from typing import assert_never

from companion.frozen import replace
from companion.games.dolphin_splash.facts import Felt
from companion.games.dolphin_splash.state import (
    Phase,
    State,
    Touch,
    earlier,
    finish_text,
    first_touched,
    is_silent,
    is_suspect,
    on_phones,
    scored_by_claims,
    too_close,
)
from companion.words import (
    Counted,
    Homed,
    Judged,
    Lifted,
    Pad,
    Pads,
    Released,
    Ruling,
    Suspected,
    Text,
    Touched,
    Trusted,
)

_UNTIL_SCORED = (Phase.GRAB, Phase.HOLDERS, Phase.FOUL)  # late hands still join the incident
_BACK_IN_DOUBT = (
    "As far as the pads can tell, the dolphins are back: the same round goes on. "
    "They can't speak for {pads}."
)
_NO_ROUND = (Phase.WAITING, Phase.SCORED, Phase.RESTING, Phase.OVER)


def sense(state: State, fact: Felt) -> Judged[State]:
    """The state after what hardware told; never raises."""
    match fact:
        case Touched(pad, at_us, uncertain_us, early_us):
            touched = replace(state, down=state.down | {pad})
            return _contact(touched, Touch(pad, at_us, uncertain_us, early_us))
        case Lifted(pad, at_us, uncertain_us):
            lifted = replace(state, away=state.away | {pad}, any_lift=True)
            return _contact(lifted, Touch(pad, at_us, uncertain_us, lifted=True))
        case Released(pad, at_us):
            return _released(replace(state, down=state.down - {pad}), pad, at_us)
        case Homed(pad):
            return resume_if_back(replace(state, away=state.away - {pad}))
        case Suspected(pad, why):
            return _suspected(state, pad, why)
        case Trusted(pad):
            return _trusted(state, pad)
        case Counted(calls, fake_outs):
            return _counted(state, calls, fake_outs)
        case _:
            assert_never(fact)


def grab_said(state: State) -> Ruling:
    """The ruling that opens an incident: the photo finish in words."""
    close = too_close(state)
    # D-C2 The exact order of touches is known, or said to be too close to call.
    return Ruling("D-C2", finish_text(state), (), "close" if close else "grab")


def resume(state: State, felt: bool = False) -> Judged[State]:
    """The dolphins are back: the same round goes on, with the hands as they are.

    So people say, or so the pads `felt` it.
    """
    text = Text("Dolphins are back: the same round goes on.")
    if on_phones(state.setup):
        # D-S19 Each phone's own dolphin never left it.
        text = Text("The same round goes on, with the same cards.")
    doubtful = tuple(pad for pad in state.in_play if felt and is_suspect(state, pad))
    if doubtful:
        # D-Q17 What a pad in doubt lay under, nobody has felt come home.
        text = Text(_BACK_IN_DOUBT, pads=Pads(doubtful))
    live = replace(
        state,
        phase=Phase.LIVE,
        resumed=True,
        touches=(),
        by_hand=False,
        missed=False,
        doubted=frozenset(),
        any_lift=False,
        nobodys=frozenset(),
        awarded=frozenset(),
    )
    return Judged(live, (Ruling("D-Q8", text, (), "start"),))


def resume_if_back(state: State) -> Judged[State]:
    """Go on by itself once every dolphin that was felt to leave is home and untouched."""
    # D-Q8 The incident lasts until all dolphins are back in the middle.
    busy = {pad for pad in state.away | state.down if not is_suspect(state, pad)}
    if state.phase is Phase.RESET and state.any_lift and not busy & set(state.in_play):
        return resume(state, felt=True)
    return Judged(state)


def _contact(state: State, touch: Touch) -> Judged[State]:
    pad = touch.pad
    # Pads that are not on the table this round are dark and ignored.
    if state.phase in (Phase.LIVE, *_UNTIL_SCORED) and pad in state.in_play:
        return _in_incident(state, touch)
    if touch.lifted or not 0 <= pad < state.setup.pads:
        return Judged(state)
    if state.phase in _NO_ROUND:
        # D-Q19 A claim may overtake the touch that it is about: that one is no news.
        if (claimed := scored_by_claims(state)) and any(pad == own for _, own in claimed.claims):
            return Judged(state)
        # D-Q18 Outside a round a touch is neither a take nor a foul.
        text = Text("{pad} was touched; no round is on, so it doesn't count.", pad=Pads((pad,)))
        return Judged(state, (Ruling("D-Q18", text),))
    return Judged(state)


def _in_incident(state: State, touch: Touch) -> Judged[State]:
    known = next((t for t in state.touches if t.pad == touch.pad), None)
    if known is not None:
        # The first touch of a dolphin counts, whichever of its sensors told later.
        kept = earlier(known, touch)
        touches = tuple(kept if t is known else t for t in state.touches)
        return _first_again(state, replace(state, touches=touches))
    if state.phase is Phase.LIVE and is_suspect(state, touch.pad):
        # D-Q17 A pad in doubt stops nobody: people tell what happened.
        return Judged(state)
    opened = replace(state, touches=(*state.touches, touch))
    if state.phase is not Phase.LIVE:
        return _first_again(state, opened)
    # D-S8 House option: a dolphin may be stolen silently until the last one goes.
    if is_silent(state) and _untouched(opened):
        return Judged(opened)
    # D-R5 The first touch opens the grab for everybody.
    grab = replace(opened, phase=Phase.GRAB)
    return Judged(grab, (grab_said(grab),))


def _first_again(before: State, state: State) -> Judged[State]:
    if state.phase is Phase.LIVE or first_touched(before) == first_touched(state):
        return Judged(state)
    # D-C2 Who was said to be first may turn out not to be: that is said as well.
    said = replace(grab_said(state), sign="close" if too_close(state) else "")
    return Judged(state, (said,))


def _untouched(state: State) -> bool:
    touched = {touch.pad for touch in state.touches}
    return any(pad not in touched and not is_suspect(state, pad) for pad in state.in_play)


def _released(state: State, pad: Pad, at_us: int) -> Judged[State]:
    touch = next((t for t in state.touches if t.pad == pad), None)
    # D-Q17 House option mercy: a touch shorter than the table's limit was a brush.
    mercy_us = state.setup.mercy_ms * 1000
    brush = touch is not None and not touch.lifted and at_us - touch.at_us < mercy_us
    if touch is None or not brush or state.phase not in (Phase.LIVE, Phase.GRAB):
        return resume_if_back(state)
    touches = tuple(t for t in state.touches if t.pad != pad)
    brushed = replace(state, touches=touches)
    if touches or state.by_hand or state.claims or state.phase is Phase.LIVE:
        return Judged(brushed)
    said = Text("{pad} was only brushed: play on.", pad=Pads((pad,)))
    text = said
    if at_us - touch.at_us + touch.uncertain_us >= mercy_us:
        # D-Q17 The hand may have come before its stamp.
        text = Text("As far as the pads can tell, {said}", said=said)
    live = replace(brushed, phase=Phase.LIVE, resumed=True)
    return Judged(live, (Ruling("D-Q17", text),))


def _suspected(state: State, pad: Pad, why: str) -> Judged[State]:
    others = tuple(entry for entry in state.suspects if entry[0] != pad)
    # D-Q17 A sensor in doubt is said at once, and its ruling becomes "ask the table".
    text = Text("{pad} can't be trusted ({why}): ask the table.", pad=Pads((pad,)), why=why)
    doubted = replace(state, suspects=tuple(sorted((*others, (pad, why)))))
    return _also_back(doubted, Ruling("D-Q17", text))


def _trusted(state: State, pad: Pad) -> Judged[State]:
    if not is_suspect(state, pad):
        return Judged(state)
    suspects = tuple(entry for entry in state.suspects if entry[0] != pad)
    text = Text("{pad} can be trusted again.", pad=Pads((pad,)))
    # D-Q17 It still cannot speak for what it missed of this grab.
    state = replace(state, doubted=state.doubted | {pad})
    return Judged(replace(state, suspects=suspects), (Ruling("D-Q17", text),))


def _also_back(state: State, said: Ruling) -> Judged[State]:
    back = resume_if_back(state)
    return Judged(back.state, (said, *back.rulings))


def _counted(state: State, calls: int, fake_outs: tuple[Pad, ...]) -> Judged[State]:
    # D-R3 PASS: everybody slides a card to the left, again and again; calls are counted.
    # D-Q20 Nobody has to grab: calls alone change nothing else.
    counted = replace(state, calls=state.calls + calls)
    if fake_outs:
        # D-R10 A fake-out is legal, and worth a cheer.
        counted = replace(counted, fake_outs=counted.fake_outs + len(fake_outs))
    return Judged(counted)
