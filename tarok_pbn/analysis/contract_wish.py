"""Holds a contract that is to be simulated to what the rule set offers, before anything is dealt for it."""

from __future__ import annotations

from collections.abc import Iterable

from tarok_pbn.analysis.dealing import Deal, Layout
from tarok_pbn.analysis.position import Unsolvable
from tarok_pbn.analysis.simulate import Contract
from tarok_pbn.cards import CARD
from tarok_pbn.games.kit.rules import nearest
from tarok_pbn.games.kit.say import these
from tarok_pbn.notation import spelling

__all__ = ["Calling", "wished"]

#: so many deals in a row in which the card may not be called are enough
_ENOUGH = 10_000


def wished(contract: Contract, table: Layout) -> Contract:
    """The contract as it is played at that table, forehand its declarer where none is named.

    Raises Unsolvable where the rule set has no such contract, where it is not played with the cards as they were dealt,
    and for a declarer or a called card that it has not, or a called card that it lacks; with what would be possible.
    """
    game, rules = table.game, table.rules
    offers = game.offers(rules)
    offer = offers.get(contract.word)
    as_dealt = [word for word, other in offers.items() if other.as_dealt]
    possible = f"with the cards as dealt are played {these(as_dealt, 'and')}" if as_dealt else "here there are none"
    if not offers:
        raise Unsolvable(f"{game.title} has no contracts: in every hand the dealer lays cards away")
    if offer is None:
        near = nearest(contract.word, dict.fromkeys(offers))
        meant = f"did you mean {near}? " if near else ""
        raise Unsolvable(
            f"{contract.word} is no contract of {game.title} in the rule set {table.ruleset.name}; {meant}it has "
            f"{', '.join(offers)}"
        )
    if not offer.as_dealt:
        raise Unsolvable(
            f"{contract.word} is played after an exchange with the talon, which is not decided here; {possible}"
        )
    if contract.declarer and not offer.declared:
        raise Unsolvable(
            f"nobody declares {contract.word}, in which each seat plays for itself; whose count is meant is said with "
            f"--for {contract.declarer}"
        )
    if contract.declarer and contract.declarer not in table.order:
        raise Unsolvable(f"{table.absent(contract.declarer)}; {contract.word} can be declared by {_seats(table.order)}")
    declarer = (contract.declarer or table.order[0]) if offer.declared else ""
    return contract._replace(declarer=declarer, called=_called(contract, table, calls=offer.calls))


def _called(contract: Contract, table: Layout, *, calls: bool) -> str:
    """The called card as records have it. Raises Unsolvable."""
    game, text = table.game, contract.called
    callable_ = game.callable_cards(None, table.rules)
    if not calls:
        if text:
            others = [word for word, offer in game.offers(table.rules).items() if offer.calls and offer.as_dealt]
            also = f"; one is called in {these(others, 'and')}" if others else ""
            raise Unsolvable(f"no card is called in {contract.word}{also}")
        return ""
    if not text:
        raise Unsolvable(f"in {contract.word} a card is called; say which with --called: {_any_of(callable_)}")
    card = spelling.card(text)
    if card is None:
        raise Unsolvable(f"{text!r} is not a card; what can be called is {_any_of(callable_)}")
    if card not in callable_:
        raise Unsolvable(f"{card} cannot be called in {contract.word}; what can be called is {_any_of(callable_)}")
    return card


class Calling:
    """Whether the declarer may call the card with the hand of a deal; all deals fit where none is called.

    contract: as ``wished`` gives it. chose: whether a deal has been turned down. Raises Unsolvable where that was so
    in very many deals one after the other.
    """

    def __init__(self, contract: Contract, table: Layout) -> None:
        self.contract, self._table = contract, table
        self._place = table.order.index(contract.declarer) if contract.called else -1
        self._refused = 0
        self.chose = False

    @property
    def who(self) -> str:
        """The declarer, who calls."""
        return self._table.name(self._place)

    def __call__(self, deal: Deal) -> bool:
        """Whether the deal is one of those that are asked about."""
        if self._place < 0:
            return True
        hand = deal.hands[self._place]
        legal = self._table.game.callable_cards(hand, self._table.rules)
        card = self.contract.called
        if card in legal:
            self._refused = 0
            return True
        self.chose = True
        self._refused += 1
        if self._refused >= _ENOUGH:
            why = f"holds {card} and " if hand >> CARD[card] & 1 else ""
            raise Unsolvable(
                f"{self.who} may not call {card} in any of {_ENOUGH:,} deals in a row; in the last {self.who} {why}may "
                f"call {_any_of(legal)}. What {self.who} holds is said with --hand and --where"
            )
        return False


def _seats(seats: Iterable[str]) -> str:
    return these(list(seats), "or")


def _any_of(cards: Iterable[str]) -> str:
    return these(list(cards), "or")
