"""What a hand tells everybody beside its play. Source: koenigrufen §3.1, §4, §5, §6.2, §9.5."""

from __future__ import annotations

from collections.abc import Iterator

from tarok_pbn.cards import CODES, KINGS, PACK54, TAROKS
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.told import HAND, LAID, OWNED, Shown, Told, all_of, none_of
from tarok_pbn.games.koenigrufen.cards import BIRDS, FIVES, TRULL
from tarok_pbn.games.koenigrufen.contracts import Kind
from tarok_pbn.games.koenigrufen.exchange import DiscardRules
from tarok_pbn.games.koenigrufen.rules import PAGE, Rules
from tarok_pbn.games.koenigrufen.state import State, state_of

__all__ = ["laid_away", "shown"]

_SUITS = PACK54 & ~TAROKS


def shown(table: Table, rules: Rules) -> Shown:
    """The halves of the talon, the king call, announced cards, and what the discard cannot be."""
    state, declarer = state_of(table), table.declarer
    game = state.contract
    if game is None:
        return Shown()
    if game.kind.ouvert:
        return Shown(open=f"the hands of a {game.word} lie open, and rule sets differ in whose and when")
    if game.kind.talon == "half" and not state.halves:
        return Shown(open="the record does not tell the halves of the talon")
    places: frozenset[int] = frozenset()
    if game.kind.talon == "half":
        places = frozenset(range(6))
    elif state.family == "T" and state.talon_to == "first_six" and state.turned:
        places = frozenset(range(min(6, len(table.tricks))))
    told: list[Told] = []
    if declarer is not None and table.taken[declarer]:
        told += laid_away(table, rules, game.kind, declarer)
    if declarer is not None and state.family == "R":
        told += _call(table, rules, state, declarer)
    silent = []
    if state.announced is None:
        silent.append("announcements (the record does not tell them)")
    elif not rules.announce_unheld:
        told += [
            all_of(word.seat, 1 << BIRDS[word.word], HAND, f"announced {word.word}", f"{PAGE} §6.2.6")
            for word in state.announced
            if word.word in BIRDS
        ]
        told += [
            all_of(word.seat, 1 << table.called, HAND, "announced the king", f"{PAGE} §6.2.6")
            for word in state.announced
            if word.word == "ku" and table.called is not None and not state.fourth
        ]
    return Shown(places, tuple(told), silent=tuple(silent))


def laid_away(table: Table, rules: DiscardRules, kind: Kind, seat: int) -> Iterator[Told]:
    """What the cards that a seat laid away unseen cannot be, and what it cannot have kept."""
    rule, public = f"{PAGE} §5", table.shown[seat]
    yield none_of(seat, FIVES, LAID, "laid away no king and nothing of the Trull", rule)
    if kind.family != "F":
        yield none_of(seat, TAROKS & ~public, LAID, "laid away no tarok unseen", rule)
        if public and rules.discard_tarock != "shown":
            said = "laid away taroks, for which all suit cards but kings have to go"
            yield none_of(seat, _SUITS & ~KINGS, HAND, said, rule)
    elif rules.colour_keep_suits_while_tarock:
        yield none_of(seat, _SUITS & ~public, LAID, "laid away no suit card unseen", rule)
        if public:
            said = "laid away suit cards, for which all taroks outside the Trull have to go"
            yield none_of(seat, TAROKS & ~TRULL, HAND, said, rule)


def _call(table: Table, rules: Rules, state: State, declarer: int) -> Iterator[Told]:
    rule, called = f"{PAGE} §4", table.called
    if state.fourth:
        yield Told(declarer, KINGS, frozenset({3, 4}), OWNED, "called the fourth king", f"{rule}.3")
        return
    may_hold = rules.self_call or rules.four_kings != "call_queen"
    if called is not None and KINGS >> called & 1 and not may_hold and called not in table.taken[declarer]:
        yield none_of(declarer, 1 << called, HAND, f"called {CODES[called]}", f"{rule}.4")
