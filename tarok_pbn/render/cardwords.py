"""Card words of the five languages, as data. What a native speaker should confirm is in docs/translations.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["LANGUAGES", "Language"]

_PIPS = "23456789"


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """The words of one language.

    letters: rank of the record (``K Q N J T 1``) -> what is printed. names: rank -> its name; ranks without
    one are named by their number. suits: headings for taroks, spades, hearts, diamonds, clubs. card: template
    of a suit card, with ``{rank}`` and ``{suit}``. attributes: the suit inside that template where it is not
    the heading, a form for each gender; genders: rank -> which form, the first where it is not named.
    tarok: template with ``{number}``. fool: template with ``{name}``, the game's own. numbers: 0 to 21 spoken.
    """

    code: str
    letters: Mapping[str, str]
    names: Mapping[str, str]
    suits: tuple[str, str, str, str, str]
    card: str
    tarok: str
    pagat: str
    fool: str
    void: str
    unknown: str
    numbers: tuple[str, ...]
    attributes: tuple[tuple[str, ...], ...] = ()
    genders: Mapping[str, int] = field(default_factory=dict)

    def name(self, rank: str) -> str:
        """A rank of the record by name: ``K`` is king, ``7`` is seven."""
        return self.names.get(rank) or self.numbers[int(rank)]

    def spoken(self, suit: int, rank: str) -> str:
        """A suit card as one says it: ``king of hearts``, ``srdcový král``."""
        forms = self.attributes[suit] if self.attributes else ()
        word = forms[self.genders.get(rank, 0)] if forms else self.suits[suit]
        return self.card.format(rank=self.name(rank), suit=word)


_ENGLISH = Language(
    code="en",
    letters={"K": "K", "Q": "Q", "N": "N", "J": "J", "T": "10", "1": "1"},
    names={"K": "king", "Q": "queen", "N": "knight", "J": "jack", "T": "ten", "1": "ace"},
    suits=("taroks", "spades", "hearts", "diamonds", "clubs"),
    card="{rank} of {suit}",
    tarok="tarok {number}",
    pagat="the pagat, tarok one",
    fool="the {name}",
    void="void",
    unknown="unknown card",
    numbers=(
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "twenty-one",
    ),
)  # fmt: skip

_CZECH = Language(
    code="cs",
    letters={"K": "K", "Q": "D", "N": "C", "J": "J", "T": "10", "1": "1"},
    names={
        "K": "král", "Q": "dáma", "N": "kaval", "J": "kluk", "T": "desítka", "1": "eso", "2": "dvojka", "3": "trojka",
        "4": "čtyřka", "5": "pětka", "6": "šestka", "7": "sedma", "8": "osma", "9": "devítka",
    },
    suits=("taroky", "piky", "srdce", "káry", "kříže"),
    card="{suit} {rank}",
    tarok="tarok {number}",
    pagat="pagát, tarok jedna",
    fool="{name}",
    void="nic",
    unknown="neznámá karta",
    numbers=(
        "nula", "jedna", "dva", "tři", "čtyři", "pět", "šest", "sedm", "osm", "devět", "deset", "jedenáct", "dvanáct",
        "třináct", "čtrnáct", "patnáct", "šestnáct", "sedmnáct", "osmnáct", "devatenáct", "dvacet", "dvacet jedna",
    ),
    attributes=(
        (),
        ("pikový", "piková", "pikové"),
        ("srdcový", "srdcová", "srdcové"),
        ("kárový", "kárová", "kárové"),
        ("křížový", "křížová", "křížové"),
    ),
    genders={"Q": 1, "T": 1, "1": 2, **dict.fromkeys(_PIPS, 1)},
)  # fmt: skip

_DANISH = Language(
    code="da",
    letters={"K": "K", "Q": "D", "N": "C", "J": "B", "T": "10", "1": "1"},
    names={"K": "konge", "Q": "dame", "N": "kaval", "J": "knægt", "T": "ti", "1": "es"},
    suits=("tarokker", "spar", "hjerter", "ruder", "klør"),
    card="{suit} {rank}",
    tarok="tarok {number}",
    pagat="pagaten, tarok et",
    fool="{name}",
    void="ingen",
    unknown="ukendt kort",
    numbers=(
        "nul", "et", "to", "tre", "fire", "fem", "seks", "syv", "otte", "ni", "ti", "elleve", "tolv", "tretten",
        "fjorten", "femten", "seksten", "sytten", "atten", "nitten", "tyve", "enogtyve",
    ),
)  # fmt: skip

_GERMAN = Language(
    code="de",
    letters={"K": "K", "Q": "D", "N": "C", "J": "B", "T": "10", "1": "1"},
    names={
        "K": "König", "Q": "Dame", "N": "Cavall", "J": "Bube", "T": "Zehn", "1": "Eins", "2": "Zwei", "3": "Drei",
        "4": "Vier", "5": "Fünf", "6": "Sechs", "7": "Sieben", "8": "Acht", "9": "Neun",
    },
    suits=("Tarock", "Pik", "Herz", "Karo", "Treff"),
    card="{suit}-{rank}",
    tarok="Tarock {number}",
    pagat="der Pagat, Tarock eins",
    fool="der {name}",
    void="keine",
    unknown="unbekannte Karte",
    numbers=(
        "null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf",
        "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn", "zwanzig", "einundzwanzig",
    ),
)  # fmt: skip

_SLOVENIAN = Language(
    code="sl",
    letters={"K": "K", "Q": "D", "N": "C", "J": "F", "T": "10", "1": "1"},
    names={
        "K": "kralj", "Q": "dama", "N": "kaval", "J": "fant", "T": "desetka", "1": "enka", "2": "dvojka",
        "3": "trojka", "4": "štirica", "5": "petica", "6": "šestica", "7": "sedmica", "8": "osmica", "9": "devetka",
    },
    suits=("taroki", "pik", "srce", "karo", "križ"),
    card="{suit} {rank}",
    tarok="tarok {number}",
    pagat="pagat, tarok ena",
    fool="{name}",
    void="prazno",
    unknown="neznana karta",
    numbers=(
        "nič", "ena", "dva", "tri", "štiri", "pet", "šest", "sedem", "osem", "devet", "deset", "enajst", "dvanajst",
        "trinajst", "štirinajst", "petnajst", "šestnajst", "sedemnajst", "osemnajst", "devetnajst", "dvajset",
        "enaindvajset",
    ),
    attributes=(
        (),
        ("pikov", "pikova"),
        ("srčni", "srčna"),
        ("karov", "karova"),
        ("križev", "križeva"),
    ),
    genders={"Q": 1, "T": 1, "1": 1, **dict.fromkeys(_PIPS, 1)},
)  # fmt: skip

LANGUAGES: dict[str, Language] = {words.code: words for words in (_ENGLISH, _CZECH, _DANISH, _GERMAN, _SLOVENIAN)}
