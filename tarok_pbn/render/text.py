"""Text diagrams for terminals, mail and forums: the hands round the table, and everything that happened."""

from __future__ import annotations

from collections.abc import Sequence

from tarok_pbn.check import Checked
from tarok_pbn.figures import whole
from tarok_pbn.games.kit.words import Word
from tarok_pbn.render.analysis_data import Analysed
from tarok_pbn.render.diagram import Diagram, to_ascii
from tarok_pbn.render.faces import SYMBOLS, Face, faces_of
from tarok_pbn.render.layout import fit, hanging, table
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.model import Mistake, SectionView, Trick
from tarok_pbn.render.position import Position
from tarok_pbn.render.view import view_of
from tarok_pbn.report.terminal import cells, printable

__all__ = ["text_diagram", "text_records"]

_TICK = {"agrees": "✔ ", "wrong": "✘ ", "open": ""}


def text_diagram(
    checked: Checked,
    at: str | int | tuple[int, int | None] | None = None,
    plain: bool = False,
    width: int = 80,
    look: Look = DEFAULT,
    analysed: Analysed | None = None,
) -> str:
    """The record as text.

    at: ``"5"`` or ``"5.2"``, the number 5, or the pair (5, 2): only the position after that trick, or after that
    card of it; ``"5.0"`` is the position before the trick. plain: ASCII only. width: in terminal cells; nothing
    is ever cut off, a longer word stands over. analysed: an analysis of the play, for the whole record.
    Raises ValueError where there is no such trick or card.
    """
    view = view_of(checked, look, analysed)
    width = max(width, 24)
    faces = faces_of(checked.replay.game, look)
    if at is None:
        lines = _Whole(view, faces, width, plain).whole()
    else:
        lines = Position(view, faces, width, plain).position(*_place(at))
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    return to_ascii(text) if plain else text


def text_records(
    checked_list: Sequence[Checked], look: Look = DEFAULT, *, analyses: Sequence[Analysed | None] = ()
) -> str:
    """The records as text, a blank line between any two. analyses: of each of them, in the same order, or of none."""
    found = analyses or [None] * len(checked_list)
    return "\n".join(
        text_diagram(checked, look=look, analysed=analysed)
        for checked, analysed in zip(checked_list, found, strict=True)
    )


def _place(at: str | int | tuple[int, int | None]) -> tuple[int, int | None]:
    if isinstance(at, tuple):
        return at
    if isinstance(at, int):
        return at, None
    trick, point, card = at.partition(".")
    numbers = (whole(trick), whole(card) if point else None)
    if numbers[0] is None or (point and numbers[1] is None):
        raise ValueError(f"a place is a trick or a trick and a card, such as 5 or 5.2, not {at!r}")
    return numbers[0], numbers[1]


class _Whole(Diagram):
    """Writes a whole record."""

    def whole(self) -> list[str]:
        """Everything."""
        view = self.view
        blocks = [self.heading()]
        if any(seat.hand for seat in view.seats):
            blocks.append(
                self.diagram({seat.index: (seat.hand.rows if seat.hand else None) for seat in view.seats}, [])
            )
            blocks.append(self.under_diagram())
        else:
            blocks.append(self.players())
        blocks.append(self.auction())
        if not view.folded:  # text cannot be folded: of a quiz it has the question alone
            blocks += [self.exchange(), self.announcements(), self.play(), self.best(), self.score(), self.rest()]
        lines: list[str] = []
        for block in blocks:
            if block:
                lines += ["", *block] if lines else block
        return lines

    def heading(self) -> list[str]:
        """Title, event, game, verdict, findings."""
        view, _ = self.view, self.gettext
        lines = self.paragraph(self.title())
        named = {"Round": _("round %(value)s"), "Table": _("table %(value)s")}
        if view.facts:
            facts = [named[f.name] % {"value": f.value} if f.name in named else f.value for f in view.facts]
            lines += self.paragraph(" · ".join(facts))
        lines += self.paragraph(" · ".join(self.meta()))
        if "score" not in view.shown:
            return lines if view.folded else lines + self.remarks(view.head, 0)
        status = {"agrees": _("Agrees."), "wrong": _("Wrong."), "open": _("Not compared.")}[view.verdict.status]
        if not self.plain:
            status = _TICK[view.verdict.status] + status
        elif view.verdict.status == "wrong":
            status = status.upper()
        lines += self.paragraph(f"{status} {view.verdict.text}")
        if view.score.totals and view.verdict.status != "wrong":
            sums = [
                f"{self.account(a)} {self.money(v)}"
                for a, v in zip(view.score.accounts, view.score.totals, strict=True)
            ]
            lines += self.paragraph(" · ".join(sums), 2)
        for finding in view.findings:
            if finding.severity != "info":
                severity = _("error") if finding.severity == "error" else _("warning")
                lines += self.paragraph(f"{finding.code} {severity}: {finding.message}", 2)
        return lines + self.remarks(view.head, 0)

    def meta(self) -> list[str]:
        """Game, rules, dealer, direction, who sits out."""
        view, _ = self.view, self.gettext
        meta = [view.game] if view.game and view.contract is not None else []
        if view.rules:
            meta.append(_("rules %(rules)s") % {"rules": view.rules})
        if view.dealer:
            seats = {"dealer": view.dealer, "forehand": view.forehand}
            meta.append(_("dealer %(dealer)s, forehand %(forehand)s") % seats)
        if view.direction:
            clockwise = view.direction == "clockwise"
            meta.append(_("play runs clockwise") if clockwise else _("play runs anticlockwise"))
        return meta + [_("%(name)s sits out") % {"name": name} for name in view.sitting_out]

    def players(self) -> list[str]:
        """The seats where no hand is known."""
        lines = []
        for seat in self.view.seats:
            lines += self.paragraph(self.who(seat))
        return lines + (self.paragraph(", ".join(self.letters())) if self.letters() else [])

    def under_diagram(self) -> list[str]:
        """What the signs in the hands mean; what is left where the play stops."""
        view, _ = self.view, self.gettext
        origins = {seat.hand.origin for seat in view.seats if seat.hand}
        if "left" in origins:
            legend = [_("Cards still in hand")]
        elif "exchanged" in origins:
            legend = [_("Hands after the exchange")]
        else:
            legend = [_("Hands as played") if "played" in origins else _("Hands as dealt")]
        legend += ["+ " + _("from the talon")] if any(seat.talon for seat in view.seats) else []
        legend.append(", ".join(f"{letter} {name}" for letter, name in view.legend))
        legend += [", ".join(self.letters())] if self.letters() else []
        lines = self.paragraph(" · ".join(legend))
        if view.standing is not None:
            moment = view.standing
            form = _("After trick %(number)s") if moment.card is None else _("In trick %(number)s")
            said = [form % {"number": moment.trick}]
            said += [f"{view.seats[c.seat].name} {c.card.text}" for c in moment.table if c.card is not None]
            if moment.to_play is not None:
                said.append((_("%(seat)s to play.") % {"seat": view.seats[moment.to_play].name}).removesuffix("."))
            totals = zip(view.sides, moment.totals, strict=False)
            said += [f"{side.name} {self.number(total)}" for side, total in totals]
            lines += self.paragraph(" · ".join(said))
        if any(seat.gone for seat in view.seats):
            done = sum(trick.complete for trick in view.tricks)
            on_table = done < len(view.tricks)
            form = _("Left after trick {number} and the cards on the table:") if on_table else ""
            lines += ["", (form or _("Left after trick {number}:")).format(number=done)]
            for seat in view.seats:
                if seat.at_play is not None:
                    left = [f for row in seat.at_play.rows for f in row.cards if f.token not in seat.gone]
                    lines += hanging(f"  {fit(seat.name, 6)} ", [f.text for f in left] or ["—"], self.width)
        return lines

    # --- before the play ----------------------------------------------------------------------------

    def section(self, part: SectionView | None) -> list[str]:
        """Notes and comments of a section."""
        if part is None:
            return []
        lines: list[str] = []
        for note in part.notes:
            lines += hanging(f"  [{note.number}] ", printable(" ".join(note.text.split())).split(" "), self.width)
        return lines + self.remarks(part.remarks)

    def auction(self) -> list[str]:
        """Bids and calls."""
        view, _ = self.view, self.gettext
        if view.auction is None:
            return []
        lines = [_("Auction")]
        if view.contested and view.rounds:
            rows = [[seat.name for seat in view.seats]]
            rows += [[self.say(said) if said else "" for said in row] for row in view.rounds]
            lines += [f"  {line}" for line in table(rows, [False] * len(view.seats), 3)]
        else:
            words = [f"{said.seat_name} {self.say(said)}," for said in view.auction.said]
            if words:
                words[-1] = words[-1].removesuffix(",")
            lines += hanging("  ", " ".join(words).split(" "), self.width)
        if view.called is not None and (view.partner or view.alone):
            form = _("%(seat)s holds %(card)s and is the partner.") if view.partner else _("%(seat)s plays alone.")
            lines += self.paragraph(form % {"seat": view.partner or view.declarer, "card": view.called.text}, 2)
        return lines + self.section(view.auction)

    def exchange(self) -> list[str]:
        """Talon and cards laid away."""
        view, _ = self.view, self.gettext
        if not (view.talon or view.taken or view.exchange):
            return []
        lines = [view.talon_word + (f"  {self.cards(view.talon)}" if view.talon else "")]
        width = max((len(taken.name) for taken in view.taken), default=0)
        for taken in view.taken:
            parts = [_("took {cards}").format(cards=self.cards(taken.took))] if taken.took else []
            if taken.laid is None:
                parts.append(_("laid away not known"))
            else:
                parts.append(_("laid away {cards}").format(cards=self.cards(taken.laid)))
            if taken.shown:
                parts.append(_("shown {cards}").format(cards=self.cards(taken.shown)))
            lines += hanging(f"  {fit(taken.name, width)}  ", ", ".join(parts).split(" "), self.width)
        if view.exposed:
            lines += self.listed(_("exposed {cards}"), view.exposed)
        if view.unused and view.taken:
            lines += self.listed(_("left in the talon {cards}"), view.unused)
        return lines + self.section(view.exchange)

    def listed(self, form: str, faces: Sequence[Face]) -> list[str]:
        """Cards in the place of a sentence; further lines begin under the first card."""
        head, _, tail = form.partition("{cards}")
        return hanging(f"  {head}", [*(face.text for face in faces), *tail.split()], self.width)

    def announcements(self) -> list[str]:
        """What was announced, with the doubling of each as a branch."""
        view, _ = self.view, self.gettext
        if not view.announced and view.announcements is None:
            return []
        lines = [_("Announcements")]
        if view.announced is None:
            lines.append("  " + _("not known"))
        elif not view.announced:
            lines.append("  " + _("none"))
        for item in view.announced or ():
            by = f" {', '.join(item.by)}" if item.by else ""
            lines += self.paragraph(f"{self.gloss(item.word)}{':' if by else ''}{by}", 2)
            for depth, step in enumerate(item.doubled):
                lines.append(f"  {'   ' * depth}`- {step.word.shown} {step.name} × {step.times}")
        return lines + self.section(view.announcements)

    def gloss(self, word: Word) -> str:
        """A word of the game with its gloss."""
        return f"{word.text} ({word.gloss})" if word.term and word.gloss else word.shown

    # --- play and score -------------------------------------------------------------------------------

    def play(self) -> list[str]:
        """The trick table with what was said of each trick under it."""
        view, _ = self.view, self.gettext
        if not view.tricks and not view.claim:
            return []
        done = sum(trick.complete for trick in view.tricks)
        head = [
            "#",
            *(seat.name if self.width >= 60 else seat.letter for seat in view.seats),
            _("pts"),
            *(side.short for side in view.sides),
        ]
        right = [True, *[False] * len(view.seats), True, *[True] * len(view.sides)]
        rows = [head]
        if view.start is not None:
            rows.append(["", *["" for _ in view.seats], "", *(self.number(total) for total in view.start)])
        rows += [self.trick(trick) for trick in view.tricks]
        if view.score.points and done == view.total_tricks:
            rows.append(["", *["" for _ in view.seats], "", *view.score.points])
        table_lines = table(rows, right)
        if max(map(cells, table_lines)) > self.width:
            table_lines = table(rows, right, 1)
        counted = _("(> led, * won the trick; points of the trick, then of each side)")
        legend = counted if view.sides else _("(> led, * won the trick)")
        lines = [*hanging(_("Play") + "  ", legend.split(" "), self.width), table_lines[0]]
        index = 1
        if view.start is not None:
            lines.append(self.over("    " + _("laid away"), table_lines[1]))
            index = 2
        for trick, line in zip(view.tricks, table_lines[index:], strict=False):
            lines.append(line)
            for said in trick.words:
                lines += self.paragraph(
                    f"{said.seat_name} {self.say(said)}"
                    + (f" - {said.word.gloss}" if said.word.term and said.word.gloss else ""),
                    4,
                )
            for name, face in trick.taken_back:
                back = _("%(name)s takes %(card)s back.") % {"name": name, "card": face.text}
                lines += self.paragraph(back.removesuffix("."), 4)
            lines += self.remarks(trick.remarks, 4)
        if view.score.points and done == view.total_tricks:
            lines.append(self.over("    " + _("official count"), table_lines[-1]))
        if view.claim:
            lines.append("  " + _("%(name)s takes all that is left.") % {"name": view.claim})
        elif done < view.total_tricks:
            stops = _("The record stops here, %(done)s of %(total)s tricks played.")
            lines += self.paragraph(stops % {"done": done, "total": view.total_tricks}, 2)
        if view.from_tricks:
            lines += self.paragraph(_("Totals without the cards laid away, which are not known."), 2)
        return lines + self.section(view.play)

    def best(self) -> list[str]:
        """What an analysis with all hands open found."""
        best, _ = self.view.best, self.gettext
        if best is None:
            return []
        lines = [_("Best play")]
        if best.why:
            return lines + self.told(_("Not analysed: %(why)s.") % {"why": best.why})
        lines += self.told(_("Computed by tarok_pbn with all hands open; nobody at the table could know this."))
        values = ", ".join(f"{label} {value}" for _name, label, value in best.values)
        lines += self.told(f"{best.subject}: {values}")
        for note in best.notes:
            lines += self.told(note)
        lines += self.mistakes(best.mistakes)
        if best.sums:
            sums = " · ".join(f"{name} {lost}" for name, lost in best.sums)
            lines += self.told(f"{_('Lost in all:')} {sums}")
        return lines

    def told(self, text: str) -> list[str]:
        """A sentence with numbers; in ASCII already, so that it is as wide as it will be."""
        return self.paragraph(to_ascii(text) if self.plain else text, 2)

    def mistakes(self, mistakes: Sequence[Mistake]) -> list[str]:
        """The cards that lost something, a line each, with what would have been better behind or below."""
        if not mistakes:
            return []
        rows = [[str(m.trick), m.seat_name, m.face.text, m.words] for m in mistakes]
        if self.plain:
            rows = [[to_ascii(cell) for cell in row] for row in rows]
        columns = table(rows, [True, False, False, False])
        broad = max(map(cells, columns))
        lines = []
        for line, mistake in zip(columns, mistakes, strict=True):
            better = self.gettext("better %(cards)s") % {"cards": self.others(mistake)} if mistake.better else ""
            better = to_ascii(better) if self.plain else better
            if broad + 24 <= self.width:
                lines += hanging(f"  {fit(line, broad)}  ", better.split(" "), self.width)
            else:
                lines += [f"  {line}", *(self.paragraph(better, 6) if better else [])]
        return lines

    @staticmethod
    def others(mistake: Mistake) -> str:
        """The cards that would have been better."""
        return ", ".join(
            other.face.text + (f" ({' '.join(SYMBOLS[suit] for suit in other.named)})" if other.named else "")
            for other in mistake.better
        )

    @staticmethod
    def over(label: str, line: str) -> str:
        """*label* written into the empty beginning of a table row."""
        return label + line[len(label) :] if not line[: len(label) + 1].strip() else f"{label}  {line.strip()}"

    def trick(self, trick: Trick) -> list[str]:
        """One row."""
        row = [str(trick.number)]
        for cell in trick.cells:
            if cell.card is None:
                row.append("")
                continue
            sign = ">" if cell.led else " "
            text = (
                cell.card.text
                + ("*" if cell.wins else "")
                + cell.marks.replace(" ", "")
                + "".join(f"[{n}]" for n in cell.notes)
            )
            row.append(sign + text + (f" ({cell.irregular})" if cell.irregular else ""))
        row.append(self.number(trick.points) if trick.complete else "")
        return [
            *row,
            *(self.number(total) for total in trick.totals or [None] * 0),
            *([""] * (len(self.view.sides) - len(trick.totals))),
        ]

    def score(self) -> list[str]:
        """Settlement, recorded beside computed."""
        view, score, _ = self.view, self.view.score, self.gettext
        if "score" not in view.shown:
            return []
        lines = [_("Score")]
        if score.accounts:
            rows = [["", *map(self.pot, score.accounts), ""]]
            rows += [
                [item.word.shown, *(self.money(v) for v in item.amounts), ", ".join(item.steps)]
                for item in score.items or ()
            ]
            if score.totals:
                sums = _("computed") if score.recorded else _("total")
                rows.append([sums, *(self.money(v) for v in score.totals), ""])
            if score.recorded is not None:
                differs = _("differs") if score.differs and score.totals else ""
                rows.append([_("recorded"), *(self.money(v) for v in score.recorded), differs])
            rows += [[name.shown, *(self.money(v) for v in totals), name.gloss] for name, totals in score.further]
            working = [row.pop() for row in rows]
            if self.plain:
                rows = [[to_ascii(cell) for cell in row] for row in rows]
            for line, note in zip(table(rows, [False, *[True] * len(score.accounts)]), working, strict=True):
                room = self.width - cells(line) - 4
                if not note or cells(note) <= room:
                    lines.append(f"  {line}  {note}")
                else:
                    lines += [f"  {line}", *self.paragraph(note, 4)]
        if score.items is None:
            lines += self.paragraph(_("Not settled: %(why)s.") % {"why": score.why_not}, 2)
        if score.points_text and not (score.points and view.tricks):
            lines += self.paragraph(_("Card points: %(points)s") % {"points": score.points_text}, 2)
        return lines + self.remarks(score.remarks)

    def rest(self) -> list[str]:
        """Comments on tags, and tags that have no other place."""
        lines = self.remarks(self.view.remarks, 0)
        for fact in self.view.other_tags:
            lines += self.paragraph(f"{fact.name}: {fact.value}")
        return lines
