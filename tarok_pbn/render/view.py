"""Builds the view model of a checked record. It reads the replay and the record, and knows no rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, cast

from tarok_pbn.check import Checked
from tarok_pbn.games.kit.game import Game
from tarok_pbn.games.kit.words import Word
from tarok_pbn.record import Record
from tarok_pbn.render.analysis import with_best_play
from tarok_pbn.render.analysis_data import Analysed
from tarok_pbn.render.analysis_words import TAG
from tarok_pbn.render.catalogue import noted, texts
from tarok_pbn.render.faces import faces_of
from tarok_pbn.render.hands import direction_of, layout_of, player_of, seats_of, seats_without_game, taken_of, unused_of
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.model import Announced, Doubling, Fact, Remark, Said, SectionView, View
from tarok_pbn.render.partial import partial
from tarok_pbn.render.play import play_of, sides_of, start_of
from tarok_pbn.render.score import score_of, verdict_of
from tarok_pbn.render.seatnames import seat_name, seat_names
from tarok_pbn.render.sections import remarks_of, section_view
from tarok_pbn.render.variations import lines_of, placed
from tarok_pbn.render.wording import translated, word_of
from tarok_pbn.replay import Replay

__all__ = ["facts_of", "view_of", "views_of"]

_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,4}")
_NOTHING = ("?", "", "-")
#: tags that have a place of their own on a page
_SHOWN = frozenset({
    "Event", "Site", "Date", "Round", "Table", "Board", "South", "East", "North", "West", "A", "B", "C", "D", "E",
    "Game",
    "Rules", "Options", "Seats", "Dealer", "SittingOut", "Deal", "Talon", "Contract", "Declarer", "Partner", "Called",
    "Points", "Score", "Pagat", "Valat", "Result",
})  # fmt: skip
#: names of tags as a comment on them is headed
_TAGS = frozenset({
    noted("Event"), noted("Site"), noted("Date"), noted("Round"), noted("Table"), noted("Board"), noted("South"),
    noted("East"), noted("North"), noted("West"), noted("Game"), noted("Rules"), noted("Options"), noted("Seats"),
    noted("Dealer"), noted("Deal"), noted("Talon"), noted("Contract"), noted("Declarer"), noted("Partner"),
    noted("Called"), noted("Points"), noted("Score"), noted("Result"),
})  # fmt: skip


def views_of(
    checked_list: Sequence[Checked], look: Look = DEFAULT, analyses: Sequence[Analysed | None] = ()
) -> list[View]:
    """The view models of records. analyses: of each of them, in the same order, or of none."""
    if not analyses:
        return [view_of(checked, look) for checked in checked_list]
    return [view_of(checked, look, found) for checked, found in zip(checked_list, analyses, strict=True)]


def view_of(checked: Checked, look: Look = DEFAULT, analysed: Analysed | None = None) -> View:
    """The view model of a record, in the language and with the cards of *look*.

    analysed: what an analysis of its play found, where there is one.
    Raises ValueError where ``look.show`` names a part, seat or trick that the record has not.
    """
    replay, record = checked.replay, checked.record
    table, game = replay.table, replay.game
    faces = faces_of(game, look)
    lang = look.lang
    sections = {
        name: section_view(record, name, table, game, faces)
        for name in ("Auction", "Exchange", "Announcements", "Play")
    }
    sides = sides_of(replay, look.lang)
    start = start_of(replay, sides)
    tricks = play_of(replay, record.section("Play"), faces, sides, start, checked.findings)
    score = score_of(checked, sides, look.lang)
    contract = table.contract if table is not None else None
    if contract is None and record.get("Contract") not in _NOTHING:
        contract = record.get("Contract")
    number = checked.parsed.number
    auction = sections["Auction"]
    whole = View(
        id=_id(record, number),
        number=number,
        file=record.source.file or "" if record.source is not None else "",
        board="" if record.get("Board") in _NOTHING else record.get("Board"),
        game=translated(game.title, lang) if game is not None else record.get("Game").replace("?", ""),
        family=game.family if game is not None else "",
        language=game.language if game is not None else "",
        rules=replay.ruleset.name if replay.ruleset is not None else record.get("Rules").replace("?", ""),
        pack=game.pack.bit_count() if game is not None else 0,
        facts=facts_of(record),
        other_tags=[
            Fact(name, value)
            for name, value in _pairs(record)
            if name not in _SHOWN and name[:1] != "_" and value not in _NOTHING
        ],
        contract=(Word(contract) if game is None else word_of(game, contract, lang)) if contract else None,
        declarer=seat_name(table, table.declarer, lang) if table is not None and table.declarer is not None else "",
        partner=seat_name(table, table.partner, lang) if table is not None and table.partner is not None else "",
        alone=len(sides) == 2 and any(side.declares and len(side.seats) == 1 for side in sides),
        called=faces[table.called] if table is not None and table.called is not None else None,
        outcome=cast("Literal['won', 'lost', 'tied', '']", replay.outcome or ""),
        result=score.points_text,
        seats=seats_of(replay, table, faces, sides, tricks) if table is not None else seats_without_game(record, faces),
        sitting_out=_sitting_out(record, lang),
        layout=layout_of(table.seats)[0] if table is not None else "flow",
        direction=direction_of(table.seats) if table is not None else "",
        dealer=seat_name(table, table.dealer, lang) if table is not None and table.dealer is not None else "",
        forehand=seat_name(table, 0, lang) if table is not None and table.dealer is not None else "",
        talon=faces.of(table.talon) if table is not None and table.talon is not None else None,
        talon_word=_talon_word(game, lang),
        exposed=faces.of(table.exposed) if table is not None else (),
        unused=faces.of(unused_of(table)) if table is not None else (),
        taken=taken_of(table, faces, sections["Exchange"]) if table is not None else [],
        auction=auction,
        rounds=_rounds(auction, table.n if table is not None else 0),
        contested=auction is not None and len({s.seat for s in auction.said if not s.plain}) > 1,
        exchange=sections["Exchange"],
        announcements=sections["Announcements"],
        announced=_announced(replay, lang),
        play=sections["Play"],
        tricks=tricks,
        total_tricks=game.tricks if game is not None else 0,
        claim=seat_name(table, table.claim[0], lang) if table is not None and table.claim is not None else "",
        sides=sides,
        start=start if start is not None and any(start) else None,
        from_tricks=bool(sides) and start is None,
        score=score,
        verdict=verdict_of(checked, score, look.lang),
        findings=list(checked.findings),
        head=remarks_of(record.head),
        remarks=_tag_remarks(record, lang),
        legend=faces.legend(),
        roman=faces.roman,
        text=_text(checked, record),
        look=look,
        comments=_language(record),
        letters=record.get("Letters", ""),
        lines=placed(lines_of(record, table, game, faces), tricks),
        computed="" if (told := record.get(TAG)) in _NOTHING else told,
    )
    if analysed is not None:
        with_best_play(whole, analysed, table, faces)
    return partial(whole, look) if look.show else whole


def _pairs(record: Record) -> Iterable[tuple[str, str]]:
    """Names and values of all tags in their order."""
    return record.values.items() if record.values is not None else [(tag.name, tag.value) for tag in record.tags]


def _talon_word(game: Game | None, lang: str) -> str:
    """What the game calls its talon; a game without a word of its own has the reader's."""
    if game is None or "talon" not in game.words:
        return texts(lang).gettext("Talon")
    text = game.word("talon").text
    return text[:1].upper() + text[1:]


def _language(record: Record) -> str:
    """The language of the comments, as far as a tag tells; "" unknown.

    ``Language`` says so; ``Letters``, that of the rank letters, is the language of whoever wrote them.
    """
    for name in ("Language", "Letters"):
        value = record.get(name, "").strip()
        if _LANGUAGE.fullmatch(value):
            return value
    return ""


def _id(record: Record, number: int) -> str:
    board = record.get("Board")
    slug = re.sub(r"[^A-Za-z0-9]+", "-", board).strip("-").lower()
    return f"d{slug}" if slug else f"r{number}"


def facts_of(record: Record) -> list[Fact]:
    """Event, Site, Round, Table and Date, as far as they are known."""
    facts = []
    for name in ("Event", "Site", "Round", "Table", "Date"):
        value = record.get(name)
        if value in _NOTHING:
            continue
        facts.append(Fact(name, _date(value) if name == "Date" else value))
    return [fact for fact in facts if fact.value]


def _date(value: str) -> str:
    """``2026.11.??`` as ``2026-11``."""
    known = []
    for part in value.split("."):
        if "?" in part:
            break
        known.append(part)
    return "-".join(known)


def _sitting_out(record: Record, lang: str) -> list[str]:
    letters = record.get("SittingOut")
    if letters in _NOTHING:
        return []
    names = seat_names(lang)
    return [" ".join(p for p in (names.get(s, s), player_of(record, s)) if p) for s in letters.split()]


def _rounds(auction: SectionView | None, n: int) -> list[list[Said | None]]:
    """The auction as rows with a column a seat; whoever speaks out of the order begins a new row."""
    rows: list[list[Said | None]] = []
    last = n
    for said in auction.said if auction is not None else ():
        if said.seat is None:
            continue
        if said.seat <= last or not rows:
            rows.append([None] * n)
        rows[-1][said.seat] = said
        last = said.seat
    return rows


def _announced(replay: Replay, lang: str) -> list[Announced] | None:
    """What was announced and by whom, with the doubling of each; None where the record does not tell."""
    table, game = replay.table, replay.game
    if table is None or game is None or table.declared is None:
        return None
    by_token: dict[str, Announced] = {}
    for seat, words in enumerate(table.declared):
        for token in words:
            item = by_token.setdefault(token, Announced(token, word_of(game, token, lang), []))
            item.by.append(seat_name(table, seat, lang))
    for double in table.doubles:
        word = word_of(game, double.what, lang)
        if double.what in table.seats:  # of several games at once that of one player
            player = seat_name(table, table.seats.index(double.what), lang)
            word = Word(texts(lang).gettext("{player}'s game").format(player=player))
        item = by_token.setdefault(double.what, Announced(double.what, word, []))
        name, step = seat_name(table, double.seat, lang), word_of(game, double.word, lang)
        item.doubled.append(Doubling(double.seat, name, step, 1 << double.level))
    # What was doubled comes first: it moves most points.
    return sorted(by_token.values(), key=lambda item: not item.doubled)


def _tag_remarks(record: Record, lang: str) -> list[Remark]:
    gettext = texts(lang).gettext
    remarks = []
    for tag in record.tags if record.values is None else ():  # else no tag has a mark
        if tag.marks:
            remarks += remarks_of(tag.marks, gettext(tag.name) if tag.name in _TAGS else tag.name)
    known = {"Auction", "Exchange", "Announcements", "Play", "ScoreTable"}
    for section in record.sections:
        if section.name not in known:
            remarks += remarks_of(section.marks.get(-1, []), section.name)
    return remarks


def _text(checked: Checked, record: Record) -> str:
    """The record as it was written; one made by a program as it would be written."""
    if record.source is not None:
        return (checked.parsed.text or record.source.text).strip("\r\n")  # the parsed text is at hand
    from tarok_pbn.notation import write

    return write(record).strip("\n")
