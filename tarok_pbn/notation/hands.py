"""Hands, deals and talons as text: ``F,21,14,9,1.K75.QN..T2``.

Five groups separated by dots: taroks (numbers and ``F``, with commas), then spades,
hearts, diamonds and clubs. An empty group is a void, ``-`` a hand that is not given,
``?`` inside a group one unknown card. Groups are cached by their text, since an
archive has few different ones of the suits; taroks of a plain hand are looked up in parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import ClassVar, Final, NamedTuple, cast

from tarok_pbn.cards import CARD, CODES, FOOL, SUIT_MASK, SUITS, T1, bits
from tarok_pbn.notation import spelling
from tarok_pbn.notation.explain import letters_help
from tarok_pbn.record import Record

__all__ = [
    "Deal",
    "Problem",
    "format_deal",
    "format_hand",
    "format_talon",
    "parse_deal",
    "parse_hand",
    "parse_talon",
    "read_deal",
    "read_talon",
    "seat_order",
    "seats_of",
]

_LIMIT: Final = 4096
_COMPASS: Final = "SENW"
_LETTERS: Final = "ABCDE"
_NO_UNKNOWN: Final = (0, 0, 0, 0, 0)
_GROUP_NAMES: Final = ("taroks", "spades", "hearts", "diamonds", "clubs")


class Problem(NamedTuple):
    """Something wrong in a value: code, start and end (characters of the value), a sentence, what would be right."""

    code: str
    start: int
    end: int
    message: str
    help: str = ""


class Deal(NamedTuple):
    """A deal as read.

    hands: seat -> mask of the known cards, None where the hand is not given.
    unknown: seat -> number of ``?`` in each group; only seats that have one.
    value: the canonical spelling of the value, seats in table order.
    respelled: whether single cards were written in a lenient spelling.
    """

    hands: dict[str, int | None]
    unknown: dict[str, tuple[int, ...]]
    value: str
    respelled: bool


class _Group(NamedTuple):
    mask: int
    unknown: int
    text: str
    respelled: bool
    problems: tuple[Problem, ...]


def seat_order(seats: Iterable[str]) -> str:
    """Seats in the order of the table: ``S E N W`` or ``A B C D E``, anticlockwise."""
    given = set(seats)
    return "".join(s for s in (_LETTERS if given & set("ABCD") else _COMPASS) if s in given)


_NUMBERS: Final = {**{str(number): number - 1 for number in range(1, 22)}, "F": FOOL}
_TAROK_BITS: Final = {name: 1 << number for name, number in _NUMBERS.items()}
_NAMES: Final = [*map(str, range(1, 22)), "F"]


def _tarok_group(text: str) -> _Group:
    if not text:  # a void: in the cache from the start, but a full cache is emptied
        return _Group(0, 0, "", False, ())
    numbers = [_NUMBERS.get(part, -1) for part in text.split(",")]
    if numbers[-1] >= 0 and all(high > low for high, low in pairwise(numbers)):
        return _Group(sum([1 << number for number in numbers]), 0, text, False, ())
    mask = unknown = position = 0
    problems: list[Problem] = []
    respelled = False
    for part in text.split(","):
        start, end = position, position + len(part)
        position = end + 1
        if part == "?":
            unknown += 1
            continue
        card = _NUMBERS.get(part)
        if card is None:
            token = spelling.card(part) or spelling.card("T" + part)
            number = spelling.tarok_number(part, lower=True)
            if number:
                token = "F" if number == 22 else f"T{number}"
            if token is None or not T1 <= CARD[token] <= FOOL:
                problems.append(
                    Problem("D001", start, end, f"{part!r} is not a tarok" if part else "a tarok is missing here",
                            "the first group holds tarok numbers 1 to 21 and F, separated by commas: F,21,14,1")
                )  # fmt: skip
                continue
            card, respelled = CARD[token], True
        if mask >> card & 1:
            problems.append(Problem("D002", start, end, f"{CODES[card]} stands twice in this hand"))
        mask |= 1 << card
    return _finish(0, mask, unknown, respelled, problems)


def _suit_group(suit: int, text: str, letters: Mapping[str, str] | None) -> _Group:
    mask = unknown = index = 0
    problems: list[Problem] = []
    respelled = False
    letter = SUITS[suit - 1]
    while index < len(text):
        start = index
        rank = text[index]
        index += 1
        if rank == "?":
            unknown += 1
            continue
        card = CARD.get(letter + rank)
        if rank == "1" and text[index : index + 1] == "0":
            card, respelled = CARD[letter + "T"], True
            index += 1
        elif card is None:
            token = spelling.card(letter + rank, dict(letters) if letters else None)
            if token == "F":  # "k" of spades: Sk is the fool where it stands alone
                token = letter + "K"
            if token is None:
                problems.append(
                    Problem("D001", start, index, f"{rank!r} is not a rank of {_GROUP_NAMES[suit]}",
                            "ranks are K Q N J T 9 8 7 6 5 4 3 2 1, written without spaces or commas"
                            + ("" if letters else letters_help(rank)))
                )  # fmt: skip
                continue
            card, respelled = CARD[token], True
        if mask >> card & 1:
            problems.append(Problem("D002", start, index, f"{CODES[card]} stands twice in this hand"))
        mask |= 1 << card
    return _finish(suit, mask, unknown, respelled, problems)


def _finish(suit: int, mask: int, unknown: int, respelled: bool, problems: list[Problem]) -> _Group:
    return _Group(mask, unknown, _group_text(suit, mask, unknown), respelled, tuple(problems))


def _group_text(suit: int, mask: int, unknown: int) -> str:
    if suit:
        return "".join([CODES[card][1] for card in bits(mask & SUIT_MASK[suit])][::-1]) + "?" * unknown
    return ",".join([_NAMES[card] for card in bits(mask & SUIT_MASK[0])][::-1] + ["?"] * unknown)


_VOID: Final = _Group(0, 0, "", False, ())


class _Groups:
    """Groups by their text, for the rank letters of one language."""

    _shared: ClassVar[dict[str, _Groups]] = {}

    def __init__(self, letters: Mapping[str, str] | None) -> None:
        self.letters = letters
        #: Groups that are canonical as they stand and hold no ``?``: text -> mask.
        self.clean: list[dict[str, int]] = [{"": 0} for _ in range(5)]
        self.cache: list[dict[str, _Group]] = [{"": _VOID} for _ in range(5)]

    @classmethod
    def of(cls, language: str) -> _Groups:
        language = language.strip().lower()
        letters = spelling.rank_letters(language)
        if letters is None:
            language = ""
        groups = cls._shared.get(language)
        if groups is None:
            groups = cls._shared[language] = cls(letters)
        return groups

    def read(self, suit: int, text: str) -> _Group:
        cache = self.cache[suit]
        found = cache.get(text)
        if found is None:
            found = _suit_group(suit, text, self.letters) if suit else _tarok_group(text)
            if len(cache) >= _LIMIT:
                cache.clear()
                cache[""] = _VOID
            if len(text) < 80:
                cache[text] = found
                if found.text == text and not found.unknown and not found.problems:
                    if len(self.clean[suit]) >= _LIMIT:
                        self.clean[suit].clear()
                    self.clean[suit][text] = found.mask
        return found


def _read_hand(
    text: str, start: int, groups: _Groups, problems: list[Problem]
) -> tuple[int, tuple[int, ...], str, bool]:
    """Mask, unknown cards a group, canonical text, whether respelled."""
    parts = text.split(".")
    if len(parts) != 5:
        problems.append(
            Problem("D001", start, start + len(text),
                    f"a hand has five groups separated by dots, but {text!r} has {len(parts)}",
                    "taroks, spades, hearts, diamonds, clubs, as in F,21,14,9,1.K75.QN..T2; an empty group is a void")
        )  # fmt: skip
        return 0, _NO_UNKNOWN, text, False
    masks = [known.get(part, -1) for known, part in zip(groups.clean, parts, strict=True)]
    if -1 not in masks:  # groups share no card
        return sum(masks), _NO_UNKNOWN, text, False
    found = [groups.read(suit, part) for suit, part in enumerate(parts)]
    mask = found[0].mask | found[1].mask | found[2].mask | found[3].mask | found[4].mask
    respelled = False
    for group, part in zip(found, parts, strict=True):
        if group.problems:
            problems += [p._replace(start=p.start + start, end=p.end + start) for p in group.problems]
        if group.respelled:
            respelled = True
        start += len(part) + 1
    unknown = tuple([group.unknown for group in found])
    canonical = ".".join([group.text for group in found])
    return mask, unknown, canonical, respelled


def parse_hand(text: str, problems: list[Problem] | None = None, *, language: str = "") -> int | None:
    """Mask of the known cards of one hand; None for ``-``, a hand that is not given.

    problems: a list to which what is wrong is added. language: of the rank letters, "" for canonical ones only.

    >>> from tarok_pbn.cards import spell
    >>> spell(parse_hand("F,1.K7...T"))
    'F T1 SK S7 CT'
    """
    text = text.strip()
    if text == "-":
        return None
    return _read_hand(text, 0, _Groups.of(language), problems if problems is not None else [])[0]


def format_hand(mask: int | None, unknown: Sequence[int] = _NO_UNKNOWN) -> str:
    """Canonical text of a hand; ``-`` for None. unknown: number of ``?`` in each of the five groups."""
    if mask is None:
        return "-"
    return ".".join([_group_text(suit, mask, unknown[suit]) for suit in range(5)])


#: Seats in table order, as the usual deal has them.
_ORDERS: Final = frozenset(
    "".join(seats)
    for table in (_COMPASS, _LETTERS)
    for count in range(1, 6)
    for seats in combinations(table, count)
    if seat_order(seats) == "".join(seats)
)


def _taroks(text: str) -> int:
    """Mask of taroks from high to low, as canonical text has them; KeyError for any other text.

    Few taroks are looked up; many are looked up in two parts, for an archive repeats those and not the whole.
    """
    if not text:
        return 0
    mask = _few.get(text)
    if mask is not None:
        return mask
    middle = text.find(",", len(text) >> 1)
    if middle > 0:
        high, low = _few.get(text[:middle]), _few.get(text[middle + 1 :])
        if high is not None and low is not None and high & -high > low:
            return high | low
    return _each_tarok(text, middle)


def _each_tarok(text: str, middle: int) -> int:
    taroks = [_TAROK_BITS[name] for name in text.split(",")]
    mask = sum(taroks)
    if mask.bit_count() != len(taroks) or sorted(taroks, reverse=True) != taroks:
        raise KeyError(text)
    if len(_few) >= _LIMIT:
        _few.clear()
    if len(taroks) <= 4:
        _few[text] = mask
    elif len(taroks) <= 8 and middle > 0:
        _each_tarok(text[:middle], -1)
        _each_tarok(text[middle + 1 :], -1)
    return mask


def _quick(value: str) -> Deal | None:
    """The deal if it is canonical as it stands, without ``-`` and ``?``, of suits that were read before."""
    global _latest
    latest = _latest
    if latest.value == value:
        return latest
    hands: dict[str, int | None] = {}
    taken = 0
    parts = value.split(" ")
    _, spades, hearts, diamonds, clubs = _CLEAN
    try:
        for part in parts:
            t, s, h, d, c = part.split(".")
            mask = _taroks(t[2:]) | spades[s] | hearts[h] | diamonds[d] | clubs[c]
            if mask & taken or t[1] != ":":
                return None
            taken |= mask
            hands[t[0]] = mask
    except (KeyError, ValueError, IndexError):
        return None
    if len(hands) != len(parts) or "".join(hands) not in _ORDERS:
        return None
    _latest = deal = Deal(hands, {}, value, False)
    return deal


_CLEAN: Final = _Groups.of("").clean
#: Up to four taroks: text -> mask.
_few: Final[dict[str, int]] = {}
#: The deal that was read last, since whoever replays a record asks for it a second time.
_latest = Deal({}, {}, "", False)


def read_deal(value: str, problems: list[Problem], *, language: str = "") -> Deal:
    """Read the value of a Deal tag. ``?``, ``-`` and "" give a deal without hands.

    Problems (D001 for text that is no hand, D002 for a card that stands twice) are added to *problems*.
    """
    quick = _quick(value)
    if quick is not None:
        return quick
    hands: dict[str, int | None] = {}
    unknown: dict[str, tuple[int, ...]] = {}
    if value.strip() in ("?", "", "-"):
        return Deal(hands, unknown, value.strip(), False)
    texts: dict[str, str] = {}
    respelled = False
    groups = _Groups.of(language)
    taken = position = 0
    for part in value.split():
        start = value.index(part, position)
        position = start + len(part)
        name, colon, text = part.partition(":")
        seat = name if name in spelling.SEATS else spelling.seat(name)
        if not colon or seat is None:
            problems.append(
                Problem("D001", start, position, f"{part!r} does not begin with a seat and a colon",
                        "hands are written S:F,21.K.. E:... with a space between them and none inside")
            )  # fmt: skip
            continue
        if seat in hands:
            problems.append(Problem("D001", start, position, f"the hand of {seat} is given twice"))
            continue
        if name != seat:
            respelled = True
        if text == "-":
            hands[seat] = None
            texts[seat] = "-"
            continue
        mask, holes, canonical, again = _read_hand(text, start + len(name) + 1, groups, problems)
        respelled = respelled or again
        if mask & taken:
            problems += _twice(text, start + len(name) + 1, mask & taken, seat, hands, groups)
        taken |= mask
        hands[seat] = mask
        texts[seat] = canonical
        if holes != _NO_UNKNOWN:
            unknown[seat] = holes
    order = seat_order(hands)
    if len(order) != len(hands):
        order = "".join(hands)
    canonical = " ".join([f"{seat}:{texts[seat]}" for seat in order])
    return Deal({seat: hands[seat] for seat in order}, unknown, canonical, respelled)


def _twice(text: str, start: int, both: int, seat: str, hands: dict[str, int | None], groups: _Groups) -> list[Problem]:
    """One D002 for each card of *both* in the hand *text*, at the group that holds it."""
    problems = []
    for suit, part in enumerate(text.split(".")):
        for card in bits(both & groups.read(suit, part).mask):
            owner = next(other for other, mask in hands.items() if mask and mask >> card & 1)
            at, end = start, start + len(part)
            name = CODES[card][1] if suit else _NAMES[card]
            items = list(part) if suit else part.split(",")
            if name in items:
                index = items.index(name)
                at += index if suit else sum(len(item) + 1 for item in items[:index])
                end = at + len(name)
            problems.append(
                Problem("D002", at, end, f"{CODES[card]} is in the hand of {seat} and in the hand of {owner}")
            )
        start += len(part) + 1
    return problems


def parse_deal(
    value: str, seats: Sequence[str] | None = None, problems: list[Problem] | None = None, *, language: str = ""
) -> dict[str, int | None]:
    """The hands of a Deal value: seat -> mask of its known cards, None where the hand is not given.

    seats: where given, the result has exactly these seats, in this order, and a hand of another seat is a problem.
    problems: a list to which what is wrong is added.

    >>> parse_deal("S:21.K... E:-")["E"] is None
    True
    """
    found: list[Problem] = problems if problems is not None else []
    hands = read_deal(value, found, language=language).hands
    if seats is None:
        return dict(hands)
    for seat in hands:
        if seat not in seats:
            at = max(value.find(f"{seat}:"), 0)
            found.append(Problem("R014", at, at + 1, f"{seat} is not a seat of this table ({' '.join(seats)})"))
    return {seat: hands.get(seat) for seat in seats}


def format_deal(hands: Mapping[str, int | None], unknown: Mapping[str, Sequence[int]] | None = None) -> str:
    """Canonical Deal value: seats in table order, each ``S:`` and its hand."""
    order = seat_order(hands)
    unknown = unknown or {}
    return " ".join(f"{seat}:{format_hand(hands[seat], unknown.get(seat, _NO_UNKNOWN))}" for seat in order)


def read_talon(value: str, problems: list[Problem], *, language: str = "") -> tuple[list[int], str, bool]:
    """Card numbers of a Talon value (-1 for ``??``), its canonical spelling, and whether a card was respelled."""
    cards: list[int] = []
    seen: set[int] = set()
    words: list[str] = []
    respelled = False
    position = 0
    quick = list(map(CARD.get, value.split(" ")))
    if None not in quick and len(set(quick)) == len(quick):
        return cast("list[int]", quick), value, False
    if value.strip() in ("?", "", "-"):
        return cards, value.strip(), False
    letters = spelling.rank_letters(language)
    for part in value.split():
        start = value.index(part, position)
        position = start + len(part)
        card = CARD.get(part)
        if part == "??":
            cards.append(-1)
            words.append(part)
            continue
        if card is None:
            token = spelling.card(part, letters)
            if token is None:
                problems.append(
                    Problem("D001", start, position, f"{part!r} in the talon is not a card",
                            "the talon is a list of cards with spaces, as in S8 T4 HK; an unknown card is ??")
                )  # fmt: skip
                words.append(part)
                continue
            card, respelled = CARD[token], True
        if card in seen:
            problems.append(Problem("D002", start, position, f"{CODES[card]} stands twice in the talon"))
        seen.add(card)
        cards.append(card)
        words.append(CODES[card])
    return cards, " ".join(words), respelled


def parse_talon(value: str, problems: list[Problem] | None = None, *, language: str = "") -> list[int]:
    """Card numbers of a Talon value in their order, -1 for ``??``; empty for ``?``, ``-`` and "".

    >>> [CODES[c] for c in parse_talon("S8 T4")]
    ['S8', 'T4']
    """
    return read_talon(value, problems if problems is not None else [], language=language)[0]


def format_talon(cards: Iterable[int]) -> str:
    """Canonical Talon value; -1 gives ``??``."""
    return " ".join(["??" if card < 0 else CODES[card] for card in cards])


def seats_of(record: Record) -> tuple[str, ...]:
    """The seats of a record in the order of play.

    The Seats tag where there is one, else the seats of the Deal in table order (anticlockwise), else ``S E N W``.
    """
    given = record.get("Seats", "")
    named = tuple([s for word in given.split() if (s := spelling.seat(word)) is not None])
    if named:
        return tuple(dict.fromkeys(named))
    seats = [part[:1] for part in record.get("Deal", "").split() if part[1:2] == ":"]
    return tuple(seat_order(seats)) or tuple(_COMPASS)
