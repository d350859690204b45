"""The strict reader: a file must be, byte for byte, what the canonical writer writes."""

from __future__ import annotations

from tarok_pbn.notation.lexer import tokenize
from tarok_pbn.notation.parsed import Parsed
from tarok_pbn.notation.report import Report
from tarok_pbn.notation.writer import VERSION_LINE, write

__all__ = ["check_canonical"]


def check_canonical(parsed: Parsed, *, last: bool) -> None:
    """Add F011 at the first token that differs from the canonical text. last: no record follows in the file."""
    expected = write(parsed.record)
    if parsed.offset == 0:
        expected = f"{VERSION_LINE}\n\n{expected}" if expected else f"{VERSION_LINE}\n"
    if not last:
        expected += "\n"
    source = parsed.record.source
    if parsed.text == expected or source is None:
        return
    report = Report(source)
    canonical = tokenize(expected)
    for index, (is_pair, should_pair) in enumerate(zip(source.tokens, canonical, strict=False)):
        if is_pair == should_pair:
            continue
        if is_pair[1] != should_pair[1]:
            should = should_pair[1] or "the end of the record"
            report.add("F011", index, f"not canonical: {_short(should)} should stand here")
        else:
            start = report.start_of(index)
            report.add_chars(
                "F011", start - len(is_pair[0]), start,
                f"not canonical: {_white(should_pair[0])} should stand before {_short(is_pair[1])}, "
                f"not {_white(is_pair[0])}",
                help="tarok fmt writes the canonical form",
            )  # fmt: skip
        break
    else:
        report.add("F011", len(source.tokens) - 1, "not canonical: the record should not end here")
    parsed.findings.extend(report.findings)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _white(space: str) -> str:
    if not space:
        return "nothing"
    if set(space) == {" "}:
        return "a space" if len(space) == 1 else f"{len(space)} spaces"
    if set(space) == {"\n"}:
        return "a line end" if len(space) == 1 else f"{len(space)} line ends"
    return repr(space)
