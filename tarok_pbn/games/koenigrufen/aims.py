"""What a hand is played for, for whoever looks ahead. Source: koenigrufen §1.3, §3.1, §5, §6.3, §9.5."""

from __future__ import annotations

from tarok_pbn.cards import PACK54
from tarok_pbn.games.kit.game import Undetermined
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.terms import Aim, Worth
from tarok_pbn.games.koenigrufen import facts
from tarok_pbn.games.koenigrufen.cards import BIRD_TRICK, BIRDS, CARD_THIRDS, PACK_THIRDS, thirds
from tarok_pbn.games.koenigrufen.rules import Rules
from tarok_pbn.games.koenigrufen.running import sides
from tarok_pbn.games.koenigrufen.state import state_of

__all__ = ["aims", "named_aims", "worth"]


def worth(table: Table, rules: Rules) -> Worth:
    """Exact thirds; in Trischaken with the talon cards that go with a trick, where their order is known."""
    state = state_of(table)
    tricks = [0] * (facts.TRICKS + 1)
    without = ""
    if state.family == "T" and state.talon_to != "unused":
        talon = table.talon
        if not state.talon_to or talon is None or -1 in talon or (state.talon_to == "first_six" and not state.turned):
            without = "the talon"
        elif state.talon_to == "first_six":
            tricks[1:7] = [CARD_THIRDS[card] for card in talon]
        else:
            tricks[facts.TRICKS] = sum(CARD_THIRDS[card] for card in talon)
    owned = _owned(table, rules)
    return Worth(CARD_THIRDS, tuple(tricks), owned=owned, total=PACK_THIRDS, without=without)


def _owned(table: Table, rules: Rules) -> dict[int, int] | None:
    """Whose the six cards are that are not played, as far as that is decided before the first trick."""
    state = state_of(table)
    groups = sides(table)
    if state.family in ("N", "T") or len(groups or ()) != 2:
        return {}
    assert groups is not None  # its length was asked
    hands = [0, 0]
    for seat, hand in enumerate(table.at_play):
        if hand is None:
            return None
        hands[seat not in groups[0]] |= hand
    try:
        known = facts.share_rest(table, rules, state, hands[0], hands[1])
    except Undetermined:
        return None
    if known.open:
        return None
    rest = PACK54 & ~hands[0] & ~hands[1]
    counts = thirds(known.mine & rest), thirds(known.other & rest)
    return {min(group): count for group, count in zip(groups, counts, strict=True) if count}


def aims(table: Table, rules: Rules) -> list[Aim]:
    """What the contract is about: points of the declarer's side, his tricks, or each seat's points."""
    state = state_of(table)
    if not state.games:
        return []
    if state.family == "T":
        return [Aim("points", frozenset({seat}), low=True) for seat in range(table.n)]
    if state.family == "N":
        # That a Piccolo must not stay below its target either is no question of more or less; it is not asked.
        return [Aim("tricks", frozenset({seat}), low=True, enough=game.kind.target) for seat, game in state.games]
    groups = sides(table)
    if groups is None:
        return []
    threshold = rules.threshold_thirds
    if rules.threshold_kontra and state.kontra.get(("spiel", state.games[0][0], -1)):
        threshold = rules.threshold_kontra
    return [Aim("points", groups[0], enough=threshold)]


def named_aims(table: Table, rules: Rules) -> dict[str, Aim]:
    """The Vögel, each for the side of its holder when play begins, and the called king for the caller's (§5)."""
    groups = sides(table)
    if groups is None or state_of(table).family in ("", "N", "T"):
        return {}
    cards = {bird: (card, BIRD_TRICK[bird], False) for bird, card in BIRDS.items()}
    if table.called is not None:
        cards["king"] = (table.called, facts.TRICKS, True)
    found: dict[str, Aim] = {}
    for name, (card, trick, lying) in cards.items():
        seat = table.holder(card)
        if seat is not None:
            side = groups[0] if lying else next(group for group in groups if seat in group)
            found[name] = Aim("trick", side, trick=trick, card=card, lying=lying)
    return found
