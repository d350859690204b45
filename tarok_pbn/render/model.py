"""The view model: everything a page or a diagram shows of one record, and nothing else.

Templates receive a ``View``; ``docs/templates.md`` documents it. Seats are indexes in the order of
play from forehand, points are thirds of a card point, and None always means "not known".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tarok_pbn.findings import Finding
from tarok_pbn.games.kit.words import Word
from tarok_pbn.ledger import Amount
from tarok_pbn.render.analysis_words import COMPUTED, in_thirds
from tarok_pbn.render.faces import Face, SuitRow
from tarok_pbn.render.look import PARTS, Look

__all__ = [
    "Announced", "BestPlay", "Better", "Cell", "Cost", "Curve", "Doubling", "Fact", "Hand", "Item", "Line", "Mistake",
    "Note", "Remark", "Said", "Score", "Seat", "SectionView", "Side", "Standing", "Step", "Taken", "Trick", "Verdict",
    "View",
]  # fmt: skip


@dataclass(slots=True)
class Remark:
    """A comment. on: what it hangs on ("West pass"), "" where the place says it."""

    text: str
    on: str = ""

    @property
    def computed(self) -> bool:
        """Whether ``tarok analyse`` wrote it, and nobody said it."""
        return self.text.startswith(COMPUTED)

    @property
    def plain(self) -> str:
        """A computed comment without what marks it, which the page says in its own way."""
        return in_thirds(self.text.removeprefix(COMPUTED).strip())


@dataclass(slots=True)
class Note:
    """A numbered note of a section."""

    number: int
    text: str


@dataclass(slots=True)
class Fact:
    """A named fact of the heading or of the record's other tags."""

    name: str
    value: str


@dataclass(slots=True)
class Said:
    """One word of a section. word: as said; cards: those it names; rest: what else it names ("1-4").

    signs: suffixes and NAGs ("!?"); notes: numbers of its notes; plain: a pass or the like.
    """

    seat: int | None
    seat_name: str
    token: str
    word: Word
    cards: tuple[Face, ...] = ()
    rest: str = ""
    signs: str = ""
    irregular: str = ""
    notes: list[int] = field(default_factory=list)
    plain: bool = False


@dataclass(slots=True)
class Step:
    """One step of a line: the seat that leads, a word, or a comment; the others are empty."""

    seat: str = ""
    said: Said | None = None
    remark: str = ""


@dataclass(slots=True)
class Line:
    """A line that was not played. trick: at which it begins, 0 where none is named."""

    trick: int
    steps: list[Step] = field(default_factory=list)


@dataclass(slots=True)
class SectionView:
    """A stream section: its words in time order, its comments and notes, and how it ends (``*``, ``+``)."""

    name: str
    said: list[Said] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    end: str = ""


@dataclass(slots=True)
class Hand:
    """A hand in one state. origin: ``dealt``, ``exchanged``, ``played`` (known from the play alone)."""

    origin: Literal["dealt", "exchanged", "played", "left"]
    mask: int
    rows: tuple[SuitRow, ...]
    count: int


@dataclass(slots=True)
class Seat:
    """A seat. place: where it sits (``south``, ``east``, ``north``, ``west``, or ``flow``).

    hand: the state that a page shows; dealt, at_play, left: the three states, each None where unknown.
    talon: tokens of cards that came from the talon; gone: tokens of cards already played in a play that
    is not finished. asked: False where a partial diagram leaves the hand out.
    """

    index: int
    letter: str
    name: str
    player: str
    place: str
    roles: list[Word]
    side: int | None
    dealt: Hand | None = None
    at_play: Hand | None = None
    left: Hand | None = None
    hand: Hand | None = None
    talon: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    laid: tuple[Face, ...] | None = ()
    shown: tuple[Face, ...] = ()
    asked: bool = True


@dataclass(slots=True)
class Taken:
    """What a seat took from the talon and laid away; None where not known."""

    seat: int
    name: str
    took: tuple[Face, ...]
    positions: str
    laid: tuple[Face, ...] | None
    shown: tuple[Face, ...]


@dataclass(slots=True)
class Doubling:
    """One step of a ladder."""

    seat: int
    name: str
    word: Word
    times: int


@dataclass(slots=True)
class Announced:
    """Something announced (or the game itself), who announced it, and who doubled it, in order."""

    token: str
    word: Word
    by: list[str]
    doubled: list[Doubling] = field(default_factory=list)


@dataclass(slots=True)
class Side:
    """Seats that count together. declares: whether it is the declarer's side."""

    seats: list[int]
    name: str
    short: str
    declares: bool


@dataclass(frozen=True, slots=True)
class Cost:
    """That a card lost something with all hands open. words: what; turned: it turned the hand.

    sign: "?" or "??" where the record has it as a mark, "" where the page has it from an analysis of its own.
    """

    words: str
    turned: bool
    sign: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A seat's card in a trick. card None: the seat has none in it. letter: of the seat.

    signs: of people; cost: what a computation found, None for nothing.

    A cell is never changed: the same one may stand in many records.
    """

    seat: int
    card: Face | None
    led: bool = False
    wins: bool = False
    signs: str = ""
    irregular: str = ""
    notes: list[int] = field(default_factory=list)
    letter: str = ""
    cost: Cost | None = None

    @property
    def marks(self) -> str:
        """All signs that the record has, for forms that tell computed ones by their comment alone."""
        if self.cost is None or not self.cost.sign:
            return self.signs
        return f"{self.signs} {self.cost.sign}".strip()


@dataclass(slots=True)
class Trick:
    """A trick. cells: by seat; fell: seats in the order in which the cards fell.

    points: thirds; totals: of each side after it; words: what was said in it (a claim, a named suit).
    complete: False for a trick that stops in the middle. taken_back: (seat, card) played and taken back.
    """

    number: int
    leader: int
    winner: int | None
    winner_name: str
    cells: list[Cell]
    fell: list[int]
    points: int | None
    totals: list[int | None]
    complete: bool = True
    taken_back: list[tuple[str, Face]] = field(default_factory=list)
    words: list[Said] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    @property
    def faulty(self) -> bool:
        """Whether something in it breaks the rules."""
        return bool(self.findings) and any(finding.severity == "error" for finding in self.findings)


@dataclass(slots=True)
class Item:
    """A line of the settlement. steps: its arithmetic in words, one step a string; amounts: by account."""

    name: str
    word: Word
    steps: list[str]
    amounts: list[Amount]


@dataclass(slots=True)
class Score:
    """The settlement. accounts: names of the columns; items None: it could not be settled, and why.

    recorded: the recorded score by account (None where it names none), differs: whether it is another.
    points: official card points, as text, by side or by seat; "" unknown.
    further: other accounts of the same hand (the money beside the score sheet): word and totals.
    """

    accounts: list[str]
    items: list[Item] | None
    why_not: str
    totals: list[Amount]
    recorded: list[Amount | None] | None
    recorded_text: str
    differs: bool
    points: list[str]
    points_text: str
    remarks: list[Remark] = field(default_factory=list)
    further: list[tuple[Word, list[Amount]]] = field(default_factory=list)


@dataclass(slots=True)
class Verdict:
    """What the check came to. status: ``agrees``, ``wrong``, ``open`` (nothing to compare, or not checkable)."""

    status: Literal["agrees", "wrong", "open"]
    text: str


@dataclass(slots=True)
class Standing:
    """The moment of an end position. trick, card: after which card of which trick; card None: after the whole trick.

    table: the cards lying on the table, in the order in which they fell. to_play: the seat whose turn it is,
    None after the last trick. left: how many tricks are still to be won; totals: thirds of each side so far.
    """

    trick: int
    card: int | None
    table: list[Cell]
    to_play: int | None
    left: int
    totals: list[int | None]


@dataclass(frozen=True, slots=True)
class Better:
    """A card that would have been better. named: suits as any of which a led fool would have been named."""

    face: Face
    named: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Mistake:
    """A card that lost something with all hands open. cost: how much, ``2⅓``; words: ``costs 2⅓ points``."""

    trick: int
    seat_name: str
    face: Face
    cost: str
    words: str
    turned: bool
    better: tuple[Better, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A drawing of the value over the tricks, in units of its view box.

    line, band: paths, "" for none; the band is where only bounds are proven. need: height of what is needed, None.
    ticks: (height, text) at the left; tricks: (place, number, whether it is told) below; walls: between the tricks.
    begins, ends, needed: (height, text) of the first value, the result and what is needed, None for none. stop: where
    the line ends. marks: (place, height, turned) of the cards that lost something. name: what the drawing shows;
    told: the same in words.
    """

    width: int
    height: int
    left: float
    right: float
    top: float
    bottom: float
    line: str
    band: str
    need: float | None
    ticks: tuple[tuple[float, str], ...]
    tricks: tuple[tuple[float, int, bool], ...]
    walls: tuple[float, ...]
    begins: tuple[float, str] | None
    ends: tuple[float, str] | None
    needed: tuple[float, str] | None
    stop: tuple[float, float]
    marks: tuple[tuple[float, float, bool], ...]
    name: str
    told: str


@dataclass(slots=True)
class BestPlay:
    """What an analysis with all hands open found. why: why there is none; then the rest is empty.

    english: whether *why* is English in every language. subject: what is counted, and for whom. values: what it comes
    to with best play, as played, and what is needed: (``best``, ``played`` or ``need``, label, value). sums: (side,
    what its cards lost in all). notes: sentences on what the figures leave open. figures: (trick, the value before
    each of its cards); final: the value after the last card.
    """

    why: str = ""
    english: bool = False
    subject: str = ""
    values: list[tuple[str, str, str]] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    sums: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    curve: Curve | None = None
    figures: list[tuple[int, list[str]]] = field(default_factory=list)
    final: str = ""


@dataclass(slots=True)
class View:
    """One record, ready for a page.

    id: for anchors, unique on its page. title: parts of the heading. number: of the record in its file.
    start: thirds of each side before the first trick; from_tricks: the totals lack what was laid away.
    comments: language of the comments, "" unknown; letters: that of the rank letters in them.
    lines: of a commentator that belong to no trick.
    shown: the parts a page shows openly; folded: whether the others follow as a solution to unfold, or are
    left out. standing: the moment of an end position, None for the hands as they were played.
    best: what an analysis found, None where none was asked for; computed: what an earlier one wrote into the record.
    """

    id: str
    number: int
    file: str
    board: str
    game: str
    family: str
    language: str
    rules: str
    pack: int
    facts: list[Fact]
    other_tags: list[Fact]
    contract: Word | None
    declarer: str
    partner: str
    alone: bool
    called: Face | None
    outcome: Literal["won", "lost", "tied", ""]
    result: str
    seats: list[Seat]
    sitting_out: list[str]
    layout: Literal["compass", "triangle", "flow"]
    direction: Literal["anticlockwise", "clockwise", ""]
    dealer: str
    forehand: str
    talon: tuple[Face, ...] | None
    talon_word: str
    exposed: tuple[Face, ...]
    unused: tuple[Face, ...]
    taken: list[Taken]
    auction: SectionView | None
    rounds: list[list[Said | None]]
    contested: bool
    exchange: SectionView | None
    announcements: SectionView | None
    announced: list[Announced] | None
    play: SectionView | None
    tricks: list[Trick]
    total_tricks: int
    claim: str
    sides: list[Side]
    start: list[int] | None
    from_tricks: bool
    score: Score
    verdict: Verdict
    findings: list[Finding]
    head: list[Remark]
    remarks: list[Remark]
    legend: tuple[tuple[str, str], ...]
    roman: bool
    text: str
    look: Look
    comments: str = ""
    letters: str = ""
    lines: list[Line] = field(default_factory=list)
    shown: frozenset[str] = PARTS
    folded: bool = False
    standing: Standing | None = None
    best: BestPlay | None = None
    computed: str = ""

    def faults(self, place: str) -> list[Finding]:
        """The findings of a section, or of the Score; those of the play stand with their tricks."""
        if not self.findings:
            return []
        return [
            finding
            for finding in self.findings
            if finding.severity != "info"
            and (finding.where.startswith(place) if place != "Score" else finding.code[0] == "S")
        ]

    @property
    def whole(self) -> bool:
        """Whether the whole record is shown, not a part of it."""
        return self.shown == PARTS

    @property
    def origin(self) -> Literal["exchanged", "dealt", "played", "left", ""]:
        """In which state the hands are shown, "" where none is known."""
        found = {seat.hand.origin for seat in self.seats if seat.hand is not None}
        order: tuple[Literal["exchanged", "dealt", "played", "left"], ...] = ("exchanged", "dealt", "played", "left")
        return next((origin for origin in order if origin in found), "")

    @property
    def drawn(self) -> bool:
        """Whether a hand has cards from the talon."""
        return any(seat.talon for seat in self.seats)

    @property
    def begun(self) -> bool:
        """Whether cards of the hands are already played, in a play that is not finished."""
        return any(seat.gone for seat in self.seats)

    @property
    def costs(self) -> list[bool]:
        """Of the marks of cards that lost something, those that occur: whether they turned the hand."""
        found = {cell.cost.turned for trick in self.tricks for cell in trick.cells if cell.cost is not None}
        return sorted(found)

    @property
    def done(self) -> int:
        """How many tricks are complete."""
        return len([trick for trick in self.tricks if trick.complete])
