"""A hand of Königrufen as a script, and what it has come to. Reads like the rule page."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from tarok_pbn.cards import CARD, CODES
from tarok_pbn.games.kit.decision import AUCTION, Answer, Decision, Problem, Say, Script
from tarok_pbn.games.kit.say import these
from tarok_pbn.games.kit.table import Table
from tarok_pbn.games.kit.tricks import Law, play
from tarok_pbn.games.koenigrufen.announce import announcements
from tarok_pbn.games.koenigrufen.auction import auction
from tarok_pbn.games.koenigrufen.call import call, find_partner
from tarok_pbn.games.koenigrufen.contracts import contract
from tarok_pbn.games.koenigrufen.exchange import exchange
from tarok_pbn.games.koenigrufen.laws import law_of
from tarok_pbn.games.koenigrufen.rules import PAGE, Rules
from tarok_pbn.games.koenigrufen.state import State, state_of

__all__ = ["TRICKS", "called_word", "contract_word", "declarer_word", "hand", "leader", "opening"]

TRICKS: Final = 12
_PLACES: Final = ("last_trick", "first_six", "unused")


def hand(table: Table, rules: Rules) -> Script:
    """One hand from the first bid to the last trick."""
    state = State()
    table.memo = {"state": state}
    order = table.stated.get("TalonOrder", "")
    state.turned, state.halves = order not in ("halves", "none"), order != "none"
    if "Auction" in table.given:
        yield from auction(table, rules, state)
        _fix_contract(table, state)
        if state.family == "R":
            yield from call(table, rules, state)
    else:
        _as_stated(table, rules, state)
    if state.family == "T":
        yield from _trischaken_choices(table, rules, state)
    if "Exchange" in table.given:
        yield from exchange(table, rules, state)
    else:
        _unseen_exchange(table, state)
    find_partner(table, state)
    if not state.partner_known and "Auction" not in table.given and "Partner" in table.stated:
        table.partner = table.index(table.stated["Partner"])
        state.partner_known = table.partner is not None or table.stated["Partner"] == ""
    table.at_play = list(table.held)
    if "Announcements" in table.given or state.family == "T" or state.conceded:
        yield from announcements(table, rules, state)
    if not state.conceded:
        yield from play(table, law_of(table, rules, state), leader(table, rules, state), TRICKS)


def leader(table: Table, rules: Rules, state: State) -> int:
    """Who leads the first trick: Vorhand, in a negative game its declarer (§3.1, §8)."""
    if state.family != "N":
        return state.forehand
    declarers = [seat for seat, _ in state.games]
    if len(declarers) == 1:
        forehand = rules.lead_piccolo == "forehand" and state.games[0][1].word.startswith("piccolo")
        return state.forehand if forehand else declarers[0]
    if rules.parallel_lead == "forehand" or (
        rules.parallel_lead == "forehand_if_declarer" and state.forehand in declarers
    ):
        return state.forehand
    if rules.parallel_lead == "highest_bid":
        return max(state.games, key=lambda game: game[1].rank)[0]
    return declarers[0]


def opening(table: Table, rules: Rules) -> tuple[Law, int] | None:
    """The law of play, and who leads the first trick; None where the contract is not known."""
    state = state_of(table)
    return (law_of(table, rules, state), leader(table, rules, state)) if state.games else None


def _fix_contract(table: Table, state: State) -> None:
    game = state.contract
    if game is None:
        return
    table.contract = contract_word(table, state)
    table.declarer = None if state.family == "T" else state.games[0][0]


def _trischaken_choices(table: Table, rules: Rules, state: State) -> Generator[Decision, Answer, None]:
    """§7.5, §9.5: where the rule set leaves it to Vorhand, she says where the talon goes and whether must be
    overtaken.
    """
    state.talon_to, state.overtake = rules.trischaken_talon, rules.trischaken_overtake
    spoken = "Auction" in table.given
    if state.talon_to == "choice":
        words = tuple(f"talon:{place}" for place in _PLACES)
        state.talon_to = (
            (yield from _choose(table, state, words, frozenset({"talon"}))).partition(":")[2] if spoken else ""
        )
    if state.overtake == "choice":
        words = ("stichzwang", "ohne_stichzwang")
        word = (yield from _choose(table, state, words, frozenset(words))) if spoken else ""
        # What was not recorded is not enforced.
        state.overtake = "yes" if word == "stichzwang" else "no"


def _choose(
    table: Table, state: State, words: tuple[str, ...], verbs: frozenset[str]
) -> Generator[Decision, Answer, str]:
    def why(seat: int, word: str) -> Problem:
        return Problem(
            "A006",
            f"{table.name(seat)} says {word}, which is no choice of Vorhand in Trischaken.",
            f"{PAGE} §9.5",
            f"Legal: {these(words, 'or')}.",
        )

    word = table.feed(AUCTION).take(state.forehand, words)
    if word is None:
        _, word = yield Say(state.forehand, AUCTION, words, why, verbs=verbs, implied="")
    return word if word in words else ""


def _as_stated(table: Table, rules: Rules, state: State) -> None:
    """A record without an auction may state what came of it."""
    stated = table.stated
    names = stated.get("Contract", "?")
    if names in ("?", "", "-"):
        return
    table.contract = names
    games = [contract(rules.contracts, name) for name in names.split()]
    seats = [table.index(letter) for letter in stated.get("Declarer", "?").split()]
    if games[0] is not None and games[0].kind.family == "T":
        state.games = [(0, games[0])]
        return
    table.declarer = seats[0] if seats else None
    state.games = [
        (seat, game) for seat, game in zip(seats, games, strict=False) if seat is not None and game is not None
    ]
    called = stated.get("Called", "?")
    state.fourth = called == "fourth"
    table.called = CARD.get(called)


def _unseen_exchange(table: Table, state: State) -> None:
    """Without an exchange it is not known what the declarer holds and laid away."""
    game, declarer = state.contract, table.declarer
    if game is None or declarer is None or game.kind.talon not in ("half", "six"):
        return
    table.held[declarer] = None
    table.laid[declarer] = None
    table.taken[declarer] = [-1] * (6 if game.kind.talon == "six" else 3)


def contract_word(table: Table, state: State) -> str:
    """The contract as the Contract tag writes it; parallel games one after the other."""
    return " ".join(game.word for _, game in state.games)


def declarer_word(table: Table, state: State) -> str:
    """The declarer's seat, or those of parallel games in the order of the Contract tag."""
    return "" if state.family == "T" else " ".join(table.seats[seat] for seat, _ in state.games)


def called_word(table: Table, state: State) -> str:
    """The called card as the Called tag writes it; "fourth" where its suit is not known."""
    return CODES[table.called] if table.called is not None else "fourth" if state.fourth else ""
