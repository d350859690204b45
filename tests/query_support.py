"""Random expressions of the query language, and records to ask them of."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from tarok_pbn.archive.query_facts import SummaryFacts
from tarok_pbn.archive.summary import Summary
from tarok_pbn.check import check_path

SAMPLES = Path(__file__).parent.parent / "samples"
#: folders of samples whose records the tests count on
FOLDERS = ("dansk", "koenigrufen", "tapptarock", "taroky")


@cache
def sample_files() -> tuple[Path, ...]:
    """All sample files of the games."""
    return tuple(path for folder in FOLDERS for path in sorted((SAMPLES / folder).rglob("*.tpbn")))


@cache
def sample_facts() -> tuple[SummaryFacts, ...]:
    """The facts of every sample record."""
    return tuple(
        SummaryFacts(Summary(checked), str(path))
        for path in sample_files()
        for checked in check_path(path)
        if checked.parsed.is_record
    )


_seat = st.sampled_from("SENW")
who = st.one_of(
    _seat,
    st.sampled_from(["declarer", "partner", "dealer", "forehand", "defender", "any"]),
    st.sampled_from(['player("Novák, Jan")', 'player("Bureš*")', 'player("*a*")']),
    st.integers(1, 12).map(lambda n: f"trick({n}).winner"),
    st.just("trick(last).leader"),
)
card = st.sampled_from(["T21", "T1", "F", "HK", "SK", "DQ", "C7", "S1", "D4", "T14"])
suit = st.sampled_from("TSHDC")
order = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
equal = st.sampled_from(["=", "!="])
_tag = st.sampled_from(["event", "site", "round", "table", "board", "south", "tag.Contract", "tag.Score", "tag.Deal", "tag.Rules", "annotator"])
_date = st.sampled_from(["2026", "2026.11", "2026.11.20", "2026.03.??", "2025"])
_number = st.sampled_from(["0", "3", "35", "-8", "41 2/3", "-10/3", "thirds(125)", "100"])
_text = st.sampled_from(['"Friday table"', '"1"', "2", '"S"', '"?"', "povinnost", '"a"'])
_word = st.sampled_from(["announced", "doubled"])


def _joined(*parts):
    return st.tuples(*[part if isinstance(part, st.SearchStrategy) else st.just(part) for part in parts]).map("".join)


value = st.one_of(
    _tag, st.sampled_from(["game", "contract", "outcome", "called", "date", "tricks", "errors", "findings", "rules", "deal_id", "declarer"]),
    _joined("points(", who, ")"), _joined("score(", who, ")"), _joined("tricks(", who, ")"),
    _joined("taroks(", who, ")"), _joined("side(", who, ")"), _joined("cards(", who, ", ", suit, ")"),
    st.integers(1, 12).map(lambda n: f"trick({n}).points"),
)  # fmt: skip
condition = st.one_of(
    _joined(_tag, " ", order, " ", _text),
    _joined(_tag, " ~ ", st.sampled_from(['"a"', '"fri*"', "1", '"*E*"'])),
    _joined("date ", order, " ", _date),
    _joined("game ", equal, " ", st.sampled_from(["taroky", "dansk", "koenigrufen", "tapptarock", '"other"'])),
    _joined("contract ", st.sampled_from(["= ", "!= "]), st.sampled_from(["povinnost", "rufer", "varsava", "trojka:1", "tag.Contract"])),
    _joined("contract ", st.sampled_from(["in", "not in"]), " (solo, solodreier, druha)"),
    _joined(who, " ", st.sampled_from(["won", "lost"])),
    _joined(st.sampled_from(["declarer", "dealer", "partner"]), " ", equal, " ", who),
    _joined(st.sampled_from(["declarer", "dealer"]), ' ~ "a"'),
    _joined(st.sampled_from(["holds", "holds_at_play", "laid", "played", "took"]), "(", who, ", ", card, ")"),
    _joined("holds(", who, ", ", card, ", ", card, ")"),
    _joined(st.sampled_from(["won", "lost"]), "(", who, ", ", card, ")"),
    _joined("void(", who, ", ", suit, ")"),
    _joined("last(", card, ")"),
    _joined(st.sampled_from(["points", "score", "tricks", "taroks", "kings"]), "(", who, ") ", order, " ", _number),
    _joined("cards(", who, ", ", suit, ") ", order, " ", _number),
    _joined("trick(last).contains(", card, ")"),
    _joined("side(", who, ") = defence"),
    _joined(st.sampled_from(["known", "unknown"]), "(", value, ")"),
    _joined(value, " ", equal, " ?"),
    _joined("name(", who, ") ", st.sampled_from(["= ", "!= ", "~ "]), st.sampled_from(['"Novák, Jan"', '"a"'])),
    st.sampled_from([
        'player ~ "nov"', 'player = "Bureš, Petr"', "year = 2026", "year < 2026", "month >= 2026.11", "finding = P002", "finding = ?",
        "clean", "agrees", "errors = 0", "warnings > 0", "tricks = 12", "number <= 2", "finding(S)", "finding(P002)",
        "announced(pagat)", "announced(declarer, valat)", "announced(any, trul)", "doubled(game)", "doubled(game, 2)",
        "doubled(pagat, flek)", "called = T19", "rules = devatenactka-1", "outcome = won", "deal_id = ?",
    ]),
)  # fmt: skip
expression = st.recursive(
    condition,
    lambda inner: st.one_of(
        _joined("(", inner, " and ", inner, ")"),
        _joined("(", inner, " or ", inner, ")"),
        _joined("not (", inner, ")"),
        _joined(inner, " and ", inner),
    ),
    max_leaves=6,
)
