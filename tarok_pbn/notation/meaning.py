"""What the tags of a record say, once its syntax is read: inheritance, known names, values of fixed form."""

from __future__ import annotations

from typing import Final

from tarok_pbn.notation import tags
from tarok_pbn.notation.dealid import deal_id
from tarok_pbn.notation.hands import Problem, read_deal, read_talon
from tarok_pbn.notation.report import Report
from tarok_pbn.notation.values import CHECKED, check_value, plain_score
from tarok_pbn.record import Record, Tag

__all__ = ["Inheritance", "check_tags"]

_LIMIT: Final = 4096
_good: Final[set[tuple[str, str]]] = set()  # values that were found right and canonical


class Inheritance:
    """Resolves ``#`` and ``##`` from record to record.

    ``#`` stands for the value that the tag has in the record before. ``##value`` gives a value to this
    record and to all that follow and lack the tag, until another ``##``; ``##`` alone does so with the
    value of the record before.
    """

    def __init__(self, before: Record | None = None, lasting: dict[str, str] | None = None) -> None:
        self.before: Record = before if before is not None else Record()
        self.lasting: dict[str, str] = lasting if lasting is not None else {}

    def resolve(self, record: Record, report: Report, text: str) -> None:
        """Replace inherited values in *record* and report each (F013, F019). text: of the record."""
        before, self.before = self.before, record
        if not self.lasting and '"#' not in text:
            return
        old = {tag.name: tag.value for tag in reversed(before.tags)}
        values: dict[str, str] = {}
        for tag in record.tags:
            if tag.value[:1] == "#" and (tag.value == "#" or tag.value[:2] == "##"):
                self._replace(tag, old, report)
            values.setdefault(tag.name, tag.value)
        if self.lasting and record.tags:
            for name, value in self.lasting.items():
                if name not in values:
                    record.tags.append(Tag(name, value))
                    values[name] = value
                    report.add("F013", record.tags[0].at, f"{name} is inherited from a record before: {value!r}")

    def _replace(self, tag: Tag, before: dict[str, str], report: Report) -> None:
        given, name = tag.value, tag.name
        if len(given) > 2:
            tag.value = given[2:]
        elif name not in before:
            tag.value = "?"
            report.add("F019", tag.at, f"{given} repeats the {name} of the record before, but that has none")
            return
        else:
            tag.value = before[name]
        report.add("F013", tag.at, f"{given} stands for {tag.value!r}", help=f'write [{name} "{tag.value}"]')
        if given != "#":
            self.lasting[name] = tag.value


def check_tags(record: Record, report: Report, *, rewrites: bool = False) -> None:
    """Report duplicate and unknown tags and bad values; write Deal, Talon and the like in canonical spelling."""
    if record.values is not None and _plain(record.values):
        return
    first = {tag.name: tag for tag in reversed(record.tags)}
    if len(first) != len(record.tags):
        seen: dict[str, Tag] = {}
        for tag in record.tags:
            if tag.name in seen and tag.name != "Note":
                value = seen[tag.name].value
                report.add("R001", tag.at, f"{tag.name} is given a second time; the first value, {value!r}, counts")
            seen.setdefault(tag.name, tag)
    if not tags.KNOWN.issuperset(first):
        for name, tag in reversed(first.items()):
            if name not in tags.KNOWN and name[0] != "_" and name != "Note":
                report.add("R002", tag.at, f"the tag {name} is not known; it is kept", help=tags.meant(name))
    for name in CHECKED:
        found = first.get(name)
        if found is not None and (name, found.value) not in _good:
            tag = found
            value, problems = check_value(name, tag.value)
            _settle(tag, value, problems, report, rewrites)
            if value == tag.value and not problems and len(value) < 80:
                if len(_good) >= _LIMIT:
                    _good.clear()
                _good.add((name, value))
    letters = first.get("Letters")
    language = letters.value if letters is not None else ""
    problems = []
    dealt = 0
    if "Deal" in first:
        tag = first["Deal"]
        deal = read_deal(tag.value, problems, language=language)
        for mask in deal.hands.values():
            dealt |= mask or 0
        _settle(tag, deal.value, problems, report, rewrites, "F100" if deal.respelled else "F101")
    if "Talon" in first:
        tag = first["Talon"]
        problems = []
        cards, value, _ = read_talon(tag.value, problems, language=language)
        if any(card >= 0 and dealt >> card & 1 for card in cards):
            problems += _in_hand(tag.value, dealt, language)
        _settle(tag, value, problems, report, rewrites, "F100")
    if "DealId" in first and len(first["DealId"].value) == 16:
        expected = deal_id(record)
        if expected is not None and expected != first["DealId"].value:
            report.add(
                "D006", first["DealId"].at, f"the DealId of this deal is {expected}, not {first['DealId'].value}",
                help=f'[DealId "{expected}"]',
            )  # fmt: skip


def _plain(values: dict[str, str]) -> bool:
    """Whether there is plainly nothing to report and nothing to respell; no is no verdict.

    values: of the record's tags, each given once, none of them ``Letters``.
    """
    if not tags.KNOWN.issuperset(values) or "DealId" in values:
        return False
    for name in CHECKED:
        value = values.get(name)
        if value is not None and (name, value) not in _good and not (name == "Score" and plain_score(value)):
            return False
    problems: list[Problem] = []
    dealt = drawn = 0
    text = values.get("Deal")
    if text is not None:
        deal = read_deal(text, problems)
        if deal.value != text:
            return False
        for mask in deal.hands.values():
            dealt |= mask or 0
    text = values.get("Talon")
    if text is not None:
        cards, value, _ = read_talon(text, problems)
        if value != text:
            return False
        for card in cards:
            drawn |= 1 << card if card >= 0 else 0
    return not problems and not dealt & drawn


def _in_hand(value: str, dealt: int, language: str) -> list[Problem]:
    """D002 for each talon card that is in a hand too."""
    problems = []
    position = 0
    for part in value.split():
        position = value.index(part, position)
        cards, text, _ = read_talon(part, [], language=language)
        if cards and cards[0] >= 0 and dealt >> cards[0] & 1:
            problems.append(Problem("D002", position, position + len(part), f"{text} is in the talon and in a hand"))
        position += len(part)
    return problems


def _settle(tag: Tag, value: str, problems: list[Problem], report: Report, rewrites: bool, code: str = "F101") -> None:
    """Report what is wrong with a value, or put its canonical spelling in its place."""
    if problems:
        if tag.at < 0:
            return  # an inherited value: it was reported where it stands
        token = report.source.tokens[tag.at][1]
        start = token.index('"') + 1
        direct = token.startswith(tag.value, start)
        for problem in problems:
            if direct:
                report.add_inside(
                    problem.code, tag.at, start + problem.start, start + problem.end, problem.message, help=problem.help
                )  # fmt: skip
            else:
                report.add(problem.code, tag.at, problem.message, help=problem.help)
    elif value != tag.value:
        if rewrites and tag.at >= 0:
            report.add(code, tag.at, f"the value of {tag.name} is respelled", help=f'[{tag.name} "{value}"]')
        tag.value = value
