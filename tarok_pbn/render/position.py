"""A position: the hands, and the cards on the table, after a trick or after a card of it."""

from __future__ import annotations

from tarok_pbn.cards import CARD
from tarok_pbn.render.diagram import Diagram
from tarok_pbn.render.model import Trick

__all__ = ["Position"]


class Position(Diagram):
    """Writes one position of a record."""

    def position(self, number: int, card: int | None) -> list[str]:
        """The hands and the table after a trick, or after a card of it."""
        view = self.view
        trick = next((t for t in view.tricks if t.number == number), None)
        if trick is None or (card is not None and not 0 <= card <= len(trick.fell)):
            if trick is None:
                raise ValueError(f"the record has no trick {number}: {_held(len(view.tricks), 'trick')}")
            raise ValueError(f"trick {number} has no card {card}: {_held(len(trick.fell), 'card')}")
        shown = len(trick.fell) if card is None else card
        fell = trick.fell[:shown]
        gone: dict[int, set[str]] = {seat.index: set() for seat in view.seats}
        for earlier in view.tricks[: view.tricks.index(trick)]:
            for cell in earlier.cells:
                if cell.card is not None:
                    gone[cell.seat].add(cell.card.token)
        for seat in fell:
            played = trick.cells[seat].card
            if played is not None:
                gone[seat].add(played.token)
        hands = {}
        for holder in view.seats:
            left = holder.at_play
            hands[holder.index] = (
                None if left is None else self.faces.rows(self._without(left.mask, gone[holder.index]))
            )
        lines = [*self.paragraph(f"{self.title()}: {self.where(number, card)}"), ""]
        lines += self.diagram(hands, self.centre(trick, fell, number))
        return [*lines, "", *self.standing(trick, fell, shown)]

    def where(self, number: int, card: int | None) -> str:
        """The moment, as the end of the heading."""
        _ = self.gettext
        if card is None:
            form = _("trick {number}")
        elif card:
            form = _("trick {number}, card {card}")
        else:
            form = _("trick {number}, before the lead")
        return form.format(number=number, card=card)

    @staticmethod
    def _without(mask: int, tokens: set[str]) -> int:
        for token in tokens:
            if token in CARD:
                mask &= ~(1 << CARD[token])
        return mask

    def centre(self, trick: Trick, fell: list[int], number: int) -> list[str]:
        """The cards on the table, in the order in which they fell."""
        lines = [self.gettext("trick {number}").format(number=number)]
        for place, seat in enumerate(fell):
            card = trick.cells[seat].card
            lines.append(
                f"{'>' if place == 0 else ' '}{self.view.seats[seat].letter} {card.text if card is not None else '-'}"
            )
        return lines

    def standing(self, trick: Trick, fell: list[int], shown: int) -> list[str]:
        """Who is to play or has won, and the points so far."""
        view, _ = self.view, self.gettext
        lines = []
        whole = trick.complete and shown == len(trick.fell)
        if whole:
            lines += self.paragraph(self.won(trick))
        else:
            following = view.seats[(fell[-1] + 1) % len(view.seats)] if fell else view.seats[trick.leader]
            form = _("%(seat)s to play.") if fell else _("%(seat)s to lead.")
            lines.append(form % {"seat": following.name})
        index = view.tricks.index(trick)
        totals = (
            trick.totals if whole else view.tricks[index - 1].totals if index else view.start or [0 for _ in view.sides]
        )
        if view.sides and totals:
            counts = ", ".join(
                f"{side.name} {self.number(total)}" for side, total in zip(view.sides, totals, strict=True)
            )
            told = _("Points so far: {counts} (without the cards laid away).")
            lines += self.paragraph((told if view.from_tricks else _("Points so far: {counts}.")).format(counts=counts))
        lines += self.paragraph(", ".join(self.letters())) if self.letters() else []
        if whole:
            lines += self.remarks(trick.remarks, 0)
        return lines

    def won(self, trick: Trick) -> str:
        """Who has won the trick, and what it holds."""
        _ = self.gettext
        if trick.points is None:
            form = _("{seat} wins the trick.") if trick.winner_name else _("Who wins the trick is not known.")
        elif trick.winner_name:
            form = _("{seat} wins the trick: {points} points.")
        else:
            form = _("Who wins the trick is not known: {points} points.")
        return form.format(seat=trick.winner_name, points=self.number(trick.points))


def _held(number: int, what: str) -> str:
    return f"there {'is' if number == 1 else 'are'} {number or 'no'} {what}{'' if number == 1 else 's'}"
