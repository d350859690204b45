"""Melds, commitments and the flek round. Source: taroky §6 and §7."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache, lru_cache
from typing import Final

from tarok_pbn.cards import KINGS, TAROKS
from tarok_pbn.games.kit.decision import ANNOUNCEMENTS, Answer, Decision, Problem, Say
from tarok_pbn.games.kit.ladder import ladder
from tarok_pbn.games.kit.say import these
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.taroky.cards import BIT_I, FIVES, TRUL
from tarok_pbn.games.taroky.rules import PAGE, Rules

__all__ = ["MELDS", "announcements", "meld_value", "melds_of", "sides"]

MELDS: Final = ("taroky", "tarocky", "barvy", "barvicky", "trul", "kralove", "honery", "trulhonery")
_GROUP: Final = frozenset({"trul", "kralove", "honery", "trulhonery"})
#: melds that no two players can hold at once: one trul, four kings, seven cards worth five
_EXCLUDES: Final = {
    "trul": ("trul", "trulhonery", "honery"),
    "kralove": ("kralove", "trulhonery", "honery"),
    "honery": ("trul", "trulhonery", "honery", "kralove"),
    "trulhonery": ("trul", "trulhonery", "honery", "kralove"),
}
_BIG: Final = frozenset({"taroky", "barvy", "kralove", "trulhonery"})
_DECLARE: Final = frozenset({"pass", "pagat", "valat", *MELDS})
_SILENT: Final = ["pass"]
STEPS: Final = ("flek", "reflek", "super", "resub")


def melds_of(hand: int, rules: Rules) -> tuple[str, ...]:
    """The melds in the twelve cards held after the exchange."""
    taroks, kings = (hand & TAROKS).bit_count(), (hand & KINGS).bit_count()
    return _melds_of(taroks, hand & TRUL, kings, rules.barvy_with, rules.trul_honery)


@lru_cache(maxsize=4096)
def _melds_of(n: int, held: int, kings: int, barvy_with: str, trul_honery: str) -> tuple[str, ...]:
    """Melds by the numbers of taroks and of kings, and what is *held* of the trul."""
    fives = kings + held.bit_count()
    words = []
    spared = {"pagat": held == BIT_I, "none": False, "trul": bool(held)}[barvy_with]
    if n >= 10:
        words.append("taroky")
    elif n >= 8:
        words.append("tarocky")
    elif n == 0 or (n == 1 and spared):
        words.append("barvy")
    elif n <= 2:
        words.append("barvicky")
    trul = held == TRUL
    if trul_honery == "one":
        if trul and fives >= 4:
            words.append("trulhonery")
        elif kings == 4:
            words.append("kralove")
        elif trul:
            words.append("trul")
        elif fives >= 4:
            words.append("honery")
        return tuple(words)
    if trul:
        words.append("trul")
    if kings == 4:
        words.append("kralove")
    elif fives >= 4:
        words.append("honery")
    return tuple(words)


def meld_value(word: str, hand: int | None, rules: Rules) -> int:
    """Units of one meld."""
    if word == "kralove" and rules.meld_kings_trul and hand is not None and hand & TRUL:
        return rules.meld_kings_trul
    return rules.meld_big if word in _BIG else rules.meld_small


def sides(table: Table) -> tuple[frozenset[int], frozenset[int]]:
    """Declarer's side and the defence, as seat indexes."""
    return _sides(table.n, table.declarer, table.partner)


@cache
def _sides(n: int, declarer: int | None, partner: int | None) -> tuple[frozenset[int], frozenset[int]]:
    ours = frozenset(s for s in (declarer, partner) if s is not None)
    return ours, frozenset(range(n)) - ours


def partner_known(table: Table) -> bool:
    """Whether it is known who, if anybody, holds the called card."""
    if table.called is None and table.contract in ("povinnost", "druha"):
        return table.partner is not None or table.stated.get("Partner") in ("", "-")
    return table.called is None or "partner_known" in table.stated or table.partner is not None


def announcements(table: Table, rules: Rules) -> Generator[Decision, Answer, None]:
    """Each seat declares melds and commitments, then the flek round."""
    if table.contract in ("varsava", "given_up"):
        table.declared = [[] for _ in range(table.n)]
        return
    declared: list[list[str]] = [[] for _ in range(table.n)]
    feed = table.feed(ANNOUNCEMENTS)
    start = table.declarer if rules.declare_start == "akter" and table.declarer is not None else 0
    mandatory, in_turn = rules.melds == "mandatory", rules.declare_start != "any"
    order = [(start + step) % table.n for step in range(table.n)]
    silent = not mandatory and feed.take_silence(order, "pass", in_turn=in_turn)
    for seat in () if silent else order:
        hand = table.held[seat]
        melds = _left(declared, rules) if hand is None else melds_of(hand, rules)
        words = _words(melds, *_commitments(table, seat, hand, declared))
        required = melds if mandatory and hand is not None else ()
        said = feed.take_all(seat, words, "pass", verbs=_DECLARE, in_turn=in_turn, required=required)
        if said is None:
            turn = _Turn(table, rules, seat, melds, words, declared)
            _, said = yield Say(
                seat,
                ANNOUNCEMENTS,
                words,
                turn.why,
                verbs=_DECLARE,
                implied="pass",
                many=True,
                in_turn=in_turn,
                required=required,
                missing=turn.missing,
            )
        if said != _SILENT:
            declared[seat] = [word for word in said if word != "pass"]
    if rules.melds == "automatic":
        for seat, hand in enumerate(table.held):
            if hand is not None:
                declared[seat] = [w for w in declared[seat] if w not in MELDS] + list(melds_of(hand, rules))
    if table.contract == "druha" and table.declarer is not None and "pagat" not in declared[table.declarer]:
        declared[table.declarer].append("pagat")
    table.declared = declared
    if feed.silent:
        return  # nothing is doubled
    ours, _ = sides(table)
    known = partner_known(table)

    def side_of(seat: int) -> int | None:
        if not known and seat != table.declarer:
            return None
        return 0 if seat in ours else 1

    owners = {"hra": 0}
    for word in ("pagat", "valat"):
        announcing = {side_of(seat) or 0 for seat, words in enumerate(declared) if word in words}
        for side in sorted(announcing):
            owners[word if len(announcing) == 1 else f"{word}@{side}"] = side
    first = table.declarer if rules.flek_start == "akter" and table.declarer is not None else 0
    height = rules.flek_max.bit_length() - 1
    yield from ladder(table, STEPS[:height], owners, side_of, first, f"{PAGE} §7", STEPS[height:])


def _left(declared: list[list[str]], rules: Rules) -> tuple[str, ...]:
    """The melds that a hand which is not known can hold beside those already declared (§6.1)."""
    said = {word for words in declared for word in words}
    return tuple(
        word
        for word in MELDS
        if (rules.trul_honery == "one" or word != "trulhonery")
        and not any(other in said for other in _EXCLUDES.get(word, ()))
    )


@lru_cache(maxsize=256)
def _words(melds: tuple[str, ...], pagat: bool, valat: bool) -> tuple[str, ...]:
    """What a seat with these melds may say."""
    return ("pass", *melds, *(("pagat",) if pagat else ()), *(("valat",) if valat else ()))


def _commitments(table: Table, seat: int, hand: int | None, declared: list[list[str]]) -> tuple[bool, bool]:
    """Whether the seat may announce the pagát, and the valát (each side announces either once)."""
    pagat = hand is None or bool(hand & BIT_I)
    valat = True
    if not any(declared):
        return pagat, valat
    for other, words in enumerate(declared):
        if words:
            if "pagat" in words and hand is None:
                pagat = False  # the holder may, whatever others have said
            if "valat" in words and other in _mates(table, seat):
                valat = False
    return pagat, valat


def _mates(table: Table, seat: int) -> frozenset[int]:
    """The seats known to be on the seat's side, itself among them."""
    if not partner_known(table):
        return frozenset({seat})
    ours, theirs = sides(table)
    return ours if seat in ours else theirs


class _Turn:
    """A seat's turn to declare: says why a word is not legal, or was due."""

    __slots__ = ("declared", "melds", "rules", "seat", "table", "words")

    def __init__(
        self,
        table: Table,
        rules: Rules,
        seat: int,
        melds: tuple[str, ...],
        words: tuple[str, ...],
        declared: list[list[str]],
    ) -> None:
        self.table = table
        self.rules = rules
        self.seat = seat
        self.melds = melds
        self.words = words
        self.declared = declared

    def why(self, who: int, word: str) -> Problem:
        """Why the seat may not say *word*."""
        table, rules, melds, declared = self.table, self.rules, self.melds, self.declared
        hand = table.held[self.seat]
        name = table.name(who)
        help_ = f"Legal: {these(self.words, 'or')}."
        rule = f"{PAGE} §6"
        if word in MELDS and hand is not None:
            taroks, fives = (hand & TAROKS).bit_count(), (hand & FIVES).bit_count()
            kings = (hand & KINGS).bit_count()
            reasons = {
                "taroky": f"holds {taroks} taroks, not 10 to 12",
                "tarocky": f"holds {taroks} taroks, not 8 or 9",
                "barvy": f"holds {taroks} taroks, not none or the pagát alone",
                "barvicky": f"holds {taroks} taroks, not one or two",
                "trul": "does not hold pagát, mond and škýz together",
                "kralove": f"holds {kings} kings, not four",
                "honery": f"holds {fives} five-point cards, not four or more"
                if fives < 4
                else "holds four kings, which replace honery",
                "trulhonery": "does not hold the trul with a fourth five-point card",
            }
            reason = reasons[word]
            if word in _GROUP and rules.trul_honery == "one" and len(_GROUP & set(melds)) and word not in melds:
                reason += f" (one meld of trul and honery counts: {these(_GROUP & set(melds))})"
            code = (
                "M003"
                if {word} & {"tarocky", "taroky", "barvy", "barvicky"}
                and {"taroky", "tarocky", "barvy", "barvicky"} & set(melds)
                else "M001"
            )
            return Problem(code, f"{name} declares {word}, but {reason}.", f"{PAGE} §6.1", help_)
        if word == "pagat" and hand is not None and not hand & BIT_I:
            return Problem("M004", f"{name} announces the pagát without holding it.", f"{PAGE} §6.4", help_)
        if word in MELDS and (rules.trul_honery == "one" or word != "trulhonery"):
            other = next(w for words in declared for w in words if w in _EXCLUDES[word])
            return Problem(
                "M001",
                f"{name} declares {word}, but another player has declared {other}, and no deal has both.",
                f"{PAGE} §6.1",
                help_,
            )
        if word in ("pagat", "valat"):
            return Problem(
                "M005", f"{name} announces {word}, which this side has announced already.", f"{PAGE} §6.4", help_
            )
        return Problem("M009", f"{name} says {word}, which is neither a meld nor a commitment.", rule, help_)

    def missing(self, who: int, word: str) -> Problem:
        """Why the seat had to say *word*."""
        return Problem(
            "M002",
            f"{self.table.name(who)} holds {word} and does not declare it: the rule set makes melds compulsory.",
            f"{PAGE} §6.2",
            f"Declare {these(self.melds)}.",
        )
