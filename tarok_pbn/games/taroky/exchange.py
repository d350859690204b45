"""Talon and discards. Source: taroky §5."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from tarok_pbn.cards import KINGS, TAROKS
from tarok_pbn.games.kit.decision import EXCHANGE, Answer, Decision, Lay, Problem, Say
from tarok_pbn.games.kit.say import cards_counted, cards_list, these
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.taroky.cards import FIVES, TRUL
from tarok_pbn.games.taroky.rules import PAGE, Rules

__all__ = ["exchange"]

_TAKES: Final = frozenset({"takes", "refuses", "exposes"})
_OPEN: Final = ("plays_on", "gives_up")
_ENDS: Final = frozenset(_OPEN)
_RULE: Final = f"{PAGE} §5"


def exchange(table: Table, rules: Rules) -> Generator[Decision, Answer, None]:
    """Draw and discard as the contract has it; fixes the partner, who holds the called card after the draw."""
    contract, declarer = table.contract, table.declarer
    if declarer is None or contract in ("solo", "varsava"):
        _find_partner(table)
        return
    if contract == "trojka":
        yield from _trojka(table, rules)
        drawers = [declarer]
    else:
        drawers = yield from _draw(table, rules)
    _find_partner(table)
    if table.contract == "given_up":
        return
    for seat in drawers:
        if table.taken[seat] or table.talon is None:
            yield from _lay_away(table, rules, seat)


def _say(positions: tuple[int, ...]) -> str:
    first, last = positions[0] + 1, positions[-1] + 1
    return f"takes:{first}" if first == last else f"takes:{first}-{last}"


def _take(table: Table, seat: int, positions: tuple[int, ...]) -> None:
    if table.talon is None:
        table.held[seat] = None
        table.taken[seat] = [-1] * len(positions)
        return
    cards = [table.talon[p] for p in positions]
    table.taken[seat] += cards
    held = table.held[seat]
    for card in cards:
        held = held | 1 << card if held is not None and card >= 0 else None
    table.held[seat] = held


def _draw(table: Table, rules: Rules) -> Generator[Decision, Answer, list[int]]:
    declarer = table.declarer or 0
    second, third = table.after(declarer), table.after(declarer, 2)
    if rules.talon_draw == "1/2/3/0" and table.contract == "povinnost":
        plan = [(declarer, (0,)), (second, (1, 2)), (third, (3, 4, 5))]
    else:
        plan = [(declarer, (0, 1, 2, 3)), (second, (4,)), (third, (5,))]
    left: list[int] = []
    feed = table.feed(EXCHANGE)
    for seat, positions in plan:
        if left and seat == third:
            positions, left = (left[0],), [*left[1:], positions[0]]
        words: tuple[str, ...] = (_say(positions),)
        if rules.talon_draw == "refusable" and seat != declarer:
            words += ("refuses",)

        def why(who: int, word: str, words: tuple[str, ...] = words) -> Problem:
            return Problem(
                "X001",
                f"{table.name(who)} {_plain(word)}, but in {table.contract} the draw is compulsory and by position.",
                _RULE,
                f"Legal: {these(words, 'or')}.",
            )

        who, word = seat, feed.take_own(seat, words, _TAKES)
        if word is None:
            who, word = yield Say(seat, EXCHANGE, words, why, verbs=_TAKES, implied=words[0], in_turn=False)
        if word == "refuses":
            left += positions
        else:
            _take(table, who, positions)
        may_give_up = seat == declarer and rules.called_in_talon == "give_up" and table.called in table.taken[declarer]
        if may_give_up and (yield from _give_up(table, declarer)):
            return []
    if left:
        _take(table, declarer, tuple(left))
    return [declarer, second, third]


def _give_up(table: Table, declarer: int) -> Generator[Decision, Answer, bool]:
    def why(seat: int, word: str) -> Problem:
        return Problem(
            "X008",
            f"{table.name(seat)} says {word!r}; after drawing the called card the hand is given up or played on.",
            _RULE,
        )

    word = table.feed(EXCHANGE).take_own(declarer, _OPEN, _ENDS)
    if word is None:
        _, word = yield Say(declarer, EXCHANGE, _OPEN, why, verbs=_ENDS, implied="plays_on", in_turn=False)
    if word == "gives_up":
        table.contract = "given_up"
        return True
    return False


def _trojka(table: Table, rules: Rules) -> Generator[Decision, Answer, None]:
    """The triples: take the first, or expose it and take the second, or expose both and take the first."""
    declarer = table.declarer or 0
    first, second = (0, 1, 2), (3, 4, 5)
    steps = (("takes:1-3", "exposes:1-3"), ("takes:4-6", "exposes:4-6"), ("takes:1-3",))
    grade = 0
    stated = table.stated.get("Contract", "").partition(":")[2]
    hint = int(stated) if stated in ("1", "2", "3") and "Exchange" not in table.given else 0
    for words in steps:
        grade += 1

        def why(who: int, word: str, words: tuple[str, ...] = words) -> Problem:
            return Problem(
                "X001",
                f"{table.name(who)} {_plain(word)}, but at this step of a trojka "
                "the triple is taken or, before the third, exposed.",
                _RULE,
                f"Legal: {these(words, 'or')}.",
            )

        implied = None
        if hint:
            implied = words[0] if hint == grade else words[-1]
        word = table.feed(EXCHANGE).take_own(declarer, words, _TAKES)
        if word is None:
            _, word = yield Say(declarer, EXCHANGE, words, why, verbs=_TAKES, implied=implied, in_turn=False)
        triple = second if grade == 2 else first
        if word.startswith("takes") or grade == 3:
            _take(table, declarer, triple)
            break
        if table.talon:
            table.exposed += [table.talon[p] for p in triple]
    table.contract = f"trojka:{grade}"
    if grade == 1 and rules.reveal_grade1 == "taroks_and_fives" and table.talon:
        table.exposed += [c for c in table.talon[3:] if c >= 0 and (TAROKS | FIVES) >> c & 1]


def _find_partner(table: Table) -> None:
    called, declarer = table.called, table.declarer
    if called is None or declarer is None:
        return
    for seat, held in enumerate(table.held):
        if (held is not None and held >> called & 1) or called in table.taken[seat]:
            table.partner = None if seat == declarer else seat
            table.stated["partner_known"] = "yes"
            return


def _lay_away(table: Table, rules: Rules, seat: int) -> Generator[Decision, Answer, None]:
    hand = table.held[seat]
    count = len(table.taken[seat])
    name = table.name(seat)
    choices: tuple[tuple[int, int], ...] = ()
    suits = spare = 0
    if hand is not None:
        suits = hand & ~TAROKS & ~KINGS
        spare = hand & TAROKS & ~TRUL
        if (
            rules.discard_called == "forbid"
            and table.called is not None
            and (spare & ~(1 << table.called)).bit_count() >= count - suits.bit_count()
        ):
            spare &= ~(1 << table.called)
        choices = ((0, suits),) if suits.bit_count() >= count else ((suits, suits | spare),)

    def why(who: int, mask: int) -> Problem:
        if mask.bit_count() != count:
            return Problem(
                "X002", f"{name} lays away {cards_counted(mask)}, but took {count}.", _RULE, f"Lay away {count}."
            )
        if hand is not None and mask & ~hand:
            return Problem(
                "X003",
                f"{name} lays away {cards_list(mask & ~hand)}, but does not hold it after the draw.",
                _RULE,
                f"{name} holds {cards_list(hand, 20)}.",
            )
        if mask & FIVES:
            return Problem(
                "X004",
                f"{name} lays away {cards_list(mask & FIVES)}: kings, pagát, mond and škýz may never be laid away.",
                _RULE,
                _legal(),
            )
        if suits.bit_count() >= count:
            return Problem(
                "X005",
                f"{name} lays away {cards_list(mask & TAROKS)}, but holds "
                f"{suits.bit_count()} suit cards without a king: "
                "a tarok may go only when those are not enough.",
                _RULE,
                _legal(),
            )
        if suits & ~mask:
            return Problem(
                "X005",
                f"{name} lays away {cards_list(mask & TAROKS)} and keeps {cards_list(suits & ~mask)}: "
                "suit cards other than kings must go first.",
                _RULE,
                _legal(),
            )
        return Problem(
            "X004",
            f"{name} lays away {cards_list(mask & ~suits & ~spare)}, which the rule set forbids.",
            _RULE,
            _legal(),
        )

    def _legal() -> str:
        if suits.bit_count() >= count:
            return f"Legal: {count} of {cards_list(suits, 16)}."
        return (
            f"Legal: {cards_list(suits) or 'no suit card'} and {count - suits.bit_count()} of {cards_list(spare, 16)}."
        )

    feed = table.feed(EXCHANGE)
    mask = feed.take_cards(seat, "lays", count, choices)
    if mask is None:
        lay = Lay(seat, count, choices, why)
        _, mask = yield lay
        if mask is None or not lay.legal(mask):  # laid away so, or written down wrongly: what is left is not known
            table.laid[seat], table.held[seat] = mask, None
            return
    table.laid[seat] = mask
    if hand is not None:
        table.held[seat] = hand & ~mask
    public = mask & TAROKS
    if public:

        def why_shown(who: int, mask_: int) -> Problem:
            return Problem(
                "X006",
                f"{name} is recorded as showing {cards_list(mask_) or 'nothing'}, "
                f"but exactly the discarded taroks ({cards_list(public)}) lie face up.",
                _RULE,
                f"shows:{','.join(cards_list(public).replace(' and ', ', ').split(', '))}",
            )

        choices = ((public, public),)
        shown = feed.take_cards(seat, "shows", public.bit_count(), choices)
        if shown is None:
            _, shown = yield Lay(seat, public.bit_count(), choices, why_shown, verb="shows", implied=public)
        table.shown[seat] = public
        if shown is not None and shown != public:
            table.held[seat] = None


def _plain(word: str) -> str:
    verb, _, what = word.partition(":")
    return f"{verb} talon {what}" if what else verb
